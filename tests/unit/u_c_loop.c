/* SPDX-License-Identifier: Apache-2.0 */
/* backend/c/loop.h: names, messages, and texts that stay linear for deep and shared expressions.
 * What the C computes is tests/text/c_loops_test.c. */
#include "unit.h"

#include "backend/c/loop.h"
#include "loop/verify.h"
#include "loop_programs.h"
#include "unit_arena.h"

static const char *text_of(const LoopFn *fn) {
    StrBuf out;
    strbuf_init(&out, &arena);
    CUnit *unit = c_unit_new(&arena);
    c_loop_fn(unit, fn, c_unit_name(unit, fn->name), &out);
    return strbuf_cstr(&out);
}

static size_t count(const char *text, const char *what) {
    size_t n = 0;
    for (const char *p = text; (p = strstr(p, what)); p += strlen(what)) n++;
    return n;
}

/* One output, whose name and whose size's name are given. */
static const LoopFn *named(const char *buffer, const char *size) {
    LoopBuilder b;
    loop_builder_init(&b, &arena, "named");
    const LoopExpr *n = loop_var(&b, loop_size(&b, size));
    const LoopBuffer *y = loop_param(&b, buffer, LOOP_BUFFER_OUTPUT, DTYPE_F, EXPRS(n), 1, NULL);
    const LoopExpr *i = loop_var(&b, loop_begin_for(&b, "i", n, LOOP_PARALLEL, 0));
    loop_store(&b, y, EXPRS(i), loop_float(&b, DTYPE_F, 1));
    loop_end(&b);
    return loop_builder_finish(&b);
}

static void names(void **state) {
    (void)state;
    static const struct {
        const char *given, *c;
    } rows[] = {
        {"x0", "x0"},
        {"A", "A"},
        {"I", "i"},
        {"int", "int2"},
        {"errno", "errno2"},
        {"NAN", "nan"},
        {"EOF_1", "eof_1"},
        {"size_t", "size_tv"},
        {"tn_min_f32", "vtn_min_f32"},
        {"_Bool", "v_Bool"},
        {"7up", "v7up"},
        {"a b", "a_b"},
        {"", "v"},
        {"\xc3\xa9", "__"},
        {"exp", "exp2"},
        {"work", "work2"},
    };
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        const char *text = text_of(named(rows[i].given, "k"));
        const char *want = arena_printf(&arena, "float *restrict %s,", rows[i].c);
        if (!strstr(text, want)) fail_msg("'%s': no \"%s\" in\n%s", rows[i].given, want, text);
    }
    /* One name for two things. */
    assert_non_null(strstr(text_of(named("n", "n")), "float *restrict n, int64_t n2)"));
    assert_non_null(strstr(text_of(named("n1", "n1")), "float *restrict n1, int64_t n1_2)"));
    /* A long one is cut, and still told apart. */
    char longest[200] = {0};
    memset(longest, 'x', sizeof longest - 1);
    assert_true(strlen(text_of(named(longest, longest))) < 500);
}

static void file_names(void **state) {
    (void)state;
    CUnit *unit = c_unit_new(&arena);
    assert_string_equal(c_unit_name(unit, "abs"), "k_abs");
    assert_string_equal(c_unit_name(unit, "abs"), "k_abs2");
    assert_string_equal(c_unit_name(unit, "k_abs2"), "k_abs2_2");
    assert_string_equal(c_unit_name(unit, "nn.conv2d"), "k_nn_conv2d");
}

static void messages(void **state) {
    (void)state;
    CUnit *unit = c_unit_new(&arena);
    assert_int_equal(c_unit_message(unit, "one"), 1);
    assert_int_equal(c_unit_message(unit, "a \"b\" \\ ?\?/\n"), 2);
    assert_int_equal(c_unit_message(unit, "one"), 1);
    StrBuf out;
    strbuf_init(&out, &arena);
    c_unit_messages(unit, "texts", &out);
    assert_string_equal(strbuf_cstr(&out),
                        "static const char *const texts[] = {\n    \"\",\n    \"one\",\n"
                        "    \"a \\\"b\\\" \\\\ \\077\\077/\\012\",\n};\n");
}

/* y = ((x + x) + (x + x)) + ... as a graph: 2**shared leaves as a tree. */
static const LoopFn *expression(uint32_t shared, uint32_t deep) {
    LoopBuilder b;
    loop_builder_init(&b, &arena, "expression");
    const LoopBuffer *x = loop_param(&b, "x", LOOP_BUFFER_INPUT, DTYPE_F, NULL, 0, NULL);
    const LoopBuffer *y = loop_param(&b, "y", LOOP_BUFFER_OUTPUT, DTYPE_F, NULL, 0, NULL);
    const LoopExpr *e = loop_get(&b, x), *leaf = e;
    for (uint32_t i = 0; i < shared; i++) e = p_add(&b, e, e);
    for (uint32_t i = 0; i < deep; i++) e = p_mul(&b, p_sub(&b, leaf, e), leaf);
    loop_set(&b, y, e);
    return loop_builder_finish(&b);
}

static void shared_expressions(void **state) {
    (void)state;
    const LoopFn *fn = expression(14, 0);
    assert_true(loop_verify(&ctx, fn, NULL));
    const char *text = text_of(fn);
    assert_int_equal(count(text, " + "), 14);
    assert_true(strlen(text) < 1000);
}

static size_t deepest(const char *text) {
    size_t depth = 0, most = 0;
    for (; *text; text++) {
        depth += *text == '(' || *text == '{' || *text == '[';
        depth -= *text == ')' || *text == '}' || *text == ']';
        if (depth > most) most = depth;
    }
    return most;
}

/* Compilers bound how deep brackets nest. */
static void deep_expressions(void **state) {
    (void)state;
    const LoopFn *fn = expression(0, 95);
    assert_true(loop_verify(&ctx, fn, NULL));
    const char *text = text_of(fn);
    assert_int_equal(count(text, " * "), 95);
    assert_true(deepest(text) < 40);
    assert_true(strlen(text) < 95 * 60);
}

/* Statements as deep as the verifier lets them be. */
static void deep_statements(void **state) {
    (void)state;
    LoopBuilder b;
    loop_builder_init(&b, &arena, "nest");
    const LoopBuffer *y = loop_param(&b, "y", LOOP_BUFFER_OUTPUT, DTYPE_F, NULL, 0, NULL);
    enum { DEPTH = 198 };
    for (int i = 0; i < DEPTH; i++) {
        if (i % 2) {
            loop_begin_for(&b, "i", loop_index(&b, 2), LOOP_SERIAL, 0);
        } else {
            loop_begin_if(&b, loop_op2(&b, LOOP_LT, loop_get(&b, y), loop_float(&b, DTYPE_F, i)));
        }
    }
    loop_set(&b, y, p_add(&b, loop_get(&b, y), loop_float(&b, DTYPE_F, 1)));
    for (int i = 0; i < DEPTH; i++) loop_end(&b);
    const LoopFn *fn = loop_builder_finish(&b);
    assert_true(loop_verify(&ctx, fn, NULL));
    assert_true(deepest(text_of(fn)) < 240);
}

/* Without a schedule loops stand as they are; a reduction in lanes has an array of its own. */
static void loops_as_they_stand(void **state) {
    (void)state;
    const char *text = text_of(program_matmul(&arena, 0));
    assert_int_equal(count(text, "float acc = 0.0f;"), 1);
    assert_int_equal(count(text, "float acc["), 0);
    text = text_of(program_matmul(&arena, 4)); /* a reduction in lanes */
    assert_int_equal(count(text, "float acc["), 0);
    assert_int_equal(count(text, "acc_part[4]"), 1);
    text = text_of(program_sort(&arena)); /* accesses that are checked */
    assert_true(count(text, " >= (uint64_t)") > 0);
}

static void no_checks_where_proved(void **state) {
    (void)state;
    static const bool fails[PROGRAMS] = {[8] = true, [9] = true};
    for (int i = 0; i < PROGRAMS; i++) {
        if (i == 2) continue; /* its strides are checked */
        const char *text = text_of(program(&arena, i));
        const bool checks = count(text, " >= (uint64_t)") > 0;
        if (checks != fails[i]) fail_msg("program %d: %s", i, text);
    }
}

static void work(void **state) {
    (void)state;
    StrBuf out;
    strbuf_init(&out, &arena);
    CUnit *unit = c_unit_new(&arena);
    const LoopFn *fn = program_calls(&arena), *none = program_matmul(&arena, 0);
    c_loop_fn(unit, fn, c_unit_name(unit, "calls"), &out);
    c_loop_fn(unit, none, c_unit_name(unit, "none"), &out);
    assert_true(c_loop_has_work(unit, fn));
    assert_false(c_loop_has_work(unit, none));
    assert_int_equal(count(strbuf_cstr(&out), "static int32_t k_step("), 1);
    out.text.len = 0;
    c_loop_work(unit, fn, (const char *[]){"7"}, &out);
    assert_string_equal(strbuf_cstr(&out), "k_calls_work(7)");
    out.text.len = 0;
    c_loop_work(unit, none, (const char *[]){"1", "2", "3"}, &out);
    assert_string_equal(strbuf_cstr(&out), "0");
}

static Status emit_with(size_t fail_at) {
    Ctx own;
    UnitHeap own_heap;
    Boundary boundary;
    unit_ctx(&own, &own_heap);
    own_heap.fail_at = fail_at;
    CTX_ENTER(&own, &boundary) {
        Arena scratch;
        StrBuf out;
        arena_init(&scratch, &own);
        strbuf_init(&out, &scratch);
        CUnit *unit = c_unit_new(&scratch);
        c_loop_fn(unit, program_calls(&scratch), c_unit_name(unit, "calls"), &out);
        c_loop_fn(unit, program_matmul(&scratch, 0), c_unit_name(unit, "matmul"), &out);
        c_unit_prelude(unit, &out);
        arena_fini(&scratch);
    }
    const Status status = ctx_leave(&own, &boundary);
    unit_ctx_end(&own, &own_heap);
    return status;
}

/* Every allocation fails in turn: nothing leaks. */
static void out_of_memory(void **state) {
    (void)state;
    size_t fail = 1;
    for (Status status; (status = emit_with(fail)) != STATUS_OK; fail++)
        assert_int_equal(status, STATUS_MEMORY);
    assert_true(fail > 5);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

UNIT_MAIN(TEST(names), TEST(file_names), TEST(messages), TEST(shared_expressions),
          TEST(deep_expressions), TEST(deep_statements), TEST(loops_as_they_stand),
          TEST(no_checks_where_proved), TEST(work), TEST(out_of_memory))
