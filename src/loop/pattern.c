/* SPDX-License-Identifier: Apache-2.0 */
/* From the stores to outputs back to the loads of inputs that may decide their values.
 *
 * A scalar carries the loads of all stores to it, wherever they are. A loop around such a store,
 * but not around the scalar's allocation, is free: the value may come from any of its iterations.
 * All other loops around a load are around the store to the output too: they are bound, one
 * iteration for one element, if the element's index decodes them. So a load whose index uses bound
 * loops alone reads one element, at a function of the element's index; any other makes the function
 * a reduction. A free loop that is around the store to the output as well carries something from
 * element to element. */
#include "loop/pattern_parts.h"

typedef struct {
    const Read *read;
    const Origin *in; /* the store or let that it stands in; NULL: an extent or a condition */
} Found;

typedef struct {
    const Uses *uses;
    const Nest *nest;
    Loops bound;
    const Origin *in;
} Visit;

enum { FOUND_MAX = 16, STEPS_EACH = 64 };

typedef struct {
    Pattern *p;
    const LoopBuffer *result; /* an output, or an array */
    const Origin *store;      /* to it */
    LoopPattern kind;         /* of what was seen, reductions apart */
    bool has_own;             /* an input was read at the element's own index */
    VEC(Visit) work;
    uint32_t before; /* the epoch before the first one of this judge */
    /* Reductions: */
    uint32_t n_free, n_bounded; /* loads that use free loops, and others: the first ones are kept */
    Found free[FOUND_MAX], bounded[FOUND_MAX];
    const Origin *acc; /* a store in a free loop */
    uint32_t n_accs;
} Judge;

static void at_least(Judge *j, LoopPattern kind) {
    if (j->kind < kind) j->kind = kind;
}

static bool is_one(const Poly *extent) { return pattern_is_const(extent, 1); }

/* --- One load --- */

/* The input's index is a subsequence of the output's. `all`: of all its dims. */
static bool follows(const Judge *j, const Read *r, bool all) {
    const LoopBuffer *x = r->buffer, *y = j->store->at->buffer;
    const Poly *const *x_dims = j->p->dims[x->id], *const *y_dims = j->p->dims[y->id];
    if (all && x->ndim != y->ndim) return false;
    uint32_t k = 0;
    for (uint32_t i = 0; i < x->ndim; i++) {
        if (all) k = i;
        if (is_one(x_dims[i]) && (!all || is_one(y_dims[i]))) continue;
        for (;; k++) {
            if (k == y->ndim) return false;
            const bool same =
                poly_equal(x_dims[i], y_dims[k]) && poly_equal(r->indices[i], j->store->indices[k]);
            if (same) break;
            if (all) return false;
        }
        k++;
    }
    return true;
}

static LoopPattern relation(const Judge *j, const Read *r) {
    if (!j->store->spans) return LOOP_PATTERN_INJECTIVE;
    if (follows(j, r, true)) return LOOP_PATTERN_ELEMENTWISE;
    return follows(j, r, false) ? LOOP_PATTERN_BROADCAST : LOOP_PATTERN_INJECTIVE;
}

static void see_input(Judge *j, const Read *r, const Visit *v) {
    const Loops free = v->nest->loops & ~v->bound;
    if (!(r->loops & ~v->bound) && !(r->by_local && free)) {
        if (j->n_bounded < FOUND_MAX) j->bounded[j->n_bounded] = (Found){r, v->in};
        j->n_bounded++;
        const LoopPattern kind = relation(j, r);
        j->has_own |= kind == LOOP_PATTERN_ELEMENTWISE;
        at_least(j, kind);
        return;
    }
    if (j->n_free < FOUND_MAX) j->free[j->n_free] = (Found){r, v->in};
    j->n_free++;
    at_least(j, v->nest->in_while ? LOOP_PATTERN_OPAQUE : LOOP_PATTERN_FUSABLE);
}

/* An array is read when all of it is there, for good. */
static bool is_complete(const Judge *j, const Read *r) {
    const Origin *last = j->p->stores[r->buffer->id];
    return r->buffer->kind == LOOP_BUFFER_LOCAL && last && last->stage < r->stage;
}

/* The result itself is read only where the element that is read is written. */
static void see_result(Judge *j, const Read *r, const Visit *v) {
    bool own = v->in == j->store;
    for (uint32_t i = 0; own && i < r->buffer->ndim; i++)
        own = poly_equal(r->indices[i], j->store->indices[i]);
    if (!own) at_least(j, LOOP_PATTERN_OPAQUE);
}

/* --- The way back --- */

/* False when it was visited with no more loops bound than now. */
static bool is_fresh(const Judge *j, Mark *mark, Loops *bound) {
    if (mark->epoch == j->p->epoch) {
        if (!(mark->bound & ~*bound)) return false;
        *bound &= mark->bound;
    }
    *mark = (Mark){j->p->epoch, *bound};
    return true;
}

static void visit(Judge *j, const Uses *uses, const Nest *nest, Loops bound, const Origin *in) {
    vec_push(&j->p->arena, &j->work, ((Visit){uses, nest, bound, in}));
}

/* What decides whether, and how often, the body runs. */
static void visit_head(Judge *j, Nest *nest, Loops bound) {
    const bool once = nest->at->kind == LOOP_FOR; /* evaluated before the first iteration */
    if (!nest->uses.reads || !is_fresh(j, &nest->mark, &bound)) return;
    visit(j, &nest->uses, once ? nest->up : nest, bound, NULL);
}

/* The loop at this depth around the nest; NULL: there is none. */
static const Nest *loop_at(const Nest *nest, uint32_t depth) {
    while (nest->depth > depth || (nest->at && nest->at->kind == LOOP_IF)) nest = nest->up;
    return nest->depth == depth ? nest : NULL;
}

static void see_scalar(Judge *j, const LoopBuffer *scalar, Loops bound) {
    Nest *home = j->p->home[scalar->id];
    bound &= home->loops;
    for (Origin *o = j->p->stores[scalar->id]; o; o = o->next) {
        Loops inner = bound;
        j->p->steps++;
        const bool first = o->mark.epoch <= j->before;
        if (!is_fresh(j, &o->mark, &inner)) continue;
        if (o->nest->loops & ~home->loops) {
            const Nest *loop = loop_at(o->nest, home->depth + 1);
            if (loop == loop_at(j->store->nest, home->depth + 1)) at_least(j, LOOP_PATTERN_OPAQUE);
            j->acc = o;
            j->n_accs += first;
        }
        visit(j, &o->uses, o->nest, inner, o);
        for (Nest *n = o->nest; n != home; n = n->up, j->p->steps++) visit_head(j, n, inner);
    }
}

static void see(Judge *j, const Read *r, const Visit *v) {
    j->p->steps++;
    if (r->let) {
        Loops bound = v->bound;
        Origin *let = r->let;
        if (is_fresh(j, &let->mark, &bound)) visit(j, &let->uses, let->nest, bound, let);
    } else if (r->buffer->kind == LOOP_BUFFER_INPUT) {
        see_input(j, r, v);
    } else if (r->buffer == j->result) {
        see_result(j, r, v);
    } else if (j->p->dims[r->buffer->id] && is_complete(j, r)) {
        see_input(j, r, v);
    } else if (r->buffer->kind == LOOP_BUFFER_OUTPUT || r->buffer->ndim > 0) {
        at_least(j, LOOP_PATTERN_OPAQUE);
    } else {
        see_scalar(j, r->buffer, v->bound);
    }
}

/* Of these loops, those that such a condition holds in the first iteration of alone. */
static Loops first_of(const Judge *j, const LoopExpr *cond) {
    if (cond->kind == LOOP_AND) return first_of(j, cond->args[0]) | first_of(j, cond->args[1]);
    if (cond->kind != LOOP_EQ) return 0;
    const LoopExpr *v = cond->args[0], *zero = cond->args[1];
    const bool fits = v->kind == LOOP_VAR && v->var->kind == LOOP_VAR_INDEX &&
                      zero->kind == LOOP_CONST && zero->i == 0;
    return fits ? j->p->bits[v->var->id] : 0;
}

/* The store gives the element what it starts from, in the first iteration of loops that it does not
 * tell apart, before all other stores. */
static Loops started(const Judge *j, const Origin *store) {
    Loops first = 0;
    if (store->next || store->uses.loads) return 0;
    for (const Nest *n = store->nest; n->at && n->at->kind == LOOP_IF; n = n->up)
        first |= n->at->other ? 0 : first_of(j, n->at->value);
    return first;
}

static void judge_store(Judge *j, const Origin *store) {
    const size_t limit = STEPS_EACH * (j->p->size + STEPS_EACH);
    Loops free = store->nest->loops & ~store->decoded;
    if (!(free & ~started(j, store))) free = 0;
    j->store = store;
    j->p->epoch++;
    const bool may = !store->by_data && (!free || store->op != LOOP_EXPR_COUNT);
    if (!may) at_least(j, LOOP_PATTERN_OPAQUE);
    if (free) { /* accumulates in place */
        j->acc = store;
        j->n_accs++;
    }
    visit(j, &store->uses, store->nest, store->decoded, store);
    for (Nest *n = store->nest; n->at; n = n->up) {
        if (n->at->kind == LOOP_FOR && n->uses.loads) at_least(j, LOOP_PATTERN_OPAQUE);
        visit_head(j, n, store->decoded);
    }
    while (j->work.len && j->kind != LOOP_PATTERN_OPAQUE) {
        const Visit v = j->work.at[--j->work.len];
        ctx_poll(j->p->ctx);
        for (const Read *r = v.uses->reads; r; r = r->next) see(j, r, &v);
        if (j->p->steps > limit) at_least(j, LOOP_PATTERN_OPAQUE);
    }
}

/* --- Reductions --- */

static bool same_index(const Read *a, const Read *b) {
    if (a->buffer != b->buffer) return false;
    for (uint32_t i = 0; i < a->buffer->ndim; i++) {
        if (!poly_equal(a->indices[i], b->indices[i])) return false;
    }
    return true;
}

static Loops loop_bit(const Nest *loop) { return (Loops)1 << (loop->depth - 1); }

/* The loop whose variable runs over dim i of what is read. */
static Loops loop_over(const Judge *j, const Read *r, uint32_t i, Loops free) {
    for (const Nest *n = j->acc->nest; n->at; n = n->up) {
        const bool over = n->var && (free & loop_bit(n)) && poly_equal(n->var, r->indices[i]);
        if (over) return poly_equal(n->extent, j->p->dims[r->buffer->id][i]) ? loop_bit(n) : 0;
    }
    return 0;
}

/* Each dim of the input is reduced by a free loop of its own, or is the next dim of the output. */
static bool takes_all(const Judge *j, const Read *r, Loops free, bool *reduced) {
    const LoopBuffer *y = j->store->at->buffer;
    const Poly *const *x_dims = j->p->dims[r->buffer->id], *const *y_dims = j->p->dims[y->id];
    uint32_t k = 0;
    Loops left = free;
    for (uint32_t i = 0; i < r->buffer->ndim; i++) {
        const Loops loop = loop_over(j, r, i, left);
        reduced[i] = loop != 0;
        left &= ~loop;
        if (loop || is_one(x_dims[i])) continue;
        while (k < y->ndim && is_one(y_dims[k])) k++;
        if (k == y->ndim || !poly_equal(x_dims[i], y_dims[k])) return false;
        if (!poly_equal(r->indices[i], j->store->indices[k])) return false;
        k++;
    }
    while (k < y->ndim && is_one(y_dims[k])) k++;
    for (const Nest *n = j->acc->nest; n->at; n = n->up) {
        if (n->var && is_one(n->extent)) left &= ~loop_bit(n);
    }
    return k == y->ndim && !left;
}

/* What the scalar starts from may be an element that is reduced again, where that makes no
 * difference. */
static bool starts_inside(const Judge *j, const Found *start, const Read *r, const bool *reduced) {
    const LoopExprKind op = j->acc->op;
    const bool idempotent = op != LOOP_ADD && op != LOOP_MUL && op != LOOP_BITXOR;
    const LoopStmt *first = start->in ? start->in->at : NULL, *acc = j->acc->at;
    if (!idempotent || start->in == j->acc || !first || first->kind != LOOP_STORE) return false;
    if (first->buffer != acc->buffer || start->read->buffer != r->buffer ||
        first->value->kind != LOOP_LOAD)
        return false;
    const LoopExpr *const *args = j->acc->value->args;
    if (args[0]->kind != LOOP_LOAD || args[1]->kind != LOOP_LOAD) return false;
    for (uint32_t i = 0; i < r->buffer->ndim; i++) {
        const Poly *at = start->read->indices[i];
        int64_t c;
        if (reduced[i] ? !poly_is_const(at, &c) : !poly_equal(at, r->indices[i])) return false;
    }
    return true;
}

static bool is_reduce(Judge *j) {
    const Origin *acc = j->acc;
    const uint32_t n_found = j->n_free > j->n_bounded ? j->n_free : j->n_bounded;
    if (j->n_accs != 1 || n_found > FOUND_MAX || acc->op == LOOP_EXPR_COUNT || acc->of_locals)
        return false;
    const bool in_place = acc->at->buffer == j->result;
    const Origin *last = j->p->stores[j->result->id];
    if (!in_place && last->next) return false;
    for (const Origin *o = last; o; o = o->next) {
        if (!o->spans) return false;
    }
    if (in_place) j->store = acc;
    const Nest *home = in_place ? &j->p->root : j->p->home[acc->at->buffer->id];
    for (const Nest *n = acc->nest; n != home; n = n->up) {
        if (n->at->kind != LOOP_FOR) return false;
    }
    const Read *r = j->free[0].read;
    for (uint32_t i = 0; i < j->n_free; i++) {
        if (!same_index(j->free[i].read, r)) return false;
    }
    bool *reduced = ARENA_ARRAY(&j->p->arena, bool, (size_t)r->buffer->ndim + 1);
    if (!takes_all(j, r, acc->nest->loops & ~(in_place ? acc->decoded : home->loops), reduced))
        return false;
    for (uint32_t i = 0; i < j->n_bounded; i++) {
        if (!starts_inside(j, &j->bounded[i], r, reduced)) return false;
    }
    return true;
}

/* --- Functions --- */

static bool same_extents(const Pattern *p, const LoopBuffer *a, const LoopBuffer *b) {
    if (a->ndim != b->ndim) return false;
    for (uint32_t i = 0; i < a->ndim; i++) {
        if (!poly_equal(p->dims[a->id][i], p->dims[b->id][i])) return false;
    }
    return true;
}

/* Of what makes this buffer, of inputs and of arrays that are there. */
static LoopPattern judge_result(Pattern *p, const LoopBuffer *y) {
    Judge j = {.p = p, .result = y, .kind = LOOP_PATTERN_ELEMENTWISE, .before = p->epoch};
    for (const Origin *o = p->stores[y->id]; o && j.kind != LOOP_PATTERN_OPAQUE; o = o->next)
        judge_store(&j, o);
    if (p->as_tvm && j.kind == LOOP_PATTERN_BROADCAST && j.has_own) return LOOP_PATTERN_ELEMENTWISE;
    return j.kind == LOOP_PATTERN_FUSABLE && is_reduce(&j) ? LOOP_PATTERN_REDUCE : j.kind;
}

static bool is_output(const LoopBuffer *b) { return b->kind == LOOP_BUFFER_OUTPUT; }

static LoopPattern judge(Pattern *p) {
    const LoopFn *fn = p->fn;
    const size_t first = fn->params.len - fn->n_outputs;
    LoopPattern kind = LOOP_PATTERN_ELEMENTWISE;
    size_t n_reduced = 0;
    if (p->refused || fn->n_outputs == 0) return LOOP_PATTERN_OPAQUE;
    for (size_t i = first; i < fn->params.len; i++) {
        const LoopBuffer *y = fn->params.at[i];
        const bool fits = p->stores[y->id] && same_extents(p, y, fn->params.at[first]);
        if (!fits) return LOOP_PATTERN_OPAQUE;
    }
    for (size_t i = 0; i < p->results.len && kind != LOOP_PATTERN_OPAQUE; i++) {
        const LoopBuffer *y = p->results.at[i];
        const LoopPattern own = judge_result(p, y);
        const bool after = kind == LOOP_PATTERN_REDUCE && own <= LOOP_PATTERN_INJECTIVE;
        n_reduced += is_output(y) && own == LOOP_PATTERN_REDUCE;
        if (after && is_output(y)) kind = LOOP_PATTERN_FUSABLE;
        if (own > kind) kind = own;
    }
    const bool several = fn->n_outputs > 1 && kind > LOOP_PATTERN_INJECTIVE;
    const bool alike = p->as_tvm && kind == LOOP_PATTERN_REDUCE && n_reduced == p->results.len;
    return several && !alike ? LOOP_PATTERN_OPAQUE : kind;
}

static LoopPattern pattern_of(Ctx *ctx, const LoopFn *fn, bool as_tvm) {
    Pattern p = {.ctx = ctx, .fn = fn, .as_tvm = as_tvm};
    arena_init(&p.arena, ctx);
    pattern_collect(&p);
    const LoopPattern kind = judge(&p);
    arena_fini(&p.arena);
    return kind;
}

LoopPattern loop_pattern(Ctx *ctx, const LoopFn *fn) {
    return fn->is_scheduled ? LOOP_PATTERN_OPAQUE : pattern_of(ctx, fn, false);
}

LoopPattern loop_pattern_as_tvm(Ctx *ctx, const LoopFn *fn) {
    return fn->is_scheduled ? LOOP_PATTERN_OPAQUE : pattern_of(ctx, fn, true);
}

/* --- Names --- */

static const struct {
    uint32_t number;
    const char *name;
} rows[] = {
#define PATTERN(id, number, name, doc) [LOOP_PATTERN_##id] = {number, name},
#include "loop/pattern.def"
};

const char *loop_pattern_name(LoopPattern p) {
    return p == LOOP_PATTERN_NONE ? "none" : rows[p].name;
}
uint32_t loop_pattern_number(LoopPattern p) { return rows[p].number; }

LoopPattern loop_pattern_of_number(int64_t number) {
    for (size_t i = 1; i < ARRAY_LEN(rows); i++) {
        if (rows[i].number == number) return (LoopPattern)i;
    }
    return LOOP_PATTERN_NONE;
}
