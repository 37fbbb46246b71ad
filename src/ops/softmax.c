/* SPDX-License-Identifier: Apache-2.0 */
/* nn.softmax and nn.log_softmax. */
#include "ops/infer.h"
#include "ops/ops.h"

static const OpParam params[] = {OP_TENSOR("data"), OP_AXIS("axis", -1)};

static const char *const constraints[] = {
    "data is floating-point",
    "axis is a dim of data",
    NULL,
};

static const IrType *infer(IrInfer *in) {
    const IrType *data = in->args[0].type;
    if (!infer_dtype_kind(in, 0, KIND_FLOAT, 1) || !infer_axis(in, "axis", data->ndim, 2))
        return NULL;
    return data;
}

#define SOFTMAX(id, name_, doc_)                                                                   \
    const OpDef op_nn_##id = {                                                                     \
        .name = name_,                                                                             \
        .doc = doc_,                                                                               \
        .constraints = constraints,                                                                \
        .params = params,                                                                          \
        .n_params = ARRAY_LEN(params),                                                             \
        .flags = OP_PURE,                                                                          \
        .infer = infer,                                                                            \
    };

SOFTMAX(
    softmax, "nn.softmax",
    "exp(x - m) / sum(exp(x - m)) along axis, with m the greatest element there: the results are "
    "0 or more and sum to 1.")
SOFTMAX(log_softmax, "nn.log_softmax",
        "x - m - log(sum(exp(x - m))) along axis, with m the greatest element there.")
