"""Grading of answers."""

from __future__ import annotations

import numpy as np
import pytest

import veridoku

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
WRONG = SOLUTION.replace("5346", "5364", 1)


def test_one_answer() -> None:
    solved = veridoku.grade(PUZZLE, f"<think>?</think> The answer is {SOLUTION}.")
    assert solved and solved.score == 1.0 and str(solved) == "solved"
    wrong = veridoku.grade(PUZZLE, WRONG)
    assert not wrong and (wrong.right, wrong.cells, wrong.first_wrong) == (49, 51, "r1c3")
    assert veridoku.grade(PUZZLE, WRONG, partial=True).score == 49 / 51
    numbers = np.array(list(map(int, SOLUTION))).reshape(9, 9)
    assert veridoku.grade(PUZZLE, numbers).solved


def test_many_answers_are_graded_like_one() -> None:
    answers = [SOLUTION, WRONG, f"Solved: {SOLUTION}", "no idea", "." * 81, SOLUTION.replace("5", "6", 1)]
    grades = veridoku.grade_many([PUZZLE] * len(answers), answers, partial=True)
    for row, answer in enumerate(answers):
        one = veridoku.grade(PUZZLE, answer, partial=True)
        for name in ("solved", "score", "complete", "valid", "clues_kept", "right", "row_conflicts"):
            assert getattr(grades, name)[row] == getattr(one, name), (row, name)
        index = grades.first_wrong[row]
        assert one.first_wrong == (f"r{index // 9 + 1}c{index % 9 + 1}" if index >= 0 else None)
    assert grades.reasons == {3: "found no grid"}
    assert grades.warnings == {}


def test_arrays_and_wrong_arguments() -> None:
    puzzles = np.array([[0 if cell == "." else int(cell) for cell in PUZZLE]] * 2, np.uint8)
    answers = np.array([[int(cell) for cell in SOLUTION]] * 2, np.uint8)
    answers[1, 2] = 9
    assert veridoku.grade_many(puzzles, answers).solved.tolist() == [True, False]
    with pytest.raises(ValueError, match="found 1 answers for 2 puzzles"):
        veridoku.grade_many(puzzles, answers[:1])
    with pytest.raises(TypeError, match="found no answers"):
        veridoku.grade_many(puzzles)  # type: ignore[call-overload]


def test_tables() -> None:
    pa = pytest.importorskip("pyarrow")
    table = pa.table({"puzzle": [PUZZLE, PUZZLE], "response": [SOLUTION, "none"], "id": [1, 2]})
    graded = pa.table(veridoku.grade_many(table, answer_column="response"))
    assert graded["solved"].to_pylist() == [True, False]
    assert graded["reason"].to_pylist() == [None, "found no grid"]
    assert graded["id"].to_pylist() == [1, 2]
