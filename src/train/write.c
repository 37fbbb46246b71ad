/* SPDX-License-Identifier: Apache-2.0 */
/* The weights that come out: in the ONNX file that they were read from, all else of it as it was;
 * as .npz; as .safetensors (a header in JSON, then the data). */
#include "base/files.h"
#include "ir/copy.h"
#include "passes/bind_params.h"
#include "passes/blocks.h"
#include "tensor/file.h"
#include "tensor/npz.h"
#include "train/parts.h"

static const Loc no_place = {.line = 0};

static Status write_pieces(Ctx *ctx, const char *path, const Str *pieces, size_t n) {
    const int err = files_write(ctx, path, pieces, n);
    return err ? files_report(ctx, path, err) : STATUS_OK;
}

static bool write_onnx(const TrainRun *self, Arena *arena, const char *path) {
    OnnxNewWeight *list = ARENA_ARRAY(arena, OnnxNewWeight, self->weights.len + 1);
    OnnxBytes out;
    for (size_t i = 0; i < self->weights.len; i++)
        list[i] = (OnnxNewWeight){self->weights.at[i].name, train_result(self, i)};
    diag_source(self->ctx, self->model->path, (Str){.len = 0});
    const OnnxNewWeights all = {list, self->weights.len, self->recipe_text};
    return onnx_with_weights(arena, self->model->onnx, &all, &out) &&
           write_pieces(self->ctx, path, out.pieces.at, out.pieces.len) == STATUS_OK;
}

static bool write_npz(const TrainRun *self, Arena *arena, const char *path) {
    NpzArray *list = ARENA_ARRAY(arena, NpzArray, self->weights.len + 1);
    for (size_t i = 0; i < self->weights.len; i++)
        list[i] = (NpzArray){self->weights.at[i].name, train_result(self, i)};
    return npz_write_file(self->ctx, path, list, self->weights.len) == STATUS_OK;
}

/* As the format calls them; NULL: it has none. */
static const char *safetensors_dtype(DType t) {
    static const struct {
        DType dtype;
        const char *name;
    } names[] = {{DTYPE_FLOAT64, "F64"}, {DTYPE_FLOAT32, "F32"},   {DTYPE_FLOAT16, "F16"},
                 {DTYPE_INT64, "I64"},   {DTYPE_BFLOAT16, "BF16"}, {DTYPE_INT32, "I32"},
                 {DTYPE_INT16, "I16"},   {DTYPE_INT8, "I8"},       {DTYPE_UINT8, "U8"},
                 {DTYPE_BOOL, "BOOL"}};
    for (size_t i = 0; i < ARRAY_LEN(names); i++) {
        if (names[i].dtype == t) return names[i].name;
    }
    return NULL;
}

/* A string of JSON; names are UTF-8, or their bytes beyond ASCII are replaced. */
static void put_json(StrBuf *out, const char *s) {
    strbuf_putc(out, '"');
    for (size_t n; *s; s += n) {
        const unsigned char c = (unsigned char)*s;
        n = utf8_len(s, strlen(s));
        if (!n) {
            strbuf_putc(out, '?');
            n = 1;
        } else if (c == '"' || c == '\\') {
            strbuf_printf(out, "\\%c", c);
        } else if (c < 0x20) {
            strbuf_printf(out, "\\u%04x", c);
        } else {
            strbuf_add(out, s, n);
        }
    }
    strbuf_putc(out, '"');
}

static bool write_safetensors(const TrainRun *self, Arena *arena, const char *path) {
    const size_t n = self->weights.len;
    Str *pieces = ARENA_ARRAY(arena, Str, n + 2);
    StrBuf head;
    size_t at = 0, n_pieces = 2;
    strbuf_init(&head, arena);
    strbuf_putc(&head, '{');
    for (size_t i = 0; i < n; i++) {
        const Tensor *t = train_result(self, i);
        const char *dtype = safetensors_dtype(t->dtype);
        if (!dtype) {
            diag_error(self->ctx, no_place, DIAG_WRITE, path,
                       diag_fmt(self->ctx, "'%s' is of %s, which safetensors do not have",
                                self->weights.at[i].name, dtype_name(t->dtype)));
            return false;
        }
        if (i) strbuf_putc(&head, ',');
        put_json(&head, self->weights.at[i].name);
        strbuf_printf(&head, ":{\"dtype\":\"%s\",\"shape\":[", dtype);
        for (uint32_t d = 0; d < t->ndim; d++)
            strbuf_printf(&head, "%s%lld", d ? "," : "", (long long)t->dims[d]);
        strbuf_printf(&head, "],\"data_offsets\":[%zu,%zu]}", at, at + t->bytes);
        at += t->bytes;
        if (t->bytes) pieces[n_pieces++] = (Str){t->data, t->bytes};
    }
    strbuf_putc(&head, '}');
    while (head.text.len % 8) strbuf_putc(&head, ' '); /* so the data are aligned */
    char *length = arena_alloc(arena, 8);
    for (int i = 0; i < 8; i++) length[i] = (char)((uint64_t)head.text.len >> (8 * i));
    pieces[0] = (Str){length, 8};
    pieces[1] = strbuf_str(&head);
    return write_pieces(self->ctx, path, pieces, n_pieces) == STATUS_OK;
}

static bool ends_with(const char *path, const char *end) {
    const size_t n = strlen(path), k = strlen(end);
    return n > k && strcmp(path + n - k, end) == 0;
}

bool train_writes(const TrainRun *self, const char *path) {
    return ends_with(path, ".npz") || ends_with(path, ".safetensors") ||
           (ends_with(path, ".onnx") && self->model->onnx.len);
}

bool train_write(const TrainRun *self, const char *path) {
    Arena arena;
    arena_init(&arena, self->ctx);
    const bool ok = ends_with(path, ".npz")           ? write_npz(self, &arena, path)
                    : ends_with(path, ".safetensors") ? write_safetensors(self, &arena, path)
                                                      : write_onnx(self, &arena, path);
    arena_fini(&arena);
    return ok;
}

IrModule *train_bound(const TrainRun *self) {
    IrModule *m = ir_module_copy(self->model->m);
    Arena arena;
    arena_init(&arena, self->ctx);
    IrFunction *fn = blocks_public_function(m, self->model->function);
    BindParam *list = ARENA_ARRAY(&arena, BindParam, self->weights.len + 1);
    for (size_t i = 0; fn && i < self->weights.len; i++)
        list[i] = (BindParam){.index = self->n_inputs + i,
                              .tensor = train_result(self, i),
                              .constant = self->weights.at[i].name};
    const bool ok = fn && pass_bind_params(m, fn, list, self->weights.len);
    arena_fini(&arena);
    fn = ok ? blocks_public_function(m, self->model->function) : NULL; /* a new version */
    if (fn && self->recipe_text) ir_function_set_string(fn, ONNX_RECIPE, self->recipe_text);
    if (ok) return m;
    ir_module_free(m);
    return NULL;
}
