/* SPDX-License-Identifier: Apache-2.0 */
/* Conditions that hold for a range of lanes. */
#include "schedule/parts.h"

const LoopExpr *sched_both(Sched *s, const LoopExpr *x, const LoopExpr *y) {
    return x ? loop_op2(&s->b, LOOP_AND, x, y) : y;
}

/* The first lane for which the bound holds, or no longer holds. */
static const LoopExpr *lane_of(Sched *s, const LoopExpr *bound, bool *is_upper) {
    LoopBuilder *b = &s->b;
    const LoopVar *lane = s->nest->lane->var;
    int64_t by = 0;
    const bool right = sched_varies(s, bound->args[1], lane);
    sched_step(s, bound->args[right], lane, &by);
    const LoopExpr *first = sched_copy(s, bound->args[right]),
                   *limit = sched_copy(s, bound->args[!right]);
    *is_upper = !right;
    /* a < p is a + 1 <= p; p <= a is p < a + 1 */
    if (right == (bound->kind == LOOP_LT)) limit = loop_op2(b, LOOP_ADD, limit, sched_index(s, 1));
    if (by == 1) return loop_op2(b, LOOP_SUB, limit, first);
    const LoopExpr *over = loop_op2(b, LOOP_SUB, first, limit);
    return loop_op1(b, LOOP_NEG, loop_op2(b, LOOP_FLOORDIV, over, sched_index(s, by)));
}

SRange sched_range(Sched *s, const SGuard *g) {
    SRange r = {NULL, NULL};
    for (uint32_t i = 0; i < g->n_bounds; i++) {
        bool upper;
        const LoopExpr *at = lane_of(s, g->bounds[i], &upper), **limit = upper ? &r.to : &r.from;
        *limit = *limit ? loop_op2(&s->b, upper ? LOOP_MIN : LOOP_MAX, *limit, at) : at;
    }
    if (r.from) r.from = loop_var(&s->b, loop_let(&s->b, "lo", r.from));
    if (r.to) r.to = loop_var(&s->b, loop_let(&s->b, "hi", r.to));
    return r;
}

const LoopExpr *sched_range_is_all(Sched *s, const SRange *r) {
    const LoopExpr *all = NULL;
    if (r->from) all = loop_op2(&s->b, LOOP_LE, r->from, sched_index(s, 0));
    if (r->to)
        all = sched_both(s, all, loop_op2(&s->b, LOOP_LE, sched_index(s, s->nest->width), r->to));
    return all;
}

const LoopExpr *sched_range_mask(Sched *s, const SRange *r) {
    const uint32_t width = s->nest->width;
    return loop_lane_mask(&s->b, r->from ? r->from : sched_index(s, 0),
                          r->to ? r->to : sched_index(s, width), width);
}
