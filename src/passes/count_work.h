/* SPDX-License-Identifier: Apache-2.0 */
/* What functions of a module have to do: their calls are made loops, as a backend has them, and the
 * loops are counted (loop/work.h). A function is counted once, however often it is called; of a
 * call of itself nothing is counted. */
#ifndef TENON_PASSES_COUNT_WORK_H
#define TENON_PASSES_COUNT_WORK_H

#include "ir/ir.h"

typedef struct {
    double operations; /* on floats: a multiplication and an addition are two */
    double statements; /* what the evaluator has to do */
    double bytes;      /* of what calls read and write, each element once in a call */
} WorkCount;

/* Told of each binding that calls something, once, with all that its calls do. */
typedef struct {
    void (*counted)(void *user, const IrBinding *b, const WorkCount *work);
    void *user;
} WorkListener;

/* The module, a copy, becomes what is counted: its calls become loop functions. False after a
 * report. */
bool work_legalize(IrModule *own, unsigned holds, Arena *arena);
/* Of one call of a function with a body, in a module of work_legalize. listener: NULL or told of
 * its bindings and those of what it calls; fn NULL: of all functions, for the listener alone.
 * Linear. Scratch is in the arena. */
WorkCount work_count(IrModule *own, IrFunction *fn, const WorkListener *listener, Arena *arena);

#endif
