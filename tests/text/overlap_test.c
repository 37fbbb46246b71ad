/* SPDX-License-Identifier: Apache-2.0 */
/* Gradients are summed while the backward pass goes on: tenon-test overlap
 *
 * A step of training of a deep perceptron, shared out to two ranks that are threads. What they did
 * is replayed over a slow link (tn_rank_threads_replay), in a time of its own, where each kernel
 * takes as long as any other: so the shares are the same numbers in every run, whatever else the
 * machine does. Of the time that messages were on their way at least 90 % are hidden where
 * gradients go in buckets of a layer each. Where all go in one bucket, which is complete when the
 * backward pass is over, less than 75 % are: so the test can fail. What it is by the time that
 * kernels took here is told besides. */
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tenon/tenon.h>

#include "drivers.h"

enum { RANKS = 2, LAYERS = 32, WIDTH = 192, TEXT = 1 << 14 };

static const double LATENCY = 50e-6, BYTES_A_SECOND = 400e6, KERNEL = 100e-6;

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

/* The least share that any rank hides; -1: something failed. */
static double share_of(TnRankThreads *threads, const char *how, double stretch) {
    TnRankReplay out[RANKS];
    const TnRankLink link = {TN_SIZED(TnRankLink), .latency = LATENCY,
                             .bytes_a_second = BYTES_A_SECOND, .stretch = stretch};
    double least = 1;
    if (tn_rank_threads_replay(threads, &link, out) != TN_OK) return -1;
    for (unsigned r = 0; r < RANKS; r++) {
        const TnLinkUse *use = &out[r].link;
        const double share = use->hidden / use->way;
        printf("    %s, rank %u: %llu messages, %llu bytes, %.1f ms on their way, %.1f %% hidden; "
               "%.1f ms, of which it rested %.1f\n",
               how, r, (unsigned long long)use->messages, (unsigned long long)use->bytes,
               use->way * 1e3, 100 * share, out[r].seconds * 1e3, out[r].rested * 1e3);
        if (share < least) least = share;
    }
    return least;
}

typedef struct {
    double measured, counted;
} Shares;

static bool run(const char *text, const char *bucket, Shares *s) {
    TnRankThreads *threads = NULL;
    pthread_t ids[RANKS];
    Rank ranks[RANKS];
    bool ok = true;
    if (tn_rank_threads_new(RANKS, 60, 0, 0, &threads) != TN_OK) return false;
    ok = tn_rank_threads_record(threads) == TN_OK;
    for (unsigned r = 0; r < RANKS; r++) {
        ranks[r] = (Rank){.text = text, .bucket = bucket, .threads = threads, .rank = r};
        pthread_create(&ids[r], NULL, rank_main, &ranks[r]);
    }
    for (unsigned r = 0; r < RANKS; r++) pthread_join(ids[r], NULL);
    for (unsigned r = 0; r < RANKS; r++) ok = ok && ranks[r].ok;
    printf("%s\n", bucket);
    if (ok) s->measured = share_of(threads, "as kernels took", 0);
    if (ok) s->counted = share_of(threads, "by kernels alone", KERNEL);
    tn_rank_threads_free(threads);
    return ok && s->measured >= 0 && s->counted >= 0;
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
    Shares many = {0, 0}, again = {0, 0}, one = {0, 0};
    const bool ok = run(text, "BucketCollectives(bytes=150000)", &many) &&
                    run(text, "BucketCollectives(bytes=150000)", &again) &&
                    run(text, "BucketCollectives(bytes=100000000)", &one);
    const bool fits[] = {ok, many.counted >= 0.9, again.counted == many.counted,
                         one.counted < 0.75};
    int failed = 0;
    for (size_t i = 0; i < sizeof fits / sizeof *fits; i++) failed += !fits[i];
    printf("%d passed, %d failed\n", (int)(sizeof fits / sizeof *fits) - failed, failed);
    return failed != 0;
}
