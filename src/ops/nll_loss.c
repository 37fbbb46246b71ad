/* SPDX-License-Identifier: Apache-2.0 */
/* nn.nll_loss and its gradient. */
#include "ops/infer.h"
#include "ops/ops.h"

static const char *const reductions[] = {"mean", "sum", "none", NULL};

#define PARAMS                                                                                     \
    OP_TENSOR("predictions"), OP_TENSOR("targets"), OP_TENSOR_OR_NONE("weights"),                  \
        OP_STRING("reduction", "mean", reductions), OP_INT("ignore_index", -100)

static const OpParam params[] = {PARAMS};
static const OpParam backward_params[] = {OP_TENSOR("output_grad"), PARAMS};

#define SHARED                                                                                     \
    "predictions and weights have one dtype, a floating-point one; targets are integers",          \
        "predictions is (N, C, d1, ..., dk) or (C,)",                                              \
        "targets is predictions without C: (N, d1, ..., dk) or ()", "weights is (C,)"

static const char *const constraints[] = {SHARED, NULL};
static const char *const backward_constraints[] = {
    SHARED,
    "output_grad has the type of the loss",
    NULL,
};

/* The loss's type; predictions is operand `at`. NULL: reported. */
static const IrType *loss_type(IrInfer *in, uint32_t at) {
    const IrType *x = in->args[at].type, *targets = in->args[at + 1].type,
                 *weights = in->args[at + 2].type;
    DType dtype = x->dtype;
    if (!infer_dtype_kind(in, at, KIND_FLOAT, 1) || !infer_dtype_kind(in, at + 1, KIND_INT, 1))
        return NULL;
    if (weights) {
        if (!infer_dtype_kind(in, at + 2, KIND_FLOAT, 1)) return NULL;
        if (dtype == DTYPE_VOID) dtype = weights->dtype;
        if (weights->dtype != DTYPE_VOID && weights->dtype != dtype) {
            return infer_fail(in, 1,
                              infer_text(in, "%s, the dtype of `predictions`", dtype_name(dtype)),
                              infer_text(in, "%s for `weights`", dtype_name(weights->dtype)));
        }
    }
    if (x->ndim == 0) return infer_fail(in, 2, "rank 1 or more for `predictions`", "rank 0");
    const bool known = x->ndim != IR_NDIM_UNKNOWN;
    const int32_t ndim = !known ? targets->ndim : x->ndim == 1 ? 0 : x->ndim - 1;
    if (known && !infer_ndim(in, at + 1, ndim, 3)) return NULL;
    const IrDim *const *dims = targets->dims;
    if (x->dims) {
        /* The predictions' dims without C. */
        const IrDim **rest = INFER_ARRAY(in, const IrDim *, (size_t)x->ndim);
        for (int32_t i = 0; i < ndim; i++) {
            rest[i] = x->dims[i == 0 ? 0 : i + 1];
            if (dims &&
                !infer_dim_eq(in, rest[i], dims[i], 3, infer_text(in, "dim %d of `targets`", i))) {
                return NULL;
            }
        }
        if (!dims) dims = rest;
    }
    if (weights && !infer_ndim(in, at + 2, 1, 4)) return NULL;
    if (weights && weights->dims && x->dims &&
        !infer_dim_eq(in, x->dims[x->ndim == 1 ? 0 : 1], weights->dims[0], 4,
                      "the extent of `weights`")) {
        return NULL;
    }
    if (infer_string_is(in, "reduction", "none")) return infer_tensor(in, dims, ndim, dtype);
    const IrDim *const none[1] = {NULL};
    return infer_tensor(in, none, 0, dtype);
}

static const IrType *infer(IrInfer *in) { return loss_type(in, 0); }

static const IrType *infer_backward(IrInfer *in) {
    const IrType *loss = loss_type(in, 1), *grad = in->args[0].type;
    if (!loss) return NULL;
    const bool other =
        grad->dtype != DTYPE_VOID && loss->dtype != DTYPE_VOID && grad->dtype != loss->dtype;
    if (other || ir_type_subsumes(in->m, loss, grad) == IR_REFUTED) {
        return infer_fail(in, 5, ir_type_text(in->m, loss), ir_type_text(in->m, grad));
    }
    return infer_with_dtype(in, in->args[1].type,
                            loss->dtype == DTYPE_VOID ? grad->dtype : loss->dtype);
}

const OpDef op_nn_nll_loss = {
    .name = "nn.nll_loss",
    .doc = "For each target t the negative log likelihood -weights[t] * predictions[n, t, ...], 0 "
           "where t is ignore_index; weights left out are ones. reduction none gives all of them, "
           "sum their sum, mean that divided by the sum of the weights used. A target outside [0, "
           "C) other than ignore_index is an error at run time.",
    .constraints = constraints,
    .params = params,
    .n_params = ARRAY_LEN(params),
    .flags = OP_PURE,
    .infer = infer,
};

const OpDef op_grad_nll_loss_backward = {
    .name = "grad.nll_loss_backward",
    .doc = "The gradient of nn.nll_loss with respect to predictions, given that of its result.",
    .constraints = backward_constraints,
    .params = backward_params,
    .n_params = ARRAY_LEN(backward_params),
    .flags = OP_PURE,
    .infer = infer_backward,
};
