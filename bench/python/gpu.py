"""The GPU from Python beside the CPU, on the same puzzles: every answer compared, then both measured.

    python gpu.py FILE [ROWS]          a file with one puzzle a line; four million rows unless said otherwise

Puzzles are put into random dresses until there are enough. Times are of the clock on the wall, best of three, from an array of
NumPy to an array of NumPy. Ends with status 1 if an answer differs, and with 2 if there is no GPU.
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
    """So many rows of the puzzles of a file."""
    lines = [line[:81] for line in file.read_text().splitlines() if line[:1] in "123456789.0"]
    puzzles = np.frombuffer("".join(lines).replace(".", "0").encode(), np.uint8).reshape(-1, 81) - ord("0")
    dresses = [veridoku.augment_many(puzzles, seed=seed).puzzle for seed in range(-(-rows // len(puzzles)))]
    return np.ascontiguousarray(np.concatenate(dresses)[:rows])


def main() -> int:
    name, rows = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 4_000_000
    puzzles = rows_of(Path(name), rows)
    # Some that have no solution, several, or cannot be read.
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
    print(f"rows answered otherwise: {int(differing.sum())}, reasons the same: {first.reasons == expected.reasons}")
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
