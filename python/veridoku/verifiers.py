"""Sudoku as a taskset for verifiers (version 0.4 or later).

>>> from veridoku.verifiers import SudokuConfig, SudokuTaskset
>>> taskset = SudokuTaskset(SudokuConfig(min_er=1.2, max_er=1.5, size=3, seed=1))
>>> [task.data.er for task in taskset]
[1.2, 1.5, 1.5]

An answer is right if it solves the puzzle, however it is written. To reward the answers of other tasks, call
:func:`veridoku.rewards.completion_reward`.
"""

from __future__ import annotations

from collections.abc import Iterator

import verifiers.v1 as vf

from ._tasks import generate_task, question
from .rewards import completion_reward

__all__ = ["SudokuConfig", "SudokuData", "SudokuTask", "SudokuTaskConfig", "SudokuTaskset"]


class SudokuData(vf.TaskData):
    """A puzzle."""

    puzzle: str
    """The puzzle, 81 characters."""
    solution: str
    """The solution, 81 characters."""
    er: float
    """Sudoku Explainer's rating."""


class SudokuTaskConfig(vf.TaskConfig):
    """The options of the reward."""

    partial: bool = False
    """Whether to reward an answer that keeps the clues by the share of empty cells that are right."""


class SudokuTask(vf.Task[SudokuData, vf.State, SudokuTaskConfig]):
    """A puzzle to solve."""

    @vf.reward(weight=1.0)
    async def solved(self, trace: vf.Trace) -> float:
        """Return 1 if the last reply solves the puzzle, and 0 if not, unless ``partial`` is set."""
        return completion_reward(trace.last_reply, self.data.puzzle, partial=self.config.partial)


class SudokuConfig(vf.TasksetConfig):
    """The options of the taskset."""

    min_er: float = 1.2
    """The lowest rating."""
    max_er: float = 4.5
    """The highest rating."""
    size: int = 500
    """The number of puzzles."""
    seed: int = 0
    task: SudokuTaskConfig = SudokuTaskConfig()
    """The options of the reward."""


class SudokuTaskset(vf.Taskset[SudokuTask, SudokuConfig]):
    """Puzzles of a range of ratings, which depend on the options only."""

    def load(self) -> Iterator[SudokuTask]:
        """Generate the puzzles, one after the other."""
        config = self.config
        for index in range(config.size):
            puzzle, solution, er = generate_task(config.seed, index, config.min_er, config.max_er)
            data = SudokuData(prompt=question(puzzle), puzzle=puzzle, solution=solution, er=er)
            yield SudokuTask(data, config.task)
