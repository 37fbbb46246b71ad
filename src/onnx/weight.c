/* SPDX-License-Identifier: Apache-2.0 */
/* TensorProto to tensor: raw bytes, or one of the typed lists, which must hold exactly the elements. */
#include "onnx/import.h"

static const Loc no_place = {.line = 0};

static Tensor *lacks(OnnxImport *im, const char *what, const char *how) {
    diag_error(im->ctx, no_place, DIAG_UNSUPPORTED, diag_fmt(im->ctx, "the tensor '%s': %s", what, how));
    return NULL;
}

static Tensor *fail(OnnxImport *im, const char *what, const char *why) {
    diag_error(im->ctx, no_place, DIAG_VALUE, diag_fmt(im->ctx, "the tensor '%s': %s", what, why));
    return NULL;
}

/* The typed list that holds elements of t's type, and how many there are. */
static size_t typed_count(const OnnxTensor *t, DType dtype) {
    switch (dtype) {
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
    default: return dtype_write_int(dtype, at, t->int32s.at[i]);
    }
}

static size_t lists(const OnnxTensor *t) {
    return (t->floats.len != 0) + (t->doubles.len != 0) + (t->int32s.len != 0) + (t->int64s.len != 0) + (t->uint64s.len != 0) +
           (t->strings.len != 0) + (t->has_raw != 0);
}

static Tensor *load(OnnxImport *im, const OnnxTensor *t, const char *what) {
    Ctx *ctx = im->ctx;
    const char *lacking;
    const DType dtype = onnx_dtype(t->data_type, &lacking);
    size_t count, bytes;
    if (dtype == DTYPE_VOID) return lacks(im, what, lacking);
    if (t->has_segment) return lacks(im, what, "data in segments");
    if (t->location == 1) return lacks(im, what, "data in another file");
    if (t->dims.len > ctx->limits.rank) return fail(im, what, "it has too many dims");
    if (!tensor_count(t->dims.at, (uint32_t)t->dims.len, dtype, &count, &bytes)) {
        return fail(im, what, "its dims are negative, or their product is too large");
    }
    if (lists(t) > 1) return fail(im, what, "it has elements of two kinds");
    const size_t found = t->has_raw ? t->raw.len : typed_count(t, dtype), want = t->has_raw ? bytes : count;
    if (found != want || (count && !lists(t))) {
        Diag *d = diag_error(ctx, no_place, DIAG_VALUE, diag_fmt(ctx, "the tensor '%s': its data do not fit its dims", what));
        diag_expected(ctx, d, "%zu %s", want, t->has_raw ? "bytes" : "elements");
        diag_found(ctx, d, "%zu", found);
        return NULL;
    }
    Tensor *x = tensor_new(ctx, dtype, t->dims.at, (uint32_t)t->dims.len);
    if (t->has_raw) {
        if (bytes) memcpy(x->data, t->raw.ptr, bytes); /* little-endian, as we are */
        tensor_normalize_bools(x);
        return x;
    }
    for (size_t i = 0; i < count; i++) {
        if (typed_element(t, dtype, i, tensor_at(x, i))) continue;
        tensor_unref(x);
        return fail(im, what, diag_fmt(ctx, "element %zu does not fit %s", i, dtype_name(dtype)));
    }
    return x;
}

Tensor *onnx_tensor_load(OnnxImport *im, const OnnxTensor *t, const char *what) { return load(im, t, what); }

Tensor *onnx_read_tensor(Ctx *ctx, Arena *arena, Str bytes, const char **name) {
    OnnxImport im = {.ctx = ctx};
    const OnnxTensor *t = onnx_tensor_parse(arena, bytes);
    if (!t) return NULL;
    *name = arena_strdup(arena, t->name);
    return load(&im, t, *name);
}
