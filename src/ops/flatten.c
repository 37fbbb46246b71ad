/* SPDX-License-Identifier: Apache-2.0 */
#include "ops/gradient.h"
#include "ops/infer.h"
#include "ops/ops.h"
#include "ops/place.h"
#include "ops/sample.h"

static const OpParam params[] = {OP_TENSOR("x")};

static const IrType *infer(IrInfer *in) {
    const IrType *x = in->args[0].type;
    if (!x->dims) return infer_tensor_ndim(in, 1, x->dtype);
    const IrDim *n = infer_product(in, x->dims, x->ndim);
    return infer_tensor(in, &n, 1, x->dtype);
}

const OpDef op_flatten = {
    .name = "flatten",
    .doc = "x's elements in row-major order as one dim; of a scalar, one element.",
    .params = params,
    .n_params = ARRAY_LEN(params),
    .sample = sample_any,
    .flags = OP_PURE | OP_SMALL_MOVES | OP_STRINGS,
    .infer = infer,
    .lower = place_copy_by_number,
    .work = OP_WORK_VIEW,
    .gradient = grad_reshape,
    .is_multilinear = true,
};
