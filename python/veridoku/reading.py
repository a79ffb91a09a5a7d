"""Functions that read puzzles from files and data sets, and convert them to arrays and text."""

from __future__ import annotations

import gzip
import json
import os
import re
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _veridoku
from ._errors import PuzzleError
from ._inputs import Arrow, Rows, arrow_table, column_of, hugging_face_table, is_arrow, lost_zeros
from ._inputs import open_container
from ._veridoku import PUZZLE_COLUMNS, SOLUTION_COLUMNS
from .many import run_rows
from .table import Table

BINARY_START = 1 << 16
"""The number of bytes at the start of a file in which binary data is detected."""
CONTROL_CHARACTER = re.compile(rb"[\x00-\x08\x0e-\x19\x1c-\x1f]")
"""Characters of binary data. Text may have 26, the end of some old files, and 27, before a terminal color."""

LINE_CHARACTERS = np.frombuffer(b".123456789", np.uint8)
"""The characters of the numbers 0 to 9 in a line of text."""


def read(source: Any) -> Table:
    """Read puzzles from a file or a data set.

    The table has the column ``puzzle``, and ``solution`` if there are solutions. Other columns are kept. If
    some puzzles of a text cannot be read, the column ``reason`` says why. Solutions are not checked here; see
    :func:`veridoku.datasets.check_dataset`.

    Parameters
    ----------
    source
        A path, the contents of a text file as ``bytes``, an open file, a data set of Hugging Face, or Arrow
        data. Files with the endings ``.parquet``, ``.npy``, ``.jsonl`` and ``.json`` are read as such,
        folders as data sets in the layout of TRM and HRM, and all other files as text in any supported
        format, including CSV files such as those of Kaggle. JSON has an object per row, on a line of its own
        or in an array. Text may be compressed with gzip (``.gz``).

    Examples
    --------
    >>> import veridoku
    >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> veridoku.read(f"{puzzle}\\n{puzzle}\\n".encode())
    Table(read/1: 2 rows of puzzle)
    >>> veridoku.read(f"puzzle,rating\\n{puzzle},1.2\\n".encode())["rating"].to_pylist()
    [1.2]
    """
    if isinstance(source, (str, os.PathLike)):
        return _read_path(Path(source))
    if isinstance(source, (bytes, bytearray, memoryview)):
        return _read_text(bytes(source))
    if is_arrow(source):
        return _with_known_names(source)
    if hasattr(source, "with_format"):  # a data set of Hugging Face
        return _with_known_names(hugging_face_table(source))
    if hasattr(source, "read"):
        content = source.read()
        return _read_text(content.encode() if isinstance(content, str) else content)
    raise TypeError(f"found {type(source).__name__}, expected a path, bytes, an open file or a table")


def to_array(puzzles: Rows | Arrow, *, column: str = "puzzle") -> npt.NDArray[np.uint8]:
    """Return puzzles as an array of n × 81 numbers, with 0 for a blank.

    Raise :class:`veridoku.PuzzleError` for a row that cannot be read.

    Parameters
    ----------
    puzzles
        The puzzles: an array, a list, or Arrow data.
    column
        The name of the column with the puzzles, if they are a table.

    Examples
    --------
    >>> import veridoku
    >>> veridoku.to_array(["." * 80 + "7"])[0, -3:]
    array([0, 0, 7], dtype=uint8)
    """
    cells, unreadable = read_cells(puzzles, column)
    for row, reason in sorted(unreadable.items()):
        raise PuzzleError(f"row {row}: {reason}")
    return cells


def to_text(puzzles: Rows | Arrow, *, column: str = "puzzle") -> list[str]:
    """Return puzzles as lines of 81 characters, with ``.`` for a blank.

    Raise :class:`veridoku.PuzzleError` for a row that cannot be read.

    Parameters
    ----------
    puzzles
        The puzzles: an array, a list, or Arrow data.
    column
        The name of the column with the puzzles, if they are a table.

    Examples
    --------
    >>> import numpy as np, veridoku
    >>> veridoku.to_text(np.eye(9, dtype=np.uint8).reshape(1, 81))[0][:21]
    '1.........1.........1'
    """
    lines = LINE_CHARACTERS[to_array(puzzles, column=column)]
    return [line.decode() for line in np.ascontiguousarray(lines).view("S81").ravel().tolist()]


def read_cells(puzzles: Rows | Arrow, column: str) -> tuple[npt.NDArray[np.uint8], dict[int, str]]:
    """Return puzzles as numbers, and the reasons for rows that cannot be read, which become zeros."""
    puzzles, column = open_container(puzzles, column)
    prefix = "cells." if is_arrow(puzzles) else ""
    result, unreadable = run_rows(_veridoku.cells_many, puzzles, column, prefix)
    if not isinstance(result, Table):
        return result["cells"], {**result["reason"], **unreadable}
    columns = result.to_arrow().select(["cells.cells", "cells.reason"]).combine_chunks()
    cells, reasons = (column.combine_chunks() for column in columns.columns)
    rows = np.flatnonzero(reasons.is_valid().to_numpy(zero_copy_only=False)).tolist()
    return cells.values.to_numpy().reshape(-1, 81), dict(zip(rows, reasons.drop_null().to_pylist()))


def _read_path(path: Path) -> Table:
    if path.is_dir():
        return _read_trm_folder(path)
    if path.suffix == ".parquet":
        import pyarrow.parquet

        return _with_known_names(pyarrow.parquet.read_table(path))
    if path.suffix == ".npy":
        return _table_of_arrays({"puzzle": np.load(path)})
    if path.suffix == ".npz":
        raise PuzzleError(f"found binary data in {path}; load it with numpy.load and pass an array")
    content = path.read_bytes()
    if path.suffix == ".gz":
        content, path = gzip.decompress(content), path.with_suffix("")
    return _read_json(content) if path.suffix in (".jsonl", ".json") else _read_text(content)


def _read_text(content: bytes) -> Table:
    """Read text in any supported format, or a JSON array of objects."""
    _check_text(content)
    is_json = re.match(rb'(?:\xef\xbb\xbf)?\s*\[\s*\{\s*"', content)
    return _read_json(content) if is_json else Table(_veridoku.read_text(content))


def _check_text(content: bytes) -> None:
    """Raise an exception for binary data: a control character, and no puzzle before it."""
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise PuzzleError("found UTF-16, expected UTF-8 text")
    start = content[:BINARY_START]
    control = CONTROL_CHARACTER.search(start)
    if control is None:
        return
    before = Table(_veridoku.read_text(start[: control.start()])).to_arrow()["puzzle"]
    if before.null_count == len(before):
        raise PuzzleError("found binary data, expected text")


def _read_json(content: bytes) -> Table:
    """Read JSON objects, one per line or in an array, or an object of columns, as pandas writes it."""
    import pyarrow
    import pyarrow.json

    _check_text(content)
    is_array = content.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"[")
    if not is_array:
        try:
            table = pyarrow.json.read_json(pyarrow.BufferReader(content))
        except pyarrow.ArrowInvalid as error:
            raise PuzzleError(f"found JSON that cannot be read: {error}") from error
        if len(table) != 1 or not all(pyarrow.types.is_struct(kind) for kind in table.schema.types):
            return _with_known_names(table)
    try:
        data = json.loads(content)
    except RecursionError as error:
        raise PuzzleError("found JSON that is nested too deeply, expected an object per row") from error
    except ValueError as error:
        raise PuzzleError(f"found JSON that cannot be read: {error}") from error
    if not is_array:
        data = [dict(zip(data, row)) for row in zip(*(column.values() for column in data.values()))]
    if not all(isinstance(row, dict) for row in data):
        raise PuzzleError("found JSON without an object per row, expected for example [{\"puzzle\": …}, …]")
    try:
        return _with_known_names(pyarrow.Table.from_pylist(data))
    except OverflowError as error:
        raise lost_zeros(error) from error


def _read_trm_folder(path: Path) -> Table:
    """Read a split of a data set in the layout of TRM and HRM, in which cells are numbered from 1."""
    names = {"puzzle": "all__inputs.npy", "solution": "all__labels.npy"}
    if not (path / names["puzzle"]).exists():
        raise FileNotFoundError(f"found no {names['puzzle']} in the folder {path}")
    return _table_of_arrays({name: np.load(path / file) - 1 for name, file in names.items()})


def _table_of_arrays(arrays: dict[str, npt.NDArray[Any]]) -> Table:
    """Return arrays of grids as a table."""
    import pyarrow

    def grids(array: npt.NDArray[Any]) -> Any:
        return pyarrow.FixedSizeListArray.from_arrays(pyarrow.array(to_array(array).ravel()), 81)

    return Table(pyarrow.table({name: grids(array) for name, array in arrays.items()}))


def _with_known_names(data: Any) -> Table:
    """Return a table whose columns of puzzles and solutions have the names ``puzzle`` and ``solution``."""
    table = arrow_table(data, "puzzle")
    names = table.column_names
    for wanted, known in (("puzzle", PUZZLE_COLUMNS), ("solution", SOLUTION_COLUMNS)):
        found = next((name for name in known if name in names), None)
        if found is None and wanted == "puzzle":
            columns = f"the columns {', '.join(names)}" if names else "no columns"
            raise KeyError(f"found {columns}, expected one of: {', '.join(known)}")
        names = [wanted if name == found else name for name in names]
    table = table.rename_columns(names)
    column_of(table, "puzzle")
    if "solution" in names:
        # With the name of the schema, the column is renamed if it clashes with results of other functions.
        index = names.index("solution")
        marked = table.schema.field(index).with_metadata({"veridoku:schema": "read/1"})
        table = table.set_column(index, marked, table.column(index))
    return Table(table)
