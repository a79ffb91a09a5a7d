"""Sudoku as an environment for OpenEnv (package ``openenv-core``).

>>> from veridoku.openenv import SudokuAction, SudokuEnvironment
>>> environment = SudokuEnvironment(max_er=1.5)
>>> observation = environment.reset(seed=1)
>>> environment.step(SudokuAction(answer="I give up.")).reward
0.0

Serve it with OpenEnv's ``create_app(SudokuEnvironment, SudokuAction, SudokuObservation)``. An episode is one
puzzle and one answer, which is right if it solves the puzzle, however it is written.
"""

from __future__ import annotations

import secrets
from typing import Any
from uuid import uuid4

from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import Action, Observation, State
from openenv.core.rubrics import Rubric

from ._tasks import generate_task, question
from .rewards import completion_reward

__all__ = ["SudokuAction", "SudokuEnvironment", "SudokuObservation", "SudokuRubric", "SudokuState"]


class SudokuAction(Action):
    """The answer of a language model."""

    answer: str
    """A text that contains the solved grid."""


class SudokuObservation(Observation):
    """A puzzle."""

    prompt: str
    """The question."""
    puzzle: str
    """The puzzle, 81 characters."""


class SudokuState(State):
    """The puzzle of the episode, with what the model must not see."""

    puzzle: str = ""
    solution: str = ""
    er: float = 0.0


class SudokuRubric(Rubric):
    """The reward of an answer."""

    def __init__(self, partial: bool = False) -> None:
        """Create a rubric; with ``partial``, it rewards the share of empty cells that are right."""
        super().__init__()
        self.partial = partial

    def forward(self, action: Any, observation: Any) -> float:
        """Return 1 if the answer solves the puzzle, and 0 if not, unless ``partial`` is set.

        Parameters
        ----------
        action
            The answer, in the attribute ``answer``.
        observation
            The puzzle, in the attribute ``puzzle``.
        """
        return completion_reward(action.answer, observation.puzzle, partial=self.partial)


class SudokuEnvironment(Environment[SudokuAction, SudokuObservation, SudokuState]):
    """An environment whose episodes are puzzles of a range of ratings."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self, min_er: float = 1.2, max_er: float = 4.5, partial: bool = False) -> None:
        """Create an environment.

        Parameters
        ----------
        min_er
            The lowest rating.
        max_er
            The highest rating.
        partial
            Whether to reward an answer that keeps the clues by the share of empty cells that are right.
        """
        self._reward = SudokuRubric(partial)
        super().__init__(rubric=self._reward)
        self.min_er: float = min_er
        self.max_er: float = max_er
        self._state = SudokuState()

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **_options: Any
    ) -> SudokuObservation:
        """Start an episode with the puzzle of this seed.

        Parameters
        ----------
        seed
            The seed. By default, a random one.
        episode_id
            The name of the episode. By default, a random one.
        """
        seed = secrets.randbits(62) if seed is None else seed
        puzzle, solution, er = generate_task(seed, 0, self.min_er, self.max_er)
        name = episode_id or str(uuid4())
        self._state = SudokuState(episode_id=name, puzzle=puzzle, solution=solution, er=er)
        return self._observation()

    def step(
        self, action: SudokuAction, timeout_s: float | None = None, **_options: Any
    ) -> SudokuObservation:
        """Grade an answer, which ends the episode.

        Parameters
        ----------
        action
            The answer.
        timeout_s
            Not used: grading takes microseconds.
        """
        if not self._state.puzzle:
            raise RuntimeError("reset() must be called before step()")
        self._state.step_count += 1
        observation = self._observation()
        observation.reward, observation.done = self._reward(action, observation), True
        return observation

    def _observation(self) -> SudokuObservation:
        puzzle = self._state.puzzle
        return SudokuObservation(prompt=question(puzzle), puzzle=puzzle)

    @property
    def state(self) -> SudokuState:
        """The state of the episode."""
        return self._state
