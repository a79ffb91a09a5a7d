"""Conversion of arguments: one puzzle as text or numbers, and many puzzles as rows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from typing import Any, Protocol, Union, runtime_checkable

import numpy as np
import numpy.typing as npt

from . import _veridoku
from ._errors import PuzzleError
from ._methods import NotebookPicture


@runtime_checkable
class ArrowStream(Protocol):
    """An Arrow table, column or stream from pyarrow, Polars, DuckDB, pandas or another library."""

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...


@runtime_checkable
class ArrowArray(Protocol):
    """An Arrow array or record batch."""

    def __arrow_c_array__(self, requested_schema: object | None = None) -> Any: ...


class HasArray(Protocol):
    """A tensor that NumPy can read."""

    def __array__(self) -> npt.NDArray[Any]: ...


class HasDlpack(Protocol):
    """A tensor with the DLPack interface."""

    def __dlpack__(self) -> object: ...


@runtime_checkable
class HasPuzzle(Protocol):
    """A result that contains its puzzle."""

    @property
    def puzzle(self) -> str: ...


class HasPuzzles(Protocol):
    """A result that contains many puzzles as an array."""

    @property
    def puzzle(self) -> npt.NDArray[np.uint8]: ...


Numbers = npt.NDArray[np.integer[Any]]
Tensor = Union[HasArray, HasDlpack]
Puzzle = Union[
    str, bytes, Sequence[Sequence[Union[int, str, None]]], Sequence[int], Numbers, Tensor, HasPuzzle
]
"""One puzzle: text in any supported format, nine rows of nine cells, 81 cells, or a result with a puzzle.

An :class:`veridoku.answers.EquivalentPuzzle` is read as its ``result``, a :class:`veridoku.answers.Canon` as
its ``canonical`` form.
"""

Arrow = Union[ArrowStream, ArrowArray]
Strings = Union[npt.NDArray[np.str_], npt.NDArray[np.bytes_], npt.NDArray[np.object_]]
Rows = Union[Numbers, Strings, Tensor, Sequence[Union[Puzzle, None]], HasPuzzles]
"""Many puzzles: an array or tensor of shape n × 81 or n × 9 × 9, a list of puzzles, or a result with puzzles.

For a list item that is not a puzzle, the result contains a reason.
"""

LOST_ZEROS = "; numbers lose leading zeros, so read the puzzles as text, for example with dtype=str"
"""An explanation of puzzles that became numbers, as with ``pandas.read_csv``."""

SCHEMA_KEY = b"veridoku:schema"
"""The key of the metadata that holds the name and version of the schema of a result, such as ``solve/1``."""

SINGLE = (str, bytes, bytearray, memoryview, Mapping, Set)
"""The types of objects that are not many puzzles."""

BLANKS = {None: ".", "": ".", "0": ".", 0: ".", ".": ".", "_": ".", " ": "."}
"""The values that denote an empty cell."""


def puzzle_text(puzzle: Puzzle) -> str:
    """Return a puzzle as text; lists and arrays give 81 characters.

    >>> puzzle_text([[5, 3, 0, 0, 7, 0, 0, 0, 0]] + [[0] * 9] * 8)[:9]
    '53..7....'
    """
    if isinstance(puzzle, str):
        _check_unicode(puzzle)
        return puzzle
    if isinstance(puzzle, (bytes, bytearray, memoryview)):
        return _decode(bytes(puzzle))
    if isinstance(puzzle, NotebookPicture):
        text: str = getattr(puzzle, puzzle.drawn)
        return text
    if isinstance(puzzle, HasPuzzle):
        return puzzle.puzzle
    puzzle = to_array_if_tensor(puzzle)
    if isinstance(puzzle, np.ndarray) and puzzle.ndim == 0 and puzzle.dtype.kind in "OUST":
        text_item: Any = puzzle.item()
        return puzzle_text(text_item)
    if isinstance(puzzle, np.ndarray) and puzzle.ndim > 0:
        _check_array(puzzle)
    elif not isinstance(puzzle, Iterable) or isinstance(puzzle, (np.ndarray, Mapping, Set)):
        raise TypeError(f"found {_short(puzzle)}, expected text, nine rows of nine cells, or 81 cells")
    cells: Any = puzzle.tolist() if isinstance(puzzle, np.ndarray) else puzzle
    rows: Any = list(cells)
    if len(rows) == 81:
        rows = [rows[start : start + 9] for start in range(0, 81, 9)]
    if len(rows) != 9:
        raise PuzzleError(f"found {len(rows)} rows, expected 9")
    return "".join(
        _cell(value, row, column) for row, values in enumerate(rows) for column, value in _cells(values, row)
    )


def _check_unicode(text: str) -> None:
    try:
        text.encode()
    except UnicodeEncodeError as error:
        position = error.start + 1
        reason = f"found an unpaired surrogate at position {position}, expected valid Unicode text"
        raise PuzzleError(reason, line=1, column=position) from error


def _decode(puzzle: bytes) -> str:
    """Return the text of a byte string; 81 bytes from 0 to 9 are cell values."""
    if len(puzzle) == 81 and max(puzzle) <= 9:
        return "".join(map(str, puzzle))
    try:
        return puzzle.decode()
    except UnicodeDecodeError as error:
        byte, position = puzzle[error.start], error.start + 1
        raise PuzzleError(f"found byte {byte} at position {position}, expected UTF-8 text") from error


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:39]}…"


def _cells(values: Any, row: int) -> Iterable[tuple[int, Any]]:
    if not isinstance(values, Iterable):
        raise PuzzleError(f"found {_short(values)} as row {row + 1}, expected 9 cells", line=row + 1)
    cells = list(values)
    if len(cells) != 9:
        raise PuzzleError(f"found {len(cells)} cells in row {row + 1}, expected 9", line=row + 1)
    return enumerate(cells)


def _cell(value: Any, row: int, column: int) -> str:
    try:
        # False and 0.0 compare equal to 0, but are not accepted as cells.
        if not isinstance(value, (bool, float)):
            if value in BLANKS:
                return BLANKS[value]
            if str(int(value)) == str(value) and 1 <= int(value) <= 9:
                return str(value)
    except (TypeError, ValueError):
        pass
    raise PuzzleError(_cell_error(value, row, column), line=row + 1, column=column + 1)


def _cell_error(value: object, row: int, column: int) -> str:
    return f"found {_short(value)} in r{row + 1}c{column + 1}, expected a digit from 1 to 9, or 0 for a blank"


def is_arrow(puzzles: object) -> bool:
    """Return whether an object has Arrow's PyCapsule interface."""
    # Checking a protocol with `isinstance` takes 10 µs.
    if isinstance(puzzles, (list, np.ndarray)):
        return False
    return hasattr(puzzles, "__arrow_c_stream__") or hasattr(puzzles, "__arrow_c_array__")


def puzzle_rows(puzzles: Rows) -> tuple[npt.NDArray[np.uint8] | list[str | PuzzleError], dict[int, str]]:
    """Return many puzzles in the form that the compiled module expects.

    Numbers become an array of n × 81 bytes, together with an error message for each row in which
    :func:`to_bytes` replaced a number. Everything else becomes a list of strings, in which an item that is
    not a puzzle is replaced by an exception.

    >>> [str(row) for row in puzzle_rows(["53..7....", None, [1, 2]])[0]]
    ['53..7....', 'found None, expected a puzzle', 'found 2 rows, expected 9']
    """
    # Most lists contain only strings. The tests below take longer than grading a few answers.
    if type(puzzles) is list and _veridoku.are_strings(puzzles):
        return puzzles, {}
    rows: Any = getattr(puzzles, "puzzle", None)
    if not isinstance(rows, np.ndarray):  # the result of another function for many puzzles
        rows = to_array_if_tensor(puzzles)
    if isinstance(rows, memoryview) and rows.ndim > 1:
        rows = np.asarray(rows)
    if isinstance(rows, np.ndarray):
        if rows.ndim == 0:
            raise TypeError("found an array without dimensions, expected rows")
        _check_array(rows)
        rows = _characters_to_numbers(rows)
        if rows.dtype.kind not in "OUST":
            return to_bytes(rows), out_of_range_reasons(rows)
        if rows.ndim > 1 and rows.shape[1:] not in ((81,), (9, 9)):
            shape = " × ".join(map(str, rows.shape))
            raise ValueError(f"found strings in {shape}, expected one column of puzzles; write array[:, 0]")
        rows = rows.tolist()
    elif type(rows).__name__ in CONVERSIONS:
        kind = type(rows).__name__
        raise TypeError(f"found a {kind}, expected many puzzles; write {CONVERSIONS[kind]}")
    elif isinstance(rows, SINGLE) or hasattr(rows, "columns") or hasattr(rows, "puzzle"):
        raise not_many(rows)
    elif not isinstance(rows, Iterable):
        raise TypeError(f"found {_short(rows)}, expected many puzzles: an array, a list or an Arrow table")
    items = list(rows)
    types = set(map(type, items))
    if types <= {str}:
        return items, {}
    if len(types) == 1:
        _check_items(items)
    stacked = _stack(items, types)
    if stacked is not None:
        return to_bytes(stacked), out_of_range_reasons(stacked)
    return [puzzle if isinstance(puzzle, str) else _item_text(puzzle) for puzzle in items], {}


def not_many(puzzles: object) -> TypeError:
    """Return the exception for one object in place of many puzzles."""
    kind = type(puzzles).__name__
    return TypeError(f"found a single {kind}, expected many puzzles: an array, a list or an Arrow table")


def puzzle_texts(puzzles: Rows) -> list[str | PuzzleError]:
    """Return many puzzles as text, with an exception in place of each row that is not a puzzle.

    >>> puzzle_texts(np.array([[5, 3] + [0] * 79, [10] + [0] * 80]))[0][:9]
    '530000000'
    """
    rows, reasons = puzzle_rows(puzzles)
    if not isinstance(rows, np.ndarray):
        return rows
    codes = rows + np.uint8(ord("0"))
    if not reasons and (rows > 9).any():
        # The bytes of a row may be characters.
        is_text: Any = ((rows >= ord(".")) & (rows <= ord("9"))).all(axis=1)
        codes[is_text] = rows[is_text]
        reasons = out_of_range_reasons(np.where(is_text[:, None], 0, rows).astype(np.int16))
    text = codes.tobytes().decode("latin-1")
    lines = (text[start : start + 81] for start in range(0, len(text), 81))
    return [PuzzleError(reasons[row]) if row in reasons else line for row, line in enumerate(lines)]


def arrow_table(puzzles: Any, column: str) -> Any:
    """Return Arrow data as a pyarrow table. An array becomes a column with the given name."""
    import pyarrow

    is_table = any(hasattr(puzzles, name) for name in ("column_names", "columns", "schema"))
    try:
        return pyarrow.table(puzzles if is_table else {column: pyarrow.chunked_array(puzzles)})
    except OverflowError as error:  # pandas cannot export such numbers
        raise lost_zeros(error) from error


def lost_zeros(error: OverflowError) -> TypeError:
    """Return the exception for a table with numbers that are too large for Arrow."""
    return TypeError(f"found numbers in the input: {error}{LOST_ZEROS}")


def column_of(table: Any, column: str) -> Any:
    """Return a column of a pyarrow table that contains puzzles. Raise an exception if there is none."""
    import pyarrow

    if table.column_names.count(column) != 1:
        names = ", ".join(table.column_names)
        raise KeyError(f"found the columns {names}, expected {column!r}")
    found = table[column].type
    if pyarrow.types.is_primitive(found):
        is_number = pyarrow.types.is_integer(found) or pyarrow.types.is_floating(found)
        raise TypeError(
            f"found type {found} in column {column!r}, expected strings, binaries, or lists of 81 integers"
            f"{LOST_ZEROS if is_number else ''}"
        )
    return table[column]


CONVERSIONS = {
    "DataLoader": "torch.cat([batch[0] for batch in loader])",
    "DuckDBPyConnection": "connection.sql(query) instead of connection.execute(query)",
    "ParquetDataset": "dataset.read()",
    "ParquetFile": "file.read()",
    "RaggedTensor": "tensor.to_tensor()",
    "SparseTensor": "tf.sparse.to_dense(tensor)",
    "Subset": "torch.stack([row[0] for row in dataset])",
    "TensorArray": "array.stack()",
    "TensorDataset": "dataset.tensors[0]",
    "_BatchDataset": "dataset.unbatch()",
}
"""What to write for objects of other libraries that contain many puzzles, by their type."""


def _check_items(items: list[Any]) -> None:
    """Raise an exception that says what to write if items of the same type contain puzzles."""
    first = items[0]
    if isinstance(first, dict):
        raise TypeError("found a list of dicts, expected puzzles; write [row['puzzle'] for row in rows]")
    if is_arrow(first) or hasattr(first, "columns"):
        raise TypeError(
            f"found several values of type {type(first).__name__}, expected one table; call the function for "
            "each of them, or concatenate them"
        )
    if isinstance(first, (int, np.integer)):
        is_cells = len(items) % 81 == 0 and all(0 <= item <= 9 for item in items)
        hint = "; write numpy.reshape(numbers, (-1, 81))" if is_cells else LOST_ZEROS
        raise TypeError(f"found numbers, expected puzzles{hint}")
    shape = getattr(first, "shape", ())
    if len(shape) > 1 and tuple(shape[1:]) in ((81,), (9, 9)) and tuple(shape) != (81, 81):
        raise TypeError(
            f"found a list of arrays of shape {' × '.join(map(str, shape))}, expected one array, or a puzzle "
            "per item; write array[0], or numpy.concatenate(arrays)"
        )
    if isinstance(first, tuple) and len(first) not in (9, 81):
        is_puzzle = (isinstance(value, str) or hasattr(value, "shape") for value in first)
        index = next((index for index, found in enumerate(is_puzzle) if found), 0)
        count = "one-item tuples" if len(first) == 1 else f"tuples of {len(first)} values"
        raise TypeError(f"found a list of {count}, expected puzzles; write [row[{index}] for row in rows]")


def to_array_if_tensor(value: Any) -> Any:
    """Return an object with ``__array__`` or ``__dlpack__`` as an array, and any other object unchanged."""
    if isinstance(value, (np.ndarray, np.generic)) or type(value).__name__ in CONVERSIONS:
        return value
    try:
        if hasattr(value, "__array__"):
            return np.asarray(value)
        return np.from_dlpack(value) if hasattr(value, "__dlpack__") else value
    except (TypeError, RuntimeError) as error:
        kind, module = type(value).__name__, type(value).__module__
        advice = "; write tensor.detach().cpu().to(torch.uint8)" if module.startswith("torch") else ""
        raise TypeError(f"found a {kind} that NumPy cannot read ({error}){advice}") from error


def _stack(items: list[Any], types: set[type]) -> npt.NDArray[Any] | None:
    """Return arrays, tensors or lists of numbers as one array, or ``None`` if they have different shapes."""
    if len(types) != 1 or not (types <= {list, tuple} or hasattr(items[0], "__array__")):
        return None
    try:
        rows = np.array([to_array_if_tensor(item) for item in items])
    except (TypeError, ValueError):
        return None
    is_grids = rows.shape[1:] in ((81,), (9, 9)) and rows.dtype.kind in "iu"
    return rows if is_grids and not isinstance(items[0], np.ma.MaskedArray) else None


def _characters_to_numbers(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Return an array of n × 81 or n × 9 × 9 single characters as numbers, and any other one unchanged."""
    if array.dtype.str[1:] not in ("S1", "U1") or array.shape[1:] not in ((81,), (9, 9)):
        return array
    code = np.uint8 if array.dtype.kind == "S" else np.uint32
    codes = np.ascontiguousarray(array, array.dtype.newbyteorder("=")).view(code)
    numbers = codes.astype(np.int64) - ord("0")
    numbers[np.isin(codes, [0, *map(ord, " ._")])] = 0
    return numbers


def _item_text(puzzle: Any) -> str | PuzzleError:
    """Return the text of a list item, or an exception with the reason why it is not a puzzle."""
    if puzzle is None or (isinstance(puzzle, float) and puzzle != puzzle):
        return PuzzleError(f"found {puzzle}, expected a puzzle")
    try:
        return puzzle_text(puzzle)
    except PuzzleError as error:
        return error
    except (TypeError, ValueError) as error:
        return PuzzleError(str(error))


def _check_array(array: npt.NDArray[Any]) -> None:
    """Raise an exception for masked arrays and for arrays that contain neither integers nor strings."""
    if isinstance(array, np.ma.MaskedArray):
        raise TypeError("found a masked array, expected one without a mask (see its `filled` method)")
    if array.dtype.kind not in "iuOUST":
        hint = _planes_hint(array.shape) if array.dtype.kind in "bf" else ""
        if array.dtype.kind == "f" and not hint:
            conversion = "; convert it, for example with numpy.asarray(array, 'uint8')"
            hint = LOST_ZEROS if array.ndim == 1 else conversion
        if array.dtype.names:
            hint = f"; write array[{next(iter(array.dtype.names))!r}], or the name of another field"
        raise TypeError(
            f"found an array of {array.dtype}, expected integers (preferably uint8) or strings{hint}"
        )


def check_numbers(least: int = 0, **values: int | None) -> None:
    """Raise an exception if an argument is less than a number."""
    for name, value in values.items():
        if value is not None and value < least:
            raise ValueError(f"found {name}={value}, expected at least {least}")


def open_container(puzzles: Any, column: str) -> tuple[Any, str]:
    """Return the puzzles in a container of another library as Arrow data, an array or a list.

    Anything else is returned unchanged, together with the column, which is the default one for the values of
    a dictionary. Raise an exception that says what to pass for data that must be read or selected first.

    >>> open_container({"quiz": ["53..7"]}, "quiz")
    (['53..7'], 'puzzle')
    """
    if isinstance(puzzles, (str, bytes, np.ndarray, list, tuple)):
        return puzzles, column
    if isinstance(puzzles, Mapping) and not hasattr(puzzles, "with_format"):
        if column not in puzzles:
            found = f"the keys {', '.join(map(str, puzzles))}" if puzzles else "an empty dict"
            raise TypeError(f"found {found}, expected {column!r} with many puzzles, or a list of puzzles")
        values = puzzles[column]
        return values, column if is_arrow(values) else "puzzle"
    if hasattr(puzzles, "collect") and hasattr(puzzles, "collect_schema"):  # a LazyFrame of Polars
        puzzles = puzzles.collect()
    elif hasattr(puzzles, "with_format"):  # a data set of Hugging Face
        puzzles = hugging_face_table(puzzles)
    elif hasattr(puzzles, "map_batches") and hasattr(puzzles, "iter_batches"):
        raise TypeError(
            "found a data set of Ray, expected its batches; write "
            "data.map_batches(veridoku.arrow.solve_batch, batch_format='pyarrow')"
        )
    elif hasattr(puzzles, "scanner"):  # a data set of pyarrow
        puzzles = puzzles.scanner().to_reader()
    elif hasattr(puzzles, "to_reader") and not is_arrow(puzzles):  # a scanner of pyarrow
        puzzles = puzzles.to_reader()
    elif hasattr(puzzles, "to_frame") and hasattr(puzzles, "reset_index") and not is_arrow(puzzles):
        # A Series of pandas 2, which has no Arrow interface.
        frame = puzzles.to_frame(column).reset_index(drop=True)
        puzzles = frame if is_arrow(frame) else puzzles
    # The `columns` of pyarrow are values, those of other libraries are names.
    names = getattr(puzzles, "column_names", getattr(puzzles, "columns", ()))
    if len(names) == 81 and column not in names:
        raise TypeError("found a table of 81 columns, expected one column; pass its values with .to_numpy()")
    return puzzles, column


def hugging_face_table(data: Any) -> Any:
    """Return a data set of Hugging Face as a pyarrow table."""
    import pyarrow

    if hasattr(data, "keys"):
        raise TypeError(f"found a data set with the splits {', '.join(data.keys())}, expected one of them")
    batches = list(data.with_format("arrow").iter(batch_size=10_000))
    return pyarrow.concat_tables(batches) if batches else data.features.arrow_schema.empty_table()


def to_bytes(puzzles: npt.NDArray[Any]) -> npt.NDArray[np.uint8]:
    """Return an array of n × 81 bytes, with 255 in place of numbers outside 0 to 9."""
    if puzzles.shape[1:] not in ((81,), (9, 9)):
        shape = " × ".join(map(str, puzzles.shape))
        hint = LOST_ZEROS if puzzles.ndim == 1 else _planes_hint(puzzles.shape)
        if puzzles.shape in ((81,), (9, 9)):
            hint = "; write [puzzle] for a single puzzle"
        elif not hint and _ends_with_cells(puzzles.shape):
            hint = "; write array.reshape(-1, 81)"
        raise ValueError(f"found an array of shape {shape}, expected n × 81 or n × 9 × 9{hint}")
    if puzzles.dtype != np.uint8:
        cells = puzzles.astype(np.uint8)
        cells[(puzzles < 0) | (puzzles > 9)] = 255
        puzzles = cells
    return np.ascontiguousarray(puzzles.reshape(len(puzzles), 81), dtype=np.uint8)


def _planes_hint(shape: tuple[int, ...]) -> str:
    """Return how to convert an array with a plane for each digit, or nothing for any other shape."""
    for axis, cells in ((-1, shape[:-1]), (1, shape[:1] + shape[2:])):
        if len(shape) < 2 or cells[-1:] != (81,) and cells[-2:] != (9, 9) or len(cells) > 3:
            continue
        if shape[axis] == 10:
            return f"; write array.argmax({axis}) for planes of digits, the first of them for blanks"
        if shape[axis] == 9 and shape != (9, 9, 9):
            return f"; write array.argmax({axis}) + array.any({axis}) for planes of the digits 1 to 9"
    return ""


def _ends_with_cells(shape: tuple[int, ...]) -> bool:
    """Return whether the last axes of an array are those of a grid. Axes of length 1 do not count."""
    axes = tuple(length for length in shape if length != 1)
    return axes[-1:] == (81,) or axes[-2:] == (9, 9)


def out_of_range_reasons(puzzles: npt.NDArray[Any]) -> dict[int, str]:
    """Return the reasons, by row, for the numbers that :func:`to_bytes` replaces with 255."""
    if puzzles.dtype == np.uint8:
        return {}
    flat = puzzles.reshape(len(puzzles), 81)
    invalid = (flat < 0) | (flat > 9)
    rows = np.flatnonzero(invalid.any(axis=1))
    cells = invalid[rows].argmax(axis=1)
    return {
        row: _cell_error(number, cell // 9, cell % 9)
        for row, cell, number in zip(rows.tolist(), cells.tolist(), flat[rows, cells].tolist())
    }


def grid_shape(puzzles: object) -> tuple[int, ...]:
    """Return the shape of each grid in the result, which is the same as in the input."""
    return (9, 9) if getattr(puzzles, "ndim", 1) == 3 else (81,)
