# SPDX-License-Identifier: Apache-2.0
# Written by tools/python-ops.py from the registry of operators; not edited.
"""Operators on symbolic values: docs/python.md, "Models from operators"."""

from __future__ import annotations

from .._build import Value as Value, call as _call

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._build import Dtype, Operand, Prim, Shape

__all__ = [
    "alloc_storage", "alloc_tensor", "ensure_zero_offset", "kill_storage", "kill_tensor", "view",
]


def alloc_storage(size: Shape, virtual_device_index: int, storage_scope: str, dtype: Dtype) -> Value:
    """Memory of so many bytes. For TVM's virtual machine: it is kept, and no run here does it."""
    return _call("memory.alloc_storage", (size, virtual_device_index, storage_scope, dtype))


def alloc_tensor(storage: Operand, offset: Prim, shape: Shape, dtype: Dtype, runtime_device_ind: int = 0) -> Value:
    """A tensor in that memory, from that byte on. For TVM's virtual machine: it is kept, and no run here does it."""
    return _call("memory.alloc_tensor", (storage, offset, shape, dtype, runtime_device_ind))


def ensure_zero_offset(data: Operand) -> Value:
    """data; of TVM's, memory whose first byte is that of a buffer. Here every value is its own."""
    return _call("memory.ensure_zero_offset", (data,))


def kill_storage(storage: Operand) -> Value:
    """Ends the life of memory. For TVM's virtual machine: it is kept, and no run here does it."""
    return _call("memory.kill_storage", (storage,))


def kill_tensor(tensor: Operand) -> Value:
    """Ends the life of a tensor. For TVM's virtual machine: it is kept, and no run here does it."""
    return _call("memory.kill_tensor", (tensor,))


def view(data: Operand, shape: Shape | None = None, dtype: Dtype = None, relative_byte_offset: Prim = 0) -> Value:
    """The elements that the bytes of data are from relative_byte_offset on, in the order of memory (the low byte
    first), as a tensor of that shape and dtype: data's own where one is left out. It is a value of its own.

    C1: no dim of shape is negative
    C2: where dtype is not data's own, both are integers or floats of whole bytes
    C3: relative_byte_offset is an int64 of 0 or more, and a multiple of the bytes of both dtypes
    C4: the view ends within data
    """
    return _call("memory.view", (data, shape, dtype, relative_byte_offset))
