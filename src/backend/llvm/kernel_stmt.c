/* SPDX-License-Identifier: Apache-2.0 */
/* Statements in a tile. Recursion is over nested statements, which loop_verify bounds by
 * limits.depth. */
#include "backend/llvm/kernel_parts.h"

KFor k_for_open(KEmit *em, const char *name, LLVMValueRef from, LLVMValueRef end, int64_t step) {
    LLVMBuilderRef b = em->u->builder;
    KFor f = {.end = end, .step = step, .body = k_block(em, name), .after = k_block(em, "after")};
    LLVMBasicBlockRef before = LLVMGetInsertBlock(b);
    LLVMBuildCondBr(b, LLVMBuildICmp(b, LLVMIntSLT, from, end, ""), f.body, f.after);
    LLVMPositionBuilderAtEnd(b, f.body);
    f.i = LLVMBuildPhi(b, em->u->i64, name);
    LLVMAddIncoming(f.i, &from, &before, 1);
    return f;
}

void k_for_close(KEmit *em, const KFor *f) {
    LLVMBuilderRef b = em->u->builder;
    LLVMValueRef next = LLVMBuildNSWAdd(b, f->i, ll_int(em->u, f->step), "");
    LLVMBasicBlockRef here = LLVMGetInsertBlock(b);
    LLVMBuildCondBr(b, LLVMBuildICmp(b, LLVMIntSLT, next, f->end, ""), f->body, f->after);
    LLVMAddIncoming(f->i, &next, &here, 1);
    LLVMPositionBuilderAtEnd(b, f->after);
}

LLVMValueRef k_extent(KEmit *em, const LoopStmt *loop) {
    k_begin(em, loop);
    return k_uniform(em, loop->value);
}

/* --- Vectors --- */

void k_tail(KEmit *em, uint32_t nv, LLVMValueRef left) {
    KTile *t = &em->tile;
    int64_t known;
    if (k_is_const(left, &known) && known >= (int64_t)nv * t->width) {
        t->tail = NULL;
        return;
    }
    t->tail = ARENA_ARRAY(em->arena, LLVMValueRef, nv);
    LLVMValueRef *numbers = ARENA_ARRAY(em->arena, LLVMValueRef, t->width);
    for (uint32_t j = 0; j < nv; j++) {
        for (uint32_t i = 0; i < t->width; i++)
            numbers[i] = ll_int(em->u, (int64_t)j * t->width + i);
        t->tail[j] = LLVMBuildICmp(em->u->builder, LLVMIntSLT, LLVMConstVector(numbers, t->width),
                                   ll_splat(em->u, left, t->width), "");
    }
}

static void plain(KEmit *em, const LoopStmt *s, LLVMValueRef begin, LLVMValueRef end);

static void inside(KEmit *em, const KInside *in) {
    if (in->outer) {
        if (in->outer->panel) k_panel_open(em, in->outer);
        plain(em, in->outer->loop, in->begin, in->end);
        em->panel.plan = NULL;
    } else if (in->rows) {
        if (in->plan->panel) k_panel_open(em, in->plan);
        k_rows(em, in->rows, in->plan, in->begin, in->end, in->body);
        em->panel.plan = NULL;
    } else {
        k_list(em, in->body);
    }
}

void k_lane_block(KEmit *em, const LoopStmt *s, uint32_t nv, uint32_t width, LLVMValueRef base,
                  LLVMValueRef left, const KInside *in) {
    const KTile outer = em->tile;
    em->tile.lane_var = s->var;
    em->tile.lane_base = base;
    em->tile.nv = nv;
    em->tile.width = width;
    em->tile.tail = NULL;
    if (left) k_tail(em, nv, left);
    inside(em, in);
    em->tile = outer;
}

/* Of a constant extent: whole tiles, and one with what is left; else whole tiles, and vector by
 * vector. */
static void k_lanes(KEmit *em, const LoopStmt *s, const KLoop *plan, LLVMValueRef begin,
                    LLVMValueRef end, const KInside *in) {
    LLVMBuilderRef b = em->u->builder;
    const int64_t step = (int64_t)plan->vectors * plan->width;
    int64_t from, to;
    if (k_is_const(begin, &from) && k_is_const(end, &to)) {
        const int64_t whole = from < to ? (to - from) / step * step : 0, left = to - from - whole;
        if (whole) {
            KFor f = k_for_open(em, s->var->name, begin, ll_int(em->u, from + whole), step);
            k_lane_block(em, s, plan->vectors, plan->width, f.i, NULL, in);
            k_for_close(em, &f);
        }
        if (left <= 0) return;
        k_lane_block(em, s, (uint32_t)((left + plan->width - 1) / plan->width), plan->width,
                     ll_int(em->u, from + whole), ll_int(em->u, left), in);
        return;
    }
    LLVMValueRef n = LLVMBuildSub(b, end, begin, "");
    n = LLVMBuildSub(b, n, LLVMBuildSRem(b, n, ll_int(em->u, step), ""), "");
    LLVMValueRef middle = LLVMBuildAdd(b, begin, n, "");
    KFor f = k_for_open(em, s->var->name, begin, middle, step);
    k_lane_block(em, s, plan->vectors, plan->width, f.i, NULL, in);
    k_for_close(em, &f);
    f = k_for_open(em, "tail", middle, end, plan->width);
    k_lane_block(em, s, 1, plan->width, f.i, LLVMBuildSub(b, end, f.i, ""), in);
    k_for_close(em, &f);
}

/* --- Rows --- */

static void row_block(KEmit *em, const LoopStmt *s, uint32_t nr, bool assumes, LLVMValueRef base,
                      const LoopStmt *body) {
    const KTile outer = em->tile;
    em->tile.row_var = s->var;
    em->tile.row_base = base;
    em->tile.nr = nr;
    em->tile.assumes = assumes;
    k_list(em, body);
    em->tile = outer;
}

static void row_loop(KEmit *em, const LoopStmt *s, uint32_t nr, bool assumes, LLVMValueRef begin,
                     LLVMValueRef end, const LoopStmt *body) {
    KFor f = k_for_open(em, s->var->name, begin, end, nr);
    row_block(em, s, nr, assumes, f.i, body);
    k_for_close(em, &f);
}

/* Of a constant number: whole tiles, and one with what is left; else what is left goes by halves of
 * a tile. */
static void row_tiles(KEmit *em, const LoopStmt *s, uint32_t nr, bool assumes, LLVMValueRef begin,
                      LLVMValueRef end, const LoopStmt *body) {
    LLVMBuilderRef b = em->u->builder;
    int64_t from, to;
    if (k_is_const(begin, &from) && k_is_const(end, &to)) {
        const int64_t whole = from < to ? (to - from) / nr * nr : 0, left = to - from - whole;
        if (whole) row_loop(em, s, nr, assumes, begin, ll_int(em->u, from + whole), body);
        if (left > 0) row_block(em, s, (uint32_t)left, assumes, ll_int(em->u, from + whole), body);
        return;
    }
    for (; nr >= 1; nr = nr > 4 ? 4 : nr > 1 ? 1 : 0) {
        LLVMValueRef n = LLVMBuildSub(b, end, begin, "");
        n = LLVMBuildSub(b, n, LLVMBuildSRem(b, n, ll_int(em->u, nr), ""), "");
        LLVMValueRef middle = nr > 1 ? LLVMBuildAdd(b, begin, n, "") : end;
        row_loop(em, s, nr, assumes, begin, middle, body);
        begin = middle;
    }
}

/* Rows on both sides of lo ... hi - 1, one by one; one loop, so that its body stands there once. */
static void edges(KEmit *em, const LoopStmt *s, LLVMValueRef begin, LLVMValueRef lo,
                  LLVMValueRef hi, LLVMValueRef end, const LoopStmt *body) {
    LLVMBuilderRef b = em->u->builder;
    LLVMValueRef left = LLVMBuildSub(b, lo, begin, ""), right = LLVMBuildSub(b, end, hi, "");
    LLVMValueRef n = LLVMBuildAdd(b, left, right, "");
    int64_t known;
    if (k_is_const(n, &known) && known <= 0) return;
    KFor f = k_for_open(em, "edge", ll_int(em->u, 0), n, 1);
    LLVMValueRef i = LLVMBuildSelect(b, LLVMBuildICmp(b, LLVMIntSLT, f.i, left, ""),
                                     LLVMBuildAdd(b, f.i, begin, ""),
                                     LLVMBuildAdd(b, LLVMBuildSub(b, f.i, left, ""), hi, ""), "");
    row_block(em, s, 1, false, i, body);
    k_for_close(em, &f);
}

void k_rows(KEmit *em, const LoopStmt *s, const KLoop *plan, LLVMValueRef begin, LLVMValueRef end,
            const LoopStmt *body) {
    if (!plan->split) {
        row_tiles(em, s, plan->rows, false, begin, end, body);
        return;
    }
    LLVMValueRef lo, hi;
    k_split(em, s, begin, end, &lo, &hi);
    row_tiles(em, s, plan->rows, true, lo, hi, body);
    edges(em, s, begin, lo, hi, end, body);
}

/* --- Loops --- */

static void plain(KEmit *em, const LoopStmt *s, LLVMValueRef begin, LLVMValueRef end) {
    KFor f = k_for_open(em, s->var->name, begin, end, 1);
    em->vars[s->var->id] = k_scalar(em, f.i);
    k_list(em, s->body);
    k_for_close(em, &f);
}

static void k_loop(KEmit *em, const LoopStmt *s, LLVMValueRef begin, LLVMValueRef end) {
    const KLoop *plan = k_plan_loop(&em->plan, s);
    const KRole role = plan ? plan->role : K_PLAIN;
    if (role == K_LANES) {
        k_lanes(em, s, plan, begin, end, &(KInside){.body = s->body});
    } else if (role == K_OUTER) {
        LLVMValueRef from = ll_int(em->u, 0), to = k_extent(em, plan->inner);
        if (plan->inner == em->threaded) {
            from = em->begin;
            to = em->end;
        }
        const KInside in = {.outer = plan, .begin = begin, .end = end};
        k_lanes(em, plan->inner, k_plan_loop(&em->plan, plan->inner), from, to, &in);
    } else if (role == K_ROWS && plan->inner && em->tile.lane_var == plan->inner->var) {
        k_rows(em, s, plan, begin, end, plan->inner->body);
    } else if (role == K_ROWS && plan->inner) {
        const KInside in = {
            .body = plan->inner->body, .rows = s, .plan = plan, .begin = begin, .end = end};
        LLVMValueRef from = ll_int(em->u, 0), to = k_extent(em, plan->inner);
        if (plan->inner == em->threaded) {
            from = em->begin;
            to = em->end;
        }
        k_lanes(em, plan->inner, k_plan_loop(&em->plan, plan->inner), from, to, &in);
    } else if (role == K_ROWS) {
        k_rows(em, s, plan, begin, end, s->body);
    } else {
        plain(em, s, begin, end);
    }
}

static void loop(KEmit *em, const LoopStmt *s) {
    const KLoop *plan = k_plan_loop(&em->plan, s);
    const KNest *nest = k_nest(&em->plan, s);
    if (s->for_kind == LOOP_UNROLLED) {
        k_unrolled(em, s);
    } else if (s == em->block.lanes) {
        k_nest_block(em);
    } else if (nest) {
        k_nest_emit(em, nest);
    } else if (plan && plan->role == K_REDUCE) {
        k_reduce(em, s, plan);
    } else if (em->u->strict && s->lanes > 1) {
        k_reduce_stated(em, s);
    } else if (s == em->threaded) {
        k_loop(em, s, em->begin, em->end);
    } else {
        k_loop(em, s, ll_int(em->u, 0), k_extent(em, s));
    }
}

static void while_loop(KEmit *em, const LoopStmt *s) {
    LLVMBuilderRef b = em->u->builder;
    LLVMBasicBlockRef head = k_block(em, "while"), body = k_block(em, "do"),
                      after = k_block(em, "done");
    LLVMBuildBr(b, head);
    LLVMPositionBuilderAtEnd(b, head);
    k_begin(em, s);
    LLVMValueRef cond = k_uniform(em, s->value);
    LLVMBuildCondBr(b, cond, body, after);
    LLVMPositionBuilderAtEnd(b, body);
    k_list(em, s->body);
    LLVMBuildBr(b, head);
    LLVMPositionBuilderAtEnd(b, after);
}

/* --- Conditions --- */

static void branch(KEmit *em, LLVMValueRef cond, const LoopStmt *yes, const LoopStmt *no) {
    LLVMBuilderRef b = em->u->builder;
    LLVMBasicBlockRef then = k_block(em, "then"), other = no ? k_block(em, "else") : NULL,
                      after = k_block(em, "endif");
    LLVMBuildCondBr(b, cond, then, other ? other : after);
    LLVMPositionBuilderAtEnd(b, then);
    k_list(em, yes);
    LLVMBuildBr(b, after);
    if (other) {
        LLVMPositionBuilderAtEnd(b, other);
        k_list(em, no);
        LLVMBuildBr(b, after);
    }
    LLVMPositionBuilderAtEnd(b, after);
}

/* The lanes in which the condition holds, or does not; a branch around what follows where there is
 * none. */
static void masked(KEmit *em, const KVal *cond, bool holds, const LoopStmt *list) {
    if (!list) return;
    LLVMBuilderRef b = em->u->builder;
    const KTile outer = em->tile;
    const bool by_row = cond->rows || (outer.mask && outer.mask->rows);
    KVal mask = k_new(em, K_VECTOR, by_row);
    LLVMValueRef any = NULL;
    for (uint32_t r = 0; r < (by_row ? outer.nr : 1); r++) {
        for (uint32_t j = 0; j < outer.nv; j++) {
            LLVMValueRef m = k_at(em, cond, DTYPE_BOOL, r, j, true), old = k_mask(em, r, j);
            if (!holds) m = LLVMBuildNot(b, m, "");
            if (old) m = LLVMBuildAnd(b, m, old, "");
            mask.at[r * outer.nv + j] = m;
            any = any ? LLVMBuildOr(b, any, m, "") : m;
        }
    }
    if (outer.width > 1) any = ll_reduce(em->u, LOOP_BITOR, DTYPE_BOOL, outer.width, any);
    LLVMBasicBlockRef then = k_block(em, "masked"), after = k_block(em, "unmasked");
    LLVMBuildCondBr(b, any, then, after);
    LLVMPositionBuilderAtEnd(b, then);
    em->tile.mask = &mask;
    k_list(em, list);
    em->tile = outer;
    LLVMBuildBr(b, after);
    LLVMPositionBuilderAtEnd(b, after);
}

/* Without what differs between rows, when that is known to hold. */
KVal k_condition(KEmit *em, const LoopExpr *e) {
    if (!em->tile.assumes || e->kind != LOOP_AND) {
        const KVal v = k_expr(em, e);
        if (em->tile.assumes && em->tile.nr > 1 && v.rows)
            return k_scalar(em, LLVMConstInt(em->u->i1, 1, false));
        return v;
    }
    const KVal a = k_condition(em, e->args[0]), b = k_condition(em, e->args[1]);
    if (a.lane != K_UNIFORM || b.lane != K_UNIFORM || a.rows || b.rows) {
        int64_t yes; /* one side may be known */
        if (a.lane == K_UNIFORM && !a.rows && k_is_const(a.at[0], &yes)) return b;
        if (b.lane == K_UNIFORM && !b.rows && k_is_const(b.at[0], &yes)) return a;
        return k_expr(em, e);
    }
    return k_scalar(em, LLVMBuildAnd(em->u->builder, a.at[0], b.at[0], ""));
}

static void condition(KEmit *em, const LoopStmt *s) {
    k_begin(em, s);
    const KVal cond = k_condition(em, s->value);
    if (cond.lane == K_UNIFORM && !cond.rows) {
        branch(em, cond.at[0], s->body, s->other);
        return;
    }
    masked(em, &cond, true, s->body);
    masked(em, &cond, false, s->other);
}

void k_statement(KEmit *em, const LoopStmt *s) {
    switch (s->kind) {
    case LOOP_FOR: loop(em, s); return;
    case LOOP_WHILE: while_loop(em, s); return;
    case LOOP_IF: condition(em, s); return;
    case LOOP_STORE: k_store(em, s); return;
    case LOOP_LET:
        k_begin(em, s);
        em->vars[s->var->id] = k_expr(em, s->value);
        return;
    case LOOP_ALLOC: k_alloc(em, s); return;
    case LOOP_CALL: k_call(em, s); return;
    }
}

void k_list(KEmit *em, const LoopStmt *list) {
    for (const LoopStmt *s = list; s; s = s->next) {
        ctx_poll(em->arena->ctx);
        k_statement(em, s);
    }
}
