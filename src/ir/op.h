/* SPDX-License-Identifier: Apache-2.0 */
/* What an operator's definition is. The IR knows operators only through this table; the values live
 * in ops/. A definition is constant data and shared by all threads.
 *
 * The schema lists operands and attributes in the order in which Relax's function takes them, so it
 * serves positional and keyword arguments alike:
 *
 *     static const OpParam params[] = {
 *         OP_TENSOR("data"), OP_AXES_OR_NONE("axis"), OP_BOOL("keepdims", false),
 *     };
 */
#ifndef TENON_IR_OP_H
#define TENON_IR_OP_H

#include "base/vec.h"
#include "ir/attr.h"
#include "ir/type.h"

typedef struct OpDef OpDef;
typedef struct IrInfer IrInfer;
typedef struct IrOperand IrOperand;

typedef enum {
    /* Operands */
    OP_PARAM_TENSOR,  /* a value of tensor type (or Any, whose type is then unknown) */
    OP_PARAM_TENSORS, /* a tuple of tensors: a variable of tuple type, or written out */
    OP_PARAM_SHAPE,   /* R.shape([...]), a tuple or list of ints and dims, or a Shape variable */
    OP_PARAM_PRIM,    /* R.prim_value(x), or a bare number */
    OP_PARAM_PRIMS,   /* a tuple of prim values, or a list of numbers */
    OP_PARAM_VALUE,   /* any operand */
    OP_PARAM_VALUES,  /* a tuple of any operands; a lone value is wrapped */
    /* a function of the module, a variable that holds one, or a string that names an external
     * one */
    OP_PARAM_FUNCTION,
    OP_PARAM_REST, /* any number of further operands; the last operand parameter */
    /* Types, as in out_sinfo= and sinfo_args= */
    OP_PARAM_TYPES,
    /* Attributes */
    OP_PARAM_BOOL,
    OP_PARAM_INT,
    OP_PARAM_FLOAT,
    OP_PARAM_STRING,
    OP_PARAM_DTYPE,
    /* a list; a bare int is a list of one, or (count > 0) repeated count times */
    OP_PARAM_INTS,
    OP_PARAM_PADDING,     /* count spatial dims: 1, count or 2*count ints, kept as 2*count */
    OP_PARAM_INT_OR_INTS, /* a list or an int, kept apart: indices_or_sections */
    OP_PARAM_LIST,        /* a list of anything, kept as written */
} OpParamKind;

/* How a LIST is written in text. */
typedef enum {
    OP_LIST_PLAIN,
    /* lambda i, j: (i // 4, j, i % 4); kept as [names, results], where a result is a name, an
     * integer, or [operator, x, y]: operators "+", "-", "*", "//", "%", "min", "max" */
    OP_LIST_INDEX_MAP,
    OP_LIST_DEVICE, /* R.device(dev_type=1, dev_id=0); kept as [1, 0] */
    OP_LIST_DICT,   /* {"name": value}; kept as that DICT */
} OpListForm;

#define OP_PARAM_IS_OPERAND(kind) ((kind) <= OP_PARAM_REST)
#define OP_PARAM_IS_ATTR(kind) ((kind) >= OP_PARAM_BOOL)

typedef struct {
    const char *name;
    OpParamKind kind;
    bool optional; /* may be left out: an absent operand, or the default below */
    /* attribute: None is a value, and the default when `optional`; PRIM: it may be absent (else a
     * PRIM that is left out becomes `i`) */
    bool none;
    OpListForm form;            /* LIST */
    bool number;                /* TENSOR: an R.Prim will do, as a tensor of rank 0 */
    uint8_t count;              /* INTS, PADDING: spatial dims */
    int64_t i;                  /* default of BOOL, INT, PRIM; every element of INTS and PADDING */
    double f;                   /* default of FLOAT */
    const char *s;              /* default of STRING */
    const char *const *choices; /* STRING: the values allowed, NULL-terminated; NULL: any */
    const char *alias;          /* another keyword for the same parameter, or NULL */
    /* attribute: the default, instead of the fields above; NULL: they say it */
    const IrAttr *value;
} OpParam;

#define OP_TENSOR(name_)                                                                           \
    { .name = (name_), .kind = OP_PARAM_TENSOR }
#define OP_TENSOR_OR_NONE(name_)                                                                   \
    { .name = (name_), .kind = OP_PARAM_TENSOR, .optional = true }
#define OP_TENSORS(name_)                                                                          \
    { .name = (name_), .kind = OP_PARAM_TENSORS }
#define OP_SHAPE(name_)                                                                            \
    { .name = (name_), .kind = OP_PARAM_SHAPE }
#define OP_PRIM(name_)                                                                             \
    { .name = (name_), .kind = OP_PARAM_PRIM }
#define OP_PRIMS(name_)                                                                            \
    { .name = (name_), .kind = OP_PARAM_PRIMS }
#define OP_BOOL(name_, v)                                                                          \
    { .name = (name_), .kind = OP_PARAM_BOOL, .optional = true, .i = (v) }
#define OP_INT(name_, v)                                                                           \
    { .name = (name_), .kind = OP_PARAM_INT, .optional = true, .i = (v) }
#define OP_INT_NEEDED(name_)                                                                       \
    { .name = (name_), .kind = OP_PARAM_INT }
#define OP_INT_OR_NONE(name_)                                                                      \
    { .name = (name_), .kind = OP_PARAM_INT, .optional = true, .none = true }
#define OP_FLOAT(name_, v)                                                                         \
    { .name = (name_), .kind = OP_PARAM_FLOAT, .optional = true, .f = (v) }
#define OP_FLOAT_OR_NONE(name_)                                                                    \
    { .name = (name_), .kind = OP_PARAM_FLOAT, .optional = true, .none = true }
#define OP_STRING(name_, v, choices_)                                                              \
    { .name = (name_), .kind = OP_PARAM_STRING, .optional = true, .s = (v), .choices = (choices_) }
#define OP_STRING_OR_NONE(name_, choices_)                                                         \
    {                                                                                              \
        .name = (name_), .kind = OP_PARAM_STRING, .optional = true, .none = true,                  \
        .choices = (choices_)                                                                      \
    }
/* Default void: the operands' dtype. */
#define OP_DTYPE(name_)                                                                            \
    { .name = (name_), .kind = OP_PARAM_DTYPE, .optional = true }
#define OP_DTYPE_NEEDED(name_)                                                                     \
    { .name = (name_), .kind = OP_PARAM_DTYPE }
/* One axis; one axis or None; axes; axes or None. Negative ones count from the end; infer makes
 * them non-negative once the rank is known. */
#define OP_AXIS(name_, v) OP_INT(name_, v)
#define OP_AXIS_OR_NONE(name_) OP_INT_OR_NONE(name_)
#define OP_INTS_NEEDED(name_)                                                                      \
    { .name = (name_), .kind = OP_PARAM_INTS }
#define OP_AXES_OR_NONE(name_)                                                                     \
    { .name = (name_), .kind = OP_PARAM_INTS, .optional = true, .none = true }
/* `count` ints, all `v` by default. */
#define OP_INTS(name_, count_, v)                                                                  \
    { .name = (name_), .kind = OP_PARAM_INTS, .optional = true, .count = (count_), .i = (v) }
#define OP_INTS_COUNT(name_, count_)                                                               \
    { .name = (name_), .kind = OP_PARAM_INTS, .count = (count_) }
#define OP_PADDING(name_, count_)                                                                  \
    { .name = (name_), .kind = OP_PARAM_PADDING, .optional = true, .count = (count_) }

typedef enum {
    OP_PURE = 1 << 0,        /* no effects: what the text calls impure lacks it */
    OP_COMMUTATIVE = 1 << 1, /* op(x, y) == op(y, x) bit for bit */
    /* each output element depends on the broadcast operands' same element */
    OP_ELEMENTWISE = 1 << 2,
    /* two calls with equal operands stay two: they draw random numbers, or say where something is
     * computed. Never merged, folded or matched through */
    OP_DISTINCT = 1 << 3,
    /* takes tensors of small types, whose elements it moves without a look at them */
    OP_SMALL_MOVES = 1 << 5,
    /* takes tensors of strings: moves the elements, or compares them for equality */
    OP_STRINGS = 1 << 7,
    OP_SMALL_VALUES = 1 << 6, /* takes tensors of small types, and converts them; see ops/small.h */
    /* takes or gives the bits of floats, so that a float of another width is none for it */
    OP_BITS = 1 << 8,
    /* in text a number (R.Prim) beside a tensor stands for a tensor of rank 0, and of two numbers
     * R.number makes a number */
    OP_NUMBERS = 1 << 9,
    OP_WORKERS = 1 << 4, /* exchanges values with other workers: never evaluated before a run */
} OpFlags;

/* Operators whose meaning is the evaluator's own: they make or read shapes, or call functions. */
typedef enum {
    OP_STRUCTURAL_NO,
    OP_STRUCTURAL_SHAPE_OF,        /* the shape of operand 0 */
    OP_STRUCTURAL_SHAPE_TO_TENSOR, /* operand 0, a shape, as an int64 tensor */
    OP_STRUCTURAL_TENSOR_TO_SHAPE, /* operand 0, an int64 tensor, as a shape */
    /* the loop function that operand 0 names, on the tensors of operand 1 */
    OP_STRUCTURAL_CALL_LOOPS,
    OP_STRUCTURAL_SCAN,
    OP_STRUCTURAL_WHILE,
    OP_STRUCTURAL_NUMBER, /* operands 0 and 1, numbers, by the binary operator that is named */
} OpStructural;

/* Operators that reach out of the module: a function in C that the host program registered, the
 * run's output, its end. What each does in one process is the evaluator's (eval/eval_host.c). */
typedef enum {
    OP_HOST_NO,
    OP_HOST_PRINT,  /* hands operands 0.. as text to the output */
    OP_HOST_ASSERT, /* ends the run when operand 0 is false */
    /* the host function that operand 0 names, on operands 1.., gives the result */
    OP_HOST_CALL,
    /* the same on the tuple that is operand 1, into tensors of the result's type */
    OP_HOST_CALL_DPS,
    OP_HOST_MACHINE, /* what TVM's virtual machine does; no run here does it */
} OpHost;

/* Operand `operand` holds indices: into dim `axis` (an attribute's name) of operand `data`, into
 * its dim `fixed` (when axis is NULL; -1: any of its dims), or below the attribute `bound`. Lists
 * end with operand -1. */
typedef struct {
    int8_t operand, data, fixed;
    const char *axis, *bound;
} OpIndexRole;

/* Returns the type of the call's result, or NULL after infer_fail. May put the attributes in
 * canonical form and replace a shape operand (see IrInfer). */
typedef const IrType *(*OpInferFn)(IrInfer *in);

/* Writes the call's meaning as a loop function; see ops/lower.h. Never fails: whatever infer
 * accepted has a meaning. */
typedef struct OpLower OpLower;
typedef void (*OpLowerFn)(OpLower *low);

/* Writes the call as calls of other operators: see ops/decompose.h. Returns the result's
 * variable. */
typedef struct OpDecompose OpDecompose;
typedef struct IrVar *(*OpDecomposeFn)(OpDecompose *call);

/* Writes the adjoints of a call's operands: see ops/gradient.h. */
typedef struct OpGradient OpGradient;
typedef void (*OpGradientFn)(OpGradient *g);

/* Draws a valid call: appends its operands and sets its attributes; see ops/sample.h. */
typedef struct OpSample OpSample;
typedef void (*OpSampleFn)(OpSample *s);

/* Why an operator has no gradient, where the reason is a common one. */
#define GRAD_NONE_INTEGER "its result is no floating-point tensor"
#define GRAD_NONE_OPERAND "none of its operands is a floating-point tensor"
#define GRAD_NONE_HOST "what the host does is not known"

/* What a call takes in a run, for who weighs one form of a graph against another (rewrite/cost.h),
 * where its loops do not tell it. */
typedef enum {
    OP_WORK_LOOPS,   /* what its loops do; of a composite, some passes over the result */
    OP_WORK_VIEW,    /* nothing: it hands its operand on without touching an element */
    OP_WORK_REORDER, /* what its loops do, and it reads a part of another value where that lies */
    OP_WORK_PARTS, /* copies of parts of operand 0 along `axis`, where parts do not lie together */
    OP_WORK_JOIN,  /* a copy of each operand into the result */
    OP_WORK_PRODUCT, /* a product of matrices */
} OpWork;

struct OpDef {
    const char *name;               /* without "R.": "nn.conv2d" */
    const char *doc;                /* what it computes, in a sentence or three */
    const char *const *constraints; /* C1, C2, ...: what a call must meet; NULL-terminated */
    const OpParam *params;
    uint8_t n_params;
    uint32_t flags; /* OpFlags */
    OpSampleFn sample;
    const char *unsampled; /* why no call of it can be drawn; NULL when one can */
    OpInferFn infer;
    OpLowerFn lower; /* the meaning of a core operator, in loops */
    /* Of an operator whose result's extents depend on data: the result's type, a tensor or a tuple
     * of tensors, with extents that bound it, from exact operand types. `lower` then writes the
     * result within the bound (from place 0 on in every dim) and, for each of its tensors whose
     * extents `infer` leaves open, in order, one more output: the int64 extents, one per dim. */
    OpInferFn bound;
    /* The meaning of a composite, in other operators. Beside `lower`: what the core operator is
     * where it has no form of its own, as in a format that lacks it. */
    OpDecomposeFn decompose;
    /* Of an operator that the host program registered: what a call of these operand types becomes.
     * NULL: nothing, and *why says why, or (*why NULL) something was reported. */
    const struct IrDefinition *(*hook)(const OpDef *op, IrModule *m, Loc loc,
                                       const IrType *const *types, uint32_t n,
                                       const struct IrAttr *attrs, const char **why);
    bool identity; /* the meaning of a marker: the result is operand 0 */
    /* The derivative. Without one a composite is differentiated through its decomposition. */
    OpGradientFn gradient;
    /* Linear in each operand of floats (a tuple: in all it holds together) while the others stand:
     * its tangent is the sum of its calls with one operand's tangent in that operand's place. */
    bool is_multilinear;
    const char *no_gradient; /* why there is none: the words of GRAD_NONE; NULL when there is one */
    OpStructural structural;
    OpHost host;
    OpWork work;
    const OpIndexRole *index_roles; /* NULL: no operand holds indices */
    const void *data;               /* of a family: its row */
    /* of an operator that a module defines (ir/definition.h); NULL: built in */
    struct IrDefinition *definition;
};

/* Number of operand, attribute parameters. */
uint32_t ir_op_n_operands(const OpDef *op);
uint32_t ir_op_n_attrs(const OpDef *op);
/* It has a meaning of its own, which is not said in other operators alone. */
static inline bool ir_op_is_core(const OpDef *op) { return op->lower || !op->decompose; }

/* The i-th attribute's parameter. */
const OpParam *ir_op_attr_param(const OpDef *op, uint32_t i);
/* What the parameter takes, in words, when the value is none of that; NULL: it is. */
const char *ir_op_attr_misfit(const OpParam *param, const IrAttr *value);
/* Index among the attributes, or -1. */
int ir_op_attr_index(const OpDef *op, const char *name);

/* A text of definitions. */
typedef struct {
    const char *name; /* of the file, for messages; may be NULL */
    Str text;
} OpSource;

/* A spelling in text that stands for calls of other operators (R.linear), or for another operator
 * when some argument is given (attention with a bias). Rows are data of ops/. */
typedef struct OpSugar OpSugar;

/* All operators, by name. The context carries the built-in ones, built once and shared by its
 * modules; a module has a table of its own on top, with what it defines. */
typedef struct OpTable {
    const struct OpTable *base; /* what is not found here is looked for there; NULL: nowhere */
    const OpDef *const *ops;    /* the built-in ones */
    size_t n;
    VEC(const OpDef *) added;                  /* others, in the order in which they came */
    VEC(OpSource) sources;                     /* texts whose definitions every module gets */
    VEC(const struct IrLegalSet *) legal_sets; /* of writers (ir/legal.h) */
    OpDecomposeFn decompose_defined; /* the meaning of an operator that a module defines */
    const OpSugar *sugars;
    size_t n_sugars;
    const struct OpNumbers *numbers; /* what numbers mean in calls of operators with OP_NUMBERS */
    /* SynOp -> the operator that x + y, -x, x < y stand for, or NULL */
    const char *const *by_syntax;
    const char *const *methods; /* operators that may be written x.f(...); NULL-terminated */
    Map by_name;
} OpTable;

void ir_op_table_init(OpTable *self, const OpDef *const *ops, size_t n, Arena *arena);
/* An empty table on top of `base`, which must outlive it. */
void ir_op_table_init_on(OpTable *self, const OpTable *base, Arena *arena);
/* No operator of its name may be there yet. */
void ir_op_table_add(OpTable *self, const OpDef *op, Arena *arena);
/* The set must outlive the table. No set of its name may be there yet. */
void ir_op_table_add_legal(OpTable *self, const struct IrLegalSet *set, Arena *arena);
const OpDef *ir_op_table_find(const OpTable *self, Str name);
/* The operator whose name is nearest (by edits), for a hint; NULL when none is near. */
const OpDef *ir_op_table_nearest(const OpTable *self, Str name);

/* One operand of a call under inference. */
typedef struct {
    const IrOperand *operand; /* NULL: absent, or only the type is known */
    const IrType *type;       /* NULL when absent */
    const char *name;         /* of the variable, or of the parameter: for messages */
} IrArg;

/* Dims that must be equal in a run, which types do not prove. */
typedef struct {
    const IrDim *a, *b;
} IrDimPair;
typedef VEC(IrDimPair) IrDimPairs;

struct IrInfer {
    IrModule *m;
    const OpDef *op;
    Loc loc;
    uint32_t n_args;
    IrArg *args;   /* one per operand parameter; those of a REST parameter follow */
    IrAttr *attrs; /* one per attribute, already of the schema's kind; may be rewritten */
    const IrType *const *types; /* the type arguments */
    uint32_t n_types;
    /* Set by infer to replace the SHAPE operand `shape_arg` by these dims (reshape's -1). */
    const IrDim *const *shape;
    int shape_arg; /* -1: none */
    int32_t shape_ndim;
    IrDimPairs *
        /* what the call demands and its types leave open is appended (module's scratch); NULL:
         * nobody asks */
        open;
};

#endif
