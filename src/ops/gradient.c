/* SPDX-License-Identifier: Apache-2.0 */
#include "ops/gradient.h"

#include "base/diag.h"

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
    if (t->ndim < 0 || own->ndim < 0) {
        g->add(g, i, k, adjoint);
        return;
    }
    const IrTruth fits = own->ndim == t->ndim ? ir_type_subsumes(g->d.b->m, t, own) : IR_REFUTED;
    /* types that contradict each other, which only a run would have found */
    if (fits == IR_REFUTED) {
        IrModule *m = g->d.b->m;
        Diag *d =
            diag_error(m->ctx, g->d.b->loc, DIAG_GRADIENT, diag_fmt(m->ctx, "R.%s", g->d.op->name),
                       diag_fmt(m->ctx, "the adjoint of operand %u is of another type", i));
        diag_expected(m->ctx, d, "%s", ir_type_text(m, t));
        diag_found(m->ctx, d, "%s", ir_type_text(m, own));
        ctx_throw(m->ctx, STATUS_INVALID);
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

static IrOperand zero_of(OpGradient *g, IrOperand x) {
    return d_const(&g->d, d_type(&g->d, x)->dtype, 0);
}

IrOperand g_where(OpGradient *g, IrOperand cond, IrOperand x) {
    return d3(&g->d, &op_where, cond, x, zero_of(g, x));
}
IrOperand g_unless(OpGradient *g, IrOperand cond, IrOperand x) {
    return d3(&g->d, &op_where, cond, zero_of(g, x), x);
}

IrOperand g_number(OpGradient *g, const IrDim *n, DType dtype) {
    int64_t v;
    if (ir_dim_is_const(n, &v)) return d_const(&g->d, dtype, (double)v);
    const IrOperand one = d1(&g->d, &op_shape_to_tensor, d_shape(&g->d, &n, 1));
    const IrDim *const none = NULL;
    return d_cast(&g->d, d_reshape(&g->d, one, &none, 0), dtype);
}

IrOperand g_range(OpGradient *g, const IrDim *begin, const IrDim *end) {
    const IrDim *one = ir_dim_const(g->d.b->m, 1);
    return d3(&g->d, &op_arange, d_prim(&g->d, begin), d_prim(&g->d, end), d_prim(&g->d, one));
}

IrOperand g_slice(OpGradient *g, IrOperand x, int64_t axis, const IrDim *begin, const IrDim *end) {
    return d_slice(&g->d, x, &axis, &begin, &end, 1, NULL);
}

IrOperand g_keep_dims(OpGradient *g, IrOperand x, const IrType *t, const int64_t *axes,
                      uint32_t n) {
    IrModule *m = g->d.b->m;
    const IrDim **dims = ARENA_ARRAY(&m->scratch, const IrDim *, (size_t)t->ndim + 1);
    for (int32_t i = 0; i < t->ndim; i++) dims[i] = t->dims[i];
    for (uint32_t i = 0; i < n; i++) dims[axes[i]] = ir_dim_const(m, 1);
    return d_reshape(&g->d, x, dims, t->ndim);
}

IrOperand g_along(OpGradient *g, const OpDef *op, IrOperand x, int64_t axis) {
    IrAttr *attrs = d_attrs(&g->d, op);
    d_set_int(op, attrs, "axis", axis);
    return d_call(&g->d, op, &x, 1, attrs);
}

/* The call's operator, with its attributes and its operands but for operand i, which is x. */
static IrOperand g_again(OpGradient *g, uint32_t i, IrOperand x) {
    IrOperandBuf buf;
    ir_operands_init(&buf, &g->d.b->m->scratch);
    for (uint32_t k = 0; k < ir_op_n_operands(g->d.op); k++) {
        const IrOperand *arg = k == i ? &x : g->d.args[k];
        if (arg)
            ir_operands_copy(&buf, arg);
        else
            ir_operands_none(&buf);
    }
    return d_call(&g->d, g->d.op, buf.ops.at, (uint32_t)buf.ops.len, g->d.attrs);
}

/* Rules */

void grad_zero(OpGradient *g) { (void)g; }

void grad_reshape(OpGradient *g) {
    if (!g_wants(g, 0)) return;
    const IrType *t = g->d.types[0];
    if (t->dims) {
        g_add(g, 0, d_reshape(&g->d, g_adjoint(g), t->dims, t->ndim));
        return;
    }
    const IrOperand shape = d1(&g->d, &op_shape_of, d_arg(&g->d, 0));
    g_add(g, 0, d2(&g->d, &op_reshape, g_adjoint(g), shape));
}

void grad_again(OpGradient *g) {
    if (g_wants(g, 0)) g_add(g, 0, g_again(g, 0, g_adjoint(g)));
}

/* One dim for all elements. Of an unknown shape the reshape finds it out. */
static IrOperand flat(OpGradient *g, IrOperand x) {
    IrModule *m = g->d.b->m;
    const IrType *t = d_type(&g->d, x);
    const IrDim *n = ir_dim_const(m, t->dims ? 1 : -1);
    for (int32_t i = 0; t->dims && i < t->ndim; i++) n = ir_dim_mul(m, n, t->dims[i]);
    return d_reshape(&g->d, x, &n, 1);
}

/* The elements are numbered from `first` on; there are places for the numbers below, which are not
 * looked at. */
static void moves(OpGradient *g, int64_t first) {
    if (!g_wants(g, 0)) return;
    IrModule *m = g->d.b->m;
    const IrType *t = g->d.types[0];
    const IrDim *end = ir_dim_const(m, 1), *begin = ir_dim_const(m, first);
    for (int32_t i = 0; i < t->ndim; i++) end = ir_dim_mul(m, end, t->dims[i]);
    end = ir_dim_offset(m, end, first);
    const IrOperand numbers = g_range(g, begin, end);
    const IrOperand from = g_again(g, 0, d_reshape(&g->d, numbers, t->dims, t->ndim));
    const IrOperand dy = flat(g, g_adjoint(g)), at = flat(g, from);
    const IrOperand zeros = g_zeros(g, ir_type_tensor(m, &end, 1, d_type(&g->d, dy)->dtype));
    IrAttr *attrs = d_attrs(&g->d, &op_grad_take_backward);
    d_set_int(&op_grad_take_backward, attrs, "axis", 0);
    IrOperand dx =
        d_call(&g->d, &op_grad_take_backward, (const IrOperand[]){dy, zeros, at}, 3, attrs);
    if (first) dx = g_slice(g, dx, 0, begin, end);
    g_add(g, 0, d_reshape(&g->d, dx, t->dims, t->ndim));
}

void grad_moves(OpGradient *g) { moves(g, 0); }
void grad_moves_or_not(OpGradient *g) { moves(g, 1); }
