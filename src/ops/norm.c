/* SPDX-License-Identifier: Apache-2.0 */
/* Normalisations: (data - mean) / sqrt(variance + epsilon), then a gamma and a beta. They differ in
 * the elements that share a mean. Variances are those of the population (divided by n). */
#include "ops/infer.h"
#include "ops/ops.h"

enum { C_AXES = 1, C_DTYPE, C_SHAPE, C_GROUPS };

/* The operands first..last are vectors, of extent `channels` unless that is NULL. */
static bool check_vectors(IrInfer *in, uint32_t first, uint32_t last, const IrDim *channels) {
    for (uint32_t i = first; i <= last; i++) {
        if (!infer_ndim(in, i, 1, C_SHAPE)) return false;
        const IrType *t = in->args[i].type;
        if (channels && t->dims &&
            !infer_dim_eq(in, channels, t->dims[0], C_SHAPE,
                          infer_text(in, "the extent of `%s`", in->args[i].name))) {
            return false;
        }
    }
    return true;
}

/* The operands first..last have dim i equal to dim axes[i] of data. */
static bool check_axes_dims(IrInfer *in, uint32_t first, uint32_t last) {
    const IrType *data = in->args[0].type;
    const IrAttr *axes = infer_attr(in, "axes");
    for (uint32_t i = first; i <= last; i++) {
        if (!infer_ndim(in, i, (int32_t)axes->n, C_SHAPE)) return false;
        const IrType *t = in->args[i].type;
        for (uint32_t j = 0; data->dims && t->dims && j < axes->n; j++) {
            const char *what = infer_text(in, "dim %u of `%s`", j, in->args[i].name);
            if (!infer_dim_eq(in, data->dims[axes->ints[j]], t->dims[j], C_SHAPE, what))
                return false;
        }
    }
    return true;
}

/* The first n operands have one dtype, a floating-point one. */
static bool check_dtype(IrInfer *in, uint32_t n, DType *dtype) {
    if (!infer_same_dtype(in, 0, n - 1, C_DTYPE, dtype)) return false;
    for (uint32_t i = 0; i < n; i++) {
        if (!infer_dtype_kind(in, i, KIND_FLOAT, C_DTYPE)) return false;
    }
    return true;
}

/* layer_norm and rms_norm: `n` operands, all but the first of the normalised dims. */
static const IrType *infer_over_axes(IrInfer *in, uint32_t n) {
    const IrType *data = in->args[0].type;
    DType dtype;
    if (!infer_axes(in, "axes", data->ndim, C_AXES, false, false)) return NULL;
    if (infer_attr(in, "axes")->n == 0) return infer_fail(in, C_AXES, "one axis or more", "none");
    if (!check_dtype(in, n, &dtype) || !check_axes_dims(in, 1, n - 1)) return NULL;
    return infer_with_dtype(in, data, dtype);
}

static const IrType *infer_layer_norm(IrInfer *in) { return infer_over_axes(in, 3); }

static const IrType *infer_rms_norm(IrInfer *in) {
    if (infer_attr(in, "axes")->kind == IR_ATTR_NONE) {
        const int64_t last = -1;
        infer_set_ints(in, "axes", &last, 1);
    }
    return infer_over_axes(in, 2);
}

/* group_norm and instance_norm. */
static const IrType *infer_channels(IrInfer *in) {
    const IrType *data = in->args[0].type;
    DType dtype;
    if (!infer_axis(in, "channel_axis", data->ndim, C_AXES) ||
        !infer_axes(in, "axes", data->ndim, C_AXES, false, false)) {
        return NULL;
    }
    const int64_t channel_axis = infer_int(in, "channel_axis");
    const IrAttr *axes = infer_attr(in, "axes");
    for (uint32_t i = 0; i < axes->n; i++) {
        if (axes->ints[i] != channel_axis) continue;
        return infer_fail(in, C_AXES, "axes without channel_axis",
                          infer_text(in, "axis %lld in both", (long long)channel_axis));
    }
    const IrDim *channels = data->dims ? data->dims[channel_axis] : NULL;
    if (!check_dtype(in, 3, &dtype) || !check_vectors(in, 1, 2, channels)) return NULL;
    return infer_with_dtype(in, data, dtype);
}

static const IrType *infer_group_norm(IrInfer *in) {
    const IrType *t = infer_channels(in);
    if (!t) return NULL;
    int64_t groups = infer_int(in, "num_groups");
    if (groups < 1) {
        return infer_fail(in, C_GROUPS, "num_groups of 1 or more",
                          infer_text(in, "%lld", (long long)groups));
    }
    const IrDim *channels = t->dims ? t->dims[infer_int(in, "channel_axis")] : NULL;
    if (!channels) return t;
    const IrDim *rest = ir_dim_floormod(in->m, channels, ir_dim_const(in->m, groups));
    if (ir_dim_eq(in->m, rest, ir_dim_const(in->m, 0)) != IR_REFUTED) return t;
    return infer_fail(in, C_GROUPS,
                      infer_text(in, "channels that %lld groups divide", (long long)groups),
                      ir_dim_text(in->m, channels));
}

static const IrType *infer_batch_norm(IrInfer *in) {
    const IrType *data = in->args[0].type;
    DType dtype;
    if (!infer_axis(in, "axis", data->ndim, C_AXES)) return NULL;
    const IrDim *channels = data->dims ? data->dims[infer_int(in, "axis")] : NULL;
    if (!check_dtype(in, 5, &dtype) || !check_vectors(in, 1, 4, channels)) return NULL;
    const IrType *fields[3] = {infer_with_dtype(in, data, dtype)};
    for (uint32_t i = 0; i < 2; i++) {
        const IrType *moving = in->args[3 + i].type;
        const IrDim *const *dims = moving->dims ? moving->dims : channels ? &channels : NULL;
        fields[1 + i] = infer_tensor(in, dims, 1, dtype);
    }
    return ir_type_tuple(in->m, fields, 3);
}

#define NORM_OP(id, name_, doc_, infer_)                                                           \
    const OpDef op_nn_##id = {                                                                     \
        .name = name_,                                                                             \
        .doc = doc_,                                                                               \
        .constraints = id##_constraints,                                                           \
        .params = id##_params,                                                                     \
        .n_params = ARRAY_LEN(id##_params),                                                        \
        .flags = OP_PURE,                                                                          \
        .infer = infer_,                                                                           \
    };

static const OpParam layer_norm_params[] = {
    OP_TENSOR("data"),      OP_TENSOR("gamma"),        OP_TENSOR("beta"),
    OP_INTS_NEEDED("axes"), OP_FLOAT("epsilon", 1e-5), OP_BOOL("center", true),
    OP_BOOL("scale", true),
};

static const char *const layer_norm_constraints[] = {
    "axes are distinct dims of data, at least one",
    "data, gamma and beta have one dtype, a floating-point one",
    "gamma and beta have the dims of data that axes names, in that order",
    NULL,
};

NORM_OP(layer_norm, "nn.layer_norm",
        "(data - mean) / sqrt(variance + epsilon) * gamma + beta, with the mean and variance "
        "over axes. gamma counts only with scale, beta only with center.",
        infer_layer_norm)

static const OpParam rms_norm_params[] = {
    OP_TENSOR("data"),
    OP_TENSOR("weight"),
    OP_AXES_OR_NONE("axes"),
    OP_FLOAT("epsilon", 1e-5),
};

static const char *const rms_norm_constraints[] = {
    "axes are distinct dims of data, at least one (None: the last)",
    "data and weight have one dtype, a floating-point one",
    "weight has the dims of data that axes names, in that order",
    NULL,
};

NORM_OP(rms_norm, "nn.rms_norm",
        "data / sqrt(mean(data * data) + epsilon) * weight, with the mean over axes.",
        infer_rms_norm)

static const OpParam group_norm_params[] = {
    OP_TENSOR("data"),
    OP_TENSOR("gamma"),
    OP_TENSOR("beta"),
    OP_INT_NEEDED("num_groups"),
    OP_INT_NEEDED("channel_axis"),
    OP_INTS_NEEDED("axes"),
    OP_FLOAT("epsilon", 1e-5),
    OP_BOOL("center", true),
    OP_BOOL("scale", true),
};

static const char *const group_norm_constraints[] = {
    "channel_axis is a dim of data, and axes are distinct dims other than that",
    "data, gamma and beta have one dtype, a floating-point one",
    "gamma and beta have rank 1 and as many elements as data has channels",
    "num_groups is 1 or more and divides the channels",
    NULL,
};

NORM_OP(group_norm, "nn.group_norm",
        "(data - mean) / sqrt(variance + epsilon) * gamma + beta, with the mean and variance over "
        "axes and over the channels of one of num_groups equal, adjacent groups. gamma (only with "
        "scale) and beta (only with center) go by channel.",
        infer_group_norm)

static const OpParam instance_norm_params[] = {
    OP_TENSOR("data"),       OP_TENSOR("gamma"),
    OP_TENSOR("beta"),       OP_INT_NEEDED("channel_axis"),
    OP_INTS_NEEDED("axes"),  OP_FLOAT("epsilon", 1e-5),
    OP_BOOL("center", true), OP_BOOL("scale", true),
};

static const char *const instance_norm_constraints[] = {
    "channel_axis is a dim of data, and axes are distinct dims other than that",
    "data, gamma and beta have one dtype, a floating-point one",
    "gamma and beta have rank 1 and as many elements as data has channels",
    NULL,
};

NORM_OP(instance_norm, "nn.instance_norm",
        "(data - mean) / sqrt(variance + epsilon) * gamma + beta, with the mean and variance over "
        "axes for each channel. gamma (only with scale) and beta (only with center) go by channel.",
        infer_channels)

static const OpParam batch_norm_params[] = {
    OP_TENSOR("data"),         OP_TENSOR("gamma"),        OP_TENSOR("beta"),
    OP_TENSOR("moving_mean"),  OP_TENSOR("moving_var"),   OP_INT_NEEDED("axis"),
    OP_FLOAT("epsilon", 1e-5), OP_BOOL("center", true),   OP_BOOL("scale", true),
    OP_FLOAT("momentum", 0.1), OP_BOOL("training", true),
};

static const char *const batch_norm_constraints[] = {
    "axis is a dim of data",
    "the operands have one dtype, a floating-point one",
    "gamma, beta, moving_mean and moving_var have rank 1 and the extent of dim axis of data",
    NULL,
};

NORM_OP(batch_norm, "nn.batch_norm",
        "A tuple: (data - mean) / sqrt(variance + epsilon) * gamma + beta, and the moving mean "
        "and variance. In training the mean and variance are over all dims but axis, and each "
        "moving value m becomes (1 - momentum) * m + momentum * new; else they are the moving "
        "ones, which stay. gamma counts only with scale, beta only with center.",
        infer_batch_norm)
