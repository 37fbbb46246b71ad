/* SPDX-License-Identifier: Apache-2.0 */
/* What is made of windows along a split dim (distribute_halo.c): the rows that a call gets, and the
 * part of its result.
 *
 * Operands are joined of the neighbours' rows (or zeros), the rank's own, and the neighbours', each
 * cut before: nothing is copied twice. A result has rows beside the part, and is not cut before
 * somebody asks for the part: calls that go along such a dim row by row take it as it is, with the
 * rows that nobody reads (Wide). So a convolution and what is behind it stand together still, and
 * at the next windows the own rows are copied once, from there to where they are joined; or they
 * stay where they are, if they lie there already and nothing else reads them (backend/share.c). */
#include "ops/ops.h"
#include "passes/distribute_parts.h"

static int64_t begin_of(int64_t n, int64_t rank, int64_t ranks) { return rank * n / ranks; }

static int64_t clamp(int64_t v, int64_t high) { return v < 0 ? 0 : v > high ? high : v; }

/* Rows that were joined once. */
typedef struct {
    const Part *from;
    const HaloDim *dim;
    uint32_t axis;
    Part *rows;
} Joined;

/* Rows of a rank that are before its part's. */
static int64_t beside(const HaloDim *d, int64_t rank, int64_t ranks) {
    return d->places[rank] - begin_of(d->whole, rank, ranks);
}

static bool is_known(const Joined *k, const Distribute *ds, const Part *x, const HaloDim *d,
                     uint32_t axis) {
    const HaloDim *e = k->dim;
    const int64_t n = ds->mesh.axes[axis].size;
    bool same = true;
    for (int64_t i = 0; i < n; i++) same &= beside(d, i, n) == beside(e, i, n);
    return same && k->axis == axis && k->from == x && e->dim == d->dim && e->rows == d->rows &&
           e->before == d->before && e->after == d->after && e->lead == d->lead &&
           e->trail == d->trail;
}

static IrOperand zeros(Distribute *ds, const IrType *like, const HaloDim *d, const IrDim *n) {
    const IrDim **dims = ARENA_ARRAY(&ds->arena, const IrDim *, (size_t)like->ndim + 1);
    for (int32_t i = 0; i < like->ndim; i++) dims[i] = like->dims[i];
    dims[d->dim] = n;
    return d_filled(&ds->build, &op_zeros, ir_type_tensor(ds->m, dims, like->ndim, like->dtype));
}

/* Zeros, x, zeros. */
static IrOperand padded(Distribute *ds, const HaloDim *d, IrOperand x, const IrDim *lead,
                        const IrDim *trail) {
    const IrType *t = ir_operand_type(ds->m, &x);
    IrOperand parts[3];
    uint32_t n = 0;
    if (!ir_dim_is(lead, 0)) parts[n++] = zeros(ds, t, d, lead);
    parts[n++] = x;
    if (!ir_dim_is(trail, 0)) parts[n++] = zeros(ds, t, d, trail);
    return n == 1 ? x : d_concat(&ds->build, parts, n, d->dim);
}

/* --- Operands --- */

/* Where the rank's own rows are, n from `begin` on. */
typedef struct {
    IrOperand x;
    const IrDim *begin, *n;
} Own;

/* Of what the call gets, by rank: rows of what is in front of the own ones, from which on; from
 * which own one on; rows of what is behind, from which on. */
typedef struct {
    int64_t *front, *front_from, *skip, *behind, *behind_from;
} Pieces;

static Pieces pieces(Distribute *ds, const HaloDim *d, uint32_t axis) {
    const int64_t n = ds->mesh.axes[axis].size, zone = d->lead + d->before;
    int64_t *room = ARENA_ARRAY(&ds->arena, int64_t, 5 * (size_t)n);
    const Pieces p = {room, room + n, room + 2 * n, room + 3 * n, room + 4 * n};
    for (int64_t i = 0; i < n; i++) {
        const int64_t first = begin_of(d->whole, i, n), own = begin_of(d->whole, i + 1, n) - first,
                      at = d->places[i] - first;
        p.front[i] = clamp(-at, d->local);
        p.front_from[i] = clamp(zone + at, zone);
        p.skip[i] = clamp(at, own);
        p.behind[i] = clamp(at + d->local - own, d->local);
        p.behind_from[i] = clamp(at - own, d->trail + d->after);
    }
    return p;
}

/* All ranks' windows begin in front of their own rows, or with these, and end so. */
static bool is_around(const HaloDim *d, const Pieces *p, int64_t n) {
    bool around = true;
    for (int64_t i = 0; i < n; i++) {
        const int64_t own = begin_of(d->whole, i + 1, n) - begin_of(d->whole, i, n);
        around &= p->front[i] + own + p->behind[i] == d->local;
    }
    return around;
}

/* What is taken of that in front is its end. */
static bool ends_at_zone(const Pieces *p, int64_t zone, int64_t n) {
    bool ends = true;
    for (int64_t i = 0; i < n; i++) ends &= p->front_from[i] + p->front[i] == zone;
    return ends;
}

/* All that is in front of the own rows, or behind: the neighbour's and zeros. */
static IrOperand all_beside(Distribute *ds, uint32_t slot, const Own *own, const HaloDim *d,
                            uint32_t axis, bool front) {
    IrModule *m = ds->m;
    const IrType *t = ir_operand_type(m, &own->x);
    const IrDim *none = ir_dim_const(m, 0);
    const int64_t rows = front ? d->before : d->after;
    const IrDim *pad = ir_dim_const(m, front ? d->lead : d->trail);
    if (!rows) return zeros(ds, t, d, pad);
    const IrDim *begin =
        front ? ir_dim_offset(m, ir_dim_add(m, own->begin, own->n), -rows) : own->begin;
    const IrOperand edge =
        distribute_rows(ds, own->x, d->dim, begin, ir_dim_offset(m, begin, rows));
    const IrOperand got = distribute_shift(ds, slot, edge, axis, front);
    return padded(ds, d, got, front ? pad : none, front ? none : pad);
}

static const Wide *wide_of(const Distribute *ds, const Part *x, const HaloDim *d, uint32_t axis,
                           const int64_t *fronts) {
    const size_t size = ds->mesh.axes[axis].size * sizeof *fronts;
    const Wide *w = x->wide;
    while (w && !(w->axis == axis && w->dim == d->dim && w->rows == d->rows &&
                  memcmp(w->fronts, fronts, size) == 0))
        w = w->next;
    return w;
}

/* Where the own rows lie: there where they are to be, or alone, or somewhere else. */
static Own own_rows(Distribute *ds, Part *x, const HaloDim *d, uint32_t axis,
                    const int64_t *fronts) {
    const Wide *w = wide_of(ds, x, d, axis, fronts);
    if (!w && x->value.kind == IR_OPERAND_NONE && x->wide && x->wide->axis == axis &&
        x->wide->dim == d->dim)
        w = x->wide;
    if (w) return (Own){w->value, distribute_own_number(ds, w->fronts, axis), w->own};
    const IrOperand value = distribute_read(ds, x);
    return (Own){value, ir_dim_const(ds->m, 0), ir_operand_type(ds->m, &value)->dims[d->dim]};
}

/* The rows that the call gets. */
static IrOperand join(Distribute *ds, uint32_t slot, const Own *own, const HaloDim *d,
                      uint32_t axis, const Pieces *p) {
    IrModule *m = ds->m;
    const int64_t n = ds->mesh.axes[axis].size, zone = d->lead + d->before;
    const IrDim *front = distribute_own_number(ds, p->front, axis), *local, *behind;
    local = distribute_here(ds, d->rows);
    behind = is_around(d, p, n) ? ir_dim_sub(m, ir_dim_sub(m, local, own->n), front)
                                : distribute_own_number(ds, p->behind, axis);
    IrOperand parts[3];
    uint32_t k = 0;
    if (zone) {
        const IrDim *from = ends_at_zone(p, zone, n)
                                ? ir_dim_sub(m, ir_dim_const(m, zone), front)
                                : distribute_own_number(ds, p->front_from, axis);
        parts[k++] =
            distribute_take_rows(ds, all_beside(ds, slot, own, d, axis, true), d->dim, from, front);
    }
    const IrDim *skip = distribute_own_number(ds, p->skip, axis);
    parts[k++] = distribute_take_rows(ds, own->x, d->dim, ir_dim_add(m, own->begin, skip),
                                      ir_dim_sub(m, ir_dim_sub(m, local, front), behind));
    if (d->trail + d->after) {
        const IrDim *from = distribute_own_number(ds, p->behind_from, axis);
        parts[k++] = distribute_take_rows(ds, all_beside(ds, slot, own, d, axis, false), d->dim,
                                          from, behind);
    }
    return k == 1 ? parts[0] : d_concat(&ds->build, parts, k, d->dim);
}

/* The part with the rows that the windows read; which is the part itself if they read no others. */
static Part *joined(Distribute *ds, uint32_t slot, Part *x, const HaloDim *d, uint32_t axis) {
    const Pieces p = pieces(ds, d, axis);
    const bool around = is_around(d, &p, ds->mesh.axes[axis].size);
    if (around && d->lead + d->before + d->trail + d->after == 0) return x;
    const Own own = own_rows(ds, x, d, axis, p.front);
    const IrOperand rows = join(ds, slot, &own, d, axis, &p);
    ds->bytes.values += distribute_size(ds, ir_operand_type(ds->m, &rows));
    if (around) {
        Wide *w = ARENA_NEW(&ds->arena, Wide);
        *w = (Wide){x->wide, rows, axis, d->dim, d->rows, p.front, own.n};
        x->wide = w;
    }
    return distribute_part(ds, rows);
}

/* Where in the whole the rows begin that the call gets. */
static const IrDim *place_of(Distribute *ds, const HaloDim *d, uint32_t axis) {
    if (!d->part) return distribute_own_number(ds, d->places, axis);
    const int64_t n = ds->mesh.axes[axis].size;
    int64_t *further = ARENA_ARRAY(&ds->arena, int64_t, (size_t)n), back = 0;
    for (int64_t i = 0; i < n; i++) back = beside(d, i, n) < back ? beside(d, i, n) : back;
    for (int64_t i = 0; i < n; i++) further[i] = beside(d, i, n) - back; /* numbers of 0 and up */
    const IrDim *part = distribute_here(ds, d->part),
                *first = ir_dim_mul(ds->m, distribute_place(ds, axis), part);
    return ir_dim_offset(ds->m, ir_dim_add(ds->m, first, distribute_own_number(ds, further, axis)),
                         back);
}

void distribute_check_least(Distribute *ds, const DsCall *c, uint32_t factor, uint32_t axis) {
    const Halo *h = c->rule->halos[factor * ds->mesh.n + axis];
    if (!h->symbol) return;
    int64_t *known = map_get_ptr(&ds->least, h->symbol);
    if (known && *known >= h->least) return;
    if (!known) {
        known = ARENA_NEW(&ds->arena, int64_t);
        map_add_ptr(&ds->least, h->symbol, known);
    }
    *known = h->least;
    const IrDim *n = ir_clone_symbol(ds->clone, h->symbol);
    const IrDim *some = ir_dim_max(ds->m, n, ir_dim_const(ds->m, h->least));
    const IrOperand shape = d_shape(&ds->build, &n, 1);
    if (!ir_build_match_cast(ds->build.b, &shape, 1, ir_type_shape(ds->m, &some, 1), NULL))
        BUG("an extent is no extent");
}

Part *distribute_with_halo(Distribute *ds, const DsCall *c, uint32_t leaf, uint32_t factor,
                           uint32_t axis, Part *x, bool is_whole) {
    const HaloDim *d = distribute_halo_dim(ds, c->rule, leaf, factor, axis);
    if (!d) return x;
    if (is_whole) {
        const IrOperand rows =
            distribute_take_rows(ds, distribute_read(ds, x), d->dim, place_of(ds, d, axis),
                                 distribute_here(ds, d->rows));
        return distribute_part(ds, rows);
    }
    const uint64_t hash = hash_mix(hash_ptr(0, x), axis);
    for (MapIter it = map_find(&ds->joined, hash); map_next(&ds->joined, &it);) {
        const Joined *known = it.value;
        if (is_known(known, ds, x, d, axis)) return known->rows;
    }
    Joined *made = ARENA_NEW(&ds->arena, Joined);
    *made = (Joined){x, d, axis, joined(ds, c->in[leaf], x, d, axis)};
    map_add(&ds->joined, hash, made);
    return made->rows;
}

/* --- Results --- */

/* Rows of y, as many as there are, with what a neighbour adds to them. */
static IrOperand added(Distribute *ds, const HaloDim *d, IrOperand y, const IrDim *begin,
                       IrOperand got) {
    const IrDim *n = ir_operand_type(ds->m, &got)->dims[d->dim];
    return d2(&ds->build, &op_add, distribute_take_rows(ds, y, d->dim, begin, n), got);
}

/* Where in y the rows begin that are for the rank before, or for the next one. The first and the
 * last rank have nobody to send to: any rows will do. */
static const IrDim *rows_for(Distribute *ds, const HaloDim *d, uint32_t axis, bool next) {
    const int64_t n = ds->mesh.axes[axis].size, all = d->lead + d->local + d->trail;
    int64_t *from = ARENA_ARRAY(&ds->arena, int64_t, (size_t)n);
    for (int64_t i = 0; i < n; i++) {
        const int64_t own = begin_of(d->whole, i + 1, n) - begin_of(d->whole, i, n);
        from[i] = next ? clamp(d->begins[i] + own, all - d->after)
                       : clamp(d->begins[i] - d->before, all - d->before);
        if (next && d->part) from[i] += d->after - own; /* own rows end behind these at most */
    }
    const IrDim *begin = distribute_own_number(ds, from, axis);
    if (!next || !d->part) return begin;
    return ir_dim_offset(ds->m, ir_dim_add(ds->m, distribute_here(ds, d->part), begin), -d->after);
}

/* y with what neighbours add to its rows from `begin` on, and before `end`. These are added with
 * what is beside them, which is little, and all else stays where it is. */
static IrOperand with_added(Distribute *ds, const HaloDim *d, IrOperand y, const IrDim *begin,
                            const IrDim *end, const IrOperand *got) {
    IrModule *m = ds->m;
    const IrDim *none = ir_dim_const(m, 0), *all = ir_operand_type(m, &y)->dims[d->dim];
    const IrDim *from = none, *to = all, *behind = ir_dim_sub(m, all, end);
    IrOperand parts[3];
    uint32_t k = 0, middle;
    if (d->after) {
        from = ir_dim_offset(m, begin, d->after);
        parts[k++] = added(ds, d, y, none, padded(ds, d, got[0], begin, none));
    }
    middle = k++;
    if (d->before) {
        to = ir_dim_offset(m, end, -d->before);
        parts[k++] = added(ds, d, y, to, padded(ds, d, got[1], none, behind));
    }
    parts[middle] = distribute_take_rows(ds, y, d->dim, from, ir_dim_sub(m, to, from));
    return k == 1 ? y : d_concat(&ds->build, parts, k, d->dim);
}

/* Rows of the rank's part are sums, to which neighbours add theirs: to those at its beginning, and
 * at its end. Where they are in y, they stay there. */
static Part *add_up(Distribute *ds, uint32_t slot, IrOperand y, const HaloDim *d, uint32_t axis,
                    const IrDim *own) {
    IrModule *m = ds->m;
    const IrDim *none = ir_dim_const(m, 0), *before = ir_dim_const(m, d->before),
                *after = ir_dim_const(m, d->after);
    IrOperand got[2];
    y = padded(ds, d, y, ir_dim_const(m, d->lead), ir_dim_const(m, d->trail));
    if (d->after) {
        const IrDim *from = rows_for(ds, d, axis, true);
        const IrOperand rows = distribute_take_rows(ds, y, d->dim, from, after);
        got[0] = distribute_shift(ds, slot, rows, axis, true);
    }
    if (d->before) {
        const IrDim *from = rows_for(ds, d, axis, false);
        const IrOperand rows = distribute_take_rows(ds, y, d->dim, from, before);
        got[1] = distribute_shift(ds, slot, rows, axis, false);
    }
    const IrDim *begin = distribute_own_number(ds, d->begins, axis);
    if (d->lead + d->trail == 0 && d->before + d->after <= d->whole / ds->mesh.axes[axis].size) {
        Wide *w = ARENA_NEW(&ds->arena, Wide);
        y = with_added(ds, d, y, begin, ir_dim_add(m, begin, own), got);
        *w = (Wide){NULL, y, axis, d->dim, d->rows, d->begins, own};
        return distribute_part_of_wide(ds, w);
    }
    IrOperand sum = distribute_take_rows(ds, y, d->dim, begin, own);
    if (d->after)
        sum = d2(&ds->build, &op_add, sum, padded(ds, d, got[0], none, ir_dim_sub(m, own, after)));
    if (d->before)
        sum = d2(&ds->build, &op_add, sum, padded(ds, d, got[1], ir_dim_sub(m, own, before), none));
    return distribute_part(ds, sum);
}

Part *distribute_without_halo(Distribute *ds, const DsCall *c, uint32_t factor, uint32_t axis,
                              Part *y) {
    const Rule *r = c->rule;
    const HaloDim *d = distribute_halo_dim(ds, r, r->n_in, factor, axis);
    if (!d) return y;
    const IrDim *whole = r->out[0]->dims[d->dim];
    const IrDim *own =
        distribute_is_even(ds, whole, axis)
            ? distribute_here(
                  ds, ir_dim_floordiv(ds->m, whole, ir_dim_const(ds->m, ds->mesh.axes[axis].size)))
            : distribute_own_extent(ds, distribute_uneven(ds, whole, axis));
    const IrOperand rows = distribute_read(ds, y);
    if (d->reach) return add_up(ds, c->out[0], rows, d, axis, own);
    Wide *w = ARENA_NEW(&ds->arena, Wide);
    *w = (Wide){NULL, rows, axis, d->dim, d->rows, d->begins, own};
    return distribute_part_of_wide(ds, w);
}

/* --- Calls that go along row by row --- */

static const Wide *like(const Distribute *ds, const Part *x, const Wide *w, int8_t dim) {
    const size_t size = ds->mesh.axes[w->axis].size * sizeof *w->fronts;
    const Wide *k = x->wide;
    while (k && !(k->axis == w->axis && k->dim == dim && k->rows == w->rows &&
                  memcmp(k->fronts, w->fronts, size) == 0))
        k = k->next;
    return k;
}

/* All operands that have the factor are at hand with such rows, and not all are parts already. */
static bool all_are_wide(Distribute *ds, const DsCall *c, const Sharding *in, const Wide *w,
                         uint32_t factor, const Wide **out) {
    const Rule *r = c->rule;
    bool any = false;
    for (uint32_t i = 0; i < r->n_in; i++) {
        const int8_t dim = distribute_dim_of(r, i, factor);
        if (dim < 0) continue;
        const Part *x = distribute_version(ds, c->in[i], &in[i]);
        out[i] = like(ds, x, w, dim);
        if (!out[i]) return false;
        any |= x->value.kind == IR_OPERAND_NONE;
    }
    return any;
}

const Wide *distribute_find_wide(Distribute *ds, const DsCall *c, const uint32_t *choice,
                                 const Sharding *in, const Wide **out, uint32_t *along) {
    const Rule *r = c->rule;
    for (uint32_t a = 0; a < ds->mesh.n; a++) {
        const uint32_t f = choice[a];
        if (r->n_out != 1 || f >= r->n || r->factors[f].kind != LOOP_FACTOR_PARALLEL ||
            distribute_dim_of(r, r->n_in, f) < 0)
            continue;
        uint32_t i = 0;
        while (i < r->n_in && distribute_dim_of(r, i, f) < 0) i++;
        if (i == r->n_in) continue;
        for (const Wide *w = distribute_version(ds, c->in[i], &in[i])->wide; w; w = w->next) {
            memset(out, 0, r->n_in * sizeof(const Wide *));
            *along = f;
            if (w->axis == a && w->dim == distribute_dim_of(r, i, f) &&
                all_are_wide(ds, c, in, w, f, out) && distribute_takes_rows(ds, r, f, a, w->rows))
                return w;
        }
    }
    return NULL;
}

Part *distribute_wide_result(Distribute *ds, const DsCall *c, const Wide *of, uint32_t along,
                             IrVar *v) {
    Wide *w = ARENA_NEW(&ds->arena, Wide);
    *w = *of;
    w->next = NULL;
    w->value = d_var(v);
    w->dim = distribute_dim_of(c->rule, c->rule->n_in, along);
    return distribute_part_of_wide(ds, w);
}

static const IrType *with_rows(Distribute *ds, const IrType *t, int8_t dim, const IrDim *rows) {
    const IrDim **dims = ARENA_ARRAY(&ds->arena, const IrDim *, (size_t)t->ndim + 1);
    for (int32_t d = 0; d < t->ndim; d++) dims[d] = d == dim ? rows : t->dims[d];
    return ir_type_tensor(ds->m, dims, t->ndim, t->dtype);
}

const IrType *distribute_wide_type(Distribute *ds, const DsCall *c, const IrType *part,
                                   const Wide *of, uint32_t along) {
    return with_rows(ds, part, distribute_dim_of(c->rule, c->rule->n_in, along),
                     distribute_here(ds, of->rows));
}

const IrType *distribute_part_type(Distribute *ds, const Part *part) {
    if (part->value.kind != IR_OPERAND_NONE) return ir_operand_type(ds->m, &part->value);
    const Wide *w = part->wide;
    return with_rows(ds, ir_operand_type(ds->m, &w->value), w->dim, w->own);
}
