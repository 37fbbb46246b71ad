/* SPDX-License-Identifier: Apache-2.0 */
/* Adjoints as they add up. A tuple's node has nodes of its fields once one of them gets something,
 * so a tuple costs what is in it once, however often it is named. Recursion is over tuples in
 * types, whose depth the parser bounds. */
#include "ops/ops.h"
#include "passes/gradient_parts.h"

bool gradient_node_is_zero(const GradNode *self) {
    return self->sum.kind == IR_OPERAND_NONE && !self->fields;
}

void gradient_node_add(Gradient *g, GradNode *to, IrOperand adjoint) {
    adjoint.list = NULL;
    if (to->sum.kind == IR_OPERAND_NONE) {
        to->sum = adjoint;
    } else {
        const char *vdevice = d_type(&g->d, to->sum)->first_vdevice;
        to->sum = d2(&g->d, &op_add, to->sum, d_on(&g->d, adjoint, vdevice));
    }
}

GradNode *gradient_node_field(Gradient *g, const IrType *tuple, GradNode *self, uint32_t index) {
    BUG_IF(tuple->kind != IR_TYPE_TUPLE || index >= tuple->n);
    if (!self->fields) self->fields = ARENA_ARRAY(&g->arena, GradNode, (size_t)tuple->n + 1);
    return &self->fields[index];
}

void gradient_node_merge(Gradient *g, const IrType *t, GradNode *to, GradNode *from) {
    if (gradient_node_is_zero(to)) {
        *to = *from;
        *from = (GradNode){.fields = NULL};
        return;
    }
    if (from->sum.kind != IR_OPERAND_NONE) gradient_node_add(g, to, from->sum);
    for (uint32_t i = 0; from->fields && i < t->n; i++) {
        if (!gradient_node_is_zero(&from->fields[i])) {
            gradient_node_merge(g, t->fields[i], gradient_node_field(g, t, to, i),
                                &from->fields[i]);
        }
    }
}

GradNode gradient_node_copy(Gradient *g, const IrType *t, const GradNode *self) {
    GradNode copy = {.sum = self->sum};
    for (uint32_t i = 0; self->fields && i < t->n; i++) {
        *gradient_node_field(g, t, &copy, i) =
            gradient_node_copy(g, t->fields[i], &self->fields[i]);
    }
    return copy;
}

void gradient_spread(Gradient *g, const IrOperand *operand, GradNode *from) {
    if (gradient_node_is_zero(from)) return;
    if (operand->kind == IR_OPERAND_TUPLE) {
        const IrOperand *at = operand + 1;
        for (uint32_t i = 0; from->fields && i < operand->n; i++, at += at->span)
            gradient_spread(g, at, &from->fields[i]);
    } else if (operand->kind == IR_OPERAND_VAR && operand->var->id < g->n_vars &&
               g->varied[operand->var->id]) {
        gradient_node_merge(g, operand->var->type, &g->nodes[operand->var->id], from);
    }
}

void gradient_node_operands(Gradient *g, const IrType *t, const GradNode *self, IrOperandBuf *out) {
    if (t->kind == IR_TYPE_TUPLE) {
        const size_t at = ir_operands_tuple(out);
        const GradNode zero = {.fields = NULL};
        for (uint32_t i = 0; i < t->n; i++) {
            gradient_node_operands(g, t->fields[i], self->fields ? &self->fields[i] : &zero, out);
        }
        ir_operands_end(out, at, t->n);
        return;
    }
    const IrOperand x =
        self->sum.kind == IR_OPERAND_NONE ? d_filled(&g->d, &op_zeros, t) : self->sum;
    ir_operands_copy(out, &x);
}

static void name_var(Gradient *g, const char *name, const IrOperand *x) {
    if (x->kind != IR_OPERAND_VAR || x->var->id < g->n_vars || !x->var->def) return;
    IrVar *v = x->var;
    if (v->name && strcmp(v->name, "lv") == 0) {
        v->name = intern_c(&g->m->names, arena_printf(&g->arena, "%s_adjoint", name));
    }
}

void gradient_node_name(Gradient *g, const IrVar *of, GradNode *self) {
    if (of->name && g->now.values) name_var(g, of->name, &self->sum);
}

void gradient_leaves(Gradient *g, const IrType *t, GradNode *node, bool make, GradLeaves *out) {
    if (!gradient_type_counts(t)) return;
    if (t->kind != IR_TYPE_TUPLE) {
        vec_push(&g->arena, out, ((GradLeaf){t, node}));
        return;
    }
    for (uint32_t i = 0; i < t->n; i++) {
        GradNode *field =
            node && (make || node->fields) ? gradient_node_field(g, t, node, i) : NULL;
        gradient_leaves(g, t->fields[i], field, make, out);
    }
}
