/* SPDX-License-Identifier: Apache-2.0 */
/* What passes on functions that prepare weights share. */
#ifndef TENON_PASSES_LAZY_PARTS_H
#define TENON_PASSES_LAZY_PARTS_H

#include "ir/ir.h"

/* Where a value is among the results. */
typedef struct LazyPlace LazyPlace;
struct LazyPlace {
    LazyPlace *next;
    uint32_t index;
};

/* Its name ends in transform_params. */
bool lazy_is_transform(const IrFunction *fn);
/* The elements of the function's result, or the result itself: entries of operands. */
IrOperands lazy_results(const IrFunction *fn);
/* By variable id: of the results that it is. */
LazyPlace **lazy_places(const IrFunction *fn, Arena *arena);

/* By symbol index: the number plus 1 of the first weight whose type defines the symbol; 0: none, or
 * one of the first n_inputs parameters does. Weights are the parameters behind these, or the fields
 * of `tuple`. */
uint32_t *lazy_definers(const IrFunction *fn, size_t n_inputs, const IrVar *tuple, Arena *arena);
/* Calls `visit` for the function's symbols that the list's statement mentions beside the types of
 * its variables' values, until it answers false, which is then the answer. */
bool lazy_each_symbol(const IrFunction *fn, const IrOperands *list,
                      bool (*visit)(void *user, IrSymbol *s), void *user);

#endif
