#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""ml.tree_ensemble, by walks in plain Python over trees that are drawn."""
import math
import numpy as np
from cases import Bf16, File, array, to, wide

NAN, INF = math.nan, math.inf
INTS = {"float16": "int16", "bfloat16": "int16", "float32": "int32", "float64": "int64"}


def bits(value, dtype):
    if dtype == "bfloat16":
        return int(np.float32(wide(array([value], dtype))[0]).view(np.uint32) >> 16) - (0 if value >= 0 else 1 << 16)
    return int(np.array([value], dtype).view(INTS[dtype])[0])


class Trees:
    """Nodes as rows, leaves with their votes: lists of (target, weight)."""

    def __init__(self, dtype):
        self.dtype, self.rows, self.roots, self.votes, self.depth = dtype, [], [], [], 0

    def leaf(self, votes):
        at = len(self.rows)
        self.rows.append([0, len(self.votes), at, at])
        self.votes.append(votes)
        return at

    def node(self, feature, threshold, first, second, missing=False):
        self.rows.append([-1 - feature if missing else feature, bits(threshold, self.dtype), first, second])
        return len(self.rows) - 1

    def draw(self, rng, features, depth, votes, missing):
        if depth == 0 or rng.uniform() < 0.15:
            return self.leaf(votes(rng))
        first, second = (self.draw(rng, features, depth - 1, votes, missing) for _ in range(2))
        return self.node(int(rng.integers(features)), float(rng.integers(-4, 5)) / 2, first, second, missing and bool(rng.integers(2)))

    def walk(self, x, at, compare):
        for _ in range(self.depth):
            feature, threshold, first, second = self.rows[at]
            missing, feature = feature < 0, max(feature, -1 - feature)
            v = x[feature]
            at = first if v <= compare(threshold) or missing and math.isnan(v) else second
        return at


def threshold_of(dtype):
    def value(b):
        if dtype == "bfloat16":
            return float(np.uint32((b & 0xFFFF) << 16).view(np.float32))
        return float(np.array([b], INTS[dtype]).view(dtype)[0])
    return value


def reference(trees, x, n_targets, aggregate):
    x, out, compare = wide(x), np.zeros((x.shape[0], n_targets)), threshold_of(trees.dtype)
    for s in range(x.shape[0]):
        got = [[] for _ in range(n_targets)]
        for root in trees.roots:
            for target, w in trees.votes[trees.rows[trees.walk(x[s], root, compare)][1]]:
                got[target].append(w)
        for k, ws in enumerate(got):
            out[s, k] = {"sum": sum, "min": min, "max": max}[aggregate](ws) if ws else 0
    return out


def main():
    out = File("ml_tree_ensemble")

    def case(title, trees, x, n_targets, weigh="float32", sparse=False, aggregate="sum", missing=False, ints="int32"):
        nodes = np.array(trees.rows, INTS[trees.dtype]).reshape(-1, 4)
        args = [x, nodes, array(trees.roots, ints)]
        if sparse:
            flat = [v for votes in trees.votes for v in votes]
            args += [array([w for _, w in flat], weigh), array([t for t, _ in flat], ints),
                     array(np.cumsum([0] + [len(v) for v in trees.votes]), ints)]
        else:
            args.append(array([[w for _, w in votes] for votes in trees.votes], weigh))
        text = "R.ml.tree_ensemble(%s, depth=%d, n_targets=%d, aggregate=\"%s\", missing=%s)" % (
            ", ".join("{%d}" % i for i in range(len(args))), trees.depth, n_targets, aggregate, missing)
        out.case(title, text, args, to(reference(trees, x, n_targets, aggregate), weigh))

    def drawn(seed, dtype, n, depth, votes, missing=False):
        rng, t = np.random.default_rng(seed), Trees(dtype)
        t.roots = [t.draw(rng, 3, depth, votes, missing) for _ in range(n)]
        t.depth = depth
        return t

    def data(dtype, seed=5, rows=4, holes=False):
        x = np.random.default_rng(seed).integers(-5, 6, (rows, 3)) / 2.0
        if holes:
            x[::2, 1] = NAN
            x[1, 0] = -INF
        return array(x, dtype)

    def weight(rng):
        return float(rng.integers(-8, 9)) / 4

    def one(rng):
        return [(0, weight(rng))]

    def both(rng):
        return [(0, weight(rng)), (1, weight(rng))]

    def some(rng):
        return [(int(rng.integers(3)), weight(rng)) for _ in range(rng.integers(0, 4))]

    for dtype in INTS:
        case(dtype, drawn(1, dtype, 3, 3, one), data(dtype), 1, dtype)
        case("%s, NaN" % dtype, drawn(2, dtype, 2, 3, one, True), data(dtype, holes=True), 1, dtype, missing=True)
    for i, ints in enumerate(("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64")):
        case("%s for numbers" % ints, drawn(i, "float32", 2, 2, some), data("float32"), 3, sparse=True, ints=ints)
    for n in (1, 7, 8, 9, 17):
        case("%d trees" % n, drawn(n, "float32", n, 2, both), data("float32", rows=2), 2)
    for aggregate in ("sum", "min", "max"):
        case("%s of entries" % aggregate, drawn(3, "float32", 3, 2, some), data("float32"), 3, sparse=True, aggregate=aggregate)
        case("%s of rows" % aggregate, drawn(4, "float32", 3, 2, both), data("float32"), 2, aggregate=aggregate, weigh="float64")
    deep = Trees("float32")
    at = deep.leaf([(0, 99.0)])
    for i in range(30):
        at = deep.node(0, 30.0 - i, at, deep.leaf([(0, float(i))]))
    deep.roots, deep.depth = [at], 30
    x = array([[-1], [0.5], [15], [29.5], [40], [NAN]], "float32")
    case("a chain of 30 nodes", deep, x, 1)
    deep.roots = [at] * 9
    case("nine chains", deep, x, 1)
    stump = Trees("float64")
    stump.roots = [stump.leaf([(0, 1.5)])]
    case("a leaf alone", stump, data("float64"), 1)
    case("no samples", stump, np.zeros((0, 3)), 1)
    case("no features", stump, np.zeros((2, 0)), 1)
    none = Trees("float32")
    none.leaf([(0, 1.0)])
    case("no trees", none, data("float32"), 1)
    text = "R.ml.tree_ensemble({0}, {1}, {2}, {3}, depth=3, n_targets=1)"
    x, w = array([[1.0]], "float32"), array([[1.0], [2.0]], "float32")
    rows = {"a feature": [1, 0, 0, 0], "a child": [0, 0, 2, 2], "a negative child": [0, 0, -1, -1], "a leaf": [0, 2, 0, 0]}
    for what, row in rows.items():
        out.error("%s out of range" % what, text, [x, np.array([row], "int32"), array([0], "int32"), w], "out of range")
    out.error("a root out of range", text, [x, np.array([[0, 0, 0, 0]], "int32"), array([1], "int32"), w], "out of range")
    out.write()


main()
