# SPDX-License-Identifier: Apache-2.0
# Written by tools/python-ops.py from the registry of operators; not edited.
"""Operators on symbolic values: docs/python.md, "Models from operators"."""

from __future__ import annotations

from .._build import Value as Value, call as _call

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._build import Callee, Dtype, Operand, Operands, Prim, Shape

__all__ = [
    "alloc_storage", "alloc_tensor", "call_tir_dyn", "kill_object",
]


def alloc_storage(shape: Shape, runtime_device_index: int, dtype: Dtype, storage_scope: str = "global") -> Value:
    """Memory of so many bytes. For TVM's virtual machine: it is kept, and no run here does it."""
    return _call("vm.alloc_storage", (shape, runtime_device_index, dtype, storage_scope))


def alloc_tensor(storage: Operand, offset: Prim, shape: Shape, dtype: Dtype, runtime_device_ind: int = 0) -> Value:
    """A tensor in that memory, from that byte on. For TVM's virtual machine: it is kept, and no run here does it."""
    return _call("vm.alloc_tensor", (storage, offset, shape, dtype, runtime_device_ind))


def call_tir_dyn(func: Callee, args: Operands) -> Value:
    """A call of a loop function on tensors, the last of which it writes, and a shape. For TVM's virtual machine: it
    is kept, and no run here does it.
    """
    return _call("vm.call_tir_dyn", (func, args))


def kill_object(obj: Operand) -> Value:
    """Ends the life of a value. For TVM's virtual machine: it is kept, and no run here does it."""
    return _call("vm.kill_object", (obj,))
