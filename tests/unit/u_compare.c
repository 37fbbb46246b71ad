/* SPDX-License-Identifier: Apache-2.0 */
/* tensor/compare.h, eval/compare.h: the two modes, and what is reported. */
#include "unit.h"

#include <math.h>

#include "base/arena.h"
#include "eval/compare.h"

static Ctx ctx;
static UnitHeap heap;
static Arena arena;

static int setup(void **state) {
    (void)state;
    unit_ctx(&ctx, &heap);
    arena_init(&arena, &ctx);
    return 0;
}

static int teardown(void **state) {
    (void)state;
    arena_fini(&arena);
    unit_ctx_end(&ctx, &heap);
    return 0;
}

static const TensorNear bits = {.mode = TENSOR_BITS}, exact = {.mode = TENSOR_NEAR},
                        near = {.mode = TENSOR_NEAR, .rtol = 0.125, .atol = 0.5};

static bool compare(const double *a, const double *b, size_t n, const TensorNear *how,
                    TensorDifference *d) {
    return tensor_elements_near(DTYPE_FLOAT64, a, DTYPE_FLOAT64, b, n, how, d);
}

static void modes(void **state) {
    (void)state;
    static const struct {
        double a, b;
        bool bits, exact, near, signs, finite;
    } cases[] = {
        {1, 1, true, true, true, true, true},
        {1, 1.5, false, false, true, true, true},
        {8, 9.7, false, false, true, true, true}, /* 0.5 + 9.7 / 8 */
        {8, 9.8, false, false, false, false, false},
        {0.0, -0.0, false, true, true, false, true},
        {NAN, -NAN, true, true, true, true, true},
        {NAN, 1, false, false, false, false, false},
        {1, NAN, false, false, false, false, true},
        {INFINITY, INFINITY, true, true, true, true, true},
        {INFINITY, 1e308, false, false, false, false, false},
        {1e308, INFINITY, false, false, false, false, true},
        {-INFINITY, INFINITY, false, false, false, false, true},
    };
    TensorNear signs = near, finite = near;
    signs.signs = finite.finite = true;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        const double *a = &cases[i].a, *b = &cases[i].b;
        TensorDifference d;
        assert_int_equal(compare(a, b, 1, &bits, &d), cases[i].bits);
        assert_int_equal(tensor_elements_equal(DTYPE_FLOAT64, a, b, 1), cases[i].bits);
        assert_int_equal(compare(a, b, 1, &exact, &d), cases[i].exact);
        assert_int_equal(compare(a, b, 1, &near, &d), cases[i].near);
        assert_int_equal(compare(a, b, 1, &signs, &d), cases[i].signs);
        assert_int_equal(compare(a, b, 1, &finite, &d), cases[i].finite);
    }
}

static void reports(void **state) {
    (void)state;
    const double a[] = {1, 2, NAN, 4, 0.0}, b[] = {1, 3, NAN, 8, -0.0};
    TensorDifference d;
    assert_false(compare(a, b, 5, &near, &d));
    assert_true(d.count == 5 && d.differing == 2 && d.first == 1 && d.element == 3);
    assert_true(d.a == 4 && d.b == 8 && d.max_abs == 4 && d.max_rel == 0.5);
    assert_string_equal(tensor_difference_text(&arena, &d),
                        "2 of 5 elements differ; the most 3, by 4: 4 and 8");
    assert_false(compare(a + 4, b + 4, 1, &bits, &d));
    assert_true(d.differing == 1 && d.first == 0 && d.max_abs == 0);
    assert_string_equal(tensor_difference_text(&arena, &d),
                        "1 of 1 elements have other bits, the first is 0");
    assert_true(compare(a, a, 5, &bits, &d));
    assert_true(d.differing == 0 && d.first == 5 && d.max_abs == 0);
    /* What is near enough is part of the report too. */
    assert_true(compare(a, (const double[]){1.25, 2, NAN, 4, 0}, 5, &near, &d));
    assert_true(d.differing == 0 && d.element == 0 && d.max_abs == 0.25 && d.max_rel == 0.2);
    assert_false(compare((const double[]){NAN}, a, 1, &near, &d));
    assert_true(d.max_abs == (double)INFINITY && d.max_rel == (double)INFINITY);
    assert_true(tensor_elements_largest(DTYPE_FLOAT64, a, 5) == 4);
}

/* Exact unless the tolerance is for them, also where doubles cannot tell them apart. */
static void integers(void **state) {
    (void)state;
    const int64_t a[] = {INT64_MAX, INT64_MIN}, b[] = {INT64_MAX - 1, INT64_MIN};
    const uint64_t top = UINT64_MAX, zero = 0;
    const TensorNear by_one = {.mode = TENSOR_NEAR, .atol = 1, .integers = true},
                     by_less = {.mode = TENSOR_NEAR, .atol = 0.5, .integers = true},
                     by_share = {.mode = TENSOR_NEAR, .rtol = 0.5, .integers = true};
    TensorDifference d;
    assert_false(tensor_elements_near(DTYPE_INT64, a, DTYPE_INT64, b, 2, &near, &d));
    assert_true(d.differing == 1 && d.max_abs == 1);
    assert_true(tensor_elements_near(DTYPE_INT64, a, DTYPE_INT64, b, 2, &by_one, &d));
    assert_false(tensor_elements_near(DTYPE_INT64, a, DTYPE_INT64, b, 2, &by_less, &d));
    assert_false(tensor_elements_near(DTYPE_UINT64, &top, DTYPE_UINT64, &zero, 1, &by_one, &d));
    assert_true(d.max_abs == 0x1p64);
    assert_false(tensor_elements_near(DTYPE_INT64, a, DTYPE_INT64, a + 1, 1, &by_one, &d));
    assert_true(d.max_abs == 0x1p64);
    assert_false(tensor_elements_near(DTYPE_INT64, a, DTYPE_INT64, b, 2, &by_share, &d));
    /* Of two widths */
    const int8_t narrow = -3;
    const int64_t wide = -3;
    assert_true(tensor_elements_near(DTYPE_INT8, &narrow, DTYPE_INT64, &wide, 1, &exact, &d));
    /* A bool has the bits that it was given. */
    const uint8_t yes = 1, too = 2;
    assert_false(tensor_elements_near(DTYPE_BOOL, &yes, DTYPE_BOOL, &too, 1, &bits, &d));
}

static void of_few_bits(void **state) {
    (void)state;
    Tensor *a = tensor_new(&ctx, DTYPE_INT4, (const int64_t[]){3}, 1),
           *b = tensor_new(&ctx, DTYPE_INT4, (const int64_t[]){3}, 1);
    TensorDifference d;
    tensor_set_int(a, 1, -8);
    assert_false(tensor_near(a, b, &bits, &d));
    assert_true(d.differing == 1 && d.first == 1 && d.max_abs == 8);
    assert_false(tensor_near(a, b, &exact, &d));
    assert_false(tensor_equal(a, b));
    tensor_set_int(b, 1, -8);
    assert_true(tensor_near(a, b, &bits, &d));
    tensor_unref(a);
    tensor_unref(b);
}

static void values(void **state) {
    (void)state;
    ValueList list;
    value_list_init(&list, &ctx);
    const int64_t dims[] = {2}, other[] = {3};
    Value *a = value_tuple(&list, 3), *b = value_tuple(&list, 3);
    ValueDifference d;
    for (uint32_t i = 0; i < 2; i++) {
        a->items[i] = value_tensor_new(&list, DTYPE_FLOAT32, dims, 1);
        b->items[i] = value_tensor_new(&list, DTYPE_FLOAT32, dims, 1);
    }
    a->items[2] = value_shape(&list, dims, 1);
    b->items[2] = value_shape(&list, dims, 1);
    assert_true(value_near(&arena, a, b, &bits, &d));
    tensor_set_double(a->items[1]->tensor, 1, 7);
    assert_false(value_near(&arena, a, b, &bits, &d));
    assert_true(d.place == 1 && d.tensors.element == 1 && d.a == a->items[1]->tensor);
    tensor_set_double(b->items[1]->tensor, 1, 7);
    b->items[2]->dims[0] = 5;
    assert_false(value_near(&arena, a, b, &bits, &d));
    assert_true(d.place == 2);
    assert_string_equal(value_difference_text(&arena, &d), "the shapes differ");
    assert_false(value_near(&arena, a, a->items[0], &bits, &d));
    assert_string_equal(value_difference_text(&arena, &d), "the values are of two kinds");
    assert_false(value_near(&arena, a->items[0], value_tensor_new(&list, DTYPE_FLOAT32, other, 1),
                            &bits, &d));
    assert_string_equal(value_difference_text(&arena, &d),
                        "float32 of rank 1 with 2 elements, and float32 of rank 1 with 3");
    value_list_fini(&list);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
UNIT_MAIN(TEST(modes), TEST(reports), TEST(integers), TEST(of_few_bits), TEST(values))
