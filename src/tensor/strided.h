/* SPDX-License-Identifier: Apache-2.0 */
/* Copies between memory layouts. */
#ifndef TENON_TENSOR_STRIDED_H
#define TENON_TENSOR_STRIDED_H

#include "base/arena.h"

/* Copies an array of elements of `size` bytes (1, 2, 4 or 8), whose element (0, ..., 0) lies at
 * `src` and whose axis i steps by strides[i] bytes, into row-major order at `dst`. The two may not
 * overlap; strides may be negative or 0, and neither side need be aligned. The caller has checked
 * that every offset fits ptrdiff_t. Linear in the number of elements, whatever the rank. Throws
 * STATUS_MEMORY (from `scratch`) and STATUS_CANCELLED. */
void strided_copy(Arena *scratch, void *dst, const void *src, const int64_t *dims,
                  const int64_t *strides, uint32_t ndim, size_t size);

#endif
