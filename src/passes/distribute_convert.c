/* SPDX-License-Identifier: Apache-2.0 */
/* From one sharding to another: the collectives, and what they move.
 *
 *     whole   -> split    R.take of R.reshape(x, (k, n/k))        nothing: the own part is read
 *     split   -> whole    R.ccl.allgather                         (k - 1)/k of the whole
 *     split   -> split    R.ccl.alltoall                          (k - 1)/k of a part
 *     partial -> whole    R.ccl.allreduce                         2 (k - 1)/k of the whole
 *     partial -> split    R.ccl.reduce_scatter                    (k - 1)/k of the whole
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
        const IrDim *k = ir_dim_const(ds->m, ds->mesh.axes[a].size);
        dims[s->at[a]] = ir_dim_floordiv(ds->m, dims[s->at[a]], k);
        changed = true;
    }
    if (!changed) return t;
    const IrType *local = ir_type_tensor(ds->m, dims, t->ndim, t->dtype);
    return t->vdevice ? ir_type_on(ds->m, local, t->vdevice) : local;
}

bool distribute_can_split(Distribute *ds, const IrType *t, const Sharding *have, int8_t dim,
                          uint32_t axis) {
    if (t->kind != IR_TYPE_TENSOR || !t->dims || dim >= t->ndim || have->at[axis] != SHARD_WHOLE)
        return false;
    for (uint32_t a = 0; a < ds->mesh.n; a++) {
        if (have->at[a] == dim) return false;
    }
    const IrDim *k = ir_dim_const(ds->m, ds->mesh.axes[axis].size);
    if (ir_dim_is(t->dims[dim], 0)) return false;
    return ir_dim_is(ir_dim_floormod(ds->m, t->dims[dim], k), 0);
}

/* A symbol counts as 1024 elements: what moves is compared, not known. */
static const double symbol_extent = 1024;

static double extent(const IrDim *d) {
    double sum = (double)d->constant;
    for (uint32_t i = 0; i < d->n; i++) {
        double product = (double)d->terms[i].coeff;
        for (uint32_t k = 0; k < d->terms[i].mono->n; k++) {
            for (uint32_t p = 0; p < d->terms[i].mono->factors[k].power; p++)
                product *= symbol_extent;
        }
        sum += product;
    }
    return sum < 0 ? 0 : sum;
}

double distribute_size(const Distribute *ds, const IrType *t) {
    (void)ds;
    double n = 0;
    for (uint32_t i = 0; t->kind == IR_TYPE_TUPLE && i < t->n; i++)
        n += distribute_size(ds, t->fields[i]);
    if (t->kind != IR_TYPE_TENSOR || t->dtype == DTYPE_VOID) return n;
    n = dtype_bits(t->dtype) / 8.0;
    for (int32_t d = 0; t->dims && d < t->ndim; d++) n *= extent(t->dims[d]);
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

Part *distribute_field(Distribute *ds, Part *of, uint32_t index) {
    Part *part = ARENA_NEW(&ds->arena, Part);
    *part = (Part){.of = of, .index = index, .value = {.kind = IR_OPERAND_NONE, .span = 1}};
    return part;
}

/* --- Calls --- */

static IrAttr axes_attr(Distribute *ds, uint32_t axis) {
    IrModule *m = ds->m;
    IrAttr *item = ARENA_NEW(&m->arena, IrAttr);
    *item = (IrAttr){.kind = IR_ATTR_STRING, .s = intern(&m->names, ds->mesh.axes[axis].name)};
    return (IrAttr){.kind = IR_ATTR_LIST, .n = 1, .items = item};
}

static void set_attr(const OpDef *op, IrAttr *attrs, const char *name, IrAttr value) {
    attrs[ir_op_attr_index(op, name)] = value;
}

static IrOperand rank_of(Distribute *ds, uint32_t axis) {
    if (ds->ranks[axis].kind == IR_OPERAND_NONE) {
        IrAttr *attrs = d_attrs(&ds->build, &op_ccl_rank);
        set_attr(&op_ccl_rank, attrs, "axes", axes_attr(ds, axis));
        ds->ranks[axis] = d_call(&ds->build, &op_ccl_rank, NULL, 0, attrs);
    }
    return ds->ranks[axis];
}

/* The rank's part of a whole: dim n as (k, n/k), of which one row is taken. */
static IrOperand own_part(Distribute *ds, IrOperand x, uint32_t axis, int8_t dim) {
    const IrType *t = ir_operand_type(ds->m, &x);
    const IrDim **dims = ARENA_ARRAY(&ds->arena, const IrDim *, (size_t)t->ndim + 2);
    const IrDim *k = ir_dim_const(ds->m, ds->mesh.axes[axis].size);
    for (int32_t d = 0, to = 0; d < t->ndim; d++) {
        if (d == dim) dims[to++] = k;
        dims[to++] = d == dim ? ir_dim_floordiv(ds->m, t->dims[d], k) : t->dims[d];
    }
    const IrOperand rows[] = {d_reshape(&ds->build, x, dims, t->ndim + 1), rank_of(ds, axis)};
    IrAttr *attrs = d_attrs(&ds->build, &op_take);
    d_set_int(&op_take, attrs, "axis", dim);
    return d_call(&ds->build, &op_take, rows, 2, attrs);
}

static const char *op_text(uint8_t op) {
    return op == LOOP_ADD ? "sum" : op == LOOP_MAX ? "max" : "min";
}

/* One collective. `extent`: those that may be given one take one operand more. */
static IrOperand collective(Distribute *ds, const OpDef *op, IrOperand x, IrAttr *attrs,
                            uint32_t axis) {
    set_attr(op, attrs, "axes", axes_attr(ds, axis));
    if (ir_op_attr_index(op, "num_workers") >= 0)
        d_set_int(op, attrs, "num_workers", ds->mesh.axes[axis].size);
    const IrOperand operands[] = {x, {.kind = IR_OPERAND_NONE, .span = 1}};
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

/* Over one axis, from the sharding in *s, which changes. */
static IrOperand step(Distribute *ds, const Slot *slot, IrOperand x, Sharding *s, uint32_t axis,
                      int8_t to) {
    const IrType *t = ir_operand_type(ds->m, &x);
    const int8_t from = s->at[axis];
    const double k = ds->mesh.axes[axis].size, size = distribute_size(ds, t);
    OpDecompose *d = &ds->build;
    s->at[axis] = to;
    if (from == SHARD_WHOLE) return own_part(ds, x, axis, to);
    if (from == SHARD_PARTIAL) {
        const OpDef *op = to == SHARD_WHOLE ? &op_ccl_allreduce : &op_ccl_reduce_scatter;
        IrAttr *attrs = d_attrs(d, op);
        d_set_string(d, op, attrs, "op_type", op_text(s->op[axis]));
        if (to >= 0) d_set_int(op, attrs, "axis", to);
        tell(ds, op->name, slot, t, axis, distribute_cost(ds, size, from, to, axis));
        *(to >= 0 ? &ds->bytes.reduce_scatters : &ds->bytes.allreduces) += 1;
        return collective(ds, op, x, attrs, axis);
    }
    if (to >= 0) {
        IrAttr *attrs = d_attrs(d, &op_ccl_alltoall);
        d_set_int(&op_ccl_alltoall, attrs, "split_axis", to);
        d_set_int(&op_ccl_alltoall, attrs, "concat_axis", from);
        tell(ds, "ccl.alltoall", slot, t, axis, distribute_cost(ds, size * k, from, to, axis));
        ds->bytes.alltoalls++;
        return collective(ds, &op_ccl_alltoall, x, attrs, axis);
    }
    IrAttr *attrs = d_attrs(d, &op_ccl_allgather);
    d_set_int(&op_ccl_allgather, attrs, "axis", from);
    tell(ds, "ccl.allgather", slot, t, axis, distribute_cost(ds, size * k, from, to, axis));
    ds->bytes.allgathers++;
    return collective(ds, &op_ccl_allgather, x, attrs, axis);
}

/* --- Versions --- */

/* As deep as tuples nest. */
static IrOperand read_part(Distribute *ds, Part *part) {
    if (part->value.kind == IR_OPERAND_NONE)
        part->value = d_field(&ds->build, read_part(ds, part->of), part->index);
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

IrOperand distribute_value(Distribute *ds, uint32_t at, const Sharding *want) {
    const Slot slot = ds->slots.at[at];
    Version *v = nearest(ds, &slot, want);
    if (!v) BUG("'%s' has no value yet", slot.name);
    if (shard_same(ds, &v->s, want)) return read_part(ds, v->part);
    IrOperand x = read_part(ds, v->part);
    Sharding s = v->s;
    for (uint32_t phase = 0; phase < 4; phase++) {
        for (uint32_t a = 0; a < ds->mesh.n; a++) {
            const int8_t to = next_of(ds, &s, want, a, phase);
            if (to == s.at[a]) continue;
            x = step(ds, &slot, x, &s, a, to);
            distribute_add_version(ds, at, &s, distribute_part(ds, x));
        }
    }
    return x;
}
