/* SPDX-License-Identifier: Apache-2.0 */
#include "ops/extent.h"
#include "ops/ops.h"

static const OpParam params[] = {OP_TENSOR("x"), OP_TENSOR("begin"), OP_TENSOR("end"),
                                 OP_TENSOR("strides")};

static const char *const constraints[] = {
    "begin, end and strides have rank 1 and are int64",
    "they have as many elements as x has dims",
    NULL,
};

static const IrType *infer(IrInfer *in) {
    const IrType *x = in->args[0].type;
    for (uint32_t i = 1; i <= 3; i++) {
        const IrType *t = in->args[i].type;
        if (!infer_ndim(in, i, 1, 1)) return NULL;
        if (t->dtype != DTYPE_VOID && t->dtype != DTYPE_INT64) {
            return infer_fail(in, 1, infer_text(in, "int64 for `%s`", in->args[i].name),
                              dtype_name(t->dtype));
        }
        if (x->ndim == IR_NDIM_UNKNOWN || !t->dims) continue;
        if (!extent_dim_eq(in, ir_dim_const(in->m, x->ndim), t->dims[0], i, 0, 2)) return NULL;
    }
    return infer_tensor_ndim(in, x->ndim, x->dtype);
}

const OpDef op_dynamic_strided_slice = {
    .name = "dynamic_strided_slice",
    .doc = "x[begin:end:stride] on every axis, as in Python, with the three computed at run time; "
           "a stride of 0 is an error then.",
    .constraints = constraints,
    .params = params,
    .n_params = ARRAY_LEN(params),
    .flags = OP_PURE,
    .infer = infer,
};
