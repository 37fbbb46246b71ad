/* SPDX-License-Identifier: Apache-2.0 */
/* A module of StableHLO as it is written: functions, operations, attributes, types.
 *
 * Operations come one function at a time; those of a region are with their operation. Numbers of
 * dense literals are tensors at once. What recurs (regions in regions, lists in lists, tuples in
 * tuples) is as deep as limits.depth allows. */
#ifndef TENON_STABLEHLO_SYNTAX_H
#define TENON_STABLEHLO_SYNTAX_H

#include "base/map.h"
#include "stablehlo/lexer.h"
#include "tensor/tensor.h"

typedef struct ShloType ShloType;
typedef struct ShloAttr ShloAttr;
typedef struct ShloOp ShloOp;
typedef struct ShloRegion ShloRegion;

enum { SHLO_DYNAMIC = -1 };

typedef enum { SHLO_TENSOR, SHLO_TUPLE, SHLO_TOKEN, SHLO_OTHER } ShloTypeKind;

struct ShloType {
    ShloTypeKind kind;
    DType dtype; /* of a tensor; VOID: `lacks` says which one no tensor has */
    const char *lacks;
    uint32_t n; /* dims, fields */
    const int64_t *dims;
    const ShloType *const *fields;
};

typedef enum {
    SHLO_ATTR_UNIT,
    SHLO_ATTR_BOOL,
    SHLO_ATTR_INT,
    SHLO_ATTR_FLOAT,
    SHLO_ATTR_STRING,
    SHLO_ATTR_WORD, /* of an enumeration: LT */
    SHLO_ATTR_SYMBOL,
    SHLO_ATTR_TYPE,
    SHLO_ATTR_LIST,
    SHLO_ATTR_DICT, /* #stablehlo.gather<...> too */
    SHLO_ATTR_DENSE,
    SHLO_ATTR_OTHER, /* of a dialect that is not known; passed over */
} ShloAttrKind;

struct ShloAttr {
    ShloAttrKind kind;
    Str name; /* in a dictionary, or of the operation */
    Loc loc;
    int64_t i;
    double f;
    Str s;
    Tensor *tensor; /* the reader holds a reference */
    const ShloType *type;
    const ShloAttr *items; /* n of them */
    uint32_t n;
};

typedef struct {
    Str name;
    const ShloType *type;
    Loc loc;
} ShloParam;

struct ShloRegion {
    const ShloParam *params;
    uint32_t n_params;
    ShloOp *ops; /* the last one ends it */
    uint32_t n;
};

typedef struct {
    Str name; /* "0", "0#1" */
    Loc loc;
} ShloUse;

struct ShloOp {
    Str name; /* "stablehlo.add"; of a call "func.call" */
    Loc loc;
    Str result; /* "0" of %0:2 */
    uint32_t n_results;
    const Str *results; /* of a, b = ...; NULL: one name, above */
    const ShloUse *operands;
    uint32_t n_operands;
    const ShloAttr *attrs;
    uint32_t n_attrs;
    ShloRegion *regions;
    uint32_t n_regions;
    const ShloType *const *types; /* of the results, n_results of them */
};

typedef struct {
    Str name;
    Loc loc;
    const ShloParam *params;
    uint32_t n_params;
    const ShloType *const *results;
    uint32_t n_results;
    ShloRegion body;
    bool has_body, is_private;
} ShloFunc;

typedef struct ShloSyntax ShloSyntax;
struct ShloSyntax {
    Ctx *ctx;
    Arena *arena;
    ShloLexer lx;
    ShloRegion (*region)(ShloSyntax *self); /* reads one: its operations are read in both forms */
    size_t depth, n_ops;
    Map attr_aliases, type_aliases; /* Alias */
    VEC(Tensor *) tensors;          /* references */
    VEC(ShloFunc *) funcs;
    Map resources; /* of the file, by name; once one is asked for */
    bool has_resources;
    int64_t n_replicas, n_partitions; /* of the module's attributes; 0: not said */
    Cleanup cleanup;
};

void shlo_syntax_init(ShloSyntax *self, Ctx *ctx, Arena *arena, Str text);
void shlo_syntax_fini(ShloSyntax *self);
/* All functions of the module, in order; the text may lack `module`. Throws STATUS_INVALID after a
 * report. */
void shlo_parse_module(ShloSyntax *self);

/* attribute.c, type.c, dense.c, pretty.c */
const ShloType *shlo_parse_type(ShloSyntax *self);
/* (a, b) or a */
const ShloType *const *shlo_parse_types(ShloSyntax *self, uint32_t *n);
ShloAttr shlo_parse_attr(ShloSyntax *self);
/* The same where no type of its own stands behind a number. */
ShloAttr shlo_parse_bare(ShloSyntax *self);
/* From '{' or '<' to its partner. */
const ShloAttr *shlo_parse_dict(ShloSyntax *self, char close, uint32_t *n);
/* dense<...>, at its '<'; the type stands behind it. */
ShloAttr shlo_parse_dense(ShloSyntax *self, bool is_resource);
/* [b, 0, f]x[0, i, o]->[b, 0, f] */
ShloAttr shlo_parse_conv_dims(ShloSyntax *self);
void shlo_enter(ShloSyntax *self);

typedef struct {
    ShloSyntax *syntax;
    ShloOp *op;
    VEC(ShloUse) operands;
    VEC(ShloAttr) attrs;
    VEC(ShloRegion) regions;
    bool has_types; /* they are in op->types already */
} ShloOpParse;
/* What stands between the operation's name and its types, by its format (ops.def). */
void shlo_parse_pretty(ShloOpParse *p, const char *format);
/* attribute.c */
void shlo_parse_use(ShloOpParse *p);
void shlo_add_attr(ShloOpParse *p, const char *name, ShloAttr value);

/* "i8"; NULL: it has no name. */
const char *shlo_dtype_text(DType t);

const ShloAttr *shlo_attr(const ShloOp *op, const char *name);
const ShloAttr *shlo_item(const ShloAttr *dict, const char *name);

#endif
