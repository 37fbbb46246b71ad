/* SPDX-License-Identifier: Apache-2.0 */
/* Windows along a dim that is split (loop/window.h): a rank does the iterations whose results are
 * its part, and gets the rows that their windows read and that it lacks from its neighbours.
 *
 *     x: (8,) of data=2 as (4,)        y = R.nn.conv1d(x, w, padding=1), windows of 3
 *
 *     b = R.ccl.permute(x[3:4], pairs=[[0, 1]])        the row before: zeros on the first rank
 *     a = R.ccl.permute(x[0:1], pairs=[[1, 0]])        the row behind: zeros on the last one
 *     x1 = R.concat((b[1 - begin:], x, a[:1 - begin])) rows 0 to 4 or 3 to 7 of the whole
 *     y1 = R.nn.conv1d(x1, w, padding=1)               the call as it was, edges and all
 *     y = y1[begin : begin + 4]                        what is right of it, and the rank's
 *
 * All ranks call the function of as many rows: of the M iterations and N rows of the whole T steps
 * are left out, each of `every` iterations and `step` rows, of which some are before those of the
 * rank and the others behind. T is the most for which each rank has what it needs. So edges are
 * edges there too, whatever an operator does at them, and the call's attributes stay; some results
 * are made that nobody reads. Which iterations and rows these are is a table over the ranks. A
 * factor that is reduced goes over rows of 0 where the rank has none. Where windows of the result
 * are added to, what a rank adds to its neighbours' rows is sent there, and added. (What is to be
 * known of it is found here; distribute_join.c makes the calls.)
 *
 * Rows come from the next rank alone: they are no more than the shortest part has. */
#include "base/diag.h"
#include "ops/ops.h"
#include "passes/distribute_parts.h"

typedef struct {
    Distribute *ds;
    const Rule *r;
    uint32_t axis;
    bool may_read_all;
    int64_t ranks;
    Halo *halo;
    LoopWindowPart *parts; /* by rank */
    int64_t steps;         /* that are left out */
} Make;

enum { RANKS_MAX = 4096 /* the rows of a table */ };

static int64_t begin_of(int64_t n, int64_t rank, int64_t ranks) { return rank * n / ranks; }

static int64_t least(int64_t a, int64_t b) { return a < b ? a : b; }
static int64_t most(int64_t a, int64_t b) { return a > b ? a : b; }

static const IrType *leaf_type(const Rule *r, uint32_t leaf) {
    return leaf < r->n_in ? r->in[leaf] : r->out[leaf - r->n_in];
}

/* --- What is there to be cut --- */

static bool add_dim(Make *k, uint32_t leaf, int32_t dim) {
    const IrType *t = leaf_type(k->r, leaf);
    const LoopWindow *w = k->halo->w;
    HaloDim d = {.leaf = leaf, .dim = (int8_t)dim, .step = w->every};
    if (!ir_dim_is_const(t->dims[dim], &d.whole) || d.whole > INT64_MAX / RANKS_MAX || t->vdevice ||
        !distribute_can_split(k->ds, t, &shard_whole, d.dim, k->axis))
        return false;
    const bool is_unread = w->rows != LOOP_NO_FACTOR && k->r->loops->of_dim[leaf][dim] == w->rows;
    for (uint32_t i = 0; i < w->n; i++) {
        const LoopReach *reach = &w->reaches[i];
        const bool is_its_own = reach->param == leaf && reach->dim == (uint32_t)dim;
        if (is_its_own) d.reach = reach;
        if (is_its_own || (is_unread && reach->is_written)) d.step = reach->step;
    }
    d.places = ARENA_ARRAY(&k->ds->arena, int64_t, (size_t)k->ranks);
    d.begins = ARENA_ARRAY(&k->ds->arena, int64_t, (size_t)k->ranks);
    k->halo->dims[k->halo->n++] = d;
    return true;
}

static bool add_dims(Make *k) {
    const Rule *r = k->r;
    const uint32_t n = r->n_in + r->n_out;
    k->halo->dims = ARENA_ARRAY(&k->ds->arena, HaloDim, (size_t)n + 1);
    for (uint32_t i = 0; i < n; i++) {
        const IrType *t = leaf_type(r, i);
        for (int32_t d = 0; d < t->ndim; d++) {
            if (r->of_dim[i][d] == k->halo->w->factor && !add_dim(k, i, d)) return false;
        }
    }
    return true;
}

/* --- Which iterations and rows a rank has --- */

typedef struct {
    int64_t from, to;
} Rows;

/* What the windows of the rank's iterations read; none: from >= to. */
static Rows rows_read(const LoopReach *reach, const LoopWindowPart *part) {
    Rows rows = {INT64_MAX, 0};
    for (int64_t o = part->from; o < part->to; o++) {
        rows.from = least(rows.from, reach->from[o]);
        rows.to = most(rows.to, reach->to[o]);
    }
    return rows;
}

/* Of the steps that can be left out, how many of those before the rank's and behind. */
static void find_steps(const Make *k, const LoopWindowPart *part, int64_t *front, int64_t *behind) {
    const LoopWindow *w = k->halo->w;
    *front = part->from / w->every;
    *behind = (w->extent - part->to) / w->every;
    for (uint32_t i = 0; i < w->n; i++) {
        const LoopReach *reach = &w->reaches[i];
        const Rows rows = rows_read(reach, part);
        if (rows.from >= rows.to) continue;
        *front = least(*front, rows.from / reach->step);
        *behind = least(*behind, (reach->extent - rows.to) / reach->step);
    }
}

static bool divide(Make *k) {
    const LoopWindow *w = k->halo->w;
    int64_t *fronts = ARENA_ARRAY(&k->ds->arena, int64_t, (size_t)k->ranks), behind;
    k->parts = ARENA_ARRAY(&k->ds->arena, LoopWindowPart, (size_t)k->ranks);
    k->steps = INT64_MAX;
    for (int64_t i = 0; i < k->ranks; i++) {
        LoopWindowPart *p = &k->parts[i];
        p->from = begin_of(w->extent, i, k->ranks);
        p->to = begin_of(w->extent, i + 1, k->ranks);
        fronts[i] = p->from / w->every;
        if (p->from == p->to) continue;
        find_steps(k, p, &fronts[i], &behind);
        k->steps = least(k->steps, fronts[i] + behind);
    }
    for (int64_t i = 0; i < k->ranks; i++)
        k->parts[i].first = least(k->steps, fronts[i]) * w->every;
    return k->steps >= (k->may_read_all ? 0 : 1) && k->steps < w->extent;
}

/* Rows that come from neighbours, or are for them; false: they are more than the next rank surely
 * has. */
static bool find_rows(const Make *k, HaloDim *d) {
    const int64_t n = k->ranks;
    d->local = d->whole - d->step * k->steps;
    for (int64_t i = 0; i < n && d->reach; i++) {
        const Rows rows = rows_read(d->reach, &k->parts[i]);
        if (rows.from >= rows.to) continue;
        d->before = most(d->before, begin_of(d->whole, i, n) - rows.from);
        d->after = most(d->after, rows.to - begin_of(d->whole, i + 1, n));
    }
    for (int64_t i = 0; i < n; i++) d->places[i] = k->parts[i].first / k->halo->w->every * d->step;
    return d->local >= 1 && most(d->before, d->after) <= d->whole / n;
}

/* Zeros where what is joined has not all rows. */
static void place_rows(const Make *k, HaloDim *d) {
    const int64_t n = k->ranks;
    for (int64_t i = 0; i < n; i++) {
        const int64_t end = d->places[i] + d->local;
        d->lead = most(d->lead, begin_of(d->whole, i, n) - d->before - d->places[i]);
        d->trail = most(d->trail, end - (begin_of(d->whole, i + 1, n) + d->after));
    }
}

/* The result has the rank's part at its iterations; or what is added to that, and to the rows of
 * neighbours that there are, with zeros where it has not all of these. */
static void place_result(const Make *k, HaloDim *d) {
    const int64_t n = k->ranks;
    for (int64_t i = 0; i < n; i++) {
        if (!d->reach) {
            d->begins[i] = least(k->parts[i].from - d->places[i], d->local);
            continue;
        }
        const int64_t end = begin_of(d->whole, i + 1, n) - d->places[i];
        d->begins[i] = begin_of(d->whole, i, n) - d->places[i];
        d->lead = most(d->lead, (i > 0 ? d->before : 0) - d->begins[i]);
        d->trail = most(d->trail, end + (i + 1 < n ? d->after : 0) - d->local);
    }
    for (int64_t i = 0; i < n && d->reach; i++) d->begins[i] += d->lead;
}

static void tell_parts(const Make *k) {
    const LoopWindow *w = k->halo->w;
    for (int64_t i = 0; i < k->ranks; i++) {
        int64_t *from = ARENA_ARRAY(&k->ds->arena, int64_t, 2 * (size_t)w->n + 1),
                *to = from + w->n;
        for (uint32_t j = 0; j < k->halo->n; j++) {
            const HaloDim *d = &k->halo->dims[j];
            if (!d->reach) continue;
            const size_t reach = (size_t)(d->reach - w->reaches);
            from[reach] = most(0, begin_of(d->whole, i, k->ranks) - d->before);
            to[reach] = least(d->whole, begin_of(d->whole, i + 1, k->ranks) + d->after);
        }
        k->parts[i].have_from = from;
        k->parts[i].have_to = to;
    }
}

/* --- The call --- */

static const IrType *local_type(Distribute *ds, const Rule *r, const Halo *h, uint32_t leaf) {
    const IrType *t = leaf_type(r, leaf);
    const IrDim **dims = ARENA_ARRAY(&ds->arena, const IrDim *, (size_t)t->ndim + 1);
    for (int32_t i = 0; i < t->ndim; i++) dims[i] = t->dims[i];
    for (uint32_t i = 0; i < h->n; i++) {
        if (h->dims[i].leaf == leaf) dims[h->dims[i].dim] = h->dims[i].rows;
    }
    return ir_type_tensor(ds->m, dims, t->ndim, t->dtype);
}

bool distribute_infer_parts(Distribute *ds, const Rule *r, const IrAttr *attrs, const Halo *h,
                            const IrType **args, const IrType **result) {
    uint32_t leaf = 0;
    for (uint32_t i = 0; i < r->n_args; i++) {
        args[i] = r->args[i];
        if (!args[i] || args[i]->kind == IR_TYPE_PRIM) continue;
        if (args[i]->kind == IR_TYPE_TENSOR)
            args[i] = local_type(ds, r, h, leaf++);
        else if (args[i]->kind != IR_TYPE_SHAPE)
            return false;
    }
    *result = local_type(ds, r, h, r->n_in);
    size_t n_open, n_whole;
    Rule part = *r;
    part.attrs = attrs;
    return !r->result->vdevice && distribute_infer(ds, &part, args, &n_open) == *result &&
           distribute_infer(ds, r, r->args, &n_whole) && n_open <= n_whole;
}

/* The operator takes such operands, and its loops are those of the whole for what is asked of
 * them. */
static bool is_right(const Make *k, const IrAttr *attrs) {
    const Rule *r = k->r;
    const IrType **args = ARENA_ARRAY(&k->ds->arena, const IrType *, (size_t)r->n_args + 1);
    const IrType *result;
    Rule part = *r;
    part.attrs = attrs;
    if (!distribute_infer_parts(k->ds, r, attrs, k->halo, args, &result)) return false;
    const LoopFn *fn = distribute_lower(k->ds, &part, args, result);
    return fn && loop_window_holds(r->loops, k->halo->w, fn, k->parts, (uint32_t)k->ranks);
}

/* With its own attributes, or without the groups that are left out. */
static bool takes_parts(const Make *k, const IrAttr **attrs) {
    if (attrs) *attrs = NULL;
    if (is_right(k, k->r->attrs)) return true;
    if (!attrs) return false;
    *attrs = distribute_fewer_groups(k->ds, k->r, distribute_groups(k->r) - k->steps);
    return *attrs && is_right(k, *attrs);
}

Halo *distribute_make_halo(Distribute *ds, const Rule *r, const LoopWindow *w, uint32_t axis,
                           const IrAttr **attrs) {
    Make k = {.ds = ds, .r = r, .axis = axis, .may_read_all = !attrs};
    k.ranks = ds->mesh.axes[axis].size;
    k.halo = ARENA_NEW(&ds->arena, Halo);
    k.halo->w = w;
    if (k.ranks < 2 || k.ranks > RANKS_MAX || !add_dims(&k) || !divide(&k)) return NULL;
    for (uint32_t i = 0; i < k.halo->n; i++) {
        HaloDim *d = &k.halo->dims[i];
        if (!find_rows(&k, d)) return NULL;
        (d->leaf < r->n_in ? place_rows : place_result)(&k, d);
        d->rows = ir_dim_const(ds->m, d->local);
    }
    tell_parts(&k);
    return takes_parts(&k, attrs) ? k.halo : NULL;
}
