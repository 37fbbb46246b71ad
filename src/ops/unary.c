/* SPDX-License-Identifier: Apache-2.0 */
/* The elementwise functions of one operand: rows of unary.def, and the predicates on floats. */
#include "ops/infer.h"
#include "ops/lower.h"
#include "ops/ops.h"
#include "ops/sample.h"
#include "ops/unary_gradient.h"

static const OpParam params[] = {OP_TENSOR("x")};

typedef struct {
    unsigned kinds; /* of dtype that x may have */
    bool to_bool;   /* the result is bool */
    const LoopExpr *(*expr)(OpLower *low, const LoopExpr *x);
    bool carried; /* of several roundings: half precision computes in float32 and rounds once */
} UnaryRow;

static const IrType *infer_unary(IrInfer *in) {
    const UnaryRow *row = in->op->data;
    if (!infer_dtype_kind(in, 0, row->kinds, 1)) return NULL;
    const IrType *x = in->args[0].type;
    return row->to_bool ? infer_with_dtype(in, x, DTYPE_BOOL) : x;
}

static void lower_unary(OpLower *low) {
    const UnaryRow *row = low->op->data;
    const LoopExpr **index = lower_open(low, low->out[0], UINT32_MAX);
    const LoopExpr *x = lower_load(low, low->in[0], index);
    DType t = x->dtype;
    if (row->carried) x = l_cast(low, lower_acc_dtype(t), x);
    const LoopExpr *y = row->expr(low, x);
    lower_store(low, low->out[0], index, row->to_bool ? y : l_cast(low, t, y));
    lower_close(low, low->out[0]->ndim);
}

/* The functions. */

#define DIRECT(id, kind)                                                                           \
    static const LoopExpr *expr_##id(OpLower *low, const LoopExpr *x) {                            \
        return l_op1(low, LOOP_##kind, x);                                                         \
    }
DIRECT(abs, ABS)
DIRECT(acos, ACOS)
DIRECT(acosh, ACOSH)
DIRECT(asin, ASIN)
DIRECT(asinh, ASINH)
DIRECT(atan, ATAN)
DIRECT(atanh, ATANH)
DIRECT(bitwise_not, BITNOT)
DIRECT(cos, COS)
DIRECT(cosh, COSH)
DIRECT(erf, ERF)
DIRECT(exp, EXP)
DIRECT(log, LOG)
DIRECT(logical_not, NOT)
DIRECT(negative, NEG)
DIRECT(sin, SIN)
DIRECT(sinh, SINH)
DIRECT(sqrt, SQRT)
DIRECT(tan, TAN)
DIRECT(tanh, TANH)

/* Integers stay, or have a fixed answer. */
static const LoopExpr *on_floats(OpLower *low, LoopExprKind kind, const LoopExpr *x,
                                 const LoopExpr *otherwise) {
    return dtype_is_float(x->dtype) ? l_op1(low, kind, x) : otherwise;
}
static const LoopExpr *truth(OpLower *low, bool v) { return l_num(low, DTYPE_BOOL, v); }

static const LoopExpr *expr_ceil(OpLower *low, const LoopExpr *x) {
    return on_floats(low, LOOP_CEIL, x, x);
}
static const LoopExpr *expr_floor(OpLower *low, const LoopExpr *x) {
    return on_floats(low, LOOP_FLOOR, x, x);
}
static const LoopExpr *expr_round(OpLower *low, const LoopExpr *x) {
    return on_floats(low, LOOP_ROUND, x, x);
}
static const LoopExpr *expr_isnan(OpLower *low, const LoopExpr *x) {
    return on_floats(low, LOOP_ISNAN, x, truth(low, false));
}
static const LoopExpr *expr_isinf(OpLower *low, const LoopExpr *x) {
    return on_floats(low, LOOP_ISINF, x, truth(low, false));
}
static const LoopExpr *expr_isfinite(OpLower *low, const LoopExpr *x) {
    return l_not(low, l_or(low, expr_isnan(low, x), expr_isinf(low, x)));
}

static const LoopExpr *expr_square(OpLower *low, const LoopExpr *x) { return l_mul(low, x, x); }
static const LoopExpr *expr_nn_relu(OpLower *low, const LoopExpr *x) {
    return l_op2(low, LOOP_MAX, x, l_num(low, x->dtype, 0));
}

static const LoopExpr *expr_sign(OpLower *low, const LoopExpr *x) {
    const LoopExpr *zero = l_num(low, x->dtype, 0), *one = l_num(low, x->dtype, 1);
    const LoopExpr *rest = l_select(low, l_eq(low, x, zero), zero, x); /* NaN */
    if (dtype_kind(x->dtype) != DTYPE_KIND_UINT)
        rest = l_select(low, l_lt(low, x, zero), l_num(low, x->dtype, -1), rest);
    return l_select(low, l_lt(low, zero, x), one, rest);
}

static const LoopExpr *expr_rsqrt(OpLower *low, const LoopExpr *x) {
    return l_op2(low, LOOP_DIV, l_num(low, x->dtype, 1), l_op1(low, LOOP_SQRT, x));
}

static const LoopExpr *expr_sigmoid(OpLower *low, const LoopExpr *x) {
    const LoopExpr *one = l_num(low, x->dtype, 1);
    return l_op2(low, LOOP_DIV, one,
                 l_add(low, one, l_op1(low, LOOP_EXP, l_op1(low, LOOP_NEG, x))));
}

static const LoopExpr *expr_nn_silu(OpLower *low, const LoopExpr *x) {
    return l_mul(low, x, expr_sigmoid(low, x));
}

/* 0.5 * x * (1 + y) */
static const LoopExpr *half_of(OpLower *low, const LoopExpr *x, const LoopExpr *y) {
    return l_mul(low, l_mul(low, l_num(low, x->dtype, 0.5), x),
                 l_add(low, l_num(low, x->dtype, 1), y));
}

static const LoopExpr *expr_nn_gelu(OpLower *low, const LoopExpr *x) {
    const double sqrt_half = 0.70710678118654752440;
    return half_of(low, x, l_op1(low, LOOP_ERF, l_mul(low, x, l_num(low, x->dtype, sqrt_half))));
}

static const LoopExpr *expr_nn_gelu_tanh(OpLower *low, const LoopExpr *x) {
    const double sqrt_2_over_pi = 0.79788456080286535588;
    const LoopExpr *cube = l_mul(low, l_mul(low, x, x), x);
    const LoopExpr *inner = l_add(low, x, l_mul(low, l_num(low, x->dtype, 0.044715), cube));
    return half_of(low, x,
                   l_op1(low, LOOP_TANH, l_mul(low, l_num(low, x->dtype, sqrt_2_over_pi), inner)));
}

static const LoopExpr *expr_nn_selu(OpLower *low, const LoopExpr *x) {
    const double scale = 1.0507009873554804934, alpha = 1.6732632423543772848;
    const LoopExpr *zero = l_num(low, x->dtype, 0);
    const LoopExpr *left = l_mul(low, l_num(low, x->dtype, alpha),
                                 l_op1(low, LOOP_EXPM1, l_op2(low, LOOP_MIN, x, zero)));
    return l_mul(low, l_num(low, x->dtype, scale), l_add(low, l_op2(low, LOOP_MAX, x, zero), left));
}

static void sample(OpSample *s) {
    const UnaryRow *row = s->op->data;
    s_tensor(s, (SampleWant){.kinds = row->kinds, .open = true});
}

/* The table. */

static const char *const on_float[] = {"x is floating-point", NULL};
static const char *const on_number[] = {"x is an integer or floating-point tensor", NULL};
static const char *const on_int_bool[] = {"x is an integer or bool tensor", NULL};
static const char *const on_bool[] = {"x is bool", NULL};

#define ROW_FLOAT(f)                                                                               \
    .constraints = on_float, .data = &(const UnaryRow) { KIND_FLOAT, false, f, true }
#define ROW_NUMBER(f)                                                                              \
    .constraints = on_number, .data = &(const UnaryRow) { KIND_INT | KIND_FLOAT, false, f, false }
#define ROW_INT_BOOL(f)                                                                            \
    .constraints = on_int_bool, .data = &(const UnaryRow) { KIND_INT | KIND_BOOL, false, f, false }
#define ROW_BOOL(f)                                                                                \
    .constraints = on_bool, .data = &(const UnaryRow) { KIND_BOOL, false, f, false }
#define ROW_TEST(f)                                                                                \
    .constraints = on_number, .data = &(const UnaryRow) { KIND_INT | KIND_FLOAT, true, f, false }

#define GRADIENT_YES(id) .gradient = grad_##id
#define GRADIENT_ZERO(id) .gradient = grad_zero
#define GRADIENT_NONE(id) .no_gradient = GRAD_NONE_INTEGER
#define UNARY_DEF(id, name_, dtypes, gradient_, doc_)                                              \
    const OpDef op_##id = {.name = name_,                                                          \
                           .doc = doc_,                                                            \
                           .params = params,                                                       \
                           .n_params = ARRAY_LEN(params),                                          \
                           .sample = sample,                                                       \
                           .flags = OP_PURE | OP_ELEMENTWISE,                                      \
                           .infer = infer_unary,                                                   \
                           .lower = lower_unary,                                                   \
                           GRADIENT_##gradient_(id),                                               \
                           ROW_##dtypes(expr_##id)};

#define UNARY(id, name, dtypes, gradient, doc) UNARY_DEF(id, name, dtypes, gradient, doc)
#include "ops/unary.def"

#define TEST(id, name, doc) UNARY_DEF(id, name, TEST, NONE, doc)
#include "ops/unary_test.def"
