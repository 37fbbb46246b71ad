/* SPDX-License-Identifier: Apache-2.0 */
/* Two threads of a process write its first archives at the same time: libzip's very first
 * zip_open_from_source goes alone (npz_late.h). Seen through the slot by which it is called; not
 * by ThreadSanitizer, which knows nothing of the lock in libc's time zones. */

#include "unit.h"

#include <pthread.h>
#include <stdatomic.h>

#include "base/strbuf.h"
#include "tensor/npz.h"

enum { THREADS = 2, FIRST_US = 50000 };

#ifdef TENON_LATE
#include "base/late.h"

#define LATE(name) extern void *late_##name;
#include "tensor/npz_late.def"
#undef LATE

static void *(*own_open)(void *source, int flags, void *error);
static atomic_int calls, beside_first;
static atomic_bool is_first_done;

/* The first call is long, so that others would come meanwhile. */
static void *slow_open(void *source, int flags, void *error) {
    const bool first = atomic_fetch_add(&calls, 1) == 0;
    if (first) usleep(FIRST_US);
    if (!first && !atomic_load(&is_first_done)) atomic_fetch_add(&beside_first, 1);
    void *archive = own_open(source, flags, error);
    if (first) atomic_store(&is_first_done, true);
    return archive;
}

static void watch(void) {
    static const char *const files[] = {TENON_ZIP_FILE, NULL};
    static const LateFunction functions[] = {
#define LATE(name) LATE_ROW(name)
#include "tensor/npz_late.def"
#undef LATE
    };
    void *(*slow)(void *, int, void *) = slow_open;
    assert_true(late_open(&(LateLibrary){files, functions, ARRAY_LEN(functions), NULL}));
    *(void **)&own_open = late_zip_open_from_source;
    late_zip_open_from_source = *(void **)&slow;
}

static bool was_alone(void) {
    return atomic_load(&calls) >= THREADS && !atomic_load(&beside_first);
}
#else
static void watch(void) {}
static bool was_alone(void) { return true; }
#endif

static atomic_int ready;

static void *write_one(void *written) {
    Ctx ctx;
    UnitHeap heap;
    Arena arena;
    StrBuf out;
    unit_ctx(&ctx, &heap);
    arena_init(&arena, &ctx);
    strbuf_init(&out, &arena);
    const NpzArray array = {"a", tensor_new(&ctx, DTYPE_FLOAT32, NULL, 0)};
    *(float *)array.tensor->data = 2;
    for (atomic_fetch_add(&ready, 1); atomic_load(&ready) < THREADS;) continue;
    *(bool *)written = npz_write(&ctx, "a.npz", &array, 1, &out) && out.text.len > 128;
    tensor_unref(array.tensor);
    arena_fini(&arena);
    unit_ctx_end(&ctx, &heap);
    return NULL;
}

static void first_archives(void **state) {
    (void)state;
    pthread_t threads[THREADS];
    bool written[THREADS];
    watch();
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, write_one, &written[i]), 0);
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        assert_true(written[i]);
    }
    assert_true(was_alone());
}

UNIT_MAIN(UNIT(first_archives))
