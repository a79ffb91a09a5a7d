"""Tables with a solution beside each puzzle."""

from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow as pa
import pytest

import veridoku
from sample import EMPTY, PUZZLE, SOLUTION, TWO

WRONG = "6" + SOLUTION[1:]
REASON = "the given solution is wrong in r1c1"


def test_wrong_solutions_of_a_file_are_reported(tmp_path: Path) -> None:
    file = tmp_path / "w.csv"
    file.write_text(f"puzzle,solution\n{PUZZLE},{WRONG}\n{PUZZLE},{SOLUTION}\n{PUZZLE},\n")
    table = veridoku.read(file)
    for function in (veridoku.solve_many, veridoku.check_many):
        result = function(table)
        assert result["status"].to_pylist() == ["unique"] * 3
        assert result["reason"].to_pylist() == [REASON, None, None]
    assert veridoku.solve_many(table)["solution"].to_pylist() == [SOLUTION] * 3
    assert veridoku.solve_many([f"{PUZZLE},{WRONG}"]).reason == [REASON]


@pytest.mark.parametrize("column", ["solution", "solutions", "answer", "solved", "Solution"])
def test_columns_with_known_names_are_solutions(column: str) -> None:
    data = {"puzzle": [PUZZLE, PUZZLE, PUZZLE, TWO], column: [WRONG, SOLUTION, None, WRONG]}
    for table in (pa.table(data), pd.DataFrame(data)):
        for function in (veridoku.solve_many, veridoku.check_many):
            result = function(table, prefix="my_")
            assert result["my_reason"].to_pylist()[:3] == [REASON, None, None]
        assert veridoku.solve_many(table, prefix="my_")["my_reason"].to_pylist()[3] is None


def test_a_column_named_solution_is_renamed_as_that_of_a_file() -> None:
    data = {"puzzle": [PUZZLE, PUZZLE], "solution": [WRONG, SOLUTION]}
    for table in (pa.table(data), pd.DataFrame(data)):
        solved = veridoku.solve_many(table)
        again = veridoku.solve_many(solved)
        expected = ["puzzle", "read_solution", "status", "solution", "clues", "reason"]
        assert solved.column_names == again.column_names == expected
        assert solved["reason"].to_pylist() == again["reason"].to_pylist() == [REASON, None]
        assert solved["read_solution"].to_pylist() == data["solution"]
        assert veridoku.check_many(table)["reason"].to_pylist() == [REASON, None]
    with pytest.raises(ValueError, match='found the input column "status"'):
        veridoku.solve_many(pa.table({"puzzle": [PUZZLE], "status": ["mine"]}))


def test_solutions_may_have_any_form_that_puzzles_have() -> None:
    numbers = [list(map(int, line)) for line in (WRONG, SOLUTION)]
    lists = pa.array(numbers, pa.list_(pa.uint8(), 81))
    dictionary = pa.array([WRONG, SOLUTION]).dictionary_encode()
    texts = pa.array([f"It is {WRONG}.", f"It is {SOLUTION}."])
    for solutions in (lists, lists.cast(pa.list_(pa.int64())), dictionary, texts):
        table = pa.table({"puzzle": [PUZZLE] * 2, "answer": solutions})
        assert veridoku.solve_many(table)["reason"].to_pylist() == [REASON, None]


def test_solutions_that_cannot_be_read_are_reported() -> None:
    table = pa.table({"puzzle": [PUZZLE] * 3, "answer": ["no idea", " ", EMPTY]})
    unreadable, blank, empty = veridoku.solve_many(table)["reason"].to_pylist()
    assert unreadable.startswith("solution: ")
    assert blank is None
    assert empty.startswith("the given solution is wrong in 81 cells")


def test_other_columns_with_these_names_are_ignored() -> None:
    table = pa.table({"puzzle": [PUZZLE], "solved": [True], "answer": [1.5]})
    assert veridoku.solve_many(table)["reason"].to_pylist() == [None]
    path = veridoku.path_many(pa.table({"puzzle": [PUZZLE]}))
    assert veridoku.solve_many(path)["reason"].to_pylist() == [None]


def test_many_rows_are_compared_on_all_threads() -> None:
    made = veridoku.generate_many(10_000, seed=1)
    solutions = veridoku.to_text(made.solution)
    wrong = {7, 2_048, 9_999}
    given = [line[::-1] if row in wrong else line for row, line in enumerate(solutions)]
    table = pa.table({"puzzle": veridoku.to_text(made.puzzle), "answer": given})
    reasons = veridoku.solve_many(table)["reason"].to_pylist()
    assert {row for row, reason in enumerate(reasons) if reason} == wrong


def test_the_reasons_stay_if_a_result_is_used_again() -> None:
    table: Any = veridoku.read(f"puzzle,solution\n{PUZZLE},{WRONG}\n".encode())
    for function in (veridoku.solve_many, veridoku.solve_many, veridoku.check_many, veridoku.solve_many):
        table = function(table)
        assert table["reason"].to_pylist() == [REASON]


def test_rows_without_a_readable_puzzle_keep_their_reason() -> None:
    table = pa.table({"puzzle": ["x", None], "answer": [SOLUTION] * 2})
    assert veridoku.check_many(table)["status"].to_pylist() == [None, None]


def test_augment_many_gives_a_reason_for_other_grids_than_solutions() -> None:
    rows = veridoku.to_array([SOLUTION] * 4)
    rows[0] = 0
    rows[1, :2] = rows[1, 1::-1]
    rows[2, 2] = 5
    result = veridoku.augment_many([PUZZLE] * 4, rows)
    assert result.reason == [
        "solution: found a blank in r1c1, expected a digit",
        "solution: found another digit than the clue in r1c1",
        "solution: found a digit twice in a row, column or box",
        None,
    ]
    assert result.solution is not None and (result.solution[3] > 0).all()
