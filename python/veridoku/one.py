"""Functions for one puzzle.

A puzzle can be given as text in any supported format (81 characters, pencil marks, LeetCode's JSON, a link to
SudokuWiki or SudokuPad, …), as nine rows of nine cells, as a NumPy array, or as a result that contains a
puzzle. For a result of :func:`transform` or :func:`canon`, the transformed or canonical puzzle is used.

Input that cannot be read raises :class:`veridoku.PuzzleError`. A puzzle with no solution or with several
solutions is not an error.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from . import _veridoku
from ._inputs import Puzzle, puzzle_text
from .answers import (
    Canon,
    Check,
    Comparison,
    Conflict,
    Count,
    EquivalentPuzzle,
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
    """Solve a puzzle and prove that its solution is unique.

    Parameters
    ----------
    puzzle
        The puzzle.
    engine
        The name of a textbook solver (see :func:`compare`) to use instead of the fast engine.
    budget
        The number of search nodes, or of calls made by a textbook solver, after which the search stops.

    Examples
    --------
    >>> import veridoku
    >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> result = veridoku.solve(puzzle)
    >>> result.solution
    '534678912672195348198342567859761423426853791713924856961537284287419635345286179'
    >>> result.grid[0]
    array([5, 3, 4, 6, 7, 8, 9, 1, 2], dtype=uint8)
    >>> print(veridoku.solve("55" + "." * 79))
    invalid: two 5s in row 1: r1c1, r1c2; two 5s in box 1: r1c1, r1c2
    """
    return Solution(**frozen(_veridoku.solve(puzzle_text(puzzle), engine, budget)))


def check(puzzle: Puzzle, *, budget: int | None = None) -> Check:
    """Check whether a puzzle is valid, has a unique solution and is minimal.

    Parameters
    ----------
    puzzle
        The puzzle.
    budget
        The number of nodes after which each search stops.

    Examples
    --------
    >>> import veridoku
    >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> print(veridoku.check(puzzle))
    unique: 30 clues, not minimal (22 redundant clues)
    """
    report = frozen(_veridoku.check(puzzle_text(puzzle), budget))
    conflicts = tuple(Conflict(**frozen(conflict)) for conflict in report.pop("conflicts"))
    return Check(**report, conflicts=conflicts)


def count(puzzle: Puzzle, *, limit: int | None = None, budget: int | None = None) -> Count:
    """Count the solutions of a puzzle.

    Parameters
    ----------
    puzzle
        The puzzle.
    limit
        The number of solutions at which counting stops. The default is 1,000,000.
    budget
        The number of nodes after which the search stops. The default is 100,000,000.

    Examples
    --------
    >>> import veridoku
    >>> veridoku.count("." * 81, limit=1000)
    Count(count=1000, limit_reached=True, budget_reached=False)
    """
    return Count(**_veridoku.count(puzzle_text(puzzle), limit, budget))


def solutions(puzzle: Puzzle, *, limit: int | None = None, budget: int | None = None) -> _veridoku.Solutions:
    """Return an iterator over all solutions, which finds them lazily.

    The order of the solutions depends only on the puzzle. After the last one, the attribute ``end`` of the
    iterator gives the reason why the iteration ended: ``complete``, ``limit`` or ``budget``.

    Parameters
    ----------
    puzzle
        The puzzle.
    limit
        The maximum number of solutions. By default, there is no limit.
    budget
        The total number of nodes after which the search stops. The default is 100,000,000.

    Examples
    --------
    >>> import veridoku
    >>> puzzle = "...378...6.2.......9........5......3.2....79....9.4.561.45..2....7419....3......."
    >>> found = veridoku.solutions(puzzle)
    >>> len(list(found)), found.end
    (2, 'complete')
    >>> next(veridoku.solutions("." * 81))[:9]
    '147235689'
    """
    return _veridoku.solutions(puzzle_text(puzzle), limit, budget)


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
    """Find and explain the next logical step from a position, which may include pencil marks.

    If the position contains mistakes, the hint reports them instead.

    Parameters
    ----------
    puzzle
        The puzzle or position.
    level
        How much to reveal: ``where`` to look, ``what`` technique to use, or the ``full`` step.
    notation
        The notation for cells: ``r1c1`` or ``a1``.
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
        Whether grouped chains may contain almost locked sets.
    budget
        The number of choices after which the search for a technique stops.

    Examples
    --------
    >>> import veridoku
    >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> print(veridoku.hint(puzzle))
    r5c5 can only be 5, because its row, column and box contain every other digit. Write 5 in r5c5.
    """
    arguments = technique_arguments(techniques, ladder, uniqueness, siamese, als_chains, budget)
    report = frozen(_veridoku.hint(puzzle_text(puzzle), level, notation, True, **arguments))
    evidence = report.pop("evidence")
    return Hint(**report, evidence=Evidence(**frozen(evidence)) if evidence else None)


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
    """Solve a puzzle step by step, with logical techniques only.

    Parameters
    ----------
    puzzle
        The puzzle or position.
    notation
        The notation for cells: ``r1c1`` or ``a1``.
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
        Whether grouped chains may contain almost locked sets.
    budget
        The number of choices after which the search for a technique stops.

    Examples
    --------
    >>> import veridoku
    >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> path = veridoku.path(puzzle)
    >>> path.solved, len(path), path.level, path.score
    (True, 51, 'Easy', 204)
    >>> path.steps[0]
    Step(technique='Naked Single', code='n1', score=4, level='Easy', placements=('r5c5=5',), eliminations=())
    """
    arguments = technique_arguments(techniques, ladder, uniqueness, siamese, als_chains, budget)
    report = frozen(_veridoku.path(puzzle_text(puzzle), notation, **arguments))
    steps = tuple(
        Step(**{**frozen(step), "evidence": Evidence(**frozen(step["evidence"]))})
        for step in report.pop("steps")
    )
    return Path(**report, steps=steps)


def technique_arguments(
    techniques: Sequence[str],
    ladder: Ladder | None,
    uniqueness: bool,
    siamese: bool,
    als_chains: bool,
    budget: int | None,
) -> dict[str, Any]:
    """Return the keyword arguments that select techniques, as the compiled functions expect them."""
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
    """Rate the difficulty of a puzzle by Sudoku Explainer's ER, EP and ED, and by HoDoKu's level and score.

    Parameters
    ----------
    puzzle
        The puzzle.
    only
        Rate on one scale only: ``er`` for Sudoku Explainer's, ``score`` for HoDoKu's.
    up_to
        The highest rating to compute. Harder puzzles are reported as such.
    budget
        The number of chain nodes after which the rating stops. By default, there is no limit.
    steps
        Whether to return the steps of Sudoku Explainer's rating.
    threads
        The number of threads to use for this puzzle; ``None`` uses all cores. A rating with a budget uses one
        thread. For many puzzles, use :func:`veridoku.rate_many`.

    Examples
    --------
    >>> import veridoku
    >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> print(veridoku.rate(puzzle))
    ED=1.2/1.2/1.2, Easy 204
    """
    report = frozen(_veridoku.rate(puzzle_text(puzzle), only, up_to, budget, steps, threads))
    rated_steps = tuple(RatedStep(**frozen(step)) for step in report.pop("steps"))
    return Rating(**report, steps=rated_steps)


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
    """Generate a puzzle with a unique solution.

    The same seed and index give the same puzzle on every machine.

    Parameters
    ----------
    level
        The level, from ``easy`` to ``nightmare``, or a range of ratings like ``7.0-8.3``.
    er
        A range of Sudoku Explainer's ratings like ``7.0-8.3``, instead of a level.
    clues
        The number of clues, or a range like ``24-28``.
    symmetry
        The symmetry of the clue pattern, such as ``rotate180``.
    pattern
        The cells of the clues: 81 characters, with ``.`` or ``0`` for a blank and anything else for a clue.
    technique
        A technique that is needed to solve the puzzle.
    minimal
        Whether every clue must be necessary.
    seed
        A number or any text. By default, the seed is random.
    index
        The index of the puzzle.
    attempts
        The number of attempts before giving up. The default is 1,000,000.
    rating
        Whether to rate the puzzle even if the other parameters do not require it.

    Examples
    --------
    >>> import veridoku
    >>> veridoku.generate(level="hard", symmetry="rotate180", seed=7).puzzle
    '.4.2...8..2.678..4..15..7........963.........269........7..28..1..986.7..8...5.3.'
    """
    arguments = generate_arguments(
        level, er, clues, symmetry, pattern, technique, minimal, seed, index, attempts, rating
    )
    return Generated(**_veridoku.generate(**arguments))


def generate_arguments(
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
    """Return the keyword arguments of the compiled functions that generate puzzles."""

    def to_text(value: object) -> str | None:
        return None if value is None else str(value)

    return {
        "level": level,
        "er": to_text(er),
        "clues": to_text(clues),
        "symmetry": symmetry,
        "pattern": pattern,
        "technique": technique,
        "minimal": minimal,
        "seed": to_text(seed),
        "index": index,
        "attempts": attempts,
        "rating": rating,
    }


def canon(puzzle: Puzzle) -> Canon:
    """Find the canonical form of a puzzle and its key.

    All equivalent puzzles have the same canonical form. Two puzzles are equivalent if permuting rows,
    columns, bands, stacks and digits, or transposing the grid, turns one into the other.

    Examples
    --------
    >>> import veridoku
    >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> veridoku.canon(puzzle).key == veridoku.canon(veridoku.transform(puzzle, seed=1).result).key
    True
    """
    return Canon(**_veridoku.canon(puzzle_text(puzzle)))


def transform(puzzle: Puzzle, by: str | None = None, *, seed: int = 0) -> EquivalentPuzzle:
    """Transform a puzzle into an equivalent one.

    A transform permutes rows, columns, bands, stacks and digits, and may transpose the grid.

    Parameters
    ----------
    puzzle
        The puzzle.
    by
        The transform, such as ``transpose rows=456123789 columns=123456798 digits=912345678``. By default, a
        random transform that depends on the seed and the puzzle.
    seed
        The seed of a random transform.

    Examples
    --------
    >>> import veridoku
    >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> print(veridoku.transform(puzzle, by="transpose digits=912345678"))
    45.736...2.8...5....7.......9..7..3.68.5.1.97.4..2..8.......1....5...7.6...295.48
    """
    return EquivalentPuzzle(**_veridoku.transform(puzzle_text(puzzle), by, seed))


def augment(
    puzzle: Puzzle, count: int | None = None, *, seed: int = 0, all: bool = False
) -> list[EquivalentPuzzle]:
    """Generate equivalent puzzles, all of them different.

    Parameters
    ----------
    puzzle
        The puzzle.
    count
        The number of puzzles; with ``all``, the maximum. The default is 10.
    seed
        The seed of the random transforms.
    all
        Whether to use all permutations of the cells, with the digits unchanged, instead of random transforms.

    Examples
    --------
    >>> import veridoku
    >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> len({equivalent.result for equivalent in veridoku.augment(puzzle, 5, seed=1)})
    5
    """
    return [EquivalentPuzzle(**report) for report in _veridoku.augment(puzzle_text(puzzle), count, seed, all)]


def compare(puzzle: Puzzle, algorithms: Sequence[str] = (), *, budget: int | None = None) -> Comparison:
    """Compare textbook solvers on a puzzle: calls, placements, undos, depth and time.

    Parameters
    ----------
    puzzle
        The puzzle.
    algorithms
        The names of the solvers. By default, all of them.
    budget
        The number of calls after which each solver stops.

    Examples
    --------
    >>> import veridoku
    >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> comparison = veridoku.compare(puzzle, ["tables", "static-order", "dlx"])
    >>> {run.algorithm: run.calls for run in comparison.runs}
    {'tables': 4209, 'static-order': 103, 'dlx': 52}
    """
    text = puzzle_text(puzzle)
    names = [algorithms] if isinstance(algorithms, str) else list(algorithms)
    return Comparison(text, tuple(Run(**run) for run in _veridoku.compare(text, names, budget)))


def picture(puzzle: Puzzle, show: Literal["values", "candidates", "solution"] = "values") -> str:
    """Draw a puzzle as SVG.

    Parameters
    ----------
    puzzle
        The puzzle.
    show
        What to draw: the ``values`` only, or also the ``candidates`` or the ``solution``.

    Examples
    --------
    >>> import veridoku
    >>> veridoku.picture("." * 81).startswith("<svg")
    True
    """
    return _veridoku.picture(puzzle_text(puzzle), show)
