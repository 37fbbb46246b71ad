/* SPDX-License-Identifier: Apache-2.0 */
/* loop/verify*.c: what is proved of bounds and of the independence of iterations, and what is
 * not. */
#include "loop/interp.h"
#include "loop/text.h"
#include "loop/verify.h"
#include "loop_programs.h"
#include "unit_errors.h"
#include "unit_arena.h"

typedef struct {
    const char *body, *errors;
    int proved, unknown; /* accesses */
} Case;

static const LoopFn *parse(const char *text) {
    LoopFns fns = {.at = NULL};
    diag_begin(&ctx);
    if (!loop_text_parse(&ctx, &arena, "test.py", str_c(text), &fns))
        fail_msg("%s\n%s", text, unit_errors(&ctx, &arena, false));
    return fns.at[fns.len - 1];
}

/* Bodies from line 10 on; A: n x m, B: 12, I: n of int64 (inputs); C: n*m, D: 12, E: n x m
 * (outputs). */
#define HEAD                                                                                       \
    "@T.prim_func\ndef f(a: T.handle, B: T.Buffer((12,), \"int64\"), i0: T.handle, c: T.handle, "  \
    "D: T.Buffer((12,), \"int64\"), e: T.handle):\n"                                               \
    "    T.func_attr({\"num_outputs\": 3})\n    n = T.int64()\n    m = T.int64()\n    A = "        \
    "T.match_buffer(a, (n, m), \"int64\")\n"                                                       \
    "    I = T.match_buffer(i0, (n,), \"int64\"); C = T.match_buffer(c, (n * m,), \"int64\")\n"    \
    "    E = T.match_buffer(e, (n, m), \"int64\")\n    pass\n"

static void check(const Case *cases, size_t n) {
    for (size_t i = 0; i < n; i++) {
        const LoopFn *fn = parse(arena_printf(&arena, "%s%s", HEAD, cases[i].body));
        LoopBounds bounds = {0};
        bool ok = loop_verify(&ctx, fn, &bounds);
        assert_int_equal(ok, cases[i].errors[0] == '\0');
        if (strcmp(unit_errors(&ctx, &arena, false), cases[i].errors) != 0)
            fail_msg("%s  gives %s\n  wanted %s", cases[i].body, unit_errors(&ctx, &arena, false),
                     cases[i].errors);
        if ((int)bounds.proved != cases[i].proved || (int)bounds.unknown != cases[i].unknown) {
            fail_msg("%s  %d proved, %d unknown", cases[i].body, (int)bounds.proved,
                     (int)bounds.unknown);
        }
    }
}

static const Case of_bounds[] = {
    {"    D[0] = B[11]\n", "", 2, 0},
    /* Arithmetic that wraps is no proof; what an extent has in it does not wrap. */
    {"    for i in range(n):\n        D[0] = I[i * 1152921504606846976 // 1152921504606846976]\n",
     "", 1, 1},
    {"    for i in range(n):\n        D[T.min(i * 1152921504606846976, 0)] = 1\n", "", 0, 1},
    {"    for i in range(n * -4611686018427387904):\n        D[i + 5] = 1\n", "", 0, 1},
    {"    for i in range(n * m):\n        C[i // 2] = C[i]\n", "", 2, 0},
    {"    D[12] = 1\n    D[-1] = B[12]\n", "10 LOOP_BOUNDS, 11 LOOP_BOUNDS, 11 LOOP_BOUNDS", 0, 0},
    {"    for i in range(12): D[i] = B[11 - i]\n", "", 2, 0},
    {"    for i in range(13): D[i] = B[12 - i]\n", "", 0, 2},
    {"    for i in range(4): D[i + 12] = 1\n    for i in range(4): D[i - 4] = 1\n",
     "10 LOOP_BOUNDS, 11 LOOP_BOUNDS", 0, 0},
    {"    for i in range(n):\n        for j in range(m): E[i, j] = A[n - 1 - i, m - 1 - j]\n", "",
     2, 0},
    {"    for i in range(n):\n        for j in range(m): E[j, i] = 1\n", "", 0, 1},
    {"    for i in range(n):\n        for j in range(m): C[i * m + j] = C[j * n + i] + C[(n - "
     "1 - i) * m + (m - j) - 1]\n",
     "", 3, 0},
    {"    for i in range(n):\n        for j in range(m): C[i * n + j] = 1\n", "", 0, 1},
    {"    for i in range(n * m): C[i] = C[n * m - i - 1]\n", "", 2, 0},
    {"    for i in range(n): I2: T.int64 = I[0] + I[n - 1]\n", "", 2, 0}, /* n >= 1 inside */
    {"    x: T.int64 = I[0]\n", "", 0, 1},
    {"    for i in range(n): pass\n    x: T.int64 = I[0]\n", "", 0, 1},
    {"    for i in range(n): x: T.int64 = I[i + n]\n    y: T.int64 = A[n, 0]\n",
     "10 LOOP_BOUNDS, 11 LOOP_BOUNDS", 0, 0},
    {"    for i in range(n - 2): x: T.int64 = I[i + 2] + I[2]\n", "", 2, 0},
    {"    for i in range(n): x: T.int64 = I[I[i]]\n", "", 1, 1},
    /* lets, division, remainder, minimum, maximum, select, casts */
    {"    for i in range(12):\n        x: T.int64 = i + 1\n        D[x - 1] = B[x]\n", "", 1, 1},
    {"    for i in range(48): D[i // 4] = B[i % 12]\n", "", 2, 0},
    {"    for i in range(48): D[i // 3] = B[i % 13]\n", "", 0, 2},
    {"    for i in range(12): D[T.truncdiv(i - 12, 12)] = B[T.truncdiv(i, 2) + T.truncmod(i, "
     "2)]\n",
     "", 1, 1},
    {"    x: T.int64 = T.Cast(\"int64\", T.Cast(\"int8\", B[0]))\n    w = "
     "T.alloc_buffer((2000,), \"int64\")\n    for i in range(12): w[i * x] = 1\n",
     "", 1, 1},
    {"    for i in range(n): x: T.int64 = I[m % n]\n    y: T.int64 = I[m % n]\n", "", 1,
     1}, /* m % 0 is 0 */
    {"    for i in range(0): D[12] = 1\n", "", 1, 0},
    {"    for i in range(-48): D[i // 4] = 1\n", "", 1, 0}, /* never made */
    {"    for i in range(n * 4): x: T.int64 = I[i // 4] + I[i % n]\n", "", 2, 0},
    {"    for i in range(m): x: T.int64 = I[i % n]\n", "", 0, 1}, /* n may be 0, and i % 0 is 0 */
    {"    for i in range(n): x: T.int64 = I[T.min(i + 1, n - 1)] + I[T.max(i - 1, 0)]\n", "", 2, 0},
    {"    for i in range(n): x: T.int64 = I[T.max(T.min(B[0], n - 1), 0)]\n", "", 2, 0},
    {"    for i in range(n): x: T.int64 = I[T.min(T.max(B[0], 0), n - 1)]\n", "", 2, 0},
    {"    for i in range(n): x: T.int64 = I[T.Select(B[0] < 0, i, n - 1)]\n", "", 2, 0},
    {"    for i in range(n): x: T.int64 = I[T.Select(B[0] < 0, i, n)]\n", "", 1, 1},
    {"    x: T.bool = B[0] < 1\n    y: T.int64 = B[T.Cast(\"int64\", x) + 10] + "
     "B[T.Cast(\"int64\", T.Cast(\"int8\", B[1])) // 16 + 8]\n",
     "", 3, 1},
    {"    for i in range(n // 2): x: T.int64 = I[2 * i] + I[i + n // 2]\n", "", 2, 0},
    {"    for i in range(n // 2): x: T.int64 = I[2 * i + 1] + I[2 * i + 2]\n", "", 1, 1},
    /* what is left over of tiles */
    {"    b: T.int64 = n // 6 * 6\n    r: T.int64 = n % 6\n    for i in range(r // 4):\n"
     "        x: T.int64 = I[b + i * 4] + I[b + i * 4 + 3] + I[b + i * 4 + 4]\n",
     "", 2, 1},
    {"    b: T.int64 = n - n % 8\n    for i in range(n % 8): x: T.int64 = I[b + i]\n"
     "    for i in range(n % 8 + 1): x: T.int64 = I[b + i]\n",
     "", 1, 1},
    {"    for i in range(T.truncmod(n - 5, 8)): x: T.int64 = I[i]\n", "", 0, 1},
    {"    w = T.alloc_buffer((n // 2, n + 1), \"int64\")\n    for i in range(n // 2): w[i, i] "
     "= w[n // 2 - 1 - i, n]\n",
     "", 2, 0},
    {"    for i in range(12):\n        for j in range(i): D[i - j] = B[j]\n", "", 2, 0},
    {"    for i in range(12):\n        for j in range(12 - i): D[i + j] = B[11 - i - j]\n", "", 2,
     0},
    /* behind conditions nothing is certain */
    {"    if B[0] < 0: D[12] = 1\n    while B[0] < 0: D[-1] = 1\n", "", 2, 2},
    {"    x: T.int64 = T.Select(B[0] < 0, B[12], 1)\n", "10 LOOP_BOUNDS", 1,
     0}, /* both are evaluated */
    /* overflow: not known */
    {"    for i in range(4611686018427387904):\n        D[i * 4] = 1\n", "", 0, 1},
    {"    for i in range(n):\n        x: T.int64 = B[i * 9223372036854775807 * 3]\n", "", 0, 1},
    {"    for i in range(n):\n        x: T.int64 = B[n * n * n * n * n * i]\n", "", 0, 1},
    /* A minimum is above 0 where both sides are; what a condition says of a size holds within. */
    {"    if 4 <= n:\n        for i in range((n % 8 + 3) // 4):\n"
     "            D[0] = I[T.min(n - n % 8 + i * 4, n - 4) + 3]\n",
     "", 2, 0},
    {"    for i in range((n % 8 + 3) // 4):\n"
     "        D[0] = I[T.min(n - n % 8 + i * 4, n - 4) + 3]\n",
     "", 1, 1},
    {"    if 4 <= n:\n        for i in range((n % 8 + 3) // 4):\n"
     "            D[0] = I[T.min(n - n % 8 + i * 4, n - 4) + 4]\n",
     "", 1, 1},
    {"    if 3 <= n:\n        for i in range((n % 8 + 3) // 4):\n"
     "            D[0] = I[T.min(n - n % 8 + i * 4, n - 4)]\n",
     "", 1, 1},
    {"    if 4 <= n:\n        D[0] = I[3]\n    else:\n        for l in range(4 - n):\n"
     "            D[n + l + 8] = 1\n",
     "", 3, 0},
    {"    if 4 <= n:\n        D[0] = I[4]\n    else:\n        for l in range(5 - n):\n"
     "            D[n + l + 8] = 1\n",
     "", 1, 2},
    {"    if T.And(4 <= n, m < 3):\n        D[0] = I[3]\n    else:\n        for l in range(n):\n"
     "            D[l] = 1\n",
     "", 2, 1},
    {"    if 8 <= n: D[0] = I[7]\n    D[1] = I[0]\n", "", 3, 1},
    {"    for i in range(n // 2):\n        D[0] = I[1]\n", "", 2, 0},
    {"    for i in range(n // 2):\n        D[0] = I[2]\n", "", 1, 1},
    {"    for i in range((n - 3) // 2):\n        D[0] = I[4]\n", "", 2, 0},
    {"    for i in range((n - 3) // 2):\n        D[0] = I[5]\n", "", 1, 1},
    {"    if 3 <= n * 2: D[0] = I[1]\n", "", 2, 0},
    {"    if 3 <= n * 2: D[0] = I[2]\n", "", 1, 1},
};

static void bounds(void **state) {
    (void)state;
    check(of_bounds, ARRAY_LEN(of_bounds));
    const LoopFn *fn = parse(HEAD "    D[12] = 1\n");
    assert_false(loop_verify(&ctx, fn, NULL));
    assert_string_equal(ctx.diags->diags.at[0].message,
                        "loop function 'f': an access that is always out of bounds");
    assert_string_equal(ctx.diags->diags.at[0].expected, "index 0 of 'D' in [0, 12)");
    assert_string_equal(ctx.diags->diags.at[0].found, "12");
}

/* What the condition of an open `if` says of an index. */
static void conditions(void **state) {
    (void)state;
#define LET "    x: T.int64 = B[0]\n"
    static const Case cases[] = {
        {LET "    if T.And(0 <= x, x < n): D[0] = I[x]\n", "", 3, 0},
        {LET "    if T.And(-1 < x, x <= n - 1): D[0] = I[x]\n", "", 3, 0},
        {LET "    if T.And(T.And(3 < n, x < n - 3), 2 < x): D[0] = I[x]\n", "", 3, 0},
        {LET "    y: T.int64 = x * 2 + 1\n    if T.And(0 <= y, y < n): D[0] = I[1 + 2 * x]\n", "",
         3, 0},
        {LET "    y: T.int64 = x // 3\n    if T.And(0 <= y, y < n): D[0] = I[x // 3]\n", "", 3, 0},
        {LET "    if x < n: D[0] = I[x]\n", "", 2, 1},
        {LET "    if 0 <= x: D[0] = I[x]\n", "", 2, 1},
        {LET "    if T.And(0 <= x, x < n + 1): D[0] = I[x]\n", "", 2, 1},
        {LET "    if T.And(0 <= x, x <= n): D[0] = I[x]\n", "", 2, 1},
        {LET "    if T.And(-1 <= x, x < n): D[0] = I[x]\n", "", 2, 1},
        {LET "    if T.And(0 <= x, x < n): D[0] = I[x + 1]\n", "", 2, 1},
        {LET "    if T.Or(0 <= x, x < n): D[0] = I[x]\n", "", 2, 1},
        {LET "    if T.And(0 <= x, x < n): pass\n    else: D[0] = I[x]\n", "", 2, 1},
        {LET "    if T.And(0 <= x, x < n): pass\n    D[0] = I[x]\n", "", 2, 1},
        {"    if T.And(0 <= B[0], B[0] < n): D[0] = I[B[0]]\n", "", 4, 1}, /* may have changed */
        /* of the first and the last row of a tile; but x - 1 and x + 1 may wrap */
        {"    for i in range(n):\n        if T.And(0 <= i * 4 - 1, i * 4 + 2 < n):\n"
         "            y: T.int64 = I[i * 4 - 1] + I[i * 4 + 1] + I[i * 4 + 2] + I[i * 4 + 3]\n",
         "", 3, 1},
        {LET "    if T.And(0 <= x - 1, x + 1 < n): D[0] = I[x]\n", "", 2, 1},
        {"    w = T.alloc_buffer((64,), \"int64\")\n    for i in range(n):\n"
         "        if T.And(-(i // 2) <= 0, 8 <= -((i - 64) // 2)):\n"
         "            w[i + 14] = 1\n            w[i + 15] = 1\n",
         "", 1, 1},
    };
#undef LET
    check(cases, ARRAY_LEN(cases));
}

static void note(void *user, const LoopStmt *at, const LoopExpr *load, uint32_t axis) {
    StrBuf *out = user;
    strbuf_printf(out, "%u %s %u; ", at->loc.line, load ? load->buffer->name : "store", axis);
}

static void unproved(void **state) {
    (void)state;
    const LoopFn *fn = parse(HEAD "    x: T.int64 = B[0]\n    E[x, 0] = A[0, x] + I[B[1]]\n"
                                  "    for i in range(n):\n        if x < m: E[i, x] = I[i]\n"
                                  "    for i in range(0): D[12] = I[99]\n");
    StrBuf out;
    strbuf_init(&out, &arena);
    loop_unproved(&ctx, fn, note, &out);
    assert_int_equal(diag_errors(&ctx), 0);
    assert_string_equal(strbuf_cstr(&out),
                        "11 A 0; 11 A 1; 11 I 0; 11 store 0; 11 store 1; 13 store 1; ");
}

/* Vigna's splitmix64. */
static uint64_t splitmix(uint64_t *seed) {
    uint64_t z = *seed += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

/* A drawn index: of n, x (any integer), i, j, or the first of these, and numbers. */
static void draw_index(StrBuf *b, uint64_t *seed, size_t names, int depth) {
    static const char *const leaves[] = {"n", "x", "i", "j"};
    const uint64_t pick = splitmix(seed);
    if (depth == 0 || pick % 5 == 0) {
        if (pick % 3 == 0)
            strbuf_printf(b, "%d", (int)(pick / 64 % 15) - 2);
        else
            strbuf_puts(b, leaves[pick / 64 % names]);
        return;
    }
    const int op = (int)(pick / 8 % 8), number = (int)(pick / 64 % 7) + 1;
    strbuf_puts(b, op == 3 ? "T.min(" : op == 4 ? "T.max(" : "(");
    draw_index(b, seed, names, depth - 1);
    if (op >= 5) {
        strbuf_printf(b, op == 5 ? " * %d)" : op == 6 ? " // %d)" : " %% %d)", number);
        return;
    }
    strbuf_puts(b, op == 0 ? " - " : op < 3 ? " + " : ", ");
    draw_index(b, seed, names, depth - 1);
    strbuf_putc(b, ')');
}

static void draw_condition(StrBuf *b, uint64_t *seed) {
    strbuf_puts(b, "T.And(");
    draw_index(b, seed, 4, 2);
    strbuf_puts(b, splitmix(seed) % 2 ? " <= " : " < ");
    draw_index(b, seed, 4, 2);
    strbuf_puts(b, ", ");
    draw_index(b, seed, 4, 2);
    strbuf_puts(b, splitmix(seed) % 2 ? " <= " : " < ");
    draw_index(b, seed, 4, 2);
    strbuf_putc(b, ')');
}

static LoopFn *draw_program(Arena *own, StrBuf *b, uint64_t seed) {
    LoopFns fns = {.at = NULL};
    strbuf_puts(b, "@T.prim_func\ndef f(X: T.Buffer((1,), \"int64\"), i0: T.handle):\n"
                   "    T.func_attr({\"num_outputs\": 1})\n    n = T.int64()\n"
                   "    I = T.match_buffer(i0, (n,), \"int64\")\n    x: T.int64 = X[0]\n"
                   "    for i in range(");
    draw_index(b, &seed, 2, 1);
    strbuf_puts(b, "):\n        for j in range(");
    draw_index(b, &seed, 3, 2);
    strbuf_puts(b, "):\n            if ");
    draw_condition(b, &seed);
    strbuf_puts(b, ":\n                I[");
    draw_index(b, &seed, 4, 3);
    strbuf_puts(b, "] = 1\n");
    ctx_restart(&ctx);
    diag_begin(&ctx);
    assert_true(loop_text_parse(&ctx, own, "drawn.py", strbuf_str(b), &fns));
    return (LoopFn *)(uintptr_t)fns.at[0];
}

/* A loop may be over x: it is cut off after some steps. */
static void run_drawn(const LoopProgram *program, int64_t n, int64_t x, const char *text) {
    int64_t out[80], one = 1;
    const LoopArg args[] = {{.data = &x, .dims = &one}, {.data = out, .dims = &n}};
    Boundary boundary;
    volatile bool ok = true;
    diag_list_free(&ctx);
    ctx_restart(&ctx);
    CTX_ENTER(&ctx, &boundary) {
        diag_begin(&ctx);
        ok = loop_run(&ctx, program, args, NULL);
    }
    const Status status = ctx_leave(&ctx, &boundary);
    assert_true(status == STATUS_OK || status == STATUS_LIMIT);
    if (!ok)
        fail_msg("n = %lld, x = %lld: %s\n%s", (long long)n, (long long)x,
                 unit_errors(&ctx, &arena, false), text);
}

/* What is proved to be in bounds does not fail, whatever n and x are. */
static void drawn(void **state) {
    (void)state;
    enum { DRAWN = 4000, SIZE_MAX_DRAWN = 70 };
    static const int64_t xs[] = {0, 1, 5, -3, 40, INT64_MIN, INT64_MAX, INT64_MIN + 1};
    const size_t steps = ctx.limits.steps;
    int proved = 0;
    ctx.limits.steps = 2000; /* of a run */
    for (int k = 0; k < DRAWN; k++) {
        Arena own;
        StrBuf b;
        LoopBounds bounds = {0};
        arena_init(&own, &ctx);
        strbuf_init(&b, &own);
        const LoopFn *fn = draw_program(&own, &b, (uint64_t)k);
        if (loop_verify(&ctx, fn, &bounds) && !bounds.unknown) {
            const LoopProgram *program = loop_compile(fn, &own);
            const char *text = strbuf_cstr(&b);
            proved++;
            for (int64_t n = 0; n < SIZE_MAX_DRAWN; n = n < 9 ? n + 1 : n * 2 - 1)
                for (size_t v = 0; v < ARRAY_LEN(xs); v++) run_drawn(program, n, xs[v], text);
        }
        arena_fini(&own);
    }
    ctx.limits.steps = steps;
    print_message("%d of %d drawn programs are proved\n", proved, DRAWN);
    assert_true(proved > DRAWN / 100);
}

static void races(void **state) {
    (void)state;
    static const struct {
        const char *body;
        bool race;
    } cases[] = {
        {"    for i in T.parallel(n): E[i, 0] = I[i]\n", false},
        {"    for i in T.parallel(n): E[0, i] = I[0]\n", false},
        {"    for i in T.vectorized(12): D[11 - i] = i\n", false},
        {"    for i in T.parallel(3):\n        for j in range(4): D[i * 4 + j] = 1\n", false},
        {"    for i in T.parallel(3):\n        for j in range(5): D[i * 4 + j] = 1\n", true},
        {"    for i in T.parallel(n):\n        for j in range(m): C[i * m + j] = 1\n", false},
        {"    for i in T.parallel(n):\n        for j in range(m + 1): C[i * m + j] = 1\n", true},
        {"    for i in range(n):\n        for j in T.parallel(m): C[i * m + j] = 1\n", false},
        {"    for j in T.parallel(m):\n        for i in range(n): C[i * m + j] = 1\n",
         true}, /* true only as j < m */
        {"    for i in T.parallel(6):\n        D[2 * i] = 1\n        D[2 * i + 1] = B[2 * i]\n",
         false},
        {"    for i in T.parallel(6):\n        D[2 * i] = 1\n        D[2 * i + 2] = 1\n", true},
        {"    for i in T.parallel(6):\n        D[2 * i] = 1\n        D[3 * i] = 1\n", true},
        {"    for i in T.parallel(3):\n        for j in range(3): D[i * (j + 1)] = 1\n",
         true}, /* no fixed stride */
        {"    for i in T.parallel(12): D[i // 2] = 1\n", true},
        {"    for i in T.parallel(12): D[i % 12] = 1\n", true},
        {"    for i in T.parallel(12): D[0] = 1\n", true},
        {"    for i in T.parallel(12): D[B[i]] = 1\n", true},
        {"    for i in T.parallel(12): D[i] = D[11 - i]\n", true},
        {"    for i in T.parallel(12): D[i] = D[i] + D[i] * 2\n", false},
        {"    for i in T.parallel(12): D[i] = D[T.max(i - 1, 0)]\n", true},
        {"    x: T.int64 = B[0]\n    for i in T.parallel(6): D[i + x] = 1\n",
         false}, /* the same for all i */
        {"    for i in T.parallel(6):\n        x: T.int64 = B[0]\n        D[i + x] = 1\n",
         true}, /* not seen to be */
        {"    for i in T.parallel(1): D[0] = 1\n    for i in T.parallel(0): D[1] = 1\n", false},
        /* nested */
        {"    for i in T.parallel(n):\n        for j in T.vectorized(m): E[i, j] = A[i, j]\n",
         false},
        {"    for i in T.parallel(n):\n        for j in T.vectorized(m): E[i, 0] = A[i, j]\n",
         true},
        {"    for i in T.parallel(n):\n        for j in T.vectorized(m): E[0, j] = A[i, j]\n",
         true},
        {"    for i in T.parallel(3):\n        for j in T.vectorized(4): D[i + 3 * j] = 1\n",
         true}, /* a true one for i alone */
        {"    for i in T.parallel(12):\n        for j in range(i): D[i] = D[i] + j\n", false},
        /* locals */
        {"    for i in T.parallel(12):\n        w = T.alloc_buffer((2,), \"int64\")\n        w[0] "
         "= i\n        D[i] = w[0]\n",
         false},
        {"    w = T.alloc_buffer((), \"int64\")\n    for i in T.parallel(12): w[()] = 1\n", true},
        {"    w = T.alloc_buffer((), \"int64\")\n    w[()] = 1\n    for i in T.parallel(12): D[i] "
         "= w[()]\n",
         false},
        {"    for k in T.parallel(2):\n        w = T.alloc_buffer((), \"int64\")\n        for i in "
         "T.vectorized(6):\n            w[()] = 1\n            D[i + k * 6] = w[()]\n",
         true},
        {"    for i in T.parallel(12):\n        if B[i] < 3:\n            D[i] = 1\n        while "
         "D[i] < 5:\n            D[i] = D[i] + 1\n",
         false},
    };
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        const LoopFn *fn = parse(arena_printf(&arena, "%s%s", HEAD, cases[i].body));
        bool ok = loop_verify(&ctx, fn, NULL);
        if (ok == cases[i].race)
            fail_msg("%s  gives %s", cases[i].body, unit_errors(&ctx, &arena, false));
        for (size_t k = 0; k < ctx.diags->diags.len; k++)
            assert_int_equal(ctx.diags->diags.at[k].id, DIAG_LOOP_RACE);
        assert_true(ok || ctx.diags->diags.len == 1);
    }
    const LoopFn *fn =
        parse(HEAD "    for i in T.parallel(12):\n        D[i] = 1\n        D[0] = 2\n");
    assert_false(loop_verify(&ctx, fn, NULL));
    const Diag *d = &ctx.diags->diags.at[0];
    assert_string_equal(d->message,
                        "loop function 'f': iterations of loop 'i' may not be independent");
    assert_string_equal(d->expected, "all accesses to 'D' in the loop to have an index stride*i + "
                                     "rest, with one stride that exceeds the range of the rests");
    assert_string_equal(d->found, "D[i] = 1");
    assert_int_equal(d->loc.line, 11);
}

static void calls(void **state) {
    (void)state;
    static const char callee[] = "@T.prim_func\ndef g(x: T.Buffer((12,), \"int64\"), y: "
                                 "T.Buffer((12,), \"int64\"), z: T.Buffer((12,), \"int64\")):\n"
                                 "    T.func_attr({\"num_outputs\": 2})\n    y[0] = x[0]\n";
    static const struct {
        const char *body, *errors;
    } cases[] = {
        {"    w = T.alloc_buffer((12,), \"int64\")\n    g(B, D, w)\n    g(w, D, F)\n    g(D, w, "
         "F)\n",
         ""},
        {"    g(B, D, D)\n", "8 CALL_ARGUMENT"},
        {"    g(D, D, F)\n    g(F, D, F)\n", "8 CALL_ARGUMENT, 9 CALL_ARGUMENT"},
        {"    for i in T.parallel(12): g(B, D, F)\n", "8 LOOP_RACE, 8 LOOP_RACE"},
        {"    for i in T.parallel(12):\n        w = T.alloc_buffer((12,), \"int64\")\n        v = "
         "T.alloc_buffer((12,), \"int64\")\n        g(B, w, v)\n        D[i] = w[i]\n",
         ""},
        {"    for i in T.parallel(12):\n        w = T.alloc_buffer((12,), \"int64\")\n        v = "
         "T.alloc_buffer((12,), \"int64\")\n        g(D, w, v)\n        D[i] = w[i]\n",
         "12 LOOP_RACE"},
    };
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        const LoopFn *fn =
            parse(arena_printf(&arena, "%s%s%s", callee,
                               "@T.prim_func\ndef f(B: T.Buffer((12,), \"int64\"), D: "
                               "T.Buffer((12,), \"int64\"), F: T.Buffer((12,), \"int64\")):\n"
                               "    T.func_attr({\"num_outputs\": 2})\n",
                               cases[i].body));
        assert_int_equal(loop_verify(&ctx, fn, NULL), cases[i].errors[0] == '\0');
        assert_string_equal(unit_errors(&ctx, &arena, false), cases[i].errors);
    }
    /* What a callee does wrong is found through its caller, once. */
    const LoopFn *fn = parse("@T.prim_func\ndef g(y: T.Buffer((2,), \"int64\")):\n    "
                             "T.func_attr({\"num_outputs\": 1})\n    y[2] = 1\n"
                             "@T.prim_func\ndef f(y: T.Buffer((2,), \"int64\")):\n    "
                             "T.func_attr({\"num_outputs\": 1})\n    g(y)\n    g(y)\n");
    LoopBounds counts = {0};
    assert_false(loop_verify(&ctx, fn, &counts));
    assert_string_equal(unit_errors(&ctx, &arena, false), "4 LOOP_BOUNDS");
    assert_true(counts.refuted == 1 && counts.proved == 0);
}

static void reductions(void **state) {
    (void)state;
    static const char before[] =
        "@T.prim_func\ndef g(x: T.Buffer((), \"int64\"), y: T.Buffer((), \"int64\")):\n    "
        "T.func_attr({\"num_outputs\": 1})\n    y[()] = x[()]\n"
        "@T.prim_func\ndef f(B: T.Buffer((12,), \"int64\"), D: T.Buffer((), \"int64\")):\n    "
        "T.func_attr({\"num_outputs\": 1})\n"
        "    s = T.alloc_buffer((), \"int64\"); t = T.alloc_buffer((), \"int64\"); s[()] = 1; "
        "t[()] = 2\n"
        "    for i in T.serial(12, annotations={\"reduce\": 4}):\n";
    static const struct {
        const char *body;
        int errors;
    } cases[] = {
        {"        s[()] = s[()] + B[i]\n", 0},
        {"        s[()] = s[()] * (B[i] + 1)\n        t[()] = T.bitwise_xor(t[()], i)\n", 0},
        {"        s[()] = T.min(s[()], B[i])\n        s[()] = T.min(s[()], i)\n", 0},
        {"        if B[i] < 3:\n            s[()] = T.max(s[()], B[i])\n", 0},
        {"        for j in range(3):\n            s[()] = s[()] + B[j]\n", 0},
        {"        for j in T.serial(3, annotations={\"reduce\": 2}):\n            s[()] = s[()] + "
         "B[j]\n",
         0},
        {"        u = T.alloc_buffer((), \"int64\")\n        u[()] = B[i] - 1\n        u[()] = "
         "u[()] // 2\n        s[()] = s[()] + u[()]\n",
         0},
        {"        D[()] = B[i]\n", 0}, /* no local: as in any serial loop */
        {"        s[()] = s[()] + t[()]\n", 0},
        {"        s[()] = s[()] - B[i]\n", 1},
        {"        s[()] = B[i] + s[()]\n", 2}, /* the form is acc op v */
        {"        s[()] = B[i]\n", 1},
        {"        s[()] = s[()]\n", 2},
        {"        s[()] = t[()] + s[()]\n", 2},
        {"        s[()] = s[()] + s[()]\n", 1},
        {"        s[()] = s[()] + B[i]\n        s[()] = s[()] * B[i]\n", 1},
        {"        s[()] = s[()] + B[i]\n        D[()] = s[()]\n", 1},
        {"        s[()] = s[()] + B[i]\n        t[()] = t[()] + s[()]\n", 1},
        {"        s[()] = s[()] + B[s[()]]\n", 1},
        {"        s[()] = s[()] + B[i]\n        if s[()] < 3: pass\n", 1},
        {"        s[()] = s[()] + B[i]\n        for j in range(s[()]): pass\n", 1},
        {"        s[()] = s[()] + B[i]\n        x: T.int64 = s[()]\n", 1},
        {"        s[()] = s[()] + B[i]\n        while T.And(True, s[()] < 3): pass\n", 1},
        {"        s[()] = s[()] + B[i]\n        g(s, D)\n", 1},
        {"        g(D, s)\n", 1},
        {"        g(s, D)\n", 0},
    };
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        const LoopFn *fn = parse(arena_printf(&arena, "%s%s", before, cases[i].body));
        bool ok = loop_verify(&ctx, fn, NULL);
        for (size_t k = 0; k < ctx.diags->diags.len; k++)
            assert_int_equal(ctx.diags->diags.at[k].id, DIAG_LOOP_REDUCTION);
        assert_int_equal(ok, cases[i].errors == 0);
        if ((int)ctx.diags->diags.len != cases[i].errors)
            fail_msg("%s  gives %s", cases[i].body, unit_errors(&ctx, &arena, false));
        /* Without lanes all of them are sound. */
        const char *text = arena_printf(&arena, "%s%s", before, cases[i].body);
        StrBuf plain;
        strbuf_init(&plain, &arena);
        for (const char *p = text; *p;) {
            static const char lanes[] = ", annotations={\"reduce\": 4}";
            bool here = strncmp(p, lanes, sizeof lanes - 1) == 0;
            if (!here) strbuf_putc(&plain, *p);
            p += here ? sizeof lanes - 1 : 1;
        }
        fn = parse(strbuf_cstr(&plain));
        assert_int_equal(loop_verify(&ctx, fn, NULL),
                         !strstr(cases[i].body, "reduce") || cases[i].errors == 0);
    }
}

/* A reader's time grows with the text, not faster: many accesses, nested loops, deep dependence. */
static void hostile(void **state) {
    (void)state;
    StrBuf b;
    strbuf_init(&b, &arena);
    strbuf_puts(&b, "@T.prim_func\ndef f(D: T.Buffer((1000000,), \"int64\")):\n    "
                    "T.func_attr({\"num_outputs\": 1})\n    for p in T.parallel(1000):\n");
    for (int i = 0; i < 5000; i++)
        strbuf_printf(&b, "        D[p * 1000 + %d] = D[p * 1000 + %d]\n", i % 1000,
                      (i * 7) % 1000);
    LoopBounds counts = {0};
    assert_false(loop_verify(&ctx, parse(strbuf_cstr(&b)),
                             &counts)); /* more than 16 different rests: not tried */
    assert_int_equal(counts.proved, 10000);
    strbuf_init(&b, &arena);
    strbuf_puts(&b, "@T.prim_func\ndef f(d: T.handle):\n T.func_attr({\"num_outputs\": 1})\n n = "
                    "T.int64()\n D = T.match_buffer(d, (n,), \"int64\")\n");
    for (int i = 0; i < 150; i++) {
        for (int k = 0; k <= i; k++) strbuf_putc(&b, ' ');
        strbuf_printf(&b,
                      i ? "for i%d in T.parallel(i%d * n - i%d):\n" : "for i%d in T.parallel(n):\n",
                      i, i - 1, i / 2);
    }
    for (int k = 0; k <= 150; k++) strbuf_putc(&b, ' ');
    strbuf_puts(&b, "D[i149 * i148 * i77 - i3] = D[i149 // i148 + i20 % i19]\n");
    const LoopFn *fn = parse(strbuf_cstr(&b));
    assert_false(loop_verify(&ctx, fn, NULL));
}

static void out_of_memory(void **state) {
    (void)state;
    const LoopFn *fn = program_sort(&arena),
                 *other = parse(HEAD "    for i in T.parallel(12): D[i // 2] = 1\n");
    volatile size_t failed = 0;
    for (volatile size_t k = 1;; k++) {
        diag_list_free(&ctx);
        volatile size_t live = heap.live;
        heap.fail_at = heap.requests + k;
        Boundary boundary;
        CTX_ENTER(&ctx, &boundary) {
            diag_begin(&ctx);
            assert_true(loop_verify(&ctx, fn, NULL));
            assert_false(loop_verify(&ctx, other, NULL));
        }
        Status status = ctx_leave(&ctx, &boundary);
        heap.fail_at = 0;
        diag_list_free(&ctx);
        assert_int_equal(heap.live, live);
        if (status == STATUS_OK) break;
        assert_int_equal(status, STATUS_MEMORY);
        failed++;
    }
    assert_true(failed > 3);
    diag_begin(&ctx);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
UNIT_MAIN(TEST(bounds), TEST(conditions), TEST(unproved), TEST(drawn), TEST(races), TEST(calls),
          TEST(reductions), TEST(hostile), TEST(out_of_memory))
