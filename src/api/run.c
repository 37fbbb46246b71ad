/* SPDX-License-Identifier: Apache-2.0 */
/* Runs: executed by a backend once or again. */
#include "api/run.h"
#include "base/clock.h"

#include <stdlib.h>

#include "api/names.h"
#include "api/options.h"
#include "backend/backend.h"
#include "ops/ccl_call.h"
#include "tensor/npy.h"

static void run_cleanup(Cleanup *node) {
    TnRun *run = (TnRun *)(void *)((char *)node - offsetof(TnRun, cleanup));
    ctx_resize(&run->context->ctx, run, sizeof *run, 0);
}

static TnRun *run_new(TnContext *self) {
    TnRun *run = ctx_resize(&self->ctx, NULL, 0, sizeof *run);
    *run = (TnRun){.context = self};
    cleanup_push(&self->ctx, &run->cleanup, run_cleanup);
    arena_init(&run->arena, &self->ctx);
    value_list_init(&run->list, &self->ctx);
    return run;
}

static void run_destroy(TnRun *run) {
    if (run->program) run->program->close(run->program);
    value_list_fini(&run->list);
    arena_fini(&run->arena);
    cleanup_pop(&run->cleanup);
    run_cleanup(&run->cleanup);
}

void tn_run_free(TnRun *run) {
    if (!run) return;
    TnContext *self = run->context;
    run_destroy(run);
    api_release(self);
}

static int by_falling_time(const void *a, const void *b) {
    const TnOpCost *x = a, *y = b;
    if (x->milliseconds != y->milliseconds) return x->milliseconds < y->milliseconds ? 1 : -1;
    return strcmp(x->name, y->name);
}

/* A backend that runs modules at once, as a program: what it makes lives as long as a call. */
typedef struct {
    ApiProgram program; /* first */
    TnRun *run;
    const Backend *backend;
    IrGlobal *global;
    bool profile;
    ApiLayers layers; /* of the first execution */
    Value *result;
} EvalProgram;

static bool eval_call(ApiProgram *program) {
    EvalProgram *self = (EvalProgram *)(void *)program;
    TnRun *run = self->run;
    EvalCosts costs = {.at = NULL};
    const BeRun how = {.fn = self->global->function,
                       .args = run->args,
                       .n_args = (uint32_t)self->global->function->params.len,
                       .hosts = &run->context->hosts,
                       .list = &run->list,
                       .costs = self->profile && !self->result ? &costs : NULL,
                       .arena = &run->arena,
                       .each = self->layers.folder && !self->result ? api_layer_write : NULL,
                       .each_user = &self->layers};
    const double start = clock_now_ms();
    Value *result = self->backend->run(&how);
    program->run_ms = clock_now_ms() - start;
    for (size_t i = 0; i < costs.len; i++) {
        const EvalCost *c = &costs.at[i];
        const TnOpCost cost = {.name = c->op->name,
                               .calls = c->calls,
                               .milliseconds = (double)c->nanoseconds * 1e-6,
                               .float_operations = -1,
                               .bytes = -1};
        vec_push(&run->arena, &run->costs, cost);
    }
    if (run->costs.len)
        qsort(run->costs.at, run->costs.len, sizeof *run->costs.at, by_falling_time);
    if (!result) return false;
    if (self->result) {
        value_unref(result); /* the same again */
        return true;
    }
    self->result = result;
    value_own(result);
    api_run_flatten(run, result, NULL, &run->outputs);
    return true;
}

static bool eval_renew(ApiProgram *program, const Tensor *const *inputs) {
    EvalProgram *self = (EvalProgram *)(void *)program;
    (void)inputs; /* they are the run's arguments */
    self->profile = false;
    self->layers.folder = NULL;
    value_unref(self->result);
    self->result = NULL;
    return true;
}

static void eval_nothing(ApiProgram *program) { (void)program; }

static TnStatus evaluate(TnRun *run, const Backend *backend, IrFunction *fn,
                         const TnRunOptions *o) {
    EvalProgram *self = ARENA_NEW(&run->arena, EvalProgram);
    *self = (EvalProgram){.program = {.call = eval_call,
                                      .renew = eval_renew,
                                      .keep = eval_nothing,
                                      .close = eval_nothing},
                          .run = run,
                          .backend = backend,
                          .global = fn->global,
                          .profile = o->profile != 0,
                          .layers = {&run->context->ctx, o->layers, 0}};
    run->program = &self->program;
    if (!be_agree(fn->module, fn->global, &run->arena)) return TN_E_INVALID;
    return eval_call(&self->program) ? TN_OK : TN_E_INVALID;
}

static const Tensor **input_tensors(TnRun *run, Arena *arena) {
    const Tensor **list = ARENA_ARRAY(arena, const Tensor *, run->inputs.len + 1);
    for (size_t i = 0; i < run->inputs.len; i++) list[i] = run->inputs.at[i].tensor;
    return list;
}

/* Calls what was compiled; its results are the outputs. */
static TnStatus call_compiled(TnRun *run) {
    ApiProgram *program = run->program;
    if (!program->call(program)) return TN_E_INVALID;
    for (size_t i = 0; i < program->n_outputs; i++)
        api_run_flatten(run, program->outputs[i], NULL, &run->outputs);
    return TN_OK;
}

typedef VEC(TnDim) Dims;

static bool is_varying(const TnRunOptions *o, const char *name) {
    bool is = false;
    for (size_t i = 0; !is && i < o->n_varying; i++) is = strcmp(o->varying[i], name) == 0;
    return is;
}

/* The symbols that stand alone in the type, with the value's extents, each name once. Ranks side by
 * side have symbols of one name; a name of two extents gets -1. */
static void dims_of(TnRun *run, const TnRunOptions *o, const IrType *t, const Value *v, Dims *out) {
    const int64_t *have = v->kind == VALUE_TENSOR  ? v->tensor->dims
                          : v->kind == VALUE_SHAPE ? v->dims
                                                   : NULL;
    const int64_t n = v->kind == VALUE_TENSOR ? v->tensor->ndim : v->n;
    for (int32_t i = 0; have && t->dims && t->ndim == n && i < t->ndim; i++) {
        const IrSymbol *s = ir_dim_as_symbol(t->dims[i]);
        bool seen = !s || is_varying(o, s->name);
        for (size_t k = 0; !seen && k < out->len; k++) {
            seen = strcmp(out->at[k].name, s->name) == 0;
            if (seen && out->at[k].value != have[i]) out->at[k].value = -1;
        }
        if (!seen) vec_push(&run->arena, out, ((TnDim){s->name, have[i]}));
    }
    for (uint32_t i = 0; v->kind == VALUE_TUPLE && t->kind == IR_TYPE_TUPLE && i < v->n && i < t->n;
         i++)
        dims_of(run, o, t->fields[i], v->items[i], out);
}

/* Ranks run one program: what is another number on some rank stays a symbol on all, or passes would
 * take away a collective here that others wait in. False after a report. */
static bool keep_alike(TnRun *run, IrModule *m, Dims *dims) {
    int64_t *values = ARENA_ARRAY(&run->arena, int64_t, dims->len + 1);
    for (size_t i = 0; i < dims->len; i++) values[i] = dims->at[i].value;
    if (!ccl_keep_alike(m, values, dims->len)) return false;
    for (size_t i = 0; i < dims->len; i++) dims->at[i].value = values[i];
    return true;
}

static TnStatus execute_compiled(TnRun *run, TnModule *m, IrFunction *fn, const TnRunOptions *o) {
    const Tensor **inputs = input_tensors(run, &run->arena);
    Dims dims = {.at = NULL};
    for (size_t i = 0; o->specialize && i < fn->params.len; i++)
        dims_of(run, o, fn->params.at[i]->type, run->args[i], &dims);
    if (!keep_alike(run, m->ir, &dims)) return TN_E_INVALID;
    size_t n_dims = 0;
    for (size_t i = 0; i < dims.len; i++) {
        if (dims.at[i].value >= 0) dims.at[n_dims++] = dims.at[i];
    }
    const ApiProgramSource source = {.fn = fn,
                                     .inputs = inputs,
                                     .arena = &run->arena,
                                     .list = &run->list,
                                     .dims = dims.at,
                                     .n_dims = n_dims};
    TnStatus status;
    run->program = api_program(m, &source, o, &status);
    return run->program ? call_compiled(run) : status;
}

/* Takes what is asked about later; a program that is not kept ends here. */
static void settle(TnRun *run) {
    ApiProgram *p = run->program;
    run->run_ms = p->run_ms;
    memcpy(run->stages, p->stages, sizeof run->stages);
    run->n_stages = p->n_stages;
    if (run->is_kept) return;
    p->close(p);
    run->program = NULL;
}

/* Dims by the names that the module has for them. False after a report. */
static bool own_names(TnRun *run, const IrFunction *fn, TnRunOptions *o) {
    const bool dims = api_own_dims(fn->module, fn, o->dims, o->n_dims, &run->arena, &o->dims);
    return api_own_varying(fn->module, fn, o->varying, o->n_varying, &run->arena, &o->varying) &&
           dims;
}

static TnStatus execute(TnRun *run, TnModule *m, const TnRunOptions *o) {
    IrFunction *fn = api_function(m, o->function);
    TnRunOptions named = *o;
    o = &named;
    if (!fn || !api_is_known(m) || !own_names(run, fn, &named)) return TN_E_INVALID;
    const Backend *backend = backends[o->backend];
    if (o->layers && !backend->run) return TN_E_USAGE;
    TnStatus status = api_run_take_inputs(run, fn, o);
    if (status != TN_OK || o->inputs_only) return status;
    /* its function may be another object after an edit that was taken back */
    run->global = fn->global;
    status = backend->run ? evaluate(run, backend, fn, o) : execute_compiled(run, m, fn, o);
    run->is_kept = o->keep && status == TN_OK;
    run->module = m;
    if (status == TN_OK) api_run_name_outputs(run, fn);
    if (run->program) settle(run);
    return status;
}

/* The arguments and results of the last call go. */
static void forget(TnRun *run) {
    for (size_t i = 0; i < run->n_args; i++) value_unref(run->args[i]);
    run->n_args = 0;
    run->inputs.len = run->outputs.len = run->defaulted.len = 0;
}

static TnStatus execute_with(TnRun *run, const TnRunOptions *o, double *ms) {
    forget(run);
    IrFunction *fn = run->global->function;
    TnRunOptions named = *o;
    if (!own_names(run, fn, &named)) return TN_E_INVALID;
    const TnStatus status = api_run_take_inputs(run, fn, &named);
    if (status != TN_OK) return status;
    Arena arena;
    arena_init(&arena, &run->context->ctx);
    const Tensor **inputs = input_tensors(run, &arena);
    const double start = clock_now_ms();
    const bool ok = run->program->renew(run->program, inputs) && call_compiled(run) == TN_OK;
    if (ok) api_run_name_outputs(run, fn);
    if (ms) *ms = clock_now_ms() - start;
    arena_fini(&arena);
    return ok ? TN_OK : TN_E_INVALID;
}

TnStatus tn_run_with(TnRun *run, const TnRunOptions *options, double *ms) {
    TnRunOptions o;
    if (!run || !run->is_kept) return api_usage(run ? run->context : NULL);
    if (!api_options(run->context, API_TnRunOptions, options, &o)) return TN_E_USAGE;
    if ((o.n_inputs && !o.inputs) || (o.n_dims && !o.dims)) return api_usage(run->context);
    TnContext *self = run->context;
    volatile TnStatus status = TN_OK;
    Boundary b;
    run->is_kept = false;
    CTX_ENTER(&self->ctx, &b) {
        api_begin(self);
        diag_source(&self->ctx, run->module->ir->source, (Str){.len = 0});
        status = execute_with(run, &o, ms);
        run->is_kept = status == TN_OK;
    }
    return api_leave_module(run->module, &b, status);
}

TnStatus tn_run(TnModule *m, const TnRunOptions *options, TnRun **out) {
    if (out) *out = NULL;
    TnRunOptions o;
    if (!m || !out) return api_usage(m ? m->context : NULL);
    if (!api_options(m->context, API_TnRunOptions, options, &o)) return TN_E_USAGE;
    const bool has_backend = (unsigned)o.backend < be_n_backends;
    if (!has_backend || (o.n_inputs && !o.inputs) || (o.n_dims && !o.dims) ||
        (o.n_varying && !o.varying))
        return api_usage(m->context);
    TnContext *self = m->context;
    volatile TnStatus status = TN_OK;
    Boundary b;
    CTX_ENTER(&self->ctx, &b) {
        api_begin(self);
        diag_source(&self->ctx, m->ir->source, (Str){.len = 0});
        TnRun *run = run_new(self);
        status = execute(run, m, &o);
        if (status == TN_OK) {
            if (run->program) run->program->keep(run->program);
            cleanup_pop(&run->list.cleanup);
            arena_keep(&run->arena);
            cleanup_pop(&run->cleanup);
            self->handles++;
            *out = run;
        } else {
            run_destroy(run);
        }
    }
    return api_leave_module(m, &b, status);
}

TnStatus tn_run_again(TnRun *run, double *ms) {
    if (!run || !run->program || !run->is_kept) return api_usage(run ? run->context : NULL);
    TnContext *self = run->context;
    volatile TnStatus status = TN_OK;
    Boundary b;
    CTX_ENTER(&self->ctx, &b) {
        api_begin(self);
        if (!run->program->call(run->program)) status = TN_E_INVALID;
    }
    if (ms) *ms = run->program->run_ms;
    return api_leave(self, &b, status);
}

void tn_run_times(const TnRun *run, double *compile_ms, double *run_ms) {
    double sum = 0;
    for (size_t i = 0; run && i < run->n_stages; i++) sum += run->stages[i].milliseconds;
    if (compile_ms) *compile_ms = sum;
    if (run_ms) *run_ms = run ? run->run_ms : 0;
}

TnStatus tn_run_stage(const TnRun *run, size_t index, TnStage *out) {
    if (!run || !out || index >= run->n_stages) return TN_E_USAGE;
    *out = run->stages[index];
    return TN_OK;
}

static size_t bytes_of(const NamedTensors *list) {
    size_t sum = 0;
    for (size_t i = 0; i < list->len; i++) sum = api_add(sum, list->at[i].tensor->bytes);
    return sum;
}

TnStatus tn_run_memory(TnRun *run, TnRunMemory *out) {
    if (!run || !out || !run->program || !run->is_kept) return api_usage(run ? run->context : NULL);
    TnContext *self = run->context;
    ApiProgram *p = run->program;
    volatile TnStatus status = TN_OK;
    *out = (TnRunMemory){.input_bytes = bytes_of(&run->inputs),
                         .output_bytes = bytes_of(&run->outputs),
                         .constant_bytes = p->constant_bytes,
                         .planned_bytes = p->arena_bytes};
    Boundary b;
    CTX_ENTER(&self->ctx, &b) {
        api_begin(self);
        if (p->touch && !p->touch(p, &out->touched_bytes)) status = TN_E_INVALID;
    }
    return api_leave(self, &b, status);
}

size_t tn_run_input_count(const TnRun *run) { return run ? run->inputs.len : 0; }
size_t tn_run_output_count(const TnRun *run) { return run ? run->outputs.len : 0; }

static TnStatus info(const NamedTensors *list, size_t index, TnTensorInfo *out) {
    if (!out || index >= list->len) return TN_E_USAGE;
    const Tensor *t = list->at[index].tensor;
    *out = (TnTensorInfo){.name = list->at[index].name,
                          .dtype = dtype_name(t->dtype),
                          .ndim = t->ndim,
                          .dims = t->dims,
                          .count = t->count,
                          .bytes = t->bytes,
                          .data = t->data};
    return TN_OK;
}

TnStatus tn_run_input(const TnRun *run, size_t index, TnTensorInfo *out) {
    return run ? info(&run->inputs, index, out) : TN_E_USAGE;
}
TnStatus tn_tensor_element(const TnTensorInfo *t, size_t index, double *out) {
    DType dtype;
    if (out) *out = 0;
    if (!t || !out || index >= t->count || !t->data || !t->dtype) return TN_E_USAGE;
    if (!dtype_parse(str_c(t->dtype), &dtype) || dtype == DTYPE_VOID) return TN_E_USAGE;
    *out = dtype_get_double(dtype, t->data, index);
    return TN_OK;
}

TnStatus tn_run_output(const TnRun *run, size_t index, TnTensorInfo *out) {
    return run ? info(&run->outputs, index, out) : TN_E_USAGE;
}

const char *tn_run_input_parameter(const TnRun *run, size_t index, int *is_drawn) {
    if (!run || index >= run->inputs.len) return NULL;
    if (is_drawn) *is_drawn = run->inputs.at[index].is_drawn;
    return run->inputs.at[index].parameter;
}

TnStatus tn_run_output_find(const TnRun *run, const char *name, size_t *index) {
    if (!run || !name || !index) return TN_E_USAGE;
    for (size_t i = 0; i < run->outputs.len; i++) {
        const NamedTensor *t = &run->outputs.at[i];
        if (strcmp(t->name, name) != 0 && (!t->file || strcmp(t->file, name) != 0)) continue;
        *index = i;
        return TN_OK;
    }
    return TN_E_USAGE;
}

const char *tn_run_output_file_name(const TnRun *run, size_t index) {
    return run && index < run->outputs.len ? run->outputs.at[index].file : NULL;
}

const char *tn_run_default_dim(const TnRun *run, size_t index, int64_t *value) {
    if (!run || index >= run->defaulted.len) return NULL;
    if (value) *value = DRAW_DIM;
    return run->defaulted.at[index];
}

/* What a compiled program has noted by now. */
static void collect_costs(TnRun *run) {
    TnOpCost *list;
    const size_t n = run->program->costs(run->program, &run->arena, &list);
    if (n) qsort(list, n, sizeof *list, by_falling_time);
    run->costs.len = 0;
    for (size_t i = 0; i < n; i++) vec_push(&run->arena, &run->costs, list[i]);
}

TnStatus tn_run_cost(TnRun *run, size_t index, TnOpCost *out) {
    if (!run || !out) return TN_E_USAGE;
    volatile TnStatus status = TN_OK;
    if (index == 0 && run->program && run->program->costs) {
        Boundary b;
        CTX_ENTER(&run->context->ctx, &b) {
            api_begin(run->context);
            collect_costs(run);
        }
        status = api_leave(run->context, &b, TN_OK);
    }
    if (status == TN_OK && index >= run->costs.len) return TN_E_USAGE;
    if (status == TN_OK) *out = run->costs.at[index];
    return status;
}

TnStatus tn_run_event(const TnRun *run, size_t index, TnKernelEvent *out) {
    if (!run || !out || !run->program || !run->program->event) return TN_E_USAGE;
    return run->program->event(run->program, index, out) ? TN_OK : TN_E_USAGE;
}

static TnStatus write_tensor(TnRun *run, const NamedTensors *list, size_t index, const char *path) {
    TnContext *self = run->context;
    if (!path || index >= list->len) return api_usage(self);
    volatile Status status = STATUS_OK;
    Boundary b;
    CTX_ENTER(&self->ctx, &b) {
        api_begin(self);
        status = npy_write_file(list->at[index].tensor, path);
    }
    return api_leave(self, &b, (TnStatus)status);
}

TnStatus tn_run_write_input(TnRun *run, size_t index, const char *path) {
    return run ? write_tensor(run, &run->inputs, index, path) : TN_E_USAGE;
}
TnStatus tn_run_write_output(TnRun *run, size_t index, const char *path) {
    return run ? write_tensor(run, &run->outputs, index, path) : TN_E_USAGE;
}
