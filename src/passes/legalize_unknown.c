/* SPDX-License-Identifier: Apache-2.0 */
/* What must be known of a call before it is made legal, and is not. */
#include "base/diag.h"
#include "passes/legalize_parts.h"

/* What must be known of a type and this one does not say; NULL: it says all. */
const char *legal_unknown_of(const IrType *t) {
    const char *what = NULL;
    switch (t->kind) {
    case IR_TYPE_TENSOR:
        if (t->ndim < 0) return "rank";
        if (!t->dims) return "shape";
        return t->dtype == DTYPE_VOID ? "dtype" : NULL;
    case IR_TYPE_SHAPE: return t->dims ? NULL : "value";
    case IR_TYPE_TUPLE:
        for (uint32_t i = 0; !what && i < t->n; i++) what = legal_unknown_of(t->fields[i]);
        return what;
    case IR_TYPE_ANY: return "type";
    default: return NULL;
    }
}

bool legal_is_open_number(const IrOperand *o, const IrType *t) {
    if (t->kind != IR_TYPE_PRIM) return false;
    return dtype_is_float(t->dtype) ? o->kind != IR_OPERAND_PRIM : !t->value;
}

static const char *operand_name(const OpDef *op, uint32_t index) {
    for (uint32_t i = 0; i < op->n_params; i++) {
        if (OP_PARAM_IS_OPERAND(op->params[i].kind) && index-- == 0) return op->params[i].name;
    }
    BUG("R.%s has no such operand", op->name);
}

const char *legal_unknown_operand(const LegalCall *call, uint32_t index, const char *what) {
    return diag_fmt(call->m->ctx, "the %s of `%s` is not known", what,
                    operand_name(call->b->op, index));
}

const char *legal_unknown(const LegalCall *call) {
    const IrBinding *b = call->b;
    IrModule *m = call->m;
    uint32_t i = 0;
    for (uint32_t at = 0; at < b->operands.n; at += b->operands.at[at].span, i++) {
        const IrOperand *o = &b->operands.at[at];
        const char *what =
            o->kind == IR_OPERAND_NONE ? NULL : legal_unknown_of(ir_operand_type(m, o));
        if (what) return legal_unknown_operand(call, i, what);
    }
    const char *what = legal_unknown_of(call->result);
    return what ? diag_fmt(m->ctx, "the %s of the result is not known", what) : NULL;
}
