/* SPDX-License-Identifier: Apache-2.0 */
/* loop/verify_defined.c: what is read before it is set whatever the sizes and the data are, and
 * what may be set before. */
#include "loop/text.h"
#include "loop/verify.h"
#include "unit_errors.h"
#include "unit_arena.h"

/* Bodies from line 4 on. */
#define HEAD                                                                                       \
    "@T.prim_func\ndef f(A: T.Buffer((8,), \"float32\"), C: T.Buffer((8,), \"float32\")):\n"       \
    "    T.func_attr({\"num_outputs\": 1})\n"
#define SCALAR "acc = T.alloc_buffer((), \"float32\")\n"
#define STORES "    for i in range(8): C[i] = A[i]\n"

typedef struct {
    const char *body, *errors;
} Case;

static const Case cases[] = {
    {STORES, ""},
    /* an output that nothing is stored to */
    {"    pass\n", "2 LOOP_UNDEFINED"},
    {"    B = T.alloc_buffer((8,), \"float32\")\n    for i in range(8): B[i] = A[i]\n",
     "2 LOOP_UNDEFINED"},
    {"    for i in range(8):\n        if A[i] > T.float32(0.0):\n            C[i] = A[i]\n", ""},
    {"    for i in range(8): C[i] = C[i] + A[i]\n", "4 LOOP_UNDEFINED"},
    {"    for i in range(8): C[i] = A[i]\n    for i in range(8): C[i] = C[i] + A[i]\n", ""},
    /* an inner loop without an iteration at first: one before may have set it; of a loop that runs
     * it is read at once */
    {"    for i in range(8):\n        " SCALAR
     "        acc[()] = A[i]\n        for k in range(i):\n"
     "            acc[()] = acc[()] - C[k]\n        C[i] = acc[()]\n",
     ""},
    {"    for i in range(8):\n        " SCALAR
     "        acc[()] = A[i]\n        for k in range(2):\n"
     "            acc[()] = acc[()] - C[k]\n        C[i] = acc[()]\n",
     "8 LOOP_UNDEFINED"},
    {"    " SCALAR
     "    for i in range(8):\n        for k in range(i):\n            C[i] = acc[()]\n",
     "7 LOOP_UNDEFINED"},
    /* scalars: without a first value, with it, and with that of another */
    {"    " SCALAR "    for k in range(8):\n        acc[()] = acc[()] + A[k]\n" STORES,
     "6 LOOP_UNDEFINED"},
    {"    " SCALAR "    acc[()] = T.float32(0.0)\n    for k in range(8):\n"
     "        acc[()] = acc[()] + A[k]\n" STORES,
     ""},
    {"    " SCALAR "    C[0] = acc[()]\n    acc[()] = T.float32(0.0)\n", "5 LOOP_UNDEFINED"},
    {"    " SCALAR "    C[0] = acc[()]\n", "5 LOOP_UNDEFINED"},
    {"    for i in range(8):\n        " SCALAR "        C[i] = acc[()]\n"
     "        acc[()] = A[i]\n",
     "6 LOOP_UNDEFINED"}, /* a new one in each iteration */
    {"    " SCALAR "    for i in range(8):\n        C[i] = acc[()]\n        acc[()] = A[i]\n",
     "6 LOOP_UNDEFINED"}, /* the first iteration */
    /* under a condition: an iteration before may have set it, or nothing can have */
    {"    " SCALAR "    for i in range(8):\n        if i > 0:\n            C[i] = acc[()]\n"
     "        acc[()] = A[i]\n",
     ""},
    {"    " SCALAR "    for i in range(8):\n        if i > 0:\n            C[i] = acc[()]\n"
     "    acc[()] = A[0]\n",
     "7 LOOP_UNDEFINED"},
    {"    " SCALAR "    for i in range(8):\n        if i > 0:\n            C[i] = acc[()]\n",
     "7 LOOP_UNDEFINED"},
    {"    for i in range(8):\n        " SCALAR "        if i > 0:\n            C[i] = acc[()]\n"
     "        acc[()] = A[i]\n",
     "7 LOOP_UNDEFINED"},
    {"    for i in range(8):\n        if i > 0:\n            " SCALAR "            C[i] = acc[()]\n"
     "            acc[()] = A[i]\n",
     "7 LOOP_UNDEFINED"},
    {"    " SCALAR "    if A[0] > T.float32(0.0):\n        acc[()] = A[1]\n    C[0] = acc[()]\n",
     ""},
    {"    " SCALAR "    for i in range(8):\n        if i > 2:\n"
     "            acc[()] = acc[()] + A[i]\n    C[0] = acc[()]\n",
     "7 LOOP_UNDEFINED"}, /* it can have come from itself alone */
    /* a side of a choice may be of no effect, what is chosen by is not */
    {"    " SCALAR "    for i in range(8):\n"
     "        C[i] = T.Select(i > 0, acc[()], A[i])\n        acc[()] = A[i]\n",
     ""},
    {"    " SCALAR "    for i in range(8):\n"
     "        C[i] = T.Select(acc[()] > T.float32(0.0), A[i], A[0])\n        acc[()] = A[i]\n",
     "6 LOOP_UNDEFINED"},
    /* conditions and extents */
    {"    " SCALAR "    while acc[()] < T.float32(4.0):\n        acc[()] = A[0]\n" STORES,
     "5 LOOP_UNDEFINED"},
    {"    n = T.alloc_buffer((), \"int64\")\n    for i in range(n[()]): C[0] = A[0]\n",
     "5 LOOP_UNDEFINED"},
    {"    n = T.alloc_buffer((8,), \"int64\")\n    C[n[0]] = A[0]\n", "5 LOOP_UNDEFINED"},
    /* one report of a buffer */
    {"    " SCALAR "    for i in range(8):\n        C[i] = acc[()]\n        C[i] = acc[()]\n",
     "6 LOOP_UNDEFINED"},
};

static void bodies(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        LoopFns fns = {.at = NULL};
        diag_begin(&ctx);
        const char *text = arena_printf(&arena, "%s%s", HEAD, cases[i].body);
        if (!loop_text_parse(&ctx, &arena, "test.py", str_c(text), &fns))
            fail_msg("%s\n%s", text, unit_errors(&ctx, &arena, false));
        const bool ok = loop_verify_defined(&ctx, fns.at, fns.len);
        assert_int_equal(ok, cases[i].errors[0] == '\0');
        if (strcmp(unit_errors(&ctx, &arena, false), cases[i].errors) != 0)
            fail_msg("%s  gives %s\n  wanted %s", cases[i].body, unit_errors(&ctx, &arena, false),
                     cases[i].errors);
    }
}

static const char of_g[] =
    "@T.prim_func(private=True)\ndef g(A: T.Buffer((8,), \"float32\"), B: T.Buffer((8,), "
    "\"float32\")):\n    T.func_attr({\"num_outputs\": 1})\n    for i in range(8): B[i] = A[i]\n"
    "@T.prim_func\ndef f(A: T.Buffer((8,), \"float32\"), C: T.Buffer((8,), \"float32\")):\n"
    "    T.func_attr({\"num_outputs\": 1})\n    B = T.alloc_buffer((8,), \"float32\")\n";

/* A call reads its inputs and sets its outputs. */
static void calls(void **state) {
    (void)state;
    static const Case of_calls[] = {
        {"    g(A, B)\n    g(B, C)\n", ""},
        {"    g(B, C)\n    g(A, B)\n", "9 LOOP_UNDEFINED"},
        {"    g(A, B)\n", "6 LOOP_UNDEFINED"},
    };
    for (size_t i = 0; i < sizeof of_calls / sizeof of_calls[0]; i++) {
        LoopFns fns = {.at = NULL};
        diag_begin(&ctx);
        const char *text = arena_printf(&arena, "%s%s", of_g, of_calls[i].body);
        if (!loop_text_parse(&ctx, &arena, "test.py", str_c(text), &fns))
            fail_msg("%s\n%s", text, unit_errors(&ctx, &arena, false));
        loop_verify_defined(&ctx, fns.at, fns.len);
        assert_string_equal(unit_errors(&ctx, &arena, false), of_calls[i].errors);
    }
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
UNIT_MAIN(TEST(bodies), TEST(calls))
