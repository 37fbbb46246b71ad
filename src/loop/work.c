/* SPDX-License-Identifier: Apache-2.0 */
/* Recursion is over statements and expressions, whose depth the loop IR bounds. Linear in the
 * function. */
#include "loop/work.h"

#include <math.h>

typedef struct {
    LoopCount operations, scalars, statements;
} Sum;

typedef struct {
    const LoopWorkOptions *options;
    const LoopCounts *counts; /* NULL: numbers */
    const LoopFn *fn;
    const LoopCount *sizes; /* by variable id */
    const bool *has_size;
    LoopCount *touched; /* by buffer id, loads and then stores of parameters: elements */
    bool *is_touched;
    double unknown, local_bytes;
    bool ok;
} Count;

static LoopCount number(const Count *c, int64_t n) {
    return c->counts ? c->counts->number(c->counts->user, n) : (LoopCount){.n = (double)n};
}

static double combine_numbers(LoopExprKind kind, double a, double b) {
    switch (kind) {
    case LOOP_ADD: return a + b;
    case LOOP_SUB: return a - b;
    case LOOP_MUL: return a * b;
    case LOOP_MIN: return fmin(a, b);
    case LOOP_FLOORDIV: return b != 0 ? floor(a / b) : 0;
    default: return fmax(a, b);
    }
}

static LoopCount combine(const Count *c, LoopExprKind kind, LoopCount a, LoopCount b) {
    if (c->counts) return c->counts->combine(c->counts->user, kind, a, b);
    return (LoopCount){.n = combine_numbers(kind, a.n, b.n)};
}

static LoopCount add(const Count *c, LoopCount a, LoopCount b) {
    return combine(c, LOOP_ADD, a, b);
}
static LoopCount mul(const Count *c, LoopCount a, LoopCount b) {
    return combine(c, LOOP_MUL, a, b);
}

/* What nobody knows: a number, or no dim at all. */
static LoopCount unknown(Count *c) {
    if (c->counts) c->ok = false;
    return c->counts ? number(c, 0) : (LoopCount){.n = c->unknown};
}

static LoopCount extent(Count *c, const LoopExpr *e) {
    if (e->kind == LOOP_CONST) return number(c, e->i);
    if (e->kind == LOOP_VAR && c->has_size && c->has_size[e->var->id]) return c->sizes[e->var->id];
    const bool is_combined = e->kind == LOOP_ADD || e->kind == LOOP_SUB || e->kind == LOOP_MUL ||
                             e->kind == LOOP_MIN || e->kind == LOOP_MAX || e->kind == LOOP_FLOORDIV;
    if (!is_combined) return unknown(c);
    const LoopCount a = extent(c, e->args[0]), b = extent(c, e->args[1]);
    if (e->kind == LOOP_FLOORDIV && e->args[1]->kind == LOOP_CONST && !e->args[1]->i)
        return unknown(c);
    return c->ok ? combine(c, e->kind, a, b) : a;
}

static void touch(Count *c, const LoopBuffer *b, bool is_store, LoopCount times) {
    if (b->kind == LOOP_BUFFER_LOCAL || !c->touched) return;
    const size_t at = 2 * (size_t)b->id + is_store;
    c->touched[at] = c->is_touched[at] ? add(c, c->touched[at], times) : times;
    c->is_touched[at] = true;
}

typedef struct {
    int64_t operations, scalars;
} Ops;

/* Operations of one evaluation; notes its loads. */
static Ops expression(Count *c, const LoopExpr *e, LoopCount times) {
    Ops n = {0, 0};
    if (e->kind == LOOP_LOAD) {
        touch(c, e->buffer, false, times);
        return n;
    }
    n.scalars = e->kind != LOOP_CONST && e->kind != LOOP_VAR && e->kind != LOOP_CAST &&
                e->kind != LOOP_REINTERPRET;
    n.operations = loop_expr_is_op(e->kind) && e->kind != LOOP_SELECT && dtype_is_float(e->dtype);
    n.operations += e->kind == LOOP_FMA; /* a product and a sum */
    for (uint32_t i = 0; i < e->n; i++) {
        const Ops in = expression(c, e->args[i], times);
        n.operations += in.operations;
        n.scalars += in.scalars;
    }
    return n;
}

static Sum zero(const Count *c) {
    const LoopCount n = number(c, 0);
    return (Sum){n, n, n};
}

/* Dims that nobody asks for are not made. */
static Sum both(const Count *c, LoopExprKind kind, Sum a, Sum b) {
    a.operations = combine(c, kind, a.operations, b.operations);
    if (c->counts) return a;
    a.scalars = combine(c, kind, a.scalars, b.scalars);
    a.statements = combine(c, kind, a.statements, b.statements);
    return a;
}

static Sum list_of(Count *c, const LoopStmt *list, LoopCount times);

static void note_local(Count *c, const LoopBuffer *b) {
    double bytes = (double)dtype_size(b->dtype);
    for (uint32_t i = 0; !c->counts && i < b->ndim; i++) bytes *= extent(c, b->dims[i]).n;
    c->local_bytes += bytes;
}

/* In numbers. Its variables and buffers are others. */
static Sum callee_of(Count *c, const LoopFn *callee, LoopCount times) {
    Count in = {.options = c->options, .fn = callee, .unknown = c->unknown, .ok = true};
    const Sum sum = list_of(&in, callee->body, times);
    c->local_bytes += in.local_bytes;
    return sum;
}

static Sum one(Count *c, const LoopStmt *s, LoopCount times) {
    Sum n = zero(c);
    if (!c->counts) n.statements = times;
    if (s->kind == LOOP_ALLOC) note_local(c, s->buffer);
    if (s->kind == LOOP_CALL && c->counts) c->ok = false;
    if (s->kind == LOOP_CALL && !c->counts)
        return both(c, LOOP_ADD, n, callee_of(c, s->callee, times));
    LoopCount inside = times;
    if (s->kind == LOOP_FOR) {
        const LoopCount trips = extent(c, s->value);
        if (c->ok) inside = mul(c, times, c->counts ? trips : (LoopCount){.n = fmax(trips.n, 0)});
    } else if (s->kind == LOOP_WHILE) {
        const LoopCount trips = unknown(c);
        if (c->ok) inside = mul(c, times, trips);
    }
    if (!c->ok) return n;
    if (s->value && s->kind != LOOP_FOR) {
        const LoopCount evaluated = s->kind == LOOP_WHILE ? inside : times;
        const Ops ops = expression(c, s->value, evaluated);
        n.operations = mul(c, evaluated, number(c, ops.operations));
        if (!c->counts) n.scalars.n = evaluated.n * (double)ops.scalars;
    }
    if (s->kind == LOOP_STORE) touch(c, s->buffer, true, times);
    Sum body = list_of(c, s->body, inside);
    if (s->other) body = both(c, LOOP_MAX, body, list_of(c, s->other, inside));
    return both(c, LOOP_ADD, n, body);
}

static Sum list_of(Count *c, const LoopStmt *list, LoopCount times) {
    Sum n = zero(c);
    for (const LoopStmt *s = list; c->ok && s; s = s->next)
        n = both(c, LOOP_ADD, n, one(c, s, times));
    return n;
}

/* No more bytes than the buffer has. */
static LoopCount bytes_of(Count *c, const LoopBuffer *b, LoopCount elements) {
    LoopCount all = number(c, 1);
    for (uint32_t i = 0; i < b->ndim && c->ok; i++) {
        const LoopCount d = extent(c, b->dims[i]);
        if (c->ok) all = mul(c, all, d);
    }
    if (!c->ok) return all;
    return mul(c, combine(c, LOOP_MIN, all, elements), number(c, (int64_t)dtype_size(b->dtype)));
}

bool loop_work(const LoopFn *fn, const LoopWorkOptions *options, Arena *arena, LoopWork *out) {
    LoopCount *sizes = ARENA_ARRAY(arena, LoopCount, (size_t)fn->n_vars + 1);
    bool *has_size = ARENA_ARRAY(arena, bool, (size_t)fn->n_vars + 1);
    Count c = {.options = options,
               .counts = options->counts,
               .fn = fn,
               .sizes = sizes,
               .has_size = has_size,
               .ok = true};
    c.unknown = options->unknown > 0 ? options->unknown : LOOP_UNKNOWN_EXTENT;
    c.touched = ARENA_ARRAY(arena, LoopCount, 2 * (size_t)fn->n_buffers + 2);
    c.is_touched = ARENA_ARRAY(arena, bool, 2 * (size_t)fn->n_buffers + 2);
    for (size_t i = 0; options->sizes && i < fn->sizes.len; i++) {
        sizes[fn->sizes.at[i]->id] = options->sizes[i];
        has_size[fn->sizes.at[i]->id] = true;
    }
    const Sum sum = list_of(&c, fn->body, number(&c, 1));
    LoopCount bytes = number(&c, 0);
    for (size_t i = 0; c.ok && i < 2 * fn->params.len; i++) {
        const LoopBuffer *b = fn->params.at[i / 2];
        const size_t at = 2 * (size_t)b->id + i % 2;
        if (!c.is_touched[at]) continue;
        const LoopCount n = bytes_of(&c, b, c.touched[at]);
        if (c.ok) bytes = add(&c, bytes, n);
    }
    *out = (LoopWork){sum.operations, sum.scalars, sum.statements, bytes, c.local_bytes};
    return c.ok;
}

double loop_planned_trips(const LoopExpr *e) {
    if (e->kind == LOOP_VAR && e->var->planned > 0) return (double)e->var->planned;
    if (e->kind != LOOP_CONST) return LOOP_UNKNOWN_EXTENT;
    return e->i > 0 ? (double)e->i : 0;
}

double loop_product_operations(double results, double depth) { return 2 * results * depth; }

bool loop_runs_at_most(const LoopStmt *list, int64_t most) {
    for (; list; list = list->next) {
        if (list->kind == LOOP_WHILE) return false;
        int64_t inside = most;
        if (list->kind == LOOP_FOR) {
            if (list->value->kind != LOOP_CONST || list->value->i > most) return false;
            inside = list->value->i > 1 ? most / list->value->i : most;
        }
        if (!loop_runs_at_most(list->body, inside) || !loop_runs_at_most(list->other, inside))
            return false;
    }
    return true;
}
