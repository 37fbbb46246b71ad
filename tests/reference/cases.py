# SPDX-License-Identifier: Apache-2.0
"""Writes tests/numbers/<id>.test: what the scripts beside this one share.

An operand is a NumPy array or, for bfloat16 (which NumPy lacks), Bf16(array). An expected value is one of
those, or a tuple of them."""
import math
import os
import numpy as np

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "numbers")


def round_bf16(a):
    """To nearest, ties to even, through float32's bits."""
    a = np.asarray(a, np.float64)
    f = a.astype(np.float32)
    bits = f.view(np.uint32).astype(np.uint64)
    odd = (bits >> np.uint64(16)) & np.uint64(1)
    out = ((bits + np.uint64(0x7FFF) + odd) & np.uint64(0xFFFF0000)).astype(np.uint32).view(np.float32)
    return np.where(np.isnan(f), f, out).reshape(a.shape).astype(np.float64)


class Bf16:
    def __init__(self, a):
        self.a = round_bf16(a)
        self.shape = self.a.shape
        self.ndim = self.a.ndim


def array(values, dtype):
    if dtype == "bfloat16":
        return Bf16(values)
    return np.array(values, dtype)


def to(value, dtype):
    """Exact or wide values rounded once to a dtype."""
    with np.errstate(all="ignore"):
        return Bf16(value) if dtype == "bfloat16" else np.asarray(value).astype(dtype)


def wide(x):
    """In float64 (of floats)."""
    return x.a if isinstance(x, Bf16) else np.asarray(x, np.float64)


def dtype_of(x):
    return "bfloat16" if isinstance(x, Bf16) else str(x.dtype)


def number(v):
    if isinstance(v, (bool, np.bool_)):
        return "True" if v else "False"
    if isinstance(v, (int, np.integer)):
        return str(int(v))
    if isinstance(v, np.floating):
        if math.isnan(v):
            return 'float("nan")'
        if math.isinf(v):
            return 'float("inf")' if v > 0 else 'float("-inf")'
        if v.dtype == np.float64:
            return repr(float(v))
        s = np.format_float_positional(v, unique=True, trim="0")
        return s if len(s) < 16 else repr(float(v))
    raise TypeError(v)


def const(x):
    dtype, a = dtype_of(x), x
    if isinstance(x, Bf16):
        a = x.a.astype(np.float32)
    if a.size == 0 and 0 in a.shape[:-1]:
        return 'R.zeros(R.shape([%s]), dtype="%s")' % (", ".join(map(str, a.shape)), dtype)

    def nest(v):
        return "[%s]" % ", ".join(map(nest, v)) if v.ndim else number(v[()])

    if dtype == "uint64" and a.size and a.max() >= 2 ** 63:  # the text's integers have 64 bits, signed
        return 'R.astype(R.const(%s, "int64"), "uint64")' % nest(a.astype(np.int64))
    return 'R.const(%s, "%s")' % (nest(a), dtype)


def expression(x):
    if isinstance(x, tuple):
        return "(%s,)" % ", ".join(map(expression, x))
    if isinstance(x, (Bf16, np.ndarray, np.generic)):
        return const(x)
    raise TypeError(x)


class File:
    """One operator's file. `text`: the call, where {0}, {1} ... stand for the operands."""

    def __init__(self, ident):
        self.path = os.path.join(FOLDER, ident + ".test")
        self.parts = ["test: run\n"]

    def case(self, title, text, operands, expected, tol=None):
        call = text
        for i, x in enumerate(operands):
            call = call.replace("{%d}" % i, const(x))
        body = "@R.function\ndef main():\n    y = %s\n    return y\n" % call
        want = expression(expected) + (" ~%s" % tol if tol else "") + "\n"
        self.parts.append("==== %s\n%s----\n%s" % (title, body, want))

    def error(self, title, text, operands, message):
        call = text
        for i, x in enumerate(operands):
            call = call.replace("{%d}" % i, const(x))
        self.parts.append('==== %s\n@R.function\ndef main():\n    y = %s  # error: "%s"\n    return y\n'
                          % (title, call, message))

    def write(self):
        with open(self.path, "w") as f:
            f.write("".join(self.parts))


def wrap(v, dtype):
    """A Python integer modulo 2**bits, in the dtype's range."""
    if dtype == "bool":
        return bool(v)
    info = np.iinfo(dtype)
    n = int(v) & ((1 << info.bits) - 1)
    return n - (1 << info.bits) if n > info.max else n


def exactly(f, dtype, *operands):
    """f on Python integers, element by element after broadcasting, wrapped to dtype."""
    arrays = np.broadcast_arrays(*operands)
    flat = [wrap(f(*[int(v) for v in row]), dtype) for row in zip(*[a.ravel() for a in arrays])]
    return np.array(flat, dtype).reshape(arrays[0].shape)
