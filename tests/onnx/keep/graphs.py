# SPDX-License-Identifier: Apache-2.0
"""If, Loop and Scan: of which some are changed by -O2. Written by: python3 graphs.py > graphs.onnx"""
import sys
import numpy
from onnx import TensorProto, helper, numpy_helper

F, I, B = TensorProto.FLOAT, TensorProto.INT64, TensorProto.BOOL
own = 'own'


def node(op, inputs, outputs, **attrs):
    name = attrs.pop('name', '/' + (outputs[0] or outputs[1]) + '/' + op)
    return helper.make_node(op, inputs, outputs, name=name, **attrs)


def value(name, dtype=F, shape=('N', 3)):
    return helper.make_tensor_value_info(name, dtype, shape)


def const(name, array, dtype='float32'):
    return numpy_helper.from_array(numpy.array(array, dtype), name)


def graph(name, nodes, inputs, outputs, initializers=()):
    return helper.make_graph(nodes, name, inputs, outputs, initializers)


def branch(name, nodes, output, initializers=()):
    return graph(name, nodes, [], [value(output)], initializers)


# What a rule takes away in front of it gives the value another name, within as well.
scaled = node('Mul', ['x', 'one'], ['scaled'])
renamed = node('If', ['flag'], ['a'],
               then_branch=branch('yes', [node('Sin', ['scaled'], ['a_s']), node('Cos', ['a_s'], ['a_t'])], 'a_t'),
               else_branch=branch('no', [node('Exp', ['scaled'], ['a_e'])], 'a_e'))
# A rule changes one branch.
changed = node('If', ['flag'], ['b', 'bb'],
               then_branch=graph('yes', [node('Mul', ['a', 'one'], ['b_m']), node('Tanh', ['b_m'], ['b_t'])], [],
                                 [value('b_t'), value('b_m')]),
               else_branch=graph('no', [node('Abs', ['a'], ['b_e']), node('Neg', ['a'], ['b_n'])], [],
                                 [value('b_e'), value('b_n')]))
# One within the other; a weight from around, and one of its own that is equal; an output that nobody takes.
deep = node('If', ['other'], ['', 'c'],
            then_branch=graph('outer_yes', [
                node('If', ['flag'], ['c_i'],
                     then_branch=branch('yes', [node('Add', ['b', 'weight'], ['c_a'])], 'c_a'),
                     else_branch=branch('no', [node('Mul', ['b', 'c_w'], ['c_b'])], 'c_b', [const('c_w', [1, 2, 3])])),
                node('Sign', ['c_i'], ['c_s'])], [], [value('c_s'), value('c_i')]),
            else_branch=graph('outer_no', [node('Identity', ['b'], ['c_n'])], [], [value('c_n'), value('c_n')]))
# Loops: a count that is known, one that ends itself, stacked outputs, captures.
body = graph('body', [node('Add', ['state', 'step'], ['next']), node('Mul', ['next', 'weight'], ['slice']),
                      node('ReduceSum', ['next'], ['sum'], keepdims=0), node('Less', ['sum', 'limit'], ['more'])],
             [value('i', I, []), value('go', B, []), value('state')],
             [value('more', B, []), value('next'), value('slice')])
loop = node('Loop', ['', 'flag', 'c'], ['d', 'slices'], body=body)
count = graph('count', [node('Identity', ['on'], ['on_out']), node('Cast', ['k'], ['k_f'], to=F),
                        node('Add', ['v', 'k_f'], ['v_out'])],
              [value('k', I, []), value('on', B, []), value('v')], [value('on_out', B, []), value('v_out')])
counted = node('Loop', ['trips', '', 'd'], ['e'], body=count)
# Scans: over rows from behind, and one that a rule changes.
scan = node('Scan', ['zero', 'e'], ['total', 'sums'], num_scan_inputs=1, scan_input_directions=[1], body=graph(
    'rows', [node('Add', ['so_far', 'row'], ['sum_out']), node('Mul', ['sum_out', 'weight'], ['row_out'])],
    [value('so_far', F, [3]), value('row', F, [3])], [value('sum_out', F, [3]), value('row_out', F, [3])]))
simpler = node('Scan', ['zero', 'e'], ['left', 'rows'], num_scan_inputs=1, body=graph(
    'rows', [node('Add', ['s', 'r'], ['s_out']), node('Mul', ['s_out', 'one'], ['r_m']), node('Relu', ['r_m'], ['r_out'])],
    [value('s', F, [3]), value('r', F, [3])], [value('s_out', F, [3]), value('r_out', F, [3])]))
# In a function, whose names are those of the model.
opsets = [helper.make_opsetid('', 17), helper.make_opsetid(own, 1)]
choose = helper.make_function(own, 'Choose', ['p', 'q'], ['y'], [
    node('If', ['p'], ['y'], then_branch=branch('yes', [node('Sqrt', ['q'], ['a'])], 'a'),
         else_branch=branch('no', [node('Floor', ['q'], ['e'])], 'e'))], opsets)
twice = helper.make_function(own, 'Twice', ['p', 'q'], ['r'], [
    helper.make_node('Constant', [], ['c'], value=const('', 1)), node('Mul', ['q', 'c'], ['m']),
    node('If', ['p'], ['r'], then_branch=branch('yes', [node('Sqrt', ['m'], ['a'])], 'a'),
         else_branch=branch('no', [node('Floor', ['m'], ['e'])], 'e'))], opsets)
nodes = [scaled, renamed, changed, deep, loop, counted, scan, simpler,
         helper.make_node('Choose', ['flag', 'sums'], ['f'], domain=own, name='kept'),
         helper.make_node('Twice', ['flag', 'rows'], ['g'], domain=own, name='inlined')]
outputs = ['bb', 'd', 'total', 'left', 'f', 'g']
shapes = {'total': [3], 'left': [3]}
graph = helper.make_graph(
    nodes, 'g', [value('x'), value('flag', B, []), value('other', B, [])],
    [value(n, F, shapes.get(n, ['N', 3])) for n in outputs] + [value('slices', F, ['K', 'N', 3])],
    [const('weight', [1, 2, 3]), const('one', 1), const('step', 0.5), const('limit', 40), const('zero', [0, 0, 0]),
     const('trips', 4, 'int64')])
model = helper.make_model(graph, functions=[choose, twice], opset_imports=opsets, ir_version=8)
sys.stdout.buffer.write(model.SerializeToString())
