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
    load as load,
    parse as parse,
)
from ._source import R as R, function as function, rewriter as rewriter  # noqa: E402
from ._train import (  # noqa: E402
    TrainEvent as TrainEvent,
    Trainer as Trainer,
    train as train,
    trainer as trainer,
)
from ._tenon import Context as Context, Tensor as Tensor, backends as backends  # noqa: E402
from ._tenon import passes as passes  # noqa: E402

__version__ = _tenon.version()
