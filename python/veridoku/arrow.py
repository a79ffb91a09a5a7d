"""Functions that convert one pyarrow record batch to another, for streams and clusters.

Each function takes a :class:`pyarrow.RecordBatch` with a column of puzzles, and returns a batch with the same
columns and the results, row by row. A :class:`pyarrow.Table`, which Ray Data passes, gives a table.
(:func:`augment_batch` may return several rows per puzzle.) An input column that has the same name as a result
column is rejected, unless it is an earlier result. The functions are deterministic, stateless and picklable,
so that Ray, Spark and Dask can run them on any machine. The schema of a result has a name and a version; see
:func:`version`.

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
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any, Concatenate, ParamSpec

import pyarrow as pa
import pyarrow.compute as pc

from . import many
from ._inputs import Arrow
from .table import Table

__all__ = [
    "BatchFunction",
    "SCHEMA_KEY",
    "augment_batch",
    "canon_batch",
    "each",
    "options_of",
    "path_batch",
    "process_batches",
    "rate_batch",
    "schema",
    "solve_batch",
    "stream",
    "version",
]

SCHEMA_KEY = b"veridoku:schema"
"""The key of the schema metadata that holds the name and version of the schema."""

BatchFunction = Callable[..., pa.RecordBatch]
"""The type of the batch functions of this module."""


P = ParamSpec("P")


class _Part:
    """A batch of larger data. It is not an error if none of its rows can be read."""

    is_part = True

    def __init__(self, batch: pa.RecordBatch | pa.Table) -> None:
        self.__arrow_c_stream__ = batch.__arrow_c_stream__


def _batch_function(
    name: str, function: Callable[Concatenate[Arrow, P], Table]
) -> Callable[Concatenate[pa.RecordBatch, P], pa.RecordBatch]:
    """Return a function for batches that has the options of a function for many puzzles."""

    def batch_function(batch: pa.RecordBatch, *args: P.args, **options: P.kwargs) -> pa.RecordBatch:
        return _like(batch, function(_Part(batch), *args, **options))

    first, *others = inspect.signature(function).parameters.values()
    signature = inspect.Signature([first.replace(name="batch"), *others])
    batch_function.__signature__ = signature  # type: ignore[attr-defined]
    batch_function.__name__ = batch_function.__qualname__ = name
    batch_function.__doc__ = f"Apply :func:`veridoku.{function.__name__}` to the puzzles of a batch."
    return batch_function  # type: ignore[return-value]


solve_batch: BatchFunction = _batch_function("solve_batch", many.solve_many)
"""Apply :func:`veridoku.solve_many` to the puzzles of a batch, with the same options."""
rate_batch: BatchFunction = _batch_function("rate_batch", many.rate_many)
"""Apply :func:`veridoku.rate_many` to the puzzles of a batch, with the same options."""
canon_batch: BatchFunction = _batch_function("canon_batch", many.canon_many)
"""Apply :func:`veridoku.canon_many` to the puzzles of a batch, with the same options."""
path_batch: BatchFunction = _batch_function("path_batch", many.path_many)
"""Apply :func:`veridoku.path_many` to the puzzles of a batch, with the same options."""


def augment_batch(
    batch: pa.RecordBatch,
    *,
    column: str = "puzzle",
    prefix: str = "",
    solution_column: str | None = None,
    count: int = 1,
    seed: int = 0,
    threads: int | None = None,
    first_row: int = 0,
) -> pa.RecordBatch:
    """Generate equivalent puzzles for the puzzles of a batch; see :func:`veridoku.augment_many`.

    The result also has the other columns of the input, repeated for each equivalent puzzle. ``first_row`` is
    the number of rows before this batch, which is added to the column ``row``; :func:`stream`, :func:`each`
    and :mod:`veridoku.shards` set it automatically.
    """
    results = _like(
        batch,
        many.augment_many(
            _Part(batch),
            column=column,
            prefix=prefix,
            solution_column=solution_column,
            count=count,
            seed=seed,
            threads=threads,
        ),
    )
    index = results.schema.names.index(f"{prefix}row")
    return results.set_column(index, results.schema.field(index), pc.add(results.column(index), first_row))


FUNCTIONS: dict[str, BatchFunction] = {
    "solve": solve_batch,
    "rate": rate_batch,
    "canon": canon_batch,
    "path": path_batch,
    "augment": augment_batch,
}
"""The batch functions by name."""


def each(
    function: BatchFunction, **options: Any
) -> Callable[[Iterable[pa.RecordBatch]], Iterator[pa.RecordBatch]]:
    """Return a function that applies a batch function to each batch of an iterable.

    The returned function can be passed to Spark's ``mapInArrow``.

    >>> import pyarrow as pa
    >>> batches = [pa.record_batch({"puzzle": ["." * 81]})] * 2
    >>> [result["status"].to_pylist() for result in each(solve_batch, threads=1)(batches)]
    [['multiple'], ['multiple']]
    """
    return partial(_each, function, options)


def _each(
    function: BatchFunction, options: dict[str, Any], batches: Iterable[pa.RecordBatch]
) -> Iterator[pa.RecordBatch]:
    for _, result in process_batches(function, batches, **options):
        yield result


def process_batches(
    function: BatchFunction, batches: Iterable[pa.RecordBatch], *, first_row: int = 0, **options: Any
) -> Iterator[tuple[pa.RecordBatch, pa.RecordBatch]]:
    """Yield each batch together with its result.

    If the result has a column ``row``, its numbers continue across batches, beginning with ``first_row``.
    """
    has_rows = "first_row" in options_of(function)
    for batch in batches:
        position = {"first_row": first_row} if has_rows else {}
        yield batch, function(batch, **position, **options)
        first_row += batch.num_rows


# The former name.
answered = process_batches


def options_of(function: BatchFunction) -> set[str]:
    """Return the names of the options of a batch function.

    >>> sorted(options_of(canon_batch))
    ['column', 'prefix', 'threads']
    """
    return set(inspect.signature(function).parameters) - {"batch"}


def stream(function: BatchFunction, source: Any, **options: Any) -> pa.RecordBatchReader:
    """Apply a batch function to a stream of batches as they are read.

    The memory use does not depend on the length of the stream.

    Parameters
    ----------
    function
        The batch function, such as :func:`solve_batch`.
    source
        The batches: a reader, a table, a dataset scanner, or any object with Arrow's PyCapsule interface.
    options
        The options of the batch function.

    Examples
    --------
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
    """Return the schema of the results of a batch function, for input batches with schema ``of``.

    >>> import pyarrow as pa
    >>> schema(solve_batch, pa.schema({"puzzle": pa.string()})).names
    ['puzzle', 'status', 'solution', 'clues', 'reason']
    """
    return function(_empty_batch(of), **options).schema


def version(schema: pa.Schema) -> str | None:
    """Return the name and version of the schema of a result, such as ``solve/1``."""
    value = (schema.metadata or {}).get(SCHEMA_KEY)
    return None if value is None else value.decode()


def _empty_batch(schema: pa.Schema) -> pa.RecordBatch:
    """Return a batch without rows."""
    return pa.RecordBatch.from_arrays([pa.array([], field.type) for field in schema], schema=schema)


def _like(batch: pa.RecordBatch, result: Table) -> pa.RecordBatch:
    """Return a result as a table if the input is one, as in Ray Data, and as one batch otherwise."""
    table = pa.table(result)
    if isinstance(batch, pa.Table):
        return table
    table = table.combine_chunks()
    batches = table.to_batches()
    if len(batches) > 1:
        raise ValueError("the result has more than 2 GiB of text; use smaller batches")
    return batches[0] if batches else _empty_batch(table.schema)
