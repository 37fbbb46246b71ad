# SPDX-License-Identifier: Apache-2.0
"""Python functions and classes as source: their text is Relax text or a rewrite rule, and is read, never run."""

from __future__ import annotations

from ._errors import UsageError
from ._module import Module, Rules, parse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from ._tenon import Context

_MOST_ELEMENTS = 4096


class _Syntax:
    """What stands for `R` where Python itself evaluates an annotation or a decorator: nothing comes of it."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return self

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self

    def __getitem__(self, key: Any) -> Any:
        return self

    def __repr__(self) -> str:
        return "tenon.R"


R: Any = _Syntax()


def _literal(value: object) -> str | None:
    """A value of Python's as text; None: it has none."""
    if value is None or isinstance(value, (bool, int, str)):
        return repr(value)
    if isinstance(value, float):
        return repr(value) if value - value == 0 else f'float("{value}")'
    if isinstance(value, (tuple, list)):
        items = [_literal(v) for v in value]
        if None in items:
            return None
        return f"[{', '.join(i for i in items if i is not None)}]"
    if all(hasattr(value, a) for a in ("dtype", "tolist", "size")):  # an array of NumPy's
        size = int(getattr(value, "size"))
        if size > _MOST_ELEMENTS:
            raise UsageError(f"an array of {size} elements is captured, at most {_MOST_ELEMENTS} are: make it a parameter")
        return f'R.const({getattr(value, "tolist")()!r}, "{getattr(value, "dtype")}")'
    return None


def _scope(what: Any, depth: int) -> dict[str, object]:
    """What the names in it stand for: annotations are of the place where it is defined, the body is of its own."""
    import inspect
    import sys

    frame = sys._getframe(depth)
    scope = {**frame.f_globals, **frame.f_locals}
    if inspect.isfunction(what):
        scope.update(inspect.getclosurevars(what).nonlocals)
    return scope


def _class_source(name: str, frame: Any) -> tuple[list[str], int, str]:
    """As inspect.getsourcelines, of a class that the frame is at: in a notebook's cell inspect does not find classes."""
    import ast
    import linecache

    file: str = frame.f_code.co_filename
    lines = linecache.getlines(file, frame.f_globals)
    for node in ast.walk(ast.parse("".join(lines))):
        if isinstance(node, ast.ClassDef) and node.name == name:
            first = min([node.lineno, *(d.lineno for d in node.decorator_list)])
            if first <= frame.f_lineno <= (node.end_lineno or 0):
                return lines[first - 1 : node.end_lineno], first, file
    raise OSError("source code not available")


def text_of(what: Any, decorator: str, depth: int) -> tuple[str, str, tuple[str, ...]]:
    """The file and the text of what is decorated, on the lines where it stands there, with constants of its scope in
    the place of their names, and the definitions of the operators of its scope that it uses."""
    import ast
    import inspect
    import sys
    import textwrap

    try:
        if isinstance(what, type):
            lines, first, file = _class_source(what.__name__, sys._getframe(depth))
        else:
            lines, first = inspect.getsourcelines(what)
            file = inspect.getsourcefile(what) or "<python>"
    except (OSError, TypeError) as e:
        if not callable(what):
            raise TypeError(f"expected a function or class to decorate, found {what!r}") from None
        raise UsageError(f"the source of {getattr(what, '__qualname__', what)!r} is not to be had ({e}), as of what exec or a prompt "
                         "defines: write it to a file, or give its text to tenon.parse") from None  # fmt: skip
    tree = ast.parse(textwrap.dedent("".join(lines)))
    node = tree.body[0]
    if not isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        raise UsageError(f"expected a def or class on its own lines, found {what!r}")
    text = textwrap.dedent("".join(lines)).splitlines()
    own = {"R", "T", "I"} | {n.id for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
    own |= {a.arg for a in ast.walk(node) if isinstance(a, ast.arg)} | {node.name}
    own |= {n.name for n in ast.walk(node) if isinstance(n, (ast.FunctionDef, ast.ClassDef))}
    # Annotations are Relax's own, but for the constants in them.
    names = [n for n in ast.walk(node) if isinstance(n, ast.Name) and n.id not in own]
    decorators = {id(n) for d in node.decorator_list for n in ast.walk(d)}
    scope = _scope(what, depth + 1)
    for n in sorted(names, key=lambda n: (n.lineno, n.col_offset), reverse=True):
        if n.id not in scope or id(n) in decorators:
            continue
        is_operator = hasattr(scope[n.id], "definitions")
        literal = f"R.{getattr(scope[n.id], 'name')}" if is_operator else _literal(scope[n.id])
        if literal is None:
            continue
        row = text[n.lineno - 1].encode()
        text[n.lineno - 1] = (row[: n.col_offset] + literal.encode() + row[n.end_col_offset :]).decode()
    begin = node.lineno - 1  # of def or class, behind the decorators
    head = [""] * (first + begin - 2) + [decorator]
    joined = "\n".join(head + text[begin:]) + "\n"
    operators: list[Any] = [v for v in scope.values() if hasattr(v, "definitions")]
    used = [v for v in operators if f"R.{v.name}(" in joined and f'"{v.name}"' not in decorator]
    return file, joined, tuple(dict.fromkeys(d for v in used for d in v.definitions))


def function(f: Callable[..., Any] | None = None, *, context: Context | None = None) -> Any:
    """A decorator: the function's own text is Relax, and the name becomes its Module. Numbers, strings, lists and small
    arrays of its scope are captured as constants."""

    def read(f: Callable[..., Any], depth: int = 1) -> Module:
        file, text, needs = text_of(f, "@R.function", depth + 1)
        return parse(text + "".join(needs), name=file, context=context)

    return read if f is None else read(f, 2)


def rewriter(c: type) -> Rules:
    """A decorator: the class's own text is a rewrite rule, which opt and why_not take as `rules`."""
    file, text, _ = text_of(c, "@R.rewriter", 2)
    return Rules(file, text, c.__name__)
