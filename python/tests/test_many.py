"""The functions for many puzzles, with arrays and lists.

Their results are those of the functions for one puzzle, with any number of threads.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
from collections.abc import Callable

import numpy as np
import pytest
from sample import EMPTY, HARD, NONE, PUZZLE, REPEATED, SOLUTION, TWO, sukaku

import veridoku
from veridoku import Status
from veridoku.answers import grid

LINES = [PUZZLE, TWO, NONE, REPEATED, HARD, EMPTY]


@pytest.fixture(scope="module")
def puzzles() -> np.ndarray:
    """Puzzles with every status, enough for several threads."""
    made = veridoku.generate_many(500, seed=1).puzzle
    several = made.copy()
    several[:, :40] = 0
    broken = made.copy()
    broken[:, 0], broken[:, 1] = 7, 7
    mixed = np.concatenate([made, several, broken] * 4)
    return mixed[np.random.default_rng(1).permutation(len(mixed))]


def text(row: np.ndarray) -> str:
    return "".join("." if number == 0 else str(number) for number in row.ravel())


def test_solve_many_equals_solve(puzzles: np.ndarray) -> None:
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
def test_threads_do_not_change_results(puzzles: np.ndarray, threads: int) -> None:
    some = puzzles[:300]
    one, other = veridoku.solve_many(puzzles), veridoku.solve_many(puzzles, threads=threads)
    assert (one.status == other.status).all() and (one.solution == other.solution).all()
    assert veridoku.canon_many(some).key == veridoku.canon_many(some, threads=threads).key
    augmented = [veridoku.augment_many(some, seed=3, count=2, threads=count) for count in (None, threads)]
    assert (augmented[0].puzzle == augmented[1].puzzle).all()
    generated = [veridoku.generate_many(20, seed=5, threads=count).puzzle for count in (None, threads)]
    assert (generated[0] == generated[1]).all()


def test_position_and_other_rows_do_not_change_results(puzzles: np.ndarray) -> None:
    whole = veridoku.solve_many(puzzles, budget=3).status
    parts = [veridoku.solve_many(part, budget=3).status for part in np.array_split(puzzles, 50)]
    assert (whole == np.concatenate(parts)).all()


def test_arrays_of_every_shape_and_layout(puzzles: np.ndarray) -> None:
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
    grids = [row.reshape(9, 9).tolist() for row in some]
    for rows in (lines, grids, np.array(lines), np.array(lines, dtype=object)):
        assert (veridoku.solve_many(rows).solution == flat.solution).all()
    none = veridoku.solve_many(np.zeros((0, 81), dtype=np.uint8))
    assert len(none) == 0 and none.solution.shape == (0, 81) and repr(none) == "Solved(no rows)"
    assert len(veridoku.solve_many([])) == 0


def test_unreadable_rows_get_a_reason_and_do_not_affect_others() -> None:
    array = np.tile(grid(PUZZLE).ravel(), (5000, 1)).astype(np.int16)
    array[17, 4], array[4500, 80] = 10, -3
    answer = veridoku.solve_many(array)
    bad = np.flatnonzero(answer.status == Status.UNREADABLE)
    assert bad.tolist() == [17, 4500]
    assert [index for index, reason in enumerate(answer.reason) if reason] == [17, 4500]
    assert "found 10 in r1c5" in (answer.reason[17] or "")
    assert "found -3 in r9c9" in (answer.reason[4500] or "")
    assert not answer.solution[bad].any() and answer.solution[16].all()
    lines = veridoku.solve_many([PUZZLE, "", "nonsense", PUZZLE + "1"])
    assert lines.status.tolist()[1:] == [0, 0, 0] and all(lines.reason[1:])
    for answers in (veridoku.rate_many(["?", PUZZLE]), veridoku.canon_many(["?", PUZZLE])):
        assert answers.reason[0] and answers.reason[1] is None
    augmented = veridoku.augment_many(["?", PUZZLE], count=2)
    assert augmented.row.tolist() == [0, 1, 1] and augmented.reason[0] and not augmented.puzzle[0].any()


BAD_LISTS = [[1, 2], [[0] * 9] * 8 + [[0] * 8], [5] * 81 + [1], [3.0] * 81]
BAD_ROWS = [None, float("nan"), "\ud800", b"53..", b"\xff" * 81, 7, {}, *BAD_LISTS]


@pytest.mark.parametrize("bad", BAD_ROWS, ids=repr)
def test_list_item_that_is_not_a_puzzle_gets_a_reason(bad: object) -> None:
    rows = [PUZZLE, bad, HARD]
    answer = veridoku.solve_many(rows)  # type: ignore[call-overload]
    assert answer.status.tolist() == [Status.UNIQUE, Status.UNREADABLE, Status.UNIQUE]
    assert list(answer.reasons) == [1] and answer.reasons[1].startswith(("found", "line 1"))
    ratings = veridoku.rate_many(rows, up_to=2.0)  # type: ignore[call-overload]
    canons = veridoku.canon_many(rows)  # type: ignore[call-overload]
    for answers in (ratings, canons):
        assert answers.reason[1] == answer.reasons[1] and answers.reason[0] is None
    augmented = veridoku.augment_many(rows, count=2)  # type: ignore[call-overload]
    assert augmented.row.tolist() == [0, 0, 1, 2, 2]
    assert augmented.reason == [None, None, answer.reasons[1], None, None]
    solutions = [SOLUTION, bad, SOLUTION]
    with_solutions = veridoku.augment_many([PUZZLE] * 3, solutions, count=2)  # type: ignore[call-overload]
    assert with_solutions.reason == [None, None, f"solution: {answer.reasons[1]}", None, None]
    assert len(veridoku.path_many([bad, PUZZLE])) == 2  # type: ignore[list-item]
    objects = np.empty(2, dtype=object)
    objects[:] = [PUZZLE, bad]
    assert veridoku.solve_many(objects).reasons == {1: answer.reasons[1]}


@pytest.mark.parametrize(
    ("kind", "number"),
    [("i8", 256), ("i8", -1), ("i8", 2**32), ("i1", -128), (">i4", -256), ("u8", 2**64 - 1)],
)
def test_reasons_quote_the_original_number(kind: str, number: int) -> None:
    array = np.zeros((3, 9, 9), dtype=kind)
    array[1, 0, 2] = number
    answer = veridoku.solve_many(array)
    assert answer.status.tolist() == [Status.MULTIPLE, Status.UNREADABLE, Status.MULTIPLE]
    assert answer.reasons[1].startswith(f"found {number} in r1c3")


def test_bytes_are_read_as_text() -> None:
    expected = veridoku.solve_many([PUZZLE, TWO])
    cells = bytes(grid(PUZZLE).ravel())
    items = [PUZZLE.encode(), TWO.encode()]
    for rows in (items, np.array(items), [bytearray(cells), items[1]]):
        answer = veridoku.solve_many(rows)  # type: ignore[call-overload]
        assert (answer.solution == expected.solution).all() and (answer.status == expected.status).all()


@pytest.mark.parametrize(
    "puzzles",
    [
        PUZZLE,
        PUZZLE.encode(),
        {"id": [1]},
        {PUZZLE},
        veridoku.solve(PUZZLE),
        np.ma.masked_array(np.zeros((2, 81), np.uint8), mask=True),
        np.ones((2, 81), dtype=bool),
        np.array(PUZZLE, dtype=object),
    ],
    ids=lambda puzzles: type(puzzles).__name__,
)
def test_input_other_than_many_puzzles_is_rejected(puzzles: object) -> None:
    with pytest.raises(TypeError, match="found .*, expected"):
        veridoku.solve_many(puzzles)  # type: ignore[call-overload]


def test_column_arguments_require_arrow_data() -> None:
    for name in ("solve_many", "rate_many", "canon_many", "path_many", "augment_many"):
        with pytest.raises(TypeError, match="without Arrow data"):
            getattr(veridoku, name)([PUZZLE], column="nope")
    with pytest.raises(TypeError, match="requires Arrow data"):
        veridoku.augment_many([PUZZLE], solution_column="solution")  # type: ignore[call-overload]


@pytest.mark.parametrize("kind", [">i2", ">u8", "int8", "uint64", "object"])
@pytest.mark.parametrize(
    "layout",
    [np.asfortranarray, lambda rows: rows[::-1][::-1], lambda rows: np.repeat(rows, 2, axis=1)[:, ::2]],
)
def test_arrays_of_every_type_and_layout(
    puzzles: np.ndarray, kind: str, layout: Callable[[np.ndarray], np.ndarray]
) -> None:
    rows = layout(puzzles[:50].astype(kind))
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
def test_arrays_of_other_shapes_and_types_are_rejected(array: np.ndarray, error: type[Exception]) -> None:
    with pytest.raises(error, match="expected"):
        veridoku.solve_many(array)


def test_lists_may_contain_candidates_and_other_text_formats() -> None:
    grid_text = "\n".join(PUZZLE[row : row + 9] for row in range(0, 81, 9))
    answer = veridoku.solve_many([sukaku(PUZZLE), grid_text], minimal=True)
    assert answer.status.tolist() == [Status.UNIQUE, Status.UNIQUE]
    assert (answer.solution[0] == answer.solution[1]).all()
    assert answer.minimal is not None and answer.minimal.tolist() == [-1, 0]


def test_rate_many_equals_rate() -> None:
    generated = [veridoku.generate(seed=2, index=index) for index in range(20)]
    many = veridoku.rate_many([*generated, TWO])
    for index, puzzle in enumerate(generated):
        one = veridoku.rate(puzzle)
        assert (many.er[index], many.ep[index], many.ed[index]) == (one.er, one.ep, one.ed)
        assert (many.level[index], many.score[index]) == (one.level, one.score)
        assert many.hardest[index] == one.hardest
    assert np.isnan(many.er[-1]) and many.score[-1] == -1 and many.level[-1] is None and many.reason[-1]
    easier = veridoku.rate_many([HARD, PUZZLE], up_to=2.0, only="er")
    assert np.isnan(easier.er[0]) and easier.er[1] == 1.2 and easier.reason[0] == "harder than 2.0"
    assert easier.level == [None, None]
    short = veridoku.rate_many([HARD, PUZZLE], budget=1, only="er")
    one = veridoku.rate(HARD, budget=1, only="er")
    assert np.isnan(short.er[0]) and short.reason[0] and one.er is None
    np.testing.assert_equal(short.at_least[0], np.nan if one.at_least is None else one.at_least)
    assert np.isnan(short.at_least[1])


def test_canon_many_equals_canon(puzzles: np.ndarray) -> None:
    some = puzzles[:60]
    many = veridoku.canon_many(some)
    for index, row in enumerate(some):
        one = veridoku.canon(row)
        assert (many.key[index], many.transform[index]) == (one.key, one.transform)
        assert (text(many.canonical[index]), many.automorphisms[index]) == (one.canonical, one.automorphisms)
    moved = veridoku.canon_many(veridoku.augment_many(some, seed=9).puzzle)
    assert moved.key == many.key


def test_augment_many_equals_augment() -> None:
    generated = veridoku.generate_many(30, seed=4)
    augmented = veridoku.augment_many(generated.puzzle, generated.solution, count=3, seed=11)
    assert augmented.row.tolist() == [row for row in range(30) for _ in range(3)]
    one = [result for row in generated.puzzle for result in veridoku.augment(row, 3, seed=11)]
    assert [text(row) for row in augmented.puzzle] == [result.result for result in one]
    assert augmented.solution is not None
    assert (veridoku.solve_many(augmented.puzzle).solution == augmented.solution).all()
    for index, row in enumerate(augmented.row):
        old = generated.puzzle[row].reshape(9, 9)
        moved = old.T if augmented.transpose[index] else old
        moved = moved[augmented.rows[index]][:, augmented.columns[index]]
        assert (augmented.digits[index][moved].ravel() == augmented.puzzle[index]).all()
        assert veridoku.transform(old, by=augmented.transform(index)).result == one[index].result
    # With count=1, the result is the same as the first of several. A different seed gives a different result.
    assert (veridoku.augment_many(generated.puzzle, seed=11).puzzle == augmented.puzzle[::3]).all()
    other = veridoku.augment_many(generated.puzzle, seed=12)
    assert (other.puzzle != augmented.puzzle[::3]).any(axis=1).all()
    with pytest.raises(ValueError, match="found 29 solutions for 30 puzzles"):
        veridoku.augment_many(generated.puzzle, generated.solution[1:])


def test_generate_many_equals_generate() -> None:
    many = veridoku.generate_many(10, level="medium", seed="x", index=5)
    one = [veridoku.generate(level="medium", seed="x", index=index) for index in range(5, 15)]
    assert [text(row) for row in many.puzzle] == [made.puzzle for made in one]
    assert [text(row) for row in many.solution] == [made.solution for made in one]
    assert many.er.tolist() == [made.er for made in one] and many.level == [made.level for made in one]
    assert np.isnan(veridoku.generate_many(2, seed=1).er).all()


def test_memory_is_reused_only_after_all_references_are_dropped(puzzles: np.ndarray) -> None:
    some = np.resize(puzzles, (2000, 81))
    held = veridoku.solve_many(some)
    kept = held.solution.copy()
    row = held.solution[7]
    for _ in range(3):
        empty = veridoku.solve_many(np.zeros_like(some))
        assert not empty.solution.any(), "no data of an earlier call is left"
        spoiled = veridoku.solve_many(np.concatenate([np.full_like(some[1:], 11), np.zeros_like(some[:1])]))
        assert not spoiled.solution.any() and not spoiled.clues.any()
    assert (held.solution == kept).all()
    del held
    again = veridoku.solve_many(some[::-1])
    assert (row == kept[7]).all(), "a row keeps the whole array alive"
    assert (again.solution == kept[::-1]).all()
    # The caller may have changed the type of the array, made it read-only or reshaped it.
    again.solution.dtype = np.dtype(bool)
    del again
    again = veridoku.solve_many(some)
    assert again.solution.dtype == np.uint8 and (again.solution == kept).all()
    again.solution.setflags(write=False)
    del again
    reshaped = veridoku.solve_many(some)
    reshaped.solution.resize((81, 2000), refcheck=False)
    del reshaped
    assert (veridoku.solve_many(some).solution == kept).all()


class Tensor:
    """A tensor of another library."""

    def __init__(self, values: np.ndarray) -> None:
        self.values = values
        self.ndim = values.ndim

    def __array__(self, dtype: object = None, copy: bool | None = None) -> np.ndarray:
        return self.values

    def __iter__(self) -> object:
        return map(Tensor, self.values)


class DlpackTensor:
    """A tensor without NumPy support."""

    def __init__(self, values: np.ndarray) -> None:
        self.values = values
        self.ndim = values.ndim

    def __dlpack__(self, **options: object) -> object:
        return self.values.__dlpack__(**options)

    def __dlpack_device__(self) -> object:
        return self.values.__dlpack_device__()


def tensors(values: np.ndarray) -> list[object]:
    """Return the values as tensors of the libraries that are installed."""
    found: list[object] = [Tensor(values), DlpackTensor(values)]
    if importlib.util.find_spec("torch"):
        found.append(importlib.import_module("torch").from_numpy(values))
    if importlib.util.find_spec("jax"):
        found.append(importlib.import_module("jax.numpy").asarray(values))
    return found


@pytest.mark.parametrize("kind", [np.uint8, np.int32])
def test_tensors_are_arrays(puzzles: np.ndarray, kind: type) -> None:
    some = puzzles[:50]
    expected = veridoku.solve_many(some).solution
    for tensor in tensors(some.astype(kind)):
        assert (veridoku.solve_many(tensor).solution == expected).all()
        augmented = veridoku.augment_many(tensor, seed=1).puzzle
        assert (augmented == veridoku.augment_many(some, seed=1).puzzle).all()
    for tensor in tensors(some.reshape(-1, 9, 9).astype(kind)):
        assert (veridoku.solve_many(tensor).solution == expected.reshape(-1, 9, 9)).all()
    for tensor in tensors(grid(PUZZLE).astype(kind)):
        assert veridoku.solve(tensor).solution == veridoku.solve(PUZZLE).solution


def test_lists_of_arrays_and_tensors_are_stacked(puzzles: np.ndarray) -> None:
    some = puzzles[:50].astype(np.int64)
    some[3, 5] = 700
    expected = veridoku.solve_many(some)
    squares = some.reshape(-1, 9, 9)
    for rows in (list(some), list(squares), some.tolist(), squares.tolist(), [Tensor(row) for row in some]):
        answer = veridoku.solve_many(rows)
        assert (answer.solution == expected.solution).all()
        assert answer.reasons == {3: "found 700 in r1c6, expected a digit from 1 to 9, or 0 for a blank"}
    ragged = veridoku.solve_many([some[0], some[1][:80]])
    assert ragged.reasons == {1: "found 80 rows, expected 9"}


def test_arrays_of_characters(puzzles: np.ndarray) -> None:
    expected = veridoku.solve_many(puzzles[:50]).solution
    lines = [text(row) for row in puzzles[:50]]
    for kind in ("S1", "U1", ">U1"):
        characters = np.array([list(line) for line in lines], dtype=kind)
        assert (veridoku.solve_many(characters).solution == expected).all()
        squares = np.char.replace(characters, characters.dtype.type("."), characters.dtype.type(" "))
        squares = squares.reshape(-1, 9, 9)
        assert (veridoku.solve_many(squares).solution.reshape(-1, 81) == expected).all()
    characters[2, 4] = "x"
    assert list(veridoku.solve_many(characters).reasons) == [2]


def test_rows_that_are_all_unreadable_are_an_error() -> None:
    for rows in (["nonsense"] * 3, [None, 7], np.full((4, 81), 11, np.uint8), np.full((4, 81), -1)):
        for function in (
            veridoku.solve_many,
            veridoku.rate_many,
            veridoku.canon_many,
            veridoku.path_many,
            veridoku.augment_many,
        ):
            with pytest.raises(veridoku.PuzzleError, match="none of the . rows can be read; row 0: .*found"):
                function(rows)  # type: ignore[operator]


@pytest.mark.parametrize("name", ["solve_many", "rate_many", "canon_many", "path_many", "augment_many"])
def test_numbers_of_threads_are_checked(name: str) -> None:
    for threads in (0, -1):
        with pytest.raises(ValueError, match=f"found threads={threads}, expected at least 1"):
            getattr(veridoku, name)([PUZZLE], threads=threads)


def test_negative_numbers_are_rejected() -> None:
    for call in (
        lambda: veridoku.generate_many(-1),
        lambda: veridoku.augment_many([PUZZLE], count=-1),
    ):
        with pytest.raises(ValueError, match="found count=-1, expected at least 0"):
            call()
    with pytest.raises(ValueError, match="found budget=-1"):
        veridoku.solve_many([PUZZLE], budget=-1)
    for zero_dimensional in (np.array(5), np.array("5"), Tensor(np.array(5))):
        with pytest.raises(TypeError, match="without dimensions"):
            veridoku.solve_many(zero_dimensional)  # type: ignore[arg-type]


def test_results_for_many_puzzles_are_inputs() -> None:
    generated = veridoku.generate_many(5, seed=1)
    assert (veridoku.solve_many(generated).solution == generated.solution).all()
    augmented = veridoku.augment_many(generated, seed=2)
    assert veridoku.canon_many(augmented).key == veridoku.canon_many(generated).key


def test_wrong_solutions_in_the_input_are_reported() -> None:
    solution = veridoku.solve(PUZZLE).solution or ""
    swapped = solution.translate(str.maketrans("12", "21"))
    one = solution[:2] + "9" + solution[3:]
    lines = [f"puzzle,solution\n{PUZZLE},{answer}" for answer in (solution, swapped, one)]
    result = veridoku.solve_many(lines, minimal=True)
    assert result.status.tolist() == [Status.UNIQUE] * 3 and result.minimal.tolist() == [0, 0, 0]
    assert result.reasons[2] == "the given solution is wrong in r1c3" and list(result.reasons) == [1, 2]
    assert result.reasons[1] == "the given solution is wrong in 18 cells: r1c8, r1c9, r2c3, …"
    assert veridoku.check(lines[2]).reason == veridoku.solve(lines[2]).reason == result.reasons[2]
    assert veridoku.check(lines[0]).reason is None and veridoku.solve(lines[0]).reason is None


def test_missing_gpu_is_reported() -> None:
    if os.path.exists("/dev/nvidia0"):
        answer = veridoku.solve_many(LINES, device="gpu")
        assert (answer.status == veridoku.solve_many(LINES).status).all()
    else:
        with pytest.raises(RuntimeError, match="found no (CUDA|GPU)"):
            veridoku.solve_many(LINES, device="gpu")


@pytest.mark.parametrize("shape", [(1, 80), (2, 82), (1, 9, 8), (3, 9), (2, 11, 81, 3)])
def test_arrays_without_cells_get_no_advice(shape: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="expected n × 81 or n × 9 × 9$"):
        veridoku.solve_many(np.zeros(shape, np.uint8))


@pytest.mark.parametrize("shape", [(2, 3, 81), (4, 1, 9, 9), (2, 81, 1)])
def test_arrays_with_more_axes_can_be_reshaped(shape: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match=r"reshape\(-1, 81\)"):
        veridoku.solve_many(np.zeros(shape, np.uint8))


@pytest.mark.parametrize("kind", [np.uint8, np.float32, np.bool_])
def test_advice_for_planes_of_digits_gives_the_puzzle(kind: type) -> None:
    cells = veridoku.to_array([PUZZLE] * 2)
    for shape, axis in (((2, 81), -1), ((2, 9, 9), -1), ((2, 81), 1), ((2, 9, 9), 1)):
        # With nine planes of nine rows, any axis may be that of the digits; the last one is more common.
        for first in (0, 1) if (shape, axis) != ((2, 9, 9), 1) else (0,):
            planes = np.moveaxis(np.eye(10)[cells.reshape(shape)][..., first:], -1, axis).astype(kind)
            with pytest.raises((TypeError, ValueError), match=r"; write array\.argmax") as caught:
                veridoku.solve_many(planes)
            advice = str(caught.value).partition("; write ")[2].partition(" for ")[0]
            assert (eval(advice, {"array": planes}).reshape(2, 81) == cells).all(), advice


@pytest.mark.parametrize("kind", ["bool", "complex64", "datetime64[s]"])
def test_arrays_of_other_types_get_no_advice(kind: str) -> None:
    for shape in ((2, 81), (81,)):
        with pytest.raises(TypeError, match=r"expected integers \(preferably uint8\) or strings$"):
            veridoku.solve_many(np.zeros(shape, kind))


def test_numbers_in_place_of_puzzles_have_lost_their_zeros() -> None:
    with pytest.raises(TypeError, match="numbers lose leading zeros"):
        veridoku.solve_many([int(PUZZLE.replace(".", "0"))])
    with pytest.raises(TypeError, match="numpy.reshape"):
        veridoku.solve_many([0] * 162)


def test_a_number_is_not_a_puzzle() -> None:
    with pytest.raises(TypeError, match="found array"):
        veridoku.solve(np.array(5))
