/* SPDX-License-Identifier: Apache-2.0 */
/* A simulation that learns while it runs: each rank observes what it computes, y = 2a - b + c / 2,
 * and all make a step together on what they have seen.
 *
 *     tenon compile net.py -o net.c --by c
 *     mpicc -std=c99 main.c net.c -lm -o main
 *     mpirun -n 4 ./main
 */
#include <stdio.h>

#include "net.h"
#define NET(name) net_##name
#include "ranks.h"

static float unit(unsigned *state) {
    *state = *state * 1664525u + 1013904223u;
    return (float)(*state >> 8) / (float)(1 << 24) * 2 - 1;
}

int main(int argc, char **argv) {
    static float x[16 * 3], y[16], w[3], next[3], loss;
    const net_ranks ranks = {.call = ranks_call, .same = ranks_same};
    const net_main_in in = {x, y, w};
    net_main_out out = {next, &loss};
    unsigned state;
    size_t bytes;
    int rank, step, i, error = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    net_set_ranks(&ranks);
    state = 7u * (unsigned)rank + 1;
    error = net_main_arena(&in, &out, &bytes);
    void *arena = malloc(bytes);
    for (step = 0; step < 200 && !error && arena; step++) {
        for (i = 0; i < 16 * 3; i++) x[i] = unit(&state);
        for (i = 0; i < 16; i++) y[i] = 2 * x[3 * i] - x[3 * i + 1] + x[3 * i + 2] / 2;
        error = net_main_run(&in, &out, arena);
        for (i = 0; i < 3; i++) w[i] = next[i];
    }
    free(arena);
    if (error) fprintf(stderr, "rank %d: %s\n", rank, net_error(error));
    if (error) MPI_Abort(MPI_COMM_WORLD, 1);
    if (!rank) printf("loss %.1e, weights %.3f %.3f %.3f\n", loss, w[0], w[1], w[2]);
    MPI_Finalize();
    return 0;
}
