/* SPDX-License-Identifier: Apache-2.0 */
/* What tenon-test distribute runs. */
#ifndef TENON_TESTS_DISTRIBUTE_CASES_H
#define TENON_TESTS_DISTRIBUTE_CASES_H

#include <stdbool.h>
#include <stddef.h>

typedef struct {
    const char *name;
    const char *text;     /* of the module */
    const char *passes;   /* before Distribute, joined by ; */
    const char *function; /* that is distributed */
    const char *mesh, *shard;
    unsigned steps;    /* more than 1: fields 0 and 1 of the result are arguments 0 and 1 next */
    bool has_n;        /* there is a symbol n, which is 24 */
    const int *counts; /* allreduce, allgather, reduce_scatter, alltoall; -1: any; NULL: all any */
} DistributeCase;

extern const DistributeCase distribute_cases[];
extern const size_t distribute_n_cases;

#endif
