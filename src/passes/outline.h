/* SPDX-License-Identifier: Apache-2.0 */
/* Outlining: bindings that stand side by side in a block move to a function of the module, which is
 * called in their place.
 *
 *     y = R.nn.conv2d(x, w)              def fused_relax_nn_conv2d_relax_nn_relu(x, w):
 *     z = R.nn.relu(y)                       y = R.nn.conv2d(x, w)
 *     u = R.exp(z)                           z = R.nn.relu(y)
 *                                            return z
 *                                        z = cls.fused_relax_nn_conv2d_relax_nn_relu(x, w)
 *                                        u = R.exp(z)
 *
 * What they use from around becomes parameters, in the order of the first use; symbols that these
 * do not tell come in a shape behind them. What is used elsewhere is a result. Bindings that do the
 * same get one function. */
#ifndef TENON_PASSES_OUTLINE_H
#define TENON_PASSES_OUTLINE_H

#include "ir/clone.h"

typedef struct Outline Outline;

struct Outline {
    IrModule *m;
    Arena *arena;
    const char *pass;     /* whose work it is, for origins */
    bool lifts_constants; /* they are parameters too */
    bool is_dataflow;     /* the functions' bodies are dataflow blocks */
    /* Makes the member's copy in the new function; NULL: ir_clone_binding. False after a report. */
    bool (*copy)(Outline *o, IrClone *c, IrBinding *b);
    /* The new function under this name becomes what the module is to have. NULL after a report. */
    IrFunction *(*finish)(Outline *o, IrFunction *fn, IrGlobal *g);
    const char *suffix; /* behind the function's name; NULL: none */
    const char *kind;   /* interned: functions of several kinds are never shared */
    void *user;
    /* Private: */
    IrClone clone;
    size_t n_values; /* room of its table */
    Map known, names;
    struct OutlineWork *work;
};

void outline_init(Outline *self, IrModule *m, Arena *arena, const char *pass);
/* The bindings that follow are this function's. */
void outline_begin(Outline *self, IrFunction *fn);
/* False after a report. */
bool outline_make(Outline *self, IrBinding *const *members, size_t n);

#endif
