/* SPDX-License-Identifier: Apache-2.0 */
/* Evaluating single calls of a function whose operands are known before any run. */
#ifndef TENON_EVAL_FOLD_H
#define TENON_EVAL_FOLD_H

#include "eval/eval.h"

/* What a call needs: doubles, as they cannot overflow. */
typedef struct {
    double bytes; /* of its result and of all it makes on the way */
    double result_bytes;
    double operand_bytes; /* each tensor once; an element has 4 at least, as what widens it makes */
    double steps;         /* scalar statements */
} EvalNeed;

typedef struct EvalFold EvalFold;

/* Lives in `arena`; `list` owns the values. */
EvalFold *eval_fold_new(Evaluator *e, const IrFunction *fn, ValueList *list, Arena *arena);
/* Gives back the values that are still held. */
void eval_fold_free(EvalFold *self);

/* The variable's value, borrowed; NULL: not known. */
Value *eval_fold_value(const EvalFold *self, const IrVar *v);
void eval_fold_set(EvalFold *self, const IrVar *v, Value *own_value);
void eval_fold_drop(EvalFold *self, const IrVar *v);
/* The value of an operand without symbols; NULL: something in it is not known. One reference. */
Value *eval_fold_operand(EvalFold *self, const IrOperand *tree);

/* Whether the call has a meaning and all its operands are known. Then what it would need. */
bool eval_fold_need(EvalFold *self, const IrBinding *call, EvalNeed *need);
/* The result of a call that eval_fold_need answered: one reference. NULL when the evaluation fails;
 * what it reported is taken back. */
Value *eval_fold_call(EvalFold *self, const IrBinding *call);

#endif
