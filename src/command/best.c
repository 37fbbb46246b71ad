/* SPDX-License-Identifier: Apache-2.0 */
/* Which backend runs a module that none is named for. */
#include "command/run_args.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The first message of the last call, for one line. */
static char *first_message(Session *session) {
    TnDiag d;
    return strdup(tn_diag_get(session->ctx, 0, &d) == TN_OK ? d.message : "it fails");
}

bool best_run(Session *session, const BestRun *asked, TnModule *m, TnRunOptions *how, TnRun **out) {
    char what[64];
    snprintf(what, sizeof what,
             how->backend == TN_BACKEND_EVAL ? "running by %s" : "compiling and running by %s",
             args_backend_name(how->backend));
    progress_stage(asked->stage ? asked->stage : what, asked->expected_ms);
    const TnStatus status = tn_run(m, how, out);
    const bool is_last = !asked->falls_back || how->backend == TN_BACKEND_EVAL;
    progress_stage("", 0);
    if (is_last || (status != TN_E_INVALID && status != TN_E_LIMIT))
        return session_ok(session, status, asked->what);
    char *why = first_message(session);
    how->backend = TN_BACKEND_EVAL;
    how->strict = how->as_is = how->unscheduled = how->deterministic = 0;
    progress_stage("running by eval", 0);
    const bool ok = session_ok(session, tn_run(m, how, out), asked->what);
    progress_stage("", 0);
    if (ok)
        fprintf(stderr, "tenon %s: run by the reference evaluator, as it is not compiled: %s\n",
                asked->verb, why ? why : "");
    free(why);
    return ok;
}

unsigned best_threads(Session *session, const char *target) {
    TnTargetField f;
    for (size_t i = 0; target && tn_target_field(session->ctx, target, i, &f) == TN_OK; i++) {
        if (strcmp(f.name, "threads") == 0 && f.number >= 1) return (unsigned)f.number;
    }
    const long n = sysconf(_SC_NPROCESSORS_ONLN);
    return n > 0 ? (unsigned)n : 1;
}
