# SPDX-License-Identifier: Apache-2.0
import sys
from collections.abc import Callable
from typing import Any, TypeVar, final

_M = TypeVar("_M", bound="Module")
_F = TypeVar("_F", bound="Function")

@final
class Context:
    def __new__(
        cls,
        *,
        input_bytes: int = ...,
        bindings: int = ...,
        depth: int = ...,
        diags: int = ...,
        const_bytes: int = ...,
        folded_bytes: int = ...,
        folded_steps: int = ...,
        steps: int = ...,
        milliseconds: int = ...,
        growth: int = ...,
        memory_bytes: int = ...,
    ) -> Context: ...
    @property
    def bytes(self) -> int: ...
    @property
    def peak_bytes(self) -> int: ...
    def cancel(self) -> None: ...
    def _read_arrays(self, path: str, /) -> dict[str, Tensor]: ...
    def _write_arrays(self, path: str, arrays: dict[str, Any], /) -> None: ...
    def _host(self, name: str, fn: Callable[..., tuple[Any, ...]], pure: bool, /) -> None: ...
    def _operators(self, name: str, text: str, /) -> None: ...

@final
class Tensor:
    def __new__(cls, array: Any, /, dtype: str | None = None) -> Tensor: ...
    if sys.version_info >= (3, 12):
        def __buffer__(self, flags: int, /) -> memoryview: ...
    def __dlpack__(
        self,
        *,
        stream: None = None,
        max_version: tuple[int, int] | None = None,
        dl_device: tuple[int, int] | None = None,
        copy: bool | None = None,
    ) -> Any: ...
    def __dlpack_device__(self) -> tuple[int, int]: ...
    def bits(self) -> Tensor: ...
    def flat(self) -> list[float]: ...
    @property
    def shape(self) -> tuple[int, ...]: ...
    @property
    def dtype(self) -> str: ...
    @property
    def nbytes(self) -> int: ...
    @property
    def readonly(self) -> bool: ...

class Function:
    def __call__(self, *args: Any, out: Any = None, **kwargs: Any) -> Any: ...
    def counts(self) -> dict[str, int]: ...
    @property
    def inputs(self) -> tuple[tuple[str, str, int, bool], ...]: ...
    @property
    def outputs(self) -> tuple[tuple[None, str, int, bool], ...]: ...
    @property
    def _module(self) -> Module: ...

class Module:
    @property
    def context(self) -> Context: ...
    @classmethod
    def _parse(cls: type[_M], context: Context, kind: str, name: str | None, text: str | bytes, /) -> _M: ...
    @classmethod
    def _read(
        cls: type[_M],
        context: Context,
        path: str,
        whole: bool,
        opaque: bool,
        weights_parameters: bool,
        inputs: tuple[str, ...] | None,
        outputs: tuple[str, ...] | None,
        keep: tuple[str, ...] | None,
        lengths: dict[str, int] | None,
        /,
    ) -> _M: ...
    @classmethod
    def _train_module(
        cls: type[_M], context: Context, path: str, options: dict[str, Any], trainable: tuple[str, ...] | None, /
    ) -> _M: ...
    def _compile(
        self,
        type: type[_F],
        backend: str,
        function: str | None,
        threads: int,
        dims: dict[str, int] | None,
        varying: tuple[str, ...] | None,
        as_is: bool,
        strict: bool,
        deterministic: bool,
        cpu: str | None,
        returns: str,
        /,
    ) -> _F: ...
    def _passes(
        self: _M,
        items: tuple[str, ...],
        skip: tuple[str, ...] | None,
        name: str | None,
        rules: str | None,
        target: str | None,
        /,
    ) -> _M: ...
    def _grad(
        self: _M, function: str | None, wrt: tuple[str, ...] | None, seeded: bool, segments: int, memory: int, /
    ) -> _M: ...
    def _derivative(self: _M, kind: str, function: str | None, wrt: tuple[str, ...] | None, /) -> _M: ...
    def _bind_dims(self: _M, dims: dict[str, int], function: str | None, /) -> _M: ...
    def _bind_params(self: _M, function: str | None, params: dict[str, Any], /) -> _M: ...
    def _print(self) -> str: ...
    def _save(self, path: str, /) -> None: ...
    def _provenance(self) -> str: ...
    def _legalization(self, set: str | None, /) -> str: ...
    def _why_not(self, rule: str, at: str | None, name: str | None, rules: str | None, /) -> str: ...
    def _report(
        self: _M,
        title: str | None,
        items: tuple[str, ...],
        skip: tuple[str, ...] | None,
        why_not: tuple[str, ...] | None,
        dims: dict[str, int],
        name: str | None,
        rules: str | None,
        other: Module | None,
        other_title: str | None,
        rules_first: bool,
        /,
    ) -> str: ...
    def _check(self) -> None: ...
    def _equal(self, other: Module, /) -> str | None: ...
    def _verify(
        self,
        other: Module,
        function: str | None,
        dims: dict[str, int] | None,
        seed: int,
        rtol: float,
        atol: float,
        widen: bool,
        /,
    ) -> tuple[Any, ...]: ...
    def _gradcheck(
        self,
        function: str | None,
        wrt: tuple[str, ...] | None,
        dims: dict[str, int] | None,
        seed: int,
        tolerance: float,
        /,
    ) -> tuple[Any, ...]: ...
    def _functions(self) -> list[tuple[Any, ...]]: ...
    def _ops(self) -> dict[str, int]: ...
    def _profile(
        self,
        function: str | None,
        dims: dict[str, int] | None,
        threads: int,
        runs: int,
        names: tuple[str, ...],
        arrays: tuple[Any, ...],
        /,
    ) -> tuple[float, float, list[tuple[Any, ...]]]: ...

class Trainer:
    def _step(self) -> tuple[Any, ...]: ...
    def _position(self) -> tuple[Any, ...]: ...
    def _evaluate(self) -> tuple[float, float]: ...
    def _best(self) -> float: ...
    def _save(self, path: str, /) -> None: ...
    def _load(self, path: str, /) -> None: ...
    def _write(self, path: str, /) -> None: ...
    def _plan(self) -> dict[str, Any]: ...

_T = TypeVar("_T", bound=Trainer)

def _trainer(
    type: type[_T],
    model: Module | str,
    context: Context,
    data: dict[str, Any],
    val: dict[str, Any] | None,
    options: dict[str, Any],
    trainable: tuple[str, ...] | None,
    /,
) -> _T: ...
def version() -> str: ...
def backends() -> list[tuple[str, str | None, bool, bool]]: ...
def _operators() -> list[tuple[Any, ...]]: ...
def passes() -> list[tuple[str, str]]: ...
def level(number: int, /) -> list[str]: ...
def items(text: str, /) -> list[str]: ...
def default_backend() -> str: ...
def _set_errors(
    fail: Callable[[int, str, list[tuple[object, ...]]], Exception],
    warn: Callable[[list[tuple[object, ...]]], None],
    /,
) -> None: ...
