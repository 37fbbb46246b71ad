/* SPDX-License-Identifier: Apache-2.0 */
#include "ops/decompose.h"
#include "ops/infer.h"
#include "ops/ops.h"

static const OpParam params[] = {OP_TENSOR("data"), OP_FLOAT("rate", 0.5)};

static const char *const constraints[] = {
    "data is floating-point",
    "rate is in [0, 1]",
    NULL,
};

static const IrType *infer(IrInfer *in) {
    if (!infer_dtype_kind(in, 0, KIND_FLOAT, 1)) return NULL;
    const double rate = infer_attr(in, "rate")->f;
    if (!(rate >= 0 && rate <= 1))
        return infer_fail(in, 2, "a rate in [0, 1]", infer_text(in, "%g", rate));
    const IrType *fields[] = {in->args[0].type, in->args[0].type};
    return ir_type_tuple(in->m, fields, 2);
}

/* NEEDSWORK: in training the mask is random numbers, for which there is no operator yet. */
static IrVar *decompose(OpDecompose *call) {
    IrOperand data = d_arg(call, 0);
    return d_result(call,
                    d_tuple(call, (const IrOperand[]){data, d1(call, &op_ones_like, data)}, 2));
}

const OpDef op_nn_dropout = {
    .name = "nn.dropout",
    .doc = "A tuple: data with each element set to 0 with probability rate and the others "
           "multiplied by 1 / (1 - rate), and the mask, 0 where an element was dropped and 1 "
           "elsewhere. For inference data itself and a mask of ones.",
    .constraints = constraints,
    .params = params,
    .n_params = ARRAY_LEN(params),
    .flags = OP_PURE | OP_DISTINCT,
    .infer = infer,
    .decompose = decompose,
};
