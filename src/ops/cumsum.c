/* SPDX-License-Identifier: Apache-2.0 */
/* Running sums and products. */
#include "ops/extent.h"
#include "ops/ops.h"

static const OpParam params[] = {
    OP_TENSOR("data"),
    OP_AXIS_OR_NONE("axis"),
    OP_DTYPE("dtype"),
    OP_BOOL("exclusive", false),
};

static const char *const constraints[] = {
    "data and dtype are integer or floating-point",
    "axis is an axis of data (None: data is flattened)",
    NULL,
};

static const IrType *infer(IrInfer *in) {
    const IrType *x = in->args[0].type;
    if (!infer_dtype_kind(in, 0, KIND_INT | KIND_FLOAT, 1) || !infer_axis(in, "axis", x->ndim, 2)) {
        return NULL;
    }
    DType dtype = infer_dtype_attr(in, "dtype", x->dtype);
    if (!extent_dtype_kind(in, dtype, KIND_INT | KIND_FLOAT, 1, "dtype")) return NULL;
    if (infer_attr(in, "axis")->kind != IR_ATTR_NONE) return infer_with_dtype(in, x, dtype);
    if (!x->dims) return infer_tensor_ndim(in, 1, dtype);
    const IrDim *n = infer_product(in, x->dims, x->ndim);
    return infer_tensor(in, &n, 1, dtype);
}

#define CUMULATIVE(id, doc_)                                                                       \
    const OpDef op_##id = {.name = #id,                                                            \
                           .doc = doc_,                                                            \
                           .constraints = constraints,                                             \
                           .params = params,                                                       \
                           .n_params = ARRAY_LEN(params),                                          \
                           .flags = OP_PURE,                                                       \
                           .infer = infer};

CUMULATIVE(cumprod,
           "The product of the elements up to each one along the axis, itself included unless "
           "exclusive (the first is then 1). In dtype, by default data's.")
CUMULATIVE(
    cumsum,
    "The sum of the elements up to each one along the axis, itself included unless exclusive (the "
    "first is then 0). In dtype, by default data's.")
