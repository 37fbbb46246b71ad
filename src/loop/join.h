/* SPDX-License-Identifier: Apache-2.0 */
/* Dims that all accesses go through together, as one: of elements fewer loops and longer vectors,
 * and what was a sum over several dims is one along memory. Rows of sums stay apart. Dims of extent
 * 1 behind all others are left out, so that what lies together is the last dim.
 *
 *     for i in T.parallel(64):                           for i in T.parallel(448):
 *         for j in T.parallel(7):               ->           y[i] = x[i] * T.float32(2)
 *             y[i, j] = x[i, j] * T.float32(2) */
#ifndef TENON_LOOP_JOIN_H
#define TENON_LOOP_JOIN_H

#include "loop/loop.h"

/* The same function of the same memory, in the arena: of its buffers some have fewer dims, whose
 * extents are products; its sizes are the same, as scalar parameters where a product has symbols.
 * The order of operations stays. The function itself where nothing is to be joined. Requires that
 * it is well-formed and all its accesses are proved to be in bounds, as those of what is made are.
 * Recursion is over nested loops and expressions; time is linear in the function, times the depth
 * of its loops. Throws STATUS_MEMORY, STATUS_CANCELLED. */
const LoopFn *loop_join_dims(const LoopFn *fn, Arena *arena);

#endif
