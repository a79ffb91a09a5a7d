"""A Sudoku engine: solve, check, explain, rate and generate puzzles, one or millions at a time.

>>> import veridoku
>>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
>>> print(veridoku.solve(puzzle))
5 3 4 | 6 7 8 | 9 1 2
6 7 2 | 1 9 5 | 3 4 8
1 9 8 | 3 4 2 | 5 6 7
------+-------+------
8 5 9 | 7 6 1 | 4 2 3
4 2 6 | 8 5 3 | 7 9 1
7 1 3 | 9 2 4 | 8 5 6
------+-------+------
9 6 1 | 5 3 7 | 2 8 4
2 8 7 | 4 1 9 | 6 3 5
3 4 5 | 2 8 6 | 1 7 9

Functions for one puzzle: :func:`solve`, :func:`check`, :func:`count`, :func:`solutions`, :func:`hint`,
:func:`path`, :func:`rate`, :func:`generate`, :func:`canon`, :func:`transform`, :func:`augment`,
:func:`compare`, :func:`picture`, :func:`grade`, :func:`extract`.

Functions for many puzzles: :func:`solve_many`, :func:`rate_many`, :func:`canon_many`, :func:`path_many`,
:func:`augment_many`, :func:`generate_many`, :func:`grade_many`, :func:`check_many`, :func:`count_many`,
:func:`hint_many`, :func:`dedup`, :func:`booklet`. :mod:`veridoku.arrow` has functions for pyarrow record
batches, for use on one machine or on a cluster.

Data: :func:`read`, :func:`to_array`, :func:`to_text`, and :mod:`veridoku.datasets`.
"""

from __future__ import annotations

import importlib
from types import ModuleType

from . import one
from ._errors import PuzzleError
from ._veridoku import __version__
from .booklet import booklet
from .each import check_many, count_many, hint_many
from .many import (
    Status,
    augment_many,
    canon_many,
    dedup,
    generate_many,
    grade_many,
    path_many,
    rate_many,
    solve_many,
)
from .one import *
from .reading import read, to_array, to_text
from .table import Table

__all__ = [
    "PuzzleError",
    "Status",
    "Table",
    "__version__",
    "augment_many",
    "booklet",
    "canon_many",
    "check_many",
    "count_many",
    "dedup",
    "generate_many",
    "grade_many",
    "hint_many",
    "path_many",
    "rate_many",
    "read",
    "solve_many",
    "to_array",
    "to_text",
]
__all__ += one.__all__


def __getattr__(name: str) -> ModuleType:
    """Import a module with further dependencies when it is used."""
    if name in ("arrow", "datasets", "gym", "openenv", "ray", "reasoning", "rewards", "shards", "verifiers"):
        return importlib.import_module(f".{name}", __name__)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
