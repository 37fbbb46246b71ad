/* SPDX-License-Identifier: Apache-2.0 */
/* Angles. x is brought to [-pi/4, pi/4] by 96 bits of 2/pi, from the first on that matters (Payne
 * and Hanek 1983): |x| = M 2**e with an integer M, so bits that are worth 4 or more in the product
 * are left out, and what is kept is exact to 2**-70. Polynomials are those of Moshier's Cephes
 * library. */
#include "loop/own_parts.h"

static const double pi_half = 1.57079632679489662, pi_quarter = 0.78539816339744831,
                    pi_half_low = -4.37113883e-8; /* what the float of pi/2 lacks */

/* 32 bits of 2/pi: those from bit `at` on of the words, the first of which are 0. */
static Step window(Own *o, Step at, uint32_t behind) {
    static const uint32_t words[] = {0,          0xA2F9836E, 0x4E441529, 0xFC2757D1,
                                     0xF534DDC0, 0xDB629599, 0x3C439041, 0xFE5163AB};
    enum { PLACES = 5 }; /* words that `at` lies in */
    const DType u64 = DTYPE_UINT64;
    Step pair = 0;
    for (uint32_t i = PLACES; i-- > 0;) {
        const uint64_t two = (uint64_t)words[i + behind] << 32 | words[i + behind + 1];
        const Step c = own_integer(o, u64, two);
        const Step here = own_less(o, at, own_integer(o, u64, (i + 1) * 32));
        pair = i == PLACES - 1 ? c : own_select(o, here, c, pair);
    }
    const Step shift = own_binary(o, LOOP_BITAND, at, own_integer(o, u64, 31));
    return own_binary(o, LOOP_SHR, own_binary(o, LOOP_SHL, pair, shift), own_integer(o, u64, 32));
}

/* |x| = (4 i + *quadrant) pi/2 + the result. */
static Step reduced(Own *o, Step x, Step *quadrant) {
    const DType u64 = DTYPE_UINT64, i64 = DTYPE_INT64;
    const Step size = own_abs(o, x), bits = own_cast(o, u64, own_as(o, DTYPE_UINT32, size));
    const Step exponent = own_binary(o, LOOP_SHR, bits, own_integer(o, u64, 23));
    Step m = own_binary(o, LOOP_BITAND, bits, own_integer(o, u64, 0x7fffff));
    m = own_binary(o, LOOP_BITOR, m, own_integer(o, u64, 0x800000));
    const Step at = own_sub(o, exponent, own_integer(o, u64, 120)), word = own_integer(o, u64, 32);
    Step product = own_binary(o, LOOP_SHL, own_mul(o, m, window(o, at, 0)), word);
    product = own_add(o, product, own_mul(o, m, window(o, at, 1)));
    product = own_add(o, product, own_binary(o, LOOP_SHR, own_mul(o, m, window(o, at, 2)), word));
    const Step places = own_integer(o, u64, 62);
    Step n = own_add(o, product, own_integer(o, u64, UINT64_C(1) << 61));
    n = own_binary(o, LOOP_SHR, n, places);
    const Step rest = own_sub(o, product, own_binary(o, LOOP_SHL, n, places));
    const Step r =
        own_mul(o, own_cast(o, o->t, own_as(o, i64, rest)), own_number(o, pi_half * 0x1p-62));
    const Step is_small = own_less(o, size, own_number(o, pi_quarter));
    *quadrant = own_select(o, is_small, own_integer(o, u64, 0), n);
    const Step angle = own_select(o, is_small, size, r);
    return own_select(o, own_less(o, size, own_infinity(o)), angle, own_nan(o));
}

static Step sine(Own *o, Step r) {
    static const double c[] = {-1.6666654611E-1, 8.3321608736E-3, -1.9515295891E-4};
    const Step square = own_mul(o, r, r);
    return own_mad(o, own_polynomial(o, c, ARRAY_LEN(c), square), own_mul(o, square, r), r);
}

static Step cosine(Own *o, Step r) {
    static const double c[] = {4.166664568298827E-002, -1.388731625493765E-003,
                               2.443315711809948E-005};
    const Step square = own_mul(o, r, r);
    const Step p =
        own_mul(o, own_polynomial(o, c, ARRAY_LEN(c), square), own_mul(o, square, square));
    return own_add(o, own_mad(o, square, own_number(o, -0.5), p), own_number(o, 1));
}

static Step has_bit(Own *o, Step n, uint64_t bit) {
    const Step zero = own_integer(o, DTYPE_UINT64, 0);
    return own_binary(o, LOOP_NE, own_binary(o, LOOP_BITAND, n, own_integer(o, DTYPE_UINT64, bit)),
                      zero);
}

static Step negated_where(Own *o, Step condition, Step r) {
    return own_select(o, condition, own_unary(o, LOOP_NEG, r), r);
}

static Step is_negative(Own *o, Step x) { return own_less(o, x, own_number(o, 0)); }

Step own_sin(Own *o, Step x) {
    Step n;
    const Step a = reduced(o, x, &n);
    Step r = own_select(o, has_bit(o, n, 1), cosine(o, a), sine(o, a));
    r = negated_where(o, has_bit(o, n, 2), r);
    r = negated_where(o, is_negative(o, x), r);
    return own_select(o, own_binary(o, LOOP_EQ, x, own_number(o, 0)), x, r);
}

Step own_cos(Own *o, Step x) {
    Step n;
    const Step a = reduced(o, x, &n);
    const Step r = own_select(o, has_bit(o, n, 1), sine(o, a), cosine(o, a));
    const Step next = own_add(o, n, own_integer(o, DTYPE_UINT64, 1));
    return negated_where(o, has_bit(o, next, 2), r);
}

Step own_tan(Own *o, Step x) {
    Step n;
    const Step a = reduced(o, x, &n), s = sine(o, a), c = cosine(o, a), odd = has_bit(o, n, 1);
    Step r = own_div(o, own_select(o, odd, c, s), own_select(o, odd, s, c));
    r = negated_where(o, odd, r);
    r = negated_where(o, is_negative(o, x), r);
    return own_select(o, own_binary(o, LOOP_EQ, x, own_number(o, 0)), x, r);
}

/* asin of |x|, where that is at most 1/2; else of sqrt((1 - |x|) / 2), whose double it lacks to
 * pi/2. */
static Step arc(Own *o, Step size, Step *is_large) {
    static const double c[] = {1.6666752422E-1, 7.4953002686E-2, 4.5470025998E-2, 2.4181311049E-2,
                               4.2163199048E-2};
    const Step half = own_number(o, 0.5);
    *is_large = own_less(o, half, size);
    const Step above = own_mul(o, half, own_sub(o, own_number(o, 1), size));
    const Step square = own_select(o, *is_large, above, own_mul(o, size, size));
    const Step s = own_select(o, *is_large, own_sqrt(o, square), size);
    return own_mad(o, own_polynomial(o, c, ARRAY_LEN(c), square), own_mul(o, square, s), s);
}

Step own_asin(Own *o, Step x) {
    Step is_large;
    const Step p = arc(o, own_abs(o, x), &is_large), low = own_number(o, pi_half_low);
    const Step above = own_sub(o, own_number(o, pi_half), own_sub(o, own_add(o, p, p), low));
    return own_with_sign(o, own_select(o, is_large, above, p), x);
}

Step own_acos(Own *o, Step x) {
    Step is_large;
    const Step p = arc(o, own_abs(o, x), &is_large), low = own_number(o, pi_half_low);
    const Step twice = own_add(o, p, p), two_low = own_add(o, low, low);
    const Step back = own_sub(o, own_number(o, 2 * pi_half), own_sub(o, twice, two_low));
    const Step above = own_select(o, is_negative(o, x), back, twice);
    const Step below = own_sub(o, own_number(o, pi_half), own_sub(o, own_with_sign(o, p, x), low));
    return own_select(o, is_large, above, below);
}

Step own_atan(Own *o, Step x) {
    static const double c[] = {-3.33329491539E-1, 1.99777106478E-1, -1.38776856032E-1,
                               8.05374449538e-2};
    const Step size = own_abs(o, x), one = own_number(o, 1), zero = own_number(o, 0);
    const Step is_large = own_less(o, own_number(o, 2.414213562373095), size);
    const Step is_middle = own_less(o, own_number(o, 0.4142135623730950), size);
    Step t = own_div(o, own_sub(o, size, one), own_add(o, size, one));
    t = own_select(o, is_middle, t, size);
    t = own_select(o, is_large, own_div(o, own_number(o, -1), size), t);
    Step from = own_select(o, is_middle, own_number(o, pi_quarter), zero);
    from = own_select(o, is_large, own_number(o, pi_half), from);
    const Step square = own_mul(o, t, t);
    const Step r = own_mad(o, own_polynomial(o, c, ARRAY_LEN(c), square), own_mul(o, square, t), t);
    return own_with_sign(o, own_add(o, from, r), x);
}
