/* SPDX-License-Identifier: Apache-2.0 */
/* What kind of work a loop function is, seen from its loops; its name says nothing. The kinds are
 * rows of pattern.def and say what fusion may do. A kind that is claimed holds; a function may be
 * of a better kind than what is claimed.
 *
 * Let y be an output, i the index of one of its elements. "Reads" are loads of inputs whose value
 * the element may depend on: in what is stored, and in indices, conditions and extents on the way
 * there.
 *
 *   ELEMENTWISE  each read is of an input with y's extents, at i. There may be none (`full`), and
 *                the value may depend on i itself (`tril`).
 *   BROADCAST    each read of an input is at a subsequence of i, in order, of equal extents; dims
 *                of the input that have extent 1 are left out (they can only be read at 0).
 *   INJECTIVE    the element reads no more elements than the text has loads, at indices that are
 *                functions of i, or of i and of other such reads (`take` by a tensor of indices):
 *                transposing, slicing, concatenating, padding, reshaping, gathering.
 *   REDUCE       the element is f(x[e1] op x[e2] op ...), one op that is commutative and
 *                associative (but for the rounding of floats), over all elements of one input x
 *                whose index is i at the kept axes, in order. Each x[e] may go through a function,
 *                as may the result (a mean).
 *   FUSABLE      loops over inputs, in any way, for one output; what they carry is the element's
 *                own, so elements do not wait for each other: matmul, conv2d, pooling, argmax. What
 *                is stored is the value, or the element is accumulated in place, y[i] = y[i] op v.
 *   OPAQUE       all else: an element that is read by others or written at an index that depends on
 *                data (cumsum, scatter), work in local arrays (sort), calls, a `while` that chooses
 *                where to read or stores to an output, no output.
 *
 * Several outputs have a kind only if it is one of the first three and their extents are equal: the
 * last of theirs. That all elements are written is the function's duty. What is said of a size
 * holds for each of its values.
 *
 * Linear but for chains of scalars that many stores share: past a number of steps that is linear in
 * the function, it is OPAQUE. */
#ifndef TENON_LOOP_PATTERN_H
#define TENON_LOOP_PATTERN_H

#include "loop/loop.h"

/* The function must be well-formed (loop_verify). Throws STATUS_MEMORY, STATUS_CANCELLED. */
LoopPattern loop_pattern(Ctx *ctx, const LoopFn *fn);
/* The same as TVM's analysis sees it, which says more of some functions:
 * - A BROADCAST is ELEMENTWISE where one of the reads is (a bias).
 * - A local array of the function's own that is complete before it is read is an input of what
 *   reads it, and what makes it is judged as an output: the function is of the last kind of these
 *   stages, and FUSABLE where an output follows a reduction (softmax).
 * - Several outputs of which each is REDUCE are that, where there are no arrays. */
LoopPattern loop_pattern_as_tvm(Ctx *ctx, const LoopFn *fn);

const char *loop_pattern_name(LoopPattern p);
/* TVM's number; p is not NONE. */
uint32_t loop_pattern_number(LoopPattern p);
/* NONE: no kind has this number. */
LoopPattern loop_pattern_of_number(int64_t number);

#endif
