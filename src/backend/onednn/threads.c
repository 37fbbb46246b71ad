/* SPDX-License-Identifier: Apache-2.0 */
/* What oneDNN asks of OpenMP. A team is a region of the pool, its members are the region's pieces.
 * What threads ask that are not ours goes to OpenMP, as does what ours ask outside begin and
 * end. */
#include "backend/onednn/threads.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>

#include "backend/onednn/memory.h"
#include "backend/onednn/redirect.h"
#include "base/base.h"
#include "runtime/pool.h"

typedef struct {
    void (*fn)(void *);
    void *data;
    int threads, size;
    bool meets;
    atomic_uint arrived, turn; /* of the barrier */
} Team;

/* Of this thread. Initial-exec: its first use requests no memory. */
static _Thread_local struct {
    int threads; /* that a primitive has; 0: it is not for us */
    bool meets, has_failed;
    Team *team; /* NULL: it is in none */
    int id;
    int host_threads; /* to be restored; 0: nothing is */
} own __attribute__((tls_model("initial-exec")));

/* --- Teams --- */

static int32_t members(void *closure, int64_t first, int64_t end, int64_t slot) {
    Team *team = closure;
    const int threads = own.threads;
    (void)slot;
    own.threads = team->threads;
    own.team = team;
    for (int64_t id = first; id < end; id++) {
        own.id = (int)id;
        team->fn(team->data);
    }
    own.threads = threads;
    own.team = NULL;
    own.id = 0;
    return 0;
}

enum { TEAM_WEIGHT = 16 }; /* cost.c leaves little work to our own code */

static void run_team(void (*fn)(void *), void *data, int size) {
    Team team = {.fn = fn, .data = data, .threads = own.threads, .size = size, .meets = own.meets};
    const RtPoolRegion region = {.work = members,
                                 .closure = &team,
                                 .pieces = size,
                                 .threads = team.meets ? size : own.threads,
                                 .weight = TEAM_WEIGHT,
                                 .meets = team.meets};
    if (rt_pool_run(&region) == RT_POOL_NO_THREADS) own.has_failed = true;
}

/* --- What stands in for OpenMP's functions --- */

typedef void Parallel(void (*fn)(void *), void *data, unsigned n, unsigned flags);
typedef void Barrier(void);
typedef int Ask(void);

enum { PARALLEL, BARRIER, MAX_THREADS, NUM_THREADS, THREAD_NUM, IN_PARALLEL, N_FUNCTIONS };

static Redirect openmp_calls[N_FUNCTIONS];

static void parallel(void (*fn)(void *), void *data, unsigned n, unsigned flags) {
    if (!own.threads) {
        ((Parallel *)openmp_calls[PARALLEL].original)(fn, data, n, flags);
        return;
    }
    Team *const outer = own.team;
    const int id = own.id, size = n ? (int)n : own.threads;
    if (size > 1 && !outer) {
        run_team(fn, data, size);
        return;
    }
    Team alone = {.fn = fn, .data = data, .threads = own.threads, .size = 1};
    members(&alone, 0, 1, 0);
    own.team = outer;
    own.id = id;
}

static void barrier(void) {
    Team *team = own.team;
    if (!own.threads) {
        ((Barrier *)openmp_calls[BARRIER].original)();
        return;
    }
    if (!team || team->size < 2) return;
    BUG_IF(!team->meets); /* onednn_threads_meet said that there is none */
    const unsigned turn = atomic_load(&team->turn);
    if (atomic_fetch_add(&team->arrived, 1) + 1 < (unsigned)team->size) {
        rt_pool_wait(&team->turn, turn + 1);
        return;
    }
    atomic_store(&team->arrived, 0);
    atomic_store(&team->turn, turn + 1);
    rt_pool_wake(&team->turn);
}

static int ask(int which) { return ((Ask *)openmp_calls[which].original)(); }
static int max_threads(void) { return own.threads ? own.threads : ask(MAX_THREADS); }
static int num_threads(void) {
    return !own.threads ? ask(NUM_THREADS) : own.team ? own.team->size : 1;
}
static int thread_num(void) { return own.threads ? own.id : ask(THREAD_NUM); }
static int in_parallel(void) {
    return own.threads ? own.team && own.team->size > 1 : ask(IN_PARALLEL);
}

static Redirect openmp_calls[N_FUNCTIONS] = {
    [PARALLEL] = {.name = "GOMP_parallel", .to = (RedirectFn *)parallel},
    [BARRIER] = {.name = "GOMP_barrier", .to = (RedirectFn *)barrier},
    [MAX_THREADS] = {.name = "omp_get_max_threads", .to = (RedirectFn *)max_threads},
    [NUM_THREADS] = {.name = "omp_get_num_threads", .to = (RedirectFn *)num_threads},
    [THREAD_NUM] = {.name = "omp_get_thread_num", .to = (RedirectFn *)thread_num},
    [IN_PARALLEL] = {.name = "omp_in_parallel", .to = (RedirectFn *)in_parallel},
};

/* --- The library --- */

static struct {
    pthread_mutex_t lock;
    bool is_open, is_led;
    /* Of OpenMP, where the library is not led: it is told by these, and this thread alone. */
    Ask *get;
    void (*set)(int);
} the_library = {.lock = PTHREAD_MUTEX_INITIALIZER};

void onednn_threads_open(void *handle) {
    static const char *const prefixes[] = {"GOMP_", "omp_", "__kmpc_", NULL};
    pthread_mutex_lock(&the_library.lock);
    if (!the_library.is_open && handle) {
        onednn_memory_open(handle);
        the_library.is_led = redirect(handle, openmp_calls, N_FUNCTIONS, prefixes);
        if (!the_library.is_led) {
            the_library.get = (Ask *)(RedirectFn *)(uintptr_t)dlsym(handle, "omp_get_max_threads");
            the_library.set =
                (void (*)(int))(RedirectFn *)(uintptr_t)dlsym(handle, "omp_set_num_threads");
        }
    }
    the_library.is_open = true;
    pthread_mutex_unlock(&the_library.lock);
}

/* When this library is unloaded, oneDNN stays. */
__attribute__((destructor)) static void end(void) {
    if (the_library.is_led) redirect_undo(openmp_calls, N_FUNCTIONS);
}

int onednn_threads_most(int wanted) {
    if (wanted < 2 || !the_library.is_led) return 1;
    return (int)rt_pool_reserve(wanted);
}

void onednn_threads_begin(int n) {
    own.threads = n;
    own.meets = true;
    own.has_failed = false;
    own.host_threads = 0;
    if (the_library.is_led || !the_library.get || !the_library.set) return;
    own.host_threads = the_library.get();
    the_library.set(1);
}

void onednn_threads_meet(bool meets) { own.meets = meets; }

bool onednn_threads_end(void) {
    if (own.host_threads) the_library.set(own.host_threads);
    own.threads = 0;
    return !own.has_failed;
}
