/* SPDX-License-Identifier: Apache-2.0 */
/* The order in which the sorting operators (sort, argsort, topk, unique) put things, and their
 * sort. */
#ifndef TENON_OPS_ORDER_H
#define TENON_OPS_ORDER_H

#include "ops/lower.h"

/* Whether y stands before x in the order; NaN stands behind all else, and NaN and NaN are equal. */
const LoopExpr *order_before(OpLower *low, const LoopExpr *y, const LoopExpr *x, bool descending);

/* Whether item `b` stands before item `a` (positions), as a bool. It may append statements. */
typedef const LoopExpr *(*OrderFn)(OpLower *low, void *user, const LoopExpr *a, const LoopExpr *b);

/* A local buffer with the positions 0 .. n - 1 in the order: a stable merge sort. */
const LoopBuffer *order_positions(OpLower *low, const LoopExpr *n, OrderFn before, void *user);

static inline const LoopExpr *order_let(OpLower *low, const char *name, const LoopExpr *e) {
    return loop_var(low->b, loop_let(low->b, name, e));
}

#endif
