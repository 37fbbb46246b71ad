/* SPDX-License-Identifier: Apache-2.0 */
/* A prim_func of a module as a loop function. */
#ifndef TENON_PASSES_PRIM_FUNC_H
#define TENON_PASSES_PRIM_FUNC_H

#include "ir/ir.h"
#include "loop/loop.h"

/* Read into `arena`. NULL, and nothing is reported: it is none, its text is outside the loop
 * subset, or the loop verifier refuses it. Throws STATUS_MEMORY, STATUS_CANCELLED. */
const LoopFn *prim_func_loops(const IrFunction *fn, Arena *arena);

/* The function's text becomes that of these loops, below its decorators. `arena` is for what is
 * made on the way. */
void prim_func_set_loops(IrFunction *fn, Arena *arena, const LoopFn *loops);

/* The function becomes public, in its text as well. */
void prim_func_set_public(IrFunction *fn);

/* The text has `what` somewhere. */
bool prim_func_mentions(const IrFunction *fn, const char *what);
/* The value that T.func_attr gives this key, as it is written; empty: none. */
Str prim_func_attr(const IrFunction *fn, const char *key);
/* T.func_attr gives the key this value, in the text: in place of the one that it had, as the first
 * entry, or in a line of its own below the head. A text whose head is not followed by lines, or
 * whose attributes are written in another way, stays as it was: false. */
bool prim_func_set_attr(IrFunction *fn, const char *key, const char *value);
/* The function's name, and that in its text. The global stays as it is. */
void prim_func_set_name(IrFunction *fn, const char *name);

#endif
