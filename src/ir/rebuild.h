/* SPDX-License-Identifier: Apache-2.0 */
/* New versions of functions, binding by binding through the builder, so that types are inferred
 * anew. Passes that change types or constants everywhere say how in the hooks and get the rest
 * done. */
#ifndef TENON_IR_REBUILD_H
#define TENON_IR_REBUILD_H

#include "ir/build.h"

/* Each hook may be NULL: unchanged. */
typedef struct {
    void *user;
    /* Of parameters, casts, type arguments, results and prim values. */
    const IrType *(*type)(void *user, const IrType *t);
    IrConst *(*constant)(void *user, IrConst *c);
    /* The attributes of a call, one per attribute of the schema, to be changed in place. */
    void (*attrs)(void *user, const OpDef *op, IrAttr *attrs, uint32_t n);
    /* The new version of a function, when its parameters stand: further ones may be appended. */
    void (*signature)(void *user, const IrFunction *from, IrFunction *to);
    /* The operands of a binding, already those of the new version, to be changed in place; what
     * they need may be built. False after a report. */
    bool (*operands)(void *user, IrBuilder *b, const IrBinding *from, IrOperandBuf *operands);
} IrRebuildHooks;

/* Makes new versions of all functions and publishes them together. False after a report (a call
 * became ill-typed); then, and when something is thrown, the old versions stay. Annotations that
 * are weaker than what inference gives are kept. Prim_funcs stay as they are. Linear in the
 * module. */
bool ir_rebuild_module(IrModule *m, const IrRebuildHooks *hooks);

#endif
