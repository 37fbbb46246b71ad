/* SPDX-License-Identifier: Apache-2.0 */
/* loop/window.h: what slides, how far windows reach, and which parts do what the whole does. */
#include "unit.h"

#include "loop/text.h"
#include "loop/verify.h"
#include "loop/window.h"
#include "unit_arena.h"

/* y of m elements, of x of n elements. */
typedef struct {
    const char *body;
    int n, m;
} Program;

static const LoopFn *parse(Program p) {
    LoopFns fns = {.at = NULL};
    const char *text = arena_printf(
        &arena,
        "@T.prim_func\ndef f(x: T.Buffer((%d,), \"float32\"), w: T.Buffer((3,), \"float32\"), "
        "y: T.Buffer((%d,), \"float32\")):\n    T.func_attr({\"num_outputs\": 1})\n",
        p.n, p.m);
    char *body = arena_strdup(&arena, str_c(p.body));
    StrBuf all;
    strbuf_init(&all, &arena);
    strbuf_puts(&all, text);
    for (; *body; body++) { /* N and M are the numbers */
        if (*body == 'N' || *body == 'M')
            strbuf_printf(&all, "%d", *body == 'N' ? p.n : p.m);
        else
            strbuf_putc(&all, *body);
    }
    assert_true(loop_text_parse(&ctx, &arena, "f", strbuf_str(&all), &fns));
    assert_true(loop_verify(&ctx, fns.at[fns.len - 1], NULL));
    return fns.at[fns.len - 1];
}

#define WINDOW(at, read)                                                                           \
    "    for i in T.parallel(M):\n        acc = T.alloc_buffer((), \"float32\")\n"                 \
    "        acc[()] = T.float32(0)\n        for k in range(3):\n"                                 \
    "            if T.And(0 <= " at ", " at " < N):\n"                                             \
    "                acc[()] = acc[()] + " read " * w[k]\n        y[i] = acc[()]\n"
/* windows of 3 that go on by 2; that begin a row before */
static const char conv[] = WINDOW("i * 2 + k - 1", "x[i * 2 + k - 1]");
/* each row of x is in 2 iterations' windows, or in 1 */
static const char up[] =
    "    for i in T.parallel(M):\n        acc = T.alloc_buffer((), \"float32\")\n"
    "        acc[()] = T.float32(0)\n        for k in range(3):\n            p: T.int64 = (i + 1 - k) // 2\n"
    "            if T.And(T.And(0 <= p, p < N), (i + 1 - k) % 2 == 0):\n"
    "                acc[()] = acc[()] + x[p] * w[k]\n        y[i] = acc[()]\n";
/* iterations, of x, add to rows of y */
static const char scatter[] =
    "    for r in T.parallel(M):\n        y[r] = T.float32(0)\n"
    "    for i in range(N):\n        for k in range(3):\n            p: T.int64 = i + k - 1\n"
    "            if T.And(0 <= p, p < M):\n                y[p] = y[p] + x[i] * w[k]\n";

static const LoopWindow *find(const LoopFn *fn, const LoopFactors **factors, uint32_t *n) {
    *factors = loop_factors(&ctx, &arena, fn);
    return loop_windows(*factors, &arena, n);
}

static void reaches(void **state) {
    (void)state;
    const LoopFactors *f;
    uint32_t n;
    const LoopWindow *w = find(parse((Program){conv, 16, 8}), &f, &n);
    assert_int_equal(n, 1);
    assert_int_equal(w->kind, LOOP_FACTOR_PARALLEL);
    assert_int_equal(w->every, 1);
    assert_int_equal(w->n, 1);
    assert_int_equal(w->reaches[0].step, 2);
    assert_int_equal(w->reaches[0].from[0], 0); /* row -1 is none */
    assert_int_equal(w->reaches[0].from[3], 5);
    assert_int_equal(w->reaches[0].to[3], 8);
    w = find(parse((Program){up, 8, 16}), &f, &n);
    assert_int_equal(n, 1);
    assert_int_equal(w->every, 2);
    assert_int_equal(w->reaches[0].step, 1);
    /* where the remainder is not 0 nothing is read */
    assert_int_equal(w->reaches[0].from[6], 3);
    assert_int_equal(w->reaches[0].to[6], 4);
    assert_int_equal(w->reaches[0].from[7], 3);
    assert_int_equal(w->reaches[0].to[7], 5);
    w = find(parse((Program){scatter, 8, 8}), &f, &n);
    assert_int_equal(n, 1);
    assert_int_equal(w->kind, LOOP_FACTOR_REDUCED);
    assert_true(w->reaches[0].is_written);
    assert_int_equal(w->reaches[0].param, 2);
    assert_int_not_equal(w->rows, LOOP_NO_FACTOR);
}

/* A place that does not go on evenly, or back; that another tensor or a size says; one that is a
 * value; a window that is written and no sum. */
static void none_slides(void **state) {
    (void)state;
    static const char *const bodies[] = {
        "    for i in T.parallel(M):\n        y[i] = x[i * i % N]\n",
        "    for i in T.parallel(M):\n        y[i] = x[M - 1 - i]\n",
        "    for i in T.parallel(M):\n        y[i] = x[T.max(i - 1, 0)]\n",
        "    for i in T.parallel(M):\n        y[i] = x[T.Cast(\"int64\", w[0])]\n",
        "    for i in T.parallel(M):\n        y[i] = x[0] * T.Cast(\"float32\", i)\n",
        ("    for r in T.parallel(M):\n        y[r] = T.float32(0)\n"
         "    for i in range(N):\n        y[i // 2] = x[i]\n"),
    };
    for (size_t i = 0; i < ARRAY_LEN(bodies); i++) {
        const LoopFactors *f;
        uint32_t n;
        find(parse((Program){bodies[i], 16, 16}), &f, &n);
        if (n) print_error("body %zu\n", i);
        assert_int_equal(n, 0);
    }
}

typedef struct {
    int64_t first, from, to, have_from, have_to;
} Part;

static bool holds(const char *body, Program whole, Program part, Part p) {
    const LoopFactors *f;
    uint32_t n;
    whole.body = part.body = body;
    const LoopWindow *w = find(parse(whole), &f, &n);
    assert_int_equal(n, 1);
    const LoopWindowPart parts[] = {{p.first, p.from, p.to, &p.have_from, &p.have_to}};
    return loop_window_holds(f, w, parse(part), parts, 1);
}

/* Of 16 rows and 8 windows, 2 steps left out: 12 rows and 6 windows. */
static void parts_hold(void **state) {
    (void)state;
    const Program whole = {NULL, 16, 8}, part = {NULL, 12, 6};
    assert_true(holds(conv, whole, part, (Part){0, 0, 5, 0, 12}));
    assert_true(holds(conv, whole, part, (Part){1, 2, 7, 2, 14}));
    assert_true(holds(conv, whole, part, (Part){2, 3, 8, 4, 16}));
    /* its first window begins before the part */
    assert_false(holds(conv, whole, part, (Part){1, 1, 7, 2, 14}));
    /* the last one ends behind what is there, or behind the part */
    assert_true(holds(conv, whole, part, (Part){0, 0, 5, 0, 10}));
    assert_false(holds(conv, whole, part, (Part){0, 0, 6, 0, 10}));
    assert_false(holds(conv, whole, part, (Part){0, 0, 7, 0, 12}));
    /* other rows than those of its place */
    assert_false(holds(conv, whole, (Program){NULL, 13, 6}, (Part){2, 3, 8, 4, 16}));
    assert_false(holds(conv, whole, (Program){NULL, 12, 5}, (Part){2, 3, 8, 4, 16}));
    /* other loops */
    assert_false(holds(WINDOW("i * 2 + k - 1", "x[i * 2 + k - 1]"), whole, (Program){NULL, 12, 7},
                       (Part){2, 3, 8, 4, 16}));
    const Program small = {NULL, 8, 16}, half = {NULL, 6, 12};
    assert_true(holds(up, small, half, (Part){2, 3, 13, 1, 7}));
    assert_false(holds(up, small, half, (Part){1, 3, 13, 1, 7}));
    assert_false(holds(up, small, half, (Part){4, 3, 13, 1, 7}));
    const Program square = {NULL, 8, 8}, sums = {NULL, 6, 6};
    assert_true(holds(scatter, square, sums, (Part){1, 2, 6, 0, 0}));
    assert_false(holds(scatter, square, sums, (Part){1, 1, 6, 0, 0}));
}

/* What one place is worth is more than where it is. */
static void values_count(void **state) {
    (void)state;
    const Program whole = {NULL, 16, 8}, part = {NULL, 12, 6};
    const Part middle = {1, 2, 7, 2, 14}, end = {2, 3, 8, 4, 16};
    /* the number of rows within, as a mean has it, is the same */
    static const char mean[] =
        "    for i in T.parallel(M):\n"
        "        c: T.int64 = T.min(i * 2 + 2, N) - T.max(i * 2 - 1, 0)\n"
        "        acc = T.alloc_buffer((), \"float32\")\n        acc[()] = T.float32(0)\n"
        "        for k in range(3):\n            if T.And(0 <= i * 2 + k - 1, i * 2 + k - 1 < N):\n"
        "                acc[()] = acc[()] + x[i * 2 + k - 1]\n"
        "        y[i] = acc[()] / T.Cast(\"float32\", c)\n";
    assert_true(holds(mean, whole, part, middle));
    assert_true(holds(mean, whole, part, end));
    /* the place itself, or all rows, is not */
    assert_false(holds(WINDOW("i * 2 + k - 1", "x[i * 2 + k - 1] * T.Cast(\"float32\", i)"), whole,
                       part, middle));
    assert_false(
        holds(WINDOW("i * 2 + k - 1", "x[i * 2 + k - 1] / T.float32(N)"), whole, part, middle));
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
UNIT_MAIN(TEST(reaches), TEST(none_slides), TEST(parts_hold), TEST(values_count))
