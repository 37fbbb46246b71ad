# SPDX-License-Identifier: Apache-2.0
"""A Constant of strings, which becomes an initializer. Written by: python3 strings.py > strings.onnx"""
import sys
from onnx import TensorProto as T, helper as h

words = h.make_tensor('value', T.STRING, [2], [b'one', b'two'])
graph = h.make_graph(
    [h.make_node('Constant', [], ['words'], value=words),
     h.make_node('Identity', ['words'], ['same']),
     h.make_node('LabelEncoder', ['x'], ['text'], domain='ai.onnx.ml', keys_int64s=[1, 2], values_strings=['one', 'two']),
     h.make_node('Equal', ['text', 'same'], ['y'])], 'strings',
    [h.make_tensor_value_info('x', T.INT64, [2])], [h.make_tensor_value_info('y', T.BOOL, [2])])
model = h.make_model(graph, opset_imports=[h.make_opsetid('', 19), h.make_opsetid('ai.onnx.ml', 4)])
model.ir_version = 9
sys.stdout.buffer.write(model.SerializeToString())
