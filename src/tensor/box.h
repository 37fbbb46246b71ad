/* SPDX-License-Identifier: Apache-2.0 */
/* A box out of a tensor: of each dim some elements that stand side by side. */
#ifndef TENON_TENSOR_BOX_H
#define TENON_TENSOR_BOX_H

#include "tensor/tensor.h"

/* The elements from first[d] on, dims[d] of them, of each dim d: one reference, the caller's. They
 * must lie within `whole`, which may be borrowed; no other element of it is looked at. Throws
 * STATUS_MEMORY and STATUS_CANCELLED. */
Tensor *tensor_box(Ctx *ctx, const Tensor *whole, const int64_t *first, const int64_t *dims);

#endif
