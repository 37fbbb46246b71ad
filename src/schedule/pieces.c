/* SPDX-License-Identifier: Apache-2.0 */
/* Sums of many rows for each of few columns, in pieces that threads share: their number is that of
 * the function's extents, so the order of a sum is the same for any number of threads.
 *
 *     for j in T.parallel(16):           part = T.alloc_buffer((8, 16), "float32")
 *         acc = ...                      for piece in T.parallel(8):
 *         acc[()] = a                        for j in T.parallel(16):
 *         for i in range(4096):                  acc[()] = the operation's identity
 *             acc[()] = acc[()] + x[i, j]        for i in range(512):
 *         y[j] = g(acc[()])                          acc[()] = acc[()] + x[piece * 512 + i, j]
 *                                                part[piece, j] = acc[()]
 *                                        for j in T.parallel(16):
 *                                            acc[()] = a
 *                                            for piece in range(8):
 *                                                acc[()] = acc[()] + part[piece, j]
 *                                            y[j] = g(acc[()]) */
#include "loop/work.h"
#include "schedule/parts.h"

enum {
    LEAST_PIECES = 4,
    MOST_PIECES = 16,
    GOOD_PIECES = 8,   /* of an outer loop rather than more of an inner one */
    ROWS_A_PIECE = 16, /* at least: a piece's sums are written and read again */
    MOST_COLUMNS = 1024,
    BODY_MOST = 64, /* statements */
    LEAST_ELEMENTS = 1 << 16
};

/* --- Which --- */

typedef struct {
    SPieces *out;
    const LoopStmt *before;                /* the list that the sum stands in */
    const LoopBuffer *stored[S_STACK_MAX]; /* memory that the sum's loops store to */
    uint32_t n_stored;
} Find;

static bool is_before(const Find *f, const LoopBuffer *b) {
    for (const LoopStmt *x = f->before; x != f->out->sum; x = x->next)
        if (x->kind == LOOP_ALLOC && x->buffer == b) return true;
    return false;
}

static bool is_scalar(const LoopBuffer *b) { return b->kind == LOOP_BUFFER_LOCAL && !b->ndim; }

/* No scalar of the body, nor what the loops store. */
static bool reads_memory(const Find *f, const LoopExpr *e) {
    if (e->kind == LOOP_LOAD && is_scalar(e->buffer)) return false;
    for (uint32_t i = 0; e->kind == LOOP_LOAD && i < f->n_stored; i++)
        if (e->buffer == f->stored[i]) return false;
    for (uint32_t i = 0; i < e->n; i++)
        if (!reads_memory(f, e->args[i])) return false;
    return true;
}

static bool mentions(const LoopExpr *e, const LoopVar *var) {
    if (e->kind == LOOP_VAR && e->var == var) return true;
    for (uint32_t i = 0; i < e->n; i++)
        if (mentions(e->args[i], var)) return true;
    return false;
}

/* Of a row and a matrix, whose columns tiles take one behind the other as they lie. */
static bool is_of_matrix(const Find *f, const LoopExpr *e) {
    const LoopVar *column = f->out->loops[f->out->n - 1]->var;
    return e->kind == LOOP_MUL && e->args[0]->kind == LOOP_LOAD && e->args[1]->kind == LOOP_LOAD &&
           (!mentions(e->args[0], column) || !mentions(e->args[1], column));
}

/* acc[()] = acc[()] op value, for an acc that has no such store yet. */
static bool note_sum(Find *f, const LoopStmt *x) {
    SPieces *p = f->out;
    const LoopExpr *value = x->value;
    if (!loop_expr_is_op(value->kind) || !loop_expr_is_associative(value->kind) ||
        dtype_bits(x->buffer->dtype) < 8 || /* two share a byte, and threads would */
        p->n_sums == S_STACK_MAX || !is_before(f, x->buffer))
        return false;
    for (uint32_t i = 0; i < p->n_sums; i++)
        if (p->sums[i]->buffer == x->buffer) return false;
    p->sums[p->n_sums++] = x;
    for (uint32_t i = 0; i < 2; i++) {
        const LoopExpr *acc = value->args[i];
        if (acc->kind == LOOP_LOAD && acc->buffer == x->buffer)
            return reads_memory(f, value->args[1 - i]) && !is_of_matrix(f, value->args[1 - i]);
    }
    return false;
}

/* An element of its own for each piece. */
static bool note_store(Find *f, const LoopStmt *x) {
    const LoopVar *var = f->out->loop->var;
    bool apart = false;
    for (uint32_t i = 0; i < x->n; i++) {
        if (!reads_memory(f, x->indices[i])) return false;
        apart = apart || (x->indices[i]->kind == LOOP_VAR && x->indices[i]->var == var);
    }
    return apart && reads_memory(f, x->value);
}

static bool note_stored(Find *f, const LoopStmt *list) {
    for (const LoopStmt *x = list; x; x = x->next) {
        if (x->kind == LOOP_STORE && !is_scalar(x->buffer)) {
            if (f->n_stored == S_STACK_MAX) return false;
            f->stored[f->n_stored++] = x->buffer;
        }
        if (!note_stored(f, x->body)) return false;
    }
    return true;
}

static bool note_list(Find *f, const LoopStmt *list) {
    for (const LoopStmt *x = list; x; x = x->next) {
        switch (x->kind) {
        case LOOP_FOR:
            if (x->for_kind != LOOP_SERIAL || x->lanes > 1) return false;
            /* fall through */
        case LOOP_IF:
            if (x->other || !reads_memory(f, x->value) || !note_list(f, x->body)) return false;
            break;
        case LOOP_LET:
            if (!reads_memory(f, x->value)) return false;
            break;
        case LOOP_STORE:
            if (!(is_scalar(x->buffer) ? note_sum : note_store)(f, x)) return false;
            break;
        default: return false;
        }
    }
    return true;
}

static int64_t pieces_of(int64_t extent) {
    int64_t n = extent < MOST_PIECES ? extent : MOST_PIECES;
    while (n > 1 && extent % n) n--;
    return n;
}

/* The loop that is all the other one holds, behind names; NULL: it holds more. */
static const LoopStmt *inner_loop(const LoopStmt *x) {
    const LoopStmt *y = x->body;
    while (y && y->kind == LOOP_LET) y = y->next;
    return y && y->kind == LOOP_FOR && !y->next ? y : NULL;
}

/* Of the loops of the sum that are each all that the one before holds. */
static const LoopStmt *choose(const LoopStmt *sum, int64_t *pieces, double *rows) {
    const LoopStmt *best = NULL;
    *pieces = LEAST_PIECES - 1;
    *rows = 1;
    for (const LoopStmt *x = sum; x; x = inner_loop(x)) {
        *rows *= loop_planned_trips(x->value);
        const int64_t n = x->value->kind == LOOP_CONST ? pieces_of(x->value->i) : 0;
        if (n > *pieces && *pieces < GOOD_PIECES) {
            *pieces = n;
            best = x;
        }
    }
    return best;
}

/* The parallel loops, few of which do not go by lanes; false: others. */
static bool find_loops(const LoopStmt *x, SPieces *out, double *columns) {
    double outer = 1;
    *columns = 1;
    for (; x && x->kind == LOOP_FOR && loop_is_parallel(x->for_kind); x = x->body) {
        if (out->n == S_LOOPS_MAX || x->value->kind != LOOP_CONST || x->value->i < 1) return false;
        out->loops[out->n++] = x;
        outer = *columns;
        *columns *= (double)x->value->i;
        if (!x->body || x->body->next) break;
    }
    return out->n && outer < LEAST_PIECES && *columns <= MOST_COLUMNS;
}

/* What stands before the sum may stand there twice, also behind what the sum's loops store. */
static bool is_repeatable(const Find *f) {
    uint32_t n = 0;
    for (const LoopStmt *x = f->before; x; x = x->next)
        if (n++ == BODY_MOST) return false;
    for (const LoopStmt *x = f->before; x != f->out->sum; x = x->next) {
        const bool scalar = x->kind == LOOP_ALLOC || x->kind == LOOP_STORE;
        if (scalar ? !is_scalar(x->buffer) : x->kind != LOOP_LET) return false;
        if (x->value && !reads_memory(f, x->value)) return false;
    }
    return true;
}

static bool find(const LoopStmt *x, SPieces *out) {
    Find f = {.out = out};
    double columns, rows;
    *out = (SPieces){.n = 0};
    if (!find_loops(x, out, &columns)) return false;
    f.before = out->loops[out->n - 1]->body;
    for (const LoopStmt *y = f.before; y && !out->sum; y = y->next)
        if (y->kind == LOOP_FOR) out->sum = y;
    if (!out->sum) return false;
    LoopStmt alone = *out->sum;
    alone.next = NULL;
    if (!note_stored(&f, &alone) || !is_repeatable(&f)) return false;
    out->loop = choose(out->sum, &out->pieces, &rows);
    if (!out->loop || rows < ROWS_A_PIECE * (double)out->pieces || rows * columns < LEAST_ELEMENTS)
        return false;
    return note_list(&f, &alone) && out->n_sums;
}

/* --- Their loops --- */

static bool is_used(const LoopStmt *x, const LoopVar *var) {
    if (x->value && mentions(x->value, var)) return true;
    for (uint32_t i = 0; x->kind == LOOP_STORE && i < x->n; i++)
        if (mentions(x->indices[i], var)) return true;
    for (const LoopStmt *y = x->body; y; y = y->next)
        if (is_used(y, var)) return true;
    for (const LoopStmt *y = x->other; y; y = y->next)
        if (is_used(y, var)) return true;
    return false;
}

/* Of the innermost list: what pieces need of the statements before the sum, and what the rest
 * needs, which is all but names that the sum alone uses. From the last on, as names are used behind
 * theirs. */
typedef struct {
    const LoopStmt *at[BODY_MOST];
    bool for_pieces[BODY_MOST], for_rest[BODY_MOST];
    uint32_t n;
} Body;

static void read_body(const SPieces *p, Body *out) {
    uint32_t sum = 0;
    for (const LoopStmt *x = p->loops[p->n - 1]->body; x; x = x->next) {
        if (x == p->sum) sum = out->n;
        out->at[out->n++] = x;
    }
    for (uint32_t i = out->n; i-- > 0;) {
        const LoopStmt *x = out->at[i];
        for (uint32_t k = 0; x->kind == LOOP_ALLOC && k < p->n_sums; k++)
            if (p->sums[k]->buffer == x->buffer) out->for_pieces[i] = true;
        if (i == sum) out->for_pieces[i] = true;
        out->for_rest[i] = x->kind != LOOP_LET && i != sum;
        for (uint32_t k = i + 1; x->kind == LOOP_LET && k < out->n; k++) {
            if (!is_used(out->at[k], x->var)) continue;
            out->for_pieces[i] |= out->for_pieces[k];
            out->for_rest[i] |= out->for_rest[k];
        }
    }
}

static bool is_dim(const LoopStmt *loop) { return loop->value->i > 1; }

/* [piece, the variables of the loops that run more than once] */
static const LoopExpr *const *place(Sched *s, const LoopExpr *piece) {
    const SPieces *p = s->pieces;
    const LoopExpr **at = ARENA_ARRAY(s->scratch, const LoopExpr *, (size_t)p->n + 1);
    uint32_t n = 0;
    at[n++] = piece;
    for (uint32_t i = 0; i < p->n; i++)
        if (is_dim(p->loops[i])) at[n++] = s->vars[p->loops[i]->var->id];
    return at;
}

static void close_loops(Sched *s, uint32_t n) {
    while (n--) loop_end(&s->b);
}

static void sum_pieces(Sched *s, const Body *body) {
    const SPieces *p = s->pieces;
    LoopBuilder *b = &s->b;
    const LoopExpr *piece =
        loop_var(b, loop_begin_for(b, "piece", sched_index(s, p->pieces), LOOP_PARALLEL, 0));
    for (uint32_t i = 0; i < p->n; i++) sched_open_loop(s, p->loops[i]);
    for (uint32_t i = 0; body->at[i] != p->sum; i++)
        if (body->for_pieces[i]) sched_copy_stmt(s, body->at[i]);
    for (uint32_t i = 0; i < p->n_sums; i++) {
        const LoopStmt *x = p->sums[i];
        loop_set(b, s->buffers[x->buffer->id], loop_identity(b, x->value->kind, x->buffer->dtype));
    }
    s->piece = piece;
    sched_copy_stmt(s, p->sum);
    s->piece = NULL;
    for (uint32_t i = 0; i < p->n_sums; i++)
        loop_store(b, p->parts[i], place(s, piece),
                   loop_get(b, s->buffers[p->sums[i]->buffer->id]));
    close_loops(s, p->n + 1);
}

static void join_pieces(Sched *s) {
    const SPieces *p = s->pieces;
    LoopBuilder *b = &s->b;
    const LoopExpr *piece =
        loop_var(b, loop_begin_for(b, "piece", sched_index(s, p->pieces), LOOP_SERIAL, 0));
    for (uint32_t i = 0; i < p->n_sums; i++) {
        const LoopBuffer *acc = s->buffers[p->sums[i]->buffer->id];
        loop_set(b, acc,
                 loop_op2(b, p->sums[i]->value->kind, loop_get(b, acc),
                          loop_load(b, p->parts[i], place(s, piece))));
    }
    loop_end(b);
}

/* Makes the sum, if the statement is one that gains. */
static bool make_pieces(Sched *s, const LoopStmt *x) {
    SPieces p;
    const LoopExpr *dims[S_LOOPS_MAX + 1];
    if (!find(x, &p)) return false;
    uint32_t ndim = 0;
    dims[ndim++] = sched_index(s, p.pieces);
    for (uint32_t i = 0; i < p.n; i++)
        if (is_dim(p.loops[i])) dims[ndim++] = sched_copy(s, p.loops[i]->value);
    for (uint32_t i = 0; i < p.n_sums; i++)
        p.parts[i] = loop_local(&s->b, "part", p.sums[i]->buffer->dtype, dims, ndim);
    Body body = {.n = 0};
    sched_tell_pieces(s, &p);
    s->pieces = &p;
    read_body(&p, &body);
    sum_pieces(s, &body);
    for (uint32_t i = 0; i < p.n; i++) sched_open_loop(s, p.loops[i]);
    for (uint32_t i = 0; i < body.n; i++) {
        if (body.at[i] == p.sum) join_pieces(s);
        if (body.for_rest[i]) sched_copy_stmt(s, body.at[i]);
    }
    close_loops(s, p.n);
    s->pieces = NULL;
    return true;
}

static bool has_pieces(const LoopFn *fn) {
    SPieces p;
    for (const LoopStmt *x = fn->body; x; x = x->next)
        if (find(x, &p)) return true;
    return false;
}

const LoopFn *sched_in_pieces(const LoopFn *fn, bool exact, Arena *arena, StrBuf *told) {
    Sched s = {.ctx = arena->ctx, .arena = arena, .from = fn, .exact = true, .is_plain = true};
    const LoopFn *made = fn;
    Arena scratch;
    if (exact) return fn;
    arena_init(&scratch, arena->ctx);
    s.scratch = &scratch;
    if (sched_begin(&s) && has_pieces(fn)) {
        s.told = told;
        sched_begin_function(&s, false);
        for (const LoopStmt *x = fn->body; x; x = x->next)
            if (!make_pieces(&s, x)) sched_copy_stmt(&s, x);
        made = loop_builder_finish(&s.b);
    }
    arena_fini(&scratch);
    return made;
}
