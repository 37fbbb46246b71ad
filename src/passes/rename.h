/* SPDX-License-Identifier: Apache-2.0 */
/* New names for functions of a module. */
#ifndef TENON_PASSES_RENAME_H
#define TENON_PASSES_RENAME_H

#include "ir/ir.h"

/* Each global gets the name that stands at its id, all of them distinct and interned (ir_name). Of
 * a function that gets another one the attribute global_symbol goes; in the text of a loop function
 * it is the new name, where it is there. False after a report, with nothing changed: the text of a
 * loop function has the name of another one that was to get a new one. Linear in the functions and
 * the text of loop functions. */
bool rename_globals(IrModule *m, const char *const *names);

/* A function may have it: letters, digits and _, no digit first, and no keyword. */
bool rename_is_name(Str s);

#endif
