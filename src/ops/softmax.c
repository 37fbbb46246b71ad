/* SPDX-License-Identifier: Apache-2.0 */
/* nn.softmax and nn.log_softmax. */
#include "ops/gradient.h"
#include "ops/infer.h"
#include "ops/ops.h"
#include "ops/sample.h"

static const OpParam params[] = {OP_TENSOR("data"), OP_AXIS("axis", -1)};

static const char *const constraints[] = {
    "data is floating-point",
    "axis is a dim of data",
    NULL,
};

static const IrType *infer(IrInfer *in) {
    const IrType *data = in->args[0].type;
    if (!infer_dtype_kind(in, 0, KIND_FLOAT, 1) || !infer_axis(in, "axis", data->ndim, 2))
        return NULL;
    return data;
}

/* data - max and its exponentials with their sum, in float32 where data is half-precision. */
typedef struct {
    IrOperand shifted, exp, sum;
} Shifted;

static Shifted shift(OpDecompose *call) {
    const int64_t axis = d_int(call, "axis");
    IrOperand x = d_up(call, d_arg(call, 0));
    Shifted s;
    s.shifted = d2(call, &op_subtract, x, d_reduce(call, &op_max, x, &axis, 1, true));
    s.exp = d1(call, &op_exp, s.shifted);
    s.sum = d_reduce(call, &op_sum, s.exp, &axis, 1, true);
    return s;
}

static IrVar *decompose_softmax(OpDecompose *call) {
    Shifted s = shift(call);
    return d_result(call, d_cast(call, d2(call, &op_divide, s.exp, s.sum), call->result->dtype));
}

static IrVar *decompose_log_softmax(OpDecompose *call) {
    Shifted s = shift(call);
    IrOperand y = d2(call, &op_subtract, s.shifted, d1(call, &op_log, s.sum));
    return d_result(call, d_cast(call, y, call->result->dtype));
}

/* From the result y alone: softmax's is y * (dy - sum(dy * y)), log_softmax's dy - exp(y) *
 * sum(dy). In float32 where data is half-precision. */
static void gradient_softmax(OpGradient *g) {
    OpDecompose *d = &g->d;
    const int64_t axis = d_int(d, "axis");
    const IrOperand y = d_up(d, g_value(g)), dy = d_up(d, g_adjoint(g));
    const IrOperand sum = d_reduce(d, &op_sum, d2(d, &op_multiply, dy, y), &axis, 1, true);
    g_add(g, 0, d2(d, &op_multiply, y, d2(d, &op_subtract, dy, sum)));
}

static void gradient_log_softmax(OpGradient *g) {
    OpDecompose *d = &g->d;
    const int64_t axis = d_int(d, "axis");
    const IrOperand p = d1(d, &op_exp, d_up(d, g_value(g))), dy = d_up(d, g_adjoint(g));
    const IrOperand sum = d_reduce(d, &op_sum, dy, &axis, 1, true);
    g_add(g, 0, d2(d, &op_subtract, dy, d2(d, &op_multiply, p, sum)));
}

static void sample(OpSample *s) {
    const IrType *x = s_tensor(s, (SampleWant){.kinds = KIND_FLOAT, .min_ndim = 1});
    s_axis(s, "axis", x->ndim);
}

#define SOFTMAX(id, name_, doc_)                                                                   \
    const OpDef op_nn_##id = {                                                                     \
        .name = name_,                                                                             \
        .doc = doc_,                                                                               \
        .constraints = constraints,                                                                \
        .params = params,                                                                          \
        .n_params = ARRAY_LEN(params),                                                             \
        .sample = sample,                                                                          \
        .flags = OP_PURE,                                                                          \
        .infer = infer,                                                                            \
        .decompose = decompose_##id,                                                               \
        .gradient = gradient_##id,                                                                 \
    };

SOFTMAX(
    softmax, "nn.softmax",
    "exp(x - m) / sum(exp(x - m)) along axis, with m the greatest element there: the results are "
    "0 or more and sum to 1; they are NaN where m is not finite.")
SOFTMAX(log_softmax, "nn.log_softmax",
        "x - m - log(sum(exp(x - m))) along axis, with m the greatest element there.")
