/* SPDX-License-Identifier: Apache-2.0 */
/* What ONNX's operator set 17 says of calls: the predicates of passes/legal_onnx17.def. What is not
 * known is not legal. */
#ifndef TENON_PASSES_LEGAL_ONNX_H
#define TENON_PASSES_LEGAL_ONNX_H

#include "ir/ir.h"

/* The dtype of the first operand. */
bool legal_of_any(const IrBinding *call);
bool legal_of_bools(const IrBinding *call);
bool legal_of_floats(const IrBinding *call);      /* bfloat16 too */
bool legal_of_ieee_floats(const IrBinding *call); /* float16, float32, float64 */
bool legal_of_unsigned(const IrBinding *call);
bool legal_of_signed(const IrBinding *call);  /* signed integers and floats */
bool legal_of_numbers(const IrBinding *call); /* all but bool */
bool legal_of_numbers_but_bfloat16(const IrBinding *call);
bool legal_of_numbers_but_16_bit(const IrBinding *call); /* no int16 and uint16: ReduceMax */
/* integers of 32 and 64 bits, floats: ReduceSum, MatMul */
bool legal_of_wide_numbers(const IrBinding *call);
/* signed integers of 32 and 64 bits, floats: Pow */
bool legal_of_powers(const IrBinding *call);
bool legal_of_any_but_bfloat16(const IrBinding *call);
/* The dtype of the result. */
bool legal_gives_no_bfloat16(const IrBinding *call);
bool legal_has_no_bfloat16(const IrBinding *call); /* neither the first operand */
bool legal_is_range(const IrBinding *call);

/* Attributes too. */
bool legal_is_arg_reduction(const IrBinding *call); /* one axis */
bool legal_is_cumsum(const IrBinding *call);        /* sums in a wide dtype */
bool legal_is_einsum(const IrBinding *call);        /* numbers, no bfloat16 */
bool legal_is_collapse(const IrBinding *call);      /* each dim is proved to stay, or to become 1 */
bool legal_is_product(const IrBinding *call);       /* sums in a wide dtype */
bool legal_is_pad(const IrBinding *call);           /* constant, reflect, replicate */
bool legal_is_scatter(const IrBinding *call);       /* update, add, mul */
bool legal_is_split(const IrBinding *call);         /* the extent along the axis is constant */
bool legal_is_gather(const IrBinding *call);        /* no NaN for indices outside */
bool legal_is_take_backward(const IrBinding *call); /* of known ranks */
bool legal_is_softplus(const IrBinding *call);      /* ln(1 + e^x) to the dtype's precision */
bool legal_is_quantize(const IrBinding *call);      /* float32 to int8 or uint8 */
bool legal_is_dequantize(const IrBinding *call);    /* int8, uint8 or int32 to float32 */
bool legal_is_resize(const IrBinding *call);        /* NCHW, modes that ONNX has */
bool legal_is_conv(const IrBinding *call);          /* the operands' dtype; integers of 8 bits */
bool legal_is_max_pool(const IrBinding *call);
bool legal_is_average_pool(const IrBinding *call); /* no dilation */
/* one element is left of each dim, or windows are alike */
bool legal_is_adaptive_pool(const IrBinding *call);
/* axis 1, with center and scale; in training the data alone */
bool legal_is_batch_norm(const IrBinding *call);
/* axis 1, over all dims behind it, with center and scale */
bool legal_is_instance_norm(const IrBinding *call);
bool legal_is_layer_norm(const IrBinding *call); /* over the last dims, with scale */

/* Does one node of that opset say what no node of 17 does (passes/legal_onnx_since.def)? */
bool legal_onnx_since(const IrBinding *call, int64_t opset);

#endif
