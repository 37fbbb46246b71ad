# SPDX-License-Identifier: Apache-2.0
"""A step of training as a callable: forward, backward and the update of the weights."""

from __future__ import annotations

import re

from ._module import Module, load
from ._tenon import Context

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any


class TrainStep:
    """`loss = step(x, y)` makes a step. `weights` are those as they are now, by name, and may be set; `state` is the
    optimizer's; `rate` is the learning rate, which a call may give another value."""

    def __init__(self, model: Module, shipped: Module, rate: float | None, threads: int) -> None:
        import numpy

        training = _training(shipped.text)
        self._model = model  # whose weights are parameters
        self.module = shipped
        self.function: str = training["of"]
        self.rate: float = training["rate"] if rate is None else rate
        # by the evaluator, which needs no compiling to give constants
        begin = shipped.compile(function=training["begin"], backend="eval")()
        self._step = shipped.compile(function=f"{self.function}_train_step", threads=threads)
        first = [w.copy() for w in (begin if isinstance(begin, tuple) else (begin,))]
        types = {f.name: f.type for f in shipped.check()}
        state = [numpy.zeros(d, t) for d, t in _tensors(types[f"{self.function}_train_step"], "state")]
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


def _training(text: str) -> dict[str, Any]:
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


def _tensors(type: str, parameter: str) -> list[tuple[tuple[int, ...], str]]:
    """Extents and dtype of the tensors in the type of a parameter, of a function's type."""
    at = type.index(f"{parameter}: ") + len(parameter) + 2
    depth, end = 0, at
    while depth or type[end] != ",":
        depth += (type[end] in "([") - (type[end] in ")]")
        end += 1
    found = re.findall(r'R\.Tensor\(\(([^)]*)\), dtype="(\w+)"\)', type[at:end])
    return [(tuple(int(d) for d in dims.split(",") if d.strip()), dtype) for dims, dtype in found]


def train_step(model: Module, options: dict[str, Any], trainable: Iterable[str] | None, threads: int) -> TrainStep:
    """The library makes a module of training out of a file: the model is written for it."""
    import os
    import tempfile

    rate = options.get("rate")
    with tempfile.TemporaryDirectory() as folder:
        has_parameters = '"num_input"' in model.text
        path = os.path.join(folder, "model.py" if has_parameters else "model.onnx")
        model.save(path)
        if not has_parameters:
            model = load(path, weights_parameters=True)
        given = {name: value for name, value in options.items() if value is not None}
        names = None if trainable is None else tuple(trainable)
        shipped = Module._train_module(Context(), path, given, names)
    return TrainStep(model, shipped, rate, threads)
