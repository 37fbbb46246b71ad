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
 * notice of the attribute `scale`, and is_packed_batching only lets a sequence be longer there. */
void onnx_map_ms_rotary_embedding(O *o) {
    enum { X, IDS, COS, SIN };
    IrOperand x = o_in(o, X), ids = o_in(o, IDS);
    const bool is_packed = o_rank(o, x) == 3;
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

enum {
    Q,
    K,
    V,
    PAST_K,
    PAST_V,
    LENGTHS,
    TOTAL,
    COS,
    SIN,
    POSITIONS,
    BIAS,
    SINK,
    K_SCALE,
    V_SCALE,
    Q_NORM,
    K_NORM
};

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

/* A query sees itself and what is before it, but not further than the window; where `causal` is 0,
 * all tokens that its row of the batch has. */
static IrOperand what_is_seen(O *o, const Group *g, IrOperand scores) {
    const int64_t window = o_int(o, "local_window_size", -1);
    const IrOperand key = o_counter(o, o_dims(o, scores)[3], 3, 4);
    if (!o_int(o, "causal", 1)) {
        const IrDim *const each[] = {g->batch, o_dim(o, 1), o_dim(o, 1), o_dim(o, 1)};
        if (window > 0)
            o_fail(o, "its local_window_size is %lld without causal", (long long)window);
        const IrOperand last = o_reshape(o, o_cast(o, o_in(o, LENGTHS), DTYPE_INT64), each, 4);
        return o2(o, &op_less_equal, key, last);
    }
    const IrOperand last = o2(o, &op_add, g->past, o_counter(o, g->seq, 2, 4));
    const IrOperand seen = o2(o, &op_less_equal, key, last);
    if (window <= 0) return seen;
    const IrOperand near = o2(o, &op_greater, key, o2c(o, &op_subtract, last, (double)window));
    return o2(o, &op_logical_and, seen, near);
}

/* The scale of a cache of int8: one number, or one for each head and element. None: the cache holds
 * what comes in. */
static IrOperand cache_scale(O *o, const char *kind, uint32_t past, uint32_t input) {
    const Str how = o_str(o, kind, "NONE");
    if (str_eq_c(how, "NONE")) {
        if (o_has(o, input)) o_unsupported(o, "scales of a cache that is not quantized");
        return o_none();
    }
    const bool is_one = str_eq_c(how, "PER_TENSOR");
    if (!is_one && !str_eq_c(how, "PER_CHANNEL"))
        o_fail(o, "its attribute '%s' is '%.*s'", kind, (int)(how.len < 40 ? how.len : 40),
               how.ptr);
    if (!o_has(o, past) || o_dtype(o, o_in(o, past)) != DTYPE_INT8)
        o_unsupported(o, "a quantized cache that is not given, or not of int8");
    const int64_t bits = o_int(o, "kv_cache_bit_width", 8);
    if (bits != 8 && bits) o_unsupported(o, "a cache of %lld bits", (long long)bits);
    if (is_one) return o_as_scalar(o, o_in(o, input));
    o_ms_wants_rank(o, input, 4);
    return o_in(o, input);
}

/* x as the cache has it; the scale's inverse is what ONNX Runtime takes. */
static IrOperand quantized(O *o, IrOperand x, IrOperand scale) {
    if (scale.kind == IR_OPERAND_NONE) return x;
    const IrOperand one = o_const(o, DTYPE_FLOAT32, 1);
    const IrOperand inverse = o2(o, &op_divide, one, o_cast(o, scale, DTYPE_FLOAT32));
    x = o1(o, &op_round, o2(o, &op_multiply, o_cast(o, x, DTYPE_FLOAT32), inverse));
    return o_cast(o, o2c(o, &op_minimum, o2c(o, &op_maximum, x, -128), 127), DTYPE_INT8);
}

static IrOperand dequantized(O *o, IrOperand x, IrOperand scale, DType dtype) {
    if (scale.kind == IR_OPERAND_NONE) return x;
    return o_cast(o, o2(o, &op_multiply, o_cast(o, x, DTYPE_FLOAT32), scale), dtype);
}

/* What is past and what is new, which the outputs 1 and 2 are. */
static void cache(O *o, Group *g) {
    const DType dtype = o_dtype(o, g->q);
    const IrOperand of_k = cache_scale(o, "k_quant_type", PAST_K, K_SCALE);
    const IrOperand of_v = cache_scale(o, "v_quant_type", PAST_V, V_SCALE);
    g->k = present(o, g, PAST_K, quantized(o, g->k, of_k));
    g->v = present(o, g, PAST_V, quantized(o, g->v, of_v));
    if (o_wants(o, 1)) o_set(o, 1, g->k);
    if (o_wants(o, 2)) o_set(o, 2, g->v);
    g->k = dequantized(o, g->k, of_k, dtype);
    g->v = dequantized(o, g->v, of_v, dtype);
}

/* --- A cache that slides ---
 *
 * Of T tokens its C rows hold the last L(T), which depends on T alone: when it is full, so many go
 * that the window is left. */

/* a // b, upwards. */
static IrOperand quotient_up(O *o, IrOperand a, IrOperand b) {
    const IrOperand more = o2(o, &op_add, a, o2c(o, &op_subtract, b, 1));
    return o2(o, &op_floor_divide, more, b);
}

static IrOperand resident(O *o, IrOperand tokens, IrOperand rows, IrOperand freed) {
    const IrOperand over = o2c(o, &op_maximum, o2(o, &op_subtract, tokens, rows), 0);
    const IrOperand times = quotient_up(o, over, freed);
    return o2(o, &op_subtract, tokens, o2(o, &op_multiply, freed, times));
}

/* Rows of old and new tokens by their places in the new cache; 0 behind them. */
static IrOperand slid(O *o, IrOperand past, IrOperand x, IrOperand from) {
    const IrDim *const *d = o_dims(o, x), *const one[] = {d[0], d[1], o_dim(o, 1), d[3]};
    const IrDim *const out[] = {d[0], d[1], o_dims(o, past)[2], d[3]};
    const IrOperand zero = o_broadcast(o, o_const(o, o_dtype(o, x), 0), one, 4);
    const IrOperand all = o_concat(o, (const IrOperand[]){past, x, zero}, 3, 2);
    return o_call(o, &op_gather_elements, OPS(all, o_broadcast(o, from, out, 4)),
                  ATTRS(A_INT("axis", 2)));
}

/* Keys and values become those of the cache and then the new ones. The place of each among all
 * tokens, (batch, 1, 1, n): behind all where there is none. */
static IrOperand sliding_cache(O *o, Group *g) {
    const int64_t window = o_int(o, "local_window_size", -1);
    if (window < 1) o_fail(o, "a cache that slides, without local_window_size");
    if (!o_has(o, PAST_K)) o_fail(o, "a cache that slides, without past_key");
    if (o_has(o, BIAS) || o_wants(o, 3) || o_has(o, K_SCALE) || o_has(o, V_SCALE))
        o_unsupported(o, "a cache that slides, with attention_bias, scales or scores as output,");
    o_ms_wants_rank(o, PAST_V, 4);
    const IrOperand old_k = o_same_dims(o, o_in(o, PAST_K), g->k, "==.=");
    const IrOperand old_v =
        o_same_dims(o, o_same_dims(o, o_in(o, PAST_V), g->v, "==.="), old_k, "..=.");
    const IrDim *rows = o_dims(o, old_k)[2], *const each[] = {g->batch, o_dim(o, 1), o_dim(o, 1),
                                                              o_dim(o, 1)};
    if (ir_dim_le(o->m, o_dim(o, window), rows) == IR_REFUTED)
        o_fail(o, "a window of %lld for a cache of %s", (long long)window, ir_dim_text(o->m, rows));
    const IrOperand n = o_dim_number(o, rows, DTYPE_INT64);
    const IrOperand freed = o2c(o, &op_subtract, n, (double)(window - 1));
    const IrOperand lengths = o_reshape(o, o_cast(o, o_in(o, LENGTHS), DTYPE_INT64), each, 4);
    const IrOperand tokens = o2c(o, &op_add, lengths, 1);
    const IrOperand had = resident(o, g->past, n, freed), has = resident(o, tokens, n, freed);
    const IrOperand first = o2(o, &op_subtract, g->past, had); /* the place of row 0 */
    const IrOperand row = o_counter(o, rows, 2, 4);
    const IrOperand end = o_dim_number(o, ir_dim_add(o->m, rows, g->seq), DTYPE_INT64);
    const IrOperand at = o2(o, &op_add, o2(o, &op_subtract, tokens, has), row);
    const IrOperand as_new = o2(o, &op_add, o2(o, &op_subtract, at, g->past), n);
    const IrOperand as_old = o2(o, &op_subtract, at, first);
    IrOperand from = o3(o, &op_where, o2(o, &op_less, at, g->past), as_old, as_new);
    from = o3(o, &op_where, o2(o, &op_less, row, has), from, end);
    if (o_wants(o, 1)) o_set(o, 1, slid(o, old_k, g->k, from));
    if (o_wants(o, 2)) o_set(o, 2, slid(o, old_v, g->v, from));
    g->k = o_concat(o, (const IrOperand[]){old_k, g->k}, 2, 2);
    g->v = o_concat(o, (const IrOperand[]){old_v, g->v}, 2, 2);
    const IrOperand column = o_counter(o, ir_dim_add(o->m, rows, g->seq), 3, 4);
    const IrOperand never = o_const(o, DTYPE_INT64, (double)((int64_t)1 << 52));
    const IrOperand is_old = o2(o, &op_less, column, n), is_there = o2(o, &op_less, column, had);
    const IrOperand old_place = o2(o, &op_add, first, column);
    const IrOperand of_old = o3(o, &op_where, is_there, old_place, never);
    const IrOperand of_new = o2(o, &op_add, o2(o, &op_subtract, column, n), g->past);
    return o3(o, &op_where, is_old, of_old, of_new);
}

static IrOperand seen_in_window(O *o, const Group *g, IrOperand place) {
    const double window = (double)o_int(o, "local_window_size", -1);
    const IrOperand last = o2(o, &op_add, g->past, o_counter(o, g->seq, 2, 4));
    const IrOperand before = o2(o, &op_less_equal, place, last);
    const IrOperand near = o2(o, &op_greater, place, o2c(o, &op_subtract, last, window));
    return o2(o, &op_logical_and, before, near);
}

/* Each head by the root of the mean of its squares, before anything turns. */
static IrOperand head_norm(O *o, IrOperand x, uint32_t input) {
    static const int64_t last = 3;
    const OAttr attrs[] = {A_INTS("axes", &last, 1),
                           A_FLOAT("epsilon", o_float(o, "qk_norm_epsilon", (double)1e-6f))};
    const IrOperand weight = o_cast(o, o_in(o, input), o_dtype(o, x));
    return o_call(o, &op_nn_rms_norm, OPS(x, weight), attrs, 2);
}

/* One more key for each head, without a value: its score is the sink's, or 0. */
static IrOperand with_sink(O *o, IrOperand scores) {
    const IrDim *const *s = o_dims(o, scores), *const dims[] = {s[0], s[1], s[2], o_dim(o, 1)};
    IrOperand sink =
        o_has(o, SINK) ? o_align(o, o_in(o, SINK), 1, 4) : o_const(o, o_dtype(o, scores), 0);
    sink = o_broadcast(o, o_cast(o, sink, o_dtype(o, scores)), dims, 4);
    return o_concat(o, (const IrOperand[]){scores, sink}, 2, 3);
}

static IrOperand with_nothing(O *o, IrOperand scores, IrOperand v) {
    const IrDim *const row[] = {o_dims(o, scores)[0], o_dims(o, v)[1], o_dim(o, 1),
                                o_dims(o, v)[3]};
    const IrOperand nothing = o_broadcast(o, o_const(o, o_dtype(o, v), 0), row, 4);
    return o_concat(o, (const IrOperand[]){v, nothing}, 2, 2);
}

/* Output 3: scores before softmax or after it, 0 where nothing is seen; `all` may have a sink. */
static void set_scores(O *o, IrOperand scores, IrOperand seen, IrOperand all) {
    enum { BEFORE = 1, AFTER };
    const int64_t how = o_int(o, "qk_output", 0);
    const IrOperand zero = o_const(o, o_dtype(o, scores), 0);
    if (!o_wants(o, 3)) return;
    if (how != BEFORE && how != AFTER) o_fail(o, "its qk_output is %lld", (long long)how);
    if (how == BEFORE) {
        o_set(o, 3, o3(o, &op_where, seen, scores, zero));
        return;
    }
    const IrOperand p = o_call(o, &op_nn_softmax, &all, 1, ATTRS(A_INT("axis", 3)));
    o_set(o, 3, o_slice(o, p, 3, o_dim(o, 0), o_dims(o, scores)[3], 1));
}

void onnx_map_group_query_attention(O *o) {
    Group g = group(o);
    const double cap = o_float(o, "softcap", 0);
    if (o_has(o, PAST_K) != o_has(o, PAST_V))
        o_fail(o, "past_key and past_value are used together");
    if (o_has(o, PAST_K)) o_ms_wants_rank(o, PAST_K, 4);
    if (o_has(o, Q_NORM) != o_has(o, K_NORM))
        o_fail(o, "q_norm_weight and k_norm_weight are used together");
    if (o_has(o, Q_NORM)) {
        g.q = head_norm(o, g.q, Q_NORM);
        g.k = head_norm(o, g.k, K_NORM);
    }
    g.past = past_of(o, &g);
    if (o_int(o, "do_rotary", 0)) rotate(o, &g);
    const bool slides = o_int(o, "sliding_window_cache", 0) != 0;
    const IrOperand place = slides ? sliding_cache(o, &g) : o_none();
    if (!slides) cache(o, &g);
    IrOperand scores = o_ms_scores(o, g.q, g.k);
    if (cap > 0)
        scores = o2c(o, &op_multiply, o1(o, &op_tanh, o2c(o, &op_divide, scores, cap)), cap);
    scores = o_ms_biased(o, scores, BIAS);
    const IrOperand seen = slides ? seen_in_window(o, &g, place) : what_is_seen(o, &g, scores);
    const IrOperand never = o_const(o, o_dtype(o, scores), -(double)INFINITY);
    IrOperand all = o3(o, &op_where, seen, scores, never), v = g.v;
    if (o_has(o, SINK) || o_int(o, "smooth_softmax", 0) > 0) {
        v = with_nothing(o, all, v);
        all = with_sink(o, all);
    }
    set_scores(o, scores, seen, all);
    o_set(o, 0, o_ms_weighted(o, all, v));
}
