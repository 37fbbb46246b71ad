/* SPDX-License-Identifier: Apache-2.0 */
/* Polynomials over atoms, for the verifier: index arithmetic as sums of products.
 *
 * An atom is a size, a loop variable, or a value that is not taken apart (a load, a division). Each
 * has bounds that are polynomials over atoms with smaller numbers, so a polynomial's bound is found
 * by putting in the bounds of its atoms from the largest number down:
 *
 *     i*n + j   with 0 <= i <= m - 1, 0 <= j <= n - 1, is at most   (m - 1)*n + n - 1  =  m*n - 1
 *
 * NULL is a polynomial that is not known: too large, an overflow, or no such bound. Everything
 * lives in the scratch arena of the verifier. */
#ifndef TENON_LOOP_POLY_H
#define TENON_LOOP_POLY_H

#include "base/vec.h"
#include "loop/loop.h"

enum { POLY_DEGREE_MAX = 4, POLY_TERMS_MAX = 24 };

typedef struct {
    int64_t coef;                    /* not 0 */
    uint32_t n;                      /* atoms */
    uint32_t atoms[POLY_DEGREE_MAX]; /* ascending */
} Term;

typedef struct {
    uint32_t n;
    Term terms[]; /* in the order of their atoms */
} Poly;

typedef struct {
    const Poly *lo, *hi; /* NULL: none */
    bool nonneg;         /* proved */
    /* The atom is floor(of / by): of - (by - 1) <= by*atom <= of. NULL: it is not known to be. */
    const Poly *of;
    int64_t by;
    uint32_t quotient; /* 1 + an earlier atom, floor(of / by): this is of - by*that; 0: it is not */
    /* What the atom stands for, so that equal values are one atom; LOOP_VAR: itself alone */
    LoopExprKind kind;
    const Poly *a, *b;
} Atom;

typedef struct {
    Arena *arena;
    VEC(Atom) atoms;
    uint32_t fuel;        /* substitutions left to a question; set by who asks */
    uint32_t n_quotients; /* atoms of which `of` is known */
} Atoms;

const Poly *poly_const(Arena *arena, int64_t v);
const Poly *poly_atom(Arena *arena, uint32_t atom);
const Poly *poly_add(Arena *arena, const Poly *a, const Poly *b, int64_t scale); /* a + scale*b */
const Poly *poly_mul(Arena *arena, const Poly *a, const Poly *b);
bool poly_equal(const Poly *a, const Poly *b); /* false when one is NULL */
bool poly_is_const(const Poly *p, int64_t *out);

/* p = slope*atom + rest; false when the atom occurs in a higher power. */
bool poly_split(Arena *arena, const Poly *p, uint32_t atom, const Poly **slope, const Poly **rest);

/* A lower bound of p in which no atom from `first` on occurs; NULL when there is none. With first 0
 * it is a constant. */
const Poly *poly_lower(Atoms *atoms, const Poly *p, uint32_t first);
const Poly *poly_upper(Atoms *atoms, const Poly *p, uint32_t first);
/* p >= 0, proved. */
bool poly_nonneg(Atoms *atoms, const Poly *p);

#endif
