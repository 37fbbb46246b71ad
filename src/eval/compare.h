/* SPDX-License-Identifier: Apache-2.0 */
/* Values held against each other, tensors as tensor/compare.h has it. */
#ifndef TENON_EVAL_COMPARE_H
#define TENON_EVAL_COMPARE_H

#include "eval/value.h"
#include "tensor/compare.h"

typedef struct {
    size_t place;             /* which one it is, of all that the tuples hold */
    const char *what;         /* values of two kinds or lengths, or no tensors; else NULL */
    const Tensor *a, *b;      /* the tensors */
    TensorDifference tensors; /* and how they differ */
} ValueDifference;

/* Whether they are near enough; *out is of the first that is not. */
bool value_near(Arena *scratch, const Value *a, const Value *b, const TensorNear *how,
                ValueDifference *out);
/* A line on it. */
const char *value_difference_text(Arena *arena, const ValueDifference *d);

#endif
