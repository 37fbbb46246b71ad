/* SPDX-License-Identifier: Apache-2.0 */
/* The tensor that an input says: from the caller's memory, from text, or from a file (.npy, .npz, a
 * TensorProto of ONNX in .pb). */
#include "api/api.h"

#include <string.h>

#include "base/diag.h"
#include "onnx/onnx.h"
#include "tensor/file.h"
#include "tensor/npz.h"
#include "tensor/strings.h"

static const Loc no_place = {.line = 0};

static bool has_ending(const char *path, const char *ending) {
    const size_t n = strlen(path), m = strlen(ending);
    return n > m && strcmp(path + n - m, ending) == 0;
}

/* TN_OK, or what opening the file gave, or TN_E_INVALID; after a report. */
static TnStatus read_proto(Ctx *ctx, const char *path, Tensor **out) {
    InputFile file;
    const Status status = file_open(&file, ctx, path);
    if (status != STATUS_OK) return (TnStatus)status;
    const char *name;
    Arena arena;
    arena_init(&arena, ctx);
    const DiagSource before = diag_source(ctx, path, (Str){.len = 0});
    Tensor *t = onnx_read_tensor(ctx, &arena, file.bytes, &name);
    diag_source_back(ctx, before);
    *out = t;
    arena_fini(&arena);
    file_close(&file);
    return t ? TN_OK : TN_E_INVALID;
}

/* The array of the input's name, or the only one. */
static TnStatus read_archive(Ctx *ctx, const TnInput *input, DType raw, bool in_parts,
                             Tensor **out) {
    Npz npz;
    npz_init(&npz, ctx);
    const char *name =
        input->name ? input->name : ""; /* each rank compares what it has a part of */
    const Status status = in_parts ? npz_map_or_read_file(&npz, input->path, raw, name)
                                   : npz_read_file(&npz, input->path, raw);
    Tensor *t = status == STATUS_OK && input->name ? npz_get(&npz, input->name) : NULL;
    if (status == STATUS_OK && !t && npz.n == 1) t = npz.arrays[0].tensor;
    if (status == STATUS_OK && !t) {
        enum { SHOWN = 8 };
        StrBuf names;
        strbuf_init(&names, &ctx->diags->arena);
        for (size_t i = 0; i < npz.n && i < SHOWN; i++)
            strbuf_printf(&names, "%s'%s'", i ? ", " : "", npz.arrays[i].name);
        if (npz.n > SHOWN) strbuf_printf(&names, " and %zu more", npz.n - SHOWN);
        Diag *d = diag_error(ctx, no_place, DIAG_VALUE, input->path);
        diag_expected(ctx, d, "an array '%s', or only one", input->name ? input->name : "");
        diag_found(ctx, d, "%s", npz.n ? strbuf_cstr(&names) : "none");
    }
    if (t) *out = tensor_ref(t);
    npz_fini(&npz);
    return t ? TN_OK : status == STATUS_OK ? TN_E_INVALID : (TnStatus)status;
}

TnStatus api_input_tensor(Ctx *ctx, const TnInput *input, DType want, bool in_parts, Tensor **out) {
    DType dtype;
    size_t count, bytes;
    *out = NULL;
    if (input->path) {
        return has_ending(input->path, ".pb") ? read_proto(ctx, input->path, out)
               : has_ending(input->path, ".npz")
                   ? read_archive(ctx, input, want, in_parts, out)
                   : (TnStatus)(in_parts ? npy_map_file : npy_read_file)(ctx, input->path, want,
                                                                         out);
    }
    if (input->dtype && strcmp(input->dtype, "literal") == 0) {
        if (!input->data) return TN_E_USAGE;
        const char *text = input->data;
        *out = api_literal(ctx, input->name ? input->name : "", str_c(text), want);
        return *out ? TN_OK : TN_E_INVALID;
    }
    bool ok = input->dtype && dtype_parse(str_c(input->dtype), &dtype) && dtype != DTYPE_VOID &&
              (!input->ndim || input->dims) &&
              tensor_count(input->dims, input->ndim, dtype, &count, &bytes) &&
              (!bytes || input->data);
    if (!ok) return TN_E_USAGE;
    ctx_given(ctx, bytes);
    *out = tensor_new(ctx, dtype, input->dims, input->ndim);
    if (dtype == DTYPE_STRING) {
        const char *const *texts = input->data;
        for (size_t i = 0; i < count; i++)
            tensor_set_string(*out, i, (Str){texts[i], texts[i] ? strlen(texts[i]) : 0});
        return TN_OK;
    }
    if (bytes) memcpy((*out)->data, input->data, bytes);
    tensor_normalize(*out);
    return TN_OK;
}
