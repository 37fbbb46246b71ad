# SPDX-License-Identifier: Apache-2.0
"""Writes the small models of this folder, with ONNX's own Python package (python3-onnx).

    python3 tests/onnx/make.py tests/onnx

models.sh holds what Tenon makes of each NAME.onnx against NAME.py, or NAME.err where it must be refused."""
import sys

import numpy as np
import onnx
from onnx import TensorProto as T
from onnx import helper, numpy_helper

FLOAT, INT = T.FLOAT, T.INT64
models = {}


def value(name, dtype, shape):
    return helper.make_tensor_value_info(name, dtype, shape)


def const(name, array):
    return numpy_helper.from_array(np.asarray(array), name)


def model(name, nodes, inputs, outputs, initializers=(), opset=17, functions=(), opsets=(), infos=()):
    graph = helper.make_graph(nodes, name, inputs, outputs, list(initializers), value_info=list(infos))
    ids = [helper.make_opsetid("", opset)] + [helper.make_opsetid(*o) for o in opsets]
    models[name] = helper.make_model(graph, opset_imports=ids, functions=list(functions), producer_name="tenon")


node = helper.make_node
rng = np.random.RandomState(1)


def weights(*shape):
    return (rng.randint(-8, 9, shape) / 8).astype(np.float32)


# A network of two layers; the batch is a symbol, names are not fit for Python.
model("mlp",
      [node("Gemm", ["x:0", "w/1", "b 1"], ["h"], "fc1", transB=1), node("Relu", ["h"], ["r"], "relu"),
       node("MatMul", ["r", "w/2"], ["y:0"], "fc2")],
      [value("x:0", FLOAT, ["batch", 4])], [value("y:0", FLOAT, ["batch", 2])],
      [const("w/1", weights(3, 4)), const("b 1", weights(3)), const("w/2", weights(3, 2))])

# What PyTorch writes for x.view(b, s, heads, -1).transpose(1, 2): arithmetic on shapes.
model("shapes",
      [node("Shape", ["x"], ["shape"]), node("Gather", ["shape", "zero"], ["b"], axis=0),
       node("Gather", ["shape", "one"], ["s"], axis=0), node("Gather", ["shape", "two"], ["d"], axis=0),
       node("Div", ["d", "heads"], ["each"]),
       node("Unsqueeze", ["b", "at0"], ["b1"]), node("Unsqueeze", ["s", "at0"], ["s1"]),
       node("Unsqueeze", ["heads", "at0"], ["h1"]), node("Unsqueeze", ["each", "at0"], ["e1"]),
       node("Concat", ["b1", "s1", "h1", "e1"], ["wide"], axis=0), node("Reshape", ["x", "wide"], ["split"]),
       node("Transpose", ["split"], ["heads_first"], perm=[0, 2, 1, 3]),
       node("Mul", ["b", "heads"], ["bh"]), node("Unsqueeze", ["bh", "at0"], ["bh1"]),
       node("Concat", ["bh1", "rest", "e1"], ["flat"], axis=0), node("Reshape", ["heads_first", "flat"], ["y"]),
       node("Range", ["zero", "s", "one"], ["positions"])],
      [value("x", FLOAT, ["b", "s", 8])], [value("y", FLOAT, None), value("positions", INT, ["s"])],
      [const("zero", np.int64(0)), const("one", np.int64(1)), const("two", np.int64(2)), const("heads", np.int64(2)),
       const("at0", np.int64([0])), const("rest", np.int64([-1]))])

# Nodes in the wrong order.
model("unsorted", [node("Add", ["a", "x"], ["y"], "second"), node("Exp", ["x"], ["a"], "first")],
      [value("x", FLOAT, [2])], [value("y", FLOAT, [2])])

# A branch that captures, and one of several outputs.
then = helper.make_graph([node("Mul", ["x", "c"], ["t0"]), node("Identity", ["x"], ["t1"])], "then", [],
                         [value("t0", FLOAT, ["n"]), value("t1", FLOAT, ["n"])])
other = helper.make_graph([node("Neg", ["x"], ["e0"]), node("Identity", ["c"], ["e1"])], "else", [],
                          [value("e0", FLOAT, ["n"]), value("e1", FLOAT, [1])],)
model("branch", [node("If", ["p"], ["y", "z"], "choose", then_branch=then, else_branch=other)],
      [value("p", T.BOOL, []), value("x", FLOAT, ["n"])], [value("y", FLOAT, ["n"]), value("z", FLOAT, None)],
      [const("c", np.float32([2]))])

# Functions of the model, with attributes that refer to the caller's.
inner = helper.make_function("own", "Leaky", ["x"], ["y"], [node("LeakyRelu", ["x"], ["y"])], [helper.make_opsetid("", 17)], ["slope"])
ref = inner.node[0].attribute.add()
ref.name, ref.ref_attr_name, ref.type = "alpha", "slope", onnx.AttributeProto.FLOAT
outer = helper.make_function("own", "Twice", ["x"], ["z"],
                             [node("Leaky", ["x"], ["y"], domain="own", slope=0.5), node("Leaky", ["y"], ["z"], domain="own", slope=0.25)],
                             [helper.make_opsetid("", 17), helper.make_opsetid("own", 1)], [])
model("function", [node("Twice", ["x"], ["a"], domain="own"), node("Twice", ["a"], ["y"], domain="own")],
      [value("x", FLOAT, [3])], [value("y", FLOAT, [3])], opsets=[("own", 1)], functions=[inner, outer])

# Functions that call each other.
f = helper.make_function("own", "F", ["x"], ["y"], [node("G", ["x"], ["y"], domain="own")], [helper.make_opsetid("own", 1)], [])
g = helper.make_function("own", "G", ["x"], ["y"], [node("F", ["x"], ["y"], domain="own")], [helper.make_opsetid("own", 1)], [])
model("recursive", [node("F", ["x"], ["y"], "call", domain="own")], [value("x", FLOAT, [3])], [value("y", FLOAT, [3])],
      opsets=[("own", 1)], functions=[f, g])

# What is not supported is named, all of it; what depends on that is not.
model("lacks", [node("Nonsense", ["x"], ["a"], "n1"), node("Exp", ["a"], ["b"], "n2"), node("Erfc", ["b"], ["c"], "n3", domain="com.other"),
                node("Add", ["x", "w"], ["d"], "n4"), node("Sum", ["c", "d"], ["y"], "n5")],
      [value("x", FLOAT, [2, 3])], [value("y", FLOAT, [2, 3])], [const("w", weights(2))])

# A cycle, a name that nobody makes, a name that is made twice.
model("wrong", [node("Add", ["x", "b"], ["a"], "n1"), node("Exp", ["a"], ["b"], "n2"), node("Exp", ["nowhere"], ["c"], "n3"),
                node("Exp", ["x"], ["d"], "n4"), node("Neg", ["x"], ["d"], "n5")],
      [value("x", FLOAT, [2])], [value("b", FLOAT, [2])])

# Old forms: axes and shapes as attributes, broadcasting by axis, softmax over flattened dims.
model("old",
      [node("Add", ["x", "c"], ["a"], "add", axis=1, broadcast=1), node("Reshape", ["a"], ["r"], "reshape", shape=[0, -1]),
       node("Softmax", ["r"], ["s"], "softmax"), node("Unsqueeze", ["s"], ["u"], "unsqueeze", axes=[0]),
       node("Clip", ["u"], ["y"], "clip", min=0.25)],
      [value("x", FLOAT, [2, 3, 2])], [value("y", FLOAT, [1, 2, 6])], [const("c", np.float32([1, 2, 3]))], opset=4)

# Data in another file: in the folder, outside of it, past its end.
def outside(name, location, offset, length):
    t = numpy_helper.from_array(np.zeros(3, np.float32), "w")
    t.ClearField("raw_data")
    t.data_location = T.EXTERNAL
    for key, v in (("location", location), ("offset", offset), ("length", length)):
        e = t.external_data.add()
        e.key, e.value = key, str(v)
    model(name, [node("Add", ["x", "w"], ["y"], "add")], [value("x", FLOAT, [3])], [value("y", FLOAT, [3])], [t])


np.float32([9, 1.5, -2, 3]).tofile(f"{sys.argv[1]}/external.bin")
outside("external", "external.bin", 4, 12)
outside("external_up", "../onnx/external.bin", 4, 12)
outside("external_absolute", "/etc/hostname", 0, 12)
outside("external_end", "external.bin", 8, 12)
outside("external_length", "external.bin", 0, 16)

# A loop that grows its output, one of a known count, and a scan in reverse.
count = value("i", INT, [])
flag = value("c", T.BOOL, [])
body = helper.make_graph([node("Add", ["a", "x"], ["b"]), node("ReduceSum", ["b"], ["s"], keepdims=0), node("Less", ["s", "most"], ["go"]),
                          node("Neg", ["b"], ["out"])], "grow", [count, flag, value("a", FLOAT, ["n"])],
                         [value("go", T.BOOL, []), value("b", FLOAT, ["n"]), value("out", FLOAT, ["n"])])
steady = helper.make_graph([node("Identity", ["c2"], ["c3"]), node("Mul", ["a2", "x"], ["b2"])], "steady",
                           [value("i2", INT, []), value("c2", T.BOOL, []), value("a2", FLOAT, ["n"])],
                           [value("c3", T.BOOL, []), value("b2", FLOAT, ["n"]), value("b2", FLOAT, ["n"])])
sums = helper.make_graph([node("Add", ["t", "e"], ["t1"])], "sums", [value("t", FLOAT, ["n"]), value("e", FLOAT, ["n"])],
                         [value("t1", FLOAT, ["n"]), value("t1", FLOAT, ["n"])])
model("loops", [node("Loop", ["most_trips", "", "x"], ["last", "all"], "while", body=body),
                node("Loop", ["three", "", "x"], ["power", "powers"], "for", body=steady),
                node("Scan", ["x", "powers"], ["total", "totals"], "scan", body=sums, num_scan_inputs=1, scan_input_directions=[1])],
      [value("x", FLOAT, ["n"])],
      [value(n, FLOAT, None) for n in ("last", "all", "power", "powers", "total", "totals")],
      [const("most_trips", np.int64(8)), const("three", np.int64(3)), const("most", np.float32(5))])

# A picture of any size: scaled by whole numbers, to sizes computed from its own, split, tiled by computed numbers.
model("dynamic",
      [node("Resize", ["x", "", "twice"], ["big"], "up", mode="linear", coordinate_transformation_mode="align_corners"),
       node("Shape", ["x"], ["all"]), node("Slice", ["all", "at2", "at4"], ["hw"]), node("Mul", ["hw", "three"], ["hw3"]),
       node("Shape", ["big"], ["nc"], end=2), node("Concat", ["nc", "hw3"], ["sizes"], axis=0),
       node("Resize", ["big", "", "", "sizes"], ["bigger"], "to", mode="nearest"),
       node("Split", ["bigger"], ["first", "second"], "split", axis=1), node("Sub", ["first", "second"], ["difference"]),
       node("Shape", ["x"], ["batch"], end=1), node("Concat", ["batch", "ones"], ["repeats"], axis=0),
       node("Tile", ["row", "repeats"], ["rows"], "tile"), node("Add", ["difference", "rows"], ["y"])],
      [value("x", FLOAT, ["n", 2, "h", "w"])], [value("y", FLOAT, None)],
      [const("twice", np.float32([1, 1, 2, 2])), const("at2", np.int64([2])), const("at4", np.int64([4])), const("three", np.int64(3)),
       const("ones", np.int64([1, 1, 1])), const("row", weights(1, 1, 1, 1))], opset=18)
models["dynamic"].graph.node[7].attribute.add(name="num_outputs", i=2, type=onnx.AttributeProto.INT)

# Extents scaled as floats, as old exporters write it.
model("floats",
      [node("Shape", ["x"], ["all"]), node("Slice", ["all", "at2", "at4"], ["hw"]), node("Cast", ["hw"], ["f"], to=FLOAT),
       node("Mul", ["f", "two"], ["f2"]), node("Floor", ["f2"], ["whole"]), node("Cast", ["whole"], ["hw2"], to=INT),
       node("Slice", ["all", "at0", "at2"], ["nc"]), node("Concat", ["nc", "hw2"], ["sizes"], axis=0),
       node("Resize", ["x", "", "", "sizes"], ["big"], "to", mode="nearest", coordinate_transformation_mode="asymmetric", nearest_mode="floor"),
       node("Mul", ["f", "half"], ["less"]), node("Sub", ["less", "zero"], ["kept"])],
      [value("x", FLOAT, ["n", 2, "h", "w"])], [value("big", FLOAT, None), value("kept", FLOAT, None)],
      [const("two", np.float32([2])), const("half", np.float32([0.5])), const("zero", np.float32([-0.0])), const("at0", np.int64([0])),
       const("at2", np.int64([2])), const("at4", np.int64([4]))], opset=13)

# What PyTorch writes for F.pad and squeeze(1): paddings turned round as rows of two; branches of different ranks, by a condition
# that is known (x), that is a matter of the run (y), and that comes out of a rank.
def squeezed(name, x, dims, op="Squeeze"):
    fewer = node(op, [x, "at1"], [name + "_t"]) if op == "Squeeze" else node(op, [x], [name + "_t"], axes=[1], keepdims=0)
    then = helper.make_graph([fewer], "then", [], [value(name + "_t", FLOAT, dims[:1] + dims[2:])])
    other = helper.make_graph([node("Identity", [x], [name + "_e"])], "else", [], [value(name + "_e", FLOAT, dims)])
    return node("If", [name + "_c"], [name], name, then_branch=then, else_branch=other)


def as_rank(name, rank, x):
    then = helper.make_graph([node("Neg", [x], [name + "_t"])], "then", [], [value(name + "_t", FLOAT, None)])
    other = helper.make_graph([node("NotThere", [x], [name + "_e"])], "else", [], [value(name + "_e", FLOAT, None)])
    return [node("Shape", [x], [name + "_s"]), node("Size", [name + "_s"], [name + "_n"]), node("Equal", [name + "_n", rank], [name + "_is"]),
            node("Not", [name + "_is"], [name + "_not"]), node("Not", [name + "_not"], [name + "_b"]), node("Cast", [name + "_b"], [name + "_c"], to=T.BOOL),
            node("If", [name + "_c"], [name], name, then_branch=then, else_branch=other)]


model("ranks",
      [node("ConstantOfShape", ["two"], ["none"], value=const("", np.int64([0]))), node("Concat", ["pads", "none"], ["all"], axis=0),
       node("Reshape", ["all", "rows"], ["table"]), node("Slice", ["table", "last", "first", "at0", "last"], ["turned"]),
       node("Transpose", ["turned"], ["columns"], perm=[1, 0]), node("Reshape", ["columns", "last"], ["list"]), node("Cast", ["list"], ["ints"], to=INT),
       node("Pad", ["x", "ints"], ["padded"], "pad", mode="reflect"),
       node("Unsqueeze", ["padded", "at1"], ["wide"]), node("Shape", ["wide"], ["ws"]), node("Gather", ["ws", "at1"], ["w1"]),
       node("Equal", ["w1", "at1"], ["a_c"]), squeezed("a", "wide", ["n", 1, "m"]),
       node("Shape", ["y"], ["ys"]), node("Gather", ["ys", "at1"], ["y1"]), node("Equal", ["y1", "four"], ["b_c"]), squeezed("b", "y", ["n", "k", "m"], "ReduceMax"),
       *as_rank("c", "rank", "b"), node("Concat", ["a", "c"], ["z"], axis=1)],
      [value("x", FLOAT, ["n", "m"]), value("y", FLOAT, ["n", "k", "l"])], [value("z", FLOAT, None)],
      [const("two", np.int64([2])), const("pads", np.int64([0, 1])), const("rows", np.int64([-1, 2])), const("last", np.int64([-1])),
       const("first", np.int64([-2**63 + 1])), const("at0", np.int64([0])), const("at1", np.int64([1])), const("rank", np.int64(2)),
       const("four", np.int64([4]))], opset=16)

# Feature maps that meet: of h, and of half of it, rounded up, twice. Another dim is a dim of its own: it broadcasts in a run.
model("meet",
      [node("Conv", ["x", "w"], ["half"], "down", strides=[2, 2], pads=[1, 1, 1, 1]), node("Relu", ["half"], ["r"]),
       node("Resize", ["r", "", "scales"], ["up"], "up", mode="nearest"), node("Add", ["x", "up"], ["sum"]),
       node("Clip", ["sum", "low", "high"], ["clipped"]), node("LayerNormalization", ["clipped", "scale", "shift"], ["y"], axis=1)],
      [value("x", FLOAT, [1, 1, 4, "m"])], [value("y", FLOAT, None)],
      [const("w", weights(1, 1, 3, 3)), const("scales", np.float32([1, 1, 2, 2])), const("low", np.float32(-1)), const("high", np.float32(0.5)),
       const("scale", weights(1, 4, 1)), const("shift", weights(1))])

# Sequences within, and as an output; a branch that is known; an optional that holds nothing; a step of an optimizer.
half = helper.make_graph([node("Mul", ["e", "half"], ["h"])], "half", [value("e", FLOAT, None)], [value("h", FLOAT, None)])
empty = helper.make_graph([node("SequenceEmpty", [], ["s0"])], "empty", [], [helper.make_tensor_sequence_value_info("s0", FLOAT, None)])
parts = helper.make_graph([node("SplitToSequence", ["x", "sizes"], ["s1"])], "parts", [],
                          [helper.make_tensor_sequence_value_info("s1", FLOAT, None)])
model("sequences",
      [node("OptionalHasElement", [], ["no"]), node("If", ["no"], ["s"], "choose", then_branch=empty, else_branch=parts),
       node("SequenceMap", ["s"], ["halves"], "map", body=half), node("SequenceAt", ["halves", "last"], ["h1"]),
       node("Adam", ["rate", "count", "h1", "g", "v", "w"], ["x2", "v2", "w2"], "step", domain="ai.onnx.preview.training", alpha=0.5)],
      [value("x", FLOAT, [4, "n"]), value("rate", FLOAT, []), value("count", INT, [])] + [value(n, FLOAT, [2, "n"]) for n in "gvw"],
      [helper.make_tensor_sequence_value_info("halves", FLOAT, None)] + [value(n, FLOAT, None) for n in ("x2", "v2", "w2")],
      [const("half", np.float32(0.5)), const("sizes", np.int64([1, 1, 2])), const("last", np.int64(-1))], opset=18,
      opsets=[("ai.onnx.preview.training", 1)])

# What is refused of these: an input of unknown length, random numbers in a loop, another length in the other branch, other domains.
draw = helper.make_graph([node("Identity", ["c2"], ["c3"]), node("RandomNormalLike", ["a2"], ["b2"], "draw")], "draw",
                         [value("i2", INT, []), value("c2", T.BOOL, []), value("a2", FLOAT, [3])], [value("c3", T.BOOL, []), value("b2", FLOAT, [3])])
model("sequences_lack",
      [node("SequenceLength", ["s"], ["length"], "length"), node("Loop", ["three", "", "x"], ["r"], "loop", body=draw),
       node("If", ["p"], ["t"], "choose", then_branch=empty, else_branch=helper.make_graph(
           [node("SequenceConstruct", ["x"], ["s2"])], "one", [], [helper.make_tensor_sequence_value_info("s2", FLOAT, None)])),
       node("FusedGelu", ["x"], ["g"], "fused", domain="com.microsoft"), node("Adam", ["x"] * 6, ["a"], "adam", domain="ai.onnx.preview.training"),
       node("Momentum", ["x"] * 3, ["m"], "momentum", domain="ai.onnx.preview.training")],
      [helper.make_tensor_sequence_value_info("s", FLOAT, None), value("x", FLOAT, [3]), value("p", T.BOOL, [])],
      [value("length", INT, []), value("r", FLOAT, None)], [const("three", np.int64(3))], opsets=[("com.microsoft", 1)])

# Trees and other models of ai.onnx.ml that are wrong, one fault a node: all are told.
def old_trees(name, op="TreeEnsembleRegressor", **changes):
    """Node 0 of tree 0 with the leaves 1 and 2."""
    vote = "class" if op.endswith("Classifier") else "target"
    a = dict(nodes_treeids=[0, 0, 0], nodes_nodeids=[0, 1, 2], nodes_featureids=[0, 0, 0], nodes_modes=["BRANCH_LEQ", "LEAF", "LEAF"],
             nodes_values=[0.5, 0.0, 0.0], nodes_truenodeids=[1, 0, 0], nodes_falsenodeids=[2, 0, 0])
    a.update({f"{vote}_treeids": [0, 0], f"{vote}_nodeids": [1, 2], f"{vote}_ids": [0, 0], f"{vote}_weights": [1.0, 2.0]})
    a.update({"classlabels_int64s": [1, 2]} if vote == "class" else {"n_targets": 1})
    a = {k: v for k, v in {**a, **changes}.items() if v is not None}
    return node(op, ["x"], [f"o{name}"] + (["p" + name] if vote == "class" else []), name, domain="ai.onnx.ml", **a)


def new_trees(name, **changes):
    tensor = lambda t, *v: helper.make_tensor("t", t, [len(v)], v)
    a = dict(n_targets=1, tree_roots=[0], nodes_modes=tensor(T.UINT8, 0), nodes_featureids=[0], nodes_splits=tensor(FLOAT, 0.5), nodes_truenodeids=[0],
             nodes_trueleafs=[1], nodes_falsenodeids=[1], nodes_falseleafs=[1], leaf_targetids=[0, 0], leaf_weights=tensor(FLOAT, 1.0, 2.0))
    a = {k: v for k, v in {**a, **changes}.items() if v is not None}
    return node("TreeEnsemble", ["x"], ["o" + name], name, domain="ai.onnx.ml", **a)


def ml(name, op, **attrs):
    return node(op, ["x"], ["o" + name], name, domain="ai.onnx.ml", **attrs)


loop = dict(nodes_treeids=[0, 0, 0], nodes_nodeids=[0, 1, 2], nodes_modes=["BRANCH_LEQ"] * 3, target_treeids=None, target_nodeids=None, target_ids=None, target_weights=None)
wrong = [old_trees("rootless", **{**loop, "nodes_truenodeids": [1, 2, 0], "nodes_falsenodeids": [1, 2, 0]}),
         old_trees("circle", **{**loop, "nodes_truenodeids": [1, 2, 1], "nodes_falsenodeids": [2, 2, 1]}),
         old_trees("own_child", nodes_modes=["BRANCH_LEQ", "BRANCH_LEQ", "LEAF"], nodes_truenodeids=[1, 1, 0], nodes_falsenodeids=[2, 2, 0]),
         old_trees("two_roots", nodes_nodeids=[0, 1, 2], nodes_falsenodeids=[1, 0, 0]),
         old_trees("no_child", nodes_truenodeids=[7, 0, 0]), old_trees("negative_child", nodes_falsenodeids=[-1, 0, 0]),
         old_trees("twice", nodes_nodeids=[0, 1, 1]), old_trees("short_ids", nodes_nodeids=[0, 1]), old_trees("short_modes", nodes_modes=["LEAF"]),
         old_trees("short_values", nodes_values=[1.0]), old_trees("no_values", nodes_values=None), old_trees("mode", nodes_modes=["LEQ", "LEAF", "LEAF"]),
         old_trees("nothing", **{k: [] for k in ("nodes_treeids", "nodes_nodeids", "nodes_featureids")}), old_trees("far_feature", nodes_featureids=[3, 0, 0]),
         old_trees("negative_feature", nodes_featureids=[-1, 0, 0]), old_trees("far_target", target_ids=[0, 1]), old_trees("vote_of_none", target_nodeids=[1, 9]),
         old_trees("vote_of_other_tree", target_treeids=[0, 1]), old_trees("short_votes", target_weights=[1.0]), old_trees("base", base_values=[1.0, 2.0]),
         old_trees("no_targets", n_targets=0), old_trees("many_targets", n_targets=1 << 40), old_trees("transform", post_transform="EXP"),
         old_trees("aggregate", aggregate_function="MEDIAN"), old_trees("tracks", nodes_missing_value_tracks_true=[1]),
         old_trees("no_labels", "TreeEnsembleClassifier", classlabels_int64s=None), old_trees("far_class", "TreeEnsembleClassifier", class_ids=[0, 2]),
         new_trees("new_circle", nodes_trueleafs=[0]), new_trees("far_leaf", nodes_falsenodeids=[2]), new_trees("far_node", nodes_falseleafs=[0]),
         new_trees("far_root", tree_roots=[1]), new_trees("negative_root", tree_roots=[-1]), new_trees("no_roots", tree_roots=None),
         new_trees("new_mode", nodes_modes=helper.make_tensor("t", T.UINT8, [1], [7])), new_trees("no_sets", nodes_modes=helper.make_tensor("t", T.UINT8, [1], [6])),
         new_trees("sets", membership_values=helper.make_tensor("t", FLOAT, [2], [1.0, float("nan")])), new_trees("leaf_target", leaf_targetids=[0, 1]),
         new_trees("leaf_weights", leaf_weights=helper.make_tensor("t", FLOAT, [1], [1.0])), new_trees("new_aggregate", aggregate_function=4),
         ml("regressor", "LinearRegressor", coefficients=[1.0, 2.0, 3.0, 4.0]), ml("intercepts", "LinearRegressor", coefficients=[1.0, 2.0, 3.0], intercepts=[1.0, 2.0]),
         ml("classifier", "LinearClassifier", coefficients=[1.0, 2.0, 3.0], intercepts=[1.0], classlabels_ints=[1, 2, 3]),
         ml("scaler", "Scaler", offset=[1.0, 2.0]), ml("norm", "Normalizer", norm="L3"), ml("imputer", "Imputer"), ml("vectorizer", "FeatureVectorizer", inputdimensions=[1, 2]),
         ml("svr", "SVMRegressor", support_vectors=[1.0, 2.0], n_supports=1, coefficients=[1.0], rho=[0.0]),
         ml("svr_rho", "SVMRegressor", support_vectors=[1.0, 2.0, 3.0], n_supports=1, coefficients=[1.0]),
         ml("svr_count", "SVMRegressor", support_vectors=[1.0, 2.0, 3.0], n_supports=-1, coefficients=[1.0], rho=[0.0]),
         ml("svc", "SVMClassifier", support_vectors=[1.0, 2.0, 3.0], vectors_per_class=[1, 1], coefficients=[1.0], rho=[0.0], classlabels_ints=[1, 2]),
         ml("kernel", "SVMRegressor", support_vectors=[1.0, 2.0, 3.0], n_supports=1, coefficients=[1.0], rho=[0.0], kernel_type="RADIAL"),
         ml("encoder", "LabelEncoder", keys_floats=[1.0, 2.0], values_int64s=[1]), ml("encoder_keys", "LabelEncoder", keys_int64s=[1], values_int64s=[1]),
         ml("one_hot", "OneHotEncoder"), ml("zip", "ZipMap", classlabels_int64s=[1, 2])]
model("trees_wrong", wrong, [value("x", FLOAT, ["n", 3])], [value(o, FLOAT, None) for n in wrong for o in n.output[:1]], opsets=[("ai.onnx.ml", 5)])

# What Tenon does not know: an operator with every kind of attribute, optional inputs and outputs; graphs that use what is
# around; functions of the model, one of which calls it; strings; a node that nobody takes.
held = helper.make_graph(
    [node("Add", ["r", "inner"], ["s"]), node("Foo", ["s", "w"], ["o"], domain="com.acme"), node("Softplus", ["o"], ["o2"])],
    "held", [], [value("o2", FLOAT, [2, 3])], [const("inner", np.ones((2, 3), np.float32))])
wrap = helper.make_function("com.mine", "Wrap", ["a"], ["b"],
                            [node("Foo", ["a"], ["t"], domain="com.acme"), node("Relu", ["t"], ["b"])],
                            [helper.make_opsetid("", 17), helper.make_opsetid("com.acme", 3)])
plain = helper.make_function("com.mine", "Plain", ["a"], ["b"], [node("Relu", ["a"], ["b"])], [helper.make_opsetid("", 17)])
model("opaque",
      [node("Relu", ["x"], ["r"], "relu"),
       node("Foo", ["r", "", "w"], ["f:0", "", "g"], "foo/0", domain="com.acme", i=3, f=0.5, s="up", ints=[1, 2],
            floats=[1.0, 2.5], strings=["a", "b"], t=const("t", np.arange(3)), raw=b"\xff\x00"),
       node("Add", ["f:0", "r"], ["a"], "add"), node("Holder", ["a"], ["h"], "holder", domain="com.acme", body=held),
       node("Wrap", ["h"], ["wr"], "wrap", domain="com.mine"), node("Plain", ["wr"], ["pl"], "plain", domain="com.mine"),
       node("Bar", ["pl", "strings"], ["y", "z"], "bar", domain="com.acme"), node("Softplus", ["r"], ["sp"]),
       node("Bar", ["sp"], ["unused"], "effect", domain="com.acme")],
      [value("x", FLOAT, ["N", 3])], [value("y", FLOAT, ["N", "M"]), value("z", T.STRING, [4])],
      [const("w", np.arange(6, dtype=np.float32).reshape(2, 3)), helper.make_tensor("strings", T.STRING, [2], [b"a", b"b"])],
      functions=[wrap, plain], opsets=[("com.acme", 3), ("com.mine", 1)],
      infos=[value("f:0", FLOAT, ["N", 3]), value("wr", FLOAT, ["N", 3]), value("h", FLOAT, ["Q", 3])])

# What must be constant is computed from constants, through operators that have nothing to do with shapes.
model("computed",
      [node("Split", ["p", "halves"], ["a", "b"]), node("Concat", ["b", "a"], ["q"], axis=0), node("Cast", ["q"], ["qf"], to=FLOAT),
       node("Sqrt", ["qf"], ["qs"]), node("Cast", ["qs"], ["pads"], to=INT), node("Pad", ["x", "pads"], ["y"]),
       node("ReduceMax", ["q"], ["m"], keepdims=0), node("Greater", ["m", "two"], ["g"]),
       node("If", ["g"], ["z"], then_branch=helper.make_graph([node("Relu", ["x"], ["t"])], "t", [], [value("t", FLOAT, None)]),
            else_branch=helper.make_graph([node("Neg", ["x"], ["e"])], "e", [], [value("e", FLOAT, None)]))],
      [value("x", FLOAT, ["N", 3])], [value("y", FLOAT, None), value("z", FLOAT, None)],
      [const("p", np.array([0, 1, 4, 9])), const("halves", np.array([2, 2])), const("two", np.int64(2))])

# What must be constant and is not: the message says what computes it from which input.
model("computed_lack",
      [node("Sqrt", ["k"], ["root"]), node("Cast", ["root"], ["r"], "back", to=INT), node("Tile", ["x", "r"], ["t"], "tiled"),
       node("ReduceSum", ["x", "axes"], ["s"], "sum")],
      [value("x", FLOAT, ["N", 3]), value("k", FLOAT, [2]), value("axes", INT, [1])], [value("t", FLOAT, None), value("s", FLOAT, None)])

# Inputs and attributes of com.microsoft's operators that their maps do not know, and forms that they refuse.
ms = {"domain": "com.microsoft"}
gqa = ["x", "x", "x", "", "", "n", "all"]
model("microsoft_lack",
      [node("Gelu", ["x"], ["a"], "gelu", newest=1, **ms), node("QuickGelu", ["x", "x"], ["b"], "quick", **ms),
       node("MultiHeadAttention", ["x", "x", "x"] + [""] * 6 + ["n"], ["c"], "mha", num_heads=2, **ms),
       node("GroupQueryAttention", gqa, ["d"], "slides", num_heads=2, kv_num_heads=2, sliding_window_cache=1, local_window_size=2, **ms),
       node("GroupQueryAttention", gqa, ["e"], "quantized", num_heads=2, kv_num_heads=2, k_quant_type="PER_TENSOR", **ms),
       node("GroupQueryAttention", gqa + [""] * 5 + ["x"], ["f"], "scales", num_heads=2, kv_num_heads=2, **ms),
       node("GroupQueryAttention", gqa, ["g", "", "", "h"], "scores", num_heads=2, kv_num_heads=2, **ms),
       node("GroupQueryAttention", gqa, ["i"], "window", num_heads=2, kv_num_heads=2, causal=0, local_window_size=2, **ms),
       node("GroupQueryAttention", gqa + [""] * 7 + ["n"], ["j"], "norm", num_heads=2, kv_num_heads=2, **ms)],
      [value("x", FLOAT, [2, 3, 8]), value("n", T.INT32, [2]), value("all", T.INT32, [])], [value("a", FLOAT, None)], opsets=[("com.microsoft", 1)])

# More axes than a type has dims: these are constant, and wrong.
model("axes_lack", [node("Unsqueeze", ["x", "axes"], ["a"], "unsqueeze"), node("Squeeze", ["x", "axes"], ["b"], "squeeze"),
                    node("ReduceSum", ["x", "axes"], ["c"], "sum"), node("Slice", ["x", "axes", "axes"], ["d"], "slice"),
                    node("Pad", ["x", "axes"], ["e"], "pad"), node("Tile", ["x", "axes"], ["f"], "tile"),
                    node("Split", ["x", "axes"], ["g", "h"], "split")],
      [value("x", FLOAT, [1, 2])], [value("a", FLOAT, None)], [const("axes", np.arange(1100))])

for name, m in models.items():
    m.ir_version = 8
    with open(f"{sys.argv[1]}/{name}.onnx", "wb") as out:
        out.write(m.SerializeToString(deterministic=True))
