/* SPDX-License-Identifier: Apache-2.0 */
/* NumPy's .npz files: zip archives of .npy files, read from memory and written to it with libzip.
 *
 * Read: stored and deflated entries. An array's name is its entry's without the ending .npy.
 * Archives are taken to be hostile: no entry is inflated before its size is checked against what
 * its compressed data can hold and, all entries together, against limits.const_bytes; entries that
 * share data, names that stand twice and encrypted entries are refused; checksums are verified.
 *
 * libzip allocates for itself, outside the context's accounting: about 300 bytes an entry, and for
 * writing the whole archive. Thread rule: that of the context. */
#ifndef TENON_TENSOR_NPZ_H
#define TENON_TENSOR_NPZ_H

#include "base/map.h"
#include "tensor/npy.h"

enum { NPZ_ENTRIES_MAX = UINT16_MAX }; /* more are refused, read or written */

typedef struct {
    const char *name;
    Tensor *tensor;
} NpzArray;

/* The arrays of an archive, in its order. Owns the names and one reference on each tensor. Must not
 * move while it is on the context's clean-ups. */
typedef struct {
    Ctx *ctx;
    NpzArray *arrays;
    size_t n;
    Arena arena;
    Map by_name;
    Cleanup cleanup;
} Npz;

/* Empty, and on the context's clean-ups: whatever is thrown frees it. */
void npz_init(Npz *self, Ctx *ctx);
void npz_fini(Npz *self);
/* It outlives the call: it leaves the clean-ups. Its owner calls npz_fini. */
void npz_keep(Npz *self);

/* Fills an empty Npz with the archive in `bytes`. False after a diagnostic, which names the file
 * `name` and the entry; some arrays may then be there. Nothing keeps `bytes`. Throws STATUS_MEMORY
 * and STATUS_CANCELLED. Needs diag_begin. */
bool npz_read(Npz *self, const char *name, Str bytes, DType raw);
/* The tensor of that name, borrowed; NULL when there is none. */
Tensor *npz_get(const Npz *self, const char *name);

/* Appends an archive of `n` arrays, in their order, stored: what numpy.load reads, and the same
 * bytes every time (no dates). The arrays are borrowed. False after a diagnostic when a name cannot
 * be one (longer than 65,531 bytes, not UTF-8, or standing twice) or there are too many. Throws
 * STATUS_MEMORY. */
bool npz_write(Ctx *ctx, const char *name, const NpzArray *arrays, size_t n, StrBuf *out);

/* The same with a file, through the context's I/O hook. STATUS_OK; STATUS_IO, STATUS_LIMIT or
 * STATUS_INVALID after a diagnostic. Throw as above. */
Status npz_read_file(Npz *self, const char *path, DType raw);
/* The same of an archive whose entries are not compressed, as npz_write leaves them: tensors borrow
 * what they hold from the mapped file (base/ctx.h says at what price), so that no more of it comes
 * into memory than is looked at. Entries' checksums are not compared. Other archives are refused.
 * Without the hook's `map` it is npz_read_file. */
Status npz_map_file(Npz *self, const char *path, DType raw);
/* The same; checked: of which array the checksum is compared, or the only one's, for which all of
 * it is read, but nothing of it kept (npz_all: of all; NULL: of none). An archive that cannot be
 * mapped so is read as by npz_read_file. */
extern const char npz_all[];
Status npz_map_or_read_file(Npz *self, const char *path, DType raw, const char *checked);
Status npz_write_file(Ctx *ctx, const char *path, const NpzArray *arrays, size_t n);

#endif
