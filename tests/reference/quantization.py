#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""quantize and dequantize: float32 (or wider) quotients and products by NumPy, the rest by Python's integers."""
import math
import numpy as np
from cases import File, array, to, wide

np.seterr(all="ignore")
NAN, INF = math.nan, math.inf
TOL = {"float32": 1e-6, "float64": 1e-14, "float16": 1e-3, "bfloat16": 1e-2}


def spread(v, ndim, axis):
    return v if v.ndim == 0 else v.reshape([-1 if d == axis % ndim else 1 for d in range(ndim)])


def quantize():
    out = File("quantize")

    def one(title, x, scale, zero, axis=None, out_dtype=None, dtype="float32", scale_dtype="float32", zero_dtype="int32"):
        x, s, z = array(x, dtype), array(scale, scale_dtype), array(zero, zero_dtype)
        t = np.float64 if "float64" in (dtype, scale_dtype) else np.float32
        result = out_dtype or "int8"
        info = np.iinfo(result)
        q = wide(x).astype(t) / spread(wide(s).astype(t), x.ndim, -1 if axis is None else axis)
        zs = np.broadcast_to(spread(z, x.ndim, -1 if axis is None else axis), q.shape)
        y = np.empty(q.shape, result)
        for i in np.ndindex(q.shape):
            v = float(q[i])
            r = 0 if math.isnan(v) else math.inf * v if math.isinf(v) else round(v) + int(zs[i])
            y[i] = info.max if r > info.max else info.min if r < info.min else int(r)
        attrs = ("" if axis is None else ", axis=%d" % axis) + (', out_dtype="%s"' % out_dtype if out_dtype else "")
        out.case(title, "R.quantize({0}, {1}, {2}%s)" % attrs, [x, s, z], y)

    v = [[0.5, -1.5, 2.5], [3.5, -0.5, 100.0]]
    one("ties to even", v, 1.0, 0)
    one("a zero point", v, 0.5, 3)
    one("saturated", [[-1e3, 1e3, 127.5, -128.5, 126.5]], 1.0, 0)
    one("along the last axis", v, [0.5, 1.0, 0.25], [1, 0, -1])
    one("along the first axis", v, [0.5, 2.0], [10, -10], 0)
    one("one of them by axis", v, [0.5, 2.0], 5, -2)
    for dtype in ("uint8", "int16", "uint16", "int32", "uint32"):
        one(dtype, [[0.5, -1.5], [1e10, -1e10]], 0.5, 7, None, dtype)
    one("int64", [1e6, -3.0], 0.5, 2 ** 40, None, "int64", zero_dtype="int64")
    for dtype in ("int8", "int16", "uint8", "uint16", "uint32", "uint64"):
        one("a zero point in %s" % dtype, v, 0.5, 3, zero_dtype=dtype)
    one("NaN and infinities", [NAN, INF, -INF, -0.0], 0.5, 4)
    one("a scale of 0", [1.0, -1.0, 0.0], 0.0, 4)
    for dtype in ("float64", "float16", "bfloat16"):
        one(dtype, v, 0.3, 2, dtype=dtype, scale_dtype=dtype)
    one("float16 by float32", [[0.1, 7.3]], 0.037, 0, dtype="float16", zero_dtype="int8")
    one("rank 0", 2.6, 0.5, 1)
    one("no elements", [[], []], [0.5, 0.5], 0, 0)
    out.write()


def dequantize():
    out = File("dequantize")

    def one(title, x, scale, zero, axis=None, out_dtype=None, dtype="int8", scale_dtype="float32", zero_dtype="int32", tol=True):
        x, s, z = array(x, dtype), array(scale, scale_dtype), array(zero, zero_dtype)
        result = out_dtype or "float32"
        d = x.astype(object) - spread(z.astype(object), x.ndim, -1 if axis is None else axis)
        y = np.asarray(d, np.float64) * spread(wide(s), x.ndim, -1 if axis is None else axis)
        attrs = ("" if axis is None else ", axis=%d" % axis) + (', out_dtype="%s"' % out_dtype if out_dtype else "")
        out.case(title, "R.dequantize({0}, {1}, {2}%s)" % attrs, [x, s, z], to(y, result), TOL[result])

    v = [[1, -2, 127], [-128, 0, 5]]
    one("plain", v, 0.5, 3)
    one("no overflow", v, 0.5, 127, zero_dtype="int8")
    one("along the last axis", v, [0.5, 1.0, 0.1], [1, 0, -1])
    one("along the first axis", v, [0.5, 2.0], [10, -10], 0)
    one("one of them by axis", v, 0.7, [5, 6], -2)
    one("uint8 below the zero point", [0, 3, 255], 0.25, 128, dtype="uint8", zero_dtype="uint8")
    one("int32", [2 ** 31 - 1, -2 ** 31], 0.5, -2 ** 31, dtype="int32")
    one("int64", [2 ** 62, -2 ** 62], 0.5, 2 ** 62, dtype="int64", zero_dtype="int64")
    one("uint64", [2 ** 40, 0], 0.5, 5, dtype="uint64", zero_dtype="int64")
    for dtype in ("int16", "uint16", "uint32", "uint64"):
        one("a zero point in %s" % dtype, v, 0.5, 3, zero_dtype=dtype)
    one("into float64", v, 0.1, 3, out_dtype="float64", scale_dtype="float64")
    one("into float16", v, 0.1, 3, out_dtype="float16", scale_dtype="float16")
    one("into bfloat16", v, 0.1, 3, out_dtype="bfloat16", scale_dtype="bfloat16")
    one("into float16, too great", [127], 1000.0, 0, out_dtype="float16")
    one("NaN and infinities", [[1, 0, -3]], [NAN, INF, -INF], 0)
    one("rank 0", 4, 0.5, 1)
    one("no elements", [[], []], [0.5, 0.5], 0, 0)
    out.write()


if __name__ == "__main__":
    quantize()
    dequantize()
