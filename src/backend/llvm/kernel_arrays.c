/* SPDX-License-Identifier: Apache-2.0 */
/* Arrays of a function's own: small ones of constant extents on the stack, all others behind each
 * other in the memory to work in. */
#include "backend/llvm/kernel_parts.h"

int64_t k_constant_bytes(const LoopBuffer *b) {
    int64_t bytes = (int64_t)dtype_size(b->dtype);
    for (uint32_t i = 0; i < b->ndim; i++) {
        if (b->dims[i]->kind != LOOP_CONST || !mul_i64(bytes, b->dims[i]->i, &bytes)) return -1;
    }
    return bytes;
}

void k_local_find(KEmit *em, const LoopStmt *s, uint32_t copies, bool in_thread, int64_t *stack) {
    if (s->kind == LOOP_CALL) vec_push(em->arena, &em->calls, s);
    if (s->kind != LOOP_ALLOC || !s->buffer->ndim || s->buffer->lanes) return;
    const int64_t bytes = k_constant_bytes(s->buffer);
    const bool on_stack =
        bytes >= 0 && bytes <= K_STACK_ARRAY && *stack + bytes * copies <= 4 * K_STACK_ARRAY;
    if (on_stack) *stack += bytes * copies;
    vec_push(em->arena, &em->locals, ((KLocal){s, on_stack, in_thread, copies}));
}

void k_locals_find(KEmit *em, const LoopStmt *list, uint32_t copies, bool in_thread,
                   int64_t *stack) {
    for (const LoopStmt *s = list; s; s = s->next) {
        k_local_find(em, s, copies, in_thread, stack);
        const KLoop *l = s->kind == LOOP_FOR ? k_plan_loop(&em->plan, s) : NULL;
        k_locals_find(em, s->body, l && l->role == K_ROWS ? l->rows : copies, in_thread, stack);
        k_locals_find(em, s->other, copies, in_thread, stack);
    }
}

LLVMValueRef k_saturated(KEmit *em, const char *intrinsic, LLVMValueRef a, LLVMValueRef b) {
    LLVMTypeRef types[] = {em->u->i64};
    const unsigned id = LLVMLookupIntrinsicID(intrinsic, strlen(intrinsic));
    LLVMValueRef f = LLVMGetIntrinsicDeclaration(em->u->module, id, types, 1);
    LLVMValueRef r =
        LLVMBuildCall2(em->u->builder, LLVMIntrinsicGetType(em->u->context, id, types, 1), f,
                       (LLVMValueRef[]){a, b}, 2, "");
    LLVMValueRef over = LLVMBuildExtractValue(em->u->builder, r, 1, "");
    return LLVMBuildSelect(em->u->builder, over, ll_int(em->u, INT64_MAX),
                           LLVMBuildExtractValue(em->u->builder, r, 0, ""), "");
}

/* The bytes of one copy of an array, rounded up; INT64_MAX: overflow. */
static LLVMValueRef array_bytes(KEmit *em, const LoopBuffer *b) {
    const int64_t known = k_constant_bytes(b);
    if (known >= 0 && known < INT64_MAX / 2)
        return ll_int(em->u, known ? k_round_up(known) : K_ALIGN);
    LLVMValueRef n = ll_int(em->u, (int64_t)dtype_size(b->dtype));
    for (uint32_t i = 0; i < b->ndim; i++)
        n = k_saturated(em, "llvm.smul.with.overflow", n, k_dim(em, b, i));
    n = k_saturated(em, "llvm.sadd.with.overflow", n, ll_int(em->u, 2 * K_ALIGN - 1));
    LLVMValueRef rounded = LLVMBuildAnd(em->u->builder, n, ll_int(em->u, -K_ALIGN), "");
    LLVMValueRef over = LLVMBuildICmp(em->u->builder, LLVMIntEQ, n, ll_int(em->u, INT64_MAX), "");
    return LLVMBuildSelect(em->u->builder, over, n, rounded, "");
}

LLVMValueRef k_arrays_place(KEmit *em, bool in_thread, LLVMValueRef memory) {
    LLVMBuilderRef b = em->u->builder;
    LLVMValueRef at = ll_int(em->u, in_thread ? em->plan.panel_bytes : 0);
    if (in_thread && memory) em->panel_memory = memory;
    for (size_t i = 0; i < em->locals.len; i++) {
        const KLocal *l = &em->locals.at[i];
        if (l->on_stack || l->in_thread != in_thread) continue;
        LLVMValueRef bytes = array_bytes(em, l->alloc->buffer);
        KArray *a = &em->arrays[l->alloc->buffer->id];
        if (memory) {
            a->rows = l->copies > 1;
            a->at = ARENA_ARRAY(em->arena, LLVMValueRef, l->copies);
        }
        for (uint32_t r = 0; r < l->copies; r++) {
            if (memory) a->at[r] = LLVMBuildGEP2(b, em->u->i8, memory, &at, 1, "");
            at = memory ? LLVMBuildAdd(b, at, bytes, "")
                        : k_saturated(em, "llvm.sadd.with.overflow", at, bytes);
        }
    }
    return at;
}

bool k_arrays_placed(const KEmit *em, bool in_thread) {
    if (in_thread && em->plan.panel_bytes) return true;
    for (size_t i = 0; i < em->locals.len; i++) {
        if (!em->locals.at[i].on_stack && em->locals.at[i].in_thread == in_thread) return true;
    }
    return false;
}
