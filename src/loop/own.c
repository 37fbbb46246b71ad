/* SPDX-License-Identifier: Apache-2.0 */
/* Steps, roundings, roots, and which functions there are. */
#include "loop/own.h"

#include <math.h>

#include "loop/own_parts.h"

/* --- Steps --- */

static Step push(Own *o, LoopOwnStep step) {
    vec_push(o->arena, &o->steps, step);
    return (Step)(o->steps.len - 1);
}

static DType type_of(const Own *o, Step s) { return o->steps.at[s].dtype; }

Step own_number(Own *o, double v) {
    return push(o, (LoopOwnStep){.form = OWN_NUMBER, .dtype = o->t, .value = {.f = v}});
}

Step own_integer(Own *o, DType t, uint64_t v) {
    return push(o, (LoopOwnStep){.form = OWN_NUMBER, .dtype = t, .value = {.i = (int64_t)v}});
}

static DType result_of(LoopExprKind kind, DType t) {
    switch (kind) {
    case LOOP_EQ:
    case LOOP_NE:
    case LOOP_LT:
    case LOOP_LE: return DTYPE_BOOL;
    default: return t;
    }
}

static Step operation(Own *o, LoopExprKind kind, DType t, Step a, Step b, Step c) {
    return push(o, (LoopOwnStep){.form = OWN_OPERATION,
                                 .kind = kind,
                                 .dtype = result_of(kind, t),
                                 .args = {a, b, c}});
}

Step own_unary(Own *o, LoopExprKind kind, Step a) {
    return operation(o, kind, type_of(o, a), a, a, a);
}

Step own_binary(Own *o, LoopExprKind kind, Step a, Step b) {
    return operation(o, kind, type_of(o, a), a, b, b);
}

Step own_select(Own *o, Step condition, Step yes, Step no) {
    return operation(o, LOOP_SELECT, type_of(o, yes), condition, yes, no);
}

Step own_cast(Own *o, DType t, Step a) {
    return push(o, (LoopOwnStep){.form = OWN_CAST, .dtype = t, .args = {a, a, a}});
}

Step own_as(Own *o, DType t, Step a) {
    return push(o, (LoopOwnStep){.form = OWN_REINTERPRET, .dtype = t, .args = {a, a, a}});
}

Step own_add(Own *o, Step a, Step b) { return own_binary(o, LOOP_ADD, a, b); }
Step own_sub(Own *o, Step a, Step b) { return own_binary(o, LOOP_SUB, a, b); }
Step own_mul(Own *o, Step a, Step b) { return own_binary(o, LOOP_MUL, a, b); }
Step own_div(Own *o, Step a, Step b) { return own_binary(o, LOOP_DIV, a, b); }
Step own_less(Own *o, Step a, Step b) { return own_binary(o, LOOP_LT, a, b); }

Step own_mad(Own *o, Step a, Step b, Step c) {
    return push(o, (LoopOwnStep){.form = OWN_MULTIPLY_ADD, .dtype = o->t, .args = {a, b, c}});
}

Step own_polynomial(Own *o, const double *c, size_t n, Step x) {
    Step r = own_number(o, c[n - 1]);
    for (size_t i = n - 1; i-- > 0;) r = own_mad(o, r, x, own_number(o, c[i]));
    return r;
}

Step own_infinity(Own *o) { return own_number(o, (double)INFINITY); }
Step own_nan(Own *o) { return own_number(o, (double)NAN); }

Step own_at_most(Own *o, Step x, double limit) {
    const Step c = own_number(o, limit);
    return own_select(o, own_less(o, c, x), c, x);
}

/* --- Bits --- */

static DType bits_type(const Own *o) { return o->t == DTYPE_FLOAT64 ? DTYPE_UINT64 : DTYPE_UINT32; }

static Step sign_bit(Own *o) {
    return own_integer(o, bits_type(o),
                       o->t == DTYPE_FLOAT64 ? UINT64_C(1) << 63 : UINT64_C(1) << 31);
}

Step own_abs(Own *o, Step x) {
    const Step bits = own_as(o, bits_type(o), x);
    const Step rest = own_unary(o, LOOP_BITNOT, sign_bit(o));
    return own_as(o, o->t, own_binary(o, LOOP_BITAND, bits, rest));
}

Step own_with_sign(Own *o, Step x, Step sign) {
    const Step bits = own_as(o, bits_type(o), own_abs(o, x));
    const Step own = own_binary(o, LOOP_BITAND, own_as(o, bits_type(o), sign), sign_bit(o));
    return own_as(o, o->t, own_binary(o, LOOP_BITOR, bits, own));
}

Step own_power_of_2(Own *o, Step n) {
    const Step biased = own_add(o, n, own_integer(o, DTYPE_INT32, 127));
    return own_as(o, o->t, own_binary(o, LOOP_SHL, biased, own_integer(o, DTYPE_INT32, 23)));
}

Step own_scale(Own *o, Step x, Step n) {
    const Step half = own_binary(o, LOOP_SHR, n, own_integer(o, DTYPE_INT32, 1));
    x = own_mul(o, x, own_power_of_2(o, half));
    return own_mul(o, x, own_power_of_2(o, own_sub(o, n, half)));
}

/* A number whose last bit is worth 1 is added, so the integer stands in the low bits. */
Step own_nearest(Own *o, Step x, Step *whole) {
    const Step shifter = own_number(o, 0x1.8p23), sum = own_add(o, x, shifter);
    *whole = own_sub(o, own_as(o, DTYPE_INT32, sum), own_as(o, DTYPE_INT32, shifter));
    return own_sub(o, sum, shifter);
}

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

/* Processors have it: a compiler may call a function only where it is to set errno. */
Step own_sqrt(Own *o, Step x) { return own_unary(o, LOOP_SQRT, x); }

/* --- The functions --- */

static Step floor_of(Own *o, Step x) { return round_toward(o, x, false); }
static Step ceil_of(Own *o, Step x) { return round_toward(o, x, true); }

typedef struct {
    Step (*unary)(Own *o, Step x);
    Step (*binary)(Own *o, Step x, Step y);
    bool of_double;
} Row;

static const Row rows[LOOP_EXPR_COUNT] = {
    [LOOP_ABS] = {own_abs, NULL, true},      [LOOP_FLOOR] = {floor_of, NULL, true},
    [LOOP_CEIL] = {ceil_of, NULL, true},     [LOOP_TRUNC] = {truncate, NULL, true},
    [LOOP_ROUND] = {round_even, NULL, true}, [LOOP_SQRT] = {root, NULL, false},
    [LOOP_EXP] = {own_exp, NULL, false},     [LOOP_EXPM1] = {own_expm1, NULL, false},
    [LOOP_LOG] = {own_log, NULL, false},     [LOOP_LOG1P] = {own_log1p, NULL, false},
    [LOOP_SIN] = {own_sin, NULL, false},     [LOOP_COS] = {own_cos, NULL, false},
    [LOOP_TAN] = {own_tan, NULL, false},     [LOOP_ASIN] = {own_asin, NULL, false},
    [LOOP_ACOS] = {own_acos, NULL, false},   [LOOP_ATAN] = {own_atan, NULL, false},
    [LOOP_SINH] = {own_sinh, NULL, false},   [LOOP_COSH] = {own_cosh, NULL, false},
    [LOOP_TANH] = {own_tanh, NULL, false},   [LOOP_ASINH] = {own_asinh, NULL, false},
    [LOOP_ACOSH] = {own_acosh, NULL, false}, [LOOP_ATANH] = {own_atanh, NULL, false},
    [LOOP_ERF] = {own_erf, NULL, false},     [LOOP_POW] = {NULL, own_pow, false},
    [LOOP_FMOD] = {NULL, own_fmod, false},
};

bool loop_own_wanted(LoopExprKind kind) { return rows[kind].unary || rows[kind].binary; }

bool loop_own_has(LoopExprKind kind, DType t) {
    return loop_own_wanted(kind) && dtype_is_float(t) &&
           (t != DTYPE_FLOAT64 || rows[kind].of_double);
}

LoopOwn loop_own(LoopExprKind kind, DType t, Arena *arena) {
    const Row *row = &rows[kind];
    BUG_IF(!loop_own_has(kind, t));
    Own o = {.arena = arena, .t = t};
    Step args[2];
    for (uint32_t i = 0; i < 2; i++)
        args[i] = push(&o, (LoopOwnStep){.form = OWN_OPERAND, .dtype = t, .args = {i}});
    const Step result = row->unary ? row->unary(&o, args[0]) : row->binary(&o, args[0], args[1]);
    BUG_IF(result + 1 != o.steps.len);
    return o.steps;
}
