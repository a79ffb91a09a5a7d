"""What people use from Python, on the same puzzles, in one run: py-sudoku, dlxsudoku, Norvig's way, hodoku-py, veridoku.

    pip install py-sudoku dlxsudoku hodoku-py veridoku-*.whl
    python versus.py NAME=FILE ...            one puzzle a line; `seconds=20` is how long one solver may take for a set

Each solver takes the puzzles of a set in order, until there are none or its time is over; the puzzle that it is at then does
not count, but its time does. Times are of the CPU. Every solution is compared with that of veridoku, and wrong ones are
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
    numbers = [int(sign) if sign != "." else 0 for sign in line]
    board = importlib.import_module("sudoku").Sudoku(3, 3, board=[numbers[start : start + 9] for start in range(0, 81, 9)])
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


class Over(BaseException):
    """The time is over; no exception that a solver would catch."""


def over(signal_number: int, frame: object) -> None:
    raise Over


def measure(solve: Callable[[str], str | None], lines: list[str], seconds: float) -> tuple[float, int, int]:
    """Puzzles a second, how many were solved, how many of them wrongly."""
    answers: list[str | None] = []
    signal.signal(signal.SIGPROF, over)
    start = time.process_time()
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        for line in lines:
            try:
                answers.append(solve(line))
            except Exception as error:
                answers.append(f"{type(error).__name__}: {error}")
        signal.setitimer(signal.ITIMER_PROF, 0)
    except Over:
        pass
    taken = time.process_time() - start
    wrong = sum(answer != veridoku.solve(line).solution for line, answer in zip(lines, answers))
    return len(answers) / taken, len(answers), wrong


def main() -> None:
    asked = dict(argument.split("=", 1) for argument in sys.argv[1:])
    seconds = float(asked.pop("seconds", 20))
    print(f"Python {platform.python_version()}, {platform.machine()}, {seconds:.0f} s of CPU a solver and set")
    solvers: dict[str, Callable[[str], str | None]] = {
        "py-sudoku": py_sudoku,
        "hodoku-py": hodoku(),
        "dlxsudoku": dlxsudoku,
        "Norvig": norvig.solve,
        "veridoku.solve": veridoku_one,
    }
    for name, file in asked.items():
        lines = [line.split()[0].replace("0", ".") for line in Path(file).read_text().splitlines() if line[:1] in "123456789.0"]
        for solver, solve in solvers.items():
            rate, count, wrong = measure(solve, lines, seconds)
            print(f"{name:12} {solver:20} {rate:14,.1f}/s  {count:8,} puzzles  {wrong} wrong", flush=True)
        many = (lines * (MANY // len(lines) + 1))[:MANY]
        start = time.process_time()
        answer = veridoku.solve_many(many, threads=1)
        taken = time.process_time() - start
        wrong = int((answer.status != veridoku.Status.UNIQUE).sum())
        print(f"{name:12} {'veridoku.solve_many':20} {MANY / taken:14,.1f}/s  {MANY:8,} puzzles  {wrong} wrong", flush=True)


if __name__ == "__main__":
    main()
