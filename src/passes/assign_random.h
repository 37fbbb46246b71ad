/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TENON_PASSES_ASSIGN_RANDOM_H
#define TENON_PASSES_ASSIGN_RANDOM_H

#include "ir/ir.h"

/* Gives every R.nn.dropout without a seed (inference) a stream of random numbers (training).
 * requires well-formed, typed; establishes that no dropout is without a seed; keeps all.
 *
 *     def main(x):                      def main(x, seed: R.Tensor((), "int64")):
 *         a = R.nn.dropout(x)         a = R.nn.dropout(x, 0.5, seed, R.const(0, "int64"))
 *         b = g(x)                    s = R.random(seed, R.const(1, "int64"), R.shape([]), "int64")
 *                                     b = g(x, s)
 *
 * A function that needs one (by a call of another such as well) gets one parameter `seed` more, the
 * last. Each use in a function, a dropout or a call, has a counter of its own; a call passes a seed
 * that is drawn with its counter. So two uses in one function never share a stream, and those of
 * two calls share one with the probability that two draws of 64 bits are equal.
 *
 * False after a report, the module unchanged: a function that would need a seed is used as a value,
 * so that not all of its calls are known. */
bool pass_assign_random(IrModule *m);

#endif
