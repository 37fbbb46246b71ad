/* SPDX-License-Identifier: Apache-2.0 */
#include "ops/infer.h"
#include "ops/ops.h"

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

const OpDef op_nn_cross_entropy_with_logits = {
    .name = "nn.cross_entropy_with_logits",
    .doc = "-sum(predictions * labels), a scalar; divided by dim 0, the batch, at rank 2 or more.",
    .constraints = constraints,
    .params = params,
    .n_params = ARRAY_LEN(params),
    .flags = OP_PURE,
    .infer = infer,
};
