/* SPDX-License-Identifier: Apache-2.0 */
/* tensor/tensor.h: sizes, the one block, references, equality and hash. */
#include "unit.h"

#include <math.h>

#include "tensor/box.h"
#include "tensor/strings.h"
#include "tensor/tensor.h"

static Ctx ctx;
static UnitHeap heap;

static int setup(void **state) {
    (void)state;
    unit_ctx(&ctx, &heap);
    return 0;
}

static int teardown(void **state) {
    (void)state;
    unit_ctx_end(&ctx, &heap);
    return 0;
}

#define DIMS(...) (const int64_t[]){__VA_ARGS__}, ARRAY_LEN(((const int64_t[]){__VA_ARGS__}))
#define BIG ((int64_t)1 << 62)

static void counts(void **state) {
    (void)state;
    size_t n, bytes;
    assert_true(tensor_count(NULL, 0, DTYPE_FLOAT32, &n, &bytes)); /* rank 0: one element */
    assert_true(n == 1 && bytes == 4);
    assert_true(tensor_count(DIMS(2, 3, 4), DTYPE_INT16, &n, &bytes));
    assert_true(n == 24 && bytes == 48);
    assert_true(tensor_count(DIMS(2, 0, 4), DTYPE_FLOAT64, &n, &bytes));
    assert_true(n == 0 && bytes == 0);
    /* A zero extent makes any shape empty, wherever it stands. */
    assert_true(tensor_count(DIMS(BIG, BIG, 0), DTYPE_FLOAT64, &n, &bytes));
    assert_true(n == 0 && bytes == 0);
    assert_true(tensor_count(DIMS(0, BIG, BIG), DTYPE_FLOAT64, &n, &bytes));
    assert_true(n == 0 && bytes == 0);
    assert_true(tensor_count(DIMS(BIG, 4, 0, BIG), DTYPE_FLOAT64, &n, &bytes));
    assert_true(n == 0 && bytes == 0);
    /* Overflow of the product, and of the bytes alone. */
    assert_false(tensor_count(DIMS(BIG, 4), DTYPE_INT8, &n, &bytes));
    assert_false(tensor_count(DIMS(BIG, 4, 1), DTYPE_INT8, &n, &bytes));
    assert_false(tensor_count(DIMS((int64_t)1 << 32, (int64_t)1 << 32, 2), DTYPE_INT8, &n, &bytes));
    assert_false(tensor_count(DIMS(BIG), DTYPE_INT16, &n, &bytes));
    assert_true(tensor_count(DIMS(BIG), DTYPE_INT8, &n, &bytes));
    assert_true(n == (size_t)BIG && bytes == (size_t)BIG);
    /* Negative extents, also beside a zero. */
    assert_false(tensor_count(DIMS(-1), DTYPE_INT8, &n, &bytes));
    assert_false(tensor_count(DIMS(0, -1), DTYPE_INT8, &n, &bytes));
    assert_false(tensor_count(DIMS(-1, 0), DTYPE_INT8, &n, &bytes));
    assert_false(tensor_count(DIMS(INT64_MIN, INT64_MIN), DTYPE_INT8, &n, &bytes));
}

static void one_block(void **state) {
    (void)state;
    for (uint32_t ndim = 0; ndim < 9; ndim++) {
        int64_t dims[9] = {0};
        for (uint32_t i = 0; i < ndim; i++) dims[i] = i == 3 ? 5 : 2;
        Tensor *t = tensor_new(&ctx, DTYPE_FLOAT64, dims, ndim);
        assert_int_equal(heap.live, 1);
        assert_int_equal((uintptr_t)t->data % 64, 0);
        assert_int_equal(t->ndim, ndim);
        for (uint32_t i = 0; i < ndim; i++) assert_int_equal(t->dims[i], dims[i]);
        assert_int_equal(t->bytes, t->count * 8);
        for (size_t i = 0; i < t->count; i++) {
            assert_true(*(double *)tensor_at(t, i) == 0);
            *(double *)tensor_at(t, i) = (double)i; /* the sanitizer sees the end of the block */
        }
        for (uint32_t i = 0; i < ndim; i++) assert_int_equal(t->dims[i], dims[i]);
        tensor_unref(t);
        assert_int_equal(heap.live, 0);
    }
    Tensor *t = tensor_new(&ctx, DTYPE_INT8, DIMS(3, 0));
    assert_non_null(t->data);
    assert_int_equal(t->count, 0);
    tensor_unref(t);
}

static void references(void **state) {
    (void)state;
    Tensor *t = tensor_new(&ctx, DTYPE_INT32, DIMS(4));
    assert_ptr_equal(tensor_ref(t), t);
    tensor_unref(t);
    assert_int_equal(heap.live, 1);
    *(int32_t *)tensor_at(t, 3) = 5;
    tensor_unref(t);
    assert_int_equal(heap.live, 0);
    tensor_unref(NULL);
}

static Status try_new(const int64_t *dims, uint32_t ndim) {
    Boundary b;
    CTX_ENTER(&ctx, &b) { tensor_unref(tensor_new(&ctx, DTYPE_FLOAT32, dims, ndim)); }
    return ctx_leave(&ctx, &b);
}

static void failures(void **state) {
    (void)state;
    assert_int_equal(try_new(DIMS(2, 3)), STATUS_OK);
    assert_int_equal(try_new(DIMS(BIG, BIG)), STATUS_LIMIT);
    assert_int_equal(try_new(DIMS(BIG)), STATUS_LIMIT);
    assert_int_equal(try_new(DIMS(-1)), STATUS_LIMIT);
    ctx.limits.const_bytes = 24;
    assert_int_equal(try_new(DIMS(6)), STATUS_OK);
    assert_int_equal(try_new(DIMS(7)), STATUS_LIMIT);
    heap.fail_at = heap.requests + 1;
    assert_int_equal(try_new(DIMS(1)), STATUS_MEMORY);
}

static bool was_released;
static void release(TensorOwner *self) {
    was_released = true;
    assert_int_equal(self->refs, 0);
}

/* At an odd place: of the same value, and a copy where the data are to be its own. */
static void borrowed(void **state) {
    (void)state;
    char bytes[1 + 3 * sizeof(float)];
    TensorOwner owner = {.refs = 1, .release = release};
    const float values[] = {1, NAN, 3};
    memcpy(bytes + 1, values, sizeof values);
    was_released = false;
    Tensor *x = tensor_borrow(&ctx, DTYPE_FLOAT32, DIMS(3), bytes + 1, &owner);
    tensor_owner_unref(&owner);
    assert_false(was_released);
    assert_ptr_equal(x->data, bytes + 1);
    Tensor *own = tensor_owned(x), *same = tensor_owned(own);
    assert_ptr_equal(own, same);
    assert_null(own->owner);
    assert_int_equal((uintptr_t)own->data % 64, 0);
    assert_true(tensor_equal(x, own));
    assert_true(tensor_hash(x) == tensor_hash(own));
    tensor_unref(same);
    tensor_unref(x);
    assert_true(was_released);
    assert_int_equal(heap.live, 1);
    assert_true(*(float *)tensor_at(own, 2) == 3);
    tensor_unref(own);
}

/* Longer than what is hashed at a time, with the difference anywhere, and NaN of all kinds. */
static void hashes_of_many(void **state) {
    (void)state;
    static const DType types[] = {DTYPE_FLOAT16, DTYPE_BFLOAT16, DTYPE_FLOAT32, DTYPE_FLOAT64,
                                  DTYPE_INT16};
    for (size_t i = 0; i < ARRAY_LEN(types); i++) {
        const size_t n = 5000, places[] = {0, 511, 512, 1023, 1024, 2047, 2048, 4095, 4096, 4999};
        const bool is_float = dtype_is_float(types[i]);
        Tensor *a = tensor_new(&ctx, types[i], DIMS((int64_t)n)),
               *b = tensor_new(&ctx, types[i], DIMS((int64_t)n));
        for (size_t k = 0; k < ARRAY_LEN(places); k++) {
            char *at = tensor_at(a, places[k]), *other = tensor_at(b, places[k]);
            memset(at, 0xff, dtype_size(types[i]));
            assert_false(tensor_equal(a, b));
            assert_true(tensor_hash(a) != tensor_hash(b));
            if (is_float)
                dtype_write_double(types[i], other, NAN);
            else
                memset(other, 0xff, dtype_size(types[i]));
            assert_true(tensor_equal(a, b));
            assert_true(tensor_hash(a) == tensor_hash(b));
        }
        tensor_unref(a);
        tensor_unref(b);
    }
}

static Tensor *floats(DType t, size_t n, const double *values) {
    Tensor *self = tensor_new(&ctx, t, (const int64_t[]){(int64_t)n}, 1);
    for (size_t i = 0; i < n; i++) dtype_write_double(t, tensor_at(self, i), values[i]);
    return self;
}

/* Equal both ways, with the same hash; or different both ways (and then the hashes differ too,
 * but for a chance of 2^-64). */
static void check_pair(Tensor *a, Tensor *b, bool equal) {
    assert_int_equal(tensor_equal(a, b), equal);
    assert_int_equal(tensor_equal(b, a), equal);
    assert_int_equal(tensor_hash(a) == tensor_hash(b), equal);
    tensor_unref(a);
    tensor_unref(b);
}

static void equality_of_floats(void **state) {
    (void)state;
    static const DType types[] = {DTYPE_FLOAT16, DTYPE_BFLOAT16, DTYPE_FLOAT32, DTYPE_FLOAT64};
    for (size_t i = 0; i < ARRAY_LEN(types); i++) {
        DType t = types[i];
#define T(...) floats(t, ARRAY_LEN(((double[]){__VA_ARGS__})), (double[]){__VA_ARGS__})
        check_pair(T(1, 2, 3), T(1, 2, 3), true);
        check_pair(T(1, 2, 3), T(1, 2, 4), false);
        check_pair(T(1, 2, 3), T(2, 1, 3), false);
        check_pair(T(0.0), T(-0.0), false); /* bits, not values */
        check_pair(T(1, NAN), T(1, -NAN), true);
        check_pair(T(1, NAN), T(2, NAN), false);
        check_pair(T(NAN, 1), T(INFINITY, 1), false);
        check_pair(T(NAN), T(0), false);
        check_pair(T(INFINITY), T(-INFINITY), false);
        check_pair(T(1), T(1, 1), false);
        Tensor *a = T(NAN, 5), *b = T(NAN, 5); /* another payload */
        *(unsigned char *)tensor_at(a, 0) ^= 1;
        check_pair(a, b, true);
        a = T(NAN);
        assert_true(tensor_equal(a, a));
        tensor_unref(a);
    }
}

static void equality_of_shapes_and_types(void **state) {
    (void)state;
    check_pair(tensor_new(&ctx, DTYPE_INT32, DIMS(2, 3)), tensor_new(&ctx, DTYPE_INT32, DIMS(2, 3)),
               true);
    check_pair(tensor_new(&ctx, DTYPE_INT32, DIMS(2, 3)), tensor_new(&ctx, DTYPE_INT32, DIMS(3, 2)),
               false);
    check_pair(tensor_new(&ctx, DTYPE_INT32, DIMS(6)), tensor_new(&ctx, DTYPE_INT32, DIMS(6, 1)),
               false);
    check_pair(tensor_new(&ctx, DTYPE_INT32, DIMS(6)), tensor_new(&ctx, DTYPE_UINT32, DIMS(6)),
               false);
    check_pair(tensor_new(&ctx, DTYPE_FLOAT32, DIMS(6)), tensor_new(&ctx, DTYPE_INT32, DIMS(6)),
               false);
    check_pair(tensor_new(&ctx, DTYPE_INT32, DIMS(0, 3)), tensor_new(&ctx, DTYPE_INT32, DIMS(0, 3)),
               true);
    check_pair(tensor_new(&ctx, DTYPE_INT32, DIMS(0, 3)), tensor_new(&ctx, DTYPE_INT32, DIMS(0, 4)),
               false);
    check_pair(tensor_new(&ctx, DTYPE_INT32, NULL, 0), tensor_new(&ctx, DTYPE_INT32, NULL, 0),
               true);
    check_pair(tensor_new(&ctx, DTYPE_INT32, NULL, 0), tensor_new(&ctx, DTYPE_INT32, DIMS(1)),
               false);
    Tensor *a = tensor_new(&ctx, DTYPE_INT64, DIMS(2)), *b = tensor_new(&ctx, DTYPE_INT64, DIMS(2));
    dtype_write_int(DTYPE_INT64, tensor_at(a, 1), INT64_MIN);
    check_pair(a, b, false);
}

/* Element i of the 4 x 5 whole is i, of any kind of type; a box, and one of nothing. */
static void boxes(void **state) {
    (void)state;
    const DType types[] = {DTYPE_FLOAT32, DTYPE_INT8, DTYPE_INT4, DTYPE_STRING};
    for (size_t k = 0; k < ARRAY_LEN(types); k++) {
        Tensor *whole = tensor_new(&ctx, types[k], DIMS(4, 5));
        for (size_t i = 0; i < whole->count; i++) {
            const char text[] = {(char)('a' + i), 0};
            if (types[k] == DTYPE_STRING)
                tensor_set_string(whole, i, (Str){text, 1});
            else if (dtype_is_float(types[k]))
                tensor_set_double(whole, i, (double)(i % 8));
            else
                assert_true(tensor_set_int(whole, i, (int64_t)i % 8));
        }
        const int64_t first[] = {1, 2}, dims[] = {3, 2}, none[] = {0, 2};
        Tensor *box = tensor_box(&ctx, whole, first, dims);
        for (size_t i = 0; i < box->count; i++) {
            const size_t at = (1 + i / 2) * 5 + 2 + i % 2;
            if (types[k] == DTYPE_STRING)
                assert_int_equal(tensor_get_string(box, i).ptr[0], 'a' + (int)at);
            else
                assert_int_equal(dtype_is_float(types[k]) ? (int64_t)tensor_get_double(box, i)
                                                          : tensor_get_int(box, i),
                                 at % 8);
        }
        assert_int_equal(box->count, 6);
        tensor_unref(box);
        box = tensor_box(&ctx, whole, (const int64_t[]){4, 0}, none);
        assert_int_equal(box->count, 0);
        tensor_unref(box);
        tensor_unref(whole);
    }
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
UNIT_MAIN(TEST(counts), TEST(one_block), TEST(references), TEST(boxes), TEST(failures),
          TEST(borrowed), TEST(hashes_of_many), TEST(equality_of_floats),
          TEST(equality_of_shapes_and_types))
