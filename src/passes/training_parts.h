/* SPDX-License-Identifier: Apache-2.0 */
/* What AppendLoss and TrainStep share, and the files of the latter. */
#ifndef TENON_PASSES_TRAINING_PARTS_H
#define TENON_PASSES_TRAINING_PARTS_H

#include "ir/clone.h"
#include "passes/passes.h"
#include "passes/training.h"

/* A new one, base_suffix or with a number. */
IrGlobal *training_global(IrModule *m, const char *base, const char *suffix);
/* Adds the parameters `targets` and `weights`, and the bindings of the loss; the result stays as it
 * is. NULL after a report. */
IrVar *append_loss(IrFunction *fn, const LossOptions *o);
/* From the first values of the two passes, in the order of their options, and from others that
 * stand behind. */
LossOptions loss_options(const PassValue *values, const PassValue *behind);
enum { LOSS_OPTIONS = 7 };

/* What becomes of a weight. STATISTIC: of a batch norm that stays as it is. */
typedef enum { FROZEN, TRAINED, MOVING, STATISTIC } TrainingRole;

typedef struct {
    TrainingRole role;
    size_t output;      /* MOVING: its place among the loss function's results behind the loss */
    double rate, decay; /* TRAINED: as TrainingGroup */
} TrainingWeight;

typedef struct {
    IrModule *m;
    Arena arena;
    const TrainingOptions *o;
    const IrFunction *from;
    size_t n_inputs, n_weights, n_trained;
    TrainingWeight *weights;
    size_t *param_of;    /* by variable id, of parameters: which one */
    VEC(IrVar *) moving; /* new values, in the loss function */
    IrVar *seed;         /* its parameter; NULL: nothing drops out */
    int64_t n_dropouts;
    IrFunction *with_loss, *adjoint;
    TrainingFunctions made;
} Training;

/* The functions of a step and of its first state, from the adjoint function. False after a
 * report. */
bool training_make_step(Training *t);
bool training_make_state(Training *t);
/* The same in two: gradients add up over several batches, and the update by their mean. */
bool training_make_gradient(Training *t);
bool training_make_update(Training *t);

#endif
