# SPDX-License-Identifier: Apache-2.0
"""Simplify, where, maximum, minimum and clip. NaN stays NaN: where an operand is dropped, its NaN must show anyway.
Every rule removes a call, or puts a relu in a maximum's place."""


@R.rewriter
class WhereSame:
    """Either way it is x."""

    measure = ["where"]

    @R.function
    def pattern(c: R.Tensor, x: R.Tensor):
        R.require(R.broadcasts(c, x))
        return R.where(c, x, x)

    @R.function
    def replacement(x):
        return x


@R.rewriter
class WhereTrue:
    """The condition holds everywhere."""

    measure = ["where"]

    @R.function
    def pattern(x: R.Tensor, y: R.Tensor):
        c = True
        R.require(R.broadcasts(c, y, x))
        return R.where(c, x, y)

    @R.function
    def replacement(x):
        return x


@R.rewriter
class WhereFalse:
    """The condition holds nowhere."""

    measure = ["where"]

    @R.function
    def pattern(x: R.Tensor, y: R.Tensor):
        c = False
        R.require(R.broadcasts(c, x, y))
        return R.where(c, x, y)

    @R.function
    def replacement(y):
        return y


@R.rewriter
class WhereNot:
    """The two change places."""

    measure = ["bindings"]

    @R.function
    def pattern(c: R.Tensor, x: R.Tensor, y: R.Tensor):
        return R.either(R.where(R.logical_not(c), x, y), R.where(R.bitwise_not(c), x, y))

    @R.function
    def replacement(c, x, y):
        return R.where(c, y, x)


@R.rewriter
class WhereWhere:
    """Where the outer condition holds, the inner one does."""

    measure = ["where"]

    @R.function
    def pattern(c: R.Tensor, x: R.Tensor, y: R.Tensor, z: R.Tensor):
        w = R.where(c, R.where(c, x, y), z)
        R.require(broadcast(c.shape, x.shape, z.shape) == w.shape)
        return w

    @R.function
    def replacement(c, x, z):
        return R.where(c, x, z)


@R.rewriter
class WhereElseWhere:
    """Where the outer condition does not hold, the inner one does not."""

    measure = ["where"]

    @R.function
    def pattern(c: R.Tensor, x: R.Tensor, y: R.Tensor, z: R.Tensor):
        w = R.where(c, x, R.where(c, y, z))
        R.require(broadcast(c.shape, x.shape, z.shape) == w.shape)
        return w

    @R.function
    def replacement(c, x, z):
        return R.where(c, x, z)


@R.rewriter
class WhereIsCondition:
    """True where the condition holds, False where not: the condition."""

    measure = ["where"]

    @R.function
    def pattern(c: R.Tensor):
        x = True
        y = False
        R.require(R.is_bool(x), R.broadcasts(x, y, c))
        return R.where(c, x, y)

    @R.function
    def replacement(c):
        return c


@R.rewriter
class WhereIsNotCondition:
    """False where the condition holds, True where not."""

    measure = ["where"]

    @R.function
    def pattern(c: R.Tensor):
        x = False
        y = True
        R.require(R.is_bool(x), R.broadcasts(x, y, c))
        return R.where(c, x, y)

    @R.function
    def replacement(c):
        return R.logical_not(c)


@R.rewriter
class MaximumSame:
    """Neither is beyond the other; NaN is NaN."""

    measure = ["maximum"]

    @R.function
    def pattern(x: R.Tensor):
        return R.maximum(x, x)

    @R.function
    def replacement(x):
        return x


@R.rewriter
class MaximumAbsorbed:
    """y counts once; its NaN shows in the inner one."""

    measure = ["maximum"]

    @R.function
    def pattern(x: R.Tensor, y: R.Tensor):
        m = R.maximum(x, y)
        return R.maximum(m, y)

    @R.function
    def replacement():
        return m


@R.rewriter
class MaximumOfMinimumInt:
    """x absorbs what lies on its other side; in floats y may be NaN."""

    measure = ["maximum"]

    @R.function
    def pattern(x: R.Tensor, y: R.Tensor):
        R.require(not R.is_float(x), R.broadcasts(y, x))
        return R.maximum(x, R.minimum(x, y))

    @R.function
    def replacement(x):
        return x


@R.rewriter
class MinimumSame:
    """Neither is beyond the other; NaN is NaN."""

    measure = ["minimum"]

    @R.function
    def pattern(x: R.Tensor):
        return R.minimum(x, x)

    @R.function
    def replacement(x):
        return x


@R.rewriter
class MinimumAbsorbed:
    """y counts once; its NaN shows in the inner one."""

    measure = ["minimum"]

    @R.function
    def pattern(x: R.Tensor, y: R.Tensor):
        m = R.minimum(x, y)
        return R.minimum(m, y)

    @R.function
    def replacement():
        return m


@R.rewriter
class MinimumOfMaximumInt:
    """x absorbs what lies on its other side; in floats y may be NaN."""

    measure = ["minimum"]

    @R.function
    def pattern(x: R.Tensor, y: R.Tensor):
        R.require(not R.is_float(x), R.broadcasts(y, x))
        return R.minimum(x, R.maximum(x, y))

    @R.function
    def replacement(x):
        return x


@R.rewriter
class MaximumZero:
    """relu is defined so; 0.0 and -0.0 give 0.0 in both."""

    measure = ["maximum"]

    @R.function
    def pattern(x: R.Tensor):
        c = 0
        R.require(not R.is_bool(x), R.broadcasts(c, x))
        return R.maximum(x, c)

    @R.function
    def replacement(x):
        return R.nn.relu(x)


@R.rewriter
class ClipClip:
    """What is within the bounds stays; where they cross, both give the upper one."""

    measure = ["clip"]

    @R.function
    def pattern(x: R.Tensor, low, high):
        return R.clip(R.clip(x, low, high), low, high)

    @R.function
    def replacement(x, low, high):
        return R.clip(x, low, high)
