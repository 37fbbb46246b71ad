/* SPDX-License-Identifier: Apache-2.0 */
/* Structural equality: functions by name, attributes and flags; block kinds and borders; bindings
 * in order; output sets; declared types with symbols renamed consistently; canonical dims and
 * attributes; constants by bits, all NaN equal; what a nested function captures, as a set;
 * prim_funcs as ir/equal_prim.h says. Names of variables, parameters and symbols do not count, nor
 * do blocks without bindings. */
#ifndef TENON_IR_EQUAL_H
#define TENON_IR_EQUAL_H

#include "ir/ir.h"

/* On a difference the first one is described in *why (a line or three), when why is given. The
 * modules may be one. Interns types of `b` in `a`. */
bool ir_module_equal(IrModule *a, IrModule *b, StrBuf *why);

#endif
