# SPDX-License-Identifier: Apache-2.0
# Written by tools/python-ops.py from the registry of operators; not edited.
"""Operators on symbolic values: docs/python.md, "Models from operators"."""

from __future__ import annotations

from .._build import Value as Value, call as _call

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._build import Dtype, Operand, Shape

__all__ = [
    "alloc_tensor", "stop_lift_params",
]


def alloc_tensor(shape: Shape, dtype: Dtype, runtime_device_index: int, storage_scope: str = "global") -> Value:
    """A tensor of that shape and dtype to be written into. For TVM's virtual machine: it is kept, and no run here
    does it.
    """
    return _call("builtin.alloc_tensor", (shape, dtype, runtime_device_index, storage_scope))


def stop_lift_params(x: Operand) -> Value:
    """x, from where on LiftTransformParams leaves what is computed in its function, also where it is of weights
    alone. The pass takes the call away.
    """
    return _call("builtin.stop_lift_params", (x,))
