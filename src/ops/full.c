/* SPDX-License-Identifier: Apache-2.0 */
/* Tensors of one value: of a given shape, or of another tensor's. */
#include "ops/extent.h"
#include "ops/gradient.h"
#include "ops/lower.h"
#include "ops/ops.h"
#include "ops/place.h"
#include "ops/sample.h"

static const IrType *shape_result(IrInfer *in, DType dtype) {
    int32_t ndim;
    IrDims dims = infer_shape_arg(in, 0, &ndim);
    return infer_tensor(in, dims, ndim, dtype);
}

/* Every element of the result is `value`, made in its dtype. */
static void fill(OpLower *low, const LoopExpr *value) {
    const LoopBuffer *out = low->out[0];
    const LoopExpr **index = lower_open(low, out, UINT32_MAX);
    lower_store(low, out, index, lower_convert(low, 0, value));
    lower_close(low, out->ndim);
}

/* full */
static const OpParam full_params[] = {
    OP_SHAPE("shape"),
    {.name = "fill_value", .kind = OP_PARAM_TENSOR, .number = true},
    OP_DTYPE("dtype")};

static const char *const full_constraints[] = {
    "no dim of shape is negative",
    "fill_value has rank 0",
    NULL,
};

static const IrType *infer_full(IrInfer *in) {
    if (!extent_shape_not_negative(in, 0, 1) || !infer_ndim(in, 1, 0, 2)) return NULL;
    return shape_result(in, infer_dtype_attr(in, "dtype", in->args[1].type->dtype));
}

static void lower_full(OpLower *low) {
    const IrType *t = low->args[1];
    fill(low, t->kind == IR_TYPE_PRIM ? place_prim(low, 1, t->dtype, 0)
                                      : lower_load(low, low->in[0], NULL));
}

/* full and full_like, ones and zeros, ones_like and zeros_like. */
static void sample(OpSample *s) {
    if (s->op->params[0].kind == OP_PARAM_SHAPE) {
        const IrType *t = s_type(s, (SampleWant){.min_ndim = 0});
        s_shape(s, t->dims, t->ndim);
    } else {
        s_tensor(s, (SampleWant){.min_ndim = 0});
    }
    const bool is_full = ir_op_n_operands(s->op) > 1;
    if (is_full && s->op->params[1].number && s_chance(s, 25)) {
        s_int_prim(s, s_range(s, -3, 3));
    } else if (is_full) {
        s_tensor_dims(s, NULL, 0, s_dtype(s, 0));
    }
    const bool is_needed = !ir_op_attr_param(s->op, 0)->optional;
    if (is_needed || s_chance(s, 50)) s_set_dtype(s, "dtype", s_dtype(s, 0));
}

static void gradient_full(OpGradient *g) {
    if (!g_wants(g, 1)) return;
    g_add(g, 1, g_collapse(g, g_adjoint(g), NULL, 0));
}

const OpDef op_full = {
    .name = "full",
    .doc = "A tensor whose elements are all fill_value, a tensor of rank 0 or a number (R.Prim), "
           "cast to dtype when one is given.",
    .constraints = full_constraints,
    .params = full_params,
    .n_params = ARRAY_LEN(full_params),
    .sample = sample,
    .flags = OP_PURE | OP_SMALL_VALUES,
    .infer = infer_full,
    .lower = lower_full,
    .gradient = gradient_full,
};

/* full_like */
static const OpParam full_like_params[] = {OP_TENSOR("x"), OP_TENSOR("fill_value"),
                                           OP_DTYPE("dtype")};
static const char *const full_like_constraints[] = {"fill_value has rank 0", NULL};

static const IrType *infer_full_like(IrInfer *in) {
    const IrType *x = in->args[0].type;
    if (!infer_ndim(in, 1, 0, 1)) return NULL;
    return infer_with_dtype(in, x, infer_dtype_attr(in, "dtype", x->dtype));
}

static void lower_full_like(OpLower *low) { fill(low, lower_load(low, low->in[1], NULL)); }

const OpDef op_full_like = {
    .name = "full_like",
    .doc = "A tensor in the shape of x whose elements are all fill_value, cast to dtype or else to "
           "x's dtype.",
    .constraints = full_like_constraints,
    .params = full_like_params,
    .n_params = ARRAY_LEN(full_like_params),
    .sample = sample,
    .flags = OP_PURE | OP_SMALL_VALUES,
    .infer = infer_full_like,
    .lower = lower_full_like,
    .gradient = gradient_full,
};

/* ones, zeros */
static const OpParam filled_params[] = {OP_SHAPE("shape"), OP_DTYPE_NEEDED("dtype")};

static const char *const filled_constraints[] = {
    "no dim of shape is negative",
    "dtype is not void",
    NULL,
};

static const IrType *infer_filled(IrInfer *in) {
    DType dtype = infer_attr(in, "dtype")->dtype;
    if (!extent_shape_not_negative(in, 0, 1)) return NULL;
    if (dtype == DTYPE_VOID) return infer_fail(in, 2, "a dtype", "void");
    return shape_result(in, dtype);
}

/* ones_like, zeros_like */
static const OpParam like_params[] = {OP_TENSOR("x"), OP_DTYPE("dtype")};

static const IrType *infer_like(IrInfer *in) {
    const IrType *x = in->args[0].type;
    return infer_with_dtype(in, x, infer_dtype_attr(in, "dtype", x->dtype));
}

static const LoopExpr *one(OpLower *low, double v) {
    const DType t = lower_out_type(low, 0)->dtype;
    return l_num(low, dtype_is_small(t) ? DTYPE_FLOAT32 : t, v);
}

static void lower_ones(OpLower *low) { fill(low, one(low, 1)); }
static void lower_zeros(OpLower *low) { fill(low, one(low, 0)); }

#define FILLED(id, value, doc_)                                                                    \
    const OpDef op_##id = {.name = #id,                                                            \
                           .doc = doc_,                                                            \
                           .constraints = filled_constraints,                                      \
                           .params = filled_params,                                                \
                           .n_params = ARRAY_LEN(filled_params),                                   \
                           .sample = sample,                                                       \
                           .flags = OP_PURE | OP_SMALL_VALUES,                                     \
                           .infer = infer_filled,                                                  \
                           .no_gradient = GRAD_NONE_OPERAND,                                       \
                           .lower = lower_##value};
#define LIKE(id, value, doc_)                                                                      \
    const OpDef op_##id = {.name = #id,                                                            \
                           .doc = doc_,                                                            \
                           .params = like_params,                                                  \
                           .n_params = ARRAY_LEN(like_params),                                     \
                           .sample = sample,                                                       \
                           .flags = OP_PURE | OP_SMALL_VALUES,                                     \
                           .infer = infer_like,                                                    \
                           .gradient = grad_zero,                                                  \
                           .lower = lower_##value};

FILLED(ones, ones, "A tensor of ones (true, for bool).")
FILLED(zeros, zeros, "A tensor of zeros (false, for bool).")
LIKE(ones_like, ones, "Ones in the shape of x, and in its dtype unless one is given.")
LIKE(zeros_like, zeros, "Zeros in the shape of x, and in its dtype unless one is given.")
