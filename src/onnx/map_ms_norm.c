/* SPDX-License-Identifier: Apache-2.0 */
/* com.microsoft: normalization with what is added before it. Statistics are of float32, or
 * wider. */
#include "onnx/import.h"

enum { MEAN = 1, INVERSE = 2, SUM = 3 };

/* How x is normalized by its last dim: with its mean taken away unless `simplified`. Outputs 0,
 * `mean_out` and `inverse_out` are set, whichever are wanted and not 0. */
typedef struct {
    IrOperand scale;
    const IrOperand *bias; /* NULL: none */
    double epsilon;
    bool simplified;
    uint32_t mean_out, inverse_out;
} Norm;

static void normalize(O *o, IrOperand x, const Norm *norm) {
    const IrOperand scale = norm->scale, *bias = norm->bias;
    const double epsilon = norm->epsilon;
    const bool simplified = norm->simplified;
    const uint32_t mean_out = norm->mean_out, inverse_out = norm->inverse_out;
    const DType dtype = o_dtype(o, x), wide = dtype == DTYPE_FLOAT64 ? dtype : DTYPE_FLOAT32;
    const int64_t last = o_rank(o, x) - 1;
    if (last < 0) o_fail(o, "its operand is of rank 0");
    const OAttr attrs[] = {A_INTS("axes", &last, 1), A_FLOAT("epsilon", epsilon)};
    const bool has_statistics =
        (mean_out && o_wants(o, mean_out)) || (inverse_out && o_wants(o, inverse_out));
    if (!has_statistics && dtype == o_dtype(o, scale) && (simplified || bias)) {
        o_set(o, 0,
              simplified ? o_call(o, &op_nn_rms_norm, OPS(x, scale), attrs, 2)
                         : o_call(o, &op_nn_layer_norm, OPS(x, scale, *bias), attrs, 2));
        return;
    }
    IrOperand y = o_cast(o, x, wide);
    if (!simplified) {
        const IrOperand mean = o_reduce(o, &op_mean, y, &last, 1, true);
        if (mean_out && o_wants(o, mean_out)) o_set(o, mean_out, mean);
        y = o2(o, &op_subtract, y, mean);
    }
    const IrOperand square = o_reduce(o, &op_mean, o1(o, &op_square, y), &last, 1, true);
    const IrOperand inverse = o1(o, &op_rsqrt, o2c(o, &op_add, square, epsilon));
    if (inverse_out && o_wants(o, inverse_out)) o_set(o, inverse_out, inverse);
    y = o2(o, &op_multiply, o2(o, &op_multiply, y, inverse), o_cast(o, scale, wide));
    if (bias) y = o2(o, &op_add, y, o_cast(o, *bias, wide));
    o_set(o, 0, o_cast(o, y, dtype));
}

void onnx_map_skip_layer_norm(O *o) {
    const bool simplified = strstr(o->row->name, "Simplified") != NULL;
    const uint32_t bias_in = simplified ? 3 : 4;
    const double epsilon = o_float(o, "epsilon", (double)(simplified ? 1e-6f : 1e-12f));
    const IrOperand scale = o_in(o, 2), beta = !simplified && o_has(o, 3) ? o_in(o, 3) : o_none();
    IrOperand x = o2(o, &op_add, o_in(o, 0), o_in(o, 1));
    if (o_has(o, bias_in)) x = o2(o, &op_add, x, o_in(o, bias_in));
    normalize(o, x,
              &(Norm){.scale = scale,
                      .bias = beta.kind == IR_OPERAND_NONE ? NULL : &beta,
                      .epsilon = epsilon,
                      .simplified = simplified,
                      .mean_out = MEAN,
                      .inverse_out = INVERSE});
    if (simplified && o_wants(o, MEAN)) o_unsupported(o, "its output 1, a mean that is not taken");
    if (o_wants(o, SUM)) o_set(o, SUM, x);
}

/* The form of ONNX Runtime in the default domain; by an axis, as LayerNormalization. */
void onnx_map_simplified_layer_norm(O *o) {
    const IrOperand x = o_in(o, 0);
    const int32_t rank = o_rank(o, x);
    const int64_t axis = o_axis(o, o_int(o, "axis", -1), rank);
    if (axis == rank - 1) {
        normalize(o, x,
                  &(Norm){.scale = o_in(o, 1),
                          .epsilon = o_float(o, "epsilon", (double)1e-5f),
                          .simplified = true,
                          .inverse_out = 1});
        return;
    }
    if (o_wants(o, 1)) o_unsupported(o, "its output 1 where several dims are normalized");
    onnx_map_rms_norm(o);
}

static IrOperand embedded(O *o, uint32_t table, IrOperand ids) {
    return o_call(o, &op_take, OPS(o_in(o, table), ids), ATTRS(A_INT("axis", 0)));
}

/* Words, positions and segments are looked up, added and normalized; output 1 counts the mask's
 * ones. */
void onnx_map_embed_layer_norm(O *o) {
    enum { IDS, SEGMENTS, WORD, POSITION, SEGMENT, GAMMA, BETA, MASK, POSITION_IDS };
    const IrOperand ids = o_in(o, IDS), gamma = o_in(o, GAMMA), beta = o_in(o, BETA);
    if (o_rank(o, ids) != 2) o_fail(o, "its input_ids are of rank %d instead of 2", o_rank(o, ids));
    const IrDim *const *dims = o_dims(o, ids);
    const IrOperand words = embedded(o, WORD, ids);
    const IrOperand places =
        o_has(o, POSITION_IDS) ? o_in(o, POSITION_IDS) : o_counter(o, dims[1], 1, 2);
    IrOperand sum = o2(o, &op_add, words, embedded(o, POSITION, places));
    if (o_has(o, SEGMENTS) && o_has(o, SEGMENT)) {
        const IrOperand segments = embedded(o, SEGMENT, o_in(o, SEGMENTS));
        sum = o2(o, &op_add, sum, segments);
    }
    normalize(
        o, sum,
        &(Norm){.scale = gamma, .bias = &beta, .epsilon = o_float(o, "epsilon", (double)1e-12f)});
    if (o_wants(o, 2)) o_set(o, 2, sum);
    if (!o_wants(o, 1)) return;
    const int64_t last = 1;
    IrOperand count = o_broadcast(o, o_const(o, DTYPE_INT32, 0), dims, 1);
    if (o_has(o, MASK)) {
        const IrOperand ones = o_cast(o, o2c(o, &op_equal, o_in(o, MASK), 1), DTYPE_INT32);
        count = o_reduce(o, &op_sum, ones, &last, 1, false);
    }
    o_set(o, 1, count);
}
