/* SPDX-License-Identifier: Apache-2.0 */
/* SplitTransposedConv: transposed convolutions that are channels-last, and whose strides divide the
 * kernel, become convolutions of stride 1.
 *
 * Along a dim, position q = s*Q + r of the result (the padding counted in) is a sum over the
 * kernel's k = s*j + r, of data at Q - j. So all phases r read the same K / s places of data: a
 * convolution has s times the channels, phases outside of channels, and a kernel that is the old
 * one, cut in s parts and with j reversed. Its result is taken apart and put together, and what
 * padding cuts off goes.
 *
 *     y = R.nn.conv2d_transpose(x, w, strides=[2, 2])
 *
 * becomes
 *
 *     v = (w with its dims as J, J, I, s * s * O, and J reversed)
 *     c = R.nn.conv2d(x, v, padding=...)
 *     y = R.reshape(R.permute_dims(R.reshape(c, ...), ...), ...)
 *
 * Nothing is computed that was not computed before: other kernels would need zeros, and those meet
 * infinities. Dilation, groups, and extents of which it is not proved that the convolution has a
 * place stay as they are. */
#include "ops/conv.h"
#include "ops/ops.h"
#include "ops/spatial.h"
#include "passes/decompose_calls.h"
#include "passes/passes.h"

static const OpDef *const ops[] = {&op_nn_conv1d_transpose, &op_nn_conv2d_transpose,
                                   &op_nn_conv3d_transpose};
static const struct {
    const OpDef *to;
    const char *layout, *kernel_layout;
} rows[] = {
    {&op_nn_conv1d, "NWC", "WIO"},
    {&op_nn_conv2d, "NHWC", "HWIO"},
    {&op_nn_conv3d, "NDHWC", "DHWIO"},
};

/* Along one dim. */
typedef struct {
    int64_t stride, taps; /* taps: K / s */
    /* element of the result that stays, of those that the convolution gives */
    int64_t first;
} Phases;

typedef struct {
    OpDecompose d;
    int n;
    uint8_t kernel_at[SPATIAL_RANK_MAX]; /* of O, I and the spatial letters */
    Phases dims[SPATIAL_MAX];
    int64_t padding[2 * SPATIAL_MAX];
    size_t row;
} Split;

/* Of the convolution: padding, and which of its elements stay. */
static bool plan_dim(Split *s, int i, const IrDim *extent, int64_t kernel) {
    const int64_t stride = d_attr(&s->d, "strides")->ints[i],
                  more = d_attr(&s->d, "output_padding")->ints[i];
    const int64_t *padding = d_attr(&s->d, "padding")->ints;
    if (d_attr(&s->d, "dilation")->ints[i] != 1 || kernel % stride || kernel <= 0) return false;
    Phases *p = &s->dims[i];
    *p = (Phases){.stride = stride, .taps = kernel / stride, .first = padding[i] % stride};
    const int64_t whole = kernel + more - padding[s->n + i];
    if (whole <= 0) return false;
    const int64_t before = p->taps - 1 - padding[i] / stride,
                  after = (whole + stride - 1) / stride - 1;
    s->padding[i] = before;
    s->padding[s->n + i] = after;
    const IrDim *least = ir_dim_const(s->d.b->m, p->taps - before - after);
    return before >= 0 && after >= 0 && ir_dim_le(s->d.b->m, least, extent) == IR_PROVED;
}

static bool plan(Split *s) {
    const IrType *data = s->d.types[0], *weight = s->d.types[1];
    s->n = (int)s->row + 1;
    if (!data->dims || !weight->dims || !s->d.result->dims) return false;
    if (!d_string_is(&s->d, "data_layout", rows[s->row].layout) ||
        !d_string_is(&s->d, "out_layout", rows[s->row].layout) || d_int(&s->d, "groups") != 1)
        return false;
    spatial_positions(d_attr(&s->d, "kernel_layout")->s, spatial_kernel_letters(s->n),
                      s->kernel_at);
    for (int i = 0; i < s->n; i++) {
        int64_t kernel;
        if (!ir_dim_is_const(weight->dims[s->kernel_at[2 + i]], &kernel) ||
            !plan_dim(s, i, data->dims[1 + i], kernel))
            return false;
    }
    return true;
}

static IrOperand flip(OpDecompose *d, IrOperand x, int64_t axis) {
    IrAttr *attrs = d_attrs(d, &op_flip);
    d_set_int(&op_flip, attrs, "axis", axis);
    return d_call(d, &op_flip, &x, 1, attrs);
}

/* [O, I, s*J ...] in any order to [J ..., I, s * ... * O], J reversed. */
static IrOperand weight_of(Split *s) {
    OpDecompose *d = &s->d;
    IrModule *m = d->b->m;
    const IrType *t = d->types[1];
    const int n = s->n;
    int64_t order[2 * SPATIAL_RANK_MAX];
    const IrDim *dims[2 * SPATIAL_RANK_MAX], *channels = t->dims[s->kernel_at[0]];
    for (int i = 0; i < n; i++) order[i] = s->kernel_at[2 + i];
    order[n] = s->kernel_at[1];
    order[n + 1] = s->kernel_at[0];
    IrOperand w = d_permute(d, d_arg(d, 1), order, (uint32_t)n + 2);
    for (int i = 0; i < n; i++) {
        dims[2 * i] = ir_dim_const(m, s->dims[i].taps);
        dims[2 * i + 1] = ir_dim_const(m, s->dims[i].stride);
        order[i] = 2 * i;
        order[n + 1 + i] = 2 * i + 1;
    }
    order[n] = 2 * n;
    order[2 * n + 1] = 2 * n + 1;
    dims[2 * n] = t->dims[s->kernel_at[1]];
    dims[2 * n + 1] = channels;
    w = d_permute(d, d_reshape(d, w, dims, 2 * n + 2), order, 2 * (uint32_t)n + 2);
    for (int i = 0; i < n; i++) {
        dims[i] = ir_dim_const(m, s->dims[i].taps);
        channels = ir_dim_scale(m, channels, s->dims[i].stride);
    }
    dims[n] = t->dims[s->kernel_at[1]];
    dims[n + 1] = channels;
    w = d_reshape(d, w, dims, n + 2);
    for (int i = 0; i < n; i++) {
        if (s->dims[i].taps > 1) w = flip(d, w, i);
    }
    return w;
}

static IrOperand convolution(Split *s, IrOperand weight) {
    OpDecompose *d = &s->d;
    const OpDef *op = rows[s->row].to;
    int64_t ones[SPATIAL_MAX];
    for (int i = 0; i < s->n; i++) ones[i] = 1;
    IrAttr *attrs = d_attrs(d, op);
    d_set_ints(op, attrs, "strides", ones, (uint32_t)s->n);
    d_set_ints(op, attrs, "padding", s->padding, 2 * (uint32_t)s->n);
    d_set_string(d, op, attrs, "data_layout", rows[s->row].layout);
    d_set_string(d, op, attrs, "kernel_layout", rows[s->row].kernel_layout);
    d_set_string(d, op, attrs, "out_layout", rows[s->row].layout);
    d_set_dtype(op, attrs, "out_dtype", d->result->dtype);
    const IrOperand operands[] = {d_arg(d, 0), weight};
    return d_call(d, op, operands, 2, attrs);
}

/* The elements that stay, along all dims at once. */
static IrOperand cut(Split *s, IrOperand x) {
    OpDecompose *d = &s->d;
    IrModule *m = d->b->m;
    const IrType *t = d_type(d, x);
    const IrDim *begin[SPATIAL_MAX], *end[SPATIAL_MAX];
    int64_t axes[SPATIAL_MAX];
    uint32_t n = 0;
    for (int i = 0; i < s->n; i++) {
        const IrDim *extent = d->result->dims[1 + i];
        if (t->dims[1 + i] == extent) continue;
        axes[n] = 1 + i;
        begin[n] = ir_dim_const(m, s->dims[i].first);
        end[n] = ir_dim_add(m, begin[n], extent);
        n++;
    }
    return d_slice(d, x, axes, begin, end, n, NULL);
}

/* [N, Q ..., s * ... * O] to [N, Q * s ..., O], cut. */
static IrOperand result_of(Split *s, IrOperand c) {
    OpDecompose *d = &s->d;
    IrModule *m = d->b->m;
    const int n = s->n;
    const IrType *t = d_type(d, c);
    const IrDim *dims[2 * SPATIAL_RANK_MAX];
    int64_t order[2 * SPATIAL_RANK_MAX];
    dims[0] = t->dims[0];
    order[0] = 0;
    for (int i = 0; i < n; i++) {
        dims[1 + i] = t->dims[1 + i];
        dims[1 + n + i] = ir_dim_const(m, s->dims[i].stride);
        order[1 + 2 * i] = 1 + i;
        order[2 + 2 * i] = 1 + n + i;
    }
    dims[2 * n + 1] = d->result->dims[n + 1];
    order[2 * n + 1] = 2 * n + 1;
    c = d_permute(d, d_reshape(d, c, dims, 2 * n + 2), order, 2 * (uint32_t)n + 2);
    for (int i = 0; i < n; i++) dims[1 + i] = ir_dim_scale(m, t->dims[1 + i], s->dims[i].stride);
    dims[n + 1] = d->result->dims[n + 1];
    return cut(s, d_reshape(d, c, dims, n + 2));
}

static bool makes(void *user, const OpDecompose *d, size_t row, IrOperand *out) {
    Split s = {.row = row, .d = *d};
    (void)user;
    if (!plan(&s)) return false;
    *out = result_of(&s, convolution(&s, weight_of(&s)));
    return true;
}

bool pass_split_transposed_conv(IrModule *m) {
    return decompose_calls(
        m, &(DecomposeCalls){
               .pass = "SplitTransposedConv", .ops = ops, .n_ops = ARRAY_LEN(ops), .makes = makes});
}
