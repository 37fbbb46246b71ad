/* SPDX-License-Identifier: Apache-2.0 */
/* Polynomials: terms in order, checked arithmetic, bounds by elimination of atoms. */
#include "loop/poly.h"

static int compare_atoms(const Term *a, const Term *b) {
    for (uint32_t i = 0; i < a->n && i < b->n; i++) {
        if (a->atoms[i] != b->atoms[i]) return a->atoms[i] < b->atoms[i] ? -1 : 1;
    }
    return a->n == b->n ? 0 : a->n < b->n ? -1 : 1;
}

/* Room for one term more than may stay, to see that there are too many. */
typedef struct {
    uint32_t n;
    Term terms[POLY_TERMS_MAX + 1];
} Sum;

/* False when the sum becomes too large. */
static bool add_term(Sum *s, const Term *t) {
    uint32_t i = 0;
    while (i < s->n && compare_atoms(&s->terms[i], t) < 0) i++;
    if (i < s->n && compare_atoms(&s->terms[i], t) == 0) {
        if (!add_i64(s->terms[i].coef, t->coef, &s->terms[i].coef)) return false;
        if (s->terms[i].coef) return true;
        memmove(&s->terms[i], &s->terms[i + 1], (--s->n - i) * sizeof(Term));
        return true;
    }
    if (t->coef == 0) return true;
    memmove(&s->terms[i + 1], &s->terms[i], (s->n++ - i) * sizeof(Term));
    s->terms[i] = *t;
    return s->n <= POLY_TERMS_MAX;
}

static const Poly *finish(Arena *arena, const Sum *s) {
    Poly *p = arena_alloc(arena, sizeof(Poly) + s->n * sizeof(Term));
    p->n = s->n;
    if (s->n) memcpy(p->terms, s->terms, s->n * sizeof(Term));
    return p;
}

const Poly *poly_const(Arena *arena, int64_t v) {
    Sum s = {.n = 0};
    add_term(&s, &(Term){.coef = v});
    return finish(arena, &s);
}

const Poly *poly_atom(Arena *arena, uint32_t atom) {
    Sum s = {.n = 0};
    add_term(&s, &(Term){.coef = 1, .n = 1, .atoms = {atom}});
    return finish(arena, &s);
}

const Poly *poly_add(Arena *arena, const Poly *a, const Poly *b, int64_t scale) {
    if (!a || !b) return NULL;
    Sum s = {.n = a->n};
    memcpy(s.terms, a->terms, a->n * sizeof(Term));
    for (uint32_t i = 0; i < b->n; i++) {
        Term t = b->terms[i];
        if (!mul_i64(t.coef, scale, &t.coef) || !add_term(&s, &t)) return NULL;
    }
    return finish(arena, &s);
}

static bool mul_terms(const Term *a, const Term *b, Term *out) {
    *out = (Term){.n = a->n + b->n};
    if (out->n > POLY_DEGREE_MAX || !mul_i64(a->coef, b->coef, &out->coef)) return false;
    for (uint32_t i = 0, j = 0; i + j < out->n;) {
        bool first = j == b->n || (i < a->n && a->atoms[i] <= b->atoms[j]);
        out->atoms[i + j] = first ? a->atoms[i] : b->atoms[j];
        i += first;
        j += !first;
    }
    return true;
}

const Poly *poly_mul(Arena *arena, const Poly *a, const Poly *b) {
    if (!a || !b) return NULL;
    Sum s = {.n = 0};
    for (uint32_t i = 0; i < a->n; i++) {
        for (uint32_t j = 0; j < b->n; j++) {
            Term t;
            if (!mul_terms(&a->terms[i], &b->terms[j], &t) || !add_term(&s, &t)) return NULL;
        }
    }
    return finish(arena, &s);
}

bool poly_equal(const Poly *a, const Poly *b) {
    if (!a || !b || a->n != b->n) return false;
    for (uint32_t i = 0; i < a->n; i++) {
        if (a->terms[i].coef != b->terms[i].coef || compare_atoms(&a->terms[i], &b->terms[i]) != 0)
            return false;
    }
    return true;
}

bool poly_is_const(const Poly *p, int64_t *out) {
    if (!p || p->n > 1 || (p->n && p->terms[0].n)) return false;
    *out = p->n ? p->terms[0].coef : 0;
    return true;
}

static uint32_t power_of(const Term *t, uint32_t atom) {
    uint32_t k = 0;
    for (uint32_t i = 0; i < t->n; i++) k += t->atoms[i] == atom;
    return k;
}

/* The term without one factor. */
static Term without(const Term *t, uint32_t atom) {
    Term out = {.coef = t->coef};
    bool dropped = false;
    for (uint32_t i = 0; i < t->n; i++) {
        if (t->atoms[i] == atom && !dropped) {
            dropped = true;
        } else {
            out.atoms[out.n++] = t->atoms[i];
        }
    }
    return out;
}

bool poly_split(Arena *arena, const Poly *p, uint32_t atom, const Poly **slope, const Poly **rest) {
    Sum with = {.n = 0}, others = {.n = 0};
    for (uint32_t i = 0; i < p->n; i++) {
        uint32_t k = power_of(&p->terms[i], atom);
        Term t = k ? without(&p->terms[i], atom) : p->terms[i];
        if (k > 1 || !add_term(k ? &with : &others, &t)) return false;
    }
    *slope = finish(arena, &with);
    *rest = finish(arena, &others);
    return true;
}

/* --- Bounds --- */

/* +1: p grows with the atom or stays, -1: it falls or stays, 0: not known. */
static int direction(Atoms *atoms, const Poly *p, uint32_t atom) {
    bool up = true, down = true;
    uint32_t highest = 0;
    for (uint32_t i = 0; i < p->n; i++) {
        const Term *t = &p->terms[i];
        uint32_t k = power_of(t, atom);
        if (k > highest) highest = k;
        bool others = k < 2 || atoms->atoms.at[atom].nonneg;
        for (uint32_t j = 0; j < t->n; j++)
            others &= t->atoms[j] == atom || atoms->atoms.at[t->atoms[j]].nonneg;
        if (k == 0) continue;
        up &= others && t->coef > 0;
        down &= others && t->coef < 0;
    }
    if (up) return 1;
    if (down) return -1;
    const Poly *slope, *rest;
    if (highest > 1 || !poly_split(atoms->arena, p, atom, &slope, &rest)) return 0;
    if (poly_nonneg(atoms, slope)) return 1;
    return poly_nonneg(atoms, poly_mul(atoms->arena, slope, poly_const(atoms->arena, -1))) ? -1 : 0;
}

static const Poly *substitute(Arena *arena, const Poly *p, uint32_t atom, const Poly *value) {
    const Poly *sum = poly_const(arena, 0);
    for (uint32_t i = 0; i < p->n; i++) {
        Term t = p->terms[i];
        const Poly *factor = poly_const(arena, 1);
        while (power_of(&t, atom)) {
            t = without(&t, atom);
            factor = poly_mul(arena, factor, value);
        }
        Sum s = {.n = 0};
        add_term(&s, &t);
        sum = poly_add(arena, sum, poly_mul(arena, finish(arena, &s), factor), 1);
    }
    return sum;
}

/* p, in which the atom has a multiple of `by` before it, by what it is a quotient of: no more than
 * p. NULL: it is none, or has a bound of its own. */
static const Poly *by_quotient(Arena *arena, const Poly *p, uint32_t top, const Atom *a) {
    const Poly *slope, *rest;
    int64_t times, down;
    if (!a->of || a->quotient || !poly_split(arena, p, top, &slope, &rest) ||
        !poly_is_const(slope, &times) || times % a->by || (times > 0 && a->lo) ||
        !mul_i64(times / a->by, 1 - a->by, &down))
        return NULL;
    rest = poly_add(arena, rest, a->of, times / a->by);
    return times > 0 ? poly_add(arena, rest, poly_const(arena, down), 1) : rest;
}

static const Poly *remainder_of(Arena *arena, const Atom *a) {
    const Poly *q = poly_atom(arena, a->quotient - 1);
    return poly_add(arena, a->of, poly_mul(arena, q, poly_const(arena, a->by)), -1);
}

static const Poly *lower_bound(Atoms *atoms, const Poly *p, uint32_t first, bool by_quotients) {
    while (p) {
        uint32_t top = 0;
        bool found = false;
        for (uint32_t i = 0; i < p->n; i++) {
            const Term *t = &p->terms[i];
            if (t->n && t->atoms[t->n - 1] >= first && (!found || t->atoms[t->n - 1] > top)) {
                found = true;
                top = t->atoms[t->n - 1];
            }
        }
        if (!found) return p;
        const Atom *a = &atoms->atoms.at[top];
        const Poly *whole = by_quotients ? by_quotient(atoms->arena, p, top, a) : NULL;
        if (by_quotients && a->quotient)
            whole = substitute(atoms->arena, p, top, remainder_of(atoms->arena, a));
        if (whole && atoms->fuel) {
            atoms->fuel--;
            p = whole;
            continue;
        }
        int d = direction(atoms, p, top);
        const Poly *bound = d > 0 ? a->lo : d < 0 ? a->hi : NULL;
        bool go_on = bound && atoms->fuel;
        if (go_on) atoms->fuel--;
        p = go_on ? substitute(atoms->arena, p, top, bound) : NULL;
    }
    return NULL;
}

const Poly *poly_lower(Atoms *atoms, const Poly *p, uint32_t first) {
    return lower_bound(atoms, p, first, false);
}

const Poly *poly_upper(Atoms *atoms, const Poly *p, uint32_t first) {
    const Poly *minus = poly_const(atoms->arena, -1);
    return poly_mul(atoms->arena, poly_lower(atoms, poly_mul(atoms->arena, p, minus), first),
                    minus);
}

bool poly_nonneg(Atoms *atoms, const Poly *p) {
    int64_t v;
    if (poly_is_const(lower_bound(atoms, p, 0, false), &v) && v >= 0) return true;
    return atoms->n_quotients && poly_is_const(lower_bound(atoms, p, 0, true), &v) && v >= 0;
}
