/* SPDX-License-Identifier: Apache-2.0 */
/* Modules written as ONNX and read again compute the same:
 *
 *     tenon-test onnx [--verbose] [--least N] [--refused N] [--unread N] FILE.test ...
 *
 * The modules are those of text and number tests, run on drawn inputs before and after, with
 * results that may differ by rounding. --least: how many must be written, read and run. --refused:
 * how many at most may have no form in ONNX, each with nothing but messages that say so. --unread:
 * how many at most the reader may lack something of. Files are kept in memory, through the
 * context's hooks. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tenon/tenon.h>

#include "drivers.h"
#include "cases.h"

typedef struct {
    char *data;
    size_t size;
} File;

typedef struct {
    TnContext *tn;
    File file;
    bool verbose;
    const char *path; /* of the test file */
    unsigned passed, failed, same, refused, unread, equal, stopped;
} Test;

static int read_file(void *user, const char *path, size_t limit, const char **data, size_t *size) {
    const File *f = &((Test *)user)->file;
    if (strcmp(path, "case.onnx") != 0 || f->size > limit) return ENOENT;
    *data = f->data;
    *size = f->size;
    return 0;
}

static void release(void *user, const char *data, size_t size) {
    (void)user, (void)data, (void)size;
}

static int write_file(void *user, const char *path, const char *data, size_t size) {
    File *f = &((Test *)user)->file;
    char *copy = realloc(f->data, size + 1);
    (void)path;
    if (!copy) return ENOMEM;
    memcpy(copy, data, size);
    *f = (File){copy, size};
    return 0;
}

static bool all_diags_say(Test *t, const char *what) {
    TnDiag d;
    bool all = tn_diag_count(t->tn) > 0;
    for (size_t i = 0; tn_diag_get(t->tn, i, &d) == TN_OK; i++)
        all = all && strstr(d.message, what);
    return all;
}

static void show(Test *t, const Case *c, const char *what, bool fails) {
    TnDiag d;
    if (fails) t->failed++;
    if (!fails && !t->verbose) return;
    printf("%s:%u: %s%s: %.*s\n", t->path, c->line, fails ? "FAILED: " : "", what,
           (int)c->title.len, c->title.ptr);
    for (size_t i = 0; i < 3 && tn_diag_get(t->tn, i, &d) == TN_OK; i++) printf("  %s", d.text);
}

/* Sums in half precision are rounded where nodes stand that were one operator. */
static bool is_half(const TnRun *run) {
    TnTensorInfo info;
    bool half = false;
    for (size_t i = 0; tn_run_output(run, i, &info) == TN_OK; i++)
        half |= strstr(info.dtype, "float16") != NULL;
    for (size_t i = 0; tn_run_input(run, i, &info) == TN_OK; i++)
        half |= strstr(info.dtype, "float16") != NULL;
    return half;
}

/* On the same inputs. Parameters that are tuples, shapes or numbers have become tensors: these get
 * theirs by name. */
static TnRun *run_like(TnModule *again, const TnRun *before) {
    TnRun *drawn = NULL, *after = NULL;
    const TnRunOptions like = {TN_SIZED(TnRunOptions), .like = before};
    if (tn_run(again, &like, &after) == TN_OK) return after;
    if (tn_run(again, NULL, &drawn) != TN_OK) return NULL;
    const size_t n = tn_run_input_count(before);
    TnInput *inputs = calloc(n + 1, sizeof *inputs);
    TnTensorInfo from, to;
    bool fits = inputs && n == tn_run_input_count(drawn);
    for (size_t i = 0; fits && i < n; i++) {
        fits = tn_run_input(before, i, &from) == TN_OK && tn_run_input(drawn, i, &to) == TN_OK;
        inputs[i] = (TnInput){.name = to.name,
                              .dtype = from.dtype,
                              .ndim = from.ndim,
                              .dims = from.dims,
                              .data = from.data};
    }
    const TnRunOptions given = {TN_SIZED(TnRunOptions), .inputs = inputs, .n_inputs = n};
    if (fits && tn_run(again, &given, &after) != TN_OK) after = NULL;
    tn_run_free(drawn);
    free(inputs);
    return after;
}

static void compare(Test *t, const Case *c, TnModule *again, TnRun *before) {
    TnRun *after = run_like(again, before);
    if (!after) {
        show(t, c, "it does not run any more", true);
        return;
    }
    TnDifference d;
    const bool half = is_half(before) || strstr(c->input.ptr, "float16");
    const double tolerance = half ? 3e-2 : 2e-5;
    if (tn_run_compare(after, before, tolerance, tolerance, &d) == TN_OK) {
        t->passed++;
        t->same++;
    } else {
        show(t, c, d.what ? d.what : "the results differ", true);
        if (!d.what)
            printf("  output %zu, element %zu: %g, it was %g\n", d.output, d.element, d.a, d.b);
    }
    tn_run_free(after);
}

/* What is written, read. NULL: told. */
static TnModule *rewrite(Test *t, const Case *c, TnModule *m) {
    TnModule *again = NULL;
    const TnOnnxWriteOptions main_alone = {TN_SIZED(TnOnnxWriteOptions), .function = "main"};
    TnStatus status = tn_module_write_onnx(m, "case.onnx", NULL);
    if (status != TN_OK && all_diags_say(t, "holds one function"))
        status = tn_module_write_onnx(m, "case.onnx", &main_alone);
    if (status != TN_OK) {
        const bool fits = all_diags_say(t, "has no form in ONNX");
        t->refused++;
        show(t, c, "refused", !fits);
        return NULL;
    }
    if (tn_module_read(t->tn, "case.onnx", &again) == TN_OK) return again;
    t->unread++;
    show(t, c, "not read", !all_diags_say(t, "not supported"));
    return NULL;
}

static void try_case(Test *t, const Case *c) {
    TnModule *m = NULL;
    TnRun *before = NULL;
    if (memmem(c->input.ptr, c->input.len, "# error: ", 9)) return;
    if (tn_module_parse(t->tn, "case", c->input.ptr, c->input.len, &m) != TN_OK) return;
    if (tn_run(m, NULL, &before) != TN_OK) t->stopped++;
    TnModule *again = before ? rewrite(t, c, m) : NULL;
    if (again) compare(t, c, again, before);
    TnModule *third = again ? rewrite(t, c, again) : NULL;
    if (third && tn_module_equal(again, third, NULL) == TN_OK) t->equal++;
    tn_module_free(third);
    tn_run_free(before);
    tn_module_free(again);
    tn_module_free(m);
}

static void try_file(Test *t, const char *path) {
    FILE *f = fopen(path, "re");
    char *text = NULL;
    size_t size = 0;
    t->path = path;
    if (!f || getdelim(&text, &size, '\0', f) < 0) {
        printf("%s: FAILED: cannot be read\n", path);
        t->failed++;
    } else {
        Cases cases;
        Case c;
        cases_init(&cases, str_c(text));
        while (cases_next(&cases, &c)) {
            const Case one = {
                c.title, {strndup(c.input.ptr, c.input.len), c.input.len}, {.len = 0}, c.line};
            try_case(t, &one);
            free((char *)one.input.ptr);
        }
    }
    if (f) fclose(f);
    free(text);
}

int test_onnx(int argc, char **argv) {
    Test t = {.passed = 0};
    unsigned least = 0, refused = UINT32_MAX, unread = UINT32_MAX;
    const TnIo io = {read_file, release, write_file, &t};
    const TnOptions options = {TN_SIZED(TnOptions), .io = &io, .limits = {.steps = 1 << 24}};
    if (tn_context_new(&options, &t.tn) != TN_OK) return 1;
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--verbose"))
            t.verbose = true;
        else if (!strcmp(argv[i], "--least") && i + 1 < argc)
            least = (unsigned)atoi(argv[++i]);
        else if (!strcmp(argv[i], "--refused") && i + 1 < argc)
            refused = (unsigned)atoi(argv[++i]);
        else if (!strcmp(argv[i], "--unread") && i + 1 < argc)
            unread = (unsigned)atoi(argv[++i]);
        else
            try_file(&t, argv[i]);
    }
    tn_context_free(t.tn);
    free(t.file.data);
    printf(
        "%u modules compute the same, %u of them are equal when they are written once more; %u are refused, %u are not read, %u do not run\n",
        t.same, t.equal, t.refused, t.unread, t.stopped);
    if (t.same < least || t.refused > refused || t.unread > unread) {
        printf("FAILED: at least %u were to be the same, at most %u refused, %u not read\n", least,
               refused, unread);
        t.failed++;
    }
    printf("%u passed, %u failed\n", t.passed, t.failed);
    return t.failed != 0;
}
