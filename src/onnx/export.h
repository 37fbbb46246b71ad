/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of the ONNX writer share: the export of a module, and the call of an operator's
 * writer.
 *
 * A writer (onnx_write_<fn>, onnx/write.def) is straight code: it asks for operands and attributes,
 * adds nodes, and sets the result. What has no form is w_fail: it ends this binding, whose result
 * is poisoned, and the next one gets its turn, so that all that is wrong is reported.
 *
 * A Relax value is the name of an ONNX value (WValue): a tensor's, for a shape that of an int64
 * vector, for a prim value that of a scalar. Shapes and prim values that are written out have no
 * name until one is needed: where a node takes constants, or copies an extent, it looks at the
 * dims. */
#ifndef TENON_ONNX_EXPORT_H
#define TENON_ONNX_EXPORT_H

#include "base/diag.h"
#include "ir/ir.h"
#include "onnx/keep_plan.h"
#include "onnx/onnx.h"
#include "onnx/proto.h"
#include "ops/ops.h"

typedef struct OnnxExport OnnxExport;
typedef struct WFrame WFrame;
typedef struct WScope WScope;
typedef struct W W;

typedef struct WValue WValue;
struct WValue {
    bool is_known; /* something was put here */
    bool is_poisoned;
    const char *name;       /* of what has one */
    const OnnxGraph *graph; /* that a node of makes it; NULL: none */
    IrConst *constant;      /* without a name yet */
    const IrType *dims;     /* a SHAPE or PRIM over the frame's symbols, without a name */
    double f;               /* of a float PRIM */
    bool is_tuple;
    WValue *items;
    uint32_t n;
    IrFunction *fn; /* a function, and what it captures (items) */
};

/* Where a symbol's value is found. */
typedef enum { W_NOWHERE, W_EXTENT, W_ELEMENT, W_SCALAR } WPlace;

typedef struct {
    WPlace place;
    const char *name;
    int64_t at; /* EXTENT: of this dim; ELEMENT: of a vector */
} WSymbol;

/* One activation of a function. */
struct WFrame {
    IrFunction *fn;
    const WFrame *caller; /* whose call is written; NULL: main */
    unsigned depth;
    WValue *values;   /* by the variable's id */
    WSymbol *symbols; /* by the symbol's index */
    OnnxPlan *plan;   /* of what is kept; NULL: nothing */
    /* by the variable's id: the name that the graph's output needs; NULL: none */
    const char **wanted;
};

/* A graph under construction, as one activation sees it. */
struct WScope {
    OnnxExport *x;
    WFrame *frame;
    OnnxGraph *graph;
    WScope *outer; /* whose dims are seen too; NULL: none */
    unsigned depth;
    Map dims; /* WDim: dims that have a name here */
    Map seen; /* WSeen: computed extents, and shapes with some, that values here have */
};

struct OnnxExport {
    Ctx *ctx;
    IrModule *m;
    Arena *arena;
    const OnnxWriteOptions *options;
    OnnxGraph *main;
    Map taken;          /* names */
    Map inner;          /* those that graphs of the file define */
    Map node_names;     /* NodeName: of nodes, by the variable */
    Map constants;      /* initializers of small integers, by content */
    const char **names; /* of initializers, by the constant's id */
    Map rows;           /* OnnxWriteRow, by operator */
    Map live;           /* names that stay: export_prune.c */
    Map reported;       /* bindings that are told to have no form */
    size_t n_names;
    int64_t needed;    /* the first opset that has all types and forms that are written, 0: any */
    DType unknown;     /* the first element type seen that ONNX does not have; VOID: none */
    int64_t opset;     /* of the default domain */
    const char *needs; /* an operator that needs a later one */
    const OpDef *needs_op;      /* whose call became that; NULL: none */
    bool uses_default;          /* some node is of it */
    OnnxPlanner *keep;          /* NULL: the module is of no file */
    const char **source_names;  /* by the source: its name here; NULL: none yet */
    const char **initializers;  /* the same, once it is written */
    Map written;                /* sources that nodes make, by the graph */
    Map infos;                  /* OnnxValueInfo of the file, by name */
    Map same;                   /* SameValue of keep_write.c, by the name */
    OnnxList domains;           /* OnnxOpset: of nodes that were kept */
    VEC(const OnnxNode *) kept; /* whose meaning is not known */
    Map noted;                  /* OnnxValueInfo: that a graph has, by the name */
    Map types;                  /* OnnxValueInfo, by the name: of values that are objects */
    Map typed;                  /* messages of types, by the type: export_infos.c */
    Map verbatim;               /* graphs that are not looked into */
    OnnxNode *fresh;            /* the newest node, whose outputs nobody has seen yet */
};

/* Outputs of a graph under way. */
typedef struct {
    const char *const *names;
    uint32_t n;
    Map seen;
} XOutputs;

/* One binding under its writer. */
struct W {
    OnnxExport *x;
    WScope *s;
    const IrBinding *b;
    const struct OnnxWriteRow *row;
    WValue *result;
    /* variables that the fields of the result become; NULL: not asked for yet */
    const IrVar **fields;
};

typedef void (*OnnxWriteFn)(W *w);

typedef struct OnnxWriteRow {
    const OpDef *op;
    OnnxWriteFn write;
    const char *nodes; /* of w_direct: the only one */
} OnnxWriteRow;

const OnnxWriteRow *onnx_write_row(OnnxExport *x, const OpDef *op);

/* Export (export.c) */
/* A name that nothing has yet, `wanted` itself where it is free. */
const char *x_name(OnnxExport *x, const char *wanted);
bool x_is_taken(const OnnxExport *x, const char *name);
/* The value's name, given one if need be. */
const char *x_value(W *w, const WValue *v);
/* An operand's value; where `settle`, nothing in it depends on the frame's symbols any more. */
WValue x_operand(W *w, const IrOperand *o, bool settle);
void x_define_symbols(WFrame *frame, const IrType *t, const WValue *v);
/* An activation of fn, called by w's. */
WFrame *x_frame(W *w, IrFunction *fn);
void x_scope(WScope *s, OnnxExport *x, WFrame *frame, OnnxGraph *graph, WScope *outer);
OnnxGraph *x_graph(W *w, const char *name);
/* The function as the model's graph; s becomes its scope. */
void x_main(WScope *s, OnnxExport *x, IrFunction *fn);
/* All bindings of a body but those whose values are known already. */
void x_body(WScope *s, const IrBody *body);
/* The body's result, settled; w is in its scope. */
WValue x_result(W *w, const IrBody *body);
/* A call of fn, written in place. */
WValue x_inline(W *w, const WValue *fn, const WValue *args, uint32_t n_args);
OnnxValueInfo *x_info(OnnxExport *x, const char *name, const IrType *t, bool names_dims);
/* Of an output: an extent that only a run tells is what the file says. */
OnnxValueInfo *x_output_info(OnnxExport *x, const char *name, const IrType *t, bool names_dims);
/* A tensor, shape or prim type as the tensor's; NULL: it is none of these. */
const IrType *x_tensor_type(OnnxExport *x, const IrType *t);
/* Graph inputs for a parameter of that type: one a leaf. False: some leaf is none of the above. */
bool x_params(WScope *s, const IrType *t, const char *name, WValue *out);
/* Outputs of w's graph; `names`: that they must have, or NULL. */
void x_outputs_init(XOutputs *self, OnnxExport *x, const char *const *names);
/* Adds the leaves of a value. */
void x_output(W *w, XOutputs *out, const WValue *v, const IrType *t);
/* Outputs that the file has as sequences of tensors, and the module as tuples (export_lists.c).
 * True: there are some, and main's result, of type t, has the outputs' form. */
bool x_has_lists(const OnnxExport *x, const IrAttr *names, const IrType *t);
/* The outputs' names, taken; variables that are outputs want theirs. */
const char **x_list_names(OnnxExport *x, WFrame *frame, const IrAttr *names, const IrOperand *o);
void x_list_outputs(W *w, const char *const *names, uint32_t n, const WValue *v, const IrType *t);
/* Constants (export_constants.c). A tensor's message, without a name; data are borrowed. */
OnnxTensor *x_tensor(OnnxExport *x, const Tensor *from);
/* The initializer's name. */
const char *x_constant(OnnxExport *x, IrConst *c);
/* It is one already, or one of the file. */
bool x_has_initializer(OnnxExport *x, const IrConst *c);
/* As a node by itself: for an output that nothing else takes. */
const char *x_constant_node(W *w, IrConst *c);
/* The same of a type that is written: it is noted which opset it needs. */
int64_t x_type(OnnxExport *x, DType t);
/* What is written is in no opset before this one. */
void x_needs(OnnxExport *x, int64_t opset);

/* value_info (export_infos.c) */
void x_add_info(OnnxExport *x, OnnxGraph *g, OnnxValueInfo *info);
/* What the file says of a value. */
OnnxValueInfo *x_info_of(OnnxExport *x, const char *name, OnnxTypeProto *type);
/* That of a value of type t, where a node of the scope's graph makes it. */
void x_infer_info(WScope *s, const IrType *t, const WValue *v);
void x_prune_infos(OnnxExport *x, OnnxGraph *g);

/* What is kept (keep_write.c) */
void x_keep_init(OnnxExport *x);
/* Takes the names that the frame's nodes have in the file. */
void x_keep_names(OnnxExport *x, WFrame *frame);
/* The node as it was; all of its outputs are values of the frame then. */
void x_keep_node(W *w, OnnxInstance *self);
/* A node of the graph at hand gives the value `of` by another name as well, as Dropout does: by
 * `wanted` from now on. False: none does. */
bool x_name_same(W *w, const char *of, const char *wanted);
/* Names of nodes (export_names.c): those that main's attribute ONNX_NODES has. */
void x_node_names(OnnxExport *x, const IrFunction *main);
/* The last one made since the graph had `before` nodes has the name of the variable's. */
void x_name_made(W *w, size_t before);
/* A node that is written anew, as what its graphs hold was changed, has its name of the file. */
void x_name_node(W *w, OnnxNode *n);
/* The file's name of what the variable is, or replaces; else the variable's. */
const char *x_var_name(OnnxExport *x, const IrVar *v);
/* The initializer of the file that the constant is; NULL: none. */
const char *x_kept_constant(OnnxExport *x, const IrConst *c);
/* The file's info with what the type knows better: numbers, and unless it `stays` that an extent is
 * open. */
OnnxValueInfo *x_info_like(OnnxExport *x, OnnxValueInfo *is, const OnnxValueInfo *was, bool stays);
/* What the file says of the name; NULL: nothing. */
const OnnxValueInfo *x_kept_info(const OnnxExport *x, const char *name);
/* The model around the graph (keep_model.c). */
void x_model(OnnxExport *x, OnnxModel *out);
/* Gives nodes that the writer made the form of the opset; returns that, or a later one that some of
 * them need. */
int64_t onnx_opset_fit(WScope *s);
const char *w_operand(W *w, const IrOperand *o);
/* Graphs that stay as they are (write_graph.c) */
typedef struct OnnxRenames OnnxRenames;
/* New names for what graphs use from around. */
OnnxRenames *x_renames(OnnxExport *x);
void x_rename(OnnxExport *x, OnnxRenames *r, Str from, const char *to);
/* The node's graphs, which nobody else has, get these names, and what they define names that
 * nothing else in the model has. */
void x_own_graphs(OnnxExport *x, const OnnxNode *n, const OnnxRenames *around);
/* The same for copies of its graphs; keep: what they define keeps its names. */
void x_copied_graphs(OnnxExport *x, OnnxNode *n, OnnxRenames *around, bool keep);
/* Its graphs are not looked into. */
void x_stay_verbatim(OnnxExport *x, const OnnxNode *n);
bool x_is_verbatim(const OnnxExport *x, const OnnxGraph *g);
/* What the node's graphs define has its names there alone. False: some are taken. */
bool x_reserve_names(OnnxExport *x, const OnnxNode *n);
/* Nodes that were kept (write_node.c, write_function.c) */
void onnx_write_node(W *w);
void onnx_write_opaque(W *w);
/* What the file says of a value that no type says; NULL: nothing. */
OnnxTypeProto *x_kept_type(const OnnxExport *x, const char *name);
/* The same of a parameter of main. */
OnnxTypeProto *x_param_type(const OnnxExport *x, const IrFunction *fn, const char *param);
/* The node may call a function of the model. */
void x_call_function(OnnxExport *x, const OnnxNode *n);
/* Functions and opsets that such nodes need. */
void x_add_kept(OnnxExport *x, const IrFunction *fn, OnnxModel *model);

/* Tells OnnxWriteOptions.changed of the nodes that differ (changes.c). */
void onnx_tell_changes(OnnxExport *x);
/* One node for several that ONNX has it for, when all is written and pruned (fuse.c). */
void onnx_fuse(OnnxExport *x);
/* Pruning (export_prune.c): a name that is needed, whoever uses it; what nothing needs goes. */
void x_keep(OnnxExport *x, const char *name);
bool x_is_live(const OnnxExport *x, const char *name);
void x_prune(OnnxExport *x);
/* The same for initializers alone, once nodes were changed. */
void x_prune_initializers(OnnxExport *x);

/* Dims (export_dims.c) */
/* A value of that type has that name now. */
void x_seen(WScope *s, const IrType *t, const char *name);
/* An int64 vector of n dims. */
const char *w_dims(W *w, const IrDim *const *dims, int32_t n);
/* A scalar. */
const char *w_dim(W *w, const IrDim *d);

/* Faults: end this binding. */
NORETURN void w_fail(W *w, const char *fmt, ...) PRINTF_LIKE(2, 3);

/* Operands and attributes (write_call.c) */
bool w_has(const W *w, uint32_t i);
const IrType *w_type(W *w, uint32_t i); /* NULL: left out */
DType w_dtype(W *w, uint32_t i);
int32_t w_rank(W *w, uint32_t i); /* fails when it is not known */
/* The extent along an axis that is not negative; false: it is not constant. */
bool w_extent(W *w, uint32_t i, int64_t axis, int64_t *out);
const char *w_in(W *w, uint32_t i);
const char *w_opt(W *w, uint32_t i);     /* "" where it is left out */
const Tensor *w_const(W *w, uint32_t i); /* NULL: none */
/* The names of a tuple operand's elements. */
const char **w_ins(W *w, uint32_t i, uint32_t *n);
/* The dims of a shape operand; NULL: it is computed (w_in). */
const IrDim *const *w_shape(W *w, uint32_t i, int32_t *n);
/* An integer prim operand's dim; NULL: a float, or computed. */
const IrDim *w_prim_dim(W *w, uint32_t i);
/* The same of a tuple of them, one each. */
const IrDim *const *w_prim_dims(W *w, uint32_t i, uint32_t *n);
/* A prim operand as a scalar of that dtype. */
const char *w_prim(W *w, uint32_t i, DType dtype);
/* A tuple of integer prims as an int64 vector. */
const char *w_prims(W *w, uint32_t i);
/* The same, which must be constant. */
const int64_t *w_prim_ints(W *w, uint32_t i, uint32_t *n);

const IrAttr *w_attr(W *w, const char *name);
int64_t w_int(W *w, const char *name);
double w_float(W *w, const char *name);
bool w_is(W *w, const char *name, const char *value);
/* The dtype of an attribute; VOID or None: `otherwise`. */
DType w_dtype_attr(W *w, const char *name, DType otherwise);

/* Constants */
const char *w_ints(W *w, const int64_t *v, uint32_t n); /* an int64 vector */
const char *w_scalar(W *w, DType dtype, double v);
const char *w_scalar_int(W *w, DType dtype, int64_t v);
/* Any small one; `name` is what it would be called. The same twice is one initializer. */
const char *w_small(W *w, const char *name, DType dtype, const int64_t *dims, uint32_t n,
                    const void *data, size_t bytes);
OnnxTensor *w_tensor(W *w, DType dtype, const int64_t *dims, uint32_t n, const void *data);

/* Nodes. Their outputs have names of their own, until w_set gives them the variable's. */
#define NAMES(...)                                                                                 \
    (const char *const[]){__VA_ARGS__}, (uint32_t)ARRAY_LEN(((const char *const[]){__VA_ARGS__}))
OnnxNode *w_node(W *w, const char *op, const char *const *ins, uint32_t n_ins, uint32_t n_outs);
static inline const char *w_out(const OnnxNode *n, uint32_t i) { return n->outputs.at[i].ptr; }
const char *w1(W *w, const char *op, const char *x);
const char *w2(W *w, const char *op, const char *x, const char *y);
const char *w3(W *w, const char *op, const char *x, const char *y, const char *z);
const char *w_cast(W *w, const char *x, DType from, DType to);
const char *w_unsqueeze(W *w, const char *x, const int64_t *axes, uint32_t n);
const char *w_concat(W *w, const char *const *parts, uint32_t n, int64_t axis);
/* The extents of operand i from `start` to `end`, as a vector. */
const char *w_shape_of(W *w, uint32_t i, int32_t start, int32_t end);
const char *w_squeeze(W *w, const char *x, const int64_t *axes, uint32_t n);
const char *w_slice(W *w, const char *x, int64_t axis, int64_t start, int64_t end, int64_t step);

OnnxAttr *w_add_attr(W *w, OnnxNode *n, const char *name, OnnxAttrType type);
void w_add_int(W *w, OnnxNode *n, const char *name, int64_t v);
void w_add_float(W *w, OnnxNode *n, const char *name, double v);
void w_add_str(W *w, OnnxNode *n, const char *name, const char *v);
void w_add_ints(W *w, OnnxNode *n, const char *name, const int64_t *v, uint32_t len);

/* The result: a tensor, or field i of a tuple. */
void w_set(W *w, const char *name);
void w_set_field(W *w, uint32_t i, const char *name);
void w_set_value(W *w, const WValue *v);
/* The variable that takes field i out of the result; the result's own, where there is none. */
const IrVar *w_field_var(W *w, uint32_t i);
/* The fields of the result, to be set one by one. */
WValue *w_fields(W *w);
/* The result is operand i. */
void w_alias(W *w, uint32_t i);
/* The result leaf by leaf; a field whose name is NULL is not set: nobody takes it. */
void w_set_leaves(W *w, const char *const *names);
/* Outputs that no field is taken out of are left out, where the node may do without. */
void w_drop_unused(W *w, OnnxNode *n);
/* The names of a node's outputs, behind `skip` that are NULL. */
const char **w_outs(W *w, const OnnxNode *n, uint32_t skip);

void w_direct(W *w);

#define WRITE(id, predicate, fn, nodes) void onnx_write_##fn(W *w);
#include "onnx/write.def"

#endif
