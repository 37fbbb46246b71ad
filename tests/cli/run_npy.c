/* SPDX-License-Identifier: Apache-2.0 */
/* Calls net_main of an artefact, whose header is given by -include, on .npy files, and holds what
 * comes out against others:
 *     run_npy IN.npy ... -- OUT.npy ...
 * An element of float32 may be off by 1e-5 of the largest of its output, or of 1; of other types it
 * is to be the same. Says how far the farthest is.
 *
 * With -DTHREADS=N, of what --threads made: also by pools of 0 to N threads beside the caller, and
 * by one that goes backwards; these give the same bits. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    char *data;
    char type[8]; /* f4 */
    size_t bytes, size;
    int64_t dims[sizeof((net_tensor *)0)->dims / sizeof(int64_t)];
    size_t rank;
} Npy;

static void fail(const char *path, const char *what) {
    fprintf(stderr, "%s: %s\n", path, what);
    exit(2);
}

static Npy read_npy(const char *path) {
    Npy a;
    unsigned char head[10];
    FILE *f = fopen(path, "rb");
    char *text, *at;
    memset(&a, 0, sizeof a);
    if (!f || fread(head, 1, 10, f) != 10 || memcmp(head, "\x93NUMPY\x01", 7) != 0)
        fail(path, "no .npy file");
    text = calloc(1, head[8] + 256u * head[9] + 1);
    if (fread(text, 1, head[8] + 256u * head[9], f) != head[8] + 256u * head[9])
        fail(path, "it is cut");
    at = strstr(text, "'descr'");
    sscanf(strchr(at + 7, '\'') + 2, "%7[^']", a.type);
    a.size = (size_t)atoi(a.type + 1);
    at = strchr(strstr(text, "'shape'"), '(') + 1;
    while (*at >= '0' && *at <= '9') {
        if (a.rank == sizeof a.dims / sizeof *a.dims) fail(path, "too many dims");
        a.dims[a.rank++] = strtoll(at, &at, 10);
        at += strspn(at, ", ");
    }
    a.bytes = a.size;
    for (size_t i = 0; i < a.rank; i++) a.bytes *= (size_t)a.dims[i];
    a.data = malloc(a.bytes + 1);
    if (fread(a.data, 1, a.bytes, f) != a.bytes) fail(path, "it is cut");
    fclose(f);
    free(text);
    return a;
}

static double farthest;

static int is_near(const Npy *want, const char *data) {
    const float *a = (const float *)(const void *)data,
                *b = (const float *)(const void *)want->data;
    double largest = 1;
    if (strcmp(want->type, "f4") != 0) return memcmp(data, want->data, want->bytes) == 0;
    for (size_t i = 0; i < want->bytes / 4; i++) largest = fmax(largest, fabs(b[i]));
    for (size_t i = 0; i < want->bytes / 4; i++) {
        const double off = fabs((double)a[i] - (double)b[i]) / largest;
        if (!(off <= 1e-5)) {
            fprintf(stderr, "element %zu is %.9g, not %.9g\n", i, (double)a[i], (double)b[i]);
            return 0;
        }
        farthest = fmax(farthest, off);
    }
    return 1;
}

#ifdef THREADS
#include "pool.h"

enum { ROUNDS = THREADS + 4 };

static int64_t pieces;

static int backwards(void *user, int (*piece)(void *job, int64_t i), void *job, int64_t n) {
    int result = 0;
    (void)user;
    pieces += n;
    for (int64_t i = n; i-- > 0;) result |= piece(job, i);
    return result;
}

/* The first round is by no pool; the second backwards. */
static int run_round(int round, const net_tensor *in, net_tensor *out, void *arena) {
    static Pool pool;
    net_pool by = {pool_run, &pool};
    int e;
    if (round == 0) return net_main(in, out, arena);
    if (round == 1) by.run = backwards;
    if (round == 2) return net_main_threads(in, out, arena, NULL);
    if (round > 2 && pool_start(&pool, round - 3) != 0) fail("pool", "no threads");
    e = net_main_threads(in, out, arena, &by);
    for (int i = 0; i < 20 && round > 2 && !e; i++) e = net_main_threads(in, out, arena, &by);
    if (round > 2) pool_stop(&pool);
    return e;
}
#else
enum { ROUNDS = 2 };
#define run_round(round, in, out, arena) net_main(in, out, arena)
#endif

int main(int argc, char **argv) {
    net_tensor in[NET_MAIN_INPUTS + 1], out[NET_MAIN_OUTPUTS + 1];
    size_t n = 0, arena_bytes;
    int at = 1, e, ok = 1;
    for (; at < argc && strcmp(argv[at], "--") != 0; at++, n++) {
        const Npy a = read_npy(argv[at]);
        if (n == NET_MAIN_INPUTS) fail(argv[at], "one input too many");
        in[n].data = a.data;
        memcpy(in[n].dims, a.dims, sizeof a.dims);
    }
    if (n != NET_MAIN_INPUTS || argc - at - 1 != NET_MAIN_OUTPUTS)
        fail(argv[0], "another number of files");
    memset(out, 0, sizeof out);
    if (NET_WEIGHTS_BYTES == 0 && (e = net_init(NULL, 0))) fail("init", net_error(e));
    e = net_main_plan(in, out, &arena_bytes);
    if (e) fail("plan", net_error(e));
    char *first[NET_MAIN_OUTPUTS + 1];
    for (n = 0; n < NET_MAIN_OUTPUTS; n++) {
        const size_t bytes = read_npy(argv[at + 1 + (int)n]).bytes;
        out[n].data = malloc(bytes + 1);
        first[n] = malloc(bytes + 1);
    }
    for (int round = 0; round < ROUNDS; round++) {
        void *arena = malloc(arena_bytes + 1);
        memset(arena, 0xff, arena_bytes);
        e = run_round(round, in, out, arena);
        if (e) fail("main", net_error(e));
        free(arena);
        for (n = 0; n < NET_MAIN_OUTPUTS; n++) {
            const Npy want = read_npy(argv[at + 1 + (int)n]);
            ok &= memcmp(out[n].dims, want.dims, want.rank * sizeof(int64_t)) == 0;
            ok &= is_near(&want, out[n].data);
            if (round == 0) memcpy(first[n], out[n].data, want.bytes);
            if (memcmp(first[n], out[n].data, want.bytes) != 0) fail("main", "other bits");
        }
    }
#ifdef THREADS
    printf("%d pieces a run, ", (int)pieces);
    ok &= pieces > 0;
#endif
    printf("%s: off by %.2g\n", ok ? "same" : "OTHER", farthest);
    return !ok;
}
