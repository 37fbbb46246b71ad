/* SPDX-License-Identifier: Apache-2.0 */
/* The values of the forward pass as the backward pass sees them. */
#include "ops/ops.h"
#include "passes/blocks.h"
#include "passes/gradient_parts.h"

IrOperand gradient_value_now(Gradient *g, IrVar *v) {
    if (v->id >= g->n_vars || !g->now.values) return d_var(v);
    IrOperand o = *ir_clone_value(&g->now, v);
    o.list = NULL;
    return o.kind == IR_OPERAND_VAR && o.var == v ? gradient_saved(g, o) : o;
}

void gradient_now(Gradient *g, const IrOperand *at, uint32_t n, IrOperandBuf *out) {
    for (uint32_t i = 0; i < n; i++) {
        if (at[i].kind != IR_OPERAND_VAR) {
            ir_clone_operands(&g->now, &at[i], 1, out);
            continue;
        }
        const IrOperand o = gradient_value_now(g, at[i].var);
        ir_operands_copy(out, &o);
    }
}

void gradient_remove_unused(IrBody *body, const IrBinding *first) {
    for (IrBinding *b = body->last, *prev; b && b != first; b = prev) {
        prev = b->prev;
        if (!b->var->n_uses && blocks_is_pure(b)) blocks_remove(b);
    }
}
