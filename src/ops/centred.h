/* SPDX-License-Identifier: Apache-2.0 */
/* Integers of 8 bits less their zero point, in int32: what the operands of integer products and
 * convolutions are. */
#ifndef TENON_OPS_CENTRED_H
#define TENON_OPS_CENTRED_H

#include "ir/ir.h"

typedef struct {
    const IrOperand *values; /* of int8 or uint8; NULL: `constant` less `least` are uint8 */
    const IrOperand *zero;   /* of the same dtype and rank 0 or 1; NULL: none */
    bool by_channel;         /* zero has an element for each position along dim 0 */
    const IrConst *constant; /* of int32 */
    int64_t least;           /* -255 to 0 */
} OpCentred;

/* Is the operand
 *
 *     astype(values, int32)    astype(values, int32) - zero  a constant of a range of at most 255
 *                                                            that holds 0
 *
 * where zero is an 8-bit value of one element, or of one for each position along dim 0, cast and
 * aligned? Linear in a constant's elements. */
bool op_centred(IrModule *m, const IrOperand *o, OpCentred *out);

#endif
