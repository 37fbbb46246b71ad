# SPDX-License-Identifier: Apache-2.0
# Written by tools/python-ops.py from the registry of operators; not edited.
"""Operators on symbolic values: docs/python.md, "Models from operators"."""

from __future__ import annotations

from .._build import Value as Value, call as _call

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from .._build import Operand, Shape

__all__ = [
    "allgather", "allreduce", "alltoall", "broadcast_from_worker0", "permute", "rank", "reduce_scatter",
    "scatter_from_worker0",
]


def allgather(
    x: Operand,
    num_workers: int,
    in_group: bool = True,
    axis: int = 0,
    axes: Sequence[float] | None = None,
    extent: Shape | None = None,
) -> Value:
    """The tensors of the group's num_workers ranks, in order, concatenated along axis: the same result for all.
    Where they differ in length there, `extent` says how long the result is. Without axes over the group, or over
    all ranks when in_group is False.

    C1: num_workers is 1 or more
    C2: axis is a dim of x
    C3: axes names one axis of the mesh or more, each once
    C4: extent is one extent of 0 or more
    """
    return _call("ccl.allgather", (x, num_workers, in_group, axis, axes, extent))


def allreduce(x: Operand, op_type: str = "sum", in_group: bool = True, axes: Sequence[float] | None = None) -> Value:
    """The ranks' tensors combined elementwise by op_type: the same result for all. Over the ranks that differ in
    `axes` of the mesh alone; without axes over the group, or over all ranks when in_group is False. A mean of
    integers is rounded down.

    C1: axes names one axis of the mesh or more, each once
    op_type: sum, prod, min, max, avg
    """
    return _call("ccl.allreduce", (x, op_type, in_group, axes))


def alltoall(
    x: Operand,
    num_workers: int,
    split_axis: int,
    concat_axis: int,
    axes: Sequence[float] | None = None,
    extents: Shape | None = None,
) -> Value:
    """Each rank's tensor is split along split_axis among the group's num_workers ranks, and what a rank gets is
    joined along concat_axis, in the order of the ranks. Parts are equal, or `extents` says how long the own part
    of split_axis is and the result along concat_axis.

    C1: num_workers is 1 or more
    C2: split_axis and concat_axis are dims of x
    C3: without extents num_workers divides the extent of dim split_axis
    C4: axes names one axis of the mesh or more, each once
    C5: extents are two of 0 or more, the first at most that of dim split_axis
    """
    return _call("ccl.alltoall", (x, num_workers, split_axis, concat_axis, axes, extents))


def broadcast_from_worker0(x: Operand, axes: Sequence[float] | None = None) -> Value:
    """The tensor of the group's first rank, on every rank.

    C1: axes names one axis of the mesh or more, each once
    """
    return _call("ccl.broadcast_from_worker0", (x, axes))


def permute(
    x: Operand,
    num_workers: int,
    shift: int = 1,
    pairs: Sequence[float] | None = None,
    axes: Sequence[float] | None = None,
) -> Value:
    """Rank r's tensor goes to rank (r + shift) % num_workers of its group; or, where there are pairs, from each
    pair's first rank to its second, and who is sent nothing has zeros.

    C1: num_workers is 1 or more
    C2: pairs is a list of [source, destination], places in the group below num_workers, each once on its side
    C3: axes names one axis of the mesh or more, each once
    """
    return _call("ccl.permute", (x, num_workers, shift, pairs, axes))


def rank(axes: Sequence[float] | None = None) -> Value:
    """This rank's place in its group, from 0 on: the ranks of a group differ in `axes` of the mesh alone, and stand
    in its order. Without axes all ranks are one group.

    C1: axes names one axis of the mesh or more, each once
    """
    return _call("ccl.rank", (axes,))


def reduce_scatter(
    x: Operand,
    num_workers: int,
    op_type: str = "sum",
    axis: int = 0,
    axes: Sequence[float] | None = None,
    extent: Shape | None = None,
) -> Value:
    """The ranks' tensors combined elementwise by op_type and split along axis among the num_workers ranks of the
    group, in order: in equal parts, or each rank's as long as its `extent` says.

    C1: axes names one axis of the mesh or more, each once
    C2: num_workers is 1 or more
    C3: axis is a dim of x
    C4: without extent num_workers divides the extent of dim axis
    C5: extent is one extent, from 0 to that of dim axis
    op_type: sum, prod, min, max, avg
    """
    return _call("ccl.reduce_scatter", (x, num_workers, op_type, axis, axes, extent))


def scatter_from_worker0(
    x: Operand,
    num_workers: int,
    axis: int = 0,
    axes: Sequence[float] | None = None,
    extent: Shape | None = None,
) -> Value:
    """The tensor of the group's first rank, split along axis among its num_workers ranks, in order: in equal parts,
    or each rank's as long as its `extent` says.

    C1: num_workers is 1 or more
    C2: axis is a dim of x
    C3: without extent num_workers divides the extent of dim axis
    C4: axes names one axis of the mesh or more, each once
    C5: extent is one extent, from 0 to that of dim axis
    """
    return _call("ccl.scatter_from_worker0", (x, num_workers, axis, axes, extent))
