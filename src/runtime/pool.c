/* SPDX-License-Identifier: Apache-2.0 */
/* A region's pieces are divided into as many shares as it may have threads. Each thread begins
 * with its own share, from the front and in batches, so that in loop after loop it finds in its
 * cache what it wrote; then it takes single pieces from the ends of others'. A share is one word,
 * (turn, first, end): a piece belongs to whoever changes the word, and as the turn is that of the
 * region, a thread that comes late changes nothing. Regions lie in static memory, so it may look.
 * What is not atomic in a region is read only by who has taken a piece: until that is done the
 * region cannot end.
 *
 * `bell` says which regions are open, and changes whenever one opens: workers wait for that. */
#include "runtime/pool.h"
#include "base/clock.h"

#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

enum {
    REGIONS = 8,           /* at once; who finds none works alone */
    MEETING = REGIONS - 1, /* the one where pieces meet */
    OPEN_MASK = (1 << REGIONS) - 1,
    STACK_BYTES = 2 << 20,
    LOOKS = 32,        /* between two looks at the clock */
    WORTH_WAKING = 8,  /* weight of regions that sleepers have missed */
    STALL_US = 500,    /* behind the caller: a worker that takes so long was not running */
    ALONE_FACTOR = 20, /* so many times what was lost by that, the caller works alone */
    ALONE_US_MOST = 1000000,
    PIECES_MOST = 1 << 15,
};

typedef struct {
    _Alignas(64) atomic_uint_least64_t left; /* turn << 32 | first << 16 | end */
} Share;

typedef struct {
    _Alignas(64) atomic_uint_least64_t joined; /* turn << 32 | threads so far */
    atomic_uint n_shares;
    uint32_t turn; /* the caller's alone */
    RtPoolWork *work;
    void *closure;
    uint32_t control;                 /* of the floating-point unit */
    _Alignas(64) atomic_uint pending; /* pieces that are not done */
    atomic_uint_least64_t fault; /* first piece << 32 | what went wrong: the least one; NO_FAULT */
    Share shares[RT_POOL_THREADS];
} Region;

#define NO_FAULT UINT64_MAX

static Region regions[REGIONS];

static struct {
    _Alignas(64) atomic_uint bell; /* times that a region opened << REGIONS | which are open */
    _Alignas(64) atomic_uint used; /* regions that a caller has */
    atomic_uint helping;           /* workers that work */
    atomic_uint runs;              /* rt_pool_enter without rt_pool_leave */
    atomic_uint spinners, sleepers;
    atomic_uint waiters; /* in rt_pool_wait, asleep */
    atomic_uint missed;  /* weight of regions since a worker slept */
    atomic_uint workers, started;
    atomic_uint meeting; /* 1: the region where pieces meet is in use */
    atomic_int_least64_t alone_until, failed_at;
    atomic_bool ended; /* no worker is made any more */
    int64_t spin_ns;
    int cpus;
    pthread_mutex_t lock; /* of what follows, and of making workers */
    bool is_known;
    pthread_t ids[RT_POOL_THREADS];
} the_pool = {.lock = PTHREAD_MUTEX_INITIALIZER, .spin_ns = RT_SPIN_US * 1000, .cpus = 1};

/* This thread works in a region. Initial-exec: its first use requests no memory. */
static _Thread_local bool is_inside __attribute__((tls_model("initial-exec")));

/* --- The machine --- */

static void futex_wait(atomic_uint *word, unsigned value) {
    const int error = errno;
    syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, value, NULL, NULL, 0);
    errno = error;
}

static void futex_wake(atomic_uint *word, unsigned n) {
    const int error = errno;
    syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, n, NULL, NULL, 0);
    errno = error;
}

static void pause_cpu(void) {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

/* Rounding, denormals, masks: what a host may set, without the flags that operations leave. */
static uint32_t control_get(void) {
#if defined(__x86_64__)
    return __builtin_ia32_stmxcsr() & 0xFFC0u;
#elif defined(__aarch64__)
    uint64_t v;
    __asm__ volatile("mrs %0, fpcr" : "=r"(v));
    return (uint32_t)v;
#else
    return 0;
#endif
}

static void control_set(uint32_t v) {
#if defined(__x86_64__)
    __builtin_ia32_ldmxcsr(v);
#elif defined(__aarch64__)
    __asm__ volatile("msr fpcr, %0" : : "r"((uint64_t)v));
#else
    (void)v;
#endif
}

/* --- Pieces --- */

static uint64_t pack(uint32_t turn, uint32_t high, uint32_t low) {
    return (uint64_t)turn << 32 | (uint64_t)high << 16 | low;
}

/* Half of one's own share, or one piece from the end of another's. False: there is none. */
static bool take(Share *s, uint32_t turn, bool is_own, uint32_t *first, uint32_t *end) {
    uint64_t v = atomic_load_explicit(&s->left, memory_order_relaxed);
    for (;;) {
        const uint32_t from = (uint32_t)v >> 16, to = (uint32_t)v & 0xFFFF;
        if ((uint32_t)(v >> 32) != turn || from >= to) return false;
        const uint32_t n = is_own ? (to - from + 1) / 2 : 1;
        *first = is_own ? from : to - 1;
        *end = *first + n;
        const uint64_t rest = is_own ? pack(turn, from + n, to) : pack(turn, from, to - 1);
        if (atomic_compare_exchange_weak_explicit(&s->left, &v, rest, memory_order_acquire,
                                                  memory_order_relaxed))
            return true;
    }
}

static void note_fault(Region *r, uint32_t first, int32_t e) {
    const uint64_t mine = (uint64_t)first << 32 | (uint32_t)e;
    uint64_t v = atomic_load_explicit(&r->fault, memory_order_relaxed);
    while (mine >> 32 < v >> 32 &&
           !atomic_compare_exchange_weak_explicit(&r->fault, &v, mine, memory_order_relaxed,
                                                  memory_order_relaxed))
        continue;
}

static unsigned n_open(unsigned bell) { return (unsigned)__builtin_popcount(bell & OPEN_MASK); }

/* More threads work than this region is to have: another caller has come. */
static bool are_many(unsigned limit) {
    return n_open(atomic_load_explicit(&the_pool.bell, memory_order_relaxed)) +
               atomic_load_explicit(&the_pool.helping, memory_order_relaxed) >
           limit;
}

/* Takes pieces until all are taken. How many it did. A worker leaves where it is one too many. */
static unsigned work_on(Region *r, uint32_t turn, uint32_t slot, bool may_leave) {
    const unsigned n = atomic_load_explicit(&r->n_shares, memory_order_relaxed);
    unsigned done = 0;
    uint32_t first, end;
    for (unsigned i = 0; i < n; i++) {
        Share *s = &r->shares[(slot + i) % n];
        while (take(s, turn, i == 0, &first, &end)) {
            if (slot && !done && control_get() != r->control) control_set(r->control);
            const int32_t e = r->work(r->closure, first, end, slot);
            if (e) note_fault(r, first, e);
            done += end - first;
            if (may_leave && are_many(n)) return done;
        }
    }
    return done;
}

static void finish(Region *r, unsigned done) {
    if (done && atomic_fetch_sub(&r->pending, done) == done) rt_pool_wake(&r->pending);
}

/* --- Workers --- */

/* One of the threads of an open region, if it has room. */
static void help(unsigned index) {
    Region *r = &regions[index];
    const bool meets = index == MEETING;
    uint64_t v = atomic_load_explicit(&r->joined, memory_order_acquire);
    const uint32_t turn = (uint32_t)(v >> 32);
    const unsigned n = atomic_load_explicit(&r->n_shares, memory_order_relaxed);
    if ((uint32_t)v >= n) return;
    atomic_fetch_add(&the_pool.helping, 1);
    bool ok = meets || !are_many(n);
    while (ok && !atomic_compare_exchange_weak(&r->joined, &v, v + 1))
        ok = v >> 32 == turn && (uint32_t)v < n;
    if (ok) finish(r, work_on(r, turn, (uint32_t)v, !meets));
    atomic_fetch_sub(&the_pool.helping, 1);
}

static int64_t spin_time(void) {
    return (int)atomic_load_explicit(&the_pool.workers, memory_order_relaxed) < the_pool.cpus
               ? the_pool.spin_ns
               : 0;
}

/* Until the bell is no longer what it was, or time is over. Where no run goes on, little time is
 * left. */
static bool spin(unsigned bell) {
    int64_t ends = 0, most = spin_time();
    bool is_after = false;
    while (atomic_load_explicit(&the_pool.bell, memory_order_relaxed) == bell) {
        const int64_t now = clock_now_ns();
        if (!ends) ends = now + most;
        if (!is_after && !atomic_load_explicit(&the_pool.runs, memory_order_relaxed)) {
            is_after = true;
            if (now + RT_SPIN_AFTER_US * 1000 < ends) ends = now + RT_SPIN_AFTER_US * 1000;
        }
        if (now >= ends) return false;
        for (int i = 0;
             i < LOOKS && atomic_load_explicit(&the_pool.bell, memory_order_relaxed) == bell; i++)
            pause_cpu();
    }
    return true;
}

static void *worker(void *user) {
    (void)user;
    is_inside = true;
    atomic_fetch_add(&the_pool.started, 1);
    while (!atomic_load(&the_pool.ended)) {
        const unsigned bell = atomic_load(&the_pool.bell);
        for (unsigned open = bell & OPEN_MASK; open; open &= open - 1)
            help((unsigned)__builtin_ctz(open));
        atomic_fetch_add(&the_pool.spinners, 1);
        const bool rang = spin(bell);
        atomic_fetch_sub(&the_pool.spinners, 1);
        if (rang) continue;
        atomic_fetch_add(&the_pool.sleepers, 1);
        if (!atomic_load(&the_pool.ended)) futex_wait(&the_pool.bell, bell);
        atomic_fetch_sub(&the_pool.sleepers, 1);
    }
    return NULL;
}

/* The child has this thread alone. */
static void after_fork(void) {
    atomic_uint *const counts[] = {&the_pool.bell,    &the_pool.used,     &the_pool.helping,
                                   &the_pool.runs,    &the_pool.spinners, &the_pool.sleepers,
                                   &the_pool.missed,  &the_pool.workers,  &the_pool.meeting,
                                   &the_pool.waiters, &the_pool.started};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) atomic_store(counts[i], 0);
    atomic_store(&the_pool.failed_at, 0);
    pthread_mutex_init(&the_pool.lock, NULL);
}

static void look_around(void) {
    const char *spin = getenv("TENON_SPIN_US");
    char *end;
    const long us = spin && *spin ? strtol(spin, &end, 10) : -1;
    if (us >= 0 && !*end && us <= INT_MAX) the_pool.spin_ns = us * 1000;
    cpu_set_t set;
    the_pool.cpus = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
    pthread_atfork(NULL, NULL, after_fork);
    the_pool.is_known = true;
}

static bool worker_new(pthread_t *out) {
    sigset_t all, before;
    pthread_attr_t attr;
    if (pthread_attr_init(&attr) != 0) return false;
    pthread_attr_setstacksize(&attr, STACK_BYTES);
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    const bool ok = pthread_create(out, &attr, worker, NULL) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attr);
    return ok;
}

int64_t rt_pool_reserve(int64_t threads) {
    const int64_t wanted = threads > RT_POOL_THREADS ? RT_POOL_THREADS : threads;
    if (wanted <= (int64_t)atomic_load(&the_pool.workers) + 1) return wanted;
    pthread_mutex_lock(&the_pool.lock);
    if (!the_pool.is_known) look_around();
    unsigned n = atomic_load(&the_pool.workers);
    bool ok = !atomic_load(&the_pool.ended);
    while (ok && n + 1 < wanted) {
        ok = worker_new(&the_pool.ids[n]);
        if (ok) atomic_store(&the_pool.workers, ++n);
    }
    if (!ok) atomic_store(&the_pool.failed_at, clock_now_ns());
    /* what a thread asks of the system to begin with is over before a run is */
    while (atomic_load(&the_pool.started) < n) sched_yield();
    pthread_mutex_unlock(&the_pool.lock);
    return (int64_t)n + 1 < wanted ? (int64_t)n + 1 : wanted;
}

/* As many as there are, for a while, where no more could be made. */
static int64_t reserve_in_run(int64_t threads) {
    const int64_t have = (int64_t)atomic_load_explicit(&the_pool.workers, memory_order_relaxed) + 1;
    if (have >= threads) return threads;
    const int64_t failed = atomic_load_explicit(&the_pool.failed_at, memory_order_relaxed);
    if (failed && clock_now_ns() - failed < 1000000000) return have;
    return rt_pool_reserve(threads);
}

/* When the process or the library ends. Where a run goes on, in a thread that does not know,
 * workers stay. */
__attribute__((destructor)) static void pool_end(void) {
    atomic_store(&the_pool.ended, true);
    if (atomic_load(&the_pool.used)) return;
    const unsigned n = atomic_load(&the_pool.workers);
    atomic_fetch_add(&the_pool.bell, 1u << REGIONS);
    futex_wake(&the_pool.bell, INT_MAX);
    for (unsigned i = 0; i < n; i++) pthread_join(the_pool.ids[i], NULL);
    atomic_store(&the_pool.workers, 0);
}

/* --- Waiting --- */

void rt_pool_wait(atomic_uint *word, unsigned until) {
    int64_t ends = 0;
    unsigned v;
    while ((v = atomic_load_explicit(word, memory_order_acquire)) != until) {
        const int64_t now = clock_now_ns();
        if (!ends) ends = now + spin_time();
        if (now >= ends) {
            atomic_fetch_add(&the_pool.waiters, 1);
            futex_wait(word, v);
            atomic_fetch_sub(&the_pool.waiters, 1);
        }
        for (int i = 0;
             now < ends && i < LOOKS && atomic_load_explicit(word, memory_order_acquire) != until;
             i++)
            pause_cpu();
    }
}

void rt_pool_wake(atomic_uint *word) {
    if (atomic_load(&the_pool.waiters)) futex_wake(word, INT_MAX);
}

/* The last pieces are others'. Where they take much longer than this thread's own, that one is
 * kept from running: time is better spent alone for a while. */
static void wait_for_others(Region *r, int64_t start) {
    for (int i = 0; i < LOOKS; i++) {
        if (!atomic_load_explicit(&r->pending, memory_order_acquire)) return;
        pause_cpu();
    }
    const int64_t begin = clock_now_ns();
    rt_pool_wait(&r->pending, 0);
    const int64_t end = clock_now_ns(), took = end - begin;
    if (took < 1000 * STALL_US + 2 * (begin - start)) return;
    const int64_t most = ALONE_US_MOST * (int64_t)1000,
                  alone = took < most / ALONE_FACTOR ? took * ALONE_FACTOR : most;
    atomic_store_explicit(&the_pool.alone_until, end + alone, memory_order_relaxed);
}

/* --- Regions --- */

/* A free one's index; -1: there is none. */
static int region_take(void) {
    unsigned used = atomic_load_explicit(&the_pool.used, memory_order_relaxed);
    for (;;) {
        const unsigned unused = ~used & ((1u << MEETING) - 1);
        if (!unused) return -1;
        if (atomic_compare_exchange_weak(&the_pool.used, &used, used | (unused & -unused)))
            return __builtin_ctz(unused);
    }
}

static void meeting_take(void) {
    unsigned none = 0;
    while (!atomic_compare_exchange_strong(&the_pool.meeting, &none, 1)) {
        rt_pool_wait(&the_pool.meeting, 0);
        none = 0;
    }
    atomic_fetch_or(&the_pool.used, 1u << MEETING);
}

static void region_give(int index) {
    atomic_fetch_and(&the_pool.used, ~(1u << index));
    if (index != MEETING) return;
    atomic_store(&the_pool.meeting, 0);
    rt_pool_wake(&the_pool.meeting);
}

/* Sleepers cost a call of the system; those that look need none. */
static void wake_some(unsigned n) {
    const unsigned spinners = atomic_load(&the_pool.spinners);
    if (n > spinners && atomic_load(&the_pool.sleepers)) futex_wake(&the_pool.bell, n - spinners);
}

/* Nobody looks for work, and it would not pay to wake or make workers. */
static bool is_little(const RtPoolRegion *region) {
    const unsigned workers = atomic_load_explicit(&the_pool.workers, memory_order_relaxed);
    if (atomic_load_explicit(&the_pool.spinners, memory_order_relaxed) ||
        (workers && !atomic_load_explicit(&the_pool.sleepers, memory_order_relaxed)))
        return false;
    const unsigned weight = region->weight < WORTH_WAKING ? (unsigned)region->weight : WORTH_WAKING;
    if (atomic_fetch_add_explicit(&the_pool.missed, weight, memory_order_relaxed) + weight <
        WORTH_WAKING)
        return true;
    atomic_store_explicit(&the_pool.missed, 0, memory_order_relaxed);
    return false;
}

static bool is_alone(void) {
    const int64_t until = atomic_load_explicit(&the_pool.alone_until, memory_order_relaxed);
    return until && clock_now_ns() < until;
}

static void region_open(Region *r, const RtPoolRegion *region, unsigned threads, unsigned bit) {
    const uint32_t turn = ++r->turn, n = (uint32_t)region->pieces;
    r->work = region->work;
    r->closure = region->closure;
    r->control = control_get();
    atomic_store_explicit(&r->pending, n, memory_order_relaxed);
    atomic_store_explicit(&r->fault, NO_FAULT, memory_order_relaxed);
    atomic_store_explicit(&r->n_shares, threads, memory_order_relaxed);
    uint32_t first = 0;
    for (uint32_t i = 0; i < threads; i++) {
        const uint32_t end = first + n / threads + (i < n % threads);
        atomic_store_explicit(&r->shares[i].left, pack(turn, first, end), memory_order_release);
        first = end;
    }
    atomic_store_explicit(&r->joined, (uint64_t)turn << 32 | 1, memory_order_release);
    atomic_fetch_add(&the_pool.bell, (1u << REGIONS) + bit);
    wake_some(threads - 1);
}

int32_t rt_pool_run(const RtPoolRegion *region) {
    int64_t threads = region->threads < region->pieces ? region->threads : region->pieces;
    if (threads > RT_POOL_THREADS) threads = RT_POOL_THREADS;
    const bool is_serial = threads < 2 || is_inside || region->pieces > PIECES_MOST;
    if (region->meets && region->pieces > 1) {
        if (is_serial || threads < region->pieces || rt_pool_reserve(threads) < threads)
            return RT_POOL_NO_THREADS;
    } else if (is_serial || is_alone() || is_little(region) || reserve_in_run(threads) < 2) {
        return region->work(region->closure, 0, region->pieces, 0);
    }
    int index = MEETING;
    if (region->meets)
        meeting_take();
    else
        index = region_take();
    if (index < 0) return region->work(region->closure, 0, region->pieces, 0);
    Region *r = &regions[index];
    const unsigned bit = 1u << index;
    is_inside = true;
    const int64_t start = clock_now_ns();
    region_open(r, region, (unsigned)threads, bit);
    const unsigned done = work_on(r, r->turn, 0, false);
    if (atomic_fetch_sub(&r->pending, done) != done) wait_for_others(r, start);
    is_inside = false;
    atomic_store_explicit(&r->joined, (uint64_t)r->turn << 32 | UINT32_MAX, memory_order_relaxed);
    atomic_fetch_sub(&the_pool.bell, bit);
    const uint64_t fault = atomic_load_explicit(&r->fault, memory_order_relaxed);
    region_give(index);
    return fault == NO_FAULT ? 0 : (int32_t)(uint32_t)fault;
}

void rt_pool_enter(void) { atomic_fetch_add_explicit(&the_pool.runs, 1, memory_order_relaxed); }
void rt_pool_leave(void) { atomic_fetch_sub_explicit(&the_pool.runs, 1, memory_order_relaxed); }

RtPoolCounts rt_pool_counts(void) {
    return (RtPoolCounts){atomic_load(&the_pool.workers), atomic_load(&the_pool.sleepers)};
}
