/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TENON_PASSES_BIND_PARAMS_H
#define TENON_PASSES_BIND_PARAMS_H

#include "ir/ir.h"

/* A function of the module calls it or hands it on. Linear in the module. */
bool pass_is_called(const IrModule *m, const IrGlobal *g);

typedef struct {
    const char *name; /* of the parameter; NULL: by index */
    size_t index;
    Tensor *tensor;       /* borrowed; NULL: `value` */
    IrOperand value;      /* a shape or a number, SHAPE or PRIM, of the module */
    const char *constant; /* what files that name constants call it; NULL: as the parameter */
} BindParam;

/* BindParams: constants, shapes and numbers take the place of parameters of one function, which
 * leave its signature. Symbols that such a parameter's type defines get the extents of what takes
 * its place, or that number, in the whole function.
 * requires well-formed, typed; keeps all.
 *
 *     def f(x: R.Tensor((n, k)), w: R.Tensor((k, 4))): y = R.matmul(x, w)     w = <constant (3, 4)>
 *
 *     def f(x: R.Tensor((n, 3))): y = R.matmul(x, <constant>)
 *
 * Reported, with the module unchanged: a parameter that is not there or bound twice, a constant
 * that is not of its type, a function that others call (their calls would lack an argument), and
 * what inference refutes. */
bool pass_bind_params(IrModule *m, IrFunction *fn, const BindParam *list, size_t n);

/* What messages call the text of expressions. */
#define BIND_MAP_NAME "binding_map"

typedef struct {
    const char *name; /* of a symbol that the parameters define */
    int64_t value;
    const struct SynExpr *expr; /* over symbols, in place of the value, if not NULL */
    Str text;                   /* that the expression stands in */
} BindDim;

/* BindSymbolicVars: symbols get values, in one function, or (fn NULL) in every function whose
 * parameters define a symbol of that name. A name in an expression is the symbol of the parameters
 * that has it, if that is not bound itself, else a new one, which the parameters must define then.
 * requires well-formed, typed; keeps all.
 *
 *     def f(x: R.Tensor((n, 3))): y = R.reshape(x, R.shape([n * 3]))               n = 4
 *
 *     def f(x: R.Tensor((4, 3))): y = R.reshape(x, R.shape([12]))
 *
 *     def f(x: R.Tensor((a, b))): ...                                    a = 2 * k, b = k
 *
 *     def f(x: R.Tensor((2 * k, k))): ...
 *
 * Reported, with the module unchanged: a name that no parameter defines, a name given twice, a
 * negative extent, a new symbol that no parameter defines, and what inference refutes (also in
 * callers). What it refutes in a branch of an `if` is left to the run: the symbols stay there. */
bool pass_bind_symbolic_vars(IrModule *m, const IrFunction *fn, const BindDim *list, size_t n);

#endif
