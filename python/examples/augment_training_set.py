"""Create a training set: generated puzzles, several equivalent puzzles of each, and their solutions.

    python augment_training_set.py 1000 4 training.npz
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

import veridoku
from veridoku.many import EquivalentPuzzles


def training_set(puzzles: int, per_puzzle: int, seed: int) -> EquivalentPuzzles:
    """Generate puzzles, and several random equivalent puzzles of each."""
    generated = veridoku.generate_many(puzzles, level="medium", seed=seed)
    return veridoku.augment_many(generated.puzzle, generated.solution, count=per_puzzle, seed=seed)


def test_training_set() -> None:
    examples = training_set(5, 3, seed=1)
    assert examples.solution is not None
    assert examples.puzzle.shape == examples.solution.shape == (15, 81)
    again = training_set(5, 3, seed=1)
    assert (examples.puzzle == again.puzzle).all()


def main(puzzles: str = "100", per_puzzle: str = "4", file: str = "training.npz") -> None:
    examples = training_set(int(puzzles), int(per_puzzle), seed=2026)
    assert examples.solution is not None
    np.savez_compressed(
        Path(file), question=examples.puzzle, answer=examples.solution, source=examples.row
    )
    print(f"wrote {len(examples)} rows to {file}")


if __name__ == "__main__":
    main(*sys.argv[1:])
