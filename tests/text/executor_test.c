/* SPDX-License-Identifier: Apache-2.0 */
/* Models as executables, through the public interface:
 *     tenon-test executor [--runs COUNT] [--steady] FILE[,DIM=VALUE]...
 *
 * - the same bits with 1, 2, 3 and 4 threads, without oneDNN;
 * - four threads that run one executable at once get what one alone gets, with and without oneDNN;
 * - COUNT runs of a prepared model request no memory, neither of the context's allocator nor of
 *   malloc, take no lock, call the system for nothing but to wake and await threads of the pool,
 *   and cause no page fault: all of the process is counted. --steady: this alone. What oneDNN's
 *   kernels request is printed only: on some CPUs its convolutions do on two threads. Products by
 *   oneDNN's gemm take a lock in each call, too: models with such calls are for runs without
 *   --steady;
 * - a run writes its arena up to the planned end, and nothing beyond. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tenon/tenon.h>

#include "drivers.h"
#include "heap_count.h"
#include "watch.h"

enum { DIMS_MAX = 8, THREADS = 4, EACH = 20 };

static atomic_size_t hook_requests;

static void *hook_resize(void *user, void *ptr, size_t old_size, size_t new_size) {
    (void)user;
    (void)old_size;
    atomic_fetch_add(&hook_requests, 1);
    if (new_size) return realloc(ptr, new_size);
    free(ptr);
    return NULL;
}

/* --- A model --- */

typedef struct {
    TnContext *ctx;
    TnModule *m;
    char *path;
    TnDim dims[DIMS_MAX];
    size_t n_dims;
    TnRun *drawn;
    TnBuffer *in;
    size_t n_runs;
    bool is_steady;
    unsigned passed, failed;
} Test;

static bool check(Test *t, bool ok, const char *what) {
    if (ok)
        t->passed++;
    else
        t->failed++;
    if (ok) return true;
    printf("FAILED %s: %s\n", t->path, what);
    for (size_t i = 0; i < tn_diag_count(t->ctx); i++) {
        TnDiag d;
        if (tn_diag_get(t->ctx, i, &d) == TN_OK) printf("    %s", d.text);
    }
    return false;
}

static size_t dtype_bytes(const char *dtype) {
    const char *digits = dtype + strcspn(dtype, "0123456789");
    return *digits ? (size_t)atoi(digits) / 8 : 1;
}

static size_t bytes_of(const TnExecutableValue *v, const TnBuffer *b) {
    size_t n = dtype_bytes(v->dtype);
    for (uint32_t d = 0; d < v->ndim; d++) n *= (size_t)b->dims[d];
    return n;
}

/* What a run gives, in one block. NULL: it fails. */
typedef struct {
    char *data;
    size_t bytes;
} Result;

static Result run_once(TnExecutable *x, const TnBuffer *in) {
    const size_t n = tn_executable_output_count(x);
    Result r = {.data = NULL};
    TnPrepared *p;
    TnBuffer *out = calloc(n + 1, sizeof *out);
    if (tn_executable_prepare(x, in, &p, NULL) == TN_OK) {
        if (tn_prepared_outputs(p, 1, out) == TN_OK && tn_prepared_run(p, in, out) == TN_OK) {
            for (size_t i = 0; i < n; i++) {
                TnExecutableValue v;
                if (tn_executable_output(x, i, &v) != TN_OK) continue;
                const size_t bytes = bytes_of(&v, &out[i]);
                r.data = realloc(r.data, r.bytes + bytes + 1);
                if (bytes) memcpy(r.data + r.bytes, out[i].data, bytes);
                r.bytes += bytes;
                if (v.is_dynamic) tn_output_free(out[i].data);
            }
        }
        tn_prepared_free(p);
    }
    free(out);
    return r;
}

static bool same(Result a, Result b) {
    return a.data && b.data && a.bytes == b.bytes && memcmp(a.data, b.data, a.bytes) == 0;
}

static TnExecutable *compile(Test *t, int64_t threads, bool onednn) {
    TnExecutable *x;
    const TnNativeOptions options = {TN_SIZED(TnNativeOptions), .threads = threads,
                                     .deterministic = !onednn, .dims = t->dims,
                                     .n_dims = t->n_dims};
    return check(t, tn_module_compile_native(t->m, &options, &x) == TN_OK, "does not compile")
               ? x
               : NULL;
}

/* --- The checks --- */

static void any_number_of_threads(Test *t) {
    Result first = {.data = NULL};
    for (int64_t threads = 1; threads <= THREADS; threads++) {
        TnExecutable *x = compile(t, threads, false);
        if (!x) break;
        Result r = run_once(x, t->in);
        check(t, threads == 1 ? r.data != NULL : same(first, r), "other bits with more threads");
        if (threads == 1)
            first = r;
        else
            free(r.data);
        tn_executable_free(x);
    }
    free(first.data);
}

typedef struct {
    TnExecutable *x;
    const TnBuffer *in;
    Result expected;
    bool ok;
} Runner;

static void *run_often(void *user) {
    Runner *r = user;
    r->ok = true;
    for (int i = 0; r->ok && i < EACH; i++) {
        const Result got = run_once(r->x, r->in);
        r->ok = same(got, r->expected);
        free(got.data);
    }
    return NULL;
}

static void at_once(Test *t, bool onednn) {
    Runner runners[THREADS];
    pthread_t ids[THREADS];
    TnExecutable *x = compile(t, 1, onednn);
    if (!x) return;
    const Result expected = run_once(x, t->in);
    for (int i = 0; i < THREADS; i++) {
        runners[i] = (Runner){.x = x, .in = t->in, .expected = expected};
        if (pthread_create(&ids[i], NULL, run_often, &runners[i]) != 0) abort();
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(ids[i], NULL);
        check(t, runners[i].ok, onednn ? "at once, with oneDNN" : "at once");
    }
    TnExecutableCounts counts;
    tn_executable_counts(x, &counts);
    check(t, counts.prepared <= THREADS && counts.prepared + counts.reused == THREADS * EACH + 1,
          "states are used again");
    free(expected.data);
    tn_executable_free(x);
}

/* What the system does by itself (it moves a page, it gathers some) is not found each time. */
static Watch watch_runs(Test *t, TnPrepared *p, TnBuffer *out, bool *ok) {
    enum { TIMES = 3 };
    Watch w = {.faults = 1};
    for (int i = 0; *ok && i < TIMES && w.faults; i++) {
        watch_begin();
        for (size_t k = 0; *ok && k < t->n_runs; k++) *ok = tn_prepared_run(p, t->in, out) == TN_OK;
        w = watch_end();
        if (w.calls || w.locks) break;
    }
    return w;
}

static void in_steady_state(Test *t, bool onednn, int64_t threads) {
    TnExecutable *x = compile(t, threads, onednn);
    TnPrepared *p = NULL;
    if (!x) return;
    TnBuffer *out = calloc(tn_executable_output_count(x) + 1, sizeof *out);
    bool ok = tn_executable_prepare(x, t->in, &p, NULL) == TN_OK &&
              tn_prepared_outputs(p, 1, out) == TN_OK;
    ok = ok && tn_prepared_run(p, t->in, out) == TN_OK; /* the first one touches pages */
    const size_t hook_before = hook_requests;
    heap_count_start();
    const HeapCount before = heap_count();
    const Watch watch = watch_runs(t, p, out, &ok);
    const HeapCount after = heap_count();
    const long long by_onednn = after.by_onednn - before.by_onednn;
    const long long requests = after.requests - before.requests - by_onednn;
    TnExecutableCounts counts;
    tn_executable_counts(x, &counts);
    check(t, ok, "runs again and again");
    check(t, hook_requests == hook_before, "the context's allocator is called in a run");
    const bool is_strict = t->is_steady || !counts.primitives;
    if (heap_counts_requests() && is_strict) {
        check(t, requests == 0, "memory is requested in a run");
        check(t, watch.faults == 0, "a run causes page faults");
    }
    if (watch.has_locks && is_strict) check(t, watch.locks == 0, "a run takes a lock");
    if (watch.has_calls) {
        check(t, watch.calls == 0, "a run calls the system, not for threads of the pool");
        check(t, threads > 1 || watch.pool == 0, "a run of one thread wakes or awaits threads");
    }
    printf(
        "%-16s %s, %d threads: %zu primitives, %zu bytes of arena; %zu runs: %lld requests of "
        "memory, %lld by oneDNN, %lld locks, %lld page faults, %lld calls by the pool, %lld others",
        strrchr(t->path, '/') ? strrchr(t->path, '/') + 1 : t->path, onednn ? "onednn" : "llvm  ",
        (int)threads, counts.primitives, tn_prepared_bytes(p), t->n_runs, requests, by_onednn,
        watch.locks, watch.faults, watch.pool, watch.calls);
    printf(watch.calls ? " (number %lld first)\n" : "\n", watch.first);
    tn_prepared_free(p);
    free(out);
    tn_executable_free(x);
}

/* What is planned is needed: but for the last line's end, and what a kernel that fails no check
 * leaves unwritten. */
static void as_planned(Test *t) {
    TnRun *run;
    TnRunMemory memory = {0};
    const TnRunOptions options = {
        TN_SIZED(TnRunOptions), .dims = t->dims, .n_dims = t->n_dims, .backend = TN_BACKEND_LLVM,
        .threads = 2,           .keep = 1,       .specialize = 1};
    if (!check(t, tn_run(t->m, &options, &run) == TN_OK, "runs once")) return;
    check(t, tn_run_memory(run, &memory) == TN_OK, "a kernel writes beside the arena");
    check(t,
          memory.touched_bytes <= memory.planned_bytes &&
              memory.touched_bytes + 64 > memory.planned_bytes,
          "the plan's end is not reached");
    if (memory.touched_bytes + 64 <= memory.planned_bytes)
        printf("    planned %zu, written %zu\n", memory.planned_bytes, memory.touched_bytes);
    tn_run_free(run);
}

static void test_model(Test *t, char *arg) {
    static const TnAllocator hook = {.resize = hook_resize};
    const TnOptions context = {TN_SIZED(TnOptions), .allocator = &hook};
    t->path = arg;
    t->n_dims = 0;
    for (char *at = strchr(arg, ','); at; at = strchr(at + 1, ',')) {
        char *equals = strchr(at, '=');
        if (!equals || t->n_dims == DIMS_MAX) abort();
        *at = *equals = '\0';
        t->dims[t->n_dims++] = (TnDim){at + 1, strtoll(equals + 1, NULL, 10)};
        at = equals;
    }
    if (tn_context_new(&context, &t->ctx) != TN_OK) abort();
    const TnRunOptions draw = {TN_SIZED(TnRunOptions), .dims = t->dims, .n_dims = t->n_dims,
                               .inputs_only = 1};
    if (check(t,
              tn_module_read(t->ctx, t->path, &t->m) == TN_OK &&
                  tn_run(t->m, &draw, &t->drawn) == TN_OK,
              "is not read")) {
        t->in = calloc(tn_run_input_count(t->drawn) + 1, sizeof *t->in);
        for (size_t i = 0; i < tn_run_input_count(t->drawn); i++) {
            TnTensorInfo info;
            if (tn_run_input(t->drawn, i, &info) != TN_OK) abort();
            t->in[i].data = (void *)(uintptr_t)info.data;
            for (uint32_t d = 0; d < info.ndim; d++) t->in[i].dims[d] = info.dims[d];
        }
        if (!t->is_steady) any_number_of_threads(t);
        for (int i = 0; !t->is_steady && i < 2; i++) at_once(t, i != 0);
        for (int i = 0; i < 4; i++) in_steady_state(t, i >= 2, i % 2 ? 2 : 1);
        if (!t->is_steady) as_planned(t);
        free(t->in);
        tn_run_free(t->drawn);
        tn_module_free(t->m);
    }
    tn_context_free(t->ctx);
}

int test_executor(int argc, char **argv) {
    Test t = {.n_runs = 1000};
    watch_start();
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--runs") == 0 && i + 1 < argc)
            t.n_runs = (size_t)strtoull(argv[++i], NULL, 10);
        else if (strcmp(argv[i], "--steady") == 0)
            t.is_steady = true;
        else
            test_model(&t, argv[i]);
    }
    printf("%u passed, %u failed\n", t.passed, t.failed);
    return t.failed != 0;
}
