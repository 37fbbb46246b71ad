/* SPDX-License-Identifier: Apache-2.0 */
/* For tools: the operators that there are, and new ones. */
#ifndef TENON_OPERATORS_H
#define TENON_OPERATORS_H

#include <tenon/embed.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The operators: the built-in ones, then those that tn_op_register added with callbacks. Strings
 * are static, or live as the context. */

typedef struct TnOpParam {
    const char *name;
    const char *kind; /* "tensor", "shape", "int", "ints", "dtype", ... */
    int is_attribute;
    int is_optional;
    const char *fallback;       /* the default as text; NULL: none. Lives as the context */
    const char *alias;          /* another keyword for it, or NULL */
    const char *const *choices; /* of a "string": the values allowed, ended by NULL; NULL: any */
} TnOpParam;

typedef struct TnOpInfo {
    const char *name; /* without "R." */
    const char *doc;
    size_t constraints, params;
    int is_pure, is_commutative, is_elementwise;
    /* How calls of it are differentiated: "own", "0", "decomposition" (through the calls that it is
     * made of), "operand" (the adjoint passes on as it came), "none" or "missing". */
    const char *gradient;
    const char *no_gradient; /* of "none": why; else NULL */
} TnOpInfo;

/* *level: 0 for a core operator, for a composite 1 more than the highest operator that it is made
 * of. The first call computes all of them, from drawn calls. TN_E_USAGE for one that is not built
 * in. */
TN_API TnStatus tn_op_level(TnContext *ctx, size_t op, unsigned *level);
TN_API size_t tn_op_count(const TnContext *ctx);
TN_API TnStatus tn_op_get(TnContext *ctx, size_t index, TnOpInfo *out);
/* *index of the operator of that name; TN_E_INVALID with a diagnostic that names the nearest. */
TN_API TnStatus tn_op_find(TnContext *ctx, const char *name, size_t *index);
TN_API const char *tn_op_constraint(const TnContext *ctx, size_t op, size_t index); /* NULL: none */
TN_API TnStatus tn_op_param(TnContext *ctx, size_t op, size_t index, TnOpParam *out);

/* Operators from users: definitions in Relax text (docs/text.md, "Definitions"), and descriptions
 * in C. They hold for modules that the context parses from then on; a name that is built in or
 * taken is refused. */

/* A text of definitions (@R.operator, @R.legalize, @R.gradient) and nothing else, copied. All of it
 * or nothing: TN_E_INVALID with diagnostics. A module prints those operators of it that it uses. */
TN_API TnStatus tn_operators_parse(TnContext *ctx, const char *name, const char *text, size_t len);
TN_API TnStatus tn_operators_read(TnContext *ctx, const char *path);

/* one call that a callback is asked about; lives until that returns */
typedef struct TnOpCall TnOpCall;

/* Returns TN_OK, what tn_op_refuse gave, or another error, which ends the call of the library at
 * hand. It must return (no longjmp, no exception), and may call nothing on the context and its
 * modules but the functions below, with `call`. It gives the same answer to the same question. */
typedef TnStatus (*TnOpFn)(void *user, TnOpCall *call);

typedef struct TnOpParamDesc {
    const char *name;
    /* an operand: "tensor", "shape", "prim" or "value"; an attribute: "bool", "int", "float",
     * "string", "dtype" or "ints". Operands come first */
    const char *kind;
    /* an attribute's default as in text: "-1", "0.5", "\"same\"", "[1, 2]", "None"; NULL: an
     * operand */
    const char *fallback;
} TnOpParamDesc;

/* All strings are copied. Either `definition`, or `params` and `infer`. */
typedef struct TnOpDesc {
    const char *name; /* words with dots: "my.linear" */
    /* a def in Relax text whose body is the operator: "def linear(x: ..., w: ...):\n return ..." */
    const char *definition;
    const char *doc; /* of one with `infer`; NULL: none. A definition has a docstring */
    const TnOpParamDesc *params;
    size_t n_params;
    TnOpFn infer; /* gives the type of a call by tn_op_result */
    /* gives what a call becomes by tn_op_expansion; NULL: it is made of no others */
    TnOpFn legalize;
    void *user;    /* of both; must outlive the context */
    int is_impure; /* of one with `infer` */
    /* of a definition: defs that are tried before it, as by @R.legalize; ended by NULL. May be
     * NULL */
    const char *const *expansions;
    const char *gradient; /* of a definition: a def, as by @R.gradient; NULL: none */
} TnOpDesc;

/* TN_E_USAGE: both or none of `definition` and `infer`; TN_E_INVALID with diagnostics that say what
 * was expected. */
TN_API TnStatus tn_op_register(TnContext *ctx, const TnOpDesc *desc);

typedef struct TnExtent TnExtent; /* lives as the TnOpCall */

typedef struct TnOpType {
    /* "tensor", "shape", "prim", "tuple" or "other"; NULL: the operand was left out */
    const char *kind;
    const char *dtype;           /* NULL: unknown */
    int32_t ndim;                /* -1: unknown */
    const TnExtent *const *dims; /* NULL: unknown */
} TnOpType;

typedef struct TnOpAttr {
    const char *kind; /* "none", "bool", "int", "float", "string", "dtype" or "ints" */
    int64_t i;        /* bool, int */
    double f;
    const char *s; /* string; a dtype's name */
    size_t n;      /* ints */
    const int64_t *ints;
} TnOpAttr;

TN_API size_t tn_op_call_operands(const TnOpCall *call);
/* TN_E_USAGE past the last operand. */
TN_API TnStatus tn_op_call_type(const TnOpCall *call, size_t index, TnOpType *out);
/* TN_E_USAGE when there is no such attribute. */
TN_API TnStatus tn_op_call_attr(const TnOpCall *call, const char *name, TnOpAttr *out);
/* Its value when that is constant: 1; else 0. */
TN_API int tn_extent_value(const TnExtent *extent, int64_t *value);
/* NULL: out of memory, or a NULL argument. */
TN_API const TnExtent *tn_op_extent(TnOpCall *call, int64_t value);
TN_API const TnExtent *tn_op_extent_add(TnOpCall *call, const TnExtent *a, const TnExtent *b);
TN_API const TnExtent *tn_op_extent_mul(TnOpCall *call, const TnExtent *a, const TnExtent *b);
/* In `infer`: the result is a tensor; called again, a tuple of tensors. dtype NULL, ndim -1, dims
 * NULL: unknown. TN_E_USAGE: no such dtype, an extent that is NULL or below 0. */
TN_API TnStatus tn_op_result(TnOpCall *call, const char *dtype, int32_t ndim,
                             const TnExtent *const *dims);
/* In `legalize`: a def in Relax text with the call's operands as parameters, and those of the
 * attributes that are not their defaults; as by @R.legalize. */
TN_API TnStatus tn_op_expansion(TnOpCall *call, const char *text);
/* In `infer`: the call is wrong; in `legalize`: this way is not open. The message is copied. Always
 * TN_E_INVALID. */
TN_API TnStatus tn_op_refuse(TnOpCall *call, const char *message);

/* What the module defines, and what it uses of texts that the context read. Strings live as the
 * module. */
TN_API size_t tn_module_op_count(const TnModule *m);
TN_API TnStatus tn_module_op_get(TnModule *m, size_t index, TnOpInfo *out);
TN_API TnStatus tn_module_op_param(TnModule *m, size_t op, size_t index, TnOpParam *out);

#ifdef __cplusplus
}
#endif

#endif
