# SPDX-License-Identifier: Apache-2.0
"""Simplify, arithmetic. Exact in IEEE terms and in wrapping integers: NaN, infinities and the sign of zero stay as they
are, so what would need "x is finite" is not here. A number is a constant all of whose elements are that number, bit by
bit: 0 is no -0.0. Every rule removes a call or puts a simpler one (a negative, a square, a fill) in its place."""


for name, why, op, number, after in [
    ("AddNegativeZero", "x + -0.0 is x for every float: of 0.0 and of -0.0 too, which x + 0.0 is not.",
     R.add, -0.0, x),
    ("SubtractZero", "x - 0 is x, of -0.0 too: -0.0 - 0.0 is -0.0.", R.subtract, 0, x),
    ("MultiplyByOne", "x * 1 is x; x and True in bools.", R.multiply, 1, x),
    ("MultiplyByMinusOne", "x * -1 is -x, in wrapping integers too.", R.multiply, -1, R.negative(x)),
    ("DivideByOne", "x / 1 is x.", R.divide, 1, x),
    ("DivideByMinusOne", "x / -1 is -x, in wrapping integers too.", R.divide, -1, R.negative(x)),
    ("PowerOfOne", "x to the power 1 is x, of NaN too.", R.power, 1, x),
    ("PowerOfZero", "x to the power 0 is 1, of NaN and 0 too.", R.power, 0, R.ones_like(x)),
    ("ShiftByZero", "No bit moves.", R.left_shift, 0, x),
    ("RightShiftByZero", "No bit moves.", R.right_shift, 0, x),
]:
    @R.rewriter(name)
    class WithNumber:
        __doc__ = why
        measure = [op]

        def pattern(x: R.Tensor):
            c = number
            R.require(R.broadcasts(c, x))
            return op(x, c)

        replacement = after


for name, why, op, number, whole, after in [
    ("AddZeroInt", "x + 0 is x in integers, and x or False in bools; in floats -0.0 + 0.0 is 0.0.",
     R.add, 0, not R.is_float(x), x),
    ("MultiplyByZeroInt", "x * 0 is 0 where there is no NaN, infinity or -0.0; x and False in bools.",
     R.multiply, 0, not R.is_float(x), R.zeros_like(x)),
    ("FloorDivideByOneInt", "x // 1 is x in integers; in floats it is floor(x).",
     R.floor_divide, 1, R.is_int(x), x),
    ("FloorModByOneInt", "Nothing is left of an integer divided by 1.",
     R.floor_mod, 1, R.is_int(x), R.zeros_like(x)),
    ("ModByOneInt", "Nothing is left of an integer divided by 1.", R.mod, 1, R.is_int(x), R.zeros_like(x)),
    ("PowerOfTwoInt", "x * x in wrapping integers; a pow of floats may round otherwise.",
     R.power, 2, R.is_int(x), R.square(x)),
]:
    @R.rewriter(name)
    class WithNumberInt:
        __doc__ = why
        measure = [op]

        def pattern(x: R.Tensor):
            c = number
            R.require(whole, R.broadcasts(c, x))
            return op(x, c)

        replacement = after


@R.rewriter
class SubtractFromNegativeZero:
    """-0.0 - x is -x, of both zeros too."""

    measure = ["subtract"]

    def pattern(x: R.Tensor):
        c = -0.0
        R.require(R.broadcasts(c, x))
        return R.subtract(c, x)

    replacement = R.negative(x)


@R.rewriter
class SubtractFromZeroInt:
    """0 - x is what negative means in integers; in floats 0.0 - 0.0 is 0.0."""

    measure = ["subtract"]

    def pattern(x: R.Tensor):
        c = 0
        R.require(R.is_int(x), R.broadcasts(c, x))
        return R.subtract(c, x)

    replacement = R.negative(x)


@R.rewriter
class SubtractSelfInt:
    """x - x is 0 where there is no NaN or infinity."""

    measure = ["subtract"]

    def pattern(x: R.Tensor):
        R.require(R.is_int(x))
        return R.subtract(x, x)

    replacement = R.zeros_like(x)


for name, why, lowered, outer, inner, after in [
    ("NegateNegate", "The sign turned twice; wrapping integers too.", R.negative, R.negative, R.negative, x),
    ("SquareNegated", "The signs cancel; wrapping integers too.", "bindings", R.square, R.negative, R.square(x)),
    ("SquareAbs", "The sign is lost anyway; the least integer is its own absolute value.",
     "bindings", R.square, R.abs, R.square(x)),
    ("ReluRelu", "What relu gives is not negative.", "bindings", R.nn.relu, R.nn.relu, R.nn.relu(x)),
    ("SignSign", "The sign of -1, 0, 1 and NaN is itself.", "bindings", R.sign, R.sign, R.sign(x)),
]:
    @R.rewriter(name)
    class OneOfTwo:
        __doc__ = why
        measure = [lowered]

        def pattern(x: R.Tensor):
            return outer(inner(x))

        replacement = after


@R.rewriter
class AddNegated:
    """A difference is defined as this sum; wrapping integers too."""

    measure = ["add"]

    def pattern(x: R.Tensor, y: R.Tensor):
        return R.add(x, R.negative(y))

    replacement = R.subtract(x, y)


@R.rewriter
class SubtractNegated:
    """x - -y is x + y; wrapping integers too."""

    measure = ["subtract"]

    def pattern(x: R.Tensor, y: R.Tensor):
        return R.subtract(x, R.negative(y))

    replacement = R.add(x, y)


@R.rewriter
class NegateSubtractInt:
    """-(x - y) is y - x in wrapping integers; in floats x - x is 0.0 either way round."""

    measure = ["negative"]

    def pattern(x: R.Tensor, y: R.Tensor):
        R.require(R.is_int(x))
        return R.negative(R.subtract(x, y))

    replacement = R.subtract(y, x)


@R.rewriter
class MultiplyNegated:
    """The signs cancel; wrapping integers too."""

    measure = ["bindings"]

    def pattern(x: R.Tensor, y: R.Tensor):
        return R.multiply(R.negative(x), R.negative(y))

    replacement = R.multiply(x, y)


@R.rewriter
class DivideNegatedFloat:
    """The signs cancel; of integers the least one does not change its sign."""

    measure = ["bindings"]

    def pattern(x: R.Tensor, y: R.Tensor):
        R.require(R.is_float(x))
        return R.divide(R.negative(x), R.negative(y))

    replacement = R.divide(x, y)


@R.rewriter
class AbsAbs:
    """An absolute value is one already; the least integer stays."""

    measure = ["bindings"]

    def pattern(x: R.Tensor):
        a = R.abs(x)
        return R.abs(a)

    replacement = R.abs(x)


@R.rewriter
class AbsNegated:
    """The sign is lost anyway, of the least integer too; unsigned integers wrap, so they are not meant."""

    measure = ["bindings"]

    def pattern(x: R.Tensor):
        R.require(R.is_signed(x))
        return R.abs(R.negative(x))

    replacement = R.abs(x)


@R.rewriter
class AbsRelu:
    """What relu gives is not negative."""

    measure = ["abs"]

    def pattern(x: R.Tensor):
        r = R.nn.relu(x)
        return R.abs(r)

    replacement = R.nn.relu(x)


@R.rewriter
class ReluAbsFloat:
    """An absolute value is 0.0 or more, or NaN; of the least integer it is negative."""

    measure = ["nn.relu"]

    def pattern(x: R.Tensor):
        R.require(R.is_float(x))
        return R.nn.relu(R.abs(x))

    replacement = R.abs(x)


@R.rewriter
class RoundInt:
    """Integers stay."""

    measure = ["floor", "ceil", "round"]

    def pattern(x: R.Tensor):
        R.require(R.is_int(x))
        return R.either(R.floor(x), R.ceil(x), R.round(x))

    replacement = x


@R.rewriter
class RoundRounded:
    """What was rounded is whole, or NaN or infinite: it stays."""

    measure = ["floor", "ceil", "round"]

    def pattern(x: R.Tensor):
        y = R.either(R.floor(x), R.ceil(x), R.round(x))
        return R.either(R.floor(y), R.ceil(y), R.round(y))

    replacement = y


for name, why, back, there in [
    ("AddSubtractInt", "(x + y) - y is x in wrapping integers.", R.subtract, R.add),
    ("SubtractAddInt", "(x - y) + y is x in wrapping integers.", R.add, R.subtract),
]:
    @R.rewriter(name)
    class ThereAndBackInt:
        __doc__ = why
        measure = [back]

        def pattern(x: R.Tensor, y: R.Tensor):
            R.require(R.is_int(x), R.broadcasts(y, x))
            return back(there(x, y), y)

        replacement = x
