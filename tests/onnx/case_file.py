# SPDX-License-Identifier: Apache-2.0
"""What the scripts that write cases/NAME share: a model of one or some nodes, its inputs and outputs as ONNX's suite has them."""
import os
import sys

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

rng = np.random.RandomState(7)
node = helper.make_node
graph_of = helper.make_graph


def floats(*shape, dtype=np.float32):
    return (rng.randint(-64, 65, shape) / 16).astype(dtype)


def ints(*values):
    return np.array(values, np.int64)


def info(name, x, shape=None):
    """Of an array; a list is a sequence, whose elements may have other extents."""
    if isinstance(x, list):
        return helper.make_tensor_sequence_value_info(name, onnx.mapping.NP_TYPE_TO_TENSOR_TYPE[x[0].dtype], [None] * x[0].ndim)
    return helper.make_tensor_value_info(name, onnx.mapping.NP_TYPE_TO_TENSOR_TYPE[x.dtype], shape or x.shape)


def proto(name, x):
    return numpy_helper.from_list(x, name) if isinstance(x, list) else numpy_helper.from_array(x, name)


def case(name, nodes, inputs, outputs, constants=None, opset=21, dims=None, domain=None):
    """inputs, outputs, constants: arrays by name; outputs in the order of the dict; dims: of inputs and outputs, where they have names."""
    dims = dims or {}
    constants = {k: np.asarray(v) for k, v in (constants or {}).items()}
    nodes = nodes if isinstance(nodes, list) else [nodes]
    outputs = {k: v if isinstance(v, list) else np.asarray(v) for k, v in outputs.items()}
    g = graph_of(nodes, name, [info(k, x, dims.get(k)) for k, x in inputs.items()],
                 [info(k, x, dims.get(k)) for k, x in outputs.items()],
                 [numpy_helper.from_array(x, k) for k, x in constants.items()])
    m = helper.make_model(g, opset_imports=[helper.make_opsetid("", opset), *([helper.make_opsetid(domain, 1)] if domain else [])],
                          producer_name="tenon")
    m.ir_version = 10
    folder = f"{sys.argv[1]}/{name}/test_data_set_0"
    os.makedirs(folder, exist_ok=True)
    with open(f"{sys.argv[1]}/{name}/model.onnx", "wb") as out:
        out.write(m.SerializeToString(deterministic=True))
    for what, arrays in (("input", inputs), ("output", outputs)):
        for i, (k, x) in enumerate(arrays.items()):
            with open(f"{folder}/{what}_{i}.pb", "wb") as out:
                out.write(proto(k, x).SerializeToString(deterministic=True))
