/* SPDX-License-Identifier: Apache-2.0 */
/* Losses and optimizers as calls of operators, and the passes that add them to a function. */
#ifndef TENON_PASSES_TRAINING_H
#define TENON_PASSES_TRAINING_H

#include "ops/decompose.h"

/* Losses, as torch.nn has them */

typedef enum {
#define LOSS(id, name, doc) LOSS_##id,
#include "passes/losses.def"
    LOSSES
} LossKind;

typedef enum { LOSS_MEAN, LOSS_SUM, LOSS_NONE } LossReduction;

typedef struct {
    const char *function; /* NULL: the only public one, else main */
    LossKind kind;
    LossReduction reduction;
    int64_t output;       /* which field of a tuple result is the prediction */
    int64_t ignore_index; /* of targets that are class indices: the class that does not count */
    /* a further parameter holds a weight for each class, or for each element */
    bool weighted;
    double delta; /* of the Huber loss */
    /* which dim of the prediction the classes are, from the back where it is below 0; of a
     * prediction of rank 1 it is dim 0 */
    int64_t axis;
    double smoothing; /* of cross entropies: so much of a target is spread over all classes */
    /* values for the classes in place of a parameter; NULL: as `weighted` says */
    const double *class_weights;
    size_t n_class_weights;
    /* the prediction is a softmax, and the loss takes what goes into it: the logits */
    bool of_softmax;
} LossOptions;

extern const char *const loss_names[];      /* NULL-terminated */
extern const char *const loss_reductions[]; /* the same */

/* What targets and weights of a prediction of this type are; NULL after a report. weights: NULL
 * where the loss takes none. */
const IrType *loss_target_type(IrModule *m, Loc loc, const LossOptions *o,
                               const IrType *prediction);
const IrType *loss_weight_type(IrModule *m, Loc loc, const LossOptions *o,
                               const IrType *prediction);
/* The dim of the classes; -1: the prediction has no such dim. */
int32_t loss_class_axis(const LossOptions *o, const IrType *prediction);
/* The loss; `weights` of kind NONE: none. */
IrOperand loss_build(OpDecompose *d, const LossOptions *o, IrOperand prediction, IrOperand target,
                     IrOperand weights);

/* Optimizers, as torch.optim has them */

typedef enum {
#define OPTIMIZER(id, name, doc) OPTIMIZER_##id,
#include "passes/optimizers.def"
    OPTIMIZERS
} OptimizerKind;

typedef struct {
    OptimizerKind kind;
    double momentum, beta1, beta2, epsilon, weight_decay;
    double alpha;     /* of rmsprop: what is kept of the mean of squares */
    double clip_norm; /* of all gradients together, before anything else; 0: not clipped */
    bool nesterov;
} OptimizerOptions;

extern const char *const optimizer_names[]; /* NULL-terminated */

enum { OPTIMIZER_SLOTS = 2 };
/* Tensors of a parameter's shape that the optimizer keeps for it; of its dtype, float32 for
 * half-precision ones. */
uint32_t optimizer_slots(const OptimizerOptions *o);
/* What all updates of a step share. */
typedef struct {
    IrOperand lr;             /* a tensor of rank 0, of any float dtype */
    IrOperand step;           /* a float, rank 0: 1 in the first step */
    IrOperand corrections[2]; /* 1 - beta**step; kind NONE: not there */
    IrOperand scale;          /* of gradients, float32; kind NONE: 1 */
} OptimizerStep;
OptimizerStep optimizer_begin(OpDecompose *d, const OptimizerOptions *o, IrOperand lr,
                              IrOperand step, const IrOperand *gradients, uint32_t n);
/* The parameter's new value; slots are replaced by their new values. */
IrOperand optimizer_update(OpDecompose *d, const OptimizerOptions *o, const OptimizerStep *step,
                           IrOperand parameter, IrOperand gradient, IrOperand *slots);

/* Steps: what TrainStep makes of a function */

/* Weights whose name fits the pattern: the last group that one fits says how it is trained. */
typedef struct {
    const char *pattern;
    double rate;  /* times the learning rate */
    double decay; /* in place of the optimizer's weight_decay; below 0: that one */
} TrainingGroup;

typedef struct {
    LossOptions loss;
    OptimizerOptions optimizer;
    const char *const *train; /* patterns; none: all */
    size_t n_train;
    const TrainingGroup *groups;
    size_t n_groups;
    int64_t num_input; /* parameters that are inputs; -1: as the function's attribute says */
    double average;    /* of a moving average of the weights, what is kept; 0: there is none */
    bool keep_norms;   /* batch norms stay in inference */
    bool wide;         /* the learning rate is float64, and so is what follows from the step */
    bool plain_small;  /* biases and norms do not decay, but by a group */
    bool guard;        /* a step whose loss is not finite changes nothing */
    int64_t segments;  /* of the forward pass, as GradientOptions says */
    bool accumulate;   /* two functions in place of the step: gradients add up, and an update */
} TrainingOptions;

/* At most one extent is not 1. */
bool training_is_narrow(const IrType *t);

/* Adds a function beside the one that the loss names: f_eval(inputs..., weights..., targets) ->
 * (loss, prediction), as it is for inference. NULL after a report. */
IrGlobal *training_evaluation(IrModule *m, const LossOptions *o);
/* `step` is f_train_gradient, and there is an `update`, where gradients accumulate. */
typedef struct {
    IrGlobal *step, *update;
    const size_t *trained; /* which weights are: what the lists of the state are of */
    size_t n_trained;
} TrainingFunctions;

/* Adds the functions beside the one that the loss names; the module is half changed after a report
 * (false): run it within an edit. */
bool training_steps(IrModule *m, const TrainingOptions *o, TrainingFunctions *out);

#endif
