"""What other libraries construct from puzzles goes in, or gets an error that says what to write."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.dataset
import pytest
from sample import PUZZLE, SOLUTION

import veridoku

LINES = [PUZZLE, PUZZLE[::-1], PUZZLE]
SOLUTIONS = [SOLUTION, SOLUTION[::-1], SOLUTION]
GRIDS = veridoku.to_array(LINES).reshape(-1, 9, 9)
ROWS = GRIDS.reshape(-1, 81)
CSV = "puzzle\n" + "\n".join(line.replace(".", "0") for line in LINES)


def relation() -> Any:
    connection = duckdb.connect()
    connection.execute("create table puzzles as select unnest(?) as puzzle", [LINES])
    return connection.sql("select * from puzzles")


ACCEPTED: dict[str, Callable[[], Any]] = {
    "dict of columns": lambda: {"id": [1, 2, 3], "puzzle": LINES},
    "bytes of characters": lambda: np.frombuffer("".join(LINES).encode(), np.uint8).reshape(-1, 81),
    "lists of characters": lambda: [list(line) for line in LINES],
    "memoryview": lambda: memoryview(ROWS),
    "pandas read_csv": lambda: pd.read_csv(io.StringIO(CSV), dtype=str),
    "pandas category": lambda: pd.Series(LINES, dtype="category"),
    "pandas Series of lists": lambda: pd.Series(ROWS.tolist()),
    "pandas Index": lambda: pd.Index(LINES),
    "Polars LazyFrame": lambda: pl.LazyFrame({"puzzle": LINES}),
    "Polars 9 × 9": lambda: pl.DataFrame({"puzzle": pl.Series(GRIDS)}),
    "Polars Categorical": lambda: pl.DataFrame({"puzzle": pl.Series(LINES, dtype=pl.Categorical)}),
    "pyarrow data set": lambda: pyarrow.dataset.dataset(pa.table({"puzzle": LINES})),
    "pyarrow scanner": lambda: pyarrow.dataset.dataset(pa.table({"puzzle": LINES})).scanner(),
    "pyarrow 9 × 9": lambda: pa.array(GRIDS.tolist()),
    "pyarrow large 9 × 9": lambda: pa.array(GRIDS.tolist(), pa.large_list(pa.large_list(pa.int8()))),
    "pyarrow slice of 9 × 9": lambda: pa.array([GRIDS[0].tolist(), *GRIDS.tolist()])[1:],
    "pyarrow tensors": lambda: pa.FixedShapeTensorArray.from_numpy_ndarray(GRIDS),
    "pyarrow fixed binary of text": lambda: pa.array([line.encode() for line in LINES], pa.binary(81)),
    "pyarrow of 81 columns": lambda: pa.table({"puzzle": LINES, **{f"c{n}": [n] * 3 for n in range(80)}}),
    "DuckDB relation": relation,
    "DuckDB fetchnumpy": lambda: relation().fetchnumpy(),
    "DuckDB pl": lambda: relation().pl(),
}

EXPLAINED: dict[str, tuple[Callable[[], Any], str]] = {
    "floats": (lambda: ROWS.astype(float), r"for example with numpy.asarray\(array, 'uint8'\)"),
    "masked array": (lambda: np.ma.masked_equal(ROWS, 0), "see its `filled` method"),
    "one puzzle": (lambda: ROWS[0], r"write \[puzzle\] for a single puzzle"),
    "one puzzle of 9 × 9": (lambda: GRIDS[0], r"write \[puzzle\] for a single puzzle"),
    "images": (lambda: GRIDS[:, None], r"write array.reshape\(-1, 81\)"),
    "planes of digits": (lambda: np.eye(10, dtype=int)[GRIDS], r"write array.argmax\(-1\)"),
    "flat numbers": (lambda: ROWS.ravel().tolist(), r"write numpy.reshape\(numbers, \(-1, 81\)\)"),
    "table of strings": (lambda: np.array(LINES)[:, None], r"write array\[:, 0\]"),
    "structured array": (lambda: pd.DataFrame({"p": LINES}).to_records(index=False), r"write array\['p'\]"),
    "list of batches": (lambda: pa.table({"puzzle": LINES}).to_batches(), "call the function for each"),
    "Parquet batches": (lambda: iter(pa.table({"puzzle": LINES}).to_batches()), "call the function for each"),
    "list of data frames": (lambda: [pd.DataFrame({"puzzle": LINES})], "call the function for each"),
    "list with one array": (lambda: [ROWS[:2]], r"write array\[0\]"),
    "pandas of 9 × 9 arrays": (lambda: pd.Series(list(GRIDS)), r"write numpy.stack\(column\)"),
    "Polars rows": (lambda: pl.DataFrame({"id": [1], "p": LINES[:1]}).rows(), r"write \[row\[1\] for row in"),
    "DuckDB connection": (lambda: duckdb.connect().execute("select 1"), "write connection.sql"),
    "pyarrow lists of floats": (lambda: pa.array(ROWS.astype(float).tolist()), r"write .cast|with .cast"),
    "all rows unreadable": (lambda: pa.table({"puzzle": ["x", "y"]}), "none of the 2 rows can be read; row 0"),
    "dict without puzzles": (lambda: {"id": [1]}, "found the keys id, expected 'puzzle'"),
    "list of dicts": (lambda: [{"puzzle": line} for line in LINES], r"write \[row\['puzzle'\] for row"),
    "DuckDB fetchall": (lambda: relation().fetchall(), r"write \[row\[0\] for row in rows\]"),
    "pandas of 81 columns": (lambda: pd.DataFrame(ROWS), r"pass its values with .to_numpy\(\)"),
    "Polars of 81 columns": (lambda: pl.DataFrame(ROWS), r"pass its values with .to_numpy\(\)"),
    "pandas read_csv as floats": (
        lambda: pd.read_csv(io.StringIO(CSV), dtype=float),
        "for example with dtype=str",
    ),
    "other column": (lambda: pd.DataFrame({"Quizzes": LINES}), 'pass column="Quizzes"'),
}


def solutions(puzzles: Any) -> list[str]:
    result = veridoku.solve_many(puzzles)
    if isinstance(result, veridoku.Table):
        return veridoku.to_text(result, column="solution")
    return veridoku.to_text(result.solution)


@pytest.mark.parametrize("name", ACCEPTED)
def test_constructors_are_accepted(name: str) -> None:
    assert solutions(ACCEPTED[name]()) == SOLUTIONS
    assert veridoku.to_text(ACCEPTED[name]()) == LINES


def test_columns_of_dicts_have_any_name() -> None:
    quizzes = {"id": [1, 2, 3], "quiz": LINES}
    assert veridoku.to_text(veridoku.solve_many(quizzes, column="quiz").solution) == SOLUTIONS
    assert veridoku.to_text(quizzes, column="quiz") == LINES
    assert [count.count for count in veridoku.count_many(quizzes, column="quiz")] == [1, 1, 1]
    assert veridoku.grade_many(quizzes, SOLUTIONS, column="quiz").solved.all()
    table = veridoku.solve_many({"quiz": pa.array(LINES)}, column="quiz", prefix="my_")
    assert veridoku.to_text(table, column="my_solution") == SOLUTIONS
    with pytest.raises(TypeError, match="found the keys id, quiz, expected 'puzzle'"):
        veridoku.solve_many(quizzes)
    with pytest.raises(TypeError, match="found prefix='my_' without Arrow data"):
        veridoku.solve_many(quizzes, column="quiz", prefix="my_")


@pytest.mark.parametrize("kind", [pa.list_, pa.large_list])
def test_arrow_grids_have_nine_rows_of_nine(kind: Callable[..., Any]) -> None:
    grid = GRIDS[0].tolist()
    ragged = [grid[0][:8], [*grid[1], 0], *grid[2:]]
    wrong = [ragged, ROWS[0].reshape(3, 27).tolist(), ROWS[0].reshape(81, 1).tolist(), [None, *grid[1:]]]
    table = veridoku.solve_many(pa.array([grid, *wrong], kind(kind(pa.uint8()))))
    assert table["status"].to_pylist() == ["unique", *["unreadable"] * 4]
    assert table["reason"].to_pylist() == [
        None,
        "found a row without nine cells, expected nine rows of nine cells",
        "found 3 rows, expected nine rows of nine cells",
        "found 81 rows, expected nine rows of nine cells",
        "found a row without nine cells, expected nine rows of nine cells",
    ]


def test_fixed_arrow_grids_have_nine_rows_of_nine() -> None:
    for rows, width in ((3, 27), (81, 1)):
        grids = ROWS.reshape(-1, rows, width).tolist()
        with pytest.raises(veridoku.PuzzleError, match=f"found {rows} rows, expected nine rows of nine"):
            veridoku.to_array(pa.array(grids, pa.list_(pa.list_(pa.uint8(), width), rows)))
    nulls = pa.array([[None, *GRIDS[0].tolist()[1:]]], pa.list_(pa.list_(pa.uint8(), 9), 9))
    with pytest.raises(veridoku.PuzzleError, match="found a row without nine cells"):
        veridoku.to_array(nulls)


@pytest.mark.parametrize("name", EXPLAINED)
def test_other_constructors_are_explained(name: str) -> None:
    make, message = EXPLAINED[name]
    with pytest.raises((TypeError, KeyError, ValueError), match=message):
        veridoku.solve_many(make())


def test_large_numbers_of_pandas() -> None:
    frame = pd.read_csv(io.StringIO(CSV))
    if pd.__version__ < "3":  # keeps numbers of 81 digits as text
        assert solutions(frame) == solutions(frame["puzzle"]) == SOLUTIONS
        return
    for numbers in (frame, frame["puzzle"]):
        with pytest.raises(TypeError, match="for example with dtype=str"):
            veridoku.solve_many(numbers)


def test_hugging_face_data_sets() -> None:
    datasets = pytest.importorskip("datasets")
    data = datasets.Dataset.from_dict({"puzzle": LINES})
    array = datasets.Features({"puzzle": datasets.Array2D((9, 9), "uint8")})
    grids = datasets.Dataset.from_dict({"puzzle": GRIDS.tolist()}, features=array)
    numbers = datasets.Dataset.from_dict({"puzzle": ROWS.tolist()}).with_format("numpy")
    for puzzles in (data, data["puzzle"], data.to_iterable_dataset(), grids, numbers, numbers["puzzle"][:]):
        assert solutions(puzzles) == SOLUTIONS
    assert len(veridoku.solve_many(data.select([]))) == 0
    with pytest.raises(TypeError, match="found a data set with the splits train, expected one of them"):
        veridoku.solve_many(datasets.DatasetDict(train=data))


def test_ray_data_sets() -> None:
    class RayDataset:
        """What all data sets of Ray have; starting a cluster would take long."""

        map_batches = iter_batches = None

    with pytest.raises(TypeError, match="data.map_batches"):
        veridoku.solve_many(RayDataset())  # type: ignore[call-overload]


def test_parts_of_larger_data_may_be_unreadable() -> None:
    import veridoku.arrow

    batch = pa.record_batch({"puzzle": ["x", "y"]})
    assert veridoku.arrow.solve_batch(batch)["status"].to_pylist() == ["unreadable"] * 2
    table = pa.table({"puzzle": ["x", "y"]})
    assert veridoku.arrow.rate_batch(table)["er"].to_pylist() == [None, None]


def test_tensors_of_torch() -> None:
    torch = pytest.importorskip("torch")
    rows = torch.from_numpy(ROWS.copy())
    data = torch.utils.data.TensorDataset(rows)
    for kind in (torch.uint8, torch.int8, torch.int32, torch.int64, torch.uint16):
        assert solutions(rows.to(kind)) == solutions(list(rows.to(kind))) == SOLUTIONS
    for puzzles in (torch.from_numpy(GRIDS.copy()), {"puzzle": rows}, rows.T.contiguous().T, tuple(rows)):
        assert solutions(puzzles) == SOLUTIONS
    augmented = veridoku.augment_many(rows, seed=1)
    assert np.array_equal(augmented.puzzle, veridoku.augment_many(ROWS, seed=1).puzzle)
    assert veridoku.solve(rows[0]).solution == SOLUTIONS[0]
    explained = {
        "convert it": rows.float(),
        r"detach\(\)": rows.float().requires_grad_(),
        r"write tensor.detach\(\).cpu\(\).to\(torch.uint8\)": rows.bfloat16(),
        "to_dense": rows.to_sparse(),
        r"write dataset.tensors\[0\]": data,
        r"write torch.stack": torch.utils.data.Subset(data, [0]),
        r"write torch.cat": torch.utils.data.DataLoader(data, batch_size=2),
        r"write array\[0\]": next(iter(torch.utils.data.DataLoader(data, batch_size=2))),
        r"write array.argmax\(-1\)": torch.nn.functional.one_hot(rows.long(), 10),
    }
    for message, puzzles in explained.items():
        with pytest.raises((TypeError, ValueError), match=message):
            veridoku.solve_many(puzzles)


def test_tensors_of_tensorflow() -> None:
    tf = pytest.importorskip("tensorflow")
    rows, texts = tf.constant(ROWS), tf.constant(LINES)
    for kind in ("uint8", "int8", "int32", "int64"):
        assert solutions(tf.cast(rows, kind)) == SOLUTIONS
    data = tf.data.Dataset
    accepted = [tf.Variable(rows), texts, list(rows), list(texts), {"puzzle": texts}, tf.constant(GRIDS)]
    accepted += [data.from_tensor_slices(ROWS), data.from_tensor_slices(LINES)]
    for puzzles in accepted:
        assert solutions(puzzles) == SOLUTIONS
    assert veridoku.solve(texts[0]).solution == SOLUTIONS[0]
    explained = {
        "convert it": tf.cast(rows, "float32"),
        r"write tensor.to_tensor\(\)": tf.ragged.constant(ROWS.tolist()),
        r"write tf.sparse.to_dense": tf.sparse.from_dense(tf.cast(rows, "int64")),
        r"write dataset.unbatch\(\)": data.from_tensor_slices(ROWS).batch(2),
        r"write \[row\['puzzle'\]": data.from_tensor_slices({"puzzle": LINES}),
        r"write \[row\[0\]": data.from_tensor_slices((ROWS, ROWS)),
    }
    for message, puzzles in explained.items():
        with pytest.raises((TypeError, ValueError), match=message):
            veridoku.solve_many(puzzles)


def test_arrays_of_tensors() -> None:
    jax = pytest.importorskip("jax.numpy")
    for kind in ("uint8", "int32"):
        assert solutions(jax.asarray(GRIDS.astype(kind))) == SOLUTIONS
    with pytest.raises(TypeError, match="convert it"):
        veridoku.solve_many(jax.asarray(ROWS).astype("float32"))
    assert np.array_equal(veridoku.augment_many(jax.asarray(ROWS), seed=1).puzzle,
                          veridoku.augment_many(ROWS, seed=1).puzzle)  # fmt: skip
