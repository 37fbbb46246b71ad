/* SPDX-License-Identifier: Apache-2.0 */
/* base/ctx.h: the unwinding, cancelling, and an allocator that fails at every request in turn. */
#include "unit.h"

#include <pthread.h>

#include "base/diag.h"
#include "base/map.h"

typedef struct {
    Cleanup cleanup;
    int name;
} Step;

static int ran[16];
static int ran_len;

static void note(Cleanup *node) {
    if (ran_len < 16) ran[ran_len++] = ((Step *)(void *)node)->name;
}

static void assert_ran(int n, const int *names) {
    assert_int_equal(ran_len, n);
    for (int i = 0; i < n; i++) assert_int_equal(ran[i], names[i]);
    ran_len = 0;
}

#define STEPS(n)                                                                                   \
    static Step s[n];                                                                              \
    for (int i_ = 0; i_ < (n); i_++) s[i_] = (Step){.name = i_};                                   \
    ran_len = 0

/* Constants that lie in files may be as many as these hold; a limit that is set is the limit. */
static void limit_of_constants(void **state) {
    (void)state;
    Ctx ctx = {.limits = limits_default(), .beside = (size_t)10 << 30};
    assert_int_equal(ctx_const_limit(&ctx), CTX_CONST_BYTES + ((size_t)10 << 30));
    ctx.limits.const_bytes = 20;
    assert_int_equal(ctx_const_limit(&ctx), 20);
    ctx = (Ctx){.limits = limits_default(), .beside = SIZE_MAX};
    assert_int_equal(ctx_const_limit(&ctx), SIZE_MAX);
}

static void no_throw(void **state) {
    (void)state;
    Ctx ctx;
    UnitHeap heap;
    unit_ctx(&ctx, &heap);
    STEPS(2);
    volatile bool done = false;
    Boundary b;
    CTX_ENTER(&ctx, &b) {
        cleanup_push(&ctx, &s[0].cleanup, note);
        cleanup_pop(&s[0].cleanup);
        done = true;
    }
    assert_int_equal(ctx_leave(&ctx, &b), STATUS_OK);
    assert_true(done);
    assert_ran(0, NULL);
    unit_ctx_end(&ctx, &heap);
}

static void reverse_order(void **state) {
    (void)state;
    Ctx ctx;
    UnitHeap heap;
    unit_ctx(&ctx, &heap);
    STEPS(5);
    volatile bool after = false;
    Boundary b;
    CTX_ENTER(&ctx, &b) {
        for (int i = 0; i < 5; i++) cleanup_push(&ctx, &s[i].cleanup, note);
        cleanup_pop(&s[2].cleanup); /* from the middle */
        cleanup_pop(&s[2].cleanup); /* twice is once */
        cleanup_pop(&s[4].cleanup);
        ctx_throw(&ctx, STATUS_IO);
        after = true;
    }
    assert_int_equal(ctx_leave(&ctx, &b), STATUS_IO);
    assert_false(after);
    assert_ran(3, (int[]){3, 1, 0});
    unit_ctx_end(&ctx, &heap);
}

static Status inner_call(Ctx *ctx, Step *s, Status status) {
    Boundary b;
    CTX_ENTER(ctx, &b) {
        cleanup_push(ctx, &s[1].cleanup, note);
        cleanup_push(ctx, &s[2].cleanup, note);
        if (status) ctx_throw(ctx, status);
        cleanup_pop(&s[2].cleanup);
        cleanup_pop(&s[1].cleanup);
    }
    return ctx_leave(ctx, &b);
}

/* An inner boundary runs its own clean-ups only; the outer goes on, and may throw in turn. */
static void nested(void **state) {
    (void)state;
    Ctx ctx;
    UnitHeap heap;
    unit_ctx(&ctx, &heap);
    STEPS(4);
    static Status inner[2];
    Boundary b;
    CTX_ENTER(&ctx, &b) {
        cleanup_push(&ctx, &s[0].cleanup, note);
        inner[0] = inner_call(&ctx, s, STATUS_CANCELLED);
        assert_ran(2, (int[]){2, 1});
        inner[1] = inner_call(&ctx, s, STATUS_OK);
        assert_ran(0, NULL);
        cleanup_push(&ctx, &s[3].cleanup, note);
        ctx_throw(&ctx, STATUS_LIMIT);
    }
    assert_int_equal(ctx_leave(&ctx, &b), STATUS_LIMIT);
    assert_int_equal(inner[0], STATUS_CANCELLED);
    assert_int_equal(inner[1], STATUS_OK);
    assert_ran(2, (int[]){3, 0});
    unit_ctx_end(&ctx, &heap);
}

/* A clean-up of the outer call stays through the throw of an inner one. */
static void pop_across_boundaries(void **state) {
    (void)state;
    Ctx ctx;
    UnitHeap heap;
    unit_ctx(&ctx, &heap);
    STEPS(3);
    Boundary b;
    CTX_ENTER(&ctx, &b) {
        cleanup_push(&ctx, &s[0].cleanup, note);
        inner_call(&ctx, s, STATUS_IO);
        cleanup_pop(&s[0].cleanup);
    }
    assert_int_equal(ctx_leave(&ctx, &b), STATUS_OK);
    assert_ran(2, (int[]){2, 1});
    unit_ctx_end(&ctx, &heap);
}

static void *set_flag(void *flag) {
    atomic_store((atomic_bool *)flag, true);
    return NULL;
}

static int polls_until_thrown(Ctx *ctx) {
    static int polls;
    polls = 0;
    Boundary b;
    CTX_ENTER(ctx, &b) {
        while (++polls <= 100000) ctx_poll(ctx);
    }
    assert_int_equal(ctx_leave(ctx, &b), STATUS_CANCELLED);
    return polls;
}

static void cancel(void **state) {
    (void)state;
    Ctx ctx;
    UnitHeap heap;
    unit_ctx(&ctx, &heap);
    for (int i = 0; i < 1000; i++) ctx_poll(&ctx); /* without a flag */
    static atomic_bool flag;
    atomic_store(&flag, false);
    ctx.cancel = &flag;
    for (int i = 0; i < 1000; i++) ctx_poll(&ctx);
    pthread_t other;
    assert_int_equal(pthread_create(&other, NULL, set_flag, &flag), 0);
    assert_int_equal(pthread_join(other, NULL), 0);
    for (int i = 0; i < 10; i++) assert_in_range(polls_until_thrown(&ctx), 1, 256);
    unit_ctx_end(&ctx, &heap);
}

static void accounting(void **state) {
    (void)state;
    Ctx ctx;
    UnitHeap heap;
    unit_ctx(&ctx, &heap);
    void *p = ctx_resize(&ctx, NULL, 0, 100);
    assert_int_equal((uintptr_t)p % 16, 0);
    memset(p, 7, 100);
    void *q = ctx_resize(&ctx, NULL, 0, 50);
    assert_int_equal(ctx.bytes, 150);
    p = ctx_resize(&ctx, p, 100, 1000);
    assert_int_equal(((char *)p)[99], 7);
    p = ctx_resize(&ctx, p, 1000, 10);
    assert_int_equal(ctx.bytes, 60);
    assert_int_equal(ctx.peak_bytes, 1050);
    heap.fail_at = heap.requests + 1;
    assert_null(ctx_try_resize(&ctx, p, 10, 20)); /* and the old block is as it was */
    assert_int_equal(((char *)p)[9], 7);
    assert_int_equal(ctx.bytes, 60);
    ctx_resize(&ctx, p, 10, 0); /* freeing never fails */
    ctx_resize(&ctx, q, 50, 0);
    unit_ctx_end(&ctx, &heap);
}

static void libc_allocator(void **state) {
    (void)state;
    Ctx ctx;
    ctx_init(&ctx, allocator_libc(), io_libc());
    char *p = ctx_resize(&ctx, NULL, 0, 10);
    memcpy(p, "123456789", 10);
    p = ctx_resize(&ctx, p, 10, 100000);
    assert_string_equal(p, "123456789");
    ctx_resize(&ctx, p, 100000, 0);
    ctx_fini(&ctx);
    assert_int_equal(ctx.bytes, 0);
}

/* A bit of everything that allocates; the text it makes goes to `out`. */
static void work(Ctx *ctx, char *out, size_t cap) {
    Arena a;
    arena_init(&a, ctx);
    Interner names;
    interner_init(&names, &a);
    StrBuf b;
    strbuf_init(&b, &a);
    diag_begin(ctx);
    diag_source(ctx, "net.py", (Str){"x = y\n", 6});
    for (int i = 0; i < 40; i++) {
        const char *name = intern_c(&names, arena_printf(&a, "name%d", i % 13));
        Diag *d = diag_error(ctx, ((Loc){4, 1, 5}), DIAG_NAME, name);
        diag_expected(ctx, d, "a name, not %d", i);
        diag_help(ctx, d, "none");
        diag_print(d, &b);
        strbuf_double(&b, i / 7.0);
        ArenaMark mark = arena_mark(&a);
        arena_alloc(&a, 3000);
        arena_rewind(&a, mark);
    }
    size_t n = b.text.len < cap ? b.text.len : cap - 1;
    memcpy(out, strbuf_cstr(&b), n);
    out[n] = '\0';
    arena_fini(&a);
}

static Status try_work(Ctx *ctx, char *out, size_t cap) {
    Boundary b;
    CTX_ENTER(ctx, &b) { work(ctx, out, cap); }
    return ctx_leave(ctx, &b);
}

static void every_request_fails(void **state) {
    (void)state;
    enum { CAP = 1 << 16 };
    static char good[CAP], again[CAP];
    Ctx ctx;
    UnitHeap heap;

    unit_ctx(&ctx, &heap);
    assert_int_equal(try_work(&ctx, good, CAP), STATUS_OK);
    size_t total = heap.requests;
    unit_ctx_end(&ctx, &heap);
    assert_true(total > 3);
    assert_true(strlen(good) > 1000);

    for (size_t k = 1; k <= total; k++) {
        unit_ctx(&ctx, &heap);
        heap.fail_at = k;
        assert_int_equal(try_work(&ctx, again, CAP), STATUS_MEMORY);
        assert_int_equal(heap.requests, k);
        heap.fail_at = 0; /* a retry on the same context gives the same bytes */
        assert_int_equal(try_work(&ctx, again, CAP), STATUS_OK);
        assert_string_equal(again, good);
        unit_ctx_end(&ctx, &heap);
    }
}

static void throw_outside(void *ctx) { ctx_throw(ctx, STATUS_IO); }
static void fini_inside(void *ctx) {
    Boundary b;
    ctx_enter(ctx, &b);
    ctx_fini(ctx);
}
static void fini_with_cleanup(void *ctx) {
    Step s;
    cleanup_push(ctx, &s.cleanup, note);
    ctx_fini(ctx);
}
static void leave_outer(void *ctx) {
    Boundary outer, inner;
    ctx_enter(ctx, &outer);
    ctx_enter(ctx, &inner);
    ctx_leave(ctx, &outer);
}
static void leave_with_cleanup(void *ctx) {
    Boundary b;
    Step s;
    ctx_enter(ctx, &b);
    cleanup_push(ctx, &s.cleanup, note);
    ctx_leave(ctx, &b);
}
static void nothing(void *ctx) { (void)ctx; }

static void misuse_is_a_bug(void **state) {
    (void)state;
    Ctx ctx;
    UnitHeap heap;
    unit_ctx(&ctx, &heap);
    assert_true(unit_aborts(throw_outside, &ctx));
    assert_true(unit_aborts(fini_inside, &ctx));
    assert_true(unit_aborts(fini_with_cleanup, &ctx));
    assert_true(unit_aborts(leave_outer, &ctx));
    assert_true(unit_aborts(leave_with_cleanup, &ctx));
    assert_false(unit_aborts(nothing, &ctx));
    unit_ctx_end(&ctx, &heap);
}

UNIT_MAIN(UNIT(limit_of_constants), UNIT(no_throw), UNIT(reverse_order), UNIT(nested),
          UNIT(pop_across_boundaries), UNIT(cancel), UNIT(accounting), UNIT(libc_allocator),
          UNIT(every_request_fails), UNIT(misuse_is_a_bug))
