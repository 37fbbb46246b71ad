# SPDX-License-Identifier: Apache-2.0
"""Operators of one's own, defined in Relax by decorated Python functions, and Python functions that a run calls."""

from __future__ import annotations

import ast
import inspect

from . import _source
from ._build import Value, _attribute, _beside, _operand, _prim, _shape, made
from ._errors import UsageError
from ._tenon import Context, Tensor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_ATTRIBUTES = ("Int", "Float", "Bool", "Str", "Dtype", "Ints")


class Operator:
    """An operator that a decorated function defines. Called with symbolic values it is one; in @tenon.function's text its
    Python name and R.NAME are; `register` makes it known to a Context, for texts and rules."""

    def __init__(self, name: str, f: Callable[..., Any], depth: int) -> None:
        self.name = name
        self.source, text, self.needs = _source.text_of(f, f'@R.operator("{name}")', depth + 1)
        self.__doc__ = f.__doc__
        self.text = text.lstrip("\n")
        node = ast.parse(self.text).body[0]
        assert isinstance(node, ast.FunctionDef)
        self._kinds = [(a.arg, _kind(a.annotation)) for a in node.args.args]
        self.__signature__ = inspect.signature(f)
        _check(self, text)

    @property
    def definitions(self) -> tuple[str, ...]:
        """The texts of what it is made of and its own."""
        return (*self.needs, self.text)

    def gradient(self, f: Callable[..., Any]) -> Operator:
        """A decorator: how calls are differentiated (docs/own_operators.md, "Gradients")."""
        return self._more(f, "gradient")

    def legalize(self, f: Callable[..., Any]) -> Operator:
        """A decorator: another expansion, tried before the body."""
        return self._more(f, "legalize")

    def _more(self, f: Callable[..., Any], kind: str) -> Operator:
        _, text, needs = _source.text_of(f, f'@R.{kind}("{self.name}")', 3)
        before = self.text, self.needs
        self.needs = tuple(dict.fromkeys((*self.needs, *needs)))
        self.text += text.lstrip("\n")
        try:
            _check(self, self.text)
        except Exception:
            self.text, self.needs = before
            raise
        return self

    def register(self, context: Context) -> Operator:
        """Modules that the context parses from now on may use R.NAME."""
        context._operators(self.source, "".join(self.definitions))
        return self

    def __call__(self, *args: Any, **kwargs: Any) -> Value:
        given = self.__signature__.bind(*args, **kwargs).arguments
        beside = _beside(given.values())
        parts: list[Any] = [f"R.{self.name}("]
        for name, kind in self._kinds:
            if name in given:
                if kind == "attribute":
                    parts.append(f"{name}=")
                write = {"attribute": _attribute, "shape": _shape, "prim": _prim}.get(kind, _operand)
                parts += [*write(given[name], beside), ", "]
        if parts[-1] == ", ":
            parts.pop()
        return made(self.name, [*parts, ")"], self.definitions)

    def __repr__(self) -> str:
        return f"<tenon.Operator {self.name}{self.__signature__}>"


def _kind(annotation: ast.expr | None) -> str:
    if isinstance(annotation, ast.Call):
        annotation = annotation.func
    word = annotation.attr if isinstance(annotation, ast.Attribute) else ""
    return "attribute" if word in _ATTRIBUTES else word.lower()


def _check(operator: Operator, own: str) -> None:
    """Parses the definition (on the lines where it stands) in a context of its own."""
    context = Context()
    context._operators(operator.source, own + "".join(operator.needs))


def operator(name: str, *, context: Context | None = None) -> Callable[[Callable[..., Any]], Operator]:
    """A decorator: the function's own text, which is Relax, defines the operator `name` ("my.linear"). With `context` it
    is registered there, too."""

    def read(f: Callable[..., Any]) -> Operator:
        made = Operator(name, f, 2)
        return made if context is None else made.register(context)

    return read


def _array(value: Any) -> Any:
    """An argument as NumPy's array, where there is NumPy and it has the dtype."""
    if isinstance(value, tuple):
        return tuple(map(_array, value))
    if not isinstance(value, Tensor):
        return value
    try:
        import numpy

        buffer: Any = value
        return numpy.asarray(memoryview(buffer))
    except (ImportError, BufferError, ValueError, TypeError):
        return value


def host(
    f: Callable[..., Any] | None = None, *, name: str | None = None, context: Context, pure: bool = True
) -> Any:
    """A decorator: modules of the context call f by its name, R.call_pure_packed("name", ...) or (pure=False: it does more than
    compute) R.call_packed. It is given arrays and numbers, and returns an array, several as a tuple, or None. What it
    raises comes out of the call that ran the module."""

    def register(f: Callable[..., Any]) -> Callable[..., Any]:
        if not callable(f):
            raise UsageError(f"host: expected a function, found {f!r}")
        if not isinstance(context, Context):
            raise TypeError(f"host: expected a tenon.Context, found {context!r}")

        def run(*args: Any) -> tuple[Any, ...]:
            result = f(*map(_array, args))
            if result is None:
                return ()
            results = tuple(result) if isinstance(result, (tuple, list)) else (result,)
            return tuple(r.copy(order="C") if hasattr(r, "flags") and not r.flags.c_contiguous else r for r in results)

        context._host(name or f.__name__, run, pure)
        return f

    return register if f is None else register(f)
