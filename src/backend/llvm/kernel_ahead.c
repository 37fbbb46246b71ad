/* SPDX-License-Identifier: Apache-2.0 */
/* Rows that are read several times, as a softmax reads them: from memory once, then from the
 * caches. In those later passes memory would wait, and its streams end with each row. So these ask
 * for what the next rows will read.
 *
 *     for i in T.parallel(m):                 for i by 4:
 *         for j: top = max(top, x[i, j])         for j by 16: top[r] = max(top[r], x[i + r, j...])
 *         for j: sum = sum + exp(x[i, j] - top)  for j by 16: fetch x[i + r + 4, j...]; sum[r] =
 *                                                ... */
#include "backend/llvm/kernel_parts.h"

enum {
    LEAST_L2S = 2,  /* a buffer of so many second caches is read from farther away */
    ROWS_OF_L2 = 2, /* rows that go side by side leave half of it free */
    FOR_READING = 0,
    TO_FIRST = 3,
    OF_DATA = 1
};

typedef struct {
    KPlan *p;
    const LoopStmt *rows, *lanes; /* the loop around lanes, and these */
    VEC(KAhead) found;            /* of the rows, in their order */
    VEC(const LoopStmt *) loops;  /* its lanes, by number in `found` */
} Find;

/* Whether it is known to fit into a cache. */
static bool is_small(const KPlan *p, const LoopBuffer *b) {
    int64_t bytes = (int64_t)dtype_size(b->dtype);
    for (uint32_t i = 0; i < b->ndim; i++) {
        if (b->dims[i]->kind != LOOP_CONST || !mul_i64(bytes, b->dims[i]->i, &bytes)) return false;
    }
    return bytes < p->target->l2_bytes * LEAST_L2S;
}

static bool lies_together(const Find *f, const LoopExpr *e) {
    const LoopExpr *last = e->args[e->buffer->ndim - 1];
    if (f->p->scheduled[f->rows->var->id])
        return e->buffer->ndim && last->kind == LOOP_RAMP && last->i == 1;
    return k_step(f->p, e->buffer, e->args, f->lanes->var) == K_STEP_ONE;
}

static void find_load(Find *f, const LoopExpr *e) {
    for (uint32_t i = 0; i < e->n; i++) find_load(f, e->args[i]);
    const LoopBuffer *b = e->kind == LOOP_LOAD ? e->buffer : NULL;
    int64_t row;
    if (!b || b->kind != LOOP_BUFFER_INPUT || is_small(f->p, b)) return;
    if (!lies_together(f, e)) return;
    if (!k_stride(f->p, b, e->args, f->rows->var, &row) || row <= 0) return;
    const KLoop *l = k_plan_loop(f->p, f->rows);
    const int64_t bytes = row * (int64_t)dtype_size(b->dtype);
    const int64_t most = f->p->target->l2_bytes / ROWS_OF_L2;
    if (row > most || bytes * (l ? l->rows : 1) > most) return;
    vec_push(f->p->arena, &f->found, ((KAhead){e, f->rows->var, bytes}));
    vec_push(f->p->arena, &f->loops, f->lanes);
}

static void find_list(Find *f, const LoopStmt *list) {
    for (const LoopStmt *s = list; s; s = s->next) {
        if (s->kind == LOOP_FOR && s->for_kind != LOOP_UNROLLED)
            continue; /* of another pass's own loops too much would be fetched */
        if (s->value) find_load(f, s->value);
        find_list(f, s->body);
        find_list(f, s->other);
    }
}

/* Of each buffer that several loops by vectors read, the loads of all but the first. */
static void keep(Find *f) {
    for (size_t i = 0; i < f->found.len; i++) {
        const LoopBuffer *b = f->found.at[i].load->buffer;
        bool before = false;
        for (size_t k = 0; k < i && !before; k++)
            before = f->found.at[k].load->buffer == b && f->loops.at[k] != f->loops.at[i];
        if (!before) continue;
        KAhead *a = ARENA_NEW(f->p->arena, KAhead);
        *a = f->found.at[i];
        map_add(&f->p->ahead, hash_ptr(0, a->load), a);
    }
}

static void plan_list(KPlan *p, const LoopStmt *list);

static void plan_rows(KPlan *p, const LoopStmt *s) {
    const KLoop *l = k_plan_loop(p, s);
    Find f = {.p = p, .rows = s};
    if (!loop_is_parallel(s->for_kind) || (l && l->role != K_ROWS)) return;
    const LoopStmt *list = s->body;
    if (list && list->kind == LOOP_IF && !list->next) list = list->body; /* all rows of a tile */
    for (const LoopStmt *x = list; x; x = x->next) {
        const KLoop *in = x->kind == LOOP_FOR ? k_plan_loop(p, x) : NULL;
        const bool lanes = in && (in->role == K_LANES || (in->role == K_REDUCE && in->lanes == x));
        if (!lanes && !(x->kind == LOOP_FOR && p->scheduled[x->var->id])) continue;
        f.lanes = x;
        find_list(&f, x->body);
    }
    keep(&f);
}

static void plan_list(KPlan *p, const LoopStmt *list) {
    for (const LoopStmt *s = list; s; s = s->next) {
        if (s->kind == LOOP_FOR) plan_rows(p, s);
        plan_list(p, s->body);
        plan_list(p, s->other);
    }
}

void k_ahead_plan(KPlan *p) {
    map_init(&p->ahead, p->arena);
    plan_list(p, p->fn->body);
}

void k_ahead(KEmit *em, const LoopExpr *load, LLVMValueRef pointer) {
    const KAhead *a = NULL;
    for (MapIter it = map_find(&em->plan.ahead, hash_ptr(0, load));
         !a && map_next(&em->plan.ahead, &it);) {
        a = it.value;
        if (a->load != load) a = NULL;
    }
    if (!a) return;
    LLVMValueRef go = ll_int(em->u, a->bytes * (em->tile.row_var == a->row ? em->tile.nr : 1));
    LLVMValueRef to = LLVMBuildGEP2(em->u->builder, em->u->i8, pointer, &go, 1, "");
    LLVMTypeRef type = em->u->ptr, i32 = em->u->i32;
    LLVMValueRef args[] = {to, LLVMConstInt(i32, FOR_READING, false),
                           LLVMConstInt(i32, TO_FIRST, false), LLVMConstInt(i32, OF_DATA, false)};
    ll_intrinsic(em->u, "llvm.prefetch", &type, 1, args, ARRAY_LEN(args));
}
