/* SPDX-License-Identifier: Apache-2.0 */
/* Index arithmetic as polynomials. */
#ifndef TENON_LOOP_VERIFY_INDEX_H
#define TENON_LOOP_VERIFY_INDEX_H

#include "loop/poly.h"

typedef struct {
    Atoms atoms; /* the sizes first */
    uint32_t n_sizes;
    const Poly **vars; /* by variable id */
} Index;

enum { INDEX_FUEL = 20000 }; /* of one question */

void index_init(Index *self, Arena *arena, const LoopFn *fn);
/* An int64 expression; NULL when it is too large. */
const Poly *index_poly(Index *self, const LoopExpr *e);
/* A variable from 0 to extent - 1; its atom. */
uint32_t index_range(Index *self, const LoopVar *v, const Poly *extent);
/* Atoms from `first` on are not found again: what was assumed for their bounds holds no more. */
void index_forget(Index *self, uint32_t first);

#endif
