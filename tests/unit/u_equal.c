/* SPDX-License-Identifier: Apache-2.0 */
/* ir/equal_prim.h: what is the same but for names that are bound, and what is not. */
#include "unit.h"

#include <time.h>

#include "base/diag.h"
#include "base/strbuf.h"
#include "ir/equal_prim.h"

static Ctx ctx;
static UnitHeap heap;

static int setup(void **state) {
    (void)state;
    unit_ctx(&ctx, &heap);
    diag_begin(&ctx);
    return 0;
}

static int teardown(void **state) {
    (void)state;
    unit_ctx_end(&ctx, &heap);
    return 0;
}

#define HEAD(A, B, N)                                                                              \
    "@T.prim_func(private=True)\ndef f(" A ": T.Buffer((" N ",), \"float32\"), " B                 \
    ": T.Buffer((4,), \"float32\"), " N ": T.int64):\n"

static const struct {
    bool same;
    const char *a, *b;
} cases[] = {
    /* names of parameters, loops, locals; comments, blanks and breaks of lines */
    {true, HEAD("A", "B", "n") "    for i in range(n):\n        B[i] = (A[i] + T.float32(1))\n",
     HEAD(
         "X", "Y",
         "m") "  # a note\n  for k in range(m):\n\n      Y[k] = (X[k]\n         + T.float32(1))\n"},
    {false, HEAD("A", "B", "n") "    for i in range(n):\n        B[i] = A[i] + T.float32(1)\n",
     HEAD("X", "Y", "m") "    for k in range(m):\n        Y[k] = X[k] + T.float32(2)\n"},
    /* names that change places mean the same; used the other way round they do not */
    {true, HEAD("A", "B", "n") "    B[0] = A[0] - B[1]\n",
     HEAD("B", "A", "n") "    A[0] = B[0] - A[1]\n"},
    {false, HEAD("A", "B", "n") "    B[0] = A[0] - B[1]\n",
     HEAD("A", "B", "n") "    A[0] = B[0] - A[1]\n"},
    {false, HEAD("A", "B", "n") "    B[0] = A[0]\n", HEAD("A", "B", "n") "    B[0] = B[0]\n"},
    /* two loops of one name, and of two */
    {true,
     HEAD("A", "B", "n") "    for i in range(4):\n        B[i] = A[i]\n"
                         "    for i in range(4):\n        B[i] = B[i]\n",
     HEAD("A", "B", "n") "    for i in range(4):\n        B[i] = A[i]\n"
                         "    for k in range(4):\n        B[k] = B[k]\n"},
    /* a name within a loop hides the outer one to the loop's end */
    {true,
     HEAD("A", "B",
          "n") "    x = n\n    for x in range(4):\n        B[x] = A[x]\n    B[x] = A[x]\n",
     HEAD("A", "B",
          "n") "    x = n\n    for y in range(4):\n        B[y] = A[y]\n    B[x] = A[x]\n"},
    {false, HEAD("A", "B", "n") "    x = n\n    for y in range(4):\n        B[y] = A[x]\n",
     HEAD("A", "B", "n") "    x = n\n    for x in range(4):\n        B[x] = A[x]\n"},
    /* several targets, the value before the names */
    {true,
     HEAD("A", "B", "n") "    for i, j in T.grid(2, 2):\n        B[i * 2 + j] = A[j * 2 + i]\n",
     HEAD("A", "B", "n") "    for a, b in T.grid(2, 2):\n        B[a * 2 + b] = A[b * 2 + a]\n"},
    {false,
     HEAD("A", "B", "n") "    for i, j in T.grid(2, 2):\n        B[i * 2 + j] = A[j * 2 + i]\n",
     HEAD("A", "B", "n") "    for a, b in T.grid(2, 2):\n        B[b * 2 + a] = A[a * 2 + b]\n"},
    {true, HEAD("A", "B", "n") "    x: T.int64 = n\n    x = x + 1\n    B[x] = A[x]\n",
     HEAD("A", "B", "n") "    x: T.int64 = n\n    y = x + 1\n    B[y] = A[y]\n"},
    {true, HEAD("A", "B", "n") "    with T.block(\"b\") as [] :\n        B[0] = A[0]\n",
     HEAD("A", "B", "n") "    with T.block(\"b\") as []:\n        B[0] = A[0]\n"},
    {true, HEAD("A", "B", "n") "    with T.launch(4) as t:\n        B[t] = A[t]\n",
     HEAD("A", "B", "n") "    with T.launch(4) as u:\n        B[u] = A[u]\n"},
    {false, HEAD("A", "B", "n") "    with T.launch(4) as t:\n        B[t] = A[t]\n",
     HEAD("A", "B", "n") "    with T.launch(4) as n:\n        B[n] = A[4]\n"},
    /* blocks: what stands in a loop, and what stands behind it */
    {false,
     HEAD("A", "B", "n") "    for i in range(4):\n        B[0] = A[0]\n        B[1] = A[1]\n",
     HEAD("A", "B", "n") "    for i in range(4):\n        B[0] = A[0]\n    B[1] = A[1]\n"},
    {false, HEAD("A", "B", "n") "    B[0] = A[0]\n",
     HEAD("A", "B", "n") "    B[0] = A[0]\n    B[0] = A[0]\n"},
    /* members, keywords, attributes, strings, free names stay */
    {false, HEAD("A", "B", "n") "    B[0] = T.exp(A[0])\n",
     HEAD("A", "B", "n") "    B[0] = T.log(A[0])\n"},
    {false, HEAD("exp", "B", "n") "    B[0] = T.exp(exp[0])\n",
     HEAD("log", "B", "n") "    B[0] = T.log(log[0])\n"},
    {false, HEAD("A", "B", "n") "    B[0] = T.f(A, scope=n)\n",
     HEAD("A", "B", "n") "    B[0] = T.f(A, where=n)\n"},
    {false, HEAD("scope", "B", "n") "    B[0] = T.f(scope=n)\n",
     HEAD("where", "B", "n") "    B[0] = T.f(where=n)\n"},
    {false, HEAD("A", "B", "n") "    T.func_attr({\"op_pattern\": 1})\n",
     HEAD("A", "B", "n") "    T.func_attr({\"op_pattern\": 2})\n"},
    {false, HEAD("A", "B", "n") "    B[0] = q\n", HEAD("A", "B", "n") "    B[0] = r\n"},
    {false, HEAD("A", "B", "n") "    B[0] = A[0] * T.float32(0.0)\n",
     HEAD("A", "B", "n") "    B[0] = A[0] * T.float32(0)\n"},
    /* what Python's tokens do not make up: by bytes */
    {true, HEAD("A", "B", "n") "    ?\n", HEAD("A", "B", "n") "    ?\n"},
    {false, HEAD("A", "B", "n") "    ?\n", HEAD("X", "B", "n") "    ?\n"},
    {true, "f = R.ExternFunc(\"x\")", "f = R.ExternFunc(\"x\")"},
    {false, "f = R.ExternFunc(\"x\")", "f = R.ExternFunc(\"y\")"},
};

static void prim_funcs(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const Str a = str_c(cases[i].a), b = str_c(cases[i].b);
        if (ir_prim_func_equal(&ctx, a, b) != cases[i].same ||
            ir_prim_func_equal(&ctx, b, a) != cases[i].same || !ir_prim_func_equal(&ctx, a, a) ||
            !ir_prim_func_equal(&ctx, b, b))
            fail_msg("case %zu: %s\n%s", i + 1, cases[i].a, cases[i].b);
    }
    assert_int_equal(ctx.diags->diags.len, 0);
}

/* n loops with a statement in each (0), or a sum of n terms (1). */
static double seconds(size_t n, int kind) {
    Arena arena;
    arena_init(&arena, &ctx);
    StrBuf text[2];
    for (int k = 0; k < 2; k++) {
        StrBuf *s = &text[k];
        strbuf_init(s, &arena);
        strbuf_puts(s, HEAD("A", "B", "n"));
        if (kind == 1) strbuf_puts(s, "    B[0] = A[0]");
        for (size_t i = 0; i < n; i++) {
            if (kind == 1)
                strbuf_puts(s, " + A[0]");
            else
                strbuf_printf(s, "    for %c%zu in range(4):\n        B[%c%zu] = A[0]\n", "ik"[k],
                              i, "ik"[k], i);
        }
        strbuf_putc(s, '\n');
        if (k) strbuf_puts(s, "    # other bytes\n");
    }
    const clock_t start = clock();
    assert_true(ir_prim_func_equal(&ctx, strbuf_str(&text[0]), strbuf_str(&text[1])));
    const double took = (double)(clock() - start) / CLOCKS_PER_SEC;
    arena_fini(&arena);
    return took;
}

static void prim_funcs_in_linear_time(void **state) {
    (void)state;
    for (int kind = 0; kind < 2; kind++) {
        const double small = seconds(12500, kind), large = seconds(100000, kind);
        if (large > 40 * small + 0.2)
            fail_msg("kind %d: %g s, of eight times as much %g s", kind, small, large);
    }
}

#define EQUAL_TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

UNIT_MAIN(EQUAL_TEST(prim_funcs), EQUAL_TEST(prim_funcs_in_linear_time))
