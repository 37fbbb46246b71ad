/* SPDX-License-Identifier: Apache-2.0 */
/* From expressions to polynomials. Sums and products are taken apart; a quotient, remainder,
 * minimum or maximum is an atom with what bounds can be found, the same atom for the same operands;
 * a load is an atom without bounds.
 *
 * Arithmetic wraps. Sums and products of wrapped values are wrapped sums and products, so an index
 * that is proved to be in [0, extent) is that value, whatever wrapped on the way. Other operations
 * do not bear it: their atoms have bounds only where the operands are seen to fit in int64
 * (index_fits). */
#include "loop/verify_index.h"

static uint32_t add_atom(Index *x, Atom a) {
    vec_push(x->atoms.arena, &x->atoms.atoms, a);
    uint32_t id = (uint32_t)x->atoms.atoms.len - 1;
    x->atoms.n_quotients += a.of != NULL;
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

/* --- What fits in int64 --- */

static const int64_t held_max = (int64_t)1 << 56;
enum { KNOWN_MAX = 64 }; /* exact ones, held ones */

static bool is_exact(Index *x, const Poly *p) {
    for (size_t i = 0; i < x->exact.len; i++) {
        if (poly_equal(x->exact.at[i], p)) return true;
    }
    return p && p->n == 1 && p->terms[0].n == 1 && p->terms[0].coef == 1;
}

static const Poly *note_exact(Index *x, const Poly *p) {
    int64_t c;
    if (x->of_extent && p && !poly_is_const(p, &c) && x->exact.len < KNOWN_MAX && !is_exact(x, p))
        vec_push(x->atoms.arena, &x->exact, p);
    return p;
}

void index_hold(Index *self, const Poly *count) {
    bool known = !count || self->held.len == KNOWN_MAX;
    for (size_t i = 0; i < self->held.len && !known; i++)
        known = poly_equal(self->held.at[i], count);
    if (!known) vec_push(self->atoms.arena, &self->held, count);
}

/* p is one factor of the product, and the others are 1 or more. */
static bool is_factor(Index *x, const Poly *product, const Poly *p) {
    const Term *t = product->n == 1 ? &product->terms[0] : NULL;
    bool found = false;
    if (!t || t->coef < 1 || p->n != 1 || p->terms[0].n != 1 || p->terms[0].coef != 1) return false;
    for (uint32_t i = 0; i < t->n; i++) {
        if (t->atoms[i] == p->terms[0].atoms[0] && !found) {
            found = true;
            continue;
        }
        const Poly *factor = poly_atom(x->atoms.arena, t->atoms[i]);
        if (!nonneg(x, minus(x, factor, number(x, 1)))) return false;
    }
    return found;
}

static bool is_held(Index *x, const Poly *p) {
    for (size_t i = 0; p && i < x->held.len; i++) {
        if (at_least(x, x->held.at[i], p) || is_factor(x, x->held.at[i], p)) return true;
    }
    return false;
}

/* What a term is at most. */
static bool term_most(Index *x, const Term *t, int64_t *most) {
    *most = t->coef;
    if (t->n == 0) return true;
    const Poly *product = number(x, 1);
    for (uint32_t i = 0; i < t->n; i++)
        product = poly_mul(x->atoms.arena, product, poly_atom(x->atoms.arena, t->atoms[i]));
    if (t->coef < 0) return *most = 0, nonneg(x, product);
    int64_t factor = held_max;
    if (!is_held(x, product)) {
        if (t->n > 1) return false;
        factor = INT64_MAX;
    }
    return mul_i64(t->coef, factor, most);
}

bool index_fits_above(Index *self, const Poly *p) {
    int64_t sum, most;
    if (is_exact(self, p)) return true;
    p = poly_upper(&self->atoms, p, self->n_sizes);
    if (!p || poly_is_const(p, &sum)) return p;
    const bool has_const = p->terms[0].n == 0;
    sum = has_const ? p->terms[0].coef : 0;
    const Poly *rest = minus(self, p, number(self, sum));
    if (sum <= 0 && is_exact(self, rest)) return true;
    if (is_held(self, rest)) return add_i64(sum, held_max, &sum);
    for (uint32_t i = has_const; i < p->n; i++) {
        if (!term_most(self, &p->terms[i], &most) || !add_i64(sum, most, &sum)) return false;
    }
    return true;
}

bool index_fits_below(Index *self, const Poly *p) {
    return is_exact(self, p) || index_fits_above(self, minus(self, number(self, 0), p));
}

bool index_fits(Index *self, const Poly *p) {
    return index_fits_below(self, p) && index_fits_above(self, p);
}

static const Poly *opaque(Index *x, const Poly *lo, const Poly *hi) {
    return poly_atom(x->atoms.arena, add_atom(x, (Atom){.kind = LOOP_VAR, .lo = lo, .hi = hi}));
}

/* a + c, the constant c the least for which it is seen to be at least b; NULL when there is
 * none. */
static const Poly *raised(Index *x, const Poly *a, const Poly *b) {
    int64_t least;
    if (!poly_is_const(poly_lower(&x->atoms, minus(x, a, b), 0), &least)) return NULL;
    return least < 0 ? minus(x, a, number(x, least)) : a;
}

enum { LOOK_BACK = 64 }; /* for an atom of the same operands */

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
    q->of = q->a;
    q->by = c;
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

/* The operand of what does not bear wrapping: any int64, if it may have wrapped. */
static const Poly *unwrapped(Index *x, const Poly *p) {
    return index_fits(x, p) ? p : opaque(x, NULL, NULL);
}

static const Poly *combined(Index *x, LoopExprKind kind, const Poly *of_a, const Poly *of_b);

/* A remainder by what it is a remainder of, and their quotient. */
static void relate(Index *x, Atom *r, const Poly *of_a, const Poly *of_b) {
    const Poly *quotient = combined(x, LOOP_FLOORDIV, of_a, of_b);
    const Atom *q = &x->atoms.atoms.at[quotient->terms[0].atoms[0]];
    if (!q->of) return;
    r->of = q->of;
    r->by = q->by;
    r->quotient = 1 + quotient->terms[0].atoms[0];
}

static const Poly *combined(Index *x, LoopExprKind kind, const Poly *of_a, const Poly *of_b) {
    int64_t c;
    if (poly_is_const(of_b, &c) && c == 1) { /* as of a dim of extent 1 */
        if (kind == LOOP_FLOORDIV || kind == LOOP_TRUNCDIV) return of_a;
        if (kind == LOOP_FLOORMOD || kind == LOOP_TRUNCMOD) return number(x, 0);
    }
    const Poly *a = unwrapped(x, of_a), *b = unwrapped(x, of_b);
    if (kind == LOOP_MIN || kind == LOOP_MAX) {
        if (at_least(x, a, b)) return kind == LOOP_MIN ? b : a;
        if (at_least(x, b, a)) return kind == LOOP_MIN ? a : b;
    }
    size_t n = x->atoms.atoms.len;
    for (size_t i = n; i-- > 0 && n - i <= LOOK_BACK;) {
        const Atom *old = &x->atoms.atoms.at[i];
        if (old->kind == kind && poly_equal(old->a, of_a) && poly_equal(old->b, of_b))
            return poly_atom(x->atoms.arena, (uint32_t)i);
    }
    Atom made = {.a = a, .b = b};
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
    if (kind == LOOP_FLOORMOD && poly_is_const(b, &c) && c > 1) relate(x, &made, of_a, of_b);
    made.kind = kind;
    made.a = of_a;
    made.b = of_b;
    return poly_atom(x->atoms.arena, add_atom(x, made));
}

const Poly *index_quotient(Index *self, const Poly *a, const Poly *b) {
    return combined(self, LOOP_FLOORDIV, a, b);
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
    if (e->kind == LOOP_RAMP) {
        const Poly *lane = opaque(self, number(self, 0), number(self, (int64_t)e->lanes - 1));
        lane = poly_mul(self->atoms.arena, lane, number(self, e->i));
        return poly_add(self->atoms.arena, index_poly(self, e->args[0]), lane, 1);
    }
    const Poly *a = NULL, *b = NULL;
    if (loop_expr_is_op(e->kind) && e->args[e->n - 1]->dtype == DTYPE_INT64) {
        a = index_poly(self, e->args[e->n == 3 ? 1 : 0]);
        b = e->n > 1 ? index_poly(self, e->args[e->n - 1]) : NULL;
    }
    switch (e->kind) {
    case LOOP_ADD: return note_exact(self, poly_add(self->atoms.arena, a, b, 1));
    case LOOP_SUB: return note_exact(self, minus(self, a, b));
    case LOOP_MUL: return note_exact(self, poly_mul(self->atoms.arena, a, b));
    case LOOP_NEG: return minus(self, number(self, 0), a);
    case LOOP_FLOORDIV:
    case LOOP_TRUNCDIV:
    case LOOP_FLOORMOD:
    case LOOP_TRUNCMOD:
    case LOOP_MIN:
    case LOOP_MAX: return combined(self, e->kind, a, b);
    case LOOP_SELECT:
        if (poly_equal(a, b)) return a;
        a = unwrapped(self, a);
        b = unwrapped(self, b);
        return opaque(self, below(self, lower(self, a), lower(self, b)),
                      above(self, upper(self, a), upper(self, b)));
    default: return opaque(self, NULL, NULL);
    }
}

const Poly *index_let(Index *self, const LoopExpr *e) {
    enum { ROOM = 4 }; /* for what an index adds to it */
    const Poly *p = index_poly(self, e);
    return p && p->n + ROOM <= POLY_TERMS_MAX ? p : opaque(self, NULL, NULL);
}

const Poly *index_extent(Index *self, const LoopExpr *e) {
    self->of_extent = true;
    const Poly *p = index_poly(self, e);
    self->of_extent = false;
    return p;
}
