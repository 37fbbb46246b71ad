# SPDX-License-Identifier: Apache-2.0
"""PyTorch: its models as modules, and modules as functions that it differentiates."""

from __future__ import annotations

import importlib

from . import _module
from ._module import Module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from typing import Any

    from ._tenon import Context

try:
    _torch: Any = importlib.import_module("torch")
except ImportError as e:
    raise ImportError("tenon.torch needs PyTorch (Debian: python3-torch), and there is none", name="torch") from e


def load(
    model: Any,
    example_inputs: Any,
    *,
    names: Sequence[str] | None = None,
    dynamic: Mapping[str, Mapping[int, str]] | None = None,
    training: bool = False,
    context: Context | None = None,
    **options: Any,
) -> Module:
    """The module of a torch.nn.Module (or a scripted one), by torch.onnx.export, run on `example_inputs`, a tensor or a tuple
    of them. Inputs are called `names`, else by the parameters of `forward`; `dynamic` names extents that stay symbolic,
    {"x": {0: "n"}}. Weights become constants. `options` are the exporter's; what it warns of is a warning."""
    import inspect
    import io

    inputs = tuple(example_inputs) if isinstance(example_inputs, (tuple, list)) else (example_inputs,)
    if names is None:
        forward = getattr(model, "forward", model)
        known = [] if isinstance(model, _torch.jit.ScriptModule) else list(inspect.signature(forward).parameters)
        names = [known[i] if i < len(known) else f"input_{i}" for i in range(len(inputs))]
    unknown = [n for n in dynamic or () if n not in names]
    if unknown:
        raise ValueError(f"dynamic: there is no input {unknown[0]!r}; the inputs are {list(names)}")
    modes = _torch.onnx.TrainingMode
    file = io.BytesIO()
    was = bool(getattr(model, "training", False))
    options.setdefault("opset_version", 14)
    try:
        _torch.onnx.export(model, inputs, file, input_names=list(names), dynamic_axes={k: dict(v) for k, v in (dynamic or {}).items()},
                           training=modes.TRAINING if training else modes.EVAL, **options)  # fmt: skip
    finally:
        if hasattr(model, "train") and not isinstance(model, _torch.jit.ScriptModule):
            model.train(was)
    return _module.parse(file.getvalue(), name=type(model).__name__, context=context)


def wrap(
    module: Module,
    *,
    function: str | None = None,
    wrt: str | Iterable[str] | None = None,
    dims: Mapping[str, int] | None = None,
    threads: int = 0,
    backend: str | None = None,
) -> Callable[..., Any]:
    """The compiled function for tensors of PyTorch, which autograd differentiates: by the inputs `wrt` (None: all of
    floats), each result once. Nothing is copied but what is not contiguous. The gradient is compiled at its first use."""
    forward = module.compile(dims, threads, function=function, backend=backend, returns="tensor")
    name = function if function is not None else _only(module)
    names = [str(i[0]) for i in forward.inputs]
    floats = [n for n, i in zip(names, forward.inputs) if i[1] in ("float16", "bfloat16", "float32", "float64")]
    chosen = floats if wrt is None else [wrt] if isinstance(wrt, str) else list(wrt)
    for n in chosen:
        if n not in floats:
            raise ValueError(f"wrt: {n!r} is no input of floats; those are {floats}")
    is_float = [o[1] in ("float16", "bfloat16", "float32", "float64") for o in forward.outputs]
    made: list[Any] = []

    def adjoint() -> Any:
        if not made:
            seeded = module.grad(chosen, function=function, seeded=True)
            made.append(seeded.compile(dims, threads, function=f"{name}_adjoint", backend=backend, returns="tensor"))
        return made[0]

    def run(f: Any, tensors: Iterable[Any]) -> list[Any]:
        out = f(*(t.detach().contiguous() if isinstance(t, _torch.Tensor) else t for t in tensors))
        return [_torch.from_dlpack(o) for o in (out if isinstance(out, tuple) else (out,))]

    class Wrapped(_torch.autograd.Function):  # type: ignore[misc]
        @staticmethod
        def forward(ctx: Any, *tensors: Any) -> Any:
            ctx.save_for_backward(*tensors)
            results = run(forward, tensors)
            ctx.mark_non_differentiable(*(r for r, f in zip(results, is_float) if not f))
            return results[0] if len(results) == 1 else tuple(results)

        @staticmethod
        @_torch.autograd.function.once_differentiable  # type: ignore[misc]
        def backward(ctx: Any, *seeds: Any) -> Any:
            found = run(adjoint(), [*ctx.saved_tensors, *(s for s, f in zip(seeds, is_float) if f)])
            gradients = dict(zip(chosen, found[len(found) - len(chosen) :]))
            return tuple(gradients.get(n) for n in names)

    def call(*args: Any, **named: Any) -> Any:
        given = dict(zip(names, args), **named)
        missing = [n for n in names if n not in given]
        if missing or len(args) > len(names) or len(given) > len(names):
            raise TypeError(f"expected the inputs {names}, found {[*names[: len(args)], *named]}")
        tensors = [given[n] if isinstance(given[n], _torch.Tensor) else _torch.as_tensor(given[n]) for n in names]
        return Wrapped.apply(*tensors)

    call.__name__ = name
    call.__doc__ = f"{name}({', '.join(names)}), compiled"
    return call


def _only(module: Module) -> str:
    public = [f.name for f in module.check() if not f.is_private and not f.is_prim_func]
    return public[0] if len(public) == 1 else "main"
