/* SPDX-License-Identifier: Apache-2.0 */
/* loop/parse*.c: every report at its place, and the limits. */
#include "unit.h"

#include "base/diag.h"
#include "loop/text.h"
#include "loop_programs.h"
#include "unit_errors.h"
#include "unit_arena.h"

static const char *print(const LoopFn *const *fns, size_t n) {
    StrBuf b;
    strbuf_init(&b, &arena);
    loop_text_print(fns, n, &b);
    return strbuf_cstr(&b);
}

static const char *errors(void) { return unit_errors(&ctx, &arena, true); }

#define HEAD(params) "@T.prim_func\ndef f(" params "):\n    T.func_attr({\"num_outputs\": 1})\n"
#define C64 "C: T.Buffer((4,), \"int64\")"
#define F32 "A: T.Buffer((4,), \"float32\"), "

/* --- Reports --- */

typedef struct {
    const char *text, *errors;
} Wrong;

static void check_wrong(const char *text, const char *want) {
    LoopFns fns = {.at = NULL};
    diag_begin(&ctx);
    assert_false(loop_text_parse(&ctx, &arena, "test.py", str_c(text), &fns));
    assert_int_equal(fns.len, 0);
    if (strcmp(errors(), want) != 0) fail_msg("%s\n  gives %s\n  wanted %s", text, errors(), want);
    StrBuf b;
    strbuf_init(&b, &arena);
    for (size_t i = 0; i < ctx.diags->diags.len; i++) diag_print(&ctx.diags->diags.at[i], &b);
}

/* Bodies of a function, from line 4 on. */
static const Wrong bodies[] = {
    /* names and scopes */
    {"    C[0] = x\n", "4:12 NAME"},
    {"    x[0] = y\n", "4:5 NAME, 4:12 NAME"},
    {"    for i in range(4):\n        y: T.int64 = i\n    C[0] = i + y\n", "6:12 NAME, 6:16 NAME"},
    {"    if T.bool(True):\n        w = T.alloc_buffer((), \"int64\")\n    else:\n        "
     "w[()] = 1\n",
     "7:9 NAME"},
    {"    x: T.int64 = 1\n    x: T.int64 = 2\n    x = T.alloc_buffer((), \"int8\")\n    for x "
     "in range(2): pass\n    for C in range(2): pass\n",
     "5:5 DUPLICATE, 6:5 DUPLICATE, 7:9 DUPLICATE, 8:9 DUPLICATE"},
    {"    T: T.int64 = 1\n    range = T.alloc_buffer((), \"int8\")\n    f: T.int64 = 1\n",
     "4:5 DUPLICATE, 5:5 DUPLICATE"},
    {"    x: T.int64 = x\n    y: T.int64 = x\n", "4:18 NAME"},
    {"    C[0] = C\n    C[0] = A\n    C[0] = f\n    C[0] = T\n",
     "4:12 VALUE, 5:12 VALUE, 6:12 VALUE, 7:12 VALUE"},
    {"    T[0] = 1\n    f[0] = 1\n    C.data[0] = 1\n", "4:5 VALUE, 5:5 VALUE, 6:5 VALUE"},
    {"    x: T.int64 = y\n    x: T.int64 = 1\n    C[x] = x\n",
     "4:18 NAME"}, /* one report for one fault */
    /* dtypes */
    {"    C[0] = T.float32(1)\n", "4:12 VALUE"},
    {"    C[0] = 1.5\n", "4:12 VALUE"},
    {"    C[0] = C[0] + A[0]\n", "4:17 VALUE"},
    {"    C[0] = C[0] / C[1]\n", "4:17 VALUE"},
    {"    x: T.float32 = A[0] + 1\n", "4:25 VALUE"},
    {"    x: T.int64 = A[0]\n    y: int64 = 1\n    z: T.int65 = 1\n    w: T.void = 1\n",
     "4:18 VALUE, 5:8 VALUE, 6:8 VALUE, 7:8 VALUE"},
    {"    C[0] = T.And(C[0], C[1])\n    C[0] = T.exp(1)\n    C[0] = -T.bool(True)\n    C[0] = "
     "not 1\n",
     "4:12 VALUE, 5:12 VALUE, 6:12 VALUE, 7:12 VALUE"},
    {"    C[0] = T.Select(1, 2, 3)\n    C[0] = T.Select(True, 2, A[0])\n",
     "4:21 VALUE, 5:12 VALUE"},
    {"    if C[0]: pass\n    while A[0]: pass\n    for i in range(A[0]): pass\n    for i in "
     "range(T.int32(3)): pass\n",
     "4:8 VALUE, 5:11 VALUE, 6:20 VALUE, 7:20 VALUE"},
    {"    C[T.int32(0)] = 1\n    C[A[0]] = C[True]\n", "4:7 VALUE, 5:7 VALUE, 5:17 VALUE"},
    {"    C[0] = T.reinterpret(\"int64\", A[0])\n    x: T.bool = T.reinterpret(\"bool\", "
     "T.int8(1))\n",
     "4:12 VALUE, 5:17 VALUE"},
    {"    C[0] = T.Cast(\"int63\", A[0])\n    C[0] = T.Cast(int64, A[0])\n    C[0] = "
     "T.Cast(\"\", A[0])\n",
     "4:19 VALUE, 5:19 VALUE, 6:19 VALUE"},
    /* ranks, arities */
    {"    C[0, 0] = 1\n    C[()] = C[0, 1]\n", "4:5 VALUE, 5:5 VALUE, 5:13 VALUE"},
    {"    C[0] = T.min(1)\n    C[0] = T.abs(1, 2)\n    C[0] = T.Cast(\"int64\")\n    C[0] = "
     "T.int64(1, 2)\n",
     "4:12 VALUE, 5:12 VALUE, 6:12 VALUE, 7:12 VALUE"},
    {"    for i in range(1, 2): pass\n    for i in T.parallel(): pass\n", "4:14 VALUE, 5:14 VALUE"},
    /* constants */
    {"    x: T.int8 = T.int8(128)\n    y: T.uint8 = T.uint8(-1)\n    z: T.uint64 = "
     "T.uint64(-1)\n",
     "4:24 VALUE, 5:26 VALUE, 6:28 VALUE"},
    {"    x: T.uint64 = T.uint64(\"18446744073709551616\")\n    y: T.uint64 = T.uint64(\"\")\n "
     "   z: T.uint64 = T.uint64(\"-1\")\n",
     "4:28 VALUE, 5:28 VALUE, 6:28 VALUE"},
    {"    x: T.float32 = T.float32(\"1\")\n    y: T.int8 = T.int8(\"nan\")\n    z: T.int8 = "
     "T.int8(1.0)\n    w: T.bool = T.bool(1)\n    v: T.int8 = T.int8(True)\n    u: T.int8 = "
     "T.int8(C[0])\n",
     "4:30 VALUE, 5:24 VALUE, 6:24 VALUE, 7:24 VALUE, 8:24 VALUE, 9:24 VALUE"},
    {"    C[0] = 9223372036854775808\n", "4:12 INT_RANGE"},
    /* stores, locals */
    {"    A[0] = T.float32(1)\n", "4:5 VALUE"},
    {"    w = T.alloc_buffer((C[0],), \"int8\")\n    w[0] = 1\n", "4:25 VALUE"},
    {"    w = T.alloc_buffer((-1,), \"int8\")\n    v = T.alloc_buffer(4, \"int8\")\n    u = "
     "T.alloc_buffer((4,), int8)\n    t = T.alloc_buffer()\n    s = T.alloc_buffer((4,), "
     "\"int8\", strides=(1,))\n",
     "4:25 VALUE, 5:24 VALUE, 6:30 VALUE, 7:9 VALUE, 8:46 LOOP_SUBSET"},
    {"    for i in range(3):\n        w = T.alloc_buffer((i,), \"int8\")\n", "5:29 VALUE"},
    /* calls */
    {"    g(C)\n    f(A, C)\n    x: T.int64 = 1\n    x(C)\n    C(x)\n",
     "4:5 NAME, 5:5 CALLEE, 7:5 CALLEE, 8:5 CALLEE"},
    /* outside the subset */
    {"    with T.block(\"x\"):\n        C[0] = oh\n    C[0] = x\n", "4:5 LOOP_SUBSET, 6:12 NAME"},
    {"    for i, j in T.grid(2, 2):\n        C[i] = 1\n", "4:17 LOOP_SUBSET, 4:9 VALUE, 5:11 NAME"},
    {"    for i in T.unroll(4): pass\n    for i in C: pass\n    for i in T.serial(4, "
     "annotations={\"x\": 1}): pass\n    for i in T.serial(4, thread=1): pass\n",
     "4:14 LOOP_SUBSET, 5:14 LOOP_SUBSET, 6:38 LOOP_SUBSET, 7:33 LOOP_SUBSET"},
    {"    for i in T.serial(4, annotations={\"reduce\": 3}): pass\n    for i in T.serial(4, "
     "annotations={\"reduce\": 128}): pass\n    for i in T.serial(4, annotations={\"reduce\": "
     "0}): pass\n",
     "4:49 VALUE, 5:49 VALUE, 6:49 VALUE"},
    {"    C[0] += 1\n    x = 1\n    C[0] = x\n    y = T.decl_buffer((1,), \"int8\")\n    n = "
     "T.int64()\n",
     "4:5 LOOP_SUBSET, 5:5 LOOP_SUBSET, 7:5 LOOP_SUBSET, 8:5 LOOP_SUBSET"},
    {"    T.evaluate(0)\n    C[0]\n    return\n    import x\n    T.func_attr({\"num_outputs\": "
     "1})\n    x: T.int64\n",
     "4:5 LOOP_SUBSET, 5:5 LOOP_SUBSET, 6:5 LOOP_SUBSET, 7:5 LOOP_SUBSET, 8:5 LOOP_SUBSET, 9:5 "
     "LOOP_SUBSET"},
    {"    C[0] = C[0] << 1\n    C[0] = C[0] & C[1] | C[2] ^ C[3]\n    C[0] = ~C[0] ** +C[1]\n  "
     "  C[0] = C[0] if True else C[1]\n    C[0] = C[0] in C[1]\n    C[0] = g(1)\n    C[0] = "
     "T.foo(1)\n    C[0] = [1]\n    C[0] = T.exp\n",
     "4:17 LOOP_SUBSET, 5:24 LOOP_SUBSET, 6:12 LOOP_SUBSET, 7:12 LOOP_SUBSET, 8:17 "
     "LOOP_SUBSET, 9:12 LOOP_SUBSET, 10:12 LOOP_SUBSET, 11:12 LOOP_SUBSET, 12:12 LOOP_SUBSET"},
    {"    C[0] = T.min(*C)\n    C[0] = T.min(1, b=2)\n    for i in range(4):\n        pass\n   "
     " else:\n        pass\n",
     "4:18 LOOP_SUBSET, 5:23 LOOP_SUBSET, 8:5 LOOP_SUBSET"},
    {"    @T.prim_func\n    def g():\n        pass\n    class D:\n        pass\n",
     "5:5 LOOP_SUBSET, 7:5 LOOP_SUBSET"},
    {"    C[0] = (\n", "4:12 BRACKET_OPEN"},
    {"    if True\n        C[0] = 1\n    C[0] = x\n", "4:12 SYNTAX, 6:12 NAME"},
};

static void wrong_bodies(void **state) {
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(bodies); i++)
        check_wrong(arena_printf(&arena, "%s%s", HEAD(F32 C64), bodies[i].text), bodies[i].errors);
}

static void wrong_heads(void **state) {
    (void)state;
    static const Wrong cases[] = {
        {"@T.prim_func\ndef f(A):\n    T.func_attr({\"num_outputs\": 1})\n", "2:7 VALUE"},
        {"@T.prim_func\ndef f(A: T.Buffer, B: int, C: T.Buffer((2,), \"int8\") = 1, *D):\n    "
         "T.func_attr({\"num_outputs\": 1})\n    A[0] = B[0]\n",
         "2:7 VALUE, 2:20 VALUE, 2:28 LOOP_SUBSET, 2:60 LOOP_SUBSET"},
        {"@T.prim_func\ndef f(A: T.Buffer((n,), \"int8\"), A: T.handle):\n    "
         "T.func_attr({\"num_outputs\": 1})\n",
         "2:20 NAME, 2:34 DUPLICATE, 2:34 VALUE"},
        {"@T.prim_func\ndef f(A: T.handle):\n    T.func_attr({\"num_outputs\": 1})\n    A[0] = 1\n",
         "2:7 VALUE"},
        {"@T.prim_func\ndef f(A: T.Buffer((2,), \"int8\")):\n    pass\n", "2:5 VALUE"},
        {"@T.prim_func\ndef f():\n    T.func_attr({\"num_outputs\": 1})\n", "3:33 VALUE"},
        {"@T.prim_func\ndef f():\n    T.func_attr({\"num_outputs\": 0, \"x\": 1})\n",
         "3:36 LOOP_SUBSET"},
        {"@T.prim_func\ndef f():\n    T.func_attr(1)\n", "3:5 VALUE"},
        {"@T.prim_func\ndef f():\n    T.func_attr({\"op_pattern\": 8})\n", "2:5 VALUE"},
        {"@T.prim_func\ndef f():\n    T.func_attr({\"num_outputs\": 0, \"op_pattern\": 7})\n",
         "3:50 VALUE"},
        {"@T.prim_func\ndef f():\n    T.func_attr({\"num_outputs\": 0, \"op_pattern\": -1, 3: 4})\n",
         "3:50 VALUE, 3:54 LOOP_SUBSET"},
        {"@T.prim_func\ndef f():\n    T.func_attr({\"num_outputs\": 0, \"op_pattern\": True})\n",
         "3:50 VALUE"},
        {"@T.prim_func\ndef f():\n    T.func_attr({\"op_pattern\": 8, \"num_outputs\": 0, \"op_pattern\": 8, "
         "\"num_outputs\": 0})\n",
         "3:67 VALUE, 3:85 VALUE"},
        {"@T.prim_func\ndef f(a: T.handle):\n    T.func_attr({\"num_outputs\": 1})\n    n = "
         "T.int64()\n    A = T.match_buffer(a, (n * 2,), \"int8\")\n",
         "2:5 VALUE"},
        {"@T.prim_func\ndef f(a: T.handle):\n    T.func_attr({\"num_outputs\": 1})\n    A = "
         "T.match_buffer(a, (2,), \"int8\")\n    B = T.match_buffer(a, (2,), \"int8\")\n    C = "
         "T.match_buffer(A, (2,), \"int8\")\n    D = T.match_buffer(E, (2,), \"int8\")\n    B[0] = "
         "x\n",
         "5:24 VALUE, 6:24 VALUE, 7:24 VALUE, 8:12 NAME"},
        {"@T.prim_func\ndef f(a: T.handle):\n    T.func_attr({\"num_outputs\": 1})\n    A = "
         "T.match_buffer(a, (2,), \"int8\", strides=(1, 2))\n    A[0, 1] = x\n",
         "4:49 VALUE, 5:15 NAME"},
        {"@T.prim_func\ndef f(a: T.handle):\n    T.func_attr({\"num_outputs\": 1})\n    A = "
         "T.match_buffer(a, (2,), \"int8\", offset=1)\n",
         "4:48 LOOP_SUBSET"},
        {"@T.prim_func\ndef f(a: T.handle):\n    T.func_attr({\"num_outputs\": 1})\n    n, m[0] = "
         "T.int64(), T.int64()\n    a = T.match_buffer(a, (2,), \"int8\")\n",
         "4:8 VALUE, 5:5 DUPLICATE"},
        {"def f():\n    T.func_attr({\"num_outputs\": 0})\n", "1:1 LOOP_SUBSET"},
        {"@R.function\ndef f():\n    T.func_attr({\"num_outputs\": 0})\n", "1:2 LOOP_SUBSET"},
        {"@T.prim_func(check=1)\ndef f() -> T.int64:\n    T.func_attr({\"num_outputs\": 0})\n",
         "1:20 LOOP_SUBSET, 2:12 LOOP_SUBSET"},
        {"x = 1\nclass M:\n    pass\n", "1:1 LOOP_SUBSET, 2:1 LOOP_SUBSET"},
        {"@T.prim_func\ndef f():\n    T.func_attr({\"num_outputs\": 0})\n@T.prim_func\ndef f():\n  "
         "  T.func_attr({\"num_outputs\": 0})\n    f()\n",
         "5:5 DUPLICATE"},
        {"@T.prim_func\ndef f():\n    T.func_attr({\"num_outputs\": 0})\n    "
         "f()\n@T.prim_func\ndef g():\n    T.func_attr({\"num_outputs\": 0})\n    f(1)\n    h()\n",
         "4:5 CALLEE, 9:5 NAME"},
        {"@T.prim_func\ndef g(a: T.Buffer((2,), \"int8\"), b: T.Buffer((2,), \"int8\")):\n    "
         "T.func_attr({\"num_outputs\": 1})\n"
         "@T.prim_func\ndef f(a: T.Buffer((2,), \"int8\"), b: T.Buffer((2, 2), \"int8\"), c: "
         "T.Buffer((2,), \"uint8\")):\n    T.func_attr({\"num_outputs\": 2})\n"
         "    g(a, b)\n    g(c, a)\n    g(a, a, a)\n    g(a, x=a)\n    g(1, x)\n    g(*a)\n    "
         "g(a, b.shape)\n",
         "7:10 CALL_ARGUMENT, 8:7 CALL_ARGUMENT, 8:10 CALL_ARGUMENT, 9:5 VALUE, 10:12 LOOP_SUBSET, "
         "11:7 VALUE, 11:10 NAME, 12:7 LOOP_SUBSET, 13:10 VALUE"},
    };
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) check_wrong(cases[i].text, cases[i].errors);
}

static void wrong_scalars(void **state) {
    (void)state;
    static const Wrong cases[] = {
        {HEAD("n: T.int64, " C64), "2:19 LOOP_SUBSET"},
        {HEAD(C64 ", n: T.int16"), "2:35 VALUE"},
        {HEAD(C64 ", n: T.int64 = 1"), "2:35 LOOP_SUBSET"},
        {HEAD(C64 ", n: T.int64, n: T.int64"), "2:47 DUPLICATE"},
        {HEAD(C64 ", n: T.int64") "    n = T.int64()\n", "4:5 DUPLICATE"},
        {"@T.prim_func\ndef f(n: T.int64):\n    T.func_attr({\"num_outputs\": 1})\n", "3:33 VALUE"},
        {HEAD("a: T.handle, n: T.int64") "    A = T.match_buffer(n, (2,), \"int8\")\n",
         "4:24 VALUE, 2:7 VALUE"},
        {HEAD(C64 ", n: T.int64") "    C[0] = n\n@T.prim_func\ndef g(" C64
                                  "):\n    T.func_attr({\"num_outputs\": 1})\n    f(C)\n",
         "8:5 LOOP_SUBSET"},
    };
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) check_wrong(cases[i].text, cases[i].errors);
}

#define FOREIGN(params) "@T.prim_func\ndef f(" params "):\n"

/* As TVM prints functions. */
static void wrong_blocks(void **state) {
    (void)state;
    static const Wrong cases[] = {
        {FOREIGN(F32 C64) "    A[0] = T.float32(1)\n", "2:5 LOOP_SUBSET"},
        {FOREIGN(F32 C64) "    x: T.float32 = A[0]\n", "2:5 VALUE"},
        {FOREIGN(F32 C64) "    v = T.axis.spatial(4, 0)\n    C[v] = 1\n",
         "3:5 LOOP_SUBSET, 4:7 NAME"},
        {FOREIGN(F32 C64) "    for i in range(4):\n        with T.block(\"a\"):\n"
                          "            v = T.axis.scan(4, i)\n            C[v] = 1\n",
         "5:13 LOOP_SUBSET, 6:15 NAME"},
        {FOREIGN(F32 C64) "    for i in range(4):\n        with T.block(\"a\"):\n"
                          "            v = T.axis.remap(\"SS\", [i])\n            C[0] = 1\n",
         "5:17 VALUE"},
        {FOREIGN(F32 C64) "    for i in range(4):\n        with T.block(\"a\"):\n"
                          "            v = T.axis.remap(\"T\", [i])\n            C[0] = 1\n",
         "5:30 LOOP_SUBSET"},
        {FOREIGN(F32 C64) "    for i in range(4):\n        with T.block(\"a\"):\n"
                          "            if i > 1:\n                T.where(i < 3)\n"
                          "                C[i] = 1\n",
         "6:17 LOOP_SUBSET"},
        {FOREIGN(F32 C64) "    T.where(True)\n    C[0] = 1\n", "3:5 LOOP_SUBSET"},
        {FOREIGN(F32 C64) "    with T.init():\n        C[0] = 1\n", "3:5 LOOP_SUBSET"},
        {FOREIGN(F32 C64) "    with T.attr(A):\n        C[0] = x\n    C[0] = x\n",
         "3:5 LOOP_SUBSET, 5:12 NAME"},
        {FOREIGN(
             F32 C64) "    C[0] = T.if_then_else(1, 2, 3)\n    C[0] = T.if_then_else(True, A[0], 1 > 2)\n"
                      "    C[0] = T.if_then_else(True, T.nonsense(A[0], 2), 2)\n",
         "3:27 VALUE, 4:41 VALUE, 5:33 LOOP_SUBSET"},
        {FOREIGN(
             F32 C64) "    C[0] = A[0]\n    C[0] = T.sigmoid(C[0])\n    C[0] = T.floordiv(A[0], 2)\n"
                      "    C[0] = T.infinity(\"int8\")\n",
         "3:12 VALUE, 4:12 VALUE, 5:12 VALUE, 6:23 VALUE"},
        {FOREIGN(F32 C64) "    for i, j in T.grid(4):\n        C[i] = 1\n",
         "3:17 VALUE, 4:11 NAME"},
        {FOREIGN(
             F32 C64) "    while T.if_then_else(C[0] > 1, C[1] > 1, C[2] > 1):\n        C[0] = 1\n",
         "3:11 LOOP_SUBSET"},
        {FOREIGN(
             F32 C64) "    for i in T.thread_binding(4, thread=\"threadIdx.x\"):\n        C[i] = 1\n",
         "3:14 LOOP_SUBSET"},
    };
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) check_wrong(cases[i].text, cases[i].errors);
}

/* What is said, not only where. */
static void messages(void **state) {
    (void)state;
    check_wrong(HEAD(F32 C64) "    C[0] = A[0] + 1\n", "4:17 VALUE");
    const Diag *d = ctx.diags->diags.at;
    assert_string_equal(d->message, "the operands of +");
    assert_string_equal(d->expected, "operands of one dtype");
    assert_string_equal(d->found, "float32 and int64");
    assert_string_equal(d->help,
                        "a constant of another dtype than int64 is written T.float32(...)");
    check_wrong(HEAD(F32 C64) "    with T.block(\"a\"):\n        pass\n", "4:5 LOOP_SUBSET");
    assert_string_equal(ctx.diags->diags.at[0].message, "not in the loop subset: T.block");
    check_wrong(HEAD(F32 C64) "    C[0, 1] = 1\n", "4:5 VALUE");
    d = ctx.diags->diags.at;
    assert_string_equal(d->message, "the indices of 'C'");
    assert_string_equal(d->expected, "1");
    assert_string_equal(d->found, "2");
    StrBuf b;
    strbuf_init(&b, &arena);
    diag_print(d, &b);
    assert_string_equal(strbuf_cstr(&b), "test.py:4:5: error: the indices of 'C'\n    C[0, 1] = "
                                         "1\n    ^\n  expected: 1\n  found: 2\n");
}

/* --- Limits --- */

static const char *nested(int depth, const char *header, const char *leaf) {
    StrBuf b;
    strbuf_init(&b, &arena);
    strbuf_puts(&b, HEAD(C64));
    for (int i = 1; i <= depth; i++) {
        for (int k = 0; k < i; k++) strbuf_puts(&b, " ");
        if (i == depth) {
            strbuf_puts(&b, leaf);
        } else {
            strbuf_printf(&b, header, i);
        }
    }
    return strbuf_cstr(&b);
}

static bool parses(const char *text, LoopFns *fns) {
    *fns = (LoopFns){.at = NULL};
    diag_begin(&ctx);
    return loop_text_parse(&ctx, &arena, "test.py", str_c(text), fns);
}

static void depth(void **state) {
    (void)state;
    LoopFns fns;
    ctx.limits.depth = 30;
    assert_true(parses(
        "@T.prim_func\ndef f(C: T.Buffer((4,), \"int64\")):\n T.func_attr({\"num_outputs\": 1})\n",
        &fns));
    for (int n = 25; n < 40; n++) {
        const char *text = nested(n, "for i%d in range(4):\n", "C[0] = 1\n");
        text = arena_printf(&arena, "%s%s",
                            "@T.prim_func\ndef f(C: T.Buffer((4,), \"int64\")):\n "
                            "T.func_attr({\"num_outputs\": 1})\n",
                            text + strlen(HEAD(C64)));
        bool ok = parses(text, &fns);
        assert_int_equal(ok, n < 31);
        if (!ok)
            assert_true(ctx.diags->diags.len == 1 && ctx.diags->diags.at[0].id == DIAG_TOO_DEEP);
        if (ok) {
            const char *once = print(fns.at, 1);
            assert_true(parses(once, &fns));
        }
    }
    /* A chain of elif nests as deep as it is long. */
    for (int n = 20; n < 40; n++) {
        StrBuf b;
        strbuf_init(&b, &arena);
        strbuf_puts(&b, HEAD(C64) "    if C[0] < 0:\n        pass\n");
        for (int i = 0; i < n; i++) strbuf_printf(&b, "    elif C[0] < %d:\n        pass\n", i + 1);
        bool ok = parses(strbuf_cstr(&b), &fns);
        assert_int_equal(ok, n < 29);
        if (!ok) assert_true(ctx.diags->diags.at[0].id == DIAG_TOO_DEEP);
    }
    /* Calls. */
    StrBuf b;
    strbuf_init(&b, &arena);
    for (int i = 0; i < 40; i++) {
        strbuf_printf(&b, "@T.prim_func\ndef f%d():\n    T.func_attr({\"num_outputs\": 0})\n", i);
        if (i) strbuf_printf(&b, "    f%d()\n", i - 1);
    }
    assert_false(parses(strbuf_cstr(&b), &fns));
    assert_true(ctx.diags->diags.len == 1 && ctx.diags->diags.at[0].id == DIAG_TOO_DEEP);
    assert_int_equal(ctx.diags->diags.at[0].loc.line, 4 + 29 * 4 + 1); /* f30 */
    ctx.limits.input_bytes = 10;
    assert_false(parses(HEAD(C64), &fns));
    assert_string_equal(errors(), "0:0 TOO_MANY");
    ctx.limits.rank = 2;
    ctx.limits.input_bytes = 10000;
    assert_false(parses(HEAD("C: T.Buffer((1, 2, 3), \"int8\")"), &fns));
    assert_string_equal(errors(), "2:19 TOO_MANY");
}

/* What opens several bodies at once, or makes one condition of many, is as deep as so many. */
static void wide(void **state) {
    (void)state;
    static const struct {
        const char *head, *item, *between, *tail;
    } kinds[] = {
        {"    for ", "i%d", ", ", NULL},
        {"    for i in range(4):\n        with T.block(\"b\"):\n", "            T.where(i < %d)\n",
         "", "            C[i] = 1\n"},
        {"    for i in range(4):\n        with T.block(\"b\"):\n",
         "            v%d = T.axis.reduce(4, i)\n", "",
         "            with T.init():\n                C[0] = 1\n            C[0] = C[0] + 1\n"},
    };
    ctx.limits.depth = 30;
    for (size_t k = 0; k < ARRAY_LEN(kinds); k++) {
        bool was = true;
        for (int n = 1; n <= 1000; n += n < 40 ? 1 : 480) {
            LoopFns fns;
            StrBuf b;
            strbuf_init(&b, &arena);
            strbuf_puts(&b, FOREIGN(C64));
            strbuf_puts(&b, kinds[k].head);
            for (int i = 0; i < n; i++) {
                if (i) strbuf_puts(&b, kinds[k].between);
                strbuf_printf(&b, kinds[k].item, i);
            }
            if (!kinds[k].tail) {
                strbuf_puts(&b, " in T.grid(4");
                for (int i = 1; i < n; i++) strbuf_puts(&b, ", 1");
                strbuf_puts(&b, "):\n        C[i0] = 1\n");
            } else {
                strbuf_puts(&b, kinds[k].tail);
            }
            const bool ok = parses(strbuf_cstr(&b), &fns);
            assert_true(was || !ok); /* once too deep, always so */
            assert_true(n > 20 || ok);
            assert_true(n < 40 || !ok);
            if (!ok) assert_true(ctx.diags->diags.at[0].id == DIAG_TOO_DEEP);
            if (ok) assert_true(parses(print(fns.at, 1), &fns));
            was = ok;
        }
    }
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
UNIT_MAIN(TEST(wrong_bodies), TEST(wrong_heads), TEST(wrong_scalars), TEST(wrong_blocks),
          TEST(messages), TEST(depth), TEST(wide))
