"""Grading of answers."""

from __future__ import annotations

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
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


@pytest.mark.parametrize("threads", [1, 3, None])
def test_grades_depend_on_neither_other_rows_nor_threads(threads: int | None) -> None:
    rows = "\n".join(" ".join(SOLUTION[start : start + 9]) for start in range(0, 81, 9))
    answers = [SOLUTION, rows, f"Solved:\n\n```\n{rows}\n```\n", WRONG, rows.replace("5 3", "_ _"), "none"]
    two = "...378...6.2.......9........5......3.2....79....9.4.561.45..2....7419....3......."
    puzzles = [PUZZLE, PUZZLE, two, SOLUTION, "." * 81, "x"]
    # Each pair of puzzles and each pair of answers are neighbours somewhere.
    numbers = np.random.default_rng(1).integers(0, len(puzzles), (5000, 2)).tolist()
    pairs = [(puzzles[puzzle], answers[answer]) for puzzle, answer in numbers]
    single = {
        (puzzle, answer): veridoku.grade_many([PUZZLE, puzzle], [WRONG, answer], partial=True)
        for puzzle, answer in set(pairs)
    }
    grades = veridoku.grade_many(*map(list, zip(*pairs)), partial=True, threads=threads)
    for row, pair in enumerate(pairs):
        for name in ("solved", "score", "complete", "valid", "clues_kept", "cells", "right", "first_wrong"):
            assert getattr(grades, name)[row] == getattr(single[pair], name)[1], (pair, name)
        for name in ("reasons", "warnings"):
            assert getattr(grades, name).get(row) == getattr(single[pair], name).get(1), (pair, name)
    assert list(grades.reasons) == sorted(grades.reasons)


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


def test_puzzles_and_answers_may_be_columns_of_tables() -> None:
    data = {"puzzle": [PUZZLE, PUZZLE], "answer": [SOLUTION, WRONG]}
    for table in (pa.table(data), veridoku.Table(pa.table(data)), pd.DataFrame(data), pl.DataFrame(data)):
        for answers in ([SOLUTION, WRONG], table, pl.Series(data["answer"]), pd.Series(data["answer"])):
            grades = veridoku.grade_many(table, answers)
            assert grades.solved.tolist() == [True, False]
    with pytest.raises(KeyError, match="found the columns id, expected 'puzzle'"):
        veridoku.grade_many(pa.table({"id": [1, 2]}), [SOLUTION] * 2)


def test_puzzles_may_be_an_iterator_but_not_a_string() -> None:
    puzzles = (PUZZLE for _ in range(2))
    grades = veridoku.grade_many(puzzles, iter([SOLUTION, WRONG]))
    assert grades.solved.tolist() == [True, False]
    with pytest.raises(TypeError, match="found a single str, expected many puzzles"):
        veridoku.grade_many(PUZZLE, [SOLUTION] * 2)
    with pytest.raises(TypeError, match="found a single int, expected many puzzles"):
        veridoku.grade_many(5, [SOLUTION] * 2)


def test_extract_accepts_bytes() -> None:
    assert veridoku.extract(f"It is {SOLUTION}.".encode()).grid == SOLUTION
    with pytest.raises(veridoku.PuzzleError, match="expected UTF-8 text"):
        veridoku.extract(b"\xff")
    with pytest.raises(TypeError, match="found 5, expected text"):
        veridoku.extract(5)  # type: ignore[arg-type]
