"""Questions about many puzzles: all cores, Python free meanwhile, Ctrl-C honoured.

Rows come as a NumPy array (best ``uint8``, n × 81 or n × 9 × 9, 0 for a blank), as a list of puzzles, or as anything
that speaks Arrow's PyCapsule interface (pyarrow, Polars, DuckDB, pandas). Answers come in the same order and in the same
kind of memory: arrays for arrays and lists, a :class:`veridoku.Table` for Arrow, with the other columns of the question
beside the answers; a column that has the name of an answer is refused. A row that cannot be read, or is missing, is
answered with its reason, and the others go on.

What a row is answered does not depend on its place, on the rows beside it, or on the number of threads.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any, Literal, overload

import numpy as np
import numpy.typing as npt

from . import _veridoku
from ._inputs import Arrow, Rows, column_names, grid_shape, is_arrow, refuse_clash, rows_of
from ._veridoku import Table
from .one import Ladder, _techniques, recipe

Bytes = npt.NDArray[np.uint8]

RATED = ("er", "ep", "ed", "level", "score", "hardest", "reason", "at_least")
"""The columns of ``rate/1``."""
CANONICAL = ("canonical", "key", "transform", "automorphisms", "reason")
"""The columns of ``canon/1``."""
PATHS = ("solved", "level", "score", "reason", "steps")
"""The columns of ``path/1``."""


class Status(IntEnum):
    """The numbers in the array ``status``; Arrow has the words in lower case."""

    UNREADABLE = 0
    UNIQUE = 1
    MULTIPLE = 2
    NONE = 3
    INVALID = 4
    UNDECIDED = 5


@dataclass(frozen=True, slots=True, eq=False)
class Solved:
    """What :func:`solve_many` answers for arrays and lists."""

    status: Bytes
    """A :class:`Status` for each row."""
    solution: Bytes
    """The solutions, in the shape of the puzzles; zeros where there is not exactly one."""
    clues: Bytes
    """The number of clues."""
    reasons: dict[int, str]
    """Why a row cannot be read, by row; with ``explain``, why there is not exactly one solution."""
    minimal: npt.NDArray[np.int8] | None = None
    """1 or 0, whether no clue can be taken out, and -1 where that is not known; if it was asked for."""

    def __len__(self) -> int:
        return len(self.status)

    def __repr__(self) -> str:
        numbers, counts = np.unique(self.status, return_counts=True)
        told = ", ".join(f"{count} {Status(number).name.lower()}" for number, count in zip(numbers, counts))
        return f"Solved({told or 'no rows'})"

    @property
    def reason(self) -> list[str | None]:
        """The reasons of all rows, ``None`` for those without."""
        return [self.reasons.get(row) for row in range(len(self))]


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
@overload
def solve_many(
    puzzles: Arrow,
    *,
    column: str = "puzzle",
    minimal: bool = False,
    explain: bool = False,
    budget: int | None = None,
    threads: int | None = None,
    device: Literal["cpu", "gpu"] = "cpu",
) -> Table: ...
def solve_many(
    puzzles: Rows | Arrow,
    *,
    column: str = "puzzle",
    minimal: bool = False,
    explain: bool = False,
    budget: int | None = None,
    threads: int | None = None,
    device: Literal["cpu", "gpu"] = "cpu",
) -> Solved | Table:
    """Solves many puzzles, and proves that the solutions are the only ones.

    ``minimal`` asks whether no clue can be taken out, ``explain`` for the reason of each row without a single solution,
    ``budget`` is the number of nodes for each puzzle after which it is ``undecided``. ``device="gpu"`` solves on NVIDIA
    GPUs. Schema of Arrow: ``solve/1``, with ``status``, ``solution``, ``clues``, ``minimal`` if asked for, ``reason``.

    >>> import veridoku
    >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> answer = veridoku.solve_many([puzzle, "." * 81, "not a puzzle"])
    >>> answer
    Solved(1 unreadable, 1 unique, 1 multiple)
    >>> answer.solution[0, :9]
    array([5, 3, 4, 6, 7, 8, 9, 1, 2], dtype=uint8)
    >>> answer.status == veridoku.Status.UNIQUE
    array([ True, False, False])
    """
    if is_arrow(puzzles):
        answered = ["status", "solution", "clues", "reason"] + ["minimal"] * minimal
        refuse_clash(column_names(puzzles), answered, column)
        table: Table = _veridoku.solve_many(puzzles, column, minimal, explain, budget, threads, device)
        return table
    answer, unread = _ask(
        lambda rows: _veridoku.solve_many(rows, column, minimal, explain, budget, threads, device), puzzles, column
    )
    reasons = dict(sorted({**answer.pop("reason"), **unread}.items()))
    return Solved(reasons=reasons, **_shaped(answer, puzzles, "solution"))


@dataclass(frozen=True, slots=True, eq=False)
class Ratings:
    """What :func:`rate_many` answers for arrays and lists."""

    er: npt.NDArray[np.float64]
    """Sudoku Explainer's rating of the hardest step; NaN where it is not known."""
    ep: npt.NDArray[np.float64]
    ed: npt.NDArray[np.float64]
    level: list[str | None]
    """HoDoKu's level."""
    score: npt.NDArray[np.int64]
    """HoDoKu's score; -1 where it is not known."""
    hardest: list[str | None]
    """The technique with the highest score."""
    reason: list[str | None]
    """Why a row has no rating."""
    at_least: npt.NDArray[np.float64]
    """What ER is at least, where the budget was spent before it was known; NaN elsewhere."""

    def __len__(self) -> int:
        return len(self.er)

    def __repr__(self) -> str:
        known = self.er[~np.isnan(self.er)]
        told = f", ER {known.min():.1f} to {known.max():.1f}" if len(known) else ""
        return f"Ratings({len(self)} rows{told})"


@overload
def rate_many(
    puzzles: Rows,
    *,
    only: Literal["er", "score"] | None = None,
    up_to: float | None = None,
    budget: int | None = None,
    threads: int | None = None,
) -> Ratings: ...
@overload
def rate_many(
    puzzles: Arrow,
    *,
    column: str = "puzzle",
    only: Literal["er", "score"] | None = None,
    up_to: float | None = None,
    budget: int | None = None,
    threads: int | None = None,
) -> Table: ...
def rate_many(
    puzzles: Rows | Arrow,
    *,
    column: str = "puzzle",
    only: Literal["er", "score"] | None = None,
    up_to: float | None = None,
    budget: int | None = None,
    threads: int | None = None,
) -> Ratings | Table:
    """Rates many puzzles, as :func:`veridoku.rate` does one, but each within a budget of nodes.

    ``budget`` is 1,000,000,000 unless asked otherwise; :func:`veridoku.rate` has none.
    Schema of Arrow: ``rate/1``, with ``er``, ``ep``, ``ed``, ``level``, ``score``, ``hardest``, ``reason``,
    ``at_least``.

    >>> import veridoku
    >>> veridoku.rate_many(["53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"]).er
    array([1.2])
    """
    if is_arrow(puzzles):
        refuse_clash(column_names(puzzles), RATED, column)
        table: Table = _veridoku.rate_many(puzzles, column, only, up_to, budget, threads)
        return table
    answer, unread = _ask(
        lambda rows: _veridoku.rate_many(rows, column, only, up_to, budget, threads), puzzles, column
    )
    return Ratings(**_told(answer, unread))


@dataclass(frozen=True, slots=True, eq=False)
class Canons:
    """What :func:`canon_many` answers for arrays and lists."""

    canonical: Bytes
    """The canonical forms, in the shape of the puzzles."""
    key: list[str | None]
    """Their hashes: 128 bits as 32 hexadecimal digits."""
    transform: list[str | None]
    """Transforms that lead there."""
    automorphisms: npt.NDArray[np.int64]
    reason: list[str | None]
    """Why a row has no canonical form."""

    def __len__(self) -> int:
        return len(self.key)

    def __repr__(self) -> str:
        return f"Canons({len(self)} rows, {len(set(self.key) - {None})} classes)"


@overload
def canon_many(puzzles: Rows, *, threads: int | None = None) -> Canons: ...
@overload
def canon_many(puzzles: Arrow, *, column: str = "puzzle", threads: int | None = None) -> Table: ...
def canon_many(puzzles: Rows | Arrow, *, column: str = "puzzle", threads: int | None = None) -> Canons | Table:
    """The canonical forms of many puzzles: equal for equivalent ones.

    Schema of Arrow: ``canon/1``, with ``canonical``, ``key``, ``transform``, ``automorphisms``, ``reason``.

    >>> import veridoku
    >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> veridoku.canon_many([puzzle, veridoku.transform(puzzle, seed=1).result, "." * 81])
    Canons(3 rows, 2 classes)
    """
    if is_arrow(puzzles):
        refuse_clash(column_names(puzzles), CANONICAL, column)
        table: Table = _veridoku.canon_many(puzzles, column, threads)
        return table
    answer, unread = _ask(lambda rows: _veridoku.canon_many(rows, column, threads), puzzles, column)
    return Canons(**_shaped(_told(answer, unread), puzzles, "canonical"))


def path_many(
    puzzles: Rows | Arrow,
    *,
    column: str = "puzzle",
    techniques: Sequence[str] = (),
    ladder: Ladder | None = None,
    uniqueness: bool = True,
    siamese: bool = False,
    als_chains: bool = False,
    budget: int | None = None,
    threads: int | None = None,
) -> Table:
    """The logical solutions of many puzzles, step by step, as nested columns of Arrow.

    Schema: ``path/1``, with ``solved``, ``level``, ``score``, ``reason`` and ``steps``: a list of ``technique``, ``code``,
    ``score``, ``placements`` and ``eliminations``, both lists of ``row``, ``column`` and ``digit``, counted from 1.

    >>> import veridoku
    >>> veridoku.path_many(["53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"])
    Table(path/1: 1 rows of solved, level, score, reason, steps)
    """
    asked = _techniques(techniques, ladder, uniqueness, siamese, als_chains, budget)
    if is_arrow(puzzles):
        refuse_clash(column_names(puzzles), PATHS, column)
        return _veridoku.path_many(puzzles, column, threads, **asked)
    # A row that is no text is told here as one without a puzzle.
    answer: Table = _ask(lambda rows: _veridoku.path_many(rows, column, threads, **asked), puzzles, column)[0]
    return answer


@dataclass(frozen=True, slots=True, eq=False)
class Dresses:
    """What :func:`augment_many` answers for arrays and lists.

    Row ``i`` is ``digits[i][(old.T if transpose[i] else old)[rows[i]][:, columns[i]]]``, where ``old`` is row ``row[i]`` of
    the question as a 9 × 9 array.
    """

    row: npt.NDArray[np.int64]
    """The row of the question that each dress is of."""
    puzzle: Bytes
    """The puzzles in their new dress, in the shape they came in."""
    transpose: Bytes
    """1 where rows become columns."""
    rows: Bytes
    """The rows from which the rows of the result are taken, n × 9, from 0."""
    columns: Bytes
    """The same for columns."""
    digits: Bytes
    """What each digit becomes, n × 10; a blank stays a blank."""
    reason: list[str | None]
    """Why a row cannot be dressed anew; it is zeros then."""
    solution: Bytes | None = None
    """The solutions in the same dress, if they were given."""

    def __len__(self) -> int:
        return len(self.row)

    def __repr__(self) -> str:
        return f"Dresses({len(self)} rows)"

    def transform(self, index: int) -> str:
        """The transform of a row as text, for :func:`veridoku.transform`."""
        words = ["transpose"] if self.transpose[index] else []
        for name, numbers in (("rows", self.rows[index] + 1), ("columns", self.columns[index] + 1)):
            words.append(f"{name}={''.join(map(str, numbers))}")
        words.append(f"digits={''.join(map(str, self.digits[index][1:]))}")
        return " ".join(words)


@overload
def augment_many(
    puzzles: Rows,
    solutions: Rows | None = None,
    *,
    count: int = 1,
    seed: int = 0,
    threads: int | None = None,
) -> Dresses: ...
@overload
def augment_many(
    puzzles: Arrow,
    *,
    column: str = "puzzle",
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
    solution_column: str | None = None,
    count: int = 1,
    seed: int = 0,
    threads: int | None = None,
) -> Dresses | Table:
    """Random dresses of many puzzles, ``count`` of each, all of them different, with their solutions.

    Digits renamed, bands, stacks, rows and columns moved, the grid turned over: 2 · 6⁸ · 9! ways, each as likely as any
    other. A dress depends on the seed and the puzzle alone, and is that of ``veridoku.augment(puzzle, count, seed=seed)``.
    Schema of Arrow: ``augment/1``, with ``row``, ``puzzle``, ``solution`` if there are any, ``transform``, ``reason``.

    >>> import veridoku
    >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> solution = veridoku.solve(puzzle).solution
    >>> dresses = veridoku.augment_many([puzzle], [solution], count=3, seed=7)
    >>> (veridoku.solve_many(dresses.puzzle).solution == dresses.solution).all()
    np.True_
    """
    if is_arrow(puzzles):
        if solutions is not None:
            raise TypeError("found solutions beside a table of Arrow, expected solution_column, a column of it")
        refuse_clash(column_names(puzzles), (), column)
        table: Table = _veridoku.augment_many(puzzles, None, column, solution_column, count, seed, threads)
        return table
    if solution_column is not None:
        raise TypeError("found solution_column, but no table of Arrow: expected solutions")
    if solutions is None:
        answer, unread = _ask(
            lambda rows: _veridoku.augment_many(rows, None, column, None, count, seed, threads), puzzles, column
        )
    else:
        second, unread_beside = rows_of(solutions)
        answer, unread = _ask(
            lambda rows: _veridoku.augment_many(rows, second, column, None, count, seed, threads), puzzles, column
        )
        unread = {**unread, **{row: f"its solution: {reason}" for row, reason in unread_beside.items()}}
    # A row that cannot be read is there once.
    places = np.searchsorted(answer["row"], list(unread))
    told = _told(answer, dict(zip(places.tolist(), unread.values())))
    return Dresses(**_shaped(told, puzzles, "puzzle", "solution"))


@dataclass(frozen=True, slots=True, eq=False)
class GeneratedMany:
    """What :func:`generate_many` answers."""

    puzzle: Bytes
    """The puzzles, n × 81."""
    solution: Bytes
    """Their solutions."""
    clues: Bytes
    index: npt.NDArray[np.int64]
    level: list[str | None]
    er: npt.NDArray[np.float64]
    """Sudoku Explainer's rating; NaN where puzzles are not rated."""
    seed: str
    generator: int = field(repr=False)
    """The version of the method: the same seed gives the same puzzles as long as it is the same."""

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
    """Many new puzzles: those that :func:`veridoku.generate` makes for ``index`` and on.

    They are rated only if that is asked for, or needed.

    >>> import veridoku
    >>> made = veridoku.generate_many(3, level="easy", seed=1)
    >>> made
    GeneratedMany(3 puzzles, seed='1')
    >>> made.level
    ['easy', 'easy', 'easy']
    """
    asked = recipe(level, er, clues, symmetry, pattern, technique, minimal, seed, index, attempts, rating)
    return GeneratedMany(**_veridoku.generate_many(count, threads, **asked))


def _ask(question: Callable[[Any], Any], puzzles: Any, column: str) -> tuple[Any, dict[int, str]]:
    """The answer to an array or a list, and what the engine could not be told of its rows."""
    if column != "puzzle":
        raise TypeError(f"found column={column!r}, but no table of Arrow that has columns")
    rows, unread = rows_of(puzzles)
    return question(rows), unread


def _told(answer: dict[str, Any], unread: dict[int, str]) -> dict[str, Any]:
    """The answer with the reasons of rows that the engine saw in part."""
    for row, reason in unread.items():
        answer["reason"][row] = reason
    return answer


def _shaped(answer: dict[str, Any], puzzles: object, *names: str) -> dict[str, Any]:
    """The answer with grids in the shape of those in the question."""
    shape = grid_shape(puzzles)
    for name in names:
        if name in answer and shape != (81,):
            answer[name] = answer[name].reshape(-1, *shape)
    return answer
