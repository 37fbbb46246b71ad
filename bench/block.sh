#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# A transformer block of Stable Diffusion's UNet as Relax text, with its weights as parameters: self-attention, cross-attention
# on 77 tokens of text, and a gated feed-forward.
#
#   bench/block.sh [CHANNELS [SIDE [NUM_INPUT]]]      default: 320 channels, an image of 64 x 64; with NUM_INPUT, 2, the
#   parameters behind x and context are weights for LiftTransformParams
exec awk -v c="${1:-320}" -v side="${2:-64}" -v num_input="${3-}" '
function param(name, dims) { params = params sprintf(",\n    %s: R.Tensor((%s,), dtype=\"float32\")", name, dims) }
function emit(name, text) { body = body "        " name " = " text "\n"; return name }
function linear(y, x, name, i, o, bias) {
    param("w_" name, o ", " i)
    emit("t_" name, "R.permute_dims(w_" name ")")
    emit(bias ? "m_" name : y, "R.matmul(" x ", t_" name ")")
    if (bias) { param("b_" name, o); emit(y, "R.add(m_" name ", b_" name ")") }
    return y
}
function normal(y, x, name) {
    param("g_" name, c); param("h_" name, c)
    return emit(y, "R.nn.layer_norm(" x ", g_" name ", h_" name ", axes=[-1])")
}
function attention(x, name, keys, n_keys, wide,    k) {
    normal("n_" name, x, name)
    if (keys == "") keys = "n_" name
    linear("q_" name, "n_" name, "q" name, c, c, 0)
    linear("k_" name, keys, "k" name, wide, c, 0)
    linear("v_" name, keys, "v" name, wide, c, 0)
    emit("qh_" name, "R.permute_dims(R.reshape(q_" name ", (1, " n ", " heads ", " d ")), axes=[0, 2, 1, 3])")
    emit("kh_" name, "R.permute_dims(R.reshape(k_" name ", (1, " n_keys ", " heads ", " d ")), axes=[0, 2, 3, 1])")
    emit("vh_" name, "R.permute_dims(R.reshape(v_" name ", (1, " n_keys ", " heads ", " d ")), axes=[0, 2, 1, 3])")
    emit("s_" name, "R.nn.softmax(R.multiply(R.matmul(qh_" name ", kh_" name "), R.const(" scale ", \"float32\")), axis=-1)")
    emit("a_" name, "R.reshape(R.permute_dims(R.matmul(s_" name ", vh_" name "), axes=[0, 2, 1, 3]), (1, " n ", " c "))")
    linear("o_" name, "a_" name, "o" name, c, c, 1)
    return emit("x_" name, "R.add(" x ", o_" name ")")
}
BEGIN {
    n = side * side; heads = 8; d = c / heads; scale = 1 / sqrt(d); tokens = 77; text = 768
    x = attention("x", "self", "", n, c)
    x = attention(x, "cross", "context", tokens, text)
    normal("n_ff", x, "ff")
    linear("p_ff", "n_ff", "pff", c, 8 * c, 1)
    emit("halves", "R.split(p_ff, 2, axis=-1)")
    emit("gated", "R.multiply(halves[0], R.nn.gelu(halves[1]))")
    linear("o_ff", "gated", "off", 4 * c, c, 1)
    emit("y", "R.add(" x ", o_ff)")
    printf "@R.function\ndef main(x: R.Tensor((1, %d, %d), dtype=\"float32\"), context: R.Tensor((1, %d, %d), dtype=\"float32\")%s):\n", n, c, tokens, text, params
    if (num_input != "") printf "    R.func_attr({\"num_input\": %d})\n", num_input
    printf "    with R.dataflow():\n%s        R.output(y)\n    return y\n", body
}'
