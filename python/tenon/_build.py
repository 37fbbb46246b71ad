# SPDX-License-Identifier: Apache-2.0
"""The builder: operators on symbolic values, each checked where it is called, and modules made of them.

A value knows its type, which the library infers: a call is parsed as a function of its own, whose text stands on the
line of the Python file that called, so that what is wrong is told there. `build` writes all that the outputs need as
one text, in the order in which it was made."""

from __future__ import annotations

import ast
import itertools
import re
import sys
import threading

from . import _tenon
from ._errors import UsageError
from ._module import Module
from ._tenon import Context, Tensor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any, TypeAlias, Union

    Extent: TypeAlias = Union[int, str]
    Operand: TypeAlias = Union["Value", bool, int, float, Any]
    Shape: TypeAlias = Union["Value", Sequence[Union[int, str, "Value"]]]
    Prim: TypeAlias = Union["Value", int, float, str]
    Prims: TypeAlias = Union["Value", Sequence[Union[int, str]]]
    Operands: TypeAlias = Union["Value", Sequence[Operand]]
    Types: TypeAlias = Union[str, "Value", Sequence[Union[str, "Value"]]]
    Callee: TypeAlias = Union[str, "Graph"]
    Ints: TypeAlias = Union[int, Sequence[int]]
    Dtype: TypeAlias = Any

_MOST_INLINE = 16  # elements of a constant that stands in the text
_serial = itertools.count()
_local = threading.local()
_schemas: dict[str, Any] = {}
# NumPy has no such dtypes: tenon.Tensor has
_PLAIN = ("bfloat16", "float8_e4m3fn", "float8_e4m3fnuz", "float8_e5m2", "float8_e5m2fnuz", "float8_e8m0fnu",
          "float8_e4m3", "float8_e3m4", "float8_e4m3b11fnuz")
_WORDS = {"T", "int64", "min", "max"}


def schemas() -> dict[str, Any]:
    """The rows of the registry by name: (name, doc, is_pure, is_commutative, is_elementwise, gradient, no_gradient,
    constraints, parameters)."""
    if not _schemas:
        _schemas.update((row[0], row) for row in _tenon._operators())
    return _schemas


def ops() -> list[str]:
    """The names of all operators."""
    return list(schemas())


class Graph:
    """A function made of values: what `scan` and `while_loop` call."""

    __slots__ = ("name", "inputs", "outputs", "_serial")

    def __init__(self, name: str, inputs: tuple[Value, ...], outputs: tuple[Value, ...]) -> None:
        self.name = name
        self.inputs = inputs
        self.outputs = outputs
        self._serial = next(_serial)

    def __repr__(self) -> str:
        return f"<tenon.Graph {self.name}({', '.join(v.name for v in self.inputs)})>"


class Value:
    """A symbolic value. `type` is its type as text, `shape` and `dtype` are a tensor's (None: not known)."""

    __slots__ = ("name", "type", "shape", "dtype", "_parts", "_items", "_data", "_serial")

    def __init__(self, name: str, type: str, parts: tuple[Any, ...] = (), data: Any = None) -> None:
        self.name = name
        self.type = type
        self._parts = parts  # of its text: strings, values and graphs; none: an input or a large constant
        self._data = data
        self._serial = next(_serial)
        self.shape: tuple[Extent, ...] | None = None
        self.dtype: str | None = None
        self._items: tuple[str, ...] | None = None
        self._read_type()

    def _read_type(self) -> None:
        call = ast.parse(self.type, mode="eval").body
        if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute):
            return
        if call.func.attr == "Tuple":
            self._items = tuple(ast.get_source_segment(self.type, a) or "" for a in call.args)
        elif call.func.attr == "Tensor":
            for a in call.args:
                if isinstance(a, ast.Tuple):
                    self.shape = tuple(ast.literal_eval(e) for e in a.elts)
                elif isinstance(a, ast.Constant):
                    self.dtype = str(a.value)
            for k in call.keywords:
                if k.arg == "dtype" and isinstance(k.value, ast.Constant):
                    self.dtype = str(k.value.value)

    @property
    def ndim(self) -> int | None:
        """The rank of a tensor; None: not known."""
        if self.shape is not None:
            return len(self.shape)
        m = re.fullmatch(r"R\.Tensor\(.*ndim=(\d+)\)", self.type)
        return int(m[1]) if m else None

    def __repr__(self) -> str:
        return f"<tenon.Value {self.name}: {self.type}>"

    def __len__(self) -> int:
        if self._items is None:
            raise TypeError(f"{self.name} is no tuple, but {self.type}")
        return len(self._items)

    def __getitem__(self, index: int) -> Value:
        n = len(self)
        if not -n <= index < n:
            raise IndexError(f"{self.name} has {n} fields, found the index {index}")
        index %= n
        assert self._items is not None
        return Value(f"{self.name}_{index}", self._items[index], (self, f"[{index}]"))

    def __iter__(self) -> Iterator[Value]:
        return (self[i] for i in range(len(self)))

    def __bool__(self) -> bool:
        raise TypeError(f"{self.name} is symbolic: what it is is not known before a run (tenon.op.where chooses)")

    # NumPy's arrays leave `array + value` to this class
    __array_ufunc__ = None

    def __add__(self, other: Operand) -> Value:
        return call("add", (self, other))

    def __radd__(self, other: Operand) -> Value:
        return call("add", (other, self))

    def __sub__(self, other: Operand) -> Value:
        return call("subtract", (self, other))

    def __rsub__(self, other: Operand) -> Value:
        return call("subtract", (other, self))

    def __mul__(self, other: Operand) -> Value:
        return call("multiply", (self, other))

    def __rmul__(self, other: Operand) -> Value:
        return call("multiply", (other, self))

    def __truediv__(self, other: Operand) -> Value:
        return call("divide", (self, other))

    def __rtruediv__(self, other: Operand) -> Value:
        return call("divide", (other, self))

    def __matmul__(self, other: Operand) -> Value:
        return call("matmul", (self, other))

    def __rmatmul__(self, other: Operand) -> Value:
        return call("matmul", (other, self))

    def __pow__(self, other: Operand) -> Value:
        return call("power", (self, other))

    def __neg__(self) -> Value:
        return call("negative", (self,))


# --- Arguments as text: lists of strings, values and graphs ---


def _is_array(value: object) -> bool:
    return all(hasattr(value, a) for a in ("dtype", "shape", "tolist", "size"))


def _number(value: Any, dtype: str) -> str:
    text = repr(value) if isinstance(value, (bool, int)) or value - value == 0 else f'float("{value}")'
    return f'R.const({text}, "{dtype}")'


def _operand(value: Any, beside: str | None) -> list[Any]:
    if value is None:
        return ["None"]
    if isinstance(value, Value):
        return [value]
    if isinstance(value, (tuple, list)):
        return _sequence([_operand(v, beside) for v in value], "(", ")")
    if isinstance(value, (bool, int, float)):
        usual = "bool" if isinstance(value, bool) else "int64" if isinstance(value, int) else "float32"
        return [_number(value, beside or usual)]
    if isinstance(value, str):
        return [f"R.str({_quoted(value)})"]
    return [constant(value)]


def _sequence(items: list[list[Any]], left: str, right: str) -> list[Any]:
    parts: list[Any] = [left]
    for item in items:
        parts += [*item, ", "]
    if len(items) != 1 and items:
        parts.pop()
    return [*parts, right]


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def _extent(value: Any) -> str:
    if isinstance(value, str):
        return value
    if not hasattr(value, "__index__"):
        raise TypeError(f"an extent is an integer or the name of one, found {value!r}")
    return str(value.__index__())


def _shape(value: Any, beside: str | None) -> list[Any]:
    if isinstance(value, Value):
        return [value]
    if isinstance(value, (int, str)):
        value = (value,)
    return [f"R.shape([{', '.join(_extent(v) for v in value)}])"]


def _prim(value: Any, beside: str | None) -> list[Any]:
    if value is None or isinstance(value, Value):
        return [value or "None"] if value is None else [value]
    return [f"R.prim_value({value if isinstance(value, str) else repr(value)})"]


def _prims(value: Any, beside: str | None) -> list[Any]:
    if value is None or isinstance(value, Value):
        return ["None"] if value is None else [value]
    return _sequence([_prim(v, None) for v in value], "(", ")")


def _types(value: Any, beside: str | None) -> list[Any]:
    if isinstance(value, (str, Value)):
        value = (value,)
    return _sequence([[v.type if isinstance(v, Value) else v] for v in value], "(", ")")


def _callee(value: Any, beside: str | None) -> list[Any]:
    return [value if isinstance(value, Graph) else _quoted(value)]


def _attribute(value: Any, beside: str | None) -> list[Any]:
    if value is None or isinstance(value, (bool, int, float)):
        return [repr(value)]
    if isinstance(value, str):
        return [_quoted(value)]
    if isinstance(value, (tuple, list)):
        return _sequence([_attribute(v, beside) for v in value], "[", "]")
    return [repr(value.__index__())]


def _dtype(value: Any, beside: str | None) -> list[Any]:
    if value is None:
        return ["None"]
    if isinstance(value, str):
        return [_quoted(value)]
    name = getattr(value, "name", None) or getattr(value, "__name__", None) or str(value)
    return [_quoted(str(name).rpartition(".")[2])]  # numpy.float32, numpy.dtype("float32"), torch.float32


_WRITERS = {"tensor": _operand, "value": _operand, "values": _operand, "tensors": _operand, "shape": _shape, "prim": _prim,
            "prims": _prims, "types": _types, "function": _callee, "dtype": _dtype}  # fmt: skip


# --- Calls ---


def _beside(arguments: Any) -> str | None:
    """The dtype of the first tensor, which numbers among the operands get."""
    for a in arguments:
        if isinstance(a, Value) and a.dtype and a._items is None:
            return a.dtype
        if isinstance(a, (tuple, list)) and (inner := _beside(a)):
            return inner
        if _is_array(a):
            return str(a.dtype)
    return None


def _symbols(types: Any) -> list[str]:
    found: dict[str, None] = {}
    for t in types:
        for text in re.findall(r'"([^"]*)"', t) if "(" in t else [t]:
            found.update((w, None) for w in re.findall(r"[A-Za-z_]\w*", text) if w not in _WORDS)
    for dtype in ("bool", "float16", "bfloat16", "float32", "float64", "int8", "int16", "int32", "int64", "uint8",
                  "uint16", "uint32", "uint64"):  # fmt: skip
        found.pop(dtype, None)
    return [s for s in found if not s.startswith("float") and not s.startswith(("int4", "uint4", "int2", "uint2"))]


def _result(text: str) -> str:
    """What comes behind the arrow of "(x: ..., y: ...) -> ..."."""
    depth = 0
    for i, c in enumerate(text):
        depth += (c in "([") - (c in ")]")
        if depth == 0:
            return text[i + 1 :].removeprefix(" -> ")
    raise AssertionError(text)


def _place() -> tuple[str, int]:
    """The file and line outside of this package that called."""
    package = __name__.rpartition(".")[0]
    frame = sys._getframe(2)
    while frame.f_back and str(frame.f_globals.get("__name__", "")).split(".")[0] == package:
        frame = frame.f_back
    return frame.f_code.co_filename, frame.f_lineno


def _context() -> Context:
    if not hasattr(_local, "context"):
        _local.context = Context()
    context: Context = _local.context
    return context


def _infer(parts: list[Any], definitions: str) -> str:
    operands = {p: None for p in parts if isinstance(p, Value)}
    names: dict[Value, str] = {}
    for v in operands:  # as they are called, where that is one name for one value
        names[v] = v.name if v.name not in names.values() else f"{v.name}_{v._serial}"
    graphs = {p: p.name for p in parts if isinstance(p, Graph)}
    extents = " ".join(m for p in parts if isinstance(p, str) for m in re.findall(r"R\.(?:shape\(\[|prim_value\()([^)\]]*)", p))
    symbols = _symbols([v.type for v in operands] + [f"({_quoted(extents)})"])
    head = ['_: R.Shape(["' + '", "'.join(symbols) + '"])'] if symbols else []
    head += [f"{names[v]}: {v.type}" for v in operands]
    body = "".join(p if isinstance(p, str) else names[p] if isinstance(p, Value) else graphs[p] for p in parts)
    file, line = _place()
    text = f"@R.function(pure=False)\ndef main({', '.join(head)}):\n    return {body}\n"
    inner = dict.fromkeys(d for g in graphs for d in _needed(g.outputs, ())[2])
    lines = [_graph_text(g, n, {}) for g, n in graphs.items()] + list(inner)
    text = "\n" * max(0, line - 3) + text + definitions + "".join(lines)
    module = Module._parse(_context(), "relax", file, text)
    return _result(next(row[1] for row in module._functions() if row[0] == "main"))


def _unknown(name: str) -> str:
    import difflib

    near = difflib.get_close_matches(name, schemas(), 1)
    return f"there is no operator {name!r}{f'; did you mean {near[0]!r}?' if near else ''}"


def call(name: str, arguments: Sequence[Any] = (), /, **keywords: Any) -> Value:
    """A call of the operator of that name, which tenon.op has as a function."""
    row = schemas().get(name)
    if row is None:
        raise UsageError(_unknown(name))
    parameters = row[8]
    parts: list[Any] = [f"R.{name}("]
    given = dict(zip((p[0] for p in parameters), arguments), **keywords)
    beside = _beside(given.values())
    is_positional = True
    for pname, kind, is_attribute, is_optional, fallback, _, _ in parameters:
        value = given.get(pname)
        if kind == "rest":
            for v in value or ():
                parts += [*_operand(v, beside), ", "]
            is_positional = False
            continue
        if is_optional and (value is None or (fallback is not None and _attribute_text(value) == fallback)):
            is_positional = False
            continue
        is_positional = is_positional and not is_attribute
        if not is_positional:
            parts.append(f"{pname}=")
        parts += [*_WRITERS.get(kind, _attribute)(value, beside), ", "]
    if parts[-1] == ", ":
        parts.pop()
    return made(name, [*parts, ")"])


def _attribute_text(value: Any) -> str | None:
    return None if isinstance(value, Value) or _is_array(value) else "".join(map(str, _attribute(value, None))) if isinstance(
        value, (bool, int, float, str)) else None  # fmt: skip


def made(name: str, parts: list[Any], definitions: tuple[str, ...] = ()) -> Value:
    """A value of that text, whose type is inferred; `definitions` are of operators that it uses."""
    return Value(name.rpartition(".")[2], _infer(parts, "".join(definitions)), (*parts, *map(_Definitions, definitions)))


class _Definitions(str):
    """Operators that a call needs: they stand once in the module, not in the call."""


def _check_name(name: str) -> None:
    if not re.fullmatch(r"[A-Za-z_]\w*", name) or name in ("R", "T", "I", "cls", "Module", "metadata"):
        raise UsageError(f"{name!r} is not a name")


def input(name: str, shape: Sequence[Extent] | None = None, dtype: Dtype = "float32", *, type: str | None = None) -> Value:
    """An input of a module: extents are numbers, or names of symbolic ones ("n", "2 * n"). `type`: any type as text, in
    place of shape and dtype."""
    _check_name(name)
    if type is None:
        if shape is None:
            raise UsageError("input: expected a shape, or type=")
        dims = "".join(f'"{d}", ' if isinstance(d, str) and not d.isdigit() else f"{_extent(d)}, " for d in shape)
        type = f"R.Tensor(({dims.strip() if len(shape) == 1 else dims.removesuffix(', ')}), {_dtype(dtype, None)[0]})"
    return Value(name, _infer([Value(name, type)], ""))


def constant(array: Any, name: str = "constant") -> Value:
    """An array, or a number, as a value. It is copied."""
    _check_name(name)
    if isinstance(array, (bool, int, float)):
        parts = _operand(array, None)
        return Value(name, _infer(parts, ""), tuple(parts))
    if not _is_array(array):
        import numpy

        if isinstance(array, Tensor) and array.dtype in _PLAIN:
            copied = Tensor(numpy.array(array.bits()), dtype=array.dtype)
            return Value(name, _tensor_type(copied.shape, copied.dtype), (), copied)
        if not isinstance(array, (Tensor, list, tuple)) and not hasattr(array, "__dlpack__"):
            raise TypeError(f"constant: expected an array or a number, found {array!r}")
        array = numpy.asarray(array) if isinstance(array, (Tensor, list, tuple)) else numpy.from_dlpack(array)
    if array.size <= _MOST_INLINE:
        parts = [_literal(array)]
        return Value(name, _infer(parts, ""), tuple(parts))
    return Value(name, _tensor_type(array.shape, str(array.dtype)), (), array.copy(order="C"))


def _tensor_type(shape: tuple[int, ...], dtype: str) -> str:
    return f'R.Tensor(({", ".join(map(str, shape))}{"," if len(shape) == 1 else ""}), dtype="{dtype}")'


def _literal(array: Any) -> str:
    text = re.sub(r"(?<![\w\"])(-?inf|nan)(?!\w)", r'float("\1")', repr(array.tolist()))
    if array.size == 0 or text.startswith("[[]"):
        return f'R.zeros(R.shape([{", ".join(str(d) for d in array.shape)}]), dtype="{array.dtype}")'
    return f'R.const({text}, "{array.dtype}")'


# --- Modules ---


def _needed(outputs: Sequence[Value], effects: Sequence[Value]) -> tuple[list[Value], dict[Graph, None], list[str]]:
    """What the outputs need, in the order in which it was made, and the graphs and definitions in it."""
    seen: dict[Value, None] = {}
    graphs: dict[Graph, None] = {}
    definitions: dict[str, None] = {}
    left = [*outputs, *effects]
    while left:
        v = left.pop()
        if v in seen:
            continue
        seen[v] = None
        for p in v._parts:
            if isinstance(p, Value):
                left.append(p)
            elif isinstance(p, Graph):
                graphs[p] = None
            elif isinstance(p, _Definitions):
                definitions[p] = None
    return sorted(seen, key=lambda v: v._serial), graphs, list(definitions)


class _Names:
    def __init__(self) -> None:
        self.taken: dict[str, int] = {}
        self.of: dict[Value, str] = {}

    def give(self, v: Value) -> str:
        n = self.taken.get(v.name, -1) + 1
        name = v.name if n == 0 else f"{v.name}_{n}"
        while n and name in self.taken:
            n += 1
            name = f"{v.name}_{n}"
        self.taken[v.name] = n
        self.taken.setdefault(name, 0)
        self.of[v] = name
        return name


def _function_text(name: str, inputs: Sequence[Value], outputs: Sequence[Value], effects: Sequence[Value],
                   graphs: Mapping[Graph, str], constants: dict[str, Any] | None) -> str:  # fmt: skip
    values, _, _ = _needed(outputs, effects)
    is_graph = constants is None
    names = _Names()
    heads = []
    for v in inputs:
        if v._parts or v._data is not None:
            raise UsageError(f"{v.name} is not made by tenon.input: it cannot be an input of {name!r}")
        if v in names.of or v.name in names.taken:
            raise UsageError(f"two inputs of {name!r} are called {v.name!r}")
        heads.append(f"{names.give(v)}: {v.type}")
    lines = []
    for v in values:
        if v in names.of:
            continue
        if v._data is not None:
            if constants is None:
                raise UsageError(f"{v.name} is a constant of more than {_MOST_INLINE} elements, which a graph takes as an input")
            constants[names.give(v)] = v._data
            heads.append(f"{names.of[v]}: {v.type}")
        elif not v._parts:
            raise UsageError(f"{v.name} is no input of {name!r}: expected it among {[i.name for i in inputs]}")
        else:
            text = "".join(p if isinstance(p, str) and not isinstance(p, _Definitions) else names.of[p] if isinstance(p, Value)
                           else graphs[p] if isinstance(p, Graph) else "" for p in v._parts)  # fmt: skip
            lines.append(f"    {names.give(v)} = {text}\n")
    result = ", ".join(names.of[v] for v in outputs)
    lines.append(f"    return {result if len(outputs) == 1 else f'({result})'}\n")
    is_pure = all(_is_pure(v) for v in values)
    decorator = "@R.function" if is_pure else "@R.function(pure=False)"
    arrow = ""
    if is_graph:  # whoever calls it may stand before it
        types = [v.type for v in outputs]
        arrow = f" -> {types[0] if len(types) == 1 else 'R.Tuple(' + ', '.join(types) + ')'}"
    return f"{decorator}\ndef {name}({', '.join(heads)}){arrow}:\n{''.join(lines)}"


def _is_pure(v: Value) -> bool:
    m = re.match(r"R\.([\w.]+)\(", v._parts[0]) if v._parts and isinstance(v._parts[0], str) else None
    row = schemas().get(m[1]) if m else None
    return row is None or bool(row[2])


def _graph_text(g: Graph, name: str, graphs: Mapping[Graph, str]) -> str:
    return _function_text(name, g.inputs, g.outputs, (), graphs, None).replace("@R.function\n", "@R.function(private=True)\n", 1)


def graph(outputs: Value | Sequence[Value], inputs: Sequence[Value], name: str = "body") -> Graph:
    """A function of the inputs that give the outputs, as tenon.op.scan and while_loop take it. It uses nothing from
    outside but what it is given."""
    _check_name(name)
    outs = (outputs,) if isinstance(outputs, Value) else tuple(outputs)
    return Graph(name, tuple(inputs), outs)


def build(
    outputs: Value | Sequence[Value],
    inputs: Sequence[Value],
    *,
    name: str = "main",
    effects: Sequence[Value] = (),
    context: Context | None = None,
) -> Module:
    """A module whose function `name` gives the outputs (several: a tuple) for the inputs, in their order. `effects` are
    calls that do something (tenon.op.print, assert_op), whose results nobody needs."""
    _check_name(name)
    outs = (outputs,) if isinstance(outputs, Value) else tuple(outputs)
    if not outs:
        raise UsageError("build: expected an output")
    for v in (*outs, *inputs, *effects):
        if not isinstance(v, Value):
            raise TypeError(f"build: expected symbolic values, found {v!r}")
    values, found, definitions = _needed(outs, effects)
    graphs: dict[Graph, str] = {}
    left = list(found)
    for g in left:  # graphs within graphs
        if g in graphs:
            continue
        graphs[g] = g.name if g.name not in (name, *graphs.values()) else f"{g.name}_{g._serial}"
        _, inner, more = _needed(g.outputs, ())
        left += inner
        definitions += [d for d in more if d not in definitions]
    constants: dict[str, Any] = {}
    text = _function_text(name, inputs, outs, effects, graphs, constants)
    text += "".join(_graph_text(g, n, graphs) for g, n in graphs.items()) + "".join(dict.fromkeys(definitions))
    module = Module._parse(Context() if context is None else context, "relax", "<build>", text)
    return module._bind_params(name, constants) if constants else module
