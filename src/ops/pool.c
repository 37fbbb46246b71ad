/* SPDX-License-Identifier: Apache-2.0 */
/* Pooling by windows over one, two and three spatial dims, and its gradients. */
#include "ops/pool.h"

#include <math.h>

#include "ops/ops.h"
#include "ops/sums.h"

static const char *const constraints[] = {POOL_LAYOUTS,    POOL_HAS_RANK, POOL_IS_NUMBER,
                                          POOL_HAS_WINDOW, POOL_HAS_ROOM, NULL};

/* The type of the pooled operand. NULL: reported. */
static const IrType *pool_type(IrInfer *in) {
    const PoolRow *row = in->op->data;
    const int n = row->n;
    const IrType *data = in->args[row->arg].type;
    const char *letters = spatial_data_letters(n);
    uint8_t at[SPATIAL_RANK_MAX], out_at[SPATIAL_RANK_MAX];
    if (!spatial_layout(in, "layout", letters, POOL_LAYOUT, at) ||
        !spatial_out_layout(in, "layout", letters, POOL_LAYOUT, out_at) ||
        !infer_ndim(in, row->arg, n + 2, POOL_RANK)) {
        return NULL;
    }
    int64_t size[SPATIAL_MAX], strides[SPATIAL_MAX], dilation[SPATIAL_MAX],
        padding[2 * SPATIAL_MAX];
    if (!spatial_ints(in, "pool_size", n, 1, POOL_WINDOW, size) ||
        !spatial_ints(in, "strides", n, 1, POOL_WINDOW, strides) ||
        !spatial_padding(in, n, POOL_WINDOW, padding) ||
        !spatial_ints(in, "dilation", n, 1, POOL_WINDOW, dilation)) {
        return NULL;
    }
    if (!data->dims) return infer_tensor_ndim(in, n + 2, data->dtype);
    const IrDim *dims[SPATIAL_RANK_MAX];
    dims[out_at[0]] = data->dims[at[0]];
    dims[out_at[1]] = data->dims[at[1]];
    for (int i = 0; i < n; i++) {
        SpatialWindow w = {
            .extent = data->dims[at[2 + i]],
            .kernel = ir_dim_const(in->m, size[i]),
            .before = padding[i],
            .after = padding[n + i],
            .stride = strides[i],
            .dilation = dilation[i],
            .ceil = infer_bool(in, "ceil_mode"),
            .letter = letters[2 + i],
        };
        dims[out_at[2 + i]] = spatial_windows(in, &w, POOL_FITS);
        if (!dims[out_at[2 + i]]) return NULL;
    }
    return infer_tensor(in, dims, n + 2, data->dtype);
}

static const IrType *infer_pool(IrInfer *in) {
    if (!infer_dtype_kind(in, 0, KIND_INT | KIND_FLOAT, POOL_DTYPE)) return NULL;
    return pool_type(in);
}

/* The windows of a pooling, its pooled side at `index`. */
typedef struct {
    int n;
    uint8_t at[SPATIAL_RANK_MAX],
        out_at[SPATIAL_RANK_MAX]; /* of N, C, spatial in data, in the pooled */
    SpatialLoop dims[SPATIAL_MAX];
    const LoopExpr *place[SPATIAL_RANK_MAX]; /* in data: that of the element at hand */
} PoolWindows;

static PoolWindows pool_windows(OpLower *low, const LoopBuffer *data,
                                const LoopExpr *const *index) {
    const PoolRow *row = low->op->data;
    const int64_t *padding = lower_attr(low, "padding")->ints;
    const bool ceil_mode = lower_bool(low, "ceil_mode");
    PoolWindows w = {.n = row->n};
    spatial_positions(lower_attr(low, "layout")->s, spatial_data_letters(w.n), w.at);
    spatial_positions(lower_attr(low, "out_layout")->s, spatial_data_letters(w.n), w.out_at);
    for (int i = 0; i < 2; i++) w.place[w.at[i]] = index[w.out_at[i]];
    for (int i = 0; i < w.n; i++) {
        w.dims[i] = (SpatialLoop){
            .kernel = l_index(low, lower_attr(low, "pool_size")->ints[i]),
            .extent = data->dims[w.at[2 + i]],
            .o = index[w.out_at[2 + i]],
            .stride = lower_attr(low, "strides")->ints[i],
            .before = padding[i],
            .dilation = lower_attr(low, "dilation")->ints[i],
            .padded = ceil_mode || padding[i] || padding[w.n + i],
        };
    }
    return w;
}

/* The loops over the data's elements of the window; close with lower_close. */
static uint32_t pool_open(OpLower *low, PoolWindows *w) {
    const uint32_t opened = spatial_open_window(low, w->dims, w->n);
    for (int i = 0; i < w->n; i++) w->place[w->at[2 + i]] = w->dims[i].p;
    return opened;
}

static void lower_max(OpLower *low) {
    const LoopBuffer *data = low->in[0], *out = low->out[0];
    const LoopExpr **index = lower_open(low, out, UINT32_MAX);
    const LoopExpr *least =
        l_cast(low, out->dtype, loop_float(low->b, DTYPE_FLOAT64, -(double)INFINITY));
    const LoopBuffer *best = loop_scalar(low->b, "best", least);
    PoolWindows w = pool_windows(low, data, index);
    const uint32_t opened = pool_open(low, &w);
    loop_set(low->b, best,
             l_op2(low, LOOP_MAX, loop_get(low->b, best), lower_load(low, data, w.place)));
    lower_close(low, opened);
    lower_store(low, out, index, loop_get(low->b, best));
    lower_close(low, out->ndim);
}

/* What a mean is summed in. */
DType pool_sum_dtype(DType t) {
    if (dtype_is_float(t)) return lower_acc_dtype(t);
    return dtype_kind(t) == DTYPE_KIND_UINT ? DTYPE_UINT64 : DTYPE_INT64;
}

/* sum / count as a `t`; 0 where the count is 0. */
const LoopExpr *pool_mean(OpLower *low, DType t, const LoopExpr *sum, const LoopExpr *count) {
    const LoopExpr *one = l_index(low, 1);
    const LoopExpr *divisor = l_cast(low, sum->dtype, l_op2(low, LOOP_MAX, count, one));
    LoopExprKind div = dtype_is_float(sum->dtype) ? LOOP_DIV : LOOP_TRUNCDIV;
    return l_cast(low, t, l_op2(low, div, sum, divisor));
}

/* How many elements of the window lie before `end`, in [0, kernel]. */
static const LoopExpr *elements_before(OpLower *low, const SpatialLoop *d, const LoopExpr *end) {
    const LoopExpr *first =
        l_sub(low, l_mul(low, d->o, l_index(low, d->stride)), l_index(low, d->before));
    const LoopExpr *room = l_add(low, l_sub(low, end, first), l_index(low, d->dilation - 1));
    const LoopExpr *n = l_op2(low, LOOP_FLOORDIV, room, l_index(low, d->dilation));
    return l_op2(low, LOOP_MAX, l_index(low, 0), l_op2(low, LOOP_MIN, n, d->kernel));
}

static const LoopExpr *elements_inside(OpLower *low, const SpatialLoop *d) {
    if (!d->padded) return d->kernel;
    return l_sub(low, elements_before(low, d, d->extent), elements_before(low, d, l_index(low, 0)));
}

/* A mean's divisor; where padding does not count, a loop of its own counts it. */
static const LoopExpr *pool_divisor(OpLower *low, PoolWindows *w) {
    bool padded = false;
    int64_t all = 1;
    for (int i = 0; i < w->n; i++) {
        padded |= w->dims[i].padded;
        /* Elements that no data can hold: any number serves, as the window does not fit. */
        if (!mul_i64(all, lower_attr(low, "pool_size")->ints[i], &all)) all = INT64_MAX;
    }
    if (!padded || lower_bool(low, "count_include_pad")) return l_index(low, all);
    const LoopExpr *count = l_index(low, 1);
    for (int i = 0; i < w->n; i++) count = l_mul(low, count, elements_inside(low, &w->dims[i]));
    return loop_var(low->b, loop_let(low->b, "count", count));
}

static void lower_avg(OpLower *low) {
    const LoopBuffer *data = low->in[0], *out = low->out[0];
    const LoopExpr **index = lower_open(low, out, UINT32_MAX);
    PoolWindows w = pool_windows(low, data, index);
    const LoopExpr *divisor = pool_divisor(low, &w);
    const DType t = pool_sum_dtype(out->dtype);
    const LoopBuffer *sum = loop_scalar(low->b, "sum", l_num(low, t, 0));
    const uint32_t opened = pool_open(low, &w);
    loop_set(low->b, sum,
             l_add(low, loop_get(low->b, sum), l_cast(low, t, lower_load(low, data, w.place))));
    lower_close(low, opened);
    lower_store(low, out, index, pool_mean(low, out->dtype, loop_get(low->b, sum), divisor));
    lower_close(low, out->ndim);
}

#define WINDOWS_DOC                                                                                \
    "padding is the ints before each spatial dim, then those after. Along a dim of extent e the "  \
    "result has (e + pads - dilation * (size - 1) - 1) // stride + 1; with ceil_mode the "         \
    "division rounds up, and what a window covers past the padded data counts as padding. "        \
    "out_layout None is layout."
#define MAX_DOC                                                                                    \
    "The greatest element of each window, NaN when one is NaN. Padding is never the "              \
    "greatest: a window of nothing else gives the least value of the dtype (-inf). "               \
    "count_include_pad has no effect. " WINDOWS_DOC
#define AVG_DOC                                                                                    \
    "The mean of each window, on integers summed in 64 bits and truncated toward 0. Padding adds " \
    "nothing, and counts in the divisor only "                                                     \
    "with count_include_pad; a window that counts nothing gives 0. " WINDOWS_DOC

const char *const pool_layouts[][3] = {
    {"NCW", "NWC", "CNW"}, {"NCHW", "NHWC", "HCNW"}, {"NCDHW", "NDHWC", "DNCHW"}};

/* Extents of data that the window fits in. */
static void pool_sample(OpSample *s) {
    const PoolRow *row = s->op->data;
    const int n = row->n;
    const DType dtype = s_dtype(s, row->arg ? KIND_FLOAT : KIND_INT | KIND_FLOAT);
    const char *layout = pool_layouts[n - 1][s_chance(s, 60) ? 0 : s_below(s, 3)],
               *out_layout = layout;
    uint8_t at[SPATIAL_RANK_MAX], out_at[SPATIAL_RANK_MAX];
    const IrDim *dims[SPATIAL_RANK_MAX], *out[SPATIAL_RANK_MAX];
    int64_t size[SPATIAL_MAX], strides[SPATIAL_MAX], dilation[SPATIAL_MAX],
        padding[2 * SPATIAL_MAX];
    if (s_chance(s, 30)) out_layout = pool_layouts[n - 1][s_below(s, 3)];
    if (out_layout != layout || s_chance(s, 30)) s_set_string(s, "out_layout", out_layout);
    spatial_positions(layout, spatial_data_letters(n), at);
    spatial_positions(out_layout, spatial_data_letters(n), out_at);
    for (int i = 0; i < 2; i++) dims[at[i]] = out[out_at[i]] = s_dim(s, 0);
    for (int i = 0; i < n; i++) {
        size[i] = s_range(s, 1, 3);
        strides[i] = s_range(s, 1, 3);
        dilation[i] = s_chance(s, 75) ? 1 : 2;
        padding[i] = s_chance(s, 60) ? 0 : s_range(s, 1, 2);
        padding[n + i] = s_chance(s, 70) ? padding[i] : s_range(s, 0, 2);
        const int64_t reach = dilation[i] * (size[i] - 1) + 1, pads = padding[i] + padding[n + i];
        const IrDim *extent = s_dim(s, reach - pads < 1 ? 1 : reach - pads);
        dims[at[2 + i]] = extent;
        const IrDim *room = ir_dim_offset(s->b.m, extent, pads - reach);
        room = s_attr(s, "ceil_mode")->i ? ir_dim_ceildiv(s->b.m, room, strides[i])
                                         : ir_dim_floordiv(s->b.m, room, s_const(s, strides[i]));
        out[out_at[2 + i]] = ir_dim_offset(s->b.m, room, 1);
    }
    if (row->arg) s_tensor_dims(s, row->picks ? dims : out, n + 2, dtype);
    s_tensor_dims(s, dims, n + 2, dtype);
    s_set_ints(s, "pool_size", size, (uint32_t)n);
    s_set_ints(s, "strides", strides, (uint32_t)n);
    s_set_ints(s, "dilation", dilation, (uint32_t)n);
    s_set_ints(s, "padding", padding, 2 * (uint32_t)n);
    s_set_string(s, "layout", layout);
}

/* Gradients of poolings by windows, as operators: a sum over windows that overlap is no short
 * composition. Each is linear in its first operand, and its transpose is one of them or a pooling:
 *
 *     nn.avg_pool                  grad.avg_pool_backward
 *     grad.max_pool_pick           grad.max_pool_backward
 *
 * As in PyTorch, a window's first greatest element gets all. */

#define SHARED(first)                                                                              \
    POOL_LAYOUTS, POOL_HAS_RANK, first " and data have one dtype, a floating-point one",           \
        POOL_HAS_WINDOW, POOL_HAS_ROOM

static const char *const backward_constraints[] = {
    SHARED("output_grad"),
    "output_grad has the shape that pooling data gives",
    NULL,
};
static const char *const pick_constraints[] = {
    SHARED("values"),
    "values has the shape of data",
    NULL,
};

/* Both operands are of one float dtype; *pooled is the type of pooling data. */
static bool check(IrInfer *in, DType *dtype, const IrType **pooled) {
    if (!infer_same_dtype(in, 0, 1, POOL_DTYPE, dtype)) return false;
    for (uint32_t i = 0; i < 2; i++) {
        if (!infer_dtype_kind(in, i, KIND_FLOAT, POOL_DTYPE)) return false;
    }
    *pooled = pool_type(in);
    return *pooled != NULL;
}

static const IrType *infer_backward(IrInfer *in) {
    const PoolRow *row = in->op->data;
    const IrType *pooled, *data = in->args[1].type;
    DType dtype;
    if (!check(in, &dtype, &pooled)) return NULL;
    if (infer_subsumes(in, pooled, in->args[0].type) == IR_REFUTED) {
        return infer_fail(in, POOL_GRAD, ir_type_text(in->m, pooled),
                          ir_type_text(in->m, in->args[0].type));
    }
    return data->ndim == IR_NDIM_UNKNOWN ? infer_tensor_ndim(in, row->n + 2, dtype)
                                         : infer_with_dtype(in, data, dtype);
}

static const IrType *infer_pick(IrInfer *in) {
    const IrType *pooled, *data = in->args[1].type;
    DType dtype;
    if (!check(in, &dtype, &pooled)) return NULL;
    if (infer_subsumes(in, data, in->args[0].type) == IR_REFUTED) {
        return infer_fail(in, POOL_GRAD, ir_type_text(in->m, data),
                          ir_type_text(in->m, in->args[0].type));
    }
    return infer_with_dtype(in, pooled, dtype);
}

/* The first greatest element of a window, or the first NaN: `at` is its number in the order of the
 * window's loops, -1 where all is padding. What is to be done with it is done in a second walk,
 * element by element: so nothing is found at a computed place, and windows of several channels are
 * worked on at once. */
typedef struct {
    PoolWindows windows;
    const LoopBuffer *at;
} Greatest;

/* Of the element at hand in a walk. */
static const LoopExpr *number_of(OpLower *low, const PoolWindows *w) {
    const LoopExpr *n = l_index(low, 0);
    for (int i = 0; i < w->n; i++) n = l_add(low, l_mul(low, n, w->dims[i].kernel), w->dims[i].k);
    return l_cast(low, DTYPE_INT32, n);
}

static void find_greatest(OpLower *low, Greatest *g, const LoopBuffer *data,
                          const LoopExpr *const *index) {
    PoolWindows *w = &g->windows;
    *w = pool_windows(low, data, index);
    bool padded = false;
    for (int i = 0; i < w->n; i++) padded |= w->dims[i].padded;
    /* Without padding a window has a first element: it stands where none is above -inf. */
    const LoopExpr *least = l_num(low, data->dtype, -(double)INFINITY);
    const LoopBuffer *best = loop_scalar(low->b, "best", least);
    g->at = loop_scalar(low->b, "at", l_num(low, DTYPE_INT32, padded ? -1 : 0));
    const uint32_t opened = pool_open(low, w);
    const LoopExpr *x = loop_var(low->b, loop_let(low->b, "x", lower_load(low, data, w->place)));
    const LoopExpr *old = loop_get(low->b, best), *at = loop_get(low->b, g->at);
    /* A NaN is neither less nor greater, nor equal. */
    const LoopExpr *is_greater =
        l_and(low, l_not(low, l_le(low, x, old)), l_not(low, l_op1(low, LOOP_ISNAN, old)));
    if (padded) is_greater = l_or(low, l_lt(low, at, l_num(low, DTYPE_INT32, 0)), is_greater);
    is_greater = loop_var(low->b, loop_let(low->b, "greater", is_greater));
    loop_set(low->b, best, l_select(low, is_greater, x, old));
    loop_set(low->b, g->at, l_select(low, is_greater, number_of(low, w), at));
    lower_close(low, opened);
}

/* Whether it is the element at hand. */
static const LoopExpr *is_found(OpLower *low, const Greatest *g) {
    return l_eq(low, loop_get(low->b, g->at), number_of(low, &g->windows));
}

/* What is added to data's elements. */
typedef struct {
    const LoopBuffer *sums; /* NULL: each element lies in one window, and is that one's */
    const LoopExpr **index; /* of the window, in the loops over the pooled side */
} Backward;

/* Whether each element of data lies in exactly one window. */
static bool in_one_window(OpLower *low, const LoopBuffer *pooled, const LoopBuffer *data) {
    const PoolRow *row = low->op->data;
    uint8_t at[SPATIAL_RANK_MAX], out_at[SPATIAL_RANK_MAX];
    spatial_positions(lower_attr(low, "layout")->s, spatial_data_letters(row->n), at);
    spatial_positions(lower_attr(low, "out_layout")->s, spatial_data_letters(row->n), out_at);
    const int64_t *padding = lower_attr(low, "padding")->ints;
    for (int i = 0; i < row->n; i++) {
        const int64_t size = lower_attr(low, "pool_size")->ints[i];
        const LoopExpr *from = data->dims[at[2 + i]], *to = pooled->dims[out_at[2 + i]];
        int64_t covered;
        if (lower_attr(low, "strides")->ints[i] != size || padding[i] || padding[row->n + i] ||
            (size > 1 && lower_attr(low, "dilation")->ints[i] != 1) || from->kind != LOOP_CONST ||
            to->kind != LOOP_CONST || !mul_i64(to->i, size, &covered) || covered != from->i) {
            return false;
        }
    }
    return true;
}

/* Sums of windows that overlap are made one after another; images and channels are apart. */
static Backward backward_begin(OpLower *low) {
    const PoolRow *row = low->op->data;
    const LoopBuffer *grad = low->in[0];
    uint8_t at[SPATIAL_RANK_MAX];
    spatial_positions(lower_attr(low, "out_layout")->s, spatial_data_letters(row->n), at);
    const bool apart = in_one_window(low, grad, low->in[1]);
    Backward b = {.sums = apart ? NULL : sums_begin(low), .index = lower_exprs(low, grad->ndim)};
    for (uint32_t i = 0; i < grad->ndim; i++) {
        const bool parallel = apart || i == at[0] || i == at[1];
        b.index[i] = lower_for(low, grad->dims[i], parallel ? LOOP_PARALLEL : LOOP_SERIAL);
    }
    return b;
}

static void backward_add(OpLower *low, const Backward *b, const PoolWindows *w,
                         const LoopExpr *value) {
    if (b->sums)
        sums_add(low, b->sums, w->place, value);
    else
        lower_store(low, low->out[0], w->place, l_cast(low, low->out[0]->dtype, value));
}

static void backward_end(OpLower *low, const Backward *b, uint32_t opened) {
    lower_close(low, opened + low->in[0]->ndim);
    if (b->sums) sums_end(low, b->sums);
}

static void lower_max_backward(OpLower *low) {
    const LoopBuffer *grad = low->in[0];
    const Backward b = backward_begin(low);
    Greatest g;
    find_greatest(low, &g, low->in[1], b.index);
    const LoopExpr *dy = loop_var(low->b, loop_let(low->b, "dy", lower_load(low, grad, b.index)));
    const uint32_t opened = pool_open(low, &g.windows);
    backward_add(low, &b, &g.windows,
                 l_select(low, is_found(low, &g), dy, l_num(low, grad->dtype, 0)));
    backward_end(low, &b, opened);
}

static void lower_max_pick(OpLower *low) {
    const LoopBuffer *values = low->in[0], *out = low->out[0];
    const LoopExpr **index = lower_open(low, out, UINT32_MAX);
    const LoopBuffer *picked = loop_scalar(low->b, "picked", l_num(low, out->dtype, 0));
    Greatest g;
    find_greatest(low, &g, low->in[1], index);
    const uint32_t opened = pool_open(low, &g.windows);
    const LoopExpr *value = lower_load(low, values, g.windows.place);
    loop_set(low->b, picked, l_select(low, is_found(low, &g), value, loop_get(low->b, picked)));
    lower_close(low, opened);
    lower_store(low, out, index, loop_get(low->b, picked));
    lower_close(low, out->ndim);
}

static void lower_avg_backward(OpLower *low) {
    const LoopBuffer *grad = low->in[0], *data = low->in[1];
    const DType t = lower_acc_dtype(data->dtype);
    const Backward b = backward_begin(low);
    PoolWindows w = pool_windows(low, data, b.index);
    const LoopExpr *divisor = l_cast(low, t, pool_divisor(low, &w));
    const LoopExpr *share =
        l_op2(low, LOOP_DIV, l_cast(low, t, lower_load(low, grad, b.index)), divisor);
    share = loop_var(low->b, loop_let(low->b, "share", share));
    const uint32_t opened = pool_open(low, &w);
    backward_add(low, &b, &w, share);
    backward_end(low, &b, opened);
}

static const OpDef *const avg_pools[] = {&op_nn_avg_pool1d, &op_nn_avg_pool2d, &op_nn_avg_pool3d};
static const OpDef *const avg_backs[] = {&op_grad_avg_pool1d_backward, &op_grad_avg_pool2d_backward,
                                         &op_grad_avg_pool3d_backward};
static const OpDef *const max_backs[] = {&op_grad_max_pool1d_backward, &op_grad_max_pool2d_backward,
                                         &op_grad_max_pool3d_backward};
static const OpDef *const max_picks[] = {&op_grad_max_pool1d_pick, &op_grad_max_pool2d_pick,
                                         &op_grad_max_pool3d_pick};

/* Operand 0 gets the call of a member of `family` on the adjoint and, where it takes that, on the
 * pooled operand. */
static void transposed(OpGradient *g, const OpDef *const *family) {
    const PoolRow *row = g->d.op->data;
    const OpDef *op = family[row->n - 1];
    const IrOperand operands[] = {g_adjoint(g), d_arg(&g->d, row->arg)};
    if (g_wants(g, 0))
        g_add(g, 0, d_call(&g->d, op, operands, ir_op_n_operands(op), d_attrs_like(&g->d, op)));
}

static void grad_max_pool(OpGradient *g) { transposed(g, max_backs); }
static void grad_avg_pool(OpGradient *g) { transposed(g, avg_backs); }
static void grad_max_backward(OpGradient *g) { transposed(g, max_picks); }
static void grad_avg_backward(OpGradient *g) { transposed(g, avg_pools); }

#define BACKWARDS(n_, layout_)                                                                     \
    static const OpParam backward##n_##d_params[] = {OP_TENSOR("output_grad"), OP_TENSOR("data"),  \
                                                     POOL_PARAMS(n_, layout_)};                    \
    static const OpParam pick##n_##d_params[] = {OP_TENSOR("values"), OP_TENSOR("data"),           \
                                                 POOL_PARAMS(n_, layout_)};                        \
    static const PoolRow backward##n_##d_row = {n_, 1, false}, pick##n_##d_row = {n_, 1, true};    \
    const OpDef op_grad_max_pool##n_##d_backward =                                                 \
        POOL_OP("grad.max_pool" #n_ "d_backward",                                                  \
                "The gradient of nn.max_pool" #n_                                                  \
                "d with respect to data: each element of output_grad goes to the first "           \
                "greatest element of its window (the first NaN when there is one), and windows "   \
                "that share an element add up.",                                                   \
                backward##n_##d_params, backward_constraints, backward##n_##d_row, infer_backward, \
                lower_max_backward, pool_sample, grad_max_backward);                               \
    const OpDef op_grad_max_pool##n_##d_pick =                                                     \
        POOL_OP("grad.max_pool" #n_ "d_pick",                                                      \
                "The transpose of grad.max_pool" #n_                                               \
                "d_backward: for each window of data the element of values where the "             \
                "window's first greatest element stands (the first NaN when there is one); 0 for " \
                "a window of padding.",                                                            \
                pick##n_##d_params, pick_constraints, pick##n_##d_row, infer_pick, lower_max_pick, \
                pool_sample, grad_max_pool);                                                       \
    const OpDef op_grad_avg_pool##n_##d_backward =                                                 \
        POOL_OP("grad.avg_pool" #n_ "d_backward",                                                  \
                "The gradient of nn.avg_pool" #n_                                                  \
                "d with respect to data: each element of output_grad, divided by its window's "    \
                "divisor, is added to all elements of the window.",                                \
                backward##n_##d_params, backward_constraints, backward##n_##d_row, infer_backward, \
                lower_avg_backward, pool_sample, grad_avg_backward);

BACKWARDS(1, "NCW")
BACKWARDS(2, "NCHW")
BACKWARDS(3, "NCDHW")

#define POOLS(n_, layout_)                                                                         \
    static const OpParam pool##n_##d_params[] = {OP_TENSOR("data"), POOL_PARAMS(n_, layout_)};     \
    static const PoolRow pool##n_##d_row = {n_, 0, false};                                         \
    const OpDef op_nn_max_pool##n_##d =                                                            \
        POOL_OP("nn.max_pool" #n_ "d", MAX_DOC, pool##n_##d_params, constraints, pool##n_##d_row,  \
                infer_pool, lower_max, pool_sample, grad_max_pool);                                \
    const OpDef op_nn_avg_pool##n_##d =                                                            \
        POOL_OP("nn.avg_pool" #n_ "d", AVG_DOC, pool##n_##d_params, constraints, pool##n_##d_row,  \
                infer_pool, lower_avg, pool_sample, grad_avg_pool);

POOLS(1, "NCW")
POOLS(2, "NCHW")
POOLS(3, "NCDHW")
