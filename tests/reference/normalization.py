#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Normalisations, by their formulas in float64, which PyTorch agrees with (its one-pass variance less
exactly)."""
import math
import warnings
import numpy as np
import torch
from cases import File, array, to, wide

np.seterr(all="ignore")
warnings.simplefilter("ignore")  # of means over nothing
NAN, INF = math.nan, math.inf
TOL = {"float32": 1e-5, "float64": 1e-13, "float16": 2e-3, "bfloat16": 2e-2}
DTYPES = ("float64", "float16", "bfloat16")
F = torch.nn.functional


def t(x):
    return torch.tensor(np.array(wide(x), np.float64))


def values(shape, dtype="float32", start=1):
    v = np.arange(start, start + int(np.prod(shape)))
    return array((v * 37 % 23 / 4.0 - 2.5).reshape(shape), dtype)


def flags(center, scale, eps=None):
    return "".join([", epsilon=%r" % eps if eps is not None else "", "" if center else ", center=False", "" if scale else ", scale=False"])


def spread(v, axes, ndim):
    """Dims of v, in the order of axes, where data has them."""
    order = np.argsort(axes)
    v = np.transpose(v, order)
    shape = [1] * ndim
    for size, axis in zip(v.shape, sorted(axes)):
        shape[axis] = size
    return v.reshape(shape)


def layer_norm():
    out = File("nn_layer_norm")

    def one(title, shape, axes, dtype="float32", center=True, scale=True, eps=None, x=None):
        x = values(shape, dtype) if x is None else array(x, dtype)
        real = [a % x.ndim for a in axes]
        inner = [x.shape[a] for a in real]
        g, b = values(inner, dtype, 5), values(inner, dtype, 9)
        kept = [d for d in range(x.ndim) if d not in real]
        moved = t(x).permute(kept + real)
        same = F.layer_norm(moved, inner, t(g) if scale else None, t(b) if center else None, eps or 1e-5)
        a = moved.numpy()
        over = tuple(range(len(kept), x.ndim))
        d = a - np.mean(a, axis=over, keepdims=True)
        y = d / np.sqrt(np.mean(d * d, axis=over, keepdims=True) + (eps or 1e-5))
        y = y * (wide(g) if scale else 1) + (wide(b) if center else 0)
        assert np.allclose(same.numpy(), y, 1e-7, 1e-7, equal_nan=True)
        y = np.transpose(y, np.argsort(kept + real))
        out.case(title, "R.nn.layer_norm({0}, {1}, {2}, axes=%s%s)" % (axes, flags(center, scale, eps)), [x, g, b], to(y, dtype), TOL[dtype])

    one("the last axis", (2, 3, 4), [-1])
    one("two axes", (2, 3, 4), [1, 2])
    one("axes in another order", (2, 3, 4), [2, 0])
    one("the first axis", (3, 2), [0])
    one("without gamma", (2, 4), [1], scale=False)
    one("without beta", (2, 4), [1], center=False)
    one("without both, epsilon", (2, 4), [1], center=False, scale=False, eps=0.5)
    for dtype in DTYPES:
        one(dtype, (2, 4), [-1], dtype)
    one("float16's squares do not overflow", None, [1], "float16", x=[[300.0, -400.0, 500.0, 60000.0]])
    one("a constant", None, [1], x=[[2.5, 2.5, 2.5]])
    one("NaN and infinity", None, [1], x=[[NAN, 1.0], [INF, 1.0], [1.0, 2.0]])
    one("far from 0", None, [1], "float64", x=[[1e8 + 1, 1e8 + 2, 1e8 + 3]])
    one("an extent of 1", (3, 1), [1])
    x = np.zeros((0, 2), "float32")
    out.case("no lines", "R.nn.layer_norm({0}, {1}, {2}, axes=[-1])", [x, values((2,)), values((2,))], x)
    x, v = np.zeros((2, 0), "float32"), np.zeros((0,), "float32")
    out.case("no elements", "R.nn.layer_norm({0}, {1}, {1}, axes=[-1])", [x, v], x)
    out.write()


def rms_norm():
    out = File("nn_rms_norm")

    def one(title, shape, axes, dtype="float32", eps=None, x=None):
        x = values(shape, dtype) if x is None else array(x, dtype)
        real = [a % x.ndim for a in axes or [-1]]
        w = values([x.shape[a] for a in real], dtype, 5)
        a = wide(x)
        y = a / np.sqrt(np.mean(a * a, axis=tuple(real), keepdims=True) + (eps or 1e-5)) * spread(wide(w), real, x.ndim)
        text = (", axes=%s" % axes if axes else "") + flags(True, True, eps)
        out.case(title, "R.nn.rms_norm({0}, {1}%s)" % text, [x, w], to(y, dtype), TOL[dtype])

    one("the last axis", (2, 3, 4), None)
    one("two axes in another order", (2, 3, 4), [2, 1])
    one("the first axis, epsilon", (3, 2), [0], eps=0.25)
    for dtype in DTYPES:
        one(dtype, (2, 4), [-1], dtype)
    one("float16's squares do not overflow", None, [1], "float16", x=[[300.0, -400.0, 500.0, 6000.0]])
    one("zeros, NaN, infinity", None, [1], x=[[0.0, -0.0], [NAN, 1.0], [INF, 1.0]])
    x = np.zeros((0, 2), "float32")
    out.case("no lines", "R.nn.rms_norm({0}, {1})", [x, values((2,))], x)
    out.write()


def group_norm():
    out = File("nn_group_norm")

    def one(title, shape, groups, channel_axis, axes, dtype="float32", center=True, scale=True, eps=None):
        x = values(shape, dtype)
        c = channel_axis % x.ndim
        real = [a % x.ndim for a in axes]
        g, b = values((x.shape[c],), dtype, 5), values((x.shape[c],), dtype, 9)
        a = wide(x)
        parts = [np.arange(x.shape[c])[k * x.shape[c] // groups:(k + 1) * x.shape[c] // groups] for k in range(groups)]
        y = np.empty_like(a)
        for p in parts:
            part = np.take(a, p, c)
            over = tuple(real + [c])
            m = np.mean(part, axis=over, keepdims=True)
            n = (part - m) / np.sqrt(np.mean((part - m) ** 2, axis=over, keepdims=True) + (eps or 1e-5))
            index = [slice(None)] * x.ndim
            index[c] = p
            y[tuple(index)] = n
        y = y * (spread(wide(g), [c], x.ndim) if scale else 1) + (spread(wide(b), [c], x.ndim) if center else 0)
        if c == 1 and sorted(real) == list(range(2, x.ndim)):
            same = F.group_norm(t(x), groups, t(g) if scale else None, t(b) if center else None, eps or 1e-5).numpy()
            assert np.allclose(same, y, 1e-12, 1e-12)
        text = "R.nn.group_norm({0}, {1}, {2}, num_groups=%d, channel_axis=%d, axes=%s%s)"
        out.case(title, text % (groups, channel_axis, axes, flags(center, scale, eps)), [x, g, b], to(y, dtype), TOL[dtype])

    one("NCHW", (2, 4, 2, 3), 2, 1, [2, 3])
    one("channels last", (2, 2, 2, 4), 2, -1, [1, 2])
    one("one group", (1, 3, 4), 1, 1, [2])
    one("a channel a group", (1, 3, 4), 3, 1, [-1])
    one("the batch counts too", (2, 2, 3), 2, 1, [0, 2])
    one("no axes", (2, 4), 2, 1, [])
    one("without gamma and beta, epsilon", (1, 4, 3), 2, 1, [2], center=False, scale=False, eps=0.5)
    for dtype in DTYPES:
        one(dtype, (1, 4, 3), 2, 1, [2], dtype)
    x, v = np.zeros((0, 2, 2), "float32"), values((2,))
    out.case("no batch", "R.nn.group_norm({0}, {1}, {1}, num_groups=2, channel_axis=1, axes=[2])", [x, v], x)
    out.write()


def instance_norm():
    out = File("nn_instance_norm")

    def one(title, shape, channel_axis, axes, dtype="float32", center=True, scale=True, eps=None):
        x = values(shape, dtype)
        c, real = channel_axis % x.ndim, tuple(a % x.ndim for a in axes)
        g, b = values((x.shape[c],), dtype, 5), values((x.shape[c],), dtype, 9)
        a = wide(x)
        d = a - np.mean(a, axis=real, keepdims=True)
        y = d / np.sqrt(np.mean(d * d, axis=real, keepdims=True) + (eps or 1e-5))
        y = y * (spread(wide(g), [c], x.ndim) if scale else 1) + (spread(wide(b), [c], x.ndim) if center else 0)
        if c == 1 and sorted(real) == list(range(2, x.ndim)):
            same = F.instance_norm(t(x), weight=t(g) if scale else None, bias=t(b) if center else None, eps=eps or 1e-5).numpy()
            assert np.allclose(same, y, 1e-12, 1e-12)
        text = "R.nn.instance_norm({0}, {1}, {2}, channel_axis=%d, axes=%s%s)"
        out.case(title, text % (channel_axis, axes, flags(center, scale, eps)), [x, g, b], to(y, dtype), TOL[dtype])

    one("NCHW", (2, 2, 2, 3), 1, [2, 3])
    one("channels last", (2, 3, 2), -1, [1])
    one("the batch counts too", (2, 2, 3), 1, [0, 2])
    one("without gamma, epsilon", (1, 2, 3), 1, [2], scale=False, eps=0.5)
    one("without beta", (1, 2, 3), 1, [2], center=False)
    for dtype in DTYPES:
        one(dtype, (1, 2, 4), 1, [2], dtype)
    x, v = np.zeros((0, 2, 2), "float32"), values((2,))
    out.case("no batch", "R.nn.instance_norm({0}, {1}, {1}, channel_axis=1, axes=[2])", [x, v], x)
    out.write()


def batch_norm():
    out = File("nn_batch_norm")

    def one(title, shape, axis, training, dtype="float32", center=True, scale=True, eps=None, momentum=0.1, x=None):
        x = values(shape, dtype) if x is None else array(x, dtype)
        a, c = wide(x), axis % x.ndim
        n = (x.shape[c],)
        g, b, m = values(n, dtype, 5), values(n, dtype, 9), values(n, dtype, 3)
        v = array(np.abs(wide(values(n, dtype, 7))) + 0.5, dtype)
        others = tuple(d for d in range(x.ndim) if d != c)
        count = a.size // x.shape[c]
        mean, var = (np.mean(a, axis=others), np.var(a, axis=others)) if training else (wide(m), wide(v))
        y = (a - spread(mean, [c], x.ndim)) / np.sqrt(spread(var, [c], x.ndim) + (eps or 1e-5))
        y = y * (spread(wide(g), [c], x.ndim) if scale else 1) + (spread(wide(b), [c], x.ndim) if center else 0)
        # The moving variance takes the sample's, as PyTorch does; nothing is taken from no elements.
        new = [wide(m), wide(v)]
        if training and count:
            sample = var * count / max(count - 1, 1)
            new = [(1 - momentum) * o + momentum * z for o, z in zip(new, (mean, sample))]
        if x.ndim > 1 and not (training and count == 1):  # which PyTorch refuses
            tm, tv = t(m), t(v)
            same = F.batch_norm(torch.movedim(t(x), c, 1), tm, tv, t(g) if scale else None, t(b) if center else None, training, momentum, eps or 1e-5)
            assert np.allclose(torch.movedim(same, 1, c).numpy(), y, 1e-7, 1e-7, equal_nan=True)
            assert np.allclose(tm.numpy(), new[0], 1e-12, 1e-12, equal_nan=True)
            assert np.allclose(tv.numpy(), new[1], 1e-7, 1e-7, equal_nan=True)
        text = "R.nn.batch_norm({0}, {1}, {2}, {3}, {4}, axis=%d%s%s, training=%s)"
        out.case(title, text % (axis, flags(center, scale, eps), "" if momentum == 0.1 else ", momentum=%r" % momentum, training),
                 [x, g, b, m, v], (to(y, dtype), to(new[0], dtype), to(new[1], dtype)), TOL[dtype])

    for training in (False, True):
        mode = "training" if training else "inference"
        one(mode + ", NCHW", (2, 2, 2, 3), 1, training)
        one(mode + ", channels last", (3, 2), -1, training)
        one(mode + ", without gamma, epsilon", (2, 2, 3), 1, training, scale=False, eps=0.5, momentum=0.25)
        one(mode + ", without beta", (2, 2, 3), 1, training, center=False)
        one(mode + ", rank 1", (3,), 0, training)
        for dtype in DTYPES:
            one("%s, %s" % (mode, dtype), (3, 2), 1, training, dtype)
        for shape in ((5, 3), (3, 2, 4), (2, 3, 2, 2), (2, 2, 1, 3, 2)):
            for axis in (1, -1):
                one("%s, rank %d, axis %d, epsilon and momentum" % (mode, len(shape), axis), shape, axis, training, eps=0.03125, momentum=0.375)
        one(mode + ", all of the new", (3, 2), 1, training, momentum=1.0)
        one(mode + ", none of the new", (3, 2), 1, training, momentum=0.0)
        one(mode + ", one element a channel", (1, 2, 1), 1, training)
        one(mode + ", no batch, float16", (0, 2), 1, training, "float16")
    one("training, far from 0", None, 1, True, "float64", x=[[1e8 + 1], [1e8 + 2], [1e8 + 4]])
    one("NaN", None, 1, True, x=[[NAN, 1.0], [2.0, 4.0]])
    one("inference, no batch", (0, 2), 1, False)
    one("training, no batch", (0, 2), 1, True)
    out.write()


if __name__ == "__main__":
    layer_norm()
    rms_norm()
    group_norm()
    instance_norm()
    batch_norm()
