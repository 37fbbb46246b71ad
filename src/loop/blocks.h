/* SPDX-License-Identifier: Apache-2.0 */
/* What is read from TVM's blocks, made into loops of this IR: a block's axes tell which loops are
 * independent of each other, and an `init` where a reduction starts. */
#ifndef TENON_LOOP_BLOCKS_H
#define TENON_LOOP_BLOCKS_H

#include "loop/loop.h"

typedef struct {
    Map spatial, reduces; /* LoopVar: bound by such an axis */
    Map inits;            /* LoopStmt: the IF that an `init` became */
} LoopBlocks;

/* In the tree: indices are without the quotients and remainders that ranges of loops tell; a
 * reduction whose loops are innermost goes through a scalar, as
 *
 *     for k:                             acc = first
 *         if k == 0: C[i] = first        for k:
 *         C[i] = C[i] + A[i, k]    =>        acc = acc + A[i, k]
 *                                        C[i] = acc
 *
 * (so C is first, not undefined, where k has no iterations); and the loops of spatial axes are
 * parallel, if the verifier can tell their iterations apart: else all are serial. Reports nothing.
 */
void loop_blocks_settle(Ctx *ctx, LoopFn *fn, const LoopBlocks *blocks);

#endif
