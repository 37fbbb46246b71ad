/* SPDX-License-Identifier: Apache-2.0 */
/* A sum of N MB over all ranks by compiled code, and by MPI_Allreduce in the same processes, in
 * turn: the least and the median time of each, and the median of the rounds' ratios.
 *
 *     mpicc ranks.c -ltenon -o ranks && mpirun -n 2 ./ranks [MB [ROUNDS]] */
#include <string.h>

#include "ranks.h"

int main(int argc, char **argv) {
    enum { MOST = 1000 };
    static double own[MOST], plain[MOST], ratio[MOST];
    const int mb = argc > 1 ? atoi(argv[1]) : 100;
    int rounds = argc > 2 ? atoi(argv[2]) : 21;
    const size_t n = (size_t)mb * 1000000 / sizeof(float);
    char text[400];
    TnContext *ctx;
    TnModule *m;
    TnExecutable *x;
    TnPrepared *p;
    const char *fault;
    int rank, size;
    if (rounds < 1 || rounds > MOST) rounds = MOST;
    MPI_Init(&argc, &argv);
    if (tn_context_new(NULL, &ctx) != TN_OK) return end_all(NULL, "out of memory");
    if (tn_ranks_join(ctx, "mpi", 60) != TN_OK) return end_all(ctx, "no ranks");
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    snprintf(text, sizeof text,
             "@R.function\ndef main(x: R.Tensor((%zu,), \"float32\")):\n"
             "    R.func_attr({\"mesh\": \"data=%d\"})\n"
             "    y = R.ccl.allreduce(x, op_type=\"sum\")\n    return y\n",
             n, size);
    if (tn_module_parse(ctx, "ranks.py", text, strlen(text), &m) != TN_OK)
        return end_all(ctx, "the module");
    if (tn_module_compile_native(m, NULL, &x) != TN_OK) return end_all(ctx, "compile");
    float *from = malloc(n * sizeof *from), *to = malloc(n * sizeof *to);
    for (size_t i = 0; from && i < n; i++) from[i] = (float)(i % 1000) * (float)(rank + 1);
    const TnBuffer in = {.data = from, .dims = {(int64_t)n}};
    TnBuffer out = {.data = to, .dims = {(int64_t)n}};
    if (!from || !to || tn_executable_prepare(x, &in, &p, &fault) != TN_OK)
        return end_all(ctx, "memory");
    for (int i = -2; i < rounds; i++) {
        double t[3];
        for (int k = 0; k < 2; k++) {
            MPI_Barrier(MPI_COMM_WORLD);
            t[0] = MPI_Wtime();
            if ((i + k) & 1)
                MPI_Allreduce(from, to, (int)n, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);
            else if (tn_prepared_run(p, &in, &out) != TN_OK)
                return end_all(ctx, tn_prepared_fault(p));
            MPI_Barrier(MPI_COMM_WORLD);
            t[1 + ((i + k) & 1)] = MPI_Wtime() - t[0];
            if (to[999] != 999.0f * (float)(size * (size + 1)) / 2) return end_all(ctx, "wrong");
        }
        if (i < 0) continue;
        own[i] = t[1], plain[i] = t[2], ratio[i] = t[1] / t[2];
    }
    if (!rank)
        printf("| all-reduce of %d MB, %d ranks | %.1f ms | MPI_Allreduce %.1f ms | %.2f |\n", mb,
               size, 1e3 * median_of(own, rounds), 1e3 * median_of(plain, rounds),
               median_of(ratio, rounds));
    tn_prepared_free(p);
    tn_executable_free(x);
    tn_module_free(m);
    tn_context_free(ctx);
    if (MPI_Finalized(&rank) == MPI_SUCCESS && !rank) MPI_Finalize();
    return 0;
}
