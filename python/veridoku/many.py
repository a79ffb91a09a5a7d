"""Functions for many puzzles.

They use all cores, release the interpreter lock while they run, and can be interrupted with Ctrl-C.

Puzzles are given as a NumPy array of shape n × 81 or n × 9 × 9 (preferably ``uint8``, 0 for a blank), as a
list of puzzles, or as any object with Arrow's PyCapsule interface (pyarrow, Polars, DuckDB, pandas). Results
are in the order of the input. For arrays and lists they are NumPy arrays; for Arrow data they are a
:class:`veridoku.Table`, which also has the columns of the input. An input column that has the same name as a
result column is rejected, unless it is an earlier result: one of the same function is replaced, one of
another function gets the name of its function as a prefix. The solutions of the input, in a column
``solution``, are renamed to ``read_solution``. Pass ``prefix`` to rename the results. A row that is null or
cannot be read gets a reason and does not affect the other rows. Data without a readable row raises
:class:`veridoku.PuzzleError`.

The result of a row does not depend on its position, on the other rows or on the number of threads.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any, Literal, overload

import numpy as np
import numpy.typing as npt

from . import _veridoku
from ._inputs import SINGLE, Arrow, Rows, arrow_table, check_numbers, column_of, grid_shape, is_arrow
from ._inputs import lost_zeros, not_many, open_container, puzzle_rows
from ._errors import PuzzleError
from ._call import names
from .answers import Ladder
from .table import Table

__all__ = [
    "Canons",
    "Duplicates",
    "EquivalentPuzzles",
    "GeneratedMany",
    "Grades",
    "Ratings",
    "Solved",
    "Status",
    "augment_many",
    "canon_many",
    "dedup",
    "generate_many",
    "grade_many",
    "path_many",
    "rate_many",
    "solve_many",
]

Bytes = npt.NDArray[np.uint8]


class Status(IntEnum):
    """The values of the array ``status``. Arrow tables have the names in lower case instead."""

    UNREADABLE = 0
    UNIQUE = 1
    MULTIPLE = 2
    NONE = 3
    INVALID = 4
    UNDECIDED = 5


@dataclass(frozen=True, slots=True, eq=False)
class Solved:
    """The result of :func:`solve_many` for arrays and lists."""

    status: Bytes
    """The :class:`Status` of each row."""
    solution: Bytes
    """The solutions, in the shape of the puzzles; zeros for rows without a unique solution."""
    clues: Bytes
    """The number of clues."""
    reasons: dict[int, str]
    """Why rows cannot be read, or what is wrong with the solution in the input, by row index; with
    ``explain``, also why rows have no unique solution."""
    minimal: npt.NDArray[np.int8] | None = None
    """1 for minimal puzzles, 0 for others, -1 if not known; ``None`` unless requested."""

    def __len__(self) -> int:
        return len(self.status)

    def __repr__(self) -> str:
        numbers, counts = np.unique(self.status, return_counts=True)
        names = [Status(number).name.lower() for number in numbers]
        summary = ", ".join(f"{count} {name}" for name, count in zip(names, counts))
        return f"Solved({summary or 'no rows'})"

    @property
    def reason(self) -> list[str | None]:
        """The entry of ``reasons`` for each row, or ``None``."""
        return [self.reasons.get(row) for row in range(len(self))]


@overload
def solve_many(
    puzzles: Arrow,
    *,
    column: str = "puzzle",
    prefix: str = "",
    minimal: bool = False,
    explain: bool = False,
    budget: int | None = None,
    threads: int | None = None,
    device: Literal["cpu", "gpu"] = "cpu",
) -> Table: ...
@overload
def solve_many(
    puzzles: Rows,
    *,
    minimal: bool = False,
    explain: bool = False,
    budget: int | None = None,
    threads: int | None = None,
    device: Literal["cpu", "gpu"] = "cpu",
) -> Solved: ...
def solve_many(
    puzzles: Rows | Arrow,
    *,
    column: str = "puzzle",
    prefix: str = "",
    minimal: bool = False,
    explain: bool = False,
    budget: int | None = None,
    threads: int | None = None,
    device: Literal["cpu", "gpu"] = "cpu",
) -> Solved | Table:
    """Solve many puzzles and prove that their solutions are unique.

    The Arrow schema ``solve/1`` has the columns ``status``, ``solution``, ``clues``, ``minimal`` (if
    requested) and ``reason``. If a table has solutions in a column such as ``solution`` or ``answer``, the
    reason says which of them are wrong.

    Parameters
    ----------
    puzzles
        The puzzles: a NumPy array, a list or Arrow data.
    column
        The name of the column with the puzzles, if the input is a table.
    prefix
        What the names of the result columns begin with, if the input is a table.
    minimal
        Whether to test which puzzles are minimal.
    explain
        Whether to give a reason for every row without a unique solution, not only for rows that cannot be
        read.
    budget
        The number of nodes per puzzle after which its status is ``undecided``.
    threads
        The number of threads. By default, one per core.
    device
        ``cpu``, or ``gpu`` for NVIDIA GPUs.

    Examples
    --------
    >>> import veridoku
    >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> result = veridoku.solve_many([puzzle, "." * 81, "not a puzzle"])
    >>> result
    Solved(1 unreadable, 1 unique, 1 multiple)
    >>> result.solution[0, :9]
    array([5, 3, 4, 6, 7, 8, 9, 1, 2], dtype=uint8)
    >>> result.status == veridoku.Status.UNIQUE
    array([ True, False, False])
    """
    check_numbers(budget=budget)
    options = (minimal, explain, budget, threads, device)
    result, unreadable = run_rows(_veridoku.solve_many, puzzles, column, prefix, *options)
    if isinstance(result, Table):
        return result
    reasons = dict(sorted({**result.pop("reason"), **unreadable}.items()))
    return Solved(reasons=reasons, **_reshape_grids(result, puzzles, "solution"))


@dataclass(frozen=True, slots=True, eq=False)
class Ratings:
    """The result of :func:`rate_many` for arrays and lists."""

    er: npt.NDArray[np.float64]
    """Sudoku Explainer's rating of the hardest step; NaN if not known."""
    ep: npt.NDArray[np.float64]
    """Sudoku Explainer's rating of the hardest step up to the first placement; NaN if not known."""
    ed: npt.NDArray[np.float64]
    """Sudoku Explainer's rating of the first step; NaN if not known."""
    level: list[str | None]
    """HoDoKu's level."""
    score: npt.NDArray[np.int64]
    """HoDoKu's score; -1 if not known."""
    hardest: list[str | None]
    """The technique with the highest score."""
    reason: list[str | None]
    """Why a row has no rating."""
    at_least: npt.NDArray[np.float64]
    """A lower bound of ER for rows whose budget was exhausted; NaN for others."""

    def __len__(self) -> int:
        return len(self.er)

    def __repr__(self) -> str:
        known = self.er[~np.isnan(self.er)]
        summary = f", ER {np.min(known):.1f} to {np.max(known):.1f}" if len(known) else ""
        return f"Ratings({len(self)} rows{summary})"


@overload
def rate_many(
    puzzles: Arrow,
    *,
    column: str = "puzzle",
    prefix: str = "",
    only: Literal["er", "score"] | None = None,
    up_to: float | None = None,
    budget: int | None = None,
    threads: int | None = None,
) -> Table: ...
@overload
def rate_many(
    puzzles: Rows,
    *,
    only: Literal["er", "score"] | None = None,
    up_to: float | None = None,
    budget: int | None = None,
    threads: int | None = None,
) -> Ratings: ...
def rate_many(
    puzzles: Rows | Arrow,
    *,
    column: str = "puzzle",
    prefix: str = "",
    only: Literal["er", "score"] | None = None,
    up_to: float | None = None,
    budget: int | None = None,
    threads: int | None = None,
) -> Ratings | Table:
    """Rate the difficulty of many puzzles.

    Unlike :func:`veridoku.rate`, this function has a default budget. The Arrow schema ``rate/1`` has the
    columns ``er``, ``ep``, ``ed``, ``level``, ``score``, ``hardest``, ``reason`` and ``at_least``.

    Parameters
    ----------
    puzzles
        The puzzles: a NumPy array, a list or Arrow data.
    column
        The name of the column with the puzzles, if the input is a table.
    prefix
        What the names of the result columns begin with, if the input is a table.
    only
        Rate on one scale only: ``er`` for Sudoku Explainer's, ``score`` for HoDoKu's.
    up_to
        The highest rating to compute. Harder puzzles are reported as such.
    budget
        The number of chain nodes per puzzle after which its rating stops. The default is 1,000,000,000.
    threads
        The number of threads. By default, one per core.

    Examples
    --------
    >>> import veridoku
    >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> veridoku.rate_many([puzzle]).er
    array([1.2])
    """
    check_numbers(budget=budget)
    options = {"only": only, "up_to": up_to, "budget": budget}
    result, unreadable = run_rows(_veridoku.rate_many, puzzles, column, prefix, threads, options)
    return result if isinstance(result, Table) else Ratings(**_with_reasons(result, unreadable))


@dataclass(frozen=True, slots=True, eq=False)
class Canons:
    """The result of :func:`canon_many` for arrays and lists."""

    canonical: Bytes
    """The canonical forms, in the shape of the puzzles."""
    key: list[str | None]
    """The hashes of the canonical forms: 128 bits as 32 hexadecimal digits."""
    transform: list[str | None]
    """Transforms from the puzzles to their canonical forms."""
    automorphisms: npt.NDArray[np.int64]
    """The number of automorphisms of each puzzle; -1 if not known."""
    reason: list[str | None]
    """Why a row has no canonical form."""

    def __len__(self) -> int:
        return len(self.key)

    def __repr__(self) -> str:
        return f"Canons({len(self)} rows, {len(set(self.key) - {None})} classes)"


@overload
def canon_many(
    puzzles: Arrow, *, column: str = "puzzle", prefix: str = "", threads: int | None = None
) -> Table: ...
@overload
def canon_many(puzzles: Rows, *, threads: int | None = None) -> Canons: ...
def canon_many(
    puzzles: Rows | Arrow, *, column: str = "puzzle", prefix: str = "", threads: int | None = None
) -> Canons | Table:
    """Find the canonical forms of many puzzles.

    Equivalent puzzles have the same canonical form.

    The Arrow schema ``canon/1`` has the columns ``canonical``, ``key``, ``transform``, ``automorphisms`` and
    ``reason``.

    Parameters
    ----------
    puzzles
        The puzzles: a NumPy array, a list or Arrow data.
    column
        The name of the column with the puzzles, if the input is a table.
    prefix
        What the names of the result columns begin with, if the input is a table.
    threads
        The number of threads. By default, one per core.

    Examples
    --------
    >>> import veridoku
    >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> veridoku.canon_many([puzzle, veridoku.transform(puzzle, seed=1).result, "." * 81])
    Canons(3 rows, 2 classes)
    """
    result, unreadable = run_rows(_veridoku.canon_many, puzzles, column, prefix, threads)
    if isinstance(result, Table):
        return result
    return Canons(**_reshape_grids(_with_reasons(result, unreadable), puzzles, "canonical"))


def path_many(
    puzzles: Rows | Arrow,
    *,
    column: str = "puzzle",
    prefix: str = "",
    techniques: Sequence[str] = (),
    ladder: Ladder | None = None,
    uniqueness: bool = True,
    siamese: bool = False,
    als_chains: bool = False,
    budget: int | None = None,
    threads: int | None = None,
) -> Table:
    """Solve many puzzles step by step and return the steps as nested Arrow columns.

    The Arrow schema ``path/1`` has the columns ``solved``, ``level``, ``score``, ``reason`` and ``steps``.
    Each step has ``technique``, ``code``, ``score``, ``placements`` and ``eliminations``. Each placement and
    elimination has ``row``, ``column`` and ``digit``, counted from 1.

    Parameters
    ----------
    puzzles
        The puzzles: a NumPy array, a list or Arrow data.
    column
        The name of the column with the puzzles, if the input is a table.
    prefix
        What the names of the result columns begin with, if the input is a table.
    techniques
        The only techniques to use, by name, short code or abbreviation. By default, all techniques of the
        ladder.
    ladder
        The set of techniques: ``teacher`` (those useful to a player, the default), ``hodoku`` (those HoDoKu
        uses for its ratings) or ``all``. With ``techniques``, the default is ``all``.
    uniqueness
        Whether techniques may assume that the solution is unique.
    siamese
        Whether to combine two fish with the same base into one step.
    als_chains
        Whether chains, nets and Kraken fish may contain almost locked sets.
    budget
        The number of choices after which the search for a technique stops.
    threads
        The number of threads. By default, one per core.

    Examples
    --------
    >>> import veridoku
    >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> veridoku.path_many([puzzle])
    Table(path/1: 1 rows of solved, level, score, reason, steps)
    """
    check_numbers(budget=budget)
    options = {
        "only": names(techniques),
        "ladder": ladder,
        "uniqueness": uniqueness,
        "siamese": siamese,
        "als_chains": als_chains,
        "budget": budget,
    }
    # A Table cannot be changed, so the more precise reasons for unreadable rows are not used here.
    result: Table = run_rows(_veridoku.path_many, puzzles, column, prefix, threads, options)[0]
    return result


@dataclass(frozen=True, slots=True, eq=False)
class EquivalentPuzzles:
    """The result of :func:`augment_many` for arrays and lists.

    Let ``old`` be row ``row[i]`` of the input as a 9 × 9 array. Then row ``i`` of the result is
    ``digits[i][(old.T if transpose[i] else old)[rows[i]][:, columns[i]]]``.
    """

    row: npt.NDArray[np.int64]
    """The index of the input row of each result."""
    puzzle: Bytes
    """The transformed puzzles, in the shape of the input."""
    transpose: Bytes
    """1 if the grid is transposed first, 0 if not."""
    rows: Bytes
    """The source of each row of the result, n × 9, counted from 0."""
    columns: Bytes
    """The source of each column of the result, n × 9, counted from 0."""
    digits: Bytes
    """The new value of each digit, n × 10; blanks (0) do not change."""
    reason: list[str | None]
    """Why the input row cannot be transformed; in that case, the puzzle is all zeros."""
    solution: Bytes | None = None
    """The transformed solutions, if solutions were given."""

    def __len__(self) -> int:
        return len(self.row)

    def __repr__(self) -> str:
        return f"EquivalentPuzzles({len(self)} rows)"

    def transform(self, index: int) -> str:
        """Return the transform of a row as text, in the notation of :func:`veridoku.transform`."""
        words = ["transpose"] if self.transpose[index] else []
        for name, numbers in (("rows", self.rows[index] + 1), ("columns", self.columns[index] + 1)):
            words.append(f"{name}={''.join(map(str, numbers))}")
        words.append(f"digits={''.join(map(str, self.digits[index][1:]))}")
        return " ".join(words)


# The former name.
Dresses = EquivalentPuzzles


@overload
def augment_many(
    puzzles: Rows,
    solutions: Rows | None = None,
    *,
    count: int = 1,
    seed: int = 0,
    threads: int | None = None,
) -> EquivalentPuzzles: ...
@overload
def augment_many(
    puzzles: Arrow,
    *,
    column: str = "puzzle",
    prefix: str = "",
    solution_column: str | None = None,
    count: int = 1,
    seed: int = 0,
    threads: int | None = None,
) -> Table: ...
def augment_many(
    puzzles: Rows | Arrow,
    solutions: Rows | None = None,
    *,
    column: str = "puzzle",
    prefix: str = "",
    solution_column: str | None = None,
    count: int = 1,
    seed: int = 0,
    threads: int | None = None,
) -> EquivalentPuzzles | Table:
    """Generate random equivalent puzzles for many puzzles, and transform their solutions in the same way.

    Transforms permute digits, bands, stacks, rows and columns, and may transpose the grid. There are 2 · 6⁸ ·
    9! of them, all equally likely. The results depend only on the seed and the puzzle; they are the same as
    those of ``veridoku.augment(puzzle, count, seed=seed)``.

    Other columns of Arrow data are repeated for each equivalent puzzle, except for those of earlier results.
    The Arrow schema ``augment/1`` has the columns ``row``, ``puzzle``, ``solution`` (if solutions are given),
    ``transform`` and ``reason``.

    Parameters
    ----------
    puzzles
        The puzzles: a NumPy array, a list or Arrow data.
    solutions
        The solutions of the puzzles, if the input is an array or a list.
    column
        The name of the column with the puzzles, if the input is a table.
    prefix
        What the names of the result columns begin with, if the input is a table.
    solution_column
        The name of the column with the solutions, if the input is a table.
    count
        The number of equivalent puzzles for each puzzle, all of them different.
    seed
        The seed of the random transforms.
    threads
        The number of threads. By default, one per core.

    Examples
    --------
    >>> import veridoku
    >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> solution = veridoku.solve(puzzle).solution
    >>> augmented = veridoku.augment_many([puzzle], [solution], count=3, seed=7)
    >>> (veridoku.solve_many(augmented.puzzle).solution == augmented.solution).all()
    np.True_
    """
    check_numbers(count=count, seed=seed)
    if is_arrow(puzzles) and solutions is not None:
        raise TypeError("`solutions` cannot be used with Arrow data; pass `solution_column` instead")
    if solution_column is not None and not is_arrow(puzzles):
        raise TypeError("`solution_column` requires Arrow data; pass `solutions` instead")
    solution_rows, unreadable_solutions = (None, {}) if solutions is None else puzzle_rows(solutions)
    options = (solution_rows, solution_column, count, seed, threads)
    result, unreadable = run_rows(_veridoku.augment_many, puzzles, column, prefix, *options)
    if isinstance(result, Table):
        return result
    for row, reason in unreadable_solutions.items():
        unreadable[row] = f"solution: {reason}"
    # An unreadable input row has exactly one row in the result.
    indices = np.searchsorted(result["row"], list(unreadable))
    reasons: list[str | None] = [None] * len(result["row"])
    for index, reason in {**result["reason"], **dict(zip(indices.tolist(), unreadable.values()))}.items():
        reasons[index] = reason
    result["reason"] = reasons
    return EquivalentPuzzles(**_reshape_grids(result, puzzles, "puzzle", "solution"))


@dataclass(frozen=True, slots=True, eq=False)
class Grades:
    """The result of :func:`grade_many` for arrays and lists."""

    solved: npt.NDArray[np.bool_]
    """Whether each answer is a solution of its puzzle."""
    score: npt.NDArray[np.float64]
    """1 for solved answers, otherwise 0; with ``partial``, the share of empty cells that are right."""
    complete: npt.NDArray[np.bool_]
    """Whether each answer has no blanks."""
    valid: npt.NDArray[np.bool_]
    """Whether no row, column or box of the answer contains a digit twice."""
    clues_kept: npt.NDArray[np.bool_]
    """Whether each answer contains all clues of its puzzle."""
    cells: Bytes
    """The number of empty cells of each puzzle; 0 for rows without a grid."""
    right: Bytes
    """The number of these cells that are right."""
    first_wrong: npt.NDArray[np.int64]
    """The index (0 to 80) of the first cell whose digit is not right; -1 if there is none."""
    row_conflicts: Bytes
    """The number of rows that contain a digit twice."""
    column_conflicts: Bytes
    """The number of columns that contain a digit twice."""
    box_conflicts: Bytes
    """The number of boxes that contain a digit twice."""
    reasons: dict[int, str]
    """Why rows have no puzzle, no solution or no grid in the answer, by row index."""
    warnings: dict[int, str]
    """Why the grid of an answer may not be the intended one, by row index."""

    def __len__(self) -> int:
        return len(self.solved)

    def __repr__(self) -> str:
        return f"Grades({len(self)} rows, {self.solved.sum()} solved)"


@overload
def grade_many(
    puzzles: Rows | Arrow,
    answers: Rows | Arrow,
    *,
    column: str = "puzzle",
    answer_column: str = "answer",
    partial: bool = False,
    budget: int | None = None,
    threads: int | None = None,
) -> Grades: ...
@overload
def grade_many(
    puzzles: Arrow,
    *,
    column: str = "puzzle",
    answer_column: str = "answer",
    prefix: str = "",
    partial: bool = False,
    budget: int | None = None,
    threads: int | None = None,
) -> Table: ...
def grade_many(
    puzzles: Rows | Arrow,
    answers: Rows | Arrow | None = None,
    *,
    column: str = "puzzle",
    answer_column: str = "answer",
    prefix: str = "",
    partial: bool = False,
    budget: int | None = None,
    threads: int | None = None,
) -> Grades | Table:
    """Grade many answers.

    An answer is solved if it is any solution of its puzzle. Answers may be grids or texts that contain one,
    as for :func:`veridoku.extract`. The Arrow schema ``grade/1`` has the fields of :class:`Grades` as
    columns, with ``reason`` and ``warning`` as text.

    Parameters
    ----------
    puzzles
        The puzzles: a NumPy array, a list, or Arrow data with the answers in another column.
    answers
        The answers to the puzzles, in the same order, unless they are a column of the puzzles.
    column
        The name of the column with the puzzles, if the input is a table.
    answer_column
        The name of the column with the answers, if the input is a table.
    prefix
        What the names of the result columns begin with, if the input is a table.
    partial
        Score an answer that keeps the clues by the share of empty cells that are right.
    budget
        The maximum number of guesses per search.
    threads
        The number of threads. By default, one per core.

    Examples
    --------
    >>> import veridoku
    >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> solution = veridoku.solve(puzzle).solution
    >>> grades = veridoku.grade_many([puzzle] * 3, [solution, f"It is {solution}.", "No idea."])
    >>> grades.score, grades.reasons
    (array([1., 1., 0.]), {2: 'found no grid'})
    """
    check_numbers(budget=budget)
    if answers is None:
        if not is_arrow(puzzles):
            raise TypeError("found no answers, expected them as the second argument")
        options = (None, answer_column, partial, budget, threads)
        table, _ = run_rows(_veridoku.grade_many, puzzles, column, prefix, *options)
        return table  # type: ignore[no-any-return]
    rows, unreadable_answers = puzzle_rows(_column_values(answers, answer_column))
    puzzles, column = open_container(puzzles, column)
    questions = _column_values(puzzles, column)
    column = "puzzle" if is_arrow(puzzles) else column
    if isinstance(questions, SINGLE) or not (hasattr(questions, "__len__") or hasattr(questions, "__iter__")):
        raise not_many(questions)
    if not hasattr(questions, "__len__"):
        questions = list(questions)
    if len(questions) != len(rows):
        raise ValueError(f"found {len(rows)} answers for {len(questions)} puzzles, expected one for each")
    settings = (rows, None, partial, budget, threads)
    result, unreadable = run_rows(_veridoku.grade_many, questions, column, prefix, *settings)
    for name in ("solved", "complete", "valid", "clues_kept"):
        result[name] = result[name].view(np.bool_)
    reasons = result.pop("reason")
    if unreadable or unreadable_answers:
        reasons = dict(sorted({**reasons, **unreadable_answers, **unreadable}.items()))
    return Grades(reasons=reasons, warnings=result.pop("warning"), **result)


def _column_values(values: Any, column: str) -> Any:
    """Return an Arrow column, a Series or the given column of a table as a list; else the value unchanged."""
    values, column = open_container(values, column)
    if is_arrow(values):
        return column_of(arrow_table(values, column), column).to_pylist()
    return values.tolist() if hasattr(values, "reset_index") else values


@dataclass(frozen=True, slots=True, eq=False)
class GeneratedMany:
    """The result of :func:`generate_many`."""

    puzzle: Bytes
    """The puzzles, n × 81."""
    solution: Bytes
    """The solutions, n × 81."""
    clues: Bytes
    """The numbers of clues."""
    index: npt.NDArray[np.int64]
    """The indices of the puzzles."""
    level: list[str | None]
    """The levels; ``None`` for puzzles that are not rated."""
    er: npt.NDArray[np.float64]
    """Sudoku Explainer's ratings; NaN for puzzles that are not rated."""
    seed: str
    generator: int = field(repr=False)
    """The version of the generator. The same version, seed and index always give the same puzzle."""

    def __len__(self) -> int:
        return len(self.index)

    def __repr__(self) -> str:
        return f"GeneratedMany({len(self)} puzzles, seed={self.seed!r})"


def generate_many(
    count: int,
    *,
    level: str | None = None,
    er: str | float | None = None,
    clues: str | int | None = None,
    symmetry: str | None = None,
    pattern: str | None = None,
    technique: str | None = None,
    minimal: bool = False,
    seed: str | int | None = None,
    index: int = 0,
    attempts: int | None = None,
    rating: bool = False,
    threads: int | None = None,
) -> GeneratedMany:
    """Generate many puzzles with unique solutions.

    The result contains the puzzles that :func:`veridoku.generate` generates for ``index``, ``index + 1`` and
    so on. They are rated only if ``rating`` is set or another parameter requires it.

    Parameters
    ----------
    count
        The number of puzzles.
    level, er, clues, symmetry, pattern, technique, minimal, seed, attempts, rating
        See :func:`veridoku.generate`.
    index
        The index of the first puzzle.
    threads
        The number of threads. By default, one per core.

    Examples
    --------
    >>> import veridoku
    >>> generated = veridoku.generate_many(3, level="easy", seed=1)
    >>> generated
    GeneratedMany(3 puzzles, seed='1')
    >>> generated.level
    ['easy', 'easy', 'easy']
    """
    check_numbers(count=count, index=index, attempts=attempts)
    options = {
        "level": level,
        "er": er,
        "clues": clues,
        "symmetry": symmetry,
        "pattern": pattern,
        "technique": technique,
        "minimal": minimal,
        "seed": seed,
        "index": index,
        "attempts": attempts,
        "rating": rating,
    }
    return GeneratedMany(**_veridoku.generate_many(count, threads, options))


@dataclass(frozen=True, slots=True, eq=False)
class Duplicates:
    """The result of :func:`dedup`."""

    first: npt.NDArray[np.bool_]
    """Whether a puzzle is the first of its class, and not leaked."""
    same_as: npt.NDArray[np.int64]
    """The row of the equivalent puzzle: among the others for a leaked puzzle, else an earlier row; -1 if
    there is none."""
    leaked: npt.NDArray[np.bool_]
    """Whether a puzzle is equivalent to one of the others."""
    key: list[str | None]
    """The hashes of the canonical forms; ``None`` for rows that cannot be read, which are neither first nor
    leaked."""

    def __len__(self) -> int:
        return len(self.key)

    def __repr__(self) -> str:
        return f"Duplicates({len(self)} rows, {self.first.sum()} first, {self.leaked.sum()} leaked)"


def dedup(
    puzzles: Rows | Arrow, against: Rows | Arrow | None = None, *, threads: int | None = None
) -> Duplicates:
    """Find equivalent puzzles, and leaks between two sets, as the command ``veridoku dedup`` does.

    Parameters
    ----------
    puzzles
        The puzzles: a NumPy array, a list or Arrow data with the column ``puzzle``.
    against
        Other puzzles, such as the training data. A puzzle that is equivalent to one of them is a leak.
    threads
        The number of threads. By default, one per core.

    Examples
    --------
    >>> import veridoku
    >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> found = veridoku.dedup([puzzle, veridoku.transform(puzzle, seed=1).result, "." * 81])
    >>> found.first, found.same_as
    (array([ True, False,  True]), array([-1,  0, -1]))
    """
    others = {} if against is None else _first_rows(_canon_keys(against, threads))
    keys = _canon_keys(puzzles, threads)
    earlier = _first_rows(keys)
    leaked = np.array([key is not None and key in others for key in keys], bool)
    same_as = np.array(
        [others[key] if leak else earlier.get(key, row) for row, (key, leak) in enumerate(zip(keys, leaked))],
        np.int64,
    ).reshape(len(keys))
    readable = np.array([key is not None for key in keys], bool)
    repeats = same_as != np.arange(len(keys))
    return Duplicates(readable & ~leaked & ~repeats, np.where(leaked | repeats, same_as, -1), leaked, keys)


def _canon_keys(puzzles: Rows | Arrow, threads: int | None) -> list[str | None]:
    result: Any = canon_many(puzzles, threads=threads)
    keys: list[str | None] = result["key"].to_pylist() if isinstance(result, Table) else result.key
    return keys


def _first_rows(keys: list[str | None]) -> dict[str | None, int]:
    """Return the first row of each key."""
    rows: dict[str | None, int] = {}
    for row, key in enumerate(keys):
        if key is not None:
            rows.setdefault(key, row)
    return rows


def run_rows(
    function: Callable[..., Any], puzzles: Any, column: str, prefix: str, *arguments: Any
) -> tuple[Any, dict[int, str]]:
    """Call a compiled function.

    Return its result, and the reasons for rows of an array that contain a number outside 0 to 9.
    """
    puzzles, column = open_container(puzzles, column)
    if is_arrow(puzzles):
        try:
            return Table(function(puzzles, column, prefix, *arguments)), {}
        except OverflowError as error:  # pandas cannot export such numbers
            raise lost_zeros(error) from error
        except ValueError as error:
            # pandas asks pyarrow to convert its columns of objects.
            if type(error).__name__ != "ArrowInvalid":
                raise
            advice = "for arrays of 9 × 9 cells, write numpy.stack(column)"
            raise TypeError(f"found data that pyarrow cannot read ({error}); {advice}") from error
    if column != "puzzle" or prefix:
        option = f"column={column!r}" if column != "puzzle" else f"prefix={prefix!r}"
        raise TypeError(f"found {option} without Arrow data; arrays and lists have no columns")
    rows, unreadable = puzzle_rows(puzzles)
    if unreadable and len(unreadable) == len(rows):
        raise PuzzleError(f"none of the {len(rows)} rows can be read; row 0: {unreadable[0]}")
    result = function(rows, column, prefix, *arguments)
    return Table(result) if isinstance(result, _veridoku.Table) else result, unreadable


def _with_reasons(result: dict[str, Any], reasons: dict[int, str]) -> dict[str, Any]:
    """Replace reasons in a result with more precise ones."""
    for row, reason in reasons.items():
        result["reason"][row] = reason
    return result


def _reshape_grids(result: dict[str, Any], puzzles: object, *names: str) -> dict[str, Any]:
    """Give the grids in a result the shape of those in the input."""
    shape = grid_shape(puzzles)
    for name in names:
        if name in result and shape != (81,):
            result[name] = result[name].reshape(-1, *shape)
    return result
