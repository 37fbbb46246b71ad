#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Operators that make tensors, by NumPy."""
import math
import numpy as np
from cases import File, array, to

np.seterr(all="ignore")


def filled():
    out = File("full")
    for title, shape, value, dtype in (("float32", (2, 3), array(1.5, "float32"), None), ("rank 0", (), array(-0.0, "float64"), None),
                                       ("no elements", (2, 0), array(1, "int8"), None), ("bool", (2,), array(True, "bool"), None),
                                       ("cast to an integer", (2,), array(2.75, "float32"), "uint8"),
                                       ("NaN, cast to float16", (1, 2), array(math.nan, "float32"), "float16"),
                                       ("cast to bfloat16", (2,), array(1.01, "float32"), "bfloat16")):
        text = "R.full(R.shape(%s), {0}%s)" % (list(shape), ', dtype="%s"' % dtype if dtype else "")
        out.case(title, text, [value], to(np.full(shape, value), dtype or str(value.dtype)))
    out.write()

    out = File("full_like")
    for title, x, value, dtype in (("x's dtype", np.zeros((2, 2), "int32"), array(3.9, "float32"), None),
                                   ("rank 0", array(1.0, "float32"), array(2.5, "float64"), None),
                                   ("another dtype", np.zeros((2,), "int8"), array(-1.5, "float32"), "float64"),
                                   ("no elements", np.zeros((0, 2), "float32"), array(1.0, "float32"), None)):
        text = "R.full_like({0}, {1}%s)" % (', dtype="%s"' % dtype if dtype else "")
        out.case(title, text, [x, value], np.full_like(x, value, dtype))
    out.write()

    for name, v in (("zeros", 0.0), ("ones", 1.0)):
        out = File(name)
        for shape, dtype in (((2, 3), "float32"), ((), "int64"), ((2, 0), "float64"), ((2,), "bool"), ((1, 2), "float16"),
                             ((3,), "bfloat16"), ((1,), "uint8")):
            out.case("%s of rank %d" % (dtype, len(shape)), 'R.%s(R.shape(%s), dtype="%s")' % (name, list(shape), dtype), [],
                     to(np.full(shape, v), dtype))
        out.write()
        out = File(name + "_like")
        for title, x, dtype in (("float32", array([[1.5, math.nan]], "float32"), None), ("rank 0", array(7, "int8"), None),
                                ("bool", array([True, False], "bool"), None), ("another dtype", array([1.5, 2.5], "float64"), "int32"),
                                ("no elements", np.zeros((2, 0), "float32"), None)):
            out.case(title, "R.%s_like({0}%s)" % (name, ', dtype="%s"' % dtype if dtype else ""), [x],
                     np.full(x.shape, v).astype(dtype or x.dtype))
        out.write()


def ranges():
    out = File("arange")
    for args, dtype in (((5,), None), ((2, 9, 3), None), ((9, 2, -3), None), ((0,), None), ((5, 2), None), ((-3, 4, 2), "int8"),
                        ((3,), "float16"), ((1, 4), "float64"), ((250, 260, 3), "uint8")):
        want = np.array(list(range(*args)), "int64").astype(dtype or "int64")
        text = "R.arange(%s%s)" % (", ".join(map(str, args)), ', dtype="%s"' % dtype if dtype else "")
        out.case("integers: %s%s" % (args, " as " + dtype if dtype else ""), text, [], want)
    for args, dtype in (((0.5, 2.5, 0.25), None), ((0.0, 1.0, 0.1), None), ((1.0, 0.0, -0.3), "float64"), ((2.5,), None), ((0, 2, 0.5), None),
                        ((0.5, 4.0), "int32"), ((0.0, 1.0, 0.3), "bfloat16"), ((1.0, 1.0), None)):
        start, end, step = args if len(args) == 3 else (*args, 1) if len(args) == 2 else (0, *args, 1)
        n = max(0, math.ceil((end - start) / step))
        want = to(np.array([start + i * step for i in range(n)], "float64"), dtype or "float32")
        text = "R.arange(%s%s)" % (", ".join(map(str, args)), ', dtype="%s"' % dtype if dtype else "")
        out.case("floats: %s%s" % (args, " as " + dtype if dtype else ""), text, [], want)
    out.write()


def matrices():
    out = File("eye")
    for title, args, kw, dtype in (("square", (3,), "", None), ("wide", (2, 4), "", None), ("above", (3, 4, 1), "", None), ("below", (3, 2, -1), "", None),
                                   ("outside", (2, 2, 5), "", None), ("int8", (2,), ', dtype="int8"', "int8"), ("bool", (2, 3), ', dtype="bool"', "bool"),
                                   ("bfloat16", (2,), ', dtype="bfloat16"', "bfloat16"), ("no rows", (0, 2), "", None)):
        n, m, k = (*args, None, 0)[:3] if len(args) == 1 else (*args, 0)[:3]
        out.case(title, "R.eye(%s%s)" % (", ".join(map(str, args)), kw), [], to(np.eye(n, m, k), dtype or "float32"))
    out.write()
    out = File("eye_like")
    for title, shape, k, dtype in (("main", (2, 3), 0, "float32"), ("above", (3, 3), 1, "int16"), ("below", (3, 3), -2, "float64"), ("no rows", (0, 2), 0, "float32")):
        out.case(title, "R.eye_like({0}, k=%d)" % k, [np.zeros(shape, dtype)], np.eye(*shape, k, dtype))
    out.case("another dtype", 'R.eye_like({0}, dtype="uint8")', [np.zeros((2, 2), "float32")], np.eye(2, dtype="uint8"))
    out.write()
    for name, f in (("tril", np.tril), ("triu", np.triu)):
        out = File(name)
        x = np.arange(1, 13).reshape(3, 4)
        for k in (0, 1, -1, 9, -9):
            out.case("k is %d" % k, "R.%s({0}, k=%d)" % (name, k), [x.astype("float32")], f(x, k).astype("float32"))
        y = np.arange(8).reshape(2, 2, 2).astype("int8")
        out.case("a batch", "R.%s({0})" % name, [y], f(y))
        z = array([[math.nan, math.nan], [math.inf, -0.0]], "float32")
        want = np.where(np.tri(2, dtype=bool) if name == "tril" else np.tri(2, dtype=bool).T, z, np.float32(0))
        out.case("NaN is not multiplied", "R.%s({0})" % name, [z], want)
        out.case("bool", "R.%s({0})" % name, [np.ones((2, 2), bool)], f(np.ones((2, 2), bool)))
        out.case("no columns", "R.%s({0})" % name, [np.zeros((2, 0), "float32")], np.zeros((2, 0), "float32"))
        out.write()


if __name__ == "__main__":
    filled()
    ranges()
    matrices()
