"""The exception that this package raises."""

from __future__ import annotations

from typing import Literal

Kind = Literal["unreadable", "unwritable", "unknown", "unsupported", "unsolved"]


class PuzzleError(ValueError):
    """Raised if a puzzle cannot be read or an argument is invalid.

    >>> import veridoku
    >>> try:
    ...     veridoku.solve("53..7...x")
    ... except veridoku.PuzzleError as error:
    ...     print(error.kind, error.line, error.column, error)
    unreadable 1 10 line 1, column 10: found 1 row, expected 9
    """

    reason: str
    """The message."""
    kind: Kind
    """The kind of error: ``unreadable``, ``unwritable``, ``unknown``, ``unsupported`` or ``unsolved``.

    ``unwritable`` means that a text format cannot represent the puzzle, ``unknown`` that an argument names
    something that does not exist, and ``unsolved`` that the puzzle lacks the unique solution that is needed.
    """
    line: int | None
    """The line in which the error was found, counted from 1."""
    column: int | None
    """The position of the character in that line, counted from 1."""

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
