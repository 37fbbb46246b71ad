# SPDX-License-Identifier: Apache-2.0
"""Simplify, astype. A cast is dropped only where every value of its operand's dtype is one of its own (R.holds). Every
rule removes a cast, or does it on fewer elements."""


@R.rewriter
class CastSelf:
    """It is of that dtype."""

    measure = ["astype"]

    @R.function
    def pattern(x: R.Tensor, t):
        R.require(x.dtype == t)
        return R.astype(x, t)

    @R.function
    def replacement(x):
        return x


@R.rewriter
class CastCast:
    """The inner cast keeps every value. Not integers through a float: that saturates where they wrap."""

    measure = ["astype"]

    @R.function
    def pattern(x: R.Tensor, inner, outer):
        R.require(R.holds(x.dtype, inner))
        R.require(R.is_float(x) or not R.is_float(inner) or R.is_float(outer) or R.is_bool(outer) or R.holds(x.dtype, outer))
        return R.astype(R.astype(x, inner), outer)

    @R.function
    def replacement(x, outer):
        return R.astype(x, outer)


@R.rewriter
class CastEqual:
    """A cast that keeps every value keeps their order, and NaN."""

    measure = ["astype"]

    @R.function
    def pattern(x: R.Tensor, y: R.Tensor, t):
        R.require(x.dtype == y.dtype, R.holds(x.dtype, t))
        return R.equal(R.astype(x, t), R.astype(y, t))

    @R.function
    def replacement(x, y):
        return R.equal(x, y)


@R.rewriter
class CastNotEqual:
    """A cast that keeps every value keeps their order, and NaN."""

    measure = ["astype"]

    @R.function
    def pattern(x: R.Tensor, y: R.Tensor, t):
        R.require(x.dtype == y.dtype, R.holds(x.dtype, t))
        return R.not_equal(R.astype(x, t), R.astype(y, t))

    @R.function
    def replacement(x, y):
        return R.not_equal(x, y)


@R.rewriter
class CastLess:
    """A cast that keeps every value keeps their order, and NaN."""

    measure = ["astype"]

    @R.function
    def pattern(x: R.Tensor, y: R.Tensor, t):
        R.require(x.dtype == y.dtype, R.holds(x.dtype, t))
        return R.less(R.astype(x, t), R.astype(y, t))

    @R.function
    def replacement(x, y):
        return R.less(x, y)


@R.rewriter
class CastLessEqual:
    """A cast that keeps every value keeps their order, and NaN."""

    measure = ["astype"]

    @R.function
    def pattern(x: R.Tensor, y: R.Tensor, t):
        R.require(x.dtype == y.dtype, R.holds(x.dtype, t))
        return R.less_equal(R.astype(x, t), R.astype(y, t))

    @R.function
    def replacement(x, y):
        return R.less_equal(x, y)


@R.rewriter
class CastGreater:
    """A cast that keeps every value keeps their order, and NaN."""

    measure = ["astype"]

    @R.function
    def pattern(x: R.Tensor, y: R.Tensor, t):
        R.require(x.dtype == y.dtype, R.holds(x.dtype, t))
        return R.greater(R.astype(x, t), R.astype(y, t))

    @R.function
    def replacement(x, y):
        return R.greater(x, y)


@R.rewriter
class CastGreaterEqual:
    """A cast that keeps every value keeps their order, and NaN."""

    measure = ["astype"]

    @R.function
    def pattern(x: R.Tensor, y: R.Tensor, t):
        R.require(x.dtype == y.dtype, R.holds(x.dtype, t))
        return R.greater_equal(R.astype(x, t), R.astype(y, t))

    @R.function
    def replacement(x, y):
        return R.greater_equal(x, y)


@R.rewriter
class CastMaximum:
    """A cast that keeps every value keeps their order, and NaN."""

    measure = ["astype"]

    @R.function
    def pattern(x: R.Tensor, y: R.Tensor, t):
        R.require(x.dtype == y.dtype, not R.is_bool(x), R.holds(x.dtype, t))
        return R.maximum(R.astype(x, t), R.astype(y, t))

    @R.function
    def replacement(x, y, t):
        return R.astype(R.maximum(x, y), t)


@R.rewriter
class CastMinimum:
    """A cast that keeps every value keeps their order, and NaN."""

    measure = ["astype"]

    @R.function
    def pattern(x: R.Tensor, y: R.Tensor, t):
        R.require(x.dtype == y.dtype, not R.is_bool(x), R.holds(x.dtype, t))
        return R.minimum(R.astype(x, t), R.astype(y, t))

    @R.function
    def replacement(x, y, t):
        return R.astype(R.minimum(x, y), t)


@R.rewriter
class CastWhere:
    """Either way one of the two is cast."""

    measure = ["astype"]

    @R.function
    def pattern(c: R.Tensor, x: R.Tensor, y: R.Tensor, t):
        R.require(x.dtype == y.dtype)
        return R.where(c, R.astype(x, t), R.astype(y, t))

    @R.function
    def replacement(c, x, y, t):
        return R.astype(R.where(c, x, y), t)


@R.rewriter
class CastMax:
    """A cast that keeps every value keeps their order, and NaN; it is done on fewer elements. Ends:
    every application puts the cast behind one more reduction."""

    chain = 1000000

    @R.function
    def pattern(x: R.Tensor, t, axis, keepdims):
        R.require(not R.is_bool(x), R.holds(x.dtype, t))
        return R.max(R.astype(x, t), axis=axis, keepdims=keepdims)

    @R.function
    def replacement(x, t, axis, keepdims):
        return R.astype(R.max(x, axis=axis, keepdims=keepdims), t)


@R.rewriter
class CastMin:
    """As CastMax. Ends:
    every application puts the cast behind one more reduction."""

    chain = 1000000

    @R.function
    def pattern(x: R.Tensor, t, axis, keepdims):
        R.require(not R.is_bool(x), R.holds(x.dtype, t))
        return R.min(R.astype(x, t), axis=axis, keepdims=keepdims)

    @R.function
    def replacement(x, t, axis, keepdims):
        return R.astype(R.min(x, axis=axis, keepdims=keepdims), t)


@R.rewriter
class CastZeros:
    """0 is 0 in every dtype that has one."""

    measure = ["astype"]

    @R.function
    def pattern(shape, t, dtype):
        R.require(dtype != "float8_e8m0fnu")
        return R.astype(R.zeros(shape, dtype), t)

    @R.function
    def replacement(shape, t):
        return R.zeros(shape, t)


@R.rewriter
class CastOnes:
    """1 is 1 in every dtype."""

    measure = ["astype"]

    @R.function
    def pattern(shape, t, dtype):
        return R.astype(R.ones(shape, dtype), t)

    @R.function
    def replacement(shape, t):
        return R.ones(shape, t)
