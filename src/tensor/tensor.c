/* SPDX-License-Identifier: Apache-2.0 */
/* Tensors: one block holds the header, the dims and the aligned data. */
#include "tensor/tensor.h"

#include <math.h>

#include "base/map.h"

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
    if (!mul_i64(n, (int64_t)dtype_size(dtype), &b)) return false;
    *count = (size_t)n;
    *bytes = (size_t)b;
    return true;
}

Tensor *tensor_new(Ctx *ctx, DType dtype, const int64_t *dims, uint32_t ndim) {
    BUG_IF(dtype == DTYPE_VOID);
    size_t count, bytes, block, head = sizeof(Tensor) + ndim * sizeof(int64_t) + ALIGN;
    if (!tensor_count(dims, ndim, dtype, &count, &bytes) || bytes > ctx->limits.const_bytes ||
        !add_size(head, bytes ? bytes : 1, &block)) {
        ctx_throw(ctx, STATUS_LIMIT);
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
    uintptr_t at = (uintptr_t)(self->dims + ndim);
    self->data = (void *)((at + ALIGN - 1) & ~(uintptr_t)(ALIGN - 1));
    memset(self->data, 0, bytes);
    return self;
}

Tensor *tensor_ref(Tensor *self) {
    self->refs++;
    return self;
}

void tensor_unref(Tensor *self) {
    if (!self || --self->refs > 0) return;
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
    if (a->dtype != b->dtype || a->ndim != b->ndim) return false;
    if (a->ndim && memcmp(a->dims, b->dims, a->ndim * sizeof *a->dims) != 0) return false;
    if (a->bytes == 0 || memcmp(a->data, b->data, a->bytes) == 0) return true;
    if (!dtype_is_float(a->dtype)) return false;
    size_t size = dtype_size(a->dtype);
    for (size_t i = 0; i < a->count; i++) {
        const void *x = tensor_at(a, i), *y = tensor_at(b, i);
        if (memcmp(x, y, size) == 0) continue;
        if (!isnan(dtype_read_double(a->dtype, x)) || !isnan(dtype_read_double(b->dtype, y))) return false;
    }
    return true;
}

uint64_t tensor_hash(const Tensor *self) {
    uint64_t h = hash_mix(self->dtype, self->ndim);
    for (uint32_t i = 0; i < self->ndim; i++) h = hash_mix(h, (uint64_t)self->dims[i]);
    if (!dtype_is_float(self->dtype)) return hash_mix(h, hash_bytes(self->ctx, self->data, self->bytes));
    for (size_t i = 0; i < self->count; i++) {
        double v = dtype_read_double(self->dtype, tensor_at(self, i));
        uint64_t bits;
        memcpy(&bits, &v, sizeof bits);
        h = hash_mix(h, isnan(v) ? 0x7ff8000000000000u : bits);
    }
    return h;
}

void tensor_normalize_bools(Tensor *self) {
    if (self->dtype != DTYPE_BOOL) return;
    uint8_t *p = self->data;
    for (size_t i = 0; i < self->count; i++) p[i] = p[i] != 0;
}
