#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""take, gather, scatter, one_hot and sorting, by NumPy or element by element in Python."""
import math
import numpy as np
from cases import Bf16, File, array, dtype_of, to, wide, wrap

np.seterr(all="ignore")
NAN, INF = math.nan, math.inf


def count(shape, dtype="float32", start=0):
    return array(np.arange(start, start + int(np.prod(shape))).reshape(shape), dtype)


def take():
    out = File("take")
    x = count((3, 4))
    for title, x, i, axis in (("rows", x, [2, 0, -1], 0), ("columns", x, [[3, 0], [1, -4]], 1), ("negative axis", x, [1], -1),
                              ("a scalar tensor", x, 1, 0), ("int8 data", count((2, 3), "int8"), [2, 2], 1),
                              ("no indices", x, np.zeros((2, 0)), 1), ("no rows", np.zeros((0, 3), "float32"), [2, 1], 1)):
        i = array(i, "int64")
        out.case(title, "R.take({0}, {1}, axis=%d)" % axis, [x, i], np.take(x, i, axis))
    x = count((3, 4))
    for dtype in ("int32", "uint8", "int8", "uint64"):
        i = array([2, 0], dtype)
        out.case("%s indices" % dtype, "R.take({0}, {1}, axis=0)", [x, i], np.take(x, i.astype("int64"), 0))
    out.case("rank 1, no axis", "R.take({0}, {1})", [count((4,), "float64"), array([3, 3], "int64")], array([3, 3], "float64"))
    out.case("a number", "R.take({0}, R.prim_value(-2), axis=1)", [count((3, 4))], count((3, 4))[:, -2])
    b = array([1.5, NAN], "bfloat16")
    out.case("bfloat16", "R.take({0}, {1}, axis=0)", [b, array([1, 0], "int64")], Bf16(b.a[[1, 0]]))
    x, i = count((3, 2)), array([-4, -3, -1, 0, 2, 3, 7], "int64")
    out.case("wrap", 'R.take({0}, {1}, axis=0, mode="wrap")', [x, i], np.take(x, i, 0, mode="wrap"))
    out.case("clip", 'R.take({0}, {1}, axis=0, mode="clip")', [x, i], np.take(x, i, 0, mode="clip"))
    inside = (i >= -3) & (i < 3)
    want = np.where(inside[:, None], x[np.where(inside, i, 0)], np.float32(NAN))
    out.case("nan", 'R.take({0}, {1}, axis=0, mode="nan")', [x, i], want)
    out.case("nan on integers", 'R.take({0}, {1}, axis=0, mode="nan")', [x.astype("int32"), i], np.nan_to_num(want).astype("int32"))
    big = array([2 ** 64 - 1, 2 ** 63, 1], "uint64")
    out.case("wrap, uint64", 'R.take({0}, {1}, axis=0, mode="wrap")', [x, big], x[[int(v) % 3 for v in big]])
    out.case("clip, uint64", 'R.take({0}, {1}, axis=0, mode="clip")', [x, big], x[[2, 2, 1]])
    out.case("nan, uint64", 'R.take({0}, {1}, axis=0, mode="nan")', [x, big], array([[NAN, NAN], [NAN, NAN], [2, 3]], "float32"))
    out.case("nan, no extent", 'R.take({0}, {1}, axis=1, mode="nan")', [np.zeros((2, 0), "float32"), array([0], "int64")],
             np.full((2, 1), NAN, "float32"))
    for v in (3, -4):
        out.error("outside: %d" % v, "R.take({0}, {1}, axis=0)", [x, array([v], "int64")], "out of range")
    out.error("outside, uint64", "R.take({0}, {1}, axis=0)", [x, array([2 ** 64 - 1], "uint64")], "out of range")
    out.write()


def gather():
    out = File("gather_elements")
    x = count((3, 4))
    for title, x, i, axis in (("rows", x, [[2, 0, -1, 1], [0, 0, 0, -3]], 0), ("columns", x, [[3, -1], [0, 0], [1, -4]], 1),
                              ("fewer rows than data", x, [[3]], -1), ("rank 1, int8", count((4,), "int8"), [3, 0, 3], 0),
                              ("no indices", x, np.zeros((3, 0)), 1)):
        i = array(i, "int64")
        r = np.zeros(i.shape, x.dtype)
        for p in np.ndindex(*i.shape):
            q = list(p)
            q[axis] = int(i[p])
            r[p] = x[tuple(q)]
        out.case(title, "R.gather_elements({0}, {1}, axis=%d)" % axis, [x, i], r)
    out.case("int32 indices, bool", "R.gather_elements({0}, {1})", [array([True, False], "bool"), array([1, 0], "int32")],
             array([False, True], "bool"))
    out.error("outside", "R.gather_elements({0}, {1})", [count((3,)), array([3], "int64")], "out of range")
    out.write()

    out = File("gather_nd")
    x = count((2, 3, 2))
    for title, x, i, batch in (("elements", x, [[1, 2, 0], [0, 0, -1]], 0), ("slices", x, [[[1], [0]], [[-1], [1]]], 0),
                               ("rows", x, [[1, 2]], 0), ("a batch dim", x, [[[2], [0]], [[-1], [1]]], 1),
                               ("two batch dims", x, [[[1], [0], [1]], [[0], [0], [1]]], 2), ("one position", x, [1, 1, 1], 0),
                               ("positions of no numbers", count((2,), "int8"), np.zeros((3, 0)), 0), ("no positions", x, np.zeros((0, 2)), 0)):
        i = array(i, "int64")
        lead = i.shape[:-1]
        rest = x.shape[batch + i.shape[-1]:]
        r = np.zeros(lead + rest, x.dtype)
        for p in np.ndindex(*lead):
            r[p] = x[p[:batch] + tuple(int(v) for v in i[p])]
        out.case(title, "R.gather_nd({0}, {1}, batch_dims=%d)" % batch, [x, i], r)
    out.case("uint8 positions, bool", "R.gather_nd({0}, {1})", [array([[True, False]], "bool"), array([[0, 1]], "uint8")], array([False], "bool"))
    out.error("outside", "R.gather_nd({0}, {1})", [count((2, 2)), array([[0, -3]], "int64")], "out of range")
    out.write()

    out = File("one_hot")
    for title, i, depth, axis, on, off in (("the last axis", [0, 2, 1], 3, -1, 1.0, 0.0), ("the first axis", [[1, 0]], 2, 0, 5.5, -1.5),
                                           ("outside", [-1, 3, 1], 3, -1, 1.0, 0.0), ("integers", [1, 0], 2, 1, 7, -7), ("rank 0", 1, 3, 0, 1.0, 0.0),
                                           ("depth 0", [1, 0], 0, -1, 1.0, 0.0), ("no indices", [[]], 2, -1, 1.0, 0.0), ("in the middle", [[1, 0]], 2, 1, 1.0, 0.0)):
        i = array(i, "int64")
        r = np.expand_dims(i, axis) == np.arange(depth).reshape([-1 if d == axis % (i.ndim + 1) else 1 for d in range(i.ndim + 1)])
        dtype = "float64" if isinstance(on, float) else "int64"
        out.case(title, "R.one_hot({0}, R.prim_value(%s), R.prim_value(%s), %d, axis=%d)" % (on, off, depth, axis), [i],
                 np.where(r, on, off).astype(dtype))
    out.case("uint8 indices", "R.one_hot({0}, R.prim_value(1.0), R.prim_value(0.0), 2)", [array([1, 255], "uint8")], array([[0, 1], [0, 0]], "float64"))
    for dtype in ("float32", "bfloat16"):
        out.case(dtype, "R.one_hot({0}, R.prim_value(T.%s(1.5)), R.prim_value(T.%s(-0.5)), 2)" % (dtype, dtype), [array([1], "int32")],
                 array([[-0.5, 1.5]], dtype))
    out.case("bool", "R.one_hot({0}, R.prim_value(True), R.prim_value(False), 2)", [array([1], "int32")], array([[False, True]], "bool"))
    out.write()


REDUCTIONS = {"update": lambda a, b: b, "add": lambda a, b: a + b, "mul": lambda a, b: a * b, "max": np.maximum, "min": np.minimum}


def scatter_all(x, places, updates, how):
    """Element by element in float64 or Python integers; rounded at the end."""
    dtype = dtype_of(x)
    is_float = "float" in dtype
    r = (wide(x) if is_float else x).astype("float64" if is_float else object).copy()
    n = np.ones(r.shape, int)
    u = wide(updates) if is_float else updates
    for place, p in places:
        v = u[p] if is_float else int(u[p])
        r[place] = REDUCTIONS["add" if how == "mean" else how](r[place], v)
        n[place] += 1
    if how == "mean":
        r = r / n if is_float else np.vectorize(lambda a, k: abs(int(a)) // k * (1 if a >= 0 else -1), otypes=[object])(r, n)
    if is_float:
        return to(r, dtype)
    return np.array([wrap(v, dtype) for v in r.ravel()], dtype).reshape(r.shape)


def scatter():
    out = File("scatter_elements")

    def one(title, x, i, u, axis, how="update", tol=None):
        i = array(i, "int64") if not isinstance(i, np.ndarray) else i
        places = []
        for p in np.ndindex(*i.shape):
            q = list(p)
            q[axis] = int(i[p]) % x.shape[axis]
            places.append((tuple(q), p))
        text = 'R.scatter_elements({0}, {1}, {2}, axis=%d, reduction="%s")' % (axis, how)
        out.case(title, text, [x, i, u], scatter_all(x, places, u, how), tol)

    x = count((3, 3))
    one("rows", x, [[1, 0, -1], [0, 2, 0]], count((2, 3), start=10), 0)
    one("columns, the last update stays", x, [[1, 1], [2, 2]], count((2, 2), start=10), 1)
    for how in ("add", "mul", "mean", "max", "min"):
        one(how, x, [[1, 1, 0, 1], [2, -1, 0, 0]], array([[0.5, -2.0, 8.0, 3.0], [1.5, 20.0, -1.0, 4.0]], "float32"), 1, how, 1e-6)
        one(how + ", int8", array([100, 7, -3], "int8"), [0, 0, 1, 2, 2], array([100, 100, -4, 2, -3], "int8"), 0, how)
        one(how + ", bfloat16", array([256.0, 1.5], "bfloat16"), [0, 0, 1, 0], array([0.75, 0.75, 2.0, 0.75], "bfloat16"), 0, how)
        one(how + ", NaN", array([1.0, NAN, 2.0], "float32"), [0, 1, 2], array([NAN, 1.0, INF], "float32"), -1, how)
    one("mean, uint8", array([255, 254], "uint8"), [0, 0, 1], array([255, 255, 255], "uint8"), 0, "mean")
    one("add, float16", array([2048.0], "float16"), [0] * 4, array([0.75] * 4, "float16"), 0, "add")
    one("no updates", x, np.zeros((3, 0), "int64"), np.zeros((3, 0), "float32"), 1)
    one("int32 indices, bool", array([True, False], "bool"), array([1], "int32"), array([True], "bool"), 0)
    out.error("outside", "R.scatter_elements({0}, {1}, {2})", [count((2,)), array([2], "int64"), count((1,))], "out of range")
    out.write()

    out = File("scatter_nd")

    def nd(title, x, i, u, how="update", tol=None):
        i = array(i, "int64") if not isinstance(i, np.ndarray) else i
        lead = i.shape[:-1]
        places = []
        for p in np.ndindex(*u.shape):
            at = tuple(int(v) % x.shape[k] for k, v in enumerate(i[p[:len(lead)]]))
            places.append((at + p[len(lead):], p))
        out.case(title, 'R.scatter_nd({0}, {1}, {2}, reduction="%s")' % how, [x, i, u], scatter_all(x, places, u, how), tol)

    x = count((2, 3))
    nd("elements", x, [[1, 2], [0, -1], [1, 2]], array([10, 20, 30], "float32"))
    nd("rows", x, [[-1]], count((1, 3), start=10))
    nd("a matrix of positions", x, [[[0, 0], [1, 1]], [[0, 2], [0, 0]]], count((2, 2), start=10))
    nd("one position", x, [1, 0], array(9, "float32"))
    nd("positions of no numbers", x, np.zeros((2, 0), "int64"), count((2, 2, 3), start=10))
    for how in ("add", "mul", "max", "min"):
        nd(how, x, [[0], [0], [1]], array([[0.5, -2.0, 8.0], [1.5, 20.0, -1.0], [4.0, 4.0, 4.0]], "float32"), how, 1e-6)
        nd(how + ", int8", array([100, 7], "int8"), [[0], [0], [-1]], array([100, 100, -4], "int8"), how)
        nd(how + ", bfloat16", array([256.0, 1.5], "bfloat16"), [[0], [0], [1], [0]], array([0.75, 0.75, 2.0, 0.75], "bfloat16"), how)
    nd("no positions", x, np.zeros((0, 2), "int64"), np.zeros((0,), "float32"))
    nd("uint8 positions, bool", array([True, False], "bool"), array([[1]], "uint8"), array([True], "bool"))
    out.error("outside", "R.scatter_nd({0}, {1}, {2})", [count((2,)), array([[-3]], "int64"), count((1,))], "out of range")
    out.write()


def order(x, axis, descending):
    """Positions, stable, NaN last."""
    v = wide(x) if isinstance(x, Bf16) else x
    if v.ndim and 0 in v.shape:
        return np.zeros(v.shape, "int64")

    def line(a):
        def key(i):
            e = a[i].item()
            nan = isinstance(e, float) and math.isnan(e)
            return (nan, 0 if nan else -e if descending else e)
        return np.array(sorted(range(len(a)), key=key), "int64")

    return np.apply_along_axis(line, axis, v)


def picked(x, positions, axis):
    if isinstance(x, Bf16):
        return Bf16(np.take_along_axis(x.a, positions, axis))
    return np.take_along_axis(x, positions, axis)


def sorting():
    rng = np.random.default_rng(7)
    inputs = [
        ("the last axis", array([[3, 1, 2, 1], [0, -1, 5, 4]], "float32"), -1), ("the first axis", array([[3, 1], [2, 2], [1, 9]], "int64"), 0),
        ("NaN, infinities, zeros", array([NAN, 1.0, -INF, 0.0, NAN, INF, -0.0, 0.0, -0.0], "float32"), 0),
        ("33 elements", array(rng.integers(-9, 9, 33), "int8"), 0), ("17 elements", array(rng.integers(0, 255, 17), "uint8"), 0),
        ("uint64", array([2 ** 63, 1, 2 ** 64 - 1, 0], "uint64"), 0), ("bool", array([[True, False, True, False]], "bool"), 1),
        ("float16", array([1.5, -2.0, NAN, 0.25, 1.5], "float16"), 0), ("bfloat16", array([1.5, -2.0, NAN, 0.25, 1.5], "bfloat16"), 0),
        ("one element", array([[4.0], [2.0]], "float64"), 1), ("no elements", np.zeros((2, 0), "float32"), 1),
        ("no lines", np.zeros((0, 3), "float32"), 1), ("the middle axis", array(rng.integers(0, 5, (2, 3, 2)), "int32"), 1)]
    out, args, top = File("sort"), File("argsort"), File("topk")
    for title, x, axis in inputs:
        for down in (False, True):
            p = order(x, axis, down)
            name = title + (", descending" if down else "")
            out.case(name, "R.sort({0}, axis=%d, descending=%s)" % (axis, down), [x], picked(x, p, axis))
            args.case(name, "R.argsort({0}, axis=%d, descending=%s)" % (axis, down), [x], p.astype("int32"))
    args.case("int64 positions", 'R.argsort({0}, dtype="int64")', [array([3, 1, 2], "int16")], array([1, 2, 0], "int64"))
    args.case("uint8 positions", 'R.argsort({0}, dtype="uint8")', [array([3, 1, 2], "int16")], array([1, 2, 0], "uint8"))
    out.write()
    args.write()
    for title, x, axis in inputs:
        for largest in (True, False):
            k = 2
            p = order(x, axis, largest)
            p = np.take(p, np.arange(min(k, p.shape[axis])), axis)
            want = (picked(x, p, axis), p.astype("int32"))
            top.case(title + ("" if largest else ", smallest"), "R.topk({0}, k=2, axis=%d, largest=%s)" % (axis, largest), [x], want)
    x = array([3, 1, 2, 3], "int32")
    p = order(x, 0, True)
    top.case("values", 'R.topk({0}, k=3, ret_type="values")', [x], x[p[:3]])
    top.case("positions, int64", 'R.topk({0}, k=3, ret_type="indices", dtype="int64")', [x], p[:3])
    top.case("all", "R.topk({0}, k=0)", [x], (x[p], p.astype("int32")))
    top.case("more than there are", "R.topk({0}, k=9)", [x], (x[p], p.astype("int32")))
    top.case("the default", "R.topk({0})", [x], (x[p[:1]], p[:1].astype("int32")))
    top.write()


if __name__ == "__main__":
    take()
    gather()
    scatter()
    sorting()
