/* SPDX-License-Identifier: Apache-2.0 */
/* Ranks that are threads of one process. A list of messages for each pair of them: who sends adds
 * one that says where its bytes are, who receives copies them and takes the message out, and then
 * the sender may go on. A link that is slower than memory is kept time for: a message is there when
 * it would be there.
 *
 * How much of a link's time is hidden behind what ranks compute: a message is on its way from when
 * it is sent until it is there. A rank that rested meanwhile rested for the other rank, as far as
 * that one came later than itself; what is beyond that it rested for the link. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "ranks/ranks.h"

typedef struct Message Message;
struct Message {
    Message *next;
    uint32_t number, mark;
    const void *at;
    int64_t bytes;
    int64_t sent, there; /* there: the time from which on it may be taken */
    bool is_out;         /* it is in a list */
};

struct RanksThreads {
    RanksThreadsOptions options;
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    uint64_t changes;     /* how often it did */
    Message **boxes;      /* [to * size + from]: the first of a list */
    int64_t *link_free;   /* by rank: when what it has sent is on its way */
    RanksThreadsUse *use; /* by rank: of what it received */
    RanksRecord *records; /* by rank; NULL: there are none */
    bool *ended;          /* by rank: it takes part no more */
    bool is_stopped;
    uint32_t stopped_by; /* the first one that ended */
};

typedef struct {
    RanksTransport transport; /* first */
    RanksThreads *all;
    uint64_t seen;  /* of the changes */
    int64_t later;  /* the earliest time that a message comes of those that were asked for since it
                    * rested last */
    int64_t rested; /* nanoseconds, in all */
} One;

/* By part: its message, and whether what comes was taken. */
struct RanksExchange {
    const RanksPart *parts;
    uint32_t n, number, mark;
    int64_t begun, rested; /* the time, and how long the rank had rested by then */
    Message *messages;
    bool *taken;
};

static void release(RanksThreads *self) {
    const size_t n = self->options.size;
    for (size_t i = 0; self->records && i < n; i++) ranks_record_fini(&self->records[i]);
    ranks_resize(self->records, n * sizeof *self->records, 0);
    ranks_resize(self->boxes, n * n * sizeof *self->boxes, 0);
    ranks_resize(self->link_free, n * sizeof *self->link_free, 0);
    ranks_resize(self->use, n * sizeof *self->use, 0);
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
    self->use = ranks_zeroed(n, sizeof *self->use);
    self->ended = ranks_zeroed(n, sizeof *self->ended);
    pthread_condattr_t how;
    if (!self->boxes || !self->link_free || !self->use || !self->ended ||
        pthread_condattr_init(&how) != 0) {
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

RanksThreadsUse ranks_threads_use(RanksThreads *self, uint32_t rank) {
    pthread_mutex_lock(&self->mutex);
    const RanksThreadsUse use = self->use[rank];
    pthread_mutex_unlock(&self->mutex);
    return use;
}

bool ranks_threads_record(RanksThreads *self) {
    const size_t n = self->options.size;
    if (self->records) return true;
    self->records = ranks_zeroed(n, sizeof *self->records);
    for (size_t i = 0; self->records && i < n; i++) self->records[i].is_whole = true;
    return self->records != NULL;
}

RanksRecord *ranks_threads_records(RanksThreads *self) { return self->records; }

/* Messages. All that follows is under the mutex. */

static Message **box(RanksThreads *all, uint32_t to, uint32_t from) {
    return &all->boxes[(size_t)to * all->options.size + from];
}

static void tell(RanksThreads *all) {
    all->changes++;
    pthread_cond_broadcast(&all->changed);
}

static void take_out(Message **list, Message *m) {
    while (*list != m) list = &(*list)->next;
    *list = m->next;
    m->is_out = false;
}

static void send_part(One *self, RanksExchange *e, uint32_t i) {
    RanksThreads *all = self->all;
    const RanksPart *p = &e->parts[i];
    const uint32_t rank = self->transport.rank;
    int64_t there = e->begun;
    if (!p->out_bytes) return;
    if (all->options.bytes_a_second > 0) {
        int64_t *free_at = &all->link_free[rank];
        if (*free_at < there) *free_at = there;
        *free_at += (int64_t)((double)p->out_bytes / all->options.bytes_a_second * 1e9);
        there = *free_at;
    }
    Message **at = box(all, p->rank, rank);
    while (*at) at = &(*at)->next;
    e->messages[i] = (Message){.number = e->number,
                               .mark = e->mark,
                               .at = p->out,
                               .bytes = p->out_bytes,
                               .sent = e->begun,
                               .there = there + all->options.latency,
                               .is_out = true};
    *at = &e->messages[i];
}

static bool other_bytes(One *self, const RanksPart *p, int64_t found) {
    snprintf(self->transport.failure, RANKS_TEXT,
             "rank %u sends %lld bytes, %lld are expected: do the ranks run the same program?",
             p->rank, (long long)found, (long long)p->in_bytes);
    return false;
}

static bool other_exchange(One *self, const RanksPart *p, uint32_t mark) {
    self->transport.odd.rank = p->rank;
    self->transport.odd.mark = mark;
    self->transport.odd.mask = UINT32_MAX;
    return false;
}

/* What was hidden of the message's time. */
static void count(One *self, const RanksExchange *e, const Message *m) {
    RanksThreadsUse *use = &self->all->use[self->transport.rank];
    const int64_t way = m->there - m->sent, late = m->sent > e->begun ? m->sent - e->begun : 0;
    int64_t shown = self->rested - e->rested - late;
    if (shown < 0) shown = 0;
    if (shown > way) shown = way;
    use->messages++;
    use->bytes += m->bytes;
    use->way += way;
    use->hidden += way - shown;
}

/* Takes what has come for the part, if it has. */
static bool take(One *self, RanksExchange *e, uint32_t i) {
    const RanksPart *p = &e->parts[i];
    Message **list = box(self->all, self->transport.rank, p->rank), *m = *list;
    while (m && m->number != e->number) m = m->next;
    if (!m) return true;
    if (m->mark != e->mark) return other_exchange(self, p, m->mark);
    if (m->bytes != p->in_bytes) return other_bytes(self, p, m->bytes);
    if (m->there > clock_now_ns()) {
        if (m->there < self->later) self->later = m->there;
        return true;
    }
    memcpy(p->in, m->at, (size_t)m->bytes);
    e->taken[i] = true;
    count(self, e, m);
    take_out(list, m);
    tell(self->all);
    return true;
}

static bool is_done(const RanksExchange *e, uint32_t i) {
    return !e->messages[i].is_out && (e->taken[i] || !e->parts[i].in_bytes);
}

static void free_exchange(RanksExchange *e) {
    const size_t n = (size_t)e->n + 1;
    ranks_resize(e->messages, n * sizeof *e->messages, 0);
    ranks_resize(e->taken, n * sizeof *e->taken, 0);
    ranks_resize(e, sizeof *e, 0);
}

/* What others may take no more. */
static void withdraw(One *self, RanksExchange *e) {
    for (uint32_t i = 0; i < e->n; i++) {
        Message *m = &e->messages[i];
        if (m->is_out) take_out(box(self->all, e->parts[i].rank, self->transport.rank), m);
    }
    free_exchange(e);
}

static void stop_locked(One *self) {
    RanksThreads *all = self->all;
    all->ended[self->transport.rank] = true;
    if (!all->is_stopped) all->stopped_by = self->transport.rank;
    all->is_stopped = true;
    tell(all);
}

/* What two ranks that go on exchange is not broken off by a third one's end: all that took part
 * in a step before have its result. */
static RanksState step(One *self, RanksExchange *e) {
    bool is_open = false, is_alone = false;
    for (uint32_t i = e->n; i-- > 0;) {
        if (e->parts[i].in_bytes && !e->taken[i] && !take(self, e, i)) return RANKS_FAILED;
        if (is_done(e, i)) continue;
        is_open = true;
        is_alone = is_alone || self->all->ended[e->parts[i].rank];
    }
    if (!is_open) return RANKS_DONE;
    if (!is_alone) return RANKS_OPEN;
    snprintf(self->transport.failure, RANKS_TEXT, "rank %u has ended", self->all->stopped_by);
    return RANKS_FAILED;
}

/* The transport */

static RanksExchange *begin(RanksTransport *transport, const RanksPart *parts, uint32_t n,
                            uint32_t number, uint32_t mark) {
    One *self = (One *)(void *)transport;
    RanksExchange *e = ranks_zeroed(1, sizeof *e);
    if (e) {
        *e = (RanksExchange){.parts = parts,
                             .n = n,
                             .number = number,
                             .mark = mark,
                             .begun = clock_now_ns(),
                             .rested = self->rested,
                             .messages = ranks_zeroed((size_t)n + 1, sizeof *e->messages),
                             .taken = ranks_zeroed((size_t)n + 1, sizeof *e->taken)};
    }
    if (!e || !e->messages || !e->taken) {
        snprintf(transport->failure, RANKS_TEXT, "out of memory");
        if (e) free_exchange(e);
        return NULL;
    }
    pthread_mutex_lock(&self->all->mutex);
    for (uint32_t i = 0; i < n; i++) send_part(self, e, i);
    tell(self->all);
    pthread_mutex_unlock(&self->all->mutex);
    return e;
}

static RanksState go_on(RanksTransport *transport, RanksExchange *e) {
    One *self = (One *)(void *)transport;
    pthread_mutex_lock(&self->all->mutex);
    const RanksState state = step(self, e);
    if (state == RANKS_DONE) free_exchange(e);
    if (state == RANKS_FAILED) {
        withdraw(self, e);
        stop_locked(self);
    }
    pthread_mutex_unlock(&self->all->mutex);
    return state;
}

static void rest(RanksTransport *transport, uint32_t turn, int64_t until) {
    One *self = (One *)(void *)transport;
    RanksThreads *all = self->all;
    (void)turn;
    pthread_mutex_lock(&all->mutex);
    if (all->changes == self->seen) {
        const int64_t from = clock_now_ns(), end = self->later < until ? self->later : until;
        const struct timespec t = {end / 1000000000, end % 1000000000};
        if (end == INT64_MAX)
            pthread_cond_wait(&all->changed, &all->mutex);
        else
            pthread_cond_timedwait(&all->changed, &all->mutex, &t);
        self->rested += clock_now_ns() - from;
    }
    self->seen = all->changes;
    self->later = INT64_MAX;
    pthread_mutex_unlock(&all->mutex);
}

static void drop(RanksTransport *transport, RanksExchange *e, double seconds) {
    One *self = (One *)(void *)transport;
    pthread_mutex_lock(&self->all->mutex);
    for (uint32_t i = e->n; i-- > 0 && seconds > 0;) {
        if (!is_done(e, i))
            snprintf(transport->failure, RANKS_TEXT, "rank %u has not come within %g s",
                     e->parts[i].rank, seconds);
    }
    withdraw(self, e);
    stop_locked(self);
    pthread_mutex_unlock(&self->all->mutex);
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
                               .begin = begin,
                               .go_on = go_on,
                               .rest = rest,
                               .drop = drop,
                               .stop = stop,
                               .close = close_one},
                 .all = self,
                 .later = INT64_MAX};
    return &one->transport;
}
