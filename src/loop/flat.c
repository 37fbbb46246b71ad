/* SPDX-License-Identifier: Apache-2.0 */
/* A nest of parallel loops goes along a buffer where its loops are the buffer's dims in their
 * order: then iteration k of the nest is at element k. Loops and dims of extent 1 do not count. */
#include "loop/flat.h"

enum { LOOPS_MAX = 16 };

typedef struct {
    LoopBuilder b;
    int64_t n;
    const LoopExpr *extent;     /* the size that stands for n */
    const LoopBuffer **buffers; /* by id of the old ones */
    const LoopVar **lets;       /* by id of the old ones; NULL: a loop's, or not seen */
    const LoopStmt *loops[LOOPS_MAX];
    uint32_t n_loops;       /* those that are open and run more than once */
    const LoopExpr *number; /* of the iteration; NULL: no nest is open */
    Map exprs;              /* Copied, of the nest at hand */
} Flat;

typedef struct {
    const LoopExpr *from, *to;
} Copied;

/* -1: not a constant, or too many. */
static int64_t count_of(const LoopBuffer *b) {
    int64_t n = 1;
    for (uint32_t i = 0; i < b->ndim; i++) {
        const LoopExpr *d = b->dims[i];
        if (d->kind != LOOP_CONST || d->i < 0 || !mul_i64(n, d->i, &n)) return -1;
    }
    return b->strides || b->lanes ? -1 : n;
}

/* The elements of the largest buffer; 0: the buffers are not alike. */
static int64_t elements(const LoopFn *fn) {
    int64_t n = 1;
    for (size_t i = 0; i < fn->params.len; i++) {
        const int64_t count = count_of(fn->params.at[i]);
        if (count < 1 || (n > 1 && count > 1 && count != n)) return 0;
        if (count > n) n = count;
    }
    return n > 1 ? n : 0;
}

static void take_params(Flat *f, const LoopFn *fn) {
    for (size_t i = 0; i < fn->params.len; i++) {
        const LoopBuffer *p = fn->params.at[i];
        f->buffers[p->id] =
            loop_param(&f->b, p->name, p->kind, p->dtype, &f->extent, count_of(p) > 1, NULL);
    }
}

/* Each iteration of the open nest is at its own element, and in their order. */
static bool is_along(const Flat *f, const LoopBuffer *b, const LoopExpr *const *indices) {
    uint32_t at = 0;
    for (uint32_t i = 0; i < b->ndim; i++) {
        if (b->dims[i]->i == 1) continue;
        const LoopStmt *loop = at < f->n_loops ? f->loops[at++] : NULL;
        if (!loop || indices[i]->kind != LOOP_VAR || indices[i]->var != loop->var ||
            b->dims[i]->i != loop->value->i)
            return false;
    }
    return f->number && at == f->n_loops;
}

static const LoopExpr *copy(Flat *f, const LoopExpr *e);

/* NULL where an operand is. */
static const LoopExpr *copy_new(Flat *f, const LoopExpr *e) {
    if (e->lanes) return NULL;
    if (e->kind == LOOP_LOAD) {
        const LoopBuffer *b = f->buffers[e->buffer->id];
        if (!b || (b->ndim && !is_along(f, e->buffer, e->args))) return NULL;
        return loop_load(&f->b, b, &f->number);
    }
    if (e->kind == LOOP_VAR) {
        const LoopVar *let = f->lets[e->var->id];
        return let ? loop_var(&f->b, let) : NULL;
    }
    if (!e->n) return e;
    const LoopExpr **args = ARENA_ARRAY(f->b.arena, const LoopExpr *, e->n);
    for (uint32_t i = 0; i < e->n; i++) {
        if (!(args[i] = copy(f, e->args[i]))) return NULL;
    }
    LoopExpr *to = ARENA_NEW(f->b.arena, LoopExpr);
    *to = *e;
    to->args = args;
    to->depth = 1;
    for (uint32_t i = 0; i < e->n; i++) {
        if (args[i]->depth >= to->depth) to->depth = args[i]->depth + 1;
    }
    return to;
}

static const LoopExpr *copy(Flat *f, const LoopExpr *e) {
    const uint64_t hash = hash_ptr(0, e);
    for (MapIter it = map_find(&f->exprs, hash); map_next(&f->exprs, &it);) {
        const Copied *known = it.value;
        if (known->from == e) return known->to;
    }
    Copied *made = ARENA_NEW(f->b.arena, Copied);
    *made = (Copied){e, copy_new(f, e)};
    map_add(&f->exprs, hash, made);
    return made->to;
}

static bool copy_let(Flat *f, const LoopStmt *s) {
    const LoopExpr *value = copy(f, s->value);
    if (value) f->lets[s->var->id] = loop_let(&f->b, s->var->name, value);
    return value;
}

static bool copy_store(Flat *f, const LoopStmt *s) {
    const LoopBuffer *to = f->buffers[s->buffer->id];
    if (!to || !to->ndim || !is_along(f, s->buffer, s->indices)) return false;
    const LoopExpr *value = copy(f, s->value);
    if (value) loop_store(&f->b, to, &f->number, value);
    return value;
}

/* The statements of the nest's loops, as one body. A loop is the last of its list. */
static bool copy_nest(Flat *f, const LoopStmt *list) {
    for (const LoopStmt *s = list; s; s = s->next) {
        if (s->kind == LOOP_LET && copy_let(f, s)) continue;
        if (s->kind == LOOP_STORE && copy_store(f, s)) continue;
        if (s->kind != LOOP_FOR || s->next || !loop_is_parallel(s->for_kind) ||
            s->value->kind != LOOP_CONST || s->value->i < 1)
            return false;
        if (s->value->i > 1) {
            if (f->n_loops == LOOPS_MAX) return false;
            f->loops[f->n_loops++] = s;
        }
        return copy_nest(f, s->body);
    }
    int64_t n = 1;
    for (uint32_t i = 0; i < f->n_loops; i++) {
        if (!mul_i64(n, f->loops[i]->value->i, &n)) return false;
    }
    return n == f->n;
}

LoopFn *loop_flat(const LoopFn *fn, Arena *arena, int64_t *n) {
    Flat f = {.n = elements(fn)};
    if (!f.n || fn->sizes.len || fn->is_scheduled) return NULL;
    loop_builder_init(&f.b, arena, fn->name);
    f.b.fn->loc = fn->loc;
    f.extent = loop_var(&f.b, loop_size(&f.b, "n"));
    f.buffers = ARENA_ARRAY(arena, const LoopBuffer *, (size_t)fn->n_buffers + 1);
    f.lets = ARENA_ARRAY(arena, const LoopVar *, (size_t)fn->n_vars + 1);
    take_params(&f, fn);
    for (const LoopStmt *s = fn->body; s; s = s->next) {
        map_init(&f.exprs, arena);
        f.b.loc = s->loc;
        if (s->kind == LOOP_LET && copy_let(&f, s)) continue;
        if (s->kind != LOOP_FOR) return NULL;
        LoopStmt nest = *s; /* without what follows it */
        nest.next = NULL;
        const LoopVar *var = loop_begin_for(&f.b, "i", f.extent, LOOP_PARALLEL, 0);
        f.number = loop_var(&f.b, var);
        if (!copy_nest(&f, &nest)) return NULL;
        loop_end(&f.b);
        f.number = NULL;
        f.n_loops = 0;
    }
    *n = f.n;
    return loop_builder_finish(&f.b);
}
