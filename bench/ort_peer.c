/* SPDX-License-Identifier: Apache-2.0 */
/* ONNX Runtime as the peer: a model on .npy files, many times, through its C API.
 *
 *     ort_peer LIBRARY MODEL INPUTS [--threads N] [--iterations N] [--warmup N] [--save DIR] [--steps N]
 *
 * INPUTS is a folder of in_NAME.npy, as `tenon run --save` writes them. Prints one line of JSON. The CPU provider, one
 * thread between operators, all graph optimisations; outputs are allocated once, by the first run. With
 * --steps the inputs are those of INPUTS/1 to INPUTS/N, one after the other, once each after a warm-up with
 * the first; each run allocates its outputs.
 *
 * The library comes without its header (bench/get-ort.sh). OrtApi is a struct of function pointers to which
 * versions only append; the numbers of the entries are their places in
 * include/onnxruntime/core/session/onnxruntime_c_api.h of github.com/microsoft/onnxruntime, which says what
 * each takes. */
#include <dlfcn.h>
#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>

#include "npy.h"

enum {
    API_VERSION = 17,
    ENTRIES = 101,
    OPTIMISE_ALL = 99,
    WARNINGS = 3,
    ARENA_ALLOCATOR = 1,
    DEFAULT_MEMORY = 0,
    FLOAT32 = 1
};

enum {
    GET_ERROR_MESSAGE = 2,
    CREATE_ENV = 3,
    CREATE_SESSION = 7,
    RUN = 9,
    CREATE_SESSION_OPTIONS = 10,
    SET_OPTIMISATION = 23,
    SET_INTRA_THREADS = 24,
    SET_INTER_THREADS = 25,
    INPUT_COUNT = 30,
    OUTPUT_COUNT = 31,
    INPUT_NAME = 36,
    OUTPUT_NAME = 37,
    TENSOR_WITH_DATA = 49,
    TENSOR_DATA = 51,
    ELEMENT_TYPE = 60,
    DIMENSIONS_COUNT = 61,
    DIMENSIONS = 62,
    TYPE_AND_SHAPE = 65,
    CPU_MEMORY_INFO = 69,
    DEFAULT_ALLOCATOR = 78,
};

typedef struct Status Status; /* NULL: it went well. Never freed: it ends the program */

typedef struct {
    void *const *(*get)(uint32_t version);
    const char *(*version)(void);
} ApiBase;

typedef struct {
    void *const *api;
    void *session, *memory;
    size_t n_inputs, n_outputs;
    const char **input_names, **output_names;
    void **inputs, **outputs;
} Peer;

typedef struct {
    const char *library, *model, *inputs, *save;
    int threads, iterations, warmup, steps;
} Options;

/* The entry as a function of that type. */
#define ENTRY(peer, number, ...) ((Status * (*)(__VA_ARGS__))(uintptr_t)(peer)->api[number])

static void die(const char *what, const char *why) {
    fprintf(stderr, "ort_peer: %s: %s\n", what, why);
    exit(2);
}

static void check(const Peer *peer, Status *status, const char *what) {
    if (status) die(what, ((const char *(*)(const Status *))(uintptr_t)peer->api[GET_ERROR_MESSAGE])(status));
}

static void *some(size_t n, size_t size) {
    void *p = calloc(n + 1, size);
    if (!p) die("calloc", strerror(errno));
    return p;
}

static const char *load(Peer *peer, const char *path) {
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!library) die(path, dlerror());
    const ApiBase *(*base)(void);
    void *symbol = dlsym(library, "OrtGetApiBase");
    if (!symbol) die(path, "no OrtGetApiBase");
    memcpy(&base, &symbol, sizeof base);
    peer->api = base()->get(API_VERSION);
    if (!peer->api) die(path, "an older version");
    return base()->version();
}

static void open_session(Peer *peer, const Options *o) {
    void *env, *how;
    check(peer, ENTRY(peer, CREATE_ENV, int, const char *, void **)(WARNINGS, "ort_peer", &env), "CreateEnv");
    check(peer, ENTRY(peer, CREATE_SESSION_OPTIONS, void **)(&how), "CreateSessionOptions");
    check(peer, ENTRY(peer, SET_OPTIMISATION, void *, int)(how, OPTIMISE_ALL), "SetSessionGraphOptimizationLevel");
    check(peer, ENTRY(peer, SET_INTRA_THREADS, void *, int)(how, o->threads), "SetIntraOpNumThreads");
    check(peer, ENTRY(peer, SET_INTER_THREADS, void *, int)(how, 1), "SetInterOpNumThreads");
    check(peer,
          ENTRY(peer, CREATE_SESSION, void *, const char *, void *, void **)(env, o->model, how,
                                                                             &peer->session),
          o->model);
}

static const char **names(const Peer *peer, int entry, size_t n) {
    void *allocator;
    const char **list = some(n, sizeof *list);
    check(peer, ENTRY(peer, DEFAULT_ALLOCATOR, void **)(&allocator), "GetAllocatorWithDefaultOptions");
    for (size_t i = 0; i < n; i++) {
        check(
            peer,
            ENTRY(peer, entry, void *, size_t, void *, const char **)(peer->session, i, allocator, &list[i]),
            "names");
    }
    return list;
}

/* As `tenon run` names the files of --save: what is no part of a name in Relax is '_'. */
static void input_path(char *out, size_t size, const char *dir, const char *name) {
    const int start = snprintf(out, size, "%s/in_%s.npy", dir, name);
    if (start < 0 || (size_t)start >= size) die(name, "a path too long");
    for (char *p = out + strlen(dir) + 4, *end = out + strlen(out) - 4; p < end; p++) {
        const bool plain =
            (*p >= 'a' && *p <= 'z') || (*p >= 'A' && *p <= 'Z') || (*p >= '0' && *p <= '9') || *p == '_';
        if (!plain) *p = '_';
    }
}

static void read_inputs(Peer *peer, const char *dir) {
    char path[4096];
    if (!peer->memory) {
        check(peer,
              ENTRY(peer, CPU_MEMORY_INFO, int, int, void **)(ARENA_ALLOCATOR, DEFAULT_MEMORY, &peer->memory),
              "CreateCpuMemoryInfo");
    }
    peer->inputs = some(peer->n_inputs, sizeof *peer->inputs);
    for (size_t i = 0; i < peer->n_inputs; i++) {
        Npy t;
        input_path(path, sizeof path, dir, peer->input_names[i]);
        const char *wrong = npy_load(&t, path);
        if (wrong) die(path, wrong);
        check(peer,
              ENTRY(peer, TENSOR_WITH_DATA, void *, void *, size_t, const int64_t *, size_t, int, void **)(
                  peer->memory, t.data, t.bytes, t.dims, t.ndim, t.type, &peer->inputs[i]),
              path);
    }
}

static double greatest(const Npy *t) {
    size_t count = 1;
    double most = 0;
    for (size_t i = 0; i < t->ndim; i++) count *= (size_t)t->dims[i];
    for (size_t i = 0; t->type == FLOAT32 && i < count; i++)
        most = fmax(most, fabs((double)((const float *)t->data)[i]));
    return most;
}

/* Writes the outputs where `dir` says so; returns the greatest magnitude of their floats. */
static double look_at_outputs(const Peer *peer, const char *dir) {
    char path[4096];
    double most = 0;
    if (dir && mkdir(dir, 0777) != 0 && errno != EEXIST) die(dir, strerror(errno));
    for (size_t i = 0; i < peer->n_outputs; i++) {
        void *shape;
        Npy t = {.ndim = 0};
        check(peer, ENTRY(peer, TYPE_AND_SHAPE, void *, void **)(peer->outputs[i], &shape), "GetTensorTypeAndShape");
        check(peer, ENTRY(peer, ELEMENT_TYPE, void *, int *)(shape, &t.type), "GetTensorElementType");
        check(peer, ENTRY(peer, DIMENSIONS_COUNT, void *, size_t *)(shape, &t.ndim), "GetDimensionsCount");
        if (t.ndim > NPY_RANK) die(peer->output_names[i], "too many dims");
        check(peer, ENTRY(peer, DIMENSIONS, void *, int64_t *, size_t)(shape, t.dims, t.ndim), "GetDimensions");
        check(peer, ENTRY(peer, TENSOR_DATA, void *, void **)(peer->outputs[i], &t.data), "GetTensorMutableData");
        most = fmax(most, greatest(&t));
        snprintf(path, sizeof path, "%s/out_%zu.npy", dir ? dir : "", i);
        const char *wrong = dir ? npy_save(&t, path) : NULL;
        if (wrong) die(path, wrong);
    }
    return most;
}

static double now_ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

static double run_once(const Peer *peer) {
    const double start = now_ms();
    Status *status = ENTRY(peer, RUN, void *, void *, const char **, void **, size_t, const char **, size_t,
                           void **)(peer->session, NULL, peer->input_names, peer->inputs, peer->n_inputs,
                                    peer->output_names, peer->n_outputs, peer->outputs);
    const double ms = now_ms() - start;
    check(peer, status, "Run");
    return ms;
}

/* The inputs of the next step, and outputs that are still to be made. */
static void next_step(Peer *peer, const Options *o, int step) {
    char dir[4096];
    memset(peer->outputs, 0, peer->n_outputs * sizeof *peer->outputs);
    snprintf(dir, sizeof dir, "%s/%d", o->inputs, step);
    read_inputs(peer, dir); /* those of the steps before stay until the end */
}

static int ascending(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static int number(const char *text) {
    char *end;
    const long n = strtol(text, &end, 10);
    if (!*text || *end || n < 0 || n > 1000000000) die(text, "no number");
    return (int)n;
}

static Options parse(int argc, char **argv) {
    Options o = {.threads = 1, .iterations = 50, .warmup = 5};
    const char **operands[] = {&o.library, &o.model, &o.inputs};
    struct {
        const char *name;
        int *value;
    } numbers[] = {{"--threads", &o.threads},
                   {"--iterations", &o.iterations},
                   {"--warmup", &o.warmup},
                   {"--steps", &o.steps}};
    size_t n = 0;
    for (int i = 1; i < argc; i++) {
        bool known = false;
        for (size_t k = 0; k < sizeof numbers / sizeof numbers[0] && i + 1 < argc && !known; k++) {
            if (strcmp(argv[i], numbers[k].name) != 0) continue;
            *numbers[k].value = number(argv[++i]);
            known = true;
        }
        if (!known && strcmp(argv[i], "--save") == 0 && i + 1 < argc) {
            o.save = argv[++i];
        } else if (!known && n < 3 && argv[i][0] != '-') {
            *operands[n++] = argv[i];
        } else if (!known) {
            n = 4;
        }
    }
    if (o.steps) o.iterations = o.steps;
    if (n != 3 || o.iterations < 1 || o.threads < 1) {
        fprintf(stderr, "usage: ort_peer LIBRARY MODEL INPUTS [--threads N] [--iterations N] [--warmup N] [--save DIR] "
                        "[--steps N]\n");
        exit(1);
    }
    return o;
}

int main(int argc, char **argv) {
    const Options o = parse(argc, argv);
    Peer peer = {.n_inputs = 0};
    const char *version = load(&peer, o.library);
    const double start = now_ms();
    open_session(&peer, &o);
    const double load_ms = now_ms() - start;
    check(&peer, ENTRY(&peer, INPUT_COUNT, void *, size_t *)(peer.session, &peer.n_inputs), "SessionGetInputCount");
    check(&peer, ENTRY(&peer, OUTPUT_COUNT, void *, size_t *)(peer.session, &peer.n_outputs), "SessionGetOutputCount");
    peer.input_names = names(&peer, INPUT_NAME, peer.n_inputs);
    peer.output_names = names(&peer, OUTPUT_NAME, peer.n_outputs);
    peer.outputs = some(peer.n_outputs, sizeof *peer.outputs);
    if (o.steps) next_step(&peer, &o, 1);
    if (!o.steps) read_inputs(&peer, o.inputs);
    const double first_ms = run_once(&peer); /* allocates the outputs */
    for (int i = 0; i < o.warmup; i++) run_once(&peer);
    double *ms = some((size_t)o.iterations, sizeof *ms);
    double total_ms = 0;
    for (int i = 0; i < o.iterations; i++) {
        if (o.steps) next_step(&peer, &o, i + 1);
        total_ms += ms[i] = run_once(&peer);
    }
    qsort(ms, (size_t)o.iterations, sizeof *ms, ascending);
    const double greatest_output = look_at_outputs(&peer, o.save);
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    printf(
        "{\"peer\": \"onnxruntime %s\", \"threads\": %d, \"iterations\": %d, \"min_ms\": %.6f, \"median_ms\": %.6f, "
        "\"total_ms\": %.6f, \"first_ms\": %.6f, \"load_ms\": %.3f, \"rss_bytes\": %ld, \"outputs\": %zu, \"greatest_output\": %.9g}\n",
        version, o.threads, o.iterations, ms[0], ms[o.iterations / 2], total_ms, first_ms, load_ms,
        usage.ru_maxrss * 1024, peer.n_outputs, greatest_output);
    free(ms);
    return 0;
}
