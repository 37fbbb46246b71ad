# SPDX-License-Identifier: Apache-2.0
"""Rules that are wrong, one for each way to go wrong: `tenon rules test` must find a counterexample for each."""


@R.rewriter
class DroppedAttribute:
    """cumsum forgets that it was exclusive."""

    @R.function
    def pattern(x: R.Tensor, a):
        return R.cumsum(x, axis=a, exclusive=True)

    @R.function
    def replacement(x, a):
        return R.cumsum(x, axis=a)


@R.rewriter
class WrongAxis:
    """A softmax over whatever axis becomes one over the last."""

    @R.function
    def pattern(x: R.Tensor, a):
        R.require(a < R.rank(x) - 1)
        return R.nn.softmax(R.negative(x), axis=a)

    @R.function
    def replacement(x):
        return R.nn.softmax(R.negative(x), axis=-1)


@R.rewriter
class WrongAxisOfConcat:
    """The concat's axis is not mapped through the permutation."""

    @R.function
    def pattern(ws: R.Many(R.Tensor, min=2), axes, axis):
        return R.concat([R.permute_dims(w, axes=axes) for w in ws], axis=axis)

    @R.function
    def replacement(ws, axes, axis):
        return R.permute_dims(R.concat(ws, axis=axis), axes=axes)


@R.rewriter
class LogOfSquare:
    """log(a * a) is not 2 log(a) where a < 0."""

    approximate = True

    @R.function
    def pattern(a: R.Tensor):
        return R.log(R.multiply(a, a))

    @R.function
    def replacement(a):
        return R.multiply(R.log(a), 2)


@R.rewriter
class BadBroadcast:
    """The sum of a sum is not the sum of the sums where one of them was broadcast."""

    approximate = True

    @R.function
    def pattern(x: R.Tensor, b: R.Tensor):
        return R.sum(R.add(x, b))

    @R.function
    def replacement(x, b):
        return R.add(R.sum(x), R.sum(b))


@R.rewriter
class LostDtype:
    """A cast by way of a narrow dtype is not the direct one."""

    @R.function
    def pattern(x: R.Tensor, t, u):
        return R.astype(R.astype(x, dtype=t), dtype=u)

    @R.function
    def replacement(x, u):
        return R.astype(x, dtype=u)


@R.rewriter
class LostZero:
    """x + 0.0 is 0.0 where x is -0.0."""

    @R.function
    def pattern(x: R.Tensor):
        return R.negative(R.add(x, 0))

    @R.function
    def replacement(x):
        return R.negative(x)


@R.rewriter
class TimesZero:
    """NaN and infinities times 0 are NaN."""

    @R.function
    def pattern(x: R.Tensor):
        return R.multiply(x, 0)

    @R.function
    def replacement(x):
        return R.zeros_like(x)


@R.rewriter
class DivideBack:
    """(x * y) / y is not x."""

    @R.function
    def pattern(x: R.Tensor, y: R.Tensor):
        return R.divide(R.multiply(x, y), y)

    @R.function
    def replacement(x, y):
        return x
