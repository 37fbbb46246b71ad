/* SPDX-License-Identifier: Apache-2.0 */
/* Feeds bytes to the reader of loop functions. What is accepted must be well-formed for the
 * verifier, and must print as a text that reads back as equal functions and prints as the same
 * bytes. What verifies is run, for a short while, on small arguments: an index out of range is a
 * fault if the verifier had proved all accesses, and parallel loops that run backwards must give
 * the same bytes. Whatever happens, nothing may stay allocated. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>

#include "loop/interp.h"
#include "loop/pattern.h"
#include "loop/text.h"
#include "loop/verify.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static Ctx ctx;
static atomic_bool cancel;
static bool started;

enum { SIZE = 3, ELEMENTS_MAX = 4096, RUN_MICROSECONDS = 20000 };

static void time_is_up(int signal_number) {
    (void)signal_number;
    atomic_store(&cancel, true);
}

static void start(void) {
    ctx_init(&ctx, allocator_libc(), io_libc());
    ctx.limits.input_bytes = 64 << 10;
    ctx.limits.const_bytes = 1 << 20;
    ctx.hash_seed = 1; /* what one run finds, every run finds */
    struct sigaction action = {.sa_handler = time_is_up};
    sigaction(SIGVTALRM, &action, NULL);
    started = true;
}

static void wrong(const char *what, const StrBuf *first, const StrBuf *second) {
    fprintf(stderr, "%s\n", what);
    if (first) fprintf(stderr, "---- printed\n%.*s", (int)first->text.len, first->text.at);
    if (second) fprintf(stderr, "---- printed again\n%.*s", (int)second->text.len, second->text.at);
    const DiagList *list = ctx.diags;
    for (size_t i = 0; i < list->diags.len; i++) fprintf(stderr, "%s\n", list->diags.at[i].message);
    abort();
}

/* --- Running --- */

static bool small_extents(const LoopFn *fn, const LoopExpr *const *list, uint32_t n,
                          const int64_t *sizes, int64_t *out) {
    for (uint32_t i = 0; i < n; i++) {
        if (!loop_eval_extent(fn, list[i], sizes, &out[i]) || out[i] < 0 || out[i] > ELEMENTS_MAX)
            return false;
    }
    return true;
}

/* An argument whose memory is exactly what its extents and strides reach. */
static bool make_arg(Arena *arena, const LoopFn *fn, const LoopBuffer *b, const int64_t *sizes,
                     LoopArg *arg) {
    int64_t *dims = ARENA_ARRAY(arena, int64_t, (size_t)b->ndim + 1),
            *strides = ARENA_ARRAY(arena, int64_t, (size_t)b->ndim + 1);
    if (!small_extents(fn, b->dims, b->ndim, sizes, dims)) return false;
    if (b->strides && !small_extents(fn, b->strides, b->ndim, sizes, strides)) return false;
    int64_t count = 1, last = 0;
    for (uint32_t i = b->ndim; i-- > 0;) {
        if (!b->strides) strides[i] = count;
        count *= dims[i];
        last += strides[i] * (dims[i] - 1);
        if (count > ELEMENTS_MAX || last > ELEMENTS_MAX) return false;
    }
    size_t size = dtype_size(b->dtype), bytes = count ? ((size_t)last + 1) * size : 0;
    unsigned char *data = malloc(bytes + !bytes); /* a block of its own, for the sanitizer */
    if (!data) abort();
    for (size_t i = 0; i < bytes; i++)
        data[i] = (unsigned char)(b->dtype == DTYPE_BOOL ? i & 1 : i % size == 0 ? i / size : 0);
    *arg = (LoopArg){.data = data, .dims = dims, .strides = b->strides ? strides : NULL};
    return true;
}

/* The arguments of one function; false when they would not be small. */
typedef struct {
    LoopArg *args;
    size_t n;
    bool ok;
} Args;

static Args make_args(Arena *arena, const LoopFn *fn) {
    Args a = {.args = ARENA_ARRAY(arena, LoopArg, fn->params.len + 1)};
    int64_t *sizes = ARENA_ARRAY(arena, int64_t, fn->sizes.len + 1);
    for (size_t i = 0; i < fn->sizes.len; i++) sizes[i] = SIZE;
    while (a.n < fn->params.len && make_arg(arena, fn, fn->params.at[a.n], sizes, &a.args[a.n]))
        a.n++;
    a.ok = a.n == fn->params.len;
    return a;
}

static void free_args(Args *a) {
    while (a->n-- > 0) free(a->args[a->n].data);
}

/* True when it came to its end. */
static bool run(Arena *arena, const LoopFn *fn, const LoopArg *args, const LoopBounds *bounds) {
    volatile bool done = false;
    const LoopProgram *program = loop_compile(fn, arena);
    int64_t *scalars = ARENA_ARRAY(arena, int64_t, (size_t)fn->n_scalars + 1);
    for (uint32_t i = 0; i < fn->n_scalars; i++) scalars[i] = SIZE;
    size_t errors = diag_errors(&ctx);
    Boundary boundary;
    atomic_store(&cancel, false);
    ctx.cancel = &cancel;
    setitimer(ITIMER_VIRTUAL, &(struct itimerval){.it_value.tv_usec = RUN_MICROSECONDS}, NULL);
    CTX_ENTER(&ctx, &boundary) { done = loop_run(&ctx, program, args, scalars); }
    Status status = ctx_leave(&ctx, &boundary);
    setitimer(ITIMER_VIRTUAL, &(struct itimerval){.it_value.tv_usec = 0}, NULL);
    ctx.cancel = NULL;
    if (status != STATUS_OK && status != STATUS_LIMIT && status != STATUS_MEMORY &&
        status != STATUS_CANCELLED)
        abort();
    if (diag_errors(&ctx) > errors && bounds->unknown == 0) {
        const Diag *d = &ctx.diags->diags.at[ctx.diags->diags.len - 1];
        if (strstr(d->message, "index")) wrong("all accesses were proved", NULL, NULL);
    }
    return done && status == STATUS_OK;
}

/* --- Backwards --- */

static const LoopVar *new_var(LoopFn *fn) {
    LoopVar *v = ARENA_NEW(fn->arena, LoopVar);
    *v = (LoopVar){.name = "b", .kind = LOOP_VAR_INDEX, .dtype = DTYPE_INT64, .id = fn->n_vars++};
    return v;
}

static bool has_load(const LoopExpr *e) {
    bool found = e->kind == LOOP_LOAD;
    for (uint32_t i = 0; i < e->n; i++) found |= has_load(e->args[i]);
    return found;
}

/* Behind an allocation, stores of 0 to all elements: what is undefined may depend on the order. */
static void fill(LoopFn *fn, LoopBuilder *b, LoopStmt *alloc) {
    const LoopBuffer *buffer = alloc->buffer;
    const LoopExpr **indices = ARENA_ARRAY(fn->arena, const LoopExpr *, (size_t)buffer->ndim + 1);
    LoopStmt *store = ARENA_NEW(fn->arena, LoopStmt);
    for (uint32_t i = 0; i < buffer->ndim; i++) indices[i] = loop_var(b, new_var(fn));
    *store = (LoopStmt){.kind = LOOP_STORE,
                        .buffer = buffer,
                        .n = buffer->ndim,
                        .indices = indices,
                        .value = loop_int(b, buffer->dtype, 0)};
    for (uint32_t i = buffer->ndim; i-- > 0;) {
        LoopStmt *loop = ARENA_NEW(fn->arena, LoopStmt);
        *loop = (LoopStmt){
            .kind = LOOP_FOR, .var = indices[i]->var, .value = buffer->dims[i], .body = store};
        store = loop;
    }
    store->next = alloc->next;
    alloc->next = store;
}

static bool rewrite(LoopFn *fn, LoopBuilder *b, LoopStmt *list, bool backwards) {
    bool parallel = false;
    for (LoopStmt *s = list; s; s = s->next) {
        if (s->kind == LOOP_CALL) {
            LoopFn *callee = (LoopFn *)(uintptr_t)s->callee;
            if (callee->loc.offset == UINT32_MAX) continue; /* done */
            LoopBuilder inner = {.arena = callee->arena, .fn = callee};
            callee->loc.offset = UINT32_MAX;
            parallel |= rewrite(callee, &inner, callee->body, backwards);
        }
        parallel |= rewrite(fn, b, s->body, backwards);
        parallel |= rewrite(fn, b, s->other, backwards);
        if (s->kind == LOOP_ALLOC) {
            fill(fn, b, s);
            s = s->next; /* not into what was put in */
        } else if (s->kind == LOOP_FOR && s->for_kind != LOOP_SERIAL && !has_load(s->value)) {
            parallel = true;
            if (!backwards) continue;
            LoopStmt *let = ARENA_NEW(fn->arena, LoopStmt);
            const LoopVar *v = new_var(fn);
            const LoopExpr *last = loop_op2(b, LOOP_SUB, s->value, loop_index(b, 1));
            *let = (LoopStmt){.kind = LOOP_LET,
                              .var = s->var,
                              .value = loop_op2(b, LOOP_SUB, last, loop_var(b, v)),
                              .next = s->body};
            s->var = v;
            s->body = let;
        }
    }
    return parallel;
}

static void check_order(Arena *arena, Str text, size_t index) {
    LoopFns fns[2] = {{.at = NULL}, {.at = NULL}};
    Args args[2] = {{.n = 0}, {.n = 0}};
    LoopBounds bounds = {.unknown = 1};
    bool done = true, parallel = true;
    for (int i = 0; i < 2; i++) {
        if (!loop_text_parse(&ctx, arena, "order", text, &fns[i])) abort();
        LoopFn *fn = (LoopFn *)(uintptr_t)fns[i].at[index];
        LoopBuilder b = {.arena = arena, .fn = fn};
        parallel = parallel && rewrite(fn, &b, fn->body, i == 1);
    }
    for (int i = 0; parallel && i < 2; i++) {
        args[i] = make_args(arena, fns[i].at[index]);
        done = done && args[i].ok && run(arena, fns[i].at[index], args[i].args, &bounds);
    }
    for (size_t p = 0; parallel && done && p < args[0].n; p++) {
        const LoopBuffer *b = fns[0].at[index]->params.at[p];
        size_t bytes = dtype_size(b->dtype);
        for (uint32_t d = 0; d < b->ndim; d++) bytes *= (size_t)args[0].args[p].dims[d];
        if (b->strides) continue;
        if (memcmp(args[0].args[p].data, args[1].args[p].data, bytes) != 0)
            wrong("backwards, parallel loops give other values", NULL, NULL);
    }
    for (int i = 0; i < 2; i++) free_args(&args[i]);
}

/* --- Reading --- */

static void check(Str text, Arena *arena) {
    StrBuf once, twice, why;
    strbuf_init(&once, arena);
    strbuf_init(&twice, arena);
    strbuf_init(&why, arena);
    LoopFns fns = {.at = NULL}, again = {.at = NULL};
    diag_begin(&ctx);
    if (!loop_text_parse(&ctx, arena, "fuzz", text, &fns)) {
        if (diag_errors(&ctx) == 0) wrong("refused without an error", NULL, NULL);
        for (size_t i = 0; i < ctx.diags->diags.len; i++) diag_print(&ctx.diags->diags.at[i], &why);
        return;
    }
    loop_text_print(fns.at, fns.len, &once);
    Limits limits = ctx.limits;
    ctx.limits.input_bytes = SIZE_MAX;
    ctx.limits.depth *=
        4; /* a bool, or a load of two indices, prints deeper than it may be written */
    if (!loop_text_parse(&ctx, arena, "again", strbuf_str(&once), &again))
        wrong("what was printed is refused", &once, NULL);
    if (again.len != fns.len) wrong("what was printed are other functions", &once, NULL);
    loop_text_print(again.at, again.len, &twice);
    if (!str_eq(strbuf_str(&once), strbuf_str(&twice))) wrong("two prints differ", &once, &twice);
    ctx.limits = limits;
    for (size_t i = 0; i < fns.len; i++) {
        if (!loop_equal(fns.at[i], again.at[i]))
            wrong("what was printed is another function", &once, &twice);
        LoopBounds bounds = {0};
        diag_begin(&ctx);
        bool ok = loop_verify(&ctx, fns.at[i], &bounds);
        if (!ok && diag_errors(&ctx) == 0) wrong("not verified without an error", NULL, NULL);
        for (size_t k = 0; k < ctx.diags->diags.len; k++) {
            if (ctx.diags->diags.at[k].id == DIAG_LOOP_FORM)
                wrong("the reader built an ill-formed function", &once, NULL);
        }
        if (!ok) continue;
        if (loop_pattern(&ctx, fns.at[i]) != loop_pattern(&ctx, again.at[i]))
            wrong("two kinds", &once, NULL);
        Args args = make_args(arena, fns.at[i]);
        if (args.ok) run(arena, fns.at[i], args.args, &bounds);
        free_args(&args);
        check_order(arena, text, i);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (!started) start();
    size_t before = ctx.bytes;
    Limits limits = ctx.limits;
    Boundary boundary;
    CTX_ENTER(&ctx, &boundary) {
        Arena arena;
        arena_init(&arena, &ctx);
        check((Str){(const char *)data, size}, &arena);
        arena_fini(&arena);
    }
    Status status = ctx_leave(&ctx, &boundary); /* a limit or no memory: fine */
    ctx.limits = limits;
    diag_list_free(&ctx);
    if (status != STATUS_OK && status != STATUS_LIMIT && status != STATUS_MEMORY) abort();
    if (ctx.bytes != before) {
        fprintf(stderr, "%zu bytes leaked\n", ctx.bytes - before);
        abort();
    }
    return 0;
}
