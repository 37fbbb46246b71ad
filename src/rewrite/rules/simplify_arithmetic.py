# SPDX-License-Identifier: Apache-2.0
"""Simplify, arithmetic. Exact in IEEE terms and in wrapping integers: NaN, infinities and the sign of zero stay as they
are, so what would need "x is finite" is not here. A number is a constant all of whose elements are that number, bit by
bit: 0 is no -0.0. Every rule removes a call or puts a simpler one (a negative, a square, a fill) in its place."""


@R.rewriter
class AddNegativeZero:
    """x + -0.0 is x for every float: of 0.0 and of -0.0 too, which x + 0.0 is not."""

    measure = ["add"]

    @R.function
    def pattern(x: R.Tensor):
        c = -0.0
        R.require(R.broadcasts(c, x))
        return R.add(x, c)

    @R.function
    def replacement(x):
        return x


@R.rewriter
class AddZeroInt:
    """x + 0 is x in integers, and x or False in bools; in floats -0.0 + 0.0 is 0.0."""

    measure = ["add"]

    @R.function
    def pattern(x: R.Tensor):
        c = 0
        R.require(not R.is_float(x), R.broadcasts(c, x))
        return R.add(x, c)

    @R.function
    def replacement(x):
        return x


@R.rewriter
class SubtractZero:
    """x - 0 is x, of -0.0 too: -0.0 - 0.0 is -0.0."""

    measure = ["subtract"]

    @R.function
    def pattern(x: R.Tensor):
        c = 0
        R.require(R.broadcasts(c, x))
        return R.subtract(x, c)

    @R.function
    def replacement(x):
        return x


@R.rewriter
class SubtractFromNegativeZero:
    """-0.0 - x is -x, of both zeros too."""

    measure = ["subtract"]

    @R.function
    def pattern(x: R.Tensor):
        c = -0.0
        R.require(R.broadcasts(c, x))
        return R.subtract(c, x)

    @R.function
    def replacement(x):
        return R.negative(x)


@R.rewriter
class SubtractFromZeroInt:
    """0 - x is what negative means in integers; in floats 0.0 - 0.0 is 0.0."""

    measure = ["subtract"]

    @R.function
    def pattern(x: R.Tensor):
        c = 0
        R.require(R.is_int(x), R.broadcasts(c, x))
        return R.subtract(c, x)

    @R.function
    def replacement(x):
        return R.negative(x)


@R.rewriter
class MultiplyByOne:
    """x * 1 is x; x and True in bools."""

    measure = ["multiply"]

    @R.function
    def pattern(x: R.Tensor):
        c = 1
        R.require(R.broadcasts(c, x))
        return R.multiply(x, c)

    @R.function
    def replacement(x):
        return x


@R.rewriter
class MultiplyByMinusOne:
    """x * -1 is -x, in wrapping integers too."""

    measure = ["multiply"]

    @R.function
    def pattern(x: R.Tensor):
        c = -1
        R.require(R.broadcasts(c, x))
        return R.multiply(x, c)

    @R.function
    def replacement(x):
        return R.negative(x)


@R.rewriter
class MultiplyByZeroInt:
    """x * 0 is 0 where there is no NaN, infinity or -0.0; x and False in bools."""

    measure = ["multiply"]

    @R.function
    def pattern(x: R.Tensor):
        c = 0
        R.require(not R.is_float(x), R.broadcasts(c, x))
        return R.multiply(x, c)

    @R.function
    def replacement(x):
        return R.zeros_like(x)


@R.rewriter
class DivideByOne:
    """x / 1 is x."""

    measure = ["divide"]

    @R.function
    def pattern(x: R.Tensor):
        c = 1
        R.require(R.broadcasts(c, x))
        return R.divide(x, c)

    @R.function
    def replacement(x):
        return x


@R.rewriter
class DivideByMinusOne:
    """x / -1 is -x, in wrapping integers too."""

    measure = ["divide"]

    @R.function
    def pattern(x: R.Tensor):
        c = -1
        R.require(R.broadcasts(c, x))
        return R.divide(x, c)

    @R.function
    def replacement(x):
        return R.negative(x)


@R.rewriter
class FloorDivideByOneInt:
    """x // 1 is x in integers; in floats it is floor(x)."""

    measure = ["floor_divide"]

    @R.function
    def pattern(x: R.Tensor):
        c = 1
        R.require(R.is_int(x), R.broadcasts(c, x))
        return R.floor_divide(x, c)

    @R.function
    def replacement(x):
        return x


@R.rewriter
class FloorModByOneInt:
    """Nothing is left of an integer divided by 1."""

    measure = ["floor_mod"]

    @R.function
    def pattern(x: R.Tensor):
        c = 1
        R.require(R.is_int(x), R.broadcasts(c, x))
        return R.floor_mod(x, c)

    @R.function
    def replacement(x):
        return R.zeros_like(x)


@R.rewriter
class ModByOneInt:
    """Nothing is left of an integer divided by 1."""

    measure = ["mod"]

    @R.function
    def pattern(x: R.Tensor):
        c = 1
        R.require(R.is_int(x), R.broadcasts(c, x))
        return R.mod(x, c)

    @R.function
    def replacement(x):
        return R.zeros_like(x)


@R.rewriter
class PowerOfOne:
    """x to the power 1 is x, of NaN too."""

    measure = ["power"]

    @R.function
    def pattern(x: R.Tensor):
        c = 1
        R.require(R.broadcasts(c, x))
        return R.power(x, c)

    @R.function
    def replacement(x):
        return x


@R.rewriter
class PowerOfZero:
    """x to the power 0 is 1, of NaN and 0 too."""

    measure = ["power"]

    @R.function
    def pattern(x: R.Tensor):
        c = 0
        R.require(R.broadcasts(c, x))
        return R.power(x, c)

    @R.function
    def replacement(x):
        return R.ones_like(x)


@R.rewriter
class PowerOfTwoInt:
    """x * x in wrapping integers; a pow of floats may round otherwise."""

    measure = ["power"]

    @R.function
    def pattern(x: R.Tensor):
        c = 2
        R.require(R.is_int(x), R.broadcasts(c, x))
        return R.power(x, c)

    @R.function
    def replacement(x):
        return R.square(x)


@R.rewriter
class ShiftByZero:
    """No bit moves."""

    measure = ["left_shift"]

    @R.function
    def pattern(x: R.Tensor):
        c = 0
        R.require(R.broadcasts(c, x))
        return R.left_shift(x, c)

    @R.function
    def replacement(x):
        return x


@R.rewriter
class RightShiftByZero:
    """No bit moves."""

    measure = ["right_shift"]

    @R.function
    def pattern(x: R.Tensor):
        c = 0
        R.require(R.broadcasts(c, x))
        return R.right_shift(x, c)

    @R.function
    def replacement(x):
        return x


@R.rewriter
class SubtractSelfInt:
    """x - x is 0 where there is no NaN or infinity."""

    measure = ["subtract"]

    @R.function
    def pattern(x: R.Tensor):
        R.require(R.is_int(x))
        return R.subtract(x, x)

    @R.function
    def replacement(x):
        return R.zeros_like(x)


@R.rewriter
class NegateNegate:
    """The sign turned twice; wrapping integers too."""

    measure = ["negative"]

    @R.function
    def pattern(x: R.Tensor):
        return R.negative(R.negative(x))

    @R.function
    def replacement(x):
        return x


@R.rewriter
class AddNegated:
    """A difference is defined as this sum; wrapping integers too."""

    measure = ["add"]

    @R.function
    def pattern(x: R.Tensor, y: R.Tensor):
        return R.add(x, R.negative(y))

    @R.function
    def replacement(x, y):
        return R.subtract(x, y)


@R.rewriter
class SubtractNegated:
    """x - -y is x + y; wrapping integers too."""

    measure = ["subtract"]

    @R.function
    def pattern(x: R.Tensor, y: R.Tensor):
        return R.subtract(x, R.negative(y))

    @R.function
    def replacement(x, y):
        return R.add(x, y)


@R.rewriter
class NegateSubtractInt:
    """-(x - y) is y - x in wrapping integers; in floats x - x is 0.0 either way round."""

    measure = ["negative"]

    @R.function
    def pattern(x: R.Tensor, y: R.Tensor):
        R.require(R.is_int(x))
        return R.negative(R.subtract(x, y))

    @R.function
    def replacement(x, y):
        return R.subtract(y, x)


@R.rewriter
class MultiplyNegated:
    """The signs cancel; wrapping integers too."""

    measure = ["bindings"]

    @R.function
    def pattern(x: R.Tensor, y: R.Tensor):
        return R.multiply(R.negative(x), R.negative(y))

    @R.function
    def replacement(x, y):
        return R.multiply(x, y)


@R.rewriter
class DivideNegatedFloat:
    """The signs cancel; of integers the least one does not change its sign."""

    measure = ["bindings"]

    @R.function
    def pattern(x: R.Tensor, y: R.Tensor):
        R.require(R.is_float(x))
        return R.divide(R.negative(x), R.negative(y))

    @R.function
    def replacement(x, y):
        return R.divide(x, y)


@R.rewriter
class SquareNegated:
    """The signs cancel; wrapping integers too."""

    measure = ["bindings"]

    @R.function
    def pattern(x: R.Tensor):
        return R.square(R.negative(x))

    @R.function
    def replacement(x):
        return R.square(x)


@R.rewriter
class SquareAbs:
    """The sign is lost anyway; the least integer is its own absolute value."""

    measure = ["bindings"]

    @R.function
    def pattern(x: R.Tensor):
        return R.square(R.abs(x))

    @R.function
    def replacement(x):
        return R.square(x)


@R.rewriter
class AbsAbs:
    """An absolute value is one already; the least integer stays."""

    measure = ["bindings"]

    @R.function
    def pattern(x: R.Tensor):
        a = R.abs(x)
        return R.abs(a)

    @R.function
    def replacement(x):
        return R.abs(x)


@R.rewriter
class AbsNegated:
    """The sign is lost anyway, of the least integer too; unsigned integers wrap, so they are not meant."""

    measure = ["bindings"]

    @R.function
    def pattern(x: R.Tensor):
        R.require(R.is_signed(x))
        return R.abs(R.negative(x))

    @R.function
    def replacement(x):
        return R.abs(x)


@R.rewriter
class AbsRelu:
    """What relu gives is not negative."""

    measure = ["abs"]

    @R.function
    def pattern(x: R.Tensor):
        r = R.nn.relu(x)
        return R.abs(r)

    @R.function
    def replacement(x):
        return R.nn.relu(x)


@R.rewriter
class ReluRelu:
    """What relu gives is not negative."""

    measure = ["bindings"]

    @R.function
    def pattern(x: R.Tensor):
        return R.nn.relu(R.nn.relu(x))

    @R.function
    def replacement(x):
        return R.nn.relu(x)


@R.rewriter
class ReluAbsFloat:
    """An absolute value is 0.0 or more, or NaN; of the least integer it is negative."""

    measure = ["nn.relu"]

    @R.function
    def pattern(x: R.Tensor):
        R.require(R.is_float(x))
        return R.nn.relu(R.abs(x))

    @R.function
    def replacement(x):
        return R.abs(x)


@R.rewriter
class SignSign:
    """The sign of -1, 0, 1 and NaN is itself."""

    measure = ["bindings"]

    @R.function
    def pattern(x: R.Tensor):
        return R.sign(R.sign(x))

    @R.function
    def replacement(x):
        return R.sign(x)


@R.rewriter
class RoundInt:
    """Integers stay."""

    measure = ["floor", "ceil", "round"]

    @R.function
    def pattern(x: R.Tensor):
        R.require(R.is_int(x))
        return R.either(R.floor(x), R.ceil(x), R.round(x))

    @R.function
    def replacement(x):
        return x


@R.rewriter
class RoundRounded:
    """What was rounded is whole, or NaN or infinite: it stays."""

    measure = ["floor", "ceil", "round"]

    @R.function
    def pattern(x: R.Tensor):
        y = R.either(R.floor(x), R.ceil(x), R.round(x))
        return R.either(R.floor(y), R.ceil(y), R.round(y))

    @R.function
    def replacement():
        return y


@R.rewriter
class AddSubtractInt:
    """(x + y) - y is x in wrapping integers."""

    measure = ["subtract"]

    @R.function
    def pattern(x: R.Tensor, y: R.Tensor):
        R.require(R.is_int(x), R.broadcasts(y, x))
        return R.subtract(R.add(x, y), y)

    @R.function
    def replacement(x):
        return x


@R.rewriter
class SubtractAddInt:
    """(x - y) + y is x in wrapping integers."""

    measure = ["add"]

    @R.function
    def pattern(x: R.Tensor, y: R.Tensor):
        R.require(R.is_int(x), R.broadcasts(y, x))
        return R.add(R.subtract(x, y), y)

    @R.function
    def replacement(x):
        return x
