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
To resume after any failure, start again with the same plan. Inputs and output are paths, which must be on a
file system shared by all machines, or URLs such as ``s3://bucket/puzzles``, which pyarrow or fsspec opens.
Readers of Parquet folders (pyarrow, Spark, DuckDB) ignore file names that begin with an underscore or a dot.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field
from functools import cached_property
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from . import arrow
from ._fingerprint import Fingerprint, footer_sha256
from ._storage import Location, find_files
from ._veridoku import __version__

__all__ = [
    "BATCH_ROWS",
    "MAX_SHARDS",
    "Plan",
    "Shard",
    "begin",
    "done",
    "finish",
    "plan",
    "process_shard",
    "verify",
]

BATCH_ROWS = 1 << 16
"""The number of result rows to process at once."""
MAX_SHARDS = 100_000
"""The maximum number of shards. Up to this number, file names sort in the order of the shards."""
MOST_SHARDS = MAX_SHARDS  # the former name
READERS = 8
"""The number of files to verify in parallel."""
PLAN_VERSION = 3


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
    filesystem: Any = field(default=None, compare=False, repr=False)
    """The file system of all paths, from pyarrow or fsspec. By default, paths are local or URLs."""

    @property
    def rows(self) -> int:
        return sum(shard.rows for shard in self.shards)

    @cached_property
    def sha256(self) -> str:
        """The checksum of the plan, which is stored in the record of each shard."""
        return hashlib.sha256(json.dumps(_comparable(_plan_dict(self)), sort_keys=True).encode()).hexdigest()

    @property
    def folder(self) -> Location:
        """The location of the output folder."""
        return Location.of(self.output, self.filesystem)

    def path(self, name: str) -> Location:
        """Return the location of a file in the output folder."""
        return self.folder / name

    def source(self, name: str) -> Location:
        """Return the location of an input file."""
        return Location.of(name, self.filesystem)


def plan(
    function: str,
    inputs: str | os.PathLike[str] | Sequence[str | os.PathLike[str]],
    output: str | os.PathLike[str],
    *,
    column: str = "puzzle",
    options: dict[str, Any] | None = None,
    rows_per_shard: int = 1_000_000,
    filesystem: Any = None,
) -> Plan:
    """Split the input files into shards of whole row groups.

    Invalid options and files without the right columns raise an exception here, before anything is written.

    Parameters
    ----------
    function
        ``solve``, ``rate``, ``canon``, ``path`` or ``augment``.
    inputs
        Files, folders or glob patterns, as paths or URLs. Files are processed in the order of their names.
    output
        The output folder, as a path or a URL.
    column
        The name of the column with the puzzles.
    options
        The options of the batch function; see :mod:`veridoku.arrow`.
    rows_per_shard
        The minimum number of rows in a shard. The last shard of a file may have fewer.
    filesystem
        The file system of all paths, from pyarrow or fsspec. By default, paths are local or URLs.
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
    files = {file for name in names for file in find_files(os.fspath(name), filesystem)}
    for source in sorted(files):
        location = Location.of(source, filesystem)
        sources[source] = _identity(location)
        metadata = pq.read_metadata(location.path, filesystem=location.filesystem)
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
    return Plan(
        function, _folder(output, filesystem), tuple(shards), column, checked_options, sources, filesystem
    )


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


def _folder(output: str | os.PathLike[str], filesystem: Any = None) -> str:
    """Return the name of the output folder. Raises an error if the scheme of the URL is not supported."""
    name = os.fspath(output)
    location = Location.of(name, filesystem)
    return location.path if "://" not in name else name


def _identity(location: Location) -> dict[str, Any]:
    """Return the properties that identify the content of a file."""
    info = location.info()
    with location.open() as file:
        return {"bytes": info.size, "modified_ns": info.mtime_ns, "footer_sha256": footer_sha256(file)}


def begin(plan: Plan) -> list[Shard]:
    """Write the plan to the output folder, and return the shards that are not done.

    Raises :class:`ValueError` if the folder contains a different plan.
    """
    modified = _check_sources(plan)
    plan.folder.create_folder()
    expected = _plan_dict(plan)
    path = plan.path("_plan.json")
    # If two processes begin at the same time, one writes the plan and both read it.
    path.create(json.dumps(expected, indent=1))
    try:
        found: dict[str, Any] = {**json.loads(path.read())}
    except (TypeError, ValueError) as error:
        raise ValueError(f"cannot read {path}; remove it to start again") from error
    if _comparable(found) != _comparable(expected):
        raise ValueError(f"found a different plan in {plan.output}: {_difference(found, expected)}")
    records = _records(plan)
    _check_done(plan, records, modified, found["sources"])
    return [shard for shard, record in zip(plan.shards, records) if record is None]


def _comparable(plan_dict: dict[str, Any]) -> dict[str, Any]:
    """Return a plan without the modification times, which change without the content."""
    sources = {name: _without_time(source) for name, source in plan_dict.get("sources", {}).items()}
    return {**plan_dict, "sources": sources}


def _without_time(source: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in source.items() if key != "modified_ns"}


def _difference(found: dict[str, Any], expected: dict[str, Any]) -> str:
    """Return in words what is different in two plans."""
    old, new = found.get("sources", {}), expected["sources"]
    names = sorted(set(old) ^ set(new)) or [
        name for name in new if _without_time(old[name]) != _without_time(new[name])
    ]
    if names:
        more = f" and {len(names) - 1} more" if len(names) > 1 else ""
        change = "changed" if set(old) == set(new) else "added or removed"
        return f"the input {names[0]}{more} was {change}"
    keys = [key for key in expected if found.get(key) != expected[key] and key != "sources"]
    changes = (f"{key} was {_short(found.get(key))} and is {_short(expected[key])}" for key in keys)
    return "; ".join(changes)


def _short(value: Any) -> str:
    text = json.dumps(value)
    return text if len(text) <= 60 else f"{text[:59]}…"


def done(plan: Plan, shard: Shard) -> dict[str, Any] | None:
    """Return the record of a shard if it is done, or ``None``; the checksum of its file is verified."""
    path = plan.path(f"{shard.name}.parquet")
    try:
        record: dict[str, Any] = json.loads(plan.path(f"_{shard.name}.json").read())
        is_valid = (
            record["plan_sha256"] == plan.sha256
            and record["rows_in"] == shard.rows
            and record["bytes"] == path.info().size
            and record["file_sha256"] == path.sha256()
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
    location = plan.source(shard.source)
    source_schema = pq.read_schema(location.path, filesystem=location.filesystem)
    target = plan.path(f"{shard.name}.parquet")
    options = {**plan.options, "column": plan.column, "threads": threads}
    rows_before = sum(other.rows for other in plan.shards[: shard.number])
    puzzles, rows_out = Fingerprint(), 0
    _check_source(plan, shard.source)
    with target.atomic_write() as file:
        schema = arrow.schema(function, source_schema, **options)
        with pq.ParquetWriter(file, schema, compression="zstd") as writer:
            batches = _batches(plan, shard)
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
            "file_sha256": Location.of(file.name).sha256(),
            "bytes": os.path.getsize(file.name),
            "plan_sha256": plan.sha256,
        }
    with plan.path(f"_{shard.name}.json").atomic_write() as record_file:
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
    found = _records(plan)
    _check_done(plan, found, _check_sources(plan), plan.sources)
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
    with plan.path("_manifest.json").atomic_write() as file:
        file.write(json.dumps(manifest, indent=1).encode())
    plan.folder.remove_stale_files(["part-*", "_part-*", "_plan.json", "_manifest.json"])
    return manifest


def verify(output: str | os.PathLike[str], *, filesystem: Any = None) -> dict[str, Any]:
    """Verify the rows and checksums of all output files against the manifest, and return the manifest.

    Parameters
    ----------
    output
        The output folder, as a path or a URL.
    filesystem
        The file system of the folder, from pyarrow or fsspec. By default, it is local or a URL.
    """
    folder = Location.of(os.fspath(output), filesystem)
    manifest: dict[str, Any] = json.loads((folder / "_manifest.json").read())
    names = (path.rpartition("/")[2] for path in folder.files())
    files = [name for name in names if name.startswith("part-") and name.endswith(".parquet")]
    if files != [shard["file"] for shard in manifest["shards"]]:
        raise ValueError(f"found {len(files)} files in {folder}, expected {len(manifest['shards'])}")
    for shard in manifest["shards"]:
        path = folder / shard["file"]
        if path.sha256() != shard["file_sha256"]:
            raise ValueError(f"checksum mismatch: {path} is not the file that was written")
        puzzles, rows = Fingerprint(), 0
        file = pq.ParquetFile(path.path, filesystem=path.filesystem)
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


def _check_sources(plan: Plan) -> dict[str, int | None]:
    """Return the modification times of the input files.

    Raise an exception if the size or the footer of one has changed since the plan was made.
    """
    return {source: _check_source(plan, source) for source in plan.sources}


def _check_source(plan: Plan, source: str) -> int | None:
    identity = _identity(plan.source(source))
    if _without_time(identity) != _without_time(plan.sources[source]):
        raise ValueError(f"{source} has changed since the plan was made")
    modified: int | None = identity["modified_ns"]
    return modified


def _check_done(
    plan: Plan,
    records: Sequence[dict[str, Any] | None],
    modified: dict[str, int | None],
    known: dict[str, dict[str, Any]],
) -> None:
    """Raise an exception if the puzzles of a shard that is done have changed.

    Only files with another modification time than before are read.
    """
    for shard, record in zip(plan.shards, records):
        if record is None or modified[shard.source] == known[shard.source]["modified_ns"]:
            continue
        puzzles = Fingerprint()
        for batch in _batches(plan, shard, [plan.column]):
            puzzles.add(batch.column(plan.column))
        if puzzles.hexdigest() != record["puzzles_sha256"]:
            raise ValueError(f"{shard.source} has changed since {shard.name} was written")


def _batches(plan: Plan, shard: Shard, columns: list[str] | None = None) -> Iterator[pa.RecordBatch]:
    """Read the rows of a shard."""
    location = plan.source(shard.source)
    with pq.ParquetFile(location.path, filesystem=location.filesystem) as file:
        yield from file.iter_batches(_batch_rows(plan), list(shard.row_groups), columns)


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
