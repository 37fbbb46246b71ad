# SPDX-License-Identifier: Apache-2.0
"""Writes scales.onnx and one_hot.onnx, as PyTorch's exporter writes an interpolation and an embedding's sum: scales that a
Concat joins of Constants, a depth that comes from the extent of a weight, in opset 9.

    python3 tests/onnx/keep/exported.py tests/onnx/keep"""
import sys

import numpy as np
from onnx import TensorProto, helper, numpy_helper


def write(name, opset, nodes, x, y, weights=()):
    g = helper.make_graph(nodes, name, [helper.make_tensor_value_info("x", *x)], [helper.make_tensor_value_info("y", *y)],
                          [numpy_helper.from_array(value, key) for key, value in weights])
    m = helper.make_model(g, opset_imports=[helper.make_opsetid("", opset)], producer_name="tenon")
    m.ir_version = 4
    with open(f"{sys.argv[1]}/{name}.onnx", "wb") as out:
        out.write(m.SerializeToString(deterministic=True))


def constant(name, *values, dtype=np.float32):
    return helper.make_node("Constant", [], [name], name=f"/{name}", value=numpy_helper.from_array(np.array(values, dtype)))


node = helper.make_node
write("scales", 11, [constant("ones", 1, 1), constant("twos", 2, 1.5), node("Concat", ["ones", "twos"], ["s"], "/Concat", axis=0),
                     node("Resize", ["x", "", "s"], ["r"], "/Resize", mode="linear"), node("Mul", ["r", "w"], ["y"], "/Mul")],
      (TensorProto.FLOAT, ["N", 2, 6, 6]), (TensorProto.FLOAT, ["N", 2, 12, 9]), [("w", np.arange(9, dtype=np.float32))])
table = np.arange(12, dtype=np.float32).reshape(4, 3)
write("one_hot", 9, [node("Shape", ["table"], ["shape"], "/Shape"), node("Gather", ["shape", "zero"], ["depth"], "/Gather", axis=0),
                     node("OneHot", ["x", "depth", "ends"], ["hot"], "/OneHot"), node("MatMul", ["hot", "table"], ["y"], "/MatMul")],
      (TensorProto.INT64, ["N", 2]), (TensorProto.FLOAT, ["N", 2, 3]),
      [("table", table), ("zero", np.array(0)), ("ends", np.float32([0, 1]))])
