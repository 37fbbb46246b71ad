/* SPDX-License-Identifier: Apache-2.0 */
/* Files of safetensors: eight bytes of length, a header in JSON that says of each tensor its name,
 * type, shape and where its data are, then the data.
 *
 * Read: the header by the format's own rules (one object of objects; at most 100 MB; data that lie
 * side by side and fill the file), all else is refused with the byte where it stands. Nothing is
 * taken as long as a header says before the file's length bounds it. Types that there are here:
 * F64, F32, F16, BF16, I64, I32, I16, I8, U64, U32, U16, U8, BOOL, F8_E4M3, F8_E5M2. */
#ifndef TENON_TENSOR_SAFETENSORS_H
#define TENON_TENSOR_SAFETENSORS_H

#include "tensor/npz.h"

/* Fills an empty Npz, in the order of the header. As npz_read_file. */
Status safetensors_read_file(Npz *self, const char *path);
/* The same; tensors borrow what they hold from the mapped file, as npz_map_file has it. */
Status safetensors_map_file(Npz *self, const char *path);
/* The arrays in their order. STATUS_OK; STATUS_IO after a diagnostic: it cannot be written, a type
 * has no name in the format, or a name stands twice or is "__metadata__". */
Status safetensors_write_file(Ctx *ctx, const char *path, const NpzArray *arrays, size_t n);

#endif
