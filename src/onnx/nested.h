/* SPDX-License-Identifier: Apache-2.0 */
/* Functions within main, for R.scan and R.while_loop: a signature names its own symbols only. */
#ifndef TENON_ONNX_NESTED_H
#define TENON_ONNX_NESTED_H

#include "onnx/import.h"

/* An attribute of the node that holds a graph; fails where it does not. */
const OnnxGraph *onnx_subgraph(O *o, const char *name);

/* A function under construction; what is built with .b goes into it. */
typedef struct {
    O *o; /* the node that it is made for */
    IrFunction *fn;
    IrBuilder b;
    OnnxScope scope;
    VEC(const IrDim *) outer, own; /* pairs: a dim around, and the symbol that stands for it */
} OnnxNested;

void onnx_nested_init(OnnxNested *self, O *o, const char *name);
/* The tensor type t, from dim `from` on, as the signature may say it. */
const IrType *onnx_nested_type(OnnxNested *self, const IrType *t, int32_t from);
IrOperand onnx_nested_param(OnnxNested *self, Str name, const char *fallback, const IrType *t);
/* The function as an operand; it returns the tuple of the results, or the only one. */
IrOperand onnx_nested_end(OnnxNested *self, const IrOperand *results, uint32_t n, bool is_tuple);

/* The tuple of the last carries, then of what was stacked. trip NULL: the sequences' extent. */
IrOperand onnx_scan(O *o, IrOperand body, const IrOperand *carries, uint32_t n_carries,
                    const IrOperand *sequences, uint32_t n_sequences, const IrOperand *captures,
                    uint32_t n_captures, const IrDim *trip);

#endif
