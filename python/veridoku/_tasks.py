"""Puzzles as tasks for language models, for the adapters of several libraries."""

from __future__ import annotations

from functools import lru_cache

from .many import generate_many
from .reading import to_text

QUESTION = """\
Solve this Sudoku puzzle. Fill in the empty cells, marked with a dot, so that every row, every column and \
every 3 × 3 box contains each digit from 1 to 9 exactly once.

{board}

Answer with the nine rows of the solved grid, one per line."""


def question(puzzle: str) -> str:
    """Return the prompt for a puzzle."""
    return QUESTION.format(board=as_rows(puzzle))


def as_rows(line: str) -> str:
    """Return a line of 81 characters as nine lines.

    >>> as_rows("53..7...." * 9)[:36]
    '5 3 . . 7 . . . .\\n5 3 . . 7 . . . .\\n'
    """
    return "\n".join(" ".join(line[start : start + 9]) for start in range(0, 81, 9))


@lru_cache(maxsize=1 << 12)
def generate_task(seed: int, index: int, min_er: float, max_er: float) -> tuple[str, str, float]:
    """Return the puzzle with this seed and index, its solution and its rating."""
    made = generate_many(1, seed=seed, index=index, er=f"{min_er}-{max_er}", rating=True)
    (puzzle,), (solution,) = to_text(made.puzzle), to_text(made.solution)
    return puzzle, solution, float(made.er[0])
