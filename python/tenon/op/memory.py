# SPDX-License-Identifier: Apache-2.0
# Written by tools/python-ops.py from the registry of operators; not edited.
"""Operators on symbolic values: docs/python.md, "Models from operators"."""

from __future__ import annotations

from .._build import Value as Value, call as _call

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._build import Dtype, Operand, Prim, Shape

__all__ = [
    "ensure_zero_offset", "view",
]


def ensure_zero_offset(data: Operand) -> Value:
    """data; of TVM's, memory whose first byte is that of a buffer. Here every value is its own."""
    return _call("memory.ensure_zero_offset", (data,))


def view(data: Operand, shape: Shape | None = None, dtype: Dtype = None, relative_byte_offset: Prim = 0) -> Value:
    """The elements that the bytes of data are from relative_byte_offset on, in the order of memory (the low byte
    first), as a tensor of that shape and dtype: data's own where one is left out. It is a value of its own.

    C1: no dim of shape is negative
    C2: where dtype is not data's own, both are integers or floats of whole bytes
    C3: relative_byte_offset is an int64 of 0 or more, and a multiple of the bytes of both dtypes
    C4: the view ends within data
    """
    return _call("memory.view", (data, shape, dtype, relative_byte_offset))
