/* SPDX-License-Identifier: Apache-2.0 */
/* Ranks in threads train; behind two steps bits of a weight or of the optimizer's state are
 * inverted on some of them. The next step fails on every rank, and all say which array, which
 * ranks, which element, and both values. Parts that a rank alone has may differ. */
#include "replicas.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <tenon/tenon.h>

#include "api/data.h"
#include "base/base.h"
#include "base/diag.h"
#include "train/parts.h"
#include "train/train.h"

enum { MOST = 12, ROWS = 32, TEXT = 2048 };

static const char model_text[] =
    "@R.function\n"
    "def main(x: R.Tensor((\"n\", 3), \"float32\"), w1: R.Tensor((3, 8), \"float32\"), b1: "
    "R.Tensor((8,), \"float32\"), w2: R.Tensor((8, 1), \"float32\")):\n"
    "    R.func_attr({\"num_input\": 1})\n"
    "    h = R.nn.relu(R.add(R.matmul(x, w1), b1))\n"
    "    y = R.matmul(h, w2)\n"
    "    return y\n";

/* "alone" in the name: the rate is so small that no weight follows. */
typedef struct {
    const char *name, *shard;
    unsigned ranks;
    const char *array; /* of which element `element` has `flip` inverted on the ranks `on` */
    size_t element;
    uint32_t flip, on;
    const char *says; /* NULL: nothing, they may differ */
} Case;

static const Case cases[] = {
    {"no bit", NULL, 4, "w1", 0, 0, 0, NULL},
    {"the last bit on one rank", NULL, 4, "w1", 11, 1, 1u << 2,
     "replicas differ behind step 3: 'w1' has other bits on rank 2 than on rank 0"},
    {"two ranks", NULL, 4, "w1", 5, 1u << 31, 1u << 1 | 1u << 3, "other bits on ranks 1, 3 than"},
    {"rank 0 itself", NULL, 3, "w1", 0, 4, 1, "other bits on ranks 1, 2 than on rank 0"},
    {"many ranks", NULL, 12, "w1", 23, 2, 0xffe, "on ranks 1, 2, 3, 4, 5, 6, 7, 8 and 3 more than"},
    {"state alone", NULL, 2, "state/1/1", 7, 1u << 24, 1u << 1,
     "'state/1/1' has other bits on rank 1"},
    {"state, which a weight follows", NULL, 2, "state/1/1", 7, 1u << 24, 1u << 1,
     "'w2' has other bits on rank 1 than on rank 0; expected: at [7, 0] "},
    {"the number of the step", NULL, 2, "state/0", 0, 1u << 9, 1u << 1,
     "'b1' has other bits on rank 1"},
    {"a weight, of which there are no parts", "zero1", 2, "w1", 9, 1, 1u << 1,
     "'w1' has other bits on rank 1"},
    {"a part", "zero1", 2, "state/1/1", 2, 1u << 20, 1u << 1, NULL},
    {"a part of a weight", "zero3", 2, "w2", 2, 1u << 20, 1u << 1, NULL},
};

typedef struct {
    const Case *of;
    TnRankThreads *threads;
    unsigned rank;
    bool failed;
    float after; /* of the element, where this rank has the array */
    char says[TEXT];
} Rank;

/* Rows of numbers that follow from their places. */
static TnStatus read_rows(void *user, const int64_t *rows, size_t n, void *const *columns) {
    (void)user;
    for (size_t i = 0; i < n; i++) {
        const float r = (float)rows[i];
        for (size_t k = 0; k < 3; k++) ((float *)columns[0])[3 * i + k] = r / 16 - (float)k;
        ((float *)columns[1])[i] = r / 8 + 1;
    }
    return TN_OK;
}

static TnStatus make_data(TnContext *ctx, TnData **out) {
    static const int64_t dims[] = {3, 1};
    const TnDataColumn columns[] = {{"x", "float32", 1, &dims[0]}, {"y", "float32", 1, &dims[1]}};
    const TnDataSource source = {TN_SIZED(TnDataSource), .n_columns = 2, .columns = columns,
                                 .rows = ROWS, .read = read_rows};
    return tn_data_new(ctx, &source, out);
}

/* The first array whose name ends so. */
static Tensor *find(TrainRun *run, const char *name) {
    TrainArrays *lists[] = {&run->weights, &run->state};
    for (size_t k = 0; k < ARRAY_LEN(lists); k++) {
        for (size_t i = 0; i < lists[k]->len; i++) {
            const char *own = lists[k]->at[i].name;
            const size_t n = strlen(own), m = strlen(name);
            if (n >= m && strcmp(own + n - m, name) == 0) return lists[k]->at[i].value;
        }
    }
    return NULL;
}

static void flip(Rank *self, TrainRun *run) {
    const Case *c = self->of;
    Tensor *t = find(run, c->array);
    BUG_IF(!t || c->element >= t->count);
    float *at = tensor_at(t, c->element);
    uint32_t bits;
    memcpy(&bits, at, sizeof bits);
    if (c->on >> self->rank & 1) bits ^= c->flip;
    memcpy(at, &bits, sizeof bits);
    self->after = *at;
}

static void train(Rank *self, TnContext *ctx, const TnModule *m, TnData *data) {
    static const char *const trained[] = {"b1", "w2"}; /* w1 stays as it is, bit for bit */
    TrainWeight weights[] = {
        {.name = "w1", .file = "w1"}, {.name = "b1", .file = "b1"}, {.name = "w2", .file = "w2"}};
    const TrainModel model = {.m = m->ir, .function = "main", .weights = weights, .n_weights = 3};
    const TrainOptions o = {.loss = "mse",
                            .optimizer = "adamw",
                            .rate = strstr(self->of->name, "alone") ? 1e-30 : 0.01,
                            .steps = 9,
                            .batch = self->of->ranks == 12 || self->of->ranks == 3 ? 12 : 8,
                            .seed = 3,
                            .trainable = trained,
                            .n_trainable = 2,
                            .threads = 1,
                            .shard = self->of->shard};
    Boundary b;
    CTX_ENTER(&ctx->ctx, &b) {
        TrainEvent e;
        diag_begin(&ctx->ctx);
        TrainRun *run = train_new(&ctx->ctx, &model, data->source, NULL, &o);
        bool ok = run && train_step(run, &e) && train_step(run, &e);
        BUG_IF(!ok);
        flip(self, run);
        self->failed = !train_step(run, &e);
        const DiagList *said = ctx->ctx.diags;
        for (size_t i = 0; i < said->diags.len; i++) {
            const Diag *d = &said->diags.at[i];
            snprintf(self->says, TEXT, "%s; expected: %s; found: %s", d->message, d->expected,
                     d->found);
        }
        train_free(run);
    }
    if (ctx_leave(&ctx->ctx, &b) != STATUS_OK) snprintf(self->says, TEXT, "it has thrown");
}

static void *rank_main(void *user) {
    Rank *self = user;
    TnContext *ctx = NULL;
    TnModule *m = NULL;
    TnData *data = NULL;
    const bool ok = tn_context_new(NULL, &ctx) == TN_OK &&
                    tn_rank_threads_join(ctx, self->threads, self->rank) == TN_OK &&
                    tn_module_parse(ctx, "model", model_text, sizeof model_text - 1, &m) == TN_OK &&
                    make_data(ctx, &data) == TN_OK;
    if (ok) {
        tn_ranks_check_replicas(ctx, 1);
        train(self, ctx, m, data);
    } else {
        snprintf(self->says, TEXT, "it does not begin");
    }
    tn_data_free(data);
    tn_module_free(m);
    tn_context_free(ctx);
    return NULL;
}

/* The index and both values, as the message has them. */
static void expect(char *out, const Case *c, const Rank *ranks) {
    unsigned who = 1;
    uint32_t bits[2];
    while (c->on && !(c->on & 1) && !(c->on >> who & 1)) who++;
    memcpy(&bits[0], &ranks[0].after, sizeof bits[0]);
    memcpy(&bits[1], &ranks[who].after, sizeof bits[1]);
    if (strcmp(c->array, "w1") == 0)
        snprintf(out, TEXT,
                 "expected: at [%zu, %zu] %.17g (0x%08x), as rank 0 has it; found: %.17g (0x%08x) "
                 "on rank %u, the first element that differs",
                 c->element / 8, c->element % 8, (double)ranks[0].after, bits[0],
                 (double)ranks[who].after, bits[1], who);
    else
        snprintf(out, TEXT, "on rank %u, the first element that differs", who);
}

static void one(const Case *c, unsigned *passed, unsigned *failed) {
    TnRankThreads *threads = NULL;
    pthread_t ids[MOST];
    Rank ranks[MOST];
    char element[TEXT];
    if (tn_rank_threads_new(c->ranks, 60, 0, 0, &threads) != TN_OK) {
        ++*failed;
        return;
    }
    for (unsigned r = 0; r < c->ranks; r++) {
        ranks[r] = (Rank){.of = c, .threads = threads, .rank = r};
        pthread_create(&ids[r], NULL, rank_main, &ranks[r]);
    }
    for (unsigned r = 0; r < c->ranks; r++) pthread_join(ids[r], NULL);
    expect(element, c, ranks);
    for (unsigned r = 0; r < c->ranks; r++) {
        const Rank *k = &ranks[r];
        const bool ok = c->says ? k->failed && strstr(k->says, c->says) && strstr(k->says, element)
                                : !k->failed && !*k->says;
        if (!ok)
            printf("replicas, %s: rank %u should say '%s' and '%s', and says '%s'\n", c->name, r,
                   c->says ? c->says : "nothing", c->says ? element : "", k->says);
        ok ? ++*passed : ++*failed;
    }
    tn_rank_threads_free(threads);
}

void replicas_differ(unsigned *passed, unsigned *failed) {
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) one(&cases[i], passed, failed);
}
