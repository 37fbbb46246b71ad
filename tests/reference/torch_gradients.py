#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Gradients of ONNX networks by PyTorch's autograd, for tests/gradient.

    TENON=build/tenon /usr/bin/python3 torch_gradients.py MODELS [NAME ...]

MODELS is a folder of .onnx files. Of each network that `networks` names, tenon writes the text with its weights as
parameters, to which a loss is added here; that is tests/gradient/NAME.py. The inputs are those that `tenon run --seed 1`
draws, the same everywhere, so no weights need be kept. The graph is then run node by node in PyTorch, in float64, and
tests/gradient/NAME.npz keeps, of each parameter's gradient, up to 256 spread elements, its norm as `NAME norm`,
and how far PyTorch's float32 is from it as `NAME noise`; of what a step of AdamW adds to each weight some elements as `NAME step`
and the norm as `NAME step norm`; the loss; the dims as `dim NAME`. Needs python3-torch and python3-onnx."""
import os
import re
import subprocess
import sys
import tempfile
import numpy as np
import onnx
import torch
from onnx import numpy_helper

F = torch.nn.functional
HERE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "gradient")
TENON = os.environ.get("TENON", "build/tenon")
KEPT, KEPT_OF_STEP = 256, 64

# The loss, from the output y: targets' type, the lines, and the same in PyTorch.
CLASSES = ("int64", ["R.nn.log_softmax(y, axis=-1)", "R.nn.nll_loss(%s, target)"], lambda y, t: F.nll_loss(F.log_softmax(y, -1), t))
STEPS = ("int64", ["R.nn.log_softmax(y, axis=-1)", "R.permute_dims(%s, axes=[0, 2, 1])", "R.nn.nll_loss(%s, target)"],
         lambda y, t: F.nll_loss(F.log_softmax(y, -1).transpose(1, 2), t))
LIKELY = ("int64", ["R.log(y)", "R.permute_dims(%s, axes=[0, 2, 1])", "R.nn.nll_loss(%s, target)"],
          lambda y, t: F.nll_loss(torch.log(y).transpose(1, 2), t))
SQUARES = ("float32", ["R.subtract(y, target)", "R.square(%s)", "R.mean(%s)"], lambda y, t: F.mse_loss(y, t))

# The loss, how many dims of the output the targets have, dims of the run, and shapes of inputs other than the model's.
networks = {
    "gpt_tiny": (STEPS, 2, {"B": 2, "T_1": 12}, {}),
    "bert_tiny": (CLASSES, 1, {"B": 2, "T_1": 9}, {}),
    "rnn_lstm": (STEPS, 2, {"B": 3, "T_1": 7}, {}),
    "rnn_gru": (STEPS, 2, {"B": 3, "T_1": 7}, {}),
    "unet_tiny": (SQUARES, 4, {"H": 17, "W": 20}, {}),
    "squeezenet1_1": (CLASSES, 1, {"N": 1}, {"x": ["N", 3, 33, 32]}),
    "ppocr_rec": (LIKELY, 2, {"p2o_DynamicDimension_0": 1, "p2o_DynamicDimension_1": 24}, {}),
}


def fit(name):
    return re.sub("[^A-Za-z0-9_]", "_", name)


def pads_of(a, n):
    p = a.get("pads", [0] * 2 * n)
    assert p[:n] == p[n:]
    return p[:n]


def recurrent(kind, a, x, w, r, b, h, c=None):
    """ONNX's LSTM and GRU, step by step."""
    both = a.get("direction", b"forward") == b"bidirectional"
    assert both or a.get("direction", b"forward") == b"forward"
    outs, lasts, cells = [], [], []
    for d in range(1 + both):
        wb, rb = b[d].chunk(2)
        hd, cd, ys = h[d], c[d] if c is not None else None, []
        for t in reversed(range(x.shape[0])) if d else range(x.shape[0]):
            if kind == "LSTM":
                i, o, f, g = (x[t] @ w[d].T + wb + hd @ r[d].T + rb).chunk(4, 1)
                cd = torch.sigmoid(f) * cd + torch.sigmoid(i) * torch.tanh(g)
                hd = torch.sigmoid(o) * torch.tanh(cd)
            else:
                (xz, xr, xh), (hz, hr, hh) = (x[t] @ w[d].T + wb).chunk(3, 1), (hd @ r[d].T + rb).chunk(3, 1)
                assert a.get("linear_before_reset")
                z, reset = torch.sigmoid(xz + hz), torch.sigmoid(xr + hr)
                hd = (1 - z) * torch.tanh(xh + reset * hh) + z * hd
            ys.append(hd)
        outs.append(torch.stack(ys[::-1] if d else ys))
        lasts.append(hd)
        cells.append(cd)
    y = [torch.stack(outs, 1), torch.stack(lasts)]
    return y + [torch.stack(cells)] if kind == "LSTM" else y


def pool(a, x, fn, **more):
    n = x.dim() - 2
    return fn(x, a["kernel_shape"], a.get("strides", [1] * n), pads_of(a, n), ceil_mode=bool(a.get("ceil_mode")), **more)


def sliced(a, x, starts=None, ends=None, axes=None, steps=None):
    starts, ends = a.get("starts", starts), a.get("ends", ends)
    axes = a.get("axes", axes)
    axes = range(len(starts)) if axes is None else axes
    index = [slice(None)] * x.dim()
    for k, at in enumerate(axes):
        end = int(ends[k])
        index[int(at)] = slice(int(starts[k]), end if end < 2 ** 31 - 1 else None, 1 if steps is None else int(steps[k]))
    return x[tuple(index)]


def reshaped(x, shape):
    return x.reshape([x.shape[i] if int(v) == 0 else int(v) for i, v in enumerate(shape)])


def convolved(fn, a, x, w, b=None):
    n = x.dim() - 2
    more = {"output_padding": a.get("output_padding", [0] * n)} if fn in (F.conv_transpose1d, F.conv_transpose2d) else {}
    return fn(x, w, b, stride=a.get("strides", [1] * n), padding=pads_of(a, n), dilation=a.get("dilations", [1] * n),
              groups=a.get("group", 1), **more)


def normed(a, x, scale, bias, mean=None, var=None):
    if mean is None:
        return F.instance_norm(x, None, None, scale, bias, eps=a["epsilon"])
    mean, var, scale, bias = (v.reshape(-1, *[1] * (x.dim() - 2)) for v in (mean, var, scale, bias))
    return (x - mean) / torch.sqrt(var + a["epsilon"]) * scale + bias  # F.batch_norm has no gradient by the statistics


def gemm(a, x, w, c):
    x, w = x.T if a.get("transA") else x, w.T if a.get("transB") else w
    return a["alpha"] * (x @ w) + a["beta"] * c


def resized(a, x, *rest):
    assert a["mode"] == b"linear" and a["coordinate_transformation_mode"] == b"half_pixel"
    return F.interpolate(x, scale_factor=[float(s) for s in rest[-1][2:]], mode="bilinear", align_corners=False)


TYPES = {1: torch.float32, 6: torch.int32, 7: torch.int64, 9: torch.bool, 11: torch.float64}
OPS = {
    "Identity": lambda a, x: x,
    "Shape": lambda a, x: torch.tensor(x.shape),
    "Gather": lambda a, x, i: torch.index_select(x, a.get("axis", 0), i.reshape(-1)).reshape(
        x.shape[:a.get("axis", 0)] + i.shape + x.shape[a.get("axis", 0) + 1:]),
    "Unsqueeze": lambda a, x, axes: x[(None,) * len(axes)] if axes.tolist() == list(range(len(axes))) else
    x.reshape(np.expand_dims(np.empty(x.shape), tuple(axes.tolist())).shape),
    "Squeeze": lambda a, x: x.squeeze(a["axes"][0]),
    "Equal": lambda a, x, y: x == y,
    "Where": lambda a, c, x, y: torch.where(c, x, y),
    "LayerNormalization": lambda a, x, w, b: F.layer_norm(x, x.shape[-1:], w, b, a["epsilon"]),
    "MatMul": lambda a, x, y: x @ y,
    "Gemm": gemm,
    "Add": lambda a, x, y: x + y, "Sub": lambda a, x, y: x - y, "Mul": lambda a, x, y: x * y,
    "Div": lambda a, x, y: x / y if x.is_floating_point() else x // y,
    "Pow": lambda a, x, y: x ** y,
    "Sqrt": lambda a, x: torch.sqrt(x), "Erf": lambda a, x: torch.erf(x), "Relu": lambda a, x: torch.relu(x),
    "Sigmoid": lambda a, x: torch.sigmoid(x),
    "HardSigmoid": lambda a, x: torch.clamp(a["alpha"] * x + a["beta"], 0, 1),
    "Clip": lambda a, x: torch.clamp(x, a["min"], a["max"]),
    "Split": lambda a, x, sizes: torch.split(x, sizes.tolist(), a["axis"]),
    "Cast": lambda a, x: x.to(TYPES[a["to"]]),  # none of them to floats
    "Concat": lambda a, *x: torch.cat(x, a["axis"]),
    "Reshape": lambda a, x, shape: reshaped(x, shape),
    "Transpose": lambda a, x: x.permute(a["perm"]),
    "Softmax": lambda a, x: torch.softmax(x, a["axis"]),
    "ReduceMean": lambda a, x: x.mean(a["axes"], bool(a.get("keepdims", 1))),
    "Range": lambda a, start, end, step: torch.arange(start.item(), end.item(), step.item()),
    "ConstantOfShape": lambda a, shape: torch.full(shape.tolist(), a["value"].reshape(-1)[0].item(), dtype=a["value"].dtype),
    "Trilu": lambda a, x, k: torch.triu(x, k.item()) if a.get("upper", 1) else torch.tril(x, k.item()),
    "Slice": sliced,
    "Flatten": lambda a, x: x.flatten(a["axis"]),
    "Conv": lambda a, x, *w: convolved(F.conv1d if x.dim() == 3 else F.conv2d, a, x, *w),
    "ConvTranspose": lambda a, x, *w: convolved(F.conv_transpose2d, a, x, *w),
    "InstanceNormalization": normed,
    "BatchNormalization": normed,
    "GlobalAveragePool": lambda a, x: x.mean(list(range(2, x.dim())), True),
    "MaxPool": lambda a, x: pool(a, x, F.max_pool2d),
    "AveragePool": lambda a, x: pool(a, x, F.avg_pool2d, count_include_pad=False),
    "Resize": resized,
    "LSTM": lambda a, x, w, r, b, _, h, c: recurrent("LSTM", a, x, w, r, b, h, c),
    "GRU": lambda a, x, w, r, b, _, h: recurrent("GRU", a, x, w, r, b, h),
}


def attributes(node):
    out = {}
    for a in node.attribute:
        v = onnx.helper.get_attribute_value(a)
        out[a.name] = torch.tensor(numpy_helper.to_array(v)) if a.type == onnx.AttributeProto.TENSOR else v
    return out


def run(graph, given, dtype):
    """The graph's first output. `given` are inputs and weights by their names made fit."""
    values = {"": None}
    for t in graph.initializer:
        values[t.name] = given.get(fit(t.name), widened(torch.tensor(numpy_helper.to_array(t)), dtype))
    for i in graph.input:
        values[i.name] = given[fit(i.name)]
    for node in graph.node:
        a = {k: widened(v, dtype) if isinstance(v, torch.Tensor) else v for k, v in attributes(node).items()}
        if node.op_type == "Constant":
            values[node.output[0]] = given.get(fit(node.output[0]), a["value"])
            continue
        x = [values[n] for n in node.input]
        if node.op_type == "BatchNormalization":
            x[4] = x[4].abs()
        y = OPS[node.op_type](a, *x)
        values.update(zip(node.output, y if isinstance(y, (tuple, list)) else [y]))
    return values[graph.output[0].name]


def widened(x, dtype):
    return x.to(dtype) if x is not None and x.is_floating_point() else x


def gradients(graph, given, loss, dtype):
    """The loss, and the gradient by each float of `given`, computed in that dtype."""
    given = {k: widened(x.detach(), dtype).requires_grad_(x.is_floating_point()) for k, x in given.items()}
    y = loss[2](run(graph, given, dtype), given["target"])
    y.backward()
    return y.item(), {k: np.zeros(x.shape) if x.grad is None else x.grad.numpy().astype(np.float64)
                      for k, x in given.items() if x.is_floating_point()}


def adamw(weights, gradients):
    """What a first step adds to the weights, in float64. epsilon is above the rounding of a float32 gradient."""
    ps = {k: torch.nn.Parameter(x.detach().double()) for k, x in weights.items()}
    before = {k: p.detach().clone() for k, p in ps.items()}
    for k, p in ps.items():
        p.grad = torch.tensor(gradients[k])
    torch.optim.AdamW(ps.values(), lr=0.01, weight_decay=0.1, eps=1e-3).step()
    return {k: (p.detach() - before[k]).numpy().reshape(-1) for k, p in ps.items()}


def text_of(model, loss, target_dims, folder):
    """The text with the loss. What a batch norm divides by is drawn of both signs: its absolute value is taken."""
    weights, path = os.path.join(folder, "weights"), os.path.join(folder, "net.py")
    subprocess.run([TENON, "convert", model, "--weights", weights, "-o", path], check=True)
    text = open(path).read()
    kind, lines, _ = loss
    result = re.search(r"\) -> R\.Tensor\(\((.*)\), dtype=\"float32\"\):", text)
    dims = re.findall(r'"[^"]*"|[^, ]+', result.group(1))
    dims = ", ".join(dims[:target_dims]) + ("," if target_dims == 1 else "")
    text = text.replace(result.group(0), "    target: R.Tensor((%s), dtype=\"%s\"),\n        ):" % (dims, kind))
    for v in sorted(set(re.findall(r"R\.nn\.batch_norm\(\w+, \w+, \w+, \w+, (\w+),", text))):
        text = re.sub(r"(R\.nn\.batch_norm\(\w+, \w+, \w+, \w+, )%s," % v, r"\1R.abs(%s)," % v, text)
    y = re.search(r"        return (\w+)\n", text).group(1)
    out, last = "", y
    for i, line in enumerate(lines):
        out += "        loss%s = %s\n" % ("" if i + 1 == len(lines) else i, line % last if "%s" in line else line.replace("(y", "(" + y))
        last = "loss%d" % i
    text = text.replace("        return %s\n" % y, out + "        return loss\n")
    if "import tir as T" in text:
        return "# SPDX-License-Identifier: Apache-2.0\n" + text
    raise ValueError(model)


def one(name, models):
    loss, target_dims, dims, shapes = networks[name]
    model = onnx.load(os.path.join(models, name + ".onnx"))
    with tempfile.TemporaryDirectory() as folder:
        for i in model.graph.input:
            for d, v in zip(i.type.tensor_type.shape.dim, shapes.get(i.name, [])):
                if isinstance(v, int):
                    d.dim_value = v
        path = os.path.join(folder, name + ".onnx")
        onnx.save(model, path)
        text = text_of(path, loss, target_dims, folder)
        os.makedirs(HERE, exist_ok=True)
        with open(os.path.join(HERE, name + ".py"), "w") as f:
            f.write(text)
        flags = [v for d in dims for v in ("--dim", "%s=%d" % (d, dims[d]))]
        subprocess.run([TENON, "run", os.path.join(HERE, name + ".py"), "--seed", "1", "--save", folder] + flags,
                       check=True, stdout=subprocess.DEVNULL)
        given = {f[3:-4]: torch.tensor(np.load(os.path.join(folder, f))) for f in os.listdir(folder) if f.startswith("in_")}
        ours = np.load(os.path.join(folder, "out_0.npy"))
    y, single = gradients(model.graph, given, loss, torch.float32)
    wide, double = gradients(model.graph, given, loss, torch.float64)
    worst = max((np.linalg.norm(single[k] - double[k]) / (np.linalg.norm(double[k]) + 1e-30), k) for k in double)
    print(name, "loss", y, wide, "tenon's", ours, len(given), "inputs; float32 against float64:", worst)
    arrays = {"loss": np.float64(wide)}
    for d, v in dims.items():
        arrays["dim " + d] = np.int64(v)
    for k, g in double.items():
        flat, n = g.reshape(-1), min(g.size, KEPT)
        arrays[k] = flat[np.arange(n) * (g.size // max(n, 1) | 1) % max(g.size, 1)]
        arrays[k + " norm"] = np.float64(np.linalg.norm(flat))
        arrays[k + " noise"] = np.float64(np.linalg.norm(single[k].reshape(-1) - flat))
    inputs = {fit(i.name) for i in model.graph.input} | {"target"}
    for k, d in adamw({k: given[k] for k in double if k not in inputs}, double).items():
        n = min(d.size, KEPT_OF_STEP)
        arrays[k + " step"] = d[np.arange(n) * (d.size // max(n, 1) | 1) % max(d.size, 1)].astype(np.float32)
        arrays[k + " step norm"] = np.float64(np.linalg.norm(d))
    np.savez(os.path.join(HERE, name + ".npz"), **arrays)


if __name__ == "__main__":
    torch.manual_seed(0)
    for network in sys.argv[2:] or networks:
        one(network, sys.argv[1])
