/* SPDX-License-Identifier: Apache-2.0 */
/* What a collective exchanges, and what it makes of what has come; of none is it said here when it
 * is exchanged. A tensor that is cut along an axis is `outer` rows of so many parts of `inner`
 * bytes. */
#include <string.h>

#include "ranks/parts.h"

enum { SMALL_BYTES = 4096 }; /* so much is combined by all ranks at once */

typedef RanksMeeting Meeting;

static int64_t product(const int64_t *dims, int64_t from, int64_t to) {
    int64_t n = 1;
    for (int64_t i = from; i < to; i++) n *= dims[i];
    return n;
}

int64_t ranks_meeting_bytes(const Meeting *m, const int64_t *dims) {
    return m->what->bytes * product(dims, 0, m->what->ndim);
}

void *ranks_meeting_room(Meeting *m, RanksRoomKind kind, int64_t bytes) {
    return ranks_room(m->r, m->work, kind, bytes);
}

bool ranks_meeting_wrong(const Meeting *m, const char *what, int64_t expected, int64_t found) {
    return ranks_fail(m->r, "rank %u, in %s '%s': %s: %lld are expected, %lld found",
                      ranks_rank(m->r), ranks_kind_name(m->what->kind), m->name, what,
                      (long long)expected, (long long)found);
}

/* Parts */

static void pack(const RanksCut *c, const char *x, char *to) {
    for (int64_t i = 0; c->part && i < c->outer; i++)
        memcpy(to + i * c->part, x + i * c->row + c->at, (size_t)c->part);
}

void ranks_unpack(const RanksCut *c, const char *from, char *x) {
    for (int64_t i = 0; c->part && i < c->outer; i++)
        memcpy(x + i * c->row + c->at, from + i * c->part, (size_t)c->part);
}

RanksCut ranks_cut(const Meeting *m, const int64_t *dims, int64_t axis, int64_t first, int64_t n) {
    const int64_t inner = m->what->bytes * product(dims, axis + 1, m->what->ndim);
    return (RanksCut){product(dims, 0, axis), dims[axis] * inner, first * inner, n * inner};
}

int64_t ranks_cut_bytes(const RanksCut *c) { return c->outer * c->part; }

bool ranks_counts(Meeting *m, int64_t own) {
    const uint32_t n = m->n;
    const int64_t bytes = (int64_t)sizeof(int64_t) * (2 * (int64_t)n + 2);
    m->counts = ranks_meeting_room(m, RANKS_ROOM_COUNTS, bytes);
    if (!m->counts) return false;
    m->starts = m->counts + n;
    for (uint32_t i = 0; i < n; i++) m->counts[i] = own;
    return true;
}

bool ranks_starts(Meeting *m, int64_t whole) {
    const uint32_t n = m->n;
    m->starts[0] = 0;
    for (uint32_t i = 0; i < n; i++) m->starts[i + 1] = m->starts[i] + m->counts[i];
    if (whole < 0 || m->starts[n] == whole) return true;
    return ranks_meeting_wrong(m, "the parts of the ranks are not as long together as the whole",
                               whole, m->starts[n]);
}

static const void **list(Meeting *m) {
    return ranks_meeting_room(m, RANKS_ROOM_LIST, (int64_t)sizeof(void *) * m->n);
}

/* result = what all have of it, `bytes` of `own` and in the room IN, one behind the other. */
static bool combine(Meeting *m, const void *own, int64_t bytes, const char *others, void *result) {
    const void **xs = list(m);
    if (!xs) return false;
    for (uint32_t i = 0; i < m->n; i++) xs[i] = i == m->place ? own : others + i * bytes;
    ranks_combine(m->what, result, xs, m->n, bytes / m->what->bytes);
    return true;
}

int64_t ranks_meeting_own(const Meeting *m) {
    return (m->what->kind == RANKS_ALLGATHER ? m->in : m->out)[m->what->axis];
}

/* Where the parts differ, ranks have told each other. */
static bool even(Meeting *m) { return m->what->is_uneven || ranks_counts(m, ranks_meeting_own(m)); }

/* Collectives that may go on by themselves: what the first exchange is of, and what is made of what
 * has come. */

static int64_t piece(const Meeting *m, int64_t i) {
    const int64_t elements = ranks_meeting_bytes(m, m->in) / m->what->bytes, n = m->n;
    return (elements / n * i + elements % n * i / n) * m->what->bytes;
}

static bool is_small(const Meeting *m) { return ranks_meeting_bytes(m, m->in) <= SMALL_BYTES; }

/* Little: each rank has all. Else each combines a piece, and gives it to the others. */
static bool allreduce_first(Meeting *m) {
    const int64_t bytes = ranks_meeting_bytes(m, m->in);
    const bool small = is_small(m);
    m->first = small ? 0 : piece(m, m->place);
    m->own = small ? bytes : piece(m, (int64_t)m->place + 1) - m->first;
    m->mine = m->x + m->first;
    m->others = ranks_meeting_room(m, RANKS_ROOM_IN, m->own * m->n + 1);
    if (!m->others) return false;
    for (uint32_t i = 0; i < m->n; i++) {
        const int64_t at = small ? 0 : piece(m, i), end = small ? bytes : piece(m, (int64_t)i + 1);
        m->work->parts[i] =
            (RanksPart){m->work->members[i], m->x + at, m->others + i * m->own, end - at, m->own};
    }
    return true;
}

static bool allreduce_next(Meeting *m, uint32_t step, bool *ended) {
    *ended = step > 0 || is_small(m);
    if (step > 0) return true;
    if (!combine(m, m->mine, m->own, m->others, m->result + m->first)) return false;
    for (uint32_t i = 0; i < m->n && !*ended; i++) {
        const int64_t at = piece(m, i), end = piece(m, (int64_t)i + 1);
        m->work->parts[i] = (RanksPart){m->work->members[i], m->result + m->first, m->result + at,
                                        m->own, end - at};
    }
    return true;
}

static bool is_plain(const Meeting *m) { return product(m->out, 0, m->what->axis) == 1; }

static bool allgather_first(Meeting *m) {
    const int64_t axis = m->what->axis;
    if (!even(m) || !ranks_starts(m, m->out[axis])) return false;
    const int64_t own = ranks_meeting_bytes(m, m->in), all = ranks_meeting_bytes(m, m->out);
    m->others = is_plain(m) ? m->result : ranks_meeting_room(m, RANKS_ROOM_IN, all + 1);
    if (!m->others) return false;
    int64_t at = 0;
    for (uint32_t i = 0; i < m->n; i++) {
        const RanksCut c = ranks_cut(m, m->out, axis, m->starts[i], m->counts[i]);
        m->work->parts[i] =
            (RanksPart){m->work->members[i], m->x, m->others + at, own, ranks_cut_bytes(&c)};
        if (i == m->place && own) memcpy(m->others + at, m->x, (size_t)own);
        at += ranks_cut_bytes(&c);
    }
    return true;
}

static bool allgather_next(Meeting *m) {
    int64_t at = 0;
    for (uint32_t i = 0; !is_plain(m) && i < m->n; i++) {
        const RanksCut c = ranks_cut(m, m->out, m->what->axis, m->starts[i], m->counts[i]);
        ranks_unpack(&c, m->others + at, m->result);
        at += ranks_cut_bytes(&c);
    }
    return true;
}

bool ranks_cut_parts(Meeting *m, int64_t axis) {
    char *to = ranks_meeting_room(m, RANKS_ROOM_OUT, ranks_meeting_bytes(m, m->in) + 1);
    if (!to) return false;
    for (uint32_t i = 0; i < m->n; i++) {
        const RanksCut c = ranks_cut(m, m->in, axis, m->starts[i], m->counts[i]);
        const char *from = m->x + c.at;
        if (c.outer != 1) {
            pack(&c, m->x, to);
            from = to;
            to += ranks_cut_bytes(&c);
        }
        m->work->parts[i] =
            (RanksPart){.rank = m->work->members[i], .out = from, .out_bytes = ranks_cut_bytes(&c)};
    }
    return true;
}

static bool reduce_scatter_first(Meeting *m) {
    const int64_t axis = m->what->axis;
    m->own = ranks_meeting_bytes(m, m->out);
    if (!even(m) || !ranks_starts(m, m->in[axis]) || !ranks_cut_parts(m, axis)) return false;
    m->others = ranks_meeting_room(m, RANKS_ROOM_IN, m->own * m->n + 1);
    if (!m->others) return false;
    m->mine = m->work->parts[m->place].out;
    for (uint32_t i = 0; i < m->n; i++) {
        m->work->parts[i].in = m->others + i * m->own;
        m->work->parts[i].in_bytes = m->own;
    }
    return true;
}

bool ranks_meeting_goes_on(const RanksWhat *what) {
    return what->kind == RANKS_ALLREDUCE ||
           (!what->is_uneven &&
            (what->kind == RANKS_ALLGATHER || what->kind == RANKS_REDUCE_SCATTER));
}

bool ranks_meeting_first(RanksMeeting *m) {
    return m->what->kind == RANKS_ALLREDUCE   ? allreduce_first(m)
           : m->what->kind == RANKS_ALLGATHER ? allgather_first(m)
                                              : reduce_scatter_first(m);
}

bool ranks_meeting_next(RanksMeeting *m, uint32_t step, bool *ended) {
    *ended = true;
    return m->what->kind == RANKS_ALLREDUCE   ? allreduce_next(m, step, ended)
           : m->what->kind == RANKS_ALLGATHER ? allgather_next(m)
                                              : combine(m, m->mine, m->own, m->others, m->result);
}

bool ranks_meet(RanksMeeting *m, const RanksWhat *what, const char *name, const int64_t *dims) {
    Ranks *r = m->r;
    m->what = what;
    m->name = name;
    m->in = dims;
    m->out = dims + what->ndim;
    m->number = ranks_next_number(r, m->work, (uint64_t)what->place);
    m->n = ranks_group(what, ranks_rank(r), ranks_size(r), m->work->members, &m->place);
    if (!m->n)
        return ranks_meeting_wrong(m, "ranks of the mesh", product(what->mesh, 0, what->n_mesh),
                                   ranks_size(r));
    if (what->workers && what->workers != m->n)
        return ranks_meeting_wrong(m, "num_workers ranks in a group", what->workers, m->n);
    return true;
}
