"""The functions for one puzzle: results, input formats, errors."""

from __future__ import annotations

import pickle
from dataclasses import FrozenInstanceError

import numpy as np
import pytest
from sample import EMPTY, HARD, NONE, PUZZLE, REPEATED, SOLUTION, TWO, sukaku

import veridoku
from veridoku.answers import grid


@pytest.mark.parametrize(
    ("puzzle", "status"),
    [(PUZZLE, "unique"), (TWO, "multiple"), (NONE, "none"), (REPEATED, "invalid")],
)
def test_every_status(puzzle: str, status: str) -> None:
    answer = veridoku.solve(puzzle)
    assert answer.status == status
    assert bool(answer) is (status == "unique")
    assert (answer.solution is None) == (answer.reason is not None)
    assert veridoku.check(puzzle).status == status


def test_differences_are_the_cells_in_which_two_solutions_differ() -> None:
    answer = veridoku.solve(TWO)
    first, second = (grid(solution) for solution in answer.solutions)
    differ = {f"r{row + 1}c{column + 1}" for row, column in np.argwhere(first != second)}
    assert set(answer.differences) == differ
    assert set(answer.solutions) == set(veridoku.solutions(TWO))


def test_budget_stops_the_search() -> None:
    assert veridoku.solve(HARD, budget=0).status == "undecided"
    assert veridoku.solve(HARD, engine="brute-force", budget=100).status == "undecided"
    assert veridoku.solve(HARD, engine="dlx") == veridoku.solve(HARD)


def test_every_input_format() -> None:
    array = grid(PUZZLE)
    rows = [PUZZLE[row : row + 9] for row in range(0, 81, 9)]
    written = [
        PUZZLE,
        PUZZLE.replace(".", "0"),
        "\n".join(rows),
        array,
        array.ravel(),
        array.astype(np.int64),
        array.tolist(),
        array.ravel().tolist(),
        rows,
        [list(row) for row in rows],
        [[value or None for value in row] for row in array.tolist()],
        str([list(row) for row in rows]).replace("'", '"'),
        "https://www.sudokuwiki.org/sudoku.htm?bd=" + PUZZLE.replace(".", "0"),
        veridoku.check(PUZZLE),
    ]
    for puzzle in written:
        assert veridoku.solve(puzzle).solution == SOLUTION


def test_candidates_can_replace_clues() -> None:
    candidates = sukaku(PUZZLE)
    assert len(candidates) == 729
    assert veridoku.solve(candidates).solution == SOLUTION
    assert veridoku.canon(candidates).key == veridoku.canon(PUZZLE).key


@pytest.mark.parametrize(
    ("puzzle", "line", "column"),
    [
        (PUZZLE[:-1] + "x" + PUZZLE, None, None),
        ([[0] * 9] * 8 + [[0] * 8], 9, None),
        ([[0] * 9] * 4 + [[0, 0, 12, 0, 0, 0, 0, 0, 0]] + [[0] * 9] * 4, 5, 3),
        ([["5"] * 8 + ["x"]] + [[0] * 9] * 8, 1, 9),
        ([[1.5] * 9] * 9, 1, 1),
        ([[0] * 9] * 8, None, None),
        (np.full((9, 9), 10), 1, 1),
    ],
)
def test_errors_have_a_position(puzzle: object, line: int | None, column: int | None) -> None:
    with pytest.raises(veridoku.PuzzleError) as raised:
        veridoku.solve(puzzle)  # type: ignore[arg-type]
    error = raised.value
    assert error.kind == "unreadable"
    assert isinstance(error, ValueError)
    assert error.reason == str(error) and "expected" in error.reason
    if line is not None:
        assert (error.line, error.column) == (line, column)
    again = pickle.loads(pickle.dumps(error))
    assert (again.reason, again.kind, again.line, again.column) == (
        error.reason,
        error.kind,
        error.line,
        error.column,
    )


def test_second_puzzle_is_an_error_on_its_line() -> None:
    with pytest.raises(veridoku.PuzzleError) as raised:
        veridoku.solve(f"{PUZZLE}\n{PUZZLE}")
    assert raised.value.line == 2


@pytest.mark.parametrize(
    "call",
    [
        lambda: veridoku.solve(PUZZLE, engine="magic"),
        lambda: veridoku.compare(PUZZLE, ["magic"]),
        lambda: veridoku.hint(PUZZLE, level="loud"),  # type: ignore[arg-type]
        lambda: veridoku.hint(PUZZLE, techniques=["no such thing"]),
        lambda: veridoku.path(PUZZLE, ladder="rope"),  # type: ignore[arg-type]
        lambda: veridoku.rate(PUZZLE, only="luck"),  # type: ignore[arg-type]
        lambda: veridoku.transform(PUZZLE, by="rows=142356789"),
        lambda: veridoku.generate(level="impossible"),
        lambda: veridoku.generate(technique="magic"),
        lambda: veridoku.picture(PUZZLE, "ghosts"),  # type: ignore[arg-type]
        lambda: veridoku.solve_many([PUZZLE], device="tpu"),  # type: ignore[call-overload]
    ],
)
def test_unknown_names_are_rejected(call: object) -> None:
    with pytest.raises(veridoku.PuzzleError, match="unknown|rows=142356789") as raised:
        call()  # type: ignore[operator]
    assert raised.value.kind == "unknown"


def test_solutions_are_found_lazily() -> None:
    endless = veridoku.solutions(EMPTY)
    first = [next(endless) for _ in range(100)]
    assert len(set(first)) == 100 and endless.end is None
    few = veridoku.solutions(EMPTY, limit=5)
    assert list(few) == first[:5] and few.end == "limit"
    stopped = veridoku.solutions(EMPTY, budget=50)
    assert len(list(stopped)) < 100 and stopped.end == "budget"
    assert veridoku.count(TWO).count == int(veridoku.count(TWO)) == 2
    assert str(veridoku.count(EMPTY, limit=3)) == "at least 3"


def test_steps_lead_to_the_solution() -> None:
    path = veridoku.path(HARD)
    assert path.solved and path.end == veridoku.solve(HARD).solution
    for step in path.steps:
        for placement in step.placements:
            row, column, digit = int(placement[1]), int(placement[3]), placement[-1]
            assert path.end[9 * row + column - 10] == digit
        assert step.evidence.shape and str(step) == step.text
    hint = veridoku.hint(HARD)
    assert hint.technique == path.steps[0].technique and hint.evidence == path.steps[0].evidence
    assert veridoku.hint(HARD, level="where").technique is None
    named = veridoku.hint(PUZZLE, notation="a1")
    assert "E5" in named.text and "r5c5" not in named.text and "r5c5" in veridoku.hint(PUZZLE).text


def test_hint_reports_mistakes_first() -> None:
    wrong = list(PUZZLE)
    wrong[2] = "1"
    assert veridoku.hint("".join(wrong)).outcome == "unsolvable"
    assert veridoku.hint(SOLUTION).outcome == "solved"


def test_rating_values() -> None:
    rating = veridoku.rate(HARD, steps=True)
    assert (rating.er, rating.ep, rating.ed) == (10.7, 10.7, 9.7)
    assert (rating.level, rating.score) == ("Extreme", 21342)
    assert max(step.rating for step in rating.steps) == rating.er
    assert veridoku.rate(HARD, only="score").er is None
    assert veridoku.rate(HARD, up_to=9.0).unrated == "harder than 9.0"
    assert veridoku.rate(TWO).reason


def test_seed_and_index_identify_generated_puzzles() -> None:
    generated = veridoku.generate(seed="daily", index=3)
    assert generated == veridoku.generate(seed="daily", index=3)
    assert generated != veridoku.generate(seed="daily", index=4)
    assert veridoku.solve(generated).solution == generated.solution
    assert veridoku.check(generated).clues == generated.clues
    with pytest.raises(veridoku.PuzzleError, match="gave up"):
        veridoku.generate(clues=17, attempts=1, seed=1)


def test_equivalent_puzzles_have_the_same_canonical_form() -> None:
    keys = {veridoku.canon(equivalent.result).key for equivalent in veridoku.augment(PUZZLE, 20, seed=5)}
    assert keys == {veridoku.canon(PUZZLE).key}
    canon = veridoku.canon(PUZZLE)
    assert veridoku.transform(PUZZLE, by=canon.transform).result == canon.canonical


def test_results_stand_for_the_puzzle_they_print() -> None:
    equivalent, canon = veridoku.transform(PUZZLE, seed=1), veridoku.canon(PUZZLE)
    assert equivalent.result != PUZZLE != canon.canonical
    for answer in (equivalent, canon):
        assert veridoku.solve(answer).puzzle == str(answer)
        assert veridoku.solve(answer) == veridoku.solve(str(answer))
    many = veridoku.solve_many([equivalent, canon])
    assert many.clues.tolist() == [30, 30]
    assert "".join(map(str, many.solution[0])) == veridoku.solve(equivalent.result).solution


def test_cells_must_be_integers_or_text() -> None:
    masked = np.ma.masked_array(grid(PUZZLE), mask=True)
    for rows in (np.zeros((9, 9)), np.zeros((9, 9), dtype=bool), masked, None, 7, {}):
        with pytest.raises(TypeError, match="found .*, expected"):
            veridoku.solve(rows)  # type: ignore[arg-type]
    for cell in (0.0, 5.0, False, True):
        with pytest.raises(veridoku.PuzzleError, match="r1c1"):
            veridoku.solve([cell, *[0] * 80])  # type: ignore[list-item]
    assert veridoku.solve(PUZZLE.encode()).solution == SOLUTION
    assert veridoku.solve(memoryview(PUZZLE.encode())).solution == SOLUTION  # type: ignore[arg-type]
    with pytest.raises(veridoku.PuzzleError, match="255"):
        veridoku.solve(b"\xff")
    with pytest.raises(veridoku.PuzzleError, match="unpaired surrogate at position 3"):
        veridoku.solve("53\ud800")


def test_algorithms_may_be_a_single_name() -> None:
    assert [run.algorithm for run in veridoku.compare(PUZZLE, "dlx").runs] == ["dlx"]


def test_results_are_hashable() -> None:
    hints = {veridoku.hint(HARD), veridoku.hint(HARD), veridoku.hint(PUZZLE)}
    assert len(hints) == 2 and len({veridoku.path(HARD), veridoku.path(HARD)}) == 1
    assert len(set(veridoku.path(HARD).steps)) > 10


def test_results_are_frozen_and_picklable() -> None:
    answers = [
        veridoku.solve(PUZZLE),
        veridoku.check(REPEATED),
        veridoku.count(PUZZLE),
        veridoku.hint(PUZZLE),
        veridoku.path(PUZZLE),
        veridoku.rate(PUZZLE),
        veridoku.generate(seed=1),
        veridoku.canon(PUZZLE),
        veridoku.transform(PUZZLE),
    ]
    for answer in answers:
        assert pickle.loads(pickle.dumps(answer)) == answer
        assert repr(answer).startswith(type(answer).__name__ + "(") and str(answer)
        assert len(repr(answer)) < 400
        with pytest.raises(FrozenInstanceError):
            answer.puzzle = ""  # type: ignore[misc]


def test_former_names_still_work() -> None:
    check = veridoku.check(PUZZLE)
    assert check.format is not None and check.form == check.format
    assert veridoku.answers.Dress is veridoku.answers.EquivalentPuzzle
    assert veridoku.many.Dresses is veridoku.many.EquivalentPuzzles


def test_notebooks_get_pictures() -> None:
    for answer in (
        veridoku.solve(PUZZLE),
        veridoku.solve(TWO),
        veridoku.check(PUZZLE),
        veridoku.hint(HARD),
        veridoku.path(PUZZLE),
        veridoku.rate(PUZZLE),
        veridoku.generate(seed=1),
        veridoku.canon(PUZZLE),
        veridoku.transform(PUZZLE),
    ):
        assert answer._repr_svg_().startswith("<svg")
        assert "<svg" in answer._repr_html_()
    assert "None" not in veridoku.generate(seed=1, rating=False)._repr_html_()
    comparison = veridoku.compare(PUZZLE, ["dlx", "fast"])
    assert "<td>dlx</td>" in comparison._repr_html_()
    assert comparison["dlx"].calls == 52 and "dlx" in str(comparison)
    with pytest.raises(KeyError):
        comparison["magic"]
