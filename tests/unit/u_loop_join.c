/* SPDX-License-Identifier: Apache-2.0 */
/* loop/join.h: which dims become one, which stay apart, and that it means the same. */
#include "unit.h"

#include "loop/interp.h"
#include "loop/join.h"
#include "loop/text.h"
#include "loop/verify.h"
#include "unit_arena.h"

enum { ELEMENTS = 256 };

#define FN(params, body)                                                                           \
    "@T.prim_func\ndef f(" params "):\n    T.func_attr({\"num_outputs\": 1})\n" body
#define BUFFER(name, dims) name ": T.Buffer((" dims "), \"float32\")"
#define SYMBOLIC(scalars, symbols, dims, body)                                                     \
    "@T.prim_func\ndef f(a: T.handle, b: T.handle" scalars                                         \
    "):\n    T.func_attr({\"num_outputs\": 1})\n" symbols MATCH("x", "a", dims)                    \
        MATCH("y", "b", dims) body
#define SYMBOLS "    n = T.int64()\n    m = T.int64()\n"
#define MATCH(name, of, dims) "    " name " = T.match_buffer(" of ", (" dims "), \"float32\")\n"

static const LoopFn *parse(const char *text) {
    LoopFns fns = {.at = NULL};
    assert_true(loop_text_parse(&ctx, &arena, "f", str_c(text), &fns));
    assert_true(loop_verify(&ctx, fns.at[fns.len - 1], NULL));
    return fns.at[fns.len - 1];
}

static const struct {
    const char *from, *to; /* NULL: it stays */
} cases[] = {
    {FN(BUFFER("x", "2, 3, 4") ", " BUFFER("y", "2, 3, 4"),
        "    for i in T.parallel(2):\n        for j in T.parallel(3):\n"
        "            for k in T.parallel(4):\n                y[i, j, k] = x[i, j, k]\n"),
     FN(BUFFER("x", "24,") ", " BUFFER("y", "24,"),
        "    for i in T.parallel(24):\n        y[i] = x[i]\n")},
    /* What one input has for each row stays apart from the others. */
    {FN(BUFFER("x", "2, 3, 4, 5") ", " BUFFER("b", "3, 1, 1") ", " BUFFER("y", "2, 3, 4, 5"),
        "    for i in T.parallel(2):\n        for j in T.parallel(3):\n"
        "            for k in T.parallel(4):\n                for l in T.parallel(5):\n"
        "                    y[i, j, k, l] = x[i, j, k, l] + b[j, 0, 0]\n"),
     FN(BUFFER("x", "2, 3, 20") ", " BUFFER("b", "3,") ", " BUFFER("y", "2, 3, 20"),
        "    for i in T.parallel(2):\n        for j in T.parallel(3):\n"
        "            for k in T.parallel(20):\n"
        "                y[i, j, k] = x[i, j, k] + b[j]\n")},
    /* What lies together is the last dim; dims of extent 1 before others stay. */
    {FN(BUFFER("x", "1, 5, 1, 4") ", " BUFFER("w", "4, 1, 1") ", " BUFFER("y", "1, 5, 1"),
        "    for i in T.parallel(5):\n        for j in T.parallel(1):\n"
        "            s = T.alloc_buffer((), \"float32\")\n            s[()] = T.float32(0)\n"
        "            for k in range(4):\n"
        "                s[()] = s[()] + x[0, i, j, k] * w[k, j, 0]\n            y[0, i, j] = s[()]\n"),
     FN(BUFFER("x", "1, 5, 1, 4") ", " BUFFER("w", "4,") ", " BUFFER("y", "1, 5"),
        "    for i in T.parallel(5):\n        for j in T.parallel(1):\n"
        "            s = T.alloc_buffer((), \"float32\")\n            s[()] = T.float32(0)\n"
        "            for k in range(4):\n"
        "                s[()] = s[()] + x[0, i, j, k] * w[k]\n            y[0, i] = s[()]\n")},
    /* A permutation moves dims together; a sum over two is one; its rows stay. */
    {FN(BUFFER("x", "2, 3, 4, 5") ", " BUFFER("y", "4, 5, 2, 3"),
        "    for i in T.parallel(4):\n        for j in T.parallel(5):\n"
        "            for k in T.parallel(2):\n                for l in T.parallel(3):\n"
        "                    y[i, j, k, l] = x[k, l, i, j]\n"),
     FN(BUFFER("x", "6, 20") ", " BUFFER("y", "20, 6"),
        "    for i in T.parallel(20):\n        for k in T.parallel(6):\n"
        "            y[i, k] = x[k, i]\n")},
    {FN(BUFFER("x", "2, 3, 4, 5") ", " BUFFER("y", "2, 3"),
        "    for i in T.parallel(2):\n        for j in T.parallel(3):\n"
        "            s = T.alloc_buffer((), \"float32\")\n            s[()] = T.float32(0)\n"
        "            for k in range(4):\n                for l in range(5):\n"
        "                    s[()] = s[()] + x[i, j, k, l]\n            y[i, j] = s[()]\n"),
     FN(BUFFER("x", "2, 3, 20") ", " BUFFER("y", "2, 3"),
        "    for i in T.parallel(2):\n        for j in T.parallel(3):\n"
        "            s = T.alloc_buffer((), \"float32\")\n            s[()] = T.float32(0)\n"
        "            for k in range(20):\n                s[()] = s[()] + x[i, j, k]\n"
        "            y[i, j] = s[()]\n")},
    /* An array of the function's own; a condition on what is joined to nothing. */
    {FN(BUFFER("x", "6, 2, 4") ", " BUFFER("y", "6, 2, 4"),
        "    for i in T.parallel(6):\n        w = T.alloc_buffer((2, 4), \"float32\")\n"
        "        for j in T.parallel(2):\n            for k in T.parallel(4):\n"
        "                w[j, k] = x[i, j, k] * x[i, j, k]\n"
        "        for j in T.parallel(2):\n            for k in T.parallel(4):\n"
        "                if i < 3:\n                    y[i, j, k] = w[j, k]\n"),
     FN(BUFFER("x", "6, 8") ", " BUFFER("y", "6, 8"),
        "    for i in T.parallel(6):\n        w = T.alloc_buffer((8,), \"float32\")\n"
        "        for j in T.parallel(8):\n            w[j] = x[i, j] * x[i, j]\n"
        "        for j in T.parallel(8):\n            if i < 3:\n"
        "                y[i, j] = w[j]\n")},
    /* Symbols: their sizes are parameters then. */
    {SYMBOLIC("", SYMBOLS, "n, 3, m",
              "    for i in T.parallel(n):\n        for j in T.parallel(3):\n"
              "            for k in T.parallel(m):\n                y[i, j, k] = x[i, j, k]\n"),
     SYMBOLIC(", n: T.int64, m: T.int64", "", "n * 3 * m,",
              "    for i in T.parallel(n * 3 * m):\n        y[i] = x[i]\n")},
    {SYMBOLIC("", SYMBOLS, "n, 2, m",
              "    for i in T.parallel(n):\n        for j in T.parallel(2):\n"
              "            for k in range(m):\n                y[i, j, k] = x[i, j, k]\n"),
     NULL},
    {FN("a: T.handle, " BUFFER("b", "2,") ", c: T.handle",
        "    n = T.int64()\n    x = T.match_buffer(a, (2, n, 3, 4), \"float32\")\n"
        "    y = T.match_buffer(c, (2, n, 3, 4), \"float32\")\n"
        "    for i in T.parallel(2):\n        for j in T.parallel(n):\n"
        "            t: T.float32 = b[i]\n            for k in T.parallel(3):\n"
        "                for l in T.parallel(4):\n"
        "                    y[i, j, k, l] = x[i, j, k, l] * t\n"),
     FN("a: T.handle, " BUFFER("b", "2,") ", c: T.handle",
        "    n = T.int64()\n    x = T.match_buffer(a, (2, n, 12), \"float32\")\n"
        "    y = T.match_buffer(c, (2, n, 12), \"float32\")\n"
        "    for i in T.parallel(2):\n        for j in T.parallel(n):\n"
        "            t: T.float32 = b[i]\n            for k in T.parallel(12):\n"
        "                y[i, j, k] = x[i, j, k] * t\n")},
    /* Apart: another order, a part of a dim, a place that is computed, one of two accesses, a
     * value, loops of both kinds, statements between, nothing that bounds the number. */
    {FN(BUFFER("x", "4, 4") ", " BUFFER("y", "4, 4"),
        "    for i in T.parallel(4):\n        for j in T.parallel(4):\n"
        "            y[i, j] = x[j, i]\n"),
     NULL},
    {FN(BUFFER("x", "6, 4") ", " BUFFER("y", "6, 4"),
        "    for i in T.parallel(6):\n        for j in T.parallel(3):\n"
        "            y[i, j] = x[i, j]\n"),
     NULL},
    {FN(BUFFER("x", "6, 4") ", " BUFFER("y", "6, 4"),
        "    for i in T.parallel(6):\n        for j in T.parallel(4):\n"
        "            y[i, j] = x[i, 3 - j]\n"),
     NULL},
    {FN(BUFFER("x", "6, 4") ", " BUFFER("z", "4,") ", " BUFFER("y", "6, 4"),
        "    for i in T.parallel(6):\n        for j in T.parallel(4):\n"
        "            y[i, j] = x[i, j] * z[j]\n"),
     NULL},
    {FN(BUFFER("x", "6, 4") ", " BUFFER("y", "6, 4"),
        "    for i in T.parallel(6):\n        for j in T.parallel(4):\n"
        "            y[i, j] = x[i, j] * T.Cast(\"float32\", i)\n"),
     NULL},
    {FN(BUFFER("x", "6, 4") ", " BUFFER("y", "6, 4"),
        "    for i in T.parallel(6):\n        for j in range(4):\n"
        "            y[i, j] = x[i, j]\n"),
     NULL},
    {FN(BUFFER("x", "6, 4") ", " BUFFER("y", "6, 4"),
        "    for i in T.parallel(6):\n        t: T.float32 = T.float32(1)\n"
        "        for j in T.parallel(4):\n            y[i, j] = x[i, j] * t\n"),
     NULL},
    {FN(BUFFER("x", "6,") ", " BUFFER("y", "6,"),
        "    for k in range(4611686018427387904):\n        for l in range(4611686018427387904):\n"
        "            y[0] = x[0]\n"),
     NULL},
};

static void becomes(void **state) {
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        const LoopFn *from = parse(cases[i].from), *to = loop_join_dims(from, &arena);
        if ((to == from) != !cases[i].to)
            fail_msg("case %zu: %s", i, to == from ? "stays" : "goes");
        if (to == from) continue;
        const LoopFn *want = parse(cases[i].to);
        assert_true(loop_verify(&ctx, to, NULL));
        if (!loop_equal(to, want) || loop_hash(to) != loop_hash(want))
            fail_msg("case %zu is another function", i);
        if (loop_join_dims(to, &arena) != to) fail_msg("case %zu goes on", i);
    }
}

static const int64_t sizes[] = {4, 5};

static int64_t value(const LoopFn *fn, const LoopExpr *e) {
    if (e->kind == LOOP_CONST) return e->i;
    if (e->kind == LOOP_MUL) return value(fn, e->args[0]) * value(fn, e->args[1]);
    for (size_t i = 0; i < fn->sizes.len; i++)
        if (fn->sizes.at[i] == e->var) return sizes[i];
    fail();
    return 0;
}

static void run(const LoopFn *fn, float (*data)[ELEMENTS]) {
    LoopArg args[4];
    int64_t dims[4][4];
    assert_true(fn->params.len <= ARRAY_LEN(args));
    for (size_t i = 0; i < fn->params.len; i++) {
        const LoopBuffer *b = fn->params.at[i];
        for (uint32_t k = 0; k < b->ndim; k++) dims[i][k] = value(fn, b->dims[k]);
        args[i] = (LoopArg){data[i], dims[i], NULL};
    }
    assert_true(loop_run(&ctx, loop_compile(fn, &arena), args, sizes));
}

static void means_the_same(void **state) {
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        float a[4][ELEMENTS], b[4][ELEMENTS];
        if (!cases[i].to) continue;
        const LoopFn *from = parse(cases[i].from), *to = loop_join_dims(from, &arena);
        for (int k = 0; k < 4 * ELEMENTS; k++)
            a[k / ELEMENTS][k % ELEMENTS] = 0.37f * (float)(k % 61) - 9;
        memcpy(b, a, sizeof a);
        run(from, a);
        run(to, b);
        assert_memory_equal(a, b, sizeof a);
    }
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
UNIT_MAIN(TEST(becomes), TEST(means_the_same))
