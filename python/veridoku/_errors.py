"""What is raised when a question cannot be answered."""

from __future__ import annotations

from typing import Literal

Kind = Literal["unreadable", "unwritable", "unknown", "unsupported"]


class PuzzleError(ValueError):
    """A puzzle that cannot be read, or a question that makes no sense for it.

    >>> import veridoku
    >>> try:
    ...     veridoku.solve("53..7...x")
    ... except veridoku.PuzzleError as error:
    ...     print(error.kind, error.line, error.column, error)
    unreadable 1 10 line 1, column 10: found 1 row, expected 9
    """

    reason: str
    """What is wrong, as a sentence."""
    kind: Kind
    """``unreadable``, ``unwritable`` (in a form), ``unknown`` (there is nothing of a name asked for) or ``unsupported``."""
    line: int | None
    """The line of an unreadable text, counted from 1."""
    column: int | None
    """The character in that line, counted from 1."""

    def __init__(
        self, reason: str, kind: Kind = "unreadable", line: int | None = None, column: int | None = None
    ) -> None:
        super().__init__(reason, kind, line, column)
        self.reason = reason
        self.kind = kind
        self.line = line
        self.column = column

    def __str__(self) -> str:
        return self.reason
