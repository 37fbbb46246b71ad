/* SPDX-License-Identifier: Apache-2.0 */
/* Calls of loop functions as one kernel: what FuseOps tries and FuseTIR does. */
#ifndef TENON_PASSES_FUSE_CALLS_H
#define TENON_PASSES_FUSE_CALLS_H

#include "ir/ir.h"
#include "loop/fuse.h"
#include "ops/lower.h"

/* The loop functions of a module, each read once. */
typedef struct {
    IrModule *m;
    Arena *arena;
    Map map;
} FuseLoops;

void fused_loops_init(FuseLoops *self, IrModule *m, Arena *arena);
enum { FUSE_OUTPUTS_MAX = 16 }; /* of a call that is joined */

/* The function that a binding calls, if it is an R.call_tir on tensors of known shape, whose loops
 * can be read; of one with several results all uses are fields. Else NULL. */
const LoopFn *fused_loops_of(FuseLoops *self, const IrBinding *b);

/* The variable of a result: the call's, or that of a field; NULL: nothing reads it. */
IrVar *fused_output(const IrBinding *b, uint32_t i);

typedef struct FuseCalls FuseCalls;

/* Does something read v after the calls so far, or beside them? */
typedef bool FuseStays(void *user, const IrVar *v);

FuseCalls *fused_calls_new(FuseLoops *loops, Arena *arena, LoopFuseOptions options);
/* The next call, in the order of the program. False: it does not go with the others, which stay as
 * they are. */
bool fused_calls_append(FuseCalls *self, const IrBinding *b, FuseStays *stays, void *user);

typedef struct {
    const LoopFn *fn;
    const IrOperand *inputs; /* variables and constants: n_inputs, links mean nothing */
    IrVar *const *outputs;
    uint32_t n_inputs, n_outputs;
    IrSymbols scalars; /* what the scalar parameters stand for */
} FusedCalls;

FusedCalls fused_calls_finish(FuseCalls *self, FuseStays *needed, void *user, const char *name);

/* A dictionary's value; NULL: none of that name. */
const IrAttr *fused_function_attr(const IrFunction *fn, const char *key);

#endif
