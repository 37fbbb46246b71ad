/* SPDX-License-Identifier: Apache-2.0 */
/* The elementwise functions of two operands: rows of binary.def. */
#include "ops/binary_gradient.h"
#include "ops/infer.h"
#include "ops/lower.h"
#include "ops/ops.h"
#include "ops/sample.h"

static const OpParam params[] = {OP_TENSOR("x1"), OP_TENSOR("x2")};

typedef struct {
    unsigned kinds;
    bool to_bool;
    const LoopExpr *(*expr)(OpLower *low, const LoopExpr *x, const LoopExpr *y);
} BinaryRow;

static const IrType *infer_binary(IrInfer *in) {
    const BinaryRow *row = in->op->data;
    DType dtype;
    if (!infer_same_dtype(in, 0, 1, 1, &dtype)) return NULL;
    const IrType *t = infer_broadcast(in, in->args[0].type, in->args[1].type, 2);
    if (!t) return NULL;
    const unsigned kinds = row->kinds | (in->op->flags & OP_STRINGS ? 1u << DTYPE_KIND_STRING : 0);
    if (!infer_dtype_kind(in, 0, kinds, 3) || !infer_dtype_kind(in, 1, kinds, 3)) return NULL;
    return infer_with_dtype(in, t, row->to_bool ? DTYPE_BOOL : dtype);
}

static void lower_binary(OpLower *low) {
    const BinaryRow *row = low->op->data;
    const LoopExpr **index = lower_open(low, low->out[0], UINT32_MAX);
    const IrType *out = lower_out_type(low, 0);
    const LoopExpr *x = lower_load_broadcast(low, 0, out, index),
                   *y = lower_load_broadcast(low, 1, out, index);
    lower_store(low, low->out[0], index, row->expr(low, x, y));
    lower_close(low, low->out[0]->ndim);
}

/* The functions. */

#define DIRECT(id, kind)                                                                           \
    static const LoopExpr *expr_##id(OpLower *low, const LoopExpr *x, const LoopExpr *y) {         \
        return l_op2(low, LOOP_##kind, x, y);                                                      \
    }
#define SWAPPED(id, kind)                                                                          \
    static const LoopExpr *expr_##id(OpLower *low, const LoopExpr *x, const LoopExpr *y) {         \
        return l_op2(low, LOOP_##kind, y, x);                                                      \
    }
/* One operation on numbers, another on bool. */
#define DIRECT_OR_BOOL(id, kind, bool_kind)                                                        \
    static const LoopExpr *expr_##id(OpLower *low, const LoopExpr *x, const LoopExpr *y) {         \
        return l_op2(low, x->dtype == DTYPE_BOOL ? LOOP_##bool_kind : LOOP_##kind, x, y);          \
    }
DIRECT_OR_BOOL(add, ADD, OR)
DIRECT(bitwise_and, BITAND)
DIRECT(bitwise_or, BITOR)
DIRECT(bitwise_xor, BITXOR)
DIRECT(equal, EQ)
SWAPPED(greater, LT)
SWAPPED(greater_equal, LE)
DIRECT(left_shift, SHL)
DIRECT(less, LT)
DIRECT(less_equal, LE)
DIRECT(logical_and, AND)
DIRECT(logical_or, OR)
DIRECT(logical_xor, BITXOR)
DIRECT_OR_BOOL(maximum, MAX, OR)
DIRECT_OR_BOOL(minimum, MIN, AND)
DIRECT_OR_BOOL(multiply, MUL, AND)
DIRECT(not_equal, NE)
DIRECT(right_shift, SHR)
DIRECT(subtract, SUB)

static const LoopExpr *expr_divide(OpLower *low, const LoopExpr *x, const LoopExpr *y) {
    return l_op2(low, dtype_is_float(x->dtype) ? LOOP_DIV : LOOP_TRUNCDIV, x, y);
}

static const LoopExpr *expr_mod(OpLower *low, const LoopExpr *x, const LoopExpr *y) {
    return l_op2(low, dtype_is_float(x->dtype) ? LOOP_FMOD : LOOP_TRUNCMOD, x, y);
}

/* On floats floor of the exact quotient, as NumPy: (x - r) / y is whole but for its rounding, where
 * r is the remainder, which is exact. x / y itself may round up to the next integer: 1.0 / 0.1 is
 * 10, but 9 times 0.1 fits into 1. */
static const LoopExpr *expr_floor_divide(OpLower *low, const LoopExpr *x, const LoopExpr *y) {
    if (!dtype_is_float(x->dtype)) return l_op2(low, LOOP_FLOORDIV, x, y);
    DType t = x->dtype, wide = lower_acc_dtype(t);
    const LoopExpr *zero = l_num(low, wide, 0), *one = l_num(low, wide, 1);
    x = l_cast(low, wide, x);
    y = l_cast(low, wide, y);
    const LoopExpr *plain =
        loop_var(low->b, loop_let(low->b, "quotient", l_op2(low, LOOP_DIV, x, y)));
    const LoopExpr *r = loop_var(low->b, loop_let(low->b, "rest", l_op2(low, LOOP_FMOD, x, y)));
    const LoopExpr *down = l_op2(low, LOOP_NE, l_lt(low, r, zero), l_lt(low, y, zero));
    down = l_and(low, down, l_op2(low, LOOP_NE, r, zero));
    const LoopExpr *q = l_op2(low, LOOP_DIV, l_sub(low, x, r), y);
    q = loop_var(low->b, loop_let(low->b, "whole", l_sub(low, q, l_select(low, down, one, zero))));
    const LoopExpr *floor = l_op1(low, LOOP_FLOOR, q), *half = l_num(low, wide, 0.5);
    const LoopExpr *up = l_select(low, l_lt(low, half, l_sub(low, q, floor)), one, zero);
    q = l_select(low, l_eq(low, q, zero), l_mul(low, plain, zero), l_add(low, floor, up));
    return l_cast(low, t, l_select(low, l_eq(low, y, zero), plain, q));
}

/* On floats by fmod, which is exact, moved by y where the signs differ. A result of 0 has y's
 * sign. */
static const LoopExpr *expr_floor_mod(OpLower *low, const LoopExpr *x, const LoopExpr *y) {
    if (!dtype_is_float(x->dtype)) return l_op2(low, LOOP_FLOORMOD, x, y);
    const LoopExpr *r = l_op2(low, LOOP_FMOD, x, y), *zero = l_num(low, x->dtype, 0);
    const LoopExpr *signs = l_op2(low, LOOP_NE, l_lt(low, r, zero), l_lt(low, y, zero));
    const LoopExpr *none = l_select(low, l_lt(low, y, zero), l_num(low, x->dtype, -0.0), zero);
    return l_select(low, l_eq(low, r, zero), none, l_select(low, signs, l_add(low, r, y), r));
}

/* Integers by repeated squaring; a negative power truncates to 0 but for the bases 1 and -1. */
static const LoopExpr *expr_power(OpLower *low, const LoopExpr *x, const LoopExpr *y) {
    DType t = x->dtype;
    if (dtype_is_float(t)) return l_op2(low, LOOP_POW, x, y);
    const LoopExpr *zero = l_num(low, t, 0), *one = l_num(low, t, 1), *two = l_num(low, t, 2);
    const LoopBuffer *result = loop_scalar(low->b, "result", one),
                     *base = loop_scalar(low->b, "base", x);
    const LoopExpr *left = y;
    if (dtype_kind(t) == DTYPE_KIND_INT) {
        const LoopExpr *unit = l_or(low, l_eq(low, x, one), l_eq(low, x, l_num(low, t, -1)));
        const LoopExpr *parity = l_op2(low, LOOP_FLOORMOD, y, two);
        loop_begin_if(low->b, l_lt(low, y, zero));
        loop_set(low->b, result,
                 l_select(low, unit, l_select(low, l_eq(low, parity, zero), one, x), zero));
        loop_end(low->b);
        left = l_op2(low, LOOP_MAX, y, zero);
    }
    const LoopBuffer *power = loop_scalar(low->b, "power", left);
    loop_begin_while(low->b, l_lt(low, zero, loop_get(low->b, power)));
    loop_begin_if(low->b, l_eq(low, l_op2(low, LOOP_FLOORMOD, loop_get(low->b, power), two), one));
    loop_set(low->b, result, l_mul(low, loop_get(low->b, result), loop_get(low->b, base)));
    loop_end(low->b);
    loop_set(low->b, base, l_mul(low, loop_get(low->b, base), loop_get(low->b, base)));
    loop_set(low->b, power, l_op2(low, LOOP_FLOORDIV, loop_get(low->b, power), two));
    loop_end(low->b);
    return loop_get(low->b, result);
}

static void sample(OpSample *s) {
    const BinaryRow *row = s->op->data;
    const IrType *x = s_type(s, (SampleWant){.kinds = row->kinds});
    int32_t ndim;
    IrDims dims = s_partner(s, x->dims, x->ndim, false, &ndim);
    const bool swapped = s_chance(s, 30);
    if (!swapped) s_tensor_of(s, x);
    s_tensor_dims(s, dims, ndim, x->dtype);
    if (swapped) s_tensor_of(s, x);
}

/* The table. */

#define SHARED "x1 and x2 have one dtype", "their shapes broadcast (aligned at the end, equal or 1)"
static const char *const on_any[] = {SHARED, NULL};
static const char *const on_number[] = {SHARED, "they are integer or floating-point tensors", NULL};
static const char *const on_int[] = {SHARED, "they are integer tensors", NULL};
static const char *const on_int_bool[] = {SHARED, "they are integer or bool tensors", NULL};
static const char *const on_bool[] = {SHARED, "they are bool tensors", NULL};

#define ROW(lower, kinds, result, f)                                                               \
    .constraints = on_##lower, .data = &(const BinaryRow) { kinds, result, f }
enum { RESULT_SAME, RESULT_BOOL };
#define ROW_ANY(result, f) ROW(any, KIND_INT | KIND_FLOAT | KIND_BOOL, result, f)
#define ROW_NUMBER(result, f) ROW(number, KIND_INT | KIND_FLOAT, result, f)
#define ROW_INT(result, f) ROW(int, KIND_INT, result, f)
#define ROW_INT_BOOL(result, f) ROW(int_bool, KIND_INT | KIND_BOOL, result, f)
#define ROW_BOOL(result, f) ROW(bool, KIND_BOOL, result, f)

#define GRADIENT_YES(id) .gradient = grad_##id
#define GRADIENT_LINEAR(id) .gradient = grad_##id, .is_multilinear = true
#define GRADIENT_ZERO(id) .gradient = grad_zero
#define GRADIENT_NONE(id) .no_gradient = GRAD_NONE_INTEGER
#define BINARY(id, name_, dtypes, result, flags_, gradient_, doc_)                                 \
    const OpDef op_##id = {.name = name_,                                                          \
                           .doc = doc_,                                                            \
                           .params = params,                                                       \
                           .n_params = ARRAY_LEN(params),                                          \
                           .sample = sample,                                                       \
                           .flags = OP_PURE | OP_ELEMENTWISE | OP_NUMBERS | (flags_),              \
                           .infer = infer_binary,                                                  \
                           .lower = lower_binary,                                                  \
                           GRADIENT_##gradient_(id),                                               \
                           ROW_##dtypes(RESULT_##result, expr_##id)};
#include "ops/binary.def"
