/* SPDX-License-Identifier: Apache-2.0 */
/* What the scalar operations give, in one place: the builder folds constants with it and the
 * interpreter computes with it.
 *
 * Integers are held in 64 bits, extended from their dtype, and wrapped back after each operation.
 * Floats are held in a double and rounded to their dtype after each operation: for + - * / and sqrt
 * of operands of at most 24 bits that is one correct rounding, as 53 >= 2 * 24 + 2 (Figueroa
 * 1995). */
#include <math.h>

#include "loop/loop.h"

static int64_t wrap(DType t, int64_t v) {
    switch (t) {
    case DTYPE_BOOL: return v != 0;
    case DTYPE_INT8: return (int8_t)(uint8_t)v;
    case DTYPE_INT16: return (int16_t)(uint16_t)v;
    case DTYPE_INT32: return (int32_t)(uint32_t)v;
    case DTYPE_UINT8: return (uint8_t)v;
    case DTYPE_UINT16: return (uint16_t)v;
    case DTYPE_UINT32: return (uint32_t)v;
    default: return v;
    }
}

static double round_to(DType t, double v) {
    switch (t) {
    case DTYPE_FLOAT16: return float16_to_double(float16_from_double(v));
    case DTYPE_BFLOAT16: return bfloat16_to_double(bfloat16_from_double(v));
    case DTYPE_FLOAT32: return (double)(float)v;
    default: return v;
    }
}

static double min_of(double a, double b) {
    if (isnan(a) || isnan(b)) return (double)NAN;
    if (a == b) return signbit(a) ? a : b;
    return a < b ? a : b;
}

static double max_of(double a, double b) {
    if (isnan(a) || isnan(b)) return (double)NAN;
    if (a == b) return signbit(a) ? b : a;
    return a > b ? a : b;
}

static LoopValue of_bool(bool v) { return (LoopValue){.i = v}; }

static LoopValue eval_float(LoopExprKind kind, DType t, double a, double b) {
    double r;
    switch (kind) {
    case LOOP_ADD: r = a + b; break;
    case LOOP_SUB: r = a - b; break;
    case LOOP_MUL: r = a * b; break;
    case LOOP_DIV: r = a / b; break;
    case LOOP_MIN: r = min_of(a, b); break;
    case LOOP_MAX: r = max_of(a, b); break;
    case LOOP_NEG: r = -a; break;
    case LOOP_ABS: r = fabs(a); break;
    case LOOP_EQ: return of_bool(a == b);
    case LOOP_NE: return of_bool(a != b);
    case LOOP_LT: return of_bool(a < b);
    case LOOP_LE: return of_bool(a <= b);
    case LOOP_EXP: r = exp(a); break;
    case LOOP_EXPM1: r = expm1(a); break;
    case LOOP_LOG: r = log(a); break;
    case LOOP_LOG1P: r = log1p(a); break;
    case LOOP_SQRT: r = sqrt(a); break;
    case LOOP_SIN: r = sin(a); break;
    case LOOP_COS: r = cos(a); break;
    case LOOP_TAN: r = tan(a); break;
    case LOOP_ASIN: r = asin(a); break;
    case LOOP_ACOS: r = acos(a); break;
    case LOOP_ATAN: r = atan(a); break;
    case LOOP_SINH: r = sinh(a); break;
    case LOOP_COSH: r = cosh(a); break;
    case LOOP_TANH: r = tanh(a); break;
    case LOOP_ASINH: r = asinh(a); break;
    case LOOP_ACOSH: r = acosh(a); break;
    case LOOP_ATANH: r = atanh(a); break;
    case LOOP_ERF: r = erf(a); break;
    case LOOP_POW: r = pow(a, b); break;
    case LOOP_FMOD: r = fmod(a, b); break;
    case LOOP_FLOOR: r = floor(a); break;
    case LOOP_CEIL: r = ceil(a); break;
    case LOOP_TRUNC: r = trunc(a); break;
    case LOOP_ROUND: r = nearbyint(a); break;
    case LOOP_ISNAN: return of_bool(isnan(a) != 0);
    case LOOP_ISINF: return of_bool(isinf(a) != 0);
    default: BUG("%s of a float", loop_expr_text(kind));
    }
    return (LoopValue){.f = round_to(t, r)};
}

/* The upper half of the exact product. */
static int64_t mul_high(DType t, int64_t a, int64_t b) {
    if (t == DTYPE_UINT64)
        return (int64_t)(uint64_t)((unsigned __int128)(uint64_t)a * (uint64_t)b >> 64);
    if (t == DTYPE_INT64) return (int64_t)((__int128)a * b >> 64);
    unsigned bits = (unsigned)dtype_size(t) * 8;
    if (dtype_kind(t) == DTYPE_KIND_UINT) return (int64_t)((uint64_t)a * (uint64_t)b >> bits);
    return a * b >> bits;
}

static LoopValue eval_unsigned64(LoopExprKind kind, uint64_t a, uint64_t b) {
    switch (kind) {
    case LOOP_FLOORDIV:
    case LOOP_TRUNCDIV: return (LoopValue){.i = b ? (int64_t)(a / b) : 0};
    case LOOP_FLOORMOD:
    case LOOP_TRUNCMOD: return (LoopValue){.i = b ? (int64_t)(a % b) : 0};
    case LOOP_MIN: return (LoopValue){.i = (int64_t)(a < b ? a : b)};
    case LOOP_MAX: return (LoopValue){.i = (int64_t)(a > b ? a : b)};
    case LOOP_SHR: return (LoopValue){.i = b < 64 ? (int64_t)(a >> b) : 0};
    case LOOP_LT: return of_bool(a < b);
    default: return of_bool(a <= b);
    }
}

static LoopValue eval_int(LoopExprKind kind, DType t, int64_t a, int64_t b) {
    uint64_t ua = (uint64_t)a, ub = (uint64_t)b;
    int64_t r;
    bool is_unsigned = dtype_kind(t) == DTYPE_KIND_UINT;
    int64_t bits = (int64_t)dtype_size(t) * 8;
    switch (kind) {
    case LOOP_ADD: r = (int64_t)(ua + ub); break;
    case LOOP_SUB: r = (int64_t)(ua - ub); break;
    case LOOP_MUL: r = (int64_t)(ua * ub); break;
    case LOOP_BITAND: r = a & b; break;
    case LOOP_BITOR: r = a | b; break;
    case LOOP_BITXOR: r = a ^ b; break;
    case LOOP_AND: return of_bool(a && b);
    case LOOP_OR: return of_bool(a || b);
    case LOOP_NOT: return of_bool(!a);
    case LOOP_BITNOT: r = t == DTYPE_BOOL ? !a : ~a; break;
    case LOOP_SHL: r = b >= 0 && b < bits ? (int64_t)(ua << ub) : 0; break;
    case LOOP_MULHI: r = mul_high(t, a, b); break;
    case LOOP_NEG: r = (int64_t)(0 - ua); break;
    case LOOP_ABS: r = a < 0 && !is_unsigned ? (int64_t)(0 - ua) : a; break;
    case LOOP_EQ: return of_bool(a == b);
    case LOOP_NE: return of_bool(a != b);
    default:
        if (t == DTYPE_UINT64) return eval_unsigned64(kind, ua, ub);
        switch (kind) {
        case LOOP_FLOORDIV:
            r = b == 0    ? 0
                : b == -1 ? (int64_t)(0 - ua)
                          : a / b - (a % b != 0 && (a % b < 0) != (b < 0));
            break;
        case LOOP_FLOORMOD:
            r = b == 0 || b == -1 ? 0 : a % b + (a % b != 0 && (a % b < 0) != (b < 0) ? b : 0);
            break;
        case LOOP_TRUNCDIV: r = b == 0 ? 0 : b == -1 ? (int64_t)(0 - ua) : a / b; break;
        case LOOP_TRUNCMOD: r = b == 0 || b == -1 ? 0 : a % b; break;
        case LOOP_MIN: r = a < b ? a : b; break;
        case LOOP_MAX: r = a > b ? a : b; break;
        case LOOP_SHR: r = b >= 0 && b < bits ? a >> b : a < 0 ? -1 : 0; break;
        case LOOP_LT: return of_bool(a < b);
        case LOOP_LE: return of_bool(a <= b);
        default: BUG("%s of an integer", loop_expr_text(kind));
        }
    }
    return (LoopValue){.i = wrap(t, r)};
}

/* In double a product of float32 is exact, but its sum is not: that would be rounded twice. */
static LoopValue eval_fma(DType t, const LoopValue *x) {
    if (t == DTYPE_FLOAT64) return (LoopValue){.f = fma(x[0].f, x[1].f, x[2].f)};
    return (LoopValue){.f = (double)fmaf((float)x[0].f, (float)x[1].f, (float)x[2].f)};
}

LoopValue loop_eval_op(LoopExprKind kind, DType dtype, const LoopValue *args) {
    if (kind == LOOP_SELECT) return args[0].i ? args[1] : args[2];
    if (kind == LOOP_FMA) return eval_fma(dtype, args);
    bool two = loop_expr_arity(kind) == 2;
    if (dtype_is_float(dtype)) return eval_float(kind, dtype, args[0].f, two ? args[1].f : 0);
    return eval_int(kind, dtype, args[0].i, two ? args[1].i : 0);
}

/* The bounds of an integer dtype as doubles that are exact: lo <= v < end. */
static int64_t from_float(DType t, double v) {
    if (isnan(v)) return 0;
    unsigned bits = (unsigned)dtype_size(t) * 8;
    if (dtype_kind(t) == DTYPE_KIND_UINT) {
        if (v <= 0) return 0;
        double end = ldexp(1, (int)bits);
        if (v >= end) return (int64_t)(UINT64_MAX >> (64 - bits));
        return bits == 64 ? (int64_t)(uint64_t)v : (int64_t)v;
    }
    double end = ldexp(1, (int)bits - 1);
    if (v < -end) return (int64_t)(-1 - (int64_t)(UINT64_MAX >> (65 - bits)));
    if (v >= end) return (int64_t)(UINT64_MAX >> (65 - bits));
    return (int64_t)v;
}

LoopValue loop_eval_cast(DType from, DType to, LoopValue v) {
    if (to == DTYPE_BOOL) return of_bool(dtype_is_float(from) ? v.f != 0 : v.i != 0);
    if (dtype_is_float(from)) {
        return dtype_is_float(to) ? (LoopValue){.f = round_to(to, v.f)}
                                  : (LoopValue){.i = from_float(to, v.f)};
    }
    if (!dtype_is_float(to)) return (LoopValue){.i = wrap(to, v.i)};
    char at[8];
    bool ok = from == DTYPE_UINT64 ? dtype_write_uint(to, at, (uint64_t)v.i)
                                   : dtype_write_int(to, at, v.i);
    BUG_IF(!ok);
    return (LoopValue){.f = dtype_read_double(to, at)};
}

LoopValue loop_eval_reinterpret(DType from, DType to, LoopValue v) {
    char at[8];
    if (dtype_is_float(from)) {
        dtype_write_double(from, at, v.f);
    } else if (from == DTYPE_UINT64) {
        dtype_write_uint(from, at, (uint64_t)v.i);
    } else {
        dtype_write_int(from, at, v.i);
    }
    return dtype_is_float(to) ? (LoopValue){.f = dtype_read_double(to, at)}
                              : (LoopValue){.i = dtype_read_int(to, at)};
}

LoopValue loop_eval_identity(LoopExprKind op, DType t) {
    bool is_float = dtype_is_float(t);
    switch (op) {
    case LOOP_ADD: return is_float ? (LoopValue){.f = -0.0} : (LoopValue){.i = 0};
    case LOOP_MUL: return is_float ? (LoopValue){.f = 1} : (LoopValue){.i = 1};
    case LOOP_MIN:
        return is_float ? (LoopValue){.f = (double)INFINITY}
                        : loop_eval_cast(DTYPE_FLOAT64, t, (LoopValue){.f = (double)INFINITY});
    case LOOP_MAX:
        return is_float ? (LoopValue){.f = -(double)INFINITY}
                        : loop_eval_cast(DTYPE_FLOAT64, t, (LoopValue){.f = -(double)INFINITY});
    case LOOP_BITAND: return loop_eval_cast(DTYPE_INT64, t, (LoopValue){.i = -1});
    case LOOP_AND: return (LoopValue){.i = 1};
    default: return (LoopValue){.i = 0};
    }
}
