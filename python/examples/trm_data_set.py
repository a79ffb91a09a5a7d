"""Write the data set that TRM and HRM train on, as their `build_sudoku_dataset.py` does.

    python trm_data_set.py train.csv test.csv FOLDER 1000 1000

The CSV files are those of sudoku-extreme, with the columns source, question, answer and rating. The numbers
are those of puzzles for training, and of equivalent puzzles for each. All rows are the same but those that
are chosen at random: which puzzles are for training, and how they are transformed.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np

import veridoku
from veridoku.datasets import DatasetReport, build_dataset


def build(train: Any, test: Any, folder: Any, count: int | None, augment: int) -> DatasetReport:
    splits = {"train": train, "test": test}
    return build_dataset(folder, splits, dedup=False, count=count, augment=augment, layout="trm")


def write_csv(path: Path, puzzles: list[str], solutions: list[str]) -> Path:
    rows = (f"example,{puzzle},{solution},0" for puzzle, solution in zip(puzzles, solutions))
    path.write_text("\n".join(["source,question,answer,rating", *rows]) + "\n")
    return path


def test_all_rows_are_those_of_trm(tmp_path: Path) -> None:
    made = veridoku.generate_many(10_000, seed=1)
    puzzles, solutions = veridoku.to_text(made.puzzle), veridoku.to_text(made.solution)
    train = write_csv(tmp_path / "train.csv", puzzles, solutions)
    test = write_csv(tmp_path / "test.csv", puzzles[8000:], solutions[8000:])
    report = build(train, test, tmp_path / "all", count=None, augment=0)
    for name, start, stop in (("train", 0, 10_000), ("test", 8000, 10_000)):
        rows = range(start, stop)
        inputs = [[int(digit) + 1 for digit in puzzles[row].replace(".", "0")] for row in rows]
        labels = [[int(digit) + 1 for digit in solutions[row]] for row in rows]
        indices = np.arange(len(rows) + 1)
        expected: dict[str, tuple[Any, Any]] = {
            "inputs": (inputs, np.uint8),
            "labels": (labels, np.uint8),
            "puzzle_identifiers": (0 * indices[1:], np.int32),
            "puzzle_indices": (indices, np.int32),
            "group_indices": (indices, np.int32),
        }
        for array, (values, kind) in expected.items():
            found = np.load(tmp_path / "all" / name / f"all__{array}.npy")
            assert found.dtype == kind and np.array_equal(found, values), (name, array)
        metadata = json.loads((tmp_path / "all" / name / "dataset.json").read_text())
        assert metadata["total_puzzles"] == metadata["total_groups"] == len(rows)
        assert (metadata["seq_len"], metadata["vocab_size"], metadata["sets"]) == (81, 11, ["all"])
    # What their script does not say: the test puzzles are in the training set.
    assert report.leaks["train, test"].identical == 2000

    build(train, test, tmp_path / "augmented", count=200, augment=9)
    folder = tmp_path / "augmented" / "train"
    inputs, labels = (np.load(folder / f"all__{name}.npy") - 1 for name in ("inputs", "labels"))
    assert len(np.unique(inputs, axis=0)) == 2000
    assert (veridoku.solve_many(inputs).solution == labels).all()
    keys = np.array(veridoku.canon_many(inputs).key).reshape(200, 10)
    assert (keys == keys[:, :1]).all() and len(set(keys[:, 0])) == 200
    assert np.array_equal(np.load(folder / "all__group_indices.npy"), range(0, 2001, 10))
    assert set(map(bytes, inputs[::10])) <= set(map(bytes, made.puzzle))


if __name__ == "__main__":
    print(build(*sys.argv[1:4], *map(int, sys.argv[4:])))  # type: ignore[arg-type]
