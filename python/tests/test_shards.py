"""Parquet in, Parquet out: nothing lost, nothing twice, whatever happens in between."""

from __future__ import annotations

import json
import subprocess
import sys
import textwrap
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
    (folder / "out" / ".part-00003.0.tmp").write_bytes(b"left behind")
    left = [shard.number for shard in shards.begin(plan)]
    assert left == [0, 1, 2, *range(4, 9)]
    manifest = answer(plan)
    assert manifest["sha256"] == whole["sha256"]
    assert (folder / "out" / "part-00003.parquet").stat().st_mtime_ns == times["part-00003.parquet"]
    assert not list((folder / "out").glob(".part-*.tmp"))


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


def test_spark_and_dask_recipes(folder: Path) -> None:
    """The three lines of the documentation for each, where it is installed."""
    from veridoku.arrow import each, solve_batch

    expected = pq.read_table(folder, columns=["id", "puzzle"])
    solved = pa.Table.from_batches(each(solve_batch)(expected.to_batches()))["solution"].to_pylist()

    dask = pytest.importorskip("dask")
    tasks = [dask.delayed(solve_batch)(batch, threads=1) for batch in expected.to_batches()]
    table = pa.Table.from_batches(dask.compute(*tasks, scheduler="processes", num_workers=2))
    assert table["solution"].to_pylist() == solved

    sql = pytest.importorskip("pyspark.sql")
    spark = sql.SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false").getOrCreate()
    frame = spark.read.parquet(*(str(path) for path in sorted(folder.glob("in-*.parquet"))))
    schema = "id long, puzzle string, status string, solution string, clues byte, reason string"
    rows = frame.mapInArrow(each(solve_batch, threads=1), schema).orderBy("id").collect()
    spark.stop()
    assert [row["solution"] for row in rows] == solved
