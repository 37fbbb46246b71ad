/* SPDX-License-Identifier: Apache-2.0 */
/* Passes that put several calls in the place of one, which has two tensors as operands. */
#ifndef TENON_PASSES_DECOMPOSE_CALLS_H
#define TENON_PASSES_DECOMPOSE_CALLS_H

#include "ops/decompose.h"

typedef struct {
    const char *pass;        /* the origin of what is made */
    const OpDef *const *ops; /* whose calls it looks at */
    size_t n_ops;
    /* row: of ops. The value in the place of the call. False, and nothing is made: it stays. */
    bool (*makes)(void *user, const OpDecompose *d, size_t row, IrOperand *out);
    void *user;
} DecomposeCalls;

/* Every such call of the module, but for functions that a library takes. Linear. False after a
 * report. */
bool decompose_calls(IrModule *m, const DecomposeCalls *how);

/* What was made at the end of the call's block behind `last`, of which y is the result, goes into
 * the call's place. */
void decompose_replace(IrBinding *b, IrBinding *last, IrVar *y);

#endif
