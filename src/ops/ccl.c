/* SPDX-License-Identifier: Apache-2.0 */
/* Collectives: every worker of a group calls the same one with its own x. Pure, as they change
 * nothing that a worker can see but their result. Their meaning here is that of one process, which
 * is worker 0 and the only one: a reduction of one tensor is that tensor. Where a call says that
 * there are more workers, as the type of its result needs, they have the same x. */
#include "ops/gradient.h"
#include "ops/infer.h"
#include "ops/lower.h"
#include "ops/ops.h"
#include "ops/sample.h"

static const char *const reductions[] = {"sum", "prod", "min", "max", "avg", NULL};

static const OpParam allreduce_params[] = {
    OP_TENSOR("x"),
    OP_STRING("op_type", "sum", reductions),
    OP_BOOL("in_group", true),
};
static const OpParam allgather_params[] = {
    OP_TENSOR("x"),
    OP_INT_NEEDED("num_workers"),
    OP_BOOL("in_group", true),
};
static const OpParam broadcast_from_worker0_params[] = {OP_TENSOR("x")};
static const OpParam scatter_from_worker0_params[] = {
    OP_TENSOR("x"),
    OP_INT_NEEDED("num_workers"),
    OP_AXIS("axis", 0),
};

static const char *const no_constraints[] = {NULL};
static const char *const allgather_constraints[] = {
    "num_workers is 1 or more",
    "x has rank 1 or more",
    NULL,
};
static const char *const scatter_constraints[] = {
    "num_workers is 1 or more",
    "axis is a dim of x",
    "num_workers divides the extent of dim axis",
    NULL,
};

static const IrType *infer_same(IrInfer *in) { return in->args[0].type; }

static bool check_workers(IrInfer *in) {
    int64_t workers = infer_int(in, "num_workers");
    if (workers >= 1) return true;
    infer_fail(in, 1, "num_workers of 1 or more", infer_text(in, "%lld", (long long)workers));
    return false;
}

static const IrType *infer_allgather(IrInfer *in) {
    const IrType *x = in->args[0].type;
    if (!check_workers(in)) return NULL;
    if (x->ndim == 0) return infer_fail(in, 2, "rank 1 or more", "rank 0");
    const IrDim **dims = infer_dims_copy(in, x);
    if (!dims) return x;
    dims[0] = ir_dim_scale(in->m, dims[0], infer_int(in, "num_workers"));
    return infer_tensor(in, dims, x->ndim, x->dtype);
}

static const IrType *infer_scatter(IrInfer *in) {
    const IrType *x = in->args[0].type;
    if (!check_workers(in) || !infer_axis(in, "axis", x->ndim, 2)) return NULL;
    const IrDim **dims = infer_dims_copy(in, x);
    if (!dims) return x;
    const IrDim **extent = &dims[infer_int(in, "axis")];
    const IrDim *workers = ir_dim_const(in->m, infer_int(in, "num_workers"));
    if (ir_dim_eq(in->m, ir_dim_floormod(in->m, *extent, workers), ir_dim_const(in->m, 0)) ==
        IR_REFUTED) {
        return infer_fail(
            in, 3, infer_text(in, "an extent that %s workers divide", ir_dim_text(in->m, workers)),
            ir_dim_text(in->m, *extent));
    }
    *extent = ir_dim_floordiv(in->m, *extent, workers);
    return infer_tensor(in, dims, x->ndim, x->dtype);
}

/* x again and again along dim 0. */
static void lower_allgather(OpLower *low) {
    const LoopBuffer *x = low->in[0], *out = low->out[0];
    const LoopExpr **index = lower_open(low, out, UINT32_MAX), **from = lower_exprs(low, x->ndim);
    for (uint32_t i = 0; i < x->ndim; i++) from[i] = index[i];
    from[0] = l_op2(low, LOOP_FLOORMOD, index[0], x->dims[0]);
    lower_store(low, out, index, lower_load(low, x, from));
    lower_close(low, out->ndim);
}

/* The first part. */
static void lower_scatter(OpLower *low) {
    const LoopExpr **index = lower_open(low, low->out[0], UINT32_MAX);
    lower_store(low, low->out[0], index, lower_load(low, low->in[0], index));
    lower_close(low, low->out[0]->ndim);
}

static void sample_gather(OpSample *s) {
    s_tensor(s, (SampleWant){.min_ndim = 1});
    s_set_int(s, "num_workers", s_range(s, 1, 3));
}

static void sample_scatter(OpSample *s) {
    const IrType *x = s_tensor(s, (SampleWant){.min_ndim = 1});
    const int64_t extent = s_extent(s, x->dims[s_axis(s, "axis", x->ndim)]);
    int64_t workers = s_range(s, 1, 3);
    while (extent % workers) workers--;
    s_set_int(s, "num_workers", workers);
}

/* Adjoints */

#define NO_WORKER "which worker gets the adjoint is known to none of them"

static IrOperand allreduce(OpGradient *g, IrOperand x, const char *how) {
    const OpDef *op = &op_ccl_allreduce;
    IrAttr *attrs = d_attrs(&g->d, op);
    d_set_string(&g->d, op, attrs, "op_type", how);
    d_set_bool(op, attrs, "in_group", d_bool(&g->d, "in_group"));
    return d_call(&g->d, op, &x, 1, attrs);
}

/* Each worker's x has part in every worker's result, so its adjoint is a sum over them; of max and
 * min those share it that are the result. In a product each has the product of the others for a
 * factor, where zeros are counted apart. */
static void gradient_allreduce(OpGradient *g) {
    const DType t = g->d.result->dtype;
    const bool is_mean = d_string_is(&g->d, "op_type", "avg");
    const IrOperand x = d_arg(&g->d, 0), dy = allreduce(g, g_adjoint(g), is_mean ? "avg" : "sum");
    if (is_mean || d_string_is(&g->d, "op_type", "sum")) {
        g_add(g, 0, dy);
        return;
    }
    if (!d_string_is(&g->d, "op_type", "prod")) {
        const IrOperand is_it = d2(&g->d, &op_equal, x, g_value(g));
        const IrOperand ties = allreduce(g, d_cast(&g->d, is_it, t), "sum");
        g_add(g, 0, g_where(g, is_it, d2(&g->d, &op_divide, dy, ties)));
        return;
    }
    const IrOperand is_0 = d2(&g->d, &op_equal, x, d_const(&g->d, t, 0)),
                    own = d_cast(&g->d, is_0, t);
    const IrOperand others_are_0 = d2(&g->d, &op_greater, allreduce(g, own, "sum"), own);
    const IrOperand factor = d3(&g->d, &op_where, is_0, d_const(&g->d, t, 1), x);
    const IrOperand others = d2(&g->d, &op_divide, allreduce(g, factor, "prod"), factor);
    g_add(g, 0, g_unless(g, others_are_0, d2(&g->d, &op_multiply, dy, others)));
}

#define CCL(id, name_, constraints_, infer_, sample_, meaning, adjoint, doc_)                      \
    const OpDef op_ccl_##id = {                                                                    \
        .name = name_,                                                                             \
        .doc = doc_,                                                                               \
        .constraints = constraints_,                                                               \
        .params = id##_params,                                                                     \
        .n_params = ARRAY_LEN(id##_params),                                                        \
        .sample = sample_,                                                                         \
        .flags = OP_PURE | OP_WORKERS,                                                             \
        .infer = infer_,                                                                           \
        meaning,                                                                                   \
        adjoint,                                                                                   \
    };

CCL(allreduce, "ccl.allreduce", no_constraints, infer_same, sample_any, .identity = true,
    .gradient = gradient_allreduce,
    "The workers' tensors combined elementwise by op_type: the same result for all. Over the "
    "group, or over all workers when in_group is False.")
CCL(allgather, "ccl.allgather", allgather_constraints, infer_allgather, sample_gather,
    .lower = lower_allgather, .no_gradient = NO_WORKER,
    "The workers' tensors, in order, concatenated along dim 0. Over the group, or over all "
    "workers when in_group is False.")
CCL(broadcast_from_worker0, "ccl.broadcast_from_worker0", no_constraints, infer_same, sample_any,
    .identity = true, .no_gradient = NO_WORKER, "Worker 0's tensor, on every worker.")
CCL(scatter_from_worker0, "ccl.scatter_from_worker0", scatter_constraints, infer_scatter,
    sample_scatter, .lower = lower_scatter, .no_gradient = NO_WORKER,
    "Worker 0's tensor split along axis into num_workers equal parts; worker i gets part i.")
