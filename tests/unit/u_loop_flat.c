/* SPDX-License-Identifier: Apache-2.0 */
/* loop/flat.h: what becomes one loop over elements, what does not, and that it means the same. */
#include "unit.h"

#include "loop/flat.h"
#include "loop/interp.h"
#include "loop/text.h"
#include "loop/verify.h"
#include "unit_arena.h"

#define FN(params, body)                                                                           \
    "@T.prim_func\ndef f(" params "):\n    T.func_attr({\"num_outputs\": 1})\n" body
#define BUFFER(name, dims) name ": T.Buffer((" dims "), \"float32\")"

static const LoopFn *parse(const char *text) {
    LoopFns fns = {.at = NULL};
    assert_true(loop_text_parse(&ctx, &arena, "f", str_c(text), &fns));
    assert_true(loop_verify(&ctx, fns.at[fns.len - 1], NULL));
    return fns.at[fns.len - 1];
}

static const struct {
    const char *from, *to; /* NULL: it stays */
    int64_t n;
} cases[] = {
    {FN(BUFFER("x", "6, 4") ", " BUFFER("s", "1,") ", " BUFFER("y", "6, 4"),
        "    for i in T.parallel(6):\n        for j in T.parallel(4):\n"
        "            y[i, j] = x[i, j] * s[0]\n"),
     "@T.prim_func\ndef f(a: T.handle, s: T.Buffer((), \"float32\"), b: T.handle):\n"
     "    T.func_attr({\"num_outputs\": 1})\n    n = T.int64()\n"
     "    x = T.match_buffer(a, (n,), \"float32\")\n"
     "    y = T.match_buffer(b, (n,), \"float32\")\n"
     "    for i in T.parallel(n):\n        y[i] = x[i] * s[()]\n",
     24},
    /* Extents of 1 do not count; names may stand anywhere; several nests. */
    {"@T.prim_func\ndef f(" BUFFER("x", "1, 3, 1, 5") ", " BUFFER("s", "") ", " BUFFER(
         "z",
         "3, 5") ", " BUFFER("y",
                             "15,") "):\n    T.func_attr({\"num_outputs\": 2})\n"
                                    "    t: T.float32 = s[()] + T.float32(1)\n"
                                    "    for i in T.parallel(3):\n        u: T.float32 = t * t\n"
                                    "        for k in T.parallel(1):\n            for j in T.parallel(5):\n"
                                    "                z[i, j] = x[k, i, 0, j] * u\n"
                                    "    for i in T.parallel(15):\n        y[i] = t\n",
     "@T.prim_func\ndef f(a: T.handle, s: T.Buffer((), \"float32\"), b: T.handle, c: T.handle):\n"
     "    T.func_attr({\"num_outputs\": 2})\n    n = T.int64()\n"
     "    x = T.match_buffer(a, (n,), \"float32\")\n    z = T.match_buffer(b, (n,), \"float32\")\n"
     "    y = T.match_buffer(c, (n,), \"float32\")\n    t: T.float32 = s[()] + T.float32(1)\n"
     "    for i in T.parallel(n):\n        u: T.float32 = t * t\n        z[i] = x[i] * u\n"
     "    for i in T.parallel(n):\n        y[i] = t\n",
     15},
    /* What an output held is read where it is written. */
    {FN(BUFFER("x", "2, 2") ", " BUFFER("y", "2, 2"),
        "    for i in T.parallel(2):\n        for j in T.parallel(2):\n"
        "            y[i, j] = y[i, j] + x[i, j]\n"),
     "@T.prim_func\ndef f(a: T.handle, b: T.handle):\n    T.func_attr({\"num_outputs\": 1})\n"
     "    n = T.int64()\n    x = T.match_buffer(a, (n,), \"float32\")\n"
     "    y = T.match_buffer(b, (n,), \"float32\")\n"
     "    for i in T.parallel(n):\n        y[i] = y[i] + x[i]\n",
     4},
    /* A transpose, a row that is read for each, an index as a value, another element, a loop in
     * order, a sum, a size, one element, too few elements. */
    {FN(BUFFER("x", "4, 4") ", " BUFFER("y", "4, 4"),
        "    for i in T.parallel(4):\n        for j in T.parallel(4):\n"
        "            y[i, j] = x[j, i]\n"),
     NULL, 0},
    {FN(BUFFER("x", "4, 6") ", " BUFFER("y", "6, 4"),
        "    for i in T.parallel(6):\n        for j in T.parallel(4):\n"
        "            y[i, j] = x[j, i]\n"),
     NULL, 0},
    {FN(BUFFER("x", "6, 4") ", " BUFFER("y", "6, 4"),
        "    for j in T.parallel(4):\n        for i in T.parallel(6):\n"
        "            y[i, j] = x[i, j]\n"),
     NULL, 0},
    {FN(BUFFER("x", "4,") ", " BUFFER("y", "6, 4"),
        "    for i in T.parallel(6):\n        for j in T.parallel(4):\n"
        "            y[i, j] = x[j]\n"),
     NULL, 0},
    {FN(BUFFER("y", "6,"), "    for i in T.parallel(6):\n        y[i] = T.Cast(\"float32\", i)\n"),
     NULL, 0},
    {FN(BUFFER("x", "6,") ", " BUFFER("y", "6,"),
        "    for i in T.parallel(6):\n        y[i] = x[5 - i]\n"),
     NULL, 0},
    {FN(BUFFER("x", "6,") ", " BUFFER("y", "6,"), "    for i in range(6):\n        y[i] = x[i]\n"),
     NULL, 0},
    {FN(BUFFER("x", "6,") ", " BUFFER("y", ""),
        "    y[()] = T.float32(0)\n    for i in range(6):\n        y[()] = y[()] + x[i]\n"),
     NULL, 0},
    {"@T.prim_func\ndef f(a: T.handle, b: T.handle):\n    T.func_attr({\"num_outputs\": 1})\n"
     "    n = T.int64()\n    x = T.match_buffer(a, (n,), \"float32\")\n"
     "    y = T.match_buffer(b, (n,), \"float32\")\n"
     "    for i in T.parallel(n):\n        y[i] = x[i]\n",
     NULL, 0},
    {FN(BUFFER("x", "1,") ", " BUFFER("y", "1,"),
        "    for i in T.parallel(1):\n        y[i] = x[i]\n"),
     NULL, 0},
    {FN(BUFFER("x", "6,") ", " BUFFER("y", "6,"),
        "    for i in T.parallel(3):\n        y[i] = x[i]\n"),
     NULL, 0},
    {FN(BUFFER("x", "6, 4") ", " BUFFER("y", "6, 4"),
        "    for i in T.parallel(6):\n        y[i, 0] = x[i, 0]\n"),
     NULL, 0},
    {FN(BUFFER("x", "2, 3") ", " BUFFER("y", "3, 2"),
        "    for i in T.parallel(2):\n        for j in T.parallel(2):\n"
        "            y[i, j] = x[i, j]\n"),
     NULL, 0},
    {FN(BUFFER("x", "6,") ", " BUFFER("y", "6,"),
        "    for i in T.parallel(6):\n        if x[i] < T.float32(0):\n            y[i] = x[i]\n"),
     NULL, 0},
    {"@T.prim_func\ndef f(" BUFFER("x", "6,") ", " BUFFER("y", "6,") ", " BUFFER(
         "z",
         "6,") "):\n"
               "    T.func_attr({\"num_outputs\": 2})\n    for i in T.parallel(6):\n"
               "        for k in T.parallel(1):\n            y[i] = x[i]\n        z[i] = x[i]\n",
     NULL, 0},
};

static void becomes(void **state) {
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        int64_t n = 0;
        const LoopFn *from = parse(cases[i].from), *to = loop_flat(from, &arena, &n);
        if (!to != !cases[i].to) fail_msg("case %zu: %s", i, to ? "is flat" : "stays");
        if (!to) continue;
        const LoopFn *want = parse(cases[i].to);
        assert_true(loop_verify(&ctx, to, NULL));
        if (!loop_equal(to, want) || loop_hash(to) != loop_hash(want))
            fail_msg("case %zu is another function", i);
        assert_int_equal(n, cases[i].n);
    }
}

static void run(const LoopFn *fn, float (*data)[32], const int64_t *n) {
    LoopArg args[8];
    int64_t dims[8][4];
    assert_true(fn->params.len <= ARRAY_LEN(args));
    for (size_t i = 0; i < fn->params.len; i++) {
        const LoopBuffer *b = fn->params.at[i];
        for (uint32_t k = 0; k < b->ndim; k++)
            dims[i][k] = b->dims[k]->kind == LOOP_CONST ? b->dims[k]->i : *n;
        args[i] = (LoopArg){data[i], dims[i], NULL};
    }
    assert_true(loop_run(&ctx, loop_compile(fn, &arena), args, NULL));
}

static void means_the_same(void **state) {
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        float a[8][32], b[8][32];
        int64_t n = 0;
        if (!cases[i].to) continue;
        const LoopFn *from = parse(cases[i].from), *to = loop_flat(from, &arena, &n);
        for (int k = 0; k < 8 * 32; k++) a[k / 32][k % 32] = 0.37f * (float)(k % 61) - 9;
        memcpy(b, a, sizeof a);
        run(from, a, NULL);
        run(to, b, &n);
        assert_memory_equal(a, b, sizeof a);
    }
}

/* What code is planned for is no part of what a function is. */
static void is_planned(void **state) {
    (void)state;
    int64_t n;
    LoopFn *a = loop_flat(parse(cases[0].from), &arena, &n),
           *b = loop_flat(parse(cases[0].from), &arena, &n);
    loop_size_plan(a, 0, 4096);
    assert_int_equal(a->sizes.at[0]->planned, 4096);
    assert_true(loop_equal(a, b) && loop_hash(a) == loop_hash(b));
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
UNIT_MAIN(TEST(becomes), TEST(means_the_same), TEST(is_planned))
