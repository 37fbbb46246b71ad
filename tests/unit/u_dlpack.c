/* SPDX-License-Identifier: Apache-2.0 */
/* tensor/dlpack.h: views out, checked copies in, and whose turn it is to delete. */

#include "unit.h"
#include "base/diag.h"
#include "tensor/dlpack.h"
#include "unit_arena.h"

#define I64(...) ((int64_t[]){__VA_ARGS__})
enum { INT32_BITS = 32, KDL_BOOL = 6 };

/* The numbers 0, 1, ... as int32. */
static int32_t numbers[5000];

static DLTensor view(int ndim, int64_t *shape, int64_t *strides) {
    for (int i = 0; i < (int)ARRAY_LEN(numbers); i++) numbers[i] = i;
    return (DLTensor){.data = numbers,
                      .device = {.device_type = kDLCPU},
                      .ndim = ndim,
                      .dtype = {.code = kDLInt, .bits = INT32_BITS, .lanes = 1},
                      .shape = shape,
                      .strides = strides};
}

static Tensor *copy(const DLTensor *t) {
    diag_begin(&ctx);
    Tensor *out = dlpack_copy(&ctx, t);
    assert_int_equal(diag_errors(&ctx), out ? 0 : 1);
    return out;
}

static void check_copy(const DLTensor *t, size_t n, const int32_t *want) {
    Tensor *out = copy(t);
    assert_non_null(out);
    assert_int_equal(out->dtype, DTYPE_INT32);
    assert_int_equal(out->ndim, t->ndim);
    for (int i = 0; i < t->ndim; i++) assert_int_equal(out->dims[i], t->shape[i]);
    assert_int_equal(out->count, n);
    if (n) assert_memory_equal(out->data, want, n * sizeof *want);
    tensor_unref(out);
}

static void exports(void **state) {
    (void)state;
    for (int i = DTYPE_VOID + 1; i < DTYPE_NUMBER_END; i++) {
        Tensor *t = tensor_new(&ctx, (DType)i, I64(2, 3, 4), 3);
        for (size_t k = 0; k < t->bytes; k++)
            ((uint8_t *)t->data)[k] = (uint8_t)(i == DTYPE_BOOL ? k % 2 : k * 7);
        DLManagedTensor *m = dlpack_export(t);
        const DLTensor *d = &m->dl_tensor;
        assert_int_equal(t->refs, 2);
        assert_ptr_equal(d->data, t->data);
        assert_true(d->device.device_type == kDLCPU && d->device.device_id == 0);
        assert_true(d->ndim == 3 && d->byte_offset == 0 && d->dtype.lanes == 1);
        assert_int_equal(d->dtype.bits, dtype_bits((DType)i));
        assert_memory_equal(d->shape, I64(2, 3, 4), 24);
        assert_memory_equal(d->strides, I64(12, 4, 1), 24);
        Tensor *back = copy(d);
        assert_true(tensor_equal(back, t) || (i >= DTYPE_FLOAT16 && dtype_is_float((DType)i)));
        assert_int_equal(back->dtype, i);
        assert_memory_equal(back->data, t->data, t->bytes);
        tensor_unref(back);
        tensor_unref(t); /* the view holds it */
        assert_int_equal(((uint8_t *)d->data)[3], i == DTYPE_BOOL ? 1 : 21);
        m->deleter(m);
        assert_int_equal(heap.live, 1); /* the diagnostics */
    }
    static const uint8_t codes[DTYPE_COUNT] = {
        [DTYPE_BOOL] = KDL_BOOL,    [DTYPE_INT8] = kDLInt,        [DTYPE_UINT64] = kDLUInt,
        [DTYPE_FLOAT16] = kDLFloat, [DTYPE_BFLOAT16] = kDLBfloat, [DTYPE_FLOAT64] = kDLFloat,
        [DTYPE_UINT4] = kDLUInt,    [DTYPE_FLOAT8E4M3FN] = 10,    [DTYPE_FLOAT8E4M3FNUZ] = 11,
        [DTYPE_FLOAT8E3M4] = 7,     [DTYPE_FLOAT8E4M3] = 8,       [DTYPE_FLOAT8E4M3B11FNUZ] = 9,
        [DTYPE_FLOAT8E5M2] = 12,    [DTYPE_FLOAT8E5M2FNUZ] = 13,  [DTYPE_FLOAT8E8M0] = 14,
        [DTYPE_FLOAT4E2M1] = 17, /* of DLPack 1.1 */
    };
    for (int i = 0; i < DTYPE_NUMBER_END; i++) {
        if (!codes[i] && i != DTYPE_INT8) continue;
        Tensor *t = tensor_new(&ctx, (DType)i, NULL, 0);
        DLManagedTensor *m = dlpack_export(t);
        assert_int_equal(m->dl_tensor.dtype.code, codes[i]);
        assert_int_equal(m->dl_tensor.ndim, 0);
        m->deleter(m);
        tensor_unref(t);
    }
    Tensor *t = tensor_new(&ctx, DTYPE_INT8, I64(3, 0, INT64_MAX, 5), 4);
    DLManagedTensor *m = dlpack_export(t);
    tensor_unref(t);
    Tensor *back = copy(&m->dl_tensor);
    assert_int_equal(back->dims[2], INT64_MAX);
    tensor_unref(back);
    m->deleter(m);
}

/* Two or four elements in a byte: row-major order alone, and what lies behind the last one does not
 * matter. */
static void packed(void **state) {
    (void)state;
    uint8_t bytes[] = {0xff, 0x21, 0x43, 0xf5};
    int64_t shape[] = {5, 1}, dense[] = {1, 77}, other[] = {2, 1};
    DLTensor t = {.data = bytes,
                  .byte_offset = 1,
                  .device = {.device_type = kDLCPU},
                  .ndim = 2,
                  .dtype = {kDLUInt, 4, 1},
                  .shape = shape,
                  .strides = dense};
    Tensor *x = copy(&t);
    assert_non_null(x);
    for (size_t i = 0; i < 5; i++) assert_int_equal(tensor_get_int(x, i), i + 1);
    assert_memory_equal(x->data, "\x21\x43\x05", 3);
    tensor_unref(x);
    t.strides = other;
    assert_null(copy(&t));
    t.strides = NULL;
    shape[0] = 0;
    t.data = NULL;
    x = copy(&t);
    assert_int_equal(x->bytes, 0);
    tensor_unref(x);
}

static void strides(void **state) {
    (void)state;
    DLTensor t = view(2, I64(2, 3), NULL);
    check_copy(&t, 6, (const int32_t[]){0, 1, 2, 3, 4, 5});
    t = view(2, I64(2, 3), I64(3, 1));
    check_copy(&t, 6, (const int32_t[]){0, 1, 2, 3, 4, 5});
    t = view(2, I64(3, 2), I64(1, 3)); /* transposed */
    check_copy(&t, 6, (const int32_t[]){0, 3, 1, 4, 2, 5});
    t = view(2, I64(2, 2), I64(10, 2)); /* a window with steps */
    t.byte_offset = 4;
    check_copy(&t, 4, (const int32_t[]){1, 3, 11, 13});
    t = view(2, I64(2, 3), I64(-3, -1)); /* flipped both ways */
    t.byte_offset = 5 * 4;
    check_copy(&t, 6, (const int32_t[]){5, 4, 3, 2, 1, 0});
    t = view(2, I64(2, 3), I64(3, -1));
    t.byte_offset = 2 * 4;
    check_copy(&t, 6, (const int32_t[]){2, 1, 0, 5, 4, 3});
    t = view(3, I64(2, 2, 2), I64(0, 1, 0)); /* broadcast */
    check_copy(&t, 8, (const int32_t[]){0, 0, 1, 1, 0, 0, 1, 1});
    t = view(3, I64(1, 2, 1), I64(INT64_MAX, 1, INT64_MIN)); /* strides that are never stepped */
    check_copy(&t, 2, (const int32_t[]){0, 1});
    t = view(0, NULL, NULL);
    t.byte_offset = 12;
    check_copy(&t, 1, (const int32_t[]){3});
    t = view(2, I64(0, 3), I64(INT64_MAX, INT64_MIN));
    t.data = NULL; /* nothing to read */
    check_copy(&t, 0, NULL);
    t = view(1, I64(3), NULL); /* from an odd address */
    t.byte_offset = 1;
    t.dtype = (DLDataType){kDLUInt, 16, 1};
    Tensor *out = copy(&t);
    assert_memory_equal(out->data, (const char *)numbers + 1, 6);
    tensor_unref(out);
}

/* Random views of 5000 numbers, against one element after the other. */
static void random_strides(void **state) {
    (void)state;
    uint64_t seed = 23;
    for (int i = 0; i < 2000; i++) {
        int64_t shape[6], steps[6], low = 0, high = 0, count = 1;
        const int ndim = (int)(unit_random(&seed) % 6);
        const int64_t most = ndim <= 2 ? 80 : 6;
        for (int k = 0; k < ndim; k++) {
            shape[k] = 1 + (int64_t)(unit_random(&seed) % (uint64_t)most);
            int64_t room = (4999 - high + low) / (ndim * (shape[k] - 1) + 1);
            steps[k] = room ? (int64_t)(unit_random(&seed) % (uint64_t)(2 * room + 1)) - room : 0;
            *(steps[k] < 0 ? &low : &high) += steps[k] * (shape[k] - 1);
            count *= shape[k];
        }
        assert_true(high - low < 5000);
        DLTensor t = view(ndim, shape, steps);
        t.byte_offset = (uint64_t)-low * 4;
        int32_t *want = malloc((size_t)count * sizeof *want);
        for (int64_t e = 0; e < count; e++) {
            int64_t rest = e, at = -low;
            for (int k = ndim; k-- > 0; rest /= shape[k]) at += rest % shape[k] * steps[k];
            want[e] = (int32_t)at;
        }
        check_copy(&t, (size_t)count, want);
        free(want);
    }
}

static void refused(void **state) {
    (void)state;
#define REFUSED(change, text)                                                                      \
    do {                                                                                           \
        DLTensor t = view(2, I64(2, 3), I64(3, 1));                                                \
        change;                                                                                    \
        assert_null(copy(&t));                                                                     \
        assert_string_equal(ctx.diags->diags.at[0].message, text);                                 \
    } while (0)
#define WHY "this DLPack tensor cannot be read: "
    REFUSED(t.device.device_type = kDLCUDA, WHY "it lies on a device of type 2, not the CPU");
    REFUSED(t.device.device_type = kDLCUDAHost, WHY "it lies on a device of type 3, not the CPU");
    REFUSED(t.dtype.lanes = 4, WHY "its elements have 4 lanes");
    REFUSED(t.dtype.lanes = 0, WHY "its elements have 0 lanes");
    REFUSED(t.dtype.bits = 5, WHY "its element type is not known: code 0, 5 bits");
    REFUSED(t.dtype.bits = 0, WHY "its element type is not known: code 0, 0 bits");
    REFUSED(t.dtype.bits = 128, WHY "its element type is not known: code 0, 128 bits");
    REFUSED(t.dtype.code = kDLComplex, WHY "its element type is not known: code 5, 32 bits");
    REFUSED(t.dtype.code = kDLOpaqueHandle, WHY "its element type is not known: code 3, 32 bits");
    REFUSED(t.dtype = ((DLDataType){kDLFloat, 8, 1}),
            WHY "its element type is not known: code 2, 8 bits");
    REFUSED(t.ndim = -1, WHY "it has no shape");
    REFUSED(t.shape = NULL, WHY "it has no shape");
    REFUSED(t.data = NULL, WHY "its data is NULL");
    REFUSED(t.shape[0] = -1, WHY "an extent is negative, or its size does not fit 64 bits");
    REFUSED(t.shape = I64(INT64_MAX, 3),
            WHY "an extent is negative, or its size does not fit 64 bits");
    REFUSED(t.shape = I64(INT64_MAX / 2, 1),
            WHY "an extent is negative, or its size does not fit 64 bits");
    REFUSED(t.strides = I64(INT64_MAX, 1), WHY "its strides overflow");
    REFUSED(t.strides = I64(INT64_MIN, 1), WHY "its strides overflow");
    REFUSED(t.strides = I64(INT64_MAX / 4, INT64_MAX / 8), WHY "its strides overflow");
    REFUSED(t.strides = I64(INT64_MIN / 8, 1),
            WHY "its memory would pass the end of the address space");
    REFUSED(t.byte_offset = UINT64_MAX, WHY "its memory would pass the end of the address space");
    REFUSED(t.byte_offset = INT64_MAX; t.data = (void *)(UINTPTR_MAX / 2 + 9),
                                       WHY "its memory would pass the end of the address space");
    REFUSED(t.data = (void *)(UINTPTR_MAX - 22),
            WHY "its memory would pass the end of the address space");
    ctx.limits.rank = 1;
    REFUSED((void)t, "more than 1 dims");
    ctx.limits.rank = 2;
    ctx.limits.const_bytes = 23;
    REFUSED((void)t, "more than 23 bytes of an array");
    ctx.limits.const_bytes = 24;
    DLTensor t = view(2, I64(2, 3), NULL);
    tensor_unref(copy(&t));
}

static void bools(void **state) {
    (void)state;
    uint8_t data[] = {0, 1, 2, 255};
    for (int i = 0; i < 2; i++) {
        DLTensor t = view(1, I64(4), NULL);
        t.data = data;
        t.dtype = i ? (DLDataType){KDL_BOOL, 8, 1} : (DLDataType){kDLUInt, 1, 1};
        Tensor *out = copy(&t);
        assert_int_equal(out->dtype, DTYPE_BOOL);
        assert_memory_equal(out->data, "\000\001\001\001", 4);
        tensor_unref(out);
    }
}

/* ---- deleters ---- */

static int deleted;

static void count_delete(DLManagedTensor *self) {
    assert_ptr_equal(self->manager_ctx, &deleted);
    deleted++;
}

static Status import(DLManagedTensor *m, size_t fail_at, bool *got) {
    volatile bool ok = false;
    deleted = 0;
    heap.fail_at = fail_at ? heap.requests + fail_at : 0;
    Boundary b;
    CTX_ENTER(&ctx, &b) {
        Tensor *t = dlpack_import(&ctx, m);
        ok = t != NULL;
        tensor_unref(t);
    }
    Status status = ctx_leave(&ctx, &b);
    heap.fail_at = 0;
    *got = ok;
    return status;
}

static void deleters(void **state) {
    (void)state;
    bool got;
    DLManagedTensor m = {.dl_tensor = view(2, I64(2, 3), I64(1, 2)),
                         .manager_ctx = &deleted,
                         .deleter = count_delete};
    assert_int_equal(import(&m, 0, &got), STATUS_OK);
    assert_true(got && deleted == 1);
    size_t k = 1;
    for (const size_t live = heap.live; import(&m, k, &got) != STATUS_OK; k++) {
        assert_int_equal(deleted, 1);
        assert_int_equal(heap.live, live);
    }
    assert_true(k > 2 && deleted == 1);
    m.dl_tensor.dtype.lanes = 2; /* refused, and with no memory to say so */
    assert_int_equal(import(&m, 0, &got), STATUS_OK);
    assert_true(!got && deleted == 1);
    diag_begin(&ctx);
    for (k = 1; import(&m, k, &got) != STATUS_OK; k++) {
        assert_int_equal(deleted, 1);
        diag_begin(&ctx);
    }
    assert_true(k > 1);
    m.deleter = NULL;
    assert_int_equal(import(&m, 0, &got), STATUS_OK);
    assert_int_equal(deleted, 0);

    atomic_bool cancel = true;
    ctx.cancel = &cancel;
    m.deleter = count_delete;
    uint16_t *big = calloc(600 * 600, 2); /* cancelled within the copy */
    m.dl_tensor = view(2, I64(600, 600), I64(1, 600));
    m.dl_tensor.data = big;
    m.dl_tensor.dtype = (DLDataType){kDLUInt, 16, 1};
    assert_int_equal(import(&m, 0, &got), STATUS_CANCELLED);
    assert_int_equal(deleted, 1);
    free(big);
    ctx.cancel = NULL;
}

static void export_failures(void **state) {
    (void)state;
    Tensor *t = tensor_new(&ctx, DTYPE_INT8, I64(4), 1);
    heap.fail_at = heap.requests + 1;
    Boundary b;
    CTX_ENTER(&ctx, &b) { dlpack_export(t); }
    assert_int_equal(ctx_leave(&ctx, &b), STATUS_MEMORY);
    heap.fail_at = 0;
    assert_int_equal(t->refs, 1);
    bool got;
    DLManagedTensor *m = dlpack_export(t); /* to ourselves */
    assert_int_equal(import(m, 0, &got), STATUS_OK);
    assert_true(got);
    assert_int_equal(t->refs, 1);
    tensor_unref(t);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
UNIT_MAIN(TEST(exports), TEST(packed), TEST(strides), TEST(random_strides), TEST(refused),
          TEST(bools), TEST(deleters), TEST(export_failures))
