#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The dtypes that the other scripts leave out: one row for each operator. Runs after all of them,
and before dtypes.py, which copies what is still missing.

A row says how an operator is called and what NumPy makes of the same operands. For each dtype that the
operator allows and that no other case of its file has, it gives one case, whose title begins with
"dtype "; what an earlier run appended goes first. Elements that only move are the dtype's own
(MOVE: f gets the arrays as they are); numbers are small enough to be exact (MATH: f gets int64 or
float64, and its result is cast once: integers wrap, fractions of integers are cut off)."""
import re
import numpy as np
from cases import Bf16, File, array, dtype_of, to

np.seterr(all="ignore")
FLOATS = ["float16", "bfloat16", "float32", "float64"]
INTS = ["%s%d" % (sign, bits) for sign in ("int", "uint") for bits in (8, 16, 32, 64)]
NUMBERS, ALL = INTS + FLOATS, ["bool"] + INTS + FLOATS
I64 = lambda *v: np.array(v, "int64")


begun = set()
COPIED = " (a case above, in "  # the mark of dtypes.py, which comes after this


def small(shape, dtype, start=0):
    k = (np.arange(start, start + int(np.prod(shape))) * 5 % 7).reshape(shape)
    if dtype == "bool":
        return k % 2 == 0
    return array(k if dtype[0] == "u" else (k - 3) / 2 if "float" in dtype else k - 3, dtype)


def ends(shape, dtype, start=0):
    """With the dtype's greatest and least elements, or one that it rounds and the negative zero."""
    x = small(shape, dtype, start)
    a = x.a if isinstance(x, Bf16) else x
    if a.size > 1 and dtype != "bool":
        flat = a.reshape(-1)
        flat[0], flat[-1] = (0.1, -0.0) if "float" in dtype else (np.iinfo(dtype).max, np.iinfo(dtype).min)
    return Bf16(a) if isinstance(x, Bf16) else a


def lifted(x):
    a = x.a if isinstance(x, Bf16) else x
    return a if a.dtype == bool else a.astype(np.int64 if a.dtype.kind in "iu" else np.float64)


def bare(x):
    return x.a if isinstance(x, Bf16) else x


def cast(value, dtype):
    if isinstance(value, (tuple, list)):
        return tuple(cast(v, dtype) for v in value)
    value = np.asarray(value)
    if "float" not in dtype and value.dtype.kind == "f":
        value = np.trunc(value).astype(np.int64)
    return to(value, dtype)


def taken(text, name):
    """The dtypes of the first operand in the cases of a file, near enough: the first that follows the name."""
    found = set()
    for case in text.split("==== ")[1:]:
        call = case.split("----")[0].split("R.%s(" % name)
        for part in call[1:]:
            part = re.sub(r'R\.astype\(R\.const\([^"]*"int64"\), "uint64"\)', 'R.const(0, "uint64")', part)
            dtype = re.search(r'"((?:bfloat|float|int|uint)[0-9]+|bool)"', part)
            found |= {dtype.group(1)} if dtype else set()
    return found


def row(dtypes, make, lift, name, text, operands, f, result=None, tol=None, at=None, title=None):
    out = File(name.replace(".", "_"))
    with open(out.path) as file:
        kept = re.split(r"(?m)^(?=={4} )", file.read())
    own = title is not None
    title = title or ("dtype %s for operand {}".format(at) if at is not None else "dtype %s")
    if name not in begun:  # what an earlier run left
        kept = [p for p in kept if not p.startswith("==== dtype ") and COPIED not in p.split("\n")[0]]
        begun.add(name)
    out.parts = kept
    have = set() if at is not None or own else taken("".join(out.parts), name)
    for dtype in dtypes:
        if dtype in have:
            continue
        xs, start = [], 0
        for o in operands:
            xs.append(make(o, dtype, start) if isinstance(o, tuple) else o)
            start += 3
        want = cast(f(*[lift(x) for x in xs]), result or dtype)
        out.case(title.replace("%s", dtype), "R.%s(%s)" % (name, text.replace("DTYPE", dtype)), xs, want, tol)
    out.write()


def move(name, text, operands, f, **more):
    row(ALL, ends, bare, name, text, operands, f, **more)


def math(name, text, operands, f, dtypes=NUMBERS, **more):
    row(dtypes, small, lifted, name, text, operands, f, **more)


def movement():
    same = lambda x, *rest: x
    move("broadcast_to", "{0}, (2, 3)", [(3,)], lambda x: np.broadcast_to(x, (2, 3)))
    move("concat", "({0}, {1}), axis=1", [(2, 2), (2, 1)], lambda x, y: np.concatenate([x, y], 1))
    move("stack", "({0}, {1}), axis=1", [(2, 2), (2, 2)], lambda x, y: np.stack([x, y], 1))
    move("dynamic_strided_slice", "{0}, {1}, {2}, {3}", [(3, 4), I64(2, 0), I64(-9, 4), I64(-1, 2)],
         lambda x, *r: x[::-1, ::2], at=0)
    move("strided_slice", "{0}, axes=[1], begin=[3], end=[0], strides=[-2]", [(2, 4)], lambda x: x[:, 3:0:-2])
    move("expand_dims", "{0}, axis=[1]", [(2, 2)], lambda x: x[:, None])
    move("squeeze", "{0}, axis=[1]", [(2, 1, 2)], lambda x: x[:, 0])
    move("flatten", "{0}", [(2, 2)], np.ravel)
    move("reshape", "{0}, (3, 2)", [(2, 3)], lambda x: x.reshape(3, 2))
    move("flip", "{0}, axis=1", [(2, 3)], lambda x: x[:, ::-1])
    move("permute_dims", "{0}, axes=[1, 0]", [(2, 3)], np.transpose)
    move("repeat", "{0}, 2, axis=1", [(2, 2)], lambda x: np.repeat(x, 2, 1))
    move("tile", "{0}, [2, 2]", [(2, 2)], lambda x: np.tile(x, (2, 2)))
    move("split", "{0}, [1], axis=1", [(2, 3)], lambda x: (x[:, :1], x[:, 1:]))
    move("tril", "{0}", [(3, 3)], np.tril)
    move("triu", "{0}, k=1", [(3, 3)], lambda x: np.triu(x, 1))
    move("take", "{0}, {1}, axis=1", [(2, 3), I64(2, 0, -1)], lambda x, i: x[:, i])
    move("gather_elements", "{0}, {1}, axis=1", [(2, 3), I64([2, 0], [-1, 1])], lambda x, i: np.take_along_axis(x, i % 3, 1))
    move("gather_nd", "{0}, {1}", [(2, 3), I64([1, 2], [0, -1], [0, 0])], lambda x, i: x[i[:, 0], i[:, 1]])
    move("nn.pad", "{0}, [1, 0, 0, 2], pad_value=1.0", [(2, 2)], lambda x: np.pad(x, ((1, 0), (0, 2)), constant_values=1))
    move("where", "{0}, {1}, {2}", [np.array([True, False]), (2, 2), (2, 2)], np.where, at=1)

    def scattered(x, i, u):
        y = x.copy()
        np.put_along_axis(y, i % y.shape[1], u, 1)
        return y

    def scattered_nd(x, i, u):
        y = x.copy()
        y[i[:, 0]] = u
        return y

    move("scatter_elements", "{0}, {1}, {2}, axis=1", [(2, 3), I64([2], [0]), (2, 1)], scattered)
    move("scatter_nd", "{0}, {1}, {2}", [(3, 2), I64([2], [0]), (2, 2)], scattered_nd)
    move("sort", "{0}, axis=-1", [(2, 5)], lambda x: np.sort(x, -1))
    move("argsort", "{0}, axis=-1", [(2, 5)], lambda x: np.argsort(x, -1, kind="stable"), result="int32")
    move("topk", '{0}, k=3, ret_type="values"', [(2, 5)], lambda x: np.sort(x, -1)[:, :1:-1])
    math("argmax", "{0}, axis=1", [(2, 5)], lambda x: np.argmax(x, 1), result="int64")
    math("argmin", "{0}, axis=1", [(2, 5)], lambda x: np.argmin(x, 1), result="int64")
    move("nonzero", "{0}", [(2, 4)], lambda x: np.array(np.nonzero(x)), result="int64")
    for name in ("grad.end_checkpoint", "grad.no_grad", "grad.start_checkpoint", "ccl.broadcast_from_worker0"):
        move(name, "{0}", [(2, 2)], same)
    move("grad.barrier", "{0}, {0}", [(2, 2)], lambda x: (x,))
    move("ccl.allreduce", '{0}, op_type="max"', [(2, 2)], same)
    move("ccl.allgather", "{0}, num_workers=2", [(2, 2)], lambda x: np.concatenate([x, x]))
    move("ccl.alltoall", "{0}, num_workers=2, split_axis=1, concat_axis=0", [(1, 4)], lambda x: np.concatenate([x[:, :2]] * 2))
    move("ccl.permute", "{0}, num_workers=2", [(2, 2)], same)
    move("ccl.reduce_scatter", "{0}, num_workers=2, axis=1", [(2, 4)], lambda x: x[:, :2])
    move("shard", '{0}, [None, "data"]', [(2, 2)], same)
    move("ccl.scatter_from_worker0", "{0}, num_workers=2, axis=1", [(2, 4)], lambda x: x[:, :2])
    move("call_dps_packed", '"vm.builtin.copy", ({0},), out_sinfo=R.Tensor((2, 2), dtype="DTYPE")', [(2, 2)], same)
    move("call_pure_packed", '"vm.builtin.copy", {0}, sinfo_args=R.Tensor((2, 2), dtype="DTYPE")', [(2, 2)], same)

    for title, shape in (("dtype %s, no elements", (0, 2)), ("dtype %s, rank 0", ())):
        edge = dict(dtypes=["float32"], make=ends, lift=bare, operands=[shape], f=same, title=title)
        tensor = 'R.Tensor(%s, dtype="DTYPE")' % (shape,)
        row(name="call_dps_packed", text='"vm.builtin.copy", ({0},), out_sinfo=%s' % tensor, **edge)
        row(name="call_pure_packed", text='"vm.builtin.copy", {0}, sinfo_args=%s' % tensor, **edge)
        row(name="grad.barrier", text="{0}, {0}", **dict(edge, f=lambda x: (x,)))


def creation():
    move("full", "R.shape([2, 1]), {0}", [()], lambda v: np.full((2, 1), v))
    move("full_like", "{0}, {1}", [(2, 2), ()], lambda x, v: np.full((2, 2), v))
    move("ones_like", "{0}", [(2, 2)], np.ones_like)
    move("zeros_like", "{0}", [(2, 2)], np.zeros_like)
    move("eye_like", "{0}, k=1", [(2, 3)], lambda x: np.eye(2, 3, 1))
    math("one_hot", "{0}, R.prim_value(5), R.prim_value(-1), 4", [(5,)],
         lambda i: np.where(i[:, None] == np.arange(4), 5, -1), INTS, result="int64")


def numbers():
    math("clip", "{0}, 1, 3", [(2, 4)], lambda x: np.clip(x, 1, 3))
    math("collapse_sum_like", "{0}, {1}", [(3, 2), (1, 2)], lambda x, y: x.sum(0, keepdims=True))
    math("collapse_sum_to", "{0}, R.shape([1, 2])", [(3, 2)], lambda x: x.sum(0, keepdims=True))
    math("cumsum", "{0}, axis=1", [(2, 5)], lambda x: np.cumsum(x, 1))
    math("cumprod", "{0}, axis=1", [(2, 5)], lambda x: np.cumprod(x, 1))
    for name, f in (("sum", np.sum), ("prod", np.prod), ("mean", np.mean), ("max", np.max), ("min", np.min)):
        math(name, "{0}, axis=[1]", [(3, 4)], lambda x: f(x, axis=1))
    math("variance", "{0}, axis=[1]", [(3, 4)], lambda x: np.var(x * 1.0, axis=1))
    math("std", "{0}, axis=[1]", [(3, 4)], lambda x: np.std(x * 1.0, axis=1))
    math("einsum", '({0}, {1}), subscripts="ij,jk->ik"', [(2, 3), (3, 2)], np.matmul)
    math("matmul", "{0}, {1}", [(2, 3), (3, 2)], np.matmul)
    math("outer", "{0}, {1}", [(3,), (2,)], np.outer)
    math("dequantize", '{0}, R.const(0.5, "float32"), R.const(1, "int32")', [(2, 3)], lambda x: (x - 1) * 0.5, INTS, result="float32")


def other_operands():
    """Those whose dtype is not the first one's."""
    x = np.arange(6, dtype="float32").reshape(2, 3)
    math("astype", '{0}, "float32"', [(2, 3)], lambda x: x, ALL, result="float32")
    math("collapse_sum_like", "{0}, {1}", [x, (1, 3)], lambda x, y: x.sum(0, keepdims=True), ALL, result="float32", at=1)
    math("full_like", "{0}, {1}", [x, ()], lambda x, v: np.full((2, 3), v), ALL, result="float32", at=1)
    math("gather_elements", "{0}, {1}, axis=0", [np.arange(21, dtype="float32").reshape(7, 3), (2, 3)],
         lambda x, i: np.take_along_axis(x, i % 7, 0), INTS, result="float32", at=1)
    math("gather_nd", "{0}, {1}", [np.arange(14, dtype="float32").reshape(7, 2), (3, 1)], lambda x, i: x[i[:, 0]], INTS, result="float32", at=1)
    math("take", "{0}, {1}, axis=0", [np.arange(14, dtype="float32").reshape(7, 2), (2, 2)], lambda x, i: x[i], INTS, result="float32", at=1)
    u = np.arange(10, 16, dtype="float32").reshape(3, 2)

    def scattered(x, i, u):
        y = x.copy()
        np.put_along_axis(y, i % 7, u, 0)
        return y

    def scattered_nd(x, i, u):
        y = x.copy()
        y[i[:, 0]] = u
        return y

    math("scatter_elements", "{0}, {1}, {2}, axis=0", [np.zeros((7, 2), "float32"), (3, 2), u], scattered, INTS, result="float32", at=1)
    math("scatter_nd", "{0}, {1}, {2}", [np.zeros((7, 2), "float32"), (3, 1), u], scattered_nd, INTS, result="float32", at=1)


if __name__ == "__main__":
    movement()
    creation()
    numbers()
    other_operands()
