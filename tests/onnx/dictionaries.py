# SPDX-License-Identifier: Apache-2.0
"""Writes dictionaries/NAME.onnx: CastMap and DictVectorizer, each an input that is a map. The results that
dictionaries.sh holds them against are ONNX Runtime 1.30's.

    python3 tests/onnx/dictionaries.py tests/onnx/dictionaries"""
import sys

from onnx import TensorProto, ValueInfoProto, helper

INT, FLOAT, DOUBLE, STRING = TensorProto.INT64, TensorProto.FLOAT, TensorProto.DOUBLE, TensorProto.STRING


def model(name, op, key, value, result, more=(), **attrs):
    x = ValueInfoProto(name="x")
    x.type.map_type.key_type = key
    x.type.map_type.value_type.tensor_type.elem_type = value
    x.type.map_type.value_type.tensor_type.shape.SetInParent()
    nodes = [helper.make_node(op, ["x"], ["y"], name="made", domain="ai.onnx.ml", **attrs), *more]
    y = helper.make_tensor_value_info(nodes[-1].output[0], result, [1, None])
    m = helper.make_model(helper.make_graph(nodes, name, [x], [y]), producer_name="tenon",
                          opset_imports=[helper.make_opsetid("", 17), helper.make_opsetid("ai.onnx.ml", 1)])
    m.ir_version = 8
    with open(f"{sys.argv[1]}/{name}.onnx", "wb") as out:
        out.write(m.SerializeToString(deterministic=True))


model("dense", "CastMap", INT, FLOAT, FLOAT)
model("dense_int64", "CastMap", INT, FLOAT, INT, cast_to="TO_INT64")
model("dense_string", "CastMap", INT, FLOAT, STRING, cast_to="TO_STRING")
model("dense_of_strings", "CastMap", INT, STRING, FLOAT)
model("dense_of_strings_int64", "CastMap", INT, STRING, INT, cast_to="TO_INT64")
model("sparse", "CastMap", INT, FLOAT, FLOAT, map_form="SPARSE", max_map=5)
model("sparse_string", "CastMap", INT, STRING, STRING, map_form="SPARSE", max_map=9, cast_to="TO_STRING")
model("words", "DictVectorizer", STRING, FLOAT, FLOAT, string_vocabulary=["a", "b", "c", "a"])
model("words_int64", "DictVectorizer", STRING, INT, INT, string_vocabulary=["a", "b", "c"])
model("words_scaled", "DictVectorizer", STRING, FLOAT, FLOAT, string_vocabulary=["a", "b", "c"],
      more=[helper.make_node("Scaler", ["y"], ["z"], domain="ai.onnx.ml", offset=[1.0], scale=[2.0])])
model("numbers", "DictVectorizer", INT, DOUBLE, DOUBLE, int64_vocabulary=[5, 1, 9])
model("numbers_string", "DictVectorizer", INT, STRING, STRING, int64_vocabulary=[5, 1, 9])
