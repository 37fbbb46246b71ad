/* SPDX-License-Identifier: Apache-2.0 */
/* Small types in loops. A loop function knows none: it has their bytes, as uint8 buffers, an 8-bit
 * float's of the tensor's own extents, packed elements' of one dim. What an operator's `lower` sees
 * in their place is here:
 *
 * - A buffer to read from is a view: lower_load of it loads the byte, shifts and masks, and (in
 *   operators that compute with values) turns a float's code into a float32. So nothing is unpacked
 *   into memory.
 * - A buffer to write to holds a carrier, an int8 or uint8 for each element; a loop over *bytes*
 *   packs it at the end. It may be parallel: no two of its iterations write to one byte.
 *
 * Operators that only move elements (OP_SMALL_MOVES) see carriers all over, codes in the case of
 * floats: types and attributes are put so. Those that convert (OP_SMALL_VALUES) see the true types,
 * int8, uint8 or float32 from lower_load, and store what lower_convert gives. */
#ifndef TENON_OPS_SMALL_H
#define TENON_OPS_SMALL_H

#include "ops/lower.h"

/* How one conversion to a small float goes: see dtype_encode. */
typedef struct {
    bool saturates;
    DTypeRound round;
} SmallCast;

/* x as an element of `to`, small or not; of a small type its carrier, of a float the code. An
 * integer of fewer than 8 bits is what is left of an int32, modulo 2^bits: ONNX leaves open what a
 * float out of range becomes, and its tests have that. */
const LoopExpr *small_convert(OpLower *low, DType to, const LoopExpr *x, SmallCast how);

/* What a small integer type has nearest to x; for another type x. */
const LoopExpr *small_clamp(OpLower *low, DType to, const LoopExpr *x);

/* The frame's part in it. `types` become those that `lower` sees. */
bool small_is_in(const IrTypes *types);
const IrType *small_carrier_type(IrModule *m, const IrType *t);
/* The buffer that stands for parameter `p` of the type `t`, and behind the operator's loops what
 * fills it. */
const LoopBuffer *small_view(OpLower *low, const LoopBuffer *p, const IrType *t, bool decodes);
const LoopBuffer *small_target(OpLower *low, const LoopBuffer *p, const IrType *t);
void small_pack(OpLower *low);

#endif
