"""The command line. `python -m veridoku` does the same as the program `veridoku`."""

import signal
import sys

from ._veridoku import run_command_line


def main() -> int:
    """Runs the command line of this process, and returns the exit status."""
    # Python's handler would only run after the command has ended.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return run_command_line(["veridoku", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
