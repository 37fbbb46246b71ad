/* SPDX-License-Identifier: Apache-2.0 */
#include "ops/gradient.h"
#include "ops/infer.h"
#include "ops/lower.h"
#include "ops/ops.h"
#include "ops/sample.h"

static const OpParam params[] = {OP_TENSOR("x1"), OP_TENSOR("x2")};

static const char *const constraints[] = {
    "x1 and x2 have rank 1",
    "they have one dtype, an integer or floating-point one",
    NULL,
};

static const IrType *infer(IrInfer *in) {
    const IrType *a = in->args[0].type, *b = in->args[1].type;
    DType dtype;
    if (!infer_ndim(in, 0, 1, 1) || !infer_ndim(in, 1, 1, 1) ||
        !infer_same_dtype(in, 0, 1, 2, &dtype))
        return NULL;
    for (uint32_t i = 0; i < 2; i++) {
        if (!infer_dtype_kind(in, i, KIND_INT | KIND_FLOAT, 2)) return NULL;
    }
    if (!a->dims || !b->dims) return infer_tensor_ndim(in, 2, dtype);
    const IrDim *dims[2] = {a->dims[0], b->dims[0]};
    return infer_tensor(in, dims, 2, dtype);
}

static void lower(OpLower *low) {
    const LoopExpr **index = lower_open(low, low->out[0], UINT32_MAX);
    const LoopExpr *x = lower_load(low, low->in[0], &index[0]),
                   *y = lower_load(low, low->in[1], &index[1]);
    lower_store(low, low->out[0], index, l_mul(low, x, y));
    lower_close(low, 2);
}

static void sample(OpSample *s) {
    const IrType *x =
        s_tensor(s, (SampleWant){.kinds = KIND_INT | KIND_FLOAT, .min_ndim = 1, .max_ndim = 1});
    s_tensor(s, (SampleWant){.dtype = x->dtype, .min_ndim = 1, .max_ndim = 1});
}

static void gradient(OpGradient *g) {
    const IrOperand dy = g_adjoint(g);
    if (g_wants(g, 0)) g_add(g, 0, d2(&g->d, &op_matmul, dy, d_arg(&g->d, 1)));
    if (g_wants(g, 1)) g_add(g, 1, d2(&g->d, &op_matmul, d_arg(&g->d, 0), dy));
}

const OpDef op_outer = {
    .name = "outer",
    .doc = "The product of each element of x1 (the rows) with each of x2 (the columns).",
    .constraints = constraints,
    .params = params,
    .n_params = ARRAY_LEN(params),
    .sample = sample,
    .flags = OP_PURE,
    .infer = infer,
    .lower = lower,
    .gradient = gradient,
    .is_multilinear = true,
};
