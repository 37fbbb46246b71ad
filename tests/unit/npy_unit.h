/* SPDX-License-Identifier: Apache-2.0 */
/* What the tests of tensor/npy.h share: files in memory, read and written. */
#ifndef TENON_TESTS_NPY_UNIT_H
#define TENON_TESTS_NPY_UNIT_H

#include "tensor/npy.h"
#include "unit_arena.h"

#define BYTES(s)                                                                                   \
    { (s), sizeof(s) - 1 }

/* Reads from memory of exactly that size, so that the sanitizer sees a step past it. Either a
 * tensor and no diagnostic, or none and one. */
static inline Tensor *read_v2(Str file, DType raw) {
    char *copy = malloc(file.len ? file.len : 1);
    memcpy(copy, file.ptr, file.len);
    diag_begin(&ctx);
    Tensor *volatile t = NULL;
    Boundary b;
    CTX_ENTER(&ctx, &b) { t = npy_read(&ctx, "x.npy", (Str){copy, file.len}, raw); }
    assert_int_equal(ctx_leave(&ctx, &b), STATUS_OK);
    assert_int_equal(diag_errors(&ctx), t ? 0 : 1);
    free(copy);
    return t;
}
static inline Tensor *read_npy(Str file) { return read_v2(file, DTYPE_VOID); }

static inline Tensor *tensor(DType t, const int64_t *dims, uint32_t ndim, const void *data) {
    Tensor *self = tensor_new(&ctx, t, dims, ndim);
    memcpy(self->data, data, self->bytes);
    return self;
}

/* Takes both. Bits, not values. */
static inline void check_same(Tensor *a, Tensor *b) {
    assert_non_null(a);
    assert_int_equal(a->dtype, b->dtype);
    assert_int_equal(a->ndim, b->ndim);
    if (a->ndim) assert_memory_equal(a->dims, b->dims, a->ndim * sizeof *a->dims);
    assert_int_equal(a->bytes, b->bytes);
    if (a->bytes) assert_memory_equal(a->data, b->data, a->bytes);
    tensor_unref(a);
    tensor_unref(b);
}

static inline Str write_npy(const Tensor *t) {
    StrBuf out;
    strbuf_init(&out, &arena);
    npy_write(t, &out);
    return strbuf_str(&out);
}

/* Random bits: NaNs of every payload, and -0. */
static inline Tensor *random_tensor(uint64_t *seed, DType t, const int64_t *dims, uint32_t ndim) {
    Tensor *self = tensor_new(&ctx, t, dims, ndim);
    for (size_t i = 0; i < self->bytes; i++)
        ((uint8_t *)self->data)[i] = (uint8_t)unit_random(seed);
    tensor_normalize(self);
    return self;
}

/* A file of a version, with that dictionary and `data` bytes of zero. */
static inline Str made(int version, const char *dict, size_t data) {
    StrBuf b;
    strbuf_init(&b, &arena);
    const size_t len = strlen(dict);
    strbuf_puts(&b, "\223NUMPY");
    strbuf_putc(&b, (char)version);
    strbuf_putc(&b, 0);
    for (int i = 0; i < (version == 1 ? 2 : 4); i++) strbuf_putc(&b, (char)(len >> 8 * i & 0xFF));
    strbuf_add(&b, dict, len);
    for (; data; data--) strbuf_putc(&b, 0);
    return strbuf_str(&b);
}

#endif
