/* SPDX-License-Identifier: Apache-2.0 */
/* The ONNX reader: a model becomes a module with one function `main`, in Relax operators.
 *
 * Opsets 1 to 21 of the default domain. The graph's inputs are main's parameters (initializers are
 * constants), its outputs main's result: the value, or the tuple of several. A named dim
 * (dim_param) is a symbol of that name. What a model needs and Tenon does not have is reported, all
 * nodes at once, by name. */
#ifndef TENON_ONNX_ONNX_H
#define TENON_ONNX_ONNX_H

#include "ir/legal.h"
#include "onnx/data_type.h"
#include "onnx/proto.h"
#include "tensor/tensor.h"

enum {
    ONNX_OPSET_LEAST = 9,
    ONNX_OPSET_SHAPE_PART = 15,
    ONNX_OPSET_MAX = 27,
    ONNX_OPSET_WRITTEN = 17,
    ONNX_IR_WRITTEN = 8
};

/* Attributes of main that keep names of the file: dictionaries from parameters whose names differ
 * from the inputs', from symbols whose names differ from the dims', and from variables to the nodes
 * that gave them, and the list of outputs. */
#define ONNX_INPUTS IR_INPUT_NAMES
/* What was done to the data that a model was trained on (docs/train.md), as a text: an attribute of
 * the function, and an entry of a file's metadata_props. */
#define ONNX_RECIPE "data_recipe"
#define ONNX_RECIPE_KEY "tenon.data"
#define ONNX_DIMS "onnx_dims"
#define ONNX_OUTPUTS IR_OUTPUT_NAMES
#define ONNX_NODES "onnx_nodes"

/* Where there are calls of R.onnx.opaque: the file's functions and opsets, and the types of
 * parameters that are objects. */
#define ONNX_FUNCTIONS "onnx_functions"
#define ONNX_OPSETS "onnx_opsets"
#define ONNX_TYPES "onnx_types"

/* ir_file_name the other way round. NULL: the file has no such name, or it is the function's
 * own. */
const char *onnx_own_name(const IrFunction *fn, const char *key, const char *file);

/* What an input or output is: a tensor, a list of values, or an optional that holds nothing. One
 * that holds something is that. */
typedef enum { ONNX_KIND_TENSOR, ONNX_KIND_SEQUENCE, ONNX_KIND_OPTIONAL } OnnxKind;
typedef struct OnnxForm OnnxForm;
struct OnnxForm {
    OnnxKind kind;
    /* its message, borrowed: of a tensor, what onnx_read_tensor takes */
    Str bytes;
    const OnnxForm *const *items; /* of a sequence: n of them */
    size_t n;
};

/* A SequenceProto or OptionalProto by itself, or a TensorProto, whose bytes are not looked into.
 * NULL after a report. */
const OnnxForm *onnx_form_parse(Arena *arena, Str bytes, OnnxKind kind);

/* Of an input: its value, which so becomes a constant; or how many elements a sequence has, or
 * whether an optional holds something: the parameter is then a tuple of tensors. */
typedef struct {
    const char *name;
    Tensor *tensor;       /* borrowed; or NULL */
    const OnnxForm *form; /* where there is no tensor */
} OnnxBinding;

/* Of an input that is a sequence: how many tensors it has, where no binding says it. */
typedef struct {
    const char *name;
    int64_t n;
} OnnxLength;

typedef struct {
    const OnnxBinding *bindings;
    size_t n_bindings;
    const OnnxLength *lengths; /* of one name the last one counts */
    size_t n_lengths;
    TensorOwner *owner; /* of the bytes: large weights borrow from it. NULL: they are copied */
    /* Not NULL: the graph's initializers and Constants of floats, of rank 1 or more, that an
     * operator takes are parameters behind the inputs, initializers first, and main gets the
     * attribute num_input; a Constant of one element stays one. Called once for each, when all is
     * read. */
    void (*weight)(void *user, const char *param, const Tensor *value);
    /* With `weight`, when all is read: the pieces of a model without the data of these. NULL:
     * nobody asks. */
    void (*bare)(void *user, const Str *pieces, size_t n);
    void *user;
    /* The value of a variable that is computed from constants, borrowed until the reading ends;
     * NULL: it is not, or would cost too much. NULL: nobody can say. */
    Tensor *(*constant)(void *of, IrModule *m, const IrVar *v);
    void *constants; /* `of` */
    /* Values that become the inputs, and the outputs; none: those of the model. */
    const char *const *from, *const *to;
    size_t n_from, n_to;
    /* Nodes, by their names or their outputs', that become calls of R.onnx.opaque although they are
     * known. */
    const char *const *keep;
    size_t n_keep;
    bool whole;  /* nodes of the operators in onnx/whole.def become calls of R.onnx.node */
    bool opaque; /* what is not supported becomes calls of R.onnx.opaque */
} OnnxOptions;

/* Operators of this room (onnx/node.h): a node that stays one, and one whose meaning is not
 * known. */
extern const OpDef onnx_node_op, onnx_opaque_op;
/* The calls that a few nodes of operator set 17 say, which is the least that is written. */
extern const IrLegalSet onnx_legal;
/* Does one node of that opset say what no node of 17 does? */
bool onnx_legal_since(const IrBinding *call, int64_t opset);
/* Puts these into the table: the operators, and the legal set. */
void onnx_register(OpTable *table, Arena *arena);
/* Reports a call of R.onnx.opaque whose meaning is not known; others: nothing. */
void onnx_opaque_refuse(const IrBinding *call, Ctx *ctx);
/* Whether a node of that operator, of the default domain, means the same in both opsets. */
bool onnx_same_form(const char *op_type, int64_t a, int64_t b);
/* Whether a call of R.onnx.node is that node in a model of this opset: in its own form, or where
 * later opsets only add to it. */
bool onnx_node_is_written(const IrBinding *call, int64_t opset);

/* `name` is the file's, for messages and for what lies beside it; `options` may be NULL. Without an
 * owner the bytes are not needed afterwards. NULL after a report; else the caller is to call
 * ir_module_keep. */
IrModule *onnx_read(Ctx *ctx, const OpTable *ops, const char *name, Str bytes,
                    const OnnxOptions *options);

/* A TensorProto by itself, as in the .pb files of ONNX's tests: one reference. NULL after a report.
 * *name is set to its name, in the arena. */
Tensor *onnx_read_tensor(Ctx *ctx, Arena *arena, Str bytes, const char **name);

/* The names and kinds of a model's inputs that are not initializers, in order, and of its
 * outputs. */
typedef struct {
    const char **inputs, **outputs;
    OnnxKind *input_kinds, *output_kinds;
    size_t n_inputs, n_outputs;
} OnnxSignature;
/* False after a report. */
bool onnx_read_signature(Arena *arena, Str bytes, OnnxSignature *out);

/* How many nodes of each operator a model holds, the most first: a line each, behind one of the
 * total. False after a report. */
bool onnx_count_nodes(Arena *arena, Str bytes, StrBuf *out);

/* The values that the nodes of a model's graph make, but Constants, in the file's order (which ONNX
 * wants to be one of dependence): name and operator of each, a zero behind both. False after a
 * report. */
bool onnx_layers(Arena *arena, Str bytes, StrBuf *out);
/* A copy of a model whose outputs are these n values. False after a report. */
bool onnx_with_outputs(Arena *arena, Str bytes, const char *const *names, size_t n, StrBuf *out);

/* A copy of a model with other values of weights: initializers of the graph, or what its Constants
 * give, by these names; they have their data in the file, wherever they were before. Borrows from
 * both. False after a report: there is no such weight, it is of another type, or other tensors stay
 * in files beside the model. */
typedef struct {
    const char *name;
    const Tensor *value;
} OnnxNewWeight;
typedef struct {
    const OnnxNewWeight *list;
    size_t n;
    const char *recipe; /* NULL: as the file has it */
} OnnxNewWeights;
bool onnx_with_weights(Arena *arena, Str bytes, const OnnxNewWeights *weights, OnnxBytes *out);

/* A copy of a model with other extents: of weights, whose elements are 0 then, and of the outputs'
 * classes; or with any number of rows, where inputs, outputs and constants of a Reshape say
 * `batch`. Whether it is still a model whoever reads it finds out. Borrows from `bytes`. */
typedef struct {
    const char *name;
    uint32_t dim;
    int64_t extent;
    size_t bytes; /* of the weight then */
} OnnxNewDim;
typedef struct {
    const OnnxNewDim *list;
    size_t n;
    int64_t was, becomes; /* extents of the first output's classes */
    int64_t batch;        /* 0: it stays */
    const char *rows;     /* what the dim is called then */
} OnnxResize;
bool onnx_resized(Arena *arena, Str bytes, const OnnxResize *how, OnnxBytes *out);

/* A node of the file's graph that is not written as it was read. Strings live as long as the arena
 * of onnx_write. */
typedef struct {
    const char *name, *op_type; /* "" where it has no name */
    const char *output;         /* its first output */
    const char *kind;           /* "rule", "pass", "reader", "writer" */
    const char *by;             /* the rule or pass; else what happened */
    /* operators of nodes that are written in its place, between blanks */
    const char *becomes;
} OnnxChange;

/* The writer: a function becomes the graph of a model; calls of other functions are written in
 * place. */
typedef struct {
    int64_t opset; /* of the default domain; 0: onnx_written_opset */
    /* the file beside the model's that weights of 1024 bytes and more go to; NULL: none */
    const char *data_name;
    /* Why a call may not be written; NULL: it may. That of an operator without a row in
     * onnx/write.def never may. */
    const char *(*refuse)(void *user, const IrBinding *call);
    void *user;
    /* Of each node of the file that differs, once the model is whole; NULL: nobody asks. */
    void (*changed)(void *user, const OnnxChange *c);
    void *changed_user;
} OnnxWriteOptions;

/* Which bindings of a module are written as nodes of the file that it was read from: as they are
 * part of such a node, they are not to be expanded. NULL: the module is of no file. What is asked
 * stays right while other bindings change. */
typedef struct OnnxKeep OnnxKeep;
OnnxKeep *onnx_keep(IrModule *m, int64_t opset, Arena *arena);
bool onnx_keeps(const OnnxKeep *self, const IrBinding *b);

/* The opset of the default domain that the module is written in unless another one is asked for:
 * that of its file. */
int64_t onnx_written_opset(const IrModule *m);

typedef struct {
    OnnxBytes model, data;
    /* that it is in; another one than was asked for: that it needs, and there are no bytes */
    int64_t opset;
    const char *needs;     /* an operator that needs that */
    const OpDef *needs_op; /* whose call became it; NULL: none */
} OnnxFiles;

/* The files' bytes, which borrow from the arena and from the module's constants. What has no form
 * in ONNX is reported, all of it at once; then, and where the model is larger than protobuf allows,
 * false. The module is not changed. */
bool onnx_write(IrModule *m, IrFunction *fn, Arena *arena, const OnnxWriteOptions *options,
                OnnxFiles *out);

/* The operators that are written, in the order of the table: the nodes that each becomes. False: no
 * more. */
bool onnx_write_info(size_t i, const OpDef **op, const char **nodes);

/* The operators that are mapped, by name: the opsets of each form, and what it becomes. NULL: no
 * more. */
typedef struct {
    const char *name;
    int since, until;    /* opsets; until 0: the newest */
    const char *becomes; /* the Relax operator, or a remark */
} OnnxOpInfo;
bool onnx_op_info(size_t i, OnnxOpInfo *out);

#endif
