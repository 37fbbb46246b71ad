/* SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/ll.h"
#include "loop/own.h"

static LLVMValueRef step(LlUnit *u, const LoopOwn *f, const LoopOwnStep *s, uint32_t lanes,
                         const LLVMValueRef *done) {
    const LoopOwnStep *from = &f->at[s->args[0]];
    LLVMValueRef args[3];
    for (size_t i = 0; i < ARRAY_LEN(args); i++) args[i] = done[s->args[i]];
    switch (s->form) {
    case OWN_NUMBER: return ll_const(u, s->dtype, lanes, s->value);
    case OWN_CAST: return ll_cast(u, from->dtype, s->dtype, lanes, args[0]);
    case OWN_REINTERPRET: return ll_reinterpret(u, from->dtype, s->dtype, lanes, args[0]);
    case OWN_OPERATION: return ll_instruction(u, s->kind, from->dtype, lanes, args);
    case OWN_MULTIPLY_ADD: return ll_multiply_add(u, s->dtype, lanes, args[0], args[1], args[2]);
    case OWN_OPERAND: break;
    }
    return NULL;
}

LLVMValueRef ll_math_own(LlUnit *u, LoopExprKind kind, DType t, uint32_t lanes,
                         const LLVMValueRef *args) {
    const bool is_double = t == DTYPE_FLOAT64; /* half types are floats in registers */
    const LoopOwn f = loop_own(kind, is_double ? t : DTYPE_FLOAT32, u->arena);
    LLVMValueRef *done = ARENA_ARRAY(u->arena, LLVMValueRef, f.len);
    for (size_t i = 0; i < f.len; i++)
        done[i] = f.at[i].form == OWN_OPERAND ? args[f.at[i].args[0]]
                                              : step(u, &f, &f.at[i], lanes, done);
    return ll_round_float(u, t, lanes, done[f.len - 1]);
}
