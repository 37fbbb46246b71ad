/* SPDX-License-Identifier: Apache-2.0 */
/* The gradient of a convolution with respect to its weight, over one, two and three spatial dims:
 *
 *     out[o, i, k...] = sum over n, q... of
 *         output_grad[n, o, q...] * data[n, group * I + i, q * stride - before + k * dilation ...]
 *
 * where that lies in data. Without groups this is a convolution itself (conv_gradient.c); with them
 * that would need the batch among the channels, which moves all of data. */
#include "ops/conv.h"
#include "ops/sample.h"
#include "ops/spatial.h"

enum { C_LAYOUT = 1, C_RANK, C_DTYPE, C_STRIDES, C_GROUPS, C_EXTENTS };
enum { GRAD, DATA, KERNEL };

const char *const conv_weight_constraints[] = {
    "data_layout and out_layout are permutations of N, C and the spatial letters, kernel_layout of "
    "O, I and the spatial letters",
    "output_grad and data have two dims more than there are spatial ones, and kernel_size as many "
    "as there are",
    "output_grad and data have one floating-point dtype",
    "strides and dilation are 1 or more, padding is 0 or more",
    "groups is 1 or more and divides the channels of data and of output_grad",
    "output_grad has the extents of the convolution's result",
    NULL,
};

/* The channels of operand `arg`, less those of the other groups; NULL: reported. */
static const IrDim *channels_of_group(IrInfer *in, uint32_t arg, const IrDim *channels,
                                      int64_t groups) {
    IrModule *m = in->m;
    const IrDim *n = ir_dim_const(m, groups);
    if (infer_equal(in, ir_dim_floormod(m, channels, n), ir_dim_const(m, 0)) != IR_REFUTED)
        return ir_dim_floordiv(m, channels, n);
    infer_fail(in, C_GROUPS,
               infer_text(in, "channels of `%s` that %lld groups divide", in->op->params[arg].name,
                          (long long)groups),
               ir_dim_text(m, channels));
    return NULL;
}

static bool check_groups(IrInfer *in, int64_t groups) {
    if (groups >= 1) return true;
    infer_fail(in, C_GROUPS, "groups of 1 or more", infer_text(in, "%lld", (long long)groups));
    return false;
}

const IrType *conv_weight_infer(IrInfer *in) {
    const int n = ((const ConvRow *)in->op->data)->n;
    const char *letters = spatial_data_letters(n);
    const IrType *grad = in->args[GRAD].type, *data = in->args[DATA].type;
    uint8_t data_at[SPATIAL_RANK_MAX], kernel_at[SPATIAL_RANK_MAX], grad_at[SPATIAL_RANK_MAX];
    if (!spatial_layout(in, "data_layout", letters, C_LAYOUT, data_at) ||
        !spatial_layout(in, "kernel_layout", spatial_kernel_letters(n), C_LAYOUT, kernel_at) ||
        !spatial_out_layout(in, "data_layout", letters, C_LAYOUT, grad_at) ||
        !infer_ndim(in, GRAD, n + 2, C_RANK) || !infer_ndim(in, DATA, n + 2, C_RANK)) {
        return NULL;
    }
    int32_t n_kernel;
    IrDims kernel = infer_shape_arg(in, KERNEL, &n_kernel);
    if (n_kernel >= 0 && n_kernel != n) {
        return infer_fail(in, C_RANK, infer_text(in, "a kernel_size of %d extents", n),
                          infer_text(in, "%d", (int)n_kernel));
    }
    DType dtype;
    int64_t strides[SPATIAL_MAX], dilation[SPATIAL_MAX], padding[2 * SPATIAL_MAX];
    const int64_t groups = infer_int(in, "groups");
    if (!infer_same_dtype(in, GRAD, DATA, C_DTYPE, &dtype) ||
        !infer_dtype_kind(in, GRAD, KIND_FLOAT, C_DTYPE) ||
        !infer_dtype_kind(in, DATA, KIND_FLOAT, C_DTYPE) ||
        !spatial_ints(in, "strides", n, 1, C_STRIDES, strides) ||
        !spatial_padding(in, n, C_STRIDES, padding) ||
        !spatial_ints(in, "dilation", n, 1, C_STRIDES, dilation) || !check_groups(in, groups)) {
        return NULL;
    }
    const IrDim *outer = NULL, *inner = NULL;
    if (grad->dims && !(outer = channels_of_group(in, GRAD, grad->dims[grad_at[1]], groups)))
        return NULL;
    if (data->dims && !(inner = channels_of_group(in, DATA, data->dims[data_at[1]], groups)))
        return NULL;
    if (!outer || !inner || !kernel) return infer_tensor_ndim(in, n + 2, dtype);
    if (!infer_dim_eq(in, grad->dims[grad_at[0]], data->dims[data_at[0]], C_EXTENTS,
                      "the batch of `output_grad` and `data`"))
        return NULL;
    const IrDim *dims[SPATIAL_RANK_MAX];
    dims[kernel_at[0]] = grad->dims[grad_at[1]];
    dims[kernel_at[1]] = inner;
    for (int i = 0; i < n; i++) {
        const SpatialWindow w = {
            .extent = data->dims[data_at[2 + i]],
            .kernel = kernel[i],
            .before = padding[i],
            .after = padding[n + i],
            .stride = strides[i],
            .dilation = dilation[i],
            .letter = letters[2 + i],
        };
        const IrDim *extent = spatial_windows(in, &w, C_EXTENTS);
        if (!extent ||
            !infer_dim_eq(in, grad->dims[grad_at[2 + i]], extent, C_EXTENTS,
                          infer_text(in, "windows along %c of `output_grad`", letters[2 + i])))
            return NULL;
        dims[kernel_at[2 + i]] = kernel[i];
    }
    return infer_tensor(in, dims, n + 2, dtype);
}

void conv_weight_lower(OpLower *low) {
    const int n = ((const ConvRow *)low->op->data)->n;
    const LoopBuffer *grad = low->in[GRAD], *data = low->in[DATA], *out = low->out[0];
    const int64_t *strides = lower_attr(low, "strides")->ints,
                  *padding = lower_attr(low, "padding")->ints,
                  *dilation = lower_attr(low, "dilation")->ints;
    const int64_t groups = lower_int(low, "groups");
    const DType acc = lower_acc_dtype(out->dtype);
    uint8_t data_at[SPATIAL_RANK_MAX], kernel_at[SPATIAL_RANK_MAX], grad_at[SPATIAL_RANK_MAX];
    spatial_positions(lower_attr(low, "data_layout")->s, spatial_data_letters(n), data_at);
    spatial_positions(lower_attr(low, "kernel_layout")->s, spatial_kernel_letters(n), kernel_at);
    spatial_positions(lower_attr(low, "out_layout")->s, spatial_data_letters(n), grad_at);

    const LoopExpr **index = lower_open(low, out, UINT32_MAX);
    const LoopExpr *o = index[kernel_at[0]], *channel = index[kernel_at[1]];
    if (groups > 1) {
        const LoopExpr *size =
            l_op2(low, LOOP_FLOORDIV, out->dims[kernel_at[0]], l_index(low, groups));
        const LoopExpr *group = l_op2(low, LOOP_FLOORDIV, o, size);
        channel = l_add(low, l_mul(low, group, out->dims[kernel_at[1]]), channel);
    }
    const LoopBuffer *sum = loop_scalar(low->b, "sum", l_num(low, acc, 0));
    const LoopExpr *from[SPATIAL_RANK_MAX], *by[SPATIAL_RANK_MAX];
    from[data_at[0]] = by[grad_at[0]] = lower_for(low, data->dims[data_at[0]], LOOP_SERIAL);
    from[data_at[1]] = channel;
    by[grad_at[1]] = o;
    /* The window of an element of the weight: what it was multiplied with. */
    SpatialLoop dims[SPATIAL_MAX];
    for (int i = 0; i < n; i++) {
        dims[i] = (SpatialLoop){
            .kernel = grad->dims[grad_at[2 + i]],
            .extent = data->dims[data_at[2 + i]],
            .o = index[kernel_at[2 + i]],
            .stride = dilation[i],
            .before = padding[i],
            .dilation = strides[i],
            .padded = padding[i] || padding[n + i],
        };
    }
    const uint32_t opened = spatial_open_window(low, dims, n);
    for (int i = 0; i < n; i++) {
        from[data_at[2 + i]] = dims[i].p;
        by[grad_at[2 + i]] = dims[i].k;
    }
    const LoopExpr *dy = l_cast(low, acc, lower_load(low, grad, by));
    const LoopExpr *x = l_cast(low, acc, lower_load(low, data, from));
    loop_set(low->b, sum, l_add(low, loop_get(low->b, sum), l_mul(low, dy, x)));
    lower_close(low, opened + 1);
    lower_store(low, out, index, l_cast(low, out->dtype, loop_get(low->b, sum)));
    lower_close(low, out->ndim);
}

/* What is drawn along a spatial dim. */
typedef struct {
    int64_t stride, dilation, kernel, before, after, windows, extent;
} DrawnAxis;

static DrawnAxis draw_axis(OpSample *s) {
    DrawnAxis a = {
        .stride = s_chance(s, 60) && !s_varied(s, "strides") ? 1 : s_range(s, 2, 3),
        .dilation = s_chance(s, 60) && !s_varied(s, "dilation") ? 1 : s_range(s, 2, 3),
        .kernel = s_range(s, 1, 3),
        .before = s_chance(s, 50) && !s_varied(s, "padding") ? 0 : s_range(s, 0, 2),
        .after = s_chance(s, 50) ? 0 : s_range(s, 0, 2),
        .windows = s_range(s, 1, 3),
    };
    const int64_t reach = a.dilation * (a.kernel - 1) + 1, pads = a.before + a.after;
    a.extent = (a.windows - 1) * a.stride + reach - pads + s_range(s, 0, a.stride - 1);
    while (a.extent < 1) {
        a.extent += a.stride;
        a.windows++;
    }
    return a;
}

static const char *draw_layout(OpSample *s, const char *name, const char *const *from) {
    return from[s_varied(s, name) ? s_range(s, 1, 2) : s_range(s, 0, 2)];
}

void conv_weight_sample(OpSample *s) {
    static const char *const layouts[][3] = {
        {"NCW", "NWC", "CNW"}, {"NCHW", "NHWC", "NHCW"}, {"NCDHW", "NDHWC", "NDCHW"}};
    static const char *const kernels[][3] = {
        {"OIW", "WIO", "IOW"}, {"OIHW", "HWIO", "OHWI"}, {"OIDHW", "DHWIO", "IODHW"}};
    const int n = ((const ConvRow *)s->op->data)->n;
    const DType dtype = s_dtype(s, KIND_FLOAT);
    const char *layout = draw_layout(s, "data_layout", layouts[n - 1]), *out = layout;
    const bool has_out = s_varied(s, "out_layout") || s_chance(s, 30);
    if (has_out) out = draw_layout(s, "out_layout", layouts[n - 1]);
    const int64_t groups = s_varied(s, "groups") || s_chance(s, 60) ? s_range(s, 2, 3) : 1;
    const int64_t inner = s_range(s, 1, 2), outer = s_range(s, 1, 2);
    uint8_t data_at[SPATIAL_RANK_MAX], grad_at[SPATIAL_RANK_MAX];
    spatial_positions(layout, spatial_data_letters(n), data_at);
    spatial_positions(out, spatial_data_letters(n), grad_at);
    const IrDim *data[SPATIAL_RANK_MAX], *grad[SPATIAL_RANK_MAX], *kernel[SPATIAL_MAX];
    int64_t strides[SPATIAL_MAX], dilation[SPATIAL_MAX], padding[2 * SPATIAL_MAX];
    data[data_at[0]] = grad[grad_at[0]] = s_dim(s, 0);
    data[data_at[1]] = s_const(s, groups * inner);
    grad[grad_at[1]] = s_const(s, groups * outer);
    for (int i = 0; i < n; i++) {
        const DrawnAxis a = draw_axis(s);
        strides[i] = a.stride;
        dilation[i] = a.dilation;
        padding[i] = a.before;
        padding[n + i] = a.after;
        data[data_at[2 + i]] = s_const(s, a.extent);
        grad[grad_at[2 + i]] = s_const(s, a.windows);
        kernel[i] = s_const(s, a.kernel);
    }
    s_tensor_dims(s, grad, n + 2, dtype);
    s_tensor_dims(s, data, n + 2, dtype);
    s_shape(s, kernel, n);
    s_set_ints(s, "strides", strides, (uint32_t)n);
    s_set_ints(s, "padding", padding, 2 * (uint32_t)n);
    s_set_ints(s, "dilation", dilation, (uint32_t)n);
    s_set_int(s, "groups", groups);
    s_set_string(s, "data_layout", layout);
    s_set_string(s, "kernel_layout", draw_layout(s, "kernel_layout", kernels[n - 1]));
    if (has_out) s_set_string(s, "out_layout", out);
}
