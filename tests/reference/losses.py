#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Losses and the gradient of nn.nll_loss, by PyTorch in float64."""
import math
import numpy as np
import torch
from cases import File, array, to, wide

np.seterr(all="ignore")
NAN, INF = math.nan, math.inf
TOL = {"float32": 1e-6, "float64": 1e-14, "float16": 1e-3, "bfloat16": 1e-2}
DTYPES = ("float64", "float16", "bfloat16")


def values(shape, dtype="float32", start=0):
    v = (np.arange(start, start + int(np.prod(shape))) * 7 % 11 - 5).reshape(shape)
    return array(v / 4, dtype)


def cross_entropy():
    out = File("nn_cross_entropy_with_logits")

    def one(title, x, y, dtype="float32"):
        x, y = array(x, dtype), array(y, dtype)
        r = -np.sum(wide(x) * wide(y)) / (x.shape[0] if x.ndim > 1 else 1)
        out.case(title, "R.nn.cross_entropy_with_logits({0}, {1})", [x, y], to(r, dtype), TOL[dtype])

    v, w = wide(values((2, 3))), wide(values((2, 3), start=4))
    one("rank 2", v, w)
    one("rank 1", v[0], w[0])
    one("rank 0", 1.5, -2.0)
    one("rank 3", wide(values((2, 3, 2))), wide(values((2, 3, 2), start=5)))
    for dtype in DTYPES:
        one(dtype, v, w, dtype)
    one("float16's sums are wide", [[200.0] * 40, [-200.0] * 40], [[20.0] * 40, [20.0] * 40], "float16")
    one("NaN", [[NAN, 1.0]], [[1.0, 1.0]])
    one("an infinity times 0", [[INF, 1.0]], [[0.0, 1.0]])
    x = np.zeros((0, 2), "float32")
    out.case("no batch", "R.nn.cross_entropy_with_logits({0}, {0})", [x], array(NAN, "float32"))
    out.write()


def nll():
    loss, back = File("nn_nll_loss"), File("grad_nll_loss_backward")

    def one(title, shape, targets, weights=True, reduction="mean", ignore=None, dtype="float32", index="int64", x=None):
        x = values(shape, dtype) if x is None else array(x, dtype)
        t = array(targets, index)
        c = x.shape[0 if x.ndim == 1 else 1]
        w = [array(np.arange(1, c + 1) / 4, dtype)] if weights else []
        tx = torch.tensor(np.array(wide(x)), requires_grad=True)
        lead = tx[None] if x.ndim == 1 else tx
        tt = torch.tensor(t.astype(np.int64))
        r = torch.nn.functional.nll_loss(lead, tt[None] if x.ndim == 1 else tt, torch.tensor(wide(w[0])) if w else None,
                                         ignore_index=-100 if ignore is None else ignore, reduction=reduction)
        r = r[0] if x.ndim == 1 and reduction == "none" else r
        attrs = ', reduction="%s"' % reduction + ("" if ignore is None else ", ignore_index=%d" % ignore)
        loss.case(title, "R.nn.nll_loss({0}, {1}%s%s)" % (", {2}" if w else "", attrs), [x, t] + w, to(r.detach().numpy(), dtype), TOL[dtype])
        g = values(tuple(r.shape), dtype, 7)
        tx.grad = None
        r.backward(torch.tensor(wide(g)))
        back.case(title, "R.grad.nll_loss_backward({0}, {1}, {2}%s%s)" % (", {3}" if w else "", attrs), [g, x, t] + w,
                  to(tx.grad.numpy(), dtype), TOL[dtype])

    for reduction in ("mean", "sum", "none"):
        one("%s, weights" % reduction, (3, 4), [2, 0, 2], True, reduction)
        one("%s, no weights" % reduction, (3, 4), [1, 3, 0], False, reduction)
        one("%s, ignore_index" % reduction, (4, 3), [2, 1, 0, 1], True, reduction, 1)
        one("%s, further dims" % reduction, (2, 3, 2, 2), [[[0, 1], [2, -100]], [[2, 2], [1, 0]]], True, reduction)
        one("%s, rank 1" % reduction, (3,), 1, True, reduction)
    one("an ignore_index outside", (2, 3), [2, 255], False, "mean", 255)
    for dtype in DTYPES:
        one(dtype, (3, 4), [2, 0, 3], True, "mean", dtype=dtype)
    for index in ("int8", "int16", "uint8", "uint16", "uint32", "uint64"):
        one("%s targets" % index, (3, 4), [2, 0, 3], True, "sum", index=index)
    one("int32 targets", (2, 3), [-1, 2], False, "sum", -1, index="int32")
    one("all ignored, summed", (2, 3), [-100, -100], True, "sum")
    one("NaN that no target reads", None, [1, 0], True, "sum", x=[[NAN, 1.0], [2.0, INF]])
    x, t = np.zeros((0, 3), "float32"), np.zeros((0,), "int64")
    loss.case("no batch", 'R.nn.nll_loss({0}, {1}, reduction="sum")', [x, t], array(0.0, "float32"), 1e-6)
    loss.case("no batch, not reduced", 'R.nn.nll_loss({0}, {1}, reduction="none")', [x, t], np.zeros((0,), "float32"))
    back.case("no batch", 'R.grad.nll_loss_backward({2}, {0}, {1}, reduction="mean")', [x, t, array(1.0, "float32")], x)
    x = values((2, 3))
    loss.case("all ignored: their mean is NaN", "R.nn.nll_loss({0}, {1})", [x, array([-100, -100], "int64")], array(NAN, "float32"))
    for target in (3, -1):
        t = array([0, target], "int64")
        loss.error("a target of %d" % target, "R.nn.nll_loss({0}, {1})", [x, t], "index")
        back.error("a target of %d" % target, "R.grad.nll_loss_backward({2}, {0}, {1})", [x, t, array(1.0, "float32")], "index")
    loss.write()
    back.write()


if __name__ == "__main__":
    cross_entropy()
    nll()
