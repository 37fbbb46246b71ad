/* SPDX-License-Identifier: Apache-2.0 */
/* Nodes that stay nodes: calls of R.onnx.node, whose meaning is a map of the reader, and of
 * R.onnx.opaque, which have none.
 *
 *     y = R.onnx.node((x,), op_type="Softplus", version=1)
 *     y = R.onnx.node((x,), op_type="ReduceL1", attrs=[["keepdims", 0]], version=18, given=[[1, "int64", [1], [2]]])
 *     y = R.onnx.opaque((x, z), op_type="Foo", attrs=[["mode", "up"]], version=1, domain="com.acme", absent=[1],
 *                       out_sinfo=R.Tensor((2, 3), dtype="float32"), name="foo_0")
 *
 * What a map must know to be read is part of the call: constants as `given`, lists of extents as
 * shapes, an extent by itself as a number. So a call means the same with whatever operands, in the
 * evaluator too. */
#ifndef TENON_ONNX_NODE_H
#define TENON_ONNX_NODE_H

#include "ir/ir.h"
#include "onnx/proto.h"

/* The attributes of both, and those of R.onnx.opaque alone. */
enum {
    NODE_OP_TYPE,
    NODE_ATTRS,
    NODE_VERSION,
    NODE_DOMAIN,
    NODE_ABSENT,
    NODE_GIVEN,
    NODE_OUTPUTS,
    NODE_SKIPPED,
    NODE_OPSET,
    NODE_ATTRS_COUNT,
    OPAQUE_NAME = NODE_ATTRS_COUNT,
    OPAQUE_CAPTURES,
    OPAQUE_INFOS,
    OPAQUE_WHY,
    OPAQUE_OVERLOAD,
    OPAQUE_OUT_NAMES,
    OPAQUE_ATTRS_COUNT
};

/* What a call's attributes say. */
typedef struct {
    const char *op_type, *domain;
    /* of the domain; and of the default one, for graphs among the attributes */
    int64_t version, opset;
    uint32_t n_in, n_out;
    const IrAttr **given; /* by input: a constant; NULL: none */
    bool *absent;         /* by input */
    bool *skipped;        /* by output: nobody takes it */
    OnnxList attrs;       /* OnnxAttr */
} OnnxNodeSpec;

/* Why a node is opaque that is known. */
#define ONNX_WHY_KEPT "it is to be kept"

/* Of a call with so many operands, captures apart. False, and *why: what was expected. */
bool onnx_node_decode(Arena *arena, const IrAttr *attrs, uint32_t n_operands, OnnxNodeSpec *out,
                      const char **why);
/* A new tensor of what `given` says, which onnx_node_decode accepted. */
Tensor *onnx_node_given(Ctx *ctx, const IrAttr *given);
/* The same as an attribute, in the arena; false: it cannot be said so, or is not small. */
bool onnx_node_give(Arena *arena, uint32_t input, const Tensor *t, IrAttr *out);
/* An attribute of a node under another name, as [name, value], or [name, "proto", a model of one
 * node that has it]. */
IrAttr onnx_node_attr(Arena *arena, const OnnxAttr *a, Str name);
bool onnx_is_text(Str s);
/* What only messages can say goes through text as base64 of a model that holds it. */
IrAttr onnx_model_to_text(Arena *arena, const OnnxModel *model);
const OnnxModel *onnx_model_from_text(Arena *arena, const char *text); /* NULL: it is none */

OnnxTypeProto *onnx_type_from_text(Arena *arena, const char *text); /* NULL: it is none */

/* What the map of a node does in a function that nobody keeps. */
typedef struct {
    IrFunction *fn;
    const IrType **types; /* of the outputs; they may have symbols of fn */
    size_t n_calls;
} OnnxTried;
/* With operands of these types. False after a report. */
bool onnx_node_try(IrModule *m, Loc loc, const OnnxNodeSpec *spec, const IrType *tuple,
                   OnnxTried *out);

/* The elements of the tuple that is a call's first operand: those written out, or NULL. */
const IrOperand *onnx_node_items(const IrOperand *inputs, uint32_t *n);

#endif
