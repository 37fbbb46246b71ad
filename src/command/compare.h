/* SPDX-License-Identifier: Apache-2.0 */
/* Two modules on the same inputs, as `verify` and `opt --verify` compare them. */
#ifndef TENON_COMMAND_COMPARE_H
#define TENON_COMMAND_COMPARE_H

#include "command/run_args.h"

enum { KEY_AS = KEY_OWN + 300, KEY_RTOL, KEY_ATOL };

typedef struct {
    bool native, says_as;
    double rtol, atol; /* below 0: the default */
} CompareArgs;

#define COMPARE_DEFAULTS                                                                           \
    { .rtol = -1, .atol = -1 }

#define COMPARE_ARGS                                                                               \
    {"as",                                                                                         \
     KEY_AS,                                                                                       \
     "native|float64",                                                                             \
     0,                                                                                            \
     "the types that stand there, or every float as float64 (default)",                            \
     0},                                                                                           \
        {"rtol", KEY_RTOL, "X", 0, "relative tolerance (default 1e-6; native 1e-4)", 0}, {         \
        "atol", KEY_ATOL, "X", 0, "absolute tolerance (default 1e-9; native 1e-5)", 0              \
    }

/* ARGP_ERR_UNKNOWN: another option. */
error_t compare_key(CompareArgs *self, int key, char *arg, struct argp_state *state);
/* The module's floats become float64 unless it is to run in its own types. False after a report. */
bool compare_widen(Session *session, const CompareArgs *self, TnModule *m);
/* What others are held against: the bits of the evaluator by LLVM, without -O2, loops as they
 * stand; without LLVM the evaluator. Compiled code and it share as little as can be. */
void compare_plainly(TnRunOptions *how);
/* "llvm", "plain llvm", "eval", ...: how a side runs. */
const char *compare_side(const TnRunOptions *how);
/* Whether a side has the evaluator's bits. */
bool compare_is_exact(const TnRunOptions *how);
/* False after a report. *status: TN_OK or TN_E_DIFFER, which sets the exit status too. */
bool compare_runs(Session *session, const CompareArgs *self, bool exact, TnRun *a, TnRun *b,
                  TnDifference *d, TnStatus *status);
/* One line. sides: what each ran by, as compare_side has it. */
void compare_print(const CompareArgs *self, bool exact, TnStatus status, const TnDifference *d,
                   const char *const *sides, FILE *out);

#endif
