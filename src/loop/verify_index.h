/* SPDX-License-Identifier: Apache-2.0 */
/* Index arithmetic as polynomials. */
#ifndef TENON_LOOP_VERIFY_INDEX_H
#define TENON_LOOP_VERIFY_INDEX_H

#include "loop/poly.h"

typedef struct {
    Atoms atoms; /* the sizes first */
    uint32_t n_sizes;
    const Poly **vars; /* by variable id */
    /* what is asked for is an extent: all sums and products in it are exact in a run */
    bool of_extent;
    VEC(const Poly *) exact; /* these: values in int64 */
    VEC(const Poly *) held;  /* how many elements a parameter has */
} Index;

enum { INDEX_FUEL = 20000 }; /* of one question */

void index_init(Index *self, Arena *arena, const LoopFn *fn);
/* An int64 expression; NULL when it is too large. */
const Poly *index_poly(Index *self, const LoopExpr *e);
/* The same for the value of a variable: one that is too large is an atom, which stands for it. */
const Poly *index_let(Index *self, const LoopExpr *e);
/* a // b, where neither wraps. */
const Poly *index_quotient(Index *self, const Poly *a, const Poly *b);
/* A variable from 0 to extent - 1; its atom. */
uint32_t index_range(Index *self, const LoopVar *v, const Poly *extent);
/* An extent of a buffer. A run begins with a check that nothing in it overflows. */
const Poly *index_extent(Index *self, const LoopExpr *e);
/* A parameter has so many elements. They are in memory, so there are at most 2**56. */
void index_hold(Index *self, const Poly *count);
/* Does the value lie in int64, so that the wrapped one is the same? */
bool index_fits(Index *self, const Poly *p);
bool index_fits_below(Index *self, const Poly *p); /* p >= INT64_MIN */
bool index_fits_above(Index *self, const Poly *p);
/* Atoms from `first` on are not found again: what was assumed for their bounds holds no more. */
void index_forget(Index *self, uint32_t first);

#endif
