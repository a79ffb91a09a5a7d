"""A training set: puzzles of a level, each in several dresses, with solutions and transforms.

    python augment_training_set.py 1000 4 training.npz
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

import veridoku
from veridoku.many import Dresses


def training_set(puzzles: int, dresses: int, seed: int) -> Dresses:
    """New puzzles, and random dresses of each."""
    made = veridoku.generate_many(puzzles, level="medium", seed=seed)
    return veridoku.augment_many(made.puzzle, made.solution, count=dresses, seed=seed)


def test_training_set() -> None:
    made = training_set(5, 3, seed=1)
    assert made.solution is not None and made.puzzle.shape == made.solution.shape == (15, 81)
    again = training_set(5, 3, seed=1)
    assert (made.puzzle == again.puzzle).all()


def main(puzzles: str = "100", dresses: str = "4", file: str = "training.npz") -> None:
    made = training_set(int(puzzles), int(dresses), seed=2026)
    assert made.solution is not None
    np.savez_compressed(Path(file), question=made.puzzle, answer=made.solution, source=made.row)
    print(f"{len(made)} rows in {file}")


if __name__ == "__main__":
    main(*sys.argv[1:])
