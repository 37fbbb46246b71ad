/* SPDX-License-Identifier: Apache-2.0 */
/* One budget for all that expands: rules, readers, unrolling, decompositions, inlining, gradients.
 *
 * A call may make limits.growth bindings and operands for each that its module had when it began (a
 * reader: for each that its input has, as it counts them), and CTX_GROWTH_FREE more. ir.c draws on
 * it where they are made, so nothing that expands can go by it; what grew is named by the context's
 * work (ctx_work_begin). An edit that is taken back gives back what it drew. */
#ifndef TENON_IR_GROWTH_H
#define TENON_IR_GROWTH_H

#include "ir/ir.h"

/* The budget begins anew, in proportion to what the module holds now. Linear in that. */
void ir_growth_begin(IrModule *m);
/* So much more is input: of a module that is made of something else. */
void ir_growth_input(IrModule *m, size_t n);
/* The module holds what a run makes: in proportion to the steps of that. */
void ir_growth_unbounded(IrModule *m);

void ir_growth_next_call(IrModule *m);
NORETURN void ir_growth_exceeded(IrModule *m);

/* Throws STATUS_LIMIT after a report when the budget is spent. */
static inline void ir_grow(IrModule *m, size_t n) {
    if (UNLIKELY(m->growth.call != m->ctx->call)) ir_growth_next_call(m);
    m->growth.made += n;
    if (UNLIKELY(m->growth.made > m->growth.most)) ir_growth_exceeded(m);
}

#endif
