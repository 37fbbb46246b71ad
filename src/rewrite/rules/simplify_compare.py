# SPDX-License-Identifier: Apache-2.0
"""Simplify, comparisons, logic and tests. NaN compares as IEEE says: not(x < y) is no x >= y in floats. Every rule
removes a call, or puts a fill or a simpler test in its place."""


@R.rewriter
class NotNot:
    """Inverted twice."""

    measure = ["logical_not"]

    def pattern(x: R.Tensor):
        return R.logical_not(R.logical_not(x))

    replacement = x


@R.rewriter
class BitwiseNotNot:
    """Every bit inverted twice."""

    measure = ["bitwise_not"]

    def pattern(x: R.Tensor):
        return R.bitwise_not(R.bitwise_not(x))

    replacement = x


for name, why, compare, opposite in [
    ("NotEqual", "x != y is defined so, of NaN too.", R.equal, R.not_equal),
    ("NotNotEqual", "x == y is false where x != y is true, of NaN too.", R.not_equal, R.equal),
]:
    @R.rewriter(name)
    class NotEquality:
        __doc__ = why
        measure = ["logical_not"]

        def pattern(x: R.Tensor, y: R.Tensor):
            return R.logical_not(compare(x, y))

        replacement = opposite(x, y)


for name, compare, opposite in [
    ("NotLessInt", R.less, R.greater_equal),
    ("NotLessEqualInt", R.less_equal, R.greater),
    ("NotGreaterInt", R.greater, R.less_equal),
    ("NotGreaterEqualInt", R.greater_equal, R.less),
]:
    @R.rewriter(name)
    class NotCompareInt:
        """Of two numbers either this or that holds; with NaN neither does."""

        measure = ["logical_not"]

        def pattern(x: R.Tensor, y: R.Tensor):
            R.require(not R.is_float(x))
            return R.logical_not(compare(x, y))

        replacement = opposite(x, y)


@R.rewriter
class EqualSelfInt:
    """Everything but NaN equals itself."""

    measure = ["equal"]

    def pattern(x: R.Tensor):
        R.require(not R.is_float(x))
        return R.equal(x, x)

    replacement = R.ones_like(x, dtype="bool")


@R.rewriter
class NotEqualSelfInt:
    """Everything but NaN equals itself."""

    measure = ["not_equal"]

    def pattern(x: R.Tensor):
        R.require(not R.is_float(x))
        return R.not_equal(x, x)

    replacement = R.zeros_like(x, dtype="bool")


@R.rewriter
class NotEqualSelfFloat:
    """NaN alone differs from itself."""

    measure = ["not_equal"]

    def pattern(x: R.Tensor):
        R.require(R.is_float(x))
        return R.not_equal(x, x)

    replacement = R.isnan(x)


@R.rewriter
class LessSelf:
    """Nothing is less or greater than itself, NaN neither."""

    measure = ["less", "greater"]

    def pattern(x: R.Tensor):
        return R.either(R.less(x, x), R.greater(x, x))

    replacement = R.zeros_like(x, dtype="bool")


@R.rewriter
class LessEqualSelfInt:
    """Everything but NaN is at most and at least itself."""

    measure = ["less_equal", "greater_equal"]

    def pattern(x: R.Tensor):
        R.require(not R.is_float(x))
        return R.either(R.less_equal(x, x), R.greater_equal(x, x))

    replacement = R.ones_like(x, dtype="bool")


for name, compare in [
    ("EqualNegated", R.equal),
    ("NotEqualNegated", R.not_equal),
]:
    @R.rewriter(name)
    class EqualityNegated:
        """Negating is one to one, in wrapping integers too."""

        measure = ["bindings"]

        def pattern(x: R.Tensor, y: R.Tensor):
            return compare(R.negative(x), R.negative(y))

        replacement = compare(x, y)


for name, compare, reverse in [
    ("LessNegatedFloat", R.less, R.greater),
    ("LessEqualNegatedFloat", R.less_equal, R.greater_equal),
    ("GreaterNegatedFloat", R.greater, R.less),
    ("GreaterEqualNegatedFloat", R.greater_equal, R.less_equal),
]:
    @R.rewriter(name)
    class CompareNegatedFloat:
        """Negating reverses the order; the least integer keeps its sign."""

        measure = [compare]

        def pattern(x: R.Tensor, y: R.Tensor):
            R.require(R.is_float(x))
            return compare(R.negative(x), R.negative(y))

        replacement = reverse(x, y)


@R.rewriter
class AndSelf:
    """x and x is x."""

    measure = ["logical_and", "bitwise_and", "logical_or", "bitwise_or"]

    def pattern(x: R.Tensor):
        return R.either(R.logical_and(x, x), R.bitwise_and(x, x), R.logical_or(x, x), R.bitwise_or(x, x))

    replacement = x


@R.rewriter
class XorSelf:
    """x differs from itself nowhere."""

    measure = ["logical_xor", "bitwise_xor"]

    def pattern(x: R.Tensor):
        return R.either(R.logical_xor(x, x), R.bitwise_xor(x, x))

    replacement = R.zeros_like(x)


for name, why, op, truth, after in [
    ("AndTrue", "True leaves it to x.", R.logical_and, True, x),
    ("AndFalse", "False decides.", R.logical_and, False, R.zeros_like(x)),
    ("OrFalse", "False leaves it to x.", R.logical_or, False, x),
    ("OrTrue", "True decides.", R.logical_or, True, R.ones_like(x)),
    ("XorFalse", "x differs from False where it is True.", R.logical_xor, False, x),
    ("XorTrue", "x differs from True where it is False.", R.logical_xor, True, R.logical_not(x)),
]:
    @R.rewriter(name)
    class LogicalWithTruth:
        __doc__ = why
        measure = [op]

        def pattern(x: R.Tensor):
            c = truth
            R.require(R.broadcasts(c, x))
            return op(x, c)

        replacement = after


for name, op, after in [
    ("BitwiseAndZero", R.bitwise_and, R.zeros_like(x)),
    ("BitwiseOrZero", R.bitwise_or, x),
    ("BitwiseXorZero", R.bitwise_xor, x),
]:
    @R.rewriter(name)
    class BitwiseWithZero:
        """No bit is in 0."""

        measure = [op]

        def pattern(x: R.Tensor):
            c = 0
            R.require(R.broadcasts(c, x))
            return op(x, c)

        replacement = after


for name, why, op, other in [
    ("AndNotNot", "De Morgan: neither x nor y.", R.logical_and, R.logical_or),
    ("OrNotNot", "De Morgan: not both x and y.", R.logical_or, R.logical_and),
]:
    @R.rewriter(name)
    class DeMorgan:
        __doc__ = why
        measure = ["logical_not"]

        def pattern(x: R.Tensor, y: R.Tensor):
            return op(R.logical_not(x), R.logical_not(y))

        replacement = R.logical_not(other(x, y))


@R.rewriter
class IsnanInt:
    """An integer is no NaN and not infinite."""

    measure = ["isnan", "isinf"]

    def pattern(x: R.Tensor):
        R.require(R.is_int(x))
        return R.either(R.isnan(x), R.isinf(x))

    replacement = R.zeros_like(x, dtype="bool")


@R.rewriter
class IsfiniteInt:
    """An integer is finite."""

    measure = ["isfinite"]

    def pattern(x: R.Tensor):
        R.require(R.is_int(x))
        return R.isfinite(x)

    replacement = R.ones_like(x, dtype="bool")


for name, test in [
    ("IsnanOfSign", R.isnan),
    ("IsinfOfSign", R.isinf),
    ("IsfiniteOfSign", R.isfinite),
]:
    @R.rewriter(name)
    class TestOfSign:
        """The sign does not matter."""

        measure = ["bindings"]

        def pattern(x: R.Tensor):
            return test(R.either(R.negative(x), R.abs(x)))

        replacement = test(x)
