/* SPDX-License-Identifier: Apache-2.0 */
/* Steps of optimizers, of the domain ai.onnx.preview.training: Adagrad, Adam, Momentum.
 *
 * The inputs are a rate R, a count T, then what is trained, its gradients, and one or two kinds of
 * state: n of each. The outputs are the new values of what is trained and of the states. */
#include "onnx/import.h"

enum { PARTS_MAX = 4 }; /* X, G, and states */

typedef struct {
    O *o;
    uint32_t n;
    DType dtype;
    IrOperand rate, count;      /* in X's dtype */
    IrOperand x, g;             /* g with the gradient of 0.5 * norm_coefficient * x^2 */
    IrOperand state[PARTS_MAX]; /* V, H */
} Step;

static IrOperand scaled(O *o, IrOperand x, double factor) {
    return factor == 1 ? x : o2c(o, &op_multiply, x, factor);
}

static IrOperand weighted(O *o, double a, IrOperand x, double b, IrOperand y) {
    const IrOperand left = scaled(o, x, a), right = scaled(o, y, b);
    return o2(o, &op_add, left, right);
}

/* The tensors of part k of `parts`, among as many as there are: the same for all. */
static uint32_t count_of(O *o, uint32_t parts) {
    if (o->n_in < 2 + parts || (o->n_in - 2) % parts) o_fail(o, "%u inputs", o->n_in);
    return (o->n_in - 2) / parts;
}

static Step step_of(O *o, uint32_t n, uint32_t parts, uint32_t i) {
    Step s = {.o = o, .n = n, .x = o_in(o, 2 + i)};
    s.dtype = o_dtype(o, s.x);
    s.rate = o_cast(o, o_in(o, 0), s.dtype);
    s.count = o_cast(o, o_in(o, 1), s.dtype);
    const double norm = o_float(o, "norm_coefficient", 0);
    s.g = o_in(o, 2 + n + i);
    if (norm != 0) s.g = weighted(o, norm, s.x, 1, s.g);
    for (uint32_t k = 2; k < parts; k++) s.state[k - 2] = o_in(o, 2 + k * n + i);
    return s;
}

/* x - rate * direction */
static IrOperand moved(const Step *s, IrOperand rate, IrOperand direction) {
    O *o = s->o;
    return o2(o, &op_subtract, s->x, o2(o, &op_multiply, rate, direction));
}

/* y where the count is above zero, else z. */
static IrOperand once_begun(const Step *s, IrOperand y, IrOperand z) {
    return o3(s->o, &op_where, o2c(s->o, &op_greater, s->count, 0), y, z);
}

static IrOperand root_plus(O *o, IrOperand x, double epsilon) {
    const IrOperand root = o1(o, &op_sqrt, x);
    return epsilon != 0 ? o2c(o, &op_add, root, epsilon) : root;
}

void onnx_map_adagrad(O *o) {
    const double decay = o_float(o, "decay_factor", 0), epsilon = o_float(o, "epsilon", 1e-6f);
    const uint32_t n = count_of(o, 3);
    for (uint32_t i = 0; i < n; i++) {
        const Step s = step_of(o, n, 3, i);
        const IrOperand h = o2(o, &op_add, s.state[0], o2(o, &op_multiply, s.g, s.g));
        const IrOperand rate =
            o2(o, &op_divide, s.rate, o2c(o, &op_add, scaled(o, s.count, decay), 1));
        o_set(o, i, moved(&s, rate, o2(o, &op_divide, s.g, root_plus(o, h, epsilon))));
        o_set(o, n + i, h);
    }
}

/* 1 - base^T */
static IrOperand bias(const Step *s, double base) {
    O *o = s->o;
    const IrOperand power = o2(o, &op_power, o_const(o, s->dtype, base), s->count);
    return o2(o, &op_subtract, o_const(o, s->dtype, 1), power);
}

void onnx_map_adam(O *o) {
    const double alpha = o_float(o, "alpha", 0.9f), beta = o_float(o, "beta", 0.999f);
    const double epsilon = o_float(o, "epsilon", 1e-6f),
                 post = o_float(o, "norm_coefficient_post", 0);
    const uint32_t n = count_of(o, 4);
    for (uint32_t i = 0; i < n; i++) {
        const Step s = step_of(o, n, 4, i);
        const IrOperand v = weighted(o, alpha, s.state[0], 1 - alpha, s.g);
        const IrOperand h = weighted(o, beta, s.state[1], 1 - beta, o2(o, &op_multiply, s.g, s.g));
        const IrOperand of_h = o1(o, &op_sqrt, bias(&s, beta)), of_v = bias(&s, alpha);
        const IrOperand corrected = o2(o, &op_divide, of_h, of_v);
        const IrOperand rate = once_begun(&s, o2(o, &op_multiply, s.rate, corrected), s.rate);
        const IrOperand x = moved(&s, rate, o2(o, &op_divide, v, root_plus(o, h, epsilon)));
        o_set(o, i, scaled(o, x, 1 - post));
        o_set(o, n + i, v);
        o_set(o, 2 * n + i, h);
    }
}

void onnx_map_momentum(O *o) {
    const double alpha = o_float(o, "alpha", 0), beta = o_float(o, "beta", 1);
    const Str mode = o_str(o, "mode", "standard");
    const bool nesterov = str_eq_c(mode, "nesterov");
    if (!nesterov && !str_eq_c(mode, "standard")) o_fail(o, "its attribute 'mode' is unknown");
    const uint32_t n = count_of(o, 3);
    for (uint32_t i = 0; i < n; i++) {
        const Step s = step_of(o, n, 3, i);
        const IrOperand added = beta == 1 ? s.g : once_begun(&s, scaled(o, s.g, beta), s.g);
        const IrOperand v = o2(o, &op_add, scaled(o, s.state[0], alpha), added);
        o_set(o, i, moved(&s, s.rate, nesterov ? weighted(o, 1, s.g, alpha, v) : v));
        o_set(o, n + i, v);
    }
}
