# SPDX-License-Identifier: Apache-2.0
"""Exceptions, with the diagnostics that the library gave."""

from __future__ import annotations

__all__ = [
    "BugError", "Cancelled", "Diagnostic", "DiagnosticWarning", "DifferError", "Error",
    "FileError", "InvalidError", "LimitError", "OutOfMemoryError", "UsageError",
]  # fmt: skip


class Diagnostic:
    """What is wrong, and where. `text` is all of it as the command prints it."""

    __slots__ = ("level", "source", "line", "col", "node", "message", "expected", "found",
                 "help", "text")  # fmt: skip

    level: str
    source: str | None
    line: int
    col: int
    node: str | None
    message: str
    expected: str | None
    found: str | None
    help: str | None
    text: str

    def __init__(self, row: tuple[object, ...]) -> None:
        for name, value in zip(self.__slots__, row):
            setattr(self, name, value)
        self.level = "warning" if row[0] else "error"

    def __repr__(self) -> str:
        at = f"{self.source}:{self.line}:{self.col}: " if self.line else ""
        return f"<tenon.Diagnostic {at}{self.level}: {self.message}>"


class Error(Exception):
    """A call of the library failed. `diagnostics` says what is wrong, in order."""

    diagnostics: list[Diagnostic]

    def __init__(self, text: str = "", diagnostics: list[Diagnostic] | None = None) -> None:
        self.diagnostics = diagnostics or []
        super().__init__("".join(d.text for d in self.diagnostics).rstrip("\n") or text)


class UsageError(Error, ValueError):
    """An argument is out of its contract."""


class InvalidError(Error, ValueError):
    """The model, text or rule is wrong or unsupported, or a run met what it cannot do."""


class DifferError(Error):
    """Two things that were compared differ."""


class FileError(Error, OSError):
    """A file could not be read or written."""

    __str__ = Exception.__str__


class OutOfMemoryError(Error, MemoryError):
    """Out of memory."""


class LimitError(Error):
    """A limit of the Context was reached."""


class Cancelled(Error):
    """Context.cancel() was called."""


class BugError(Error):
    """A fault of Tenon's own; please report it."""


class DiagnosticWarning(UserWarning):
    """What the library warns of while a call succeeds."""


# In the order of TnStatus
_CLASSES = (Error, UsageError, InvalidError, DifferError, FileError, OutOfMemoryError, LimitError,
            Cancelled, BugError)  # fmt: skip


def fail(status: int, text: str, rows: list[tuple[object, ...]]) -> Error:
    return _CLASSES[status](text, [Diagnostic(r) for r in rows])


def warn(rows: list[tuple[object, ...]]) -> None:
    import warnings

    for d in map(Diagnostic, rows):
        warnings.warn(d.text.rstrip("\n"), DiagnosticWarning, stacklevel=3)
