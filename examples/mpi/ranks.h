/* SPDX-License-Identifier: Apache-2.0 */
/* Collectives of compiled code by MPI, for a header that `tenon compile` wrote:
 *
 *     #include "net.h"
 *     #define NET(name) net_##name
 *     #include "ranks.h"
 *
 *     const net_ranks ranks = {.call = ranks_call, .same = ranks_same};
 *     net_set_ranks(&ranks);
 *
 * Ranks are those of MPI_COMM_WORLD. Not here: float16 and bfloat16 where they are reduced, and
 * means of integers: those fail. MPI's errors end the program, unless it has MPI return them. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ALLREDUCE, ALLGATHER, REDUCE_SCATTER, BROADCAST, SCATTER, ALLTOALL, PERMUTE, RANK };
enum { SUM, PROD, MIN, MAX, MEAN };

typedef struct {
    const NET(collective) * what;
    MPI_Comm comm;
    int rank, size; /* of the group */
    const int64_t *in, *out;
    int *counts, *starts; /* of elements or bytes, by rank */
    int64_t *parts;       /* how long each rank's is along the axis */
} ranks_meeting;

/* The ranks that differ in those axes; made when they are first asked for, by all ranks. */
static int ranks_group(ranks_meeting *m) {
    static MPI_Comm made[256];
    static int has[256];
    const NET(collective) *w = m->what;
    int64_t stride = 1, color, place = 0, step = 1;
    int rank, size, i;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    m->comm = MPI_COMM_WORLD;
    for (color = rank, i = (int)w->n_mesh; i-- > 0; stride *= w->mesh[i]) {
        const int64_t at = rank / stride % w->mesh[i];
        if (!(w->axes >> i & 1)) continue;
        color -= at * stride;
        place += at * step;
        step *= w->mesh[i];
    }
    if (w->n_mesh && stride != size) return 1;
    if (w->n_mesh && !has[w->axes & 255]) {
        if (MPI_Comm_split(MPI_COMM_WORLD, (int)color, (int)place, &made[w->axes & 255])) return 1;
        has[w->axes & 255] = 1;
    }
    if (w->n_mesh) m->comm = made[w->axes & 255];
    MPI_Comm_rank(m->comm, &m->rank);
    MPI_Comm_size(m->comm, &m->size);
    return w->workers && w->workers != m->size;
}

static MPI_Datatype ranks_type(const NET(collective) * w) {
    const int at = w->bytes == 1 ? 0 : w->bytes == 2 ? 1 : w->bytes == 4 ? 2 : 3;
    const MPI_Datatype ints[] = {MPI_INT8_T, MPI_INT16_T, MPI_INT32_T, MPI_INT64_T},
                       uints[] = {MPI_UINT8_T, MPI_UINT16_T, MPI_UINT32_T, MPI_UINT64_T};
    if (w->type == 'f') return at < 2 ? MPI_DATATYPE_NULL : at == 2 ? MPI_FLOAT : MPI_DOUBLE;
    return w->type == 'i' ? ints[at] : w->type == 'g' ? MPI_DATATYPE_NULL : uints[at];
}

static MPI_Op ranks_op(const NET(collective) * w) {
    const MPI_Op ops[] = {MPI_SUM, MPI_PROD, MPI_MIN, MPI_MAX, MPI_SUM};
    if (w->type == 'b') return w->how == SUM || w->how == MAX ? MPI_LOR : MPI_LAND;
    return ops[w->how];
}

static int ranks_divide(const ranks_meeting *m, void *x, int64_t n) {
    int64_t i;
    if (m->what->how != MEAN || m->what->type == 'b') return 0;
    if (m->what->type != 'f') return 1;
    for (i = 0; i < n && m->what->bytes == 4; i++) ((float *)x)[i] /= (float)m->size;
    for (i = 0; i < n && m->what->bytes == 8; i++) ((double *)x)[i] /= (double)m->size;
    return 0;
}

static int64_t ranks_product(const int64_t *dims, int64_t from, int64_t to) {
    int64_t n = 1;
    for (; from < to; from++) n *= dims[from];
    return n;
}

/* How long each rank's part is along the axis. */
static int ranks_parts(ranks_meeting *m, int64_t own) {
    return MPI_Allgather(&own, 1, MPI_INT64_T, m->parts, 1, MPI_INT64_T, m->comm);
}

/* Between x, of extents `dims`, and its parts along the axis one behind the other; counts and
 * starts are those of the parts, in pieces of `piece` bytes. */
static void ranks_cut(ranks_meeting *m, char *x, char *packed, const int64_t *dims, int64_t axis,
                      int64_t piece, int packs) {
    const int64_t outer = ranks_product(dims, 0, axis),
                  inner = m->what->bytes * ranks_product(dims, axis + 1, m->what->ndim);
    int64_t first = 0, at = 0, k;
    int r;
    for (r = 0; r < m->size; first += m->parts[r++]) {
        m->starts[r] = (int)(at / piece);
        m->counts[r] = (int)(outer * m->parts[r] * inner / piece);
        for (k = 0; k < outer; k++, at += m->parts[r] * inner) {
            char *there = x ? x + (k * dims[axis] + first) * inner : NULL;
            if (there && packs) memcpy(packed + at, there, (size_t)(m->parts[r] * inner));
            if (there && !packs) memcpy(there, packed + at, (size_t)(m->parts[r] * inner));
        }
    }
}

static int ranks_permute(ranks_meeting *m, const void *x, void *y, int bytes) {
    const NET(collective) *w = m->what;
    const int64_t *pairs = (const int64_t *)(w + 1);
    const int64_t n = m->size, shift = (w->shift % n + n) % n;
    int64_t i;
    int to = (int)((m->rank + shift) % n), from = (int)((m->rank + n - shift) % n);
    if (w->has_pairs) to = from = MPI_PROC_NULL;
    for (i = 0; i < w->n_pairs; i++) {
        if (pairs[2 * i] == m->rank) to = (int)pairs[2 * i + 1];
        if (pairs[2 * i + 1] == m->rank) from = (int)pairs[2 * i];
    }
    memset(y, 0, (size_t)bytes);
    return MPI_Sendrecv(x, bytes, MPI_BYTE, to, 0, y, bytes, MPI_BYTE, from, 0, m->comm,
                        MPI_STATUS_IGNORE);
}

static int ranks_alltoall(ranks_meeting *m, char *x, char *y, char *room, char *other) {
    const NET(collective) *w = m->what;
    int *counts = m->counts + 2 * m->size, *starts = counts + m->size, e;
    const int64_t own = w->axis == w->to_axis ? m->out[w->axis] / m->size : m->out[w->axis];
    e = ranks_parts(m, own);
    ranks_cut(m, x, room, m->in, w->axis, 1, 1);
    memcpy(counts, m->counts, (size_t)m->size * sizeof *counts);
    memcpy(starts, m->starts, (size_t)m->size * sizeof *starts);
    e = e || ranks_parts(m, w->axis == w->to_axis ? own : m->in[w->to_axis]);
    ranks_cut(m, NULL, other, m->out, w->to_axis, 1, 0); /* where they will come */
    e = e || MPI_Alltoallv(room, counts, starts, MPI_BYTE, other, m->counts, m->starts, MPI_BYTE,
                           m->comm);
    ranks_cut(m, y, other, m->out, w->to_axis, 1, 0);
    return e;
}

static int ranks_meet(ranks_meeting *m, char *x, char *y, char *room, char *other) {
    const NET(collective) *w = m->what;
    const int64_t in = ranks_product(m->in, 0, w->ndim), out = ranks_product(m->out, 0, w->ndim),
                  size = w->bytes;
    const MPI_Datatype type = ranks_type(w);
    int e;
    switch (w->kind) {
    case ALLREDUCE:
        if (type == MPI_DATATYPE_NULL) return 1;
        e = MPI_Allreduce(x, y, (int)in, type, ranks_op(w), m->comm);
        return e || ranks_divide(m, y, in);
    case ALLGATHER:
        e = ranks_parts(m, m->in[w->axis]);
        ranks_cut(m, NULL, room, m->out, w->axis, 1, 0);
        e = e || MPI_Allgatherv(x, (int)(in * size), MPI_BYTE, other, m->counts, m->starts,
                                MPI_BYTE, m->comm);
        ranks_cut(m, y, other, m->out, w->axis, 1, 0);
        return e;
    case REDUCE_SCATTER:
        if (type == MPI_DATATYPE_NULL) return 1;
        e = ranks_parts(m, m->out[w->axis]);
        ranks_cut(m, x, room, m->in, w->axis, size, 1);
        e = e || MPI_Reduce_scatter(room, y, m->counts, type, ranks_op(w), m->comm);
        return e || ranks_divide(m, y, out);
    case BROADCAST:
        memcpy(y, x, (size_t)(in * size));
        return MPI_Bcast(y, (int)(in * size), MPI_BYTE, 0, m->comm);
    case SCATTER:
        e = ranks_parts(m, m->out[w->axis]);
        if (!m->rank) ranks_cut(m, x, room, m->in, w->axis, 1, 1);
        return e || MPI_Scatterv(room, m->counts, m->starts, MPI_BYTE, y, (int)(out * size),
                                 MPI_BYTE, 0, m->comm);
    case ALLTOALL: return ranks_alltoall(m, x, y, room, other);
    case PERMUTE: return ranks_permute(m, x, y, (int)(in * size));
    case RANK: *(int64_t *)(void *)y = m->rank; return 0;
    default: return 1;
    }
}

static int ranks_call(void *self, const NET(collective) * what, const char *name, const void *x,
                      void *result, const int64_t *dims) {
    ranks_meeting m = {what, MPI_COMM_NULL, 0, 0, dims, dims + what->ndim, NULL, NULL, NULL};
    char *room, *other;
    int e;
    (void)self;
    (void)name;
    if (ranks_group(&m)) return 1;
    m.counts = malloc((size_t)m.size * 4 * sizeof *m.counts);
    m.parts = malloc((size_t)m.size * sizeof *m.parts);
    room = malloc((size_t)(ranks_product(m.in, 0, what->ndim) * what->bytes + 1));
    other = malloc((size_t)(ranks_product(m.out, 0, what->ndim) * what->bytes + 1));
    m.starts = m.counts ? m.counts + m.size : NULL;
    e = !m.counts || !m.parts || !room || !other ||
        ranks_meet(&m, (char *)(size_t)x, result, room, other);
    free(m.counts), free(m.parts), free(room), free(other);
    return e;
}

/* Before the first run: all ranks come to the same collectives, or each says what it comes to. */
static int ranks_same(void *self, uint64_t mark, const char *list) {
    const uint64_t own[2] = {mark, ~mark};
    uint64_t least[2];
    int rank;
    (void)self;
    if (MPI_Allreduce(own, least, 2, MPI_UINT64_T, MPI_MIN, MPI_COMM_WORLD)) return 1;
    if (least[0] == own[0] && least[1] == own[1]) return 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    fprintf(stderr, "ranks differ in their collectives; those of rank %d:\n%s", rank,
            *list ? list : "none\n");
    MPI_Barrier(MPI_COMM_WORLD); /* all have said it, before one ends */
    return 1;
}
