/* SPDX-License-Identifier: Apache-2.0 */
/* com.microsoft: Attention and MultiHeadAttention. GroupQueryAttention is in map_ms_group.c. */
#include <float.h>
#include <math.h>

#include "onnx/map_attention.h"
#include "onnx/map_ms.h"

IrOperand o_ms_part(O *o, IrOperand x, int64_t axis, int64_t begin, int64_t n) {
    return o_slice(o, x, axis, o_dim(o, begin), o_dim(o, begin + n), 1);
}

int64_t o_ms_heads(O *o, const char *name) {
    const int64_t n = o_int(o, name, 0);
    if (n < 1 || n > INT32_MAX) o_fail(o, "its attribute '%s' is %lld", name, (long long)n);
    return n;
}

void o_ms_wants_rank(O *o, uint32_t input, int32_t rank) {
    const int32_t found = o_rank(o, o_in(o, input));
    if (found != rank) o_fail(o, "its input %u is of rank %d instead of %d", input, found, rank);
}

IrOperand o_ms_scores(O *o, IrOperand q, IrOperand k) {
    static const int64_t order[] = {0, 1, 3, 2};
    const double said = o_float(o, "scale", 0);
    const int64_t size = o_extent(o, q, 3);
    const IrOperand products = o_heads_matmul(o, q, o_permute(o, k, order, 4));
    return o2c(o, &op_multiply, products, said != 0 ? said : 1 / sqrt(size ? (double)size : 1));
}

IrOperand o_ms_biased(O *o, IrOperand scores, uint32_t input) {
    if (!o_has(o, input)) return scores;
    o_ms_wants_rank(o, input, 4);
    const IrOperand bias = o_same_dims(o, o_in(o, input), scores, "~.==");
    return o2(o, &op_add, scores, o_cast(o, bias, o_dtype(o, scores)));
}

/* Which keys are no padding, for each of the batch and perhaps each query: lengths, or ends and
 * then starts, or a number for each key. */
static IrOperand unpadded(O *o, IrOperand mask, IrOperand scores) {
    const IrDim *const *s = o_dims(o, scores), *batch = s[0];
    const int32_t rank = o_rank(o, mask);
    const IrDim *const one_each[] = {batch, o_dim(o, 1), o_dim(o, 1), o_dim(o, 1)};
    if (rank == 2 || rank == 3) {
        const int64_t axes[] = {1, 2};
        const IrOperand seen = o2c(o, &op_greater, mask, 0);
        return rank == 2 ? o_same_dims(o, o_expand(o, seen, axes, 2), scores, "~..=")
                         : o_same_dims(o, o_expand(o, seen, axes, 1), scores, "~.==");
    }
    if (rank != 1) o_unsupported(o, "a mask of rank %d", rank);
    const IrDim *n = o_dims(o, mask)[0];
    const IrOperand key = o_counter(o, s[3], 3, 4);
    if (ir_dim_eq(o->m, n, batch) == IR_PROVED)
        return o2(o, &op_less, key, o_reshape(o, o_cast(o, mask, DTYPE_INT64), one_each, 4));
    if (ir_dim_eq(o->m, n, ir_dim_scale(o->m, batch, 2)) != IR_PROVED)
        o_unsupported(o, "a mask of rank 1 with neither an element nor two for each of the batch");
    const IrOperand both = o_cast(o, mask, DTYPE_INT64);
    const IrOperand ends = o_reshape(o, o_slice(o, both, 0, o_dim(o, 0), batch, 1), one_each, 4);
    const IrOperand starts = o_reshape(o, o_slice(o, both, 0, batch, n, 1), one_each, 4);
    const IrOperand before = o2(o, &op_less, key, ends),
                    behind = o2(o, &op_greater_equal, key, starts);
    return o2(o, &op_logical_and, before, behind);
}

/* Padding takes `mask_filter_value` on, which is finite: where all keys are padding, softmax is as
 * without it. */
static IrOperand masked(O *o, IrOperand scores, uint32_t input, const IrDim *past) {
    const DType dtype = o_dtype(o, scores);
    if (o_has(o, input)) {
        const IrOperand seen = unpadded(o, o_in(o, input), scores);
        const IrOperand hidden = o_const(o, dtype, o_float(o, "mask_filter_value", -10000));
        scores = o2(o, &op_add, scores, o3(o, &op_where, seen, o_const(o, dtype, 0), hidden));
    }
    if (!o_int(o, "unidirectional", 0)) return scores;
    IrOperand last = o_counter(o, o_dims(o, scores)[2], 2, 4);
    if (past) last = o2(o, &op_add, last, o_dim_number(o, past, DTYPE_INT64));
    const IrOperand seen = o2(o, &op_less_equal, o_counter(o, o_dims(o, scores)[3], 3, 4), last);
    return o3(o, &op_where, seen, scores, o_const(o, dtype, -(double)INFINITY));
}

IrOperand o_ms_weighted(O *o, IrOperand scores, IrOperand v) {
    const IrOperand p = o_call(o, &op_nn_softmax, &scores, 1, ATTRS(A_INT("axis", 3)));
    return o_heads_together(o, o_heads_matmul(o, p, v));
}

/* What is past comes before keys and values. */
static void o_ms_with_past(O *o, IrOperand past_k, IrOperand past_v, IrOperand *k, IrOperand *v) {
    past_k = o_same_dims(o, past_k, *k, "==.=");
    past_v = o_same_dims(o, o_same_dims(o, past_v, *v, "==.="), past_k, "..=.");
    *k = o_concat(o, (const IrOperand[]){past_k, *k}, 2, 2);
    *v = o_concat(o, (const IrOperand[]){past_v, *v}, 2, 2);
}

/* Half `i` of a state (2, batch, heads, seq, size). */
static IrOperand half(O *o, IrOperand state, int64_t i) {
    return o_squeeze(o, o_ms_part(o, state, 0, i, 1), (const int64_t[]){0}, 1);
}

static void refuse(O *o, const char *attribute) {
    if (o_int(o, attribute, 0)) o_unsupported(o, "its attribute '%s'", attribute);
}

/* Which inputs say what is hidden, what is past, and what is added to the scores. */
typedef struct {
    uint32_t mask, past, scores_bias;
} Inputs;

/* Attention of queries, keys and values that lie side by side in the last dim of `all`. */
static void attend(O *o, IrOperand all, const Inputs *in) {
    const int64_t heads = o_ms_heads(o, "num_heads"), axis = 0;
    uint32_t n = 0;
    refuse(o, "do_rotary");
    refuse(o, "past_present_share_buffer");
    const int64_t hidden = o_extent(o, all, 2), *said = o_ints(o, "qkv_hidden_sizes", &n);
    const int64_t third = hidden / 3, usual[] = {third, third, third},
                  *sizes = said && n ? said : usual;
    if ((said && n != 3 && n) || sizes[0] < 1 || sizes[0] > hidden || sizes[1] != sizes[0] ||
        sizes[2] < 1 || sizes[2] > hidden || sizes[0] + sizes[1] + sizes[2] != hidden)
        o_fail(o, "its qkv_hidden_sizes do not divide %lld", (long long)hidden);
    const IrOperand q = o_heads_apart(o, o_ms_part(o, all, 2, 0, sizes[0]), heads);
    IrOperand k = o_heads_apart(o, o_ms_part(o, all, 2, sizes[0], sizes[1]), heads);
    IrOperand v = o_heads_apart(o, o_ms_part(o, all, 2, sizes[0] + sizes[1], sizes[2]), heads);
    const IrDim *past = NULL;
    if (o_has(o, in->past)) {
        o_ms_wants_rank(o, in->past, 5);
        past = o_dims(o, o_in(o, in->past))[3];
        const IrOperand old_k = half(o, o_in(o, in->past), 0),
                        old_v = half(o, o_in(o, in->past), 1);
        o_ms_with_past(o, old_k, old_v, &k, &v);
    }
    if (o_wants(o, 1)) {
        const IrOperand new_k = o_expand(o, k, &axis, 1), new_v = o_expand(o, v, &axis, 1);
        o_set(o, 1, o_concat(o, (const IrOperand[]){new_k, new_v}, 2, 0));
    }
    const IrOperand scores = masked(o, o_ms_scores(o, q, k), in->mask, past);
    o_set(o, 0, o_ms_weighted(o, o_ms_biased(o, scores, in->scores_bias), v));
}

void onnx_map_ms_attention(O *o) {
    enum { X, WEIGHTS, BIAS, MASK, PAST, SCORES_BIAS };
    const IrOperand x = o_in(o, X), weights = o_in(o, WEIGHTS);
    o_ms_wants_rank(o, X, 3);
    o_ms_wants_rank(o, WEIGHTS, 2);
    IrOperand all = o2(o, &op_matmul, x, weights);
    if (o_has(o, BIAS)) all = o2(o, &op_add, all, o_in(o, BIAS));
    attend(o, all, &(Inputs){.mask = MASK, .past = PAST, .scores_bias = SCORES_BIAS});
}

/* Attention whose projection is a product of integers; the weights' scale may be one for each
 * column. */
void onnx_map_qattention(O *o) {
    enum { X, WEIGHTS, BIAS, X_SCALE, W_SCALE, MASK, X_ZERO, W_ZERO, PAST, NO_BIAS };
    o_ms_wants_rank(o, X, 3);
    o_ms_wants_rank(o, WEIGHTS, 2);
    const IrOperand x = o_centred(o, X, X_ZERO, 2), weights = o_centred(o, WEIGHTS, W_ZERO, 1);
    const IrOperand of_x = o_as_scalar(o, o_in(o, X_SCALE)),
                    of_w = o_as_scalar(o, o_in(o, W_SCALE));
    const IrOperand scale = o2(o, &op_multiply, of_x, of_w), sums = o2(o, &op_matmul, x, weights);
    const IrOperand all = o2(o, &op_multiply, o_cast(o, sums, o_dtype(o, scale)), scale);
    attend(o, o2(o, &op_add, all, o_in(o, BIAS)),
           &(Inputs){.mask = MASK, .past = PAST, .scores_bias = NO_BIAS});
}

/* Part i of (batch, seq, heads, parts, size), as (batch, heads, seq, size). */
static IrOperand part_of(O *o, IrOperand x, int64_t i) {
    static const int64_t order[] = {0, 2, 1, 3};
    return o_permute(o, o_squeeze(o, o_ms_part(o, x, 3, i, 1), (const int64_t[]){3}, 1), order, 4);
}

/* Part of the bias from `at` on is added; heads come apart. A key or value that has its heads
 * already has its bias, too. */
static IrOperand projected(O *o, IrOperand x, int64_t heads, uint32_t bias, int64_t *at) {
    const int32_t rank = o_rank(o, x);
    if (rank == 4) return x;
    if (rank != 3) o_unsupported(o, "an operand of rank %d", rank);
    const int64_t n = o_extent(o, x, 2);
    if (o_has(o, bias)) x = o2(o, &op_add, x, o_ms_part(o, o_in(o, bias), 0, *at, n));
    *at += n;
    return o_heads_apart(o, x, heads);
}

/* Scores as an output: what is hidden is the least number there. */
static IrOperand bounded(O *o, IrOperand scores) {
    const DType dtype = o_dtype(o, scores);
    const double least = dtype == DTYPE_FLOAT16    ? 65504
                         : dtype == DTYPE_BFLOAT16 ? 0x1.fep127
                         : dtype == DTYPE_FLOAT64  ? DBL_MAX
                                                   : (double)FLT_MAX;
    return o2c(o, &op_maximum, scores, -least);
}

void onnx_map_multi_head_attention(O *o) {
    enum { Q, K, V, BIAS, MASK, SCORES_BIAS, PAST_K, PAST_V, PAST_LENGTH };
    const int64_t heads = o_ms_heads(o, "num_heads");
    const IrDim *past = NULL;
    IrOperand q = o_in(o, Q), k, v;
    int64_t at = 0;
    if (o_has(o, PAST_LENGTH))
        o_unsupported(o, "its input %d, of buffers that past and present share", PAST_LENGTH);
    if (o_rank(o, q) == 5) {
        if (o_has(o, BIAS)) o_unsupported(o, "a bias of packed queries, keys and values");
        k = part_of(o, q, 1);
        v = part_of(o, q, 2);
        q = part_of(o, q, 0);
    } else {
        q = projected(o, q, heads, BIAS, &at);
        const bool is_pair = o_rank(o, o_in(o, K)) == 5;
        if (is_pair && o_has(o, BIAS)) o_unsupported(o, "a bias of packed keys and values");
        k = is_pair ? part_of(o, o_in(o, K), 0) : projected(o, o_in(o, K), heads, BIAS, &at);
        v = is_pair ? part_of(o, o_in(o, K), 1) : projected(o, o_in(o, V), heads, BIAS, &at);
    }
    k = o_same_dims(o, k, q, "=..=");
    v = o_same_dims(o, v, k, "===.");
    if (o_has(o, PAST_K) != o_has(o, PAST_V))
        o_fail(o, "past_key and past_value are used together");
    if (o_has(o, PAST_K)) {
        o_ms_wants_rank(o, PAST_K, 4);
        o_ms_wants_rank(o, PAST_V, 4);
        past = o_dims(o, o_in(o, PAST_K))[2];
        const IrOperand old_k = o_in(o, PAST_K), old_v = o_in(o, PAST_V);
        o_ms_with_past(o, old_k, old_v, &k, &v);
    }
    if (o_wants(o, 1)) o_set(o, 1, k);
    if (o_wants(o, 2)) o_set(o, 2, v);
    IrOperand scores = masked(o, o_ms_scores(o, q, k), MASK, past);
    scores = o_ms_biased(o, scores, SCORES_BIAS);
    if (o_wants(o, 3)) o_set(o, 3, bounded(o, scores));
    o_set(o, 0, o_ms_weighted(o, scores, v));
}
