/* SPDX-License-Identifier: Apache-2.0 */
/* Elementwise functions without their shapes: what works on each element of tensors that lie
 * alike is one loop over their number, so that all extents have one code.
 *
 *     for i in T.parallel(384):                          n = T.int64()
 *         for j in T.parallel(128):               ->     for i in T.parallel(n):
 *             y[i, j] = x[i, j] * s[0]                       y[i] = x[i] * s[()] */
#ifndef TENON_LOOP_FLAT_H
#define TENON_LOOP_FLAT_H

#include "loop/loop.h"

/* The same function of the same memory: buffers of *n elements have the one dim of its only size,
 * those of one element have none. The order of operations on an element stays. NULL: it is not
 * elementwise, an extent is a symbol, or there is one element. Requires that fn is well-formed and
 * all its accesses are proved to be in bounds; recursion is over nested loops and expressions. */
LoopFn *loop_flat(const LoopFn *fn, Arena *arena, int64_t *n);

#endif
