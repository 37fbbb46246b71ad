/* SPDX-License-Identifier: Apache-2.0 */
/* Drawing from distributions by numbers that are uniform: the first class up to which the sum of
 * probabilities exceeds the number. */
#include "ops/decompose.h"
#include "ops/extent.h"
#include "ops/ops.h"
#include "ops/sample.h"

static const OpParam params[] = {
    OP_TENSOR("prob"),
    OP_TENSOR("uniform_sample"),
    OP_TENSOR("sample_indices"),
    OP_DTYPE_DEFAULT("dtype", "int64"),
};

static const char *const constraints[] = {
    "prob and uniform_sample are floating-point, sample_indices is an integer tensor",
    "they have rank 2",
    "uniform_sample and sample_indices have one extent 0, and extent 1 along axis 1",
    "prob has a class at least",
    "dtype is an integer dtype",
    NULL,
};

static const IrType *infer(IrInfer *in) {
    const IrType *prob = in->args[0].type, *uniform = in->args[1].type, *at = in->args[2].type;
    if (!infer_dtype_kind(in, 0, KIND_FLOAT, 1) || !infer_dtype_kind(in, 1, KIND_FLOAT, 1) ||
        !infer_dtype_kind(in, 2, KIND_INT, 1))
        return NULL;
    bool ranks = true;
    for (uint32_t i = 0; i < 3; i++) {
        if (!infer_ndim(in, i, 2, 2)) return NULL;
        ranks &= in->args[i].type->ndim != IR_NDIM_UNKNOWN;
    }
    const DType dtype = extent_dtype_attr(in, "dtype", DTYPE_INT64);
    if (!extent_dtype_kind(in, dtype, KIND_INT, 5, "dtype")) return NULL;
    const IrDim *one = ir_dim_const(in->m, 1);
    for (uint32_t i = 1; i < 3; i++) {
        const IrType *t = in->args[i].type;
        if (t->dims && !extent_dim_eq(in, one, t->dims[1], i, 1, 3)) return NULL;
    }
    if (uniform->dims && at->dims && !extent_dim_eq(in, uniform->dims[0], at->dims[0], 2, 0, 3))
        return NULL;
    if (prob->dims && infer_at_most(in, one, prob->dims[1]) == IR_REFUTED)
        return infer_fail(in, 4, "an extent of 1 or more", ir_dim_text(in->m, prob->dims[1]));
    const IrDim *n = uniform->dims ? uniform->dims[0] : at->dims ? at->dims[0] : NULL;
    if (n) return infer_tensor(in, (const IrDim *[]){n, one}, 2, dtype);
    return infer_tensor_ndim(in, ranks ? 2 : IR_NDIM_UNKNOWN, dtype);
}

/* argmax(cumsum(prob)[at] > u), of which none may be true where the sum is rounded to less than
 * 1: then it is the last class that has a probability. */
static IrVar *decompose(OpDecompose *call) {
    const IrType *at = call->types[2];
    const IrDim *rows = call->types[1]->dims[0], *one = ir_dim_const(call->b->m, 1);
    IrOperand p = d_cast(call, d_arg(call, 0), DTYPE_FLOAT64);
    IrOperand u = d_cast(call, d_arg(call, 1), DTYPE_FLOAT64);
    u = d_match(call, u, (const IrDim *[]){rows, one}, 2);
    IrOperand row = d_reshape(call, d_arg(call, 2), at->dims, 1);
    IrAttr *attrs = d_attrs(call, &op_cumsum);
    d_set_int(&op_cumsum, attrs, "axis", 1);
    IrOperand sums = d_call(call, &op_cumsum, &p, 1, attrs);
    attrs = d_attrs(call, &op_take);
    d_set_int(&op_take, attrs, "axis", 0);
    IrOperand mine = d_call(call, &op_take, (const IrOperand[]){sums, row}, 2, attrs);
    /* beyond the total there is nothing: u is held below it */
    const int64_t axis = 1;
    IrOperand total = d_reduce(call, &op_max, mine, &axis, 1, true);
    IrOperand is_in = d2(call, &op_less, u, total);
    IrOperand reached = d2(call, &op_greater, mine, u), last = d2(call, &op_equal, mine, total);
    IrOperand hit = d3(call, &op_where, is_in, reached, last);
    attrs = d_attrs(call, &op_argmax);
    d_set_int(&op_argmax, attrs, "axis", 1);
    d_set_bool(&op_argmax, attrs, "keepdims", true);
    IrOperand bits = d_cast(call, hit, DTYPE_INT32);
    IrOperand y = d_call(call, &op_argmax, &bits, 1, attrs);
    return d_result(call, d_cast(call, y, call->result->dtype));
}

static const OpIndexRole roles[] = {{.operand = 2, .data = 0, .fixed = 0}, {.operand = -1}};

static void sample(OpSample *s) {
    const IrType *prob =
        s_tensor(s, (SampleWant){.kinds = KIND_FLOAT, .min_ndim = 2, .max_ndim = 2, .least = 1});
    const IrDim *dims[] = {s_dim(s, 0), s_const(s, 1)};
    s_tensor_dims(s, dims, 2, s_dtype(s, KIND_FLOAT));
    s_index(s, dims, 2, s_extent(s, prob->dims[0]), false);
    if (s_chance(s, 50)) s_set_dtype(s, "dtype", s_dtype(s, KIND_INT));
}

const OpDef op_multinomial_from_uniform = {
    .name = "multinomial_from_uniform",
    .doc =
        "For each row i of uniform_sample the first class k for which prob[r, 0] + ... + prob[r, "
        "k] exceeds uniform_sample[i, 0], where r is sample_indices[i, 0]. The sums are float64; "
        "a number that they do not exceed gives the first class at which they are greatest.",
    .constraints = constraints,
    .params = params,
    .n_params = ARRAY_LEN(params),
    .sample = sample,
    .flags = OP_PURE,
    .index_roles = roles,
    .infer = infer,
    .decompose = decompose,
    .no_gradient = GRAD_NONE_INTEGER,
};
