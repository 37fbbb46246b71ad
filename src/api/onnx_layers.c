/* SPDX-License-Identifier: Apache-2.0 */
/* What can be told of an ONNX file without a module: its nodes, the values inside it, and copies of
 * it that return some of these. */
#include "api/api.h"
#include "onnx/onnx.h"

/* The answer to one question about a file's bytes; false after a report. */
typedef struct Asked Asked;
struct Asked {
    bool (*answer)(const Asked *self, Arena *arena, Str bytes, StrBuf *out);
    const char *const *names;
    size_t n;
};

static bool layers(const Asked *self, Arena *arena, Str bytes, StrBuf *out) {
    (void)self;
    return onnx_layers(arena, bytes, out);
}

static bool with_outputs(const Asked *self, Arena *arena, Str bytes, StrBuf *out) {
    return onnx_with_outputs(arena, bytes, self->names, self->n, out);
}

static bool nodes(const Asked *self, Arena *arena, Str bytes, StrBuf *out) {
    (void)self;
    return onnx_count_nodes(arena, bytes, out);
}

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
            if (asked->answer(asked, &arena, bytes, &text)) api_text(self, strbuf_str(&text), out);
            api_input_close(&file);
        }
        arena_fini(&arena);
    }
    return api_leave(self, &b, status);
}

TnStatus tn_onnx_layers(TnContext *ctx, const char *path, TnText *out) {
    if (!ctx || !path || !out) return api_usage(ctx);
    return answer(ctx, path, &(Asked){.answer = layers}, out);
}

TnStatus tn_onnx_with_outputs(TnContext *ctx, const char *path, const char *const *names, size_t n,
                              TnText *out) {
    if (!ctx || !path || !names || !out) return api_usage(ctx);
    for (size_t i = 0; i < n; i++) {
        if (!names[i]) return api_usage(ctx);
    }
    return answer(ctx, path, &(Asked){.answer = with_outputs, .names = names, .n = n}, out);
}

TnStatus tn_onnx_nodes(TnContext *ctx, const char *path, TnText *out) {
    if (!ctx || !path || !out) return api_usage(ctx);
    return answer(ctx, path, &(Asked){.answer = nodes}, out);
}
