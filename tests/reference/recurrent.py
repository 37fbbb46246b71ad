#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Recurrent networks, element by element of the batch from ONNX's equations, in float64; what PyTorch has too
is held against PyTorch before it is written."""
import math
import numpy as np
import torch
from cases import File, array, to, wide

TOL = {"float64": 1e-12, "float32": 1e-5, "float16": 2e-3, "bfloat16": 2e-2}
GATES = {"rnn": 1, "gru": 3, "lstm": 4}
DEFAULT = {"rnn": ["Tanh"], "gru": ["Sigmoid", "Tanh"], "lstm": ["Sigmoid", "Tanh", "Tanh"]}


def sigmoid(x):
    return 1 / (1 + math.exp(-x))


FUNCTIONS = {
    "Relu": (0, lambda x: max(x, 0.0)),
    "Tanh": (0, math.tanh),
    "Sigmoid": (0, sigmoid),
    "Softsign": (0, lambda x: x / (1 + abs(x))),
    "Softplus": (0, lambda x: math.log1p(math.exp(x))),
    "Affine": (2, lambda x, a=1.0, b=0.0: a * x + b),
    "LeakyRelu": (1, lambda x, a=0.01: x if x >= 0 else a * x),
    "ThresholdedRelu": (1, lambda x, a=1.0: x if x > a else 0.0),
    "ScaledTanh": (2, lambda x, a=1.0, b=1.0: a * math.tanh(b * x)),
    "HardSigmoid": (2, lambda x, a=0.2, b=0.5: max(0.0, min(1.0, a * x + b))),
    "Elu": (1, lambda x, a=1.0: x if x >= 0 else a * math.expm1(x)),
}


def functions(names, alphas, betas):
    """Each name with its numbers, which are taken in order by those that have them."""
    alphas, betas = list(alphas), list(betas)
    out = []
    for name in names:
        n, f = FUNCTIONS[name]
        given = {}
        if n >= 1 and alphas:
            given["a"] = alphas.pop(0)
        if n == 2 and betas:
            given["b"] = betas.pop(0)
        out.append(np.vectorize(lambda x, f=f, given=given: float(f(x, **given)), otypes=[float]))
    return out


def run(kind, x, w, r, b=None, lens=None, h0=None, c0=None, p=None, direction="forward", activations=None, alpha=(), beta=(),
        clip=None, lbr=False, couple=False):
    seq, batch, _ = x.shape
    dirs, _, hidden = r.shape
    g = GATES[kind]
    lens = [seq] * batch if lens is None else [int(v) for v in lens]
    names = activations or DEFAULT[kind] * dirs
    fs = functions(names, alpha, beta)
    n = len(DEFAULT[kind])
    y = np.zeros((seq, dirs, batch, hidden))
    yh, yc = np.zeros((dirs, batch, hidden)), np.zeros((dirs, batch, hidden))
    for d in range(dirs):
        f = [lambda v, f=f: f(v if clip is None else np.clip(v, -clip, clip)) for f in fs[d * n:(d + 1) * n]]
        wb = np.zeros((g, hidden)) if b is None else b[d, :g * hidden].reshape(g, hidden)
        rb = np.zeros((g, hidden)) if b is None else b[d, g * hidden:].reshape(g, hidden)
        ws, rs = w[d].reshape(g, hidden, -1), r[d].reshape(g, hidden, hidden)
        peep = np.zeros((3, hidden)) if p is None else p[d].reshape(3, hidden)
        backward = direction == "reverse" or d == 1
        for e in range(batch):
            h = np.zeros(hidden) if h0 is None else h0[d, e]
            c = np.zeros(hidden) if c0 is None else c0[d, e]
            times = range(min(lens[e], seq))
            for t in (reversed(times) if backward else times):
                xs = [ws[k] @ x[t, e] + wb[k] for k in range(g)]
                rec = [rs[k] @ h + rb[k] for k in range(g)]
                if kind == "rnn":
                    h = f[0](xs[0] + rec[0])
                elif kind == "gru":
                    z, reset = f[0](xs[0] + rec[0]), f[0](xs[1] + rec[1])
                    new = f[1](xs[2] + (reset * rec[2] if lbr else rs[2] @ (reset * h) + rb[2]))
                    h = (1 - z) * new + z * h
                else:
                    i = f[0](xs[0] + rec[0] + peep[0] * c)
                    forget = 1 - i if couple else f[0](xs[2] + rec[2] + peep[2] * c)
                    c = forget * c + i * f[1](xs[3] + rec[3])
                    o = f[0](xs[1] + rec[1] + peep[1] * c)
                    h = o * f[2](c)
                y[t, d, e] = h
            yh[d, e], yc[d, e] = h, c
    return (y, yh, yc) if kind == "lstm" else (y, yh)


def by_torch(kind, x, w, r, b, direction, relu=False):
    """The same by PyTorch, whose gates stand in another order, and whose GRU has linear_before_reset."""
    dirs, _, hidden = r.shape
    order = {"rnn": [0], "gru": [1, 0, 2], "lstm": [0, 2, 3, 1]}[kind]
    options = {"nonlinearity": "relu"} if relu else {}
    net = getattr(torch.nn, kind.upper())(x.shape[2], hidden, bidirectional=direction == "bidirectional", **options).double()

    def gates(a):
        return torch.tensor(np.concatenate([a.reshape(GATES[kind], hidden, -1)[k] for k in order]))

    with torch.no_grad():
        for d in range(dirs):
            end = "_l0" + ("_reverse" if d else "")
            half = GATES[kind] * hidden
            getattr(net, "weight_ih" + end).copy_(gates(w[d]))
            getattr(net, "weight_hh" + end).copy_(gates(r[d]))
            getattr(net, "bias_ih" + end).copy_(gates(b[d, :half]).ravel())
            getattr(net, "bias_hh" + end).copy_(gates(b[d, half:]).ravel())
        y, state = net(torch.tensor(x))
    y = y.numpy().reshape(x.shape[0], x.shape[1], dirs, hidden).transpose(0, 2, 1, 3)
    return (y,) + (tuple(s.numpy() for s in state) if kind == "lstm" else (state.numpy(),))


def write(kind):
    rng = np.random.default_rng(GATES[kind])
    out = File("nn_" + kind)

    def one(title, seq=3, batch=2, inputs=2, hidden=2, dtype="float64", direction="forward", bias=True, lens=None, lens_dtype=None, initial=False,
            peepholes=False, layout=0, torch_too=False, scale=1.0, **options):
        dirs = 2 if direction == "bidirectional" else 1
        g = GATES[kind]

        def draw(*shape):
            return array(np.round(rng.normal(size=shape) * scale, 3), dtype)

        x, w, r = draw(seq, batch, inputs), draw(dirs, g * hidden, inputs), draw(dirs, g * hidden, hidden)
        given = {"x": x, "w": w, "r": r}
        if bias:
            given["b"] = draw(dirs, 2 * g * hidden)
        if lens:
            given["lens"] = lens
        if initial:
            given["h0"] = draw(dirs, batch, hidden)
        if initial and kind == "lstm":
            given["c0"] = draw(dirs, batch, hidden)
        if peepholes:
            given["p"] = draw(dirs, 3 * hidden)
        wides = {k: v if k == "lens" else wide(v) for k, v in given.items()}
        want = run(kind, direction=direction, **wides, **options)
        if torch_too:
            other = by_torch(kind, wides["x"], wides["w"], wides["r"], wides["b"], direction, "Relu" in options.get("activations", []))
            for a, b in zip(want, other):
                np.testing.assert_allclose(a, b, rtol=1e-12, atol=1e-12)
        names = {"lens": "sequence_lens", "h0": "initial_h", "c0": "initial_c"}
        operands, text = [], []
        for k, v in given.items():
            if k == "lens":
                v = np.array(v, lens_dtype or ("int32" if seq % 2 else "int64"))
            if layout and k in ("x", "h0", "c0"):
                v = array(wide(v).swapaxes(0, 1), dtype)
            text.append("%s={%d}" % (names.get(k, k), len(operands)))
            operands.append(v)
        if direction != "forward":
            text.append('direction="%s"' % direction)
        attrs = {"activations": "activations", "alpha": "activation_alpha", "beta": "activation_beta", "clip": "clip",
                 "lbr": "linear_before_reset", "couple": "input_forget"}
        for k, v in options.items():
            v = "[%s]" % ", ".join('"%s"' % s if isinstance(s, str) else repr(s) for s in v) if isinstance(v, (list, tuple)) else repr(v)
            text.append("%s=%s" % (attrs[k], v))
        if layout:
            text.append("layout=1")
            want = (want[0].transpose(2, 0, 1, 3),) + tuple(s.swapaxes(0, 1) for s in want[1:])
        out.case(title, "R.nn.%s(%s)" % (kind, ", ".join(text)), operands, tuple(to(v, dtype) for v in want), TOL[dtype])

    one("plain", torch_too=kind != "gru")
    one("reverse", direction="reverse")
    one("bidirectional", direction="bidirectional", torch_too=kind != "gru")
    one("without biases", bias=False)
    one("initial states", initial=True)
    one("initial states, both directions", initial=True, direction="bidirectional")
    one("one of everything", 1, 1, 1, 1)
    one("no step", seq=0, initial=True)
    one("no step and no initial state", seq=0, direction="bidirectional")
    one("an empty batch", batch=0)
    for direction in ("forward", "reverse", "bidirectional"):
        one("sequence_lens, %s" % direction, 4 if direction == "reverse" else 3, 3, lens=[3, 1, 2], direction=direction, initial=True)
    one("sequence_lens of 0 and past the end", 2, 3, lens=[0, 5, 2], initial=True)
    one("layout 1", 3, 2, 1, layout=1, initial=True)
    one("layout 1, both directions, sequence_lens", 3, 2, 1, layout=1, initial=True, direction="bidirectional", lens=[2, 3])
    one("clip", clip=0.5, scale=2.0)
    for dtype in ("float32", "float16", "bfloat16"):
        one(dtype, dtype=dtype, initial=True)
    one("float16, both directions, sequence_lens", dtype="float16", direction="bidirectional", lens=[1, 3])
    n = len(DEFAULT[kind])
    for name, (numbers, _) in sorted(FUNCTIONS.items()):
        alone = {"activations": [name] * n}
        one(name, scale=2.0 if "Sig" in name else 0.7, **alone)
        if numbers:
            with_numbers = dict(alone, alpha=[0.3 + 0.2 * k for k in range(n)])
            if numbers == 2:
                with_numbers["beta"] = [0.4 - 0.1 * k for k in range(n)]
            one("%s with numbers" % name, scale=0.7, **with_numbers)
    mixed = {"rnn": ["LeakyRelu", "Affine"], "gru": ["HardSigmoid", "Tanh", "Sigmoid", "Elu"],
             "lstm": ["HardSigmoid", "LeakyRelu", "Tanh", "Sigmoid", "ScaledTanh", "Elu"]}[kind]
    one("activations of both directions, some numbers left out", direction="bidirectional", activations=mixed, alpha=[0.25], beta=[0.5])
    if kind == "rnn":
        one("Relu as PyTorch", torch_too=True, activations=["Relu"])
    if kind == "gru":
        one("linear_before_reset", lbr=True, torch_too=True)
        one("linear_before_reset, both directions", lbr=True, direction="bidirectional", torch_too=True)
        one("linear_before_reset without biases", lbr=True, bias=False, clip=0.75)
    if kind == "lstm":
        one("peepholes", peepholes=True)
        one("peepholes, both directions, sequence_lens", peepholes=True, direction="bidirectional", lens=[3, 2], initial=True)
        one("input_forget", couple=True, peepholes=True)
        one("clip with peepholes", clip=0.3, peepholes=True, scale=2.0)
        for dtype in ("float32", "float16", "bfloat16"):
            one("peepholes, %s" % dtype, peepholes=True, dtype=dtype)
    for dtype in ("int8", "int16", "int64", "uint8", "uint16", "uint32", "uint64"):
        one("sequence_lens in %s" % dtype, 3, 2, lens=[3, 1], lens_dtype=dtype)
    out.write()


for name in GATES:
    write(name)
