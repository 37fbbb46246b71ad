/* SPDX-License-Identifier: Apache-2.0 */
/* loop/print.c, loop/parse*.c, loop/equal.c: round trips, what is normalised, names, and
 * every allocation failing in turn. */
#include "unit.h"

#include "base/diag.h"
#include "loop/text.h"
#include "loop_programs.h"
#include "unit_arena.h"

static const char *print(const LoopFn *const *fns, size_t n) {
    StrBuf b;
    strbuf_init(&b, &arena);
    loop_text_print(fns, n, &b);
    return strbuf_cstr(&b);
}

static LoopFns parse(const char *text) {
    LoopFns fns = {.at = NULL};
    diag_begin(&ctx);
    bool ok = loop_text_parse(&ctx, &arena, "test.py", str_c(text), &fns);
    if (!ok) {
        StrBuf b;
        strbuf_init(&b, &arena);
        for (size_t i = 0; i < ctx.diags->diags.len; i++) diag_print(&ctx.diags->diags.at[i], &b);
        fail_msg("%s\n%s", text, strbuf_cstr(&b));
    }
    assert_int_equal(diag_errors(&ctx), 0);
    return fns;
}

/* --- Round trips --- */

static void programs(void **state) {
    (void)state;
    for (int i = 0; i < PROGRAMS; i++) {
        const LoopFn *fn = program(&arena, i);
        const char *text = print(&fn, 1);
        LoopFns again = parse(text);
        assert_true(loop_equal(fn, again.at[again.len - 1]));
        assert_true(loop_equal(again.at[again.len - 1], fn));
        assert_string_equal(print(again.at, again.len), text);
        for (int k = 0; k < i; k++) {
            const LoopFn *other = program(&arena, k);
            assert_false(loop_equal(fn, other));
            assert_false(loop_equal(other, fn));
        }
    }
}

#define HEAD(params) "@T.prim_func\ndef f(" params "):\n    T.func_attr({\"num_outputs\": 1})\n"
#define C64 "C: T.Buffer((4,), \"int64\")"
#define F32 "A: T.Buffer((4,), \"float32\"), "

/* A function to call, and the empty line behind it. */
#define G                                                                                          \
    "@T.prim_func\ndef g(var_x: T.handle, var_y: T.handle):\n"                                     \
    "    T.func_attr({\"num_outputs\": 1})\n    n = T.int64()\n"                                   \
    "    x = T.match_buffer(var_x, (n,), \"int64\")\n"                                             \
    "    y = T.match_buffer(var_y, (n,), \"int64\")\n"                                             \
    "    for i in range(n):\n        y[i] = x[i]\n\n"

/* Texts that are in the printer's form. */
static void fixed_points(void **state) {
    (void)state;
    static const char *const texts[] = {
        HEAD(C64),
        HEAD(C64 ", n: T.int64") "    C[0] = n\n",
        HEAD(
            "var_C: T.handle, k: T.int64, n: T.int64") "    m = T.int64()\n"
                                                       "    C = T.match_buffer(var_C, (2 * n, m), \"int64\")\n    C[0, 0] = k - m\n",
        "@T.prim_func\ndef f(n: T.int64):\n    T.func_attr({\"num_outputs\": 0})\n",
        HEAD(C64) "    C[0] = 1 - (2 - C[1] - C[2]) * C[3] // 4 % C[1]\n",
        HEAD(C64) "    C[0] = C[1] * (C[2] // C[3]) - -C[1] - -(C[2] + 1) * -5\n",
        HEAD(C64) "    C[0] = -9223372036854775808 + C[9223372036854775807]\n",
        HEAD(
            C64) "    C[0] = T.Select((C[0] < C[1]) == (C[2] != 3), T.min(C[0], 1), T.abs(C[1]))\n",
        HEAD(F32 C64) "    C[0] = T.Cast(\"int64\", A[0] / (A[1] / A[2]) / T.float32(1e-45))\n",
        HEAD(F32 C64) "    C[0] = T.Cast(\"int64\", T.pow(A[C[C[0]]], T.float32(0.1)) + A[0] * "
                      "T.float32(\"nan\") / T.float32(\"-inf\"))\n",
        HEAD("A: T.Buffer((), \"bool\"), C: T.Buffer((1, 2, 3), \"float64\")") "    C[0, 0, 0] = "
                                                                               "T.float64(0.1) + "
                                                                               "C[0, 1, 2]\n    "
                                                                               "C[0, 0, 1] = "
                                                                               "T.float64(-0.0)\n"
                                                                               "    x: T.bool = "
                                                                               "T.And(A[()], "
                                                                               "T.Or(A[()], "
                                                                               "T.bool(True)))\n"
                                                                               "    if T.Not(x):\n "
                                                                               "       pass\n    "
                                                                               "elif x:\n        "
                                                                               "C[0, 0, 2] = "
                                                                               "T.float64(5e-324)"
                                                                               "\n    else:\n      "
                                                                               "  y: T.int8 = "
                                                                               "T.int8(-128)\n"
                                                                               "        z: "
                                                                               "T.uint64 = "
                                                                               "T.uint64("
                                                                               "\"18446744073709551"
                                                                               "615\")\n",
        HEAD(
            "A: T.Buffer((2, 0), \"bfloat16\"), var_C: T.handle") "    n = T.int64()\n    m = "
                                                                  "T.int64()\n"
                                                                  "    C = T.match_buffer(var_C, "
                                                                  "(n, m, n * m + 1, T.min(n, 4), "
                                                                  "7), \"float16\", strides=(m, 1, "
                                                                  "0, n // 2, -1))\n"
                                                                  "    for i in T.parallel(n):\n   "
                                                                  "     for j in "
                                                                  "T.vectorized(T.max(m - 1, 0)):\n"
                                                                  "            for k in T.serial(n "
                                                                  "* m, annotations={\"reduce\": "
                                                                  "8}):\n                pass\n",
        HEAD(C64) "    while C[0] < 10:\n        C[0] = C[0] + 1\n    for i in range(4):\n        "
                  "pass\n    for i in range(4):\n        w = T.alloc_buffer((4, 2), \"int8\")\n    "
                  "    s = T.alloc_buffer((), \"uint16\")\n",
        HEAD(C64) "    if C[0] < 10:\n        x: T.int64 = 1\n    else:\n        x: T.int64 = 2\n  "
                  "  x: T.int64 = 3\n",
        (G HEAD(C64) "    t = T.alloc_buffer((4,), \"int64\")\n    for i in range(2):\n"
                     "        g(C, t)\n    g(t, C)\n"),
        "@T.prim_func\ndef f(A: T.Buffer((4,), \"int8\")):\n    T.func_attr({\"num_outputs\": "
        "0})\n",
    };
    for (size_t i = 0; i < ARRAY_LEN(texts); i++) {
        LoopFns fns = parse(texts[i]);
        assert_string_equal(print(fns.at, fns.len), texts[i]);
        for (size_t k = 0; k < i; k++) {
            LoopFns others = parse(texts[k]);
            assert_false(loop_equal(fns.at[fns.len - 1], others.at[others.len - 1]));
        }
    }
}

/* Texts in another form: what they print as. */
static void normal_forms(void **state) {
    (void)state;
    static const struct {
        const char *text, *printed;
    } cases[] = {
        {"    C[0] = 1 + 2 * 3\n", "    C[0] = 7\n"},
        {"    C[0] = 0 + C[1] * 1 - 0\n", "    C[0] = C[1]\n"},
        {"    C[0] = ((C[1])) + (C[2] * C[3])\n", "    C[0] = C[1] + C[2] * C[3]\n"},
        {"    C[(0,)] = T.int64(5)\n", "    C[0] = 5\n"},
        {"    C[0] = T.Select(C[0] > C[1] and not C[2] >= 3 or True, 1, 2)\n",
         "    C[0] = T.Select(T.Or(T.And(C[1] < C[0], T.Not(3 <= C[2])), T.bool(True)), 1, 2)\n"},
        {"    if C[0] < 1:\n        pass\n    else:\n        if C[0] < 2:\n            pass\n",
         "    if C[0] < 1:\n        pass\n    elif C[0] < 2:\n        pass\n"},
        {"    if C[0] < 1: pass\n    else:\n        pass\n", "    if C[0] < 1:\n        pass\n"},
        {"    for i in T.serial(4): C[i] = i; C[i] = 2\n",
         "    for i in range(4):\n        C[i] = i\n        C[i] = 2\n"},
        {"    \"\"\"text\"\"\"\n    # comment\n    x: T.float32 = T.float32(16777217)\n",
         "    x: T.float32 = T.float32(16777216.0)\n"},
        {"    x: T.float16 = T.float16(1e9)\n", "    x: T.float16 = T.float16(\"inf\")\n"},
        {"    C[0] = T.Cast(\"int64\", C[1]) + T.reinterpret(\"int64\", C[2])\n",
         "    C[0] = C[1] + C[2]\n"},
    };
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        LoopFns fns = parse(arena_printf(&arena, "%s%s", HEAD(C64), cases[i].text));
        assert_string_equal(print(fns.at, fns.len),
                            arena_printf(&arena, "%s%s", HEAD(C64), cases[i].printed));
    }
    LoopFns fns =
        parse("from tvm.script import tir as T\n\n@T.prim_func(private=True)\ndef f(A: T.handle, "
              "B: T.handle) -> None:\n"
              "    n, m = T.int64(), T.int64()\n    pass\n    b = T.match_buffer(B, [m, n], "
              "\"int8\", strides=[n, 1])\n"
              "    T.func_attr({\"num_outputs\": 1})\n    a = T.match_buffer(A, (n, m), \"int8\")\n"
              "@T.prim_func\ndef g(x: T.Buffer((2, 3), \"int8\"), y: T.Buffer((3, 2), \"int8\", "
              "strides=(2, 1))):\n"
              "    T.func_attr({\"num_outputs\": 1})\n    f(x.data, y)\n");
    assert_string_equal(
        print(fns.at, fns.len),
        "@T.prim_func\ndef f(var_a: T.handle, var_b: T.handle):\n    T.func_attr({\"num_outputs\": "
        "1})\n    n = T.int64()\n    m = T.int64()\n"
        "    a = T.match_buffer(var_a, (n, m), \"int8\")\n    b = T.match_buffer(var_b, (m, n), "
        "\"int8\", strides=(n, 1))\n\n"
        "@T.prim_func\ndef g(x: T.Buffer((2, 3), \"int8\"), var_y: T.handle):\n    "
        "T.func_attr({\"num_outputs\": 1})\n"
        "    y = T.match_buffer(var_y, (3, 2), \"int8\", strides=(2, 1))\n    f(x, y)\n");
}

/* The printer makes names that Python takes, and that mean one thing. */
static void names(void **state) {
    (void)state;
    LoopBuilder b;
    loop_builder_init(&b, &arena, "for");
    const LoopBuffer *in = loop_param(&b, "x", LOOP_BUFFER_INPUT, DTYPE_INT64, NULL, 0, NULL);
    loop_param(&b, "x", LOOP_BUFFER_OUTPUT, DTYPE_INT64, NULL, 0, NULL);
    const LoopFn *callee = loop_builder_finish(&b);
    loop_builder_init(&b, &arena, "for");
    const LoopExpr *n = loop_var(&b, loop_size(&b, "A"));
    const LoopBuffer *A = loop_param(&b, "A", LOOP_BUFFER_INPUT, DTYPE_INT64, EXPRS(n), 1, NULL);
    loop_param(&b, "var_A", LOOP_BUFFER_INPUT, DTYPE_INT64, EXPRS(loop_index(&b, 1)), 1, NULL);
    const LoopBuffer *C = loop_param(&b, "for1", LOOP_BUFFER_OUTPUT, DTYPE_INT64, NULL, 0, NULL);
    (void)in;
    for (int k = 0; k < 3; k++) {
        const LoopExpr *i = loop_var(&b, loop_begin_for(&b, "i", n, LOOP_SERIAL, 0));
        const LoopExpr *j =
            loop_var(&b, loop_begin_for(&b, k == 1 ? "" : "i", loop_index(&b, 2), LOOP_SERIAL, 0));
        const LoopVar *v = loop_let(&b, k == 2 ? "9 T\xff\xc3\xa9" : "T", p_add(&b, i, j));
        const LoopVar *u = loop_let(&b, k ? "i1" : "T", loop_var(&b, v));
        loop_set(&b, C, p_add(&b, loop_var(&b, u), loop_load(&b, A, EXPRS(i))));
        loop_end(&b);
        loop_end(&b);
    }
    const LoopBuffer *t = loop_local(&b, "for", DTYPE_INT64, NULL, 0);
    loop_call(&b, callee, (const LoopBuffer *[]){t, C});
    const LoopFn *fn = loop_builder_finish(&b);
    static const char want[] =
        "@T.prim_func\ndef for1(x: T.Buffer((), \"int64\"), x1: T.Buffer((), \"int64\")):\n    "
        "T.func_attr({\"num_outputs\": 1})\n\n"
        "@T.prim_func\ndef for2(var_A1: T.handle, var_A: T.Buffer((1,), \"int64\"), for1_1: "
        "T.Buffer((), \"int64\")):\n"
        "    T.func_attr({\"num_outputs\": 1})\n    A1 = T.int64()\n    A = T.match_buffer(var_A1, "
        "(A1,), \"int64\")\n"
        "    for i in range(A1):\n        for i1 in range(2):\n            T1: T.int64 = i + i1\n  "
        "          T2: T.int64 = T1\n            for1_1[()] = T2 + A[i]\n"
        "    for i in range(A1):\n        for v in range(2):\n            T1: T.int64 = i + v\n    "
        "        i1: T.int64 = T1\n            for1_1[()] = i1 + A[i]\n"
        "    for i in range(A1):\n        for i1 in range(2):\n            v9_T_\xc3\xa9: T.int64 "
        "= i + i1\n            i1_1: T.int64 = v9_T_\xc3\xa9\n            for1_1[()] = i1_1 + "
        "A[i]\n"
        "    for3 = T.alloc_buffer((), \"int64\")\n    for1(for3, for1_1)\n";
    assert_string_equal(print(&fn, 1), want);
    LoopFns again = parse(want);
    assert_int_equal(again.len, 2);
    assert_true(loop_equal(fn, again.at[1]));
    assert_string_equal(print(again.at, 2), want);
    assert_string_equal(print(again.at + 1, 1), want); /* what it calls comes along */
}

/* --- Equality --- */

static void differences(void **state) {
    (void)state;
    static const char *const bodies[] = {
        "C[0] = C[1]",
        "C[0] = C[2]",
        "C[1] = C[1]",
        "C[0] = D[1]",
        "D[0] = C[1]",
        "C[0] = 1",
        "C[0] = T.Cast(\"int64\", T.float64(0.0) * x)",
        "C[0] = T.Cast(\"int64\", T.float64(-0.0) * x)",
        "C[0] = T.Cast(\"int64\", T.float64(\"nan\") * x)",
        "C[0] = C[1] + C[2]",
        "C[0] = C[2] + C[1]",
        "C[0] = C[1] - C[2]",
        "C[0] = T.Select(b, 1, 2)",
        "C[0] = T.Select(b, 2, 1)",
        "y: T.int64 = 1",
        "y: T.bool = True",
        "z = T.alloc_buffer((2,), \"int64\")",
        "z = T.alloc_buffer((3,), \"int64\")",
        "z = T.alloc_buffer((2,), \"int32\")",
        "z = T.alloc_buffer((2, 1), \"int64\")",
        "g(C, D)",
        "g(D, C)",
        "h(C, D)",
        "if b: C[0] = 1",
        "if b: pass",
        "while b: pass",
        "for i in range(4): pass",
        "for i in range(5): pass",
        "for i in T.parallel(4): pass",
        "for i in T.vectorized(4): pass",
        "for i in T.serial(4, annotations={\"reduce\": 1}): pass",
        "for i in T.serial(4, annotations={\"reduce\": 4}): pass",
        "for i in range(4): C[i] = 0",
        "for i in range(4): C[0] = i",
        "pass",
    };
    static const char before[] =
        "@T.prim_func\ndef g(a: T.Buffer((4,), \"int64\"), b: T.Buffer((4,), \"int64\")):\n    "
        "T.func_attr({\"num_outputs\": 1})\n    b[0] = a[0]\n"
        "@T.prim_func\ndef h(a: T.Buffer((4,), \"int64\"), b: T.Buffer((4,), \"int64\")):\n    "
        "T.func_attr({\"num_outputs\": 1})\n    b[0] = a[1]\n";
    static const char head[] =
        "@T.prim_func\ndef f(%sx0: T.Buffer((1,), \"float64\"), b0: T.Buffer((), \"bool\"), C: "
        "T.Buffer((4,), \"int64\"), D: T.Buffer((4,), \"int64\")):\n"
        "    T.func_attr({\"num_outputs\": 2})\n    x: T.float64 = x0[0]\n    b: T.bool = b0[()]\n "
        "   %s\n";
    const LoopFn *fns[ARRAY_LEN(bodies)], *again[ARRAY_LEN(bodies)];
    for (size_t i = 0; i < ARRAY_LEN(bodies); i++) {
        const char *text = arena_printf(&arena, head, "", bodies[i]);
        LoopFns one = parse(arena_printf(&arena, "%s%s", before, text)),
                two = parse(arena_printf(&arena, "%s%s", before, text));
        fns[i] = one.at[2], again[i] = two.at[2];
    }
    for (size_t i = 0; i < ARRAY_LEN(bodies); i++) {
        for (size_t k = 0; k < ARRAY_LEN(bodies); k++) {
            if (loop_equal(fns[i], again[k]) != (i == k)) fail_msg("%s | %s", bodies[i], bodies[k]);
            /* What callees do is not hashed. */
            const bool callees = bodies[i][1] == '(' && bodies[k][1] == '(' &&
                                 strcmp(bodies[i] + 1, bodies[k] + 1) == 0;
            if ((loop_hash(fns[i]) == loop_hash(again[k])) != (i == k || callees))
                fail_msg("hashes of %s | %s", bodies[i], bodies[k]);
        }
    }
}

static void differences_of_heads(void **state) {
    (void)state;
    static const char *const params[] = {
        "(A: T.Buffer((2,), \"int8\")):\n    T.func_attr({\"num_outputs\": 0})\n",
        "(A: T.Buffer((2,), \"int8\")):\n    T.func_attr({\"num_outputs\": 1})\n",
        "(A: T.Buffer((3,), \"int8\")):\n    T.func_attr({\"num_outputs\": 0})\n",
        "(A: T.Buffer((2,), \"uint8\")):\n    T.func_attr({\"num_outputs\": 0})\n",
        "(A: T.Buffer((2,), \"int8\", strides=(1,))):\n    T.func_attr({\"num_outputs\": 0})\n",
        "(A: T.Buffer((2,), \"int8\", strides=(2,))):\n    T.func_attr({\"num_outputs\": 0})\n",
        "(a: T.handle):\n    T.func_attr({\"num_outputs\": 0})\n    n = T.int64()\n    m = "
        "T.int64()\n    A = T.match_buffer(a, (n, m, n), \"int8\")\n",
        "(a: T.handle):\n    T.func_attr({\"num_outputs\": 0})\n    n = T.int64()\n    m = "
        "T.int64()\n    A = T.match_buffer(a, (n, m, m), \"int8\")\n",
        "():\n    T.func_attr({\"num_outputs\": 0})\n",
        "(n: T.int64):\n    T.func_attr({\"num_outputs\": 0})\n",
        "(n: T.int64, m: T.int64):\n    T.func_attr({\"num_outputs\": 0})\n",
        "(a: T.handle, n: T.int64):\n    T.func_attr({\"num_outputs\": 0})\n    m = T.int64()\n    A = T.match_buffer(a, (m, n), \"int8\")\n",
        "(a: T.handle, n: T.int64):\n    T.func_attr({\"num_outputs\": 0})\n    m = T.int64()\n    A = T.match_buffer(a, (n, m), \"int8\")\n",
    };
    for (size_t i = 0; i < ARRAY_LEN(params); i++) {
        for (size_t k = 0; k < ARRAY_LEN(params); k++) {
            LoopFns x = parse(arena_printf(&arena, "@T.prim_func\ndef f%s", params[i])),
                    y = parse(arena_printf(&arena, "@T.prim_func\ndef other%s", params[k]));
            assert_int_equal(loop_equal(x.at[0], y.at[0]), i == k);
            assert_int_equal(loop_hash(x.at[0]) == loop_hash(y.at[0]), i == k);
        }
    }
}

/* --- Memory --- */

static void out_of_memory(void **state) {
    (void)state;
    const LoopFn *fn = program_sort(&arena);
    const char *text = arena_printf(&arena, "%s    C[0] = x\n    C[1] = A[0]\n", print(&fn, 1));
    volatile size_t failed = 0;
    for (volatile size_t k = 1;; k++) {
        volatile size_t live = heap.live;
        diag_list_free(&ctx);
        live = heap.live;
        heap.fail_at = heap.requests + k;
        Boundary boundary;
        CTX_ENTER(&ctx, &boundary) {
            Arena scratch;
            LoopFns fns = {.at = NULL};
            arena_init(&scratch, &ctx);
            diag_begin(&ctx);
            assert_false(loop_text_parse(&ctx, &scratch, "test.py", str_c(text), &fns));
            StrBuf b;
            strbuf_init(&b, &scratch);
            loop_text_print(&fn, 1, &b);
            assert_true(loop_equal(fn, fn));
            arena_fini(&scratch);
        }
        Status status = ctx_leave(&ctx, &boundary);
        heap.fail_at = 0;
        diag_list_free(&ctx);
        assert_int_equal(heap.live, live);
        if (status == STATUS_OK) break;
        assert_int_equal(status, STATUS_MEMORY);
        failed++;
    }
    assert_true(failed > 5);
    diag_begin(&ctx);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
UNIT_MAIN(TEST(programs), TEST(fixed_points), TEST(normal_forms), TEST(names), TEST(differences),
          TEST(differences_of_heads), TEST(out_of_memory))
