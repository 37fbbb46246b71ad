# SPDX-License-Identifier: Apache-2.0
"""Writes few.onnx and all.onnx: a layer whose weights are initializers, beside a Constant, and one whose
weights are Constants, beside a small initializer.

    python3 tests/onnx/weights/make.py tests/onnx/weights"""
import sys

import numpy as np
from onnx import TensorProto, helper, numpy_helper


def write(path, initializers, constants):
    nodes = [helper.make_node("Constant", [], [name], value=numpy_helper.from_array(x, name)) for name, x in constants.items()]
    nodes += [helper.make_node("MatMul", ["x", "w"], ["h"]), helper.make_node("Add", ["h", "b"], ["y"])]
    graph = helper.make_graph(nodes, "g", [helper.make_tensor_value_info("x", TensorProto.FLOAT, ["n", 4])],
                              [helper.make_tensor_value_info("y", TensorProto.FLOAT, ["n", 3])],
                              [numpy_helper.from_array(x, name) for name, x in initializers.items()])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)])
    model.ir_version = 8
    with open(path, "wb") as out:
        out.write(model.SerializeToString())


w, b = (np.arange(12, dtype=np.float32) / 16).reshape(4, 3), np.float32([1, 2, 3])
write(sys.argv[1] + "/few.onnx", {"w": w}, {"b": b})
write(sys.argv[1] + "/all.onnx", {"b": b}, {"w": w})
