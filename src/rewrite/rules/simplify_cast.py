# SPDX-License-Identifier: Apache-2.0
"""Simplify, astype. A cast is dropped only where every value of its operand's dtype is one of its own (R.holds). Every
rule removes a cast, or does it on fewer elements."""


@R.rewriter
class CastSelf:
    """It is of that dtype."""

    measure = ["astype"]

    def pattern(x: R.Tensor, t):
        R.require(x.dtype == t)
        return R.astype(x, t)

    replacement = x


@R.rewriter
class CastCast:
    """The inner cast keeps every value. Not integers through a float: that saturates where they wrap."""

    measure = ["astype"]

    def pattern(x: R.Tensor, inner, outer):
        R.require(R.holds(x.dtype, inner))
        R.require(R.is_float(x) or not R.is_float(inner) or R.is_float(outer) or R.is_bool(outer) or R.holds(x.dtype, outer))
        return R.astype(R.astype(x, inner), outer)

    replacement = R.astype(x, outer)


for name, compare in [
    ("CastEqual", R.equal),
    ("CastNotEqual", R.not_equal),
    ("CastLess", R.less),
    ("CastLessEqual", R.less_equal),
    ("CastGreater", R.greater),
    ("CastGreaterEqual", R.greater_equal),
]:
    @R.rewriter(name)
    class CastCompare:
        """A cast that keeps every value keeps their order, and NaN."""

        measure = ["astype"]

        def pattern(x: R.Tensor, y: R.Tensor, t):
            R.require(x.dtype == y.dtype, R.holds(x.dtype, t))
            return compare(R.astype(x, t), R.astype(y, t))

        replacement = compare(x, y)


for name, op in [
    ("CastMaximum", R.maximum),
    ("CastMinimum", R.minimum),
]:
    @R.rewriter(name)
    class CastExtreme:
        """A cast that keeps every value keeps their order, and NaN."""

        measure = ["astype"]

        def pattern(x: R.Tensor, y: R.Tensor, t):
            R.require(x.dtype == y.dtype, not R.is_bool(x), R.holds(x.dtype, t))
            return op(R.astype(x, t), R.astype(y, t))

        replacement = R.astype(op(x, y), t)


@R.rewriter
class CastWhere:
    """Either way one of the two is cast."""

    measure = ["astype"]

    def pattern(c: R.Tensor, x: R.Tensor, y: R.Tensor, t):
        R.require(x.dtype == y.dtype)
        return R.where(c, R.astype(x, t), R.astype(y, t))

    replacement = R.astype(R.where(c, x, y), t)


@R.rewriter
class CastMax:
    """A cast that keeps every value keeps their order, and NaN; it is done on fewer elements. Of no elements integers
    have the least value of their dtype, which is another one of a wider. Ends:
    every application puts the cast behind one more reduction."""

    chain = 1000000

    def pattern(x: R.Tensor, t, axis, keepdims):
        R.require(not R.is_bool(x), R.holds(x.dtype, t), R.is_float(x) or all(d > 0 for d in x.shape))
        return R.max(R.astype(x, t), axis=axis, keepdims=keepdims)

    replacement = R.astype(R.max(x, axis=axis, keepdims=keepdims), t)


@R.rewriter
class CastMin:
    """As CastMax. Ends:
    every application puts the cast behind one more reduction."""

    chain = 1000000

    def pattern(x: R.Tensor, t, axis, keepdims):
        R.require(not R.is_bool(x), R.holds(x.dtype, t), R.is_float(x) or all(d > 0 for d in x.shape))
        return R.min(R.astype(x, t), axis=axis, keepdims=keepdims)

    replacement = R.astype(R.min(x, axis=axis, keepdims=keepdims), t)


@R.rewriter
class CastZeros:
    """0 is 0 in every dtype that has one."""

    measure = ["astype"]

    def pattern(shape, t, dtype):
        R.require(dtype != "float8_e8m0fnu")
        return R.astype(R.zeros(shape, dtype), t)

    replacement = R.zeros(shape, t)


@R.rewriter
class CastOnes:
    """1 is 1 in every dtype."""

    measure = ["astype"]

    def pattern(shape, t, dtype):
        return R.astype(R.ones(shape, dtype), t)

    replacement = R.ones(shape, t)
