/* SPDX-License-Identifier: Apache-2.0 */
/* The header of an .npy file, for npy.c and npz.c. */
#ifndef TENON_TENSOR_NPY_PARTS_H
#define TENON_TENSOR_NPY_PARTS_H

#include "base/diag.h"
#include "tensor/npy.h"

typedef struct {
    DType dtype;
    bool swap;    /* the elements' bytes are in the order that this machine has not */
    bool fortran; /* the first axis varies fastest */
    uint32_t ndim;
    int64_t *dims; /* in the scratch arena; the product is checked by npy.c */
    size_t end;    /* offset of the first byte of data */
} NpyHeader;

/* False after a diagnostic. Reads no further than the header. */
bool npy_header_read(NpyHeader *self, Arena *scratch, const char *name, Str bytes, DType raw);
/* npy_read of bytes that the owner keeps; the tensor borrows the elements where they lie there as
 * they do in memory. */
Tensor *npy_borrow(Ctx *ctx, const char *name, Str bytes, DType raw, TensorOwner *owner);
void npy_header_write(const Tensor *tensor, StrBuf *out);

/* Reports what is wrong at a byte of the file `name`. May return NULL, as diag_error. */
Diag *npy_error(Ctx *ctx, const char *name, size_t at, const char *what);
/* Reports that a limit is passed: more than `limit` of `what`. */
void npy_limit_error(Ctx *ctx, const char *name, size_t limit, const char *what);

#endif
