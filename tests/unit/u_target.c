/* SPDX-License-Identifier: Apache-2.0 */
/* target/target.h: the table, names, triples, and the text of files. */
#include "base/strbuf.h"
#include "target/target.h"
#include "unit_arena.h"

static Str str(const char *s) { return str_c(s); }

static void table(void **state) {
    (void)state;
    Target t;
    const char *name;
    size_t n = 0;
    for (; (name = target_name(n)); n++) {
        assert_true(target_find(str(name), &t));
        assert_string_equal(t.row, name);
        assert_true(t.peak_gflops > 0 && t.cache_gbs > t.memory_gbs &&
                    t.memory_all_gbs >= t.memory_gbs);
        assert_true(t.unit_bytes <= t.vector_bytes);
        assert_true(t.l1_bytes <= t.l2_bytes && t.l2_bytes <= t.l3_bytes);
        for (size_t i = 0; i < n; i++) assert_string_not_equal(target_name(i), name);
    }
    assert_true(n > 20);
    assert_true(target_find(str("x86-64-v4"), &t));
    assert_memory_equal(&t, target_nominal(), sizeof t);
}

/* The same on every call; LLVM says what the processor is called, and code runs here. */
static void host(void **state) {
    (void)state;
    const Target a = target_host(), b = target_host();
    Target t;
    assert_memory_equal(&a, &b, sizeof a);
    assert_null(target_cpu(&a));
    assert_string_equal(target_cpu(target_nominal()), "x86-64-v4");
    assert_true(target_runs_here(&ctx, &a));
    assert_true(target_find(str("host"), &t));
    assert_memory_equal(&a, &t, sizeof a);
#if defined(__x86_64__)
    __builtin_cpu_init();
    assert_int_equal(a.vector_bytes == 64,
                     __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl"));
    assert_true(target_find(str("x86-64"), &t));
    assert_true(target_runs_here(&ctx, &t));
#endif
}

static void triples(void **state) {
    (void)state;
    Target t;
    assert_true(target_find(str("x86_64-linux-gnu"), &t));
    assert_string_equal(t.row, "x86-64");
    assert_string_equal(t.triple, "x86_64-linux-gnu");
    assert_true(target_find(str("wasm32-unknown-unknown"), &t));
    assert_false(target_runs_here(&ctx, &t));
    assert_int_equal(diag_errors(&ctx), 1);
    static const char *const none[] = {"",     "x86_64", "x86-64-v5", "aarch65-linux-gnu",
                                       "HOST", "x86-64 "};
    for (size_t i = 0; i < ARRAY_LEN(none); i++) assert_false(target_find(str(none[i]), &t));
    char longest[TARGET_TEXT_BYTES + 8];
    memset(longest, 'x', sizeof longest);
    memcpy(longest, "x86_64-", 7);
    assert_true(target_find((Str){longest, TARGET_TEXT_BYTES - 1}, &t));
    assert_false(target_find((Str){longest, TARGET_TEXT_BYTES}, &t));
}

/* What is printed is read as the same, and a file may say only what differs. */
static void text(void **state) {
    (void)state;
    Target t, back;
    StrBuf out;
    const char *name;
    for (size_t i = 0; (name = target_name(i)); i++) {
        assert_true(target_find(str(name), &t));
        strbuf_init(&out, &arena);
        target_print(&t, &out);
        assert_true(target_parse(&ctx, strbuf_str(&out), &back));
        assert_memory_equal(&t, &back, sizeof t);
    }
    assert_true(target_parse(
        &ctx, str("# mine\r\n row=x86-64-v3 # behind\n\n peak_gflops = 55.5\nthreads=3"), &t));
    assert_int_equal(t.threads, 3);
    assert_true(t.peak_gflops == 55.5);
    assert_int_equal(t.vector_bytes, 32);
    assert_int_equal(diag_errors(&ctx), 0);
}

static void wrong_text(void **state) {
    (void)state;
    static const struct {
        const char *text;
        unsigned line, col;
    } cases[] = {
        {"", 0, 1},
        {"threads = 3", 1, 1},
        {"row = pdp11", 1, 7},
        {"row = host", 1, 7},
        {"row = x86-64\nl4_bytes = 5", 2, 1},
        {"row = x86-64\nthreads = two", 2, 11},
        {"row = x86-64\nthreads = 1.5", 2, 11},
        {"row = x86-64\nthreads = -1", 2, 11},
        {"row = x86-64\nthreads = 1e30", 2, 11},
        {"row = x86-64\npeak_gflops = 0", 2, 15},
        {"row = x86-64\npeak_gflops = inf", 2, 15},
        {"row = x86-64\n cpu = a b", 2, 8},
        {"row = x86-64\nthreads = 3\nthreads = 3", 3, 1},
        {"row = x86-64\nnonsense", 2, 1},
        {"row = x86-64\nvector_bytes = 48", 0, 1},
        {"row = x86-64\nunit_bytes = 24", 0, 1},
        {"row = x86-64\ntriple =", 2, 9},
    };
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        Target t;
        diag_begin(&ctx);
        assert_false(target_parse(&ctx, str(cases[i].text), &t));
        assert_int_equal(diag_errors(&ctx), 1);
        const Diag *d = &ctx.diags->diags.at[0];
        if (d->loc.line != cases[i].line || (d->loc.line && d->loc.col != cases[i].col))
            fail_msg("'%s': %u:%u", cases[i].text, d->loc.line, d->loc.col);
    }
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
UNIT_MAIN(TEST(table), TEST(host), TEST(triples), TEST(text), TEST(wrong_text))
