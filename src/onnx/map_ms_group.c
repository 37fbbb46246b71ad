/* SPDX-License-Identifier: Apache-2.0 */
/* com.microsoft: RotaryEmbedding and GroupQueryAttention.
 *
 * GroupQueryAttention's past and present are buffers in which each of the batch has a length of its
 * own: seqlens_k + 1 tokens, of which the last are the new ones (at the first prompt all are). New
 * keys and values are written behind those that are past; what is behind them in a buffer is 0. */
#include <math.h>

#include "onnx/map_attention.h"
#include "onnx/map_ms.h"

/* Rows of a table (positions, n) at (batch, seq) positions, as (batch, 1, seq, n), of x's dtype. */
static IrOperand rows(O *o, uint32_t table, IrOperand positions, IrOperand x) {
    const IrOperand y =
        o_call(o, &op_take, OPS(o_in(o, table), positions), ATTRS(A_INT("axis", 0)));
    return o_cast(o, o_expand(o, y, (const int64_t[]){1}, 1), o_dtype(o, x));
}

/* first + 0, 1, ... of a dim, as a row. */
static IrOperand counted(O *o, IrOperand first, const IrDim *n) {
    const IrDim *const row[] = {o_dim(o, 1), n};
    return o_reshape(o, o2(o, &op_add, o_counter(o, n, 1, 2), first), row, 2);
}

/* How many elements turn, as the tables have it. */
static int64_t turning(O *o, uint32_t table, IrOperand x) {
    const int64_t n = 2 * o_extent(o, o_in(o, table), 1), size = o_extent(o, x, 3);
    if (n > size) o_fail(o, "%lld elements turn, of %lld", (long long)n, (long long)size);
    return n;
}

/* position_ids is one number, of the first token, or one for each token. ONNX Runtime takes no
 * notice of the attribute `scale`. */
void onnx_map_ms_rotary_embedding(O *o) {
    enum { X, IDS, COS, SIN };
    IrOperand x = o_in(o, X), ids = o_in(o, IDS);
    const bool is_packed = o_rank(o, x) == 3;
    if (o_int(o, "is_packed_batching", 0)) o_unsupported(o, "its attribute 'is_packed_batching'");
    if (is_packed) {
        const int64_t hidden = o_extent(o, x, 2), given = o_int(o, "num_heads", 0);
        const int64_t size = 2 * o_extent(o, o_in(o, COS), 1);
        x = o_heads_apart(o, x, given > 0 ? given : size ? hidden / size : 0);
    }
    if (o_rank(o, x) != 4) o_fail(o, "its operand is of rank %d instead of 3 or 4", o_rank(o, x));
    const IrDim *seq = o_dims(o, x)[2];
    if (o_rank(o, ids) < 2) {
        if (o_rank(o, ids) == 1) ids = o_reshape(o, ids, NULL, 0);
        ids = counted(o, o_cast(o, ids, DTYPE_INT64), seq);
    }
    const int64_t n = turning(o, COS, x);
    const IrOperand cosine = rows(o, COS, ids, x), sine = rows(o, SIN, ids, x);
    const IrOperand y = o_rotated(o, x, cosine, sine, n, o_int(o, "interleaved", 0) != 0);
    o_set(o, 0, is_packed ? o_heads_together(o, y) : y);
}

enum { Q, K, V, PAST_K, PAST_V, LENGTHS, TOTAL, COS, SIN, POSITIONS, BIAS, SINK };

typedef struct {
    IrOperand q, k, v;
    IrOperand past; /* int64 (batch, 1, 1, 1): tokens before the new ones */
    const IrDim *batch, *seq;
} Group;

/* Queries, keys and values, apart, which may come in one operand. */
static Group group(O *o) {
    const int64_t heads = o_ms_heads(o, "num_heads"), shared = o_ms_heads(o, "kv_num_heads");
    Group g = {.q = o_in(o, Q)};
    if (heads % shared)
        o_fail(o, "%lld heads of queries for %lld of keys", (long long)heads, (long long)shared);
    o_ms_wants_rank(o, Q, 3);
    g.batch = o_dims(o, g.q)[0];
    g.seq = o_dims(o, g.q)[1];
    if (o_has(o, K)) {
        g.q = o_heads_apart(o, g.q, heads);
        g.k = o_heads_apart(o, o_in(o, K), shared);
        g.v = o_heads_apart(o, o_in(o, V), shared);
        g.k = o_same_dims(o, g.k, g.q, "=.==");
        g.v = o_same_dims(o, g.v, g.k, "===.");
        return g;
    }
    const IrOperand all = o_heads_apart(o, g.q, heads + 2 * shared);
    g.q = o_ms_part(o, all, 1, 0, heads);
    g.k = o_ms_part(o, all, 1, heads, shared);
    g.v = o_ms_part(o, all, 1, heads + shared, shared);
    return g;
}

/* At the first prompt there are as many new tokens as there are at all. */
static IrOperand past_of(O *o, const Group *g) {
    const IrDim *const each[] = {g->batch, o_dim(o, 1), o_dim(o, 1), o_dim(o, 1)};
    const IrOperand none = o_broadcast(o, o_const(o, DTYPE_INT64, 0), each, 4);
    if (!o_has(o, PAST_K)) return none;
    const IrOperand lengths = o_reshape(o, o_cast(o, o_in(o, LENGTHS), DTYPE_INT64), each, 4);
    const IrOperand seq = o_dim_number(o, g->seq, DTYPE_INT64);
    const IrOperand before = o2(o, &op_subtract, o2c(o, &op_add, lengths, 1), seq);
    const IrOperand total = o_as_scalar(o, o_cast(o, o_in(o, TOTAL), DTYPE_INT64));
    return o3(o, &op_where, o2(o, &op_equal, total, seq), none, before);
}

static void rotate(O *o, Group *g) {
    const IrDim *const dims[] = {g->batch, g->seq}, *const each[] = {g->batch, o_dim(o, 1)};
    IrOperand at;
    if (o_has(o, POSITIONS)) {
        at = o_in(o, POSITIONS);
    } else {
        const IrOperand past = o_reshape(o, g->past, each, 2);
        at = o_broadcast(o, o2(o, &op_add, past, o_counter(o, g->seq, 1, 2)), dims, 2);
    }
    const bool neighbours = o_int(o, "rotary_interleaved", 0) != 0;
    const int64_t n = turning(o, COS, g->q);
    const IrOperand cosine = rows(o, COS, at, g->q), sine = rows(o, SIN, at, g->q);
    g->q = o_rotated(o, g->q, cosine, sine, n, neighbours);
    g->k = o_rotated(o, g->k, cosine, sine, n, neighbours);
}

/* The extent of the buffers that come out: enough for all tokens. */
static const IrDim *present_extent(O *o) {
    OnnxKnown total;
    const IrDim *past = o_dims(o, o_in(o, PAST_K))[2]; /* of values, too: a run checks it */
    if (o_known(o, TOTAL, &total) && total.n == 1) return ir_dim_max(o->m, past, total.at[0]);
    o_unsupported(o, "a total_sequence_length that is not known while the model is read");
}

/* Position j of a buffer is what is past there, or of what is new, or 0. */
static IrOperand present(O *o, const Group *g, uint32_t input, IrOperand x) {
    if (!o_has(o, input)) return x;
    o_ms_wants_rank(o, input, 4);
    const IrOperand past = o_same_dims(o, o_in(o, input), x, "==.=");
    const IrDim *n = present_extent(o), *const *d = o_dims(o, x), *had = o_dims(o, past)[2];
    const IrDim *const one[] = {d[0], d[1], o_dim(o, 1), d[3]}, *const out[] = {d[0], d[1], n,
                                                                                d[3]};
    const IrOperand zero = o_broadcast(o, o_const(o, o_dtype(o, x), 0), one, 4);
    const IrOperand all = o_concat(o, (const IrOperand[]){past, x, zero}, 3, 2);
    const IrOperand at = o_counter(o, n, 2, 4), behind = o2(o, &op_subtract, at, g->past);
    const IrOperand is_new = o2(o, &op_less, behind, o_dim_number(o, g->seq, DTYPE_INT64));
    const IrOperand fresh = o2(o, &op_add, behind, o_dim_number(o, had, DTYPE_INT64));
    const IrOperand rest = o_dim_number(o, ir_dim_add(o->m, had, g->seq), DTYPE_INT64);
    const IrOperand later = o3(o, &op_where, is_new, fresh, rest);
    const IrOperand from = o3(o, &op_where, o2c(o, &op_less, behind, 0), at, later);
    return o_call(o, &op_gather_elements, OPS(all, o_broadcast(o, from, out, 4)),
                  ATTRS(A_INT("axis", 2)));
}

/* A query sees itself and what is before it, but not further than the window. */
static IrOperand causal(O *o, const Group *g, IrOperand scores) {
    const int64_t window = o_int(o, "local_window_size", -1);
    const IrOperand key = o_counter(o, o_dims(o, scores)[3], 3, 4);
    const IrOperand last = o2(o, &op_add, g->past, o_counter(o, g->seq, 2, 4));
    IrOperand seen = o2(o, &op_less_equal, key, last);
    if (window > 0) {
        const IrOperand near = o2(o, &op_greater, key, o2c(o, &op_subtract, last, (double)window));
        seen = o2(o, &op_logical_and, seen, near);
    }
    return o3(o, &op_where, seen, scores, o_const(o, o_dtype(o, scores), -(double)INFINITY));
}

/* One more key for each head, without a value: its score is the sink's, or 0. */
static IrOperand sunk(O *o, IrOperand scores, IrOperand v) {
    const IrDim *const *s = o_dims(o, scores), *const dims[] = {s[0], s[1], s[2], o_dim(o, 1)};
    const IrDim *const row[] = {s[0], o_dims(o, v)[1], o_dim(o, 1), o_dims(o, v)[3]};
    IrOperand sink =
        o_has(o, SINK) ? o_align(o, o_in(o, SINK), 1, 4) : o_const(o, o_dtype(o, scores), 0);
    sink = o_broadcast(o, o_cast(o, sink, o_dtype(o, scores)), dims, 4);
    const IrOperand nothing = o_broadcast(o, o_const(o, o_dtype(o, v), 0), row, 4);
    const IrOperand wide = o_concat(o, (const IrOperand[]){scores, sink}, 2, 3);
    return o_ms_weighted(o, wide, o_concat(o, (const IrOperand[]){v, nothing}, 2, 2));
}

void onnx_map_group_query_attention(O *o) {
    Group g = group(o);
    const double cap = o_float(o, "softcap", 0);
    if (o_has(o, PAST_K) != o_has(o, PAST_V))
        o_fail(o, "past_key and past_value are used together");
    if (o_has(o, PAST_K)) o_ms_wants_rank(o, PAST_K, 4);
    g.past = past_of(o, &g);
    if (o_int(o, "do_rotary", 0)) rotate(o, &g);
    g.k = present(o, &g, PAST_K, g.k);
    g.v = present(o, &g, PAST_V, g.v);
    if (o_wants(o, 1)) o_set(o, 1, g.k);
    if (o_wants(o, 2)) o_set(o, 2, g.v);
    IrOperand scores = o_ms_scores(o, g.q, g.k);
    if (cap > 0)
        scores = o2c(o, &op_multiply, o1(o, &op_tanh, o2c(o, &op_divide, scores, cap)), cap);
    scores = causal(o, &g, o_ms_biased(o, scores, BIAS));
    const bool sinks = o_has(o, SINK) || o_int(o, "smooth_softmax", 0) > 0;
    o_set(o, 0, sinks ? sunk(o, scores, g.v) : o_ms_weighted(o, scores, g.v));
}
