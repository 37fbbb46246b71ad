# SPDX-License-Identifier: Apache-2.0
# Written by tools/python-ops.py from the registry of operators; not edited.
"""Operators on symbolic values: docs/python.md, "Models from operators"."""

from __future__ import annotations

from .._build import Value as Value, call as _call

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from .._build import Operand, Operands, Types

__all__ = [
    "node", "opaque",
]


def node(
    inputs: Operands,
    op_type: str,
    attrs: Sequence[float] = (),
    version: int = 1,
    domain: str = "",
    absent: Sequence[float] = (),
    given: Sequence[float] = (),
    outputs: int = 1,
    skipped: Sequence[float] = (),
    opset: int = 0,
) -> Value:
    """What a node of ONNX computes: op_type of version of domain, with attributes attrs. Inputs are inputs, but for
    those at absent, which it has not, and given, which are constants.

    C1: attrs, absent, given, outputs and skipped say what a node has
    C2: the reader has a map for op_type in this version of domain, which takes these inputs
    """
    return _call("onnx.node", (inputs, op_type, attrs, version, domain, absent, given, outputs, skipped, opset))


def opaque(
    inputs: Operands,
    op_type: str,
    attrs: Sequence[float] = (),
    version: int = 1,
    domain: str = "",
    absent: Sequence[float] = (),
    given: Sequence[float] = (),
    outputs: int = 1,
    skipped: Sequence[float] = (),
    opset: int = 0,
    *,
    out_sinfo: Types,
    name: str = "",
    captures: Sequence[float] = (),
    infos: Sequence[float] = (),
    why: str = "",
    overload: str = "",
    out_names: Sequence[float] = (),
) -> Value:
    """A node of ONNX whose meaning is not known. It is kept as it is, where it is.

    C1: attrs, absent, given, outputs and skipped say what a node has
    C2: out_sinfo is a type for each output
    """
    return _call("onnx.opaque", (
        inputs,
        op_type,
        attrs,
        version,
        domain,
        absent,
        given,
        outputs,
        skipped,
        opset,
        out_sinfo,
        name,
        captures,
        infos,
        why,
        overload,
        out_names,
    ))
