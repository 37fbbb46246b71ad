/* SPDX-License-Identifier: Apache-2.0 */
/* Compiling to C, and runs of what was compiled. */
#include <stdlib.h>

#include "backend/c/build.h"
#include "base/clock.h"
#include "backend/c/compile.h"
#include "api/options.h"

static const Loc no_place = {.line = 0};

/* A compilation's memory and results. */
typedef struct {
    Arena arena;
    CModule info;
    StrBuf source, header;
} Compiled;

/* False after a report; the arena is to be ended in any case. */
static bool compile(Compiled *self, TnModule *m, const char *name, const IrGlobal *only,
                    const char *header, bool polls) {
    Ctx *ctx = &m->context->ctx;
    arena_init(&self->arena, ctx);
    strbuf_init(&self->source, &self->arena);
    strbuf_init(&self->header, &self->arena);
    CFile *file = c_file_new(ctx, &self->arena);
    const CCompileOptions options = {.name = name, .function = only, .holds = m->holds, .polls = polls};
    if (!c_compile(file, m->ir, &options, &self->info)) return false;
    c_file_source(file, header, &self->source);
    c_file_header(file, &self->header);
    return true;
}

/* What a compilation was about, for the caller; in memory that lasts until the next call. */
static void tell(TnContext *self, const CModule *info, TnCompiled *out) {
    Arena *arena = &self->ctx.diags->arena;
    TnCEntry *entries = ARENA_ARRAY(arena, TnCEntry, info->entries.len + 1);
    for (size_t i = 0; i < info->entries.len; i++) {
        const CEntry *e = &info->entries.at[i];
        entries[i] = (TnCEntry){.name = arena_strdup(arena, (Str){e->name, strlen(e->name)}),
                                .inputs = e->n_inputs,
                                .outputs = e->n_outputs,
                                .arena_bytes = (size_t)e->arena_bytes,
                                .arena_bound = (size_t)e->arena_bound,
                                .value_bytes = (size_t)e->value_bytes,
                                .is_static = e->is_static};
    }
    *out = (TnCompiled){.functions = info->n_functions,
                        .loop_functions = info->n_loops,
                        .constant_bytes = (size_t)info->const_bytes,
                        .entries = entries,
                        .n_entries = info->entries.len};
}

/* The function's global; NULL name: *out is NULL. False after a report. */
static bool find_function(TnModule *m, const char *name, const IrGlobal **out) {
    *out = NULL;
    if (!name) return true;
    const IrFunction *fn = api_function(m, name);
    if (fn) *out = fn->global;
    return fn != NULL;
}

static bool is_identifier(const char *s) {
    bool ok = (*s >= 'a' && *s <= 'z') || (*s >= 'A' && *s <= 'Z');
    for (; ok && *s; s++)
        ok = (*s >= 'a' && *s <= 'z') || (*s >= 'A' && *s <= 'Z') || (*s >= '0' && *s <= '9') ||
             *s == '_';
    return ok;
}

/* Between the quotes of #include. */
static bool is_header_name(const char *s) {
    return *s && !strpbrk(s, "/\"\\\n\r");
}

TnStatus tn_module_compile_c(TnModule *m, const TnCompileOptions *options, TnText *source,
                             TnText *header, TnCompiled *out) {
    TnCompileOptions o;
    if (source) *source = (TnText){.ptr = NULL};
    if (header) *header = (TnText){.ptr = NULL};
    if (!m || !source || !header) return api_usage(m ? m->context : NULL);
    if (!api_options(m->context, API_TnCompileOptions, options, &o)) return TN_E_USAGE;
    const char *name = o.name ? o.name : "net";
    if (!is_identifier(name) || (o.header && !is_header_name(o.header)))
        return api_usage(m->context);
    TnContext *self = m->context;
    TnText texts[2] = {{.ptr = NULL}, {.ptr = NULL}};
    Boundary b;
    CTX_ENTER(&self->ctx, &b) {
        Compiled c;
        const IrGlobal *only;
        api_begin(self);
        diag_source(&self->ctx, m->ir->source, (Str){.len = 0});
        if (api_is_known(m) && find_function(m, o.function, &only)) {
            const char *header_name = diag_fmt(&self->ctx, "%s.h", o.header ? o.header : name);
            if (compile(&c, m, name, only, header_name, false)) {
                api_text(self, strbuf_str(&c.source), &texts[0]);
                api_text(self, strbuf_str(&c.header), &texts[1]);
                if (out) tell(self, &c.info, out);
            }
            arena_fini(&c.arena);
        }
    }
    const TnStatus status = api_leave_module(m, &b, TN_OK);
    if (status == TN_OK) {
        *source = texts[0];
        *header = texts[1];
    } else {
        tn_text_free(&texts[0]);
        tn_text_free(&texts[1]);
    }
    return status;
}

TnStatus tn_module_host(TnModule *m, TnText *out) {
    if (out) *out = (TnText){.ptr = NULL};
    if (!m || !out) return api_usage(m ? m->context : NULL);
    TnContext *self = m->context;
    TnText text = {.ptr = NULL};
    Boundary b;
    CTX_ENTER(&self->ctx, &b) {
        Arena arena;
        StrBuf host;
        CModule info;
        api_begin(self);
        diag_source(&self->ctx, m->ir->source, (Str){.len = 0});
        arena_init(&arena, &self->ctx);
        strbuf_init(&host, &arena);
        const CCompileOptions how = {.name = "net", .holds = m->holds, .host = &host};
        if (c_compile(c_file_new(&self->ctx, &arena), m->ir, &how, &info)) api_text(self, strbuf_str(&host), &text);
        arena_fini(&arena);
    }
    const TnStatus status = api_leave_module(m, &b, TN_OK);
    if (status == TN_OK) *out = text;
    else tn_text_free(&text);
    return status;
}

TnStatus tn_c_build(TnContext *self, const TnText *source, const TnText *header,
                    const char *header_name, const char *path) {
    if (!self || !source || !header || !header_name || !path || strchr(header_name, '/'))
        return api_usage(self);
    const size_t n = strlen(path);
    const bool is_object = n > 2 && strcmp(path + n - 2, ".o") == 0;
    volatile Status status = STATUS_OK;
    Boundary b;
    CTX_ENTER(&self->ctx, &b) {
        api_begin(self);
        const CBuild what = {.source = {source->ptr, source->len},
                             .header = {header->ptr, header->len},
                             .header_name = header_name,
                             .is_object = is_object};
        status = c_build(&self->ctx, &what, path);
    }
    return api_leave(self, &b, (TnStatus)status);
}

/* Runs */

typedef int PlanFn(const void *in, void *out, size_t *arena_bytes);
typedef int RunFn(const void *in, void *out, void *arena);
typedef const char *ErrorFn(int number);
typedef void PollByFn(int (*poll)(void *), void *user);

/* The header's tensor has as many dims as the module needs. */
typedef struct {
    void *data;
    int64_t dims[];
} CTensor;

static CTensor *tensor_in(char *list, size_t rank, size_t i) {
    return (CTensor *)(void *)(list + i * (sizeof(CTensor) + rank * sizeof(int64_t)));
}

static char *tensors_new(Arena *arena, size_t n, size_t rank) {
    return arena_calloc(arena, n + 1, sizeof(CTensor) + rank * sizeof(int64_t));
}

static bool failed(Ctx *ctx, const CLibrary *library, const CModule *info, int number) {
    if (number == info->m_cancelled) ctx_look(ctx);
    if (number == info->m_cancelled) ctx_throw(ctx, STATUS_CANCELLED);
    ErrorFn *error = (ErrorFn *)c_library_function(library, info->error);
    diag_error(ctx, no_place, DIAG_VALUE, diag_fmt(ctx, "%s", error(number)));
    return false;
}

/* Memory of a size that a run tells; counted by no limit, and freed whatever happens. */
typedef struct {
    Ctx *ctx;
    void *ptr;
    size_t size;
    Cleanup cleanup;
} Block;

static void block_cleanup(Cleanup *node) {
    Block *b = (Block *)(void *)((char *)node - offsetof(Block, cleanup));
    ctx_resize(b->ctx, b->ptr, b->size, 0);
}

static void block_init(Block *b, Ctx *ctx, size_t size) {
    *b = (Block){.ctx = ctx, .size = size + 1};
    b->ptr = ctx_resize(ctx, NULL, 0, b->size);
    cleanup_push(ctx, &b->cleanup, block_cleanup);
}

static void block_fini(Block *b) {
    cleanup_pop(&b->cleanup);
    block_cleanup(&b->cleanup);
}

/* The program, as api.h has it. */
typedef struct {
    ApiProgram program; /* first */
    Ctx *ctx;
    ApiProgramSource source;
    Compiled compiled;
    CLibrary library;
    const CEntry *entry;
    PlanFn *plan;
    RunFn *function;
    char *in, *out;
    int64_t deadline; /* of the call at hand */
    Block block;
    bool has_compiled, has_library, has_block;
} CProgram;

static void c_close(ApiProgram *program) {
    CProgram *self = (CProgram *)(void *)program;
    if (self->has_block) block_fini(&self->block);
    if (self->has_library) c_library_close(&self->library);
    if (self->has_compiled) arena_fini(&self->compiled.arena);
}

static void c_keep(ApiProgram *program) {
    CProgram *self = (CProgram *)(void *)program;
    cleanup_pop(&self->block.cleanup);
    cleanup_pop(&self->library.cleanup);
    arena_keep(&self->compiled.arena);
}

/* A result whose extents the run found is in memory of its own: it is copied, the first time, and freed. */
static void take_dynamic(CProgram *self, size_t i, bool ok) {
    const Allocator libc = allocator_libc();
    const COutput *o = &self->entry->outputs[i];
    CTensor *t = tensor_in(self->out, self->compiled.info.rank, i);
    Value **v = &self->program.outputs[i];
    if (ok && !*v) {
        *v = value_tensor_new(self->source.list, o->dtype, t->dims, o->ndim);
        if ((*v)->tensor->bytes) memcpy((*v)->tensor->data, t->data, (*v)->tensor->bytes);
    }
    libc.resize(libc.user, t->data, 1, 0);
    t->data = NULL;
}

/* In the run: is it to end? */
static int is_over(void *user) {
    const CProgram *self = user;
    const Ctx *ctx = self->ctx;
    if (ctx->cancel && atomic_load_explicit(ctx->cancel, memory_order_relaxed)) return 1;
    return self->deadline < INT64_MAX && clock_now_ms() * 1e6 > (double)self->deadline;
}

static bool c_call(ApiProgram *program) {
    CProgram *self = (CProgram *)(void *)program;
    self->deadline = ctx_deadline(self->ctx);
    const double start = clock_now_ms();
    const int e = self->function(self->in, self->out, self->block.ptr);
    program->run_ms = clock_now_ms() - start;
    for (size_t i = 0; i < self->entry->n_outputs; i++) {
        if (self->entry->outputs[i].is_dynamic) take_dynamic(self, i, !e);
    }
    return !e || failed(self->ctx, &self->library, &self->compiled.info, e);
}

/* Outputs and arena for inputs of these extents. False after a report. */
static bool prepare(CProgram *self, const Tensor *const *inputs) {
    const CModule *info = &self->compiled.info;
    const CEntry *entry = self->entry;
    const size_t rank = info->rank;
    ApiProgram *program = &self->program;
    for (size_t i = 0; i < entry->n_inputs; i++) {
        CTensor *t = tensor_in(self->in, rank, i);
        t->data = inputs[i]->data;
        for (uint32_t d = 0; d < inputs[i]->ndim; d++) t->dims[d] = inputs[i]->dims[d];
    }
    size_t bytes;
    const int e = self->plan(self->in, self->out, &bytes);
    if (e) return failed(self->ctx, &self->library, info, e);
    for (size_t i = 0; i < entry->n_outputs; i++) {
        const COutput *o = &entry->outputs[i];
        CTensor *t = tensor_in(self->out, rank, i);
        if (o->is_dynamic) continue;
        program->outputs[i] = value_tensor_new(self->source.list, o->dtype, t->dims, o->ndim);
        t->data = program->outputs[i]->tensor->data;
    }
    block_init(&self->block, self->ctx, bytes);
    self->has_block = true;
    program->arena_bytes = bytes;
    return true;
}

/* Finds the entry, and makes room for its inputs and outputs. */
static void enter(CProgram *self) {
    const CModule *info = &self->compiled.info;
    Arena *arena = self->source.arena;
    self->entry = &info->entries.at[0];
    for (size_t i = 0; i < info->entries.len; i++) {
        if (info->entries.at[i].function == self->source.fn) self->entry = &info->entries.at[i];
    }
    const CEntry *entry = self->entry;
    self->in = tensors_new(arena, entry->n_inputs, info->rank);
    self->out = tensors_new(arena, entry->n_outputs, info->rank);
    self->plan = (PlanFn *)c_library_function(&self->library, arena_printf(arena, "%s_plan", entry->name));
    self->function = (RunFn *)c_library_function(&self->library, entry->name);
    PollByFn *poll_by = (PollByFn *)c_library_function(&self->library, info->poll_by);
    poll_by(is_over, self);
    self->program.outputs = ARENA_ARRAY(arena, Value *, entry->n_outputs + 1);
    self->program.n_outputs = entry->n_outputs;
    self->program.constant_bytes = (size_t)info->const_bytes;
}

/* What is made here belongs to a program that is kept. */
static bool c_renew(ApiProgram *program, const Tensor *const *inputs) {
    CProgram *self = (CProgram *)(void *)program;
    if (self->has_block) block_fini(&self->block);
    self->has_block = false;
    for (size_t i = 0; i < program->n_outputs; i++) {
        value_unref(program->outputs[i]);
        program->outputs[i] = NULL;
    }
    const bool ok = prepare(self, inputs);
    if (self->has_block) cleanup_pop(&self->block.cleanup);
    return ok;
}

static bool c_touch(ApiProgram *program, size_t *bytes) {
    enum { FILL = 0xa5 };
    CProgram *self = (CProgram *)(void *)program;
    memset(self->block.ptr, FILL, program->arena_bytes);
    const bool ok = c_call(program);
    *bytes = api_touched(self->block.ptr, program->arena_bytes, FILL);
    return ok;
}

ApiProgram *api_program_c(TnModule *m, const ApiProgramSource *source, TnStatus *status) {
    CProgram *self = ARENA_NEW(source->arena, CProgram);
    self->program = (ApiProgram){.call = c_call, .renew = c_renew, .keep = c_keep, .close = c_close, .touch = c_touch};
    self->ctx = &m->context->ctx;
    self->source = *source;
    double start = clock_now_ms();
    *status = TN_E_INVALID;
    self->has_compiled = true;
    bool ok = compile(&self->compiled, m, "net", source->fn->global, "net.h", true);
    api_stage(&self->program, "lower", &start);
    if (ok) {
        const CBuild what = {.source = strbuf_str(&self->compiled.source),
                             .header = strbuf_str(&self->compiled.header),
                             .header_name = "net.h",
                             .is_native = true};
        *status = (TnStatus)c_library_open(&self->library, self->ctx, &what);
        ok = self->has_library = *status == TN_OK;
        api_stage(&self->program, "compile", &start);
    }
    if (ok) {
        enter(self);
        ok = prepare(self, source->inputs);
        *status = ok ? TN_OK : TN_E_INVALID;
        api_stage(&self->program, "prepare", &start);
    }
    if (ok) return &self->program;
    c_close(&self->program);
    return NULL;
}
