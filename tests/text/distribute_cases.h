/* SPDX-License-Identifier: Apache-2.0 */
/* What tenon-test distribute runs. */
#ifndef TENON_TESTS_DISTRIBUTE_CASES_H
#define TENON_TESTS_DISTRIBUTE_CASES_H

#include "ir/ir.h"

typedef struct {
    const char *name;
    const char *text;     /* of the module */
    const char *passes;   /* before Distribute, joined by ; */
    const char *function; /* that is distributed */
    const char *mesh, *shard;
    unsigned steps; /* more than 1: fields 0 and 1 of the result are arguments 0 and 1 next */
    const int
        *counts;   /* allreduce, allgather, reduce_scatter, alltoall, permute; -1: any; NULL: all
                          any */
    double moved;  /* bytes that a rank moves; 0: any */
    bool drawn;    /* it need not run as it is; see distribute_draw */
    double single; /* how far float32 may be off, as `near` measures; 0: the usual */
} DistributeCase;

typedef struct {
    DistributeCase of;
    int64_t h; /* what the symbol of that name is */
} DistributeSymbolic;

extern const DistributeCase distribute_cases[], distribute_traps[], distribute_windows[];
extern const DistributeSymbolic distribute_symbolic[];
extern const size_t distribute_n_cases, distribute_n_traps, distribute_n_windows,
    distribute_n_symbolic, distribute_n_models;

/* Case i of distribute_n_models; its texts live in the arena. */
void distribute_model(size_t i, Arena *arena, DistributeCase *out);

/* A call of the operator, or a graph (op NULL), and annotations of its parameters; what lives in
 * the arena. False: the seed gives none that can be annotated. */
bool distribute_draw(Ctx *ctx, const OpTable *ops, const OpDef *op, uint64_t seed, Arena *arena,
                     DistributeCase *out);

/* Convolutions and pools one behind the other, forward or as a step of training. */
void distribute_draw_windows(uint64_t seed, Arena *arena, DistributeCase *out);
/* Networks of such, norms and branches, whose rows are split; where these are a symbol it is `h`,
 * DISTRIBUTE_CNN_ROWS, which 4 ranks divide, and two strides of 2. */
enum { DISTRIBUTE_CNN_ROWS = 144 };
void distribute_draw_cnn(uint64_t seed, Arena *arena, DistributeCase *out);

#endif
