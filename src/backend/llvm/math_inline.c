/* SPDX-License-Identifier: Apache-2.0 */
/* exp, tanh and erf of floats, in line: a call of libmvec costs every vector register that is in use around it.
 *
 * exp: x = n ln 2 + r with |r| <= ln 2 / 2, and e**x = 2**n e**r (Cody and Waite). n is found by adding a number whose
 * last bit is worth 1, so that it stands in the low bits of the sum; 2**n is multiplied in two steps, as the result
 * may be a denormal or n be 128; AVX-512 has an instruction for it. The polynomials are minimax fits: e**r - 1 - r
 * over r**2; tanh(x) - x over x**3 and erf(x) - x over x, in x**2, near 0; -log(1 - erf(x)) farther out. At most 2 ulp
 * are measured for each. */
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

static LLVMValueRef add(const Inline *s, LLVMValueRef x, LLVMValueRef y) { return LLVMBuildFAdd(s->b, x, y, ""); }

static LLVMValueRef subtract(const Inline *s, LLVMValueRef x, LLVMValueRef y) { return LLVMBuildFSub(s->b, x, y, ""); }

static LLVMValueRef multiply(const Inline *s, LLVMValueRef x, LLVMValueRef y) { return LLVMBuildFMul(s->b, x, y, ""); }

static LLVMValueRef multiply_add(const Inline *s, LLVMValueRef x, LLVMValueRef y, LLVMValueRef z) {
    return ll_multiply_add(s->u, DTYPE_FLOAT32, s->lanes, x, y, z);
}

/* The lowest power's coefficient first; square: of x. Odd and even powers go side by side, as one chain of them all is
 * what a loop would wait for. */
static LLVMValueRef polynomial(const Inline *s, const double *c, size_t n, LLVMValueRef x, LLVMValueRef square) {
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
    return LLVMBuildBitCast(s->b, LLVMBuildShl(s->b, biased, integer(s, 23), ""), LLVMTypeOf(number(s, 0)), "");
}

/* v 2**n by the one instruction that AVX-512 has for it, denormals and overflow included; NULL: there is none. */
static LLVMValueRef scale(const Inline *s, LLVMValueRef v, LLVMValueRef n) {
    if (s->u->vector_bytes != 64 || s->lanes != 16) return NULL;
    LLVMTypeRef i16 = LLVMInt16TypeInContext(s->u->context);
    LLVMValueRef args[] = {v, n, v, LLVMConstInt(i16, UINT16_MAX, false), LLVMConstInt(s->u->i32, 4, false)}; /* 4: rounds as ever */
    return ll_intrinsic(s->u, "llvm.x86.avx512.mask.scalef.ps.512", NULL, 0, args, ARRAY_LEN(args));
}

/* tame: the result is a normal number. */
static LLVMValueRef exponential(const Inline *s, LLVMValueRef x, bool tame) {
    static const double c[] = {0.5, 0.166665182, 0.0416661948, 0.00836902205, 0.00139514182};
    const double last_bit_is_1 = 0x1.8p23, log2_e = 1.44269502;
    const double ln2_high = 0.693359375, ln2_low = -2.12194442e-4; /* n times the first is exact */
    LLVMValueRef shifter = number(s, last_bit_is_1);
    LLVMTypeRef i32 = ll_vector(s->u->i32, s->lanes);
    LLVMValueRef sum = multiply_add(s, x, number(s, log2_e), shifter);
    LLVMValueRef n = subtract(s, sum, shifter);
    LLVMValueRef r = multiply_add(s, n, number(s, -ln2_high), x);
    r = multiply_add(s, n, number(s, -ln2_low), r);
    LLVMValueRef square = multiply(s, r, r);
    LLVMValueRef e = multiply_add(s, polynomial(s, c, ARRAY_LEN(c), r, square), square, r);
    e = add(s, e, number(s, 1));
    LLVMValueRef scaled = scale(s, e, n);
    if (scaled) return scaled;
    LLVMValueRef whole = LLVMBuildBitCast(s->b, sum, i32, "");
    whole = LLVMBuildSub(s->b, whole, LLVMConstBitCast(shifter, i32), "");
    if (tame) return multiply(s, e, power_of_2(s, whole));
    LLVMValueRef half = LLVMBuildAShr(s->b, whole, integer(s, 1), "");
    LLVMValueRef rest = LLVMBuildSub(s->b, whole, half, "");
    return multiply(s, multiply(s, e, power_of_2(s, half)), power_of_2(s, rest));
}

/* Lanes that come to 0 (of masked scores there are many) go by another number: an underflow takes a hundred cycles. */
static LLVMValueRef inline_exp(const Inline *s, LLVMValueRef x) {
    const double is_infinite = 89, is_zero = -104.5;
    LLVMValueRef vanishes = LLVMBuildFCmp(s->b, LLVMRealOLT, x, number(s, is_zero), "");
    LLVMValueRef rest = LLVMBuildSelect(s->b, vanishes, number(s, 0), at_most(s, x, is_infinite), "");
    return LLVMBuildSelect(s->b, vanishes, number(s, 0), exponential(s, rest, false), "");
}

static LLVMValueRef inline_tanh(const Inline *s, LLVMValueRef x) {
    static const double c[] = {-0.333332837, 0.133314908, -0.0537434965, 0.0206505843, -0.00571704144};
    const double is_near = 0.625, is_one = 9.5;
    LLVMValueRef size = magnitude(s, x), square = multiply(s, x, x);
    LLVMValueRef power4 = multiply(s, square, square), cube = multiply(s, square, x);
    LLVMValueRef near = multiply_add(s, polynomial(s, c, ARRAY_LEN(c), square, power4), cube, x);
    LLVMValueRef limited = at_most(s, size, is_one);
    LLVMValueRef e = exponential(s, add(s, limited, limited), true);
    LLVMValueRef part = LLVMBuildFDiv(s->b, number(s, 2), add(s, e, number(s, 1)), "");
    LLVMValueRef far = with_sign_of(s, subtract(s, number(s, 1), part), x);
    return LLVMBuildSelect(s->b, LLVMBuildFCmp(s->b, LLVMRealOLT, size, number(s, is_near), ""), near, far, "");
}

static LLVMValueRef inline_erf(const Inline *s, LLVMValueRef x) {
    static const double near_c[] = {0.128379151, -0.376125246, 0.112821408,
                                    -0.0267789084, 0.00501196319, -0.000609036011};
    static const double far_c[] = {0.000177493115, 1.12774956, 0.637059748, 0.104037367,
                                   -0.0222770907, 0.0030556086, -0.000197181842};
    const double is_near = 0.9, is_one = 4;
    LLVMValueRef size = magnitude(s, x), square = multiply(s, x, x);
    LLVMValueRef power4 = multiply(s, square, square), limited = at_most(s, size, is_one);
    LLVMValueRef near = multiply_add(s, polynomial(s, near_c, ARRAY_LEN(near_c), square, power4), x, x);
    LLVMValueRef power = polynomial(s, far_c, ARRAY_LEN(far_c), limited, multiply(s, limited, limited));
    LLVMValueRef e = exponential(s, LLVMBuildFNeg(s->b, power, ""), true);
    LLVMValueRef far = with_sign_of(s, subtract(s, number(s, 1), e), x);
    return LLVMBuildSelect(s->b, LLVMBuildFCmp(s->b, LLVMRealOLT, size, number(s, is_near), ""), near, far, "");
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
