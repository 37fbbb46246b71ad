/* SPDX-License-Identifier: Apache-2.0 */
/* Normalization. */
#include "onnx/import.h"

/* The batch's own mean or variance of each channel, in float32 or wider. */
static IrOperand of_batch(O *o, const OpDef *op, IrOperand x) {
    const int32_t rank = o_rank(o, x);
    int64_t *axes = O_ARRAY(o, int64_t, rank);
    uint32_t n = 0;
    for (int32_t i = 0; i < rank; i++) {
        if (i != (rank > 1)) axes[n++] = i;
    }
    return o_reduce(o, op,
                    o_cast(o, x, o_dtype(o, x) == DTYPE_FLOAT64 ? DTYPE_FLOAT64 : DTYPE_FLOAT32),
                    axes, n, false);
}

/* The running variance after a step of training: ONNX takes in the batch's own variance,
 * nn.batch_norm (as PyTorch) that of a sample. */
static IrOperand running_variance(O *o, IrOperand x, IrOperand old, double momentum) {
    const IrOperand batch = of_batch(o, &op_variance, x);
    const IrOperand kept = o2c(o, &op_multiply, o_cast(o, old, o_dtype(o, batch)), momentum);
    return o_cast(o, o2(o, &op_add, kept, o2c(o, &op_multiply, batch, 1 - momentum)),
                  o_dtype(o, old));
}

/* Before opset 9, with spatial = 0: each place has statistics of its own, (C, D1, ...). */
static void norm_by_place(O *o, const IrOperand *ops) {
    const double epsilon = o_float(o, "epsilon", (double)1e-5f);
    const IrOperand root = o1(o, &op_sqrt, o2c(o, &op_add, ops[4], epsilon));
    const IrOperand normal = o2(o, &op_divide, o2(o, &op_subtract, ops[0], ops[3]), root);
    o_set(o, 0, o2(o, &op_add, o2(o, &op_multiply, normal, ops[1]), ops[2]));
}

/* In training when it says so; before opset 14 when statistics are wanted. */
void onnx_map_batch_norm(O *o) {
    const IrOperand x = o_in(o, 0);
    const DType dtype = o_dtype(o, x);
    bool training = false;
    for (uint32_t i = 1; i < o->n_out; i++) training |= o_wants(o, i);
    if (o->opset >= 14) training = o_int(o, "training_mode", 0) != 0;
    if (o->opset < 7) training = training && !o_int(o, "is_test", 0);
    IrOperand ops[5] = {x};
    for (uint32_t i = 1; i < 5; i++) ops[i] = o_cast(o, o_in(o, i), dtype);
    if (o->opset < 9 && !o_int(o, "spatial", 1)) {
        if (training) o_unsupported(o, "spatial = 0 in training");
        norm_by_place(o, ops);
        return;
    }
    const double momentum = o_float(o, "momentum", (double)0.9f);
    const OAttr attrs[] = {A_INT("axis", o_rank(o, x) > 1),
                           A_FLOAT("epsilon", o_float(o, "epsilon", (double)1e-5f)),
                           A_FLOAT("momentum", 1 - momentum), A_BOOL("training", training)};
    const IrOperand all = o_call(o, &op_nn_batch_norm, ops, 5, attrs, ARRAY_LEN(attrs));
    for (uint32_t i = 0; i < o->n_out && i < 5; i++) {
        if (!o_wants(o, i)) continue;
        if (i > 2) { /* saved for a gradient */
            o_set(o, i, o_cast(o, of_batch(o, i == 3 ? &op_mean : &op_variance, x), dtype));
        } else {
            o_set(o, i,
                  i == 2 && training ? running_variance(o, x, ops[4], momentum)
                                     : o_field(o, all, i));
        }
    }
}

void onnx_map_instance_norm(O *o) {
    uint32_t n;
    const IrOperand x = o_in(o, 0);
    const int64_t *axes = o_axes_from(o, 2, o_rank(o, x), &n);
    const OAttr attrs[] = {A_INT("channel_axis", 1), A_INTS("axes", axes, n),
                           A_FLOAT("epsilon", o_float(o, "epsilon", (double)1e-5f))};
    o_set(o, 0,
          o_call(o, &op_nn_instance_norm, OPS(x, o_in(o, 1), o_in(o, 2)), attrs, ARRAY_LEN(attrs)));
}

void onnx_map_group_norm(O *o) {
    uint32_t n;
    const IrOperand x = o_in(o, 0);
    const int64_t *axes = o_axes_from(o, 2, o_rank(o, x), &n);
    const OAttr attrs[] = {A_INT("num_groups", o_int(o, "num_groups", 1)), A_INT("channel_axis", 1),
                           A_INTS("axes", axes, n),
                           A_FLOAT("epsilon", o_float(o, "epsilon", (double)1e-5f))};
    IrOperand ops[] = {x, o_in(o, 1), o_in(o, 2)};
    for (int i = 1; i < 3 && o->opset < 21; i++) { /* one for each group */
        const int64_t channels = o_extent(o, x, 1), groups = o_int(o, "num_groups", 1);
        if (groups < 1) o_fail(o, "%lld groups", (long long)groups);
        ops[i] = o_call(o, &op_repeat, &ops[i], 1,
                        ATTRS(A_INT("repeats", channels / groups), A_INT("axis", 0)));
    }
    o_set(o, 0, o_call(o, &op_nn_group_norm, ops, 3, attrs, ARRAY_LEN(attrs)));
}

/* R.nn.layer_norm and R.nn.rms_norm want scale and bias, inputs 1 to `last`, of just the dims that
 * are normalized. */
static bool is_plain_norm(O *o, IrOperand x, const int64_t *axes, uint32_t n, uint32_t last) {
    if (o_wants(o, 1) || o_wants(o, 2) || !o_has_dims(o, x) || o_dtype(o, x) == DTYPE_FLOAT16 ||
        o_dtype(o, x) == DTYPE_BFLOAT16)
        return false;
    for (uint32_t i = 1; i <= last; i++) {
        if (!o_has(o, i) || !o_has_dims(o, o_in(o, i)) || o_rank(o, o_in(o, i)) != (int32_t)n ||
            o_dtype(o, o_in(o, i)) != o_dtype(o, x))
            return false;
        for (uint32_t d = 0; d < n; d++) {
            const IrDim *wanted = o_dims(o, x)[axes[d]], *found = o_dims(o, o_in(o, i))[d];
            if (ir_dim_eq(o->m, wanted, found) != IR_PROVED) return false;
        }
    }
    return true;
}

/* Scale and bias broadcast, so they may have fewer dims than are normalized. Statistics in float32,
 * or wider. */
void onnx_map_layer_norm(O *o) {
    uint32_t n;
    const IrOperand x = o_in(o, 0);
    const DType dtype = o_dtype(o, x), wide = dtype == DTYPE_FLOAT64 ? dtype : DTYPE_FLOAT32;
    const int64_t *axes =
        o_axes_from(o, (int32_t)o_axis(o, o_int(o, "axis", -1), o_rank(o, x)), o_rank(o, x), &n);
    if (is_plain_norm(o, x, axes, n, 2)) {
        const OAttr attrs[] = {A_INTS("axes", axes, n),
                               A_FLOAT("epsilon", o_float(o, "epsilon", (double)1e-5f))};
        o_set(
            o, 0,
            o_call(o, &op_nn_layer_norm, OPS(x, o_in(o, 1), o_in(o, 2)), attrs, ARRAY_LEN(attrs)));
        return;
    }
    const IrOperand y = o_cast(o, x, wide), mean = o_reduce(o, &op_mean, y, axes, n, true);
    const IrOperand centred = o2(o, &op_subtract, y, mean);
    const IrOperand variance = o_reduce(o, &op_mean, o1(o, &op_square, centred), axes, n, true);
    const IrOperand inverse =
        o1(o, &op_rsqrt, o2c(o, &op_add, variance, o_float(o, "epsilon", (double)1e-5f)));
    IrOperand z = o_cast(o, o2(o, &op_multiply, centred, inverse), dtype);
    z = o2(o, &op_multiply, z, o_in(o, 1));
    if (o_has(o, 2)) z = o2(o, &op_add, z, o_in(o, 2));
    o_set(o, 0, z);
    o_set(o, 1, mean);
    o_set(o, 2, inverse);
}

/* The mean of squares in float32, or wider. */
void onnx_map_rms_norm(O *o) {
    uint32_t n;
    const IrOperand x = o_in(o, 0), scale = o_in(o, 1);
    const DType dtype = o_dtype(o, x), wide = dtype == DTYPE_FLOAT64 ? dtype : DTYPE_FLOAT32;
    const double epsilon = o_float(o, "epsilon", (double)1e-5f);
    const int64_t *axes =
        o_axes_from(o, (int32_t)o_axis(o, o_int(o, "axis", -1), o_rank(o, x)), o_rank(o, x), &n);
    if (is_plain_norm(o, x, axes, n, 1)) {
        const OAttr attrs[] = {A_INTS("axes", axes, n), A_FLOAT("epsilon", epsilon)};
        o_set(o, 0, o_call(o, &op_nn_rms_norm, OPS(x, scale), attrs, ARRAY_LEN(attrs)));
        return;
    }
    const IrOperand y = o_cast(o, x, wide),
                    square = o_reduce(o, &op_mean, o1(o, &op_square, y), axes, n, true);
    const IrOperand root = o1(o, &op_sqrt, o2c(o, &op_add, square, epsilon));
    const IrOperand normal = o_cast(o, o2(o, &op_divide, y, root), dtype);
    o_set(o, 0, o2(o, &op_multiply, o_cast(o, normal, o_dtype(o, scale)), scale));
}

void onnx_map_mean_variance_norm(O *o) {
    static const int64_t usual[] = {0, 2, 3};
    uint32_t n;
    const IrOperand x = o_in(o, 0);
    const int64_t *axes = o_ints(o, "axes", &n);
    if (!axes) axes = usual, n = 3;
    const IrOperand centred = o2(o, &op_subtract, x, o_reduce(o, &op_mean, x, axes, n, true));
    const IrOperand deviation =
        o1(o, &op_sqrt, o_reduce(o, &op_mean, o1(o, &op_square, centred), axes, n, true));
    o_set(o, 0, o2(o, &op_divide, centred, o2c(o, &op_add, deviation, 1e-9)));
}

void onnx_map_lp_norm(O *o) {
    const IrOperand x = o_in(o, 0);
    const int64_t p = o_int(o, "p", 2), axis = o_axis(o, o_int(o, "axis", -1), o_rank(o, x));
    if (p != 1 && p != 2) o_fail(o, "p is %lld", (long long)p);
    IrOperand norm = o_reduce(o, &op_sum, o1(o, p == 1 ? &op_abs : &op_square, x), &axis, 1, true);
    if (p == 2) norm = o1(o, &op_sqrt, norm);
    /* Opset 22 says what 0 / 0 is; before it is left open. */
    const IrOperand is_zero = o2c(o, &op_equal, norm, 0), y = o2(o, &op_divide, x, norm);
    o_set(o, 0, o3(o, &op_where, is_zero, o_const(o, o_dtype(o, x), 0), y));
}
