/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TENON_PASSES_LAMBDA_LIFT_H
#define TENON_PASSES_LAMBDA_LIFT_H

#include "ir/ir.h"

/* Nested functions become private functions of the module; what they capture becomes leading parameters, which
 * their calls pass. Symbols of the function around that the parameters do not tell come in a shape, first.
 * requires well-formed, typed; preserves all.
 *
 *     def f(x: R.Tensor((n,))):                    def f_inner(x: R.Tensor((n,)), y: R.Tensor((n,))):
 *         @R.function                                  z = R.add(x, y)
 *         def inner(y: R.Tensor((n,))):                return z
 *             z = R.add(x, y)                      def f(x: R.Tensor((n,))):
 *             return z                                 w = cls.f_inner(x, x)
 *         w = inner(x)                                 return w
 *         return w
 *
 * A nested function that captures something and is used as a value (returned, passed on, chosen by an `if`)
 * stays where it is: without closures there is no name for it. */
bool pass_lambda_lift(IrModule *m);

#endif
