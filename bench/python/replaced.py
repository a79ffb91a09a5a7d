"""Measures the calls that replace programs of other projects against these programs.

    pip install reasoning-gym                       # and, for TRM, argdantic pydantic tqdm huggingface_hub
    python replaced.py grade
    python replaced.py augment TRM/dataset/build_sudoku_dataset.py
    python replaced.py few

Prints CPU time and wall time in microseconds per row, the best of several runs, with one thread and with all.
`few` compares calls for a few rows with a loop of the function for one puzzle, in microseconds per call.
"""

from __future__ import annotations

import importlib.util
import os
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

import veridoku

EXAMPLES = Path(__file__).resolve().parents[2] / "python" / "examples"
sys.path.insert(0, str(EXAMPLES))


def best(call: Callable[[], object], repeats: int = 7) -> tuple[float, float]:
    """Return the smallest CPU time and the smallest wall time of several calls."""
    times = []
    for _ in range(repeats):
        cpu, wall = time.process_time(), time.perf_counter()
        call()
        times.append((time.process_time() - cpu, time.perf_counter() - wall))
    return min(cpu for cpu, _ in times), min(wall for _, wall in times)


def show(name: str, rows: int, times: tuple[float, float], theirs: tuple[float, float] | None = None) -> None:
    cpu, wall = (1e6 * seconds / rows for seconds in times)
    ratios = ""
    if theirs:
        ratios = f"  {theirs[0] / times[0]:6.1f} × CPU  {theirs[1] / times[1]:6.1f} × wall"
    print(f"{name:44} {cpu:8.2f} µs CPU {wall:8.2f} µs wall{ratios}", flush=True)


def grade() -> None:
    import reasoning_gym
    from reasoning_gym_scores import changed, scores

    data = reasoning_gym.create_dataset("sudoku", size=500, seed=1)
    entries = [data[index] for index in range(500)]
    kinds = ["exact", "wrong digit", "five blanks", "code fence", "line break"]
    chosen: dict[str, Callable[[int], int]] = {"all": lambda number: number % 5}
    chosen |= {name: lambda _, kind=kind: kind for kind, name in enumerate(kinds)}  # type: ignore[misc]
    for name, kind in chosen.items():
        answers = [[changed(entry["answer"], kind(number)) for number in range(20)] for entry in entries]
        pairs = [(answer, entry) for entry, texts in zip(entries, answers) for answer in texts]
        theirs = best(lambda: [data.score_answer(*pair) for pair in pairs], 3)
        show(f"{name}: score_answer", len(pairs), theirs)
        puzzles = veridoku.to_array([entry["metadata"]["puzzle"] for entry in entries]).repeat(20, axis=0)
        texts = [answer for answer, _ in pairs]
        show("  scores()", len(pairs), best(lambda: scores(entries, answers)), theirs)
        for threads in (1, None):
            call = partial(veridoku.grade_many, puzzles, texts, threads=threads)
            show(f"  grade_many, threads={threads}", len(pairs), best(call), theirs)
        if name == "all":
            grids = veridoku.to_array([veridoku.extract(text).grid for text in texts])  # type: ignore[misc]
            for threads in (1, None):
                call = partial(veridoku.grade_many, puzzles, grids, threads=threads)
                show(f"  grade_many, arrays, threads={threads}", len(pairs), best(call), theirs)


def augment(script: str) -> None:
    from trm_data_set import build, write_csv

    made = veridoku.generate_many(20_000, seed=1)
    puzzles, solutions = veridoku.to_text(made.puzzle), veridoku.to_text(made.solution)
    sys.path.insert(0, str(Path(script).parent))
    specification = importlib.util.spec_from_file_location("theirs", script)
    assert specification and specification.loader
    theirs: Any = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(theirs)
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        train, test = folder / "train.csv", folder / "test.csv"
        for count, times in ((20_000, 0), (200, 1000)):
            write_csv(train, puzzles[:count], solutions[:count])
            write_csv(test, puzzles[-200:], solutions[-200:])
            theirs.hf_hub_download = lambda _, name, repo_type: folder / name
            theirs.tqdm = lambda items: items
            settings = theirs.DataProcessConfig(output_dir=str(folder / "theirs"), num_aug=times)
            rows = count * (1 + times)
            measured = best(lambda: theirs.convert_subset("train", settings), 2)
            show(f"{count} puzzles, {times} more of each: theirs", rows, measured)
            ours = best(lambda: build(train, test, folder / "ours", None, times), 5)
            show("  build_dataset", rows, ours, measured)
            if times:
                arrays = made.puzzle[:count], made.solution[:count]
                for threads in (1, None):
                    call = partial(veridoku.augment_many, *arrays, count=times, threads=threads)
                    show(f"  augment_many, threads={threads}", rows, best(call), measured)


def few() -> None:
    lines = veridoku.to_text(veridoku.generate_many(39, seed=1).puzzle)
    pairs: dict[str, tuple[Callable[..., object], Callable[..., object]]] = {
        "check": (veridoku.check_many, veridoku.check),
        "count": (veridoku.count_many, veridoku.count),
        "hint": (veridoku.hint_many, veridoku.hint),
    }
    for name, (many, one) in pairs.items():
        for rows in (1, 2, 5, 10, 39):
            puzzles = lines[:rows]
            # Alternating, so that both run under the same conditions.
            calls = (lambda: many(puzzles)), (lambda: [one(puzzle) for puzzle in puzzles])
            times = [[best(call, 1) for call in calls] for _ in range(3000 // rows)]
            ours, loop = ([min(kind) for kind in zip(*(run[index] for run in times))] for index in (0, 1))
            cpu, wall = (f"{1e6 * mine:8.1f} / {1e6 * other:8.1f}" for mine, other in zip(ours, loop))
            print(f"{name}_many, {rows:2} rows, many / loop: {cpu} µs CPU {wall} µs wall", flush=True)


if __name__ == "__main__":
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}, NumPy {np.__version__}")
    commands: dict[str, Callable[..., None]] = {"grade": grade, "augment": augment, "few": few}
    commands[sys.argv[1]](*sys.argv[2:])
