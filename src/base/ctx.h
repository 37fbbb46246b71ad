/* SPDX-License-Identifier: Apache-2.0 */
/* The context of one thread's work: allocator, limits, cancel flag, diagnostics, and the unwinding.
 *
 * Out of memory, a limit and a cancel end in ctx_throw(), which first runs the clean-ups that were
 * pushed since the innermost boundary and then returns to it. A boundary is one API call:
 *
 *     Boundary b;
 *     CTX_ENTER(ctx, &b) { ... work that may throw ... }
 *     return ctx_leave(ctx, &b);
 *
 * A clean-up is a node that its owner embeds, so that pushing one never allocates. Whatever
 * outlives the call pops its node when it is complete (cleanup_pop).
 *
 * Local variables that are changed between CTX_ENTER and a throw and read after ctx_leave must be
 * volatile or live in memory. Nothing may unwind through a foreign frame: a callback returns a
 * status, a library wrapper checks one.
 *
 * Thread rule: a context and all that hangs on it belong to one thread at a time; only the cancel
 * flag may be set from others.
 */
#ifndef TENON_BASE_CTX_H
#define TENON_BASE_CTX_H

#include <setjmp.h>
#include <stdatomic.h>

#include "base/base.h"

typedef struct Ctx Ctx;
typedef struct Cleanup Cleanup;
typedef struct DiagList DiagList;

/* resize(user, NULL, 0, n) allocates, (user, p, n, 0) frees, else resizes; NULL when it cannot.
 * What it returns is aligned for any type. */
typedef struct {
    void *(*resize)(void *user, void *ptr, size_t old_size, size_t new_size);
    void *user;
} Allocator;

/* A file's bytes, from `map`; `fd` and `is_mapped` are the hook's own. */
typedef struct {
    const char *data;
    size_t size;
    int fd;
    bool is_mapped;
} IoBytes;

/* All file access goes through here. All return 0 or an errno value. `read` hands over a buffer
 * that `release` takes back; it stops with EFBIG past `limit` bytes.
 *
 * `map` is like `read`, but what it hands over may be kept, at the price that the file may not be
 * made shorter or written to until `unmap`. `map_beside` takes a regular file that lies in the
 * folder of the file `base`, or below it: `path` is relative and goes through no symbolic link,
 * EXDEV and ELOOP say where it does not. `settle`, once, when the bytes have been read: ESTALE
 * where the file was changed meanwhile. The four are NULL together: there is no such access.
 *
 * has_names: these are files of the system, so that what is written can go beside its place first
 * (base/files.h). */
typedef struct {
    int (*read)(void *user, const char *path, size_t limit, const char **data, size_t *size);
    void (*release)(void *user, const char *data, size_t size);
    int (*write)(void *user, const char *path, const char *data, size_t size);
    int (*map)(void *user, const char *path, size_t limit, IoBytes *out);
    int (*map_beside)(void *user, const char *base, const char *path, IoBytes *out);
    int (*settle)(void *user, IoBytes *bytes);
    void (*unmap)(void *user, IoBytes bytes);
    bool has_names;
    void *user;
} Io;

/* Who is told of files and folders in the making, so that a handler of signals may remove them,
 * and of programs that write them (STARTED to ENDED; the text is the id of the group of processes,
 * in decimal), so that it may end these before. Between HOLD and RELEASE (pairs, which do not nest)
 * the list is in change, and it must not. */
typedef enum {
    WATCH_HOLD,
    WATCH_RELEASE,
    WATCH_MADE,
    WATCH_GONE,
    WATCH_STARTED,
    WATCH_ENDED
} WatchEvent;
typedef struct {
    void (*note)(void *user, int event, const char *path); /* NULL: nobody */
    void *user;
} Watch;

typedef struct FileSet FileSet;
typedef struct Ranks Ranks;
typedef struct CtxKept CtxKept;

typedef struct {
    size_t input_bytes; /* of one file or text */
    size_t bindings;    /* of one module */
    size_t depth;       /* nesting: parentheses, types, blocks, dim expressions */
    size_t diags;       /* kept errors; further ones are counted only */
    /* Of all constants of a module; where it is CTX_CONST_BYTES, and so much more as there is in
     * files beside models, which constants borrow. */
    size_t const_bytes;
    size_t rank;         /* of a tensor */
    size_t folded_bytes; /* of the constants that one run of FoldConstant makes */
    size_t folded_steps; /* scalar steps that it may take for them */
    /* Of one call: a step is a ctx_poll; a binding that is run and an iteration of scan or
     * while_loop are a batch of them (ctx_step). Counted in batches. */
    size_t steps;
    size_t milliseconds; /* of one call */
    size_t growth;       /* bindings and operands that a call may make for each that it was given */
    /* Held by the context at a time. 0: the larger of CTX_MEMORY_FREE and CTX_MEMORY_FACTOR times
     * what it was given. */
    size_t memory_bytes;
} Limits;

/* Whatever the input, a call may make so many bindings and operands, and a context hold so many
 * bytes. */
#define CTX_CONST_BYTES ((size_t)8 << 30)
#define CTX_GROWTH_FREE ((size_t)1 << 16)
#define CTX_MEMORY_FREE ((size_t)256 << 20)
enum {
    CTX_MEMORY_FACTOR = 32,
    CTX_TEXT_WEIGHT = 8, /* a byte of text counts as so many of data, */
    /* A node, input or output of a model file as so many more than its own, and each binding that
     * the reader makes of it. Of a chain of nodes that are one binding each, -O2 and the writer
     * hold 3,900 bytes a node at most (massif), and the two allow it CTX_MEMORY_FACTOR * (3 *
     * CTX_NODE_WEIGHT + CTX_BINDING_WEIGHT) = 5,120; where a node becomes many bindings, each takes
     * 1,800. How many of them there may be is bounded by limits.growth. */
    CTX_NODE_WEIGHT = 32,
    CTX_BINDING_WEIGHT = 64
};

/* What is at work, for messages: a frame on the stack of whoever begins it; a throw ends it too. */
typedef struct CtxWork CtxWork;
struct CtxWork {
    const char *kind, *name; /* "rule", "ConcatNested" */
    Loc loc;                 /* line 0: none */
    const CtxWork *outer;
};

struct Cleanup {
    Cleanup *prev;
    Cleanup *next;
    void (*run)(Cleanup *self);
};

typedef struct Boundary {
    jmp_buf env;
    struct Boundary *outer;
    Cleanup *mark;
    const CtxWork *work;
    Status status;
} Boundary;

struct Ctx {
    Allocator alloc;
    Io io;
    Limits limits;
    const atomic_bool *cancel; /* NULL: never cancelled */
    uint64_t hash_seed;        /* shuffles every hash table; no output may depend on it */
    size_t bytes, peak_bytes;  /* held now, and the most that was held */
    /* bytes of files and arguments that the caller handed over, in all */
    size_t given;
    size_t beside;       /* bytes of files beside models that are mapped now */
    size_t refused;      /* bytes asked for beyond the limit, until that is reported */
    bool reports;        /* the report of that is being made, which is not refused */
    const CtxWork *work; /* the innermost; NULL: none */
    uint64_t call;       /* calls that have begun */
    DiagList *diags;
    Boundary *boundary;
    Cleanup cleanups; /* sentinel of a ring, the newest at .prev */
    uint32_t poll;
    size_t steps;        /* of the call at hand */
    int64_t start;       /* of it, in nanoseconds of a clock that only rises */
    bool has_told_cache; /* a warning that is said once */
    Watch watch;
    CtxKept *kept;  /* from call to call (base/kept.h) */
    Ranks *ranks;   /* of which this process, or thread, is one; NULL: it is alone */
    FileSet *files; /* that are written and have no names yet (base/files.h); NULL: none */
};

void ctx_init(Ctx *self, Allocator alloc, Io io);
/* Frees what the context owns. No boundary may be open. */
void ctx_fini(Ctx *self);

Limits limits_default(void);
Allocator allocator_libc(void);
Io io_libc(void);

/* Raw memory, counted. ctx_resize throws STATUS_MEMORY, or STATUS_LIMIT after a report;
 * ctx_try_resize returns NULL, and ctx_throw(STATUS_MEMORY) after that says which of the two it
 * was. */
void *ctx_resize(Ctx *self, void *ptr, size_t old_size, size_t new_size);
void *ctx_try_resize(Ctx *self, void *ptr, size_t old_size, size_t new_size);

#define CTX_ENTER(ctx, b) if ((ctx_enter((ctx), (b)), setjmp((b)->env)) == 0)
void ctx_enter(Ctx *self, Boundary *b);
/* Notes bytes that are input: memory may be in proportion to them. */
void ctx_given(Ctx *self, size_t bytes);
/* The most bytes that a module's constants may have. */
size_t ctx_const_limit(const Ctx *self);
/* The most bytes that may be held. */
size_t ctx_memory_limit(const Ctx *self);
/* Throws STATUS_LIMIT, after a report, when so many bytes more than are held now would be beyond
 * the limit: for memory that is not the context's own. */
void ctx_memory_check(Ctx *self, size_t bytes);

static inline void ctx_work_begin(Ctx *self, CtxWork *work) {
    work->outer = self->work;
    self->work = work;
}
static inline void ctx_work_end(Ctx *self) { self->work = self->work->outer; }
/* "rule 'R' in pass 'P'": what is at work, `otherwise` when nothing is; *loc is the innermost
 * place. */
const char *ctx_work_text(Ctx *self, const char *otherwise, Loc *loc);

/* Ends the call; returns STATUS_OK or what was thrown. */
Status ctx_leave(Ctx *self, Boundary *b);
NORETURN void ctx_throw(Ctx *self, Status status);

/* Steps and time count from here on: at the begin of a call. */
void ctx_restart(Ctx *self);
enum { CTX_POLL_BATCH = 256 };
/* A batch of steps at once, for what is dear: checked right away, and reported at `loc`. */
void ctx_step(Ctx *self, Loc loc);
void ctx_poll_batch(Ctx *self);
/* Throws as ctx_poll does when the call is cancelled or its time is over: for loops that wait. */
void ctx_look(Ctx *self);
/* When the call's time is over, in nanoseconds of CLOCK_MONOTONIC; INT64_MAX: never. */
int64_t ctx_deadline(const Ctx *self);
/* Call in every loop whose length the input chooses; throws when cancelled, and after a report when
 * the limits of steps or time are passed. */
static inline void ctx_poll(Ctx *self) {
    if (UNLIKELY((++self->poll & (CTX_POLL_BATCH - 1u)) == 0)) ctx_poll_batch(self);
}

void cleanup_push(Ctx *self, Cleanup *node, void (*run)(Cleanup *));
void cleanup_pop(Cleanup *node); /* also when it is not the newest; a popped node may be popped */

#endif
