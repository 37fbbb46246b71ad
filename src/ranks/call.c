/* SPDX-License-Identifier: Apache-2.0 */
/* Each collective as one or two exchanges. A tensor that is cut along an axis is `outer` rows of
 * so many parts of `inner` bytes. */
#include <string.h>

#include "ranks/parts.h"

enum { SMALL_BYTES = 4096 }; /* so much is combined by all ranks at once */

typedef struct {
    Ranks *r;
    const RanksWhat *what;
    const char *name;
    const char *x;
    char *result;
    const int64_t *in, *out; /* extents */
    uint32_t n, place;       /* ranks of the group */
    int64_t *counts;         /* theirs: how long a part is; then where it begins, and the end */
    int64_t *starts;
} Meeting;

static int64_t product(const int64_t *dims, int64_t from, int64_t to) {
    int64_t n = 1;
    for (int64_t i = from; i < to; i++) n *= dims[i];
    return n;
}

static int64_t bytes_of(const Meeting *m, const int64_t *dims) {
    return m->what->bytes * product(dims, 0, m->what->ndim);
}

static bool exchange(Meeting *m) {
    return ranks_exchange(m->r, ranks_kind_name(m->what->kind), m->name, m->n);
}

static bool wrong(Meeting *m, const char *what, int64_t expected, int64_t found) {
    return ranks_fail(m->r, "rank %u, in %s '%s': %s: %lld are expected, %lld found",
                      ranks_rank(m->r), ranks_kind_name(m->what->kind), m->name, what,
                      (long long)expected, (long long)found);
}

/* Parts */

/* Rows of `row` bytes, of which each `part` bytes are at `to` (or go there). */
typedef struct {
    int64_t outer, row, at, part;
} Cut;

static void pack(const Cut *c, const char *x, char *to) {
    for (int64_t i = 0; c->part && i < c->outer; i++)
        memcpy(to + i * c->part, x + i * c->row + c->at, (size_t)c->part);
}

static void unpack(const Cut *c, const char *from, char *x) {
    for (int64_t i = 0; c->part && i < c->outer; i++)
        memcpy(x + i * c->row + c->at, from + i * c->part, (size_t)c->part);
}

/* From `first` on, `n` long along the axis, of a tensor of these extents. */
static Cut cut(const Meeting *m, const int64_t *dims, int64_t axis, int64_t first, int64_t n) {
    const int64_t inner = m->what->bytes * product(dims, axis + 1, m->what->ndim);
    return (Cut){product(dims, 0, axis), dims[axis] * inner, first * inner, n * inner};
}

static int64_t cut_bytes(const Cut *c) { return c->outer * c->part; }

/* How long each rank's part is, of which this one's is `own`; in all `whole` (-1: not known). */
static bool count(Meeting *m, int64_t own, int64_t whole) {
    const uint32_t n = m->n;
    m->counts =
        ranks_room(m->r, RANKS_ROOM_COUNTS, (int64_t)sizeof(int64_t) * (2 * (int64_t)n + 2));
    if (!m->counts) return false;
    m->starts = m->counts + n;
    for (uint32_t i = 0; i < n; i++) {
        m->counts[i] = own;
        m->r->parts[i] = (RanksPart){m->r->members[i], &m->counts[m->place], &m->counts[i],
                                     sizeof own, sizeof own};
    }
    if (m->what->is_uneven && !exchange(m)) return false;
    m->starts[0] = 0;
    for (uint32_t i = 0; i < n; i++) m->starts[i + 1] = m->starts[i] + m->counts[i];
    if (whole < 0 || m->starts[n] == whole) return true;
    return wrong(m, "the parts of the ranks are not as long together as the whole", whole,
                 m->starts[n]);
}

static const void **list(Meeting *m) {
    return ranks_room(m->r, RANKS_ROOM_LIST, (int64_t)sizeof(void *) * m->n);
}

/* result = what all have of it, `bytes` of `own` and in the room IN, one behind the other. */
static bool combine(Meeting *m, const void *own, int64_t bytes, const char *others, void *result) {
    const void **xs = list(m);
    if (!xs) return false;
    for (uint32_t i = 0; i < m->n; i++) xs[i] = i == m->place ? own : others + i * bytes;
    ranks_combine(m->what, result, xs, m->n, bytes / m->what->bytes);
    return true;
}

/* Collectives */

/* Little: each rank has all. Else each combines a piece, and gives it to the others. */
static bool allreduce(Meeting *m) {
    const int64_t bytes = bytes_of(m, m->in), size = m->what->bytes, elements = bytes / size;
    const int64_t n = m->n;
    const bool is_small = bytes <= SMALL_BYTES;
    int64_t *ends = ranks_room(m->r, RANKS_ROOM_COUNTS, (int64_t)sizeof(int64_t) * (n + 1));
    if (!ends) return false;
    for (int64_t i = 0; i <= n; i++) ends[i] = elements / n * i + elements % n * i / n;
    const int64_t first = is_small ? 0 : ends[m->place] * size,
                  own = is_small ? bytes : ends[m->place + 1] * size - first;
    char *others = ranks_room(m->r, RANKS_ROOM_IN, own * n + 1);
    if (!others) return false;
    for (uint32_t i = 0; i < m->n; i++) {
        const int64_t at = is_small ? 0 : ends[i] * size,
                      end = is_small ? bytes : ends[i + 1] * size;
        m->r->parts[i] = (RanksPart){m->r->members[i], m->x + at, others + i * own, end - at, own};
    }
    if (!exchange(m) || !combine(m, m->x + first, own, others, m->result + first)) return false;
    if (is_small) return true;
    for (uint32_t i = 0; i < m->n; i++)
        m->r->parts[i] =
            (RanksPart){m->r->members[i], m->result + first, m->result + ends[i] * size, own,
                        (ends[i + 1] - ends[i]) * size};
    return exchange(m);
}

static bool allgather(Meeting *m) {
    const int64_t axis = m->what->axis;
    if (!count(m, m->in[axis], m->out[axis])) return false;
    const int64_t own = bytes_of(m, m->in), all = bytes_of(m, m->out);
    const bool is_plain = product(m->out, 0, axis) == 1;
    char *room = is_plain ? m->result : ranks_room(m->r, RANKS_ROOM_IN, all + 1);
    if (!room) return false;
    int64_t at = 0;
    for (uint32_t i = 0; i < m->n; i++) {
        const Cut c = cut(m, m->out, axis, m->starts[i], m->counts[i]);
        m->r->parts[i] = (RanksPart){m->r->members[i], m->x, room + at, own, cut_bytes(&c)};
        if (i == m->place && own) memcpy(room + at, m->x, (size_t)own);
        at += cut_bytes(&c);
    }
    if (!exchange(m)) return false;
    at = 0;
    for (uint32_t i = 0; !is_plain && i < m->n; i++) {
        const Cut c = cut(m, m->out, axis, m->starts[i], m->counts[i]);
        unpack(&c, room + at, m->result);
        at += cut_bytes(&c);
    }
    return true;
}

/* What goes to each rank, of x along the axis: packed where it is not in one piece. */
static bool cut_parts(Meeting *m, int64_t axis) {
    char *room = ranks_room(m->r, RANKS_ROOM_OUT, bytes_of(m, m->in) + 1);
    if (!room) return false;
    for (uint32_t i = 0; i < m->n; i++) {
        const Cut c = cut(m, m->in, axis, m->starts[i], m->counts[i]);
        const char *from = m->x + c.at;
        if (c.outer != 1) {
            pack(&c, m->x, room);
            from = room;
            room += cut_bytes(&c);
        }
        m->r->parts[i] =
            (RanksPart){.rank = m->r->members[i], .out = from, .out_bytes = cut_bytes(&c)};
    }
    return true;
}

static bool reduce_scatter(Meeting *m) {
    const int64_t axis = m->what->axis, own = bytes_of(m, m->out);
    if (!count(m, m->out[axis], m->in[axis]) || !cut_parts(m, axis)) return false;
    char *others = ranks_room(m->r, RANKS_ROOM_IN, own * m->n + 1);
    if (!others) return false;
    const void *mine = m->r->parts[m->place].out;
    for (uint32_t i = 0; i < m->n; i++) {
        m->r->parts[i].in = others + i * own;
        m->r->parts[i].in_bytes = own;
    }
    return exchange(m) && combine(m, mine, own, others, m->result);
}

static bool broadcast(Meeting *m) {
    const int64_t bytes = bytes_of(m, m->in);
    for (uint32_t i = 0; i < m->n; i++) {
        m->r->parts[i] = (RanksPart){.rank = m->r->members[i]};
        if (!m->place) {
            m->r->parts[i].out = m->x;
            m->r->parts[i].out_bytes = bytes;
        } else if (!i) {
            m->r->parts[i].in = m->result;
            m->r->parts[i].in_bytes = bytes;
        }
    }
    if (!m->place && bytes) memcpy(m->result, m->x, (size_t)bytes);
    return exchange(m);
}

/* The first rank alone knows how long the whole is. */
static bool scatter(Meeting *m) {
    const int64_t axis = m->what->axis, own = bytes_of(m, m->out);
    if (!count(m, m->out[axis], m->place ? -1 : m->in[axis]) || (!m->place && !cut_parts(m, axis)))
        return false;
    for (uint32_t i = 0; m->place && i < m->n; i++) {
        m->r->parts[i] = (RanksPart){.rank = m->r->members[i]};
        if (i) continue;
        m->r->parts[i].in = m->result;
        m->r->parts[i].in_bytes = own;
    }
    if (!m->place && own) memcpy(m->result, m->r->parts[0].out, (size_t)own);
    return exchange(m);
}

/* How long each rank's x is along concat_axis. In the room LIST. */
static bool count_joined(Meeting *m, int64_t *lengths) {
    const int64_t join = m->what->to_axis, own = m->in[join];
    for (uint32_t i = 0; i < m->n; i++) {
        lengths[i] = own;
        m->r->parts[i] =
            (RanksPart){m->r->members[i], &m->in[join], &lengths[i], sizeof own, sizeof own};
    }
    return !m->what->is_uneven || exchange(m);
}

static bool alltoall(Meeting *m) {
    const int64_t split = m->what->axis, join = m->what->to_axis;
    const int64_t own = split == join ? m->out[join] / m->n : m->out[split];
    int64_t *lengths = ranks_room(m->r, RANKS_ROOM_LIST, (int64_t)sizeof own * m->n);
    if (!lengths || !count(m, own, m->in[split])) return false;
    if (split != join && !count_joined(m, lengths)) return false;
    int64_t all = 0;
    for (uint32_t i = 0; i < m->n; i++) {
        if (split == join) lengths[i] = own;
        all += lengths[i];
    }
    if (all != m->out[join])
        return wrong(m, "what ranks give is not as long together as the result", m->out[join], all);
    char *room = ranks_room(m->r, RANKS_ROOM_IN, bytes_of(m, m->out) + 1);
    if (!room || !cut_parts(m, split)) return false;
    char *at = room;
    int64_t first = 0;
    for (uint32_t i = 0; i < m->n; i++) {
        const Cut c = cut(m, m->out, join, first, lengths[i]);
        m->r->parts[i].in = at;
        m->r->parts[i].in_bytes = cut_bytes(&c);
        if (i == m->place && cut_bytes(&c)) memcpy(at, m->r->parts[i].out, (size_t)cut_bytes(&c));
        at += cut_bytes(&c);
        first += lengths[i];
    }
    if (!exchange(m)) return false;
    at = room;
    first = 0;
    for (uint32_t i = 0; i < m->n; i++) {
        const Cut c = cut(m, m->out, join, first, lengths[i]);
        unpack(&c, at, m->result);
        at += cut_bytes(&c);
        first += lengths[i];
    }
    return true;
}

static bool permute(Meeting *m) {
    const int64_t n = m->n, shift = (m->what->shift % n + n) % n, bytes = bytes_of(m, m->in);
    const int64_t *pairs = (const int64_t *)(m->what + 1);
    int64_t to = (m->place + shift) % n, from = (m->place + n - shift) % n;
    if (m->what->has_pairs) to = from = -1;
    for (int64_t i = 0; m->what->has_pairs && i < m->what->n_pairs; i++) {
        if (pairs[2 * i] == m->place) to = pairs[2 * i + 1];
        if (pairs[2 * i + 1] == m->place) from = pairs[2 * i];
    }
    for (uint32_t i = 0; i < m->n; i++) {
        m->r->parts[i] = (RanksPart){m->r->members[i], m->x, m->result, i == to ? bytes : 0,
                                     i == from ? bytes : 0};
    }
    if (bytes && from == m->place) memcpy(m->result, m->x, (size_t)bytes);
    if (bytes && from < 0) memset(m->result, 0, (size_t)bytes);
    return exchange(m);
}

static bool run(Meeting *m) {
    switch ((RanksKind)m->what->kind) {
    case RANKS_ALLREDUCE: return allreduce(m);
    case RANKS_ALLGATHER: return allgather(m);
    case RANKS_REDUCE_SCATTER: return reduce_scatter(m);
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
    Meeting m = {.r = r,
                 .what = what,
                 .name = name,
                 .x = x,
                 .result = result,
                 .in = dims,
                 .out = dims + what->ndim};
    m.n = ranks_group(what, ranks_rank(r), ranks_size(r), r->members, &m.place);
    if (!m.n) {
        int64_t all = product(what->mesh, 0, what->n_mesh);
        wrong(&m, "ranks of the mesh", all, ranks_size(r));
        return 1;
    }
    if (what->workers && what->workers != m.n) {
        wrong(&m, "num_workers ranks in a group", what->workers, m.n);
        return 1;
    }
    return run(&m) ? 0 : 1;
}
