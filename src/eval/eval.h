/* SPDX-License-Identifier: Apache-2.0 */
/* The graph evaluator: the reference execution of any module.
 *
 * Each call is inferred again with the types of the values at hand, lowered to loops (or decomposed
 * into other calls) once per such type, and interpreted. Symbols are bound by parameters and
 * match_cast, and checked. A value is freed after its last use.
 *
 * What can go wrong in a run (extents that do not fit, an index out of range, an operator without a
 * meaning) is reported on the context; NULL is returned. Out of memory, limits and cancel are
 * thrown. */
#ifndef TENON_EVAL_EVAL_H
#define TENON_EVAL_EVAL_H

#include "eval/host.h"
#include "eval/value.h"

typedef struct Evaluator Evaluator;

/* Calls of one operator: how many and how long in all. A composite counts as a whole, what it is
 * made of does not count again. */
typedef struct {
    const OpDef *op;
    size_t calls;
    int64_t nanoseconds;
} EvalCost;

typedef VEC(EvalCost) EvalCosts;

/* Keeps what it compiled for one module. Lives in `arena`, which it fills as it meets new types;
 * eval_end comes before the arena's end, unless something is thrown. */
Evaluator *eval_new(IrModule *m, Arena *arena);
void eval_end(Evaluator *self);

/* From now on costs are noted in *costs (in the evaluator's arena), in the order of first calls. */
void eval_profile(Evaluator *self, EvalCosts *costs);

/* The functions that calls of host functions reach, and where R.print goes; borrowed. Without,
 * there are the built-in ones, and what is printed is dropped. */
void eval_hosts(Evaluator *self, const Hosts *hosts);

/* From now on `after` is called when loops have been run for a call of `op`, in the module or
 * inside a composite. It gets the operands (NULL: left out) and the result, whose elements it may
 * change. */
typedef void (*EvalWatch)(void *user, const OpDef *op, Value *const *operands, uint32_t n,
                          Value *result);
void eval_watch(Evaluator *self, EvalWatch after, void *user);

/* From now on `each` is called for each binding of the function that eval_function is given, its
 * branches included and what it calls not, with the value, which is borrowed. False, after a
 * report, ends the run. */
typedef bool (*EvalEach)(void *user, const IrVar *var, const Value *value);
void eval_each(Evaluator *self, EvalEach each, void *user);

/* Runs a function that is not a prim_func. The arguments are borrowed; the result is one reference,
 * in the list. */
Value *eval_function(Evaluator *self, IrFunction *fn, Value *const *args, uint32_t n,
                     ValueList *list);

#endif
