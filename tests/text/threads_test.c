/* SPDX-License-Identifier: Apache-2.0 */
/* The public interface in several threads and processes:
 *     tenon-test threads [RUNS]
 *
 * - contexts of their own in several threads compile and run; one executable runs in several
 *   threads; all get one result;
 * - a run is cancelled from another thread;
 * - after fork() the child runs what the parent compiled and prepared, and compiles; so it does
 *   where it can make no thread,   or is told that it cannot: it neither ends nor hangs;
 * - signals, umask, rounding and environment of the host are afterwards what they were. */
#include <errno.h>
#include <fenv.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <tenon/tenon.h>

#include "drivers.h"

enum { CALLERS = 3, THREADS = 2, HANG_SECONDS = 240, OUT = 128 * 128 };

/* A convolution and a product that a library computes, and loops of our own. */
static const char text[] = "@R.function\n"
                           "def main(x: R.Tensor((1, 64, 16, 16), \"float32\"), w: R.Tensor((64, "
                           "64, 3, 3), \"float32\"),\n"
                           "         v: R.Tensor((128, 128), \"float32\")):\n"
                           "    with R.dataflow():\n"
                           "        y = R.nn.relu(R.nn.conv2d(x, w, padding=1))\n"
                           "        z = R.nn.softmax(R.permute_dims(y, [0, 2, 3, 1]))\n"
                           "        u = R.matmul(v, R.reshape(z, (128, -1)))\n"
                           "        R.output(u)\n"
                           "    return u\n";

static float x[64 * 16 * 16], w[64 * 64 * 3 * 3], v[128 * 128], expected[OUT];
static const TnBuffer in[] = {{x, {1, 64, 16, 16}}, {w, {64, 64, 3, 3}}, {v, {128, 128}}};
static int n_runs = 40;
static unsigned passed, failed;

static void check(bool ok, const char *what) {
    if (ok)
        passed++;
    else
        failed++;
    if (!ok) printf("FAILED: %s\n", what);
    fflush(stdout);
}

static void draw(float *data, size_t n) {
    static uint32_t state = 1;
    for (size_t i = 0; i < n; i++) {
        state = state * 1664525u + 1013904223u;
        data[i] = (float)(state >> 8) / (float)(1 << 24) - 0.5F;
    }
}

typedef struct {
    TnContext *ctx;
    TnModule *m;
    TnExecutable *x;
} Compiled;

static bool compile(Compiled *self, int deterministic) {
    *self = (Compiled){.ctx = NULL};
    return tn_context_new(NULL, &self->ctx) == TN_OK &&
           tn_module_parse(self->ctx, NULL, text, strlen(text), &self->m) == TN_OK &&
           tn_module_compile_native(self->m,
                                    &(TnNativeOptions){TN_SIZED(TnNativeOptions),
                                                       .threads = THREADS,
                                                       .deterministic = deterministic},
                                    &self->x) == TN_OK;
}

static void end(Compiled *self) {
    tn_executable_free(self->x);
    tn_module_free(self->m);
    tn_context_free(self->ctx);
}

static bool is_near(const float *data) {
    for (size_t i = 0; i < OUT; i++) {
        if (!(data[i] - expected[i] < 1e-5F && expected[i] - data[i] < 1e-5F)) return false;
    }
    return true;
}

/* Runs that give what is expected. TN_E_DIFFER: nearly. */
static TnStatus run(TnPrepared *p, int times) {
    TnStatus s = TN_OK;
    float *data = malloc(sizeof expected);
    for (int i = 0; s == TN_OK && data && i < times; i++) {
        TnBuffer out = {data, {128, 128}};
        memset(data, 0, sizeof expected);
        s = tn_prepared_run(p, in, &out);
        if (s == TN_OK && memcmp(data, expected, sizeof expected) != 0)
            s = is_near(data) ? TN_E_DIFFER : TN_E_USAGE;
    }
    free(data);
    return s;
}

static TnStatus prepare_and_run(TnExecutable *executable, int times) {
    TnPrepared *p;
    TnStatus s = tn_executable_prepare(executable, in, &p, NULL);
    if (s == TN_OK) s = run(p, times);
    tn_prepared_free(p);
    return s;
}

/* --- Threads of the host --- */

typedef struct {
    TnExecutable *shared; /* NULL: one of its own */
    bool ok;
} Caller;

static void *call(void *user) {
    Caller *self = user;
    Compiled own;
    if (self->shared) {
        self->ok = prepare_and_run(self->shared, n_runs) == TN_OK;
        return NULL;
    }
    self->ok = compile(&own, 0) && prepare_and_run(own.x, n_runs) == TN_OK;
    end(&own);
    return NULL;
}

static void callers(TnExecutable *shared, const char *what) {
    pthread_t ids[CALLERS];
    Caller list[CALLERS];
    bool ok = true;
    for (int i = 0; i < CALLERS; i++) {
        list[i] = (Caller){.shared = shared};
        if (pthread_create(&ids[i], NULL, call, &list[i]) != 0) abort();
    }
    for (int i = 0; i < CALLERS; i++) {
        pthread_join(ids[i], NULL);
        ok = ok && list[i].ok;
    }
    check(ok, what);
}

typedef struct {
    TnPrepared *p;
    atomic_int goes_on, ended;
} Cancelled;

static void *run_until_cancelled(void *user) {
    Cancelled *self = user;
    TnStatus s = TN_OK;
    while (s == TN_OK) {
        s = run(self->p, 1);
        atomic_store(&self->goes_on, 1);
    }
    atomic_store(&self->ended, (int)s);
    return NULL;
}

static void cancelling(TnExecutable *executable) {
    Cancelled c = {.p = NULL};
    pthread_t id;
    if (tn_executable_prepare(executable, in, &c.p, NULL) != TN_OK) abort();
    if (pthread_create(&id, NULL, run_until_cancelled, &c) != 0) abort();
    while (!atomic_load(&c.goes_on)) usleep(100);
    tn_prepared_cancel(c.p);
    pthread_join(id, NULL);
    check(atomic_load(&c.ended) == TN_E_CANCELLED, "a run is cancelled from another thread");
    check(run(c.p, 1) == TN_OK, "what was cancelled runs again");
    tn_prepared_free(c.p);
}

/* --- Processes --- */

#ifndef __SANITIZE_THREAD__ /* it allows no threads behind a fork */

static int in_child(TnExecutable *executable, TnPrepared *p, bool has_threads) {
    Compiled own;
    alarm(HANG_SECONDS);
    const struct rlimit none = {0, 0};
    if (!has_threads &&
        (setrlimit(RLIMIT_NPROC, &none) != 0 || setgid(54321) != 0 || setuid(54321) != 0))
        return 2;
    const TnStatus prepared = run(p, 3);
    if (prepared != TN_OK && (has_threads || prepared != TN_E_INVALID || !tn_prepared_fault(p)))
        return 3;
    if (prepared != TN_OK) printf("    without threads: %s\n", tn_prepared_fault(p));
    fflush(stdout);
    /* With one thread oneDNN's sums may have another order. */
    if (has_threads && prepare_and_run(executable, 3) != TN_OK) return 4;
    if (!compile(&own, 0)) return 5;
    const TnStatus s = prepare_and_run(own.x, has_threads ? 3 : 1);
    end(&own);
    return s == TN_OK || (!has_threads && s == TN_E_DIFFER) ? 0 : 6;
}

static void processes(TnExecutable *executable) {
    TnPrepared *p;
    if (tn_executable_prepare(executable, in, &p, NULL) != TN_OK || run(p, 2) != TN_OK) abort();
    for (int k = 0; k < 2; k++) {
        const bool has_threads = k == 0;
        if (!has_threads && geteuid() != 0) {
            printf("skipped: only root can be a user without threads\n");
            continue;
        }
        const pid_t child = fork();
        if (child == 0) _exit(in_child(executable, p, has_threads));
        int status = -1;
        while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
        if (status) printf("    status %x\n", (unsigned)status);
        check(status == 0,
              has_threads ? "a child runs" : "a child without threads runs, or is told");
        check(run(p, 2) == TN_OK, "so does the parent");
    }
    tn_prepared_free(p);
}

#else
static void processes(TnExecutable *executable) { (void)executable; }
#endif

/* --- The host --- */

typedef struct {
    sigset_t blocked;
    struct sigaction actions[32];
    mode_t mask;
    int rounding;
    size_t variables;
} Host;

extern char **environ;

static Host host(void) {
    Host h = {.rounding = fegetround()};
    pthread_sigmask(SIG_SETMASK, NULL, &h.blocked);
    for (int i = 1; i < 32; i++) sigaction(i, NULL, &h.actions[i]);
    h.mask = umask(0);
    umask(h.mask);
    while (environ[h.variables]) h.variables++;
    return h;
}

static bool is_same(const Host *a, const Host *b) {
    bool ok = a->rounding == b->rounding && a->mask == b->mask && a->variables == b->variables;
    for (int i = 1; i < 32; i++)
        ok = ok && a->actions[i].sa_handler == b->actions[i].sa_handler &&
             sigismember(&a->blocked, i) == sigismember(&b->blocked, i);
    return ok;
}

int test_threads(int argc, char **argv) {
    Compiled c;
    if (argc > 1) n_runs = atoi(argv[1]);
    setenv("TENON_CACHE", "", 1);
    draw(x, sizeof x / sizeof *x);
    draw(w, sizeof w / sizeof *w);
    draw(v, sizeof v / sizeof *v);
    alarm(HANG_SECONDS);
    const Host before = host();
    if (!compile(&c, 0)) abort();
    TnPrepared *p;
    TnBuffer out = {expected, {128, 128}};
    if (tn_executable_prepare(c.x, in, &p, NULL) != TN_OK || tn_prepared_run(p, in, &out) != TN_OK)
        abort();
    tn_prepared_free(p);
    TnExecutableCounts counts;
    tn_executable_counts(c.x, &counts);
    printf("%zu primitives\n", counts.primitives); /* 0: a build without oneDNN */
    callers(c.x, "threads run one executable");
    callers(NULL, "threads run what each compiled");
    cancelling(c.x);
    processes(c.x);
    end(&c);
    const Host after = host();
    check(is_same(&before, &after), "the host's state is what it was");
    printf("%u passed, %u failed\n", passed, failed);
    return failed != 0;
}
