/* SPDX-License-Identifier: Apache-2.0 */
/* All or nothing for passes that change a module in place.
 *
 *     IrEdit edit;
 *     ir_edit_begin(&edit, m);
 *     bool ok = pass(m);          may be left by ctx_throw as well
 *     ir_edit_end(&edit, ok);     false: the module is as it was
 *
 * The state kept is a copy of all functions, linear in the module; when something is thrown, the
 * context's clean-ups put it back. What interned tables have gained stays. */
#ifndef TENON_IR_EDIT_H
#define TENON_IR_EDIT_H

#include "ir/ir.h"

typedef struct IrSnapshot IrSnapshot;

typedef struct {
    Cleanup cleanup;
    IrModule *m;
    IrSnapshot *old;
} IrEdit;

/* `self` must stay in place until the end. Throws STATUS_MEMORY, with nothing begun. */
void ir_edit_begin(IrEdit *self, IrModule *m);
void ir_edit_end(IrEdit *self, bool keep);

#endif
