/* SPDX-License-Identifier: Apache-2.0 */
/* tenon train M --data D */
#include "command/join.h"
#include "command/train.h"
#include "command/train_args.h"

#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum {
    KEY_DATA = KEY_OWN,
    KEY_TARGET_COLUMN,
    KEY_VAL,
    KEY_LOSS,
    KEY_OPTIMIZER,
    KEY_LR,
    KEY_SCHEDULE,
    KEY_EPOCHS,
    KEY_STEPS,
    KEY_BATCH,
    KEY_SEED,
    KEY_TRAINABLE,
    KEY_CLASSES,
    KEY_INIT,
    KEY_SAVE,
    KEY_RESUME,
    KEY_LOG,
    KEY_PLOT,
    KEY_METRIC,
    KEY_CLIP,
    KEY_CLASS_WEIGHTS,
    KEY_AVERAGE,
    KEY_ACCUMULATE,
    KEY_PATIENCE,
    KEY_GROUP,
    KEY_FUNCTION,
    KEY_THREADS,
    KEY_STRICT,
    KEY_DETERMINISTIC,
    KEY_COLUMN,
    KEY_LAST,
    KEY_LORA,
    KEY_MEMORY,
    KEY_CHECK_REPLICAS,
    KEY_BUCKET,
    KEY_SHARD,
    KEY_SAVE_SHARDS,
    KEY_RANKS
};

enum { COLUMNS_MAX = 256, SAVE_SECONDS = 30, RANKS_MOST = 256 };
static const double VAL_SHARE = 0.1;

typedef struct {
    Args args;
    TnTrainerOptions o;
    TrainArgs how;
    const char *columns[COLUMNS_MAX];
    const char *data, *val, *save, *log, *plot;
    bool resume, says_val, checks_replicas;
    bool is_vague;   /* an argument is wrong that says what model and data are to be */
    bool has_parsed; /* all arguments */
    int64_t n_ranks; /* threads of this process; 0: it is not said */
    Join join;
} Verb;

static const struct argp_option options[] = {
    ARGS_HELP,
    {"data", KEY_DATA, "D", 0,
     "rows to train on: an .npz archive, a table (.csv, .tsv), or a folder of .npy files or of pictures by class (must be given)",
     0},
    {"target", KEY_TARGET_COLUMN, "COLUMN", 0,
     "what is to be predicted (default: y, target or label, or the only column left)", 0},
    {"val", KEY_VAL, "F|SHARE", 0,
     "data to validate with, or their share of D (default: 0.1; 0: none)", 0},
    {"loss", KEY_LOSS, "L", 0, "the loss (default: what fits model and target)", 0},
    {"optimizer", KEY_OPTIMIZER, "O", 0,
     "sgd, momentum, nesterov, adam, adamw (default), rmsprop, adagrad or lion, perhaps with "
     "values: adamw(weight_decay=0.01)",
     0},
    {"lr", KEY_LR, "X", 0, "the learning rate (default: the optimizer's usual one)", 0},
    {"schedule", KEY_SCHEDULE, "S", 0,
     "of the learning rate: constant, step(every=N, factor=X), cosine, linear; each with warmup=N (default: constant)",
     0},
    {"epochs", KEY_EPOCHS, "N", 0, "go through the data N times (default: 10)", 0},
    {"steps", KEY_STEPS, "N", 0, "make at most N steps (default: all of --epochs)", 0},
    {"batch", KEY_BATCH, "N", 0, "rows of a batch (default: 32, or what the model says)", 0},
    {"seed", KEY_SEED, "N", 0, "of all that is drawn: weights, order, dropout (default: 0)", 0},
    {"trainable", KEY_TRAINABLE, "GLOB", 0,
     "weights that are trained, between commas (default: all)", 0},
    {"classes", KEY_CLASSES, "N", 0,
     "another last layer, for N classes, drawn by --init (default: the model's own)", 0},
    {"last", KEY_LAST, "N", 0, "only the weights of the last N layers are trained (default: all)",
     0},
    {"lora", KEY_LORA, "RANK[:GLOB]", 0,
     "train adapters of this rank beside the products by weights of such names (default: all where it is less than the weight), and nothing else",
     0},
    {"memory", KEY_MEMORY, "N", 0,
     "the run holds at most so many bytes (K, M, G): parts of the forward pass are computed again where it must (default: no limit)",
     0},
    {"init", KEY_INIT, "HOW", 0,
     "of weights without values: kaiming, xavier, lecun, normal(std=X), uniform(bound=X), zeros; or a file of values, .npz or .safetensors (default: kaiming)",
     0},
    {"save", KEY_SAVE, "DIR", 0, "keep a checkpoint in DIR (default: none)", 0},
    {"save-shards", KEY_SAVE_SHARDS, NULL, 0,
     "of many ranks: each writes its part of the checkpoint to a file of its own (default: rank 0 writes one)",
     0},
    {"resume", KEY_RESUME, NULL, 0, "go on from the checkpoint in the folder of --save", 0},
    {"log", KEY_LOG, "F", 0, "a line of JSON for each step and evaluation (default: none)", 0},
    {"plot", KEY_PLOT, "F", 0, "loss and metric as SVG (default: none)", 0},
    ARGS_OUTPUT(
        "write the model with its new weights: .onnx, .py, .npz or .safetensors (must be given)"),
    {"metric", KEY_METRIC, "M", 0,
     "accuracy, top(k=5), loss, mae, mse, r2 or perplexity (default: what fits the loss)", 1},
    {"class-weights", KEY_CLASS_WEIGHTS, "W", 0,
     "of the classes in the loss: a number for each, between commas, or balanced (default: none)",
     1},
    {"clip", KEY_CLIP, "X", 0, "the norm of all gradients together is at most X (default: none)",
     1},
    {"average", KEY_AVERAGE, "X", 0,
     "evaluate and write a moving average of the weights that keeps X of itself in a step (default: none)",
     1},
    {"accumulate", KEY_ACCUMULATE, "N", 0, "a step is made of N batches (default: 1)", 1},
    {"patience", KEY_PATIENCE, "N", 0, "end after N evaluations without gain (default: go on)", 1},
    {"group", KEY_GROUP, "GLOB:RATE[:DECAY]", 0,
     "these weights have RATE times the learning rate, and DECAY as their weight decay (default of biases and norms: 0); may be repeated",
     1},
    {"column", KEY_COLUMN, "NAME:KIND", 0,
     "how columns of a table are read: auto, number, standard, minmax, onehot, index or drop; pictures: unit, bytes, imagenet (default: auto and unit); may be repeated",
     1},
    MODEL_ARGS,
    JOIN_ARGS,
    {"ranks", KEY_RANKS, "N", 0,
     "share each batch's rows out to N ranks, which are threads of this process (default: 1, or as many as mpirun started)",
     0},
    {"check-replicas", KEY_CHECK_REPLICAS, NULL, 0,
     "of many ranks: behind each step, whether all have the same bits of weights and state", 0},
    {"bucket", KEY_BUCKET, "SIZE", 0,
     "of many ranks: sum gradients in buckets of at most SIZE, each as soon as its gradients are complete (default: 25M)",
     0},
    {"shard", KEY_SHARD, "HOW", 0,
     "of many ranks: data_parallel, each has a part of a batch's rows; zero1, of the optimizer's state too; zero3, of the weights too (default: data_parallel)",
     0},
    {"deterministic", KEY_DETERMINISTIC, NULL, 0, "the same bits with any number of threads", 1},
    ARGS_OPERATORS,
    ARGS_QUIET,
    ARGS_JSON,
    {0},
};

/* --- Arguments --- */

/* A share where it reads as a number. */
static error_t take_val(Verb *verb, char *arg, struct argp_state *state) {
    double share;
    verb->says_val = true;
    verb->val = NULL;
    if (!args_train_parse_number(arg, &share)) {
        verb->val = arg;
        return 0;
    }
    if (!(share >= 0 && share < 1))
        return args_error(state,
                          "--val takes a file, or a share of 0 or more and below 1, not '%s'", arg);
    verb->o.val_share = share;
    return 0;
}

static error_t take_bytes(int64_t *to, const char *name, char *arg, struct argp_state *state) {
    size_t bytes;
    const error_t e = args_bytes(&bytes, name, arg, state);
    if (!e) *to = bytes > INT64_MAX ? INT64_MAX : (int64_t)bytes;
    return e;
}

static error_t take_ranks(Verb *verb, char *arg, struct argp_state *state) {
    const error_t e = args_train_count(&verb->n_ranks, "--ranks", arg, state);
    if (e) return e;
    if (verb->n_ranks > RANKS_MOST)
        return args_error(state, "--ranks takes at most %d, not '%s'", RANKS_MOST, arg);
    if (verb->n_ranks > 1 && tn_ranks_launched() > 1)
        return args_error(state, "--ranks makes ranks of one process, and mpirun has started %u",
                          tn_ranks_launched());
    return 0;
}

static error_t take_text(Verb *verb, int key, char *arg, struct argp_state *state) {
    const struct {
        int key;
        const char **to;
    } texts[] = {{KEY_DATA, &verb->data},           {KEY_TARGET_COLUMN, &verb->o.target},
                 {KEY_LOSS, &verb->o.loss},         {KEY_OPTIMIZER, &verb->o.optimizer},
                 {KEY_SCHEDULE, &verb->o.schedule}, {KEY_INIT, &verb->o.init},
                 {KEY_SAVE, &verb->save},           {KEY_LOG, &verb->log},
                 {KEY_PLOT, &verb->plot},           {KEY_METRIC, &verb->o.metric},
                 {KEY_FUNCTION, &verb->o.function}, {KEY_CLASS_WEIGHTS, &verb->o.class_weights},
                 {KEY_LORA, &verb->o.lora}};
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        if (texts[i].key != key) continue;
        *texts[i].to = arg;
        return *arg ? 0 : args_error(state, "an empty argument");
    }
    return args_key(&verb->args, key, arg, state);
}

/* What is wrong between arguments: all of it. */
static error_t check_together(Verb *verb, int key, struct argp_state *state) {
    error_t err = args_key(&verb->args, key, NULL, state);
    if (!verb->data) err = args_error(state, "--data is missing: what is it to be trained on?");
    if (verb->o.last && verb->how.trainable.n)
        err = args_error(state, "--last says what is trained, and so does --trainable");
    return err;
}

static error_t take_key(Verb *verb, int key, char *arg, struct argp_state *state) {
    switch (key) {
    case KEY_VAL: return take_val(verb, arg, state);
    case KEY_LR: return args_train_number(&verb->o.rate, "--lr", arg, 0, state);
    case KEY_CLIP: return args_train_number(&verb->o.clip, "--clip", arg, 0, state);
    case KEY_AVERAGE: return args_train_number(&verb->o.average, "--average", arg, 1, state);
    case KEY_EPOCHS: return args_train_count(&verb->o.epochs, "--epochs", arg, state);
    case KEY_STEPS: return args_train_count(&verb->o.steps, "--steps", arg, state);
    case KEY_BATCH: return args_train_count(&verb->o.batch, "--batch", arg, state);
    case KEY_ACCUMULATE: return args_train_count(&verb->o.accumulate, "--accumulate", arg, state);
    case KEY_CLASSES: return args_train_count(&verb->o.classes, "--classes", arg, state);
    case KEY_LAST: return args_train_count(&verb->o.last, "--last", arg, state);
    case KEY_PATIENCE: return args_train_count(&verb->o.patience, "--patience", arg, state);
    case KEY_THREADS: return args_train_count(&verb->o.threads, "--threads", arg, state);
    case KEY_MEMORY: return take_bytes(&verb->o.memory, "--memory", arg, state);
    case KEY_BUCKET: return take_bytes(&verb->o.bucket, "--bucket", arg, state);
    case KEY_SAVE_SHARDS: verb->o.save_shards = 1; return 0;
    case KEY_SHARD: verb->o.shard = arg; return 0;
    case KEY_RANKS: return take_ranks(verb, arg, state);
    case KEY_SEED: return args_train_seed(&verb->o.seed, arg, state);
    case KEY_TRAINABLE: return args_names(&verb->how.trainable, "--trainable", arg, state);
    case KEY_GROUP: return args_train_group(&verb->how, arg, state);
    case KEY_COLUMN:
        if (verb->o.n_columns == COLUMNS_MAX)
            return args_error(state, "more than %d --column", COLUMNS_MAX);
        verb->columns[verb->o.n_columns++] = arg;
        return 0;
    case KEY_RESUME: verb->resume = true; return 0;
    case KEY_STRICT: verb->o.strict = 1; return 0;
    case KEY_CHECK_REPLICAS: verb->checks_replicas = true; return 0;
    case KEY_TRANSPORT:
    case KEY_RANK_TIMEOUT: return join_key(&verb->join, key, arg, state);
    case KEY_DETERMINISTIC: verb->o.deterministic = 1; return 0;
    case ARGP_KEY_END:
    case KEY_REST: return check_together(verb, key, state);
    default: return take_text(verb, key, arg, state);
    }
}

/* A number that is wrong says nothing of what the model and the data are to be. */
static bool is_apart(int key) {
    static const int keys[] = {KEY_LR,       KEY_CLIP,    KEY_AVERAGE, KEY_EPOCHS, KEY_STEPS,
                               KEY_PATIENCE, KEY_THREADS, KEY_MEMORY,  KEY_SEED,   KEY_BUCKET};
    for (size_t i = 0; i < COUNT_OF(keys); i++) {
        if (keys[i] == key) return true;
    }
    return false;
}

static error_t parse_key(int key, char *arg, struct argp_state *state) {
    Verb *verb = state->input;
    const error_t err = take_key(verb, key, arg, state);
    verb->has_parsed |= key == ARGP_KEY_END || key == KEY_REST;
    verb->is_vague |= key == ARGP_KEY_ERROR ? !verb->has_parsed : err == EINVAL && !is_apart(key);
    return err;
}

static const struct argp argp = {
    .options = options,
    .parser = parse_key,
    .args_doc = "M",
    .doc =
        "Trains a model on data: an ONNX file, whose weights are trained, or Relax text, whose parameters behind "
        "the first num_input are weights, drawn by --init. Everything that is wrong is told before the first step. "
        "Ctrl-C finishes the step, saves and ends. The last line on standard output is `validation METRIC: VALUE`, "
        "of the weights that are written: those of the best evaluation."
        "\vExit status: 0 done, 1 wrong usage, 2 the model or the data are wrong, or the loss is not finite, 4 a "
        "fault of tenon (a reproducer is written), 5 a file could not be read or written, or out of memory.\n\n"
        "Example:\n  tenon train digits.onnx --data digits.npz --epochs 30 --save run -o trained.onnx",
};

/* --- Signals --- */

static volatile sig_atomic_t is_stopped;
static struct sigaction before_stop[2];
static const int stopping[2] = {SIGINT, SIGTERM};

/* The first one asks for an end, the next one ends at once. */
static void on_stop(int number) {
    is_stopped = 1;
    sigaction(number, &before_stop[number == SIGTERM], NULL);
}

static void watch_stops(bool begin) {
    for (int i = 0; i < 2; i++) {
        struct sigaction action = {.sa_handler = on_stop, .sa_flags = SA_RESTART};
        sigemptyset(&action.sa_mask);
        if (begin) {
            sigaction(stopping[i], NULL, &before_stop[i]);
            if (before_stop[i].sa_handler != SIG_IGN) sigaction(stopping[i], &action, NULL);
        } else if (!is_stopped && before_stop[i].sa_handler != SIG_IGN) {
            sigaction(stopping[i], &before_stop[i], NULL);
        }
    }
}

/* --- The run --- */

typedef struct {
    Session session;
    Verb *verb;
    TnData *data, *val;
    TnTrainer *trainer;
    TrainReport report;
    char path[4096]; /* of the checkpoint; empty: none is kept */
    double saved;    /* when, in seconds */
    bool is_stopped; /* by a signal */
} Run;

static bool follows(const Run *self) { return join_follows(&self->verb->join); }

/* Checkpoints are written by all ranks together: each has a part of them. */
static bool saves_together(const Run *self) {
    return self->verb->o.shard || self->verb->o.save_shards;
}

/* By rank 0, for all; or together. */
static bool save(Run *self) {
    if (!self->path[0] || (self->session.rank && !saves_together(self))) return true;
    self->saved = report_seconds();
    return session_ok(&self->session, tn_trainer_save(self->trainer, self->path), self->path);
}

/* The checkpoint's place, and what is there. */
static bool open_save(Run *self) {
    const Verb *verb = self->verb;
    struct stat is;
    if (!verb->save) return true;
    const int n = snprintf(self->path, sizeof self->path, "%s/checkpoint.npz", verb->save);
    if (n < 0 || (size_t)n >= sizeof self->path ||
        (mkdir(verb->save, 0777) != 0 && errno != EEXIST)) {
        session_error(&self->session, EXIT_IO, NULL, "cannot make '%s': %s", verb->save,
                      strerror(errno));
        return false;
    }
    const bool is_there = stat(self->path, &is) == 0;
    /* rank 0 writes one: all look before */
    if (!session_ok(&self->session,
                    tn_ranks_agree(self->session.ctx, "checkpoint", &is_there, sizeof is_there),
                    self->path))
        return false;
    if (verb->resume && is_there)
        return session_ok(&self->session, tn_trainer_load(self->trainer, self->path), self->path);
    if (verb->resume && !verb->args.quiet)
        fprintf(stderr, "tenon train: '%s' is not there yet: a new run begins\n", self->path);
    if (!verb->resume && is_there) {
        session_error(&self->session, EXIT_USAGE,
                      "--resume goes on with it; another --save DIR begins anew",
                      "'%s' holds the checkpoint of a run", verb->save);
        return false;
    }
    return save(self);
}

static bool open_all(Run *self) {
    const Verb *verb = self->verb;
    Session *s = &self->session;
    TnTrainerOptions o = verb->o;
    o.size = sizeof o;
    o.trainable = verb->how.trainable.names;
    o.n_trainable = verb->how.trainable.n;
    o.groups = verb->how.groups;
    o.n_groups = verb->how.n_groups;
    o.columns = verb->columns;
    if (!verb->says_val) o.val_share = VAL_SHARE;
    bool ok = session_ok(s, tn_data_read(s->ctx, verb->data, &self->data), verb->data);
    if (verb->val) ok = session_ok(s, tn_data_read(s->ctx, verb->val, &self->val), verb->val) && ok;
    if (!follows(self)) {
        progress_stage("compiling", 0);
        crash_input(verb->args.operands[0], NULL, 0);
    }
    return ok && session_ok(s,
                            tn_trainer_new(s->ctx, verb->args.operands[0], self->data, self->val,
                                           &o, &self->trainer),
                            verb->args.operands[0]);
}

/* Whether a checkpoint is to be written: where each rank has a part, by what any of their clocks
 * says. */
static bool is_due(Run *self, int epoch_ended, bool *due) {
    int any = epoch_ended || report_seconds() - self->saved > SAVE_SECONDS;
    const bool ok = epoch_ended || !self->path[0] || !saves_together(self) ||
                    session_ok(&self->session, tn_ranks_any(self->session.ctx, any, &any), "step");
    *due = any != 0;
    return ok;
}

/* Until it is done, a signal says stop, or something is wrong. */
static bool loop(Run *self) {
    TnTrainEvent e;
    if (tn_trainer_position(self->trainer, &e) != TN_OK) return false;
    int stops = 0;
    bool due;
    while (!e.done) {
        const bool stop = !follows(self) && is_stopped;
        if (!session_ok(&self->session, tn_ranks_any(self->session.ctx, stop, &stops), "step"))
            return false;
        self->is_stopped = stops;
        if (stops) break;
        const TnStatus status = tn_trainer_step(self->trainer, &e);
        if (!session_ok(&self->session, status, "step")) {
            report_train_end_line(&self->report);
            if (!saves_together(self)) save(self); /* else the others may not come */
            return false;
        }
        report_train_event(&self->report, &e);
        if (!is_due(self, e.epoch_ended, &due) || (due && !save(self))) return false;
    }
    report_train_done(&self->report, &e);
    return true;
}

static bool is_file(const char *path) { return path && strcmp(path, "-") != 0; }

static void write_results(Run *self, const char *output, const char *plot) {
    if (self->session.rank && !self->verb->o.shard) return;
    if (output) session_ok(&self->session, tn_trainer_write(self->trainer, output), output);
    if (plot && !self->session.rank) report_train_plot(&self->report, &self->session, plot);
}

/* Before the first step: whether what the run ends with can be written. It is, but gets no name. */
static bool can_write_results(Run *self) {
    const Verb *verb = self->verb;
    if (self->session.rank) return true;
    if (!session_files_begin(&self->session)) return false;
    write_results(self, is_file(verb->args.output) ? verb->args.output : NULL,
                  is_file(verb->plot) ? verb->plot : NULL);
    session_files_end(&self->session, false);
    return self->session.status == EXIT_OK;
}

/* The last line, and the files. */
static void finish(Run *self) {
    const Verb *verb = self->verb;
    TnTrainPlan plan;
    double loss, metric;
    report_train_end_line(&self->report);
    if (self->is_stopped) save(self);
    if (self->is_stopped && !verb->args.quiet)
        fprintf(stderr, "tenon train: stopped after step %lld\n",
                (long long)self->report.last.step);
    write_results(self, verb->args.output, verb->plot);
    if (tn_trainer_plan(self->trainer, &plan) != TN_OK) return;
    bool ok = true;
    if (plan.val_rows)
        ok = tn_trainer_best(self->trainer, &metric) == TN_OK ||
             session_ok(&self->session, tn_trainer_evaluate(self->trainer, &loss, &metric),
                        "evaluate");
    if (follows(self)) return;
    if (!plan.val_rows)
        printf("training loss: %.6g\n", self->report.train_loss);
    else if (ok)
        printf("validation %s: %.6g\n", tn_trainer_metric(self->trainer), metric);
    if (fflush(stdout) != 0 || ferror(stdout))
        session_error(&self->session, EXIT_IO, NULL, "cannot write '<stdout>'");
}

static void run(Run *self) {
    Verb *verb = self->verb;
    if (!follows(self)) progress_begin("train", verb->args.quiet);
    bool ok = join_ranks(&verb->join, &self->session, &verb->args, "train") &&
              session_operators(&self->session, &verb->args) && open_all(self);
    if (!follows(self)) progress_end();
    if (ok) tn_ranks_check_replicas(self->session.ctx, verb->checks_replicas);
    if (ok) report_train_begin(&self->report, self->trainer, verb->args.quiet);
    ok = ok && can_write_results(self) && open_save(self) &&
         report_train_log(&self->report, &self->session, self->session.rank ? NULL : verb->log,
                          verb->resume);
    if (!ok) return;
    if (!follows(self)) watch_stops(true);
    if (loop(self)) finish(self);
    if (!follows(self)) watch_stops(false);
}

static int run_session(void *user) {
    Run *self = user;
    if (join_begin(&self->verb->join, &self->session, &self->verb->args)) run(self);
    report_train_end(&self->report);
    tn_trainer_free(self->trainer);
    tn_data_free(self->val);
    tn_data_free(self->data);
    join_end(&self->session);
    return join_finish(&self->verb->join, &self->session);
}

/* --ranks: each has its share of the processors. */
static int run_threads(const Verb *verb) {
    const unsigned n = (unsigned)verb->n_ranks;
    Verb *verbs = calloc(n, sizeof *verbs);
    Run *runs = calloc(n, sizeof *runs);
    JoinThread *all = calloc(n, sizeof *all);
    int status = EXIT_IO;
    for (unsigned r = 0; verbs && runs && all && r < n; r++) {
        verbs[r] = *verb;
        verbs[r].o.threads = join_share(n, verb->o.threads);
        runs[r].verb = &verbs[r];
        all[r] = (JoinThread){&verbs[r].join, &runs[r], run_session, EXIT_OK};
    }
    if (verbs && runs && all)
        status = join_threads(all, n, verb->join.timeout);
    else
        fputs("error: out of memory\n", stderr);
    free(verbs);
    free(runs);
    free(all);
    return status;
}

/* Numbers are wrong, and this has been told: what else is, of model and data. */
static void check_rest(Run *self) {
    const Verb *verb = self->verb;
    if (verb->is_vague || !verb->args.n || !verb->data || verb->n_ranks > 1 ||
        tn_ranks_launched() > 1)
        return;
    if (session_begin(&self->session, &verb->args) &&
        session_operators(&self->session, &verb->args))
        open_all(self);
    tn_trainer_free(self->trainer);
    tn_data_free(self->val);
    tn_data_free(self->data);
    session_end(&self->session);
}

static bool saves(const void *input) { return ((const Verb *)input)->save != NULL; }

int cmd_train(int argc, char **argv) {
    Verb verb = {.args = {.min_operands = 1, .max_operands = 1}};
    static const ArgsRule rules[] = {{KEY_RESUME, saves, "with --save"},
                                     {KEY_SAVE_SHARDS, saves, "with --save"}};
    Run self = {.verb = &verb};
    int status = args_parse_with(&argp, rules, COUNT_OF(rules), argc, argv, &verb);
    if (status == EXIT_USAGE) check_rest(&self);
    if (status < 0) status = verb.n_ranks > 1 ? run_threads(&verb) : run_session(&self);
    args_train_free(&verb.how);
    return status;
}
