/* SPDX-License-Identifier: Apache-2.0 */
#include "onnx/export.h"

enum { GELU_SINCE = 20, SWISH_SINCE = 24 };

/* What fuse.c asks of it. */
void onnx_write_add(W *w) {
    OnnxNode *n = w_node(w, "Add", NAMES(w_in(w, 0), w_in(w, 1)), 1);
    const IrType *t = w->b->var->type;
    for (uint32_t i = 0; t->dims && i < 2; i++) n->shaped |= (uint8_t)((w_type(w, i) == t) << i);
    w_set(w, w_out(n, 0));
}

void onnx_write_bitwise(W *w) {
    static const struct {
        const OpDef *op;
        const char *of_bools, *of_integers;
    } forms[] = {{&op_bitwise_and, "And", "BitwiseAnd"},
                 {&op_bitwise_not, "Not", "BitwiseNot"},
                 {&op_bitwise_or, "Or", "BitwiseOr"},
                 {&op_bitwise_xor, "Xor", "BitwiseXor"}};
    size_t i = 0;
    while (forms[i].op != w->b->op) i++;
    const bool is_bool = w_dtype(w, 0) == DTYPE_BOOL;
    const char *ins[2];
    const uint32_t n = ir_op_n_operands(w->b->op);
    for (uint32_t k = 0; k < n; k++) ins[k] = w_in(w, k);
    w_set(w, w_out(w_node(w, is_bool ? forms[i].of_bools : forms[i].of_integers, ins, n, 1), 0));
}

void onnx_write_clip(W *w) {
    const DType dtype = w_dtype(w, 0);
    const char *lo = w_prim(w, 1, dtype), *hi = w_prim(w, 2, dtype);
    w_set(w, w3(w, "Clip", w_in(w, 0), lo, hi));
}

/* fmod: with the sign of the dividend. */
static const char *mod(W *w, const char *x, const char *y, bool fmod) {
    OnnxNode *n = w_node(w, "Mod", NAMES(x, y), 1);
    w_add_int(w, n, "fmod", fmod);
    return w_out(n, 0);
}

void onnx_write_mod(W *w) {
    const char *x = w_in(w, 0), *y = w_in(w, 1);
    w_set(w, mod(w, x, y, true));
}

/* The remainder with the sign of y, by the exact fmod. */
static const char *float_floor_mod(W *w, const char *x, const char *y, DType dtype) {
    const char *zero = w_scalar(w, dtype, 0), *r = mod(w, x, y, true),
               *below = w2(w, "Less", y, zero);
    const char *differ = w2(w, "Xor", w2(w, "Less", r, zero), below);
    const char *moved = w3(w, "Where", differ, w2(w, "Add", r, y), r),
               *none = w2(w, "Equal", r, zero);
    return w3(w, "Where", none, w3(w, "Where", below, w_scalar(w, dtype, -0.0), zero), moved);
}

void onnx_write_floor_mod(W *w) {
    const DType dtype = w_dtype(w, 0);
    const char *x = w_in(w, 0), *y = w_in(w, 1);
    w_set(w, dtype_is_float(dtype) ? float_floor_mod(w, x, y, dtype) : mod(w, x, y, false));
}

/* On floats as the operator's loops have it: (x - r) / y is whole but for its rounding, r the
 * remainder; in float32 or wider. */
void onnx_write_floor_divide(W *w) {
    const DType dtype = w_dtype(w, 0), wide = dtype == DTYPE_FLOAT64 ? dtype : DTYPE_FLOAT32;
    const char *x = w_in(w, 0), *y = w_in(w, 1);
    if (!dtype_is_float(dtype)) {
        const char *q = w2(w, "Div", x, y), *none = w_scalar_int(w, dtype, 0);
        if (dtype_kind(dtype) == DTYPE_KIND_INT) { /* it is cut off toward 0 */
            const char *below = w2(w, "Less", x, none),
                       *differ = w2(w, "Xor", below, w2(w, "Less", y, none));
            const char *rest = w1(w, "Not", w2(w, "Equal", mod(w, x, y, false), none));
            q = w2(w, "Sub", q, w_cast(w, w2(w, "And", differ, rest), DTYPE_BOOL, dtype));
        }
        w_set(w, q);
        return;
    }
    x = w_cast(w, x, dtype, wide);
    y = w_cast(w, y, dtype, wide);
    const char *zero = w_scalar(w, wide, 0), *plain = w2(w, "Div", x, y);
    const char *r = mod(w, x, y, true), *below = w2(w, "Less", r, zero);
    const char *differ = w2(w, "Xor", below, w2(w, "Less", y, zero));
    const char *down = w2(w, "And", differ, w1(w, "Not", w2(w, "Equal", r, zero)));
    const char *near = w2(w, "Div", w2(w, "Sub", x, r), y);
    const char *q = w2(w, "Sub", near, w_cast(w, down, DTYPE_BOOL, wide)),
               *floor = w1(w, "Floor", q);
    const char *half = w_scalar(w, wide, 0.5), *up = w2(w, "Less", half, w2(w, "Sub", q, floor));
    const char *whole = w3(w, "Where", up, w2(w, "Add", floor, w_scalar(w, wide, 1)), floor);
    const char *is_zero = w2(w, "Equal", q, zero);
    whole = w3(w, "Where", is_zero, w2(w, "Mul", plain, zero), whole);
    w_set(w, w_cast(w, w3(w, "Where", w2(w, "Equal", y, zero), plain, whole), wide, dtype));
}

void onnx_write_shift(W *w) {
    OnnxNode *n = w_node(w, "BitShift", NAMES(w_in(w, 0), w_in(w, 1)), 1);
    w_add_str(w, n, "direction", w->b->op == &op_left_shift ? "LEFT" : "RIGHT");
    w_set(w, w_out(n, 0));
}

/* IsInf takes float32 and float64 only. */
static const char *wide(W *w) {
    const DType dtype = w_dtype(w, 0);
    return w_cast(w, w_in(w, 0), dtype, dtype == DTYPE_FLOAT64 ? dtype : DTYPE_FLOAT32);
}

void onnx_write_isinf(W *w) { w_set(w, w1(w, "IsInf", wide(w))); }

void onnx_write_isfinite(W *w) {
    const char *x = wide(w);
    const char *is_inf = w1(w, "IsInf", x);
    w_set(w, w1(w, "Not", w2(w, "Or", is_inf, w1(w, "IsNaN", x))));
}

void onnx_write_not_equal(W *w) {
    const char *x = w_in(w, 0), *y = w_in(w, 1);
    w_set(w, w1(w, "Not", w2(w, "Equal", x, y)));
}

void onnx_write_rsqrt(W *w) { w_set(w, w1(w, "Reciprocal", w1(w, "Sqrt", w_in(w, 0)))); }

void onnx_write_square(W *w) {
    const char *x = w_in(w, 0);
    w_set(w, w2(w, "Mul", x, x));
}

void onnx_write_silu(W *w) {
    const char *x = w_in(w, 0);
    if (w->x->opset >= SWISH_SINCE && w_dtype(w, 0) != DTYPE_FLOAT64)
        w_set(w, w1(w, "Swish", x));
    else
        w_set(w, w2(w, "Mul", x, w1(w, "Sigmoid", x)));
}

/* x / 2 * (1 + y) */
static void half_of(W *w, const char *x, const char *y) {
    const DType dtype = w_dtype(w, 0);
    const char *sum = w2(w, "Add", y, w_scalar(w, dtype, 1));
    w_set(w, w2(w, "Mul", w2(w, "Mul", x, w_scalar(w, dtype, 0.5)), sum));
}

/* The one node, where the opset has it. */
static bool wrote_gelu(W *w, const char *approximate) {
    if (w->x->opset < GELU_SINCE) return false;
    OnnxNode *n = w_node(w, "Gelu", NAMES(w_in(w, 0)), 1);
    w_add_str(w, n, "approximate", approximate);
    w_set(w, w_out(n, 0));
    return true;
}

void onnx_write_gelu(W *w) {
    if (wrote_gelu(w, "none")) return;
    const char *x = w_in(w, 0);
    half_of(w, x,
            w1(w, "Erf", w2(w, "Mul", x, w_scalar(w, w_dtype(w, 0), 0.70710678118654752440))));
}

void onnx_write_gelu_tanh(W *w) {
    if (wrote_gelu(w, "tanh")) return;
    const DType dtype = w_dtype(w, 0);
    const char *x = w_in(w, 0), *cube = w2(w, "Mul", w2(w, "Mul", x, x), x);
    const char *sum = w2(w, "Add", x, w2(w, "Mul", cube, w_scalar(w, dtype, 0.044715)));
    half_of(w, x, w1(w, "Tanh", w2(w, "Mul", sum, w_scalar(w, dtype, 0.79788456080286535588))));
}

void onnx_write_leaky_relu(W *w) {
    OnnxNode *n = w_node(w, "LeakyRelu", NAMES(w_in(w, 0)), 1);
    w_add_float(w, n, "alpha", w_float(w, "alpha"));
    w_set(w, w_out(n, 0));
}

/* The slope is aligned at the end: extents of 1 behind its dim. */
void onnx_write_prelu(W *w) {
    const int32_t rank = w_rank(w, 0);
    int64_t *axes = ARENA_ARRAY(w->x->arena, int64_t, (size_t)rank + 1);
    uint32_t n = 0;
    for (int64_t i = w_int(w, "axis") + 1; i < rank; i++) axes[n] = n + 1, n++;
    const char *x = w_in(w, 0);
    w_set(w, w2(w, "PRelu", x, w_unsqueeze(w, w_in(w, 1), axes, n)));
}
