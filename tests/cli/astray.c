/* SPDX-License-Identifier: Apache-2.0 */
/* For mpi.sh: a rank that takes another branch than its fellows. Its condition comes of a function
 * that was said to be pure, and is not, so nothing before the run can know. Prints what the run
 * says; 0: it ended well.
 *
 *     astray MODULE.py */
#include <stdio.h>
#include <tenon/tenon.h>

static TnStatus odd(void *user, TnHostCall *call) {
    void *y;
    const TnStatus status = tn_host_result(call, "bool", 0, NULL, &y);
    if (status == TN_OK) *(unsigned char *)y = *(unsigned *)user == 1;
    return status;
}

int main(int argc, char **argv) {
    TnContext *ctx;
    TnModule *m = NULL;
    TnRun *run = NULL;
    TnDiag d;
    unsigned rank;
    if (argc != 2 || tn_context_new(NULL, &ctx) != TN_OK) return 1;
    int ok = tn_ranks_join(ctx, "mpi", 20) == TN_OK;
    rank = tn_ranks_rank(ctx);
    const TnRunOptions how = {TN_SIZED(TnRunOptions), .backend = TN_BACKEND_EVAL};
    ok = ok && tn_host_register(ctx, "odd", odd, &rank, TN_PURE) == TN_OK &&
         tn_module_read(ctx, argv[1], &m) == TN_OK && tn_run(m, &how, &run) == TN_OK;
    if (!ok && tn_diag_get(ctx, 0, &d) == TN_OK) printf("%s\n", d.message);
    if (!ok) tn_ranks_stop(ctx);
    tn_run_free(run);
    tn_module_free(m);
    tn_context_free(ctx);
    return !ok;
}
