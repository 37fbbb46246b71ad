/* SPDX-License-Identifier: Apache-2.0 */
/* The verifier of loop functions. */
#ifndef TENON_LOOP_VERIFY_H
#define TENON_LOOP_VERIFY_H

#include "base/diag.h"
#include "loop/loop.h"

enum { LOOP_LANES_MAX = 64 };

/* How many accesses are certain to be inside their buffer's extents whenever they are made, are not
 * known to be, and are certain to be outside. The first need no check at run time, if a run begins
 * with a check that no sum or product in an extent overflows; other index arithmetic may wrap. A
 * bound that the condition of an open `if` states of the same index is a proof, too. */
typedef struct {
    uint64_t proved, unknown, refuted;
} LoopBounds;

/* The function and all that it calls, each once. False after reports:
 *   DIAG_LOOP_FORM       what no text can say: names out of scope, dtypes, recursion ...
 *   DIAG_CALL_ARGUMENT   a buffer passed as an output and as something else
 *   DIAG_LOOP_BOUNDS     an access that is out of bounds whenever it is made
 *   DIAG_LOOP_RACE       a parallel or vector loop whose iterations may touch one element, one
 *                        writing
 *   DIAG_LOOP_REDUCTION  a reduction loop whose scalars are not combined by one associative
 *                        operation
 * bounds may be NULL; else the counts are added to. Needs diag_begin; throws STATUS_MEMORY. */
bool loop_verify(Ctx *ctx, const LoopFn *fn, LoopBounds *bounds);

/* Calls `found` for each index of each access that is not proved to be inside its extent, maybe
 * more than once. `at`: the statement; `load`: which of its loads, NULL: the store itself. The
 * function has passed loop_verify; adds no reports, does not look into callees. */
typedef void LoopUnproved(void *user, const LoopStmt *at, const LoopExpr *load, uint32_t axis);
void loop_unproved(Ctx *ctx, const LoopFn *fn, LoopUnproved *found, void *user);
/* There is none. */
bool loop_is_proved(Ctx *ctx, const LoopFn *fn);

/* Whether compiled code can be these scheduled loops, which have passed loop_verify: each access is
 * proved to be in bounds, and vectors are such as processors have (docs/loops.md). False after
 * reports: of bounds one, of other things one a statement. */
bool loop_verify_scheduled(Ctx *ctx, const LoopFn *fn);

/* Whether in each of the functions every buffer is written before it is read, and every output is
 * written at all, as far as the order of statements tells: what is refused is undefined whatever
 * the sizes and the data are. They are well-formed, and callees are among them. False after
 * reports, of each buffer one: DIAG_LOOP_UNDEFINED. */
bool loop_verify_defined(Ctx *ctx, const LoopFn *const *fns, size_t n);

#endif
