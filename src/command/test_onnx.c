/* SPDX-License-Identifier: Apache-2.0 */
/* tenon test-onnx DIR... */
#include "command/tests.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>

enum { KEY_RTOL = KEY_TESTS_OWN, KEY_ATOL, KEY_REWRITE, KEY_WHOLE };

typedef struct {
    Tests tests; /* first */
    TnOnnxTestOptions options;
} TestArgs;

typedef struct {
    const char *folder;
    size_t set;
} TestSet;

static error_t tolerance(const char *arg, double *out, struct argp_state *state) {
    char *end;
    errno = 0;
    *out = strtod(arg, &end);
    if (!*arg || *end || errno || !(*out >= 0))
        return args_error(state, "a tolerance is a number that is not negative, not '%s'", arg);
    return 0;
}

static error_t parse_key(int key, char *arg, struct argp_state *state) {
    TestArgs *args = state->input;
    switch (key) {
    case KEY_RTOL: return tolerance(arg, &args->options.rtol, state);
    case KEY_ATOL: return tolerance(arg, &args->options.atol, state);
    case KEY_REWRITE: args->options.rewrite = 1; return 0;
    case KEY_WHOLE: args->options.whole = 1; return 0;
    default: return tests_key(&args->tests, key, arg, state);
    }
}

static const struct argp_option options[] = {
    ARGS_HELP,
    TESTS_OPTIMIZE("model"),
    {"whole", KEY_WHOLE, NULL, 0,
     "a node whose operator becomes several calls stays one, as 'tenon opt -o S.onnx' reads it", 0},
    {"rewrite", KEY_REWRITE, NULL, 0, "write each model as ONNX, and run what is read of that", 0},
    BACKEND_ARG,
    {"rtol", KEY_RTOL, "X", 0, "relative tolerance (default 1e-3)", 0},
    {"atol", KEY_ATOL, "X", 0, "absolute tolerance (default 1e-7)", 0},
    TESTS_QUIET,
    {0},
};

static const struct argp argp = {
    .options = options,
    .parser = parse_key,
    .args_doc = "DIR...",
    .doc =
        "Runs tests of ONNX's backend suite: each DIR holds model.onnx and folders "
        "test_data_set_0, test_data_set_1, ... "
        "with input_0.pb, ..., output_0.pb, ..., or holds such folders, however deep. A line for "
        "each that fails, or is "
        "skipped because Tenon lacks what it needs. Where a model takes in a run what Tenon "
        "wants when it compiles, such "
        "as axes and sizes, these inputs are bound first, and counted at the end."
        "\vExit status: 0 all passed or were skipped, 3 some failed, 1 wrong usage, 5 a folder "
        "could not be read, or holds no test."
        "\n\nExample:\n  tenon test-onnx tests/onnx/node",
};

static bool exists(const char *path) {
    struct stat st;
    return stat(path, &st) == 0;
}

static TestResult run_set(Tests *tests, const void *test, TnBackend backend) {
    static const TestOutcome outcomes[] = {[TN_ONNX_PASSED] = TEST_PASSED,
                                           [TN_ONNX_FAILED] = TEST_FAILED,
                                           [TN_ONNX_SKIPPED] = TEST_SKIPPED};
    const TestSet *set = test;
    TnOnnxTestOptions how = ((const TestArgs *)tests)->options;
    TnOnnxTest result;
    how.backend = backend;
    how.level = tests->level;
    const TnStatus status = tn_onnx_test(tests->session.ctx, set->folder, set->set, &how, &result);
    return (TestResult){outcomes[result.outcome], status, result.bound > 0};
}

static bool take(Tests *tests, const char *folder, bool is_folder, bool given) {
    char path[TESTS_PATH_SIZE], name[64];
    if (!is_folder) return !given;
    if (!tests_join(path, sizeof path, folder, "model.onnx") || !exists(path)) return false;
    for (TestSet set = {folder, 0};; set.set++) {
        snprintf(name, sizeof name, "test_data_set_%zu", set.set);
        if (!tests_join(path, sizeof path, folder, name) || !exists(path)) return set.set > 0;
        tests_run(tests, folder, &set);
    }
}

static const TestKind kind = {
    .verb = "test-onnx",
    .expected = "a folder with model.onnx and test_data_set_0, or folders that hold such ones",
    .note = "with inputs bound before they were read",
    .take = take,
    .run = run_set,
};

int cmd_test_onnx(int argc, char **argv) {
    TestArgs args = {.tests.kind = &kind,
                     .options = {TN_SIZED(TnOnnxTestOptions), .rtol = 1e-3, .atol = 1e-7}};
    const int status = args_parse(&argp, argc, argv, &args);
    return status >= 0 ? status : tests_main(&args.tests);
}
