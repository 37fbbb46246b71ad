#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Operators that move elements, by NumPy."""
import math
import numpy as np
from cases import Bf16, File, array, to, wide

np.seterr(all="ignore")
NAN, INF = math.nan, math.inf


def count(shape, dtype="float32", start=0):
    return array(np.arange(start, start + int(np.prod(shape))).reshape(shape), dtype)


def each(out, text, f, cases):
    """cases: title, what stands for %s in the text, operands."""
    for title, arg, operands in cases:
        out.case(title, text % arg, operands, f(arg, *operands))


SAMPLES = [NAN, INF, -INF, -0.0, 0.49, -0.99, 1.5, -2.5, 127.9, 128.0, -129.0, 300.0, -1.0, 3e9, -3e9, 1e19, 2.0 ** 64]


def saturated(v, dtype):
    """A float as an integer: cut off, within the range, NaN is 0."""
    info = np.iinfo(dtype)

    def one(x):
        if math.isnan(x):
            return 0
        if math.isinf(x):
            return info.max if x > 0 else info.min
        return min(max(math.trunc(x), info.min), info.max)

    return np.array([one(float(x)) for x in np.ravel(v)], dtype).reshape(np.shape(v))


def astype():
    out, text = File("astype"), 'R.astype({0}, "%s")'
    x = array(SAMPLES, "float64")
    for dtype in ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"):
        out.case("float64 to %s" % dtype, text % dtype, [x], saturated(x, dtype))
    for dtype in ("float32", "float16", "bfloat16"):
        y = array([NAN, INF, -0.0, 1.5, 0.1, -1 / 3, 65519.0, 65520.0, 1e-7, 2.0 ** -25, 1e300, 1.00390625], "float64")
        out.case("float64 to %s" % dtype, text % dtype, [y], to(y, dtype))
    out.case("float64 to bool", text % "bool", [x], x != 0)
    for dtype in ("float16", "bfloat16"):
        y = array([0.1, -2.75, 300.0, NAN, -INF], dtype)
        out.case("%s to float32" % dtype, text % "float32", [y], to(wide(y), "float32"))
        out.case("%s to int8" % dtype, text % "int8", [y], saturated(wide(y), "int8"))
    y = array([-2 ** 63, -129, -1, 0, 128, 300, 2 ** 31, 2 ** 53 + 1, 2 ** 63 - 1], "int64")
    for dtype in ("int8", "int32", "uint8", "uint64", "bool", "float64", "float32"):
        out.case("int64 to %s" % dtype, text % dtype, [y], y.astype(dtype))
    y = array([2 ** 24 + 1, 2 ** 24 + 3, 2 ** 63, 2 ** 64 - 1], "uint64")
    for dtype in ("float32", "float64", "int64"):
        out.case("uint64 to %s" % dtype, text % dtype, [y], y.astype(dtype))
    y = array([1, 2048, 2049, 2051, 70000], "int32")
    for dtype in ("float16", "bfloat16"):
        out.case("int32 to %s" % dtype, text % dtype, [y], to(y.astype("float64"), dtype))
    y = array([[True, False]], "bool")
    for dtype in ("int8", "float32", "bfloat16", "bool"):
        out.case("bool to %s" % dtype, text % dtype, [y], to(y.astype("float64"), dtype))
    out.case("rank 0", text % "int32", [array(-1.75, "float32")], array(-1, "int32"))
    out.case("no elements", text % "int32", [count((3, 0))], count((3, 0), "int32"))
    out.write()


def shapes():
    out = File("reshape")
    each(out, "R.reshape({0}, (%s,))", lambda s, x: x.reshape(eval("(%s,)" % s)), [
        ("another rank", "3, 4", [count((2, 3, 2))]),
        ("-1", "2, -1, 3", [count((3, 4), "int8")]),
        ("to rank 1", "6", [count((3, 1, 2), "float64")]),
        ("extents of 1", "1, 3, 1, 2, 1", [count((2, 3), "bool")]),
        ("from rank 0", "1, 1", [array(7, "uint8")]),
        ("no elements", "0, 5", [count((2, 0, 3))]),
        ("float16", "2, 2", [count((4,), "float16")])])
    out.case("to rank 0", "R.reshape({0}, R.shape([]))", [count((1, 1), "int64", 5)], array(5, "int64"))
    out.case("bfloat16", "R.reshape({0}, (2, 1))", [array([1.5, NAN], "bfloat16")], array([[1.5], [NAN]], "bfloat16"))
    out.write()

    out, text = File("flatten"), "R.flatten({0})"
    for title, x in (("rank 3", count((2, 1, 3))), ("rank 0", array(5, "int32")), ("no elements", count((0, 3))),
                     ("rank 1", count((4,), "uint64")), ("bool", array([[True, False], [True, True]], "bool"))):
        out.case(title, text, [x], x.reshape(-1))
    out.write()

    out = File("expand_dims")
    for title, axis, x in (("one", 1, count((2, 3))), ("several, unsorted", (3, 0), count((2, 3), "int8")),
                           ("negative", (-1, -3), count((2, 2))), ("of rank 0", (0, 1), array(2, "int64")),
                           ("none", (), count((2,))), ("no elements", 0, count((2, 0)))):
        out.case(title, "R.expand_dims({0}, axis=%s)" % (list(axis) if isinstance(axis, tuple) else axis), [x],
                 np.expand_dims(x, axis))
    out.write()

    out = File("squeeze")
    for title, axis, x in (("all", None, count((1, 2, 1, 3))), ("listed", (0,), count((1, 2, 1), "int32")),
                           ("negative", (-1, 0), count((1, 2, 1))), ("to rank 0", None, count((1, 1), "bool", 1)),
                           ("rank 0", None, array(3, "float64")), ("no elements", None, count((0, 1, 2)))):
        arg = "None" if axis is None else list(axis)
        out.case(title, "R.squeeze({0}, axis=%s)" % arg, [x], np.squeeze(x, axis))
    out.write()

    out = File("permute_dims")
    for title, axes, x in (("reversed", None, count((2, 3, 1))), ("rotated", (1, 2, 0), count((2, 3, 2), "int16")),
                           ("negative", (-1, 0, -2), count((2, 3, 2))), ("rank 0", None, array(3, "uint8")),
                           ("no elements", (1, 0), count((2, 0))), ("float16", (1, 0), count((2, 2), "float16"))):
        arg = "None" if axes is None else list(axes)
        out.case(title, "R.permute_dims({0}, axes=%s)" % arg, [x], np.transpose(x, axes))
    out.write()

    out = File("broadcast_to")
    for title, shape, x in (("rows", (2, 3), count((3,))), ("columns and new dims", (2, 2, 3), count((2, 1), "int64")),
                            ("rank 0", (2, 2), array(4.5, "float64")), ("itself", (2, 2), count((2, 2), "bool")),
                            ("to no elements", (0, 3), count((1, 3))), ("zero stays", (2, 0), count((1, 0)))):
        out.case(title, "R.broadcast_to({0}, %s)" % (shape,), [x], np.broadcast_to(x, shape).copy())
    out.case("to rank 0", "R.broadcast_to({0}, R.shape([]))", [array(4, "int8")], array(4, "int8"))
    out.write()


def joins():
    for name, f in (("concat", np.concatenate), ("stack", np.stack)):
        out = File(name)
        a, b = count((2, 3)), count((2, 3), start=10)
        for axis in (0, 1, -1):
            out.case("axis %d" % axis, "R.%s(({0}, {1}), axis=%d)" % (name, axis), [a, b], f([a, b], axis=axis))
        one = count((2,), "int8")
        out.case("one tensor", "R.%s(({0},))" % name, [one], f([one]))
        out.case("bool", "R.%s(({0}, {0}, {0}), axis=0)" % name, [array([True, False], "bool")],
                 f([array([True, False], "bool")] * 3))
        x = array([NAN, -0.0], "bfloat16")
        out.case("bfloat16", "R.%s(({0}, {0}))" % name, [x], Bf16(f([x.a, x.a])))
        if name == "concat":
            parts = [count((1, 2), "int32"), np.zeros((0, 2), "int32"), count((3, 2), "int32", 5)]
            out.case("unequal and empty parts", "R.concat(({0}, {1}, {2}), axis=0)", parts, f(parts))
        else:
            out.case("rank 0", "R.stack(({0}, {1}))", [array(1.5, "float16"), array(2.5, "float16")],
                     array([1.5, 2.5], "float16"))
            out.case("the last new axis", "R.stack(({0}, {1}), axis=2)", [a, b], f([a, b], axis=2))
        e = np.zeros((2, 0), "float32")
        out.case("no elements", "R.%s(({0}, {0}), axis=1)" % name, [e], f([e, e], axis=1))
        out.write()

    out = File("split")
    x = count((2, 6))
    for title, how, axis, x in (("sections", 3, 1, x), ("indices", [1, 4], 1, x), ("negative axis", 2, -2, x),
                                ("one section", 1, 0, count((3,), "int8")), ("empty parts", [0, 2, 2, 3], 0, count((3, 2), "bool")),
                                ("no elements", [0], 0, count((0, 2)))):
        out.case(title, "R.split({0}, %s, axis=%d)" % (how, axis), [x], tuple(np.split(x, how, axis)) if how != 1 else x)
    x = count((7,), "int64")
    out.case("sections that do not divide the extent", "R.split({0}, 3)", [x], (x[:3], x[3:6], x[6:]))
    out.write()


def slices():
    out = File("strided_slice")
    x, y = count((5,)), count((3, 4), "int32")
    cases = [("forward", x, [0], [1], [4], None), ("strides", x, [0], [0], [5], [2]), ("negative positions", x, [0], [-4], [-1], [1]),
             ("cut off", x, [0], [-9], [9], [3]), ("backward", x, [0], [-1], [-9], [-1]), ("backward by 2", x, [0], [3], [0], [-2]),
             ("backward from beyond", x, [0], [99], [1], [-2]), ("nothing", x, [0], [3], [2], [1]), ("nothing backward", x, [0], [1], [3], [-1]),
             ("far ends", x, [0], [-2 ** 63], [2 ** 63 - 1], [2]), ("a far stride", x, [0], [1], [2 ** 63 - 1], [2 ** 63 - 1]),
             ("from far behind", x, [0], [2 ** 63 - 1], [4], [1]), ("back from far behind", x, [0], [2 ** 63 - 1], [1], [-2]),
             ("from far before", x, [0], [-2 ** 62], [3], [1]), ("back from far before", x, [0], [-2 ** 63], [-9], [-1]),
             ("two axes", y, [1, -2], [1, 0], [4, 3], [2, 2]), ("one of two axes", y, [1], [3], [0], [-1]),
             ("an empty extent", count((0, 2)), [0], [0], [3], [1]), ("bool", array([True, False, True], "bool"), [0], [1], [3], None)]
    for title, v, axes, begin, end, strides in cases:
        sl = [slice(None)] * v.ndim
        for i, a in enumerate(axes):
            sl[a] = slice(begin[i], end[i], strides[i] if strides else 1)
        text = "R.strided_slice({0}, axes=%s, begin=%s, end=%s%s)" % (axes, begin, end, ", strides=%s" % strides if strides else "")
        out.case(title, text, [v], v[tuple(sl)])
    out.case("rank 0", "R.strided_slice({0}, axes=[], begin=[], end=[])", [array(2, "int8")], array(2, "int8"))
    out.case("inbound", "R.strided_slice({0}, axes=[0], begin=[1], end=[5], strides=[3], assume_inbound=True)", [x], x[1:5:3])
    out.write()

    out = File("flip")
    for title, axis, v in (("rows", 0, y), ("columns", -1, y), ("no elements", 0, count((0, 2))), ("bool", 0, array([True, False, False], "bool"))):
        out.case(title, "R.flip({0}, axis=%d)" % axis, [v], np.flip(v, axis))
    v = array([1.5, NAN, -0.0], "bfloat16")
    out.case("bfloat16", "R.flip({0}, axis=0)", [v], Bf16(v.a[::-1]))
    out.write()

    out = File("tile")
    for title, repeats, v in (("each dim", [2, 3], count((2, 2))), ("fewer repeats", [2], count((2, 2), "int8")),
                              ("more repeats", [2, 1, 2], count((3,), "float64")), ("rank 0", [3], array(4, "uint8")),
                              ("none", [], count((2,))), ("by 0", [0, 2], count((2, 2))), ("no elements", [2, 2], count((2, 0)))):
        out.case(title, "R.tile({0}, %s)" % repeats, [v], np.tile(v, repeats))
    out.write()

    out = File("repeat")
    for title, n, axis, v in (("rows", 2, 0, y), ("columns", 3, -1, count((2, 2))), ("flattened", 2, None, count((2, 2), "int16")),
                              ("rank 0", 3, None, array(True, "bool")), ("by 0", 0, 1, count((2, 2))), ("no elements", 2, 1, count((2, 0)))):
        out.case(title, "R.repeat({0}, %d, axis=%s)" % (n, axis), [v], np.repeat(v, n, axis))
    out.write()


def choices():
    out, text = File("where"), "R.where({0}, {1}, {2})"
    c = array([[True], [False]], "bool")
    for title, x, y in (("broadcasting", count((3,)), count((2, 3), start=10)), ("a scalar", array(1.5, "float64"), count((2, 2), "float64")),
                        ("NaN is not touched", array([NAN, -0.0], "float32"), array([1.0, INF], "float32")),
                        ("int8", count((2,), "int8"), array(-1, "int8")), ("bool", array([True, False], "bool"), array([False, True], "bool"))):
        out.case(title, text, [c, x, y], np.where(c, x, y))
    out.case("rank 0", text, [array(False, "bool"), array(1, "int64"), array(2, "int64")], array(2, "int64"))
    out.case("no elements", text, [c, np.zeros((1, 0), "float32"), array(1.0, "float32")], np.zeros((2, 0), "float32"))
    x, y = array([1.5, 2.5], "float16"), array([-1.5, -2.5], "float16")
    out.case("float16", text, [c, x, y], np.where(c, x, y))
    out.write()

    out = File("clip")
    x = [[NAN, INF, -INF], [-0.0, 0.3, 2.75]]
    for dtype in ("float32", "float64", "float16", "bfloat16"):
        v = array(x, dtype)
        lo, hi = wide(array(-0.1, dtype)), wide(array(1.1, dtype))
        out.case(dtype, "R.clip({0}, -0.1, 1.1)", [v], to(np.minimum(np.maximum(wide(v), lo), hi), dtype))
    v = array(x, "float32")
    out.case("integer bounds", "R.clip({0}, 1, 2)", [v], np.minimum(np.maximum(v, np.float32(1)), np.float32(2)))
    out.case("min above max", "R.clip({0}, 2.0, 1.0)", [v], np.minimum(np.maximum(v, np.float32(2)), np.float32(1)))
    for dtype, lo, hi in (("int8", -3, 5), ("uint8", -1, 300), ("int8", -1000, 1000), ("int64", -2 ** 63, 7), ("uint64", 3, 2 ** 63 - 1)):
        v = array([0, 3, 5, 100] if dtype[0] == "u" else [-100, -3, 4, 100], dtype)
        want = np.array([min(max(int(i), lo), hi) for i in v], dtype)
        out.case("%s in [%d, %d]" % (dtype, lo, hi), "R.clip({0}, %d, %d)" % (lo, hi), [v], want)
    v = array([-5, -1, 0, 1, 2, 5], "int32")
    out.case("int32, fractions", "R.clip({0}, -1.5, 2.5)", [v], np.trunc(np.clip(v, -1.5, 2.5)).astype("int32"))
    out.case("rank 0", "R.clip({0}, 0.0, 1.0)", [array(3.0, "float32")], array(1.0, "float32"))
    out.case("no elements", "R.clip({0}, 0.0, 1.0)", [count((2, 0))], count((2, 0)))
    out.write()


if __name__ == "__main__":
    astype()
    shapes()
    joins()
    slices()
    choices()
