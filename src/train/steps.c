/* SPDX-License-Identifier: Apache-2.0 */
/* The functions of a run as machine code, and the memory that they work on: one copy of weights and
 * state, which a step updates in place. */
#include <math.h>

#include "ir/copy.h"
#include "ir/verify.h"
#include "passes/blocks.h"
#include "runtime/support.h"
#include "train/parts.h"

static const Loc no_place = {.line = 0};

/* --- Making them --- */

static bool compile(TrainRun *self, TrainCode *code, IrModule *m, IrGlobal *g, bool donates) {
    const Backend *backend = NULL;
    for (size_t i = 0; i < be_n_backends && !backend; i++) {
        if (backends[i]->compile && (backends[i]->flags & BE_BINDS)) backend = backends[i];
    }
    if (!backend) {
        diag_error(self->ctx, no_place, DIAG_VALUE, "this build has no backend to train with");
        return false;
    }
    const BeOptions o = {.function = g,
                         .holds = IR_PROP_ALL,
                         .threads = self->o.threads,
                         .strict = self->o.strict,
                         .no_libraries = self->o.deterministic,
                         .donates = donates};
    if (be_compile(&code->code, backend, m, &o) != STATUS_OK) return false;
    be_keep(&code->code);
    code->has_code = true;
    code->entry = &code->code.rt.entries[0];
    code->in = ARENA_ARRAY(&self->arena, RtTensor, (size_t)code->entry->n_inputs + 1);
    bool ok = true;
    for (uint32_t i = 0; i < code->entry->n_outputs; i++) ok &= !code->entry->outputs[i].is_dynamic;
    if (!ok)
        diag_error(self->ctx, no_place, DIAG_VALUE,
                   "the prediction's extents depend on values: such a model is not trained");
    return ok;
}

static void free_prepared(TrainCode *code, size_t i) {
    rt_prepared_free(code->prepared[i].state);
    rt_free(code->prepared[i].memory);
    code->prepared[i].state = NULL;
    code->prepared[i].memory = NULL;
    code->prepared[i].rows = 0;
}

void train_code_free(TrainCode *self) {
    for (size_t i = 0; i < TRAIN_PREPARED; i++) free_prepared(self, i);
    if (self->has_code) be_free(&self->code);
    self->has_code = false;
}

static void stays(TensorOwner *owner) { (void)owner; }

Tensor *train_only_type(TrainRun *self, DType dtype, const int64_t *dims, uint32_t ndim) {
    if (!self->nothing.release) self->nothing = (TensorOwner){.refs = 1, .release = stays};
    return tensor_borrow(self->ctx, dtype, dims, ndim, &self->nothing, &self->nothing);
}

/* A tensor for each leaf of a type, by name. Reports types that are not known. */
static bool add_leaves(TrainRun *self, const IrType *t, const char *name, TrainArrays *out) {
    if (t->kind == IR_TYPE_TUPLE) {
        bool ok = true;
        for (uint32_t i = 0; i < t->n; i++)
            ok =
                add_leaves(self, t->fields[i], arena_printf(&self->arena, "%s/%u", name, i), out) &&
                ok;
        return ok;
    }
    int64_t *dims = ARENA_ARRAY(&self->arena, int64_t, (size_t)t->ndim + 1);
    for (int32_t i = 0; i < t->ndim; i++) {
        if (!ir_dim_is_const(t->dims[i], &dims[i])) return false;
    }
    const TrainArray a = {.name = name};
    vec_push(&self->arena, out, a);
    out->at[out->len - 1].value = train_only_type(self, t->dtype, dims, (uint32_t)t->ndim);
    return true;
}

static bool has_seed(const IrFunction *step) {
    const IrType *state = step->params.at[1]->type;
    return state->n > 1 && state->fields[1]->kind == IR_TYPE_TENSOR &&
           state->fields[1]->dtype == DTYPE_INT64;
}

/* Which weights are trained: those whose names fit, and that hold floats; but no statistics of
 * norms. The state says how many there are. */
TrainingOptions train_passes(const TrainOptions *o, const TrainChoice *choice, size_t n_inputs,
                             TrainingGroup *groups) {
    for (size_t i = 0; i < o->n_groups; i++)
        groups[i] = (TrainingGroup){o->groups[i].pattern, o->groups[i].rate, o->groups[i].decay};
    return (TrainingOptions){.loss = choice->loss,
                             .optimizer = choice->optimizer,
                             .train = o->trainable,
                             .n_train = o->n_trainable,
                             .groups = groups,
                             .n_groups = o->n_groups,
                             .num_input = (int64_t)n_inputs,
                             .average = o->average,
                             .keep_norms = o->lora != NULL, /* the model stays as it is */
                             .wide = true,
                             .plain_small = true,
                             .guard = true,
                             .accumulate = o->accumulate > 1};
}

IrModule *train_functions(TrainRun *self, TrainingFunctions *made, IrGlobal **eval) {
    IrModule *m = ir_module_copy(self->model->m);
    TrainingGroup *groups = ARENA_ARRAY(&self->arena, TrainingGroup, self->o.n_groups + 1);
    TrainingOptions how = train_passes(&self->o, &self->choice, self->n_inputs, groups);
    how.segments = self->memory.parts;
    if (training_steps(m, &how, made) && (!eval || (*eval = training_evaluation(m, &how.loss))))
        return m;
    ir_module_free(m);
    return NULL;
}

/* The model alone, or with its loss. */
static bool compile_evaluation(TrainRun *self) {
    IrModule *m = ir_module_copy(self->model->m);
    IrFunction *fn = blocks_public_function(m, self->model->function);
    IrGlobal *g = !fn                             ? NULL
                  : self->o.mode == TRAIN_PREDICT ? fn->global
                                                  : training_evaluation(m, &self->choice.loss);
    const bool ok = g && compile(self, &self->eval, m, g, false);
    ir_module_free(m);
    return ok;
}

/* Of a run as one of many ranks. Where each has parts of what an update changes, that is shared out
 * too; else all make the same. */
static bool compile_shared(TrainRun *self, const IrModule *m, const TrainingFunctions *made) {
    IrGlobal *step, *update = NULL;
    IrModule *second = NULL;
    if (train_ranks(self) < 2) return true;
    IrModule *copy = train_distribute(self, m, made->step, &step);
    bool ok = copy && compile(self, &self->shared, copy, step, true);
    if (ok && made->update && self->o.shard) {
        second = train_distribute(self, m, made->update, &update);
        ok = second && compile(self, &self->shared_update, second, update, true);
    }
    if (ok) train_read_parts(self, step->function, update ? update->function : NULL);
    if (second) ir_module_free(second);
    if (copy) ir_module_free(copy);
    return ok;
}

bool train_compile(TrainRun *self) {
    TrainingFunctions made;
    IrGlobal *eval = NULL;
    if (self->o.mode != TRAIN_STEPS) {
        const bool ok = compile_evaluation(self);
        train_own_rest(self, false);
        return ok;
    }
    IrModule *m = train_functions(self, &made, &eval);
    if (!m) return false;
    const IrFunction *step = made.step->function;
    self->has_update = made.update != NULL;
    const IrFunction *with_state = self->has_update ? made.update->function : step;
    const IrType *state = with_state->params.at[1]->type;
    self->n_trained = made.n_trained;
    self->trained = ARENA_ARRAY(&self->arena, size_t, made.n_trained + 1);
    memcpy(self->trained, made.trained, made.n_trained * sizeof *made.trained);
    bool ok = add_leaves(self, state, "state", &self->state);
    if (ok && self->has_update)
        ok = add_leaves(self, step->params.at[1]->type, "sums", &self->sums);
    self->first_average = self->state.len - (self->o.average > 0 ? self->n_trained : 0);
    self->has_seed = has_seed(step);
    ok = ok && compile_shared(self, m, &made);
    ok = ok && compile(self, &self->step, m, made.step, true);
    if (ok && self->has_update) ok = compile(self, &self->update, m, made.update, true);
    ok = ok && compile(self, &self->eval, m, eval, false);
    train_own_rest(self, true);
    if (ok && !self->is_split) train_make_state(self);
    ir_module_free(m);
    return ok;
}

bool train_compile_parts(TrainRun *self, int64_t parts) {
    TrainingFunctions made;
    self->memory.parts = parts;
    train_code_free(&self->step);
    train_code_free(&self->shared);
    train_code_free(&self->shared_update);
    IrModule *m = train_functions(self, &made, NULL);
    const bool ok =
        m && compile_shared(self, m, &made) && compile(self, &self->step, m, made.step, true);
    ir_module_free(m);
    return ok;
}

/* --- Running them --- */

/* Integers are what a model looks up by: from where to where those of the batch go. */
static void say_integers(TrainRun *self, Diag *d, const TrainBatch *batch, size_t n) {
    StrBuf text;
    strbuf_init(&text, &self->ctx->diags->arena);
    for (size_t i = 0; i < batch->feeds->n; i++) {
        const TrainFeed *f = &batch->feeds->feeds[i];
        const TrainColumn *c = &batch->source->columns[f->column];
        const size_t all = c->bytes / dtype_size(c->dtype) * n;
        if (dtype_is_float(f->dtype) || f->is_target || !all) continue;
        int64_t low = INT64_MAX, high = INT64_MIN;
        for (size_t k = 0; k < all; k++) {
            const int64_t v = dtype_get_int(f->dtype, batch->data[i], k);
            if (v < low) low = v;
            if (v > high) high = v;
        }
        strbuf_printf(&text, "%s'%s' holds %lld to %lld", text.text.len ? ", " : "", c->name,
                      (long long)low, (long long)high);
    }
    if (text.text.len)
        diag_found(self->ctx, d, "in the batch behind step %lld: %s", (long long)self->steps,
                   strbuf_cstr(&text));
}

static bool failed(TrainRun *self, const TrainCode *code, int32_t number, int64_t rows) {
    if (!number) return false;
    if (number == RT_NO_MEMORY || number == RT_OUT_OF_MEMORY) ctx_throw(self->ctx, STATUS_MEMORY);
    Diag *d = diag_error(self->ctx, no_place, DIAG_VALUE,
                         diag_fmt(self->ctx, "%s", rt_message(&code->code.rt, number)));
    if (number == RT_OVER_LIMIT) ctx_throw(self->ctx, STATUS_LIMIT);
    if (rows && code != &self->update && code != &self->shared_update)
        say_integers(self, d, code == &self->eval ? &self->val_batch : &self->batch, (size_t)rows);
    return true;
}

/* Memory for results that take no input's, at its first run. */
static bool make_room(TrainRun *self, TrainCode *code, size_t slot) {
    const RtEntry *e = code->entry;
    const RtTensor *own = rt_prepared_outputs(code->prepared[slot].state);
    int64_t bad = 0, all = 0;
    RtTensor *out = code->prepared[slot].out =
        code->prepared[slot].out ? code->prepared[slot].out
                                 : ARENA_ARRAY(&self->arena, RtTensor, (size_t)e->n_outputs + 1);
    for (int round = 0; round < 2; round++) {
        if (round) code->prepared[slot].memory = rt_heap(all);
        if (round && !code->prepared[slot].memory) ctx_throw(self->ctx, STATUS_MEMORY);
        all = 0;
        for (uint32_t i = 0; i < e->n_outputs; i++) {
            out[i] = own[i];
            out[i].data = NULL;
            if (e->outputs[i].takes) continue;
            if (round) out[i].data = code->prepared[slot].memory + all;
            const int64_t bytes =
                rt_bytes(&bad, own[i].dims, e->outputs[i].ndim, dtype_size_up(e->outputs[i].dtype));
            all = rt_add(&bad, all, rt_round(&bad, bytes));
        }
        if (bad) ctx_throw(self->ctx, STATUS_MEMORY);
    }
    return true;
}

/* On code->in, which is of `rows` rows; the results, or NULL after a report. */
static RtTensor *run_on(TrainRun *self, TrainCode *code, int64_t rows) {
    size_t slot = 0;
    while (slot < TRAIN_PREPARED && code->prepared[slot].rows != rows) slot++;
    if (slot == TRAIN_PREPARED) {
        slot = code->next++ % TRAIN_PREPARED;
        free_prepared(code, slot);
        const RtOptions o = {.threads = 0};
        const int32_t e = rt_prepare(&code->code.rt, 0, code->in, &o, &code->prepared[slot].state);
        if (failed(self, code, e, rows) || !make_room(self, code, slot)) return NULL;
        code->prepared[slot].rows = rows;
    }
    RtTensor *out = code->prepared[slot].out;
    for (uint32_t i = 0; i < code->entry->n_outputs; i++) {
        if (code->entry->outputs[i].takes) out[i].data = NULL;
    }
    const int32_t e = rt_run(code->prepared[slot].state, code->in, out);
    return failed(self, code, e, rows) ? NULL : out;
}

static size_t put_tensor(TrainCode *code, size_t at, const Tensor *t) {
    code->in[at].data = t->data;
    for (uint32_t d = 0; d < t->ndim; d++) code->in[at].dims[d] = t->dims[d];
    return at + 1;
}

static size_t put_arrays(TrainCode *code, size_t at, const TrainArrays *list) {
    for (size_t i = 0; i < list->len; i++) at = put_tensor(code, at, list->at[i].value);
    return at;
}

typedef struct {
    size_t first, n;
} Rows;

static const void *row_of(const TrainFeed *f, const void *data, size_t row) {
    size_t bytes = dtype_size_up(f->dtype);
    for (uint32_t d = 1; d < f->ndim; d++) bytes *= (size_t)f->dims[d];
    return (const char *)data + row * bytes;
}

/* Inputs before (or, the targets, behind) those that come between. */
static size_t put_feeds(TrainCode *code, size_t at, const TrainBatch *b, Rows rows, int which) {
    for (size_t i = 0; i < b->feeds->n; i++) {
        const TrainFeed *f = &b->feeds->feeds[i];
        if (which >= 0 && f->is_target != which) continue;
        code->in[at].data = (void *)(uintptr_t)row_of(f, b->data[i], rows.first);
        for (uint32_t d = 0; d < f->ndim; d++)
            code->in[at].dims[d] = d ? f->dims[d] : (int64_t)rows.n;
        at++;
    }
    return at;
}

/* Results that took no input's memory are brought there. */
static void take_back(TrainCode *code, const RtTensor *out, size_t at, const TrainArrays *list) {
    for (size_t i = 0; i < list->len; i++) {
        const Tensor *t = list->at[i].value;
        if (!code->entry->outputs[at + i].takes && t->bytes)
            memcpy(t->data, out[at + i].data, t->bytes);
    }
}

/* What a step, or an addition to the sums, takes. */
static void put_step(TrainRun *self, TrainCode *code, Rows rows, double *number) {
    const TrainArrays *second = self->has_update ? &self->sums : &self->state;
    size_t at = put_arrays(code, put_arrays(code, 0, &self->weights), second);
    at = put_feeds(code, at, &self->batch, rows, -1);
    code->in[at++].data = number;
    BUG_IF(at != code->entry->n_inputs);
}

bool train_run_step(TrainRun *self, size_t n, double number, double *loss) {
    const bool is_shared = train_is_shared(self, n);
    if (is_shared)
        train_part(self);
    else if (!train_gather(self))
        return false;
    TrainCode *code = is_shared ? &self->shared : &self->step;
    const TrainArrays *second = self->has_update ? &self->sums : &self->state;
    Rows rows = {0, n};
    if (is_shared) train_own_rows(self, n, &rows.first, &rows.n);
    put_step(self, code, rows, &number);
    const RtTensor *out = run_on(self, code, (int64_t)rows.n);
    if (!out) return false;
    take_back(code, out, 0, &self->weights);
    take_back(code, out, self->weights.len, second);
    const uint32_t last = code->entry->n_outputs - 1;
    *loss = dtype_get_double(code->entry->outputs[last].dtype, out[last].data, 0);
    return true;
}

void train_forget_sums(TrainRun *self, int64_t batches) {
    if (!self->has_state) return;
    for (size_t i = 0; i < self->sums.len; i++) {
        Tensor *t = self->sums.at[i].value;
        if (dtype_is_float(t->dtype) && t->bytes) memset(t->data, 0, t->bytes);
    }
    if (self->sums.len)
        tensor_set_int(self->sums.at[0].value, 0,
                       tensor_get_int(self->sums.at[0].value, 0) - batches);
}

static void put_update(TrainRun *self, TrainCode *code, double *rate) {
    size_t at = put_arrays(code, put_arrays(code, 0, &self->weights), &self->state);
    at = put_arrays(code, at, &self->sums);
    code->in[at++].data = rate;
    BUG_IF(at != code->entry->n_inputs);
}

bool train_run_update(TrainRun *self, double rate) {
    TrainCode *code = self->is_parted ? &self->shared_update : &self->update;
    put_update(self, code, &rate);
    const RtTensor *out = run_on(self, code, 1);
    if (!out) return false;
    take_back(code, out, 0, &self->weights);
    take_back(code, out, self->weights.len, &self->state);
    take_back(code, out, self->weights.len + self->state.len, &self->sums);
    return true;
}

static void put_eval(TrainRun *self, size_t n) {
    TrainCode *code = &self->eval;
    const Rows rows = {0, n};
    size_t at = put_feeds(code, 0, &self->val_batch, rows, false);
    for (size_t i = 0; i < self->weights.len; i++) at = put_tensor(code, at, train_shown(self, i));
    at = put_feeds(code, at, &self->val_batch, rows, true);
    BUG_IF(at != code->entry->n_inputs);
}

bool train_run_eval(TrainRun *self, size_t n, double *loss, TrainScored *out) {
    TrainCode *code = &self->eval;
    if (!train_gather(self)) return false;
    put_eval(self, n);
    const RtTensor *results = run_on(self, code, (int64_t)n);
    if (!results) return false;
    const size_t result = self->o.mode != TRAIN_PREDICT; /* of the prediction, behind the loss */
    const RtValue *p = &code->entry->outputs[result];
    if (result) *loss = dtype_get_double(code->entry->outputs[0].dtype, results[0].data, 0);
    *out = (TrainScored){.dtype = p->dtype,
                         .prediction = results[result].data,
                         .dims = results[result].dims,
                         .ndim = p->ndim};
    const TrainFeeds *feeds = self->val_batch.feeds;
    if (feeds->n && feeds->feeds[feeds->n - 1].is_target) {
        out->target = self->val_batch.data[feeds->n - 1];
        out->target_dtype = feeds->feeds[feeds->n - 1].dtype;
    }
    return true;
}

/* --- Planning them --- */

static int64_t planned(TrainRun *self, TrainCode *code) {
    int64_t bytes = 0, bad = 0;
    RtPrepared *p = NULL;
    const RtOptions o = {.planned = &bytes};
    const int32_t e = rt_prepare(&code->code.rt, 0, code->in, &o, &p);
    /* what is too much has been planned, too */
    if (e && !(e == RT_NO_MEMORY && bytes > 0)) return failed(self, code, e, 0), -1;
    const RtTensor *out = p ? rt_prepared_outputs(p) : NULL;
    for (uint32_t i = 0; out && i < code->entry->n_outputs; i++) {
        const RtValue *v = &code->entry->outputs[i];
        if (v->takes) continue;
        bytes =
            rt_add(&bad, bytes,
                   rt_round(&bad, rt_bytes(&bad, out[i].dims, v->ndim, dtype_size_up(v->dtype))));
    }
    rt_prepared_free(p);
    return bad ? INT64_MAX / 4 : bytes;
}

int64_t train_planned_step(TrainRun *self, size_t n) {
    double number = 1;
    put_step(self, &self->step, (Rows){0, n}, &number);
    return planned(self, &self->step);
}

int64_t train_planned_update(TrainRun *self) {
    double rate = 1;
    put_update(self, &self->update, &rate);
    return planned(self, &self->update);
}

int64_t train_planned_eval(TrainRun *self, size_t n) {
    put_eval(self, n);
    return planned(self, &self->eval);
}
