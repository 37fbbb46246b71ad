/* SPDX-License-Identifier: Apache-2.0 */
#include "ops/gradient.h"
#include "ops/infer.h"
#include "ops/lower.h"
#include "ops/ops.h"
#include "ops/sample.h"

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

static void sample(OpSample *s) {
    const IrType *t = s_type(s, (SampleWant){.min_ndim = 0});
    int32_t n[3];
    IrDims dims[3];
    for (int i = 0; i < 3; i++) dims[i] = s_partner(s, t->dims, t->ndim, i > 0, &n[i]);
    for (int i = 0; i < 3; i++)
        s_tensor_dims(s, i ? dims[i] : t->dims, i ? n[i] : t->ndim, i ? t->dtype : DTYPE_BOOL);
}

static void gradient(OpGradient *g) {
    const IrOperand condition = d_arg(&g->d, 0), dy = g_adjoint(g);
    if (g_wants(g, 1)) g_add_broadcast(g, 1, g_where(g, condition, dy));
    if (g_wants(g, 2)) g_add_broadcast(g, 2, g_unless(g, condition, dy));
}

const OpDef op_where = {
    .name = "where",
    .doc = "The element of x1 where condition is true, of x2 elsewhere.",
    .constraints = constraints,
    .params = params,
    .n_params = ARRAY_LEN(params),
    .sample = sample,
    .flags = OP_PURE | OP_SMALL_MOVES | OP_STRINGS | OP_ELEMENTWISE,
    .infer = infer,
    .lower = lower,
    .gradient = gradient,
};
