/* SPDX-License-Identifier: Apache-2.0 */
/* Forward-mode differentiation of a function: `f` stays, `f_jvp` comes beside it.
 *
 *     f(x, w) -> y        f_jvp(x, w, x_tangent, w_tangent) -> (y, y_tangent)
 *
 * The tangent of the result is the Jacobian times the tangents of the parameters: a
 * Jacobian-vector product. */
#ifndef TENON_PASSES_FORWARD_H
#define TENON_PASSES_FORWARD_H

#include "ir/ir.h"

typedef struct {
    const char *function; /* NULL: the only public one, else main */
    /* names of parameters, or patterns with * and ?; none: all parameters that hold floats */
    const char *const *wrt;
    size_t n_wrt;
    const size_t *params; /* in place of wrt, numbers of parameters, whatever their names are */
    size_t n_params;
    const char *base, *suffix; /* of the new function's name; NULL: the function's, _jvp */
} ForwardOptions;

/* Changes the module in place: f_jvp is the first of the functions that are added. False after a
 * report, with the module half changed: run it within an edit. All that has no derivative is
 * reported, with a path of variables that needs it. Linear. */
bool forward_gradient(IrModule *m, const ForwardOptions *options);

#endif
