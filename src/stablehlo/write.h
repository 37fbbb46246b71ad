/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of the StableHLO writer share: the text in the making, and the call under its
 * writer. All calls are legal (shlo_legal), so extents are constants. */
#ifndef TENON_STABLEHLO_WRITE_H
#define TENON_STABLEHLO_WRITE_H

#include "base/diag.h"
#include "base/map.h"
#include "base/strbuf.h"
#include "ops/ops.h"
#include "stablehlo/stablehlo.h"

typedef struct {
    const char *name; /* "%12" */
    const IrType *type;
} ShloVal;

typedef VEC(ShloVal) ShloVals;

typedef struct {
    Ctx *ctx;
    IrModule *m;
    Arena *arena;
    StrBuf text;
    unsigned n, indent; /* names so far; blocks around */
    ShloVals *vars;     /* what each variable of the function is, by its id: a tuple's leaves */
    Map constants;      /* of the function's own block: ShloConstant */
} ShloWrite;

typedef struct {
    ShloWrite *x;
    const IrBinding *call;
    const IrType *out;
    const char *name; /* WRITE_AS: the operation */
    ShloVal result;
} W;

/* The operand as it is, and spread over a shape. */
ShloVal hw_in(W *w, uint32_t i);
ShloVal hw_spread(W *w, ShloVal x, const IrType *to);
const IrAttr *hw_attr(const IrBinding *call, const char *name);
/* Element i of n numbers of an attribute that may be one for all. */
int64_t hw_int_at(const IrBinding *call, const char *name, uint32_t i, int64_t fallback);
/* The operand's leaves. */
void shlo_write_leaves(ShloWrite *x, const IrOperand *operand, ShloVals *out);

/* One operation of one result. attrs: what stands in braces, "" for none; region: the text of its
 * regions, or NULL. */
ShloVal hw_op(W *w, const char *name, const ShloVal *in, uint32_t n, const IrType *out,
              const char *attrs, const char *region);
#define W_VALS(...) (const ShloVal[]){__VA_ARGS__}, ARRAY_LEN(((const ShloVal[]){__VA_ARGS__}))
/* A number everywhere; infinities are the least and the greatest integers. */
ShloVal hw_splat(W *w, const IrType *t, double v);
const IrType *hw_type(W *w, const int64_t *dims, int32_t n, DType dtype);
int64_t hw_extent(const IrType *t, int32_t i);
/* "array<i64: 1, 2>" */
const char *hw_array(W *w, const int64_t *v, uint32_t n);
/* A body of two scalars: an operation, a comparison of this direction, or (neither) the second. */
const char *hw_body(W *w, const char *name, const char *direction, DType dtype);
#define hw_format(w, ...) arena_printf((w)->x->arena, __VA_ARGS__)

/* The type as it is written; NULL: it has no form. */
const char *shlo_type_text(Arena *arena, const IrType *t);
const char *shlo_dtype_text(DType t);

/* The terms of a product of two tensors; false: dot_general does not say it. */
typedef struct {
    const char *a, *b, *out; /* letters */
    uint32_t n_a, n_b, n_out;
} ShloTerms;
bool shlo_einsum_terms(const IrBinding *call, ShloTerms *out);
/* Slices of x[begin:end:step] on all dims: 3 numbers each. False: a bound is no constant, or a step
 * is not positive. */
bool shlo_slice_bounds(const IrBinding *call, int64_t *bounds, int32_t rank);

#define WRITE_AS(id, predicate, name)
#define WRITE(id, predicate, fn, names) void shlo_write_##fn(W *w);
#include "stablehlo/write.def"
void shlo_write_element(W *w);

#endif
