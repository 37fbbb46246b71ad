/* SPDX-License-Identifier: Apache-2.0 */
/* com.microsoft: what ONNX Runtime's optimizer makes of several nodes: activations in one, and
 * behind a convolution or a product. docs/ContribOperators.md of its repository says what each
 * means. */
#include <float.h>

#include "onnx/import.h"

/* --- Activations --- */

static IrOperand clipped(O *o, IrOperand x, double low, double high) {
    return o2c(o, &op_minimum, o2c(o, &op_maximum, x, low), high);
}

static IrOperand leaky(O *o, IrOperand x, const double *p) {
    return o_call(o, &op_nn_leakyrelu, &x, 1, ATTRS(A_FLOAT("alpha", p[0])));
}
static IrOperand clip(O *o, IrOperand x, const double *p) { return clipped(o, x, p[0], p[1]); }
static IrOperand hard_sigmoid(O *o, IrOperand x, const double *p) {
    return clipped(o, o2c(o, &op_add, o2c(o, &op_multiply, x, p[0]), p[1]), 0, 1);
}
static IrOperand elu(O *o, IrOperand x, const double *p) {
    const IrOperand below = o2c(o, &op_multiply, o2c(o, &op_subtract, o1(o, &op_exp, x), 1), p[0]);
    return o3(o, &op_where, o2c(o, &op_greater_equal, x, 0), x, below);
}
static IrOperand softsign(O *o, IrOperand x, const double *p) {
    (void)p;
    return o2(o, &op_divide, x, o2c(o, &op_add, o1(o, &op_abs, x), 1));
}
static IrOperand thresholded(O *o, IrOperand x, const double *p) {
    const IrOperand zero = o_const(o, o_dtype(o, x), 0);
    return o3(o, &op_where, o2c(o, &op_greater, x, p[0]), x, zero);
}

/* By name: an operator, or a function of parameters, whose defaults stand here. */
static const struct {
    const char *name;
    const OpDef *op;
    IrOperand (*fn)(O *o, IrOperand x, const double *p);
    uint32_t n;
    double p[2];
} activations[] = {
    {"Relu", &op_nn_relu, NULL, 0, {0, 0}},
    {"Sigmoid", &op_sigmoid, NULL, 0, {0, 0}},
    {"Tanh", &op_tanh, NULL, 0, {0, 0}},
    {"Softplus", &op_nn_softplus, NULL, 0, {0, 0}},
    {"LeakyRelu", NULL, leaky, 1, {(double)0.01f, 0}},
    {"Clip", NULL, clip, 2, {-(double)FLT_MAX, (double)FLT_MAX}},
    {"HardSigmoid", NULL, hard_sigmoid, 2, {(double)0.2f, 0.5}},
    {"Elu", NULL, elu, 1, {1, 0}},
    {"Softsign", NULL, softsign, 0, {0, 0}},
    {"ThresholdedRelu", NULL, thresholded, 1, {1, 0}},
};

/* What the attribute `activation` says, on y; given: parameters, n of them. */
static IrOperand activated(O *o, IrOperand y, const double *given, uint32_t n) {
    if (!o_given(o, "activation")) return y;
    const Str name = o_str(o, "activation", "");
    for (size_t i = 0; i < ARRAY_LEN(activations); i++) {
        if (!str_eq_c(name, activations[i].name)) continue;
        double p[] = {activations[i].p[0], activations[i].p[1]};
        for (uint32_t k = 0; k < n && k < activations[i].n; k++) p[k] = given[k];
        return activations[i].op ? o1(o, activations[i].op, y) : activations[i].fn(o, y, p);
    }
    o_unsupported(o, "its activation '%.*s'", (int)(name.len < 40 ? name.len : 40), name.ptr);
}

void onnx_map_fused_conv(O *o) {
    uint32_t n = 0;
    double p[2] = {0, 0};
    const float *given = o_floats(o, "activation_params", &n);
    for (uint32_t i = 0; given && i < n && i < 2; i++) p[i] = (double)given[i];
    const IrOperand x = o_in(o, 0), w = o_in(o, 1);
    IrOperand y = o_add_bias(o, o_convolve(o, x, w), 2);
    if (o_has(o, 3)) y = o2(o, &op_add, y, o_in(o, 3));
    o_set(o, 0, activated(o, y, p, given ? n : 0));
}

/* --- Products --- */

/* x with its last two dims exchanged; first, its dim 0 goes behind those of the batch. */
static IrOperand turned(O *o, IrOperand x, bool batch, bool swap) {
    const int32_t rank = o_rank(o, x);
    if (rank < 2 || (!batch && !swap)) return x;
    int64_t *axes = O_ARRAY(o, int64_t, rank);
    for (int32_t i = 0; i < rank; i++) axes[i] = batch && i < rank - 2 ? i + 1 : i;
    if (batch) axes[rank - 2] = 0;
    if (swap) {
        const int64_t last = axes[rank - 1];
        axes[rank - 1] = axes[rank - 2];
        axes[rank - 2] = last;
    }
    return o_permute(o, x, axes, rank);
}

void onnx_map_fused_matmul(O *o) {
    const bool batch_a = o_int(o, "transBatchA", 0) != 0, batch_b = o_int(o, "transBatchB", 0) != 0;
    const IrOperand a = turned(o, o_in(o, 0), batch_a, o_int(o, "transA", 0) != 0);
    const IrOperand b = turned(o, o_in(o, 1), batch_b, o_int(o, "transB", 0) != 0);
    const IrOperand y = o2(o, &op_matmul, a, b);
    const double alpha = o_float(o, "alpha", 1);
    o_set(o, 0, alpha == 1 ? y : o2c(o, &op_multiply, y, alpha));
}

void onnx_map_fused_gemm(O *o) {
    static const char *const names[] = {"activation_alpha", "activation_beta"};
    double p[2];
    uint32_t n = 0;
    while (n < 2 && o_given(o, names[n])) {
        p[n] = o_float(o, names[n], 0);
        n++;
    }
    o_set(o, 0, activated(o, o_gemm(o), p, n));
}

/* --- Gelu and its like --- */

static IrOperand with_bias(O *o) {
    return o_has(o, 1) ? o2(o, &op_add, o_in(o, 0), o_in(o, 1)) : o_in(o, 0);
}

void onnx_map_ms_gelu(O *o) { o_set(o, 0, o1(o, &op_nn_gelu, with_bias(o))); }
void onnx_map_fast_gelu(O *o) { o_set(o, 0, o1(o, &op_nn_gelu_tanh, with_bias(o))); }

void onnx_map_quick_gelu(O *o) {
    const IrOperand x = o_in(o, 0);
    const IrOperand gate =
        o1(o, &op_sigmoid, o2c(o, &op_multiply, x, o_float(o, "alpha", (double)1.702f)));
    o_set(o, 0, o2(o, &op_multiply, x, gate));
}
