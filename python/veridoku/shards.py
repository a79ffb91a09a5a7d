"""Processing of Parquet files in shards, for inputs larger than memory and for clusters.

::

    in/a.parquet   ▓▓▓▓|▓▓▓▓|▓▓      split into shards of whole row groups; the same files give the same plan
    in/b.parquet   ▓▓▓▓|▓▓▓
                    │    │   …        processed by any worker, in any order, possibly twice
                    ▼    ▼
    out/part-00000.parquet            written to a temporary file first, renamed when its content is on disk
    out/_part-00000.json              the record of the shard (rows, checksums, plan); marks it as done
    out/_plan.json                    the plan; a different plan in the same folder is rejected
    out/_manifest.json                written at the end: all shards with rows and checksums

The output of a shard depends only on its input and the plan, so processing a shard twice gives the same file.
Shards that are done are not processed again; a shard is done if the checksum of its file matches its record.
To resume after any failure, start again with the same plan. Folders must be local or on a file system shared
by all machines. Readers of Parquet folders (pyarrow, Spark, DuckDB) ignore file names that begin with an
underscore or a dot.
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
from ._disk import atomic_create, atomic_write, remove_stale_files
from ._fingerprint import Fingerprint, file_sha256, footer_sha256
from ._veridoku import __version__

BATCH_ROWS = 1 << 16
"""The number of result rows to process at once."""
MAX_SHARDS = 100_000
"""The maximum number of shards. Up to this number, file names sort in the order of the shards."""
MOST_SHARDS = MAX_SHARDS  # the former name
READERS = 8
"""The number of files to verify in parallel."""
PLAN_VERSION = 2


@dataclass(frozen=True)
class Shard:
    """A range of row groups of a file."""

    number: int
    source: str
    row_groups: tuple[int, ...]
    rows: int

    @property
    def name(self) -> str:
        return f"part-{self.number:05}"


@dataclass(frozen=True)
class Plan:
    """A function, its options, the input files and the output folder."""

    function: str
    """``solve``, ``rate``, ``canon``, ``path`` or ``augment``."""
    output: str
    shards: tuple[Shard, ...]
    column: str = "puzzle"
    options: dict[str, Any] = field(default_factory=dict)
    sources: dict[str, dict[str, Any]] = field(default_factory=dict)
    """The input files with their size, modification time and footer checksum at the time of planning."""

    @property
    def rows(self) -> int:
        return sum(shard.rows for shard in self.shards)

    @cached_property
    def sha256(self) -> str:
        """The checksum of the plan, which is stored in the record of each shard."""
        return hashlib.sha256(json.dumps(_plan_dict(self), sort_keys=True).encode()).hexdigest()

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
    """Split the input files into shards of whole row groups.

    Invalid options and files without the right columns raise an exception here, before anything is written.

    Parameters
    ----------
    function
        ``solve``, ``rate``, ``canon``, ``path`` or ``augment``.
    inputs
        Files, folders or glob patterns. Files are processed in the order of their names.
    output
        The output folder.
    column
        The name of the column with the puzzles.
    options
        The options of the batch function; see :mod:`veridoku.arrow`.
    rows_per_shard
        The minimum number of rows in a shard. The last shard of a file may have fewer.
    """
    if function not in arrow.FUNCTIONS:
        raise ValueError(f"unknown function {function!r}, expected one of: {', '.join(arrow.FUNCTIONS)}")
    if rows_per_shard < 1:
        raise ValueError(f"found {rows_per_shard} rows per shard, expected at least 1")
    checked_options = _options(function, options or {})
    names = [inputs] if isinstance(inputs, (str, os.PathLike)) else inputs
    shards: list[Shard] = []
    sources: dict[str, dict[str, Any]] = {}
    schemas: list[pa.Schema] = []
    for source in _files([_local(name) for name in names]):
        sources[source] = _identity(source)
        metadata = pq.read_metadata(source)
        schema = metadata.schema.to_arrow_schema()
        if schema not in schemas:
            _check(function, schema, column, checked_options, source)
            schemas.append(schema)
        groups: list[int] = []
        rows = 0
        for group in range(metadata.num_row_groups):
            groups.append(group)
            rows += metadata.row_group(group).num_rows
            if rows >= rows_per_shard or group == metadata.num_row_groups - 1:
                shards.append(Shard(len(shards), source, tuple(groups), rows))
                groups, rows = [], 0
    if len(shards) > MAX_SHARDS:
        message = f"found {len(shards)} shards, expected at most {MAX_SHARDS}; increase rows_per_shard"
        raise ValueError(message)
    folder = str(Path(_local(output)).absolute())
    return Plan(function, folder, tuple(shards), column, checked_options, sources)


def _options(function: str, options: dict[str, Any]) -> dict[str, Any]:
    """Return the options as they will be read back from JSON, where tuples become lists."""
    known = arrow.options_of(arrow.FUNCTIONS[function]) - {"column", "threads", "first_row"}
    unknown = sorted(set(options) - known)
    if unknown:
        raise ValueError(
            f"unknown option {', '.join(map(repr, unknown))} of {function}, expected any of: "
            f"{', '.join(sorted(known))}"
        )
    try:
        result: dict[str, Any] = json.loads(json.dumps(options, allow_nan=False))
    except (TypeError, ValueError) as error:
        raise ValueError(f"found an option that cannot be written as JSON: {error}") from error
    return result


def _check(function: str, schema: pa.Schema, column: str, options: dict[str, Any], source: str) -> None:
    """Call the function with an empty batch, which raises an exception for invalid options or columns."""
    # The machine that makes the plan may lack the device that the workers use.
    local_options = {name: value for name, value in options.items() if name != "device"}
    if options.get("device", "cpu") not in ("cpu", "gpu"):
        raise ValueError(f"unknown device {options['device']!r}, expected cpu or gpu")
    try:
        arrow.schema(arrow.FUNCTIONS[function], schema, column=column, threads=1, **local_options)
    except KeyError as error:
        raise KeyError(f"{source}: {error.args[0]}") from error
    except (TypeError, ValueError) as error:
        raise ValueError(f"{source}: {error}") from error


def _local(name: str | os.PathLike[str]) -> str:
    path = os.fspath(name)
    if "://" in path:
        raise ValueError(f"found {path!r}, expected a local path; remote storage must be mounted")
    return path


def _files(inputs: Iterable[str]) -> list[str]:
    files: set[str] = set()
    for name in inputs:
        if os.path.isdir(name):
            found = glob(f"{escape(name)}/**/*.parquet", recursive=True)
        else:
            found = [name] if os.path.exists(name) else glob(name, recursive=True)
        if not found:
            raise FileNotFoundError(f"found no file that matches {name!r}")
        files.update(os.path.abspath(path) for path in found)
    return sorted(files)


def _identity(source: str) -> dict[str, Any]:
    """Return the properties that identify the content of a file."""
    info = os.stat(source)
    return {"bytes": info.st_size, "modified_ns": info.st_mtime_ns, "footer_sha256": footer_sha256(source)}


def begin(plan: Plan) -> list[Shard]:
    """Write the plan to the output folder, and return the shards that are not done.

    Raises :class:`ValueError` if the folder contains a different plan.
    """
    Path(plan.output).mkdir(parents=True, exist_ok=True)
    _check_sources(plan)
    expected = _plan_dict(plan)
    path = plan.path("_plan.json")
    # If two processes begin at the same time, one writes the plan and both read it.
    atomic_create(path, json.dumps(expected, indent=1))
    try:
        found = json.loads(path.read_text())
    except ValueError as error:
        raise ValueError(f"cannot read {path}; remove it to start again") from error
    if found != expected:
        raise ValueError(
            f"found a different plan in {plan.output}, expected the same function, options, files and shards"
        )
    return [shard for shard, record in zip(plan.shards, _records(plan)) if record is None]


def done(plan: Plan, shard: Shard) -> dict[str, Any] | None:
    """Return the record of a shard if it is done, or ``None``; the checksum of its file is verified."""
    path = plan.path(f"{shard.name}.parquet")
    try:
        record: dict[str, Any] = json.loads(plan.path(f"_{shard.name}.json").read_text())
        is_valid = (
            record["plan_sha256"] == plan.sha256
            and record["rows_in"] == shard.rows
            and record["bytes"] == path.stat().st_size
            and record["file_sha256"] == file_sha256(path)
        )
    except (FileNotFoundError, ValueError, KeyError, TypeError):
        # The record or the file is missing, or the record is damaged.
        return None
    return record if is_valid else None


def _records(plan: Plan) -> list[dict[str, Any] | None]:
    with ThreadPoolExecutor(READERS) as readers:
        return list(readers.map(lambda shard: done(plan, shard), plan.shards))


def process_shard(plan: Plan, shard: Shard, threads: int = 1) -> dict[str, Any]:
    """Process a shard, write its file and its record, and return the record.

    The output depends only on the plan and the shard, so that a shard may safely be processed more than once.
    """
    function = arrow.FUNCTIONS[plan.function]
    source = pq.ParquetFile(shard.source)
    target = plan.path(f"{shard.name}.parquet")
    options = {**plan.options, "column": plan.column, "threads": threads}
    rows_before = sum(other.rows for other in plan.shards[: shard.number])
    puzzles, rows_out = Fingerprint(), 0
    _check_source(plan, shard.source)
    with atomic_write(target) as file:
        schema = arrow.schema(function, source.schema_arrow, **options)
        with pq.ParquetWriter(file, schema, compression="zstd") as writer:
            batches = source.iter_batches(batch_size=_batch_rows(plan), row_groups=list(shard.row_groups))
            for batch, result in arrow.process_batches(function, batches, first_row=rows_before, **options):
                puzzles.add(batch.column(plan.column))
                writer.write_batch(result)
                rows_out += result.num_rows
        if puzzles.rows != shard.rows:
            message = f"found {puzzles.rows} rows in {shard.name} of {shard.source}, expected {shard.rows}"
            raise ValueError(message)
        _check_source(plan, shard.source)
        file.flush()
        record = {
            "shard": shard.number,
            "file": target.name,
            "rows": rows_out,
            "rows_in": puzzles.rows,
            "puzzles_sha256": puzzles.hexdigest(),
            "file_sha256": file_sha256(file.name),
            "bytes": os.path.getsize(file.name),
            "plan_sha256": plan.sha256,
        }
    with atomic_write(plan.path(f"_{shard.name}.json")) as record_file:
        record_file.write(json.dumps(record).encode())
    return record


# The former name.
answer_shard = process_shard


def _batch_rows(plan: Plan) -> int:
    """Return the number of rows to process at once, which is smaller if each row has several results."""
    count: int = plan.options.get("count", 1)
    return max(1, BATCH_ROWS // max(1, count))


def finish(plan: Plan) -> dict[str, Any]:
    """Write and return the manifest, and remove stale temporary files.

    Raises :class:`RuntimeError` if some shards are not done.
    """
    _check_sources(plan)
    found = _records(plan)
    missing = [shard.name for shard, record in zip(plan.shards, found) if record is None]
    if missing:
        raise RuntimeError(f"{len(missing)} shards are not done: {', '.join(missing[:5])}")
    records = [record for record in found if record is not None]
    manifest = {
        **_plan_dict(plan),
        "rows": sum(record["rows"] for record in records),
        "rows_in": sum(record["rows_in"] for record in records),
        "sha256": hashlib.sha256("".join(record["file_sha256"] for record in records).encode()).hexdigest(),
        "shards": records,
    }
    with atomic_write(plan.path("_manifest.json")) as file:
        file.write(json.dumps(manifest, indent=1).encode())
    remove_stale_files(Path(plan.output), ["part-*", "_part-*", "_plan.json", "_manifest.json"])
    return manifest


def verify(output: str | os.PathLike[str]) -> dict[str, Any]:
    """Verify the rows and checksums of all output files against the manifest, and return the manifest."""
    folder = Path(_local(output))
    manifest: dict[str, Any] = json.loads((folder / "_manifest.json").read_text())
    files = sorted(path.name for path in folder.glob("part-*.parquet"))
    if files != [shard["file"] for shard in manifest["shards"]]:
        raise ValueError(f"found {len(files)} files in {folder}, expected {len(manifest['shards'])}")
    for shard in manifest["shards"]:
        path = folder / shard["file"]
        if file_sha256(path) != shard["file_sha256"]:
            raise ValueError(f"checksum mismatch: {path} is not the file that was written")
        puzzles, rows = Fingerprint(), 0
        file = pq.ParquetFile(path)
        # Only `augment` does not copy the puzzles to its output.
        has_puzzles = manifest["function"] != "augment"
        columns = [manifest["column"]] if has_puzzles else None
        for batch in file.iter_batches(batch_size=BATCH_ROWS, columns=columns):
            rows += batch.num_rows
            if has_puzzles:
                puzzles.add(batch.column(manifest["column"]))
        if rows != shard["rows"] or (has_puzzles and puzzles.hexdigest() != shard["puzzles_sha256"]):
            raise ValueError(f"{path} does not contain the puzzles of the input")
    return manifest


def _check_sources(plan: Plan) -> None:
    """Raise an exception if an input file has changed since the plan was made."""
    for source, known in plan.sources.items():
        if _identity(source) != known:
            raise ValueError(f"{source} has changed since the plan was made")


def _check_source(plan: Plan, source: str) -> None:
    """Raise an exception if the content of an input file has changed since the plan was made.

    The modification time is not compared, because a worker may read a copy of the file.
    """
    known = plan.sources[source]
    if os.path.getsize(source) != known["bytes"] or footer_sha256(source) != known["footer_sha256"]:
        raise ValueError(f"{source} has changed since the plan was made")


def _plan_dict(plan: Plan) -> dict[str, Any]:
    """Return the plan in the form in which it is written to disk."""
    return {
        "version": PLAN_VERSION,
        "veridoku": __version__,
        "function": plan.function,
        "column": plan.column,
        "options": plan.options,
        "sources": plan.sources,
        "plan": [{**asdict(shard), "row_groups": list(shard.row_groups)} for shard in plan.shards],
    }
