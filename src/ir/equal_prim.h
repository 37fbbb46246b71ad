/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TENON_IR_EQUAL_PRIM_H
#define TENON_IR_EQUAL_PRIM_H

#include "base/ctx.h"

/* Whether two prim_funcs, as IrFunction.prim_text has them, are the same up to the names that they
 * bind, comments and blanks. True only if they are; texts that Python's tokens do not make up are
 * equal where they are so to the byte. Reports nothing. */
bool ir_prim_func_equal(Ctx *ctx, Str a, Str b);

#endif
