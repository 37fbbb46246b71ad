/* SPDX-License-Identifier: Apache-2.0 */
/* Parallel loops around sums along memory: the rows of a softmax. A row waits for each of its sums,
 * so where these are short some rows go side by side, statement by statement, each with scalars,
 * names and arrays of its own; the sums of all are in one loop.
 *
 *     for i in T.parallel(64):                 for i in T.parallel(16):
 *         acc[()] = 0                              acc[()] = 0, acc_1[()] = 0, ...
 *         for k in range(70):                      for k in range(4):
 *             acc[()] = acc[()] + x[i, k]              part[0, 0] = ... + x[i * 4, ...]
 *                                                      part_1[0, 0] = ... + x[i * 4 + 1, ...]
 *                                                  ...
 *         for j in T.parallel(70):                 for j in T.parallel(4):
 *             y[i, j] = x[i, j] / acc[()]              y[i * 4, ...] = x[i * 4, ...] / acc[()]
 *                                                  for j in T.parallel(4):
 *                                                      y[i * 4 + 1, ...] = ...
 *
 * What is left over of rows goes one by one, in the last iteration. */
#include "schedule/parts.h"

enum { SHORT = 64 /* vectors of a row */, SHARED_VECTORS = 2 };

/* --- Is all of it scheduled? --- */

/* Vectors of the lane loop: those that rows of the other loop share. */
static uint32_t shared_loads(Sched *s, const LoopExpr *e, const LoopVar *lane, const LoopVar *row) {
    uint32_t n = 0;
    if (e->kind == LOOP_LOAD && e->buffer->ndim)
        return sched_varies(s, e, lane) && !sched_varies(s, e, row);
    for (uint32_t i = 0; i < e->n; i++) n += shared_loads(s, e->args[i], lane, row);
    return n;
}

static bool look(Sched *s, const LoopStmt *loop, SRows *out, bool *is_short);

static bool look_loop(Sched *s, const LoopStmt *x, SRows *out, bool *is_short) {
    SNest nest;
    SRows within;
    if (sched_nest_of(s, x, &nest)) return true;
    if (sched_sum_of(s, x, &nest)) {
        if (x->value->kind != LOOP_CONST) out->nr = 1;
        *is_short = *is_short || nest.extent <= (int64_t)SHORT * nest.width;
        out->n_sums++;
        for (const LoopStmt *y = x->body; y; y = y->next)
            out->shares =
                out->shares || (y->value && shared_loads(s, y->value, x->var, out->loop->var));
        return true;
    }
    if (!loop_is_parallel(x->for_kind)) return false;
    out->nr = 1;
    if (!look(s, x, &within, &(bool){false})) return false;
    out->n_sums += within.n_sums;
    return true;
}

/* Names and scalars are those of a row, not of a nest's body. */
static bool look(Sched *s, const LoopStmt *loop, SRows *out, bool *is_short) {
    const LoopExpr *n = loop->value;
    uint32_t n_loops = 0;
    *out = (SRows){.loop = loop, .nr = S_SIDE_MAX};
    if (n->kind == LOOP_CONST && n->i < out->nr) out->nr = n->i < 1 ? 1 : (uint32_t)n->i;
    for (const LoopStmt *x = loop->body; x; x = x->next) {
        ctx_poll(s->ctx);
        switch (x->kind) {
        case LOOP_ALLOC: s->own[x->buffer->id] = false; break;
        case LOOP_LET:
            s->lets[x->var->id] = NULL;
            s->named[x->var->id] = false;
            break;
        case LOOP_STORE: break;
        case LOOP_FOR:
            if (!look_loop(s, x, out, is_short)) return false;
            n_loops++;
            break;
        default: return false;
        }
    }
    if (n_loops < 2 ? !out->shares : !*is_short) out->nr = 1;
    if (!out->n_sums) out->nr = 1;
    out->shares = out->shares && n_loops < 2;
    return n_loops > 0;
}

bool sched_rows(Sched *s, const LoopStmt *loop, SRows *out) {
    bool is_short = false;
    if (loop->kind != LOOP_FOR || !loop_is_parallel(loop->for_kind) || s->stands) return false;
    return look(s, loop, out, &is_short);
}

/* With as many vectors in all as one row has; of what rows share some more. */
static uint32_t vectors_of(const SRows *rows, const SNest *sum) {
    if (rows->shares) return sum->nv < SHARED_VECTORS ? sum->nv : SHARED_VECTORS;
    return sum->nv > rows->nr ? sum->nv / rows->nr : 1;
}

/* --- Tables --- */

/* What an expression reads is, so far, the same in all rows. */
static void share_expr(Sched *s, const LoopExpr *e, const SRowTables *to) {
    if (e->kind == LOOP_VAR) to->vars[e->var->id] = s->vars[e->var->id];
    if (e->kind == LOOP_LOAD) to->buffers[e->buffer->id] = s->buffers[e->buffer->id];
    for (uint32_t i = 0; i < e->n; i++) share_expr(s, e->args[i], to);
}

static void share(Sched *s, const LoopStmt *list, const SRowTables *to) {
    for (const LoopStmt *x = list; x; x = x->next) {
        ctx_poll(s->ctx);
        if (x->value) share_expr(s, x->value, to);
        if (x->kind == LOOP_STORE) to->buffers[x->buffer->id] = s->buffers[x->buffer->id];
        for (uint32_t i = 0; x->kind == LOOP_ALLOC && i < x->buffer->ndim; i++)
            share_expr(s, x->buffer->dims[i], to);
        for (uint32_t i = 0; x->kind == LOOP_STORE && i < x->n; i++)
            share_expr(s, x->indices[i], to);
        share(s, x->body, to);
    }
}

static void begin_side(Sched *s, const SRows *rows) {
    const size_t n_vars = (size_t)s->from->n_vars + 1, n_buffers = (size_t)s->from->n_buffers + 1;
    for (uint32_t r = 1; r < rows->nr; r++) {
        SRowTables *to = &s->side[r];
        if (!to->vars) {
            to->vars = ARENA_ARRAY(s->scratch, const LoopExpr *, n_vars);
            to->buffers = ARENA_ARRAY(s->scratch, const LoopBuffer *, n_buffers);
            to->names = ARENA_ARRAY(s->scratch, const LoopBuffer *, n_vars);
        }
        share(s, rows->loop->body, to);
    }
}

/* --- Loops --- */

typedef void Copy(Sched *s, const LoopStmt *x);

static void each_row(Sched *s, const LoopStmt *x, Copy *copy) {
    StrBuf *told = s->told;
    for (uint32_t r = 0; r < s->n_side; r++) {
        sched_row(s, r);
        copy(s, x);
        s->told = NULL; /* what is said of one row is true of all */
    }
    s->told = told;
    sched_row(s, 0);
}

/* `n_side` rows from the first one on. */
static void side_by_side(Sched *s, const SRows *rows, uint32_t n_side, const LoopExpr *first,
                         Copy *copy) {
    LoopBuilder *b = &s->b;
    const uint32_t id = rows->loop->var->id;
    s->n_side = n_side;
    for (uint32_t r = 0; r < n_side; r++)
        s->side[r].vars[id] = loop_op2(b, LOOP_ADD, first, sched_index(s, r));
    for (const LoopStmt *x = rows->loop->body; x; x = x->next) {
        SNest nest;
        b->loc = x->loc;
        if (x->kind == LOOP_FOR && sched_sum_of(s, x, &nest)) {
            nest.nv = vectors_of(rows, &nest);
            s->bits = hash_mix(hash_mix(hash_ptr(s->bits, x), nest.width), nest.nv);
            sched_tell_sum(s, &nest);
            sched_sum_loop(s, &nest);
        } else {
            each_row(s, x, copy);
        }
    }
    s->n_side = 1;
}

/* Rows from the first one on, one by one; fewer than a tile's. */
static void one_by_one(Sched *s, const SRows *rows, const LoopExpr *first, const LoopExpr *n,
                       Copy *copy) {
    LoopBuilder *b = &s->b;
    const bool is_known = n->kind == LOOP_CONST;
    const LoopExpr *most = sched_index(s, is_known ? n->i % rows->nr : rows->nr - 1),
                   *r = loop_var(b, loop_begin_for(b, "r", most, LOOP_SERIAL, 0)),
                   *row = loop_op2(b, LOOP_ADD, first, r);
    if (!is_known) { /* as an int64, a row behind the last of all might be below 0 */
        const LoopExpr *above = loop_op2(b, LOOP_LE, sched_index(s, 0), row);
        loop_begin_if(b, loop_op2(b, LOOP_AND, above, loop_op2(b, LOOP_LT, row, n)));
    }
    side_by_side(s, rows, 1, row, copy);
    if (!is_known) loop_end(b);
    loop_end(b);
}

void sched_rows_loop(Sched *s, const SRows *rows, Copy *copy) {
    LoopBuilder *b = &s->b;
    StrBuf *told = s->told;
    const LoopExpr *n = sched_copy(s, rows->loop->value), *nr = sched_index(s, rows->nr),
                   *last = sched_index(s, rows->nr - 1);
    const bool divides = n->kind == LOOP_CONST && n->i % rows->nr == 0;
    sched_tell_rows(s, rows);
    begin_side(s, rows);
    const LoopExpr *tiles = loop_op2(b, LOOP_FLOORDIV, loop_op2(b, LOOP_ADD, n, last), nr);
    const LoopVar *v = loop_begin_for(b, rows->loop->var->name, tiles, rows->loop->for_kind, 0);
    const LoopExpr *first = loop_op2(b, LOOP_MUL, loop_var(b, v), nr);
    /* of the tile's number, which, unlike its last row, cannot be beyond an int64 */
    if (!divides)
        loop_begin_if(b, loop_op2(b, LOOP_LT, loop_var(b, v), loop_op2(b, LOOP_FLOORDIV, n, nr)));
    side_by_side(s, rows, rows->nr, first, copy);
    if (!divides) {
        loop_else(b);
        s->told = NULL;
        one_by_one(s, rows, first, n, copy);
        s->told = told;
        loop_end(b);
    }
    loop_end(b);
}
