/* SPDX-License-Identifier: Apache-2.0 */
/* What operators about attention share, of any domain (map_attention.c). */
#ifndef TENON_ONNX_MAP_ATTENTION_H
#define TENON_ONNX_MAP_ATTENTION_H

#include "onnx/import.h"

/* (batch, seq, heads * size) as (batch, heads, seq, size), and the way back. */
IrOperand o_heads_apart(O *o, IrOperand x, int64_t heads);
IrOperand o_heads_together(O *o, IrOperand x);
/* x . y for each head; where x has more of them, as many as follow each other share one of y. */
IrOperand o_heads_matmul(O *o, IrOperand x, IrOperand y);
/* x with `like`'s extents in the dims that `same` names: where that is not proved, a run checks
 * it. */
IrOperand o_same_dims(O *o, IrOperand x, IrOperand like, const char *same);
/* Of x (batch, heads, seq, size), the first n elements turn in pairs by angles (batch, 1, seq, n /
 * 2): pairs are neighbours, or stand in two halves. */
IrOperand o_rotated(O *o, IrOperand x, IrOperand cosine, IrOperand sine, int64_t n,
                    bool neighbours);

#endif
