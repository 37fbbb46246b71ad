/* SPDX-License-Identifier: Apache-2.0 */
/* Is each buffer written before it is read? Whole buffers, in the order of the text: what is
 * refused is undefined whatever the sizes and the data are.
 *
 *     acc = T.alloc_buffer((), "float32")
 *     for k in range(8):
 *         acc[()] = acc[()] + x[k]          the first iteration reads what nothing has set
 *
 * A read to which no store stands before is refused, unless it is made under a condition, or in an
 * inner loop that may have no iterations, in a loop that stores later on: an iteration before may
 * have done so. So is an output without any store.
 * What is stored where it reads itself, with nothing set before, sets nothing.
 * An array that is stored to in part is not: that is for who reads it to know. Linear: each buffer
 * keeps its first read of that kind until its first store. */
#include "loop/verify_parts.h"

typedef struct {
    const LoopStmt *early; /* a conditional read before any store, in `around`; NULL: none */
    const LoopStmt *around;
    uint32_t home; /* loops that were open when it was allocated */
    uint32_t conditions;
    bool is_set, is_refused;
} State;

typedef struct {
    Ctx *ctx;
    Arena arena;
    const LoopFn *fn;
    State *buffers;              /* by id */
    VEC(const LoopStmt *) loops; /* open ones */
    uint32_t conditions;         /* open: what is in them may not run */
    const LoopStmt *at;
    const LoopBuffer *stored; /* by the store whose value is walked; NULL: by none */
    bool reads_itself;        /* that value needs what is not set there: it sets nothing */
} Walk;

/* The outermost open loop inside of which the buffer keeps its elements; NULL: none. */
static const LoopStmt *loop_around(const Walk *w, const State *b) {
    return w->loops.len > b->home ? w->loops.at[b->home] : NULL;
}

static void refuse(Walk *w, const LoopBuffer *b, const LoopStmt *at) {
    Verify v = {.ctx = w->ctx, .arena = &w->arena, .fn = w->fn};
    State *state = &w->buffers[b->id];
    if (state->is_refused) return;
    state->is_refused = true;
    Diag *d = diag_error(w->ctx, at->loc, DIAG_LOOP_UNDEFINED, w->fn->name, b->name);
    diag_expected(w->ctx, d, "a store to '%s' before it is read", b->name);
    verify_found(&v, d, at);
}

/* Whether the statement is met in each iteration of the outermost loop around the buffer's reads:
 * no loop within it may have no iterations. */
static bool is_met(const Walk *w, const State *b) {
    for (size_t i = (size_t)b->home + 1; i < w->loops.len; i++) {
        const LoopStmt *s = w->loops.at[i];
        if (s->kind == LOOP_FOR && (s->value->kind != LOOP_CONST || s->value->i < 1)) return false;
    }
    return true;
}

static void read_buffer(Walk *w, const LoopBuffer *b, bool is_chosen) {
    State *state = &w->buffers[b->id];
    if (b->kind == LOOP_BUFFER_INPUT || state->is_set) return;
    w->reads_itself |= b == w->stored && !is_chosen;
    if (state->early) return;
    const LoopStmt *around = loop_around(w, state);
    const bool is_certain = !is_chosen && w->conditions == state->conditions && is_met(w, state);
    if (!around || is_certain) {
        refuse(w, b, w->at);
        return;
    }
    state->early = w->at;
    state->around = around;
}

static void set_buffer(Walk *w, const LoopBuffer *b) {
    State *state = &w->buffers[b->id];
    if (state->early && state->around != loop_around(w, state)) refuse(w, b, state->early);
    state->early = NULL;
    state->is_set = true;
}

/* is_chosen: the value may be of no effect, as that of the other side of a T.Select. Recursion is
 * over expressions, whose depth the parser and loop_verify bound. */
static void walk_expr(Walk *w, const LoopExpr *e, bool is_chosen) {
    const bool chooses = e->kind == LOOP_SELECT || e->kind == LOOP_AND || e->kind == LOOP_OR;
    for (uint32_t i = 0; i < e->n; i++) walk_expr(w, e->args[i], is_chosen || (chooses && i > 0));
    if (e->kind == LOOP_LOAD) read_buffer(w, e->buffer, is_chosen);
}

static void walk_list(Walk *w, const LoopStmt *list);

static void walk_body(Walk *w, const LoopStmt *s) {
    const bool is_loop = s->kind != LOOP_IF, may_not_run = s->kind != LOOP_FOR;
    if (is_loop) vec_push(&w->arena, &w->loops, s);
    w->at = s;
    walk_expr(w, s->value, false);
    w->conditions += may_not_run;
    walk_list(w, s->body);
    walk_list(w, s->other);
    w->conditions -= may_not_run;
    w->loops.len -= is_loop;
}

static void walk_stmt(Walk *w, const LoopStmt *s) {
    w->at = s;
    switch (s->kind) {
    case LOOP_FOR:
    case LOOP_WHILE:
    case LOOP_IF: walk_body(w, s); break;
    case LOOP_STORE:
        for (uint32_t i = 0; i < s->n; i++) walk_expr(w, s->indices[i], false);
        w->stored = s->buffer;
        w->reads_itself = false;
        walk_expr(w, s->value, false);
        w->stored = NULL;
        if (!w->reads_itself) set_buffer(w, s->buffer);
        break;
    case LOOP_LET: walk_expr(w, s->value, false); break;
    case LOOP_ALLOC:
        w->buffers[s->buffer->id] =
            (State){.home = (uint32_t)w->loops.len, .conditions = w->conditions};
        break;
    case LOOP_CALL:
        for (uint32_t i = 0; i < s->n; i++) {
            if (s->callee->params.at[i]->kind == LOOP_BUFFER_INPUT)
                read_buffer(w, s->buffers[i], false);
        }
        for (uint32_t i = 0; i < s->n; i++) {
            if (s->callee->params.at[i]->kind == LOOP_BUFFER_OUTPUT) set_buffer(w, s->buffers[i]);
        }
        break;
    }
}

static void walk_list(Walk *w, const LoopStmt *list) {
    for (const LoopStmt *s = list; s; s = s->next) {
        ctx_poll(w->ctx);
        walk_stmt(w, s);
    }
}

static bool has_elements(const LoopBuffer *b) {
    bool has = true;
    for (uint32_t i = 0; i < b->ndim; i++) has &= b->dims[i]->kind != LOOP_CONST || b->dims[i]->i;
    return has;
}

static void check_locals(Walk *w, const LoopStmt *list) {
    for (const LoopStmt *s = list; s; s = s->next) {
        ctx_poll(w->ctx);
        if (s->kind == LOOP_ALLOC && w->buffers[s->buffer->id].early)
            refuse(w, s->buffer, w->buffers[s->buffer->id].early);
        check_locals(w, s->body);
        check_locals(w, s->other);
    }
}

static void check_fn(Ctx *ctx, const LoopFn *fn) {
    Walk w = {.ctx = ctx, .fn = fn};
    arena_init(&w.arena, ctx);
    w.buffers = ARENA_ARRAY(&w.arena, State, (size_t)fn->n_buffers + 1);
    walk_list(&w, fn->body);
    check_locals(&w, fn->body);
    for (size_t i = fn->params.len - fn->n_outputs; i < fn->params.len; i++) {
        const LoopBuffer *b = fn->params.at[i];
        const State *state = &w.buffers[b->id];
        if (state->early) refuse(&w, b, state->early);
        if (state->is_set || state->is_refused || !has_elements(b)) continue;
        Diag *d = diag_error(ctx, fn->loc, DIAG_LOOP_UNDEFINED, fn->name, b->name);
        diag_expected(ctx, d, "a store to the output '%s'", b->name);
        diag_found(ctx, d, "none");
    }
    arena_fini(&w.arena);
}

bool loop_verify_defined(Ctx *ctx, const LoopFn *const *fns, size_t n) {
    const size_t errors = diag_errors(ctx);
    for (size_t i = 0; i < n; i++) check_fn(ctx, fns[i]);
    return diag_errors(ctx) == errors;
}
