/* SPDX-License-Identifier: Apache-2.0 */
/* base/syntax.h: hostile texts on a small stack and against the clock, with every allocation
 * failing in turn, cancelled. */
#include <pthread.h>
#include <time.h>

#include "syntax_unit.h"

typedef struct {
    const char *what, *head, *repeat, *tail;
    size_t count;
    const char *errors; /* NULL: none may be reported, but any number of statements */
} Hostile;

static const Hostile hostiles[] = {
    {"open parentheses", "x = ", "(", "", 1000000, "1:205 TOO_DEEP"},
    {"open brackets", "", "[", "\ny", 1000000, "1:201 TOO_DEEP"},
    {"mixed brackets", "", "([{)]}", "", 200000, "1:4 SYNTAX"},
    {"closing ones", "((((((", "]", "", 1000000, "1:7 SYNTAX"},
    {"calls", "x = ", "f(", "", 500000, "1:406 TOO_DEEP"},
    {"calls of calls", "f", "()", "", 500000, "1:1 TOO_DEEP"},
    {"subscripts", "f", "[0]", "", 500000, "1:1 TOO_DEEP"},
    {"attributes", "f", ".a", "", 500000, "1:1 TOO_DEEP"},
    {"a sum", "a", "+a", "", 1000000, "1:402 TOO_DEEP"},
    {"powers", "a", "**a", "", 300000, "1:602 TOO_DEEP"},
    {"minuses", "", "-", "a", 1000000, "1:201 TOO_DEEP"},
    {"nots", "", "not ", "a", 300000, "1:801 TOO_DEEP"},
    {"ands", "a", " and a", "", 300000, "1:1203 TOO_DEEP"},
    {"conditions", "", "a if b else ", "c", 100000, "1:2403 TOO_DEEP"},
    {"open conditions", "", "a if ", "c", 100000, "1:8 SYNTAX"},
    {"a tuple", "x = (", "a,", ")", 1000000, ""},
    {"a bare tuple", "", "1,", "", 1000000, ""},
    {"a list on lines", "x = [", "a,\n", "]", 1000000, ""},
    {"a call", "f(", "a=1,", ")", 500000, ""},
    {"a dict", "{", "1:2,", "}", 500000, ""},
    {"targets", "", "a,", " = x", 500000, ""},
    {"slices", "a[", ":,", "]", 500000, ""},
    {"parameters", "def f(", "a,", "): pass", 500000, ""},
    {"an import", "import a", ".a", "", 500000, ""},
    {"an open string", "'", "a", "\nx", 1000000, "1:1 STRING_OPEN"},
    {"an open long string", "'''", "a'\n\\", "", 1000000, "1:1 STRING_OPEN"},
    {"an open double-quoted string", "\"", "\\\"", "", 1000000, "1:1 STRING_OPEN"},
    {"adjacent strings", "", "'a' ", "", 500000, ""},
    {"escapes", "'", "\\x41", "'", 500000, ""},
    {"a long name", "", "a", "", 1000000, ""},
    {"a long wrong name", "", "a", " b", 1000000, "1:1000002 SYNTAX"},
    {"a long number", "", "1", "", 1000000, "1:1 INT_RANGE"},
    {"ten to the 400th", "1", "0", "", 400, "1:1 INT_RANGE"},
    {"a long float", "", "1", ".0", 1000000, "1:1 NUMBER"},
    {"a long hexadecimal", "0x", "f", "", 1000000, "1:1 INT_RANGE"},
    {"zeros", "", "0", "", 1000000, ""},
    {"a long line", "x = 1 #", "0123456789", "\ny", 1000000, ""},
    {"blanks", "x", " ", "\ny", 10000000, ""},
    {"blank lines", "if x:\n  y\n", "   \n", "z", 1000000, ""},
    {"joined lines", "x = 1", "\\\n", "+2", 1000000, ""},
    {"semicolons", "", "a;", "", 500000, ""},
    {"lines with @ in brackets", "(", "a\n@", "a)", 300000, "1:1 BRACKET_OPEN, 300001:3 SYNTAX"},
    {"the same, apart", "(", "a\n@ ", "a)", 150, ""},
    {"comments in brackets", "(", "#\n", ")", 500000, ""},
};

typedef struct {
    Str text;
    char errors[256];
    double seconds;
    bool skip;
    size_t count;
} Job;

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void *run_job(void *user) {
    Job *job = user;
    double start = now();
    begin(job->text);
    SynStmt s;
    do {
        syn_next(syn, &s);
        job->count++;
        if (job->skip && s.kind >= SYN_CLASS) syn_skip_block(syn);
    } while (s.kind != SYN_EOF);
    snprintf(job->errors, sizeof job->errors, "%s", errors());
    end();
    job->seconds = now() - start;
    return NULL;
}

/* Of the processor, on any machine and in any build. */
enum { SECONDS = 20 };

/* On a stack of 256 KiB, in less than SECONDS. */
static void run_small(Job *job) {
    pthread_attr_t attr;
    pthread_t thread;
    assert_int_equal(pthread_attr_init(&attr), 0);
    assert_int_equal(pthread_attr_setstacksize(&attr, 256 * 1024), 0);
    assert_int_equal(pthread_create(&thread, &attr, run_job, job), 0);
    assert_int_equal(pthread_join(thread, NULL), 0);
    pthread_attr_destroy(&attr);
    if (job->seconds > SECONDS) print_error("%.3f s\n", job->seconds);
    assert_true(job->seconds <= SECONDS);
}

static Str repeated(const char *head, const char *repeat, size_t count, const char *tail) {
    size_t h = strlen(head), r = strlen(repeat), t = strlen(tail), len = h + r * count + t;
    char *p = malloc(len + 1);
    assert_non_null(p);
    memcpy(p, head, h);
    for (size_t i = 0; i < count; i++) memcpy(p + h + i * r, repeat, r);
    memcpy(p + h + r * count, tail, t);
    return (Str){p, len};
}

static void hostile(void **state) {
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(hostiles); i++) {
        const Hostile *h = &hostiles[i];
        Job job = {.text = repeated(h->head, h->repeat, h->count, h->tail)};
        run_small(&job);
        if (strcmp(job.errors, h->errors) != 0) print_error("%s\n", h->what);
        assert_string_equal(job.errors, h->errors);
        free((char *)job.text.ptr);
    }
}

/* The same texts as a function's block, passed over. */
static void hostile_skipped(void **state) {
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(hostiles); i++) {
        const Hostile *h = &hostiles[i];
        Str text = repeated(h->head, h->repeat, h->count, h->tail);
        char *all = malloc(text.len + 16);
        assert_non_null(all);
        memcpy(all, "def f():\n ", 10);
        memcpy(all + 10, text.ptr, text.len);
        Job job = {.text = {all, text.len + 10}, .skip = true};
        run_small(&job);
        free((char *)text.ptr);
        free(all);
    }
}

/* Blocks in blocks, each a column deeper; and brackets as deep as is allowed. */
static void deep(void **state) {
    (void)state;
    enum { LEVELS = 3000 };
    char *p = malloc((size_t)LEVELS * (LEVELS / 2 + 10));
    assert_non_null(p);
    size_t len = 0;
    for (size_t i = 0; i < LEVELS; i++) {
        memset(p + len, ' ', i);
        memcpy(p + len + i, "if x:\n", 6);
        len += i + 6;
    }
    Job job = {.text = {p, len}};
    run_small(&job);
    assert_string_equal(job.errors, "202:202 TOO_DEEP");
    job = (Job){.text = {p, len}, .skip = true};
    run_small(&job);
    assert_string_equal(job.errors, "");
    len = 0;
    for (size_t i = 0; i < LEVELS; i++) { /* stray indentation, deeper and deeper, then back */
        size_t width = i < LEVELS / 2 ? i : LEVELS - i;
        memset(p + len, ' ', width);
        memcpy(p + len + width, "x\n", 2);
        len += width + 2;
    }
    job = (Job){.text = {p, len}};
    run_small(&job);
    free(p);

    static const char *const nests[] = {
        "(", ")", "[", "]", "f(", ")", "{1:", "}", "a[", "]", "f(x for y in ", ")"};
    StrBuf b;
    begin(STR(""));
    strbuf_init(&b, &arena);
    for (size_t i = 0; i < ARRAY_LEN(nests); i += 2) {
        for (int k = 0; k < 199; k++) strbuf_puts(&b, nests[i]);
        strbuf_puts(&b, "x");
        for (int k = 0; k < 199; k++) strbuf_puts(&b, nests[i + 1]);
        strbuf_puts(&b, "\n");
    }
    Str text = {malloc(b.text.len), b.text.len};
    assert_non_null(text.ptr);
    memcpy((char *)text.ptr, b.text.at, b.text.len);
    end();
    job = (Job){.text = text};
    run_small(&job);
    assert_string_equal(job.errors, "6:1277 TOO_DEEP");
    assert_int_equal(job.count, 7);
    free((char *)text.ptr);
}

/* Many errors: only limits.diags are kept, and the time stays linear. */
static void many_errors(void **state) {
    (void)state;
    static const char *const lines[] = {"a b\n", "(\ndef\n", "  x\n y\n",
                                        "'\n",   "$\n",      "f(a b,\n  c d\n)\n"};
    for (size_t i = 0; i < ARRAY_LEN(lines); i++) {
        Job job = {.text = repeated("", lines[i], 100000, "")};
        run_small(&job);
        free((char *)job.text.ptr);
    }
}

/* Nothing of an erroneous statement is left behind for the next. */
static void fresh_start(void **state) {
    (void)state;
    Str text = repeated("", "a + [-(b if c d)]\n", 300, "x + y\n");
    begin(text);
    const char *all = statements();
    assert_string_equal(all + strlen(all) - strlen("; expr (+ x y)"), "; expr (+ x y)");
    assert_int_equal(diag_errors(&ctx), 300);
    assert_null(strstr(errors(), "TOO_DEEP"));
    end();
    free((char *)text.ptr);
}

/* --- The machine's faults --- */

static const char mixed_text[] =
    "@I.ir_module\nclass M:\n  def f(x: R.Tensor((1, 'n'), dtype='f32') = 3, *y) -> R.Object:\n"
    "    a, b = {'x': [1, -2.5, None], 'y': (z for z in w)}, f(k=v, *u)\n"
    "    s = 'a\\n' 'b' '''c\nd'''; return s if a not in b else [i for i in j if k][1:2, ::3]\n"
    "  x y (\n  def g(): $\n    stray\n  z\n w\nopen = (1,\n";

static Status read_all(size_t fail_at, size_t *requests) {
    unit_ctx(&ctx, &heap);
    heap.fail_at = fail_at;
    Boundary b;
    CTX_ENTER(&ctx, &b) {
        diag_begin(&ctx);
        diag_source(&ctx, "test.py", STR(mixed_text));
        arena_init(&arena, &ctx);
        interner_init(&names, &arena);
        syn = syn_new(&ctx, &arena, &names, STR(mixed_text));
        SynMark marks[64];
        size_t n = 0;
        SynStmt s;
        do {
            marks[n++ % 64] = syn_mark(syn);
            syn_next(syn, &s);
            syn_parse_expr(&ctx, &arena, &names, STR("n * (m, 'a')"), s.loc);
        } while (s.kind != SYN_EOF);
        syn_seek(syn, marks[0]);
        do {
            syn_next(syn, &s);
            if (s.kind == SYN_DEF) syn_skip_block(syn);
        } while (s.kind != SYN_EOF);
        syn_free(syn);
        arena_fini(&arena);
    }
    Status status = ctx_leave(&ctx, &b);
    *requests = heap.requests;
    unit_ctx_end(&ctx, &heap);
    return status;
}

static void allocations_fail(void **state) {
    (void)state;
    size_t total, n;
    assert_int_equal(read_all(0, &total), STATUS_OK);
    assert_true(total > 3);
    for (size_t k = 1; k <= total; k++) assert_int_equal(read_all(k, &n), STATUS_MEMORY);
    assert_int_equal(read_all(total + 1, &n), STATUS_OK);
}

static void cancelled(void **state) {
    (void)state;
    Str text = repeated("x = (", "a,\n", 100000, ")");
    atomic_bool cancel = true;
    for (int skip = 0; skip < 2; skip++) {
        unit_ctx(&ctx, &heap);
        Boundary b;
        CTX_ENTER(&ctx, &b) {
            diag_begin(&ctx);
            arena_init(&arena, &ctx);
            interner_init(&names, &arena);
            syn = syn_new(&ctx, &arena, &names, text);
            ctx.cancel = &cancel;
            SynStmt s;
            syn_next(syn, &s);
        }
        assert_int_equal(ctx_leave(&ctx, &b), STATUS_CANCELLED);
        unit_ctx_end(&ctx, &heap);
    }
    free((char *)text.ptr);
}

/* The memory of a text is that of its largest statement. */
static void constant_memory(void **state) {
    (void)state;
    size_t peaks[2];
    for (size_t i = 0; i < 2; i++) {
        Str text =
            repeated("", "y: R.Tensor((1, 2), 'f32') = R.add(x, w, 'a' 'b')\n", i ? 20000 : 20, "");
        begin(text);
        SynStmt s;
        do syn_next(syn, &s);
        while (s.kind != SYN_EOF);
        end();
        free((char *)text.ptr);
        peaks[i] = ctx.peak_bytes;
    }
    assert_int_equal(peaks[0], peaks[1]);
}

UNIT_MAIN(UNIT(hostile), UNIT(hostile_skipped), UNIT(deep), UNIT(many_errors), UNIT(fresh_start),
          UNIT(allocations_fail), UNIT(cancelled), UNIT(constant_memory))
