"""A data set for reasoning-gym, whose difficulty is Sudoku Explainer's rating.

>>> import reasoning_gym, veridoku.reasoning
>>> data = reasoning_gym.create_dataset("veridoku_sudoku", min_er=1.2, max_er=1.5, size=3, seed=1)
>>> [1.2 <= entry["metadata"]["difficulty"]["er"] <= 1.5 for entry in data]
[True, True, True]
>>> data.score_answer(data[0]["answer"], data[0])
1.0
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from reasoning_gym.coaching import BaseCurriculum, RangeAttributeDefinition
from reasoning_gym.factory import ProceduralDataset, register_dataset

from ._tasks import as_rows, generate_task, question
from .rewards import completion_reward

__all__ = ["SudokuConfig", "SudokuCurriculum", "SudokuDataset"]

DATASET_NAME = "veridoku_sudoku"


@dataclass
class SudokuConfig:
    """The options of the data set."""

    min_er: float = 1.2
    """The lowest rating."""
    max_er: float = 4.5
    """The highest rating."""
    partial: bool = False
    """Whether to score an answer that keeps the clues by the share of empty cells that are right."""
    seed: int | None = None
    size: int = 500

    def validate(self) -> None:
        """Check the options."""
        assert 1.0 <= self.min_er <= self.max_er, "expected 1.0 <= min_er <= max_er"


class SudokuDataset(ProceduralDataset):
    """Puzzles of a range of ratings. An answer is right if it solves the puzzle, however it is written."""

    def __init__(self, config: SudokuConfig) -> None:
        super().__init__(config=config, seed=config.seed, size=config.size)

    def __getitem__(self, idx: int) -> dict[str, Any]:
        """Return an entry, which depends on the options, the seed and the index only."""
        if not 0 <= idx < self.size:
            raise IndexError(f"found index {idx}, expected one of {self.size} entries")
        puzzle, solution, er = generate_task(self.seed, idx, self.config.min_er, self.config.max_er)
        metadata = {
            "source_dataset": DATASET_NAME,
            "source_index": idx,
            "puzzle": puzzle,
            "solution": solution,
            "difficulty": {"er": er},
        }
        return {"question": question(puzzle), "answer": as_rows(solution), "metadata": metadata}

    def score_answer(self, answer: str | None, entry: dict[str, Any]) -> float:
        """Return 1 for an answer that solves the puzzle, and 0 for others, unless ``partial`` is set."""
        return completion_reward(answer or "", entry["metadata"]["puzzle"], partial=self.config.partial)


class SudokuCurriculum(BaseCurriculum):
    """Raises the ratings."""

    def __init__(self) -> None:
        super().__init__("SudokuCurriculum", SudokuConfig)
        self._define_attributes(
            RangeAttributeDefinition(
                name="er",
                levels=[1.2, 2.0, 3.0, 4.5, 6.5, 7.5, 9.0],
                default_level=1,
                description="The ratings of the puzzles",
                lower_field_name="min_er",
                upper_field_name="max_er",
                ensure_interval=True,
            )
        )


register_dataset(DATASET_NAME, SudokuDataset, SudokuConfig, SudokuCurriculum)
