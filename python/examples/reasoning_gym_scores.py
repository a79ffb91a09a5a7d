"""Score answers to the Sudoku puzzles of reasoning-gym: 1 for a solution of the puzzle, otherwise 0.

`score_answer` of reasoning-gym gives 1 to the reference text only. It takes points off for words and line
breaks around a right grid, gives points to grids with wrong digits, and compares the rows after an
incomplete one with the wrong rows of the solution. `partial=True` gives wrong grids the share of right
cells. For puzzles with several solutions, each of them is right here.
"""

from __future__ import annotations

from itertools import chain
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import veridoku


def scores(entries: list[dict[str, Any]], answers: list[list[str]]) -> npt.NDArray[np.float64]:
    """Return the scores of all answers; there are several answers to each entry of the data set."""
    puzzles = veridoku.to_array([entry["metadata"]["puzzle"] for entry in entries])
    rows = np.repeat(np.arange(len(entries)), list(map(len, answers)))
    return veridoku.grade_many(puzzles[rows], list(chain(*answers))).score


def changed(text: str, kind: int) -> str:
    """Return an answer as it is, with a wrong digit, five blanks, in a code fence, or with a line break."""
    wrong = ("2" if text[0] == "1" else "1") + text[1:]
    fenced = f"Here is the solution.\n\n```\n{text}\n```\n"
    return [text, wrong, "_ _ _ _ _" + text[9:], fenced, text + "\n"][kind]


def test_scores_are_those_of_reasoning_gym_where_they_are_right() -> None:
    gym = pytest.importorskip("reasoning_gym")
    data = gym.create_dataset("sudoku", size=500, seed=1)
    entries = [data[index] for index in range(500)]
    answers = [[changed(entry["answer"], number % 5) for number in range(20)] for entry in entries]
    pairs = [(answer, entry) for entry, texts in zip(entries, answers) for answer in texts]
    theirs = np.array([data.score_answer(*pair) for pair in pairs]).reshape(500, 4, 5)
    ours = scores(entries, answers).reshape(500, 4, 5)
    assert (ours == [1, 0, 0, 1, 1]).all()
    assert ((theirs == 1) == [1, 0, 0, 0, 0]).all()
    # They give points to wrong digits, few to a first row with blanks, and less than 1 to a code fence.
    assert (theirs[..., [1, 3, 4]] > 0.5).all() and (theirs[..., 2] < 0.5).all()
