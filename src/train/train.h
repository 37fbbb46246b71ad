/* SPDX-License-Identifier: Apache-2.0 */
/* A model trained on data, a step at a time:
 *
 *     model + loss --passes/training.h--> functions of a step and of an evaluation
 *                  --backend-------------> executables; parameters and state are updated in place
 *     data --order.c, columns.c----------> batches: rows in an order that follows from seed, epoch
 *     step, evaluate, save, load, write    trainer.c
 *
 * All that a run depends on is in its options, the data and a few numbers (steps made, the epoch
 * and the rows of it that are done), so a checkpoint holds these, the parameters and the state, and
 * who goes on from it computes the bits of a run that was never interrupted. */
#ifndef TENON_TRAIN_TRAIN_H
#define TENON_TRAIN_TRAIN_H

#include "ir/ir.h"
#include "passes/training.h"
#include "train/source.h"

/* What is done with a model: steps, evaluations of all rows, or predictions, without a target. */
typedef enum { TRAIN_STEPS, TRAIN_EVALUATE, TRAIN_PREDICT } TrainMode;

typedef struct {
    const char *pattern;
    double rate, decay; /* as TrainingGroup */
} TrainGroup;

typedef struct {
    /* each a name, perhaps with values: "adamw(weight_decay=0.01)". NULL: what fits the model and
     * the data */
    const char *loss, *optimizer, *schedule, *init, *metric;
    double rate;           /* of learning; 0: the optimizer's usual one */
    int64_t epochs, steps; /* 0: not said; both: whichever ends first */
    int64_t batch;         /* 0: 32, or the model's */
    int64_t accumulate;    /* batches of a step; 0: 1 */
    int64_t patience;      /* evaluations without gain after which it ends; 0: it does not */
    uint64_t seed;
    double val_share;             /* of the rows, without a source of their own */
    double clip;                  /* the norm of all gradients; 0: not clipped */
    double average;               /* of a moving average, what is kept; 0: none */
    const char *target;           /* the column; NULL: found by its name */
    const char *const *trainable; /* patterns; none: all */
    size_t n_trainable;
    const TrainGroup *groups;
    size_t n_groups;
    int64_t threads;            /* 0: one for each processor */
    bool strict;                /* the bits of the evaluator */
    bool deterministic;         /* the same bits with any number of threads */
    const char *const *columns; /* of tables: "NAME:KIND" */
    size_t n_columns;
    int64_t classes;           /* of another last layer; 0: it stays */
    int64_t last;              /* so many of the last layers are trained; 0: `trainable` says */
    const char *class_weights; /* "balanced", or a number for each class; NULL: none */
    int64_t memory;            /* bytes that the run may hold; 0: any */
    int64_t bucket;            /* bytes of gradients that ranks sum together; 0: the usual */
    const char *shard;         /* data_parallel, zero1 or zero3; NULL: the first */
    bool save_shards;          /* of many ranks: a file of each one's part of a checkpoint */
    const char *lora;          /* "RANK" or "RANK:GLOB,...": adapters of products; NULL: none */
    bool ships;                /* it is for train_ship */
    TrainMode mode;
} TrainOptions;

/* A weight of the model, as it is read. */
typedef struct {
    const char *name; /* of the parameter */
    const char *file; /* what the file calls it */
    Tensor *value;    /* a reference, which a run takes; NULL: it is to be drawn */
    bool is_given;
    bool is_new;                   /* of another last layer (--classes) */
    const struct TrainDraw *drawn; /* how, where a run of many ranks draws it later; NULL: not so */
    size_t
        adapts; /* of an adapter (lora.c), in pairs a, b: 1 + the weight's place; 0: it is none */
    bool is_swapped; /* the product takes that weight with its dims swapped */
} TrainWeight;

/* A reference of what a run begins with: a copy, or, where ranks may have parts of it and it
 * borrows from a file, the value itself, which is not written then. */
Tensor *train_take_weight(Ctx *ctx, const Tensor *value);

typedef struct {
    IrModule *m;          /* `main`, the weights being its last parameters */
    const char *function; /* NULL: the only public one */
    const char *path;
    const OpTable *ops;   /* that a file is read with */
    Str onnx;             /* the bytes of the file; len 0: it is text */
    TrainWeight *weights; /* in the order of the parameters */
    size_t n_weights;
    IrModule *base; /* without adapters, whose weights are the last ones; NULL: there are none */
} TrainModel;

/* Makes the model fit for classes, last, and any number of rows, where it is to be trained; what
 * replaces its parts lives in the arena. `last` becomes `trainable`. False after a report. */
bool train_adapt(Arena *arena, TrainModel *model, TrainOptions *o);
/* Batch norms seem to be folded into the file's convolutions. */
bool train_folded(const TrainModel *model);

typedef struct TrainRun TrainRun;

/* A sentence, as long as the run, where a table's target is far from what models begin with; else
 * NULL. */
const char *train_far_target(const TrainRun *self);

/* What a step did. */
typedef struct {
    int64_t step, epoch; /* steps made so far; the epoch that the step was of, from 0 */
    int64_t rows;        /* of this step */
    double loss, rate;   /* the mean over its rows; what the step went by */
    bool epoch_ended, evaluated, improved, done;
    double train_loss;       /* epoch_ended: the mean of the epoch's steps since it began or was
                                resumed */
    double val_loss, metric; /* evaluated */
    const char *why;         /* done: what ended it; static */
} TrainEvent;

/* Everything that is wrong is reported before anything runs: NULL. val NULL: a share of the data.
 * The sources are borrowed. The run is on the context's clean-ups until train_keep. */
TrainRun *train_new(Ctx *ctx, const TrainModel *model, TrainSource *data, TrainSource *val,
                    const TrainOptions *o);
void train_keep(TrainRun *self);
void train_free(TrainRun *self);

/* One step; where it ends an epoch, an evaluation follows. False after a report: the loss is not
 * finite, and weights and state are as before the step; or a row cannot be read. Not after done. */
bool train_step(TrainRun *self, TrainEvent *out);
/* Of the validation rows; of the average where there is one. */
bool train_evaluate(TrainRun *self, double *loss, double *metric);
/* What will be written: the weights of the best evaluation, and its value. False: there was
 * none. */
bool train_best(const TrainRun *self, double *metric);
const char *train_metric_name(const TrainRun *self);
/* Seconds that it has waited for rows, in all. */
double train_waited(const TrainRun *self);

/* What a run is like, for people. */
typedef struct {
    int64_t steps, steps_of_epoch, epochs; /* planned */
    int64_t train_rows, val_rows, batch;
    size_t parameters, trained; /* elements */
    const char *loss, *optimizer, *metric;
} TrainPlan;
void train_plan(const TrainRun *self, TrainPlan *out);
/* Steps made, and of the event that a resumed run goes on behind. */
void train_position(const TrainRun *self, TrainEvent *out);

/* Predicts: lines of CSV for the next rows, behind a header before the first; scores: all elements
 * of the prediction, too. Sets *done where there are no more. False after a report. */
bool train_predict(TrainRun *self, bool scores, StrBuf *out, bool *done);

/* Bytes that the run holds. */
typedef struct {
    int64_t total;
    int64_t weights; /* and the best of them */
    int64_t state;   /* of the optimizer, and sums of gradients */
    int64_t batches; /* rows, also those that are read ahead */
    int64_t values;  /* what steps and evaluations work in, for batches of each size */
    int64_t parts; /* of a step's forward pass, all but one of which are computed again; 0: none */
} TrainMemory;
void train_memory(const TrainRun *self, TrainMemory *out);

/* A whole checkpoint, an .npz archive. Where ranks have parts of what is written, all of them call
 * what follows; rank 0 writes, or each its file (save_shards). */
bool train_save(TrainRun *self, const char *path);
bool train_load(TrainRun *self, const char *path);
/* The weights (of the best evaluation where there was one) as .npz or .safetensors, or as the ONNX
 * model that was read, by the ending. */
bool train_write(const TrainRun *self, const char *path);
/* Before either: false after a report. *writes: this rank does. */
bool train_before_writing(TrainRun *self, bool *writes);
/* Whether that is a place for train_write; others are written of train_bound. */
bool train_writes(const TrainRun *self, const char *path);
/* A copy of the model in which these weights are constants; the caller frees it. NULL after a
 * report. */
IrModule *train_bound(const TrainRun *self);

/* The functions that `tenon compile --train` makes code of, in a module that the caller frees:
 *
 *     f(inputs..., weights...)                      as it is
 *     f_train_step(weights, state, inputs..., targets, lr) -> (weights, state, loss)
 *     f_train_begin() -> weights                    as they are in the beginning
 *
 * The attribute `training` of f_train_step says what its parts are (backend/training.h). Of the
 * options these count: loss (required), optimizer, schedule, init, rate, steps, batch (a step
 * takes so many rows alone; 0: any), seed, clip, average, trainable,
 * groups, class_weights (numbers). NULL after reports. */
IrModule *train_ship(Ctx *ctx, TrainModel *model, const TrainOptions *o);

#endif
