#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Pooling and its gradients: windows written out in Python, in float64, which PyTorch agrees with where it
has the same options (its ceil_mode drops windows that start in the padding)."""
import itertools
import math
import warnings
import numpy as np
import torch
from cases import File, array, to, wide

np.seterr(all="ignore")
warnings.simplefilter("ignore")
NAN, INF = math.nan, math.inf
TOL = {"float32": 1e-6, "float64": 1e-13, "float16": 1e-3, "bfloat16": 1e-2}
F = torch.nn.functional
LETTERS = {1: "NCW", 2: "NCHW", 3: "NCDHW"}
DTYPES = ("float64", "float16", "bfloat16") + tuple("%s%d" % (sign, bits) for sign in ("int", "uint") for bits in (8, 16, 32, 64))


def values(shape, dtype="float32", start=0):
    v = (np.arange(start, start + int(np.prod(shape))) * 7 % 17 - 8).reshape(shape)
    if dtype.startswith("u"):
        v = v + 8
    return array(v / 4 if "float" in dtype else v, dtype)


def laid(x, letters, layout):
    order = [letters.index(c) for c in layout]
    return array(x.a.transpose(order), "bfloat16") if hasattr(x, "a") else np.ascontiguousarray(x.transpose(order))


def windows(shape, size, strides, pads, dilation, ceil):
    """For each window its place and the places in data that it covers, those in the padding None."""
    n = len(size)
    axes = []
    for i in range(n):
        room = shape[i] + pads[i] + pads[n + i] - dilation[i] * (size[i] - 1) - 1
        count = (room + (strides[i] - 1 if ceil else 0)) // strides[i] + 1
        axes.append([[o * strides[i] - pads[i] + k * dilation[i] for k in range(size[i])] for o in range(count)])
    for place in itertools.product(*[range(len(a)) for a in axes]):
        cover = list(itertools.product(*[axes[i][o] for i, o in enumerate(place)]))
        yield place, [p if all(0 <= v < s for v, s in zip(p, shape)) else None for p in cover]


def trunc_mean(total, n):
    return int(abs(total)) // n * (1 if total >= 0 else -1)


class Pool:
    def __init__(self, kind, n):
        self.kind, self.n = kind, n
        self.name = "%s_pool%dd" % (kind, n)
        self.out = File("nn_" + self.name)

    def value(self, a, dtype, cover, include):
        inside = [p for p in cover if p is not None]
        v = [a[p] for p in inside]
        if self.kind == "max":
            least = -INF if "float" in dtype else np.iinfo(dtype).min
            return np.max(np.array(v + [least])) if "float" in dtype else max(int(x) for x in v + [least])
        count = len(cover) if include else len(inside)
        if count == 0:
            return 0
        return np.sum(np.array(v)) / count if "float" in dtype else trunc_mean(sum(int(x) for x in v), count)

    def case(self, title, shape, size, strides=None, padding=None, dilation=None, ceil=False, include=False, layout=None, out_layout=None,
             dtype="float32", x=None):
        n = self.n
        x = values(shape, dtype) if x is None else array(x, dtype)
        pads = padding or [0] * n
        pads = pads * 2 if len(pads) == n else pads
        ones = [1] * n
        a = wide(x) if "float" in dtype else x
        listed = list(windows(x.shape[2:], size, strides or ones, pads, dilation or ones, ceil))
        counts = [max([w[0][i] for w in listed]) + 1 for i in range(n)]
        y = np.empty(list(x.shape[:2]) + counts, np.float64 if "float" in dtype else x.dtype)
        for place, cover in listed:
            for lead in itertools.product(*[range(s) for s in x.shape[:2]]):
                y[lead + place] = self.value(a[lead], dtype, cover, include)
        if dtype == "float64" and not ceil and pads[:n] == pads[n:] and all(2 * p <= s for p, s in zip(pads, size)):
            if self.kind == "max":
                same = getattr(F, "max_pool%dd" % n)(torch.tensor(a), size, strides or ones, pads[:n], dilation or ones)
            elif dilation is None:
                same = getattr(F, "avg_pool%dd" % n)(torch.tensor(a), size, strides or ones, pads[:n], False, include)
            else:
                same = torch.tensor(y)
            assert np.allclose(same.numpy(), y, 1e-13, 1e-13)
        attrs = [("pool_size", size), ("strides", strides), ("padding", padding), ("dilation", dilation), ("ceil_mode", ceil or None),
                 ("count_include_pad", include or None), ("layout", layout), ("out_layout", out_layout)]
        text = "".join(', %s=%s' % (k, '"%s"' % v if isinstance(v, str) else v) for k, v in attrs if v is not None)
        letters = LETTERS[n]
        tol = None if self.kind == "max" or "float" not in dtype else TOL[dtype]
        self.out.case(title, "R.nn.%s({0}%s)" % (self.name, text), [laid(x, letters, layout or letters)],
                      laid(to(y, dtype), letters, out_layout or layout or letters), tol)


def pools():
    for kind in ("max", "avg"):
        p = Pool(kind, 1)
        p.case("plain", (1, 2, 5), [2], dtype="float64")
        p.case("strides, padding, dilation", (1, 1, 7), [3], [2], [1, 2], [2])
        p.case("ceil_mode", (1, 1, 6), [3], [2], ceil=True)
        p.case("ceil_mode, a window of padding", (1, 1, 3), [1], [2], [0, 1], ceil=True)
        p.case("a window of padding", (1, 1, 2), [2], padding=[3])
        p.case("layouts", (2, 2, 4), [2], layout="NWC", out_layout="WCN")
        for dtype in DTYPES:
            p.case(dtype, (1, 1, 5), [3], padding=[1], dtype=dtype)
        p.case("int8 sums are wide", None, [3], dtype="int8", x=[[[127, 127, 125, -128, -128]]])
        p.case("NaN, infinities, zeros", None, [2], x=[[[NAN, 1.0, INF, -INF, 1.0, -0.0, 0.0]]])
        p.out.case("no batch", "R.nn.%s({0}, pool_size=[2])" % p.name, [np.zeros((0, 1, 3), "float32")], np.zeros((0, 1, 2), "float32"))
        if kind == "avg":
            p.case("count_include_pad", (1, 1, 4), [3], [2], [1], include=True, dtype="float64")
            p.case("count_include_pad, ceil_mode", (1, 1, 4), [3], [2], [0, 1], ceil=True, include=True)
            p.case("count_include_pad, int32", (1, 1, 4), [3], [2], [1], include=True, dtype="int32")
        p.out.write()

        p = Pool(kind, 2)
        p.case("plain", (1, 2, 3, 4), [2, 3], dtype="float64")
        p.case("padding", (1, 1, 3, 4), [2, 2], [2, 1], [1, 1], dtype="float64")
        p.case("all four paddings, dilation", (1, 1, 4, 4), [2, 3], [1, 2], [1, 0, 2, 3], [2, 1])
        p.case("ceil_mode", (1, 1, 4, 5), [3, 2], [2, 2], ceil=True)
        p.case("channels last", (1, 2, 3, 3), [2, 2], layout="NHWC")
        for dtype in DTYPES:
            p.case(dtype, (1, 1, 3, 3), [2, 2], padding=[1, 1], dtype=dtype)
        p.out.case("no batch", "R.nn.%s({0}, pool_size=[2, 2])" % p.name, [np.zeros((0, 1, 3, 3), "float32")], np.zeros((0, 1, 2, 2), "float32"))
        if kind == "avg":
            p.case("count_include_pad", (1, 1, 3, 3), [2, 2], [2, 2], [1, 1], include=True, dtype="float64")
        p.out.write()

        p = Pool(kind, 3)
        p.case("plain", (1, 1, 2, 3, 3), [2, 2, 2], dtype="float64")
        p.case("all attributes", (1, 1, 3, 4, 3), [2, 1, 2], [1, 2, 2], [1, 0, 0, 0, 0, 1], [2, 1, 1], True, True)
        p.case("layouts", (1, 2, 2, 2, 2), [1, 2, 2], layout="NDHWC", out_layout="NCDHW")
        for dtype in DTYPES:
            p.case(dtype, (1, 1, 2, 2, 2), [2, 1, 2], dtype=dtype)
        p.out.case("no channels", "R.nn.%s({0}, pool_size=[2, 1, 2])" % p.name, [np.zeros((1, 0, 2, 2, 2), "float32")], np.zeros((1, 0, 1, 2, 1), "float32"))
        p.out.write()


def adaptive():
    for n in (1, 2, 3):
        name = "adaptive_avg_pool%dd" % n
        out, letters = File("nn_" + name), LETTERS[n]

        def one(title, shape, size, layout=None, out_layout=None, dtype="float32", x=None):
            x = values(shape, dtype) if x is None else array(x, dtype)
            a = wide(x) if "float" in dtype else x
            spatial = size or x.shape[2:]
            y = np.empty(list(x.shape[:2]) + list(spatial), np.float64 if "float" in dtype else x.dtype)
            for place in itertools.product(*[range(s) for s in spatial]):
                box = tuple(slice(o * e // s, -(-(o + 1) * e // s)) for o, e, s in zip(place, x.shape[2:], spatial))
                for lead in itertools.product(*[range(s) for s in x.shape[:2]]):
                    part = a[lead][box]
                    y[lead + place] = np.mean(part) if "float" in dtype else trunc_mean(sum(int(v) for v in part.ravel()), part.size)
            if dtype == "float64":
                same = getattr(F, name)(torch.tensor(a), list(spatial))
                assert np.allclose(same.numpy(), y, 1e-13, 1e-13)
            attrs = [("output_size", size), ("layout", layout), ("out_layout", out_layout)]
            text = "".join(', %s=%s' % (k, '"%s"' % v if isinstance(v, str) else v) for k, v in attrs if v is not None)
            out.case(title, "R.nn.%s({0}%s)" % (name, text), [laid(x, letters, layout or letters)],
                     laid(to(y, dtype), letters, out_layout or layout or letters), TOL[dtype] if "float" in dtype else None)

        extents = [7, 3, 5][:n]
        one("uneven windows", [1, 2] + extents, [3, 2, 4][:n], dtype="float64")
        one("more than there are", [1, 1] + extents[:1] + [2, 2][:n - 1], [9, 3, 5][:n], dtype="float64")
        one("one", [1, 2] + extents, [1] * n)
        one("kept", [1, 1] + extents, None)
        one("layouts", [2, 1] + extents, [2] * n, "N" + letters[2:] + "C", letters)
        for dtype in DTYPES:
            one(dtype, [1, 1] + extents, [2] * n, dtype=dtype)
        if n == 1:
            one("NaN and infinities", None, [3], x=[[[NAN, 1.0, 2.0, INF, -INF, 1.0]]])
            one("int8 sums are wide", None, [1], dtype="int8", x=[[[127, 127, 125]]])
        out.case("no batch", "R.nn.%s({0}, output_size=%s)" % (name, [1] * n), [np.zeros([0, 1] + extents, "float32")],
                 np.zeros([0, 1] + [1] * n, "float32"))
        out.write()


def text_of(attrs):
    return "".join(', %s=%s' % (k, '"%s"' % v if isinstance(v, str) else v) for k, v in attrs if v is not None)


def backward(kind, n):
    """kind: max, avg, or pick, the transpose of max's."""
    picks = kind == "pick"
    name = "max_pool%dd_pick" % n if picks else "%s_pool%dd_backward" % (kind, n)
    out, letters, ones = File("grad_" + name), LETTERS[n], [1] * n

    def one(title, shape, size, strides=None, padding=None, dilation=None, ceil=False, include=False, layout=None, out_layout=None,
            dtype="float32", x=None, grad=None):
        x = values(shape, dtype) if x is None else array(x, dtype)
        pads = padding or [0] * n
        pads = pads * 2 if len(pads) == n else pads
        a = wide(x)
        listed = list(windows(x.shape[2:], size, strides or ones, pads, dilation or ones, ceil))
        counts = [max([w[0][i] for w in listed]) + 1 for i in range(n)]
        like = list(x.shape) if picks else list(x.shape[:2]) + counts
        g = values(like, dtype, 5) if grad is None else array(grad, dtype)
        v = wide(g)
        y = np.zeros(list(x.shape[:2]) + counts if picks else x.shape)
        for lead in itertools.product(*[range(s) for s in x.shape[:2]]):
            for place, cover in listed:
                inside = [p for p in cover if p is not None]
                if kind == "avg":
                    for p in inside:
                        y[lead + p] += v[lead + place] / (len(cover) if include else len(inside))
                elif inside:
                    best = inside[int(np.argmax([a[lead][p] for p in inside]))]
                    if picks:
                        y[lead + place] = v[lead + best]
                    else:
                        y[lead + best] += v[lead + place]
        if dtype == "float64" and not ceil and pads[:n] == pads[n:]:
            tx = torch.tensor(a, requires_grad=True)
            if kind == "avg":
                pooled = getattr(F, "avg_pool%dd" % n)(tx, size, strides or ones, pads[:n], False, include)
            else:
                pooled = getattr(F, "max_pool%dd" % n)(tx, size, strides or ones, pads[:n], dilation or ones)
            ty = torch.ones_like(pooled, requires_grad=True) if picks else torch.tensor(v)
            same, = torch.autograd.grad(pooled, tx, ty, create_graph=picks)
            if picks:
                same, = torch.autograd.grad(same, ty, torch.tensor(v))
            assert np.allclose(same.numpy(), y, 1e-13, 1e-13)
        text = text_of([("pool_size", size), ("strides", strides), ("padding", padding), ("dilation", dilation),
                        ("ceil_mode", ceil or None), ("count_include_pad", include or None), ("layout", layout),
                        ("out_layout", out_layout)])
        inner, outer = layout or letters, out_layout or layout or letters
        out.case(title, "R.grad.%s({0}, {1}%s)" % (name, text),
                 [laid(g, letters, inner if picks else outer), laid(x, letters, inner)],
                 laid(to(y, dtype), letters, outer if picks else inner), None if picks or grad is not None else TOL[dtype])

    if n == 1:
        one("windows that share elements", (1, 2, 7), [3], [2], [1], dtype="float64")
        one("padding, dilation", (1, 1, 6), [2], [1], [1, 2], [2])
        one("ceil_mode", (1, 1, 6), [3], [2], ceil=True)
        one("a window of padding", (1, 1, 2), [1], padding=[1])
        one("layouts", (2, 2, 4), [2], layout="NWC", out_layout="WCN")
    elif n == 2:
        one("windows apart", (1, 2, 4, 4), [2, 2], [2, 2], dtype="float64")
        one("windows that share elements", (1, 1, 3, 4), [2, 3], padding=[1, 1], dtype="float64")
        one("all four paddings, dilation", (1, 1, 4, 4), [2, 3], [1, 2], [1, 0, 2, 3], [2, 1])
        one("ceil_mode", (1, 1, 4, 5), [3, 2], [2, 2], ceil=True)
        one("a window of padding", (1, 1, 1, 2), [1, 1], padding=[1, 0])
        one("layouts", (1, 2, 3, 3), [2, 2], layout="NHWC", out_layout="CHWN")
    else:
        one("windows that share elements", (1, 1, 2, 3, 3), [2, 2, 2], padding=[1, 0, 1], dtype="float64")
        one("all attributes", (1, 1, 3, 4, 3), [2, 1, 2], [1, 2, 2], [1, 0, 0, 0, 0, 1], [2, 1, 1], True, True)
        one("layouts", (1, 2, 2, 2, 2), [1, 2, 2], layout="NDHWC", out_layout="NCDHW")
    extents = [3] * n
    if kind == "avg":
        one("count_include_pad", [1, 1] + extents, [2] * n, [2] * n, [1] * n, include=True, dtype="float64")
    elif n < 3:
        one("the first of equal ones", None, [2] * n, x=[[[[1.0, 1.0, 0.0], [1.0, 1.0, 1.0]] if n > 1 else [1.0, 1.0, 0.0]]])
        row = [1.0, NAN, INF, NAN]
        one("the first NaN", None, [1, 3][2 - n:], x=[[[row, [-INF] * 4] if n > 1 else row]])
    for dtype in ("float16", "bfloat16"):
        one(dtype, [1, 1] + extents, [2] * n, dtype=dtype)
    if not picks and n < 3:
        x, grad = [[[0.0, 1.0, 0.0]]], [[[0.5, 2048.0, 0.5, 0.5]]]
        one("float16 is carried in float32", None, [1, 2][2 - n:], dtype="float16", padding=[0, 1][2 - n:],
            strides=[1] * n, x=[x] if n > 1 else x, grad=[grad] if n > 1 else grad)
    x, pooled = np.zeros([0, 1] + [2] * n, "float32"), np.zeros([0, 1] + [1] * n, "float32")
    operands, result = ([x, x], pooled) if picks else ([pooled, x], x)
    out.case("no batch", "R.grad.%s({0}, {1}, pool_size=%s)" % (name, [2] * n), operands, result)
    out.write()


if __name__ == "__main__":
    pools()
    adaptive()
    for n in (1, 2, 3):
        for kind in ("max", "avg", "pick"):
            backward(kind, n)
