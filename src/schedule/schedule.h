/* SPDX-License-Identifier: Apache-2.0 */
/* Which vectors, tiles and panels a loop function goes by: loops in, scheduled loops out. What
 * comes out is a loop function of the same parameters in which each element's operations keep their
 * order, unless bits may change: then sums along memory have partial results (sum.c). docs/loops.md
 * tells what it may hold.
 *
 *     for i in T.parallel(64):             for j in T.parallel(3):               32 columns
 *         for j in T.parallel(96):             panel = T.alloc_buffer((8, 32), "float32")
 *             acc = ...                        ...
 *             acc[()] = 0                      for i in T.parallel(16):          4 rows
 *             for k in range(8):                   acc = T.alloc_buffer((4, 2), "float32x16")
 *                 acc[()] = acc[()] +              for v in T.unroll(2):
 *                     A[i, k] * B[k, j]                for r in T.unroll(4):
 *             C[i, j] = acc[()]                            acc[r, v] = ...
 *
 * What is scheduled are nests of parallel loops over floats (nest.c), and sums (sum.c). */
#ifndef TENON_SCHEDULE_SCHEDULE_H
#define TENON_SCHEDULE_SCHEDULE_H

#include "base/strbuf.h"
#include "loop/loop.h"
#include "target/target.h"

/* The function for the target, in the arena. exact: it gives the same bits (but for those of a
 * NaN); else functions of math.h on vectors are those of loop/own.h, and sums go in another order.
 * The function itself where no schedule is known that is better, or where an access is not proved
 * to be in bounds. It has passed loop_verify. Linear in the function. Throws STATUS_MEMORY,
 * STATUS_CANCELLED. */
const LoopFn *sched_loops(const LoopFn *fn, const Target *target, bool exact, Arena *arena);
/* The same, and appended to `told` a line or more for each nest: what goes by lanes, vectors, rows
 * and panels, what that costs against other ways; or why it has no schedule. */
const LoopFn *sched_loops_told(const LoopFn *fn, const Target *target, bool exact, Arena *arena,
                               StrBuf *told);
/* The same for a text, whose accesses must be proved to be in bounds again: where those of lanes of
 * an extent that is a symbol are not, such lanes stay as they are. */
const LoopFn *sched_loops_proved(const LoopFn *fn, const Target *target, bool exact, Arena *arena);
/* The same for what LLVM's kernels do not choose themselves: nests whose vectors all lie together,
 * sums of a constant number along memory, and parallel loops around such sums and nests; where
 * something in a parallel loop stands, its sums do too. */
const LoopFn *sched_some_loops(const LoopFn *fn, const Target *target, bool exact, Arena *arena);
/* A schedule for a target with narrower vectors whose results have the same bits as those of
 * sched_loops(fn, target, exact): the same loops go by vectors, and sums along memory in the order
 * of the wider ones. NULL: there is none. */
const LoopFn *sched_loops_narrow(const LoopFn *fn, const Target *target, const Target *narrow,
                                 bool exact, Arena *arena);

/* An input whose last dim goes by lanes: tiles read it as columns of `block`, and copy each to a
 * panel. A caller that can have it lie so, as weights are, saves that. */
typedef struct {
    uint32_t param; /* of fn->params */
    int64_t block;
    const LoopExpr *load; /* the only one of it */
    const LoopStmt *lane; /* the loop along its last dim */
} SchedPack;

/* False: there is none, or none of 64 KiB. Throws as sched_loops. */
bool sched_pack_of(const LoopFn *fn, const Target *target, bool exact, Arena *arena,
                   SchedPack *out);
/* The function for an input [n / block, ..., block] in the place of one [..., n]. Each element's
 * operations keep their order. */
const LoopFn *sched_packed(const LoopFn *fn, const SchedPack *pack, Arena *arena);

#endif
