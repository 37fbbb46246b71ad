/* SPDX-License-Identifier: Apache-2.0 */
/* What operators need for their derivatives to be held against differences. */
#ifndef TENON_TESTS_GRADIENT_DOMAINS_H
#define TENON_TESTS_GRADIENT_DOMAINS_H

/* Where inputs are, for those that are not all over [-2, 2]. operand -1: each. SIGNS: the negatives
 * too; ZEROS: and some 0, where the first derivatives are concerned. */
enum { SIGNS = 1, ZEROS = 2 };
typedef struct {
    const char *name;
    int operand;
    double lo, hi;
    unsigned flags;
} Domain;

static const Domain anywhere = {.lo = -2, .hi = 2};
static const Domain domains[] = {
    {"acos", -1, -0.9, 0.9, 0},
    {"acosh", -1, 1.3, 3, 0},
    {"asin", -1, -0.9, 0.9, 0},
    {"atanh", -1, -0.9, 0.9, 0},
    {"cumprod", -1, 0.5, 1.5, SIGNS | ZEROS},
    {"dequantize", 1, 0.5, 2, 0},
    {"divide", 1, 0.5, 2, SIGNS},
    {"floor_divide", 1, 0.5, 2, SIGNS},
    {"floor_mod", 1, 0.5, 2, SIGNS},
    {"log", -1, 0.3, 3, 0},
    {"mod", 1, 0.5, 2, SIGNS},
    {"nn.batch_norm", 4, 0.5, 2, 0}, /* the running variance */
    {"power", 0, 0.3, 2, 0},
    {"prod", -1, 0.5, 1.5, SIGNS | ZEROS},
    {"rsqrt", -1, 0.3, 3, 0},
    {"sqrt", -1, 0.3, 3, 0},
    {"tan", -1, -1, 1, 0},
};

#define ONE_PROCESS "in one process other ranks' x moves with the own one; ranks_test holds it"

/* Operators whose adjoint is no derivative, and why. */
static const struct {
    const char *name, *reason;
} no_derivative[] = {
    {"ccl.allgather", ONE_PROCESS},
    {"ccl.alltoall", ONE_PROCESS},
    {"ccl.permute", ONE_PROCESS},
    {"ccl.reduce_scatter", ONE_PROCESS},
    {"ccl.scatter_from_worker0", ONE_PROCESS},
    {"grad.no_grad", "its adjoint is 0 whatever it computes"},
};

#endif
