# SPDX-License-Identifier: Apache-2.0
"""Simplify, broadcast_to, tile and repeat. Elements are copied, so all of it is exact. Every rule removes a call. A
broadcast before an elementwise operator goes where the others have the result's shape already; "the result's shape" must
be proved."""


@R.rewriter
class BroadcastSelf:
    """Nothing is repeated."""

    measure = ["broadcast_to"]

    def pattern(x: R.Tensor):
        y = R.broadcast_to(x, _)
        R.require(x.shape == y.shape)
        return y

    replacement = x


@R.rewriter
class BroadcastBroadcast:
    """What is repeated by both is repeated by the outer one alone."""

    measure = ["bindings"]

    def pattern(x: R.Tensor, shape):
        return R.broadcast_to(R.broadcast_to(x, _), shape)

    replacement = R.broadcast_to(x, shape)


@R.rewriter
class BroadcastFull:
    """All elements are one value."""

    measure = ["broadcast_to"]

    def pattern(value: R.Any, dtype, shape):
        return R.broadcast_to(R.full(_, value, dtype=dtype), shape)

    replacement = R.full(shape, value, dtype=dtype)


@R.rewriter
class BroadcastZeros:
    """All elements are 0."""

    measure = ["broadcast_to"]

    def pattern(dtype, shape):
        return R.broadcast_to(R.zeros(_, dtype), shape)

    replacement = R.zeros(shape, dtype)


@R.rewriter
class BroadcastOnes:
    """All elements are 1."""

    measure = ["broadcast_to"]

    def pattern(dtype, shape):
        return R.broadcast_to(R.ones(_, dtype), shape)

    replacement = R.ones(shape, dtype)


@R.rewriter
class BroadcastExpandDims:
    """broadcast_to puts new leading dims in itself."""

    measure = ["bindings"]

    def pattern(x: R.Tensor, axis, shape):
        R.require(axis == range(len(axis)))
        return R.broadcast_to(R.expand_dims(x, axis=axis), shape)

    replacement = R.broadcast_to(x, shape)


for name, why, op in [
    ("BroadcastIntoAdd", "add stretches its operands itself.", R.add),
    ("BroadcastIntoSubtract", "subtract stretches its operands itself.", R.subtract),
    ("BroadcastIntoMultiply", "multiply stretches its operands itself.", R.multiply),
    ("BroadcastIntoDivide", "divide stretches its operands itself.", R.divide),
    ("BroadcastIntoMaximum", "maximum stretches its operands itself.", R.maximum),
    ("BroadcastIntoMinimum", "minimum stretches its operands itself.", R.minimum),
]:
    @R.rewriter(name)
    class BroadcastInto:
        __doc__ = why
        measure = ["bindings"]

        def pattern(x: R.Tensor, y: R.Tensor):
            z = op(R.broadcast_to(x, _), y)
            R.require(broadcast(x.shape, y.shape) == z.shape)
            return z

        replacement = op(x, y)


for name, why, op in [
    ("BroadcastBehindSubtract", "subtract stretches its operands itself.", R.subtract),
    ("BroadcastBehindDivide", "divide stretches its operands itself.", R.divide),
]:
    @R.rewriter(name)
    class BroadcastBehind:
        __doc__ = why
        measure = ["bindings"]

        def pattern(x: R.Tensor, y: R.Tensor):
            z = op(y, R.broadcast_to(x, _))
            R.require(broadcast(x.shape, y.shape) == z.shape)
            return z

        replacement = op(y, x)


@R.rewriter
class BroadcastIntoWhere:
    """where stretches its operands itself."""

    measure = ["bindings"]

    def pattern(c: R.Tensor, x: R.Tensor, y: R.Tensor):
        z = R.either(R.where(R.broadcast_to(c, _), x, y), R.where(c, R.broadcast_to(x, _), y),
                     R.where(c, x, R.broadcast_to(y, _)))
        R.require(broadcast(c.shape, x.shape, y.shape) == z.shape)
        return z

    replacement = R.where(c, x, y)


@R.rewriter
class TileOnce:
    """Each dim is laid down once."""

    measure = ["tile"]

    def pattern(x: R.Tensor, repeats):
        R.require(R.rank(x) >= len(repeats), all(r == 1 for r in repeats))
        return R.tile(x, repeats=repeats)

    replacement = x


@R.rewriter
class RepeatOnce:
    """Each element stands once."""

    measure = ["repeat"]

    def pattern(x: R.Tensor, axis):
        R.require(axis is not None)
        return R.repeat(x, 1, axis=axis)

    replacement = x
