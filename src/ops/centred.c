/* SPDX-License-Identifier: Apache-2.0 */
#include "ops/centred.h"

#include "ops/ops.h"

static const IrBinding *call_of(const IrOperand *o, const OpDef *op) {
    const IrBinding *b = o->kind == IR_OPERAND_VAR ? o->var->def : NULL;
    return b && b->kind == IR_BIND_CALL && b->op == op ? b : NULL;
}

static bool is_8_bit(IrModule *m, const IrOperand *o) {
    const IrType *t = ir_operand_type(m, o);
    return t->kind == IR_TYPE_TENSOR && (t->dtype == DTYPE_INT8 || t->dtype == DTYPE_UINT8);
}

static bool is_int32(IrModule *m, const IrOperand *o) {
    const IrType *t = ir_operand_type(m, o);
    return t->kind == IR_TYPE_TENSOR && t->dtype == DTYPE_INT32;
}

/* What is cast to int32. */
static const IrOperand *cast_of(IrModule *m, const IrOperand *o) {
    const IrBinding *b = is_int32(m, o) ? call_of(o, &op_astype) : NULL;
    return b && is_8_bit(m, b->operands.at) ? b->operands.at : NULL;
}

static bool constant_range(OpCentred *out, const IrConst *c) {
    const Tensor *t = c->tensor;
    int64_t least = 0, most = 0;
    for (size_t i = 0; t->dtype == DTYPE_INT32 && i < t->count; i++) {
        const int64_t v = dtype_read_int(DTYPE_INT32, tensor_at(t, i));
        least = v < least ? v : least;
        most = v > most ? v : most;
    }
    *out = (OpCentred){.constant = c, .least = least};
    return t->dtype == DTYPE_INT32 && most - least <= 255;
}

/* Behind dim 0 there are dims of extent 1. */
static bool aligns_dim_0(const IrBinding *b) {
    const IrAttr *axes = &b->attrs[0];
    for (uint32_t i = 0; i < axes->n; i++) {
        if (axes->ints[i] != i + 1) return false;
    }
    return axes->kind == IR_ATTR_INTS;
}

static bool zero_point(IrModule *m, const IrOperand *o, OpCentred *out) {
    const IrBinding *wide = call_of(o, &op_expand_dims);
    const bool aligned = wide && aligns_dim_0(wide);
    const IrOperand *v = wide ? wide->operands.at : o;
    const IrBinding *thin = call_of(v, &op_squeeze);
    out->zero = cast_of(m, thin ? thin->operands.at : v);
    if (!out->zero) return false;
    const IrType *t = ir_operand_type(m, out->zero);
    if (t->dtype != ir_operand_type(m, out->values)->dtype || !t->dims || t->ndim > 1) return false;
    const bool is_one = t->ndim == 0 || ir_dim_is(t->dims[0], 1);
    out->by_channel = !is_one;
    return is_one || aligned;
}

bool op_centred(IrModule *m, const IrOperand *o, OpCentred *out) {
    *out = (OpCentred){.values = NULL};
    if (o->kind == IR_OPERAND_CONST) return constant_range(out, o->constant);
    out->values = cast_of(m, o);
    if (out->values) return true;
    const IrBinding *b = is_int32(m, o) ? call_of(o, &op_subtract) : NULL;
    if (!b) return false;
    out->values = cast_of(m, b->operands.at);
    return out->values && zero_point(m, ir_operand_get(&b->operands, 1), out);
}
