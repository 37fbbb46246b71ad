/* SPDX-License-Identifier: Apache-2.0 */
/* Ranks that are threads of one process. A box for each pair of them: who sends lays there where
 * its bytes are, who receives copies them and empties the box, and then the sender goes on. A link
 * that is slower than memory is kept time for: a message is there when it would be there. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "ranks/ranks.h"

typedef struct {
    const void *at; /* NULL: empty */
    int64_t bytes;
    int64_t there; /* the time from which on it may be taken */
} Box;

struct RanksThreads {
    RanksThreadsOptions options;
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    Box *boxes;         /* [to * size + from] */
    int64_t *link_free; /* by rank: when what it has sent is on its way */
    bool *ended;        /* by rank: it takes part no more */
    bool is_stopped;
    uint32_t stopped_by; /* the first one that ended */
};

typedef struct {
    RanksTransport transport; /* first */
    RanksThreads *all;
} One;

static void release(RanksThreads *self) {
    const size_t n = self->options.size;
    ranks_resize(self->boxes, n * n * sizeof *self->boxes, 0);
    ranks_resize(self->link_free, n * sizeof *self->link_free, 0);
    ranks_resize(self->ended, n * sizeof *self->ended, 0);
    ranks_resize(self, sizeof *self, 0);
}

RanksThreads *ranks_threads_new(const RanksThreadsOptions *options) {
    RanksThreads *self = ranks_zeroed(1, sizeof *self);
    if (!self) return NULL;
    const size_t n = options->size;
    self->options = *options;
    self->boxes = ranks_zeroed(n * n, sizeof *self->boxes);
    self->link_free = ranks_zeroed(n, sizeof *self->link_free);
    self->ended = ranks_zeroed(n, sizeof *self->ended);
    pthread_condattr_t how;
    if (!self->boxes || !self->link_free || !self->ended || pthread_condattr_init(&how) != 0) {
        release(self);
        return NULL;
    }
    pthread_condattr_setclock(&how, CLOCK_MONOTONIC);
    pthread_mutex_init(&self->mutex, NULL);
    pthread_cond_init(&self->changed, &how);
    pthread_condattr_destroy(&how);
    return self;
}

void ranks_threads_free(RanksThreads *self) {
    if (!self) return;
    pthread_cond_destroy(&self->changed);
    pthread_mutex_destroy(&self->mutex);
    release(self);
}

static Box *box(RanksThreads *all, uint32_t to, uint32_t from) {
    return &all->boxes[(size_t)to * all->options.size + from];
}

static void put(RanksThreads *all, uint32_t rank, const RanksPart *p) {
    int64_t there = clock_now_ns();
    if (all->options.bytes_a_second > 0) {
        int64_t *free_at = &all->link_free[rank];
        if (*free_at < there) *free_at = there;
        *free_at += (int64_t)((double)p->out_bytes / all->options.bytes_a_second * 1e9);
        there = *free_at;
    }
    *box(all, p->rank, rank) = (Box){p->out, p->out_bytes, there + all->options.latency};
}

static bool other_bytes(One *self, const RanksPart *p, int64_t found) {
    snprintf(self->transport.failure, RANKS_TEXT,
             "rank %u sends %lld bytes, %lld are expected: do the ranks run the same program?",
             p->rank, (long long)found, (long long)p->in_bytes);
    return false;
}

/* Takes what has come for the part, if it has. *later: the earliest time that a message comes. */
static bool take(One *self, const RanksPart *p, bool *is_done, int64_t *later) {
    RanksThreads *all = self->all;
    Box *b = box(all, self->transport.rank, p->rank);
    if (!b->at) return true;
    if (b->bytes != p->in_bytes) return other_bytes(self, p, b->bytes);
    if (b->there > clock_now_ns()) {
        if (b->there < *later) *later = b->there;
        return true;
    }
    memcpy(p->in, b->at, (size_t)b->bytes);
    b->at = NULL;
    *is_done = true;
    pthread_cond_broadcast(&all->changed);
    return true;
}

static bool wait_until(RanksThreads *all, int64_t time) {
    const struct timespec t = {time / 1000000000, time % 1000000000};
    return pthread_cond_timedwait(&all->changed, &all->mutex, &t) == 0;
}

enum { PUT = 1, TAKEN = 2, GONE = 4 };

/* What a part still waits for; false after a failure. */
static bool go_on(One *self, const RanksPart *p, unsigned char *state, int64_t *later) {
    RanksThreads *all = self->all;
    const uint32_t rank = self->transport.rank;
    Box *out = box(all, p->rank, rank);
    if (!p->out_bytes) *state |= PUT | GONE;
    if (!p->in_bytes) *state |= TAKEN;
    if (!(*state & PUT) && !out->at) {
        put(all, rank, p);
        *state |= PUT;
        pthread_cond_broadcast(&all->changed);
    } else if ((*state & PUT) && !out->at) {
        *state |= GONE;
    }
    bool is_done = false;
    if (!(*state & TAKEN) && !take(self, p, &is_done, later)) return false;
    if (is_done) *state |= TAKEN;
    return true;
}

static bool late(One *self, const RanksPart *p) {
    snprintf(self->transport.failure, RANKS_TEXT, "rank %u has not come within %g s", p->rank,
             (double)self->transport.timeout / 1e9);
    return false;
}

/* What two ranks that go on exchange is not broken off by a third one's end: all that took part
 * in a step before have its result. */
static bool pass(One *self, const RanksPart *parts, uint32_t n, unsigned char *states) {
    RanksThreads *all = self->all;
    const int64_t timeout = self->transport.timeout;
    const int64_t end = timeout ? clock_now_ns() + timeout : INT64_MAX;
    for (;;) {
        int64_t later = end;
        uint32_t open = n;
        bool is_alone = false;
        for (uint32_t i = n; i-- > 0;) {
            if (!go_on(self, &parts[i], &states[i], &later)) return false;
            if (states[i] == (PUT | TAKEN | GONE)) continue;
            open = i;
            is_alone = is_alone || all->ended[parts[i].rank];
        }
        if (open == n) return true;
        if (is_alone) {
            snprintf(self->transport.failure, RANKS_TEXT, "rank %u has ended", all->stopped_by);
            return false;
        }
        if (timeout && clock_now_ns() >= end) return late(self, &parts[open]);
        if (later == INT64_MAX)
            pthread_cond_wait(&all->changed, &all->mutex);
        else
            wait_until(all, later);
    }
}

static void stop_locked(One *self) {
    RanksThreads *all = self->all;
    all->ended[self->transport.rank] = true;
    if (!all->is_stopped) all->stopped_by = self->transport.rank;
    all->is_stopped = true;
    pthread_cond_broadcast(&all->changed);
}

static bool exchange(RanksTransport *transport, const RanksPart *parts, uint32_t n) {
    One *self = (One *)(void *)transport;
    unsigned char *states = ranks_zeroed(n, 1);
    if (!states) {
        snprintf(transport->failure, RANKS_TEXT, "out of memory");
        return false;
    }
    pthread_mutex_lock(&self->all->mutex);
    const bool ok = pass(self, parts, n, states);
    if (!ok) {
        for (uint32_t i = 0; i < n; i++) { /* what others may take no more */
            Box *out = box(self->all, parts[i].rank, transport->rank);
            if ((states[i] & PUT) && out->at == parts[i].out) out->at = NULL;
        }
        stop_locked(self);
    }
    pthread_mutex_unlock(&self->all->mutex);
    ranks_resize(states, n, 0);
    return ok;
}

static void stop(RanksTransport *transport) {
    One *self = (One *)(void *)transport;
    pthread_mutex_lock(&self->all->mutex);
    stop_locked(self);
    pthread_mutex_unlock(&self->all->mutex);
}

static void close_one(RanksTransport *transport) { ranks_resize(transport, sizeof(One), 0); }

RanksTransport *ranks_threads_transport(RanksThreads *self, uint32_t rank) {
    One *one = ranks_zeroed(1, sizeof *one);
    if (!one) return NULL;
    *one = (One){.transport = {.rank = rank,
                               .size = self->options.size,
                               .timeout = self->options.timeout,
                               .exchange = exchange,
                               .stop = stop,
                               .close = close_one},
                 .all = self};
    return &one->transport;
}
