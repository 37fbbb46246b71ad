/* SPDX-License-Identifier: Apache-2.0 */
/* Loop functions joined into one: producers and consumers share loops, or the producer's expression
 * goes where it is read. No element is computed in another way, so the result is the same to the
 * bit.
 *
 *     for i in T.parallel(n):                    for i in T.parallel(n):
 *         t[i] = T.exp(x[i])                         v: T.float32 = T.exp(x[i])
 *     for i in T.parallel(n):               ->       y[i] = v + T.float32(1)
 *         y[i] = t[i] + T.float32(1)
 *
 * The bodies of the calls stand one behind the other, which is right as it is; then each statement
 * of the last call goes to the statements that it depends on, the nearest first:
 *
 *   - two parallel loops of one extent become one, if what passes between them is written and read
 *     at the loop's index in one dim. Then the bodies' statements go to each other in the same way.
 *     So elementwise work ends in the store of a matmul, and the statements of a softmax in one
 *     loop over rows;
 *   - else, a producer that is one expression over its indices is put in at each place where it is
 *     read, if that is cheap (fuse_merge.c: worth_inlining).
 *
 * On the way in, quotients and remainders of indices are taken apart where ranges tell them
 * (fuse_index.c), and loops that run once go. A call is accepted if nothing of full size passes
 * between two statements of the kernel, and vector code stays possible (fuse_accept.c); else the
 * functions stay as they are. At the end a value that no one else needs is a name, or an array of
 * what is left of its dims; one that would be large stays an output.
 *
 * Everything lives in the arena given. Recursion is over nested loops and expressions, as deep as
 * texts are. */
#ifndef TENON_LOOP_FUSE_H
#define TENON_LOOP_FUSE_H

#include "loop/loop.h"

typedef struct LoopFuse LoopFuse;

/* What a call has for a parameter of its function. */
typedef struct {
    uint32_t value;           /* a number that the caller gives to each tensor, from 0 on */
    const LoopExpr *constant; /* an input of one element: its value; else NULL */
    bool stays;               /* something reads it after this call, or the caller needs it */
} LoopFuseArg;

/* Options. */
typedef struct {
    bool attention; /* rows of a contraction may be kept for the next */
} LoopFuseOptions;

LoopFuse *loop_fuse_new(Arena *arena, LoopFuseOptions options);
/* A size of the fused function; is_extent: it is not negative. */
const LoopVar *loop_fuse_size(LoopFuse *self, const char *name, bool is_extent);
/* For expressions over sizes. */
LoopBuilder *loop_fuse_builder(LoopFuse *self);

/* Joins the call of a function, whose sizes are these expressions, to what is there. False: it
 * cannot be, or should not; all is as before. fn must be well-formed. */
bool loop_fuse_append(LoopFuse *self, const LoopFn *fn, const LoopExpr *const *sizes,
                      const LoopFuseArg *args);

/* What has come of it. */
typedef struct {
    LoopFn *fn;
    const uint32_t *inputs, *outputs; /* the values of the parameters */
    uint32_t n_inputs, n_outputs;
    const LoopVar *const
        *scalars; /* the sizes that are parameters, as loop_fuse_size gave them: fn->n_scalars */
} LoopFused;

/* needed: by value (all that were met), whether the caller needs it. Further outputs are values
 * that stay in memory on the way. */
LoopFused loop_fuse_finish(const LoopFuse *self, const bool *needed, const char *name);

/* Whether the rows of a product may be the columns of a matrix as it lies, with elements of so many
 * bytes: those that the rows of a tile take lie together. They are taken again for each panel of
 * columns of the result, so the matrix must stay in the second cache. */
bool loop_fuse_takes_columns(int64_t rows, int64_t columns, uint32_t bytes);
/* Whether all that the function does is to transpose such a matrix. */
bool loop_fuse_is_turn(const LoopFn *fn);

/* Whether the function reads its output of that number, from 0 on: it works in it. */
bool loop_fuse_reads_output(const LoopFn *fn, uint32_t output);

#endif
