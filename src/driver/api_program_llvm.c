/* SPDX-License-Identifier: Apache-2.0 */
/* Runs of modules that LLVM compiled in this process. */
#include "driver/api.h"

static const Loc no_place = {.line = 0};

#ifdef TENON_LLVM
#include "backend/llvm/native.h"

/* The program, as api.h has it. */
typedef struct {
    ApiProgram program; /* first */
    Ctx *ctx;
    ApiProgramSource source;
    bool profile;
    Native native;
    RtPrepared *prepared;
    RtTensor *in, *out;
} LlvmProgram;

static LlvmProgram *of(ApiProgram *program) { return (LlvmProgram *)(void *)program; }

static bool is_well(LlvmProgram *self, int32_t e) {
    if (e) diag_error(self->ctx, no_place, DIAG_VALUE, diag_fmt(self->ctx, "%s", rt_message(&self->native.executable, e)));
    return !e;
}

static void release(LlvmProgram *self) {
    rt_prepared_free(self->prepared);
    self->prepared = NULL;
}

static void llvm_close(ApiProgram *program) {
    release(of(program));
    native_free(&of(program)->native);
}

static void llvm_keep(ApiProgram *program) { native_keep(&of(program)->native); }

/* An output whose extents the run found is in memory of its own: it is copied, the first time, and freed. */
static void take_dynamic(LlvmProgram *self, uint32_t i, bool ok) {
    const RtValue *o = &self->native.executable.entries[0].outputs[i];
    RtTensor *t = &self->out[i];
    Value **v = &self->program.outputs[i];
    if (ok && !*v) {
        *v = value_tensor_new(self->source.list, o->dtype, t->dims, o->ndim);
        if ((*v)->tensor->bytes) memcpy((*v)->tensor->data, t->data, (*v)->tensor->bytes);
    }
    rt_free(t->data);
    t->data = NULL;
}

static bool run_prepared(LlvmProgram *self, RtPrepared *prepared) {
    const RtEntry *entry = &self->native.executable.entries[0];
    const double start = api_now_ms();
    const int32_t e = rt_run(prepared, self->in, self->out);
    self->program.run_ms = api_now_ms() - start;
    for (uint32_t i = 0; i < entry->n_outputs; i++) {
        if (entry->outputs[i].is_dynamic) take_dynamic(self, i, !e);
    }
    return is_well(self, e);
}

static bool llvm_call(ApiProgram *program) { return run_prepared(of(program), of(program)->prepared); }

static RtOptions options_of(const LlvmProgram *self) {
    return (RtOptions){.profile = self->profile};
}

/* Memory and outputs for inputs of these extents. False after a report. */
static bool prepare(LlvmProgram *self, const Tensor *const *inputs) {
    const RtEntry *entry = &self->native.executable.entries[0];
    ApiProgram *program = &self->program;
    for (uint32_t i = 0; i < entry->n_inputs; i++) {
        self->in[i].data = inputs[i]->data;
        for (uint32_t d = 0; d < inputs[i]->ndim; d++) self->in[i].dims[d] = inputs[i]->dims[d];
    }
    const RtOptions options = options_of(self);
    if (!is_well(self, rt_prepare(&self->native.executable, 0, self->in, &options, &self->prepared))) return false;
    if (entry->n_outputs) memcpy(self->out, rt_prepared_outputs(self->prepared), entry->n_outputs * sizeof *self->out);
    program->arena_bytes = (size_t)rt_prepared_arena(self->prepared);
    for (uint32_t i = 0; i < entry->n_outputs; i++) {
        const RtValue *o = &entry->outputs[i];
        if (o->is_dynamic) continue;
        program->outputs[i] = value_tensor_new(self->source.list, o->dtype, self->out[i].dims, o->ndim);
        self->out[i].data = program->outputs[i]->tensor->data;
    }
    return true;
}

static bool llvm_renew(ApiProgram *program, const Tensor *const *inputs) {
    release(of(program));
    for (size_t i = 0; i < program->n_outputs; i++) {
        value_unref(program->outputs[i]);
        program->outputs[i] = NULL;
    }
    return prepare(of(program), inputs);
}

static bool llvm_touch(ApiProgram *program, size_t *bytes) {
    LlvmProgram *self = of(program);
    RtPrepared *guarded;
    RtOptions options = options_of(self);
    options.guard = true;
    options.profile = false;
    if (!is_well(self, rt_prepare(&self->native.executable, 0, self->in, &options, &guarded))) return false;
    const bool ok = run_prepared(self, guarded);
    *bytes = (size_t)rt_prepared_high_water(guarded);
    rt_prepared_free(guarded);
    return ok;
}

static size_t llvm_costs(ApiProgram *program, Arena *arena, TnOpCost **out) {
    const RtExecutable *x = &of(program)->native.executable;
    const RtSite *sites = rt_prepared_sites(of(program)->prepared);
    size_t n = 0;
    *out = ARENA_ARRAY(arena, TnOpCost, x->n_sites + 1);
    for (size_t i = 0; sites && i < x->n_sites; i++) {
        if (!sites[i].calls) continue;
        (*out)[n++] = (TnOpCost){x->sites[i], (size_t)sites[i].calls, (double)sites[i].nanoseconds * 1e-6};
    }
    return n;
}

static void note_constants(LlvmProgram *self) {
    for (size_t i = 0; i < self->native.n_constants; i++) self->program.constant_bytes += self->native.constants[i]->bytes;
}

ApiProgram *api_program_native(TnModule *m, const ApiProgramSource *source, const TnRunOptions *run, TnStatus *status) {
    LlvmProgram *self = ARENA_NEW(source->arena, LlvmProgram);
    ApiProgram *program = &self->program;
    *program = (ApiProgram){.call = llvm_call, .renew = llvm_renew, .keep = llvm_keep, .close = llvm_close, .touch = llvm_touch};
    if (run->profile) program->costs = llvm_costs;
    self->ctx = &m->context->ctx;
    self->source = *source;
    self->profile = run->profile != 0;
    *status = TN_E_INVALID;
    const NativeOptions options = {.function = source->fn->global,
                                   .holds = m->holds,
                                   .cpu = run->cpu,
                                   .threads = run->threads,
                                   .profile = run->profile != 0,
                                   .plain = run->as_is != 0};
    if (!native_compile(&self->native, m->ir, &options)) return NULL;
    const NativeTimes *times = &self->native.times;
    program->stages[program->n_stages++] = (TnStage){"passes", times->passes_ms};
    program->stages[program->n_stages++] = (TnStage){"emit", times->emit_ms};
    program->stages[program->n_stages++] = (TnStage){times->jit.cached == times->jit.units ? "cache" : "compile", times->jit_ms};
    double start = api_now_ms();
    const RtEntry *entry = &self->native.executable.entries[0];
    self->in = ARENA_ARRAY(source->arena, RtTensor, (size_t)entry->n_inputs + 1);
    self->out = ARENA_ARRAY(source->arena, RtTensor, (size_t)entry->n_outputs + 1);
    program->outputs = ARENA_ARRAY(source->arena, Value *, (size_t)entry->n_outputs + 1);
    program->n_outputs = entry->n_outputs;
    note_constants(self);
    const bool ok = prepare(self, source->inputs);
    api_stage(program, "prepare", &start);
    if (!ok) {
        llvm_close(program);
        return NULL;
    }
    *status = TN_OK;
    return program;
}
#else
ApiProgram *api_program_native(TnModule *m, const ApiProgramSource *source, const TnRunOptions *run, TnStatus *status) {
    (void)source;
    (void)run;
    diag_error(&m->context->ctx, no_place, DIAG_VALUE, "Tenon was built without LLVM");
    *status = TN_E_INVALID;
    return NULL;
}
#endif
