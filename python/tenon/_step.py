# SPDX-License-Identifier: Apache-2.0
"""What the text of a training module says of its step."""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def training(text: str) -> dict[str, Any]:
    """What the attribute "training" of the step says."""
    import ast

    at = text.index('"training": {') + len('"training": ')
    depth = 0
    for end in range(at, len(text)):
        depth += (text[end] == "{") - (text[end] == "}")
        if depth == 0:
            break
    found: dict[str, Any] = ast.literal_eval(text[at : end + 1])
    return found


def tensors(type: str, parameter: str) -> list[tuple[tuple[int, ...], str]]:
    """Extents and dtype of the tensors in the type of a parameter, of a function's type."""
    at = type.index(f"{parameter}: ") + len(parameter) + 2
    depth, end = 0, at
    while depth or type[end] != ",":
        depth += (type[end] in "([") - (type[end] in ")]")
        end += 1
    found = re.findall(r'R\.Tensor\(\(([^)]*)\), dtype="(\w+)"\)', type[at:end])
    return [(tuple(int(d) for d in dims.split(",") if d.strip()), dtype) for dims, dtype in found]
