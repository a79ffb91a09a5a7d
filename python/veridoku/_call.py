"""Calls of the engine for one puzzle."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from . import _veridoku
from ._inputs import Puzzle, puzzle_text


def call(operation: str, /, *puzzle: Puzzle, threads: int | None = 1, **options: Any) -> dict[str, Any]:
    """Run an operation, with or without a puzzle, and return its report. Options may be ``None``."""
    return _veridoku.call(operation, puzzle_text(puzzle[0]) if puzzle else None, options, threads)


def names(value: str | Sequence[str]) -> Sequence[str]:
    """Return one name or several names as a sequence."""
    return [value] if isinstance(value, str) else value


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
