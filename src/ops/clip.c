/* SPDX-License-Identifier: Apache-2.0 */
#include "ops/extent.h"
#include "ops/ops.h"

static const OpParam params[] = {OP_TENSOR("x"), OP_PRIM("min"), OP_PRIM("max")};

static const char *const constraints[] = {
    "x is an integer or floating-point tensor",
    "min and max are integers or floating-point numbers",
    NULL,
};

static const IrType *infer(IrInfer *in) {
    if (!infer_dtype_kind(in, 0, KIND_INT | KIND_FLOAT, 1)) return NULL;
    for (uint32_t i = 1; i <= 2; i++) {
        if (!extent_dtype_kind(in, extent_prim_dtype(in, i), KIND_INT | KIND_FLOAT, 2,
                               in->args[i].name))
            return NULL;
    }
    return in->args[0].type;
}

const OpDef op_clip = {
    .name = "clip",
    .doc = "minimum(maximum(x, min), max): max where min exceeds it; NaN stays NaN.",
    .constraints = constraints,
    .params = params,
    .n_params = ARRAY_LEN(params),
    .flags = OP_PURE | OP_ELEMENTWISE,
    .infer = infer,
};
