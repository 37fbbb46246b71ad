/* SPDX-License-Identifier: Apache-2.0 */
/* Elements held against each other: by their bits, or as near as a tolerance says. */
#ifndef TENON_TENSOR_COMPARE_H
#define TENON_TENSOR_COMPARE_H

#include "base/arena.h"
#include "tensor/tensor.h"

typedef enum {
    TENSOR_BITS, /* the same bits; all NaN are equal */
    TENSOR_NEAR, /* number_is_near, all zeros are equal; what is no float: the same value */
} TensorMode;

typedef struct {
    TensorMode mode;
    double rtol, atol;
    bool integers; /* atol is for integers too; rtol never is: places and counts may be large */
    bool signs;    /* a zero is not near one of the other sign */
    bool finite;   /* where `b` is not finite, anything goes */
} TensorNear;

/* What was found. Add up those of several tensors by `differing` alone. */
typedef struct {
    size_t count, differing; /* elements, and those of them that are not near enough */
    size_t first;            /* the first of these; of none: count */
    size_t element;          /* where |a - b| is greatest of all; of equal ones the first */
    double a, b;             /* what is there */
    double max_abs, max_rel; /* |a - b| and |a - b| / |b|; infinite where one is NaN or infinite */
    bool other_type;         /* the dtypes or the dims are not the same: no element was looked at */
} TensorDifference;

/* Whether `count` elements are the same: as TENSOR_BITS, without a report. */
bool tensor_elements_equal(DType t, const void *a, const void *b, size_t count);
/* Whether all elements are near enough. Two dtypes are of one kind, and not compared by bits. */
bool tensor_elements_near(DType t, const void *a, DType other, const void *b, size_t count,
                          const TensorNear *how, TensorDifference *out);
/* The same of tensors of one dtype and one shape; false where they are of two. */
bool tensor_near(const Tensor *a, const Tensor *b, const TensorNear *how, TensorDifference *out);
bool tensor_same_dims(const Tensor *a, const Tensor *b);
/* The greatest finite magnitude; 0: there is none. */
double tensor_elements_largest(DType t, const void *data, size_t count);
/* How many elements differ, which of them most, and what `a` and `b` have there. */
const char *tensor_difference_text(Arena *arena, const TensorDifference *d);

#endif
