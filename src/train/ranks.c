/* SPDX-License-Identifier: Apache-2.0 */
/* Training by many ranks: each computes its part of a batch's rows, and all have the same weights
 * and state. The step is the one of a single rank behind Distribute, which leaves sums over rows to
 * collectives; so what comes out is what one rank would have, but for the order of sums. A batch
 * that the ranks do not divide, as the last one of an epoch may be, is computed by each of them. */
#include "ir/copy.h"
#include "ops/ccl_call.h"
#include "passes/bucket_collectives.h"
#include "passes/distribute.h"
#include "ranks/ranks.h"
#include "train/parts.h"

static const Loc no_place = {.line = 0};

uint32_t train_ranks(const TrainRun *self) {
    return self->ctx->ranks && self->o.mode == TRAIN_STEPS ? ranks_size(self->ctx->ranks) : 1;
}

bool train_is_shared(const TrainRun *self, size_t rows) {
    const uint32_t n = train_ranks(self);
    return n > 1 && rows % n == 0;
}

void train_own_rows(const TrainRun *self, size_t rows, size_t *first, size_t *n) {
    *n = rows / train_ranks(self);
    *first = *n * ranks_rank(self->ctx->ranks);
}

/* Rows are shared out; weights and state are whole, but for what `shard` says. */
static const char *shards(TrainRun *self, const IrFunction *step) {
    if (self->o.shard) return arena_printf(&self->arena, "%s(data)", self->o.shard);
    StrBuf out;
    strbuf_init(&out, &self->arena);
    const size_t n = step->params.len;
    for (size_t i = 0; i < n; i++) {
        const IrVar *p = step->params.at[i];
        const bool is_feed = p->type->kind == IR_TYPE_TENSOR && p->type->ndim > 0;
        if (p->type->kind == IR_TYPE_TUPLE)
            strbuf_printf(&out, "%s%s.*=...", out.text.len ? "; " : "", p->name);
        if (is_feed) strbuf_printf(&out, "%s%s=data,...", out.text.len ? "; " : "", p->name);
    }
    return strbuf_cstr(&out);
}

IrModule *train_distribute(TrainRun *self, const IrModule *m, const IrGlobal *step,
                           IrGlobal **out) {
    IrModule *copy = ir_module_copy(m);
    const DistributeOptions o = {.function = step->name,
                                 .mesh = arena_printf(&self->arena, "data=%u", train_ranks(self)),
                                 .shard = shards(self, step->function)};
    const int64_t bucket = self->o.bucket ? self->o.bucket : BUCKET_BYTES;
    if (distribute(copy, &o) && bucket_collectives(copy, bucket)) {
        *out = ir_global_find(copy, str_c(step->name));
        if (*out) return copy;
    }
    ir_module_free(copy);
    return NULL;
}

/* The first rows and the last, and how many there are. */
static bool mark_data(TrainRun *self, uint64_t *mark) {
    enum { LOOKED_AT = 64 };
    const int64_t all = self->data->rows;
    *mark = ccl_mark(*mark, &all, sizeof all);
    for (int64_t i = 0; i < all;
         i = i == LOOKED_AT && all > 2 * LOOKED_AT ? all - LOOKED_AT : i + 1) {
        if (!train_batch_read(&self->batch, self->ctx, &i, 1)) return false;
        for (size_t k = 0; k < self->batch.feeds->n; k++) {
            const TrainFeed *f = &self->batch.feeds->feeds[k];
            size_t bytes = dtype_size_up(f->dtype);
            for (uint32_t d = 1; d < f->ndim; d++) bytes *= (size_t)f->dims[d];
            if (f->dtype != DTYPE_STRING) *mark = ccl_mark(*mark, self->batch.data[k], bytes);
        }
    }
    return true;
}

bool train_check_shard(TrainRun *self) {
    static const char *const known[] = {"data_parallel", "zero1", "zero3"};
    bool ok = !self->o.shard;
    for (size_t i = 0; i < ARRAY_LEN(known); i++)
        ok |= self->o.shard && strcmp(self->o.shard, known[i]) == 0;
    if (ok) return true;
    Diag *d = diag_error(self->ctx, no_place, DIAG_VALUE, "a wrong value of --shard");
    diag_expected(self->ctx, d, "data_parallel, zero1 or zero3");
    diag_found(self->ctx, d, "%s", self->o.shard);
    return false;
}

bool train_agree(TrainRun *self) {
    Ctx *ctx = self->ctx;
    const uint32_t n = train_ranks(self);
    if (n < 2) return true;
    uint64_t data = CCL_MARK;
    if (!mark_data(self, &data)) return false;
    if (!ccl_agree(ctx, "module", ccl_mark_module(CCL_MARK, self->model->m)) ||
        !train_compare_replicas(self, "at the start") || !ccl_agree(ctx, "set of data", data) ||
        !ccl_agree(ctx, "run (its options)",
                   ccl_mark(CCL_MARK, self->signature, strlen(self->signature))))
        return false;
    if (self->o.batch % n == 0) return true;
    Diag *d = diag_error(ctx, no_place, DIAG_VALUE, "the ranks do not divide a batch's rows");
    diag_expected(ctx, d, "--batch of a multiple of %u", n);
    diag_found(ctx, d, "%lld rows", (long long)self->o.batch);
    return false;
}

bool train_same_everywhere(TrainRun *self, double *loss, double *metric) {
    double both[2] = {*loss, *metric};
    if (train_ranks(self) < 2) return true;
    if (!ranks_tell(self->ctx->ranks, "evaluation", both, sizeof both)) {
        diag_error(self->ctx, no_place, DIAG_VALUE, ranks_failure(self->ctx->ranks));
        return false;
    }
    *loss = both[0];
    *metric = both[1];
    return true;
}
