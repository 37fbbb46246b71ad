/* SPDX-License-Identifier: Apache-2.0 */
/* What writes an operator's meaning as loops.
 *
 * lower_call makes a loop function with one buffer per tensor among the operands (a tuple gives one
 * each), then one per tensor of the result; extents are the types' extents, whose symbols become
 * sizes: scalar parameters those that no buffer has alone as an extent. It then calls the
 * operator's `lower`, which appends loops to `b` and writes every element of every output.
 *
 * All shapes are known when `lower` runs (perhaps symbolic), all ranks and dtypes too; shapes and
 * prim values among the operands stand in the types (args[i]->dims, args[i]->value). An empty
 * extent needs no care: its loops do not run. Half-precision sums are carried in float32 and
 * rounded once (lower_acc_dtype); all else is done in the operands' dtype.
 */
#ifndef TENON_OPS_LOWER_H
#define TENON_OPS_LOWER_H

#include "ir/ir.h"
#include "loop/loop.h"

typedef struct {
    IrSymbol *symbol;
    const LoopVar *size;
} SymbolSize;

typedef VEC(const IrType *) IrTypes;
typedef VEC(IrSymbol *) IrSymbols;

/* A buffer that stands for the bytes of a small type's tensor: see ops/small.h. */
typedef struct {
    const LoopBuffer *view, *bytes;
    DType dtype;
    bool decodes, is_target;
} SmallBuffer;

struct OpLower {
    IrModule *m;
    const OpDef *op;
    LoopBuilder *b;
    uint32_t n_args;
    const IrType *const *args; /* one per operand parameter, NULL: left out */
    const double *floats;      /* one per operand parameter: the value of a floating-point PRIM */
    const IrAttr *attrs;
    const IrType *result;
    const LoopBuffer *const *in; /* the tensors among the operands, flattened */
    uint32_t n_in;
    const LoopBuffer *const *out;
    uint32_t n_out;
    const IrType *const *in_types, *const *out_types; /* as the buffers */
    VEC(SymbolSize) sizes;
    VEC(SmallBuffer) views;
    bool copies; /* what is converted is of the result's small type already: its code */
    DType small; /* of output 0, where its type is small and `lower` sees a carrier; else VOID */
};

/* What is known of a call. */
typedef struct {
    const OpDef *op;
    const IrType *const *args; /* as in OpLower, and so are the others */
    const double *floats;
    uint32_t n_args;
    const IrAttr *attrs;
    const IrType *result;
} LowerCall;

/* The function lives in `arena`. NULL when the operator has no `lower` or something is not known: a
 * rank, a shape, a dtype, a prim value. The symbols that its scalar parameters stand for are
 * appended to *scalars, in that order; scalars NULL: a function that has some is not made. Adds no
 * diagnostics. */
const LoopFn *lower_call(IrModule *m, const LowerCall *call, Arena *arena, IrSymbols *scalars);

/* What the loops of an operator whose extents depend on data give: (the bound, the extents of each
 * of its tensors that `inferred` leaves open ...). */
const IrType *lower_bound_type(IrModule *m, const IrType *inferred, const IrType *bound);

/* As a private function that is no global's yet. Its text is what stays of `fn`. */
IrFunction *lower_function(IrModule *m, const LoopFn *fn, const char *name);
/* Makes it a private function of the module; `name` is free. Its text is what stays of `fn`. */
IrGlobal *lower_global(IrModule *m, const LoopFn *fn, const char *name);

/* The tensor that loops have in the place of one of this type: of a small type its bytes, else the
 * same. */
const IrType *lower_storage_type(IrModule *m, const IrType *t);

/* Attributes by name. */
const IrAttr *lower_attr(const OpLower *low, const char *name);
int64_t lower_int(const OpLower *low, const char *name);
bool lower_bool(const OpLower *low, const char *name);
double lower_float(const OpLower *low, const char *name);
bool lower_string_is(const OpLower *low, const char *name, const char *value);

/* An extent as an index expression. */
const LoopExpr *lower_dim(OpLower *low, const IrDim *d);
/* The type of the i-th input or output buffer. */
const IrType *lower_in_type(const OpLower *low, uint32_t i);
const IrType *lower_out_type(const OpLower *low, uint32_t i);

/* Loops over all dims of a buffer: the outer `parallel` ones (all when UINT32_MAX) are parallel.
 * Opens buffer->ndim bodies; the result holds as many indices. Close with lower_close(low, n). */
const LoopExpr **lower_open(OpLower *low, const LoopBuffer *buffer, uint32_t parallel);
void lower_close(OpLower *low, uint32_t n);
/* One loop. */
const LoopExpr *lower_for(OpLower *low, const LoopExpr *extent, LoopForKind kind);

/* Loads input i at the place that broadcasts to the output's `index` of `ndim` dims (aligned at the
 * end; an extent of 1 reads element 0). out: the type whose dims the index runs over. */
const LoopExpr *lower_load_broadcast(OpLower *low, uint32_t i, const IrType *out,
                                     const LoopExpr *const *index);
/* Of an input in any of these: a small type's buffer has no elements that loop_load could load. */
const LoopExpr *lower_load(OpLower *low, const LoopBuffer *b, const LoopExpr *const *index);
void lower_store(OpLower *low, const LoopBuffer *b, const LoopExpr *const *index,
                 const LoopExpr *value);

/* The dtype in which a sum of `t` is carried. */
DType lower_acc_dtype(DType t);
/* Room for n expressions in the builder's arena. */
const LoopExpr **lower_exprs(OpLower *low, uint32_t n);

/* Short spellings. */
static inline const LoopExpr *l_index(OpLower *low, int64_t v) { return loop_index(low->b, v); }
static inline const LoopExpr *l_num(OpLower *low, DType t, double v) {
    return dtype_is_float(t) ? loop_float(low->b, t, v) : loop_int(low->b, t, (int64_t)v);
}
static inline const LoopExpr *l_op1(OpLower *low, LoopExprKind k, const LoopExpr *x) {
    return loop_op1(low->b, k, x);
}
static inline const LoopExpr *l_op2(OpLower *low, LoopExprKind k, const LoopExpr *x,
                                    const LoopExpr *y) {
    return loop_op2(low->b, k, x, y);
}
static inline const LoopExpr *l_add(OpLower *low, const LoopExpr *x, const LoopExpr *y) {
    return l_op2(low, LOOP_ADD, x, y);
}
static inline const LoopExpr *l_sub(OpLower *low, const LoopExpr *x, const LoopExpr *y) {
    return l_op2(low, LOOP_SUB, x, y);
}
static inline const LoopExpr *l_mul(OpLower *low, const LoopExpr *x, const LoopExpr *y) {
    return l_op2(low, LOOP_MUL, x, y);
}
static inline const LoopExpr *l_lt(OpLower *low, const LoopExpr *x, const LoopExpr *y) {
    return l_op2(low, LOOP_LT, x, y);
}
static inline const LoopExpr *l_le(OpLower *low, const LoopExpr *x, const LoopExpr *y) {
    return l_op2(low, LOOP_LE, x, y);
}
static inline const LoopExpr *l_eq(OpLower *low, const LoopExpr *x, const LoopExpr *y) {
    return l_op2(low, LOOP_EQ, x, y);
}
static inline const LoopExpr *l_and(OpLower *low, const LoopExpr *x, const LoopExpr *y) {
    return l_op2(low, LOOP_AND, x, y);
}
static inline const LoopExpr *l_or(OpLower *low, const LoopExpr *x, const LoopExpr *y) {
    return l_op2(low, LOOP_OR, x, y);
}
static inline const LoopExpr *l_not(OpLower *low, const LoopExpr *x) {
    return l_op1(low, LOOP_NOT, x);
}
static inline const LoopExpr *l_select(OpLower *low, const LoopExpr *c, const LoopExpr *x,
                                       const LoopExpr *y) {
    return loop_select(low->b, c, x, y);
}
static inline const LoopExpr *l_cast(OpLower *low, DType t, const LoopExpr *x) {
    return loop_cast(low->b, t, x);
}
/* The same to what output `out` holds, which may be of a small type; then it saturates. */
const LoopExpr *lower_convert(OpLower *low, uint32_t out, const LoopExpr *x);

#endif
