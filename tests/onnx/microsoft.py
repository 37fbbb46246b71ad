# SPDX-License-Identifier: Apache-2.0
"""Writes DIR/NAME: models of one operator of com.microsoft each, with inputs drawn here and the outputs that ONNX Runtime
computes, in the form of ONNX's backend suite.

    python3 tests/onnx/microsoft.py LIBRARY DIR

LIBRARY is ONNX Runtime's (bench/get-ort.sh); build/bench/ort_peer runs it. What it refuses is said, and left out.
microsoft.sh packs DIR, and tests Tenon with it."""
import os
import subprocess
import sys
import tempfile

import numpy as np
from onnx import helper, numpy_helper
from onnx.mapping import NP_TYPE_TO_TENSOR_TYPE

library, folder = sys.argv[1:3]
rng = np.random.RandomState(3)
f16, i8, u8, i32 = np.float16, np.int8, np.uint8, np.int32


def floats(*shape, dtype=np.float32):
    return (rng.randint(-32, 33, shape) / 16).astype(dtype)


def ints(*shape, low=0, high=8, dtype=i32):
    return np.asarray(rng.randint(low, high, shape), dtype)


class const:
    """An input that is an initializer."""

    def __init__(self, value):
        self.value = np.asarray(value)


def run(model, inputs, n):
    with tempfile.TemporaryDirectory() as tmp:
        with open(f"{tmp}/m.onnx", "wb") as out:
            out.write(model.SerializeToString())
        for name, x in inputs.items():
            np.save(f"{tmp}/in_{name}.npy", x)
        done = subprocess.run(["build/bench/ort_peer", library, f"{tmp}/m.onnx", tmp, "--iterations", "1", "--warmup", "0",
                               "--save", f"{tmp}/out"], capture_output=True, text=True)
        if done.returncode:
            return done.stderr.strip()
        return [np.load(f"{tmp}/out/out_{i}.npy") for i in range(n)]


def info(name, x, free=None):
    dims = [(free or {}).get(d, d) for d in x.shape]
    return helper.make_tensor_value_info(name, NP_TYPE_TO_TENSOR_TYPE[x.dtype], dims)


def case(name, op, inputs, outputs=1, domain="com.microsoft", opset=17, attrs=None, free=None, said=None, shown=None, **more):
    """inputs: arrays, constants, or None where one is left out. outputs: how many, or a list of which are wanted. free:
    extents that have names instead, wherever an input has them. said: the outputs' type, where ONNX Runtime cannot tell. shown: so
    many outputs are the model's; the node has more."""
    wanted = [i < outputs for i in range(outputs)] if isinstance(outputs, int) else outputs
    names = [f"x{i}" if x is not None else "" for i, x in enumerate(inputs)]
    made = [f"y{i}" if w else "" for i, w in enumerate(wanted)]
    given = {n: x for n, x in zip(names, inputs) if n and not isinstance(x, const)}
    held = {n: x.value for n, x in zip(names, inputs) if n and isinstance(x, const)}
    node = helper.make_node(op, names, made, domain=domain, **more, **(attrs or {}))
    kept = [n for n in made if n][:shown]

    def model(infos):
        g = helper.make_graph([node], name, [info(n, x, free) for n, x in given.items()], infos,
                              [numpy_helper.from_array(x, n) for n, x in held.items()])
        m = helper.make_model(g, opset_imports=[helper.make_opsetid("", opset), helper.make_opsetid("com.microsoft", 1)],
                              producer_name="tenon")
        m.ir_version = 8
        return m

    found = run(model([helper.make_tensor_value_info(n, said, None) if said else helper.make_empty_tensor_value_info(n) for n in kept]),
                given, len(kept))
    if isinstance(found, str):
        print(f"{name}: {found[:300]}")
        return
    for n, x in zip(kept, found):
        if x.dtype.kind == "f" and not np.isfinite(x.astype(np.float64)).all():
            print(f"{name}: {n} is not finite")
    path = f"{folder}/{name}/test_data_set_0"
    os.makedirs(path, exist_ok=True)
    with open(f"{folder}/{name}/model.onnx", "wb") as out:
        out.write(model([info(n, x) if not free else helper.make_tensor_value_info(n, NP_TYPE_TO_TENSOR_TYPE[x.dtype], [None] * x.ndim)
                         for n, x in zip(kept, found)]).SerializeToString(deterministic=True))
    for what, arrays in (("input", given), ("output", dict(zip(kept, found)))):
        for i, (n, x) in enumerate(arrays.items()):
            with open(f"{path}/{what}_{i}.pb", "wb") as out:
                out.write(numpy_helper.from_array(x, n).SerializeToString(deterministic=True))


# --- Gelu and its like ---

x, b = floats(2, 3, 8), floats(8)
case("gelu", "Gelu", [x])
case("bias_gelu", "BiasGelu", [x, b])
case("fast_gelu", "FastGelu", [x])
case("fast_gelu_bias", "FastGelu", [x, b])
case("quick_gelu", "QuickGelu", [x])
case("quick_gelu_alpha", "QuickGelu", [x], alpha=0.5)

# --- Convolutions and products with what stands behind them ---

image, weight, bias = floats(1, 2, 6, 5), floats(4, 2, 3, 3), floats(4)
for act, p in (("Relu", []), ("Tanh", []), ("Sigmoid", []), ("LeakyRelu", [0.25]), ("Clip", [-0.5, 0.75]),
               ("HardSigmoid", [0.25, 0.375])):
    more = {"activation_params": p} if p else {}
    case(f"fused_conv_{act.lower()}", "FusedConv", [image, const(weight), const(bias)], activation=act, pads=[1, 1, 1, 1], **more)
case("fused_conv_none", "FusedConv", [image, const(weight)], strides=[2, 2])
case("fused_conv_sum", "FusedConv", [image, const(weight), const(bias), floats(1, 4, 4, 3)], activation="Relu")
case("fused_conv_sum_no_bias", "FusedConv", [image, const(weight), None, floats(1, 4, 4, 3)], activation="Relu")
case("fused_conv_group", "FusedConv", [image, const(floats(4, 1, 3, 3)), const(bias)], activation="Relu", group=2, auto_pad="SAME_UPPER")
case("fused_conv_1d", "FusedConv", [floats(1, 2, 6), const(floats(3, 2, 3))], activation="Relu", dilations=[2])

for ta in (0, 1):
    for tb in (0, 1):
        a, w = floats(2, 3, 4), floats(2, 4, 5)
        case(f"fused_matmul_{ta}{tb}", "FusedMatMul", [a.swapaxes(1, 2).copy() if ta else a, w.swapaxes(1, 2).copy() if tb else w],
             transA=ta, transB=tb, alpha=0.5)
case("fused_matmul_2d", "FusedMatMul", [floats(3, 4), floats(5, 4)], transB=1)
case("fused_matmul_wide", "FusedMatMul", [floats(2, 2, 3, 4), floats(4, 5)])
case("fused_matmul_batch_a", "FusedMatMul", [floats(3, 2, 4), floats(2, 4, 5)], transBatchA=1)
case("fused_matmul_batch_b", "FusedMatMul", [floats(2, 3, 4), floats(4, 2, 5)], transBatchB=1)
case("fused_matmul_batch_both", "FusedMatMul", [floats(3, 2, 4), floats(4, 2, 5)], transBatchA=1, transBatchB=1)
case("fused_matmul_batch_trans", "FusedMatMul", [floats(4, 2, 3), floats(5, 2, 4)], transBatchA=1, transBatchB=1, transA=1, transB=1)
case("transpose_matmul", "TransposeMatMul", [floats(2, 4, 3), floats(2, 4, 5)], transA=1, alpha=2.0)

for act, p in (("Relu", {}), ("LeakyRelu", {"activation_alpha": 0.25}), ("Tanh", {}), ("Sigmoid", {}), ("Elu", {"activation_alpha": 0.5}),
               ("HardSigmoid", {"activation_alpha": 0.25, "activation_beta": 0.375}), ("Softplus", {}), ("Softsign", {}),
               ("ThresholdedRelu", {"activation_alpha": 0.5})):
    case(f"fused_gemm_{act.lower()}", "FusedGemm", [floats(3, 4), floats(4, 5), floats(5)], activation=act, **p)
case("fused_gemm_trans", "FusedGemm", [floats(4, 3), floats(5, 4), floats(3, 1)], activation="Relu", transA=1, transB=1, alpha=0.5, beta=2.0)

# --- Normalization ---

x, skip, gamma, beta, bias = floats(2, 3, 8), floats(2, 3, 8), floats(8), floats(8), floats(8)
case("layer_norm_old", "LayerNormalization", [x, gamma, beta], domain="", opset=13, epsilon=1e-3)
case("simplified_layer_norm", "SimplifiedLayerNormalization", [x, gamma], domain="")
case("simplified_layer_norm_epsilon", "SimplifiedLayerNormalization", [x, gamma], domain="", epsilon=0.25, axis=2)
case("simplified_layer_norm_inverse", "SimplifiedLayerNormalization", [x, gamma], 2, domain="")
case("simplified_layer_norm_axis", "SimplifiedLayerNormalization", [x, floats(3, 8)], domain="", axis=1)
case("skip_layer_norm", "SkipLayerNormalization", [x, skip, gamma])
case("skip_layer_norm_beta", "SkipLayerNormalization", [x, skip, gamma, beta], epsilon=0.125)
case("skip_layer_norm_bias", "SkipLayerNormalization", [x, skip, gamma, beta, bias])
case("skip_layer_norm_bias_alone", "SkipLayerNormalization", [x, skip, gamma, None, bias])
case("skip_layer_norm_sum", "SkipLayerNormalization", [x, skip, gamma, beta, bias], [1, 0, 0, 1])
case("skip_layer_norm_2d", "SkipLayerNormalization", [x[0], skip[0], gamma, beta])
case("skip_layer_norm_broadcast", "SkipLayerNormalization", [x, skip[:1], gamma, beta])
case("skip_layer_norm_broadcast_2d", "SkipLayerNormalization", [x, skip[0], gamma, beta])
case("skip_layer_norm_half", "SkipLayerNormalization", [v.astype(f16) for v in (x, skip, gamma, beta, bias)], [1, 0, 0, 1])
case("skip_simplified", "SkipSimplifiedLayerNormalization", [x, skip, gamma])
case("skip_simplified_bias", "SkipSimplifiedLayerNormalization", [x, skip, gamma, bias], epsilon=0.125)
case("skip_simplified_sum", "SkipSimplifiedLayerNormalization", [x, skip, gamma, bias], [1, 0, 0, 1])

ids, segments = ints(2, 5, high=9), ints(2, 5, high=2)
tables = floats(9, 8), floats(7, 8), floats(2, 8)
case("embed_layer_norm", "EmbedLayerNormalization", [ids, segments, *tables, gamma, beta], 2)
case("embed_layer_norm_no_segments", "EmbedLayerNormalization", [ids, None, *tables[:2], None, gamma, beta], 2, epsilon=0.125)
case("embed_layer_norm_mask", "EmbedLayerNormalization", [ids, segments, *tables, gamma, beta, np.array([[1, 1, 1, 0, 0], [1, 1, 1, 1, 1]], i32)], 2)
case("embed_layer_norm_positions", "EmbedLayerNormalization", [ids, segments, *tables, gamma, beta, None, ints(2, 5, high=7)], [1, 0])
case("embed_layer_norm_positions_one", "EmbedLayerNormalization", [ids, segments, *tables, gamma, beta, None, ints(1, 5, high=7)], [1, 0])
case("embed_layer_norm_sum", "EmbedLayerNormalization", [ids, segments, *tables, gamma, beta], 3)

# --- Attention ---

B, S, D, N = 2, 4, 8, 2
x, w, b = floats(B, S, D), floats(D, 3 * D), floats(3 * D)
past = floats(2, B, N, 3, D // N)
case("attention", "Attention", [x, w, b], num_heads=N)
case("attention_scale", "Attention", [x, w, b], num_heads=N, scale=0.25)
case("attention_causal", "Attention", [x, w, b], num_heads=N, unidirectional=1)
case("attention_lengths", "Attention", [x, w, b, np.array([3, 2], i32)], num_heads=N)
case("attention_ends_starts", "Attention", [x, w, b, np.array([4, 3, 1, 0], i32)], num_heads=N)
case("attention_raw", "Attention", [x, w, b, np.array([[1, 1, 0, 0], [0, 1, 1, 1]], i32)], num_heads=N)
case("attention_raw_all_hidden", "Attention", [x, w, b, np.array([[0, 0, 0, 0], [0, 1, 1, 1]], i32)], num_heads=N)
case("attention_raw_filter", "Attention", [x, w, b, np.array([[1, 1, 0, 0], [0, 1, 1, 1]], i32)], num_heads=N, mask_filter_value=-2.0)
case("attention_raw_3d", "Attention", [x, w, b, ints(B, S, S, high=2)], num_heads=N)
case("attention_raw_causal", "Attention", [x, w, b, np.array([[1, 1, 1, 0], [1, 0, 1, 1]], i32)], num_heads=N, unidirectional=1)
case("attention_lengths_causal", "Attention", [x, w, b, np.array([4, 2], i32)], num_heads=N, unidirectional=1)
case("attention_past", "Attention", [x, w, b, None, past], 2, num_heads=N)
case("attention_past_causal", "Attention", [x, w, b, None, past], 2, num_heads=N, unidirectional=1)
case("attention_past_raw", "Attention", [x, w, b, ints(B, S + 3, high=2), past], 2, num_heads=N, unidirectional=1)
case("attention_past_lengths", "Attention", [x, w, b, np.array([6, 7], i32), past], 2, num_heads=N)
case("attention_present", "Attention", [x, w, b], 2, num_heads=N, unidirectional=1)
case("attention_scores_bias", "Attention", [x, w, b, None, None, floats(B, N, S, S)], num_heads=N)
case("attention_scores_bias_one", "Attention", [x, w, b, None, None, floats(1, N, S, S)], num_heads=N)
case("attention_scores_bias_heads", "Attention", [x, w, b, None, None, floats(1, 1, S, S)], num_heads=N, unidirectional=1)
case("attention_sizes", "Attention", [x, floats(D, 8 + 8 + 4), floats(20)], num_heads=N, qkv_hidden_sizes=[8, 8, 4])
case("attention_sizes_mask", "Attention", [x, floats(D, 4 + 4 + 12), floats(20), np.array([3, 2], i32)], num_heads=N, qkv_hidden_sizes=[4, 4, 12])

L = 5
q, k, v, bias = floats(B, S, D), floats(B, L, D), floats(B, L, D), floats(3 * D)
heads = floats(B, N, L, D // N), floats(B, N, L, D // N)
pasts = floats(B, N, 3, D // N), floats(B, N, 3, D // N)
mha = "MultiHeadAttention"
case("mha", mha, [q, k, v], num_heads=N)
case("mha_self", mha, [q, floats(B, S, D), floats(B, S, D)], num_heads=N, unidirectional=1)
case("mha_bias", mha, [q, k, v, bias], num_heads=N)
case("mha_scale", mha, [q, k, v], num_heads=N, scale=0.5)
case("mha_value_size", mha, [q, k, floats(B, L, 12), floats(28)], num_heads=N)
case("mha_raw", mha, [q, k, v, None, ints(B, L, high=2)], num_heads=N, mask_filter_value=-3.0)
case("mha_raw_default", mha, [q, k, v, bias, np.array([[1, 1, 1, 0, 0], [1, 1, 0, 1, 1]], i32)], num_heads=N)
case("mha_raw_3d", mha, [q, k, v, None, ints(B, S, L, high=2)], num_heads=N)
case("mha_lengths", mha, [q, k, v, None, np.array([3, 5], i32)], num_heads=N)
case("mha_scores_bias", mha, [q, k, v, None, None, floats(B, N, S, L)], num_heads=N)
case("mha_scores_bias_one", mha, [q, k, v, None, None, floats(1, 1, S, L)], num_heads=N)
case("mha_heads", mha, [q, *heads], num_heads=N)
case("mha_heads_bias", mha, [q, *heads, bias], num_heads=N)
case("mha_past", mha, [q, k[:, :S].copy(), v[:, :S].copy(), None, None, None, *pasts], 3, num_heads=N)
case("mha_past_bias", mha, [q, k[:, :S].copy(), v[:, :S].copy(), bias, None, None, *pasts], 3, num_heads=N)
case("mha_past_causal", mha, [q, k[:, :S].copy(), v[:, :S].copy(), None, None, None, *pasts], 3, num_heads=N, unidirectional=1)
case("mha_past_raw", mha, [q, k[:, :S].copy(), v[:, :S].copy(), None, ints(B, S + 3, high=2), None, *pasts], 3, num_heads=N)
case("mha_present", mha, [q, k, v], 3, num_heads=N)

cos, sin = floats(16, 4), floats(16, 4)
case("rotary", "RotaryEmbedding", [floats(B, S, 16), np.array([2]), cos, sin])
case("rotary_ids", "RotaryEmbedding", [floats(B, S, 16), np.array([[0, 1, 2, 3], [5, 4, 3, 2]]), cos, sin])
case("rotary_interleaved", "RotaryEmbedding", [floats(B, S, 16), np.array([3]), cos, sin], interleaved=1)
case("rotary_4d", "RotaryEmbedding", [floats(B, N, S, 8), np.array([[0, 1, 2, 3], [5, 4, 3, 2]]), cos, sin])
case("rotary_partial", "RotaryEmbedding", [floats(B, S, 24), np.array([2]), cos, sin], num_heads=2, rotary_embedding_dim=8)
case("rotary_partial_interleaved", "RotaryEmbedding", [floats(B, N, S, 12), np.array([2]), cos, sin], num_heads=2, rotary_embedding_dim=8,
     interleaved=1)
case("rotary_scale", "RotaryEmbedding", [floats(B, S, 16), np.array([2]), cos, sin], scale=2.0)

gqa, cos, sin = "GroupQueryAttention", floats(16, 8), floats(16, 8)
Q, K, V = floats(B, S, 4 * 16), floats(B, S, 2 * 16), floats(B, S, 2 * 16)
q1, k1, v1 = floats(B, 1, 64), floats(B, 1, 32), floats(B, 1, 32)
buffers = floats(B, 2, 6, 16), floats(B, 2, 6, 16)
prompt = [np.array([3, 3], i32), const(np.array([4], i32))]
step = [np.array([4, 2], i32), const(np.array([5], i32))]
how = {"num_heads": 4, "kv_num_heads": 2}
case("gqa_prompt", gqa, [Q, K, V, None, None, *prompt], 3, **how)
case("gqa_prompt_same_heads", gqa, [Q, floats(B, S, 64), floats(B, S, 64), None, None, *prompt], 3, num_heads=4, kv_num_heads=4)
case("gqa_prompt_scale", gqa, [Q, K, V, None, None, *prompt], 3, scale=0.5, **how)
case("gqa_prompt_packed", gqa, [floats(B, S, 8 * 16), None, None, None, None, *prompt], 3, **how)
case("gqa_prompt_buffer", gqa, [Q, K, V, *buffers, *prompt], 3, **how)
case("gqa_prompt_rotary", gqa, [Q, K, V, None, None, *prompt, cos, sin], 3, do_rotary=1, **how)
case("gqa_prompt_rotary_interleaved", gqa, [Q, K, V, None, None, *prompt, cos, sin], 3, do_rotary=1, rotary_interleaved=1, **how)
case("gqa_prompt_window", gqa, [Q, K, V, None, None, *prompt], 3, local_window_size=2, **how)
case("gqa_prompt_softcap", gqa, [Q, K, V, None, None, *prompt], 3, softcap=0.75, **how)
case("gqa_prompt_bias", gqa, [Q, K, V, None, None, *prompt, None, None, None, floats(B, 1, S, S)], 3, **how)
case("gqa_prompt_smooth", gqa, [Q, K, V, None, None, *prompt], 3, smooth_softmax=1, **how)
case("gqa_prompt_sink", gqa, [Q, K, V, None, None, *prompt, None, None, None, None, floats(4)], 3, **how)
case("gqa_step", gqa, [q1, k1, v1, *buffers, *step], 3, **how)
case("gqa_step_rotary", gqa, [q1, k1, v1, *buffers, *step, cos, sin], 3, do_rotary=1, **how)
case("gqa_step_positions", gqa, [q1, k1, v1, *buffers, *step, cos, sin, np.array([[7], [3]])], 3, do_rotary=1, **how)
case("gqa_step_packed_rotary", gqa, [floats(B, 1, 128), None, None, *buffers, *step, cos, sin], 3, do_rotary=1, **how)
case("gqa_step_window", gqa, [q1, k1, v1, *buffers, *step], 3, local_window_size=2, **how)
case("gqa_step_softcap", gqa, [q1, k1, v1, *buffers, *step], 3, softcap=0.75, **how)
case("gqa_later_prompt", gqa, [Q[:1], K[:1], V[:1], buffers[0][:1], buffers[1][:1], np.array([5], i32), const(np.array([6], i32))], 3, **how)

# --- Weights of few bits ---

for bits in (2, 4, 8):
    for block, k, n in ((16, 32, 5), (32, 48, 3)):
        blocks = (k + block - 1) // block
        weight = const(ints(n, blocks, block * bits // 8, high=256, dtype=u8))
        scales = const(np.abs(floats(n, blocks)) / 16 + np.float32(0.0625))
        zeros = const(ints(n, (blocks * bits + 7) // 8, high=256, dtype=u8))
        a = floats(2, 3, k)
        how = {"K": k, "N": n, "bits": bits, "block_size": block}
        case(f"nbits_{bits}_{block}", "MatMulNBits", [a, weight, scales], **how)
        case(f"nbits_{bits}_{block}_zeros", "MatMulNBits", [a, weight, scales, zeros], **how)
        if bits < 8:
            case(f"nbits_{bits}_{block}_float_zeros", "MatMulNBits", [a, weight, scales, const(floats(n, blocks))], **how)
        case(f"nbits_{bits}_{block}_flat", "MatMulNBits", [a, weight, const(scales.value.reshape(-1)), const(zeros.value.reshape(-1))], **how)
        case(f"nbits_{bits}_{block}_bias", "MatMulNBits", [a, weight, scales, None, None, const(floats(n))], **how)
        if bits == 4:  # the only ones with groups that ONNX Runtime reads right on the processor, and then without zero points
            case(f"nbits_{bits}_{block}_groups", "MatMulNBits", [a, weight, scales, None, const(ints(k, high=blocks))], **how)
        case(f"nbits_{bits}_{block}_half", "MatMulNBits", [a.astype(f16), weight, const(scales.value.astype(f16))], **how)

# --- Quantized ---


def scale(v):
    return const(np.float32(v))


for dtype, tag, z in ((u8, "u8", 117), (i8, "i8", -7)):
    low, high = (0, 256) if dtype == u8 else (-128, 128)
    zero = lambda v: const(np.array(v, dtype))
    a, b = ints(2, 3, 4, low=low, high=high, dtype=dtype), ints(3, 4, low=low, high=high, dtype=dtype)
    case(f"qlinear_add_{tag}", "QLinearAdd", [a, scale(0.03125), zero(z), a[::-1].copy(), scale(0.0625), zero(z + 3), scale(0.07), zero(z - 5)])
    case(f"qlinear_add_broadcast_{tag}", "QLinearAdd", [a, scale(0.03), zero(z), b, scale(0.06), zero(z + 3), scale(0.07), zero(z - 5)])
    case(f"qlinear_mul_{tag}", "QLinearMul", [a, scale(0.03), zero(z), b, scale(0.06), zero(z + 3), scale(0.0713), zero(z - 5)])
    case(f"qlinear_sigmoid_{tag}", "QLinearSigmoid", [a, const(np.float32(0.03)), zero(z), const(np.float32(1 / 255)), zero(low)])
    case(f"qlinear_leaky_relu_{tag}", "QLinearLeakyRelu", [a, const(np.float32(0.03)), zero(z), const(np.float32(0.025)), zero(z + 2)], alpha=0.2)
    case(f"qlinear_concat_{tag}", "QLinearConcat", [scale(0.05), zero(z), a, scale(0.03), zero(z + 1), a[:, ::-1].copy(), scale(0.05), zero(z)], axis=1)
    case(f"qlinear_where_{tag}", "QLinearWhere", [np.array([True, False, True, False]), a, scale(0.03), zero(z), b, scale(0.06), zero(z + 3), scale(0.07), zero(z - 5)])
    im = ints(1, 3, 5, 6, low=low, high=high, dtype=dtype)
    nhwc = np.moveaxis(im, 1, 3).copy()
    pool = [const(np.float32(0.03)), zero(z), const(np.float32(0.0253)), zero(z + 2)]
    case(f"qlinear_global_average_pool_{tag}", "QLinearGlobalAveragePool", [im, *pool])
    case(f"qlinear_global_average_pool_last_{tag}", "QLinearGlobalAveragePool", [nhwc, *pool], channels_last=1)
    case(f"qlinear_average_pool_{tag}", "QLinearAveragePool", [im, *pool], kernel_shape=[3, 2], strides=[2, 1], pads=[1, 0, 1, 1])
    case(f"qlinear_average_pool_counts_{tag}", "QLinearAveragePool", [im, *pool], kernel_shape=[3, 2], pads=[1, 0, 1, 1], count_include_pad=1)
    case(f"qlinear_average_pool_ceil_{tag}", "QLinearAveragePool", [im, *pool], kernel_shape=[2, 2], strides=[2, 2], ceil_mode=1)
    case(f"qlinear_average_pool_last_{tag}", "QLinearAveragePool", [nhwc, *pool], kernel_shape=[3, 2], channels_last=1)
    case(f"nhwc_max_pool_{tag}", "NhwcMaxPool", [nhwc], kernel_shape=[3, 2], strides=[2, 1], pads=[1, 0, 1, 1])
    case(f"nhwc_max_pool_dilated_{tag}", "NhwcMaxPool", [nhwc], kernel_shape=[2, 2], dilations=[2, 2])
    w = ints(4, 3, 3, 3, low=-64, high=64, dtype=i8)  # wider ones overflow in ONNX Runtime, where the processor has no VNNI
    conv = [nhwc, const(np.float32(0.03)), zero(z), const(w), const(np.abs(floats(4)) / 64 + np.float32(0.01)), const(np.zeros(4, i8)),
            const(np.float32(0.4)), zero(z), const(ints(4, low=-50, high=50))]
    case(f"qlinear_conv_last_{tag}", "QLinearConv", conv, channels_last=1, pads=[1, 1, 1, 1])
    case(f"qlinear_conv_{tag}", "QLinearConv", [im, *conv[1:]], strides=[2, 2])
    m, n = ints(3, 6, low=low, high=high, dtype=dtype), ints(6, 5, low=-64, high=64, dtype=i8)
    case(f"dynamic_quantize_matmul_{tag}", "DynamicQuantizeMatMul", [floats(2, 3, 6), const(n), const(np.float32(0.02))]) if dtype == i8 else None
    case(f"dynamic_quantize_matmul_all_{tag}", "DynamicQuantizeMatMul", [floats(2, 3, 6), const(ints(6, 5, low=low // 2, high=high // 2, dtype=dtype)),
         const(np.float32(0.02)), zero(z), const(floats(5))])
    case(f"dynamic_quantize_matmul_columns_{tag}", "DynamicQuantizeMatMul", [floats(3, 6), const(ints(6, 5, low=low // 2, high=high // 2, dtype=dtype)),
         const(np.abs(floats(5)) + np.float32(0.1)), const(ints(5, low=0, high=9, dtype=dtype))])
    case(f"matmul_integer_to_float_{tag}", "MatMulIntegerToFloat", [m, const(n), const(np.float32(0.03)), const(np.float32(0.02)), zero(z)])
    case(f"matmul_integer_to_float_all_{tag}", "MatMulIntegerToFloat", [m, const(n), const(np.float32(0.03)), const(np.abs(floats(5)) + np.float32(0.1)), zero(z),
         const(ints(5, low=-9, high=9, dtype=i8)), const(floats(5))])
    gemm = [m, const(np.float32(0.03)), zero(z), const(n), const(np.float32(0.02)), const(np.array(5, i8))]
    case(f"qgemm_float_{tag}", "QGemm", gemm)
    case(f"qgemm_float_bias_{tag}", "QGemm", [*gemm, const(ints(5, low=-99, high=99))], alpha=0.5)
    case(f"qgemm_{tag}", "QGemm", [*gemm, const(ints(5, low=-99, high=99)), const(np.float32(0.2)), zero(z)])
    case(f"qgemm_columns_{tag}", "QGemm", [*gemm[:4], const(np.abs(floats(5)) / 64 + np.float32(0.01)), const(np.zeros(5, i8)), None, const(np.float32(0.2)), zero(z)])
    case(f"qgemm_trans_{tag}", "QGemm", [m.T.copy(), *gemm[1:3], const(n.T.copy()), *gemm[4:]], transA=1, transB=1)
    case(f"ms_quantize_{tag}", "QuantizeLinear", [floats(3, 4) * 3, const(np.float32(0.05)), zero(z)])
    case(f"ms_quantize_axis_{tag}", "QuantizeLinear", [floats(3, 4) * 3, const(np.float32([0.05, 0.1, 0.2])), const(np.array([z, 3, 5], dtype))], axis=0)
    case(f"ms_dequantize_{tag}", "DequantizeLinear", [a, const(np.float32(0.05)), zero(z)])
    case(f"ms_dequantize_axis_{tag}", "DequantizeLinear", [b, const(np.float32([0.05, 0.1, 0.2, 0.4])), const(np.array([z, 3, 5, 7], dtype))], axis=1)
a = ints(2, 3, 4, low=0, high=256, dtype=u8)
case("qlinear_softmax", "QLinearSoftmax", [a, const(np.float32(0.03)), const(np.array(117, u8)), const(np.float32(1 / 256)),
     const(np.array(0, u8))], attrs={"opset": 13}, axis=2)
case("qlinear_softmax_axis", "QLinearSoftmax", [a, const(np.float32(0.03)), const(np.array(117, u8)), const(np.float32(1 / 256)),
     const(np.array(0, u8))], attrs={"opset": 13}, axis=1)
case("qlinear_softmax_old", "QLinearSoftmax", [a, const(np.float32(0.03)), const(np.array(117, u8)), const(np.float32(1 / 256)),
     const(np.array(0, u8))], attrs={"opset": 11}, axis=2)

# --- Free dims ---

free = {3: "B", 5: "S", 6: "P", 7: "L", 11: "T"}
x, w, b, past = floats(3, 5, 8), const(floats(8, 24)), const(floats(24)), floats(2, 3, 2, 6, 4)
case("free_attention", "Attention", [x, w, b, np.array([4, 5, 3], i32)], num_heads=2, free=free)
case("free_attention_raw", "Attention", [x, w, b, ints(3, 5, high=2)], num_heads=2, unidirectional=1, free=free)
case("free_attention_past", "Attention", [x, w, b, ints(3, 11, high=2), past], 2, num_heads=2, free=free)
case("free_mha", mha, [x, floats(3, 7, 8), floats(3, 7, 8), b, ints(3, 7, high=2)], num_heads=2, free=free)
case("free_mha_past", mha, [x, floats(3, 5, 8), floats(3, 5, 8), None, None, None, floats(3, 2, 6, 4), floats(3, 2, 6, 4)], 3, num_heads=2, free=free)
case("free_skip_layer_norm", "SkipLayerNormalization", [x, floats(3, 5, 8), const(floats(8)), const(floats(8)), const(floats(8))], [1, 0, 0, 1], free=free)
case("free_embed_layer_norm", "EmbedLayerNormalization", [ints(3, 5, high=9), ints(3, 5, high=2), const(floats(9, 8)), const(floats(12, 8)),
     const(floats(2, 8)), const(floats(8)), const(floats(8)), ints(3, 5, high=2)], 2, free=free)
case("free_rotary", "RotaryEmbedding", [floats(3, 5, 16), np.array([2]), const(floats(16, 4)), const(floats(16, 4))], free=free)
case("free_fused_matmul", "FusedMatMul", [floats(3, 5, 8), floats(3, 7, 8)], transB=1, alpha=0.25, free=free)
case("free_nbits", "MatMulNBits", [floats(3, 5, 32), const(ints(2, 2, 8, high=256, dtype=u8)), const(floats(2, 2))], K=32, N=2, bits=4,
     block_size=16, free=free)
case("free_dynamic_quantize_matmul", "DynamicQuantizeMatMul", [floats(3, 5, 8), const(ints(8, 4, low=-64, high=64, dtype=i8)), const(np.float32(0.02))],
     free=free)
case("free_gqa_prompt", gqa, [floats(3, 5, 64), floats(3, 5, 32), floats(3, 5, 32), None, None, const(np.array([4, 4, 4], i32)), const(np.array([5], i32)),
     const(cos), const(sin)], 3, num_heads=4, kv_num_heads=2, do_rotary=1, free=free)
case("free_gqa_step", gqa, [floats(3, 1, 64), floats(3, 1, 32), floats(3, 1, 32), floats(3, 2, 6, 16), floats(3, 2, 6, 16), np.array([6, 6, 6], i32),
     const(np.array([7], i32)), const(cos), const(sin)], 3, num_heads=4, kv_num_heads=2, do_rotary=1, free=free)
case("free_gqa_buffer", gqa, [floats(3, 1, 64), floats(3, 1, 32), floats(3, 1, 32), floats(3, 2, 6, 16), floats(3, 2, 6, 16), np.array([4, 2, 3], i32),
     const(np.array([5], i32)), const(cos), const(sin)], 3, num_heads=4, kv_num_heads=2, do_rotary=1, free=free)

# --- Forms that the default domain has, too, and small ones ---

x = floats(4, 5)
case("ms_trilu", "Trilu", [x])
case("ms_trilu_lower", "Trilu", [x, const(np.array(1))], upper=0)
case("ms_trilu_computed", "Trilu", [floats(2, 4, 5), np.array(-1)])
case("ms_pad", "Pad", [x, const(np.array([1, 0, 0, 2]))])
case("ms_pad_value", "Pad", [x, const(np.array([1, 0, 0, 2])), const(np.float32([0.5]))])
case("ms_pad_reflect", "Pad", [x, const(np.array([1, 2, 0, 2]))], mode="reflect")
case("ms_pad_edge", "Pad", [x, const(np.array([1, 2, 0, 2]))], mode="edge")
case("ms_range", "Range", [np.array(2, i32), np.array(7, i32)])
case("ms_range_step", "Range", [np.float32(2), np.float32(7), np.float32(0.75)])
case("ms_unique", "Unique", [np.float32([3, 1, 3, 2, 1, 3])], 3)
case("ms_expand_dims", "ExpandDims", [x, const(np.array(1, i32))])
case("ms_expand_dims_last", "ExpandDims", [x, const(np.array(-1, i32))])
case("ms_gather_nd", "GatherND", [floats(3, 4, 5), ints(2, 3, 2, high=3, dtype=np.int64)])
for mode, padding, align in (("bilinear", "zeros", 0), ("nearest", "border", 1), ("bicubic", "reflection", 0)):
    case(f"ms_grid_sample_{mode}", "GridSample", [floats(1, 2, 5, 4), floats(1, 3, 6, 2) / 2], mode=mode, padding_mode=padding, align_corners=align)
for metric in ("sqeuclidean", "euclidean"):
    case(f"cdist_{metric}", "CDist", [floats(4, 3), floats(5, 3)], metric=metric)
    case(f"cdist_{metric}_double", "CDist", [floats(4, 3, dtype=np.float64), floats(5, 3, dtype=np.float64)], metric=metric)
case("cdist_free", "CDist", [floats(11, 3), const(floats(5, 3))], metric="euclidean", free=free)
case("matmul_integer16", "MatMulInteger16", [ints(2, 3, 4, low=-900, high=900, dtype=np.int16), ints(4, 5, low=-900, high=900, dtype=np.int16)])
tokens = np.array([[1, 2, 3, 1, 2, 4, 1, 2], [5, 5, 5, 5, 5, 5, 5, 5]])
for n in (1, 2, 3, 8, 9):
    case(f"ngram_{n}", "NGramRepeatBlock", [tokens, floats(2, 7)], ngram_size=n)
case("ngram_free", "NGramRepeatBlock", [np.tile(tokens[:1, :7], (3, 1)), floats(3, 9)], ngram_size=3, free=free)

# --- Further weights of few bits ---

for block in (16, 32):
    for shape in ((2, 3), (4,), ()):
        index, tag = ints(*shape, low=-6, high=6, dtype=np.int64), f"{block}_{len(shape)}"
        rows, scales = ints(6, 32, high=256, dtype=u8), floats(6, 64 // block)
        case(f"gather_blocks_{tag}", "GatherBlockQuantized", [const(rows), index, const(scales)], block_size=block, bits=4, quantize_axis=1)
        case(f"gather_blocks_zeros_{tag}", "GatherBlockQuantized", [const(rows), index, const(scales), const(ints(6, 32 // block, high=256, dtype=u8))],
             block_size=block, bits=4, quantize_axis=1)
        case(f"gather_blocks_8_{tag}", "GatherBlockQuantized", [const(rows), index, const(floats(6, 32 // block)), const(ints(6, 32 // block, high=256, dtype=u8))],
             block_size=block, bits=8, quantize_axis=1)
case("gather_blocks_half", "GatherBlockQuantized", [const(rows), ints(3, high=6), const(scales.astype(f16))], block_size=32, bits=4, quantize_axis=-1)
case("gather_blocks_free", "GatherBlockQuantized", [const(rows), ints(3, 5, high=6), const(scales)], block_size=32, bits=4, quantize_axis=1, free=free)
for kind in (0, 1):
    for block, k, n in ((16, 32, 5), (64, 33, 3)):
        how = {"K": k, "N": n, "block_size": block, "quant_type": kind}
        weight, scales = const(ints((n * k + 1) // 2, high=256, dtype=u8)), const(np.abs(floats((n * k + block - 1) // block)) + np.float32(0.0625))
        case(f"bnb4_{kind}_{block}", "MatMulBnb4", [floats(2, 3, k), weight, scales], **how)

# --- Quantized attention and recurrence ---

x, w, b = ints(B, S, D, high=256, dtype=u8), const(ints(D, 3 * D, low=-64, high=64, dtype=i8)), const(floats(3 * D))
q = [x, w, b, const(np.float32(0.02)), const(np.float32(0.01))]
case("qattention", "QAttention", [*q, None, const(np.array(117, u8)), const(np.array(3, i8))], num_heads=N)
case("qattention_lengths", "QAttention", [*q, np.array([3, 2], i32), const(np.array(117, u8)), const(np.array(0, i8))], num_heads=N)
case("qattention_raw", "QAttention", [*q, ints(B, S, high=2), const(np.array(117, u8)), const(np.array(0, i8))], num_heads=N, mask_filter_value=-3.0)
case("qattention_causal", "QAttention", [*q, None, const(np.array(117, u8)), const(np.array(0, i8))], num_heads=N, unidirectional=1)
case("qattention_columns", "QAttention", [*q[:4], const(np.abs(floats(3 * D)) / 64 + np.float32(0.005)), None, const(np.array(117, u8)), const(np.zeros(3 * D, i8))],
     num_heads=N)
case("qattention_past", "QAttention", [*q, None, const(np.array(117, u8)), const(np.array(0, i8)), floats(2, B, N, 3, D // N)], 2, num_heads=N, unidirectional=1)
case("qattention_free", "QAttention", [ints(3, 5, D, high=256, dtype=u8), *q[1:], None, const(np.array(117, u8)), const(np.array(0, i8))], num_heads=N, free=free)

# The hidden state before a step is rounded to uint8 by ONNX Runtime: of one step it is where it is on the grid of 1 / 256.
H = 5
for tag, directions, how in (("", 1, {}), ("_reverse", 1, {"direction": "reverse"}), ("_both", 2, {"direction": "bidirectional"})):
    hidden = ints(directions, 3, H, high=256).astype(np.float32) / 256
    hidden[:, :, 0], hidden[:, :, 1] = 255 / 256, 0
    weights = [const(ints(directions, n, 4 * H, low=-127, high=128, dtype=i8)) for n in (D, H)]
    by = [const(np.abs(floats(directions)) / 64 + np.float32(0.004)), const(np.zeros(directions, i8))]
    lstm = [floats(1, 3, D), *weights, const(floats(directions, 8 * H)), None, hidden, floats(directions, 3, H), None]
    case(f"quantized_lstm{tag}", "DynamicQuantizeLSTM", [*lstm, *by, *by], 3, hidden_size=H, **how)
    rows = [const(np.abs(floats(directions, 4 * H)) / 64 + np.float32(0.004)), const(np.zeros((directions, 4 * H), i8))]
    case(f"quantized_lstm_columns{tag}", "DynamicQuantizeLSTM", [*lstm, *rows, *rows], 3, hidden_size=H, **how)
case("quantized_lstm_plain", "DynamicQuantizeLSTM", [floats(1, 3, D), *weights, *[None] * 5, *by, *by], [1, 0, 1], hidden_size=H, direction="bidirectional")

# --- Scores as outputs, and queries that see what follows them: after all others, whose draws stay as they are ---

q, k, v = floats(2, 4, 8), floats(2, 5, 8), floats(2, 5, 8)
scores = {"outputs": [1, 0, 0, 1], "num_heads": 2, "said": 1}
case("mha_qk", mha, [q, k, v], **scores)
case("mha_qk_causal", mha, [q, k[:, :4].copy(), v[:, :4].copy()], unidirectional=1, **scores)
case("mha_qk_raw", mha, [q, k, v, None, ints(2, 5, high=2), floats(1, 1, 4, 5)], **scores)
Q, K, V = floats(2, 4, 64), floats(2, 4, 32), floats(2, 4, 32)
how = {"num_heads": 4, "kv_num_heads": 2}
prompt = [np.array([3, 3], i32), const(np.array([4], i32))]
for when in (1, 2):
    case(f"gqa_qk_{when}", gqa, [Q, K, V, None, None, *prompt], [1, 0, 0, 1], qk_output=when, **how)
    case(f"gqa_qk_{when}_window", gqa, [Q, K, V, None, None, *prompt], [1, 0, 0, 1], qk_output=when, softcap=0.5, local_window_size=2, **how)
    case(f"gqa_qk_{when}_sink", gqa, [Q, K, V, None, None, *prompt, None, None, None, floats(1, 1, 4, 4), floats(4)], [1, 0, 0, 1], qk_output=when, **how)
case("gqa_both_ways", gqa, [Q, K, V, None, None, *prompt], 3, causal=0, **how)
case("gqa_both_ways_rotary", gqa, [Q, K, V, None, None, *prompt, cos, sin], 3, causal=0, do_rotary=1, **how)
case("gqa_both_ways_step", gqa, [q1, k1, v1, *buffers, *step], 3, causal=0, **how)
case("gqa_both_ways_later", gqa, [Q[:1], K[:1], V[:1], buffers[0][:1], buffers[1][:1], np.array([5], i32), const(np.array([6], i32))], 3, causal=0, **how)
case("gqa_both_ways_padded", gqa, [Q, K, V, None, None, np.array([3, 1], i32), const(np.array([4], i32))], 3, causal=0, **how)
caches = ints(2, 2, 6, 16, low=-99, high=99, dtype=i8), ints(2, 2, 6, 16, low=-99, high=99, dtype=i8)
none = [None] * 5
for kind, scales in (("PER_TENSOR", [const(np.float32([0.03])), const(np.float32([0.02]))]),
                     ("PER_CHANNEL", [const(np.abs(floats(1, 2, 1, 16)) / 32 + np.float32(0.011)) for _ in range(2)])):
    tag, form = kind[4:].lower(), {"k_quant_type": kind, "v_quant_type": kind, "kv_cache_bit_width": 8, **how}
    case(f"gqa_int8_{tag}", gqa, [q1, k1, v1, *caches, *step, *none, *scales], 3, **form)
    case(f"gqa_int8_{tag}_prompt", gqa, [Q, K, V, *caches, *prompt, cos, sin, *none[2:], *scales], 3, do_rotary=1, **form)
case("rotary_packed_batching", "RotaryEmbedding", [floats(B, S, 16), np.array([[0, 1, 2, 3], [5, 4, 3, 2]]), const(floats(16, 4)), const(floats(16, 4))], is_packed_batching=1)
slide = {"sliding_window_cache": 1, **how}
for window, rows, tokens in ((2, 3, [[5], [3]]), (3, 3, [[4], [2]]), (2, 5, [[9], [6]]), (4, 6, [[5], [3]])):
    olds = floats(2, 2, rows, 16), floats(2, 2, rows, 16)
    lengths = np.array(tokens, i32).reshape(-1)
    case(f"gqa_slides_{window}_{rows}", gqa, [q1, k1, v1, *olds, lengths, const(np.array([lengths.max() + 1], i32)), cos, sin], 3, shown=1,
         do_rotary=1, local_window_size=window, **slide)
olds = floats(1, 2, 4, 16), floats(1, 2, 4, 16)
case("gqa_slides_chunk", gqa, [Q[:1], K[:1], V[:1], *olds, np.array([7], i32), const(np.array([8], i32))], 3, shown=1, local_window_size=3, **slide)
case("gqa_slides_full", gqa, [Q[:1], K[:1], V[:1], *olds, np.array([7], i32), const(np.array([8], i32))], 3, local_window_size=4, **slide)
case("gqa_slides_prompt", gqa, [Q[:1], K[:1], V[:1], *olds, np.array([3], i32), const(np.array([4], i32))], 3, local_window_size=3, **slide)
