/* SPDX-License-Identifier: Apache-2.0 */
/* x1 * x2 + x3. */
#include "ops/decompose.h"
#include "ops/extent.h"
#include "ops/ops.h"
#include "ops/sample.h"

static const OpParam params[] = {OP_TENSOR("x1"), OP_TENSOR("x2"), OP_TENSOR("x3")};

static const char *const constraints[] = {
    "x1, x2 and x3 have one dtype",
    "it is an integer or floating-point one",
    "they have one shape",
    NULL,
};

static const IrType *infer(IrInfer *in) {
    DType dtype;
    if (!infer_same_dtype(in, 0, 2, 1, &dtype)) return NULL;
    const IrDim **dims = NULL;
    int32_t ndim = IR_NDIM_UNKNOWN;
    bool known = true;
    for (uint32_t i = 0; i < 3; i++) {
        const IrType *t = in->args[i].type;
        if (!infer_dtype_kind(in, i, KIND_INT | KIND_FLOAT, 2)) return NULL;
        if (ndim == IR_NDIM_UNKNOWN) ndim = t->ndim;
        if (t->ndim != IR_NDIM_UNKNOWN && !infer_ndim(in, i, ndim, 3)) return NULL;
        known &= t->dims != NULL;
        if (t->dims && !dims) dims = infer_dims_copy(in, t);
        for (int32_t k = 0; t->dims && k < ndim; k++) {
            if (!extent_dim_eq(in, dims[k], t->dims[k], i, k, 3)) return NULL;
            dims[k] = extent_merge(dims[k], t->dims[k]);
        }
    }
    return known ? infer_tensor(in, dims, ndim, dtype) : infer_tensor_ndim(in, ndim, dtype);
}

static IrVar *decompose(OpDecompose *call) {
    IrOperand x[3];
    for (uint32_t i = 0; i < 3; i++)
        x[i] = d_match(call, d_arg(call, i), call->result->dims, call->result->ndim);
    return d_result(call, d2(call, &op_add, d2(call, &op_multiply, x[0], x[1]), x[2]));
}

static void sample(OpSample *s) {
    const IrType *t = s_tensor(s, (SampleWant){.kinds = KIND_INT | KIND_FLOAT});
    s_tensor_of(s, t);
    s_tensor_of(s, t);
}

const OpDef op_ewise_fma = {
    .name = "ewise_fma",
    .doc = "x1 * x2 + x3, of three tensors of one shape, rounded after the product and after the "
           "sum.",
    .constraints = constraints,
    .params = params,
    .n_params = ARRAY_LEN(params),
    .sample = sample,
    .flags = OP_PURE | OP_ELEMENTWISE,
    .infer = infer,
    .decompose = decompose,
};
