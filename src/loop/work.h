/* SPDX-License-Identifier: Apache-2.0 */
/* What loops do, counted in one walk: the only place where operations, bytes and trips of a nest
 * are counted. Who weighs (rules, fusion, kernels, threads, folding) asks for numbers; who tells of
 * a run that is still to come asks for dims of its module (backend/work.c), as extents may be
 * symbols.
 *
 *     for i in range(n):                        operations: n * (m * 2 + 1), statements: n * (m +
 * 1), for j in range(m): t = t + x[i, j] * w[j]      bytes: those of x, w and y, each element once
 *         y[i] = T.exp(t)
 *
 * One rule for what is not known: in numbers an extent counts as LOOP_UNKNOWN_EXTENT, and a `while`
 * runs as often; of two branches it is the one that does more. Dims are exact, or there are none.
 */
#ifndef TENON_LOOP_WORK_H
#define TENON_LOOP_WORK_H

#include "loop/loop.h"

enum { LOOP_UNKNOWN_EXTENT = 64 };

typedef union {
    double n;
    const struct IrDim *dim;
} LoopCount;

/* What counts are made of. */
typedef struct {
    LoopCount (*number)(void *user, int64_t n);
    /* ADD, SUB, MUL, MIN, MAX and FLOORDIV by what is not 0 */
    LoopCount (*combine)(void *user, LoopExprKind kind, LoopCount a, LoopCount b);
    void *user;
} LoopCounts;

typedef struct {
    const LoopCounts *counts; /* NULL: numbers */
    const LoopCount *sizes;   /* of the function's sizes in their order; NULL: not known */
    double unknown;           /* in numbers; 0: LOOP_UNKNOWN_EXTENT */
} LoopWorkOptions;

typedef struct {
    LoopCount operations; /* on floats: indices, conditions and choices are free */
    LoopCount scalars;    /* operations on elements of any type, but casts */
    LoopCount statements;
    LoopCount bytes; /* of parameters, read or written: each element once, and no more of them than
                        are read */
    double local_bytes; /* in numbers alone: of arrays that it makes */
} LoopWork;

/* Scratch is in the arena. False: the counts are dims, and something depends on data. */
bool loop_work(const LoopFn *fn, const LoopWorkOptions *options, Arena *arena, LoopWork *out);
/* Operations of so many sums of `depth` products each, as of a contraction: what loop_work counts
 * for its nest. */
double loop_product_operations(double results, double depth);
/* No statement of the list runs more often than `most` times, whatever the data: loops within each
 * other, each of a constant extent. */
bool loop_runs_at_most(const LoopStmt *list, int64_t most);
/* Iterations that code is planned for which serves every value of its sizes: a constant's, what the
 * size is planned for, else LOOP_UNKNOWN_EXTENT for the extent as a whole. What an expression gives
 * for sizes of 64 says little of other sizes (`n // 64` is 1 there), and kernels planned by that
 * were slower. */
double loop_planned_trips(const LoopExpr *extent);

#endif
