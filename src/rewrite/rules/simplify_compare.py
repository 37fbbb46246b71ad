# SPDX-License-Identifier: Apache-2.0
"""Simplify, comparisons, logic and tests. NaN compares as IEEE says: not(x < y) is no x >= y in floats. Every rule
removes a call, or puts a fill or a simpler test in its place."""


@R.rewriter
class NotNot:
    """Inverted twice."""

    measure = ["logical_not"]

    @R.function
    def pattern(x: R.Tensor):
        return R.logical_not(R.logical_not(x))

    @R.function
    def replacement(x):
        return x


@R.rewriter
class BitwiseNotNot:
    """Every bit inverted twice."""

    measure = ["bitwise_not"]

    @R.function
    def pattern(x: R.Tensor):
        return R.bitwise_not(R.bitwise_not(x))

    @R.function
    def replacement(x):
        return x


@R.rewriter
class NotEqual:
    """x != y is defined so, of NaN too."""

    measure = ["logical_not"]

    @R.function
    def pattern(x: R.Tensor, y: R.Tensor):
        return R.logical_not(R.equal(x, y))

    @R.function
    def replacement(x, y):
        return R.not_equal(x, y)


@R.rewriter
class NotNotEqual:
    """x == y is false where x != y is true, of NaN too."""

    measure = ["logical_not"]

    @R.function
    def pattern(x: R.Tensor, y: R.Tensor):
        return R.logical_not(R.not_equal(x, y))

    @R.function
    def replacement(x, y):
        return R.equal(x, y)


@R.rewriter
class NotLessInt:
    """Of two numbers either this or that holds; with NaN neither does."""

    measure = ["logical_not"]

    @R.function
    def pattern(x: R.Tensor, y: R.Tensor):
        R.require(not R.is_float(x))
        return R.logical_not(R.less(x, y))

    @R.function
    def replacement(x, y):
        return R.greater_equal(x, y)


@R.rewriter
class NotLessEqualInt:
    """Of two numbers either this or that holds; with NaN neither does."""

    measure = ["logical_not"]

    @R.function
    def pattern(x: R.Tensor, y: R.Tensor):
        R.require(not R.is_float(x))
        return R.logical_not(R.less_equal(x, y))

    @R.function
    def replacement(x, y):
        return R.greater(x, y)


@R.rewriter
class NotGreaterInt:
    """Of two numbers either this or that holds; with NaN neither does."""

    measure = ["logical_not"]

    @R.function
    def pattern(x: R.Tensor, y: R.Tensor):
        R.require(not R.is_float(x))
        return R.logical_not(R.greater(x, y))

    @R.function
    def replacement(x, y):
        return R.less_equal(x, y)


@R.rewriter
class NotGreaterEqualInt:
    """Of two numbers either this or that holds; with NaN neither does."""

    measure = ["logical_not"]

    @R.function
    def pattern(x: R.Tensor, y: R.Tensor):
        R.require(not R.is_float(x))
        return R.logical_not(R.greater_equal(x, y))

    @R.function
    def replacement(x, y):
        return R.less(x, y)


@R.rewriter
class EqualSelfInt:
    """Everything but NaN equals itself."""

    measure = ["equal"]

    @R.function
    def pattern(x: R.Tensor):
        R.require(not R.is_float(x))
        return R.equal(x, x)

    @R.function
    def replacement(x):
        return R.ones_like(x, dtype="bool")


@R.rewriter
class NotEqualSelfInt:
    """Everything but NaN equals itself."""

    measure = ["not_equal"]

    @R.function
    def pattern(x: R.Tensor):
        R.require(not R.is_float(x))
        return R.not_equal(x, x)

    @R.function
    def replacement(x):
        return R.zeros_like(x, dtype="bool")


@R.rewriter
class NotEqualSelfFloat:
    """NaN alone differs from itself."""

    measure = ["not_equal"]

    @R.function
    def pattern(x: R.Tensor):
        R.require(R.is_float(x))
        return R.not_equal(x, x)

    @R.function
    def replacement(x):
        return R.isnan(x)


@R.rewriter
class LessSelf:
    """Nothing is less or greater than itself, NaN neither."""

    measure = ["less", "greater"]

    @R.function
    def pattern(x: R.Tensor):
        return R.either(R.less(x, x), R.greater(x, x))

    @R.function
    def replacement(x):
        return R.zeros_like(x, dtype="bool")


@R.rewriter
class LessEqualSelfInt:
    """Everything but NaN is at most and at least itself."""

    measure = ["less_equal", "greater_equal"]

    @R.function
    def pattern(x: R.Tensor):
        R.require(not R.is_float(x))
        return R.either(R.less_equal(x, x), R.greater_equal(x, x))

    @R.function
    def replacement(x):
        return R.ones_like(x, dtype="bool")


@R.rewriter
class EqualNegated:
    """Negating is one to one, in wrapping integers too."""

    measure = ["bindings"]

    @R.function
    def pattern(x: R.Tensor, y: R.Tensor):
        return R.equal(R.negative(x), R.negative(y))

    @R.function
    def replacement(x, y):
        return R.equal(x, y)


@R.rewriter
class NotEqualNegated:
    """Negating is one to one, in wrapping integers too."""

    measure = ["bindings"]

    @R.function
    def pattern(x: R.Tensor, y: R.Tensor):
        return R.not_equal(R.negative(x), R.negative(y))

    @R.function
    def replacement(x, y):
        return R.not_equal(x, y)


@R.rewriter
class LessNegatedFloat:
    """Negating reverses the order; the least integer keeps its sign."""

    measure = ["less"]

    @R.function
    def pattern(x: R.Tensor, y: R.Tensor):
        R.require(R.is_float(x))
        return R.less(R.negative(x), R.negative(y))

    @R.function
    def replacement(x, y):
        return R.greater(x, y)


@R.rewriter
class LessEqualNegatedFloat:
    """Negating reverses the order; the least integer keeps its sign."""

    measure = ["less_equal"]

    @R.function
    def pattern(x: R.Tensor, y: R.Tensor):
        R.require(R.is_float(x))
        return R.less_equal(R.negative(x), R.negative(y))

    @R.function
    def replacement(x, y):
        return R.greater_equal(x, y)


@R.rewriter
class GreaterNegatedFloat:
    """Negating reverses the order; the least integer keeps its sign."""

    measure = ["greater"]

    @R.function
    def pattern(x: R.Tensor, y: R.Tensor):
        R.require(R.is_float(x))
        return R.greater(R.negative(x), R.negative(y))

    @R.function
    def replacement(x, y):
        return R.less(x, y)


@R.rewriter
class GreaterEqualNegatedFloat:
    """Negating reverses the order; the least integer keeps its sign."""

    measure = ["greater_equal"]

    @R.function
    def pattern(x: R.Tensor, y: R.Tensor):
        R.require(R.is_float(x))
        return R.greater_equal(R.negative(x), R.negative(y))

    @R.function
    def replacement(x, y):
        return R.less_equal(x, y)


@R.rewriter
class AndSelf:
    """x and x is x."""

    measure = ["logical_and", "bitwise_and", "logical_or", "bitwise_or"]

    @R.function
    def pattern(x: R.Tensor):
        return R.either(R.logical_and(x, x), R.bitwise_and(x, x), R.logical_or(x, x), R.bitwise_or(x, x))

    @R.function
    def replacement(x):
        return x


@R.rewriter
class XorSelf:
    """x differs from itself nowhere."""

    measure = ["logical_xor", "bitwise_xor"]

    @R.function
    def pattern(x: R.Tensor):
        return R.either(R.logical_xor(x, x), R.bitwise_xor(x, x))

    @R.function
    def replacement(x):
        return R.zeros_like(x)


@R.rewriter
class AndTrue:
    """True leaves it to x."""

    measure = ["logical_and"]

    @R.function
    def pattern(x: R.Tensor):
        c = True
        R.require(R.broadcasts(c, x))
        return R.logical_and(x, c)

    @R.function
    def replacement(x):
        return x


@R.rewriter
class AndFalse:
    """False decides."""

    measure = ["logical_and"]

    @R.function
    def pattern(x: R.Tensor):
        c = False
        R.require(R.broadcasts(c, x))
        return R.logical_and(x, c)

    @R.function
    def replacement(x):
        return R.zeros_like(x)


@R.rewriter
class OrFalse:
    """False leaves it to x."""

    measure = ["logical_or"]

    @R.function
    def pattern(x: R.Tensor):
        c = False
        R.require(R.broadcasts(c, x))
        return R.logical_or(x, c)

    @R.function
    def replacement(x):
        return x


@R.rewriter
class OrTrue:
    """True decides."""

    measure = ["logical_or"]

    @R.function
    def pattern(x: R.Tensor):
        c = True
        R.require(R.broadcasts(c, x))
        return R.logical_or(x, c)

    @R.function
    def replacement(x):
        return R.ones_like(x)


@R.rewriter
class XorFalse:
    """x differs from False where it is True."""

    measure = ["logical_xor"]

    @R.function
    def pattern(x: R.Tensor):
        c = False
        R.require(R.broadcasts(c, x))
        return R.logical_xor(x, c)

    @R.function
    def replacement(x):
        return x


@R.rewriter
class XorTrue:
    """x differs from True where it is False."""

    measure = ["logical_xor"]

    @R.function
    def pattern(x: R.Tensor):
        c = True
        R.require(R.broadcasts(c, x))
        return R.logical_xor(x, c)

    @R.function
    def replacement(x):
        return R.logical_not(x)


@R.rewriter
class BitwiseAndZero:
    """No bit is in 0."""

    measure = ["bitwise_and"]

    @R.function
    def pattern(x: R.Tensor):
        c = 0
        R.require(R.broadcasts(c, x))
        return R.bitwise_and(x, c)

    @R.function
    def replacement(x):
        return R.zeros_like(x)


@R.rewriter
class BitwiseOrZero:
    """No bit is in 0."""

    measure = ["bitwise_or"]

    @R.function
    def pattern(x: R.Tensor):
        c = 0
        R.require(R.broadcasts(c, x))
        return R.bitwise_or(x, c)

    @R.function
    def replacement(x):
        return x


@R.rewriter
class BitwiseXorZero:
    """No bit is in 0."""

    measure = ["bitwise_xor"]

    @R.function
    def pattern(x: R.Tensor):
        c = 0
        R.require(R.broadcasts(c, x))
        return R.bitwise_xor(x, c)

    @R.function
    def replacement(x):
        return x


@R.rewriter
class AndNotNot:
    """De Morgan: neither x nor y."""

    measure = ["logical_not"]

    @R.function
    def pattern(x: R.Tensor, y: R.Tensor):
        return R.logical_and(R.logical_not(x), R.logical_not(y))

    @R.function
    def replacement(x, y):
        return R.logical_not(R.logical_or(x, y))


@R.rewriter
class OrNotNot:
    """De Morgan: not both x and y."""

    measure = ["logical_not"]

    @R.function
    def pattern(x: R.Tensor, y: R.Tensor):
        return R.logical_or(R.logical_not(x), R.logical_not(y))

    @R.function
    def replacement(x, y):
        return R.logical_not(R.logical_and(x, y))


@R.rewriter
class IsnanInt:
    """An integer is no NaN and not infinite."""

    measure = ["isnan", "isinf"]

    @R.function
    def pattern(x: R.Tensor):
        R.require(R.is_int(x))
        return R.either(R.isnan(x), R.isinf(x))

    @R.function
    def replacement(x):
        return R.zeros_like(x, dtype="bool")


@R.rewriter
class IsfiniteInt:
    """An integer is finite."""

    measure = ["isfinite"]

    @R.function
    def pattern(x: R.Tensor):
        R.require(R.is_int(x))
        return R.isfinite(x)

    @R.function
    def replacement(x):
        return R.ones_like(x, dtype="bool")


@R.rewriter
class IsnanOfSign:
    """The sign does not matter."""

    measure = ["bindings"]

    @R.function
    def pattern(x: R.Tensor):
        return R.isnan(R.either(R.negative(x), R.abs(x)))

    @R.function
    def replacement(x):
        return R.isnan(x)


@R.rewriter
class IsinfOfSign:
    """The sign does not matter."""

    measure = ["bindings"]

    @R.function
    def pattern(x: R.Tensor):
        return R.isinf(R.either(R.negative(x), R.abs(x)))

    @R.function
    def replacement(x):
        return R.isinf(x)


@R.rewriter
class IsfiniteOfSign:
    """The sign does not matter."""

    measure = ["bindings"]

    @R.function
    def pattern(x: R.Tensor):
        return R.isfinite(R.either(R.negative(x), R.abs(x)))

    @R.function
    def replacement(x):
        return R.isfinite(x)
