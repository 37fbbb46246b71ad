/* SPDX-License-Identifier: Apache-2.0 */
#include "ops/gradient.h"
#include "ops/infer.h"
#include "ops/ops.h"
#include "ops/sample.h"

static const OpParam params[] = {
    OP_TENSOR("data"),
    OP_FLOAT("rate", 0.5),
    OP_TENSOR_OR_NONE("seed"),
    OP_TENSOR_OR_NONE("counter"),
};

static const char *const constraints[] = {
    "data is floating-point",
    "rate is in [0, 1]",
    "seed and counter are integers of rank 0",
    "seed and counter are given together",
    NULL,
};

static const IrType *infer(IrInfer *in) {
    if (!infer_dtype_kind(in, 0, KIND_FLOAT, 1)) return NULL;
    const double rate = infer_attr(in, "rate")->f;
    if (!(rate >= 0 && rate <= 1))
        return infer_fail(in, 2, "a rate in [0, 1]", infer_text(in, "%g", rate));
    for (uint32_t i = 1; i <= 2; i++) {
        if (!infer_dtype_kind(in, i, KIND_INT, 3) || !infer_ndim(in, i, 0, 3)) return NULL;
    }
    if (!in->args[1].type != !in->args[2].type) {
        return infer_fail(in, 4, "both or none", in->args[1].type ? "no counter" : "no seed");
    }
    const IrType *fields[] = {in->args[0].type, in->args[0].type};
    return ir_type_tuple(in->m, fields, 2);
}

/* The uniform numbers are float32's whatever the data's dtype, so that the same elements are
 * dropped. */
static IrVar *decompose(OpDecompose *call) {
    IrOperand data = d_arg(call, 0);
    const double rate = d_float(call, "rate");
    if (!call->args[1])
        return d_result(call, d_tuple(call, (IrOperand[]){data, d1(call, &op_ones_like, data)}, 2));
    if (rate >= 1) {
        IrOperand zeros = d1(call, &op_zeros_like, data);
        return d_result(call, d_tuple(call, (IrOperand[]){zeros, zeros}, 2));
    }
    const IrType *t = d_type(call, data);
    const IrOperand args[] = {d_arg(call, 1), d_arg(call, 2), d_shape(call, t->dims, t->ndim)};
    IrOperand drawn = d_call(call, &op_random, args, 3, NULL);
    IrOperand mask = d2(call, &op_greater_equal, drawn, d_const(call, DTYPE_FLOAT32, rate));
    IrOperand wide = d_up(call, data);
    const DType dtype = d_type(call, wide)->dtype;
    IrOperand kept = d2(call, &op_multiply, wide, d_cast(call, mask, dtype));
    IrOperand scaled = d2(call, &op_divide, kept, d_const(call, dtype, 1 - rate));
    const IrOperand items[] = {d_cast(call, scaled, t->dtype), d_cast(call, mask, t->dtype)};
    return d_result(call, d_tuple(call, items, 2));
}

/* By the mask, which is constant; a call without a seed is data itself. */
static void gradient(OpGradient *g) {
    OpDecompose *d = &g->d;
    const double rate = d_float(d, "rate");
    if (!g_wants(g, 0) || !g_has_adjoint(g, 0)) return;
    IrOperand dy = g_adjoint_at(g, 0);
    if (d->args[1]) {
        if (rate >= 1) return;
        const IrOperand kept = d2(d, &op_multiply, dy, g_value_at(g, 1));
        dy = d_up(d, kept);
        dy = d2(d, &op_divide, dy, d_const(d, d_type(d, dy)->dtype, 1 - rate));
    }
    g_add(g, 0, dy);
}

static void sample(OpSample *s) {
    s_tensor(s, (SampleWant){.kinds = KIND_FLOAT});
    const bool training = s_chance(s, 60);
    for (int i = 0; i < 2; i++) {
        if (training) {
            s_tensor_dims(s, NULL, 0, s_dtype(s, KIND_INT));
        } else {
            s_none(s);
        }
    }
    s_set_float(s, "rate", s_float(s, 0, 1));
}

const OpDef op_nn_dropout = {
    .name = "nn.dropout",
    .doc = "A tuple: data * mask / (1 - rate), and the mask, of data's dtype: 0 where an element "
           "is dropped, with probability rate, and 1 elsewhere. The mask is R.random(seed, "
           "counter) >= rate, in float32. Without seed and counter, for inference: data itself and "
           "a mask of ones; the pass AssignRandom gives these calls theirs. With a rate of 1 both "
           "are zeros.",
    .constraints = constraints,
    .params = params,
    .n_params = ARRAY_LEN(params),
    .sample = sample,
    .flags = OP_PURE | OP_DISTINCT,
    .infer = infer,
    .decompose = decompose,
    .gradient = gradient,
};
