/* SPDX-License-Identifier: Apache-2.0 */
/* What undoes broadcasting: sums over the dims that were stretched. */
#include "ops/extent.h"
#include "ops/gradient.h"
#include "ops/ops.h"
#include "ops/place.h"
#include "ops/sample.h"

static const OpParam like_params[] = {OP_TENSOR("data"), OP_TENSOR("collapse_target")};
static const OpParam to_params[] = {OP_TENSOR("data"), OP_SHAPE("shape")};

static const char *const like_constraints[] = {
    "collapse_target's shape broadcasts to data's",
    "data is an integer or floating-point tensor",
    NULL,
};
static const char *const to_constraints[] = {
    "shape broadcasts to data's shape",
    "data is an integer or floating-point tensor",
    "no dim of shape is negative",
    NULL,
};

static const IrType *collapse(IrInfer *in, const char *what, IrDims dims, int32_t ndim) {
    const IrType *data = in->args[0].type;
    if (!extent_stretches(in, what, dims, ndim, data->dims, data->ndim, 1)) return NULL;
    if (!infer_dtype_kind(in, 0, KIND_INT | KIND_FLOAT, 2)) return NULL;
    return infer_tensor(in, dims, ndim, data->dtype);
}

static const IrType *infer_like(IrInfer *in) {
    const IrType *target = in->args[1].type;
    return collapse(in, in->args[1].name, target->dims, target->ndim);
}

static const IrType *infer_to(IrInfer *in) {
    int32_t ndim;
    IrDims dims = infer_shape_arg(in, 1, &ndim);
    return extent_shape_not_negative(in, 1, 3) ? collapse(in, "shape", dims, ndim) : NULL;
}

/* An element of the result is the sum of the data that broadcasting takes it to. A target extent
 * that may be 1 decides when it runs: the loop then goes over data's extent, or once. */
static void lower(OpLower *low) {
    const LoopBuffer *data = low->in[0], *out = low->out[0];
    const IrType *from = lower_in_type(low, 0), *to = lower_out_type(low, 0);
    DType acc_dtype = lower_acc_dtype(data->dtype);
    uint32_t lead = data->ndim - out->ndim, n_loops = 0;
    const LoopExpr **index = lower_open(low, out, UINT32_MAX), **at = lower_exprs(low, data->ndim);
    const LoopBuffer *acc = loop_scalar(low->b, "acc", l_num(low, acc_dtype, 0));
    for (uint32_t i = 0; i < data->ndim; i++) {
        int64_t extent;
        const IrDim *target = i < lead ? NULL : to->dims[i - lead];
        bool is_const = target && ir_dim_is_const(target, &extent);
        if (target == from->dims[i] || (is_const && extent != 1)) {
            at[i] = index[i - lead];
            continue;
        }
        n_loops++;
        if (!target || is_const) {
            at[i] = lower_for(low, data->dims[i], LOOP_SERIAL);
            continue;
        }
        const LoopExpr *one = l_index(low, 1), *is_one = l_eq(low, out->dims[i - lead], one);
        const LoopExpr *k = lower_for(low, l_select(low, is_one, data->dims[i], one), LOOP_SERIAL);
        at[i] = l_select(low, is_one, k, index[i - lead]);
    }
    const LoopExpr *value = l_cast(low, acc_dtype, lower_load(low, data, at));
    loop_set(low->b, acc, l_add(low, loop_get(low->b, acc), value));
    lower_close(low, n_loops);
    lower_store(low, out, index, l_cast(low, out->dtype, loop_get(low->b, acc)));
    lower_close(low, out->ndim);
}

static void sample(OpSample *s) {
    const IrType *data = s_tensor(s, (SampleWant){.kinds = KIND_INT | KIND_FLOAT});
    int32_t ndim;
    IrDims dims = s_partner(s, data->dims, data->ndim, true, &ndim);
    if (s->op->params[1].kind == OP_PARAM_SHAPE) {
        s_shape(s, dims, ndim);
    } else {
        s_tensor_dims(s, dims, ndim, s_chance(s, 60) ? data->dtype : s_dtype(s, 0));
    }
}

static void gradient(OpGradient *g) {
    const IrType *t = g->d.types[0];
    if (g_wants(g, 0)) g_add(g, 0, d_broadcast(&g->d, g_adjoint(g), t->dims, t->ndim));
}

const OpDef op_collapse_sum_like = {
    .name = "collapse_sum_like",
    .doc = "data summed over the dims that broadcasting collapse_target to data's shape would "
           "stretch, so that it has collapse_target's shape. In data's dtype.",
    .constraints = like_constraints,
    .params = like_params,
    .n_params = ARRAY_LEN(like_params),
    .sample = sample,
    .flags = OP_PURE,
    .infer = infer_like,
    .lower = lower,
    .gradient = gradient,
};

const OpDef op_collapse_sum_to = {
    .name = "collapse_sum_to",
    .doc = "data summed over the dims that broadcasting `shape` to data's shape would stretch, so "
           "that it has that shape.",
    .constraints = to_constraints,
    .params = to_params,
    .n_params = ARRAY_LEN(to_params),
    .sample = sample,
    .flags = OP_PURE,
    .infer = infer_to,
    .lower = lower,
    .gradient = gradient,
    .is_multilinear = true,
};
