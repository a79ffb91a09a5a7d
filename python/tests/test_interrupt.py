"""Python goes on while a long call works, and Ctrl-C ends it."""

from __future__ import annotations

import subprocess
import sys
import textwrap
import threading
import time

import pytest

import veridoku

ASK = {
    "solve_many": "veridoku.solve_many(numpy.zeros((2_000_000, 81), numpy.uint8), minimal=True)",
    "rate_many": "veridoku.rate_many([HARD] * 100_000)",
    "canon_many": "veridoku.canon_many(numpy.zeros((1_000_000, 81), numpy.uint8))",
    "path_many": "veridoku.path_many([HARD] * 100_000)",
    "generate_many": "veridoku.generate_many(100_000, level='nightmare', seed=1)",
    "generate": "veridoku.generate(clues=17, seed=1, attempts=10**12)",
}


@pytest.mark.parametrize("name", ASK)
def test_ctrl_c_ends_it(name: str) -> None:
    program = f"""
        import _thread, threading, numpy, veridoku
        HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
        threading.Timer(0.3, _thread.interrupt_main).start()
        try:
            {ASK[name]}
        except KeyboardInterrupt:
            print("interrupted")
    """
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(program)], capture_output=True, text=True, timeout=100)
    assert done.stdout == "interrupted\n", done.stderr


def test_other_threads_of_python_go_on() -> None:
    ticks = 0
    going = True

    def tick() -> None:
        nonlocal ticks
        while going:
            ticks += 1
            time.sleep(0.001)

    thread = threading.Thread(target=tick)
    thread.start()
    veridoku.rate_many(["8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."] * 20)
    going = False
    thread.join()
    assert ticks > 3
