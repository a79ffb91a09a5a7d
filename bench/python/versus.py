"""Benchmark the Python package against other Python Sudoku solvers on the same puzzles.

    pip install py-sudoku dlxsudoku hodoku-py veridoku-*.whl
    python versus.py [seconds=20] NAME=FILE ...

The other solvers are py-sudoku, dlxsudoku, hodoku-py and `norvig.py`. Each FILE has one puzzle per line. Each
solver works through a set in order until it finishes or exceeds `seconds` of CPU time. An unfinished puzzle
does not count as solved, but its time does. Every solution is compared with veridoku's, and wrong ones are
counted.
"""

from __future__ import annotations

import importlib
import platform
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path

import norvig
import veridoku

MANY = 100_000


def py_sudoku(line: str) -> str | None:
    numbers = [int(character) if character != "." else 0 for character in line]
    rows = [numbers[start : start + 9] for start in range(0, 81, 9)]
    board = importlib.import_module("sudoku").Sudoku(3, 3, board=rows)
    solved = board.solve().board
    return "".join(str(number) for row in solved for number in row)


def dlxsudoku(line: str) -> str | None:
    puzzle = importlib.import_module("dlxsudoku").Sudoku(line.replace(".", "0"))
    puzzle.solve()
    return puzzle.to_oneliner()


def hodoku() -> Callable[[str], str | None]:
    solver = importlib.import_module("hodoku").Solver()
    return lambda line: solver.solve(line).solution


def veridoku_one(line: str) -> str | None:
    return veridoku.solve(line).solution


class TimeLimitReached(BaseException):
    """Raised when the time is up. Not an `Exception`, so that no solver catches it."""


def raise_time_limit(signal_number: int, frame: object) -> None:
    raise TimeLimitReached


def measure(solve: Callable[[str], str | None], lines: list[str], seconds: float) -> tuple[float, int, int]:
    """Return the puzzles per second, the number of answers, and the number of wrong answers."""
    answers: list[str | None] = []
    signal.signal(signal.SIGPROF, raise_time_limit)
    start = time.process_time()
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        for line in lines:
            try:
                answers.append(solve(line))
            except Exception as error:
                answers.append(f"{type(error).__name__}: {error}")
        signal.setitimer(signal.ITIMER_PROF, 0)
    except TimeLimitReached:
        pass
    elapsed = time.process_time() - start
    wrong = sum(answer != veridoku.solve(line).solution for line, answer in zip(lines, answers))
    return len(answers) / elapsed, len(answers), wrong


def main() -> None:
    arguments = dict(argument.split("=", 1) for argument in sys.argv[1:])
    seconds = float(arguments.pop("seconds", 20))
    print(f"Python {platform.python_version()}, {platform.machine()}")
    print(f"{seconds:.0f} s of CPU time per solver and set")
    solvers: dict[str, Callable[[str], str | None]] = {
        "py-sudoku": py_sudoku,
        "hodoku-py": hodoku(),
        "dlxsudoku": dlxsudoku,
        "Norvig": norvig.solve,
        "veridoku.solve": veridoku_one,
    }
    for name, file in arguments.items():
        text = Path(file).read_text()
        lines = [line.split()[0].replace("0", ".") for line in text.splitlines() if line[:1] in "123456789.0"]
        for solver, solve in solvers.items():
            rate, count, wrong = measure(solve, lines, seconds)
            print(f"{name:12} {solver:20} {rate:14,.1f}/s  {count:8,} puzzles  {wrong} wrong", flush=True)
        many = (lines * (MANY // len(lines) + 1))[:MANY]
        start = time.process_time()
        answer = veridoku.solve_many(many, threads=1)
        elapsed = time.process_time() - start
        wrong = int((answer.status != veridoku.Status.UNIQUE).sum())
        label = "veridoku.solve_many"
        print(f"{name:12} {label:20} {MANY / elapsed:14,.1f}/s  {MANY:8,} puzzles  {wrong} wrong", flush=True)


if __name__ == "__main__":
    main()
