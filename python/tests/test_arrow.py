"""Arrow data of several libraries, through the PyCapsule interface."""

from __future__ import annotations

import importlib
import importlib.util
import pickle
import subprocess
import sys

import numpy as np
import pytest
from sample import EMPTY, HARD, NONE, PUZZLE, REPEATED, SOLUTION, TWO

import veridoku
from veridoku.answers import grid

pa = pytest.importorskip("pyarrow")
arrow = pytest.importorskip("veridoku.arrow")

LINES = [PUZZLE, None, TWO, "nonsense", NONE, REPEATED, HARD, EMPTY]
STATUSES = ["unique", "unreadable", "multiple", "unreadable", "none", "invalid", "unique", "multiple"]


@pytest.mark.parametrize("kind", [pa.string(), pa.large_string(), pa.string_view()])
def test_strings_of_every_type(kind: object) -> None:
    answer = pa.table(veridoku.solve_many(pa.table({"id": range(8), "puzzle": pa.array(LINES, kind)})))
    assert answer.schema.names == ["id", "puzzle", "status", "solution", "clues", "reason"]
    assert arrow.version(answer.schema) == "solve/1"
    assert answer["status"].to_pylist() == STATUSES
    assert answer["solution"].to_pylist() == [SOLUTION, *[None] * 5, veridoku.solve(HARD).solution, None]
    assert answer["clues"].to_pylist() == [30, None, 24, None, 9, 2, 21, 0]
    has_reason = [reason is not None for reason in answer["reason"].to_pylist()]
    assert has_reason == [False, True, False, True] + [False] * 4
    answer.validate(full=True)


def test_numbers_of_every_type() -> None:
    numbers = np.concatenate([grid(line).ravel() for line in LINES if line and len(line) == 81])
    values = pa.array(numbers)
    binaries = pa.array([bytes(row) for row in numbers.reshape(-1, 81)], pa.binary(81))
    lists = pa.FixedSizeListArray.from_arrays(values, 81)
    for column in (lists, binaries):
        answer = pa.table(veridoku.solve_many(pa.table({"puzzle": column})))
        answer.validate(full=True)
        assert answer["status"].to_pylist() == [STATUSES[index] for index in (0, 2, 4, 5, 6, 7)]
        assert answer["solution"].to_pylist()[0] == [int(digit) for digit in SOLUTION]
        assert answer["solution"].to_pylist()[1] is None
    sliced = pa.table(veridoku.solve_many(lists[4:5]))
    assert sliced["status"].to_pylist() == ["unique"]
    nulls = pa.array([None, bytes(grid(PUZZLE).ravel())], pa.binary(81))
    assert pa.table(veridoku.solve_many(nulls))["status"].to_pylist() == ["unreadable", "unique"]


def test_dictionaries_and_nulls_in_lists() -> None:
    column = pa.array(LINES).dictionary_encode()
    nulls = pa.array([None, None], pa.dictionary(pa.int8(), pa.string()))
    with pytest.raises(veridoku.PuzzleError, match="none of the 2 rows can be read; row 0: found null"):
        veridoku.solve_many(nulls)
    for words in (column, column[1:][:-1]):
        answer = pa.table(veridoku.solve_many(pa.table({"puzzle": words})))
        answer.validate(full=True)
        plain = pa.table(veridoku.solve_many(pa.table({"puzzle": words.cast(pa.string())})))
        assert answer.drop_columns(["puzzle"]).equals(plain.drop_columns(["puzzle"]))
    cells = grid(PUZZLE).ravel().tolist()
    rows = pa.array([cells, None, [None, *cells[1:]], cells], pa.list_(pa.uint8(), 81))
    expected = ["unique", "unreadable", "unreadable", "unique"]
    assert pa.table(veridoku.solve_many(rows))["status"].to_pylist() == expected
    assert pa.table(veridoku.solve_many(rows[1:]))["status"].to_pylist() == expected[1:]
    assert pa.table(veridoku.canon_many(rows))["key"].null_count == 2


def test_other_types_and_missing_columns_are_rejected() -> None:
    with pytest.raises(TypeError, match="Int64"):
        veridoku.solve_many(pa.table({"puzzle": [1, 2]}))
    with pytest.raises(KeyError, match="question"):
        veridoku.solve_many(pa.table({"question": [PUZZLE]}))
    assert len(veridoku.solve_many(pa.table({"question": [PUZZLE]}), column="question")) == 1


def test_polars_pandas_and_duckdb() -> None:
    expected = [SOLUTION, None]
    pl = pytest.importorskip("polars")
    frame = pl.DataFrame({"id": [1, 2], "puzzle": [PUZZLE, TWO]})
    solved = pl.DataFrame(veridoku.solve_many(frame))
    assert solved["solution"].to_list() == expected and solved["id"].to_list() == [1, 2]
    assert pl.DataFrame(veridoku.solve_many(frame["puzzle"]))["solution"].to_list() == expected

    pd = pytest.importorskip("pandas")
    table = pa.table(veridoku.solve_many(pd.DataFrame({"puzzle": [PUZZLE, TWO]})))
    assert table["solution"].to_pylist() == expected
    assert table.to_pandas()["status"].tolist() == ["unique", "multiple"]

    duckdb = pytest.importorskip("duckdb")
    relation = duckdb.connect().sql(f"select unnest(['{PUZZLE}', '{TWO}']) as puzzle")
    found = pa.table(veridoku.solve_many(relation))
    assert found["solution"].to_pylist() == expected
    query = "select status, count(*) from found group by status order by status"
    assert duckdb.connect().sql(query).fetchall() == [("multiple", 1), ("unique", 1)]


def test_streams_are_processed_while_they_are_read() -> None:
    puzzles = veridoku.generate_many(50, seed=1).puzzle
    lines = ["".join(map(str, row)) for row in puzzles] * 40
    chunks = [pa.table({"puzzle": lines[start : start + 300]}) for start in range(0, len(lines), 300)]
    whole = pa.table(veridoku.solve_many(pa.concat_tables(chunks)))
    assert whole["status"].to_pylist() == ["unique"] * len(lines)
    read = []

    def batches() -> object:
        for chunk in chunks:
            read.append(chunk)
            yield from chunk.to_batches()

    reader = pa.RecordBatchReader.from_batches(chunks[0].schema, batches())
    answers = arrow.stream(arrow.solve_batch, reader)
    first = answers.read_next_batch()
    assert first.num_rows == 300 and len(read) < len(chunks)
    rest = pa.Table.from_batches([first, *answers])
    assert rest.combine_chunks().equals(whole.combine_chunks())


@pytest.mark.parametrize("name", ["solve", "rate", "canon", "path", "augment"])
def test_batch_functions_do_not_depend_on_batches_and_threads(name: str) -> None:
    function = arrow.FUNCTIONS[name]
    assert pickle.loads(pickle.dumps(function)) is function
    batch = pa.record_batch({"id": [1, 2, 3], "puzzle": [PUZZLE, "nonsense", TWO]})
    answer = function(batch)
    assert isinstance(answer, pa.RecordBatch) and answer.num_rows == 3
    answer.validate(full=True)
    assert arrow.version(answer.schema) == f"{name}/1"
    assert answer["reason"].to_pylist()[1] is not None
    assert answer.equals(function(batch, threads=1)), "the number of threads does not matter"
    assert answer["id"].to_pylist() == [1, 2, 3], "other columns are kept"
    whole = pa.table(answer).combine_chunks()
    for lengths in ((1, 1, 1), (2, 1), (0, 3)):
        starts = [sum(lengths[:index]) for index in range(len(lengths))]
        batches = [batch.slice(start, rows) for start, rows in zip(starts, lengths)]
        results = list(arrow.each(function, threads=1)(batches))
        assert pa.Table.from_batches(results).combine_chunks().equals(whole), lengths
        reader = pa.RecordBatchReader.from_batches(batch.schema, batches)
        assert arrow.stream(function, reader).read_all().combine_chunks().equals(whole)
    assert arrow.schema(function, batch.schema).equals(answer.schema, check_metadata=True)
    assert function(batch.slice(0, 0)).num_rows == 0
    each = pickle.loads(pickle.dumps(arrow.each(function, threads=1)))
    assert list(each([batch]))[0].equals(answer)


def test_memory_is_reused_only_after_all_references_are_dropped() -> None:
    generated = veridoku.generate_many(100, seed=1)
    lines = ["".join(map(str, row)) for row in np.tile(generated.puzzle, (20, 1))]
    expected = ["".join(map(str, row)) for row in np.tile(generated.solution, (20, 1))]
    held = pa.table(veridoku.solve_many(pa.table({"puzzle": lines})))
    for _ in range(3):
        empty = pa.table(veridoku.solve_many(pa.table({"puzzle": [EMPTY] * 2000})))
        assert empty["solution"].null_count == 2000
        half = pa.table(veridoku.solve_many(pa.table({"puzzle": [*lines[:1000], *[TWO] * 1000]})))
        half.validate(full=True)
        assert half["solution"].to_pylist() == [*expected[:1000], *[None] * 1000]
    assert held["solution"].to_pylist() == expected
    part = held["solution"].slice(100, 10)
    del held
    reverse = pa.table(veridoku.solve_many(pa.table({"puzzle": lines[::-1]})))
    assert reverse["solution"].to_pylist() == expected[::-1]
    assert part.to_pylist() == expected[100:110]


CLASHES = [
    (veridoku.solve_many, ["status", "solution", "clues", "reason"]),
    (veridoku.rate_many, ["er", "ep", "ed", "level", "score", "hardest", "reason", "at_least"]),
    (veridoku.canon_many, ["canonical", "key", "transform", "automorphisms", "reason"]),
    (veridoku.path_many, ["solved", "level", "score", "reason", "steps"]),
]


@pytest.mark.parametrize(("function", "answers"), CLASHES, ids=lambda value: getattr(value, "__name__", ""))
def test_input_columns_with_names_of_results_are_rejected(function: object, answers: list[str]) -> None:
    table = pa.table({"puzzle": [PUZZLE], "id": [1]})
    names = pa.table(function(table)).column_names  # type: ignore[operator]
    assert names == ["puzzle", "id", *answers]
    for name in answers:
        if function is veridoku.solve_many and name == "solution":
            continue  # the solutions of the input
        with pytest.raises(ValueError, match=name):
            function(table.append_column(name, pa.array(["mine"])))  # type: ignore[operator]
        with pytest.raises(ValueError, match=name):
            function(table.rename_columns([name, "id"]), column=name)  # type: ignore[operator]


def test_name_clashes_are_found_for_every_library() -> None:
    columns = {"puzzle": [PUZZLE], "clues": [30]}
    table = pa.table(columns)
    inputs = [table, table.to_batches()[0], table.to_reader()]
    for library, frame in (("polars", "DataFrame"), ("pandas", "DataFrame")):
        if importlib.util.find_spec(library):
            inputs.append(getattr(importlib.import_module(library), frame)(columns))
    if importlib.util.find_spec("duckdb"):
        connection = importlib.import_module("duckdb").connect()
        inputs.append(connection.sql(f"select '{PUZZLE}' as puzzle, 30 as clues"))
    for puzzles in inputs:
        with pytest.raises(ValueError, match="clues"):
            veridoku.solve_many(puzzles)
    assert len(veridoku.solve_many(pa.table({"puzzle": [PUZZLE], "minimal": [True]}))) == 1, "not requested"
    with pytest.raises(ValueError, match="minimal"):
        veridoku.solve_many(pa.table({"puzzle": [PUZZLE], "minimal": [True]}), minimal=True)
    with pytest.raises(ValueError, match="transform"):
        arrow.augment_batch(pa.record_batch({"puzzle": [PUZZLE], "transform": [1]}))


FUNCTIONS = [veridoku.solve_many, veridoku.rate_many, veridoku.canon_many, veridoku.path_many]


@pytest.mark.parametrize("second", FUNCTIONS, ids=lambda function: function.__name__)
@pytest.mark.parametrize("first", FUNCTIONS, ids=lambda function: function.__name__)
def test_results_are_inputs_of_further_calls(first: object, second: object) -> None:
    table = pa.table({"id": [1, 2, 3], "puzzle": [PUZZLE, TWO, "nonsense"]})
    earlier, expected = pa.table(first(table)), pa.table(second(table))  # type: ignore[operator]
    for source in (first(table), earlier):  # type: ignore[operator]
        answer = pa.table(second(source))  # type: ignore[operator]
        answer.validate(full=True)
        assert answer.select(expected.column_names).equals(expected)
        assert arrow.version(answer.schema) == arrow.version(expected.schema)
        if first is second:
            assert answer.column_names == expected.column_names, "the earlier result is replaced"
            continue
        name = first.__name__.removesuffix("_many")  # type: ignore[attr-defined]
        for column in earlier.column_names[2:]:
            renamed = f"{name}_{column}" if column in expected.column_names else column
            assert answer[renamed].equals(earlier[column])
    third = pa.table(first(second(first(table))))  # type: ignore[operator]
    assert len(set(third.column_names)) == len(third.column_names)


def test_prefixes_rename_results() -> None:
    table = pa.table({"puzzle": [PUZZLE], "reason": ["mine"]})
    for function in (*FUNCTIONS, veridoku.augment_many):
        answer = pa.table(function(table, prefix="my_"))
        assert answer["reason"].to_pylist() == ["mine"] and answer["my_reason"].to_pylist() == [None]
    twice = veridoku.solve_many(veridoku.solve_many(table, prefix="a_"), prefix="b_")
    assert {"a_status", "b_status"} <= set(twice.column_names)
    with pytest.raises(TypeError, match="prefix='a_' without Arrow data"):
        veridoku.solve_many([PUZZLE], prefix="a_")  # type: ignore[call-overload]


def test_augmented_puzzles_keep_other_columns_but_no_earlier_results() -> None:
    table = pa.table({"id": [7, 8], "puzzle": [PUZZLE, HARD]})
    solved = veridoku.solve_many(table)
    augmented = pa.table(veridoku.augment_many(solved, solution_column="solution", count=2))
    assert augmented.column_names == ["id", "row", "puzzle", "solution", "transform", "reason"]
    assert augmented["id"].to_pylist() == [7, 7, 8, 8]
    again = veridoku.solve_many(augmented.select(["puzzle"]))
    assert again["solution"].equals(augmented["solution"])


def test_tables_have_rows_and_columns() -> None:
    table = veridoku.solve_many(pa.table({"id": range(30), "puzzle": [PUZZLE, TWO, "<b>"] * 10}))
    assert table["status"].to_pylist()[:3] == ["unique", "multiple", "unreadable"]
    assert table[0]["solution"] == SOLUTION and table[-1]["status"] == "unreadable"
    assert [row["id"] for row in table] == list(range(30))
    for index in (30, -31):
        with pytest.raises(IndexError):
            table[index]
    assert table.to_arrow().equals(pa.table(table))
    copy = pickle.loads(pickle.dumps(table))
    assert repr(copy) == repr(table) and copy.to_arrow().equals(table.to_arrow(), check_metadata=True)
    html = table._repr_html_()
    assert html.count("<tr>") == 11 and "&lt;b&gt;" in html and "30 rows" in html
    if importlib.util.find_spec("pandas"):
        assert table.to_pandas()["id"].tolist() == list(range(30))
    if importlib.util.find_spec("polars"):
        assert table.to_polars()["id"].to_list() == list(range(30))
    with pytest.raises(TypeError, match="expected a table"):
        veridoku.Table(pa.array([1]))


def test_series_give_tables() -> None:
    pd = pytest.importorskip("pandas")
    answer = veridoku.solve_many(pd.Series([PUZZLE, TWO], index=[5, 3], name="question"))
    assert isinstance(answer, veridoku.Table) and answer["status"].to_pylist() == ["unique", "multiple"]

    class OldSeries:
        """A Series of pandas 2, which has no Arrow interface."""

        def __init__(self, values: object) -> None:
            self.values = values

        def reset_index(self) -> None: ...

        def to_frame(self, name: str) -> object:
            return pd.DataFrame({name: self.values})

    old = veridoku.solve_many(OldSeries([PUZZLE, TWO]))  # type: ignore[call-overload]
    assert old["status"].to_pylist() == ["unique", "multiple"]


def test_other_lists_and_binaries() -> None:
    cells = grid(PUZZLE).ravel().tolist()
    wrong = [None, cells[:80], [12, *cells[1:]], [None, *cells[1:]]]
    reasons = ["found null", "found 80 cells", "found 12 in r1c1", "found null in a cell"]
    for item in (pa.uint8(), pa.int8(), pa.int64(), pa.uint64()):
        for kind in (pa.list_(item), pa.large_list(item)):
            answer = pa.table(veridoku.solve_many(pa.array([cells, *wrong], kind)))
            assert answer["status"].to_pylist() == ["unique"] + ["unreadable"] * 4
            found = answer["reason"].to_pylist()
            assert found[0] is None and all(map(str.startswith, found[1:], reasons))
            assert answer["solution"][0].as_py() == [int(digit) for digit in SOLUTION]
    fixed = pa.array([cells, None, wrong[2]], pa.list_(pa.int64(), 81))
    assert veridoku.solve_many(fixed)["status"].to_pylist() == ["unique", "unreadable", "unreadable"]
    values = [PUZZLE.encode(), None, bytes(cells), b"nonsense", b"\xff" * 81]
    for kind in (pa.binary(), pa.large_binary(), pa.binary_view()):
        column = pa.array(values, kind)
        expected = ["unique", "unreadable", "unique", "unreadable", "unreadable"]
        assert veridoku.solve_many(column)["status"].to_pylist() == expected
        assert veridoku.solve_many(column[1:])["status"].to_pylist() == expected[1:]
    encoded = pa.array([PUZZLE.encode(), None]).dictionary_encode()
    assert veridoku.solve_many(encoded)["status"].to_pylist() == ["unique", "unreadable"]


def test_puzzles_that_became_numbers_are_explained() -> None:
    for numbers in (pa.array([5300]), pa.array([5.3e80])):
        with pytest.raises(TypeError, match="dtype=str"):
            veridoku.solve_many(pa.table({"puzzle": numbers}))
        with pytest.raises((TypeError, ValueError), match="dtype=str"):
            veridoku.solve_many(numbers.to_numpy())


def test_modules_are_imported_when_they_are_used() -> None:
    program = "import veridoku; print(veridoku.arrow.solve_batch.__name__)"
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert result.stdout == "solve_batch\n", result.stderr
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        veridoku.nothing  # type: ignore[attr-defined]


def test_duplicate_puzzle_columns_are_rejected() -> None:
    twice = pa.Table.from_arrays([pa.array([PUZZLE]), pa.array([TWO])], names=["puzzle", "puzzle"])
    for function in (veridoku.solve_many, veridoku.augment_many):
        with pytest.raises(ValueError, match="several columns"):
            function(twice)


def test_solutions_of_a_table_must_be_one_of_its_columns() -> None:
    with pytest.raises(TypeError, match="solution_column"):
        veridoku.augment_many(pa.table({"puzzle": [PUZZLE]}), [SOLUTION])


def test_paths_are_nested_columns() -> None:
    table = pa.table(veridoku.path_many([PUZZLE, HARD, "nonsense"]))
    table.validate(full=True)
    assert table["solved"].to_pylist() == [True, True, None]
    for line, row in zip((PUZZLE, HARD), table.to_pylist()):
        one = veridoku.path(line)
        assert (row["score"], row["level"]) == (one.score, one.level)
        assert [step["technique"] for step in row["steps"]] == [step.technique for step in one.steps]
        for step, expected in zip(row["steps"], one.steps):
            placed = [f"r{c['row']}c{c['column']}={c['digit']}" for c in step["placements"]]
            eliminated = [f"r{c['row']}c{c['column']}<>{c['digit']}" for c in step["eliminations"]]
            assert (tuple(placed), tuple(eliminated)) == (expected.placements, expected.eliminations)
    assert table["steps"].to_pylist()[2] == []


def test_former_name_of_process_batches_still_works() -> None:
    batch = pa.record_batch({"puzzle": [PUZZLE]})
    ((source, result),) = arrow.answered(arrow.solve_batch, [batch])
    assert source is batch and result["status"].to_pylist() == ["unique"]


def test_augment_transforms_solutions() -> None:
    table = pa.table({"question": [PUZZLE, HARD], "answer": [SOLUTION, veridoku.solve(HARD).solution]})
    columns = {"column": "question", "solution_column": "answer"}
    augmented = pa.table(veridoku.augment_many(table, count=2, seed=3, **columns))
    assert augmented.schema.names == ["row", "puzzle", "solution", "transform", "reason"]
    assert augmented["row"].to_pylist() == [0, 0, 1, 1]
    for row in augmented.to_pylist():
        assert veridoku.solve(row["puzzle"]).solution == row["solution"]
        source = [PUZZLE, HARD][row["row"]]
        assert veridoku.transform(source, by=row["transform"]).result == row["puzzle"]


def test_a_table_gives_a_table() -> None:
    table = pa.table({"puzzle": pa.chunked_array([[PUZZLE], [PUZZLE, EMPTY]])})
    for function in (veridoku.arrow.solve_batch, veridoku.arrow.augment_batch):
        result = function(table)
        assert isinstance(result, pa.Table) and result.num_rows == 3
