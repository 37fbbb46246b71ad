/* SPDX-License-Identifier: Apache-2.0 */
/* The context: allocation with accounting, and the one unwinding.
 *
 * ctx_throw runs the clean-ups while the frames that own them still stand, then jumps. */
#include "base/ctx.h"
#include "base/clock.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/random.h>

#include "base/diag.h"
#include "base/files.h"
#include "base/kept.h"

/* Of a module of a million bindings, half the time of reading went into faults of pages. */
enum { LARGE = 4 << 20, LARGE_PAGE = 2 << 20 };

/* What the system does not know of, or refuses, is as it was. */
static void in_large_pages(void *ptr, size_t size) {
#ifdef MADV_HUGEPAGE
    const uintptr_t from = ((uintptr_t)ptr + LARGE_PAGE - 1) & ~(uintptr_t)(LARGE_PAGE - 1),
                    to = ((uintptr_t)ptr + size) & ~(uintptr_t)(LARGE_PAGE - 1);
    const int before = errno;
    if (from < to) (void)madvise((void *)from, to - from, MADV_HUGEPAGE);
    errno = before;
#else
    (void)ptr, (void)size;
#endif
}

static void *libc_resize(void *user, void *ptr, size_t old_size, size_t new_size) {
    (void)user, (void)old_size;
    if (new_size == 0) {
        free(ptr);
        return NULL;
    }
    void *new = realloc(ptr, new_size);
    if (new && !ptr && new_size >= LARGE) in_large_pages(new, new_size);
    return new;
}

Allocator allocator_libc(void) { return (Allocator){.resize = libc_resize}; }

Limits limits_default(void) {
    return (Limits){
        .input_bytes = (size_t)2 << 30,
        .bindings = 50u * 1000 * 1000,
        .depth = 200,
        .diags = 1000,
        .const_bytes = CTX_CONST_BYTES,
        .rank = 64,
        .folded_bytes = (size_t)1 << 30,
        .folded_steps = (size_t)1 << 28,
        .steps = (size_t)1 << 40,
        .milliseconds = SIZE_MAX,
        .growth = 64,
    };
}

/* The seed differs in every process so that nobody can prepare names that all collide. Hard mode
 * leans on it too: an output that depends on hash order shows as a test that flickers. */
static uint64_t random_seed(void) {
    uint64_t seed = 0;
    if (getrandom(&seed, sizeof seed, GRND_NONBLOCK) != (ssize_t)sizeof seed) {
        seed = 0x9e3779b97f4a7c15u ^ (uint64_t)(uintptr_t)&seed;
    }
    return seed;
}

void ctx_init(Ctx *self, Allocator alloc, Io io) {
    *self = (Ctx){.alloc = alloc, .io = io, .limits = limits_default(), .hash_seed = random_seed()};
    self->cleanups.prev = self->cleanups.next = &self->cleanups;
    ctx_restart(self);
}

void ctx_restart(Ctx *self) {
    self->call++;
    self->poll = 0;
    self->refused = 0;
    self->reports = false;
    self->steps = 0;
    self->start = clock_now_ns();
}

static void over(Ctx *self, Loc loc, size_t limit, const char *what) {
    diag_error(self, loc, DIAG_TOO_MANY, diag_fmt(self, "%zu", limit), what);
    ctx_throw(self, STATUS_LIMIT);
}

int64_t ctx_deadline(const Ctx *self) {
    const size_t ms = self->limits.milliseconds;
    return ms < (size_t)(INT64_MAX - self->start) / 1000000 ? self->start + (int64_t)ms * 1000000
                                                            : INT64_MAX;
}

static void look(Ctx *self, Loc loc) {
    if (self->cancel && atomic_load_explicit(self->cancel, memory_order_relaxed))
        ctx_throw(self, STATUS_CANCELLED);
    const int64_t deadline = ctx_deadline(self);
    if (deadline < INT64_MAX && clock_now_ns() > deadline)
        over(self, loc, self->limits.milliseconds, "milliseconds");
}

void ctx_step(Ctx *self, Loc loc) {
    self->steps += CTX_POLL_BATCH;
    if (self->steps > self->limits.steps) over(self, loc, self->limits.steps, "steps");
    look(self, loc);
}

void ctx_look(Ctx *self) { look(self, (Loc){.line = 0}); }

void ctx_poll_batch(Ctx *self) { ctx_step(self, (Loc){.line = 0}); }

void ctx_fini(Ctx *self) {
    BUG_IF(self->boundary);
    files_abandon(self);
    kept_clear(self);
    diag_list_free(self);
    BUG_IF(self->cleanups.prev != &self->cleanups);
}

void ctx_given(Ctx *self, size_t bytes) {
    if (!add_size(self->given, bytes, &self->given)) self->given = SIZE_MAX;
}

size_t ctx_const_limit(const Ctx *self) {
    size_t most = self->limits.const_bytes;
    if (most == CTX_CONST_BYTES && !add_size(most, self->beside, &most)) most = SIZE_MAX;
    return most;
}

size_t ctx_memory_limit(const Ctx *self) {
    size_t most;
    if (self->limits.memory_bytes) return self->limits.memory_bytes;
    if (!mul_size(self->given, CTX_MEMORY_FACTOR, &most)) most = SIZE_MAX;
    return most > CTX_MEMORY_FREE ? most : CTX_MEMORY_FREE;
}

/* False, and noted: it would be too much. */
static bool may_hold(Ctx *self, size_t more) {
    const size_t most = ctx_memory_limit(self);
    if (LIKELY(self->bytes <= most && more <= most - self->bytes) || self->reports) return true;
    self->refused = more;
    return false;
}

/* What was refused becomes a report: STATUS_LIMIT. Otherwise memory is out: STATUS_MEMORY. */
static Status memory_status(Ctx *self) {
    const size_t refused = self->refused;
    Loc loc = {.line = 0};
    if (!refused) return STATUS_MEMORY;
    self->refused = 0;
    if (!self->diags) return STATUS_LIMIT; /* no call goes on that could report it */
    self->reports = true; /* until the next call begins: there is room for what is said */
    const char *who = ctx_work_text(self, NULL, &loc);
    Diag *d = diag_error(self, loc, DIAG_MEMORY, diag_fmt(self, "%zu", refused),
                         who ? diag_fmt(self, " for the %s", who) : "");
    diag_expected(self, d, "at most %zu bytes at a time", ctx_memory_limit(self));
    diag_found(self, d, "%zu bytes are held already", self->bytes);
    diag_help(
        self, d,
        "--memory-limit=SIZE (TnLimits.memory_bytes) sets the limit, which else follows from the size of the input");
    self->reports = false;
    return STATUS_LIMIT;
}

void ctx_memory_check(Ctx *self, size_t bytes) {
    if (!may_hold(self, bytes)) ctx_throw(self, STATUS_MEMORY);
}

enum { WORK_SHOWN = 3 };

const char *ctx_work_text(Ctx *self, const char *otherwise, Loc *loc) {
    const char *text = NULL;
    uint32_t n = 0;
    for (const CtxWork *w = self->work; w; w = w->outer) {
        if (!loc->line) *loc = w->loc;
        if (n++ < WORK_SHOWN)
            text = diag_fmt(self, "%s%s%s '%s'", text ? text : "", text ? " in " : "", w->kind,
                            w->name);
    }
    return text ? text : otherwise;
}

void *ctx_try_resize(Ctx *self, void *ptr, size_t old_size, size_t new_size) {
    if (new_size > old_size && !may_hold(self, new_size - old_size)) return NULL;
    void *p = self->alloc.resize(self->alloc.user, ptr, old_size, new_size);
    if (new_size != 0 && !p) return NULL;
    self->bytes += new_size - old_size;
    if (self->bytes > self->peak_bytes) self->peak_bytes = self->bytes;
    return p;
}

void *ctx_resize(Ctx *self, void *ptr, size_t old_size, size_t new_size) {
    void *p = ctx_try_resize(self, ptr, old_size, new_size);
    if (UNLIKELY(new_size != 0 && !p)) ctx_throw(self, STATUS_MEMORY);
    return p;
}

void ctx_enter(Ctx *self, Boundary *b) {
    b->outer = self->boundary;
    b->mark = self->cleanups.prev;
    b->work = self->work;
    b->status = STATUS_OK;
    self->boundary = b;
}

Status ctx_leave(Ctx *self, Boundary *b) {
    BUG_IF(self->boundary != b);
    BUG_IF(self->cleanups.prev != b->mark);
    self->boundary = b->outer;
    self->work = b->work;
    return b->status;
}

void ctx_throw(Ctx *self, Status status) {
    Boundary *b = self->boundary;
    if (!b) BUG("thrown outside a boundary, status %d", (int)status);
    if (status == STATUS_MEMORY) status = memory_status(self);
    b->status = status;
    while (self->cleanups.prev != b->mark) {
        Cleanup *node = self->cleanups.prev;
        cleanup_pop(node);
        node->run(node);
    }
    longjmp(b->env, 1);
}

void cleanup_push(Ctx *self, Cleanup *node, void (*run)(Cleanup *)) {
    node->run = run;
    node->next = &self->cleanups;
    node->prev = self->cleanups.prev;
    node->prev->next = node;
    self->cleanups.prev = node;
}

void cleanup_pop(Cleanup *node) {
    if (!node->prev) return;
    node->prev->next = node->next;
    node->next->prev = node->prev;
    node->prev = node->next = NULL;
}
