/* SPDX-License-Identifier: Apache-2.0 */
/* Convolutions over one, two and three spatial dims, and their transposes. One rule serves all, as
 * the layouts say where N, C, O, I and the spatial dims stand. */
#include "ops/ops.h"
#include "ops/spatial.h"

typedef struct {
    int n; /* spatial dims */
    bool transpose;
} ConvRow;

enum { C_LAYOUT = 1, C_RANK, C_DTYPE, C_STRIDES, C_GROUPS, C_CHANNELS, C_KERNEL, C_OUTPUT_PADDING };

#define SHARED                                                                                     \
    "data_layout and out_layout are permutations of N, C and the spatial letters, "                \
    "kernel_layout of O, I and the spatial letters; no blocked layouts",                           \
        "data and weight have two dims more than there are spatial ones",                          \
        "data and weight have one dtype, an integer or floating-point one",                        \
        "strides and dilation are 1 or more, padding is 0 or more"

static const char *const conv_constraints[] = {
    SHARED,
    "groups is 1 or more and divides the channels of data and dim O of weight",
    "the channels of data are groups times dim I of weight",
    "no kernel extent is 0, and the dilated kernel fits in the padded data",
    NULL,
};

static const char *const transpose_constraints[] = {
    SHARED,
    "groups is 1 or more and divides the channels of data",
    "the channels of data equal dim I of weight",
    "no kernel extent is 0, and no extent of the result is negative",
    "output_padding is 0 or more and less than the stride",
    NULL,
};

/* groups divides `channels`, called `what`. */
static bool check_groups(IrInfer *in, const IrDim *channels, const char *what) {
    int64_t groups = infer_int(in, "groups");
    const IrDim *zero = ir_dim_const(in->m, 0);
    if (ir_dim_eq(in->m, ir_dim_floormod(in->m, channels, ir_dim_const(in->m, groups)), zero) !=
        IR_REFUTED) {
        return true;
    }
    infer_fail(in, C_GROUPS, infer_text(in, "%s that %lld groups divide", what, (long long)groups),
               ir_dim_text(in->m, channels));
    return false;
}

static bool check_output_padding(IrInfer *in, int n, const int64_t *strides, int64_t *out) {
    if (!spatial_ints(in, "output_padding", n, 0, C_OUTPUT_PADDING, out)) return false;
    for (int i = 0; i < n; i++) {
        if (out[i] < strides[i]) continue;
        infer_fail(
            in, C_OUTPUT_PADDING,
            infer_text(in, "output_padding less than the stride %lld", (long long)strides[i]),
            infer_text(in, "%lld", (long long)out[i]));
        return false;
    }
    return true;
}

/* (extent - 1) * stride + dilation * (kernel - 1) + 1 + output_padding - pads. NULL: reported. */
static const IrDim *transposed_extent(IrInfer *in, const SpatialWindow *w, int64_t output_padding) {
    IrModule *m = in->m;
    const IrDim *one = ir_dim_const(m, 1), *zero = ir_dim_const(m, 0);
    if (ir_dim_le(m, one, w->kernel) == IR_REFUTED) {
        infer_fail(in, C_KERNEL, infer_text(in, "a kernel extent along %c of 1 or more", w->letter),
                   ir_dim_text(m, w->kernel));
        return NULL;
    }
    const IrDim *first = ir_dim_scale(m, ir_dim_sub(m, w->extent, one), w->stride);
    const IrDim *reach = ir_dim_scale(m, ir_dim_sub(m, w->kernel, one), w->dilation);
    const IrDim *full =
        ir_dim_offset(m, ir_dim_offset(m, ir_dim_add(m, first, reach), 1), output_padding);
    const IrDim *extent = ir_dim_offset(m, ir_dim_offset(m, full, -w->before), -w->after);
    if (ir_dim_le(m, zero, extent) != IR_REFUTED) return extent;
    infer_fail(in, C_KERNEL, infer_text(in, "an extent along %c of 0 or more", w->letter),
               ir_dim_text(m, extent));
    return NULL;
}

static const IrType *infer(IrInfer *in) {
    const ConvRow *row = in->op->data;
    const int n = row->n;
    const IrType *data = in->args[0].type, *weight = in->args[1].type;
    const char *letters = spatial_data_letters(n);

    uint8_t data_at[SPATIAL_RANK_MAX], kernel_at[SPATIAL_RANK_MAX], out_at[SPATIAL_RANK_MAX];
    if (!spatial_layout(in, "data_layout", letters, C_LAYOUT, data_at) ||
        !spatial_layout(in, "kernel_layout", spatial_kernel_letters(n), C_LAYOUT, kernel_at) ||
        !spatial_out_layout(in, "data_layout", letters, C_LAYOUT, out_at)) {
        return NULL;
    }
    if (!infer_ndim(in, 0, n + 2, C_RANK) || !infer_ndim(in, 1, n + 2, C_RANK)) return NULL;
    DType dtype;
    if (!infer_same_dtype(in, 0, 1, C_DTYPE, &dtype)) return NULL;
    for (uint32_t i = 0; i < 2; i++) {
        if (!infer_dtype_kind(in, i, KIND_INT | KIND_FLOAT, C_DTYPE)) return NULL;
    }
    dtype = infer_dtype_attr(in, "out_dtype", dtype);

    int64_t strides[SPATIAL_MAX], dilation[SPATIAL_MAX], padding[2 * SPATIAL_MAX];
    int64_t output_padding[SPATIAL_MAX] = {0};
    if (!spatial_ints(in, "strides", n, 1, C_STRIDES, strides) ||
        !spatial_padding(in, n, C_STRIDES, padding) ||
        !spatial_ints(in, "dilation", n, 1, C_STRIDES, dilation)) {
        return NULL;
    }
    if (row->transpose && !check_output_padding(in, n, strides, output_padding)) return NULL;

    int64_t groups = infer_int(in, "groups");
    if (groups < 1) {
        return infer_fail(in, C_GROUPS, "groups of 1 or more",
                          infer_text(in, "%lld", (long long)groups));
    }
    if (data->dims && !check_groups(in, data->dims[data_at[1]], "channels of data")) return NULL;
    if (weight->dims && !row->transpose &&
        !check_groups(in, weight->dims[kernel_at[0]], "a dim O of weight")) {
        return NULL;
    }
    if (!data->dims || !weight->dims) return infer_tensor_ndim(in, n + 2, dtype);

    const IrDim *out_channels = weight->dims[kernel_at[0]],
                *in_channels = weight->dims[kernel_at[1]];
    if (row->transpose) {
        out_channels = ir_dim_scale(in->m, out_channels, groups);
    } else {
        in_channels = ir_dim_scale(in->m, in_channels, groups);
    }
    if (!infer_dim_eq(in, in_channels, data->dims[data_at[1]], C_CHANNELS,
                      "the channels of `data`")) {
        return NULL;
    }
    const IrDim *dims[SPATIAL_RANK_MAX];
    dims[out_at[0]] = data->dims[data_at[0]];
    dims[out_at[1]] = out_channels;
    for (int i = 0; i < n; i++) {
        SpatialWindow w = {
            .extent = data->dims[data_at[2 + i]],
            .kernel = weight->dims[kernel_at[2 + i]],
            .before = padding[i],
            .after = padding[n + i],
            .stride = strides[i],
            .dilation = dilation[i],
            .letter = letters[2 + i],
        };
        const IrDim *extent = row->transpose ? transposed_extent(in, &w, output_padding[i])
                                             : spatial_windows(in, &w, C_KERNEL);
        if (!extent) return NULL;
        dims[out_at[2 + i]] = extent;
    }
    return infer_tensor(in, dims, n + 2, dtype);
}

/* Rows. The trailing parameters are those of both kinds. */
#define TAIL(n_, layout_, kernel_)                                                                 \
    OP_INTS("dilation", n_, 1), OP_INT("groups", 1), OP_STRING("data_layout", layout_, NULL),      \
        OP_STRING("kernel_layout", kernel_, NULL), OP_STRING_OR_NONE("out_layout", NULL),          \
        OP_DTYPE("out_dtype")

#define CONV(n_, layout_, kernel_)                                                                 \
    static const OpParam conv##n_##d_params[] = {                                                  \
        OP_TENSOR("data"),         OP_TENSOR("weight"),        OP_INTS("strides", n_, 1),          \
        OP_PADDING("padding", n_), TAIL(n_, layout_, kernel_),                                     \
    };                                                                                             \
    static const ConvRow conv##n_##d_row = {n_, false};                                            \
    const OpDef op_nn_conv##n_##d = {                                                              \
        .name = "nn.conv" #n_ "d",                                                                 \
        .doc = "The cross-correlation of data with the kernels in weight, over " #n_               \
               " spatial dim(s), summed over the channels of a group. padding is that of zeros: "  \
               "the ints before each spatial dim, then those after. Along a dim of extent e the "  \
               "result has (e + pads - dilation * (kernel - 1) - 1) // stride + 1. out_layout "    \
               "None is data_layout; out_dtype void is the operands' dtype, and sums are in it.",  \
        .constraints = conv_constraints,                                                           \
        .params = conv##n_##d_params,                                                              \
        .n_params = ARRAY_LEN(conv##n_##d_params),                                                 \
        .flags = OP_PURE,                                                                          \
        .infer = infer,                                                                            \
        .data = &conv##n_##d_row,                                                                  \
    };

#define TRANSPOSE(n_, layout_, kernel_)                                                            \
    static const OpParam transpose##n_##d_params[] = {                                             \
        OP_TENSOR("data"),                                                                         \
        OP_TENSOR("weight"),                                                                       \
        OP_INTS("strides", n_, 1),                                                                 \
        OP_PADDING("padding", n_),                                                                 \
        OP_INTS("output_padding", n_, 0),                                                          \
        TAIL(n_, layout_, kernel_),                                                                \
    };                                                                                             \
    static const ConvRow transpose##n_##d_row = {n_, true};                                        \
    const OpDef op_nn_conv##n_##d_transpose = {                                                    \
        .name = "nn.conv" #n_ "d_transpose",                                                       \
        .doc =                                                                                     \
            "The transpose of nn.conv" #n_ "d, which is its gradient with respect to data: each "  \
            "element of data adds its multiple of the kernel to a window of the result. Dim O "    \
            "of weight counts the result's channels of one group. Along a dim of extent e the "    \
            "result has (e - 1) * stride - pads + dilation * (kernel - 1) + 1 + "                  \
            "output_padding. out_layout None is data_layout; out_dtype void is the operands' "     \
            "dtype.",                                                                              \
        .constraints = transpose_constraints,                                                      \
        .params = transpose##n_##d_params,                                                         \
        .n_params = ARRAY_LEN(transpose##n_##d_params),                                            \
        .flags = OP_PURE,                                                                          \
        .infer = infer,                                                                            \
        .data = &transpose##n_##d_row,                                                             \
    };

CONV(1, "NCW", "OIW")
CONV(2, "NCHW", "OIHW")
CONV(3, "NCDHW", "OIDHW")
TRANSPOSE(1, "NCW", "IOW")
TRANSPOSE(2, "NCHW", "IOHW")
TRANSPOSE(3, "NCDHW", "IODHW")
