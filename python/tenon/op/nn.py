# SPDX-License-Identifier: Apache-2.0
# Written by tools/python-ops.py from the registry of operators; not edited.
"""Operators on symbolic values: docs/python.md, "Models from operators"."""

from __future__ import annotations

from .._build import Value as Value, call as _call

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from .._build import Dtype, Ints, Operand

__all__ = [
    "adaptive_avg_pool1d", "adaptive_avg_pool2d", "adaptive_avg_pool3d", "attention", "attention_bias",
    "avg_pool1d", "avg_pool2d", "avg_pool3d", "batch_norm", "conv1d", "conv1d_transpose", "conv2d",
    "conv2d_transpose", "conv3d", "conv3d_transpose", "cross_entropy_with_logits", "dropout", "gelu",
    "gelu_tanh", "group_norm", "gru", "instance_norm", "layer_norm", "leakyrelu", "log_softmax", "lstm",
    "max_pool1d", "max_pool2d", "max_pool3d", "nll_loss", "pad", "prelu", "relu", "rms_norm", "rnn", "selu",
    "silu", "softmax", "softplus",
]


def gelu(x: Operand) -> Value:
    """x * Phi(x) with the normal distribution's Phi, by erf (Hendrycks and Gimpel 2016).

    C1: x is floating-point
    """
    return _call("nn.gelu", (x,))


def gelu_tanh(x: Operand) -> Value:
    """gelu by its tanh approximation: 0.5 * x * (1 + tanh(sqrt(2/pi) * (x + 0.044715 * x**3))).

    C1: x is floating-point
    """
    return _call("nn.gelu_tanh", (x,))


def relu(x: Operand) -> Value:
    """max(x, 0); NaN stays NaN.

    C1: x is an integer or floating-point tensor
    """
    return _call("nn.relu", (x,))


def selu(x: Operand) -> Value:
    """scale * (max(0, x) + min(0, alpha * (exp(x) - 1))) with the constants of Klambauer et al. 2017.

    C1: x is floating-point
    """
    return _call("nn.selu", (x,))


def silu(x: Operand) -> Value:
    """x * sigmoid(x).

    C1: x is floating-point
    """
    return _call("nn.silu", (x,))


def adaptive_avg_pool1d(
    data: Operand,
    output_size: Ints | None = None,
    layout: str = "NCW",
    out_layout: str | None = None,
) -> Value:
    """The means of windows that spread evenly over each spatial dim: for extent e and output_size s, element i
    averages elements i * e // s to ceil((i + 1) * e / s) - 1, integers as nn.avg_pool does. output_size None
    keeps the extents. out_layout None is layout.

    C1: layout and out_layout are permutations of N, C and the spatial letters; none is blocked
    C2: data has two dims more than there are spatial ones
    C3: data is an integer or floating-point tensor
    C4: output_size holds an int of 1 or more for each spatial dim
    C5: no spatial extent of data is 0
    """
    return _call("nn.adaptive_avg_pool1d", (data, output_size, layout, out_layout))


def adaptive_avg_pool2d(
    data: Operand,
    output_size: Ints | None = None,
    layout: str = "NCHW",
    out_layout: str | None = None,
) -> Value:
    """The means of windows that spread evenly over each spatial dim: for extent e and output_size s, element i
    averages elements i * e // s to ceil((i + 1) * e / s) - 1, integers as nn.avg_pool does. output_size None
    keeps the extents. out_layout None is layout.

    C1: layout and out_layout are permutations of N, C and the spatial letters; none is blocked
    C2: data has two dims more than there are spatial ones
    C3: data is an integer or floating-point tensor
    C4: output_size holds an int of 1 or more for each spatial dim
    C5: no spatial extent of data is 0
    """
    return _call("nn.adaptive_avg_pool2d", (data, output_size, layout, out_layout))


def adaptive_avg_pool3d(
    data: Operand,
    output_size: Ints | None = None,
    layout: str = "NCDHW",
    out_layout: str | None = None,
) -> Value:
    """The means of windows that spread evenly over each spatial dim: for extent e and output_size s, element i
    averages elements i * e // s to ceil((i + 1) * e / s) - 1, integers as nn.avg_pool does. output_size None
    keeps the extents. out_layout None is layout.

    C1: layout and out_layout are permutations of N, C and the spatial letters; none is blocked
    C2: data has two dims more than there are spatial ones
    C3: data is an integer or floating-point tensor
    C4: output_size holds an int of 1 or more for each spatial dim
    C5: no spatial extent of data is 0
    """
    return _call("nn.adaptive_avg_pool3d", (data, output_size, layout, out_layout))


def attention(
    query: Operand,
    key: Operand,
    value: Operand,
    scale: float | None = None,
    causal_mask: str | None = None,
    window_size: int | None = None,
) -> Value:
    """softmax(query . key * scale) . value for each batch and head. scale None is 1 / sqrt(head_dim). With d = i for
    query i, or i + seq of key - seq of query when causal_mask is BottomRight: a causal_mask hides the keys j > d,
    window_size the keys j <= d - window_size. A query that sees no key, or all of whose scores are -inf, gives 0.
    The result is (batch, seq, heads, head_dim of value).

    C1: query, key and value have rank 4: (batch, seq, heads, head_dim)
    C2: the operands have one dtype, a floating-point one
    C3: query, key and value agree in batch and heads, query and key in head_dim, key and value in seq
    C4: window_size is 1 or more
    causal_mask: TopLeft, BottomRight
    """
    return _call("nn.attention", (query, key, value, scale, causal_mask, window_size))


def attention_bias(
    query: Operand,
    key: Operand,
    value: Operand,
    bias: Operand,
    scale: float | None = None,
    causal_mask: str | None = None,
    window_size: int | None = None,
) -> Value:
    """softmax(query . key * scale + bias) . value for each batch and head. scale None is 1 / sqrt(head_dim). With d
    = i for query i, or i + seq of key - seq of query when causal_mask is BottomRight: a causal_mask hides the
    keys j > d, window_size the keys j <= d - window_size. A query that sees no key, or all of whose scores are
    -inf, gives 0. The result is (batch, seq, heads, head_dim of value).

    C1: query, key and value have rank 4: (batch, seq, heads, head_dim)
    C2: the operands have one dtype, a floating-point one
    C3: query, key and value agree in batch and heads, query and key in head_dim, key and value in seq
    C4: window_size is 1 or more
    C5: bias broadcasts to (batch, heads, seq of query, seq of key)
    causal_mask: TopLeft, BottomRight
    """
    return _call("nn.attention_bias", (query, key, value, bias, scale, causal_mask, window_size))


def avg_pool1d(
    data: Operand,
    pool_size: Ints = 1,
    strides: Ints = 1,
    padding: Ints = 0,
    dilation: Ints = 1,
    ceil_mode: bool = False,
    count_include_pad: bool = False,
    layout: str = "NCW",
    out_layout: str | None = None,
) -> Value:
    """The mean of each window, on integers summed in 64 bits and truncated toward 0. Padding adds nothing, and
    counts in the divisor only with count_include_pad; a window that counts nothing gives 0. padding is the ints
    before each spatial dim, then those after. Along a dim of extent e the result has (e + pads - dilation * (size
    - 1) - 1) // stride + 1; with ceil_mode the division rounds up, and what a window covers past the padded data
    counts as padding. out_layout None is layout.

    C1: layout and out_layout are permutations of N, C and the spatial letters; none is blocked
    C2: data has two dims more than there are spatial ones
    C3: data is an integer or floating-point tensor
    C4: pool_size, strides and dilation are 1 or more, padding is 0 or more
    C5: the dilated window fits in the padded data
    """
    return _call("nn.avg_pool1d", (
        data,
        pool_size,
        strides,
        padding,
        dilation,
        ceil_mode,
        count_include_pad,
        layout,
        out_layout,
    ))


def avg_pool2d(
    data: Operand,
    pool_size: Ints = 1,
    strides: Ints = 1,
    padding: Ints = 0,
    dilation: Ints = 1,
    ceil_mode: bool = False,
    count_include_pad: bool = False,
    layout: str = "NCHW",
    out_layout: str | None = None,
) -> Value:
    """The mean of each window, on integers summed in 64 bits and truncated toward 0. Padding adds nothing, and
    counts in the divisor only with count_include_pad; a window that counts nothing gives 0. padding is the ints
    before each spatial dim, then those after. Along a dim of extent e the result has (e + pads - dilation * (size
    - 1) - 1) // stride + 1; with ceil_mode the division rounds up, and what a window covers past the padded data
    counts as padding. out_layout None is layout.

    C1: layout and out_layout are permutations of N, C and the spatial letters; none is blocked
    C2: data has two dims more than there are spatial ones
    C3: data is an integer or floating-point tensor
    C4: pool_size, strides and dilation are 1 or more, padding is 0 or more
    C5: the dilated window fits in the padded data
    """
    return _call("nn.avg_pool2d", (
        data,
        pool_size,
        strides,
        padding,
        dilation,
        ceil_mode,
        count_include_pad,
        layout,
        out_layout,
    ))


def avg_pool3d(
    data: Operand,
    pool_size: Ints = 1,
    strides: Ints = 1,
    padding: Ints = 0,
    dilation: Ints = 1,
    ceil_mode: bool = False,
    count_include_pad: bool = False,
    layout: str = "NCDHW",
    out_layout: str | None = None,
) -> Value:
    """The mean of each window, on integers summed in 64 bits and truncated toward 0. Padding adds nothing, and
    counts in the divisor only with count_include_pad; a window that counts nothing gives 0. padding is the ints
    before each spatial dim, then those after. Along a dim of extent e the result has (e + pads - dilation * (size
    - 1) - 1) // stride + 1; with ceil_mode the division rounds up, and what a window covers past the padded data
    counts as padding. out_layout None is layout.

    C1: layout and out_layout are permutations of N, C and the spatial letters; none is blocked
    C2: data has two dims more than there are spatial ones
    C3: data is an integer or floating-point tensor
    C4: pool_size, strides and dilation are 1 or more, padding is 0 or more
    C5: the dilated window fits in the padded data
    """
    return _call("nn.avg_pool3d", (
        data,
        pool_size,
        strides,
        padding,
        dilation,
        ceil_mode,
        count_include_pad,
        layout,
        out_layout,
    ))


def batch_norm(
    data: Operand,
    gamma: Operand,
    beta: Operand,
    moving_mean: Operand,
    moving_var: Operand,
    axis: int,
    epsilon: float = 1e-05,
    center: bool = True,
    scale: bool = True,
    momentum: float = 0.1,
    training: bool = True,
) -> Value:
    """A tuple: (data - mean) / sqrt(variance + epsilon) * gamma + beta, and the moving mean and variance. gamma
    counts only with scale, beta only with center. With training=False the mean and variance are the moving ones,
    which stay. With training=True they are those of the n elements of each channel (divided by n), and each
    moving value m becomes (1 - momentum) * m + momentum * new, as in PyTorch: the new variance is divided by n -
    1 (by 1 where n is 1, which PyTorch refuses), and over no elements the moving values stay. Relax's new
    variance is divided by n; so is ONNX's, whose momentum is 1 less this one. The attribute decides in a run and
    in all passes but DecomposeOpsForInference and DecomposeOpsForTraining.

    C1: axis is a dim of data
    C2: the operands have one dtype, a floating-point one
    C3: gamma, beta, moving_mean and moving_var have rank 1 and the extent of dim axis of data
    """
    return _call("nn.batch_norm", (
        data,
        gamma,
        beta,
        moving_mean,
        moving_var,
        axis,
        epsilon,
        center,
        scale,
        momentum,
        training,
    ))


def conv1d(
    data: Operand,
    weight: Operand,
    strides: Ints = 1,
    padding: Ints = 0,
    dilation: Ints = 1,
    groups: int = 1,
    data_layout: str = "NCW",
    kernel_layout: str = "OIW",
    out_layout: str | None = None,
    out_dtype: Dtype = None,
) -> Value:
    """The cross-correlation of data with the kernels in weight, over 1 spatial dim(s), summed over the channels of a
    group. padding is that of zeros: the ints before each spatial dim, then those after. Along a dim of extent e
    the result has (e + pads - dilation * (kernel - 1) - 1) // stride + 1. out_layout None is data_layout;
    out_dtype void is the operands' dtype, and sums are in it.

    C1: data_layout and out_layout are permutations of N, C and the spatial letters, kernel_layout of O, I and the
        spatial letters; no blocked layouts
    C2: data and weight have two dims more than there are spatial ones
    C3: data and weight have one dtype, an integer or floating-point one; so is out_dtype
    C4: strides and dilation are 1 or more, padding is 0 or more
    C5: groups is 1 or more and divides the channels of data and dim O of weight
    C6: the channels of data are groups times dim I of weight
    C7: no kernel extent is 0, and the dilated kernel fits in the padded data
    """
    return _call("nn.conv1d", (
        data,
        weight,
        strides,
        padding,
        dilation,
        groups,
        data_layout,
        kernel_layout,
        out_layout,
        out_dtype,
    ))


def conv1d_transpose(
    data: Operand,
    weight: Operand,
    strides: Ints = 1,
    padding: Ints = 0,
    output_padding: Ints = 0,
    dilation: Ints = 1,
    groups: int = 1,
    data_layout: str = "NCW",
    kernel_layout: str = "IOW",
    out_layout: str | None = None,
    out_dtype: Dtype = None,
) -> Value:
    """The transpose of nn.conv1d, which is its gradient with respect to data: each element of data adds its multiple
    of the kernel to a window of the result. Dim O of weight counts the result's channels of one group. Along a
    dim of extent e the result has (e - 1) * stride - pads + dilation * (kernel - 1) + 1 + output_padding.
    out_layout None is data_layout; out_dtype void is the operands' dtype.

    C1: data_layout and out_layout are permutations of N, C and the spatial letters, kernel_layout of O, I and the
        spatial letters; no blocked layouts
    C2: data and weight have two dims more than there are spatial ones
    C3: data and weight have one dtype, an integer or floating-point one; so is out_dtype
    C4: strides and dilation are 1 or more, padding is 0 or more
    C5: groups is 1 or more and divides the channels of data
    C6: the channels of data equal dim I of weight
    C7: no kernel extent is 0, and no extent of the result is negative
    C8: output_padding is 0 or more and less than the stride
    """
    return _call("nn.conv1d_transpose", (
        data,
        weight,
        strides,
        padding,
        output_padding,
        dilation,
        groups,
        data_layout,
        kernel_layout,
        out_layout,
        out_dtype,
    ))


def conv2d(
    data: Operand,
    weight: Operand,
    strides: Ints = 1,
    padding: Ints = 0,
    dilation: Ints = 1,
    groups: int = 1,
    data_layout: str = "NCHW",
    kernel_layout: str = "OIHW",
    out_layout: str | None = None,
    out_dtype: Dtype = None,
) -> Value:
    """The cross-correlation of data with the kernels in weight, over 2 spatial dim(s), summed over the channels of a
    group. padding is that of zeros: the ints before each spatial dim, then those after. Along a dim of extent e
    the result has (e + pads - dilation * (kernel - 1) - 1) // stride + 1. out_layout None is data_layout;
    out_dtype void is the operands' dtype, and sums are in it.

    C1: data_layout and out_layout are permutations of N, C and the spatial letters, kernel_layout of O, I and the
        spatial letters; no blocked layouts
    C2: data and weight have two dims more than there are spatial ones
    C3: data and weight have one dtype, an integer or floating-point one; so is out_dtype
    C4: strides and dilation are 1 or more, padding is 0 or more
    C5: groups is 1 or more and divides the channels of data and dim O of weight
    C6: the channels of data are groups times dim I of weight
    C7: no kernel extent is 0, and the dilated kernel fits in the padded data
    """
    return _call("nn.conv2d", (
        data,
        weight,
        strides,
        padding,
        dilation,
        groups,
        data_layout,
        kernel_layout,
        out_layout,
        out_dtype,
    ))


def conv2d_transpose(
    data: Operand,
    weight: Operand,
    strides: Ints = 1,
    padding: Ints = 0,
    output_padding: Ints = 0,
    dilation: Ints = 1,
    groups: int = 1,
    data_layout: str = "NCHW",
    kernel_layout: str = "IOHW",
    out_layout: str | None = None,
    out_dtype: Dtype = None,
) -> Value:
    """The transpose of nn.conv2d, which is its gradient with respect to data: each element of data adds its multiple
    of the kernel to a window of the result. Dim O of weight counts the result's channels of one group. Along a
    dim of extent e the result has (e - 1) * stride - pads + dilation * (kernel - 1) + 1 + output_padding.
    out_layout None is data_layout; out_dtype void is the operands' dtype.

    C1: data_layout and out_layout are permutations of N, C and the spatial letters, kernel_layout of O, I and the
        spatial letters; no blocked layouts
    C2: data and weight have two dims more than there are spatial ones
    C3: data and weight have one dtype, an integer or floating-point one; so is out_dtype
    C4: strides and dilation are 1 or more, padding is 0 or more
    C5: groups is 1 or more and divides the channels of data
    C6: the channels of data equal dim I of weight
    C7: no kernel extent is 0, and no extent of the result is negative
    C8: output_padding is 0 or more and less than the stride
    """
    return _call("nn.conv2d_transpose", (
        data,
        weight,
        strides,
        padding,
        output_padding,
        dilation,
        groups,
        data_layout,
        kernel_layout,
        out_layout,
        out_dtype,
    ))


def conv3d(
    data: Operand,
    weight: Operand,
    strides: Ints = 1,
    padding: Ints = 0,
    dilation: Ints = 1,
    groups: int = 1,
    data_layout: str = "NCDHW",
    kernel_layout: str = "OIDHW",
    out_layout: str | None = None,
    out_dtype: Dtype = None,
) -> Value:
    """The cross-correlation of data with the kernels in weight, over 3 spatial dim(s), summed over the channels of a
    group. padding is that of zeros: the ints before each spatial dim, then those after. Along a dim of extent e
    the result has (e + pads - dilation * (kernel - 1) - 1) // stride + 1. out_layout None is data_layout;
    out_dtype void is the operands' dtype, and sums are in it.

    C1: data_layout and out_layout are permutations of N, C and the spatial letters, kernel_layout of O, I and the
        spatial letters; no blocked layouts
    C2: data and weight have two dims more than there are spatial ones
    C3: data and weight have one dtype, an integer or floating-point one; so is out_dtype
    C4: strides and dilation are 1 or more, padding is 0 or more
    C5: groups is 1 or more and divides the channels of data and dim O of weight
    C6: the channels of data are groups times dim I of weight
    C7: no kernel extent is 0, and the dilated kernel fits in the padded data
    """
    return _call("nn.conv3d", (
        data,
        weight,
        strides,
        padding,
        dilation,
        groups,
        data_layout,
        kernel_layout,
        out_layout,
        out_dtype,
    ))


def conv3d_transpose(
    data: Operand,
    weight: Operand,
    strides: Ints = 1,
    padding: Ints = 0,
    output_padding: Ints = 0,
    dilation: Ints = 1,
    groups: int = 1,
    data_layout: str = "NCDHW",
    kernel_layout: str = "IODHW",
    out_layout: str | None = None,
    out_dtype: Dtype = None,
) -> Value:
    """The transpose of nn.conv3d, which is its gradient with respect to data: each element of data adds its multiple
    of the kernel to a window of the result. Dim O of weight counts the result's channels of one group. Along a
    dim of extent e the result has (e - 1) * stride - pads + dilation * (kernel - 1) + 1 + output_padding.
    out_layout None is data_layout; out_dtype void is the operands' dtype.

    C1: data_layout and out_layout are permutations of N, C and the spatial letters, kernel_layout of O, I and the
        spatial letters; no blocked layouts
    C2: data and weight have two dims more than there are spatial ones
    C3: data and weight have one dtype, an integer or floating-point one; so is out_dtype
    C4: strides and dilation are 1 or more, padding is 0 or more
    C5: groups is 1 or more and divides the channels of data
    C6: the channels of data equal dim I of weight
    C7: no kernel extent is 0, and no extent of the result is negative
    C8: output_padding is 0 or more and less than the stride
    """
    return _call("nn.conv3d_transpose", (
        data,
        weight,
        strides,
        padding,
        output_padding,
        dilation,
        groups,
        data_layout,
        kernel_layout,
        out_layout,
        out_dtype,
    ))


def cross_entropy_with_logits(predictions: Operand, labels: Operand) -> Value:
    """-sum(predictions * labels), a scalar; divided by dim 0, the batch, at rank 2 or more.

    C1: predictions and labels have one dtype, a floating-point one
    C2: predictions and labels have one shape
    """
    return _call("nn.cross_entropy_with_logits", (predictions, labels))


def dropout(data: Operand, rate: float = 0.5, seed: Operand = None, counter: Operand = None) -> Value:
    """A tuple: data * mask / (1 - rate), and the mask, of data's dtype: 0 where an element is dropped, with
    probability rate, and 1 elsewhere. The mask is R.random(seed, counter) >= rate, in float32. Without seed and
    counter, for inference: data itself and a mask of ones; the pass AssignRandom gives these calls theirs. With a
    rate of 1 both are zeros.

    C1: data is floating-point
    C2: rate is in [0, 1]
    C3: seed and counter are integers of rank 0
    C4: seed and counter are given together
    """
    return _call("nn.dropout", (data, rate, seed, counter))


def group_norm(
    data: Operand,
    gamma: Operand,
    beta: Operand,
    num_groups: int,
    channel_axis: int,
    axes: Ints,
    epsilon: float = 1e-05,
    center: bool = True,
    scale: bool = True,
) -> Value:
    """(data - mean) / sqrt(variance + epsilon) * gamma + beta, with the mean and variance over axes and over the
    channels of one of num_groups equal, adjacent groups. gamma (only with scale) and beta (only with center) go
    by channel.

    C1: channel_axis is a dim of data, and axes are distinct dims other than that
    C2: data, gamma and beta have one dtype, a floating-point one
    C3: gamma and beta have rank 1 and as many elements as data has channels
    C4: num_groups is 1 or more and divides the channels
    """
    return _call("nn.group_norm", (data, gamma, beta, num_groups, channel_axis, axes, epsilon, center, scale))


def gru(
    x: Operand,
    w: Operand,
    r: Operand,
    b: Operand = None,
    sequence_lens: Operand = None,
    initial_h: Operand = None,
    direction: str = "forward",
    activations: Sequence[float] = (),
    activation_alpha: Sequence[float] = (),
    activation_beta: Sequence[float] = (),
    clip: float | None = None,
    layout: int = 0,
    linear_before_reset: bool = False,
) -> Value:
    """The tuple of y (seq, dirs, batch, hidden) and the last h (dirs, batch, hidden) of gated recurrent units: gates
    z, r, h; h becomes (1 - z) * g(x w' + (r * h) r' + b) + z * h, or with linear_before_reset r is multiplied
    with h r' + b. As ONNX: w and r hold the gates one after another, b those of w, then of r. From an element's
    sequence_lens on its carries stay and y is 0; going in reverse, it starts there. clip bounds what goes into
    the activations. With layout 1, batch comes first: x (batch, seq, input), initial_h (batch, dirs, hidden) and
    the results alike. Half-precision is computed in float32.

    C1: x, w, r and initial_h have rank 3, b rank 2, sequence_lens rank 1
    C2: sequence_lens is of an integer dtype, all others of one floating-point dtype
    C3: the extents agree: x (seq, batch, input), w (dirs, 3 * hidden, input), r (dirs, 3 * hidden, hidden), b
        (dirs, 6 * hidden), sequence_lens (batch), initial_h (dirs, batch, hidden)
    C4: activations are 2 a direction, each one of Affine, Elu, HardSigmoid, LeakyRelu, Relu, ScaledTanh, Sigmoid,
        Softplus, Softsign, Tanh and ThresholdedRelu
    C5: activation_alpha and activation_beta are lists of numbers, not more than the activations that have an
        alpha or a beta
    C6: clip is greater than 0
    C7: layout is 0 or 1
    direction: forward, reverse, bidirectional
    """
    return _call("nn.gru", (
        x,
        w,
        r,
        b,
        sequence_lens,
        initial_h,
        direction,
        activations,
        activation_alpha,
        activation_beta,
        clip,
        layout,
        linear_before_reset,
    ))


def instance_norm(
    data: Operand,
    gamma: Operand,
    beta: Operand,
    channel_axis: int,
    axes: Ints,
    epsilon: float = 1e-05,
    center: bool = True,
    scale: bool = True,
) -> Value:
    """(data - mean) / sqrt(variance + epsilon) * gamma + beta, with the mean and variance over axes for each
    channel. gamma (only with scale) and beta (only with center) go by channel.

    C1: channel_axis is a dim of data, and axes are distinct dims other than that
    C2: data, gamma and beta have one dtype, a floating-point one
    C3: gamma and beta have rank 1 and as many elements as data has channels
    """
    return _call("nn.instance_norm", (data, gamma, beta, channel_axis, axes, epsilon, center, scale))


def layer_norm(
    data: Operand,
    gamma: Operand,
    beta: Operand,
    axes: Ints,
    epsilon: float = 1e-05,
    center: bool = True,
    scale: bool = True,
) -> Value:
    """(data - mean) / sqrt(variance + epsilon) * gamma + beta, with the mean and variance over axes. gamma counts
    only with scale, beta only with center.

    C1: axes are distinct dims of data, at least one
    C2: data, gamma and beta have one dtype, a floating-point one
    C3: gamma and beta have the dims of data that axes names, in that order
    """
    return _call("nn.layer_norm", (data, gamma, beta, axes, epsilon, center, scale))


def leakyrelu(data: Operand, alpha: float = 0.01) -> Value:
    """x where x > 0, alpha * x elsewhere.

    C1: data is floating-point
    """
    return _call("nn.leakyrelu", (data, alpha))


def log_softmax(data: Operand, axis: int = -1) -> Value:
    """x - m - log(sum(exp(x - m))) along axis, with m the greatest element there.

    C1: data is floating-point
    C2: axis is a dim of data
    """
    return _call("nn.log_softmax", (data, axis))


def lstm(
    x: Operand,
    w: Operand,
    r: Operand,
    b: Operand = None,
    sequence_lens: Operand = None,
    initial_h: Operand = None,
    initial_c: Operand = None,
    p: Operand = None,
    direction: str = "forward",
    activations: Sequence[float] = (),
    activation_alpha: Sequence[float] = (),
    activation_beta: Sequence[float] = (),
    clip: float | None = None,
    layout: int = 0,
    input_forget: bool = False,
) -> Value:
    """The tuple of y (seq, dirs, batch, hidden), the last h and the last c (dirs, batch, hidden) of long short-term
    memory: gates i, o, f, c; c becomes f * c + i * g(...), h becomes o * h(c). Peepholes p hold i, o, f.
    input_forget: f is 1 - i. As ONNX: w and r hold the gates one after another, b those of w, then of r. From an
    element's sequence_lens on its carries stay and y is 0; going in reverse, it starts there. clip bounds what
    goes into the activations. With layout 1, batch comes first: x (batch, seq, input), initial_h (batch, dirs,
    hidden) and the results alike. Half-precision is computed in float32.

    C1: x, w, r, initial_h and initial_c have rank 3, b and p rank 2, sequence_lens rank 1
    C2: sequence_lens is of an integer dtype, all others of one floating-point dtype
    C3: the extents agree: x (seq, batch, input), w (dirs, 4 * hidden, input), r (dirs, 4 * hidden, hidden), b
        (dirs, 8 * hidden), sequence_lens (batch), initial_h (dirs, batch, hidden), initial_c as initial_h, p
        (dirs, 3 * hidden)
    C4: activations are 3 a direction, each one of Affine, Elu, HardSigmoid, LeakyRelu, Relu, ScaledTanh, Sigmoid,
        Softplus, Softsign, Tanh and ThresholdedRelu
    C5: activation_alpha and activation_beta are lists of numbers, not more than the activations that have an
        alpha or a beta
    C6: clip is greater than 0
    C7: layout is 0 or 1
    direction: forward, reverse, bidirectional
    """
    return _call("nn.lstm", (
        x,
        w,
        r,
        b,
        sequence_lens,
        initial_h,
        initial_c,
        p,
        direction,
        activations,
        activation_alpha,
        activation_beta,
        clip,
        layout,
        input_forget,
    ))


def max_pool1d(
    data: Operand,
    pool_size: Ints = 1,
    strides: Ints = 1,
    padding: Ints = 0,
    dilation: Ints = 1,
    ceil_mode: bool = False,
    count_include_pad: bool = False,
    layout: str = "NCW",
    out_layout: str | None = None,
) -> Value:
    """The greatest element of each window, NaN when one is NaN. Padding is never the greatest: a window of nothing
    else gives the least value of the dtype (-inf). count_include_pad has no effect. padding is the ints before
    each spatial dim, then those after. Along a dim of extent e the result has (e + pads - dilation * (size - 1) -
    1) // stride + 1; with ceil_mode the division rounds up, and what a window covers past the padded data counts
    as padding. out_layout None is layout.

    C1: layout and out_layout are permutations of N, C and the spatial letters; none is blocked
    C2: data has two dims more than there are spatial ones
    C3: data is an integer or floating-point tensor
    C4: pool_size, strides and dilation are 1 or more, padding is 0 or more
    C5: the dilated window fits in the padded data
    """
    return _call("nn.max_pool1d", (
        data,
        pool_size,
        strides,
        padding,
        dilation,
        ceil_mode,
        count_include_pad,
        layout,
        out_layout,
    ))


def max_pool2d(
    data: Operand,
    pool_size: Ints = 1,
    strides: Ints = 1,
    padding: Ints = 0,
    dilation: Ints = 1,
    ceil_mode: bool = False,
    count_include_pad: bool = False,
    layout: str = "NCHW",
    out_layout: str | None = None,
) -> Value:
    """The greatest element of each window, NaN when one is NaN. Padding is never the greatest: a window of nothing
    else gives the least value of the dtype (-inf). count_include_pad has no effect. padding is the ints before
    each spatial dim, then those after. Along a dim of extent e the result has (e + pads - dilation * (size - 1) -
    1) // stride + 1; with ceil_mode the division rounds up, and what a window covers past the padded data counts
    as padding. out_layout None is layout.

    C1: layout and out_layout are permutations of N, C and the spatial letters; none is blocked
    C2: data has two dims more than there are spatial ones
    C3: data is an integer or floating-point tensor
    C4: pool_size, strides and dilation are 1 or more, padding is 0 or more
    C5: the dilated window fits in the padded data
    """
    return _call("nn.max_pool2d", (
        data,
        pool_size,
        strides,
        padding,
        dilation,
        ceil_mode,
        count_include_pad,
        layout,
        out_layout,
    ))


def max_pool3d(
    data: Operand,
    pool_size: Ints = 1,
    strides: Ints = 1,
    padding: Ints = 0,
    dilation: Ints = 1,
    ceil_mode: bool = False,
    count_include_pad: bool = False,
    layout: str = "NCDHW",
    out_layout: str | None = None,
) -> Value:
    """The greatest element of each window, NaN when one is NaN. Padding is never the greatest: a window of nothing
    else gives the least value of the dtype (-inf). count_include_pad has no effect. padding is the ints before
    each spatial dim, then those after. Along a dim of extent e the result has (e + pads - dilation * (size - 1) -
    1) // stride + 1; with ceil_mode the division rounds up, and what a window covers past the padded data counts
    as padding. out_layout None is layout.

    C1: layout and out_layout are permutations of N, C and the spatial letters; none is blocked
    C2: data has two dims more than there are spatial ones
    C3: data is an integer or floating-point tensor
    C4: pool_size, strides and dilation are 1 or more, padding is 0 or more
    C5: the dilated window fits in the padded data
    """
    return _call("nn.max_pool3d", (
        data,
        pool_size,
        strides,
        padding,
        dilation,
        ceil_mode,
        count_include_pad,
        layout,
        out_layout,
    ))


def nll_loss(
    predictions: Operand,
    targets: Operand,
    weights: Operand = None,
    reduction: str = "mean",
    ignore_index: int = -100,
) -> Value:
    """For each target t the negative log likelihood -weights[t] * predictions[n, t, ...], 0 where t is ignore_index;
    weights left out are ones. reduction none gives all of them, sum their sum, mean that divided by the sum of
    the weights used (NaN where none is). A target outside [0, C) other than ignore_index is an error at run time.

    C1: predictions and weights have one dtype, a floating-point one; targets are integers
    C2: predictions is (N, C, d1, ..., dk) or (C,)
    C3: targets is predictions without C: (N, d1, ..., dk) or ()
    C4: weights is (C,)
    reduction: mean, sum, none
    """
    return _call("nn.nll_loss", (predictions, targets, weights, reduction, ignore_index))


def pad(data: Operand, pad_width: Ints, pad_mode: str = "constant", pad_value: float = 0.0) -> Value:
    """data with pad_width elements more before and after each dim (dim by dim: before, after). A negative count
    removes as many. What is added is pad_value (constant), the elements mirrored at the edge without repeating it
    (reflect), the edge (replicate), or the elements from the other end (circular).

    C1: pad_width holds two ints for each dim of data: those before and after it
    C2: no extent of the result is negative
    C3: reflect pads less than the dim's extent, circular at most that, replicate no dim of extent 0
    C4: pad_value is a value of data's dtype
    pad_mode: constant, reflect, replicate, circular
    """
    return _call("nn.pad", (data, pad_width, pad_mode, pad_value))


def prelu(data: Operand, alpha: Operand, axis: int = 1) -> Value:
    """x where x > 0, alpha * x elsewhere, with an alpha for each position along axis.

    C1: data and alpha have one dtype, a floating-point one
    C2: axis is a dim of data
    C3: alpha has rank 1 and the extent of dim axis of data, or 1
    """
    return _call("nn.prelu", (data, alpha, axis))


def rms_norm(data: Operand, weight: Operand, axes: Ints | None = None, epsilon: float = 1e-05) -> Value:
    """data / sqrt(mean(data * data) + epsilon) * weight, with the mean over axes.

    C1: axes are distinct dims of data, at least one (None: the last)
    C2: data and weight have one dtype, a floating-point one
    C3: weight has the dims of data that axes names, in that order
    """
    return _call("nn.rms_norm", (data, weight, axes, epsilon))


def rnn(
    x: Operand,
    w: Operand,
    r: Operand,
    b: Operand = None,
    sequence_lens: Operand = None,
    initial_h: Operand = None,
    direction: str = "forward",
    activations: Sequence[float] = (),
    activation_alpha: Sequence[float] = (),
    activation_beta: Sequence[float] = (),
    clip: float | None = None,
    layout: int = 0,
) -> Value:
    """The tuple of y (seq, dirs, batch, hidden) and the last h (dirs, batch, hidden), where h becomes f(x w' + h r'
    + b). As ONNX: w and r hold the gates one after another, b those of w, then of r. From an element's
    sequence_lens on its carries stay and y is 0; going in reverse, it starts there. clip bounds what goes into
    the activations. With layout 1, batch comes first: x (batch, seq, input), initial_h (batch, dirs, hidden) and
    the results alike. Half-precision is computed in float32.

    C1: x, w, r and initial_h have rank 3, b rank 2, sequence_lens rank 1
    C2: sequence_lens is of an integer dtype, all others of one floating-point dtype
    C3: the extents agree: x (seq, batch, input), w (dirs, hidden, input), r (dirs, hidden, hidden), b (dirs, 2 *
        hidden), sequence_lens (batch), initial_h (dirs, batch, hidden)
    C4: activations are 1 a direction, each one of Affine, Elu, HardSigmoid, LeakyRelu, Relu, ScaledTanh, Sigmoid,
        Softplus, Softsign, Tanh and ThresholdedRelu
    C5: activation_alpha and activation_beta are lists of numbers, not more than the activations that have an
        alpha or a beta
    C6: clip is greater than 0
    C7: layout is 0 or 1
    direction: forward, reverse, bidirectional
    """
    return _call("nn.rnn", (
        x,
        w,
        r,
        b,
        sequence_lens,
        initial_h,
        direction,
        activations,
        activation_alpha,
        activation_beta,
        clip,
        layout,
    ))


def softmax(data: Operand, axis: int = -1) -> Value:
    """exp(x - m) / sum(exp(x - m)) along axis, with m the greatest element there: the results are 0 or more and sum
    to 1; they are NaN where m is not finite.

    C1: data is floating-point
    C2: axis is a dim of data
    """
    return _call("nn.softmax", (data, axis))


def softplus(data: Operand, beta: float = 1.0, threshold: float = 20.0) -> Value:
    """log(1 + exp(beta * x)) / beta; x itself where beta * x > threshold.

    C1: data is floating-point
    C2: beta is not 0
    """
    return _call("nn.softplus", (data, beta, threshold))
