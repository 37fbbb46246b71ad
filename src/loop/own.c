/* SPDX-License-Identifier: Apache-2.0 */
/* Roundings, roots, and which functions there are. */
#include "loop/own.h"

#include "loop/own_parts.h"

/* --- Roundings: what is large is an integer, or no number --- */

static Step large(Own *o) { return own_number(o, o->t == DTYPE_FLOAT64 ? 0x1p52 : 0x1p23); }

static Step where_small(Own *o, Step x, Step r) {
    return own_select(o, own_less(o, own_abs(o, x), large(o)), own_with_sign(o, r, x), x);
}

static Step truncate(Own *o, Step x) {
    const DType integer = o->t == DTYPE_FLOAT64 ? DTYPE_INT64 : DTYPE_INT32;
    const Step c = large(o), small = own_less(o, own_abs(o, x), c);
    const Step tame = own_select(o, small, x, own_number(o, 0));
    return where_small(o, x, own_cast(o, o->t, own_cast(o, integer, tame)));
}

static Step round_even(Own *o, Step x) {
    const Step c = large(o), size = own_abs(o, x);
    return where_small(o, x, own_sub(o, own_add(o, size, c), c));
}

/* Toward 0, and one further where that went the wrong way. */
static Step round_toward(Own *o, Step x, bool up) {
    const Step t = truncate(o, x), one = own_number(o, 1);
    const Step wrong = up ? own_less(o, t, x) : own_less(o, x, t);
    const Step next = up ? own_add(o, t, one) : own_sub(o, t, one);
    return own_select(o, wrong, next, t);
}

/* --- Roots --- */

/* The root of the fraction as an integer N of 50 bits: first by Newton's steps for 1 / sqrt, which
 * are right to some units of 25 bits, then the last integer whose square is at most N. A root is
 * never half way between two floats. */
static Step root(Own *o, Step x) {
    const DType u32 = DTYPE_UINT32, i32 = DTYPE_INT32, u64 = DTYPE_UINT64;
    const Step tiny = own_less(o, x, own_number(o, 0x1p-126));
    const Step y = own_select(o, tiny, own_mul(o, x, own_number(o, 0x1p24)), x);
    const Step bits = own_as(o, i32, y), bias = own_integer(o, i32, 127);
    const Step exponent = own_sub(o, own_binary(o, LOOP_SHR, bits, own_integer(o, i32, 23)), bias);
    const Step half = own_binary(o, LOOP_SHR, exponent, own_integer(o, i32, 1));
    const Step odd = own_binary(o, LOOP_BITAND, exponent, own_integer(o, i32, 1));
    /* from 1 to 4 */
    const Step one = own_integer(o, i32, 127 << 23);
    Step mantissa = own_binary(o, LOOP_BITAND, bits, own_integer(o, i32, 0x7fffff));
    const Step m = own_as(o, o->t,
                          own_add(o, own_binary(o, LOOP_BITOR, mantissa, one),
                                  own_binary(o, LOOP_SHL, odd, own_integer(o, i32, 23))));
    Step r = own_as(o, o->t,
                    own_sub(o, own_integer(o, u32, 0x5f3759df),
                            own_binary(o, LOOP_SHR, own_as(o, u32, m), own_integer(o, u32, 1))));
    const Step halved = own_mul(o, m, own_number(o, -0.5));
    for (int i = 0; i < 3; i++)
        r = own_mul(o, r, own_mad(o, own_mul(o, halved, r), r, own_number(o, 1.5)));
    const Step near = own_mul(o, own_mul(o, m, r), own_number(o, 0x1p24));
    Step s = own_sub(o, own_cast(o, u64, near), own_integer(o, u64, 8));
    const Step n = own_cast(o, u64, own_mul(o, m, own_number(o, 0x1p48)));
    for (uint64_t d = 8; d; d /= 2) {
        const Step more = own_add(o, s, own_integer(o, u64, d));
        s = own_select(o, own_binary(o, LOOP_LE, own_mul(o, more, more), n), more, s);
    }
    s = own_binary(o, LOOP_SHR, own_add(o, s, own_integer(o, u64, 1)), own_integer(o, u64, 1));
    r = own_mul(o, own_cast(o, o->t, s), own_number(o, 0x1p-23));
    const Step twelve = own_select(o, tiny, own_integer(o, i32, 12), own_integer(o, i32, 0));
    r = own_mul(o, r, own_power_of_2(o, own_sub(o, half, twelve)));
    r = own_select(o, own_less(o, own_number(o, 0), x), r, own_nan(o));
    const Step same = own_binary(o, LOOP_EQ, x, own_number(o, 0));
    r = own_select(o, same, x, r);
    return own_select(o, own_binary(o, LOOP_EQ, x, own_infinity(o)), x, r);
}

/* --- The functions --- */

static Step floor_of(Own *o, Step x) { return round_toward(o, x, false); }
static Step ceil_of(Own *o, Step x) { return round_toward(o, x, true); }

typedef enum { OF_FLOATS, OF_DOUBLES /* too */, OF_VECTORS /* loop_own_is_of_vectors */ } Use;

typedef struct {
    Step (*unary)(Own *o, Step x);
    Step (*binary)(Own *o, Step x, Step y);
    Use use;
} Row;

/* Of vectors are those that are neither exact nor made of integers of 64 bits. */
static const Row rows[LOOP_EXPR_COUNT] = {
    [LOOP_ABS] = {own_abs, NULL, OF_DOUBLES},      [LOOP_FLOOR] = {floor_of, NULL, OF_DOUBLES},
    [LOOP_CEIL] = {ceil_of, NULL, OF_DOUBLES},     [LOOP_TRUNC] = {truncate, NULL, OF_DOUBLES},
    [LOOP_ROUND] = {round_even, NULL, OF_DOUBLES}, [LOOP_SQRT] = {root, NULL, OF_FLOATS},
    [LOOP_EXP] = {own_exp, NULL, OF_VECTORS},      [LOOP_EXPM1] = {own_expm1, NULL, OF_VECTORS},
    [LOOP_LOG] = {own_log, NULL, OF_VECTORS},      [LOOP_LOG1P] = {own_log1p, NULL, OF_VECTORS},
    [LOOP_SIN] = {own_sin, NULL, OF_FLOATS},       [LOOP_COS] = {own_cos, NULL, OF_FLOATS},
    [LOOP_TAN] = {own_tan, NULL, OF_FLOATS},       [LOOP_ASIN] = {own_asin, NULL, OF_VECTORS},
    [LOOP_ACOS] = {own_acos, NULL, OF_VECTORS},    [LOOP_ATAN] = {own_atan, NULL, OF_VECTORS},
    [LOOP_SINH] = {own_sinh, NULL, OF_VECTORS},    [LOOP_COSH] = {own_cosh, NULL, OF_VECTORS},
    [LOOP_TANH] = {own_tanh, NULL, OF_VECTORS},    [LOOP_ASINH] = {own_asinh, NULL, OF_VECTORS},
    [LOOP_ACOSH] = {own_acosh, NULL, OF_VECTORS},  [LOOP_ATANH] = {own_atanh, NULL, OF_VECTORS},
    [LOOP_ERF] = {own_erf, NULL, OF_VECTORS},      [LOOP_POW] = {NULL, own_pow, OF_VECTORS},
    [LOOP_FMOD] = {NULL, own_fmod, OF_FLOATS},
};

bool loop_own_wanted(LoopExprKind kind) { return rows[kind].unary || rows[kind].binary; }

bool loop_own_has(LoopExprKind kind, DType t) {
    return loop_own_wanted(kind) && dtype_is_float(t) &&
           (t != DTYPE_FLOAT64 || rows[kind].use == OF_DOUBLES);
}

bool loop_own_is_of_vectors(LoopExprKind kind, DType t) {
    return t == DTYPE_FLOAT32 && rows[kind].use == OF_VECTORS;
}

bool loop_own_rounds(LoopExprKind kind, DType t) {
    return t == DTYPE_FLOAT32 &&
           (kind == LOOP_FLOOR || kind == LOOP_CEIL || kind == LOOP_TRUNC || kind == LOOP_ROUND);
}

LoopOwn loop_own(LoopExprKind kind, DType t, Arena *arena) {
    const Row *row = &rows[kind];
    BUG_IF(!loop_own_has(kind, t));
    Own o = {.arena = arena, .t = t};
    Step args[2];
    for (uint32_t i = 0; i < 2; i++) args[i] = own_operand(&o, i);
    const Step result = row->unary ? row->unary(&o, args[0]) : row->binary(&o, args[0], args[1]);
    BUG_IF(result + 1 != o.steps.len);
    return o.steps;
}
