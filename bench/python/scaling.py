"""Whether ratings and canonical forms scale with threads, and whether memory stays flat over a long stream.

    python scaling.py FILE [THREADS ...]          a file with one puzzle a line; 1 and 2 threads unless said otherwise

Rates are by the clock on the wall; beside them the time of the CPU for a row, which does not grow with threads if they do not
wait for each other or spoil each other's work, however busy the machine is. Memory is what the process holds after 10 chunks
of 100,000 rows and after 100.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

import veridoku
import veridoku.arrow

CHUNK = 100_000
RATED, CANONICAL = 3_000, 50_000


def resident() -> float:
    """The memory of this process in MiB."""
    words = Path("/proc/self/statm").read_text().split()
    return int(words[1]) * 4096 / 2**20


def measure(name: str, ask: Callable[[int], object], rows: int, threads: list[int]) -> None:
    for count in threads:
        best_wall, best_cpu = float("inf"), float("inf")
        for _ in range(3):
            wall, cpu = time.perf_counter(), time.process_time()
            ask(count)
            best_wall = min(best_wall, time.perf_counter() - wall)
            best_cpu = min(best_cpu, time.process_time() - cpu)
        print(
            f"{name:20} {count} threads {rows / best_wall:12,.0f}/s  {1e6 * best_cpu / rows:10.2f} µs of CPU a row", flush=True
        )


def stream(name: str, chunks: Iterator[Any], ask: Callable[[Any], object]) -> None:
    for number, chunk in enumerate(chunks, start=1):
        ask(chunk)
        if number in (10, 100):
            print(f"{name:20} after {number:3} chunks {resident():8.1f} MiB", flush=True)


def main() -> None:
    lines = [line[:81] for line in Path(sys.argv[1]).read_text().splitlines() if line[:1] in "123456789.0"]
    threads = [int(word) for word in sys.argv[2:]] or [1, 2]
    puzzles = np.frombuffer("".join(lines).replace(".", "0").encode(), np.uint8).reshape(-1, 81) - ord("0")
    rated, canonical = pa.table({"puzzle": lines[:RATED]}), puzzles[:CANONICAL]
    measure("rate_many, ER", lambda count: veridoku.rate_many(rated, only="er", threads=count), RATED, threads)
    measure("canon_many", lambda count: veridoku.canon_many(canonical, threads=count), len(canonical), threads)
    chunk = np.resize(puzzles, (CHUNK, 81))
    stream("solve_many, NumPy", iter([chunk] * 100), lambda rows: veridoku.solve_many(rows))
    batch = pa.record_batch({"puzzle": ["".join(map(str, row)) for row in chunk]})
    reader = pa.RecordBatchReader.from_batches(batch.schema, (batch for _ in range(100)))
    answers = veridoku.arrow.stream(veridoku.arrow.solve_batch, reader)
    stream("stream, Arrow texts", iter(answers), lambda answer: answer.num_rows)


if __name__ == "__main__":
    main()
