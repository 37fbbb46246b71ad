# SPDX-License-Identifier: Apache-2.0
"""Simplify, reductions. Sums of floats are left as they are: another order rounds otherwise, and 0.0 + -0.0 is 0.0, so
even the sum over one element is not that element. Every rule removes a call, or reduces fewer elements."""


for name, reduce in [
    ("SumSqueeze", R.sum),
    ("MeanSqueeze", R.mean),
    ("ProdSqueeze", R.prod),
    ("MaxSqueeze", R.max),
    ("MinSqueeze", R.min),
]:
    @R.rewriter(name)
    class ReduceSqueeze:
        """The dims that keepdims keeps are dropped."""

        measure = ["squeeze"]

        def pattern(x: R.Tensor, axis):
            return R.squeeze(reduce(x, axis=axis, keepdims=True), axis=axis)

        replacement = reduce(x, axis=axis)


for name, reduce in [
    ("SumSumInt", R.sum),
    ("ProdProdInt", R.prod),
]:
    @R.rewriter(name)
    class ReduceReduceInt:
        """Wrapping integers may be taken in any order."""

        measure = [reduce]

        def pattern(x: R.Tensor, inner, outer):
            R.require(R.is_int(x), R.rank(x) >= 0)
            return reduce(reduce(x, axis=inner), axis=outer)

        def replacement(x, inner, outer):
            kept = [i for i in range(R.rank(x)) if i not in inner]
            return reduce(x, axis=inner + [kept[i] for i in outer])


for name, reduce in [
    ("MaxMax", R.max),
    ("MinMin", R.min),
]:
    @R.rewriter(name)
    class ExtremeExtreme:
        """The extreme of extremes, in any order; NaN shows through both."""

        measure = [reduce]

        def pattern(x: R.Tensor, inner, outer):
            R.require(R.rank(x) >= 0)
            return reduce(reduce(x, axis=inner), axis=outer)

        def replacement(x, inner, outer):
            kept = [i for i in range(R.rank(x)) if i not in inner]
            return reduce(x, axis=inner + [kept[i] for i in outer])


for name, reduce in [
    ("MaxMaxKeepdims", R.max),
    ("MinMinKeepdims", R.min),
]:
    @R.rewriter(name)
    class ExtremeExtremeKeepdims:
        """The extreme of extremes, in any order; NaN shows through both."""

        measure = [reduce]

        def pattern(x: R.Tensor, inner, outer):
            R.require(R.rank(x) >= 0)
            return reduce(reduce(x, axis=inner, keepdims=True), axis=outer, keepdims=True)

        replacement = reduce(x, axis=inner + [i for i in outer if i not in inner], keepdims=True)


@R.rewriter
class SumSumKeepdimsInt:
    """Wrapping integers may be taken in any order."""

    measure = ["sum"]

    def pattern(x: R.Tensor, inner, outer):
        R.require(R.is_int(x), R.rank(x) >= 0)
        return R.sum(R.sum(x, axis=inner, keepdims=True), axis=outer, keepdims=True)

    replacement = R.sum(x, axis=inner + [i for i in outer if i not in inner], keepdims=True)


for name, why, reduce in [
    ("SumOfOneInt", "The sum of one integer is it; in floats 0.0 + -0.0 is 0.0.", R.sum),
    ("MeanOfOneInt", "The mean of one integer is it; in floats 0.0 + -0.0 is 0.0.", R.mean),
]:
    @R.rewriter(name)
    class ReduceOneInt:
        __doc__ = why
        measure = [reduce]

        def pattern(x: R.Tensor, axis, keepdims):
            y = reduce(x, axis=axis, keepdims=keepdims)
            R.require(R.is_int(x), all(x.shape[a] == 1 for a in axis))
            return y

        replacement = R.reshape(x, y.shape)


for name, why, reduce in [
    ("ProdOfOne", "1 * x is x.", R.prod),
    ("MaxOfOne", "The greatest of one.", R.max),
    ("MinOfOne", "The least of one.", R.min),
]:
    @R.rewriter(name)
    class ReduceOne:
        __doc__ = why
        measure = [reduce]

        def pattern(x: R.Tensor, axis, keepdims):
            y = reduce(x, axis=axis, keepdims=keepdims)
            R.require(all(x.shape[a] == 1 for a in axis))
            return y

        replacement = R.reshape(x, y.shape)


for name, reduce in [
    ("MaxPermute", R.max),
    ("MinPermute", R.min),
]:
    @R.rewriter(name)
    class ExtremePermute:
        """All elements are met, in any order."""

        measure = ["permute_dims"]

        def pattern(x: R.Tensor, axis):
            R.require(len(axis) == R.rank(x))
            return reduce(R.permute_dims(x, axes=_), axis=axis)

        replacement = reduce(x)


@R.rewriter
class SumPermuteInt:
    """Wrapping integers may be taken in any order."""

    measure = ["permute_dims"]

    def pattern(x: R.Tensor, axis):
        R.require(R.is_int(x), len(axis) == R.rank(x))
        return R.sum(R.permute_dims(x, axes=_), axis=axis)

    replacement = R.sum(x)


for name, reduce in [
    ("MaxReshape", R.max),
    ("MinReshape", R.min),
]:
    @R.rewriter(name)
    class ExtremeReshape:
        """All elements are met."""

        measure = ["reshape"]

        def pattern(x: R.Tensor, axis):
            r = R.reshape(x, _)
            R.require(len(axis) == R.rank(r))
            return reduce(r, axis=axis)

        replacement = reduce(x)


@R.rewriter
class SumReshapeInt:
    """All elements are met; wrapping integers may be taken in any order."""

    measure = ["reshape"]

    def pattern(x: R.Tensor, axis):
        r = R.reshape(x, _)
        R.require(R.is_int(x), len(axis) == R.rank(r))
        return R.sum(r, axis=axis)

    replacement = R.sum(x)


for name, reduce in [
    ("MaxBroadcast", R.max),
    ("MinBroadcast", R.min),
]:
    @R.rewriter(name)
    class ExtremeBroadcast:
        """What is repeated is met again; each element is there at least once, as there is no extreme of nothing."""

        measure = ["broadcast_to"]

        def pattern(x: R.Tensor, axis):
            b = R.broadcast_to(x, _)
            R.require(len(axis) == R.rank(b), all(d >= 1 for d in b.shape))
            return reduce(b, axis=axis)

        replacement = reduce(x)


@R.rewriter
class SumZeros:
    """A sum of zeros is 0, and so is that of none."""

    measure = ["sum"]

    def pattern(axis, keepdims, dtype):
        y = R.sum(R.zeros(_, dtype), axis=axis, keepdims=keepdims)
        return y

    replacement = R.zeros(y.shape, dtype)
