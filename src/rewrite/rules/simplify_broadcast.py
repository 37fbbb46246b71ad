# SPDX-License-Identifier: Apache-2.0
"""Simplify, broadcast_to, tile and repeat. Elements are copied, so all of it is exact. Every rule removes a call. A
broadcast before an elementwise operator goes where the others have the result's shape already; "the result's shape" must
be proved."""


@R.rewriter
class BroadcastSelf:
    """Nothing is repeated."""

    measure = ["broadcast_to"]

    @R.function
    def pattern(x: R.Tensor):
        y = R.broadcast_to(x, _)
        R.require(x.shape == y.shape)
        return y

    @R.function
    def replacement(x):
        return x


@R.rewriter
class BroadcastBroadcast:
    """What is repeated by both is repeated by the outer one alone."""

    measure = ["bindings"]

    @R.function
    def pattern(x: R.Tensor, shape):
        return R.broadcast_to(R.broadcast_to(x, _), shape)

    @R.function
    def replacement(x, shape):
        return R.broadcast_to(x, shape)


@R.rewriter
class BroadcastFull:
    """All elements are one value."""

    measure = ["broadcast_to"]

    @R.function
    def pattern(value: R.Any, dtype, shape):
        return R.broadcast_to(R.full(_, value, dtype=dtype), shape)

    @R.function
    def replacement(value, dtype, shape):
        return R.full(shape, value, dtype=dtype)


@R.rewriter
class BroadcastZeros:
    """All elements are 0."""

    measure = ["broadcast_to"]

    @R.function
    def pattern(dtype, shape):
        return R.broadcast_to(R.zeros(_, dtype), shape)

    @R.function
    def replacement(dtype, shape):
        return R.zeros(shape, dtype)


@R.rewriter
class BroadcastOnes:
    """All elements are 1."""

    measure = ["broadcast_to"]

    @R.function
    def pattern(dtype, shape):
        return R.broadcast_to(R.ones(_, dtype), shape)

    @R.function
    def replacement(dtype, shape):
        return R.ones(shape, dtype)


@R.rewriter
class BroadcastExpandDims:
    """broadcast_to puts new leading dims in itself."""

    measure = ["bindings"]

    @R.function
    def pattern(x: R.Tensor, axis, shape):
        R.require(axis == range(len(axis)))
        return R.broadcast_to(R.expand_dims(x, axis=axis), shape)

    @R.function
    def replacement(x, shape):
        return R.broadcast_to(x, shape)


@R.rewriter
class BroadcastIntoAdd:
    """add stretches its operands itself."""

    measure = ["bindings"]

    @R.function
    def pattern(x: R.Tensor, y: R.Tensor):
        z = R.add(R.broadcast_to(x, _), y)
        R.require(broadcast(x.shape, y.shape) == z.shape)
        return z

    @R.function
    def replacement(x, y):
        return R.add(x, y)


@R.rewriter
class BroadcastIntoSubtract:
    """subtract stretches its operands itself."""

    measure = ["bindings"]

    @R.function
    def pattern(x: R.Tensor, y: R.Tensor):
        z = R.subtract(R.broadcast_to(x, _), y)
        R.require(broadcast(x.shape, y.shape) == z.shape)
        return z

    @R.function
    def replacement(x, y):
        return R.subtract(x, y)


@R.rewriter
class BroadcastBehindSubtract:
    """subtract stretches its operands itself."""

    measure = ["bindings"]

    @R.function
    def pattern(x: R.Tensor, y: R.Tensor):
        z = R.subtract(y, R.broadcast_to(x, _))
        R.require(broadcast(x.shape, y.shape) == z.shape)
        return z

    @R.function
    def replacement(x, y):
        return R.subtract(y, x)


@R.rewriter
class BroadcastIntoMultiply:
    """multiply stretches its operands itself."""

    measure = ["bindings"]

    @R.function
    def pattern(x: R.Tensor, y: R.Tensor):
        z = R.multiply(R.broadcast_to(x, _), y)
        R.require(broadcast(x.shape, y.shape) == z.shape)
        return z

    @R.function
    def replacement(x, y):
        return R.multiply(x, y)


@R.rewriter
class BroadcastIntoDivide:
    """divide stretches its operands itself."""

    measure = ["bindings"]

    @R.function
    def pattern(x: R.Tensor, y: R.Tensor):
        z = R.divide(R.broadcast_to(x, _), y)
        R.require(broadcast(x.shape, y.shape) == z.shape)
        return z

    @R.function
    def replacement(x, y):
        return R.divide(x, y)


@R.rewriter
class BroadcastBehindDivide:
    """divide stretches its operands itself."""

    measure = ["bindings"]

    @R.function
    def pattern(x: R.Tensor, y: R.Tensor):
        z = R.divide(y, R.broadcast_to(x, _))
        R.require(broadcast(x.shape, y.shape) == z.shape)
        return z

    @R.function
    def replacement(x, y):
        return R.divide(y, x)


@R.rewriter
class BroadcastIntoMaximum:
    """maximum stretches its operands itself."""

    measure = ["bindings"]

    @R.function
    def pattern(x: R.Tensor, y: R.Tensor):
        z = R.maximum(R.broadcast_to(x, _), y)
        R.require(broadcast(x.shape, y.shape) == z.shape)
        return z

    @R.function
    def replacement(x, y):
        return R.maximum(x, y)


@R.rewriter
class BroadcastIntoMinimum:
    """minimum stretches its operands itself."""

    measure = ["bindings"]

    @R.function
    def pattern(x: R.Tensor, y: R.Tensor):
        z = R.minimum(R.broadcast_to(x, _), y)
        R.require(broadcast(x.shape, y.shape) == z.shape)
        return z

    @R.function
    def replacement(x, y):
        return R.minimum(x, y)


@R.rewriter
class BroadcastIntoWhere:
    """where stretches its operands itself."""

    measure = ["bindings"]

    @R.function
    def pattern(c: R.Tensor, x: R.Tensor, y: R.Tensor):
        z = R.either(R.where(R.broadcast_to(c, _), x, y), R.where(c, R.broadcast_to(x, _), y),
                     R.where(c, x, R.broadcast_to(y, _)))
        R.require(broadcast(c.shape, x.shape, y.shape) == z.shape)
        return z

    @R.function
    def replacement(c, x, y):
        return R.where(c, x, y)


@R.rewriter
class TileOnce:
    """Each dim is laid down once."""

    measure = ["tile"]

    @R.function
    def pattern(x: R.Tensor, repeats):
        R.require(R.rank(x) >= len(repeats), all(r == 1 for r in repeats))
        return R.tile(x, repeats=repeats)

    @R.function
    def replacement(x):
        return x


@R.rewriter
class RepeatOnce:
    """Each element stands once."""

    measure = ["repeat"]

    @R.function
    def pattern(x: R.Tensor, axis):
        R.require(axis is not None)
        return R.repeat(x, 1, axis=axis)

    @R.function
    def replacement(x):
        return x
