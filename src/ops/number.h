/* SPDX-License-Identifier: Apache-2.0 */
/* Numbers (R.Prim) in calls of operators on tensors, as text has them. */
#ifndef TENON_OPS_NUMBER_H
#define TENON_OPS_NUMBER_H

#include "ir/build.h"

/* Of a call of `op`, which has two operands and OP_NUMBERS. A number beside a tensor becomes a
 * tensor of rank 0 in *operands, and the call is still to be built: false. Of two numbers R.number
 * makes a third, which *out is then (NULL: reported): true. Tensors of two dtypes that are compared
 * become casts to a dtype that has all values of both, where there is one. */
bool numbers_in_call(IrBuilder *b, const OpDef *op, IrOperandBuf *operands, const char *name,
                     IrVar **out);

/* Whether the call is R.full([], p) of a number p whose value is not known before the run: the
 * number itself, as a tensor of rank 0. */
bool numbers_is_boxed(const IrBinding *call);
/* Such a call for the number v, before b; NULL after a report. */
IrVar *numbers_box(IrBinding *b, IrVar *v);

#endif
