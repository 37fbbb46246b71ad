# SPDX-License-Identifier: Apache-2.0
"""Calls of functions of the model: of which some are changed by -O2. Written by: python3 calls.py > calls.onnx"""
import sys
from onnx import TensorProto, helper, numpy_helper
import numpy

own = 'own'


def call(op, inputs, outputs, **attrs):
    return helper.make_node(op, inputs, outputs, name='/' + outputs[0] + '/' + op, domain=own, **attrs)


one = helper.make_node('Constant', [], ['one'], value=numpy_helper.from_array(numpy.array(1, 'float32')))
opsets = [helper.make_opsetid('', 17), helper.make_opsetid(own, 1)]
functions = [
    helper.make_function(own, 'Wave', ['a'], ['b'], [helper.make_node('Sin', ['a'], ['s'], name='inner'),
                                                     helper.make_node('Cos', ['s'], ['b'])], opsets),
    # a value that nothing takes, and one that is handed on
    helper.make_function(own, 'Pair', ['a', 'b'], ['c', 'd', 'e'],
                         [helper.make_node('Add', ['a', 'b'], ['c']), helper.make_node('Exp', ['a'], ['d']),
                          helper.make_node('Tanh', ['c'], ['lost']), helper.make_node('Identity', ['b'], ['e'])], opsets),
    helper.make_function(own, 'Slope', ['a'], ['b'], [helper.make_node('LeakyRelu', ['a'], ['b'])], opsets, ['alpha']),
    # shapes, which are known
    helper.make_function(own, 'Flat', ['a'], ['b'], [helper.make_node('Shape', ['a'], ['s']),
                                                     helper.make_node('Size', ['a'], ['n']),
                                                     helper.make_node('Constant', [], ['ax'], value=numpy_helper.from_array(numpy.array([0]))),
                                                     helper.make_node('Unsqueeze', ['n', 'ax'], ['m']),
                                                     helper.make_node('Reshape', ['a', 'm'], ['b'])], opsets),
    # one that -O2 changes, which calls one that stays
    helper.make_function(own, 'Scaled', ['a'], ['b'], [one, helper.make_node('Mul', ['a', 'one'], ['m'], name='gone'),
                                                       helper.make_node('Wave', ['m'], ['w'], domain=own, name='stays'),
                                                       helper.make_node('Exp', ['w'], ['b'])], opsets),
    helper.make_function(own, 'Unused', ['a'], ['b'], [helper.make_node('Sin', ['a'], ['b'])], opsets),
]
slope = functions[2].node[0].attribute.add()
slope.name, slope.ref_attr_name, slope.type = 'alpha', 'alpha', 1
nodes = [call('Wave', ['x'], ['w']), call('Slope', ['w'], ['l'], alpha=0.25), call('Pair', ['l', 'x'], ['p', 'q', 'r']),
         call('Scaled', ['p'], ['z']), call('Flat', ['z'], ['f']), call('Pair', ['z', 'weight'], ['t', '', 'u']),
         helper.make_node('Mul', ['r', 't'], ['y'], name='last')]
graph = helper.make_graph(nodes, 'g', [helper.make_tensor_value_info('x', 1, ['N', 3])],
                          [helper.make_tensor_value_info('y', 1, ['N', 3]), helper.make_tensor_value_info('f', 1, [None]),
                           helper.make_tensor_value_info('u', 1, [3])],
                          [numpy_helper.from_array(numpy.array([1, 2, 3], 'float32'), 'weight')])
model = helper.make_model(graph, functions=functions, opset_imports=opsets, ir_version=8)
sys.stdout.buffer.write(model.SerializeToString())
