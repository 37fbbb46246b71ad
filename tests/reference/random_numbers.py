#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""random, random_normal and dropout: Philox4x32-10 in Python's integers, held against the
vectors that Random123 publishes."""
import math
import numpy as np
from cases import Bf16, File, array, to, wide

MASK = 2 ** 32 - 1


def philox(counter, key):
    c, k = list(counter), list(key)
    for _ in range(10):
        a, b = 0xD2511F53 * c[0], 0xCD9E8D57 * c[2]
        c = [(b >> 32) ^ c[1] ^ k[0], b & MASK, (a >> 32) ^ c[3] ^ k[1], a & MASK]
        k = [(k[0] + 0x9E3779B9) & MASK, (k[1] + 0xBB67AE85) & MASK]
    return c


assert philox([0] * 4, [0] * 2) == [0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8]
assert philox([MASK] * 4, [MASK] * 2) == [0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd]
assert philox([0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344], [0xa4093822, 0x299f31d0]) == [
    0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1]


def split(v):
    v %= 2 ** 64
    return [v & MASK, v >> 32]


def bits(seed, counter, n, size):
    """n raw values of `size` bits."""
    words = []
    while len(words) * 32 < n * size:
        words += philox(split(len(words) // 4) + split(counter), split(seed))
    if size == 64:
        words = [words[2 * i] | words[2 * i + 1] << 32 for i in range(n)]
    return words[:n]


def draw(seed, counter, shape, dtype):
    n, size = math.prod(shape), 64 if dtype in ("float64", "int64", "uint64") else 32
    raw = bits(seed, counter, n, size)
    if "int" in dtype:
        raw = [v - 2 ** size if dtype[0] == "i" and v >= 2 ** (size - 1) else v for v in raw]
        return np.array(raw, dtype).reshape(shape)
    keep = {"bfloat16": 8, "float16": 11, "float32": 24, "float64": 53}[dtype]
    return array(np.array([(v >> (size - keep)) / 2 ** keep for v in raw], "float64").reshape(shape), dtype)


def random():
    out = File("random")
    out.case("the published vector of zeros", 'R.random({0}, {1}, (4,), dtype="uint32")', [array(0, "int64"), array(0, "int64")],
             array([0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8], "uint32"))
    for dtype in ("float32", "float64", "float16", "bfloat16", "int32", "int64", "uint32", "uint64"):
        out.case(dtype, 'R.random({0}, {1}, (3, 5), dtype="%s")' % dtype, [array(42, "int64"), array(7, "int64")],
                 draw(42, 7, (3, 5), dtype))
    seeds = (("negative", -1, "int64"), ("wide", 0x0123456789abcdef, "int64"), ("past int64", 2 ** 64 - 3, "uint64"),
             ("int8, sign-extended", -3, "int8"), ("int16", -3, "int16"), ("int32", -3, "int32"), ("uint8", 255, "uint8"),
             ("uint16", 65535, "uint16"), ("uint32", 2 ** 32 - 1, "uint32"))
    for title, v, dtype in seeds:
        out.case("seed: " + title, "R.random({0}, {1}, (5,))", [array(v, dtype), array(1, "int64")], draw(v, 1, (5,), "float32"))
        out.case("counter: " + title, "R.random({0}, {1}, (5,))", [array(1, "int64"), array(v, dtype)], draw(1, v, (5,), "float32"))
    out.case("rank 0", "R.random({0}, {1}, ())", [array(5, "int32"), array(6, "uint16")], draw(5, 6, (), "float32"))
    out.case("no elements", "R.random({0}, {1}, (2, 0))", [array(5, "int32"), array(6, "int64")], draw(5, 6, (2, 0), "float32"))
    out.case("the shape only cuts the stream", "R.equal(R.random({0}, {1}, (2, 3)), R.reshape(R.random({0}, {1}, (6,)), (2, 3)))",
             [array(5, "int64"), array(6, "int64")], np.ones((2, 3), "bool"))
    # Of uniform numbers the mean is 1/2 (standard error 0.0029 of 10000), the mean square 1/3.
    out.case("mean and mean square", "R.mean(R.random({0}, {1}, (100, 100)))", [array(1, "int64"), array(2, "int64")],
             array(0.5, "float32"), 0.008)
    out.write()


def normal(seed, counter, shape, dtype):
    inner = "float64" if dtype == "float64" else "float32"
    u = draw(seed, counter, (2,) + shape, inner).astype("float64")
    return to(np.sqrt(-2 * np.log1p(-u[0])) * np.cos(2 * math.pi * u[1]), dtype)


def random_normal():
    out = File("random_normal")
    for dtype, tol in (("float32", 1e-6), ("float64", 1e-14), ("float16", 1e-3), ("bfloat16", 8e-3)):
        out.case(dtype, 'R.random_normal({0}, {1}, (2, 6), dtype="%s")' % dtype, [array(3, "int64"), array(4, "int64")],
                 normal(3, 4, (2, 6), dtype), tol)
    for dtype in ("int8", "int16", "int32", "uint8", "uint16", "uint32", "uint64"):
        v = np.iinfo(dtype).max
        out.case("seed: " + dtype, "R.random_normal({0}, {1}, (5,))", [array(v, dtype), array(1, "int64")], normal(v, 1, (5,), "float32"), 1e-6)
        out.case("counter: " + dtype, "R.random_normal({0}, {1}, (5,))", [array(1, "int64"), array(v, dtype)], normal(1, v, (5,), "float32"), 1e-6)
    out.case("rank 0", "R.random_normal({0}, {1}, ())", [array(9, "int64"), array(1, "int64")], normal(9, 1, (), "float32"), 1e-6)
    out.case("no elements", "R.random_normal({0}, {1}, (0, 3))", [array(9, "int64"), array(1, "int64")],
             np.zeros((0, 3), "float32"))
    out.case("mean and variance", "(R.mean(R.random_normal({0}, {1}, (100, 100))), R.variance(R.random_normal({0}, {1}, (100, 100))),)",
             [array(1, "int64"), array(2, "int64")], (array(0, "float32"), array(1, "float32")), 0.03)
    out.write()


def dropout():
    out = File("nn_dropout")
    for dtype in ("float32", "float64", "float16", "bfloat16"):
        x = array([[0.5, math.nan], [-math.inf, -0.0]], dtype)
        out.case(dtype + ", inference", "R.nn.dropout({0}, rate=0.5)", [x], (x, array(np.ones((2, 2)), dtype)))
    x = array(2.0, "float32")
    out.case("rank 0, inference", "R.nn.dropout({0}, rate=1.0)", [x], (x, array(1.0, "float32")))
    x = np.zeros((2, 0), "float32")
    out.case("no elements, inference", "R.nn.dropout({0})", [x], (x, x))

    def case(title, x, rate, seed, counter, index="int64"):
        u = draw(seed, counter, x.shape, "float32")
        keep = u >= np.float32(rate)
        if rate == 1:
            want, mask = to(np.zeros(x.shape), x_dtype(x)), to(np.zeros(x.shape), x_dtype(x))
        else:
            mask = to(keep, x_dtype(x))
            want = to(wide(x) * keep / (1 - rate), x_dtype(x))
        out.case(title, "R.nn.dropout({0}, %s, {1}, {2})" % rate, [x, array(seed, index), array(counter, index)], (want, mask), 1e-6)

    def x_dtype(x):
        return "bfloat16" if isinstance(x, Bf16) else str(x.dtype)

    x = np.arange(1, 25).reshape(4, 6)
    for dtype in ("float32", "float64", "float16", "bfloat16"):
        case(dtype, array(x, dtype), 0.25, 11, 3)
    for index in ("int8", "int16", "int32", "uint8", "uint16", "uint32", "uint64"):
        case("seed and counter in %s" % index, array(x, "float32"), 0.25, 101, 103, index)
    case("another counter", array(x, "float32"), 0.25, 11, 4)
    case("another seed", array(x, "float32"), 0.25, 12, 3)
    case("rate 0", array(x, "float32"), 0.0, 11, 3)
    case("rate 1", array(x, "float32"), 1.0, 11, 3)
    case("rank 0", array(2.0, "float32"), 0.5, 1, 1)
    case("no elements", np.zeros((0, 3), "float32"), 0.5, 1, 1)
    halves = array([[1, 1], [1, 1]], "float32")
    out.case("an infinity that is dropped is NaN, as in PyTorch", "R.isnan(R.nn.dropout(R.multiply({0}, R.const(float(\"inf\"), \"float32\")), 0.5, {1}, {2})[0])",
             [halves, array(11, "int64"), array(3, "int64")], draw(11, 3, (2, 2), "float32") < 0.5)
    args = [array(1, "int64"), array(2, "int64")]
    out.case("the mask's mean is near 1 - rate", "R.mean(R.nn.dropout(R.ones((100, 100), dtype=\"float32\"), 0.3, {0}, {1})[1])", args,
             array(0.7, "float32"), 0.01)
    out.write()


random()
random_normal()
dropout()
