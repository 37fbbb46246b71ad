/* SPDX-License-Identifier: Apache-2.0 */
/* One walk over a loop function: what each statement reads and at which polynomials, where scalars
 * live, and of a store to an output, which loops its index tells apart.
 *
 * An index decodes a loop over p when in some position it is stride*p + rest, the rest ranging over
 * less than |stride| while p stays: then the element's index gives p, once it has given the loops
 * outside. */
#include "loop/pattern_parts.h"

static const Poly *pattern_minus(Pattern *p, const Poly *a, const Poly *b) {
    return poly_add(&p->arena, a, b, -1);
}

bool pattern_is_const(const Poly *a, int64_t v) {
    int64_t c;
    return poly_is_const(a, &c) && c == v;
}

static const Poly *constant(Pattern *p, int64_t v) { return poly_const(&p->arena, v); }

static bool nonneg(Pattern *p, const Poly *a) {
    p->x.atoms.fuel = INDEX_FUEL;
    return poly_nonneg(&p->x.atoms, a);
}

/* --- Expressions --- */

static const Poly *const *polys(Pattern *p, const LoopExpr *const *exprs, uint32_t n) {
    const Poly **out = ARENA_ARRAY(&p->arena, const Poly *, (size_t)n + 1);
    p->x.atoms.fuel = INDEX_FUEL;
    for (uint32_t i = 0; i < n; i++) out[i] = index_poly(&p->x, exprs[i]);
    return out;
}

static void add_read(Pattern *p, Uses *u, Read r) {
    Read *made = ARENA_NEW(&p->arena, Read);
    *made = r;
    made->next = u->reads;
    u->reads = made;
    p->size++;
}

static void walk_expr(Pattern *p, const LoopExpr *e, Uses *u);

static void walk_load(Pattern *p, const LoopExpr *e, Uses *u) {
    const Uses outer = *u;
    *u = (Uses){.reads = outer.reads};
    for (uint32_t i = 0; i < e->n; i++) walk_expr(p, e->args[i], u);
    const bool local = !p->dims[e->buffer->id];
    add_read(p, u,
             (Read){.buffer = e->buffer,
                    .indices = local ? NULL : polys(p, e->args, e->n),
                    .stage = p->stage,
                    .loops = u->loops,
                    .by_local = u->loads_local});
    u->loops |= outer.loops;
    u->loads = true;
    u->loads_local |= outer.loads_local || local;
}

static void walk_expr(Pattern *p, const LoopExpr *e, Uses *u) {
    if (e->kind == LOOP_LOAD) {
        walk_load(p, e, u);
        return;
    }
    for (uint32_t i = 0; i < e->n; i++) walk_expr(p, e->args[i], u);
    if (e->kind != LOOP_VAR || e->var->kind == LOOP_VAR_SIZE) return;
    if (e->var->kind == LOOP_VAR_INDEX) {
        u->loops |= p->bits[e->var->id];
        return;
    }
    Origin *let = p->lets[e->var->id];
    u->loops |= let->uses.loops;
    u->loads |= let->uses.loads;
    u->loads_local |= let->uses.loads_local;
    if (let->uses.reads) add_read(p, u, (Read){.let = let});
}

/* --- Stores --- */

/* The v of `x = x op v`. */
static const LoopExpr *step_of(const LoopStmt *s, const LoopExpr *value) {
    if (!loop_expr_is_associative(value->kind)) return NULL;
    for (uint32_t i = 0; i < 2; i++) {
        const LoopExpr *own = value->args[i];
        if (own->kind == LOOP_LOAD && own->buffer == s->buffer) return value->args[1 - i];
    }
    return NULL;
}

/* What is stored; of a let beside the store, between which nothing writes to the buffer, its
 * value. */
static const LoopExpr *stored(const Pattern *p, const LoopStmt *s) {
    if (s->value->kind != LOOP_VAR || s->value->var->kind != LOOP_VAR_LET) return s->value;
    const Origin *let = p->lets[s->value->var->id], *before = p->stores[s->buffer->id];
    const bool same = let->nest == p->nest && (!before || before->seq < let->seq);
    return same ? let->at->value : s->value;
}

static bool decodes(Pattern *p, const Poly *index, const Nest *loop) {
    const Poly *slope, *rest;
    const uint32_t atom = loop->var->terms[0].atoms[0];
    if (!index || !poly_split(&p->arena, index, atom, &slope, &rest)) return false;
    for (uint32_t i = 0; i < slope->n; i++) { /* fixed while the loop runs */
        const Term *t = &slope->terms[i];
        if (t->n && t->atoms[t->n - 1] >= atom) return false;
    }
    p->x.atoms.fuel = INDEX_FUEL;
    const Poly *width =
        pattern_minus(p, poly_upper(&p->x.atoms, rest, atom), poly_lower(&p->x.atoms, rest, atom));
    width = poly_add(&p->arena, width, constant(p, 1), 1);
    return nonneg(p, pattern_minus(p, slope, width)) ||
           nonneg(p, pattern_minus(p, constant(p, 0), poly_add(&p->arena, slope, width, 1)));
}

/* a of an index that has a // b in one position and a % b in another. */
static const Poly *joined(Pattern *p, const Poly *index, const Poly *other) {
    const Atom *pair[2];
    const Poly *const both[2] = {index, other};
    for (uint32_t i = 0; i < 2; i++) {
        const Poly *q = both[i];
        if (!q || q->n != 1 || q->terms[0].n != 1 || q->terms[0].coef != 1) return NULL;
        pair[i] = &p->x.atoms.atoms.at[q->terms[0].atoms[0]];
    }
    const bool fits = pair[0]->kind == LOOP_FLOORDIV && pair[1]->kind == LOOP_FLOORMOD &&
                      poly_equal(pair[0]->a, pair[1]->a) && poly_equal(pair[0]->b, pair[1]->b);
    return fits ? pair[0]->a : NULL;
}

static void find_decoded(Pattern *p, Origin *o) {
    const uint32_t n = o->at->n;
    const Poly **indices = ARENA_ARRAY(&p->arena, const Poly *, 2 * (size_t)n + 1);
    uint32_t known = 0;
    for (uint32_t i = 0; i < n; i++) indices[known++] = o->indices[i];
    /* neighbours only: what a flattened loop is written as */
    for (uint32_t i = 0; i + 1 < n; i++) {
        const Poly *whole = joined(p, o->indices[i], o->indices[i + 1]);
        if (whole) indices[known++] = whole;
    }
    for (const Nest *loop = o->nest; loop; loop = loop->up) {
        if (!loop->var) continue;
        bool found = pattern_is_const(loop->extent, 1) || pattern_is_const(loop->extent, 0);
        for (uint32_t i = 0; !found && i < known; i++) found = decodes(p, indices[i], loop);
        if (found) o->decoded |= (Loops)1 << (loop->depth - 1);
    }
}

/* In each position from 0 to the last one or, under a condition, further. */
static bool spans(Pattern *p, const Origin *o) {
    for (uint32_t i = 0; i < o->at->n; i++) {
        p->x.atoms.fuel = INDEX_FUEL;
        if (!o->indices[i]) return false;
        const Poly *lo = poly_lower(&p->x.atoms, o->indices[i], p->x.n_sizes),
                   *hi = poly_upper(&p->x.atoms, o->indices[i], p->x.n_sizes);
        if (!pattern_is_const(lo, 0)) return false;
        const Poly *last = pattern_minus(p, p->dims[o->at->buffer->id][i], constant(p, 1));
        if (!poly_equal(hi, last) && !nonneg(p, pattern_minus(p, hi, last))) return false;
    }
    return true;
}

static Origin *new_origin(Pattern *p, const LoopStmt *s) {
    Origin *o = ARENA_NEW(&p->arena, Origin);
    *o = (Origin){
        .at = s, .nest = p->nest, .op = LOOP_EXPR_COUNT, .seq = p->size, .stage = p->stage};
    p->size++;
    return o;
}

static void walk_store(Pattern *p, const LoopStmt *s) {
    Origin *o = new_origin(p, s);
    for (uint32_t i = 0; i < s->n; i++) walk_expr(p, s->indices[i], &o->uses);
    o->by_data = o->uses.loads;
    const LoopExpr *value = stored(p, s), *step = step_of(s, value);
    if (step) {
        Uses of_step = {.reads = NULL};
        walk_expr(p, step, &of_step);
        o->of_locals = of_step.loads_local;
        o->op = value->kind;
    }
    walk_expr(p, value, &o->uses);
    o->value = value;
    o->next = p->stores[s->buffer->id];
    p->stores[s->buffer->id] = o;
    if (!p->dims[s->buffer->id]) return;
    if (!o->next) vec_push(&p->arena, &p->results, s->buffer);
    o->indices = polys(p, s->indices, s->n);
    find_decoded(p, o);
    o->spans = spans(p, o);
}

/* --- Statements --- */

static void walk_list(Pattern *p, const LoopStmt *list);

static void walk_loop(Pattern *p, const LoopStmt *s) {
    if (p->nest->depth == LOOPS_MAX) {
        p->refused = true;
        return;
    }
    const uint32_t depth = p->nest->depth + 1, outer = (uint32_t)p->x.atoms.atoms.len;
    Nest *nest = ARENA_NEW(&p->arena, Nest);
    *nest = (Nest){.up = p->nest,
                   .at = s,
                   .depth = depth,
                   .loops = p->nest->loops | (Loops)1 << (depth - 1),
                   .in_while = p->nest->in_while || s->kind == LOOP_WHILE};
    walk_expr(p, s->value, &nest->uses);
    if (s->kind == LOOP_FOR) {
        p->x.atoms.fuel = INDEX_FUEL;
        nest->extent = index_poly(&p->x, s->value);
        index_range(&p->x, s->var, nest->extent);
        nest->var = p->x.vars[s->var->id];
        p->bits[s->var->id] = (Loops)1 << (depth - 1);
    }
    p->nest = nest;
    walk_list(p, s->body);
    p->nest = nest->up;
    index_forget(&p->x, outer);
}

static void walk_if(Pattern *p, const LoopStmt *s) {
    Nest *nest = ARENA_NEW(&p->arena, Nest);
    *nest = (Nest){.up = p->nest,
                   .at = s,
                   .depth = p->nest->depth,
                   .loops = p->nest->loops,
                   .in_while = p->nest->in_while};
    walk_expr(p, s->value, &nest->uses);
    p->nest = nest;
    walk_list(p, s->body);
    walk_list(p, s->other);
    p->nest = nest->up;
}

static void walk_let(Pattern *p, const LoopStmt *s) {
    Origin *o = new_origin(p, s);
    walk_expr(p, s->value, &o->uses);
    p->lets[s->var->id] = o;
    p->x.atoms.fuel = INDEX_FUEL;
    if (s->value->dtype == DTYPE_INT64) p->x.vars[s->var->id] = index_poly(&p->x, s->value);
}

static void walk_alloc(Pattern *p, const LoopBuffer *b) {
    p->home[b->id] = p->nest;
    if (p->as_tvm && !p->nest->at && b->ndim > 0) p->dims[b->id] = polys(p, b->dims, b->ndim);
}

static void walk_list(Pattern *p, const LoopStmt *list) {
    for (const LoopStmt *s = list; s && !p->refused; s = s->next) {
        ctx_poll(p->ctx);
        p->stage += !p->nest->at;
        switch (s->kind) {
        case LOOP_FOR:
        case LOOP_WHILE: walk_loop(p, s); break;
        case LOOP_IF: walk_if(p, s); break;
        case LOOP_STORE: walk_store(p, s); break;
        case LOOP_LET: walk_let(p, s); break;
        case LOOP_ALLOC: walk_alloc(p, s->buffer); break;
        case LOOP_CALL: p->refused = true; break;
        }
    }
}

void pattern_collect(Pattern *p) {
    const LoopFn *fn = p->fn;
    const size_t n_buffers = (size_t)fn->n_buffers + 1, n_vars = (size_t)fn->n_vars + 1;
    p->dims = ARENA_ARRAY(&p->arena, const Poly *const *, n_buffers);
    p->stores = ARENA_ARRAY(&p->arena, Origin *, n_buffers);
    p->home = ARENA_ARRAY(&p->arena, Nest *, n_buffers);
    p->lets = ARENA_ARRAY(&p->arena, Origin *, n_vars);
    p->bits = ARENA_ARRAY(&p->arena, Loops, n_vars);
    p->nest = &p->root;
    index_init(&p->x, &p->arena, fn);
    for (size_t i = 0; i < fn->params.len; i++) {
        const LoopBuffer *b = fn->params.at[i];
        p->dims[b->id] = polys(p, b->dims, b->ndim);
    }
    walk_list(p, fn->body);
}
