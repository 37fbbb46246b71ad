#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Types of 8 bits or less: tests/numbers/cast.test, bitcast.test and small.test.

Nothing but Python is needed. A float of a small type is here the list of all its values, made of fractions, and
rounding is a search in it: the nearest, of two as near the one whose code is even."""
import math
import os
import struct
from fractions import Fraction

HERE = os.path.dirname(os.path.abspath(__file__)) + "/../numbers/"
# name: exponent bits, mantissa bits, bias, largest code, what is too large, NaN
FORMATS = {
    "float8_e4m3fn": (4, 3, 7, 0x7E, 0x7F, 0x7F),
    "float8_e4m3fnuz": (4, 3, 8, 0x7F, 0x80, 0x80),
    "float8_e5m2": (5, 2, 15, 0x7B, 0x7C, 0x7E),
    "float8_e5m2fnuz": (5, 2, 16, 0x7F, 0x80, 0x80),
    "float8_e4m3": (4, 3, 7, 0x77, 0x78, 0x7C),
    "float8_e3m4": (3, 4, 3, 0x6F, 0x70, 0x78),
    "float8_e4m3b11fnuz": (4, 3, 11, 0x7F, 0x80, 0x80),
    "float4_e2m1fn": (2, 1, 1, 7, 7, 8),
}
E8M0 = "float8_e8m0fnu"
SMALL_INTS = {"int4": (4, True), "uint4": (4, False), "int2": (2, True), "uint2": (2, False)}
INF, NAN = math.inf, math.nan


def value(dtype, code):
    """Of a code without a sign."""
    _, m, bias, _, _, _ = FORMATS[dtype]
    exponent, fraction = code >> m, code & (1 << m) - 1
    if exponent:
        return Fraction((1 << m) + fraction) * Fraction(2) ** (exponent - bias - m)
    return Fraction(fraction) * Fraction(2) ** (1 - bias - m)


def cast(dtype, x, saturate=True, mode="up"):
    """The element that a float becomes, as a float."""
    if dtype == E8M0:
        if math.isnan(x) or x < 0:
            return NAN
        if x == 0 or math.isinf(x):
            return (2.0**-127 if x == 0 else 2.0**127) if saturate else NAN
        k = math.frexp(x)[1] - 1
        low = Fraction(2) ** k
        over = Fraction(x) - low
        k += over > 0 if mode == "up" else over >= low / 2 if mode == "nearest" else 0
        if not -127 <= k <= 127:
            return 2.0 ** max(-127, min(127, k)) if saturate else NAN
        return 2.0**k
    _, m, _, most, over, nan = FORMATS[dtype]
    if math.isnan(x):
        return -0.0 if nan == 8 else NAN
    a = abs(x)
    if math.isinf(a):
        code = most + 1
    else:
        codes = [(abs(Fraction(a) - value(dtype, c)), c & 1, c) for c in range(most + 2)]
        code = min(codes)[2]
        if Fraction(a) > 2 * value(dtype, most):
            code = most + 1
    if code > most:
        if not saturate and over != most:
            return math.copysign(INF, x) if most < over < nan else NAN
        code = most
    if code == 0 and nan == 0x80:
        return 0.0
    return math.copysign(float(value(dtype, code)), x)


def wrap(dtype, i):
    bits, signed = SMALL_INTS[dtype]
    i &= (1 << bits) - 1
    return i - (1 << bits) if signed and i >> bits - 1 else i


def text(x):
    if isinstance(x, (list, tuple)):
        return "[" + ", ".join(text(v) for v in x) + "]"
    if isinstance(x, bool):
        return str(x)
    if isinstance(x, float) and not math.isfinite(x):
        return 'float("%s")' % ("nan" if math.isnan(x) else "inf" if x > 0 else "-inf")
    return repr(x)


def const(x, dtype):
    return 'R.const(%s, "%s")' % (text(x), dtype)


class File:
    def __init__(self, name):
        self.path, self.out = HERE + name, ["test: run"]

    def case(self, title, expr, want, dtype):
        self.out += ["==== " + title, "@R.function", "def main():", "    y = " + expr, "    return y", "----", const(want, dtype)]

    def write(self):
        with open(self.path, "w", encoding="utf-8") as f:
            f.write("\n".join(self.out) + "\n")


def read(dtype, x):
    """x as that dtype has it."""
    if dtype == "float32":
        return struct.unpack("f", struct.pack("f", x))[0] if math.isfinite(x) and abs(x) < 3e38 else x
    if dtype == "float16":
        return struct.unpack("e", struct.pack("e", x))[0] if math.isfinite(x) and abs(x) < 65000 else x
    return x


FLOATS = [0.0, -0.0, 1.0, -1.5, 0.3, 0.015625, -0.0009765625, 0.0014, 2.5, -3.5, 5.0, 6.5, 17.0, 19.0, 247.0, -248.0, 463.0, 464.0, 465.0,
          1000.0, 61440.0, INF, -INF, NAN]


def casts():
    f = File("cast.test")
    for dtype in list(FORMATS) + [E8M0]:
        for source in ("float32", "float64", "float16"):
            xs = [read(source, x) for x in FLOATS]
            if source == "float64":
                xs += [464.00000000000006, 1.0625000000000002, 1.0624999999999998, 1e300, 2.0**-128, 1.5 * 2.0**-127, 1.5 * 2.0**127]
            for saturate in (True, False):
                want = [cast(dtype, x, saturate) for x in xs]
                f.case("%s to %s%s" % (source, dtype, "" if saturate else ", not saturated"),
                       'R.cast(%s, "%s", saturate=%s)' % (const(xs, source), dtype, saturate), want, dtype)
    for mode in ("up", "down", "nearest"):
        for saturate in (True, False):
            xs = [0.0, 1.0, 1.0000001192092896, 1.25, 1.5, 1.75, 2.0, 3.0, 2.0**-127, 2.0**-149, 1.25 * 2.0**-127, 1.5 * 2.0**-127,
                  0.75 * 2.0**-127, 1.5 * 2.0**-128, 1.0 * 2.0**127, 1.25 * 2.0**127, 1.5 * 2.0**127, -1.0, INF, NAN]
            f.case("float8_e8m0fnu, %s%s" % (mode, "" if saturate else ", not saturated"),
                   'R.cast(%s, "%s", saturate=%s, round_mode="%s")' % (const(xs, "float32"), E8M0, saturate, mode),
                   [cast(E8M0, x, saturate, mode) for x in xs], E8M0)
    for dtype, xs in (("bool", [True, False]), ("int8", [-128, -7, 0, 17, 127]), ("uint8", [0, 17, 255]), ("int16", [-32768, 464, 465, 32767]),
                      ("uint16", [0, 61439, 61440, 65535]), ("int32", [-61441, 0, 57344, 2147483647]), ("uint32", [0, 19, 4294967295]),
                      ("int64", [-9223372036854775808, -3, 9223372036854775807]), ("uint64", [0, 27, 9223372036854775807]),
                      ("bfloat16", [0.0, -0.3125, 19.0, 464.0, INF, NAN])):
        f.case("dtype %s for operand 0" % dtype, 'R.cast(%s, "float8_e5m2")' % const(xs, dtype),
               [cast("float8_e5m2", float(x)) for x in xs], "float8_e5m2")
    f.case("rank 0", 'R.cast(%s, "float4_e2m1fn")' % const(2.5, "float32"), 2.0, "float4_e2m1fn")
    f.case("no elements", 'R.cast(R.zeros(R.shape([0, 3]), "float32"), "float4_e2m1fn")', [], "float4_e2m1fn")
    f.out[-1] = 'R.zeros(R.shape([0, 3]), "float4_e2m1fn")'
    f.case("a dim that a last byte does not fill", 'R.cast(%s, "float4_e2m1fn")' % const([[1.2, 5.0, -9.0], [0.3, NAN, 0.25], [0.75, -0.1, 7.0]], "float32"),
           [[1.0, 4.0, -6.0], [0.5, -0.0, 0.0], [1.0, -0.0, 6.0]], "float4_e2m1fn")
    f.write()


def bits():
    f = File("bitcast.test")
    f.case("float32 to int32", 'R.bitcast(%s, "int32")' % const([1.0, -2.0, 0.0, -0.0, INF], "float32"), [1065353216, -1073741824, 0, -2147483648, 2139095040], "int32")
    f.case("int32 to float32", 'R.bitcast(%s, "float32")' % const([1065353216, -1073741824, 1], "int32"), [1.0, -2.0, 2.0**-149], "float32")
    f.case("uint32 to float32", 'R.bitcast(%s, "float32")' % const([1065353216, 3221225472], "uint32"), [1.0, -2.0], "float32")
    f.case("float64 to int64", 'R.bitcast(%s, "int64")' % const([1.0, -0.0], "float64"), [4607182418800017408, -9223372036854775808], "int64")
    f.case("int64 to float64", 'R.bitcast(%s, "float64")' % const([4607182418800017408], "int64"), [1.0], "float64")
    f.case("uint64 to int64", 'R.bitcast(%s, "int64")' % const([9223372036854775807, 5], "uint64"), [9223372036854775807, 5], "int64")
    f.case("float16 to uint16", 'R.bitcast(%s, "uint16")' % const([1.0, -2.0], "float16"), [0x3C00, 0xC000], "uint16")
    f.case("bfloat16 to int16", 'R.bitcast(%s, "int16")' % const([1.0, -2.0], "bfloat16"), [0x3F80, 0xC000 - 0x10000], "int16")
    f.case("int16 to bfloat16", 'R.bitcast(%s, "bfloat16")' % const([0x3F80], "int16"), [1.0], "bfloat16")
    f.case("uint16 to float16", 'R.bitcast(%s, "float16")' % const([0x3C00, 0xC000], "uint16"), [1.0, -2.0], "float16")
    f.case("bool to uint8", 'R.bitcast(%s, "uint8")' % const([True, False], "bool"), [1, 0], "uint8")
    f.case("uint8 to bool", 'R.bitcast(%s, "bool")' % const([1, 0, 1], "uint8"), [True, False, True], "bool")
    f.case("int8 to float8_e4m3fn", 'R.bitcast(%s, "float8_e4m3fn")' % const([0x38, -1, 0x7E, 1], "int8"), [1.0, NAN, 448.0, 2.0**-9], "float8_e4m3fn")
    f.case("float8_e5m2 to uint8", 'R.bitcast(%s, "uint8")' % const([1.0, -INF, 57344.0], "float8_e5m2"), [0x3C, 0xFC, 0x7B], "uint8")
    f.case("int4 to uint4", 'R.bitcast(%s, "uint4")' % const([-8, -1, 0, 7, 3], "int4"), [8, 15, 0, 7, 3], "uint4")
    f.case("float4_e2m1fn to int4", 'R.bitcast(%s, "int4")' % const([0.5, -0.0, -6.0], "float4_e2m1fn"), [1, -8, -1], "int4")
    f.case("uint2 to int2", 'R.bitcast(%s, "int2")' % const([0, 1, 2, 3, 3], "uint2"), [0, 1, -2, -1, -1], "int2")
    f.case("rank 0", 'R.bitcast(%s, "int32")' % const(1.0, "float32"), 1065353216, "int32")
    f.case("no elements", 'R.bitcast(R.zeros(R.shape([0, 3]), "float32"), "int32")', [], "int32")
    f.out[-1] = 'R.zeros(R.shape([0, 3]), "int32")'
    f.write()


def moves():
    """Of elements that share bytes, in shapes whose rows end within one."""
    f = File("small.test")
    every = {"float8_e4m3fn": [0.0, 448.0, -0.5, 2.0**-9, -0.0, 1.125], "float4_e2m1fn": [0.5, -6.0, 3.0, -0.0, 1.5, 4.0],
             "int4": [-8, 7, -1, 3, 0, -5], "uint2": [3, 0, 1, 2, 2, 1], "float8_e8m0fnu": [1.0, 2.0**-127, 2.0**127, 4.0, 0.5, 2.0]}
    for t, (a, b, c, d, e, g) in every.items():
        x, y = const([[a, b, c], [d, e, g]], t), const([[g], [a]], t)
        f.case("reshape " + t, "R.reshape(%s, R.shape([3, 2]))" % x, [[a, b], [c, d], [e, g]], t)
        f.case("expand_dims " + t, "R.expand_dims(%s, axis=[1])" % x, [[[a, b, c]], [[d, e, g]]], t)
        f.case("permute_dims " + t, "R.permute_dims(%s)" % x, [[a, d], [b, e], [c, g]], t)
        f.case("concat " + t, "R.concat((%s, %s), axis=1)" % (x, y), [[a, b, c, g], [d, e, g, a]], t)
        f.case("stack " + t, "R.stack((%s, %s), axis=1)" % (y, y), [[[g], [g]], [[a], [a]]], t)
        f.case("strided_slice " + t, "R.strided_slice(%s, axes=[1], begin=[1], end=[3])" % x, [[b, c], [e, g]], t)
        f.case("take " + t, 'R.take(%s, R.const([2, 0, 2], "int64"), axis=1)' % x, [[c, a, c], [g, d, g]], t)
        f.case("gather_elements " + t, 'R.gather_elements(%s, R.const([[2], [1]], "int64"), axis=1)' % x, [[c], [e]], t)
        f.case("gather_nd " + t, 'R.gather_nd(%s, R.const([[1, 2], [0, 1]], "int64"))' % x, [g, b], t)
        f.case("scatter_elements " + t, 'R.scatter_elements(%s, R.const([[2], [0]], "int64"), %s, axis=1)' % (x, y), [[a, b, g], [a, e, g]], t)
        f.case("tile " + t, "R.tile(%s, repeats=[1, 3])" % y, [[g, g, g], [a, a, a]], t)
        f.case("repeat " + t, "R.repeat(%s, repeats=2, axis=1)" % y, [[g, g], [a, a]], t)
        f.case("flip " + t, "R.flip(%s, axis=1)" % x, [[c, b, a], [g, e, d]], t)
        f.case("broadcast_to " + t, "R.broadcast_to(%s, R.shape([2, 3]))" % y, [[g, g, g], [a, a, a]], t)
        f.case("where " + t, 'R.where(R.const([[True, False, True]], "bool"), %s, %s)' % (x, y), [[a, g, c], [d, a, g]], t)
        one = 1.0 if "float" in t else 1
        f.case("nn.pad " + t, "R.nn.pad(%s, pad_width=[0, 0, 1, 0], pad_value=1.0)" % x, [[one, a, b, c], [one, d, e, g]], t)
        f.case("full " + t, 'R.full(R.shape([3]), R.const(1.0, "float32"), dtype="%s")' % t, [one] * 3, t)
        f.case("equal " + t, "R.equal(%s, %s)" % (x, x), [[True] * 3] * 2, "bool")
        f.case("less " + t, "R.less(%s, %s)" % (x, y), [[u < g for u in (a, b, c)], [u < a for u in (d, e, g)]], "bool")
        f.case("astype %s to float32" % t, 'R.astype(%s, "float32")' % x, [[float(v) for v in (a, b, c)], [float(v) for v in (d, e, g)]], "float32")
    f.case("equal of NaN", 'R.equal(%s, %s)' % (const([NAN, 0.0, 1.0], "float8_e4m3fn"), const([NAN, -0.0, 1.0], "float8_e4m3fn")), [False, True, True], "bool")
    for t, (n, signed) in SMALL_INTS.items():
        xs = [-9.5, -1.7, -0.2, 0.9, 3.2, 7.9, 8.0, 15.0, 16.5]
        f.case("float32 to " + t, 'R.astype(%s, "%s")' % (const(xs, "float32"), t), [wrap(t, int(x)) for x in xs], t)
        xs = [-129, -9, -1, 0, 5, 8, 300]
        f.case("int16 to " + t, 'R.astype(%s, "%s")' % (const(xs, "int16"), t), [wrap(t, x) for x in xs], t)
        f.case("bool to " + t, 'R.astype(%s, "%s")' % (const([True, False, True], "bool"), t), [wrap(t, 1), 0, wrap(t, 1)], t)
        low, high = (-(1 << n - 1), (1 << n - 1) - 1) if signed else (0, (1 << n) - 1)
        xs, zero = [-100.0, -2.5, -0.5, 0.5, 1.5, 2.6, 100.0], 1
        f.case("quantize to " + t, 'R.quantize(%s, %s, %s, out_dtype="%s")' % (const(xs, "float32"), const(1.0, "float32"), const(zero, t), t),
               [max(low, min(high, round(x) + zero)) for x in xs], t)
        qs = [low, high, 0, 1, low]
        f.case("dequantize " + t, "R.dequantize(%s, %s, %s)" % (const(qs, t), const(0.5, "float32"), const(zero, t)), [(q - zero) * 0.5 for q in qs], "float32")
        f.case("dequantize %s by scales" % t, "R.dequantize(%s, %s, %s, axis=0)" % (const([[low, high, 1]] * 3, t), const([1.0, 2.0, 4.0], "float32"), const([0, 1, 0], t)),
               [[float(low), float(high), 1.0], [2.0 * (low - 1), 2.0 * (high - 1), 0.0], [4.0 * low, 4.0 * high, 4.0]], "float32")
    f.write()


casts()
bits()
moves()
