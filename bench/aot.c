/* SPDX-License-Identifier: Apache-2.0 */
/* Times net_main of what `tenon compile` made, whose header is given by -include, on .npy files:
 *     aot ITERATIONS SECONDS FOLDER_OF_INPUTS OUT.npy ...
 * (the folder as `tenon run --save` makes it), with its weights from the file WEIGHTS if that is
 * defined. A warm-up, then so many runs, or as many as the
 * seconds hold; prints a line of JSON with the times and the largest difference from the files, by
 * the largest element of its output. */
#define _GNU_SOURCE
#include <ctype.h>
#include <math.h>
#include <time.h>

#include "npy.h"

static double now_ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

static void need(const char *what, const char *wrong) {
    if (!wrong) return;
    fprintf(stderr, "%s: %s\n", what, wrong);
    exit(2);
}

static Npy load(const char *path) {
    Npy a;
    need(path, npy_load(&a, path));
    return a;
}

/* What is compared are float32; NaN where one of them is. */
static double difference(const Npy *want, const float *got) {
    const float *expected = want->data;
    double most = 0, largest = 1e-30;
    if (want->type != 1) return memcmp(got, want->data, want->bytes) != 0;
    for (size_t i = 0; i < want->bytes / sizeof *got; i++) {
        const double off = fabs((double)got[i] - (double)expected[i]);
        largest = fmax(largest, fabs((double)expected[i]));
        if (!(off <= most)) most = off;
    }
    return most / largest;
}

static int ascending(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

int main(int argc, char **argv) {
    net_tensor in[NET_MAIN_INPUTS + 1], out[NET_MAIN_OUTPUTS + 1];
    Npy want[NET_MAIN_OUTPUTS + 1];
    size_t n = 0, arena_bytes;
    int made = 0;
    double off = 0;
    if (argc < 4) return 1;
    const int iterations = atoi(argv[1]);
    const double limit = atof(argv[2]) * 1e3;
    memset(in, 0, sizeof in);
    memset(out, 0, sizeof out);
    if (argc - 4 != NET_MAIN_OUTPUTS) need(argv[0], "another number of files");
    for (n = 0; n < NET_MAIN_INPUTS; n++) {
        char path[4096];
        const int at = snprintf(path, sizeof path, "%s/in_", argv[3]);
        char *c = path + at;
        snprintf(c, sizeof path - (size_t)at, "%s", net_main_input_name(n));
        for (; *c; c++) *c = isalnum((unsigned char)*c) ? *c : '_'; /* a name in Tenon's text */
        snprintf(c, sizeof path - (size_t)(c - path), ".npy");
        const Npy a = load(path);
        in[n].data = a.data;
        for (size_t i = 0; i < a.ndim && i < sizeof in->dims / sizeof *in->dims; i++)
            in[n].dims[i] = a.dims[i];
    }
#ifdef WEIGHTS
    need("init", net_init_file(WEIGHTS) ? "failed" : NULL);
#else
    need("init", net_init(NULL, 0) ? "failed" : NULL);
#endif
    const int e = net_main_plan(in, out, &arena_bytes);
    need("plan", e ? net_error(e) : NULL);
    void *arena = aligned_alloc(64, arena_bytes / 64 * 64 + 64);
    for (n = 0; n < NET_MAIN_OUTPUTS; n++) {
        want[n] = load(argv[4 + (int)n]);
        out[n].data = aligned_alloc(64, want[n].bytes / 64 * 64 + 64);
    }
    double *times = malloc(((size_t)iterations + 1) * sizeof *times);
    double begin = now_ms();
    for (int i = -1; i < iterations && now_ms() - begin < limit; i++) {
        const double start = now_ms();
        const int status = net_main(in, out, arena);
        const double end = now_ms();
        need("main", status ? net_error(status) : NULL);
        if (i >= 0)
            times[made++] = end - start;
        else
            begin = end;
    }
    for (n = 0; n < NET_MAIN_OUTPUTS; n++) {
        const double by = difference(&want[n], out[n].data);
        if (!(by <= off)) off = by;
    }
    qsort(times, (size_t)made, sizeof *times, ascending);
    printf("{\"runs\": %d, \"min_ms\": %.6f, \"median_ms\": %.6f, \"off\": %.2e}\n", made,
           made ? times[0] : 0, made ? times[made / 2] : 0, off);
    return 0;
}
