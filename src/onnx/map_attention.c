/* SPDX-License-Identifier: Apache-2.0 */
/* Attention and what goes with it.
 *
 * Heads of queries that share one of keys stand together, so the queries (batch, heads, seq, size)
 * are (batch, heads of keys, group * seq, size) too: no key or value is repeated. A query that sees
 * no key gives 0, and causal masks end at the last key that counts; so a later erratum of the
 * standard has it. */
#include <math.h>

#include "onnx/map_attention.h"
#include "onnx/nested.h"

typedef struct {
    /* (batch, heads, seq, size); k, v: as many heads as they have */
    IrOperand q, k, v;
    const IrDim *batch, *q_len, *kv_len; /* kv_len: with what is past */
    const IrDim *past;                   /* how much of it; NULL: none */
    int64_t q_heads, kv_heads;
    bool is_packed; /* heads were in the last dim */
} Heads;

/* (batch, seq, heads * size) as (batch, heads, seq, size). */
IrOperand o_heads_apart(O *o, IrOperand x, int64_t heads) {
    static const int64_t order[] = {0, 2, 1, 3};
    const int64_t hidden = o_extent(o, x, 2);
    if (heads < 1 || hidden % heads)
        o_fail(o, "%lld heads, where the last dim is %lld", (long long)heads, (long long)hidden);
    const IrDim *const dims[] = {o_dims(o, x)[0], o_dims(o, x)[1], o_dim(o, heads),
                                 o_dim(o, hidden / heads)};
    return o_permute(o, o_reshape(o, x, dims, 4), order, 4);
}

/* The way back. */
IrOperand o_heads_together(O *o, IrOperand x) {
    static const int64_t order[] = {0, 2, 1, 3};
    const IrDim *const *d = o_dims(o, x), *const dims[] = {d[0], d[2],
                                                           ir_dim_mul(o->m, d[1], d[3])};
    return o_reshape(o, o_permute(o, x, order, 4), dims, 3);
}

static int64_t heads_of(O *o, const char *name) {
    if (!o_given(o, name))
        o_fail(o, "its attribute '%s' is missing, which operands of rank 3 need", name);
    return o_int(o, name, 0);
}

/* x with `like`'s extents in the dims that `same` names: where that is not proved, a run checks
 * it. '=': the same; '~': or 1. */
IrOperand o_same_dims(O *o, IrOperand x, IrOperand like, const char *same) {
    const int32_t rank = o_rank(o, x);
    const IrDim **dims = O_ARRAY(o, const IrDim *, rank);
    for (int32_t i = 0; i < rank; i++) {
        const IrDim *own = dims[i] = o_dims(o, x)[i];
        if (same[i] == '.') continue;
        const IrDim *other = o_dims(o, like)[i];
        const IrTruth equal = ir_dim_eq(o->m, own, other);
        if (equal == IR_REFUTED && !(same[i] == '~' && own == o_dim(o, 1)))
            o_fail(o, "an extent of %s in dim %d, where another operand has %s",
                   ir_dim_text(o->m, own), i, ir_dim_text(o->m, other));
        if (equal == IR_UNKNOWN) dims[i] = other;
    }
    return o_match(o, x, ir_type_tensor(o->m, dims, rank, o_dtype(o, x)));
}

static Heads heads(O *o) {
    Heads h = {.q = o_in(o, 0), .k = o_in(o, 1), .v = o_in(o, 2)};
    const int32_t rank = o_rank(o, h.q);
    h.is_packed = rank == 3;
    if ((rank != 3 && rank != 4) || o_rank(o, h.k) != rank || o_rank(o, h.v) != rank)
        o_fail(o, "its operands are of ranks %d, %d and %d: all are of rank 3, or all of rank 4",
               rank, o_rank(o, h.k), o_rank(o, h.v));
    if (h.is_packed) {
        const int64_t q_heads = heads_of(o, "q_num_heads"), kv_heads = heads_of(o, "kv_num_heads");
        h.q = o_heads_apart(o, h.q, q_heads);
        h.k = o_heads_apart(o, h.k, kv_heads);
        h.v = o_heads_apart(o, h.v, kv_heads);
    }
    h.q_heads = o_extent(o, h.q, 1);
    h.kv_heads = o_extent(o, h.k, 1);
    if (h.kv_heads < 1 || h.q_heads % h.kv_heads)
        o_fail(o, "%lld heads of queries for %lld of keys", (long long)h.q_heads,
               (long long)h.kv_heads);
    h.k = o_same_dims(o, h.k, h.q, "=..=");
    h.v = o_same_dims(o, h.v, h.k, "===.");
    h.batch = o_dims(o, h.q)[0];
    h.q_len = o_dims(o, h.q)[2];
    h.kv_len = o_dims(o, h.k)[2];
    return h;
}

/* What is past comes before the keys and values, which become outputs 1 and 2. */
static void with_past(O *o, Heads *h) {
    const bool has = o_has(o, 4);
    if (has != o_has(o, 5))
        o_fail(o, "its inputs 4 and 5, past_key and past_value, are used together");
    if (has) {
        const IrOperand key = o_same_dims(o, o_in(o, 4), h->k, "==.=");
        const IrOperand value = o_same_dims(o, o_in(o, 5), h->v, "==.=");
        h->past = o_dims(o, key)[2];
        h->k = o_concat(o, (const IrOperand[]){key, h->k}, 2, 2);
        h->v = o_concat(o, (const IrOperand[]){o_same_dims(o, value, key, "..=."), h->v}, 2, 2);
        h->kv_len = o_dims(o, h->k)[2];
    }
    if (o_wants(o, 1)) o_set(o, 1, h->k);
    if (o_wants(o, 2)) o_set(o, 2, h->v);
}

/* x . y for each head, where those of x share heads of y: (batch, heads, seq, size of the
 * result). */
IrOperand o_heads_matmul(O *o, IrOperand x, IrOperand y) {
    const IrDim *const *d = o_dims(o, x), *last = o_dims(o, y)[3];
    const int64_t heads = o_extent(o, x, 1), shared = o_extent(o, y, 1);
    if (heads == shared) return o2(o, &op_matmul, x, y);
    const IrDim *rows = ir_dim_scale(o->m, d[2], heads / shared);
    const IrDim *const few[] = {d[0], o_dim(o, shared), rows, d[3]}, *const all[] = {d[0], d[1],
                                                                                     d[2], last};
    return o_reshape(o, o2(o, &op_matmul, o_reshape(o, x, few, 4), y), all, 4);
}

/* q . k * scale: (batch, heads, seq of q, seq of k). */
static IrOperand scores(O *o, const Heads *h) {
    static const int64_t order[] = {0, 1, 3, 2};
    double scale;
    if (o_given(o, "scale")) {
        scale = o_float(o, "scale", 1);
    } else {
        const int64_t size = o_extent(o, h->q, 3);
        scale = 1 / sqrt(size ? (double)size : 1);
    }
    return o_heads_matmul(o, o2c(o, &op_multiply, h->q, scale), o_permute(o, h->k, order, 4));
}

/* The mask as it meets scores; in opset 24 one that is shorter hides the keys behind its end. */
static IrOperand mask(O *o, IrOperand x, IrOperand scores) {
    const IrDim *const *wanted = o_dims(o, scores);
    const int32_t rank = o_rank(o, x);
    int64_t own, all;
    if (rank < 1 || rank > 4) o_fail(o, "its attn_mask is of rank %d", rank);
    const bool is_bool = o_dtype(o, x) == DTYPE_BOOL;
    if (o->opset >= 24 && ir_dim_is_const(o_dims(o, x)[rank - 1], &own) &&
        ir_dim_is_const(wanted[3], &all) && own < all) {
        int64_t *width = O_ARRAY(o, int64_t, 2 * rank);
        width[2 * rank - 1] = all - own;
        const IrOperand wide = is_bool ? o_cast(o, x, DTYPE_UINT8) : x;
        const OAttr attrs[] = {A_INTS("pad_width", width, 2 * rank),
                               A_FLOAT("pad_value", is_bool ? 0 : -(double)INFINITY)};
        x = o_cast(o, o_call(o, &op_nn_pad, &wide, 1, attrs, ARRAY_LEN(attrs)),
                   is_bool ? DTYPE_BOOL : o_dtype(o, x));
    }
    const IrDim **dims = O_ARRAY(o, const IrDim *, rank);
    for (int32_t i = 0; i < rank; i++) {
        const IrDim *d = o_dims(o, x)[i], *want = wanted[4 - rank + i];
        dims[i] = !ir_dim_is_const(d, &own) && ir_dim_eq(o->m, d, want) == IR_UNKNOWN ? want : d;
    }
    return o_match(o, x, ir_type_tensor(o->m, dims, rank, o_dtype(o, x)));
}

static IrOperand hidden_unless(O *o, IrOperand seen, IrOperand x) {
    return o3(o, &op_where, seen, x, o_const(o, o_dtype(o, x), -(double)INFINITY));
}

/* A number for each of the batch, against (batch, heads, seq, seq). */
static IrOperand by_batch(O *o, IrOperand x, const Heads *h) {
    const IrDim *const dims[] = {h->batch, o_dim(o, 1), o_dim(o, 1), o_dim(o, 1)};
    if (o_rank(o, x) != 1)
        o_fail(o, "its nonpad_kv_seqlen is of rank %d instead of 1", o_rank(o, x));
    x = o_match(o, x, ir_type_tensor(o->m, dims, 1, o_dtype(o, x)));
    return o_reshape(o, o_cast(o, x, DTYPE_INT64), dims, 4);
}

/* attn_mask, and which keys each query may see. *hides: there may be a query that sees none. */
static IrOperand masked(O *o, const Heads *h, IrOperand x, bool *hides) {
    const bool is_causal = o_int(o, "is_causal", 0) != 0, has_lengths = o_has(o, 6);
    *hides = o_has(o, 3) || has_lengths;
    if (o_has(o, 3)) {
        IrOperand m = mask(o, o_in(o, 3), x);
        x = o_dtype(o, m) == DTYPE_BOOL ? hidden_unless(o, m, x)
                                        : o2(o, &op_add, x, o_cast(o, m, o_dtype(o, x)));
    }
    if (!is_causal && !has_lengths) return x;
    const IrOperand key = o_counter(o, h->kv_len, 3, 4);
    if (!is_causal) return hidden_unless(o, o2(o, &op_less, key, by_batch(o, o_in(o, 6), h)), x);
    IrOperand last = o_counter(o, h->q_len, 2, 4);
    if (has_lengths) { /* of what counts, the queries are the end */
        const IrOperand first =
            o2(o, &op_subtract, by_batch(o, o_in(o, 6), h), o_dim_number(o, h->q_len, DTYPE_INT64));
        last = o2(o, &op_add, last, first);
    } else if (h->past) {
        last = o2(o, &op_add, last, o_dim_number(o, h->past, DTYPE_INT64));
    }
    return hidden_unless(o, o2(o, &op_less_equal, key, last), x);
}

/* 0 in place of p where all scores of the query are -inf. */
static IrOperand without_blind(O *o, IrOperand p, IrOperand scores) {
    const int64_t axis = 3;
    int64_t keys;
    if (ir_dim_is_const(o_dims(o, scores)[3], &keys) && keys == 0) return p;
    const IrOperand most = o_reduce(o, &op_max, scores, &axis, 1, true);
    const IrOperand blind = o2c(o, &op_equal, most, -(double)INFINITY);
    return o3(o, &op_where, blind, o_const(o, o_dtype(o, p), 0), p);
}

static DType precision(O *o, DType fallback) {
    const DType t = o_given(o, "softmax_precision")
                        ? onnx_dtype(o_int(o, "softmax_precision", 1), NULL)
                        : fallback;
    if (!dtype_is_float(t)) o_unsupported(o, "its softmax_precision");
    return t;
}

static IrOperand softmax(O *o, IrOperand x) {
    return o_call(o, &op_nn_softmax, &x, 1, ATTRS(A_INT("axis", 3)));
}

void onnx_map_attention(O *o) {
    enum { SCORES, CAPPED, MASKED, WEIGHTS, N_STAGES };
    Heads h = heads(o);
    const DType dtype = o_dtype(o, h.q);
    const int64_t stage = o_int(o, "qk_matmul_output_mode", 0);
    const double cap = o_float(o, "softcap", 0);
    IrOperand at[N_STAGES];
    bool hides;
    if (stage < 0 || stage >= N_STAGES)
        o_fail(o, "its qk_matmul_output_mode is %lld", (long long)stage);
    if (o_has(o, 6) && o_has(o, 4))
        o_fail(o,
               "its input 6, nonpad_kv_seqlen, is not used together with past_key and past_value");
    with_past(o, &h);
    at[SCORES] = at[CAPPED] = scores(o, &h);
    if (cap > 0)
        at[CAPPED] =
            o2c(o, &op_multiply, o1(o, &op_tanh, o2c(o, &op_divide, at[SCORES], cap)), cap);
    at[MASKED] = masked(o, &h, at[CAPPED], &hides);
    const IrOperand wide = o_cast(o, at[MASKED], precision(o, dtype));
    at[WEIGHTS] = softmax(o, wide);
    IrOperand p = hides ? without_blind(o, at[WEIGHTS], wide) : at[WEIGHTS];
    const DType wider =
        dtype_bits(o_dtype(o, p)) < dtype_bits(o_dtype(o, h.v)) ? o_dtype(o, h.v) : o_dtype(o, p);
    p = o_cast(o, p, wider);
    const IrOperand y = o_cast(o, o_heads_matmul(o, p, o_cast(o, h.v, wider)), dtype);
    if (o_wants(o, 0)) o_set(o, 0, h.is_packed ? o_heads_together(o, y) : y);
    if (o_wants(o, 3)) o_set(o, 3, o_cast(o, at[stage], dtype));
}

/* The subgraph `name` on x, if there is one: what comes out is of x's type. */
static IrOperand modified(O *o, const char *name, IrOperand x) {
    if (!o_given(o, name)) return x;
    const OnnxGraph *g = onnx_subgraph(o, name);
    onnx_subgraph_takes(o, name, g, 1);
    onnx_subgraph_gives(o, name, g, 1, 1);
    OnnxValue v = {.operand = x};
    OnnxValue **out = onnx_graph_in_place(o, g, &v);
    const IrOperand y =
        onnx_value_is_tensor(out[0]) ? onnx_value_operand(o->im, o->b, out[0]) : o_none();
    if (y.kind == IR_OPERAND_NONE) o_fail(o, "its '%s' gives no tensor", name);
    if (o_dtype(o, y) != o_dtype(o, x) || o_rank(o, y) != o_rank(o, x))
        o_fail(o, "its '%s' gives another type than it takes", name);
    return o_same_dims(o, y, x, "====");
}

void onnx_map_flex_attention(O *o) {
    const Heads h = heads(o);
    const DType dtype = o_dtype(o, h.q);
    if (h.is_packed) o_fail(o, "its operands are of rank 3 instead of 4");
    const DType wide = precision(o, dtype == DTYPE_FLOAT64 ? dtype : DTYPE_FLOAT32);
    const IrOperand s = modified(o, "score_mod", o_cast(o, scores(o, &h), wide));
    const IrOperand p = modified(o, "prob_mod", softmax(o, s));
    o_set(o, 0, o_cast(o, o_heads_matmul(o, p, o_cast(o, h.v, wide)), dtype));
}

/* A table of angles as (batch, 1, seq, n): its rows at position_ids, or one for each token. */
static IrOperand angles(O *o, uint32_t input, IrOperand x, int64_t n) {
    IrOperand t = o_in(o, input);
    if (o_has(o, 3)) {
        if (o_rank(o, t) != 2 || o_rank(o, o_in(o, 3)) != 2)
            o_fail(
                o,
                "with position_ids its input %u is of rank %d, and these of rank %d, instead of 2",
                input, o_rank(o, t), o_rank(o, o_in(o, 3)));
        t = o_call(o, &op_take, OPS(t, o_in(o, 3)), ATTRS(A_INT("axis", 0)));
    } else if (o_rank(o, t) != 3) {
        o_fail(o, "without position_ids its input %u is of rank %d instead of 3", input,
               o_rank(o, t));
    }
    const IrDim *const dims[] = {o_dims(o, x)[0], o_dims(o, x)[2], o_dim(o, n)};
    int64_t found;
    if (ir_dim_is_const(o_dims(o, t)[2], &found) && found != n)
        o_fail(o, "its input %u has %lld angles, where %lld elements turn", input, (long long)found,
               (long long)(2 * n));
    const IrDim *match[3];
    for (int i = 0; i < 3; i++) /* one row may do for the whole batch */
        match[i] =
            ir_dim_eq(o->m, o_dims(o, t)[i], dims[i]) == IR_UNKNOWN ? dims[i] : o_dims(o, t)[i];
    t = o_match(o, t, ir_type_tensor(o->m, match, 3, o_dtype(o, t)));
    return o_cast(o, o_expand(o, t, (const int64_t[]){1}, 1), o_dtype(o, x));
}

/* Of x's last dim: begin, begin + step, ..., before end. */
static IrOperand taken(O *o, IrOperand x, int64_t begin, int64_t end, int64_t step) {
    return o_slice(o, x, 3, o_dim(o, begin), o_dim(o, end), step);
}

IrOperand o_rotated(O *o, IrOperand x, IrOperand cosine, IrOperand sine, int64_t n,
                    bool neighbours) {
    const int64_t size = o_extent(o, x, 3);
    const IrOperand a = neighbours ? taken(o, x, 0, n, 2) : taken(o, x, 0, n / 2, 1);
    const IrOperand b = neighbours ? taken(o, x, 1, n, 2) : taken(o, x, n / 2, n, 1);
    const IrOperand ac = o2(o, &op_multiply, cosine, a), bs = o2(o, &op_multiply, sine, b);
    const IrOperand as = o2(o, &op_multiply, sine, a), bc = o2(o, &op_multiply, cosine, b);
    const IrOperand re = o2(o, &op_subtract, ac, bs), im = o2(o, &op_add, as, bc);
    IrOperand y;
    if (neighbours) {
        const IrDim *const *d = o_dims(o, x), *const dims[] = {d[0], d[1], d[2], o_dim(o, n)};
        const int64_t last = 4;
        const IrOperand pair[] = {o_expand(o, re, &last, 1), o_expand(o, im, &last, 1)};
        y = o_reshape(o, o_concat(o, pair, 2, 4), dims, 4);
    } else {
        y = o_concat(o, (const IrOperand[]){re, im}, 2, 3);
    }
    return n == size ? y : o_concat(o, (const IrOperand[]){y, taken(o, x, n, size, 1)}, 2, 3);
}

/* Pairs of elements turn by an angle: those of two halves, or neighbours. */
void onnx_map_rotary_embedding(O *o) {
    IrOperand x = o_in(o, 0);
    const bool is_packed = o_rank(o, x) == 3, neighbours = o_int(o, "interleaved", 0) != 0;
    if (is_packed) x = o_heads_apart(o, x, heads_of(o, "num_heads"));
    if (o_rank(o, x) != 4) o_fail(o, "its operand is of rank %d instead of 3 or 4", o_rank(o, x));
    const int64_t size = o_extent(o, x, 3), given = o_int(o, "rotary_embedding_dim", 0),
                  n = given ? given : size;
    if (n < 0 || n > size || n % 2)
        o_fail(o, "%lld elements turn, of %lld: an even number is expected", (long long)n,
               (long long)size);
    const IrOperand cosine = angles(o, 1, x, n / 2), sine = angles(o, 2, x, n / 2);
    const IrOperand y = o_rotated(o, x, cosine, sine, n, neighbours);
    o_set(o, 0, is_packed ? o_heads_together(o, y) : y);
}

/* The update's positions along the axis, from the batch's write index on, each element's. */
void onnx_map_tensor_scatter(O *o) {
    const IrOperand past = o_in(o, 0), update = o_in(o, 1);
    const int32_t rank = o_rank(o, past);
    const int64_t axis = o_axis(o, o_int(o, "axis", -2), rank);
    const Str mode = o_str(o, "mode", "linear");
    const bool is_circular = str_eq_c(mode, "circular");
    if (!is_circular && !str_eq_c(mode, "linear"))
        o_fail(o, "its mode is '%.*s'", (int)mode.len, mode.ptr);
    if (axis == 0) o_fail(o, "its axis is 0, which is the batch");
    if (o_rank(o, update) != rank)
        o_fail(o, "its update is of rank %d instead of %d", o_rank(o, update), rank);
    const IrDim *const *dims = o_dims(o, update);
    IrOperand at = o_counter(o, dims[axis], (int32_t)axis, rank);
    if (o_has(o, 2)) {
        if (o_rank(o, o_in(o, 2)) != 1)
            o_fail(o, "its write_indices are of rank %d instead of 1", o_rank(o, o_in(o, 2)));
        const IrType *t = ir_type_tensor(o->m, dims, 1, o_dtype(o, o_in(o, 2)));
        const IrOperand first =
            o_align(o, o_cast(o, o_match(o, o_in(o, 2), t), DTYPE_INT64), 0, rank);
        at = o2(o, &op_add, first, at);
    }
    if (is_circular)
        at = o2(o, &op_floor_mod, at, o_dim_number(o, o_dims(o, past)[axis], DTYPE_INT64));
    o_set(o, 0,
          o_call(o, &op_scatter_elements, OPS(past, o_broadcast(o, at, dims, rank), update),
                 ATTRS(A_INT("axis", axis))));
}
