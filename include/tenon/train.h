/* SPDX-License-Identifier: Apache-2.0 */
/* For tools: models trained on data (docs/train.md), what `tenon train` uses.
 *
 *     #include <stdio.h>
 *     #include <string.h>
 *     #include <tenon/tenon.h>
 *
 *     // y = 2 x + 1
 *     static TnStatus line(void *user, const int64_t *rows, size_t n, void *const *columns) {
 *         (void)user;
 *         for (size_t i = 0; i < n; i++) {
 *             const float x = (float)(rows[i] % 16) / 8 - 1;
 *             if (columns[0]) ((float *)columns[0])[i] = x;
 *             if (columns[1]) ((float *)columns[1])[i] = 2 * x + 1;
 *         }
 *         return TN_OK;
 *     }
 *
 *     int main(void) {
 *         static const char net[] =
 *             "@R.function\n"
 *             "def main(x: R.Tensor((\"n\", 1), \"float32\"), w: R.Tensor((1, 1), \"float32\"),\n"
 *             "         b: R.Tensor((1,), \"float32\")):\n"
 *             "    R.func_attr({\"num_input\": 1})\n"
 *             "    y = R.matmul(x, w) + b\n"
 *             "    return y\n";
 *         static const int64_t one = 1;
 *         const TnDataColumn columns[2] = {{"x", "float32", 1, &one}, {"y", "float32", 1, &one}};
 *         const TnDataSource source = {TN_SIZED(TnDataSource), "line", columns, 2, 512, line, NULL};
 *         const TnTrainerOptions options = {TN_SIZED(TnTrainerOptions), .optimizer = "momentum",
 *                                           .rate = 0.05, .epochs = 8, .val_share = 0.25};
 *         TnContext *ctx;
 *         TnModule *m = NULL;
 *         TnData *data = NULL;
 *         TnTrainer *t = NULL;
 *         TnTrainEvent e = {.done = 0};
 *         if (tn_context_new(NULL, &ctx) != TN_OK) return 1;
 *         TnStatus status = tn_module_parse(ctx, "net", net, strlen(net), &m);
 *         if (!status) status = tn_data_new(ctx, &source, &data);
 *         if (!status) status = tn_trainer_of_module(m, data, NULL, &options, &t);
 *         while (!status && !e.done) status = tn_trainer_step(t, &e);
 *         if (!status) printf("%s %.3f\n", tn_trainer_metric(t), e.metric);
 *         tn_trainer_free(t);
 *         tn_data_free(data);
 *         tn_module_free(m);
 *         tn_context_free(ctx);
 *         return status != TN_OK;
 *     }
 *
 * prints: r2 1.000
 *
 * Thread rule: data and trainers are of their context; several of a context take turns. */
#ifndef TENON_TRAIN_H
#define TENON_TRAIN_H

#include <tenon/module.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Data: rows with columns. */

typedef struct TnData TnData;

typedef struct TnDataColumn {
    const char *name, *dtype;
    uint32_t ndim; /* of a row: 0 for a number */
    const int64_t *dims;
} TnDataColumn;

/* Data by callback. */
typedef struct TnDataSource {
    size_t size;      /* TN_SIZED(TnDataSource) */
    const char *name; /* for messages */
    const TnDataColumn *columns;
    size_t n_columns;
    int64_t rows;
    /* Writes these n rows of each column c, one behind the other, to columns[c], where that is not
     * NULL. Any rows may be asked for, again and again, and must be the same each time: where a run
     * is in the data is the trainer's to know. Another status than TN_OK ends the call with it. It
     * may not call the library with this context. */
    TnStatus (*read)(void *user, const int64_t *rows, size_t n, void *const *columns);
    void *user;
} TnDataSource;

/* Names, dtypes and dims are copied. TN_E_USAGE: a dtype that there is not, or that is packed or of
 * strings. */
TN_API TnStatus tn_data_new(TnContext *ctx, const TnDataSource *source, TnData **out);
/* By its ending. An .npz archive, or a folder of .npy files, which may be larger than memory: each
 * array is a column, and its dim 0 the rows. A table, .csv or .tsv, whose first line names its
 * columns: what of these are a model's inputs follows from the model (docs/train.md, "Tables"). A
 * folder of PNG and JPEG files, in a folder for each class: the same ("Pictures").
 * TN_E_INVALID, TN_E_IO with diagnostics. */
TN_API TnStatus tn_data_read(TnContext *ctx, const char *path, TnData **out);
/* After the trainers that it was given to. */
TN_API void tn_data_free(TnData *data);
TN_API int64_t tn_data_rows(const TnData *data);
/* TN_E_USAGE past the last one. Strings live as the data. */
TN_API TnStatus tn_data_column(const TnData *data, size_t index, TnDataColumn *out);

/* Training. */

typedef struct TnTrainer TnTrainer;

/* Weights whose names fit the pattern (* and ?); of several groups that do, the last one counts. */
typedef struct TnTrainGroup {
    const char *pattern;
    double rate;  /* times the learning rate */
    double decay; /* in place of the optimizer's weight_decay; below 0: that one */
} TnTrainGroup;

/* Texts name something, perhaps with values: "adamw(weight_decay=0.01)". docs/train.md lists all. */
typedef struct TnTrainerOptions {
    size_t size;           /* TN_SIZED(TnTrainerOptions) */
    const char *function;  /* of a module; NULL: the only public one, else "main" */
    const char *loss;      /* NULL: what fits the model and the target */
    const char *optimizer; /* NULL: adamw */
    const char *schedule;  /* of the learning rate; NULL: constant */
    const char *init;      /* of weights without values, or a file of values; NULL: kaiming */
    const char *metric;    /* NULL: what fits the loss */
    const char *target;    /* the column; NULL: y, target or label, or the only one left */
    double rate;           /* of learning; 0: the optimizer's usual one */
    int64_t epochs, steps; /* 0: not said; the one that ends first counts; neither: 10 epochs */
    int64_t batch;         /* rows; 0: 32, or what the model says */
    int64_t accumulate;    /* batches of a step; 0: 1 */
    int64_t patience;      /* evaluations without gain that end it; 0: it goes on */
    uint64_t seed;         /* of all that is drawn */
    double val_share;      /* of the rows, for validation, where there are no data for that */
    double clip;           /* the norm of all gradients together is at most this; 0: any */
    double average;        /* of a moving average of the weights, kept in a step; 0: none */
    const char *const *trainable; /* patterns of weights; none: all of floats */
    size_t n_trainable;
    const TnTrainGroup *groups;
    size_t n_groups;
    int64_t threads;   /* at most so many; 0: one for each processor */
    int strict;        /* the bits of the reference evaluator */
    int deterministic; /* the same bits with any number of threads */
    /* How columns of a table are read: "NAME:KIND", NAME with * and ? as in patterns. */
    const char *const *columns;
    size_t n_columns;
    int evaluates; /* there are no steps: tn_trainer_evaluate of all rows is what is wanted */
    /* Another last layer, for so many classes, whose weights are drawn; 0: it stays. TN_E_INVALID
     * where it is not clear which layer that is. */
    int64_t classes;
    int64_t last; /* only so many of the last layers are trained; 0: as `trainable` says */
    /* Of losses of classes: "balanced" (by how often each is a target of the rows trained on), or a
     * number for each class between commas; NULL: all are alike. */
    const char *class_weights;
    /* "RANK", or "RANK:GLOB,GLOB": adapters of so low a rank beside the products by weights of two
     * dims (all where they are smaller than the weight, or those that a pattern fits) are trained,
     * and nothing else, but for what `trainable` or `last` names and what `classes` draws. NULL:
     * there are none. What is written holds them, in .onnx and text, in the weights; .npz and
     * .safetensors hold what is trained alone. */
    const char *lora;
    /* Bytes that a run may hold; 0: any. Where they are too few, parts of the forward pass are
     * computed again in the backward pass; TN_E_INVALID where that does not do. */
    int64_t memory;
    /* Of many ranks: gradients are summed in buckets of at most so many bytes, each as soon as its
     * gradients are complete; 0: 25 MiB. The bits do not depend on it. */
    int64_t bucket;
    /* Of many ranks: what each has a part of. "data_parallel": of each batch's rows; "zero1": of
     * the optimizer's state too; "zero3": of the weights too. NULL: the first. tn_trainer_save,
     * _write and evaluations bring parts together then, so all ranks call them. */
    const char *shard;
    /* Of many ranks: each writes its part of a checkpoint to a file of its own, beside the one that
     * tn_trainer_save names, so all ranks call that. */
    int save_shards;
} TnTrainerOptions;

/* A trainer of the model in a file: ONNX, whose weights are trained, or Relax text, whose
 * parameters behind the first num_input are weights that are drawn. `val` (may be NULL) is what is
 * validated with. TN_E_INVALID with diagnostics of all that is wrong with model, data and options;
 * nothing has run then. The data stay the caller's. */
TN_API TnStatus tn_trainer_new(TnContext *ctx, const char *path, TnData *data, TnData *val,
                               const TnTrainerOptions *options, TnTrainer **out);
/* Of a module, whose parameters behind the first num_input are weights that are drawn. It is not
 * changed, and may be freed. */
TN_API TnStatus tn_trainer_of_module(TnModule *m, TnData *data, TnData *val,
                                     const TnTrainerOptions *options, TnTrainer **out);
TN_API void tn_trainer_free(TnTrainer *t);

/* What a program needs that goes on training the model without this library (docs/train.md): a
 * module of f(inputs..., weights...), f_train_step(weights, state, inputs..., targets, lr) and
 * f_train_begin() with the weights of the file, or drawn ones. It is compiled with
 * TnCompileOptions.training. Of the options these count: function, loss (required, but for a model
 * that gives its loss), optimizer, schedule, init, rate, steps (of a schedule), batch (the step
 * takes so many rows alone; 0: any), seed, clip, average, trainable, groups,
 * class_weights (numbers). The caller frees *out.
 * Errors as tn_trainer_new. */
TN_API TnStatus tn_train_module(TnContext *ctx, const char *path, const TnTrainerOptions *options,
                                TnModule **out);

typedef struct TnTrainPlan {
    int64_t steps, steps_of_epoch, epochs;
    int64_t train_rows, val_rows, batch;
    size_t parameters, trained;            /* elements */
    const char *loss, *optimizer, *metric; /* live until the next call */
} TnTrainPlan;

TN_API TnStatus tn_trainer_plan(TnTrainer *t, TnTrainPlan *out);

/* Bytes that the run will hold, but for what the library itself takes and compiled code. */
typedef struct TnTrainMemory {
    int64_t total;
    int64_t weights; /* with the best of them, where there is a validation */
    int64_t state;   /* of the optimizer, and sums of gradients */
    int64_t batches; /* rows */
    int64_t values;  /* what steps and evaluations work in */
    int64_t parts;   /* of the forward pass; all but the last are computed again; 0: none is */
} TnTrainMemory;

/* As it was planned. TN_E_USAGE: NULL. */
TN_API TnStatus tn_trainer_memory(TnTrainer *t, TnTrainMemory *out);

typedef struct TnTrainEvent {
    int64_t step, epoch; /* steps made; the epoch that the last one was of, from 0 */
    int64_t rows;        /* of the step */
    double loss, rate;   /* the mean of the step; the learning rate that it went by */
    int epoch_ended;     /* it was the last step of its epoch, or of the run: */
    double train_loss;   /* the mean over the epoch */
    int evaluated;       /* there are rows for validation: */
    double val_loss, metric;
    int improved;    /* it is the best so far */
    int done;        /* there are no more steps: */
    const char *why; /* static */
} TnTrainEvent;

/* Makes a step, and what follows where it ends an epoch. TN_E_INVALID: the loss is not finite (a
 * diagnostic says in which operator that first arose, and weights and state are as before the
 * step), or rows cannot be read; TN_E_USAGE: it was done. */
TN_API TnStatus tn_trainer_step(TnTrainer *t, TnTrainEvent *out);
/* Where it is, without a step. */
TN_API TnStatus tn_trainer_position(TnTrainer *t, TnTrainEvent *out);
/* The validation rows with the weights as they are now (the average, where there is one). */
TN_API TnStatus tn_trainer_evaluate(TnTrainer *t, double *loss, double *metric);
/* The metric of the weights that are written: the best of all evaluations. TN_E_USAGE: there was
 * none. */
TN_API TnStatus tn_trainer_best(TnTrainer *t, double *metric);
/* What is to be known of the model before it is trained, a sentence that lives as
 * long as the trainer; NULL: nothing. */
TN_API const char *tn_trainer_remark(TnTrainer *t);
/* The metric's name; lives until the next call. */
TN_API const char *tn_trainer_metric(TnTrainer *t);

/* Seconds that steps and evaluations have waited for rows so far; files are read ahead by a thread
 * of the trainer's, so of these it is what reading takes longer than computing. NULL: 0. */
TN_API double tn_trainer_waited(const TnTrainer *t);

/* A checkpoint is one file, there whole or not at all: weights, state, the best weights, and where
 * in the data it is. By `save_shards` it is that file, written last, and one beside it for each
 * rank, run-0.3.npz of run.npz; any number of ranks reads them, each what it has a part of. A
 * trainer that was made with the same model, data and options and loads it goes on with the bits of
 * a run that was never interrupted. All ranks call tn_trainer_load, and have then the same weights
 * and state, or all fail. TN_E_INVALID: it is no checkpoint, or another run's, and the trainer is
 * as it was; or ranks have read other ones. */
TN_API TnStatus tn_trainer_save(TnTrainer *t, const char *path);
TN_API TnStatus tn_trainer_load(TnTrainer *t, const char *path);
/* The weights of the best evaluation, or, without one, as they are. By the ending: .onnx (of an
 * ONNX file that file with new weights, all else and all names as they were), .py and the like
 * (Relax text, with the weights in it), .npz and .safetensors (the weights by their names). */
TN_API TnStatus tn_trainer_write(TnTrainer *t, const char *path);

/* Files of named arrays, as weights come out: .npz and .safetensors, by the ending. */

/* Calls `take` with each array in the file's order; it lives until `take` returns, and another
 * status than TN_OK ends the call with it. `take` may not call the library with this context.
 * TN_E_INVALID, TN_E_IO with diagnostics, before any is taken. */
TN_API TnStatus tn_arrays_read(TnContext *ctx, const char *path,
                               TnStatus (*take)(void *user, const TnTensorInfo *array), void *user);
/* Of each array name, dtype, ndim, dims and data count; the file is there whole or not at all.
 * TN_E_USAGE: one has no name, or a dtype that is packed, of strings or none; TN_E_INVALID, TN_E_IO
 * with diagnostics. */
TN_API TnStatus tn_arrays_write(TnContext *ctx, const char *path, const TnTensorInfo *arrays,
                                size_t n);

/* Predictions. */

typedef struct TnPredictOptions {
    size_t size;          /* TN_SIZED(TnPredictOptions) */
    const char *function; /* of a module; NULL: the only public one, else "main" */
    /* Takes the next n bytes of the text: CSV, a header and a line for each row. Another status
     * than TN_OK ends the call with it. */
    TnStatus (*write)(void *user, const char *text, size_t n);
    void *user;
    int64_t batch, threads;    /* rows at once; as of a trainer */
    int scores;                /* all elements of a prediction, too */
    int strict, deterministic; /* as of a trainer */
} TnPredictOptions;

/* What the model in a file predicts for the data, which need no target: classes by their names, and
 * numbers in their own unit, where the model was trained on a table. Threads, strict and
 * deterministic as of a trainer. TN_E_USAGE: no `write`; else as tn_trainer_new. */
TN_API TnStatus tn_predict(TnContext *ctx, const char *path, TnData *data,
                           const TnPredictOptions *options);

#ifdef __cplusplus
}
#endif

#endif
