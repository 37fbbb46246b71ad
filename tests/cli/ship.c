/* SPDX-License-Identifier: Apache-2.0 */
/* A program that trains (net.h), beside the library, which trains the same model on the same rows:
 * the losses have the same bits. They are printed, a line each.
 *   ship MODEL OPTIMIZER LOSS LR SCHEDULE CLIP AVERAGE GROUP STEPS SAVED      - : not given
 * The program's state goes to the file SAVED, and comes back from it on the way. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tenon/tenon.h>
#include <tenon/train.h>

#include "net.h"

enum { ROWS = 160, WIDTH = 64, BATCH = 32, CLASSES = 10 };

static int64_t seen[BATCH]; /* the rows that were read last */

static void row(int64_t i, float *x, int64_t *y) {
    uint32_t v = (uint32_t)i * 2654435761u + 12345u;
    for (int k = 0; k < WIDTH; k++) {
        v = v * 1664525u + 1013904223u;
        x[k] = (float)(v >> 8) / 16777216.0f * 16;
    }
    *y = (int64_t)(v >> 9) % CLASSES;
}

static TnStatus rows(void *user, const int64_t *which, size_t n, void *const *columns) {
    float x[WIDTH];
    int64_t y;
    (void)user;
    for (size_t i = 0; i < n; i++) {
        if (n == BATCH) seen[i] = which[i];
        row(which[i], x, &y);
        if (columns[0]) memcpy((float *)columns[0] + i * WIDTH, x, sizeof x);
        if (columns[1]) memcpy((int64_t *)columns[1] + i, &y, sizeof y);
    }
    return TN_OK;
}

static size_t put(void *user, const void *data, size_t bytes) {
    return fwrite(data, 1, bytes, user);
}
static size_t get(void *user, void *data, size_t bytes) { return fread(data, 1, bytes, user); }
static size_t get_altered(void *user, void *data, size_t bytes) {
    const size_t n = fread(data, 1, bytes, user);
    if (n > 30 && ftell(user) > 4000) ((char *)data)[n / 2] ^= 1;
    return n;
}

static net_state net, other;
static union {
    double align;
    char bytes[NET_TRAIN_ARENA];
} arena;

static int stored(const char *path) {
    FILE *f = fopen(path, "wb");
    int bad = !f || net_save(&net, put, f) != 0 || fclose(f) != 0;
    if (bad) return puts("not saved"), 1;
    static net_state back;
    f = fopen(path, "rb");
    net_init(&back);
    const int altered = net_load(&back, get_altered, f);
    rewind(f);
    net_init(&back);
    const int error = net_load(&back, get, f);
    fclose(f);
    f = fopen("net.h", "rb"); /* no archive */
    const int none = net_load(&other, get, f);
    fclose(f);
    if (error || memcmp(&back.params, &net.params, sizeof net.params) != 0 ||
        back.steps != net.steps)
        bad = 1;
    if (altered != NET_E_ALTERED || none != NET_E_OTHER) bad = 1;
    if (bad) printf("load: %d, altered %d, none %d\n", error, altered, none);
    net = back;
    return bad;
}

/* What was saved, in memory, as far as `left`; the byte at `flipped` is another one. */
typedef struct {
    unsigned char *bytes;
    size_t at, left, flipped;
} Stream;

static size_t get_bytes(void *user, void *data, size_t bytes) {
    Stream *s = user;
    const size_t n = s->left - s->at < bytes ? s->left - s->at : bytes;
    memcpy(data, s->bytes + s->at, n);
    if (s->flipped >= s->at && s->flipped < s->at + n)
        ((unsigned char *)data)[s->flipped - s->at] ^= 0x20;
    s->at += n;
    return n;
}

/* Cut anywhere, or with any byte altered, it is refused, and only by the number that fits. Each
 * byte of the heads in the beginning, then one of 61. */
static int hostile(const char *path) {
    enum { EACH = 700, STRIDE = 61, TAIL = 22 };
    FILE *f = fopen(path, "rb");
    static unsigned char bytes[1 << 20];
    const size_t n = f ? fread(bytes, 1, sizeof bytes, f) : 0;
    if (f) fclose(f);
    if (n < TAIL || n == sizeof bytes) return puts("no such file"), 1;
    size_t end = 0; /* where the entries end, which is what a program reads */
    for (size_t k = 4; k-- > 0;) end = end << 8 | bytes[n - TAIL + 16 + k];
    for (size_t i = 0; i < end; i += i < EACH ? 1 : STRIDE) {
        Stream cut = {bytes, 0, i, n}, flipped = {bytes, 0, n, i};
        const int is_cut = net_load(&other, get_bytes, &cut);
        const int is_flipped = net_load(&other, get_bytes, &flipped);
        if (is_cut == NET_E_STREAM && (is_flipped == NET_E_OTHER || is_flipped == NET_E_ALTERED))
            continue;
        return printf("byte %zu: cut %d, altered %d\n", i, is_cut, is_flipped), 1;
    }
    Stream whole = {bytes, 0, n, n};
    const int error = net_load(&other, get_bytes, &whole);
    if (error) printf("the whole: %d\n", error);
    return error != 0 || memcmp(&other.params, &net.params, sizeof net.params) != 0;
}

static const char *given(const char *arg) { return strcmp(arg, "-") == 0 ? NULL : arg; }

int main(int argc, char **argv) {
    const int64_t dims = WIDTH;
    const TnDataColumn columns[2] = {{"x", "float32", 1, &dims}, {"y", "int64", 0, NULL}};
    const TnDataSource source = {TN_SIZED(TnDataSource), "rows", columns, 2, ROWS, rows, NULL};
    if (argc != 11) return 1;
    char *group = strdup(argv[8]), *share = strchr(group, ':');
    if (share) *share++ = '\0';
    const TnTrainGroup groups = {group, share ? atof(share) : 1, -1};
    const int64_t steps = atoi(argv[9]);
    const TnTrainerOptions o = {TN_SIZED(TnTrainerOptions),
                                .optimizer = argv[2],
                                .loss = argv[3],
                                .rate = atof(argv[4]),
                                .schedule = given(argv[5]),
                                .clip = atof(argv[6]),
                                .average = atof(argv[7]),
                                .groups = &groups,
                                .n_groups = share != NULL,
                                .steps = steps,
                                .batch = BATCH,
                                .seed = 3,
                                .strict = 1};
    TnContext *ctx;
    TnData *data = NULL;
    TnTrainer *t = NULL;
    if (tn_context_new(NULL, &ctx) != TN_OK) return 1;
    if (tn_data_new(ctx, &source, &data) != TN_OK ||
        tn_trainer_new(ctx, argv[1], data, NULL, &o, &t) != TN_OK)
        return puts("no trainer"), 1;
    int failed = net_init(&net);
    for (int64_t i = 0; i < steps && !failed; i++) {
        TnTrainEvent e;
        static float x[BATCH * WIDTH];
        static int64_t y[BATCH];
        float loss = 0;
        double rate;
        size_t bytes = 0;
        if (tn_trainer_step(t, &e) != TN_OK) return puts("no step"), 1;
        for (int k = 0; k < BATCH; k++) row(seen[k], x + k * WIDTH, &y[k]);
        const net_batch batch = {.x = x, .targets = y};
        rate = net_rate(&net);
        failed = net_train_arena(&net, &batch, &bytes) || bytes != NET_TRAIN_ARENA ||
                 net_train_step(&net, &batch, rate, &loss, &arena);
        if (failed || (double)loss != e.loss || rate != e.rate || net.steps != e.step) {
            printf("step %d: %.9g, not %.9g; rate %.17g, not %.17g\n", (int)i, (double)loss, e.loss,
                   rate, e.rate);
            failed = 1;
        }
        printf("%.17g\n", (double)loss);
        if (i == steps / 2) failed |= stored(argv[10]) || hostile(argv[10]);
    }
    net_params params;
    net_get_params(&net, &params);
    net_set_params(&other, &params);
    failed |= memcmp(&other.params, &net.params, sizeof params) != 0;
    tn_trainer_free(t);
    tn_data_free(data);
    tn_context_free(ctx);
    free(group);
    return failed;
}
