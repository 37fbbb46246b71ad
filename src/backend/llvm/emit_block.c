/* SPDX-License-Identifier: Apache-2.0 */
/* What expressions and statements are put into: blocks, ends of the function, its memory, messages
 * by number. */
#include "backend/llvm/emit.h"

LLVMValueRef lp_int(Emit *e, int64_t v) { return ll_int(e->unit, v); }
LLVMValueRef lp_number(Emit *e, uint32_t message) {
    return LLVMConstInt(e->unit->i32, message, false);
}

LLVMBasicBlockRef lp_block(EmitFunction *p, const char *name) {
    return LLVMAppendBasicBlockInContext(p->e->unit->context, p->part.function, name);
}

void lp_to(EmitFunction *p, LLVMBasicBlockRef block) {
    LLVMPositionBuilderAtEnd(p->e->unit->builder, block);
}

/* Returns the value, an i32, there. */
static void end_if(EmitFunction *p, LLVMValueRef condition, LLVMValueRef result) {
    LLVMBuilderRef builder = p->e->unit->builder;
    LLVMBasicBlockRef fails = lp_block(p, "fails"), goes_on = lp_block(p, "");
    LLVMBuildCondBr(builder, condition, fails, goes_on);
    lp_to(p, fails);
    LLVMBuildRet(builder, result);
    lp_to(p, goes_on);
}

void lp_fail_if(EmitFunction *p, LLVMValueRef condition, uint32_t message) {
    end_if(p, condition, lp_number(p->e, message));
}

void lp_try(EmitFunction *p, LLVMValueRef result) {
    end_if(p, LLVMBuildICmp(p->e->unit->builder, LLVMIntNE, result, lp_number(p->e, 0), ""),
           result);
}

LLVMValueRef lp_alloca(EmitFunction *p, uint32_t n_cells) {
    LlUnit *u = p->e->unit;
    LLVMBasicBlockRef here = LLVMGetInsertBlock(u->builder);
    LLVMPositionBuilderBefore(u->builder, p->part.entry);
    LLVMValueRef v =
        LLVMBuildArrayAlloca(u->builder, u->i64, LLVMConstInt(u->i32, n_cells, false), "");
    LLVMSetAlignment(v, 16);
    lp_to(p, here);
    return v;
}

uint32_t lp_message(Emit *e, const char *message) {
    const uint64_t hash = hash_bytes(e->ctx, message, strlen(message));
    for (MapIter it = map_find(&e->messages, hash); map_next(&e->messages, &it);) {
        const size_t i = (size_t)(uintptr_t)it.value;
        if (strcmp(e->program->messages.at[i], message) == 0) return (uint32_t)i;
    }
    const size_t i = e->program->messages.len;
    vec_push(e->arena, &e->program->messages, arena_strdup(e->arena, str_c(message)));
    map_add(&e->messages, hash, (void *)(uintptr_t)i);
    return (uint32_t)i;
}

LLVMValueRef lp_internal(Emit *e, const char *name, LLVMTypeRef type) {
    LLVMValueRef fn = LLVMAddFunction(e->unit->module, name, type);
    LLVMSetLinkage(fn, LLVMInternalLinkage);
    if (e->program->target->is_file) ll_function_init(e->unit, fn);
    return fn;
}
