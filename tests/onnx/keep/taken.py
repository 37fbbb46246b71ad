# SPDX-License-Identifier: Apache-2.0
"""Writes taken.onnx, with ONNX's own Python package (python3-onnx):

    python3 tests/onnx/keep/taken.py >tests/onnx/keep/taken.onnx

A model that takes a sequence: of how many tensors only a caller knows."""
import sys

from onnx import TensorProto as T
from onnx import helper

node, value = helper.make_node, helper.make_tensor_value_info
sequence = helper.make_tensor_sequence_value_info
nodes = [node("SequenceAt", ["s", "first"], ["a"], "at"), node("Add", ["a", "x"], ["b"], "add"),
         node("SequenceInsert", ["s", "b"], ["more"], "insert"), node("ConcatFromSequence", ["more"], ["y"], "concat", axis=0),
         node("SequenceLength", ["s"], ["n"], "length")]
graph = helper.make_graph(nodes, "taken", [sequence("s", T.FLOAT, [3]), value("x", T.FLOAT, [3])],
                          [value("y", T.FLOAT, ["all"]), value("n", T.INT64, [])],
                          [helper.make_tensor("first", T.INT64, [], [0])])
model = helper.make_model(graph, producer_name="tenon", opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
sys.stdout.buffer.write(model.SerializeToString())
