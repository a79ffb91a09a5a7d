"""Parquet in, Parquet out, a shard at a time: what a cluster does with files that fit into no memory.

::

    in/a.parquet   ▓▓▓▓|▓▓▓▓|▓▓      cut into shards of whole row groups: the plan, the same for the same files
    in/b.parquet   ▓▓▓▓|▓▓▓
                    │    │   …        answered by whoever is free, in any order, perhaps twice
                    ▼    ▼
    out/part-00000.parquet            written under another name first, and renamed when it is on the disk
    out/_part-00000.json              after that: rows, checksums, the plan; with it the shard is done
    out/_plan.json                    what is asked; another question in the same folder is refused
    out/_manifest.json                at the end: all shards, rows and checksums

A shard depends on its input and the question alone, so an answer that comes twice is the same file. What is done is not
done again, and what is found is not believed: a file counts if its checksum is that of its note. To go on after whatever
happened, start again. Folders are local, or shared by all machines. Names that begin with a line or a dot are not data to
those who read a folder of Parquet: pyarrow, Spark, DuckDB.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field
from functools import cached_property
from glob import escape, glob
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from . import arrow
from ._disk import publish, publish_first, remove_left_behind
from ._fingerprint import Fingerprint, of_file, of_footer
from ._veridoku import __version__

BATCH_ROWS = 1 << 16
"""The rows that are written at once; so many are read and answered, too, where a row has one answer."""
MOST_SHARDS = 100_000
"""So many have names of one length, and so the order of their numbers."""
READERS = 8
"""So many files are read again at once."""
PLAN_VERSION = 2


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
    sources: dict[str, dict[str, Any]] = field(default_factory=dict)
    """The files as they were when the plan was made: bytes, time of the last change, checksum of the footer."""

    @property
    def rows(self) -> int:
        return sum(shard.rows for shard in self.shards)

    @cached_property
    def sha256(self) -> str:
        """The checksum of the question, by which the answers to it are known."""
        return hashlib.sha256(json.dumps(_asked(self), sort_keys=True).encode()).hexdigest()

    def path(self, name: str) -> Path:
        return Path(self.output) / name


def plan(
    function: str,
    inputs: str | os.PathLike[str] | Sequence[str | os.PathLike[str]],
    output: str | os.PathLike[str],
    *,
    column: str = "puzzle",
    options: dict[str, Any] | None = None,
    rows_per_shard: int = 1_000_000,
) -> Plan:
    """Cuts the files into shards of whole row groups, each of at least ``rows_per_shard`` rows or one file.

    ``inputs`` are files, folders or patterns; they are taken in the order of their names. Whatever is wrong with the
    question, an option or a column of one of the files, is told here, before anything is written.
    """
    if function not in arrow.FUNCTIONS:
        raise ValueError(f"there is no function {function!r}, expected one of: {', '.join(arrow.FUNCTIONS)}")
    if rows_per_shard < 1:
        raise ValueError(f"found {rows_per_shard} rows for a shard, expected 1 or more")
    written = _options(function, options or {})
    named = [inputs] if isinstance(inputs, (str, os.PathLike)) else inputs
    shards: list[Shard] = []
    sources: dict[str, dict[str, Any]] = {}
    checked: list[pa.Schema] = []
    for source in _files([_local(name) for name in named]):
        sources[source] = _identity(source)
        metadata = pq.read_metadata(source)
        schema = metadata.schema.to_arrow_schema()
        if schema not in checked:
            _check(function, schema, column, written, source)
            checked.append(schema)
        groups: list[int] = []
        rows = 0
        for group in range(metadata.num_row_groups):
            groups.append(group)
            rows += metadata.row_group(group).num_rows
            if rows >= rows_per_shard or group == metadata.num_row_groups - 1:
                shards.append(Shard(len(shards), source, tuple(groups), rows))
                groups, rows = [], 0
    if len(shards) > MOST_SHARDS:
        raise ValueError(f"found {len(shards)} shards, expected {MOST_SHARDS} at most: ask for more rows in each")
    return Plan(function, str(Path(_local(output)).absolute()), tuple(shards), column, written, sources)


def _options(function: str, options: dict[str, Any]) -> dict[str, Any]:
    """The options as they are written down and read again: a tuple is a list then."""
    known = arrow.options_of(arrow.FUNCTIONS[function]) - {"column", "threads", "first_row"}
    unknown = sorted(set(options) - known)
    if unknown:
        raise ValueError(
            f"there is no option {', '.join(map(repr, unknown))} of {function}, expected some of: "
            f"{', '.join(sorted(known))}"
        )
    try:
        written: dict[str, Any] = json.loads(json.dumps(options, allow_nan=False))
    except (TypeError, ValueError) as error:
        raise ValueError(f"found an option that cannot be written down as JSON: {error}") from error
    return written


def _check(function: str, schema: pa.Schema, column: str, options: dict[str, Any], source: str) -> None:
    """Asks the question about no rows of a file, so that what is wrong with it is told."""
    # Who plans need not have the device that the workers have.
    here = {name: value for name, value in options.items() if name != "device"}
    if options.get("device", "cpu") not in ("cpu", "gpu"):
        raise ValueError(f"there is no device {options['device']!r}, expected cpu or gpu")
    try:
        arrow.schema(arrow.FUNCTIONS[function], schema, column=column, threads=1, **here)
    except KeyError as error:
        raise KeyError(f"{source}: {error.args[0]}") from error
    except (TypeError, ValueError) as error:
        raise ValueError(f"{source}: {error}") from error


def _local(name: str | os.PathLike[str]) -> str:
    written = os.fspath(name)
    if "://" in written:
        raise ValueError(f"found {written!r}, expected a local path: files of elsewhere have to be mounted")
    return written


def _files(inputs: Iterable[str]) -> list[str]:
    files: set[str] = set()
    for name in inputs:
        if os.path.isdir(name):
            found = glob(f"{escape(name)}/**/*.parquet", recursive=True)
        else:
            found = [name] if os.path.exists(name) else glob(name, recursive=True)
        if not found:
            raise FileNotFoundError(f"found no file for {name!r}")
        files.update(os.path.abspath(path) for path in found)
    return sorted(files)


def _identity(source: str) -> dict[str, Any]:
    """What a file is known by. Other puzzles of the same size have other times, and nearly always another footer."""
    known = os.stat(source)
    return {"bytes": known.st_size, "modified_ns": known.st_mtime_ns, "footer_sha256": of_footer(source)}


def begin(plan: Plan) -> list[Shard]:
    """Writes the plan down, and gives the shards that are not done; another plan in the same folder is refused."""
    Path(plan.output).mkdir(parents=True, exist_ok=True)
    _look_at_sources(plan)
    asked = _asked(plan)
    written = plan.path("_plan.json")
    # Of two that begin at once one writes the plan, and both read it.
    publish_first(written, json.dumps(asked, indent=1))
    try:
        found = json.loads(written.read_text())
    except ValueError as error:
        raise ValueError(f"found {written}, which cannot be read; remove it to begin anew") from error
    if found != asked:
        raise ValueError(f"found another plan in {plan.output}, expected the same question, files and shards")
    return [shard for shard, told in zip(plan.shards, _all_done(plan)) if told is None]


def done(plan: Plan, shard: Shard) -> dict[str, Any] | None:
    """What was written down about a shard when it was done, or nothing; the file is read to see that it is the one."""
    path = plan.path(f"{shard.name}.parquet")
    try:
        told: dict[str, Any] = json.loads(plan.path(f"_{shard.name}.json").read_text())
        is_ours = told["plan_sha256"] == plan.sha256 and told["rows_in"] == shard.rows
        is_whole = is_ours and told["bytes"] == path.stat().st_size and told["file_sha256"] == of_file(path)
    except (FileNotFoundError, ValueError, KeyError, TypeError):
        # Not there, torn, or from somebody else.
        return None
    return told if is_whole else None


def _all_done(plan: Plan) -> list[dict[str, Any] | None]:
    with ThreadPoolExecutor(READERS) as readers:
        return list(readers.map(lambda shard: done(plan, shard), plan.shards))


def answer_shard(plan: Plan, shard: Shard, threads: int = 1) -> dict[str, Any]:
    """Answers a shard and writes it down; a pure function of plan and shard, whoever calls it and how often."""
    function = arrow.FUNCTIONS[plan.function]
    source = pq.ParquetFile(shard.source)
    target = plan.path(f"{shard.name}.parquet")
    options = {**plan.options, "column": plan.column, "threads": threads}
    before = sum(other.rows for other in plan.shards[: shard.number])
    asked, rows_out = Fingerprint(), 0
    _look_at_source(plan, shard.source)
    with publish(target) as file:
        schema = arrow.schema(function, source.schema_arrow, **options)
        with pq.ParquetWriter(file, schema, compression="zstd") as writer:
            batches = source.iter_batches(batch_size=_batch_rows(plan), row_groups=list(shard.row_groups))
            for batch, answers in arrow.answered(function, batches, first_row=before, **options):
                asked.add(batch.column(plan.column))
                writer.write_batch(answers)
                rows_out += answers.num_rows
        if asked.rows != shard.rows:
            raise ValueError(f"found {asked.rows} rows in {shard.name} of {shard.source}, expected {shard.rows}")
        _look_at_source(plan, shard.source)
        file.flush()
        told = {
            "shard": shard.number,
            "file": target.name,
            "rows": rows_out,
            "rows_in": asked.rows,
            "puzzles_sha256": asked.hexdigest(),
            "file_sha256": of_file(file.name),
            "bytes": os.path.getsize(file.name),
            "plan_sha256": plan.sha256,
        }
    with publish(plan.path(f"_{shard.name}.json")) as note:
        note.write(json.dumps(told).encode())
    return told


def _batch_rows(plan: Plan) -> int:
    """The rows that are answered at once: fewer where each has many answers."""
    count: int = plan.options.get("count", 1)
    return max(1, BATCH_ROWS // max(1, count))


def finish(plan: Plan) -> dict[str, Any]:
    """Writes the manifest when all shards are done, and takes away what the dead left half written."""
    _look_at_sources(plan)
    told = _all_done(plan)
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
    with publish(plan.path("_manifest.json")) as file:
        file.write(json.dumps(manifest, indent=1).encode())
    remove_left_behind(Path(plan.output), ["part-*", "_part-*", "_plan.json", "_manifest.json"])
    return manifest


def verify(output: str | os.PathLike[str]) -> dict[str, Any]:
    """Reads all answers again: rows and checksums are those of the manifest, puzzle for puzzle; gives the manifest."""
    folder = Path(_local(output))
    manifest: dict[str, Any] = json.loads((folder / "_manifest.json").read_text())
    files = sorted(path.name for path in folder.glob("part-*.parquet"))
    if files != [shard["file"] for shard in manifest["shards"]]:
        raise ValueError(f"found {len(files)} files in {folder}, expected {len(manifest['shards'])}")
    for shard in manifest["shards"]:
        path = folder / shard["file"]
        if of_file(path) != shard["file_sha256"]:
            raise ValueError(f"{path} is not the file that was written")
        asked, rows = Fingerprint(), 0
        file = pq.ParquetFile(path)
        keeps_rows = manifest["function"] != "augment"
        for batch in file.iter_batches(batch_size=BATCH_ROWS, columns=[manifest["column"]] if keeps_rows else None):
            rows += batch.num_rows
            if keeps_rows:
                asked.add(batch.column(manifest["column"]))
        if rows != shard["rows"] or (keeps_rows and asked.hexdigest() != shard["puzzles_sha256"]):
            raise ValueError(f"{path} has other puzzles than were asked about")
    return manifest


def _look_at_sources(plan: Plan) -> None:
    """Sees that the files are those of the plan."""
    for source, known in plan.sources.items():
        if _identity(source) != known:
            raise ValueError(f"{source} was changed since the plan was made, expected the same file")


def _look_at_source(plan: Plan, source: str) -> None:
    """Sees that a file has the content of the plan; a copy on the disk of a worker may have another time."""
    known = plan.sources[source]
    if os.path.getsize(source) != known["bytes"] or of_footer(source) != known["footer_sha256"]:
        raise ValueError(f"{source} was changed since the plan was made, expected the same file")


def _asked(plan: Plan) -> dict[str, Any]:
    """The question as it is written down."""
    return {
        "version": PLAN_VERSION,
        "veridoku": __version__,
        "function": plan.function,
        "column": plan.column,
        "options": plan.options,
        "sources": plan.sources,
        "plan": [{**asdict(shard), "row_groups": list(shard.row_groups)} for shard in plan.shards],
    }
