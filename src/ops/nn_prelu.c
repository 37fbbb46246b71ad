/* SPDX-License-Identifier: Apache-2.0 */
#include "ops/gradient.h"
#include "ops/infer.h"
#include "ops/lower.h"
#include "ops/ops.h"
#include "ops/sample.h"

static const OpParam params[] = {OP_TENSOR("data"), OP_TENSOR("alpha"), OP_AXIS("axis", 1)};

static const char *const constraints[] = {
    "data and alpha have one dtype, a floating-point one",
    "axis is a dim of data",
    "alpha has rank 1 and the extent of dim axis of data, or 1",
    NULL,
};

static const IrType *infer(IrInfer *in) {
    const IrType *data = in->args[0].type, *alpha = in->args[1].type;
    DType dtype;
    if (!infer_same_dtype(in, 0, 1, 1, &dtype)) return NULL;
    if (!infer_dtype_kind(in, 0, KIND_FLOAT, 1) || !infer_dtype_kind(in, 1, KIND_FLOAT, 1))
        return NULL;
    if (!infer_axis(in, "axis", data->ndim, 2) || !infer_ndim(in, 1, 1, 3)) return NULL;
    if (data->dims && alpha->dims &&
        infer_stretches(in, alpha->dims[0], data->dims[infer_int(in, "axis")]) == IR_REFUTED &&
        !infer_dim_eq(in, data->dims[infer_int(in, "axis")], alpha->dims[0], 3,
                      "the extent of `alpha`")) {
        return NULL;
    }
    return infer_with_dtype(in, data, dtype);
}

static void lower(OpLower *low) {
    const LoopBuffer *alphas = low->in[1];
    const LoopExpr **index = lower_open(low, low->out[0], UINT32_MAX);
    const LoopExpr *x = lower_load(low, low->in[0], index);
    DType t = lower_acc_dtype(x->dtype);
    const LoopExpr *wide = l_cast(low, t, x);
    /* Whether alpha has one element may be known only in the run. */
    const LoopExpr *is_one = l_eq(low, alphas->dims[0], l_index(low, 1));
    const LoopExpr *at = l_select(low, is_one, l_index(low, 0), index[lower_int(low, "axis")]);
    const LoopExpr *scaled = l_mul(low, wide, l_cast(low, t, lower_load(low, alphas, &at)));
    const LoopExpr *positive = l_lt(low, l_num(low, t, 0), wide);
    lower_store(low, low->out[0], index,
                l_cast(low, x->dtype, l_select(low, positive, wide, scaled)));
    lower_close(low, low->out[0]->ndim);
}

static void sample(OpSample *s) {
    const IrType *x = s_tensor(s, (SampleWant){.kinds = KIND_FLOAT, .min_ndim = 1});
    const IrDim *extent = x->dims[s_axis(s, "axis", x->ndim)];
    if (s_chance(s, 30)) extent = s_const(s, 1);
    s_tensor_dims(s, &extent, 1, x->dtype);
}

/* At 0 that of the left side, as PyTorch. */
static void gradient(OpGradient *g) {
    IrModule *m = g->d.b->m;
    const IrType *t = g->d.types[0], *alphas = g->d.types[1];
    const IrDim **dims = ARENA_ARRAY(&m->scratch, const IrDim *, (size_t)t->ndim + 1);
    for (int32_t i = 0; i < t->ndim; i++) dims[i] = ir_dim_const(m, 1);
    dims[d_int(&g->d, "axis")] = alphas->dims[0];
    const IrOperand x = d_arg(&g->d, 0), dy = g_adjoint(g);
    const IrOperand positive = d2(&g->d, &op_greater, x, d_const(&g->d, t->dtype, 0));
    if (g_wants(g, 0)) {
        const IrOperand alpha = d_reshape(&g->d, d_arg(&g->d, 1), dims, t->ndim);
        const IrOperand left =
            d2(&g->d, &op_multiply, dy, d_broadcast(&g->d, alpha, t->dims, t->ndim));
        g_add(g, 0, d3(&g->d, &op_where, positive, dy, left));
    }
    if (g_wants(g, 1)) {
        const IrOperand each = g_unless(g, positive, d2(&g->d, &op_multiply, dy, x));
        g_add(g, 1, d_reshape(&g->d, g_collapse(g, each, dims, t->ndim), alphas->dims, 1));
    }
}

const OpDef op_nn_prelu = {
    .name = "nn.prelu",
    .doc = "x where x > 0, alpha * x elsewhere, with an alpha for each position along axis.",
    .constraints = constraints,
    .params = params,
    .n_params = ARRAY_LEN(params),
    .sample = sample,
    .flags = OP_PURE,
    .infer = infer,
    .lower = lower,
    .gradient = gradient,
};
