/* SPDX-License-Identifier: Apache-2.0 */
/* The module as C, by the system's compiler, in this process. A run has the file's own poll for
 * itself: runs take turns. */
#include "backend/backend.h"

#include <pthread.h>

#include "backend/c/build.h"
#include "backend/c/compile.h"
#include "base/clock.h"
#include "base/forks.h"

typedef int PlanFn(const RtTensor *in, RtTensor *out, size_t *arena_bytes);
typedef int RunFn(const RtTensor *in, RtTensor *out, void *arena);
typedef const char *ErrorFn(int number);
typedef void SetRanksFn(const RanksTable *ranks);
typedef void PollByFn(int (*poll)(void *), void *user);

/* Numbers of the runtime come first, those of the file behind them. */
enum { FIRST_MESSAGE = 16 };

typedef struct {
    CLibrary library;
    CModule info;
    PlanFn *plan;
    RunFn *run;
    PollByFn *poll_by;
    SetRanksFn *set_ranks; /* NULL: it has no collectives */
    const CEntry *entry;
    ForksLock lock; /* of runs: a file has one of each of its statics */
} CCode;

static int32_t collective(void *env, const RanksWhat *what, const char *name, const void *x,
                          void *result, const int64_t *dims) {
    return rt_collective(env, what, name, x, result, dims);
}

static int32_t start(void *env, const RanksWhat *what, const char *name, const void *x,
                     void *result, const int64_t *dims, int64_t key) {
    return rt_start(env, what, name, x, result, dims, key);
}

static int32_t wait_for(void *env, int64_t key) { return rt_wait(env, key); }

static int poll(void *user) { return rt_poll(user) != 0; }

static int32_t number_of(const CCode *self, int e) {
    if (e && e == self->info.m_ranks) return RT_RANKS;
    return !e ? 0 : e == self->info.m_cancelled ? RT_CANCELLED : e + FIRST_MESSAGE;
}

static const CCode *code_of(const RtEnv *env) { return env->constants[0]; }

static int32_t plan(RtEnv *env, const RtTensor *in, RtTensor *out, int64_t *arena_bytes,
                    int64_t *library_dims) {
    const CCode *self = code_of(env);
    size_t bytes = 0;
    (void)library_dims;
    const int e = self->plan(in, out, &bytes);
    if (!e && bytes > INT64_MAX) return RT_NO_MEMORY;
    *arena_bytes = (int64_t)bytes;
    return number_of(self, e);
}

/* The file's allocations are the C library's. */
static int32_t take(const COutput *o, RtTensor *t) {
    const Allocator libc = allocator_libc();
    int64_t bad = 0;
    const int64_t bytes = rt_bytes(&bad, t->dims, o->ndim, dtype_size_up(o->dtype));
    void *own = bad ? NULL : rt_heap(bytes);
    if (own) rt_copy(own, t->data, bytes);
    libc.resize(libc.user, t->data, 1, 0);
    t->data = own;
    return own ? 0 : RT_NO_MEMORY;
}

static int32_t run(RtEnv *env, const RtTensor *in, RtTensor *out, char *arena) {
    CCode *self = (CCode *)(uintptr_t)code_of(env);
    const Allocator libc = allocator_libc();
    const CEntry *entry = self->entry;
    for (size_t i = 0; i < entry->n_outputs; i++) {
        if (entry->outputs[i].is_dynamic) out[i].data = NULL;
    }
    pthread_mutex_lock(&self->lock.mutex);
    self->poll_by(poll, env);
    const RanksTable ranks = {collective, env, start, wait_for, NULL};
    if (self->set_ranks) self->set_ranks(&ranks);
    int32_t e = number_of(self, self->run(in, out, arena));
    pthread_mutex_unlock(&self->lock.mutex);
    for (size_t i = 0; i < entry->n_outputs; i++) {
        if (!entry->outputs[i].is_dynamic) continue;
        if (!e) {
            e = take(&entry->outputs[i], &out[i]);
        } else {
            libc.resize(libc.user, out[i].data, 1, 0);
            out[i].data = NULL;
        }
    }
    return e;
}

/* What the file's numbers mean. */
static void take_messages(BeExecutable *self, const CCode *code) {
    static const char none[] = "no such error";
    ErrorFn *error = (ErrorFn *)c_library_function(&code->library, code->info.error);
    VEC(const char *) list = {.at = NULL};
    for (int i = 0; i < FIRST_MESSAGE; i++)
        vec_push(&self->arena, &list, i == RT_CANCELLED ? "cancelled" : "");
    for (int i = 0; strcmp(error(i), none) != 0; i++) vec_push(&self->arena, &list, error(i));
    self->rt.messages = list.at;
    self->rt.n_messages = list.len;
}

static void open_entry(BeExecutable *self, CCode *code, RtEntry *entry) {
    Arena *arena = &self->arena;
    RtValue *outputs = ARENA_ARRAY(arena, RtValue, entry->n_outputs + 1);
    code->entry = &code->info.entries.at[0];
    code->plan = (PlanFn *)c_library_function(&code->library,
                                              arena_printf(arena, "%s_plan", code->entry->name));
    code->run = (RunFn *)c_library_function(&code->library, code->entry->name);
    code->poll_by = (PollByFn *)c_library_function(&code->library, code->info.poll_by);
    if (code->info.set_ranks)
        code->set_ranks = (SetRanksFn *)c_library_function(&code->library, code->info.set_ranks);
    BUG_IF(code->entry->n_inputs != entry->n_inputs || code->entry->n_outputs != entry->n_outputs);
    for (size_t i = 0; i < entry->n_outputs; i++) {
        const COutput *o = &code->entry->outputs[i];
        outputs[i] = (RtValue){.dtype = o->dtype, .ndim = o->ndim, .is_dynamic = o->is_dynamic};
    }
    entry->outputs = outputs;
    entry->collectives = code->entry->collectives; /* in the arena, as the file */
    take_messages(self, code);
    self->constant_bytes = (size_t)code->info.const_bytes;
}

static Status compile(BeExecutable *self, IrModule *m, const BeOptions *options) {
    CCode *code = self->impl = ARENA_NEW(&self->arena, CCode);
    StrBuf source, header;
    double start = clock_now_ms();
    strbuf_init(&source, &self->arena);
    strbuf_init(&header, &self->arena);
    CFile *file = c_file_new(self->ctx, &self->arena);
    const CCompileOptions how = {
        .name = "net", .function = options->function, .holds = options->holds, .polls = true};
    RtEntry *entry = be_enter(self, options->function->function, code, plan, run);
    if (!entry || !c_compile(file, m, &how, &code->info)) return STATUS_INVALID;
    c_file_source(file, "net.h", &source);
    c_file_header(file, &header);
    be_stage_end(self, "lower", &start);
    const CBuild what = {.source = strbuf_str(&source),
                         .header = strbuf_str(&header),
                         .header_name = "net.h",
                         .is_native = true};
    const Status status = c_library_open(&code->library, self->ctx, &what);
    if (status != STATUS_OK) return status;
    be_stage_end(self, "compile", &start);
    self->code_bytes = source.text.len;
    open_entry(self, code, entry);
    return STATUS_OK;
}

static void keep(BeExecutable *self) {
    CCode *code = self->impl;
    cleanup_pop(&code->library.cleanup);
    forks_lock_init(&code->lock);
}

static void end(BeExecutable *self) {
    CCode *code = self->impl;
    if (code->lock.at) forks_lock_end(&code->lock); /* it was kept */
    c_library_close(&code->library);
}

const Backend backend_c = {.name = "c",
                           .doc = "compiled to C, and by the system's C compiler",
                           .flags = BE_EXACT,
                           .compile = compile,
                           .keep = keep,
                           .free = end};
