/* SPDX-License-Identifier: Apache-2.0 */
/* Several trainers in one process: trainers MODEL DATA
 *
 * Two with seeds of their own, each alone, take some steps. The same two in turn in one context,
 * and each in a thread and a context of its own, have the same losses and the same weights, bit for
 * bit. */
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tenon/tenon.h>

enum { STEPS = 60, BYTES = 1 << 20 };

typedef struct {
    const char *model, *rows, *path; /* of its checkpoint */
    uint64_t seed;
    TnData *data;
    TnTrainer *t;
    double losses[STEPS];
    size_t size;
    char *kept; /* the checkpoint's bytes */
    bool failed;
} Run;

static void open_run(TnContext *ctx, Run *r) {
    const TnTrainerOptions o = {TN_SIZED(TnTrainerOptions),
                                .optimizer = "adamw",
                                .seed = r->seed,
                                .average = 0.9,
                                .steps = STEPS,
                                .deterministic = 1,
                                .threads = 2};
    r->failed = tn_data_read(ctx, r->rows, &r->data) != TN_OK ||
                tn_trainer_new(ctx, r->model, r->data, NULL, &o, &r->t) != TN_OK;
}

static void step_run(Run *r, int i) {
    TnTrainEvent e;
    if (r->failed) return;
    r->failed = tn_trainer_step(r->t, &e) != TN_OK;
    r->losses[i] = e.loss;
}

static void close_run(Run *r) {
    r->failed = r->failed || tn_trainer_save(r->t, r->path) != TN_OK;
    FILE *f = r->failed ? NULL : fopen(r->path, "rb");
    r->kept = malloc(BYTES);
    if (f && r->kept) r->size = fread(r->kept, 1, BYTES, f);
    r->failed = r->failed || !f || !r->kept || r->size == 0 || r->size == BYTES;
    if (f) fclose(f);
    tn_trainer_free(r->t);
    tn_data_free(r->data);
}

static void *alone(void *arg) {
    Run *r = arg;
    TnContext *ctx;
    if (tn_context_new(NULL, &ctx) != TN_OK) return r->failed = true, NULL;
    open_run(ctx, r);
    for (int i = 0; i < STEPS; i++) step_run(r, i);
    close_run(r);
    tn_context_free(ctx);
    return NULL;
}

static int differ(const char *how, const Run *a, const Run *b) {
    if (b->failed) return printf("%s: seed %d is not trained\n", how, (int)b->seed), 1;
    for (int i = 0; i < STEPS; i++) {
        if (a->losses[i] != b->losses[i])
            return printf("%s: step %d: %.17g, alone %.17g\n", how, i, b->losses[i], a->losses[i]),
                   1;
    }
    if (a->size != b->size || memcmp(a->kept, b->kept, a->size) != 0)
        return printf("%s: other weights or state\n", how), 1;
    return 0;
}

int main(int argc, char **argv) {
    static Run runs[3][2];
    pthread_t threads[2];
    TnContext *ctx;
    if (argc != 3 || tn_context_new(NULL, &ctx) != TN_OK) return 1;
    for (int k = 0; k < 6; k++) {
        Run *r = &runs[k / 2][k % 2];
        char path[32];
        snprintf(path, sizeof path, "trainers-%d", k);
        *r = (Run){
            .model = argv[1], .rows = argv[2], .seed = 3 + (uint64_t)(k % 2), .path = strdup(path)};
    }
    for (int k = 0; k < 2; k++) {
        alone(&runs[0][k]);
        if (runs[0][k].failed) return puts("nothing is trained"), 1;
    }
    if (runs[0][0].losses[1] == runs[0][1].losses[1]) return puts("seeds change nothing"), 1;
    for (int k = 0; k < 2; k++) open_run(ctx, &runs[1][k]);
    for (int i = 0; i < STEPS; i++) {
        for (int k = 0; k < 2; k++) step_run(&runs[1][k], i);
    }
    for (int k = 0; k < 2; k++) close_run(&runs[1][k]);
    for (int k = 0; k < 2; k++) {
        if (pthread_create(&threads[k], NULL, alone, &runs[2][k]) != 0) return 1;
    }
    for (int k = 0; k < 2; k++) pthread_join(threads[k], NULL);
    int failed = 0;
    for (int k = 0; k < 4; k++)
        failed |=
            differ(k < 2 ? "in turn" : "in threads", &runs[0][k % 2], &runs[1 + k / 2][k % 2]);
    for (int k = 0; k < 6; k++) {
        free(runs[k / 2][k % 2].kept);
        free((char *)runs[k / 2][k % 2].path);
    }
    tn_context_free(ctx);
    return failed;
}
