# SPDX-License-Identifier: Apache-2.0
"""Simplify, reductions. Sums of floats are left as they are: another order rounds otherwise, and 0.0 + -0.0 is 0.0, so
even the sum over one element is not that element. Every rule removes a call, or reduces fewer elements."""


@R.rewriter
class SumSqueeze:
    """The dims that keepdims keeps are dropped."""

    measure = ["squeeze"]

    @R.function
    def pattern(x: R.Tensor, axis):
        return R.squeeze(R.sum(x, axis=axis, keepdims=True), axis=axis)

    @R.function
    def replacement(x, axis):
        return R.sum(x, axis=axis)


@R.rewriter
class MeanSqueeze:
    """The dims that keepdims keeps are dropped."""

    measure = ["squeeze"]

    @R.function
    def pattern(x: R.Tensor, axis):
        return R.squeeze(R.mean(x, axis=axis, keepdims=True), axis=axis)

    @R.function
    def replacement(x, axis):
        return R.mean(x, axis=axis)


@R.rewriter
class ProdSqueeze:
    """The dims that keepdims keeps are dropped."""

    measure = ["squeeze"]

    @R.function
    def pattern(x: R.Tensor, axis):
        return R.squeeze(R.prod(x, axis=axis, keepdims=True), axis=axis)

    @R.function
    def replacement(x, axis):
        return R.prod(x, axis=axis)


@R.rewriter
class MaxSqueeze:
    """The dims that keepdims keeps are dropped."""

    measure = ["squeeze"]

    @R.function
    def pattern(x: R.Tensor, axis):
        return R.squeeze(R.max(x, axis=axis, keepdims=True), axis=axis)

    @R.function
    def replacement(x, axis):
        return R.max(x, axis=axis)


@R.rewriter
class MinSqueeze:
    """The dims that keepdims keeps are dropped."""

    measure = ["squeeze"]

    @R.function
    def pattern(x: R.Tensor, axis):
        return R.squeeze(R.min(x, axis=axis, keepdims=True), axis=axis)

    @R.function
    def replacement(x, axis):
        return R.min(x, axis=axis)


@R.rewriter
class SumSumInt:
    """Wrapping integers may be taken in any order."""

    measure = ["sum"]

    @R.function
    def pattern(x: R.Tensor, inner, outer):
        R.require(R.is_int(x), R.rank(x) >= 0)
        return R.sum(R.sum(x, axis=inner), axis=outer)

    @R.function
    def replacement(x, inner, outer):
        kept = [i for i in range(R.rank(x)) if i not in inner]
        return R.sum(x, axis=inner + [kept[i] for i in outer])


@R.rewriter
class ProdProdInt:
    """Wrapping integers may be taken in any order."""

    measure = ["prod"]

    @R.function
    def pattern(x: R.Tensor, inner, outer):
        R.require(R.is_int(x), R.rank(x) >= 0)
        return R.prod(R.prod(x, axis=inner), axis=outer)

    @R.function
    def replacement(x, inner, outer):
        kept = [i for i in range(R.rank(x)) if i not in inner]
        return R.prod(x, axis=inner + [kept[i] for i in outer])


@R.rewriter
class MaxMax:
    """The extreme of extremes, in any order; NaN shows through both."""

    measure = ["max"]

    @R.function
    def pattern(x: R.Tensor, inner, outer):
        R.require(R.rank(x) >= 0)
        return R.max(R.max(x, axis=inner), axis=outer)

    @R.function
    def replacement(x, inner, outer):
        kept = [i for i in range(R.rank(x)) if i not in inner]
        return R.max(x, axis=inner + [kept[i] for i in outer])


@R.rewriter
class MinMin:
    """The extreme of extremes, in any order; NaN shows through both."""

    measure = ["min"]

    @R.function
    def pattern(x: R.Tensor, inner, outer):
        R.require(R.rank(x) >= 0)
        return R.min(R.min(x, axis=inner), axis=outer)

    @R.function
    def replacement(x, inner, outer):
        kept = [i for i in range(R.rank(x)) if i not in inner]
        return R.min(x, axis=inner + [kept[i] for i in outer])


@R.rewriter
class MaxMaxKeepdims:
    """The extreme of extremes, in any order; NaN shows through both."""

    measure = ["max"]

    @R.function
    def pattern(x: R.Tensor, inner, outer):
        R.require(R.rank(x) >= 0)
        return R.max(R.max(x, axis=inner, keepdims=True), axis=outer, keepdims=True)

    @R.function
    def replacement(x, inner, outer):
        return R.max(x, axis=inner + [i for i in outer if i not in inner], keepdims=True)


@R.rewriter
class MinMinKeepdims:
    """The extreme of extremes, in any order; NaN shows through both."""

    measure = ["min"]

    @R.function
    def pattern(x: R.Tensor, inner, outer):
        R.require(R.rank(x) >= 0)
        return R.min(R.min(x, axis=inner, keepdims=True), axis=outer, keepdims=True)

    @R.function
    def replacement(x, inner, outer):
        return R.min(x, axis=inner + [i for i in outer if i not in inner], keepdims=True)


@R.rewriter
class SumSumKeepdimsInt:
    """Wrapping integers may be taken in any order."""

    measure = ["sum"]

    @R.function
    def pattern(x: R.Tensor, inner, outer):
        R.require(R.is_int(x), R.rank(x) >= 0)
        return R.sum(R.sum(x, axis=inner, keepdims=True), axis=outer, keepdims=True)

    @R.function
    def replacement(x, inner, outer):
        return R.sum(x, axis=inner + [i for i in outer if i not in inner], keepdims=True)


@R.rewriter
class SumOfOneInt:
    """The sum of one integer is it; in floats 0.0 + -0.0 is 0.0."""

    measure = ["sum"]

    @R.function
    def pattern(x: R.Tensor, axis, keepdims):
        y = R.sum(x, axis=axis, keepdims=keepdims)
        R.require(R.is_int(x), all(x.shape[a] == 1 for a in axis))
        return y

    @R.function
    def replacement(x):
        return R.reshape(x, y.shape)


@R.rewriter
class MeanOfOneInt:
    """The mean of one integer is it; in floats 0.0 + -0.0 is 0.0."""

    measure = ["mean"]

    @R.function
    def pattern(x: R.Tensor, axis, keepdims):
        y = R.mean(x, axis=axis, keepdims=keepdims)
        R.require(R.is_int(x), all(x.shape[a] == 1 for a in axis))
        return y

    @R.function
    def replacement(x):
        return R.reshape(x, y.shape)


@R.rewriter
class ProdOfOne:
    """1 * x is x."""

    measure = ["prod"]

    @R.function
    def pattern(x: R.Tensor, axis, keepdims):
        y = R.prod(x, axis=axis, keepdims=keepdims)
        R.require(all(x.shape[a] == 1 for a in axis))
        return y

    @R.function
    def replacement(x):
        return R.reshape(x, y.shape)


@R.rewriter
class MaxOfOne:
    """The greatest of one."""

    measure = ["max"]

    @R.function
    def pattern(x: R.Tensor, axis, keepdims):
        y = R.max(x, axis=axis, keepdims=keepdims)
        R.require(all(x.shape[a] == 1 for a in axis))
        return y

    @R.function
    def replacement(x):
        return R.reshape(x, y.shape)


@R.rewriter
class MinOfOne:
    """The least of one."""

    measure = ["min"]

    @R.function
    def pattern(x: R.Tensor, axis, keepdims):
        y = R.min(x, axis=axis, keepdims=keepdims)
        R.require(all(x.shape[a] == 1 for a in axis))
        return y

    @R.function
    def replacement(x):
        return R.reshape(x, y.shape)


@R.rewriter
class MaxPermute:
    """All elements are met, in any order."""

    measure = ["permute_dims"]

    @R.function
    def pattern(x: R.Tensor, axis):
        R.require(len(axis) == R.rank(x))
        return R.max(R.permute_dims(x, axes=_), axis=axis)

    @R.function
    def replacement(x):
        return R.max(x)


@R.rewriter
class MinPermute:
    """All elements are met, in any order."""

    measure = ["permute_dims"]

    @R.function
    def pattern(x: R.Tensor, axis):
        R.require(len(axis) == R.rank(x))
        return R.min(R.permute_dims(x, axes=_), axis=axis)

    @R.function
    def replacement(x):
        return R.min(x)


@R.rewriter
class SumPermuteInt:
    """Wrapping integers may be taken in any order."""

    measure = ["permute_dims"]

    @R.function
    def pattern(x: R.Tensor, axis):
        R.require(R.is_int(x), len(axis) == R.rank(x))
        return R.sum(R.permute_dims(x, axes=_), axis=axis)

    @R.function
    def replacement(x):
        return R.sum(x)


@R.rewriter
class MaxReshape:
    """All elements are met."""

    measure = ["reshape"]

    @R.function
    def pattern(x: R.Tensor, axis):
        r = R.reshape(x, _)
        R.require(len(axis) == R.rank(r))
        return R.max(r, axis=axis)

    @R.function
    def replacement(x):
        return R.max(x)


@R.rewriter
class MinReshape:
    """All elements are met."""

    measure = ["reshape"]

    @R.function
    def pattern(x: R.Tensor, axis):
        r = R.reshape(x, _)
        R.require(len(axis) == R.rank(r))
        return R.min(r, axis=axis)

    @R.function
    def replacement(x):
        return R.min(x)


@R.rewriter
class SumReshapeInt:
    """All elements are met; wrapping integers may be taken in any order."""

    measure = ["reshape"]

    @R.function
    def pattern(x: R.Tensor, axis):
        r = R.reshape(x, _)
        R.require(R.is_int(x), len(axis) == R.rank(r))
        return R.sum(r, axis=axis)

    @R.function
    def replacement(x):
        return R.sum(x)


@R.rewriter
class MaxBroadcast:
    """What is repeated is met again; each element is there at least once, as there is no extreme of nothing."""

    measure = ["broadcast_to"]

    @R.function
    def pattern(x: R.Tensor, axis):
        b = R.broadcast_to(x, _)
        R.require(len(axis) == R.rank(b), all(d >= 1 for d in b.shape))
        return R.max(b, axis=axis)

    @R.function
    def replacement(x):
        return R.max(x)


@R.rewriter
class MinBroadcast:
    """What is repeated is met again; each element is there at least once, as there is no extreme of nothing."""

    measure = ["broadcast_to"]

    @R.function
    def pattern(x: R.Tensor, axis):
        b = R.broadcast_to(x, _)
        R.require(len(axis) == R.rank(b), all(d >= 1 for d in b.shape))
        return R.min(b, axis=axis)

    @R.function
    def replacement(x):
        return R.min(x)


@R.rewriter
class SumZeros:
    """A sum of zeros is 0, and so is that of none."""

    measure = ["sum"]

    @R.function
    def pattern(axis, keepdims, dtype):
        y = R.sum(R.zeros(_, dtype), axis=axis, keepdims=keepdims)
        return y

    @R.function
    def replacement(dtype):
        return R.zeros(y.shape, dtype)
