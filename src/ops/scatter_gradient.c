/* SPDX-License-Identifier: Apache-2.0 */
/* Gradients of scatter_elements and scatter_nd: an update's adjoint is gathered from where it went.
 * Of several updates of one place the last one stays; ties of max and min share the adjoint evenly,
 * as with PyTorch's scatter_reduce; products with zeros are as good as any. */
#include "ops/scatter_gradient.h"

#include "ops/ops.h"

enum { DATA, INDICES, UPDATES };

#define TWO(op, x, y) d2(&g->d, &op_##op, (x), (y))

/* The call on other tensors of the same shapes. */
static IrOperand scatter(OpGradient *g, IrOperand data, IrOperand updates, const char *reduction) {
    const OpDef *op = g->d.op;
    IrAttr *attrs = d_attrs(&g->d, op);
    for (uint32_t i = 0; i < ir_op_n_attrs(op); i++) attrs[i] = g->d.attrs[i];
    d_set_string(&g->d, op, attrs, "reduction", reduction);
    return d_call(&g->d, op, (const IrOperand[]){data, d_arg(&g->d, INDICES), updates}, 3, attrs);
}

/* What stands where each update goes. */
static IrOperand gather(OpGradient *g, IrOperand x) {
    const IrOperand operands[] = {x, d_arg(&g->d, INDICES)};
    if (g->d.op == &op_scatter_nd) return d_call(&g->d, &op_gather_nd, operands, 2, NULL);
    IrAttr *attrs = d_attrs(&g->d, &op_gather_elements);
    d_set_int(&op_gather_elements, attrs, "axis", d_int(&g->d, "axis"));
    return d_call(&g->d, &op_gather_elements, operands, 2, attrs);
}

static IrOperand filled(OpGradient *g, const OpDef *op, uint32_t i, DType dtype) {
    const IrType *t = g->d.types[i];
    return d_filled(&g->d, op, ir_type_tensor(g->d.b->m, t->dims, t->ndim, dtype));
}

/* An update stays when its number, from 1 on, does. */
static void grad_update(OpGradient *g) {
    IrModule *m = g->d.b->m;
    const IrType *t = g->d.types[UPDATES];
    const IrOperand dy = g_adjoint(g);
    if (g_wants(g, DATA)) g_add(g, DATA, scatter(g, dy, g_zeros(g, t), "update"));
    if (!g_wants(g, UPDATES)) return;
    const IrDim *end = ir_dim_const(m, 1);
    for (int32_t i = 0; i < t->ndim; i++) end = ir_dim_mul(m, end, t->dims[i]);
    const IrOperand line = g_range(g, ir_dim_const(m, 1), ir_dim_offset(m, end, 1));
    const IrOperand numbers = d_reshape(&g->d, line, t->dims, t->ndim);
    const IrOperand last = scatter(g, filled(g, &op_zeros, DATA, DTYPE_INT64), numbers, "update");
    const IrOperand stays = TWO(equal, gather(g, last), numbers);
    g_add(g, UPDATES, g_where(g, stays, gather(g, dy)));
}

static void grad_add_all(OpGradient *g, IrOperand dy) {
    if (g_wants(g, DATA)) g_add(g, DATA, dy);
    if (g_wants(g, UPDATES)) g_add(g, UPDATES, gather(g, dy));
}

static void grad_mean(OpGradient *g) {
    const DType t = g->d.result->dtype;
    const IrOperand one = filled(g, &op_ones, DATA, t), more = filled(g, &op_ones, UPDATES, t);
    grad_add_all(g, TWO(divide, g_adjoint(g), scatter(g, one, more, "add")));
}

/* The product of all factors but one: with zeros left out of the product and counted. */
static void grad_mul(OpGradient *g) {
    const DType t = g->d.result->dtype;
    const IrOperand dy = g_adjoint(g), updates = d_arg(&g->d, UPDATES);
    if (g_wants(g, DATA)) {
        const IrOperand others = scatter(g, filled(g, &op_ones, DATA, t), updates, "mul");
        g_add(g, DATA, TWO(multiply, dy, others));
    }
    if (!g_wants(g, UPDATES)) return;
    const IrOperand is_0 = TWO(equal, updates, d_const(&g->d, t, 0)), own = d_cast(&g->d, is_0, t);
    const IrOperand zeros = scatter(g, filled(g, &op_zeros, DATA, t), own, "add");
    const IrOperand others_are_0 = TWO(greater, gather(g, zeros), own);
    const IrOperand factors = d3(&g->d, &op_where, is_0, d_const(&g->d, t, 1), updates);
    const IrOperand product = scatter(g, d_arg(&g->d, DATA), factors, "mul");
    const IrOperand whole = gather(g, TWO(multiply, dy, product));
    g_add(g, UPDATES, g_unless(g, others_are_0, TWO(divide, whole, factors)));
}

static void grad_extremum(OpGradient *g) {
    const DType t = g->d.result->dtype;
    const IrOperand best = g_value(g), theirs = gather(g, best);
    const IrOperand data_is = TWO(equal, d_arg(&g->d, DATA), best);
    const IrOperand update_is = TWO(equal, d_arg(&g->d, UPDATES), theirs);
    const IrOperand one = d_cast(&g->d, data_is, t), more = d_cast(&g->d, update_is, t);
    const IrOperand share = TWO(divide, g_adjoint(g), scatter(g, one, more, "add"));
    if (g_wants(g, DATA)) g_add(g, DATA, g_where(g, data_is, share));
    if (g_wants(g, UPDATES)) g_add(g, UPDATES, g_where(g, update_is, gather(g, share)));
}

void grad_scatter(OpGradient *g) {
    if (d_string_is(&g->d, "reduction", "update"))
        grad_update(g);
    else if (d_string_is(&g->d, "reduction", "add"))
        grad_add_all(g, g_adjoint(g));
    else if (d_string_is(&g->d, "reduction", "mul"))
        grad_mul(g);
    else if (d_string_is(&g->d, "reduction", "mean"))
        grad_mean(g);
    else
        grad_extremum(g);
}
