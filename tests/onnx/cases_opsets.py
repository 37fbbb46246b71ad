# SPDX-License-Identifier: Apache-2.0
"""Writes cases/NAME of forms of opsets 22 to 27, of the first opsets, and with extents that have names or are computed. The
outputs are computed here, by NumPy and plain loops, from the standard's text.

    python3 tests/onnx/cases_opsets.py tests/onnx/cases"""
import itertools
import math

import numpy as np
from onnx import TensorProto, helper

from case_file import case, floats, graph_of, info, ints, node, rng

INF = float("inf")


# Attention

def softmax(row):
    most = max(row)
    e = [math.exp(v - most) for v in row]
    return [v / sum(e) for v in e]


def attention(q, k, v, seen, bias=None, cap=0, scale=None):
    """(batch, heads, seq, size), fewer heads of k and v; seen(b, i, j); bias[b, h, i, j]: Y and the masked scores."""
    batch, heads, n, size = q.shape
    group, keys = heads // k.shape[1], k.shape[2]
    scale = 1 / math.sqrt(size) if scale is None else scale
    y, s = np.zeros((batch, heads, n, v.shape[3])), np.full((batch, heads, n, keys), -INF)
    for b, h, i in np.ndindex(batch, heads, n):
        for j in range(keys):
            score = scale * float(q[b, h, i].astype(float) @ k[b, h // group, j].astype(float))
            score = cap * math.tanh(score / cap) if cap else score
            if seen(b, i, j):
                s[b, h, i, j] = score + (0 if bias is None else bias[b, h, i, j])
        if max(s[b, h, i]) > -INF:
            y[b, h, i] = sum(w * v[b, h // group, j].astype(float) for j, w in enumerate(softmax(s[b, h, i])))
    return y.astype(q.dtype), s.astype(q.dtype)


def packed(x):
    return np.ascontiguousarray(x.transpose(0, 2, 1, 3).reshape(x.shape[0], x.shape[2], -1))


q, k, v = floats(2, 4, 3, 4), floats(2, 2, 5, 4), floats(2, 2, 5, 6)
lengths = ints(5, 3)
named = {"q": ["B", 4, "S", 4], "k": ["B", 2, "T", 4], "v": ["B", 2, "T", 6], "y": ["B", 4, "S", 6], "n": ["B"]}
case("attention_lengths", node("Attention", ["q", "k", "v", "", "", "", "n"], ["y"]), {"q": q, "k": k, "v": v, "n": lengths},
     {"y": attention(q, k, v, lambda b, i, j: j < lengths[b])[0]}, None, 24, named)
case("attention_lengths_causal", node("Attention", ["q", "k", "v", "", "", "", "n"], ["y"], is_causal=1),
     {"q": q, "k": k, "v": v, "n": lengths}, {"y": attention(q, k, v, lambda b, i, j: j <= i + lengths[b] - 3)[0]}, None, 24, named)
seen = rng.randint(0, 3, (3, 5)) > 0
seen[1] = False
case("attention_blind_query", node("Attention", ["q", "k", "v", "m"], ["y"]), {"q": q, "k": k, "v": v, "m": seen},
     {"y": attention(q, k, v, lambda b, i, j: seen[i, j])[0]}, None, 23, {**named, "m": ["S", "M"]})
past_k, past_v = floats(2, 2, 2, 4), floats(2, 2, 2, 6)
all_k, all_v = np.concatenate([past_k, k], 2), np.concatenate([past_v, v], 2)
seen = rng.randint(0, 3, (2, 1, 3, 7)) > 0
seen[..., 0] = True
y, s = attention(q, all_k, all_v, lambda b, i, j: j <= i + 2 and seen[b, 0, i, j], cap=1.5, scale=0.75)
case("attention_past_packed", node("Attention", ["q", "k", "v", "m", "pk", "pv"], ["y", "k2", "v2", "s"], is_causal=1, q_num_heads=4,
                                   kv_num_heads=2, softcap=1.5, scale=0.75, qk_matmul_output_mode=2),
     {"q": packed(q), "k": packed(k), "v": packed(v), "m": seen, "pk": past_k, "pv": past_v},
     {"y": packed(y), "k2": all_k, "v2": all_v, "s": s}, None, 23,
     {"q": ["B", "S", 16], "k": ["B", "T", 8], "v": ["B", "T", 12], "m": ["B", 1, "S", "M"], "pk": ["B", 2, "P", 4],
      "pv": ["B", 2, "P", 6], "y": ["B", "S", 24], "k2": ["B", 2, None, 4], "v2": ["B", 2, None, 6], "s": ["B", 4, "S", None]})
mask = floats(4, 3, 4)
bias = np.zeros((2, 4, 3, 5))
bias[...] = -INF
bias[..., :4] = mask
case("attention_short_mask", node("Attention", ["q", "k", "v", "m"], ["y"]), {"q": q, "k": k, "v": v, "m": mask},
     {"y": attention(q, k, v, lambda b, i, j: j < 4, bias)[0]}, None, 24)
half = [x.astype(np.float16) for x in (q, k, v)]
case("attention_float16_precise", node("Attention", ["q", "k", "v"], ["y"], softmax_precision=TensorProto.FLOAT, is_causal=1),
     dict(zip("qkv", half)), {"y": attention(*half, lambda b, i, j: j <= i)[0]}, None, 23)
factor = floats(1, 4, 1, 1)
graph = graph_of([node("Mul", ["score", "factor"], ["made"])], "mod", [info("score", q, [None] * 4)], [info("made", q, [None] * 4)])
y, s = attention(q, k, v, lambda b, i, j: True)
y = np.zeros((2, 4, 3, 6))
for b, h, i in np.ndindex(2, 4, 3):
    y[b, h, i] = sum(w * v[b, h // 2, j] for j, w in enumerate(softmax(s[b, h, i] * factor[0, h, 0, 0])))
case("flex_attention_around", node("FlexAttention", ["q", "k", "v"], ["y"], score_mod=graph, domain="ai.onnx.preview"),
     {"q": q, "k": k, "v": v, "factor": factor}, {"y": y.astype(np.float32)}, None, 26, named, "ai.onnx.preview")


# RotaryEmbedding, TensorScatter, RMSNormalization, Swish

def rotated(x, cos, sin, n, neighbours):
    """x (batch, heads, seq, size); cos, sin (batch, seq, n / 2)."""
    y = x.copy()
    for b, h, t, i in np.ndindex(*x.shape[:3], n // 2):
        a, c = (2 * i, 2 * i + 1) if neighbours else (i, i + n // 2)
        y[b, h, t, a] = cos[b, t, i] * x[b, h, t, a] - sin[b, t, i] * x[b, h, t, c]
        y[b, h, t, c] = sin[b, t, i] * x[b, h, t, a] + cos[b, t, i] * x[b, h, t, c]
    return y


x, cos, sin = floats(2, 3, 4, 6), floats(9, 2), floats(9, 2)
places = rng.randint(0, 9, (2, 4))
case("rotary_part", node("RotaryEmbedding", ["x", "cos", "sin", "p"], ["y"], rotary_embedding_dim=4),
     {"x": x, "cos": cos, "sin": sin, "p": places}, {"y": rotated(x, cos[places], sin[places], 4, False)}, None, 23,
     {"x": ["B", 3, "S", 6], "y": ["B", 3, "S", 6], "p": ["B", "S"], "cos": ["M", 2], "sin": ["M", 2]})
cos, sin = floats(2, 4, 3), floats(2, 4, 3)
case("rotary_neighbours_packed", node("RotaryEmbedding", ["x", "cos", "sin"], ["y"], num_heads=3, interleaved=1),
     {"x": packed(x), "cos": cos, "sin": sin}, {"y": packed(rotated(x, cos, sin, 6, True))}, None, 23)
cache, update, first = floats(3, 5, 2), floats(3, 3, 2), ints(4, 0, 2)
y = cache.copy()
for b, i in np.ndindex(3, 3):
    y[b, (first[b] + i) % 5] = update[b, i]
case("tensor_scatter_circular", node("TensorScatter", ["c", "u", "at"], ["y"], axis=1, mode="circular"),
     {"c": cache, "u": update, "at": first}, {"y": y}, None, 24,
     {"c": ["B", "M", 2], "u": ["B", "S", 2], "at": ["B"], "y": ["B", "M", 2]})
cache, update = rng.randint(0, 9, (2, 2, 4)).astype(np.int32), rng.randint(0, 9, (2, 2, 3)).astype(np.int32)
case("tensor_scatter_start", node("TensorScatter", ["c", "u"], ["y"], axis=-1), {"c": cache, "u": update},
     {"y": np.concatenate([update, cache[..., 3:]], 2)}, None, 24)
x, scale = floats(2, 3, 4), floats(4)
y = x / np.sqrt((x.astype(float) ** 2).mean((1, 2), keepdims=True) + 0.125) * scale
case("rms_norm_broadcast", node("RMSNormalization", ["x", "s"], ["y"], axis=1, epsilon=0.125), {"x": x, "s": scale},
     {"y": y.astype(np.float32)}, None, 23, {"x": ["N", 3, 4], "y": ["N", 3, 4]})
x, scale = floats(3, 4).astype(np.float16), floats(4)
y = (x / np.sqrt((x.astype(float) ** 2).mean(1, keepdims=True) + 1e-5)).astype(np.float16).astype(np.float32) * scale
case("rms_norm_types", node("RMSNormalization", ["x", "s"], ["y"]), {"x": x, "s": scale}, {"y": y.astype(np.float32)}, None, 23)
case("swish_alpha", node("Swish", ["x"], ["y"], alpha=0.5), {"x": scale}, {"y": (scale / (1 + np.exp(-scale / 2))).astype(np.float32)},
     None, 24)


# LinearAttention, CausalConvWithState

def linear_attention(q, k, v, state, g, beta, heads, scale):
    """q (batch, seq, heads, size), k and v with fewer heads; g (batch, seq, heads, size or 1), beta (batch, seq, heads or 1)."""
    batch, n, q_heads, _ = q.shape
    state, y = state.astype(float).copy(), np.zeros((batch, n, q_heads, v.shape[3]))
    for b, t in np.ndindex(batch, n):
        for h in range(heads):
            if g is not None:
                state[b, h] *= np.exp(g[b, t, h].astype(float))[:, None]
            value = v[b, t, h].astype(float)
            if beta is not None:
                value = beta[b, t, h % beta.shape[2]] * (value - k[b, t, h] @ state[b, h])
            state[b, h] += np.outer(k[b, t, h], value)
            for i in range(q_heads // heads):
                y[b, t, h * (q_heads // heads) + i] = scale * (q[b, t, h * (q_heads // heads) + i] @ state[b, h])
    return y.reshape(batch, n, -1), state


for name, rule, n, dtype, gates in (("linear_attention_gated_delta", "gated_delta", 4, np.float32, 3),
                                    ("linear_attention_one_token", "delta", 1, np.float32, 1),
                                    ("linear_attention_half", "gated", 3, np.float16, 1)):
    q, k, v = (floats(2, n, h, d, dtype=dtype) / 4 for h, d in ((4, 3), (2, 3), (2, 5)))
    state = floats(2, 2, 3, 5)
    g = -abs(floats(2, n, 2, gates, dtype=dtype)) / 4 if "gated" in rule else None
    beta = abs(floats(2, n, 1 if n == 1 else 2, dtype=dtype)) / 4 if "delta" in rule else None
    y, last = linear_attention(q, k, v, state, g, beta, 2, 0.5)
    inputs = {"q": q.reshape(2, n, -1), "k": k.reshape(2, n, -1), "v": v.reshape(2, n, -1), "s": state}
    inputs.update({"g": g.reshape(2, n, -1)} if g is not None else {}, **({"b": beta} if beta is not None else {}))
    case(name, node("LinearAttention", ["q", "k", "v", "s", "g" if g is not None else "", "b" if beta is not None else ""], ["y", "t"],
                    q_num_heads=4, kv_num_heads=2, update_rule=rule, scale=0.5), inputs,
         {"y": y.astype(dtype), "t": last.astype(np.float32)}, None, 27,
         {k: ["B", "S", x.shape[2]] for k, x in (*inputs.items(), ("y", y)) if k != "s"} if n > 1 else None)
x, weight, past = floats(2, 3, 2), floats(3, 1, 4), floats(2, 3, 3)
full = np.concatenate([past, x], 2)
y = np.array([[[sum(weight[c, 0, i] * full[b, c, t + i] for i in range(4)) for t in range(2)] for c in range(3)] for b in range(2)])
case("causal_conv_named", node("CausalConvWithState", ["x", "w", "", "p"], ["y", "q"], activation="silu"),
     {"x": x, "w": weight, "p": past}, {"y": (y / (1 + np.exp(-y))).astype(np.float32), "q": full[..., 2:]}, None, 27,
     {"x": ["B", 3, "S"], "p": ["B", 3, 3], "y": ["B", 3, "S"], "q": ["B", 3, 3]})

# Reductions of nothing, LpNormalization of zeros, pooling by ceil_mode, positions of a resize

for name, op, dtype, shape, axes, keep, left in (
        ("reduce_max_nothing_int64", "ReduceMax", np.int64, (0, 2, 3), (0, 2), 0, (2,)),
        ("reduce_min_nothing_uint8", "ReduceMin", np.uint8, (2, 0, 3), (1,), 1, (2, 1, 3)),
        ("reduce_min_nothing_int8", "ReduceMin", np.int8, (2, 0, 3), (-2,), 0, (2, 3)),
        ("reduce_min_nothing_bool", "ReduceMin", bool, (2, 0, 3), (1,), 0, (2, 3))):
    end = True if dtype == bool else np.iinfo(dtype).min if op == "ReduceMax" else np.iinfo(dtype).max
    case(name, node(op, ["x", "axes"], ["y"], keepdims=keep), {"x": np.zeros(shape, dtype)}, {"y": np.full(left, end, dtype)},
         {"axes": ints(*axes)}, 20)
x = floats(1, 1, 6)
y = [[[float(np.float32(x[0, 0, :2].sum() / 3)), x[0, 0, 1:4].sum() / 3, x[0, 0, 3:6].sum() / 3, float(x[0, 0, 5]) / 2]]]
case("average_pool_ceil_counts_less", node("AveragePool", ["x"], ["y"], kernel_shape=[3], strides=[2], pads=[1, 1], ceil_mode=1,
                                           count_include_pad=1), {"x": x}, {"y": np.float32(y)}, None, 22)
x = floats(1, 1, 5)
at = [i * 4 / (5 * 0.7 - 1) for i in range(3)]
y = [[[(1 - p % 1) * x[0, 0, int(p)] + p % 1 * x[0, 0, min(int(p) + 1, 4)] for p in at]]]
case("resize_align_corners", node("Resize", ["x", "", "s"], ["y"], mode="linear", coordinate_transformation_mode="align_corners"),
     {"x": x}, {"y": np.float32(y)}, {"s": np.float32([1, 1, 0.7])}, 13)



def resized(x, to, mode, at, round_to):
    """Along the last dim; at(i): where, round_to: the nearest."""
    y = np.zeros((*x.shape[:-1], to))
    last = x.shape[-1] - 1
    for i in range(to):
        p = at(i)
        if mode == "nearest":
            y[..., i] = x[..., min(max(round_to(p), 0), last)]
            continue
        base = math.floor(p)
        for k in range(base - 1, base + 3):
            t, a = abs(p - k), -0.75
            near, far = ((a + 2) * t - (a + 3)) * t * t + 1, ((a * t - 5 * a) * t + 8 * a) * t - 4 * a
            w = (near if t <= 1 else far if t < 2 else 0) if mode == "cubic" else max(0, 1 - t)
            y[..., i] += w * x[..., min(max(k, 0), last)]
    return y.astype(x.dtype)


x = floats(2, 3, 5)
half, ends = lambda i: (i + 0.5) / 1.5 - 0.5, lambda i: i * 4 / 6.5
for name, mode, transform, how, at, round_to in (
        ("linear", "linear", "half_pixel", "floor", half, None), ("cubic", "cubic", "half_pixel", "floor", half, None),
        ("nearest", "nearest", "half_pixel", "round_prefer_floor", half, lambda p: math.ceil(p - 0.5)),
        ("nearest_ceil", "nearest", "asymmetric", "ceil", lambda i: i / 1.5, math.ceil),
        ("corners", "linear", "align_corners", "floor", ends, None)):
    case(f"resize_named_{name}", node("Resize", ["x", "", "s"], ["y"], mode=mode, coordinate_transformation_mode=transform, nearest_mode=how),
         {"x": x}, {"y": resized(x, 7, mode, at, round_to)}, {"s": np.float32([1, 1, 1.5])}, 13, {"x": ["B", "C", "L"], "y": ["B", "C", None]})
y = resized(x, 4, "linear", lambda i: (i + 0.5) * 5 / 4 - 0.5, None)
case("resize_extents", [node("Shape", ["x"], ["n"]), node("Shape", ["z"], ["m"]), node("Concat", ["n", "m"], ["all"], axis=0),
                        node("Gather", ["all", "which"], ["to"]), node("Resize", ["x", "", "", "to"], ["y"], mode="linear")],
     {"x": x, "z": floats(4)}, {"y": y}, {"which": ints(0, 1, 3)}, 13, {"x": ["B", 3, "L"], "z": ["Z"], "y": ["B", 3, None]})

# DFT of what is real; STFT and others with named extents

x = floats(2, 4, 3, 2)
z = x[..., 0] + 1j * x[..., 1]
for length in (None, 7, 4):
    y = np.fft.irfft(z, length, axis=1)[..., None].astype(np.float32)
    case(f"dft_real_{length or 'whole'}", node("DFT", ["x", "n" if length else "", "a"], ["y"], onesided=1, inverse=1), {"x": x}, {"y": y},
         {"a": np.int64(1), **({"n": np.int64(length)} if length else {})}, 20)
x, window = floats(2, 11, 1), floats(4)
frames = np.stack([x[:, i * 3:i * 3 + 4, 0] * window for i in range(3)], 1)
y = np.fft.rfft(frames, axis=2)
case("stft_named", node("STFT", ["x", "step", "w"], ["y"]), {"x": x, "w": window}, {"y": np.stack([y.real, y.imag], -1).astype(np.float32)},
     {"step": np.int64(3)}, 17, {"x": ["B", "L", 1], "y": ["B", None, 3, 2]})

# Pad: widths that are extents, values that are computed

x = floats(3, 4)
for mode, how in (("constant", "constant"), ("reflect", "reflect"), ("edge", "edge"), ("wrap", "wrap")):
    values = {"constant_values": 1.5} if mode == "constant" else {}
    case(f"pad_extents_{mode}", [node("Shape", ["z"], ["n"]), node("Concat", ["zero", "n", "n", "one"], ["pads"], axis=0),
                                 node("Pad", ["x", "pads", "v"], ["y"], mode=mode)],
         {"x": x, "z": floats(2), "v": np.float32(1.5)}, {"y": np.pad(x, ((0, 2), (2, 1)), how, **values)},
         {"zero": ints(0), "one": ints(1)}, 19, {"x": ["N", "M"], "z": ["Z"], "y": [None, None]})
big = np.int64(2**62 + 1)
case("pad_large_integer", node("Pad", ["x", "pads", "v"], ["y"]), {"x": ints(1, 2)}, {"y": ints(big, 1, 2)},
     {"pads": ints(1, 0), "v": big}, 13)
case("pad_crop_computed", node("Pad", ["x", "pads", "v"], ["y"]), {"x": x, "v": np.float32(3)},
     {"y": np.pad(x[1:], ((0, 0), (2, 0)), constant_values=3)}, {"pads": ints(-1, 2, 0, 0)}, 13)

# Shapes, depths, k and diagonals that are extents or computed

case("constant_of_shape_large", node("ConstantOfShape", ["s"], ["y"], value=helper.make_tensor("v", TensorProto.INT64, [1], [2**62 + 1])),
     {}, {"y": np.full((2,), big)}, {"s": ints(2)}, 9)
x = floats(2, 1)
case("expand_computed", [node("Add", ["s", "one"], ["t"]), node("Expand", ["x", "t"], ["y"])], {"x": x, "s": ints(2, 0, 3)},
     {"y": np.broadcast_to(x, (3, 2, 4)).copy()}, {"one": ints(1)}, 13, {"x": ["N", 1], "y": [None, None, None]})
case("expand_by_number", [node("Add", ["s", "one"], ["t"]), node("Expand", ["x", "t"], ["y"])], {"x": x, "s": np.int64(2)},
     {"y": np.broadcast_to(x, (2, 3)).copy()}, {"one": np.int64(1)}, 13, {"x": ["N", 1], "y": [None, None]})
index = rng.randint(-5, 5, (2, 3))
hot = np.zeros((2, 5, 3), np.float32)
for i, j in np.ndindex(2, 3):
    hot[i, index[i, j] % 5, j] = 1
case("one_hot_extent", [node("Shape", ["z"], ["n"]), node("Squeeze", ["n"], ["d"]), node("OneHot", ["i", "d", "v"], ["y"], axis=1)],
     {"i": index, "z": floats(5)}, {"y": 2 - hot}, {"v": np.float32([2, 1])}, 13, {"z": ["Z"], "y": [2, None, 3]})
x = floats(2, 3, 4)
for upper in (0, 1):
    case(f"trilu_computed_{upper}", [node("Neg", ["k"], ["m"]), node("Trilu", ["x", "m"], ["y"], upper=upper)],
         {"x": x, "k": np.int64(1)}, {"y": np.triu(x, -1) if upper else np.tril(x, -1)}, None, 14, {"x": ["B", "N", 4], "y": ["B", "N", 4]})
x = rng.randint(0, 4, (3, 5)).astype(np.float32)  # with ties, where the first comes first
order = np.argsort(-x, axis=1, kind="stable")
for name, nodes, more, shape in (
        ("top_k_extent", [node("Shape", ["z"], ["n"])], {"z": floats(2)}, {"z": ["Z"]}),
        ("top_k_computed", [node("Add", ["k", "k"], ["n"])], {"k": ints(1)}, {})):
    case(name, [*nodes, node("TopK", ["x", "n"], ["v", "i"])], {"x": x, **more},
         {"v": np.take_along_axis(x, order, 1)[:, :2], "i": order[:, :2]}, None, 11, {**shape, "v": [3, None], "i": [3, None]})
x = floats(2, 3, 4)
hot = np.zeros(x.shape, np.float32)
for i, j in np.ndindex(2, 4):
    hot[i, x[i, :, j].argmax(), j] = 1
case("hardmax_named", node("Hardmax", ["x"], ["y"], axis=1), {"x": x}, {"y": hot}, None, 13, {"x": ["B", "N", 4], "y": ["B", "N", 4]})

# GridSample of integers, of halves, and of four dims

x, grid = rng.randint(-9, 9, (1, 2, 3, 3)).astype(np.int32), np.float32([[[[-1, 0], [0.5, 1], [3, 0]]]])
y = np.zeros((1, 2, 1, 3), np.int32)
for i, (a, b) in enumerate(grid[0, 0]):
    p, r = round((a + 1) * 1), round((b + 1) * 1)
    y[0, :, 0, i] = x[0, :, r, p] if 0 <= p < 3 and 0 <= r < 3 else 0
case("grid_sample_integers", node("GridSample", ["x", "g"], ["y"], mode="nearest", align_corners=1), {"x": x, "g": grid}, {"y": y}, None, 22)
x, grid = floats(1, 2, 2, 2, 3, 2), floats(1, 1, 2, 1, 2, 4) / 4
y = np.zeros((1, 2, 1, 2, 1, 2))
for at in np.ndindex(1, 2, 1, 2):
    p = [(grid[(0, *at)][3 - d] + 1) / 2 * (x.shape[2 + d] - 1) for d in range(4)]
    for corner in itertools.product((0, 1), repeat=4):
        where = [math.floor(a) + c for a, c in zip(p, corner)]
        weight = math.prod(1 - abs(a - w) for a, w in zip(p, where))
        where = [min(max(w, 0), x.shape[2 + d] - 1) for d, w in enumerate(where)]
        y[(0, slice(None), *at)] += weight * x[(0, slice(None), *where)]
case("grid_sample_4d", node("GridSample", ["x", "g"], ["y"], mode="linear", align_corners=1, padding_mode="border"), {"x": x, "g": grid},
     {"y": y.astype(np.float32)}, None, 22)

# DeformConv of one and of three dims

for name, extents, kernel, stride, pad in (("deform_conv_1d", (5,), (2,), 2, 1), ("deform_conv_3d", (2, 3, 2), (1, 2, 2), 1, 0)):
    n = len(extents)
    counts = [(e + 2 * pad - k) // stride + 1 for e, k in zip(extents, kernel)]
    window = math.prod(kernel)
    x, w, move = floats(1, 2, *extents), floats(3, 2, *kernel), floats(1, window * n, *counts) / 4
    y = np.zeros((1, 3, *counts))
    for at in np.ndindex(*counts):
        for k, place in enumerate(np.ndindex(*kernel)):
            p = [a * stride - pad + j + float(move[(0, k * n + d, *at)]) for d, (a, j) in enumerate(zip(at, place))]
            for corner in itertools.product((0, 1), repeat=n):
                where = [math.floor(a) + c for a, c in zip(p, corner)]
                if all(0 <= a < e for a, e in zip(where, extents)):
                    weight = math.prod(1 - abs(a - b) for a, b in zip(p, where))
                    y[(0, slice(None), *at)] += weight * (w[(slice(None), slice(None), *place)] @ x[(0, slice(None), *where)])
    case(name, node("DeformConv", ["x", "w", "move"], ["y"], kernel_shape=list(kernel), strides=[stride] * n, pads=[pad] * 2 * n),
         {"x": x, "w": w, "move": move}, {"y": y.astype(np.float32)}, None, 22)

# Det beyond 4 by 4

x = floats(2, 6, 6)
x[0, 2] = 0
x[0, 2, 5] = 1  # a pivot of its own
case("det_6", node("Det", ["x"], ["y"]), {"x": x}, {"y": np.linalg.det(x.astype(float)).astype(np.float32)}, None, 22)
x = floats(5, 5)
x[0, 0] = 0
case("det_named", node("Det", ["x"], ["y"]), {"x": x}, {"y": np.float32(np.linalg.det(x.astype(float)))}, None, 11, {"x": ["N", "N"]})
x[3] = 2 * x[1]
case("det_singular", node("Det", ["x"], ["y"]), {"x": x}, {"y": np.float32(0)}, None, 11)

# NonMaxSuppression, whose result has as many rows as the run finds

boxes = np.float32([[[0, 0, 2, 2], [0, 0, 2, 2.25], [3, 3, 4, 4], [0, 5, 1, 6]]])
scores = np.float32([[[0.5, 0.75, 0.25, 0.125]]])
case("nms_named", [node("NonMaxSuppression", ["b", "s", "n", "t", "least"], ["i"]), node("Add", ["i", "one"], ["y"])],
     {"b": boxes, "s": scores}, {"y": np.int64([[1, 1, 2], [1, 1, 3]])},
     {"n": ints(9), "t": np.float32([0.5]), "least": np.float32([0.2]), "one": ints(1)}, 11,
     {"b": ["B", "N", 4], "s": ["B", 1, "N"], "y": [None, 3]})

# The first opsets

x = floats(2, 3)
case("cast_named", node("Cast", ["x"], ["y"], to="INT32"), {"x": x}, {"y": x.astype(np.int32)}, None, 1)
case("tile_axis", node("Tile", ["x", "n", "a"], ["y"]), {"x": x}, {"y": np.tile(x, (1, 3))}, {"n": ints(3), "a": ints(1)}, 1)
x = floats(1, 2, 2, 3)
case("upsample_1", node("Upsample", ["x"], ["y"], height_scale=2.0, width_scale=3.0, mode="nearest"), {"x": x},
     {"y": x.repeat(2, 2).repeat(3, 3)}, None, 1)
y = [[[[(abs(x[0, c, i:i + 2, j:j + 2].astype(float)) ** 1.5).sum() ** (1 / 1.5) for j in range(2)]] for c in range(2) for i in range(1)]]
case("lp_pool_1", node("LpPool", ["x"], ["y"], p=1.5, kernel_shape=[2, 2]), {"x": x},
     {"y": np.float32(y).reshape(1, 2, 1, 2)}, None, 1)
mean, var, scale, bias = floats(2, 2, 3), abs(floats(2, 2, 3)) + 1, floats(2, 2, 3), floats(2, 2, 3)
case("batch_norm_places", node("BatchNormalization", ["x", "s", "b", "m", "v"], ["y"], spatial=0, is_test=1),
     {"x": x, "s": scale, "b": bias, "m": mean, "v": var},
     {"y": ((x - mean) / np.sqrt(var.astype(float) + 1e-5) * scale + bias).astype(np.float32)}, None, 6)
x, scale, bias, mean, var = floats(3, 2, 2), floats(2), floats(2), floats(2), abs(floats(2)) + 1
m, v = x.astype(float).mean((0, 2)), x.astype(float).var((0, 2))
y = (x - m[:, None]) / np.sqrt(v[:, None] + 1e-5) * scale[:, None] + bias[:, None]
case("batch_norm_9_training", node("BatchNormalization", ["x", "s", "b", "m", "v"], ["y", "m2", "v2", "m3", "v3"], momentum=0.75),
     {"x": x, "s": scale, "b": bias, "m": mean, "v": var},
     {k: z.astype(np.float32) for k, z in (("y", y), ("m2", 0.75 * mean + 0.25 * m), ("v2", 0.75 * var + 0.25 * v), ("m3", m), ("v3", v))},
     None, 9)
x, w, r, h = floats(2, 1, 3) / 4, floats(1, 6, 3) / 4, floats(1, 6, 2) / 4, floats(1, 1, 2)


def gru(x, w, r, h):
    def sigmoid(v):
        return 1 / (1 + np.exp(-v))

    out = []
    for t in range(len(x)):
        a = x[t] @ w.T
        z, s = sigmoid(a[:, :2] + h @ r[:2].T), sigmoid(a[:, 2:4] + h @ r[2:4].T)
        h = (1 - z) * np.tanh(a[:, 4:] + (s * h) @ r[4:].T) + z * h
        out.append(h)
    return np.array(out)


y = gru(x.astype(float), w[0].astype(float), r[0].astype(float), h[0].astype(float))
case("gru_1", node("GRU", ["x", "w", "r", "", "", "h"], ["y", "last"], hidden_size=2, output_sequence=1), {"x": x, "w": w, "r": r, "h": h},
     {"y": y[:, None].astype(np.float32), "last": y[-1][None].astype(np.float32)}, None, 1)
x = floats(1, 2, 4, 5)
case("crop_border", node("Crop", ["x"], ["y"], border=[1, 0, 2, 1]), {"x": x}, {"y": x[:, :, :3, 1:3].copy()}, None, 1)
case("crop_size", node("Crop", ["x"], ["y"], border=[1, 2, 0, 0], scale=[1, 3]), {"x": x}, {"y": x[:, :, 2:3, 1:4].copy()}, None, 1)
case("image_scaler", node("ImageScaler", ["x"], ["y"], scale=0.5, bias=[1.0, -2.0]), {"x": x},
     {"y": x * np.float32(0.5) + np.float32([1, -2])[:, None, None]}, None, 1)
m = x.astype(float).mean((2, 3), keepdims=True)
case("mean_variance_flags", node("MeanVarianceNormalization", ["x"], ["y"]), {"x": x},
     {"y": ((x - m) / x.astype(float).std((2, 3), keepdims=True)).astype(np.float32)}, None, 1)
m = x.astype(float).mean((1, 2, 3), keepdims=True)
case("mean_variance_across", node("MeanVarianceNormalization", ["x"], ["y"], across_channels=1, normalize_variance=0), {"x": x},
     {"y": (x - m).astype(np.float32)}, None, 1)
x = floats(7)
case("experimental", [node("Affine", ["x"], ["a"], alpha=2.0, beta=0.5), node("Scale", ["a"], ["b"], scale=0.25),
                      node("ScaledTanh", ["b"], ["c"], alpha=3.0, beta=0.5), node("ParametricSoftplus", ["c"], ["d"], alpha=2.0, beta=4.0),
                      node("ThresholdedRelu", ["d"], ["y"], alpha=0.75)], {"x": x},
     {"y": (lambda d: np.where(d > 0.75, d, 0))(2 * np.log1p(np.exp(4 * 3 * np.tanh((2.0 * x + 0.5) / 8)))).astype(np.float32)}, None, 1)


# com.microsoft: what ONNX Runtime has for other devices than processors

def group_norm(x, gamma, beta, groups, silu):
    """(batch, ..., channels)"""
    rows = x.astype(float).reshape(x.shape[0], -1, groups, x.shape[-1] // groups)
    mean, var = rows.mean((1, 3), keepdims=True), rows.var((1, 3), keepdims=True)
    y = ((rows - mean) / np.sqrt(var + 1e-5)).reshape(x.shape) * gamma + beta
    return (y / (1 + np.exp(-y)) if silu else y).astype(x.dtype)


ms = {"domain": "com.microsoft"}
x, gamma, beta = floats(2, 3, 4, 6), floats(6), floats(6)
affine = {"gamma": gamma, "beta": beta}
for silu in (0, 1):
    case(f"ms_group_norm_{silu}", node("GroupNorm", ["x", "gamma", "beta"], ["y"], groups=3, activation=silu, **ms), {"x": x},
         {"y": group_norm(x, gamma, beta, 3, silu)}, affine, 17, **ms)
half = x.astype(np.float16)
case("ms_group_norm_half", node("GroupNorm", ["x", "gamma", "beta"], ["y"], groups=2, activation=0, **ms), {"x": half},
     {"y": group_norm(half, gamma, beta, 2, 0)}, affine, 17, **ms)
first = np.moveaxis(x, 3, 1).copy()
case("ms_group_norm_first", node("GroupNorm", ["x", "gamma", "beta"], ["y"], groups=2, activation=1, channels_last=0, **ms), {"x": first},
     {"y": np.moveaxis(group_norm(x, gamma, beta, 2, 1), 3, 1).copy()}, affine, 17, **ms)
skip, bias = floats(2, 3, 4, 6), floats(6)
case("ms_skip_group_norm", node("SkipGroupNorm", ["x", "gamma", "beta", "skip", "bias"], ["y", "sum"], groups=3, activation=1, **ms),
     {"x": x, "skip": skip}, {"y": group_norm(x + skip + bias, gamma, beta, 3, 1), "sum": x + skip + bias}, {**affine, "bias": bias}, 17, **ms)
skip = floats(2, 6)
case("ms_skip_group_norm_each", node("SkipGroupNorm", ["x", "gamma", "beta", "skip"], ["y"], groups=3, activation=0, **ms),
     {"x": x, "skip": skip}, {"y": group_norm(x + skip[:, None, None], gamma, beta, 3, 0)}, affine, 17, **ms)
x, bias = floats(2, 5, 6), floats(6)
case("ms_bias_add", node("BiasAdd", ["x", "bias", "skip"], ["y"], **ms), {"x": x, "skip": x[::-1].copy()}, {"y": x + bias + x[::-1]}, {"bias": bias}, 17, **ms)
total = (x + bias).astype(float)
right = total[..., 3:]
case("ms_bias_split_gelu", node("BiasSplitGelu", ["x", "bias"], ["y"], **ms), {"x": x},
     {"y": (total[..., :3] * right * (1 + np.vectorize(math.erf)(right / math.sqrt(2))) / 2).astype(np.float32)}, {"bias": bias}, 17, **ms)
for axis in (2, 1):
    total = x.astype(float) + floats(1, 1, 6)
    e = np.exp(total - total.max(tuple(range(axis, 3)), keepdims=True))
    case(f"ms_bias_softmax_{axis}", node("BiasSoftmax", ["x", "bias"], ["y"], axis=axis, is_inner_broadcast=1, **ms), {"x": x, "bias": (total - x).astype(np.float32)},
         {"y": (e / e.sum(tuple(range(axis, 3)), keepdims=True)).astype(np.float32)}, None, 17, **ms)

# A real signal without its last dim, as PyTorch's exporter writes it
x = floats(2, 16)
frames = np.stack([x[:, at:at + 8] for at in range(0, 9, 4)], 1)
spectrum = np.fft.rfft(frames.astype(float))
case("stft_rank_2", node("STFT", ["x", "step", "", "length"], ["y"]), {"x": x}, {"y": np.stack([spectrum.real, spectrum.imag], -1).astype(np.float32)},
     {"step": np.array(4), "length": np.array(8)}, 17)

# Scales are float32, and so are the products that extents are and the quotients that positions of the nearest are: in
# float64 10 * 0.7 is less than 7, and 1.5 / 0.6 less than 2.5.

f32 = np.float32
for name, scale, extent, transform, how, round_to in (
        ("extent", 0.7, 10, "half_pixel", "round_prefer_floor", lambda p: math.ceil(p - 0.5)),
        ("half", 0.6, 4, "half_pixel", "floor", math.floor), ("halves", 0.6, 20, "tf_half_pixel_for_nn", "floor", math.floor),
        ("whole", 0.3, 30, "asymmetric", "floor", math.floor), ("up", 1.7, 30, "asymmetric", "ceil", math.ceil)):
    x, s = floats(1, 2, extent), f32(scale)
    half = {"half_pixel": (f32(0.5), f32(0.5)), "tf_half_pixel_for_nn": (f32(0.5), f32(0)), "asymmetric": (f32(0), f32(0))}[transform]
    y = resized(x, int(f32(extent) * s), "nearest", lambda i: f32(f32(f32(i) + half[0]) / s) - half[1], round_to)
    case(f"resize_float32_{name}", node("Resize", ["x", "", "s"], ["y"], mode="nearest", coordinate_transformation_mode=transform,
                                        nearest_mode=how), {"x": x}, {"y": y}, {"s": np.float32([1, 1, scale])}, 13)

# GroupQueryAttention: heads that are normalized before they turn, and queries that see what follows them


def by_heads(x, heads):
    return x.astype(float).reshape(x.shape[0], x.shape[1], heads, -1).transpose(0, 2, 1, 3)


def turned(x, cos, sin):
    half = x.shape[-1] // 2
    a, b = x[..., :half], x[..., half:]
    return np.concatenate([a * cos - b * sin, a * sin + b * cos], -1)


q, k, v, cos, sin = floats(2, 3, 32), floats(2, 3, 16), floats(2, 3, 16), floats(5, 4), floats(5, 4)
weights = floats(8), floats(8)
heads = [by_heads(x, n) for x, n in ((q, 4), (k, 2), (v, 2))]
normed = [turned(x / np.sqrt((x * x).mean(-1, keepdims=True) + 0.125) * w, cos[:3], sin[:3]) for x, w in zip(heads, weights)]
y, _ = attention(normed[0], normed[1], heads[2], lambda b, i, j: j <= i)
how = {"num_heads": 4, "kv_num_heads": 2, **ms}
case("ms_gqa_norms", node("GroupQueryAttention", ["q", "k", "v", "", "", "n", "all", "cos", "sin", "", "", "", "", "", "wq", "wk"], ["y", "pk"],
                          do_rotary=1, qk_norm_epsilon=0.125, **how), {"q": q, "k": k, "v": v},
     {"y": packed(y).astype(np.float32), "pk": normed[1].astype(np.float32)},
     {"n": np.array([2, 2], np.int32), "all": np.array(3, np.int32), "cos": cos, "sin": sin, "wq": weights[0], "wk": weights[1]}, 17, **ms)
y, _ = attention(*heads, lambda b, i, j: j < [3, 2][b])
case("ms_gqa_both_ways", node("GroupQueryAttention", ["q", "k", "v", "", "", "n", "all"], ["y"], causal=0, **how), {"q": q, "k": k, "v": v},
     {"y": packed(y).astype(np.float32)}, {"n": np.array([2, 1], np.int32), "all": np.array(3, np.int32)}, 17, **ms)
past = [floats(2, 2, 4, 8) for _ in range(2)]
q1, k1, v1 = q[:, :1], k[:, :1], v[:, :1]
full = []
for x, old in ((k1, past[0]), (v1, past[1])):
    buffer = old.astype(float)
    for b, n in enumerate((3, 1)):
        buffer[b, :, n] = by_heads(x, 2)[b, :, 0]
    full.append(buffer)
y, _ = attention(by_heads(q1, 4), *full, lambda b, i, j: j < [4, 2][b])
case("ms_gqa_both_ways_past", node("GroupQueryAttention", ["q", "k", "v", "pk", "pv", "n", "all"], ["y"], causal=0, **how),
     {"q": q1.copy(), "k": k1.copy(), "v": v1.copy(), "pk": past[0], "pv": past[1], "n": np.array([3, 1], np.int32)},
     {"y": packed(y).astype(np.float32)}, {"all": np.array(4, np.int32)}, 17, **ms)


# Of more than 8 elements, by takes: along the last dim and one before it, where weights leave out what lies outside, where a
# result is one element alone, and in few bits
def both(x, to, mode, at):
    rows = resized(x, to[1], mode, at[1], None)
    return np.swapaxes(resized(np.swapaxes(rows, 2, 3), to[0], mode, at[0], None), 2, 3)


x = floats(2, 3, 11, 12)
half = lambda source, to: lambda i: (i + 0.5) * source / to - 0.5
corners = lambda source, to: lambda i: i * (source - 1) / (to - 1)
for name, mode, transform, where in (("linear", "linear", "half_pixel", half), ("cubic", "cubic", "half_pixel", half), ("corners", "linear", "align_corners", corners),
                                     ("cubic_corners", "cubic", "align_corners", corners), ("whole", "linear", "asymmetric", lambda source, to: lambda i: i * source / to)):
    to = (22, 24) if name == "whole" else (9, 25)
    y = both(x.astype(np.float64), to, mode, [where(11, to[0]), where(12, to[1])])
    for dtype in (np.float32, np.float64, np.float16):
        if dtype == np.float16 and name != "linear":
            continue
        case(f"resize_taps_{name}" + {4: "", 8: "_float64", 2: "_float16"}[np.dtype(dtype).itemsize],
             node("Resize", ["x", "", "", "to"], ["y"], mode=mode, coordinate_transformation_mode=transform), {"x": x.astype(dtype)},
             {"y": (both(x.astype(dtype).astype(np.float64), to, mode, [where(11, to[0]), where(12, to[1])])).astype(dtype)}, {"to": ints(2, 3, *to)}, 18)
y = np.zeros((1, 1, 20))
for i in range(20):
    p, total = (i + 0.5) * 0.6 - 0.5, 0.0
    for k in range(math.floor(p) - 1, math.floor(p) + 3):
        t, a = abs(p - k), -0.5
        w = ((a + 2) * t - (a + 3)) * t * t + 1 if t <= 1 else ((a * t - 5 * a) * t + 8 * a) * t - 4 * a if t < 2 else 0
        if 0 <= k < 12:
            y[0, 0, i] += w * x[0, 0, 0, k]
            total += w
    y[0, 0, i] /= total
case("resize_taps_excluded", node("Resize", ["x", "", "", "to"], ["y"], mode="cubic", cubic_coeff_a=-0.5, exclude_outside=1), {"x": x[:1, :1, 0].copy()},
     {"y": y.astype(np.float32)}, {"to": ints(1, 1, 20)}, 18)
# An infinity is one in the results that it has a part in, no NaN in others
x = floats(1, 12)
x[0, 5] = np.inf
y = resized(np.where(np.isinf(x), 1e30, x), 23, "linear", corners(12, 23), None)
case("resize_taps_infinity", node("Resize", ["x", "", "", "to"], ["y"], mode="linear", coordinate_transformation_mode="align_corners"), {"x": x},
     {"y": np.where(y > 1e20, np.inf, y).astype(np.float32)}, {"to": ints(1, 23)}, 18)
