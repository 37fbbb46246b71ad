/* SPDX-License-Identifier: Apache-2.0 */
/* What passes make against what another compiler's make: tenon-test adjoint [--beside] [--least N]
 * FILE ...
 *
 * A case of a file is a module with a function main, `----`, and a module with the function
 * main_adjoint that the other compiler made of it; atop it, if other options than the defaults are
 * meant, `# test: pass=Gradient(...)`. Ours is made by tn_module_gradient, both run in
 * float64 on the same inputs and must agree to 1e-9, and ours calls R.matmul and R.permute_dims no
 * more often. --least N: there are that many cases.
 *
 * --beside: of functions main, by the passes that the case names atop it, `# test: pass=A,B`, where
 * ours has another form. It takes no more operations on floats, and has no more calls of operators.
 * `# theirs: other values` atop the case: what the other compiler makes is wrong. */
#include <stdio.h>
#include <stdlib.h>

#include <tenon/tenon.h>

#include "drivers.h"
#include "cases.h"

static const double tolerance = 1e-9;

typedef struct {
    TnContext *ctx;
    const char *function; /* main_adjoint, or main of --beside */
    const char *file;
    Case at;
    unsigned passed, failed;
} Test;

static int fail(Test *t, const char *what) {
    TnDiag d;
    printf("%s:%u: FAILED: %.*s: %s\n", t->file, t->at.line, (int)t->at.title.len, t->at.title.ptr,
           what);
    for (size_t i = 0; tn_diag_get(t->ctx, i, &d) == TN_OK; i++) printf("%s", d.text);
    return 0;
}

static TnModule *parse(Test *t, Str text) {
    TnModule *m = NULL;
    if (tn_module_parse(t->ctx, "case", text.ptr, text.len, &m) != TN_OK)
        fail(t, "the module is refused");
    return m;
}

/* Calls of an operator in the function; NULL: of all. */
static size_t calls(const Test *t, TnModule *m, const char *op) {
    TnOpCount rows[512];
    size_t n = 0, sum = 0;
    if (tn_module_op_counts(m, t->function, rows, sizeof rows / sizeof *rows, &n) != TN_OK)
        return SIZE_MAX;
    for (size_t i = 0; i < n; i++) {
        if (!op || strcmp(rows[i].name, op) == 0) sum += rows[i].count;
    }
    return sum;
}

static int fewer_calls(Test *t, TnModule *ours, TnModule *theirs) {
    static const char *const ops[] = {"matmul", "permute_dims"};
    int ok = 1;
    for (size_t i = 0; i < sizeof ops / sizeof *ops; i++) {
        const size_t a = calls(t, ours, ops[i]), b = calls(t, theirs, ops[i]);
        if (a <= b) continue;
        printf("R.%s: %zu calls, and theirs has %zu\n", ops[i], a, b);
        ok = fail(t, "more calls than theirs");
    }
    return ok;
}

static TnRun *run(Test *t, TnModule *m, const TnRun *like) {
    const TnRunOptions options = {TN_SIZED(TnRunOptions), .function = t->function, .seed = 1,
                                  .like = like};
    TnRun *r = NULL;
    if (tn_module_run_pass(m, "WidenFloats") != TN_OK || tn_run(m, &options, &r) != TN_OK)
        fail(t, "it does not run");
    return r;
}

/* Or, where theirs is wrong, do not. */
static int agree(Test *t, TnModule *ours, TnModule *theirs, int is_wrong) {
    TnDifference d;
    TnRun *a = run(t, ours, NULL);
    TnRun *b = a ? run(t, theirs, a) : NULL;
    int ok = b != NULL;
    if (ok && tn_run_compare(a, b, tolerance, tolerance, &d) != TN_OK) {
        ok = is_wrong;
        if (!ok)
            printf("output %zu, element %zu: %.17g and %.17g\n", d.output, d.element, d.a, d.b);
        if (!ok) fail(t, d.what ? d.what : "other values");
    } else if (ok && is_wrong) {
        ok = fail(t, "theirs has the same values");
    }
    tn_run_free(a);
    tn_run_free(b);
    return ok;
}

/* What stands behind these words in a comment atop the case; .ptr NULL: they do not. */
static Str told(const Test *t, const char *words) {
    const size_t begin = strlen(words);
    size_t at = 0;
    for (Str line; cases_line(t->at.input, &at, &line) && cases_starts(line, "# ");) {
        if (cases_starts(line, words)) return (Str){line.ptr + begin, line.len - begin};
    }
    return (Str){NULL, 0};
}

/* By the passes that the case names, else by default. */
static int differentiate(Test *t, TnModule *ours) {
    static const TnGradientOptions of_main = {TN_SIZED(TnGradientOptions), .function = "main"};
    const Str list = told(t, "# test: pass=");
    char text[1024], item[1024];
    if (!list.ptr) return tn_module_gradient(ours, &of_main) == TN_OK;
    snprintf(text, sizeof text, "%.*s", (int)list.len, list.ptr);
    for (const char *at = text; *at;) {
        const size_t n = tn_pass_item_length(at);
        snprintf(item, sizeof item, "%.*s", (int)n, at);
        if (tn_module_run_pass(ours, item) != TN_OK) return 0;
        at += n + (at[n] == ',');
    }
    return 1;
}

static int no_dearer(Test *t, TnModule *ours, TnModule *theirs) {
    double a = 0, b = 0;
    if (tn_module_float_operations(ours, t->function, &a) != TN_OK ||
        tn_module_float_operations(theirs, t->function, &b) != TN_OK)
        return fail(t, "its operations are not counted");
    const size_t calls_a = calls(t, ours, NULL), calls_b = calls(t, theirs, NULL);
    printf("%.*s: %.0f operations on floats in %zu calls, theirs %.0f in %zu\n",
           (int)t->at.title.len, t->at.title.ptr, a, calls_a, b, calls_b);
    if (a > b) return fail(t, "more operations than theirs");
    if (calls_a > calls_b) return fail(t, "more calls than theirs");
    return 1;
}

static void try_case(Test *t) {
    TnModule *ours = parse(t, t->at.input), *theirs = parse(t, t->at.want);
    int ok = ours && theirs;
    if (ok && !differentiate(t, ours)) ok = fail(t, "it is not differentiated");
    const int is_beside = strcmp(t->function, "main") == 0;
    const int is_wrong = told(t, "# theirs: other values").ptr != NULL;
    if (ok && !is_wrong) ok = is_beside ? no_dearer(t, ours, theirs) : fewer_calls(t, ours, theirs);
    if (ok) ok = agree(t, ours, theirs, is_wrong);
    tn_module_free(ours);
    tn_module_free(theirs);
    t->passed += ok != 0;
    t->failed += !ok;
}

static int try_file(Test *t, const char *path) {
    FILE *f = fopen(path, "rb");
    char *text = NULL;
    size_t len = 0, capacity = 0;
    while (f) {
        if (len == capacity && !(text = realloc(text, capacity = capacity ? 2 * capacity : 4096)))
            abort();
        const size_t n = fread(text + len, 1, capacity - len, f);
        len += n;
        if (!n) break;
    }
    if (!f) return 0;
    fclose(f);
    Cases cases;
    cases_init(&cases, (Str){text, len});
    t->file = path;
    while (cases_next(&cases, &t->at)) try_case(t);
    free(text);
    return 1;
}

int test_adjoint(int argc, char **argv) {
    Test t = {.function = "main_adjoint"};
    unsigned least = 1;
    if (tn_context_new(NULL, &t.ctx) != TN_OK) return 1;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--least") == 0 && i + 1 < argc)
            least = (unsigned)atoi(argv[++i]);
        else if (strcmp(argv[i], "--beside") == 0)
            t.function = "main";
        else if (!try_file(&t, argv[i]))
            printf("FAILED: %s is not read\n", argv[i]), t.failed++;
    }
    if (t.passed + t.failed < least) printf("FAILED: fewer than %u cases\n", least), t.failed++;
    tn_context_free(t.ctx);
    printf("%u passed, %u failed\n", t.passed, t.failed);
    return t.failed != 0;
}
