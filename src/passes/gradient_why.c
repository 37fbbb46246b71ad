/* SPDX-License-Identifier: Apache-2.0 */
/* Whether a binding that the adjoints pass through has a gradient, and why not. */
#include "base/diag.h"
#include "ir/definition.h"
#include "ops/ops.h"
#include "passes/gradient_parts.h"

const char *gradient_find_callee(Ctx *ctx, const IrOperand *o, const IrFunction **fn,
                                 const IrBinding **nested) {
    *fn = NULL;
    *nested = NULL;
    while (o->kind == IR_OPERAND_VAR && o->var->def && o->var->def->kind == IR_BIND_VALUE)
        o = o->var->def->operands.at;
    if (o->kind == IR_OPERAND_GLOBAL) {
        *fn = o->global->function;
        return *fn && (*fn)->body ? NULL
                                  : diag_fmt(ctx, "'%s' is a loop function", o->global->name);
    }
    if (o->kind != IR_OPERAND_VAR || !o->var->def || o->var->def->kind != IR_BIND_FUNCTION) {
        return "the function that it calls is not known";
    }
    *nested = o->var->def;
    *fn = o->var->def->function;
    for (uint32_t i = 0; i < (*nested)->operands.n; i++) {
        if ((*nested)->operands.at[i].var->type->kind == IR_TYPE_CALLABLE) {
            return diag_fmt(ctx, "'%s' captures another function", (*fn)->name);
        }
    }
    return NULL;
}

const IrFunction *gradient_callee_function(const IrOperand *o) {
    while (o->kind == IR_OPERAND_VAR && o->var->def->kind == IR_BIND_VALUE)
        o = o->var->def->operands.at;
    return o->kind == IR_OPERAND_GLOBAL ? o->global->function : o->var->def->function;
}

static const IrType *operand_type(Gradient *g, const IrBinding *b, uint32_t i) {
    const IrOperand *o = ir_operand_get(&b->operands, i);
    return o->kind == IR_OPERAND_NONE ? NULL : ir_operand_type(g->m, o);
}

bool gradient_is_while(const IrBinding *b) {
    return b->kind == IR_BIND_CALL && b->op->structural == OP_STRUCTURAL_WHILE;
}

const char *gradient_callee_why_not(Gradient *g, const IrBinding *b) {
    const IrFunction *fn;
    const IrBinding *nested;
    const uint32_t n_functions = gradient_is_while(b) ? 2 : 1;
    for (uint32_t i = 0; i < n_functions; i++) {
        const char *why =
            gradient_find_callee(g->m->ctx, ir_operand_get(&b->operands, i), &fn, &nested);
        if (why) return why;
    }
    if (b->var->type->kind == IR_TYPE_ANY) return "the type of its result is not known";
    if (b->kind == IR_BIND_INVOKE) return NULL;
    if (fn->result->kind != IR_TYPE_TUPLE) return "the type of what its body gives is not known";
    for (uint32_t i = n_functions; i <= 3; i++) {
        const IrType *t = operand_type(g, b, i);
        if (t && t->kind != IR_TYPE_TUPLE)
            return "how many carries, sequences and captures it has is not known";
    }
    return NULL;
}

/* Why the loop cannot become a scan; NULL: it can. */
static const char *gradient_while_why_not(Gradient *g, const IrBinding *b) {
    if (ir_operand_get(&b->operands, 4)->kind == IR_OPERAND_NONE)
        return "how often it runs is not bounded: give it max_trip";
    return gradient_callee_why_not(g, b);
}

GradOperands gradient_operands(IrModule *m, const IrBinding *b) {
    const uint32_t n = ir_operands_count(&b->operands);
    GradOperands x = {.n = n};
    /* room for the result and its adjoint */
    x.args = ARENA_ARRAY(&m->scratch, const IrOperand *, (size_t)n + 2);
    x.types = ARENA_ARRAY(&m->scratch, const IrType *, (size_t)n + 2);
    uint32_t i = 0;
    for (uint32_t at = 0; at < b->operands.n; at += b->operands.at[at].span, i++) {
        const IrOperand *o = &b->operands.at[at];
        if (o->kind == IR_OPERAND_NONE) continue;
        x.args[i] = o;
        x.types[i] = ir_operand_type(m, o);
    }
    return x;
}

const IrDefinition *gradient_defined(Gradient *g, const IrBinding *b, const char **why) {
    for (const GradDefinition *x = gradient_definitions(g->session, b->op); x; x = x->next) {
        const IrDefinition *d = x->d;
        const ArenaMark mark = arena_mark(&g->m->scratch);
        const GradOperands o = gradient_operands(g->m, b);
        o.types[o.n] = o.types[o.n + 1] = b->var->type;
        const char *refused = o.n + 2 == d->n_operands
                                  ? ir_definition_refuses(d, g->m, o.types, o.n + 2, b->attrs)
                                  : "its signature has other operands";
        if (refused) *why = diag_fmt(g->m->ctx, "by %s, %s", d->fn->name, refused);
        arena_rewind(&g->m->scratch, mark);
        if (!refused) return d;
    }
    return NULL;
}

static bool is_known(const IrType *t) {
    for (uint32_t i = 0; t->kind == IR_TYPE_TUPLE && i < t->n; i++) {
        if (!is_known(t->fields[i])) return false;
    }
    return t->kind != IR_TYPE_TENSOR || (t->dims && t->dtype != DTYPE_VOID);
}

/* What gradients are written for: ops/gradient.h. Of elementwise functions of one operand no shape
 * matters. */
static bool knows_operands(Gradient *g, const IrBinding *b) {
    if ((b->op->flags & OP_ELEMENTWISE) && ir_op_n_operands(b->op) == 1) return true;
    if (b->op->gradient == grad_reshape) return true;
    for (uint32_t at = 0; at < b->operands.n; at += b->operands.at[at].span) {
        const IrOperand *o = &b->operands.at[at];
        if (o->kind != IR_OPERAND_NONE && !is_known(ir_operand_type(g->m, o))) return false;
    }
    return true;
}

const char *gradient_why_not(Gradient *g, const IrBinding *b) {
    switch (b->kind) {
    case IR_BIND_VALUE:
    case IR_BIND_FIELD:
    case IR_BIND_MATCH_CAST:
    case IR_BIND_IF:
    case IR_BIND_FUNCTION: return NULL;
    case IR_BIND_INVOKE: return gradient_callee_why_not(g, b);
    default: break;
    }
    const char *why = NULL;
    if (gradient_defined(g, b, &why) || (g->goes_forward && b->op->is_multilinear)) return NULL;
    if (b->op->structural == OP_STRUCTURAL_SCAN) return gradient_callee_why_not(g, b);
    if (gradient_is_while(b))
        return g->goes_forward ? gradient_callee_why_not(g, b) : gradient_while_why_not(g, b);
    if (b->op->gradient && b->op->gradient != grad_zero && !knows_operands(g, b)) {
        return "the shapes of its operands are not known";
    }
    if (b->op->gradient) return NULL;
    if (b->op->no_gradient) return b->op->no_gradient;
    if (b->op->identity) return NULL;
    return why ? why : "its gradient is not defined";
}
