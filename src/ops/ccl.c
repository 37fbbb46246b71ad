/* SPDX-License-Identifier: Apache-2.0 */
/* Collectives that reduce, and allgather, the transpose of one: each rank of a group calls the same
 * one with its own x. Pure, as they change nothing that a rank can see but their result. Their
 * meaning here is that of one process, which is rank 0 and the only one: a reduction of one tensor
 * is that tensor. What many ranks compute is said by passes/simulate_ranks.c. */
#include "ops/ccl.h"

#include "ops/ops.h"
#include "ops/place.h"

static const OpParam allreduce_params[] = {
    OP_TENSOR("x"),
    OP_STRING("op_type", "sum", ccl_reductions),
    OP_BOOL("in_group", true),
    CCL_AXES,
};
static const OpParam reduce_scatter_params[] = {
    OP_TENSOR("x"),
    OP_INT_NEEDED("num_workers"),
    OP_STRING("op_type", "sum", ccl_reductions),
    OP_AXIS("axis", 0),
    CCL_AXES,
    CCL_EXTENT,
};

static const OpParam allgather_params[] = {
    OP_TENSOR("x"),
    OP_INT_NEEDED("num_workers"),
    OP_BOOL("in_group", true),
    OP_AXIS("axis", 0),
    CCL_AXES,
    CCL_EXTENT,
};

static const char *const allreduce_constraints[] = {CCL_AXES_CONSTRAINT, NULL};
static const char *const reduce_scatter_constraints[] = {
    CCL_AXES_CONSTRAINT,
    CCL_WORKERS_CONSTRAINT,
    "axis is a dim of x",
    "without extent num_workers divides the extent of dim axis",
    "extent is one extent, from 0 to that of dim axis",
    NULL,
};

static const char *const allgather_constraints[] = {
    CCL_WORKERS_CONSTRAINT,
    "axis is a dim of x",
    CCL_AXES_CONSTRAINT,
    "extent is one extent of 0 or more",
    NULL,
};

static const IrType *infer_allreduce(IrInfer *in) {
    return ccl_check_axes(in, 1) ? in->args[0].type : NULL;
}

static const IrType *infer_reduce_scatter(IrInfer *in) {
    if (!ccl_check_axes(in, 1) || !ccl_check_workers(in, 2)) return NULL;
    return ccl_infer_part(in, 1, 3, 4, 5);
}

static void sample_allreduce(OpSample *s) {
    sample_any(s);
    ccl_sample_axes(s);
}

static void sample_reduce_scatter(OpSample *s) {
    const IrType *x = s_tensor(s, (SampleWant){.min_ndim = 1});
    const int64_t extent = s_extent(s, x->dims[s_axis(s, "axis", x->ndim)]);
    ccl_sample_axes(s);
    if (s_chance(s, 50)) {
        ccl_sample_workers(s, extent);
        s_none(s);
        return;
    }
    ccl_sample_workers(s, 0);
    const IrDim *part = s_const(s, s_range(s, 0, extent));
    s_shape(s, &part, 1);
}

/* Adjoints. Each rank's x has part in what the others get, so its adjoint is a sum over the ranks:
 * of the sum of all ranks' losses. */

static bool is(const OpGradient *g, const char *how) { return d_string_is(&g->d, "op_type", how); }

static IrOperand allreduce(OpGradient *g, IrOperand x, const char *how) {
    return ccl_call(g, &op_ccl_allreduce, x, how, NULL, 0);
}

/* y: the elements that x was reduced to, all of them; dy: the sum of their adjoints. Of max and min
 * those share it that are the result. In a product each has the product of the others for a factor,
 * where zeros are counted apart. */
static IrOperand reduced(OpGradient *g, IrOperand y, IrOperand dy) {
    const DType t = g->d.result->dtype;
    const IrOperand x = d_arg(&g->d, 0);
    if (!is(g, "prod")) {
        const IrOperand is_it = d2(&g->d, &op_equal, x, y);
        const IrOperand ties = allreduce(g, d_cast(&g->d, is_it, t), "sum");
        return g_where(g, is_it, d2(&g->d, &op_divide, dy, ties));
    }
    const IrOperand is_0 = d2(&g->d, &op_equal, x, d_const(&g->d, t, 0)),
                    own = d_cast(&g->d, is_0, t);
    const IrOperand others_are_0 = d2(&g->d, &op_greater, allreduce(g, own, "sum"), own);
    const IrOperand factor = d3(&g->d, &op_where, is_0, d_const(&g->d, t, 1), x);
    const IrOperand others = d2(&g->d, &op_divide, allreduce(g, factor, "prod"), factor);
    return g_unless(g, others_are_0, d2(&g->d, &op_multiply, dy, others));
}

static void gradient_allreduce(OpGradient *g) {
    const bool is_mean = is(g, "avg");
    const IrOperand dy = allreduce(g, g_adjoint(g), is_mean ? "avg" : "sum");
    g_add(g, 0, is_mean || is(g, "sum") ? dy : reduced(g, g_value(g), dy));
}

/* What all ranks have of one of x's shape. */
static IrOperand gathered(OpGradient *g, IrOperand part) {
    const IrType *x = g->d.types[0];
    const IrDim *extent = x->dims[d_int(&g->d, "axis")];
    const IrOperand all = ccl_call(g, &op_ccl_allgather, part, NULL, &extent, 1);
    return d_match(&g->d, all, x->dims, x->ndim);
}

static void gradient_reduce_scatter(OpGradient *g) {
    const IrOperand dy = gathered(g, g_adjoint(g));
    if (is(g, "sum"))
        g_add(g, 0, dy);
    else if (is(g, "avg"))
        g_add(g, 0, g_scale(g, dy, 1.0 / (double)d_int(&g->d, "num_workers")));
    else
        g_add(g, 0, reduced(g, gathered(g, g_value(g)), dy));
}

/* The transpose of a reduce_scatter. */

static const IrType *infer_allgather(IrInfer *in) {
    const IrType *x = in->args[0].type;
    if (!ccl_check_workers(in, 1) || !infer_axis(in, "axis", x->ndim, 2) ||
        !ccl_check_axes(in, 3) || !ccl_check_extent(in, 1, 1, 4)) {
        return NULL;
    }
    const int64_t axis = infer_int(in, "axis");
    if (in->args[1].type) return ccl_with_extent(in, axis, ccl_extent(in, 1, 0));
    if (!x->dims) return x;
    return ccl_with_extent(in, axis,
                           ir_dim_scale(in->m, x->dims[axis], infer_int(in, "num_workers")));
}

static void lower_allgather(OpLower *low) {
    const LoopBuffer *x = low->in[0], *out = low->out[0];
    const int64_t axis = lower_int(low, "axis");
    const LoopExpr **index = lower_open(low, out, UINT32_MAX);
    const LoopExpr **from = place_copy(low, index, out->ndim);
    from[axis] = low->args[1] ? ccl_repeated(low, index[axis], x->dims[axis], out->dims[axis])
                              : l_op2(low, LOOP_FLOORMOD, index[axis], x->dims[axis]);
    lower_store(low, out, index, lower_load(low, x, from));
    lower_close(low, out->ndim);
}

static void sample_allgather(OpSample *s) {
    const IrType *x = s_tensor(s, (SampleWant){.min_ndim = 1});
    const int64_t axis = s_axis(s, "axis", x->ndim), workers = ccl_sample_workers(s, 0);
    ccl_sample_axes(s);
    const IrDim *extent = s_const(s, workers * s_extent(s, x->dims[axis]));
    if (s_chance(s, 50))
        s_shape(s, &extent, 1);
    else
        s_none(s);
}

static void gradient_allgather(OpGradient *g) {
    const IrType *x = g->d.types[0];
    const IrDim *own = x->dims[d_int(&g->d, "axis")];
    g_add(g, 0, ccl_call(g, &op_ccl_reduce_scatter, g_adjoint(g), "sum", &own, 1));
}

const OpDef op_ccl_allreduce = {
    .name = "ccl.allreduce",
    .doc = "The ranks' tensors combined elementwise by op_type: the same result for all. Over the "
           "ranks that differ in `axes` of the mesh alone; without axes over the group, or over "
           "all ranks when in_group is False. A mean of integers is rounded down.",
    .constraints = allreduce_constraints,
    .params = allreduce_params,
    .n_params = ARRAY_LEN(allreduce_params),
    .sample = sample_allreduce,
    .flags = OP_PURE | OP_WORKERS,
    .infer = infer_allreduce,
    .identity = true,
    .gradient = gradient_allreduce,
};

const OpDef op_ccl_reduce_scatter = {
    .name = "ccl.reduce_scatter",
    .doc = "The ranks' tensors combined elementwise by op_type and split along axis among the "
           "num_workers ranks of the group, in order: in equal parts, or each rank's as long as "
           "its `extent` says.",
    .constraints = reduce_scatter_constraints,
    .params = reduce_scatter_params,
    .n_params = ARRAY_LEN(reduce_scatter_params),
    .sample = sample_reduce_scatter,
    .flags = OP_PURE | OP_WORKERS,
    .infer = infer_reduce_scatter,
    .lower = ccl_lower_first,
    .gradient = gradient_reduce_scatter,
};

const OpDef op_ccl_allgather = {
    .name = "ccl.allgather",
    .doc = "The tensors of the group's num_workers ranks, in order, concatenated along axis: the "
           "same result for all. Where they differ in length there, `extent` says how long the "
           "result is. Without axes over the group, or over all ranks when in_group is False.",
    .constraints = allgather_constraints,
    .params = allgather_params,
    .n_params = ARRAY_LEN(allgather_params),
    .sample = sample_allgather,
    .flags = OP_PURE | OP_WORKERS,
    .infer = infer_allgather,
    .lower = lower_allgather,
    .gradient = gradient_allgather,
    .is_multilinear = true,
};
