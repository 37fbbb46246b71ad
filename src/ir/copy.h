/* SPDX-License-Identifier: Apache-2.0 */
/* Copies of functions entry by entry, with ids, order labels and types as they are: nothing is
 * built or inferred anew (ir/clone.h does that). Within a module such copies are what an edit goes
 * back to (ir/edit.h); a whole module is copied for who changes it for a purpose of its own, such
 * as compiling, and drops it. */
#ifndef TENON_IR_COPY_H
#define TENON_IR_COPY_H

#include "ir/ir.h"

/* A module of its own, in arenas of its own, that holds the same: functions and definitions, in
 * this order, with the same names. Constants share their tensors. Origins (ir/origin.h), and what
 * is kept of the file that it was read from, are the old module's, which must outlive the copy
 * (but for ir_module_part). Linear. While it is under construction it hangs on the context's
 * clean-ups, as one of ir_module_new does. Throws STATUS_MEMORY. */
IrModule *ir_module_copy(const IrModule *from);
/* The old module may go: the copy's origins, and what is kept of the file, are dropped. Linear. */
void ir_module_part(IrModule *copy);
/* Of a module that was read from a file, for who holds what is kept of that against the copy. The
 * copy's symbol for one of a function that was copied; NULL: it was none. */
IrSymbol *ir_module_copy_symbol(const IrModule *copy, const IrSymbol *of);
/* The constant that this one of the copy was; NULL: it is new. */
const IrConst *ir_module_copied_const(const IrModule *copy, const IrConst *c);
/* The copy's function of that global, which may be NULL. */
IrGlobal *ir_module_copy_global(const IrModule *copy, const IrGlobal *of);

/* One function within its module. Its symbols stay the old ones; `owned` is told whose each is
 * now. */
typedef struct {
    void (*owned)(void *user, IrSymbol *s, IrFunction *fn, IrBody *body);
    void *user;
} IrCopyOwners;
IrFunction *ir_function_copy(IrModule *m, const IrFunction *from, const IrCopyOwners *owners);

#endif
