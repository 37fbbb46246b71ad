/* SPDX-License-Identifier: Apache-2.0 */
#include "ops/infer.h"
#include "ops/lower.h"
#include "ops/ops.h"

static const OpParam params[] = {OP_TENSOR("condition"), OP_TENSOR("x1"), OP_TENSOR("x2")};

static const char *const constraints[] = {
    "condition is bool",
    "x1 and x2 have one dtype",
    "the three shapes broadcast",
    NULL,
};

static const IrType *infer(IrInfer *in) {
    DType dtype;
    if (!infer_dtype_kind(in, 0, KIND_BOOL, 1) || !infer_same_dtype(in, 1, 2, 2, &dtype)) {
        return NULL;
    }
    const IrType *t = infer_broadcast(in, in->args[1].type, in->args[2].type, 3);
    if (t) t = infer_broadcast(in, in->args[0].type, t, 3);
    return t ? infer_with_dtype(in, t, dtype) : NULL;
}

static void lower(OpLower *low) {
    const IrType *out = lower_out_type(low, 0);
    const LoopExpr **index = lower_open(low, low->out[0], UINT32_MAX), *e[3];
    for (uint32_t i = 0; i < 3; i++) e[i] = lower_load_broadcast(low, i, out, index);
    lower_store(low, low->out[0], index, l_select(low, e[0], e[1], e[2]));
    lower_close(low, low->out[0]->ndim);
}

const OpDef op_where = {
    .name = "where",
    .doc = "The element of x1 where condition is true, of x2 elsewhere.",
    .constraints = constraints,
    .params = params,
    .n_params = ARRAY_LEN(params),
    .flags = OP_PURE | OP_ELEMENTWISE,
    .infer = infer,
    .lower = lower,
};
