# SPDX-License-Identifier: Apache-2.0
# Written by tools/python-ops.py from the registry of operators; not edited.
"""Operators on symbolic values: docs/python.md, "Models from operators"."""

from __future__ import annotations

from .._build import Value as Value, call as _call

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._build import Operand

__all__ = [
    "allgather", "allreduce", "broadcast_from_worker0", "scatter_from_worker0",
]


def allgather(x: Operand, num_workers: int, in_group: bool = True) -> Value:
    """The workers' tensors, in order, concatenated along dim 0. Over the group, or over all workers when in_group is
    False.

    C1: num_workers is 1 or more
    C2: x has rank 1 or more
    """
    return _call("ccl.allgather", (x, num_workers, in_group))


def allreduce(x: Operand, op_type: str = "sum", in_group: bool = True) -> Value:
    """The workers' tensors combined elementwise by op_type: the same result for all. Over the group, or over all
    workers when in_group is False.

    op_type: sum, prod, min, max, avg
    """
    return _call("ccl.allreduce", (x, op_type, in_group))


def broadcast_from_worker0(x: Operand) -> Value:
    """Worker 0's tensor, on every worker."""
    return _call("ccl.broadcast_from_worker0", (x,))


def scatter_from_worker0(x: Operand, num_workers: int, axis: int = 0) -> Value:
    """Worker 0's tensor split along axis into num_workers equal parts; worker i gets part i.

    C1: num_workers is 1 or more
    C2: axis is a dim of x
    C3: num_workers divides the extent of dim axis
    """
    return _call("ccl.scatter_from_worker0", (x, num_workers, axis))
