/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TENON_PASSES_FOLD_CONSTANT_H
#define TENON_PASSES_FOLD_CONSTANT_H

#include "ir/ir.h"

/* Evaluates pure calls of operators whose operands are all constants, creation operators included, with the
 * evaluator's exact semantics; shapes that are known, also symbolic ones, take the place of their variables.
 * requires well-formed, typed; preserves all.
 *
 *     lv = R.add(R.const(1, "int64"), R.const(2, "int64"))         s = R.shape_of(x)
 *     gv = R.multiply(n, lv)                                       y = R.zeros(s, dtype="float32")
 *
 *     gv = R.multiply(n, R.const(3, "int64"))                      y = R.zeros(R.shape([n, 3]), dtype="float32")
 *
 * Left as they are: what the gradient's or other workers' markers say (OP_ANCHORED), calls of functions and of
 * the host, a call whose evaluation fails, and one that would cost too much. What a call needs is computed
 * before it is evaluated: its result may have 1 MiB, or as many bytes as its operands have together; what it
 * takes on the way 16 times that; steps in proportion. limits.folded_bytes and folded_steps bound a whole
 * run. */
bool pass_fold_constant(IrModule *m);

#endif
