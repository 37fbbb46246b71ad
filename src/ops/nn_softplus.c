/* SPDX-License-Identifier: Apache-2.0 */
#include "ops/infer.h"
#include "ops/ops.h"

static const OpParam params[] = {OP_TENSOR("data"), OP_FLOAT("beta", 1.0),
                                 OP_FLOAT("threshold", 20.0)};

static const char *const constraints[] = {
    "data is floating-point",
    "beta is not 0",
    NULL,
};

static const IrType *infer(IrInfer *in) {
    if (!infer_dtype_kind(in, 0, KIND_FLOAT, 1)) return NULL;
    if (infer_attr(in, "beta")->f == 0) return infer_fail(in, 2, "a beta other than 0", "0");
    return in->args[0].type;
}

const OpDef op_nn_softplus = {
    .name = "nn.softplus",
    .doc = "log(1 + exp(beta * x)) / beta; x itself where beta * x > threshold.",
    .constraints = constraints,
    .params = params,
    .n_params = ARRAY_LEN(params),
    .flags = OP_PURE | OP_ELEMENTWISE,
    .infer = infer,
};
