/* SPDX-License-Identifier: Apache-2.0 */
/* How operators take layouts in ConvertLayout: a row for each that TVM has one for. */
#include "passes/convert_layout.h"

#include <stdlib.h>
#include <string.h>

#include "ops/conv.h"
#include "ops/ops.h"

const ConvertLayout convert_plain = {.n = 0};

bool convert_equal(const ConvertLayout *a, const ConvertLayout *b) {
    if (a->n != b->n) return false;
    for (uint32_t j = 0; j < a->n; j++) {
        if (a->at[j].dim != b->at[j].dim || a->at[j].block != b->at[j].block) return false;
    }
    return true;
}

static bool is_blocked(const ConvertLayout *self) { return self->n != self->rank && self->n; }

/* The identity becomes plain. */
static ConvertLayout normal(ConvertLayout layout) {
    for (uint32_t j = 0; j < layout.n; j++) {
        if (layout.at[j].dim != j || layout.at[j].block) return layout;
    }
    return convert_plain;
}

/* Where the dim itself stands. */
static uint32_t place(const ConvertLayout *self, uint32_t dim) {
    if (!self->n) return dim;
    uint32_t j = 0;
    while (self->at[j].dim != dim || self->at[j].block) j++;
    return j;
}

/* Letters */

static bool next_letter(const char **text, char *letter, int64_t *block) {
    const char *p = *text;
    int64_t factor = 0;
    for (; *p >= '0' && *p <= '9'; p++) {
        factor = factor * 10 + (*p - '0');
        if (factor > 1 << 20) return false;
    }
    const bool lower = *p >= 'a' && *p <= 'z', upper = *p >= 'A' && *p <= 'Z';
    if (p == *text ? !upper : !lower || !factor) return false;
    *letter = upper ? *p : (char)(*p - 'a' + 'A');
    *block = factor;
    *text = p + 1;
    return true;
}

bool convert_letters(const char *have, const char *want, ConvertLayout *out) {
    const size_t rank = strlen(have);
    uint32_t whole[CONVERT_AXES_MAX] = {0}, n_whole = 0;
    *out = (ConvertLayout){.rank = (uint32_t)rank};
    if (rank > CONVERT_AXES_MAX) return false;
    while (*want) {
        char letter;
        int64_t block;
        if (out->n == CONVERT_AXES_MAX || !next_letter(&want, &letter, &block)) return false;
        const char *at = strchr(have, letter);
        if (!at) return false;
        const uint32_t dim = (uint32_t)(at - have);
        if (!block && whole[dim]++) return false;
        n_whole += !block;
        out->at[out->n++] = (ConvertAxis){(uint8_t)dim, block};
    }
    /* a dim is cut once */
    for (uint32_t i = 0; i < out->n; i++) {
        for (uint32_t j = 0; j < i; j++) {
            if (out->at[i].block && out->at[j].block && out->at[i].dim == out->at[j].dim)
                return false;
        }
    }
    *out = normal(*out);
    return n_whole == rank;
}

/* Whether blocks divide all extents that they cut. */
static bool divides(IrModule *m, const IrType *t, const ConvertLayout *layout) {
    const IrDim *zero = ir_dim_const(m, 0);
    for (uint32_t j = 0; j < layout->n; j++) {
        if (!layout->at[j].block) continue;
        const IrDim *block = ir_dim_const(m, layout->at[j].block);
        if (!t->dims ||
            ir_dim_eq(m, ir_dim_floormod(m, t->dims[layout->at[j].dim], block), zero) != IR_PROVED)
            return false;
    }
    return true;
}

/* The letters of what is stored, where the dims have the letters `have`. */
static const char *stored_letters(IrModule *m, const char *have, const ConvertLayout *layout) {
    if (!layout->n) return have;
    StrBuf text;
    strbuf_init(&text, &m->scratch);
    for (uint32_t j = 0; j < layout->n; j++) {
        const char letter = have[layout->at[j].dim];
        if (layout->at[j].block)
            strbuf_printf(&text, "%lld%c", (long long)layout->at[j].block, letter - 'A' + 'a');
        else
            strbuf_printf(&text, "%c", letter);
    }
    return ir_name(m, str_c(strbuf_cstr(&text)));
}

/* Attributes and operands */

static IrAttr *attr_of(ConvertCall *q, const char *name) {
    const int i = ir_op_attr_index(q->b->op, name);
    if (i < 0) BUG("R.%s has no attribute '%s'", q->b->op->name, name);
    return &q->attrs[i];
}

static const IrType *type_of(const ConvertCall *q, uint32_t entry) {
    return ir_operand_type(q->m, &q->b->operands.at[entry]);
}

static void each_in(ConvertCall *q, const ConvertLayout *layout) {
    for (uint32_t i = 0; i < q->b->operands.n; i++) q->in[i] = *layout;
}

static void others_plain(ConvertCall *q) {
    for (uint32_t i = 1; i < q->b->operands.n; i++) q->in[i] = convert_plain;
}

/* Rows: each sets in and out. */

static bool unary(ConvertCall *q) {
    others_plain(q);
    q->out = q->in[0];
    return true;
}

/* The layout of a tensor of fewer dims, whose dims are the last ones, in one of `rank`. */
static ConvertLayout followed(const ConvertLayout *self, const IrType *own, int32_t rank) {
    if (own->ndim == rank || !self->n) return *self;
    ConvertLayout out = {.rank = (uint32_t)rank};
    const uint32_t more = (uint32_t)(rank - own->ndim);
    for (; out.n < more; out.n++) out.at[out.n].dim = (uint8_t)out.n;
    for (uint32_t j = 0; j < self->n; j++) {
        out.at[out.n] = self->at[j];
        out.at[out.n++].dim += (uint8_t)more;
    }
    return normal(out);
}

/* A layout with blocks for both, where the other operand's extents take them. */
static bool blocked_pair(ConvertCall *q) {
    for (uint32_t k = 0; k < 2; k++) {
        const ConvertLayout *l = &q->in[k], *other = &q->in[1 - k];
        if (!is_blocked(l) || (k && is_blocked(other)) || type_of(q, 1 - k)->ndim != (int)l->rank)
            continue;
        if (!divides(q->m, type_of(q, 1 - k), l)) return false;
        q->out = *l;
        q->in[0] = q->in[1] = q->out;
        return true;
    }
    return false;
}

static bool binary(ConvertCall *q) {
    if (blocked_pair(q)) return true;
    const IrType *x = type_of(q, 0), *y = type_of(q, 1);
    const uint32_t small = x->ndim <= y->ndim ? 0 : 1, large = 1 - small;
    const IrType *own = small ? y : x;
    if (own->ndim == 0) {
        q->in[small] = convert_plain;
        q->out = q->in[large];
        return true;
    }
    const int32_t rank = small ? x->ndim : y->ndim;
    if (q->in[small].n + (uint32_t)(rank - own->ndim) > CONVERT_AXES_MAX) return false;
    q->out = followed(&q->in[small], own, rank);
    q->in[large] = q->out;
    return true;
}

static bool ternary(ConvertCall *q) {
    if (!convert_equal(&q->in[0], &q->in[1]) || !convert_equal(&q->in[0], &q->in[2])) return false;
    q->out = q->in[0];
    return true;
}

static bool move_axis(ConvertCall *q, const char *name) {
    IrAttr *axis = attr_of(q, name);
    if (axis->kind != IR_ATTR_INT) return false;
    axis->i = place(&q->in[0], (uint32_t)axis->i);
    return true;
}

static bool has_block(const ConvertLayout *layout, int64_t dim) {
    for (uint32_t j = 0; j < layout->n; j++) {
        if (layout->at[j].dim == dim && layout->at[j].block) return true;
    }
    return false;
}

/* Of softmax, batch_norm, prelu: plain where there are blocks. */
static bool along(ConvertCall *q) {
    if (is_blocked(&q->in[0])) q->in[0] = convert_plain;
    return unary(q) && move_axis(q, "axis");
}

static bool concat(ConvertCall *q) {
    if (attr_of(q, "axis")->kind != IR_ATTR_INT) return false;
    const uint32_t first = q->b->operands.at[0].kind == IR_OPERAND_TUPLE ? 1 : 0;
    const ConvertLayout layout = first < q->b->operands.n ? q->in[first] : convert_plain;
    if (!first && is_blocked(&layout)) return false; /* a variable: its tensors have no entries */
    for (uint32_t i = first; i < q->b->operands.n; i++) {
        if (!divides(q->m, type_of(q, i), &layout)) return false;
    }
    each_in(q, &layout);
    q->out = layout;
    return move_axis(q, "axis");
}

/* Blocks stay whole in every part, or there are none. */
static bool split(ConvertCall *q) {
    const IrType *t = q->b->var->type;
    for (uint32_t i = 0; t->kind == IR_TYPE_TUPLE && i < t->n; i++) {
        if (!divides(q->m, t->fields[i], &q->in[0])) q->in[0] = convert_plain;
    }
    return t->kind == IR_TYPE_TUPLE && unary(q) && move_axis(q, "axis");
}

static bool layer_norm(ConvertCall *q) {
    IrAttr *axes = attr_of(q, "axes");
    if (axes->kind != IR_ATTR_INTS) return false;
    for (uint32_t i = 0; i < axes->n; i++) {
        if (has_block(&q->in[0], axes->ints[i])) q->in[0] = convert_plain;
    }
    int64_t *ints = ARENA_ARRAY(&q->m->scratch, int64_t, (size_t)axes->n + 1);
    for (uint32_t i = 0; i < axes->n; i++) {
        ints[i] = place(&q->in[0], (uint32_t)axes->ints[i]);
        if (i && ints[i] < ints[i - 1]) return false; /* gamma has them in order */
    }
    axes->ints = ints;
    return unary(q);
}

/* `out` is `in` without the dims that `gone` marks. */
static ConvertLayout without(const ConvertLayout *in, const bool *gone) {
    ConvertLayout out = {.n = 0};
    for (uint32_t d = 0; d < in->rank; d++) out.rank += !gone[d];
    for (uint32_t j = 0; j < in->n; j++) {
        if (gone[in->at[j].dim]) continue;
        uint32_t before = 0;
        for (uint32_t d = 0; d < in->at[j].dim; d++) before += !gone[d];
        out.at[out.n++] = (ConvertAxis){(uint8_t)before, in->at[j].block};
    }
    return normal(out);
}

/* Sums and the like, squeeze: dims go. */
static bool drop(ConvertCall *q) {
    const bool squeezes = q->b->op == &op_squeeze;
    IrAttr *axes = attr_of(q, "axis");
    bool gone[CONVERT_AXES_MAX] = {false};
    if (squeezes && is_blocked(&q->in[0])) q->in[0] = convert_plain;
    if (axes->kind != IR_ATTR_INTS) return false;
    others_plain(q);
    q->out = q->in[0];
    if (!q->in[0].n) return true;
    for (uint32_t i = 0; i < axes->n; i++) gone[axes->ints[i]] = true;
    int64_t *ints = ARENA_ARRAY(&q->m->scratch, int64_t, (size_t)q->in[0].n);
    axes->n = 0;
    for (uint32_t j = 0; j < q->in[0].n; j++) {
        if (gone[q->in[0].at[j].dim]) ints[axes->n++] = j;
    }
    axes->ints = ints;
    if (squeezes || !attr_of(q, "keepdims")->i) {
        q->out = without(&q->in[0], gone);
        return true;
    }
    for (uint32_t j = 0; j < q->in[0].n; j++) { /* an extent of 1 has no blocks */
        if (gone[q->in[0].at[j].dim] && q->in[0].at[j].block) return false;
    }
    return true;
}

static bool expand(ConvertCall *q) {
    const IrAttr *axes = attr_of(q, "axis");
    if (is_blocked(&q->in[0])) q->in[0] = convert_plain;
    const ConvertLayout *in = &q->in[0];
    if (axes->kind != IR_ATTR_INTS || in->n + axes->n > CONVERT_AXES_MAX) return false;
    q->out = convert_plain;
    if (!in->n) return true;
    bool fresh[CONVERT_AXES_MAX] = {false};
    uint8_t dims[CONVERT_AXES_MAX] = {0};
    const uint32_t rank = in->n + axes->n;
    for (uint32_t i = 0; i < axes->n; i++) fresh[axes->ints[i]] = true;
    for (uint32_t i = 0, old = 0; i < rank; i++) {
        if (!fresh[i]) dims[old++] = (uint8_t)i;
    }
    ConvertLayout out = {.rank = rank};
    for (uint32_t j = 0; out.n < rank; out.n++)
        out.at[out.n].dim = fresh[out.n] ? (uint8_t)out.n : dims[in->at[j++].dim];
    q->out = normal(out);
    return true;
}

static bool permute(ConvertCall *q) {
    IrAttr *axes = attr_of(q, "axes");
    if (is_blocked(&q->in[0])) q->in[0] = convert_plain;
    if (axes->kind != IR_ATTR_INTS) return false;
    int64_t *ints = ARENA_ARRAY(&q->m->scratch, int64_t, (size_t)axes->n + 1);
    for (uint32_t i = 0; i < axes->n; i++) ints[i] = place(&q->in[0], (uint32_t)axes->ints[i]);
    axes->ints = ints;
    q->out = convert_plain;
    return true;
}

static bool slice(ConvertCall *q) {
    if (is_blocked(&q->in[0])) q->in[0] = convert_plain;
    const IrOperand *axes = ir_operand_get(&q->b->operands, 1);
    const uint32_t first = (uint32_t)(axes - q->b->operands.at) + 1;
    if (axes->kind != IR_OPERAND_TUPLE) return false;
    for (uint32_t i = 0; i < axes->n; i++) {
        IrOperand *o = &q->operands[first + i];
        int64_t axis;
        if (o->kind != IR_OPERAND_PRIM || !o->type->value ||
            !ir_dim_is_const(o->type->value, &axis))
            return false;
        if (axis < 0) axis += type_of(q, 0)->ndim;
        o->type = ir_type_prim(q->m, o->type->dtype,
                               ir_dim_const(q->m, place(&q->in[0], (uint32_t)axis)));
    }
    return unary(q);
}

static const char *string_of(ConvertCall *q, const char *name) {
    const IrAttr *attr = attr_of(q, name);
    return attr->kind == IR_ATTR_STRING && !attr->from ? attr->s : NULL;
}

static void set_letters(ConvertCall *q, const char *name, const char *letters) {
    *attr_of(q, name) = (IrAttr){.kind = IR_ATTR_STRING, .s = ir_name(q->m, str_c(letters))};
}

/* Pools and resizes. */
static bool by_letters(ConvertCall *q) {
    if (q->b->op == &op_image_resize2d && is_blocked(&q->in[0])) q->in[0] = convert_plain;
    const char *letters = string_of(q, "layout");
    const bool has_out = ir_op_attr_index(q->b->op, "out_layout") >= 0;
    const char *out = has_out ? string_of(q, "out_layout") : letters;
    if (!letters || (out && strcmp(out, letters) != 0)) return false;
    const char *stored = stored_letters(q->m, letters, &q->in[0]);
    set_letters(q, "layout", stored);
    if (has_out) set_letters(q, "out_layout", stored);
    q->is_blocked = is_blocked(&q->in[0]);
    return unary(q);
}

static bool wished_resize(ConvertCall *q, const ConvertWish *wish) {
    const char *letters = string_of(q, "layout");
    if (!letters || !convert_letters(letters, wish->letters[0], &q->in[0])) return false;
    if (!divides(q->m, type_of(q, 0), &q->in[0])) return false;
    set_letters(q, "layout", wish->letters[0]);
    q->is_blocked = is_blocked(&q->in[0]);
    return unary(q);
}

static bool wished_conv(ConvertCall *q, const ConvertWish *wish, const char *letters,
                        const char *kernel) {
    const char *out = wish->n == 3 ? wish->letters[2] : wish->letters[0];
    if (!convert_letters(letters, wish->letters[0], &q->in[0]) ||
        !convert_letters(kernel, wish->letters[1], &q->in[1]) ||
        !convert_letters(letters, out, &q->out))
        return false;
    if (!divides(q->m, type_of(q, 0), &q->in[0]) || !divides(q->m, type_of(q, 1), &q->in[1]) ||
        !divides(q->m, q->b->var->type, &q->out))
        return false;
    set_letters(q, "data_layout", wish->letters[0]);
    set_letters(q, "kernel_layout", wish->letters[1]);
    set_letters(q, "out_layout", out);
    q->is_blocked = is_blocked(&q->in[0]) || is_blocked(&q->in[1]) || is_blocked(&q->out);
    return true;
}

static bool conv(ConvertCall *q, const ConvertWish *wish) {
    const char *letters = string_of(q, "data_layout"), *out = string_of(q, "out_layout");
    const char *kernel = string_of(q, "kernel_layout");
    if (!letters || !kernel || (out && strcmp(out, letters) != 0)) return false;
    if (wish) return wished_conv(q, wish, letters, kernel);
    set_letters(q, "data_layout", stored_letters(q->m, letters, &q->in[0]));
    set_letters(q, "kernel_layout", stored_letters(q->m, kernel, &q->in[1]));
    set_letters(q, "out_layout", stored_letters(q->m, letters, &q->in[0]));
    q->is_blocked = is_blocked(&q->in[0]) || is_blocked(&q->in[1]);
    q->out = q->in[0];
    return true;
}

static const OpDef *const convolutions[] = {
    &op_nn_conv1d,           &op_nn_conv2d,           &op_nn_conv3d,
    &op_nn_conv1d_transpose, &op_nn_conv2d_transpose, &op_nn_conv3d_transpose,
};

static bool is_conv(const OpDef *op) {
    for (size_t i = 0; i < ARRAY_LEN(convolutions); i++) {
        if (convolutions[i] == op) return true;
    }
    return false;
}

typedef struct {
    const OpDef *op;
    bool (*take)(ConvertCall *q);
} Row;

static const Row rows[] = {
    {&op_ewise_fma, ternary},
    {&op_sum, drop},
    {&op_mean, drop},
    {&op_max, drop},
    {&op_min, drop},
    {&op_prod, drop},
    {&op_std, drop},
    {&op_variance, drop},
    {&op_squeeze, drop},
    {&op_concat, concat},
    {&op_split, split},
    {&op_expand_dims, expand},
    {&op_permute_dims, permute},
    {&op_strided_slice, slice},
    {&op_nn_softmax, along},
    {&op_nn_batch_norm, along},
    {&op_nn_prelu, along},
    {&op_nn_layer_norm, layer_norm},
    {&op_nn_max_pool1d, by_letters},
    {&op_nn_max_pool2d, by_letters},
    {&op_nn_max_pool3d, by_letters},
    {&op_nn_avg_pool1d, by_letters},
    {&op_nn_avg_pool2d, by_letters},
    {&op_nn_avg_pool3d, by_letters},
    {&op_nn_adaptive_avg_pool1d, by_letters},
    {&op_nn_adaptive_avg_pool2d, by_letters},
    {&op_nn_adaptive_avg_pool3d, by_letters},
    {&op_image_resize2d, by_letters},
};

/* Elementwise ones of TVM that take no layout there, and get plain operands. */
static const OpDef *const plain_only[] = {
    &op_clip,
    &op_nn_leakyrelu,
    &op_nn_softplus,
    &op_where,
};

static bool elementwise(ConvertCall *q) {
    for (size_t i = 0; i < ARRAY_LEN(plain_only); i++) {
        if (plain_only[i] == q->b->op) return false;
    }
    const uint32_t n = ir_op_n_operands(q->b->op);
    if (n != q->b->operands.n) return false;
    return n == 1 ? unary(q) : n == 2 ? binary(q) : false;
}

/* Every tensor among the operands has a known rank, and none too high. */
static bool ranks_known(const ConvertCall *q) {
    for (uint32_t i = 0; i < q->b->operands.n; i++) {
        const IrOperand *o = &q->b->operands.at[i];
        if (o->kind != IR_OPERAND_VAR && o->kind != IR_OPERAND_CONST) continue;
        const IrType *t = type_of(q, i);
        if (t->kind == IR_TYPE_TENSOR && (t->ndim < 0 || t->ndim > CONVERT_AXES_MAX)) return false;
    }
    return true;
}

static bool take(ConvertCall *q, const ConvertWish *wish) {
    const OpDef *op = q->b->op;
    if (is_conv(op)) return conv(q, wish);
    if (op == &op_image_resize2d && wish) return wished_resize(q, wish);
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        if (rows[i].op == op) return rows[i].take(q);
    }
    return op->flags & OP_ELEMENTWISE ? elementwise(q) : false;
}

bool convert_call(ConvertCall *self, const ConvertWish *wish) {
    const IrBinding *b = self->b;
    const uint32_t n_attrs = ir_op_n_attrs(b->op);
    self->out = convert_plain;
    self->is_blocked = false;
    self->attrs = ARENA_ARRAY(&self->m->scratch, IrAttr, (size_t)n_attrs + 1);
    self->operands = ARENA_ARRAY(&self->m->scratch, IrOperand, (size_t)b->operands.n + 1);
    memcpy(self->operands, b->operands.at, b->operands.n * sizeof *self->operands);
    bool ok = ranks_known(self);
    for (uint32_t i = 0; i < n_attrs; i++) {
        self->attrs[i] = b->attrs[i];
        ok &= !b->attrs[i].from;
    }
    return ok && take(self, wish);
}

bool convert_letters_of(const OpDef *op, const char **data, const char **kernel) {
    static const char *const letters[][2] = {{"NCW", "OIW"}, {"NCHW", "OIHW"}, {"NCDHW", "OIDHW"}};
    *kernel = NULL;
    *data = letters[1][0];
    if (op == &op_image_resize2d) return true;
    if (!is_conv(op)) return false;
    const ConvRow *row = op->data;
    *data = letters[row->n - 1][0];
    *kernel = letters[row->n - 1][1];
    return true;
}
