"""A Gymnasium environment: fill in a Sudoku cell by cell.

>>> import gymnasium, veridoku.gym
>>> env = gymnasium.make("veridoku/Sudoku-v0", clues=(30, 40))
>>> board, info = env.reset(seed=1)
>>> board.shape, int(info["action_mask"].sum()) > 0
((9, 9), True)
>>> board, reward, terminated, truncated, info = env.step(env.unwrapped.action("r1c1=5"))

An observation is the board, with 0 for a blank. Action ``81 · row + 9 · column + digit - 1`` (rows and
columns counted from 0) writes a digit. A right digit gives a reward of 1 divided by the number of blanks of
the puzzle, so that a solved puzzle gives 1. A wrong digit ends the episode. An action that the rules forbid,
which is one that ``info["action_mask"]`` excludes, ends it too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode, VectorEnv

from ._errors import PuzzleError
from ._methods import board as board_text
from .datasets import Range, range_text
from .many import Bytes, Status, generate_many, solve_many
from .reading import to_array

__all__ = ["SudokuEnv", "SudokuVectorEnv"]

ENVIRONMENT = "veridoku/Sudoku-v0"
ACTIONS = 81 * 9
POOL = 256
"""The number of puzzles that are generated at a time."""

CELLS = np.arange(81)
ROWS, COLUMNS = CELLS // 9, CELLS % 9
BOXES = ROWS // 3 * 3 + COLUMNS // 3
SAME_HOUSE = np.array(
    [(ROWS == ROWS[cell]) | (COLUMNS == COLUMNS[cell]) | (BOXES == BOXES[cell]) for cell in CELLS]
)
"""Which cells share a house, including each cell with itself."""


class _PuzzleSource:
    """Puzzles with their solutions: those of the caller in order, or generated ones without end."""

    def __init__(self, puzzles: Any, er: Range | None, clues: Range | None, threads: int | None) -> None:
        self.options: dict[str, Any] = {"threads": threads}
        self.options |= {"er": range_text(er, "er"), "clues": range_text(clues, "clues")}
        self.given: tuple[Bytes, Bytes] | None = None
        if puzzles is not None:
            array = to_array(puzzles)
            if not len(array):
                raise ValueError("found no puzzles, expected at least one")
            solved = solve_many(array, threads=threads)
            for row in np.flatnonzero(solved.status != Status.UNIQUE)[:1]:
                status = Status(solved.status[row]).name.lower()
                raise PuzzleError(f"row {row}: found the status {status}, expected a unique solution")
            self.given = (array, solved.solution)
        self.pairs: Iterator[tuple[Bytes, Bytes]] | None = None

    def restart(self, seed: int) -> None:
        """Begin anew, with the puzzles of a seed."""
        self.pairs = self._pairs(seed)

    def _pairs(self, seed: int) -> Iterator[tuple[Bytes, Bytes]]:
        index = 0
        while True:
            if self.given is None:
                made = generate_many(POOL, seed=seed, index=index, **self.options)
                puzzles, solutions = made.puzzle, made.solution
                index += POOL
            else:
                puzzles, solutions = self.given
            yield from zip(puzzles, solutions)


class SudokuVectorEnv(VectorEnv[Bytes, npt.NDArray[np.int64], Any]):
    """Several boards, which are computed together.

    Parameters
    ----------
    num_envs
        The number of boards.
    puzzles
        The puzzles to use, in order, again and again. By default, puzzles are generated.
    er
        The range of Sudoku Explainer ratings of generated puzzles.
    clues
        The range of the number of clues of generated puzzles.
    threads
        The number of threads that generate puzzles.
    """

    metadata: dict[str, Any] = {
        "render_modes": ["ansi"], "render_fps": 4, "autoreset_mode": AutoresetMode.NEXT_STEP
    }

    def __init__(
        self,
        num_envs: int = 1,
        *,
        puzzles: Any = None,
        er: Range | None = None,
        clues: Range | None = None,
        threads: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.num_envs: int = num_envs
        self.render_mode: str | None = render_mode
        self.single_observation_space: gymnasium.Space[Any] = gymnasium.spaces.Box(0, 9, (9, 9), np.uint8)
        self.single_action_space: gymnasium.Space[Any] = gymnasium.spaces.Discrete(ACTIONS)
        batch = gymnasium.vector.utils.batch_space
        self.observation_space: gymnasium.Space[Any] = batch(self.single_observation_space, num_envs)
        self.action_space: gymnasium.Space[Any] = batch(self.single_action_space, num_envs)
        self._source = _PuzzleSource(puzzles, er, clues, threads)
        self._board = np.zeros((num_envs, 81), np.uint8)
        self._solution = np.zeros((num_envs, 81), np.uint8)
        self._blanks = np.ones(num_envs)
        self._over = np.ones(num_envs, bool)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Bytes, dict[str, Any]]:
        """Start with new puzzles. A seed determines all puzzles from here on."""
        if isinstance(seed, list):
            seed = next((one for one in seed if one is not None), None)
        super().reset(seed=seed)
        if seed is not None or self._source.pairs is None:
            self._source.restart(int(self.np_random.integers(2**32)) if seed is None else seed)
        self._over[:] = True
        self._replace_finished()
        return self._observations(), self._info()

    def step(
        self, actions: npt.ArrayLike
    ) -> tuple[Bytes, npt.NDArray[np.float64], npt.NDArray[np.bool_], npt.NDArray[np.bool_], dict[str, Any]]:
        """Write a digit on each board. A board whose episode is over gets a new puzzle instead."""
        actions = np.asarray(actions)
        if not self.action_space.contains(actions):
            expected = f"{self.num_envs} integers from 0 to {ACTIONS - 1}"
            raise ValueError(f"found the actions {actions}, expected {expected}")
        if self._source.pairs is None:
            raise gymnasium.error.ResetNeeded("call reset before step")
        cell, digit = np.divmod(actions.astype(np.int64), 9)
        rows, was_over = np.arange(self.num_envs), self._over.copy()
        is_right = (self._board[rows, cell] == 0) & (self._solution[rows, cell] == digit + 1) & ~was_over
        self._board[rows[is_right], cell[is_right]] = digit[is_right] + 1
        reward = is_right / self._blanks
        self._over = ~was_over & (~is_right | (self._board != 0).all(axis=1))
        terminated = self._over.copy()
        self._over |= was_over
        self._replace_finished(was_over)
        return self._observations(), reward, terminated, np.zeros(self.num_envs, bool), self._info()

    def render(self) -> tuple[str, ...] | None:
        """Return the boards as text, with the mode ``ansi``."""
        lines = ("".join(map(str, board)).replace("0", ".") for board in self._board.tolist())
        return tuple(map(board_text, lines)) if self.render_mode == "ansi" else None

    def _replace_finished(self, which: npt.NDArray[np.bool_] | None = None) -> None:
        for row in np.flatnonzero(self._over if which is None else which):
            assert self._source.pairs is not None
            self._board[row], self._solution[row] = next(self._source.pairs)
            self._blanks[row] = max(1, int((self._board[row] == 0).sum()))
            self._over[row] = False

    def _observations(self) -> Bytes:
        boards: Bytes = self._board.reshape(-1, 9, 9).copy()
        return boards

    def _info(self) -> dict[str, Any]:
        """Return the actions that the rules allow: a digit that is not yet in a house of an empty cell."""
        is_digit = self._board[:, :, None] == np.arange(1, 10, dtype=np.uint8)
        seen = np.matmul(SAME_HOUSE.astype(np.uint8), is_digit.astype(np.uint8)) > 0
        mask = (self._board == 0)[:, :, None] & ~seen
        return {
            "action_mask": mask.reshape(self.num_envs, ACTIONS).astype(np.int8),
            "_action_mask": np.ones(self.num_envs, bool),
        }


class SudokuEnv(gymnasium.Env[Bytes, np.int64]):
    """One board; the options are those of :class:`SudokuVectorEnv`."""

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 4}

    def __init__(self, *, render_mode: str | None = None, **options: Any) -> None:
        self.render_mode: str | None = render_mode
        self._boards = SudokuVectorEnv(1, render_mode=render_mode, **options)
        self.observation_space: gymnasium.Space[Any] = self._boards.single_observation_space
        self.action_space: gymnasium.Space[Any] = self._boards.single_action_space

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Bytes, dict[str, Any]]:
        """Start with a new puzzle."""
        super().reset(seed=seed)
        boards, info = self._boards.reset(seed=seed)
        return boards[0], {"action_mask": info["action_mask"][0]}

    def step(self, action: np.int64 | int) -> tuple[Bytes, float, bool, bool, dict[str, Any]]:
        """Write a digit."""
        boards, reward, terminated, _, info = self._boards.step(np.array([action]))
        mask = {"action_mask": info["action_mask"][0]}
        return boards[0], float(reward[0]), bool(terminated[0]), False, mask

    def render(self) -> str | None:
        """Return the board as text, with the mode ``ansi``."""
        boards = self._boards.render()
        return boards[0] if boards else None

    @staticmethod
    def action(move: str) -> int:
        """Return the number of a move such as ``r1c2=3``.

        >>> SudokuEnv.action("r1c2=3")
        11
        """
        found = re.fullmatch(r"r([1-9])c([1-9])=([1-9])", move)
        if found is None:
            raise ValueError(f"found {move!r}, expected a move such as 'r1c2=3'")
        row, column, digit = (int(number) - 1 for number in found.groups())
        return 81 * row + 9 * column + digit


gymnasium.register(
    ENVIRONMENT, "veridoku.gym:SudokuEnv", vector_entry_point="veridoku.gym:SudokuVectorEnv"
)
