"""Puzzles on paper."""

from __future__ import annotations

import os
import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

import numpy as np

from . import _veridoku
from ._inputs import Arrow, Rows
from .many import rate_many, solve_many
from .reading import to_array


def booklet(
    puzzles: Rows | Arrow,
    path: str | os.PathLike[str] | None = None,
    *,
    column: str = "puzzle",
    title: str = "Sudoku",
    captions: Sequence[str] | None = None,
    per_page: Literal[1, 2, 4, 6, 9, 12] = 4,
    paper: Literal["a4", "letter"] = "a4",
    rating: bool = True,
    threads: int | None = None,
) -> bytes:
    """Print puzzles to a PDF, with the solutions at the end, as the command ``veridoku booklet`` does.

    Return the content of the file. Raise :class:`veridoku.PuzzleError` for a row that cannot be read. A
    puzzle without a unique solution gets a caption that says so.

    Parameters
    ----------
    puzzles
        The puzzles: an array, a list, or Arrow data.
    path
        The file to write. An existing file is replaced.
    column
        The name of the column with the puzzles, if they are a table.
    title
        The title at the top of each page.
    captions
        A text for each puzzle, which is added to its caption.
    per_page
        The number of puzzles on a page: 1, 2, 4, 6, 9 or 12.
    paper
        The paper size: ``a4`` or ``letter``.
    rating
        Whether to rate the puzzles, which takes most of the time.
    threads
        The number of threads. By default, one per core.

    Examples
    --------
    >>> import veridoku
    >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> veridoku.booklet([puzzle], title="For the train")[:5]
    b'%PDF-'
    """
    cells = to_array(puzzles, column=column)
    count = len(cells)
    if count == 0:
        raise ValueError("found no puzzles to print")
    if captions is not None and (isinstance(captions, str) or len(captions) != count):
        found = "a text" if isinstance(captions, str) else f"{len(captions)} captions"
        raise ValueError(f"found {found} for {count} puzzles, expected a list with one caption for each")
    solution = solve_many(cells, threads=threads).solution
    ratings = rate_many(cells, only="er", threads=threads).er if rating else np.full(count, np.nan)
    content, missing = _veridoku.booklet(
        cells, solution, ratings.tolist(), list(captions or [""] * count), title, per_page, paper
    )
    if missing:
        message = f"the fonts of the booklet lack {missing!r}; question marks are printed instead"
        warnings.warn(message, stacklevel=2)
    if path is not None:
        Path(path).write_bytes(content)
    return content
