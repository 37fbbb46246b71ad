#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Softmax, activations with parameters and padding, by PyTorch and NumPy in float64."""
import math
import numpy as np
import torch
from cases import File, array, to, wide

np.seterr(all="ignore")
NAN, INF = math.nan, math.inf
TOL = {"float32": 1e-6, "float64": 1e-14, "float16": 1e-3, "bfloat16": 1e-2}
FLOATS = ("float64", "float16", "bfloat16")


def t(x):
    return torch.tensor(np.array(wide(x), np.float64))


def softmax():
    for name, f in (("softmax", torch.softmax), ("log_softmax", torch.log_softmax)):
        out = File("nn_" + name)
        text = "R.nn.%s({0}, axis=%%d)" % name

        def one(title, x, axis, dtype="float32"):
            x = array(x, dtype)
            out.case(title, text % axis, [x], to(f(t(x), axis).numpy(), dtype), TOL[dtype])

        v = np.reshape([0.5, -1.25, 3.0, 2.0, 0.75, -4.0, 1.5, 6.25, -0.5, 2.5, 1.0, -3.5], (2, 2, 3))
        for axis in (-1, 0, 1):
            one("axis %d" % axis, v, axis)
        for dtype in FLOATS:
            one(dtype, v[0], -2, dtype)
        one("great numbers", [[1000.0, 1001.0, 999.0], [-1000.0, -1001.0, -1e30]], 1)
        one("NaN and infinities", [[NAN, 1.0], [-INF, 1.0], [INF, 1.0], [-INF, -INF]], 1)
        one("float16's sums are wide", [[0.0] * 40, [11.0] + [0.0] * 39], 1, "float16")
        one("an extent of 1", [[2.0], [-3.0]], 1)
        out.case("no elements along the axis", text % 1, [np.zeros((2, 0), "float32")], np.zeros((2, 0), "float32"))
        out.case("no lines", text % 1, [np.zeros((0, 2), "float32")], np.zeros((0, 2), "float32"))
        out.write()


def elementwise():
    special = [-2.0, -0.5, -0.0, 0.0, 0.5, 2.0, NAN, INF, -INF]
    out = File("nn_leakyrelu")

    def leaky(title, x, alpha, dtype="float32"):
        x = array(x, dtype)
        out.case(title, "R.nn.leakyrelu({0}, alpha=%r)" % alpha, [x],
                 to(torch.nn.functional.leaky_relu(t(x), alpha).numpy(), dtype), TOL[dtype])

    leaky("NaN, infinities, zeros", special, 0.01)
    leaky("a negative alpha", special, -0.5)
    for dtype in FLOATS:
        leaky(dtype, [[-3.0, 1.5], [0.1, -0.7]], 0.3, dtype)
    leaky("rank 0", -2.0, 0.25)
    leaky("no elements", [[], []], 0.25)
    out.case("an alpha of 0 keeps zeros", "R.nn.leakyrelu({0}, alpha=0.0)", [array([-1.0, 1.0], "float32")], array([-0.0, 1.0], "float32"))
    out.write()

    out = File("nn_softplus")

    def softplus(title, x, beta=1.0, threshold=20.0, dtype="float32"):
        x = array(x, dtype)
        want = torch.nn.functional.softplus(t(x), beta, threshold).numpy()
        out.case(title, "R.nn.softplus({0}, beta=%r, threshold=%r)" % (beta, threshold), [x], to(want, dtype), TOL[dtype])

    softplus("NaN and infinities", special)
    softplus("around the threshold", [19.0, 20.0, 20.5, 50.0, -50.0])
    softplus("beta", [1.0, -1.0, 3.0, 9.0], 2.5, 10.0)
    softplus("a negative beta", [1.0, -1.0, 3.0, -7.0], -2.0, 10.0)
    softplus("no overflow below a great threshold", [600.0, -600.0, 1.0], 1.0, 1000.0)
    for dtype in FLOATS:
        softplus(dtype, [[-3.0, 1.5], [0.1, -0.7]], 1.5, 20.0, dtype)
    softplus("rank 0", 0.0)
    softplus("no elements", [])
    out.write()

    out = File("nn_prelu")

    def prelu(title, x, alpha, axis, dtype="float32"):
        x, a = array(x, dtype), array(alpha, dtype)
        shape = [1] * x.ndim
        shape[axis] = -1
        want = np.where(wide(x) > 0, wide(x), wide(x) * wide(a).reshape(shape))
        out.case(title, "R.nn.prelu({0}, {1}, axis=%d)" % axis, [x, a], to(want, dtype), TOL[dtype])

    v = np.reshape([0.5, -1.25, 3.0, -2.0, 0.75, -4.0, 1.5, -6.25], (2, 2, 2))
    prelu("an alpha a channel", v, [0.25, -0.5], 1)
    prelu("the first axis", v, [0.1, 0.2], 0)
    prelu("a negative axis", v[0], [0.1, 0.2], -1)
    prelu("one alpha", v, [0.3], 1)
    prelu("NaN and infinities", [[NAN, INF, -INF, -0.0]], [0.5, 0.5, 0.5, 0.5], 1)
    for dtype in FLOATS:
        prelu(dtype, v[0], [0.3, 0.7], 1, dtype)
    prelu("no elements", [[], []], [0.5, 0.25], 0)
    out.write()


def pad():
    out = File("nn_pad")
    numpy_mode = {"constant": "constant", "reflect": "reflect", "replicate": "edge", "circular": "wrap"}

    def one(title, x, width, mode="constant", value=0.0, dtype="float32"):
        x = array(x, dtype)
        a = wide(x) if "float" in dtype else x
        pairs = list(zip(width[::2], width[1::2]))
        more = [(max(b, 0), max(e, 0)) for b, e in pairs]
        if mode == "constant":
            r = np.pad(a, more, constant_values=value) if pairs else a
        else:
            r = np.pad(a, more, mode=numpy_mode[mode])
        less = tuple(slice(max(-b, 0), n - max(-e, 0)) for (b, e), n in zip(pairs, r.shape))
        more_text = ', pad_mode="%s"' % mode if mode != "constant" else ", pad_value=%r" % value if value else ""
        if isinstance(value, float) and not math.isfinite(value):
            more_text = ', pad_value=float("%r")' % value
        out.case(title, "R.nn.pad({0}, %s%s)" % (width, more_text), [x], to(r[less], dtype))

    v = np.arange(1.0, 7.0).reshape(2, 3)
    one("zeros", v, [1, 0, 2, 1])
    one("a value", v, [0, 1, 0, 2], value=-1.5)
    one("an infinity", v[0], [1, 1], value=-INF)
    one("nothing", v, [0, 0, 0, 0])
    one("rank 0", 3.0, [])
    one("an empty dim grows", [[], []], [0, 1, 1, 1], value=7.0)
    one("to nothing", v[0], [-2, -1])
    for mode in ("constant", "reflect", "replicate", "circular"):
        one(mode + ", both ends", v, [1, 1, 2, 2], mode)
        one(mode + ", some removed", v, [-1, 1, 2, -1], mode)
        one(mode + ", removed", v, [0, -1, -1, 0], mode)
    one("replicate far", v, [3, 0, 0, 5], "replicate")
    one("NaN and -0.0 move", [NAN, -0.0, INF], [1, 2], "reflect")
    for dtype in FLOATS:
        one(dtype, v, [0, 0, 1, 1], value=0.1 if dtype == "float64" else 0.5, dtype=dtype)
    for dtype in ("int8", "uint8", "int64"):
        one(dtype, [1, 2, 3], [2, 1], value=100.0, dtype=dtype)
    one("bool", [True, False], [1, 1], value=1.0, dtype="bool")
    out.write()


if __name__ == "__main__":
    softmax()
    elementwise()
    pad()
