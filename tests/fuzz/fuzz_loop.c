/* SPDX-License-Identifier: Apache-2.0 */
/* Feeds bytes to the reader of loop functions. What is accepted must be well-formed for the verifier,
 * and must print as a text that reads back as equal functions and prints as the same bytes. What
 * verifies is run, for a short while, on small arguments: an index out of range is a fault if the
 * verifier had proved all accesses. Whatever happens, nothing may stay allocated. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>

#include "loop/interp.h"
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

static bool small_extents(const LoopFn *fn, const LoopExpr *const *list, uint32_t n, const int64_t *sizes, int64_t *out) {
    for (uint32_t i = 0; i < n; i++) {
        if (!loop_eval_extent(fn, list[i], sizes, &out[i]) || out[i] < 0 || out[i] > ELEMENTS_MAX) return false;
    }
    return true;
}

/* An argument whose memory is exactly what its extents and strides reach. */
static bool make_arg(Arena *arena, const LoopFn *fn, const LoopBuffer *b, const int64_t *sizes, LoopArg *arg) {
    int64_t *dims = ARENA_ARRAY(arena, int64_t, (size_t)b->ndim + 1), *strides = ARENA_ARRAY(arena, int64_t, (size_t)b->ndim + 1);
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
    for (size_t i = 0; i < bytes; i++) data[i] = (unsigned char)(b->dtype == DTYPE_BOOL ? i & 1 : i % size == 0 ? i / size : 0);
    *arg = (LoopArg){.data = data, .dims = dims, .strides = b->strides ? strides : NULL};
    return true;
}

static void run(Arena *arena, const LoopFn *fn, const LoopBounds *bounds) {
    const size_t n = fn->params.len;
    volatile size_t made = 0;
    LoopArg *args = ARENA_ARRAY(arena, LoopArg, n + 1);
    int64_t *sizes = ARENA_ARRAY(arena, int64_t, fn->sizes.len + 1);
    for (size_t i = 0; i < fn->sizes.len; i++) sizes[i] = SIZE;
    while (made < n && make_arg(arena, fn, fn->params.at[made], sizes, &args[made])) made++;
    if (made == n) {
        const LoopProgram *program = loop_compile(fn, arena);
        size_t errors = diag_errors(&ctx);
        Boundary boundary;
        atomic_store(&cancel, false);
        ctx.cancel = &cancel;
        setitimer(ITIMER_VIRTUAL, &(struct itimerval){.it_value.tv_usec = RUN_MICROSECONDS}, NULL);
        CTX_ENTER(&ctx, &boundary) { loop_run(&ctx, program, args); }
        Status status = ctx_leave(&ctx, &boundary);
        setitimer(ITIMER_VIRTUAL, &(struct itimerval){.it_value.tv_usec = 0}, NULL);
        ctx.cancel = NULL;
        if (status != STATUS_OK && status != STATUS_LIMIT && status != STATUS_MEMORY && status != STATUS_CANCELLED) abort();
        if (diag_errors(&ctx) > errors && bounds->unknown == 0) {
            const Diag *d = &ctx.diags->diags.at[ctx.diags->diags.len - 1];
            if (strstr(d->message, "index")) wrong("all accesses were proved", NULL, NULL);
        }
    }
    while (made-- > 0) free(args[made].data);
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
    ctx.limits.depth *= 4; /* a bool, or a load of two indices, prints deeper than it may be written */
    if (!loop_text_parse(&ctx, arena, "again", strbuf_str(&once), &again)) wrong("what was printed is refused", &once, NULL);
    if (again.len != fns.len) wrong("what was printed are other functions", &once, NULL);
    loop_text_print(again.at, again.len, &twice);
    if (!str_eq(strbuf_str(&once), strbuf_str(&twice))) wrong("two prints differ", &once, &twice);
    ctx.limits = limits;
    for (size_t i = 0; i < fns.len; i++) {
        if (!loop_equal(fns.at[i], again.at[i])) wrong("what was printed is another function", &once, &twice);
        LoopBounds bounds = {0};
        diag_begin(&ctx);
        bool ok = loop_verify(&ctx, fns.at[i], &bounds);
        if (!ok && diag_errors(&ctx) == 0) wrong("not verified without an error", NULL, NULL);
        for (size_t k = 0; k < ctx.diags->diags.len; k++) {
            if (ctx.diags->diags.at[k].id == DIAG_LOOP_FORM) wrong("the reader built an ill-formed function", &once, NULL);
        }
        if (ok) run(arena, fns.at[i], &bounds);
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
