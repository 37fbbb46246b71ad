/* SPDX-License-Identifier: Apache-2.0 */
/* base/arena.h and base/vec.h. */
#include "unit.h"

#include "base/hard.h"
#include "base/vec.h"

/* Blocks of all sizes are aligned, do not overlap, and keep what was written. */
static void blocks_are_apart(void **state) {
    (void)state;
    enum { N = 3000 };
    Ctx ctx;
    UnitHeap heap;
    unit_ctx(&ctx, &heap);
    Arena a;
    arena_init(&a, &ctx);
    unsigned char *at[N];
    size_t size[N];
    uint64_t seed = 1;
    for (size_t i = 0; i < N; i++) {
        size[i] = i < 300 ? i : (size_t)(unit_random(&seed) % (i % 100 == 0 ? 200000 : 100));
        at[i] = arena_alloc(&a, size[i]);
        assert_non_null(at[i]);
        assert_int_equal((uintptr_t)at[i] % (size[i] >= 16 ? 16 : 8), 0);
        memset(at[i], (int)(i & 0xFF), size[i]);
    }
    for (size_t i = 0; i < N; i++) {
        for (size_t k = 0; k < size[i]; k++) {
            if (at[i][k] != (i & 0xFF)) fail_msg("block %zu was overwritten at %zu", i, k);
        }
    }
    assert_int_equal(heap.bytes, ctx.bytes);
    arena_fini(&a);
    unit_ctx_end(&ctx, &heap);
}

/* Many small blocks cost few requests; in hard mode every block is a request. */
static void requests(void **state) {
    (void)state;
    Ctx ctx;
    UnitHeap heap;
    unit_ctx(&ctx, &heap);
    Arena a;
    arena_init(&a, &ctx);
    for (int i = 0; i < 100000; i++) arena_alloc(&a, 32);
    if (HARD_MODE) {
        assert_int_equal(heap.requests, 100000);
    } else {
        assert_in_range(heap.requests, 2, 20);
        assert_true(ctx.bytes < 2 * 32 * 100000);
    }
    arena_fini(&a);
    unit_ctx_end(&ctx, &heap);
}

/* Chunks are used up to their ends and no further (the sanitizer sees to that). */
static void chunk_ends(void **state) {
    (void)state;
    for (size_t size = 1; size < 200; size++) {
        Ctx ctx;
        UnitHeap heap;
        unit_ctx(&ctx, &heap);
        Arena a;
        arena_init(&a, &ctx);
        for (size_t used = 0; used < 50000; used += size) memset(arena_alloc(&a, size), 1, size);
        arena_fini(&a);
        unit_ctx_end(&ctx, &heap);
    }
}

static void calloc_zeroes(void **state) {
    (void)state;
    Ctx ctx;
    UnitHeap heap;
    unit_ctx(&ctx, &heap);
    Arena a;
    arena_init(&a, &ctx);
    for (int round = 0; round < 3; round++) {
        ArenaMark mark = arena_mark(&a);
        memset(arena_alloc(&a, 5000), 0xFF, 5000);
        arena_rewind(&a, mark);
        const char *p = arena_calloc(&a, 50, 100);
        for (int i = 0; i < 5000; i++) assert_int_equal(p[i], 0);
    }
    arena_fini(&a);
    unit_ctx_end(&ctx, &heap);
}

static void rewind_frees_what_came_later(void **state) {
    (void)state;
    Ctx ctx;
    UnitHeap heap;
    unit_ctx(&ctx, &heap);
    Arena a;
    arena_init(&a, &ctx);
    ArenaMark empty = arena_mark(&a);
    char *kept = arena_strdup(&a, (Str){"kept", 4});
    ArenaMark mark = arena_mark(&a);
    size_t bytes = ctx.bytes;

    char *first = arena_alloc(&a, 64);
    for (int i = 0; i < 1000; i++) memset(arena_alloc(&a, 5000), 1, 5000);
    assert_true(ctx.bytes > 5000 * 1000);
    arena_rewind(&a, mark);
    assert_int_equal(ctx.bytes, bytes);
    assert_string_equal(kept, "kept");
    if (!HARD_MODE) assert_ptr_equal(arena_alloc(&a, 64), first); /* the room is used again */
    memset(arena_alloc(&a, 64), 2, 64);
    assert_string_equal(kept, "kept");

    arena_rewind(&a, mark);
    arena_rewind(&a, mark); /* twice is once */
    arena_rewind(&a, empty);
    assert_true(HARD_MODE ? ctx.bytes == 0 : ctx.bytes == bytes); /* the first chunk is kept */
    memset(arena_alloc(&a, 100), 3, 100);                         /* and it can be used again */
    arena_fini(&a);
    arena_fini(&a); /* nothing left to free */
    unit_ctx_end(&ctx, &heap);
}

static void marks_nest(void **state) {
    (void)state;
    Ctx ctx;
    UnitHeap heap;
    unit_ctx(&ctx, &heap);
    Arena a;
    arena_init(&a, &ctx);
    enum { N = 60 };
    ArenaMark marks[N];
    int *values[N];
    size_t bytes[N];
    for (int i = 0; i < N; i++) {
        marks[i] = arena_mark(&a);
        bytes[i] = ctx.bytes;
        values[i] = arena_alloc(&a, 1000 + (size_t)i * 100);
        *values[i] = i;
    }
    for (int i = N - 1; i > 0; i--) {
        arena_rewind(&a, marks[i]);
        assert_int_equal(ctx.bytes, bytes[i]);
        for (int k = 0; k < i; k++) assert_int_equal(*values[k], k);
    }
    arena_fini(&a);
    unit_ctx_end(&ctx, &heap);
}

static void text(void **state) {
    (void)state;
    Ctx ctx;
    UnitHeap heap;
    unit_ctx(&ctx, &heap);
    Arena a;
    arena_init(&a, &ctx);
    assert_string_equal(arena_strdup(&a, (Str){NULL, 0}), "");
    assert_string_equal(arena_strdup(&a, (Str){"abcdef", 3}), "abc");
    assert_string_equal(arena_printf(&a, "%s-%d", "x", 42), "x-42");
    const char *wide = arena_printf(&a, "%100000d", 7);
    assert_int_equal(strlen(wide), 100000);
    arena_fini(&a);
    unit_ctx_end(&ctx, &heap);
}

static void grow_copies(void **state) {
    (void)state;
    Ctx ctx;
    UnitHeap heap;
    unit_ctx(&ctx, &heap);
    Arena a;
    arena_init(&a, &ctx);
    struct {
        VEC(uint32_t) v;
    } s = {0};
    for (uint32_t i = 0; i < 100000; i++) {
        vec_push(&a, &s.v, i * 7);
        assert_true(s.v.len <= s.v.cap);
    }
    assert_int_equal(s.v.len, 100000);
    for (uint32_t i = 0; i < 100000; i++) assert_int_equal(s.v.at[i], i * 7);
    assert_true(s.v.cap <= 2 * s.v.len);
    vec_reserve(&a, &s.v, 1000000);
    assert_true(s.v.cap >= 1100000);
    assert_int_equal(s.v.at[99999], 99999 * 7);
    int *first = arena_grow(&a, NULL, 0, 4, sizeof(int));
    first[3] = 9;
    int *second = arena_grow(&a, first, 4, 8, sizeof(int));
    assert_int_equal(second[3], 9);
    arena_fini(&a);
    unit_ctx_end(&ctx, &heap);
}

/* Sizes that do not fit are out of memory, before the allocator is asked. */
static void impossible_sizes(void **state) {
    (void)state;
    Ctx ctx;
    UnitHeap heap;
    unit_ctx(&ctx, &heap);
    for (int i = 0; i < 6; i++) {
        Boundary b;
        CTX_ENTER(&ctx, &b) {
            Arena a;
            arena_init(&a, &ctx);
            switch (i) {
            case 0: arena_alloc(&a, SIZE_MAX); break;
            case 1: arena_alloc(&a, SIZE_MAX / 2 + 1); break;
            case 2: arena_calloc(&a, SIZE_MAX / 2, 3); break;
            case 3: arena_calloc(&a, SIZE_MAX, SIZE_MAX); break;
            case 4: arena_grow(&a, NULL, 0, SIZE_MAX / 8 + 1, 8); break;
            case 5: arena_alloc(&a, SIZE_MAX - 7); break;
            }
            arena_fini(&a);
        }
        assert_int_equal(ctx_leave(&ctx, &b), STATUS_MEMORY);
        assert_int_equal(heap.requests, 0);
    }
    unit_ctx_end(&ctx, &heap);
}

/* What is thrown frees an arena, unless it was kept. */
static void throwing(void **state) {
    (void)state;
    Ctx ctx;
    UnitHeap heap;
    unit_ctx(&ctx, &heap);
    static Arena kept, thrown;
    static char *p;
    const Str text = {"kept", 4};
    Boundary b;
    CTX_ENTER(&ctx, &b) {
        arena_init(&kept, &ctx);
        p = arena_strdup(&kept, text);
        arena_keep(&kept);
        arena_init(&thrown, &ctx);
        arena_alloc(&thrown, 100000);
        ctx_throw(&ctx, STATUS_LIMIT);
    }
    assert_int_equal(ctx_leave(&ctx, &b), STATUS_LIMIT);
    assert_int_equal(heap.live, 1);
    assert_string_equal(p, "kept");
    arena_fini(&kept);
    unit_ctx_end(&ctx, &heap);
}

UNIT_MAIN(UNIT(blocks_are_apart), UNIT(requests), UNIT(chunk_ends), UNIT(calloc_zeroes),
          UNIT(rewind_frees_what_came_later), UNIT(marks_nest), UNIT(text), UNIT(grow_copies),
          UNIT(impossible_sizes), UNIT(throwing))
