/* SPDX-License-Identifier: Apache-2.0 */
/* Verbs that run folders of another project's tests: arguments, folders in folders, what is said of
 * each test, and the sums. A verb has what a test is. */
#ifndef TENON_COMMAND_TESTS_H
#define TENON_COMMAND_TESTS_H

#include "command/command.h"
#include "command/run_args.h"

enum { KEY_TESTS_QUIET = KEY_OWN + 1, KEY_TESTS_OWN, TESTS_PATH_SIZE = 4096 };

#define TESTS_OPTIMIZE(each)                                                                       \
    {                                                                                              \
        "optimize", 'O', "LEVEL", 0,                                                               \
            "run the passes of a level before each " each " runs: 0 (default), 1 or 2", 0          \
    }
#define TESTS_QUIET                                                                                \
    { "quiet", KEY_TESTS_QUIET, NULL, 0, "do not list what is skipped, nor say how far it is", 0 }

typedef enum { TEST_PASSED, TEST_FAILED, TEST_SKIPPED } TestOutcome;

typedef struct {
    TestOutcome outcome;
    TnStatus status;
    bool is_noted; /* it passed, and is one of those that `note` tells of */
} TestResult;

typedef struct Tests Tests;

typedef struct {
    const char *verb;
    const char *expected; /* "a folder with ..." */
    const char *note;     /* behind "of those that passed, N " */
    /* Runs the tests that the path is, by tests_run. False where it is none: it is a folder that
     * may hold some. given: by the caller; others may be files that are no tests. */
    bool (*take)(Tests *self, const char *path, bool is_folder, bool given);
    TestResult (*run)(Tests *self, const void *test, TnBackend backend);
} TestKind;

/* First in the arguments of a verb. */
struct Tests {
    Args shared;
    const TestKind *kind;
    char **paths; /* of the arguments */
    size_t n;
    bool quiet, says_backend;
    TnBackend backend;
    unsigned level;
    Session session;
    size_t passed, failed, skipped, noted;
    size_t evaluated; /* as they have no compiled form */
};

/* What a verb's parser hands on. */
error_t tests_key(Tests *self, int key, char *arg, struct argp_state *state);
/* A test, which goes to kind->run, and what is said of it. Without --backend, what has no compiled
 * form is evaluated. */
void tests_run(Tests *self, const char *name, const void *test);
/* "FOLDER/NAME"; false where that is too long. */
bool tests_join(char *path, size_t size, const char *folder, const char *name);
/* A message, and the exit status that goes with it. */
void tests_unreadable(Tests *self, const char *path);
/* The verb behind its arguments: its exit status. */
int tests_main(Tests *self);

#endif
