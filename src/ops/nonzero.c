/* SPDX-License-Identifier: Apache-2.0 */
#include "ops/infer.h"
#include "ops/ops.h"

static const OpParam params[] = {OP_TENSOR("x")};

static const IrType *infer(IrInfer *in) { return infer_tensor_ndim(in, 2, DTYPE_INT64); }

const OpDef op_nonzero = {
    .name = "nonzero",
    .doc = "The positions of the elements that are not 0, in row-major order: column j of the "
           "(rank of x, count) result is the j-th one's position.",
    .params = params,
    .n_params = ARRAY_LEN(params),
    .flags = OP_PURE,
    .infer = infer,
};
