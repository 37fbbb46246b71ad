#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Attention: query by query in Python, over the keys that it sees, in float64; whole rows by PyTorch."""
import math
import numpy as np
import torch
from cases import File, array, to, wide

np.seterr(all="ignore")
NAN, INF = math.nan, math.inf
TOL = {"float32": 1e-5, "float64": 1e-13, "float16": 2e-3, "bfloat16": 2e-2}
DTYPES = ("float64", "float16", "bfloat16")


def values(shape, dtype="float32", start=0):
    v = (np.arange(start, start + int(np.prod(shape))) * 7 % 11 - 5).reshape(shape)
    return array(v / 4, dtype)


def attention(q, k, v, bias, scale, mask, window):
    b, n, h, d = q.shape
    m, e = k.shape[1], v.shape[3]
    scale = 1 / math.sqrt(d) if scale is None else scale
    bias = np.broadcast_to(0.0 if bias is None else bias, (b, h, n, m))
    y = np.zeros((b, n, h, e))
    for x in np.ndindex(b, n, h):
        batch, i, head = x
        at = i + m - n if mask == "BottomRight" else i
        seen = [j for j in range(m) if (mask is None or j <= at) and (window is None or j > at - window)]
        s = np.array([q[x] @ k[batch, j, head] * scale + bias[batch, head, i, j] for j in seen])
        if not seen or np.max(s) == -INF:
            continue
        p = torch.softmax(torch.tensor(s), 0).numpy()
        y[x] = sum(w * v[batch, j, head] for w, j in zip(p, seen))
    return y


for with_bias in (False, True):
    name = "attention_bias" if with_bias else "attention"
    out = File("nn_" + name)

    def one(title, shape, keys=None, e=None, scale=None, mask=None, window=None, bias=None, dtype="float32", operands=None):
        b, n, h, d = shape
        m = n if keys is None else keys
        q, k, v = operands or (values((b, n, h, d), dtype), values((b, m, h, d), dtype, 3), values((b, m, h, e or d), dtype, 6))
        x = [q, k, v]
        if with_bias:
            x.append(values(bias or (b, h, n, m), dtype, 1) if bias is None or isinstance(bias, tuple) else array(bias, dtype))
        y = attention(wide(q), wide(k), wide(v), wide(x[3]) if with_bias else None, scale, mask, window)
        attrs = [("scale", scale), ("causal_mask", mask), ("window_size", window)]
        text = "".join(', %s=%s' % (a, '"%s"' % z if isinstance(z, str) else z) for a, z in attrs if z is not None)
        out.case(title, "R.nn.%s(%s%s)" % (name, ", ".join("{%d}" % i for i in range(len(x))), text), x, to(y, dtype), TOL[dtype])

    one("plain", (2, 2, 2, 2))
    one("more keys than queries, wider values", (1, 2, 2, 2), 3, 4)
    one("scale", (1, 2, 1, 3), 2, scale=0.25)
    for mask in ("TopLeft", "BottomRight"):
        one("%s, more keys" % mask, (1, 2, 1, 2), 4, mask=mask)
        one("%s, fewer keys" % mask, (1, 4, 1, 2), 2, mask=mask)
        one("%s, a window" % mask, (1, 4, 1, 2), 5, mask=mask, window=2)
    one("a window only", (1, 4, 1, 2), 3, window=1)
    one("a window that hides all keys from some", (1, 5, 1, 2), 2, mask="TopLeft", window=2)
    one("a window that hides nothing", (1, 3, 1, 1), mask="BottomRight", window=2 ** 62)
    for dtype in DTYPES:
        one(dtype, (1, 3, 1, 2), mask="TopLeft", dtype=dtype)
    big = array(np.reshape([100.0, -100.0, 50.0, 90.0], (1, 2, 1, 2)), "float32")
    one("great scores", (1, 2, 1, 2), scale=1.0, operands=(big, big, big), bias=(1,) if with_bias else None)
    if with_bias:
        one("a bias of rank 1", (1, 2, 2, 2), 3, bias=(3,))
        one("a bias a head", (1, 2, 2, 2), 3, bias=(2, 1, 1))
        one("a bias a batch and query", (2, 2, 1, 2), 3, bias=(2, 1, 2, 1))
        one("a bias of -inf", (1, 2, 1, 1), bias=[[0.5, -INF], [-INF, -INF]])
        one("a bias of rank 0", (1, 2, 1, 1), bias=())
    nan = array(np.reshape([NAN, 1.0], (1, 2, 1, 1)), "float32")
    k = array(np.ones((1, 2, 1, 1)), "float32")
    tail = ", {3}" if with_bias else ""
    zero = [array(0.0, "float32")] if with_bias else []
    out.case("NaN in one query", "R.nn.%s({0}, {1}, {2}%s)" % (name, tail), [nan, k, k] + zero, nan, 1e-6)
    empty = np.zeros((1, 0, 1, 2), "float32")
    q = values((1, 2, 1, 2))
    out.case("no keys", "R.nn.%s({0}, {1}, {1}%s)" % (name, tail.replace("3", "2")), [q, empty] + zero, np.zeros((1, 2, 1, 2), "float32"))
    out.case("no queries", "R.nn.%s({0}, {1}, {1}%s)" % (name, tail.replace("3", "2")), [empty, q] + zero, empty)
    q, k = np.zeros((1, 1, 1, 0), "float32"), np.zeros((1, 2, 1, 0), "float32")
    v = array(np.reshape([1.0, 2.0], (1, 2, 1, 1)), "float32")
    out.case("no head_dim: all keys alike", "R.nn.%s({0}, {1}, {2}%s)" % (name, tail), [q, k, v] + zero, array([[[[1.5]]]], "float32"))
    out.write()
