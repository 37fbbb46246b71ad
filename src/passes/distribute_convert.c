/* SPDX-License-Identifier: Apache-2.0 */
/* From one sharding to another: the collectives, and what they move.
 *
 *     whole   -> split    R.take of R.reshape(x, (k, n/k))        nothing: the own part is read
 *                         of uneven parts R.strided_slice
 *     split   -> whole    R.ccl.allgather                         (k - 1)/k of the whole
 *     split   -> split    R.ccl.alltoall                          (k - 1)/k of a part
 *     partial -> whole    R.ccl.allreduce                         2 (k - 1)/k of the whole
 *     partial -> split    R.ccl.reduce_scatter                    (k - 1)/k of the whole
 *     rows of neighbours  R.ccl.permute                           these rows
 *
 * A value is kept in each form that it was asked for, so none is made twice. */
#include "ops/ops.h"
#include "passes/distribute_parts.h"

const Sharding shard_whole = {.at = {SHARD_WHOLE, SHARD_WHOLE, SHARD_WHOLE, SHARD_WHOLE,
                                     SHARD_WHOLE, SHARD_WHOLE, SHARD_WHOLE, SHARD_WHOLE}};

bool shard_same(const Distribute *ds, const Sharding *a, const Sharding *b) {
    bool same = true;
    for (uint32_t i = 0; i < ds->mesh.n; i++) {
        same &= a->at[i] == b->at[i] && (a->at[i] != SHARD_PARTIAL || a->op[i] == b->op[i]);
    }
    return same;
}

const IrType *distribute_local_type(Distribute *ds, const IrType *t, const Sharding *s) {
    if (t->kind != IR_TYPE_TENSOR || !t->dims) return t;
    const IrDim **dims = ARENA_ARRAY(&ds->arena, const IrDim *, (size_t)t->ndim + 1);
    for (int32_t d = 0; d < t->ndim; d++) dims[d] = t->dims[d];
    bool changed = false;
    for (uint32_t a = 0; a < ds->mesh.n; a++) {
        if (s->at[a] < 0) continue;
        const IrDim *k = ir_dim_const(ds->m, ds->mesh.axes[a].size), **dim = &dims[s->at[a]];
        if (distribute_is_even(ds, *dim, a))
            *dim = ir_dim_floordiv(ds->m, *dim, k);
        else
            *dim = ir_dim_symbol(ds->m, distribute_uneven(ds, *dim, a)->symbol);
        changed = true;
    }
    if (!changed) return t;
    const IrType *local = ir_type_tensor(ds->m, dims, t->ndim, t->dtype);
    return t->vdevice ? ir_type_on(ds->m, local, t->vdevice) : local;
}

bool distribute_travels(const IrType *t) {
    return !dtype_is_small(t->dtype) && t->dtype != DTYPE_STRING;
}

bool distribute_can_split(Distribute *ds, const IrType *t, const Sharding *have, int8_t dim,
                          uint32_t axis) {
    if (t->kind != IR_TYPE_TENSOR || !t->dims || dim >= t->ndim || have->at[axis] != SHARD_WHOLE)
        return false;
    for (uint32_t a = 0; a < ds->mesh.n; a++) {
        if (have->at[a] == dim) return false;
    }
    if (!distribute_travels(t)) return false;
    return distribute_is_even(ds, t->dims[dim], axis) ||
           distribute_uneven(ds, t->dims[dim], axis) != NULL;
}

/* A symbol counts as 1024 elements: what moves is compared, not known. An uneven part counts as the
 * longest. */
static double symbol_extent(const Distribute *ds, const IrAtom *atom) {
    const Uneven *u =
        atom->kind == IR_ATOM_SYMBOL ? map_get_ptr(&ds->uneven_of, atom->symbol) : NULL;
    return u ? (double)u->most : 1024;
}

static double extent(const Distribute *ds, const IrDim *d) {
    double sum = (double)d->constant;
    for (uint32_t i = 0; i < d->n; i++) {
        double product = (double)d->terms[i].coeff;
        for (uint32_t k = 0; k < d->terms[i].mono->n; k++) {
            for (uint32_t p = 0; p < d->terms[i].mono->factors[k].power; p++)
                product *= symbol_extent(ds, d->terms[i].mono->factors[k].atom);
        }
        sum += product;
    }
    return sum < 0 ? 0 : sum;
}

double distribute_size(const Distribute *ds, const IrType *t) {
    double n = 0;
    for (uint32_t i = 0; t->kind == IR_TYPE_TUPLE && i < t->n; i++)
        n += distribute_size(ds, t->fields[i]);
    if (t->kind != IR_TYPE_TENSOR || t->dtype == DTYPE_VOID) return n;
    n = dtype_bits(t->dtype) / 8.0;
    for (int32_t d = 0; t->dims && d < t->ndim; d++) n *= extent(ds, t->dims[d]);
    return n;
}

double distribute_cost(const Distribute *ds, double bytes, int8_t from, int8_t to, uint32_t axis) {
    const double k = ds->mesh.axes[axis].size, moved = bytes * (k - 1) / k;
    if (from == to || from == SHARD_WHOLE) return 0;
    if (from == SHARD_PARTIAL) return to == SHARD_WHOLE ? 2 * moved : moved;
    return to >= 0 ? moved / k : moved;
}

void distribute_add_version(Distribute *ds, uint32_t slot, const Sharding *s, Part *part) {
    Version *v = ARENA_NEW(&ds->arena, Version);
    *v = (Version){ds->slots.at[slot].versions, *s, part};
    ds->slots.at[slot].versions = v;
}

Part *distribute_part(Distribute *ds, IrOperand value) {
    Part *part = ARENA_NEW(&ds->arena, Part);
    part->value = value;
    part->value.span = 1;
    return part;
}

Part *distribute_part_of_wide(Distribute *ds, const Wide *wide) {
    Part *part = ARENA_NEW(&ds->arena, Part);
    *part = (Part){.value = {.kind = IR_OPERAND_NONE, .span = 1}, .wide = wide};
    return part;
}

Part *distribute_field(Distribute *ds, Part *of, uint32_t index) {
    Part *part = ARENA_NEW(&ds->arena, Part);
    *part = (Part){.of = of, .index = index, .value = {.kind = IR_OPERAND_NONE, .span = 1}};
    return part;
}

/* --- Calls --- */

static void set_attr(const OpDef *op, IrAttr *attrs, const char *name, IrAttr value) {
    attrs[ir_op_attr_index(op, name)] = value;
}

/* The rank's part of a whole: dim n as (k, n/k), of which one row is taken. */
static IrOperand own_part(Distribute *ds, const Slot *slot, IrOperand x, uint32_t axis,
                          int8_t dim) {
    const IrType *t = ir_operand_type(ds->m, &x);
    const IrDim *whole = slot->type->dims[dim];
    const IrDim **dims = ARENA_ARRAY(&ds->arena, const IrDim *, (size_t)t->ndim + 2);
    const IrDim *k = ir_dim_const(ds->m, ds->mesh.axes[axis].size);
    if (!distribute_is_even(ds, whole, axis))
        return distribute_slice(ds, x, dim, distribute_uneven(ds, whole, axis));
    for (int32_t d = 0, to = 0; d < t->ndim; d++) {
        if (d == dim) dims[to++] = k;
        dims[to++] = d == dim ? ir_dim_floordiv(ds->m, t->dims[d], k) : t->dims[d];
    }
    const IrOperand rows[] = {d_reshape(&ds->build, x, dims, t->ndim + 1),
                              distribute_rank(ds, axis)};
    IrAttr *attrs = d_attrs(&ds->build, &op_take);
    d_set_int(&op_take, attrs, "axis", dim);
    return d_call(&ds->build, &op_take, rows, 2, attrs);
}

static const char *op_text(uint8_t op) {
    return op == LOOP_ADD ? "sum" : op == LOOP_MAX ? "max" : "min";
}

/* One collective. extents: of uneven parts; NONE: parts are equal. */
static IrOperand collective(Distribute *ds, const OpDef *op, IrOperand x, IrAttr *attrs,
                            uint32_t axis, IrOperand extents) {
    set_attr(op, attrs, "axes", distribute_axes(ds, axis));
    if (ir_op_attr_index(op, "num_workers") >= 0)
        d_set_int(op, attrs, "num_workers", ds->mesh.axes[axis].size);
    const IrOperand operands[] = {x, extents};
    return d_call(&ds->build, op, operands, ir_op_n_operands(op), attrs);
}

/* What is told of it; t: the operand. */
static void tell(Distribute *ds, const char *what, const Slot *slot, const IrType *t, uint32_t axis,
                 double bytes) {
    ds->bytes.moved += bytes;
    if (!ds->o->report) return;
    strbuf_printf(ds->o->report, "%s over %.*s: %s, %s: %.0f bytes, for %s\n", what,
                  (int)ds->mesh.axes[axis].name.len, ds->mesh.axes[axis].name.ptr,
                  slot->name[0] ? slot->name : "a value", ir_type_text(ds->m, t), bytes,
                  ds->reason);
}

static const IrOperand no_extents = {.kind = IR_OPERAND_NONE, .span = 1};

/* The extent of the part of that dim of the slot, as dims of the function that is made. */
static const IrDim *part_extent(Distribute *ds, const Slot *slot, int8_t dim, uint32_t axis) {
    const IrDim *whole = slot->type->dims[dim];
    if (!distribute_is_even(ds, whole, axis))
        return distribute_own_extent(ds, distribute_uneven(ds, whole, axis));
    return ir_dim_floordiv(ds->m, distribute_here(ds, whole),
                           ir_dim_const(ds->m, ds->mesh.axes[axis].size));
}

/* What a collective is told of parts that a dim is (from: -1: of none) and comes to be: `to`, -1:
 * none. Nothing where they are even. */
static IrOperand extents_of(Distribute *ds, const Slot *slot, int8_t from, int8_t to,
                            uint32_t axis) {
    const IrDim *const *whole = ir_clone_type(ds->clone, slot->type)->dims;
    const IrDim *dims[2];
    int32_t n = 0;
    const bool is_even = (from < 0 || distribute_is_even(ds, whole[from], axis)) &&
                         (to < 0 || distribute_is_even(ds, whole[to], axis));
    if (is_even) return no_extents;
    if (to >= 0) dims[n++] = part_extent(ds, slot, to, axis);
    if (from >= 0) dims[n++] = whole[from];
    return d_shape(&ds->build, dims, n);
}

/* What all ranks have, joined along that dim. */
static IrOperand gather(Distribute *ds, const Slot *slot, IrOperand x, uint32_t axis, int8_t dim,
                        IrOperand extents) {
    const IrType *t = ir_operand_type(ds->m, &x);
    const double whole = distribute_size(ds, t) * ds->mesh.axes[axis].size;
    IrAttr *attrs = d_attrs(&ds->build, &op_ccl_allgather);
    d_set_int(&op_ccl_allgather, attrs, "axis", dim);
    tell(ds, "ccl.allgather", slot, t, axis, distribute_cost(ds, whole, dim, SHARD_WHOLE, axis));
    ds->bytes.allgathers++;
    return collective(ds, &op_ccl_allgather, x, attrs, axis, extents);
}

/* Over one axis, from the sharding in *s, which changes. */
static IrOperand step(Distribute *ds, const Slot *slot, IrOperand x, Sharding *s, uint32_t axis,
                      int8_t to) {
    const IrType *t = ir_operand_type(ds->m, &x);
    const int8_t from = s->at[axis];
    const double k = ds->mesh.axes[axis].size, size = distribute_size(ds, t);
    OpDecompose *d = &ds->build;
    s->at[axis] = to;
    if (from == SHARD_WHOLE) return own_part(ds, slot, x, axis, to);
    if (from == SHARD_PARTIAL) {
        const OpDef *op = to == SHARD_WHOLE ? &op_ccl_allreduce : &op_ccl_reduce_scatter;
        IrAttr *attrs = d_attrs(d, op);
        d_set_string(d, op, attrs, "op_type", op_text(s->op[axis]));
        if (to >= 0) d_set_int(op, attrs, "axis", to);
        tell(ds, op->name, slot, t, axis, distribute_cost(ds, size, from, to, axis));
        *(to >= 0 ? &ds->bytes.reduce_scatters : &ds->bytes.allreduces) += 1;
        return collective(ds, op, x, attrs, axis, extents_of(ds, slot, -1, to, axis));
    }
    if (to >= 0) {
        IrAttr *attrs = d_attrs(d, &op_ccl_alltoall);
        d_set_int(&op_ccl_alltoall, attrs, "split_axis", to);
        d_set_int(&op_ccl_alltoall, attrs, "concat_axis", from);
        tell(ds, "ccl.alltoall", slot, t, axis, distribute_cost(ds, size * k, from, to, axis));
        ds->bytes.alltoalls++;
        return collective(ds, &op_ccl_alltoall, x, attrs, axis,
                          extents_of(ds, slot, from, to, axis));
    }
    return gather(ds, slot, x, axis, from, extents_of(ds, slot, from, -1, axis));
}

IrOperand distribute_gather_rows(Distribute *ds, uint32_t slot, IrOperand x, uint32_t axis) {
    return gather(ds, &ds->slots.at[slot], x, axis, 0, no_extents);
}

/* [0, 1], [1, 2], ... or [1, 0], [2, 1], ... */
static IrAttr shift_pairs(Distribute *ds, uint32_t axis, bool to_next) {
    const IrAttr **known = &ds->shifts[axis][to_next];
    if (*known) return **known;
    const uint32_t n = ds->mesh.axes[axis].size - 1;
    Arena *arena = &ds->m->arena;
    IrAttr *items = ARENA_ARRAY(arena, IrAttr, (size_t)n + 1), *pairs = ARENA_NEW(arena, IrAttr);
    int64_t *places = ARENA_ARRAY(arena, int64_t, 2 * (size_t)n + 1);
    for (uint32_t i = 0; i < n; i++) {
        places[2 * i] = to_next ? i : i + 1;
        places[2 * i + 1] = to_next ? i + 1 : i;
        items[i] = (IrAttr){.kind = IR_ATTR_INTS, .n = 2, .ints = &places[2 * i]};
    }
    *pairs = (IrAttr){.kind = IR_ATTR_LIST, .n = n, .items = items};
    *known = pairs;
    return *pairs;
}

IrOperand distribute_shift(Distribute *ds, uint32_t slot, IrOperand x, uint32_t axis,
                           bool to_next) {
    const IrType *t = ir_operand_type(ds->m, &x);
    IrAttr *attrs = d_attrs(&ds->build, &op_ccl_permute);
    set_attr(&op_ccl_permute, attrs, "pairs", shift_pairs(ds, axis, to_next));
    tell(ds, "ccl.permute", &ds->slots.at[slot], t, axis, distribute_size(ds, t));
    ds->bytes.permutes++;
    return collective(ds, &op_ccl_permute, x, attrs, axis, no_extents);
}

/* --- Versions --- */

/* The rank's part. It counts among the values, if it is not all there is. */
static IrOperand cut(Distribute *ds, const Wide *wide) {
    const IrDim *begin = distribute_own_number(ds, wide->fronts, wide->axis);
    const IrOperand x = distribute_take_rows(ds, wide->value, wide->dim, begin, wide->own);
    if (x.var != wide->value.var)
        ds->bytes.values += distribute_size(ds, ir_operand_type(ds->m, &x));
    return x;
}

/* As deep as tuples nest. */
IrOperand distribute_read(Distribute *ds, Part *part) {
    if (part->value.kind == IR_OPERAND_NONE)
        part->value = part->of ? d_field(&ds->build, distribute_read(ds, part->of), part->index)
                               : cut(ds, part->wide);
    return part->value;
}

static double cost_of(const Distribute *ds, double bytes, const Sharding *from,
                      const Sharding *to) {
    double sum = 0;
    for (uint32_t a = 0; a < ds->mesh.n; a++)
        sum += distribute_cost(ds, bytes, from->at[a], to->at[a], a);
    return sum;
}

static Version *nearest(const Distribute *ds, const Slot *slot, const Sharding *want) {
    const double bytes = distribute_size(ds, slot->type);
    Version *best = NULL;
    double least = 0;
    for (Version *v = slot->versions; v; v = v->next) {
        if (shard_same(ds, &v->s, want)) return v;
        bool fits = true; /* nothing becomes partial */
        for (uint32_t a = 0; a < ds->mesh.n; a++)
            fits &= want->at[a] != SHARD_PARTIAL || v->s.at[a] == SHARD_PARTIAL;
        const double cost = cost_of(ds, bytes, &v->s, want);
        if (fits && (!best || cost < least)) best = v, least = cost;
    }
    return best;
}

const Sharding *distribute_have(const Distribute *ds, uint32_t slot) {
    const double bytes = distribute_size(ds, ds->slots.at[slot].type);
    const Version *best = ds->slots.at[slot].versions;
    if (!best) BUG("'%s' has no value yet", ds->slots.at[slot].name);
    double least = cost_of(ds, bytes, &best->s, &shard_whole);
    for (const Version *v = best->next; v; v = v->next) {
        const double cost = cost_of(ds, bytes, &v->s, &shard_whole);
        if (cost <= least) best = v, least = cost;
    }
    return &best->s;
}

static bool is_taken(const Distribute *ds, const Sharding *s, int8_t dim, uint32_t but) {
    for (uint32_t a = 0; a < ds->mesh.n; a++) {
        if (a != but && s->at[a] == dim) return true;
    }
    return false;
}

/* Sums first, as they make it smaller; then exchanges, gathers, and the own parts. A dim that
 * another axis still has waits: the value is whole over this axis until then. */
static int8_t next_of(const Distribute *ds, const Sharding *s, const Sharding *want, uint32_t axis,
                      uint32_t phase) {
    const int8_t from = s->at[axis], to = want->at[axis];
    if (from == to) return from;
    const int8_t safe = to >= 0 && is_taken(ds, s, to, axis) ? SHARD_WHOLE : to;
    switch (phase) {
    case 0: return from == SHARD_PARTIAL ? safe : from;
    case 1: return from >= 0 && to >= 0 ? safe : from;
    case 2: return from >= 0 && to == SHARD_WHOLE ? to : from;
    default: return to;
    }
}

Part *distribute_version(Distribute *ds, uint32_t at, const Sharding *want) {
    const Slot slot = ds->slots.at[at];
    Version *v = nearest(ds, &slot, want);
    if (!v) BUG("'%s' has no value yet", slot.name);
    if (shard_same(ds, &v->s, want)) return v->part;
    IrOperand x = distribute_read(ds, v->part);
    Part *part = v->part;
    Sharding s = v->s;
    for (uint32_t phase = 0; phase < 4; phase++) {
        for (uint32_t a = 0; a < ds->mesh.n; a++) {
            const int8_t to = next_of(ds, &s, want, a, phase);
            if (to == s.at[a]) continue;
            x = step(ds, &slot, x, &s, a, to);
            part = distribute_part(ds, x);
            distribute_add_version(ds, at, &s, part);
        }
    }
    return part;
}

IrOperand distribute_value(Distribute *ds, uint32_t slot, const Sharding *want) {
    return distribute_read(ds, distribute_version(ds, slot, want));
}
