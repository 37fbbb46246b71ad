/* SPDX-License-Identifier: Apache-2.0 */
/* Files of a call, through the context's hooks. A hook is foreign: it returns an errno value,
 * and what it handed over is released through its partner, whatever is thrown in between. */
#include "driver/api.h"

#include <errno.h>
#include <stdio.h>

const char *api_path_name(const char *path) { return strcmp(path, "-") == 0 ? "<stdin>" : path; }

static ApiFormat format_of(const char *path) {
    static const struct {
        const char *ending;
        ApiFormat format;
    } endings[] = {{".py", FORMAT_TEXT},
                   {".relax", FORMAT_TEXT},
                   {".txt", FORMAT_TEXT},
                   {".onnx", FORMAT_ONNX}};
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    const char *dot = strrchr(name, '.');
    if (!dot || dot == name) return FORMAT_TEXT; /* "-", and what a shell makes: /dev/fd/63 */
    for (size_t i = 0; i < ARRAY_LEN(endings); i++) {
        if (strcmp(dot, endings[i].ending) == 0) return endings[i].format;
    }
    return FORMAT_UNKNOWN;
}

ApiFormat api_format(TnContext *self, const char *path, DiagId id) {
    Ctx *ctx = &self->ctx;
    const Loc no_place = {.line = 0};
    const ApiFormat format = format_of(path);
    if (format != FORMAT_UNKNOWN) return format;
    Diag *d = diag_error(ctx, no_place, id, path, "its ending names no format");
    diag_expected(ctx, d, "a name that ends in .py, .relax or .txt, or has no ending, for Relax text, or in .onnx");
    return FORMAT_UNKNOWN;
}

static TnStatus report_errno(TnContext *self, DiagId id, const char *name, int err) {
    if (err == ENOMEM) ctx_throw(&self->ctx, STATUS_MEMORY);
    char text[128];
    diag_error(&self->ctx, (Loc){.line = 0}, id, name, strerror_r(err, text, sizeof text));
    return TN_E_IO;
}

static void release(Cleanup *node) {
    api_input_close((ApiInput *)(void *)((char *)node - offsetof(ApiInput, cleanup)));
}

/* What opening gave: opened, too large, or another errno value. */
static TnStatus opened(ApiInput *self, int err) {
    Ctx *ctx = &self->context->ctx;
    const size_t limit = ctx->limits.input_bytes;
    const char *name = api_path_name(self->path);
    if (err == EFBIG || (err == 0 && self->size > limit)) {
        diag_error(ctx, (Loc){.line = 0}, DIAG_TOO_MANY, diag_fmt(ctx, "%zu", limit),
                   diag_fmt(ctx, "bytes in '%s'", name));
        api_input_close(self);
        return TN_OK; /* the diagnostic decides */
    }
    return err ? report_errno(self->context, DIAG_READ, name, err) : TN_OK;
}

TnStatus api_input_open(ApiInput *self, TnContext *context, const char *path) {
    Ctx *ctx = &context->ctx;
    *self = (ApiInput){.context = context, .path = path};
    const int err = ctx->io.read(ctx->io.user, path, ctx->limits.input_bytes, &self->data, &self->size);
    if (err == 0) cleanup_push(ctx, &self->cleanup, release);
    return opened(self, err);
}

TnStatus api_input_share(ApiInput *self, TnContext *context, const char *path) {
    Ctx *ctx = &context->ctx;
    if (!ctx->io.map) return api_input_open(self, context, path);
    *self = (ApiInput){.context = context, .path = path};
    const int err = file_share(ctx, NULL, path, ctx->limits.input_bytes, &self->shared);
    if (err == 0) {
        self->data = self->shared->mapped.data;
        self->size = self->shared->mapped.size;
    }
    return opened(self, err);
}

TnStatus api_input_close(ApiInput *self) {
    SharedFile *shared = self->shared;
    self->shared = NULL;
    if (shared && file_share_end(shared) != 0)
        return report_errno(self->context, DIAG_READ, api_path_name(self->path), ESTALE);
    if (!self->cleanup.run) return TN_OK;
    const Io *io = &self->context->ctx.io;
    cleanup_pop(&self->cleanup);
    self->cleanup.run = NULL;
    io->release(io->user, self->data, self->size);
    return TN_OK;
}

TnStatus api_output(TnContext *self, const char *path, Str text) {
    const Io *io = &self->ctx.io;
    int err = io->write(io->user, path, text.len ? text.ptr : "", text.len);
    if (!err) return TN_OK;
    return report_errno(self, DIAG_WRITE, strcmp(path, "-") == 0 ? "<stdout>" : path, err);
}

TnStatus api_output_pieces(TnContext *self, const char *path, const Str *pieces, size_t n) {
    const Io *io = &self->ctx.io;
    Arena arena;
    int err;
    if (io->write_pieces) {
        err = io->write_pieces(io->user, path, pieces, n);
    } else {
        StrBuf all;
        arena_init(&arena, &self->ctx);
        strbuf_init(&all, &arena);
        for (size_t i = 0; i < n; i++) strbuf_add(&all, pieces[i].ptr, pieces[i].len);
        err = io->write(io->user, path, all.text.len ? all.text.at : "", all.text.len);
        arena_fini(&arena);
    }
    return err ? report_errno(self, DIAG_WRITE, path, err) : TN_OK;
}
