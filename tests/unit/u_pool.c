/* SPDX-License-Identifier: Apache-2.0 */
/* The pool: pieces, faults, limits, pieces that meet, callers at once, fork, no threads, signals,
 * idle workers. */
#include "unit.h"

#include <errno.h>
#include <fenv.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "runtime/pool.h"

enum { PIECES = 500, HEAVY = 1000, HANG_SECONDS = 60 };

/* What a region's work notes. */
typedef struct {
    atomic_int times[PIECES];
    atomic_int at_once, most_at_once, slots[RT_POOL_THREADS], wrong;
    int64_t pieces, threads;
    int64_t faulty[2]; /* pieces with a fault, which is 100 + the piece; -1: none */
} Note;

static int32_t note(void *closure, int64_t first, int64_t end, int64_t slot) {
    Note *self = closure;
    const int now = atomic_fetch_add(&self->at_once, 1) + 1;
    int most = atomic_load(&self->most_at_once);
    while (now > most && !atomic_compare_exchange_weak(&self->most_at_once, &most, now)) continue;
    if (slot < 0 || slot >= self->threads || atomic_fetch_add(&self->slots[slot], 1))
        atomic_store(&self->wrong, 1);
    int32_t e = 0;
    for (int64_t i = first; i < end; i++) {
        atomic_fetch_add(&self->times[i], 1);
        for (int k = 0; k < 2; k++) {
            if (!e && self->faulty[k] == i) e = (int32_t)(100 + i);
        }
    }
    atomic_fetch_sub(&self->slots[slot], 1);
    atomic_fetch_sub(&self->at_once, 1);
    return e;
}

static Note *note_new(int64_t pieces, int64_t threads) {
    Note *self = calloc(1, sizeof *self);
    assert_non_null(self);
    self->pieces = pieces;
    self->threads = threads;
    self->faulty[0] = self->faulty[1] = -1;
    return self;
}

static int32_t run(Note *self) {
    return rt_pool_run(&(RtPoolRegion){.work = note,
                                       .closure = self,
                                       .pieces = self->pieces,
                                       .threads = self->threads,
                                       .weight = HEAVY});
}

static bool is_whole(const Note *self, int times) {
    bool ok = !self->wrong && self->most_at_once <= self->threads;
    for (int64_t i = 0; i < PIECES; i++)
        ok = ok && self->times[i] == (i < self->pieces ? times : 0);
    return ok;
}

static void each_piece_once(void **state) {
    (void)state;
    static const int64_t cases[][2] = {{1, 4},   {2, 2},   {3, 4},   {8, 2}, {7, 3},
                                       {500, 4}, {500, 1}, {4, 300}, {0, 2}};
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        Note *n = note_new(cases[i][0], cases[i][1]);
        for (int k = 1; k <= 200; k++) {
            assert_int_equal(run(n), 0);
            assert_true(is_whole(n, k));
        }
        free(n);
    }
}

static void lowest_fault_wins(void **state) {
    (void)state;
    for (int64_t k = 0; k < 50; k++) {
        Note *n = note_new(60, 4);
        n->faulty[0] = 59 - k % 7;
        n->faulty[1] = k;
        assert_int_equal(run(n), 100 + k);
        assert_true(is_whole(n, 1));
        free(n);
    }
}

/* A region in a piece is that thread's alone. */
static int32_t nest(void *closure, int64_t first, int64_t end, int64_t slot) {
    const pthread_t self = pthread_self();
    (void)slot;
    int32_t e = 0;
    for (int64_t i = first; i < end; i++) {
        Note *n = note_new(20, 4);
        e |= run(n) != 0 || !is_whole(n, 1) || n->most_at_once != 1 ||
             !pthread_equal(self, pthread_self());
        free(n);
    }
    *(atomic_int *)closure += (int)(end - first);
    return e;
}

static void nested_is_serial(void **state) {
    (void)state;
    atomic_int done = 0;
    assert_int_equal(
        rt_pool_run(&(RtPoolRegion){
            .work = nest, .closure = &done, .pieces = 40, .threads = 3, .weight = HEAVY}),
        0);
    assert_int_equal(done, 40);
}

/* --- A worker that does not get on --- */

typedef struct {
    pthread_t caller;
    atomic_int done, held;
} Hold;

/* Whoever is not the caller ends its first pieces when all others are done. */
static int32_t hold(void *closure, int64_t first, int64_t end, int64_t slot) {
    Hold *self = closure;
    (void)slot;
    if (!pthread_equal(self->caller, pthread_self())) {
        atomic_store(&self->held, (int)(end - first));
        while (atomic_load(&self->done) < 8 - (int)(end - first)) continue;
    } else {
        /* The first time: until the worker has come. */
        for (int i = 0; first == 0 && i < 500 && !atomic_load(&self->held); i++) usleep(1000);
    }
    atomic_fetch_add(&self->done, (int)(end - first));
    return 0;
}

/* On a busy machine a caller may stay alone for a while. */
static void caller_takes_what_is_not_begun(void **state) {
    (void)state;
    Hold h = {.held = 0};
    alarm(HANG_SECONDS);
    for (int i = 0; i < 8 && !h.held; i++) {
        if (i) sleep(1);
        h.caller = pthread_self();
        h.done = 0;
        assert_int_equal(
            rt_pool_run(&(RtPoolRegion){
                .work = hold, .closure = &h, .pieces = 8, .threads = 2, .weight = HEAVY}),
            0);
        assert_int_equal(h.done, 8);
    }
    alarm(0);
    assert_true(h.held > 0 && h.held <= 2);
}

/* --- Pieces that meet --- */

typedef struct {
    atomic_uint came;
    unsigned n;
    double third[8], minus_third[8]; /* as each rounds them */
    atomic_int open_signals;
} Meeting;

static int32_t meet(void *closure, int64_t first, int64_t end, int64_t slot) {
    Meeting *self = closure;
    if (end != first + 1) return 1;
    const volatile double one = 1, three = 3;
    self->third[first] = one / three;
    self->minus_third[first] = -one / three;
    sigset_t set;
    pthread_sigmask(SIG_SETMASK, NULL, &set);
    if (slot &&
        !(sigismember(&set, SIGINT) && sigismember(&set, SIGUSR1) && sigismember(&set, SIGPROF)))
        atomic_store(&self->open_signals, 1);
    if (atomic_fetch_add(&self->came, 1) + 1 == self->n)
        rt_pool_wake(&self->came);
    else
        rt_pool_wait(&self->came, self->n);
    return 0;
}

static int32_t run_meeting(Meeting *self, unsigned n) {
    memset(self, 0, sizeof *self);
    self->n = n;
    return rt_pool_run(&(RtPoolRegion){
        .work = meet, .closure = self, .pieces = n, .threads = n, .weight = HEAVY, .meets = true});
}

static void pieces_meet(void **state) {
    (void)state;
    static const int modes[] = {FE_UPWARD, FE_TOWARDZERO, FE_TONEAREST};
    alarm(HANG_SECONDS);
    assert_int_equal(rt_pool_reserve(6), 6);
    for (int k = 0; k < 300; k++) {
        Meeting m;
        const unsigned n = 2 + (unsigned)k % 5;
        fesetround(modes[k % 3]);
        const volatile double one = 1, three = 3;
        const double third = one / three, minus_third = -one / three;
        const int32_t e = run_meeting(&m, n);
        fesetround(FE_TONEAREST);
        assert_int_equal(e, 0);
        assert_false(m.open_signals);
        for (unsigned i = 0; i < n; i++) {
            assert_bits_equal(m.third[i], third);
            assert_bits_equal(m.minus_third[i], minus_third);
        }
    }
    alarm(0);
}

/* --- Callers at once, and fork among them --- */

typedef struct {
    atomic_bool *stop;
    int n, threads;
    bool ok;
} Caller;

static void *call_often(void *user) {
    Caller *self = user;
    self->ok = true;
    for (int i = 0; self->ok && (self->stop ? !atomic_load(self->stop) : i < self->n); i++) {
        Note *n = note_new(1 + i % 30, self->threads);
        Meeting m;
        self->ok = run(n) == 0 && is_whole(n, 1) && (i % 3 || run_meeting(&m, 3) == 0);
        free(n);
    }
    return NULL;
}

static void many_callers(void **state) {
    (void)state;
    Caller callers[12];
    pthread_t ids[ARRAY_LEN(callers)];
    alarm(2 * HANG_SECONDS);
    for (size_t i = 0; i < ARRAY_LEN(ids); i++) {
        callers[i] = (Caller){.n = 200, .threads = 2 + (int)i % 3};
        assert_int_equal(pthread_create(&ids[i], NULL, call_often, &callers[i]), 0);
    }
    for (size_t i = 0; i < ARRAY_LEN(ids); i++) {
        pthread_join(ids[i], NULL);
        assert_true(callers[i].ok);
    }
    alarm(0);
    assert_true(rt_pool_counts().workers <= 5); /* of the tests before, the one that had most */
}

/* In a process that has this thread alone. */
static int works_anew(void) {
    alarm(HANG_SECONDS);
    if (rt_pool_counts().workers) return 2;
    Note *n = note_new(100, 3);
    Meeting m;
    for (int i = 1; i <= 20; i++) {
        if (run(n) != 0 || !is_whole(n, i) || run_meeting(&m, 3) != 0) return 3;
    }
    free(n);
    return rt_pool_counts().workers >= 2 ? 0 : 4;
}

static int status_of(pid_t child) {
    int status = -1;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
    return status;
}

static void fork_begins_anew(void **state) {
    (void)state;
#ifdef __SANITIZE_THREAD__
    unit_skip("ThreadSanitizer allows no threads behind a fork");
#endif
    atomic_bool stop = false;
    Caller caller = {.stop = &stop, .threads = 3};
    pthread_t id;
    assert_int_equal(pthread_create(&id, NULL, call_often, &caller), 0);
    for (int i = 0; i < 10; i++) {
        const pid_t child = fork();
        if (child == 0) _exit(works_anew());
        assert_int_equal(status_of(child), 0);
    }
    atomic_store(&stop, true);
    pthread_join(id, NULL);
    assert_true(caller.ok);
}

static int works_without_threads(void) {
    const struct rlimit none = {0, 0};
    alarm(HANG_SECONDS);
    if (setrlimit(RLIMIT_NPROC, &none) != 0 || setgid(54321) != 0 || setuid(54321) != 0) return 2;
    if (rt_pool_reserve(4) != 1) return 3;
    Note *n = note_new(100, 3);
    Meeting m;
    for (int i = 1; i <= 20; i++) {
        if (run(n) != 0 || !is_whole(n, i) || n->most_at_once != 1) return 4;
    }
    free(n);
    return run_meeting(&m, 3) == RT_POOL_NO_THREADS && !m.came ? 0 : 5;
}

static void no_threads_is_one(void **state) {
    (void)state;
#ifdef __SANITIZE_THREAD__
    unit_skip("ThreadSanitizer allows no threads behind a fork");
#endif
    if (geteuid() != 0) unit_skip("only root can be a user without threads");
    const pid_t child = fork();
    if (child == 0) _exit(works_without_threads());
    assert_int_equal(status_of(child), 0);
}

/* --- Idle workers --- */

static double cpu_ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static void idle_workers_sleep(void **state) {
    (void)state;
    assert_true(rt_pool_reserve(3) == 3);
    rt_pool_enter(); /* also while a run goes on */
    for (int i = 0; i < 5000 && rt_pool_counts().sleeping < rt_pool_counts().workers; i++)
        usleep(1000);
    assert_int_equal(rt_pool_counts().sleeping, rt_pool_counts().workers);
    const double before = cpu_ms();
    usleep(200000);
    assert_true(cpu_ms() - before < 20);
    rt_pool_leave();
    /* What is little does not wake them. */
    Note *n = note_new(8, 3);
    assert_int_equal(rt_pool_run(&(RtPoolRegion){
                         .work = note, .closure = n, .pieces = 8, .threads = 3, .weight = 2}),
                     0);
    assert_int_equal(n->most_at_once, 1);
    assert_true(is_whole(n, 1));
    free(n);
}

UNIT_MAIN(UNIT(each_piece_once), UNIT(lowest_fault_wins), UNIT(nested_is_serial),
          UNIT(caller_takes_what_is_not_begun), UNIT(pieces_meet), UNIT(many_callers),
          UNIT(fork_begins_anew), UNIT(no_threads_is_one), UNIT(idle_workers_sleep))
