#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Products that are summed, by NumPy in float64 rounded once, and by wrapping integers."""
import math
import numpy as np
from cases import Bf16, File, array, to, wide

np.seterr(all="ignore")
NAN, INF = math.nan, math.inf


def values(shape, dtype="float32", start=0):
    """Numbers of both signs that repeat after 7, with fractions on floats."""
    v = (np.arange(start, start + int(np.prod(shape))) * 3 % 7 - 3).reshape(shape)
    return array(v / 2 if "float" in dtype else v, dtype)


def matmul():
    out, text = File("matmul"), "R.matmul({0}, {1})"
    for title, a, b in (("matrices", (2, 3), (3, 4)), ("a row", (3,), (3, 2)), ("a column", (2, 3), (3,)), ("a dot product", (3,), (3,)),
                        ("a batch", (2, 2, 3), (2, 3, 2)), ("broadcast batches", (2, 1, 2, 3), (3, 3, 2)), ("a batch and a column", (2, 2, 3), (3,)),
                        ("a row and a batch", (3,), (2, 3, 2)), ("sums of nothing", (2, 0), (0, 3)), ("no rows", (0, 2), (2, 3)),
                        ("no batch", (0, 2, 2), (2, 2))):
        x, y = values(a), values(b, start=2)
        out.case(title, text, [x, y], to(np.matmul(wide(x), wide(y)), "float32"))
    for dtype in ("float64", "float16", "bfloat16"):
        x, y = values((2, 3), dtype), values((3, 2), dtype, 1)
        out.case(dtype, text, [x, y], to(np.matmul(wide(x), wide(y)), dtype))
    x, y = array([[2048.0, 0.5, 0.5, 0.5]], "float16"), array([[1.0]] * 4, "float16")
    out.case("float16 is carried in float32", text, [x, y], to(np.matmul(wide(x), wide(y)), "float16"))
    for dtype in ("int8", "uint8", "int64"):
        x, y = array([[100, 3], [7, 120]], dtype), array([[2, 1], [5, 9]], dtype)
        out.case(dtype, text, [x, y], np.matmul(x, y))
    x, y = array([[100, -128]], "int8"), array([[100], [-128]], "int8")
    out.case("int8 into int32", 'R.matmul({0}, {1}, out_dtype="int32")', [x, y], np.matmul(x.astype("int32"), y.astype("int32")))
    x, y = array([[300.0, 300.0]], "float16"), array([[300.0], [300.0]], "float16")
    out.case("float16 into float32", 'R.matmul({0}, {1}, out_dtype="float32")', [x, y], array([[180000.0]], "float32"))
    x, y = array([[NAN, 0.0], [0.0, 1.0], [INF, 1.0]], "float32"), array([[0.0, 1.0], [INF, -INF]], "float32")
    out.case("NaN and infinities", text, [x, y], to(np.matmul(wide(x), wide(y)), "float32"))
    out.write()

    out, text = File("outer"), "R.outer({0}, {1})"
    for dtype in ("float32", "float64", "float16", "bfloat16"):
        x, y = array([0.5, NAN, -0.0], dtype), array([1.5, INF], dtype)
        out.case(dtype, text, [x, y], to(np.outer(wide(x), wide(y)), dtype))
    for dtype in ("int8", "uint64"):
        x, y = array([100, 3], dtype), array([2, 0, 7], dtype)
        out.case(dtype, text, [x, y], np.outer(x, y).astype(dtype))
    out.case("no rows", text, [np.zeros((0,), "float32"), array([1, 2], "float32")], np.zeros((0, 2), "float32"))
    out.write()


def einsum():
    out = File("einsum")

    def one(title, subscripts, *operands, dtype="float32"):
        text = 'R.einsum((%s,), subscripts="%s")' % (", ".join("{%d}" % i for i in range(len(operands))), subscripts)
        out.case(title, text, list(operands), to(np.einsum(subscripts, *[wide(x) for x in operands]), dtype))

    v = values
    one("a matrix product", "ij,jk->ik", v((2, 3)), v((3, 2)))
    one("an implicit result", "ij,jk", v((2, 3)), v((3, 2)))
    one("a transpose", "ba", v((2, 3)))
    one("capitals first", "aB", v((2, 3)))
    one("a trace", "ii", v((3, 3)))
    one("a diagonal", "ii->i", v((3, 3)))
    one("a sum", "ij->", v((2, 3)))
    one("a sum of rows", "ij->i", v((2, 3)))
    one("three operands", "i,ij,j->", v((2,)), v((2, 3)), v((3,)))
    one("a batch", "...ij,...jk->...ik", v((2, 2, 3)), v((2, 3, 2)))
    one("batches that broadcast", "...ij,...jk", v((2, 1, 2, 3)), v((3, 3, 2)))
    one("dots in the middle", "i...j,j->...i", v((2, 2, 3)), v((3,)))
    one("dots of no dims", "...i,i->...", v((3,)), v((3,)))
    one("elementwise", "ij,ij->ij", v((2, 3)), v((2, 3), start=4))
    one("rank 0", ",i->i", array(2.5, "float32"), v((3,)))
    one("sums of nothing", "ij,jk->ik", v((2, 0)), v((0, 3)))
    one("no rows", "ij,jk->ik", v((0, 2)), v((2, 3)))
    one("NaN and infinity", "i,i->", array([NAN, 1.0], "float32"), array([0.0, INF], "float32"))
    one("an extent of 1 is stretched", "ij,ij->ij", v((2, 1)), v((1, 3)))
    one("float64", "ij,kj->ki", v((2, 3), "float64"), v((2, 3), "float64"), dtype="float64")
    one("float16 is carried in float32", "i,i->", array([2048.0, 0.5, 0.5, 0.5], "float16"), array([1.0] * 4, "float16"), dtype="float16")
    one("bfloat16", "ij,jk->ik", v((2, 3), "bfloat16"), v((3, 2), "bfloat16"), dtype="bfloat16")
    x, y = array([[100, 3], [7, 120]], "int8"), array([[2, 1], [5, 9]], "int8")
    out.case("int8 wraps", 'R.einsum(({0}, {1}), subscripts="ij,jk->ik")', [x, y], np.matmul(x, y))
    out.write()


def collapse():
    for name in ("collapse_sum_like", "collapse_sum_to"):
        out = File(name)

        def one(title, x, shape, tol=None):
            v = wide(x) if isinstance(x, Bf16) or x.dtype.kind == "f" else x
            lead = v.ndim - len(shape)
            axes = tuple(range(lead))
            r = np.sum(v, axis=axes, dtype=v.dtype) if axes else v
            same = tuple(i for i, d in enumerate(shape) if d == 1 and r.shape[i] != 1)
            r = np.sum(r, axis=same, keepdims=True, dtype=v.dtype) if same else r
            dtype = "bfloat16" if isinstance(x, Bf16) else str(x.dtype)
            if name == "collapse_sum_to":
                out.case(title, "R.collapse_sum_to({0}, R.shape(%s))" % list(shape), [x], to(r, dtype), tol)
            else:
                out.case(title, "R.collapse_sum_like({0}, {1})", [x, np.zeros(shape, "float32")], to(r, dtype), tol)

        one("leading dims", values((2, 3, 2)), (3, 2))
        one("dims of 1", values((2, 3, 2)), (2, 1, 2))
        one("both", values((2, 3, 2)), (3, 1))
        one("to a scalar", values((2, 3)), ())
        one("nothing", values((2, 3)), (2, 3))
        one("rank 0", array(2.5, "float64"), ())
        one("int8 wraps", array([[100, 7], [100, -3]], "int8"), (1, 2))
        one("float16", array([[2048.0, 0.5, 0.5, 0.5]], "float16"), (1, 1))
        one("bfloat16", values((3, 2), "bfloat16"), (2,))
        one("NaN", array([[NAN, 1.0], [2.0, INF]], "float32"), (2,))
        one("sums of nothing", np.zeros((0, 2), "float32"), (1, 2))
        one("no results", np.zeros((2, 0), "float32"), (1, 0))
        out.write()


if __name__ == "__main__":
    matmul()
    einsum()
    collapse()
