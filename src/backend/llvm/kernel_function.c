/* SPDX-License-Identifier: Apache-2.0 */
/* Functions. A loop that is worth it is run by threads: its part is a function of its own, which
 * gets all parameters, the variables of loops around it, and a range of the loop's blocks.
 *
 *     NAME(env, buffers..., sizes..., work)              the kernel
 *     NAME_part0(env, buffers..., sizes..., around..., work, begin, end, thread)
 *     NAME_range0(env, closure, begin, end, thread)      unpacks the closure, calls NAME_part0
 *
 * Memory to work in: arrays of the function, then for each thread the arrays that are made in such
 * loops, then what callees work in (they run in one thread, so they are never in such a loop). */
#include "backend/llvm/kernel_parts.h"

void k_begin_function(KEmit *em, LLVMValueRef function) {
    em->function = function;
    em->entry = k_block(em, "entry");
    LLVMBasicBlockRef start = k_block(em, "start");
    LLVMPositionBuilderAtEnd(em->u->builder, start);
    em->tile = (KTile){.nr = 1, .nv = 1, .width = 1};
    em->vars = ARENA_ARRAY(em->arena, KVal, (size_t)em->fn->n_vars + 1);
    em->slots = ARENA_ARRAY(em->arena, KSlot, (size_t)em->fn->n_buffers + 1);
    em->arrays = ARENA_ARRAY(em->arena, KArray, (size_t)em->fn->n_buffers + 1);
    em->turn++;
}

void k_end_function(KEmit *em) {
    LLVMBuilderRef b = em->u->builder;
    LLVMBuildRet(b, LLVMConstInt(em->u->i32, 0, false));
    LLVMPositionBuilderAtEnd(b, em->entry);
    LLVMBuildBr(b, LLVMGetNextBasicBlock(em->entry));
}

/* Parameters of the function get their names; arrays their memory. */
void k_bind(KEmit *em, LLVMValueRef work, LLVMValueRef thread) {
    LLVMBuilderRef b = em->u->builder;
    const LoopFn *fn = em->fn;
    em->env = LLVMGetParam(em->function, 0);
    for (size_t i = 0; i < fn->params.len; i++) {
        KArray *a = &em->arrays[fn->params.at[i]->id];
        a->at = ARENA_ARRAY(em->arena, LLVMValueRef, 1);
        a->at[0] = LLVMGetParam(em->function, (unsigned)(1 + i));
    }
    for (size_t i = 0; i < fn->sizes.len; i++)
        em->vars[fn->sizes.at[i]->id] =
            k_scalar(em, LLVMGetParam(em->function, (unsigned)(1 + fn->params.len + i)));
    for (size_t i = 0; i < em->around.len; i++) {
        const size_t at = 1 + fn->params.len + fn->sizes.len + i;
        em->vars[em->around.at[i]->var->id] =
            k_scalar(em, LLVMGetParam(em->function, (unsigned)at));
    }
    em->rest = work;
    if (!work) return;
    LLVMValueRef shared = k_arrays_place(em, false, work);
    LLVMValueRef own = LLVMBuildGEP2(b, em->u->i8, work, &shared, 1, "");
    em->rest = own;
    if (!k_arrays_placed(em, true)) return;
    LLVMValueRef each = k_arrays_place(em, true, NULL);
    LLVMValueRef mine = LLVMBuildMul(b, each, thread, "");
    k_arrays_place(em, true, LLVMBuildGEP2(b, em->u->i8, own, &mine, 1, ""));
    LLVMValueRef all = LLVMBuildMul(b, each, ll_int(em->u, em->threads), "");
    em->rest = LLVMBuildGEP2(b, em->u->i8, own, &all, 1, "");
}

static void add_attribute(KEmit *em, LLVMValueRef function, LLVMAttributeIndex at, const char *name,
                          uint64_t value) {
    const unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
    LLVMAddAttributeAtIndex(function, at, LLVMCreateEnumAttribute(em->u->context, kind, value));
}

LLVMTypeRef k_function_type(KEmit *em, bool work, bool range) {
    const LoopFn *fn = em->fn;
    const size_t n_sizes = fn->sizes.len + em->around.len;
    LLVMTypeRef *types = ARENA_ARRAY(em->arena, LLVMTypeRef, fn->params.len + n_sizes + 6);
    unsigned n = 0;
    types[n++] = em->u->ptr;
    for (size_t i = 0; i < fn->params.len; i++) types[n++] = em->u->ptr;
    for (size_t i = 0; i < n_sizes; i++) types[n++] = em->u->i64;
    if (work) types[n++] = em->u->ptr;
    for (int i = 0; range && i < 3; i++) types[n++] = em->u->i64;
    return LLVMFunctionType(em->u->i32, types, n, false);
}

LLVMValueRef k_add_function(KEmit *em, const char *name, LLVMTypeRef type) {
    LLVMValueRef f = LLVMAddFunction(em->u->module, name, type);
    for (size_t i = 0; i < em->fn->params.len; i++) {
        add_attribute(em, f, (LLVMAttributeIndex)(2 + i), "noalias", 0);
        add_attribute(em, f, (LLVMAttributeIndex)(2 + i), "nocapture", 0);
    }
    ll_function_init(em->u, f);
    return f;
}

unsigned k_n_params(const KEmit *em, bool work) {
    return (unsigned)(1 + em->fn->params.len + em->fn->sizes.len + em->around.len + work);
}

void k_fence(KEmit *em) {
    if (em->streams) ll_intrinsic(em->u, "llvm.x86.sse.sfence", NULL, 0, NULL, 0);
}

/* NAME_partN and NAME_rangeN. Returns the second. */
static LLVMValueRef part(KEmit *em, const LoopStmt *s, const LoopStmt *split, int64_t block,
                         bool work) {
    LLVMBuilderRef b = em->u->builder;
    const uint32_t k = em->n_parts++;
    LLVMTypeRef type = k_function_type(em, work, true);
    LLVMValueRef f = k_add_function(em, arena_printf(em->arena, "%s_part%u", em->name, k), type);
    LLVMSetLinkage(f, LLVMInternalLinkage);
    k_begin_function(em, f);
    const unsigned n = k_n_params(em, work);
    k_bind(em, work ? LLVMGetParam(f, n - 1) : NULL, LLVMGetParam(f, n + 2));
    em->threaded = split;
    LLVMValueRef size = ll_int(em->u, block), end = k_extent(em, split);
    em->begin = LLVMBuildMul(b, LLVMGetParam(f, n), size, "");
    LLVMValueRef to = LLVMBuildMul(b, LLVMGetParam(f, n + 1), size, "");
    em->end = LLVMBuildSelect(b, LLVMBuildICmp(b, LLVMIntSLT, to, end, ""), to, end, "");
    k_statement(em, s);
    k_fence(em);
    k_end_function(em);
    em->threaded = NULL;

    LLVMTypeRef range_type = LLVMFunctionType(
        em->u->i32, (LLVMTypeRef[]){em->u->ptr, em->u->ptr, em->u->i64, em->u->i64, em->u->i64}, 5,
        false);
    LLVMValueRef g = LLVMAddFunction(
        em->u->module, arena_printf(em->arena, "%s_range%u", em->name, k), range_type);
    LLVMSetLinkage(g, LLVMInternalLinkage);
    ll_function_init(em->u, g);
    LLVMPositionBuilderAtEnd(b, LLVMAppendBasicBlockInContext(em->u->context, g, "entry"));
    LLVMValueRef *args = ARENA_ARRAY(em->arena, LLVMValueRef, n + 4);
    LLVMTypeRef *types = ARENA_ARRAY(em->arena, LLVMTypeRef, n + 4);
    LLVMGetParamTypes(type, types);
    args[0] = LLVMGetParam(g, 0);
    for (unsigned i = 1; i < n; i++) {
        LLVMValueRef at = ll_int(em->u, i);
        args[i] = LLVMBuildLoad2(b, types[i],
                                 LLVMBuildGEP2(b, em->u->i64, LLVMGetParam(g, 1), &at, 1, ""), "");
    }
    for (unsigned i = 0; i < 3; i++) args[n + i] = LLVMGetParam(g, 2 + i);
    LLVMBuildRet(b, LLVMBuildCall2(b, type, f, args, n + 3, ""));
    return g;
}

/* What an open function needs to go on. */
typedef struct {
    LLVMValueRef function, thread, rest;
    LLVMBasicBlockRef entry, here;
    KVal *vars;
    KSlot *slots;
    KArray *arrays;
    KTile tile;
} Open;

void k_parallel(KEmit *em, const LoopStmt *s, const LoopStmt *split, int64_t block, double cost,
                bool work) {
    LLVMBuilderRef b = em->u->builder;
    const Open open = {em->function, em->thread, em->rest,   em->entry, LLVMGetInsertBlock(b),
                       em->vars,     em->slots,  em->arrays, em->tile};
    LLVMValueRef range = part(em, s, split, block, work);
    em->function = open.function;
    em->thread = open.thread;
    em->rest = open.rest;
    em->entry = open.entry;
    em->vars = open.vars;
    em->slots = open.slots;
    em->arrays = open.arrays;
    em->tile = open.tile;
    em->env = LLVMGetParam(em->function, 0);
    LLVMPositionBuilderAtEnd(b, open.here);

    const unsigned n = k_n_params(em, work), n_own = n - (unsigned)em->around.len - work;
    LLVMValueRef closure = k_slot_new(em, LLVMArrayType2(em->u->i64, n));
    for (unsigned i = 1; i < n; i++) {
        const bool is_around = i >= n_own && i < n - work;
        LLVMValueRef at = ll_int(em->u, i),
                     v = is_around ? em->vars[em->around.at[i - n_own]->var->id].at[0]
                                   : LLVMGetParam(em->function, i < n_own ? i : n_own);
        LLVMBuildStore(b, v, LLVMBuildGEP2(b, em->u->i64, closure, &at, 1, ""));
    }
    LLVMValueRef extent = k_extent(em, split);
    LLVMValueRef blocks = LLVMBuildSDiv(b, LLVMBuildAdd(b, extent, ll_int(em->u, block - 1), ""),
                                        ll_int(em->u, block), "");
    const int64_t grain = cost > 0 && (double)em->cost_grain / cost >= 1
                              ? (int64_t)((double)em->cost_grain / cost)
                              : 1;
    LLVMTypeRef types[] = {em->u->ptr, em->u->i64, em->u->i64, em->u->ptr, em->u->ptr};
    LLVMTypeRef type = LLVMFunctionType(em->u->i32, types, 5, false);
    LLVMValueRef f = LLVMGetNamedFunction(em->u->module, "rt_parallel");
    if (!f) f = LLVMAddFunction(em->u->module, "rt_parallel", type);
    LLVMValueRef e = LLVMBuildCall2(
        b, type, f, (LLVMValueRef[]){em->env, blocks, ll_int(em->u, grain), range, closure}, 5, "");
    LLVMBasicBlockRef bad = k_block(em, "failed"), good = k_block(em, "joined");
    LLVMBuildCondBr(b, LLVMBuildICmp(b, LLVMIntNE, e, LLVMConstInt(em->u->i32, 0, false), ""), bad,
                    good);
    LLVMPositionBuilderAtEnd(b, bad);
    LLVMBuildRet(b, e);
    LLVMPositionBuilderAtEnd(b, good);
}
