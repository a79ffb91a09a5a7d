"""What callers may hand in: one puzzle as text or as numbers, and many of them in rows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol, Union, runtime_checkable

import numpy as np
import numpy.typing as npt

from ._errors import PuzzleError


@runtime_checkable
class ArrowStream(Protocol):
    """A table, a column or a stream of Arrow: pyarrow, Polars, DuckDB, pandas and others."""

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...


@runtime_checkable
class ArrowArray(Protocol):
    """An array or a batch of Arrow."""

    def __arrow_c_array__(self, requested_schema: object | None = None) -> Any: ...


@runtime_checkable
class HasPuzzle(Protocol):
    """An answer that has its puzzle with it."""

    @property
    def puzzle(self) -> str: ...


Numbers = npt.NDArray[np.integer[Any]]
Puzzle = Union[str, Sequence[Sequence[Union[int, str, None]]], Sequence[int], Numbers, HasPuzzle]
"""One puzzle: a text in any form, nine rows of nine cells, 81 cells, or an answer that has one."""

Arrow = Union[ArrowStream, ArrowArray]
Rows = Union[Numbers, Sequence[Puzzle]]
"""Many puzzles: an array of n × 81 or n × 9 × 9, or a list of puzzles."""

BLANKS = {None: ".", "": ".", "0": ".", 0: ".", ".": ".", "_": ".", " ": "."}


def text_of(puzzle: Puzzle) -> str:
    """The puzzle as text: lists and arrays become 81 characters.

    >>> text_of([[5, 3, 0, 0, 7, 0, 0, 0, 0]] + [[0] * 9] * 8)[:9]
    '53..7....'
    """
    if isinstance(puzzle, str):
        return puzzle
    if isinstance(puzzle, HasPuzzle):
        return puzzle.puzzle
    if isinstance(puzzle, (bytes, bytearray)) and max(puzzle, default=10) > 9:
        # 81 small numbers are cells; everything else is text.
        return puzzle.decode(errors="replace")
    if not isinstance(puzzle, Iterable):
        raise PuzzleError(f"found {puzzle!r}, expected a text, nine rows of nine cells, or 81 cells")
    cells: Any = puzzle.tolist() if isinstance(puzzle, np.ndarray) else puzzle
    rows: Any = list(cells)
    if len(rows) == 81:
        rows = [rows[start : start + 9] for start in range(0, 81, 9)]
    if len(rows) != 9:
        raise PuzzleError(f"found {len(rows)} rows, expected 9")
    return "".join(_cell(value, row, column) for row, values in enumerate(rows) for column, value in _cells(values, row))


def _cells(values: Any, row: int) -> Iterable[tuple[int, Any]]:
    cells = list(values) if isinstance(values, Iterable) else [values]
    if len(cells) != 9:
        raise PuzzleError(f"found {len(cells)} cells in row {row + 1}, expected 9", line=row + 1)
    return enumerate(cells)


def _cell(value: Any, row: int, column: int) -> str:
    try:
        if value in BLANKS:
            return BLANKS[value]
        if str(int(value)) == str(value) and 1 <= int(value) <= 9:
            return str(value)
    except (TypeError, ValueError):
        pass
    raise PuzzleError(
        f"found {value!r} in r{row + 1}c{column + 1}, expected a digit from 1 to 9, or 0 for a blank",
        line=row + 1,
        column=column + 1,
    )


def is_arrow(puzzles: object) -> bool:
    """Whether an object speaks the PyCapsule interface of Arrow."""
    return isinstance(puzzles, (ArrowStream, ArrowArray)) and not isinstance(puzzles, np.ndarray)


def rows_of(puzzles: Rows) -> npt.NDArray[np.uint8] | list[str | PuzzleError]:
    """Many puzzles as an array of n × 81 bytes, or as a list of texts, with an exception for an item that has none."""
    if isinstance(puzzles, np.ndarray):
        if puzzles.dtype.kind in "OUST":
            return [text if isinstance(text, str) else _listed(text) for text in puzzles.tolist()]
        return bytes_of(puzzles)
    kind = type(puzzles).__name__
    if isinstance(puzzles, (str, bytes, bytearray, Mapping)) or isinstance(puzzles, HasPuzzle):
        raise TypeError(f"found one {kind}, expected many puzzles: a list, an array or a table")
    try:
        items = iter(puzzles)
        return [puzzle if isinstance(puzzle, str) else _listed(puzzle) for puzzle in items]
    except TypeError as error:
        raise TypeError(f"found {kind}, expected many puzzles: a list, an array or a table") from error


def _listed(puzzle: Any) -> str | PuzzleError:
    """The text of an item of a list; where it has none, the exception that says why: the others go on."""
    try:
        return text_of(puzzle)
    except PuzzleError as error:
        return error
    except (TypeError, ValueError) as error:
        return PuzzleError(f"found {type(puzzle).__name__}, expected a puzzle: {error}")


def bytes_of(puzzles: npt.NDArray[Any]) -> npt.NDArray[np.uint8]:
    """An array of n × 81 bytes; a number that no cell can hold becomes 255, which is told as such."""
    if puzzles.dtype.kind not in "iub":
        raise TypeError(f"found an array of {puzzles.dtype}, expected whole numbers (best uint8) or texts")
    if puzzles.shape[1:] not in ((81,), (9, 9)):
        shape = " × ".join(map(str, puzzles.shape))
        raise ValueError(f"found an array of {shape}, expected n × 81 or n × 9 × 9")
    if puzzles.dtype != np.uint8:
        puzzles = np.where((puzzles >= 0) & (puzzles <= 9), puzzles, 255)
    return np.ascontiguousarray(puzzles.reshape(len(puzzles), 81), dtype=np.uint8)


def grid_shape(puzzles: object) -> tuple[int, ...]:
    """The shape of a grid in the answer: that of a grid in the question."""
    return (9, 9) if isinstance(puzzles, np.ndarray) and puzzles.ndim == 3 else (81,)
