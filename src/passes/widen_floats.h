/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TENON_PASSES_WIDEN_FLOATS_H
#define TENON_PASSES_WIDEN_FLOATS_H

#include "ir/ir.h"

/* Makes every float type, constant, cast and dtype attribute of the module float64, so that two modules
 * can be held against each other without their rounding. requires well-formed, typed; preserves all.
 *
 *     y: R.Tensor((n,), dtype="float16") = R.astype(x, dtype="float16")
 *     y: R.Tensor((n,), dtype="float64") = R.astype(x, dtype="float64")
 *
 * False after a report; the module is then unchanged. Prim_funcs cannot be widened and are reported. */
bool pass_widen_floats(IrModule *m);

#endif
