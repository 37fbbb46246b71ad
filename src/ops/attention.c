/* SPDX-License-Identifier: Apache-2.0 */
/* nn.attention and nn.attention_bias: the same with one operand more. */
#include "ops/infer.h"
#include "ops/ops.h"

static const char *const masks[] = {"TopLeft", "BottomRight", NULL};

#define ATTRS                                                                                      \
    OP_FLOAT_OR_NONE("scale"), OP_STRING_OR_NONE("causal_mask", masks),                            \
        OP_INT_OR_NONE("window_size")

static const OpParam params[] = {OP_TENSOR("query"), OP_TENSOR("key"), OP_TENSOR("value"), ATTRS};
static const OpParam bias_params[] = {OP_TENSOR("query"), OP_TENSOR("key"), OP_TENSOR("value"),
                                      OP_TENSOR("bias"), ATTRS};

#define SHARED                                                                                     \
    "query, key and value have rank 4: (batch, seq, heads, head_dim)",                             \
        "the operands have one dtype, a floating-point one",                                       \
        "query, key and value agree in batch and heads, query and key in head_dim, key and "       \
        "value in seq",                                                                            \
        "window_size is 1 or more"

static const char *const constraints[] = {SHARED, NULL};
static const char *const bias_constraints[] = {
    SHARED,
    "bias broadcasts to (batch, heads, seq of query, seq of key)",
    NULL,
};

/* Dim `dim` of the operands a and b agree. */
static bool agree(IrInfer *in, uint32_t a, uint32_t b, int dim, const char *what) {
    const IrType *x = in->args[a].type, *y = in->args[b].type;
    if (!x->dims || !y->dims) return true;
    return infer_dim_eq(in, x->dims[dim], y->dims[dim], 3,
                        infer_text(in, "%s of `%s`", what, in->args[b].name));
}

/* C5: the dims of bias, aligned at the end, are 1 or those of the scores. */
static bool check_bias(IrInfer *in) {
    const IrType *query = in->args[0].type, *key = in->args[1].type, *bias = in->args[3].type;
    if (bias->ndim > 4) {
        infer_fail(in, 5, "rank 4 or less for `bias`", infer_text(in, "rank %d", bias->ndim));
        return false;
    }
    if (!bias->dims) return true;
    const IrDim *scores[4] = {query->dims ? query->dims[0] : NULL,
                              query->dims ? query->dims[2] : NULL,
                              query->dims ? query->dims[1] : NULL, key->dims ? key->dims[1] : NULL};
    for (int32_t i = 0; i < bias->ndim; i++) {
        const IrDim *d = bias->dims[i], *score = scores[4 - bias->ndim + i];
        if (!score || ir_dim_eq(in->m, d, ir_dim_const(in->m, 1)) != IR_REFUTED) continue;
        if (!infer_dim_eq(in, score, d, 5, infer_text(in, "dim %d of `bias`", i))) return false;
    }
    return true;
}

static const IrType *infer(IrInfer *in) {
    const bool has_bias = in->n_args == 4;
    for (uint32_t i = 0; i < 3; i++) {
        if (!infer_ndim(in, i, 4, 1)) return NULL;
    }
    DType dtype;
    if (!infer_same_dtype(in, 0, in->n_args - 1, 2, &dtype)) return NULL;
    for (uint32_t i = 0; i < in->n_args; i++) {
        if (!infer_dtype_kind(in, i, KIND_FLOAT, 2)) return NULL;
    }
    if (!agree(in, 0, 1, 0, "the batch") || !agree(in, 0, 2, 0, "the batch") ||
        !agree(in, 1, 2, 0, "the batch") || !agree(in, 0, 1, 2, "the heads") ||
        !agree(in, 0, 2, 2, "the heads") || !agree(in, 1, 2, 2, "the heads") ||
        !agree(in, 0, 1, 3, "head_dim") || !agree(in, 1, 2, 1, "seq")) {
        return NULL;
    }
    const IrAttr *window = infer_attr(in, "window_size");
    if (window->kind == IR_ATTR_INT && window->i < 1) {
        return infer_fail(in, 4, "a window_size of 1 or more",
                          infer_text(in, "%lld", (long long)window->i));
    }
    if (has_bias && !check_bias(in)) return NULL;
    const IrType *query = in->args[0].type, *value = in->args[2].type;
    if (!query->dims || !value->dims) return infer_tensor_ndim(in, 4, dtype);
    const IrDim *dims[] = {query->dims[0], query->dims[1], query->dims[2], value->dims[3]};
    return infer_tensor(in, dims, 4, dtype);
}

#define ATTENTION_DOC                                                                              \
    "scale None is 1 / sqrt(head_dim). With d = i for query i, or i + seq of key - seq of query "  \
    "when causal_mask is BottomRight: a causal_mask hides the keys j > d, window_size the keys "   \
    "j <= d - window_size. A query that sees no key gives 0. The result is (batch, seq, heads, "   \
    "head_dim of value)."

const OpDef op_nn_attention = {
    .name = "nn.attention",
    .doc = "softmax(query . key * scale) . value for each batch and head. " ATTENTION_DOC,
    .constraints = constraints,
    .params = params,
    .n_params = ARRAY_LEN(params),
    .flags = OP_PURE,
    .infer = infer,
};

const OpDef op_nn_attention_bias = {
    .name = "nn.attention_bias",
    .doc = "softmax(query . key * scale + bias) . value for each batch and head. " ATTENTION_DOC,
    .constraints = bias_constraints,
    .params = bias_params,
    .n_params = ARRAY_LEN(bias_params),
    .flags = OP_PURE,
    .infer = infer,
};
