/* SPDX-License-Identifier: Apache-2.0 */
/* Functions: what is no nest is copied as it stands. */
#include "schedule/parts.h"

#include "base/map.h"
#include "loop/verify.h"

static const LoopExpr *const *copy_all(Sched *s, const LoopExpr *const *list, uint32_t n) {
    const LoopExpr **copy = ARENA_ARRAY(s->scratch, const LoopExpr *, (size_t)n + 1);
    for (uint32_t i = 0; i < n; i++) copy[i] = sched_copy(s, list[i]);
    return copy;
}

static void copy_list(Sched *s, const LoopStmt *list);

static void copy_call(Sched *s, const LoopStmt *x) {
    const LoopBuffer **list = ARENA_ARRAY(s->scratch, const LoopBuffer *, (size_t)x->n + 1);
    for (uint32_t i = 0; i < x->n; i++) list[i] = s->buffers[x->buffers[i]->id];
    loop_call(&s->b, x->callee, list);
}

void sched_open_loop(Sched *s, const LoopStmt *x) {
    const LoopVar *v =
        loop_begin_for(&s->b, x->var->name, sched_copy(s, x->value), x->for_kind, x->lanes);
    s->vars[x->var->id] = loop_var(&s->b, v);
}

/* Over what the piece at hand has of the loop's iterations. */
static uint32_t open_piece(Sched *s) {
    const SPieces *p = s->pieces;
    LoopBuilder *b = &s->b;
    const int64_t each = p->loop->value->i / p->pieces;
    const uint32_t id = p->loop->var->id;
    s->vars[id] = s->piece;
    if (each == 1) return 0;
    const LoopVar *v = loop_begin_for(b, p->loop->var->name, sched_index(s, each), LOOP_SERIAL, 0);
    const LoopExpr *first = loop_op2(b, LOOP_MUL, s->piece, sched_index(s, each));
    s->vars[id] = loop_op2(b, LOOP_ADD, first, loop_var(b, v));
    return 1;
}

/* The pack's lane loop is two, that of pieces goes through one of them; returns how many were
 * opened. */
static uint32_t open_loops(Sched *s, const LoopStmt *x) {
    LoopBuilder *b = &s->b;
    if (s->piece && x == s->pieces->loop) return open_piece(s);
    if (!s->pack || x != s->pack->lane) return sched_open_loop(s, x), 1;
    const LoopExpr *block = sched_index(s, s->pack->block);
    const LoopExpr *n = sched_index(s, x->value->i / s->pack->block);
    s->column = loop_var(b, loop_begin_for(b, "column", n, x->for_kind, 0));
    s->lane_of_column = loop_var(b, loop_begin_for(b, x->var->name, block, x->for_kind, 0));
    s->vars[x->var->id] =
        loop_op2(b, LOOP_ADD, loop_op2(b, LOOP_MUL, s->column, block), s->lane_of_column);
    return 2;
}

/* Parallel loops around nothing but parallel loops: each of these could as well have all of the
 * outer ones to itself, since no iteration sees what another one writes. NULL: they are none. */
static const LoopStmt *split_chain(const LoopStmt *x, SChain *out) {
    out->n = 0;
    while (x->kind == LOOP_FOR && loop_is_parallel(x->for_kind) && x->body) {
        if (out->n == S_LOOPS_MAX) return NULL;
        out->loops[out->n++] = x;
        if (x->body->next) break;
        x = x->body;
    }
    if (!out->n || !out->loops[out->n - 1]->body->next) return NULL;
    const LoopStmt *const list = out->loops[out->n - 1]->body;
    for (const LoopStmt *y = list; y; y = y->next)
        if (y->kind != LOOP_FOR || !loop_is_parallel(y->for_kind)) return NULL;
    return list;
}

/* It pays where one of them is better with the outer loops' iterations as its rows. */
static bool splits(Sched *s, const SChain *around, const LoopStmt *list) {
    SNest nest;
    for (const LoopStmt *x = list; x; x = x->next)
        if (sched_nest_in(s, around, x, &nest) && nest.row) return true;
    return false;
}

static void make_nest(Sched *s, const SNest *nest) {
    s->bits = hash_ptr(s->bits, nest->body);
    sched_tell_nest(s, nest);
    sched_tiles(s, nest, sched_copy_stmt);
}

/* Into a loop that stays as it is; returns whether one around it did. */
static bool enter(Sched *s, const LoopStmt *x, bool is_whole) {
    const bool before = s->stands;
    s->stands = before || (loop_is_parallel(x->for_kind) && !is_whole);
    return before;
}

static void copy_for(Sched *s, const LoopStmt *x) {
    SNest nest;
    SRows rows;
    SChain around;
    if (s->is_plain) {
        const uint32_t opened = open_loops(s, x);
        copy_list(s, x->body);
        for (uint32_t i = 0; i < opened; i++) loop_end(&s->b);
        return;
    }
    if (sched_nest_of(s, x, &nest)) {
        make_nest(s, &nest);
        return;
    }
    if (sched_sum_of(s, x, &nest)) {
        s->bits = hash_mix(hash_mix(hash_ptr(s->bits, x), nest.width), nest.nv);
        sched_tell_sum(s, &nest);
        sched_sum_loop(s, &nest);
        return;
    }
    const SRefusal refusal = s->refusal;
    const bool is_whole = sched_rows(s, x, &rows);
    if (is_whole && rows.nr > 1) {
        sched_rows_loop(s, &rows, sched_copy_stmt);
        return;
    }
    s->refusal = refusal;
    if (loop_is_parallel(x->for_kind)) sched_tell_refusal(s, x);
    const LoopStmt *list = split_chain(x, &around);
    if (!list || !splits(s, &around, list)) {
        const bool before = enter(s, x, is_whole);
        sched_open_loop(s, x);
        copy_list(s, x->body);
        loop_end(&s->b);
        s->stands = before;
        return;
    }
    for (const LoopStmt *y = list; y; y = y->next) {
        if (sched_nest_in(s, &around, y, &nest)) {
            make_nest(s, &nest);
            continue;
        }
        for (uint32_t i = 0; i < around.n; i++) sched_open_loop(s, around.loops[i]);
        copy_for(s, y);
        for (uint32_t i = 0; i < around.n; i++) loop_end(&s->b);
    }
}

void sched_copy_stmt(Sched *s, const LoopStmt *x) {
    LoopBuilder *b = &s->b;
    b->loc = x->loc;
    switch (x->kind) {
    case LOOP_FOR: copy_for(s, x); break;
    case LOOP_WHILE:
        loop_begin_while(b, sched_copy(s, x->value));
        copy_list(s, x->body);
        loop_end(b);
        break;
    case LOOP_IF:
        loop_begin_if(b, sched_copy(s, x->value));
        copy_list(s, x->body);
        if (x->other) {
            loop_else(b);
            copy_list(s, x->other);
        }
        loop_end(b);
        break;
    case LOOP_STORE: {
        const LoopExpr *const *indices = copy_all(s, x->indices, x->n);
        loop_store(b, s->buffers[x->buffer->id], indices, sched_to_store(s, x->buffer, x->value));
        break;
    }
    case LOOP_LET: {
        const LoopVar *v = loop_let(b, x->var->name, sched_copy(s, x->value));
        s->lets[x->var->id] = NULL; /* it has a name again */
        s->named[x->var->id] = false;
        s->vars[x->var->id] = loop_var(b, v);
        break;
    }
    case LOOP_ALLOC:
        s->own[x->buffer->id] = false;
        s->buffers[x->buffer->id] =
            loop_local(b, x->buffer->name, sched_carried_as(s, x->buffer),
                       copy_all(s, x->buffer->dims, x->buffer->ndim), x->buffer->ndim);
        break;
    case LOOP_CALL: copy_call(s, x); break;
    }
}

static void copy_list(Sched *s, const LoopStmt *list) {
    for (const LoopStmt *x = list; x; x = x->next) {
        ctx_poll(s->ctx);
        sched_copy_stmt(s, x);
    }
}

/* --- Functions --- */

static bool has_nest(Sched *s, const LoopStmt *list) {
    SNest nest;
    SRows rows;
    for (const LoopStmt *x = list; x; x = x->next) {
        if (sched_nest_of(s, x, &nest) || sched_sum_of(s, x, &nest)) return true;
        const bool before = s->stands;
        if (x->kind == LOOP_FOR) enter(s, x, sched_rows(s, x, &rows));
        const bool has = has_nest(s, x->body) || has_nest(s, x->other);
        s->stands = before;
        if (has) return true;
    }
    return false;
}

/* Expressions may be shared, and are copied as trees. */
static bool is_small(const LoopExpr *e, uint32_t *left) {
    if (!*left) return false;
    --*left;
    for (uint32_t i = 0; i < e->n; i++) {
        if (!is_small(e->args[i], left)) return false;
    }
    return true;
}

enum { EXPR_MAX = 1024 };

static bool is_plain(const LoopStmt *list) {
    for (const LoopStmt *x = list; x; x = x->next) {
        uint32_t left = EXPR_MAX;
        if (x->value && !is_small(x->value, &left)) return false;
        for (uint32_t i = 0; x->kind == LOOP_STORE && i < x->n; i++) {
            if (!is_small(x->indices[i], &left)) return false;
        }
        if (!is_plain(x->body) || !is_plain(x->other)) return false;
    }
    return true;
}

static const LoopBuffer *packed_param(Sched *s, const LoopBuffer *b) {
    const int64_t n = b->dims[b->ndim - 1]->i, block = s->pack->block;
    const LoopExpr **dims = ARENA_ARRAY(s->scratch, const LoopExpr *, (size_t)b->ndim + 1);
    dims[0] = sched_index(s, n / block);
    for (uint32_t i = 0; i + 1 < b->ndim; i++) dims[i + 1] = sched_copy(s, b->dims[i]);
    dims[b->ndim] = sched_index(s, block);
    return loop_param(&s->b, b->name, b->kind, b->dtype, dims, b->ndim + 1, NULL);
}

static void copy_params(Sched *s) {
    const LoopFn *fn = s->from;
    for (size_t i = 0; i < fn->sizes.len; i++) {
        const LoopVar *v = loop_size(&s->b, fn->sizes.at[i]->name);
        s->vars[fn->sizes.at[i]->id] = loop_var(&s->b, v);
        if (s->is_plain) loop_size_plan(s->b.fn, i, fn->sizes.at[i]->planned);
    }
    for (size_t i = 0; i < fn->params.len; i++) {
        const LoopBuffer *b = fn->params.at[i];
        const LoopExpr *const *dims = copy_all(s, b->dims, b->ndim), *const *strides = NULL;
        if (b->strides) strides = copy_all(s, b->strides, b->ndim);
        if (s->pack && i == s->pack->param) {
            s->buffers[b->id] = packed_param(s, b);
            continue;
        }
        s->buffers[b->id] = loop_param(&s->b, b->name, b->kind, b->dtype, dims, b->ndim, strides);
    }
}

static void forget(Sched *s) {
    memset(s->lets, 0, sizeof *s->lets * s->from->n_vars);
    memset(s->named, 0, sizeof *s->named * s->from->n_vars);
    memset(s->own, 0, sizeof *s->own * s->from->n_buffers);
}

/* Of a function without a nest: why. */
static void tell_list(Sched *s, const LoopStmt *list) {
    SNest nest;
    for (const LoopStmt *x = list; x; x = x->next) {
        if (x->kind == LOOP_FOR && loop_is_parallel(x->for_kind) && !sched_nest_of(s, x, &nest))
            sched_tell_refusal(s, x);
        tell_list(s, x->body);
        tell_list(s, x->other);
    }
}

bool sched_begin(Sched *s) {
    const LoopFn *fn = s->from;
    if (fn->is_scheduled) return false;
    if (!is_plain(fn->body)) {
        sched_tell(s, "as it stands: an expression is too large");
        return false;
    }
    s->fuses = !s->exact && s->target && s->target->fma && !loop_makes_integers(s->ctx, fn);
    s->lets = ARENA_ARRAY(s->scratch, const LoopExpr *, (size_t)fn->n_vars + 1);
    s->vars = ARENA_ARRAY(s->scratch, const LoopExpr *, (size_t)fn->n_vars + 1);
    s->buffers = ARENA_ARRAY(s->scratch, const LoopBuffer *, (size_t)fn->n_buffers + 1);
    s->named = ARENA_ARRAY(s->scratch, bool, (size_t)fn->n_vars + 1);
    s->names = ARENA_ARRAY(s->scratch, const LoopBuffer *, (size_t)fn->n_vars + 1);
    s->own = ARENA_ARRAY(s->scratch, bool, (size_t)fn->n_buffers + 1);
    s->n_side = 1;
    s->side[0] = (SRowTables){s->vars, s->buffers, s->names};
    return true;
}

void sched_begin_function(Sched *s, bool is_scheduled) {
    const LoopFn *fn = s->from;
    forget(s);
    loop_builder_init(&s->b, s->arena, fn->name);
    s->b.fn->loc = fn->loc;
    s->b.fn->pattern = fn->pattern;
    s->b.fn->is_scheduled = is_scheduled;
    copy_params(s);
    s->b.fn->n_scalars = fn->n_scalars;
}

static const LoopFn *copy_function(Sched *s, bool is_scheduled) {
    sched_begin_function(s, is_scheduled);
    copy_list(s, s->from->body);
    return loop_builder_finish(&s->b);
}

const LoopFn *sched_make(Sched *s) {
    const LoopFn *fn = s->from, *made = fn;
    Arena scratch;
    arena_init(&scratch, s->ctx);
    s->scratch = &scratch;
    if (sched_begin(s)) {
        const bool found = has_nest(s, fn->body);
        if (found && loop_is_proved(s->ctx, fn))
            made = copy_function(s, true);
        else if (found)
            sched_tell(s, "as it stands: an access is not proved to be in bounds");
        else if (s->told)
            tell_list(s, fn->body);
    }
    arena_fini(&scratch);
    return made;
}

const LoopFn *sched_packed(const LoopFn *fn, const SchedPack *pack, Arena *arena) {
    Sched s = {.ctx = arena->ctx, .arena = arena, .from = fn, .exact = true, .pack = pack};
    s.is_plain = true;
    Arena scratch;
    arena_init(&scratch, arena->ctx);
    s.scratch = &scratch;
    BUG_IF(!sched_begin(&s));
    const LoopFn *made = copy_function(&s, false);
    arena_fini(&scratch);
    return made;
}
