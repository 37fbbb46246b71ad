/* SPDX-License-Identifier: Apache-2.0 */
/* The work of EliminateCommonSubexpr on a part of a function. */
#ifndef TENON_PASSES_COMMON_VALUES_H
#define TENON_PASSES_COMMON_VALUES_H

#include "ir/ir.h"

/* What was computed before goes, its uses go there: of variables with this id or a later one,
 * nested functions not looked into. Calls of functions stay. Linear. */
void merge_common_values(IrFunction *fn, uint32_t first_id);

#endif
