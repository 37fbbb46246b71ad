/* SPDX-License-Identifier: Apache-2.0 */
/* What the programs of bench/ranks.sh share: a rank that fails ends all, and medians. */
#ifndef TENON_BENCH_RANKS_H
#define TENON_BENCH_RANKS_H

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#include <tenon/tenon.h>

static int end_all(TnContext *ctx, const char *what) {
    fprintf(stderr, "%s\n", what);
    for (size_t i = 0; ctx && i < tn_diag_count(ctx); i++) {
        TnDiag d;
        if (tn_diag_get(ctx, i, &d) == TN_OK) fputs(d.text, stderr);
    }
    MPI_Abort(MPI_COMM_WORLD, 1);
    return 1;
}

static int by_size(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median_of(double *list, int n) {
    qsort(list, (size_t)n, sizeof *list, by_size);
    return list[n / 2];
}

#endif
