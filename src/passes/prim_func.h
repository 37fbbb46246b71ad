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

#endif
