/* SPDX-License-Identifier: Apache-2.0 */
/* Powers: x**y = 2**(y log2 x), with the logarithm and its product as sums of two floats, as an
 * error of 2**-24 there would be one of 128 units in the result. log2 m = 2/ln 2 (s + s**3/3 + ...)
 * with s = (m - 1) / (m + 1). And remainders, by shifts and divisions of integers. */
#include "loop/own_parts.h"

typedef struct {
    Step high, low;
} Two;

/* The upper 12 bits of the fraction: products of such halves are exact. */
static Step upper(Own *o, Step x) {
    const Step mask = own_integer(o, DTYPE_UINT32, 0xfffff000);
    return own_as(o, o->t, own_binary(o, LOOP_BITAND, own_as(o, DTYPE_UINT32, x), mask));
}

/* a b, exactly (Dekker). */
static Two product(Own *o, Step a, Step b) {
    const Step p = own_mul(o, a, b), ah = upper(o, a), bh = upper(o, b);
    const Step al = own_sub(o, a, ah), bl = own_sub(o, b, bh);
    Step e = own_sub(o, own_mul(o, ah, bh), p);
    e = own_add(o, e, own_mul(o, ah, bl));
    e = own_add(o, e, own_mul(o, al, bh));
    return (Two){p, own_add(o, e, own_mul(o, al, bl))};
}

/* a + b where a is 0 or not the smaller one. */
static Two sum(Own *o, Step a, Step b) {
    const Step s = own_add(o, a, b);
    return (Two){s, own_add(o, own_sub(o, a, s), b)};
}

/* Of x > 0 that is no infinity. */
static Two log2_of(Own *o, Step x) {
    static const double c[] = {0.96179669392598, 0.57707801635559, 0.41219858311114,
                               0.32059889797533, 0.26230818925255}; /* 2/ln 2 / 3, / 5 ... */
    const double by = 2.88539008177793, by_float = 0x1.715476p1;
    Step n;
    const Step m = own_split(o, x, &n), k = own_cast(o, o->t, n), one = own_number(o, 1);
    const Step over = own_sub(o, m, one), under = own_add(o, m, one);
    const Step under_low = own_sub(o, m, own_sub(o, under, one));
    const Step s = own_div(o, over, under);
    const Two back = product(o, s, under);
    Step rest = own_sub(o, own_sub(o, over, back.high), back.low);
    rest = own_sub(o, rest, own_mul(o, s, under_low));
    const Step s_low = own_div(o, rest, under), square = own_mul(o, s, s);
    const Step p = own_polynomial(o, c, ARRAY_LEN(c), square);
    const Two main = product(o, s, own_number(o, by_float));
    Step low = own_mul(o, s, own_number(o, by - by_float));
    low = own_add(o, low, own_mul(o, s_low, own_number(o, by_float)));
    low = own_add(o, low, main.low);
    low = own_add(o, low, own_mul(o, own_mul(o, s, square), p));
    const Two whole = sum(o, k, main.high);
    return sum(o, whole.high, own_add(o, whole.low, low));
}

/* 2**w */
static Step exp2_of(Own *o, Two w) {
    static const double c[] = {6.931472028550421e-1, 2.402264791363012e-1, 5.550332471162809e-2,
                               9.618437357674640e-3, 1.339887440266574e-3, 1.535336188319500e-4};
    Step n;
    const double limit = 160;
    const Step low = own_number(o, -limit);
    Step high = own_at_most(o, w.high, limit);
    high = own_select(o, own_less(o, high, low), low, high);
    const Step f = own_nearest(o, high, &n);
    const Step r = own_add(o, own_sub(o, high, f), w.low);
    const Step e = own_mad(o, own_polynomial(o, c, ARRAY_LEN(c), r), r, own_number(o, 1));
    return own_scale(o, e, n);
}

static Step equals(Own *o, Step a, double v) { return own_binary(o, LOOP_EQ, a, own_number(o, v)); }

Step own_pow(Own *o, Step x, Step y) {
    const DType i32 = DTYPE_INT32;
    const Step zero = own_number(o, 0), one = own_number(o, 1), size = own_abs(o, x);
    const Step y_size = own_abs(o, y), most = own_number(o, 0x1p32);
    /* what is more gives the same, and its parts do not overflow */
    const Step by = own_select(o, own_less(o, most, y_size), own_with_sign(o, most, y), y);
    const Two l = log2_of(o, size), p = product(o, by, l.high);
    Step r = exp2_of(o, (Two){p.high, own_add(o, p.low, own_mul(o, by, l.low))});
    const Step grows = own_less(o, zero, y), infinity = own_infinity(o);
    const Step is_none = equals(o, size, 0), is_all = own_binary(o, LOOP_EQ, size, infinity);
    r = own_select(o, is_none, own_select(o, grows, zero, infinity), r);
    r = own_select(o, is_all, own_select(o, grows, infinity, zero), r);
    /* of a negative x */
    const Step is_large = own_less(o, own_number(o, 0x1p24), y_size);
    const Step tame = own_select(o, is_large, zero, y), whole = own_cast(o, i32, tame);
    const Step is_whole =
        own_binary(o, LOOP_OR, is_large, own_binary(o, LOOP_EQ, own_cast(o, o->t, whole), tame));
    const Step odd = own_binary(o, LOOP_BITAND, whole, own_integer(o, i32, 1));
    const Step is_odd =
        own_binary(o, LOOP_AND, is_whole, own_binary(o, LOOP_NE, odd, own_integer(o, i32, 0)));
    const Step is_below =
        own_binary(o, LOOP_AND, own_less(o, x, zero), own_less(o, size, infinity));
    const Step is_broken = own_binary(o, LOOP_AND, own_unary(o, LOOP_NOT, is_whole), is_below);
    r = own_select(o, is_broken, own_nan(o), r);
    r = own_select(o, is_odd, own_with_sign(o, r, x), r);
    const Step is_nan =
        own_binary(o, LOOP_OR, own_binary(o, LOOP_NE, x, x), own_binary(o, LOOP_NE, y, y));
    r = own_select(o, is_nan, own_nan(o), r);
    return own_select(o, own_binary(o, LOOP_OR, equals(o, y, 0), equals(o, x, 1)), one, r);
}

/* |x| = m 2**(e - 150) */
static Step fraction(Own *o, Step size, Step *e) {
    const DType u64 = DTYPE_UINT64;
    const Step bits = own_cast(o, u64, own_as(o, DTYPE_UINT32, size));
    const Step biased = own_binary(o, LOOP_SHR, bits, own_integer(o, u64, 23));
    const Step one = own_integer(o, u64, 1), low = own_less(o, biased, one);
    const Step m = own_binary(o, LOOP_BITAND, bits, own_integer(o, u64, 0x7fffff));
    *e = own_select(o, low, one, biased);
    return own_select(o, low, m, own_add(o, m, own_integer(o, u64, 0x800000)));
}

/* The fraction is shifted as far as it goes, the remainder taken, and so on. */
Step own_fmod(Own *o, Step x, Step y) {
    enum { SHIFT = 40, TIMES = 7 }; /* 24 and 40 bits are 64; 7 * 40 >= 253 */
    const DType u64 = DTYPE_UINT64;
    Step ex, ey;
    const Step size = own_abs(o, x), y_size = own_abs(o, y);
    Step r = fraction(o, size, &ex);
    const Step by = fraction(o, y_size, &ey), none = own_integer(o, u64, 0);
    Step rest = own_select(o, own_less(o, ex, ey), none, own_sub(o, ex, ey));
    for (int i = 0; i < TIMES; i++) {
        const Step most = own_integer(o, u64, SHIFT);
        const Step n = own_select(o, own_less(o, rest, most), rest, most);
        r = own_binary(o, LOOP_TRUNCMOD, own_binary(o, LOOP_SHL, r, n), by);
        rest = own_sub(o, rest, n);
    }
    const Step e = own_sub(o, own_cast(o, DTYPE_INT32, ey), own_integer(o, DTYPE_INT32, 150));
    r = own_scale(o, own_cast(o, o->t, r), e);
    r = own_with_sign(o, r, x);
    r = own_select(o, own_less(o, size, y_size), x, r);
    const Step defined = own_binary(o, LOOP_AND, own_less(o, size, own_infinity(o)),
                                    own_binary(o, LOOP_AND, own_less(o, own_number(o, 0), y_size),
                                               own_binary(o, LOOP_EQ, y, y)));
    return own_select(o, defined, r, own_nan(o));
}
