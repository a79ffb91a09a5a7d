"""Measure how ratings and canonical forms scale with threads, and memory use over a long stream.

    python scaling.py FILE [THREADS ...]

FILE has one puzzle per line; the default is 1 and 2 threads. Rates are by wall time. The CPU time per row is
printed as well: if threads do not contend with each other, it stays the same for any number of threads, even
on a busy machine. Memory is the resident set of the process after 10 and after 100 chunks of 100,000 rows.
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
    """Return the resident memory of this process in MiB."""
    words = Path("/proc/self/statm").read_text().split()
    return int(words[1]) * 4096 / 2**20


def measure(name: str, call: Callable[[int], object], rows: int, threads: list[int]) -> None:
    for count in threads:
        best_wall, best_cpu = float("inf"), float("inf")
        for _ in range(3):
            wall, cpu = time.perf_counter(), time.process_time()
            call(count)
            best_wall = min(best_wall, time.perf_counter() - wall)
            best_cpu = min(best_cpu, time.process_time() - cpu)
        rate, cpu_time = rows / best_wall, 1e6 * best_cpu / rows
        print(f"{name:20} {count} threads {rate:12,.0f}/s  {cpu_time:10.2f} µs CPU per row", flush=True)


def stream(name: str, chunks: Iterator[Any], call: Callable[[Any], object]) -> None:
    for number, chunk in enumerate(chunks, start=1):
        call(chunk)
        if number in (10, 100):
            print(f"{name:20} after {number:3} chunks {resident():8.1f} MiB", flush=True)


def main() -> None:
    lines = [line[:81] for line in Path(sys.argv[1]).read_text().splitlines() if line[:1] in "123456789.0"]
    threads = [int(word) for word in sys.argv[2:]] or [1, 2]
    puzzles = np.frombuffer("".join(lines).replace(".", "0").encode(), np.uint8).reshape(-1, 81) - ord("0")
    rated, canonical = pa.table({"puzzle": lines[:RATED]}), puzzles[:CANONICAL]

    def rate(count: int) -> object:
        return veridoku.rate_many(rated, only="er", threads=count)

    def canon(count: int) -> object:
        return veridoku.canon_many(canonical, threads=count)

    measure("rate_many, ER", rate, RATED, threads)
    measure("canon_many", canon, len(canonical), threads)
    chunk = np.resize(puzzles, (CHUNK, 81))
    stream("solve_many, NumPy", iter([chunk] * 100), lambda rows: veridoku.solve_many(rows))
    batch = pa.record_batch({"puzzle": ["".join(map(str, row)) for row in chunk]})
    reader = pa.RecordBatchReader.from_batches(batch.schema, (batch for _ in range(100)))
    answers = veridoku.arrow.stream(veridoku.arrow.solve_batch, reader)
    stream("stream, Arrow texts", iter(answers), lambda answer: answer.num_rows)


if __name__ == "__main__":
    main()
