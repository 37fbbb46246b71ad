/* SPDX-License-Identifier: Apache-2.0 */
#include "ops/infer.h"
#include "ops/ops.h"

static const OpParam params[] = {OP_TENSOR("data"), OP_INT_NEEDED("axis")};

static const char *const constraints[] = {
    "axis is an axis of data",
    NULL,
};

static const IrType *infer(IrInfer *in) {
    const IrType *x = in->args[0].type;
    return infer_axis(in, "axis", x->ndim, 1) ? x : NULL;
}

const OpDef op_flip = {
    .name = "flip",
    .doc = "data with the order along the axis reversed.",
    .constraints = constraints,
    .params = params,
    .n_params = ARRAY_LEN(params),
    .flags = OP_PURE,
    .infer = infer,
};
