# SPDX-License-Identifier: Apache-2.0
"""Writes maps.onnx and maps_other.onnx, with ONNX's own Python package (python3-onnx):

    python3 tests/onnx/keep/maps.py >tests/onnx/keep/maps.onnx
    python3 tests/onnx/keep/maps.py other >tests/onnx/keep/maps_other.onnx

What scikit-learn's exporter writes of a classifier: scores, and a sequence of maps from labels to them, an output that no tensor can hold. A
node of a domain that nobody knows gives another one."""
import sys

import onnx
from onnx import TensorProto as T
from onnx import helper


def maps(name):
    info = onnx.ValueInfoProto(name=name)
    of = info.type.sequence_type.elem_type.map_type
    of.key_type = T.INT64
    of.value_type.tensor_type.elem_type = T.FLOAT
    return info


def model(with_other):
    nodes = [helper.make_node('LinearClassifier', ['x'], ['label', 'scores'], 'linear', domain='ai.onnx.ml', post_transform='SOFTMAX',
                              coefficients=[1., -2., .5, 0., 1., 3., -1., 1., .25], intercepts=[0., .5, -.5], classlabels_ints=[2, 5, 7]),
             helper.make_node('ZipMap', ['scores'], ['probabilities'], 'zip', domain='ai.onnx.ml', classlabels_int64s=[2, 5, 7])]
    outputs = [helper.make_tensor_value_info('label', T.INT64, ['N']), maps('probabilities')]
    if with_other:
        nodes.append(helper.make_node('Own', ['scores'], ['own'], 'own', domain='of.nobody'))
        outputs.append(maps('own'))
    graph = helper.make_graph(nodes, 'maps', [helper.make_tensor_value_info('x', T.FLOAT, ['N', 3])], outputs)
    opsets = [helper.make_opsetid('', 17), helper.make_opsetid('ai.onnx.ml', 3)] + [helper.make_opsetid('of.nobody', 1)] * with_other
    return helper.make_model(graph, producer_name='tenon', opset_imports=opsets, ir_version=8)


sys.stdout.buffer.write(model(sys.argv[1:] == ['other']).SerializeToString())
