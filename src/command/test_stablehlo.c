/* SPDX-License-Identifier: Apache-2.0 */
/* tenon test-stablehlo DIR... */
#include "command/tests.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { KEY_REWRITE = KEY_TESTS_OWN };

typedef struct {
    Tests tests;
    int rewrite; /* 2: in the generic form */
} TestArgs;

typedef struct {
    const char *name, *text;
    size_t len;
} TestText;

static error_t parse_key(int key, char *arg, struct argp_state *state) {
    TestArgs *args = state->input;
    if (key != KEY_REWRITE) return tests_key(&args->tests, key, arg, state);
    args->rewrite = !arg || strcmp(arg, "pretty") == 0 ? 1 : strcmp(arg, "generic") == 0 ? 2 : 0;
    return args->rewrite ? 0
                         : args_error(state, "--rewrite takes pretty or generic, not '%s'", arg);
}

static const struct argp_option options[] = {
    ARGS_HELP,
    TESTS_OPTIMIZE("module"),
    BACKEND_ARG,
    {"rewrite", KEY_REWRITE, "FORM", OPTION_ARG_OPTIONAL,
     "run what is read from the text that is written of each module, in the form pretty or generic (default: pretty)",
     0},
    TESTS_QUIET,
    {0},
};

static const struct argp argp = {
    .options = options,
    .parser = parse_key,
    .args_doc = "DIR...",
    .doc =
        "Runs tests of the StableHLO project: each DIR is a file that ends in .mlir, or a folder "
        "that holds such files, however deep; a file may hold several modules, with a line "
        "'// -----' between them. Each says by check.expect_... what it must compute; one that "
        "says nothing is run on drawn inputs. A line for each that fails, or is skipped because "
        "Tenon lacks what it needs."
        "\vExit status: 0 all passed or were skipped, 3 some failed, 1 wrong usage, 5 a folder "
        "could not be read, or holds no test."
        "\n\nExample:\n  tenon test-stablehlo tests/stablehlo",
};

static TestResult run_module(Tests *tests, const void *test, TnBackend backend) {
    static const TestOutcome outcomes[] = {[TN_STABLEHLO_PASSED] = TEST_PASSED,
                                           [TN_STABLEHLO_FAILED] = TEST_FAILED,
                                           [TN_STABLEHLO_SKIPPED] = TEST_SKIPPED};
    const TestText *module = test;
    const TnStablehloTestOptions how = {TN_SIZED(TnStablehloTestOptions), .backend = backend,
                                        .level = tests->level,
                                        .rewrite = ((const TestArgs *)tests)->rewrite};
    TnStablehloTest result;
    const TnStatus status = tn_stablehlo_test(tests->session.ctx, module->name, module->text,
                                              module->len, &how, &result);
    return (TestResult){outcomes[result.outcome], status, result.checks == 0};
}

/* The next line that separates modules; the end of the text: there is none. */
static const char *separator(const char *from, const char *end) {
    static const char line[] = "// -----";
    for (const char *at = from; at < end;) {
        if ((size_t)(end - at) >= sizeof line - 1 && memcmp(at, line, sizeof line - 1) == 0)
            return at;
        const char *next = memchr(at, '\n', (size_t)(end - at));
        if (!next) break;
        at = next + 1;
    }
    return end;
}

static char *read_file(Tests *tests, const char *path, size_t *size) {
    FILE *f = fopen(path, "rb");
    struct stat st;
    char *text = NULL;
    if (f && fstat(fileno(f), &st) == 0 && S_ISREG(st.st_mode))
        text = malloc((size_t)st.st_size + 1);
    if (text) *size = fread(text, 1, (size_t)st.st_size, f);
    if (!text || ferror(f)) {
        tests_unreadable(tests, path);
        free(text);
        text = NULL;
    }
    if (f) fclose(f);
    return text;
}

/* Nothing but comments, as a file that is split may have in front. */
static bool is_empty(const char *at, const char *end) {
    while (at < end) {
        if (strchr(" \t\r\n", *at) && *at) {
            at++;
        } else if (end - at >= 2 && at[0] == '/' && at[1] == '/') {
            const char *next = memchr(at, '\n', (size_t)(end - at));
            at = next ? next : end;
        } else {
            return false;
        }
    }
    return true;
}

static void run_file(Tests *tests, const char *path) {
    size_t size;
    char name[TESTS_PATH_SIZE + 32], *text = read_file(tests, path, &size);
    if (!text) return;
    const char *end = text + size, *at = text;
    for (size_t i = 0; at < end; i++) {
        const char *next = separator(at, end);
        snprintf(name, sizeof name, i || next < end ? "%s[%zu]" : "%s", path, i);
        const TestText module = {name, at, (size_t)(next - at)};
        const bool is_part = i > 0 || next < end;
        if (!is_part || !is_empty(at, next)) tests_run(tests, name, &module);
        at = next < end ? next + strlen("// -----") : end;
    }
    free(text);
}

static bool is_test(const char *name) {
    const char *dot = strrchr(name, '.');
    return dot && (strcmp(dot, ".mlir") == 0 || strcmp(dot, ".stablehlo") == 0);
}

static bool take(Tests *tests, const char *path, bool is_folder, bool given) {
    if (is_folder) return false;
    if (given || is_test(path)) run_file(tests, path);
    return true;
}

static const TestKind kind = {
    .verb = "test-stablehlo",
    .expected = "a file that ends in .mlir, or a folder that holds such files",
    .note = "check nothing: they were read and ran",
    .take = take,
    .run = run_module,
};

int cmd_test_stablehlo(int argc, char **argv) {
    TestArgs args = {.tests = {.kind = &kind}};
    const int status = args_parse(&argp, argc, argv, &args);
    return status >= 0 ? status : tests_main(&args.tests);
}
