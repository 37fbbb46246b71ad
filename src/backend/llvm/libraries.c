/* SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/libraries.h"

#ifdef TENON_ONEDNN
#include <sys/mman.h>

#include "backend/onednn/ahead.h"
#include "backend/onednn/late.h"
#include "backend/onednn/onednn.h"
#include "base/diag.h"

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
};

bool ll_libraries_partition(IrModule *m, const BeOptions *options, bool only_transposed) {
    const OnednnOptions how = {.varying = options->varying,
                               .n_varying = options->n_varying,
                               .only_transposed = only_transposed,
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
static Status make(void *user, uint32_t index, const int64_t *dims, int64_t threads, RtLibrary *out,
                   int64_t *scratch) {
    LlLibraries *self = user;
    const Library *library = &self->list[index];
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

static void drop(void *user, uint32_t index, RtLibrary *library) {
    LlLibraries *self = user;
    (void)index;
    onednn_drop(self->onednn, library);
}

static Status open(LlLibraries *self, int64_t threads) {
    Boundary b;
    ctx_init(&self->own, allocator_libc(), io_libc());
    if (!has_room()) return STATUS_MEMORY;
    CTX_ENTER(&self->own, &b) {
        self->onednn = onednn_new(&self->own, threads);
        onednn_keep(self->onednn);
    }
    return ctx_leave(&self->own, &b);
}

static void read_call(const LlProgramLibrary *from, const Target *target, OnednnCall *out) {
    BUG_IF(!onednn_call(from->fn, out));
    out->is_over = from->is_over;
    out->target = target;
}

void ll_libraries_source(const LlProgram *program, const char *name, StrBuf *out) {
    const size_t n = program->libraries.len;
    OnednnCall *calls = ARENA_ARRAY(program->arena, OnednnCall, n + 1);
    for (size_t i = 0; i < n; i++)
        read_call(&program->libraries.at[i], &program->target->processor, &calls[i]);
    onednn_ahead_source(out, name, calls, n);
}

void ll_libraries_init(LlLibraries **out, const LlProgram *program, RtExecutable *executable,
                       Arena *arena) {
    const size_t n = program->libraries.len;
    if (!n) return;
    LlLibraries *self = *out = ARENA_NEW(arena, LlLibraries);
    self->list = ARENA_ARRAY(arena, Library, n);
    self->target = program->processor;
    for (size_t i = 0; i < n; i++) {
        const LlProgramLibrary *from = &program->libraries.at[i];
        Library *to = &self->list[i];
        read_call(from, &self->target, &to->call);
        to->loc = from->fn->loc;
        for (uint32_t k = 0; k < to->call.n_inputs; k++) {
            const LlProgramInput *x = &from->inputs[to->call.param[k]];
            to->constants[k] =
                x->constant >= 0 ? (const char *)executable->constants[x->constant] + x->at : NULL;
        }
    }
    const Status status = open(self, program->threads);
    if (status != STATUS_OK) ctx_throw(program->ctx, status);
    executable->maker = (RtLibraryMaker){.make = make, .drop = drop, .user = self};
}

void ll_libraries_free(LlLibraries *self) {
    if (!self) return;
    onednn_free(self->onednn);
    self->onednn = NULL;
    ctx_fini(&self->own);
}

size_t ll_libraries_primitives(const LlLibraries *self) {
    return self ? onednn_stats(self->onednn).primitives : 0;
}

#else

bool ll_libraries_partition(IrModule *m, const BeOptions *options, bool only_transposed) {
    (void)only_transposed;
    (void)m;
    (void)options;
    return true;
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
