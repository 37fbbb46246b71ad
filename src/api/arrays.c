/* SPDX-License-Identifier: Apache-2.0 */
/* Files of named arrays. */
#include "api/api.h"
#include "base/diag.h"
#include "tensor/safetensors.h"

static const Loc no_place = {.line = 0};

/* Whether it is .npz; *ok: whether it has an ending of such a file, else it was reported. */
static bool is_npz(Ctx *ctx, const char *path, bool *ok) {
    const char *dot = strrchr(path, '.');
    const bool npz = dot && strcmp(dot, ".npz") == 0;
    *ok = npz || (dot && strcmp(dot, ".safetensors") == 0);
    if (*ok) return npz;
    Diag *d = diag_error(ctx, no_place, DIAG_VALUE,
                         diag_fmt(ctx, "'%s' has no ending of a file of arrays", path));
    diag_expected(ctx, d, ".npz or .safetensors");
    return false;
}

static TnTensorInfo info_of(const NpzArray *a) {
    const Tensor *t = a->tensor;
    return (TnTensorInfo){.name = a->name,
                          .dtype = dtype_name(t->dtype),
                          .ndim = t->ndim,
                          .dims = t->dims,
                          .count = t->count,
                          .bytes = t->bytes,
                          .data = t->data};
}

TnStatus tn_arrays_read(TnContext *ctx, const char *path,
                        TnStatus (*take)(void *user, const TnTensorInfo *array), void *user) {
    Boundary b;
    volatile Status status = STATUS_OK;
    volatile TnStatus taken = TN_OK;
    if (!ctx || !path || !take) return api_usage(ctx);
    CTX_ENTER(&ctx->ctx, &b) {
        Npz npz;
        bool ok;
        api_begin(ctx);
        npz_init(&npz, &ctx->ctx);
        const bool zipped = is_npz(&ctx->ctx, path, &ok);
        if (ok)
            status =
                zipped ? npz_read_file(&npz, path, DTYPE_VOID) : safetensors_read_file(&npz, path);
        for (size_t i = 0; ok && status == STATUS_OK && i < npz.n && taken == TN_OK; i++) {
            const TnTensorInfo info = info_of(&npz.arrays[i]);
            taken = take(user, &info);
        }
        npz_fini(&npz);
    }
    const TnStatus left = api_leave(ctx, &b, status == STATUS_IO ? TN_E_IO : TN_OK);
    return left == TN_OK ? taken : left;
}

/* The arrays as they were given; data are borrowed. False: one is out of its contract. */
static bool lend(Arena *arena, const TnTensorInfo *from, size_t n, NpzArray *out) {
    for (size_t i = 0; i < n; i++) {
        const TnTensorInfo *a = &from[i];
        DType dtype;
        size_t count, bytes;
        if (!a->name || !a->dtype || (a->ndim && !a->dims) || a->ndim > TN_RANK_MAX ||
            !dtype_parse(str_c(a->dtype), &dtype) || dtype == DTYPE_VOID || dtype == DTYPE_STRING ||
            dtype_is_packed(dtype) || !tensor_count(a->dims, a->ndim, dtype, &count, &bytes) ||
            (bytes && !a->data))
            return false;
        Tensor *t = ARENA_NEW(arena, Tensor);
        int64_t *dims = ARENA_ARRAY(arena, int64_t, (size_t)a->ndim + 1);
        if (a->ndim) memcpy(dims, a->dims, a->ndim * sizeof *dims);
        *t = (Tensor){.dtype = dtype,
                      .ndim = a->ndim,
                      .dims = dims,
                      .count = count,
                      .bytes = bytes,
                      .data = (void *)(uintptr_t)a->data};
        out[i] = (NpzArray){a->name, t};
    }
    return true;
}

TnStatus tn_arrays_write(TnContext *ctx, const char *path, const TnTensorInfo *arrays, size_t n) {
    Boundary b;
    volatile TnStatus status = TN_OK;
    if (!ctx || !path || (n && !arrays)) return api_usage(ctx);
    CTX_ENTER(&ctx->ctx, &b) {
        Arena arena;
        bool ok;
        api_begin(ctx);
        arena_init(&arena, &ctx->ctx);
        NpzArray *list = ARENA_ARRAY(&arena, NpzArray, n + 1);
        const bool zipped = is_npz(&ctx->ctx, path, &ok);
        if (!lend(&arena, arrays, n, list)) {
            status = TN_E_USAGE;
        } else if (ok) {
            const Status is =
                (zipped ? npz_write_file : safetensors_write_file)(&ctx->ctx, path, list, n);
            if (is == STATUS_IO) status = TN_E_IO;
        }
        arena_fini(&arena);
    }
    return api_leave(ctx, &b, status);
}
