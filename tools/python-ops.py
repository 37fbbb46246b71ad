# SPDX-License-Identifier: Apache-2.0
"""Writes tenon/op/*.py: a function for each operator, with signature and doc from the registry. tests/python/test_op.py
says when they are not current.

    PYTHONPATH=build/python python3 tools/python-ops.py [FOLDER]"""

import ast
import keyword
import sys
import textwrap
from pathlib import Path

import tenon._tenon

TYPES = {
    "tensor": "Operand", "value": "Operand", "values": "Operands", "tensors": "Operands", "shape": "Shape", "prim": "Prim",
    "prims": "Prims", "types": "Types", "function": "Callee", "rest": "Operand", "int": "int", "bool": "bool",
    "float": "float", "string": "str", "dtype": "Dtype", "ints": "Ints", "padding": "Ints", "list": "Sequence[float]",
    "int or ints": "Ints",
}  # fmt: skip
ALIASES = ("Callee", "Dtype", "Ints", "Operand", "Operands", "Prim", "Prims", "Shape", "Types")


def parameter(row):
    name, kind, _, is_optional, fallback, _, _ = row
    assert not keyword.iskeyword(name), name
    hint = TYPES[kind]
    if kind == "rest":
        return f"*{name}: {hint}"
    if not is_optional:
        return f"{name}: {hint}"
    value = None if fallback is None else ast.literal_eval(fallback)
    value = tuple(value) if isinstance(value, list) else value
    if value is None and hint not in ("Dtype", "Operand"):
        hint += " | None"
    return f"{name}: {hint} = {_python(value)}"


def _python(value):
    return f'"{value}"' if isinstance(value, str) else repr(value)


def doc(row):
    """The text, the constraints behind it, and what a parameter may be."""
    lines = textwrap.wrap(row[1].replace("\\", "\\\\"), 110)
    rest = [f"C{i + 1}: {c}" for i, c in enumerate(row[7])]
    rest += [f"{p[0]}: {', '.join(p[6])}" for p in row[8] if p[6]]
    body = [*lines, *([""] if rest else [])]
    for r in rest:
        body += textwrap.wrap(r, 110, subsequent_indent="    ")
    text = "\n".join(f"    {b}" if b else "" for b in body).strip()
    return f'    """{text}"""' if len(body) == 1 else f'    """{text}\n    """'


def parameters(row):
    """Those that are required behind optional ones are given by name."""
    found, is_optional, is_named = [], False, any(p[1] == "rest" for p in row[8])
    for p in row[8]:
        if is_optional and not p[3] and not is_named:
            found.append("*")
            is_named = True
        is_optional = is_optional or p[3]
        found.append(parameter(p))
    return found


def function(row):
    name = row[0].rpartition(".")[2]
    names = [p[0] for p in row[8]]
    head = f"def {name}({', '.join(parameters(row))}) -> Value:"
    if len(head) > 120:
        head = f"def {name}(\n" + "".join(f"    {p},\n" for p in parameters(row)) + ") -> Value:"
    call = f'    return _call("{row[0]}", ({", ".join(names)}{"," if len(names) == 1 else ""}))'
    if len(call) > 120:
        call = f'    return _call("{row[0]}", (\n' + "".join(f"        {n},\n" for n in names) + "    ))"
    return f"{head}\n{doc(row)}\n{call}\n"


def module(rows, spaces):
    text = "\n\n".join(function(r) for r in rows)
    used = [a for a in ALIASES if f": {a}" in text]
    lines = ["# SPDX-License-Identifier: Apache-2.0", "# Written by tools/python-ops.py from the registry of operators; not edited.",
             '"""Operators on symbolic values: docs/python.md, "Models from operators"."""', "",
             "from __future__ import annotations", ""]  # fmt: skip
    lines += [f"from . import {', '.join(f'{s} as {s}' for s in spaces)}"] if spaces else []
    lines += ["from .._build import Value as Value, call as _call", "", "TYPE_CHECKING = False", "if TYPE_CHECKING:"]
    lines += ["    from collections.abc import Sequence", ""] if "Sequence[" in text else []
    lines += [f"    from .._build import {', '.join(used)}"]
    names = [r[0].rpartition(".")[2] for r in rows] + spaces
    every = textwrap.fill(", ".join(f'"{n}"' for n in sorted(names)), 110, initial_indent="    ", subsequent_indent="    ")
    lines += ["", f"__all__ = [\n{every},\n]", "", "", text]
    return "\n".join(lines)


def files():
    """The text of each file by its name."""
    spaces = {}
    for row in tenon._tenon._operators():
        spaces.setdefault(row[0].rpartition(".")[0], []).append(row)
    inner = sorted(s for s in spaces if s)
    return {f"{s or '__init__'}.py": module(rows, [] if s else inner) for s, rows in spaces.items()}


if __name__ == "__main__":
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parent.parent / "python/tenon/op")
    for name, text in files().items():
        (folder / name).write_text(text, encoding="utf-8")
