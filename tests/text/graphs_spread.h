/* SPDX-License-Identifier: Apache-2.0 */
/* What a module computes, and how far rounding may move it.
 *
 * Monte Carlo arithmetic (Parker 1997): besides the run by the evaluator as it is there are some in
 * which each input and each result of loops that may be rounded is moved by some units in its last
 * place, by chance. How far an output's element moves in these is its spread: 0 where all is exact,
 * large where it is ill-conditioned, infinite where a comparison, a cast or an index hangs on
 * rounding. A value on a coarse grid (a multiple of 2**-8 of float32) counts as exact, and so does
 * one that an operand has; but not to who puts formulas in the place of others (a batch norm goes
 * into weights), as these round where the module does not. So there are two spreads; for the second
 * one all values are moved. */
#ifndef TENON_TESTS_GRAPHS_SPREAD_H
#define TENON_TESTS_GRAPHS_SPREAD_H

#include "run_values.h"

typedef struct {
    double **by; /* of each output, by element */
    bool open;   /* extents, or whether it fails, hang on rounding: nothing can be compared */
} Spread;

typedef struct {
    const Value *result; /* NULL: it fails in the run */
    Tensors outputs;
    Spread kept, rewritten; /* with the module's formulas, and with others */
} Reference;

typedef struct {
    size_t exact, near,
        open; /* elements by the spread with the module's formulas: 0, finite, infinite */
    size_t nans;
} SpreadCounts;

/* All in the arena and the list. May throw. */
void reference_run(Reference *self, IrFunction *fn, Value *const *args, uint32_t n, uint64_t seed,
                   ValueList *list, Arena *arena);
void reference_count(const Reference *self, SpreadCounts *counts);
/* NULL: they are the same but for rounding, of which `spread`, one of the reference's, tells; else
 * what differs, in the arena. floor: floats may differ by that part of their tensor's largest
 * element in any case; 0: machine code alone, whose sums are in another order and whose functions
 * are within some units in the last place, has one. */
const char *reference_differs(const Reference *self, const Spread *spread, const Tensors *have,
                              double floor, Arena *arena);

#endif
