"""Parquet in, Parquet out, a shard at a time: what a cluster does with files that fit into no memory.

::

    in/a.parquet   ▓▓▓▓|▓▓▓▓|▓▓      cut into shards of whole row groups: the plan, the same for the same files
    in/b.parquet   ▓▓▓▓|▓▓▓
                    │    │   …        answered by whoever is free, in any order, perhaps twice
                    ▼    ▼
    out/part-00000.parquet            written under another name first, and then renamed
    out/_part-00000.json              after that: rows and checksums; with it the shard is done
    out/_plan.json                    what is asked; another question in the same folder is refused
    out/_manifest.json                at the end: all shards, rows and checksums

A shard depends on its input and the question alone, so an answer that comes twice is the same file. What is done is not
done again: to go on after whatever happened, start again. Folders are local, or shared by all machines. Names that begin
with a line or a dot are not data to those who read a folder of Parquet: pyarrow, Spark, DuckDB.
"""

from __future__ import annotations

import hashlib
import json
import os
import uuid
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from glob import glob
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from . import arrow
from ._veridoku import __version__

BATCH_ROWS = 1 << 16
"""The rows that are read, answered and written at once."""
PLAN_VERSION = 1


@dataclass(frozen=True)
class Shard:
    """Some row groups of a file."""

    number: int
    source: str
    row_groups: tuple[int, ...]
    rows: int

    @property
    def name(self) -> str:
        return f"part-{self.number:05}"


@dataclass(frozen=True)
class Plan:
    """What is asked of which files, and where the answers go."""

    function: str
    """``solve``, ``rate``, ``canon``, ``path`` or ``augment``."""
    output: str
    shards: tuple[Shard, ...]
    column: str = "puzzle"
    options: dict[str, Any] = field(default_factory=dict)

    @property
    def rows(self) -> int:
        return sum(shard.rows for shard in self.shards)

    def path(self, name: str) -> Path:
        return Path(self.output) / name


def plan(
    function: str,
    inputs: str | Sequence[str],
    output: str | os.PathLike[str],
    *,
    column: str = "puzzle",
    options: dict[str, Any] | None = None,
    rows_per_shard: int = 1_000_000,
) -> Plan:
    """Cuts the files into shards of whole row groups, each of at least ``rows_per_shard`` rows or one file.

    ``inputs`` are files, folders or patterns; they are taken in the order of their names.
    """
    if function not in arrow.FUNCTIONS:
        raise ValueError(f"there is no function {function!r}, expected one of: {', '.join(arrow.FUNCTIONS)}")
    shards: list[Shard] = []
    for source in _files([inputs] if isinstance(inputs, str) else inputs):
        metadata = pq.read_metadata(source)
        groups: list[int] = []
        rows = 0
        for group in range(metadata.num_row_groups):
            groups.append(group)
            rows += metadata.row_group(group).num_rows
            if rows >= rows_per_shard or group == metadata.num_row_groups - 1:
                shards.append(Shard(len(shards), source, tuple(groups), rows))
                groups, rows = [], 0
    return Plan(function, str(Path(output).absolute()), tuple(shards), column, dict(options or {}))


def _files(inputs: Iterable[str]) -> list[str]:
    files: set[str] = set()
    for name in inputs:
        pattern = f"{glob_escape(name)}/**/*.parquet" if os.path.isdir(name) else name
        found = glob(pattern, recursive=True)
        if not found:
            raise FileNotFoundError(f"found no file for {name!r}")
        files.update(os.path.abspath(path) for path in found)
    return sorted(files)


def glob_escape(name: str) -> str:
    """A name that stands for itself in a pattern."""
    return "".join(f"[{sign}]" if sign in "*?[" else sign for sign in name)


def begin(plan: Plan) -> list[Shard]:
    """Writes the plan down, and gives the shards that are not done; another plan in the same folder is refused."""
    Path(plan.output).mkdir(parents=True, exist_ok=True)
    asked = _asked(plan)
    written = plan.path("_plan.json")
    if written.exists():
        if json.loads(written.read_text()) != asked:
            raise ValueError(f"found another plan in {plan.output}, expected the same question, files and shards")
    else:
        _write(written, json.dumps(asked, indent=1))
    return [shard for shard in plan.shards if done(plan, shard) is None]


def done(plan: Plan, shard: Shard) -> dict[str, Any] | None:
    """What was written down about a shard when it was done, or nothing."""
    try:
        told: dict[str, Any] = json.loads(plan.path(f"_{shard.name}.json").read_text())
        size = plan.path(f"{shard.name}.parquet").stat().st_size
    except FileNotFoundError:
        return None
    return told if told["bytes"] == size else None


def answer_shard(plan: Plan, shard: Shard, threads: int = 1) -> dict[str, Any]:
    """Answers a shard and writes it down; a pure function of plan and shard, whoever calls it and how often."""
    function = arrow.FUNCTIONS[plan.function]
    source = pq.ParquetFile(shard.source)
    target = plan.path(f"{shard.name}.parquet")
    temporary = plan.path(f".{shard.name}.{uuid.uuid4().hex}.tmp")
    asked, rows_in, rows_out = hashlib.sha256(), 0, 0
    try:
        writer = None
        for batch in source.iter_batches(batch_size=BATCH_ROWS, row_groups=list(shard.row_groups)):
            _digest(asked, batch.column(plan.column))
            answers = function(batch, column=plan.column, threads=threads, **plan.options)
            if writer is None:
                writer = pq.ParquetWriter(temporary, answers.schema, compression="zstd")
            writer.write_batch(answers)
            rows_in += batch.num_rows
            rows_out += answers.num_rows
        if writer is None:
            none = arrow.schema(function, source.schema_arrow, column=plan.column, **plan.options)
            writer = pq.ParquetWriter(temporary, none, compression="zstd")
        writer.close()
        told = {
            "shard": shard.number,
            "file": target.name,
            "rows": rows_out,
            "rows_in": rows_in,
            "puzzles_sha256": asked.hexdigest(),
            "file_sha256": _file_digest(temporary),
            "bytes": temporary.stat().st_size,
        }
        os.replace(temporary, target)
    finally:
        temporary.unlink(missing_ok=True)
    _write(plan.path(f"_{shard.name}.json"), json.dumps(told))
    return told


def finish(plan: Plan) -> dict[str, Any]:
    """Writes the manifest when all shards are done, and takes away what was left half written."""
    told = [done(plan, shard) for shard in plan.shards]
    missing = [shard.name for shard, one in zip(plan.shards, told) if one is None]
    if missing:
        raise RuntimeError(f"{len(missing)} shards are not done: {', '.join(missing[:5])}")
    shards = [one for one in told if one is not None]
    manifest = {
        **_asked(plan),
        "rows": sum(one["rows"] for one in shards),
        "rows_in": sum(one["rows_in"] for one in shards),
        "sha256": hashlib.sha256("".join(one["file_sha256"] for one in shards).encode()).hexdigest(),
        "shards": shards,
    }
    _write(plan.path("_manifest.json"), json.dumps(manifest, indent=1))
    for left in Path(plan.output).glob(".part-*.tmp"):
        left.unlink(missing_ok=True)
    return manifest


def verify(output: str | os.PathLike[str]) -> dict[str, Any]:
    """Reads all answers again: rows and checksums are those of the manifest, puzzle for puzzle; gives the manifest."""
    folder = Path(output)
    manifest: dict[str, Any] = json.loads((folder / "_manifest.json").read_text())
    files = sorted(path.name for path in folder.glob("part-*.parquet"))
    if files != [shard["file"] for shard in manifest["shards"]]:
        raise ValueError(f"found {len(files)} files in {folder}, expected {len(manifest['shards'])}")
    for shard in manifest["shards"]:
        path = folder / shard["file"]
        if _file_digest(path) != shard["file_sha256"]:
            raise ValueError(f"{path} is not the file that was written")
        asked, rows = hashlib.sha256(), 0
        file = pq.ParquetFile(path)
        keeps_rows = manifest["function"] != "augment"
        for batch in file.iter_batches(batch_size=BATCH_ROWS, columns=[manifest["column"]] if keeps_rows else None):
            rows += batch.num_rows
            if keeps_rows:
                _digest(asked, batch.column(manifest["column"]))
        if rows != shard["rows"] or (keeps_rows and asked.hexdigest() != shard["puzzles_sha256"]):
            raise ValueError(f"{path} has other puzzles than were asked about")
    return manifest


def _asked(plan: Plan) -> dict[str, Any]:
    """The question as it is written down."""
    shards = [{**asdict(shard), "row_groups": list(shard.row_groups)} for shard in plan.shards]
    sizes = {shard.source: os.path.getsize(shard.source) for shard in plan.shards}
    return {
        "version": PLAN_VERSION,
        "veridoku": __version__,
        "function": plan.function,
        "column": plan.column,
        "options": plan.options,
        "sources": sizes,
        "plan": shards,
    }


def _digest(digest: Any, column: pa.Array) -> None:
    """Adds the values of a column, and nothing of how they are held."""
    digest.update(b"".join(map(_written, column.to_pylist())))


def _written(value: str | bytes | list[int] | None) -> bytes:
    """A text or a row of numbers, and a sign behind it that stands in neither."""
    if value is None:
        return b"\xfe"
    return (value.encode() if isinstance(value, str) else bytes(value)) + b"\xff"


def _file_digest(path: Path) -> str:
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while part := file.read(1 << 20):
            digest.update(part)
    return digest.hexdigest()


def _write(path: Path, text: str) -> None:
    """Writes a small file that is there as a whole or not at all."""
    temporary = path.with_name(f".{path.name}.{uuid.uuid4().hex}.tmp")
    temporary.write_text(text)
    os.replace(temporary, path)
