"""Functions for many puzzles whose results are those of the function for one puzzle.

They use all cores and can be interrupted with Ctrl-C. The results are in the order of the input.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar, overload

from . import _veridoku
from ._call import names
from ._errors import PuzzleError
from ._veridoku import SOLUTION_COLUMNS
from ._inputs import SCHEMA_KEY, Arrow, Rows, arrow_table, column_of, is_arrow, open_container, puzzle_texts
from ._methods import Report
from .answers import Check, Count, Hint, HintLevel, Ladder, Notation
from .many import solve_many
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
    ``status``, ``clues``, ``minimal``, ``redundant`` and ``reason``, which also says whether a solution in a
    column such as ``solution`` or ``answer`` is wrong.

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
    names = [f"{prefix}{name}" for name in columns]
    schema = f"{answer.schema}/1"
    kept: Any = None if table is None else _kept_columns(table, names, column, schema)
    texts = puzzle_texts(puzzles if table is None else column_of(table, column).to_pylist())
    reports = _veridoku.call_many(answer.schema, texts, options, threads)
    results = [report if isinstance(report, PuzzleError) else answer.of(report) for report in reports]
    if table is None:
        return results
    import pyarrow

    wrong = _wrong_solutions(table, column, results, threads) if answer is Check else {}
    types = {"strings": pyarrow.list_(pyarrow.string()), "bool": pyarrow.bool_()}
    for name, (column_name, type_name) in zip(names, columns.items()):
        values = [
            (str(result) if column_name == "reason" else None)
            if isinstance(result, PuzzleError)
            else getattr(result, column_name, None)
            for result in results
        ]
        if column_name == "reason":
            values = [wrong.get(row) if value is None else value for row, value in enumerate(values)]
        kind = types.get(type_name) or pyarrow.type_for_alias(type_name)
        result_field = pyarrow.field(name, kind, metadata={SCHEMA_KEY: schema})
        kept = kept.append_column(result_field, pyarrow.array(values, kind))
    return Table(kept.replace_schema_metadata({SCHEMA_KEY: schema}))


def _kept_columns(table: Any, names: list[str], column: str, schema: str) -> Any:
    """Return the columns of a table that stay when results are added; those that would clash are renamed."""
    earlier = [(field.metadata or {}).get(SCHEMA_KEY) for field in table.schema]
    schemas = [name and name.decode() for name in earlier]
    kept = _veridoku.kept_names(list(zip(table.column_names, schemas)), names, column, schema)
    indices = [index for index, name in enumerate(kept) if name is not None]
    return table.select(indices).rename_columns([kept[index] for index in indices])


def _wrong_solutions(
    table: Any, column: str, results: Sequence[object], threads: int | None
) -> dict[int, str]:
    """Return what is wrong with the solutions in a table, by row, if it has a column of solutions."""
    has_solutions = any(name.lower().endswith(tuple(SOLUTION_COLUMNS)) for name in table.column_names)
    if not has_solutions or all(isinstance(result, PuzzleError) for result in results):
        return {}
    reasons = solve_many(table, column=column, prefix="solve.", threads=threads)["solve.reason"].to_pylist()
    return {row: reason for row, reason in enumerate(reasons) if reason is not None}
