"""Batches of pyarrow in, batches of pyarrow out: what runs on one machine runs on a hundred.

Each function here takes a :class:`pyarrow.RecordBatch` with a column of puzzles and gives one with the answers beside the
other columns, row for row (:func:`augment_batch` gives several rows for one). A column that has the name of one of the
answers is refused: neither of the two is lost. They are plain functions of a module: deterministic, picklable, without
state; so Ray, Spark and Dask can send them anywhere. The schema of an answer has a name and a version, :func:`version`.

>>> import pyarrow as pa, veridoku.arrow
>>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
>>> batch = pa.record_batch({"id": [7, 8], "puzzle": [puzzle, "nonsense"]})
>>> solved = veridoku.arrow.solve_batch(batch)
>>> solved.schema.names
['id', 'puzzle', 'status', 'solution', 'clues', 'reason']
>>> solved["status"].to_pylist()
['unique', 'unreadable']
>>> veridoku.arrow.version(solved.schema)
'solve/1'
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Any, Literal

import pyarrow as pa
import pyarrow.compute as pc

from . import many
from ._inputs import refuse_clash
from ._veridoku import Table
from .one import Ladder

SCHEMA_KEY = b"veridoku:schema"
"""The metadata of a schema that names it, with its version."""

BatchFunction = Callable[..., pa.RecordBatch]
"""One of the functions of this module."""


def solve_batch(
    batch: pa.RecordBatch,
    *,
    column: str = "puzzle",
    minimal: bool = False,
    explain: bool = False,
    budget: int | None = None,
    threads: int | None = None,
    device: Literal["cpu", "gpu"] = "cpu",
) -> pa.RecordBatch:
    """Solves the puzzles of a batch, as :func:`veridoku.solve_many` does."""
    return _batch(
        many.solve_many(
            batch,
            column=column,
            minimal=minimal,
            explain=explain,
            budget=budget,
            threads=threads,
            device=device,
        )
    )


def rate_batch(
    batch: pa.RecordBatch,
    *,
    column: str = "puzzle",
    only: Literal["er", "score"] | None = None,
    up_to: float | None = None,
    budget: int | None = None,
    threads: int | None = None,
) -> pa.RecordBatch:
    """Rates the puzzles of a batch, as :func:`veridoku.rate_many` does."""
    return _batch(many.rate_many(batch, column=column, only=only, up_to=up_to, budget=budget, threads=threads))


def canon_batch(batch: pa.RecordBatch, *, column: str = "puzzle", threads: int | None = None) -> pa.RecordBatch:
    """Finds the canonical forms of the puzzles of a batch, as :func:`veridoku.canon_many` does."""
    return _batch(many.canon_many(batch, column=column, threads=threads))


def path_batch(
    batch: pa.RecordBatch,
    *,
    column: str = "puzzle",
    techniques: Sequence[str] = (),
    ladder: Ladder | None = None,
    uniqueness: bool = True,
    budget: int | None = None,
    threads: int | None = None,
) -> pa.RecordBatch:
    """Solves the puzzles of a batch step by step, as :func:`veridoku.path_many` does."""
    return _batch(
        many.path_many(
            batch,
            column=column,
            techniques=techniques,
            ladder=ladder,
            uniqueness=uniqueness,
            budget=budget,
            threads=threads,
        )
    )


def augment_batch(
    batch: pa.RecordBatch,
    *,
    column: str = "puzzle",
    solution_column: str | None = None,
    count: int = 1,
    seed: int = 0,
    threads: int | None = None,
    first_row: int = 0,
) -> pa.RecordBatch:
    """Dresses the puzzles of a batch anew, as :func:`veridoku.augment_many` does.

    The other columns stand beside each dress. ``row`` counts from ``first_row`` on, the number of rows before the batch;
    :func:`stream`, :func:`each` and :mod:`veridoku.shards` see to that.
    """
    names = batch.schema.names
    asked = [place for place, name in enumerate(names) if name in (column, solution_column)]
    beside = [place for place in range(len(names)) if place not in asked]
    answers = _batch(
        many.augment_many(
            batch.select(asked),
            column=column,
            solution_column=solution_column,
            count=count,
            seed=seed,
            threads=threads,
        )
    )
    refuse_clash([names[place] for place in beside], answers.schema.names, column)
    rows = answers.column("row")
    kept = batch.select(beside).take(rows) if beside else None
    fields, columns = (list(kept.schema), kept.columns) if kept is not None else ([], [])
    counted = [pc.add(rows, first_row) if name == "row" else answers.column(name) for name in answers.schema.names]
    schema = pa.schema([*fields, *answers.schema], answers.schema.metadata)
    return pa.RecordBatch.from_arrays([*columns, *counted], schema=schema)


FUNCTIONS: dict[str, BatchFunction] = {
    "solve": solve_batch,
    "rate": rate_batch,
    "canon": canon_batch,
    "path": path_batch,
    "augment": augment_batch,
}
"""The functions by name."""


def each(function: BatchFunction, **options: Any) -> Callable[[Iterable[pa.RecordBatch]], Iterator[pa.RecordBatch]]:
    """What gives an answer for each batch, one at a time; made for ``mapInArrow`` of Spark.

    >>> import pyarrow as pa
    >>> batches = [pa.record_batch({"puzzle": ["." * 81]})] * 2
    >>> [answer["status"].to_pylist() for answer in each(solve_batch, threads=1)(batches)]
    [['multiple'], ['multiple']]
    """
    return partial(_each, function, options)


def _each(
    function: BatchFunction, options: dict[str, Any], batches: Iterable[pa.RecordBatch]
) -> Iterator[pa.RecordBatch]:
    for _, answers in answered(function, batches, **options):
        yield answers


def answered(
    function: BatchFunction, batches: Iterable[pa.RecordBatch], *, first_row: int = 0, **options: Any
) -> Iterator[tuple[pa.RecordBatch, pa.RecordBatch]]:
    """Each batch with its answer; where an answer counts rows, it does so over all batches, from ``first_row`` on."""
    counts = "first_row" in options_of(function)
    for batch in batches:
        place = {"first_row": first_row} if counts else {}
        yield batch, function(batch, **place, **options)
        first_row += batch.num_rows


def options_of(function: BatchFunction) -> set[str]:
    """The names of the options of a function.

    >>> sorted(options_of(canon_batch))
    ['column', 'threads']
    """
    return set(inspect.signature(function).parameters) - {"batch"}


def stream(function: BatchFunction, source: Any, **options: Any) -> pa.RecordBatchReader:
    """Answers a stream of batches as it is read: memory does not grow with its length.

    ``source`` is anything with batches: a reader, a table, a scanner of a dataset, an object of the PyCapsule interface.

    >>> import pyarrow as pa
    >>> table = pa.table({"puzzle": ["." * 81] * 1000})
    >>> stream(solve_batch, table).read_all().num_rows
    1000
    """
    if hasattr(source, "to_reader"):
        reader = source.to_reader()
    elif isinstance(source, pa.RecordBatchReader):
        reader = source
    else:
        reader = pa.RecordBatchReader.from_stream(source)
    return pa.RecordBatchReader.from_batches(
        schema(function, reader.schema, **options), _each(function, options, reader)
    )


def schema(function: BatchFunction, of: pa.Schema, **options: Any) -> pa.Schema:
    """The schema of the answer to batches of a schema.

    >>> import pyarrow as pa
    >>> schema(solve_batch, pa.schema({"puzzle": pa.string()})).names
    ['puzzle', 'status', 'solution', 'clues', 'reason']
    """
    return function(_none(of), **options).schema


def version(schema: pa.Schema) -> str | None:
    """The name and version of the schema of an answer, such as ``solve/1``."""
    written = (schema.metadata or {}).get(SCHEMA_KEY)
    return None if written is None else written.decode()


def _none(schema: pa.Schema) -> pa.RecordBatch:
    """A batch without rows."""
    return pa.RecordBatch.from_arrays([pa.array([], field.type) for field in schema], schema=schema)


def _batch(answer: Table) -> pa.RecordBatch:
    """The answer as one batch."""
    table = pa.table(answer).combine_chunks()
    batches = table.to_batches()
    if len(batches) > 1:
        raise ValueError("found a batch whose texts need more than 2 GiB, expected smaller batches")
    return batches[0] if batches else _none(table.schema)
