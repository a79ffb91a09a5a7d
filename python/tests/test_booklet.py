"""Booklets."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pytest
from sample import PUZZLE, TWO

import veridoku


def test_booklets_have_pages_of_puzzles_and_of_solutions(tmp_path: Path) -> None:
    path = tmp_path / "booklet.pdf"
    content = veridoku.booklet([PUZZLE] * 5, path, title="Five", per_page=2, captions=list("abcde"))
    assert path.read_bytes() == content and content.startswith(b"%PDF-")
    assert content.count(b"/Type /Page\n") == 4, "three pages of puzzles, one of solutions"
    assert b"(Five)" in content and b"(easy (1.2), 30 clues, e)" in content
    table = pa.table({"quiz": [PUZZLE, TWO]})
    plain = veridoku.booklet(table, column="quiz", rating=False, paper="letter")
    assert b"no unique solution" in plain and b"(1.2)" not in plain


def test_invalid_booklets_are_refused() -> None:
    with pytest.raises(ValueError, match="found per_page=3, expected 1, 2, 4, 6, 9 or 12"):
        veridoku.booklet([PUZZLE], per_page=3)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="expected a4 or letter"):
        veridoku.booklet([PUZZLE], paper="a5")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="found 2 captions for 1 puzzles"):
        veridoku.booklet([PUZZLE], captions=["a", "b"])
    with pytest.raises(ValueError, match="found no puzzles"):
        veridoku.booklet([])
    with pytest.raises(veridoku.PuzzleError):
        veridoku.booklet([PUZZLE, "nonsense"])
    with pytest.warns(UserWarning, match="lack '数'"):
        veridoku.booklet([PUZZLE], title="数", rating=False)
