"""The compiled module. It takes and returns plain data, which the package wraps in typed classes."""

from collections.abc import Iterator
from typing import Any

__version__: str
PUZZLE_COLUMNS: list[str]
SOLUTION_COLUMNS: list[str]

class Table:
    """A table of results in Arrow memory."""

    def __init__(self, data: object) -> None: ...
    def __len__(self) -> int: ...
    @property
    def column_names(self) -> list[str]: ...
    def __arrow_c_schema__(self) -> object: ...
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...

class Solutions(Iterator[str]):
    """An iterator that finds solutions lazily."""

    @property
    def end(self) -> str | None: ...
    def __iter__(self) -> Solutions: ...
    def __next__(self) -> str: ...

def run_command_line(words: list[str]) -> int: ...
def solutions(puzzle: str, limit: int | None, budget: int | None) -> Solutions: ...
def call(
    operation: str, puzzle: str | None, options: dict[str, Any], threads: int | None = 1
) -> dict[str, Any]: ...
def call_many(
    operation: str, puzzles: list[Any], options: dict[str, Any], threads: int | None
) -> list[Any]: ...
def are_strings(items: list[Any]) -> bool: ...
def kept_names(
    columns: list[tuple[str, str | None]], names: list[str], column: str, schema: str
) -> list[str | None]: ...
def cells_many(puzzles: Any, column: str, prefix: str) -> Any: ...
def read_text(bytes: bytes) -> Table: ...
def solve_many(
    puzzles: Any,
    column: str,
    prefix: str,
    minimal: bool,
    explain: bool,
    budget: int | None,
    threads: int | None,
    device: str,
) -> Any: ...
def rate_many(
    puzzles: Any, column: str, prefix: str, threads: int | None, options: dict[str, Any]
) -> Any: ...
def canon_many(puzzles: Any, column: str, prefix: str, threads: int | None) -> Any: ...
def path_many(
    puzzles: Any, column: str, prefix: str, threads: int | None, techniques: dict[str, Any]
) -> Table: ...
def augment_many(
    puzzles: Any,
    column: str,
    prefix: str,
    solutions: Any,
    solution_column: str | None,
    count: int,
    seed: int,
    threads: int | None,
) -> Any: ...
def grade_many(
    puzzles: Any,
    column: str,
    prefix: str,
    answers: Any,
    answer_column: str | None,
    partial: bool,
    budget: int | None,
    threads: int | None,
) -> Any: ...
def generate_many(count: int, threads: int | None, options: dict[str, Any]) -> dict[str, Any]: ...
def booklet(
    puzzles: Any,
    solutions: Any,
    ratings: list[float],
    captions: list[str],
    title: str,
    per_page: int,
    paper: str,
) -> tuple[bytes, str]: ...
