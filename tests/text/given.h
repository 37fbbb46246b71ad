/* SPDX-License-Identifier: Apache-2.0 */
/* Constants that a module is given when it runs, as FoldConstant would let the evaluator answer for
 * compiled code. */
#ifndef TENON_TESTS_GIVEN_H
#define TENON_TESTS_GIVEN_H

#include "ir/ir.h"

typedef VEC(Tensor *) Given;

/* Tensors of rank 1 and more that are operands in the global's function itself (not in functions in
 * it) become parameters behind its own, in the order of `out`, where the constants live as the
 * module. Where types need a value, or something calls the function, all stays as it is, and
 * nothing is reported. */
void give_constants(IrGlobal *global, Arena *arena, Given *out);

#endif
