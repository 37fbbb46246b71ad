/* SPDX-License-Identifier: Apache-2.0 */
#include "ops/gradient.h"

#include "ops/ops.h"

bool g_wants_at(const OpGradient *g, uint32_t i, uint32_t k) { return g->wants(g, i, k); }
bool g_wants(const OpGradient *g, uint32_t i) { return g->wants(g, i, 0); }

bool g_has_adjoint(const OpGradient *g, uint32_t k) {
    BUG_IF(k >= g->n_adjoints);
    return g->adjoints[k].kind != IR_OPERAND_NONE;
}

IrOperand g_adjoint_at(OpGradient *g, uint32_t k) {
    if (g_has_adjoint(g, k)) return g->adjoints[k];
    const IrType *t = g->d.result;
    return g_zeros(g, t->kind == IR_TYPE_TUPLE ? t->fields[k] : t);
}

IrOperand g_adjoint(OpGradient *g) { return g_adjoint_at(g, 0); }

IrOperand g_value(OpGradient *g) {
    IrOperand x = *g->value;
    x.list = NULL;
    return x;
}

IrOperand g_value_at(OpGradient *g, uint32_t k) { return d_field(&g->d, g_value(g), k); }

/* Operands */

uint32_t g_count(const OpGradient *g, uint32_t i) {
    const IrType *t = g->d.types[i];
    return !t ? 0 : t->kind == IR_TYPE_TUPLE ? t->n : 1;
}

const IrType *g_type_at(const OpGradient *g, uint32_t i, uint32_t k) {
    const IrType *t = g->d.types[i];
    return t->kind == IR_TYPE_TUPLE ? t->fields[k] : t;
}

IrOperand g_arg_at(OpGradient *g, uint32_t i, uint32_t k) {
    const IrOperand *arg = g->d.args[i];
    if (g->d.types[i]->kind != IR_TYPE_TUPLE) return d_arg(&g->d, i);
    IrOperand x = *arg;
    x.list = NULL;
    if (x.kind != IR_OPERAND_TUPLE) return d_field(&g->d, x, k);
    x = arg[1 + k]; /* of a tuple of tensors each is one entry */
    x.list = NULL;
    return x;
}

void g_add_at(OpGradient *g, uint32_t i, uint32_t k, IrOperand adjoint) {
    const IrType *t = g_type_at(g, i, k);
    BUG_IF(!g_wants_at(g, i, k));
    adjoint = d_cast(&g->d, adjoint, t->dtype);
    const IrType *own = d_type(&g->d, adjoint);
    const IrTruth fits = own->ndim == t->ndim ? ir_type_subsumes(g->d.b->m, t, own) : IR_REFUTED;
    if (fits == IR_REFUTED) {
        BUG("R.%s: the adjoint of operand %u is %s, which is %s", g->d.op->name, i, ir_type_text(g->d.b->m, own),
            ir_type_text(g->d.b->m, t));
    }
    g->add(g, i, k, fits == IR_PROVED ? adjoint : d_match(&g->d, adjoint, t->dims, t->ndim));
}

void g_add(OpGradient *g, uint32_t i, IrOperand adjoint) { g_add_at(g, i, 0, adjoint); }

void g_add_broadcast(OpGradient *g, uint32_t i, IrOperand adjoint) {
    const IrType *t = g->d.types[i];
    g_add(g, i, g_collapse(g, adjoint, t->dims, t->ndim));
}

/* Values */

IrOperand g_collapse(OpGradient *g, IrOperand x, const IrDim *const *dims, int32_t ndim) {
    const IrType *t = d_type(&g->d, x);
    bool same = t->ndim == ndim && t->dims;
    for (int32_t i = 0; same && i < ndim; i++) same = t->dims[i] == dims[i];
    return same ? x : d2(&g->d, &op_collapse_sum_to, x, d_shape(&g->d, dims, ndim));
}

IrOperand g_scale(OpGradient *g, IrOperand x, double factor) {
    return d2(&g->d, &op_multiply, x, d_const(&g->d, d_type(&g->d, x)->dtype, factor));
}

IrOperand g_zeros(OpGradient *g, const IrType *like) { return d_filled(&g->d, &op_zeros, like); }

static IrOperand zero_of(OpGradient *g, IrOperand x) { return d_const(&g->d, d_type(&g->d, x)->dtype, 0); }

IrOperand g_where(OpGradient *g, IrOperand cond, IrOperand x) { return d3(&g->d, &op_where, cond, x, zero_of(g, x)); }
IrOperand g_unless(OpGradient *g, IrOperand cond, IrOperand x) { return d3(&g->d, &op_where, cond, zero_of(g, x), x); }

/* Rules */

void grad_zero(OpGradient *g) { (void)g; }

void grad_reshape(OpGradient *g) {
    if (!g_wants(g, 0)) return;
    const IrType *t = g->d.types[0];
    g_add(g, 0, d_reshape(&g->d, g_adjoint(g), t->dims, t->ndim));
}
