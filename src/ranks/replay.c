/* SPDX-License-Identifier: Apache-2.0 */
/* A link kept time for: what ranks did (record.c), once more in a time of its own. A rank computes
 * for as long as was noted, what it sends is on its way for as long as the link says, and it goes
 * on with its collectives where it asked how they stand, or waits. So the answer does not depend on
 * how busy the machine was, and records and link alike give the same one always.
 *
 * Discrete events: of all ranks the one goes first whose next event is the earliest. What is sent
 * later is there later, so whatever a rank could find at its time has been sent by then. */
#include <string.h>

#include "ranks/parts.h"
#include "ranks/record.h"

static const int64_t NEVER = INT64_MAX;

typedef struct Message Message;
struct Message {
    Message *next;
    uint32_t number;
    int64_t sent, there, bytes;
};

/* From when to when a rank rested, and how long before. */
typedef struct {
    int64_t from, to, before;
} Rest;

/* A collective that goes on. */
typedef struct {
    uint32_t op, exchange; /* at work */
    int64_t begun, out;    /* that one; when its last byte has left */
} Going;

typedef struct {
    const RanksRecord *record;
    size_t at;    /* the next event */
    int64_t now;  /* behind the one before it */
    int64_t free; /* from when on its link is */
    bool rests;
    Rest *list;
    size_t n_rests, rests_room;
    Going *on; /* the oldest first */
    size_t n_on, on_room;
    RanksReplayUse *use;
} Rank;

typedef struct {
    Rank *ranks;
    uint32_t n;
    const RanksLink *link;
    Message **boxes; /* [to * n + from] */
    void (*span)(void *user, const RanksSpan *span);
    void *user;
    const char *why; /* NULL: nothing is wrong */
} Replay;

static bool grow(Replay *r, void **at, size_t n, size_t *room, size_t size) {
    if (n < *room) return true;
    const size_t more = *room ? 2 * *room : 16;
    void *new = ranks_resize(*at, *room * size, more * size);
    if (!new) return r->why = "out of memory", false;
    *at = new;
    *room = more;
    return true;
}

/* How long the rank had rested by that time, which is not before its last rest began. */
static int64_t rested_until(const Rank *k, int64_t time) {
    size_t low = 0, high = k->n_rests;
    while (low < high) {
        const size_t mid = low + (high - low) / 2;
        if (k->list[mid].from < time)
            low = mid + 1;
        else
            high = mid;
    }
    if (!low) return 0;
    const Rest *x = &k->list[low - 1];
    return x->before + (time < x->to ? time : x->to) - x->from;
}

static void tell(const Replay *r, RanksSpan span) {
    if (r->span && span.to > span.from) r->span(r->user, &span);
}

/* --- Messages --- */

static const RanksRecordPart *parts_of(const Rank *k, const Going *g, uint32_t *n) {
    const RanksRecordExchange *e = &k->record->exchanges.at[g->exchange];
    *n = e->n;
    return k->record->parts.at + e->first;
}

static Message **find(const Replay *r, const Rank *k, const Going *g, uint32_t from) {
    Message **at = &r->boxes[(size_t)(k - r->ranks) * r->n + from];
    const uint32_t number = k->record->exchanges.at[g->exchange].number;
    while (*at && (*at)->number != number) at = &(*at)->next;
    return at;
}

static void send(Replay *r, Rank *k, Going *g, const RanksRecordPart *p) {
    Message *m = ranks_zeroed(1, sizeof *m), **at;
    if (!m || p->rank >= r->n) {
        r->why = m ? "the records are of other ranks" : "out of memory";
        ranks_resize(m, sizeof *m, 0);
        return;
    }
    int64_t out = g->begun;
    if (r->link->bytes_a_second > 0) {
        if (k->free < out) k->free = out;
        k->free += (int64_t)((double)p->out_bytes / r->link->bytes_a_second * 1e9);
        out = k->free;
    }
    if (g->out < out) g->out = out;
    *m = (Message){.number = k->record->exchanges.at[g->exchange].number,
                   .sent = g->begun,
                   .there = out + r->link->latency,
                   .bytes = p->out_bytes};
    at = &r->boxes[(size_t)p->rank * r->n + (size_t)(k - r->ranks)];
    while (*at) at = &(*at)->next;
    *at = m;
}

static void begin(Replay *r, Rank *k, Going *g, uint32_t exchange, int64_t time) {
    uint32_t n;
    *g = (Going){g->op, exchange, time, time};
    const RanksRecordPart *p = parts_of(k, g, &n);
    for (uint32_t i = 0; i < n && !r->why; i++) {
        if (p[i].out_bytes) send(r, k, g, &p[i]);
    }
}

/* When the exchange at work has ended; NEVER: that depends on what others do. */
static int64_t ends(const Replay *r, const Rank *k, const Going *g) {
    uint32_t n;
    const RanksRecordPart *p = parts_of(k, g, &n);
    int64_t end = g->out;
    for (uint32_t i = 0; i < n && end < NEVER; i++) {
        if (!p[i].in_bytes) continue;
        const Message *m = p[i].rank < r->n ? *find(r, k, g, p[i].rank) : NULL;
        const int64_t there = m ? m->there : NEVER;
        if (there > end) end = there;
    }
    return end;
}

static void take(Replay *r, Rank *k, const Going *g, uint32_t from) {
    Message **at = find(r, k, g, from), *m = *at;
    const RanksRecordOp *op = &k->record->ops.at[g->op];
    const int64_t since = m->sent > g->begun ? m->sent : g->begun;
    const int64_t shown = m->there > since ? rested_until(k, m->there) - rested_until(k, since) : 0;
    k->use->messages++;
    k->use->bytes += m->bytes;
    k->use->way += m->there - m->sent;
    k->use->hidden += m->there - m->sent - shown;
    tell(r, (RanksSpan){RANKS_SPAN_MESSAGE, (uint32_t)(k - r->ranks), from, m->sent, m->there,
                        m->bytes, op->what, op->name});
    *at = m->next;
    ranks_resize(m, sizeof *m, 0);
}

/* What has ended by then; the next exchanges begin. */
static void go_on(Replay *r, Rank *k, int64_t time) {
    size_t kept = 0;
    for (size_t i = 0; i < k->n_on; i++) {
        Going g = k->on[i];
        bool is_over = false;
        while (!is_over && !r->why && ends(r, k, &g) <= time) {
            uint32_t n;
            const RanksRecordPart *p = parts_of(k, &g, &n);
            for (uint32_t j = 0; j < n; j++) {
                if (p[j].in_bytes) take(r, k, &g, p[j].rank);
            }
            const uint32_t next = k->record->exchanges.at[g.exchange].next;
            is_over = next == RANKS_RECORD_NONE;
            if (!is_over) begin(r, k, &g, next, time);
        }
        if (!is_over) k->on[kept++] = g;
    }
    k->n_on = kept;
}

/* --- Ranks --- */

static bool is_on(const Rank *k, uint32_t op) {
    bool on = false;
    for (size_t i = 0; i < k->n_on; i++) on = on || k->on[i].op == op;
    return on;
}

static int64_t computes(const Replay *r, const RanksEvent *e) {
    if (!r->link->stretch) return e->computed;
    return e->kind == RANKS_EVENT_POLL ? r->link->stretch : 0;
}

/* When it does something next; NEVER: it has ended, or waits for what others do first. */
static int64_t next_of(const Replay *r, const Rank *k) {
    int64_t next = NEVER;
    if (k->at == k->record->events.n) return next;
    if (!k->rests) return k->now + computes(r, &k->record->events.at[k->at]);
    for (size_t i = 0; i < k->n_on; i++) {
        const int64_t end = ends(r, k, &k->on[i]);
        if (end < next) next = end;
    }
    return next < k->now ? k->now : next;
}

static void start(Replay *r, Rank *k, uint32_t op) {
    const uint32_t first = k->record->ops.at[op].first;
    if (first == RANKS_RECORD_NONE) return;
    if (!grow(r, (void **)&k->on, k->n_on, &k->on_room, sizeof *k->on)) return;
    Going *g = &k->on[k->n_on++];
    g->op = op;
    begin(r, k, g, first, k->now);
}

static void rest(Replay *r, Rank *k) {
    if (!grow(r, (void **)&k->list, k->n_rests, &k->rests_room, sizeof *k->list)) return;
    const Rest *last = k->n_rests ? &k->list[k->n_rests - 1] : NULL;
    const int64_t before = last ? last->before + last->to - last->from : 0;
    k->list[k->n_rests++] = (Rest){k->now, k->now, before};
    k->rests = true;
}

/* It rested until then, and may go on. */
static void wake(Replay *r, Rank *k, int64_t time, const RanksEvent *e) {
    Rest *x = &k->list[k->n_rests - 1];
    x->to = time;
    go_on(r, k, time);
    k->now = time;
    if (is_on(k, e->op)) return;
    const RanksRecordOp *op = &k->record->ops.at[e->op];
    const uint32_t rank = (uint32_t)(k - r->ranks);
    tell(r, (RanksSpan){RANKS_SPAN_RESTS, rank, rank, x->from, time, 0, op->what, op->name});
    k->use->rested += time - x->from;
    k->rests = false;
    k->at++;
}

static void step(Replay *r, Rank *k, int64_t time) {
    const RanksEvent *e = &k->record->events.at[k->at];
    const uint32_t rank = (uint32_t)(k - r->ranks);
    if (k->rests) {
        wake(r, k, time, e);
        return;
    }
    tell(r, (RanksSpan){RANKS_SPAN_COMPUTES, rank, rank, k->now, time, 0, NULL, NULL});
    k->now = time;
    if (e->kind == RANKS_EVENT_START)
        start(r, k, e->op);
    else
        go_on(r, k, time);
    if (e->kind == RANKS_EVENT_WAIT && is_on(k, e->op))
        rest(r, k);
    else
        k->at++;
}

static void run(Replay *r) {
    while (!r->why) {
        Rank *first = NULL;
        int64_t time = NEVER;
        bool ended = true;
        for (uint32_t i = 0; i < r->n; i++) {
            Rank *k = &r->ranks[i];
            const int64_t next = next_of(r, k);
            ended = ended && k->at == k->record->events.n;
            if (next < time) first = k, time = next;
        }
        if (ended) return;
        if (first)
            step(r, first, time);
        else
            r->why = "the records end while ranks wait for each other";
    }
}

static void release(Replay *r) {
    for (size_t i = 0; r->boxes && i < (size_t)r->n * r->n; i++) {
        for (Message *m = r->boxes[i], *next; m; m = next) {
            next = m->next;
            ranks_resize(m, sizeof *m, 0);
        }
    }
    for (uint32_t i = 0; r->ranks && i < r->n; i++) {
        Rank *k = &r->ranks[i];
        ranks_resize(k->list, k->rests_room * sizeof *k->list, 0);
        ranks_resize(k->on, k->on_room * sizeof *k->on, 0);
    }
    ranks_resize(r->boxes, (size_t)r->n * r->n * sizeof *r->boxes, 0);
    ranks_resize(r->ranks, r->n * sizeof *r->ranks, 0);
}

bool ranks_replay(const RanksRecord *records, uint32_t n, const RanksLink *link,
                  void (*span)(void *user, const RanksSpan *span), void *user, RanksReplayUse *out,
                  const char **why) {
    Replay r = {.n = n,
                .link = link,
                .span = span,
                .user = user,
                .ranks = ranks_zeroed(n, sizeof *r.ranks),
                .boxes = ranks_zeroed((size_t)n * n, sizeof *r.boxes)};
    if (!r.ranks || !r.boxes) r.why = "out of memory";
    for (uint32_t i = 0; i < n && !r.why; i++) {
        out[i] = (RanksReplayUse){.messages = 0};
        r.ranks[i].record = &records[i];
        r.ranks[i].use = &out[i];
        if (!records[i].is_whole) r.why = "there was no memory for the records";
    }
    if (!r.why) run(&r);
    for (uint32_t i = 0; i < n && !r.why; i++) out[i].end = r.ranks[i].now;
    *why = r.why;
    const bool ok = !r.why;
    release(&r);
    return ok;
}
