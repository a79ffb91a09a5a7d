"""Benchmark `device="gpu"` against the CPU, after comparing every answer.

    python gpu.py FILE [ROWS]

FILE has one puzzle per line and is extended to ROWS puzzles (default: four million) by random equivalent
puzzles. Times are wall time, best of three, from NumPy array to NumPy array. Exits with status 1 if any
answer differs, and with 2 if there is no GPU.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Literal

import numpy as np
import numpy.typing as npt

import veridoku

ROUNDS = 3


def rows_of(file: Path, rows: int) -> npt.NDArray[np.uint8]:
    """Return `rows` random equivalents of the puzzles of a file."""
    lines = [line[:81] for line in file.read_text().splitlines() if line[:1] in "123456789.0"]
    puzzles = np.frombuffer("".join(lines).replace(".", "0").encode(), np.uint8).reshape(-1, 81) - ord("0")
    isomorphs = [veridoku.augment_many(puzzles, seed=seed).puzzle for seed in range(-(-rows // len(puzzles)))]
    return np.ascontiguousarray(np.concatenate(isomorphs)[:rows])


def main() -> int:
    name, rows = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 4_000_000
    puzzles = rows_of(Path(name), rows)
    # Add some rows without a solution, some with several, and some that are invalid.
    puzzles[::1009, :2] = 1
    puzzles[1::1009] = 0
    puzzles[2::1009, 40] = 42
    try:
        first = veridoku.solve_many(puzzles, device="gpu")
    except RuntimeError as error:
        print(f"no GPU: {error}", file=sys.stderr)
        return 2
    expected = veridoku.solve_many(puzzles)
    differing = (first.status != expected.status) | (first.solution != expected.solution).any(axis=1)
    differing |= first.clues != expected.clues
    print(f"{rows:,} rows of {Path(name).name}: {expected}")
    print(f"differing rows: {int(differing.sum())}, same reasons: {first.reasons == expected.reasons}")
    del first, expected
    devices: tuple[Literal["gpu", "cpu"], ...] = ("gpu", "cpu")
    for device in devices:
        times = []
        for _ in range(ROUNDS):
            start = time.perf_counter()
            veridoku.solve_many(puzzles, device=device)
            times.append(time.perf_counter() - start)
        print(f"{device}: {rows / min(times):14,.0f} puzzles/s")
    return int(differing.any())


if __name__ == "__main__":
    sys.exit(main())
