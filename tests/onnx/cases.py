# SPDX-License-Identifier: Apache-2.0
"""Writes cases/NAME: a model of a form that ONNX's backend suites lack, with inputs and outputs as the suite has
them. The outputs are computed here, by NumPy and plain loops, from the standard's text.

    python3 tests/onnx/cases.py tests/onnx/cases

    tenon test-onnx tests/onnx/cases"""
import itertools
import math

import numpy as np
from onnx import TensorProto, helper

from case_file import case, floats, graph_of, info, ints, node, rng


# AffineGrid

def affine_grid(theta, size, align):
    n, k = theta.shape[0], theta.shape[1]
    out = np.zeros((n, *size[2:], k), theta.dtype)
    for at in np.ndindex(*size[2:]):
        place = []
        for axis in range(k - 1, -1, -1):
            extent = size[2 + axis]
            place.append(-1 + 2 * at[axis] / (extent - 1) if align else (2 * at[axis] + 1) / extent - 1)
        for b in range(n):
            out[(b, *at)] = theta[b] @ np.array([*place, 1])
    return out


for name, k, size, align in (("affine_grid_2d", 2, (2, 1, 3, 4), 0), ("affine_grid_3d", 3, (1, 2, 2, 3, 2), 1)):
    theta = floats(size[0], k, k + 1)
    case(name, node("AffineGrid", ["theta", "size"], ["grid"], align_corners=align), {"theta": theta},
         {"grid": affine_grid(theta, size, align)}, {"size": ints(*size)}, 20)


# CenterCropPad

def center(x, shape, axes):
    for axis, n in zip(axes, shape):
        have = x.shape[axis]
        if have > n:
            x = np.take(x, range((have - n) // 2, (have - n) // 2 + n), axis)
        else:
            width = [(0, 0)] * x.ndim
            width[axis] = ((n - have) // 2, n - have - (n - have) // 2)
            x = np.pad(x, width)
    return x


x = floats(5, 4, 3)
case("center_crop_pad", node("CenterCropPad", ["x", "shape"], ["y"]), {"x": x}, {"y": center(x, (2, 7, 3), (0, 1, 2))},
     {"shape": ints(2, 7, 3)}, 18)
x = rng.randint(0, 2, (3, 8, 2)).astype(bool)
case("center_crop_pad_axes", node("CenterCropPad", ["x", "shape"], ["y"], axes=[-1, 1]), {"x": x},
     {"y": center(x, (5, 3), (2, 1))}, {"shape": ints(5, 3)}, 18)


# Col2Im

def windows(image, block, strides, pads, dilations):
    """For each block, for each place in it: where it lies in the picture."""
    n = len(image)
    counts = [(image[i] + pads[i] + pads[n + i] - dilations[i] * (block[i] - 1) - 1) // strides[i] + 1 for i in range(n)]
    for b, at in enumerate(np.ndindex(*counts)):
        for k, inner in enumerate(np.ndindex(*block)):
            yield b, k, tuple(at[i] * strides[i] - pads[i] + inner[i] * dilations[i] for i in range(n))


def col2im(x, image, block, strides, pads, dilations):
    size = int(np.prod(block))
    out = np.zeros((x.shape[0], x.shape[1] // size, *image), x.dtype)
    for b, k, at in windows(image, block, strides, pads, dilations):
        if all(0 <= a < n for a, n in zip(at, image)):
            for c in range(out.shape[1]):
                out[(slice(None), c, *at)] += x[:, c * size + k, b]
    return out


for name, channels, image, block, strides, pads, dilations in (
        ("col2im", 1, (4, 5), (2, 3), (1, 1), (0, 0, 0, 0), (1, 1)),
        ("col2im_all", 3, (6, 7), (2, 3), (2, 2), (1, 0, 0, 1), (2, 1)),
        ("col2im_1d", 2, (9,), (2,), (3,), (0, 1), (2,)),
        ("col2im_3d", 1, (3, 2, 4), (2, 1, 2), (1, 1, 2), (0,) * 6, (1, 1, 1))):
    blocks = 1 + max(b for b, _, _ in windows(image, block, strides, pads, dilations))
    x = floats(2, channels * int(np.prod(block)), blocks)
    case(name, node("Col2Im", ["x", "image", "block"], ["y"], strides=strides, pads=pads, dilations=dilations), {"x": x},
         {"y": col2im(x, image, block, strides, pads, dilations)}, {"image": ints(*image), "block": ints(*block)}, 18)


# DeformConv

def interpolated(picture, place, combine=sum):
    """Linear between pixels; zeros are around the picture."""
    parts = []
    low = [math.floor(p) for p in place]
    for corner in itertools.product((0, 1), repeat=len(place)):
        at = tuple(a + c for a, c in zip(low, corner))
        if all(0 <= a < n for a, n in zip(at, picture.shape)):
            parts.append(float(picture[at]) * np.prod([1 - abs(p - a) for p, a in zip(place, at)]))
    return combine(parts) if parts else 0.0


def deform_conv(x, w, offset, bias, mask, strides, pads, dilations, groups, offset_groups):
    n, channels = x.shape[:2]
    kh, kw = w.shape[2:]
    oh, ow = offset.shape[2:]
    offset = offset.reshape(n, offset_groups, kh, kw, 2, oh, ow)
    mask = np.ones((n, offset_groups, kh, kw, oh, ow)) if mask is None else mask.reshape(n, offset_groups, kh, kw, oh, ow)
    y = np.zeros((n, w.shape[0], oh, ow))
    for b, m, i, j in np.ndindex(*y.shape):
        group = m // (w.shape[0] // groups)
        for c in range(w.shape[1]):
            channel = group * w.shape[1] + c
            og = channel // (channels // offset_groups)
            for p, q in np.ndindex(kh, kw):
                dy, dx = offset[b, og, p, q, :, i, j]
                place = (i * strides[0] - pads[0] + p * dilations[0] + dy, j * strides[1] - pads[1] + q * dilations[1] + dx)
                y[b, m, i, j] += w[m, c, p, q] * mask[b, og, p, q, i, j] * interpolated(x[b, channel], place)
    return (y + (0 if bias is None else bias[:, None, None])).astype(np.float32)


x, w, offset = floats(1, 1, 4, 4), floats(2, 1, 2, 2), floats(1, 8, 3, 3) / 4
case("deform_conv", node("DeformConv", ["x", "w", "offset"], ["y"], kernel_shape=[2, 2]), {"x": x, "w": w, "offset": offset},
     {"y": deform_conv(x, w, offset, None, None, (1, 1), (0, 0), (1, 1), 1, 1)}, None, 19)
x, w, offset, bias, mask = floats(2, 4, 5, 6), floats(4, 2, 3, 2), floats(2, 24, 3, 4) / 4, floats(4), floats(2, 12, 3, 4)
case("deform_conv_all", node("DeformConv", ["x", "w", "offset", "bias", "mask"], ["y"], kernel_shape=[3, 2], strides=[2, 2],
                             pads=[2, 1, 2, 1], dilations=[2, 1], group=2, offset_group=2),
     {"x": x, "w": w, "offset": offset, "bias": bias, "mask": mask},
     {"y": deform_conv(x, w, offset, bias, mask, (2, 2), (2, 1), (2, 1), 2, 2)}, None, 19)


# GridSample of other ranks than 4

def mirrored(p, extent, align):
    low, high = (0, extent - 1) if align else (-0.5, extent - 0.5)
    while high > low and not low <= p <= high:
        p = 2 * low - p if p < low else 2 * high - p
    return p if high > low else 0


def grid_sample(x, grid, mode, padding, align):
    n = x.ndim - 2
    y = np.zeros((*x.shape[:2], *grid.shape[1:-1]))
    for at in np.ndindex(x.shape[0], *grid.shape[1:-1]):
        place = []
        for i, extent in enumerate(x.shape[2:]):
            p = float(grid[at][n - 1 - i])
            place.append((p + 1) / 2 * (extent - 1) if align else ((p + 1) * extent - 1) / 2)
        if mode == "nearest":
            corners = [(tuple(int(np.round(p)) for p in place), 1.0)]
        else:
            low = [math.floor(p) for p in place]
            corners = [(c, float(np.prod([1 - abs(p - a) for p, a in zip(place, c)])))
                       for c in itertools.product(*((a, a + 1) for a in low))]
        for c, weight in corners:
            if padding == "reflection":
                c = [int(mirrored(a, e, align)) for a, e in zip(c, x.shape[2:])]
            if padding != "zeros":
                c = [min(max(a, 0), e - 1) for a, e in zip(c, x.shape[2:])]
            if all(0 <= a < e for a, e in zip(c, x.shape[2:])):
                y[(at[0], slice(None), *at[1:])] += weight * x[(at[0], slice(None), *c)]
    return y.astype(x.dtype)


for name, extents, places, mode, padding, align in (
        ("grid_sample_3d", (3, 4, 2), (2, 3, 2), "linear", "zeros", 0),
        ("grid_sample_3d_nearest", (3, 4, 2), (2, 2, 2), "nearest", "border", 1),
        ("grid_sample_3d_reflection", (2, 3, 4), (3, 1, 2), "linear", "reflection", 1),
        ("grid_sample_1d", (5,), (7,), "linear", "border", 0)):
    x, grid = floats(2, 2, *extents), rng.randint(-20, 21, (2, *places, len(extents))).astype(np.float32) / 15
    case(name, node("GridSample", ["x", "grid"], ["y"], mode=mode, padding_mode=padding, align_corners=align),
         {"x": x, "grid": grid}, {"y": grid_sample(x, grid, mode, padding, align)}, None, 20)


# RoiAlign

def roi_align(x, rois, batch, mode, size, ratio, scale, half):
    y = np.zeros((len(rois), x.shape[1], *size))
    shift = 0.5 if half else 0
    for r, (x0, y0, x1, y1) in enumerate(rois.astype(float)):
        start = (y0 * scale - shift, x0 * scale - shift)
        extent = [(y1 - y0) * scale, (x1 - x0) * scale]
        if not half:
            extent = [max(e, 1) for e in extent]
        counts = [ratio or math.ceil(e / s) for e, s in zip(extent, size)]
        for c, i, j in np.ndindex(x.shape[1], *size):
            values = []
            for p, q in np.ndindex(*counts):
                place = [start[k] + (cell + (step + 0.5) / counts[k]) * extent[k] / size[k]
                         for k, (cell, step) in enumerate(((i, p), (j, q)))]
                picture = x[batch[r], c]
                if any(not -1 <= a <= e for a, e in zip(place, picture.shape)):
                    values.append(0)
                    continue
                place = [min(max(a, 0), e - 1) for a, e in zip(place, picture.shape)]
                if mode == "max" and any(a == e - 1 for a, e in zip(place, picture.shape)):
                    picture = np.pad(picture, 1, "edge")[1:, 1:]  # the pixel beyond the last is the last, with a weight of 0
                values.append(interpolated(picture, place, max if mode == "max" else sum))
            if values:
                y[r, c, i, j] = max(values) if mode == "max" else np.mean(values)
    return y.astype(np.float32)


x = floats(2, 3, 6, 7)
rois = np.float32([[0.5, 1, 5.25, 4.5], [-1.5, -2, 3, 9], [2, 3, 2, 3], [1, 0, 7, 2.5]])
batch = ints(1, 0, 1, 0)
for name, mode, size, ratio, scale, half, opset in (
        ("roi_align_max", "max", (2, 3), 2, 1, True, 16), ("roi_align_adaptive", "avg", (3, 2), 0, 0.75, True, 16),
        ("roi_align_old", "avg", (2, 2), 0, 1, False, 10), ("roi_align_adaptive_max", "max", (2, 2), 0, 1, False, 10)):
    case(name, node("RoiAlign", ["x", "rois", "batch"], ["y"], mode=mode, output_height=size[0], output_width=size[1],
                    sampling_ratio=ratio, spatial_scale=float(scale)),
         {"x": x}, {"y": roi_align(x, rois, batch, mode, size, ratio, scale, half)}, {"rois": rois, "batch": batch}, opset)


def max_roi_pool(x, rois, size, scale):
    y = np.zeros((len(rois), x.shape[1], *size), np.float32)
    for r, (b, *box) in enumerate(rois):
        x0, y0, x1, y1 = (int(math.copysign(math.floor(abs(v * scale) + 0.5), v)) for v in box)
        for i, j in np.ndindex(*size):
            part = x[int(b)]
            for axis, start, end, cell, cells in ((1, y0, y1, i, size[0]), (2, x0, x1, j, size[1])):
                step = np.float32(max(end - start + 1, 1)) / np.float32(cells)
                low, high = int(np.floor(np.float32(cell) * step)) + start, int(np.ceil(np.float32(cell + 1) * step)) + start
                part = part[(slice(None),) * axis + (slice(max(low, 0), max(high, 0)),)]
            if part.size:
                y[r, :, i, j] = part.max((1, 2))
    return y


x = floats(2, 3, 6, 7)
rois = np.float32([[1, 0, 0, 6, 5], [0, 2, 3, 9, 10], [1, 8, 8, 9, 9], [0, 3, 1, 3, 1]])
case("max_roi_pool", node("MaxRoiPool", ["x", "rois"], ["y"], pooled_shape=[2, 3], spatial_scale=0.75), {"x": x, "rois": rois},
     {"y": max_roi_pool(x, rois, (2, 3), 0.75)}, None, 1)

# TfIdfVectorizer

x = np.array([5, 1, 5, 3, 1, 1], np.int32)
case("tfidf_weights", node("TfIdfVectorizer", ["x"], ["y"], mode="TFIDF", min_gram_length=1, max_gram_length=2, max_skip_count=1,
                           ngram_counts=[0, 2], ngram_indexes=[3, 0, 1], pool_int64s=[1, 5, 5, 3], weights=[0.5, 2.0, 4.0]),
     {"x": x}, {"y": np.float32([2 * 2, 4 * 1, 0, 0.5 * 3])}, None, 9)
case("tfidf_idf", node("TfIdfVectorizer", ["x"], ["y"], mode="IDF", min_gram_length=2, max_gram_length=2, max_skip_count=3,
                       ngram_counts=[0, 0], ngram_indexes=[1, 0], pool_int64s=[5, 1, 3, 5], weights=[0.5, 2.0]),
     {"x": np.stack([x, x[::-1]])}, {"y": np.float32([[0, 0.5], [2, 0.5]])}, None, 9)

# Pooling

x = floats(2, 3, 5, 6)
case("global_lp_pool", node("GlobalLpPool", ["x"], ["y"], p=3), {"x": x},
     {"y": (np.abs(x) ** 3).sum((2, 3), keepdims=True) ** np.float32(1 / 3)}, None, 2)


def pooled(x, kernel, strides, pads, dilations, ceil, combine):
    n = len(kernel)
    reach = [(k - 1) * d + 1 for k, d in zip(kernel, dilations)]
    counts = []
    for i in range(n):
        room = x.shape[2 + i] + pads[i] + pads[n + i] - reach[i]
        count = (-(-room // strides[i]) if ceil else room // strides[i]) + 1
        if ceil and (count - 1) * strides[i] >= x.shape[2 + i] + pads[i]:
            count -= 1
        counts.append(count)
    y = np.zeros((*x.shape[:2], *counts))
    for b, c, *at in np.ndindex(*y.shape):
        inside = []
        for k in np.ndindex(*kernel):
            p = [a * s - pad + j * d for a, s, pad, j, d in zip(at, strides, pads, k, dilations)]
            if all(0 <= a < e for a, e in zip(p, x.shape[2:])):
                inside.append(float(x[(b, c, *p)]))
        y[(b, c, *at)] = combine(inside)
    return y.astype(x.dtype)


case("lp_pool_ceil", node("LpPool", ["x"], ["y"], p=2, kernel_shape=[2, 2], strides=[2, 3], dilations=[2, 1], pads=[1, 0, 0, 1],
                          ceil_mode=1),
     {"x": x}, {"y": pooled(x, (2, 2), (2, 3), (1, 0, 0, 1), (2, 1), True, lambda v: sum(a * a for a in v) ** 0.5)}, None, 18)
for name, op, kernel, strides, pads, combine in (
        ("max_pool_ceil_fewer", "MaxPool", (1, 1), (2, 2), (0, 0, 0, 0), max),
        ("max_pool_ceil_mixed", "MaxPool", (2, 2), (2, 3), (0, 0, 0, 1), max),
        ("average_pool_ceil_mixed", "AveragePool", (2, 2), (2, 3), (0, 0, 0, 1), lambda v: sum(v) / len(v))):
    case(name, node(op, ["x"], ["y"], kernel_shape=kernel, strides=strides, pads=pads, ceil_mode=1), {"x": x},
         {"y": pooled(x, kernel, strides, pads, (1, 1), True, combine)}, None, 18)
case("average_pool_ceil_counts", node("AveragePool", ["x"], ["y"], kernel_shape=[1, 2], strides=[3, 3], pads=[0, 1, 0, 1], ceil_mode=1,
                                      count_include_pad=1),
     {"x": x}, {"y": pooled(x, (1, 2), (3, 3), (0, 1, 0, 1), (1, 1), True, lambda v: sum(v) / 2)}, None, 19)
case("average_pool_dilated", node("AveragePool", ["x"], ["y"], kernel_shape=[2, 3], strides=[1, 2], dilations=[2, 2],
                                  pads=[1, 1, 1, 1], ceil_mode=1),
     {"x": x}, {"y": pooled(x, (2, 3), (1, 2), (1, 1, 1, 1), (2, 2), True, lambda v: sum(v) / len(v))}, None, 19)

# DFT with its axis as an input

x = floats(2, 5, 3, 2)
z = x[..., 0] + 1j * x[..., 1]
y = np.fft.fft(z, 7, axis=1)
case("dft_length", node("DFT", ["x", "length", "axis"], ["y"]), {"x": x}, {"y": np.stack([y.real, y.imag], -1).astype(np.float32)},
     {"length": np.int64(7), "axis": np.int64(1)}, 20)
y = np.fft.ifft(z, axis=-1)
case("dft_inverse", node("DFT", ["x"], ["y"], inverse=1), {"x": x}, {"y": np.stack([y.real, y.imag], -1).astype(np.float32)}, None, 20)
y = np.fft.rfft(x[..., 0], axis=1)
case("dft_onesided", node("DFT", ["x", "", "axis"], ["y"], onesided=1), {"x": np.ascontiguousarray(x[..., :1])},
     {"y": np.stack([y.real, y.imag], -1).astype(np.float32)}, {"axis": np.int64(-3)}, 20)

# Resize, Pad, Split

x = np.arange(1, 17, dtype=np.float32).reshape(1, 1, 4, 4)
case("resize_not_larger", node("Resize", ["x", "", "", "sizes"], ["y"], mode="nearest", axes=[2, 3],
                               keep_aspect_ratio_policy="not_larger"),
     {"x": x}, {"y": np.repeat(np.repeat(x, 2, 2), 2, 3)}, {"sizes": ints(8, 9)}, 18)


def antialiased(row, to):
    scale = to / len(row)
    out = []
    for i in range(to):
        at = (i + 0.5) / scale - 0.5
        w = {k: max(0, 1 - abs((k - at) * min(scale, 1))) for k in range(-len(row), 2 * len(row))}
        out.append(sum(v * row[min(max(k, 0), len(row) - 1)] for k, v in w.items()) / sum(w.values()))
    return np.float32(out)


row = floats(1, 1, 7)
# Before opset 11 a dim that gets smaller takes the element above its position, as that version's own example has it.
pic = np.arange(1, 9, dtype=np.float32).reshape(1, 1, 2, 4)
case("resize_10_nearest", node("Resize", ["x", "scales"], ["y"], mode="nearest"), {"x": pic},
     {"y": pic[:, :, [0]][:, :, :, [0, 2]]}, {"scales": np.float32([1, 1, 0.6, 0.6])}, opset=10)
case("resize_antialias", node("Resize", ["x", "", "", "sizes"], ["y"], mode="linear", antialias=1), {"x": row},
     {"y": antialiased(row[0, 0], 3)[None, None]}, {"sizes": ints(1, 1, 3)}, 18)


def symmetric(row, scale):
    n = len(row)
    to = int(n * scale)
    adjustment = to / (n * scale)
    out = []
    for i in range(to):
        p = min(max(n / 2 * (1 - adjustment) + (i + 0.5) / scale - 0.5, 0), n - 1)
        k = min(int(p), n - 2)
        out.append(row[k] * (1 - (p - k)) + row[k + 1] * (p - k))
    return np.float32(out)


case("resize_symmetric", node("Resize", ["x", "", "scales"], ["y"], mode="linear", axes=[2],
                              coordinate_transformation_mode="half_pixel_symmetric"),
     {"x": row}, {"y": symmetric(row[0, 0], 1.3)[None, None]}, {"scales": np.float32([1.3])}, 19)
x = floats(2, 3, 4)
case("pad_wrap_axes", node("Pad", ["x", "pads", "", "axes"], ["y"], mode="wrap"), {"x": x},
     {"y": np.pad(x, [(0, 0), (2, 0), (1, 3)], "wrap")}, {"pads": ints(1, 2, 3, 0), "axes": ints(-1, 1)}, 19)
case("pad_crop", node("Pad", ["x", "pads", "value"], ["y"]), {"x": x},
     {"y": np.pad(x[:, 1:, :3], [(1, 0), (0, 0), (0, 0)], constant_values=1.5)},
     {"pads": ints(1, -1, 0, 0, 0, -1), "value": np.float32(1.5)}, 18)
case("split_uneven", node("Split", ["x"], ["a", "b", "c"], axis=1, num_outputs=3), {"x": np.tile(x, (1, 3, 1))[:, :8]},
     dict(zip("abc", np.split(np.tile(x, (1, 3, 1))[:, :8], [3, 6], 1))), None, 18)

# Reductions

x = rng.randint(0, 2, (3, 4, 2)).astype(bool)
case("reduce_max_bool", node("ReduceMax", ["x", "axes"], ["y"], keepdims=0), {"x": x}, {"y": x.max((0, 2))}, {"axes": ints(0, 2)}, 20)
case("reduce_min_bool", node("ReduceMin", ["x"], ["y"]), {"x": x}, {"y": x.min(keepdims=True)}, None, 20)
x = floats(2, 3, 4)
case("reduce_l2_axes", node("ReduceL2", ["x", "axes"], ["y"], keepdims=0), {"x": x}, {"y": np.sqrt((x * x).sum(1))}, {"axes": ints(-2)}, 18)
case("reduce_mean_nothing", node("ReduceMean", ["x", "axes"], ["y"], noop_with_empty_axes=1), {"x": x}, {"y": x}, {"axes": ints()}, 18)
case("reduce_log_sum_exp_nothing", node("ReduceLogSumExp", ["x"], ["y"], noop_with_empty_axes=1), {"x": x}, {"y": x}, None, 18)
case("reduce_l1_nothing", node("ReduceL1", ["x", "axes"], ["y"], noop_with_empty_axes=1), {"x": x}, {"y": np.abs(x)}, {"axes": ints()}, 18)

# Quantization by blocks

x, scale = floats(2, 7, 3), np.abs(floats(2, 4, 3)) + np.float32(0.25)
zero = rng.randint(-9, 10, (2, 4, 3))
wide = np.repeat(scale, 2, 1)[:, :7]
for name, dtype, low, high in (("int8", np.int8, -128, 127), ("uint8", np.uint8, 0, 255), ("int16", np.int16, -2**15, 2**15 - 1),
                               ("uint16", np.uint16, 0, 2**16 - 1)):
    z = np.abs(zero).astype(dtype)
    wide_z = np.repeat(z, 2, 1)[:, :7].astype(np.float32)
    q = np.clip(np.round(x / wide) + wide_z, low, high).astype(dtype)
    case(f"quantize_blocks_{name}", node("QuantizeLinear", ["x", "scale", "zero"], ["y"], axis=1, block_size=2),
         {"x": x, "scale": scale, "zero": z}, {"y": q})
    case(f"dequantize_blocks_{name}", node("DequantizeLinear", ["x", "scale", "zero"], ["y"], axis=1, block_size=2),
         {"x": q, "scale": scale, "zero": z}, {"y": ((q.astype(np.float32) - wide_z) * wide).astype(np.float32)})
case("quantize_output_dtype", node("QuantizeLinear", ["x", "scale"], ["y"], output_dtype=TensorProto.INT16, axis=0), {"x": x * 50},
     {"y": np.round(x * 50 / np.float32([0.5, 0.01])[:, None, None]).clip(-2**15, 2**15 - 1).astype(np.int16)},
     {"scale": np.float32([0.5, 0.01])})
case("dequantize_int32", node("DequantizeLinear", ["x", "scale"], ["y"]), {"x": np.int32([[3, -100000], [7, 2**20]])},
     {"y": np.float32([[0.75, -25000], [1.75, 2**18]])}, {"scale": np.float32(0.25)})

# Normalization, activations

x = floats(2, 4, 3, 2)
grouped = x.reshape(2, 2, 2, 3, 2)
normal = ((grouped - grouped.mean((2, 3, 4), keepdims=True)) / np.sqrt(grouped.var((2, 3, 4), keepdims=True) + 1e-3)).reshape(x.shape)
s, b = floats(2), floats(2)
case("group_norm_18", node("GroupNormalization", ["x", "s", "b"], ["y"], num_groups=2, epsilon=1e-3), {"x": x, "s": s, "b": b},
     {"y": normal * np.repeat(s, 2)[:, None, None] + np.repeat(b, 2)[:, None, None]}, None, 18)
s, b = floats(4), floats(4)
case("group_norm_21", node("GroupNormalization", ["x", "s", "b"], ["y"], num_groups=2, epsilon=1e-3), {"x": x, "s": s, "b": b},
     {"y": normal * s[:, None, None] + b[:, None, None]}, None, 21)
x = floats(3, 5)
erf = np.vectorize(math.erf)
case("gelu", node("Gelu", ["x"], ["y"]), {"x": x}, {"y": (x * 0.5 * (1 + erf(x / math.sqrt(2)))).astype(np.float32)}, None, 20)
case("gelu_tanh", node("Gelu", ["x"], ["y"], approximate="tanh"), {"x": x},
     {"y": x * 0.5 * (1 + np.tanh(math.sqrt(2 / math.pi) * (x + np.float32(0.044715) * x ** 3))).astype(np.float32)}, None, 20)
case("mish", node("Mish", ["x"], ["y"]), {"x": x}, {"y": x * np.tanh(np.log1p(np.exp(x)))}, None, 18)
x = np.float16([[1, np.inf], [-np.inf, np.nan]])
case("isinf_float16", node("IsInf", ["x"], ["y"], detect_negative=0), {"x": x}, {"y": x == np.inf}, None, 20)
case("isnan_float16", node("IsNaN", ["x"], ["y"]), {"x": x}, {"y": np.isnan(x)}, None, 20)

# Integers

a, b = rng.randint(0, 256, (2, 3)).astype(np.uint8), rng.randint(0, 8, 3).astype(np.uint8)
for op, f in (("And", np.bitwise_and), ("Or", np.bitwise_or), ("Xor", np.bitwise_xor)):
    case(f"bitwise_{op.lower()}", node(f"Bitwise{op}", ["a", "b"], ["y"]), {"a": a, "b": b}, {"y": f(a, b)}, None, 18)
case("bitwise_not", node("BitwiseNot", ["a"], ["y"]), {"a": a.astype(np.int32)}, {"y": ~a.astype(np.int32)}, None, 18)
case("bit_shift", node("BitShift", ["a", "b"], ["y"], direction="RIGHT"), {"a": a, "b": b}, {"y": a >> b}, None, 18)

# Scatter with a reduction

x, u = floats(3, 4), floats(2, 4)
at = np.int64([[0, 2, 1, 0], [2, 2, -3, 0]])
y = x.copy()
for i, j in np.ndindex(*at.shape):
    y[at[i, j], j] = max(y[at[i, j], j], u[i, j])
case("scatter_elements_max", node("ScatterElements", ["x", "at", "u"], ["y"], reduction="max"), {"x": x, "at": at, "u": u}, {"y": y}, None, 18)
y = x.copy()
for i, j in np.ndindex(*at.shape):
    y[i, at[i, j]] = min(y[i, at[i, j]], u[i, j])
case("scatter_elements_min", node("ScatterElements", ["x", "at", "u"], ["y"], reduction="min", axis=1),
     {"x": x, "at": at, "u": u}, {"y": y}, None, 18)
at = np.int64([[2], [0], [2]])
y, u = x.copy(), floats(3, 4)
for k in range(3):
    y[at[k, 0]] = np.minimum(y[at[k, 0]], u[k])
case("scatter_nd_min", node("ScatterND", ["x", "at", "u"], ["y"], reduction="min"), {"x": x, "at": at, "u": u}, {"y": y}, None, 18)

# Random numbers: shape, dtype, and that they are spread as they should be.

F, D, I32, I64 = TensorProto.FLOAT, TensorProto.DOUBLE, TensorProto.INT32, TensorProto.INT64


SHAPE = (50, 40)


def random_case(name, op, kind, middle, deviation, inputs=(), constants=None, **attrs):
    """Outputs: the shape, zeros of the dtype, and that mean and deviation are near."""
    f = np.float64
    nodes = [node(op, list(inputs), ["r"], seed=3.0, **attrs), node("Shape", ["r"], ["shape"]),
             node("Sub", ["r", "r"], ["zeros"]), node("Cast", ["r"], ["wide"], to=D), node("ReduceMean", ["wide"], ["m"], keepdims=0),
             node("Sub", ["m", "mean"], ["off"]), node("Abs", ["off"], ["off2"]), node("Less", ["off2", "near"], ["mean_ok"]),
             node("Sub", ["wide", "m"], ["d"]), node("Mul", ["d", "d"], ["dd"]), node("ReduceMean", ["dd"], ["v"], keepdims=0),
             node("Sqrt", ["v"], ["s"]), node("Sub", ["s", "deviation"], ["s0"]), node("Abs", ["s0"], ["s1"]),
             node("Less", ["s1", "near"], ["deviation_ok"])]
    case(name, nodes, {}, {"shape": ints(*SHAPE), "zeros": np.zeros(SHAPE, kind), "mean_ok": np.array(True),
                           "deviation_ok": np.array(True)},
         {"mean": f(middle), "deviation": f(deviation), "near": f(0.1 * deviation), **(constants or {})})


like = {"x": np.full((50, 40), 0.25)}
random_case("random_normal", "RandomNormal", np.float64, 3, 2, shape=SHAPE, dtype=D, mean=3.0, scale=2.0)
random_case("random_uniform", "RandomUniform", np.float32, 4.5, 3 / 12 ** 0.5, shape=SHAPE, low=3.0, high=6.0)
random_case("random_normal_like", "RandomNormalLike", np.float64, 0, 1, ["x"], like)
random_case("random_uniform_like", "RandomUniformLike", np.float32, 0, 2 / 12 ** 0.5, ["x"], like, dtype=F, low=-1.0)
random_case("bernoulli", "Bernoulli", np.int32, 0.25, (0.25 * 0.75) ** 0.5, ["x"], like, dtype=I32)
logits = np.log(np.tile(np.float32([0.5, 0.0001, 0.4999]), (50, 1)))
random_case("multinomial", "Multinomial", np.int64, 1, 1, ["x"], {"x": logits}, sample_size=40, dtype=I64)

# Sequences: branches of one length, a body that sees what is around it, a loop that ends itself, positions.

F1 = helper.make_tensor_sequence_value_info
t, u = floats(3), floats(2, 2)
branches = [graph_of([node("SequenceConstruct", [a, b], ["s" + a])], name, [], [F1("s" + a, F, None)])
            for name, a, b in (("then", "t", "u"), ("else", "t2", "u"))]
for name, cond in (("if_sequence_true", True), ("if_sequence_false", False)):
    case(name, [node("Neg", ["t"], ["t2"]), node("If", ["cond"], ["y"], then_branch=branches[0], else_branch=branches[1])],
         {"cond": np.array(cond), "t": t, "u": u}, {"y": [t if cond else -t, u]}, None, 17)
parts = [floats(2), floats(5), floats(0)]
body = graph_of([node("Mul", ["e", "factor"], ["m"]), node("Shape", ["e"], ["n"])], "body", [info("e", parts[0])],
                [helper.make_tensor_value_info("m", F, None), helper.make_tensor_value_info("n", I64, [1])])
factor = floats(1)
case("sequence_map_around", node("SequenceMap", ["s"], ["y", "n"], body=body), {"s": parts, "factor": factor},
     {"y": [p * factor for p in parts], "n": [ints(len(p)) for p in parts]}, None, 17)
scalar = helper.make_tensor_value_info
body = graph_of([node("SequenceAt", ["s", "i"], ["e"]), node("ReduceSum", ["e"], ["sum"], keepdims=0),
                 node("SequenceInsert", ["c", "e", "zero"], ["d"]), node("Less", ["i", "one"], ["more"])], "body",
                [scalar("i", I64, []), scalar("go", TensorProto.BOOL, []), F1("c", F, None)],
                [scalar("more", TensorProto.BOOL, []), F1("d", F, None), scalar("sum", F, [])])
case("loop_sequence_ends", [node("SequenceEmpty", [], ["c0"]), node("Loop", ["", "true", "c0"], ["y", "sums"], body=body)],
     {"s": parts}, {"y": [parts[1], parts[0]], "sums": np.float32([parts[0].sum(), parts[1].sum()])},
     {"true": np.array(True), "zero": np.int64(0), "one": np.int64(1)}, 17)
x = floats(7, 2)
case("sequence_positions", [node("SplitToSequence", ["x", "sizes"], ["s"]), node("SequenceErase", ["s", "last"], ["r"]),
                            node("SequenceInsert", ["r", "x", "last"], ["y"]), node("SequenceLength", ["y"], ["n"])],
     {"x": x}, {"y": [x[:2], x, x[2:3]], "n": np.int64(3)}, {"sizes": ints(2, 1, 4), "last": np.int64(-1)}, 17)
case("optional_18", [node("OptionalHasElement", [], ["a"]), node("OptionalHasElement", ["x"], ["b"]),
                     node("OptionalGetElement", ["x"], ["y"])],
     {"x": x}, {"a": np.array(False), "b": np.array(True), "y": x}, None, 18)
