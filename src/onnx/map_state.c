/* SPDX-License-Identifier: Apache-2.0 */
/* What carries a state from one call of the model to the next. */
#include <math.h>

#include "onnx/nested.h"

static const Str no_name = {.len = 0};

/* A convolution of each channel with what was before; the state is the last elements that the next
 * call looks at. */
void onnx_map_causal_conv(O *o) {
    const IrOperand x = o_in(o, 0), weight = o_in(o, 1);
    const Str activation = o_str(o, "activation", "none");
    const bool is_silu = str_eq_c(activation, "silu") || str_eq_c(activation, "swish");
    if (!is_silu && !str_eq_c(activation, "none"))
        o_fail(o, "its activation is '%.*s'", (int)activation.len, activation.ptr);
    if (o_rank(o, x) != 3 || o_rank(o, weight) != 3)
        o_fail(o, "its operands are of ranks %d and %d instead of 3", o_rank(o, x),
               o_rank(o, weight));
    const int64_t channels = o_extent(o, weight, 0), size = o_extent(o, weight, 2);
    if (size < 1) o_fail(o, "its weight has %lld elements a channel", (long long)size);
    const IrDim *const *dims = o_dims(o, x), *before[] = {dims[0], dims[1], o_dim(o, size - 1)};
    IrOperand past;
    if (o_has(o, 3)) {
        past = o_match(o, o_in(o, 3), ir_type_tensor(o->m, before, 3, o_dtype(o, x)));
    } else {
        past = o_broadcast(o, o_const(o, o_dtype(o, x), 0), before, 3);
    }
    const IrOperand all = size > 1 ? o_concat(o, (const IrOperand[]){past, x}, 2, 2) : x;
    IrOperand y = o_call(o, &op_nn_conv1d, OPS(all, weight), ATTRS(A_INT("groups", channels)));
    y = o_add_bias(o, y, 2);
    o_set(o, 0, is_silu ? o1(o, &op_nn_silu, y) : y);
    if (!o_wants(o, 1)) return;
    const IrDim *end = o_dims(o, all)[2];
    o_set(o, 1, o_slice(o, all, 2, ir_dim_offset(o->m, end, 1 - size), end, 1));
}

/* A recurrence over tokens. What a step takes of a token, each without the first dim, the
 * tokens. */
enum { QUERY, KEY, VALUE, DECAY, BETA, N_PARTS };

typedef struct {
    int64_t q_heads, heads; /* of queries, and of keys, values and the state */
    double scale;
    bool decays, corrects;
} Rule;

/* (batch, seq, heads * size) as (seq, batch, heads, size, 1). */
static IrOperand by_token(O *o, IrOperand x, int64_t heads) {
    static const int64_t order[] = {1, 0, 2, 3, 4};
    const int64_t hidden = o_rank(o, x) == 3 ? o_extent(o, x, 2) : -1;
    if (hidden < 0) o_fail(o, "an operand is of rank %d instead of 3", o_rank(o, x));
    if (hidden % heads)
        o_fail(o, "%lld heads, where the last dim is %lld", (long long)heads, (long long)hidden);
    const IrDim *const *d = o_dims(o, x);
    const IrDim *const dims[] = {d[0], d[1], o_dim(o, heads), o_dim(o, hidden / heads),
                                 o_dim(o, 1)};
    return o_permute(o, o_reshape(o, o_cast(o, x, DTYPE_FLOAT32), dims, 5), order, 5);
}

/* The state after a token, and what comes out: (batch, heads of keys, queries a head, size of
 * values). */
static IrOperand step(O *o, const Rule *rule, const IrOperand *token, IrOperand state,
                      IrOperand *out) {
    static const int64_t across[] = {0, 1, 3, 2};
    IrOperand value = o_permute(o, token[VALUE], across, 4);
    if (rule->decays) state = o2(o, &op_multiply, state, o1(o, &op_exp, token[DECAY]));
    if (rule->corrects) {
        const IrOperand recalled = o2(o, &op_matmul, o_permute(o, token[KEY], across, 4), state);
        value = o2(o, &op_multiply, token[BETA], o2(o, &op_subtract, value, recalled));
    }
    state = o2(o, &op_add, state, o2(o, &op_multiply, token[KEY], value));
    const IrDim *const *d = o_dims(o, token[QUERY]);
    const IrDim *const grouped[] = {d[0], o_dim(o, rule->heads),
                                    o_dim(o, rule->q_heads / rule->heads), d[2]};
    const IrOperand query =
        o2c(o, &op_multiply, o_reshape(o, token[QUERY], grouped, 4), rule->scale);
    *out = o2(o, &op_matmul, query, state);
    return state;
}

/* Over all tokens: results[0] the last state, results[1] what comes out of each. */
static void over_tokens(O *o, const Rule *rule, const IrOperand *parts, IrOperand state,
                        IrOperand *results) {
    OnnxNested body;
    IrOperand sequences[N_PARTS], token[N_PARTS];
    uint32_t n = 0;
    onnx_nested_init(&body, o, "token");
    const IrOperand carry =
        onnx_nested_param(&body, no_name, "state", onnx_nested_type(&body, o_type(o, state), 0));
    for (int i = 0; i < N_PARTS; i++) {
        if (parts[i].kind == IR_OPERAND_NONE) continue;
        token[i] =
            onnx_nested_param(&body, no_name, "x", onnx_nested_type(&body, o_type(o, parts[i]), 1));
        sequences[n++] = parts[i];
    }
    O inner = *o;
    inner.b = &body.b;
    IrOperand out[2];
    out[0] = step(&inner, rule, token, carry, &out[1]);
    const IrOperand f = onnx_nested_end(&body, out, 2, true);
    const IrOperand all = onnx_scan(
        o, f,
        &(OnnxScan){.carries = &state, .n_carries = 1, .sequences = sequences, .n_sequences = n});
    for (uint32_t i = 0; i < 2; i++) results[i] = o_field(o, all, i);
}

static Rule rule_of(O *o) {
    const Str name = o_str(o, "update_rule", "gated_delta");
    Rule r = {.q_heads = o_int(o, "q_num_heads", 0), .heads = o_int(o, "kv_num_heads", 0)};
    r.decays = str_eq_c(name, "gated") || str_eq_c(name, "gated_delta");
    r.corrects = str_eq_c(name, "delta") || str_eq_c(name, "gated_delta");
    if (!r.decays && !r.corrects && !str_eq_c(name, "linear"))
        o_fail(o, "its update_rule is '%.*s'", (int)name.len, name.ptr);
    if (r.heads < 1 || r.q_heads < 1 || r.q_heads % r.heads)
        o_fail(o, "%lld heads of queries for %lld of keys", (long long)r.q_heads,
               (long long)r.heads);
    static const char *const gates[] = {"decay", "beta"};
    for (uint32_t i = 0; i < 2; i++) {
        const bool wanted = i ? r.corrects : r.decays;
        if (o_has(o, 4 + i) == wanted) continue;
        o_fail(o, "its input %u, %s, is %s by the update_rule '%.*s'", 4 + i, gates[i],
               wanted ? "needed" : "not used", (int)name.len, name.ptr);
    }
    return r;
}

/* In float32, whatever the operands are. */
void onnx_map_linear_attention(O *o) {
    static const int64_t order[] = {1, 0, 2, 3, 4}, first = 0;
    Rule rule = rule_of(o);
    const IrOperand none = o_none();
    IrOperand parts[N_PARTS] = {none, none, none, none, none}, state, results[2];
    parts[QUERY] = by_token(o, o_in(o, 0), rule.q_heads);
    parts[KEY] = by_token(o, o_in(o, 1), rule.heads);
    parts[VALUE] = by_token(o, o_in(o, 2), rule.heads);
    const IrDim *const *q = o_dims(o, parts[QUERY]), *const *v = o_dims(o, parts[VALUE]);
    for (int i = KEY; i <= VALUE; i++) { /* tokens and batch are the query's */
        const IrDim *const *d = o_dims(o, parts[i]), *const dims[] = {q[0], q[1], d[2],
                                                                      i == KEY ? q[3] : d[3], d[4]};
        parts[i] = o_match(o, parts[i], ir_type_tensor(o->m, dims, 5, DTYPE_FLOAT32));
    }
    if (rule.decays) parts[DECAY] = by_token(o, o_in(o, 4), rule.heads);
    if (rule.corrects) {
        const bool is_one = o_rank(o, o_in(o, 5)) == 3 && o_extent(o, o_in(o, 5), 2) == 1;
        parts[BETA] = by_token(o, o_in(o, 5), is_one ? 1 : rule.heads);
    }
    for (int i = DECAY; i <= BETA; i++) {
        if (parts[i].kind == IR_OPERAND_NONE) continue;
        const IrDim *const *d = o_dims(o, parts[i]), *const dims[] = {q[0], q[1], d[2], d[3], d[4]};
        parts[i] = o_match(o, parts[i], ir_type_tensor(o->m, dims, 5, DTYPE_FLOAT32));
    }
    const int64_t size = o_extent(o, parts[QUERY], 3);
    rule.scale = o_float(o, "scale", 0);
    if (rule.scale == 0) rule.scale = 1 / sqrt(size ? (double)size : 1);
    const IrDim *const state_dims[] = {q[1], o_dim(o, rule.heads), q[3], v[3]};
    const DType dtype = o_dtype(o, o_in(o, 0)), kept = o_has(o, 3) ? o_dtype(o, o_in(o, 3)) : dtype;
    if (o_has(o, 3)) {
        state = o_cast(o, o_match(o, o_in(o, 3), ir_type_tensor(o->m, state_dims, 4, kept)),
                       DTYPE_FLOAT32);
    } else {
        state = o_broadcast(o, o_const(o, DTYPE_FLOAT32, 0), state_dims, 4);
    }
    if (ir_dim_is(q[0], 1)) { /* one token, as in decoding, is no loop */
        for (int i = 0; i < N_PARTS; i++) {
            if (parts[i].kind != IR_OPERAND_NONE) parts[i] = o_squeeze(o, parts[i], &first, 1);
        }
        results[0] = step(o, &rule, parts, state, &results[1]);
        results[1] = o_expand(o, results[1], &first, 1);
    } else {
        over_tokens(o, &rule, parts, state, results);
    }
    const IrOperand y = o_permute(o, results[1], order, 5);
    const IrDim *const out_dims[] = {q[1], q[0], ir_dim_scale(o->m, v[3], rule.q_heads)};
    if (o_wants(o, 0)) o_set(o, 0, o_cast(o, o_reshape(o, y, out_dims, 3), dtype));
    if (o_wants(o, 1)) o_set(o, 1, o_cast(o, results[0], kept));
}
