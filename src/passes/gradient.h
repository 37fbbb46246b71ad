/* SPDX-License-Identifier: Apache-2.0 */
/* Reverse-mode differentiation of a function: `f` stays, `f_adjoint` comes beside it.
 *
 *     f(x, w) -> loss          f_adjoint(x, w) -> (loss, (x_adjoint, w_adjoint))
 *
 * With a seed, of results of any shape, f_adjoint takes the adjoints of f's float results as
 * further parameters, in their order: a vector-Jacobian product. */
#ifndef TENON_PASSES_GRADIENT_H
#define TENON_PASSES_GRADIENT_H

#include "ir/ir.h"

typedef struct {
    const char *function; /* NULL: the only public one, else main */
    const char *const *
        /* names of parameters and of other variables of the function, or patterns with * and ?;
         * none: all parameters that hold floats */
        wrt;
    size_t n_wrt;
    const size_t *params; /* in place of wrt, indices of parameters, whatever their names are */
    size_t n_params;
    bool seeded;
    /* of a tuple result without a seed, the field that is the loss; -1: the only float scalar */
    int64_t target;
    /* The forward pass in so many parts, of which all but the last are computed again; 0: only what
     * stands between checkpoint markers is. */
    int64_t segments;
    bool demands;       /* that all gradients are 0 is an error, and no warning */
    const char *suffix; /* of the new function's name; NULL: _adjoint */
} GradientOptions;

/* Changes the module in place: f_adjoint is the first of the functions that are added. False after
 * a report, with the module half changed: run it within an edit. All that has no gradient is
 * reported, with a path of variables that needs it. Linear. */
bool gradient_append(IrModule *m, const GradientOptions *options);

/* Whether the name fits a pattern, in which * stands for any characters and ? for one. */
bool gradient_matches(const char *pattern, const char *name);

#endif
