"""Questions about one puzzle.

A puzzle is a text in any form (81 characters, pencil marks, LeetCode's JSON, a link of SudokuWiki or SudokuPad, and so
on), nine rows of nine cells, a NumPy array, or an answer that has a puzzle; a dress and a canonical form stand for the
puzzle that they print. What cannot be read is a :class:`veridoku.PuzzleError`; no solution and many solutions are answers.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from . import _veridoku
from ._inputs import Puzzle, text_of
from .answers import (
    Canon,
    Check,
    Comparison,
    Conflict,
    Count,
    Dress,
    Evidence,
    Generated,
    Hint,
    Path,
    RatedStep,
    Rating,
    Run,
    Solution,
    Step,
    frozen,
)

Ladder = Literal["teacher", "hodoku", "all"]
Notation = Literal["r1c1", "a1"]


def solve(puzzle: Puzzle, *, engine: str | None = None, budget: int | None = None) -> Solution:
    """The one solution, or why there is none.

    ``engine`` names a textbook solver (see :func:`compare`) to use in place of the fast one, ``budget`` is the number
    of nodes, or calls of a textbook solver, after which it gives up.

    >>> import veridoku
    >>> answer = veridoku.solve("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
    >>> answer.solution
    '534678912672195348198342567859761423426853791713924856961537284287419635345286179'
    >>> answer.grid[0]
    array([5, 3, 4, 6, 7, 8, 9, 1, 2], dtype=uint8)
    >>> print(veridoku.solve("55" + "." * 79))
    invalid: two 5s in row 1: r1c1, r1c2; two 5s in box 1: r1c1, r1c2
    """
    return Solution(**frozen(_veridoku.solve(text_of(puzzle), engine, budget)))


def check(puzzle: Puzzle, *, budget: int | None = None) -> Check:
    """Whether a puzzle is valid, has one solution and is minimal; and why not.

    >>> import veridoku
    >>> print(veridoku.check("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"))
    unique: 30 clues, not minimal, 22 clues could go
    """
    answer = frozen(_veridoku.check(text_of(puzzle), budget))
    conflicts = tuple(Conflict(**frozen(conflict)) for conflict in answer.pop("conflicts"))
    return Check(**answer, conflicts=conflicts)


def count(puzzle: Puzzle, *, limit: int | None = None, budget: int | None = None) -> Count:
    """The number of solutions, up to a limit (a million unless asked otherwise).

    >>> import veridoku
    >>> veridoku.count("." * 81, limit=1000)
    Count(count=1000, limit_reached=True, budget_reached=False)
    """
    return Count(**_veridoku.count(text_of(puzzle), limit, budget))


def solutions(puzzle: Puzzle, *, limit: int | None = None, budget: int | None = None) -> _veridoku.Solutions:
    """All solutions, one after the other, found as they are asked for.

    The order depends on the puzzle alone. When there are no more, ``end`` says why: ``complete``, ``limit`` or
    ``budget`` (100 million nodes in all, unless asked otherwise).

    >>> import veridoku
    >>> found = veridoku.solutions("...378...6.2.......9........5......3.2....79....9.4.561.45..2....7419....3.......")
    >>> len(list(found)), found.end
    (2, 'complete')
    >>> next(veridoku.solutions("." * 81))[:9]
    '147235689'
    """
    return _veridoku.solutions(text_of(puzzle), limit, budget)


def hint(
    puzzle: Puzzle,
    *,
    level: Literal["where", "what", "full"] = "full",
    notation: Notation = "r1c1",
    techniques: Sequence[str] = (),
    ladder: Ladder | None = None,
    uniqueness: bool = True,
    siamese: bool = False,
    als_chains: bool = False,
    budget: int | None = None,
) -> Hint:
    """The next logical step from a position, pencil marks included, and why it holds; mistakes are told first.

    ``level`` is how much is told, ``techniques`` the only ones to look for, by name or abbreviation.

    >>> import veridoku
    >>> print(veridoku.hint("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"))
    r5c5 can only be 5, because its row, column and box contain every other digit. Write 5 in r5c5.
    """
    asked = _techniques(techniques, ladder, uniqueness, siamese, als_chains, budget)
    answer = frozen(_veridoku.hint(text_of(puzzle), level, notation, True, **asked))
    evidence = answer.pop("evidence")
    return Hint(**answer, evidence=Evidence(**frozen(evidence)) if evidence else None)


def path(
    puzzle: Puzzle,
    *,
    notation: Notation = "r1c1",
    techniques: Sequence[str] = (),
    ladder: Ladder | None = None,
    uniqueness: bool = True,
    siamese: bool = False,
    als_chains: bool = False,
    budget: int | None = None,
) -> Path:
    """The whole logical solution, step by step.

    >>> import veridoku
    >>> path = veridoku.path("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
    >>> path.solved, len(path), path.level, path.score
    (True, 51, 'Easy', 204)
    >>> path.steps[0]
    Step(technique='Naked Single', code='n1', score=4, level='Easy', placements=('r5c5=5',), eliminations=())
    """
    asked = _techniques(techniques, ladder, uniqueness, siamese, als_chains, budget)
    answer = frozen(_veridoku.path(text_of(puzzle), notation, **asked))
    steps = tuple(
        Step(**{**frozen(step), "evidence": Evidence(**frozen(step["evidence"]))}) for step in answer.pop("steps")
    )
    return Path(**answer, steps=steps)


def _techniques(
    techniques: Sequence[str],
    ladder: Ladder | None,
    uniqueness: bool,
    siamese: bool,
    als_chains: bool,
    budget: int | None,
) -> dict[str, Any]:
    return {
        "techniques": [techniques] if isinstance(techniques, str) else list(techniques),
        "ladder": ladder,
        "uniqueness": uniqueness,
        "siamese": siamese,
        "als_chains": als_chains,
        "budget": budget,
    }


def rate(
    puzzle: Puzzle,
    *,
    only: Literal["er", "score"] | None = None,
    up_to: float | None = None,
    budget: int | None = None,
    steps: bool = False,
    threads: int | None = 1,
) -> Rating:
    """How hard a puzzle is: Sudoku Explainer's ER, EP and ED, and HoDoKu's level and score.

    ``only`` rates on one scale, ``up_to`` gives up above a rating, ``steps`` tells the steps of Sudoku Explainer.
    ``threads`` is for one hard puzzle; for many see :func:`veridoku.rate_many`.

    >>> import veridoku
    >>> print(veridoku.rate("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"))
    ED=1.2/1.2/1.2, Easy 204
    """
    answer = frozen(_veridoku.rate(text_of(puzzle), only, up_to, budget, steps, threads))
    told = tuple(RatedStep(**frozen(step)) for step in answer.pop("steps"))
    return Rating(**answer, steps=told)


def generate(
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
    rating: bool = True,
) -> Generated:
    """A new puzzle with one solution; the same seed and index give the same puzzle on every machine.

    ``level`` is ``easy`` to ``nightmare``, ``er`` a range of ratings like ``"7.0-8.3"``, ``clues`` a number or a range,
    ``symmetry`` like ``rotate180``, ``pattern`` 81 signs that say where clues lie, ``technique`` one that is needed.

    >>> import veridoku
    >>> veridoku.generate(level="hard", symmetry="rotate180", seed=7).puzzle
    '.4.2...8..2.678..4..15..7........963.........269........7..28..1..986.7..8...5.3.'
    """
    asked = recipe(level, er, clues, symmetry, pattern, technique, minimal, seed, index, attempts, rating)
    return Generated(**_veridoku.generate(**asked))


def recipe(
    level: str | None,
    er: str | float | None,
    clues: str | int | None,
    symmetry: str | None,
    pattern: str | None,
    technique: str | None,
    minimal: bool,
    seed: str | int | None,
    index: int,
    attempts: int | None,
    rating: bool,
) -> dict[str, Any]:
    """What is asked of new puzzles, as the engine reads it."""

    def written(value: object) -> str | None:
        return None if value is None else str(value)

    return {
        "level": level,
        "er": written(er),
        "clues": written(clues),
        "symmetry": symmetry,
        "pattern": pattern,
        "technique": technique,
        "minimal": minimal,
        "seed": written(seed),
        "index": index,
        "attempts": attempts,
        "rating": rating,
    }


def canon(puzzle: Puzzle) -> Canon:
    """The canonical form, the same for all equivalent puzzles, with its key.

    >>> import veridoku
    >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> veridoku.canon(puzzle).key == veridoku.canon(veridoku.transform(puzzle, seed=1).result).key
    True
    """
    return Canon(**_veridoku.canon(text_of(puzzle)))


def transform(puzzle: Puzzle, by: str | None = None, *, seed: int = 0) -> Dress:
    """The same puzzle in another dress: rows, columns, bands and stacks moved, the grid turned over, digits renamed.

    ``by`` says how; without it, the seed and the puzzle do.

    >>> import veridoku
    >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> print(veridoku.transform(puzzle, by="transpose digits=912345678"))
    45.736...2.8...5....7.......9..7..3.68.5.1.97.4..2..8.......1....5...7.6...295.48
    """
    return Dress(**_veridoku.transform(text_of(puzzle), by, seed))


def augment(puzzle: Puzzle, count: int | None = None, *, seed: int = 0, all: bool = False) -> list[Dress]:
    """Random dresses of a puzzle, all different (10 unless asked otherwise); or ``all`` ways to move its cells.

    >>> import veridoku
    >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> len({dress.result for dress in veridoku.augment(puzzle, 5, seed=1)})
    5
    """
    return [Dress(**dress) for dress in _veridoku.augment(text_of(puzzle), count, seed, all)]


def compare(puzzle: Puzzle, algorithms: Sequence[str] = (), *, budget: int | None = None) -> Comparison:
    """The textbook solvers side by side: calls, placements, undos, depth, time.

    >>> import veridoku
    >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> {run.algorithm: run.calls for run in veridoku.compare(puzzle, ["tables", "static-order", "dlx"]).runs}
    {'tables': 4209, 'static-order': 103, 'dlx': 52}
    """
    text = text_of(puzzle)
    names = [algorithms] if isinstance(algorithms, str) else list(algorithms)
    return Comparison(text, tuple(Run(**run) for run in _veridoku.compare(text, names, budget)))


def picture(puzzle: Puzzle, show: Literal["values", "candidates", "solution"] = "values") -> str:
    """The puzzle as an SVG picture.

    >>> import veridoku
    >>> veridoku.picture("." * 81).startswith("<svg")
    True
    """
    return _veridoku.picture(text_of(puzzle), show)
