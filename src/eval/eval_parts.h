/* SPDX-License-Identifier: Apache-2.0 */
/* What the evaluator's files share: eval.c walks bindings, eval_call.c calls operators, eval_value.c makes
 * operands' values and checks values against types. */
#ifndef TENON_EVAL_PARTS_H
#define TENON_EVAL_PARTS_H

#include "base/diag.h"
#include "eval/eval.h"
#include "eval/fold.h"

struct Evaluator {
    IrModule *m;
    Arena *arena;
    Map ready; /* calls by operator, attributes and operand types */
    Map loops; /* prim_funcs that were called, by global */
    uint32_t depth;
    EvalCosts *costs; /* NULL: not asked for */
    bool inside;      /* a composite that is noted as a whole */
};

/* A function during a run. */
typedef struct Frame {
    Evaluator *e;
    ValueList *list;
    IrFunction *fn;
    Value **vars;     /* by variable id; one reference each */
    uint32_t *left;   /* uses that are still to come */
    int64_t *symbols; /* by symbol id: -1 is a value too, so see `bound` */
    bool *bound;
    const struct Frame *outer; /* of a nested function: its symbols are seen */
    Arena arena;
} Frame;

/* Reports; always false. */
bool eval_fail(Evaluator *e, Loc loc, const char *what);
/* An IrSymbolFn of a frame: the symbol's value, NULL when it has none. */
const IrDim *eval_symbol(void *user, IrSymbol *s);
/* The value has the type; symbols that stand alone and have no value yet get one. False after a report.
 * Types nest at most limits.depth deep. */
bool eval_check(Frame *f, Loc loc, const IrType *t, const Value *v, const char *what);
/* The exact type of a value. */
const IrType *eval_type(IrModule *m, const Value *v);
/* One reference; NULL after a report. leaf: not a tuple. */
Value *eval_leaf(Frame *f, Loc loc, const IrOperand *o);
Value *eval_operand(Frame *f, Loc loc, const IrOperand *tree);
/* The result of an operator's call: one reference; NULL after a report. */
Value *eval_call(Frame *f, const IrBinding *b);
/* What the call would need with the values at hand; false: unknown, or after a report. */
bool eval_call_need(Frame *f, const IrBinding *b, EvalNeed *need);

#endif
