/* SPDX-License-Identifier: Apache-2.0 */
/* One step of each recurrent cell, and the activation functions. */
#include "ops/recurrent.h"

#include <math.h>

#include "ops/ops.h"

/* x * alpha, x + beta */
static IrOperand scaled(OpDecompose *call, IrOperand x, double alpha) {
    return alpha == 1 ? x : d2(call, &op_multiply, x, d_const(call, d_type(call, x)->dtype, alpha));
}

static IrOperand shifted(OpDecompose *call, IrOperand x, double beta) {
    return beta == 0 ? x : d2(call, &op_add, x, d_const(call, d_type(call, x)->dtype, beta));
}

static IrOperand number(OpDecompose *call, IrOperand like, double v) {
    return d_const(call, d_type(call, like)->dtype, v);
}

/* Within [lo, hi]; NaN stays NaN. */
static IrOperand clipped(OpDecompose *call, IrOperand x, double lo, double hi) {
    return d2(call, &op_minimum, d2(call, &op_maximum, x, number(call, x, lo)),
              number(call, x, hi));
}

#define APPLY(id) static IrOperand id(OpDecompose *call, IrOperand x, double alpha, double beta)

APPLY(relu) { return (void)alpha, (void)beta, d1(call, &op_nn_relu, x); }
APPLY(tanh_) { return (void)alpha, (void)beta, d1(call, &op_tanh, x); }
APPLY(sigmoid) { return (void)alpha, (void)beta, d1(call, &op_sigmoid, x); }
APPLY(affine) { return shifted(call, scaled(call, x, alpha), beta); }
APPLY(scaled_tanh) { return scaled(call, d1(call, &op_tanh, scaled(call, x, beta)), alpha); }
APPLY(hard_sigmoid) { return clipped(call, affine(call, x, alpha, beta), 0, 1); }

APPLY(leaky_relu) {
    (void)beta;
    IrOperand is_below = d2(call, &op_less, x, number(call, x, 0));
    return d3(call, &op_where, is_below, scaled(call, x, alpha), x);
}

APPLY(thresholded_relu) {
    (void)beta;
    return d3(call, &op_where, d2(call, &op_less_equal, x, number(call, x, alpha)),
              number(call, x, 0), x);
}

APPLY(elu) {
    (void)beta;
    IrOperand below =
        scaled(call, d2(call, &op_subtract, d1(call, &op_exp, x), number(call, x, 1)), alpha);
    return d3(call, &op_where, d2(call, &op_less, x, number(call, x, 0)), below, x);
}

/* Exact, also where nn.softplus would stop at x. */
APPLY(softplus) {
    (void)alpha, (void)beta;
    IrAttr *attrs = d_attrs(call, &op_nn_softplus);
    attrs[ir_op_attr_index(&op_nn_softplus, "threshold")] =
        (IrAttr){.kind = IR_ATTR_FLOAT, .f = (double)INFINITY};
    return d_call(call, &op_nn_softplus, &x, 1, attrs);
}

APPLY(softsign) {
    (void)alpha, (void)beta;
    return d2(call, &op_divide, x, shifted(call, d1(call, &op_abs, x), 1));
}

static const Activation activations[] = {
    {"Affine", true, true, 1, 0, affine},
    {"Elu", true, false, 1, 0, elu},
    {"HardSigmoid", true, true, 0.2, 0.5, hard_sigmoid},
    {"LeakyRelu", true, false, 0.01, 0, leaky_relu},
    {"Relu", false, false, 0, 0, relu},
    {"ScaledTanh", true, true, 1, 1, scaled_tanh},
    {"Sigmoid", false, false, 0, 0, sigmoid},
    {"Softplus", false, false, 0, 0, softplus},
    {"Softsign", false, false, 0, 0, softsign},
    {"Tanh", false, false, 0, 0, tanh_},
    {"ThresholdedRelu", true, false, 1, 0, thresholded_relu},
};

const Activation *activation_find(const char *name) {
    for (size_t i = 0; i < ARRAY_LEN(activations); i++) {
        if (strcmp(activations[i].name, name) == 0) return &activations[i];
    }
    return NULL;
}

/* functions[i] of what is clipped first, if the call says so. */
static IrOperand recurrent_activate(Step *step, uint32_t i, IrOperand x) {
    OpDecompose *call = step->inner;
    if (!d_is_none(call, "clip"))
        x = clipped(call, x, -d_float(call, "clip"), d_float(call, "clip"));
    const Activate *f = &step->functions[i];
    return f->function->apply(call, x, f->alpha, f->beta);
}

static IrOperand add(Step *step, IrOperand x, IrOperand y) {
    return d2(step->inner, &op_add, x, y);
}
static IrOperand multiply(Step *step, IrOperand x, IrOperand y) {
    return d2(step->inner, &op_multiply, x, y);
}
static IrOperand one_minus(Step *step, IrOperand x) {
    return d2(step->inner, &op_subtract, number(step->inner, x, 1), x);
}

/* h' = f(x + h r) */
static void rnn(Step *step) {
    step->h = recurrent_activate(
        step, 0, add(step, step->x, d2(step->inner, &op_matmul, step->h, step->r[0])));
}

/* z = f(xz + h rz), r = f(xr + h rr), n = g(xh + (r h) rh) or, with linear_before_reset, g(xh + r
 * (h rh + b)); h' = (1 - z) n + z h */
static void gru(Step *step) {
    OpDecompose *call = step->inner;
    const bool linear = d_bool(call, "linear_before_reset");
    IrOperand x = d_split(call, step->x, 3, 1), h = step->h, part[3] = {h, h, h}, gate[3];
    if (linear) {
        IrOperand all = d2(call, &op_matmul, h, step->r[0]);
        if (step->rb.kind != IR_OPERAND_NONE) all = add(step, all, step->rb);
        all = d_split(call, all, 3, 1);
        for (uint32_t i = 0; i < 3; i++) part[i] = d_field(call, all, i);
    }
    for (uint32_t i = 0; i < 2; i++) {
        if (!linear) part[i] = d2(call, &op_matmul, h, step->r[i]);
        gate[i] = recurrent_activate(step, 0, add(step, d_field(call, x, i), part[i]));
    }
    IrOperand reset = linear ? multiply(step, gate[1], part[2])
                             : d2(call, &op_matmul, multiply(step, gate[1], h), step->r[2]);
    gate[2] = recurrent_activate(step, 1, add(step, d_field(call, x, 2), reset));
    IrOperand fresh = multiply(step, one_minus(step, gate[0]), gate[2]);
    step->h = add(step, fresh, multiply(step, gate[0], h));
}

/* Gates i, o, f, c: i = f(xi + pi c), f = f(xf + pf c) or 1 - i, c' = f c + i g(xc), o = f(xo + po
 * c'), h' = o h(c') */
static void lstm(Step *step) {
    OpDecompose *call = step->inner;
    const bool peepholes = step->p.kind != IR_OPERAND_NONE;
    IrOperand all =
        d_split(call, add(step, step->x, d2(call, &op_matmul, step->h, step->r[0])), 4, 1);
    IrOperand i = d_field(call, all, 0), o = d_field(call, all, 1), c = d_field(call, all, 3),
              p = step->p, f;
    if (peepholes) p = d_split(call, step->p, 3, 0);
    if (peepholes) i = add(step, i, multiply(step, d_field(call, p, 0), step->c));
    i = recurrent_activate(step, 0, i);
    if (d_bool(call, "input_forget")) {
        f = one_minus(step, i);
    } else {
        f = d_field(call, all, 2);
        if (peepholes) f = add(step, f, multiply(step, d_field(call, p, 2), step->c));
        f = recurrent_activate(step, 0, f);
    }
    IrOperand kept = multiply(step, f, step->c);
    step->c = add(step, kept, multiply(step, i, recurrent_activate(step, 1, c)));
    if (peepholes) o = add(step, o, multiply(step, d_field(call, p, 1), step->c));
    o = recurrent_activate(step, 0, o);
    step->h = multiply(step, o, recurrent_activate(step, 2, step->c));
}

static const char *const rnn_defaults[] = {"Tanh"};
static const char *const gru_defaults[] = {"Sigmoid", "Tanh"};
static const char *const lstm_defaults[] = {"Sigmoid", "Tanh", "Tanh"};

const RecurrentCell recurrent_rnn = {
    .n_gates = 1, .n_functions = 1, .activations = rnn_defaults, .step = rnn};
const RecurrentCell recurrent_gru = {
    .n_gates = 3, .n_functions = 2, .activations = gru_defaults, .step = gru};
const RecurrentCell recurrent_lstm = {
    .n_gates = 4, .n_functions = 3, .activations = lstm_defaults, .has_cell = true, .step = lstm};
