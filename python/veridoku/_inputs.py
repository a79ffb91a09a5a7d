"""What callers may hand in: one puzzle as text or as numbers, and many of them in rows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from typing import Any, Protocol, Union, runtime_checkable

import numpy as np
import numpy.typing as npt

from ._errors import PuzzleError
from .answers import Canon, Dress


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
Puzzle = Union[str, bytes, Sequence[Sequence[Union[int, str, None]]], Sequence[int], Numbers, HasPuzzle]
"""One puzzle: a text in any form, nine rows of nine cells, 81 cells, or an answer that has one.

A :class:`veridoku.answers.Dress` stands for the puzzle in its new dress, and a :class:`veridoku.answers.Canon` for the
canonical form: what they print.
"""

Arrow = Union[ArrowStream, ArrowArray]
Texts = Union[npt.NDArray[np.str_], npt.NDArray[np.bytes_], npt.NDArray[np.object_]]
Rows = Union[Numbers, Texts, Sequence[Union[Puzzle, None]]]
"""Many puzzles: an array of n × 81 or n × 9 × 9, or a list of puzzles; a row of a list that is none has its reason."""

BLANKS = {None: ".", "": ".", "0": ".", 0: ".", ".": ".", "_": ".", " ": "."}
"""What stands for an empty cell."""


def text_of(puzzle: Puzzle) -> str:
    """The puzzle as text: lists and arrays become 81 characters.

    >>> text_of([[5, 3, 0, 0, 7, 0, 0, 0, 0]] + [[0] * 9] * 8)[:9]
    '53..7....'
    """
    if isinstance(puzzle, str):
        _refuse_half(puzzle)
        return puzzle
    if isinstance(puzzle, (bytes, bytearray, memoryview)):
        return _decoded(bytes(puzzle))
    if isinstance(puzzle, Dress):
        return puzzle.result
    if isinstance(puzzle, Canon):
        return puzzle.canonical
    if isinstance(puzzle, HasPuzzle):
        return puzzle.puzzle
    if isinstance(puzzle, np.ndarray):
        _refuse_array(puzzle)
    elif not isinstance(puzzle, Iterable) or isinstance(puzzle, (Mapping, Set)):
        raise TypeError(f"found {_short(puzzle)}, expected a text, nine rows of nine cells, or 81 cells")
    cells: Any = puzzle.tolist() if isinstance(puzzle, np.ndarray) else puzzle
    rows: Any = list(cells)
    if len(rows) == 81:
        rows = [rows[start : start + 9] for start in range(0, 81, 9)]
    if len(rows) != 9:
        raise PuzzleError(f"found {len(rows)} rows, expected 9")
    return "".join(_cell(value, row, column) for row, values in enumerate(rows) for column, value in _cells(values, row))


def _refuse_half(text: str) -> None:
    try:
        text.encode()
    except UnicodeEncodeError as error:
        found = f"found half a character at {error.start + 1}, expected text that can be written in UTF-8"
        raise PuzzleError(found, line=1, column=error.start + 1) from error


def _decoded(puzzle: bytes) -> str:
    """The text of some bytes; 81 of them that are all numbers of cells are those."""
    if len(puzzle) == 81 and max(puzzle) <= 9:
        return "".join(map(str, puzzle))
    try:
        return puzzle.decode()
    except UnicodeDecodeError as error:
        raise PuzzleError(f"found the byte {puzzle[error.start]} at {error.start + 1}, expected text in UTF-8") from error


def _short(value: object) -> str:
    written = repr(value)
    return written if len(written) <= 40 else f"{written[:39]}…"


def _cells(values: Any, row: int) -> Iterable[tuple[int, Any]]:
    if not isinstance(values, Iterable):
        raise PuzzleError(f"found {_short(values)} in place of row {row + 1}, expected 9 cells", line=row + 1)
    cells = list(values)
    if len(cells) != 9:
        raise PuzzleError(f"found {len(cells)} cells in row {row + 1}, expected 9", line=row + 1)
    return enumerate(cells)


def _cell(value: Any, row: int, column: int) -> str:
    try:
        # False and 0.0 equal 0, and are no whole numbers.
        if not isinstance(value, (bool, float)):
            if value in BLANKS:
                return BLANKS[value]
            if str(int(value)) == str(value) and 1 <= int(value) <= 9:
                return str(value)
    except (TypeError, ValueError):
        pass
    raise PuzzleError(
        f"found {_short(value)} in r{row + 1}c{column + 1}, expected a digit from 1 to 9, or 0 for a blank",
        line=row + 1,
        column=column + 1,
    )


def is_arrow(puzzles: object) -> bool:
    """Whether an object speaks the PyCapsule interface of Arrow."""
    return isinstance(puzzles, (ArrowStream, ArrowArray)) and not isinstance(puzzles, np.ndarray)


def rows_of(puzzles: Rows) -> tuple[npt.NDArray[np.uint8] | list[str | PuzzleError], dict[int, str]]:
    """Many puzzles as an array of n × 81 bytes, and what its numbers were where they are no bytes of cells; or as a list of
    texts, with an exception for an item that has none.

    >>> [str(row) for row in rows_of(["53..7....", None, [1, 2]])[0]]
    ['53..7....', 'found None, expected a puzzle', 'found 2 rows, expected 9']
    """
    rows: Iterable[Any] = puzzles
    if isinstance(puzzles, np.ndarray):
        _refuse_array(puzzles)
        if puzzles.dtype.kind not in "OUST":
            return bytes_of(puzzles), reasons_of(puzzles)
        if puzzles.ndim == 0:
            raise TypeError("found an array of no dimensions, expected rows")
        rows = puzzles.tolist()
    elif isinstance(puzzles, (str, bytes, bytearray, memoryview, Mapping, Set, HasPuzzle)) or hasattr(puzzles, "columns"):
        kind = type(puzzles).__name__
        raise TypeError(f"found one {kind}, expected many puzzles: an array, a list, or a table of Arrow")
    elif not isinstance(puzzles, Iterable):
        raise TypeError(f"found {_short(puzzles)}, expected many puzzles: an array, a list, or a table of Arrow")
    listed = list(rows)
    # Most lists are texts alone: this look at all types takes half as long as one at each row.
    if set(map(type, listed)) <= {str}:
        return listed, {}
    return [puzzle if isinstance(puzzle, str) else _listed(puzzle) for puzzle in listed], {}


def _listed(puzzle: Any) -> str | PuzzleError:
    """The text of an item of a list; where it has none, the exception that says why: the others go on."""
    if puzzle is None or (isinstance(puzzle, float) and puzzle != puzzle):
        return PuzzleError(f"found {puzzle}, expected a puzzle")
    try:
        return text_of(puzzle)
    except PuzzleError as error:
        return error
    except (TypeError, ValueError) as error:
        return PuzzleError(str(error))


def _refuse_array(array: npt.NDArray[Any]) -> None:
    """Refuses arrays whose numbers are not what they seem."""
    if isinstance(array, np.ma.MaskedArray):
        raise TypeError("found a masked array, expected one without a mask: see its method filled(0)")
    if array.dtype.kind not in "iuOUST":
        raise TypeError(f"found an array of {array.dtype}, expected whole numbers (best uint8) or texts")


def refuse_clash(columns: Sequence[str], answers: Iterable[str], puzzles: str) -> None:
    """Refuses columns of the question that have the names of answers: one of the two would be lost; and two of puzzles."""
    if columns.count(puzzles) > 1:
        raise ValueError(f"found several columns {puzzles!r}, expected one")
    both = set(answers)
    clash = [name for name in columns if name in both]
    if clash:
        raise ValueError(
            f"found the columns {', '.join(clash)}, which the answers have, too; rename them or leave them out"
        )


def column_names(table: object) -> list[str]:
    """The names of the columns of a table of Arrow, as far as it tells them before it is read."""
    for names in (
        getattr(table, "column_names", None),
        getattr(table, "columns", None),
        getattr(getattr(table, "schema", None), "names", None),
    ):
        if isinstance(names, Iterable):
            return [str(name) for name in names]
    return []


def bytes_of(puzzles: npt.NDArray[Any]) -> npt.NDArray[np.uint8]:
    """An array of n × 81 bytes; a number that no byte of a cell can hold becomes 255."""
    if puzzles.shape[1:] not in ((81,), (9, 9)):
        shape = " × ".join(map(str, puzzles.shape))
        raise ValueError(f"found an array of {shape}, expected n × 81 or n × 9 × 9")
    if puzzles.dtype != np.uint8:
        cells = puzzles.astype(np.uint8)
        cells[(puzzles < 0) | (puzzles > 9)] = 255
        puzzles = cells
    return np.ascontiguousarray(puzzles.reshape(len(puzzles), 81), dtype=np.uint8)


def reasons_of(puzzles: npt.NDArray[Any]) -> dict[int, str]:
    """Which number of a row no cell can hold, where :func:`bytes_of` put another one in its place."""
    if puzzles.dtype == np.uint8:
        return {}
    flat = puzzles.reshape(len(puzzles), 81)
    bad = (flat < 0) | (flat > 9)
    rows = np.flatnonzero(bad.any(axis=1))
    places = bad[rows].argmax(axis=1)
    return {
        row: f"found {number} in r{place // 9 + 1}c{place % 9 + 1}, expected a digit from 1 to 9, or 0 for a blank"
        for row, place, number in zip(rows.tolist(), places.tolist(), flat[rows, places].tolist())
    }


def grid_shape(puzzles: object) -> tuple[int, ...]:
    """The shape of a grid in the answer: that of a grid in the question."""
    return (9, 9) if isinstance(puzzles, np.ndarray) and puzzles.ndim == 3 else (81,)
