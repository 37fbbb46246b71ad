#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Collectives in one process, values passed on unchanged, and the gradient of take."""
import math
import numpy as np
from cases import File, array, to, wide

np.seterr(all="ignore")
NAN, INF = math.nan, math.inf
X = array([[0.5, NAN, -0.0], [INF, 2.0, -3.0]], "float32")
OTHERS = [array([1, -2], "int8"), array([2 ** 63, 1], "uint64"), array([True, False], "bool"), array([0.1, 2.0], "bfloat16"),
          array([0.1, 2.0], "float16"), array(2.5, "float64"), np.zeros((2, 0), "float32"), np.zeros((0, 2), "int32")]


def same():
    texts = {"ccl_broadcast_from_worker0": ["R.ccl.broadcast_from_worker0({0})"],
             "ccl_allreduce": ['R.ccl.allreduce({0}, op_type="%s")' % f for f in ("sum", "prod", "min", "max", "avg")]}
    for name in ("no_grad", "start_checkpoint", "end_checkpoint"):
        texts["grad_" + name] = ["R.grad.%s({0})" % name]
    for name, calls in texts.items():
        out = File(name)
        for text in calls:
            out.case(text.replace("{0}", "x"), text, [X], X)
        for x in OTHERS:
            out.case("bfloat16" if not isinstance(x, np.ndarray) else "%s %s" % (x.dtype, x.shape), calls[-1], [x], x)
        if name.startswith("grad"):
            out.case("a tuple", calls[0].replace("{0}", "({0}, {1})"), [X, OTHERS[0]], (X, OTHERS[0]))
        out.write()
    out = File("grad_barrier")
    out.case("one value", "R.grad.barrier(({0},), ({1},))", [X, OTHERS[0]], (X,))
    out.case("values", "R.grad.barrier(({0}, {1}), ({1}, {0}))", [X, OTHERS[0]], (X, OTHERS[0]))
    out.case("a lone value", "R.grad.barrier({0}, {1})", [X, OTHERS[0]], (X,))
    out.write()


def collectives():
    out = File("ccl_allgather")
    for workers in (1, 3):
        out.case("%d workers" % workers, "R.ccl.allgather({0}, num_workers=%d)" % workers, [X], np.concatenate([X] * workers))
    out.case("rank 1, over all", "R.ccl.allgather({0}, num_workers=2, in_group=False)", [OTHERS[0]], np.concatenate([OTHERS[0]] * 2))
    out.case("bfloat16", "R.ccl.allgather({0}, num_workers=2)", [OTHERS[3]], array(np.concatenate([OTHERS[3].a] * 2), "bfloat16"))
    out.case("bool", "R.ccl.allgather({0}, num_workers=2)", [OTHERS[2]], np.concatenate([OTHERS[2]] * 2))
    out.case("no elements", "R.ccl.allgather({0}, num_workers=2)", [OTHERS[7]], np.zeros((0, 2), "int32"))
    out.case("another axis", 'R.ccl.allgather({0}, num_workers=2, axis=-1, axes=["data"])', [X], np.concatenate([X] * 2, 1))
    out.case("the extent", "R.ccl.allgather({0}, num_workers=2, axis=1, extent=R.shape([6]))", [X], np.concatenate([X] * 2, 1))
    out.error("another extent", "R.ccl.allgather({0}, num_workers=2, axis=1, extent=R.shape([5]))", [X], "index")
    out.write()
    out = File("ccl_scatter_from_worker0")
    out.case("the first axis", "R.ccl.scatter_from_worker0({0}, num_workers=2)", [X], X[:1])
    out.case("a negative axis", "R.ccl.scatter_from_worker0({0}, num_workers=3, axis=-1)", [X], X[:, :1])
    out.case("one worker", "R.ccl.scatter_from_worker0({0}, num_workers=1, axis=1)", [X], X)
    out.case("int8", "R.ccl.scatter_from_worker0({0}, num_workers=2)", [OTHERS[0]], OTHERS[0][:1])
    out.case("bool", "R.ccl.scatter_from_worker0({0}, num_workers=2)", [OTHERS[2]], OTHERS[2][:1])
    out.case("no elements", "R.ccl.scatter_from_worker0({0}, num_workers=2, axis=1)", [OTHERS[6]], OTHERS[6])
    out.case("a part of its own", "R.ccl.scatter_from_worker0({0}, num_workers=2, axis=1, extent=R.shape([2]))", [X], X[:, :2])
    out.write()
    out = File("ccl_reduce_scatter")
    for f in ("sum", "prod", "min", "max", "avg"):
        out.case(f, 'R.ccl.reduce_scatter({0}, num_workers=2, op_type="%s")' % f, [X], X[:1])
    out.case("a negative axis", "R.ccl.reduce_scatter({0}, num_workers=3, axis=-1)", [X], X[:, :1])
    out.case("a part of its own", "R.ccl.reduce_scatter({0}, num_workers=2, axis=1, extent=R.shape([2]))", [X], X[:, :2])
    out.case("no elements", "R.ccl.reduce_scatter({0}, num_workers=2, axis=1)", [OTHERS[6]], OTHERS[6])
    out.write()
    out = File("ccl_alltoall")
    out.case("two axes", "R.ccl.alltoall({0}, num_workers=3, split_axis=1, concat_axis=0)", [X], np.concatenate([X[:, :1]] * 3))
    out.case("one axis", "R.ccl.alltoall({0}, num_workers=2, split_axis=0, concat_axis=0)", [X], np.concatenate([X[:1]] * 2))
    out.case("one worker", "R.ccl.alltoall({0}, num_workers=1, split_axis=-1, concat_axis=-2)", [X], X)
    out.case("the extents", "R.ccl.alltoall({0}, num_workers=2, split_axis=1, concat_axis=0, extents=R.shape([2, 4]))", [X],
             np.concatenate([X[:, :2]] * 2))
    out.case("the extents of one axis", "R.ccl.alltoall({0}, num_workers=2, split_axis=1, concat_axis=1, extents=R.shape([2, 4]))", [X],
             np.concatenate([X[:, :2]] * 2, 1))
    out.error("other extents", "R.ccl.alltoall({0}, num_workers=2, split_axis=1, concat_axis=0, extents=R.shape([2, 3]))", [X], "index")
    out.case("no elements", "R.ccl.alltoall({0}, num_workers=2, split_axis=1, concat_axis=0)", [OTHERS[6]], np.zeros((4, 0), "float32"))
    out.write()
    out = File("ccl_permute")
    out.case("a shift", "R.ccl.permute({0}, num_workers=3)", [X], X)
    out.case("nothing is sent here", "R.ccl.permute({0}, num_workers=3, pairs=[[0, 1]])", [X], np.zeros((2, 3), "float32"))
    out.case("something is", "R.ccl.permute({0}, num_workers=3, pairs=[[0, 1], [2, 0]])", [X], X)
    for x in OTHERS:
        out.case("zeros of %s" % ("bfloat16" if not isinstance(x, np.ndarray) else "%s %s" % (x.dtype, x.shape)), "R.ccl.permute({0}, num_workers=2, pairs=[])",
                 [x], array(np.zeros(2), "bfloat16") if not isinstance(x, np.ndarray) else np.zeros(x.shape, x.dtype))
    out.write()
    out = File("ccl_rank")
    out.case("all", "R.ccl.rank()", [], np.int64(0))
    out.case("an axis", 'R.ccl.rank(axes=["data"])', [], np.int64(0))
    out.case("as a float", 'R.astype(R.ccl.rank(), "float32")', [], np.float32(0))
    out.write()
    out = File("shard")
    out.case("a dim", 'R.shard({0}, ["data", None])', [X], X)
    out.case("two axes", 'R.shard({0}, [None, ["data", "model"]])', [X], X)
    for x in OTHERS:
        n = 1 if not isinstance(x, np.ndarray) else x.ndim
        out.case("bfloat16" if not isinstance(x, np.ndarray) else "%s %s" % (x.dtype, x.shape), "R.shard({0}, [%s])" % ", ".join(["None"] * n), [x], x)
    out.write()


def take_backward():
    out = File("grad_take_backward")

    def one(title, shape, indices, axis, dtype="float32", index="int64", grad=None, tol=None):
        i = array(indices, index)
        x = array(np.zeros(shape), dtype)
        at = 0 if axis is None else axis % len(shape)
        n = shape[:at] + i.shape + shape[at + 1:]
        g = array((np.arange(int(np.prod(n))) * 7 % 11 - 5).reshape(n) / 4 if grad is None else grad, dtype)
        y = np.zeros(shape)
        moved, gm = np.moveaxis(y, at, 0), np.moveaxis(wide(g).reshape(shape[:at] + (-1,) + shape[at + 1:]), at, 0)
        for k, p in enumerate(i.ravel()):
            moved[int(p)] += gm[k]
        out.case(title, "R.grad.take_backward({0}, {1}, {2}%s)" % ("" if axis is None else ", axis=%d" % axis), [g, x, i], to(y, dtype), tol)

    one("rank 1, no axis", (4,), [3, 0, 3], None)
    one("the first axis", (3, 2), [2, 0, 2], 0)
    one("a middle axis, indices of rank 2", (2, 3, 2), [[1, 1], [0, 2]], 1)
    one("a negative axis", (2, 3), [2, 2], -1)
    one("one index", (3, 2), 1, 0)
    one("negative indices", (3, 2), [-1, 0, -3], 0)
    for index in ("int8", "int16", "int32", "uint8", "uint16", "uint32", "uint64"):
        one("%s indices" % index, (3,), [2, 1], 0, index=index)
    for dtype in ("float64", "float16", "bfloat16"):
        one(dtype, (3, 2), [0, 2, 0], 0, dtype)
    one("float16 is carried in float32", (2,), [0, 0, 0, 0], 0, "float16", grad=[2048.0, 0.5, 0.5, 0.5])
    one("NaN and infinity", (3,), [0, 0, 2], 0, grad=[INF, -INF, NAN])
    one("no indices", (3, 2), [], 0)
    x = array([0.0, 0.0], "float32")
    for index in (2, -3):
        out.error("an index of %d" % index, "R.grad.take_backward({0}, {1}, {2}, axis=0)", [array([1.0], "float32"), x, array([index], "int64")],
                  "index")
    out.write()


if __name__ == "__main__":
    same()
    collectives()
    take_backward()
