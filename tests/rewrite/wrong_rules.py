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


@R.rewriter
class MergeConvsInGroups:
    """Kernels side by side are not one kernel when they work in groups."""

    @R.function
    def pattern(x: R.Tensor, ws: R.Many(R.Tensor(ndim=4), min=2), attrs):
        R.require(attrs.data_layout == "NCHW", attrs.out_layout == "NCHW", attrs.kernel_layout == "OIHW")
        return R.siblings([R.nn.conv2d(x, w, **attrs) for w in ws], same=[w.dtype, w.shape[1:]])

    @R.function
    def replacement(x, ws, attrs):
        y = R.nn.conv2d(x, R.concat(ws, axis=0), **attrs)
        return R.split(y, prefix_sums([w.shape[0] for w in ws]), axis=1)


@R.rewriter
class MergeConvsNoGroups:
    """The same, whatever the layouts."""

    @R.function
    def pattern(x: R.Tensor, ws: R.Many(R.Tensor(ndim=4), min=2), attrs):
        return R.siblings([R.nn.conv2d(x, w, **attrs) for w in ws])

    @R.function
    def replacement(x, ws, attrs):
        y = R.nn.conv2d(x, R.concat(ws, axis=0), **attrs)
        return R.split(y, prefix_sums([w.shape[0] for w in ws]), axis=1)


@R.rewriter
class PadIntoConv:
    """Zeros beside an infinity of the kernel are NaN; what the convolution pads is nothing."""

    @R.function
    def pattern(x: R.Tensor, w: R.Tensor, width, padding, c):
        R.require(width[:4] == [0, 0, 0, 0], all(p >= 0 for p in width))
        y = R.nn.pad(x, pad_width=width, pad_mode="constant", pad_value=0.0)
        return R.nn.conv2d(y, w, padding=padding, data_layout="NCHW", kernel_layout="OIHW", **c)

    @R.function
    def replacement(x, w, width, padding, c):
        more = [width[4 + 2 * (i % 2) + i // 2] + p for i, p in enumerate(padding)]
        return R.nn.conv2d(x, w, padding=more, data_layout="NCHW", kernel_layout="OIHW", **c)


@R.rewriter
class LeastInteger:
    """The least integer does not change its sign."""

    @R.function
    def pattern(x: R.Tensor, y: R.Tensor):
        R.require(R.is_int(x))
        return R.divide(R.negative(x), R.negative(y))

    @R.function
    def replacement(x, y):
        return R.divide(x, y)
