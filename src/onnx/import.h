/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of the ONNX reader share: the import of a model, and the call of an operator's
 * map.
 *
 * A map function is straight code: it asks for inputs and attributes, builds calls, and sets
 * outputs. Whatever does not fit is o_fail (or a builder's report): it ends the map of this node,
 * and the import goes on with the next one, so that all that is wrong is reported. The outputs of a
 * node that failed are poisoned: what depends on them is not mapped, and not reported either unless
 * its operator is unknown.
 *
 * Integers are known: a value may be a list of dims (constants, or expressions over the inputs'
 * symbols), as `Shape` and arithmetic on it give. Such a value has no binding until a map asks for
 * its operand. */
#ifndef TENON_ONNX_IMPORT_H
#define TENON_ONNX_IMPORT_H

#include "base/diag.h"
#include "ir/build.h"
#include "ir/growth.h"
#include "onnx/onnx.h"
#include "onnx/proto.h"
#include "ops/ops.h"
#include "tensor/file.h"

enum { ONNX_KNOWN_MAX = 1024 };

typedef struct OnnxScope OnnxScope;
typedef struct OnnxRow OnnxRow;
/* Of onnx/keep.h. */
typedef struct OnnxSource OnnxSource;
typedef struct OnnxRecord OnnxRecord;
typedef struct O O;

typedef struct {
    const IrDim *const *at; /* NULL: not known */
    uint32_t n;
    int32_t ndim; /* 0 or 1; 2 in fold.c only */
    DType dtype;
    uint32_t columns; /* where ndim is 2 */
} OnnxKnown;

static inline OnnxKnown onnx_known(const IrDim *const *at, uint32_t n, int32_t ndim, DType dtype) {
    return (OnnxKnown){.at = at, .n = n, .ndim = ndim, .dtype = dtype};
}

typedef struct {
    Str name;
    bool is_poisoned; /* its node failed */
    bool is_sequence;
    bool is_map;       /* beside is_sequence: of keys and values; they are its two items */
    bool is_nothing;   /* an optional that holds nothing */
    IrOperand operand; /* NONE: none yet */
    IrBody *body;      /* where a known value's operand was built; NULL: elsewhere, for good */
    const OnnxTensor *proto; /* an initializer that nobody needed yet */
    Tensor *tensor;          /* a constant; the import holds a reference */
    const OnnxTensor *lost;  /* a constant of a type that no tensor has */
    /* the operand's elements are not looked at, though it may be a constant: node.c */
    bool is_hidden;
    OnnxKnown known;
    const O *late; /* the node that would compute it if all its inputs were known; or NULL */
    const IrDim *equal[2]; /* it says whether these are equal, which is not known; or NULLs */
    OnnxList items;        /* a sequence's: OnnxValue */
    const OnnxNode *empty; /* the SequenceEmpty that made a sequence without elements, or NULL */
    int64_t empty_of;      /* their type, as ONNX numbers it */
    OnnxSource *source;    /* what is kept of it; NULL: nothing yet */
} OnnxValue;

/* The names of one graph. */
struct OnnxScope {
    OnnxScope *outer; /* NULL: the model's, a function's, or that of a body that captures */
    Map by_name;      /* OnnxValue */
    Map infos;        /* OnnxValueInfo */
    const O *call;    /* of the function that this is the body of: what its attributes refer to */
    /* OnnxOpset: of the model, or of the function that this is the body of */
    const OnnxList *opsets;
    int64_t opset; /* of the default domain */
};

typedef VEC(Tensor *) OnnxTensors;

/* A file that holds weights. */
typedef struct {
    const char *path;
    int error; /* an errno value, or 0 */
    SharedFile *shared;
} OnnxFile;
/* Weights that are parameters of main. */
typedef struct {
    IrVar *param;
    const Tensor *value;
    Str name; /* in the file */
} OnnxWeight;

typedef struct {
    IrFunction *fn;
    const OnnxScope *scope; /* the model's graph */
    VEC(OnnxWeight) list;
    bool of_nodes;   /* Constants are weights too */
    size_t n_inputs; /* parameters before them */
} OnnxWeights;

typedef struct {
    const IrSymbol *symbol;
    Str param;
} OnnxDimName;

typedef struct {
    Str name;
    const OnnxTypeProto *type;
} OnnxNamedType;

typedef struct {
    const IrVar *var; /* the last one that the node's map built */
    Str name;
} OnnxNodeName;

typedef struct {
    Ctx *ctx;
    IrModule *m;
    Arena arena; /* structs and side tables */
    const OnnxModel *model;
    const char *path; /* or NULL */
    OnnxTensors tensors;
    VEC(Str) input_names;            /* of main's parameters */
    VEC(OnnxNamedType) object_types; /* of main's parameters that are objects */
    VEC(OnnxDimName) dim_names;      /* that differ from the symbols' */
    VEC(OnnxNodeName) node_names;    /* of nodes that have one */
    VEC(IrBody *) branches;          /* under way: no binding has them yet */
    Cleanup cleanup;
    Map rows;      /* OnnxRow, by name */
    Map functions; /* OnnxFunction, by name */
    Map files;     /* OnnxFile, by path */
    VEC(OnnxFile *) opened;
    Map symbols; /* IrSymbol, by the dim_param's hash */
    Map taken;   /* names of parameters and symbols */
    Map dims;    /* names of the inputs' dims */
    size_t n_nodes, n_names, n_items, depth;
    size_t n_weighed; /* bindings that memory was allowed for */
    const OnnxOptions *options;
    OnnxWeights *weights;        /* NULL: they are constants */
    bool *kept;                  /* by OnnxOptions.keep: it was found */
    bool records;                /* what is read is kept: onnx/keep.h */
    const OnnxScope *main_scope; /* of the model's graph */
    const OnnxRecord *record;    /* of the node under way; NULL: none */
    struct OnnxFrame *free_frames;
    bool has_opaque; /* calls of R.onnx.opaque */
    uint32_t strict; /* graphs around in which nothing may be opaque */
    /* Why the map of the node under way failed, which may do better once more: it asked for extents
     * that a type lacks; a Loop's body gives carries of other types than it takes. */
    bool lacks_dims, lacks_carries, lacks_run;
} OnnxImport;

/* One node under its map. */
struct O {
    OnnxImport *im;
    IrModule *m;
    IrBuilder *b;
    OnnxScope *scope;
    const OnnxNode *node;
    const OnnxRow *row;
    const OnnxFunction *function; /* that it calls, while its body is imported */
    int64_t opset;                /* of the node's domain */
    OnnxValue **in;               /* NULL: left out */
    uint32_t n_in;
    OnnxValue *out; /* NULL name: not wanted */
    uint32_t n_out;
    bool matches;     /* inputs get extents that a run tells, where only their rank is known */
    bool as_node;     /* it is to be one call, as its map asks for what a run tells */
    uint8_t *carries; /* of a Loop that is built again: what stays of their shapes */
    struct OnnxRecord *record; /* what is kept of the node */
    OnnxValue **captured;      /* that its graphs use, as the record has them */
};

typedef void (*OnnxMapFn)(O *o);

struct OnnxRow {
    const char *name; /* behind its domain and a dot, unless that is the default one */
    int since, until;
    OnnxMapFn map;
    const OpDef *op; /* what OnnxMapFn o_direct calls */
    const char *becomes;
};

/* A node that is to be mapped, without its builder; its inputs are not looked up yet. */
O *onnx_node_begin(OnnxImport *im, OnnxScope *scope, const OnnxNode *node);
void onnx_node_end(O *o);

/* Import */
/* `self` is to lie still until its end. */
void onnx_import_init(OnnxImport *self, Ctx *ctx, IrModule *m);
void onnx_import_fini(OnnxImport *self);
enum { ONNX_NO_OPSET = -1 };
/* The version of a domain; ONNX_NO_OPSET: none is imported. NULL: no domain is. */
int64_t onnx_opset_of(const OnnxList *opsets, Str domain);
bool onnx_is_default_domain(Str domain);
void onnx_scope_opsets(OnnxScope *self, const OnnxList *opsets);
void onnx_note_functions(OnnxImport *im, const OnnxList *functions);
/* The function of the model that the node calls; NULL: none. */
const OnnxFunction *onnx_function_find(OnnxImport *im, const OnnxNode *node);
/* Before anything is imported. False after a report: functions expanded, the model would be too
 * large. */
bool onnx_expansion_fits(OnnxImport *im);
/* Nodes, their inputs and outputs, as the file has them. */
size_t onnx_model_size(const OnnxImport *im);
/* Notes names in the function's attributes: those of inputs that are not the parameters', and those
 * of outputs. */
void onnx_keep_names(OnnxImport *im, IrFunction *fn, const OnnxGraph *g);
void onnx_attr_add(OnnxImport *im, IrFunction *fn, const char *key, IrAttr value);
/* What the file says of a value; NULL: nothing. whole: all dims. */
const OnnxValueInfo *onnx_info_find(OnnxImport *im, const OnnxScope *scope, Str name, bool whole);
/* The dim that is the symbol of that name; NULL: there is none. */
const IrDim *onnx_symbol_find(OnnxImport *im, const IrFunction *fn, Str param);
/* A graph's initializers and nodes. Inputs are defined by the caller. */
bool onnx_import_graph(OnnxImport *im, IrBuilder *b, OnnxScope *scope, const OnnxGraph *g);
/* Unlinks what branches from that one on hold of values around: no binding will have them. */
void onnx_branches_drop(OnnxImport *im, size_t from);
/* Those of an IF, which is to be removed. */
void onnx_branches_clear(OnnxImport *im, IrBinding *b);
void onnx_scope_init(OnnxScope *self, OnnxImport *im, OnnxScope *outer);
void onnx_import_inputs(OnnxImport *im, IrBuilder *b, OnnxScope *scope, const OnnxGraph *g);
/* The model of an import that is under way, by itself. NULL after a report. */
IrModule *onnx_read_again(const OnnxImport *of, const OnnxOptions *options);
/* Leaves of the graph what OnnxOptions.from and .to say. False after a report. cut.c. */
bool onnx_cut(OnnxImport *im);
/* The operand of one of main's results; it may need a constant or a shape to be built. False after
 * a report. */
bool onnx_output_operand(OnnxImport *im, IrBuilder *b, OnnxScope *scope, const OnnxValueInfo *info,
                         IrOperandBuf *out);
/* The names that a graph defines: keys of type Str. */
void onnx_names_of(OnnxImport *im, const OnnxGraph *g, Map *out);
void onnx_names_add(OnnxImport *im, Map *names, Str name);
bool onnx_names_have(OnnxImport *im, const Map *names, Str name);
uint64_t onnx_hash(const OnnxImport *im, Str s);
/* s for a message, cut where it is long. */
const char *onnx_text(OnnxImport *im, Str s);
/* s as a name of the module that may be shown: cut where it is long, without control characters. */
const char *onnx_shown(OnnxImport *im, Str s);
/* False when there is an initializer of that name already. */
bool onnx_initializer_note(OnnxImport *im, Map *names, OnnxTensor *t);
/* NULL when the name is taken, after a report. */
OnnxValue *onnx_define(OnnxImport *im, OnnxScope *scope, Str name);
OnnxValue *onnx_lookup(OnnxImport *im, OnnxScope *scope, Str name);
const OnnxRow *onnx_row_find(OnnxImport *im, Str name, int64_t opset, bool *any_version);
/* The row's map on the node; what it does not know of an operator of com.microsoft is refused. */
void onnx_row_apply(O *o);
/* One reference. NULL after a report with `what` naming the tensor. */
Tensor *onnx_tensor_load(OnnxImport *im, const OnnxTensor *t, const char *what);
/* All weights are read. False after a report: a file was changed meanwhile. */
bool onnx_files_end(OnnxImport *im);
/* A Python name like s that no parameter or symbol has. */
const char *onnx_name_unique(OnnxImport *im, Str s, const char *fallback);
const char *onnx_name_safe(OnnxImport *im, Str s, const char *fallback);
IrOperand onnx_value_operand(OnnxImport *im, IrBuilder *b, OnnxValue *v);
/* Appends the value's operand, a tuple for what is no tensor. False when it has none. */
bool onnx_value_append(OnnxImport *im, IrBuilder *b, OnnxValue *v, IrOperandBuf *out);
/* No sequence, and not nothing. */
static inline bool onnx_value_is_tensor(const OnnxValue *v) {
    return !v->is_sequence && !v->is_nothing;
}
/* Integers or bools that int64 holds. */
bool onnx_holds_ints(const Tensor *t);
/* A constant of one element; false when it is not known. */
bool onnx_value_truth(OnnxImport *im, OnnxValue *v, bool *out);
/* The value's integers; false when they are not known. */
bool onnx_value_known(OnnxImport *im, OnnxValue *v, OnnxKnown *out);
/* The same, and they may be computed from constants. */
bool onnx_value_computes(OnnxImport *im, OnnxValue *v, OnnxKnown *out);
/* Makes what a Constant of the model's graph gives a parameter, where weights are to be and most of
 * them are such: a tensor of floats of rank 1 or more, and of more than one. Its tensor stays
 * known. */
void onnx_constant_as_weight(OnnxImport *im, const OnnxScope *scope, OnnxValue *v);
/* The same, and what is computed from constants is one. */
Tensor *onnx_value_computed(OnnxImport *im, OnnxValue *v);
/* A constant's tensor, loaded; NULL when it is none. */
Tensor *onnx_value_tensor(OnnxImport *im, OnnxValue *v);
void onnx_value_set_tensor(OnnxImport *im, OnnxValue *v, Tensor *own);

/* Weights as parameters (parameters.c) */
/* Defines the graph's initializers; those of floats as parameters, which are not in fn's list
 * yet. */
void onnx_import_weights(OnnxImport *im, OnnxScope *scope, const OnnxGraph *g);
/* A Concat of some numbers that are parameters: they stay known, as a Resize needs its scales. */
void onnx_weights_joined(O *o);
/* Those that are used become fn's last parameters: others were read while maps were written. */
void onnx_keep_weights(OnnxImport *im);
/* All else goes to OnnxOptions.bare. bare.c. */
void onnx_give_bare(OnnxImport *im, OnnxScope *scope);

/* The node as a call of R.onnx.node. False: it is to be mapped. node_build.c. */
bool onnx_node_build(O *o);
/* Some attribute is one. */
bool onnx_has_graph(const OnnxNode *node);
/* It draws random numbers or gives maps, and is to be kept for that. */
bool onnx_node_stays(const O *o);
/* What both R.onnx.node and R.onnx.opaque say of it; room: for twice its inputs. Inputs are added
 * by the caller. */
void onnx_node_head(O *o, IrAttr *attrs, IrAttr *room);
/* The node as a call of R.onnx.opaque, which says why. opaque.c. */
void onnx_opaque_build(O *o, const char *why);
/* Notes in main's attributes what such nodes need of the file. */
void onnx_opaque_keep(OnnxImport *im, IrFunction *fn);

/* What computes the value, and from what; NULL: nothing can be said. constant.c. */
const char *onnx_why_not_constant(O *o, const OnnxValue *v);
/* Tries to know the outputs from known inputs: fold.c. */
bool onnx_fold(O *o);
/* A list that is known, of up to two dims. */
bool onnx_known_list(O *o, OnnxValue *v, OnnxKnown *out);
/* Attributes that may refer to those of the function around. */
const OnnxAttr *onnx_attr_find(const O *o, const char *name);

/* The name of a variable that o_set may name after the output. */
extern const char onnx_unnamed[];

/* Faults: end the map of this node. */
NORETURN void o_fail(O *o, const char *fmt, ...) PRINTF_LIKE(2, 3);
/* An operand or form that Tenon has no operator for. */
NORETURN void o_unsupported(O *o, const char *fmt, ...) PRINTF_LIKE(2, 3);

/* Inputs and outputs */
bool o_has(const O *o, uint32_t i);
IrOperand o_in(O *o, uint32_t i);
/* The elements of a constant input, else o_unsupported: Tenon wants them when it compiles. */
Tensor *o_const_in(O *o, uint32_t i);
bool o_is_const(O *o, uint32_t i);
bool o_known(O *o, uint32_t i, OnnxKnown *out);
/* The same where the run computes it: with symbols for what is not known before it, which must not
 * be negative (run_dims.c). fixed: by element of an input of which nothing is known what it is to
 * be, which the run checks; NULL there, and from n_fixed on: a symbol. False: it is no short list
 * of integers. */
bool o_known_of_run(O *o, uint32_t i, const IrDim *const *fixed, uint32_t n_fixed, OnnxKnown *out);
/* False where the model is to be written again: a node whose attributes or extents the run tells
 * then stays as it is. */
bool o_asks_run(const O *o);
/* Known to be constants; *n of them. */
const int64_t *o_const_ints(O *o, uint32_t i, uint32_t *n);
double o_const_number(O *o, uint32_t i, double fallback);
/* A float is cut off toward zero. */
int64_t o_const_int(O *o, uint32_t i, int64_t fallback);
bool o_wants(const O *o, uint32_t i);
void o_set(O *o, uint32_t i, IrOperand x);
void o_set_known(O *o, uint32_t i, OnnxKnown k);
/* The output is v, whatever that is. */
void o_set_value(O *o, uint32_t i, const OnnxValue *v);

/* Attributes; a wrong type fails. */
bool o_given(O *o, const char *name);
int64_t o_int(O *o, const char *name, int64_t fallback);
double o_float(O *o, const char *name, double fallback);
Str o_str(O *o, const char *name, const char *fallback);
const int64_t *o_ints(O *o, const char *name, uint32_t *n); /* NULL: not given */
const float *o_floats(O *o, const char *name, uint32_t *n);
const Str *o_strs(O *o, const char *name, uint32_t *n);
/* A list of ints of that length, or all `fallback`. */
const int64_t *o_ints_or(O *o, const char *name, uint32_t n, int64_t fallback);

/* Types */
const IrType *o_type(O *o, IrOperand x);
DType o_dtype(O *o, IrOperand x);
int32_t o_rank(O *o, IrOperand x);             /* fails when it is not known */
const IrDim *const *o_dims(O *o, IrOperand x); /* fails when they are not known */
bool o_has_dims(O *o, IrOperand x);
int64_t o_extent(O *o, IrOperand x, int32_t i); /* fails when it is not constant */
int64_t o_axis(O *o, int64_t axis, int32_t rank);
/* The axes from `first` to the last one: *n of them. */
const int64_t *o_axes_from(O *o, int32_t first, int32_t rank, uint32_t *n);
const IrDim *o_dim(O *o, int64_t v);
void *o_alloc(O *o, size_t n, size_t size);
#define O_ARRAY(o, T, n) ((T *)o_alloc((o), (size_t)(n) + 1, sizeof(T)))

/* Operands */
IrOperand o_none(void);
IrOperand o_const(O *o, DType dtype, double v);
IrOperand o_const_ints_new(O *o, DType dtype, const int64_t *v, uint32_t n);
IrOperand o_tensor(O *o, Tensor *own);
IrOperand o_prim(O *o, const IrDim *v);
IrOperand o_float_prim(O *o, double v);
/* A dim as a tensor of rank 0. */
IrOperand o_dim_number(O *o, const IrDim *d, DType dtype);
IrOperand o_shape(O *o, const IrDim *const *dims, int32_t n);

/* Calls. A call appends its binding, so at most one argument of a function may be one: C leaves the
 * order open. */
typedef struct {
    const char *name;
    IrAttr value;
} OAttr;
#define A_INT(name_, v)                                                                            \
    {                                                                                              \
        (name_), { .kind = IR_ATTR_INT, .i = (v) }                                                 \
    }
#define A_BOOL(name_, v)                                                                           \
    {                                                                                              \
        (name_), { .kind = IR_ATTR_BOOL, .i = (v) }                                                \
    }
#define A_FLOAT(name_, v)                                                                          \
    {                                                                                              \
        (name_), { .kind = IR_ATTR_FLOAT, .f = (v) }                                               \
    }
#define A_DTYPE(name_, v)                                                                          \
    {                                                                                              \
        (name_), { .kind = IR_ATTR_DTYPE, .dtype = (v) }                                           \
    }
#define A_STR(name_, v)                                                                            \
    {                                                                                              \
        (name_), { .kind = IR_ATTR_STRING, .s = (v) }                                              \
    }
#define A_INTS(name_, v, n_)                                                                       \
    {                                                                                              \
        (name_), { .kind = IR_ATTR_INTS, .ints = (v), .n = (uint32_t)(n_) }                        \
    }
#define OPS(...)                                                                                   \
    (const IrOperand[]){__VA_ARGS__}, (uint32_t)ARRAY_LEN(((const IrOperand[]){__VA_ARGS__}))
#define ATTRS(...) (const OAttr[]){__VA_ARGS__}, (uint32_t)ARRAY_LEN(((const OAttr[]){__VA_ARGS__}))
#define NO_ATTRS NULL, 0
IrOperand o_call(O *o, const OpDef *op, const IrOperand *ops, uint32_t n, const OAttr *attrs,
                 uint32_t n_attrs);
IrOperand o1(O *o, const OpDef *op, IrOperand x);
IrOperand o2(O *o, const OpDef *op, IrOperand x, IrOperand y);
IrOperand o3(O *o, const OpDef *op, IrOperand x, IrOperand y, IrOperand z);
/* low <= x and x <= high */
IrOperand o_between(O *o, IrOperand low, IrOperand x, IrOperand high);
/* With a constant of x's dtype. */
IrOperand o2c(O *o, const OpDef *op, IrOperand x, double c);
IrOperand o_field(O *o, IrOperand tuple, uint32_t i);
/* A tuple's entries in prefix order, for o_call: *n of them. */
IrOperand *o_tuple(O *o, const IrOperand *items, uint32_t n_items, uint32_t *n);
IrOperand o_concat(O *o, const IrOperand *items, uint32_t n, int64_t axis);
IrOperand o_cast(O *o, IrOperand x, DType dtype);
IrOperand o_reshape(O *o, IrOperand x, const IrDim *const *dims, int32_t n);
IrOperand o_broadcast(O *o, IrOperand x, const IrDim *const *dims, int32_t n);
IrOperand o_permute(O *o, IrOperand x, const int64_t *axes, int32_t n);
IrOperand o_expand(O *o, IrOperand x, const int64_t *axes, uint32_t n);
IrOperand o_squeeze(O *o, IrOperand x, const int64_t *axes, uint32_t n);
IrOperand o_reduce(O *o, const OpDef *op, IrOperand x, const int64_t *axes, uint32_t n,
                   bool keepdims);
/* x[begin:end:step] along one axis. */
IrOperand o_slice(O *o, IrOperand x, int64_t axis, const IrDim *begin, const IrDim *end,
                  int64_t step);
/* x as a tensor of the same elements whose rank is `rank`: extents of 1 behind axis + its own. */
IrOperand o_align(O *o, IrOperand x, int64_t axis, int32_t rank);
/* 0, 1, ... of a dim, as an int64 tensor that lies along `axis` of rank. */
IrOperand o_counter(O *o, const IrDim *extent, int32_t axis, int32_t rank);
/* An extent that the run tells, as a symbol: for o_match. */
const IrDim *o_fresh_dim(O *o, const char *name);
/* match_cast; x itself where the type says so already. */
IrOperand o_match(O *o, IrOperand x, const IrType *t);
/* The same with symbols for the extents, where only the rank is known. */
IrOperand o_with_extents(O *o, IrOperand x);

/* A host function without effects, of that result. */
IrOperand o_host(O *o, const char *name, const IrOperand *args, uint32_t n, const IrType *result);
IrOperand o_string(O *o, Str s);
/* A constant vector of strings. */
IrOperand o_strings(O *o, const Str *s, uint32_t n);
/* o_cast, which has no strings, with host functions for these. */
IrOperand o_cast_any(O *o, IrOperand x, DType dtype);

/* Operands that an elementwise operator takes together: where extents of one source meet, and are
 * not proved equal, the later operand is cast to the earlier one's, which a run checks. */
void o_agree(O *o, IrOperand *x, uint32_t n);

/* A convolution by the node's attributes, and input `input`, where there is one, added for each
 * channel. */
IrOperand o_convolve(O *o, IrOperand x, IrOperand weight);
IrOperand o_add_bias(O *o, IrOperand y, uint32_t input);
/* The product that a Gemm is. */
IrOperand o_gemm(O *o);
/* Pooling of x by the node's attributes. */
IrOperand o_average_pool(O *o, IrOperand x);
IrOperand o_max_pool(O *o, IrOperand x);
/* x by a scale and a zero point, each of one element or one for each place of the axis; quantized
 * to the dtype of `zero`, or back to that of `scale`. */
IrOperand o_quantize(O *o, IrOperand x, IrOperand scale, IrOperand zero, int64_t axis);
IrOperand o_dequantize(O *o, IrOperand x, IrOperand scale, IrOperand zero, int64_t axis);
/* To uint8 over the range of x, which is made to hold 0: the scale and the zero point. */
void o_quantize_range(O *o, IrOperand x, IrOperand *scale, IrOperand *zero);
/* An operand of one element, which may be a vector, as a scalar. */
IrOperand o_as_scalar(O *o, IrOperand x);
/* Input i in int32, less its zero point (input z), which goes by dim `axis` when it is a vector. */
IrOperand o_centred(O *o, uint32_t i, uint32_t z, int64_t axis);
/* sums * scale (by the axis when it is a vector), quantized by inputs y_scale and the one behind
 * it. */
IrOperand o_requantize(O *o, IrOperand sums, IrOperand scale, uint32_t y_scale, int64_t axis);
/* log(1 + exp(x)) that does not overflow. */
IrOperand o_softplus(O *o, IrOperand x);

#define DIRECT(name, since, until, op)
#define MAP(name, since, until, fn, becomes) void onnx_map_##fn(O *o);
#include "onnx/map.def"

#endif
