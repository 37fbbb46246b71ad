/* SPDX-License-Identifier: Apache-2.0 */
/* What functions are written in: single steps, and short sequences that several need. */
#include <math.h>

#include "loop/own_parts.h"

/* --- Steps --- */

static Step push(Own *o, LoopOwnStep step) {
    vec_push(o->arena, &o->steps, step);
    return (Step)(o->steps.len - 1);
}

static DType type_of(const Own *o, Step s) { return o->steps.at[s].dtype; }

Step own_operand(Own *o, uint32_t i) {
    return push(o, (LoopOwnStep){.form = OWN_OPERAND, .dtype = o->t, .args = {i}});
}

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

/* Processors have it: a compiler may call a function only where it is to set errno. */
Step own_sqrt(Own *o, Step x) { return own_unary(o, LOOP_SQRT, x); }
