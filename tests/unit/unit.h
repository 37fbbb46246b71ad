/* SPDX-License-Identifier: Apache-2.0 */
/* What the unit tests share: cmocka, a heap that counts and can fail, and the function of
 * drivers.def, which prints the summary that tools/check.sh reads. `tenon-test u_<module> PATTERN`
 * runs only the tests whose name is like PATTERN.
 *
 *     static void adds(void **state) { ... }
 *     UNIT_MAIN(UNIT(adds))
 *
 * tests/CMakeLists.txt defines UNIT_FUNCTION, test_u_<module>, for each file. */
#ifndef TENON_TESTS_UNIT_H
#define TENON_TESTS_UNIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/ctx.h"
#include "drivers.h"

static int unit_skipped;

static inline void unit_skip(const char *why) {
    printf("skipped: %s\n", why);
    unit_skipped++;
    skip();
}

static inline int unit_end(size_t count, int failed) {
    fflush(stderr);
    printf("%d passed, %d failed\n", (int)count - failed - unit_skipped, failed);
    return failed != 0;
}

#define UNIT(f) cmocka_unit_test(f)
#define UNIT_MAIN(...)                                                                             \
    int UNIT_FUNCTION(int argc, char **argv) {                                                     \
        setvbuf(stdout, NULL, _IOLBF, 0);                                                          \
        if (argc > 1) cmocka_set_test_filter(argv[1]);                                             \
        const struct CMUnitTest unit_tests[] = {__VA_ARGS__};                                      \
        const int failed = cmocka_run_group_tests(unit_tests, NULL, NULL);                         \
        return argc > 1 ? failed : unit_end(ARRAY_LEN(unit_tests), failed);                        \
    }

#define assert_bits_equal(a, b) assert_memory_equal(&(a), &(b), sizeof(a))

/* Calls f(arg) in a child; true when it died of SIGABRT, as BUG does. */
static inline bool unit_aborts(void (*f)(void *), void *arg) {
    fflush(stdout);
    pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0) {
        setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
        signal(SIGABRT, SIG_DFL);
        if (!freopen("/dev/null", "w", stderr)) _exit(2);
        f(arg);
        _exit(0);
    }
    int status;
    assert_int_equal(waitpid(pid, &status, 0), pid);
    return WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT;
}

/* An allocator that counts, fails its fail_at-th request (from 1; 0: never) and all later ones, and
 * checks that old sizes are told truly. */
typedef struct {
    size_t requests, fail_at, live, bytes;
} UnitHeap;

static inline void *unit_heap_resize(void *user, void *ptr, size_t old_size, size_t new_size) {
    UnitHeap *self = user;
    size_t *head = ptr ? (size_t *)ptr - 2 : NULL; /* 16 bytes before the block hold its size */
    assert_int_equal(head ? *head : 0, old_size);
    if (new_size && ++self->requests >= self->fail_at && self->fail_at) return NULL;
    self->bytes += new_size - old_size;
    if (new_size == 0) {
        assert_non_null(ptr);
        self->live--;
        free(head);
        return NULL;
    }
    self->live += !ptr;
    head = realloc(head, new_size + 16);
    assert_non_null(head);
    *head = new_size;
    return head + 2;
}

static inline void unit_ctx(Ctx *ctx, UnitHeap *heap) {
    *heap = (UnitHeap){0};
    ctx_init(ctx, (Allocator){.resize = unit_heap_resize, .user = heap}, io_libc());
}

/* Ends the context; nothing may be left in the heap. */
static inline void unit_ctx_end(Ctx *ctx, UnitHeap *heap) {
    ctx_fini(ctx);
    assert_int_equal(ctx->bytes, 0);
    assert_int_equal(heap->live, 0);
    assert_int_equal(heap->bytes, 0);
}

/* Numbers that look random and are the same everywhere (xorshift64*). */
static inline uint64_t unit_random(uint64_t *state) {
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return *state * 0x2545f4914f6cdd1du;
}

#endif
