#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""unique, by numpy.unique; the order of first occurrences from its return_index."""
import math
import numpy as np
from cases import Bf16, File, array, wide

NAN, INF = math.nan, math.inf


def reference(x, sort, index, inverse, counts, axis):
    a = x.a.astype(np.float32) if isinstance(x, Bf16) else x
    y, i, v, c = np.unique(a, True, True, True, axis=axis)
    v = v.reshape(-1)
    if not sort:
        order = np.argsort(i, kind="stable")
        back = np.empty_like(order)
        back[order] = np.arange(order.size)
        y, i, c, v = np.take(y, order, axis or 0), i[order], c[order], back[v] if v.size else v
    y = Bf16(y) if isinstance(x, Bf16) else y
    parts = [y] + [p.astype("int64") for p, wanted in ((i, index), (v, inverse), (c, counts)) if wanted]
    return parts[0] if len(parts) == 1 else tuple(parts)


def main():
    out = File("unique")

    def case(title, x, sort=True, index=False, inverse=False, counts=False, axis=None, expected=None):
        text = "R.unique({0}, sorted=%s, return_index=%s, return_inverse=%s, return_counts=%s, axis=%s)"
        want = expected if expected is not None else reference(x, sort, index, inverse, counts, axis)
        out.case(title, text % (sort, index, inverse, counts, axis), [x], want)

    everything = dict(index=True, inverse=True, counts=True)
    rng = np.random.default_rng(7)
    for dtype in ("float32", "float64", "float16", "bfloat16", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "bool"):
        x = array(rng.integers(0, 2 if dtype == "bool" else 6, (3, 4)), dtype)
        case(dtype, x, **everything)
        case("%s, first occurrences" % dtype, x, sort=False, **everything)
        case("%s, columns" % dtype, array(wide(x)[:2].repeat(2, 1) if dtype == "bfloat16" else np.repeat(x[:2], 2, 1), dtype), axis=1, **everything)
    case("the values alone", array([3, 1, 3], "int32"))
    for name in everything:
        case("with %s alone" % name, array([3, 1, 3, 2], "int64"), **{name: True})
    case("signed and unsigned extremes", array([127, -128, 0, -128], "int8"), **everything)
    case("uint64 past int64", array([2 ** 64 - 1, 1, 2 ** 63, 2 ** 64 - 1], "uint64"), **everything)
    case("NaN equals NaN and is last", array([NAN, INF, 1, NAN, -INF, 1], "float32"), **everything)
    case("NaN, first occurrences", array([NAN, INF, 1, NAN, -INF, 1], "float64"), sort=False, **everything)
    case("0.0 equals -0.0", array([0.0, -0.0, 0.0], "float32"), **everything)
    case("-0.0 first", array([1.0, -0.0, 0.0], "float32"), counts=True, expected=(array([-0.0, 1.0], "float32"), array([2, 1], "int64")))
    case("rank 0", array(5, "int32"), **everything)
    case("many", array(rng.integers(-9, 9, 70), "int16"), **everything)
    case("many, first occurrences", array(rng.integers(-9, 9, 70), "int16"), sort=False, **everything)
    x = rng.integers(0, 2, (4, 2, 3)).astype("int32")
    for axis in range(3):
        case("rank 3, axis %d" % axis, x, axis=axis, **everything)
        case("rank 3, axis %d, first occurrences" % axis, x, axis=axis, sort=False, **everything)
    rows = array([[2, 1, 0], [1, 9, 9], [2, 1, 0], [2, 0, 7], [1, 9, 9]], "float32")
    case("rows, by the first difference", rows, axis=0, **everything)
    case("negative axis", rows, axis=-2, **everything)
    case("rank 1 with its axis", array([4, 4, 1], "float32"), axis=0, **everything)
    # NumPy keeps slices with NaN apart; here NaN equals NaN in them too.
    case("rows with NaN", array([[NAN, 1], [0, NAN], [NAN, 1]], "float32"), axis=0, **everything,
         expected=(array([[0, NAN], [NAN, 1]], "float32"), array([1, 0], "int64"), array([1, 0, 1], "int64"), array([1, 2], "int64")))
    empty = np.zeros((0,), "int64")
    case("no elements", np.zeros((0,), "float32"), **everything)
    case("no elements, rank 2", np.zeros((2, 0), "int32"), **everything, expected=(np.zeros((0,), "int32"), empty, empty, empty))
    case("no rows", np.zeros((0, 3), "float32"), axis=0, **everything, expected=(np.zeros((0, 3), "float32"), empty, empty, empty))
    case("empty slices are equal", np.zeros((3, 0), "int8"), axis=0, **everything)
    out.write()


main()
