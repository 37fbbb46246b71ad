/* SPDX-License-Identifier: Apache-2.0 */
/* Collectives as ordinary operators over the values of all ranks of a group.
 *
 *     allreduce       sums and means: ((x0 + x1) + x2) + ..., halves in float32; others by a
 *                     reduction of the stacked values, whose gradient shares among equals
 *     allgather       a concat
 *     reduce_scatter  the same as allreduce, then slices; scatter: slices of the first rank's
 *     alltoall        slices of each rank's, and a concat a rank
 *     broadcast, permute, rank    other ranks' values, zeros, numbers
 *
 * What all ranks get alike is one value. Where types leave open that ranks' extents agree, a
 * match_cast checks it in the run. */
#include "base/diag.h"
#include "ops/gradient.h"
#include "ops/ops.h"
#include "passes/simulate_parts.h"

typedef struct {
    RankFrame *f;
    IrModule *m;
    const IrBinding *b;
    OpDecompose d;
    const IrAttr *attrs; /* in canonical form */
    MeshGroup group;
    uint32_t n;             /* ranks of the group */
    uint32_t *ranks;        /* in order */
    IrOperand *x;           /* theirs */
    const IrType **results; /* theirs, by the type rule */
    bool ok;
} Meeting;

/* Reports what cannot be, at the place that is built at. */
static Diag *wrong_call(RankFrame *f, const OpDef *op, const char *what) {
    Ctx *ctx = f->s->m->ctx;
    return diag_error(ctx, f->b.loc, DIAG_PASS_OPTION, "SimulateRanks",
                      diag_fmt(ctx, "R.%s on mesh '%s': %s", op->name, f->s->text, what));
}

static const IrType *type_of(Meeting *t, IrOperand x) { return d_type(&t->d, x); }
static int64_t int_of(const Meeting *t, const char *name) { return d_int(&t->d, name); }
static bool is_op(const Meeting *t, const OpDef *op) { return t->b->op == op; }

/* Types that agree */

/* x, which has that type as the call demands: checked in the run where types leave it open. */
static IrOperand match(Meeting *t, IrOperand x, const IrType *want) {
    const IrType *have = type_of(t, x);
    if (have == want || !want->dims) return x;
    switch (ir_type_subsumes(t->m, want, have)) {
    case IR_PROVED: return x;
    case IR_UNKNOWN: break;
    case IR_REFUTED:
        if (t->ok) {
            Diag *e = wrong_call(t->f, t->b->op, "extents of ranks do not fit");
            diag_expected(t->m->ctx, e, "%s", ir_type_text(t->m, want));
            diag_found(t->m->ctx, e, "%s", ir_type_text(t->m, have));
        }
        t->ok = false;
        return x;
    }
    return d_match(&t->d, x, want->dims, want->ndim);
}

/* x with a known shape: a known rank's extents get names. */
static IrOperand known(Meeting *t, IrOperand x) {
    const IrType *have = type_of(t, x);
    if (have->kind == IR_TYPE_TENSOR && have->dims && have->dtype != DTYPE_VOID) return x;
    if (have->kind != IR_TYPE_TENSOR || have->ndim < 0 || have->dtype == DTYPE_VOID) {
        if (t->ok) {
            Diag *e = wrong_call(t->f, t->b->op, "types say too little of x");
            diag_expected(t->m->ctx, e, "a tensor of known rank and dtype");
            diag_found(t->m->ctx, e, "%s", ir_type_text(t->m, have));
        }
        t->ok = false;
        return x;
    }
    const IrDim **dims = ARENA_ARRAY(&t->m->scratch, const IrDim *, (size_t)have->ndim + 1);
    for (int32_t i = 0; i < have->ndim; i++) {
        const char *name = intern_c(&t->m->names, "d");
        dims[i] = ir_dim_symbol(t->m, ir_symbol_new(t->f->b.fn, name, t->f->b.loc));
    }
    return d_match(&t->d, x, dims, have->ndim);
}

/* All ranks' x, with the extents of the first one's but for those of dim `own` (-1: none). */
static void know_all(Meeting *t, int64_t own) {
    for (uint32_t i = 0; i < t->n && t->ok; i++) {
        t->x[i] = known(t, t->x[i]);
        if (!t->ok || !i) continue;
        const IrType *first = type_of(t, t->x[0]), *have = type_of(t, t->x[i]);
        if (first->ndim != have->ndim || first->dtype != have->dtype) {
            match(t, t->x[i], first);
            continue;
        }
        const IrDim **dims = ARENA_ARRAY(&t->m->scratch, const IrDim *, (size_t)first->ndim + 1);
        for (int32_t k = 0; k < first->ndim; k++)
            dims[k] = k == own ? have->dims[k] : first->dims[k];
        t->x[i] = match(t, t->x[i], ir_type_tensor(t->m, dims, first->ndim, first->dtype));
    }
}

static void give(Meeting *t, uint32_t i, IrOperand value) {
    ir_clone_set(&t->f->at[t->ranks[i]], t->b->var, match(t, value, t->results[i]));
}

/* Reductions */

static IrOperand fold(Meeting *t, const OpDef *op) {
    IrOperand all = t->x[0];
    for (uint32_t i = 1; i < t->n; i++) all = d2(&t->d, op, all, t->x[i]);
    return all;
}

/* A mean of integers is rounded down, and its sum does not wrap where theirs would. */
static IrOperand sum(Meeting *t, bool is_mean) {
    const DType dtype = type_of(t, t->x[0])->dtype;
    const bool is_wide = dtype == DTYPE_UINT64 || dtype_is_float(dtype) || !is_mean;
    for (uint32_t i = 0; i < t->n; i++)
        t->x[i] = is_wide ? d_up(&t->d, t->x[i]) : d_cast(&t->d, t->x[i], DTYPE_INT64);
    IrOperand all = fold(t, &op_add);
    const OpDef *op = dtype_is_float(dtype) ? &op_divide : &op_floor_divide;
    if (is_mean) all = d2(&t->d, op, all, d_const(&t->d, type_of(t, all)->dtype, t->n));
    return d_cast(&t->d, all, dtype);
}

/* Over a new first dim. */
static IrOperand stacked(Meeting *t, const OpDef *op) {
    const IrType *x = type_of(t, t->x[0]);
    const IrDim **dims = ARENA_ARRAY(&t->m->scratch, const IrDim *, (size_t)x->ndim + 1);
    dims[0] = ir_dim_const(t->m, 1);
    for (int32_t i = 0; i < x->ndim; i++) dims[i + 1] = x->dims[i];
    for (uint32_t i = 0; i < t->n; i++) t->x[i] = d_reshape(&t->d, t->x[i], dims, x->ndim + 1);
    const int64_t axis = 0;
    return d_reduce(&t->d, op, d_concat(&t->d, t->x, t->n, 0), &axis, 1, false);
}

static IrOperand reduced(Meeting *t) {
    know_all(t, -1);
    if (!t->ok || t->n == 1) return t->x[0];
    const DType dtype = type_of(t, t->x[0])->dtype;
    const bool is_mean = d_string_is(&t->d, "op_type", "avg"),
               is_max = d_string_is(&t->d, "op_type", "max"),
               is_sum = d_string_is(&t->d, "op_type", "sum");
    if (dtype == DTYPE_BOOL) return fold(t, is_sum || is_max ? &op_logical_or : &op_logical_and);
    if (is_sum || is_mean) return sum(t, is_mean);
    if (d_string_is(&t->d, "op_type", "prod")) {
        IrOperand all = stacked(t, &op_prod);
        return d_cast(&t->d, all, dtype);
    }
    return stacked(t, is_max ? &op_max : &op_min);
}

/* Parts */

/* What rank i of the group gets along `axis` of an x with `extent`: operand 1's first extent, or an
 * equal part. */
static const IrDim *part_of(Meeting *t, uint32_t i, const IrDim *extent) {
    const IrOperand *says = ir_operand_get(&t->b->operands, 1);
    if (says->kind == IR_OPERAND_NONE)
        return ir_dim_floordiv(t->m, extent, ir_dim_const(t->m, t->n));
    IrOperandBuf buf;
    ir_operands_init(&buf, &t->m->scratch);
    ir_clone_operands(&t->f->at[t->ranks[i]], says, says->span, &buf);
    const IrType *shape = ir_operand_type(t->m, buf.ops.at);
    if (shape->kind == IR_TYPE_SHAPE && shape->dims) return shape->dims[0];
    if (t->ok) wrong_call(t->f, t->b->op, "types say too little of the extents");
    t->ok = false;
    return ir_dim_const(t->m, 0);
}

/* Where the parts of the group's ranks begin, and behind them the end. NULL after a report. */
static const IrDim **cuts_of(Meeting *t, const IrDim *extent) {
    const IrDim **cuts = ARENA_ARRAY(&t->m->scratch, const IrDim *, (size_t)t->n + 1);
    cuts[0] = ir_dim_const(t->m, 0);
    for (uint32_t i = 0; i < t->n && t->ok; i++)
        cuts[i + 1] = ir_dim_add(t->m, cuts[i], part_of(t, i, extent));
    return t->ok ? cuts : NULL;
}

/* The type `like` with another extent along the axis. */
static const IrType *with_extent(Meeting *t, const IrType *like, int64_t axis, const IrDim *e) {
    const IrDim **dims = ARENA_ARRAY(&t->m->scratch, const IrDim *, (size_t)like->ndim + 1);
    for (int32_t i = 0; i < like->ndim; i++) dims[i] = i == axis ? e : like->dims[i];
    return ir_type_tensor(t->m, dims, like->ndim, like->dtype);
}

static IrOperand slice(Meeting *t, IrOperand x, int64_t axis, const IrDim *from, const IrDim *to) {
    const IrType *have = type_of(t, x);
    if (ir_dim_is(from, 0) && to == have->dims[axis]) return x;
    OpGradient g = {.d = t->d};
    const IrOperand part = g_slice(&g, x, axis, from, to);
    return match(t, part, with_extent(t, have, axis, ir_dim_sub(t->m, to, from)));
}

/* Each rank gets its part of x. */
static void share_out(Meeting *t, IrOperand x) {
    const int64_t axis = int_of(t, "axis");
    const IrDim **cuts = t->ok ? cuts_of(t, type_of(t, x)->dims[axis]) : NULL;
    if (!cuts) return;
    x = match(t, x, with_extent(t, type_of(t, x), axis, cuts[t->n]));
    for (uint32_t i = 0; i < t->n && t->ok; i++)
        give(t, i, slice(t, x, axis, cuts[i], cuts[i + 1]));
}

static void gather(Meeting *t) {
    const int64_t axis = int_of(t, "axis");
    know_all(t, axis);
    if (!t->ok) return;
    const IrOperand all = d_concat(&t->d, t->x, t->n, axis);
    for (uint32_t i = 0; i < t->n; i++) give(t, i, all);
}

static void exchange(Meeting *t) {
    const int64_t split = int_of(t, "split_axis"), join = int_of(t, "concat_axis");
    know_all(t, split == join ? -1 : join);
    const IrDim **cuts = t->ok ? cuts_of(t, type_of(t, t->x[0])->dims[split]) : NULL;
    if (!cuts) return;
    const IrType *whole = with_extent(t, type_of(t, t->x[0]), split, cuts[t->n]);
    for (uint32_t i = 0; i < t->n; i++)
        t->x[i] =
            match(t, t->x[i],
                  split == join ? whole : with_extent(t, type_of(t, t->x[i]), split, cuts[t->n]));
    IrOperand *parts = ARENA_ARRAY(&t->m->scratch, IrOperand, t->n);
    for (uint32_t i = 0; i < t->n && t->ok; i++) {
        for (uint32_t k = 0; k < t->n; k++)
            parts[k] = slice(t, t->x[k], split, cuts[i], cuts[i + 1]);
        give(t, i, d_concat(&t->d, parts, t->n, join));
    }
}

static void permute(Meeting *t) {
    const IrAttr *pairs = d_attr(&t->d, "pairs");
    const int64_t n = t->n, shift = (int_of(t, "shift") % n + n) % n;
    know_all(t, -1);
    if (!t->ok) return;
    int64_t *from = ARENA_ARRAY(&t->m->scratch, int64_t, (size_t)n);
    for (int64_t i = 0; i < n; i++)
        from[i] = pairs->kind == IR_ATTR_NONE ? (i + n - shift) % n : -1;
    for (uint32_t i = 0; pairs->kind != IR_ATTR_NONE && i < pairs->n; i++)
        from[pairs->items[i].ints[1]] = pairs->items[i].ints[0];
    for (uint32_t i = 0; i < t->n; i++) {
        const IrType *own = type_of(t, t->x[i]);
        give(t, i, from[i] < 0 ? d_filled(&t->d, &op_zeros, own) : t->x[from[i]]);
    }
}

/* Who meets */

/* The call of the i-th rank, by the operator's type rule. */
static bool infer_rank(Meeting *t, uint32_t i) {
    const IrBinding *b = t->b;
    IrOperandBuf buf;
    ir_operands_init(&buf, &t->m->scratch);
    ir_clone_operands(&t->f->at[t->ranks[i]], b->operands.at, b->operands.n, &buf);
    const uint32_t n = ir_op_n_attrs(b->op);
    IrAttr *attrs = ARENA_ARRAY(&t->m->scratch, IrAttr, (size_t)n + 1);
    memcpy(attrs, b->attrs, n * sizeof *attrs);
    IrInfer in = {.m = t->m, .op = b->op, .loc = t->f->b.loc, .attrs = attrs, .shape_arg = -1};
    t->results[i] = ir_infer_operands(&in, buf.ops.at, (uint32_t)buf.ops.len);
    if (buf.ops.len) t->x[i] = buf.ops.at[0];
    if (!i) t->d.attrs = t->attrs = attrs;
    return t->results[i] != NULL;
}

static bool find_group(RankFrame *f, const IrBinding *b, MeshGroup *out) {
    const IrAttr *axes = &b->attrs[ir_op_attr_index(b->op, "axes")];
    const char *name;
    if (!mesh_group(&f->s->mesh, axes, out, &name)) {
        Ctx *ctx = f->s->m->ctx;
        wrong_call(f, b->op, diag_fmt(ctx, "the mesh has no axis '%s'", name));
        return false;
    }
    const int at = ir_op_attr_index(b->op, "num_workers");
    if (at < 0 || b->attrs[at].i == out->size) return true;
    Diag *e = wrong_call(f, b->op, "a group has another number of ranks");
    diag_expected(f->s->m->ctx, e, "num_workers=%u", out->size);
    diag_found(f->s->m->ctx, e, "num_workers=%lld", (long long)b->attrs[at].i);
    return false;
}

static void meet(Meeting *t) {
    if (is_op(t, &op_ccl_allreduce)) {
        const IrOperand all = reduced(t);
        for (uint32_t i = 0; i < t->n && t->ok; i++) give(t, i, all);
    } else if (is_op(t, &op_ccl_reduce_scatter)) {
        share_out(t, reduced(t));
    } else if (is_op(t, &op_ccl_allgather)) {
        gather(t);
    } else if (is_op(t, &op_ccl_broadcast_from_worker0)) {
        for (uint32_t i = 0; i < t->n; i++) give(t, i, t->x[0]);
    } else if (is_op(t, &op_ccl_scatter_from_worker0)) {
        t->x[0] = known(t, t->x[0]);
        share_out(t, t->x[0]);
    } else if (is_op(t, &op_ccl_alltoall)) {
        exchange(t);
    } else if (is_op(t, &op_ccl_permute)) {
        permute(t);
    } else if (is_op(t, &op_ccl_rank)) {
        for (uint32_t i = 0; i < t->n; i++) give(t, i, d_const(&t->d, DTYPE_INT64, i));
    } else {
        Diag *e = wrong_call(t->f, t->b->op, "its collectives are inside of it");
        diag_help(t->m->ctx, e,
                  "DecomposeOpsForInference(composites=true) before this pass expands it");
        t->ok = false;
    }
}

bool simulate_collective(RankFrame *f, IrBinding *b) {
    IrModule *m = f->s->m;
    const uint32_t ranks = f->s->mesh.ranks;
    MeshGroup group = {.size = 1};
    if (ir_op_attr_index(b->op, "axes") >= 0 && !find_group(f, b, &group)) return false;
    Meeting t = {.f = f, .m = m, .b = b, .group = group, .n = group.size, .ok = true};
    t.d = (OpDecompose){.b = &f->b, .op = b->op};
    t.ranks = ARENA_ARRAY(&m->scratch, uint32_t, group.size);
    t.x = ARENA_ARRAY(&m->scratch, IrOperand, group.size);
    t.results = ARENA_ARRAY(&m->scratch, const IrType *, group.size);
    for (uint32_t rank = 0; rank < ranks && t.ok; rank++) {
        if (mesh_place(&f->s->mesh, &group, rank) != 0) continue;
        for (uint32_t i = 0; i < group.size; i++) {
            t.ranks[i] = mesh_member(&f->s->mesh, &group, rank, i);
            if (!infer_rank(&t, i)) return false;
        }
        meet(&t);
    }
    return t.ok;
}
