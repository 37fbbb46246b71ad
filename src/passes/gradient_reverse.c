/* SPDX-License-Identifier: Apache-2.0 */
/* The walk back: each binding hands the adjoint of what it gives to what it is made of. When the walk gets to a binding,
 * all its users have been there, so its adjoint is whole.
 *
 *     y = R.multiply(x, w)        x_adjoint = R.multiply(y_adjoint, w)
 *                                 w_adjoint = R.multiply(y_adjoint, x) */
#include "base/diag.h"
#include "ir/definition.h"
#include "ops/ops.h"
#include "passes/gradient_parts.h"

/* One call */

typedef struct {
    Gradient *g;
    const IrOperand *const *args; /* as they stand in the forward pass */
} Call;

static const IrVar *var_of(const Call *c, uint32_t i, uint32_t k, uint32_t *field) {
    const IrOperand *o = c->args[i];
    *field = k;
    if (!o) return NULL;
    if (o->kind == IR_OPERAND_TUPLE) {
        o = &o[1 + k]; /* of a tuple of tensors each is one entry */
        *field = 0;
    }
    return o->kind == IR_OPERAND_VAR ? o->var : NULL;
}

static const IrType *field_type(const IrType *t, uint32_t k) { return t->kind == IR_TYPE_TUPLE ? t->fields[k] : t; }

static bool wants(const OpGradient *op, uint32_t i, uint32_t k) {
    const Call *c = op->user;
    uint32_t field;
    const IrVar *v = var_of(c, i, k, &field);
    return v && v->id < c->g->n_vars && c->g->varied[v->id] && grad_type_counts(field_type(v->type, field));
}

static void add(OpGradient *op, uint32_t i, uint32_t k, IrOperand adjoint) {
    const Call *c = op->user;
    uint32_t field;
    const IrVar *v = var_of(c, i, k, &field);
    GradNode *node = &c->g->nodes[v->id];
    if (v->type->kind == IR_TYPE_TUPLE) node = grad_node_field(c->g, v->type, node, field);
    grad_node_add(c->g, node, adjoint);
}

/* The module's @R.gradient for the operator whose signature takes this call; the first. */
static const IrDefinition *defined(Gradient *g, const IrBinding *b) {
    for (size_t i = 0; i < g->m->definitions.len; i++) {
        const IrDefinition *d = g->m->definitions.at[i];
        if (d->kind == IR_DEFINITION_GRADIENT && d->op == b->op) return d;
    }
    return NULL;
}

static bool is_known(const IrType *t) {
    for (uint32_t i = 0; t->kind == IR_TYPE_TUPLE && i < t->n; i++) {
        if (!is_known(t->fields[i])) return false;
    }
    return t->kind != IR_TYPE_TENSOR || (t->dims && t->dtype != DTYPE_VOID);
}

/* What gradients are written for: ops/gradient.h. Of elementwise functions of one operand no shape matters. */
static bool knows_operands(Gradient *g, const IrBinding *b) {
    if ((b->op->flags & OP_ELEMENTWISE) && op_n_operands(b->op) == 1) return true;
    for (uint32_t at = 0; at < b->operands.n; at += b->operands.at[at].span) {
        const IrOperand *o = &b->operands.at[at];
        if (o->kind != IR_OPERAND_NONE && !is_known(ir_operand_type(g->m, o))) return false;
    }
    return true;
}

const char *grad_why_not(Gradient *g, const IrBinding *b) {
    switch (b->kind) {
    case IR_BIND_VALUE:
    case IR_BIND_FIELD:
    case IR_BIND_MATCH_CAST: return NULL;
    case IR_BIND_CALL: break;
    default: return "it cannot be differentiated";
    }
    if (b->op->gradient && b->op->gradient != grad_zero && !knows_operands(g, b)) {
        return "the shapes of its operands are not known";
    }
    if (b->op->gradient || defined(g, b)) return NULL;
    if (b->op->no_gradient) return b->op->no_gradient;
    return b->op->identity ? NULL : "its gradient is not defined";
}

static void reverse_call(Gradient *g, IrBinding *b, GradNode *node) {
    if (b->op->identity && !b->op->gradient) {
        grad_spread(g, b->operands.at, node);
        return;
    }
    IrModule *m = g->m;
    const uint32_t n = ir_operands_count(&b->operands);
    const IrOperand **args = ARENA_ARRAY(&m->scratch, const IrOperand *, (size_t)n + 1);
    const IrOperand **saved = ARENA_ARRAY(&m->scratch, const IrOperand *, (size_t)n + 1);
    const IrType **types = ARENA_ARRAY(&m->scratch, const IrType *, (size_t)n + 1);
    uint32_t i = 0;
    for (uint32_t at = 0; at < b->operands.n; at += b->operands.at[at].span, i++) {
        const IrOperand *o = &b->operands.at[at];
        if (o->kind == IR_OPERAND_NONE) continue;
        args[i] = o;
        saved[i] = grad_saved_tree(g, o);
        types[i] = ir_operand_type(m, o);
    }
    const IrType *t = b->var->type;
    const IrOperand value = grad_saved(g, d_var(b->var));
    Call c = {.g = g, .args = args};
    OpGradient op = {.d = g->d, .value = &value, .wants = wants, .add = add, .user = &c};
    op.d.op = b->op;
    op.d.args = saved;
    op.d.types = types;
    op.d.attrs = b->attrs;
    op.d.result = t;
    op.n_adjoints = t->kind == IR_TYPE_TUPLE ? t->n : 1;
    IrOperand *adjoints = ARENA_ARRAY(&m->scratch, IrOperand, (size_t)op.n_adjoints + 1);
    if (t->kind != IR_TYPE_TUPLE) adjoints[0] = node->sum;
    for (uint32_t k = 0; node->fields && k < op.n_adjoints; k++) adjoints[k] = node->fields[k].sum;
    op.adjoints = adjoints;
    b->op->gradient(&op);
}

/* Some tensor's adjoint of a node that is not zero. */
static const IrOperand *first_adjoint(const IrType *t, const GradNode *node) {
    for (uint32_t i = 0; node->fields; i++) {
        BUG_IF(i >= t->n);
        if (grad_node_is_zero(&node->fields[i])) continue;
        t = t->fields[i];
        node = &node->fields[i];
        i = UINT32_MAX;
    }
    return &node->sum;
}

static void reverse(Gradient *g, IrBinding *b) {
    GradNode *node = &g->nodes[b->var->id];
    if (grad_node_is_zero(node)) return;
    grad_node_name(g, b->var, node);
    GradNode copy;
    if (g->kept[b->var->id]) {
        copy = grad_node_copy(g, b->var->type, node);
        node = &copy;
    }
    g->b.loc = b->loc;
    if (g->checkpoint) g->after = *first_adjoint(b->var->type, node);
    switch (b->kind) {
    case IR_BIND_CALL: reverse_call(g, b, node); break;
    case IR_BIND_VALUE:
    case IR_BIND_MATCH_CAST: grad_spread(g, b->operands.at, node); break;
    case IR_BIND_FIELD: {
        const IrOperand *o = b->operands.at;
        if (o->kind == IR_OPERAND_TUPLE) {
            const IrOperand *at = o + 1;
            for (uint32_t i = 0; i < b->index; i++) at += at->span;
            grad_spread(g, at, node);
        } else if (g->varied[o->var->id]) {
            grad_node_merge(g, b->var->type, grad_node_field(g, o->var->type, &g->nodes[o->var->id], b->index), node);
        }
        break;
    }
    default: BUG("no gradient through R.%s", ir_bind_name(b->kind));
    }
}

void grad_reverse(Gradient *g, IrBinding *last) {
    for (IrBinding *b = last, *prev; b; b = prev) {
        prev = b->prev;
        ctx_poll(g->m->ctx);
        if (!grad_is_active(g, b->var)) continue;
        const ArenaMark mark = arena_mark(&g->m->scratch);
        reverse(g, b);
        arena_rewind(&g->m->scratch, mark);
    }
}
