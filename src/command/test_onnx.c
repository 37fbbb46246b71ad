/* SPDX-License-Identifier: Apache-2.0 */
/* tenon test-onnx DIR... */
#include "command/command.h"
#include "command/run_args.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { KEY_RTOL = KEY_OWN + 1, KEY_ATOL, KEY_QUIET, KEY_REWRITE, KEY_WHOLE, PATH_SIZE = 4096 };

typedef struct {
    Args shared;
    char **folders; /* of the arguments */
    size_t n;
    bool quiet, says_backend;
    TnOnnxTestOptions options;
} TestArgs;

typedef struct {
    Session *session;
    const TestArgs *args;
    size_t passed, failed, skipped, bound;
    size_t evaluated; /* as they have no compiled form */
} Totals;

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
    case KEY_QUIET: args->quiet = true; return 0;
    case KEY_REWRITE: args->options.rewrite = 1; return 0;
    case KEY_WHOLE: args->options.whole = 1; return 0;
    case KEY_BACKEND:
        args->says_backend = true;
        return args_backend(&args->options.backend, arg, state);
    case 'O':
        if (strlen(arg) != 1 || arg[0] < '0' || arg[0] > '2')
            return args_error(state, "-O takes 0, 1 or 2, not '%s'", arg);
        args->options.level = (unsigned)(arg[0] - '0');
        return 0;
    case ARGP_KEY_ARGS:
        args->folders = state->argv + state->next;
        args->n = (size_t)(state->argc - state->next);
        return 0;
    case ARGP_KEY_NO_ARGS: return args_error(state, "an operand is missing");
    case ARGP_KEY_ARG: return ARGP_ERR_UNKNOWN; /* all of them at once: ARGP_KEY_ARGS */
    case 'o':
    case KEY_JSON: return ARGP_ERR_UNKNOWN;
    default: return args_key(&args->shared, key, arg, state);
    }
}

static const struct argp_option options[] = {
    ARGS_HELP,
    {"optimize", 'O', "LEVEL", 0,
     "run the passes of a level before each model runs: 0 (default), 1 or 2", 0},
    {"whole", KEY_WHOLE, NULL, 0,
     "a node whose operator becomes several calls stays one, as 'tenon opt -o S.onnx' reads it", 0},
    {"rewrite", KEY_REWRITE, NULL, 0, "write each model as ONNX, and run what is read of that", 0},
    BACKEND_ARG,
    {"rtol", KEY_RTOL, "X", 0, "relative tolerance (default 1e-3)", 0},
    {"atol", KEY_ATOL, "X", 0, "absolute tolerance (default 1e-7)", 0},
    {"quiet", KEY_QUIET, NULL, 0, "do not list what is skipped, nor say how far it is", 0},
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

static void tell(Totals *t, const char *what, const char *folder) {
    printf("%s: %s", what, folder);
    TnDiag d;
    for (size_t i = 0; tn_diag_get(t->session->ctx, i, &d) == TN_OK && i < 3; i++) {
        printf("%s %s", i ? ";" : ":", d.message);
        if (d.expected) printf(", expected %s", d.expected);
        if (d.found) printf(", found %s", d.found);
    }
    const size_t n = tn_diag_errors(t->session->ctx);
    if (n > 3) printf("; and %zu more", n - 3);
    putchar('\n');
}

static void run_set(Totals *t, const char *folder, size_t set) {
    TnOnnxTest result;
    TnOnnxTestOptions how = t->args->options;
    TnStatus status = tn_onnx_test(t->session->ctx, folder, set, &how, &result);
    if (result.outcome == TN_ONNX_SKIPPED && !t->args->says_backend &&
        how.backend != TN_BACKEND_EVAL) {
        how.backend = TN_BACKEND_EVAL;
        status = tn_onnx_test(t->session->ctx, folder, set, &how, &result);
        t->evaluated += result.outcome != TN_ONNX_SKIPPED;
    }
    if (result.outcome == TN_ONNX_PASSED && status == TN_OK) {
        t->passed++;
        t->bound += result.bound > 0;
    } else if (result.outcome == TN_ONNX_SKIPPED) {
        t->skipped++;
        if (!t->args->quiet) tell(t, "skipped", folder);
    } else {
        t->failed++;
        tell(t, "failed", folder);
        if (tn_diag_count(t->session->ctx) == 0) printf("    %s\n", tn_status_text(status));
    }
}

/* "FOLDER/NAME"; false where that is too long. */
static bool join(char *path, size_t size, const char *folder, const char *name) {
    return (size_t)snprintf(path, size, "%s/%s", folder, name) < size;
}

/* False when the folder holds no test. */
static bool run_folder(Totals *t, const char *folder) {
    char path[PATH_SIZE], name[64];
    if (!join(path, sizeof path, folder, "model.onnx") || !exists(path)) return false;
    for (size_t set = 0;; set++) {
        snprintf(name, sizeof name, "test_data_set_%zu", set);
        if (!join(path, sizeof path, folder, name) || !exists(path)) return set > 0;
        run_set(t, folder, set);
    }
}

static int no_dots(const struct dirent *e) { return e->d_name[0] != '.'; }

/* Folders in folders in order, to a depth that links in a circle do not pass. */
static void run_all(Totals *t, const char *folder, unsigned depth) {
    enum { DEPTH_MAX = 16 };
    char path[PATH_SIZE];
    struct dirent **entries;
    struct stat st;
    if (run_folder(t, folder) || depth > DEPTH_MAX) return;
    const int n = scandir(folder, &entries, no_dots, alphasort);
    if (n < 0) {
        fprintf(stderr, "error: cannot read '%s': %s\n", folder, strerror(errno));
        t->session->status = EXIT_IO;
        return;
    }
    for (int i = 0; i < n; i++) {
        if (join(path, sizeof path, folder, entries[i]->d_name) && stat(path, &st) == 0 &&
            S_ISDIR(st.st_mode))
            run_all(t, path, depth + 1);
        free(entries[i]);
    }
    free(entries);
}

/* That nothing failed says nothing then. */
static void check_tested(const Totals *t, const char *folder, size_t before) {
    if (t->passed + t->failed + t->skipped > before || t->session->status != EXIT_OK) return;
    fprintf(
        stderr,
        "error: '%s' holds no test\n  expected: a folder with model.onnx and test_data_set_0, or folders that hold "
        "such ones\n",
        folder);
    t->session->status = EXIT_IO;
}

int cmd_test_onnx(int argc, char **argv) {
    TestArgs args = {.options = {TN_SIZED(TnOnnxTestOptions), .rtol = 1e-3, .atol = 1e-7}};
    const int status = args_parse(&argp, argc, argv, &args);
    if (status >= 0) return status;
    Session session;
    Totals totals = {.session = &session, .args = &args};
    if (!args.says_backend) args.options.backend = best_backend();
    progress_begin("test-onnx", args.quiet);
    if (session_begin(&session, &args.shared)) {
        for (size_t i = 0; i < args.n; i++) {
            const size_t before = totals.passed + totals.failed + totals.skipped;
            progress_stage(args.folders[i], 0);
            run_all(&totals, args.folders[i], 0);
            check_tested(&totals, args.folders[i], before);
        }
        if (totals.evaluated)
            printf("%zu by the reference evaluator, as they are not compiled\n", totals.evaluated);
        if (totals.bound)
            printf("of those that passed, %zu with inputs bound before they were read\n",
                   totals.bound);
        printf("by %s\n", args_backend_name(args.options.backend));
        printf("%zu passed, %zu failed, %zu skipped\n", totals.passed, totals.failed,
               totals.skipped);
        progress_stage("", 0);
        if (totals.failed && session.status == EXIT_OK) session.status = EXIT_DIFFER;
    }
    return session_end(&session);
}
