/* SPDX-License-Identifier: Apache-2.0 */
/* Trainers: a model's weights, the run on them (train/train.h), and what comes out. */
#include "api/data.h"
#include "api/options.h"
#include "ir/copy.h"
#include "ir/verify.h"
#include "passes/blocks.h"
#include "train/train.h"

struct TnTrainer {
    TnContext *context;
    Arena arena;
    TrainModel model;
    TrainRun *run;
};

/* --- Reading a model --- */

/* The weights of a file, as they are read. */
typedef struct {
    ApiWeights weights; /* first */
    TnTrainer *trainer;
    VEC(TrainWeight) list;
} Reader;

static void take_weight(void *user, const char *param, const Tensor *value) {
    Reader *self = user;
    TnTrainer *t = self->trainer;
    const TrainWeight w = {.name = arena_strdup(&t->arena, str_c(param)), .is_given = true};
    vec_push(&t->arena, &self->list, w);
    t->model.weights = self->list.at; /* so that whoever frees the trainer finds them */
    t->model.n_weights = self->list.len;
    self->list.at[self->list.len - 1].value = train_take_weight(&t->context->ctx, value);
}

static void take_file(ApiWeights *user, Str bytes) {
    TnTrainer *t = ((Reader *)(void *)user)->trainer;
    t->model.onnx = (Str){arena_strdup(&t->arena, bytes), bytes.len};
}

/* The parameters behind the first num_input are weights. False after a report. */
static bool name_weights(TnTrainer *t, bool trains) {
    Ctx *ctx = &t->context->ctx;
    TrainModel *model = &t->model;
    const IrFunction *fn = blocks_public_function(model->m, model->function);
    if (!fn) return false;
    const IrAttr *told = ir_function_attr(fn, "num_input", IR_ATTR_INT);
    int64_t inputs = told ? told->i : -1;
    if (!trains && inputs < 0) inputs = (int64_t)fn->params.len;
    if (inputs < 0 || (trains && (uint64_t)inputs >= fn->params.len) ||
        (uint64_t)inputs > fn->params.len) {
        Diag *d = diag_error(ctx, fn->loc, DIAG_VALUE,
                             diag_fmt(ctx, "'%s' has no weights to train", fn->name));
        diag_expected(ctx, d, "parameters behind its inputs, and the number of these");
        diag_help(ctx, d, "R.func_attr({\"num_input\": 1})");
        return false;
    }
    const size_t first = (size_t)inputs, n = fn->params.len - first;
    if (!model->weights) {
        model->weights = ARENA_ARRAY(&t->arena, TrainWeight, n + 1);
        model->n_weights = n;
    }
    BUG_IF(model->n_weights != n);
    for (size_t i = 0; i < n; i++) {
        const char *name = fn->params.at[first + i]->name;
        model->weights[i].name = name;
        const char *file = ir_file_name(fn, ONNX_INPUTS, name);
        model->weights[i].file = file ? file : name;
    }
    return true;
}

/* --- Making one --- */

enum { PREDICTS = 2 }; /* in TnTrainerOptions.evaluates, for tn_predict alone */

/* Empty, and a handle of the context; NULL with *status. */
static TnTrainer *trainer_empty(TnContext *ctx, TnStatus *status) {
    Boundary b;
    TnTrainer *volatile out = NULL;
    CTX_ENTER(&ctx->ctx, &b) {
        api_begin(ctx);
        TnTrainer *t = ctx_resize(&ctx->ctx, NULL, 0, sizeof *t);
        *t = (TnTrainer){.context = ctx};
        arena_init(&t->arena, &ctx->ctx);
        arena_keep(&t->arena);
        ctx->handles++;
        out = t;
    }
    *status = api_leave(ctx, &b, TN_OK);
    return out;
}

static TrainOptions train_options(Arena *arena, const TnTrainerOptions *o) {
    TrainGroup *groups = ARENA_ARRAY(arena, TrainGroup, o->n_groups + 1);
    const char **trainable = ARENA_ARRAY(arena, const char *, o->n_trainable + 1);
    for (size_t i = 0; i < o->n_groups; i++)
        groups[i] = (TrainGroup){arena_strdup(arena, str_c(o->groups[i].pattern)),
                                 o->groups[i].rate, o->groups[i].decay};
    const char **columns = ARENA_ARRAY(arena, const char *, o->n_columns + 1);
    for (size_t i = 0; i < o->n_trainable; i++)
        trainable[i] = arena_strdup(arena, str_c(o->trainable[i]));
    for (size_t i = 0; i < o->n_columns; i++)
        columns[i] = arena_strdup(arena, str_c(o->columns[i]));
    return (TrainOptions){.loss = o->loss,
                          .optimizer = o->optimizer,
                          .schedule = o->schedule,
                          .init = o->init,
                          .metric = o->metric,
                          .target = o->target,
                          .rate = o->rate,
                          .epochs = o->epochs,
                          .steps = o->steps,
                          .batch = o->batch,
                          .accumulate = o->accumulate,
                          .patience = o->patience,
                          .seed = o->seed,
                          .val_share = o->val_share,
                          .clip = o->clip,
                          .average = o->average,
                          .trainable = trainable,
                          .n_trainable = o->n_trainable,
                          .groups = groups,
                          .n_groups = o->n_groups,
                          .threads = o->threads,
                          .strict = o->strict != 0,
                          .deterministic = o->deterministic != 0,
                          .columns = columns,
                          .n_columns = o->n_columns,
                          .classes = o->classes,
                          .last = o->last,
                          .class_weights = o->class_weights,
                          .memory = o->memory,
                          .bucket = o->bucket,
                          .shard = o->shard,
                          .save_shards = o->save_shards != 0,
                          .lora = o->lora};
}

/* The run on the model, which is there. */
static TnStatus start(TnTrainer *t, TnData *data, TnData *val, const TnTrainerOptions *o,
                      TrainMode mode) {
    TnContext *self = t->context;
    Boundary b;
    CTX_ENTER(&self->ctx, &b) {
        api_begin(self);
        diag_source(&self->ctx, t->model.m->source, (Str){.len = 0});
        if (name_weights(t, mode == TRAIN_STEPS)) {
            TrainOptions how = train_options(&t->arena, o);
            how.mode = mode;
            if (train_adapt(&t->arena, &t->model, &how))
                t->run =
                    train_new(&self->ctx, &t->model, data->source, val ? val->source : NULL, &how);
        }
        if (t->run) train_keep(t->run);
    }
    return api_data_status(self, api_leave(self, &b, TN_OK));
}

static bool is_sound(TnContext *ctx, const TnData *data, const TnData *val,
                     const TnTrainerOptions *o) {
    bool ok = data && data->context == ctx && (!val || val->context == ctx) && o->threads >= 0 &&
              o->classes >= 0 && o->last >= 0 && o->memory >= 0 && !(o->last && o->n_trainable) &&
              (!o->n_trainable || o->trainable) && (!o->n_groups || o->groups) &&
              (!o->n_columns || o->columns);
    for (size_t i = 0; ok && i < o->n_columns; i++) ok = o->columns[i] != NULL;
    for (size_t i = 0; ok && i < o->n_trainable; i++) ok = o->trainable[i] != NULL;
    for (size_t i = 0; ok && i < o->n_groups; i++)
        ok = o->groups[i].pattern && o->groups[i].rate >= 0;
    return ok;
}

static TnStatus read_model(TnTrainer *t, const char *path) {
    TnContext *ctx = t->context;
    Reader reader = {.weights = {.weight = take_weight, .file = take_file}, .trainer = t};
    TnModule *read = NULL;
    const TnStatus status = api_read_file(ctx, path, NULL, &reader.weights, &read);
    if (read) { /* the module stays, its handle goes */
        t->model.m = read->ir;
        ctx_resize(&ctx->ctx, read, sizeof *read, 0);
        api_release(ctx);
    }
    return status;
}

/* Of the module m, or (NULL) a file; the options are sound. */
static TnStatus trainer_with(TnContext *ctx, TnModule *m, const char *path, TnData *data,
                             TnData *val, const TnTrainerOptions *o, TnTrainer **out) {
    const TrainMode mode = o->evaluates == PREDICTS ? TRAIN_PREDICT
                           : o->evaluates           ? TRAIN_EVALUATE
                                                    : TRAIN_STEPS;
    TnStatus status;
    TnTrainer *t = trainer_empty(ctx, &status);
    if (!t) return status;
    if (m) {
        Boundary b;
        CTX_ENTER(&ctx->ctx, &b) {
            api_begin(ctx);
            t->model.m = ir_module_copy(m->ir);
            ir_module_part(t->model.m);
            ir_module_keep(t->model.m);
        }
        status = api_leave(ctx, &b, TN_OK);
    } else {
        status = read_model(t, path);
    }
    t->model.function = o->function;
    t->model.path = path;
    t->model.ops = &ctx->added;
    if (status == TN_OK) status = start(t, data, val, o, mode);
    if (status == TN_OK)
        *out = t;
    else
        tn_trainer_free(t);
    return status;
}

static TnStatus trainer_new(TnContext *ctx, TnModule *m, const char *path, TnData *data,
                            TnData *val, const TnTrainerOptions *options, TnTrainer **out) {
    TnTrainerOptions o;
    if (!api_options(ctx, API_TnTrainerOptions, options, &o)) return TN_E_USAGE;
    if (!is_sound(ctx, data, val, &o)) return api_usage(ctx);
    o.evaluates = o.evaluates != 0;
    return trainer_with(ctx, m, path, data, val, &o, out);
}

TnStatus tn_trainer_new(TnContext *ctx, const char *path, TnData *data, TnData *val,
                        const TnTrainerOptions *options, TnTrainer **out) {
    if (out) *out = NULL;
    if (!ctx || !path || !out) return api_usage(ctx);
    return trainer_new(ctx, NULL, path, data, val, options, out);
}

TnStatus tn_trainer_of_module(TnModule *m, TnData *data, TnData *val,
                              const TnTrainerOptions *options, TnTrainer **out) {
    if (out) *out = NULL;
    if (!m || !out) return api_usage(m ? m->context : NULL);
    return trainer_new(m->context, m, NULL, data, val, options, out);
}

TnStatus tn_train_module(TnContext *ctx, const char *path, const TnTrainerOptions *options,
                         TnModule **out) {
    TnTrainerOptions o;
    TnStatus status;
    const TnData none = {.context = ctx};
    if (out) *out = NULL;
    if (!ctx || !path || !out) return api_usage(ctx);
    if (!api_options(ctx, API_TnTrainerOptions, options, &o)) return TN_E_USAGE;
    if (!is_sound(ctx, &none, NULL, &o) || o.batch < 0 || o.accumulate > 1 || o.lora)
        return api_usage(ctx);
    TnTrainer *t = trainer_empty(ctx, &status);
    if (!t) return status;
    status = read_model(t, path);
    t->model.function = o.function;
    t->model.path = path;
    t->model.ops = &ctx->added;
    Boundary b;
    CTX_ENTER(&ctx->ctx, &b) {
        if (status == TN_OK) {
            api_begin(ctx);
            diag_source(&ctx->ctx, t->model.m->source, (Str){.len = 0});
            TrainOptions how = train_options(&t->arena, &o);
            how.ships = true;
            const bool ok = name_weights(t, true) && train_adapt(&t->arena, &t->model, &how);
            IrModule *ir = ok ? train_ship(&ctx->ctx, &t->model, &how) : NULL;
            if (ir) {
                TnModule *m = ctx_resize(&ctx->ctx, NULL, 0, sizeof *m);
                *m = (TnModule){.context = ctx, .ir = ir, .holds = IR_PROP_ALL};
                ir_module_keep(ir);
                ctx->handles++;
                *out = m;
            }
        }
    }
    status = api_leave(ctx, &b, status);
    tn_trainer_free(t);
    return status;
}

void tn_trainer_free(TnTrainer *t) {
    if (!t) return;
    TnContext *self = t->context;
    train_free(t->run);
    for (size_t i = 0; i < t->model.n_weights; i++) tensor_unref(t->model.weights[i].value);
    ir_module_free(t->model.m);
    ir_module_free(t->model.base);
    arena_fini(&t->arena);
    ctx_resize(&self->ctx, t, sizeof *t, 0);
    api_release(self);
}

/* --- Using it --- */

/* What is done with a run within a call; false after a report. */
typedef struct Job Job;
struct Job {
    bool (*run)(TnTrainer *t, Job *job);
    const char *path;
    const TnPredictOptions *predict;
    TnStatus written;
    bool done;
    TrainEvent event;
    double loss, metric;
};

static TnStatus work(TnTrainer *t, Job *job) {
    TnContext *self = t->context;
    Boundary b;
    volatile bool ok = false;
    CTX_ENTER(&self->ctx, &b) {
        api_begin(self);
        ok = job->run(t, job);
    }
    const TnStatus status = api_leave(self, &b, TN_OK);
    return api_data_status(self, status == TN_OK && !ok ? TN_E_INVALID : status);
}

static void tell(const TrainEvent *e, TnTrainEvent *out) {
    *out = (TnTrainEvent){.step = e->step,
                          .epoch = e->epoch,
                          .rows = e->rows,
                          .loss = e->loss,
                          .rate = e->rate,
                          .epoch_ended = e->epoch_ended,
                          .train_loss = e->train_loss,
                          .evaluated = e->evaluated,
                          .val_loss = e->val_loss,
                          .metric = e->metric,
                          .improved = e->improved,
                          .done = e->done,
                          .why = e->why};
}

static bool do_step(TnTrainer *t, Job *job) { return train_step(t->run, &job->event); }
static bool do_evaluate(TnTrainer *t, Job *job) {
    return train_evaluate(t->run, &job->loss, &job->metric);
}
static bool do_save(TnTrainer *t, Job *job) { return train_save(t->run, job->path); }
static bool do_load(TnTrainer *t, Job *job) { return train_load(t->run, job->path); }

static bool do_write(TnTrainer *t, Job *job) {
    const size_t errors = diag_errors(&t->context->ctx);
    bool writes;
    if (!train_before_writing(t->run, &writes)) return false;
    if (!writes) return true;
    if (train_writes(t->run, job->path)) return train_write(t->run, job->path);
    TnModule bound = {.context = t->context, .ir = train_bound(t->run), .holds = IR_PROP_ALL};
    if (!bound.ir) return false;
    const TnStatus status = api_write_module(&bound, job->path);
    ir_module_free(bound.ir);
    return status == TN_OK && diag_errors(&t->context->ctx) == errors;
}

static bool do_predict(TnTrainer *t, Job *job) {
    Arena arena;
    StrBuf text;
    arena_init(&arena, &t->context->ctx);
    strbuf_init(&text, &arena);
    const bool ok = train_predict(t->run, job->predict->scores != 0, &text, &job->done);
    if (ok) job->written = job->predict->write(job->predict->user, text.text.at, text.text.len);
    arena_fini(&arena);
    return ok;
}

TnStatus tn_predict(TnContext *ctx, const char *path, TnData *data,
                    const TnPredictOptions *options) {
    TnPredictOptions p;
    if (!ctx || !path || !options) return api_usage(ctx);
    if (!api_options(ctx, API_TnPredictOptions, options, &p)) return TN_E_USAGE;
    const TnTrainerOptions o = {.function = p.function,
                                .batch = p.batch,
                                .threads = p.threads,
                                .strict = p.strict,
                                .deterministic = p.deterministic,
                                .evaluates = PREDICTS};
    TnTrainer *t = NULL;
    if (!p.write || p.batch < 0 || !is_sound(ctx, data, NULL, &o)) return api_usage(ctx);
    Job job = {.run = do_predict, .predict = &p};
    TnStatus status = trainer_with(ctx, NULL, path, data, NULL, &o, &t);
    while (status == TN_OK && !job.done) {
        status = work(t, &job);
        if (status == TN_OK) status = job.written;
    }
    tn_trainer_free(t);
    return status;
}

TnStatus tn_trainer_step(TnTrainer *t, TnTrainEvent *out) {
    TrainEvent now;
    if (!t || !out) return api_usage(t ? t->context : NULL);
    train_position(t->run, &now);
    if (now.done) return api_usage(t->context);
    Job job = {.run = do_step};
    const TnStatus status = work(t, &job);
    if (status == TN_OK) tell(&job.event, out);
    return status;
}

TnStatus tn_trainer_position(TnTrainer *t, TnTrainEvent *out) {
    TrainEvent now;
    if (!t || !out) return api_usage(t ? t->context : NULL);
    train_position(t->run, &now);
    tell(&now, out);
    return TN_OK;
}

TnStatus tn_trainer_evaluate(TnTrainer *t, double *loss, double *metric) {
    if (!t || !loss || !metric) return api_usage(t ? t->context : NULL);
    Job job = {.run = do_evaluate};
    const TnStatus status = work(t, &job);
    *loss = job.loss;
    *metric = job.metric;
    return status;
}

TnStatus tn_trainer_best(TnTrainer *t, double *metric) {
    if (!t || !metric) return api_usage(t ? t->context : NULL);
    return train_best(t->run, metric) ? TN_OK : api_usage(t->context);
}

TnStatus tn_trainer_plan(TnTrainer *t, TnTrainPlan *out) {
    if (!t || !out) return api_usage(t ? t->context : NULL);
    TrainPlan p;
    train_plan(t->run, &p);
    *out = (TnTrainPlan){.steps = p.steps,
                         .steps_of_epoch = p.steps_of_epoch,
                         .epochs = p.epochs,
                         .train_rows = p.train_rows,
                         .val_rows = p.val_rows,
                         .batch = p.batch,
                         .parameters = p.parameters,
                         .trained = p.trained,
                         .loss = p.loss,
                         .optimizer = p.optimizer,
                         .metric = p.metric};
    return TN_OK;
}

const char *tn_trainer_remark(TnTrainer *t) {
    if (!t) return NULL;
    return train_folded(&t->model)
               ? "each convolution has a bias, and there is no norm: batch norms that an exporter "
                 "folded into them are trained as these weights"
               : train_far_target(t->run);
}

const char *tn_trainer_metric(TnTrainer *t) { return t ? train_metric_name(t->run) : NULL; }

TnStatus tn_trainer_memory(TnTrainer *t, TnTrainMemory *out) {
    TrainMemory m;
    if (!t || !out) return api_usage(t ? t->context : NULL);
    train_memory(t->run, &m);
    *out = (TnTrainMemory){.total = m.total,
                           .weights = m.weights,
                           .state = m.state,
                           .batches = m.batches,
                           .values = m.values,
                           .parts = m.parts};
    return TN_OK;
}

double tn_trainer_waited(const TnTrainer *t) { return t ? train_waited(t->run) : 0; }

static TnStatus with_path(TnTrainer *t, const char *path, bool (*run)(TnTrainer *t, Job *job)) {
    if (!t || !path) return api_usage(t ? t->context : NULL);
    Job job = {.run = run, .path = path};
    return work(t, &job);
}

TnStatus tn_trainer_save(TnTrainer *t, const char *path) { return with_path(t, path, do_save); }
TnStatus tn_trainer_load(TnTrainer *t, const char *path) { return with_path(t, path, do_load); }
TnStatus tn_trainer_write(TnTrainer *t, const char *path) { return with_path(t, path, do_write); }
