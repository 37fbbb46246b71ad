/* SPDX-License-Identifier: Apache-2.0 */
/* loop/pattern.c on functions that are large or strange, and when memory ends. What the kinds are
 * stands in tests/text/loop_patterns.kinds. */
#include "unit.h"

#include "base/diag.h"
#include "loop/pattern.h"
#include "loop/text.h"
#include "loop_programs.h"
#include "unit_arena.h"

static void numbers(void **state) {
    (void)state;
    size_t known = 0;
    assert_int_equal(loop_pattern_of_number(INT64_MAX), LOOP_PATTERN_NONE);
    assert_string_equal(loop_pattern_name(LOOP_PATTERN_NONE), "none");
    for (int64_t n = -2; n < 20; n++) {
        const LoopPattern p = loop_pattern_of_number(n);
        known += p != LOOP_PATTERN_NONE;
        if (p != LOOP_PATTERN_NONE) assert_int_equal(loop_pattern_number(p), n);
    }
    assert_int_equal(known, LOOP_PATTERN_OPAQUE);
    assert_string_equal(loop_pattern_name(loop_pattern_of_number(8)), "opaque");
}

static void programs(void **state) {
    (void)state;
    for (uint32_t lanes = 0; lanes <= 8; lanes += 8) {
        assert_int_equal(loop_pattern(&ctx, program_matmul(&arena, lanes)), LOOP_PATTERN_FUSABLE);
        assert_int_equal(loop_pattern(&ctx, program_total(&arena, lanes)), LOOP_PATTERN_OPAQUE);
        assert_int_equal(loop_pattern(&ctx, program_reductions(&arena, lanes)),
                         LOOP_PATTERN_OPAQUE);
    }
    assert_int_equal(loop_pattern(&ctx, program_transpose(&arena)), LOOP_PATTERN_INJECTIVE);
    assert_int_equal(loop_pattern(&ctx, program_collatz(&arena)), LOOP_PATTERN_ELEMENTWISE);
    assert_int_equal(loop_pattern(&ctx, program_sort(&arena)), LOOP_PATTERN_OPAQUE);
}

/* n names, each of the one before, then n scalars, each of all before by the one before it; all are
 * used. */
static const LoopFn *long_chain(uint32_t n, uint32_t stores) {
    LoopBuilder b;
    loop_builder_init(&b, &arena, "chain");
    const LoopExpr *size = loop_var(&b, loop_size(&b, "n"));
    const LoopBuffer *x = loop_param(&b, "x", LOOP_BUFFER_INPUT, DTYPE_F, EXPRS(size), 1, NULL);
    const LoopBuffer *y = loop_param(&b, "y", LOOP_BUFFER_OUTPUT, DTYPE_F, EXPRS(size), 1, NULL);
    const LoopExpr *i = loop_var(&b, loop_begin_for(&b, "i", size, LOOP_PARALLEL, 0));
    const LoopExpr *v = loop_load(&b, x, EXPRS(i));
    for (uint32_t k = 0; k < n; k++) v = loop_var(&b, loop_let(&b, "v", p_add(&b, v, v)));
    for (uint32_t k = 0; k < n; k++) {
        const LoopBuffer *s = loop_scalar(&b, "s", v);
        loop_set(&b, s, p_mul(&b, loop_get(&b, s), v));
        v = loop_get(&b, s);
    }
    for (uint32_t k = 0; k < stores; k++) loop_store(&b, y, EXPRS(i), v);
    loop_end(&b);
    return loop_builder_finish(&b);
}

/* Each name is seen once a store. Past the steps there are for all stores, the rest is not looked
 * at: without that limit the last one takes minutes. */
static void large(void **state) {
    (void)state;
    assert_int_equal(loop_pattern(&ctx, long_chain(20000, 1)), LOOP_PATTERN_ELEMENTWISE);
    assert_int_equal(loop_pattern(&ctx, long_chain(50, 20)), LOOP_PATTERN_ELEMENTWISE);
    assert_int_equal(loop_pattern(&ctx, long_chain(20000, 20000)), LOOP_PATTERN_OPAQUE);
}

/* More loops in each other than there are bits: opaque. */
static void deep(void **state) {
    (void)state;
    for (uint32_t depth = 63; depth <= 66; depth++) {
        LoopBuilder b;
        loop_builder_init(&b, &arena, "deep");
        const LoopBuffer *y =
            loop_param(&b, "y", LOOP_BUFFER_OUTPUT, DTYPE_F, EXPRS(loop_index(&b, 3)), 1, NULL);
        const LoopExpr *i = NULL;
        for (uint32_t k = 0; k < depth; k++)
            i = loop_var(
                &b, loop_begin_for(&b, "i", loop_index(&b, k + 1 < depth ? 1 : 3), LOOP_SERIAL, 0));
        loop_store(&b, y, EXPRS(i), loop_float(&b, DTYPE_F, 1));
        for (uint32_t k = 0; k < depth; k++) loop_end(&b);
        assert_int_equal(loop_pattern(&ctx, loop_builder_finish(&b)),
                         depth <= 64 ? LOOP_PATTERN_ELEMENTWISE : LOOP_PATTERN_OPAQUE);
    }
}

static void out_of_memory(void **state) {
    (void)state;
    const LoopFn *fn = program_matmul(&arena, 4);
    volatile size_t failed = 0;
    for (volatile size_t k = 1;; k++) {
        volatile size_t live = heap.live;
        heap.fail_at = heap.requests + k;
        Boundary boundary;
        CTX_ENTER(&ctx, &boundary) {
            assert_int_equal(loop_pattern(&ctx, fn), LOOP_PATTERN_FUSABLE);
        }
        const Status status = ctx_leave(&ctx, &boundary);
        heap.fail_at = 0;
        assert_int_equal(heap.live, live);
        if (status == STATUS_OK) break;
        assert_int_equal(status, STATUS_MEMORY);
        failed++;
    }
    assert_true(failed > 0);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
UNIT_MAIN(TEST(numbers), TEST(programs), TEST(large), TEST(deep), TEST(out_of_memory))
