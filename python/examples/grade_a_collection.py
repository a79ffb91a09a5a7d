"""Select the puzzles of a file that have a unique solution, drop equivalent ones, and sort by difficulty.

    python grade_a_collection.py puzzles.txt
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

import veridoku
from veridoku import Status


def keep(lines: list[str]) -> list[tuple[str, float]]:
    """Return one puzzle of each class of equivalent puzzles with its rating, the hardest first."""
    solved = veridoku.solve_many(lines)
    unique = [line for line, status in zip(lines, solved.status) if status == Status.UNIQUE]
    classes = {key: line for line, key in zip(unique, veridoku.canon_many(unique).key)}
    kept = list(classes.values())
    ratings = veridoku.rate_many(kept, only="er")
    return sorted(((line, float(er)) for line, er in zip(kept, ratings.er)), key=lambda pair: -pair[1])


def summary(lines: list[str]) -> dict[str, int]:
    """Return the number of lines with each status."""
    return dict(Counter(Status(status).name.lower() for status in veridoku.solve_many(lines).status))


def test_keep() -> None:
    puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    hard = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
    lines = [puzzle, veridoku.transform(puzzle, seed=1).result, hard, "." * 81, "nonsense"]
    assert [er for _, er in keep(lines)] == [10.7, 1.2]
    assert summary(lines) == {"unique": 3, "multiple": 1, "unreadable": 1}


if __name__ == "__main__":
    for line, er in keep(Path(sys.argv[1]).read_text().split()):
        print(line, er)
