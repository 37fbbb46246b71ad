/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TENON_PASSES_INLINE_PRIVATE_FUNCTIONS_H
#define TENON_PASSES_INLINE_PRIVATE_FUNCTIONS_H

#include "ir/ir.h"

/* Calls of private functions become their bodies, with symbols replaced by what the arguments' types say; then
 * private functions that nothing public reaches go. requires well-formed, typed; preserves all.
 *
 *     def f(a: R.Tensor((k,))): b = R.exp(a); return b          (private)
 *     def main(x: R.Tensor((n, 2)), y: R.Tensor(ndim=1)): u = f(y)
 *
 *     def main(x: R.Tensor((n, 2)), y: R.Tensor(ndim=1)):
 *         a = R.match_cast(y, R.Tensor((k,)))
 *         u = R.exp(a)
 *
 * What a call checks, and the argument's type does not prove, a match_cast checks. Where the body has an `if`
 * and the call stands in a dataflow block, the block is split. Calls of functions that call themselves, perhaps
 * through others, stay; so do calls once the module would have grown to ten times its bindings and 100,000
 * more, as calls within calls can double it each time. */
bool pass_inline_private_functions(IrModule *m);

#endif
