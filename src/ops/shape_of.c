/* SPDX-License-Identifier: Apache-2.0 */
/* Shapes of tensors, from tensors and as tensors. */
#include "ops/infer.h"
#include "ops/ops.h"
#include "ops/sample.h"

static const OpParam tensor_params[] = {OP_TENSOR("expr")};
static const OpParam shape_params[] = {OP_SHAPE("expr")};

static const IrType *infer_shape_of(IrInfer *in) {
    const IrType *x = in->args[0].type;
    return ir_type_shape(in->m, x->dims, x->ndim);
}

static void sample_list(OpSample *s) {
    const int64_t extents[] = {s_range(s, 0, 3), s_range(s, 0, 3), s_range(s, 0, 3),
                               s_range(s, 0, 3)};
    const IrDim *n = s_const(s, s_range(s, 0, 4));
    if (s_chance(s, 50)) {
        s_int_list(s, extents, (uint32_t)n->constant);
    } else {
        s_new_tensor(s, s_tensor_type(s, &n, 1, DTYPE_INT64)); /* drawn inputs are not negative */
    }
}

static void sample_shape(OpSample *s) {
    const IrType *t = s_type(s, (SampleWant){.min_ndim = 0});
    s_shape(s, t->dims, t->ndim);
}

const OpDef op_shape_of = {
    .name = "shape_of",
    .doc = "The extents of a tensor, as a shape.",
    .params = tensor_params,
    .n_params = ARRAY_LEN(tensor_params),
    .sample = sample_any,
    .flags = OP_PURE,
    .infer = infer_shape_of,
    .structural = OP_STRUCTURAL_SHAPE_OF,
    .work = OP_WORK_VIEW,
    .no_gradient = GRAD_NONE_INTEGER,
};

static const char *const tensor_to_shape_constraints[] = {
    "the tensor has rank 1",
    "it is int64",
    "its extent, the rank of the shape, is within the limit of ranks",
    NULL,
};

static const IrType *infer_tensor_to_shape(IrInfer *in) {
    const IrType *x = in->args[0].type;
    size_t limit = in->m->ctx->limits.rank;
    int64_t n;
    if (!infer_ndim(in, 0, 1, 1)) return NULL;
    if (x->dtype != DTYPE_VOID && x->dtype != DTYPE_INT64) {
        return infer_fail(in, 2, "int64", dtype_name(x->dtype));
    }
    if (!x->dims || !ir_dim_is_const(x->dims[0], &n)) {
        return ir_type_shape(in->m, NULL, IR_NDIM_UNKNOWN);
    }
    if (n < 0 || (uint64_t)n > limit) {
        return infer_fail(in, 3, infer_text(in, "at most %zu", limit),
                          infer_text(in, "%lld", (long long)n));
    }
    return ir_type_shape(in->m, NULL, (int32_t)n);
}

const OpDef op_tensor_to_shape = {
    .name = "tensor_to_shape",
    .doc = "A tensor's elements as the extents of a shape. That none is negative is checked at run "
           "time.",
    .constraints = tensor_to_shape_constraints,
    .params = tensor_params,
    .n_params = ARRAY_LEN(tensor_params),
    .sample = sample_list,
    .flags = OP_PURE,
    .infer = infer_tensor_to_shape,
    .structural = OP_STRUCTURAL_TENSOR_TO_SHAPE,
    .no_gradient = GRAD_NONE_INTEGER,
};

static const IrType *infer_shape_to_tensor(IrInfer *in) {
    int32_t ndim;
    infer_shape_arg(in, 0, &ndim);
    if (ndim == IR_NDIM_UNKNOWN) return infer_tensor_ndim(in, 1, DTYPE_INT64);
    const IrDim *n = ir_dim_const(in->m, ndim);
    return infer_tensor(in, &n, 1, DTYPE_INT64);
}

const OpDef op_shape_to_tensor = {
    .name = "shape_to_tensor",
    .doc = "A shape's extents as the elements of an int64 tensor.",
    .params = shape_params,
    .n_params = ARRAY_LEN(shape_params),
    .sample = sample_shape,
    .flags = OP_PURE,
    .infer = infer_shape_to_tensor,
    .structural = OP_STRUCTURAL_SHAPE_TO_TENSOR,
    .no_gradient = GRAD_NONE_INTEGER,
};
