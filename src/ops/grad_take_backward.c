/* SPDX-License-Identifier: Apache-2.0 */
#include "ops/gradient.h"
#include "ops/infer.h"
#include "ops/ops.h"
#include "ops/place.h"
#include "ops/sample.h"
#include "ops/sums.h"

static const OpParam params[] = {
    OP_TENSOR("output_grad"),
    OP_TENSOR("x"),
    OP_TENSOR("indices"),
    OP_AXIS_OR_NONE("axis"),
};

static const char *const constraints[] = {
    "output_grad and x have one dtype, a floating-point one; indices are integers",
    "axis is a dim of x; None where x has rank 1",
    "output_grad has the shape of x with dim axis replaced by the dims of indices",
    NULL,
};

/* The type of take(x, indices, axis); x's rank is known. */
static const IrType *taken_type(IrInfer *in, DType dtype) {
    const IrType *x = in->args[1].type, *indices = in->args[2].type;
    const IrAttr *axis = infer_attr(in, "axis");
    const int64_t at = axis->kind == IR_ATTR_NONE ? 0 : axis->i;
    if (indices->ndim == IR_NDIM_UNKNOWN) return infer_tensor_ndim(in, IR_NDIM_UNKNOWN, dtype);
    const int32_t ndim = x->ndim - 1 + indices->ndim;
    if (!x->dims || !indices->dims) return infer_tensor_ndim(in, ndim, dtype);
    const IrDim **dims = INFER_ARRAY(in, const IrDim *, (size_t)ndim);
    int32_t n = 0;
    for (int32_t i = 0; i < x->ndim; i++) {
        if (i != at) dims[n++] = x->dims[i];
        for (int32_t j = 0; i == at && j < indices->ndim; j++) dims[n++] = indices->dims[j];
    }
    return infer_tensor(in, dims, ndim, dtype);
}

static const IrType *infer(IrInfer *in) {
    const IrType *grad = in->args[0].type, *x = in->args[1].type;
    DType dtype;
    if (!infer_same_dtype(in, 0, 1, 1, &dtype)) return NULL;
    if (!infer_dtype_kind(in, 0, KIND_FLOAT, 1) || !infer_dtype_kind(in, 1, KIND_FLOAT, 1) ||
        !infer_dtype_kind(in, 2, KIND_INT, 1)) {
        return NULL;
    }
    if (infer_attr(in, "axis")->kind == IR_ATTR_NONE && !infer_ndim(in, 1, 1, 2)) return NULL;
    if (!infer_axis(in, "axis", x->ndim, 2)) return NULL;
    if (x->ndim == IR_NDIM_UNKNOWN) return infer_with_dtype(in, x, dtype);
    const IrType *taken = taken_type(in, dtype);
    if (infer_subsumes(in, taken, grad) == IR_REFUTED) {
        return infer_fail(in, 3, ir_type_text(in->m, taken), ir_type_text(in->m, grad));
    }
    return infer_with_dtype(in, x, dtype);
}

static void lower(OpLower *low) {
    const LoopBuffer *grad = low->in[0], *indices = low->in[2], *out = low->out[0];
    const IrAttr *attr = lower_attr(low, "axis");
    const uint32_t axis = attr->kind == IR_ATTR_NONE ? 0 : (uint32_t)attr->i, n = indices->ndim;
    const LoopBuffer *sums = sums_begin(low);
    const LoopExpr **index = lower_open(low, grad, 0), **to = lower_exprs(low, out->ndim);
    for (uint32_t i = 0; i < out->ndim; i++)
        to[i] = i == axis ? NULL : index[i < axis ? i : i + n - 1];
    const LoopExpr *at =
        place_from_end(low, lower_load(low, indices, index + axis), out->dims[axis]);
    to[axis] = loop_var(low->b, loop_let(low->b, "at", at));
    sums_add(low, sums, to, lower_load(low, grad, index));
    lower_close(low, grad->ndim);
    sums_end(low, sums);
}

/* It is linear in output_grad, and take is its transpose; x says the shape. */
static void gradient(OpGradient *g) {
    if (!g_wants(g, 0)) return;
    IrAttr *attrs = d_attrs(&g->d, &op_take);
    d_set_int(&op_take, attrs, "axis", d_is_none(&g->d, "axis") ? 0 : d_int(&g->d, "axis"));
    const IrOperand operands[] = {g_adjoint(g), d_arg(&g->d, 2)};
    g_add(g, 0, d_call(&g->d, &op_take, operands, 2, attrs));
}

static const OpIndexRole roles[] = {{.operand = 2, .data = 1, .axis = "axis"}, {.operand = -1}};

static void sample(OpSample *s) {
    const IrType *x =
        s_type(s, (SampleWant){.kinds = KIND_FLOAT, .min_ndim = 1, .max_ndim = 4, .least = 1});
    const bool is_none = x->ndim == 1 && s_chance(s, 40);
    const int64_t axis = is_none ? 0 : s_axis(s, "axis", x->ndim);
    const int32_t n = (int32_t)s_range(s, 0, 2);
    const IrDim **dims = s_dims(s, NULL, x->ndim - 1 + n);
    for (int32_t i = 0; i < x->ndim; i++) {
        if (i != axis) dims[i < axis ? i : i + n - 1] = x->dims[i];
    }
    for (int32_t i = 0; i < n; i++) dims[axis + i] = s_dim(s, 0);
    s_tensor_dims(s, dims, x->ndim - 1 + n, x->dtype);
    s_tensor_of(s, x);
    s_index(s, dims + axis, n, s_extent(s, x->dims[axis]), true);
    if (is_none) s_set_none(s, "axis");
}

const OpDef op_grad_take_backward = {
    .name = "grad.take_backward",
    .doc = "The gradient of take(x, indices, axis) with respect to x: a tensor like x of zeros, to "
           "which each slice of output_grad is added where take read it. Indices that occur again "
           "add up, in the order of output_grad's elements; a negative index counts from the end, "
           "and one "
           "outside [-extent, extent) is an error at run time.",
    .constraints = constraints,
    .params = params,
    .n_params = ARRAY_LEN(params),
    .sample = sample,
    .flags = OP_PURE,
    .infer = infer,
    .index_roles = roles,
    .lower = lower,
    .gradient = gradient,
};
