/* SPDX-License-Identifier: Apache-2.0 */
/* Each collective as one or two exchanges, at once or going on. */
#include <string.h>

#include "base/clock.h"
#include "ranks/parts.h"

typedef RanksMeeting Meeting;

static bool run_exchange(Ranks *self, RanksWork *work, const char *what, const char *name,
                         uint32_t n, uint32_t number) {
    RanksTransport *t = self->transport;
    RanksExchange *e;
    ranks_record_exchange(self->record, work->recorded, t->rank, work->parts, n, number);
    if (!ranks_begin(self, work, what, name, n, number, &e)) return false;
    const int64_t end = t->timeout ? clock_now_ns() + t->timeout : INT64_MAX;
    for (uint32_t turn = 0; e; turn++) {
        const RanksState state = t->go_on(t, e);
        if (state == RANKS_DONE) return true;
        if (state == RANKS_FAILED) return ranks_fail_in(self, work, what, name);
        ranks_progress(self);
        if (self->is_broken || (end < INT64_MAX && clock_now_ns() >= end)) {
            t->drop(t, e, self->is_broken ? 0 : (double)t->timeout / 1e9);
            return !self->is_broken && ranks_fail_in(self, work, what, name);
        }
        t->rest(t, turn, end);
    }
    return true;
}

bool ranks_exchange(Ranks *self, RanksWork *work, const char *what, const char *name, uint32_t n,
                    uint32_t number) {
    ranks_record_enter(self->record);
    work->recorded = ranks_record_start(self->record, what, name);
    const bool ok = run_exchange(self, work, what, name, n, number);
    ranks_record_wait(self->record, work->recorded);
    ranks_record_leave(self->record);
    return ok;
}

static bool exchange(Meeting *m) {
    return ranks_exchange(m->r, m->work, ranks_kind_name(m->what->kind), m->name, m->n,
                          m->number++);
}

/* How long each rank's part is, of which this one's is `own`. */
static bool count(Meeting *m, int64_t own) {
    if (!ranks_counts(m, own)) return false;
    for (uint32_t i = 0; m->what->is_uneven && i < m->n; i++) {
        m->work->parts[i] = (RanksPart){m->work->members[i], &m->counts[m->place], &m->counts[i],
                                        sizeof own, sizeof own};
    }
    return !m->what->is_uneven || exchange(m);
}

/* What may go on by itself, at once. */
static bool all_steps(Meeting *m) {
    bool ok =
        m->what->kind == RANKS_ALLREDUCE || !m->what->is_uneven || count(m, ranks_meeting_own(m));
    bool ended = false;
    ok = ok && ranks_meeting_first(m);
    for (uint32_t step = 0; ok && !ended; step++)
        ok = exchange(m) && ranks_meeting_next(m, step, &ended);
    return ok;
}

/* The others */

static bool broadcast(Meeting *m) {
    const int64_t bytes = ranks_meeting_bytes(m, m->in);
    for (uint32_t i = 0; i < m->n; i++) {
        m->work->parts[i] = (RanksPart){.rank = m->work->members[i]};
        if (!m->place) {
            m->work->parts[i].out = m->x;
            m->work->parts[i].out_bytes = bytes;
        } else if (!i) {
            m->work->parts[i].in = m->result;
            m->work->parts[i].in_bytes = bytes;
        }
    }
    if (!m->place && bytes) memcpy(m->result, m->x, (size_t)bytes);
    return exchange(m);
}

/* The first rank alone knows how long the whole is. */
static bool scatter(Meeting *m) {
    const int64_t axis = m->what->axis, own = ranks_meeting_bytes(m, m->out);
    if (!count(m, m->out[axis]) || !ranks_starts(m, m->place ? -1 : m->in[axis]) ||
        (!m->place && !ranks_cut_parts(m, axis)))
        return false;
    for (uint32_t i = 0; m->place && i < m->n; i++) {
        m->work->parts[i] = (RanksPart){.rank = m->work->members[i]};
        if (i) continue;
        m->work->parts[i].in = m->result;
        m->work->parts[i].in_bytes = own;
    }
    if (!m->place && own) memcpy(m->result, m->work->parts[0].out, (size_t)own);
    return exchange(m);
}

/* How long each rank's x is along concat_axis. In the room LIST. */
static bool count_joined(Meeting *m, int64_t *lengths) {
    const int64_t join = m->what->to_axis, own = m->in[join];
    for (uint32_t i = 0; i < m->n; i++) {
        lengths[i] = own;
        m->work->parts[i] =
            (RanksPart){m->work->members[i], &m->in[join], &lengths[i], sizeof own, sizeof own};
    }
    return !m->what->is_uneven || exchange(m);
}

static bool alltoall(Meeting *m) {
    const int64_t split = m->what->axis, join = m->what->to_axis;
    const int64_t own = split == join ? m->out[join] / m->n : m->out[split];
    int64_t *lengths = ranks_meeting_room(m, RANKS_ROOM_LIST, (int64_t)sizeof own * m->n);
    if (!lengths || !count(m, own) || !ranks_starts(m, m->in[split])) return false;
    if (split != join && !count_joined(m, lengths)) return false;
    int64_t all = 0;
    for (uint32_t i = 0; i < m->n; i++) {
        if (split == join) lengths[i] = own;
        all += lengths[i];
    }
    if (all != m->out[join])
        return ranks_meeting_wrong(m, "what ranks give is not as long together as the result",
                                   m->out[join], all);
    char *came = ranks_meeting_room(m, RANKS_ROOM_IN, ranks_meeting_bytes(m, m->out) + 1);
    if (!came || !ranks_cut_parts(m, split)) return false;
    char *at = came;
    int64_t first = 0;
    for (uint32_t i = 0; i < m->n; i++) {
        const RanksCut c = ranks_cut(m, m->out, join, first, lengths[i]);
        m->work->parts[i].in = at;
        m->work->parts[i].in_bytes = ranks_cut_bytes(&c);
        if (i == m->place && ranks_cut_bytes(&c))
            memcpy(at, m->work->parts[i].out, (size_t)ranks_cut_bytes(&c));
        at += ranks_cut_bytes(&c);
        first += lengths[i];
    }
    if (!exchange(m)) return false;
    at = came;
    first = 0;
    for (uint32_t i = 0; i < m->n; i++) {
        const RanksCut c = ranks_cut(m, m->out, join, first, lengths[i]);
        ranks_unpack(&c, at, m->result);
        at += ranks_cut_bytes(&c);
        first += lengths[i];
    }
    return true;
}

static bool permute(Meeting *m) {
    const int64_t n = m->n, shift = (m->what->shift % n + n) % n,
                  bytes = ranks_meeting_bytes(m, m->in);
    const int64_t *pairs = (const int64_t *)(m->what + 1);
    int64_t to = (m->place + shift) % n, from = (m->place + n - shift) % n;
    if (m->what->has_pairs) to = from = -1;
    for (int64_t i = 0; m->what->has_pairs && i < m->what->n_pairs; i++) {
        if (pairs[2 * i] == m->place) to = pairs[2 * i + 1];
        if (pairs[2 * i + 1] == m->place) from = pairs[2 * i];
    }
    for (uint32_t i = 0; i < m->n; i++) {
        m->work->parts[i] = (RanksPart){m->work->members[i], m->x, m->result, i == to ? bytes : 0,
                                        i == from ? bytes : 0};
    }
    if (bytes && from == m->place) memcpy(m->result, m->x, (size_t)bytes);
    if (bytes && from < 0) memset(m->result, 0, (size_t)bytes);
    return exchange(m);
}

static bool run(Meeting *m) {
    switch ((RanksKind)m->what->kind) {
    case RANKS_ALLREDUCE:
    case RANKS_ALLGATHER:
    case RANKS_REDUCE_SCATTER: return all_steps(m);
    case RANKS_BROADCAST: return broadcast(m);
    case RANKS_SCATTER: return scatter(m);
    case RANKS_ALLTOALL: return alltoall(m);
    case RANKS_PERMUTE: return permute(m);
    case RANKS_RANK: *(int64_t *)(void *)m->result = m->place; return true;
    case RANKS_KINDS: break;
    }
    return ranks_fail(m->r, "a collective of a later version: number %lld",
                      (long long)m->what->kind);
}

int32_t ranks_call(void *self, const RanksWhat *what, const char *name, const void *x, void *result,
                   const int64_t *dims) {
    Ranks *r = self;
    Meeting m = {.r = r, .work = &r->work, .x = x, .result = result};
    ranks_record_enter(r->record);
    const bool ok = ranks_meet(&m, what, name, dims) && run(&m);
    ranks_record_leave(r->record);
    return ok ? 0 : 1;
}

int32_t ranks_start(void *self, const RanksWhat *what, const char *name, const void *x,
                    void *result, const int64_t *dims, int64_t key) {
    return ranks_meeting_goes_on(what) ? ranks_go_on(self, what, name, x, result, dims, key)
                                       : ranks_call(self, what, name, x, result, dims);
}
