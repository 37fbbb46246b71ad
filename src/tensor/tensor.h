/* SPDX-License-Identifier: Apache-2.0 */
/* A dense tensor in row-major order, reference-counted. Rank 0 holds one element; a zero extent
 * means no elements. */
#ifndef TENON_TENSOR_TENSOR_H
#define TENON_TENSOR_TENSOR_H

#include "base/ctx.h"
#include "tensor/dtype.h"

/* Whose bytes tensors borrow, counted: `release` runs with the last reference. */
typedef struct TensorOwner {
    size_t refs;
    void (*release)(struct TensorOwner *self);
} TensorOwner;

static inline void tensor_owner_unref(TensorOwner *self) {
    if (--self->refs == 0) self->release(self);
}

typedef struct Tensor {
    Ctx *ctx;
    size_t refs;
    DType dtype;
    uint32_t ndim;
    int64_t *dims;
    size_t count; /* elements */
    size_t bytes; /* dtype_bytes of count; bits of the last byte that are no element's are 0 */
    /* 64-byte aligned, zeroed at first; NULL never. Borrowed data are neither, and not to be
     * written */
    void *data;
    size_t block;       /* bytes of this allocation */
    TensorOwner *owner; /* of borrowed data; NULL: they are the tensor's own */
} Tensor;

/* Elements of a shape; false when a dim is negative or the product (or the bytes) overflows. */
bool tensor_count(const int64_t *dims, uint32_t ndim, DType dtype, size_t *count, size_t *bytes);

/* One reference, the caller's; throws STATUS_MEMORY, STATUS_LIMIT when the size overflows or passes
 * limits.const_bytes. */
Tensor *tensor_new(Ctx *ctx, DType dtype, const int64_t *dims, uint32_t ndim);
/* The same of data that lie elsewhere, aligned or not: read them by tensor_at and dtype_read_...,
 * or copy. Takes a reference of the owner. */
Tensor *tensor_borrow(Ctx *ctx, DType dtype, const int64_t *dims, uint32_t ndim, const void *data,
                      TensorOwner *owner);
/* One reference of a tensor whose data are its own: self, or a copy. What leaves the library is
 * this. */
Tensor *tensor_owned(Tensor *self);
Tensor *tensor_ref(Tensor *self);
void tensor_unref(Tensor *self); /* NULL is allowed */

/* Holds a reference on the context's clean-ups while something that may throw is done with it. */
typedef struct {
    Cleanup cleanup;
    Tensor *tensor;
} TensorGuard;

void tensor_guard(TensorGuard *self, Tensor *tensor);
static inline void tensor_unguard(TensorGuard *self) { cleanup_pop(&self->cleanup); }

/* Same dtype, dims and bits; all NaN are equal. */
bool tensor_equal(const Tensor *a, const Tensor *b);
/* A hash that agrees with tensor_equal; of a few parts of a large tensor: what tells most apart. */
uint64_t tensor_hash(const Tensor *self);
uint64_t tensor_sample_hash(const Tensor *self);

/* For bytes from outside: in a bool tensor what is not 0 becomes 1, behind packed elements bits
 * become 0. */
void tensor_normalize(Tensor *self);
/* Is that so already? */
bool tensor_is_normal(DType dtype, size_t count, const void *data);

/* Element i, whatever the dtype. */
static inline double tensor_get_double(const Tensor *self, size_t i) {
    return dtype_get_double(self->dtype, self->data, i);
}
static inline int64_t tensor_get_int(const Tensor *self, size_t i) {
    return dtype_get_int(self->dtype, self->data, i);
}
static inline void tensor_set_double(Tensor *self, size_t i, double v) {
    dtype_set_double(self->dtype, self->data, i, v);
}
static inline bool tensor_set_int(Tensor *self, size_t i, int64_t v) {
    return dtype_set_int(self->dtype, self->data, i, v);
}

/* `n` elements of the same dtype, from element `from_at` on, to element `at` on. */
void tensor_copy(Tensor *self, size_t at, const Tensor *from, size_t from_at, size_t n);

/* Where element i lies; of no packed dtype. */
static inline void *tensor_at(const Tensor *self, size_t i) {
    return (char *)self->data + i * dtype_size(self->dtype);
}

#endif
