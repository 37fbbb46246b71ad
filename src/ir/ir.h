/* SPDX-License-Identifier: Apache-2.0 */
/* The graph IR: modules, functions, blocks and bindings in A-normal form.
 *
 * A module owns one arena; everything below it lives there until the module is freed. Variables
 * have dense ids in their function, so passes keep side tables by id and own no field in a node.
 * Bindings of a body form one chain through its blocks and carry order labels that rise along it:
 * "before" is one comparison. Each use of a variable is an operand that is linked into the
 * variable's use list.
 *
 * Operands of a binding are one flat array in prefix order: a tuple entry is followed by its
 * elements, and `span` counts the entries of a subtree. So a tuple of a million elements, or one
 * nested a hundred deep, is walked by a plain loop:
 *
 *     concat((x, (y, z)), axis=0)   ->   [TUPLE n=2 span=5] [x] [TUPLE n=2 span=3] [y] [z]
 */
#ifndef TENON_IR_IR_H
#define TENON_IR_IR_H

#include "base/vec.h"
#include "ir/attr.h"
#include "ir/op.h"
#include "ir/type.h"
#include "target/target.h"
#include "tensor/tensor.h"

typedef struct IrVar IrVar;
typedef struct IrBinding IrBinding;
typedef struct IrBlock IrBlock;
typedef struct IrGlobal IrGlobal;
typedef struct IrConst IrConst;
typedef struct IrOperands IrOperands;

typedef enum {
    IR_OPERAND_NONE, /* an optional operand that was left out */
    IR_OPERAND_VAR,
    IR_OPERAND_CONST,
    IR_OPERAND_SHAPE,  /* .type: a Shape type with its dims */
    IR_OPERAND_PRIM,   /* .type: a Prim type with .value, or .type and .f for a float */
    IR_OPERAND_STRING, /* .string: R.str, or the name of an external function */
    IR_OPERAND_DTYPE,  /* .dtype */
    IR_OPERAND_GLOBAL, /* .global: a function of the module */
    IR_OPERAND_TUPLE,  /* .n elements follow */
} IrOperandKind;

struct IrOperand {
    IrOperandKind kind;
    uint32_t span; /* entries of this subtree, itself included */
    union {
        IrVar *var;
        IrConst *constant;
        const IrType *type; /* SHAPE, PRIM */
        const char *string;
        IrGlobal *global;
        uint32_t n;
        DType dtype;
    };
    union {
        struct { /* VAR: the use list */
            IrOperand *next_use, *prev_use;
        };
        double f; /* PRIM of a float type */
    };
    IrOperands *list; /* whose operand it is */
};

/* The operands of a binding, or the result of a body. */
struct IrOperands {
    IrOperand *at;
    uint32_t n;         /* entries */
    IrBinding *binding; /* the user, or NULL */
    IrBody *body;       /* when it is a body's result */
};

struct IrVar {
    const char *name; /* as written; the printer makes names unique */
    uint32_t id;      /* dense in its function */
    uint32_t n_uses;
    const IrType *type;
    IrBinding *def;  /* NULL: a parameter */
    IrOperand *uses; /* a list, newest first */
    bool is_output;  /* bound in a dataflow block and seen outside it */
};

typedef enum {
#define BIND(id, name, doc) IR_BIND_##id,
#include "ir/bind.def"
    IR_BIND_COUNT
} IrBindKind;

/* What made a binding, the newest first (ir/origin.h). NULL: it stood in the source. */
typedef struct IrOrigin IrOrigin;

struct IrBinding {
    IrBindKind kind;
    uint32_t index; /* FIELD */
    IrVar *var;
    IrBlock *block;
    IrBinding *prev, *next; /* in the body, across blocks */
    uint64_t label;         /* rises along the chain */
    IrOperands operands;
    Loc loc;
    const IrOrigin *origin;
    union {
        struct { /* CALL */
            const OpDef *op;
            const IrAttr *attrs; /* one per attribute of the schema; interned */
            const IrType *const *types;
            uint32_t n_types;
        };
        const IrType *cast; /* MATCH_CAST */
        struct {            /* IF: then, else */
            IrBody *bodies[2];
        };
        IrFunction *function; /* FUNCTION */
    };
};

struct IrBlock {
    bool is_dataflow;
    IrBody *body;
    IrBlock *prev, *next;
    IrBinding *first, *last; /* NULL: empty */
    uint32_t n;
};

struct IrBody {
    IrFunction *function;
    IrBinding *owner; /* the IF it belongs to; NULL: the function's own */
    IrBlock *first_block, *last_block;
    IrBinding *first, *last;
    IrOperands result;
};

struct IrFunction {
    IrModule *module;
    const char *name;
    IrGlobal *global;    /* NULL: nested */
    IrFunction *parent;  /* of a nested one */
    VEC(IrVar *) params; /* captures first (n_captures of them), then the parameters */
    uint32_t n_captures;
    IrBody *body; /* NULL: a prim_func */
    const IrType *result;
    bool is_private, is_pure;
    bool is_hidden; /* treated as external, of its type: passes/apply_pass.c */
    IrAttr attrs;   /* a DICT, as in R.func_attr */
    uint32_t n_vars;
    VEC(IrSymbol *) symbols; /* in the order of their first mention */
    Str prim_text;           /* T.prim_func: its source, indentation removed */
    Loc loc;
};

/* name = R.ExternFunc("..."): its text is that, where a prim_func's begins with a decorator. */
static inline bool ir_function_is_external(const IrFunction *fn) {
    return !fn->body && fn->prim_text.len && *fn->prim_text.ptr != '@';
}

/* A named function of the module; passes publish new versions in .function. */
struct IrGlobal {
    const char *name;
    IrFunction *function;
    uint32_t id;
};

struct IrConst {
    Tensor *tensor; /* the module holds a reference */
    const IrType *type;
    uint32_t id;
    uint64_t hash;          /* by which the module finds it */
    bool is_found_by_whole; /* of the first of its hash: by tensor_hash too */
    /* of the parameter that it was bound to, for files that name constants; or NULL */
    const char *name;
    /* Of rank 0, in the body of a definition: */
    const char *from; /* an attribute parameter, as IrAttr.from; NULL: a value of its own */
    /* a bare number, of the dtype that the first tensor beside it has in a call; its type leaves
     * that open */
    bool adapts;
};

/* The budget of a call (ir/growth.h): bindings and operands, each counted. */
typedef struct {
    uint64_t call; /* whose budget it is: Ctx.call */
    size_t input;  /* given */
    size_t made, most;
    uint32_t edits; /* that are open */
} IrGrowth;

struct IrModule {
    Ctx *ctx;
    const OpTable *ops; /* own_ops */
    OpTable own_ops;
    Arena arena;
    Arena scratch; /* emptied by whoever starts a stage */
    Interner names;
    IrDimTable dims;
    Map types, attrs, consts, globals_by_name;
    const IrType *any;
    VEC(IrGlobal *) globals;
    VEC(struct IrDefinition *) definitions; /* of ir/definition.h */
    Map hooked;   /* what hooks of operators gave, by operator and text: ir/definition.h */
    Map inferred; /* what calls of defined operators give, by operator and types */
    VEC(IrConst *) constants;
    size_t const_bytes;
    size_t n_bindings;
    IrGrowth growth;
    IrAttr module_attrs; /* a DICT */
    /* a DICT of LISTs: of "vdevice" each entry is a LIST of a target (STRING or DICT), an id and a
     * memory scope; of other keys an empty one */
    IrAttr global_infos;
    bool notes_origins; /* ir/origin.h */
    Map changes;        /* the same: IrChange, by the origin */
    uint32_t n_changes;
    /* While a list of passes or rules runs: names of passes and rules that are left out. */
    const char *const *skips;
    size_t n_skips;
    bool has_fold_room; /* folding constants is to make it larger by no more than fold_room bytes */
    double fold_room;
    bool lifts_weights; /* while a list of passes runs: LiftTransformParams is to come */
    struct RuleListener *rule_listener; /* of rewrite/rule.h; NULL: nobody asks how rules fared */
    const char *source;                 /* file name, or NULL */
    /* of onnx/keep.h: what is kept of the file that it was read from; NULL: nothing */
    struct OnnxKept *kept;
    Target target;           /* what choices are made for; no row: ir_module_target */
    TensorOwner *kept_bytes; /* that this borrows from; NULL: none */
    /* whose origins and `kept` these are (ir/copy.h); NULL: this is no copy */
    const IrModule *copy_of;
    /* the same, where something is kept: what became of what (ir/copy.c) */
    Map copied;
    VEC(const char *) data_files; /* whose bytes its constants were read from, beside the source */
    Cleanup cleanup;
};

/* A new, empty module. While it is under construction it hangs on the context's clean-ups;
 * ir_module_keep takes it off and makes the caller the owner. Throws STATUS_MEMORY. */
IrModule *ir_module_new(Ctx *ctx, const OpTable *ops);
void ir_module_keep(IrModule *self);
void ir_module_free(IrModule *self);

/* The module's own, else the nominal one: so what passes choose does not depend on the machine that
 * they run on. */
const Target *ir_module_target(const IrModule *self);
const char *ir_name(IrModule *m, Str s);
/* Whether a pass or rule of that name is left out. */
bool ir_skips(const IrModule *m, const char *name);
IrGlobal *ir_global_find(const IrModule *m, Str name);
/* NULL function yet; BUG when the name is taken. */
IrGlobal *ir_global_new(IrModule *m, const char *name);
/* The module's functions become these, each of which is or was its own, in this order. No memory is
 * taken when they are no more than the module ever had. */
void ir_globals_set(IrModule *m, IrGlobal *const *list, size_t n);
IrFunction *ir_function_new(IrModule *m, const char *name);
/* The function's attribute of that name and kind; NULL: there is none. */
const IrAttr *ir_function_attr(const IrFunction *fn, const char *key, IrAttrKind kind);
/* The file's name of what the function calls `own`, by the dict of names `key`; NULL: the same. */
const char *ir_file_name(const IrFunction *fn, const char *key, const char *own);
/* The dict that leads from parameters to the names that a file has for them. */
#define IR_INPUT_NAMES "onnx_inputs"
/* The attribute that names the leaves of a function's result, as the file had them. */
#define IR_OUTPUT_NAMES "onnx_outputs"
/* Of leaf i of n; NULL: it has none, or another number of leaves has. */
const char *ir_function_output_name(const IrFunction *fn, size_t i, size_t n);
/* The library that is to run the function as a whole: its attribute Codegen. Passes leave such a
 * function as it is. NULL: none. */
const char *ir_function_codegen(const IrFunction *fn);
/* It says that it is pure whatever it calls, as TVM's passes to its virtual machine leave
 * functions: relax.force_pure. */
bool ir_function_is_forced(const IrFunction *fn);
/* Takes an attribute away; none of that name: nothing. */
void ir_function_drop_attr(IrFunction *fn, const char *key);
/* An attribute that is an integer or a string, in place of what it was. */
void ir_function_set_int(IrFunction *fn, const char *key, int64_t value);
void ir_function_set_string(IrFunction *fn, const char *key, const char *value);
/* A list, which is copied. */
void ir_function_set_list(IrFunction *fn, const char *key, const IrAttr *list);
IrSymbol *ir_symbol_new(IrFunction *fn, const char *name, Loc loc);
IrSymbol *ir_symbol_find(const IrFunction *fn, const char *name); /* by interned name */
IrVar *ir_var_new(IrFunction *fn, const char *name, const IrType *type);
/* Takes over the reference. An equal constant of the module is shared. */
IrConst *ir_const_new(IrModule *m, Tensor *own_tensor);
/* Another module's constant, whose tensor is shared and not looked at again; `name`: its `from`, in
 * this module. */
IrConst *ir_const_copy(IrModule *m, const IrConst *of, const char *name);
/* Of rank 0, for a definition's body. */
IrConst *ir_const_new_from(IrModule *m, Tensor *own_tensor, const char *from, bool adapts);
/* The value of a number's attribute as a tensor of rank 0. Integers wrap. */
Tensor *ir_attr_tensor(Ctx *ctx, const IrAttr *a, DType dtype);
/* A copy in the module's arena, strings interned. */
void ir_attr_copy(IrModule *m, IrAttr *to, const IrAttr *from);
/* Interned: equal attribute rows are the same pointer. */
/* A virtual device of the module's global infos: "llvm" (the first of that kind), "cuda:1", or
 * "vdevice:2" (the third of all), with or without ":scope", as "kind:index:scope", interned. What
 * has that form already is taken as it is where the module lists no virtual devices. NULL: there is
 * none. */
const char *ir_vdevice_find(IrModule *m, Str name);
const IrAttr *ir_attrs_intern(IrModule *m, const IrAttr *attrs, uint32_t n);

IrBody *ir_body_new(IrFunction *fn, IrBinding *owner);
IrBlock *ir_block_append(IrBody *body, bool is_dataflow);
/* A binding that is not placed yet; `operands` is copied and its uses are linked. */
IrBinding *ir_binding_new(IrFunction *fn, IrBindKind kind, IrVar *var, const IrOperand *operands,
                          uint32_t n);
void ir_binding_append(IrBlock *block, IrBinding *b);
void ir_binding_insert_before(IrBinding *at, IrBinding *b);
/* Takes it out of its block and unlinks its uses. Its variable must have no uses left. */
void ir_binding_remove(IrBinding *b);
/* Within its block; uses and labels stay right. */
void ir_binding_move_before(IrBinding *at, IrBinding *b);
/* New operands for a binding that is placed; copied, and not part of its old ones. */
void ir_binding_set_operands(IrBinding *b, const IrOperand *operands, uint32_t n);
/* The same, and it becomes a VALUE. Not for an IF or a FUNCTION. */
void ir_binding_set_value(IrBinding *b, const IrOperand *operands, uint32_t n);
void ir_body_set_result(IrBody *body, const IrOperand *operands, uint32_t n);
/* Both in one body. O(1). */
static inline bool ir_binding_before(const IrBinding *a, const IrBinding *b) {
    return a->label < b->label;
}

/* Every use of `old` becomes a use of `new_var`. Linear in the uses. */
void ir_var_replace_uses(IrVar *old, IrVar *new_var);
void ir_operand_set_var(IrOperand *use, IrVar *var);
void ir_operand_set_const(IrOperand *use, IrConst *c);

/* The i-th top-level operand: skips the subtrees before it. */
IrOperand *ir_operand_get(const IrOperands *list, uint32_t i);
uint32_t ir_operands_count(const IrOperands *list); /* top-level ones */
/* The operand's type, without memory for VAR, CONST, SHAPE, PRIM; a tuple's is interned. */
const IrType *ir_operand_type(IrModule *m, const IrOperand *operand);
const IrType *ir_function_type(IrFunction *fn); /* Callable; captures left out */
/* The same for the function as a value, away from its signature: dims over its own symbols are
 * unknown, as these have no meaning elsewhere. */
const IrType *ir_function_value_type(IrFunction *fn);

/* Writing operands: entries are appended to a buffer, tuples in prefix order. */
typedef struct {
    Arena *arena;
    VEC(IrOperand) ops;
} IrOperandBuf;

static inline void ir_operands_init(IrOperandBuf *self, Arena *arena) {
    *self = (IrOperandBuf){.arena = arena};
}
void ir_operands_var(IrOperandBuf *self, IrVar *v);
void ir_operands_const(IrOperandBuf *self, IrConst *c);
void ir_operands_shape(IrOperandBuf *self, const IrType *shape);
void ir_operands_prim(IrOperandBuf *self, const IrType *type, double f);
void ir_operands_string(IrOperandBuf *self, const char *s);
void ir_operands_dtype(IrOperandBuf *self, DType t);
void ir_operands_global(IrOperandBuf *self, IrGlobal *g);
void ir_operands_none(IrOperandBuf *self);
/* Returns the entry's position for ir_operands_end, which sets n and span. */
size_t ir_operands_tuple(IrOperandBuf *self);
void ir_operands_end(IrOperandBuf *self, size_t at, uint32_t n);
/* Copies a subtree (links are not copied). */
void ir_operands_copy(IrOperandBuf *self, const IrOperand *tree);

const char *ir_bind_name(IrBindKind kind);

/* Walks every binding of a function, nested bodies included (an IF before its branches), and not
 * the bodies of nested functions; without recursion. ir_walk_next returns NULL at the end. */
typedef struct {
    IrBinding *next;
    IrBody *top;
} IrWalk;

void ir_walk_init(IrWalk *self, IrBody *body);
IrBinding *ir_walk_next(IrWalk *self);

#endif
