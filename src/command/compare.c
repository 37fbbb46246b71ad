/* SPDX-License-Identifier: Apache-2.0 */
#include "command/compare.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static error_t tolerance(const char *arg, double *out, struct argp_state *state) {
    char *end;
    errno = 0;
    *out = strtod(arg, &end);
    if (!*arg || *end || errno || !(*out >= 0))
        return args_error(state, "a tolerance is a number that is not negative, not '%s'", arg);
    return 0;
}

error_t compare_key(CompareArgs *self, int key, char *arg, struct argp_state *state) {
    switch (key) {
    case KEY_AS:
        if (strcmp(arg, "native") != 0 && strcmp(arg, "float64") != 0)
            return args_error(state, "--as takes native or float64, not '%s'", arg);
        self->native = strcmp(arg, "native") == 0;
        self->says_as = true;
        return 0;
    case KEY_RTOL: return tolerance(arg, &self->rtol, state);
    case KEY_ATOL: return tolerance(arg, &self->atol, state);
    default: return ARGP_ERR_UNKNOWN;
    }
}

bool compare_widen(Session *session, const CompareArgs *self, TnModule *m) {
    return self->native || session_ok(session, tn_module_run_pass(m, "WidenFloats"), "WidenFloats");
}

void compare_plainly(TnRunOptions *how) {
    how->backend = best_backend();
    how->strict = how->as_is = how->unscheduled = how->backend == TN_BACKEND_LLVM;
    how->specialize = 1;
}

const char *compare_side(const TnRunOptions *how) {
    if (how->backend != TN_BACKEND_LLVM) return args_backend_name(how->backend);
    return how->unscheduled ? "plain llvm" : how->strict ? "strict llvm" : "llvm";
}

bool compare_is_exact(const TnRunOptions *how) {
    return how->strict || args_backend_is_exact(how->backend);
}

static double rtol_of(const CompareArgs *self, bool exact) {
    return self->rtol >= 0 ? self->rtol : exact ? 0 : self->native ? 1e-4 : 1e-6;
}
static double atol_of(const CompareArgs *self, bool exact) {
    return self->atol >= 0 ? self->atol : exact ? 0 : self->native ? 1e-5 : 1e-9;
}

bool compare_runs(Session *session, const CompareArgs *self, bool exact, TnRun *a, TnRun *b,
                  TnDifference *d, TnStatus *status) {
    *status = tn_run_compare(a, b, rtol_of(self, exact), atol_of(self, exact), d);
    if (*status != TN_OK && *status != TN_E_DIFFER) return session_ok(session, *status, "compare");
    if (*status == TN_E_DIFFER) session->status = EXIT_DIFFER;
    return true;
}

void compare_print(const CompareArgs *self, bool exact, TnStatus status, const TnDifference *d,
                   const char *const *sides, FILE *out) {
    if (d->what) {
        fprintf(out, "differ: %s\n", d->what);
        return;
    }
    fprintf(out, "%s: largest difference %.3g (relative %.3g)", status == TN_OK ? "same" : "differ",
            d->max_abs, d->max_rel);
    if (d->max_abs > 0)
        fprintf(out, " in out_%zu, element %zu: %.17g and %.17g", d->output, d->element, d->a,
                d->b);
    if (d->differing)
        fprintf(out, "; %zu elements past rtol %g, atol %g", d->differing, rtol_of(self, exact),
                atol_of(self, exact));
    if (strcmp(sides[0], sides[1]) == 0)
        fprintf(out, "; by %s\n", sides[0]);
    else
        fprintf(out, "; by %s and by %s\n", sides[0], sides[1]);
}
