# SPDX-License-Identifier: Apache-2.0
"""FoldBatchnormToConv2D: at inference a batch_norm multiplies each channel by a number and adds one; after a conv2d
that is another weight and a bias. What is made of the parameters is constant where they are, and is folded then.
Floats may differ by rounding. The other fields of the batch_norm's tuple must not be used, nor the conv2d elsewhere.
measure: each rule removes a batch_norm."""


@R.rewriter
class FoldBatchnormToConv2D:
    """(conv2d(x, w) - mean) / sqrt(var + eps) * gamma + beta, with the first factor in the weight."""

    approximate = True
    measure = ["nn.batch_norm"]

    def pattern(x: R.Tensor, w: R.Tensor, gamma: R.Tensor, beta: R.Tensor, mean: R.Tensor, var: R.Tensor, eps, center, scale, conv):
        y = R.nn.conv2d(x, w, data_layout="NCHW", kernel_layout="OIHW", **conv)
        bn = R.nn.batch_norm(y, gamma, beta, mean, var, axis=1, epsilon=eps, center=center, scale=scale, momentum=_, training=False)
        R.require(conv.out_dtype == "void", conv.out_layout is None or conv.out_layout == "NCHW")
        R.require(R.private(bn), R.private(y))
        return bn[0]

    def replacement(x, w, gamma, beta, mean, var, eps, center, scale, conv):
        inverse = 1.0 / R.sqrt(var + R.full([], R.const(eps, "float64"), dtype=var.dtype))
        factor = inverse * gamma if scale else inverse
        shift = R.subtract(beta, mean * factor) if center else R.negative(mean * factor)
        y = R.nn.conv2d(x, R.multiply(w, R.reshape(factor, [w.shape[0], 1, 1, 1])), **conv)
        return R.add(y, R.reshape(shift, [1, w.shape[0], 1, 1]))


@R.rewriter
class FoldBatchnormToConv2DBias:
    """The same behind a bias of one number a channel."""

    approximate = True
    measure = ["nn.batch_norm"]

    def pattern(x: R.Tensor, w: R.Tensor, bias: R.Tensor, gamma: R.Tensor, beta: R.Tensor, mean: R.Tensor, var: R.Tensor, eps, center, scale, conv):
        c = R.nn.conv2d(x, w, data_layout="NCHW", kernel_layout="OIHW", **conv)
        y = R.add(c, bias)
        bn = R.nn.batch_norm(y, gamma, beta, mean, var, axis=1, epsilon=eps, center=center, scale=scale, momentum=_, training=False)
        R.require(conv.out_dtype == "void", conv.out_layout is None or conv.out_layout == "NCHW")
        R.require(R.rank(bias) == 4, bias.shape == [1, w.shape[0], 1, 1])
        R.require(R.private(bn), R.private(y), R.private(c))
        return bn[0]

    def replacement(x, w, bias, gamma, beta, mean, var, eps, center, scale, conv):
        inverse = 1.0 / R.sqrt(var + R.full([], R.const(eps, "float64"), dtype=var.dtype))
        factor = inverse * gamma if scale else inverse
        moved = R.subtract(R.reshape(bias, [w.shape[0]]), mean) * factor
        shift = R.add(beta, moved) if center else moved
        y = R.nn.conv2d(x, R.multiply(w, R.reshape(factor, [w.shape[0], 1, 1, 1])), **conv)
        return R.add(y, R.reshape(shift, [1, w.shape[0], 1, 1]))
