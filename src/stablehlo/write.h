/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of the StableHLO writer share: the text in the making, and the call under its
 * writer. All calls are legal (shlo_legal), so dims and dtypes are known; an extent may be any
 * expression over symbols, and is `?` in the text. */
#ifndef TENON_STABLEHLO_WRITE_H
#define TENON_STABLEHLO_WRITE_H

#include "base/diag.h"
#include "base/map.h"
#include "base/strbuf.h"
#include "loop/loop.h"
#include "ops/ccl_call.h"
#include "ops/mesh.h"
#include "ops/ops.h"
#include "stablehlo/stablehlo.h"

typedef struct {
    const char *name; /* "%12" */
    const IrType *type;
} ShloVal;

typedef VEC(ShloVal) ShloVals;

/* Where a symbol's value is: in the shape, the elements or the number that `of` is. */
typedef enum { SHLO_NOWHERE, SHLO_EXTENT, SHLO_ELEMENT, SHLO_NUMBER } ShloPlaceKind;

typedef struct {
    ShloPlaceKind kind;
    int32_t at;
    ShloVal of;
} ShloPlace;

/* A function whose body is being written: the module's, or a loop's within it. */
typedef struct ShloFrame ShloFrame;
struct ShloFrame {
    ShloFrame *outer;
    const IrFunction *fn;
    ShloVals *vars;     /* what each variable is, by its id: a tuple's leaves; captures' */
    ShloPlace *symbols; /* by their index */
};

/* A constant, an extent or a shape that has a name in an open block. */
typedef struct {
    const void *what; /* an IrConst, an IrDim, an IrType of a shape; NULL: its block has ended */
    ShloVal value;
} ShloKnown;

typedef struct ShloWrite ShloWrite;
struct ShloWrite {
    Ctx *ctx;
    IrModule *m;
    Arena *arena;
    /* writes the bindings of a body; its result's leaves */
    void (*bindings)(ShloWrite *self, const IrBody *body, ShloVals *result);
    StrBuf text;
    unsigned n, indent; /* names so far; blocks around */
    bool pretty;        /* else operations stand in MLIR's generic form */
    bool lacks;         /* something that has no form was found on the way, and reported */
    ShloFrame *frame;
    Map known; /* ShloKnown */
    VEC(ShloKnown *) in_order;
    Map loops; /* functions of loops that were read */
};

typedef struct {
    ShloWrite *x;
    const IrBinding *call;
    const IrType *out;
    const char *name; /* WRITE_AS: the operation */
    ShloVal result;
    ShloVals results; /* instead, of an operator whose result is a tuple */
} W;

/* A value as a leaf: a tensor; a shape as the vector of its extents, a number as a scalar. One that
 * has no name yet (a shape whose dims are known) gets it where it is asked for. */
const IrType *shlo_leaf_type(ShloWrite *x, const IrType *t);
uint32_t shlo_count_leaves(const IrType *t);
void shlo_type_leaves(const IrType *t, Arena *arena, ShloVals *out);

/* write_dims.c */
const ShloVal *shlo_known(ShloWrite *x, const void *what);
void shlo_know(ShloWrite *x, const void *what, ShloVal v);
/* What became known in a block is forgotten at its end. */
size_t shlo_mark(const ShloWrite *x);
void shlo_forget(ShloWrite *x, size_t mark);
/* The symbols that the type of these leaves defines, where they have no place yet. */
void shlo_write_define(ShloWrite *x, const IrType *t, const ShloVals *leaves);
/* An extent as a scalar of int64; extents as a vector of it. */
ShloVal shlo_write_dim(ShloWrite *x, const IrDim *d);
ShloVal shlo_write_shape(ShloWrite *x, const IrDim *const *dims, int32_t n);
/* Quotient and remainder of integers, rounded down; `down`: of numbers that may be negative. */
ShloVal shlo_write_quotient(ShloWrite *x, ShloVal a, ShloVal b, bool remainder, bool down);

/* Blocks: `{`, the line of its arguments, whose names they get; the operation that ends it. */
void shlo_begin_block(ShloWrite *x, ShloVals *args);
void shlo_end_block(ShloWrite *x, const char *end, const ShloVals *results);
/* The line that ends a function's body or a block's. */
void shlo_end_body(ShloWrite *x, const char *end, const ShloVals *results);
/* %3:2 = names results of these types, %3#0 and %3#1; then the operands' and results' types. */
void shlo_begin_results(ShloWrite *x, ShloVals *out);
void shlo_end_results(ShloWrite *x, const ShloVals *in, const ShloVals *out);
void shlo_write_result_types(ShloWrite *x, const ShloVals *out);
/* write_pretty.c: the operation without its result's name, to the end of the line. False: it has no
 * form of its own, and nothing was written. */
bool shlo_write_pretty(ShloWrite *x, const char *name, const ShloVal *in, uint32_t n,
                       const IrType *out, const char *attrs);
/* From now on this function's body is written; its parameters are these leaves. */
void shlo_begin_frame(ShloWrite *x, ShloFrame *frame, const IrFunction *fn);
void shlo_give(ShloWrite *x, const IrVar *param, const ShloVals *leaves);

/* The operand as it is, and spread over a shape. */
ShloVal hw_in(W *w, uint32_t i);
ShloVal hw_spread(W *w, ShloVal x, const IrType *to);
const IrAttr *hw_attr(const IrBinding *call, const char *name);
/* Element i of n numbers of an attribute that may be one for all. */
int64_t hw_int_at(const IrBinding *call, const char *name, uint32_t i, int64_t fallback);
/* The operand's leaves; lazy: what has no name yet is left without. */
void shlo_write_leaves(ShloWrite *x, const IrOperand *operand, ShloVals *out);
void shlo_write_lazy(ShloWrite *x, const IrOperand *operand, ShloVals *out);
ShloVal shlo_write_tensor(ShloWrite *x, const Tensor *t, const IrType *type);

/* One operation of one result. attrs: what stands in braces of the generic form, "" for none; region: the text of its
 * regions, or NULL. */
ShloVal hw_op(W *w, const char *name, const ShloVal *in, uint32_t n, const IrType *out,
              const char *attrs, const char *region);
/* One of two operands, of the first one's type. */
ShloVal hw_op2(W *w, const char *name, ShloVal a, ShloVal b);
/* x[from:to:step] along all dims. */
ShloVal hw_slice(W *w, ShloVal x, const int64_t *from, const int64_t *to, const int64_t *step,
                 const IrType *out);
#define W_VALS(...) (const ShloVal[]){__VA_ARGS__}, ARRAY_LEN(((const ShloVal[]){__VA_ARGS__}))
/* A number everywhere; infinities are the least and the greatest integers. */
ShloVal hw_splat(W *w, const IrType *t, double v);
const IrType *hw_type(W *w, const int64_t *dims, int32_t n, DType dtype);
int64_t hw_extent(const IrType *t, int32_t i); /* BUG: it is not constant */
bool hw_is_static(const IrType *t);
/* In another shape, of as many elements. */
ShloVal hw_reshape(W *w, ShloVal x, const IrType *to);
/* As a value of that type, whose text may say less or more of the extents. */
ShloVal shlo_cast(ShloWrite *x, ShloVal v, const IrType *t);
/* An extent as a number everywhere. */
ShloVal hw_splat_dim(W *w, const IrType *t, const IrDim *d);
/* One element of x at indices of int64, as a scalar, and x with another there. */
ShloVal hw_element(W *w, ShloVal x, const ShloVal *at);
ShloVal hw_with_element(W *w, ShloVal x, ShloVal value, const ShloVal *at);
/* Places, of which negative ones count from the end. */
ShloVal hw_from_start(W *w, ShloVal at, const IrDim *extent);
ShloVal hw_compare(W *w, const char *direction, ShloVal a, ShloVal b);
/* "array<i64: 1, 2>" */
const char *hw_array(W *w, const int64_t *v, uint32_t n);
/* A body of two scalars: an operation, a comparison of this direction, or (neither) the second. */
const char *hw_body(W *w, const char *name, const char *direction, DType dtype);
#define hw_format(w, ...) arena_printf((w)->x->arena, __VA_ARGS__)

/* Parts of a line: names, types, a type that has a form. */
void shlo_write_names(ShloWrite *x, const ShloVal *v, uint32_t n);
void shlo_write_types(ShloWrite *x, const ShloVal *v, uint32_t n);
const char *shlo_write_type(ShloWrite *x, const IrType *t);

/* The type as it is written; NULL: it has no form. */
const char *shlo_type_text(Arena *arena, const IrType *t);
const char *shlo_dtype_text(DType t);

/* The terms of a product of two tensors; false: dot_general does not say it. */
typedef struct {
    const char *a, *b, *out; /* letters */
    uint32_t n_a, n_b, n_out;
} ShloTerms;
bool shlo_einsum_terms(const IrBinding *call, ShloTerms *out);
/* x[begin::step] along each dim. False: what is given is not known, or a step is not positive. */
typedef struct {
    const IrDim *begin; /* from the end where it is negative, and clamped; but for .inbound */
    int64_t step;
    bool inbound;
} ShloSlice;
bool shlo_slices(const IrBinding *call, ShloSlice *out, int32_t rank);

/* `while` of these carries, of which `out` are the results, with a block for the condition, one for
 * the body, whose arguments get their names in `args`, and its end. */
void shlo_begin_while(ShloWrite *x, const ShloVals *carries, ShloVals *out, ShloVals *args);
void shlo_end_condition(ShloWrite *x, ShloVal cond, ShloVals *args);
void shlo_end_while(ShloWrite *x, const ShloVals *next, const ShloVals *carries,
                    const ShloVals *out);
/* The same with a counter from 0 up to n in front. `turn` writes the next carries in its block. */
typedef void (*ShloTurn)(void *user, ShloVal i, const ShloVals *carries, ShloVals *next);
void shlo_while_below(W *w, ShloVal n, const ShloVals *carries, ShloVals *out, ShloTurn turn,
                      void *user);
/* The function that an operand is: the module's, or one within a function; NULL: neither. */
const IrFunction *shlo_function_of(const IrOperand *o);

/* The mesh that holds in the function, and the group of it that a collective is of. False: there is
 * none. */
bool shlo_mesh_of(const IrFunction *fn, Mesh *out);
bool shlo_group_of_call(const IrBinding *call, Mesh *mesh, MeshGroup *group);

/* The loop function that R.call_tir calls; NULL after a report. */
const LoopFn *shlo_loops_of(ShloWrite *x, const IrGlobal *g);
/* Why its loops have no form; NULL: they have. */
const char *shlo_loops_lack(const LoopFn *fn, Arena *arena);

#define WRITE_AS(id, predicate, name)
#define WRITE(id, predicate, fn, names) void shlo_write_##fn(W *w);
#include "stablehlo/write.def"
void shlo_write_element(W *w);

#endif
