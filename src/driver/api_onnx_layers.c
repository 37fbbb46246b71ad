/* SPDX-License-Identifier: Apache-2.0 */
/* The values inside an ONNX file, and copies of it that return some of them. */
#include "driver/api.h"
#include "onnx/onnx.h"

typedef struct {
    const char *const *names; /* NULL: list what there is */
    size_t n;
} Asked;

static TnStatus answer(TnContext *self, const char *path, const Asked *asked, TnText *out) {
    ApiInput file;
    Boundary b;
    volatile TnStatus status = TN_OK;
    *out = (TnText){.ptr = NULL};
    CTX_ENTER(&self->ctx, &b) {
        api_begin(self);
        Arena arena;
        StrBuf text;
        arena_init(&arena, &self->ctx);
        strbuf_init(&text, &arena);
        diag_source(&self->ctx, path, (Str){.len = 0});
        status = api_input_open(&file, self, path);
        if (status == TN_OK) {
            const Str bytes = {file.data, file.size};
            const bool ok = asked->names
                                ? onnx_with_outputs(&arena, bytes, asked->names, asked->n, &text)
                                : onnx_layers(&arena, bytes, &text);
            if (ok) api_text(self, strbuf_str(&text), out);
            api_input_close(&file);
        }
        arena_fini(&arena);
    }
    return api_leave(self, &b, status);
}

TnStatus tn_onnx_layers(TnContext *ctx, const char *path, TnText *out) {
    if (!ctx || !path || !out) return api_usage(ctx);
    return answer(ctx, path, &(Asked){.names = NULL}, out);
}

TnStatus tn_onnx_with_outputs(TnContext *ctx, const char *path, const char *const *names, size_t n,
                              TnText *out) {
    if (!ctx || !path || !names || !out) return api_usage(ctx);
    for (size_t i = 0; i < n; i++) {
        if (!names[i]) return api_usage(ctx);
    }
    return answer(ctx, path, &(Asked){.names = names, .n = n}, out);
}
