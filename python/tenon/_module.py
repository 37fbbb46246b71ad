# SPDX-License-Identifier: Apache-2.0
"""Modules and what is made of them."""

from __future__ import annotations

from . import _tenon
from ._tenon import Context

TYPE_CHECKING = False
if TYPE_CHECKING:
    import os
    from collections.abc import Iterable, Mapping
    from typing import Any

    from ._picture import Report


def _names(given: str | Iterable[str] | None) -> tuple[str, ...] | None:
    if given is None:
        return None
    return (given,) if isinstance(given, str) else tuple(given)


def _path(path: Any) -> str:
    name = path if isinstance(path, str) else getattr(path, "__fspath__", lambda: path)()
    if not isinstance(name, str):
        raise TypeError(f"expected a path, a str or an os.PathLike of one, found {path!r}")
    return name


class Rules:
    """Rewrite rules as text; `@tenon.rewriter` makes them."""

    __slots__ = ("source", "text", "name")

    def __init__(self, source: str, text: str, name: str) -> None:
        self.source = source
        self.text = text
        self.name = name

    def __repr__(self) -> str:
        return f"<tenon.Rules: {self.name}>"


def _rules(rules: object) -> tuple[str | None, str | None]:
    """The name and text of rules: decorated classes, the path of a file, or text."""
    if rules is None:
        return None, None
    if isinstance(rules, Rules):
        return rules.source, rules.text
    if isinstance(rules, str) and "\n" in rules:
        return "<rules>", rules
    if isinstance(rules, str) or hasattr(rules, "__fspath__"):
        path = _path(rules)
        with open(path, encoding="utf-8") as file:
            return path, file.read()
    raise TypeError(f"rules: expected tenon.Rules, a path or text, found {rules!r}")


class Passed:
    """The outcome of a comparison; true where nothing differs."""

    __slots__ = ("same", "max_abs", "max_rel", "output", "element", "a", "b", "differing")

    same: bool
    max_abs: float
    max_rel: float
    output: int
    element: int
    a: float
    b: float
    differing: int

    def __init__(self, row: tuple[object, ...]) -> None:
        for name, value in zip(self.__slots__, row):
            setattr(self, name, value)

    def __bool__(self) -> bool:
        return self.same

    def __repr__(self) -> str:
        if self.same:
            return f"<same; largest difference {self.max_abs:.3g}>"
        return (f"<differ: {self.differing} elements; most at output {self.output}, element "
                f"{self.element}: {self.a:.9g} and {self.b:.9g}>")  # fmt: skip


class Gradcheck:
    """Gradients against differences; true where they agree."""

    __slots__ = ("same", "largest", "gradient", "difference", "parameter")

    same: bool
    largest: float
    gradient: float
    difference: float
    parameter: str

    def __init__(self, row: tuple[object, ...]) -> None:
        for name, value in zip(self.__slots__, row):
            setattr(self, name, value)

    def __bool__(self) -> bool:
        return self.same

    def __repr__(self) -> str:
        where = f" in {self.parameter}" if self.parameter else ""
        return f"<{'same' if self.same else 'differ'}: largest {self.largest:.3g}{where}>"


class FunctionInfo:
    """What a function of a module holds."""

    __slots__ = ("name", "type", "is_private", "is_prim_func", "params", "bindings",
                 "param_elements", "param_bytes", "peak_bytes")  # fmt: skip

    name: str
    type: str
    is_private: bool
    is_prim_func: bool
    params: int
    bindings: int
    param_elements: int
    param_bytes: int
    peak_bytes: int

    def __init__(self, row: tuple[object, ...]) -> None:
        for name, value in zip(self.__slots__, row):
            setattr(self, name, value)

    def __repr__(self) -> str:
        return f"<{self.name}{self.type}: {self.bindings} bindings>"


class KernelTime:
    """One place in the code: how often it ran, how long, and what of the model it computes."""

    __slots__ = ("name", "calls", "milliseconds", "longest", "float_operations", "bytes",
                 "sources")  # fmt: skip

    name: str
    calls: int
    milliseconds: float
    longest: float
    float_operations: float
    bytes: float
    sources: list[tuple[str, str]]

    def __init__(self, row: tuple[object, ...]) -> None:
        for name, value in zip(self.__slots__, row):
            setattr(self, name, value)

    def __repr__(self) -> str:
        return f"<{self.name}: {self.calls} calls, {self.milliseconds:.3f} ms>"


class Profile:
    """Times of a run, and the kernels by falling time."""

    __slots__ = ("compile_ms", "run_ms", "kernels")

    def __init__(self, compile_ms: float, run_ms: float, kernels: list[KernelTime]) -> None:
        self.compile_ms = compile_ms
        self.run_ms = run_ms
        self.kernels = kernels

    def __repr__(self) -> str:
        rows = "".join(f"\n  {k.milliseconds:10.3f} ms {k.calls:6} calls  {k.name}"
                       for k in self.kernels[:20])  # fmt: skip
        return f"<{self.run_ms:.3f} ms a run, {self.compile_ms:.0f} ms of compiling{rows}>"


class Function(_tenon.Function):
    """A compiled function: call it with arrays, positional or by name. `out=` gives the memory of
    the result (a tuple where there are several; None among them: it is allocated)."""

    __slots__ = ("_how",)
    _how: tuple[str | None, dict[str, int] | None, int]

    def profile(self, *arrays: Any, runs: int = 10, **named: Any) -> Profile:
        """Runs with the time of each kernel noted; what is not given is drawn. The code is
        compiled again for it."""
        names = [i[0] for i in self.inputs]
        given = dict(zip(names, arrays), **named)
        for name in given:
            if name not in names:
                raise TypeError(f"there is no input {name!r}; the inputs are {tuple(names)}")
        function, dims, threads = self._how
        row = self._module._profile(function, dims, threads, runs, tuple(given),
                                    tuple(given.values()))  # fmt: skip
        return Profile(row[0], row[1], [KernelTime(r) for r in row[2]])

    def __repr__(self) -> str:
        names = ", ".join(str(i[0]) for i in self.inputs)
        return f"<tenon.Function({names}) -> {len(self.outputs)}>"


def _items(passes: str | Iterable[str]) -> tuple[str, ...]:
    """The passes of levels ("O2"), and names with their options."""
    items: list[str] = []
    for item in (passes,) if isinstance(passes, str) else passes:
        level = item.lstrip("-")
        if level in ("O0", "O1", "O2"):
            items += _tenon.level(int(level[1]))
        else:
            items += _tenon.items(item)
    return tuple(items)


class Module(_tenon.Module):
    """A module. It never changes: what rewrites it gives another one."""

    __slots__ = ()

    @property
    def text(self) -> str:
        """Relax text that parses back to an equal module."""
        return self._print()

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes by the path's ending: .onnx, else Relax text. There whole, or not at all."""
        self._save(_path(path))

    def opt(
        self,
        passes: str | Iterable[str] = "O2",
        *,
        rules: Rules | str | os.PathLike[str] | None = None,
        skip: str | Iterable[str] | None = None,
        target: str | None = None,
    ) -> Module:
        """The module behind passes: a level ("O0", "O1", "O2") or names, each perhaps with
        options. `rules`, a file or text of rewrite rules, are applied to the end first."""
        name, text = _rules(rules)
        return self._passes(_items(passes), _names(skip), name, text, target)

    def grad(
        self,
        wrt: str | Iterable[str] | None = None,
        *,
        function: str | None = None,
        seeded: bool = False,
        segments: int = 0,
        memory: int = 0,
    ) -> Module:
        """With `f_adjoint` beside the function f: its results and the gradients with respect to
        `wrt` (None: all parameters of floats)."""
        return self._grad(function, _names(wrt), seeded, segments, memory)

    def derivative(
        self, kind: str, wrt: str | Iterable[str] | None = None, *, function: str | None = None
    ) -> Module:
        """With `f_vjp`, `f_jvp`, `f_jacobian` or `f_hvp` beside the function f."""
        return self._derivative(kind, function, _names(wrt))

    def bind(
        self,
        dims: Mapping[str, int] | None = None,
        *,
        params: Mapping[str, Any] | None = None,
        function: str | None = None,
    ) -> Module:
        """With values for symbolic dims, and arrays (copied) in the place of parameters."""
        m = self._bind_dims(dict(dims), function) if dims else self
        return m._bind_params(function, dict(params)) if params else m

    def check(self) -> list[FunctionInfo]:
        """Verifies the module, and says what its functions hold. InvalidError has all that is
        wrong."""
        self._check()
        return [FunctionInfo(r) for r in self._functions()]

    def ops(self) -> dict[str, int]:
        """How many calls of each operator there are, the most first."""
        return self._ops()

    def _here(self, other: Module) -> Module:
        """The other module in this one's context."""
        if other.context is self.context:
            return other
        return type(self)._parse(self.context, "relax", "other", other.text)

    def difference(self, other: Module) -> str | None:
        """The first difference of structure; None: the modules are equal."""
        return self._equal(self._here(other))

    def equal(self, other: Module) -> bool:
        """Structural equality, whatever the names."""
        return self.difference(other) is None

    def verify(
        self,
        other: Module,
        *,
        dims: Mapping[str, int] | None = None,
        function: str | None = None,
        seed: int = 0,
        rtol: float = 1e-6,
        atol: float = 1e-9,
        native: bool = False,
    ) -> Passed:
        """Runs both on the same drawn inputs by the reference evaluator, in float64 (`native`: in
        their own types), and compares what comes out."""
        row = self._verify(self._here(other), function, None if dims is None else dict(dims), seed,
                           rtol, atol, not native)  # fmt: skip
        return Passed(row)

    def gradcheck(
        self,
        wrt: str | Iterable[str] | None = None,
        *,
        dims: Mapping[str, int] | None = None,
        function: str | None = None,
        seed: int = 0,
        tolerance: float = 0.0,
    ) -> Gradcheck:
        """The function's gradients against central differences, in float64."""
        return Gradcheck(self._gradcheck(function, _names(wrt),
                                         None if dims is None else dict(dims), seed,
                                         tolerance))  # fmt: skip

    def why_not(
        self,
        rule: str | Rules,
        at: str | None = None,
        *,
        rules: Rules | str | os.PathLike[str] | None = None,
    ) -> str:
        """Why a rule does not apply (at the variable `at`, or anywhere)."""
        if isinstance(rule, Rules):
            rule, rules = rule.name, rules or rule
        return self._why_not(rule, at, *_rules(rules))

    def report(
        self,
        passes: str | Iterable[str] | None = None,
        *,
        path: str | os.PathLike[str] | None = None,
        title: str | None = None,
        rules: Rules | str | os.PathLike[str] | None = None,
        skip: str | Iterable[str] | None = None,
        why_not: str | Iterable[str] | None = None,
        dims: Mapping[str, int] | None = None,
        other: Module | None = None,
        other_title: str | None = None,
    ) -> Report:
        """One page of HTML that shows the module before and after `opt(passes, rules=..., skip=...)`
        (None: "O2", or nothing with `other`), with what made each binding; with `other` the
        differences of two modules. `path`: it is written there too. A notebook shows it."""
        from ._picture import Report

        if passes is None:
            passes = "O2" if other is None else ()
        name, text = _rules(rules)
        mate = None if other is None else self._here(other)
        page = Report(self._report(title, _items(passes), _names(skip), _names(why_not),
                                   dict(dims or {}), name, text, mate, other_title, True))  # fmt: skip
        if path is not None:
            page.save(path)
        return page

    def provenance(self) -> str:
        """Which rules made what, a line for each binding that one made."""
        return self._provenance()

    def legalization(self, set: str | None = None) -> str:
        """What LegalizeOps would do with each call, and why not."""
        return self._legalization(set)

    def train_step(
        self,
        loss: str | None = None,
        optimizer: str | None = None,
        *,
        rate: float | None = None,
        function: str | None = None,
        init: str | None = None,
        seed: int = 0,
        batch: int | None = None,
        clip: float | None = None,
        trainable: Iterable[str] | None = None,
        threads: int = 0,
    ) -> TrainStep:
        """A step of training as a callable: `loss = step(x, y)`. Weights are the parameters behind
        the first num_input, which are drawn, else the constants of floats. It needs NumPy."""
        import os
        import tempfile

        options = {"loss": loss, "optimizer": optimizer, "rate": rate, "function": function,
                   "init": init, "seed": seed, "batch": batch, "clip": clip}  # fmt: skip
        model = self
        with tempfile.TemporaryDirectory() as folder:  # the library makes it of a file
            has_parameters = '"num_input"' in self.text
            path = os.path.join(folder, "model.py" if has_parameters else "model.onnx")
            self.save(path)
            if not has_parameters:
                model = load(path, weights_parameters=True)
            given = {name: value for name, value in options.items() if value is not None}
            names = None if trainable is None else tuple(trainable)
            shipped = Module._train_module(Context(), path, given, names)
        return TrainStep(model, shipped, rate, threads)

    def compile(
        self,
        dims: Mapping[str, int] | None = None,
        threads: int = 0,
        *,
        function: str | None = None,
        backend: str | None = None,
        varying: Iterable[str] | None = None,
        as_is: bool = False,
        strict: bool = False,
        deterministic: bool = False,
        cpu: str | None = None,
        returns: str = "auto",
    ) -> Function:
        """A function (None: the only public one, or "main") as code for this machine, or by the
        backend that is named; what calls Python functions (tenon.host) is run by the evaluator.
        `returns`: "numpy", "tensor" (tenon.Tensor), or "auto": NumPy's arrays where NumPy is
        installed."""
        if backend is None:
            calls_host = any(op.endswith("_packed") for op in self._ops())
            backend = "eval" if calls_host else _tenon.default_backend()
        given = None if dims is None else dict(dims)
        f = self._compile(Function, backend, function, threads, given, _names(varying), as_is,
                          strict, deterministic, cpu, returns)  # fmt: skip
        f._how = (function, given, threads)
        return f

    def _repr_html_(self) -> str:
        from . import _picture

        return _picture.page(((f.name, f.type, f.bindings) for f in self.check()[:20]), self.text)

    def __repr__(self) -> str:
        names = ", ".join(r[0] for r in self._functions())
        return f"<tenon.Module: {names}>"


class TrainStep:
    """`loss = step(x, y)` makes a step. `weights` are those as they are now, by name, and may be set; `state` is the
    optimizer's; `rate` is the learning rate, which a call may give another value."""

    def __init__(self, model: Module, shipped: Module, rate: float | None, threads: int) -> None:
        import numpy

        from . import _step

        training = _step.training(shipped.text)
        self._model = model  # whose weights are parameters
        self.module = shipped
        self.function: str = training["of"]
        self.rate: float = training["rate"] if rate is None else rate
        # by the evaluator, which needs no compiling to give constants
        begin = shipped.compile(function=training["begin"], backend="eval")()
        self._step = shipped.compile(function=f"{self.function}_train_step", threads=threads)
        first = [w.copy() for w in (begin if isinstance(begin, tuple) else (begin,))]
        types = {f.name: f.type for f in shipped.check()}
        state = [numpy.zeros(d, t) for d, t in _step.tensors(types[f"{self.function}_train_step"], "state")]
        if "seed" in training:
            state[1][...] = training["seed"]
        self._n_weights = len(first)
        self._now: list[Any] = first + state
        self._names = [str(i[0]) for i in self._step.inputs][len(self._now) : -1]
        parameters = [str(i[0]) for i in shipped.compile(function=self.function, backend="eval").inputs]
        self._weight_names = parameters[len(parameters) - len(first) :]

    @property
    def inputs(self) -> list[str]:
        """What a call takes: the model's inputs, then the targets."""
        return self._names

    def __call__(self, *batch: Any, rate: float | None = None, **named: Any) -> float:
        """Makes a step with a batch: the model's inputs and the targets, in order or by name. Returns the loss."""
        import numpy

        for name in named:
            if name not in self.inputs:
                raise TypeError(f"there is no input {name!r}; a step takes {self.inputs}")
        arrays = dict(zip(self.inputs, batch), **named)
        missing = [i for i in self.inputs if i not in arrays]
        if missing or len(batch) > len(self.inputs):
            raise TypeError(f"a step takes {self.inputs}, found {len(batch) + len(named)} arrays")
        lr = self.rate if rate is None else rate
        out = self._step(*self._now, *(arrays[i] for i in self.inputs), numpy.float64(lr))
        loss = float(out[-1])
        if loss - loss != 0:
            from ._errors import InvalidError

            raise InvalidError(f"the loss is {loss}: weights and state are as before the step")
        self._now = list(out[:-1])
        return loss

    @property
    def weights(self) -> dict[str, Any]:
        """The weights by their names."""
        return dict(zip(self._weight_names, self._now))

    @weights.setter
    def weights(self, values: Mapping[str, Any]) -> None:
        for name, value in values.items():
            if name not in self._weight_names:
                raise KeyError(f"there is no weight {name!r}; the weights are {self._weight_names}")
            at = self._weight_names.index(name)
            if tuple(value.shape) != self._now[at].shape or str(value.dtype) != str(self._now[at].dtype):
                raise ValueError(f"weight {name}: expected {self._now[at].dtype}{list(self._now[at].shape)}, "
                                 f"found {value.dtype}{list(value.shape)}")  # fmt: skip
            self._now[at] = value.copy(order="C")

    @property
    def state(self) -> tuple[Any, ...]:
        """The optimizer's state: the number of steps, and what it keeps for each weight."""
        return tuple(self._now[self._n_weights :])

    def trained(self) -> Module:
        """The model with the weights as they are now, as constants."""
        return self._model.bind(params=self.weights, function=self.function)

    def __repr__(self) -> str:
        return f"<tenon.TrainStep({', '.join(self.inputs)}), {self._n_weights} weights>"


def load(
    path: str | os.PathLike[str],
    *,
    context: Context | None = None,
    whole: bool = False,
    opaque: bool = False,
    weights_parameters: bool = False,
    inputs: Iterable[str] | None = None,
    outputs: Iterable[str] | None = None,
    keep: Iterable[str] | None = None,
    lengths: Mapping[str, int] | None = None,
) -> Module:
    """Reads a model by its ending: .onnx, .mlir and .stablehlo, else Relax text. The others are
    of ONNX alone: `inputs` and `outputs` cut a part out of the graph, `keep` names nodes that
    survive all passes, `opaque` keeps what is not supported, `lengths` says how many tensors
    inputs have that are sequences."""
    return Module._read(Context() if context is None else context, _path(path), whole, opaque,
                        weights_parameters, _names(inputs), _names(outputs),
                        _names(keep),
                        None if lengths is None else dict(lengths))  # fmt: skip


def parse(
    text: str | bytes,
    *,
    name: str | None = None,
    format: str | None = None,
    context: Context | None = None,
) -> Module:
    """Parses Relax text, or (bytes) an ONNX model. `format`: "relax", "onnx" or "stablehlo";
    `name` is for messages."""
    if format is None:
        format = "onnx" if isinstance(text, bytes) else "relax"
    if format not in ("relax", "onnx", "stablehlo"):
        raise ValueError(f"format: expected relax, onnx or stablehlo, found {format!r}")
    return Module._parse(Context() if context is None else context, format, name, text)
