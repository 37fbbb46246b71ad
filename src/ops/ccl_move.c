/* SPDX-License-Identifier: Apache-2.0 */
/* Collectives that move tensors between ranks. In one process, which is rank 0, the other ranks of
 * which a call speaks have the same x. */
#include "ops/ccl.h"

#include "ops/ops.h"
#include "ops/place.h"

static const OpParam broadcast_params[] = {OP_TENSOR("x"), CCL_AXES};
static const OpParam scatter_params[] = {
    OP_TENSOR("x"), OP_INT_NEEDED("num_workers"), OP_AXIS("axis", 0), CCL_AXES, CCL_EXTENT,
};
static const OpParam alltoall_params[] = {
    OP_TENSOR("x"),
    OP_INT_NEEDED("num_workers"),
    OP_INT_NEEDED("split_axis"),
    OP_INT_NEEDED("concat_axis"),
    CCL_AXES,
    {.name = "extents", .kind = OP_PARAM_SHAPE, .optional = true},
};
static const OpParam permute_params[] = {
    OP_TENSOR("x"),     OP_INT_NEEDED("num_workers"),
    OP_INT("shift", 1), {.name = "pairs", .kind = OP_PARAM_LIST, .optional = true, .none = true},
    CCL_AXES,
};

static const char *const broadcast_constraints[] = {CCL_AXES_CONSTRAINT, NULL};
static const char *const scatter_constraints[] = {
    CCL_WORKERS_CONSTRAINT,
    "axis is a dim of x",
    "without extent num_workers divides the extent of dim axis",
    CCL_AXES_CONSTRAINT,
    "extent is one extent, from 0 to that of dim axis",
    NULL,
};
static const char *const alltoall_constraints[] = {
    CCL_WORKERS_CONSTRAINT,
    "split_axis and concat_axis are dims of x",
    "without extents num_workers divides the extent of dim split_axis",
    CCL_AXES_CONSTRAINT,
    "extents are two of 0 or more, the first at most that of dim split_axis",
    NULL,
};
static const char *const permute_constraints[] = {
    CCL_WORKERS_CONSTRAINT,
    "pairs is a list of [source, destination], places in the group below num_workers, each once "
    "on its side",
    CCL_AXES_CONSTRAINT,
    NULL,
};

/* broadcast_from_worker0, scatter_from_worker0 */

static const IrType *infer_broadcast_first(IrInfer *in) {
    return ccl_check_axes(in, 1) ? in->args[0].type : NULL;
}

static void sample_broadcast(OpSample *s) {
    sample_any(s);
    ccl_sample_axes(s);
}

/* x on the first rank of the group, 0 on the others. */
static IrOperand on_first(OpGradient *g, IrOperand x) {
    const OpDef *op = &op_ccl_rank;
    const IrOperand rank = d_call(&g->d, op, NULL, 0, d_attrs_like(&g->d, op));
    const IrOperand zero = d_const(&g->d, DTYPE_INT64, 0);
    return g_where(g, d2(&g->d, &op_equal, rank, zero), x);
}

static void gradient_broadcast(OpGradient *g) {
    const IrOperand all = ccl_call(g, &op_ccl_allreduce, g_adjoint(g), "sum", NULL, 0);
    g_add(g, 0, on_first(g, all));
}

static const IrType *infer_scatter(IrInfer *in) {
    if (!ccl_check_workers(in, 1) || !ccl_check_axes(in, 4)) return NULL;
    return ccl_infer_part(in, 1, 2, 3, 5);
}

static void sample_scatter(OpSample *s) {
    const IrType *x = s_tensor(s, (SampleWant){.min_ndim = 1});
    const int64_t extent = s_extent(s, x->dims[s_axis(s, "axis", x->ndim)]);
    ccl_sample_axes(s);
    const bool says = s_chance(s, 50);
    ccl_sample_workers(s, says ? 0 : extent);
    const IrDim *part = s_const(s, s_range(s, 0, extent));
    if (says)
        s_shape(s, &part, 1);
    else
        s_none(s);
}

static void gradient_scatter(OpGradient *g) {
    const IrType *x = g->d.types[0];
    const IrDim *extent = x->dims[d_int(&g->d, "axis")];
    const IrOperand all = ccl_call(g, &op_ccl_allgather, g_adjoint(g), NULL, &extent, 1);
    g_add(g, 0, on_first(g, d_match(&g->d, all, x->dims, x->ndim)));
}

/* alltoall: the first of `extents` is a part of split_axis, the second the result's extent of
 * concat_axis, which is the result's also where both are one axis. */

static const IrType *infer_alltoall(IrInfer *in) {
    const IrType *x = in->args[0].type;
    if (!ccl_check_workers(in, 1) || !infer_axis(in, "split_axis", x->ndim, 2) ||
        !infer_axis(in, "concat_axis", x->ndim, 2) || !ccl_check_axes(in, 4) ||
        !ccl_check_extent(in, 1, 2, 5)) {
        return NULL;
    }
    const IrDim **dims = infer_dims_copy(in, x);
    if (!dims) return x;
    const int64_t split = infer_int(in, "split_axis"), join = infer_int(in, "concat_axis");
    const IrDim *part = ccl_extent(in, 1, 0), *whole = ccl_extent(in, 1, 1);
    if (!in->args[1].type) {
        part = ccl_equal_part(in, dims[split], 3);
        if (!part) return NULL;
        whole =
            ir_dim_scale(in->m, split == join ? part : dims[join], infer_int(in, "num_workers"));
    }
    if (!part || !whole) return infer_tensor_ndim(in, x->ndim, x->dtype);
    if (infer_at_most(in, part, dims[split]) == IR_REFUTED) {
        return infer_fail(in, 5, infer_text(in, "a part of %s", ir_dim_text(in->m, dims[split])),
                          ir_dim_text(in->m, part));
    }
    dims[split] = part;
    dims[join] = whole;
    return infer_tensor(in, dims, x->ndim, x->dtype);
}

static void lower_alltoall(OpLower *low) {
    const LoopBuffer *x = low->in[0], *out = low->out[0];
    const int64_t split = lower_int(low, "split_axis"), join = lower_int(low, "concat_axis");
    const LoopExpr **index = lower_open(low, out, UINT32_MAX);
    const LoopExpr **from = place_copy(low, index, out->ndim);
    const LoopExpr *own = x->dims[join];
    if (split == join && low->args[1]) {
        own = lower_dim(low, low->args[1]->dims[0]);
    } else if (split == join) {
        own = l_op2(low, LOOP_FLOORDIV, own, l_index(low, lower_int(low, "num_workers")));
    }
    from[join] = ccl_repeated(low, index[join], own, out->dims[join]);
    if (split == join) {
        /* a result of another length reads behind x's end */
        const LoopExpr *all = l_mul(low, own, l_index(low, lower_int(low, "num_workers")));
        from[join] = l_select(low, l_eq(low, out->dims[join], all), from[join], x->dims[join]);
    }
    lower_store(low, out, index, lower_load(low, x, from));
    lower_close(low, out->ndim);
}

static void sample_alltoall(OpSample *s) {
    const IrType *x = s_tensor(s, (SampleWant){.min_ndim = 1});
    const int64_t split = s_axis(s, "split_axis", x->ndim),
                  join = s_axis(s, "concat_axis", x->ndim);
    const int64_t extent = s_extent(s, x->dims[split]);
    ccl_sample_axes(s);
    if (s_chance(s, 50)) {
        ccl_sample_workers(s, extent);
        s_none(s);
        return;
    }
    const int64_t workers = ccl_sample_workers(s, 0), part = s_range(s, 0, extent);
    const int64_t own = split == join ? part : s_extent(s, x->dims[join]);
    const IrDim *extents[] = {s_const(s, part), s_const(s, own * workers)};
    s_shape(s, extents, 2);
}

/* Of parts along one axis, which are as long as who got them says: what came from each rank goes
 * back along an axis of its own. */
static IrOperand sent_back(OpGradient *g, IrOperand dy, int64_t axis, const IrDim *part) {
    const OpDef *op = &op_ccl_alltoall;
    IrModule *m = g->d.b->m;
    const IrType *x = g->d.types[0];
    const IrDim **dims = ARENA_ARRAY(&m->scratch, const IrDim *, (size_t)x->ndim + 1);
    for (int32_t i = 0; i <= x->ndim; i++) dims[i] = x->dims[i - (i > axis)];
    dims[axis] = ir_dim_const(m, d_int(&g->d, "num_workers"));
    dims[axis + 1] = part;
    IrAttr *attrs = d_attrs_like(&g->d, op);
    d_set_int(op, attrs, "split_axis", axis);
    d_set_int(op, attrs, "concat_axis", axis + 1);
    const IrDim *extents[] = {ir_dim_const(m, 1), x->dims[axis]};
    const IrOperand operands[] = {d_reshape(&g->d, dy, dims, x->ndim + 1),
                                  d_shape(&g->d, extents, 2)};
    return d_reshape(&g->d, d_call(&g->d, op, operands, 2, attrs), x->dims, x->ndim);
}

static void gradient_alltoall(OpGradient *g) {
    const OpDef *op = &op_ccl_alltoall;
    const IrType *x = g->d.types[0];
    const int64_t split = d_int(&g->d, "split_axis"), join = d_int(&g->d, "concat_axis");
    if (g->d.args[1] && split == join) {
        g_add(g, 0, sent_back(g, g_adjoint(g), split, g->d.types[1]->dims[0]));
        return;
    }
    IrAttr *attrs = d_attrs_like(&g->d, op);
    d_set_int(op, attrs, "split_axis", join);
    d_set_int(op, attrs, "concat_axis", split);
    IrOperand operands[2] = {g_adjoint(g), {.kind = IR_OPERAND_NONE, .span = 1}};
    if (g->d.args[1]) {
        const IrDim *extents[] = {x->dims[join], x->dims[split]};
        operands[1] = d_shape(&g->d, extents, 2);
    }
    const IrOperand dx = d_call(&g->d, op, operands, 2, attrs);
    g_add(g, 0, d_match(&g->d, dx, x->dims, x->ndim));
}

/* permute */

static bool place_of(const IrAttr *pair, uint32_t side, int64_t *out) {
    if (pair->n != 2) return false;
    if (pair->kind == IR_ATTR_INTS) {
        *out = pair->ints[side];
        return true;
    }
    *out = pair->kind == IR_ATTR_LIST ? pair->items[side].i : 0;
    return pair->kind == IR_ATTR_LIST && pair->items[side].kind == IR_ATTR_INT;
}

/* Each pair as two integers, none of them twice on its side. */
static bool check_pairs(IrInfer *in, unsigned c) {
    IrAttr *pairs = infer_attr(in, "pairs");
    const int64_t workers = infer_int(in, "num_workers");
    if (pairs->kind == IR_ATTR_NONE) return true;
    if (pairs->kind == IR_ATTR_INTS && pairs->n) {
        infer_fail(in, c, "pairs", "numbers");
        return false;
    }
    Map seen[2];
    map_init(&seen[0], &in->m->scratch);
    map_init(&seen[1], &in->m->scratch);
    IrAttr *items = INFER_ARRAY(in, IrAttr, (size_t)pairs->n + 1);
    for (uint32_t i = 0; i < pairs->n; i++) {
        int64_t *pair = INFER_ARRAY(in, int64_t, 2);
        for (uint32_t side = 0; side < 2; side++) {
            if (!place_of(&pairs->items[i], side, &pair[side])) {
                infer_fail(in, c, "a pair of integers", NULL);
                return false;
            }
            const int64_t at = pair[side];
            if (at < 0 || at >= workers) {
                infer_fail(in, c, infer_text(in, "places from 0 to %lld", (long long)workers - 1),
                           infer_text(in, "%lld", (long long)at));
                return false;
            }
            const uint64_t hash = hash_mix(0, (uint64_t)at);
            for (MapIter it = map_find(&seen[side], hash); map_next(&seen[side], &it);) {
                if (*(const int64_t *)it.value != at) continue;
                infer_fail(in, c, "each place once on its side",
                           infer_text(in, "%lld twice", (long long)at));
                return false;
            }
            map_add(&seen[side], hash, &pair[side]);
        }
        items[i] = (IrAttr){.kind = IR_ATTR_INTS, .n = 2, .ints = pair};
    }
    *pairs = (IrAttr){.kind = IR_ATTR_LIST, .n = pairs->n, .items = items};
    return true;
}

static const IrType *infer_permute(IrInfer *in) {
    if (!ccl_check_workers(in, 1) || !check_pairs(in, 2) || !ccl_check_axes(in, 3)) return NULL;
    return in->args[0].type;
}

/* Rank 0 gets x from another rank, or nothing. */
static void lower_permute(OpLower *low) {
    const IrAttr *pairs = lower_attr(low, "pairs");
    bool gets = pairs->kind == IR_ATTR_NONE;
    for (uint32_t i = 0; !gets && i < pairs->n; i++) gets = pairs->items[i].ints[1] == 0;
    const LoopExpr **index = lower_open(low, low->out[0], UINT32_MAX);
    const LoopExpr *e =
        gets ? lower_load(low, low->in[0], index) : l_num(low, lower_out_type(low, 0)->dtype, 0);
    lower_store(low, low->out[0], index, e);
    lower_close(low, low->out[0]->ndim);
}

static void sample_permute(OpSample *s) {
    s_tensor(s, (SampleWant){.min_ndim = 0});
    const int64_t workers = ccl_sample_workers(s, 0);
    ccl_sample_axes(s);
    if (s_chance(s, 50)) {
        s_set_int(s, "shift", s_range(s, -4, 4));
        return;
    }
    const uint32_t n = (uint32_t)s_range(s, 0, workers);
    const int64_t *from = s_permutation(s, (int32_t)workers),
                  *to = s_permutation(s, (int32_t)workers);
    IrAttr *items = ARENA_ARRAY(&s->b.m->arena, IrAttr, n + 1);
    for (uint32_t i = 0; i < n; i++) {
        int64_t *pair = ARENA_ARRAY(&s->b.m->arena, int64_t, 2);
        pair[0] = from[i];
        pair[1] = to[i];
        items[i] = (IrAttr){.kind = IR_ATTR_INTS, .n = 2, .ints = pair};
    }
    *s_attr(s, "pairs") = (IrAttr){.kind = IR_ATTR_LIST, .n = n, .items = items};
}

static void gradient_permute(OpGradient *g) {
    const OpDef *op = &op_ccl_permute;
    IrAttr *attrs = d_attrs_like(&g->d, op);
    const IrAttr *pairs = d_attr(&g->d, "pairs");
    const int64_t workers = d_int(&g->d, "num_workers");
    d_set_int(op, attrs, "shift", -(d_int(&g->d, "shift") % workers));
    if (pairs->kind != IR_ATTR_NONE) {
        Arena *arena = &g->d.b->m->scratch;
        IrAttr *items = ARENA_ARRAY(arena, IrAttr, (size_t)pairs->n + 1);
        for (uint32_t i = 0; i < pairs->n; i++) {
            int64_t *back = ARENA_ARRAY(arena, int64_t, 2);
            back[0] = pairs->items[i].ints[1];
            back[1] = pairs->items[i].ints[0];
            items[i] = (IrAttr){.kind = IR_ATTR_INTS, .n = 2, .ints = back};
        }
        attrs[ir_op_attr_index(op, "pairs")] =
            (IrAttr){.kind = IR_ATTR_LIST, .n = pairs->n, .items = items};
    }
    const IrOperand dy = g_adjoint(g);
    g_add(g, 0, d_call(&g->d, op, &dy, 1, attrs));
}

#define MOVE(id, params_, constraints_, infer_, sample_, meaning, adjoint, doc_)                   \
    const OpDef op_ccl_##id = {                                                                    \
        .name = "ccl." #id,                                                                        \
        .doc = doc_,                                                                               \
        .constraints = constraints_,                                                               \
        .params = params_,                                                                         \
        .n_params = ARRAY_LEN(params_),                                                            \
        .sample = sample_,                                                                         \
        .flags = OP_PURE | OP_WORKERS,                                                             \
        .infer = infer_,                                                                           \
        meaning,                                                                                   \
        .gradient = adjoint,                                                                       \
        .is_multilinear = true,                                                                    \
    };

MOVE(broadcast_from_worker0, broadcast_params, broadcast_constraints, infer_broadcast_first,
     sample_broadcast, .identity = true, gradient_broadcast,
     "The tensor of the group's first rank, on every rank.")
MOVE(scatter_from_worker0, scatter_params, scatter_constraints, infer_scatter, sample_scatter,
     .lower = ccl_lower_first, gradient_scatter,
     "The tensor of the group's first rank, split along axis among its num_workers ranks, in "
     "order: in equal parts, or each rank's as long as its `extent` says.")
MOVE(alltoall, alltoall_params, alltoall_constraints, infer_alltoall, sample_alltoall,
     .lower = lower_alltoall, gradient_alltoall,
     "Each rank's tensor is split along split_axis among the group's num_workers ranks, and what "
     "a rank gets is joined along concat_axis, in the order of the ranks. Parts are equal, or "
     "`extents` says how long the own part of split_axis is and the result along concat_axis.")
MOVE(permute, permute_params, permute_constraints, infer_permute, sample_permute,
     .lower = lower_permute, gradient_permute,
     "Rank r's tensor goes to rank (r + shift) % num_workers of its group; or, where there are "
     "pairs, from each pair's first rank to its second, and who is sent nothing has zeros.")
