/* SPDX-License-Identifier: Apache-2.0 */
/* NumPy's .npy files (numpy.lib.format), versions 1.0, 2.0 and 3.0, read from memory and written to
 * it: one array of any rank.
 *
 * Read: bool, int8 to int64, uint8 to uint64, float16, float32, float64, of either byte order and
 * in C or Fortran order. A bool that is neither 0 nor 1 becomes 1, as NumPy takes it. Refused:
 * everything else that NumPy can store (structures, objects, strings, dates, complex numbers).
 *
 * NumPy has neither bfloat16 nor the small types. Files hold them as raw elements of two bytes,
 * '<V2', or of one, '<V1', which is what numpy.save writes for the arrays of Python's ml_dtypes;
 * npy_write does the same. An element of a packed type takes a byte there, integers with their
 * sign. Because raw elements may be anything, they are read only for a caller that says what they
 * mean: `raw`, DTYPE_VOID where they are to be refused.
 *
 * Thread rule: that of the context. */
#ifndef TENON_TENSOR_NPY_H
#define TENON_TENSOR_NPY_H

#include "base/strbuf.h"
#include "tensor/tensor.h"

/* The array in `bytes`, which must be one file from its first byte to its last. One reference, the
 * caller's; nothing keeps `bytes`. NULL after a diagnostic, which names the file `name` and the
 * offset of the byte at fault. Nothing is allocated for a size that `bytes` does not bear out.
 * Throws STATUS_MEMORY and STATUS_CANCELLED. Needs diag_begin. */
Tensor *npy_read(Ctx *ctx, const char *name, Str bytes, DType raw);

/* Appends the file: the bytes of numpy.save (NumPy 1.24 and later) for the same array in C order.
 * Version 1.0, or 2.0 when the shape's text passes 64 KiB. Throws STATUS_MEMORY. */
void npy_write(const Tensor *self, StrBuf *out);

/* The same with a file, through the context's I/O hook. STATUS_OK; STATUS_IO, STATUS_LIMIT or
 * STATUS_INVALID after a diagnostic, and *out is NULL. Throw as above. */
Status npy_read_file(Ctx *ctx, const char *path, DType raw, Tensor **out);
/* The same; elements that lie in the file as they do in memory are borrowed from the mapped file
 * (base/ctx.h says at what price), so that only what is looked at is read. Without the hook's `map`
 * it is npy_read_file. */
Status npy_map_file(Ctx *ctx, const char *path, DType raw, Tensor **out);
Status npy_write_file(const Tensor *self, const char *path);

#endif
