/* SPDX-License-Identifier: Apache-2.0 */
#include "ops/gradient.h"
#include "ops/infer.h"
#include "ops/lower.h"
#include "ops/ops.h"
#include "ops/sample.h"

static const OpParam params[] = {OP_TENSOR("data"), OP_FLOAT("alpha", 0.01)};

static const char *const constraints[] = {"data is floating-point", NULL};

static const IrType *infer(IrInfer *in) {
    return infer_dtype_kind(in, 0, KIND_FLOAT, 1) ? in->args[0].type : NULL;
}

static void lower(OpLower *low) {
    const LoopExpr **index = lower_open(low, low->out[0], UINT32_MAX);
    const LoopExpr *x = lower_load(low, low->in[0], index);
    DType t = lower_acc_dtype(x->dtype);
    const LoopExpr *wide = l_cast(low, t, x);
    const LoopExpr *scaled = l_mul(low, wide, l_num(low, t, lower_float(low, "alpha")));
    const LoopExpr *positive = l_lt(low, l_num(low, t, 0), wide);
    lower_store(low, low->out[0], index,
                l_cast(low, x->dtype, l_select(low, positive, wide, scaled)));
    lower_close(low, low->out[0]->ndim);
}

static void sample(OpSample *s) {
    s_tensor(s, (SampleWant){.kinds = KIND_FLOAT, .open = true});
    s_set_float(s, "alpha", s_float(s, -1, 1));
}

/* At 0 that of the left side, as PyTorch. */
static void gradient(OpGradient *g) {
    const IrOperand x = d_arg(&g->d, 0), dy = g_adjoint(g);
    const IrOperand left = g_scale(g, dy, d_float(&g->d, "alpha"));
    const IrOperand positive = d2(&g->d, &op_greater, x, d_const(&g->d, g->d.result->dtype, 0));
    g_add(g, 0, d3(&g->d, &op_where, positive, dy, left));
}

const OpDef op_nn_leakyrelu = {
    .name = "nn.leakyrelu",
    .doc = "x where x > 0, alpha * x elsewhere.",
    .constraints = constraints,
    .params = params,
    .n_params = ARRAY_LEN(params),
    .sample = sample,
    .flags = OP_PURE | OP_ELEMENTWISE,
    .infer = infer,
    .lower = lower,
    .gradient = gradient,
};
