"""Questions about many puzzles in arrays and lists: the same answers as one by one, on any number of threads."""

from __future__ import annotations

import os
from collections.abc import Callable

import numpy as np
import pytest
from sample import EMPTY, HARD, NONE, PUZZLE, REPEATED, TWO

import veridoku
from veridoku import Status
from veridoku.answers import grid

LINES = [PUZZLE, TWO, NONE, REPEATED, HARD, EMPTY]


@pytest.fixture(scope="module")
def puzzles() -> np.ndarray:
    """Puzzles of all kinds, more than one task for each of several threads."""
    made = veridoku.generate_many(500, seed=1).puzzle
    several = made.copy()
    several[:, :40] = 0
    broken = made.copy()
    broken[:, 0], broken[:, 1] = 7, 7
    mixed = np.concatenate([made, several, broken] * 4)
    return mixed[np.random.default_rng(1).permutation(len(mixed))]


def text(row: np.ndarray) -> str:
    return "".join("." if number == 0 else str(number) for number in row.ravel())


def test_answers_are_those_of_one_by_one(puzzles: np.ndarray) -> None:
    many = veridoku.solve_many(puzzles, explain=True, minimal=True)
    assert len(many) == len(puzzles)
    for index in range(0, len(puzzles), 13):
        one = veridoku.check(puzzles[index])
        assert Status(many.status[index]).name.lower() == one.status
        assert many.clues[index] == one.clues
        assert many.reason[index] == one.reason
        assert many.minimal is not None
        assert many.minimal[index] == {True: 1, False: 0, None: -1}[one.minimal]
        solution = veridoku.solve(puzzles[index]).solution
        assert text(many.solution[index]) == (solution or EMPTY)


@pytest.mark.parametrize("threads", [1, 2, 7])
def test_threads_change_nothing(puzzles: np.ndarray, threads: int) -> None:
    some = puzzles[:300]
    one, other = veridoku.solve_many(puzzles), veridoku.solve_many(puzzles, threads=threads)
    assert (one.status == other.status).all() and (one.solution == other.solution).all()
    assert veridoku.canon_many(some).key == veridoku.canon_many(some, threads=threads).key
    dresses = [veridoku.augment_many(some, seed=3, count=2, threads=count) for count in (None, threads)]
    assert (dresses[0].puzzle == dresses[1].puzzle).all()
    made = [veridoku.generate_many(20, seed=5, threads=count).puzzle for count in (None, threads)]
    assert (made[0] == made[1]).all()


def test_place_and_company_change_nothing(puzzles: np.ndarray) -> None:
    tight = [veridoku.solve_many(puzzles, budget=3).status]
    tight.append(np.concatenate([veridoku.solve_many(part, budget=3).status for part in np.array_split(puzzles, 50)]))
    assert (tight[0] == tight[1]).all()


def test_shapes(puzzles: np.ndarray) -> None:
    some = puzzles[:100]
    flat = veridoku.solve_many(some)
    square = veridoku.solve_many(some.reshape(-1, 9, 9))
    assert flat.solution.shape == (100, 81) and square.solution.shape == (100, 9, 9)
    assert (flat.solution == square.solution.reshape(-1, 81)).all()
    readonly = some.copy()
    readonly.flags.writeable = False
    wide = np.concatenate([np.full((100, 3), 9, np.uint8), some], axis=1)
    for other in (
        some.astype(np.int64),
        some.astype(">i4"),
        np.asfortranarray(some),
        readonly,
        wide[:, 3:],
        some[::-1].copy()[::-1],
        np.repeat(some, 2, axis=0)[::2],
        np.asfortranarray(some.reshape(-1, 9, 9)),
    ):
        assert (veridoku.solve_many(other).solution.reshape(-1, 81) == flat.solution).all()
    lines = [text(row) for row in some]
    for listed in (lines, [row.reshape(9, 9).tolist() for row in some], np.array(lines), np.array(lines, dtype=object)):
        assert (veridoku.solve_many(listed).solution == flat.solution).all()
    none = veridoku.solve_many(np.zeros((0, 81), dtype=np.uint8))
    assert len(none) == 0 and none.solution.shape == (0, 81) and repr(none) == "Solved(no rows)"
    assert len(veridoku.solve_many([])) == 0


def test_bad_rows_have_a_reason_and_stop_nothing() -> None:
    array = np.tile(grid(PUZZLE).ravel(), (5000, 1)).astype(np.int16)
    array[17, 4], array[4500, 80] = 10, -3
    answer = veridoku.solve_many(array)
    bad = np.flatnonzero(answer.status == Status.UNREADABLE)
    assert bad.tolist() == [17, 4500]
    assert [index for index, reason in enumerate(answer.reason) if reason] == [17, 4500]
    assert "found 10 in r1c5" in (answer.reason[17] or "") and "found -3 in r9c9" in (answer.reason[4500] or "")
    assert not answer.solution[bad].any() and answer.solution[16].all()
    lines = veridoku.solve_many([PUZZLE, "", "nonsense", PUZZLE + "1"])
    assert lines.status.tolist()[1:] == [0, 0, 0] and all(lines.reason[1:])
    for answers in (veridoku.rate_many(["?", PUZZLE]), veridoku.canon_many(["?", PUZZLE])):
        assert answers.reason[0] and answers.reason[1] is None
    dressed = veridoku.augment_many(["?", PUZZLE], count=2)
    assert dressed.row.tolist() == [0, 1, 1] and dressed.reason[0] and not dressed.puzzle[0].any()


BAD_LISTS = [[1, 2], [[0] * 9] * 8 + [[0] * 8], [5] * 81 + [1], [3.0] * 81]
BAD_ROWS = [None, float("nan"), "\ud800", b"53..", b"\xff" * 81, 7, {}, *BAD_LISTS]


@pytest.mark.parametrize("bad", BAD_ROWS, ids=repr)
def test_a_bad_row_of_any_kind_has_a_reason(bad: object) -> None:
    rows = [PUZZLE, bad, HARD]
    answer = veridoku.solve_many(rows)  # type: ignore[call-overload]
    assert answer.status.tolist() == [Status.UNIQUE, Status.UNREADABLE, Status.UNIQUE]
    assert list(answer.reasons) == [1] and answer.reasons[1].startswith(("found", "line 1"))
    for answers in (veridoku.rate_many(rows, up_to=2.0), veridoku.canon_many(rows)):  # type: ignore[call-overload]
        assert answers.reason[1] == answer.reasons[1] and answers.reason[0] is None
    dresses = veridoku.augment_many(rows, count=2)  # type: ignore[call-overload]
    assert dresses.row.tolist() == [0, 0, 1, 2, 2]
    assert dresses.reason == [None, None, answer.reasons[1], None, None]
    beside = veridoku.augment_many([PUZZLE] * 3, rows, count=2)  # type: ignore[call-overload]
    assert beside.reason == [None, None, f"its solution: {answer.reasons[1]}", None, None]
    assert len(veridoku.path_many([bad, PUZZLE])) == 2  # type: ignore[list-item]
    objects = np.empty(2, dtype=object)
    objects[:] = [PUZZLE, bad]
    assert veridoku.solve_many(objects).reasons == {1: answer.reasons[1]}


@pytest.mark.parametrize(
    ("kind", "number"), [("i8", 256), ("i8", -1), ("i8", 2**32), ("i1", -128), (">i4", -256), ("u8", 2**64 - 1)]
)
def test_a_number_is_told_as_it_is(kind: str, number: int) -> None:
    array = np.zeros((3, 9, 9), dtype=kind)
    array[1, 0, 2] = number
    answer = veridoku.solve_many(array)
    assert answer.status.tolist() == [Status.MULTIPLE, Status.UNREADABLE, Status.MULTIPLE]
    assert answer.reasons[1].startswith(f"found {number} in r1c3")


def test_bytes_are_texts() -> None:
    expected = veridoku.solve_many([PUZZLE, TWO])
    cells = bytes(grid(PUZZLE).ravel())
    listed = [PUZZLE.encode(), TWO.encode()]
    for rows in (listed, np.array(listed), [bytearray(cells), listed[1]]):
        answer = veridoku.solve_many(rows)  # type: ignore[call-overload]
        assert (answer.solution == expected.solution).all() and (answer.status == expected.status).all()


@pytest.mark.parametrize(
    "puzzles",
    [
        PUZZLE,
        PUZZLE.encode(),
        {"puzzle": [PUZZLE]},
        {PUZZLE},
        veridoku.solve(PUZZLE),
        np.ma.masked_array(np.zeros((2, 81), np.uint8), mask=True),
        np.ones((2, 81), dtype=bool),
        np.array(PUZZLE, dtype=object),
    ],
    ids=lambda puzzles: type(puzzles).__name__,
)
def test_what_is_not_many_puzzles_is_refused(puzzles: object) -> None:
    with pytest.raises(TypeError, match="found .*, expected"):
        veridoku.solve_many(puzzles)  # type: ignore[call-overload]


def test_columns_are_for_tables() -> None:
    for ask in (veridoku.solve_many, veridoku.rate_many, veridoku.canon_many, veridoku.path_many, veridoku.augment_many):
        with pytest.raises(TypeError, match="no table"):
            ask([PUZZLE], column="nope")  # type: ignore[operator]
    with pytest.raises(TypeError, match="no table"):
        veridoku.augment_many([PUZZLE], solution_column="solution")  # type: ignore[call-overload]


@pytest.mark.parametrize("kind", [">i2", ">u8", "int8", "uint64", "object"])
@pytest.mark.parametrize("lay", [np.asfortranarray, lambda rows: rows[::-1][::-1], lambda rows: np.repeat(rows, 2, axis=1)[:, ::2]])
def test_memory_of_every_kind(puzzles: np.ndarray, kind: str, lay: Callable[[np.ndarray], np.ndarray]) -> None:
    rows = lay(puzzles[:50].astype(kind))
    rows.setflags(write=False)
    expected = veridoku.solve_many(puzzles[:50])
    assert (veridoku.solve_many(rows).solution == expected.solution).all()
    assert (veridoku.solve_many(rows.reshape(-1, 9, 9)).solution.reshape(-1, 81) == expected.solution).all()


@pytest.mark.parametrize(
    ("array", "error"),
    [
        (np.zeros((4, 80), dtype=np.uint8), ValueError),
        (np.zeros(81, dtype=np.uint8), ValueError),
        (np.zeros((4, 81)), TypeError),
    ],
)
def test_arrays_of_another_kind_are_refused(array: np.ndarray, error: type[Exception]) -> None:
    with pytest.raises(error, match="expected"):
        veridoku.solve_many(array)


def test_candidates_and_other_forms_in_a_list() -> None:
    sukaku = "".join("123456789" if sign == "." else "".join(d if d == sign else "." for d in "123456789") for sign in PUZZLE)
    answer = veridoku.solve_many([sukaku, "\n".join(PUZZLE[row : row + 9] for row in range(0, 81, 9))], minimal=True)
    assert answer.status.tolist() == [Status.UNIQUE, Status.UNIQUE]
    assert (answer.solution[0] == answer.solution[1]).all()
    assert answer.minimal is not None and answer.minimal.tolist() == [-1, 0]


def test_ratings_are_those_of_one_by_one() -> None:
    made = [veridoku.generate(seed=2, index=index) for index in range(20)]
    many = veridoku.rate_many([*made, TWO])
    for index, puzzle in enumerate(made):
        one = veridoku.rate(puzzle)
        assert (many.er[index], many.ep[index], many.ed[index]) == (one.er, one.ep, one.ed)
        assert (many.level[index], many.score[index], many.hardest[index]) == (one.level, one.score, one.hardest)
    assert np.isnan(many.er[-1]) and many.score[-1] == -1 and many.level[-1] is None and many.reason[-1]
    easier = veridoku.rate_many([HARD, PUZZLE], up_to=2.0, only="er")
    assert np.isnan(easier.er[0]) and easier.er[1] == 1.2 and easier.reason[0] == "harder than 2.0"
    assert easier.level == [None, None]
    short = veridoku.rate_many([HARD, PUZZLE], budget=1, only="er")
    one = veridoku.rate(HARD, budget=1, only="er")
    assert np.isnan(short.er[0]) and short.reason[0] and one.er is None
    np.testing.assert_equal(short.at_least[0], np.nan if one.at_least is None else one.at_least)
    assert np.isnan(short.at_least[1])


def test_canonical_forms_are_those_of_one_by_one(puzzles: np.ndarray) -> None:
    some = puzzles[:60]
    many = veridoku.canon_many(some)
    for index, row in enumerate(some):
        one = veridoku.canon(row)
        assert (many.key[index], many.transform[index]) == (one.key, one.transform)
        assert (text(many.canonical[index]), many.automorphisms[index]) == (one.canonical, one.automorphisms)
    moved = veridoku.canon_many(veridoku.augment_many(some, seed=9).puzzle)
    assert moved.key == many.key


def test_dresses_are_those_of_one_by_one() -> None:
    made = veridoku.generate_many(30, seed=4)
    dresses = veridoku.augment_many(made.puzzle, made.solution, count=3, seed=11)
    assert dresses.row.tolist() == [row for row in range(30) for _ in range(3)]
    one = [dress for row in made.puzzle for dress in veridoku.augment(row, 3, seed=11)]
    assert [text(row) for row in dresses.puzzle] == [dress.result for dress in one]
    assert dresses.solution is not None
    assert (veridoku.solve_many(dresses.puzzle).solution == dresses.solution).all()
    for index, row in enumerate(dresses.row):
        old = made.puzzle[row].reshape(9, 9)
        turned = (old.T if dresses.transpose[index] else old)[dresses.rows[index]][:, dresses.columns[index]]
        assert (dresses.digits[index][turned].ravel() == dresses.puzzle[index]).all()
        assert veridoku.transform(old, by=dresses.transform(index)).result == one[index].result
    # One dress of each is the first of several; another seed is another dress.
    assert (veridoku.augment_many(made.puzzle, seed=11).puzzle == dresses.puzzle[::3]).all()
    assert (veridoku.augment_many(made.puzzle, seed=12).puzzle != dresses.puzzle[::3]).any(axis=1).all()
    with pytest.raises(ValueError, match="as many"):
        veridoku.augment_many(made.puzzle, made.solution[1:])


def test_new_puzzles_are_those_of_one_by_one() -> None:
    many = veridoku.generate_many(10, level="medium", seed="x", index=5)
    one = [veridoku.generate(level="medium", seed="x", index=index) for index in range(5, 15)]
    assert [text(row) for row in many.puzzle] == [made.puzzle for made in one]
    assert [text(row) for row in many.solution] == [made.solution for made in one]
    assert many.er.tolist() == [made.er for made in one] and many.level == [made.level for made in one]
    assert np.isnan(veridoku.generate_many(2, seed=1).er).all()


def test_memory_is_used_again_only_when_nobody_holds_it(puzzles: np.ndarray) -> None:
    some = np.resize(puzzles, (2000, 81))
    held = veridoku.solve_many(some)
    kept = held.solution.copy()
    row = held.solution[7]
    for _ in range(3):
        empty = veridoku.solve_many(np.zeros_like(some))
        assert not empty.solution.any(), "nothing is left of what was there before"
        spoiled = veridoku.solve_many(np.full_like(some, 11))
        assert not spoiled.solution.any() and not spoiled.clues.any()
    assert (held.solution == kept).all()
    del held
    again = veridoku.solve_many(some[::-1])
    assert (row == kept[7]).all(), "a row of an answer holds the whole"
    assert (again.solution == kept[::-1]).all()
    # Whoever had it may have made it read-only, or given it another shape.
    again.solution.setflags(write=False)
    del again
    reshaped = veridoku.solve_many(some)
    reshaped.solution.shape = (81, 2000)
    del reshaped
    assert (veridoku.solve_many(some).solution == kept).all()


def test_a_missing_gpu_is_told() -> None:
    if os.path.exists("/dev/nvidia0"):
        answer = veridoku.solve_many(LINES, device="gpu")
        assert (answer.status == veridoku.solve_many(LINES).status).all()
    else:
        with pytest.raises(RuntimeError, match="found no CUDA"):
            veridoku.solve_many(LINES, device="gpu")
