/* SPDX-License-Identifier: Apache-2.0 */
/* Files of a call, through the context's hooks. A hook is foreign: it returns an errno value,
 * and what it handed over is released through its partner, whatever is thrown in between. */
#include "api/api.h"

#include <errno.h>
#include <stdio.h>

#include "base/files.h"

const char *api_path_name(const char *path) { return strcmp(path, "-") == 0 ? "<stdin>" : path; }

static ApiFormat format_of(const char *path) {
    static const struct {
        const char *ending;
        ApiFormat format;
    } endings[] = {{".py", FORMAT_TEXT},        {".relax", FORMAT_TEXT},
                   {".txt", FORMAT_TEXT},       {".onnx", FORMAT_ONNX},
                   {".mlir", FORMAT_STABLEHLO}, {".stablehlo", FORMAT_STABLEHLO}};
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
    diag_expected(
        ctx, d,
        "a name that ends in .py, .relax or .txt, or has no ending, for Relax text, or in .onnx, .mlir or .stablehlo");
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
    const int err =
        ctx->io.read(ctx->io.user, path, ctx->limits.input_bytes, &self->data, &self->size);
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

TnStatus api_output_pieces(TnContext *self, const char *path, const Str *pieces, size_t n) {
    const int err = files_write(&self->ctx, path, pieces, n);
    return err ? (TnStatus)files_report(&self->ctx, path, err) : TN_OK;
}

TnStatus api_output(TnContext *self, const char *path, Str text) {
    return api_output_pieces(self, path, &text, 1);
}

TnStatus api_outputs_end(TnContext *self, FilesPart *part, TnStatus status) {
    const char *path;
    bool is_emptied;
    const int err = files_part_end(part, status == TN_OK, &path, &is_emptied);
    return err ? (TnStatus)files_report_set(&self->ctx, path, err, is_emptied) : status;
}

/* --- Sets over several calls --- */

TnStatus tn_files_begin(TnContext *ctx) {
    if (!ctx || files_is_open(&ctx->ctx)) return api_usage(ctx);
    volatile TnStatus status = TN_OK;
    Boundary b;
    CTX_ENTER(&ctx->ctx, &b) {
        api_begin(ctx); /* the last call's diagnostics are not this one's */
        if (!files_begin(&ctx->ctx)) status = TN_E_MEMORY;
    }
    return api_leave(ctx, &b, status);
}

void tn_files_abandon(TnContext *ctx) {
    if (ctx) files_abandon(&ctx->ctx);
}

TnStatus tn_files_commit(TnContext *self) {
    if (!self || !files_is_open(&self->ctx)) return api_usage(self);
    volatile TnStatus status = TN_OK;
    Boundary b;
    CTX_ENTER(&self->ctx, &b) {
        const char *path;
        bool is_emptied;
        api_begin(self);
        const int err = files_commit(&self->ctx, &path, &is_emptied);
        if (err) status = (TnStatus)files_report_set(&self->ctx, path, err, is_emptied);
    }
    const TnStatus left = api_leave(self, &b, status);
    if (left != TN_OK) files_abandon(&self->ctx);
    return left;
}

TnStatus tn_file_write(TnContext *self, const char *path, const char *data, size_t size) {
    if (!self || !path || (!data && size)) return api_usage(self);
    volatile TnStatus status = TN_OK;
    Boundary b;
    CTX_ENTER(&self->ctx, &b) {
        api_begin(self);
        status = api_output(self, path, (Str){data ? data : "", size});
    }
    return api_leave(self, &b, status);
}
