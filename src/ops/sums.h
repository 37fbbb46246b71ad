/* SPDX-License-Identifier: Apache-2.0 */
/* Sums that are added to element by element in any order of places, as gradients scatter them: in
 * output 0 itself, or for half precision in a float32 buffer of its shape that is rounded once.
 * Serial loops only, but for those whose turns add to places of their own. */
#ifndef TENON_OPS_SUMS_H
#define TENON_OPS_SUMS_H

#include "ops/lower.h"

/* A buffer of zeros in the shape of output 0. */
const LoopBuffer *sums_begin(OpLower *low);
void sums_add(OpLower *low, const LoopBuffer *sums, const LoopExpr *const *index,
              const LoopExpr *value);
/* Output 0 gets the sums. */
void sums_end(OpLower *low, const LoopBuffer *sums);

#endif
