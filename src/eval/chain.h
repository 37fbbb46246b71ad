/* SPDX-License-Identifier: Apache-2.0 */
/* The value of an operand that pure calls compute from constants, while its function is still being
 * built.
 *
 * What was computed, and what turned out not to be constant, is remembered by variable, so all
 * questions together cost no more than each binding once. What one evaluation may cost is bounded
 * as FoldConstant's are. */
#ifndef TENON_EVAL_CHAIN_H
#define TENON_EVAL_CHAIN_H

#include "eval/value.h"

typedef struct {
    Ctx *ctx;
    Arena arena;
    Cleanup cleanup;
    Map known;             /* by variable */
    VEC(Tensor *) tensors; /* references */
    double bytes, steps;   /* spent */
} EvalChain;

/* It is to lie still until its end. */
void eval_chain_init(EvalChain *self, Ctx *ctx);
void eval_chain_fini(EvalChain *self);
/* The tensor, borrowed until the end; NULL: it is not constant, or would cost too much. */
Tensor *eval_chain_tensor(EvalChain *self, IrModule *m, const IrVar *v);

#endif
