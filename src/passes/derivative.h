/* SPDX-License-Identifier: Apache-2.0 */
/* Derivatives of a function as public functions with flat results and names for them, as artefacts
 * want them:
 *
 *     f(x, w) -> y
 *     f_vjp(x, w, y_adjoint)             -> (y, x_adjoint, w_adjoint)
 *     f_jvp(x, w, x_tangent, w_tangent)  -> (y, y_tangent)
 *     f_jacobian(x, w)                   -> (y, y_x_jacobian, y_w_jacobian)
 *     f_hvp(x, w, x_tangent, w_tangent)  -> (loss, x_adjoint, w_adjoint, x_hvp, w_hvp)
 */
#ifndef TENON_PASSES_DERIVATIVE_H
#define TENON_PASSES_DERIVATIVE_H

#include "ir/ir.h"

typedef enum { DERIVATIVE_VJP, DERIVATIVE_JVP, DERIVATIVE_JACOBIAN, DERIVATIVE_HVP } DerivativeKind;

/* By what a Jacobian is computed: the one with fewer products, or as it says. */
typedef enum { JACOBIAN_CHEAPER, JACOBIAN_FORWARD, JACOBIAN_REVERSE } JacobianMode;

typedef struct {
    const char *function; /* NULL: the only public one, else main */
    DerivativeKind kind;
    JacobianMode mode;
    /* names of parameters, or patterns with * and ?; none: all parameters that hold floats */
    const char *const *wrt;
    size_t n_wrt;
    bool alone; /* all other functions become private */
} DerivativeOptions;

extern const char *const derivative_names[]; /* by DerivativeKind; NULL-terminated */
extern const char *const jacobian_modes[];   /* by JacobianMode */

/* A float tensor among parameters or results, and its name. */
typedef struct {
    const char *name;
    const IrType *type;
} DerivativeLeaf;
typedef struct {
    Arena *arena;
    VEC(DerivativeLeaf) at;
} DerivativeLeaves;

/* jacobian.c: makes a Jacobian of what `fn` gives, a product for each unit vector that its last
 * parameters can be, in one scan. */
typedef struct {
    IrFunction *fn;       /* the product: f's parameters, then seeds; (results of f, products) */
    const IrFunction *of; /* f */
    bool forward;         /* seeds are tangents of x, and products of y; else the other way round */
    const DerivativeLeaves *x, *y;
    Arena *arena;
    VEC(IrOperand) results; /* of the new function: those of f, then a block for each y and x */
} Jacobian;
/* False after a report. */
bool jacobian_build(Jacobian *self);

/* derivative_leaves.c: the leaves of an operand, those of floats alone or all; fields are built
 * where d says. */
typedef VEC(IrOperand) OperandLeaves;
void derivative_operand_leaves(struct OpDecompose *d, Arena *arena, const IrOperand *tree,
                               bool floats, OperandLeaves *out);

#endif
