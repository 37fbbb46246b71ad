/* SPDX-License-Identifier: Apache-2.0 */
/* Runs (tn_run) of what a backend made. */
#include "api/api.h"
#include "base/clock.h"

#include "backend/backend.h"

static const Loc no_place = {.line = 0};

static bool failed(Ctx *ctx, const RtExecutable *x, int32_t number) {
    if (number == RT_REPORTED) return false;
    if (number == RT_CANCELLED) ctx_look(ctx); /* the time may be over */
    if (number == RT_CANCELLED) ctx_throw(ctx, STATUS_CANCELLED);
    if (number == RT_NO_MEMORY || number == RT_OUT_OF_MEMORY) ctx_throw(ctx, STATUS_MEMORY);
    Diag *d = diag_error(ctx, no_place, DIAG_VALUE, diag_fmt(ctx, "%s", rt_message(x, number)));
    if (number != RT_OVER_LIMIT) return false;
    diag_expected(ctx, d, "at most %zu bytes", ctx_memory_limit(ctx));
    diag_help(ctx, d,
              "--memory-limit=SIZE (TnLimits.memory_bytes) sets the limit, which else "
              "follows from the size of the input");
    ctx_throw(ctx, STATUS_LIMIT);
}

/* The program, as api.h has it. */
typedef struct {
    ApiProgram program; /* first */
    Ctx *ctx;
    ValueList *list;
    BeExecutable code;
    RtPrepared *prepared;
    const RtEntry *entry;
    RtTensor *in, *out;
    const int32_t *cancel;
    int64_t deadline; /* of the call at hand */
    Cleanup cleanup;  /* of .prepared */
    bool profile;
    size_t events;
    bool has_code;
} CodeProgram;

static void end_stage(ApiProgram *self, const char *name, double *start) {
    const double now = clock_now_ms();
    self->stages[self->n_stages++] = (TnStage){name, now - *start};
    *start = now;
}

static void prepared_cleanup(Cleanup *node) {
    CodeProgram *self = (CodeProgram *)(void *)((char *)node - offsetof(CodeProgram, cleanup));
    rt_prepared_free(self->prepared);
    self->prepared = NULL;
}

static void code_close(ApiProgram *program) {
    CodeProgram *self = (CodeProgram *)(void *)program;
    cleanup_pop(&self->cleanup);
    prepared_cleanup(&self->cleanup);
    if (self->has_code) be_free(&self->code);
    self->has_code = false;
}

static void code_keep_program(ApiProgram *program) {
    CodeProgram *self = (CodeProgram *)(void *)program;
    cleanup_pop(&self->cleanup);
    be_keep(&self->code);
}

/* A result whose extents the run found is in memory of its own: it is copied, the first time, and
 * freed. */
static void take_dynamic(CodeProgram *self, size_t i, bool ok) {
    const RtValue *o = &self->entry->outputs[i];
    RtTensor *t = &self->out[i];
    Value **v = &self->program.outputs[i];
    if (ok && !*v) {
        *v = value_tensor_new(self->list, o->dtype, t->dims, o->ndim);
        if ((*v)->tensor->bytes) memcpy((*v)->tensor->data, t->data, (*v)->tensor->bytes);
    }
    if (ok) rt_free(t->data);
    t->data = NULL;
}

static bool run_prepared(CodeProgram *self, RtPrepared *prepared, int32_t *number) {
    const double start = clock_now_ms();
    self->deadline = ctx_deadline(self->ctx);
    *number = rt_run(prepared, self->in, self->out);
    self->program.run_ms = clock_now_ms() - start;
    for (size_t i = 0; i < self->entry->n_outputs; i++) {
        if (self->entry->outputs[i].is_dynamic) take_dynamic(self, i, !*number);
    }
    return !*number;
}

static bool code_call(ApiProgram *program) {
    CodeProgram *self = (CodeProgram *)(void *)program;
    int32_t e;
    return run_prepared(self, self->prepared, &e) || failed(self->ctx, &self->code.rt, e);
}

static void describe_inputs(RtTensor *in, const Tensor *const *inputs, size_t n) {
    for (size_t i = 0; i < n; i++) {
        in[i].data = inputs[i]->data;
        for (uint32_t d = 0; d < inputs[i]->ndim; d++) in[i].dims[d] = inputs[i]->dims[d];
    }
}

/* Outputs and arena for inputs of these extents. False after a report. */
static bool prepare(CodeProgram *self, const Tensor *const *inputs) {
    const RtEntry *entry = self->entry;
    ApiProgram *program = &self->program;
    describe_inputs(self->in, inputs, entry->n_inputs);
    const size_t most = ctx_memory_limit(self->ctx), held = self->ctx->bytes;
    const size_t left = most > held ? most - held : 1;
    int64_t planned = 0;
    const RtOptions options = {.cancel = self->cancel,
                               .deadline = &self->deadline,
                               .profile = self->profile,
                               .events = (int64_t)self->events,
                               .memory = left < INT64_MAX ? (int64_t)left : INT64_MAX,
                               .planned = &planned};
    cleanup_push(self->ctx, &self->cleanup, prepared_cleanup);
    const int32_t e = rt_prepare(&self->code.rt, 0, self->in, &options, &self->prepared);
    if (e == RT_NO_MEMORY && planned > 0) ctx_memory_check(self->ctx, (size_t)planned);
    if (e) return failed(self->ctx, &self->code.rt, e);
    if (entry->n_outputs)
        memcpy(self->out, rt_prepared_outputs(self->prepared),
               entry->n_outputs * sizeof *self->out);
    for (size_t i = 0; i < entry->n_outputs; i++) {
        const RtValue *o = &entry->outputs[i];
        if (o->is_dynamic) continue;
        program->outputs[i] = value_tensor_new(self->list, o->dtype, self->out[i].dims, o->ndim);
        self->out[i].data = program->outputs[i]->tensor->data;
        if (!o->takes) continue;
        /* The caller's input stays as it is. */
        const Tensor *from = inputs[o->takes - 1];
        if (from->bytes) memcpy(self->out[i].data, from->data, from->bytes);
        self->in[o->takes - 1].data = self->out[i].data;
    }
    program->arena_bytes = (size_t)rt_prepared_arena(self->prepared);
    return true;
}

/* Makes room for inputs and outputs. */
static void enter(CodeProgram *self, Arena *arena) {
    const RtEntry *entry = self->entry = &self->code.rt.entries[0];
    self->in = ARENA_ARRAY(arena, RtTensor, (size_t)entry->n_inputs + 1);
    self->out = ARENA_ARRAY(arena, RtTensor, (size_t)entry->n_outputs + 1);
    self->program.outputs = ARENA_ARRAY(arena, Value *, (size_t)entry->n_outputs + 1);
    self->program.n_outputs = entry->n_outputs;
    self->program.constant_bytes = self->code.constant_bytes;
}

/* What is made here belongs to a program that is kept; a throw releases it. */
static bool code_renew(ApiProgram *program, const Tensor *const *inputs) {
    CodeProgram *self = (CodeProgram *)(void *)program;
    prepared_cleanup(&self->cleanup);
    for (size_t i = 0; i < program->n_outputs; i++) {
        value_unref(program->outputs[i]);
        program->outputs[i] = NULL;
    }
    const bool ok = prepare(self, inputs);
    cleanup_pop(&self->cleanup);
    return ok;
}

/* Dynamic outputs are there from the first call on, so nothing throws while `guarded` is held. */
static bool code_touch(ApiProgram *program, size_t *bytes) {
    CodeProgram *self = (CodeProgram *)(void *)program;
    const RtExecutable *x = &self->code.rt;
    const RtOptions options = {.cancel = self->cancel, .deadline = &self->deadline, .guard = true};
    RtPrepared *guarded;
    int32_t e = rt_prepare(x, 0, self->in, &options, &guarded);
    if (e) return failed(self->ctx, x, e);
    const bool ok = run_prepared(self, guarded, &e);
    *bytes = (size_t)rt_prepared_high_water(guarded);
    rt_prepared_free(guarded);
    return ok || failed(self->ctx, x, e);
}

static const TnOpSource *sources_of(const IrHistory *h, Arena *arena) {
    TnOpSource *list = ARENA_ARRAY(arena, TnOpSource, h->n_sources + 1);
    for (size_t i = 0; i < h->n_sources; i++) {
        const IrSource *s = &h->sources[i];
        list[i] = (TnOpSource){s->op, s->name, s->node_op, s->node};
    }
    return list;
}

static size_t code_costs(ApiProgram *program, Arena *arena, TnOpCost **out) {
    CodeProgram *self = (CodeProgram *)(void *)program;
    const RtExecutable *x = &self->code.rt;
    const RtSite *sites = rt_prepared_sites(self->prepared);
    size_t n = 0;
    *out = ARENA_ARRAY(arena, TnOpCost, x->n_sites + 1);
    for (size_t i = 0; sites && i < x->n_sites; i++) {
        if (!sites[i].calls) continue;
        const RtSite *s = &sites[i];
        const IrHistory *h = &self->code.histories[i];
        (*out)[n++] = (TnOpCost){.name = x->sites[i],
                                 .calls = (size_t)s->calls,
                                 .milliseconds = (double)s->nanoseconds * 1e-6,
                                 .shortest = (double)s->least * 1e-6,
                                 .longest = (double)s->longest * 1e-6,
                                 .float_operations = s->operations,
                                 .bytes = s->bytes,
                                 .sources = sources_of(h, arena),
                                 .n_sources = h->n_sources,
                                 .n_more = h->n_more,
                                 .makers = h->makers,
                                 .n_makers = h->n_makers};
    }
    return n;
}

static bool code_event(const ApiProgram *program, size_t index, TnKernelEvent *out) {
    const CodeProgram *self = (const CodeProgram *)(const void *)program;
    const RtEvent *events;
    if ((int64_t)index >= rt_prepared_events(self->prepared, &events)) return false;
    const RtEvent *e = &events[index];
    *out = (TnKernelEvent){.name = self->code.rt.sites[e->site],
                           .start_ms = (double)e->start * 1e-6,
                           .milliseconds = (double)e->nanoseconds * 1e-6,
                           .thread = (uint32_t)e->thread};
    return true;
}

/* BeOptions of a run. */
static BeOptions options_of(const TnModule *m, const ApiProgramSource *source,
                            const TnRunOptions *run) {
    BindDim *dims = ARENA_ARRAY(source->arena, BindDim, source->n_dims + 1);
    for (size_t i = 0; i < source->n_dims; i++)
        dims[i] = (BindDim){.name = source->dims[i].name, .value = source->dims[i].value};
    return (BeOptions){.function = source->fn->global,
                       .holds = m->holds,
                       .hosts = &m->context->hosts,
                       .cpu = run->cpu,
                       .threads = run->threads,
                       .plain = run->as_is,
                       .optimized = run->optimized != 0,
                       .strict = run->strict != 0,
                       .unscheduled = run->unscheduled != 0,
                       .no_libraries = run->deterministic != 0,
                       .donates = run->donate != 0,
                       .dims = dims,
                       .n_dims = source->n_dims,
                       .varying = run->varying,
                       .n_varying = run->n_varying,
                       .profile = run->profile != 0};
}

ApiProgram *api_program(TnModule *m, const ApiProgramSource *source, const TnRunOptions *run,
                        TnStatus *status) {
    CodeProgram *self = ARENA_NEW(source->arena, CodeProgram);
    self->program = (ApiProgram){.call = code_call,
                                 .renew = code_renew,
                                 .keep = code_keep_program,
                                 .close = code_close,
                                 .touch = code_touch,
                                 .costs = run->profile ? code_costs : NULL,
                                 .event = run->profile ? code_event : NULL};
    self->ctx = &m->context->ctx;
    self->list = source->list;
    self->cancel = (const int32_t *)&m->context->cancel_runs;
    self->profile = run->profile != 0;
    self->events = run->events < INT64_MAX / 64 ? run->events : INT64_MAX / 64;
    const BeOptions options = options_of(m, source, run);
    *status = (TnStatus)be_compile(&self->code, backends[run->backend], m->ir, &options);
    if (*status != TN_OK) return NULL;
    self->has_code = true;
    for (size_t i = 0; i < self->code.n_stages; i++)
        self->program.stages[self->program.n_stages++] =
            (TnStage){self->code.stages[i].name, self->code.stages[i].milliseconds};
    double start = clock_now_ms();
    enter(self, source->arena);
    const bool ok = prepare(self, source->inputs);
    end_stage(&self->program, "prepare", &start);
    if (ok) return &self->program;
    code_close(&self->program);
    *status = TN_E_INVALID;
    return NULL;
}
