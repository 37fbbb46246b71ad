/* SPDX-License-Identifier: Apache-2.0 */
/* Milliseconds of a run of a function, one thread a rank, and of the processor for it: medians of
 * some after two more. Each rank runs alone, or with "join" they meet.
 *
 *     mpicc windows.c -ltenon -o windows && mpirun -n 2 ./windows MODULE FUNCTION [RUNS [join]] */
#include <time.h>

#include "ranks.h"

int main(int argc, char **argv) {
    enum { MOST = 1000 };
    static double times[MOST], own[MOST];
    const int joins = argc > 4, rounds = argc > 3 ? atoi(argv[3]) : 21;
    TnRunOptions options = {
        .size = sizeof options, .backend = TN_BACKEND_LLVM, .threads = 1, .keep = 1, .seed = 1};
    TnContext *ctx;
    TnModule *m;
    TnRun *run;
    int rank, end;
    if (argc < 3 || rounds < 1 || rounds > MOST) return 1;
    options.function = argv[2];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (tn_context_new(NULL, &ctx) != TN_OK) return end_all(NULL, "out of memory");
    if (joins && tn_ranks_join(ctx, "mpi", 60) != TN_OK) return end_all(ctx, "no ranks");
    if (tn_module_read(ctx, argv[1], &m) != TN_OK) return end_all(ctx, argv[1]);
    if (tn_run(m, &options, &run) != TN_OK) return end_all(ctx, "the run");
    for (int i = -2; i < rounds; i++) {
        MPI_Barrier(MPI_COMM_WORLD);
        const double from = MPI_Wtime();
        const clock_t begin = clock();
        double ms;
        if (tn_run_again(run, &ms) != TN_OK) return end_all(ctx, "the run");
        if (i >= 0) own[i] = 1e3 * (double)(clock() - begin) / CLOCKS_PER_SEC;
        MPI_Barrier(MPI_COMM_WORLD);
        if (i >= 0) times[i] = 1e3 * (MPI_Wtime() - from);
    }
    if (!rank) printf("%.3f %.3f\n", median_of(times, rounds), median_of(own, rounds));
    tn_run_free(run);
    tn_module_free(m);
    tn_context_free(ctx);
    if (MPI_Finalized(&end) == MPI_SUCCESS && !end) MPI_Finalize();
    return 0;
}
