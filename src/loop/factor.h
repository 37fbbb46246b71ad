/* SPDX-License-Identifier: Apache-2.0 */
/* How a loop function can be divided among ranks, read off its loops.
 *
 * A factor is a set of loop variables and of dims that these index: all that must be cut at the
 * same places. It is sound only where every access to such a dim is by one of its variables alone,
 * where the variables are used for nothing but such indices, and where their loops run over the
 * whole dim. Then each rank may run the loops over its part:
 *
 *   PARALLEL  an iteration writes what is its own: outputs are cut where inputs are, and an output
 *             without the factor is the same on all ranks
 *   REDUCED   iterations add to (or take the maximum, the minimum with) accumulators that begin
 *             with the operation's identity, and all outputs are proved linear and homogeneous in
 *             these (of a maximum: they are these); each rank has a partial result, and
 *             the whole is their sum (maximum, minimum)
 *   NONE      neither was proved; `why` says what stands against it
 *
 *     for i in T.parallel(n):              i: x0's dim 0, y0's dim 0      PARALLEL
 *         for i1 in T.parallel(4):         i1: x1's dim 1, y0's dim 1     PARALLEL
 *             acc[()] = 0.0
 *             for i2 in range(8):          i2: x0's dim 1, x1's dim 0     REDUCED by +
 *                 acc[()] = acc[()] + x0[i, i2] * x1[i2, i1]
 *             y0[i, i1] = acc[()]
 *
 * What a function says of one extent it need not say of another (a mean divides by its extent), so
 * who divides it asks loop_factor_scales about the function that the parts have. Linear in the
 * function's text for each factor. */
#ifndef TENON_LOOP_FACTOR_H
#define TENON_LOOP_FACTOR_H

#include "loop/loop.h"

typedef enum { LOOP_FACTOR_NONE, LOOP_FACTOR_PARALLEL, LOOP_FACTOR_REDUCED } LoopFactorKind;

enum { LOOP_NO_FACTOR = UINT32_MAX };

typedef struct {
    LoopFactorKind kind;
    LoopFactorKind slides; /* NONE as a value or an index depends on the place in it: what it would
                              be but for that (loop/window.h) */
    LoopExprKind op;       /* REDUCED: LOOP_ADD, LOOP_MAX or LOOP_MIN */
    const char *why;       /* NONE */
} LoopFactor;

typedef struct {
    Ctx *ctx;
    const LoopFn *fn;
    uint32_t n;
    LoopFactor *factors;
    uint32_t *const *of_dim; /* by parameter and dim; LOOP_NO_FACTOR: no loop indexes it */
    uint32_t *of_var;        /* by variable id */
} LoopFactors;

/* The function must be well-formed (loop_verify). In `arena`. Throws STATUS_MEMORY. */
const LoopFactors *loop_factors(Ctx *ctx, Arena *arena, const LoopFn *fn);

/* Is `part` the same function but for the extents of that factor's loops and dims? */
bool loop_factor_scales(const LoopFactors *self, uint32_t factor, const LoopFn *part);

/* Are all outputs linear and homogeneous in these inputs together (one bool for each input, at
 * least one of them true)? Then the sum of outputs is the output of the sums. Proved: false where
 * it is not known. A cast to a dtype that holds less is not linear. */
bool loop_is_linear(Ctx *ctx, const LoopFn *fn, const bool *inputs);

#endif
