/* SPDX-License-Identifier: Apache-2.0 */
/* Means and variances of what is split along the dims that they are taken over. The variance needs
 * the mean, so by themselves they would be two sums over the ranks, one behind the other. Each rank
 * has instead the number of its elements, their mean, and the sum of squares of their distances
 * from it; these travel together, in one collective, and are joined without cancellation:
 *
 *     s = R.sum(x, axes)                     n, a, q = the rank's own: count, mean, squares
 *     m = R.divide(s, ...)                   n, a, q of all ranks = R.ccl.allgather
 *     d = R.subtract(x, m)                   s = sum of n * a
 *     v = R.sum(R.multiply(d, d), axes)      v = sum of q + n * (a - m)^2
 *
 * which holds for whatever m is, as long as it has one element where x has those that are summed.
 * Gathering moves more than sums do where ranks are many, so it is done of what is small, or where
 * it does not. */
#include "ops/ops.h"
#include "passes/distribute_parts.h"

enum {
    MOMENTS_BYTES = 1 << 16, /* of a rank's moments: what takes less than a message's way */
    MOMENTS_STEPS = 4        /* calls between the sum and what is subtracted */
};

struct Moments {
    const DsCall *sum, *distance, *square, *squares;
    const int64_t *axes;
    uint32_t n;
    bool is_gathered;              /* below: of all ranks */
    Sharding s;                    /* of what keeps its dims */
    IrOperand count, mean, around; /* (k, ...), count perhaps of rank 0 */
};

static const DsCall *maker(const Distribute *ds, const IrOperand *o) {
    const uint32_t call = o->kind == IR_OPERAND_VAR ? ds->call_of[o->var->id] : 0;
    return call ? &ds->calls.at[call - 1] : NULL;
}

static const IrAttr *axes_of(const DsCall *c) {
    return &c->b->attrs[ir_op_attr_index(c->b->op, "axis")];
}

static bool has_axis(const Moments *mo, int32_t dim) {
    bool any = false;
    for (uint32_t i = 0; i < mo->n; i++) any |= mo->axes[i] == dim;
    return any;
}

/* The same axes, each once. */
static bool same_axes(const IrAttr *a, const IrAttr *b) {
    bool same = a->kind == IR_ATTR_INTS && b->kind == IR_ATTR_INTS && a->n == b->n && a->n > 0;
    for (uint32_t i = 0; same && i < a->n; i++) same = a->ints[i] == b->ints[i];
    return same;
}

/* What m is made of alone, by products and quotients, if that is a sum of x. */
static const DsCall *sum_behind(const Distribute *ds, const IrOperand *m, uint32_t x) {
    const DsCall *c = maker(ds, m);
    for (uint32_t i = 0; c && i < MOMENTS_STEPS && c->b->op != &op_sum; i++) {
        const bool passes =
            c->b->op == &op_divide || c->b->op == &op_multiply || c->b->op == &op_reshape;
        c = passes ? maker(ds, c->b->operands.at) : NULL;
    }
    return c && c->b->op == &op_sum && c->in[0] == x ? c : NULL;
}

/* One element where x has those that are summed, else as x. */
static bool keeps_dims(const Moments *mo, const IrType *x, const IrType *m) {
    bool same = x->ndim == m->ndim;
    for (int32_t d = 0; same && d < x->ndim; d++)
        same = has_axis(mo, d) ? ir_dim_is(m->dims[d], 1) : m->dims[d] == x->dims[d];
    return same;
}

static bool read_moments(Distribute *ds, const DsCall *squares, Moments *out) {
    const IrAttr *axes = axes_of(squares);
    const DsCall *square = maker(ds, squares->b->operands.at);
    if (!square || axes->kind != IR_ATTR_INTS) return false;
    const bool is_product = square->b->op == &op_multiply && square->in[0] == square->in[1];
    if (!is_product && square->b->op != &op_square) return false;
    const DsCall *distance = maker(ds, square->b->operands.at);
    if (!distance || distance->b->op != &op_subtract || distance->rule->n_in != 2) return false;
    const IrType *x = distance->rule->in[0], *m = distance->rule->in[1];
    const DsCall *sum = sum_behind(ds, &distance->b->operands.at[1], distance->in[0]);
    if (!sum || !same_axes(axes, axes_of(sum))) return false;
    *out = (Moments){sum, distance, square, squares, .axes = axes->ints, .n = axes->n};
    return (x->dtype == DTYPE_FLOAT32 || x->dtype == DTYPE_FLOAT64) && keeps_dims(out, x, m);
}

void distribute_find_moments(Distribute *ds) {
    ds->moments = ARENA_ARRAY(&ds->arena, Moments *, ds->calls.len + 1);
    for (size_t i = 0; i < ds->calls.len; i++) {
        const DsCall *c = &ds->calls.at[i];
        Moments mo;
        if (c->b->op != &op_sum || !read_moments(ds, c, &mo)) continue;
        const size_t of_sum = (size_t)(mo.sum - ds->calls.at);
        if (ds->moments[of_sum]) continue; /* one is enough */
        Moments *kept = ARENA_NEW(&ds->arena, Moments);
        *kept = mo;
        ds->moments[of_sum] = ds->moments[i] = kept;
        ds->moments[mo.square - ds->calls.at] = ds->moments[mo.distance - ds->calls.at] = kept;
    }
}

/* --- What is exchanged --- */

/* The axis over which the sum is partial, if it is that alone that is; else mesh.n. */
static uint32_t axis_of(const Distribute *ds, const Sharding *out) {
    uint32_t axis = ds->mesh.n, n = 0;
    for (uint32_t a = 0; a < ds->mesh.n; a++) {
        if (out->at[a] != SHARD_PARTIAL) continue;
        axis = a;
        n++;
    }
    return n == 1 && out->op[axis] == LOOP_ADD ? axis : ds->mesh.n;
}

static IrOperand reduce(Distribute *ds, const Moments *mo, IrOperand x) {
    return d_reduce(&ds->build, &op_sum, x, mo->axes, mo->n, true);
}

/* (1, 1, ...), of which those of all ranks are joined. */
static IrOperand row(Distribute *ds, IrOperand x, const IrType *t) {
    const IrDim **dims = ARENA_ARRAY(&ds->arena, const IrDim *, (size_t)t->ndim + 2);
    dims[0] = dims[1] = ir_dim_const(ds->m, 1);
    for (int32_t d = 0; d < t->ndim; d++) dims[d + 2] = t->dims[d];
    return d_reshape(&ds->build, x, dims, t->ndim + 2);
}

/* A field of what was gathered, as (k, ...). */
static IrOperand field(Distribute *ds, IrOperand parts, uint32_t i, uint32_t axis,
                       const IrType *t) {
    const IrDim **dims = ARENA_ARRAY(&ds->arena, const IrDim *, (size_t)t->ndim + 1);
    dims[0] = ir_dim_const(ds->m, ds->mesh.axes[axis].size);
    for (int32_t d = 0; d < t->ndim; d++) dims[d + 1] = t->dims[d];
    return d_reshape(&ds->build, d_field(&ds->build, parts, i), dims, t->ndim + 1);
}

static IrOperand over_ranks(Distribute *ds, IrOperand x) {
    const int64_t first = 0;
    return d_reduce(&ds->build, &op_sum, x, &first, 1, false);
}

/* What keeps its dims as the call's result, which perhaps does not. */
static void set_result(Distribute *ds, const DsCall *c, const Moments *mo, IrOperand x) {
    const IrType *t = c->rule->out[0];
    Sharding s = mo->s;
    if (t->ndim != c->rule->in[0]->ndim) {
        for (uint32_t a = 0; a < ds->mesh.n; a++) {
            int8_t before = 0;
            for (int32_t d = 0; d < mo->s.at[a]; d++) before += has_axis(mo, d);
            if (mo->s.at[a] >= 0) s.at[a] = (int8_t)(mo->s.at[a] - before);
        }
    }
    const IrType *local = ir_clone_type(ds->clone, distribute_local_type(ds, t, &s));
    const IrOperand y = d_reshape(&ds->build, x, local->dims, local->ndim);
    distribute_add_version(ds, c->out[0], &s, distribute_part(ds, y));
}

bool distribute_gather_moments(Distribute *ds, const DsCall *c, const Sharding *in,
                               const Sharding *out) {
    Moments *mo = ds->moments[c - ds->calls.at];
    const uint32_t axis = axis_of(ds, out);
    if (!mo || mo->sum != c || axis == ds->mesh.n) return false;
    const double k = ds->mesh.axes[axis].size;
    const bool is_even = distribute_is_even(ds, c->rule->in[0]->dims[in->at[axis]], axis);
    const double bytes = distribute_size(ds, distribute_local_type(ds, c->rule->out[0], out)),
                 row_bytes = bytes * (is_even ? 2 : 3);
    if (row_bytes > MOMENTS_BYTES && (k - 1) * row_bytes > 4 * (k - 1) / k * bytes) return false;
    OpDecompose *d = &ds->build;
    const IrOperand x = distribute_value(ds, c->in[0], in);
    const IrType *t = ir_operand_type(ds->m, &x);
    const IrDim *count = ir_dim_const(ds->m, 1);
    for (uint32_t i = 0; i < mo->n; i++) count = ir_dim_mul(ds->m, count, t->dims[mo->axes[i]]);
    const IrOperand n = distribute_number(d, count, t->dtype), one = d_const(d, t->dtype, 1);
    const IrOperand mean =
        d2(d, &op_divide, reduce(ds, mo, x), is_even ? n : d2(d, &op_maximum, n, one));
    const IrOperand distance = d2(d, &op_subtract, x, mean);
    const IrOperand around = reduce(ds, mo, d2(d, &op_multiply, distance, distance));
    const IrType *stat = ir_operand_type(ds->m, &mean);
    const IrOperand counts = is_even ? n : d_broadcast(d, n, stat->dims, stat->ndim);
    const IrOperand rows[] = {row(ds, mean, stat), row(ds, around, stat),
                              is_even ? n : row(ds, counts, stat)};
    const uint32_t n_rows = is_even ? 2 : 3;
    const IrOperand all = distribute_gather_rows(ds, c->in[0], d_concat(d, rows, n_rows, 1), axis);
    const IrOperand parts = d_split(d, all, n_rows, 1);
    mo->mean = field(ds, parts, 0, axis, stat);
    mo->around = field(ds, parts, 1, axis, stat);
    mo->count = is_even ? n : field(ds, parts, 2, axis, stat);
    mo->s = *in;
    mo->s.at[axis] = SHARD_WHOLE;
    mo->is_gathered = true;
    ds->bytes.values += 2 * distribute_size(ds, t);
    set_result(ds, c, mo, over_ranks(ds, d2(d, &op_multiply, mo->mean, mo->count)));
    return true;
}

bool distribute_join_moments(Distribute *ds, const DsCall *c) {
    const Moments *mo = ds->moments[c - ds->calls.at];
    if (!mo || !mo->is_gathered) return false;
    /* what only the squares would have read */
    if (mo->square == c) return ds->slots.at[c->out[0]].n_uses == 1;
    if (mo->distance == c)
        return ds->slots.at[c->out[0]].n_uses == mo->square->rule->n_in &&
               ds->slots.at[mo->square->out[0]].n_uses == 1;
    if (mo->squares != c) return false;
    OpDecompose *d = &ds->build;
    const IrOperand m = distribute_value(ds, mo->distance->in[1], &mo->s);
    const IrOperand off = d2(d, &op_subtract, mo->mean, m);
    const IrOperand square = d2(d, &op_multiply, mo->count, d2(d, &op_multiply, off, off));
    set_result(ds, c, mo, over_ranks(ds, d2(d, &op_add, mo->around, square)));
    return true;
}
