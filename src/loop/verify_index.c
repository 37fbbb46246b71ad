/* SPDX-License-Identifier: Apache-2.0 */
/* From expressions to polynomials. Sums and products are taken apart; a quotient, remainder, minimum or
 * maximum is an atom with what bounds can be found, the same atom for the same operands; a load is an
 * atom without bounds. */
#include "loop/verify_index.h"

static uint32_t add_atom(Index *x, Atom a) {
    vec_push(x->atoms.arena, &x->atoms.atoms, a);
    uint32_t id = (uint32_t)x->atoms.atoms.len - 1;
    x->atoms.atoms.at[id].nonneg = poly_nonneg(&x->atoms, a.lo);
    return id;
}

static const Poly *number(Index *x, int64_t v) { return poly_const(x->atoms.arena, v); }
static const Poly *minus(Index *x, const Poly *a, const Poly *b) {
    return poly_add(x->atoms.arena, a, b, -1);
}
static bool nonneg(Index *x, const Poly *p) { return poly_nonneg(&x->atoms, p); }
static bool at_least(Index *x, const Poly *a, const Poly *b) { return nonneg(x, minus(x, a, b)); }

void index_init(Index *self, Arena *arena, const LoopFn *fn) {
    *self =
        (Index){.atoms = {.arena = arena, .fuel = INDEX_FUEL}, .n_sizes = (uint32_t)fn->sizes.len};
    self->vars = ARENA_ARRAY(arena, const Poly *, (size_t)fn->n_vars + 1);
    for (uint32_t i = 0; i < self->n_sizes; i++) {
        const bool any = i < fn->n_scalars && !loop_size_is_bound(fn, fn->sizes.at[i]);
        uint32_t id = add_atom(self, (Atom){.kind = LOOP_VAR, .lo = any ? NULL : number(self, 0)});
        self->vars[fn->sizes.at[i]->id] = poly_atom(arena, id);
    }
}

uint32_t index_range(Index *self, const LoopVar *v, const Poly *extent) {
    const Poly *last = minus(self, extent, number(self, 1));
    uint32_t id = add_atom(self, (Atom){.kind = LOOP_VAR, .lo = number(self, 0), .hi = last});
    self->vars[v->id] = poly_atom(self->atoms.arena, id);
    return id;
}

void index_forget(Index *self, uint32_t first) {
    for (size_t i = first; i < self->atoms.atoms.len; i++) self->atoms.atoms.at[i].kind = LOOP_VAR;
}

static const Poly *opaque(Index *x, const Poly *lo, const Poly *hi) {
    return poly_atom(x->atoms.arena, add_atom(x, (Atom){.kind = LOOP_VAR, .lo = lo, .hi = hi}));
}

/* a + c, the constant c the least for which it is seen to be at least b; NULL when there is none. */
static const Poly *raised(Index *x, const Poly *a, const Poly *b) {
    int64_t least;
    if (!poly_is_const(poly_lower(&x->atoms, minus(x, a, b), 0), &least)) return NULL;
    return least < 0 ? minus(x, a, number(x, least)) : a;
}

/* A bound from above of both. */
static const Poly *above(Index *x, const Poly *a, const Poly *b) {
    const Poly *p = raised(x, a, b), *q = raised(x, b, a);
    return p == a || !q ? p : q == b || !p ? q : p;
}

static const Poly *below(Index *x, const Poly *a, const Poly *b) {
    const Poly *zero = number(x, 0), *p = above(x, minus(x, zero, a), minus(x, zero, b));
    return minus(x, zero, p);
}

/* Bounds over the sizes alone. */
static const Poly *lower(Index *x, const Poly *p) { return poly_lower(&x->atoms, p, x->n_sizes); }
static const Poly *upper(Index *x, const Poly *p) { return poly_upper(&x->atoms, p, x->n_sizes); }

/* floor(p / c) of a polynomial whose terms but the constant are multiples of c. */
static const Poly *divided(Index *x, const Poly *p, int64_t c) {
    const Poly *sum = number(x, 0);
    for (uint32_t i = 0; p && i < p->n; i++) {
        Term t = p->terms[i];
        if (t.n && t.coef % c) return NULL;
        t.coef = t.coef / c - (t.coef % c < 0);
        const Poly *term = number(x, t.coef);
        for (uint32_t k = 0; k < t.n; k++)
            term = poly_mul(x->atoms.arena, term, poly_atom(x->atoms.arena, t.atoms[k]));
        sum = poly_add(x->atoms.arena, sum, term, 1);
    }
    return p ? sum : NULL;
}

static void bound_quotient(Index *x, Atom *q, bool floors) {
    int64_t c;
    bool positive =
        nonneg(x, q->a) && nonneg(x, q->b); /* then 0 <= a // b <= a, also where b is 0 */
    if (positive) {
        q->lo = number(x, 0);
        q->hi = q->a;
    }
    if (!poly_is_const(q->b, &c) || c < 1 || !(positive || floors)) return;
    const Poly *lo = divided(x, lower(x, q->a), c), *hi = divided(x, upper(x, q->a), c);
    if (lo) q->lo = lo;
    if (hi) q->hi = hi;
}

static void bound_remainder(Index *x, Atom *r, bool floors) {
    if (!nonneg(x, r->b) || !(floors || nonneg(x, r->a))) return;
    r->lo = number(x, 0);
    const Poly *last = minus(x, r->b, number(x, 1));
    r->hi = nonneg(x, last) ? last : r->b; /* a % 0 is 0 */
}

static const Poly *combined(Index *x, LoopExprKind kind, const Poly *a, const Poly *b) {
    if (!a || !b) return opaque(x, NULL, NULL);
    int64_t c;
    if (kind == LOOP_MIN || kind == LOOP_MAX) {
        if (at_least(x, a, b)) return kind == LOOP_MIN ? b : a;
        if (at_least(x, b, a)) return kind == LOOP_MIN ? a : b;
    }
    enum { LOOK_BACK = 64 };
    size_t n = x->atoms.atoms.len;
    for (size_t i = n; i-- > 0 && n - i <= LOOK_BACK;) {
        const Atom *old = &x->atoms.atoms.at[i];
        if (old->kind == kind && poly_equal(old->a, a) && poly_equal(old->b, b))
            return poly_atom(x->atoms.arena, (uint32_t)i);
    }
    Atom made = {.kind = kind, .a = a, .b = b};
    switch (kind) {
    case LOOP_FLOORDIV:
    case LOOP_TRUNCDIV: bound_quotient(x, &made, kind == LOOP_FLOORDIV); break;
    case LOOP_FLOORMOD:
    case LOOP_TRUNCMOD: bound_remainder(x, &made, kind == LOOP_FLOORMOD); break;
    case LOOP_MIN:
        made.lo = below(x, lower(x, a), lower(x, b));
        made.hi = poly_is_const(a, &c) ? a : b;
        break;
    default: made.lo = poly_is_const(a, &c) ? a : b; made.hi = above(x, upper(x, a), upper(x, b));
    }
    return poly_atom(x->atoms.arena, add_atom(x, made));
}

/* The bounds of a cast integer are those of its dtype. */
static const Poly *cast(Index *x, const LoopExpr *e) {
    DType from = e->args[0]->dtype;
    unsigned bits = (unsigned)dtype_size(from) * 8;
    if (from == DTYPE_BOOL) return opaque(x, number(x, 0), number(x, 1));
    if (!dtype_is_int(from) || bits == 64) return opaque(x, NULL, NULL);
    bool is_signed = dtype_kind(from) == DTYPE_KIND_INT;
    int64_t half = (int64_t)1 << (bits - 1);
    return opaque(x, number(x, is_signed ? -half : 0),
                  number(x, is_signed ? half - 1 : 2 * half - 1));
}

const Poly *index_poly(Index *self, const LoopExpr *e) {
    if (e->kind == LOOP_CONST) return number(self, e->i);
    if (e->kind == LOOP_VAR) return self->vars[e->var->id];
    if (e->kind == LOOP_CAST) return cast(self, e);
    const Poly *a = NULL, *b = NULL;
    if (loop_expr_is_op(e->kind) && e->args[e->n - 1]->dtype == DTYPE_INT64) {
        a = index_poly(self, e->args[e->n == 3 ? 1 : 0]);
        b = e->n > 1 ? index_poly(self, e->args[e->n - 1]) : NULL;
    }
    switch (e->kind) {
    case LOOP_ADD: return poly_add(self->atoms.arena, a, b, 1);
    case LOOP_SUB: return minus(self, a, b);
    case LOOP_MUL: return poly_mul(self->atoms.arena, a, b);
    case LOOP_NEG: return minus(self, number(self, 0), a);
    case LOOP_FLOORDIV:
    case LOOP_TRUNCDIV:
    case LOOP_FLOORMOD:
    case LOOP_TRUNCMOD:
    case LOOP_MIN:
    case LOOP_MAX: return combined(self, e->kind, a, b);
    case LOOP_SELECT:
        if (poly_equal(a, b)) return a;
        return opaque(self, below(self, lower(self, a), lower(self, b)),
                      above(self, upper(self, a), upper(self, b)));
    default: return opaque(self, NULL, NULL);
    }
}
