/* SPDX-License-Identifier: Apache-2.0 */
/* ONNX Runtime as the peer: a model on .npy files, many times, through its C API.
 *
 *     ort_peer LIBRARY MODEL INPUTS [--threads N] [--iterations N] [--seconds N] [--warmup N]
 *               [--save DIR] [--steps N]
 *
 *     ort_peer LIBRARY MODEL OPTIMIZED.onnx --optimize  writes the model as ONNX Runtime's
 *                                                       optimizer leaves it
 *
 * INPUTS is a folder of in_NAME.npy, as `tenon run --save` writes them. Prints one line of JSON.
 * The CPU provider, one thread between operators, all graph optimisations; outputs are allocated
 * once, by the first run. With --steps the inputs are those of INPUTS/1 to INPUTS/N, one after the
 * other, once each after a warm-up with the first; each run allocates its outputs. */
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

#include "command/ort.h"
#include "npy.h"

enum { FLOAT32 = 1 };

typedef struct {
    Ort ort;
    OrtSession session;
    void **inputs, **outputs;
} Peer;

typedef struct {
    const char *library, *model, *inputs, *save;
    int threads, iterations, warmup, steps;
    int seconds; /* after which no more iterations begin; 0: any number */
    bool optimize;
} Options;

static void die(const char *what, const char *why) {
    fprintf(stderr, "ort_peer: %s: %s\n", what, why);
    exit(2);
}

static void check(const Peer *peer, bool ok, const char *what) {
    if (!ok) die(what, peer->ort.why);
}

static void *some(size_t n, size_t size) {
    void *p = calloc(n + 1, size);
    if (!p) die("calloc", strerror(errno));
    return p;
}

/* As `tenon run` names the files of --save: what is no part of a name in Relax is '_'. */
static void input_path(char *out, size_t size, const char *dir, const char *name) {
    const int start = snprintf(out, size, "%s/in_%s.npy", dir, name);
    if (start < 0 || (size_t)start >= size) die(name, "a path too long");
    for (char *p = out + strlen(dir) + 4, *end = out + strlen(out) - 4; p < end; p++) {
        const bool plain = (*p >= 'a' && *p <= 'z') || (*p >= 'A' && *p <= 'Z') ||
                           (*p >= '0' && *p <= '9') || *p == '_';
        if (!plain) *p = '_';
    }
}

static void read_inputs(Peer *peer, const char *dir) {
    char path[4096];
    peer->inputs = some(peer->session.n_inputs, sizeof *peer->inputs);
    for (size_t i = 0; i < peer->session.n_inputs; i++) {
        Npy t;
        input_path(path, sizeof path, dir, peer->session.input_names[i]);
        const char *wrong = npy_load(&t, path);
        if (wrong) die(path, wrong);
        OrtTensor given = {.type = t.type, .ndim = t.ndim, .data = t.data, .bytes = t.bytes};
        memcpy(given.dims, t.dims, t.ndim * sizeof t.dims[0]);
        check(peer, ort_value_new(&peer->ort, &given, &peer->inputs[i]), path);
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
static double look_at_outputs(Peer *peer, const char *dir) {
    char path[4096];
    double most = 0;
    if (dir && mkdir(dir, 0777) != 0 && errno != EEXIST) die(dir, strerror(errno));
    for (size_t i = 0; i < peer->session.n_outputs; i++) {
        OrtTensor made;
        check(peer, ort_value_tensor(&peer->ort, peer->outputs[i], &made),
              peer->session.output_names[i]);
        Npy t = {.type = made.type, .ndim = made.ndim, .data = made.data, .bytes = made.bytes};
        if (t.ndim > NPY_RANK) die(peer->session.output_names[i], "too many dims");
        if (made.own) die(peer->session.output_names[i], "strings have no .npy file here");
        memcpy(t.dims, made.dims, t.ndim * sizeof t.dims[0]);
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

static double run_once(Peer *peer) {
    const double start = now_ms();
    const bool ok = ort_run(&peer->ort, &peer->session, peer->inputs, peer->outputs);
    const double ms = now_ms() - start;
    check(peer, ok, "Run");
    return ms;
}

/* The inputs of the next step, and outputs that are still to be made. */
static void next_step(Peer *peer, const Options *o, int step) {
    char dir[4096];
    memset(peer->outputs, 0, peer->session.n_outputs * sizeof *peer->outputs);
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
                   {"--seconds", &o.seconds},
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
        } else if (!known && strcmp(argv[i], "--optimize") == 0) {
            o.optimize = true;
        } else if (!known && n < 3 && argv[i][0] != '-') {
            *operands[n++] = argv[i];
        } else if (!known) {
            n = 4;
        }
    }
    if (o.steps) o.iterations = o.steps;
    if (n != 3 || o.iterations < 1 || o.threads < 1) {
        fprintf(
            stderr,
            "usage: ort_peer LIBRARY MODEL INPUTS [--threads N] [--iterations N] [--seconds N] [--warmup N] [--save DIR] "
            "[--steps N]\n       ort_peer LIBRARY MODEL OPTIMIZED.onnx --optimize\n");
        exit(1);
    }
    return o;
}

int main(int argc, char **argv) {
    const Options o = parse(argc, argv);
    Peer peer = {.inputs = NULL};
    check(&peer, ort_open(&peer.ort, o.library), o.library);
    const double start = now_ms();
    const OrtModel model = {.path = o.model,
                            .threads = o.threads,
                            .all_optimizations = true,
                            .optimized = o.optimize ? o.inputs : NULL};
    check(&peer, ort_session_open(&peer.ort, &peer.session, &model), o.model);
    if (o.optimize) return 0;
    const double load_ms = now_ms() - start;
    peer.outputs = some(peer.session.n_outputs, sizeof *peer.outputs);
    if (o.steps) next_step(&peer, &o, 1);
    if (!o.steps) read_inputs(&peer, o.inputs);
    const double first_ms = run_once(&peer); /* allocates the outputs */
    double warm_ms = first_ms;
    for (int i = 0; i < o.warmup && (!o.seconds || warm_ms < 1e3 * o.seconds); i++)
        warm_ms += run_once(&peer);
    double *ms = some((size_t)o.iterations, sizeof *ms);
    double total_ms = 0;
    int n = 0;
    while (n < o.iterations && !(n && o.seconds && total_ms >= 1e3 * o.seconds)) {
        if (o.steps) next_step(&peer, &o, n + 1);
        total_ms += ms[n] = run_once(&peer);
        n++;
    }
    qsort(ms, (size_t)n, sizeof *ms, ascending);
    const double greatest_output = look_at_outputs(&peer, o.save);
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    printf(
        "{\"peer\": \"onnxruntime %s\", \"threads\": %d, \"iterations\": %d, \"min_ms\": %.6f, \"median_ms\": %.6f, "
        "\"total_ms\": %.6f, \"first_ms\": %.6f, \"load_ms\": %.3f, \"rss_bytes\": %ld, \"outputs\": %zu, \"greatest_output\": %.9g}\n",
        peer.ort.version, o.threads, n, ms[0], ms[n / 2], total_ms, first_ms, load_ms,
        usage.ru_maxrss * 1024, peer.session.n_outputs, greatest_output);
    free(ms);
    return 0;
}
