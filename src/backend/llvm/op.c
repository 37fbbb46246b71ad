/* SPDX-License-Identifier: Apache-2.0 */
/* Which way an operation of loop/expr.def goes: by instructions (expr.c), by a function of libm or
 * what stands for it (math.c), or by a sequence of instructions where a processor may lack it. */
#include "backend/llvm/ll.h"

LLVMValueRef ll_op(LlUnit *u, LoopExprKind kind, DType operand, uint32_t lanes,
                   const LLVMValueRef *args) {
    const bool may_call = kind == LOOP_FLOOR || kind == LOOP_CEIL || kind == LOOP_TRUNC ||
                          kind == LOOP_ROUND; /* where no instruction does it */
    if (may_call && u->freestanding && dtype_is_float(operand))
        return ll_math_own(u, kind, operand, lanes, args);
    LLVMValueRef r = ll_instruction(u, kind, operand, lanes, args);
    return r ? r : ll_math(u, kind, operand, lanes, args);
}

LLVMValueRef ll_reduce(LlUnit *u, LoopExprKind op, DType t, uint32_t lanes, LLVMValueRef v) {
    LLVMValueRef rest = NULL; /* the last lane of each odd count */
    while (lanes > 1) {
        const uint32_t half = lanes / 2;
        if (lanes % 2) {
            LLVMValueRef last = ll_lanes(u, v, lanes, lanes - 1, 1);
            rest = rest ? ll_op(u, op, t, 1, (LLVMValueRef[]){last, rest}) : last;
        }
        LLVMValueRef halves[] = {ll_lanes(u, v, lanes, 0, half), ll_lanes(u, v, lanes, half, half)};
        v = ll_op(u, op, t, half, halves);
        lanes = half;
    }
    return rest ? ll_op(u, op, t, 1, (LLVMValueRef[]){v, rest}) : v;
}
