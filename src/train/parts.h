/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of the room share. */
#ifndef TENON_TRAIN_PARTS_H
#define TENON_TRAIN_PARTS_H

#include "backend/backend.h"
#include "base/diag.h"
#include "onnx/onnx.h"
#include "tensor/npz.h"
#include "train/recipe.h"
#include "train/train.h"

/* --- order.c --- */

/* Numbers that follow from a seed and a position alone. */
uint64_t train_random(uint64_t seed, uint64_t stream, uint64_t index);
/* In [0, 1). */
double train_uniform(uint64_t seed, uint64_t stream, uint64_t index);
double train_normal(uint64_t seed, uint64_t stream, uint64_t index);
/* Permutes rows; the order follows from seed and stream. */
void train_shuffle(uint64_t seed, uint64_t stream, int64_t *rows, size_t n);

/* Streams of a run's seed. */
enum { TRAIN_STREAM_SPLIT = 1, TRAIN_STREAM_DROPOUT, TRAIN_STREAM_WEIGHTS = 1 << 20 };
#define TRAIN_STREAM_EPOCHS ((uint64_t)1 << 40)

/* --- term.c: a name, perhaps with values: "cosine(warmup=100, floor=0.01)" --- */

enum { TRAIN_TERM_VALUES = 8 };
typedef struct {
    const char *name;
    const char *keys[TRAIN_TERM_VALUES]; /* NULL behind the last one */
    double values[TRAIN_TERM_VALUES];    /* of the keys; of a row, what they are by default */
} TrainTerm;

/* The row of the table that the text names, with the values that it says; `what` is for messages:
 * "an optimizer". -1 after reports of all that is wrong. */
int train_term_parse(Ctx *ctx, const char *what, const char *text, const TrainTerm *rows, size_t n,
                     TrainTerm *out);
double train_term_value(const TrainTerm *self, const char *key);
/* Back to a text that says the same: name(key=value, ...). */
const char *train_term_text(const TrainTerm *self, Arena *arena);

/* --- schedule.c --- */

bool train_schedule_parse(Ctx *ctx, const char *text, TrainTerm *out);
/* Of the step, from 0, times the base rate. */
double train_schedule_rate(const TrainTerm *self, int64_t step, int64_t steps);

/* --- metric.c --- */

typedef enum {
#define TRAIN_METRIC(id, name, rises, doc) TRAIN_METRIC_##id,
#include "train/metrics.def"
    TRAIN_METRICS
} TrainMetricKind;

extern const char *const train_metric_names[];
bool train_metric_rises(TrainMetricKind kind); /* more is better */

typedef struct {
    TrainMetricKind kind;
    LossKind loss;
    int64_t k, ignore_index; /* of top-k; of classes */
    int64_t axis;            /* of classes; below 0: from the back */
    double count, sum;
    /* of r2, by element of a row */
    double *origins; /* the first row's targets: what sums are of is less these */
    double *targets, *squares, *errors;
    size_t n;
} TrainMetric;

/* A prediction and its targets; rows are dim 0. */
typedef struct {
    DType dtype, target_dtype;
    const void *prediction, *target;
    const int64_t *dims;
    uint32_t ndim;
} TrainScored;

void train_metric_begin(TrainMetric *self);
void train_metric_add(TrainMetric *self, const TrainScored *x, size_t rows);
double train_metric_value(const TrainMetric *self, double loss);

/* --- columns.c: which column of the data is which input --- */

typedef struct {
    size_t column;
    DType dtype; /* that the model takes */
    bool is_target;
    uint32_t ndim; /* of a batch: dims[0] are the rows */
    int64_t *dims;
    bool is_fixed; /* the model says how many rows */
} TrainFeed;

typedef struct {
    TrainFeed *feeds; /* by input of f, then the targets */
    size_t n;
} TrainFeeds;

/* A batch: memory for the rows of each feed. */
typedef struct {
    TrainSource *source;
    const TrainFeeds *feeds;
    void **raw;  /* by column; NULL: not read */
    void **data; /* by feed: raw's, or what it was converted to */
    size_t capacity;
} TrainBatch;

void train_batch_init(TrainBatch *self, Arena *arena, TrainSource *source, const TrainFeeds *feeds,
                      size_t capacity);
bool train_batch_read(TrainBatch *self, Ctx *ctx, const int64_t *rows, size_t n);

/* --- ahead.c: a thread that reads the batch that comes next --- */

typedef struct TrainAhead TrainAhead;

/* Reads a batch's rows: those that were asked for are there already, or soon. What is wrong with
 * them is reported here, in this thread, as without the other one. */
bool train_read(TrainRun *run, TrainBatch *batch, const int64_t *rows, size_t n);
/* Begins to read these rows of it, where that is of use. Another batch that was asked for and not
 * taken is dropped. */
void train_ask(TrainRun *run, TrainBatch *batch, const int64_t *rows, size_t n);
void train_ahead_free(TrainAhead *self); /* NULL is allowed */

/* --- choose.c: what is not said, by the model and the data --- */

typedef struct {
    LossOptions loss;
    bool has_loss; /* it is one of the prediction, whatever else is wrong */
    OptimizerOptions optimizer;
    TrainTerm optimizer_term, schedule;
    double rate;
    TrainMetricKind metric;
    int64_t k;
    TrainFeeds feeds;
} TrainChoice;

/* False after reports of all that is wrong. */
bool train_choose(Ctx *ctx, Arena *arena, const TrainModel *model, TrainSource *data,
                  const TrainOptions *o, TrainChoice *out);
/* What needs no data: loss, optimizer, schedule, rate. */
bool train_choose_method(Ctx *ctx, Arena *arena, const TrainModel *model, const TrainOptions *o,
                         TrainChoice *out);
/* Which columns of another source feed the same inputs. */
bool train_feeds_like(Arena *arena, const TrainModel *model, TrainSource *data,
                      const TrainChoice *c, const TrainOptions *o, TrainFeeds *out);
/* A value of a column out of its range. */
typedef struct {
    double besides; /* a value that is allowed besides */
    int64_t row;
    double value;
    bool found;
} TrainOutlier;
/* Classes (0: their number is not known) and probabilities that are none: false after a report of
 * the first. */
bool train_check_targets(Arena *arena, TrainSource *data, const TrainFeed *target,
                         const TrainChoice *c, int64_t classes);

/* --- class_weights.c --- */

/* The classes of a loss that has such; 0: it has none, or their number is not known. */
int64_t train_classes(const TrainModel *model, const LossOptions *loss);

/* Rows that are trained on, and the feed of their targets. */
typedef struct {
    TrainSource *source;
    const TrainFeed *target;
    const int64_t *rows;
    size_t n;
} TrainTargets;

/* What the mean loss of these rows of a batch is divided by: the weights of the targets that count,
 * or the rows. Of several batches the mean is that of all, weighed by this. */
double train_share(const LossOptions *loss, const TrainBatch *batch, size_t n);

/* What --class-weights says, into the loss. targets: NULL where there are no data. False after a
 * report. */
bool train_class_weights(Arena *arena, const TrainModel *model, const TrainOptions *o,
                         const TrainTargets *targets, TrainChoice *out);

/* --- initial.c --- */

/* Draws what has no value, by what it is used for. */
bool train_initialize(Arena *arena, const TrainModel *model, const TrainOptions *o);

/* How a weight is drawn, and which elements of it: those from first[d] on of each dim. */
typedef struct TrainDraw TrainDraw;
typedef struct {
    const int64_t *whole, *first;
} TrainPlace;
void train_draw(const TrainDraw *self, const TrainPlace *place, Tensor *out);

bool train_is_norm(const OpDef *op);
bool train_is_conv(const OpDef *op);
/* A call's operand at `at`, of that type, is what makes a layer of it. */
bool train_is_matrix(const OpDef *op, uint32_t at, const IrType *t);
/* Operators whose result is operand 0 in another form. */
bool train_only_moves(const OpDef *op);

/* --- layers.c --- */

/* Weights of which a dim is the classes. */
typedef struct {
    size_t weight;
    int32_t dim;
} TrainHeadPart;
typedef struct {
    TrainHeadPart parts[2];
    size_t n;
    int64_t classes; /* as they are */
} TrainHead;

/* False after a report: it is ambiguous. */
bool train_find_head(Arena *arena, const TrainModel *model, const IrFunction *fn, TrainHead *out);
/* The weights of the last layers, by the names of their parameters. False after a report: there are
 * not so many. */
bool train_last_layers(Arena *arena, const TrainModel *model, const IrFunction *fn, int64_t last,
                       const char ***names, size_t *n);
/* Every convolution has a bias, and there is no norm. */
bool train_has_folded_norms(const IrFunction *fn);
/* The first batch norm by the batch's own statistics; NULL: there is none. */
const IrBinding *train_norm_in_training(const IrFunction *fn);

/* --- taken.c --- */

/* Ranks may have parts of weights. */
bool train_lends(const Ctx *ctx);

/* --- lent.c: weights of which nobody knows yet what a rank keeps --- */

/* Without data: it is to be drawn. */
bool train_is_undrawn(const TrainRun *self, size_t weight);
/* What is lent becomes the run's own: from first[d] on dims[d] of each dim. */
void train_own(TrainRun *self, size_t weight, const int64_t *first, const int64_t *dims);
void train_own_whole(TrainRun *self, size_t weight);
/* All that is lent, whole; but_parts: but for what ranks share out. */
void train_own_rest(TrainRun *self, bool but_parts);

/* --- lora.c --- */

/* Puts adapters beside the model's weights, as `lora` says, and into `trainable`. False after a
 * report. */
bool train_adapters(Arena *arena, TrainModel *model, TrainOptions *o);
/* What is written of a weight, with its adapter; a reference, the caller's. */
Tensor *train_merged(const TrainRun *self, size_t weight);

/* --- memory.c --- */

/* Counts what the run will hold; where that is more than --memory, parts of the forward pass are
 * computed again. False after a report: it cannot be so little. */
bool train_fit(TrainRun *self);

/* What the passes are told. `groups` is memory for those of the options. */
TrainingOptions train_passes(const TrainOptions *o, const TrainChoice *choice, size_t n_inputs,
                             TrainingGroup *groups);

/* --- steps.c: compiled functions, and memory for what they work on --- */

enum { TRAIN_PREPARED = 3 };

/* A function that runs on batches of some sizes. */
typedef struct {
    BeExecutable code;
    bool has_code;
    const RtEntry *entry;
    struct {
        int64_t rows; /* 0: none */
        RtPrepared *state;
        RtTensor *out;
        char *memory; /* of results */
    } prepared[TRAIN_PREPARED];
    size_t next;
    RtTensor *in;
} TrainCode;

typedef struct {
    const char *name; /* "adamw_0/w1"; lives in the run's arena */
    Tensor *value;
} TrainArray;

typedef VEC(TrainArray) TrainArrays;

struct TrainRun {
    Ctx *ctx;
    Arena arena;
    Cleanup cleanup;
    const TrainModel *model;
    TrainOptions o;
    TrainChoice choice;
    TrainSource *data, *val;
    size_t n_inputs; /* of the model, without weights */
    TrainArrays weights, state, sums;
    size_t first_average; /* in the state; its length: there is none */
    size_t *trained;      /* by place in the average: which weight */
    size_t n_trained;
    TrainCode step, update, eval;
    TrainCode shared; /* the step of a rank among others, on its part of the rows */
    TrainCode shared_update;
    /* parted.c: by weight, then by array of the state, then of the sums: which dim ranks share out
     * (-1: none), and its extent while arrays hold this rank's part, else -1 */
    int32_t *split;
    int64_t *whole;
    bool is_split, is_parted;
    bool has_seed, has_state; /* of what drops out; state and sums are there */
    TensorOwner nothing;      /* what they borrow before that */
    bool has_update;
    TrainBatch batch, val_batch;
    TrainFeeds val_feeds;
    bool is_fixed;                          /* the model says how many rows a batch has */
    int64_t *train_rows, *val_rows, *order; /* order: of the epoch at hand */
    size_t n_train, n_val;
    int64_t batches, steps_of_epoch, total; /* of an epoch; of the run */
    /* where it is */
    int64_t steps, epoch, at, bad; /* at: batches of the epoch that are done; bad: evaluations */
    int64_t ordered;               /* the epoch that `order` is of; -1: none */
    bool has_best;
    double best;
    TrainArrays best_weights;
    double epoch_loss, epoch_share; /* of its steps: the sum of the losses, by what each counts */
    TrainMetric metric;
    const char *signature;   /* what a checkpoint must agree with */
    const char *recipe_text; /* of tables; NULL: they are none */
    const char *far_target;  /* a sentence, where its numbers are far from 0; NULL: they are not */
    TrainRecipe recipe;
    int64_t predicted; /* rows */
    TrainAhead *ahead; /* NULL: not begun */
    bool is_alone;     /* there is to be none */
    TrainMemory memory;
    double waited; /* seconds, for rows */
};

/* --- parted.c: state and weights of which each rank has a part --- */

/* Which those are, of the step of a rank, and of the update where gradients accumulate and that is
 * shared out too (else NULL). */
void train_read_parts(TrainRun *self, const IrFunction *step, const IrFunction *update);
/* State and sums as they begin, whole. Where ranks have parts of them they are made as such, by
 * train_part, or when the whole is wanted. */
void train_make_state(TrainRun *self);
/* This rank's parts, before a shared step; whole arrays, before anything else reads them: called by
 * all ranks, false after a report. */
void train_part(TrainRun *self);
bool train_gather(TrainRun *self);
/* Another rank writes what all have brought together. */
bool train_follows(const TrainRun *self);
/* The dim of which this rank has a part now, of weights, then state; -1: it has the whole. */
int32_t train_split_of(const TrainRun *self, size_t i);

/* --- shards.c: a checkpoint of a file for each rank, and a head that names them --- */

bool train_saves_shards(const TrainRun *self);
/* By all ranks; the arrays are weights, then state, then what all ranks have alike. What the head
 * has to say of the files, which are there now; the caller's. NULL after a report. */
Tensor *train_write_shards(TrainRun *self, const char *path, const NpzArray *arrays, size_t n);
/* Fills the arrays, of which this rank has what it has now, from the files of a head that said so;
 * where ranks have parts, by all ranks. False after a report; they are as they were. */
bool train_read_shards(TrainRun *self, const char *path, const Tensor *said, const NpzArray *arrays,
                       size_t n);
/* The same of a checkpoint in one file, whose arrays may be mapped: no more of it is looked at. */
bool train_read_whole(TrainRun *self, const char *path, Npz *npz, const NpzArray *arrays, size_t n);

bool train_compile(TrainRun *self);
/* A tensor that has no data yet. */
Tensor *train_only_type(TrainRun *self, DType dtype, const int64_t *dims, uint32_t ndim);
/* The step alone, its forward pass in so many parts. */
bool train_compile_parts(TrainRun *self, int64_t parts);
/* Bytes that a step, an update or an evaluation of n rows works in, and its results. -1 after a
 * report. */
int64_t train_planned_step(TrainRun *self, size_t n);
int64_t train_planned_update(TrainRun *self);
int64_t train_planned_eval(TrainRun *self, size_t n);
void train_code_free(TrainCode *self);
/* The loss of a batch of n rows, whose gradients were applied or added; number: the rate, or what
 * the batch's gradients are weighed by in the sum. False after a report. */
bool train_run_step(TrainRun *self, size_t n, double number, double *loss);
bool train_run_update(TrainRun *self, double rate);
/* The sums as they were before these batches of a step. */
void train_forget_sums(TrainRun *self, int64_t batches);
/* The prediction stays valid until the next. */
bool train_run_eval(TrainRun *self, size_t n, double *loss, TrainScored *out);
/* The training functions in a module of their own, which the caller frees. NULL after a report.
 * eval may be NULL. */
IrModule *train_functions(TrainRun *self, TrainingFunctions *made, IrGlobal **eval);

/* --- ranks.c: a run as one of many ranks --- */

uint32_t train_ranks(const TrainRun *self); /* 1: it is alone */
/* Whether each rank computes a part of so many rows; else all of them compute all. */
bool train_is_shared(const TrainRun *self, size_t rows);
/* This rank's part of them. */
void train_own_rows(const TrainRun *self, size_t rows, size_t *first, size_t *n);
/* A copy of the module, which the caller frees, where *out is the step for each rank. NULL after a
 * report. */
IrModule *train_distribute(TrainRun *self, const IrModule *m, const IrGlobal *step, IrGlobal **out);
/* All ranks run the same on the same data, in batches that they divide. False after a report. */
bool train_agree(TrainRun *self);
/* Whether `shard` is one, and fits the other options. False after a report. */
bool train_check_shard(TrainRun *self);
/* Rank 0's numbers, on each rank. False after a report. */
bool train_same_everywhere(TrainRun *self, double *loss, double *metric);

/* --- replicas.c --- */

/* By all ranks of a context that has some: weights, state and sums have the same bits on each, but
 * for parts that ranks have of them. False after a report, on each of them, that names the first
 * array which has not, the ranks, and the first element; `when` is what it says of the time:
 * "behind step 3". */
bool train_compare_replicas(TrainRun *self, const char *when);

/* --- blame.c: says where a value that is not finite first arises, in a batch of these rows --- */

void train_report_loss(TrainRun *self, double loss, const int64_t *rows, size_t n);

/* --- weights.c --- */

/* A pattern, of what the file or the text calls it. */
bool train_weight_fits(const TrainWeight *w, const char *pattern);

/* What is evaluated and written: the average of a weight where there is one. */
Tensor *train_shown(const TrainRun *self, size_t weight);
/* What is written: the best of these. */
Tensor *train_result(const TrainRun *self, size_t weight);
void train_room_for_best(TrainRun *self);
void train_keep_best(TrainRun *self, double metric);

/* --- checkpoint.c --- */

bool train_sign(TrainRun *self);

/* --- recipes.c: tables as the model takes them --- */

/* Puts views in the place of tables. False after a report. */
bool train_open_tables(TrainRun *self);
/* The loss is known: the recipe is whole, and its classes are such. */
bool train_close_recipe(TrainRun *self);

#endif
