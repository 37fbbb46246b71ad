/* SPDX-License-Identifier: Apache-2.0 */
/* Contexts as ranks among others. */
#include <math.h>

#include "api/options.h"
#include "ops/ccl_call.h"
#include "ranks/ranks.h"

struct TnRankThreads {
    RanksThreads *threads;
    unsigned n;
};

static bool is_time(double seconds) { return seconds >= 0 && seconds < 1e9; }

/* 0: none. */
static int64_t nanoseconds(double seconds) { return (int64_t)ceil(seconds * 1e9); }

static TnStatus refuse(TnContext *self, const char *what) {
    Boundary b;
    CTX_ENTER(&self->ctx, &b) {
        diag_begin(&self->ctx);
        diag_error(&self->ctx, (Loc){.line = 0}, DIAG_VALUE, what);
    }
    return api_leave(self, &b, TN_E_INVALID);
}

static TnStatus join(TnContext *self, RanksTransport *transport) {
    self->ctx.ranks = ranks_new(transport);
    return self->ctx.ranks ? TN_OK : TN_E_MEMORY;
}

unsigned tn_ranks_launched(void) { return ranks_launched(); }

TnStatus tn_ranks_join(TnContext *ctx, const char *transport, double timeout) {
    char why[RANKS_TEXT] = "";
    if (!ctx || !transport || !is_time(timeout) || ctx->ctx.ranks) return api_usage(ctx);
    RanksTransport *made = ranks_plugin_open(transport, NULL, nanoseconds(timeout), why);
    return made ? join(ctx, made) : refuse(ctx, why);
}

TnStatus tn_rank_threads_new(unsigned n, double timeout, double latency, double bytes_a_second,
                             TnRankThreads **out) {
    if (!out) return TN_E_USAGE;
    *out = NULL;
    if (!n || n > TN_RANK_THREADS || !is_time(timeout) || !is_time(latency) ||
        !(bytes_a_second >= 0))
        return TN_E_USAGE;
    TnRankThreads *self = ranks_resize(NULL, 0, sizeof *self);
    const RanksThreadsOptions options = {n, nanoseconds(timeout), nanoseconds(latency),
                                         bytes_a_second};
    if (self) *self = (TnRankThreads){ranks_threads_new(&options), n};
    if (!self || !self->threads) {
        ranks_resize(self, sizeof *self, 0);
        return TN_E_MEMORY;
    }
    *out = self;
    return TN_OK;
}

void tn_rank_threads_free(TnRankThreads *threads) {
    if (!threads) return;
    ranks_threads_free(threads->threads);
    ranks_resize(threads, sizeof *threads, 0);
}

TnStatus tn_rank_threads_join(TnContext *ctx, TnRankThreads *threads, unsigned rank) {
    if (!ctx || !threads || rank >= threads->n || ctx->ctx.ranks) return api_usage(ctx);
    RanksTransport *made = ranks_threads_transport(threads->threads, rank);
    const TnStatus status = made ? join(ctx, made) : TN_E_MEMORY;
    RanksRecord *records = ranks_threads_records(threads->threads);
    if (status == TN_OK && records) ranks_record(ctx->ctx.ranks, &records[rank]);
    return status;
}

TnStatus tn_rank_threads_link(TnRankThreads *threads, unsigned rank, TnLinkUse *out) {
    if (!threads || !out || rank >= threads->n) return TN_E_USAGE;
    const RanksThreadsUse use = ranks_threads_use(threads->threads, rank);
    *out = (TnLinkUse){use.messages, (uint64_t)use.bytes, (double)use.way * 1e-9,
                       (double)use.hidden * 1e-9};
    return TN_OK;
}

/* --- Replays --- */

TnStatus tn_rank_threads_record(TnRankThreads *threads) {
    if (!threads) return TN_E_USAGE;
    return ranks_threads_record(threads->threads) ? TN_OK : TN_E_MEMORY;
}

static void tell_span(void *user, const RanksSpan *s) {
    const TnRankLink *link = user;
    const TnRankSpan span = {.kind = (TnSpanKind)s->kind,
                             .rank = s->rank,
                             .peer = s->peer,
                             .from = (double)s->from * 1e-9,
                             .to = (double)s->to * 1e-9,
                             .bytes = (uint64_t)s->bytes,
                             .what = s->what,
                             .name = s->name};
    link->span(link->user, &span);
}

TnStatus tn_rank_threads_replay(TnRankThreads *threads, const TnRankLink *link, TnRankReplay *out) {
    TnRankLink l;
    const char *why;
    if (!threads || !link || !out || !api_options(NULL, API_TnRankLink, link, &l) ||
        !is_time(l.latency) || !is_time(l.stretch) || !(l.bytes_a_second >= 0))
        return TN_E_USAGE;
    const RanksRecord *records = ranks_threads_records(threads->threads);
    if (!records) return TN_E_USAGE;
    RanksReplayUse *use = ranks_zeroed(threads->n, sizeof *use);
    if (!use) return TN_E_MEMORY;
    const RanksLink how = {nanoseconds(l.latency), l.bytes_a_second, nanoseconds(l.stretch)};
    const bool ok =
        ranks_replay(records, threads->n, &how, l.span ? tell_span : NULL, &l, use, &why);
    for (unsigned r = 0; ok && r < threads->n; r++) {
        out[r] = (TnRankReplay){.link = {use[r].messages, (uint64_t)use[r].bytes,
                                         (double)use[r].way * 1e-9, (double)use[r].hidden * 1e-9},
                                .seconds = (double)use[r].end * 1e-9,
                                .rested = (double)use[r].rested * 1e-9};
    }
    ranks_resize(use, threads->n * sizeof *use, 0);
    return ok ? TN_OK : TN_E_INVALID;
}

unsigned tn_ranks_rank(const TnContext *ctx) {
    return ctx && ctx->ctx.ranks ? ranks_rank(ctx->ctx.ranks) : 0;
}

unsigned tn_ranks_size(const TnContext *ctx) {
    return ctx && ctx->ctx.ranks ? ranks_size(ctx->ctx.ranks) : 1;
}

void tn_ranks_stop(TnContext *ctx) {
    if (ctx && ctx->ctx.ranks) ranks_stop(ctx->ctx.ranks);
}

void tn_ranks_check_replicas(TnContext *ctx, int on) {
    if (ctx && ctx->ctx.ranks) ranks_check_replicas(ctx->ctx.ranks, on != 0);
}

TnStatus tn_ranks_any(TnContext *ctx, int flag, int *any) {
    if (!ctx || !any) return api_usage(ctx);
    *any = flag != 0;
    if (!ctx->ctx.ranks) return TN_OK;
    bool all = false;
    if (!ranks_any(ctx->ctx.ranks, "step", flag != 0, &all))
        return refuse(ctx, ranks_failure(ctx->ctx.ranks));
    *any = all;
    return TN_OK;
}

TnStatus tn_ranks_agree(TnContext *ctx, const char *what, const void *bytes, size_t n) {
    if (!ctx || !what || (n && !bytes)) return api_usage(ctx);
    if (!ctx->ctx.ranks) return TN_OK;
    Boundary b;
    CTX_ENTER(&ctx->ctx, &b) {
        diag_begin(&ctx->ctx);
        ccl_agree(&ctx->ctx, what, ccl_mark(CCL_MARK, bytes, n));
    }
    return api_leave(ctx, &b, TN_OK);
}

TnStatus tn_ranks_agree_module(TnModule *m) {
    if (!m) return TN_E_USAGE;
    TnContext *self = m->context;
    if (!self->ctx.ranks) return TN_OK;
    Boundary b;
    CTX_ENTER(&self->ctx, &b) {
        api_begin(self);
        const char *version = tn_version();
        if (ccl_agree(&self->ctx, "version", ccl_mark(CCL_MARK, version, strlen(version))))
            ccl_agree(&self->ctx, "module", ccl_mark_module(CCL_MARK, m->ir));
    }
    return api_leave_module(m, &b, TN_OK);
}
