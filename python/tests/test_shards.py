"""Parquet in, Parquet out: nothing lost, nothing twice, whatever happens in between."""

from __future__ import annotations

import dataclasses
import json
import os
import subprocess
import sys
import textwrap
import threading
import time
from pathlib import Path

import pytest

import veridoku

pa = pytest.importorskip("pyarrow")
pq = pytest.importorskip("pyarrow.parquet")
shards = pytest.importorskip("veridoku.shards")

ROWS = 3000


@pytest.fixture()
def folder(tmp_path: Path) -> Path:
    """Three files of three row groups each, with some bad rows."""
    made = veridoku.generate_many(100, seed=1).puzzle
    lines = ["".join(map(str, row)) for row in veridoku.augment_many(made, count=30, seed=2).puzzle]
    lines[7], lines[2500] = "nonsense", ""
    for number in range(3):
        part = lines[1000 * number : 1000 * (number + 1)]
        table = pa.table({"id": range(1000 * number, 1000 * (number + 1)), "puzzle": part})
        pq.write_table(table, tmp_path / f"in-{number}.parquet", row_group_size=400)
    return tmp_path


def ask(folder: Path, output: str, rows_per_shard: int = 400, **options: object) -> object:
    return shards.plan("solve", f"{folder}/in-*.parquet", folder / output, rows_per_shard=rows_per_shard, options=options)


def answer(plan: object) -> dict[str, object]:
    for shard in shards.begin(plan):
        shards.answer_shard(plan, shard)
    manifest: dict[str, object] = shards.finish(plan)
    return manifest


def test_every_row_once_and_in_order(folder: Path) -> None:
    plan = ask(folder, "out")
    assert [shard.rows for shard in plan.shards] == [400, 400, 200] * 3
    manifest = answer(plan)
    assert manifest["rows"] == manifest["rows_in"] == ROWS
    assert shards.verify(folder / "out") == manifest
    table = pq.read_table(folder / "out", columns=["id", "status"])
    assert table["id"].to_pylist() == list(range(ROWS))
    assert table["status"].to_pylist().count("unreadable") == 2
    assert veridoku.arrow.version(pq.read_schema(folder / "out" / "part-00000.parquet")) == "solve/1"


def test_what_is_done_is_not_done_again(folder: Path) -> None:
    plan = ask(folder, "out")
    whole = answer(ask(folder, "whole"))
    for shard in shards.begin(plan)[:4]:
        shards.answer_shard(plan, shard)
    times = {path.name: path.stat().st_mtime_ns for path in (folder / "out").glob("part-*.parquet")}
    # A file without its note, a note without its file, and half a file count for nothing.
    (folder / "out" / "_part-00000.json").unlink()
    (folder / "out" / "part-00001.parquet").unlink()
    (folder / "out" / "part-00002.parquet").write_bytes(b"PAR1")
    left = [shard.number for shard in shards.begin(plan)]
    assert left == [0, 1, 2, *range(4, 9)]
    manifest = answer(plan)
    assert manifest["sha256"] == whole["sha256"]
    assert (folder / "out" / "part-00003.parquet").stat().st_mtime_ns == times["part-00003.parquet"]


def small(folder: Path, output: str = "out", **asked: object) -> object:
    """One file in three shards."""
    asked = {"rows_per_shard": 400, **asked}
    return shards.plan("solve", folder / "in-0.parquet", folder / output, **asked)


def test_what_is_found_is_not_believed(folder: Path) -> None:
    plan = small(folder)
    answer(plan)
    part, note = folder / "out" / "part-00001.parquet", folder / "out" / "_part-00001.json"
    whole, told = part.read_bytes(), note.read_text()
    part.write_bytes(bytes(len(whole)))
    assert [shard.number for shard in shards.begin(plan)] == [1], "zeros of the same length are not the answers"
    with pytest.raises(RuntimeError, match="part-00001"):
        shards.finish(plan)
    part.write_bytes(whole)
    assert shards.begin(plan) == []
    for torn in ("", told[:20], "[]", "{}", "\x00" * 20, json.dumps({**json.loads(told), "rows_in": 3})):
        note.write_text(torn)
        assert [shard.number for shard in shards.begin(plan)] == [1], f"{torn!r} is no note"
    shards.answer_shard(plan, plan.shards[1])
    assert note.read_text() == told and shards.finish(plan)["rows"] == 1000


def test_a_source_that_changed_is_noticed(folder: Path) -> None:
    def write(puzzle: str) -> None:
        plain = {"compression": "none", "use_dictionary": False, "write_statistics": False, "row_group_size": 1}
        pq.write_table(pa.table({"puzzle": [puzzle] * 3}), folder / "in-0.parquet", **plain)

    write("1" + "." * 80)
    size = (folder / "in-0.parquet").stat().st_size
    plan = small(folder, rows_per_shard=1)
    shards.answer_shard(plan, shards.begin(plan)[0])
    write("2" + "." * 80)
    assert (folder / "in-0.parquet").stat().st_size == size
    with pytest.raises(ValueError, match="was changed"):
        shards.begin(plan)
    with pytest.raises(ValueError, match="was changed"):
        shards.finish(plan)
    with pytest.raises(ValueError, match="another plan"):
        shards.begin(small(folder, rows_per_shard=1))
    pq.write_table(pa.table({"puzzle": ["." * 81] * 5}), folder / "in-0.parquet", row_group_size=1)
    with pytest.raises(ValueError, match="was changed"):
        shards.answer_shard(plan, plan.shards[1])


def test_rows_are_counted(folder: Path) -> None:
    plan = small(folder)
    more = dataclasses.replace(plan.shards[0], rows=401)
    shards.begin(plan)
    with pytest.raises(ValueError, match="found 400 rows in part-00000"):
        shards.answer_shard(plan, more)
    assert not (folder / "out" / "part-00000.parquet").exists() and not list((folder / "out").glob(".*.tmp"))


def test_of_two_plans_at_once_one_has_the_folder(folder: Path) -> None:
    for turn in range(10):
        plans = [small(folder, f"out-{turn}", options={"minimal": bool(number % 2)}) for number in range(4)]
        together = threading.Barrier(4)
        refused: list[int] = []

        def begin(number: int) -> None:
            together.wait()
            try:
                assert len(shards.begin(plans[number])) == 3
            except ValueError as error:
                assert "another plan" in str(error)
                refused.append(number % 2)

        threads = [threading.Thread(target=begin, args=(number,)) for number in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        written = json.loads((folder / f"out-{turn}" / "_plan.json").read_text())["options"]["minimal"]
        assert refused == [1 - written] * 2


def test_answers_to_another_plan_count_for_nothing(folder: Path) -> None:
    answer(small(folder))
    (folder / "out" / "_plan.json").unlink()
    assert len(shards.begin(small(folder, options={"explain": True}))) == 3


def test_only_the_dead_leave_something_behind(folder: Path) -> None:
    fcntl = pytest.importorskip("fcntl")
    plan = small(folder)
    shards.begin(plan)
    names = [".part-00001.parquet.a.tmp", "._part-00001.json.a.tmp", "._plan.json.a.tmp", "._manifest.json.a.tmp"]
    for name in names:
        (folder / "out" / name).write_bytes(b"left behind")
    (folder / "out" / ".mine.tmp").write_bytes(b"of somebody else")
    alive = folder / "out" / ".part-00002.parquet.b.tmp"
    with alive.open("wb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        answer(plan)
        assert sorted(path.name for path in (folder / "out").glob(".*")) == [".mine.tmp", alive.name]
    shards.finish(plan)
    assert not alive.exists()


def test_a_name_is_given_to_what_is_on_the_disk(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: set[int] = set()
    fsync, replace, link = os.fsync, os.replace, os.link

    def sync(file: int) -> None:
        fsync(file)
        synced.add(os.fstat(file).st_ino)

    def name_it(give: object) -> object:
        def give_name(old: Path, new: Path) -> None:
            assert os.stat(old).st_ino in synced, f"{new} is on the disk before it has its name"
            synced.discard(os.stat(new.parent).st_ino)
            give(old, new)  # type: ignore[operator]

        return give_name

    monkeypatch.setattr(os, "fsync", sync)
    monkeypatch.setattr(os, "replace", name_it(replace))
    monkeypatch.setattr(os, "link", name_it(link))
    answer(small(folder))
    assert os.stat(folder / "out").st_ino in synced, "and so is the name"


def test_a_question_that_makes_no_sense_leaves_nothing(folder: Path) -> None:
    pq.write_table(pa.table({"question": ["." * 81]}), folder / "in-1.parquet")
    named = ({"minimall": True}, {"threads": 2}, {"column": "x"})
    for options in (*named, {"budget": "many"}, {"budget": {1}}, {"device": "tpu"}):
        with pytest.raises(ValueError, match="option|budget|device|int|many"):
            shards.plan("solve", folder / "in-0.parquet", folder / "out", options=options)
    with pytest.raises(KeyError, match="in-1.parquet"):
        shards.plan("solve", f"{folder}/in-*.parquet", folder / "out")
    with pytest.raises(ValueError, match="solution"):
        shards.plan("solve", answered_twice(folder), folder / "out")
    for place in ("s3://bucket/out", "gs://bucket/out"):
        with pytest.raises(ValueError, match="local path"):
            shards.plan("solve", folder / "in-0.parquet", place)
    assert not (folder / "out").exists()


def answered_twice(folder: Path) -> Path:
    pq.write_table(pa.table({"puzzle": ["." * 81], "solution": ["1" * 81]}), folder / "both.parquet")
    return folder / "both.parquet"


def test_a_tuple_is_a_list_when_it_is_read_again(folder: Path) -> None:
    asked = {"options": {"techniques": ("Naked Single", "Hidden Single")}}
    plan, again = (shards.plan("path", folder / "in-0.parquet", folder / "out", **asked) for _ in range(2))
    assert len(shards.begin(plan)) == len(shards.begin(again)) == 1


def test_too_many_shards_are_refused(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shards, "MOST_SHARDS", 2)
    with pytest.raises(ValueError, match="3 shards"):
        small(folder)


def test_rows_of_dresses_are_those_of_all_files(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shards, "BATCH_ROWS", 150)
    asked = {"rows_per_shard": 400, "options": {"count": 2, "seed": 5}}
    plan = shards.plan("augment", f"{folder}/in-*.parquet", folder / "out", **asked)
    answer(plan)
    table = pq.read_table(folder / "out")
    # The files have the rows in order, so that their number is their row.
    assert table["row"].to_pylist() == table["id"].to_pylist()
    lines = [line for number in range(3) for line in pq.read_table(folder / f"in-{number}.parquet")["puzzle"].to_pylist()]
    once = pa.table(veridoku.augment_many(pa.table({"puzzle": lines}), count=2, seed=5))
    assert table.select(once.column_names).to_pydict() == once.to_pydict()


def test_a_text_that_is_no_utf_8_has_a_fingerprint(folder: Path) -> None:
    places = pa.py_buffer(b"\0\0\0\0\2\0\0\0\4\0\0\0")
    broken = pa.Array.from_buffers(pa.string(), 2, [None, places, pa.py_buffer(b"\xff\xfe..")])
    pq.write_table(pa.table({"puzzle": broken}), folder / "broken.parquet")
    asked, again = shards.Fingerprint(), shards.Fingerprint()
    asked.add(broken)
    again.add(next(pq.ParquetFile(folder / "broken.parquet").iter_batches()).column(0))
    assert again.hexdigest() == asked.hexdigest() and asked.rows == 2


def test_fingerprints_are_of_values_alone() -> None:
    def of(*pieces: object) -> str:
        fingerprint = shards.Fingerprint()
        for piece in pieces:
            fingerprint.add(piece)
        return str(fingerprint.hexdigest())

    rows = ["53..7", None, "", "6..1"]
    expected = of(pa.array(rows))
    assert of(pa.array(["x", *rows, "y"])[1:5]) == expected
    assert of(pa.array(rows[:1]), pa.array([], pa.string()), pa.array(rows[1:])) == expected
    for kind in (pa.large_string(), pa.string_view(), pa.binary(), pa.large_binary()):
        assert of(pa.array(rows, kind)) == expected
    assert of(pa.array(rows).dictionary_encode()) == expected
    others = [["53..7", "", "", "6..1"], ["53..7", None, "6", "..1"], ["53..", None, "7", "6..1"], rows[:3], [*rows, None]]
    assert len({expected, *(of(pa.array(other)) for other in others)}) == 6

    numbers = [list(range(81)), None, [255] * 81]
    fixed = of(pa.array(numbers, pa.list_(pa.uint8(), 81)))
    assert fixed == of(*(pa.array([row], pa.list_(pa.uint8())) for row in numbers))
    assert fixed == of(pa.array([None if row is None else bytes(row) for row in numbers], pa.binary(81)))
    holes = [[[None, *range(80)]], [[0, None, *range(1, 80)]], [[0, *range(80)]]]
    assert len({of(pa.array(row, pa.list_(pa.uint8(), 81))) for row in holes}) == 3
    assert of(pa.nulls(2)) == of(pa.array([None, None], pa.string()))


def test_another_question_in_the_same_folder_is_refused(folder: Path) -> None:
    answer(ask(folder, "out"))
    with pytest.raises(ValueError, match="another plan"):
        shards.begin(ask(folder, "out", minimal=True))
    with pytest.raises(ValueError, match="no function"):
        shards.plan("dance", str(folder), folder / "out")
    with pytest.raises(FileNotFoundError):
        shards.plan("solve", f"{folder}/none-*.parquet", folder / "out")


def test_damage_is_found(folder: Path) -> None:
    answer(ask(folder, "out"))
    path = folder / "out" / "part-00004.parquet"
    pq.write_table(pq.read_table(path).slice(1), path)
    with pytest.raises(ValueError, match="part-00004"):
        shards.verify(folder / "out")
    path.unlink()
    with pytest.raises(ValueError, match="8 files"):
        shards.verify(folder / "out")


@pytest.mark.parametrize("function", ["rate", "canon", "path", "augment"])
def test_every_function(folder: Path, function: str) -> None:
    options = {"count": 2} if function == "augment" else {"up_to": 2.0} if function == "rate" else {}
    plan = shards.plan(function, f"{folder}/in-0.parquet", folder / function, options=options)
    for shard in shards.begin(plan):
        shards.answer_shard(plan, shard)
    manifest = shards.finish(plan)
    # A row that cannot be read is there once.
    assert manifest["rows"] == (1999 if function == "augment" else 1000)
    assert shards.verify(folder / function)["rows_in"] == 1000


RAY = """
    import os, sys, time
    import ray, veridoku.ray, veridoku.shards as shards
    folder, output, kill = sys.argv[1:]
    plan = shards.plan("solve", folder + "/in-*.parquet", output, rows_per_shard=400)
    once = folder + "/killed"
    honest = shards.answer_shard
    def answer(plan, shard, threads):
        # The worker of one shard dies in the middle, once.
        if kill == "worker" and shard.number == 3 and not os.path.exists(once):
            open(once, "w").close()
            os.kill(os.getpid(), 9)
        return honest(plan, shard, threads)
    veridoku.ray._answer = answer
    def tell(done, all_shards):
        if kill == "driver" and done == 4:
            os.kill(os.getpid(), 9)
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level="error")
    print(veridoku.ray.run(plan, tell=tell, most_at_once=2)["sha256"])
"""


def ray_run(folder: Path, output: str, kill: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", textwrap.dedent(RAY), str(folder), str(folder / output), kill]
    # Files, not pipes: what a killed driver leaves behind for a while would hold a pipe open.
    with open(folder / "told", "w+") as told, open(folder / "errors", "w+") as errors:
        done = subprocess.run(command, stdout=told, stderr=errors, timeout=300)
        told.seek(0)
        errors.seek(0)
        return subprocess.CompletedProcess(command, done.returncode, told.read(), errors.read())


def test_ray_loses_nothing_when_a_worker_or_the_driver_dies(folder: Path) -> None:
    pytest.importorskip("ray")
    whole = answer(ask(folder, "whole"))
    worker = ray_run(folder, "worker", "worker")
    assert worker.stdout.split()[-1:] == [whole["sha256"]], worker.stderr
    assert (folder / "killed").exists() and shards.verify(folder / "worker")["rows"] == ROWS

    assert ray_run(folder, "driver", "driver").returncode == -9
    time.sleep(1)
    done = {path.name: path.stat().st_mtime_ns for path in (folder / "driver").glob("_part-*.json")}
    assert 4 <= len(done) < 9
    again = ray_run(folder, "driver", "nobody")
    assert again.stdout.split()[-1:] == [whole["sha256"]], again.stderr
    for name, written in done.items():
        assert (folder / "driver" / name).stat().st_mtime_ns == written, "done before, and not again"
    assert json.loads((folder / "driver" / "_manifest.json").read_text())["rows"] == ROWS


RAISES = """
    import os, sys
    import pyarrow as pa, ray, veridoku.ray, veridoku.shards as shards
    folder = sys.argv[1]
    plan = shards.plan("solve", folder + "/in-*.parquet", folder + "/out", rows_per_shard=400)
    honest = shards.answer_shard
    def answer(plan, shard, threads):
        tries = f"{folder}/tries-{shard.number}"
        with open(tries, "a") as file:
            file.write("x")
        if shard.number == 1 and os.path.getsize(tries) == 1:
            raise pa.ArrowInvalid("a file that could not be read just now")
        if shard.number == 2:
            raise ValueError("a file that can never be read")
        if shard.number == 5:
            raise TypeError("what no second try mends")
        return honest(plan, shard, threads)
    veridoku.ray._answer = answer
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level="error")
    told = []
    try:
        veridoku.ray.run(plan, max_retries=2, tell=lambda done, all_shards: told.append(done))
    except veridoku.ray.ShardsFailed as failed:
        print(failed)
        print(*failed.failures, max(told))
"""


def test_ray_answers_the_other_shards_when_some_fail(folder: Path) -> None:
    pytest.importorskip("ray")
    ran = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(RAISES), str(folder)], capture_output=True, text=True, timeout=300
    )
    assert ran.stdout.splitlines()[-1:] == ["part-00002 part-00005 7"], ran.stderr
    assert "2 of 9 shards failed" in ran.stdout and "can never be read" in ran.stdout
    assert [(folder / f"tries-{number}").stat().st_size for number in (0, 1, 2, 5)] == [1, 2, 3, 1]
    plan = ask(folder, "out")
    assert [shard.number for shard in shards.begin(plan)] == [2, 5]
    assert answer(plan)["rows"] == ROWS


def test_a_bad_command_is_told_in_a_sentence(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ray = pytest.importorskip("veridoku.ray")
    asked = ["solve", "--output", str(folder / "out"), "--input", str(folder / "in-0.parquet")]
    for more in (["--option", "bogus=1"], ["--column", "zz"], ["--input", "none.parquet"], ["--output", "s3://bucket"]):
        assert ray.main([*asked, *more]) == 1
        told = capsys.readouterr().err
        assert told.startswith("veridoku: ") and told.count("\n") == 1, told
    assert ray.main(["verify", "--output", str(folder / "out")]) == 1
    for more in (["--threads", "0"], ["--rows-per-shard", "0"]):
        with pytest.raises(SystemExit):
            ray.main([*asked, *more])
    assert not (folder / "out").exists()


def test_spark_and_dask_recipes(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The three lines of the documentation for each, where it is installed."""
    from veridoku.arrow import each, solve_batch

    expected = pq.read_table(folder, columns=["id", "puzzle"])
    solved = pa.Table.from_batches(each(solve_batch)(expected.to_batches()))["solution"].to_pylist()

    dask = pytest.importorskip("dask")
    tasks = [dask.delayed(solve_batch)(batch, threads=1) for batch in expected.to_batches()]
    table = pa.Table.from_batches(dask.compute(*tasks, scheduler="processes", num_workers=2))
    assert table["solution"].to_pylist() == solved

    sql = pytest.importorskip("pyspark.sql")
    # Its workers look for a Python of their own otherwise, and for the package there.
    monkeypatch.setenv("PYSPARK_PYTHON", sys.executable)
    spark = sql.SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false").getOrCreate()
    frame = spark.read.parquet(*(str(path) for path in sorted(folder.glob("in-*.parquet"))))
    schema = "id long, puzzle string, status string, solution string, clues byte, reason string"
    rows = frame.mapInArrow(each(solve_batch, threads=1), schema).orderBy("id").collect()
    spark.stop()
    assert [row["solution"] for row in rows] == solved
