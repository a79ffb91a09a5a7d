"""Rate a Polars frame of puzzles, and query the techniques of their solutions with DuckDB."""

from __future__ import annotations

import duckdb
import polars as pl
import pyarrow as pa

import veridoku


def levels(frame: pl.DataFrame) -> pl.DataFrame:
    """Return the mean score of each level, for a frame with a column `puzzle`."""
    rated = pl.DataFrame(veridoku.rate_many(frame))
    return rated.group_by("level").agg(pl.col("score").mean()).sort("score")


def techniques(frame: pl.DataFrame) -> list[tuple[str, int]]:
    """Return how often each technique is used, in descending order."""
    paths = pa.table(veridoku.path_many(frame))
    connection = duckdb.connect()
    connection.register("paths", paths)
    rows = connection.sql(
        """
        select step.technique, count(*)
        from (select unnest(steps) as step from paths)
        group by 1
        order by 2 desc, 1
        """
    ).fetchall()
    return [(str(technique), int(count)) for technique, count in rows]


def test_levels_and_techniques() -> None:
    puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    frame = pl.DataFrame({"puzzle": [puzzle]})
    assert levels(frame).rows() == [("Easy", 204.0)]
    assert sum(count for _, count in techniques(frame)) == 51
