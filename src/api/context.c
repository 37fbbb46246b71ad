/* SPDX-License-Identifier: Apache-2.0 */
/* Contexts, and how every call begins and ends.
 *
 * A context that its owner freed stays while modules or texts of it are out, as these keep their
 * memory's accounts on it: a binding's finalizers may run in any order. */
#include "api/options.h"

#include "ops/ops.h"
#include "ranks/ranks.h"
#include "stablehlo/stablehlo.h"

#define SAME(name) _Static_assert((int)TN_##name == (int)STATUS_##name, "the enums agree")
SAME(OK);
#undef SAME
#define SAME(name) _Static_assert((int)TN_E_##name == (int)STATUS_##name, "the enums agree")
SAME(USAGE);
SAME(INVALID);
SAME(DIFFER);
SAME(IO);
SAME(MEMORY);
SAME(LIMIT);
SAME(CANCELLED);
SAME(BUG);
#undef SAME
_Static_assert((int)TN_E_BUG + 1 == (int)STATUS_COUNT, "the public enum has every member");
_Static_assert((int)TN_ERROR == (int)DIAG_ERROR && (int)TN_WARNING == (int)DIAG_WARNING, "agree");

static const char *const status_texts[] = {
#define STATUS(name, doc) doc,
#include "base/status.def"
};

const char *tn_status_text(TnStatus status) {
    return (unsigned)status < STATUS_COUNT ? status_texts[status] : "no status of tenon";
}

_Static_assert((int)TN_TEMPORARY_HOLD == WATCH_HOLD && (int)TN_TEMPORARY_RELEASE == WATCH_RELEASE &&
                   (int)TN_TEMPORARY_MADE == WATCH_MADE && (int)TN_TEMPORARY_GONE == WATCH_GONE &&
                   (int)TN_TEMPORARY_STARTED == WATCH_STARTED &&
                   (int)TN_TEMPORARY_ENDED == WATCH_ENDED,
               "the watch's events are the public ones");

const char *tn_version(void) { return TENON_VERSION; }

/* Walks recurse on what the depth limit bounds, so the stack bounds the limit. */
enum { DEPTH_MAX = 1000 };

static Limits limits_of(const TnLimits *given) {
    Limits l = limits_default();
    if (given->input_bytes) l.input_bytes = given->input_bytes;
    if (given->bindings) l.bindings = given->bindings;
    if (given->depth) l.depth = given->depth < DEPTH_MAX ? given->depth : DEPTH_MAX;
    if (given->diags) l.diags = given->diags;
    if (given->const_bytes) l.const_bytes = given->const_bytes;
    if (given->folded_bytes) l.folded_bytes = given->folded_bytes;
    if (given->folded_steps) l.folded_steps = given->folded_steps;
    if (given->steps) l.steps = given->steps;
    if (given->milliseconds) l.milliseconds = given->milliseconds;
    if (given->growth) l.growth = given->growth;
    if (given->memory_bytes) l.memory_bytes = given->memory_bytes;
    return l;
}

static bool hooks_of(const TnOptions *options, Allocator *alloc, Io *io) {
    *alloc = allocator_libc();
    *io = io_libc();
    if (options->allocator) {
        const TnAllocator *a = options->allocator;
        if (!a->resize) return false;
        *alloc = (Allocator){.resize = a->resize, .user = a->user};
    }
    if (options->io) {
        const TnIo *i = options->io;
        if (!i->read || !i->release || !i->write) return false;
        *io = (Io){.read = i->read, .release = i->release, .write = i->write, .user = i->user};
    }
    return true;
}

static void context_end(TnContext *self) {
    const Allocator alloc = self->ctx.alloc;
    ranks_free(self->ctx.ranks);
    arena_fini(&self->arena);
    ctx_fini(&self->ctx);
    alloc.resize(alloc.user, self, sizeof *self, 0);
}

TnStatus tn_context_new(const TnOptions *given, TnContext **out) {
    TnOptions all;
    const TnOptions *options = &all;
    if (!out) return TN_E_USAGE;
    *out = NULL;
    if (!api_options(NULL, API_TnOptions, given, &all)) return TN_E_USAGE;
    Allocator alloc;
    Io io;
    const TnPrint *print = options->print;
    const bool has_note = !options->temporaries || options->temporaries->note;
    if (!hooks_of(options, &alloc, &io) || (print && !print->print) || !has_note) return TN_E_USAGE;
    TnContext *self = alloc.resize(alloc.user, NULL, 0, sizeof *self);
    if (!self) return TN_E_MEMORY;
    memset(self, 0, sizeof *self);
    ctx_init(&self->ctx, alloc, io);
    self->ctx.bytes = self->ctx.peak_bytes = sizeof *self;
    self->ctx.limits = limits_of(&options->limits);
    if (options->temporaries) {
        const TnTemporaries *t = options->temporaries;
        self->ctx.watch = (Watch){.note = t->note, .user = t->user};
    }
    if (print) self->hosts = (Hosts){.print = print->print, .print_user = print->user};
    atomic_init(&self->cancel, false);
    atomic_init(&self->cancel_runs, 0);
    self->ctx.cancel = &self->cancel;
    Boundary b;
    self->ctx.reports = true; /* the limit is one of what calls hold */
    CTX_ENTER(&self->ctx, &b) {
        arena_init(&self->arena, &self->ctx);
        ops_table_init(&self->ops, &self->arena);
        ir_op_table_init_on(&self->added, &self->ops, &self->arena);
        onnx_register(&self->added, &self->arena);
        stablehlo_register(&self->added, &self->arena);
        self->fallbacks = ARENA_ARRAY(&self->arena, const char *const *, self->ops.n);
        arena_keep(&self->arena);
    }
    self->ctx.reports = false;
    const Status status = ctx_leave(&self->ctx, &b);
    if (status == STATUS_OK) {
        *out = self;
    } else {
        context_end(self);
    }
    return (TnStatus)status;
}

void tn_context_free(TnContext *ctx) {
    if (!ctx || ctx->closed) return;
    files_abandon(&ctx->ctx);
    ctx->closed = true;
    if (!ctx->handles) context_end(ctx);
}

void api_release(TnContext *self) {
    BUG_IF(!self->handles);
    if (--self->handles == 0 && self->closed) context_end(self);
}

void tn_cancel(TnContext *ctx) {
    if (!ctx) return;
    atomic_store_explicit(&ctx->cancel, true, memory_order_relaxed);
    atomic_store_explicit(&ctx->cancel_runs, 1, memory_order_relaxed);
}

size_t tn_context_bytes(const TnContext *ctx) { return ctx ? ctx->ctx.bytes : 0; }
size_t tn_context_peak_bytes(const TnContext *ctx) { return ctx ? ctx->ctx.peak_bytes : 0; }

void api_begin(TnContext *self) {
    diag_begin(&self->ctx);
    ctx_restart(&self->ctx);
    if (atomic_load_explicit(&self->cancel, memory_order_relaxed)) {
        ctx_throw(&self->ctx, STATUS_CANCELLED);
    }
}

/* Errors that only say that a limit was passed (as far as they are kept) are TN_E_LIMIT, so that
 * a caller can tell a model that is wrong from one that is too large for the limits it set. */
static TnStatus status_of_diags(const Ctx *ctx) {
    const DiagList *list = ctx->diags;
    if (!list || list->errors == 0) return TN_OK;
    for (size_t i = 0; i < list->diags.len; i++) {
        const Diag *d = &list->diags.at[i];
        if (d->level == DIAG_ERROR && d->id != DIAG_TOO_MANY && d->id != DIAG_TOO_DEEP &&
            d->id != DIAG_GROWTH && d->id != DIAG_MEMORY)
            return TN_E_INVALID;
    }
    return TN_E_LIMIT;
}

TnStatus api_leave(TnContext *self, Boundary *b, TnStatus status) {
    const Status thrown = ctx_leave(&self->ctx, b);
    /* The text belongs to the caller, and the call is over. */
    if (self->ctx.diags) self->ctx.diags->source.text = (Str){.len = 0};
    if (thrown == STATUS_CANCELLED) {
        atomic_store_explicit(&self->cancel, false, memory_order_relaxed);
        atomic_store_explicit(&self->cancel_runs, 0, memory_order_relaxed);
    }
    if (thrown != STATUS_OK) return (TnStatus)thrown;
    if (status != TN_OK && status != TN_E_INVALID) return status;
    const TnStatus reported = status_of_diags(&self->ctx);
    return reported != TN_OK ? reported : status;
}

bool api_options(TnContext *self, ApiOptionsId id, const void *options, void *out) {
    const ApiOptionsType *type = &api_options_types[id];
    if (api_options_copy(type, options, out)) return true;
    if (!self) return false;
    Boundary b;
    CTX_ENTER(&self->ctx, &b) {
        diag_begin(&self->ctx);
        ctx_restart(&self->ctx);
        api_options_wrong(&self->ctx, type, options);
    }
    (void)api_leave(self, &b, TN_OK);
    return false;
}

TnStatus api_leave_module(TnModule *m, Boundary *b, TnStatus status) {
    arena_fini(&m->ir->scratch);
    return api_leave(m->context, b, status);
}

TnStatus api_usage(TnContext *self) {
    if (self) diag_list_free(&self->ctx);
    return TN_E_USAGE;
}

void api_text(TnContext *self, Str s, TnText *out) {
    char *ptr = ctx_resize(&self->ctx, NULL, 0, s.len + 1);
    if (s.len) memcpy(ptr, s.ptr, s.len);
    ptr[s.len] = '\0';
    self->handles++;
    *out = (TnText){.ptr = ptr, .len = s.len, .ctx = self};
}

void tn_text_free(TnText *text) {
    if (!text || !text->ptr) return;
    TnContext *self = text->ctx;
    ctx_resize(&self->ctx, text->ptr, text->len + 1, 0);
    *text = (TnText){.ptr = NULL};
    api_release(self);
}

size_t tn_diag_count(const TnContext *ctx) {
    return ctx && ctx->ctx.diags ? ctx->ctx.diags->diags.len : 0;
}
size_t tn_diag_errors(const TnContext *ctx) { return ctx ? diag_errors(&ctx->ctx) : 0; }

TnStatus tn_diag_get(TnContext *ctx, size_t index, TnDiag *out) {
    if (!ctx || !out || index >= tn_diag_count(ctx)) return TN_E_USAGE;
    DiagList *list = ctx->ctx.diags;
    const Diag *d = &list->diags.at[index];
    TnDiag result = {
        .level = (TnLevel)d->level,
        .source = d->source,
        .node = d->node,
        .line = d->loc.line,
        .col = d->loc.col,
        .message = d->message,
        .expected = d->expected,
        .found = d->found,
        .help = d->help,
    };
    Boundary b;
    CTX_ENTER(&ctx->ctx, &b) {
        StrBuf text;
        strbuf_init(&text, &list->arena);
        diag_print(d, &text);
        result.text = strbuf_cstr(&text);
        *out = result;
    }
    return (TnStatus)ctx_leave(&ctx->ctx, &b);
}
