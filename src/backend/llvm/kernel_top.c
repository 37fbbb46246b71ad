/* SPDX-License-Identifier: Apache-2.0 */
/* The statements of a function's own list: the loops among them are for threads. So are those of
 * conditions and serial loops in it, whose variables threads are told; and what writes more than
 * caches hold stands there twice, once with stores past them. */
#include "backend/llvm/kernel_parts.h"

typedef VEC(const LoopBuffer *) Buffers;

/* Adds outputs that the list writes past the caches, when they are aligned, each once by the
 * marks. */
static void streamed(KEmit *em, const LoopStmt *s, const LoopVar *lane, Buffers *out) {
    KMarks *marks = em->plan.marks;
    const KLoop *l = s->kind == LOOP_FOR ? k_plan_loop(&em->plan, s) : NULL;
    const LoopVar *inner = l && l->role == K_LANES ? s->var : lane;
    const bool is_store = s->kind == LOOP_STORE && (lane || s->value->lanes);
    if (is_store && k_may_stream(&em->plan, s, s->value->lanes ? NULL : lane) &&
        marks->own[s->buffer->id] != marks->turn) {
        marks->own[s->buffer->id] = marks->turn;
        vec_push(em->arena, out, s->buffer);
    }
    for (const LoopStmt *x = s->body; x; x = x->next) streamed(em, x, inner, out);
    for (const LoopStmt *x = s->other; x; x = x->next) streamed(em, x, lane, out);
}

/* What the statements have declared: loops that use it are not for threads. */
typedef struct {
    bool work;
    bool is_within;       /* conditions and loops: where stores go is settled */
    bool *lets, *scalars; /* by id */
} Top;

static void top_statement(KEmit *em, const LoopStmt *s, Top *top);

/* A statement whose outputs are large, twice: with stores past the caches, where all these buffers
 * are aligned. */
static void top_versions(KEmit *em, const LoopStmt *s, Top *top) {
    LLVMBuilderRef b = em->u->builder;
    Buffers list = {.at = NULL};
    em->plan.marks->turn++;
    if (em->u->vector_bytes == K_ALIGN && !top->is_within) streamed(em, s, NULL, &list);
    LLVMValueRef bits = NULL;
    for (size_t i = 0; i < list.len; i++) {
        LLVMValueRef at = LLVMBuildPtrToInt(b, em->arrays[list.at[i]->id].at[0], em->u->i64, "");
        bits = bits ? LLVMBuildOr(b, bits, at, "") : at;
    }
    if (!bits) {
        top_statement(em, s, top);
        return;
    }
    LLVMBasicBlockRef stream = k_block(em, "stream"), plain = k_block(em, "plain"),
                      after = k_block(em, "after");
    bits = LLVMBuildAnd(b, bits, ll_int(em->u, K_ALIGN - 1), "");
    LLVMBuildCondBr(b, LLVMBuildICmp(b, LLVMIntEQ, bits, ll_int(em->u, 0), ""), stream, plain);
    LLVMPositionBuilderAtEnd(b, stream);
    em->streams = true;
    top_statement(em, s, top);
    em->streams = false;
    LLVMBuildBr(b, after);
    LLVMPositionBuilderAtEnd(b, plain);
    top_statement(em, s, top);
    LLVMBuildBr(b, after);
    LLVMPositionBuilderAtEnd(b, after);
}

static void top_list(KEmit *em, const LoopStmt *list, Top *top);

/* Conditions and serial loops that hold loops for threads. */
static bool is_around(KEmit *em, const LoopStmt *s) {
    int64_t block;
    double cost;
    const bool may = s->kind == LOOP_IF || (s->kind == LOOP_FOR && s->for_kind == LOOP_SERIAL &&
                                            s->lanes <= 1 && !k_plan_loop(&em->plan, s));
    if (!may || em->threads < 2) return false;
    for (int i = 0; i < 2; i++) {
        for (const LoopStmt *x = i ? s->other : s->body; x; x = x->next)
            if (k_threaded_loop(em, x, &block, &cost) || is_around(em, x)) return true;
    }
    return false;
}

static void top_branch(KEmit *em, const LoopStmt *s, Top *top) {
    LLVMBuilderRef b = em->u->builder;
    LLVMBasicBlockRef then = k_block(em, "then"), other = k_block(em, "else"),
                      after = k_block(em, "endif");
    k_begin(em, s);
    LLVMBuildCondBr(b, k_uniform(em, s->value), then, other);
    LLVMPositionBuilderAtEnd(b, then);
    top_list(em, s->body, top);
    LLVMBuildBr(b, after);
    LLVMPositionBuilderAtEnd(b, other);
    top_list(em, s->other, top);
    LLVMBuildBr(b, after);
    LLVMPositionBuilderAtEnd(b, after);
}

static void top_loop(KEmit *em, const LoopStmt *s, Top *top) {
    KFor f = k_for_open(em, s->var->name, ll_int(em->u, 0), k_extent(em, s), 1);
    em->vars[s->var->id] = k_scalar(em, f.i);
    vec_push(em->arena, &em->around, s);
    top_list(em, s->body, top);
    em->around.len--;
    k_for_close(em, &f);
}

static void top_statement(KEmit *em, const LoopStmt *s, Top *top) {
    int64_t block = 1;
    double cost = 0;
    if (is_around(em, s)) {
        const bool before = top->is_within;
        top->is_within = true;
        (s->kind == LOOP_IF ? top_branch : top_loop)(em, s, top);
        top->is_within = before;
        return;
    }
    const LoopStmt *split = k_threaded_loop(em, s, &block, &cost);
    if (split) {
        LoopStmt alone = *s;
        alone.next = NULL;
        if (k_list_uses(&alone, top->lets, top->scalars)) split = NULL;
    }
    if (split) {
        k_parallel(em, s, split, block, cost, top->work);
    } else {
        k_statement(em, s);
        k_fence(em);
    }
}

static void top_list(KEmit *em, const LoopStmt *list, Top *top) {
    for (const LoopStmt *s = list; s; s = s->next) {
        ctx_poll(em->arena->ctx);
        top_versions(em, s, top);
        if (s->kind == LOOP_LET) {
            top->lets[s->var->id] = true;
            KVal *v = &em->vars[s->var->id];
            if (s->var->dtype == DTYPE_INT64) *v = k_scalar(em, k_opaque(em, v->at[0]));
        }
        if (s->kind == LOOP_ALLOC && (s->buffer->ndim == 0 || s->buffer->lanes))
            top->scalars[s->buffer->id] = true;
        for (size_t i = 0; i < em->locals.len; i++) { /* stack arrays of this function */
            if (em->locals.at[i].alloc == s && em->locals.at[i].on_stack)
                top->scalars[s->buffer->id] = true;
        }
    }
}

void k_top(KEmit *em, bool work) {
    Top top = {.work = work};
    top.lets = ARENA_ARRAY(em->arena, bool, (size_t)em->fn->n_vars + 1);
    top.scalars = ARENA_ARRAY(em->arena, bool, (size_t)em->fn->n_buffers + 1);
    top_list(em, em->fn->body, &top);
}

static void survey_list(KEmit *em, const LoopStmt *list, int64_t *stack) {
    int64_t all = INT64_MAX / 2; /* threads see no array on another's stack */
    for (const LoopStmt *s = list; s; s = s->next) {
        int64_t block;
        double cost;
        const KLoop *l = s->kind == LOOP_FOR ? k_plan_loop(&em->plan, s) : NULL;
        const bool threaded = k_threaded_loop(em, s, &block, &cost) != NULL;
        k_local_find(em, s, 1, false, em->threads > 1 ? &all : stack);
        if (is_around(em, s)) {
            survey_list(em, s->body, stack);
            survey_list(em, s->other, stack);
            continue;
        }
        k_locals_find(em, s->body, l && l->role == K_ROWS ? l->rows : 1, threaded, stack);
        k_locals_find(em, s->other, 1, threaded, stack);
    }
}

void k_survey_top(KEmit *em) {
    int64_t stack = 0;
    survey_list(em, em->fn->body, &stack);
}
