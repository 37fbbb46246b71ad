/* SPDX-License-Identifier: Apache-2.0 */
/* What tests of backends do with the values of a run. */
#ifndef TENON_TESTS_RUN_VALUES_H
#define TENON_TESTS_RUN_VALUES_H

#include "eval/value.h"

typedef VEC(const Tensor *) Tensors;

/* The tensors of a value, tuples flattened; a shape is a tensor of rank 1, a number one of rank
 * 0. */
void flatten_value(ValueList *list, Arena *arena, const Value *v, Tensors *out);
/* The public function `main`, or the only public one; NULL: neither. */
IrFunction *choose_function(const IrModule *m);

#endif
