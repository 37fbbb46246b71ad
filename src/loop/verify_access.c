/* SPDX-License-Identifier: Apache-2.0 */
/* Third pass: are indices inside their extents, and do iterations of parallel loops keep apart?
 *
 * Bounds: index >= 0 and extent - 1 - index >= 0 as polynomials (poly.h). Being inside a loop over
 * a size says that the size is at least 1. Being in the body of `if T.And(c <= i, i < e)` says so
 * of every index that is the polynomial i; as the comparison and the access compute the same value,
 * that holds even where arithmetic wraps. (verify_index.c has what else is to be said of that.)
 * Where both sides are seen not to wrap, it says so of what lies further inside, too.
 *
 * Independence, of a loop over p: take all accesses in it to one buffer from outside, of which one
 * writes. In some index position each must be
 *
 *     stride*p + rest,    the stride alike in all, and max(rests) - min(rests) < |stride|
 *
 * where `rest` ranges over what varies inside the loop. Then different p never meet:
 * i; i*4 + j with j in [0, 4); 2*i beside 2*i + 1; i*n + j with j in [0, n). */
#include "loop/verify_index.h"
#include "loop/verify_parts.h"

typedef struct Access Access;
struct Access {
    Access *next; /* to the same buffer in the same loop */
    const LoopStmt *at;
    const Poly *const *indices;
    bool writes, whole; /* whole: passed to a call */
};

typedef struct {
    const LoopBuffer *buffer;
    Access *first;
    const LoopStmt *write; /* the first one; NULL: none */
} Touched;

/* An open parallel or vector loop. */
typedef struct {
    const LoopStmt *loop;
    const Poly *extent;
    uint32_t atom;
    Map by_buffer; /* Touched */
    VEC(Touched *) touched;
} Region;

/* low < high in an open `if`; or equal. */
typedef struct {
    const Poly *low, *high;
    bool or_equal;
} Fact;

/* A size's bound from below, before an open `if` raised it. */
typedef struct {
    uint32_t size; /* its atom */
    const Poly *lo;
} Raised;

typedef struct {
    Verify *v;
    Index x;
    const Poly *const **dims; /* by buffer id */
    uint32_t *home;           /* by buffer id: regions that were open when it was allocated */
    VEC(Region *) regions;
    VEC(Fact) facts;
    VEC(Raised) raised;
    uint32_t conditions; /* open ifs and whiles: what is in them may never run */
    uint32_t dead;       /* open loops without iterations */
    const LoopStmt *at;
} Walk;

static const Poly *minus(Walk *w, const Poly *a, const Poly *b) {
    return poly_add(w->v->arena, a, b, -1);
}
static const Poly *plus_const(Walk *w, const Poly *a, int64_t c) {
    return poly_add(w->v->arena, a, poly_const(w->v->arena, c), 1);
}

static bool nonneg(Walk *w, const Poly *p) {
    w->x.atoms.fuel = INDEX_FUEL;
    return poly_nonneg(&w->x.atoms, p);
}

/* --- Bounds --- */

static void out_of_bounds(Walk *w, const LoopBuffer *b, uint32_t axis, const LoopExpr *index) {
    Ctx *ctx = w->v->ctx;
    StrBuf text;
    strbuf_init(&text, w->v->arena);
    loop_text_print_expr(index, &text);
    const char *shown = strbuf_cstr(&text);
    StrBuf extent;
    strbuf_init(&extent, w->v->arena);
    loop_text_print_expr(b->dims[axis], &extent);
    Diag *d = diag_error(ctx, w->at->loc, DIAG_LOOP_BOUNDS, w->v->fn->name);
    diag_expected(ctx, d, "index %u of '%s' in [0, %s)", axis, b->name, strbuf_cstr(&extent));
    diag_found(ctx, d, "%s", shown);
}

/* An open `if` says that the index is at least 0. */
static bool is_said_nonneg(Walk *w, const Poly *index) {
    for (size_t i = 0; i < w->facts.len; i++) {
        const Fact *f = &w->facts.at[i];
        if (poly_equal(f->high, index) &&
            nonneg(w, f->or_equal ? f->low : plus_const(w, f->low, 1)) &&
            index_fits_above(&w->x, f->low))
            return true;
    }
    return false;
}

static bool is_said_below(Walk *w, const Poly *index, const Poly *extent) {
    for (size_t i = 0; i < w->facts.len; i++) {
        const Fact *f = &w->facts.at[i];
        if (poly_equal(f->low, index) &&
            nonneg(w, plus_const(w, minus(w, extent, f->high), f->or_equal ? -1 : 0)) &&
            index_fits_below(&w->x, f->high))
            return true;
    }
    return false;
}

/* Without the first quotient by a number in it: of x // c only  x - (c - 1) <= c*(x // c) <= x  is
 * used, for c times p or more. p itself, where there is none. */
static const Poly *without_quotient(Walk *w, const Poly *p) {
    Arena *arena = w->v->arena;
    for (uint32_t i = 0; p && i < p->n; i++) {
        const Term *t = &p->terms[i];
        const Atom *q = t->n == 1 ? &w->x.atoms.atoms.at[t->atoms[0]] : NULL;
        if (!q || !q->of || q->quotient) continue;
        const int64_t c = q->by;
        const Poly *x = t->coef > 0 ? q->of : plus_const(w, q->of, 1 - c),
                   *times = poly_const(arena, t->coef),
                   *rest = minus(w, p, poly_mul(arena, times, poly_atom(arena, t->atoms[0])));
        return poly_add(arena, poly_mul(arena, rest, poly_const(arena, c)), x, t->coef);
    }
    return p;
}

/* p >= 0, as it is no less than the difference of two sides that an open `if` compares, neither of
 * which wraps: of the first and last rows of a tile, of the first lane of a vector. */
static bool follows(Walk *w, const Poly *p) {
    for (size_t i = w->facts.len; p && i-- > 0;) {
        const Fact *f = &w->facts.at[i];
        const Poly *slack = plus_const(w, minus(w, f->high, f->low), f->or_equal ? 0 : -1);
        const Poly *simple = without_quotient(w, slack);
        if (simple &&
            (nonneg(w, minus(w, p, simple)) ||
             (simple != slack && nonneg(w, minus(w, p, slack)))) &&
            index_fits(&w->x, f->low) && index_fits(&w->x, f->high))
            return true;
    }
    return false;
}

/* The first term of the polynomial that is a positive number of minima, whose sides do not wrap.
 * NULL: there is none. */
static const Term *minimum_in(Walk *w, const Poly *p) {
    for (uint32_t i = 0; p && i < p->n; i++) {
        const Term *t = &p->terms[i];
        const Atom *m = t->n == 1 && t->coef > 0 ? &w->x.atoms.atoms.at[t->atoms[0]] : NULL;
        if (m && m->kind == LOOP_MIN && index_fits(&w->x, m->a) && index_fits(&w->x, m->b))
            return t;
    }
    return NULL;
}

static bool is_shown(Walk *w, const Poly *p) { return nonneg(w, p) || follows(w, p); }

/* p >= 0, also by what is said; where it has a minimum, with both its sides. */
static bool holds(Walk *w, const Poly *p) {
    if (is_shown(w, p)) return true;
    Arena *arena = w->v->arena;
    const Term *t = minimum_in(w, p);
    if (!t) return false;
    const uint32_t atom = t->atoms[0];
    const Poly *sides[] = {w->x.atoms.atoms.at[atom].a, w->x.atoms.atoms.at[atom].b},
               *rest = poly_add(arena, p, poly_atom(arena, atom), -t->coef);
    const bool is_rest = nonneg(w, rest);
    for (size_t i = 0; i < ARRAY_LEN(sides); i++) {
        if (is_rest && is_shown(w, sides[i])) continue;
        if (!is_shown(w, poly_add(arena, rest, sides[i], t->coef))) return false;
    }
    return true;
}

/* As a polynomial, or its wrapped value by what is said; one bound each only where these two are
 * the same. */
static bool is_inside(Walk *w, const Poly *index, const Poly *extent) {
    const Poly *left = plus_const(w, minus(w, extent, index), -1);
    const bool above = nonneg(w, index), below = nonneg(w, left);
    if ((above || holds(w, index)) && (below || follows(w, left))) return true;
    return (is_said_nonneg(w, index) || (above && index_fits_above(&w->x, index))) &&
           (is_said_below(w, index, extent) || (below && index_fits_below(&w->x, index)));
}

static void check_bounds(Walk *w, const LoopBuffer *b, const LoopExpr *const *indices,
                         const Poly *const *polys, const LoopExpr *load) {
    bool proved = true;
    uint32_t refuted = b->ndim;
    for (uint32_t i = 0; i < b->ndim; i++) {
        if (is_inside(w, polys[i], w->dims[b->id][i])) continue;
        proved = false;
        if (w->v->unproved) {
            if (!w->dead) w->v->unproved(w->v->user, w->at, load, i);
            continue;
        }
        const Poly *below = plus_const(w, minus(w, poly_const(w->v->arena, 0), polys[i]), -1);
        if (nonneg(w, below) || nonneg(w, minus(w, polys[i], w->dims[b->id][i]))) refuted = i;
    }
    if (w->dead || proved) {
        w->v->bounds->proved++;
    } else if (w->v->unproved || refuted == b->ndim || w->conditions) {
        w->v->bounds->unknown++;
    } else {
        w->v->bounds->refuted++;
        out_of_bounds(w, b, refuted, indices[refuted]);
    }
}

/* --- Independence --- */

static Touched *touched(Walk *w, Region *r, const LoopBuffer *b) {
    for (MapIter it = map_find(&r->by_buffer, hash_ptr(0, b)); map_next(&r->by_buffer, &it);) {
        Touched *t = it.value;
        if (t->buffer == b) return t;
    }
    Touched *t = ARENA_NEW(w->v->arena, Touched);
    t->buffer = b;
    map_add(&r->by_buffer, hash_ptr(0, b), t);
    vec_push(w->v->arena, &r->touched, t);
    return t;
}

static void record(Walk *w, const LoopBuffer *b, const Poly *const *polys, bool writes,
                   bool whole) {
    for (size_t i = w->home[b->id]; i < w->regions.len; i++) {
        Touched *t = touched(w, w->regions.at[i], b);
        Access *a = ARENA_NEW(w->v->arena, Access);
        *a = (Access){
            .next = t->first, .at = w->at, .indices = polys, .writes = writes, .whole = whole};
        t->first = a;
        if (writes && !t->write) t->write = w->at;
    }
}

typedef struct {
    const Poly *lo, *hi;
} Span;

enum { SPANS_MAX = 16 };

/* The rests of all accesses lie within less than |stride| of each other. */
static bool fits(Walk *w, const Poly *stride, const Span *spans, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) {
        for (uint32_t k = 0; k < n; k++) {
            if (!nonneg(w, plus_const(w, minus(w, stride, minus(w, spans[i].hi, spans[k].lo)), -1)))
                return false;
        }
    }
    return true;
}

static bool keeps_apart(Walk *w, const Region *r, const Touched *t, uint32_t axis) {
    Arena *arena = w->v->arena;
    const Poly *stride = NULL;
    Span spans[SPANS_MAX];
    uint32_t n = 0;
    for (const Access *a = t->first; a; a = a->next) {
        const Poly *slope, *rest;
        ctx_poll(w->v->ctx);
        if (a->whole || !a->indices[axis] ||
            !poly_split(arena, a->indices[axis], r->atom, &slope, &rest))
            return false;
        if (stride && !poly_equal(stride, slope)) return false;
        stride = slope;
        w->x.atoms.fuel = INDEX_FUEL;
        Span s = {poly_lower(&w->x.atoms, rest, r->atom), poly_upper(&w->x.atoms, rest, r->atom)};
        bool seen = false;
        for (uint32_t i = 0; i < n; i++)
            seen |= poly_equal(spans[i].lo, s.lo) && poly_equal(spans[i].hi, s.hi);
        if (seen) continue;
        if (n == SPANS_MAX || !s.lo || !s.hi) return false;
        spans[n++] = s;
    }
    for (uint32_t i = 0; i < stride->n; i++) { /* the stride is fixed while the loop runs */
        const Term *term = &stride->terms[i];
        if (term->n && term->atoms[term->n - 1] >= r->atom) return false;
    }
    return fits(w, stride, spans, n) ||
           fits(w, poly_mul(arena, stride, poly_const(arena, -1)), spans, n);
}

static void check_region(Walk *w, const Region *r) {
    if (w->dead || nonneg(w, plus_const(w, minus(w, poly_const(w->v->arena, 0), r->extent), 1)))
        return;
    for (size_t i = 0; i < r->touched.len; i++) {
        const Touched *t = r->touched.at[i];
        bool apart = !t->write;
        for (uint32_t axis = 0; !apart && axis < t->buffer->ndim; axis++)
            apart = keeps_apart(w, r, t, axis);
        if (apart) continue;
        Diag *d = diag_error(w->v->ctx, t->write->loc, DIAG_LOOP_RACE, w->v->fn->name,
                             r->loop->var->name);
        diag_expected(w->v->ctx, d,
                      "all accesses to '%s' in the loop to have an index stride*%s + rest, with "
                      "one stride that exceeds the range of the rests",
                      t->buffer->name, r->loop->var->name);
        verify_found(w->v, d, t->write);
    }
}

/* --- The walk --- */

/* load: NULL for a store */
static void access(Walk *w, const LoopBuffer *b, const LoopExpr *const *indices,
                   const LoopExpr *load) {
    const Poly **polys = ARENA_ARRAY(w->v->arena, const Poly *, (size_t)b->ndim + 1);
    w->x.atoms.fuel = INDEX_FUEL;
    for (uint32_t i = 0; i < b->ndim; i++) polys[i] = index_poly(&w->x, indices[i]);
    check_bounds(w, b, indices, polys, load);
    if (!w->v->unproved) record(w, b, polys, !load, false);
}

static void walk_expr(Walk *w, const LoopExpr *e) {
    for (uint32_t i = 0; i < e->n; i++) walk_expr(w, e->args[i]);
    if (e->kind == LOOP_LOAD) access(w, e->buffer, e->args, e);
}

static void add_buffer(Walk *w, const LoopBuffer *b) {
    const Poly **dims = ARENA_ARRAY(w->v->arena, const Poly *, (size_t)b->ndim + 1);
    w->x.atoms.fuel = INDEX_FUEL;
    const Poly *count = poly_const(w->v->arena, 1);
    for (uint32_t i = 0; i < b->ndim; i++) {
        dims[i] = index_extent(&w->x, b->dims[i]);
        count = poly_mul(w->v->arena, count, dims[i]);
    }
    if (b->kind != LOOP_BUFFER_LOCAL) index_hold(&w->x, count);
    w->dims[b->id] = dims;
    w->home[b->id] = (uint32_t)w->regions.len;
}

static void walk_list(Walk *w, const LoopStmt *list);

/* Of p >= 1, p = x // b + c: the same said of x, x - b*(1 - c) + 1 >= 1. Else p itself. */
static const Poly *without_floor(Walk *w, const Poly *p) {
    int64_t c, least, times;
    const Term *t = p && p->n && p->n <= 2 ? &p->terms[p->n - 1] : NULL;
    const Atom *q = t && t->n == 1 && t->coef == 1 ? &w->x.atoms.atoms.at[t->atoms[0]] : NULL;
    if (!q || !q->of || q->quotient ||
        !poly_is_const(minus(w, p, poly_atom(w->v->arena, t->atoms[0])), &c) ||
        __builtin_sub_overflow(1, c, &least) || __builtin_mul_overflow(least, q->by, &times) ||
        __builtin_sub_overflow(1, times, &times))
        return p;
    return plus_const(w, q->of, times);
}

/* An extent a*n + c, a > 0, says a*n >= 1 - c inside: the size's atom and its bound before, to be
 * put back. */
static Atom *raise_size(Walk *w, const Poly *extent, const Poly **old) {
    int64_t c, lo, least;
    extent = without_floor(w, extent);
    const Term *t = extent && extent->n ? &extent->terms[extent->n - 1] : NULL;
    if (!t || t->n != 1 || t->coef < 1 || t->atoms[0] >= w->x.n_sizes || extent->n > 2) return NULL;
    const Poly *of_size = poly_atom(w->v->arena, t->atoms[0]);
    if (!poly_is_const(poly_add(w->v->arena, extent, of_size, -t->coef), &c)) return NULL;
    Atom *size = &w->x.atoms.atoms.at[t->atoms[0]];
    if (__builtin_sub_overflow(1, c, &least)) return NULL;
    least = least / t->coef + (least % t->coef > 0);
    if (size->lo && (!poly_is_const(size->lo, &lo) || least <= lo)) return NULL;
    *old = size->lo;
    size->lo = poly_const(w->v->arena, least);
    return size;
}

static void walk_for(Walk *w, const LoopStmt *s) {
    walk_expr(w, s->value);
    uint32_t outer = (uint32_t)w->x.atoms.atoms.len;
    w->x.atoms.fuel = INDEX_FUEL;
    const Poly *extent = index_poly(&w->x, s->value), *old = NULL;
    /* Wrapped from above it is less: then there are fewer iterations. Wrapped from below nothing is
     * known. */
    if (!index_fits_below(&w->x, extent)) extent = NULL;
    bool dead = nonneg(w, minus(w, poly_const(w->v->arena, 0), extent));
    w->dead += dead;
    Atom *size = raise_size(w, extent, &old);
    size_t size_at = size ? (size_t)(size - w->x.atoms.atoms.at) : 0;
    uint32_t atom = index_range(&w->x, s->var, extent);
    Region *r = NULL;
    if (loop_is_parallel(s->for_kind)) {
        r = ARENA_NEW(w->v->arena, Region);
        *r = (Region){.loop = s, .extent = extent, .atom = atom};
        map_init(&r->by_buffer, w->v->arena);
        vec_push(w->v->arena, &w->regions, r);
    }
    walk_list(w, s->body);
    if (r) {
        w->regions.len--;
        check_region(w, r);
    }
    if (size) w->x.atoms.atoms.at[size_at].lo = old;
    index_forget(&w->x, outer);
    w->dead -= dead;
}

/* low < high, or equal; a size in it may then have a higher bound. */
static void assume_less(Walk *w, const LoopExpr *low, const LoopExpr *high, bool or_equal) {
    const Poly *old = NULL;
    w->x.atoms.fuel = INDEX_FUEL;
    const Fact f = {index_poly(&w->x, low), index_poly(&w->x, high), or_equal};
    vec_push(w->v->arena, &w->facts, f);
    if (!index_fits(&w->x, f.low) || !index_fits(&w->x, f.high)) return;
    const Atom *size = raise_size(w, plus_const(w, minus(w, f.high, f.low), or_equal), &old);
    if (!size) return;
    const uint32_t at = (uint32_t)(size - w->x.atoms.atoms.at);
    vec_push(w->v->arena, &w->raised, ((Raised){at, old}));
}

static bool is_comparison(const LoopExpr *e) {
    return (e->kind == LOOP_LT || e->kind == LOOP_LE) && e->args[0]->dtype == DTYPE_INT64;
}

/* The comparisons of int64 that hold with a condition. */
static void assume(Walk *w, const LoopExpr *cond) {
    if (cond->kind == LOOP_AND) {
        assume(w, cond->args[0]);
        assume(w, cond->args[1]);
    } else if (is_comparison(cond)) {
        assume_less(w, cond->args[0], cond->args[1], cond->kind == LOOP_LE);
    }
}

/* The one that holds where it does not. */
static void assume_not(Walk *w, const LoopExpr *cond) {
    if (is_comparison(cond)) assume_less(w, cond->args[1], cond->args[0], cond->kind == LOOP_LT);
}

/* What is in an `if`, or in a `while`, whose condition may change. */
static void walk_branch(Walk *w, const LoopStmt *s, bool holds) {
    const size_t facts = w->facts.len, raised = w->raised.len;
    const uint32_t outer = (uint32_t)w->x.atoms.atoms.len;
    if (s->kind == LOOP_IF) (holds ? assume : assume_not)(w, s->value);
    walk_list(w, holds ? s->body : s->other);
    w->facts.len = facts;
    if (w->raised.len > raised) index_forget(&w->x, outer);
    while (w->raised.len > raised) {
        const Raised *r = &w->raised.at[--w->raised.len];
        w->x.atoms.atoms.at[r->size].lo = r->lo;
    }
}

static void walk_stmt(Walk *w, const LoopStmt *s) {
    w->at = s;
    switch (s->kind) {
    case LOOP_FOR: walk_for(w, s); break;
    case LOOP_WHILE:
    case LOOP_IF: {
        walk_expr(w, s->value);
        w->conditions++;
        walk_branch(w, s, true);
        if (s->other) walk_branch(w, s, false);
        w->conditions--;
        break;
    }
    case LOOP_STORE:
        for (uint32_t i = 0; i < s->n; i++) walk_expr(w, s->indices[i]);
        walk_expr(w, s->value);
        access(w, s->buffer, s->indices, NULL);
        break;
    case LOOP_LET:
        walk_expr(w, s->value);
        w->x.atoms.fuel = INDEX_FUEL;
        if (s->value->dtype == DTYPE_INT64) w->x.vars[s->var->id] = index_let(&w->x, s->value);
        break;
    case LOOP_ALLOC: add_buffer(w, s->buffer); break;
    case LOOP_CALL:
        for (uint32_t i = 0; i < s->n; i++) {
            record(w, s->buffers[i], NULL, s->callee->params.at[i]->kind == LOOP_BUFFER_OUTPUT,
                   true);
        }
        break;
    }
}

static void walk_list(Walk *w, const LoopStmt *list) {
    for (const LoopStmt *s = list; s; s = s->next) {
        ctx_poll(w->v->ctx);
        walk_stmt(w, s);
    }
}

void verify_access(Verify *v) {
    const LoopFn *fn = v->fn;
    Walk w = {.v = v};
    w.dims = ARENA_ARRAY(v->arena, const Poly *const *, (size_t)fn->n_buffers + 1);
    w.home = ARENA_ARRAY(v->arena, uint32_t, (size_t)fn->n_buffers + 1);
    index_init(&w.x, v->arena, fn);
    for (size_t i = 0; i < fn->params.len; i++) add_buffer(&w, fn->params.at[i]);
    walk_list(&w, fn->body);
}
