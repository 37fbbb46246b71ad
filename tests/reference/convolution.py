#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Convolutions and their transposes, by PyTorch in float64 (exact for these numbers)."""
import math
import numpy as np
import torch
from cases import File, array, to, wide

NAN, INF = math.nan, math.inf
TOL = {"float32": 1e-6, "float64": 1e-13, "float16": 1e-3, "bfloat16": 1e-2}
F = torch.nn.functional
DTYPES = ("float64", "float16", "bfloat16") + tuple("%s%d" % (sign, bits) for sign in ("int", "uint") for bits in (8, 16, 32, 64))
LETTERS = {1: "W", 2: "HW", 3: "DHW"}


def values(shape, dtype="float32", start=0):
    v = (np.arange(start, start + int(np.prod(shape))) * 5 % 9 - 4).reshape(shape)
    if dtype.startswith("u"):
        v = v + 4
    return array(v / 4 if "float" in dtype else v, dtype)


def laid(x, letters, layout):
    """The array with dims named by letters, in the layout's order."""
    order = [letters.index(c) for c in layout]
    if hasattr(x, "a"):
        y = array(x.a.transpose(order), "bfloat16")
        return y
    return np.ascontiguousarray(x.transpose(order))



class Conv:
    def __init__(self, n, transpose):
        self.n, self.transpose = n, transpose
        self.name = "conv%dd%s" % (n, "_transpose" if transpose else "")
        self.out = File("nn_" + self.name)
        self.data, self.kernel = "NC" + LETTERS[n], ("IO" if transpose else "OI") + LETTERS[n]

    def compute(self, x, w, strides, pads, dilation, groups, output_padding):
        n = self.n
        before, after = pads[:n], pads[n:]
        if not self.transpose:
            both = [p for pair in zip(reversed(before), reversed(after)) for p in pair]
            return getattr(F, "conv%dd" % n)(F.pad(x, both), w, None, strides, 0, dilation, groups)
        # Whole, then cut: PyTorch pads both ends alike.
        y = getattr(F, "conv_transpose%dd" % n)(x, w, None, strides, 0, 0, groups, dilation)
        y = F.pad(y, [p for o in reversed(output_padding) for p in (0, o)])
        for i in range(n):
            y = y.narrow(2 + i, before[i], y.shape[2 + i] - before[i] - after[i])
        return y

    def case(self, title, data, kernel, strides=None, padding=None, dilation=None, groups=None, output_padding=None,
             data_layout=None, kernel_layout=None, out_layout=None, dtype="float32", out_dtype=None, x=None, w=None):
        n = self.n
        x = values(data, dtype) if x is None else array(x, dtype)
        w = values(kernel, dtype, 3) if w is None else array(w, dtype)
        pads = padding or [0] * n
        pads = pads * 2 if len(pads) == n else pads
        ones = [1] * n
        tx, tw = (torch.tensor(np.array(wide(v) if "float" in dtype else v.astype(np.float64))) for v in (x, w))
        y = self.compute(tx, tw, strides or ones, pads, dilation or ones, groups or 1, output_padding or [0] * n).numpy()
        result = out_dtype or dtype
        if "float" not in result:
            y = y.astype(np.int64)
        y = laid(to(y, result), self.data, out_layout or data_layout or self.data)
        attrs = [("strides", strides), ("padding", padding), ("output_padding", output_padding), ("dilation", dilation), ("groups", groups),
                 ("data_layout", data_layout), ("kernel_layout", kernel_layout), ("out_layout", out_layout), ("out_dtype", out_dtype)]
        text = "".join(', %s=%s' % (k, '"%s"' % v if isinstance(v, str) else v) for k, v in attrs if v is not None)
        self.out.case(title, "R.nn.%s({0}, {1}%s)" % (self.name, text),
                      [laid(x, self.data, data_layout or self.data), laid(w, self.kernel, kernel_layout or self.kernel)],
                      y, TOL[result] if "float" in result else None)


def conv1d():
    c = Conv(1, False)
    c.case("plain", (1, 2, 5), (3, 2, 3))
    c.case("strides, padding, dilation", (2, 2, 6), (1, 2, 2), [2], [1, 2], [3])
    c.case("groups", (1, 4, 4), (6, 2, 2), groups=2)
    c.case("layouts", (1, 2, 4), (2, 2, 2), padding=[1], data_layout="NWC", kernel_layout="WIO", out_layout="CWN")
    c.case("padding only", (1, 1, 1), (1, 1, 2), padding=[2])
    for dtype in DTYPES:
        c.case(dtype, (1, 2, 4), (1, 2, 2), padding=[1], dtype=dtype)
    c.case("float16 is carried in float32", None, None, dtype="float16", x=[[[2048.0, 0.5, 0.5, 0.5]]], w=[[[1.0] * 4]])
    c.case("int8 into int32", None, None, dtype="int8", out_dtype="int32", x=[[[100, 100]]], w=[[[100, -128]]])
    c.case("float16 into float32", None, None, dtype="float16", out_dtype="float32", x=[[[300.0, 300.0]]], w=[[[300.0, 300.0]]])
    c.case("NaN and infinity", None, None, padding=[1], x=[[[NAN, 1.0, 2.0, INF]]], w=[[[0.0, 1.0]]])
    c.case("no batch", (0, 2, 4), (1, 2, 2))
    x, w = values((1, 2, 4)), np.zeros((0, 2, 2), "float32")
    c.out.case("no output channels", "R.nn.conv1d({0}, {1})", [x, w], np.zeros((1, 0, 3), "float32"))
    x, w = np.zeros((1, 0, 4), "float32"), np.zeros((2, 0, 2), "float32")
    c.out.case("no input channels", "R.nn.conv1d({0}, {1})", [x, w], np.zeros((1, 2, 3), "float32"))
    c.out.write()


def conv2d():
    c = Conv(2, False)
    c.case("plain", (1, 2, 4, 3), (2, 2, 2, 2))
    c.case("strides, all four paddings", (1, 1, 3, 4), (2, 1, 2, 3), [2, 1], [1, 0, 2, 3])
    c.case("dilation", (1, 2, 5, 5), (1, 2, 2, 3), dilation=[3, 2], padding=[0, 1])
    c.case("groups", (1, 4, 3, 3), (2, 2, 2, 2), groups=2)
    c.case("depthwise", (1, 2, 3, 3), (4, 1, 2, 2), groups=2, padding=[1, 1])
    c.case("channels last", (1, 2, 3, 3), (2, 2, 2, 2), padding=[1, 0], data_layout="NHWC", kernel_layout="HWIO")
    c.case("another result layout", (1, 2, 3, 3), (2, 2, 2, 2), out_layout="NHWC")
    for dtype in DTYPES:
        c.case(dtype, (1, 1, 3, 3), (1, 1, 2, 2), padding=[0, 1], dtype=dtype)
    c.case("1 by 1", (1, 3, 2, 2), (2, 3, 1, 1), strides=[2, 2])
    c.case("no batch", (0, 1, 3, 3), (1, 1, 2, 2))
    c.out.write()


def conv3d():
    c = Conv(3, False)
    c.case("plain", (1, 1, 2, 3, 3), (2, 1, 2, 2, 2))
    c.case("strides, paddings, dilation", (1, 2, 2, 3, 4), (1, 2, 2, 1, 2), [1, 2, 3], [1, 0, 2, 0, 1, 1], [2, 1, 3])
    c.case("groups, layouts", (1, 2, 2, 2, 2), (2, 1, 1, 2, 2), groups=2, data_layout="NDHWC", kernel_layout="DHWIO", out_layout="NCDHW")
    for dtype in DTYPES:
        c.case(dtype, (1, 1, 2, 2, 2), (1, 1, 2, 2, 1), dtype=dtype)
    c.case("no batch", (0, 1, 2, 2, 2), (1, 1, 1, 1, 1))
    c.out.write()


def transposes():
    c = Conv(1, True)
    c.case("plain", (1, 2, 3), (2, 3, 2))
    c.case("stride, padding, output_padding", (1, 2, 3), (2, 1, 4), [3], [1, 2], output_padding=[2])
    c.case("dilation beyond the stride", (1, 1, 4), (1, 2, 3), [2], [1], [3])
    c.case("groups", (1, 4, 3), (4, 2, 2), [2], groups=2)
    c.case("layouts", (2, 2, 3), (2, 3, 2), [2], data_layout="NWC", kernel_layout="WOI", out_layout="NCW")
    for dtype in DTYPES:
        c.case(dtype, (1, 2, 3), (2, 1, 2), padding=[1], dtype=dtype)
    c.case("int8 into int32", None, None, dtype="int8", out_dtype="int32", x=[[[100, 100]]], w=[[[100, -128]]])
    c.case("NaN stays where it reaches", None, None, [2], x=[[[NAN, 1.0, INF]]], w=[[[1.0, 2.0]]])
    c.case("all cut away", (1, 1, 2), (1, 1, 1), padding=[1])
    c.case("no batch", (0, 2, 3), (2, 3, 2))
    c.out.write()

    c = Conv(2, True)
    c.case("plain", (1, 2, 2, 3), (2, 2, 2, 2))
    c.case("strides, paddings, output_padding", (1, 1, 2, 3), (1, 2, 3, 2), [2, 3], [1, 0, 0, 1], output_padding=[1, 2])
    c.case("dilation", (1, 2, 3, 3), (2, 1, 2, 3), [1, 2], [1, 2], [2, 3])
    c.case("groups", (1, 4, 2, 2), (4, 1, 2, 2), [2, 2], groups=2)
    c.case("channels last", (1, 2, 2, 2), (2, 3, 2, 1), [2, 1], data_layout="NHWC", kernel_layout="HWOI")
    for dtype in DTYPES:
        c.case(dtype, (1, 2, 2, 2), (2, 1, 2, 2), dtype=dtype)
    c.case("no batch", (0, 1, 2, 2), (1, 1, 2, 2))
    c.out.write()

    c = Conv(3, True)
    c.case("plain", (1, 1, 2, 2, 2), (1, 2, 2, 1, 2))
    c.case("all attributes", (1, 2, 2, 1, 2), (2, 1, 2, 2, 3), [2, 1, 3], [0, 1, 2, 1, 0, 1], [1, 2, 2], 2, [1, 0, 2])
    c.case("layouts", (1, 2, 1, 2, 2), (2, 1, 1, 2, 1), data_layout="NDHWC", kernel_layout="DHWOI")
    for dtype in DTYPES:
        c.case(dtype, (1, 1, 1, 2, 2), (1, 1, 2, 2, 1), [2, 2, 2], dtype=dtype)
    c.case("no batch", (0, 1, 2, 2, 2), (1, 1, 1, 1, 1))
    c.out.write()


class BackwardWeight:
    """By the gradient of Conv's computation."""

    def __init__(self, n):
        self.n, self.name = n, "conv%dd_backward_weight" % n
        self.out, self.conv = File("grad_" + self.name), Conv(n, False)

    def case(self, title, data, kernel, strides=None, padding=None, dilation=None, groups=None, data_layout=None, kernel_layout=None,
             out_layout=None, dtype="float32", x=None, dy=None):
        n = self.n
        x = values(data, dtype) if x is None else array(x, dtype)
        pads = padding or [0] * n
        pads = pads * 2 if len(pads) == n else pads
        ones = [1] * n
        w = torch.zeros(kernel, dtype=torch.float64, requires_grad=True)
        y = self.conv.compute(torch.tensor(np.array(wide(x))), w, strides or ones, pads, dilation or ones, groups or 1, [0] * n)
        dy = values(tuple(y.shape), dtype, 3) if dy is None else array(dy, dtype)
        y.backward(torch.tensor(np.array(wide(dy))))
        attrs = [("strides", strides), ("padding", padding), ("dilation", dilation), ("groups", groups), ("data_layout", data_layout),
                 ("kernel_layout", kernel_layout), ("out_layout", out_layout)]
        text = "".join(', %s=%s' % (k, '"%s"' % v if isinstance(v, str) else v) for k, v in attrs if v is not None)
        letters, size = self.conv.data, ", ".join(map(str, kernel[2:]))
        self.out.case(title, "R.grad.%s({0}, {1}, R.shape([%s])%s)" % (self.name, size, text),
                      [laid(dy, letters, out_layout or data_layout or letters), laid(x, letters, data_layout or letters)],
                      laid(to(w.grad.numpy(), dtype), self.conv.kernel, kernel_layout or self.conv.kernel), TOL[dtype])


def backward_weights():
    c = BackwardWeight(1)
    c.case("plain", (2, 2, 5), (3, 2, 3))
    c.case("strides, padding, dilation", (2, 2, 6), (1, 2, 2), [2], [1, 2], [3])
    c.case("groups", (1, 4, 4), (6, 2, 2), groups=2)
    c.case("layouts", (2, 2, 4), (2, 1, 2), padding=[1], groups=2, data_layout="NWC", kernel_layout="WIO", out_layout="CWN")
    c.case("what no window covers", (1, 1, 6), (1, 1, 2), [3])
    for dtype in ("float64", "float16", "bfloat16"):
        c.case(dtype, (1, 2, 4), (2, 1, 2), padding=[1], groups=2, dtype=dtype)
    c.case("float16 is carried in float32", (1, 1, 4), (1, 1, 1), dtype="float16", x=[[[2048.0, 0.5, 0.5, 0.5]]], dy=[[[1.0] * 4]])
    c.case("NaN and infinity", (1, 1, 4), (1, 1, 2), padding=[1], x=[[[NAN, 1.0, 2.0, INF]]], dy=[[[0.0, 0.0, 1.0, 1.0, 0.0]]])
    c.case("no batch", (0, 2, 4), (2, 1, 2), groups=2)
    c.out.write()

    c = BackwardWeight(2)
    c.case("plain", (2, 2, 4, 3), (2, 2, 2, 2))
    c.case("depthwise, strided", (2, 3, 5, 4), (3, 1, 3, 3), [2, 2], [1, 1], groups=3)
    c.case("groups, all four paddings, dilation", (1, 4, 4, 5), (6, 2, 2, 2), [1, 2], [1, 0, 2, 3], [2, 1], 2)
    c.case("channels last", (2, 4, 3, 3), (8, 1, 2, 2), padding=[1, 0], groups=4, data_layout="NHWC", kernel_layout="HWIO")
    c.case("another layout of the adjoint", (1, 2, 3, 3), (2, 1, 2, 2), groups=2, out_layout="NHWC")
    for dtype in ("float64", "float16", "bfloat16"):
        c.case(dtype, (1, 2, 3, 3), (2, 1, 2, 2), padding=[0, 1], groups=2, dtype=dtype)
    c.case("no batch", (0, 2, 3, 3), (2, 1, 2, 2), groups=2)
    c.out.write()

    c = BackwardWeight(3)
    c.case("plain", (1, 1, 2, 3, 3), (2, 1, 2, 2, 2))
    c.case("strides, paddings, dilation, groups", (1, 2, 2, 3, 4), (2, 1, 2, 1, 2), [1, 2, 3], [1, 0, 2, 0, 1, 1], [2, 1, 3], 2)
    c.case("layouts", (1, 2, 2, 2, 2), (2, 1, 1, 2, 2), groups=2, data_layout="NDHWC", kernel_layout="DHWIO", out_layout="NCDHW")
    for dtype in ("float64", "float16", "bfloat16"):
        c.case(dtype, (1, 2, 2, 2, 2), (2, 1, 2, 2, 1), groups=2, dtype=dtype)
    c.case("no batch", (0, 2, 2, 2, 2), (2, 1, 1, 1, 1), groups=2)
    c.out.write()


if __name__ == "__main__":
    conv1d()
    conv2d()
    conv3d()
    transposes()
    backward_weights()
