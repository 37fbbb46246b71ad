/* SPDX-License-Identifier: Apache-2.0 */
/* loop/eval.c: every row of loop/expr.def for every dtype that it allows, on the edges of the
 * dtype, against formulas that share nothing with it: integers in 128 bits, floats in 113 bits,
 * rounded here. */
#include "unit.h"

#include <math.h>

#include "loop/loop.h"

#ifdef __SIZEOF_FLOAT128__
typedef __float128 Quad;
#else
typedef long double Quad;
#endif
typedef __int128 Int;

static size_t checks;

/* --- Dtypes --- */

static unsigned bits_of(DType t) { return t == DTYPE_BOOL ? 1 : (unsigned)dtype_size(t) * 8; }
static bool is_signed(DType t) { return dtype_kind(t) == DTYPE_KIND_INT; }
static Int least(DType t) { return is_signed(t) ? -((Int)1 << (bits_of(t) - 1)) : 0; }
static Int greatest(DType t) { return ((Int)1 << (bits_of(t) - is_signed(t))) - 1; }

static Int wrapped(DType t, Int v) {
    Int n = (Int)1 << bits_of(t);
    v %= n;
    if (v < 0) v += n;
    return is_signed(t) && v >= n / 2 ? v - n : v;
}

static LoopValue of_int(Int v) { return (LoopValue){.i = (int64_t)(uint64_t)v}; }
static Int to_int(DType t, LoopValue v) {
    return t == DTYPE_UINT64 ? (Int)(uint64_t)v.i : (Int)v.i;
}

typedef struct {
    int digits, min_exp, max_exp; /* of the value 1.xxx * 2**exp */
} Format;

static Format format(DType t) {
    switch (t) {
    case DTYPE_FLOAT16: return (Format){11, -14, 15};
    case DTYPE_BFLOAT16: return (Format){8, -126, 127};
    case DTYPE_FLOAT32: return (Format){24, -126, 127};
    default: return (Format){53, -1022, 1023};
    }
}

static Quad power2(int e) { return (Quad)ldexpl(1, e); }

/* Nearest, ties to even, once. The result of every format is a double. */
static double rounded(DType t, Quad q) {
    if (q != q) return (double)NAN;
    Format f = format(t);
    bool negative = q < 0;
    if (negative) q = -q;
    if (q == 0) return 0; /* the caller knows the sign */
    if (q >= power2(f.max_exp + 1)) return negative ? -(double)INFINITY : (double)INFINITY;
    int e = ilogbl((long double)q);
    if (q < power2(e)) e--; /* the conversion rounded up */
    if (e < f.min_exp) e = f.min_exp;
    Quad unit = power2(e - f.digits + 1), n = q / unit;
    int64_t whole = (int64_t)n;
    Quad part = n - (Quad)whole;
    if (part > (Quad)0.5 || (part == (Quad)0.5 && whole & 1)) whole++;
    Quad r = (Quad)whole * unit;
    if (r >= power2(f.max_exp + 1)) return negative ? -(double)INFINITY : (double)INFINITY;
    return negative ? -(double)r : (double)r;
}

static bool same_double(double a, double b) {
    return (isnan(a) && isnan(b)) || memcmp(&a, &b, sizeof a) == 0;
}

/* --- Values --- */

enum { VALUES_MAX = 64 };

static size_t int_values(DType t, Int *out) {
    if (t == DTYPE_BOOL) return out[0] = 0, out[1] = 1, 2;
    static const int64_t plain[] = {0,  1,  2,  3,   5,  7,  8,  15, 16, 31,
                                    32, 63, 64, 100, -1, -2, -3, -7, -8, -100};
    size_t n = 0;
    for (size_t i = 0; i < ARRAY_LEN(plain); i++) {
        if (plain[i] >= least(t) && plain[i] <= greatest(t)) out[n++] = plain[i];
    }
    for (Int i = 0; i < 2; i++)
        out[n++] = least(t) + i, out[n++] = greatest(t) - i, out[n++] = greatest(t) / 2 + i;
    return n;
}

static size_t float_values(DType t, double *out) {
    static const double plain[] = {0.0, 1,   0.5,    1.5,   2.5,     3.5, 2,    3,
                                   0.1, 0.3, 0.7,    1e-3,  3.14159, 10,  88.7, 100,
                                   255, 256, 1000.5, 32768, 65504,   3e38};
    Format f = format(t);
    size_t n = 0;
    for (size_t i = 0; i < ARRAY_LEN(plain); i++) out[n++] = rounded(t, (Quad)plain[i]);
    out[n++] = (double)power2(f.min_exp - f.digits + 1); /* least subnormal */
    out[n++] =
        (double)(power2(f.min_exp) - power2(f.min_exp - f.digits + 1)); /* greatest subnormal */
    out[n++] = (double)power2(f.min_exp);                               /* least normal */
    out[n++] = (double)(power2(f.max_exp + 1) - power2(f.max_exp - f.digits + 1)); /* greatest */
    out[n++] = (double)(1 + power2(1 - f.digits));                                 /* next to 1 */
    out[n++] = (double)INFINITY;
    for (size_t i = 0, half = n; i < half; i++) out[n++] = -out[i];
    out[n++] = (double)NAN;
    assert_true(n <= VALUES_MAX);
    return n;
}

/* --- Integers --- */

static Int floor_div(Int a, Int b) {
    Int q = a / b;
    return q * b != a && (a < 0) != (b < 0) ? q - 1 : q;
}

/* The upper 64 bits of a product of 64-bit numbers, by schoolbook halves. */
static Int upper64(DType t, Int a, Int b) {
    if (is_signed(t)) return floor_div(a * b, (Int)1 << 64);
    uint64_t x = (uint64_t)a, y = (uint64_t)b, mask = 0xffffffff;
    uint64_t low = (x & mask) * (y & mask), m1 = (x >> 32) * (y & mask),
             m2 = (x & mask) * (y >> 32);
    uint64_t carry = ((low >> 32) + (m1 & mask) + (m2 & mask)) >> 32;
    return (Int)((x >> 32) * (y >> 32) + (m1 >> 32) + (m2 >> 32) + carry);
}

static Int int_model(LoopExprKind kind, DType t, Int a, Int b) {
    Int bits = (Int)bits_of(t), mask = ((Int)1 << bits_of(t)) - 1;
    switch (kind) {
    case LOOP_ADD: return wrapped(t, a + b);
    case LOOP_SUB: return wrapped(t, a - b);
    case LOOP_MUL:
        return bits == 64 ? (Int)wrapped(t, (Int)((unsigned __int128)a * (unsigned __int128)b &
                                                  (unsigned __int128)mask))
                          : wrapped(t, a * b);
    case LOOP_FLOORDIV: return b == 0 ? 0 : wrapped(t, floor_div(a, b));
    case LOOP_FLOORMOD: return b == 0 ? 0 : a - floor_div(a, b) * b;
    case LOOP_TRUNCDIV: return b == 0 ? 0 : wrapped(t, a / b);
    case LOOP_TRUNCMOD: return b == 0 ? 0 : a - a / b * b;
    case LOOP_MIN: return a < b ? a : b;
    case LOOP_MAX: return a < b ? b : a;
    case LOOP_BITAND: return wrapped(t, (a & mask) & (b & mask));
    case LOOP_BITOR: return wrapped(t, (a & mask) | (b & mask));
    case LOOP_BITXOR: return wrapped(t, (a & mask) ^ (b & mask));
    case LOOP_BITNOT: return wrapped(t, mask - (a & mask));
    case LOOP_SHL: return b < 0 || b >= bits ? 0 : wrapped(t, a * ((Int)1 << (int)b));
    case LOOP_SHR: return b < 0 || b >= bits ? (a < 0 ? -1 : 0) : floor_div(a, (Int)1 << (int)b);
    case LOOP_MULHI: return bits == 64 ? upper64(t, a, b) : floor_div(a * b, (Int)1 << (int)bits);
    case LOOP_NEG: return wrapped(t, -a);
    case LOOP_ABS: return wrapped(t, a < 0 ? -a : a);
    case LOOP_EQ: return a == b;
    case LOOP_NE: return a != b;
    case LOOP_LT: return a < b;
    case LOOP_LE: return a <= b;
    case LOOP_AND: return a != 0 && b != 0;
    case LOOP_OR: return a != 0 || b != 0;
    case LOOP_NOT: return a == 0;
    default: fail_msg("no model of %s", loop_expr_text(kind));
    }
    return 0;
}

static void check_int(LoopExprKind kind, DType t, Int a, Int b) {
    LoopValue got = loop_eval_op(kind, t, (LoopValue[]){of_int(a), of_int(b)});
    LoopValue want = of_int(int_model(kind, t, a, b));
    checks++;
    if (got.i == want.i) return;
    fail_msg("%s of %s: %lld, %lld gives %lld, not %lld", loop_expr_text(kind), dtype_name(t),
             (long long)a, (long long)b, (long long)got.i, (long long)want.i);
}

/* --- Floats --- */

static Quad quad_sqrt(double a) {
    if (a < 0 || isnan(a)) return (Quad)NAN;
    if (a == 0 || isinf(a)) return (Quad)a;
    Quad s = (Quad)sqrtl((long double)a);
    return (s + (Quad)a / s) / 2;
}

/* What must come out exactly; false: an approximation, see `approximate`. */
static bool exact(LoopExprKind kind, DType t, double a, double b, double *out) {
    Quad x = (Quad)a, y = (Quad)b;
    bool nan = isnan(a) || isnan(b);
    switch (kind) {
    case LOOP_ADD:
        *out = a + b == 0 ? a + b : rounded(t, x + y);
        return true; /* a zero sum is exact */
    case LOOP_SUB: *out = a - b == 0 ? a - b : rounded(t, x - y); return true;
    case LOOP_MUL:
        *out = copysign(rounded(t, x * y), signbit(a) ^ signbit(b) ? -1 : 1);
        return true;
    case LOOP_DIV:
        *out = copysign(rounded(t, x / y), signbit(a) ^ signbit(b) ? -1 : 1);
        return true;
    case LOOP_SQRT: *out = a == 0 ? a : rounded(t, quad_sqrt(a)); return true;
    case LOOP_MIN: *out = nan ? (double)NAN : a < b || (a == b && signbit(a)) ? a : b; return true;
    case LOOP_MAX: *out = nan ? (double)NAN : a > b || (a == b && !signbit(a)) ? a : b; return true;
    case LOOP_NEG: *out = copysign(a, signbit(a) ? 1 : -1); return true;
    case LOOP_ABS: *out = copysign(a, 1); return true;
    case LOOP_FLOOR: *out = rounded(t, (Quad)floorl((long double)a)); break;
    case LOOP_CEIL: *out = rounded(t, (Quad)ceill((long double)a)); break;
    case LOOP_TRUNC: *out = rounded(t, (Quad)truncl((long double)a)); break;
    case LOOP_ROUND: *out = rounded(t, (Quad)rintl((long double)a)); break;
    case LOOP_FMOD: *out = rounded(t, (Quad)fmodl((long double)a, (long double)b)); break;
    default: return false;
    }
    *out = copysign(*out, a); /* of the operand, or of a remainder */
    return true;
}

static long double approximate(LoopExprKind kind, long double a, long double b) {
    switch (kind) {
    case LOOP_EXP: return expl(a);
    case LOOP_EXPM1: return expm1l(a);
    case LOOP_LOG: return logl(a);
    case LOOP_LOG1P: return log1pl(a);
    case LOOP_SIN: return sinl(a);
    case LOOP_COS: return cosl(a);
    case LOOP_TAN: return tanl(a);
    case LOOP_ASIN: return asinl(a);
    case LOOP_ACOS: return acosl(a);
    case LOOP_ATAN: return atanl(a);
    case LOOP_SINH: return sinhl(a);
    case LOOP_COSH: return coshl(a);
    case LOOP_TANH: return tanhl(a);
    case LOOP_ASINH: return asinhl(a);
    case LOOP_ACOSH: return acoshl(a);
    case LOOP_ATANH: return atanhl(a);
    case LOOP_ERF: return erfl(a);
    case LOOP_POW: return powl(a, b);
    default: fail_msg("no model of %s", loop_expr_text(kind));
    }
    return 0;
}

/* Steps between neighbours from a to b. */
static double steps(DType t, double a, double b) {
    if (same_double(a, b) || a == b) return 0;
    if (!isfinite(a) || !isfinite(b)) return (double)INFINITY;
    int e = a == 0 ? format(t).min_exp : ilogb(a);
    if (e < format(t).min_exp) e = format(t).min_exp;
    return fabs(a - b) / ldexp(1, e - format(t).digits + 1);
}

static bool compare_model(LoopExprKind kind, double a, double b, bool *out) {
    switch (kind) {
    case LOOP_EQ: *out = a == b; return true;
    case LOOP_NE: *out = !(a == b); return true;
    case LOOP_LT: *out = a < b; return true;
    case LOOP_LE: *out = a < b || a == b; return true;
    case LOOP_ISNAN: *out = a != a; return true;
    case LOOP_ISINF: *out = a == (double)INFINITY || a == -(double)INFINITY; return true;
    default: return false;
    }
}

static void check_float(LoopExprKind kind, DType t, double a, double b) {
    LoopValue got = loop_eval_op(kind, t, (LoopValue[]){{.f = a}, {.f = b}});
    double want;
    bool truth;
    checks++;
    if (compare_model(kind, a, b, &truth)) {
        if (got.i != truth)
            fail_msg("%s of %s: %.17g, %.17g gives %lld", loop_expr_text(kind), dtype_name(t), a, b,
                     (long long)got.i);
        return;
    }
    assert_true(same_double(got.f, rounded(t, (Quad)got.f)) ||
                got.f == 0); /* a value of the dtype */
    bool is_exact = exact(kind, t, a, b, &want);
    if (!is_exact) want = rounded(t, (Quad)approximate(kind, (long double)a, (long double)b));
    double tolerance = is_exact ? 0 : t == DTYPE_FLOAT64 ? 4 : 1;
    bool ok = is_exact ? same_double(got.f, want)
                       : steps(t, want, got.f) <= tolerance && isnan(want) == isnan(got.f);
    if (!ok)
        fail_msg("%s of %s: %.17g, %.17g gives %.17g, not %.17g", loop_expr_text(kind),
                 dtype_name(t), a, b, got.f, want);
}

/* Exact but for the last bit, which is set where the sum is not: so it rounds as the sum does. */
static Quad quad_sum_to_odd(Quad x, Quad y) {
    const Quad s = x + y, of_y = s - x, rest = (x - (s - of_y)) + (y - of_y);
    unsigned __int128 bits;
    memcpy(&bits, &s, sizeof bits);
    if (rest != 0 && !(bits & 1)) bits = (rest < 0) == (s < 0) ? bits | 1 : bits - 1;
    Quad odd;
    memcpy(&odd, &bits, sizeof odd);
    return odd;
}

static void check_fma(DType t, double a, double b, double c) {
    const LoopValue got = loop_eval_op(LOOP_FMA, t, (LoopValue[]){{.f = a}, {.f = b}, {.f = c}});
    const Quad product = (Quad)a * (Quad)b, sum = product + (Quad)c;
    const double wide = (double)sum;
    double want = wide;
    if (isfinite(a) && isfinite(b) && isfinite(c) && sum != 0)
        want = copysign(rounded(t, quad_sum_to_odd(product, (Quad)c)), sum < 0 ? -1 : 1);
    checks++;
    if (!same_double(got.f, want))
        fail_msg("fma of %s: %a * %a + %a gives %a, not %a", dtype_name(t), a, b, c, got.f, want);
}

/* --- The tests --- */

static const LoopExprKind rows[] = {
#define EXPR(id, text, form, n, kinds, result, doc) LOOP_##id,
#include "loop/expr.def"
};

static void every_row(void **state) {
    (void)state;
    size_t pairs = 0;
    for (size_t r = 0; r < ARRAY_LEN(rows); r++) {
        LoopExprKind kind = rows[r];
        uint32_t arity = loop_expr_arity(kind);
        for (DType t = DTYPE_BOOL; t < DTYPE_LOOP_END; t++) {
            if (!loop_expr_allows(kind, t)) continue;
            pairs++;
            double f[VALUES_MAX];
            Int v[VALUES_MAX];
            bool is_float = dtype_is_float(t);
            size_t n = is_float ? float_values(t, f) : int_values(t, v);
            for (size_t i = 0; i < n; i++) {
                for (size_t k = 0; k < (arity == 1 ? 1 : n); k++) {
                    if (kind == LOOP_SELECT) {
                        LoopValue x = is_float ? (LoopValue){.f = f[i]} : of_int(v[i]),
                                  y = is_float ? (LoopValue){.f = f[k]} : of_int(v[k]);
                        assert_true(loop_eval_op(kind, t, (LoopValue[]){{.i = 1}, x, y}).i == x.i);
                        assert_true(loop_eval_op(kind, t, (LoopValue[]){{.i = 0}, x, y}).i == y.i);
                        checks += 2;
                    } else if (kind == LOOP_FMA) {
                        for (size_t m = 0; m < n; m++) check_fma(t, f[i], f[k], f[m]);
                    } else if (is_float) {
                        check_float(kind, t, f[i], f[k]);
                    } else {
                        check_int(kind, t, v[i], v[k]);
                    }
                }
            }
        }
    }
    printf("%zu rows, %zu of row and dtype, %zu values\n", ARRAY_LEN(rows), pairs, checks);
}

static void all_bytes(void **state) {
    (void)state;
    for (size_t r = 0; r < ARRAY_LEN(rows); r++) {
        for (DType t = DTYPE_INT8; t <= DTYPE_UINT8;
             t = t == DTYPE_INT8 ? DTYPE_UINT8 : DTYPE_LOOP_END) {
            if (!loop_expr_allows(rows[r], t) || rows[r] == LOOP_SELECT) continue;
            for (Int a = least(t); a <= greatest(t); a++) {
                for (Int b = least(t); b <= greatest(t); b++) check_int(rows[r], t, a, b);
            }
        }
    }
}

/* Halves and float32 in one rounding, on random bits: also sums of far exponents and ties. */
static void single_rounding(void **state) {
    (void)state;
    static const LoopExprKind ops[] = {LOOP_ADD, LOOP_SUB, LOOP_MUL, LOOP_DIV, LOOP_SQRT};
    uint64_t seed = 7;
    for (DType t = DTYPE_FLOAT16; t <= DTYPE_FLOAT64; t++) {
        for (int i = 0; i < 40000; i++) {
            uint64_t x = unit_random(&seed), y = unit_random(&seed);
            double a = dtype_read_double(t, &x), b = dtype_read_double(t, &y);
            if (i & 1)
                b = rounded(t, (Quad)a * (Quad)(1 + (double)(y % 64) / 16)); /* near in size */
            check_float(ops[i % 5], t, a, b);
            if (loop_expr_allows(LOOP_FMA, t))
                check_fma(t, a, b, i & 2 ? rounded(t, -(Quad)a * (Quad)b) : b);
        }
    }
}

/* Every float16 through the operations of one operand. */
static void all_halves(void **state) {
    (void)state;
    static const LoopExprKind ops[] = {LOOP_SQRT,  LOOP_NEG,   LOOP_ABS,   LOOP_FLOOR,
                                       LOOP_CEIL,  LOOP_TRUNC, LOOP_ROUND, LOOP_ISNAN,
                                       LOOP_ISINF, LOOP_EXP,   LOOP_TANH};
    for (uint32_t i = 0; i < 65536; i++) {
        uint16_t bits = (uint16_t)i;
        for (DType t = DTYPE_FLOAT16; t <= DTYPE_BFLOAT16; t++) {
            double a = dtype_read_double(t, &bits);
            for (size_t k = 0; k < ARRAY_LEN(ops); k++) check_float(ops[k], t, a, 0);
        }
    }
}

static void check_cast(DType from, DType to, LoopValue v) {
    LoopValue got = loop_eval_cast(from, to, v);
    Int x = dtype_is_float(from) ? 0 : to_int(from, v);
    Quad q = dtype_is_float(from) ? (Quad)v.f : (Quad)x;
    bool ok;
    checks++;
    if (to == DTYPE_BOOL) {
        ok = got.i == (q != 0);
    } else if (dtype_is_float(to)) {
        double want = rounded(to, q);
        ok = same_double(got.f, dtype_is_float(from) ? copysign(want, v.f) : want) ||
             (isnan(want) && isnan(got.f));
    } else if (!dtype_is_float(from)) {
        ok = got.i == of_int(wrapped(to, x)).i;
    } else if (q != q) {
        ok = got.i == 0;
    } else {
        Int want = q <= (Quad)least(to)      ? least(to)
                   : q >= (Quad)greatest(to) ? greatest(to)
                                             : (Int)q;
        ok = got.i == of_int(want).i;
    }
    if (!ok)
        fail_msg("%s %.17g (%lld) to %s gives %.17g (%lld)", dtype_name(from),
                 dtype_is_float(from) ? v.f : 0, (long long)v.i, dtype_name(to), got.f,
                 (long long)got.i);
}

static void casts(void **state) {
    (void)state;
    for (DType from = DTYPE_BOOL; from < DTYPE_LOOP_END; from++) {
        for (DType to = DTYPE_BOOL; to < DTYPE_LOOP_END; to++) {
            double f[VALUES_MAX];
            Int v[VALUES_MAX];
            if (dtype_is_float(from)) {
                size_t n = float_values(from, f);
                for (size_t i = 0; i < n; i++) check_cast(from, to, (LoopValue){.f = f[i]});
                for (int i = 0; dtype_is_float(to) && i < 40;
                     i++) { /* a hair beside ties: one rounding, not two */
                    Quad tie =
                        (1 + power2(-format(to).digits) * (Quad)(2 * i + 1)) * power2(i % 9 - 4);
                    for (int d = -1; d <= 1; d++)
                        check_cast(
                            from, to,
                            (LoopValue){.f = rounded(from, tie * (1 + (Quad)d * power2(-45)))});
                }
                if (!dtype_is_int(to)) continue;
                for (int d = -2; d <= 2; d++) { /* around the bounds of the target */
                    check_cast(from, to,
                               (LoopValue){.f = rounded(from, (Quad)least(to) + (Quad)d / 2)});
                    check_cast(from, to,
                               (LoopValue){.f = rounded(from, (Quad)greatest(to) + (Quad)d / 2)});
                }
            } else {
                size_t n = int_values(from, v);
                for (size_t i = 0; i < n; i++) check_cast(from, to, of_int(v[i]));
                /* where float32 and the halves round, and ties */
                for (int shift = 8; from != DTYPE_BOOL && shift < (int)bits_of(from) - 1; shift++) {
                    for (Int d = -1; d <= 1; d++)
                        check_cast(from, to,
                                   of_int(((Int)1 << shift) + ((Int)1 << shift >> 8) + d));
                }
            }
        }
    }
}

static void reinterprets(void **state) {
    (void)state;
    uint64_t seed = 3;
    for (DType from = DTYPE_INT8; from < DTYPE_LOOP_END; from++) {
        for (DType to = DTYPE_INT8; to < DTYPE_LOOP_END; to++) {
            if (dtype_size(from) != dtype_size(to)) continue;
            for (int i = 0; i < 500; i++) {
                uint64_t bits = unit_random(&seed);
                LoopValue v = dtype_is_float(from)
                                  ? (LoopValue){.f = dtype_read_double(from, &bits)}
                                  : (LoopValue){.i = dtype_read_int(from, &bits)};
                if (dtype_is_float(from) && isnan(v.f)) continue; /* payloads are not kept */
                LoopValue got = loop_eval_reinterpret(from, to, v);
                if (dtype_is_float(to)) {
                    assert_true(same_double(got.f, dtype_read_double(to, &bits)));
                } else {
                    assert_int_equal(got.i, dtype_read_int(to, &bits));
                }
            }
        }
    }
    assert_int_equal(loop_eval_reinterpret(DTYPE_FLOAT32, DTYPE_INT32, (LoopValue){.f = -0.0}).i,
                     INT32_MIN);
    assert_true(loop_eval_reinterpret(DTYPE_UINT16, DTYPE_FLOAT16, (LoopValue){.i = 0x3C00}).f ==
                1);
}

/* What the builder makes of constants and neutral operands. */
static void folding(void **state) {
    (void)state;
    Ctx ctx;
    UnitHeap heap;
    Arena arena;
    LoopBuilder b;
    unit_ctx(&ctx, &heap);
    arena_init(&arena, &ctx);
    loop_builder_init(&b, &arena, "f");
    const LoopExpr *n = loop_var(&b, loop_size(&b, "n"));
    const LoopExpr *e =
        loop_op2(&b, LOOP_ADD, loop_int(&b, DTYPE_INT8, 100), loop_int(&b, DTYPE_INT8, 100));
    assert_true(e->kind == LOOP_CONST && e->dtype == DTYPE_INT8 && e->i == -56);
    e = loop_op2(&b, LOOP_DIV, loop_float(&b, DTYPE_FLOAT16, 1), loop_float(&b, DTYPE_FLOAT16, 3));
    assert_true(e->kind == LOOP_CONST && e->f == rounded(DTYPE_FLOAT16, (Quad)1 / 3));
    e = loop_op2(&b, LOOP_LT, loop_index(&b, 1), loop_index(&b, 2));
    assert_true(e->kind == LOOP_CONST && e->dtype == DTYPE_BOOL && e->i == 1);
    assert_true(loop_op2(&b, LOOP_ADD, n, loop_index(&b, 0)) == n &&
                loop_op2(&b, LOOP_ADD, loop_index(&b, 0), n) == n);
    assert_true(loop_op2(&b, LOOP_MUL, loop_index(&b, 1), n) == n &&
                loop_op2(&b, LOOP_FLOORDIV, n, loop_index(&b, 1)) == n);
    assert_true(loop_op2(&b, LOOP_MUL, n, loop_index(&b, 0))->kind == LOOP_CONST);
    e = loop_op2(&b, LOOP_ADD, loop_cast(&b, DTYPE_FLOAT32, n),
                 loop_float(&b, DTYPE_FLOAT32, 0)); /* -0.0 + 0.0 is 0.0 */
    assert_true(e->kind == LOOP_ADD);
    assert_true(loop_int(&b, DTYPE_UINT8, 300)->i == 44);
    /* one rounding, where two would give 2**60 */
    assert_true(loop_int(&b, DTYPE_FLOAT32, ((int64_t)1 << 60) + ((int64_t)1 << 36) + 1)->f ==
                1152921642045800448.0);
    arena_fini(&arena);
    unit_ctx_end(&ctx, &heap);
}

UNIT_MAIN(UNIT(every_row), UNIT(all_bytes), UNIT(single_rounding), UNIT(all_halves), UNIT(casts),
          UNIT(reinterprets), UNIT(folding))
