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

typedef struct {
    Verify *v;
    Index x;
    const Poly *const **dims; /* by buffer id */
    uint32_t *home;           /* by buffer id: regions that were open when it was allocated */
    VEC(Region *) regions;
    VEC(Fact) facts;
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
        slack = without_quotient(w, slack);
        if (slack && nonneg(w, minus(w, p, slack)) && index_fits(&w->x, f->low) &&
            index_fits(&w->x, f->high))
            return true;
    }
    return false;
}

/* As a polynomial, or its wrapped value by what is said; one bound each only where these two are
 * the same. */
static bool is_inside(Walk *w, const Poly *index, const Poly *extent) {
    const Poly *left = plus_const(w, minus(w, extent, index), -1);
    const bool above = nonneg(w, index), below = nonneg(w, left);
    if ((above || follows(w, index)) && (below || follows(w, left))) return true;
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

/* An extent n + c says n >= 1 - c inside: the size's atom and its bound before, to be put back. */
static Atom *raise_size(Walk *w, const Poly *extent, const Poly **old) {
    int64_t c, lo, least;
    const Term *t = extent && extent->n ? &extent->terms[extent->n - 1] : NULL;
    if (!t || t->n != 1 || t->coef != 1 || t->atoms[0] >= w->x.n_sizes || extent->n > 2)
        return NULL;
    if (!poly_is_const(minus(w, extent, poly_atom(w->v->arena, t->atoms[0])), &c)) return NULL;
    Atom *size = &w->x.atoms.atoms.at[t->atoms[0]];
    if (__builtin_sub_overflow(1, c, &least) ||
        (size->lo && (!poly_is_const(size->lo, &lo) || least <= lo)))
        return NULL;
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

/* The comparisons of int64 that hold with a condition. */
static void assume(Walk *w, const LoopExpr *cond) {
    if (cond->kind == LOOP_AND) {
        assume(w, cond->args[0]);
        assume(w, cond->args[1]);
        return;
    }
    bool compares = cond->kind == LOOP_LT || cond->kind == LOOP_LE;
    if (!compares || cond->args[0]->dtype != DTYPE_INT64) return;
    w->x.atoms.fuel = INDEX_FUEL;
    Fact f = {.low = index_poly(&w->x, cond->args[0]),
              .high = index_poly(&w->x, cond->args[1]),
              .or_equal = cond->kind == LOOP_LE};
    vec_push(w->v->arena, &w->facts, f);
}

static void walk_stmt(Walk *w, const LoopStmt *s) {
    w->at = s;
    switch (s->kind) {
    case LOOP_FOR: walk_for(w, s); break;
    case LOOP_WHILE:
    case LOOP_IF: {
        walk_expr(w, s->value);
        size_t outer = w->facts.len;
        w->conditions++;
        if (s->kind == LOOP_IF) assume(w, s->value);
        walk_list(w, s->body);
        w->facts.len = outer;
        walk_list(w, s->other);
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
