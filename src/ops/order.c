/* SPDX-License-Identifier: Apache-2.0 */
#include "ops/order.h"

const LoopExpr *order_before(OpLower *low, const LoopExpr *y, const LoopExpr *x, bool descending) {
    const LoopExpr *less = descending ? l_lt(low, x, y) : l_lt(low, y, x);
    if (!dtype_is_float(x->dtype)) return less;
    const LoopExpr *nan =
        l_and(low, l_op1(low, LOOP_ISNAN, x), l_not(low, l_op1(low, LOOP_ISNAN, y)));
    return l_or(low, less, nan);
}

/* From the bottom up: runs of `width` are merged pair by pair into a second buffer and copied back.
 * Of equal items the left run's comes first. */
const LoopBuffer *order_positions(OpLower *low, const LoopExpr *n, OrderFn before, void *user) {
    const LoopExpr *one = l_index(low, 1), *last = l_sub(low, n, one);
    const LoopBuffer *order = loop_local(low->b, "order", DTYPE_INT64, &n, 1);
    const LoopBuffer *merged = loop_local(low->b, "merged", DTYPE_INT64, &n, 1);
    const LoopExpr *i = lower_for(low, n, LOOP_SERIAL);
    lower_store(low, order, &i, i);
    loop_end(low->b);
    const LoopBuffer *width = loop_scalar(low->b, "width", one);
    loop_begin_while(low->b, l_lt(low, loop_get(low->b, width), n));
    const LoopExpr *w = order_let(low, "w", loop_get(low->b, width)),
                   *pair = l_mul(low, w, l_index(low, 2));
    const LoopExpr *pairs = l_op2(low, LOOP_FLOORDIV, l_add(low, last, pair), pair);
    const LoopExpr *start =
        order_let(low, "start", l_mul(low, lower_for(low, pairs, LOOP_SERIAL), pair));
    const LoopExpr *middle =
        order_let(low, "middle", l_op2(low, LOOP_MIN, l_add(low, start, w), n));
    const LoopExpr *end = order_let(low, "end", l_op2(low, LOOP_MIN, l_add(low, start, pair), n));
    const LoopBuffer *left = loop_scalar(low->b, "left", start),
                     *right = loop_scalar(low->b, "right", middle);
    const LoopExpr *p = loop_get(low->b, left), *q = loop_get(low->b, right);
    const LoopExpr *to = l_add(low, start, lower_for(low, l_sub(low, end, start), LOOP_SERIAL));
    /* An exhausted run is read at its last element or beyond, and not taken. */
    const LoopExpr *a = l_op2(low, LOOP_MIN, p, last), *b = l_op2(low, LOOP_MIN, q, last);
    a = order_let(low, "a", lower_load(low, order, &a));
    b = order_let(low, "b", lower_load(low, order, &b));
    const LoopExpr *right_first = l_and(low, l_lt(low, q, end), before(low, user, a, b));
    const LoopExpr *take =
        order_let(low, "take_left", l_and(low, l_lt(low, p, middle), l_not(low, right_first)));
    lower_store(low, merged, &to, l_select(low, take, a, b));
    const LoopExpr *step = l_cast(low, DTYPE_INT64, take);
    loop_set(low->b, left, l_add(low, p, step));
    loop_set(low->b, right, l_add(low, q, l_sub(low, one, step)));
    lower_close(low, 2);
    i = lower_for(low, n, LOOP_SERIAL);
    lower_store(low, order, &i, lower_load(low, merged, &i));
    loop_end(low->b);
    loop_set(low->b, width, pair);
    loop_end(low->b);
    return order;
}
