/* SPDX-License-Identifier: Apache-2.0 */
/* What an extent is at most, where a function says so of symbols, as TVM's models do:
 *
 *     R.func_attr({"tir_var_upper_bound": {"n": 4}, "tir_var_lower_bound": {"n": 2}})
 *
 * 2*n + m + 2 is at most m + 10. */
#ifndef TENON_PASSES_DIM_BOUND_H
#define TENON_PASSES_DIM_BOUND_H

#include "ir/ir.h"

typedef struct {
    IrModule *m;
    const IrAttr *upper, *lower; /* DICTs of INTs; NULL: none */
} DimBounds;

/* The function's; a nested one has those of the functions around it. False after a report of
 * numbers that are none. `pass` is named there. */
bool dim_bounds_of(DimBounds *self, const IrFunction *fn, const char *pass);
/* NULL: it overflows. Where no bound follows, the dim itself. */
const IrDim *dim_at_most(const DimBounds *self, const IrDim *d);

#endif
