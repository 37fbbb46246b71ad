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

#include "base/strbuf.h"
#include "loop/text.h"
#include "loop/verify.h"
#include "schedule/schedule.h"

/* --- Functions --- */

static void begin_function(KEmit *em, LLVMValueRef function) {
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

static void end_function(KEmit *em) {
    LLVMBuilderRef b = em->u->builder;
    LLVMBuildRet(b, LLVMConstInt(em->u->i32, 0, false));
    LLVMPositionBuilderAtEnd(b, em->entry);
    LLVMBuildBr(b, LLVMGetNextBasicBlock(em->entry));
}

/* Parameters of the function get their names; arrays their memory. */
static void bind(KEmit *em, LLVMValueRef work, LLVMValueRef thread) {
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

static LLVMTypeRef function_type(KEmit *em, bool work, bool range) {
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

static LLVMValueRef add_function(KEmit *em, const char *name, LLVMTypeRef type) {
    LLVMValueRef f = LLVMAddFunction(em->u->module, name, type);
    for (size_t i = 0; i < em->fn->params.len; i++) {
        add_attribute(em, f, (LLVMAttributeIndex)(2 + i), "noalias", 0);
        add_attribute(em, f, (LLVMAttributeIndex)(2 + i), "nocapture", 0);
    }
    ll_function_init(em->u, f);
    return f;
}

static unsigned n_params(const KEmit *em, bool work) {
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
    LLVMTypeRef type = function_type(em, work, true);
    LLVMValueRef f = add_function(em, arena_printf(em->arena, "%s_part%u", em->name, k), type);
    LLVMSetLinkage(f, LLVMInternalLinkage);
    begin_function(em, f);
    const unsigned n = n_params(em, work);
    bind(em, work ? LLVMGetParam(f, n - 1) : NULL, LLVMGetParam(f, n + 2));
    em->threaded = split;
    LLVMValueRef size = ll_int(em->u, block), end = k_extent(em, split);
    em->begin = LLVMBuildMul(b, LLVMGetParam(f, n), size, "");
    LLVMValueRef to = LLVMBuildMul(b, LLVMGetParam(f, n + 1), size, "");
    em->end = LLVMBuildSelect(b, LLVMBuildICmp(b, LLVMIntSLT, to, end, ""), to, end, "");
    k_statement(em, s);
    k_fence(em);
    end_function(em);
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

    const unsigned n = n_params(em, work), n_own = n - (unsigned)em->around.len - work;
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
    begin_function(em, f);
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
    out.type = function_type(&em, out.has_work, false);
    LLVMValueRef f = out.function = add_function(&em, name, out.type);
    if (inner) LLVMSetLinkage(f, LLVMInternalLinkage);
    begin_function(&em, f);
    if (!never_runs(&em)) {
        bind(&em, NULL, NULL);
        k_begin(&em, NULL);
        for (size_t i = 0; i < fn->params.len; i++) check_strides(&em, fn->params.at[i]);
        check_locals(&em);
        if (out.has_work) bind(&em, LLVMGetParam(f, n_params(&em, true) - 1), ll_int(u, 0));
        k_top(&em, out.has_work);
    }
    end_function(&em);
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
