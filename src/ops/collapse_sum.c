/* SPDX-License-Identifier: Apache-2.0 */
/* What undoes broadcasting: sums over the dims that were stretched. */
#include "ops/extent.h"
#include "ops/ops.h"

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

const OpDef op_collapse_sum_like = {
    .name = "collapse_sum_like",
    .doc = "data summed over the dims that broadcasting collapse_target to data's shape would "
           "stretch, so that it has collapse_target's shape. In data's dtype.",
    .constraints = like_constraints,
    .params = like_params,
    .n_params = ARRAY_LEN(like_params),
    .flags = OP_PURE,
    .infer = infer_like,
};

const OpDef op_collapse_sum_to = {
    .name = "collapse_sum_to",
    .doc = "data summed over the dims that broadcasting `shape` to data's shape would stretch, so "
           "that it has that shape.",
    .constraints = to_constraints,
    .params = to_params,
    .n_params = ARRAY_LEN(to_params),
    .flags = OP_PURE,
    .infer = infer_to,
};
