"""Functions for many puzzles that call the function for one puzzle with each row."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from sample import EMPTY, PUZZLE, TWO

import veridoku

LINES = [PUZZLE, TWO, EMPTY]


@pytest.mark.parametrize("threads", [1, 3, None])
def test_results_are_those_of_the_functions_for_one_puzzle(threads: int | None) -> None:
    numbers = veridoku.to_array(LINES)
    for rows in (LINES, numbers, numbers.reshape(-1, 9, 9)):
        checked = veridoku.check_many(rows, threads=threads)
        assert [str(check) for check in checked] == [str(veridoku.check(line)) for line in LINES]
        assert list(map(int, veridoku.count_many(rows, limit=9, threads=threads))) == [1, 2, 9]
        hints = veridoku.hint_many(rows, threads=threads, level="full")
        assert [hint.text for hint in hints] == [veridoku.hint(line, level="full").text for line in LINES]


def test_bytes_may_be_characters() -> None:
    characters = np.frombuffer("".join([*LINES, "7" * 80 + "x"]).encode(), np.uint8).reshape(-1, 81)
    checked = veridoku.check_many(characters)
    assert [str(check) for check in checked[:3]] == [str(veridoku.check(line)) for line in LINES]
    assert str(checked[3]).startswith("found 55 in r1c1")


def test_rows_that_cannot_be_read_are_errors_in_their_place() -> None:
    checked = veridoku.check_many([PUZZLE, "x", None])
    assert checked[0].status == "unique"
    assert all(isinstance(error, veridoku.PuzzleError) for error in checked[1:])
    numbers = np.zeros((2, 81), int)
    numbers[1, 3] = 12
    checked = veridoku.check_many(numbers)
    assert checked[0].status == "multiple" and "12 in r1c4" in str(checked[1])


def test_tables_keep_their_columns() -> None:
    table = pa.table({"id": [7, 8, 9, 10], "puzzle": [*LINES, "x"]})
    checked = veridoku.check_many(table)
    assert checked.column_names == ["id", "puzzle", "status", "clues", "minimal", "redundant", "reason"]
    assert checked["status"].to_pylist() == ["unique", "multiple", "multiple", None]
    assert checked["reason"].to_pylist()[3].startswith("line 1, column 2: found 1 cell")
    assert veridoku.count_many(table, limit=5)["count"].to_pylist() == [1, 2, 5, None]
    hints = veridoku.hint_many(checked, prefix="hint_")
    assert hints["hint_placements"].to_pylist()[0] == ["r5c5=5"]
    assert "check_reason" in veridoku.count_many(checked).column_names
    assert veridoku.check_many(pa.array(LINES)).column_names[:2] == ["puzzle", "status"]


def test_options_are_checked_once_for_all_puzzles() -> None:
    for options in ({"techniques": ["nonsense"]}, {"level": "nonsense"}):
        with pytest.raises(veridoku.PuzzleError, match="unknown"):
            veridoku.hint_many(LINES, **options)
    numbers = veridoku.to_array(LINES)
    numbers[0, 0] = 42
    assert str(veridoku.check_many(numbers)[0]).startswith("found 42 in r1c1")


def test_threads_are_checked() -> None:
    with pytest.raises(ValueError, match="found threads=0, expected at least 1"):
        veridoku.check_many(LINES, threads=0)


def test_dedup_finds_repeated_and_leaked_puzzles() -> None:
    moved = [veridoku.transform(line, seed=1).result for line in LINES]
    rows = [PUZZLE, moved[0], TWO, "x", moved[2], EMPTY]
    for puzzles in (rows, pa.table({"puzzle": rows})):
        found = veridoku.dedup(puzzles)
        assert found.first.tolist() == [True, False, True, False, True, False]
        assert found.same_as.tolist() == [-1, 0, -1, -1, -1, 4]
        assert not found.leaked.any()
        found = veridoku.dedup(puzzles, [EMPTY, moved[1]])
        assert found.leaked.tolist() == [False, False, True, False, True, True]
        assert found.same_as.tolist() == [-1, 0, 1, -1, 0, 0]
        assert found.first.tolist() == [True, False, False, False, False, False]


MANY = {
    "solve": veridoku.solve_many,
    "rate": veridoku.rate_many,
    "canon": veridoku.canon_many,
    "path": veridoku.path_many,
    "check": veridoku.check_many,
    "count": veridoku.count_many,
    "hint": veridoku.hint_many,
}


@pytest.mark.parametrize("second", MANY)
@pytest.mark.parametrize("first", MANY)
def test_results_of_all_functions_can_be_combined(first: str, second: str) -> None:
    table = pa.table({"id": [7], "puzzle": [PUZZLE]})
    one = MANY[first](table)
    both = MANY[second](one)
    results = MANY[second](table).column_names[2:]
    earlier = [] if first == second else one.column_names[2:]
    kept = [f"{first}_{name}" if name in results else name for name in earlier]
    assert both.column_names == ["id", "puzzle", *kept, *results]
    # The last result is replaced, wherever it is.
    assert MANY[first](both)["reason"].to_pylist() == one["reason"].to_pylist()


@pytest.mark.parametrize("function", [veridoku.check_many, veridoku.count_many, veridoku.hint_many])
def test_other_input_columns_still_clash(function: Any) -> None:
    with pytest.raises(ValueError, match="also the name of a result column"):
        function(pa.table({"puzzle": [PUZZLE], "reason": ["mine"]}))
    with pytest.raises(KeyError, match="found the columns quiz, expected 'puzzle'"):
        function(pa.table({"quiz": [PUZZLE]}))
    with pytest.raises(TypeError, match="lose leading zeros"):
        function(pa.table({"puzzle": [5]}))
