/* SPDX-License-Identifier: Apache-2.0 */
/* tenon test-stablehlo DIR... */
#include "command/command.h"
#include "command/run_args.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { KEY_QUIET = KEY_OWN + 1, PATH_SIZE = 4096, DEPTH_MAX = 16 };

typedef struct {
    Args shared;
    char **folders; /* of the arguments */
    size_t n;
    bool quiet, says_backend;
    TnStablehloTestOptions options;
} TestArgs;

typedef struct {
    Session *session;
    const TestArgs *args;
    size_t passed, failed, skipped, unchecked;
    size_t evaluated; /* as they have no compiled form */
} Totals;

static error_t parse_key(int key, char *arg, struct argp_state *state) {
    TestArgs *args = state->input;
    switch (key) {
    case KEY_QUIET: args->quiet = true; return 0;
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
     "run the passes of a level before each module runs: 0 (default), 1 or 2", 0},
    BACKEND_ARG,
    {"quiet", KEY_QUIET, NULL, 0, "do not list what is skipped, nor say how far it is", 0},
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

static void tell(Totals *t, const char *what, const char *name) {
    printf("%s: %s", what, name);
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

static void run_module(Totals *t, const char *name, const char *text, size_t len) {
    TnStablehloTest result;
    TnStablehloTestOptions how = t->args->options;
    TnContext *ctx = t->session->ctx;
    TnStatus status = tn_stablehlo_test(ctx, name, text, len, &how, &result);
    if (result.outcome == TN_STABLEHLO_SKIPPED && !t->args->says_backend &&
        how.backend != TN_BACKEND_EVAL) {
        how.backend = TN_BACKEND_EVAL;
        status = tn_stablehlo_test(ctx, name, text, len, &how, &result);
        t->evaluated += result.outcome != TN_STABLEHLO_SKIPPED;
    }
    if (result.outcome == TN_STABLEHLO_PASSED && status == TN_OK) {
        t->passed++;
        t->unchecked += result.checks == 0;
    } else if (result.outcome == TN_STABLEHLO_SKIPPED) {
        t->skipped++;
        if (!t->args->quiet) tell(t, "skipped", name);
    } else {
        t->failed++;
        tell(t, "failed", name);
        if (tn_diag_count(ctx) == 0) printf("    %s\n", tn_status_text(status));
    }
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

static char *read_file(Totals *t, const char *path, size_t *size) {
    FILE *f = fopen(path, "rb");
    struct stat st;
    char *text = NULL;
    if (f && fstat(fileno(f), &st) == 0 && S_ISREG(st.st_mode))
        text = malloc((size_t)st.st_size + 1);
    if (text) *size = fread(text, 1, (size_t)st.st_size, f);
    if (!text || ferror(f)) {
        fprintf(stderr, "error: cannot read '%s': %s\n", path, strerror(errno));
        t->session->status = EXIT_IO;
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

static void run_file(Totals *t, const char *path) {
    size_t size;
    char name[PATH_SIZE + 32], *text = read_file(t, path, &size);
    if (!text) return;
    const char *end = text + size, *at = text;
    for (size_t i = 0; at < end; i++) {
        const char *next = separator(at, end);
        snprintf(name, sizeof name, i || next < end ? "%s[%zu]" : "%s", path, i);
        const bool is_part = i > 0 || next < end;
        if (!is_part || !is_empty(at, next)) run_module(t, name, at, (size_t)(next - at));
        at = next < end ? next + strlen("// -----") : end;
    }
    free(text);
}

static bool is_test(const char *name) {
    const char *dot = strrchr(name, '.');
    return dot && (strcmp(dot, ".mlir") == 0 || strcmp(dot, ".stablehlo") == 0);
}

static int no_dots(const struct dirent *e) { return e->d_name[0] != '.'; }

/* Folders in folders in order, to a depth that links in a circle do not pass. */
static void run_all(Totals *t, const char *path, unsigned depth) {
    char inner[PATH_SIZE];
    struct dirent **entries;
    struct stat st;
    if (stat(path, &st) == 0 && !S_ISDIR(st.st_mode)) {
        if (depth == 0 || is_test(path)) run_file(t, path);
        return;
    }
    if (depth > DEPTH_MAX) return;
    const int n = scandir(path, &entries, no_dots, alphasort);
    if (n < 0) {
        fprintf(stderr, "error: cannot read '%s': %s\n", path, strerror(errno));
        t->session->status = EXIT_IO;
        return;
    }
    for (int i = 0; i < n; i++) {
        if ((size_t)snprintf(inner, sizeof inner, "%s/%s", path, entries[i]->d_name) < sizeof inner)
            run_all(t, inner, depth + 1);
        free(entries[i]);
    }
    free(entries);
}

/* That nothing failed says nothing then. */
static void check_tested(const Totals *t, const char *folder, size_t before) {
    if (t->passed + t->failed + t->skipped > before || t->session->status != EXIT_OK) return;
    fprintf(stderr,
            "error: '%s' holds no test\n  expected: a file that ends in .mlir, or a folder that "
            "holds such files\n",
            folder);
    t->session->status = EXIT_IO;
}

int cmd_test_stablehlo(int argc, char **argv) {
    TestArgs args = {.options = {TN_SIZED(TnStablehloTestOptions), .level = 0}};
    const int status = args_parse(&argp, argc, argv, &args);
    if (status >= 0) return status;
    Session session;
    Totals totals = {.session = &session, .args = &args};
    if (!args.says_backend) args.options.backend = best_backend();
    progress_begin("test-stablehlo", args.quiet);
    if (session_begin(&session, &args.shared)) {
        for (size_t i = 0; i < args.n; i++) {
            const size_t before = totals.passed + totals.failed + totals.skipped;
            progress_stage(args.folders[i], 0);
            run_all(&totals, args.folders[i], 0);
            check_tested(&totals, args.folders[i], before);
        }
        if (totals.evaluated)
            printf("%zu by the reference evaluator, as they are not compiled\n", totals.evaluated);
        if (totals.unchecked)
            printf("of those that passed, %zu check nothing: they were read and ran\n",
                   totals.unchecked);
        printf("by %s\n", args_backend_name(args.options.backend));
        printf("%zu passed, %zu failed, %zu skipped\n", totals.passed, totals.failed,
               totals.skipped);
        progress_stage("", 0);
        if (totals.failed && session.status == EXIT_OK) session.status = EXIT_DIFFER;
    }
    return session_end(&session);
}
