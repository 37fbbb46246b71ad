# SPDX-License-Identifier: Apache-2.0
"""Tenon, a compiler for tensor programs: docs/python.md.

    import numpy, tenon

    m = tenon.load("net.onnx").opt("O2")
    f = m.compile(dims={"n": 8})
    y = f(numpy.ones((8, 64), "float32"))
"""

from . import _errors, _tenon

_tenon._set_errors(_errors.fail, _errors.warn)

from ._errors import (  # noqa: E402
    BugError as BugError,
    Cancelled as Cancelled,
    Diagnostic as Diagnostic,
    DiagnosticWarning as DiagnosticWarning,
    DifferError as DifferError,
    Error as Error,
    FileError as FileError,
    InvalidError as InvalidError,
    LimitError as LimitError,
    OutOfMemoryError as OutOfMemoryError,
    UsageError as UsageError,
)
from ._module import (  # noqa: E402
    Function as Function,
    FunctionInfo as FunctionInfo,
    Gradcheck as Gradcheck,
    KernelTime as KernelTime,
    Module as Module,
    Passed as Passed,
    Profile as Profile,
    Rules as Rules,
    TrainStep as TrainStep,
    load as load,
    parse as parse,
)
from ._tenon import Context as Context, RankThreads as RankThreads, Tensor as Tensor  # noqa: E402
from ._tenon import backends as backends  # noqa: E402
from ._tenon import passes as passes  # noqa: E402

TYPE_CHECKING = False
if TYPE_CHECKING:
    from . import op as op, torch as torch
    from ._build import Graph as Graph, Value as Value, build as build, constant as constant, graph as graph, input as input
    from ._build import ops as ops
    from ._files import read_arrays as read_arrays, write_arrays as write_arrays
    from ._operator import Operator as Operator, host as host, operator as operator
    from ._source import R as R, function as function, rewriter as rewriter
    from ._train import TrainEvent as TrainEvent, Trainer as Trainer, train as train, trainer as trainer

_LATER = {name: "_build" for name in ("Graph", "Value", "build", "constant", "graph", "input", "ops")}
_LATER.update({"Operator": "_operator", "host": "_operator", "operator": "_operator"})
_LATER.update({"R": "_source", "function": "_source", "rewriter": "_source"})
_LATER.update({name: "_train" for name in ("TrainEvent", "Trainer", "train", "trainer")})
_LATER.update({"read_arrays": "_files", "write_arrays": "_files"})


def __getattr__(name: str) -> object:
    """What not every program needs is imported when it is asked for."""
    import importlib

    if name in _LATER:
        value = getattr(importlib.import_module(f".{_LATER[name]}", __name__), name)
    elif name in ("op", "torch"):
        value = importlib.import_module(f".{name}", __name__)
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_LATER, "op"})


__version__ = _tenon.version()
