/* SPDX-License-Identifier: Apache-2.0 */
/* Gradients of the elementwise functions of two operands. Where operands were stretched, their
 * adjoints are sums over that (g_add_broadcast). At ties and at 0 they are PyTorch's. */
#include "ops/binary_gradient.h"

#include "ops/ops.h"

#define X d_arg(&g->d, 0)
#define Y d_arg(&g->d, 1)
#define DY g_adjoint(g)
#define CALL(op, x, y) d2(&g->d, &op_##op, (x), (y))

void grad_add(OpGradient *g) {
    for (uint32_t i = 0; i < 2; i++) {
        if (g_wants(g, i)) g_add_broadcast(g, i, DY);
    }
}

void grad_subtract(OpGradient *g) {
    if (g_wants(g, 0)) g_add_broadcast(g, 0, DY);
    if (g_wants(g, 1)) g_add_broadcast(g, 1, d1(&g->d, &op_negative, DY));
}

void grad_multiply(OpGradient *g) {
    for (uint32_t i = 0; i < 2; i++) {
        if (g_wants(g, i)) g_add_broadcast(g, i, CALL(multiply, DY, d_arg(&g->d, 1 - i)));
    }
}

/* (x / y)' = x' / y - y' * (x / y) / y */
void grad_divide(OpGradient *g) {
    const IrOperand by = CALL(divide, DY, Y);
    if (g_wants(g, 0)) g_add_broadcast(g, 0, by);
    if (g_wants(g, 1))
        g_add_broadcast(g, 1, d1(&g->d, &op_negative, CALL(multiply, by, g_value(g))));
}

/* d x**y / dx = y * x**(y - 1), 0 where y is 0; d x**y / dy = x**y * log(x), 0 where x is 0 and y
 * is 0 or more. */
void grad_power(OpGradient *g) {
    const DType t = g->d.types[0]->dtype;
    const IrOperand zero = d_const(&g->d, t, 0);
    if (g_wants(g, 0)) {
        const IrOperand less = CALL(power, X, CALL(subtract, Y, d_const(&g->d, t, 1)));
        const IrOperand dx = CALL(multiply, DY, CALL(multiply, Y, less));
        g_add_broadcast(g, 0, g_unless(g, CALL(equal, Y, zero), dx));
    }
    if (g_wants(g, 1)) {
        const IrOperand at_0 = CALL(equal, X, zero);
        const IrOperand flat = CALL(logical_and, at_0, CALL(greater_equal, Y, zero));
        const IrOperand log_x = d1(&g->d, &op_log, X),
                        dy = CALL(multiply, DY, CALL(multiply, g_value(g), log_x));
        g_add_broadcast(g, 1, g_unless(g, flat, dy));
    }
}

/* A tie gives each operand half; NaN passes to both. */
static void pick(OpGradient *g, const OpDef *loses) {
    const IrOperand half = g_scale(g, DY, 0.5);
    const IrOperand each = d3(&g->d, &op_where, CALL(equal, X, Y), half, DY);
    for (uint32_t i = 0; i < 2; i++) {
        if (!g_wants(g, i)) continue;
        g_add_broadcast(g, i,
                        g_unless(g, d2(&g->d, loses, d_arg(&g->d, i), d_arg(&g->d, 1 - i)), each));
    }
}

void grad_maximum(OpGradient *g) { pick(g, &op_less); }
void grad_minimum(OpGradient *g) { pick(g, &op_greater); }

/* x - y * q with the whole number q, which is constant between jumps. */
static void remainder_of(OpGradient *g) {
    if (g_wants(g, 0)) g_add_broadcast(g, 0, DY);
    if (!g_wants(g, 1)) return;
    const IrOperand q = d1(&g->d, &op_round, CALL(divide, CALL(subtract, X, g_value(g)), Y));
    g_add_broadcast(g, 1, d1(&g->d, &op_negative, CALL(multiply, DY, q)));
}

void grad_mod(OpGradient *g) { remainder_of(g); }
void grad_floor_mod(OpGradient *g) { remainder_of(g); }
