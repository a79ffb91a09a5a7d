"""Reading puzzles from files and data sets."""

import gzip
import io
import json
from pathlib import Path

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet
import pytest

import veridoku
import veridoku.datasets
from sample import PUZZLE, SOLUTION

ZEROS = PUZZLE.replace(".", "0")


def test_kaggle_csv_has_puzzles_and_solutions(tmp_path: Path) -> None:
    file = tmp_path / "sudoku.csv"
    file.write_text(f"quizzes,solutions\n{ZEROS},{SOLUTION}\n")
    assert list(veridoku.read(file)) == [{"puzzle": PUZZLE, "solution": SOLUTION}]


def test_columns_of_a_csv_file_are_kept_and_numbers_become_numbers() -> None:
    table = veridoku.read(
        f"source,question,answer,rating\n"
        f"forum_007,{PUZZLE},{SOLUTION},63\n"
        f"forum_008,{PUZZLE},{SOLUTION},\n".encode()
    )
    assert table.column_names == ["puzzle", "solution", "source", "rating"]
    assert table["rating"].to_pylist() == [63, None]
    assert table["source"].to_pylist() == ["forum_007", "forum_008"]


def test_numbers_with_leading_zeros_stay_text() -> None:
    table = veridoku.read(f"id,puzzle\n007,{PUZZLE}\n8,{PUZZLE}\n".encode())
    assert table["id"].to_pylist() == ["007", "8"]


def test_every_puzzle_and_every_reason_of_a_text_is_returned() -> None:
    table = veridoku.read(f"{PUZZLE}\nnot a puzzle\n{ZEROS}\n".encode())
    assert table["puzzle"].to_pylist() == [PUZZLE, None, PUZZLE]
    reasons = table["reason"].to_pylist()
    assert reasons[0] is None and reasons[1].startswith("line 2, column ") and reasons[2] is None


def test_a_position_keeps_its_placed_digits_and_eliminations() -> None:
    position = "+5" + PUZZLE[1:] + ":113"
    (row,) = veridoku.read(position.encode())
    assert row["puzzle"] == position


def test_solutions_without_a_header_are_read_right_or_wrong() -> None:
    wrong = SOLUTION[1] + SOLUTION[0] + SOLUTION[2:]
    table = veridoku.read(f"{PUZZLE},{SOLUTION}\n{PUZZLE},{wrong}\n".encode())
    assert table["solution"].to_pylist() == [SOLUTION, wrong]


def test_results_can_be_computed_from_what_was_read(tmp_path: Path) -> None:
    text = veridoku.read(f"puzzle,solution\n{PUZZLE},{SOLUTION}\n".encode())
    pa.parquet.write_table(pa.table({"quizzes": [PUZZLE], "solutions": [SOLUTION]}), tmp_path / "a.parquet")
    for table in (text, veridoku.read(tmp_path / "a.parquet")):
        solved = veridoku.solve_many(table)
        assert solved["solution"].to_pylist() == solved["read_solution"].to_pylist() == [SOLUTION]
        (moved,) = veridoku.augment_many(table, solution_column="solution")
        assert veridoku.solve(moved["puzzle"]).solution == moved["solution"]


@pytest.mark.parametrize("suffix", [".txt", ".txt.gz", ".npy", ".jsonl", ".parquet", ".json.txt"])
def test_files_are_read_by_their_endings(tmp_path: Path, suffix: str) -> None:
    file = tmp_path / f"puzzles{suffix}"
    if suffix in (".txt", ".json.txt"):
        file.write_text(PUZZLE)
    elif suffix == ".txt.gz":
        file.write_bytes(gzip.compress(PUZZLE.encode()))
    elif suffix == ".npy":
        np.save(file, veridoku.to_array([PUZZLE]).reshape(1, 9, 9).astype(np.int64))
    elif suffix == ".jsonl":
        file.write_text(f'{{"puzzle": "{PUZZLE}"}}\n')
    else:
        pa.parquet.write_table(pa.table({"board": [PUZZLE]}), file)
    for source in (file, str(file)):
        assert veridoku.to_text(veridoku.read(source)) == [PUZZLE]


def test_open_files_and_arrow_data_are_read() -> None:
    for source in (io.StringIO(PUZZLE), io.BytesIO(PUZZLE.encode()), pa.table({"sudoku": [PUZZLE]})):
        assert veridoku.to_text(veridoku.read(source)) == [PUZZLE]


def test_data_sets_of_hugging_face_are_read() -> None:
    datasets = pytest.importorskip("datasets")
    dataset = datasets.Dataset.from_dict({"question": [PUZZLE] * 3, "answer": [SOLUTION] * 3})
    for source in (dataset, dataset.to_iterable_dataset()):
        assert veridoku.read(source)["solution"].to_pylist() == [SOLUTION] * 3
    with pytest.raises(TypeError, match="found a data set with the splits train, test, expected one of them"):
        veridoku.read(datasets.DatasetDict({"train": dataset, "test": dataset}))


def test_errors_say_what_was_expected() -> None:
    with pytest.raises(KeyError, match="found the columns a, expected one of: puzzle, "):
        veridoku.read(pa.table({"a": [1]}))
    with pytest.raises(TypeError, match="found int, expected a path"):
        veridoku.read(7)
    with pytest.raises(FileNotFoundError):
        veridoku.read("no such file")
    with pytest.raises(veridoku.PuzzleError, match="row 1: line 1, column 2: found 1 cell"):
        veridoku.to_array([PUZZLE, "x"])


def test_arrays_and_text_are_inverse_for_all_kinds_of_rows() -> None:
    numbers = np.random.default_rng(1).integers(0, 10, (50, 81), np.uint8)
    lines = ["".join(".123456789"[number] for number in row) for row in numbers]
    assert veridoku.to_text(numbers) == lines
    chunks = pa.chunked_array([lines[:7], lines[7:]])
    for rows in (lines, pa.array(lines), pa.table({"puzzle": lines}), chunks):
        assert (veridoku.to_array(rows) == numbers).all()
    assert veridoku.to_array(pa.table({"grid": lines, "reason": lines}), column="grid").shape == (50, 81)


def test_json_arrays_are_read(tmp_path: Path) -> None:
    solutions = {7: SOLUTION, 8: None}
    rows = [{"quizzes": PUZZLE, "solutions": found, "id": number} for number, found in solutions.items()]
    content = json.dumps(rows, indent=1).encode()
    (tmp_path / "rows.json").write_bytes(content)
    (tmp_path / "rows.json.gz").write_bytes(gzip.compress(content))
    for source in (content, io.BytesIO(content), tmp_path / "rows.json", tmp_path / "rows.json.gz"):
        table = veridoku.read(source)
        assert table.column_names == ["puzzle", "solution", "id"]
        assert table["id"].to_pylist() == [7, 8]


PNG = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("random.bin", np.random.default_rng(1).bytes(1_000), "found binary data, expected text"),
        ("picture.png", PNG, "found binary data, expected text"),
        ("random.json", PNG, "found binary data, expected text"),
        ("windows.txt", PUZZLE.encode("utf-16"), "found UTF-16, expected UTF-8 text"),
        ("arrays.npz", b"PK\x03\x04", "load it with numpy.load and pass an array"),
        ("broken.json", b"[{", "found JSON that cannot be read"),
        ("broken.jsonl", b'{"puzzle": ', "found JSON that cannot be read"),
        ("deep.json", b"[" * 100_000, "found JSON that is nested too deeply"),
        ("numbers.json", b"[1, 2]", "found JSON without an object per row"),
    ],
)
def test_files_without_text_are_refused(tmp_path: Path, name: str, content: bytes, message: str) -> None:
    file = tmp_path / name
    file.write_bytes(content)
    with pytest.raises(veridoku.PuzzleError, match=message):
        veridoku.read(file)
    if file.suffix not in (".npz", ".json", ".jsonl"):
        with pytest.raises(veridoku.PuzzleError, match=message):
            veridoku.read(content)


def test_a_control_character_after_a_puzzle_is_an_error_in_its_line() -> None:
    table = veridoku.read(f"{PUZZLE}\n\0\n".encode())
    assert table["puzzle"].to_pylist() == [PUZZLE, None]


def test_json_of_pandas_is_read_in_any_orientation(tmp_path: Path) -> None:
    frame = pd.DataFrame({"quizzes": [ZEROS, ZEROS], "solutions": [SOLUTION, None], "id": [1, 2]})
    expected = [
        {"puzzle": ZEROS, "solution": SOLUTION, "id": 1},
        {"puzzle": ZEROS, "solution": None, "id": 2},
    ]
    file = tmp_path / "frame.json"
    options = [{}, {"orient": "records"}, {"orient": "records", "lines": True}]
    for chosen in options:
        frame.to_json(file, **chosen)
        assert list(veridoku.read(file)) == expected


def test_numbers_in_place_of_puzzles_are_an_error_that_helps(tmp_path: Path) -> None:
    numbers = pd.DataFrame({"puzzle": [int(ZEROS)] * 2})
    for frame in (numbers, pl.DataFrame({"puzzle": [5]}), pa.table({"puzzle": [0.5]})):
        for function in (
            veridoku.read,
            veridoku.datasets.check_dataset,
            lambda source: veridoku.datasets.build_dataset(tmp_path / "new", source),
            veridoku.solve_many,
            veridoku.check_many,
        ):
            with pytest.raises(TypeError, match="numbers lose leading zeros"):
                function(frame)
    for orient in ("columns", "records"):
        numbers.to_json(tmp_path / "numbers.json", orient=orient)
        with pytest.raises(TypeError, match="numbers lose leading zeros"):
            veridoku.read(tmp_path / "numbers.json")


def test_slices_of_a_table_are_tables() -> None:
    table = veridoku.read(f"{PUZZLE}\n{SOLUTION}\n{ZEROS}\n".encode())
    assert table[1:]["puzzle"].to_pylist() == [SOLUTION, PUZZLE]
    assert table[::-2]["puzzle"].to_pylist() == [PUZZLE, PUZZLE]
    assert repr(table[:1]) == "Table(read/1: 1 rows of puzzle)"
    assert len(table[5:]) == 0
