# SPDX-License-Identifier: Apache-2.0
"""Writes cases/NAME of forms that exporters write: loops of scripted models, whose graphs say no shapes; the end of a detector
as torchvision's is exported (boxes decoded, clipped and filtered, pooled from two levels); a block of GPT-2 with its past. And
slices that run back. The outputs are computed here, by NumPy and plain loops, from the standard's text.

    python3 tests/onnx/cases_exported.py tests/onnx/cases"""
import math

import numpy as np
from onnx import TensorProto, ValueInfoProto

from case_file import case, floats, graph_of, info, ints, node

F, I64, BOOL = TensorProto.FLOAT, TensorProto.INT64, TensorProto.BOOL


# Loops

def bare(name, dtype=F):
    """Without a shape."""
    v = ValueInfoProto(name=name)
    v.type.tensor_type.elem_type = dtype
    return v


def loop_body(nodes, carries, given, more=None, stacked=(), dtype=F):
    nodes = nodes if more else [node("Identity", ["go"], ["on"]), *nodes]
    return graph_of(nodes, "body", [info("i", np.int64(0)), info("go", np.bool_(0)), *[bare(c, dtype) for c in carries]],
                    [info(more or "on", np.bool_(0)), *[bare(g, dtype) for g in given], *[bare(s) for s in stacked]])


x = floats(2, 3)
open_rows = {"x": ["rows", 3]}
append = loop_body([node("Concat", ["c", "x"], ["d"], axis=0)], ["c"], ["d"])
case("loop_grows", node("Loop", ["three", "", "x"], ["y"], body=append), {"x": x}, {"y": np.concatenate([x] * 4)}, {"three": np.int64(3)}, 17, open_rows | {"y": ["all", 3]})
again = loop_body([node("Loop", ["two", "", "p"], ["q"], body=append)], ["p"], ["q"])
case("loop_grows_nested", node("Loop", ["two", "", "x"], ["y"], body=again), {"x": x}, {"y": np.concatenate([x] * 5)}, {"two": np.int64(2)}, 17, open_rows | {"y": ["all", 3]})
both = loop_body([node("Concat", ["c", "x"], ["d"], axis=1), node("Add", ["d", "two"], ["e2"])], ["c", "e"], ["d", "e2"])
case("loop_grows_another", node("Loop", ["two_times", "", "x", "two"], ["y", "z"], body=both), {"x": x}, {"y": np.tile(x, (1, 3)), "z": np.tile(x, (1, 3)) + 2},
     {"two_times": np.int64(2), "two": np.float32([[2]])}, 17)
ends = loop_body([node("Concat", ["c", "x"], ["d"], axis=0), node("Size", ["d"], ["n"]), node("Less", ["n", "limit"], ["more"])], ["c"], ["d"], "more")
# What the body is given has constants for a shape, and what it gives names: torch's scripted loops that append to nothing.
named = graph_of([node("Slice", ["x", "zero", "k"], ["part"]), node("Concat", ["acc", "part"], ["next"], axis=0), node("Identity", ["c"], ["go"])], "named",
                 [info("i", np.int64(0)), info("c", np.bool_(0)), info("acc", floats(0, 3))],
                 [info("go", np.bool_(0)), info("next", floats(0, 3), ["n", "m"])])
case("loop_grows_named", node("Loop", ["three", "", "nothing"], ["y"], body=named), {"x": x, "k": ints(1)}, {"y": np.concatenate([x[:1]] * 3)},
     {"three": np.int64(3), "zero": ints(0), "nothing": floats(0, 3)}, 17, open_rows | {"y": ["n", 3]})
case("loop_grows_ends", node("Loop", ["", "true", "x"], ["y"], body=ends), {"x": x}, {"y": np.concatenate([x] * 4)},
     {"true": np.bool_(1), "limit": np.int64(20)}, 17, open_rows | {"y": ["all", 3]})
shorter = loop_body([node("Slice", ["c", "one", "far", "zero"], ["d"]), node("ReduceSum", ["d"], ["s"], keepdims=0)], ["c"], ["d"], stacked=["s"])
x5 = floats(5, 3)
case("loop_shrinks", node("Loop", ["three", "", "x"], ["y", "sums"], body=shorter), {"x": x5}, {"y": x5[3:], "sums": np.float32([x5[k:].sum() for k in (1, 2, 3)])},
     {"three": np.int64(3), "one": ints(1), "far": ints(99), "zero": ints(0)}, 17, {"x": ["rows", 3], "y": ["left", 3]})
# Greedy decoding: the tokens so far give the next one.
embedding, head = floats(6, 4), floats(4, 6)
greedy = loop_body([node("Gather", ["embedding", "t"], ["e"], axis=0), node("ReduceMean", ["e"], ["mean"], axes=[0]),
                    node("MatMul", ["mean", "head"], ["l"]), node("Add", ["l", "bias"], ["scores"]), node("ArgMax", ["scores"], ["next"], axis=1, keepdims=0),
                    node("Concat", ["t", "next"], ["t2"], axis=0)], ["t"], ["t2"], dtype=I64)
bias = floats(1, 6)
tokens = [2]
for _ in range(5):
    tokens.append(int(np.argmax(embedding[tokens].mean(0, keepdims=True) @ head + bias)))
case("loop_decodes", node("Loop", ["five", "", "first"], ["y"], body=greedy), {"bias": bias}, {"y": ints(*tokens)},
     {"five": np.int64(5), "first": ints(2), "embedding": embedding, "head": head}, 17)


# Slices that run back: a start before the first element is the first one.

def back(x, start, end, step):
    n = len(x)
    start, end = (v + n if v < 0 else v for v in (start, end))
    start, end = min(max(start, 0), n - 1), min(max(end, -1), n - 1)
    return x[list(range(start, end, step))]


x = floats(4, 2)
wide = {"x": ["rows", 2], "y": ["some", 2]}
for name, start, end, step, dims in (("slice_before_first", -9, -99, -1, None), ("slice_before_first_open", -6, -2 ** 31, -2, wide), ("slice_back_open", -2, -9, -1, wide)):
    case(name, node("Slice", ["x", "start", "end", "axes", "step"], ["y"]), {"x": x}, {"y": back(x, start, end, step)},
         {"start": ints(start), "end": ints(end), "axes": ints(0), "step": ints(step)}, 17, dims)
case("slice_before_first_computed", [node("Add", ["start", "zero"], ["s"]), node("Slice", ["x", "s", "end", "axes", "step"], ["y"])],
     {"x": x, "zero": ints(0)}, {"y": back(x, -9, -99, -1)}, {"start": ints(-9), "end": ints(-99), "axes": ints(0), "step": ints(-1)}, 17, {"y": ["some", 2]})


# A detector's end

def nms(boxes, scores, threshold):
    order, kept = sorted(range(len(boxes)), key=lambda i: (-scores[i], i)), []
    area = lambda b: max(b[2] - b[0], 0) * max(b[3] - b[1], 0)
    for i in order:
        def overlap(k):
            a, b = boxes[i], boxes[k]
            common = area([max(a[0], b[0]), max(a[1], b[1]), min(a[2], b[2]), min(a[3], b[3])])
            return common / (area(a) + area(b) - common)
        if all(overlap(k) <= threshold for k in kept):
            kept.append(i)
    return kept


anchors = np.float32([[0, 0, 8, 8], [1, 1, 9, 9], [10, 2, 18, 14], [11, 3, 19, 15], [4, 4, 30, 28], [20, 20, 28, 28]])
deltas = (floats(6, 4) / 16).astype(np.float32)
logits = np.float32([[3, -1], [2.5, 1], [-2, 2], [-3, 1.5], [-4, -3.5], [1, -5]])
size = 24.0  # of the image: boxes are clipped to it
nodes = [node("Split", ["anchors"], ["x0", "y0", "x1", "y1"], axis=1), node("Sub", ["x1", "x0"], ["w"]), node("Sub", ["y1", "y0"], ["h"]),
         node("Mul", ["w", "half"], ["hw"]), node("Add", ["x0", "hw"], ["cx"]), node("Mul", ["h", "half"], ["hh"]), node("Add", ["y0", "hh"], ["cy"]),
         node("Split", ["deltas"], ["dx", "dy", "dw", "dh"], axis=1), node("Clip", ["dw", "", "most"], ["dw2"]), node("Clip", ["dh", "", "most"], ["dh2"]),
         node("Mul", ["dx", "w"], ["mx"]), node("Add", ["mx", "cx"], ["px"]), node("Mul", ["dy", "h"], ["my"]), node("Add", ["my", "cy"], ["py"]),
         node("Exp", ["dw2"], ["ew"]), node("Mul", ["ew", "w"], ["pw"]), node("Exp", ["dh2"], ["eh"]), node("Mul", ["eh", "h"], ["ph"]),
         node("Mul", ["pw", "half"], ["qw"]), node("Mul", ["ph", "half"], ["qh"]), node("Sub", ["px", "qw"], ["bx0"]), node("Sub", ["py", "qh"], ["by0"]),
         node("Add", ["px", "qw"], ["bx1"]), node("Add", ["py", "qh"], ["by1"]), node("Concat", ["bx0", "by0", "bx1", "by1"], ["raw"], axis=1),
         node("Clip", ["raw", "zero", "size"], ["boxes"]), node("Softmax", ["logits"], ["each"], axis=-1),
         # The class of each, those above a threshold
         node("ReduceMax", ["each"], ["best"], axes=[1], keepdims=0), node("ArgMax", ["each"], ["class"], axis=1, keepdims=0),
         node("Greater", ["best", "least"], ["enough"]), node("NonZero", ["enough"], ["at"]), node("Transpose", ["at"], ["at_t"], perm=[1, 0]),
         node("Squeeze", ["at_t", "axis1"], ["rows"]), node("Gather", ["boxes", "rows"], ["b"], axis=0), node("Gather", ["best", "rows"], ["s"], axis=0),
         node("Gather", ["class", "rows"], ["c"], axis=0),
         # Boxes of other classes do not meet, as they are moved apart
         node("ReduceMax", ["b"], ["far"], keepdims=0), node("Add", ["far", "one"], ["step"]), node("Cast", ["c"], ["cf"], to=F), node("Mul", ["cf", "step"], ["off"]),
         node("Unsqueeze", ["off", "axis1"], ["off2"]), node("Add", ["b", "off2"], ["apart"]), node("Unsqueeze", ["apart", "axis0"], ["nb"]),
         node("Unsqueeze", ["s", "axis01"], ["ns"]), node("NonMaxSuppression", ["nb", "ns", "many", "iou"], ["kept"]), node("Gather", ["kept", "second"], ["k2"], axis=1),
         node("Squeeze", ["k2", "axis1"], ["k1"]), node("Slice", ["k1", "from", "to", "axis0"], ["k"]), node("Gather", ["b", "k"], ["out_boxes"], axis=0),
         node("Gather", ["s", "k"], ["out_scores"], axis=0), node("Gather", ["c", "k"], ["out_labels"], axis=0)]
constants = {"anchors": anchors, "half": np.float32(0.5), "most": np.float32(math.log(1000 / 16)), "zero": np.float32(0), "size": np.float32(size), "least": np.float32(0.7),
             "one": np.float32(1), "axis0": ints(0), "axis1": ints(1), "axis01": ints(0, 1), "many": ints(2 ** 40), "iou": np.float32([0.5]), "second": ints(2),
             "from": ints(0), "to": ints(100)}
a, d = anchors.astype(float), deltas.astype(float)
w, h = a[:, 2] - a[:, 0], a[:, 3] - a[:, 1]
px, py, pw, ph = d[:, 0] * w + a[:, 0] + w / 2, d[:, 1] * h + a[:, 1] + h / 2, np.exp(d[:, 2]) * w, np.exp(d[:, 3]) * h
boxes = np.clip(np.stack([px - pw / 2, py - ph / 2, px + pw / 2, py + ph / 2], 1), 0, size)
each = np.exp(logits.astype(float)) / np.exp(logits.astype(float)).sum(1, keepdims=True)
best, label = each.max(1), each.argmax(1)
rows = [i for i in range(6) if best[i] > 0.7]
b, s, c = boxes[rows], best[rows], label[rows]
kept = nms(b + c[:, None] * (b.max() + 1), s, 0.5)
some = {"out_boxes": ["found", 4], "out_scores": ["found"], "out_labels": ["found"]}
case("exported_detections", nodes, {"deltas": deltas, "logits": logits},
     {"out_boxes": b[kept].astype(np.float32), "out_scores": s[kept].astype(np.float32), "out_labels": c[kept].astype(np.int64)}, constants, 17, some)

# Boxes pooled from the level that their size says, put in place by index.
levels = [floats(1, 2, 8, 8), floats(1, 2, 4, 4)]
rois = np.float32([[0, 0, 3, 3], [2, 2, 14, 15], [1, 0, 6, 4], [0, 4, 16, 12]])
nodes = [node("Split", ["rois"], ["x0", "y0", "x1", "y1"], axis=1), node("Sub", ["x1", "x0"], ["w"]), node("Sub", ["y1", "y0"], ["h"]), node("Mul", ["w", "h"], ["a2"]),
         node("Squeeze", ["a2", "axis1"], ["a"]), node("Sqrt", ["a"], ["side"]), node("Div", ["side", "usual"], ["ratio"]), node("Log", ["ratio"], ["ln"]),
         node("Div", ["ln", "ln2"], ["log2"]), node("Add", ["log2", "eps"], ["lv"]), node("Floor", ["lv"], ["lf"]), node("Clip", ["lf", "lo", "hi"], ["lc"]), node("Cast", ["lc"], ["level"], to=I64),
         node("Shape", ["rois"], ["sh"]), node("Gather", ["sh", "n0"], ["n"], axis=0), node("Unsqueeze", ["n", "axis0"], ["n1"]), node("Concat", ["n1", "rest"], ["all"], axis=0),
         node("ConstantOfShape", ["all"], ["empty"])]
put = "empty"
for k in (0, 1):
    nodes += [node("Equal", ["level", f"level{k}"], [f"is{k}"]), node("NonZero", [f"is{k}"], [f"nz{k}"]), node("Squeeze", [f"nz{k}", "axis0"], [f"at{k}"]),
              node("Gather", ["rois", f"at{k}"], [f"r{k}"], axis=0), node("Gather", ["batch", f"at{k}"], [f"b{k}"], axis=0),
              node("RoiAlign", [f"f{k}", f"r{k}", f"b{k}"], [f"p{k}"], output_height=2, output_width=2, sampling_ratio=2, spatial_scale=[0.5, 0.25][k],
                   coordinate_transformation_mode="output_half_pixel"),
              node("Unsqueeze", [f"at{k}", "axis1"], [f"i{k}"]), node("ScatterND", [put, f"i{k}", f"p{k}"], [f"put{k}"])]
    put = f"put{k}"


def pooled(f, box, scale):
    x0, y0, x1, y1 = (float(v) * scale for v in box)
    w, h, n = max(x1 - x0, 1), max(y1 - y0, 1), f.shape[-1]
    out = np.zeros((f.shape[1], 2, 2))

    def at(y, x):
        if y < -1 or y > n or x < -1 or x > n:
            return 0
        y, x = min(max(y, 0), n - 1), min(max(x, 0), n - 1)
        y0, x0 = int(y), int(x)
        y1, x1 = min(y0 + 1, n - 1), min(x0 + 1, n - 1)
        ly, lx = y - y0, x - x0
        g = f[0].astype(float)
        return g[:, y0, x0] * (1 - ly) * (1 - lx) + g[:, y0, x1] * (1 - ly) * lx + g[:, y1, x0] * ly * (1 - lx) + g[:, y1, x1] * ly * lx
    for i, j in np.ndindex(2, 2):
        for p, q in np.ndindex(2, 2):
            out[:, i, j] += at(y0 + (i + (p + 0.5) / 2) * h / 2, x0 + (j + (q + 0.5) / 2) * w / 2) / 4
    return out


side = np.sqrt((rois[:, 2] - rois[:, 0]) * (rois[:, 3] - rois[:, 1]))
level = np.clip(np.floor(np.log2(side / 8) + 1e-6), -1, 0).astype(int) + 1
case("exported_levels", nodes, {"f0": levels[0], "f1": levels[1], "rois": rois},
     {put: np.stack([pooled(levels[k], r, [0.5, 0.25][k]) for k, r in zip(level, rois)]).astype(np.float32)},
     {"axis0": ints(0), "axis1": ints(1), "usual": np.float32(8), "ln2": np.float32(math.log(2)), "eps": np.float32(1e-6), "lo": np.float32(-1), "hi": np.float32(0),
      "n0": np.int64(0), "rest": ints(2, 2, 2), "level0": np.int64(-1), "level1": np.int64(0), "batch": ints(0, 0, 0, 0)}, 17)


# GPT-2's attention with its past, its mask cut out of a buffer, and its GELU as it is exported.

n_state, heads, past_len, seq = 8, 2, 3, 2
mask = np.tril(np.ones((1, 1, 16, 16), bool))
weights = {"w_qkv": floats(n_state, 3 * n_state) / 4, "b_qkv": floats(3 * n_state) / 4, "w_o": floats(n_state, n_state) / 4, "b_o": floats(n_state) / 4,
           "w_f": floats(n_state, 4 * n_state) / 4, "b_f": floats(4 * n_state) / 4, "w_p": floats(4 * n_state, n_state) / 4, "b_p": floats(n_state) / 4}


def conv1d(x, y, w, b):
    """As Hugging Face's Conv1D is exported: rows, Gemm, rows back."""
    n = weights[w].shape[1]
    return [node("Shape", [x], [y + "_s"]), node("Slice", [y + "_s", "zero1", "two1", "zero1"], [y + "_l"]), node("Concat", [y + "_l", f"n{n}"], [y + "_t"], axis=0),
            node("Reshape", [x, f"rows{weights[w].shape[0]}"], [y + "_r"]), node("Gemm", [y + "_r", w, b], [y + "_g"]), node("Reshape", [y + "_g", y + "_t"], [y])]


def split_heads(x, y):
    return [node("Shape", [x], [y + "_s"]), node("Slice", [y + "_s", "zero1", "two1", "zero1"], [y + "_l"]), node("Concat", [y + "_l", "heads_size"], [y + "_t"], axis=0),
            node("Reshape", [x, y + "_t"], [y + "_r"]), node("Transpose", [y + "_r"], [y], perm=[0, 2, 1, 3])]


nodes = [*conv1d("x", "qkv", "w_qkv", "b_qkv"), node("Split", ["qkv", "thirds"], ["q0", "k0", "v0"], axis=2), *split_heads("q0", "q"), *split_heads("k0", "k1"), *split_heads("v0", "v1"),
         node("Gather", ["past", "n0"], ["pk"], axis=0), node("Gather", ["past", "n1"], ["pv"], axis=0), node("Concat", ["pk", "k1"], ["k"], axis=-2),
         node("Concat", ["pv", "v1"], ["v"], axis=-2), node("Unsqueeze", ["k", "zero1"], ["pk2"]), node("Unsqueeze", ["v", "zero1"], ["pv2"]),
         node("Concat", ["pk2", "pv2"], ["present"], axis=0), node("Transpose", ["k"], ["kt"], perm=[0, 1, 3, 2]), node("MatMul", ["q", "kt"], ["raw"]),
         node("Div", ["raw", "root"], ["scaled"]), node("Shape", ["k"], ["ks"]), node("Gather", ["ks", "at2"], ["nk"], axis=0), node("Shape", ["q"], ["qs"]),
         node("Gather", ["qs", "at2"], ["nq"], axis=0), node("Sub", ["nk", "nq"], ["first"]), node("Unsqueeze", ["first", "zero1"], ["first1"]),
         node("Unsqueeze", ["nk", "zero1"], ["nk1"]), node("Slice", ["mask", "first1", "nk1", "two1"], ["m1"]), node("Slice", ["m1", "zero1", "nk1", "three1"], ["m"]),
         node("Where", ["m", "scaled", "low"], ["masked"]), node("Softmax", ["masked"], ["p"], axis=-1), node("MatMul", ["p", "v"], ["ctx"]),
         node("Transpose", ["ctx"], ["ctx_t"], perm=[0, 2, 1, 3]), node("Shape", ["ctx_t"], ["cs"]), node("Slice", ["cs", "zero1", "two1", "zero1"], ["cl"]),
         node("Concat", ["cl", "n8"], ["ct"], axis=0), node("Reshape", ["ctx_t", "ct"], ["merged"]), *conv1d("merged", "proj", "w_o", "b_o"), node("Add", ["x", "proj"], ["r"]),
         *conv1d("r", "f", "w_f", "b_f"), node("Mul", ["f", "half"], ["f_half"]), node("Pow", ["f", "three"], ["cube"]), node("Mul", ["cube", "gelu_a"], ["cube_a"]),
         node("Add", ["f", "cube_a"], ["inner"]), node("Mul", ["inner", "gelu_b"], ["inner_b"]), node("Tanh", ["inner_b"], ["t"]), node("Add", ["t", "one"], ["t1"]),
         node("Mul", ["f_half", "t1"], ["g"]), *conv1d("g", "f2", "w_p", "b_p"), node("Add", ["r", "f2"], ["y"])]
constants = {**weights, "mask": mask, "zero1": ints(0), "two1": ints(2), "three1": ints(3), "n24": ints(24), "n8": ints(8), "n32": ints(32), "rows8": ints(-1, 8), "rows32": ints(-1, 32),
             "heads_size": ints(heads, n_state // heads), "thirds": ints(8, 8, 8), "n0": np.int64(0), "n1": np.int64(1), "at2": np.int64(2), "root": np.float32(2), "low": np.float32(-1e4),
             "half": np.float32(0.5), "three": np.float32(3), "gelu_a": np.float32(0.044715), "gelu_b": np.float32(math.sqrt(2 / math.pi)), "one": np.float32(1)}
x, past = floats(1, seq, n_state) / 4, floats(2, 1, heads, past_len, n_state // heads) / 4
W = {k: v.astype(float) for k, v in weights.items()}
q, k, v = (t.reshape(1, seq, heads, -1).transpose(0, 2, 1, 3) for t in np.split(x @ W["w_qkv"] + W["b_qkv"], 3, 2))
k, v = np.concatenate([past[0], k], 2), np.concatenate([past[1], v], 2)
scores = np.where(mask[:, :, past_len:past_len + seq, :past_len + seq], q @ k.transpose(0, 1, 3, 2) / 2, -1e4)
p = np.exp(scores - scores.max(-1, keepdims=True))
r = x + (p / p.sum(-1, keepdims=True) @ v).transpose(0, 2, 1, 3).reshape(1, seq, n_state) @ W["w_o"] + W["b_o"]
f = r @ W["w_f"] + W["b_f"]
y = r + f / 2 * (1 + np.tanh(math.sqrt(2 / math.pi) * (f + 0.044715 * f ** 3))) @ W["w_p"] + W["b_p"]
case("exported_gpt2", nodes, {"x": x, "past": past}, {"y": y.astype(np.float32), "present": np.stack([k, v]).astype(np.float32)}, constants, 13,
     {"x": ["batch", "seq", n_state], "past": [2, "batch", heads, "past", n_state // heads], "y": ["batch", "seq", n_state], "present": [2, "batch", heads, "total", n_state // heads]})


# A detector's pictures, as torchvision's are exported: scaled to a size that floats say, filled up to a multiple, and what it
# finds filtered by its score, at most so many of each.
def along(n_from, n_to, scale):
    """Linear weights by the pixels' middles."""
    w = np.zeros((n_to, n_from))
    for i in range(n_to):
        at = (i + 0.5) / scale - 0.5
        low = math.floor(at)
        for k, share in ((low, low + 1 - at), (low + 1, at - low)):
            w[i, min(max(k, 0), n_from - 1)] += share
    return w


def resized(x, h, w, by_h=None, by_w=None):
    rows, columns = along(x.shape[2], h, by_h or h / x.shape[2]), along(x.shape[3], w, by_w or w / x.shape[3])
    return np.einsum("ah,nchw,bw->ncab", rows, x.astype(float), columns)


x, kernel = floats(1, 3, 5, 7), floats(2, 3, 1, 1)
factor = min(np.float32(8) / np.float32(5), np.float32(10) / np.float32(7))
h, w = math.floor(np.float32(5) * factor), math.floor(np.float32(7) * factor)
filled = np.zeros((1, 3, -(-h // 4) * 4, -(-w // 4) * 4))
filled[:, :, :h, :w] = resized(x, h, w)
nodes = [node("Shape", ["x"], ["s"]), node("Slice", ["s", "n0", "n2"], ["outer"]), node("Slice", ["s", "n2", "n4"], ["inner"]),
         node("Cast", ["inner"], ["f"], to=F), node("ReduceMin", ["f"], ["least"], keepdims=0), node("ReduceMax", ["f"], ["most"], keepdims=0),
         node("Div", ["eight", "least"], ["a"]), node("Div", ["ten", "most"], ["b"]), node("Min", ["a", "b"], ["factor"]), node("Mul", ["f", "factor"], ["g"]),
         node("Floor", ["g"], ["g1"]), node("Cast", ["g1"], ["size"], to=I64), node("Concat", ["outer", "size"], ["sizes"], axis=0),
         node("Resize", ["x", "", "", "sizes"], ["r"], mode="linear", coordinate_transformation_mode="pytorch_half_pixel"),
         node("Shape", ["r"], ["rs"]), node("Slice", ["rs", "n2", "n4"], ["now"]), node("Cast", ["now"], ["now_f"], to=F), node("Div", ["now_f", "four"], ["q"]),
         node("Ceil", ["q"], ["q1"]), node("Mul", ["q1", "four"], ["q4"]), node("Cast", ["q4"], ["want"], to=I64), node("Sub", ["want", "now"], ["more"]),
         node("Concat", ["zeros", "more"], ["pads"], axis=0), node("Pad", ["r", "pads"], ["p"]), node("Conv", ["p", "kernel"], ["y"])]
case("exported_scaled", nodes, {"x": x}, {"y": np.einsum("oc,nchw->nohw", kernel[:, :, 0, 0].astype(float), filled).astype(np.float32)},
     {"kernel": kernel, "n0": ints(0), "n2": ints(2), "n4": ints(4), "eight": np.float32(8), "ten": np.float32(10), "four": np.float32(4), "zeros": ints(*[0] * 6)}, 13,
     {"x": [1, 3, "h", "w"], "y": [1, 2, "up_h", "up_w"]})
# What stands behind is optimized where the model is written again (keep.sh), in the opset of torchvision's detectors too.
scaled = [n for n in nodes if n.op_type != "Conv"] + [node("Conv", ["p", "kernel"], ["c"]), node("Mul", ["c", "one"], ["y"]), node("Shape", ["y"], ["ys"]), node("Gather", ["ys", "n2"], ["yh"], axis=0),
                                                      node("Concat", ["n4", "yh"], ["both"], axis=0), node("ReduceMin", ["both"], ["rows"], keepdims=1),
                                                      node("Slice", ["y", "n0", "rows", "n2"], ["top"])]
for opset in (11, 13):
    case(f"exported_scaled_{opset}", scaled, {"x": x}, {"y": np.einsum("oc,nchw->nohw", kernel[:, :, 0, 0].astype(float), filled).astype(np.float32),
                                                    "top": np.einsum("oc,nchw->nohw", kernel[:, :, 0, 0].astype(float), filled)[:, :, :4].astype(np.float32)},
         {"kernel": kernel, "n0": ints(0), "n2": ints(2), "n4": ints(4), "eight": np.float32(8), "ten": np.float32(10), "four": np.float32(4), "zeros": ints(*[0] * 6), "one": np.float32(1)},
         opset, {"x": [1, 3, "h", "w"], "y": [1, 2, "up_h", "up_w"], "top": [1, 2, "rows", "up_w"]})
by = np.float32([1.5, 2.25])
case("resize_scales_of_the_run", [node("Concat", ["ones", "by"], ["scales"], axis=0), node("Resize", ["x", "", "scales"], ["y"], mode="linear")], {"x": x, "by": by},
     {"y": resized(x, 7, 15, 1.5, 2.25).astype(np.float32)}, {"ones": np.float32([1, 1])}, 13, {"x": [1, 3, "h", "w"], "y": [1, 3, "up_h", "up_w"]})
case("resize_sizes_of_the_run", node("Resize", ["x", "", "", "sizes"], ["y"], mode="nearest", coordinate_transformation_mode="asymmetric", nearest_mode="floor"),
     {"x": x, "sizes": ints(1, 3, 10, 7)}, {"y": np.repeat(x, 2, 2)}, {}, 13, {"x": [1, 3, "h", "w"], "y": [1, 3, "up_h", "up_w"]})
scores, boxes = np.float32([0.2, 0.9, 0.1, 0.7, 0.8, 0.6]), floats(6, 4)
order = np.argsort(-scores)[:3]
nodes = [node("Greater", ["scores", "limit"], ["m"]), node("NonZero", ["m"], ["nz"]), node("Transpose", ["nz"], ["at"], perm=[1, 0]), node("GatherND", ["scores", "at"], ["kept"]),
         node("GatherND", ["boxes", "at"], ["kept_boxes"]), node("Shape", ["kept"], ["n"]), node("Concat", ["three", "n"], ["both"], axis=0),
         node("ReduceMin", ["both"], ["k"], keepdims=0), node("Reshape", ["k", "one"], ["k1"]), node("TopK", ["kept", "k1"], ["best", "i"], axis=-1),
         node("Gather", ["kept_boxes", "i"], ["found"], axis=0), node("Unsqueeze", ["best", "minus"], ["column"]), node("Mul", ["found", "column"], ["y"])]
case("exported_filtered", nodes, {"scores": scores, "boxes": boxes}, {"y": boxes[order] * scores[order, None]},
     {"limit": np.float32(0.5), "three": ints(3), "one": ints(1), "minus": ints(-1)}, 13, {"scores": ["n"], "boxes": ["n", 4], "y": ["found", 4]})
case("top_k_nothing", node("TopK", ["x", "k"], ["v", "i"]), {"x": floats(3, 5)}, {"v": np.zeros((3, 0), np.float32), "i": np.zeros((3, 0), np.int64)}, {"k": ints(0)}, 13)
# As many parts as a detector has classes and levels, each of an extent of its own.
many = np.float32([5, 1, 7, 3, 6])
parts = [[node("Greater", ["x", f"t{k}"], [f"m{k}"]), node("NonZero", [f"m{k}"], [f"i{k}"])] for k in range(60)]
case("concat_many", [n for pair in parts for n in pair] + [node("Concat", [f"i{k}" for k in range(60)], ["y"], axis=1)], {"x": many},
     {"y": np.concatenate([np.nonzero(many > k % 8) for k in range(60)], 1).astype(np.int64)}, {f"t{k}": np.float32(k % 8) for k in range(60)}, 13, {"x": ["n"], "y": [1, "all"]})


# Weights of which only the run knows the extents, or 'kernel_shape' says them.
def convolved(x, w):
    """One image, no padding."""
    at = [x.shape[k] - w.shape[k] + 1 for k in (2, 3)]
    return np.float32([[[np.sum(x[0, :, i:i + w.shape[2], j:j + w.shape[3]] * k) for j in range(at[1])] for i in range(at[0])] for k in w])[None]


x, w = floats(1, 2, 5, 4), floats(3, 2, 3, 2)
spread = np.zeros((1, 3, 7, 5), np.float32)
for i in range(5):
    for j in range(4):
        spread[0, :, i:i + 3, j:j + 2] += np.einsum("c,cohw->ohw", x[0, :, i, j], w.transpose(1, 0, 2, 3))
open_weight = {"x": ["n", 2, "h", "w"], "w": [3, 2, "kh", "kw"]}
case("weight_open", node("Conv", ["x", "w"], ["y"]), {"x": x, "w": w}, {"y": convolved(x, w)}, dims=open_weight | {"y": ["n", 3, "yh", "yw"]})
case("weight_open_said", node("Conv", ["x", "w"], ["y"], kernel_shape=[3, 2], auto_pad="SAME_UPPER"), {"x": x, "w": w},
     {"y": convolved(np.pad(x, ((0, 0), (0, 0), (1, 1), (0, 1))), w)}, dims=open_weight | {"y": ["n", 3, "yh", "yw"]})
case("weight_open_transposed", node("ConvTranspose", ["x", "w"], ["y"]), {"x": x, "w": w.transpose(1, 0, 2, 3)}, {"y": spread},
     dims={"x": ["n", 2, "h", "w"], "w": [2, 3, "kh", "kw"], "y": ["n", 3, "yh", "yw"]})
