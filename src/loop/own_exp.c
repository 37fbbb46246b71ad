/* SPDX-License-Identifier: Apache-2.0 */
/* Exponentials and logarithms.
 *
 * exp: x = n ln 2 + r with |r| <= ln 2 / 2, and e**x = 2**n e**r (Cody and Waite); the polynomial
 * is a minimax fit of e**r - 1 - r over r**2. log: x = 2**n m, a polynomial in m - 1 (that of
 * Moshier's Cephes library). Hyperbolic functions and their inverses go by expm1 and log1p, which
 * are exact where x is small. tanh and erf have the polynomials of backend/llvm/math_inline.c. */
#include "loop/own_parts.h"

static const double log2_e = 1.44269502, ln2_high = 0.693359375,
                    ln2_low = -2.12194442e-4; /* n times the high part is exact */

/* e**x = 2**n (1 + the result), of -104.5 <= x <= 89. */
static Step reduced(Own *o, Step x, Step *n) {
    static const double c[] = {0.5, 0.166665182, 0.0416661948, 0.00836902205, 0.00139514182};
    const Step f = own_nearest(o, own_mul(o, x, own_number(o, log2_e)), n);
    Step r = own_mad(o, f, own_number(o, -ln2_high), x);
    r = own_mad(o, f, own_number(o, -ln2_low), r);
    return own_mad(o, own_polynomial(o, c, ARRAY_LEN(c), r), own_mul(o, r, r), r);
}

Step own_exp(Own *o, Step x) {
    Step n;
    const Step vanishes = own_less(o, x, own_number(o, -104.5));
    const Step tame = own_select(o, vanishes, own_number(o, 0), own_at_most(o, x, 89));
    const Step e = own_add(o, reduced(o, tame, &n), own_number(o, 1));
    return own_select(o, vanishes, own_number(o, 0), own_scale(o, e, n));
}

/* 2**n (e**r - 1) + (2**n - 1). */
Step own_expm1(Own *o, Step x) {
    Step n;
    const Step low = own_number(o, -18), high = own_number(o, 17), one = own_number(o, 1);
    Step tame = own_select(o, own_less(o, x, low), low, own_at_most(o, x, 17));
    const Step e = reduced(o, tame, &n), power = own_power_of_2(o, n);
    Step r = own_mad(o, power, e, own_sub(o, power, one));
    r = own_select(o, own_less(o, high, x), own_exp(o, x), r);
    return own_select(o, own_binary(o, LOOP_EQ, x, own_number(o, 0)), x, r);
}

Step own_split(Own *o, Step x, Step *n) {
    const DType i32 = DTYPE_INT32;
    const Step tiny = own_less(o, x, own_number(o, 0x1p-126));
    const Step y = own_select(o, tiny, own_mul(o, x, own_number(o, 0x1p23)), x);
    const Step bits = own_as(o, i32, y), shift = own_integer(o, i32, 23);
    const Step root_half = own_integer(o, i32, 0x3f3504f3);
    const Step k = own_binary(o, LOOP_SHR, own_sub(o, bits, root_half), shift);
    const Step m = own_as(o, o->t, own_sub(o, bits, own_binary(o, LOOP_SHL, k, shift)));
    *n = own_sub(o, k, own_select(o, tiny, shift, own_integer(o, i32, 0)));
    return m;
}

/* log(1 + f) - f, of sqrt(1/2) <= 1 + f <= sqrt(2). */
static Step log_rest(Own *o, Step f, Step more) {
    static const double c[] = {3.3333331174E-1,  -2.4999993993E-1, 2.0000714765E-1,
                               -1.6668057665E-1, 1.4249322787E-1,  -1.2420140846E-1,
                               1.1676998740E-1,  -1.1514610310E-1, 7.0376836292E-2};
    const Step square = own_mul(o, f, f), p = own_polynomial(o, c, ARRAY_LEN(c), f);
    const Step r = own_mad(o, own_mul(o, f, square), p, more);
    return own_mad(o, square, own_number(o, -0.5), r);
}

/* Of x > 0 that is no infinity. */
static Step log_of(Own *o, Step x) {
    Step n;
    const Step m = own_split(o, x, &n), k = own_cast(o, o->t, n);
    const Step f = own_sub(o, m, own_number(o, 1));
    const Step low = own_mul(o, k, own_number(o, ln2_low));
    const Step r = own_add(o, f, log_rest(o, f, low));
    return own_mad(o, k, own_number(o, ln2_high), r);
}

/* What log gives where it is not finite; log(x) else. */
static Step log_limits(Own *o, Step x, Step size, Step r) {
    const Step zero = own_number(o, 0), low = own_unary(o, LOOP_NEG, own_infinity(o));
    r = own_select(o, own_less(o, size, own_infinity(o)), r, x);
    r = own_select(o, own_binary(o, LOOP_EQ, size, zero), low, r);
    return own_select(o, own_less(o, size, zero), own_nan(o), r);
}

Step own_log(Own *o, Step x) { return log_limits(o, x, x, log_of(o, x)); }

/* What 1 + x loses is added as its part of 1 + x. */
Step own_log1p(Own *o, Step x) {
    const Step one = own_number(o, 1), u = own_add(o, one, x);
    const Step lost = own_div(o, own_sub(o, x, own_sub(o, u, one)), u);
    Step r = own_add(o, log_of(o, u), lost);
    const Step is_near = own_binary(o, LOOP_AND, own_less(o, own_number(o, -0.29289), x),
                                    own_less(o, x, own_number(o, 0.41421)));
    const Step tame = own_select(o, is_near, x, own_number(o, 0));
    r = own_select(o, is_near, own_add(o, tame, log_rest(o, tame, own_number(o, 0))), r);
    r = log_limits(o, x, u, r);
    return own_select(o, own_binary(o, LOOP_EQ, x, own_number(o, 0)), x, r);
}

/* (e**(x/2))**2 / 2 */
static Step half_exp(Own *o, Step x) {
    const Step half = own_number(o, 0.5), e = own_exp(o, own_mul(o, x, half));
    return own_mul(o, own_mul(o, half, e), e);
}

static const double hyperbolic_limit = 88;

Step own_sinh(Own *o, Step x) {
    const Step size = own_abs(o, x), one = own_number(o, 1);
    const Step t = own_expm1(o, own_at_most(o, size, hyperbolic_limit));
    Step r = own_add(o, t, own_div(o, t, own_add(o, t, one)));
    r = own_mul(o, r, own_number(o, 0.5));
    const Step is_large = own_less(o, own_number(o, hyperbolic_limit), size);
    return own_with_sign(o, own_select(o, is_large, half_exp(o, size), r), x);
}

Step own_cosh(Own *o, Step x) {
    const Step size = own_abs(o, x), half = own_number(o, 0.5);
    const Step e = own_exp(o, own_at_most(o, size, hyperbolic_limit));
    const Step r = own_mad(o, half, e, own_div(o, half, e));
    const Step is_large = own_less(o, own_number(o, hyperbolic_limit), size);
    return own_select(o, is_large, half_exp(o, size), r);
}

Step own_tanh(Own *o, Step x) {
    static const double c[] = {-0.333332837, 0.133314908, -0.0537434965, 0.0206505843,
                               -0.00571704144};
    Step n;
    const Step size = own_abs(o, x), square = own_mul(o, x, x), one = own_number(o, 1);
    const Step near =
        own_mad(o, own_polynomial(o, c, ARRAY_LEN(c), square), own_mul(o, square, x), x);
    const Step limited = own_at_most(o, size, 9.5);
    Step e = own_add(o, reduced(o, own_add(o, limited, limited), &n), one);
    e = own_mul(o, e, own_power_of_2(o, n));
    const Step far = own_sub(o, one, own_div(o, own_number(o, 2), own_add(o, e, one)));
    const Step is_near = own_less(o, size, own_number(o, 0.625));
    return own_with_sign(o, own_select(o, is_near, near, far), x);
}

Step own_erf(Own *o, Step x) {
    static const double near_c[] = {0.128379151,   -0.376125246,  0.112821408,
                                    -0.0267789084, 0.00501196319, -0.000609036011};
    static const double far_c[] = {0.000177493115, 1.12774956,   0.637059748,    0.104037367,
                                   -0.0222770907,  0.0030556086, -0.000197181842};
    Step n;
    const Step size = own_abs(o, x), square = own_mul(o, x, x), one = own_number(o, 1);
    const Step near = own_mad(o, own_polynomial(o, near_c, ARRAY_LEN(near_c), square), x, x);
    const Step limited = own_at_most(o, size, 4);
    const Step power = own_polynomial(o, far_c, ARRAY_LEN(far_c), limited);
    Step e = own_add(o, reduced(o, own_unary(o, LOOP_NEG, power), &n), one);
    e = own_mul(o, e, own_power_of_2(o, n));
    const Step is_near = own_less(o, size, own_number(o, 0.9));
    return own_with_sign(o, own_select(o, is_near, near, own_sub(o, one, e)), x);
}

/* log(x) + log(2) */
static Step log_of_twice(Own *o, Step x) {
    return own_add(o, own_log(o, x), own_number(o, 0.69314718056));
}

static const double is_all = 4096; /* of sqrt(x**2 + 1) x is all that a float holds */

Step own_asinh(Own *o, Step x) {
    const Step size = own_abs(o, x), one = own_number(o, 1);
    const Step tame = own_at_most(o, size, is_all), square = own_mul(o, tame, tame);
    const Step below = own_add(o, one, own_sqrt(o, own_add(o, one, square)));
    const Step r = own_log1p(o, own_add(o, tame, own_div(o, square, below)));
    const Step is_large = own_less(o, own_number(o, is_all), size);
    return own_with_sign(o, own_select(o, is_large, log_of_twice(o, size), r), x);
}

Step own_acosh(Own *o, Step x) {
    const Step t = own_sub(o, own_at_most(o, x, is_all), own_number(o, 1));
    const Step square = own_mul(o, t, own_add(o, t, own_number(o, 2)));
    Step r = own_log1p(o, own_add(o, t, own_sqrt(o, square)));
    const Step is_large = own_less(o, own_number(o, is_all), x);
    r = own_select(o, is_large, log_of_twice(o, x), r);
    return own_select(o, own_less(o, x, own_number(o, 1)), own_nan(o), r);
}

Step own_atanh(Own *o, Step x) {
    const Step size = own_abs(o, x), rest = own_sub(o, own_number(o, 1), size);
    const Step r = own_log1p(o, own_div(o, own_add(o, size, size), rest));
    return own_with_sign(o, own_mul(o, r, own_number(o, 0.5)), x);
}
