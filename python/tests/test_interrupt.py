"""Long calls release the interpreter lock and can be interrupted with Ctrl-C."""

from __future__ import annotations

import subprocess
import sys
import textwrap
import threading
import time

import pytest
from sample import HARD

import veridoku

CALLS = {
    "solve_many": "veridoku.solve_many(EMPTY, threads=1)",
    "solve_many, minimal": "veridoku.solve_many(numpy.tile(MANY, (200, 1)), minimal=True, threads=1)",
    "solve_many, explain": "veridoku.solve_many(EMPTY, explain=True, threads=1)",
    "solve_many, list": "veridoku.solve_many([HARD] * 1_000_000, threads=1)",
    "rate_many": "veridoku.rate_many([HARD] * 100_000, threads=1)",
    "canon_many": "veridoku.canon_many(EMPTY, threads=1)",
    "path_many": "veridoku.path_many([HARD] * 100_000, threads=1)",
    "augment_many": "veridoku.augment_many(MANY, count=1_000, threads=1)",
    "augment_many, one puzzle": "veridoku.augment_many([HARD], count=10**8, threads=1)",
    "solve_many, a stream of small batches": "veridoku.solve_many(small_batches(), threads=1)",
    "generate_many, more than memory": "veridoku.generate_many(10**12, seed=1, threads=1)",
    "generate_many": "veridoku.generate_many(100_000, level='nightmare', seed=1, threads=1)",
    "grade_many": "veridoku.grade_many([HARD] * 64, ['no 1 ' * 10**5] * 64, threads=1)",
    "count": "veridoku.count('.' * 81, limit=10**15, budget=10**9)",
    "count_many": "veridoku.count_many(['.' * 81] * 3, limit=10**15, budget=10**9)",
    "hint_many": "veridoku.hint_many([HARD17] * 100_000)",
    "check_many": "veridoku.check_many([HARD17] * 100_000)",
    "compare": "veridoku.compare(HARD17, ['restart'], budget=10**9)",
    "solve, textbook": "veridoku.solve(HARD17, engine='restart', budget=10**9)",
    "generate": "veridoku.generate(clues=17, seed=1, attempts=10**12)",
}


@pytest.mark.parametrize("name", CALLS)
def test_ctrl_c_interrupts_the_call(name: str) -> None:
    if "small_batches" in CALLS[name]:
        pytest.importorskip("pyarrow")
    program = f"""
        import _thread, threading, time, numpy, veridoku
        HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
        HARD17 = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"
        EMPTY = numpy.zeros((3_000_000, 81), numpy.uint8)
        MANY = veridoku.generate_many(2000, seed=1).puzzle
        def small_batches():
            import pyarrow
            return pyarrow.Table.from_batches([pyarrow.record_batch({{"puzzle": [HARD]}})] * 1_000_000)
        start = []
        def interrupt():
            # Measure CPU time, so that other load on the machine does not matter.
            start.append(time.process_time())
            _thread.interrupt_main()
        threading.Timer(0.3, interrupt).start()
        try:
            {CALLS[name]}
        except KeyboardInterrupt:
            print(time.process_time() - start[0])
    """
    command = [sys.executable, "-c", textwrap.dedent(program)]
    result = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert result.stdout, result.stderr
    assert float(result.stdout) < 1.0, "seconds from Ctrl-C to the exception"


def test_ctrl_c_just_before_the_first_call_is_not_lost() -> None:
    # No Python code runs between the interrupt and the call, so it is the call that has to raise the
    # exception.
    program = f"""
        import _thread
        from functools import partial
        from veridoku import _veridoku
        arguments = (["{HARD}"], "puzzle", "", False, False, None, 1, "cpu")
        calls = [partial(_thread.interrupt_main), partial(_veridoku.solve_many, *arguments)]
        try:
            results = list(map(partial.__call__, calls))
        except KeyboardInterrupt:
            print("interrupted")
    """
    command = [sys.executable, "-c", textwrap.dedent(program)]
    result = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert result.stdout == "interrupted\n", result.stderr


def test_other_python_threads_keep_running() -> None:
    ticks = 0
    running = True

    def tick() -> None:
        nonlocal ticks
        while running:
            ticks += 1
            time.sleep(0.001)

    thread = threading.Thread(target=tick)
    thread.start()
    veridoku.rate_many([HARD] * 20)
    running = False
    thread.join()
    assert ticks > 3
