/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TENON_PASSES_INLINE_H
#define TENON_PASSES_INLINE_H

#include "ir/ir.h"

/* Do the bodies that fn calls have types with the arguments that they get, as where they stand in
 * the place of their calls? Closures that fn calls itself too; functions that call themselves are
 * left out. The module stays as it is. False after a report of the binding that has none. */
bool inline_infers(IrModule *m, const IrFunction *fn);

#endif
