/* SPDX-License-Identifier: Apache-2.0 */
/* Subgraphs: in place, and as functions within main for R.scan and R.while_loop, whose signatures
 * name their own symbols only. */
#ifndef TENON_ONNX_NESTED_H
#define TENON_ONNX_NESTED_H

#include "onnx/import.h"

/* The graph that is an attribute. */
const OnnxGraph *onnx_subgraph(O *o, const char *name);
/* It declares n inputs, and has `least` to `most` outputs: else the node fails. All who import a
 * subgraph ask. */
void onnx_subgraph_takes(O *o, const char *name, const OnnxGraph *g, size_t n);
void onnx_subgraph_gives(O *o, const char *name, const OnnxGraph *g, size_t least, size_t most);
/* The outputs of g, once its nodes are imported (or were not all): fails when one is missing or
 * poisoned. */
OnnxValue **onnx_graph_outputs(O *o, OnnxScope *scope, const OnnxGraph *g, bool imported);
/* g in place: as many values as it has inputs are given to these, all else is seen from around. Its
 * outputs. */
OnnxValue **onnx_graph_in_place(O *o, const OnnxGraph *g, const OnnxValue *inputs);

/* Captures: the names that a body uses and does not define, in the order of their first use. */
typedef struct {
    O *o;
    VEC(OnnxValue *) values; /* of the scope around */
    VEC(Str) names;
    Map seen;
} OnnxCaptures;
void onnx_captures_of(OnnxCaptures *c, O *o, const OnnxGraph *g);

/* A carry of the Loop or what its body uses is a sequence or an optional. */
bool onnx_has_sequences(O *o, const OnnxGraph *g);
/* One iteration after the other in place, as the lengths of sequences may change: the number of
 * iterations and the conditions must be known. */
void onnx_loop_in_place(O *o, const OnnxGraph *g);

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

/* The type of carry k of a Loop as its body takes it, which begins as t: the same, or the rank at
 * most where it changes. */
const IrType *onnx_carry_type(OnnxNested *self, const IrType *t, const OnnxGraph *g, uint32_t k);
/* Fails, for the Loop to be built again, where what the body gives for carries is of other types
 * than its parameters are. */
void onnx_carries_settle(O *o, const OnnxGraph *g, IrVar *const *params, const IrOperand *given,
                         uint32_t n);

typedef struct {
    const IrOperand *carries, *sequences, *captures;
    uint32_t n_carries, n_sequences, n_captures;
    const IrDim *trip; /* NULL: the sequences' extent */
} OnnxScan;
/* The tuple of the last carries, then of what was stacked. */
IrOperand onnx_scan(O *o, IrOperand body, const OnnxScan *scan);

#endif
