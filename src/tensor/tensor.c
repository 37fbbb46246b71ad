/* SPDX-License-Identifier: Apache-2.0 */
/* Tensors: one block holds the header, the dims and the aligned data. */
#include "tensor/tensor.h"

#include <math.h>

#include "base/diag.h"
#include "base/map.h"
#include "tensor/compare.h"

enum { ALIGN = 64 };

bool tensor_count(const int64_t *dims, uint32_t ndim, DType dtype, size_t *count, size_t *bytes) {
    int64_t n = 1, b;
    bool empty = false, overflow = false;
    for (uint32_t i = 0; i < ndim; i++) {
        if (dims[i] < 0) return false;
        empty |= dims[i] == 0;
        overflow |= !mul_i64(n, dims[i], &n);
    }
    if (empty) n = 0;
    if (!empty && overflow) return false;
    if (!dtype_bytes(dtype, n, &b)) return false;
    *count = (size_t)n;
    *bytes = (size_t)b;
    return true;
}

static NORETURN void too_large(Ctx *ctx, DType dtype, const int64_t *dims, uint32_t ndim) {
    StrBuf shape;
    if (!ctx->diags) ctx_throw(ctx, STATUS_LIMIT);
    Diag *d = diag_error(ctx, (Loc){.line = 0}, DIAG_TOO_MANY,
                         diag_fmt(ctx, "%zu", ctx->limits.const_bytes), "bytes in a tensor");
    strbuf_init(&shape, &ctx->diags->arena);
    for (uint32_t i = 0; i < ndim; i++)
        strbuf_printf(&shape, "%s%lld", i ? ", " : "", (long long)dims[i]);
    diag_found(ctx, d, "%s of shape (%s)", dtype_name(dtype), strbuf_cstr(&shape));
    ctx_throw(ctx, STATUS_LIMIT);
}

/* The header, with room for aligned data or not. */
static Tensor *header_new(Ctx *ctx, DType dtype, const int64_t *dims, uint32_t ndim,
                          bool has_room) {
    BUG_IF(dtype == DTYPE_VOID);
    size_t count, bytes, block,
        head = sizeof(Tensor) + ndim * sizeof(int64_t) + (has_room ? ALIGN : 0);
    if (!tensor_count(dims, ndim, dtype, &count, &bytes) || bytes > ctx->limits.const_bytes ||
        !add_size(head, has_room ? bytes + !bytes : 0, &block)) {
        too_large(ctx, dtype, dims, ndim);
    }
    Tensor *self = ctx_resize(ctx, NULL, 0, block);
    *self = (Tensor){.ctx = ctx,
                     .refs = 1,
                     .dtype = dtype,
                     .ndim = ndim,
                     .dims = (int64_t *)(void *)(self + 1),
                     .count = count,
                     .bytes = bytes,
                     .block = block};
    if (ndim) memcpy(self->dims, dims, ndim * sizeof *dims);
    return self;
}

Tensor *tensor_new(Ctx *ctx, DType dtype, const int64_t *dims, uint32_t ndim) {
    Tensor *self = header_new(ctx, dtype, dims, ndim, true);
    uintptr_t at = (uintptr_t)(self->dims + ndim);
    self->data = (void *)((at + ALIGN - 1) & ~(uintptr_t)(ALIGN - 1));
    memset(self->data, 0, self->bytes);
    return self;
}

Tensor *tensor_borrow(Ctx *ctx, DType dtype, const int64_t *dims, uint32_t ndim, const void *data,
                      TensorOwner *owner) {
    Tensor *self = header_new(ctx, dtype, dims, ndim, false);
    self->data = (void *)(uintptr_t)data;
    self->owner = owner;
    owner->refs++;
    return self;
}

Tensor *tensor_owned(Tensor *self) {
    if (!self->owner) return tensor_ref(self);
    Tensor *copy = tensor_new(self->ctx, self->dtype, self->dims, self->ndim);
    if (self->bytes) memcpy(copy->data, self->data, self->bytes);
    return copy;
}

Tensor *tensor_ref(Tensor *self) {
    self->refs++;
    return self;
}

void tensor_unref(Tensor *self) {
    if (!self || --self->refs > 0) return;
    if (self->owner) tensor_owner_unref(self->owner);
    ctx_resize(self->ctx, self, self->block, 0);
}

static void guard_cleanup(Cleanup *node) {
    tensor_unref(((TensorGuard *)(void *)((char *)node - offsetof(TensorGuard, cleanup)))->tensor);
}

void tensor_guard(TensorGuard *self, Tensor *tensor) {
    self->tensor = tensor;
    cleanup_push(tensor->ctx, &self->cleanup, guard_cleanup);
}

bool tensor_equal(const Tensor *a, const Tensor *b) {
    if (a == b) return true;
    if (a->dtype != b->dtype || !tensor_same_dims(a, b)) return false;
    return tensor_elements_equal(a->dtype, a->data, b->data, a->count);
}

enum { CHUNK = 4096 };

/* Writes one form for all NaN of the chunk, where there is one: those that are past the infinities
 * when the sign is dropped. The first loop has a fixed length and no branch, so that compilers make
 * vectors of it. */
#define CANONICAL_NAN(T, infinity, nan)                                                            \
    do {                                                                                           \
        T *v = (T *)(void *)chunk;                                                                 \
        const T sign = (T)((T)1 << (8 * sizeof(T) - 1));                                           \
        T any = 0;                                                                                 \
        for (size_t k = 0; k < CHUNK / sizeof(T); k++) any |= (T)((v[k] & (T)~sign) > (infinity)); \
        for (size_t k = 0; any && k < CHUNK / sizeof(T); k++) {                                    \
            if ((v[k] & (T)~sign) > (infinity)) v[k] = (nan);                                      \
        }                                                                                          \
    } while (0)

static void canonical_small(DType dtype, void *chunk) {
    uint8_t *v = chunk, form[256];
    for (int i = 0; i < 256; i++) {
        const uint8_t code = (uint8_t)i;
        form[i] = isnan(dtype_decode(dtype, code)) ? dtype_format(dtype).nan : code;
    }
    for (size_t k = 0; k < CHUNK; k++) v[k] = form[v[k]];
}

static void canonical_nan(DType dtype, void *chunk) {
    switch (dtype) {
    case DTYPE_FLOAT16: CANONICAL_NAN(uint16_t, 0x7c00, 0x7e00); break;
    case DTYPE_BFLOAT16: CANONICAL_NAN(uint16_t, 0x7f80, 0x7fc0); break;
    case DTYPE_FLOAT32: CANONICAL_NAN(uint32_t, 0x7f800000u, 0x7fc00000u); break;
    case DTYPE_FLOAT64:
        CANONICAL_NAN(uint64_t, UINT64_C(0x7ff) << 52, UINT64_C(0xfff) << 51);
        break;
    default: canonical_small(dtype, chunk);
    }
}

/* Of each step-th chunk, and of the last. */
static uint64_t hash_chunks(const Tensor *self, size_t step) {
    uint64_t h = hash_mix(self->dtype, self->ndim);
    for (uint32_t i = 0; i < self->ndim; i++) h = hash_mix(h, (uint64_t)self->dims[i]);
    const bool has_nan = dtype_is_float(self->dtype) && !dtype_is_packed(self->dtype);
    const size_t n = self->bytes / CHUNK + (self->bytes % CHUNK != 0);
    _Alignas(64) char chunk[CHUNK];
    for (size_t i = 0; i < n; i = i + step < n || i + 1 == n ? i + step : n - 1) {
        const char *from = (const char *)self->data + i * CHUNK;
        const size_t bytes = i + 1 < n ? CHUNK : self->bytes - i * CHUNK;
        if (has_nan) {
            memcpy(chunk, from, bytes);
            memset(chunk + bytes, 0, CHUNK - bytes);
            canonical_nan(self->dtype, chunk);
        }
        h = hash_mix(h, hash_bytes(self->ctx, has_nan ? chunk : from, bytes));
    }
    return h;
}

uint64_t tensor_hash(const Tensor *self) { return hash_chunks(self, 1); }

enum { SAMPLES = 4 }; /* and the last */

uint64_t tensor_sample_hash(const Tensor *self) {
    const size_t step = self->bytes / CHUNK / SAMPLES;
    return hash_chunks(self, step ? step : 1);
}

/* The bits of the last byte that elements fill. */
static uint8_t last_mask(DType dtype, size_t count) {
    const uint32_t used = (uint32_t)(count % dtype_per_byte(dtype)) * dtype_bits(dtype);
    return used ? (uint8_t)((1u << used) - 1) : 0xff;
}

void tensor_normalize(Tensor *self) {
    uint8_t *p = self->data;
    if (dtype_is_packed(self->dtype) && self->bytes)
        p[self->bytes - 1] &= last_mask(self->dtype, self->count);
    if (self->dtype != DTYPE_BOOL) return;
    for (size_t i = 0; i < self->count; i++) p[i] = p[i] != 0;
}

bool tensor_is_normal(DType dtype, size_t count, const void *data) {
    const uint8_t *p = data;
    if (dtype_is_packed(dtype) && count)
        return !(p[(count - 1) / dtype_per_byte(dtype)] & ~last_mask(dtype, count));
    for (size_t i = 0; dtype == DTYPE_BOOL && i < count; i++) {
        if (p[i] > 1) return false;
    }
    return true;
}

void tensor_copy(Tensor *self, size_t at, const Tensor *from, size_t from_at, size_t n) {
    const size_t each = dtype_per_byte(self->dtype);
    if (!dtype_is_packed(self->dtype)) {
        const size_t size = dtype_size(self->dtype);
        if (n)
            memcpy((char *)self->data + at * size, (const char *)from->data + from_at * size,
                   n * size);
        return;
    }
    size_t i = 0;
    if (at % each == 0 && from_at % each == 0) { /* whole bytes */
        i = n / each * each;
        if (i)
            memcpy((char *)self->data + at / each, (const char *)from->data + from_at / each,
                   i / each);
    }
    for (; i < n; i++) {
        dtype_set_code(self->dtype, self->data, at + i,
                       dtype_get_code(from->dtype, from->data, from_at + i));
    }
}
