/* SPDX-License-Identifier: Apache-2.0 */
/* Gradients of reductions over axes, and of running sums and products. Half precision is computed
 * in float32. Ties of max and min share the adjoint evenly, as with PyTorch's amax; std has the
 * gradient 0 where it is 0, as there. */
#include "ops/reduce_gradient.h"

#include "ops/ops.h"

#define X d_up(&g->d, d_arg(&g->d, 0))
#define ONE(op, x) d1(&g->d, &op_##op, (x))
#define TWO(op, x, y) d2(&g->d, &op_##op, (x), (y))

/* A tensor of the result's shape, with the reduced dims as 1. */
static IrOperand keep(OpGradient *g, IrOperand x) {
    const IrAttr *axes = d_attr(&g->d, "axis");
    return g_keep_dims(g, x, g->d.types[0], axes->ints, axes->n);
}

static IrOperand kept_adjoint(OpGradient *g) { return keep(g, d_up(&g->d, g_adjoint(g))); }

static void add_spread(OpGradient *g, IrOperand x) {
    const IrType *t = g->d.types[0];
    g_add(g, 0, d_broadcast(&g->d, x, t->dims, t->ndim));
}

/* x / (the number of elements that are reduced) */
static IrOperand by_count(OpGradient *g, IrOperand x) {
    const IrAttr *axes = d_attr(&g->d, "axis");
    const IrDim *n = ir_dim_const(g->d.b->m, 1);
    for (uint32_t i = 0; i < axes->n; i++)
        n = ir_dim_mul(g->d.b->m, n, g->d.types[0]->dims[axes->ints[i]]);
    return TWO(divide, x, g_number(g, n, d_type(&g->d, x)->dtype));
}

void grad_sum(OpGradient *g) { add_spread(g, keep(g, g_adjoint(g))); }
void grad_mean(OpGradient *g) { add_spread(g, by_count(g, kept_adjoint(g))); }

static void extremum(OpGradient *g) {
    const IrAttr *axes = d_attr(&g->d, "axis");
    const IrOperand dy = kept_adjoint(g), best = keep(g, g_value(g));
    const IrOperand is_best = TWO(equal, d_arg(&g->d, 0), best);
    const IrOperand ones = d_cast(&g->d, is_best, d_type(&g->d, dy)->dtype);
    const IrOperand ties = d_reduce(&g->d, &op_sum, ones, axes->ints, axes->n, true);
    g_add(g, 0, g_where(g, is_best, TWO(divide, dy, ties)));
}

void grad_max(OpGradient *g) { extremum(g); }
void grad_min(OpGradient *g) { extremum(g); }

/* x - mean(x) */
static IrOperand centered(OpGradient *g) {
    const IrAttr *axes = d_attr(&g->d, "axis");
    const IrOperand x = X;
    return TWO(subtract, x, d_reduce(&g->d, &op_mean, x, axes->ints, axes->n, true));
}

/* 2 / n * (x - mean(x)): the mean's own part cancels. */
void grad_variance(OpGradient *g) {
    const IrOperand dy = g_scale(g, by_count(g, kept_adjoint(g)), 2);
    g_add(g, 0, TWO(multiply, centered(g), dy));
}

/* (x - mean(x)) / (n * std) */
void grad_std(OpGradient *g) {
    const IrOperand dy = by_count(g, kept_adjoint(g)), std = keep(g, d_up(&g->d, g_value(g)));
    const DType t = d_type(&g->d, std)->dtype;
    const IrOperand is_0 = TWO(equal, std, d_const(&g->d, t, 0));
    const IrOperand divisor = d3(&g->d, &op_where, is_0, d_const(&g->d, t, 1), std);
    const IrOperand slope = g_unless(g, is_0, TWO(divide, dy, divisor));
    g_add(g, 0, TWO(multiply, centered(g), slope));
}

/* Running sums and products */

static IrOperand running(OpGradient *g, const OpDef *op, IrOperand x, int64_t axis,
                         bool exclusive) {
    IrAttr *attrs = d_attrs(&g->d, op);
    d_set_int(op, attrs, "axis", axis);
    d_set_bool(op, attrs, "exclusive", exclusive);
    return d_call(&g->d, op, &x, 1, attrs);
}

/* The same from the end. */
static IrOperand backward(OpGradient *g, const OpDef *op, IrOperand x, int64_t axis,
                          bool exclusive) {
    const IrOperand back = g_along(g, &op_flip, x, axis);
    return g_along(g, &op_flip, running(g, op, back, axis, exclusive), axis);
}

/* Each element's factor is the product of the others, those before it times those behind it: no
 * division, so zeros are as good as any. The reduced dims become one, the last. */
void grad_prod(OpGradient *g) {
    IrModule *m = g->d.b->m;
    const IrAttr *axes = d_attr(&g->d, "axis");
    const IrType *t = g->d.types[0];
    const size_t ndim = (size_t)t->ndim;
    int64_t *order = ARENA_ARRAY(&m->scratch, int64_t, ndim + 1),
            *back = ARENA_ARRAY(&m->scratch, int64_t, ndim + 1);
    const IrDim **lines = ARENA_ARRAY(&m->scratch, const IrDim *, ndim + 1),
                *n = ir_dim_const(m, 1);
    uint32_t kept = 0, reduced = 0;
    for (int32_t i = 0; i < t->ndim; i++) {
        if (reduced < axes->n && axes->ints[reduced] == i) {
            n = ir_dim_mul(m, n, t->dims[i]);
            order[t->ndim - (int32_t)(axes->n - reduced++)] = i;
        } else {
            order[kept] = i;
            lines[kept++] = t->dims[i];
        }
    }
    const IrDim **permuted = ARENA_ARRAY(&m->scratch, const IrDim *, ndim + 1);
    bool in_order = true;
    for (size_t i = 0; i < ndim; i++) {
        permuted[i] = t->dims[order[i]];
        back[order[i]] = (int64_t)i;
        in_order &= order[i] == (int64_t)i;
    }
    lines[kept] = n;
    IrOperand x = X;
    if (!in_order) x = d_permute(&g->d, x, order, (uint32_t)ndim);
    x = d_reshape(&g->d, x, lines, (int32_t)kept + 1);
    const IrOperand before = running(g, &op_cumprod, x, kept, true);
    const IrOperand others = TWO(multiply, before, backward(g, &op_cumprod, x, kept, true));
    lines[kept] = ir_dim_const(m, 1);
    const IrOperand dy = d_reshape(&g->d, d_up(&g->d, g_adjoint(g)), lines, (int32_t)kept + 1);
    IrOperand dx = d_reshape(&g->d, TWO(multiply, others, dy), permuted, t->ndim);
    if (!in_order) dx = d_permute(&g->d, dx, back, (uint32_t)ndim);
    g_add(g, 0, dx);
}

/* The adjoint of what came along the axis (flattened: 0) goes to the shape of x. */
static void add_running(OpGradient *g, IrOperand dx) {
    const IrType *t = g->d.types[0];
    g_add(g, 0, d_reshape(&g->d, dx, t->dims, t->ndim));
}

static int64_t along(const OpGradient *g) {
    return d_is_none(&g->d, "axis") ? 0 : d_int(&g->d, "axis");
}

void grad_cumsum(OpGradient *g) {
    add_running(g, backward(g, &op_cumsum, g_adjoint(g), along(g), d_bool(&g->d, "exclusive")));
}

/* With y the products: the sum from the end of dy * y, divided by x, before the first 0 of a line.
 * At that 0 the same with 1 in its place; behind it 0, as all products there hold it. Derivatives
 * of this again are right where x has no 0. */
void grad_cumprod(OpGradient *g) {
    const bool exclusive = d_bool(&g->d, "exclusive");
    const int64_t axis = along(g);
    const IrType *result = g->d.result;
    IrOperand x = d_reshape(&g->d, d_arg(&g->d, 0), result->dims, result->ndim);
    x = d_up(&g->d, d_cast(&g->d, x, result->dtype));
    const IrOperand dy = d_up(&g->d, g_adjoint(g)), y = d_up(&g->d, g_value(g));
    const IrOperand zero = d_const(&g->d, d_type(&g->d, x)->dtype, 0),
                    one = d_const(&g->d, d_type(&g->d, x)->dtype, 1);
    const IrOperand is_0 = TWO(equal, x, zero);
    const IrOperand zeros = running(g, &op_cumsum, d_cast(&g->d, is_0, DTYPE_INT64), axis, false);
    const IrOperand none_yet = TWO(equal, zeros, d_const(&g->d, DTYPE_INT64, 0));
    const IrOperand is_first =
        TWO(logical_and, is_0, TWO(equal, zeros, d_const(&g->d, DTYPE_INT64, 1)));
    const IrOperand divisor = d3(&g->d, &op_where, is_0, one, x);
    const IrOperand whole = backward(g, &op_cumsum, TWO(multiply, dy, y), axis, exclusive);
    const IrOperand before = TWO(divide, whole, divisor);
    const IrOperand filled =
        running(g, &op_cumprod, d3(&g->d, &op_where, is_first, one, x), axis, exclusive);
    const IrOperand at = backward(g, &op_cumsum, TWO(multiply, dy, filled), axis, exclusive);
    const IrOperand rest = g_where(g, is_first, at);
    add_running(g, d3(&g->d, &op_where, none_yet, before, rest));
}
