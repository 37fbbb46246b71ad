/* SPDX-License-Identifier: Apache-2.0 */
/* What the maps of com.microsoft's attention share. */
#ifndef TENON_ONNX_MAP_MS_H
#define TENON_ONNX_MAP_MS_H

#include "onnx/import.h"

/* n elements from `begin` on, along the axis. */
IrOperand o_ms_part(O *o, IrOperand x, int64_t axis, int64_t begin, int64_t n);
/* A number of heads, which must be given. */
int64_t o_ms_heads(O *o, const char *name);
/* Fails where the input has another rank. */
void o_ms_wants_rank(O *o, uint32_t input, int32_t rank);
/* q . k of each head by the attribute `scale`, where 0 is the usual one: (batch, heads, seq of q,
 * seq of k). */
IrOperand o_ms_scores(O *o, IrOperand q, IrOperand k);
/* An input of the scores' rank is added, if there is one. */
IrOperand o_ms_biased(O *o, IrOperand scores, uint32_t input);
/* softmax(scores) . v, heads together. */
IrOperand o_ms_weighted(O *o, IrOperand scores, IrOperand v);

#endif
