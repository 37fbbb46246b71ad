/* SPDX-License-Identifier: Apache-2.0 */
/* DLPack (dlpack.h, version 0.6): tensors from and to other libraries of the same process. Memory
 * of the CPU only. A bool travels as kDLBool, which later versions of dlpack.h added with the same
 * structures; what older producers make of it (an unsigned integer of 1 bit, a byte each) is read
 * too. So do the floats of 8 and 4 bits with the codes of version 1.1; types of fewer than 8 bits
 * are packed, as that version has it.
 *
 * A DLTensor does not say how large its memory is: one that lies about its shape cannot be
 * found out. */
#ifndef TENON_TENSOR_DLPACK_H
#define TENON_TENSOR_DLPACK_H

#include <dlpack/dlpack.h>

#include "tensor/tensor.h"

/* A view of the tensor's memory, never NULL, which holds a reference until its deleter is called:
 * once, by the consumer, on the thread of the tensor's context and before that context ends. The
 * consumer must not write through it while others hold the tensor. Throws STATUS_MEMORY. */
DLManagedTensor *dlpack_export(Tensor *self);

/* A copy in row-major order of what `tensor` (borrowed) shows, any strides, which count elements
 * and may be NULL, 0 or negative. One reference, the caller's. NULL after a diagnostic: another
 * device, a type that Tenon has not (or lanes), rank over limits.rank, a size over
 * limits.const_bytes, a place that no address has. Throws STATUS_MEMORY and STATUS_CANCELLED. Needs
 * diag_begin. */
Tensor *dlpack_copy(Ctx *ctx, const DLTensor *tensor);
/* The same, and takes over `own_tensor`: its deleter, when it has one, is called once, whether this
 * returns a tensor, NULL or throws. */
Tensor *dlpack_import(Ctx *ctx, DLManagedTensor *own_tensor);

#endif
