/* SPDX-License-Identifier: Apache-2.0 */
/* Gradients of the elementwise functions of one operand: the adjoint times the slope, which half
 * precision computes in float32. At kinks they are PyTorch's: abs and relu have the slope 0 at 0,
 * selu that of its left side. */
#include "ops/unary_gradient.h"

#include "ops/ops.h"

#define X d_up(&g->d, d_arg(&g->d, 0))
#define Y d_up(&g->d, g_value(g))
#define ONE(op, x) d1(&g->d, &op_##op, (x))
#define TWO(op, x, y) d2(&g->d, &op_##op, (x), (y))

static IrOperand number(OpGradient *g, IrOperand like, double v) {
    return d_const(&g->d, d_type(&g->d, like)->dtype, v);
}

/* x + v, v - x, 1 / x */
static IrOperand plus(OpGradient *g, IrOperand x, double v) { return TWO(add, x, number(g, x, v)); }
static IrOperand from(OpGradient *g, double v, IrOperand x) {
    return TWO(subtract, number(g, x, v), x);
}
static IrOperand inverse(OpGradient *g, IrOperand x) { return TWO(divide, number(g, x, 1), x); }
static IrOperand square(OpGradient *g, IrOperand x) { return TWO(multiply, x, x); }

static void chain(OpGradient *g, IrOperand slope) {
    const IrOperand dy = d_cast(&g->d, g_adjoint(g), d_type(&g->d, slope)->dtype);
    g_add(g, 0, TWO(multiply, dy, slope));
}

void grad_negative(OpGradient *g) { g_add(g, 0, ONE(negative, g_adjoint(g))); }
void grad_abs(OpGradient *g) { chain(g, ONE(sign, X)); }
void grad_square(OpGradient *g) { chain(g, g_scale(g, X, 2)); }
void grad_exp(OpGradient *g) { chain(g, Y); }
void grad_log(OpGradient *g) { chain(g, inverse(g, X)); }
void grad_sqrt(OpGradient *g) { chain(g, inverse(g, g_scale(g, Y, 2))); }

void grad_rsqrt(OpGradient *g) {
    const IrOperand y = Y;
    chain(g, g_scale(g, TWO(multiply, y, square(g, y)), -0.5));
}

/* Trigonometry */

void grad_sin(OpGradient *g) { chain(g, ONE(cos, X)); }
void grad_cos(OpGradient *g) { chain(g, ONE(negative, ONE(sin, X))); }
void grad_tan(OpGradient *g) { chain(g, plus(g, square(g, Y), 1)); }
void grad_asin(OpGradient *g) { chain(g, ONE(rsqrt, from(g, 1, square(g, X)))); }
void grad_acos(OpGradient *g) { chain(g, ONE(negative, ONE(rsqrt, from(g, 1, square(g, X))))); }
void grad_atan(OpGradient *g) { chain(g, inverse(g, plus(g, square(g, X), 1))); }
void grad_sinh(OpGradient *g) { chain(g, ONE(cosh, X)); }
void grad_cosh(OpGradient *g) { chain(g, ONE(sinh, X)); }
void grad_tanh(OpGradient *g) { chain(g, from(g, 1, square(g, Y))); }
void grad_asinh(OpGradient *g) { chain(g, ONE(rsqrt, plus(g, square(g, X), 1))); }
void grad_acosh(OpGradient *g) { chain(g, ONE(rsqrt, plus(g, square(g, X), -1))); }
void grad_atanh(OpGradient *g) { chain(g, inverse(g, from(g, 1, square(g, X)))); }

/* 2 / sqrt(pi) * exp(-x * x) */
void grad_erf(OpGradient *g) {
    const double two_over_sqrt_pi = 1.12837916709551257390;
    chain(g, g_scale(g, ONE(exp, ONE(negative, square(g, X))), two_over_sqrt_pi));
}

/* Activations */

void grad_sigmoid(OpGradient *g) {
    const IrOperand y = Y;
    chain(g, TWO(multiply, y, from(g, 1, y)));
}

/* With s = sigmoid(x): s * (1 + x * (1 - s)) */
void grad_nn_silu(OpGradient *g) {
    const IrOperand x = X, s = ONE(sigmoid, x);
    chain(g, TWO(multiply, s, plus(g, TWO(multiply, x, from(g, 1, s)), 1)));
}

/* NaN passes. */
void grad_nn_relu(OpGradient *g) {
    const IrOperand x = d_arg(&g->d, 0);
    g_add(g, 0, g_unless(g, TWO(less_equal, x, number(g, x, 0)), g_adjoint(g)));
}

/* The left side is scale * alpha * exp(x). */
void grad_nn_selu(OpGradient *g) {
    const double scale = 1.0507009873554804934, alpha = 1.6732632423543772848;
    const IrOperand x = X, zero = number(g, x, 0);
    const IrOperand left = g_scale(g, ONE(exp, TWO(minimum, x, zero)), scale * alpha);
    const IrOperand positive = TWO(greater, x, zero);
    chain(g, d3(&g->d, &op_where, positive, number(g, x, scale), left));
}

/* Phi(x) + x * phi(x), with the normal distribution's function and density */
void grad_nn_gelu(OpGradient *g) {
    const double sqrt_half = 0.70710678118654752440, one_over_sqrt_2_pi = 0.39894228040143267794;
    const IrOperand x = X;
    const IrOperand phi = g_scale(g, ONE(exp, g_scale(g, square(g, x), -0.5)), one_over_sqrt_2_pi);
    const IrOperand cumulated = plus(g, g_scale(g, ONE(erf, g_scale(g, x, sqrt_half)), 0.5), 0.5);
    chain(g, TWO(add, cumulated, TWO(multiply, x, phi)));
}

/* With t = tanh(u), u = k * (x + c * x**3): 0.5 * (1 + t) + 0.5 * x * (1 - t**2) * k * (1 + 3 * c *
 * x**2) */
void grad_nn_gelu_tanh(OpGradient *g) {
    const double k = 0.79788456080286535588, c = 0.044715;
    const IrOperand x = X, xx = square(g, x);
    const IrOperand t = ONE(tanh, TWO(multiply, x, plus(g, g_scale(g, xx, k * c), k)));
    const IrOperand du = plus(g, g_scale(g, xx, 3 * k * c), k);
    const IrOperand dt = from(g, 1, square(g, t));
    const IrOperand right = TWO(multiply, TWO(multiply, x, du), dt);
    chain(g, g_scale(g, plus(g, TWO(add, t, right), 1), 0.5));
}
