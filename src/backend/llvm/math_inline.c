/* SPDX-License-Identifier: Apache-2.0 */
/* exp, tanh and erf of floats, in line: a call of libmvec costs every vector register that is in
 * use around it.
 *
 * exp: x = n ln 2 + r with |r| <= ln 2 / 2, and e**x = 2**n e**r (Cody and Waite). n is found by
 * adding a number whose last bit is worth 1, so that it stands in the low bits of the sum; 2**n is
 * multiplied in two steps, as the result may be a denormal or n be 128. The polynomials are minimax
 * fits: e**r - 1 - r over r**2; tanh(x) - x over x**3 and erf(x) - x over x, in x**2, near 0;
 * -log(1 - erf(x)) farther out. At most 2 ulp are measured for each.
 *
 * AVX-512 takes a number for each lane out of 16 in one instruction, so polynomials are shorter:
 * exp has n in sixteenths and 2**(k/16) from a table (1.1 ulp are measured), erf a polynomial of
 * its own in each sixteenth of [0, 4] (2.3 ulp). It has an instruction for v 2**n too, denormals
 * and overflow included. */
#include "backend/llvm/ll.h"

typedef struct {
    LlUnit *u;
    uint32_t lanes;
    LLVMBuilderRef b;
} Inline;

static LLVMValueRef number(const Inline *s, double v) {
    return ll_const(s->u, DTYPE_FLOAT32, s->lanes, (LoopValue){.f = v});
}

static LLVMValueRef integer(const Inline *s, int64_t v) {
    return ll_const(s->u, DTYPE_INT32, s->lanes, (LoopValue){.i = v});
}

static LLVMValueRef add(const Inline *s, LLVMValueRef x, LLVMValueRef y) {
    return LLVMBuildFAdd(s->b, x, y, "");
}

static LLVMValueRef subtract(const Inline *s, LLVMValueRef x, LLVMValueRef y) {
    return LLVMBuildFSub(s->b, x, y, "");
}

static LLVMValueRef multiply(const Inline *s, LLVMValueRef x, LLVMValueRef y) {
    return LLVMBuildFMul(s->b, x, y, "");
}

static LLVMValueRef multiply_add(const Inline *s, LLVMValueRef x, LLVMValueRef y, LLVMValueRef z) {
    return ll_multiply_add(s->u, DTYPE_FLOAT32, s->lanes, x, y, z);
}

/* The lowest power's coefficient first; square: of x. Odd and even powers go side by side, as one
 * chain of them all is what a loop would wait for. */
static LLVMValueRef polynomial(const Inline *s, const double *c, size_t n, LLVMValueRef x,
                               LLVMValueRef square) {
    LLVMValueRef half[2] = {NULL, NULL};
    for (size_t i = n; i-- > 0;) {
        LLVMValueRef *r = &half[i % 2];
        *r = *r ? multiply_add(s, *r, square, number(s, c[i])) : number(s, c[i]);
    }
    return multiply_add(s, half[1], x, half[0]);
}

/* NaN stays. */
static LLVMValueRef at_most(const Inline *s, LLVMValueRef x, double limit) {
    LLVMValueRef c = number(s, limit);
    return LLVMBuildSelect(s->b, LLVMBuildFCmp(s->b, LLVMRealOLT, c, x, ""), c, x, "");
}

static LLVMValueRef magnitude(const Inline *s, LLVMValueRef x) {
    LLVMTypeRef type = LLVMTypeOf(x);
    return ll_intrinsic(s->u, "llvm.fabs", &type, 1, &x, 1);
}

static LLVMValueRef with_sign_of(const Inline *s, LLVMValueRef x, LLVMValueRef sign) {
    LLVMTypeRef type = LLVMTypeOf(x);
    return ll_intrinsic(s->u, "llvm.copysign", &type, 1, (LLVMValueRef[]){x, sign}, 2);
}

/* 2**n as a float, n from -126 to 127. */
static LLVMValueRef power_of_2(const Inline *s, LLVMValueRef n) {
    LLVMValueRef biased = LLVMBuildAdd(s->b, n, integer(s, 127), "");
    return LLVMBuildBitCast(s->b, LLVMBuildShl(s->b, biased, integer(s, 23), ""),
                            LLVMTypeOf(number(s, 0)), "");
}

/* --- By tables of 16 --- */

enum { TABLE = 16 };

static bool has_tables(const Inline *s) { return s->u->vector_bytes == 64 && s->lanes == TABLE; }

/* The table's row at the low bits of each lane. */
static LLVMValueRef look_up(const Inline *s, const float *table, LLVMValueRef at) {
    LLVMValueRef all[TABLE];
    for (uint32_t i = 0; i < TABLE; i++) all[i] = LLVMConstReal(s->u->f32, (double)table[i]);
    LLVMValueRef args[] = {LLVMConstVector(all, TABLE),
                           LLVMBuildBitCast(s->b, at, ll_vector(s->u->i32, TABLE), "")};
    return ll_intrinsic(s->u, "llvm.x86.avx512.permvar.sf.512", NULL, 0, args, ARRAY_LEN(args));
}

/* v 2**floor(n) where the mask holds, else 0. */
static LLVMValueRef scale(const Inline *s, LLVMValueRef v, LLVMValueRef n, LLVMValueRef mask) {
    LLVMTypeRef i16 = LLVMInt16TypeInContext(s->u->context);
    LLVMValueRef rounds_as_ever = LLVMConstInt(s->u->i32, 4, false);
    LLVMValueRef args[] = {v, n, number(s, 0), LLVMBuildBitCast(s->b, mask, i16, ""),
                           rounds_as_ever};
    return ll_intrinsic(s->u, "llvm.x86.avx512.mask.scalef.ps.512", NULL, 0, args, ARRAY_LEN(args));
}

static const double LOG2_E = 1.44269502, LN2_HIGH = 0.693359375,
                    LN2_LOW = -2.12194442e-4; /* n times the high part is exact */

/* where: lanes whose result is not 0. */
static LLVMValueRef exp_by_table(const Inline *s, LLVMValueRef x, LLVMValueRef where) {
    static const float powers[TABLE] = {1.0f,        1.04427373f, 1.09050775f, 1.13878858f,
                                        1.18920708f, 1.24185777f, 1.29683959f, 1.35425556f,
                                        1.41421354f, 1.47682619f, 1.54221082f, 1.61049032f,
                                        1.68179286f, 1.75625217f, 1.8340081f,  1.91520655f};
    const double last_bit_is_sixteenth = 0x1.8p19;
    LLVMValueRef shifter = number(s, last_bit_is_sixteenth);
    LLVMValueRef sum = multiply_add(s, x, number(s, LOG2_E), shifter),
                 n = subtract(s, sum, shifter);
    LLVMValueRef r = multiply_add(s, n, number(s, -LN2_HIGH), x);
    r = multiply_add(s, n, number(s, -LN2_LOW), r);
    LLVMValueRef e = multiply_add(s, r, number(s, 1.0 / 6), number(s, 0.5)); /* e**r - 1 */
    e = multiply_add(s, e, multiply(s, r, r), r);
    LLVMValueRef power = look_up(s, powers, sum);
    return scale(s, multiply_add(s, e, power, power), n, where);
}

static LLVMValueRef erf_by_table(const Inline *s, LLVMValueRef x) {
    /* the lowest power's row first, over x - k STEP, k from 0 to 15 */
    static const float c[][TABLE] = {
        {0.0f, 0.292823225f, 0.547528446f, 0.740236998f, 0.867058277f, 0.939653337f, 0.975797713f,
         0.99145031f, 0.997345984f, 0.999277413f, 0.999827683f, 0.999964058f, 0.999993443f,
         0.999998987f, 0.999999881f, 1.0f},
        {1.12837911f, 1.05150831f, 0.850913882f, 0.59796232f, 0.364902884f, 0.193373099f,
         0.088987723f, 0.0355614461f, 0.0123408204f, 0.00371898082f, 0.000973238202f,
         0.000221171766f, 4.36471237e-05f, 7.4799209e-06f, 1.11315046e-06f, 1.43855445e-07f},
        {0.0f, -0.279299527f, -0.45203954f, -0.476497591f, -0.387711167f, -0.256827533f,
         -0.141826943f, -0.0661228895f, -0.0262239315f, -0.00889014918f, -0.00258479663f,
         -0.000646064756f, -0.000139063864f, -2.58115324e-05f, -4.13540556e-06f, -5.72370368e-07f},
        {-0.3761217f, -0.301039577f, -0.123538993f, 0.0538171977f, 0.152990952f, 0.162938178f,
         0.121026665f, 0.0701108873f, 0.0330377333f, 0.0129298419f, 0.00425336184f, 0.00118500658f,
         0.000281054119f, 5.69546064e-05f, 9.88809461e-06f, 1.47379399e-06f},
        {0.0f, 0.131972268f, 0.182216614f, 0.136841863f, 0.0482386164f, -0.0220044628f,
         -0.0487514101f, -0.0430158451f, -0.0264082961f, -0.0125733232f, -0.00484292815f,
         -0.00154180301f, -0.000410856592f, -9.23912958e-05f, -1.76316153e-05f, -2.86707632e-06f},
        {0.112129807f, 0.0757785812f, -0.00172596122f, -0.059438698f, -0.0659493059f, -0.036870148f,
         -0.00512103969f, 0.0109173339f, 0.0124458736f, 0.00807118043f, 0.00382864452f,
         0.00142883172f, 0.000433421257f, 0.000108796674f, 2.2851993e-05f, 4.04648608e-06f},
    };
    const double last_bit_is_1 = 0x1p23, step = 17.0 / 64, is_one = 4;
    LLVMValueRef size = at_most(s, magnitude(s, x), is_one), shifter = number(s, last_bit_is_1);
    LLVMValueRef sum = multiply_add(s, size, number(s, 1 / step), shifter),
                 k = subtract(s, sum, shifter);
    LLVMValueRef t = multiply_add(s, k, number(s, -step), size),
                 r = look_up(s, c[ARRAY_LEN(c) - 1], sum);
    for (size_t i = ARRAY_LEN(c) - 1; i-- > 0;) r = multiply_add(s, r, t, look_up(s, c[i], sum));
    return with_sign_of(s, r, x);
}

/* --- Without --- */

/* tame: the result is a normal number. */
static LLVMValueRef exponential(const Inline *s, LLVMValueRef x, bool tame) {
    if (has_tables(s)) return exp_by_table(s, x, LLVMConstAllOnes(ll_vector(s->u->i1, TABLE)));
    static const double c[] = {0.5, 0.166665182, 0.0416661948, 0.00836902205, 0.00139514182};
    const double last_bit_is_1 = 0x1.8p23;
    LLVMValueRef shifter = number(s, last_bit_is_1);
    LLVMTypeRef i32 = ll_vector(s->u->i32, s->lanes);
    LLVMValueRef sum = multiply_add(s, x, number(s, LOG2_E), shifter);
    LLVMValueRef n = subtract(s, sum, shifter);
    LLVMValueRef r = multiply_add(s, n, number(s, -LN2_HIGH), x);
    r = multiply_add(s, n, number(s, -LN2_LOW), r);
    LLVMValueRef square = multiply(s, r, r);
    LLVMValueRef e = multiply_add(s, polynomial(s, c, ARRAY_LEN(c), r, square), square, r);
    e = add(s, e, number(s, 1));
    LLVMValueRef whole = LLVMBuildBitCast(s->b, sum, i32, "");
    whole = LLVMBuildSub(s->b, whole, LLVMConstBitCast(shifter, i32), "");
    if (tame) return multiply(s, e, power_of_2(s, whole));
    LLVMValueRef half = LLVMBuildAShr(s->b, whole, integer(s, 1), "");
    LLVMValueRef rest = LLVMBuildSub(s->b, whole, half, "");
    return multiply(s, multiply(s, e, power_of_2(s, half)), power_of_2(s, rest));
}

/* Lanes that come to 0 (of masked scores there are many) go by another number: an underflow takes a
 * hundred cycles. */
static LLVMValueRef inline_exp(const Inline *s, LLVMValueRef x) {
    const double is_infinite = 89, is_zero = -104.5;
    if (has_tables(s)) {
        LLVMValueRef stays = LLVMBuildFCmp(s->b, LLVMRealUGE, x, number(s, is_zero), "");
        return exp_by_table(s, at_most(s, x, is_infinite), stays);
    }
    LLVMValueRef vanishes = LLVMBuildFCmp(s->b, LLVMRealOLT, x, number(s, is_zero), "");
    LLVMValueRef rest =
        LLVMBuildSelect(s->b, vanishes, number(s, 0), at_most(s, x, is_infinite), "");
    return LLVMBuildSelect(s->b, vanishes, number(s, 0), exponential(s, rest, false), "");
}

static LLVMValueRef inline_tanh(const Inline *s, LLVMValueRef x) {
    static const double c[] = {-0.333332837, 0.133314908, -0.0537434965, 0.0206505843,
                               -0.00571704144};
    const double is_near = 0.625, is_one = 9.5;
    LLVMValueRef size = magnitude(s, x), square = multiply(s, x, x);
    LLVMValueRef power4 = multiply(s, square, square), cube = multiply(s, square, x);
    LLVMValueRef near = multiply_add(s, polynomial(s, c, ARRAY_LEN(c), square, power4), cube, x);
    LLVMValueRef limited = at_most(s, size, is_one);
    LLVMValueRef e = exponential(s, add(s, limited, limited), true);
    LLVMValueRef part = LLVMBuildFDiv(s->b, number(s, 2), add(s, e, number(s, 1)), "");
    LLVMValueRef far = subtract(s, number(s, 1), part);
    LLVMValueRef is_small = LLVMBuildFCmp(s->b, LLVMRealOLT, size, number(s, is_near), "");
    return with_sign_of(s, LLVMBuildSelect(s->b, is_small, near, far, ""), x); /* of -0 too */
}

static LLVMValueRef inline_erf(const Inline *s, LLVMValueRef x) {
    if (has_tables(s)) return erf_by_table(s, x);
    static const double near_c[] = {0.128379151,   -0.376125246,  0.112821408,
                                    -0.0267789084, 0.00501196319, -0.000609036011};
    static const double far_c[] = {0.000177493115, 1.12774956,   0.637059748,    0.104037367,
                                   -0.0222770907,  0.0030556086, -0.000197181842};
    const double is_near = 0.9, is_one = 4;
    LLVMValueRef size = magnitude(s, x), square = multiply(s, x, x);
    LLVMValueRef power4 = multiply(s, square, square), limited = at_most(s, size, is_one);
    LLVMValueRef near =
        multiply_add(s, polynomial(s, near_c, ARRAY_LEN(near_c), square, power4), x, x);
    LLVMValueRef power =
        polynomial(s, far_c, ARRAY_LEN(far_c), limited, multiply(s, limited, limited));
    LLVMValueRef e = exponential(s, LLVMBuildFNeg(s->b, power, ""), true);
    LLVMValueRef far = with_sign_of(s, subtract(s, number(s, 1), e), x);
    return LLVMBuildSelect(s->b, LLVMBuildFCmp(s->b, LLVMRealOLT, size, number(s, is_near), ""),
                           near, far, "");
}

LLVMValueRef ll_math_inline(LlUnit *u, LoopExprKind kind, uint32_t lanes, LLVMValueRef x) {
    const Inline s = {.u = u, .lanes = lanes, .b = u->builder};
    switch (kind) {
    case LOOP_EXP: return inline_exp(&s, x);
    case LOOP_TANH: return inline_tanh(&s, x);
    case LOOP_ERF: return inline_erf(&s, x);
    default: return NULL;
    }
}
