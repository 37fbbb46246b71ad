# SPDX-License-Identifier: Apache-2.0
# A function of the model of which one result is computed by what a rule removes, so that after -O2 the call stands
# for two of its results, and a node of its body for the third.
#   python3 parts.py parts.onnx
import sys

import onnx
from onnx import TensorProto, helper

node, text = helper.make_node, ['x', 's', 'b', 'm', 'v']
body = [node('BatchNormalization', text, ['y', 'mean', 't'], training_mode=1), node('Transpose', ['t'], ['var'], perm=[0])]
imports = [helper.make_opsetid('', 15), helper.make_opsetid('own', 1)]
function = helper.make_function('own', 'Norm', text, ['y', 'mean', 'var'], body, imports[:1])
info = lambda name, dims: helper.make_tensor_value_info(name, TensorProto.FLOAT, dims)
outputs = [info('a', [2, 3, 4]), info('b_mean', [3]), info('b_var', [3])]
graph = helper.make_graph([node('Norm', text, [o.name for o in outputs], domain='own')], 'parts',
                          [info('x', [2, 3, 4])] + [info(n, [3]) for n in text[1:]], outputs)
model = helper.make_model(graph, opset_imports=imports, functions=[function], producer_name='')
model.ir_version = 8
onnx.save(model, sys.argv[1])
