# SPDX-License-Identifier: Apache-2.0
"""Files of named arrays."""

from __future__ import annotations

from ._module import _path
from ._tenon import Context, Tensor

TYPE_CHECKING = False
if TYPE_CHECKING:
    import os
    from collections.abc import Mapping
    from typing import Any


def _numpy(tensor: Tensor) -> Any:
    try:
        import numpy

        buffer: Any = tensor
        return numpy.asarray(memoryview(buffer))
    except (ImportError, BufferError, ValueError, TypeError):
        return tensor


def read_arrays(path: str | os.PathLike[str], *, context: Context | None = None) -> dict[str, Any]:
    """The arrays of a .safetensors or .npz file by name, in its order: NumPy's, else tenon.Tensor (bfloat16, float8)."""
    found = (Context() if context is None else context)._read_arrays(_path(path))
    return {name: _numpy(t) for name, t in found.items()}


def write_arrays(path: str | os.PathLike[str], arrays: Mapping[str, Any], *, context: Context | None = None) -> None:
    """Writes arrays by their names to a .safetensors or .npz file, which is there whole, or as it was."""
    (Context() if context is None else context)._write_arrays(_path(path), dict(arrays))
