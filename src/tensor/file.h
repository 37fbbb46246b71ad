/* SPDX-License-Identifier: Apache-2.0 */
/* Whole files in and out of memory through the context's I/O hook, for the readers and writers of
 * tensor files. */
#ifndef TENON_TENSOR_FILE_H
#define TENON_TENSOR_FILE_H

#include "tensor/tensor.h"

/* A file's bytes, borrowed from the hook until file_close. On the context's clean-ups meanwhile, so
 * it must not move. */
typedef struct {
    Ctx *ctx;
    Str bytes;
    Cleanup cleanup;
} InputFile;

/* STATUS_OK: opened, and file_close is due. STATUS_IO after "cannot read", STATUS_LIMIT after "more
 * than limits.input_bytes", and nothing is held. Throws STATUS_MEMORY. */
Status file_open(InputFile *self, Ctx *ctx, const char *path);
void file_close(InputFile *self);

/* A file's bytes that tensors may borrow (`owner`), by the hook's `map`: given back with the last
 * reference. */
typedef struct {
    TensorOwner owner;
    Ctx *ctx;
    IoBytes mapped;
    size_t beside;   /* of Ctx.beside */
    Cleanup cleanup; /* gives up the opener's reference when something is thrown */
} SharedFile;

/* As file_open, with a reference that is the caller's until file_share_end. `beside`: the file in
 * whose folder or below it `path` must lie; NULL: anywhere. Returns an errno value, and reports
 * nothing. Needs the hook's `map`. */
int file_share(Ctx *ctx, const char *beside, const char *path, size_t limit, SharedFile **out);
/* These bytes of it are not read again soon. */
void file_share_passed(const SharedFile *self, const char *from, const char *to);
/* What is read is read; ESTALE where the file was changed meanwhile, else 0. Drops the caller's
 * reference. */
int file_share_end(SharedFile *self);

/* The status of an errno value of reading that file, behind a report. Throws STATUS_MEMORY. */
Status file_report(Ctx *ctx, const char *path, int err);

/* STATUS_OK, or STATUS_IO after "cannot write". Throws STATUS_MEMORY. */
Status file_write(Ctx *ctx, const char *path, Str bytes);

#endif
