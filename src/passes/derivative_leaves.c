/* SPDX-License-Identifier: Apache-2.0 */
/* The leaves of operands, which flat results are made of. */
#include "ops/decompose.h"
#include "passes/derivative.h"
#include "passes/gradient_parts.h"

void derivative_operand_leaves(OpDecompose *d, Arena *arena, const IrOperand *tree, bool floats,
                               OperandLeaves *out) {
    const IrType *t = ir_operand_type(d->b->m, tree);
    if (floats && !gradient_type_counts(t)) return;
    IrOperand x = *tree;
    x.list = NULL;
    if (t->kind != IR_TYPE_TUPLE) {
        vec_push(arena, out, x);
        return;
    }
    const IrOperand *at = tree + 1;
    for (uint32_t i = 0; i < t->n; i++) {
        const bool literal = tree->kind == IR_OPERAND_TUPLE;
        if (!literal && floats && !gradient_type_counts(t->fields[i])) continue;
        const IrOperand field = literal ? *at : d_field(d, x, i);
        derivative_operand_leaves(d, arena, literal ? at : &field, floats, out);
        if (literal) at += at->span;
    }
}
