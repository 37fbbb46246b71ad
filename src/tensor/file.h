/* SPDX-License-Identifier: Apache-2.0 */
/* Whole files in and out of memory through the context's I/O hook, for the readers and writers of
 * tensor files. */
#ifndef TENON_TENSOR_FILE_H
#define TENON_TENSOR_FILE_H

#include "base/ctx.h"

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

/* STATUS_OK, or STATUS_IO after "cannot write". Throws STATUS_MEMORY. */
Status file_write(Ctx *ctx, const char *path, Str bytes);

#endif
