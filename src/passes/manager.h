/* SPDX-License-Identifier: Apache-2.0 */
/* Runs lists of passes on a module: all of them, or none.
 *
 * A list is one transaction (ir/edit.h): when a pass reports or something is thrown, the module is
 * as it was before the first pass. Each pass has a contract in the words of ir/props.def:
 *
 *     requires     what it may rely on. The manager knows what holds; what it does not know is
 *                  verified before the pass, so a list in a wrong order is an error and no wrong
 *                  code
 *     establishes  what holds after it whatever held before
 *     preserves    what holds after it if it held before
 *
 * With verify_each, and always in the hard build, the verifier checks after each pass what the
 * contract says; a pass that breaks it is a fault of ours (BUG). What held at the beginning holds
 * at the end. */
#ifndef TENON_PASSES_MANAGER_H
#define TENON_PASSES_MANAGER_H

#include "passes/passes.h"

typedef struct {
    unsigned holds; /* in and out: the properties known to hold */
    bool verify_each;
    /* Called before each pass, when what it requires holds; may throw. NULL: nobody listens. */
    void (*before)(void *user, const Pass *pass, size_t index);
    /* Called after each pass, the verifier's work included in no time; may throw. NULL: nobody
     * listens. */
    void (*after)(void *user, const Pass *pass, size_t index, double milliseconds);
    void *user;
} PassRun;

/* False after a report. */
bool pass_run_list(IrModule *m, const Pass *const *list, size_t n, PassRun *run);

/* What the manager does after each pass: a match_cast that its value's type contradicts by now
 * keeps failing in a run. Linear. */
bool pass_weaken_doomed_casts(IrModule *m);

#endif
