/* SPDX-License-Identifier: Apache-2.0 */
#include "ops/decompose.h"
#include "ops/infer.h"
#include "ops/ops.h"
#include "ops/sample.h"

static const OpParam params[] = {OP_TENSOR("predictions"), OP_TENSOR("labels")};

static const char *const constraints[] = {
    "predictions and labels have one dtype, a floating-point one",
    "predictions and labels have one shape",
    NULL,
};

static const IrType *infer(IrInfer *in) {
    const IrType *x = in->args[0].type, *y = in->args[1].type;
    DType dtype;
    if (!infer_same_dtype(in, 0, 1, 1, &dtype)) return NULL;
    if (!infer_dtype_kind(in, 0, KIND_FLOAT, 1) || !infer_dtype_kind(in, 1, KIND_FLOAT, 1))
        return NULL;
    if (x->ndim != IR_NDIM_UNKNOWN && !infer_ndim(in, 1, x->ndim, 2)) return NULL;
    for (int32_t i = 0; x->dims && y->dims && i < x->ndim; i++) {
        if (!infer_dim_eq(in, x->dims[i], y->dims[i], 2, infer_text(in, "dim %d of `labels`", i)))
            return NULL;
    }
    const IrDim *const none[1] = {NULL};
    return infer_tensor(in, none, 0, dtype);
}

/* The sum over all dims but the batch, then the mean over that. */
static IrVar *decompose(OpDecompose *call) {
    const int32_t ndim = call->types[0]->ndim;
    int64_t *axes = ARENA_ARRAY(&call->b->m->scratch, int64_t, (size_t)ndim + 1);
    for (int32_t i = 0; i < ndim; i++) axes[i] = i;
    IrOperand labels = d_match(call, d_arg(call, 1), call->types[0]->dims, ndim);
    IrOperand y = d_up(call, d_arg(call, 0));
    y = d2(call, &op_multiply, y, d_up(call, labels));
    if (ndim < 2) {
        y = d_reduce(call, &op_sum, y, axes, (uint32_t)ndim, false);
    } else {
        y = d_reduce(call, &op_sum, y, axes + 1, (uint32_t)ndim - 1, false);
        y = d_reduce(call, &op_mean, y, axes, 1, false);
    }
    return d_result(call, d_cast(call, d1(call, &op_negative, y), call->result->dtype));
}

static void sample(OpSample *s) { s_tensor_of(s, s_tensor(s, (SampleWant){.kinds = KIND_FLOAT})); }

const OpDef op_nn_cross_entropy_with_logits = {
    .name = "nn.cross_entropy_with_logits",
    .doc = "-sum(predictions * labels), a scalar; divided by dim 0, the batch, at rank 2 or more.",
    .constraints = constraints,
    .params = params,
    .n_params = ARRAY_LEN(params),
    .sample = sample,
    .flags = OP_PURE,
    .infer = infer,
    .decompose = decompose,
};
