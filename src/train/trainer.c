/* SPDX-License-Identifier: Apache-2.0 */
/* The loop: batches in an order that follows from seed and epoch, evaluations, the best weights,
 * and when it ends. */
#include <math.h>

#include "passes/blocks.h"
#include "ranks/ranks.h"
#include "train/parts.h"

static const Loc no_place = {.line = 0};
enum { BATCH_USUAL = 32, EPOCHS_USUAL = 10 };

/* --- Making and ending --- */

static void free_arrays(TrainArrays *list) {
    for (size_t i = 0; i < list->len; i++) tensor_unref(list->at[i].value);
    list->len = 0;
}

void train_free(TrainRun *self) {
    if (!self) return;
    Ctx *ctx = self->ctx;
    cleanup_pop(&self->cleanup);
    train_ahead_free(self->ahead);
    train_code_free(&self->step);
    train_code_free(&self->shared);
    train_code_free(&self->shared_update);
    train_code_free(&self->update);
    train_code_free(&self->eval);
    free_arrays(&self->weights);
    free_arrays(&self->state);
    free_arrays(&self->sums);
    free_arrays(&self->best_weights);
    arena_fini(&self->arena);
    ctx_resize(ctx, self, sizeof *self, 0);
}

static void run_cleanup(Cleanup *node) {
    train_free((TrainRun *)(void *)((char *)node - offsetof(TrainRun, cleanup)));
}

void train_keep(TrainRun *self) {
    arena_keep(&self->arena);
    cleanup_pop(&self->cleanup);
}

/* Which rows are for validation: the last ones in an order that follows from the seed. */
static bool split(TrainRun *self) {
    const int64_t rows = self->data->rows;
    int64_t *all = ARENA_ARRAY(&self->arena, int64_t, (size_t)rows + 1);
    for (int64_t i = 0; i < rows; i++) all[i] = i;
    self->train_rows = all;
    self->n_train = (size_t)rows;
    if (self->o.mode != TRAIN_STEPS) {
        self->val_rows = all;
        self->n_val = self->n_train;
    } else if (self->val) {
        self->n_val = (size_t)self->val->rows;
        self->val_rows = ARENA_ARRAY(&self->arena, int64_t, self->n_val + 1);
        for (size_t i = 0; i < self->n_val; i++) self->val_rows[i] = (int64_t)i;
    } else if (self->o.val_share > 0) {
        train_shuffle(self->o.seed, TRAIN_STREAM_SPLIT, all, (size_t)rows);
        self->n_val = (size_t)llround(self->o.val_share * (double)rows);
        if (!self->n_val) self->n_val = 1;
        if (self->n_val >= (size_t)rows) self->n_val = (size_t)rows;
        self->n_train = (size_t)rows - self->n_val;
        self->val_rows = all + self->n_train;
    }
    if (self->n_train && (!self->val || self->n_val)) return true;
    Diag *d =
        diag_error(self->ctx, no_place, DIAG_VALUE,
                   diag_fmt(self->ctx, "%s has no rows left to train on, or none to validate with",
                            self->data->name));
    diag_found(self->ctx, d, "%lld rows, %zu of them for validation", (long long)rows, self->n_val);
    return false;
}

/* The model may say how many rows a batch has. */
static bool choose_batch(TrainRun *self) {
    int64_t fixed = 0;
    const TrainFeeds *feeds = &self->choice.feeds;
    for (size_t i = 0; i < feeds->n && !fixed; i++) {
        if (feeds->feeds[i].is_fixed) fixed = feeds->feeds[i].dims[0];
    }
    self->is_fixed = fixed != 0;
    if (!self->o.batch) self->o.batch = fixed ? fixed : BATCH_USUAL;
    if (fixed && self->o.batch != fixed) {
        Diag *d = diag_error(
            self->ctx, no_place, DIAG_VALUE,
            diag_fmt(self->ctx, "the model takes batches of %lld rows alone", (long long)fixed));
        diag_found(self->ctx, d, "batches of %lld", (long long)self->o.batch);
        diag_help(self->ctx, d, "a first dim with a name takes any number of rows");
        return false;
    }
    const bool fills = self->o.mode == TRAIN_PREDICT; /* a batch that is too small */
    if (fixed && !fills &&
        ((size_t)fixed > self->n_train || (self->n_val && (size_t)fixed > self->n_val))) {
        diag_error(self->ctx, no_place, DIAG_VALUE,
                   diag_fmt(self->ctx,
                            "%s has fewer rows than the batch of %lld that the model takes",
                            self->data->name, (long long)fixed));
        return false;
    }
    if (!fixed && (size_t)self->o.batch > self->n_train) self->o.batch = (int64_t)self->n_train;
    return true;
}

static void plan_steps(TrainRun *self) {
    TrainOptions *o = &self->o;
    if (!o->accumulate) o->accumulate = 1;
    if (!o->epochs && !o->steps) o->epochs = EPOCHS_USUAL;
    const int64_t n = (int64_t)self->n_train;
    self->batches = self->is_fixed ? n / o->batch : (n + o->batch - 1) / o->batch;
    self->steps_of_epoch = (self->batches + o->accumulate - 1) / o->accumulate;
    self->total = o->steps;
    int64_t by_epochs;
    if (!mul_i64(o->epochs, self->steps_of_epoch, &by_epochs)) by_epochs = INT64_MAX;
    if (o->epochs && (!o->steps || by_epochs < o->steps)) self->total = by_epochs;
    if (o->mode != TRAIN_STEPS) self->total = 0;
}

static bool check_options(TrainRun *self) {
    const TrainOptions *o = &self->o;
    Ctx *ctx = self->ctx;
    const bool ok = o->epochs >= 0 && o->steps >= 0 && o->batch >= 0 && o->accumulate >= 0 &&
                    o->patience >= 0 && o->val_share >= 0 && o->val_share < 1 && o->clip >= 0 &&
                    o->average >= 0 && o->average < 1 && o->rate >= 0 && isfinite(o->rate) &&
                    isfinite(o->clip);
    if (ok) return true;
    Diag *d = diag_error(ctx, no_place, DIAG_VALUE, "a number of the run is out of range");
    diag_expected(ctx, d,
                  "numbers of 0 or more, and shares (of validation, of an average) below 1");
    return false;
}

/* Targets that are no class would be read past the prediction's end. */
static bool check_targets(TrainRun *self) {
    const TrainFeeds *feeds = &self->choice.feeds;
    if (!feeds->n || !feeds->feeds[feeds->n - 1].is_target) return true;
    const int64_t classes = train_classes(self->model, &self->choice.loss);
    const bool ok = train_check_targets(&self->arena, self->data, &feeds->feeds[feeds->n - 1],
                                        &self->choice, classes);
    return (!self->val || train_check_targets(&self->arena, self->val,
                                              &self->val_feeds.feeds[self->val_feeds.n - 1],
                                              &self->choice, classes)) &&
           ok;
}

static bool choose_class_weights(TrainRun *self) {
    const TrainFeeds *feeds = &self->choice.feeds;
    const TrainFeed *last = feeds->n ? &feeds->feeds[feeds->n - 1] : NULL;
    const TrainTargets targets = {self->data, last && last->is_target ? last : NULL,
                                  self->train_rows, self->n_train};
    return train_class_weights(&self->arena, self->model, &self->o, &targets, &self->choice);
}

/* A weight of that type, which is drawn later. */
static Tensor *undrawn(TrainRun *self, const IrType *t) {
    int64_t *dims = ARENA_ARRAY(&self->arena, int64_t, (size_t)t->ndim + 1);
    for (int32_t d = 0; d < t->ndim; d++) BUG_IF(!ir_dim_is_const(t->dims[d], &dims[d]));
    return train_only_type(self, t->dtype, dims, (uint32_t)t->ndim);
}

/* The run's from there on: where ranks have parts of them, nobody keeps what was read. */
static void take_weights(TrainRun *self) {
    const IrFunction *fn = blocks_public_function(self->model->m, self->model->function);
    const size_t first = fn->params.len - self->model->n_weights;
    for (size_t i = 0; i < self->model->n_weights; i++) {
        TrainWeight *w = &self->model->weights[i];
        const TrainArray a = {.name = w->file, .value = w->value};
        vec_push(&self->arena, &self->weights, a);
        w->value = NULL;
        if (!a.value) self->weights.at[i].value = undrawn(self, fn->params.at[first + i]->type);
    }
}

static void count_inputs(TrainRun *self) {
    const IrFunction *fn = blocks_public_function(self->model->m, self->model->function);
    self->n_inputs = fn->params.len - self->model->n_weights;
}

/* What has no gradient, and names of no weight, are told beside what else is wrong. */
static void check_gradients(TrainRun *self) {
    TrainingFunctions made;
    if (self->o.mode != TRAIN_STEPS || !self->choice.has_loss) return;
    count_inputs(self);
    self->choice.optimizer = (OptimizerOptions){.kind = OPTIMIZER_SGD};
    IrModule *m = train_functions(self, &made, NULL);
    if (m) ir_module_free(m);
}

/* All checks, as far as each goes; then what takes time. */
static bool begin(TrainRun *self) {
    Arena *arena = &self->arena;
    bool ok = check_options(self);
    ok = train_check_shard(self) && ok;
    if (!train_open_tables(self)) return false;
    ok = train_choose(self->ctx, arena, self->model, self->data, &self->o, &self->choice) && ok;
    if (self->val && self->choice.feeds.feeds)
        ok = train_feeds_like(arena, self->model, self->val, &self->choice, &self->o,
                              &self->val_feeds) &&
             ok;
    ok = ok && train_close_recipe(self);
    ok = split(self) && ok;
    ok = train_initialize(arena, self->model, &self->o) && ok;
    if (!ok || !choose_batch(self)) return check_gradients(self), false;
    ok = check_targets(self) && choose_class_weights(self);
    /* what the run takes is counted beside that; but without a bound nothing is made for it */
    if (!ok && !self->o.memory) return check_gradients(self), false;
    plan_steps(self);
    count_inputs(self);
    take_weights(self);
    const size_t batch = (size_t)self->o.batch;
    train_batch_init(&self->batch, arena, self->data, &self->choice.feeds, batch);
    train_batch_init(&self->val_batch, arena, self->val ? self->val : self->data,
                     self->val ? &self->val_feeds : &self->choice.feeds, batch);
    self->order = ARENA_ARRAY(arena, int64_t, self->n_train + 1);
    self->ordered = -1;
    self->metric = (TrainMetric){.kind = self->choice.metric,
                                 .loss = self->choice.loss.kind,
                                 .k = self->choice.k,
                                 .ignore_index = self->choice.loss.ignore_index,
                                 .axis = self->choice.loss.axis};
    ok = train_compile(self) && train_fit(self) && ok;
    return ok && train_sign(self) && train_agree(self);
}

TrainRun *train_new(Ctx *ctx, const TrainModel *model, TrainSource *data, TrainSource *val,
                    const TrainOptions *o) {
    TrainRun *self = ctx_resize(ctx, NULL, 0, sizeof *self);
    *self = (TrainRun){.ctx = ctx, .model = model, .data = data, .val = val, .o = *o};
    arena_init(&self->arena, ctx);
    cleanup_push(ctx, &self->cleanup, run_cleanup);
    if (begin(self)) return self;
    train_free(self);
    return NULL;
}

/* --- What it is like --- */

const char *train_metric_name(const TrainRun *self) {
    if (self->choice.metric == TRAIN_METRIC_TOP)
        return diag_fmt(self->ctx, "top-%lld", (long long)self->choice.k);
    return train_metric_names[self->choice.metric];
}

double train_waited(const TrainRun *self) { return self->waited; }

void train_plan(const TrainRun *self, TrainPlan *out) {
    *out = (TrainPlan){.steps = self->total,
                       .steps_of_epoch = self->steps_of_epoch,
                       .train_rows = (int64_t)self->n_train,
                       .val_rows = (int64_t)self->n_val,
                       .batch = self->o.batch,
                       .loss = loss_names[self->choice.loss.kind],
                       .optimizer = self->choice.optimizer_term.name,
                       .metric = train_metric_name(self)};
    out->epochs = (self->total + self->steps_of_epoch - 1) / self->steps_of_epoch;
    for (size_t i = 0; i < self->weights.len; i++)
        out->parameters += self->weights.at[i].value->count;
    for (size_t i = 0; i < self->n_trained; i++)
        out->trained += self->weights.at[self->trained[i]].value->count;
}

bool train_best(const TrainRun *self, double *metric) {
    *metric = self->best;
    return self->has_best;
}

static const char *why_done(const TrainRun *self) {
    if (self->steps >= self->total) return "all steps are made";
    if (self->o.patience && self->bad >= self->o.patience)
        return "no gain for --patience evaluations";
    return NULL;
}

void train_position(const TrainRun *self, TrainEvent *out) {
    *out = (TrainEvent){.step = self->steps, .epoch = self->epoch, .why = why_done(self)};
    out->done = out->why != NULL;
}

/* --- Steps --- */

static void make_order(TrainRun *self) {
    if (self->ordered == self->epoch) return;
    memcpy(self->order, self->train_rows, self->n_train * sizeof *self->order);
    train_shuffle(self->o.seed, TRAIN_STREAM_EPOCHS + (uint64_t)self->epoch, self->order,
                  self->n_train);
    self->ordered = self->epoch;
}

/* Rows of a batch that is evaluated. */
static size_t size_of(const TrainRun *self, size_t at) {
    const size_t left = self->n_val - at, batch = (size_t)self->o.batch;
    return left < batch ? left : batch;
}

static void ask_evaluation(TrainRun *self, size_t at) {
    const size_t n = size_of(self, at);
    if (!self->is_fixed || n == (size_t)self->o.batch)
        train_ask(self, &self->val_batch, self->val_rows + at, n);
}

/* Rows of a batch of the epoch. */
static size_t rows_of(const TrainRun *self, int64_t batch, const int64_t **rows) {
    const size_t first = (size_t)(batch * self->o.batch), left = self->n_train - first;
    *rows = self->order + first;
    return left < (size_t)self->o.batch ? left : (size_t)self->o.batch;
}

typedef struct {
    double rate;
    bool is_last; /* of the step */
} BatchPlace;

/* The batch behind this one: the epoch's next, or the first that is evaluated. */
static void ask_next(TrainRun *self, bool ends_step) {
    const int64_t *rows;
    const int64_t at = self->at;
    const bool is_last = ends_step && self->steps + 1 == self->total;
    if (at + 1 < self->batches && !is_last) {
        const size_t n = rows_of(self, at + 1, &rows);
        train_ask(self, &self->batch, rows, n);
    } else if (self->n_val) {
        ask_evaluation(self, 0);
    }
}

/* A batch of the step; *share: what its mean loss counts, 0 where none of its targets does: there
 * is nothing to learn then. False after a report. */
static bool make_batch(TrainRun *self, const BatchPlace *at, size_t *n, double *loss,
                       double *share) {
    const int64_t *rows;
    *n = rows_of(self, self->at, &rows);
    *loss = 0;
    if (!train_read(self, &self->batch, rows, *n)) return false;
    ask_next(self, at->is_last);
    *share = train_share(&self->choice.loss, &self->batch, *n);
    if (*share == 0) return true;
    if (!train_run_step(self, *n, self->has_update ? *share : at->rate, loss)) return false;
    if (isfinite(*loss) || !train_gather(self)) return isfinite(*loss);
    train_report_loss(self, *loss, rows, *n);
    return false;
}

/* The batches of a step; *share: of all of them. False after a report; the position is then that of
 * its beginning. */
static bool make_step(TrainRun *self, TrainEvent *out, double *share) {
    const int64_t first = self->at;
    int64_t summed = 0;
    double sum = 0;
    *share = 0;
    for (int64_t i = 0; i < self->o.accumulate && self->at < self->batches; i++, self->at++) {
        const BatchPlace at = {out->rate, i + 1 == self->o.accumulate};
        size_t n;
        double loss, own;
        if (!make_batch(self, &at, &n, &loss, &own)) {
            self->at = first;
            train_forget_sums(self, summed);
            return false;
        }
        summed += own > 0;
        sum += loss * own;
        *share += own;
        out->rows += (int64_t)n;
    }
    out->loss = *share > 0 ? sum / *share : (double)NAN;
    return !self->has_update || *share == 0 || train_run_update(self, out->rate);
}

/* The first batch of what is trained on next. */
static void ask_epoch(TrainRun *self) {
    const int64_t *rows;
    if (self->steps >= self->total || self->at >= self->batches) return;
    make_order(self);
    const size_t n = rows_of(self, self->at, &rows);
    train_ask(self, &self->batch, rows, n);
}

bool train_evaluate(TrainRun *self, double *loss, double *metric) {
    double sum = 0, shares = 0;
    const size_t batch = (size_t)self->o.batch;
    const size_t left_out = self->is_fixed ? self->n_val % batch : 0;
    train_metric_begin(&self->metric);
    for (size_t at = 0; at < self->n_val - left_out; at += batch) {
        const size_t n = size_of(self, at);
        double own;
        TrainScored scored;
        ctx_poll(self->ctx);
        if (!train_read(self, &self->val_batch, self->val_rows + at, n)) return false;
        if (at + batch < self->n_val - left_out)
            ask_evaluation(self, at + batch);
        else
            ask_epoch(self);
        if (!train_run_eval(self, n, &own, &scored)) return false;
        if (self->metric.kind == TRAIN_METRIC_R2 && !self->metric.n) {
            size_t each = 1;
            for (uint32_t d = 1; d < scored.ndim; d++) each *= (size_t)scored.dims[d];
            self->metric.origins = ARENA_ARRAY(&self->arena, double, each + 1);
            self->metric.targets = ARENA_ARRAY(&self->arena, double, each + 1);
            self->metric.squares = ARENA_ARRAY(&self->arena, double, each + 1);
            self->metric.errors = ARENA_ARRAY(&self->arena, double, each + 1);
            self->metric.n = each;
        }
        train_metric_add(&self->metric, &scored, n);
        const double share = train_share(&self->choice.loss, &self->val_batch, n);
        if (share > 0) sum += own * share;
        shares += share;
    }
    *loss = shares > 0 ? sum / shares : (double)NAN;
    *metric = train_metric_value(&self->metric, *loss);
    return train_same_everywhere(self, loss, metric);
}

/* Not a number is never better. */
static bool is_better(const TrainRun *self, double metric) {
    if (isnan(metric)) return false;
    if (!self->has_best) return true;
    return train_metric_rises(self->choice.metric) ? metric > self->best : metric < self->best;
}

static bool end_epoch(TrainRun *self, TrainEvent *out) {
    out->epoch_ended = true;
    out->train_loss = self->epoch_share > 0 ? self->epoch_loss / self->epoch_share : (double)NAN;
    self->epoch_loss = self->epoch_share = 0;
    self->epoch += self->at == self->batches;
    if (self->at == self->batches) self->at = 0;
    if (!self->n_val) return ask_epoch(self), true;
    if (!train_evaluate(self, &out->val_loss, &out->metric)) return false;
    out->evaluated = true;
    out->improved = is_better(self, out->metric);
    self->bad = out->improved ? 0 : self->bad + 1;
    if (out->improved) train_keep_best(self, out->metric);
    return true;
}

static bool check_replicas(TrainRun *self) {
    Ctx *ctx = self->ctx;
    if (!ctx->ranks || !ranks_checks_replicas(ctx->ranks)) return true;
    return train_compare_replicas(self, diag_fmt(ctx, "behind step %lld", (long long)self->steps));
}

bool train_step(TrainRun *self, TrainEvent *out) {
    *out = (TrainEvent){.epoch = self->epoch};
    out->rate =
        self->choice.rate * train_schedule_rate(&self->choice.schedule, self->steps, self->total);
    double share;
    make_order(self);
    if (!make_step(self, out, &share)) return false;
    out->step = ++self->steps;
    if (!check_replicas(self)) return false;
    if (share > 0) self->epoch_loss += out->loss * share;
    self->epoch_share += share;
    if ((self->at == self->batches || self->steps == self->total) && !end_epoch(self, out))
        return false;
    out->why = why_done(self);
    out->done = out->why != NULL;
    return !out->done || train_gather(self);
}
