/* SPDX-License-Identifier: Apache-2.0 */
/* Extents that are long expressions, such as the sum of a hundred others, which a concatenation of
 * that many tensors of open extents has. LLVM's analysis of loops takes a sum apart wherever it
 * stands, which takes time as the cube of its terms: 53 s for a hundred. So it is computed once,
 * where the function begins, and passes an assembler statement without text, behind which LLVM sees
 * an integer that it knows nothing of. */
#include "backend/llvm/kernel_parts.h"

enum { LONG = 16 };

/* Is it made of sizes and numbers alone? *left: how many of its parts are still to be counted. */
static bool is_of_sizes(const KEmit *em, const LoopExpr *e, uint32_t *left) {
    if (*left) --*left;
    if (e->kind == LOOP_VAR) return em->is_size[e->var->id];
    if (e->kind == LOOP_LOAD || e->lanes || e->dtype != DTYPE_INT64) return false;
    for (uint32_t i = 0; i < e->n; i++)
        if (!is_of_sizes(em, e->args[i], left)) return false;
    return true;
}

LLVMValueRef k_opaque(KEmit *em, LLVMValueRef v) {
    static const char *const marks[] = {"memory", "nounwind", "willreturn"};
    if (LLVMIsConstant(v)) return v;
    LLVMTypeRef type = LLVMFunctionType(em->u->i64, &em->u->i64, 1, false);
    LLVMValueRef same =
        LLVMGetInlineAsm(type, "", 0, "=r,0", 4, false, false, LLVMInlineAsmDialectATT, false);
    LLVMValueRef call = LLVMBuildCall2(em->u->builder, type, same, &v, 1, "");
    for (size_t i = 0; i < ARRAY_LEN(marks); i++) {
        const unsigned kind = LLVMGetEnumAttributeKindForName(marks[i], strlen(marks[i]));
        LLVMAddCallSiteAttribute(call, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                                 LLVMCreateEnumAttribute(em->u->context, kind, 0));
    }
    return call;
}

static KLongSize *known(KEmit *em, const LoopExpr *e) {
    for (MapIter it = map_find(&em->long_sizes, hash_ptr(0, e)); map_next(&em->long_sizes, &it);) {
        KLongSize *x = it.value;
        if (x->e == e) return x;
    }
    return NULL;
}

/* Its value, in the entry of the function. */
static LLVMValueRef at_entry(KEmit *em, const LoopExpr *e) {
    LLVMBuilderRef b = em->u->builder;
    LLVMBasicBlockRef here = LLVMGetInsertBlock(b);
    const KTile tile = em->tile;
    em->tile = (KTile){.nr = 1, .nv = 1, .width = 1};
    em->in_entry = true;
    em->turn++; /* what is at hand does not reach the entry, nor the other way round */
    LLVMPositionBuilderAtEnd(b, em->entry);
    LLVMValueRef v = k_opaque(em, k_uniform(em, e));
    LLVMPositionBuilderAtEnd(b, here);
    em->turn++;
    em->in_entry = false;
    em->tile = tile;
    return v;
}

bool k_long_size(KEmit *em, const LoopExpr *e, KVal *out) {
    uint32_t left = LONG;
    if (em->in_entry || !e->n || e->dtype != DTYPE_INT64 || !is_of_sizes(em, e, &left) || left)
        return false;
    KLongSize *x = known(em, e);
    if (!x) {
        x = ARENA_NEW(em->arena, KLongSize);
        x->e = e;
        map_add(&em->long_sizes, hash_ptr(0, e), x);
    }
    if (x->function != em->function) {
        x->value = at_entry(em, e);
        x->function = em->function;
    }
    *out = k_scalar(em, x->value);
    return true;
}
