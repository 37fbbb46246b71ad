/* SPDX-License-Identifier: Apache-2.0 */
/* Index arithmetic that the operators' loops share. A place is an index a dim. */
#ifndef TENON_OPS_PLACE_H
#define TENON_OPS_PLACE_H

#include "ops/lower.h"

/* The row-major number of a place in the buffer, and the place that has a number. */
const LoopExpr *place_number(OpLower *low, const LoopBuffer *b, const LoopExpr *const *place);
const LoopExpr **place_of_number(OpLower *low, const LoopBuffer *b, const LoopExpr *number);
/* Each element of output 0 is the element of input 0 of the same number. */
void place_copy_by_number(OpLower *low);

const LoopExpr **place_copy(OpLower *low, const LoopExpr *const *place, uint32_t ndim);
/* Where `index` of a dim of extent `to` reads in a dim of extent `from`, which is equal or 1. */
const LoopExpr *place_stretched(OpLower *low, const IrDim *from, const IrDim *to,
                                const LoopExpr *index);

/* Parallel loops over all dims of the buffer but the axis, whose index in the result is 0 until the
 * caller sets it. Close with lower_close(low, b->ndim - 1). */
const LoopExpr **place_open_lines(OpLower *low, const LoopBuffer *b, int64_t axis);

/* An element of an index tensor as int64 (what does not fit becomes the greatest), and one of which
 * a negative value counts from the end of the extent. */
const LoopExpr *place_index(OpLower *low, const LoopExpr *e);
const LoopExpr *place_from_end(OpLower *low, const LoopExpr *e, const LoopExpr *extent);

/* The value of a PRIM operand, cast to a dtype as LOOP_CAST does; `absent` when it was left out. */
const LoopExpr *place_prim(OpLower *low, uint32_t arg, DType dtype, int64_t absent);

#endif
