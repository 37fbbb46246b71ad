/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by the files that turn syntax trees into IR: parse_module.c (functions and their order),
 * parse_body.c (statements), parse_expr.c (values), parse_call.c (arguments by schema),
 * parse_type.c (types and dims), parse_const.c (literals), parse_given.c (extents and types in
 * options).
 *
 * Every function reports its errors itself and answers false or NULL; the caller goes on, so that
 * all errors are found. A variable whose value was wrong gets type Any, which hides further errors
 * about it.
 */
#ifndef TENON_IR_PARSE_PARTS_H
#define TENON_IR_PARSE_PARTS_H

#include "base/diag.h"
#include "base/syntax.h"
#include "ir/build.h"
#include "ir/metadata.h"

typedef struct Scope Scope;

/* A function of the module between the two passes. */
typedef struct FunctionInfo {
    IrFunction *fn;
    Scope *scope;
    SynMark body;
    /* names of the functions it mentions; kept when it has no annotation */
    VEC(const char *) calls;
    bool has_result; /* a return annotation */
    enum { FUNCTION_NEW, FUNCTION_ACTIVE, FUNCTION_DONE } state;
    size_t next_call; /* of the depth-first walk */
} FunctionInfo;

typedef struct {
    Ctx *ctx;
    IrModule *m;
    SynParser *syn;
    Arena arena; /* for the parse as a whole */
    Str text;
    const char *class_name; /* interned, or NULL */
    struct {
        const char *R, *T, *I, *cls, *metadata, *lv, *blank;
    } name;
    VEC(FunctionInfo *) functions;
    Map by_name;                              /* FunctionInfo by interned name */
    VEC(struct DefinitionInfo *) definitions; /* of the text, in its order */
    const OpDef *expansion_of; /* the text is one def, of what calls of this become */
    /* a text that holds definitions alone, for the module whose text comes after it */
    bool external;
    Metadata metadata;
} Parse;

/* What a name means. */
typedef struct Entry {
    const char *name;
    IrVar *var;     /* NULL: not bound here */
    bool was_local; /* it was local to a dataflow block that ended */
    IrSymbol *symbol;
    const OpParam *attr; /* an attribute parameter of the definition */
    IrGlobal *global;    /* a local function that became one of the module */
} Entry;

typedef struct {
    Entry *entry;
    IrVar *var;
} Undo;

/* A function under construction. */
struct Scope {
    Parse *p;
    Scope *outer; /* of the enclosing function; NULL for a module's */
    IrFunction *fn;
    struct IrDefinition *definition; /* whose function it is, or NULL */
    IrBuilder b;
    IrBody *body;          /* the innermost one */
    bool dataflow;         /* inside a dataflow block */
    Map names;             /* Entry by interned name */
    VEC(Undo) undo;        /* what the open blocks changed */
    VEC(IrVar *) captured; /* the outer variables, in the order of fn->params' first entries */
    bool has_result;
    const char *name; /* of a local function: it may call itself */
    IrVar *self;      /* what that name is in it, a capture; NULL: it is not used */
};

static inline bool ir_parse_is(const SynExpr *e, const char *name) {
    return e && e->kind == SYN_NAME && e->name == name;
}

/* parse_body.c */
Entry *scope_entry(Scope *s, const char *name);
/* The variable, captured from an enclosing function when need be; NULL when there is none. */
IrVar *scope_find(Scope *s, const char *name);
/* Reports an undefined name. */
void scope_unknown(Scope *s, const char *name, Loc loc);
IrSymbol *scope_symbol(Scope *s, const char *name);
IrSymbol *scope_symbol_new(Scope *s, const char *name, Loc loc);
void ir_parse_body(Scope *s);

/* The capture that stands for an outer variable. */
IrVar *scope_capture(Scope *s, Entry *e, IrVar *outer);

/* parse_local.c */
/* A def inside of a function; the value that its name has then, or NULL after a report or where the
 * name is that of a function of the module. */
IrVar *ir_parse_local(Scope *s, const SynStmt *def, bool pure);
/* What a local function's name is inside of it; NULL after a report. */
IrVar *ir_parse_self(Scope *s, Entry *e);

/* parse_module.c */
void scope_init(Scope *s, Parse *p, Scope *outer, IrFunction *fn);
/* Parameters and return annotation into fn. */
void ir_parse_signature(Scope *s, const SynStmt *def, IrFunction *fn);
/* The function's body, result and checks, up to the SYN_END of its def. */
void ir_parse_function(Scope *s, Loc loc);
void ir_parse_decorator(Parse *p, const SynExpr *e, IrFunction *fn);

/* A parameter of the function into fn; false when its type could not be read. */
bool ir_parse_param(Scope *s, const SynParam *param, const IrType *unannotated);
/* The return annotation, and what it and the parameters leave open. known: all their types could be
 * read. */
void ir_parse_result(Scope *s, const SynStmt *def, bool known);

/* parse_definition.c */
typedef struct {
    int kind;         /* IrDefinitionKind; -1: none */
    const char *name; /* of the operator; NULL after a report */
    Loc loc;          /* of the name */
} DefinitionMark;

/* Is it @R.operator("..."), @R.legalize or @R.gradient? Then *out says so. */
bool ir_parse_definition_mark(Parse *p, const SynExpr *decorator, DefinitionMark *out);
/* As if @R.legalize of the operator stood above a def. */
void ir_parse_expansion_of(const OpDef *op, Loc loc, DefinitionMark *out);
/* The def that follows: its signature; its body is left for later. */
void ir_parse_definition(Parse *p, const SynStmt *def, const DefinitionMark *mark);
/* The bodies, those that others use first. */
void ir_parse_definition_bodies(Parse *p);
/* The definition that is being read; NULL: a function of the module. */
static inline const struct IrDefinition *scope_definition(const Scope *s) {
    while (s->outer) s = s->outer;
    return s->definition;
}
/* The attribute parameter of that name, unless a variable has taken it; NULL: there is none. */
const OpParam *scope_attr(Scope *s, const SynExpr *e);

/* parse_expr.c */
/* Builds a binding for the expression; NULL after a report. */
IrVar *ir_parse_bind(Scope *s, const SynExpr *e, const char *name);
/* Appends the expression as an operand; what is no operand is bound to a fresh variable first. */
bool ir_parse_operand(Scope *s, const SynExpr *e, IrOperandBuf *out);
/* "nn.relu" for R.nn.relu; false when it is no dotted name under `root`. The text lives in the
 * module's scratch. */
bool ir_parse_dotted(Scope *s, const SynExpr *e, const char *root, Str *out);
IrGlobal *ir_parse_global(Scope *s, const SynExpr *e);

/* parse_call.c */
/* Converts the arguments by the schema: one operand entry per operand parameter (those of REST at
 * the end), one attribute per attribute parameter. */
typedef struct {
    IrOperandBuf operands;
    IrAttr *attrs;
    VEC(const IrType *) types;
} CallArgs;

bool ir_parse_args(Scope *s, const SynExpr *call, const char *name, const OpParam *params,
                   uint32_t n_params, CallArgs *out);
/* A value for one attribute parameter of `op`. */
bool ir_parse_attr_param(Scope *s, const OpParam *p, const SynExpr *e, const char *op, IrAttr *out);
/* A generic attribute value: func_attr's dictionaries. */
bool ir_parse_attr(Scope *s, const SynExpr *e, IrAttr *out);
/* The dictionary of I.module_global_infos, into the module. */
void ir_parse_global_infos(Scope *s, const SynExpr *e);
/* The name of a virtual device, as ir_vdevice_find gives it. */
bool ir_parse_vdevice(Scope *s, const SynExpr *e, const char **out);
/* A LIST of a form that is not plain. */
bool ir_parse_formed_list(Scope *s, const OpParam *p, const SynExpr *e, IrAttr *out);

/* parse_type.c */
const IrType *ir_parse_type(Scope *s, const SynExpr *e);
/* In a signature, and in match_cast, symbols that are new or have no value yet may stand. Those of
 * a parameter are the function's own, also when an enclosing function has one of the same name. */
typedef enum { DIMS_USE, DIMS_PARAM, DIMS_RESULT, DIMS_MATCH } DimMode;
const IrType *ir_parse_type_mode(Scope *s, const SynExpr *e, DimMode mode);
const IrDim *ir_parse_dim(Scope *s, const SynExpr *e, DimMode mode);
/* A list or tuple of dims, or R.shape([...]). */
const IrType *ir_parse_shape(Scope *s, const SynExpr *e, DimMode mode);
/* Is it a number, a symbol or arithmetic on these? A name that is a variable as well as a symbol
 * counts as what the place prefers. */
bool ir_parse_looks_like_dim(Scope *s, const SynExpr *e, bool prefer_symbol);
bool ir_parse_dtype(Scope *s, const SynExpr *e, DType *out);
/* T.int64(3), T.float32(0.5), T.bool(True): the number inside, and the dtype. */
const SynExpr *ir_parse_typed_number(Scope *s, const SynExpr *e, DType *dtype);
/* float("inf"), T.float32(...), a literal. */
bool ir_parse_number(Scope *s, const SynExpr *e, double *out);

/* parse_const.c */
IrConst *ir_parse_const(Scope *s, const SynExpr *call);
/* A rank-0 constant of a literal number. */
IrConst *ir_parse_scalar(Scope *s, const SynExpr *e, DType dtype);
/* A bare number in a definition, beside tensors of no known dtype. */
IrConst *ir_parse_open_number(Scope *s, const SynExpr *e);
/* R.prim_value(x), or a bare number or dim. */
bool ir_parse_prim(Scope *s, const SynExpr *e, IrOperandBuf *out);

/* A string's text, interned. NULL after a report: a NUL byte in it would end it early. */
const char *ir_parse_string(Scope *s, const SynExpr *e);

/* Reports a value that is not what it must be; always false. */
bool ir_parse_expected(Scope *s, const SynExpr *e, const char *what, const char *expected);

#endif
