/* SPDX-License-Identifier: Apache-2.0 */
/* nn.attention and nn.attention_bias: the same with one operand more. */
#include "ops/decompose.h"
#include "ops/infer.h"
#include "ops/ops.h"
#include "ops/sample.h"

#include <math.h>

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

/* Operand `arg` as (batch, heads, seq, head_dim), or with `transposed` (batch, heads, head_dim,
 * seq). The batch and heads are those of query, as far as types can tell. */
static IrOperand by_head(OpDecompose *call, uint32_t arg, bool transposed) {
    static const int64_t orders[2][4] = {{0, 2, 1, 3}, {0, 2, 3, 1}};
    const IrType *query = call->types[0], *t = call->types[arg];
    const IrDim *dims[] = {query->dims[0], t->dims[1], query->dims[2],
                           arg == 1 ? query->dims[3] : t->dims[3]};
    if (arg == 2) dims[1] = call->types[1]->dims[1];
    IrOperand x = d_up(call, d_match(call, d_arg(call, arg), dims, 4));
    return d_permute(call, x, orders[transposed], 4);
}

/* scores * scale */
static IrOperand scaled(OpDecompose *call, IrOperand scores) {
    IrModule *m = call->b->m;
    const DType t = d_type(call, scores)->dtype;
    const IrDim *head_dim = ir_dim_max(m, call->types[0]->dims[3], ir_dim_const(m, 1));
    int64_t n;
    if (!d_is_none(call, "scale")) {
        return d2(call, &op_multiply, scores, d_const(call, t, d_float(call, "scale")));
    }
    if (ir_dim_is_const(head_dim, &n)) {
        return d2(call, &op_multiply, scores, d_const(call, t, 1 / sqrt((double)n)));
    }
    /* In float64, and rounded once, as above. */
    IrOperand extent =
        d_cast(call, d1(call, &op_shape_to_tensor, d_shape(call, &head_dim, 1)), DTYPE_FLOAT64);
    IrOperand factor =
        d2(call, &op_divide, d_const(call, DTYPE_FLOAT64, 1), d1(call, &op_sqrt, extent));
    return d2(call, &op_multiply, scores, d_cast(call, factor, t));
}

/* first, first + 1, ..., `n` of them, in a shape of two dims. */
static IrOperand positions(OpDecompose *call, const IrDim *first, const IrDim *n, bool as_column) {
    IrModule *m = call->b->m;
    const IrDim *one = ir_dim_const(m, 1), *dims[] = {as_column ? n : one, as_column ? one : n};
    IrAttr *attrs = d_attrs(call, &op_arange);
    d_set_dtype(&op_arange, attrs, "dtype", DTYPE_INT64);
    const IrOperand operands[] = {d_prim(call, first), d_prim(call, ir_dim_add(m, first, n)),
                                  d_prim(call, one)};
    return d_reshape(call, d_call(call, &op_arange, operands, 3, attrs), dims, 2);
}

/* scores, -inf where the key is hidden from the query. */
static IrOperand masked(OpDecompose *call, IrOperand scores) {
    if (d_is_none(call, "causal_mask") && d_is_none(call, "window_size")) return scores;
    IrModule *m = call->b->m;
    const IrDim *n_queries = call->types[0]->dims[1], *n_keys = call->types[1]->dims[1];
    const bool to_the_end = d_string_is(call, "causal_mask", "BottomRight");
    const IrDim *zero = ir_dim_const(m, 0),
                *offset = to_the_end ? ir_dim_sub(m, n_keys, n_queries) : zero;
    IrOperand d = positions(call, offset, n_queries, true),
              j = positions(call, zero, n_keys, false), seen;
    if (!d_is_none(call, "causal_mask")) seen = d2(call, &op_less_equal, j, d);
    if (!d_is_none(call, "window_size")) {
        const double most = 4503599627370496.0,
                     size = (double)d_int(call, "window_size"); /* 2^52 hides none */
        IrOperand window = d_const(call, DTYPE_INT64, size < most ? size : most);
        IrOperand near = d2(call, &op_greater, j, d2(call, &op_subtract, d, window));
        seen = d_is_none(call, "causal_mask") ? near : d2(call, &op_logical_and, seen, near);
    }
    IrOperand hidden = d_const(call, d_type(call, scores)->dtype, -(double)INFINITY);
    return d3(call, &op_where, seen, scores, hidden);
}

/* softmax over the keys, but 0 where all scores are -inf. */
static IrOperand weights(OpDecompose *call, IrOperand scores) {
    const int64_t last = 3;
    const DType t = d_type(call, scores)->dtype;
    IrOperand zero = d_const(call, t, 0), one = d_const(call, t, 1);
    IrOperand greatest = d_reduce(call, &op_max, scores, &last, 1, true);
    IrOperand none = d2(call, &op_equal, greatest, d_const(call, t, -(double)INFINITY));
    IrOperand e = d1(call, &op_exp,
                     d2(call, &op_subtract, scores, d3(call, &op_where, none, zero, greatest)));
    IrOperand sum = d_reduce(call, &op_sum, e, &last, 1, true);
    return d2(call, &op_divide, e, d3(call, &op_where, none, one, sum));
}

/* The bias, in the scores' shape where the types leave open whether an extent is 1. */
static IrOperand bias(OpDecompose *call, IrOperand scores) {
    const IrType *t = call->types[3], *s = d_type(call, scores);
    bool known = true;
    for (int32_t i = 0; i < t->ndim; i++)
        known &= ir_dim_is(t->dims[i], 1) || t->dims[i] == s->dims[4 - t->ndim + i];
    IrOperand x = d_up(call, d_arg(call, 3));
    return known ? x : d_broadcast(call, x, s->dims, 4);
}

static IrVar *decompose(OpDecompose *call) {
    static const int64_t order[] = {0, 2, 1, 3};
    if (ir_dim_is(call->types[1]->dims[1], 0)) {
        IrAttr *attrs = d_attrs(call, &op_zeros);
        d_set_dtype(&op_zeros, attrs, "dtype", call->result->dtype);
        const IrOperand shape = d_shape(call, call->result->dims, 4);
        return d_result(call, d_call(call, &op_zeros, &shape, 1, attrs));
    }
    IrOperand query = by_head(call, 0, false), key = by_head(call, 1, true);
    IrOperand scores = d2(call, &op_matmul, query, key);
    scores = scaled(call, scores);
    if (ir_op_n_operands(call->op) == 4) scores = d2(call, &op_add, scores, bias(call, scores));
    IrOperand p = weights(call, masked(call, scores));
    IrOperand y = d_permute(call, d2(call, &op_matmul, p, by_head(call, 2, false)), order, 4);
    return d_result(call, d_cast(call, y, call->result->dtype));
}

#define ATTENTION_DOC                                                                              \
    "scale None is 1 / sqrt(head_dim). With d = i for query i, or i + seq of key - seq of query "  \
    "when causal_mask is BottomRight: a causal_mask hides the keys j > d, window_size the keys "   \
    "j <= d - window_size. A query that sees no key, or all of whose scores are -inf, gives 0. "   \
    "The result is (batch, seq, heads, "                                                           \
    "head_dim of value)."

static void sample(OpSample *s) {
    const DType dtype = s_dtype(s, KIND_FLOAT);
    const IrDim *batch = s_dim(s, 0), *heads = s_dim(s, 1), *dim = s_dim(s, 1),
                *queries = s_dim(s, 0), *keys = s_dim(s, 0);
    const IrDim *value_dim = s_chance(s, 50) ? dim : s_dim(s, 0);
    s_tensor_dims(s, (const IrDim *[]){batch, queries, heads, dim}, 4, dtype);
    s_tensor_dims(s, (const IrDim *[]){batch, keys, heads, dim}, 4, dtype);
    s_tensor_dims(s, (const IrDim *[]){batch, keys, heads, value_dim}, 4, dtype);
    if (ir_op_n_operands(s->op) > 3) {
        int32_t ndim;
        IrDims bias = s_partner(s, (const IrDim *[]){batch, heads, queries, keys}, 4, true, &ndim);
        s_tensor_dims(s, bias, ndim, dtype);
    }
    if (s_chance(s, 30)) s_set_float(s, "scale", s_float(s, 0.25, 2));
    if (s_chance(s, 30)) s_set_int(s, "window_size", s_range(s, 1, 3));
}

const OpDef op_nn_attention = {
    .name = "nn.attention",
    .doc = "softmax(query . key * scale) . value for each batch and head. " ATTENTION_DOC,
    .constraints = constraints,
    .params = params,
    .n_params = ARRAY_LEN(params),
    .sample = sample,
    .flags = OP_PURE,
    .infer = infer,
    .decompose = decompose,
};

const OpDef op_nn_attention_bias = {
    .name = "nn.attention_bias",
    .doc = "softmax(query . key * scale + bias) . value for each batch and head. " ATTENTION_DOC,
    .constraints = bias_constraints,
    .params = bias_params,
    .n_params = ARRAY_LEN(bias_params),
    .sample = sample,
    .flags = OP_PURE,
    .infer = infer,
    .decompose = decompose,
};
