/* SPDX-License-Identifier: Apache-2.0 */
/* What the files share that write functions as steps: own_steps.c has the steps; own.c roundings,
 * roots, and which functions there are; own_exp.c exponentials and logarithms; own_angle.c angles;
 * own_pow.c powers and remainders. A Step is the number of one. */
#ifndef TENON_LOOP_OWN_PARTS_H
#define TENON_LOOP_OWN_PARTS_H

#include "loop/own.h"

typedef uint32_t Step;

typedef struct {
    Arena *arena;
    DType t; /* of the operands and of the result */
    LoopOwn steps;
} Own;

/* own_steps.c */
Step own_operand(Own *o, uint32_t i); /* the first, 0, or the second */
Step own_number(Own *o, double v);    /* of the operands' type */
Step own_integer(Own *o, DType t, uint64_t v);
Step own_unary(Own *o, LoopExprKind kind, Step a);
Step own_binary(Own *o, LoopExprKind kind, Step a, Step b);
Step own_select(Own *o, Step condition, Step yes, Step no);
Step own_cast(Own *o, DType t, Step a);
Step own_as(Own *o, DType t, Step a);
Step own_add(Own *o, Step a, Step b);
Step own_sub(Own *o, Step a, Step b);
Step own_mul(Own *o, Step a, Step b);
Step own_div(Own *o, Step a, Step b);
Step own_mad(Own *o, Step a, Step b, Step c); /* a b + c */
Step own_less(Own *o, Step a, Step b);
/* c[0] + c[1] x + ... */
Step own_polynomial(Own *o, const double *c, size_t n, Step x);
Step own_abs(Own *o, Step x);
Step own_with_sign(Own *o, Step x, Step sign); /* of x the magnitude */
Step own_sqrt(Own *o, Step x);
Step own_at_most(Own *o, Step x, double limit); /* NaN stays */
Step own_infinity(Own *o);
Step own_nan(Own *o);
/* 2**n of an int32 from -126 to 127. */
Step own_power_of_2(Own *o, Step n);
/* x 2**n, n from -252 to 254. */
Step own_scale(Own *o, Step x, Step n);
/* The nearest integer of a float below 2**22 in magnitude: itself, and *whole as an int32. */
Step own_nearest(Own *o, Step x, Step *whole);

/* own_exp.c */
Step own_exp(Own *o, Step x);
Step own_expm1(Own *o, Step x);
Step own_log(Own *o, Step x);
Step own_log1p(Own *o, Step x);
Step own_sinh(Own *o, Step x);
Step own_cosh(Own *o, Step x);
Step own_tanh(Own *o, Step x);
Step own_asinh(Own *o, Step x);
Step own_acosh(Own *o, Step x);
Step own_atanh(Own *o, Step x);
Step own_erf(Own *o, Step x);
/* x = 2**n m with m from sqrt(1/2) to sqrt(2), of a positive x. */
Step own_split(Own *o, Step x, Step *n);

/* own_angle.c */
Step own_sin(Own *o, Step x);
Step own_cos(Own *o, Step x);
Step own_tan(Own *o, Step x);
Step own_asin(Own *o, Step x);
Step own_acos(Own *o, Step x);
Step own_atan(Own *o, Step x);

/* own_pow.c */
Step own_pow(Own *o, Step x, Step y);
Step own_fmod(Own *o, Step x, Step y);

#endif
