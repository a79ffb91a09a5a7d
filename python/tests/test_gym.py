"""The Gymnasium environment, with the real package."""

from __future__ import annotations

import numpy as np
import pytest
from sample import EMPTY, PUZZLE, SOLUTION

import veridoku

gymnasium = pytest.importorskip("gymnasium")
from gymnasium.utils.env_checker import check_env  # noqa: E402

from veridoku.gym import ENVIRONMENT, SudokuEnv  # noqa: E402

MOVES = [81 * (c // 9) + 9 * (c % 9) + int(SOLUTION[c]) - 1 for c in range(81) if PUZZLE[c] == "."]


def test_the_environment_passes_the_checks_of_gymnasium() -> None:
    check_env(SudokuEnv(puzzles=[PUZZLE]))


def test_solving_a_puzzle_gives_a_reward_of_one() -> None:
    env = gymnasium.make(ENVIRONMENT, puzzles=[PUZZLE], render_mode="ansi")
    board, _ = env.reset()
    assert "".join(map(str, board.ravel())) == PUZZLE.replace(".", "0")
    assert env.render().startswith("5 3 . | . 7 .")
    total = 0.0
    for move in MOVES:
        board, reward, terminated, truncated, _ = env.step(move)
        total += reward
        assert terminated == (move == MOVES[-1]) and not truncated
    assert total == pytest.approx(1) and "".join(map(str, board.ravel())) == SOLUTION


@pytest.mark.parametrize("move", ["r1c1=5", "r1c3=5", "r1c3=1"])
def test_forbidden_and_wrong_digits_end_the_episode(move: str) -> None:
    env = SudokuEnv(puzzles=[PUZZLE])
    before, info = env.reset()
    action = SudokuEnv.action(move)
    after, reward, terminated, _, _ = env.step(action)
    assert (reward, terminated) == (0.0, True) and (before == after).all()
    # 1 is wrong in r1c3, but does not break a rule there.
    assert bool(info["action_mask"][action]) == (move == "r1c3=1")


def test_the_mask_is_what_the_rules_allow() -> None:
    env = SudokuEnv(clues=(24, 30))
    board, info = env.reset(seed=3)
    for row, column in np.ndindex(9, 9):
        box = board[row // 3 * 3 : row // 3 * 3 + 3, column // 3 * 3 : column // 3 * 3 + 3]
        seen = {*board[row], *board[:, column], *box.ravel()}
        expected = [board[row, column] == 0 and digit not in seen for digit in range(1, 10)]
        assert info["action_mask"][81 * row + 9 * column :][:9].tolist() == expected


def test_the_same_seed_gives_the_same_puzzles() -> None:
    boards = []
    for seed in (1, 1, 2):
        env = gymnasium.make_vec(ENVIRONMENT, num_envs=3, vectorization_mode="vector_entry_point")
        boards.append(env.reset(seed=seed)[0])
        assert veridoku.solve_many(boards[-1]).status.tolist() == [1, 1, 1]
    assert (boards[0] == boards[1]).all() and (boards[0] != boards[2]).any()


def test_boards_of_a_vector_are_independent_and_restart() -> None:
    env = gymnasium.make_vec(ENVIRONMENT, 2, vectorization_mode="vector_entry_point", puzzles=[PUZZLE])
    start, _ = env.reset()
    boards, reward, terminated, _, _ = env.step([MOVES[0], SudokuEnv.action("r1c1=1")])
    assert reward.tolist() == [pytest.approx(1 / len(MOVES)), 0] and terminated.tolist() == [False, True]
    boards, reward, terminated, _, _ = env.step([MOVES[1], 0])
    assert reward[1] == 0 and not terminated.any() and (boards[1] == start[1]).all()
    assert (boards[0] != 0).sum() == (start[0] != 0).sum() + 2


def test_puzzles_must_have_one_solution() -> None:
    with pytest.raises(veridoku.PuzzleError, match="row 1: found the status multiple"):
        SudokuEnv(puzzles=[PUZZLE, EMPTY])
    with pytest.raises(ValueError, match="found no puzzles"):
        SudokuEnv(puzzles=[])
    with pytest.raises(ValueError, match="expected a move such as 'r1c2=3'"):
        SudokuEnv.action("r0c2=3")


def test_actions_and_seeds_are_checked() -> None:
    env = gymnasium.make_vec(ENVIRONMENT, 2, vectorization_mode="vector_entry_point", puzzles=[PUZZLE])
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step([0, 0])
    env.reset(seed=[None, None])
    for actions in ([0, -1], [0, 729], [0], [0.5, 1]):
        with pytest.raises(ValueError, match="expected 2 integers from 0 to 728"):
            env.step(actions)


def test_environments_without_a_seed_differ() -> None:
    boards = [SudokuEnv().reset()[0] for _ in range(2)]
    assert (boards[0] != boards[1]).any()
