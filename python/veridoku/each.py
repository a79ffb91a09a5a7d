"""Functions for many puzzles whose results are those of the function for one puzzle.

They use all cores and can be interrupted with Ctrl-C. The results are in the order of the input.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar, overload

from . import _veridoku
from ._call import names
from ._errors import PuzzleError
from ._inputs import Arrow, Rows, arrow_table, is_arrow, open_container, puzzle_texts
from ._methods import Report
from .answers import Check, Count, Hint, HintLevel, Ladder, Notation
from .table import Table

R = TypeVar("R", bound=Report)


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
    return _run_each(Check, {"budget": budget}, puzzles, column, prefix, threads, columns)


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
    options = {"limit": limit, "budget": budget}
    return _run_each(Count, options, puzzles, column, prefix, threads, columns)


@overload
def hint_many(
    puzzles: Arrow,
    *,
    column: str = "puzzle",
    prefix: str = "",
    level: HintLevel | None = None,
    notation: Notation | None = None,
    als_chains: bool | None = None,
    budget: int | None = None,
    ladder: Ladder | None = None,
    techniques: Sequence[str] = (),
    order: Sequence[str] = (),
    siamese: bool | None = None,
    uniqueness: bool | None = None,
    without: Sequence[str] = (),
    threads: int | None = None,
) -> Table: ...
@overload
def hint_many(
    puzzles: Rows,
    *,
    level: HintLevel | None = None,
    notation: Notation | None = None,
    als_chains: bool | None = None,
    budget: int | None = None,
    ladder: Ladder | None = None,
    techniques: Sequence[str] = (),
    order: Sequence[str] = (),
    siamese: bool | None = None,
    uniqueness: bool | None = None,
    without: Sequence[str] = (),
    threads: int | None = None,
) -> list[Hint | PuzzleError]: ...
def hint_many(
    puzzles: Rows | Arrow,
    *,
    column: str = "puzzle",
    prefix: str = "",
    level: HintLevel | None = None,
    notation: Notation | None = None,
    als_chains: bool | None = None,
    budget: int | None = None,
    ladder: Ladder | None = None,
    techniques: Sequence[str] = (),
    order: Sequence[str] = (),
    siamese: bool | None = None,
    uniqueness: bool | None = None,
    without: Sequence[str] = (),
    threads: int | None = None,
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
    level, notation, als_chains, budget, ladder, techniques, order, siamese, uniqueness, without
        See :func:`veridoku.hint`.
    threads
        The number of threads. By default, one per core.

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
    technique_options = {
        "als_chains": als_chains,
        "budget": budget,
        "ladder": ladder,
        "only": names(techniques),
        "order": names(order),
        "siamese": siamese,
        "uniqueness": uniqueness,
        "without": names(without),
    }
    options = {"level": level, "notation": notation, "svg": True, "techniques": technique_options}
    return _run_each(Hint, options, puzzles, column, prefix, threads, columns)


def _run_each(
    answer: type[R],
    options: dict[str, Any],
    puzzles: Any,
    column: str,
    prefix: str,
    threads: int | None,
    columns: Mapping[str, str],
) -> list[R | PuzzleError] | Table:
    """Run the operation of an answer on each row.

    Return a list of its results, or for Arrow data a table with the given columns and their types.
    """
    puzzles, column = open_container(puzzles, column)
    table = arrow_table(puzzles, column) if is_arrow(puzzles) else None
    clash = next((name for name in columns if table and f"{prefix}{name}" in table.column_names), None)
    if clash is not None:
        raise ValueError(
            f"found the input column {prefix + clash!r}, which is also the name of a result column; "
            "rename it, or pass `prefix` to rename the results"
        )
    texts = puzzle_texts(puzzles if table is None else table[column].to_pylist())
    reports = _veridoku.call_many(answer.schema, texts, options, threads)
    results = [report if isinstance(report, PuzzleError) else answer.of(report) for report in reports]
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
