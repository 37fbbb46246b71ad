/* SPDX-License-Identifier: Apache-2.0 */
/* The hook is foreign: it returns an errno value and never unwinds. What it handed over hangs on
 * the clean-ups until it is released through its partner. */
#include "tensor/file.h"

#include <errno.h>

#include "base/diag.h"
#include "base/files.h"
#include "base/io.h"

static void release(InputFile *self) {
    const Io *io = &self->ctx->io;
    io->release(io->user, self->bytes.ptr, self->bytes.len);
}

static void file_cleanup(Cleanup *node) {
    release((InputFile *)(void *)((char *)node - offsetof(InputFile, cleanup)));
}

static Status too_long(Ctx *ctx, const char *path) {
    diag_error(ctx, (Loc){0}, DIAG_TOO_MANY, diag_fmt(ctx, "%zu", ctx->limits.input_bytes),
               diag_fmt(ctx, "bytes in '%s'", path));
    return STATUS_LIMIT;
}

Status file_report(Ctx *ctx, const char *path, int err) {
    if (err == ENOMEM) ctx_throw(ctx, STATUS_MEMORY);
    if (err == EFBIG) return too_long(ctx, path);
    char text[128];
    diag_error(ctx, (Loc){0}, DIAG_READ, path, strerror_r(err, text, sizeof text));
    return STATUS_IO;
}

Status file_open(InputFile *self, Ctx *ctx, const char *path) {
    const size_t limit = ctx->limits.input_bytes;
    *self = (InputFile){.ctx = ctx};
    int err = ctx->io.read(ctx->io.user, path, limit, &self->bytes.ptr, &self->bytes.len);
    if (err) return file_report(ctx, path, err);
    cleanup_push(ctx, &self->cleanup, file_cleanup);
    if (self->bytes.len <= limit) {
        ctx_given(ctx, self->bytes.len);
        return STATUS_OK;
    }
    file_close(self);
    return too_long(ctx, path);
}

void file_close(InputFile *self) {
    cleanup_pop(&self->cleanup);
    release(self);
}

static void share_release(TensorOwner *owner) {
    SharedFile *self = (SharedFile *)(void *)owner;
    Ctx *ctx = self->ctx;
    ctx->beside -= self->beside;
    ctx->io.unmap(ctx->io.user, self->mapped);
    ctx_resize(ctx, self, sizeof *self, 0);
}

static void share_cleanup(Cleanup *node) {
    SharedFile *self = (SharedFile *)(void *)((char *)node - offsetof(SharedFile, cleanup));
    tensor_owner_unref(&self->owner);
}

int file_share(Ctx *ctx, const char *beside, const char *path, size_t limit, SharedFile **out) {
    const Io *io = &ctx->io;
    SharedFile *self = ctx_resize(ctx, NULL, 0, sizeof *self);
    *self = (SharedFile){.owner = {.refs = 1, .release = share_release}, .ctx = ctx};
    const int err = beside ? io->map_beside(io->user, beside, path, &self->mapped)
                           : io->map(io->user, path, limit, &self->mapped);
    *out = err ? NULL : self;
    if (beside && !err) ctx->beside += self->beside = self->mapped.size;
    if (err)
        ctx_resize(ctx, self, sizeof *self, 0);
    else
        cleanup_push(ctx, &self->cleanup, share_cleanup);
    return err;
}

void file_share_passed(const SharedFile *self, const char *from, const char *to) {
    if (from < to) io_passed(&self->ctx->io, &self->mapped, (Str){from, (size_t)(to - from)});
}

int file_share_end(SharedFile *self) {
    const Io *io = &self->ctx->io;
    const int err = io->settle(io->user, &self->mapped);
    cleanup_pop(&self->cleanup);
    tensor_owner_unref(&self->owner);
    return err;
}

Status file_write(Ctx *ctx, const char *path, Str bytes) {
    const int err = files_write(ctx, path, &bytes, 1);
    return err ? files_report(ctx, path, err) : STATUS_OK;
}
