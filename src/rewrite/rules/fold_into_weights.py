# SPDX-License-Identifier: Apache-2.0
"""FoldIntoWeights: what multiplies or shifts each channel beside a convolution or a matmul goes into its weight and its
bias where these are constants; so do batch norms at inference. Floats may differ by rounding. What is folded must not be
used elsewhere.
measure: each rule removes a call or makes a cheaper one of it."""


@R.rewriter
class DivideByConstant:
    """x / c is x * (1 / c): another rounding, so not where a tie behind it may go the other way (a zero point of 127.5)."""

    approximate = True
    measure = ["divide"]

    def pattern(x: R.Tensor, c: R.Tensor):
        y = R.divide(x, c)
        R.require(R.is_float(c), R.is_weight(c), not R.is_weight(x), R.broadcasts(c, x), not R.rounded(y))
        return y

    replacement = R.multiply(x, 1.0 / c)


for name, why, op in [
    ("TwoFactors", "(x * a) * b is x * (a * b).", R.multiply),
    ("TwoShifts", "(x + a) + b is x + (a + b).", R.add),
]:
    @R.rewriter(name)
    class TwoWeights:
        __doc__ = why
        approximate = True
        measure = [op]

        def pattern(x: R.Tensor, a: R.Tensor, b: R.Tensor):
            y = op(x, a)
            R.require(R.is_float(a), R.is_weight(a), R.is_weight(b), not R.is_weight(x), R.private(y))
            R.require(R.broadcasts(a, x), R.broadcasts(b, x))
            return op(y, b)

        replacement = op(x, op(a, b))


@R.rewriter
class ScaleAfterConv:
    """(conv(x, w) + b) * s is conv(x, w * s) + b * s, of one factor or one a channel."""

    approximate = True
    measure = ["multiply"]

    def pattern(x: R.Tensor, w: R.Tensor, b: R.Tensor, s: R.Tensor, c1, c2, c3):
        y = R.either(
            R.nn.conv2d(x, w, data_layout="NCHW", kernel_layout="OIHW", out_layout="NCHW", out_dtype="void", **c2),
            R.nn.conv1d(x, w, data_layout="NCW", kernel_layout="OIW", out_layout="NCW", out_dtype="void", **c1),
            R.nn.conv3d(x, w, data_layout="NCDHW", kernel_layout="OIDHW", out_layout="NCDHW", out_dtype="void", **c3),
        )
        z = R.maybe(R.add(y, b), y)
        R.require(not R.is_weight(x), R.is_float(s), R.is_weight(w), R.is_weight(s), R.broadcasts(s, y), R.private(z), R.private(y))
        R.require(R.rank(s) <= R.rank(w))
        R.require(all(e == 1 or i == 1 for i, e in enumerate([1] * (R.rank(w) - R.rank(s)) + s.shape)))
        R.require(not R.present(b) or (R.is_weight(b) and R.broadcasts(b, y)))
        return R.multiply(z, s)

    def replacement(x, w, b, s, c1, c2, c3):
        u = R.multiply(w, R.reshape(s, [prod(s.shape)] + [1] * (R.rank(w) - 1)))
        y = R.maybe(
            R.nn.conv2d(x, u, data_layout="NCHW", kernel_layout="OIHW", **c2),
            R.nn.conv1d(x, u, data_layout="NCW", kernel_layout="OIW", **c1),
            R.nn.conv3d(x, u, data_layout="NCDHW", kernel_layout="OIDHW", **c3),
        )
        return R.maybe(R.add(y, R.multiply(b, s)), y)


@R.rewriter
class ScaleAfterConvTranspose:
    """The same of a transposed convolution, in one group."""

    approximate = True
    measure = ["multiply"]

    def pattern(x: R.Tensor, w: R.Tensor, b: R.Tensor, s: R.Tensor, c1, c2, c3):
        y = R.either(
            R.nn.conv2d_transpose(x, w, data_layout="NCHW", kernel_layout="IOHW", out_layout="NCHW", groups=1, out_dtype="void", **c2),
            R.nn.conv1d_transpose(x, w, data_layout="NCW", kernel_layout="IOW", out_layout="NCW", groups=1, out_dtype="void", **c1),
            R.nn.conv3d_transpose(x, w, data_layout="NCDHW", kernel_layout="IODHW", out_layout="NCDHW", groups=1, out_dtype="void", **c3),
        )
        z = R.maybe(R.add(y, b), y)
        R.require(not R.is_weight(x), R.is_float(s), R.is_weight(w), R.is_weight(s), R.broadcasts(s, y), R.private(z), R.private(y))
        R.require(R.rank(s) <= R.rank(w))
        R.require(all(e == 1 or i == 1 for i, e in enumerate([1] * (R.rank(w) - R.rank(s)) + s.shape)))
        R.require(not R.present(b) or (R.is_weight(b) and R.broadcasts(b, y)))
        return R.multiply(z, s)

    def replacement(x, w, b, s, c1, c2, c3):
        u = R.multiply(w, R.reshape(s, [1, prod(s.shape)] + [1] * (R.rank(w) - 2)))
        y = R.maybe(
            R.nn.conv2d_transpose(x, u, data_layout="NCHW", kernel_layout="IOHW", **c2),
            R.nn.conv1d_transpose(x, u, data_layout="NCW", kernel_layout="IOW", **c1),
            R.nn.conv3d_transpose(x, u, data_layout="NCDHW", kernel_layout="IODHW", **c3),
        )
        return R.maybe(R.add(y, R.multiply(b, s)), y)


@R.rewriter
class ScaleBeforeConv:
    """conv(x * s, w) is conv(x, w * s), of one factor: the padding of zeros stays one of zeros."""

    approximate = True
    measure = ["multiply"]

    def pattern(x: R.Tensor, w: R.Tensor, s: R.Tensor, c1, c2, c3):
        y = R.multiply(x, s)
        R.require(not R.is_weight(x), R.is_float(s), R.is_weight(w), R.is_weight(s), R.broadcasts(s, x), prod(s.shape) == 1, R.private(y))
        return R.either(
            R.nn.conv2d(y, w, data_layout="NCHW", kernel_layout="OIHW", out_layout="NCHW", out_dtype="void", **c2),
            R.nn.conv1d(y, w, data_layout="NCW", kernel_layout="OIW", out_layout="NCW", out_dtype="void", **c1),
            R.nn.conv3d(y, w, data_layout="NCDHW", kernel_layout="OIDHW", out_layout="NCDHW", out_dtype="void", **c3),
        )

    def replacement(x, w, s, c1, c2, c3):
        u = R.multiply(w, R.reshape(s, [1] * R.rank(w)))
        return R.maybe(
            R.nn.conv2d(x, u, data_layout="NCHW", kernel_layout="OIHW", **c2),
            R.nn.conv1d(x, u, data_layout="NCW", kernel_layout="OIW", **c1),
            R.nn.conv3d(x, u, data_layout="NCDHW", kernel_layout="OIDHW", **c3),
        )


@R.rewriter
class ScaleAfterMatmul:
    """(x @ w + b) * s is x @ (w * s) + b * s, of one factor or one a column."""

    approximate = True
    measure = ["multiply"]

    def pattern(x: R.Tensor, w: R.Tensor, b: R.Tensor, s: R.Tensor):
        y = R.matmul(x, w)
        z = R.maybe(R.add(y, b), y)
        R.require(not R.is_weight(x), R.is_float(s), R.is_weight(w), R.is_weight(s), R.broadcasts(s, y), R.private(z), R.private(y))
        R.require(R.rank(w) == 2, prod(s.shape) == 1 or prod(s.shape) == s.shape[-1])
        R.require(not R.present(b) or (R.is_weight(b) and R.broadcasts(b, y)))
        return R.multiply(z, s)

    def replacement(x, w, b, s):
        y = R.matmul(x, R.multiply(w, R.reshape(s, [1, prod(s.shape)])))
        return R.maybe(R.add(y, R.multiply(b, s)), y)


@R.rewriter
class ScaleBeforeMatmul:
    """(x * s) @ w is x @ (s * w), of one factor or one a row of w."""

    approximate = True
    measure = ["multiply"]

    def pattern(x: R.Tensor, w: R.Tensor, s: R.Tensor):
        y = R.multiply(x, s)
        R.require(not R.is_weight(x), R.is_float(s), R.is_weight(w), R.is_weight(s), R.broadcasts(s, x), R.private(y))
        R.require(R.rank(w) == 2, prod(s.shape) == 1 or prod(s.shape) == s.shape[-1])
        return R.matmul(y, w)

    replacement = R.matmul(x, R.multiply(R.reshape(s, [prod(s.shape), 1]), w))


@R.rewriter
class BatchNormAfterConv:
    """A batch norm at inference behind a convolution, with or without a bias: a factor and a shift a channel."""

    approximate = True
    measure = ["nn.batch_norm"]

    def pattern(x: R.Tensor, w: R.Tensor, b: R.Tensor, gamma: R.Tensor, beta: R.Tensor, mean: R.Tensor, var: R.Tensor, eps, center, scale, c1, c2, c3):
        y = R.either(
            R.nn.conv2d(x, w, data_layout="NCHW", kernel_layout="OIHW", out_layout="NCHW", out_dtype="void", **c2),
            R.nn.conv1d(x, w, data_layout="NCW", kernel_layout="OIW", out_layout="NCW", out_dtype="void", **c1),
            R.nn.conv3d(x, w, data_layout="NCDHW", kernel_layout="OIDHW", out_layout="NCDHW", out_dtype="void", **c3),
        )
        z = R.maybe(R.add(y, b), y)
        bn = R.nn.batch_norm(z, gamma, beta, mean, var, axis=1, epsilon=eps, center=center, scale=scale, momentum=_, training=False)
        R.require(not R.present(b) or R.rank(b) <= R.rank(w) and b.shape[-R.rank(w) + 1:] == [w.shape[0]] + [1] * (R.rank(w) - 2) and prod(b.shape) == w.shape[0])
        R.require(R.private(bn), R.private(z), R.private(y))
        return bn[0]

    def replacement(x, w, b, gamma, beta, mean, var, eps, center, scale, c1, c2, c3):
        inverse = 1.0 / R.sqrt(var + R.full([], R.const(eps, "float64"), dtype=var.dtype))
        factor = inverse * gamma if scale else inverse
        moved = R.maybe(R.subtract(R.reshape(b, [w.shape[0]]), mean) * factor, R.negative(mean * factor))
        shift = R.add(beta, moved) if center else moved
        u = R.multiply(w, R.reshape(factor, [w.shape[0]] + [1] * (R.rank(w) - 1)))
        y = R.maybe(
            R.nn.conv2d(x, u, data_layout="NCHW", kernel_layout="OIHW", **c2),
            R.nn.conv1d(x, u, data_layout="NCW", kernel_layout="OIW", **c1),
            R.nn.conv3d(x, u, data_layout="NCDHW", kernel_layout="OIDHW", **c3),
        )
        return R.add(y, R.reshape(shift, [1, w.shape[0]] + [1] * (R.rank(w) - 2)))


@R.rewriter
class BatchNormAfterConvTranspose:
    """The same behind a transposed convolution, in one group."""

    approximate = True
    measure = ["nn.batch_norm"]

    def pattern(x: R.Tensor, w: R.Tensor, b: R.Tensor, gamma: R.Tensor, beta: R.Tensor, mean: R.Tensor, var: R.Tensor, eps, center, scale, c1, c2, c3):
        y = R.either(
            R.nn.conv2d_transpose(x, w, data_layout="NCHW", kernel_layout="IOHW", out_layout="NCHW", groups=1, out_dtype="void", **c2),
            R.nn.conv1d_transpose(x, w, data_layout="NCW", kernel_layout="IOW", out_layout="NCW", groups=1, out_dtype="void", **c1),
            R.nn.conv3d_transpose(x, w, data_layout="NCDHW", kernel_layout="IODHW", out_layout="NCDHW", groups=1, out_dtype="void", **c3),
        )
        z = R.maybe(R.add(y, b), y)
        bn = R.nn.batch_norm(z, gamma, beta, mean, var, axis=1, epsilon=eps, center=center, scale=scale, momentum=_, training=False)
        R.require(not R.present(b) or R.rank(b) <= R.rank(w) and b.shape[-R.rank(w) + 1:] == [w.shape[1]] + [1] * (R.rank(w) - 2) and prod(b.shape) == w.shape[1])
        R.require(R.private(bn), R.private(z), R.private(y))
        return bn[0]

    def replacement(x, w, b, gamma, beta, mean, var, eps, center, scale, c1, c2, c3):
        inverse = 1.0 / R.sqrt(var + R.full([], R.const(eps, "float64"), dtype=var.dtype))
        factor = inverse * gamma if scale else inverse
        moved = R.maybe(R.subtract(R.reshape(b, [w.shape[1]]), mean) * factor, R.negative(mean * factor))
        shift = R.add(beta, moved) if center else moved
        u = R.multiply(w, R.reshape(factor, [1, w.shape[1]] + [1] * (R.rank(w) - 2)))
        y = R.maybe(
            R.nn.conv2d_transpose(x, u, data_layout="NCHW", kernel_layout="IOHW", **c2),
            R.nn.conv1d_transpose(x, u, data_layout="NCW", kernel_layout="IOW", **c1),
            R.nn.conv3d_transpose(x, u, data_layout="NCDHW", kernel_layout="IODHW", **c3),
        )
        return R.add(y, R.reshape(shift, [1, w.shape[1]] + [1] * (R.rank(w) - 2)))


@R.rewriter
class BatchNormAfterMatmul:
    """The same behind a matmul of matrices."""

    approximate = True
    measure = ["nn.batch_norm"]

    def pattern(x: R.Tensor, w: R.Tensor, b: R.Tensor, gamma: R.Tensor, beta: R.Tensor, mean: R.Tensor, var: R.Tensor, eps, center, scale):
        y = R.matmul(x, w)
        z = R.maybe(R.add(y, b), y)
        bn = R.nn.batch_norm(z, gamma, beta, mean, var, axis=1, epsilon=eps, center=center, scale=scale, momentum=_, training=False)
        R.require(R.rank(x) == 2, R.rank(w) == 2, R.private(bn), R.private(z), R.private(y))
        R.require(not R.present(b) or b.shape == [w.shape[1]])
        return bn[0]

    def replacement(x, w, b, gamma, beta, mean, var, eps, center, scale):
        inverse = 1.0 / R.sqrt(var + R.full([], R.const(eps, "float64"), dtype=var.dtype))
        factor = inverse * gamma if scale else inverse
        moved = R.maybe(R.subtract(b, mean) * factor, R.negative(mean * factor))
        shift = R.add(beta, moved) if center else moved
        return R.add(R.matmul(x, R.multiply(w, factor)), shift)


@R.rewriter
class BatchNormBeforeConv:
    """Before a convolution of one group without padding: a factor and a shift for each channel that goes in."""

    approximate = True
    measure = ["nn.batch_norm"]

    def pattern(x: R.Tensor, w: R.Tensor, gamma: R.Tensor, beta: R.Tensor, mean: R.Tensor, var: R.Tensor, eps, center, scale, c1, c2, c3):
        bn = R.nn.batch_norm(x, gamma, beta, mean, var, axis=1, epsilon=eps, center=center, scale=scale, momentum=_, training=False)
        y = bn[0]
        z = R.either(
            R.nn.conv2d(y, w, data_layout="NCHW", kernel_layout="OIHW", out_layout="NCHW", groups=1, padding=[0, 0, 0, 0], out_dtype="void", **c2),
            R.nn.conv1d(y, w, data_layout="NCW", kernel_layout="OIW", out_layout="NCW", groups=1, padding=[0, 0], out_dtype="void", **c1),
            R.nn.conv3d(y, w, data_layout="NCDHW", kernel_layout="OIDHW", out_layout="NCDHW", groups=1, padding=[0, 0, 0, 0, 0, 0], out_dtype="void", **c3),
        )
        R.require(not R.is_weight(x), R.is_weight(w), R.private(bn), R.private(y))
        return z

    def replacement(x, w, gamma, beta, mean, var, eps, center, scale, c1, c2, c3):
        inverse = 1.0 / R.sqrt(var + R.full([], R.const(eps, "float64"), dtype=var.dtype))
        factor = inverse * gamma if scale else inverse
        shift = R.subtract(beta, mean * factor) if center else R.negative(mean * factor)
        ones = [1] * (R.rank(w) - 2)
        u = R.multiply(w, R.reshape(factor, [1, w.shape[1]] + ones))
        moved = R.sum(R.multiply(w, R.reshape(shift, [1, w.shape[1]] + ones)), axis=range(1, R.rank(w)))
        y = R.maybe(
            R.nn.conv2d(x, u, data_layout="NCHW", kernel_layout="OIHW", **c2),
            R.nn.conv1d(x, u, data_layout="NCW", kernel_layout="OIW", **c1),
            R.nn.conv3d(x, u, data_layout="NCDHW", kernel_layout="OIDHW", **c3),
        )
        return R.add(y, R.reshape(moved, [1, w.shape[0]] + ones))


@R.rewriter
class BatchNormBeforeMatmul:
    """Before a matmul of matrices."""

    approximate = True
    measure = ["nn.batch_norm"]

    def pattern(x: R.Tensor, w: R.Tensor, gamma: R.Tensor, beta: R.Tensor, mean: R.Tensor, var: R.Tensor, eps, center, scale):
        bn = R.nn.batch_norm(x, gamma, beta, mean, var, axis=1, epsilon=eps, center=center, scale=scale, momentum=_, training=False)
        y = bn[0]
        R.require(not R.is_weight(x), R.rank(x) == 2, R.rank(w) == 2, R.is_weight(w), R.private(bn), R.private(y))
        return R.matmul(y, w)

    def replacement(x, w, gamma, beta, mean, var, eps, center, scale):
        inverse = 1.0 / R.sqrt(var + R.full([], R.const(eps, "float64"), dtype=var.dtype))
        factor = inverse * gamma if scale else inverse
        shift = R.subtract(beta, mean * factor) if center else R.negative(mean * factor)
        return R.add(R.matmul(x, R.multiply(R.reshape(factor, [w.shape[0], 1]), w)), R.matmul(shift, w))


@R.rewriter
class PadIntoConv:
    """The zeros of a pad along the spatial dims are the convolution's own. Beside an infinity of the kernel they are not:
    0 times that is NaN, and what the convolution pads counts for nothing."""

    approximate = True
    measure = ["nn.pad"]

    def pattern(x: R.Tensor, w: R.Tensor, width, padding, c1, c2, c3):
        y = R.nn.pad(x, pad_width=width, pad_mode="constant", pad_value=0.0)
        z = R.either(
            R.nn.conv2d(y, w, padding=padding, data_layout="NCHW", kernel_layout="OIHW", **c2),
            R.nn.conv1d(y, w, padding=padding, data_layout="NCW", kernel_layout="OIW", **c1),
            R.nn.conv3d(y, w, padding=padding, data_layout="NCDHW", kernel_layout="OIDHW", **c3),
        )
        R.require(width[:4] == [0, 0, 0, 0], all(p >= 0 for p in width), R.private(y))
        return z

    def replacement(x, w, width, padding, c1, c2, c3):
        n = len(padding) // 2
        more = [width[4 + 2 * (i % n) + i // n] + p for i, p in enumerate(padding)]
        return R.maybe(
            R.nn.conv2d(x, w, padding=more, data_layout="NCHW", kernel_layout="OIHW", **c2),
            R.nn.conv1d(x, w, padding=more, data_layout="NCW", kernel_layout="OIW", **c1),
            R.nn.conv3d(x, w, padding=more, data_layout="NCDHW", kernel_layout="OIDHW", **c3),
        )
