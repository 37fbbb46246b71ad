/* SPDX-License-Identifier: Apache-2.0 */
#include "watch.h"

#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* In memory that both processes have. */
typedef struct {
    atomic_bool is_on, has_calls;
    atomic_llong pool, calls, first;
} Shared;

static Shared *shared;
static atomic_bool counts_locks;
static atomic_llong locks;
static long long faults_before;

/* --- Locks --- */

#if defined(__GLIBC__) && defined(__x86_64__) && !defined(__SANITIZE_ADDRESS__) &&                 \
    !defined(__SANITIZE_THREAD__)
#pragma GCC visibility push(default) /* libraries are to find these, too */
/* By the names that the C library has of old for the same functions. */
__asm__(".symver real_mutex_lock, __pthread_mutex_lock@GLIBC_2.2.5");
__asm__(".symver real_mutex_trylock, __pthread_mutex_trylock@GLIBC_2.2.5");
__asm__(".symver real_rwlock_rdlock, __pthread_rwlock_rdlock@GLIBC_2.2.5");
__asm__(".symver real_rwlock_wrlock, __pthread_rwlock_wrlock@GLIBC_2.2.5");
extern int real_mutex_lock(pthread_mutex_t *m);
extern int real_mutex_trylock(pthread_mutex_t *m);
extern int real_rwlock_rdlock(pthread_rwlock_t *m);
extern int real_rwlock_wrlock(pthread_rwlock_t *m);

static void note_lock(void) {
    if (atomic_load_explicit(&counts_locks, memory_order_relaxed)) atomic_fetch_add(&locks, 1);
}

int pthread_mutex_lock(pthread_mutex_t *m) {
    note_lock();
    return real_mutex_lock(m);
}
int pthread_mutex_trylock(pthread_mutex_t *m) {
    note_lock();
    return real_mutex_trylock(m);
}
int pthread_rwlock_rdlock(pthread_rwlock_t *m) {
    note_lock();
    return real_rwlock_rdlock(m);
}
int pthread_rwlock_wrlock(pthread_rwlock_t *m) {
    note_lock();
    return real_rwlock_wrlock(m);
}
#pragma GCC visibility pop
static const bool has_locks = true;
#else
static const bool has_locks = false;
#endif

/* --- Calls of the system --- */

#if defined(__linux__) && defined(__x86_64__) && defined(PTRACE_GET_SYSCALL_INFO)
extern char __executable_start, etext;

/* The pool calls futex by syscall(), the C library's own locks do without. */
static bool is_of_pool(pid_t thread, const struct __ptrace_syscall_info *call) {
    enum { SYSCALL_BYTES = 64 };
    const uint64_t wrapper = (uintptr_t)dlsym(RTLD_DEFAULT, "syscall");
    if (call->entry.nr != SYS_futex || call->instruction_pointer < wrapper ||
        call->instruction_pointer >= wrapper + SYSCALL_BYTES)
        return false;
    void *at = (void *)(uintptr_t)call->stack_pointer; /* NOLINT(performance-no-int-to-ptr) */
    const uintptr_t back = (uintptr_t)ptrace(PTRACE_PEEKDATA, thread, at, NULL);
    return back >= (uintptr_t)&__executable_start && back < (uintptr_t)&etext;
}

static void note_call(pid_t thread) {
    struct __ptrace_syscall_info call = {.op = 0};
    if (!atomic_load(&shared->is_on)) return;
    if (ptrace(PTRACE_GET_SYSCALL_INFO, thread, (void *)sizeof call, &call) <= 0 ||
        call.op != PTRACE_SYSCALL_INFO_ENTRY)
        return;
    if (is_of_pool(thread, &call))
        atomic_fetch_add(&shared->pool, 1);
    else if (atomic_fetch_add(&shared->calls, 1) == 0)
        atomic_store(&shared->first, (long long)call.entry.nr);
}

static void follow(pid_t child) {
    const long options = PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACECLONE | PTRACE_O_EXITKILL;
    int status;
    pid_t at;
    bool is_first = true;
    while ((at = waitpid(-1, &status, __WALL)) > 0) {
        if (WIFEXITED(status) || WIFSIGNALED(status)) {
            if (at == child) _exit(WIFEXITED(status) ? WEXITSTATUS(status) : 128);
            continue;
        }
        const int stop = WSTOPSIG(status);
        int handed = stop;
        if (is_first) ptrace(PTRACE_SETOPTIONS, child, NULL, (void *)options); /* NOLINT */
        if (stop == (SIGTRAP | 0x80)) note_call(at);
        /* the first stops of the process and of its threads, and what tells of these */
        if (stop == (SIGTRAP | 0x80) || status >> 16 || stop == SIGSTOP) handed = 0;
        is_first = false;
        ptrace(PTRACE_SYSCALL, at, NULL, (void *)(intptr_t)handed); /* NOLINT */
    }
    _exit(1);
}

void watch_start(void) {
    shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED) abort();
    const pid_t child = fork();
    if (child > 0) follow(child);
    if (child < 0 || ptrace(PTRACE_TRACEME, 0, NULL, NULL) != 0) return;
    atomic_store(&shared->has_calls, true);
    raise(SIGSTOP);
}
#else
void watch_start(void) {
    static Shared none;
    shared = &none;
}
#endif

static long long faults(void) {
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_minflt + usage.ru_majflt;
}

void watch_begin(void) {
    atomic_store(&shared->pool, 0);
    atomic_store(&shared->calls, 0);
    atomic_store(&locks, 0);
    faults_before = faults();
    atomic_store(&counts_locks, true);
    atomic_store(&shared->is_on, true);
}

Watch watch_end(void) {
    atomic_store(&shared->is_on, false);
    atomic_store(&counts_locks, false);
    return (Watch){.has_calls = atomic_load(&shared->has_calls),
                   .has_locks = has_locks,
                   .pool = atomic_load(&shared->pool),
                   .calls = atomic_load(&shared->calls),
                   .first = atomic_load(&shared->first),
                   .locks = atomic_load(&locks),
                   .faults = faults() - faults_before};
}
