"""Building and checking data sets."""

import json
from pathlib import Path

import numpy as np
import pyarrow.parquet
import pytest

import veridoku
from sample import PUZZLE, SOLUTION
from veridoku.datasets import Leak, SplitReport, build_dataset, check_dataset

SPLITS = ("train", "validation", "test")


def contents(folder: Path) -> dict[str, bytes]:
    return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


def test_defects_are_counted() -> None:
    swapped = SOLUTION.translate(str.maketrans("12", "21"))
    moved = veridoku.transform(PUZZLE, seed=1).result
    rows = [(PUZZLE, SOLUTION), (PUZZLE, SOLUTION), (moved, ""), (PUZZLE, swapped), ("." * 81, ""), ("x", "")]
    csv = "puzzle,solution\n" + "".join(f"{puzzle},{solution}\n" for puzzle, solution in rows)
    report = check_dataset(csv.encode())
    assert report.splits["all"] == SplitReport(
        rows=6, unreadable=1, not_unique=1, wrong_solutions=1, identical=1, equivalent=1
    )
    assert not report.is_clean


def test_leaks_are_identical_or_equivalent() -> None:
    train = veridoku.generate_many(30, seed=1).puzzle
    test = veridoku.generate_many(30, seed=2).puzzle
    leaked = np.concatenate([test, train[:2], veridoku.augment_many(train[5:10], seed=3).puzzle])
    report = check_dataset({"train": train, "test": leaked, "other": test[:1]})
    assert report.leaks == {
        "train, test": Leak(identical=2, equivalent=5),
        "train, other": Leak(),
        "test, other": Leak(identical=1),
    }


@pytest.mark.parametrize("layout", ["trm", "parquet", "jsonl"])
def test_a_data_set_is_reproducible_and_clean(tmp_path: Path, layout: str) -> None:
    for folder, threads in (("a", 1), ("b", 2)):
        options = {"count": 50, "augment": 2, "layout": layout, "seed": 4, "threads": threads}
        report = build_dataset(tmp_path / folder, **options)
        assert report.is_clean
    assert contents(tmp_path / "a") == contents(tmp_path / "b")
    ending = {"trm": "", "parquet": ".parquet", "jsonl": ".jsonl"}[layout]
    checked = check_dataset({name: tmp_path / "a" / f"{name}{ending}" for name in SPLITS})
    assert checked.splits == {
        "train": SplitReport(rows=120, equivalent=80),
        "validation": SplitReport(rows=5),
        "test": SplitReport(rows=5),
    }
    assert set(checked.leaks.values()) == {Leak()}
    assert build_dataset(tmp_path / "c", count=50, layout=layout, seed=5).splits == report.splits
    assert contents(tmp_path / "c") != contents(tmp_path / "a")


def test_the_split_of_a_class_does_not_depend_on_the_order(tmp_path: Path) -> None:
    made = veridoku.generate_many(40, seed=1).puzzle
    for folder, source in (("a", made), ("b", made[::-1])):
        build_dataset(tmp_path / folder, source, seed=1)
    for name in SPLITS:
        a, b = (pyarrow.parquet.read_table(tmp_path / folder / f"{name}.parquet") for folder in ("a", "b"))
        assert a["puzzle"].to_pylist() == b["puzzle"].to_pylist()


def test_equivalent_puzzles_stay_in_one_split(tmp_path: Path) -> None:
    made = veridoku.generate_many(30, seed=1).puzzle
    rows = np.concatenate([made, veridoku.augment_many(made, count=3, seed=1).puzzle])
    kept = build_dataset(tmp_path / "all", rows, dedup=False, seed=2)
    assert sum(split.rows for split in kept.splits.values()) == 120
    assert set(kept.leaks.values()) == {Leak()}
    single = build_dataset(tmp_path / "single", rows, seed=2)
    assert sum(split.rows for split in single.splits.values()) == 30
    assert single.is_clean and single.sources["all"].equivalent == 90


def test_given_splits_lose_what_leaks_from_training(tmp_path: Path) -> None:
    made = veridoku.generate_many(20, seed=1).puzzle
    test = np.concatenate([made[:5], veridoku.generate_many(5, seed=9).puzzle])
    report = build_dataset(tmp_path, {"train": made, "test": test}, layout="trm")
    assert {name: split.rows for name, split in report.splits.items()} == {"train": 15, "test": 10}
    assert report.is_clean
    inputs = np.load(tmp_path / "train" / "all__inputs.npy")
    assert (inputs - 1 == made[5:]).all()


def test_ratings_and_clues_select_puzzles(tmp_path: Path) -> None:
    made = veridoku.generate_many(200, seed=3)
    er = veridoku.rate_many(made.puzzle, only="er").er
    expected = int(((er >= 2.0) & (er <= 3.0)).sum())
    assert expected > 3
    report = build_dataset(tmp_path, made.puzzle, er=(2.0, 3.0), splits={"all": 1})
    assert report.splits["all"].rows == expected
    rows = list(veridoku.read(tmp_path / "all.parquet"))
    assert all(2.0 <= row["er"] <= 3.0 for row in rows)
    built = build_dataset(tmp_path, made.puzzle, er=(2.0, None), count=3, splits={"all": 3})
    assert built.splits["all"].rows == 3
    few = build_dataset(tmp_path, made.puzzle, clues=(None, 24), splits={"all": 1})
    assert few.splits["all"].rows == int((made.clues <= 24).sum())
    generated = build_dataset(tmp_path, count=5, er=(1.2, 2.0), splits={"all": 1})
    assert generated.splits["all"].rows == 5


def test_backtracks_are_those_of_the_source(tmp_path: Path) -> None:
    made = veridoku.generate_many(3, seed=1)
    lines = zip(veridoku.to_text(made.puzzle), veridoku.to_text(made.solution), (0, 5, 70))
    csv = "source,question,answer,rating\n" + "".join(f"x,{q},{a},{n}\n" for q, a, n in lines)
    report = build_dataset(tmp_path, csv.encode(), backtracks=(5, None), splits={"all": 1})
    assert report.splits["all"].rows == 2
    with pytest.raises(KeyError, match="found no column backtracks or rating"):
        build_dataset(tmp_path, made.puzzle, backtracks=(5, None))


def test_traces_are_steps_in_words(tmp_path: Path) -> None:
    build_dataset(tmp_path, [PUZZLE], layout="jsonl", traces=True, splits={"all": 1})
    (row,) = [json.loads(line) for line in (tmp_path / "all.jsonl").read_text().splitlines()]
    assert (row["puzzle"], row["solution"], row["solved"]) == (PUZZLE, SOLUTION, True)
    assert row["steps"] == [step.text for step in veridoku.path(PUZZLE).steps]


def test_wrong_options_are_refused(tmp_path: Path) -> None:
    for options, message in (
        ({}, "found neither a source nor a count"),
        ({"count": -1}, "found count=-1"),
        ({"count": 0}, "found count=0"),
        ({"source": [PUZZLE], "splits": {"a": 0.8, "b": 0.8}}, "for 1 puzzles, expected shares up to 1"),
        ({"source": [PUZZLE], "splits": {"../a": 1}}, "found a split named"),
        ({"source": [PUZZLE], "splits": {"a": 2}}, "for 1 puzzles, expected shares up to 1"),
        ({"source": [PUZZLE], "layout": "csv"}, "found layout='csv'"),
        ({"source": [PUZZLE], "traces": True}, "found traces with layout='parquet'"),
    ):
        with pytest.raises(ValueError, match=message):
            build_dataset(tmp_path, **options)


def test_an_older_data_set_is_replaced_and_other_files_are_kept(tmp_path: Path) -> None:
    build_dataset(tmp_path / "data", [PUZZLE])
    build_dataset(tmp_path / "data", [PUZZLE], layout="jsonl", splits={"all": 1})
    assert sorted(contents(tmp_path / "data")) == ["all.jsonl", "report.json"]
    (tmp_path / "thesis.txt").write_text("important")
    with pytest.raises(FileExistsError, match="that are not of a data set"):
        build_dataset(tmp_path, [PUZZLE])
    assert (tmp_path / "thesis.txt").read_text() == "important"


def test_a_source_without_puzzles_is_refused(tmp_path: Path) -> None:
    for source in ([], {"train": [], "test": []}):
        with pytest.raises(veridoku.PuzzleError, match="found no puzzles"):
            build_dataset(tmp_path / "new", source)
    assert not (tmp_path / "new").exists()
