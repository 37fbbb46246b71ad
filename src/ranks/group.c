/* SPDX-License-Identifier: Apache-2.0 */
/* Which ranks meet in a collective, and what one process makes of it alone. */
#include <string.h>

#include "ranks/ranks.h"

const char *ranks_kind_name(int64_t kind) {
    static const char *const names[RANKS_KINDS] = {"ccl.allreduce",
                                                   "ccl.allgather",
                                                   "ccl.reduce_scatter",
                                                   "ccl.broadcast_from_worker0",
                                                   "ccl.scatter_from_worker0",
                                                   "ccl.alltoall",
                                                   "ccl.permute",
                                                   "ccl.rank"};
    return kind >= 0 && kind < RANKS_KINDS ? names[kind] : "a collective";
}

uint32_t ranks_group(const RanksWhat *what, uint32_t rank, uint32_t size, uint32_t *members,
                     uint32_t *place) {
    const int64_t row[1] = {size};
    const int64_t *mesh = what->n_mesh ? what->mesh : row;
    const int64_t axes = what->n_mesh ? what->n_mesh : 1;
    int64_t stride[RANKS_AXES], all = 1, first = rank, n = 1;
    for (int64_t i = axes; i-- > 0;) {
        stride[i] = all;
        all *= mesh[i];
    }
    if (all != size) return 0;
    *place = 0;
    for (int64_t i = 0; i < axes; i++) {
        if (!(what->axes >> i & 1)) continue;
        const int64_t at = rank / stride[i] % mesh[i];
        first -= at * stride[i];
        n *= mesh[i];
        *place = (uint32_t)(*place * mesh[i] + at);
    }
    for (int64_t k = 0; k < n; k++) {
        int64_t member = first, rest = k;
        for (int64_t i = axes; i-- > 0;) {
            if (!(what->axes >> i & 1)) continue;
            member += rest % mesh[i] * stride[i];
            rest /= mesh[i];
        }
        members[k] = (uint32_t)member;
    }
    return (uint32_t)n;
}

/* Alone */

/* The result's elements are x's at the same place, but along the axis `repeats` (-1: none), where
 * x's first `period` come again and again. */
typedef struct {
    const RanksWhat *what;
    const int64_t *x, *out; /* extents */
    int64_t repeats, period;
    bool fits;
} Alone;

/* From dim `dim` on. Recursion is over dims. */
static void rows(Alone *a, int64_t dim, const char *x, char *out) {
    const int64_t ndim = a->what->ndim;
    int64_t in_row = a->what->bytes, out_row = a->what->bytes;
    for (int64_t i = dim + 1; i < ndim; i++) {
        in_row *= a->x[i];
        out_row *= a->out[i];
    }
    if (dim == ndim) {
        memcpy(out, x, (size_t)a->what->bytes);
        return;
    }
    for (int64_t i = 0; i < a->out[dim]; i++) {
        const int64_t at = dim == a->repeats && a->period ? i % a->period : i;
        if (at >= a->x[dim]) {
            a->fits = false;
            return;
        }
        rows(a, dim + 1, x + at * in_row, out + i * out_row);
    }
}

static bool gets_from_0(const RanksWhat *what) {
    const int64_t *pairs = (const int64_t *)(what + 1);
    if (!what->has_pairs) return true;
    for (int64_t i = 0; i < what->n_pairs; i++) {
        if (pairs[2 * i + 1] == 0) return true;
    }
    return false;
}

bool ranks_alone(const RanksWhat *what, const void *x, void *result, const int64_t *dims) {
    Alone a = {what, dims, dims + what->ndim, -1, 0, true};
    int64_t bytes = what->bytes, room = what->bytes;
    for (int64_t i = 0; i < what->ndim; i++) {
        bytes *= a.x[i];
        room *= a.out[i];
    }
    switch ((RanksKind)what->kind) {
    case RANKS_RANK: *(int64_t *)result = 0; return true;
    case RANKS_PERMUTE:
        if (!gets_from_0(what)) {
            if (bytes) memset(result, 0, (size_t)bytes);
            return true;
        }
        break;
    case RANKS_ALLTOALL:
    case RANKS_ALLGATHER:
        a.repeats = what->kind == RANKS_ALLGATHER ? what->axis : what->to_axis;
        a.period = a.x[a.repeats];
        if (what->kind == RANKS_ALLTOALL && what->axis == what->to_axis) {
            a.period = a.out[a.repeats] / what->workers;
            if (a.period * what->workers != a.out[a.repeats]) return false;
        } else if (what->workers && a.period * what->workers != a.out[a.repeats]) {
            return false;
        }
        if (room) rows(&a, 0, x, result);
        return a.fits;
    case RANKS_SCATTER:
    case RANKS_REDUCE_SCATTER:
        if (room) rows(&a, 0, x, result);
        return a.fits;
    default: break;
    }
    if (bytes) memcpy(result, x, (size_t)bytes);
    return true;
}
