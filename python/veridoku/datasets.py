"""Data sets for machine learning: build them, split them without leaks, and check them.

Two puzzles are equivalent if permuting digits, rows and columns turns one into the other. A model that has
seen one of them in training has seen the other. So :func:`build_dataset` puts equivalent puzzles into the
same split, and :func:`check_dataset` finds those that are in several.

>>> import veridoku, veridoku.datasets
>>> made = veridoku.generate_many(100, seed=1).puzzle
>>> moved = veridoku.augment_many(made[:10], seed=2).puzzle
>>> report = veridoku.datasets.check_dataset({"train": made, "test": moved})
>>> report.leaks
{'train, test': Leak(identical=0, equivalent=10)}
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field
from itertools import combinations
from pathlib import Path
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from . import _veridoku, one
from ._errors import PuzzleError
from ._inputs import check_numbers
from .many import EquivalentPuzzles, Status, augment_many, canon_many, generate_many, rate_many, solve_many
from .reading import read, read_cells, to_text
from .table import Table

__all__ = ["SPLITS", "DatasetReport", "Leak", "Range", "SplitReport", "build_dataset", "check_dataset"]

Bytes = npt.NDArray[np.uint8]
Range = tuple[float | None, float | None]
"""The lowest and the highest value, both included; ``None`` for no limit."""
Layout = Literal["trm", "parquet", "jsonl"]
LAYOUTS = ("trm", "parquet", "jsonl")

SPLITS: Mapping[str, float] = {"train": 0.8, "validation": 0.1, "test": 0.1}
"""The default splits with their shares."""
CHUNK = 1 << 17
"""The number of rows that are processed at a time."""
RATED_CHUNK = 1 << 10
"""The number of puzzles that are rated at a time."""
BACKTRACK_COLUMNS = ("backtracks", "rating")
"""The names of columns with the number of backtracks, best first. In sudoku-extreme it is ``rating``."""


@dataclass(frozen=True, slots=True)
class SplitReport:
    """What a split contains."""

    rows: int
    """The number of rows."""
    unreadable: int = 0
    """Rows that are not puzzles."""
    not_unique: int = 0
    """Puzzles without a solution, or with several."""
    wrong_solutions: int = 0
    """Puzzles whose solution in the data set is wrong."""
    identical: int = 0
    """Puzzles that are identical to an earlier one."""
    equivalent: int = 0
    """Puzzles that are equivalent to an earlier one, but not identical."""

    @property
    def is_clean(self) -> bool:
        """Whether the split contains only good puzzles, no two of them equivalent."""
        return self == SplitReport(self.rows)


@dataclass(frozen=True, slots=True)
class Leak:
    """The puzzles of a split that are also in an earlier split."""

    identical: int = 0
    """Those that are identical."""
    equivalent: int = 0
    """Those that are equivalent, but not identical."""


@dataclass(frozen=True, slots=True)
class DatasetReport:
    """The result of :func:`check_dataset` and :func:`build_dataset`."""

    splits: dict[str, SplitReport]
    """What each split contains."""
    leaks: dict[str, Leak]
    """For each pair of splits, such as ``train, test``: the puzzles of the second that are in the first."""
    sources: dict[str, SplitReport] = field(default_factory=dict)
    """For :func:`build_dataset`: what the sources contain, of which only the good rows are used."""

    @property
    def is_clean(self) -> bool:
        """Whether all splits are clean, and nothing leaks from one into another."""
        no_leaks = all(leak == Leak() for leak in self.leaks.values())
        return no_leaks and all(split.is_clean for split in self.splits.values())


@dataclass(frozen=True, slots=True)
class _Rows:
    """Good puzzles of one source."""

    puzzle: Bytes
    solution: Bytes
    key: npt.NDArray[np.bytes_]
    """The hashes of the canonical forms."""
    er: npt.NDArray[np.float64] | None = None

    def __len__(self) -> int:
        return len(self.puzzle)

    def take(self, rows: npt.NDArray[Any]) -> _Rows:
        er = None if self.er is None else self.er[rows]
        return _Rows(self.puzzle[rows], self.solution[rows], self.key[rows], er)


def check_dataset(splits: Mapping[str, Any] | Any, *, threads: int | None = None) -> DatasetReport:
    """Find duplicates, puzzles without a unique solution, wrong solutions, and leaks between splits.

    Parameters
    ----------
    splits
        The splits by name. Each is an array or a list of puzzles, or anything that :func:`veridoku.read`
        reads, such as a path; its column ``solution`` is checked if there is one. A data set without splits
        may be given as such.
    threads
        The number of threads. By default, one per core.

    Examples
    --------
    >>> import veridoku.datasets
    >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> veridoku.datasets.check_dataset([puzzle, puzzle, "." * 81]).splits["all"]
    SplitReport(rows=3, unreadable=0, not_unique=1, wrong_solutions=0, identical=1, equivalent=0)
    """
    if not isinstance(splits, Mapping):
        splits = {"all": splits}
    loaded = {name: _load(source, threads) for name, source in splits.items()}
    return DatasetReport(
        {name: report for name, (_, report) in loaded.items()},
        _leaks({name: rows for name, (rows, _) in loaded.items()}),
    )


def build_dataset(
    folder: str | os.PathLike[str],
    source: Mapping[str, Any] | Any = None,
    *,
    count: int | None = None,
    splits: Mapping[str, float] = SPLITS,
    er: Range | None = None,
    backtracks: Range | None = None,
    clues: Range | None = None,
    augment: int = 0,
    dedup: bool = True,
    layout: Layout = "parquet",
    traces: bool = False,
    seed: int = 0,
    threads: int | None = None,
) -> DatasetReport:
    """Build a data set from a source or the generator, and write it to a folder.

    Rows without a unique solution and rows with a wrong solution are left out, and so are puzzles equivalent
    to an earlier one. Each class of equivalent puzzles is in one split only. The result depends on the
    puzzles, the options and the seed, not on the number of threads. The report is also written to the file
    ``report.json``.

    Parameters
    ----------
    folder
        Where to write the data set: a new folder, or one that contains an older data set, whose files are
        removed.
    source
        Anything that :func:`veridoku.read` reads, an array or a list of puzzles, or a dict of such sources by
        the name of their split. Classes that are in several splits of a dict are kept in the last of them
        only, so that test data stays complete. By default, puzzles are generated.
    count
        The number of puzzles, before augmentation; with a dict, the number in its first split. By default,
        all puzzles of the source.
    splits
        The share of each split, or its number of puzzles. Not used if the source is a dict.
    er
        The range of Sudoku Explainer ratings.
    backtracks
        The range of the numbers in the source's column ``backtracks`` or ``rating``, as in sudoku-extreme.
    clues
        The range of the number of clues.
    augment
        The number of equivalent puzzles that are added to each puzzle of the first split.
    dedup
        Whether to leave out equivalent puzzles. If not, the rows of a dict stay as they are.
    layout
        ``trm`` for the files of TRM and HRM (``train/all__inputs.npy`` and so on), ``parquet`` or ``jsonl``
        for one file per split.
    traces
        With ``jsonl``: whether to add the steps of a logical solution in words, as ``steps``.
    seed
        The seed of the generator, the selection, the splits and the augmentation.
    threads
        The number of threads. By default, one per core.

    Examples
    --------
    >>> import tempfile, veridoku.datasets
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     report = veridoku.datasets.build_dataset(folder, count=100, augment=3, layout="trm", seed=1)
    >>> {name: split.rows for name, split in report.splits.items()}
    {'train': 80, 'validation': 10, 'test': 10}
    >>> report.is_clean
    True
    """
    check_numbers(augment=augment, seed=seed)
    check_numbers(1, count=count)
    if layout not in LAYOUTS:
        raise ValueError(f"found layout={layout!r}, expected one of {', '.join(LAYOUTS)}")
    for name in source if isinstance(source, Mapping) else splits:
        if not re.fullmatch(r"[\w-][\w.-]*", name):
            raise ValueError(f"found a split named {name!r}, expected a name for a file")
    if traces and layout != "jsonl":
        raise ValueError(f"found traces with layout={layout!r}, expected 'jsonl'")
    sources: dict[str, SplitReport] = {}
    if source is None:
        if count is None or backtracks is not None:
            found = "neither a source nor a count" if count is None else "backtracks without a source"
            message = f"found {found}; generated puzzles need a count, and are selected by er and clues"
            raise ValueError(message)
        parts = _split(_generate(count, er, clues, seed, threads), splits)
    elif isinstance(source, Mapping):
        loaded = {name: _load(part, threads, dedup, clues, backtracks) for name, part in source.items()}
        sources = {name: report for name, (_, report) in loaded.items()}
        _check_not_empty(sources)
        parts = {name: rows for name, (rows, _) in loaded.items()}
        parts = _without_leaks(parts) if dedup else parts
        counts = dict(zip(parts, [count]))
        parts = {
            name: _select(rows, counts.get(name), er, seed, threads) for name, rows in parts.items()
        }
    else:
        rows, sources["all"] = _load(source, threads, dedup, clues, backtracks)
        _check_not_empty(sources)
        count = len(rows) if count is None else count
        parts = _split(_select(rows, count, er, seed, threads), splits)
    _write(Path(folder), parts, layout, augment, traces, seed, threads)
    report = DatasetReport({name: _duplicates(rows) for name, rows in parts.items()}, _leaks(parts), sources)
    options = {"count": count, "er": er, "backtracks": backtracks, "clues": clues, "augment": augment}
    summary = {"veridoku": _veridoku.__version__, "layout": layout, "seed": seed, **options, **asdict(report)}
    (Path(folder) / "report.json").write_text(json.dumps(summary, indent=2) + "\n")
    return report


def _generate(count: int, er: Range | None, clues: Range | None, seed: int, threads: int | None) -> _Rows:
    """Generate puzzles, no two of them equivalent."""
    options: dict[str, Any] = {"seed": seed, "threads": threads}
    options |= {"er": range_text(er, "er"), "clues": range_text(clues, "clues")}
    parts: list[_Rows] = []
    rows, index = 0, 0
    while rows < count:
        made = generate_many(min(count - rows, CHUNK), index=index, **options)
        index += len(made)
        part = _Rows(made.puzzle, made.solution, _keys(made.puzzle, threads), None if er is None else made.er)
        parts = [_first_of_each_class(_concatenate([*parts, part]))]
        rows = len(parts[0])
    return _concatenate(parts)


def range_text(limits: Range | None, name: Literal["er", "clues"]) -> str | None:
    """Return a range in the notation of the generator.

    >>> range_text((None, 30), "clues")
    '17-30'
    """
    if limits is None:
        return None
    ends = {"er": (1.0, 12.0), "clues": (17, 80)}[name]
    low, high = (end if bound is None else bound for bound, end in zip(limits, ends))
    return f"{low}-{high}"


def _load(
    source: Any,
    threads: int | None,
    dedup: bool = False,
    clues: Range | None = None,
    backtracks: Range | None = None,
) -> tuple[_Rows, SplitReport]:
    """Read a source; return its good puzzles, and what it contains."""
    table = None if isinstance(source, (list, tuple, np.ndarray)) else read(source)
    puzzle, unreadable = read_cells(source if table is None else table, "puzzle")
    solved = solve_many(puzzle, threads=threads)
    readable = np.ones(len(puzzle), bool)
    readable[list(unreadable)] = False
    unique = readable & (solved.status == Status.UNIQUE)
    wrong = unique & _differs(table, solved.solution)
    good = unique & ~wrong
    if clues is not None:
        good &= _within(solved.clues, clues)
    if backtracks is not None:
        good &= _within(_backtracks(table), backtracks)
    chosen = puzzle[good]
    rows = _Rows(chosen, solved.solution[good], _keys(chosen, threads))
    repeated = _duplicates(rows)
    report = SplitReport(
        rows=len(puzzle),
        unreadable=len(unreadable),
        not_unique=int((readable & ~unique).sum()),
        wrong_solutions=int(wrong.sum()),
        identical=repeated.identical,
        equivalent=repeated.equivalent,
    )
    return _first_of_each_class(rows) if dedup else rows, report


def _check_not_empty(sources: Mapping[str, SplitReport]) -> None:
    if all(report.rows == 0 for report in sources.values()):
        raise PuzzleError("found no puzzles in the source")


def _differs(table: Table | None, solutions: Bytes) -> npt.NDArray[np.bool_]:
    """Return which rows of a table have another solution than the right one."""
    if table is None or "solution" not in table.column_names:
        return np.zeros(len(solutions), bool)
    given, _ = read_cells(table, "solution")
    is_given = table["solution"].is_valid().to_numpy()
    differs: npt.NDArray[np.bool_] = is_given & (given != solutions).any(axis=1)
    return differs


def _backtracks(table: Table | None) -> npt.NDArray[np.float64]:
    """Return the numbers of backtracks in a table."""
    names = [] if table is None else table.column_names
    name = next((name for name in BACKTRACK_COLUMNS if name in names), None)
    if table is None or name is None:
        raise KeyError(f"found no column {' or '.join(BACKTRACK_COLUMNS)}, which backtracks needs; try er")
    numbers: npt.NDArray[np.float64] = table[name].to_numpy().astype(np.float64)
    return numbers


def _keys(puzzles: Bytes, threads: int | None) -> npt.NDArray[np.bytes_]:
    return np.array(canon_many(puzzles, threads=threads).key if len(puzzles) else [], "S32")


def _within(values: npt.NDArray[Any], limits: Range) -> npt.NDArray[np.bool_]:
    low, high = limits
    inside = np.ones(len(values), bool)
    if low is not None:
        inside &= values >= low
    if high is not None:
        inside &= values <= high
    return inside


def _concatenate(parts: list[_Rows]) -> _Rows:
    def joined(name: str) -> Any:
        return np.concatenate([getattr(part, name) for part in parts])

    er = joined("er") if parts[0].er is not None else None
    return _Rows(joined("puzzle"), joined("solution"), joined("key"), er)


def _first_of_each_class(rows: _Rows) -> _Rows:
    return rows.take(np.sort(np.unique(rows.key, return_index=True)[1]))


def _lines(puzzles: Bytes) -> npt.NDArray[np.bytes_]:
    """Return each puzzle as one value, which can be compared."""
    return np.ascontiguousarray(puzzles).view("S81").ravel()


def _duplicates(rows: _Rows) -> SplitReport:
    identical = len(rows) - len(np.unique(_lines(rows.puzzle)))
    return SplitReport(
        len(rows), identical=identical, equivalent=len(rows) - len(np.unique(rows.key)) - identical
    )


def _leaks(parts: Mapping[str, _Rows]) -> dict[str, Leak]:
    """Compare each pair of splits."""
    leaks = {}
    for (first, one_part), (second, other) in combinations(parts.items(), 2):
        identical = np.isin(_lines(other.puzzle), _lines(one_part.puzzle))
        equivalent = np.isin(other.key, one_part.key) & ~identical
        leaks[f"{first}, {second}"] = Leak(int(identical.sum()), int(equivalent.sum()))
    return leaks


def _without_leaks(parts: Mapping[str, _Rows]) -> dict[str, _Rows]:
    """Keep each class in the last of its splits only."""
    kept: dict[str, _Rows] = {}
    later = np.array([], "S32")
    for name in reversed(list(parts)):
        rows = parts[name]
        kept[name] = rows.take(~np.isin(rows.key, later))
        later = np.concatenate([later, rows.key])
    return {name: kept[name] for name in parts}


def _select(rows: _Rows, count: int | None, er: Range | None, seed: int, threads: int | None) -> _Rows:
    """Select puzzles by their rating, and `count` of them at random, if it is given.

    The order depends on the classes of the puzzles and the seed only.
    """
    if count is not None:
        rows = rows.take(np.argsort(_hashes(rows.key, seed), kind="stable"))
    if er is None:
        return rows.take(np.arange(len(rows))[:count])
    parts = [rows.take(np.arange(0))]
    parts[0] = _Rows(parts[0].puzzle, parts[0].solution, parts[0].key, np.array([]))
    found = 0
    # Rating is slow, so it stops when there are enough puzzles.
    for start in range(0, len(rows), RATED_CHUNK):
        part = rows.take(np.arange(start, min(start + RATED_CHUNK, len(rows))))
        rating = rate_many(part.puzzle, only="er", up_to=er[1], threads=threads).er
        inside = _within(np.nan_to_num(rating, nan=np.inf if er[1] is not None else -1), er)
        parts.append(_Rows(part.puzzle, part.solution, part.key, rating).take(inside))
        found += len(parts[-1])
        if count is not None and found >= count:
            break
    return _concatenate(parts).take(np.arange(found)[:count])


def _hashes(keys: npt.NDArray[np.bytes_], seed: int) -> npt.NDArray[np.uint64]:
    """Return a number for each class that depends on the seed (the finalizer of SplitMix64)."""
    first_halves = np.frombuffer(bytes.fromhex(keys.tobytes().decode()), ">u8")[::2]
    number: npt.NDArray[np.uint64] = first_halves + np.uint64((seed + 1) * 0x9E3779B97F4A7C15 % 2**64)
    number = (number ^ (number >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    number = (number ^ (number >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    number ^= number >> np.uint64(31)
    return number


def _split(rows: _Rows, splits: Mapping[str, float]) -> dict[str, _Rows]:
    """Split rows by shares or numbers. Equivalent puzzles, which are adjacent, stay together."""
    total = sum(splits.values())
    is_shares = total <= 1 + 1e-9
    is_counts = total <= len(rows) and all(float(size).is_integer() for size in splits.values())
    if not splits or min(splits.values()) < 0 or not (is_shares or is_counts):
        raise ValueError(
            f"found splits={dict(splits)} for {len(rows)} puzzles, expected shares up to 1, or numbers of "
            "puzzles"
        )
    parts, start, end = {}, 0, 0.0
    for name, size in splits.items():
        end += size * len(rows) if is_shares else size
        cut = max(start, round(end))
        while 0 < cut < len(rows) and rows.key[cut] == rows.key[cut - 1]:
            cut += 1
        parts[name] = rows.take(np.arange(start, cut))
        start = cut
    return parts


def _write(
    folder: Path,
    parts: Mapping[str, _Rows],
    layout: Layout,
    augment: int,
    traces: bool,
    seed: int,
    threads: int | None,
) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    _remove_older(folder)
    counts = dict(zip(parts, [augment]))
    for name, rows in parts.items():
        count = counts.get(name, 0)
        chunks = _augmented(rows, count, seed, threads)
        if layout == "trm":
            _write_trm(folder / name, chunks, len(rows), 1 + count)
        elif layout == "parquet":
            _write_parquet(folder / f"{name}.parquet", chunks)
        else:
            _write_jsonl(folder / f"{name}.jsonl", chunks, traces, threads)
    if layout == "trm":
        (folder / "identifiers.json").write_text('["<blank>"]')


def _remove_older(folder: Path) -> None:
    """Remove the files of an older data set, so that its rows cannot be taken for rows of the new one."""
    report = folder / "report.json"
    if not report.exists():
        if any(folder.iterdir()):
            message = f"found files in {folder} that are not of a data set; choose another folder"
            raise FileExistsError(message)
        return
    for name in json.loads(report.read_text())["splits"]:
        arrays = (folder / name).glob("all__*.npy")
        for file in (folder / f"{name}.parquet", folder / f"{name}.jsonl", *arrays):
            file.unlink(missing_ok=True)
    report.unlink()


@dataclass(frozen=True, slots=True)
class _Chunk:
    """Puzzles to write, with their equivalent puzzles."""

    start: int
    """The number of puzzles in earlier chunks."""
    rows: _Rows
    made: EquivalentPuzzles | None

    def grids(self, name: Literal["puzzle", "solution"]) -> list[Bytes]:
        """Return the puzzles or their solutions, and then the equivalent ones, of shape n × augment × 81."""
        grids = [getattr(self.rows, name)[:, None]]
        if self.made is not None:
            grids.append(getattr(self.made, name).reshape(len(self.rows), -1, 81))
        return grids

    def joined(self, name: Literal["puzzle", "solution"]) -> Bytes:
        """Return one row for each puzzle, followed by those for its equivalent puzzles."""
        return np.concatenate(self.grids(name), axis=1).reshape(-1, 81)

    def repeated(self, values: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """Repeat the values of the puzzles for the equivalent ones."""
        return np.repeat(values, 1 + (0 if self.made is None else len(self.made) // len(self.rows)))

    def groups(self) -> npt.NDArray[Any]:
        """Return the number of the puzzle that each row is made from."""
        return self.repeated(np.arange(self.start, self.start + len(self.rows)))


def _augmented(rows: _Rows, augment: int, seed: int, threads: int | None) -> Iterator[_Chunk]:
    size = max(1, CHUNK // (1 + augment))
    for start in range(0, max(len(rows), 1), size):
        part = rows.take(np.arange(start, min(start + size, len(rows))))
        made = None
        if augment and len(part):
            made = augment_many(part.puzzle, part.solution, count=augment, seed=seed, threads=threads)
        yield _Chunk(start, part, made)


def _write_trm(folder: Path, chunks: Iterator[_Chunk], groups: int, group_size: int) -> None:
    """Write the files that the loaders of TRM and HRM read. Cells are numbered from 1; 0 is for padding."""
    folder.mkdir(exist_ok=True)
    total = groups * group_size
    create = np.lib.format.open_memmap
    inputs = create(folder / "all__inputs.npy", mode="w+", dtype=np.uint8, shape=(total, 81))
    labels = create(folder / "all__labels.npy", mode="w+", dtype=np.uint8, shape=(total, 81))
    for chunk in chunks:
        for array, parts in ((inputs, chunk.grids("puzzle")), (labels, chunk.grids("solution"))):
            rows = array.reshape(groups, group_size, 81)[chunk.start : chunk.start + len(chunk.rows)]
            for part, columns in zip(parts, (slice(0, 1), slice(1, None))):
                np.add(part, 1, out=rows[:, columns])
    np.save(folder / "all__puzzle_indices.npy", np.arange(total + 1, dtype=np.int32))
    np.save(folder / "all__group_indices.npy", np.arange(0, total + 1, group_size, dtype=np.int32))
    np.save(folder / "all__puzzle_identifiers.npy", np.zeros(total, np.int32))
    metadata = {
        "pad_id": 0,
        "ignore_label_id": 0,
        "blank_identifier_id": 0,
        "vocab_size": 11,
        "seq_len": 81,
        "num_puzzle_identifiers": 1,
        "total_groups": groups,
        "mean_puzzle_examples": 1.0,
        "total_puzzles": groups,
        "sets": ["all"],
    }
    (folder / "dataset.json").write_text(json.dumps(metadata))


def _write_parquet(path: Path, chunks: Iterator[_Chunk]) -> None:
    import pyarrow
    import pyarrow.parquet

    writer = None
    for chunk in chunks:
        columns: dict[str, Any] = {name: to_text(chunk.joined(name)) for name in ("puzzle", "solution")}
        columns["group"] = chunk.groups()
        types = {"puzzle": pyarrow.string(), "solution": pyarrow.string(), "group": pyarrow.int64()}
        if chunk.rows.er is not None:
            columns["er"], types["er"] = chunk.repeated(chunk.rows.er), pyarrow.float64()
        table = pyarrow.table(columns, pyarrow.schema(types))
        writer = writer or pyarrow.parquet.ParquetWriter(path, table.schema)
        writer.write_table(table)
    if writer is not None:
        writer.close()


def _write_jsonl(path: Path, chunks: Iterator[_Chunk], traces: bool, threads: int | None) -> None:
    pool = ThreadPoolExecutor(threads or os.cpu_count())
    with path.open("w", encoding="utf-8", newline="\n") as file, pool:
        for chunk in chunks:
            puzzles, groups = to_text(chunk.joined("puzzle")), chunk.groups().tolist()
            er = None if chunk.rows.er is None else chunk.repeated(chunk.rows.er).tolist()
            paths = pool.map(one.path, puzzles) if traces else None
            for row, (puzzle, solution) in enumerate(zip(puzzles, to_text(chunk.joined("solution")))):
                line: dict[str, Any] = {"puzzle": puzzle, "solution": solution, "group": groups[row]}
                if er is not None:
                    line["er"] = er[row]
                if paths is not None:
                    path_found = next(paths)
                    line |= {"solved": path_found.solved, "steps": [step.text for step in path_found.steps]}
                file.write(json.dumps(line, ensure_ascii=False) + "\n")
