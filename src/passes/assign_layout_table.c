/* SPDX-License-Identifier: Apache-2.0 */
/* How layouts go through operators: a row for each that can take operands in another layout than
 * plain. What has no row wants them plain. */
#include "passes/assign_layout.h"

#include <stdlib.h>
#include <string.h>

#include "ops/conv.h"
#include "ops/ops.h"
#include "ops/spatial.h"

const Layout layout_plain = {.n = 0};

bool layout_equal(const Layout *a, const Layout *b) {
    return a->n == b->n && memcmp(a->at, b->at, a->n) == 0;
}

/* The identity becomes plain. */
static Layout layout_normal(Layout layout) {
    for (uint32_t j = 0; j < layout.n; j++) {
        if (layout.at[j] != j) return layout;
    }
    return layout_plain;
}

/* Where dim `dim` of the value stands. */
static uint32_t layout_place(const Layout *self, uint32_t dim) {
    if (!self->n) return dim;
    uint32_t j = 0;
    while (self->at[j] != dim) j++;
    return j;
}

void layout_axes(const Layout *from, const Layout *to, uint32_t n, int64_t *axes) {
    for (uint32_t j = 0; j < n; j++) axes[j] = layout_place(from, to->n ? to->at[j] : j);
}

bool layout_only_reshapes(const IrType *t, const Layout *from, const Layout *to) {
    uint32_t next = 0;
    for (int32_t j = 0; t->dims && j < t->ndim; j++) {
        const uint32_t dim = to->n ? to->at[j] : (uint32_t)j, place = layout_place(from, dim);
        if (ir_dim_is(t->dims[dim], 1)) continue;
        if (place < next) return false;
        next = place;
    }
    return t->dims != NULL;
}

/* The layout of rank n whose channels, dim 1, are last. */
static Layout channels_last(uint32_t n) {
    Layout out = {.n = (uint8_t)n};
    for (uint32_t j = 1; j + 1 < n; j++) out.at[j] = (uint8_t)(j + 1);
    if (n > 1) out.at[n - 1] = 1;
    return layout_normal(out);
}

static IrAttr *attr_of(LayoutCall *q, const char *name) {
    const int i = ir_op_attr_index(q->b->op, name);
    if (i < 0) BUG("R.%s has no attribute '%s'", q->b->op->name, name);
    return &q->attrs[i];
}

/* Maps */

static bool same(LayoutCall *q) {
    q->out = q->in;
    return true;
}

static int compare_ints(const void *a, const void *b) {
    const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

/* The axes of the attribute are those of what is stored. */
static bool move_axes(LayoutCall *q) {
    IrAttr *attr = attr_of(q, q->row->attr);
    if (attr->kind == IR_ATTR_INT) {
        attr->i = layout_place(&q->in, (uint32_t)attr->i);
        return true;
    }
    if (attr->kind != IR_ATTR_INTS) return false;
    int64_t *axes = ARENA_ARRAY(&q->m->scratch, int64_t, (size_t)attr->n + 1);
    for (uint32_t i = 0; i < attr->n; i++) {
        axes[i] = layout_place(&q->in, (uint32_t)attr->ints[i]);
        if (q->row->ordered && i && axes[i] < axes[i - 1]) return false;
    }
    qsort(axes, attr->n, sizeof *axes, compare_ints);
    attr->ints = axes;
    return true;
}

static bool along_axes(LayoutCall *q) {
    q->out = q->in;
    return move_axes(q);
}

/* By indices of one dim. */
static bool take(LayoutCall *q) {
    const IrType *at = ir_operand_type(q->m, ir_operand_get(&q->b->operands, 1));
    return at->kind == IR_TYPE_TENSOR && at->ndim == 1 && along_axes(q);
}

/* gamma and beta are vectors of the channels. */
static bool along_channels(LayoutCall *q) {
    IrAttr *channel = attr_of(q, "channel_axis");
    channel->i = layout_place(&q->in, (uint32_t)channel->i);
    return along_axes(q);
}

/* `out` is `in` without the dims that `gone` marks. */
static Layout without(const Layout *in, const bool *gone) {
    Layout out = {.n = 0};
    for (uint32_t j = 0; j < in->n; j++) {
        uint32_t before = 0;
        if (gone[in->at[j]]) continue;
        for (uint32_t d = 0; d < in->at[j]; d++) before += !gone[d];
        out.at[out.n++] = (uint8_t)before;
    }
    return layout_normal(out);
}

static bool mark_axes(LayoutCall *q, bool *marked) {
    const IrAttr *attr = attr_of(q, q->row->attr);
    if (attr->kind == IR_ATTR_INT) {
        marked[attr->i] = true;
        return true;
    }
    for (uint32_t i = 0; attr->kind == IR_ATTR_INTS && i < attr->n; i++)
        marked[attr->ints[i]] = true;
    return attr->kind == IR_ATTR_INTS;
}

/* Dims go. */
static bool drop(LayoutCall *q) {
    bool gone[LAYOUT_RANK_MAX] = {false};
    if (!mark_axes(q, gone)) return false;
    q->out = without(&q->in, gone);
    return move_axes(q);
}

static bool reduce(LayoutCall *q) { return attr_of(q, "keepdims")->i ? along_axes(q) : drop(q); }

/* New dims of extent 1: the result is channels-last if that is what `in` is without them. */
static bool expand(LayoutCall *q) {
    const IrAttr *attr = attr_of(q, "axis");
    if (attr->kind != IR_ATTR_INTS || q->in.n + attr->n > LAYOUT_RANK_MAX) return false;
    bool fresh[LAYOUT_RANK_MAX] = {false};
    for (uint32_t i = 0; i < attr->n; i++) fresh[attr->ints[i]] = true;
    q->out = channels_last(q->in.n + attr->n);
    const Layout left = without(&q->out, fresh);
    if (!q->out.n || !layout_equal(&left, &q->in)) return false;
    Layout in = q->in;
    q->in = q->out;
    const bool ok = move_axes(q);
    q->in = in;
    return ok;
}

/* The letters of a layout attribute. */
static void move_letters(LayoutCall *q, const char *name) {
    IrAttr *attr = attr_of(q, name);
    char letters[LAYOUT_RANK_MAX];
    if (attr->kind != IR_ATTR_STRING) return;
    for (uint32_t j = 0; j < q->in.n; j++) letters[j] = attr->s[q->in.at[j]];
    attr->s = ir_name(q->m, (Str){letters, q->in.n});
}

static bool by_letters(LayoutCall *q) {
    const IrAttr *out = q->row->attr2 ? attr_of(q, q->row->attr2) : NULL;
    if (out && out->kind == IR_ATTR_STRING && strcmp(out->s, attr_of(q, q->row->attr)->s) != 0)
        return false;
    move_letters(q, q->row->attr);
    if (q->row->attr2) move_letters(q, q->row->attr2);
    q->out = q->in;
    return true;
}

static bool pad(LayoutCall *q) {
    IrAttr *width = attr_of(q, "pad_width");
    int64_t *ints = ARENA_ARRAY(&q->m->scratch, int64_t, (size_t)width->n + 1);
    for (uint32_t j = 0; j < q->in.n; j++) {
        ints[2 * j] = width->ints[2 * q->in.at[j]];
        ints[2 * j + 1] = width->ints[2 * q->in.at[j] + 1];
    }
    width->ints = ints;
    q->out = q->in;
    return true;
}

/* The tuple of axes, operand 1. */
static bool slice(LayoutCall *q) {
    const IrOperand *axes = ir_operand_get(&q->b->operands, 1);
    const uint32_t first = (uint32_t)(axes - q->b->operands.at) + 1;
    for (uint32_t i = 0; axes->kind == IR_OPERAND_TUPLE && i < axes->n; i++) {
        IrOperand *o = &q->operands[first + i];
        int64_t axis;
        if (o->kind != IR_OPERAND_PRIM || !o->type->value ||
            !ir_dim_is_const(o->type->value, &axis))
            return false;
        if (axis < 0) axis += q->in.n;
        o->type = ir_type_prim(q->m, o->type->dtype,
                               ir_dim_const(q->m, layout_place(&q->in, (uint32_t)axis)));
    }
    q->out = q->in;
    return axes->kind == IR_OPERAND_TUPLE;
}

/* The shape that operand 1 is, of what is stored in `out`. */
static void set_shape(LayoutCall *q, const IrType *t) {
    const IrDim *dims[LAYOUT_RANK_MAX];
    for (int32_t j = 0; j < t->ndim; j++) dims[j] = t->dims[q->out.n ? q->out.at[j] : j];
    q->operands[1] = (IrOperand){
        .kind = IR_OPERAND_SHAPE, .span = 1, .type = ir_type_shape(q->m, dims, t->ndim)};
    q->n = 2;
}

/* Other extents. Leading dims may be gone, which are summed away: they must lead in what is stored
 * as well, as dims are held against each other from the last on. */
static bool broadcast(LayoutCall *q) {
    const IrType *t = q->b->var->type;
    bool gone[LAYOUT_RANK_MAX] = {false};
    if (!t->dims || t->ndim > q->in.n) return false;
    const uint32_t n_gone = q->in.n - (uint32_t)t->ndim;
    for (uint32_t j = 0; j < n_gone; j++) {
        if (q->in.at[j] >= n_gone) return false;
        gone[j] = true;
    }
    q->out = without(&q->in, gone);
    set_shape(q, t);
    return true;
}

/* Dim i of the result is dim axes[i] of the operand, so nothing needs to move. */
static bool permute(LayoutCall *q) {
    const IrAttr *axes = attr_of(q, "axes");
    if (axes->kind != IR_ATTR_INTS) return false;
    q->out = (Layout){.n = q->in.n};
    for (uint32_t j = 0; j < q->in.n; j++) {
        uint32_t i = 0;
        while (axes->ints[i] != q->in.at[j]) i++;
        q->out.at[j] = (uint8_t)i;
    }
    q->out = layout_normal(q->out);
    q->op = NULL;
    return true;
}

/* Reshapes. Both shapes, less the dims of extent 1, are cut into the shortest runs with equal
 * products; a run of the operand that stands together in what is stored, in order, becomes the
 * result's run there. */
typedef struct {
    uint32_t n[2];                   /* dims that are not 1 */
    uint8_t dim[2][LAYOUT_RANK_MAX]; /* which */
    uint8_t run[2][LAYOUT_RANK_MAX]; /* the run of each */
} Runs;

static bool product_equal(IrModule *m, const IrType *x, const IrType *y, const Runs *r,
                          const uint32_t *from, const uint32_t *n) {
    const IrType *const types[] = {x, y};
    const IrDim *product[2];
    for (int side = 0; side < 2; side++) {
        product[side] = ir_dim_const(m, 1);
        for (uint32_t i = 0; i < n[side]; i++) {
            product[side] =
                ir_dim_mul(m, product[side], types[side]->dims[r->dim[side][from[side] + i]]);
        }
    }
    return product[0] == product[1];
}

static bool find_runs(IrModule *m, const IrType *x, const IrType *y, Runs *r) {
    const IrType *const types[] = {x, y};
    for (int side = 0; side < 2; side++) {
        r->n[side] = 0;
        for (int32_t i = 0; i < types[side]->ndim; i++) {
            if (!ir_dim_is(types[side]->dims[i], 1)) r->dim[side][r->n[side]++] = (uint8_t)i;
        }
    }
    uint32_t from[2] = {0, 0};
    for (uint8_t run = 0; from[0] < r->n[0] && from[1] < r->n[1]; run++) {
        const uint32_t left[2] = {r->n[0] - from[0], r->n[1] - from[1]};
        uint32_t best[2] = {0, 0};
        for (uint32_t total = 2; !best[0] && total <= left[0] + left[1]; total++) {
            for (uint32_t a = 1; !best[0] && a < total && a <= left[0]; a++) {
                const uint32_t n[2] = {a, total - a};
                if (n[1] <= left[1] && product_equal(m, x, y, r, from, n))
                    best[0] = n[0], best[1] = n[1];
            }
        }
        if (!best[0]) return false;
        for (int side = 0; side < 2; side++) {
            for (uint32_t i = 0; i < best[side]; i++) r->run[side][from[side] + i] = run;
            from[side] += best[side];
        }
    }
    return from[0] == r->n[0] && from[1] == r->n[1];
}

/* The operand's layout with each run put together where its first dim stands; dims of extent 1
 * where they were. */
static Layout gathered(const Layout *in, const Runs *r, const uint8_t *run_of, const bool *unit) {
    Layout out = {.n = 0};
    bool done[LAYOUT_RANK_MAX] = {false};
    for (uint32_t j = 0; j < in->n; j++) {
        const uint32_t d = in->at[j];
        if (unit[d]) out.at[out.n++] = (uint8_t)d;
        if (unit[d] || done[run_of[d]]) continue;
        done[run_of[d]] = true;
        for (uint32_t i = 0; i < r->n[0]; i++) {
            if (r->run[0][i] == run_of[d]) out.at[out.n++] = r->dim[0][i];
        }
    }
    return layout_normal(out);
}

/* A layout of the result in which the dims that are not 1 stand in this order: plain or
 * channels-last if one can be. */
static Layout with_units(const IrType *t, const uint8_t *order, uint32_t n) {
    const Layout choices[] = {layout_plain, channels_last((uint32_t)t->ndim)};
    for (int c = 0; c < 2; c++) {
        uint32_t k = 0, met = 0;
        for (int32_t j = 0; j < t->ndim; j++) {
            const uint32_t d = choices[c].n ? choices[c].at[j] : (uint32_t)j;
            if (ir_dim_is(t->dims[d], 1)) continue;
            met++;
            if (k < n && order[k] == d) k++;
        }
        if (k == n && met == n) return choices[c];
    }
    Layout out = {.n = 0};
    for (int32_t d = 0; d < t->ndim; d++) {
        if (ir_dim_is(t->dims[d], 1)) out.at[out.n++] = (uint8_t)d;
    }
    for (uint32_t k = 0; k < n; k++) out.at[out.n++] = order[k];
    return layout_normal(out);
}

/* How x, stored as `in`, is stored as y by a reshape. False: not at all; *wish is then the nearest
 * layout that is. */
static bool through_reshape(IrModule *m, const IrType *x, const IrType *y, const Layout *in,
                            Layout *wish, Layout *out) {
    Runs r;
    if (!x->dims || !y->dims || y->ndim > LAYOUT_RANK_MAX || !find_runs(m, x, y, &r)) return false;
    uint8_t run_of[LAYOUT_RANK_MAX] = {0}, order[LAYOUT_RANK_MAX];
    bool unit[LAYOUT_RANK_MAX];
    for (int32_t i = 0; i < x->ndim; i++) unit[i] = ir_dim_is(x->dims[i], 1);
    for (uint32_t i = 0; i < r.n[0]; i++) run_of[r.dim[0][i]] = r.run[0][i];
    *wish = gathered(in, &r, run_of, unit);
    if (!layout_equal(wish, in)) return false;
    uint32_t n = 0;
    int32_t last = -1;
    for (uint32_t j = 0; j < in->n; j++) {
        const uint32_t d = in->at[j];
        if (unit[d] || run_of[d] == last) continue;
        last = run_of[d];
        for (uint32_t i = 0; i < r.n[1]; i++) {
            if (r.run[1][i] == run_of[d]) order[n++] = r.dim[1][i];
        }
    }
    *out = with_units(y, order, n);
    return true;
}

static bool reshape(LayoutCall *q) {
    const IrType *x = ir_operand_type(q->m, q->b->operands.at), *y = q->b->var->type;
    if (!through_reshape(q->m, x, y, &q->in, &q->wish, &q->out)) return false;
    q->op = &op_reshape;
    set_shape(q, y);
    return true;
}

/* The rows */

#define AXIS(id, attr_)                                                                            \
    {                                                                                              \
        .op = &op_##id, .carries = LAYOUT_FIRST, .through = along_axes, .attr = attr_,             \
        .same_layout = true                                                                        \
    }
#define ORDERED_AXES(id)                                                                           \
    {                                                                                              \
        .op = &op_##id, .carries = LAYOUT_FIRST, .through = along_axes, .attr = "axes",            \
        .same_layout = true, .ordered = true                                                       \
    }
#define CHANNELS(id)                                                                               \
    {                                                                                              \
        .op = &op_##id, .carries = LAYOUT_FIRST, .through = along_channels, .attr = "axes",        \
        .same_layout = true                                                                        \
    }
#define REDUCE(id)                                                                                 \
    { .op = &op_##id, .carries = LAYOUT_FIRST, .through = reduce, .attr = "axis" }
#define LETTERS(id)                                                                                \
    {                                                                                              \
        .op = &op_##id, .carries = LAYOUT_FIRST, .through = by_letters, .attr = "layout",          \
        .attr2 = "out_layout", .same_layout = true                                                 \
    }
/* The adjoint and the data that were pooled. */
#define BACKWARD(id)                                                                               \
    {                                                                                              \
        .op = &op_grad_##id##_backward, .carries = LAYOUT_ALL, .through = by_letters,              \
        .attr = "layout", .attr2 = "out_layout", .same_layout = true                               \
    }
#define OTHER(id, fn, attr_, same_)                                                                \
    { .op = &op_##id, .carries = LAYOUT_FIRST, .through = fn, .attr = attr_, .same_layout = same_ }
#define CONV(id)                                                                                   \
    {                                                                                              \
        .op = &op_##id, .carries = LAYOUT_FIRST, .attr = "data_layout", .attr2 = "out_layout",     \
        .conv = true                                                                               \
    }

static const LayoutRow rows[] = {
    CONV(nn_conv1d),
    CONV(nn_conv2d),
    CONV(nn_conv3d),
    CONV(nn_conv1d_transpose),
    CONV(nn_conv2d_transpose),
    CONV(nn_conv3d_transpose),
    CONV(grad_conv1d_backward_weight),
    CONV(grad_conv2d_backward_weight),
    CONV(grad_conv3d_backward_weight),
    LETTERS(nn_max_pool1d),
    LETTERS(nn_max_pool2d),
    LETTERS(nn_max_pool3d),
    LETTERS(nn_avg_pool1d),
    LETTERS(nn_avg_pool2d),
    LETTERS(nn_avg_pool3d),
    LETTERS(nn_adaptive_avg_pool1d),
    LETTERS(nn_adaptive_avg_pool2d),
    LETTERS(nn_adaptive_avg_pool3d),
    BACKWARD(max_pool1d),
    BACKWARD(max_pool2d),
    BACKWARD(max_pool3d),
    BACKWARD(avg_pool1d),
    BACKWARD(avg_pool2d),
    BACKWARD(avg_pool3d),
    OTHER(image_resize2d, by_letters, "layout", true),
    AXIS(nn_batch_norm, "axis"),
    AXIS(nn_softmax, "axis"),
    AXIS(nn_log_softmax, "axis"),
    AXIS(nn_prelu, "axis"),
    AXIS(quantize, "axis"),
    AXIS(dequantize, "axis"),
    AXIS(split, "axis"),
    AXIS(cumsum, "axis"),
    AXIS(flip, "axis"),
    AXIS(repeat, "axis"),
    ORDERED_AXES(nn_layer_norm),
    ORDERED_AXES(nn_rms_norm),
    CHANNELS(nn_instance_norm),
    CHANNELS(nn_group_norm),
    OTHER(take, take, "axis", true),
    {.op = &op_concat,
     .carries = LAYOUT_ALL,
     .through = along_axes,
     .attr = "axis",
     .same_layout = true},
    REDUCE(sum),
    REDUCE(mean),
    REDUCE(max),
    REDUCE(min),
    REDUCE(prod),
    REDUCE(std),
    REDUCE(variance),
    REDUCE(argmax),
    REDUCE(argmin),
    OTHER(squeeze, drop, "axis", false),
    OTHER(expand_dims, expand, "axis", false),
    OTHER(nn_pad, pad, NULL, true),
    OTHER(strided_slice, slice, NULL, true),
    OTHER(broadcast_to, broadcast, NULL, true),
    OTHER(collapse_sum_to, broadcast, NULL, true),
    OTHER(permute_dims, permute, NULL, false),
    OTHER(reshape, reshape, NULL, false),
    OTHER(flatten, reshape, NULL, false),
};

static const LayoutRow elementwise = {
    .carries = LAYOUT_BROADCAST, .through = same, .same_layout = true};

void layout_table_init(LayoutTable *self, Arena *arena) {
    map_init(&self->rows, arena);
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        map_add(&self->rows, hash_ptr(0, rows[i].op), (void *)(uintptr_t)&rows[i]);
    }
}

const LayoutRow *layout_row(const LayoutTable *self, const OpDef *op) {
    if (op->flags & OP_ELEMENTWISE) return &elementwise;
    for (MapIter it = map_find(&self->rows, hash_ptr(0, op)); map_next(&self->rows, &it);) {
        const LayoutRow *row = it.value;
        if (row->op == op) return row;
    }
    return NULL;
}

/* Convolutions */

/* The place of each of `order`'s letters in `letters`, which are as many. */
static Layout order_of(const char *letters, const char *order) {
    Layout out = {.n = 0};
    for (; order[out.n]; out.n++)
        out.at[out.n] = (uint8_t)(strchr(letters, order[out.n]) - letters);
    return layout_normal(out);
}

/* As a rule, and of the gradient of a weight (ops/conv_gradient.c): there the letters N and C of
 * data have changed places, and O and I say of the kernel, which is an adjoint, what C and N
 * were. */
static const char *const data_orders[][2] = {{"NWC", "CWN"}, {"NHWC", "CHWN"}, {"NDHWC", "CDHWN"}};
static const char *const kernel_orders[][2] = {
    {"WIO", "IWO"}, {"HWIO", "IHWO"}, {"DHWIO", "IDHWO"}};

static const char *string_of(const IrBinding *b, const char *name) {
    const IrAttr *attr = &b->attrs[ir_op_attr_index(b->op, name)];
    return attr->kind == IR_ATTR_STRING && !attr->from ? attr->s : NULL;
}

static bool is_weight_gradient(const char *letters) {
    return strchr(letters, 'C') < strchr(letters, 'N');
}

bool layout_of_conv(const IrBinding *b, Layout *first, Layout *second, Layout *out) {
    const ConvRow *conv = b->op->data;
    const char *letters = string_of(b, "data_layout"), *result = string_of(b, "out_layout");
    const char *weight = string_of(b, "kernel_layout");
    if (!letters || !weight) return false;
    const bool is_gradient = !conv->transpose && is_weight_gradient(letters);
    if (!is_gradient && result && strcmp(result, letters) != 0) return false;
    *first = order_of(letters, data_orders[conv->n - 1][is_gradient]);
    *second =
        b->op == conv->weight ? *first : order_of(weight, kernel_orders[conv->n - 1][is_gradient]);
    *out = is_gradient || b->op == conv->weight ? layout_plain : *first;
    return first->n != 0;
}

static bool through_conv(LayoutCall *q) {
    const ConvRow *conv = q->b->op->data;
    Layout data, kernel;
    if (!layout_of_conv(q->b, &data, &kernel, &q->out) || !layout_equal(&data, &q->in))
        return false;
    /* weights of an unknown rank cannot be laid otherwise */
    if (ir_operand_type(q->m, &q->operands[1])->ndim != data.n) return false;
    const bool is_gradient = !q->out.n;
    move_letters(q, "data_layout");
    if (q->b->op == conv->weight) {
        move_letters(q, "out_layout");
        return true;
    }
    if (!is_gradient) move_letters(q, "out_layout");
    const char *order = kernel_orders[conv->n - 1][is_gradient];
    attr_of(q, "kernel_layout")->s = ir_name(q->m, str_c(order));
    return true;
}

/* Every axis and extent is settled where the operand's rank is known. */
static bool ranks_fit(const LayoutCall *q) {
    uint32_t i = 0;
    for (const IrOperand *o; (o = layout_next(q->row, q->b, &i));) {
        const IrType *t = ir_operand_type(q->m, o);
        const bool fewer = q->row->carries == LAYOUT_BROADCAST && t->kind == IR_TYPE_TENSOR &&
                           t->dims && t->ndim >= 0 && t->ndim < q->in.n;
        if (t->kind != IR_TYPE_TENSOR || (t->ndim != q->in.n && !fewer)) return false;
    }
    return true;
}

bool layout_through(LayoutCall *self, IrModule *m, const IrBinding *b, const LayoutRow *row,
                    Layout in) {
    const uint32_t n_attrs = ir_op_n_attrs(b->op);
    *self = (LayoutCall){.m = m, .b = b, .row = row, .in = in, .op = b->op, .n = b->operands.n};
    if (!ranks_fit(self)) return false;
    self->attrs = ARENA_ARRAY(&m->scratch, IrAttr, (size_t)n_attrs + 1);
    self->operands = ARENA_ARRAY(&m->scratch, IrOperand, (size_t)b->operands.n + 2);
    for (uint32_t i = 0; i < n_attrs; i++) {
        if (b->attrs[i].from) return false;
        self->attrs[i] = b->attrs[i];
    }
    memcpy(self->operands, b->operands.at, b->operands.n * sizeof *self->operands);
    return row->conv ? through_conv(self) : row->through(self);
}

Layout layout_before(IrModule *m, const IrBinding *b, const LayoutRow *row, Layout wanted) {
    Layout before = layout_plain, wish;
    const bool fits =
        row->through != broadcast || ir_operand_type(m, b->operands.at)->ndim == wanted.n;
    if (row->same_layout) return fits ? wanted : layout_plain;
    if (row->through != reshape || b->var->type->ndim != wanted.n) return layout_plain;
    const IrType *x = ir_operand_type(m, b->operands.at);
    return through_reshape(m, b->var->type, x, &wanted, &wish, &before) ? before : layout_plain;
}

const IrOperand *layout_next(const LayoutRow *row, const IrBinding *b, uint32_t *i) {
    const uint32_t n = row->carries == LAYOUT_FIRST ? 1 : b->operands.n;
    while (*i < n) {
        const IrOperand *o = &b->operands.at[(*i)++];
        if (o->kind == IR_OPERAND_VAR || o->kind == IR_OPERAND_CONST) return o;
    }
    return NULL;
}
