/* SPDX-License-Identifier: Apache-2.0 */
/* base/diag.h: what a diagnostic looks like, whatever the text it points into. */

#include "unit.h"
#include "base/near.h"
#include "unit_arena.h"

static const char *print(const Diag *d) {
    StrBuf b;
    strbuf_init(&b, &arena);
    diag_print(d, &b);
    return strbuf_cstr(&b);
}

static void source(const char *text) { diag_source(&ctx, "net.py", str_c(text)); }

/* The place of the first `what` in the text. */
static Loc loc_of(const char *text, const char *what) {
    const char *at = strstr(text, what);
    assert_non_null(at);
    Loc loc = {.offset = (uint32_t)(at - text), .line = 1, .col = 1};
    for (const char *p = text; p < at; p++) {
        loc.col++;
        if (*p == '\n') loc.line++, loc.col = 1;
    }
    return loc;
}

static void whole(void **state) {
    (void)state;
    const char *text = "def main(x):\n    y = R.add(x, b)\n    return y\n";
    source(text);
    Diag *d =
        diag_error(&ctx, loc_of(text, "R.add"), DIAG_CONSTRAINT, "add", "2", "shapes broadcast");
    diag_expected(&ctx, d, "dim %d of `%s` to be 1 or 3", 1, "b");
    diag_found(&ctx, d, "4");
    diag_help(&ctx, d, "reshape `b`");
    assert_string_equal(print(d), "net.py:2:9: error: R.add: C2: shapes broadcast\n"
                                  "    y = R.add(x, b)\n"
                                  "        ^\n"
                                  "  expected: dim 1 of `b` to be 1 or 3\n"
                                  "  found: 4\n"
                                  "  help: reshape `b`\n");
    assert_int_equal(diag_errors(&ctx), 1);
}

static void parts_left_out(void **state) {
    (void)state;
    Diag *d = diag_warning(&ctx, (Loc){0}, DIAG_SYNTAX, NULL);
    assert_string_equal(print(d), "warning: syntax error\n"); /* no source at all */
    source("x\n");
    d = diag_error(&ctx, (Loc){0}, DIAG_SYNTAX, NULL);
    assert_string_equal(print(d), "net.py: error: syntax error\n"); /* no place */
    d = diag_error(&ctx, ((Loc){100, 9, 9}), DIAG_SYNTAX, NULL);
    assert_string_equal(print(d), "net.py:9:9: error: syntax error\n"); /* the text is shorter */
    d = diag_error(&ctx, (Loc){0}, DIAG_VALUE, "x");
    d->node = "conv1";
    d->source = "m.onnx";
    assert_string_equal(print(d), "m.onnx: node \"conv1\": error: x\n");
    diag_source(&ctx, NULL, (Str){"ab\n", 3});
    d = diag_error(&ctx, ((Loc){1, 1, 2}), DIAG_SYNTAX, NULL);
    assert_string_equal(print(d), "error: syntax error\n    ab\n     ^\n");
    assert_int_equal(diag_errors(&ctx), 4); /* a warning is no error */
    assert_int_equal(ctx.diags->warnings, 1);
}

static void excerpts(void **state) {
    (void)state;
    static const struct {
        const char *text, *at, *shown;
    } rows[] = {
        {"abc", "abc", "    abc\n    ^\n"},
        {"abc", "c", "    abc\n      ^\n"},
        {"a\r\nbc\r\n", "b", "    bc\n    ^\n"},
        {"a\nb\n", "b", "    b\n    ^\n"},
        {"\t\t  x y\n", "y", "    x y\n      ^\n"}, /* indentation is dropped */
        {"\tx\ty\n", "y", "    x y\n      ^\n"},    /* a tab counts as a column */
        {"gr\xc3\xbc\xc3\x9f = 1\n", "=", "    gr\xc3\xbc\xc3\x9f = 1\n         ^\n"},
        {"\xff = 1\n", "=", "    \\xff = 1\n         ^\n"}, /* the caret follows escapes */
        {"a\n\n", "\n\n", "    a\n     ^\n"},               /* at the end of a line */
    };
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        source(rows[i].text);
        const char *s =
            print(diag_error(&ctx, loc_of(rows[i].text, rows[i].at), DIAG_SYNTAX, NULL));
        assert_string_equal(strchr(s, '\n') + 1, rows[i].shown);
    }
    source("ab");
    const char *s =
        print(diag_error(&ctx, ((Loc){2, 1, 3}), DIAG_SYNTAX, NULL)); /* at the end of the text */
    assert_string_equal(strchr(s, '\n') + 1, "    ab\n      ^\n");
}

/* Of a very long line a window is shown, with the caret under its character. */
static void long_line(void **state) {
    (void)state;
    enum { SIZE = 10 * 1000 * 1000 };
    char *text = malloc(SIZE + 1);
    assert_non_null(text);
    for (size_t i = 0; i < SIZE; i++) text[i] = (char)('a' + i % 26);
    text[SIZE] = '\0';
    diag_source(&ctx, "net.py", (Str){text, SIZE});
    static const uint32_t places[] = {0, 1, 49, 50, 51, 5000000, SIZE - 51, SIZE - 1};
    for (size_t i = 0; i < ARRAY_LEN(places); i++) {
        uint32_t at = places[i];
        size_t bytes = ctx.bytes;
        Diag *d = diag_error(&ctx, ((Loc){at, 1, at + 1}), DIAG_SYNTAX, NULL);
        assert_true(strlen(d->excerpt) <= 110);
        assert_true(d->caret < strlen(d->excerpt));
        assert_int_equal(d->excerpt[d->caret], text[at]);
        assert_int_equal(strncmp(d->excerpt, "...", 3) == 0, at > 50);
        assert_true(ctx.bytes - bytes < 100000);
    }
    diag_begin(&ctx); /* forgets the text before it is freed */
    free(text);
}

/* Nothing that a model says reaches the terminal raw. */
static void escape_codes(void **state) {
    (void)state;
    const char *text = "x = \x1b[31m\xc2\x9b\x01 y\n";
    diag_source(&ctx, "a\x1b]0;b", str_c(text));
    Diag *d = diag_error(&ctx, loc_of(text, "y"), DIAG_NAME, "\x1b[2J\n");
    diag_expected(&ctx, d, "%s", "\x1b[e");
    diag_found(&ctx, d, "%s", "\x1b[f");
    diag_help(&ctx, d, "%s", "\x1b[h");
    assert_string_equal(print(d), "a\\x1b]0;b:1:14: error: name '\\x1b[2J\\x0a' is not defined\n"
                                  "    x = \\x1b[31m\\xc2\\x9b\\x01 y\n"
                                  "                             ^\n"
                                  "  expected: \\x1b[e\n"
                                  "  found: \\x1b[f\n"
                                  "  help: \\x1b[h\n");
    d->node = "\x1b[31m";
    assert_null(strchr(print(d), '\x1b'));
}

static void formats_in_arguments(void **state) {
    (void)state;
    Diag *d = diag_error(&ctx, (Loc){0}, DIAG_NAME, "%s%n%d");
    diag_help(&ctx, d, "%s", "%s");
    assert_string_equal(print(d), "error: name '%s%n%d' is not defined\n  help: %s\n");
    assert_string_equal(diag_fmt(&ctx, "%d", 5), "5");
}

/* Past the limit errors are counted and not kept. */
static void limit(void **state) {
    (void)state;
    ctx.limits.diags = 3;
    for (int i = 0; i < 10; i++) {
        Diag *d = diag_error(&ctx, (Loc){0}, DIAG_VALUE, diag_fmt(&ctx, "%d", i));
        assert_int_equal(d != NULL, i < 3);
        diag_expected(&ctx, d, "nothing");
        diag_found(&ctx, d, "nothing");
        diag_help(&ctx, d, "nothing");
    }
    assert_int_equal(diag_errors(&ctx), 10);
    assert_int_equal(ctx.diags->diags.len, 3);
    for (size_t i = 0; i < 3; i++) {
        const char *want[] = {"0", "1", "2"};
        assert_string_equal(ctx.diags->diags.at[i].message, want[i]);
        assert_string_equal(ctx.diags->diags.at[i].help, "nothing");
    }
}

static void begin_forgets(void **state) {
    (void)state;
    source("abc\n");
    diag_error(&ctx, ((Loc){0, 1, 1}), DIAG_SYNTAX, NULL);
    diag_begin(&ctx);
    assert_int_equal(diag_errors(&ctx), 0);
    assert_int_equal(ctx.diags->diags.len, 0);
    assert_null(ctx.diags->source.name);
    diag_list_free(&ctx);
    diag_list_free(&ctx);
    assert_int_equal(diag_errors(&ctx), 0);
    assert_int_equal(ctx.bytes, 0);
}

static void too_few(void *c) { diag_error(c, (Loc){0}, DIAG_READ, "one"); }
static void too_many(void *c) { diag_error(c, (Loc){0}, DIAG_NAME, "one", "two"); }
static void just_right(void *c) { diag_error(c, (Loc){0}, DIAG_READ, "one", "two"); }

static void argument_counts(void **state) {
    (void)state;
    assert_true(unit_aborts(too_few, &ctx));
    assert_true(unit_aborts(too_many, &ctx));
    assert_false(unit_aborts(just_right, &ctx));
}

static const char *near_of(const char *name, const char *const *names, size_t n) {
    Near near = near_begin(str_c(name));
    for (size_t i = 0; i < n; i++) near_offer(&near, names[i]);
    return near.best;
}

static void near_names(void **state) {
    (void)state;
    const char *const names[] = {"n", "main", "weights", "weight_2", "T"};
    const size_t n = ARRAY_LEN(names);
    assert_string_equal(near_of("mian", names, n), "main"); /* two letters swapped are one slip */
    assert_string_equal(near_of("weigths", names, n), "weights");
    assert_string_equal(near_of("weight2", names, n),
                        "weights"); /* the first of two that are as near */
    assert_string_equal(near_of("N", names, n), "n");
    assert_string_equal(near_of("t", names, n), "T");
    assert_null(near_of("k", names, n));
    assert_null(near_of("", names, n));
    assert_null(near_of("quantize", names, n));
    Diag *d = diag_error(&ctx, (Loc){0}, DIAG_NAME, "mian");
    NearNames list;
    near_names_begin(&list, &ctx, "mian");
    for (size_t i = 0; i < n; i++) near_names_add(&list, names[i]);
    near_names_add(&list, NULL);
    near_names_end(&list, &ctx, d, "a name");
    assert_string_equal(print(d), "error: name 'mian' is not defined\n"
                                  "  expected: a name: n, main, weights, weight_2, T\n"
                                  "  help: did you mean 'main'?\n");
    d = diag_error(&ctx, (Loc){0}, DIAG_NAME, "x");
    near_names_begin(&list, &ctx, "x");
    static char many[100][8];
    for (size_t i = 0; i < 100; i++) {
        snprintf(many[i], sizeof many[i], "y%zu", i);
        near_names_add(&list, many[i]);
        near_names_add(&list, many[0]); /* shown already */
    }
    near_names_end(&list, &ctx, d, "a name");
    assert_non_null(strstr(print(d), "y10, y11 and 88 more\n"));
    d = diag_error(&ctx, (Loc){0}, DIAG_NAME, "x");
    near_names_begin(&list, &ctx, "x");
    near_names_end(&list, &ctx, d, "a name");
    assert_non_null(strstr(print(d), "expected: a name, of which there are none\n"));
    near_names_end(&list, &ctx, NULL, "past the limit of errors");
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
UNIT_MAIN(TEST(whole), TEST(parts_left_out), TEST(excerpts), TEST(long_line), TEST(escape_codes),
          TEST(formats_in_arguments), TEST(limit), TEST(begin_forgets), TEST(argument_counts),
          TEST(near_names))
