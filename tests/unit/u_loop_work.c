/* SPDX-License-Identifier: Apache-2.0 */
/* loop/work.h: operations, bytes and trips, in numbers and in what a caller counts in. */
#include "unit.h"

#include <math.h>

#include "loop/work.h"
#include "loop_programs.h"
#include "unit_arena.h"

/* Counts that are no numbers of loop_work's own, as dims are. */
static LoopCount own_number(void *user, int64_t n) {
    ++*(size_t *)user;
    return (LoopCount){.n = (double)n};
}

static LoopCount own_combine(void *user, LoopExprKind kind, LoopCount a, LoopCount b) {
    ++*(size_t *)user;
    switch (kind) {
    case LOOP_ADD: return (LoopCount){.n = a.n + b.n};
    case LOOP_SUB: return (LoopCount){.n = a.n - b.n};
    case LOOP_MUL: return (LoopCount){.n = a.n * b.n};
    case LOOP_MIN: return (LoopCount){.n = fmin(a.n, b.n)};
    case LOOP_MAX: return (LoopCount){.n = fmax(a.n, b.n)};
    default: return (LoopCount){.n = floor(a.n / b.n)};
    }
}

static LoopWork work_of(const LoopFn *fn, const LoopCount *sizes, double unknown) {
    LoopWork w;
    assert_true(loop_work(fn, &(LoopWorkOptions){.sizes = sizes, .unknown = unknown}, &arena, &w));
    return w;
}

static void matmul(void **state) {
    (void)state;
    const LoopCount sizes[] = {{.n = 3}, {.n = 5}, {.n = 7}};
    const LoopFn *fn = program_matmul(&arena, 0);
    assert_int_equal(fn->sizes.len, 3);
    LoopWork w = work_of(fn, sizes, 0);
    assert_true(w.operations.n == 2 * 3 * 5 * 7 && w.scalars.n == w.operations.n);
    assert_true(loop_product_operations(3 * 7, 5) == w.operations.n);
    const double elements = 3 * 5 + 5 * 7 + 3 * 7;
    assert_true(w.bytes.n == elements * (double)dtype_size(fn->params.at[0]->dtype));
    w = work_of(fn, NULL, 0);
    assert_true(w.operations.n ==
                2.0 * LOOP_UNKNOWN_EXTENT * LOOP_UNKNOWN_EXTENT * LOOP_UNKNOWN_EXTENT);
    w = work_of(fn, NULL, 10);
    assert_true(w.operations.n == 2000);
    const LoopCount none[] = {{.n = 0}, {.n = 0}, {.n = 0}};
    w = work_of(fn, none, 0);
    assert_true(w.operations.n == 0 && w.bytes.n == 0);
}

/* A branch is the one that does more; a `while` runs as often as an extent that is not known. */
static void branches(void **state) {
    (void)state;
    LoopBuilder b;
    loop_builder_init(&b, &arena, "branches");
    const LoopExpr *n = loop_var(&b, loop_size(&b, "n"));
    const LoopBuffer *x = loop_param(&b, "x", LOOP_BUFFER_INPUT, DTYPE_FLOAT32, EXPRS(n), 1, NULL);
    const LoopBuffer *y = loop_param(&b, "y", LOOP_BUFFER_OUTPUT, DTYPE_FLOAT32, EXPRS(n), 1, NULL);
    const LoopExpr *i = loop_var(&b, loop_begin_for(&b, "i", n, LOOP_PARALLEL, 0)),
                   *v = loop_load(&b, x, EXPRS(i));
    loop_begin_if(&b, p_lt(&b, i, loop_index(&b, 3)));
    loop_store(&b, y, EXPRS(i), p_add(&b, v, v));
    loop_else(&b);
    loop_store(&b, y, EXPRS(i), p_mul(&b, p_add(&b, v, v), p_add(&b, v, v)));
    loop_end(&b);
    loop_end(&b);
    const LoopCount ten = {.n = 10};
    const LoopWork w = work_of(loop_builder_finish(&b), &ten, 0);
    assert_true(w.operations.n == 30); /* of 10 times the second branch; comparing is free */
    assert_true(w.scalars.n == 10 + 30);
    assert_true(w.statements.n == 1 + 10 + 10);
    assert_true(w.bytes.n == 2 * 40); /* each element once, though it is read several times */
    const LoopWork c = work_of(program_collatz(&arena), &ten, 0);
    assert_true(c.operations.n == 0 && c.statements.n > 10 * LOOP_UNKNOWN_EXTENT);
}

/* What callers count in gives the same, or nothing where data decide. */
static void own_counts(void **state) {
    (void)state;
    size_t calls = 0, exact = 0;
    const LoopCounts counts = {own_number, own_combine, &calls};
    for (int k = 0; k < PROGRAMS; k++) {
        LoopCount sizes[16];
        const LoopFn *fn = program(&arena, k);
        assert_true(fn->sizes.len <= ARRAY_LEN(sizes));
        for (size_t i = 0; i < fn->sizes.len; i++) sizes[i].n = (double)(3 + 2 * i);
        LoopWork own;
        if (!loop_work(fn, &(LoopWorkOptions){.counts = &counts, .sizes = sizes}, &arena, &own))
            continue;
        const LoopWork w = work_of(fn, sizes, 0);
        assert_true(own.operations.n == w.operations.n && own.bytes.n == w.bytes.n);
        exact++;
    }
    LoopWork w;
    assert_true(calls > 0 && exact >= 5);
    assert_false(
        loop_work(program_collatz(&arena), &(LoopWorkOptions){.counts = &counts}, &arena, &w));
    assert_false(
        loop_work(program_calls(&arena), &(LoopWorkOptions){.counts = &counts}, &arena, &w));
}

/* Callees have variables and buffers of their own. */
static void callees(void **state) {
    (void)state;
    const LoopFn *fn = program_calls(&arena);
    LoopCount sizes[16];
    for (size_t i = 0; i < ARRAY_LEN(sizes); i++) sizes[i].n = 2;
    assert_true(work_of(fn, sizes, 0).operations.n > 0);
}

/* Loops within each other, not those behind each other. */
static void bounded(void **state) {
    (void)state;
    LoopBuilder b;
    loop_builder_init(&b, &arena, "bounded");
    const LoopExpr *four = loop_index(&b, 4);
    const LoopBuffer *y =
        loop_param(&b, "y", LOOP_BUFFER_OUTPUT, DTYPE_FLOAT32, EXPRS(four), 1, NULL);
    const LoopBuffer *z =
        loop_param(&b, "z", LOOP_BUFFER_OUTPUT, DTYPE_FLOAT32, EXPRS(four), 1, NULL);
    for (int k = 0; k < 2; k++) {
        const LoopExpr *i = loop_var(&b, loop_begin_for(&b, "i", four, LOOP_PARALLEL, 0));
        loop_begin_for(&b, "j", loop_index(&b, 5), LOOP_SERIAL, 0);
        loop_store(&b, k ? z : y, EXPRS(i), loop_float(&b, DTYPE_FLOAT32, k));
        loop_end(&b);
        loop_end(&b);
    }
    const LoopFn *fn = loop_builder_finish(&b);
    assert_true(loop_runs_at_most(fn->body, 20) && !loop_runs_at_most(fn->body, 19));
    assert_false(loop_runs_at_most(program_collatz(&arena)->body, 1 << 20));   /* a while */
    assert_false(loop_runs_at_most(program_matmul(&arena, 0)->body, 1 << 20)); /* symbols */
}

static void planned(void **state) {
    (void)state;
    LoopBuilder b;
    loop_builder_init(&b, &arena, "planned");
    const LoopExpr *n = loop_var(&b, loop_size(&b, "n"));
    assert_true(loop_planned_trips(loop_index(&b, 5)) == 5);
    assert_true(loop_planned_trips(loop_index(&b, -5)) == 0);
    assert_true(loop_planned_trips(n) == LOOP_UNKNOWN_EXTENT);
    assert_true(loop_planned_trips(loop_op2(&b, LOOP_FLOORDIV, n, loop_index(&b, 64))) ==
                LOOP_UNKNOWN_EXTENT);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
UNIT_MAIN(TEST(matmul), TEST(branches), TEST(own_counts), TEST(callees), TEST(bounded),
          TEST(planned))
