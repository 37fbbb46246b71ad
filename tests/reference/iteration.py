#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""scan and while_loop: each case's functions in text, and the same loops in Python over NumPy."""
import numpy as np
from cases import File, array, const, expression, to, wide

np.seterr(all="ignore")


def add(out, title, functions, call, expected, tol=None, before=""):
    """`functions`: the defs that stand in main before the call."""
    body = "".join("    %s\n" % line for line in (before + functions).strip("\n").split("\n"))
    text = "@R.function\ndef main():\n%s    y = %s\n    return y\n" % (body, call)
    want = expression(expected) + (" ~%s" % tol if tol else "") + "\n"
    out.parts.append("==== %s\n%s----\n%s" % (title, text, want))


def wrong(out, title, functions, call, message):
    body = "".join("    %s\n" % line for line in functions.strip("\n").split("\n"))
    out.parts.append('==== %s\n@R.function\ndef main():\n%s    y = %s  # error: "%s"\n    return y\n' % (title, body, call, message))


def loop(body, carries, sequences=(), captures=(), trip=None, reverse=False):
    """The definition, for bodies on NumPy arrays. Without iterations: the stacks' shapes come last."""
    trip = len(sequences[0]) if trip is None else trip
    ys = [None] * trip
    order = range(trip - 1, -1, -1) if reverse else range(trip)
    for i in order:
        out = body(*carries, *[s[i] for s in sequences], *captures)
        carries, ys[i] = out[:len(carries)], out[len(carries):]
    return tuple(carries) + tuple(np.stack(y) for y in zip(*ys))


SUM = '''
@R.function
def step(c: R.Tensor((), dtype="{t}"), x: R.Tensor((), dtype="{t}")):
    d = R.add(c, x)
    return (d, c)
'''

AFFINE = '''
@R.function
def step(h: R.Tensor(("n",), dtype="{t}"), x: R.Tensor(("n",), dtype="{t}"), w: R.Tensor(("n", "n"), dtype="{t}"), b: R.Tensor(("n",), dtype="{t}")):
    z = R.add(R.add(R.matmul(h, w), x), b)
    y = R.tanh(z)
    return (y, z)
'''

FIBONACCI = '''
@R.function
def step(a: R.Tensor((), dtype="int64"), b: R.Tensor((), dtype="int64")):
    c = R.add(a, b)
    return (b, c, a)
'''


EACH = ["bool", "float16", "bfloat16", "float32", "float64"] + ["%s%d" % (sign, bits) for sign in ("int", "uint") for bits in (8, 16, 32, 64)]

DELAY = '''
@R.function
def step(c: R.Tensor((2,), dtype="{t}"), x: R.Tensor((2,), dtype="{t}"), w: R.Tensor((), dtype="{t}")):
    return (x, c, w)
'''

ONCE = '''
@R.function
def cond(go: R.Tensor((), dtype="bool"), c: R.Tensor((2,), dtype="{t}"), e: R.Tensor((0,), dtype="{t}"), w: R.Tensor((2,), dtype="{t}")):
    return go
@R.function
def body(go: R.Tensor((), dtype="bool"), c: R.Tensor((2,), dtype="{t}"), e: R.Tensor((0,), dtype="{t}"), w: R.Tensor((2,), dtype="{t}")):
    stop = R.logical_not(go)
    return (stop, w, e)
'''


def sample(numbers, t):
    """Numbers as elements of the dtype; those of bool by whether they are odd."""
    return np.array(numbers) % 2 == 1 if t == "bool" else array(numbers, t)


def scans():
    out = File("scan")
    for t in EACH:
        c, x, w = [1, 2], [[3, 4], [6, 7]], 9
        add(out, "a delay in %s" % t, DELAY.format(t=t), "R.scan(step, (%s,), (%s,), (%s,))" % tuple(const(sample(v, t)) for v in (c, x, w)),
            (sample(x[1], t), sample([c, x[0]], t), sample([w, w], t)))
    x = array([1.5, -2.0, 4.0, 8.0], "float32")
    for t in ("float32", "float64", "int8", "uint64"):
        v = array([1, 2, 100, 40], t)
        add(out, "rank 0: a running sum of %s" % t, SUM.format(t=t), "R.scan(step, (%s,), (%s,))" % (const(array(3, t)), const(v)),
            loop(lambda c, e: ((c + e).astype(t), c), (array(3, t),), (v,)))
    for reverse in (False, True):
        add(out, "a running sum, reverse=%s" % reverse, SUM.format(t="float32"),
            "R.scan(step, (%s,), (%s,), reverse=%s)" % (const(array(0.5, "float32")), const(x), reverse),
            loop(lambda c, e: (np.float32(c + e), c), (np.float32(0.5),), (x,), reverse=reverse))
    for t in ("float16", "bfloat16"):
        v = array([1, 0.001, 0.001, 2048, 1], t)

        def step(c, e):
            return wide(to(c + e, t)), c

        c, ys = loop(step, (np.float64(0),), (wide(v),))
        add(out, "a running sum of %s, rounded at each step" % t, SUM.format(t=t), "R.scan(step, (%s,), (%s,))" % (const(array(0, t)), const(v)),
            (to(c, t), to(ys, t)))
    rng = np.random.default_rng(3)
    for n, trip in ((2, 3), (3, 1)):
        h, xs, w, b = rng.normal(size=n), rng.normal(size=(trip, n)), rng.normal(size=(n, n)), rng.normal(size=n)
        add(out, "captures, and symbols that the first arguments settle, %d of %d" % (trip, n), AFFINE.format(t="float64"),
            "R.scan(step, (%s,), (%s,), (%s, %s))" % (const(h), const(xs), const(w), const(b)),
            loop(lambda c, e, m, k: (np.tanh(c @ m + e + k), c @ m + e + k), (h,), (xs,), (w, b)), 1e-12)
    one = np.int64(1)
    add(out, "a trip and no sequence, two carries", FIBONACCI, "R.scan(step, (%s, %s), trip=10)" % (const(one), const(one)),
        loop(lambda a, b: (b, a + b, a), (one, one), trip=10))
    add(out, "two sequences, nothing stacked", '''
@R.function
def step(c: R.Tensor((2,), dtype="float32"), x: R.Tensor((2,), dtype="float32"), y: R.Tensor((), dtype="float32")):
    d = R.add(c, R.multiply(x, y))
    return (d,)
''', "R.scan(step, (%s,), (%s, %s), trip=3)" % (const(array([0, 1], "float32")), const(array([[1, 2], [3, 4], [5, 6]], "float32")),
                                               const(array([1, 10, 100], "float32"))), (array([531, 643], "float32"),))
    add(out, "no carry: a map", '''
@R.function
def step(x: R.Tensor((2,), dtype="float32")):
    y = R.sum(x)
    return (y,)
''', "R.scan(step, (), (%s,))" % const(array([[1, 2], [3, 4]], "float32")), (array([3, 7], "float32"),))
    for n in (0, 3):
        v = np.ones((0, n), "float32")
        add(out, "no iteration, slices of %d: the signature tells the stack's shape" % n, '''
@R.function
def step(c: R.Tensor((), dtype="int32"), x: R.Tensor(("n",), dtype="float32")):
    n = T.int64()
    y = R.concat((x, x, x), axis=0)
    return (c, y)
''', "R.scan(step, (%s,), (%s,))" % (const(np.int32(7)), const(v) if n else 'R.zeros(R.shape([0, 0]), dtype="float32")'),
            (np.int32(7), np.zeros((0, 3 * n), "float32")))
    add(out, "no iteration by trip", FIBONACCI, "R.scan(step, (%s, %s), trip=0)" % (const(one), const(one)),
        (one, one, np.zeros(0, "int64")))
    add(out, "a scan in a scan, with what the outer one captures", '''
@R.function
def outer(c: R.Tensor((), dtype="int64"), row: R.Tensor((3,), dtype="int64")):
    @R.function
    def inner(d: R.Tensor((), dtype="int64"), x: R.Tensor((), dtype="int64")):
        e = R.add(R.multiply(d, two), R.add(x, c))
        return (e, d)
    z = R.scan(inner, (c,), (row,))
    last = z[0]
    all = z[1]
    return (last, all)
''', "R.scan(outer, (%s,), (%s,))" % (const(one), const(np.arange(6).reshape(2, 3))),
        loop(lambda c, row: loop(lambda d, e: (d * 2 + e + c, d), (c,), (row,)), (one,), (np.arange(6).reshape(2, 3),)),
        before="two = %s\n" % const(np.int64(2)))
    add(out, "a carry whose shape changes, as its type leaves it open", '''
@R.function
def step(c: R.Tensor(dtype="int64", ndim=1), x: R.Tensor((), dtype="int64")):
    e = R.expand_dims(x, axis=0)
    d = R.concat((c, e), axis=0)
    return (d,)
''', "R.scan(step, (%s,), (%s,))" % (const(np.array([5])), const(np.array([6, 7, 8]))), (np.array([5, 6, 7, 8]),))
    wrong(out, "a carry that leaves its type", '''
@R.function
def step(c: R.Tensor(("n",), dtype="int64"), x: R.Tensor((), dtype="int64")) -> R.Tuple(R.Tensor(dtype="int64", ndim=1)):
    e = R.expand_dims(x, axis=0)
    d = R.concat((c, e), axis=0)
    return (d,)
''', "R.scan(step, (%s,), (%s,))" % (const(np.array([5])), const(np.array([6, 7, 8]))), "another extent")
    wrong(out, "no iteration, and a signature that does not tell the stack's shape", '''
@R.function
def step(c: R.Tensor(dtype="int64", ndim=1), x: R.Tensor((), dtype="int64")):
    return (c, c)
''', "R.scan(step, (%s,), (%s,))" % (const(np.array([5])), const(np.zeros(0, "int64"))), "a trip count of 0")
    wrong(out, "what is stacked changes its shape", '''
@R.function
def step(c: R.Tensor(dtype="int64", ndim=1), x: R.Tensor((), dtype="int64")):
    e = R.expand_dims(x, axis=0)
    d = R.concat((c, e), axis=0)
    return (d, d)
''', "R.scan(step, (%s,), (%s,))" % (const(np.array([5])), const(np.array([6, 7, 8]))), "changed its type")
    wrong(out, "another trip than the sequence turns out to have", SUM.format(t="int64") + '''
xs = R.flatten(R.nonzero(R.const([1, 0, 1, 1], "int32")))
''', "R.scan(step, (%s,), (xs,), trip=5)" % const(one), "and its trip differ")
    wrong(out, "a trip that turns out negative", '''
@R.function
def step(c: R.Tensor((), dtype="int64")):
    return (c,)
@R.function
def repeated(c: R.Tensor((), dtype="int64"), n: R.Prim("int64")):
    z = R.scan(step, (c,), trip=n)
    return z
''', "repeated(%s, R.prim_value(-1))" % const(one), "a negative number of iterations")
    wrong(out, "a sequence that turns out to have rank 0", '''
@R.function
def step(c: R.Tensor((), dtype="int64"), x: R.Tensor):
    return (c,)
@R.function
def over(c: R.Tensor((), dtype="int64"), x: R.Tensor):
    z = R.scan(step, (c,), (x,))
    return z
''', "over(%s, %s)" % (const(one), const(one)), "rank 1 or more")
    out.write()


COUNT = '''
@R.function
def cond(i: R.Tensor((), dtype="{t}"), n: R.Tensor((), dtype="{t}")):
    c = R.less(i, n)
    return c
@R.function
def body(i: R.Tensor((), dtype="{t}"), n: R.Tensor((), dtype="{t}")):
    j = R.add(i, R.const({s}, "{t}"))
    return (j,)
'''

NEWTON = '''
@R.function
def cond(x: R.Tensor(("n",), dtype="float64"), a: R.Tensor(("n",), dtype="float64")):
    e = R.max(R.abs(R.subtract(R.multiply(x, x), a)))
    c = R.greater(e, R.const(1e-12, "float64"))
    return c
@R.function
def body(x: R.Tensor(("n",), dtype="float64"), a: R.Tensor(("n",), dtype="float64")):
    y = R.multiply(R.add(x, R.divide(a, x)), R.const(0.5, "float64"))
    return (y,)
'''

GCD = '''
@R.function
def cond(a: R.Tensor((), dtype="int64"), b: R.Tensor((), dtype="int64")):
    c = R.not_equal(b, R.const(0, "int64"))
    return c
@R.function
def body(a: R.Tensor((), dtype="int64"), b: R.Tensor((), dtype="int64")):
    r = R.mod(a, b)
    return (b, r)
'''

GROW = '''
@R.function
def cond(c: R.Tensor(("m",), dtype="int64")):
    s = R.less(R.sum(c), R.const(40, "int64"))
    return s
@R.function
def body(c: R.Tensor(dtype="int64", ndim=1)):
    d = R.concat((c, c), axis=0)
    return (d,)
'''


def whiles():
    out = File("while_loop")
    for t in EACH:
        c, w = sample([1, 2], t), sample([4, 3], t)
        call = 'R.while_loop(cond, body, (R.const(True, "bool"), %s, %s), (%s,))' % (const(c), const(sample(np.zeros(0), t)), const(w))
        add(out, "once in %s" % t, ONCE.format(t=t), call, (np.array(False), w, sample(np.zeros(0), t)))
    for t, s, n in (("int64", 1, 10), ("float32", 0.25, 3), ("float16", 0.5, 4), ("uint8", 7, 200)):
        i = np.dtype(t).type(0)
        while i < np.dtype(t).type(n):
            i = np.dtype(t).type(i + np.dtype(t).type(s))
        add(out, "counting in %s" % t, COUNT.format(t=t, s=s), "R.while_loop(cond, body, (%s,), (%s,))" % (const(array(0, t)), const(array(n, t))), (i,))
    for most in (0, 1, 7, 100):
        add(out, "max_trip %d" % most, COUNT.format(t="int64", s=3), "R.while_loop(cond, body, (%s,), (%s,), max_trip=%d)" % (const(np.int64(0)), const(np.int64(20)), most),
            (np.int64(min(3 * most, 21)),))
    add(out, "never", COUNT.format(t="int64", s=1), "R.while_loop(cond, body, (%s,), (%s,))" % (const(np.int64(5)), const(np.int64(5))), (np.int64(5),))
    a = np.array([2.0, 3.0, 10.0])
    add(out, "Newton's square roots", NEWTON, "R.while_loop(cond, body, (%s,), (%s,))" % (const(a), const(a)), (np.sqrt(a),), 1e-12)
    for a, b in ((48, 36), (17, 5), (0, 9)):
        add(out, "the greatest common divisor of %d and %d" % (a, b), GCD, "R.while_loop(cond, body, (%s, %s))" % (const(np.int64(a)), const(np.int64(b))),
            (np.int64(np.gcd(a, b)), np.int64(0)))
    add(out, "a carry whose shape changes, as body leaves it open; cond meets each", GROW, "R.while_loop(cond, body, (%s,))" % const(np.array([3, 2])),
        (np.array([3, 2] * 8),))
    wrong(out, "a carry that leaves its type", GROW.replace('c: R.Tensor(dtype="int64", ndim=1)):', 'c: R.Tensor(("k",), dtype="int64")) -> R.Tuple(R.Tensor(dtype="int64", ndim=1)):'),
          "R.while_loop(cond, body, (%s,))" % const(np.array([3, 2])), "another extent")
    wrong(out, "a condition that turns out to be no bool", '''
@R.function
def cond(x: R.Tensor):
    return x
@R.function
def body(x: R.Tensor):
    return (x,)
''', "R.while_loop(cond, body, (%s,))" % const(np.float32(1)), "the condition is no bool scalar")
    out.write()


scans()
whiles()
