/* SPDX-License-Identifier: Apache-2.0 */
/* The ONNX reader: a model becomes a module with one function `main`, in Relax operators.
 *
 * Opsets 1 to 21 of the default domain. The graph's inputs are main's parameters (initializers are
 * constants), its outputs main's result: the value, or the tuple of several. A named dim (dim_param) is a
 * symbol of that name. What a model needs and Tenon does not have is reported, all nodes at once, by name. */
#ifndef TENON_ONNX_ONNX_H
#define TENON_ONNX_ONNX_H

#include "ir/ir.h"

enum { ONNX_OPSET_MAX = 21 };

/* An input that is given when the model is read, and so becomes a constant. */
typedef struct {
    const char *name;
    Tensor *tensor; /* borrowed */
} OnnxBinding;

typedef struct {
    const OnnxBinding *bindings;
    size_t n_bindings;
    /* Not NULL: the graph's initializers and Constants of floats, of rank 1 or more, that an operator takes are parameters
     * behind the inputs, initializers first, and main gets the attribute num_input; a Constant of one element stays one.
     * Called once for each, when all is read. */
    void (*weight)(void *user, const char *param, const Tensor *value);
    void *user;
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

/* The operators that are mapped, by name: the opsets of each form, and what it becomes. NULL: no more. */
typedef struct {
    const char *name;
    int since, until; /* opsets; until 0: the newest */
    const char *becomes; /* the Relax operator, or a remark */
} OnnxOpInfo;
bool onnx_op_info(size_t i, OnnxOpInfo *out);

#endif
