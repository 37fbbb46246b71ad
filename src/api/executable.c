/* SPDX-License-Identifier: Apache-2.0 */
/* Executables that the caller keeps. Their states belong to no context: any thread may prepare,
 * under the executable's lock, and run, under none. */
#include "api/names.h"
#include "api/options.h"

#include <pthread.h>

#include "backend/backend.h"
#include "base/forks.h"

_Static_assert(sizeof(TnBuffer) == sizeof(RtTensor) &&
                   offsetof(TnBuffer, dims) == offsetof(RtTensor, dims) &&
                   (int)TN_RANK_MAX == (int)RT_MAX_RANK,
               "a buffer is the runtime's tensor");

enum { IDLE_DEFAULT = 16 };

struct TnPrepared {
    TnExecutable *x;
    RtPrepared *state;
    char *memory; /* of outputs; NULL: not asked for yet */
    const char *fault;
    atomic_int_least32_t cancel;
    TnPrepared *next; /* of those that are idle, the last one first */
};

struct TnExecutable {
    TnContext *context;
    BeExecutable code;
    const RtEntry *entry;
    size_t idle_most;
    size_t memory; /* the most that an arena may have; the inputs' bytes may raise it */
    bool is_limited;
    pthread_mutex_t lock; /* of what follows, and of making and dropping states */
    TnPrepared *idle;
    size_t n_idle, prepared, reused;
};

static const RtTensor *tensors(const TnBuffer *list) {
    return (const RtTensor *)(const void *)list;
}

/* --- Compiling --- */

/* What would be other results without a word. */
static bool is_heeded(TnContext *self, const Backend *backend, const TnNativeOptions *o) {
    const char *what = o->n_dims ? "dims" : o->donate ? "donate" : NULL;
    if (!what || (backend->flags & BE_BINDS)) return true;
    Diag *d = diag_error(
        &self->ctx, (Loc){.line = 0}, DIAG_VALUE,
        diag_fmt(&self->ctx, "the backend %s does not heed the option '%s'", backend->name, what));
    if (o->n_dims)
        diag_help(&self->ctx, d, "tn_module_bind_dims gives a module's dims their values");
    return false;
}

static Status compile(TnExecutable *self, TnModule *m, const Backend *backend,
                      const TnNativeOptions *o) {
    Arena arena;
    arena_init(&arena, &m->context->ctx);
    const IrFunction *fn = api_function(m, o->function);
    BindDim *dims = ARENA_ARRAY(&arena, BindDim, o->n_dims + 1);
    const TnDim *own;
    const char *const *varying;
    bool ok = fn && api_own_dims(m->ir, fn, o->dims, o->n_dims, &arena, &own);
    ok = fn && api_own_varying(m->ir, fn, o->varying, o->n_varying, &arena, &varying) && ok;
    ok = ok && is_heeded(m->context, backend, o);
    for (size_t i = 0; ok && i < o->n_dims; i++)
        dims[i] = (BindDim){.name = own[i].name, .value = own[i].value};
    const BeOptions options = {.function = fn ? fn->global : NULL,
                               .holds = m->holds,
                               .hosts = &m->context->hosts,
                               .cpu = o->cpu,
                               .threads = o->threads,
                               .strict = o->strict != 0,
                               .plain = o->as_is != 0,
                               .no_libraries = o->deterministic != 0,
                               .donates = o->donate != 0,
                               .dims = dims,
                               .n_dims = o->n_dims,
                               .varying = ok ? varying : NULL,
                               .n_varying = o->n_varying};
    const Status status = ok ? be_compile(&self->code, backend, m->ir, &options) : STATUS_INVALID;
    arena_fini(&arena);
    return status;
}

int tn_has_backend(TnBackend backend) {
    return (unsigned)backend < be_n_backends && backends[backend]->compile;
}

TnStatus tn_backend_get(size_t index, TnBackendInfo *out) {
    if (!out || index >= be_n_backends) return TN_E_USAGE;
    const Backend *b = backends[index];
    *out = (TnBackendInfo){.name = b->name,
                           .doc = b->doc,
                           .is_there = b->compile != NULL,
                           .is_exact = (b->flags & BE_EXACT) != 0,
                           .has_options = (b->flags & BE_BINDS) != 0};
    return TN_OK;
}

int tn_backend_profiles(TnBackend backend) {
    return (unsigned)backend < be_n_backends && (backends[backend]->flags & BE_PROFILES) != 0;
}

static bool is_sound(const TnNativeOptions *o) {
    bool ok = (!o->n_dims || o->dims) && (!o->n_varying || o->varying) && o->threads >= 0;
    for (size_t i = 0; ok && i < o->n_dims; i++) ok = o->dims[i].name != NULL;
    for (size_t i = 0; ok && i < o->n_varying; i++) ok = o->varying[i] != NULL;
    return ok;
}

/* The block of an executable in the making. */
typedef struct {
    Ctx *ctx;
    TnExecutable *x;
    Cleanup cleanup;
} Making;

static void making_cleanup(Cleanup *node) {
    Making *self = (Making *)(void *)((char *)node - offsetof(Making, cleanup));
    ctx_resize(self->ctx, self->x, sizeof *self->x, 0);
}

/* NULL after a report. */
static TnExecutable *executable_new(TnModule *m, const Backend *backend, const TnNativeOptions *o,
                                    Status *status) {
    TnContext *self = m->context;
    Making making = {.ctx = &self->ctx};
    TnExecutable *x = making.x = ctx_resize(&self->ctx, NULL, 0, sizeof *x);
    cleanup_push(&self->ctx, &making.cleanup, making_cleanup);
    *x = (TnExecutable){.context = self, .idle_most = o->idle ? o->idle : IDLE_DEFAULT};
    x->memory = ctx_memory_limit(&self->ctx);
    x->is_limited = self->ctx.limits.memory_bytes != 0;
    *status = compile(x, m, backend, o);
    if (*status != STATUS_OK) {
        cleanup_pop(&making.cleanup);
        making_cleanup(&making.cleanup);
        return NULL;
    }
    be_keep(&x->code);
    cleanup_pop(&making.cleanup);
    x->entry = &x->code.rt.entries[0];
    pthread_mutex_init(&x->lock, NULL);
    self->handles++;
    return x;
}

TnStatus tn_module_compile(TnModule *m, TnBackend backend, const TnNativeOptions *options,
                           TnExecutable **out) {
    TnNativeOptions o;
    if (out) *out = NULL;
    if (!m || !out || (unsigned)backend >= be_n_backends) return api_usage(m ? m->context : NULL);
    if (!api_options(m->context, API_TnNativeOptions, options, &o)) return TN_E_USAGE;
    if (!is_sound(&o)) return api_usage(m->context);
    TnContext *self = m->context;
    Boundary b;
    volatile Status status = STATUS_INVALID;
    CTX_ENTER(&self->ctx, &b) {
        Status made = STATUS_INVALID;
        api_begin(self);
        diag_source(&self->ctx, m->ir->source, (Str){.len = 0});
        if (api_is_known(m)) *out = executable_new(m, backends[backend], &o, &made);
        status = made;
    }
    return api_leave_module(m, &b, (TnStatus)status);
}

TnStatus tn_module_compile_native(TnModule *m, const TnNativeOptions *options, TnExecutable **out) {
    return tn_module_compile(m, TN_BACKEND_LLVM, options, out);
}

static void destroy(TnPrepared *p) {
    rt_prepared_free(p->state);
    rt_free(p->memory);
    rt_free(p);
}

void tn_executable_free(TnExecutable *x) {
    if (!x) return;
    TnContext *self = x->context;
    for (TnPrepared *p = x->idle, *next; p; p = next) {
        next = p->next;
        destroy(p);
    }
    pthread_mutex_destroy(&x->lock);
    be_free(&x->code);
    ctx_resize(&self->ctx, x, sizeof *x, 0);
    api_release(self);
}

/* --- What it is like --- */

static TnStatus describe(const RtValue *list, size_t n, size_t index, TnExecutableValue *out) {
    if (!out || index >= n) return TN_E_USAGE;
    const RtValue *v = &list[index];
    *out = (TnExecutableValue){.name = v->name,
                               .dtype = dtype_name(v->dtype),
                               .ndim = v->ndim,
                               .decides = v->is_integers,
                               .is_dynamic = v->is_dynamic,
                               .takes = (int64_t)v->takes - 1};
    return TN_OK;
}

size_t tn_executable_input_count(const TnExecutable *x) { return x ? x->entry->n_inputs : 0; }
size_t tn_executable_output_count(const TnExecutable *x) { return x ? x->entry->n_outputs : 0; }

TnStatus tn_executable_input(const TnExecutable *x, size_t index, TnExecutableValue *out) {
    return x ? describe(x->entry->inputs, x->entry->n_inputs, index, out) : TN_E_USAGE;
}

TnStatus tn_executable_output(const TnExecutable *x, size_t index, TnExecutableValue *out) {
    return x ? describe(x->entry->outputs, x->entry->n_outputs, index, out) : TN_E_USAGE;
}

void tn_executable_counts(TnExecutable *x, TnExecutableCounts *out) {
    if (!x || !out) return;
    const Backend *backend = x->code.backend;
    pthread_mutex_lock(&x->lock);
    *out =
        (TnExecutableCounts){.code_bytes = x->code.code_bytes,
                             .prepared = x->prepared,
                             .reused = x->reused,
                             .primitives = backend->primitives ? backend->primitives(&x->code) : 0};
    pthread_mutex_unlock(&x->lock);
}

/* --- States --- */

/* Nobody forks meanwhile, so that the child has all states, and whole. */
static void lock(TnExecutable *x) {
    forks_hold();
    pthread_mutex_lock(&x->lock);
}

static void unlock(TnExecutable *x) {
    pthread_mutex_unlock(&x->lock);
    forks_release();
}

static TnStatus status_of(int32_t number) {
    switch (number) {
    case 0: return TN_OK;
    case RT_CANCELLED: return TN_E_CANCELLED;
    case RT_OUT_OF_MEMORY:
    case RT_NO_MEMORY: return TN_E_MEMORY;
    case RT_OVER_LIMIT: return TN_E_LIMIT;
    default: return TN_E_INVALID;
    }
}

/* Out of the list of idle ones. NULL: none fits. */
static TnPrepared *take_idle(TnExecutable *x, const RtTensor *in) {
    for (TnPrepared **at = &x->idle; *at; at = &(*at)->next) {
        TnPrepared *p = *at;
        if (!rt_prepared_fits(p->state, in)) continue;
        *at = p->next;
        x->n_idle--;
        x->reused++;
        return p;
    }
    return NULL;
}

/* The arena may be in proportion to the inputs, too. */
static size_t memory_for(const TnExecutable *x, const RtTensor *in) {
    int64_t bad = 0, given = 0;
    for (uint32_t i = 0; !x->is_limited && i < x->entry->n_inputs; i++) {
        const RtValue *v = &x->entry->inputs[i];
        given = rt_add(&bad, given, rt_bytes(&bad, in[i].dims, v->ndim, dtype_size_up(v->dtype)));
    }
    size_t more;
    if (bad || !mul_size((size_t)given, CTX_MEMORY_FACTOR, &more)) return SIZE_MAX;
    return api_add(x->memory, more);
}

static int32_t make(TnExecutable *x, const RtTensor *in, TnPrepared **out) {
    TnPrepared *p = rt_heap(sizeof *p);
    if (!p) return RT_NO_MEMORY;
    *p = (TnPrepared){.x = x};
    atomic_init(&p->cancel, 0);
    const size_t most = memory_for(x, in);
    const RtOptions options = {.cancel = (const int32_t *)&p->cancel,
                               .memory = most < INT64_MAX ? (int64_t)most : INT64_MAX};
    const int32_t e = rt_prepare(&x->code.rt, 0, in, &options, &p->state);
    if (e)
        rt_free(p);
    else
        *out = p;
    x->prepared += !e;
    return e;
}

TnStatus tn_executable_prepare(TnExecutable *x, const TnBuffer *in, TnPrepared **out,
                               const char **fault) {
    if (out) *out = NULL;
    if (fault) *fault = NULL;
    if (!x || !out || (!in && x->entry->n_inputs)) return TN_E_USAGE;
    lock(x);
    int32_t e = 0;
    TnPrepared *p = take_idle(x, tensors(in));
    if (!p) e = make(x, tensors(in), &p);
    unlock(x);
    if (e && fault) *fault = rt_message(&x->code.rt, e);
    *out = p;
    return status_of(e);
}

void tn_prepared_free(TnPrepared *p) {
    if (!p) return;
    TnExecutable *x = p->x;
    atomic_store_explicit(&p->cancel, 0, memory_order_relaxed);
    p->fault = NULL;
    lock(x);
    p->next = x->idle;
    x->idle = p;
    if (++x->n_idle > x->idle_most) {
        TnPrepared **last = &x->idle;
        while ((*last)->next) last = &(*last)->next;
        destroy(*last);
        *last = NULL;
        x->n_idle--;
    }
    unlock(x);
}

/* Bytes of an output, up to a line; 0 of a dynamic one, whose memory the run finds, and of one that
 * takes an input. */
static int64_t bytes_of(int64_t *bad, const RtValue *v, const RtTensor *t) {
    if (v->is_dynamic || v->takes) return 0;
    return rt_round(bad, rt_bytes(bad, t->dims, v->ndim, dtype_size_up(v->dtype)));
}

TnStatus tn_prepared_outputs(TnPrepared *p, int with_memory, TnBuffer *out) {
    if (!p || !out) return TN_E_USAGE;
    const RtEntry *entry = p->x->entry;
    const RtTensor *own = rt_prepared_outputs(p->state);
    int64_t bad = 0, all = 0, at = 0;
    for (uint32_t i = 0; i < entry->n_outputs; i++)
        all = rt_add(&bad, all, bytes_of(&bad, &entry->outputs[i], &own[i]));
    if (bad) return TN_E_MEMORY;
    if (with_memory && !p->memory && !(p->memory = rt_heap(all))) return TN_E_MEMORY;
    for (uint32_t i = 0; i < entry->n_outputs; i++) {
        const RtValue *v = &entry->outputs[i];
        memcpy(&out[i], &own[i], sizeof out[i]);
        out[i].data = with_memory && !v->is_dynamic && !v->takes ? p->memory + at : NULL;
        for (uint32_t d = 0; v->is_dynamic && d < v->ndim; d++) out[i].dims[d] = -1;
        at += bytes_of(&bad, v, &own[i]);
    }
    return TN_OK;
}

/* Where there are elements, there is memory. */
static bool has_data(const RtValue *list, size_t n, const RtTensor *tensors, const RtTensor *dims) {
    bool ok = true;
    for (size_t i = 0; ok && i < n; i++) {
        if (tensors[i].data || list[i].is_dynamic || list[i].takes) continue;
        bool empty = false;
        for (uint32_t d = 0; d < list[i].ndim; d++) empty |= dims[i].dims[d] == 0;
        ok = empty;
    }
    return ok;
}

/* What it reports stands in the context's diagnostics, and what it throws ends here. */
static TnStatus run_in_context(TnPrepared *p, const TnBuffer *in, RtTensor *out) {
    TnContext *self = p->x->context;
    volatile int32_t e = 0;
    Boundary b;
    CTX_ENTER(&self->ctx, &b) {
        api_begin(self);
        e = rt_run(p->state, tensors(in), out);
    }
    const TnStatus status = api_leave(self, &b, status_of(e));
    p->fault = status == TN_OK ? NULL : e ? rt_message(&p->x->code.rt, e) : tn_status_text(status);
    return status;
}

TnStatus tn_prepared_run(TnPrepared *p, const TnBuffer *in, TnBuffer *out) {
    if (!p) return TN_E_USAGE;
    const RtEntry *entry = p->x->entry;
    if ((!in && entry->n_inputs) || (!out && entry->n_outputs)) return TN_E_USAGE;
    RtTensor *results = (RtTensor *)(void *)out;
    const bool given =
        has_data(entry->inputs, entry->n_inputs, tensors(in), tensors(in)) &&
        has_data(entry->outputs, entry->n_outputs, results, rt_prepared_outputs(p->state));
    if (!given) return TN_E_USAGE;
    if (p->x->code.backend->flags & BE_CONTEXT) return run_in_context(p, in, results);
    const int32_t e = rt_run(p->state, tensors(in), results);
    p->fault = e ? rt_message(&p->x->code.rt, e) : NULL;
    if (e == RT_CANCELLED) atomic_store_explicit(&p->cancel, 0, memory_order_relaxed);
    return status_of(e);
}

const char *tn_prepared_fault(const TnPrepared *p) { return p ? p->fault : NULL; }
void tn_output_free(void *data) { rt_free(data); }
size_t tn_prepared_bytes(const TnPrepared *p) {
    return p ? (size_t)rt_prepared_arena(p->state) : 0;
}

void tn_prepared_cancel(TnPrepared *p) {
    if (p) atomic_store_explicit(&p->cancel, 1, memory_order_relaxed);
}
