#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""image.resize2d as ONNX specifies Resize: a matrix of weights a dim, its positions by exact fractions.
PyTorch's interpolate agrees where it has the same options."""
import math
from fractions import Fraction
import numpy as np
import torch
from cases import File, array, to, wide

np.seterr(all="ignore")
NAN, INF = math.nan, math.inf
TOL = {"float32": 1e-5, "float64": 1e-12, "float16": 2e-3, "bfloat16": 1e-2}
HALF = Fraction(1, 2)
LETTERS = "NCHW"


def values(shape, dtype="float32"):
    v = (np.arange(int(np.prod(shape))) * 7 % 17).reshape(shape)
    return array(v / 4 - 2 if "float" in dtype else v * 7, dtype)


def position(o, n, size, mode, roi):
    if mode == "half_pixel" or (mode == "pytorch_half_pixel" and size > 1):
        return (o + HALF) * n / size - HALF
    if mode == "pytorch_half_pixel":
        return Fraction(0)
    if mode == "tf_half_pixel_for_nn":
        return (o + HALF) * n / size
    if mode == "asymmetric":
        return Fraction(o * n, size)
    if mode == "align_corners":
        return Fraction(o * (n - 1), size - 1) if size > 1 else Fraction(0)
    start, end = (Fraction(v) for v in roi)
    if size > 1:
        return start * (n - 1) + o * (end - start) * (n - 1) / (size - 1)
    return HALF * (start + end) * (n - 1)


def rounded(x, how):
    floor = x.numerator // x.denominator
    up = {"floor": 0, "ceil": int(x > floor), "round_prefer_floor": int(x - floor > HALF)}.get(how, int(x - floor >= HALF))
    return floor + up


def keys(d, a):
    """Keys' kernel at distance d."""
    d = abs(d)
    if d <= 1:
        return (a + 2) * d ** 3 - (a + 3) * d ** 2 + 1
    return a * d ** 3 - 5 * a * d ** 2 + 8 * a * d - 4 * a if d < 2 else 0


def matrix(n, size, method, mode, rounding, a, exclude, roi):
    """Row o: the weights of the elements of data; and the rows that lie past the edge."""
    m, outside = np.zeros((size, n)), np.zeros(size, bool)
    for o in range(size):
        x = position(o, n, size, mode, roi)
        outside[o] = mode == "tf_crop_and_resize" and not 0 <= x <= n - 1
        if method == "nearest_neighbor":
            m[o, min(max(rounded(x, rounding), 0), n - 1)] = 1
            continue
        floor = x.numerator // x.denominator
        taps = range(floor, floor + 2) if method == "linear" else range(floor - 1, floor + 3)
        w = [1 - abs(x - p) if method == "linear" else keys(x - p, Fraction(a)) for p in taps]
        if method == "cubic" and exclude:
            w = [v if 0 <= p < n else 0 for v, p in zip(w, taps)]
            w = [v / sum(w) for v in w]
        for v, p in zip(w, taps):
            m[o, min(max(p, 0), n - 1)] += float(v)
    return m, outside


out = File("image_resize2d")
back = File("grad_resize2d_backward")


def transpose(title, shape, size, method="linear", mode="half_pixel", rounding="round", a=-0.5, exclude=0, roi=None, layout="NCHW",
              dtype="float32", like=None):
    """grad.resize2d_backward: the matrices the other way."""
    x, g = values(shape, dtype), values(list(shape[:2]) + size, dtype)
    y = wide(g)
    for i in range(2):
        m, o = matrix(shape[2 + i], size[i], method, mode, rounding, a, exclude, (roi[i], roi[2 + i]) if roi else (0, 0))
        m[o] = 0
        y = np.moveaxis(np.tensordot(m, y, (0, 2 + i)), 0, 2 + i)
    if like:
        tx = torch.tensor(wide(x), requires_grad=True)
        torch.nn.functional.interpolate(tx, size, **like).backward(torch.tensor(wide(g)))
        assert np.allclose(tx.grad.numpy(), y, 1e-6, 1e-6), title
    order = [LETTERS.index(c) for c in layout]
    attrs = [("layout", layout, "NCHW"), ("method", method, "linear"), ("coordinate_transformation_mode", mode, "half_pixel"),
             ("rounding_method", rounding, "round"), ("cubic_alpha", a, -0.5), ("cubic_exclude", exclude, 0), ("roi", roi, None)]
    text = "".join(', %s=%s' % (k, '"%s"' % v if isinstance(v, str) else v) for k, v, default in attrs if v != default)
    given = [array(v.a.transpose(order), "bfloat16") if dtype == "bfloat16" else v.transpose(order) for v in (g, x)]
    back.case(title, "R.grad.resize2d_backward({0}, {1}%s)" % text, given, to(y.transpose(order), dtype), TOL[dtype])


def one(title, shape, size, method="linear", mode="half_pixel", rounding="round", a=-0.5, exclude=0, roi=None, fill=0.0,
        layout="NCHW", dtype="float32", out_dtype=None, x=None, like=None):
    x = values(shape, dtype) if x is None else array(x, dtype)
    v = wide(x) if "float" in dtype else x.astype(np.float64)
    y = v
    outside = []
    for i in range(2):
        m, o = matrix(x.shape[2 + i], size[i], method, mode, rounding, a, exclude, (roi[i], roi[2 + i]) if roi else (0, 0))
        if method == "nearest_neighbor":
            y = np.take(y, m.argmax(1), 2 + i)
        else:
            y = np.moveaxis(np.tensordot(m, y, (1, 2 + i)), 0, 2 + i)
        outside.append(o)
    y = np.where(outside[0][:, None] | outside[1][None, :], fill, y)
    if like:
        same = torch.nn.functional.interpolate(torch.tensor(v), size, **like).numpy()
        assert np.allclose(same, y, 1e-6, 1e-6), title
    result = out_dtype or dtype
    if "float" not in result:
        y = np.clip(np.trunc(y), np.iinfo(result).min, np.iinfo(result).max)
    order = [LETTERS.index(c) for c in layout]
    attrs = [("layout", layout, "NCHW"), ("method", method, "linear"), ("coordinate_transformation_mode", mode, "half_pixel"),
             ("rounding_method", rounding, "round"), ("cubic_alpha", a, -0.5), ("cubic_exclude", exclude, 0), ("roi", roi, None),
             ("extrapolation_value", fill, 0.0), ("out_dtype", out_dtype, None)]
    text = "".join(', %s=%s' % (k, '"%s"' % v if isinstance(v, str) else v) for k, v, default in attrs if v != default)
    data = array(x.a.transpose(order), "bfloat16") if dtype == "bfloat16" else x.transpose(order)
    tol = None if method == "nearest_neighbor" or "float" not in result else TOL[result]
    out.case(title, "R.image.resize2d({0}, R.shape(%s)%s)" % (size, text), [data], to(y.transpose(order), result), tol)


MODES = ("half_pixel", "align_corners", "asymmetric", "pytorch_half_pixel", "tf_half_pixel_for_nn")
for mode in MODES:
    one("nearest, %s" % mode, (1, 1, 3, 4), [5, 2], "nearest_neighbor", mode)
for rounding in ("floor", "ceil", "round_prefer_floor", "round_prefer_ceil", ""):
    one("nearest, %s, ties" % (rounding or "no rounding_method"), (1, 1, 4, 4), [2, 3], "nearest_neighbor", "half_pixel", rounding)
one("nearest, ties upward", (1, 1, 4, 6), [2, 3], "nearest_neighbor")
one("nearest, exact thirds", (1, 1, 3, 3), [9, 6], "nearest_neighbor", "asymmetric", "floor", like={"mode": "nearest"})
one("nearest, ceil of exact thirds", (1, 1, 3, 7), [9, 49], "nearest_neighbor", "asymmetric", "ceil")
for mode in MODES:
    like = {"half_pixel": {"mode": "bilinear", "align_corners": False}, "align_corners": {"mode": "bilinear", "align_corners": True}}.get(mode)
    one("linear, %s" % mode, (1, 1, 3, 4), [5, 2], "linear", mode, like=like)
one("linear, to one", (1, 1, 3, 4), [1, 1], "linear", "align_corners")
one("linear, to one, pytorch", (1, 1, 3, 4), [1, 1], "linear", "pytorch_half_pixel")
one("linear, from one", (1, 2, 1, 1), [2, 2])
one("cubic, half_pixel", (1, 1, 4, 5), [6, 3], "cubic", a=-0.75, like={"mode": "bicubic", "align_corners": False})
one("cubic, align_corners", (1, 1, 4, 3), [5, 6], "cubic", "align_corners", a=-0.75, like={"mode": "bicubic", "align_corners": True})
one("cubic, asymmetric", (1, 1, 3, 4), [4, 3], "cubic", "asymmetric")
one("cubic, the outside excluded", (1, 1, 3, 4), [5, 6], "cubic", exclude=1)
for method in ("nearest_neighbor", "linear", "cubic"):
    one("%s, cropped" % method, (1, 1, 5, 5), [3, 4], method, "tf_crop_and_resize", roi=[0.25, -0.25, 0.75, 1.25], fill=9.5)
one("cropped to one", (1, 1, 5, 5), [1, 1], "linear", "tf_crop_and_resize", roi=[0.25, 0.0, 0.75, 0.5])
one("a mirrored crop", (1, 1, 3, 3), [3, 3], "linear", "tf_crop_and_resize", roi=[1.0, 0.0, 0.0, 1.0])
one("channels last", (1, 2, 2, 3), [3, 2], layout="NHWC")
for dtype in ("float64", "float16", "bfloat16", "int16", "int32", "uint8", "uint16", "uint32", "uint64"):
    one(dtype, (1, 1, 3, 3), [4, 2], dtype=dtype)
one("int8, cubic, saturated", None, [1, 6], "cubic", dtype="int8", a=-0.75, x=[[[[127, 127, -128, -128]]]])
one("uint8 into float32", (1, 1, 2, 3), [3, 4], dtype="uint8", out_dtype="float32")
one("float32 into uint8", None, [1, 3], out_dtype="uint8", x=[[[[-3.0, 300.0]]]])
one("int64, nearest, exact", None, [1, 4], "nearest_neighbor", dtype="int64", x=[[[[2 ** 40 + 1, -7]]]])
one("NaN, nearest", None, [1, 4], "nearest_neighbor", x=[[[[NAN, INF]]]])
x = values((1, 1, 2, 2))
out.case("to nothing", "R.image.resize2d({0}, R.shape([0, 3]))", [x], np.zeros((1, 1, 0, 3), "float32"))
out.case("no batch", "R.image.resize2d({0}, R.shape([2, 3]))", [np.zeros((0, 1, 2, 2), "float32")], np.zeros((0, 1, 2, 3), "float32"))
out.write()

for mode in MODES:
    transpose("nearest, %s" % mode, (1, 1, 3, 4), [5, 2], "nearest_neighbor", mode)
    transpose("linear, %s" % mode, (1, 2, 3, 4), [5, 2], "linear", mode, dtype="float64",
              like={"mode": "bilinear", "align_corners": False} if mode == "half_pixel" else None)
transpose("nearest, floor", (1, 1, 3, 3), [9, 6], "nearest_neighbor", "asymmetric", "floor", like={"mode": "nearest"})
transpose("cubic", (1, 1, 4, 5), [6, 3], "cubic", a=-0.75, like={"mode": "bicubic", "align_corners": False})
transpose("cubic, the outside excluded", (1, 1, 3, 4), [5, 6], "cubic", exclude=1)
for method in ("nearest_neighbor", "linear", "cubic"):
    transpose("%s, cropped" % method, (1, 1, 5, 5), [3, 4], method, "tf_crop_and_resize", roi=[0.25, -0.25, 0.75, 1.25])
transpose("channels last", (1, 2, 2, 3), [3, 2], layout="NHWC")
for dtype in ("float16", "bfloat16"):
    transpose(dtype, (1, 1, 3, 3), [4, 2], dtype=dtype)
back.case("of nothing", "R.grad.resize2d_backward({0}, {1})", [np.zeros((1, 1, 0, 3), "float32"), x], np.zeros_like(x))
back.case("no batch", "R.grad.resize2d_backward({0}, {1})", [np.zeros((0, 1, 2, 3), "float32"), np.zeros((0, 1, 2, 2), "float32")],
          np.zeros((0, 1, 2, 2), "float32"))
back.write()
