# SPDX-License-Identifier: Apache-2.0
"""Simplify, where, maximum, minimum and clip. NaN stays NaN: where an operand is dropped, its NaN must show anyway.
Every rule removes a call, or puts a relu in a maximum's place."""


@R.rewriter
class WhereSame:
    """Either way it is x."""

    measure = ["where"]

    def pattern(c: R.Tensor, x: R.Tensor):
        R.require(R.broadcasts(c, x))
        return R.where(c, x, x)

    replacement = x


@R.rewriter
class WhereTrue:
    """The condition holds everywhere."""

    measure = ["where"]

    def pattern(x: R.Tensor, y: R.Tensor):
        c = True
        R.require(R.broadcasts(c, y, x))
        return R.where(c, x, y)

    replacement = x


@R.rewriter
class WhereFalse:
    """The condition holds nowhere."""

    measure = ["where"]

    def pattern(x: R.Tensor, y: R.Tensor):
        c = False
        R.require(R.broadcasts(c, x, y))
        return R.where(c, x, y)

    replacement = y


@R.rewriter
class WhereNot:
    """The two change places."""

    measure = ["bindings"]

    def pattern(c: R.Tensor, x: R.Tensor, y: R.Tensor):
        return R.either(R.where(R.logical_not(c), x, y), R.where(R.bitwise_not(c), x, y))

    replacement = R.where(c, y, x)


@R.rewriter
class WhereWhere:
    """Where the outer condition holds, the inner one does."""

    measure = ["where"]

    def pattern(c: R.Tensor, x: R.Tensor, y: R.Tensor, z: R.Tensor):
        w = R.where(c, R.where(c, x, y), z)
        R.require(broadcast(c.shape, x.shape, z.shape) == w.shape)
        return w

    replacement = R.where(c, x, z)


@R.rewriter
class WhereElseWhere:
    """Where the outer condition does not hold, the inner one does not."""

    measure = ["where"]

    def pattern(c: R.Tensor, x: R.Tensor, y: R.Tensor, z: R.Tensor):
        w = R.where(c, x, R.where(c, y, z))
        R.require(broadcast(c.shape, x.shape, z.shape) == w.shape)
        return w

    replacement = R.where(c, x, z)


@R.rewriter
class WhereIsCondition:
    """True where the condition holds, False where not: the condition."""

    measure = ["where"]

    def pattern(c: R.Tensor):
        x = True
        y = False
        R.require(R.is_bool(x), R.broadcasts(x, y, c))
        return R.where(c, x, y)

    replacement = c


@R.rewriter
class WhereIsNotCondition:
    """False where the condition holds, True where not."""

    measure = ["where"]

    def pattern(c: R.Tensor):
        x = False
        y = True
        R.require(R.is_bool(x), R.broadcasts(x, y, c))
        return R.where(c, x, y)

    replacement = R.logical_not(c)


for name, extreme in [
    ("MaximumSame", R.maximum),
    ("MinimumSame", R.minimum),
]:
    @R.rewriter(name)
    class ExtremeSame:
        """Neither is beyond the other; NaN is NaN."""

        measure = [extreme]

        def pattern(x: R.Tensor):
            return extreme(x, x)

        replacement = x


for name, extreme in [
    ("MaximumAbsorbed", R.maximum),
    ("MinimumAbsorbed", R.minimum),
]:
    @R.rewriter(name)
    class ExtremeAbsorbed:
        """y counts once; its NaN shows in the inner one."""

        measure = [extreme]

        def pattern(x: R.Tensor, y: R.Tensor):
            m = extreme(x, y)
            return extreme(m, y)

        replacement = m


for name, extreme, other in [
    ("MaximumOfMinimumInt", R.maximum, R.minimum),
    ("MinimumOfMaximumInt", R.minimum, R.maximum),
]:
    @R.rewriter(name)
    class ExtremeOfOtherInt:
        """x absorbs what lies on its other side; in floats y may be NaN."""

        measure = [extreme]

        def pattern(x: R.Tensor, y: R.Tensor):
            R.require(not R.is_float(x), R.broadcasts(y, x))
            return extreme(x, other(x, y))

        replacement = x


@R.rewriter
class MaximumZero:
    """relu is defined so; 0.0 and -0.0 give 0.0 in both."""

    measure = ["maximum"]

    def pattern(x: R.Tensor):
        c = 0
        R.require(not R.is_bool(x), R.broadcasts(c, x))
        return R.maximum(x, c)

    replacement = R.nn.relu(x)


@R.rewriter
class ClipClip:
    """What is within the bounds stays; where they cross, both give the upper one."""

    measure = ["clip"]

    def pattern(x: R.Tensor, low, high):
        return R.clip(R.clip(x, low, high), low, high)

    replacement = R.clip(x, low, high)
