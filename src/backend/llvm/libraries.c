/* SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/libraries.h"

#ifdef TENON_ONEDNN
#include <sys/mman.h>

#include "backend/onednn/ahead.h"
#include "backend/onednn/late.h"
#include "backend/onednn/onednn.h"
#include "base/diag.h"
#include "ir/copy.h"

typedef struct {
    OnednnCall call;
    const void *constants[ONEDNN_INPUTS_MAX]; /* by input of the call */
    Loc loc;
} Library;

struct LlLibraries {
    Target target;
    Ctx own; /* of what is made for states, on whatever thread that is */
    Onednn *onednn;
    Library *list;
    VEC(Tensor *) ahead; /* constants that were packed before the program was there: references */
};

bool ll_libraries_partition(IrModule *m, const BeOptions *options, bool is_early) {
    const OnednnOptions how = {.varying = options->varying,
                               .n_varying = options->n_varying,
                               .is_early = is_early,
                               .ahead = options->ahead};
    return onednn_partition(m, &how, NULL);
}

const BeTarget *ll_libraries_rules(void) {
    static const BeTarget target = {.takes = onednn_takes, .over = onednn_over};
    return &target;
}

const BeTarget *ll_libraries_target(void) { return onednn_open() ? ll_libraries_rules() : NULL; }

/* What making a primitive takes at most: code and descriptions. oneDNN does not survive that it is
 * refused, so it is asked for before, and given back. */
enum { ROOM = 32 << 20 };

static bool has_room(void) {
    void *room = mmap(NULL, ROOM, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (room == MAP_FAILED) return false;
    munmap(room, ROOM);
    return true;
}

/* A report, or what is thrown, ends in a status: the caller is the runtime. */
static Status prepare(LlLibraries *self, const Library *library, const int64_t *dims,
                      int64_t threads, RtLibrary *out, int64_t *scratch) {
    volatile bool ok = false;
    size_t bytes = 0;
    Boundary b;
    if (!has_room()) return STATUS_MEMORY;
    onednn_set_threads(self->onednn, threads);
    CTX_ENTER(&self->own, &b) {
        diag_begin(&self->own);
        ok = onednn_prepare(self->onednn, &library->call, dims, library->constants, library->loc,
                            out, &bytes);
    }
    const Status thrown = ctx_leave(&self->own, &b);
    *scratch = (int64_t)bytes;
    return thrown != STATUS_OK ? thrown : ok ? STATUS_OK : STATUS_INVALID;
}

static Status make(void *user, uint32_t index, const int64_t *dims, int64_t threads, RtLibrary *out,
                   int64_t *scratch) {
    LlLibraries *self = user;
    return prepare(self, &self->list[index], dims, threads, out, scratch);
}

static void drop(void *user, uint32_t index, RtLibrary *library) {
    LlLibraries *self = user;
    (void)index;
    onednn_drop(self->onednn, library);
}

/* Weights are packed within what the caller may hold. */
static Status open(LlLibraries *self, const Ctx *caller, int64_t threads) {
    Boundary b;
    ctx_init(&self->own, allocator_libc(), io_libc());
    self->own.limits.memory_bytes = ctx_memory_limit(caller);
    if (!has_room()) return STATUS_MEMORY;
    CTX_ENTER(&self->own, &b) {
        self->onednn = onednn_new(&self->own, threads);
        onednn_keep(self->onednn);
    }
    return ctx_leave(&self->own, &b);
}

static void read_call(const IrFunction *fn, bool is_over, const Target *target, OnednnCall *out) {
    BUG_IF(!onednn_call(fn, out));
    out->is_over = is_over;
    out->target = target;
}

void ll_libraries_source(const LlProgram *program, const char *name, StrBuf *out) {
    const size_t n = program->libraries.len;
    OnednnCall *calls = ARENA_ARRAY(program->arena, OnednnCall, n + 1);
    for (size_t i = 0; i < n; i++) {
        const LlProgramLibrary *from = &program->libraries.at[i];
        read_call(from->fn, from->is_over, &program->target->processor, &calls[i]);
    }
    onednn_ahead_source(out, name, calls, n);
}

/* Throws STATUS_MEMORY, with nothing begun. */
static void begin(LlLibraries **out, Ctx *ctx, const Target *target, int64_t threads,
                  Arena *arena) {
    LlLibraries *self = ARENA_NEW(arena, LlLibraries);
    self->target = *target;
    const Status status = open(self, ctx, threads);
    if (status != STATUS_OK) ctx_throw(ctx, status);
    *out = self;
}

/* What the program will ask for first, so that it has been made. False: that fails, and will be
 * told then. */
static bool make_ahead(LlLibraries *self, const HirProgram *host, const HirLibrary *from,
                       int64_t threads, Arena *arena) {
    Library library = {.loc = from->made_of->loc};
    RtLibrary made;
    int64_t scratch;
    read_call(from->made_of, from->is_over, &self->target, &library.call);
    for (uint32_t k = 0; k < library.call.n_inputs; k++) {
        const HirLibraryInput *x = &from->inputs[library.call.param[k]];
        if (x->constant < 0) continue;
        vec_reserve(arena, &self->ahead, 1);
        Tensor *t = ll_constant_tensor(host->constants.at[x->constant].made_of);
        self->ahead.at[self->ahead.len++] = t;
        library.constants[k] = (const char *)t->data + x->at;
    }
    if (prepare(self, &library, NULL, threads, &made, &scratch) != STATUS_OK) return false;
    onednn_drop(self->onednn, &made);
    return true;
}

static void make_all_ahead(LlLibraries **out, IrModule *m, const LlProgramOptions *how,
                           Arena *arena) {
    Arena scratch;
    arena_init(&scratch, m->ctx);
    IrModule *own = ir_module_copy(m);
    LlProgramOptions of_copy = *how;
    if (how->function)
        of_copy.function = ir_module_copy_global(own, how->function->global)->function;
    const HirProgram *host = ll_program_host(own, &of_copy, &scratch);
    bool ok = host && host->libraries.len;
    if (ok) begin(out, m->ctx, ir_module_target(m), how->threads, arena);
    for (size_t i = 0; ok && i < host->libraries.len; i++) {
        const HirLibrary *x = &host->libraries.at[i];
        ctx_look(m->ctx);
        ok = x->n_symbols || make_ahead(*out, host, x, how->threads, arena);
    }
    ir_module_free(own);
    arena_fini(&scratch);
}

void ll_libraries_ahead(LlLibraries **out, IrModule *m, const LlProgramOptions *how, Arena *arena) {
    Ctx *ctx = m->ctx;
    Boundary b;
    if (!how->libraries) return;
    const DiagMark reports = diag_mark(ctx);
    CTX_ENTER(ctx, &b) { make_all_ahead(out, m, how, arena); }
    ctx_leave(ctx, &b); /* what is thrown is thrown again, where what follows meets it */
    diag_rewind(ctx, reports);
}

void ll_libraries_init(LlLibraries **out, const LlProgram *program, RtExecutable *executable,
                       Arena *arena) {
    const size_t n = program->libraries.len;
    if (!n) return;
    if (!*out) begin(out, program->ctx, &program->processor, program->threads, arena);
    LlLibraries *self = *out;
    self->list = ARENA_ARRAY(arena, Library, n);
    for (size_t i = 0; i < n; i++) {
        const LlProgramLibrary *from = &program->libraries.at[i];
        Library *to = &self->list[i];
        read_call(from->fn, from->is_over, &self->target, &to->call);
        to->loc = from->fn->loc;
        for (uint32_t k = 0; k < to->call.n_inputs; k++) {
            const LlProgramInput *x = &from->inputs[to->call.param[k]];
            to->constants[k] =
                x->constant >= 0 ? (const char *)executable->constants[x->constant] + x->at : NULL;
        }
    }
    executable->maker = (RtLibraryMaker){.make = make, .drop = drop, .user = self};
}

void ll_libraries_free(LlLibraries *self) {
    if (!self) return;
    onednn_free(self->onednn);
    self->onednn = NULL;
    for (size_t i = 0; i < self->ahead.len; i++) tensor_unref(self->ahead.at[i]);
    self->ahead.len = 0;
    ctx_fini(&self->own);
}

size_t ll_libraries_primitives(const LlLibraries *self) {
    return self ? onednn_stats(self->onednn).primitives : 0;
}

#else

bool ll_libraries_partition(IrModule *m, const BeOptions *options, bool is_early) {
    (void)is_early;
    (void)m;
    (void)options;
    return true;
}

void ll_libraries_ahead(LlLibraries **out, IrModule *m, const LlProgramOptions *how, Arena *arena) {
    (void)out;
    (void)m;
    (void)how;
    (void)arena;
}

void ll_libraries_source(const LlProgram *program, const char *name, StrBuf *out) {
    (void)program;
    (void)name;
    (void)out;
}

const BeTarget *ll_libraries_rules(void) { return NULL; }
const BeTarget *ll_libraries_target(void) { return NULL; }

void ll_libraries_init(LlLibraries **out, const LlProgram *program, RtExecutable *executable,
                       Arena *arena) {
    (void)program;
    (void)executable;
    (void)arena;
    *out = NULL;
}

void ll_libraries_free(LlLibraries *self) { (void)self; }
size_t ll_libraries_primitives(const LlLibraries *self) {
    (void)self;
    return 0;
}

#endif
