/* SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/native.h"

#include <unistd.h>

#include "backend/llvm/helper.h"
#include "backend/llvm/libraries.h"
#include "base/clock.h"
#include "base/diag.h"
#include "ir/copy.h"
#include "passes/manager.h"

static int64_t processors(void) {
    const long n = sysconf(_SC_NPROCESSORS_ONLN);
    return n > 0 ? n : 1;
}

static void native_cleanup(Cleanup *node) {
    Native *self = (Native *)(void *)((char *)node - offsetof(Native, cleanup));
    ll_libraries_free(self->libraries);
    ll_code_free(self->code);
    for (size_t i = 0; i < self->n_constants; i++) tensor_unref(self->constants[i]);
    self->n_constants = 0;
}

/* What -O2 and layouts do to sums is right, but other bits. */
static bool is_plain(const NativeOptions *options) { return options->plain || options->strict; }
static bool has_libraries(const NativeOptions *options) {
    return !options->no_libraries && !options->strict && ll_libraries_target();
}

static bool has_symbol(IrModule *m, const IrFunction *fn, const char *name) {
    const char *wanted = ir_name(m, str_c(name));
    if (fn) return ir_symbol_find(fn, wanted) != NULL;
    for (size_t i = 0; i < m->globals.len; i++) {
        IrFunction *f = m->globals.at[i]->function;
        if (f && f->body && ir_symbol_find(f, wanted)) return true;
    }
    return false;
}

/* Code for these extents alone. An extent that some branch cannot have, which then is never taken,
 * stays a symbol. False after a report: there is no such symbol. */
static bool bind_dims(IrModule *m, const IrFunction *fn, const NativeOptions *options) {
    const DiagMark mark = diag_mark(m->ctx);
    if (!options->n_dims || pass_bind_symbolic_vars(m, fn, options->dims, options->n_dims))
        return true;
    for (size_t i = 0; i < options->n_dims; i++) {
        if (!has_symbol(m, fn, options->dims[i].name)) return false;
    }
    diag_rewind(m->ctx, mark);
    for (size_t i = 0; i < options->n_dims; i++) {
        fn = fn ? fn->global->function : NULL;
        if (!pass_bind_symbolic_vars(m, fn, &options->dims[i], 1)) diag_rewind(m->ctx, mark);
    }
    return true;
}

/* The conditions of passes/pipelines.def that hold. */
static unsigned conditions_of(const NativeOptions *options) {
    return (has_libraries(options) ? PASS_WHEN_LIBRARY : PASS_WHEN_ALONE) |
           (options->strict ? 0 : PASS_WHEN_FAST) | (is_plain(options) ? 0 : PASS_WHEN_FOLDS) |
           (options->optimized ? 0 : PASS_WHEN_RAW) |
           (options->unscheduled ? 0 : PASS_WHEN_SCHEDULED);
}

static bool run_step(IrModule *m, const NativeOptions *options, PassStep step) {
    const IrFunction *fn = options->function ? options->function->function : NULL;
    switch (step) {
    case PASS_STEP_BIND_DIMS: return bind_dims(m, fn, options);
    case PASS_STEP_DROP_CALLS: be_drop_codegen(m); return true;
    case PASS_STEP_EARLY: return ll_libraries_partition(m, options, true);
    case PASS_STEP_CALLS: return ll_libraries_partition(m, options, false);
    }
    return false;
}

/* Passes that stand together are one list. */
static bool run_pipeline(IrModule *m, const NativeOptions *options, Arena *arena) {
    const unsigned conditions = conditions_of(options);
    PassRun run = {.holds = options->holds};
    PassVec pending = {.at = NULL};
    const PassItem *item;
    for (size_t i = 0; (item = pass_list_item(PASS_LIST_NATIVE, i)); i++) {
        if (item->when & ~conditions) continue;
        switch (item->kind) {
        case PASS_ITEM_PASS: pass_vec_add(&pending, m, arena, item->text); break;
        case PASS_ITEM_LEVEL: pass_vec_add_level(&pending, m, arena, item->level); break;
        case PASS_ITEM_STEP:
            if (!pass_run_list(m, pending.at, pending.len, &run) ||
                !run_step(m, options, item->step))
                return false;
            pending.len = 0;
            break;
        }
    }
    return pass_run_list(m, pending.at, pending.len, &run);
}

static void take_constants(Native *self, const LlProgram *program) {
    const size_t n = program->constants.len;
    const void **data = ARENA_ARRAY(&self->arena, const void *, n + 1);
    self->constants = ARENA_ARRAY(&self->arena, Tensor *, n + 1);
    for (size_t i = 0; i < n; i++) {
        Tensor *t = ll_constant_tensor(program->constants.at[i]);
        self->constants[self->n_constants++] = t;
        data[i] = t->data;
        self->constant_bytes += t->bytes;
    }
    self->executable.constants = data;
}

static const char *own(Arena *arena, const char *s) {
    return s ? arena_strdup(arena, str_c(s)) : NULL;
}

static const char *const *own_list(Arena *arena, const char *const *list, size_t n) {
    const char **copy = ARENA_ARRAY(arena, const char *, n + 1);
    for (size_t i = 0; i < n; i++) copy[i] = own(arena, list[i]);
    return copy;
}

static const RtValue *own_values(Arena *arena, const RtValue *list, size_t n) {
    RtValue *copy = ARENA_ARRAY(arena, RtValue, n + 1);
    for (size_t i = 0; i < n; i++) {
        copy[i] = list[i];
        copy[i].name = own(arena, list[i].name);
    }
    return copy;
}

static void own_history(Arena *arena, IrHistory *h) {
    for (size_t i = 0; i < h->n_sources; i++) {
        IrSource *s = &h->sources[i];
        *s = (IrSource){own(arena, s->op), own(arena, s->name), own(arena, s->node_op),
                        own(arena, s->node), s->order};
    }
    for (size_t i = 0; i < h->n_makers; i++) h->makers[i] = own(arena, h->makers[i]);
}

static void describe_sites(Native *self, const LlProgram *program) {
    const size_t n = program->sites.len;
    const char **names = ARENA_ARRAY(&self->arena, const char *, n + 1);
    self->histories = ARENA_ARRAY(&self->arena, IrHistory, n + 1);
    for (size_t i = 0; i < n; i++) {
        names[i] = own(&self->arena, program->sites.at[i].name);
        ir_history(program->sites.at[i].origin, &self->histories[i]);
        own_history(&self->arena, &self->histories[i]);
    }
    self->executable.sites = names;
    self->executable.n_sites = n;
}

static bool describe(Native *self, const LlProgram *program) {
    Arena *arena = &self->arena;
    RtExecutable *x = &self->executable;
    RtEntry *entries = ARENA_ARRAY(arena, RtEntry, program->entries.len + 1);
    for (size_t i = 0; i < program->entries.len; i++) {
        const RtEntry *e = &program->entries.at[i];
        const char *name = ll_entry_name(arena, i);
        entries[i] = *e;
        entries[i].name = own(arena, e->name);
        entries[i].inputs = own_values(arena, e->inputs, e->n_inputs);
        entries[i].outputs = own_values(arena, e->outputs, e->n_outputs);
        entries[i].collectives = own(arena, e->collectives);
        entries[i].plan =
            (RtPlanFn *)(uintptr_t)ll_code_find(self->code, arena_printf(arena, "%s_plan", name));
        entries[i].run = (RtRunFn *)(uintptr_t)ll_code_find(self->code, name);
        if (!entries[i].plan || !entries[i].run) return false;
    }
    x->entries = entries;
    x->n_entries = program->entries.len;
    x->messages = own_list(arena, program->messages.at, program->messages.len);
    x->n_messages = program->messages.len;
    describe_sites(self, program);
    x->threads = program->threads;
    x->n_libraries = (uint32_t)program->libraries.len;
    uint32_t *first = ARENA_ARRAY(arena, uint32_t, (size_t)x->n_libraries + 1);
    for (uint32_t i = 0; i < x->n_libraries; i++) first[i] = program->libraries.at[i].first_dim;
    x->first_dims = first;
    x->n_library_dims = program->n_library_dims;
    return true;
}

/* What all choices ask from here on. */
static bool set_target(IrModule *m, const NativeOptions *options) {
    if (options->target) m->target = *options->target;
    if (!options->target && !*m->target.row) m->target = target_host();
    if (options->cpu && !target_find(str_c(options->cpu), &m->target)) {
        Diag *d = diag_error(m->ctx, (Loc){.line = 0}, DIAG_VALUE,
                             "a processor of this name is not known");
        diag_expected(m->ctx, d, "a name such as x86-64-v3, skylake-avx512 or znver4");
        diag_found(m->ctx, d, "'%s'", options->cpu);
        return false;
    }
    return true;
}

bool native_passes(IrModule *m, const NativeOptions *options, Arena *scratch) {
    return set_target(m, options) && run_pipeline(m, options, scratch);
}

static int64_t threads_of(const IrModule *m, const NativeOptions *options) {
    const int64_t given = options->threads > 0 ? options->threads : ir_module_target(m)->threads;
    return given > 0 ? given : processors();
}

/* Makes the code in this process, and keeps it. NULL after reports. */
static LlProgram *make_here(Native *self, IrModule *m, const LlProgramOptions *how,
                            const LlCache *cache, const LlKey *key, Arena *scratch) {
    NativeTimes *times = &self->times;
    const double start = clock_now_ms();
    LlTarget target;
    if (!ll_target_init(&target, m->ctx, scratch, ir_module_target(m))) return NULL;
    LlProgram *program = ll_program(m, &target, how, scratch);
    times->emit_ms += clock_now_ms() - start;
    const bool ok = program && ll_jit(&self->code, &target, &program->units, (unsigned)processors(),
                                      cache, &self->arena, &times->jit);
    if (ok && key) ll_store_program(cache, key, program, self->code, scratch);
    if (ok) ll_cache_trim(cache, scratch);
    if (program) ll_program_fini(program);
    ll_target_fini(&target);
    return ok ? program : NULL;
}

typedef struct {
    Native *native;
    const LlRequest *request;
} Waiting;

static void wait_usefully(void *user) {
    const Waiting *w = user;
    Native *self = w->native;
    ll_libraries_ahead(&self->libraries, w->request->m, &w->request->how, &self->arena);
}

/* Makes the code, by a helper where there is one, and keeps it. NULL after reports. */
static LlProgram *make(Native *self, IrModule *m, const LlProgramOptions *how, const LlCache *cache,
                       const LlKey *key, bool has_key, Arena *scratch) {
    LlProgram *program;
    const LlRequest request = {.m = m,
                               .how = *how,
                               .target = *ir_module_target(m),
                               .cache = cache->folder,
                               .has_key = has_key,
                               .key = *key};
    Waiting waiting = {self, &request};
    const LlMeanwhile meanwhile = {wait_usefully, &waiting};
    switch (
        ll_help(&program, &self->code, &request, &meanwhile, &self->times, &self->arena, scratch)) {
    case LL_HELPED: return program;
    case LL_REFUSED: return NULL;
    case LL_ALONE: break;
    }
    return make_here(self, m, how, cache, has_key ? key : NULL, scratch);
}

/* The module becomes what is compiled. */
static bool compile(Native *self, IrModule *m, const NativeOptions *options, Arena *scratch) {
    NativeTimes *times = &self->times;
    const double start = clock_now_ms();
    if (!set_target(m, options) || !target_runs_here(m->ctx, &m->target) ||
        !run_pipeline(m, options, scratch))
        return false;
    const double passed = clock_now_ms();
    times->passes_ms = passed - start;
    const LlProgramOptions how = {
        .function = options->function ? options->function->function : NULL,
        .threads = threads_of(m, options),
        .strict = options->strict,
        .unscheduled = options->unscheduled,
        .profile = options->profile,
        .donates = options->donates,
        .libraries = has_libraries(options) ? ll_libraries_target() : NULL};
    const LlCache cache = ll_cache_open(scratch);
    LlKey key;
    ll_walk(&key, m, scratch);
    /* What a profile tells of a module is not in its text. */
    const bool has_key = cache.folder && !how.profile && ll_key(&key, m, &how, scratch);
    LlProgram *program = has_key ? ll_stored_program(&cache, &key, m, &self->code, &times->jit,
                                                     &self->arena, scratch)
                                 : NULL;
    times->emit_ms = clock_now_ms() - passed - times->jit.load_ms;
    if (!program) program = make(self, m, &how, &cache, &key, has_key, scratch);
    if (program) program->threads = how.threads;
    if (program) program->processor = *ir_module_target(m);
    const bool ok = program && describe(self, program);
    if (ok) {
        take_constants(self, program);
        ll_libraries_init(&self->libraries, program, &self->executable, &self->arena);
        times->n_functions = program->n_functions;
        times->n_loops = program->n_loops;
    }
    times->total_ms = clock_now_ms() - start;
    times->jit_ms = times->total_ms - times->passes_ms - times->emit_ms;
    return ok;
}

bool native_compile(Native *self, IrModule *m, const NativeOptions *options) {
    Arena scratch;
    *self = (Native){.ctx = m->ctx};
    if (options->function && !be_check_ranks(options->function->function)) return false;
    arena_init(&self->arena, m->ctx);
    cleanup_push(m->ctx, &self->cleanup, native_cleanup);
    arena_init(&scratch, m->ctx);
    IrModule *own = ir_module_copy(m);
    NativeOptions of_copy = *options;
    of_copy.function = ir_module_copy_global(own, options->function);
    if (options->profile) ir_origins_note(own);
    if (of_copy.function) of_copy.function->function->is_private = false;
    const bool ok = compile(self, own, &of_copy, &scratch);
    ir_module_free(own);
    arena_fini(&scratch);
    if (!ok) native_free(self);
    return ok;
}

void native_keep(Native *self) {
    arena_keep(&self->arena);
    cleanup_pop(&self->cleanup);
}

void native_free(Native *self) {
    cleanup_pop(&self->cleanup);
    native_cleanup(&self->cleanup);
    arena_fini(&self->arena);
}

size_t native_primitives(const Native *self) { return ll_libraries_primitives(self->libraries); }
