/* SPDX-License-Identifier: Apache-2.0 */
/* Normalisations: (data - mean) / sqrt(variance + epsilon), then a gamma and a beta. They differ in
 * the elements that share a mean. Variances are those of the population (divided by n), but for
 * batch_norm's moving one. */
#include "ops/decompose.h"
#include "ops/infer.h"
#include "ops/ops.h"
#include "ops/sample.h"

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
    if (infer_equal(in, rest, ir_dim_const(in->m, 0)) != IR_REFUTED) return t;
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

/* Decompositions. All computes in float32 where data is half-precision. */

/* Operand `arg`, whose dim i is dim axes[i] of data: a run checks it, also where the operand does
 * not count. */
static IrOperand matched(OpDecompose *call, uint32_t arg, const int64_t *axes, uint32_t n) {
    const IrDim **own = ARENA_ARRAY(&call->b->m->scratch, const IrDim *, (size_t)n + 1);
    for (uint32_t i = 0; i < n; i++) own[i] = call->types[0]->dims[axes[i]];
    return d_match(call, d_arg(call, arg), own, (int32_t)n);
}

/* The same in a shape that broadcasts to data's. */
static IrOperand spread(OpDecompose *call, uint32_t arg, const int64_t *axes, uint32_t n) {
    const IrType *data = call->types[0];
    Arena *scratch = &call->b->m->scratch;
    IrOperand x = d_up(call, matched(call, arg, axes, n));
    int64_t *order =
        ARENA_ARRAY(scratch, int64_t, (size_t)n + 1); /* of its dims, as data has them */
    bool moved = false;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t before = 0;
        for (uint32_t j = 0; j < n; j++) before += axes[j] < axes[i];
        order[before] = i;
        moved |= before != i;
    }
    if (moved) x = d_permute(call, x, order, n);
    const IrDim **dims = ARENA_ARRAY(scratch, const IrDim *, (size_t)data->ndim + 1);
    for (int32_t i = 0; i < data->ndim; i++) dims[i] = ir_dim_const(call->b->m, 1);
    for (uint32_t i = 0; i < n; i++) dims[axes[i]] = data->dims[axes[i]];
    return d_reshape(call, x, dims, data->ndim);
}

/* x / sqrt(variance + epsilon) */
static IrOperand scaled(OpDecompose *call, IrOperand x, IrOperand variance) {
    IrOperand epsilon = d_const(call, d_type(call, x)->dtype, d_float(call, "epsilon"));
    return d2(call, &op_divide, x, d1(call, &op_sqrt, d2(call, &op_add, variance, epsilon)));
}

/* (x - mean) / sqrt(variance + epsilon), both over axes. */
static IrOperand normalized(OpDecompose *call, IrOperand x, const int64_t *axes, uint32_t n) {
    IrOperand centered = d2(call, &op_subtract, x, d_reduce(call, &op_mean, x, axes, n, true));
    IrOperand square = d2(call, &op_multiply, centered, centered);
    return scaled(call, centered, d_reduce(call, &op_mean, square, axes, n, true));
}

/* x times gamma plus beta, operands 1 and 2, whose dims are `axes` of data; in data's dtype. */
static IrOperand affine(OpDecompose *call, IrOperand x, const int64_t *axes, uint32_t n) {
    if (d_bool(call, "scale"))
        x = d2(call, &op_multiply, x, spread(call, 1, axes, n));
    else
        matched(call, 1, axes, n);
    if (d_bool(call, "center"))
        x = d2(call, &op_add, x, spread(call, 2, axes, n));
    else
        matched(call, 2, axes, n);
    return d_cast(call, x, call->types[0]->dtype);
}

static IrVar *decompose_layer_norm(OpDecompose *call) {
    const IrAttr *axes = d_attr(call, "axes");
    IrOperand x = normalized(call, d_up(call, d_arg(call, 0)), axes->ints, axes->n);
    return d_result(call, affine(call, x, axes->ints, axes->n));
}

static IrVar *decompose_rms_norm(OpDecompose *call) {
    const IrAttr *axes = d_attr(call, "axes");
    IrOperand x = d_up(call, d_arg(call, 0));
    IrOperand square =
        d_reduce(call, &op_mean, d2(call, &op_multiply, x, x), axes->ints, axes->n, true);
    x = scaled(call, x, square);
    x = d2(call, &op_multiply, x, spread(call, 1, axes->ints, axes->n));
    return d_result(call, d_cast(call, x, call->result->dtype));
}

static IrVar *decompose_instance_norm(OpDecompose *call) {
    const IrAttr *axes = d_attr(call, "axes");
    const int64_t channel_axis = d_int(call, "channel_axis");
    IrOperand x = normalized(call, d_up(call, d_arg(call, 0)), axes->ints, axes->n);
    return d_result(call, affine(call, x, &channel_axis, 1));
}

/* The channels become two dims: the groups, and the channels of one. That this comes out even is
 * checked in a run, unless it is known: a reshape would not see it where another extent is 0. */
static IrVar *decompose_group_norm(OpDecompose *call) {
    IrModule *m = call->b->m;
    const IrType *data = call->types[0];
    const IrAttr *axes = d_attr(call, "axes");
    const int64_t channel_axis = d_int(call, "channel_axis");
    const IrDim *groups = ir_dim_const(m, d_int(call, "num_groups"));

    const IrDim *each = ir_dim_floordiv(m, data->dims[channel_axis], groups);

    const IrDim **even = ARENA_ARRAY(&m->scratch, const IrDim *, (size_t)data->ndim);
    const IrDim **dims = ARENA_ARRAY(&m->scratch, const IrDim *, (size_t)data->ndim + 1);
    for (int32_t i = 0; i < data->ndim; i++) even[i] = dims[i + (i > channel_axis)] = data->dims[i];
    even[channel_axis] = ir_dim_mul(m, each, groups);
    dims[channel_axis] = groups;
    dims[channel_axis + 1] = each;
    int64_t *reduced = ARENA_ARRAY(&m->scratch, int64_t, (size_t)axes->n + 1);
    for (uint32_t i = 0; i < axes->n; i++)
        reduced[i] = axes->ints[i] + (axes->ints[i] > channel_axis);
    reduced[axes->n] = channel_axis + 1;

    IrOperand x = d_up(call, d_match(call, d_arg(call, 0), even, data->ndim));
    x = d_reshape(call, x, dims, data->ndim + 1);
    x = normalized(call, x, reduced, axes->n + 1);
    return d_result(call,
                    affine(call, d_reshape(call, x, data->dims, data->ndim), &channel_axis, 1));
}

/* What batch_norm takes from a batch in training. A moving variance takes the estimate for all that
 * the batch was drawn from: divided by n - 1, or by 1 where n is 1. Over no elements there is
 * nothing to take, so a moving value stays. */
typedef struct {
    IrOperand centered;                        /* data less the mean */
    IrOperand mean, variance, sample_variance; /* of the reduced shape; the last unless n is 0 */
    IrTruth is_any;                            /* n > 0 */
    IrOperand any;                             /* the same in a run, where it is unknown */
} BatchStats;

/* The product of the dims at axes. 0 comes first, so that no partial product overflows before
 * it. */
static const IrDim *extent_over(IrModule *m, const IrType *t, const int64_t *axes, uint32_t n) {
    const IrDim *product = ir_dim_const(m, 1);
    for (uint32_t i = 0; i < n; i++) {
        if (ir_dim_is(t->dims[axes[i]], 0)) return t->dims[axes[i]];
    }
    for (uint32_t i = 0; i < n; i++) product = ir_dim_mul(m, product, t->dims[axes[i]]);
    return product;
}

/* An extent as an element of that dtype, of rank 0 or 1. */
static IrOperand count(OpDecompose *call, const IrDim *n, DType t) {
    int64_t v;
    if (ir_dim_is_const(n, &v)) return d_const(call, t, (double)v);
    return d_cast(call, d1(call, &op_shape_to_tensor, d_shape(call, &n, 1)), t);
}

static BatchStats batch_stats(OpDecompose *call, IrOperand x, int64_t axis) {
    IrModule *m = call->b->m;
    const IrType *data = call->types[0];
    const DType t = d_type(call, x)->dtype;
    int64_t *others = ARENA_ARRAY(&m->scratch, int64_t, (size_t)data->ndim);
    uint32_t n_others = 0;
    for (int32_t i = 0; i < data->ndim; i++) {
        if (i != axis) others[n_others++] = i;
    }
    const IrDim *one = ir_dim_const(m, 1), *n = extent_over(m, data, others, n_others);
    const IrDim *less = ir_dim_max(m, ir_dim_offset(m, n, -1), one);

    BatchStats s = {.is_any = ir_dim_le(m, one, n)};
    s.mean = d_reduce(call, &op_mean, x, others, n_others, true);
    s.centered = d2(call, &op_subtract, x, s.mean);
    IrOperand square = d2(call, &op_multiply, s.centered, s.centered);
    IrOperand total = d_reduce(call, &op_sum, square, others, n_others, true);
    IrOperand elements = count(call, n, t);
    s.variance = d2(call, &op_divide, total, elements);
    if (s.is_any == IR_REFUTED) return s;
    s.sample_variance = d2(call, &op_divide, total, count(call, less, t));
    if (s.is_any == IR_UNKNOWN) s.any = d2(call, &op_greater, elements, d_const(call, t, 0));
    return s;
}

/* (1 - momentum) * moving + momentum * new, in the dtype of the result. */
static IrOperand moved(OpDecompose *call, uint32_t arg, const BatchStats *s, IrOperand new_value) {
    if (s->is_any == IR_REFUTED) {
        const int64_t axis = d_int(call, "axis");
        matched(call, arg, &axis, 1);
        return d_arg(call, arg);
    }
    const DType t = d_type(call, s->mean)->dtype;
    const double momentum = d_float(call, "momentum");
    IrOperand moving = d_up(call, d_arg(call, arg));
    IrOperand old = d2(call, &op_multiply, d_const(call, t, 1 - momentum), moving);
    new_value = d_reshape(call, new_value, call->types[arg]->dims, 1);
    IrOperand step = d2(call, &op_multiply, d_const(call, t, momentum), new_value);
    IrOperand sum = d2(call, &op_add, old, step);
    if (s->is_any == IR_UNKNOWN) sum = d3(call, &op_where, s->any, sum, moving);
    return d_cast(call, sum, call->types[arg]->dtype);
}

static IrVar *decompose_batch_norm(OpDecompose *call) {
    const int64_t axis = d_int(call, "axis");
    IrOperand x = d_up(call, d_arg(call, 0)), fields[3];
    if (d_bool(call, "training")) {
        const BatchStats s = batch_stats(call, x, axis);
        fields[0] = scaled(call, s.centered, s.variance);
        fields[1] = moved(call, 3, &s, s.mean);
        fields[2] = moved(call, 4, &s, s.sample_variance);
    } else {
        IrOperand centered = d2(call, &op_subtract, x, spread(call, 3, &axis, 1));
        fields[0] = scaled(call, centered, spread(call, 4, &axis, 1));
        fields[1] = d_arg(call, 3);
        fields[2] = d_arg(call, 4);
    }
    fields[0] = affine(call, fields[0], &axis, 1);
    return d_result(call, d_tuple(call, fields, 3));
}

static const IrType *sample_data(OpSample *s) {
    return s_tensor(s, (SampleWant){.kinds = KIND_FLOAT, .min_ndim = 1});
}

/* n operands of the dims that the axes name. */
static void sample_over_axes(OpSample *s) {
    const IrType *data = sample_data(s);
    uint32_t n_axes = 1;
    const int64_t last = data->ndim - 1, *axes = &last;
    if (ir_op_n_operands(s->op) == 2 && s_chance(s, 30)) {
        s_set_none(s, "axes");
    } else {
        axes = s_axes(s, "axes", data->ndim, 1, &n_axes);
    }
    const IrDim **dims = s_dims(s, NULL, (int32_t)n_axes);
    for (uint32_t i = 0; i < n_axes; i++) dims[i] = data->dims[axes[i]];
    for (uint32_t i = 1; i < ir_op_n_operands(s->op); i++)
        s_tensor_dims(s, dims, (int32_t)n_axes, data->dtype);
}

/* 1e-5 hardly shows. */
static void sample_epsilon(OpSample *s) {
    if (s_chance(s, 50)) s_set_float(s, "epsilon", s_float(s, 0.25, 1));
}

/* n operands that go by channel. */
static void sample_vectors(OpSample *s, const IrType *data, int64_t axis) {
    for (uint32_t i = 1; i < ir_op_n_operands(s->op); i++)
        s_tensor_dims(s, &data->dims[axis], 1, data->dtype);
}

static int64_t sample_by_channel(OpSample *s, const IrType *data) {
    const int64_t channel = s_axis(s, "channel_axis", data->ndim),
                  *order = s_permutation(s, data->ndim);
    int64_t axes[5];
    uint32_t n = 0;
    for (int32_t i = 0; i < data->ndim; i++) {
        if (order[i] != channel && s_chance(s, 70)) axes[n++] = s_signed(s, order[i], data->ndim);
    }
    s_set_ints(s, "axes", axes, n);
    sample_vectors(s, data, channel);
    return channel;
}

static void sample_layer_norm(OpSample *s) {
    sample_over_axes(s);
    sample_epsilon(s);
}

static void sample_rms_norm(OpSample *s) {
    sample_over_axes(s);
    sample_epsilon(s);
}

static void sample_instance_norm(OpSample *s) {
    sample_by_channel(s, sample_data(s));
    sample_epsilon(s);
}

static void sample_group_norm(OpSample *s) {
    const IrType *data = sample_data(s);
    const int64_t channels = s_extent(s, data->dims[sample_by_channel(s, data)]);
    int64_t groups = s_range(s, 1, 3);
    while (channels % groups) groups--;
    s_set_int(s, "num_groups", groups);
    sample_epsilon(s);
}

static void sample_batch_norm(OpSample *s) {
    const IrType *data = sample_data(s);
    sample_vectors(s, data, s_axis(s, "axis", data->ndim));
    s_set_float(s, "momentum", s_float(s, 0, 1));
    sample_epsilon(s);
}

#define NORM_OP(id, name_, doc_, infer_)                                                           \
    const OpDef op_nn_##id = {                                                                     \
        .name = name_,                                                                             \
        .doc = doc_,                                                                               \
        .constraints = id##_constraints,                                                           \
        .params = id##_params,                                                                     \
        .n_params = ARRAY_LEN(id##_params),                                                        \
        .sample = sample_##id,                                                                     \
        .flags = OP_PURE,                                                                          \
        .infer = infer_,                                                                           \
        .decompose = decompose_##id,                                                               \
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

NORM_OP(
    batch_norm, "nn.batch_norm",
    "A tuple: (data - mean) / sqrt(variance + epsilon) * gamma + beta, and the moving mean and "
    "variance. gamma counts only with scale, beta only with center. With training=False the mean "
    "and variance are the moving ones, which stay. With training=True they are those of the n "
    "elements of each channel (divided by n), and each moving value m becomes (1 - momentum) * m + "
    "momentum * new, as in PyTorch: the new variance is divided by n - 1 (by 1 where n is 1, which "
    "PyTorch refuses), and over no elements the moving values stay. Relax's new variance is "
    "divided by n; so is ONNX's, whose momentum is 1 less this one. The attribute decides in a run "
    "and in all passes but DecomposeOpsForInference and DecomposeOpsForTraining.",
    infer_batch_norm)
