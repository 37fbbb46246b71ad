/* SPDX-License-Identifier: Apache-2.0 */
/* loop/memory.h, loop_parts_in_place: which functions write x's memory part by part, what is left
 * of them, and that it means the same. */
#include "unit.h"

#include "loop/interp.h"
#include "loop/memory.h"
#include "loop/text.h"
#include "loop/verify.h"
#include "unit_arena.h"

enum { ROWS = 6, COLUMNS = 2, ELEMENTS = 2 * ROWS * COLUMNS };

/* g: rows that are new; x, y: (2, 6, 2). */
#define FN(body)                                                                                   \
    "@T.prim_func\ndef f(g: T.Buffer((2, 2, 2), \"float32\"), x: T.Buffer((2, 6, 2), "             \
    "\"float32\"), y: T.Buffer((2, 6, 2), \"float32\"), n: T.int64):\n"                            \
    "    T.func_attr({\"num_outputs\": 1})\n" body
#define ROW(extent, to, value)                                                                     \
    "        for k in T.parallel(" extent "):\n            for j in T.parallel(2):\n"              \
    "                y[i, " to ", j] = " value "\n"
#define ROWS_OF(loop, parts) FN("    for i in " loop "(2):\n" parts)

static const struct {
    const char *text;
    uint32_t stores; /* that are left; 0: x's memory is not used */
} cases[] = {
    /* Rows of g before and behind those of x, which stay. */
    {ROWS_OF("T.parallel", ROW("n", "k", "g[i, k, j]") ROW("4", "n + k", "x[i, n + k, j]")
                               ROW("2 - n", "n + 4 + k", "g[i, n + k, j]")),
     2},
    /* What is copied has a name, and its nest is alone. */
    {FN("    for i in T.parallel(2):\n        for j in T.parallel(2):\n"
        "            y[i, 0, j] = g[i, 0, j]\n"
        "    for i in T.parallel(2):\n        for k in T.parallel(5):\n"
        "            for j in T.parallel(2):\n                v: T.float32 = x[i, k + 1, j]\n"
        "                y[i, k + 1, j] = v\n"),
     1},
    /* Sums at their own places, between rows that stay. */
    {ROWS_OF("T.parallel",
             ROW("n", "k", "x[i, k, j]") ROW("1", "n + k", "x[i, n + k, j] + g[i, k, j]")
                 ROW("5 - n", "n + 1 + k", "x[i, n + 1 + k, j]")),
     1},
    /* What is written later may lie anywhere. */
    {ROWS_OF("T.parallel", ROW("6", "k", "x[i, k, j]") ROW("2", "n + k", "g[i, k, j]")), 1},
    /* Rows that were written over are read, by a copy and by a sum. */
    {ROWS_OF("T.parallel", ROW("2", "k", "g[i, k, j]") ROW("5", "k + 1", "x[i, k + 1, j]")), 0},
    {ROWS_OF("T.parallel",
             ROW("2", "k", "g[i, k, j]") ROW("5", "k + 1", "x[i, k + 1, j] * T.float32(2)")),
     0},
    {ROWS_OF("T.parallel", ROW("2", "n + k", "g[i, k, j]") ROW("6", "k", "x[i, k, j]")), 0},
    /* Another place of x is read. */
    {ROWS_OF("T.parallel", ROW("1", "k", "g[i, k, j]") ROW("5", "k + 1", "x[i, k, j]")), 0},
    {ROWS_OF("T.parallel",
             ROW("5", "k", "x[i, k, j]") ROW("1", "k + 5", "x[i, k, j] + g[i, k, j]")),
     0},
    /* In turn: the next iteration reads what this one wrote behind its row. */
    {FN("    for k in range(5):\n        for i in T.parallel(2):\n            for j in T.parallel(2):\n"
        "                y[i, k, j] = x[i, k, j]\n"
        "        for i in T.parallel(2):\n            for j in T.parallel(2):\n"
        "                y[i, k + 1, j] = g[i, 0, j]\n"),
     0},
    /* Only where n says so. */
    {FN("    if n > 0:\n        for i in T.parallel(2):\n            for k in T.parallel(6):\n"
        "                for j in T.parallel(2):\n                    y[i, k, j] = x[i, k, j]\n"
        "    else:\n        for i in T.parallel(2):\n            for k in T.parallel(6):\n"
        "                for j in T.parallel(2):\n                    y[i, k, j] = g[i, 0, j]\n"),
     0},
};

static const LoopFn *parse(const char *text) {
    LoopFns fns = {.at = NULL};
    if (!loop_text_parse(&ctx, &arena, "f", str_c(text), &fns)) fail_msg("%s", text);
    return fns.at[fns.len - 1];
}

static uint32_t count_stores(const LoopStmt *list) {
    uint32_t n = 0;
    for (const LoopStmt *s = list; s; s = s->next)
        n += (s->kind == LOOP_STORE) + count_stores(s->body) + count_stores(s->other);
    return n;
}

static void run(const LoopFn *fn, float *g, float *x, float *y, int64_t n) {
    static const int64_t few[] = {2, 2, COLUMNS}, all[] = {2, ROWS, COLUMNS};
    LoopArg args[3] = {{g, few, NULL}};
    uint32_t k = 1;
    if (x) args[k++] = (LoopArg){x, all, NULL};
    args[k++] = (LoopArg){y, all, NULL};
    assert_int_equal(fn->params.len, k);
    assert_true(loop_run(&ctx, loop_compile(fn, &arena), args, &n));
}

static void parts_stay(void **state) {
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        const LoopFn *fn = parse(cases[i].text);
        const LoopFn *made = loop_parts_in_place(&ctx, fn, 1, 2, &arena);
        if (!made != !cases[i].stores) fail_msg("case %zu is %s", i, made ? "taken" : "refused");
        if (!made) continue;
        assert_int_equal(count_stores(made->body), cases[i].stores);
        for (int64_t n = 0; n <= 2; n++) {
            float g[8], x[ELEMENTS], y[ELEMENTS] = {0};
            for (int k = 0; k < 8; k++) g[k] = (float)(100 + k);
            for (int k = 0; k < ELEMENTS; k++) x[k] = (float)(k + 1);
            run(fn, g, x, y, n);
            run(made, g, NULL, x, n);
            assert_memory_equal(x, y, sizeof x);
        }
    }
}

static void others_stay_out(void **state) {
    (void)state;
    /* other extents, though as many elements; another dtype; scheduled loops */
    static const char
        turned[] = "@T.prim_func\ndef f(x: T.Buffer((6, 2), \"float32\"), y: T.Buffer((2, 6), "
                   "\"float32\")):\n    T.func_attr({\"num_outputs\": 1})\n"
                   "    for i in T.parallel(2):\n        for k in T.parallel(3):\n"
                   "            y[i, k] = x[i * 3 + k // 2, k % 2]\n"
                   "    for i in T.parallel(2):\n        for k in T.parallel(3):\n"
                   "            y[i, k + 3] = T.float32(0)\n",
        other[] = "@T.prim_func\ndef f(x: T.Buffer((6,), \"int32\"), y: T.Buffer((6,), "
                  "\"float32\")):\n    T.func_attr({\"num_outputs\": 1})\n"
                  "    for k in T.parallel(3):\n        y[k] = T.float32(0)\n"
                  "    for k in T.parallel(3):\n        y[k + 3] = T.Cast(\"float32\", x[k + 3])\n";
    assert_null(loop_parts_in_place(&ctx, parse(turned), 0, 1, &arena));
    assert_null(loop_parts_in_place(&ctx, parse(other), 0, 1, &arena));
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
UNIT_MAIN(TEST(parts_stay), TEST(others_stay_out))
