/* SPDX-License-Identifier: Apache-2.0 */
/* base/map.h: the table, the hashes, interned names. */
#include "unit.h"

#include "base/map.h"

static int *find_int(const Map *m, uint64_t hash, int key) {
    for (MapIter it = map_find(m, hash); map_next(m, &it);) {
        if (*(int *)it.value == key) return it.value;
    }
    return NULL;
}

/* Keys are found whatever their hashes: all different, few, one, or all in the last slots (so that
 * probing wraps round). */
static void finds_what_was_added(void **state) {
    (void)state;
    enum { N = 2000 };
    static int values[N];
    for (int kind = 0; kind < 4; kind++) {
        Ctx ctx;
        UnitHeap heap;
        unit_ctx(&ctx, &heap);
        Arena a;
        arena_init(&a, &ctx);
        Map m;
        map_init(&m, &a);
        assert_null(find_int(&m, 0, 0)); /* in an empty table */
#define HASH(i)                                                                                    \
    (kind == 0   ? hash_mix(1, (uint64_t)(i))                                                      \
     : kind == 1 ? (uint64_t)(i) % 7                                                               \
     : kind == 2 ? 0                                                                               \
                 : UINT64_MAX - (uint64_t)(i) % 3)
        for (int i = 0; i < N; i++) {
            values[i] = i;
            map_add(&m, HASH(i), &values[i]);
            assert_true(m.len < m.cap);
            assert_int_equal(m.cap & (m.cap - 1), 0);
        }
        assert_int_equal(m.len, N);
        for (int i = 0; i < N; i++) {
            assert_ptr_equal(find_int(&m, HASH(i), i), &values[i]);
            assert_null(find_int(&m, HASH(i), i + N));
        }
        size_t same = 0; /* every candidate comes once */
        for (MapIter it = map_find(&m, HASH(0)); map_next(&m, &it);) same++;
        assert_int_equal(same, kind == 0   ? 1
                               : kind == 1 ? (N + 6) / 7
                               : kind == 2 ? N
                                           : (N + 2) / 3);
        assert_null(find_int(&m, 12345, 0));

        size_t cap = m.cap;
        map_clear(&m);
        assert_int_equal(m.len, 0);
        assert_int_equal(m.cap, cap);
        assert_null(find_int(&m, HASH(0), 0));
        map_add(&m, HASH(0), &values[0]);
        assert_ptr_equal(find_int(&m, HASH(0), 0), &values[0]);
        arena_fini(&a);
        unit_ctx_end(&ctx, &heap);
    }
}

static void clear_empty(void **state) {
    (void)state;
    Ctx ctx;
    UnitHeap heap;
    unit_ctx(&ctx, &heap);
    Arena a;
    arena_init(&a, &ctx);
    Map m;
    map_init(&m, &a);
    map_clear(&m);
    map_clear(&m);
    assert_null(find_int(&m, 0, 0));
    arena_fini(&a);
    unit_ctx_end(&ctx, &heap);
}

static void add_null(void *m) { map_add(m, 1, NULL); }

static void null_is_a_bug(void **state) {
    (void)state;
    Ctx ctx;
    UnitHeap heap;
    unit_ctx(&ctx, &heap);
    Arena a;
    arena_init(&a, &ctx);
    Map m;
    map_init(&m, &a);
    assert_true(unit_aborts(add_null, &m));
    arena_fini(&a);
    unit_ctx_end(&ctx, &heap);
}

static void hashes(void **state) {
    (void)state;
    Ctx a, b;
    UnitHeap heap;
    unit_ctx(&a, &heap);
    unit_ctx(&b, &heap);
    assert_true(a.hash_seed != b.hash_seed);
    assert_true(hash_bytes(&a, "abc", 3) == hash_bytes(&a, "abcd", 3));
    assert_true(hash_bytes(&a, "abc", 3) != hash_bytes(&a, "abd", 3));
    assert_true(hash_bytes(&a, "abc", 3) != hash_bytes(&b, "abc", 3));
    b.hash_seed = a.hash_seed;
    assert_true(hash_bytes(&a, "abc", 3) == hash_bytes(&b, "abc", 3));
    assert_true(hash_mix(hash_mix(0, 1), 2) != hash_mix(hash_mix(0, 2), 1));
    /* Addresses at any stride spread over the low bits, which choose the slot. */
    for (uint64_t stride = 1; stride <= 4096; stride *= 2) {
        static bool seen[4096];
        size_t slots = 0;
        memset(seen, 0, sizeof seen);
        for (uint64_t i = 0; i < 2560; i++) {
            bool *slot = &seen[hash_mix(1, 0x7f0000001000 + i * stride) % 4096];
            slots += !*slot;
            *slot = true;
        }
        assert_true(slots > 1500); /* by chance it would be 1904 */
    }
    unit_ctx_end(&b, &heap);
    unit_ctx_end(&a, &heap);
}

static void interning(void **state) {
    (void)state;
    Ctx ctx;
    UnitHeap heap;
    unit_ctx(&ctx, &heap);
    Arena a;
    arena_init(&a, &ctx);
    Interner names;
    interner_init(&names, &a);
    assert_null(intern_get(&names, (Str){"x", 1}));
    assert_null(intern_get(&names, (Str){NULL, 0}));

    char text[] = "xyz";
    const char *x = intern(&names, (Str){text, 1}), *xy = intern(&names, (Str){text, 2});
    assert_ptr_not_equal(x, text);
    text[0] = 'q'; /* the interner has its own copy */
    assert_string_equal(x, "x");
    assert_string_equal(xy, "xy");
    assert_ptr_equal(intern_c(&names, "x"), x);
    assert_ptr_equal(intern_c(&names, "xy"), xy);
    assert_ptr_equal(intern_get(&names, (Str){"xyz", 2}), xy);
    assert_null(intern_get(&names, (Str){"xyz", 3}));
    const char *empty = intern(&names, (Str){NULL, 0});
    assert_string_equal(empty, "");
    assert_ptr_equal(intern_c(&names, ""), empty);
    assert_ptr_equal(intern_get(&names, (Str){"x", 0}), empty);

    enum { N = 50000 };
    static const char *at[N];
    for (int i = 0; i < N; i++) {
        char buf[32];
        snprintf(buf, sizeof buf, "name_%d", i);
        at[i] = intern_c(&names, buf);
    }
    for (int i = 0; i < N; i++) {
        char buf[32];
        snprintf(buf, sizeof buf, "name_%d", i);
        assert_ptr_equal(intern_c(&names, buf), at[i]);
        assert_string_equal(at[i], buf);
    }
    assert_int_equal(names.map.len, N + 3);
    /* Were the hash of a name that of a longer one, it would still be another name. */
    static char longer[] = "abc";
    map_add(&names.map, hash_bytes(&ctx, "ab", 2), longer);
    assert_null(intern_get(&names, (Str){"ab", 2}));
    arena_fini(&a);
    unit_ctx_end(&ctx, &heap);
}

UNIT_MAIN(UNIT(finds_what_was_added), UNIT(clear_empty), UNIT(null_is_a_bug), UNIT(hashes),
          UNIT(interning))
