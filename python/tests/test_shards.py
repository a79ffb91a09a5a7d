"""Processing of Parquet files in shards: every row is processed exactly once, even after failures."""

from __future__ import annotations

import dataclasses
import glob
import json
import os
import subprocess
import sys
import tempfile
import textwrap
import threading
import time
from pathlib import Path

import pytest

import veridoku
from veridoku import _disk

pa = pytest.importorskip("pyarrow")
pq = pytest.importorskip("pyarrow.parquet")
pytest.importorskip("pyarrow.fs")
shards = pytest.importorskip("veridoku.shards")
_storage = pytest.importorskip("veridoku._storage")

ROWS = 3000


@pytest.fixture()
def folder(tmp_path: Path) -> Path:
    """A folder with three files of three row groups each, with two unreadable rows."""
    puzzles = veridoku.generate_many(100, seed=1).puzzle
    lines = ["".join(map(str, row)) for row in veridoku.augment_many(puzzles, count=30, seed=2).puzzle]
    lines[7], lines[2500] = "nonsense", ""
    for number in range(3):
        part = lines[1000 * number : 1000 * (number + 1)]
        table = pa.table({"id": range(1000 * number, 1000 * (number + 1)), "puzzle": part})
        pq.write_table(table, tmp_path / f"in-{number}.parquet", row_group_size=400)
    return tmp_path


def make_plan(folder: Path, output: str, **options: object) -> object:
    inputs = f"{folder}/in-*.parquet"
    return shards.plan("solve", inputs, folder / output, rows_per_shard=400, options=options)


def process(plan: object) -> dict[str, object]:
    for shard in shards.begin(plan):
        shards.process_shard(plan, shard)
    manifest: dict[str, object] = shards.finish(plan)
    return manifest


def test_every_row_is_processed_once_and_in_order(folder: Path) -> None:
    plan = make_plan(folder, "out")
    assert [shard.rows for shard in plan.shards] == [400, 400, 200] * 3
    manifest = process(plan)
    assert manifest["rows"] == manifest["rows_in"] == ROWS
    assert shards.verify(folder / "out") == manifest
    table = pq.read_table(folder / "out", columns=["id", "status"])
    assert table["id"].to_pylist() == list(range(ROWS))
    assert table["status"].to_pylist().count("unreadable") == 2
    assert veridoku.arrow.version(pq.read_schema(folder / "out" / "part-00000.parquet")) == "solve/1"


def test_finished_shards_are_not_processed_again(folder: Path) -> None:
    plan = make_plan(folder, "out")
    whole = process(make_plan(folder, "whole"))
    for shard in shards.begin(plan)[:4]:
        shards.process_shard(plan, shard)
    times = {path.name: path.stat().st_mtime_ns for path in (folder / "out").glob("part-*.parquet")}
    # A file without its record, a record without its file, and a truncated file do not count as done.
    (folder / "out" / "_part-00000.json").unlink()
    (folder / "out" / "part-00001.parquet").unlink()
    (folder / "out" / "part-00002.parquet").write_bytes(b"PAR1")
    remaining = [shard.number for shard in shards.begin(plan)]
    assert remaining == [0, 1, 2, *range(4, 9)]
    manifest = process(plan)
    assert manifest["sha256"] == whole["sha256"]
    assert (folder / "out" / "part-00003.parquet").stat().st_mtime_ns == times["part-00003.parquet"]


def small_plan(folder: Path, output: str = "out", **arguments: object) -> object:
    """Return a plan for one file in three shards."""
    arguments = {"rows_per_shard": 400, **arguments}
    return shards.plan("solve", folder / "in-0.parquet", folder / output, **arguments)


def test_existing_files_are_verified(folder: Path) -> None:
    plan = small_plan(folder)
    process(plan)
    part, record = folder / "out" / "part-00001.parquet", folder / "out" / "_part-00001.json"
    whole, text = part.read_bytes(), record.read_text()
    part.write_bytes(bytes(len(whole)))
    assert [shard.number for shard in shards.begin(plan)] == [1], "the size matches, the checksum does not"
    with pytest.raises(RuntimeError, match="part-00001"):
        shards.finish(plan)
    part.write_bytes(whole)
    assert shards.begin(plan) == []
    wrong = json.dumps({**json.loads(text), "rows_in": 3})
    for damaged in ("", text[:20], "[]", "{}", "\x00" * 20, wrong):
        record.write_text(damaged)
        assert [shard.number for shard in shards.begin(plan)] == [1], f"{damaged!r} is not a valid record"
    shards.process_shard(plan, plan.shards[1])
    assert record.read_text() == text and shards.finish(plan)["rows"] == 1000


def test_changed_input_files_are_detected(folder: Path) -> None:
    def write(puzzle: str) -> None:
        plain = {"compression": "none", "use_dictionary": False, "write_statistics": False}
        table = pa.table({"puzzle": [puzzle] * 3})
        pq.write_table(table, folder / "in-0.parquet", row_group_size=1, **plain)

    write("1" + "." * 80)
    size = (folder / "in-0.parquet").stat().st_size
    plan = small_plan(folder, rows_per_shard=1)
    shards.process_shard(plan, shards.begin(plan)[0])
    write("2" + "." * 80)
    assert (folder / "in-0.parquet").stat().st_size == size
    with pytest.raises(ValueError, match="has changed"):
        shards.begin(plan)
    with pytest.raises(ValueError, match="has changed"):
        shards.finish(plan)
    with pytest.raises(ValueError, match="in-0.parquet has changed since part-00000 was written"):
        shards.begin(small_plan(folder, rows_per_shard=1))
    pq.write_table(pa.table({"puzzle": ["." * 81] * 5}), folder / "in-0.parquet", row_group_size=1)
    with pytest.raises(ValueError, match="has changed"):
        shards.process_shard(plan, plan.shards[1])


def test_touched_input_files_have_not_changed(folder: Path) -> None:
    plan = small_plan(folder)
    shards.process_shard(plan, shards.begin(plan)[1])
    os.utime(folder / "in-0.parquet", ns=(1, 1))
    assert [shard.number for shard in shards.begin(plan)] == [0, 2]
    assert [shard.number for shard in shards.begin(small_plan(folder))] == [0, 2]
    assert process(small_plan(folder))["rows"] == 1000
    assert shards.begin(small_plan(folder)) == []


def test_a_different_plan_is_explained(folder: Path) -> None:
    def begin(inputs: str, **arguments: object) -> None:
        shards.begin(shards.plan("solve", f"{folder}/{inputs}", folder / "out", **arguments))

    begin("in-[01].parquet")
    with pytest.raises(ValueError, match='options was {} and is {"minimal": true}'):
        begin("in-[01].parquet", options={"minimal": True})
    with pytest.raises(ValueError, match="the input .*in-2.parquet was added or removed"):
        begin("in-*.parquet")
    pq.write_table(pa.table({"puzzle": ["." * 81] * 5}), folder / "in-1.parquet")
    with pytest.raises(ValueError, match="the input .*in-1.parquet was changed"):
        begin("in-[01].parquet")


def test_folders_may_be_on_any_file_system(folder: Path) -> None:
    fsspec = pytest.importorskip("fsspec")
    whole = process(make_plan(folder, "whole"))
    memory = fsspec.filesystem("memory")
    for path in folder.glob("in-*.parquet"):
        memory.pipe(f"/data/{path.name}", path.read_bytes())
    arguments = {"rows_per_shard": 400}
    for inputs in ("memory://data", "memory://data/in-*.parquet", "memory://data/**/in-?.parquet"):
        plan = shards.plan("solve", inputs, "memory://out", **arguments)
        assert list(plan.sources) == [f"memory://data/in-{number}.parquet" for number in range(3)]
    shards.process_shard(plan, shards.begin(plan)[3])
    assert len(shards.begin(plan)) == 8
    assert process(plan)["sha256"] == whole["sha256"]
    assert shards.verify("memory://out")["rows"] == ROWS
    memory.pipe("/out/part-00004.parquet", b"PAR1")
    assert [shard.number for shard in shards.begin(plan)] == [4]
    with pytest.raises(ValueError, match="part-00004"):
        shards.verify("memory://out")
    # The same with a file system object instead of URLs.
    plan = shards.plan("solve", "/data", "/again", filesystem=memory, **arguments)
    assert process(plan)["sha256"] == whole["sha256"]
    assert shards.verify("/again", filesystem=memory)["rows"] == ROWS
    with pytest.raises(FileNotFoundError):
        shards.plan("solve", "memory://nothing/*.parquet", "memory://out")


def test_patterns_mean_the_same_on_all_file_systems(tmp_path: Path) -> None:
    memory = pytest.importorskip("fsspec").filesystem("memory")
    (tmp_path / "more").mkdir()
    names = ["a-0", "a-5", "a-9", "a--", "b-5", "more/a-5", "a.b"]
    for name in names:
        path = tmp_path / f"{name}.parquet"
        path.write_bytes(b"")
        memory.pipe(f"/patterns/{path.relative_to(tmp_path).as_posix()}", b"")
    tree = pa.fs.SubTreeFileSystem(str(tmp_path), pa.fs.LocalFileSystem())
    patterns = ["a-[0-9]", "a-[!0]", "[!a]-5", "a-[-9]", "**/a-5", "*/a-?", "a*", "a.b", "[ab]-*"]
    for pattern in patterns:
        wanted = glob.glob(f"{tmp_path}/{pattern}.parquet", recursive=True)
        expected = sorted(Path(path).relative_to(tmp_path).as_posix() for path in wanted)
        for start, filesystem in (
            ("memory://patterns/", None),
            ("/patterns/", memory),
            ("patterns/", memory),
            ("", tree),
        ):
            found = _storage.find_files(f"{start}{pattern}.parquet", filesystem)
            assert sorted(found) == [start + name for name in expected], pattern


def test_remote_files_are_written_through_plain_temporary_files(monkeypatch: pytest.MonkeyPatch) -> None:
    # On Windows, a `NamedTemporaryFile` cannot be opened again while it is open.
    pytest.importorskip("fsspec")
    monkeypatch.setattr(tempfile, "NamedTemporaryFile", None)
    location = _storage.Location.of("memory://written/file")
    with location.atomic_write() as file:
        file.write(b"text")
        file.flush()
        assert Path(file.name).read_bytes() == b"text"
    assert location.read() == b"text" and not Path(file.name).parent.exists()


S3 = """
    import sys
    import ray, veridoku.ray, veridoku.shards as shards
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level="error")
    plan = shards.plan("solve", "s3://puzzles/in", "s3://puzzles/out", rows_per_shard=400)
    print(veridoku.ray.run(plan)["sha256"], shards.verify("s3://puzzles/out")["rows"])
"""


def test_ray_reads_and_writes_s3(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("ray")
    server = pytest.importorskip("moto.server").ThreadedMotoServer(port=0, verbose=False)
    whole = process(make_plan(folder, "whole"))
    server.start()
    try:
        host, port = server.get_host_and_port()
        settings = {
            "ENDPOINT_URL": f"http://{host}:{port}",
            "ACCESS_KEY_ID": "key",
            "SECRET_ACCESS_KEY": "key",
            "DEFAULT_REGION": "us-east-1",
            "EC2_METADATA_DISABLED": "true",
        }
        for name, value in settings.items():
            monkeypatch.setenv(f"AWS_{name}", value)
        filesystem, _ = pa.fs.FileSystem.from_uri("s3://puzzles?allow_bucket_creation=true")
        filesystem.create_dir("puzzles/in")
        for path in folder.glob("in-*.parquet"):
            with filesystem.open_output_stream(f"puzzles/in/{path.name}") as file:
                file.write(path.read_bytes())
        command = [sys.executable, "-c", textwrap.dedent(S3)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=300)
        assert done.stdout.split() == [whole["sha256"], str(ROWS)], done.stderr
        plan = shards.plan("solve", "s3://puzzles/in/in-*.parquet", "s3://puzzles/out", rows_per_shard=400)
        assert shards.begin(plan) == []
    finally:
        server.stop()


def test_row_counts_are_verified(folder: Path) -> None:
    plan = small_plan(folder)
    more = dataclasses.replace(plan.shards[0], rows=401)
    shards.begin(plan)
    with pytest.raises(ValueError, match="found 400 rows in part-00000"):
        shards.process_shard(plan, more)
    assert not (folder / "out" / "part-00000.parquet").exists() and not list((folder / "out").glob(".*.tmp"))


def test_only_one_of_several_concurrent_plans_gets_the_folder(folder: Path) -> None:
    for turn in range(10):
        options = [{"minimal": bool(number % 2)} for number in range(4)]
        plans = [small_plan(folder, f"out-{turn}", options=chosen) for chosen in options]
        barrier = threading.Barrier(4)
        rejected: list[int] = []

        def begin(number: int) -> None:
            barrier.wait()
            try:
                assert len(shards.begin(plans[number])) == 3
            except ValueError as error:
                assert "a different plan" in str(error)
                rejected.append(number % 2)

        threads = [threading.Thread(target=begin, args=(number,)) for number in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        written = json.loads((folder / f"out-{turn}" / "_plan.json").read_text())["options"]["minimal"]
        assert rejected == [1 - written] * 2


def test_shards_of_a_different_plan_do_not_count_as_done(folder: Path) -> None:
    process(small_plan(folder))
    (folder / "out" / "_plan.json").unlink()
    assert len(shards.begin(small_plan(folder, options={"explain": True}))) == 3


def test_only_temporary_files_of_dead_processes_are_removed(folder: Path) -> None:
    fcntl = pytest.importorskip("fcntl")
    plan = small_plan(folder)
    shards.begin(plan)
    for name in (".part-00001.parquet", "._part-00001.json", "._plan.json", "._manifest.json"):
        (folder / "out" / f"{name}.a.tmp").write_bytes(b"stale")
    (folder / "out" / ".mine.tmp").write_bytes(b"unrelated")
    alive = folder / "out" / ".part-00002.parquet.b.tmp"
    with alive.open("wb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        process(plan)
        assert sorted(path.name for path in (folder / "out").glob(".*")) == [".mine.tmp", alive.name]
    shards.finish(plan)
    assert not alive.exists()


def test_files_are_synced_before_they_are_renamed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: set[int] = set()
    fsync, replace, link = os.fsync, os.replace, os.link

    def sync(file: int) -> None:
        fsync(file)
        synced.add(os.fstat(file).st_ino)

    def checked(rename: object) -> object:
        def checked_rename(old: Path, new: Path) -> None:
            assert os.stat(old).st_ino in synced, f"{new} must be synced before it is renamed"
            synced.discard(os.stat(new.parent).st_ino)
            rename(old, new)  # type: ignore[operator]

        return checked_rename

    monkeypatch.setattr(os, "fsync", sync)
    monkeypatch.setattr(os, "replace", checked(replace))
    monkeypatch.setattr(os, "link", checked(link))
    process(small_plan(folder))
    # Windows cannot sync folders.
    is_synced = os.name != "posix" or os.stat(folder / "out").st_ino in synced
    assert is_synced, "the folder must be synced after the rename"


def test_without_locks_a_file_is_closed_before_it_is_renamed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # As on Windows, which has no such locks and cannot rename open files.
    monkeypatch.setattr(_disk, "fcntl", None)
    replace = os.replace

    def rename(old: Path, new: Path) -> None:
        assert file.closed
        replace(old, new)

    monkeypatch.setattr(os, "replace", rename)
    with _disk.atomic_write(tmp_path / "file") as file:
        file.write(b"text")
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
    with pytest.raises(KeyError), _disk.atomic_write(tmp_path / "other"):
        raise KeyError
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_invalid_plans_are_rejected_and_write_nothing(folder: Path) -> None:
    pq.write_table(pa.table({"question": ["." * 81]}), folder / "in-1.parquet")
    unknown = ({"minimall": True}, {"threads": 2}, {"column": "x"})
    for options in (*unknown, {"budget": "many"}, {"budget": {1}}, {"device": "tpu"}):
        with pytest.raises(ValueError, match="option|budget|device|int|many"):
            shards.plan("solve", folder / "in-0.parquet", folder / "out", options=options)
    with pytest.raises(KeyError, match="in-1.parquet"):
        shards.plan("solve", f"{folder}/in-*.parquet", folder / "out")
    with pytest.raises(ValueError, match="status"):
        shards.plan("solve", file_with_statuses(folder), folder / "out")
    with pytest.raises(ValueError, match="cannot open 'nowhere://bucket/out'"):
        shards.plan("solve", folder / "in-0.parquet", "nowhere://bucket/out")
    assert not (folder / "out").exists()


def file_with_statuses(folder: Path) -> Path:
    pq.write_table(pa.table({"puzzle": ["." * 81], "status": ["mine"]}), folder / "both.parquet")
    return folder / "both.parquet"


def test_options_may_contain_tuples(folder: Path) -> None:
    options = {"techniques": ("Naked Single", "Hidden Single")}
    plan, again = (
        shards.plan("path", folder / "in-0.parquet", folder / "out", options=options) for _ in range(2)
    )
    assert len(shards.begin(plan)) == len(shards.begin(again)) == 1


def test_too_many_shards_are_rejected(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shards, "MAX_SHARDS", 2)
    with pytest.raises(ValueError, match="3 shards"):
        small_plan(folder)


def test_augment_counts_rows_across_files(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shards, "BATCH_ROWS", 150)
    arguments = {"rows_per_shard": 400, "options": {"count": 2, "seed": 5}}
    plan = shards.plan("augment", f"{folder}/in-*.parquet", folder / "out", **arguments)
    process(plan)
    table = pq.read_table(folder / "out")
    # The ids in the files are consecutive, so that they equal the row indices.
    assert table["row"].to_pylist() == table["id"].to_pylist()
    tables = [pq.read_table(folder / f"in-{number}.parquet") for number in range(3)]
    lines = pa.concat_tables(tables)["puzzle"].to_pylist()
    once = pa.table(veridoku.augment_many(pa.table({"puzzle": lines}), count=2, seed=5))
    assert table.select(once.column_names).to_pydict() == once.to_pydict()


def test_fingerprint_accepts_invalid_utf_8(folder: Path) -> None:
    offsets = pa.py_buffer(b"\0\0\0\0\2\0\0\0\4\0\0\0")
    broken = pa.Array.from_buffers(pa.string(), 2, [None, offsets, pa.py_buffer(b"\xff\xfe..")])
    pq.write_table(pa.table({"puzzle": broken}), folder / "broken.parquet")
    before, after = shards.Fingerprint(), shards.Fingerprint()
    before.add(broken)
    after.add(next(pq.ParquetFile(folder / "broken.parquet").iter_batches()).column(0))
    assert after.hexdigest() == before.hexdigest() and before.rows == 2


def test_fingerprints_depend_only_on_values() -> None:
    def of(*chunks: object) -> str:
        fingerprint = shards.Fingerprint()
        for chunk in chunks:
            fingerprint.add(chunk)
        return str(fingerprint.hexdigest())

    rows = ["53..7", None, "", "6..1"]
    expected = of(pa.array(rows))
    assert of(pa.array(["x", *rows, "y"])[1:5]) == expected
    assert of(pa.array(rows[:1]), pa.array([], pa.string()), pa.array(rows[1:])) == expected
    for kind in (pa.large_string(), pa.string_view(), pa.binary(), pa.large_binary()):
        assert of(pa.array(rows, kind)) == expected
    assert of(pa.array(rows).dictionary_encode()) == expected
    others = [["53..7", "", "", "6..1"], ["53..7", None, "6", "..1"], ["53..", None, "7", "6..1"]]
    others += [rows[:3], [*rows, None]]
    assert len({expected, *(of(pa.array(other)) for other in others)}) == 6

    numbers = [list(range(81)), None, [255] * 81]
    fixed = of(pa.array(numbers, pa.list_(pa.uint8(), 81)))
    assert fixed == of(*(pa.array([row], pa.list_(pa.uint8())) for row in numbers))
    assert fixed == of(pa.array([None if row is None else bytes(row) for row in numbers], pa.binary(81)))
    with_nulls = [[[None, *range(80)]], [[0, None, *range(1, 80)]], [[0, *range(80)]]]
    assert len({of(pa.array(row, pa.list_(pa.uint8(), 81))) for row in with_nulls}) == 3
    assert of(pa.nulls(2)) == of(pa.array([None, None], pa.string()))


def test_different_plan_in_the_same_folder_is_rejected(folder: Path) -> None:
    process(make_plan(folder, "out"))
    with pytest.raises(ValueError, match="a different plan"):
        shards.begin(make_plan(folder, "out", minimal=True))
    with pytest.raises(ValueError, match="unknown function"):
        shards.plan("dance", str(folder), folder / "out")
    with pytest.raises(FileNotFoundError):
        shards.plan("solve", f"{folder}/none-*.parquet", folder / "out")


def test_verify_detects_damage(folder: Path) -> None:
    process(make_plan(folder, "out"))
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
        shards.process_shard(plan, shard)
    manifest = shards.finish(plan)
    # Of the 1,000 rows, one is unreadable; `augment` gives one row for it and two for each of the others.
    assert manifest["rows"] == (1999 if function == "augment" else 1000)
    assert shards.verify(folder / function)["rows_in"] == 1000


RAY = """
    import os, sys, time
    import ray, veridoku.ray, veridoku.shards as shards
    folder, output, kill = sys.argv[1:]
    plan = shards.plan("solve", folder + "/in-*.parquet", output, rows_per_shard=400)
    once = folder + "/killed"
    original = shards.process_shard
    def process(plan, shard, threads):
        # The worker of one shard kills itself, once.
        if kill == "worker" and shard.number == 3 and not os.path.exists(once):
            open(once, "w").close()
            os.kill(os.getpid(), 9)
        return original(plan, shard, threads)
    veridoku.ray._process = process
    def progress(done, all_shards):
        if kill == "driver" and done == 4:
            os.kill(os.getpid(), 9)
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level="error")
    print(veridoku.ray.run(plan, progress=progress, max_concurrent=2)["sha256"])
"""


def ray_run(folder: Path, output: str, kill: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", textwrap.dedent(RAY), str(folder), str(folder / output), kill]
    # Use files instead of pipes: processes that outlive a killed driver would keep a pipe open.
    with open(folder / "output", "w+") as output_file, open(folder / "errors", "w+") as error_file:
        done = subprocess.run(command, stdout=output_file, stderr=error_file, timeout=300)
        output_file.seek(0)
        error_file.seek(0)
        return subprocess.CompletedProcess(command, done.returncode, output_file.read(), error_file.read())


def test_ray_recovers_when_a_worker_or_the_driver_dies(folder: Path) -> None:
    pytest.importorskip("ray")
    whole = process(make_plan(folder, "whole"))
    worker = ray_run(folder, "worker", "worker")
    assert worker.stdout.split()[-1:] == [whole["sha256"]], worker.stderr
    assert (folder / "killed").exists() and shards.verify(folder / "worker")["rows"] == ROWS

    assert ray_run(folder, "driver", "driver").returncode == -9
    time.sleep(1)
    done = {path.name: path.stat().st_mtime_ns for path in (folder / "driver").glob("_part-*.json")}
    assert 4 <= len(done) < 9
    again = ray_run(folder, "driver", "none")
    assert again.stdout.split()[-1:] == [whole["sha256"]], again.stderr
    for name, written in done.items():
        assert (folder / "driver" / name).stat().st_mtime_ns == written, "must not be processed again"
    assert json.loads((folder / "driver" / "_manifest.json").read_text())["rows"] == ROWS


RAISES = """
    import os, sys
    import pyarrow as pa, ray, veridoku.ray, veridoku.shards as shards
    folder = sys.argv[1]
    plan = shards.plan("solve", folder + "/in-*.parquet", folder + "/out", rows_per_shard=400)
    original = shards.process_shard
    def process(plan, shard, threads):
        attempts = f"{folder}/attempts-{shard.number}"
        with open(attempts, "a") as file:
            file.write("x")
        if shard.number == 1 and os.path.getsize(attempts) == 1:
            raise pa.ArrowInvalid("a temporary error")
        if shard.number == 2:
            raise ValueError("an error that always occurs")
        if shard.number == 5:
            raise TypeError("a programming error")
        return original(plan, shard, threads)
    veridoku.ray._process = process
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level="error")
    reported = []
    try:
        veridoku.ray.run(plan, max_retries=2, progress=lambda done, all_shards: reported.append(done))
    except veridoku.ray.ShardsFailed as failed:
        print(failed)
        print(*failed.failures, max(reported))
"""


def test_ray_processes_the_other_shards_when_some_fail(folder: Path) -> None:
    pytest.importorskip("ray")
    command = [sys.executable, "-c", textwrap.dedent(RAISES), str(folder)]
    result = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert result.stdout.splitlines()[-1:] == ["part-00002 part-00005 7"], result.stderr
    assert "2 of 9 shards failed" in result.stdout and "an error that always occurs" in result.stdout
    assert [(folder / f"attempts-{number}").stat().st_size for number in (0, 1, 2, 5)] == [1, 2, 3, 1]
    plan = make_plan(folder, "out")
    assert [shard.number for shard in shards.begin(plan)] == [2, 5]
    assert process(plan)["rows"] == ROWS


def test_invalid_commands_print_one_line(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ray = pytest.importorskip("veridoku.ray")
    command = ["solve", "--output", str(folder / "out"), "--input", str(folder / "in-0.parquet")]
    bad_names = (["--option", "bogus=1"], ["--column", "zz"])
    for more in (*bad_names, ["--input", "none.parquet"], ["--output", "nowhere://bucket"]):
        assert ray.main([*command, *more]) == 1
        message = capsys.readouterr().err
        assert message.startswith("veridoku: ") and message.count("\n") == 1, message
    assert ray.main(["verify", "--output", str(folder / "out")]) == 1
    for more in (["--threads", "0"], ["--rows-per-shard", "0"]):
        with pytest.raises(SystemExit):
            ray.main([*command, *more])
    assert not (folder / "out").exists()


def test_former_name_of_process_shard_still_works() -> None:
    assert shards.answer_shard is shards.process_shard


def test_spark_and_dask_examples(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run the examples of the README with Dask and Spark, if they are installed."""
    from veridoku.arrow import each, solve_batch

    expected = pq.read_table(folder, columns=["id", "puzzle"])
    solved = pa.Table.from_batches(each(solve_batch)(expected.to_batches()))["solution"].to_pylist()

    dask = pytest.importorskip("dask")
    tasks = [dask.delayed(solve_batch)(batch, threads=1) for batch in expected.to_batches()]
    table = pa.Table.from_batches(dask.compute(*tasks, scheduler="processes", num_workers=2))
    assert table["solution"].to_pylist() == solved

    sql = pytest.importorskip("pyspark.sql")
    # By default, Spark's workers may use another Python installation, which lacks this package.
    monkeypatch.setenv("PYSPARK_PYTHON", sys.executable)
    spark = sql.SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false").getOrCreate()
    frame = spark.read.parquet(*(str(path) for path in sorted(folder.glob("in-*.parquet"))))
    schema = "id long, puzzle string, status string, solution string, clues byte, reason string"
    rows = frame.mapInArrow(each(solve_batch, threads=1), schema).orderBy("id").collect()
    spark.stop()
    assert [row["solution"] for row in rows] == solved
