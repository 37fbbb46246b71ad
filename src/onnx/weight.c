/* SPDX-License-Identifier: Apache-2.0 */
/* TensorProto to tensor: raw bytes, or one of the typed lists, which must hold exactly the
 * elements, or bytes of a file beside the model's. */
#include <errno.h>

#include "onnx/import.h"
#include "tensor/strings.h"

static const Loc no_place = {.line = 0};

static Tensor *lacks(OnnxImport *im, const char *what, const char *how) {
    diag_error(im->ctx, no_place, DIAG_UNSUPPORTED,
               diag_fmt(im->ctx, "the tensor '%s': %s", what, how));
    return NULL;
}

static Tensor *fail(OnnxImport *im, const char *what, const char *why) {
    diag_error(im->ctx, no_place, DIAG_VALUE, diag_fmt(im->ctx, "the tensor '%s': %s", what, why));
    return NULL;
}

/* The typed list that holds elements of t's type, and how many there are. */
static size_t typed_count(const OnnxTensor *t, DType dtype) {
    switch (dtype) {
    case DTYPE_STRING: return t->strings.len;
    case DTYPE_FLOAT32: return t->floats.len;
    case DTYPE_FLOAT64: return t->doubles.len;
    case DTYPE_INT64: return t->int64s.len;
    case DTYPE_UINT32:
    case DTYPE_UINT64: return t->uint64s.len;
    default: return t->int32s.len;
    }
}

/* False when an element is not of the type. */
static bool typed_element(const OnnxTensor *t, DType dtype, size_t i, void *at) {
    switch (dtype) {
    case DTYPE_FLOAT32: memcpy(at, &t->floats.at[i], 4); return true;
    case DTYPE_FLOAT64: memcpy(at, &t->doubles.at[i], 8); return true;
    case DTYPE_INT64: memcpy(at, &t->int64s.at[i], 8); return true;
    case DTYPE_UINT64: memcpy(at, &t->uint64s.at[i], 8); return true;
    case DTYPE_UINT32: return t->uint64s.at[i] >= 0 && dtype_write_int(dtype, at, t->uint64s.at[i]);
    case DTYPE_FLOAT16:
    case DTYPE_BFLOAT16: { /* their bits */
        const uint16_t bits = (uint16_t)t->int32s.at[i];
        memcpy(at, &bits, 2);
        return t->int32s.at[i] >= 0 && t->int32s.at[i] <= UINT16_MAX;
    }
    case DTYPE_BOOL: *(uint8_t *)at = t->int32s.at[i] != 0; return true;
    default: break;
    }
    if (!dtype_is_small(dtype)) return dtype_write_int(dtype, at, t->int32s.at[i]);
    *(uint8_t *)at =
        (uint8_t)t->int32s.at[i]; /* a byte: the code of a float8, or the elements packed in it */
    return t->int32s.at[i] >= INT8_MIN && t->int32s.at[i] <= UINT8_MAX;
}

static size_t lists(const OnnxTensor *t) {
    return (t->floats.len != 0) + (t->doubles.len != 0) + (t->int32s.len != 0) +
           (t->int64s.len != 0) + (t->uint64s.len != 0) + (t->strings.len != 0) + (t->has_raw != 0);
}

/* Where data in another file lie. */
typedef struct {
    Str path;
    uint64_t offset, length;
    bool has_length;
} External;

/* Decimal digits, and nothing else. */
static bool number(Str s, uint64_t *out) {
    *out = 0;
    for (size_t i = 0; i < s.len; i++) {
        const unsigned digit = (unsigned)(unsigned char)s.ptr[i] - '0';
        if (digit > 9 || __builtin_mul_overflow(*out, 10, out) ||
            __builtin_add_overflow(*out, digit, out))
            return false;
    }
    return s.len > 0;
}

/* Keys that are not known (a checksum) do not matter. */
static bool read_external(OnnxImport *im, const OnnxTensor *t, const char *what, External *out) {
    unsigned seen = 0;
    *out = (External){.offset = 0};
    for (size_t i = 0; i < t->external.len; i++) {
        const OnnxEntry *e = t->external.at[i];
        const unsigned key = str_eq_c(e->key, "location") ? 1
                             : str_eq_c(e->key, "offset") ? 2
                             : str_eq_c(e->key, "length") ? 4
                                                          : 0;
        if (seen & key) return fail(im, what, "its place in another file is given twice");
        seen |= key;
        if (key == 1) out->path = e->value;
        if ((key == 2 && !number(e->value, &out->offset)) ||
            (key == 4 && !number(e->value, &out->length))) {
            return fail(im, what, "its place in another file is no number, or too large");
        }
        out->has_length |= key == 4;
    }
    if (!out->path.len) return fail(im, what, "its data lie in another file, and none is named");
    if (out->path.ptr[0] == '/' || memchr(out->path.ptr, 0, out->path.len))
        return fail(im, what, "its data lie in a file whose path is not relative");
    return true;
}

/* What is not worth a mapping is copied. So is a bool, which may be any byte, and what code may
 * read as an array of integers and does not lie as such. */
enum { BORROW_MIN = 4096 };

static bool is_borrowed(DType dtype, Str raw, size_t count) {
    const bool is_aligned = (uintptr_t)raw.ptr % dtype_size_up(dtype) == 0;
    if (dtype_is_packed(dtype) && !tensor_is_normal(dtype, count, raw.ptr)) return false;
    return raw.len >= BORROW_MIN && dtype != DTYPE_BOOL && (dtype_is_float(dtype) || is_aligned);
}

/* The bytes are little-endian, as we are. */
static Tensor *raw_tensor(OnnxImport *im, const OnnxTensor *t, DType dtype, Str raw,
                          TensorOwner *owner) {
    const uint32_t ndim = (uint32_t)t->dims.len;
    size_t count = 0, bytes;
    /* the caller has seen that it fits */
    (void)tensor_count(t->dims.at, ndim, dtype, &count, &bytes);
    if (owner && is_borrowed(dtype, raw, count))
        return tensor_borrow(im->ctx, dtype, t->dims.at, ndim, raw.ptr, owner);
    Tensor *x = tensor_new(im->ctx, dtype, t->dims.at, ndim);
    if (raw.len) memcpy(x->data, raw.ptr, raw.len);
    tensor_normalize(x);
    return x;
}

/* A file beside the model: opened for the first tensor that lies in it. `error` is an errno
 * value. */
static OnnxFile *open_file(OnnxImport *im, const char *path) {
    const uint64_t hash = hash_bytes(im->ctx, path, strlen(path));
    for (MapIter it = map_find(&im->files, hash); map_next(&im->files, &it);) {
        OnnxFile *f = it.value;
        if (strcmp(f->path, path) == 0) return f;
    }
    OnnxFile *f = ARENA_NEW(&im->arena, OnnxFile);
    f->path = path;
    vec_reserve(&im->arena, &im->opened, 1);
    f->error = file_share(im->ctx, im->path, path, 0, &f->shared);
    if (f->error == ENOMEM) ctx_throw(im->ctx, STATUS_MEMORY);
    if (!f->error) {
        /* the import's clean-up has it: a node that fails does not close it */
        cleanup_pop(&f->shared->cleanup);
        im->opened.at[im->opened.len++] = f;
        const char *slash = strrchr(im->path, '/');
        const int folder = slash ? (int)(slash - im->path) + 1 : 0;
        vec_push(&im->m->arena, &im->m->data_files,
                 arena_printf(&im->m->arena, "%.*s%s", folder, im->path, path));
    }
    map_add(&im->files, hash, f);
    return f;
}

bool onnx_files_end(OnnxImport *im) {
    bool ok = true;
    for (size_t i = 0; i < im->opened.len; i++) {
        OnnxFile *f = im->opened.at[i];
        SharedFile *shared = f->shared;
        f->shared = NULL;
        if (file_share_end(shared) == 0) continue;
        diag_error(im->ctx, no_place, DIAG_READ, f->path, "it was changed while it was read");
        ok = false;
    }
    return ok;
}

static Tensor *load_external(OnnxImport *im, const OnnxTensor *t, const char *what, DType dtype,
                             size_t bytes) {
    Ctx *ctx = im->ctx;
    External e;
    if (!ctx->io.map_beside || !im->path) return lacks(im, what, "data in another file");
    if (lists(t)) return fail(im, what, "it has elements of two kinds");
    if (!read_external(im, t, what, &e)) return NULL;
    if (e.has_length && e.length != bytes) {
        Diag *d = diag_error(ctx, no_place, DIAG_VALUE,
                             diag_fmt(ctx, "the tensor '%s': its data do not fit its dims", what));
        diag_expected(ctx, d, "%zu bytes", bytes);
        diag_found(ctx, d, "%llu", (unsigned long long)e.length);
        return NULL;
    }
    const char *path =
        diag_fmt(ctx, "%.*s", (int)(e.path.len < 4096 ? e.path.len : 4096), e.path.ptr);
    OnnxFile *file = open_file(im, path);
    const size_t size = file->shared ? file->shared->mapped.size : 0;
    if (!file->error && (e.offset > size || bytes > size - e.offset)) {
        Diag *d = diag_error(ctx, no_place, DIAG_READ, path, "the file is shorter than that");
        diag_expected(ctx, d, "at least %zu bytes, from byte %llu on", bytes,
                      (unsigned long long)e.offset);
        diag_found(ctx, d, "a file of %zu bytes", size);
        diag_help(ctx, d, "it is to hold the data of the tensor '%s'", what);
        return NULL;
    }
    if (!file->error)
        return raw_tensor(im, t, dtype, (Str){file->shared->mapped.data + e.offset, bytes},
                          &file->shared->owner);
    char text[128];
    const char *why = file->error == EXDEV   ? "it lies outside the model's folder"
                      : file->error == ELOOP ? "a symbolic link leads there"
                                             : strerror_r(file->error, text, sizeof text);
    Diag *d = diag_error(ctx, no_place, DIAG_READ, path, why);
    diag_help(ctx, d, "it is to hold the data of the tensor '%s', from byte %llu on", what,
              (unsigned long long)e.offset);
    return NULL;
}

static Tensor *load_strings(OnnxImport *im, const OnnxTensor *t, const char *what, size_t count) {
    if (t->location == 1 || lists(t) > 1 || (count && t->has_raw))
        return fail(im, what, "strings are no raw or external data");
    if (t->strings.len != count) {
        Diag *d =
            diag_error(im->ctx, no_place, DIAG_VALUE,
                       diag_fmt(im->ctx, "the tensor '%s': its data do not fit its dims", what));
        diag_expected(im->ctx, d, "%zu elements", count);
        diag_found(im->ctx, d, "%zu", t->strings.len);
        return NULL;
    }
    TensorGuard guard;
    Tensor *x = tensor_new(im->ctx, DTYPE_STRING, t->dims.at, (uint32_t)t->dims.len);
    tensor_guard(&guard, x);
    for (size_t i = 0; i < count; i++) tensor_set_string(x, i, t->strings.at[i]);
    tensor_unguard(&guard);
    return x;
}

static Tensor *load(OnnxImport *im, const OnnxTensor *t, const char *what) {
    Ctx *ctx = im->ctx;
    const char *lacking;
    const DType dtype = onnx_dtype(t->data_type, &lacking);
    size_t count, bytes;
    if (dtype == DTYPE_VOID) return lacks(im, what, lacking);
    if (t->segment) return lacks(im, what, "data in segments");
    if (t->dims.len > ctx->limits.rank) return fail(im, what, "it has too many dims");
    if (!tensor_count(t->dims.at, (uint32_t)t->dims.len, dtype, &count, &bytes)) {
        return fail(im, what, "its dims are negative, or their product is too large");
    }
    if (dtype == DTYPE_STRING) return load_strings(im, t, what, count);
    if (t->location == 1) return load_external(im, t, what, dtype, bytes);
    if (lists(t) > 1) return fail(im, what, "it has elements of two kinds");
    const bool in_bytes = t->has_raw || dtype_is_packed(dtype);
    const size_t found = t->has_raw ? t->raw.len : typed_count(t, dtype),
                 want = in_bytes ? bytes : count;
    if (found != want || (count && !lists(t))) {
        Diag *d = diag_error(ctx, no_place, DIAG_VALUE,
                             diag_fmt(ctx, "the tensor '%s': its data do not fit its dims", what));
        diag_expected(ctx, d, "%zu %s", want, in_bytes ? "bytes" : "elements");
        diag_found(ctx, d, "%zu", found);
        return NULL;
    }
    if (t->has_raw)
        return raw_tensor(im, t, dtype, t->raw, im->options ? im->options->owner : NULL);
    Tensor *x = tensor_new(ctx, dtype, t->dims.at, (uint32_t)t->dims.len);
    const size_t size = dtype_size_up(dtype); /* bytes, where they are packed */
    for (size_t i = 0; i < want; i++) {
        if (typed_element(t, dtype, i, (char *)x->data + i * size)) continue;
        tensor_unref(x);
        return fail(im, what, diag_fmt(ctx, "element %zu does not fit %s", i, dtype_name(dtype)));
    }
    tensor_normalize(x);
    return x;
}

Tensor *onnx_tensor_load(OnnxImport *im, const OnnxTensor *t, const char *what) {
    Tensor *x = load(im, t, what);
    if (!x || x->dtype == DTYPE_STRING) return x;
    const size_t as_floats = 4 * x->count;
    if (as_floats > x->bytes) ctx_given(im->ctx, as_floats - x->bytes);
    return x;
}

Tensor *onnx_read_tensor(Ctx *ctx, Arena *arena, Str bytes, const char **name) {
    OnnxImport im = {.ctx = ctx};
    const OnnxTensor *t = onnx_tensor_parse(arena, bytes);
    if (!t) return NULL;
    *name = arena_strdup(arena, t->name);
    return load(&im, t, *name);
}
