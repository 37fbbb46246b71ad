/* SPDX-License-Identifier: Apache-2.0 */
/* The ONNX reader: a model becomes a module with one function `main`, in Relax operators.
 *
 * Opsets 1 to 21 of the default domain. The graph's inputs are main's parameters (initializers are
 * constants), its outputs main's result: the value, or the tuple of several. A named dim (dim_param) is a
 * symbol of that name. What a model needs and Tenon does not have is reported, all nodes at once, by name. */
#ifndef TENON_ONNX_ONNX_H
#define TENON_ONNX_ONNX_H

#include "ir/ir.h"
#include "onnx/proto.h"

enum { ONNX_OPSET_MAX = 21, ONNX_OPSET_WRITTEN = 17, ONNX_IR_WRITTEN = 8 };

/* Attributes of main that keep names of the file: a dictionary from parameters whose names differ from the inputs', and the
 * list of outputs. */
#define ONNX_INPUTS "onnx_inputs"
#define ONNX_OUTPUTS "onnx_outputs"

/* An input that is given when the model is read, and so becomes a constant. */
typedef struct {
    const char *name;
    Tensor *tensor; /* borrowed */
} OnnxBinding;

typedef struct {
    const OnnxBinding *bindings;
    size_t n_bindings;
} OnnxOptions;

/* `name` is the file's, for messages and for what lies beside it; `options` may be NULL. The bytes are not
 * needed afterwards. NULL after a report; else the caller is to call ir_module_keep. */
IrModule *onnx_read(Ctx *ctx, const OpTable *ops, const char *name, Str bytes, const OnnxOptions *options);

/* A TensorProto by itself, as in the .pb files of ONNX's tests: one reference. NULL after a report. *name is
 * set to its name, in the arena. */
Tensor *onnx_read_tensor(Ctx *ctx, Arena *arena, Str bytes, const char **name);

/* The names of a model's inputs that are not initializers, in order, and of its outputs. */
typedef struct {
    const char **inputs, **outputs;
    size_t n_inputs, n_outputs;
} OnnxSignature;
/* False after a report. */
bool onnx_read_signature(Arena *arena, Str bytes, OnnxSignature *out);

/* How many nodes of each operator a model holds, the most first: a line each, behind one of the total. False after a
 * report. */
bool onnx_count_nodes(Arena *arena, Str bytes, StrBuf *out);

/* The writer: a function becomes the graph of a model, in opset 17; calls of other functions are written in place. */
typedef struct {
    const char *data_name; /* the file beside the model's that weights of 1024 bytes and more go to; NULL: none */
    /* Why a call may not be written; NULL: it may. That of an operator without a row in onnx/write.def never may. */
    const char *(*refuse)(void *user, const IrBinding *call);
    void *user;
} OnnxWriteOptions;

typedef struct {
    OnnxBytes model, data;
} OnnxFiles;

/* The files' bytes, which borrow from the arena and from the module's constants. What has no form in ONNX is reported, all
 * of it at once; then, and where the model is larger than protobuf allows, false. The module is not changed. */
bool onnx_write(IrModule *m, IrFunction *fn, Arena *arena, const OnnxWriteOptions *options, OnnxFiles *out);

/* The operators that are written, in the order of the table: the nodes that each becomes. False: no more. */
bool onnx_write_info(size_t i, const OpDef **op, const char **nodes);

/* The operators that are mapped, by name: the opsets of each form, and what it becomes. NULL: no more. */
typedef struct {
    const char *name;
    int since, until; /* opsets; until 0: the newest */
    const char *becomes; /* the Relax operator, or a remark */
} OnnxOpInfo;
bool onnx_op_info(size_t i, OnnxOpInfo *out);

#endif
