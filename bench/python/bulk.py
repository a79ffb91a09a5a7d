"""The calls for many puzzles beside the engine itself, on the same puzzles and as many threads, in one run.

    python bulk.py VERIDOKU THREADS FILE ...          the program, and files with one puzzle a line

A million puzzles of each file, in random dresses where it has fewer; best of several rounds, engine and calls in turn. The rate
of the engine is what `veridoku bench` says of the same million, and the calls are measured by the clock that it names: that of
the CPU on one thread, so that other work on the machine does not count, and the one on the wall on several.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pyarrow as pa

import veridoku

ROWS = 1_000_000
ROUNDS = 5


def million(file: Path) -> np.ndarray:
    """A million rows of the puzzles of a file."""
    lines = [line[:81] for line in file.read_text().splitlines() if line[:1] in "123456789.0"]
    puzzles = np.frombuffer("".join(lines).replace(".", "0").encode(), np.uint8).reshape(-1, 81) - ord("0")
    dresses = [veridoku.augment_many(puzzles, seed=seed).puzzle for seed in range(-(-ROWS // len(puzzles)))]
    return np.ascontiguousarray(np.concatenate(dresses)[:ROWS])


def best(ask: Callable[[], object], clock: Callable[[], float]) -> tuple[float, float]:
    """Rows a second: of the first round, whose memory is new, and of the best."""
    times = []
    for _ in range(ROUNDS):
        start = clock()
        answer = ask()
        times.append(clock() - start)
        del answer
    return ROWS / times[0], ROWS / min(times)


def engine(program: str, threads: int, puzzles: np.ndarray) -> tuple[float, str]:
    """What the program says of the same puzzles, and by which clock."""
    with tempfile.NamedTemporaryFile("wb", suffix=".txt") as file:
        text = np.concatenate([puzzles + ord("0"), np.full((len(puzzles), 1), ord("\n"), np.uint8)], axis=1)
        file.write(text.tobytes())
        file.flush()
        command = [program, "bench", "--engine", "bulk", "--threads", str(threads), "--rounds", "3", "--json", file.name]
        told = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()[0])
    return float(told["puzzles_per_second"]), str(told["clock"])


def main() -> None:
    program, threads = sys.argv[1], int(sys.argv[2])
    for name in sys.argv[3:]:
        puzzles = million(Path(name))
        table = pa.table({"puzzle": pa.FixedSizeListArray.from_arrays(pa.array(puzzles.ravel()), 81)})
        written = pa.py_buffer((puzzles + ord("0")).tobytes())
        offsets = pa.py_buffer(np.arange(0, 81 * ROWS + 1, 81, dtype=np.int32).tobytes())
        texts = pa.table({"puzzle": pa.StringArray.from_buffers(ROWS, offsets, written)})
        lines = texts["puzzle"].to_pylist()
        reference, clock = engine(program, threads, puzzles)
        now = time.perf_counter if clock == "wall" else time.process_time
        asked = {"NumPy": puzzles, "Arrow, numbers": table, "Arrow, texts": texts, "list of str": lines}
        print(f"{Path(name).stem:20} {'engine':16} {reference:14,.0f}/s of {clock}, {threads} threads", flush=True)
        for kind, rows in asked.items():
            first, rate = best(lambda: veridoku.solve_many(rows, threads=threads), now)
            print(
                f"{Path(name).stem:20} {kind:16} {rate:14,.0f}/s  {rate / reference:.2f}, at first {first / reference:.2f}",
                flush=True,
            )
        again, _ = engine(program, threads, puzzles)
        print(f"{Path(name).stem:20} {'engine again':16} {again:14,.0f}/s  {again / reference:.2f}", flush=True)
        start = time.perf_counter()
        veridoku.augment_many(puzzles, puzzles, seed=1, threads=threads)
        print(f"{Path(name).stem:20} augment a million puzzles and solutions: {time.perf_counter() - start:.2f} s", flush=True)
    print(f"most memory: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MiB")


if __name__ == "__main__":
    main()
