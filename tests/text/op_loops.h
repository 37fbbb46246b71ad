/* SPDX-License-Identifier: Apache-2.0 */
/* The loop functions of operators, for the tests that walk over all of them: of every call of a
 * core operator in the cases of text tests (with the types as they stand there, symbols and all),
 * and of drawn calls. */
#ifndef TENON_TESTS_OP_LOOPS_H
#define TENON_TESTS_OP_LOOPS_H

#include "ir/ir.h"
#include "loop/loop.h"

typedef struct {
    Ctx *ctx;
    OpTable ops;
    Arena *keep; /* where functions live; NULL: in an arena that goes after the call of `see` */
    /* fn lives in `arena`, which may be used; where: the file, or "a drawn call" */
    void (*see)(void *user, IrBinding *b, const LoopFn *fn, Arena *arena, const char *where);
    void *user;
    size_t unknown; /* calls of core operators whose types do not say enough */
} OpLoops;

void op_loops_of_module(OpLoops *self, IrModule *m, const char *where);
/* False when the file cannot be read. */
bool op_loops_of_file(OpLoops *self, const char *path);
/* Of `n` drawn calls of the operator, if it is a core one that can be drawn. */
void op_loops_of_samples(OpLoops *self, const OpDef *op, uint64_t n);

#endif
