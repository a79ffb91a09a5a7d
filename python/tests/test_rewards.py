"""Rewards, and the data set for reasoning-gym, with the real package."""

from __future__ import annotations

import asyncio

import pytest
from sample import PUZZLE, SOLUTION, TWO

import veridoku
from veridoku.rewards import completion_reward, sudoku_reward


def test_answers_are_rewarded_as_text_and_as_messages() -> None:
    solved = f"<think>hm</think>\n```\n{SOLUTION}\n```"
    wrong = SOLUTION[:2] + "9" + SOLUTION[3:]
    chat = [{"role": "user", "content": PUZZLE}, {"role": "assistant", "content": solved}]
    assert sudoku_reward([solved, wrong, chat, ""], puzzle=[PUZZLE] * 4, prompts=[""] * 4) == [1, 0, 1, 0]
    assert 0.9 < completion_reward(wrong, PUZZLE, partial=True) < 1
    assert completion_reward("9" + SOLUTION[1:], PUZZLE, partial=True) == 0, "a clue was changed"


def test_odd_completions_are_rewarded_or_refused() -> None:
    parts = [{"role": "assistant", "content": [{"type": "text", "text": SOLUTION}]}]
    assert sudoku_reward([parts, f"\ud83d {SOLUTION}", [], [{"content": None}]], [PUZZLE] * 4) == [1, 1, 0, 0]
    with pytest.raises(ValueError):
        sudoku_reward([SOLUTION, SOLUTION], [PUZZLE])
    with pytest.raises(TypeError, match="expected a list of answers"):
        sudoku_reward(SOLUTION, [PUZZLE])


def test_every_solution_of_a_puzzle_is_right() -> None:
    assert [completion_reward(solution, TWO) for solution in veridoku.solutions(TWO)] == [1, 1]


def test_reasoning_gym_creates_the_data_set() -> None:
    reasoning_gym = pytest.importorskip("reasoning_gym")
    import veridoku.reasoning  # noqa: F401

    create = reasoning_gym.create_dataset
    options = {"min_er": 2.0, "max_er": 3.4, "size": 4, "seed": 7}
    data, again = create("veridoku_sudoku", **options), create("veridoku_sudoku", **options)
    assert [entry["question"] for entry in data] == [entry["question"] for entry in again]
    for entry in data:
        metadata = entry["metadata"]
        assert 2.0 <= veridoku.rate(metadata["puzzle"]).er == metadata["difficulty"]["er"] <= 3.4
        assert veridoku.solve(metadata["puzzle"]).solution == metadata["solution"]
        assert data.score_answer(entry["answer"], entry) == 1
        assert data.score_answer(f"Sure!\n\n{metadata['solution']}", entry) == 1
        assert data.score_answer(entry["question"], entry) == 0
        assert data.score_answer(None, entry) == 0
    from reasoning_gym.factory import create_curriculum

    curriculum = create_curriculum("veridoku_sudoku")
    curriculum.increment_attr_level("er")
    assert curriculum.generate_configuration({"size": 1, "seed": 1}).max_er > 2.0
    with pytest.raises(IndexError):
        data[4]


def test_verifiers_loads_and_scores_the_taskset() -> None:
    vf = pytest.importorskip("verifiers.v1")
    from veridoku.verifiers import SudokuConfig, SudokuTaskset

    tasks = list(SudokuTaskset(SudokuConfig(min_er=1.2, max_er=2.0, size=3, seed=5)))
    assert [task.data.idx for task in tasks] == [0, 1, 2] and len({task.key for task in tasks}) == 3
    data = tasks[0].data
    assert veridoku.solve(data.puzzle).solution == data.solution
    assert veridoku.extract(data.prompt).grid == data.puzzle and 1.2 <= data.er <= 2.0

    async def reward(reply: str) -> float:
        agent = vf.AgentInfo(config=vf.AgentConfig())
        trace = vf.Trace(task=vf.TraceTask(type="SudokuTask", data=data), agent=agent, root_reply=reply)
        await tasks[0].score(trace)
        return float(trace.reward)

    assert asyncio.run(reward(f"<think>hm</think> {data.solution}")) == 1
    assert asyncio.run(reward(data.prompt)) == 0


def test_openenv_runs_episodes() -> None:
    pytest.importorskip("openenv.core")
    from veridoku.openenv import SudokuAction, SudokuEnvironment, SudokuObservation

    environment = SudokuEnvironment(max_er=1.5, partial=True)
    with pytest.raises(RuntimeError, match="reset"):
        environment.step(SudokuAction(answer=""))
    start = environment.reset(seed=3, episode_id="first")
    assert environment.reset(seed=3).puzzle == start.puzzle != environment.reset(seed=4).puzzle
    state = environment.state
    end = environment.step(SudokuAction(answer=f"Here it is: {state.solution}"))
    assert (end.reward, end.done, environment.state.step_count) == (1.0, True, 1)
    assert environment.rubric.last_score == 1.0
    environment.reset(seed=4)
    cells = enumerate(zip(state.puzzle, state.solution))
    half = "".join(clue if clue != "." or index % 2 else digit for index, (clue, digit) in cells)
    assert 0 < environment.step(SudokuAction(answer=half)).reward < 1
    assert SudokuObservation.model_validate(end.model_dump()) == end
