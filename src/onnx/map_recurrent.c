/* SPDX-License-Identifier: Apache-2.0 */
/* RNN, GRU and LSTM. */
#include "onnx/import.h"

/* RNN, GRU, LSTM: the operators of Relax follow ONNX; directions and layouts are the same
 * attributes. */
static IrAttr list_of_strings(O *o, const char *name) {
    const OnnxAttr *a = onnx_attr_find(o, name);
    const size_t n = a ? a->strings.len : 0;
    IrAttr *items = O_ARRAY(o, IrAttr, n);
    for (size_t i = 0; i < n; i++) {
        items[i] = (IrAttr){.kind = IR_ATTR_STRING, .s = intern(&o->m->names, a->strings.at[i])};
    }
    return (IrAttr){.kind = IR_ATTR_LIST, .n = (uint32_t)n, .items = items};
}

static IrAttr list_of_floats(O *o, const char *name) {
    uint32_t n;
    const float *v = o_floats(o, name, &n);
    IrAttr *items = O_ARRAY(o, IrAttr, n);
    for (uint32_t i = 0; i < n; i++) items[i] = (IrAttr){.kind = IR_ATTR_FLOAT, .f = (double)v[i]};
    return (IrAttr){.kind = IR_ATTR_LIST, .n = n, .items = items};
}

static void recurrent(O *o, const OpDef *op, const IrOperand *ops, uint32_t n_inputs,
                      const OAttr *own, uint32_t n_results) {
    OAttr attrs[7] = {
        A_STR("direction", arena_strdup(&o->im->arena, o_str(o, "direction", "forward"))),
        {"activations", list_of_strings(o, "activations")},
        {"activation_alpha", list_of_floats(o, "activation_alpha")},
        {"activation_beta", list_of_floats(o, "activation_beta")},
        A_INT("layout", o_int(o, "layout", 0)),
    };
    uint32_t n = 5;
    const IrOperand weight = ops[2]; /* directions, gates of hidden_size, hidden_size */
    const int64_t hidden = o_int(o, "hidden_size", 0);
    int64_t found;
    if (o_given(o, "hidden_size") && o_rank(o, weight) == 3 && o_has_dims(o, weight) &&
        ir_dim_is_const(o_dims(o, weight)[2], &found) && found != hidden) {
        o_fail(o, "its attribute 'hidden_size' says %lld, its recurrence %lld", (long long)hidden,
               (long long)found);
    }
    if (o_given(o, "clip")) attrs[n++] = (OAttr)A_FLOAT("clip", o_float(o, "clip", 0));
    if (own) attrs[n++] = *own;
    const IrOperand all = o_call(o, op, ops, n_inputs, attrs, n);
    for (uint32_t i = 0; i < n_results && i < o->n_out; i++) {
        if (o_wants(o, i)) o_set(o, i, o_field(o, all, i));
    }
}

static void by_inputs(O *o, const OpDef *op, uint32_t n_inputs, const OAttr *own,
                      uint32_t n_results) {
    IrOperand ops[8];
    for (uint32_t i = 0; i < n_inputs; i++) ops[i] = o_has(o, i) ? o_in(o, i) : o_none();
    recurrent(o, op, ops, n_inputs, own, n_results);
}

void onnx_map_rnn(O *o) { by_inputs(o, &op_nn_rnn, 6, NULL, 2); }

void onnx_map_gru(O *o) {
    const OAttr own = A_BOOL("linear_before_reset", o_int(o, "linear_before_reset", 0) != 0);
    by_inputs(o, &op_nn_gru, 6, &own, 2);
}

void onnx_map_lstm(O *o) {
    const OAttr own = A_BOOL("input_forget", o_int(o, "input_forget", 0) != 0);
    by_inputs(o, &op_nn_lstm, 8, &own, 3);
}

/* Input i (directions, n, gates) by the scale and zero point at `scale`, of each direction or each
 * gate's element, as (directions, gates, n). */
static IrOperand weights_of(O *o, uint32_t i, uint32_t scale) {
    static const int64_t swap[] = {0, 2, 1}, behind[] = {1, 2}, between[] = {1};
    const IrOperand x = o_in(o, i);
    if (o_rank(o, x) != 3) o_fail(o, "its input %u is of rank %d instead of 3", i, o_rank(o, x));
    IrOperand by[2] = {o_in(o, scale), o_none()};
    if (o_has(o, scale + 1)) by[1] = o_cast(o, o_in(o, scale + 1), DTYPE_FLOAT32);
    for (int k = 0; k < 2; k++) {
        if (by[k].kind == IR_OPERAND_NONE) continue;
        const bool is_one = o_rank(o, by[k]) == 1;
        by[k] = o_expand(o, by[k], is_one ? behind : between, is_one ? 2 : 1);
    }
    IrOperand y = o_cast(o, x, DTYPE_FLOAT32);
    if (by[1].kind != IR_OPERAND_NONE) y = o2(o, &op_subtract, y, by[1]);
    return o_permute(o, o2(o, &op_multiply, y, by[0]), swap, 3);
}

/* com.microsoft: an LSTM with quantized weights. X is rounded to uint8 by its own range, as ONNX
 * Runtime does it; the hidden state, which it rounds in each step, is not. */
void onnx_map_dynamic_quantize_lstm(O *o) {
    enum { X, W, R, INPUTS = 8, W_SCALE = 8, R_SCALE = 10 };
    const OAttr own = A_BOOL("input_forget", o_int(o, "input_forget", 0) != 0);
    IrOperand ops[INPUTS], scale, zero;
    o_quantize_range(o, o_in(o, X), &scale, &zero);
    for (uint32_t i = R + 1; i < INPUTS; i++) ops[i] = o_has(o, i) ? o_in(o, i) : o_none();
    const IrOperand q = o_quantize(o, o_in(o, X), scale, zero, 0);
    ops[X] = o_dequantize(o, q, scale, zero, 0);
    ops[W] = weights_of(o, W, W_SCALE);
    ops[R] = weights_of(o, R, R_SCALE);
    recurrent(o, &op_nn_lstm, ops, INPUTS, &own, 3);
}
