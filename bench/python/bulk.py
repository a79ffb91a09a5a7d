"""Benchmark `solve_many` against the bulk engine, on the same puzzles and with the same number of threads.

    python bulk.py VERIDOKU THREADS FILE ...

VERIDOKU is the path of the program; each FILE has one puzzle per line. Every file is extended to a million
puzzles by random equivalent puzzles. The engine's rate is what `veridoku bench` reports for the same million,
measured before and after the Python calls; each call reports its first and its best round. The calls are
timed with the clock that `veridoku bench` names: CPU time for one thread, so that other work on the machine
does not count, and wall time for several threads.
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
    """Return a million rows: random equivalents of the puzzles of a file."""
    lines = [line[:81] for line in file.read_text().splitlines() if line[:1] in "123456789.0"]
    puzzles = np.frombuffer("".join(lines).replace(".", "0").encode(), np.uint8).reshape(-1, 81) - ord("0")
    isomorphs = [veridoku.augment_many(puzzles, seed=seed).puzzle for seed in range(-(-ROWS // len(puzzles)))]
    return np.ascontiguousarray(np.concatenate(isomorphs)[:ROWS])


def measure(call: Callable[[], object], clock: Callable[[], float]) -> tuple[float, float]:
    """Return the rows per second of the first round, which allocates its memory, and of the best round."""
    times = []
    for _ in range(ROUNDS):
        start = clock()
        answer = call()
        times.append(clock() - start)
        del answer
    return ROWS / times[0], ROWS / min(times)


def engine(program: str, threads: int, puzzles: np.ndarray) -> tuple[float, str]:
    """Return the rate that `veridoku bench` reports for the same puzzles, and the name of its clock."""
    with tempfile.NamedTemporaryFile("wb", suffix=".txt") as file:
        text = np.concatenate([puzzles + ord("0"), np.full((len(puzzles), 1), ord("\n"), np.uint8)], axis=1)
        file.write(text.tobytes())
        file.flush()
        options = ["--engine", "bulk", "--threads", str(threads), "--rounds", "3", "--json"]
        command = [program, "bench", *options, file.name]
        output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    report = json.loads(output.splitlines()[0])
    return float(report["puzzles_per_second"]), str(report["clock"])


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
        inputs = {"NumPy": puzzles, "Arrow, numbers": table, "Arrow, texts": texts, "list of str": lines}
        stem = Path(name).stem
        print(f"{stem:20} {'engine':16} {reference:14,.0f}/s ({clock} time), {threads} threads", flush=True)
        for kind, rows in inputs.items():
            first, rate = measure(lambda: veridoku.solve_many(rows, threads=threads), now)
            print(
                f"{stem:20} {kind:16} {rate:14,.0f}/s  {rate / reference:.2f}, first {first / reference:.2f}",
                flush=True,
            )
        again, _ = engine(program, threads, puzzles)
        print(f"{stem:20} {'engine again':16} {again:14,.0f}/s  {again / reference:.2f}", flush=True)
        start = time.perf_counter()
        veridoku.augment_many(puzzles, puzzles, seed=1, threads=threads)
        elapsed = time.perf_counter() - start
        print(f"{stem:20} augment a million puzzles and solutions: {elapsed:.2f} s", flush=True)
    print(f"peak memory: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MiB")


if __name__ == "__main__":
    main()
