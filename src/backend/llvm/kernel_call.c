/* SPDX-License-Identifier: Apache-2.0 */
/* Calls of loop functions: kernels of their own, in one thread. The callee's sizes are extents of
 * the arguments. */
#include "backend/llvm/kernel_parts.h"

#include "base/strbuf.h"
#include "loop/text.h"

const LlKernel *k_callee(const KEmit *em, const LoopFn *fn) {
    const LlKernel *found = map_get_ptr(em->callees, fn);
    BUG_IF(!found);
    return found;
}

LLVMValueRef *k_call_sizes(KEmit *em, const LoopStmt *s) {
    const LoopFn *callee = s->callee;
    LLVMValueRef *sizes = ARENA_ARRAY(em->arena, LLVMValueRef, callee->sizes.len + 1);
    for (uint32_t i = 0; i < s->n; i++) {
        const LoopBuffer *want = callee->params.at[i];
        for (uint32_t d = 0; d < want->ndim; d++) {
            if (want->dims[d]->kind != LOOP_VAR) continue;
            for (size_t k = 0; k < callee->sizes.len; k++) {
                if (callee->sizes.at[k] == want->dims[d]->var && !sizes[k])
                    sizes[k] = k_dim(em, s->buffers[i], d);
            }
        }
    }
    return sizes;
}

/* All other extents must be what the sizes make of them. */
static void check_extents(KEmit *em, const LoopStmt *s, LLVMValueRef *sizes) {
    const LoopFn *callee = s->callee;
    KEmit inner = *em;
    inner.fn = callee;
    inner.vars = ARENA_ARRAY(em->arena, KVal, (size_t)callee->n_vars + 1);
    inner.tile = (KTile){.nr = 1, .nv = 1, .width = 1};
    map_init(&inner.nodes, em->arena);
    for (size_t i = 0; i < callee->sizes.len; i++)
        inner.vars[callee->sizes.at[i]->id] = k_scalar(em, sizes[i]);
    for (uint32_t i = 0; i < s->n; i++) {
        const LoopBuffer *want = callee->params.at[i];
        for (uint32_t d = 0; d < want->ndim; d++) {
            LLVMValueRef have = k_dim(em, s->buffers[i], d),
                         need = k_uniform(&inner, want->dims[d]);
            if (have == need) continue;
            StrBuf shown;
            strbuf_init(&shown, em->arena);
            loop_text_print_expr(want->dims[d], &shown);
            k_fail_if(
                em, LLVMBuildICmp(em->u->builder, LLVMIntNE, have, need, ""),
                arena_printf(em->arena,
                             "%s: an argument's extent does not fit: dim %u of '%s' must be %s",
                             callee->name, d, want->name, strbuf_cstr(&shown)));
        }
    }
}

/* The memory of a buffer that is passed on; a scalar of the function's own goes through a copy. */
static LLVMValueRef argument(KEmit *em, const LoopBuffer *b, LLVMValueRef *copy) {
    *copy = NULL;
    if (b->ndim || !em->slots[b->id].at) return em->arrays[b->id].at[0];
    *copy = k_slot_new(em, ll_memory_type(em->u, b->dtype, 1));
    const KVal v = k_slot_get(em, b);
    ll_store(em->u, b->dtype, 1, *copy, v.at[0], NULL);
    return *copy;
}

void k_call(KEmit *em, const LoopStmt *s) {
    LLVMBuilderRef b = em->u->builder;
    const LlKernel *callee = k_callee(em, s->callee);
    k_begin(em, s);
    LLVMValueRef *sizes = k_call_sizes(em, s);
    check_extents(em, s, sizes);
    LLVMValueRef *args = ARENA_ARRAY(em->arena, LLVMValueRef, s->n + s->callee->sizes.len + 2),
                 *copies = ARENA_ARRAY(em->arena, LLVMValueRef, s->n + 1);
    unsigned n = 0;
    args[n++] = em->env;
    for (uint32_t i = 0; i < s->n; i++) args[n++] = argument(em, s->buffers[i], &copies[i]);
    for (size_t i = 0; i < s->callee->sizes.len; i++) args[n++] = sizes[i];
    if (callee->has_work) args[n++] = em->rest;
    LLVMValueRef e = LLVMBuildCall2(b, callee->type, callee->function, args, n, "");
    LLVMBasicBlockRef bad = k_block(em, "failed"), good = k_block(em, "called");
    LLVMBuildCondBr(b, LLVMBuildICmp(b, LLVMIntNE, e, LLVMConstInt(em->u->i32, 0, false), ""), bad,
                    good);
    LLVMPositionBuilderAtEnd(b, bad);
    LLVMBuildRet(b, e);
    LLVMPositionBuilderAtEnd(b, good);
    for (uint32_t i = 0; i < s->n; i++) {
        if (!copies[i]) continue;
        KVal v = k_scalar(em, ll_load(em->u, s->buffers[i]->dtype, 1, copies[i], NULL));
        k_slot_set(em, s->buffers[i], &v);
    }
}
