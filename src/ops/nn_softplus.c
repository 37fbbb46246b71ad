/* SPDX-License-Identifier: Apache-2.0 */
#include "ops/gradient.h"
#include "ops/infer.h"
#include "ops/lower.h"
#include "ops/ops.h"
#include "ops/sample.h"

static const OpParam params[] = {OP_TENSOR("data"), OP_FLOAT("beta", 1.0),
                                 OP_FLOAT("threshold", 20.0)};

static const char *const constraints[] = {
    "data is floating-point",
    "beta is not 0",
    NULL,
};

static const IrType *infer(IrInfer *in) {
    if (!infer_dtype_kind(in, 0, KIND_FLOAT, 1)) return NULL;
    if (infer_attr(in, "beta")->f == 0) return infer_fail(in, 2, "a beta other than 0", "0");
    return in->args[0].type;
}

/* log(1 + exp(z)) as max(z, 0) + log1p(exp(-|z|)), which does not overflow. */
static void lower(OpLower *low) {
    const LoopExpr **index = lower_open(low, low->out[0], UINT32_MAX);
    const LoopExpr *x = lower_load(low, low->in[0], index);
    DType t = lower_acc_dtype(x->dtype);
    const LoopExpr *beta = l_num(low, t, lower_float(low, "beta"));
    const LoopExpr *wide = l_cast(low, t, x);
    const LoopExpr *z = loop_var(low->b, loop_let(low->b, "z", l_mul(low, wide, beta)));
    const LoopExpr *tail = l_op1(low, LOOP_EXP, l_op1(low, LOOP_NEG, l_op1(low, LOOP_ABS, z)));
    const LoopExpr *log =
        l_add(low, l_op2(low, LOOP_MAX, z, l_num(low, t, 0)), l_op1(low, LOOP_LOG1P, tail));
    const LoopExpr *linear = l_lt(low, l_num(low, t, lower_float(low, "threshold")), z);
    const LoopExpr *y = l_select(low, linear, wide, l_op2(low, LOOP_DIV, log, beta));
    lower_store(low, low->out[0], index, l_cast(low, x->dtype, y));
    lower_close(low, low->out[0]->ndim);
}

static void sample(OpSample *s) {
    s_tensor(s, (SampleWant){.kinds = KIND_FLOAT, .open = true});
    s_set_float(s, "beta", s_float(s, 0.25, 2) * (s_chance(s, 20) ? -1 : 1));
    s_set_float(s, "threshold", s_float(s, 0, 20));
}

/* sigmoid(beta * x), and 1 where that is beyond the threshold */
static void gradient(OpGradient *g) {
    const IrOperand dy = d_up(&g->d, g_adjoint(g)), x = d_up(&g->d, d_arg(&g->d, 0));
    const IrOperand z = g_scale(g, x, d_float(&g->d, "beta"));
    const IrOperand threshold =
        d_const(&g->d, d_type(&g->d, z)->dtype, d_float(&g->d, "threshold"));
    const IrOperand linear = d2(&g->d, &op_greater, z, threshold);
    const IrOperand bent = d2(&g->d, &op_multiply, dy, d1(&g->d, &op_sigmoid, z));
    g_add(g, 0, d3(&g->d, &op_where, linear, dy, bent));
}

const OpDef op_nn_softplus = {
    .name = "nn.softplus",
    .doc = "log(1 + exp(beta * x)) / beta; x itself where beta * x > threshold.",
    .constraints = constraints,
    .params = params,
    .n_params = ARRAY_LEN(params),
    .sample = sample,
    .flags = OP_PURE | OP_ELEMENTWISE,
    .infer = infer,
    .lower = lower,
    .gradient = gradient,
};
