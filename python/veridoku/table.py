"""Tables of results.

>>> import pyarrow as pa, veridoku
>>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
>>> table = veridoku.solve_many(pa.table({"id": [7, 8], "puzzle": [puzzle, "." * 81]}))
>>> table["status"].to_pylist()
['unique', 'multiple']
>>> [row["id"] for row in table if row["status"] == "unique"]
[7]
>>> len(veridoku.rate_many(table))
2
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Any, overload

from . import _veridoku
from ._inputs import Arrow

PREVIEW_ROWS = 10
"""The number of rows that notebooks display."""


class Table:
    """A table of results in Arrow memory, which pyarrow, Polars, DuckDB and pandas accept without copying.

    A table can be used as the puzzles of another function. Columns of its results that would clash get the
    name of their function: ``reason`` becomes ``solve_reason``. Rows, columns and conversions other than
    :meth:`to_polars` need pyarrow.
    """

    __slots__ = ("_table",)

    def __init__(self, data: Arrow | _veridoku.Table) -> None:
        self._table = data if isinstance(data, _veridoku.Table) else _veridoku.Table(data)

    def __arrow_c_schema__(self) -> object:
        return self._table.__arrow_c_schema__()

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        return self._table.__arrow_c_stream__(requested_schema)

    @property
    def column_names(self) -> list[str]:
        """The names of the columns."""
        return self._table.column_names

    def to_arrow(self) -> Any:
        """Return a :class:`pyarrow.Table`."""
        import pyarrow

        return pyarrow.table(self)

    def to_pandas(self) -> Any:
        """Return a :class:`pandas.DataFrame`."""
        return self.to_arrow().to_pandas()

    def to_polars(self) -> Any:
        """Return a :class:`polars.DataFrame`."""
        import polars

        return polars.DataFrame(self)

    def __len__(self) -> int:
        return len(self._table)

    @overload
    def __getitem__(self, key: int) -> dict[str, Any]: ...
    @overload
    def __getitem__(self, key: str) -> Any: ...
    @overload
    def __getitem__(self, key: slice) -> Table: ...
    def __getitem__(self, key: int | str | slice) -> Any:
        """Return a column as a :class:`pyarrow.ChunkedArray`, a row as a dict, or a slice of the rows."""
        if isinstance(key, str):
            return self.to_arrow()[key]
        if isinstance(key, slice):
            return Table(self.to_arrow()[key])
        row = key + len(self) if key < 0 else key
        if not 0 <= row < len(self):
            raise IndexError(f"found row {key}, expected one of {len(self)} rows")
        return self.to_arrow().slice(row, 1).to_pylist()[0]

    def __iter__(self) -> Iterator[dict[str, Any]]:
        for batch in self.to_arrow().to_batches():
            yield from batch.to_pylist()

    def __reduce__(self) -> tuple[type[Table], tuple[Any]]:
        return Table, (self.to_arrow(),)

    def __repr__(self) -> str:
        return repr(self._table)

    def _repr_html_(self) -> str:
        rows = self.to_arrow().slice(0, PREVIEW_ROWS).to_pylist()
        head = "".join(f"<th>{escape(name)}</th>" for name in self.column_names)
        body = (
            "".join(f"<td>{'' if value is None else escape(str(value))}</td>" for value in row.values())
            for row in rows
        )
        more = f"<p>{len(self):,} rows</p>" if len(self) > len(rows) else ""
        return f"<table><tr>{head}</tr>{''.join(f'<tr>{row}</tr>' for row in body)}</table>{more}"
