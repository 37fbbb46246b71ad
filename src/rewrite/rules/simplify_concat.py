# SPDX-License-Identifier: Apache-2.0
"""Simplify, concat with split and slices. Elements only move, so all of it is exact. Every rule removes a call or an
operand of a concat, or lets a slice read the tensor that its elements come from."""


@R.rewriter
class ConcatOne:
    """Nothing stands beside it."""

    measure = ["concat"]

    def pattern(x: R.Tensor, axis):
        return R.concat((x,), axis=axis)

    replacement = x


@R.rewriter
class ConcatNested:
    """A concat within one along the same axis, wherever it stands, and however many there are beside it."""

    measure = ["concat"]

    def pattern(before: R.Many(R.Tensor), xs: R.Many(R.Tensor), after: R.Many(R.Tensor), axis):
        return R.concat((*before, R.concat(xs, axis=axis), *after), axis=axis)

    replacement = R.concat([*before, *xs, *after], axis=axis)


@R.rewriter
class ConcatEmpty:
    """An operand of extent 0 adds nothing; one at least is kept. Ends: every application takes an
    operand away."""

    chain = 1000000

    def pattern(xs: R.Many(R.Tensor, min=2), axis):
        R.require(any(R.proved(x.shape[axis] == 0) for x in xs[1:]))
        return R.concat(xs, axis=axis)

    replacement = R.concat([xs[0]] + [x for x in xs[1:] if not R.proved(x.shape[axis] == 0)], axis=axis)


@R.rewriter
class ConcatEmptyFirst:
    """As ConcatEmpty, for the first operand. Ends: every application takes an
    operand away."""

    chain = 1000000

    def pattern(xs: R.Many(R.Tensor, min=2), axis):
        R.require(xs[0].shape[axis] == 0)
        return R.concat(xs, axis=axis)

    replacement = R.concat(xs[1:], axis=axis)


@R.rewriter
class ConcatSplit:
    """What was cut is put together again."""

    measure = ["concat"]

    def pattern(x: R.Tensor, cuts, axis):
        return R.concat(R.split(x, cuts, axis=axis), axis=axis)

    replacement = x


@R.rewriter
class ConcatParts:
    """What was cut is put together again, all parts in their order."""

    measure = ["concat"]

    def pattern(x: R.Tensor, cuts, axis):
        s = R.split(x, cuts, axis=axis)
        return R.concat([s[i] for i in range(len(s))], axis=axis)

    replacement = x


@R.rewriter
class SplitOne:
    """There is one part."""

    measure = ["split"]

    def pattern(x: R.Tensor, axis):
        return R.either(R.split(x, 1, axis=axis), R.split(x, [], axis=axis))

    replacement = x


@R.rewriter
class SplitConcat:
    """A part of a split is what stands there in the concat, when both are cut alike."""

    measure = ["split"]

    def pattern(xs: R.Many(R.Tensor), i, cuts, axis):
        c = R.concat(xs, axis=axis)
        s = R.split(c, cuts, axis=axis)
        R.require(parts(c.shape[axis], cuts) == [x.shape[axis] for x in xs])
        return s[i]

    replacement = xs[i]


@R.rewriter
class SliceWhole:
    """All is taken: from 0 up to the extent or beyond."""

    measure = ["strided_slice"]

    def pattern(x: R.Tensor, axes, begin, end):
        R.require(R.rank(x) >= 0)
        R.require(all(b == 0 and x.shape[a] <= e for a, b, e in zip(axes, begin, end)))
        return R.strided_slice(x, axes, begin, end, assume_inbound=_)

    replacement = x


@R.rewriter
class SliceStrideOne:
    """Steps of 1 are the default. Ends: the strides are gone."""

    chain = 1

    def pattern(x: R.Tensor, axes, begin, end, strides, inbound):
        R.require(all(s == 1 for s in strides))
        return R.strided_slice(x, axes, begin, end, strides, assume_inbound=inbound)

    replacement = R.strided_slice(x, axes, begin, end, assume_inbound=inbound)


@R.rewriter
class SliceSlice:
    """A slice of a slice, counted from the front on both sides; Python cuts off alike. A sum that overflows refuses."""

    measure = ["strided_slice"]

    def pattern(x: R.Tensor, a, b, e, c, f):
        R.require(0 <= b, 0 <= e, 0 <= c, 0 <= f)
        return R.strided_slice(R.strided_slice(x, [a], [b], [e], assume_inbound=_), [a], [c], [f], assume_inbound=_)

    replacement = R.strided_slice(x, [a], [b + c], [min(e, b + f)])


@R.rewriter
class SliceConcat:
    """A slice that lies within one operand of a concat reads that operand alone."""

    measure = ["concat"]

    def pattern(xs: R.Many(R.Tensor), axis, b, e):
        R.require(0 <= b, b <= e)
        R.require(any(R.proved(o <= b) and R.proved(e <= o + x.shape[axis])
                      for x, o in zip(xs, [0] + prefix_sums([x.shape[axis] for x in xs]))))
        return R.strided_slice(R.concat(xs, axis=axis), [axis], [b], [e], assume_inbound=_)

    def replacement(xs, axis, b, e):
        starts = [0] + prefix_sums([x.shape[axis] for x in xs])
        within = [[x, o] for x, o in zip(xs, starts) if R.proved(o <= b) and R.proved(e <= o + x.shape[axis])]
        return R.strided_slice(within[0][0], [axis], [b - within[0][1]], [e - within[0][1]])


@R.rewriter
class StackOne:
    """A single tensor along a new dim."""

    measure = ["stack"]

    def pattern(x: R.Tensor, axis):
        return R.stack((x,), axis=axis)

    replacement = R.expand_dims(x, axis=axis)


@R.rewriter
class FlipFlip:
    """The order reversed twice."""

    measure = ["flip"]

    def pattern(x: R.Tensor, axis):
        return R.flip(R.flip(x, axis=axis), axis=axis)

    replacement = x


@R.rewriter
class FlipOne:
    """A single element has one order."""

    measure = ["flip"]

    def pattern(x: R.Tensor, axis):
        R.require(x.shape[axis] == 1)
        return R.flip(x, axis=axis)

    replacement = x
