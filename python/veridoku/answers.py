"""Answers about one puzzle: small frozen classes that print well, and draw themselves in notebooks."""

from __future__ import annotations

from dataclasses import dataclass, field
from html import escape
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from . import _veridoku

Status = Literal["unique", "multiple", "none", "invalid", "undecided"]
"""One solution, several, none, a rule that is broken, or a budget that ran out."""


def frozen(answer: dict[str, Any]) -> dict[str, Any]:
    """An answer of the engine with tuples in place of lists, and of the lists in them.

    >>> frozen({"candidates": [("pattern", ["r1c1"])], "clues": 2})
    {'candidates': (('pattern', ('r1c1',)),), 'clues': 2}
    """
    return {name: _tuples(value) for name, value in answer.items()}


def _tuples(value: Any) -> Any:
    return tuple(map(_tuples, value)) if isinstance(value, (list, tuple)) else value


def board(line: str) -> str:
    """A line of 81 characters as a board of nine lines.

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
    rows = [" | ".join(" ".join(line[cell : cell + 3]) for cell in range(row, row + 9, 3)) for row in range(0, 81, 9)]
    return "\n------+-------+------\n".join("\n".join(rows[band : band + 3]) for band in range(0, 9, 3))


def grid(line: str) -> npt.NDArray[np.uint8]:
    """A line of 81 characters as a 9 × 9 array, 0 for a blank.

    >>> grid("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")[0]
    array([5, 3, 0, 0, 7, 0, 0, 0, 0], dtype=uint8)
    """
    numbers = np.frombuffer(line.replace(".", "0").encode(), dtype=np.uint8)
    return (numbers - ord("0")).reshape(9, 9)


class Drawn:
    """What notebooks show as a picture."""

    puzzle: str

    def _repr_svg_(self) -> str:
        return _veridoku.picture(self.puzzle, "values")

    def _repr_html_(self) -> str:
        return figure(self._repr_svg_(), str(self))


def figure(svg: str, caption: str) -> str:
    """A picture with a caption, for a notebook; it is as wide as the caption, whatever width it has of its own."""
    fitting = svg.replace("<svg ", '<svg style="width: 100%; height: auto" ', 1)
    return (
        f'<figure style="max-width: 24em; margin: 0">{fitting}'
        f'<figcaption style="white-space: pre-wrap">{escape(caption)}</figcaption></figure>'
    )


@dataclass(frozen=True, slots=True)
class Solution(Drawn):
    """What :func:`veridoku.solve` answers; true if there is exactly one solution."""

    puzzle: str
    """The puzzle, 81 characters (729 with candidates)."""
    status: Status
    solution: str | None
    """The one solution, 81 digits."""
    reason: str | None
    """Why there is not exactly one solution, in plain words."""
    solutions: tuple[str, ...] = field(default=(), repr=False)
    """Two of several solutions."""
    differences: tuple[str, ...] = field(default=(), repr=False)
    """The cells in which those two differ."""

    def __bool__(self) -> bool:
        return self.status == "unique"

    def __str__(self) -> str:
        return board(self.solution) if self.solution else f"{self.status}: {self.reason}"

    @property
    def grid(self) -> npt.NDArray[np.uint8]:
        """The solution as a 9 × 9 array; a :class:`ValueError` if there is not exactly one."""
        if self.solution is None:
            raise ValueError(self.reason)
        return grid(self.solution)

    def _repr_svg_(self) -> str:
        return _veridoku.picture(self.puzzle, "solution" if self else "values")

    def _repr_html_(self) -> str:
        return figure(self._repr_svg_(), self.reason or "")


@dataclass(frozen=True, slots=True)
class Conflict:
    """A digit that stands twice in a house."""

    digit: int
    house: str
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Check(Drawn):
    """What :func:`veridoku.check` answers; true if there is exactly one solution."""

    puzzle: str
    form: str | None
    """The text form in which the puzzle was found."""
    status: Status
    clues: int
    minimal: bool | None
    """Whether no clue can be taken out; known for puzzles of clues with one solution."""
    reason: str | None
    """Why there is not exactly one solution, in plain words."""
    conflicts: tuple[Conflict, ...] = ()
    cells: tuple[str, ...] = field(default=(), repr=False)
    """The cells to look at: those that contradict each other, or in which two solutions differ."""
    redundant: tuple[str, ...] = field(default=(), repr=False)
    """The clues that can be taken out, each alone."""

    def __bool__(self) -> bool:
        return self.status == "unique"

    def __str__(self) -> str:
        about = {None: self.reason, True: "minimal", False: f"not minimal, {len(self.redundant)} clues could go"}
        return f"{self.status}: {self.clues} clues, {about[self.minimal] or 'not known whether minimal'}"


@dataclass(frozen=True, slots=True)
class Count:
    """What :func:`veridoku.count` answers; a whole number."""

    puzzle: str = field(repr=False)
    count: int
    limit_reached: bool
    """Counting stopped at the limit: there may be more."""
    budget_reached: bool
    """Counting stopped at the node budget: there may be more."""

    def __int__(self) -> int:
        return self.count

    def __str__(self) -> str:
        return f"{'at least ' if self.limit_reached or self.budget_reached else ''}{self.count}"


@dataclass(frozen=True, slots=True)
class Evidence:
    """What a step rests on, ready to be drawn."""

    shape: str
    """``single``, ``fish``, ``chain`` and so on."""
    cells: tuple[str, ...]
    digits: tuple[int, ...]
    houses: tuple[str, ...]
    covers: tuple[str, ...]
    """The houses that lose candidates."""
    candidates: tuple[tuple[str, tuple[str, ...]], ...]
    """Candidates by their part in it: ``pattern``, ``second``, ``third``, ``extra``, ``placed``, ``struck``."""
    links: tuple[tuple[tuple[str, ...], tuple[str, ...], bool], ...]
    """The links of chains in order: from, to, and whether it is strong."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step of logic."""

    technique: str
    code: str
    score: int
    level: str
    placements: tuple[str, ...]
    """The digits that may be written, as ``r1c2=3``."""
    eliminations: tuple[str, ...]
    """The candidates that may be struck, as ``r1c2<>3``."""
    text: str = field(repr=False)
    """The step in plain words."""
    line: str = field(repr=False)
    """The step in one line."""
    chain: str | None = field(repr=False)
    """The chain in Eureka notation, if there is one."""
    evidence: Evidence = field(repr=False)

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Hint(Drawn):
    """What :func:`veridoku.hint` answers; its text is for people."""

    puzzle: str = field(repr=False)
    outcome: Literal["step", "mistakes", "solved", "unsolvable", "nothing"]
    technique: str | None
    placements: tuple[str, ...]
    eliminations: tuple[str, ...]
    text: str
    evidence: Evidence | None = field(default=None, repr=False)
    mistakes: tuple[str, ...] = ()
    """What is wrong in the position, one sentence each."""
    note: str | None = None
    """That the puzzle is not known to have a single solution, and what follows from that."""
    stopped: tuple[str, ...] = field(default=(), repr=False)
    """Techniques whose search stopped at its budget, so that a simpler step may exist."""
    svg: str = field(default="", repr=False)
    """The position with the step drawn into it."""

    def __str__(self) -> str:
        return self.text

    def _repr_svg_(self) -> str:
        return self.svg


@dataclass(frozen=True, slots=True)
class Path(Drawn):
    """What :func:`veridoku.path` answers: a sequence of steps."""

    puzzle: str = field(repr=False)
    solved: bool
    """Whether the path leads to the solution."""
    score: int | None
    level: str | None
    steps: tuple[Step, ...] = field(repr=False)
    end: str
    """Where the path ends: the solution, or as far as the techniques lead."""
    stopped: tuple[str, ...] = field(default=(), repr=False)
    """Techniques whose search stopped at its budget somewhere on the way."""
    reason: str | None = None
    """Why there is no path to the one solution."""

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
    """What its chain begins with, such as ``the candidates of r1c9``, if it rests on one."""
    nodes: int | None = None
    """How many nodes its chain has, those of the chains inside included."""


@dataclass(frozen=True, slots=True)
class Rating(Drawn):
    """What :func:`veridoku.rate` answers, on two scales."""

    puzzle: str = field(repr=False)
    er: float | None = None
    """Sudoku Explainer's rating of the hardest step."""
    ep: float | None = None
    """That of the hardest step up to the first digit placed."""
    ed: float | None = None
    """That of the first step."""
    at_least: float | None = None
    """What ER is at least, where the budget was spent before it was known."""
    hardest_rule: str | None = None
    """The rule of the first step with that rating, in Sudoku Explainer's words."""
    unrated: str | None = None
    """Why Sudoku Explainer's rating is not known."""
    level: str | None = None
    """HoDoKu's level."""
    score: int | None = None
    """HoDoKu's score."""
    hardest: str | None = None
    """The technique with the highest score, in HoDoKu's words."""
    reason: str | None = None
    """Why HoDoKu's score is not known."""
    steps: tuple[RatedStep, ...] = field(default=(), repr=False)
    """The steps of Sudoku Explainer's rating, if they were asked for."""

    def __str__(self) -> str:
        explainer = f"ED={self.er:.1f}/{self.ep:.1f}/{self.ed:.1f}" if self.er is not None else self.unrated
        hodoku = f"{self.level} {self.score}" if self.level else self.reason
        return ", ".join(dict.fromkeys(part for part in (explainer, hodoku) if part))


@dataclass(frozen=True, slots=True)
class Generated(Drawn):
    """What :func:`veridoku.generate` answers: a puzzle with one solution, named by seed and index."""

    puzzle: str
    solution: str = field(repr=False)
    clues: int
    seed: str
    index: int
    level: str | None
    er: float | None
    generator: int = field(repr=False)
    """The version of the method: the same seed gives the same puzzle as long as it is the same."""

    def __str__(self) -> str:
        return board(self.puzzle)

    def _repr_html_(self) -> str:
        rating = [self.level or "", "" if self.er is None else f"ER {self.er}"]
        words = [" ".join(filter(None, rating)), f"seed {self.seed}", f"index {self.index}"]
        return figure(self._repr_svg_(), ", ".join(filter(None, words)))


@dataclass(frozen=True, slots=True)
class Canon(Drawn):
    """What :func:`veridoku.canon` answers; equivalent puzzles have the same key."""

    puzzle: str = field(repr=False)
    canonical: str
    """The canonical form: the same for all equivalent puzzles."""
    transform: str
    """A transform that leads there."""
    automorphisms: int
    key: str
    """The hash of the canonical form, 128 bits as 32 hexadecimal digits."""
    key_version: int = field(repr=False)

    def __str__(self) -> str:
        return self.canonical

    def _repr_svg_(self) -> str:
        return _veridoku.picture(self.canonical, "values")


@dataclass(frozen=True, slots=True)
class Dress(Drawn):
    """What :func:`veridoku.transform` answers: the same puzzle, dressed anew."""

    puzzle: str = field(repr=False)
    """The puzzle as it was."""
    transform: str
    result: str
    """The puzzle in its new dress."""
    solution: str | None = field(default=None, repr=False)
    """The solution that stood beside the puzzle, in the same dress."""

    def __str__(self) -> str:
        return self.result

    def _repr_svg_(self) -> str:
        return _veridoku.picture(self.result, "values")


@dataclass(frozen=True, slots=True)
class Run:
    """What one textbook solver did."""

    algorithm: str
    calls: int
    """Entries of the recursive function."""
    placements: int
    undos: int
    max_depth: int
    micros: float | None
    """The time of a run that nobody watches, in microseconds."""
    status: Status
    finished: bool
    """Whether it came to its end within the budget."""
    solution: str | None = field(repr=False)


@dataclass(frozen=True, slots=True)
class Comparison:
    """What :func:`veridoku.compare` answers: a run of each textbook solver."""

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
                f"{run.micros or 0:12,.1f}{'' if run.finished else '  out of budget'}"
            )
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        names = ("algorithm", "calls", "placements", "undos", "max_depth", "micros", "status")
        head = "".join(f"<th>{name}</th>" for name in names)
        rows = ("".join(f"<td>{escape(str(getattr(run, name)))}</td>" for name in names) for run in self.runs)
        return f"<table><tr>{head}</tr>{''.join(f'<tr>{row}</tr>' for row in rows)}</table>"
