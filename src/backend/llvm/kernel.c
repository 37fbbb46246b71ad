/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels: what is checked on entry, the memory that they work in, and those that they call. */
#include "backend/llvm/kernel_parts.h"

#include "base/strbuf.h"
#include "loop/text.h"
#include "loop/verify.h"
#include "schedule/schedule.h"

/* --- Checks on entry --- */

/* Memory is row-major; a parameter that tells strides must tell those, where they matter. */
static void check_strides(KEmit *em, const LoopBuffer *b) {
    LLVMBuilderRef at = em->u->builder;
    for (uint32_t i = 0; b->strides && i < b->ndim; i++) {
        LLVMValueRef want = k_uniform(em, b->strides[i]), row_major = ll_int(em->u, 1),
                     empty = LLVMConstInt(em->u->i1, 0, false);
        for (uint32_t k = b->ndim; --k > i;)
            row_major = k_saturated(em, "llvm.smul.with.overflow", row_major, k_dim(em, b, k));
        for (uint32_t k = 0; k < i; k++)
            empty = LLVMBuildOr(
                at, empty, LLVMBuildICmp(at, LLVMIntEQ, k_dim(em, b, k), ll_int(em->u, 0), ""), "");
        row_major = LLVMBuildSelect(at, empty, ll_int(em->u, 0), row_major, "");
        StrBuf shown;
        strbuf_init(&shown, em->arena);
        loop_text_print_expr(b->strides[i], &shown);
        LLVMValueRef many = LLVMBuildICmp(at, LLVMIntSGT, k_dim(em, b, i), ll_int(em->u, 1), "");
        k_fail_if(
            em, LLVMBuildAnd(at, many, LLVMBuildICmp(at, LLVMIntNE, want, row_major, ""), ""),
            arena_printf(em->arena,
                         "%s: an argument's stride does not fit: stride %u of '%s' must be %s",
                         em->fn->name, i, b->name, strbuf_cstr(&shown)));
    }
}

static void check_locals(KEmit *em) {
    for (size_t i = 0; i < em->locals.len; i++) {
        const LoopBuffer *b = em->locals.at[i].alloc->buffer;
        for (uint32_t d = 0; d < b->ndim; d++) {
            if (b->dims[d]->kind == LOOP_CONST || b->dims[d]->kind == LOOP_VAR) continue;
            k_fail_if(
                em,
                LLVMBuildICmp(em->u->builder, LLVMIntSLT, k_dim(em, b, d), ll_int(em->u, 0), ""),
                arena_printf(em->arena, "%s: an extent is negative: dim %u of '%s'", em->fn->name,
                             d, b->name));
        }
    }
}

/* --- Kernels --- */

static void note_unproved(void *user, const LoopStmt *at, const LoopExpr *load, uint32_t axis) {
    KEmit *em = user;
    KUnproved *u = ARENA_NEW(em->arena, KUnproved);
    *u = (KUnproved){at, load, axis};
    map_add(&em->unproved, hash_ptr(hash_ptr(axis, at), load), u);
}

static bool is_huge(const LoopBuffer *b) {
    for (uint32_t i = 0; i < b->ndim; i++) {
        if (b->dims[i]->kind != LOOP_CONST || b->dims[i]->i == 0) return false;
    }
    return k_constant_bytes(b) < 0;
}

/* No memory holds all its buffers: it is never called. */
static bool never_runs(const KEmit *em) {
    for (size_t i = 0; i < em->fn->params.len; i++) {
        if (is_huge(em->fn->params.at[i])) return true;
    }
    for (size_t i = 0; i < em->locals.len; i++) {
        if (is_huge(em->locals.at[i].alloc->buffer)) return true;
    }
    return false;
}

static int64_t constant_work(KEmit *em) {
    int64_t shared = 0, own = em->plan.panel_bytes, inner = 0;
    for (size_t i = 0; i < em->locals.len; i++) {
        const KLocal *l = &em->locals.at[i];
        if (l->on_stack) continue;
        const int64_t bytes = k_constant_bytes(l->alloc->buffer);
        if (bytes < 0 || bytes > INT64_MAX / 4096) return -1;
        const int64_t all = (bytes ? k_round_up(bytes) : K_ALIGN) * l->copies;
        *(l->in_thread ? &own : &shared) += all;
        if (shared > INT64_MAX / 4096 || own > INT64_MAX / 4096) return -1;
    }
    for (size_t i = 0; i < em->calls.len; i++) {
        const int64_t bytes = ll_kernel_work(em->arena->ctx, em->calls.at[i]->callee,
                                             em->plan.target, 1, em->plan.flags);
        if (bytes < 0) return -1;
        if (bytes > inner) inner = bytes;
    }
    return shared + own * em->threads + inner;
}

static void init(KEmit *em, Arena *arena, const LoopFn *fn, const Target *target, unsigned flags,
                 int64_t threads, int64_t grain) {
    const bool stands = fn->is_scheduled; /* in the module */
    if (!(flags & K_UNSCHEDULED)) fn = sched_some_loops(fn, target, flags & K_STRICT, arena);
    *em = (KEmit){.fn = fn,
                  .is_scheduled = fn->is_scheduled,
                  .arena = arena,
                  .threads = threads < 1 ? 1 : threads};
    em->cost_grain = grain ? grain : (int64_t)(target->threads_ns * K_COST_OF_NS);
    map_init(&em->unproved, arena);
    map_init(&em->nodes, arena);
    map_init(&em->sums, arena);
    map_init(&em->long_sizes, arena);
    em->is_size = ARENA_ARRAY(arena, bool, (size_t)fn->n_vars + 1);
    for (size_t i = 0; i < fn->sizes.len; i++) em->is_size[fn->sizes.at[i]->id] = true;
    k_plan(&em->plan, arena, fn, target, stands ? flags | K_UNSCHEDULED | K_STANDS : flags);
    k_survey_top(em);
}

int64_t ll_kernel_work(Ctx *ctx, const LoopFn *fn, const Target *target, int64_t n,
                       unsigned flags) {
    Arena arena;
    KEmit em;
    arena_init(&arena, ctx);
    init(&em, &arena, fn, target, flags, n, 0);
    const int64_t work = constant_work(&em);
    arena_fini(&arena);
    return work;
}

/* i64 NAME_work(sizes...) */
static void work_function(KEmit *em, LlKernel *out) {
    LLVMBuilderRef b = em->u->builder;
    const LoopFn *fn = em->fn;
    LLVMTypeRef *types = ARENA_ARRAY(em->arena, LLVMTypeRef, fn->sizes.len + 1);
    for (size_t i = 0; i < fn->sizes.len; i++) types[i] = em->u->i64;
    out->work_type = LLVMFunctionType(em->u->i64, types, (unsigned)fn->sizes.len, false);
    LLVMValueRef f = out->work_function = LLVMAddFunction(
        em->u->module, arena_printf(em->arena, "%s_work", em->name), out->work_type);
    ll_function_init(em->u, f);
    k_begin_function(em, f);
    for (size_t i = 0; i < fn->sizes.len; i++)
        em->vars[fn->sizes.at[i]->id] = k_scalar(em, LLVMGetParam(f, (unsigned)i));
    LLVMValueRef all = k_arrays_place(em, false, NULL), own = k_arrays_place(em, true, NULL);
    own = k_saturated(em, "llvm.smul.with.overflow", own, ll_int(em->u, em->threads));
    all = k_saturated(em, "llvm.sadd.with.overflow", all, own);
    LLVMValueRef inner = ll_int(em->u, 0);
    for (size_t i = 0; i < em->calls.len; i++) {
        const LoopStmt *s = em->calls.at[i];
        const LlKernel *callee = k_callee(em, s->callee);
        if (!callee->has_work) continue;
        LLVMValueRef bytes = ll_int(em->u, callee->work);
        if (callee->work < 0) {
            k_begin(em, s);
            bytes = LLVMBuildCall2(b, callee->work_type, callee->work_function, k_call_sizes(em, s),
                                   (unsigned)s->callee->sizes.len, "");
        }
        inner =
            LLVMBuildSelect(b, LLVMBuildICmp(b, LLVMIntSGT, bytes, inner, ""), bytes, inner, "");
    }
    LLVMBuildRet(b, k_saturated(em, "llvm.sadd.with.overflow", all, inner));
    LLVMPositionBuilderAtEnd(b, em->entry);
    LLVMBuildBr(b, LLVMGetNextBasicBlock(em->entry));
}

/* A kernel and those that it calls. */
typedef struct {
    LlUnit *u;
    const LlKernelOptions *options;
    Map callees; /* LlKernel by function */
    Arena arena;
} Making;

static LlKernel emit(Making *mk, const LoopFn *fn, const char *name, bool inner);

static void emit_callees(Making *mk, const LoopStmt *list, const char *name) {
    for (const LoopStmt *s = list; s; s = s->next) {
        if (s->kind == LOOP_CALL && !map_get_ptr(&mk->callees, s->callee)) {
            LlKernel *callee = ARENA_NEW(&mk->arena, LlKernel);
            const char *wanted = arena_printf(&mk->arena, "%s_%s", name, s->callee->name);
            *callee = emit(mk, s->callee, wanted, true);
            map_add_ptr(&mk->callees, s->callee, callee);
        }
        emit_callees(mk, s->body, name);
        emit_callees(mk, s->other, name);
    }
}

static LlKernel emit(Making *mk, const LoopFn *fn, const char *name, bool inner) {
    LlUnit *u = mk->u;
    KEmit em;
    LlKernel out;
    emit_callees(mk, fn->body, name);
    init(&em, &mk->arena, fn, u->processor, k_flags(u), inner ? 1 : mk->options->threads,
         mk->options->grain);
    em.u = u;
    em.options = mk->options;
    em.name = name;
    em.callees = &mk->callees;
    fn = em.fn;
    if (!em.is_scheduled) loop_unproved(mk->arena.ctx, fn, note_unproved, &em);
    out = (LlKernel){.work = constant_work(&em)};
    out.has_work = out.work != 0;
    if (out.work < 0) work_function(&em, &out);
    out.type = k_function_type(&em, out.has_work, false);
    LLVMValueRef f = out.function = k_add_function(&em, name, out.type);
    if (inner) LLVMSetLinkage(f, LLVMInternalLinkage);
    k_begin_function(&em, f);
    if (!never_runs(&em)) {
        k_bind(&em, NULL, NULL);
        k_begin(&em, NULL);
        for (size_t i = 0; i < fn->params.len; i++) check_strides(&em, fn->params.at[i]);
        check_locals(&em);
        if (out.has_work) k_bind(&em, LLVMGetParam(f, k_n_params(&em, true) - 1), ll_int(u, 0));
        k_top(&em, out.has_work);
    }
    k_end_function(&em);
    return out;
}

LlKernel ll_kernel(LlUnit *u, const LoopFn *fn, const char *name, const LlKernelOptions *options) {
    Making mk = {.u = u, .options = options};
    arena_init(&mk.arena, u->ctx);
    map_init(&mk.callees, &mk.arena);
    const LlKernel kernel = emit(&mk, fn, name, false);
    arena_fini(&mk.arena);
    return kernel;
}
