/* SPDX-License-Identifier: Apache-2.0 */
/* Functions of libm, and those that some processors lack, as sequences of the other operations of
 * expr.def: for code that is linked with no libm (docs/compile.md#freestanding). A backend makes
 * each step as it makes that operation elsewhere, on scalars or on vectors: there are neither
 * branches nor tables. */
#ifndef TENON_LOOP_OWN_H
#define TENON_LOOP_OWN_H

#include "loop/loop.h"

typedef enum {
    OWN_OPERAND,      /* args[0]: the function's first or second */
    OWN_NUMBER,       /* value */
    OWN_CAST,         /* of args[0] to dtype */
    OWN_REINTERPRET,  /* of args[0] as dtype */
    OWN_OPERATION,    /* kind, of args */
    OWN_MULTIPLY_ADD, /* args[0] * args[1] + args[2], in one rounding or two */
} LoopOwnForm;

typedef struct {
    LoopOwnForm form;
    LoopExprKind kind;
    DType dtype;      /* of the result */
    uint32_t args[3]; /* numbers of earlier steps */
    LoopValue value;
} LoopOwnStep;

/* The last one's is the result. */
typedef VEC(LoopOwnStep) LoopOwn;

/* Whether there is one: all of math.h's on float32 (half types go by it), and roundings and
 * magnitudes of float64 too. */
bool loop_own_has(LoopExprKind kind, DType t);
/* Does libm have it, or may a compiler call libm for it? */
bool loop_own_wanted(LoopExprKind kind);
/* Whether an operation on vectors is this sequence, with products and sums rounded apart: it is
 * made of floats and integers of 32 bits, and its last bits depend on how they are computed. */
bool loop_own_is_of_vectors(LoopExprKind kind, DType t);
/* floor, ceil, trunc, nearbyint of float32: exact, so that a sequence and an instruction give the
 * same bits. */
bool loop_own_rounds(LoopExprKind kind, DType t);
/* t: DTYPE_FLOAT32 or DTYPE_FLOAT64, of which loop_own_has. In the arena. */
LoopOwn loop_own(LoopExprKind kind, DType t, Arena *arena);

#endif
