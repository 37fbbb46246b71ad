# SPDX-License-Identifier: Apache-2.0
"""Training: the command's trainer (docs/train.md), with arrays or a Python iterator as data."""

from __future__ import annotations

from . import _tenon
from ._module import Module, _path
from ._tenon import Context

TYPE_CHECKING = False
if TYPE_CHECKING:
    import os
    from collections.abc import Iterable, Iterator, Mapping
    from typing import Any


class TrainEvent:
    """What a step came to."""

    __slots__ = ("step", "epoch", "rows", "loss", "rate", "epoch_ended", "train_loss", "evaluated", "val_loss",
                 "metric", "improved", "done", "why")  # fmt: skip

    step: int
    epoch: int
    rows: int
    loss: float
    rate: float
    epoch_ended: bool
    train_loss: float
    evaluated: bool
    val_loss: float
    metric: float
    improved: bool
    done: bool
    why: str | None

    def __init__(self, row: tuple[object, ...]) -> None:
        for name, value in zip(self.__slots__, row):
            setattr(self, name, value)

    def __repr__(self) -> str:
        end = f"; validation {self.val_loss:.4g}, metric {self.metric:.4g}" if self.evaluated else ""
        return f"<step {self.step}, epoch {self.epoch}: loss {self.loss:.4g}{end}>"


class Trainer(_tenon.Trainer):
    """A training run. Iterate over it for its steps, or call `run`."""

    __slots__ = ()

    def step(self) -> TrainEvent:
        """Makes one step."""
        return TrainEvent(self._step())

    __call__ = step

    def __iter__(self) -> Iterator[TrainEvent]:
        while not TrainEvent(self._position()).done:
            yield self.step()

    def run(self) -> TrainEvent:
        """Makes all steps that are left, and returns the last one's outcome."""
        event = TrainEvent(self._position())
        for event in self:
            pass
        return event

    @property
    def position(self) -> TrainEvent:
        """Where it is, without a step."""
        return TrainEvent(self._position())

    @property
    def plan(self) -> dict[str, Any]:
        """Steps, rows, parameters, the names of loss, optimizer and metric, and a remark (None: none)."""
        return self._plan()

    def evaluate(self) -> tuple[float, float]:
        """Loss and metric of the validation rows, with the weights as they are now."""
        return self._evaluate()

    @property
    def best(self) -> float:
        """The metric of the weights that `save` writes."""
        return self._best()

    def save(self, path: str | os.PathLike[str]) -> None:
        """The weights of the best evaluation: .onnx, .py, .npz or .safetensors."""
        self._write(_path(path))

    def checkpoint(self, path: str | os.PathLike[str]) -> None:
        """All that `resume` goes on from, in one file."""
        self._save(_path(path))

    def resume(self, path: str | os.PathLike[str]) -> None:
        """Goes on from a checkpoint, with the bits of a run that was never interrupted."""
        self._load(_path(path))


def _columns(data: Any) -> dict[str, Any]:
    """A dict of arrays, each with a row for each example. An iterator of batches, dicts or pairs (x, y), is read to its
    end: rows are shuffled, and asked for in each epoch."""
    if hasattr(data, "keys"):
        return _named({name: data[name] for name in data.keys()})
    import numpy  # batches are joined by it

    parts: dict[str, list[Any]] = {}
    for batch in data:
        rows = batch if hasattr(batch, "keys") else dict(zip(("x", "y"), batch))
        if parts and set(parts) != set(rows.keys()):
            raise ValueError(f"a batch has the columns {sorted(rows.keys())}, the first one {sorted(parts)}")
        for name in rows.keys():
            parts.setdefault(name, []).append(rows[name])
    return {name: numpy.concatenate(list_) for name, list_ in _named(parts).items()}


def _named(columns: dict[str, Any]) -> dict[str, Any]:
    for name in columns:
        if not isinstance(name, str):
            raise TypeError(f"a column's name is a str, found {name!r}")
    return columns


def trainer(
    model: Module | str | os.PathLike[str],
    data: Mapping[str, Any] | Iterable[Any],
    val: Mapping[str, Any] | Iterable[Any] | None = None,
    *,
    trainable: Iterable[str] | None = None,
    context: Context | None = None,
    **options: Any,
) -> Trainer:
    """A Trainer of a module, or of the model in a file (of ONNX, the file's weights are trained). `options` are those of
    docs/train.md: loss, optimizer, schedule, init, metric, target, rate, epochs, steps, batch, accumulate, patience,
    seed, val_share, clip, average, threads, strict, deterministic, class_weights, function; of a context that is a rank
    among others also bucket, shard (data_parallel, zero1, zero3) and save_shards."""
    columns = _columns(data)
    val_columns = None if val is None else _columns(val)
    names = None if trainable is None else tuple(trainable)
    given = {name: value for name, value in options.items() if value is not None}
    if isinstance(model, Module):
        if context is not None and context is not model.context:
            raise ValueError("context: the module has one")
        return _tenon._trainer(Trainer, model, model.context, columns, val_columns, given, names)
    own = Context() if context is None else context
    return _tenon._trainer(Trainer, _path(model), own, columns, val_columns, given, names)


def train(
    model: Module | str | os.PathLike[str],
    data: Mapping[str, Any] | Iterable[Any],
    val: Mapping[str, Any] | Iterable[Any] | None = None,
    *,
    output: str | os.PathLike[str] | None = None,
    **options: Any,
) -> Trainer:
    """Trains to the end, writes the best weights to `output`, and returns the Trainer; arguments as of `trainer`."""
    t = trainer(model, data, val, **options)
    t.run()
    if output is not None:
        t.save(output)
    return t
