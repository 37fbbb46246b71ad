#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Reductions and running sums, by NumPy in float64 rounded once, and by Python's integers."""
import math
import warnings
import numpy as np
from cases import File, array, dtype_of, to, wide, wrap

np.seterr(all="ignore")
warnings.simplefilter("ignore")  # of reductions over nothing
NAN, INF = math.nan, math.inf
X = np.reshape([0.5, -1.25, 3.0, 2.0, 0.75, -4.0, 1.5, 6.25, -0.5, 2.5, 1.0, -3.5], (2, 2, 3))
TOL = {"float32": 1e-6, "float64": 1e-14, "float16": None, "bfloat16": None}
TITLES = {None: "all axes", 0: "the first axis", -1: "the last axis", (0, 2): "two axes", (): "no axis"}


def over(f, x, axis, keepdims):
    """f of the list of reduced elements (Python numbers), for each element of the result."""
    axes = range(x.ndim) if axis is None else [a % x.ndim for a in ((axis,) if isinstance(axis, int) else axis)]
    kept = [d for d in range(x.ndim) if d not in axes]
    moved = np.transpose(x, kept + sorted(axes)).reshape([x.shape[d] for d in kept] + [-1])
    shape = [1 if d in axes else x.shape[d] for d in range(x.ndim)] if keepdims else [x.shape[d] for d in kept]
    rows = moved.reshape(-1, moved.shape[-1]) if moved.size else moved.reshape(int(np.prod(moved.shape[:-1])), -1)
    return [f([int(v) for v in row]) for row in rows], shape


def trunc_div(a, n):
    return 0 if n == 0 else abs(a) // n * (1 if a >= 0 else -1)


def int_variance(v):
    return float(np.var(np.array(v, "float64")))


SUMS = {  # on floats, on integers
    "sum": (np.sum, sum), "prod": (np.prod, math.prod),
    "mean": (np.mean, lambda v: trunc_div(sum(v), len(v))),
    "variance": (np.var, lambda v: math.trunc(int_variance(v))),  # saturates
    "std": (np.std, lambda v: math.trunc(math.sqrt(int_variance(v)))),
}
INTS = {"int8": [[100, 100, -128], [7, -3, 120]], "int64": [[2 ** 62, 3, -9], [-5, 2, 2]], "uint8": [[255, 254, 3], [0, 1, 2]],
        "uint64": [[2 ** 40, 9, 4], [0, 1, 2]], "int32": [[2 ** 31 - 1, 2 ** 31 - 1, 5], [-2, -2, -3]]}


def sums():
    for name, (f, g) in SUMS.items():
        out = File(name)
        call = "R.%s({0}, axis=%%s, keepdims=%%s)" % name

        def text(axis, keep):
            return call % (list(axis) if isinstance(axis, tuple) else axis, keep)

        for axis in (None, 0, -1, (0, 2), ()):
            for keep in (False, True) if axis in (None, (0, 2)) else (False,):
                x = array(X, "float32")
                r = to(f(wide(x), axis=axis, keepdims=keep), "float32")
                out.case(TITLES[axis] + (", kept" if keep else ""), text(axis, keep), [x], r, TOL["float32"])
        for dtype in ("float64", "float16", "bfloat16"):
            x = array(X[0], dtype)
            out.case(dtype, text(-1, False), [x], to(f(wide(x), axis=-1), dtype), TOL[dtype])
        if name in ("sum", "mean"):  # terms that a sum in the half type itself would lose
            for dtype, v in (("float16", [2048.0] + [0.5] * 8), ("bfloat16", [256.0] + [0.5] * 8)):
                x = array(v, dtype)
                out.case("%s is carried in float32" % dtype, text(None, False), [x], to(f(wide(x)), dtype))
        x = array([[NAN, 1.0, 2.0], [INF, 1.0, 1.0], [-INF, INF, 1.0], [0.0, 1.0, 2.0]], "float32")
        out.case("NaN and infinities", text(1, False), [x], to(f(wide(x), axis=1), "float32"), 1e-6)
        for dtype, v in INTS.items():
            x = array(v, dtype)
            values, shape = over(g, x, -1, False)
            if name == "variance":
                values = [min(v, int(np.iinfo(dtype).max)) for v in values]
            out.case(dtype, text(-1, False), [x], np.array([wrap(i, dtype) for i in values], dtype).reshape(shape))
        x = array(2.5, "float32")
        out.case("rank 0", text(None, False), [x], to(f(wide(x)), "float32"))
        x = np.zeros((2, 0), "float32")
        out.case("over no elements", text(1, False), [x], to(f(wide(x), axis=1), "float32"))
        out.case("no results", text(0, True), [x], np.zeros((1, 0), "float32"))
        out.case("over no integers", text(1, False), [np.zeros((2, 0), "int32")],
                 np.full(2, 1 if name == "prod" else 0, "int32"))
        out.write()


def extrema():
    for name, f, bool_f in (("max", np.max, np.any), ("min", np.min, np.all)):
        out = File(name)
        call = "R.%s({0}, axis=%%s, keepdims=%%s)" % name
        for axis in (None, 0, -1, (0, 2)):
            x = array(X, "float32")
            keep = axis == 0
            out.case(TITLES[axis] + (", kept" if keep else ""), call % (list(axis) if isinstance(axis, tuple) else axis, keep), [x],
                     np.asarray(f(x, axis=axis, keepdims=keep)))
        x = array([[NAN, 1.0, 2.0], [1.0, NAN, INF], [-INF, INF, 1.0], [-0.0, 0.0, -0.0], [-1.0, -INF, -2.0]], "float32")
        want = f(x, axis=1)
        want[3] = 0.0 if name == "max" else -0.0
        out.case("NaN, infinities, zeros", call % (1, False), [x], want)
        for dtype, v in INTS.items():
            x = array(v, dtype)
            out.case(dtype, call % (-1, False), [x], f(x, axis=-1))
        for dtype in ("float16", "bfloat16", "float64"):
            x = array(X[0], dtype)
            out.case(dtype, call % (0, False), [x], to(f(wide(x), axis=0), dtype))
        x = array([[True, False], [False, False], [True, True]], "bool")
        out.case("bool", call % (1, False), [x], bool_f(x, axis=1))
        out.case("rank 0", call % (None, True), [array(5, "int16")], array(5, "int16"))
        out.case("no results", call % (0, False), [np.zeros((2, 0), "float32")], np.zeros((0,), "float32"))
        out.write()
    for name, f in (("argmax", np.argmax), ("argmin", np.argmin)):
        out = File(name)
        call = "R.%s({0}, axis=%%s, keepdims=%%s)" % name
        x = array(X, "float32")
        for axis in (None, 0, 1, -1):
            for keep in (False, True):
                out.case("axis %s%s" % (axis, ", kept" if keep else ""), call % (axis, keep), [x], np.asarray(f(x, axis=axis, keepdims=keep), "int64"))
        x = array([[NAN, 1.0, NAN], [1.0, NAN, INF], [-INF, INF, INF], [-0.0, 0.0, -0.0], [2.0, 1.0, 2.0], [1.0, 2.0, 1.0]], "float32")
        out.case("the first of equal ones, NaN", call % (1, False), [x], f(x, axis=1).astype("int64"))
        for dtype in ("int8", "uint64", "float64"):
            x = array(INTS["uint64"] if dtype == "uint64" else [[3, -1, 3], [-1, -1, 0]], dtype)
            out.case(dtype, call % (-1, False), [x], f(x, axis=-1).astype("int64"))
        x = array([[1.0, 1.01, 3.0], [NAN, -1.0, NAN]], "bfloat16")
        out.case("bfloat16", call % (0, False), [x], f(wide(x), axis=0).astype("int64"))
        out.case("rank 0", call % (None, False), [array(5.0, "float16")], array(0, "int64"))
        out.case("no results", call % (0, False), [np.zeros((2, 0), "float32")], np.zeros((0,), "int64"))
        out.write()


def running():
    for name, f, first in (("cumsum", np.cumsum, 0), ("cumprod", np.cumprod, 1)):
        out = File(name)

        def call(axis, dtype=None, exclusive=False):
            return "R.%s({0}, axis=%s%s%s)" % (name, axis, ', dtype="%s"' % dtype if dtype else "", ", exclusive=True" if exclusive else "")

        def want(x, axis, dtype, exclusive=False):
            v = wide(x) if dtype.startswith(("float", "bfloat")) else x.astype(dtype)
            if axis is None:
                v, axis = v.reshape(-1), 0
            r = f(v, axis=axis, dtype=v.dtype)
            if exclusive:
                r = np.concatenate([np.full_like(np.take(r, [0], axis), first), np.delete(r, -1, axis)], axis)
            return to(r, dtype)

        x = array(X, "float32")
        for axis in (None, 0, 1, -1):
            for exclusive in (False, True):
                out.case("axis %s%s" % (axis, ", exclusive" if exclusive else ""), call(axis, None, exclusive), [x],
                         want(x, axis, "float32", exclusive), 1e-6)
        for dtype, v in INTS.items():
            x = array(v, dtype)
            out.case("%s wraps" % dtype, call(-1), [x], want(x, -1, dtype))
        for dtype in ("float64", "float16", "bfloat16"):
            x = array(X[1], dtype)
            out.case(dtype, call(0), [x], want(x, 0, dtype))
        for dtype, v in (("float16", [1024.0, 0.5, 0.5, 0.5, 0.5]), ("bfloat16", [128.0, 0.5, 0.5, 0.5, 0.5])):
            if name == "cumsum":
                x = array(v, dtype)
                out.case("%s is carried in float32" % dtype, call(0), [x], want(x, 0, dtype))
        x = array([100, 100, 100], "int8")
        out.case("int8 in int32", call(0, "int32"), [x], want(x, 0, "int32"))
        x = array([1.75, 2.75, -1.5], "float32")
        out.case("float32 in int64", call(0, "int64"), [x], want(x, 0, "int64"))
        out.case("int8 in float32", call(0, "float32"), [array([3, 4], "int8")], want(array([3, 4], "int8"), 0, "float32"))
        x = array([1.0, NAN, 2.0, INF], "float32")
        out.case("NaN stays", call(0), [x], want(x, 0, "float32"))
        out.case("rank 0", call(None), [array(3.0, "float32")], array([3.0], "float32"))
        out.case("no elements", call(1), [np.zeros((2, 0), "float32")], np.zeros((2, 0), "float32"))
        out.write()


if __name__ == "__main__":
    sums()
    extrema()
    running()
