"""Functions for many puzzles that call the function for one puzzle with each row.

They use all cores and can be interrupted with Ctrl-C. The results are in the order of the input.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, TypeVar, overload

import numpy as np

from . import one
from ._errors import PuzzleError
from ._inputs import Arrow, Puzzle, Rows, is_arrow, open_container, puzzle_rows
from .answers import Check, Count, Hint
from .table import Table

R = TypeVar("R")
CALLER_SECONDS = 0.005
"""The time that the calling thread works before other threads start."""


@overload
def check_many(
    puzzles: Arrow,
    *,
    column: str = "puzzle",
    prefix: str = "",
    budget: int | None = None,
    threads: int | None = None,
) -> Table: ...
@overload
def check_many(
    puzzles: Rows,
    *,
    budget: int | None = None,
    threads: int | None = None,
) -> list[Check | PuzzleError]: ...
def check_many(
    puzzles: Rows | Arrow,
    *,
    column: str = "puzzle",
    prefix: str = "",
    budget: int | None = None,
    threads: int | None = None,
) -> list[Check | PuzzleError] | Table:
    """Check whether many puzzles are valid, unique and minimal, as :func:`veridoku.check` does.

    For arrays and lists, the result is a list with a :class:`veridoku.answers.Check` for each row, or a
    :class:`veridoku.PuzzleError` for a row that cannot be read. For Arrow data it is a table with the columns
    ``status``, ``clues``, ``minimal``, ``redundant`` and ``reason``.

    Parameters
    ----------
    puzzles
        The puzzles: a NumPy array, a list or Arrow data.
    column
        The name of the column with the puzzles, if the input is a table.
    prefix
        What the names of the result columns begin with, if the input is a table.
    budget
        The maximum number of guesses per search.
    threads
        The number of threads. By default, one per core.

    Examples
    --------
    >>> import veridoku
    >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> [check.status for check in veridoku.check_many([puzzle, "." * 81])]
    ['unique', 'multiple']
    """
    columns = {
        "status": "string",
        "clues": "int64",
        "minimal": "bool",
        "redundant": "strings",
        "reason": "string",
    }
    return _run_each(partial(one.check, budget=budget), puzzles, column, prefix, threads, columns)


@overload
def count_many(
    puzzles: Arrow,
    *,
    column: str = "puzzle",
    prefix: str = "",
    limit: int | None = None,
    budget: int | None = None,
    threads: int | None = None,
) -> Table: ...
@overload
def count_many(
    puzzles: Rows,
    *,
    limit: int | None = None,
    budget: int | None = None,
    threads: int | None = None,
) -> list[Count | PuzzleError]: ...
def count_many(
    puzzles: Rows | Arrow,
    *,
    column: str = "puzzle",
    prefix: str = "",
    limit: int | None = None,
    budget: int | None = None,
    threads: int | None = None,
) -> list[Count | PuzzleError] | Table:
    """Count the solutions of many puzzles, as :func:`veridoku.count` does.

    For arrays and lists, the result is a list with a :class:`veridoku.answers.Count` for each row, or a
    :class:`veridoku.PuzzleError` for a row that cannot be read. For Arrow data it is a table with the columns
    ``count``, ``limit_reached``, ``budget_reached`` and ``reason``.

    Parameters
    ----------
    puzzles
        The puzzles: a NumPy array, a list or Arrow data.
    column
        The name of the column with the puzzles, if the input is a table.
    prefix
        What the names of the result columns begin with, if the input is a table.
    limit
        The number of solutions after which counting stops.
    budget
        The number of nodes per puzzle after which counting stops.
    threads
        The number of threads. By default, one per core.

    Examples
    --------
    >>> import veridoku
    >>> [int(count) for count in veridoku.count_many(["." * 81] * 2, limit=100)]
    [100, 100]
    """
    columns = {"count": "int64", "limit_reached": "bool", "budget_reached": "bool", "reason": "string"}
    count = partial(one.count, limit=limit, budget=budget)
    return _run_each(count, puzzles, column, prefix, threads, columns)


@overload
def hint_many(
    puzzles: Arrow,
    *,
    column: str = "puzzle",
    prefix: str = "",
    threads: int | None = None,
    **options: Any,
) -> Table: ...
@overload
def hint_many(
    puzzles: Rows,
    *,
    threads: int | None = None,
    **options: Any,
) -> list[Hint | PuzzleError]: ...
def hint_many(
    puzzles: Rows | Arrow,
    *,
    column: str = "puzzle",
    prefix: str = "",
    threads: int | None = None,
    **options: Any,
) -> list[Hint | PuzzleError] | Table:
    """Find the next step for many positions, as :func:`veridoku.hint` does.

    For arrays and lists, the result is a list with a :class:`veridoku.answers.Hint` for each row, or a
    :class:`veridoku.PuzzleError` for a row that cannot be read. For Arrow data it is a table with the columns
    ``outcome``, ``technique``, ``placements``, ``eliminations``, ``text`` and ``reason``.

    Parameters
    ----------
    puzzles
        The positions: a NumPy array, a list or Arrow data.
    column
        The name of the column with the positions, if the input is a table.
    prefix
        What the names of the result columns begin with, if the input is a table.
    threads
        The number of threads. By default, one per core.
    options
        The options of :func:`veridoku.hint`.

    Examples
    --------
    >>> import veridoku
    >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> [hint.technique for hint in veridoku.hint_many([puzzle])]
    ['Naked Single']
    """
    columns = {
        "outcome": "string",
        "technique": "string",
        "placements": "strings",
        "eliminations": "strings",
        "text": "string",
        "reason": "string",
    }
    return _run_each(partial(one.hint, **options), puzzles, column, prefix, threads, columns)


def _run_each(
    function: Callable[[Puzzle], R],
    puzzles: Any,
    column: str,
    prefix: str,
    threads: int | None,
    columns: Mapping[str, str],
) -> list[R | PuzzleError] | Table:
    """Call a function for one puzzle with each row.

    Return a list of its results, or for Arrow data a table with the given columns and their types.
    """
    if threads is not None and threads < 1:
        raise ValueError(f"found threads={threads}, expected at least 1, or None for all cores")
    puzzles, column = open_container(puzzles, column)
    texts, table = _texts(puzzles, column)
    clash = next((name for name in columns if table and f"{prefix}{name}" in table.column_names), None)
    if clash is not None:
        raise ValueError(
            f"found the input column {prefix + clash!r}, which is also the name of a result column; "
            "rename it, or pass `prefix` to rename the results"
        )
    results = _results(function, texts, threads)
    if table is None:
        return results
    import pyarrow

    types = {"strings": pyarrow.list_(pyarrow.string()), "bool": pyarrow.bool_()}
    for name, type_name in columns.items():
        values = [
            (str(result) if name == "reason" else None)
            if isinstance(result, PuzzleError)
            else getattr(result, name, None)
            for result in results
        ]
        kind = types.get(type_name) or pyarrow.type_for_alias(type_name)
        table = table.append_column(f"{prefix}{name}", pyarrow.array(values, kind))
    return Table(table)


def _results(
    function: Callable[[Puzzle], R], texts: list[Any], threads: int | None
) -> list[R | PuzzleError]:
    """Call a function with each puzzle: the first ones on this thread, because starting threads is slow."""
    results: list[R | PuzzleError] = []
    end = time.monotonic() + CALLER_SECONDS
    while len(results) < len(texts) and time.monotonic() < end:
        results.append(_result_or_error(function, texts[len(results)]))
    if len(results) == len(texts):
        return results
    pool = ThreadPoolExecutor(threads or os.cpu_count())
    try:
        results += pool.map(partial(_result_or_error, function), texts[len(results) :])
    finally:
        pool.shutdown(wait=False, cancel_futures=True)  # do not wait after Ctrl-C
    return results


def _texts(puzzles: Any, column: str) -> tuple[list[Any], Any]:
    """Return the puzzles as a list, and the pyarrow table that contains them, if there is one."""
    if is_arrow(puzzles):
        import pyarrow

        is_table = any(hasattr(puzzles, name) for name in ("column_names", "columns", "schema"))
        table = pyarrow.table(puzzles if is_table else {column: pyarrow.chunked_array(puzzles)})
        return table[column].to_pylist(), table
    rows, reasons = puzzle_rows(puzzles)
    if isinstance(rows, np.ndarray):
        lines = ["".join(map(str, row)) for row in rows.tolist()]
        return [PuzzleError(reasons[row]) if row in reasons else line for row, line in enumerate(lines)], None
    return rows, None


def _result_or_error(function: Callable[[Puzzle], R], puzzle: Any) -> R | PuzzleError:
    """Return the result of a function for a puzzle, or the exception if it has none."""
    if isinstance(puzzle, PuzzleError):
        return puzzle
    if puzzle is None:
        return PuzzleError("found None, expected a puzzle")
    try:
        return function(puzzle)
    except PuzzleError as error:
        return error
