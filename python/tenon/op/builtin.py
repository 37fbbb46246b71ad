# SPDX-License-Identifier: Apache-2.0
# Written by tools/python-ops.py from the registry of operators; not edited.
"""Operators on symbolic values: docs/python.md, "Models from operators"."""

from __future__ import annotations

from .._build import Value as Value, call as _call

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._build import Operand

__all__ = [
    "stop_lift_params",
]


def stop_lift_params(x: Operand) -> Value:
    """x, from where on LiftTransformParams leaves what is computed in its function, also where it is of weights
    alone. The pass takes the call away.
    """
    return _call("builtin.stop_lift_params", (x,))
