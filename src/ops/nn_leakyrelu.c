/* SPDX-License-Identifier: Apache-2.0 */
#include "ops/infer.h"
#include "ops/ops.h"

static const OpParam params[] = {OP_TENSOR("data"), OP_FLOAT("alpha", 0.01)};

static const char *const constraints[] = {"data is floating-point", NULL};

static const IrType *infer(IrInfer *in) {
    return infer_dtype_kind(in, 0, KIND_FLOAT, 1) ? in->args[0].type : NULL;
}

const OpDef op_nn_leakyrelu = {
    .name = "nn.leakyrelu",
    .doc = "x where x > 0, alpha * x elsewhere.",
    .constraints = constraints,
    .params = params,
    .n_params = ARRAY_LEN(params),
    .flags = OP_PURE | OP_ELEMENTWISE,
    .infer = infer,
};
