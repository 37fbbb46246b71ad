/* SPDX-License-Identifier: Apache-2.0 */
/* What a run is, of what was said, the model and the data: loss, optimizer, schedule, metric, and
 * which column of the data is which input. All that does not fit is reported at once. */
#include <math.h>

#include "base/near.h"
#include "ops/ops.h"
#include "passes/blocks.h"
#include "train/parts.h"

static const Loc no_place = {.line = 0};

typedef struct {
    Ctx *ctx;
    Arena *arena;
    const TrainModel *model;
    const IrFunction *fn;
    TrainSource *data;
    const TrainOptions *o;
    TrainChoice *out;
    size_t n_inputs, target; /* a column; none: their number */
    const IrType *prediction;
} Choosing;

/* --- Optimizers --- */

typedef struct {
    TrainTerm term;
    OptimizerKind kind;
    bool nesterov;
    double rate; /* that is usual */
} Optimizer;

static const Optimizer optimizers[] = {
    {{"sgd", {"weight_decay"}, {0}}, OPTIMIZER_SGD, false, 0.01},
    {{"momentum", {"momentum", "weight_decay"}, {0.9, 0}}, OPTIMIZER_SGD, false, 0.01},
    {{"nesterov", {"momentum", "weight_decay"}, {0.9, 0}}, OPTIMIZER_SGD, true, 0.01},
    {{"adam", {"beta1", "beta2", "epsilon", "weight_decay"}, {0.9, 0.999, 1e-8, 0}},
     OPTIMIZER_ADAM,
     false,
     1e-3},
    {{"adamw", {"beta1", "beta2", "epsilon", "weight_decay"}, {0.9, 0.999, 1e-8, 0.01}},
     OPTIMIZER_ADAMW,
     false,
     1e-3},
    {{"rmsprop", {"alpha", "epsilon", "momentum", "weight_decay"}, {0.99, 1e-8, 0, 0}},
     OPTIMIZER_RMSPROP,
     false,
     1e-3},
    {{"adagrad", {"epsilon", "weight_decay"}, {1e-10, 0}}, OPTIMIZER_ADAGRAD, false, 0.01},
    {{"lion", {"beta1", "beta2", "weight_decay"}, {0.9, 0.99, 0}}, OPTIMIZER_LION, false, 1e-4},
};

/* The value of the key, where the optimizer has it. */
static double value_or(const TrainTerm *t, const char *key, double otherwise) {
    for (size_t i = 0; i < TRAIN_TERM_VALUES && t->keys[i]; i++) {
        if (strcmp(t->keys[i], key) == 0) return t->values[i];
    }
    return otherwise;
}

static void choose_optimizer(Choosing *c) {
    TrainTerm rows[ARRAY_LEN(optimizers)];
    for (size_t i = 0; i < ARRAY_LEN(optimizers); i++) rows[i] = optimizers[i].term;
    TrainTerm *t = &c->out->optimizer_term;
    const char *text = c->o->optimizer ? c->o->optimizer : "adamw";
    const int row = train_term_parse(c->ctx, "an optimizer", text, rows, ARRAY_LEN(rows), t);
    if (row < 0) return;
    for (size_t i = 0; i < TRAIN_TERM_VALUES && t->keys[i]; i++) {
        const bool is_share = strcmp(t->keys[i], "weight_decay") != 0 &&
                              strcmp(t->keys[i], "epsilon") != 0 &&
                              strcmp(t->keys[i], "momentum") != 0;
        if (t->values[i] >= 0 && (!is_share || t->values[i] < 1)) continue;
        Diag *d = diag_error(
            c->ctx, no_place, DIAG_VALUE,
            diag_fmt(c->ctx, "the optimizer %s: %s is out of range", t->name, t->keys[i]));
        diag_expected(c->ctx, d, is_share ? "0 or more, and below 1" : "0 or more");
        diag_found(c->ctx, d, "%g", t->values[i]);
    }
    const double momentum = value_or(t, "momentum", 0);
    c->out->optimizer = (OptimizerOptions){.kind = optimizers[row].kind,
                                           .nesterov = optimizers[row].nesterov && momentum != 0,
                                           .momentum = momentum,
                                           .beta1 = value_or(t, "beta1", 0),
                                           .beta2 = value_or(t, "beta2", 0),
                                           .alpha = value_or(t, "alpha", 0),
                                           .epsilon = value_or(t, "epsilon", 0),
                                           .weight_decay = value_or(t, "weight_decay", 0),
                                           .clip_norm = c->o->clip};
    c->out->rate = c->o->rate > 0 ? c->o->rate : optimizers[row].rate;
}

/* --- Columns --- */

static const char *type_text(Choosing *c, const TrainColumn *column) {
    StrBuf s;
    strbuf_init(&s, &c->ctx->diags->arena);
    strbuf_printf(&s, "%s, rows of (", dtype_name(column->dtype));
    for (uint32_t i = 0; i < column->ndim; i++)
        strbuf_printf(&s, "%s%lld", i ? ", " : "", (long long)column->dims[i]);
    strbuf_puts(&s, ")");
    return strbuf_cstr(&s);
}

static bool find_column(const Choosing *c, const char *name, size_t *out) {
    for (size_t i = 0; name && i < c->data->n_columns; i++) {
        if (strcmp(c->data->columns[i].name, name) != 0) continue;
        *out = i;
        return true;
    }
    return false;
}

/* Rows fit a type's dims but the first, extents of 1 apart; what is symbolic fits all. dims: what
 * the dims are then. */
static bool fits(const TrainColumn *column, const IrType *t, int64_t *dims) {
    uint32_t i = 0;
    for (int32_t k = 1; k < t->ndim; k++) {
        int64_t want;
        const bool is_known = ir_dim_is_const(t->dims[k], &want);
        dims[k] = 1;
        if (is_known && want == 1) continue;
        while (i < column->ndim && column->dims[i] == 1) i++;
        if (i < column->ndim) dims[k] = column->dims[i++];
        if (is_known && dims[k] != want) return false;
    }
    while (i < column->ndim && column->dims[i] == 1) i++;
    return i == column->ndim;
}

/* The column feeds a parameter of that type. Reports where it does not fit. */
static TrainFeed feed(Choosing *c, size_t at, const char *what, const IrType *t) {
    const TrainColumn *column = &c->data->columns[at];
    const bool is_tensor = t->kind == IR_TYPE_TENSOR && t->dims && t->ndim >= 1;
    const bool loses = is_tensor && !dtype_is_float(t->dtype) && dtype_is_float(column->dtype);
    const bool is_bool = is_tensor && t->dtype == DTYPE_BOOL && column->dtype != DTYPE_BOOL;
    const bool is_odd = is_tensor && (dtype_is_packed(t->dtype) || t->dtype == DTYPE_STRING);
    TrainFeed f = {.column = at, .dtype = t->dtype};
    if (is_tensor) {
        f.ndim = (uint32_t)t->ndim;
        f.dims = ARENA_ARRAY(c->arena, int64_t, f.ndim);
        f.is_fixed = ir_dim_is_const(t->dims[0], &f.dims[0]);
    }
    if (is_tensor && !loses && !is_bool && !is_odd && fits(column, t, f.dims)) return f;
    Diag *d = diag_error(
        c->ctx, no_place, DIAG_VALUE,
        diag_fmt(c->ctx, "%s: column '%s' does not fit %s", c->data->name, column->name, what));
    diag_expected(c->ctx, d, "%s, whose dim 0 are the rows", ir_type_text(c->model->m, t));
    diag_found(c->ctx, d, "%s", type_text(c, column));
    if (loses && at == c->target)
        diag_help(c->ctx, d, "class indices are integers; for numbers take --loss mse, or l1");
    return f;
}

static void no_column(Choosing *c, const char *name, const char *what) {
    NearNames names;
    Diag *d = diag_error(c->ctx, no_place, DIAG_VALUE,
                         diag_fmt(c->ctx, "%s has no column %s%s%s", c->data->name,
                                  name ? "'" : "for ", name ? name : what, name ? "'" : ""));
    near_names_begin(&names, c->ctx, name ? name : "");
    for (size_t i = 0; i < c->data->n_columns; i++)
        near_names_add(&names, c->data->columns[i].name);
    near_names_end(&names, c->ctx, d, diag_fmt(c->ctx, "a column for %s", what));
}

/* What the file calls a parameter. */
static const char *file_name(const Choosing *c, const char *own) {
    const char *file = ir_file_name(c->fn, ONNX_INPUTS, own);
    return file ? file : own;
}

static bool is_input(const Choosing *c, const char *name) {
    bool is = false;
    for (size_t i = 0; i < c->n_inputs; i++) {
        const char *own = c->fn->params.at[i]->name;
        is |= strcmp(own, name) == 0 || strcmp(file_name(c, own), name) == 0;
    }
    return is;
}

/* The target's column; n_columns: there is none, which was reported. */
static size_t target_column(Choosing *c) {
    static const char *const usual[] = {"y", "target", "targets", "label", "labels"};
    const size_t n = c->data->n_columns;
    size_t at = n, others = 0, other = n;
    if (c->o->target) {
        if (!find_column(c, c->o->target, &at)) no_column(c, c->o->target, "the target");
        return at;
    }
    for (size_t i = 0; i < ARRAY_LEN(usual) && at == n; i++) {
        if (!is_input(c, usual[i])) find_column(c, usual[i], &at);
    }
    for (size_t i = 0; i < n; i++) {
        if (is_input(c, c->data->columns[i].name)) continue;
        other = i;
        others++;
    }
    if (at == n && others == 1 && n > 1) at = other;
    if (at == n) no_column(c, NULL, "the target (--target names it)");
    return at;
}

/* The column of each input, into `feeds`. */
static void feed_inputs(Choosing *c, size_t target, TrainFeeds *feeds) {
    const size_t n = c->data->n_columns;
    for (size_t i = 0; i < c->n_inputs; i++) {
        const IrVar *p = c->fn->params.at[i];
        const char *file = file_name(c, p->name);
        size_t at = n, others = 0, other = n;
        bool found = find_column(c, file, &at) || find_column(c, p->name, &at);
        for (size_t k = 0; k < n; k++) {
            if (k == target) continue;
            other = k;
            others++;
        }
        if (!found && c->n_inputs == 1 && others == 1) {
            at = other;
            found = true;
        }
        const char *what = diag_fmt(c->ctx, "the input '%s'", file);
        if (!found) {
            no_column(c, NULL, what);
            continue;
        }
        feeds->feeds[feeds->n++] = feed(c, at, what, p->type);
    }
}

/* --- The loss and the metric --- */

static const OpDef *last_op(const Choosing *c) {
    const IrOperand *x = c->fn->body->result.at;
    if (x->kind == IR_OPERAND_TUPLE) x++;
    const IrBinding *b = x->kind == IR_OPERAND_VAR ? x->var->def : NULL;
    return b && b->kind == IR_BIND_CALL ? b->op : NULL;
}

/* False: one was found, or rows could not be read, which was reported. out may be NULL. */
static bool is_within(TrainSource *data, size_t at, Arena *arena, double low, double high,
                      TrainOutlier *out) {
    enum { CHUNK = 4096 };
    const TrainColumn *column = &data->columns[at];
    const size_t each = column->bytes / dtype_size(column->dtype);
    void **to = ARENA_ARRAY(arena, void *, data->n_columns + 1);
    int64_t *rows = ARENA_ARRAY(arena, int64_t, CHUNK);
    char *chunk = to[at] = arena_alloc(arena, CHUNK * column->bytes + 1);
    for (int64_t first = 0; first < data->rows; first += CHUNK) {
        const size_t n = (size_t)(data->rows - first < CHUNK ? data->rows - first : CHUNK);
        for (size_t i = 0; i < n; i++) rows[i] = first + (int64_t)i;
        if (data->read(data, data->ctx, rows, n, to) != STATUS_OK) return false;
        ctx_poll(data->ctx);
        for (size_t i = 0; i < n * each; i++) {
            const double v = dtype_is_float(column->dtype)
                                 ? dtype_get_double(column->dtype, chunk, i)
                                 : (double)dtype_get_int(column->dtype, chunk, i);
            if ((v >= low && v <= high) || (out && v == out->besides)) continue;
            if (out) *out = (TrainOutlier){out->besides, first + (int64_t)(i / each), v, true};
            return false;
        }
    }
    return true;
}

static bool has_classes(LossKind k) { return k == LOSS_CROSS_ENTROPY || k == LOSS_NLL; }

static LossKind usual_loss(const Choosing *c, size_t target) {
    const TrainColumn *t = &c->data->columns[target];
    const OpDef *last = last_op(c);
    const IrType *x = c->prediction;
    const bool is_count = dtype_is_int(t->dtype) || t->dtype == DTYPE_BOOL;
    uint32_t ndim = 1; /* of the target, without extents of 1 */
    int32_t of = 1;
    for (uint32_t i = 0; i < t->ndim; i++) ndim += t->dims[i] != 1;
    for (int32_t i = 1; i < x->ndim; i++) {
        int64_t n;
        of += !ir_dim_is_const(x->dims[i], &n) || n != 1;
    }
    if (last == &op_nn_log_softmax) return LOSS_NLL;
    if (last == &op_sigmoid) return LOSS_BCE;
    if (is_count && (int32_t)ndim + 1 == of) return LOSS_CROSS_ENTROPY;
    /* whether they are bits, or counts, their values say */
    if (is_count && (int32_t)ndim == of && is_within(c->data, target, c->arena, 0, 1, NULL))
        return LOSS_BCE_LOGITS;
    return LOSS_MSE;
}

/* The dim without which the prediction is like the target; 1 where none is. 0 after a report: it
 * may be several. */
static int64_t axis_by_target(Choosing *c, size_t target) {
    const IrType *x = c->prediction;
    int64_t found = 0, extent;
    if (!c->data || target >= c->data->n_columns) return 1;
    const IrDim **dims = ARENA_ARRAY(&c->model->m->scratch, const IrDim *, (size_t)x->ndim + 1);
    int64_t *extents = ARENA_ARRAY(c->arena, int64_t, (size_t)x->ndim + 1);
    for (int32_t axis = 1; axis < x->ndim; axis++) {
        int32_t n = 0;
        for (int32_t i = 0; i < x->ndim; i++) {
            if (i != axis) dims[n++] = x->dims[i];
        }
        const IrType *t = ir_type_tensor(c->model->m, dims, n, DTYPE_INT64);
        const bool is_one = ir_dim_is_const(x->dims[axis], &extent) && extent == 1;
        if (!fits(&c->data->columns[target], t, extents) || (found && is_one)) continue;
        if (found) {
            Diag *d = diag_error(c->ctx, no_place, DIAG_VALUE,
                                 "it is not clear which dim of the prediction the classes are");
            diag_expected(c->ctx, d, "--loss '%s(axis=N)'", loss_names[c->out->loss.kind]);
            diag_found(c->ctx, d, "dim %lld and dim %d both leave what the target is like",
                       (long long)found, axis);
            return 0;
        }
        found = axis;
    }
    return found ? found : 1;
}

/* What was said of the classes' place and of smoothing. Reports what is out of range. */
static bool choose_axis(Choosing *c, size_t target, const TrainTerm *term) {
    LossOptions *loss = &c->out->loss;
    const int32_t ndim = c->prediction->ndim;
    const double said = value_or(term, "axis", 0);
    const double axis = said < 0 ? said + ndim : said;
    const bool is_found = said == 0 && has_classes(loss->kind);
    loss->smoothing = value_or(term, "smoothing", 0);
    loss->axis = is_found ? axis_by_target(c, target) : said == 0 ? 1 : (int64_t)said;
    if (!loss->axis) return false;
    const bool is_axis = said == 0 || (axis >= 1 && axis < ndim && axis == floor(axis));
    const bool is_share = loss->smoothing >= 0 && loss->smoothing < 1;
    if (is_axis && is_share) return true;
    Diag *d = diag_error(c->ctx, no_place, DIAG_VALUE,
                         diag_fmt(c->ctx, "the loss %s: %s is out of range", term->name,
                                  is_axis ? "smoothing" : "axis"));
    diag_expected(
        c->ctx, d,
        is_axis ? "0 or more, and below 1"
                : "a dim of the prediction behind the rows, from the back where it is below 0");
    diag_found(c->ctx, d, "%g", is_axis ? loss->smoothing : said);
    return false;
}

static void loss_rows(TrainTerm *rows) {
    static const char *const keys[LOSSES][TRAIN_TERM_VALUES] = {
        [LOSS_HUBER] = {"delta"},
        [LOSS_CROSS_ENTROPY] = {"ignore_index", "axis", "smoothing"},
        [LOSS_SOFT_CROSS_ENTROPY] = {"axis", "smoothing"},
        [LOSS_NLL] = {"ignore_index", "axis"},
    };
    for (size_t i = 0; i < LOSSES; i++) {
        rows[i] = (TrainTerm){.name = loss_names[i]};
        memcpy(rows[i].keys, keys[i], sizeof keys[i]);
    }
    rows[LOSS_HUBER].values[0] = 1;
    rows[LOSS_CROSS_ENTROPY].values[0] = rows[LOSS_NLL].values[0] = -100;
}

static bool choose_loss(Choosing *c, size_t target) {
    LossOptions *loss = &c->out->loss;
    TrainTerm rows[LOSSES], term = {.name = ""};
    loss_rows(rows);
    *loss = (LossOptions){.function = c->fn->name, .ignore_index = -100, .delta = 1, .axis = 1};
    if (c->o->loss) {
        const int kind = train_term_parse(c->ctx, "a loss", c->o->loss, rows, LOSSES, &term);
        if (kind < 0) return false;
        loss->kind = (LossKind)kind;
        loss->delta = value_or(&term, "delta", 1);
        loss->ignore_index = (int64_t)value_or(&term, "ignore_index", -100);
    } else if (c->prediction->ndim == 0) {
        loss->kind = LOSS_GIVEN;
    } else if (target < c->data->n_columns) {
        loss->kind = usual_loss(c, target);
    }
    if (!choose_axis(c, target, &term)) return false;
    const OpDef *last = last_op(c);
    loss->of_softmax = last == &op_nn_softmax &&
                       (loss->kind == LOSS_CROSS_ENTROPY || loss->kind == LOSS_SOFT_CROSS_ENTROPY);
    if (loss->kind == LOSS_KL_DIV && last == &op_nn_softmax) {
        Diag *d = diag_error(c->ctx, no_place, DIAG_VALUE,
                             "the loss kl_div takes log-probabilities, and the model gives none");
        diag_help(c->ctx, d, "the model ends in a softmax: take --loss soft_cross_entropy");
        return false;
    }
    if (loss->kind == LOSS_BCE_LOGITS && last == &op_sigmoid) {
        Diag *d = diag_error(c->ctx, no_place, DIAG_VALUE,
                             "the loss bce_with_logits takes the model's sigmoid once more");
        diag_help(c->ctx, d, "the model ends in a sigmoid: take --loss bce");
        return false;
    }
    return true;
}

static void choose_metric(Choosing *c) {
    TrainTerm rows[TRAIN_METRICS], term;
    const LossKind loss = c->out->loss.kind;
    const bool classes = has_classes(loss) || loss == LOSS_SOFT_CROSS_ENTROPY;
    const bool bits = loss == LOSS_BCE || loss == LOSS_BCE_LOGITS;
    for (size_t i = 0; i < TRAIN_METRICS; i++) rows[i] = (TrainTerm){.name = train_metric_names[i]};
    rows[TRAIN_METRIC_TOP].keys[0] = "k", rows[TRAIN_METRIC_TOP].values[0] = 5;
    const char *usual = classes || bits                             ? "accuracy"
                        : loss == LOSS_GIVEN || loss == LOSS_KL_DIV ? "loss"
                        : loss == LOSS_MSE                          ? "r2"
                                                                    : "mae";
    const int kind = train_term_parse(c->ctx, "a metric", c->o->metric ? c->o->metric : usual, rows,
                                      TRAIN_METRICS, &term);
    if (kind < 0) return;
    c->out->metric = (TrainMetricKind)kind;
    c->out->k = (int64_t)value_or(&term, "k", 1);
    const bool of_classes = kind == TRAIN_METRIC_ACCURACY || kind == TRAIN_METRIC_TOP;
    const bool of_numbers =
        kind == TRAIN_METRIC_MAE || kind == TRAIN_METRIC_MSE || kind == TRAIN_METRIC_R2;
    const bool misfits = (of_classes && !classes && !(bits && kind == TRAIN_METRIC_ACCURACY)) ||
                         (of_numbers && (classes || loss == LOSS_GIVEN)) || c->out->k < 1;
    if (!misfits) return;
    Diag *d = diag_error(
        c->ctx, no_place, DIAG_VALUE,
        diag_fmt(c->ctx, "the metric %s does not fit the loss %s", term.name, loss_names[loss]));
    diag_expected(c->ctx, d,
                  classes ? "accuracy, top, perplexity or loss"
                  : bits  ? "accuracy, mae, mse, r2 or loss"
                          : "mae, mse, r2 or loss");
}

/* --- All of it --- */

/* The inputs, and what the model predicts. */
static bool look_at(Choosing *c) {
    IrModule *m = c->model->m;
    c->fn = blocks_public_function(m, c->model->function);
    if (!c->fn) return false;
    c->n_inputs = c->fn->params.len - c->model->n_weights;
    c->prediction = c->fn->result;
    if (c->prediction->kind == IR_TYPE_TUPLE && c->prediction->n)
        c->prediction = c->prediction->fields[0];
    const IrType *x = c->n_inputs ? c->fn->params.at[0]->type : NULL;
    const IrType *y = c->prediction;
    const bool is_known = y->kind == IR_TYPE_TENSOR && y->dims;
    if (is_known && (!y->ndim || !x || x->kind != IR_TYPE_TENSOR || !x->dims || !x->ndim ||
                     y->dims[0] == x->dims[0]))
        return true;
    Diag *d =
        diag_error(c->ctx, c->fn->loc, DIAG_VALUE,
                   diag_fmt(c->ctx, "'%s' predicts nothing that can be trained", c->fn->name));
    diag_expected(c->ctx, d,
                  "a tensor of known rank as its first result, whose dim 0 is that of "
                  "the first input: the rows");
    diag_found(c->ctx, d, "%s", ir_type_text(m, c->prediction));
    return false;
}

static void feed_all(Choosing *c, size_t target, TrainFeeds *feeds) {
    c->target = target;
    feeds->feeds = ARENA_ARRAY(c->arena, TrainFeed, c->n_inputs + 2);
    feeds->n = 0;
    feed_inputs(c, target, feeds);
    if (target >= c->data->n_columns) return;
    const IrType *t = loss_target_type(c->model->m, c->fn->loc, &c->out->loss, c->prediction);
    if (!t) return;
    c->out->has_loss = true;
    const char *what = diag_fmt(c->ctx, "the loss %s as its target", loss_names[c->out->loss.kind]);
    feeds->feeds[feeds->n] = feed(c, target, what, t);
    feeds->feeds[feeds->n++].is_target = true;
}

/* Places of scratch memory that types are made in. */
static bool chosen(Choosing *c) {
    const size_t errors = diag_errors(c->ctx);
    if (!look_at(c)) return false;
    const bool predicts = c->o->mode == TRAIN_PREDICT;
    const bool is_given = (c->o->loss && strcmp(c->o->loss, "given") == 0) ||
                          (!c->o->loss && c->prediction->ndim == 0);
    const size_t target = is_given || predicts ? c->data->n_columns : target_column(c);
    choose_optimizer(c);
    train_schedule_parse(c->ctx, c->o->schedule ? c->o->schedule : "constant", &c->out->schedule);
    if (predicts && !c->o->loss) {
        c->out->loss = (LossOptions){.function = c->fn->name, .kind = LOSS_GIVEN};
        feed_all(c, target, &c->out->feeds);
    } else if (choose_loss(c, target)) {
        if (!predicts) choose_metric(c);
        c->out->has_loss = is_given;
        feed_all(c, target, &c->out->feeds);
    }
    return diag_errors(c->ctx) == errors;
}

/* What the model gives for a row hangs by the other rows, in evaluations and predictions, too. */
static void warn_of_norms(Ctx *ctx, const IrFunction *fn) {
    const IrBinding *norm = fn ? train_norm_in_training(fn) : NULL;
    if (!norm) return;
    Diag *d = diag_warning(ctx, norm->loc, DIAG_VALUE,
                           "batch norms of the model are in training: what it predicts for a row "
                           "depends on the other rows of its batch");
    diag_help(ctx, d,
              "give it with norms that are for inference (torch.onnx.export of a model in eval(), "
              "with training=TrainingMode.PRESERVE and do_constant_folding=False); training has "
              "them in training");
}

bool train_choose(Ctx *ctx, Arena *arena, const TrainModel *model, TrainSource *data,
                  const TrainOptions *o, TrainChoice *out) {
    Choosing c = {.ctx = ctx, .arena = arena, .model = model, .data = data, .o = o, .out = out};
    arena_alloc(&model->m->scratch, 1);
    const bool ok = chosen(&c);
    warn_of_norms(ctx, c.fn);
    arena_fini(&model->m->scratch);
    return ok;
}

bool train_choose_method(Ctx *ctx, Arena *arena, const TrainModel *model, const TrainOptions *o,
                         TrainChoice *out) {
    Choosing c = {.ctx = ctx, .arena = arena, .model = model, .o = o, .out = out};
    const size_t errors = diag_errors(ctx);
    arena_alloc(&model->m->scratch, 1);
    if (look_at(&c)) {
        warn_of_norms(ctx, c.fn);
        choose_optimizer(&c);
        train_schedule_parse(ctx, o->schedule ? o->schedule : "constant", &out->schedule);
        if (o->loss || c.prediction->ndim == 0) {
            if (choose_loss(&c, 0)) train_class_weights(arena, model, o, NULL, out);
        } else {
            Diag *d = diag_error(ctx, no_place, DIAG_VALUE, "the loss is not said");
            diag_expected(ctx, d, "--loss, as there are no data that it could follow from");
        }
    }
    arena_fini(&model->m->scratch);
    return diag_errors(ctx) == errors;
}

bool train_feeds_like(Arena *arena, const TrainModel *model, TrainSource *data,
                      const TrainChoice *choice, const TrainOptions *o, TrainFeeds *out) {
    TrainChoice own = *choice;
    TrainOptions same = *o;
    Choosing c = {
        .ctx = arena->ctx, .arena = arena, .model = model, .data = data, .o = &same, .out = &own};
    const size_t errors = diag_errors(c.ctx);
    arena_alloc(&model->m->scratch, 1);
    if (look_at(&c)) {
        const bool is_given = choice->loss.kind == LOSS_GIVEN;
        feed_all(&c, is_given ? data->n_columns : target_column(&c), out);
    }
    arena_fini(&model->m->scratch);
    return diag_errors(c.ctx) == errors;
}

/* The targets' values, from low to high, and what they are. */
static bool check_range(TrainSource *data, Arena *arena, const TrainFeed *target, double besides,
                        const double range[2], const char *what) {
    Ctx *ctx = data->ctx;
    TrainOutlier is = {.besides = besides};
    const TrainColumn *column = &data->columns[target->column];
    if (is_within(data, target->column, arena, range[0], range[1], &is)) return true;
    if (!is.found) return false; /* it was reported */
    Diag *d = diag_error(ctx, no_place, DIAG_VALUE,
                         diag_fmt(ctx, "%s: column '%s': row %lld is no %s", data->name,
                                  column->name, (long long)is.row, what));
    diag_expected(ctx, d, "%g to %g", range[0], range[1]);
    diag_found(ctx, d, "%g", is.value);
    if (range[1] > 1) diag_help(ctx, d, "the model has %g classes", range[1] + 1);
    return false;
}

bool train_check_targets(Arena *arena, TrainSource *data, const TrainFeed *target,
                         const TrainChoice *c, int64_t classes) {
    const double indices[2] = {0, (double)classes - 1}, bits[2] = {0, 1};
    const LossKind k = c->loss.kind;
    if (has_classes(k) && classes > 0)
        return check_range(data, arena, target, (double)c->loss.ignore_index, indices, "class");
    if (k == LOSS_BCE || k == LOSS_BCE_LOGITS)
        return check_range(data, arena, target, 0, bits, "probability");
    return true;
}
