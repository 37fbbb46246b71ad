/* SPDX-License-Identifier: Apache-2.0 */
/* Symbols of the functions around a nested one. */
#ifndef TENON_IR_FOREIGN_H
#define TENON_IR_FOREIGN_H

#include "ir/ir.h"

/* Each mention of a symbol of a function around fn, in its signature and its body. */
void ir_function_foreign_symbols(const IrFunction *fn, void (*visit)(void *user, IrSymbol *s),
                                 void *user);

#endif
