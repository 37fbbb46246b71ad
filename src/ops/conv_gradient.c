/* SPDX-License-Identifier: Apache-2.0 */
/* Gradients of convolutions and of their transposes: Dumoulin and Visin, A guide to convolution
 * arithmetic for deep learning (2016), chapter 4; the weight's as in PyTorch's
 * convolution_backward.
 *
 * Both operators pair a large tensor b with a small one s over the same products:
 *
 *     s[n, o, p] += b[n, i, p * stride - before + k * dilation] * w[o, i, k]
 *
 * A convolution makes s of b, a transpose b of s. So the adjoint of the data of the one is the
 * other, of the same weight with O and I exchanged, and the weight's is a convolution of b with s
 * as the kernel, where the batch plays the channels' part, with strides and dilation exchanged:
 *
 *     w[o, i, k] = sum over n, p of b[n, i, k * dilation - before + p * stride] * s[n, o, p]
 *
 * Nothing is transposed for that: layouts say it. With groups it would be a convolution of which
 * the channels of b are (group, batch), and its batch those of one group: so the operator for it
 * (conv_weight.c) decomposes where a format has no other form.
 *
 * Where a stride leaves elements of b at the end that no window covers, the results come out too
 * long (or, in the transpose, too short: output_padding), and are cut. */
#include "ops/conv.h"
#include "ops/ops.h"
#include "ops/spatial.h"

/* The call as a pair. kernel_layout is as the convolution has it that makes s of b. */
typedef struct {
    OpDecompose *d;
    const ConvRow *row;
    int n;
    const char *big_layout, *small_layout, *kernel_layout;
    const IrType *big, *small, *weight;
    const int64_t *strides, *dilation;
    int64_t padding[2 * SPATIAL_MAX];
    int64_t groups;
    bool may_be_empty; /* s may have no place along a spatial dim, which no convolution gives */
    DType dtype;       /* of the sums */
} Pair;

/* The layout with letters of `from` replaced by those of `to`. */
static const char *renamed(const Pair *c, const char *layout, const char *from, const char *to) {
    char *s = arena_strdup(&c->d->b->m->scratch, str_c(layout));
    for (char *p = s; *p; p++) {
        const char *at = strchr(from, *p);
        if (at) *p = to[at - from];
    }
    return s;
}

static int at(const char *layout, char letter) { return (int)(strchr(layout, letter) - layout); }

static DType wider(DType a, DType b) {
    if (a == b) return a;
    const size_t x = dtype_size(a), y = dtype_size(b);
    return x == y ? DTYPE_FLOAT32 : x > y ? a : b;
}

static Pair pair_of(OpGradient *g) {
    const ConvRow *row = g->d.op->data;
    OpDecompose *d = &g->d;
    const IrType *data = d->types[0], *out = d->result;
    Pair c = {
        .d = d,
        .row = row,
        .n = row->n,
        .big_layout = d_attr(d, row->transpose ? "out_layout" : "data_layout")->s,
        .small_layout = d_attr(d, row->transpose ? "data_layout" : "out_layout")->s,
        .kernel_layout = d_attr(d, "kernel_layout")->s,
        .big = row->transpose ? out : data,
        .small = row->transpose ? data : out,
        .weight = d->types[1],
        .strides = d_attr(d, "strides")->ints,
        .dilation = d_attr(d, "dilation")->ints,
        .groups = d_int(d, "groups"),
        .dtype = wider(data->dtype, out->dtype),
    };
    memcpy(c.padding, d_attr(d, "padding")->ints, 2 * (size_t)c.n * sizeof *c.padding);
    if (!row->transpose) return c;
    c.kernel_layout = renamed(&c, c.kernel_layout, "OI", "IO");
    const IrDim *one = ir_dim_const(d->b->m, 1);
    for (int i = 0; i < c.n; i++) {
        const IrDim *extent = c.small->dims[at(c.small_layout, spatial_data_letters(c.n)[2 + i])];
        c.may_be_empty |= ir_dim_le(d->b->m, one, extent) != IR_PROVED;
    }
    /* One place more, which is cut off again or has zeros. */
    for (int i = 0; c.may_be_empty && i < c.n; i++) c.padding[c.n + i] += c.strides[i];
    return c;
}

/* x without what goes beyond these dims. */
static IrOperand cut(const Pair *c, IrOperand x, const IrType *to) {
    const IrType *t = d_type(c->d, x);
    const IrDim *begin[SPATIAL_RANK_MAX], *end[SPATIAL_RANK_MAX];
    int64_t axes[SPATIAL_RANK_MAX];
    uint32_t n = 0;
    for (int32_t i = 0; i < t->ndim; i++) {
        if (t->dims[i] == to->dims[i]) continue;
        axes[n] = i;
        begin[n] = ir_dim_const(c->d->b->m, 0);
        end[n++] = to->dims[i];
    }
    return d_slice(c->d, x, axes, begin, end, n, NULL);
}

/* How much the transpose of s falls short of b along spatial dim i: its output_padding. What is not
 * known is cut. */
static int64_t shortage(const Pair *c, int i) {
    IrModule *m = c->d->b->m;
    const char letter = spatial_data_letters(c->n)[2 + i];
    const IrDim *extent = c->big->dims[at(c->big_layout, letter)];
    const IrDim *kernel = c->weight->dims[at(c->kernel_layout, letter)];
    const IrDim *reach = ir_dim_scale(m, ir_dim_offset(m, kernel, -1), c->dilation[i]);
    const IrDim *room = ir_dim_sub(m, ir_dim_offset(m, extent, c->padding[i]), reach);
    room = ir_dim_offset(m, ir_dim_offset(m, room, c->padding[c->n + i]), -1);
    int64_t v;
    const IrDim *rest = ir_dim_floormod(m, room, ir_dim_const(m, c->strides[i]));
    return ir_dim_is_const(rest, &v) ? v : c->strides[i] - 1;
}

static IrAttr *attrs_of(const Pair *c, const OpDef *op, const char *data, const char *kernel,
                        const char *out) {
    IrAttr *attrs = d_attrs(c->d, op);
    d_set_ints(op, attrs, "strides", c->strides, (uint32_t)c->n);
    d_set_ints(op, attrs, "dilation", c->dilation, (uint32_t)c->n);
    d_set_ints(op, attrs, "padding", c->padding, 2 * (uint32_t)c->n);
    d_set_int(op, attrs, "groups", c->groups);
    d_set_string(c->d, op, attrs, "data_layout", data);
    d_set_string(c->d, op, attrs, "kernel_layout", kernel);
    d_set_string(c->d, op, attrs, "out_layout", out);
    return attrs;
}

static IrOperand cast(const Pair *c, IrOperand x) { return d_cast(c->d, x, c->dtype); }

/* The adjoint of s: as b makes it. */
static IrOperand small_adjoint(const Pair *c, IrOperand big, IrOperand weight) {
    const OpDef *op = c->row->conv;
    const IrOperand operands[] = {big, weight};
    IrAttr *attrs = attrs_of(c, op, c->big_layout, c->kernel_layout, c->small_layout);
    return cut(c, d_call(c->d, op, operands, 2, attrs), c->small);
}

static IrOperand big_adjoint(const Pair *c, IrOperand small, IrOperand weight) {
    const OpDef *op = c->row->transposed;
    int64_t output_padding[SPATIAL_MAX];
    for (int i = 0; i < c->n; i++) output_padding[i] = shortage(c, i);
    const IrOperand operands[] = {small, weight};
    const char *kernel = renamed(c, c->kernel_layout, "OI", "IO");
    IrAttr *attrs = attrs_of(c, op, c->small_layout, kernel, c->big_layout);
    d_set_ints(op, attrs, "output_padding", output_padding, (uint32_t)c->n);
    return cut(c, d_call(c->d, op, operands, 2, attrs), c->big);
}

/* b with channels (group, batch) and one group's channels as the batch. */
static IrOperand regrouped(const Pair *c, IrOperand big) {
    IrModule *m = c->d->b->m;
    const int32_t ndim = c->n + 2, batch = at(c->big_layout, 'N'),
                  channels = at(c->big_layout, 'C');
    const IrDim *each = c->weight->dims[at(c->kernel_layout, 'I')],
                *groups = ir_dim_const(m, c->groups);
    const IrDim *whole[SPATIAL_RANK_MAX], *split[SPATIAL_RANK_MAX + 1];
    int64_t order[SPATIAL_RANK_MAX + 1];
    for (int32_t i = 0; i < ndim; i++) whole[i] = split[i + (i > channels)] = c->big->dims[i];
    whole[channels] = ir_dim_mul(m, groups, each);
    split[channels] = groups;
    split[channels + 1] = each;
    for (int32_t i = 0; i <= ndim; i++) order[i] = i;
    const int32_t from = batch + (batch > channels);
    order[from] = channels + 1;
    order[channels + 1] = from;
    IrOperand x = d_match(c->d, big, whole, ndim);
    x = d_permute(c->d, d_reshape(c->d, x, split, ndim + 1), order, (uint32_t)ndim + 1);
    whole[channels] = ir_dim_mul(m, groups, whole[batch]);
    whole[batch] = each;
    return d_reshape(c->d, x, whole, ndim);
}

/* s with a place more at the end of each spatial dim, of zeros: where padding has one more too. */
static IrOperand extended(const Pair *c, IrOperand small) {
    int64_t width[2 * SPATIAL_RANK_MAX] = {0};
    for (int i = 0; i < c->n; i++)
        width[2 * at(c->small_layout, spatial_data_letters(c->n)[2 + i]) + 1] = 1;
    IrAttr *attrs = d_attrs(c->d, &op_nn_pad);
    d_set_ints(&op_nn_pad, attrs, "pad_width", width, 2 * (uint32_t)(c->n + 2));
    return d_call(c->d, &op_nn_pad, &small, 1, attrs);
}

/* The weight's adjoint as a convolution of b with s. */
static IrOperand weight_as_conv(const Pair *c, IrOperand big, IrOperand small) {
    const OpDef *op = c->row->conv;
    const char *data = c->big_layout;
    if (c->groups > 1)
        big = regrouped(c, big);
    else
        data = renamed(c, data, "NC", "CN");
    const char *kernel = renamed(c, c->small_layout, "NC", "IO");
    IrAttr *attrs = attrs_of(c, op, data, kernel, renamed(c, c->kernel_layout, "IO", "NC"));
    d_set_ints(op, attrs, "strides", c->dilation, (uint32_t)c->n);
    d_set_ints(op, attrs, "dilation", c->strides, (uint32_t)c->n);
    const IrOperand operands[] = {big, small};
    return cut(c, d_call(c->d, op, operands, 2, attrs), c->weight);
}

static IrOperand weight_adjoint(const Pair *c, IrOperand big, IrOperand small) {
    if (c->may_be_empty) small = extended(c, small);
    if (c->groups == 1) return weight_as_conv(c, big, small);
    const OpDef *op = c->row->weight;
    const IrDim *kernel[SPATIAL_MAX];
    for (int i = 0; i < c->n; i++) {
        const char letter = spatial_kernel_letters(c->n)[2 + i];
        kernel[i] = c->weight->dims[at(c->kernel_layout, letter)];
    }
    const IrOperand size = d_shape(c->d, kernel, c->n), operands[] = {small, big, size};
    IrAttr *attrs = attrs_of(c, op, c->big_layout, c->kernel_layout, c->small_layout);
    return d_match(c->d, d_call(c->d, op, operands, 3, attrs), c->weight->dims, c->n + 2);
}

void grad_conv(OpGradient *g) {
    const ConvRow *row = g->d.op->data;
    const Pair c = pair_of(g);
    const IrOperand dy = cast(&c, g_adjoint(g));
    if (g_wants(g, 0)) {
        const IrOperand weight = cast(&c, d_arg(&g->d, 1));
        g_add(g, 0, row->transpose ? small_adjoint(&c, dy, weight) : big_adjoint(&c, dy, weight));
    }
    if (!g_wants(g, 1)) return;
    const IrOperand x = cast(&c, d_arg(&g->d, 0));
    g_add(g, 1, row->transpose ? weight_adjoint(&c, dy, x) : weight_adjoint(&c, x, dy));
}

/* A call of the weight's adjoint as a pair: s is operand 0, b operand 1. */
static Pair pair_of_weight(OpDecompose *d) {
    const ConvRow *row = d->op->data;
    Pair c = {
        .d = d,
        .row = row,
        .n = row->n,
        .big_layout = d_attr(d, "data_layout")->s,
        .small_layout = d_attr(d, "out_layout")->s,
        .kernel_layout = d_attr(d, "kernel_layout")->s,
        .big = d->types[1],
        .small = d->types[0],
        .weight = d->result,
        .strides = d_attr(d, "strides")->ints,
        .dilation = d_attr(d, "dilation")->ints,
        .groups = d_int(d, "groups"),
        .dtype = d->result->dtype,
    };
    memcpy(c.padding, d_attr(d, "padding")->ints, 2 * (size_t)c.n * sizeof *c.padding);
    return c;
}

IrVar *conv_weight_as_conv(OpDecompose *d) {
    const Pair c = pair_of_weight(d);
    const IrOperand big = d_arg(d, 1), small = d_arg(d, 0);
    return d_result(d, weight_as_conv(&c, big, small));
}

void grad_conv_weight(OpGradient *g) {
    if (!g->d.result->dims) d_not_known(&g->d, "the extents of the weight", g->d.result);
    const Pair c = pair_of_weight(&g->d);
    const IrOperand weight = g_adjoint(g);
    if (g_wants(g, 0)) {
        const IrOperand big = d_arg(&g->d, 1);
        g_add(g, 0, small_adjoint(&c, big, weight));
    }
    if (!g_wants(g, 1)) return;
    const IrOperand small = d_arg(&g->d, 0);
    g_add(g, 1, big_adjoint(&c, small, weight));
}
