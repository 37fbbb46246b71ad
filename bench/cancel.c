/* SPDX-License-Identifier: Apache-2.0 */
/* How soon a call ends that is cancelled: for each kind of call, its own processor time, and the
 * most of it between tn_cancel and the call's return over moments that are spread through the call.
 * Time of the calling thread, so that the machine's load does not matter. What the call gives back
 * on its way out is part of it.
 *     cancel MODEL [MOMENTS [KIND]]     MOMENTS: 16 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <tenon/tenon.h>

typedef struct {
    TnContext *ctx;
    TnModule *m;
    const char *path;
} Job;

static TnStatus passes(Job *job, unsigned level, const char *single) {
    const char *items[64] = {single};
    size_t n = single ? 1 : 0;
    for (const char *item; !single && n < 64 && (item = tn_pass_of_level(level, n));)
        items[n++] = item;
    return tn_module_run_passes(job->m, items, n, NULL);
}

static TnStatus job_read(Job *job) { return tn_module_read(job->ctx, job->path, &job->m); }
static TnStatus job_o2(Job *job) { return passes(job, 2, NULL); }
static TnStatus job_legalize(Job *job) { return passes(job, 0, "LegalizeOps(loops)"); }
static TnStatus job_fuse(Job *job) {
    const char *items[] = {"LegalizeOps(loops)", "FuseOps", "FuseTIR"};
    return tn_module_run_passes(job->m, items, 3, NULL);
}
static TnStatus job_write(Job *job) { return tn_module_write(job->m, "/dev/null"); }
static TnStatus job_native(Job *job) {
    TnExecutable *x = NULL;
    const TnStatus status = tn_module_compile_native(job->m, NULL, &x);
    tn_executable_free(x);
    return status;
}
static TnStatus run(Job *job, TnBackend backend) {
    TnRun *r = NULL;
    const TnStatus status = tn_run(
        job->m, &(TnRunOptions){TN_SIZED(TnRunOptions), .backend = backend, .threads = 1}, &r);
    tn_run_free(r);
    return status;
}
static TnStatus job_eval(Job *job) { return run(job, TN_BACKEND_EVAL); }
static TnStatus job_c(Job *job) { return run(job, TN_BACKEND_C); }
static TnStatus job_llvm(Job *job) { return run(job, TN_BACKEND_LLVM); }

static const struct {
    const char *name;
    TnStatus (*work)(Job *job);
    int wants_module;
} kinds[] = {
    {"read", job_read, 0},     {"-O2", job_o2, 1},        {"LegalizeOps(loops)", job_legalize, 1},
    {"FuseTIR", job_fuse, 1},  {"write", job_write, 1},   {"compile native", job_native, 1},
    {"run eval", job_eval, 1}, {"run llvm", job_llvm, 1}, {"run c", job_c, 1},
};

static double seconds(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

typedef struct {
    TnContext *ctx;
    clockid_t clock; /* of the thread that calls */
    double at, when; /* to be cancelled, was cancelled: its seconds */
    volatile int is_over;
} Canceller;

static void *cancel(void *user) {
    Canceller *self = user;
    while (!self->is_over && seconds(self->clock) < self->at)
        nanosleep(&(struct timespec){.tv_nsec = 100000}, NULL);
    if (self->is_over) return NULL;
    self->when = seconds(self->clock);
    tn_cancel(self->ctx);
    return NULL;
}

/* Seconds of the call, and of its part behind the cancelling (-1: it ended by itself). */
static TnStatus try_once(size_t kind, const char *path, double after, double *all, double *late) {
    TnOptions options = {TN_SIZED(TnOptions), .limits.memory_bytes = (size_t)8 << 30};
    Job job = {.path = path};
    Canceller c = {.at = 0};
    pthread_t thread;
    TnStatus status = tn_context_new(&options, &job.ctx);
    if (status == TN_OK && kinds[kind].wants_module) status = job_read(&job);
    if (status != TN_OK) exit(1);
    pthread_getcpuclockid(pthread_self(), &c.clock);
    c.ctx = job.ctx;
    const double begin = seconds(c.clock);
    c.at = begin + after;
    const int is_cancelled = after >= 0 && pthread_create(&thread, NULL, cancel, &c) == 0;
    status = kinds[kind].work(&job);
    const double end = seconds(c.clock);
    c.is_over = 1;
    if (is_cancelled) pthread_join(thread, NULL);
    *all = end - begin;
    *late = c.when > 0 && status == TN_E_CANCELLED ? end - c.when : -1;
    tn_module_free(job.m);
    tn_context_free(job.ctx);
    return status;
}

int main(int argc, char **argv) {
    const int moments = argc > 2 ? atoi(argv[2]) : 16;
    if (argc < 2 || moments < 1)
        return fprintf(stderr, "usage: cancel MODEL [MOMENTS [KIND]]\n"), 1;
    for (size_t kind = 0; kind < sizeof kinds / sizeof kinds[0]; kind++) {
        double whole, all, late, most = 0, at = 0;
        int n = 0;
        if (argc > 3 && strcmp(argv[3], kinds[kind].name) != 0) continue;
        const TnStatus status = try_once(kind, argv[1], -1, &whole, &late);
        for (int i = 0; status == TN_OK && i < moments; i++) {
            const double after = whole * (i + 0.5) / moments;
            if (try_once(kind, argv[1], after, &all, &late) != TN_E_CANCELLED || late < 0) continue;
            n++;
            if (late > most) most = late, at = after;
        }
        printf(
            "%-20s status %d, %8.1f ms; cancelled %2d times, at most %7.1f ms late (at %.1f ms)\n",
            kinds[kind].name, (int)status, whole * 1e3, n, most * 1e3, at * 1e3);
        fflush(stdout);
    }
    return 0;
}
