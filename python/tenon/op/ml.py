# SPDX-License-Identifier: Apache-2.0
# Written by tools/python-ops.py from the registry of operators; not edited.
"""Operators on symbolic values: docs/python.md, "Models from operators"."""

from __future__ import annotations

from .._build import Value as Value, call as _call

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._build import Operand

__all__ = [
    "tree_ensemble",
]


def tree_ensemble(
    x: Operand,
    nodes: Operand,
    roots: Operand,
    weights: Operand,
    targets: Operand = None,
    leaves: Operand = None,
    *,
    depth: int,
    n_targets: int,
    aggregate: str = "sum",
    missing: bool = False,
) -> Value:
    """For each row of x, what the leaves add up to at which the walks through its decision trees end. Row i of nodes
    is node i: the number of a feature, the bits of a threshold of x's dtype, the numbers of two children. A walk
    begins at each of roots and takes depth steps, to the first child where the feature is at most the threshold,
    else to the second; a leaf has itself as both. With missing=True a feature below 0 stands for -1 less it, and
    there NaN goes to the first child, too. In place of the threshold a leaf has its number: that of a row of
    weights, which is added to the result's row; or leaf k has entries leaves[k] to leaves[k + 1] - 1, of which
    each adds its weight to column targets[entry]. Sums are carried in float64; with the aggregates min and max
    they are the least or greatest weight instead, and 0 where there is none. Numbers out of range are an error at
    run time.

    C1: x is a matrix of floating-point numbers
    C2: nodes is a matrix of 4 columns, of signed integers as wide as x's elements
    C3: roots is a vector of integers
    C4: weights are floating-point: a matrix with n_targets columns, or a vector with targets and leaves
    C5: targets and leaves are vectors of integers, both given or neither; targets has the extent of weights
    C6: depth is from 0 to 2**20, n_targets from 1 to 2**24
    aggregate: sum, min, max
    """
    return _call("ml.tree_ensemble", (x, nodes, roots, weights, targets, leaves, depth, n_targets, aggregate, missing))
