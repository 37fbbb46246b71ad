/* SPDX-License-Identifier: Apache-2.0 */
#include "command/tests.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

error_t tests_key(Tests *self, int key, char *arg, struct argp_state *state) {
    switch (key) {
    case KEY_TESTS_QUIET: self->quiet = true; return 0;
    case KEY_BACKEND: self->says_backend = true; return args_backend(&self->backend, arg, state);
    case 'O': return args_level(arg, &self->level, state);
    case ARGP_KEY_ARG: /* to the places in argv of what has been parsed */
        if (!self->paths) self->paths = state->argv + 1;
        self->paths[self->n++] = arg;
        return 0;
    case ARGP_KEY_END:
    case KEY_REST: return self->n ? 0 : args_error(state, "an operand is missing");
    case 'o':
    case KEY_JSON: return ARGP_ERR_UNKNOWN;
    default: return args_key(&self->shared, key, arg, state);
    }
}

static void tell(Tests *self, const char *what, const char *name) {
    TnContext *ctx = self->session.ctx;
    printf("%s: %s", what, name);
    TnDiag d;
    for (size_t i = 0; tn_diag_get(ctx, i, &d) == TN_OK && i < 3; i++) {
        printf("%s %s", i ? ";" : ":", d.message);
        if (d.expected) printf(", expected %s", d.expected);
        if (d.found) printf(", found %s", d.found);
    }
    const size_t n = tn_diag_errors(ctx);
    if (n > 3) printf("; and %zu more", n - 3);
    putchar('\n');
}

void tests_run(Tests *self, const char *name, const void *test) {
    TestResult r = self->kind->run(self, test, self->backend);
    if (r.outcome == TEST_SKIPPED && !self->says_backend && self->backend != TN_BACKEND_EVAL) {
        r = self->kind->run(self, test, TN_BACKEND_EVAL);
        self->evaluated += r.outcome != TEST_SKIPPED;
    }
    if (r.outcome == TEST_PASSED && r.status == TN_OK) {
        self->passed++;
        self->noted += r.is_noted;
    } else if (r.outcome == TEST_SKIPPED) {
        self->skipped++;
        if (!self->quiet) tell(self, "skipped", name);
    } else {
        self->failed++;
        tell(self, "failed", name);
        if (tn_diag_count(self->session.ctx) == 0) printf("    %s\n", tn_status_text(r.status));
    }
}

bool tests_join(char *path, size_t size, const char *folder, const char *name) {
    return (size_t)snprintf(path, size, "%s/%s", folder, name) < size;
}

void tests_unreadable(Tests *self, const char *path) {
    fprintf(stderr, "error: cannot read '%s': %s\n", path, strerror(errno));
    self->session.status = EXIT_IO;
}

static int no_dots(const struct dirent *e) { return e->d_name[0] != '.'; }

/* Folders in folders in order, to a depth that links in a circle do not pass. */
static void run_all(Tests *self, const char *path, unsigned depth) {
    enum { DEPTH_MAX = 16 };
    char inner[TESTS_PATH_SIZE];
    struct dirent **entries;
    struct stat st;
    const bool is_folder = stat(path, &st) == 0 && S_ISDIR(st.st_mode);
    if (self->kind->take(self, path, is_folder, depth == 0) || depth > DEPTH_MAX) return;
    const int n = scandir(path, &entries, no_dots, alphasort);
    if (n < 0) {
        tests_unreadable(self, path);
        return;
    }
    for (int i = 0; i < n; i++) {
        if (tests_join(inner, sizeof inner, path, entries[i]->d_name))
            run_all(self, inner, depth + 1);
        free(entries[i]);
    }
    free(entries);
}

/* A path given. That nothing failed says nothing where there was no test. */
static void run_given(Tests *self, const char *path) {
    const size_t before = self->passed + self->failed + self->skipped;
    progress_stage(path, 0);
    run_all(self, path, 0);
    if (self->passed + self->failed + self->skipped > before || self->session.status != EXIT_OK)
        return;
    fprintf(stderr, "error: '%s' holds no test\n  expected: %s\n", path, self->kind->expected);
    self->session.status = EXIT_IO;
}

int tests_main(Tests *self) {
    if (!self->says_backend) self->backend = best_backend();
    progress_begin(self->kind->verb, self->quiet);
    if (session_begin(&self->session, &self->shared)) {
        for (size_t i = 0; i < self->n; i++) run_given(self, self->paths[i]);
        if (self->evaluated)
            printf("%zu by the reference evaluator, as they are not compiled\n", self->evaluated);
        if (self->noted) printf("of those that passed, %zu %s\n", self->noted, self->kind->note);
        printf("by %s\n", args_backend_name(self->backend));
        printf("%zu passed, %zu failed, %zu skipped\n", self->passed, self->failed, self->skipped);
        progress_stage("", 0);
        if (self->failed && self->session.status == EXIT_OK) self->session.status = EXIT_DIFFER;
    }
    return session_end(&self->session);
}
