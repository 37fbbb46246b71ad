/* SPDX-License-Identifier: Apache-2.0 */
/* Numbers (R.Prim) in calls of operators on tensors, as text has them. */
#ifndef TENON_OPS_NUMBER_H
#define TENON_OPS_NUMBER_H

#include "ir/build.h"

/* Of a call of `op`, which has two operands and OP_NUMBERS. A number beside a tensor becomes a
 * tensor of rank 0 in *operands, and the call is still to be built: false. Of two numbers R.number
 * makes a third, which *out is then (NULL: reported): true. */
bool numbers_in_call(IrBuilder *b, const OpDef *op, IrOperandBuf *operands, const char *name,
                     IrVar **out);

#endif
