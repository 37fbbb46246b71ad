# SPDX-License-Identifier: Apache-2.0
# Written by tools/python-ops.py from the registry of operators; not edited.
"""Operators on symbolic values: docs/python.md, "Models from operators"."""

from __future__ import annotations

from .._build import Value as Value, call as _call

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from .._build import Ints, Operand, Operands, Shape

__all__ = [
    "avg_pool1d_backward", "avg_pool2d_backward", "avg_pool3d_backward", "barrier", "conv1d_backward_weight",
    "conv2d_backward_weight", "conv3d_backward_weight", "end_checkpoint", "max_pool1d_backward",
    "max_pool1d_pick", "max_pool2d_backward", "max_pool2d_pick", "max_pool3d_backward", "max_pool3d_pick",
    "nll_loss_backward", "no_grad", "resize2d_backward", "start_checkpoint", "take_backward",
]


def avg_pool1d_backward(
    output_grad: Operand,
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
    """The gradient of nn.avg_pool1d with respect to data: each element of output_grad, divided by its window's
    divisor, is added to all elements of the window.

    C1: layout and out_layout are permutations of N, C and the spatial letters; none is blocked
    C2: data has two dims more than there are spatial ones
    C3: output_grad and data have one dtype, a floating-point one
    C4: pool_size, strides and dilation are 1 or more, padding is 0 or more
    C5: the dilated window fits in the padded data
    C6: output_grad has the shape that pooling data gives
    """
    return _call("grad.avg_pool1d_backward", (
        output_grad,
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


def avg_pool2d_backward(
    output_grad: Operand,
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
    """The gradient of nn.avg_pool2d with respect to data: each element of output_grad, divided by its window's
    divisor, is added to all elements of the window.

    C1: layout and out_layout are permutations of N, C and the spatial letters; none is blocked
    C2: data has two dims more than there are spatial ones
    C3: output_grad and data have one dtype, a floating-point one
    C4: pool_size, strides and dilation are 1 or more, padding is 0 or more
    C5: the dilated window fits in the padded data
    C6: output_grad has the shape that pooling data gives
    """
    return _call("grad.avg_pool2d_backward", (
        output_grad,
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


def avg_pool3d_backward(
    output_grad: Operand,
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
    """The gradient of nn.avg_pool3d with respect to data: each element of output_grad, divided by its window's
    divisor, is added to all elements of the window.

    C1: layout and out_layout are permutations of N, C and the spatial letters; none is blocked
    C2: data has two dims more than there are spatial ones
    C3: output_grad and data have one dtype, a floating-point one
    C4: pool_size, strides and dilation are 1 or more, padding is 0 or more
    C5: the dilated window fits in the padded data
    C6: output_grad has the shape that pooling data gives
    """
    return _call("grad.avg_pool3d_backward", (
        output_grad,
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


def barrier(values: Operands, after: Operands) -> Value:
    """values, not to be used before all of `after` have been computed."""
    return _call("grad.barrier", (values, after))


def conv1d_backward_weight(
    output_grad: Operand,
    data: Operand,
    kernel_size: Shape,
    strides: Ints = 1,
    padding: Ints = 0,
    dilation: Ints = 1,
    groups: int = 1,
    data_layout: str = "NCW",
    kernel_layout: str = "OIW",
    out_layout: str | None = None,
) -> Value:
    """What nn.conv1d's weight adds to the gradient: each of its elements gets the sum of output_grad, the adjoint of
    the result, times the elements of data that it was multiplied with. The attributes are those of the
    convolution, out_layout that of output_grad; kernel_size holds the weight's spatial extents.

    C1: data_layout and out_layout are permutations of N, C and the spatial letters, kernel_layout of O, I and the
        spatial letters
    C2: output_grad and data have two dims more than there are spatial ones, and kernel_size as many as there are
    C3: output_grad and data have one floating-point dtype
    C4: strides and dilation are 1 or more, padding is 0 or more
    C5: groups is 1 or more and divides the channels of data and of output_grad
    C6: output_grad has the extents of the convolution's result
    """
    return _call("grad.conv1d_backward_weight", (
        output_grad,
        data,
        kernel_size,
        strides,
        padding,
        dilation,
        groups,
        data_layout,
        kernel_layout,
        out_layout,
    ))


def conv2d_backward_weight(
    output_grad: Operand,
    data: Operand,
    kernel_size: Shape,
    strides: Ints = 1,
    padding: Ints = 0,
    dilation: Ints = 1,
    groups: int = 1,
    data_layout: str = "NCHW",
    kernel_layout: str = "OIHW",
    out_layout: str | None = None,
) -> Value:
    """What nn.conv2d's weight adds to the gradient: each of its elements gets the sum of output_grad, the adjoint of
    the result, times the elements of data that it was multiplied with. The attributes are those of the
    convolution, out_layout that of output_grad; kernel_size holds the weight's spatial extents.

    C1: data_layout and out_layout are permutations of N, C and the spatial letters, kernel_layout of O, I and the
        spatial letters
    C2: output_grad and data have two dims more than there are spatial ones, and kernel_size as many as there are
    C3: output_grad and data have one floating-point dtype
    C4: strides and dilation are 1 or more, padding is 0 or more
    C5: groups is 1 or more and divides the channels of data and of output_grad
    C6: output_grad has the extents of the convolution's result
    """
    return _call("grad.conv2d_backward_weight", (
        output_grad,
        data,
        kernel_size,
        strides,
        padding,
        dilation,
        groups,
        data_layout,
        kernel_layout,
        out_layout,
    ))


def conv3d_backward_weight(
    output_grad: Operand,
    data: Operand,
    kernel_size: Shape,
    strides: Ints = 1,
    padding: Ints = 0,
    dilation: Ints = 1,
    groups: int = 1,
    data_layout: str = "NCDHW",
    kernel_layout: str = "OIDHW",
    out_layout: str | None = None,
) -> Value:
    """What nn.conv3d's weight adds to the gradient: each of its elements gets the sum of output_grad, the adjoint of
    the result, times the elements of data that it was multiplied with. The attributes are those of the
    convolution, out_layout that of output_grad; kernel_size holds the weight's spatial extents.

    C1: data_layout and out_layout are permutations of N, C and the spatial letters, kernel_layout of O, I and the
        spatial letters
    C2: output_grad and data have two dims more than there are spatial ones, and kernel_size as many as there are
    C3: output_grad and data have one floating-point dtype
    C4: strides and dilation are 1 or more, padding is 0 or more
    C5: groups is 1 or more and divides the channels of data and of output_grad
    C6: output_grad has the extents of the convolution's result
    """
    return _call("grad.conv3d_backward_weight", (
        output_grad,
        data,
        kernel_size,
        strides,
        padding,
        dilation,
        groups,
        data_layout,
        kernel_layout,
        out_layout,
    ))


def end_checkpoint(input: Operand) -> Value:
    """input, where a stage that grad.start_checkpoint began ends."""
    return _call("grad.end_checkpoint", (input,))


def max_pool1d_backward(
    output_grad: Operand,
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
    """The gradient of nn.max_pool1d with respect to data: each element of output_grad goes to the first greatest
    element of its window (the first NaN when there is one), and windows that share an element add up.

    C1: layout and out_layout are permutations of N, C and the spatial letters; none is blocked
    C2: data has two dims more than there are spatial ones
    C3: output_grad and data have one dtype, a floating-point one
    C4: pool_size, strides and dilation are 1 or more, padding is 0 or more
    C5: the dilated window fits in the padded data
    C6: output_grad has the shape that pooling data gives
    """
    return _call("grad.max_pool1d_backward", (
        output_grad,
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


def max_pool1d_pick(
    values: Operand,
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
    """The transpose of grad.max_pool1d_backward: for each window of data the element of values where the window's
    first greatest element stands (the first NaN when there is one); 0 for a window of padding.

    C1: layout and out_layout are permutations of N, C and the spatial letters; none is blocked
    C2: data has two dims more than there are spatial ones
    C3: values and data have one dtype, a floating-point one
    C4: pool_size, strides and dilation are 1 or more, padding is 0 or more
    C5: the dilated window fits in the padded data
    C6: values has the shape of data
    """
    return _call("grad.max_pool1d_pick", (
        values,
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


def max_pool2d_backward(
    output_grad: Operand,
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
    """The gradient of nn.max_pool2d with respect to data: each element of output_grad goes to the first greatest
    element of its window (the first NaN when there is one), and windows that share an element add up.

    C1: layout and out_layout are permutations of N, C and the spatial letters; none is blocked
    C2: data has two dims more than there are spatial ones
    C3: output_grad and data have one dtype, a floating-point one
    C4: pool_size, strides and dilation are 1 or more, padding is 0 or more
    C5: the dilated window fits in the padded data
    C6: output_grad has the shape that pooling data gives
    """
    return _call("grad.max_pool2d_backward", (
        output_grad,
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


def max_pool2d_pick(
    values: Operand,
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
    """The transpose of grad.max_pool2d_backward: for each window of data the element of values where the window's
    first greatest element stands (the first NaN when there is one); 0 for a window of padding.

    C1: layout and out_layout are permutations of N, C and the spatial letters; none is blocked
    C2: data has two dims more than there are spatial ones
    C3: values and data have one dtype, a floating-point one
    C4: pool_size, strides and dilation are 1 or more, padding is 0 or more
    C5: the dilated window fits in the padded data
    C6: values has the shape of data
    """
    return _call("grad.max_pool2d_pick", (
        values,
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


def max_pool3d_backward(
    output_grad: Operand,
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
    """The gradient of nn.max_pool3d with respect to data: each element of output_grad goes to the first greatest
    element of its window (the first NaN when there is one), and windows that share an element add up.

    C1: layout and out_layout are permutations of N, C and the spatial letters; none is blocked
    C2: data has two dims more than there are spatial ones
    C3: output_grad and data have one dtype, a floating-point one
    C4: pool_size, strides and dilation are 1 or more, padding is 0 or more
    C5: the dilated window fits in the padded data
    C6: output_grad has the shape that pooling data gives
    """
    return _call("grad.max_pool3d_backward", (
        output_grad,
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


def max_pool3d_pick(
    values: Operand,
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
    """The transpose of grad.max_pool3d_backward: for each window of data the element of values where the window's
    first greatest element stands (the first NaN when there is one); 0 for a window of padding.

    C1: layout and out_layout are permutations of N, C and the spatial letters; none is blocked
    C2: data has two dims more than there are spatial ones
    C3: values and data have one dtype, a floating-point one
    C4: pool_size, strides and dilation are 1 or more, padding is 0 or more
    C5: the dilated window fits in the padded data
    C6: values has the shape of data
    """
    return _call("grad.max_pool3d_pick", (
        values,
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


def nll_loss_backward(
    output_grad: Operand,
    predictions: Operand,
    targets: Operand,
    weights: Operand = None,
    reduction: str = "mean",
    ignore_index: int = -100,
) -> Value:
    """The gradient of nn.nll_loss with respect to predictions, given that of its result.

    C1: predictions and weights have one dtype, a floating-point one; targets are integers
    C2: predictions is (N, C, d1, ..., dk) or (C,)
    C3: targets is predictions without C: (N, d1, ..., dk) or ()
    C4: weights is (C,)
    C5: output_grad has the type of the loss
    reduction: mean, sum, none
    """
    return _call("grad.nll_loss_backward", (output_grad, predictions, targets, weights, reduction, ignore_index))


def no_grad(input: Operand) -> Value:
    """input, whose gradient is 0."""
    return _call("grad.no_grad", (input,))


def resize2d_backward(
    output_grad: Operand,
    data: Operand,
    roi: Sequence[float] | None = None,
    layout: str = "NCHW",
    method: str = "linear",
    coordinate_transformation_mode: str = "half_pixel",
    rounding_method: str = "round",
    cubic_alpha: float = -0.5,
    cubic_exclude: int = 0,
) -> Value:
    """The gradient of image.resize2d with respect to data, whose shape is all that counts of it: each element of
    output_grad is added, by weight, to the elements of data that it was combined from.

    C1: layout is a permutation of N, C, H and W; no blocked layouts
    C2: output_grad and data have rank 4
    C3: output_grad and data have one dtype, a floating-point one
    C4: output_grad has N and C of data
    C5: roi is four numbers between -1e6 and 1e6
    C6: H and W of data are not 0
    method: nearest_neighbor, linear, cubic
    coordinate_transformation_mode: half_pixel, align_corners, asymmetric, pytorch_half_pixel,
        tf_half_pixel_for_nn, tf_crop_and_resize
    rounding_method: round, floor, ceil, round_prefer_floor, round_prefer_ceil,
    """
    return _call("grad.resize2d_backward", (
        output_grad,
        data,
        roi,
        layout,
        method,
        coordinate_transformation_mode,
        rounding_method,
        cubic_alpha,
        cubic_exclude,
    ))


def start_checkpoint(input: Operand) -> Value:
    """input, where a stage begins whose values the backward pass computes again instead of keeping."""
    return _call("grad.start_checkpoint", (input,))


def take_backward(output_grad: Operand, x: Operand, indices: Operand, axis: int | None = None) -> Value:
    """The gradient of take(x, indices, axis) with respect to x: a tensor like x of zeros, to which each slice of
    output_grad is added where take read it. Indices that occur again add up, in the order of output_grad's
    elements; a negative index counts from the end, and one outside [-extent, extent) is an error at run time.

    C1: output_grad and x have one dtype, a floating-point one; indices are integers
    C2: axis is a dim of x; None where x has rank 1
    C3: output_grad has the shape of x with dim axis replaced by the dims of indices
    """
    return _call("grad.take_backward", (output_grad, x, indices, axis))
