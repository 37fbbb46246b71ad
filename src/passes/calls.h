/* SPDX-License-Identifier: Apache-2.0 */
/* Who calls whom: for passes that change signatures. */
#ifndef TENON_PASSES_CALLS_H
#define TENON_PASSES_CALLS_H

#include "ir/ir.h"

typedef struct {
    IrBinding *binding;     /* an INVOKE */
    const IrOperand **args; /* one per parameter of the callee */
} Call;

typedef struct {
    IrGlobal *global;
    IrFunction *function; /* the version that was looked at */
    /* private, with a body, and nothing but calls with the right number of arguments names it: its
     * signature may change */
    bool is_free;
    bool is_named;   /* something in the module names it: calls it or uses it as a value */
    VEC(Call) calls; /* wherever they stand, nested functions included */
} Callee;

typedef struct {
    Callee *at; /* by global's id, which is its place in the module's list */
    size_t n;
} Calls;

/* Linear. */
Calls calls_collect(IrModule *m, Arena *arena);
/* The free callee of an INVOKE, or NULL. */
const Callee *calls_callee(const Calls *self, const IrBinding *b);

/* Calls `visit` for the symbols that a parameter of this type defines: those that stand alone. */
void type_defined_symbols(const IrType *t, void (*visit)(void *user, IrSymbol *s), void *user);

#endif
