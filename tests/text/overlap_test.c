/* SPDX-License-Identifier: Apache-2.0 */
/* Gradients are summed while the backward pass goes on: tenon-test overlap
 *
 * A step of training of a deep perceptron, shared out to two ranks that are threads with a slow
 * link. Of the nanoseconds that messages were on their way (tn_rank_threads_link) at least 90 % are
 * hidden where gradients go in buckets of a layer each. Where all go in one bucket, which is
 * complete when the backward pass is over, less than 75 % are: so the test can fail. Where
 * other programs hold up one rank, the other one rests for it: so each rank has a few tries. */
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tenon/tenon.h>

#include "drivers.h"

enum { RANKS = 2, LAYERS = 32, WIDTH = 192, TRIES = 8, TEXT = 1 << 14 };

static const double LATENCY = 50e-6, BYTES_A_SECOND = 400e6;

typedef struct {
    const char *text, *bucket;
    TnRankThreads *threads;
    unsigned rank;
    bool ok;
} Rank;

static void net_text(char *out) {
    char *at = out;
    at += sprintf(at, "@R.function\ndef main(x: R.Tensor((%d, %d), \"float32\")", RANKS * WIDTH,
                  WIDTH);
    for (int i = 0; i < LAYERS; i++)
        at += sprintf(at, ", w%d: R.Tensor((%d, %d), \"float32\")", i, WIDTH, WIDTH);
    at += sprintf(at, "):\n    R.func_attr({\"num_input\": 1})\n    h0 = x\n");
    for (int i = 0; i < LAYERS; i++)
        at += sprintf(at, "    h%d = R.nn.relu(R.matmul(h%d, w%d))\n", i + 1, i, i);
    sprintf(at, "    return h%d\n", LAYERS);
}

static void report(TnContext *ctx) {
    TnDiag d;
    if (ctx && tn_diag_count(ctx) && tn_diag_get(ctx, 0, &d) == TN_OK) fputs(d.text, stdout);
}

static void *rank_main(void *arg) {
    Rank *self = arg;
    TnContext *ctx = NULL;
    TnModule *m = NULL;
    TnRun *run = NULL;
    const char *const passes[] = {
        "TrainStep(optimizer=sgd, loss=mse)",
        "Distribute(mesh=\"data=2\", shard=\"x=data,...; data_parallel(data)\", "
        "function=\"main_train_step\")",
        self->bucket};
    const TnRunOptions how = {TN_SIZED(TnRunOptions),
                              .function = "main_train_step",
                              .backend = TN_BACKEND_LLVM,
                              .threads = 1,
                              .seed = 5,
                              .deterministic = 1};
    bool ok = tn_context_new(NULL, &ctx) == TN_OK &&
              tn_rank_threads_join(ctx, self->threads, self->rank) == TN_OK &&
              tn_module_parse(ctx, "net", self->text, strlen(self->text), &m) == TN_OK;
    for (size_t i = 0; ok && i < sizeof passes / sizeof *passes; i++)
        ok = tn_module_run_pass(m, passes[i]) == TN_OK;
    ok = ok && tn_run(m, &how, &run) == TN_OK;
    if (!ok) report(ctx);
    if (!ok) tn_ranks_stop(ctx);
    self->ok = ok;
    tn_run_free(run);
    tn_module_free(m);
    tn_context_free(ctx);
    return NULL;
}

/* Of each rank the most and the least of its messages' way that was hidden in a run so far. */
typedef struct {
    double most[RANKS], least[RANKS];
} Shares;

static bool run(const char *text, const char *bucket, Shares *s) {
    TnRankThreads *threads = NULL;
    pthread_t ids[RANKS];
    Rank ranks[RANKS];
    TnLinkUse use[RANKS];
    bool ok = true;
    if (tn_rank_threads_new(RANKS, 60, LATENCY, BYTES_A_SECOND, &threads) != TN_OK) return false;
    for (unsigned r = 0; r < RANKS; r++) {
        ranks[r] = (Rank){.text = text, .bucket = bucket, .threads = threads, .rank = r};
        pthread_create(&ids[r], NULL, rank_main, &ranks[r]);
    }
    for (unsigned r = 0; r < RANKS; r++) pthread_join(ids[r], NULL);
    for (unsigned r = 0; r < RANKS; r++)
        ok = ok && ranks[r].ok && tn_rank_threads_link(threads, r, &use[r]) == TN_OK;
    for (unsigned r = 0; ok && r < RANKS; r++) {
        printf("%s, rank %u: %llu messages, %llu bytes, %.1f ms on their way, %.1f %% hidden\n",
               bucket, r, (unsigned long long)use[r].messages, (unsigned long long)use[r].bytes,
               use[r].way * 1e3, 100 * use[r].hidden / use[r].way);
        const double share = use[r].hidden / use[r].way;
        if (share > s->most[r]) s->most[r] = share;
        if (share < s->least[r]) s->least[r] = share;
    }
    tn_rank_threads_free(threads);
    return ok;
}

int test_overlap(int argc, char **argv) {
    static char text[TEXT];
    (void)argc;
    (void)argv;
    if (!tn_has_backend(TN_BACKEND_LLVM)) {
        printf("skipped: there is no LLVM\n");
        return 0;
    }
    net_text(text);
    Shares many = {{0, 0}, {1, 1}}, one = {{0, 0}, {1, 1}};
    bool ok = true;
    for (int i = 0; ok && i < TRIES && (many.most[0] < 0.9 || many.most[1] < 0.9); i++)
        ok = run(text, "BucketCollectives(bytes=150000)", &many);
    for (int i = 0; ok && i < TRIES && one.least[0] >= 0.75 && one.least[1] >= 0.75; i++)
        ok = run(text, "BucketCollectives(bytes=100000000)", &one);
    ok = ok && many.most[0] >= 0.9 && many.most[1] >= 0.9 &&
         (one.least[0] < 0.75 || one.least[1] < 0.75);
    printf("%d passed, %d failed\n", ok, !ok);
    return !ok;
}
