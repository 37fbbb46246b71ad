/* SPDX-License-Identifier: Apache-2.0 */
/* Windows of a loop function: dims of inputs that are read at places which go on with a loop.
 *
 *     for i in T.parallel(8):                   i slides: y0's dim 0 goes with it, and in one
 *         acc[()] = 0.0                         iteration the window of x0's dim 0 goes on by 2
 *         for k in range(3):
 *             p = i * 2 + k - 1
 *             if 0 <= p and p < 16:
 *                 acc[()] = acc[()] + x0[p] * x1[k]
 *         y0[i] = acc[()]
 *
 * A rank that does some of the iterations needs the rows that their windows read, and no others. It
 * calls the function of as many rows, of which the first is the whole's row `first / every * step`
 * for iteration `first`. Edges need nothing of their own: a place before row 0 or behind the last
 * one is such a place for the ranks there too, as these have the edge in their rows.
 *
 * So it is where iterations add to rows of the result (a pool's gradient): each rank has sums over
 * its iterations, of the rows that their windows touch.
 *
 * All extents in question are numbers, and what the loops say is not proved by algebra, but by
 * going through all iterations that count (at most LOOP_ENV_ROOM values of an expression). */
#ifndef TENON_LOOP_WINDOW_H
#define TENON_LOOP_WINDOW_H

#include "loop/factor.h"

/* A dim of an input that is read so, or of the result, to which is added so. */
typedef struct {
    uint32_t param, dim;
    bool is_written;
    int64_t extent;           /* rows */
    int64_t step;             /* by so many rows the window goes on in `every` iterations */
    const int64_t *from, *to; /* by iteration: it touches of [from, to); from >= to: none */
} LoopReach;

typedef struct {
    uint32_t factor;     /* whose loops slide: NONE for others */
    LoopFactorKind kind; /* PARALLEL; or REDUCED, by sums that are linear in the inputs that have
                            the factor: rows of 0 of these add nothing */
    int64_t extent;      /* iterations */
    int64_t every;
    uint32_t rows; /* a factor: dims that are as long as the one that is written, and are not read;
                       LOOP_NO_FACTOR: none is written */
    uint32_t n;
    const LoopReach *reaches;
} LoopWindow;

/* No two share a dim, and none has two dims of one parameter. In `arena`. */
const LoopWindow *loop_windows(const LoopFactors *self, Arena *arena, uint32_t *n);

/* What a rank does of it. */
typedef struct {
    int64_t first;                      /* the iteration that is the first of its function */
    int64_t from, to;                   /* those whose results are asked for */
    const int64_t *have_from, *have_to; /* by reach: the rows of the whole that it has */
} LoopWindowPart;

/* Do all of these get from `part` what they would from the whole? All its extents are the same but
 * for the factor's and those of the dims in question. Where a result is written so, it is what
 * their iterations add. */
bool loop_window_holds(const LoopFactors *self, const LoopWindow *w, const LoopFn *part,
                       const LoopWindowPart *parts, uint32_t n);

#endif
