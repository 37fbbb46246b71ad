/* SPDX-License-Identifier: Apache-2.0 */
/* Special functions of CHLO, written in operators, so their gradients are those of the parts.
 *
 * All are computed in float64 and rounded once, which for float32 and narrower types leaves at most
 * a unit in the last place. In float64 they are accurate to some 1e-14 (of the greater of 1 and the
 * value, for lgamma and digamma). Coefficients: Cephes (Moshier; erfc, i1e), Lanczos' with g = 7
 * (lgamma, digamma), Giles 2010 (erf_inv, where a step of Halley's follows). */
#include "stablehlo/maps.h"

#include <math.h>

static IrOperand wide_in(H *s) { return h_cast(s, h_in(s, 0), DTYPE_FLOAT64); }
static void set_narrow(H *s, IrOperand y) { h_set(s, 0, h_cast(s, y, h_out_dtype(s, 0))); }
static IrOperand number(H *s, double v) { return h_const(s, DTYPE_FLOAT64, v); }

/* Horner's form, the highest power first. */
static IrOperand polynomial(H *s, IrOperand x, const double *c, size_t n) {
    IrOperand y = number(s, c[0]);
    for (size_t i = 1; i < n; i++) {
        const IrOperand product = i == 1 && c[0] == 1 ? x : h2(s, &op_multiply, x, y);
        y = h2c(s, &op_add, product, c[i]);
    }
    return y;
}

/* Clenshaw's form of a Chebyshev series, the highest degree first; the constant counts half. */
static IrOperand chebyshev(H *s, IrOperand x, const double *c, size_t n) {
    IrOperand b0 = number(s, c[0]), b1 = number(s, 0), b2 = b1;
    for (size_t i = 1; i < n; i++) {
        b2 = b1;
        b1 = b0;
        const IrOperand turned = h2(s, &op_subtract, h2(s, &op_multiply, x, b1), b2);
        b0 = h2c(s, &op_add, turned, c[i]);
    }
    return h2c(s, &op_multiply, h2(s, &op_subtract, b0, b2), 0.5);
}

/* erfc of what is not below 0; below 1 it is a difference from 1. */
static IrOperand erfc_of_positive(H *s, IrOperand x) {
    static const double p[] = {
        2.46196981473530512524E-10, 5.64189564831068821977E-1, 7.46321056442269912687E0,
        4.86371970985681366614E1,   1.96520832956077098242E2,  5.26445194995477358631E2,
        9.34528527171957607540E2,   1.02755188689515710272E3,  5.57535335369399327526E2};
    static const double q[] = {1.0,
                               1.32281951154744992508E1,
                               8.67072140885989742329E1,
                               3.54937778887819891062E2,
                               9.75708501743205489753E2,
                               1.82390916687909736289E3,
                               2.24633760818710981792E3,
                               1.65666309194161350182E3,
                               5.57535340817727675546E2};
    static const double r[] = {5.64189583547755073984E-1, 1.27536670759978104416E0,
                               5.01905042251180477414E0,  6.16021097993053585195E0,
                               7.40974269950448939160E0,  2.97886665372100240670E0};
    static const double t[] = {1.0,
                               2.26052863220117276590E0,
                               9.39603524938001434673E0,
                               1.20489539808096656605E1,
                               1.70814450747565897222E1,
                               9.60896809063285878198E0,
                               3.36907645100081516050E0};
    const IrOperand one = number(s, 1), far = h2c(s, &op_greater_equal, x, 1);
    const IrOperand z = h2c(s, &op_minimum, h3(s, &op_where, far, x, one), 28); /* 0 behind it */
    const IrOperand near = h2(s, &op_subtract, one, h1(s, &op_erf, x));
    /* exp(-z*z) without the rounding of z*z, which large exponents would make visible */
    const IrOperand high = h_cast(s, h_cast(s, z, DTYPE_FLOAT32), DTYPE_FLOAT64);
    const IrOperand rest =
        h2(s, &op_multiply, h2(s, &op_subtract, high, z), h2(s, &op_add, high, z));
    const IrOperand square = h1(s, &op_negative, h2(s, &op_multiply, high, high));
    const IrOperand e = h2(s, &op_multiply, h1(s, &op_exp, square), h1(s, &op_exp, rest));
    const IrOperand middle =
        h2(s, &op_divide, polynomial(s, z, p, ARRAY_LEN(p)), polynomial(s, z, q, ARRAY_LEN(q)));
    const IrOperand tail =
        h2(s, &op_divide, polynomial(s, z, r, ARRAY_LEN(r)), polynomial(s, z, t, ARRAY_LEN(t)));
    const IrOperand scale = h3(s, &op_where, h2c(s, &op_less, z, 8), middle, tail);
    return h3(s, &op_where, far, h2(s, &op_multiply, e, scale), near);
}

void shlo_map_erfc(H *s) {
    const IrOperand x = wide_in(s), y = erfc_of_positive(s, h1(s, &op_abs, x));
    const IrOperand turned = h2(s, &op_subtract, number(s, 2), y);
    const IrOperand all = h3(s, &op_where, h2c(s, &op_less, x, 0), turned, y);
    set_narrow(s, h3(s, &op_where, h2(s, &op_not_equal, x, x), x, all));
}

/* The first approximation is right to 1e-7; the step's error is its cube. Near 1 the step is taken
 * on erfc, as 1 - |x| is exact. */
void shlo_map_erf_inv(H *s) {
    static const double center[] = {2.81022636e-08,  3.43273939e-07, -3.5233877e-06,
                                    -4.39150654e-06, 0.00021858087,  -0.00125372503,
                                    -0.00417768164,  0.246640727,    1.50140941};
    static const double tail[] = {-0.000200214257, 0.000100950558, 0.00134934322,
                                  -0.00367342844,  0.00573950773,  -0.0076224613,
                                  0.00943887047,   1.00167406,     2.83297682};
    const IrOperand x = wide_in(s), one = number(s, 1), a = h1(s, &op_abs, x);
    const IrOperand end = h2c(s, &op_equal, a, 1);
    const IrOperand y = h3(s, &op_where, end, number(s, 0), a);
    const IrOperand left = h2(s, &op_subtract, one, y);
    const IrOperand w =
        h1(s, &op_negative, h1(s, &op_log, h2(s, &op_multiply, left, h2(s, &op_add, one, y))));
    const IrOperand is_near = h2c(s, &op_less, w, 5);
    const IrOperand far = h3(s, &op_where, is_near, number(s, 5), w);
    const IrOperand at = h3(s, &op_where, is_near, h2c(s, &op_subtract, w, 2.5), number(s, 0));
    const IrOperand p = polynomial(s, at, center, ARRAY_LEN(center));
    const IrOperand q =
        polynomial(s, h2c(s, &op_subtract, h1(s, &op_sqrt, far), 3), tail, ARRAY_LEN(tail));
    const IrOperand t = h2(s, &op_multiply, h3(s, &op_where, is_near, p, q), y);
    const IrOperand off =
        h3(s, &op_where, h2c(s, &op_less, y, 0.5), h2(s, &op_subtract, h1(s, &op_erf, t), y),
           h2(s, &op_subtract, left, erfc_of_positive(s, t)));
    const IrOperand slope = h2c(s, &op_multiply, h1(s, &op_exp, h2(s, &op_multiply, t, t)),
                                0.88622692545275801365); /* sqrt(pi) / 2 */
    const IrOperand d = h2(s, &op_multiply, off, slope);
    const IrOperand step = h2(s, &op_divide, d, h2c(s, &op_add, h2(s, &op_multiply, t, d), 1));
    IrOperand r = h2(s, &op_subtract, t, step);
    r = h3(s, &op_where, h2c(s, &op_less, x, 0), h1(s, &op_negative, r), r);
    const IrOperand minus = h2c(s, &op_less, x, 0);
    const IrOperand infinite = h3(s, &op_where, minus, number(s, -INFINITY), number(s, INFINITY));
    set_narrow(s, h3(s, &op_where, end, infinite, r));
}

/* What Lanczos' formulas share: z, where gamma is that of z + 1, the sum, and its derivative. */
typedef struct {
    IrOperand reflects, z, t, log_t, sum, slope;
} Lanczos;

enum { LANCZOS_G = 7 };

static Lanczos lanczos(H *s, IrOperand x) {
    static const double c[] = {
        676.520368121885098567009190444019, -1259.13921672240287047156078755283,
        771.3234287776530788486528258894,   -176.61502916214059906584551354,
        12.507343278686904814458936853,     -0.13857109526572011689554707,
        9.984369578019570859563e-6,         1.50563273514931155834e-7};
    const double half = LANCZOS_G + 0.5;
    Lanczos l = {.reflects = h2c(s, &op_less, x, 0.5)};
    l.z = h3(s, &op_where, l.reflects, h1(s, &op_negative, x), h2c(s, &op_subtract, x, 1));
    l.t = h2c(s, &op_add, l.z, half);
    l.log_t = h1(s, &op_log, l.t);
    l.sum = number(s, 0.99999999999980993227684700473478);
    l.slope = number(s, 0);
    for (size_t i = 0; i < ARRAY_LEN(c); i++) {
        const IrOperand d = h2c(s, &op_add, l.z, (double)(i + 1));
        const IrOperand part = h2(s, &op_divide, number(s, c[i]), d);
        l.sum = h2(s, &op_add, l.sum, part);
        l.slope = h2(s, &op_subtract, l.slope, h2(s, &op_divide, part, d));
    }
    return l;
}

static IrOperand lgamma_of(H *s, IrOperand x) {
    const IrOperand a = h1(s, &op_abs, x);
    const Lanczos l = lanczos(s, x);
    /* (z + 1/2) log(t) - t, as a product that cancels less */
    const IrOperand inner =
        h2(s, &op_subtract, h2c(s, &op_add, l.z, 0.5), h2(s, &op_divide, l.t, l.log_t));
    const IrOperand power = h2c(s, &op_add, h2(s, &op_multiply, inner, l.log_t),
                                0.91893853320467274178); /* log(2 pi) / 2 */
    const IrOperand y = h2(s, &op_add, power, h1(s, &op_log, l.sum));
    const IrOperand part = h2(s, &op_subtract, a, h1(s, &op_floor, a));
    const IrOperand upper = h2c(s, &op_greater, part, 0.5);
    const IrOperand near = h3(s, &op_where, upper, h2(s, &op_subtract, number(s, 1), part), part);
    const IrOperand sine =
        h1(s, &op_log, h1(s, &op_sin, h2c(s, &op_multiply, near, 3.14159265358979323846)));
    const IrOperand mirrored =
        h2(s, &op_subtract, h2(s, &op_subtract, number(s, 1.14472988584940017414), sine), y);
    const IrOperand pole = h2c(s, &op_equal, near, 0);
    const IrOperand left = h3(s, &op_where, pole, number(s, INFINITY), mirrored);
    const IrOperand r = h3(s, &op_where, l.reflects, left, y);
    const IrOperand infinite = h2c(s, &op_equal, a, INFINITY);
    return h3(s, &op_where, infinite, number(s, INFINITY), r);
}

void shlo_map_lgamma(H *s) { set_narrow(s, lgamma_of(s, wide_in(s))); }

static IrOperand digamma_of(H *s, IrOperand x) {
    const Lanczos l = lanczos(s, x);
    const IrOperand ratio = h2(s, &op_divide, l.slope, l.sum);
    const IrOperand y = h2(s, &op_subtract, h2(s, &op_add, l.log_t, ratio),
                           h2(s, &op_divide, number(s, LANCZOS_G), l.t));
    /* cot is periodic, and accurate near 0 */
    const IrOperand whole = h1(s, &op_floor, h2c(s, &op_add, x, 0.5));
    const IrOperand angle =
        h2c(s, &op_multiply, h2(s, &op_subtract, x, whole), 3.14159265358979323846);
    const IrOperand cotangent = h2(s, &op_divide, h1(s, &op_cos, angle), h1(s, &op_sin, angle));
    const IrOperand mirrored =
        h2(s, &op_subtract, y, h2c(s, &op_multiply, cotangent, 3.14159265358979323846));
    const IrOperand r = h3(s, &op_where, l.reflects, mirrored, y);
    const IrOperand pole = h2(s, &op_logical_and, h2c(s, &op_less_equal, x, 0),
                              h2(s, &op_equal, x, h1(s, &op_floor, x)));
    const IrOperand infinite = h2c(s, &op_equal, x, INFINITY);
    return h3(s, &op_where, pole, number(s, NAN), h3(s, &op_where, infinite, x, r));
}

void shlo_map_digamma(H *s) { set_narrow(s, digamma_of(s, wide_in(s))); }

/* Hurwitz' zeta function: terms up to q + 9, and Euler's and Maclaurin's series for the others,
 * whose coefficients are (2k)! / B(2k). For q down to -8. */
static IrOperand zeta_of(H *s, IrOperand x, IrOperand q) {
    enum { TERMS = 9 };
    static const double c[] = {12.0,
                               -720.0,
                               30240.0,
                               -1209600.0,
                               47900160.0,
                               -1.8924375803183791606e9,
                               7.47242496e10,
                               -2.950130727918164224e12,
                               1.1646782814350067249e14,
                               -4.5979787224074726105e15,
                               1.8152105401943546773e17,
                               -7.1661652561756670113e18};
    const IrOperand minus_x = h1(s, &op_negative, x);
    IrOperand sum = h2(s, &op_power, q, minus_x);
    for (int i = 1; i < TERMS; i++)
        sum = h2(s, &op_add, sum, h2(s, &op_power, h2c(s, &op_add, q, i), minus_x));
    const IrOperand a = h2c(s, &op_add, q, TERMS), power = h2(s, &op_power, a, minus_x);
    const IrOperand x1 = h2c(s, &op_subtract, x, 1);
    const IrOperand rest = h2(s, &op_divide, h2(s, &op_multiply, power, a), x1);
    sum = h2(s, &op_add, h2(s, &op_add, sum, rest), h2c(s, &op_multiply, power, 0.5));
    IrOperand factor = h2(s, &op_divide, h2(s, &op_multiply, x, power), a);
    const IrOperand square = h2(s, &op_multiply, a, a);
    for (size_t k = 0; k < ARRAY_LEN(c); k++) {
        sum = h2(s, &op_add, sum, h2c(s, &op_divide, factor, c[k]));
        const IrOperand more = h2(s, &op_multiply, h2c(s, &op_add, x, 2 * (double)k + 1),
                                  h2c(s, &op_add, x, 2 * (double)k + 2));
        factor = h2(s, &op_divide, h2(s, &op_multiply, factor, more), square);
    }
    /* Poles, and where it is not defined */
    const IrOperand half = h2c(s, &op_multiply, x, 0.5);
    const IrOperand even = h2(s, &op_equal, half, h1(s, &op_floor, half)),
                    whole_x = h2(s, &op_equal, x, h1(s, &op_floor, x)),
                    whole_q = h2(s, &op_equal, q, h1(s, &op_floor, q));
    const IrOperand left = h2c(s, &op_less_equal, q, 0), nan = number(s, NAN),
                    infinite = number(s, INFINITY);
    const IrOperand at_pole = h3(s, &op_where, even, infinite, nan);
    const IrOperand on_left =
        h3(s, &op_where, whole_q, at_pole, h3(s, &op_where, whole_x, sum, nan));
    const IrOperand far = h2c(s, &op_less, q, -8);
    IrOperand y = h3(s, &op_where, left, h3(s, &op_where, far, nan, on_left), sum);
    y = h3(s, &op_where, h2c(s, &op_equal, x, 1), infinite, y);
    return h3(s, &op_where, h2c(s, &op_less, x, 1), nan, y);
}

void shlo_map_zeta(H *s) {
    set_narrow(s, zeta_of(s, wide_in(s), h_cast(s, h_in(s, 1), DTYPE_FLOAT64)));
}

/* The n-th derivative of digamma: (-1)^(n + 1) n! zeta(n + 1, x). */
void shlo_map_polygamma(H *s) {
    const IrOperand n = wide_in(s), x = h_cast(s, h_in(s, 1), DTYPE_FLOAT64);
    const IrOperand n1 = h2c(s, &op_add, n, 1), half = h2c(s, &op_multiply, n, 0.5);
    const IrOperand even = h2(s, &op_equal, half, h1(s, &op_floor, half));
    const IrOperand size = h2(s, &op_multiply, h1(s, &op_exp, lgamma_of(s, n1)), zeta_of(s, n1, x));
    const IrOperand y = h3(s, &op_where, even, h1(s, &op_negative, size), size);
    const IrOperand first = h2c(s, &op_equal, n, 0),
                    fits = h2(s, &op_logical_and, h2c(s, &op_greater_equal, n, 0),
                              h2(s, &op_equal, n, h1(s, &op_floor, n)));
    const IrOperand all = h3(s, &op_where, first, digamma_of(s, x), y);
    set_narrow(s, h3(s, &op_where, fits, all, number(s, NAN)));
}

/* exp(-|x|) I1(x): x times a series of |x|/2 - 2 up to 8, one of 32/|x| - 2 behind it. */
void shlo_map_bessel_i1e(H *s) {
    static const double near[] = {
        2.77791411276104639959E-18,  -2.11142121435816608115E-17, 1.55363195773620046921E-16,
        -1.10559694773538630805E-15, 7.60068429473540693410E-15,  -5.04218550472791168711E-14,
        3.22379336594557470981E-13,  -1.98397439776494371520E-12, 1.17361862988909016308E-11,
        -6.66348972350202774223E-11, 3.62559028155211703701E-10,  -1.88724975172282928790E-9,
        9.38153738649577178388E-9,   -4.44505912879632808065E-8,  2.00329475355213526229E-7,
        -8.56872026469545474066E-7,  3.47025130813767847674E-6,   -1.32731636560394358279E-5,
        4.78156510755005422638E-5,   -1.61760815825896745588E-4,  5.12285956168575772895E-4,
        -1.51357245063125314899E-3,  4.15642294431288815669E-3,   -1.05640848946261981558E-2,
        2.47264490306265168283E-2,   -5.29459812080949914269E-2,  1.02643658689847095384E-1,
        -1.76416518357834055153E-1,  2.52587186443633654823E-1};
    static const double far[] = {
        7.51729631084210481353E-18,  4.41434832307170791151E-18,  -4.65030536848935832153E-17,
        -3.20952592199342395980E-17, 2.96262899764595013876E-16,  3.30820231092092828324E-16,
        -1.88035477551078244854E-15, -3.81440307243700780478E-15, 1.04202769841288027642E-14,
        4.27244001671195135429E-14,  -2.10154184277266431302E-14, -4.08355111109219731823E-13,
        -7.19855177624590851209E-13, 2.03562854414708950722E-12,  1.41258074366137813316E-11,
        3.25260358301548823856E-11,  -1.89749581235054123450E-11, -5.58974346219658380687E-10,
        -3.83538038596423702205E-9,  -2.63146884688951950684E-8,  -2.51223623787020892529E-7,
        -3.88256480887769039346E-6,  -1.10588938762623716291E-4,  -9.76109749136146840777E-3,
        7.78576235018280120474E-1};
    const IrOperand x = wide_in(s), a = h1(s, &op_abs, x);
    const IrOperand low = h2c(s, &op_minimum, a, 8), high = h2c(s, &op_maximum, a, 8);
    const IrOperand p = chebyshev(s, h2c(s, &op_subtract, h2c(s, &op_multiply, low, 0.5), 2), near,
                                  ARRAY_LEN(near));
    const IrOperand at = h2c(s, &op_subtract, h2(s, &op_divide, number(s, 32), high), 2);
    const IrOperand q =
        h2(s, &op_divide, chebyshev(s, at, far, ARRAY_LEN(far)), h1(s, &op_sqrt, high));
    const IrOperand minus = h2c(s, &op_less, x, 0);
    const IrOperand signed_q = h3(s, &op_where, minus, h1(s, &op_negative, q), q);
    const IrOperand small = h2c(s, &op_less_equal, a, 8);
    set_narrow(s, h3(s, &op_where, small, h2(s, &op_multiply, p, x), signed_q));
}
