"""`python -m veridoku` and the program that the wheel installs."""

import os
import signal
import subprocess
import sys
import sysconfig
import time

import pytest
from sample import PUZZLE, SOLUTION

import veridoku

PROGRAM = os.path.join(sysconfig.get_path("scripts"), "veridoku")


@pytest.mark.parametrize("program", [[sys.executable, "-m", "veridoku"], [PROGRAM]])
def test_commands(program):
    def run(*words, text=None):
        result = subprocess.run([*program, *words], input=text, capture_output=True, text=True)
        return result.returncode, result.stdout, result.stderr

    assert run("--version") == (0, f"veridoku {veridoku.__version__}\n", "")
    assert run("solve", PUZZLE) == (0, f"{SOLUTION}\n", "")
    assert run("solve", "-", text=f"{PUZZLE}\n" * 1000) == (0, f"{SOLUTION}\n" * 1000, "")
    status, out, _ = run("check", "11" + 79 * ".")
    assert status == 1 and out.startswith("invalid")
    wrong = f"puzzle,solution\n{PUZZLE},{SOLUTION[::-1]}\n"
    status, out, _ = run("solve", "-", text=wrong)
    assert status == 1 and out.startswith(f"{SOLUTION} # the given solution is wrong in ")
    status, out, _ = run("check", "-", text=wrong)
    assert status == 1 and "the given solution is wrong" in out
    assert run("check", "-", text=wrong.replace(SOLUTION[::-1], SOLUTION))[0] == 0
    status, out, err = run("nothing")
    assert status == 2 and not out and "Usage: veridoku" in err


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGINT for another process")
def test_interrupt():
    command = [sys.executable, "-m", "veridoku", "serve", "--port", "0"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as server:
        assert "serving at" in server.stderr.readline()
        server.send_signal(signal.SIGINT)
        assert server.wait(timeout=60) == 0

    # A command without a handler is ended by the signal while it waits for input.
    with subprocess.Popen([sys.executable, "-m", "veridoku", "solve"], stdin=subprocess.PIPE,
                          stdout=subprocess.PIPE) as reader:
        reader.stdin.write(f"{PUZZLE}\n".encode())
        reader.stdin.flush()
        assert reader.stdout.readline() == f"{SOLUTION}\n".encode()
        time.sleep(0.1)
        reader.send_signal(signal.SIGINT)
        assert reader.wait(timeout=60) == -signal.SIGINT
