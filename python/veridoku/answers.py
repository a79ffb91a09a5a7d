"""Results of the functions for one puzzle: frozen dataclasses that notebooks display as pictures."""

from __future__ import annotations

from dataclasses import dataclass, field
from html import escape
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from . import _veridoku

Status = Literal["unique", "multiple", "none", "invalid", "undecided"]
"""The status of a puzzle.

``unique``, ``multiple`` and ``none`` give the number of solutions. ``invalid`` means that a digit is repeated
in a house, ``undecided`` that the search reached its node budget.
"""


def frozen(report: dict[str, Any]) -> dict[str, Any]:
    """Return a copy of a report with tuples in place of lists, at every depth.

    >>> frozen({"candidates": [("pattern", ["r1c1"])], "clues": 2})
    {'candidates': (('pattern', ('r1c1',)),), 'clues': 2}
    """
    return {name: _tuples(value) for name, value in report.items()}


def _tuples(value: Any) -> Any:
    return tuple(map(_tuples, value)) if isinstance(value, (list, tuple)) else value


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


class NotebookPicture:
    """Base class of results that notebooks display as a picture."""

    puzzle: str

    def _repr_svg_(self) -> str:
        return _veridoku.picture(self.puzzle, "values")

    def _repr_html_(self) -> str:
        return figure(self._repr_svg_(), str(self))


def figure(svg: str, caption: str) -> str:
    """Return HTML for a picture with a caption; the picture is scaled to the width of the caption."""
    scaled = svg.replace("<svg ", '<svg style="width: 100%; height: auto" ', 1)
    return (
        f'<figure style="max-width: 24em; margin: 0">{scaled}'
        f'<figcaption style="white-space: pre-wrap">{escape(caption)}</figcaption></figure>'
    )


@dataclass(frozen=True, slots=True)
class Solution(NotebookPicture):
    """The result of :func:`veridoku.solve`; true if the puzzle has exactly one solution."""

    puzzle: str
    """The puzzle, 81 characters (729 with candidates)."""
    status: Status
    solution: str | None
    """The unique solution, 81 digits."""
    reason: str | None
    """Why there is not exactly one solution."""
    solutions: tuple[str, ...] = field(default=(), repr=False)
    """Two different solutions, if there are several."""
    differences: tuple[str, ...] = field(default=(), repr=False)
    """The cells in which these two solutions differ."""

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
        return _veridoku.picture(self.puzzle, "solution" if self else "values")

    def _repr_html_(self) -> str:
        return figure(self._repr_svg_(), self.reason or "")


@dataclass(frozen=True, slots=True)
class Conflict:
    """A digit that occurs more than once in a house."""

    digit: int
    house: str
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Check(NotebookPicture):
    """The result of :func:`veridoku.check`; true if the puzzle has exactly one solution."""

    puzzle: str
    format: str | None
    """The text format of the input."""
    status: Status
    clues: int
    minimal: bool | None
    """Whether every clue is needed; ``None`` unless the puzzle consists of clues and has one solution."""
    reason: str | None
    """Why there is not exactly one solution."""
    conflicts: tuple[Conflict, ...] = ()
    cells: tuple[str, ...] = field(default=(), repr=False)
    """The cells that contradict each other, or in which two solutions differ."""
    redundant: tuple[str, ...] = field(default=(), repr=False)
    """The redundant clues: each can be removed on its own without losing uniqueness."""

    def __bool__(self) -> bool:
        return self.status == "unique"

    def __str__(self) -> str:
        redundant = f"not minimal ({len(self.redundant)} redundant clues)"
        detail = {None: self.reason, True: "minimal", False: redundant}[self.minimal]
        return f"{self.status}: {self.clues} clues, {detail or 'minimality unknown'}"

    @property
    def form(self) -> str | None:
        # The former name of `format`.
        return self.format


@dataclass(frozen=True, slots=True)
class Count:
    """The result of :func:`veridoku.count`; ``int()`` converts it to the number of solutions."""

    puzzle: str = field(repr=False)
    count: int
    limit_reached: bool
    """Whether counting stopped at the limit, so that there may be more solutions."""
    budget_reached: bool
    """Whether counting stopped at the node budget, so that there may be more solutions."""

    def __int__(self) -> int:
        return self.count

    def __str__(self) -> str:
        return f"{'at least ' if self.limit_reached or self.budget_reached else ''}{self.count}"


@dataclass(frozen=True, slots=True)
class Evidence:
    """The evidence of a step: the pattern that justifies it, ready to be drawn."""

    shape: str
    """The kind of pattern, such as ``single``, ``fish`` or ``chain``."""
    cells: tuple[str, ...]
    digits: tuple[int, ...]
    houses: tuple[str, ...]
    covers: tuple[str, ...]
    """The houses that lose candidates."""
    candidates: tuple[tuple[str, tuple[str, ...]], ...]
    """The candidates by role.

    The roles are ``pattern``, ``second``, ``third``, ``extra``, ``placed`` and ``struck`` (eliminated).
    """
    links: tuple[tuple[tuple[str, ...], tuple[str, ...], bool], ...]
    """The links of chains, in order: start, end, and whether the link is strong."""


@dataclass(frozen=True, slots=True)
class Step:
    """One logical step."""

    technique: str
    code: str
    score: int
    level: str
    placements: tuple[str, ...]
    """The digits to place, as ``r1c2=3``."""
    eliminations: tuple[str, ...]
    """The candidates to eliminate, as ``r1c2<>3``."""
    text: str = field(repr=False)
    """The explanation."""
    line: str = field(repr=False)
    """A one-line summary."""
    chain: str | None = field(repr=False)
    """The chain in Eureka notation, if there is one."""
    evidence: Evidence = field(repr=False)

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Hint(NotebookPicture):
    """The result of :func:`veridoku.hint`."""

    puzzle: str = field(repr=False)
    outcome: Literal["step", "mistakes", "solved", "unsolvable", "nothing"]
    technique: str | None
    placements: tuple[str, ...]
    eliminations: tuple[str, ...]
    text: str
    evidence: Evidence | None = field(default=None, repr=False)
    mistakes: tuple[str, ...] = ()
    """The mistakes in the position, one sentence each."""
    note: str | None = None
    """A warning if the puzzle is not known to have a unique solution."""
    stopped: tuple[str, ...] = field(default=(), repr=False)
    """The techniques whose search exhausted its budget; a simpler step may exist."""
    svg: str = field(default="", repr=False)
    """A picture of the position and the step."""

    def __str__(self) -> str:
        return self.text

    def _repr_svg_(self) -> str:
        return self.svg


@dataclass(frozen=True, slots=True)
class Path(NotebookPicture):
    """The result of :func:`veridoku.path`: a sequence of steps."""

    puzzle: str = field(repr=False)
    solved: bool
    """Whether the path leads to the solution."""
    score: int | None
    level: str | None
    steps: tuple[Step, ...] = field(repr=False)
    end: str
    """The last position: the solution, or the position at which no technique applies."""
    stopped: tuple[str, ...] = field(default=(), repr=False)
    """The techniques whose search exhausted its budget at some step."""
    reason: str | None = None
    """Why the path does not lead to a unique solution."""

    def __len__(self) -> int:
        return len(self.steps)

    def __bool__(self) -> bool:
        return self.solved

    def __str__(self) -> str:
        lines = [f"{number}. {step.line}" for number, step in enumerate(self.steps, 1)]
        return "\n".join([*lines, self.reason] if self.reason else lines)


@dataclass(frozen=True, slots=True)
class RatedStep:
    """One step of Sudoku Explainer's rating."""

    rating: float
    rule: str
    placement: str | None
    eliminations: tuple[str, ...]
    premise: str | None = None
    """The assumption with which its chain begins, such as ``the candidates of r1c9``, if it uses a chain."""
    nodes: int | None = None
    """The number of nodes of its chain, including nested chains."""


@dataclass(frozen=True, slots=True)
class Rating(NotebookPicture):
    """The result of :func:`veridoku.rate`, on two scales."""

    puzzle: str = field(repr=False)
    er: float | None = None
    """Sudoku Explainer's rating of the hardest step."""
    ep: float | None = None
    """Sudoku Explainer's rating of the hardest step up to the first placement."""
    ed: float | None = None
    """Sudoku Explainer's rating of the first step."""
    at_least: float | None = None
    """A lower bound on ER, if the budget was exhausted before ER was known."""
    hardest_rule: str | None = None
    """Sudoku Explainer's name for the rule of the hardest step."""
    unrated: str | None = None
    """Why there is no Sudoku Explainer rating."""
    level: str | None = None
    """HoDoKu's level."""
    score: int | None = None
    """HoDoKu's score."""
    hardest: str | None = None
    """HoDoKu's name for the technique with the highest score."""
    reason: str | None = None
    """Why there is no HoDoKu rating."""
    steps: tuple[RatedStep, ...] = field(default=(), repr=False)
    """The steps of Sudoku Explainer's rating, if they were requested."""

    def __str__(self) -> str:
        explainer = f"ED={self.er:.1f}/{self.ep:.1f}/{self.ed:.1f}" if self.er is not None else self.unrated
        hodoku = f"{self.level} {self.score}" if self.level else self.reason
        return ", ".join(dict.fromkeys(part for part in (explainer, hodoku) if part))


@dataclass(frozen=True, slots=True)
class Generated(NotebookPicture):
    """The result of :func:`veridoku.generate`: a puzzle with a unique solution."""

    puzzle: str
    solution: str = field(repr=False)
    clues: int
    seed: str
    index: int
    level: str | None
    er: float | None
    generator: int = field(repr=False)
    """The version of the generator. The same version, seed and index always give the same puzzle."""

    def __str__(self) -> str:
        return board(self.puzzle)

    def _repr_html_(self) -> str:
        rating = [self.level or "", "" if self.er is None else f"ER {self.er}"]
        words = [" ".join(filter(None, rating)), f"seed {self.seed}", f"index {self.index}"]
        return figure(self._repr_svg_(), ", ".join(filter(None, words)))


@dataclass(frozen=True, slots=True)
class Canon(NotebookPicture):
    """The result of :func:`veridoku.canon`; equivalent puzzles have the same key."""

    puzzle: str = field(repr=False)
    canonical: str
    """The canonical form: the same for all equivalent puzzles."""
    transform: str
    """A transform from the puzzle to its canonical form."""
    automorphisms: int
    key: str
    """The hash of the canonical form: 128 bits as 32 hexadecimal digits."""
    key_version: int = field(repr=False)

    def __str__(self) -> str:
        return self.canonical

    def _repr_svg_(self) -> str:
        return _veridoku.picture(self.canonical, "values")


@dataclass(frozen=True, slots=True)
class EquivalentPuzzle(NotebookPicture):
    """The result of :func:`veridoku.transform`: a puzzle and its transformed version."""

    puzzle: str = field(repr=False)
    """The original puzzle."""
    transform: str
    result: str
    """The transformed puzzle."""
    solution: str | None = field(default=None, repr=False)
    """The transformed solution, if the input contained one."""

    def __str__(self) -> str:
        return self.result

    def _repr_svg_(self) -> str:
        return _veridoku.picture(self.result, "values")


# The former name.
Dress = EquivalentPuzzle


@dataclass(frozen=True, slots=True)
class Run:
    """The statistics of one textbook solver."""

    algorithm: str
    calls: int
    """The number of calls to the recursive function."""
    placements: int
    undos: int
    max_depth: int
    micros: float | None
    """The time of a run without an observer, in microseconds."""
    status: Status
    finished: bool
    """Whether the solver finished within the budget."""
    solution: str | None = field(repr=False)


@dataclass(frozen=True, slots=True)
class Comparison:
    """The result of :func:`veridoku.compare`: one run of each textbook solver."""

    puzzle: str
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
