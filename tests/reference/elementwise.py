#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The elementwise operators, by NumPy in float64 rounded once, and by Python's integers."""
import math
import numpy as np
from cases import File, array, dtype_of, exactly, to, wide

np.seterr(all="ignore")
NAN, INF = math.nan, math.inf
FLOATS = {"float32": 1e-6, "float64": 1e-14, "float16": 0, "bfloat16": 0}


def settled(value, dtype):
    """The value is not so near to the middle of two numbers of a half type that float32 could miss it."""
    if FLOATS[dtype] == 0:
        for scale in (1 - 2e-7, 1 + 2e-7):
            a, b = to(value, dtype), to(value * scale, dtype)
            assert np.array_equal(wide(a), wide(b), equal_nan=True), (dtype, value)
    return to(value, dtype)


erf = np.vectorize(math.erf, otypes=[np.float64])


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


def selu(x):
    return 1.0507009873554805 * np.where(x > 0, x, 1.6732632423543772 * np.expm1(np.minimum(x, 0)))


def gelu(x):
    return 0.5 * x * (1 + erf(x / math.sqrt(2)))


def gelu_tanh(x):
    return 0.5 * x * (1 + np.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x ** 3)))


SMALL = [0.1, -0.9, 0.5, 1.0, -1.0, 1.5]
ANY = [0.1, -0.9, 2.5, 7.25, -3.0, 0.0]
POSITIVE = [0.1, 1.0, 2.5, 70.25, 1e-6, -1.0]
SPECIAL = [NAN, INF, -INF, -0.0, 0.0]

UNARY_FLOAT = {
    "acos": (np.arccos, SMALL), "acosh": (np.arccosh, POSITIVE), "asin": (np.arcsin, SMALL),
    "asinh": (np.arcsinh, ANY), "atan": (np.arctan, ANY), "atanh": (np.arctanh, SMALL), "cos": (np.cos, ANY),
    "cosh": (np.cosh, ANY), "erf": (erf, ANY), "exp": (np.exp, ANY), "log": (np.log, POSITIVE),
    "nn.gelu": (gelu, ANY), "nn.gelu_tanh": (gelu_tanh, ANY), "nn.selu": (selu, ANY),
    "nn.silu": (lambda x: x * sigmoid(x), ANY), "rsqrt": (lambda x: 1 / np.sqrt(x), POSITIVE),
    "sigmoid": (sigmoid, ANY + [100.0, -100.0]), "sin": (np.sin, ANY), "sinh": (np.sinh, ANY),
    "sqrt": (np.sqrt, POSITIVE), "tan": (np.tan, ANY), "tanh": (np.tanh, ANY),
}

HALVES = [0.5, 1.5, 2.5, -0.5, -1.5, 2.25, -2.75, 1e30, 0.49999997]
# On floats (exact in every dtype), on integers
UNARY_NUMBER = {
    "abs": (np.abs, abs), "ceil": (np.ceil, lambda x: x), "floor": (np.floor, lambda x: x),
    "negative": (np.negative, lambda x: -x), "round": (np.rint, lambda x: x),
    "nn.relu": (lambda x: np.where(x > 0, x, np.where(np.isnan(x), x, 0.0)), lambda x: max(x, 0)),
    "sign": (lambda x: np.where(x > 0, 1.0, np.where(x < 0, -1.0, np.where(np.isnan(x), x, 0.0))),
             lambda x: (x > 0) - (x < 0)),
    "square": (np.square, lambda x: x * x),
}

INTS = {
    "int8": [-128, -127, -7, -1, 0, 1, 7, 127], "int16": [-32768, -1, 3, 32767],
    "int32": [-2147483648, -5, 5, 2147483647], "int64": [-2 ** 63, -3, 0, 3, 2 ** 63 - 1],
    "uint8": [0, 1, 128, 255], "uint16": [0, 7, 65535], "uint32": [0, 9, 2 ** 32 - 1],
    "uint64": [0, 5, 2 ** 63, 2 ** 64 - 1],
}


def ident(name):
    return name.replace(".", "_")


def unary():
    for name, (f, values) in UNARY_FLOAT.items():
        out, text = File(ident(name)), "R.%s({0})" % name
        for dtype, tol in FLOATS.items():
            x = array(np.reshape(values, (2, -1)), dtype)
            out.case(dtype, text, [x], settled(f(wide(x)), dtype), tol)
        x = array(SPECIAL, "float32")
        out.case("NaN, infinities, zeros", text, [x], to(f(wide(x)), "float32"), 1e-6)
        if np.isfinite(f(np.float64(0))) or name in ("log", "rsqrt"):
            x = array([0.0, -0.0], "float64")
            out.case("the sign of zero", text, [x], to(f(wide(x)), "float64"))
        x = array(0.75 if name != "acosh" else 1.75, "float32")
        out.case("rank 0", text, [x], to(f(wide(x)), "float32"), 1e-6)
        x = array(np.zeros((0, 3)), "float32")
        out.case("no elements", text, [x], x)
        out.write()
    for name, (f, g) in UNARY_NUMBER.items():
        out, text = File(ident(name)), "R.%s({0})" % name
        for dtype in FLOATS:
            x = array(HALVES if dtype != "float16" else HALVES[:7], dtype)
            out.case(dtype, text, [x], to(f(wide(x)), dtype))
        x = array([SPECIAL], "float32")
        out.case("NaN, infinities, zeros", text, [x], to(f(wide(x)), "float32"))
        for dtype, values in INTS.items():
            x = array(values, dtype)
            out.case(dtype, text, [x], exactly(g, dtype, x))
        x = array(-2.0, "float64")
        out.case("rank 0", text, [x], to(f(wide(x)), "float64"))
        x = array(np.zeros((2, 0)), "int32")
        out.case("no elements", text, [x], x)
        out.write()
    for name, f in (("isfinite", np.isfinite), ("isinf", np.isinf), ("isnan", np.isnan)):
        out, text = File(name), "R.%s({0})" % name
        for dtype in FLOATS:
            x = array([[1.0, NAN, INF], [-INF, -0.0, 3e4]], dtype)
            out.case(dtype, text, [x], np.asarray(f(wide(x))))
        for dtype in INTS:
            x = array(INTS[dtype], dtype)
            out.case(dtype, text, [x], np.full(x.shape, name == "isfinite"))
        out.case("rank 0", text, [array(NAN, "float32")], np.array(f(NAN)))
        out.case("no elements", text, [array(np.zeros((2, 0)), "float32")], np.zeros((2, 0), bool))
        out.write()
    out = File("bitwise_not")
    for dtype, values in INTS.items():
        x = array(values, dtype)
        out.case(dtype, "R.bitwise_not({0})", [x], exactly(lambda v: ~v, dtype, x))
    for name, out in (("bitwise_not", out), ("logical_not", File("logical_not"))):
        text = "R.%s({0})" % name
        x = array([[True, False]], "bool")
        out.case("bool", text, [x], ~x)
        out.case("rank 0", text, [array(True, "bool")], np.array(False))
        x = array(np.zeros((2, 0)), "bool")
        out.case("no elements", text, [x], x)
        out.write()


def trunc_div(x, y):
    return 0 if y == 0 else abs(x) // abs(y) * (1 if (x < 0) == (y < 0) else -1)


def trunc_mod(x, y):
    return 0 if y == 0 else x - y * trunc_div(x, y)


def int_power(x, y):
    if y >= 0:
        return pow(x, y, 1 << 64) if abs(x) > 1 else x ** (y % 2 if x < 0 else min(y, 1))
    return 0 if x not in (1, -1) else x if y % 2 else 1


def shift_left(bits):
    return lambda x, y: x << y if 0 <= y < bits else 0


def shift_right(bits):
    return lambda x, y: x >> y if 0 <= y < bits else -1 if x < 0 else 0


def floor_divide(x, y):
    """Rounded down exactly where both are finite."""
    from fractions import Fraction

    def one(a, b):
        if not (math.isfinite(a) and math.isfinite(b)) or b == 0:
            return float(np.floor_divide(np.float64(a), np.float64(b)))
        q = Fraction(a) / Fraction(b)
        return math.copysign(0.0, a) * math.copysign(1.0, b) if 0 <= q < 1 else float(math.floor(q))

    return np.vectorize(one, otypes=[np.float64])(x, y)


NUMBERS = {  # on floats, on integers
    "add": (np.add, lambda x, y: x + y), "subtract": (np.subtract, lambda x, y: x - y),
    "multiply": (np.multiply, lambda x, y: x * y), "divide": (np.divide, trunc_div),
    "floor_divide": (floor_divide, lambda x, y: x // y if y else 0),
    "floor_mod": (np.mod, lambda x, y: x % y if y else 0), "mod": (np.fmod, trunc_mod),
    "maximum": (np.maximum, max), "minimum": (np.minimum, min), "power": (np.power, int_power),
}
TESTS = {
    "equal": (np.equal, lambda x, y: x == y), "not_equal": (np.not_equal, lambda x, y: x != y),
    "less": (np.less, lambda x, y: x < y), "less_equal": (np.less_equal, lambda x, y: x <= y),
    "greater": (np.greater, lambda x, y: x > y), "greater_equal": (np.greater_equal, lambda x, y: x >= y),
}
ON_BOOL = {
    "add": np.logical_or, "multiply": np.logical_and, "maximum": np.logical_or, "minimum": np.logical_and,
    "bitwise_and": np.logical_and, "bitwise_or": np.logical_or, "bitwise_xor": np.logical_xor,
    "logical_and": np.logical_and, "logical_or": np.logical_or, "logical_xor": np.logical_xor,
    "equal": np.equal, "not_equal": np.not_equal, "less": np.less, "less_equal": np.less_equal,
    "greater": np.greater, "greater_equal": np.greater_equal,
}
INT_PAIRS = {
    "int8": ([[-128], [-7], [7], [127]], [-128, -3, -1, 0, 1, 3, 127]),
    "int32": ([[-2147483648], [-7], [2147483647]], [-2147483648, -1, 0, 2, 5]),
    "int64": ([[-2 ** 63], [-9], [2 ** 63 - 1]], [-2 ** 63, -1, 0, 2, 2 ** 63 - 1]),
    "uint8": ([[0], [7], [255]], [0, 2, 7, 255]), "uint16": ([[7], [65535]], [0, 2, 300]),
    "uint32": ([[7], [2 ** 32 - 1]], [0, 2, 70000, 2 ** 32 - 1]),
    "uint64": ([[7], [2 ** 63], [2 ** 64 - 1]], [0, 2, 2 ** 63, 2 ** 64 - 1]),
}
FLOAT_PAIRS = ([[-7.5], [1.0], [3.0]], [2.0, -0.1, 0.3, 7.5])


def shapes(out, text, f, dtype, bools):
    """Rank 0 and zero extents."""
    scalar, row = array(3, dtype), array([[1, 2]], dtype)
    for title, x, y in (("rank 0", scalar, scalar), ("a scalar and a matrix", scalar, row)):
        r = f(x.astype(object), y.astype(object)) if not bools else f(x, y)
        out.case(title, text, [x, y], np.asarray(r, "bool" if bools else dtype))
    x, y = np.zeros((2, 0), dtype), array([[1], [2]], dtype)
    out.case("no elements", text, [x, y], np.zeros((2, 0), "bool" if bools else dtype))
    x, y = np.zeros((0, 1), dtype), array([[1, 2]], dtype)
    out.case("no rows", text, [x, y], np.zeros((0, 2), "bool" if bools else dtype))
    out.case("no rows of the second", text, [y, x], np.zeros((0, 2), "bool" if bools else dtype))


def binary():
    for name, (f, g) in list(NUMBERS.items()) + list(TESTS.items()):
        is_test = name in TESTS
        out, text = File(name), "R.%s({0}, {1})" % name
        for dtype, tol in FLOATS.items():
            x, y = (array(v, dtype) for v in FLOAT_PAIRS)
            r = f(wide(x), wide(y))
            if is_test:
                out.case(dtype, text, [x, y], np.asarray(r))
            else:
                r = settled(r, dtype) if name == "power" else to(r, dtype)
                out.case(dtype, text, [x, y], r, tol if name == "power" else None)
        x, y = array([[v] for v in SPECIAL + [1.5]], "float32"), array(SPECIAL + [-2.0], "float32")
        r = f(wide(x), wide(y))
        if name in ("maximum", "minimum"):  # NumPy does not order the zeros
            pick = np.logical_and if name == "maximum" else np.logical_or
            sign = pick(np.signbit(wide(x)), np.signbit(wide(y)))
            r = np.where(r == 0, np.where(sign, -0.0, 0.0), r)
        r = np.asarray(r) if is_test else to(r, "float32")
        out.case("NaN, infinities, zeros", text, [x, y], r)
        for dtype, pair in INT_PAIRS.items():
            x, y = (array(v, dtype) for v in pair)
            out.case(dtype, text, [x, y], exactly(g, "bool" if is_test else dtype, x, y))
        shapes(out, text, lambda x, y: exactly(g, "bool" if is_test else "int64", x, y), "int16", is_test)
        bools(out, name)
        out.write()
    for name in ("bitwise_and", "bitwise_or", "bitwise_xor", "left_shift", "right_shift"):
        out, text = File(name), "R.%s({0}, {1})" % name
        bits_of = {"bitwise_and": lambda x, y: x & y, "bitwise_or": lambda x, y: x | y, "bitwise_xor": lambda x, y: x ^ y}
        for dtype, pair in INT_PAIRS.items():
            bits = np.iinfo(dtype).bits
            f = bits_of.get(name) or (shift_left(bits) if name == "left_shift" else shift_right(bits))
            x, y = (array(v, dtype) for v in pair)
            out.case(dtype, text, [x, y], exactly(f, dtype, x, y))
            if "shift" in name:
                y = array([0, 1, bits - 1, bits, bits + 1], dtype)
                out.case("%s, by up to the bits and more" % dtype, text, [x, y], exactly(f, dtype, x, y))
        shapes(out, text, lambda x, y: exactly(f, "int64", x, y), "int16", False)
        bools(out, name)
        out.write()
    for name in ("logical_and", "logical_or", "logical_xor"):
        out, text = File(name), "R.%s({0}, {1})" % name
        bools(out, name)
        out.case("rank 0", text, [np.array(True), np.array(True)], np.array(ON_BOOL[name](True, True)))
        out.case("no elements", text, [np.zeros((0, 3), bool), np.array([True])], np.zeros((0, 3), bool))
        out.case("no elements of the second", text, [np.array([True]), np.zeros((0, 3), bool)], np.zeros((0, 3), bool))
        out.write()


def bools(out, name):
    if name in ON_BOOL:
        x, y = array([[False], [True]], "bool"), array([False, True], "bool")
        out.case("bool", "R.%s({0}, {1})" % name, [x, y], ON_BOOL[name](x, y))


def more():
    """What the tables above have no room for."""
    x, y = array([1.0, -1.0, 1.0, 5.0, -5.0], "float64"), array([0.1, 0.1, -0.1, 1e-3, 1e-3], "float64")
    for name, f in (("floor_divide", floor_divide), ("floor_mod", np.mod)):
        append(name, "quotients that round up to an integer", [x, y], to(f(x, y), "float64"))
    append("floor_mod", "multiples have a zero with y's sign", [array([4.0, -4.0], "float32"), array([[2.0], [-2.0]], "float32")],
           array([[0.0, 0.0], [-0.0, -0.0]], "float32"))
    append("power", "int64 to large powers", [array([[2], [-3], [10]], "int64"), array([3, 62, 63, 64], "int64")],
           exactly(int_power, "int64", array([[2], [-3], [10]], "int64"), array([3, 62, 63, 64], "int64")))
    append("power", "negative base", [array([-8.0, -8.0, -0.0, 0.0], "float64"), array([3.0, 1 / 3, -3.0, 0.0], "float64")],
           array([-512.0, NAN, -INF, 1.0], "float64"))


def append(name, title, operands, expected):
    out = File(name)
    with open(out.path) as f:
        out.parts = [f.read()]
    out.case(title, "R.%s({0}, {1})" % name, operands, expected)
    out.write()


if __name__ == "__main__":
    unary()
    binary()
    more()
