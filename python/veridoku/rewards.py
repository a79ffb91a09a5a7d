"""Rewards for the answers of language models.

>>> import veridoku, veridoku.rewards
>>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
>>> answer = f"The solution is:\\n\\n{veridoku.solve(puzzle)}"
>>> veridoku.rewards.sudoku_reward([answer, "I give up."], puzzle=[puzzle, puzzle])
[1.0, 0.0]

:func:`sudoku_reward` has the signature that TRL's trainers expect (``reward_funcs=[sudoku_reward]``, with a
column ``puzzle`` in the data set). :mod:`veridoku.verifiers` and :mod:`veridoku.openenv` have tasks for
verifiers and OpenEnv. For other libraries that reward one answer at a time, call :func:`completion_reward` in
their reward function.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ._inputs import Puzzle
from .one import grade

__all__ = ["Completion", "completion_reward", "sudoku_reward"]

Completion = str | Sequence[Mapping[str, Any]]
"""A text, or a list of chat messages, of which the last has the answer."""


def completion_reward(completion: Completion, puzzle: Puzzle, *, partial: bool = False) -> float:
    """Return 1 if an answer of a language model solves the puzzle, and 0 if not.

    Parameters
    ----------
    completion
        The answer: a text that contains a grid, or a list of chat messages.
    puzzle
        The puzzle.
    partial
        Whether to reward an answer that keeps the clues by the share of empty cells that are right.
    """
    if not isinstance(completion, str):
        completion = _message_text(completion[-1].get("content")) if completion else ""
    # A model may write half a character, which is not valid Unicode.
    text = completion.encode(errors="replace").decode()
    return float(grade(puzzle, text, partial=partial).score)


def _message_text(content: Any) -> str:
    """Return the text of a chat message, whose content may be a list of parts."""
    if isinstance(content, str) or not content:
        return content or ""
    return "\n".join(part.get("text", "") for part in content)


def sudoku_reward(
    completions: Iterable[Completion], puzzle: Iterable[Puzzle], *, partial: bool = False, **_columns: Any
) -> list[float]:
    """Return the reward of each answer of a batch.

    Parameters
    ----------
    completions
        The answers.
    puzzle
        The puzzles, one for each answer.
    partial
        Whether to reward an answer that keeps the clues by the share of empty cells that are right.
    """
    if isinstance(completions, str):
        raise TypeError("found a single text, expected a list of answers")
    pairs = zip(completions, puzzle, strict=True)
    return [completion_reward(answer, given, partial=partial) for answer, given in pairs]
