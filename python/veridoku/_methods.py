"""What results can do besides holding data: truth values, text, and pictures in notebooks.

:mod:`veridoku.answers` is generated from the schemas of the engine. Its classes have the fields of reports. A
class of this module adds methods to the class of the same name; ``schema`` names the report.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from html import escape
from typing import Any, ClassVar, TypeVar

import numpy as np
import numpy.typing as npt

from . import _veridoku

R = TypeVar("R", bound="Report")
Parts = Mapping[str, Callable[[Any], Any]]
"""How to convert the values of fields."""


class Report:
    """Base class of results: frozen dataclasses with the fields of a report."""

    __slots__ = ()
    schema: ClassVar[str]
    """The operation or the name of the JSON Schema that defines the fields."""
    shown: ClassVar[tuple[str, ...]] = ()
    """The fields in the ``repr``, in this order. By default, all fields."""
    parts: ClassVar[Parts] = {}
    """How to convert the values of some fields, or the items if the value is a tuple."""
    renamed: ClassVar[Mapping[str, str]] = {}
    """The names of fields that differ from those in the report."""

    @classmethod
    def of(cls: type[R], report: dict[str, Any]) -> R:
        """Return the result for a report, and consume the dict."""
        report.pop("version", None)
        for old, new in cls.renamed.items():
            if old in report:
                report[new] = report.pop(old)
        for name, convert in cls.parts.items():
            value = report.get(name)
            if isinstance(value, tuple):
                report[name] = tuple(map(convert, value))
            elif value is not None:
                report[name] = convert(value)
        return cls(**report)

    def __repr__(self) -> str:
        names = self.shown or self.__dataclass_fields__  # type: ignore[attr-defined]
        return f"{type(self).__name__}({', '.join(f'{name}={getattr(self, name)!r}' for name in names)})"


def board(line: str) -> str:
    """Return a line of 81 characters as a board of nine rows.

    >>> print(board("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"))
    5 3 . | . 7 . | . . .
    6 . . | 1 9 5 | . . .
    . 9 8 | . . . | . 6 .
    ------+-------+------
    8 . . | . 6 . | . . 3
    4 . . | 8 . 3 | . . 1
    7 . . | . 2 . | . . 6
    ------+-------+------
    . 6 . | . . . | 2 8 .
    . . . | 4 1 9 | . . 5
    . . . | . 8 . | . 7 9
    """
    triples = [" ".join(line[cell : cell + 3]) for cell in range(0, 81, 3)]
    rows = [" | ".join(triples[start : start + 3]) for start in range(0, 27, 3)]
    return "\n------+-------+------\n".join("\n".join(rows[band : band + 3]) for band in range(0, 9, 3))


def grid(line: str) -> npt.NDArray[np.uint8]:
    """Return a line of 81 characters as a 9 × 9 array, with 0 for blanks.

    >>> grid("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")[0]
    array([5, 3, 0, 0, 7, 0, 0, 0, 0], dtype=uint8)
    """
    numbers = np.frombuffer(line.replace(".", "0").encode(), dtype=np.uint8)
    return (numbers - ord("0")).reshape(9, 9)


def figure(svg: str, caption: str) -> str:
    """Return HTML for a picture with a caption; the picture is scaled to the width of the caption."""
    scaled = svg.replace("<svg ", '<svg style="width: 100%; height: auto" ', 1)
    return (
        f'<figure style="max-width: 24em; margin: 0">{scaled}'
        f'<figcaption style="white-space: pre-wrap">{escape(caption)}</figcaption></figure>'
    )


class NotebookPicture(Report):
    """Base class of results that notebooks display as a picture."""

    __slots__ = ()
    drawn: ClassVar[str] = "puzzle"
    """The field with the puzzle that the result stands for."""

    def _repr_svg_(self) -> str:
        return self._picture("values")

    def _repr_html_(self) -> str:
        return figure(self._repr_svg_(), str(self))

    def _picture(self, show: str) -> str:
        svg: str = _veridoku.call("picture", getattr(self, self.drawn), {"show": show})["svg"]
        return svg


class Solution(NotebookPicture):
    """The result of :func:`veridoku.solve`; true if the puzzle has exactly one solution."""

    __slots__ = ()
    schema: ClassVar[str] = "solve"
    shown: ClassVar[tuple[str, ...]] = ("puzzle", "status", "solution", "reason")
    status: str
    solution: str | None
    reason: str | None

    def __bool__(self) -> bool:
        return self.status == "unique"

    def __str__(self) -> str:
        return board(self.solution) if self.solution else f"{self.status}: {self.reason}"

    @property
    def grid(self) -> npt.NDArray[np.uint8]:
        """The solution as a 9 × 9 array.

        Raises :class:`ValueError` if there is not exactly one solution.
        """
        if self.solution is None:
            raise ValueError(self.reason)
        return grid(self.solution)

    def _repr_svg_(self) -> str:
        return self._picture("solution" if self else "values")

    def _repr_html_(self) -> str:
        return figure(self._repr_svg_(), self.reason or "")


class Check(NotebookPicture):
    """The result of :func:`veridoku.check`; true if the puzzle has exactly one solution."""

    __slots__ = ()
    schema: ClassVar[str] = "check"
    shown: ClassVar[tuple[str, ...]] = (
        "puzzle", "format", "status", "clues", "minimal", "reason", "conflicts"
    )
    status: str
    clues: int
    minimal: bool | None
    reason: str | None
    redundant: tuple[str, ...]

    def __bool__(self) -> bool:
        return self.status == "unique"

    def __str__(self) -> str:
        redundant = f"not minimal ({len(self.redundant)} redundant clues)"
        detail = {None: self.reason, True: "minimal", False: redundant}[self.minimal]
        return f"{self.status}: {self.clues} clues, {detail or 'minimality unknown'}"


class Grading(Report):
    """The result of :func:`veridoku.grade`; true if the answer is solved."""

    __slots__ = ()
    schema: ClassVar[str] = "grade"
    shown: ClassVar[tuple[str, ...]] = (
        "solved", "score", "right", "cells", "first_wrong", "reason", "warnings"
    )
    solved: bool
    answer: str | None
    right: int
    cells: int
    reason: str | None

    def __bool__(self) -> bool:
        return self.solved

    def __str__(self) -> str:
        if self.solved:
            return "solved"
        share = f"{self.right} of {self.cells} cells right, " if self.answer else ""
        return f"not solved: {share}{self.reason}"


class Extraction(Report):
    """The result of :func:`veridoku.extract`; true if there is a grid."""

    __slots__ = ()
    schema: ClassVar[str] = "extract"
    grid: str | None
    reason: str | None

    def __bool__(self) -> bool:
        return self.grid is not None

    def __str__(self) -> str:
        return board(self.grid) if self.grid else f"{self.reason}"


class Count(Report):
    """The result of :func:`veridoku.count`; ``int()`` converts it to the number of solutions."""

    __slots__ = ()
    schema: ClassVar[str] = "count"
    shown: ClassVar[tuple[str, ...]] = ("count", "limit_reached", "budget_reached")
    count: int
    limit_reached: bool
    budget_reached: bool

    def __int__(self) -> int:
        return self.count

    def __str__(self) -> str:
        return f"{'at least ' if self.limit_reached or self.budget_reached else ''}{self.count}"


class Evidence(Report):
    """The evidence of a step: the pattern that justifies it, ready to be drawn."""

    __slots__ = ()
    schema: ClassVar[str] = "EvidenceReport"


class Step(Report):
    """One logical step."""

    __slots__ = ()
    schema: ClassVar[str] = "StepReport"
    shown: ClassVar[tuple[str, ...]] = ("technique", "code", "score", "level", "placements", "eliminations")
    text: str
    line: str

    def __str__(self) -> str:
        return self.text


class Hint(NotebookPicture):
    """The result of :func:`veridoku.hint`."""

    __slots__ = ()
    schema: ClassVar[str] = "hint"
    shown: ClassVar[tuple[str, ...]] = (
        "outcome", "technique", "placements", "eliminations", "text", "mistakes", "note"
    )
    text: str
    svg: str | None

    def __str__(self) -> str:
        return self.text

    def _repr_svg_(self) -> str:
        return self.svg or super()._repr_svg_()


class Path(NotebookPicture):
    """The result of :func:`veridoku.path`: a sequence of steps."""

    __slots__ = ()
    schema: ClassVar[str] = "path"
    shown: ClassVar[tuple[str, ...]] = ("solved", "score", "level", "end", "reason")
    solved: bool
    steps: tuple[Step, ...]
    reason: str | None

    def __len__(self) -> int:
        return len(self.steps)

    def __bool__(self) -> bool:
        return self.solved

    def __str__(self) -> str:
        lines = [f"{number}. {step.line}" for number, step in enumerate(self.steps, 1)]
        return "\n".join([*lines, self.reason] if self.reason else lines)


class RatedStep(Report):
    """One step of Sudoku Explainer's rating."""

    __slots__ = ()
    schema: ClassVar[str] = "StepRating"
    shown: ClassVar[tuple[str, ...]] = ("rating", "rule", "placement", "eliminations", "premise", "nodes")


class Rating(NotebookPicture):
    """The result of :func:`veridoku.rate`, on two scales."""

    __slots__ = ()
    schema: ClassVar[str] = "rate"
    shown: ClassVar[tuple[str, ...]] = (
        "er", "ep", "ed", "at_least", "hardest_rule", "unrated", "level", "score", "hardest", "reason"
    )  # fmt: skip
    er: float | None
    ep: float | None
    ed: float | None
    unrated: str | None
    level: str | None
    score: int | None
    reason: str | None

    def __str__(self) -> str:
        explainer = f"ED={self.er:.1f}/{self.ep:.1f}/{self.ed:.1f}" if self.er is not None else self.unrated
        hodoku = f"{self.level} {self.score}" if self.level else self.reason
        return ", ".join(dict.fromkeys(part for part in (explainer, hodoku) if part))


class Generated(NotebookPicture):
    """The result of :func:`veridoku.generate`: a puzzle with a unique solution."""

    __slots__ = ()
    schema: ClassVar[str] = "GeneratedPuzzle"
    shown: ClassVar[tuple[str, ...]] = ("puzzle", "clues", "seed", "index", "level", "er")
    parts: ClassVar[Parts] = {"seed": str}
    puzzle: str
    seed: str
    index: int
    level: str | None
    er: float | None

    def __str__(self) -> str:
        return board(self.puzzle)

    def _repr_html_(self) -> str:
        rating = [self.level or "", "" if self.er is None else f"ER {self.er}"]
        words = [" ".join(filter(None, rating)), f"seed {self.seed}", f"index {self.index}"]
        return figure(self._repr_svg_(), ", ".join(filter(None, words)))


class Canon(NotebookPicture):
    """The result of :func:`veridoku.canon`; equivalent puzzles have the same key."""

    __slots__ = ()
    schema: ClassVar[str] = "canon"
    shown: ClassVar[tuple[str, ...]] = ("canonical", "transform", "automorphisms", "key")
    drawn: ClassVar[str] = "canonical"
    canonical: str

    def __str__(self) -> str:
        return self.canonical


class EquivalentPuzzle(NotebookPicture):
    """The result of :func:`veridoku.transform`: a puzzle and its transformed version."""

    __slots__ = ()
    schema: ClassVar[str] = "transform"
    shown: ClassVar[tuple[str, ...]] = ("transform", "result")
    drawn: ClassVar[str] = "result"
    result: str

    def __str__(self) -> str:
        return self.result


class Run(Report):
    """The statistics of one textbook solver."""

    __slots__ = ()
    schema: ClassVar[str] = "ComparisonRow"
    shown: ClassVar[tuple[str, ...]] = (
        "algorithm", "calls", "placements", "undos", "max_depth", "micros", "status", "finished"
    )  # fmt: skip
    algorithm: str
    calls: int
    placements: int
    undos: int
    max_depth: int
    micros: float | None
    finished: bool


class Comparison(Report):
    """The result of :func:`veridoku.compare`: one run of each textbook solver."""

    __slots__ = ()
    schema: ClassVar[str] = "compare"
    renamed: ClassVar[Mapping[str, str]] = {"results": "runs"}
    runs: tuple[Run, ...]

    def __len__(self) -> int:
        return len(self.runs)

    def __getitem__(self, algorithm: str) -> Run:
        for run in self.runs:
            if run.algorithm == algorithm:
                return run
        raise KeyError(algorithm)

    def __str__(self) -> str:
        lines = [f"{'algorithm':14} {'calls':>12} {'placements':>12} {'undos':>12} {'depth':>5} {'µs':>12}"]
        for run in self.runs:
            lines.append(
                f"{run.algorithm:14} {run.calls:12,} {run.placements:12,} {run.undos:12,} {run.max_depth:5} "
                f"{run.micros or 0:12,.1f}{'' if run.finished else '  budget exhausted'}"
            )
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        names = ("algorithm", "calls", "placements", "undos", "max_depth", "micros", "status")
        head = "".join(f"<th>{name}</th>" for name in names)
        rows = ("".join(f"<td>{escape(str(getattr(run, name)))}</td>" for name in names) for run in self.runs)
        return f"<table><tr>{head}</tr>{''.join(f'<tr>{row}</tr>' for row in rows)}</table>"
