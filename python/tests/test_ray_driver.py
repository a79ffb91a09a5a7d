"""The retries of the Ray driver, tested with a fake Ray module that counts attempts and needs no cluster."""

from __future__ import annotations

import dataclasses
import importlib.util
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from sample import PUZZLE

import veridoku

pa = pytest.importorskip("pyarrow")
pq = pytest.importorskip("pyarrow.parquet")
shards = pytest.importorskip("veridoku.shards")


class TaskError(Exception):
    """The exception in which Ray wraps the exception of a task."""

    def __init__(self, cause: BaseException) -> None:
        super().__init__("a task failed")
        self.cause = cause


class Task:
    """A task that runs immediately and keeps its exception for later."""

    def __init__(self, function: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
        self.error: BaseException | None = None
        try:
            function(*arguments)
        except BaseException as error:
            self.error = error

    def get(self) -> None:
        if self.error is not None:
            raise TaskError(self.error)


def fake_ray() -> ModuleType:
    ray: Any = ModuleType("ray")
    ray.is_initialized = lambda: True
    ray.cluster_resources = lambda: {"CPU": 2}
    ray.nodes = lambda: [{"Alive": True, "Resources": {"CPU": 2}}]
    ray.put = lambda value: value
    ray.wait = lambda tasks, num_returns: (tasks[:num_returns], tasks[num_returns:])
    ray.get = Task.get

    class Remote:
        def __init__(self, function: Callable[..., Any]) -> None:
            self.function = function

        def options(self, **options: object) -> Remote:
            ray.requested = options
            return self

        def remote(self, *arguments: Any) -> Task:
            return Task(self.function, arguments)

    ray.remote = Remote
    module: ModuleType = ray
    return module


@pytest.fixture()
def driver(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The real driver module, loaded with the fake Ray module."""
    monkeypatch.setitem(sys.modules, "ray", fake_ray())
    path = Path(veridoku.__file__).with_name("ray.py")
    spec = importlib.util.spec_from_file_location("veridoku.ray_with_fake", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture()
def plan(tmp_path: Path) -> Any:
    pq.write_table(pa.table({"puzzle": [PUZZLE] * 8}), tmp_path / "in.parquet", row_group_size=1)
    return shards.plan("solve", tmp_path / "in.parquet", tmp_path / "out", rows_per_shard=1)


class Panic(BaseException):
    """A stand-in for PyO3's ``PanicException``, which is not an ``Exception``."""


def test_temporary_errors_are_retried_and_permanent_ones_reported(driver: Any, plan: Any) -> None:
    attempts: Counter[int] = Counter()
    raised = {
        1: pa.ArrowInvalid("once"),
        2: ValueError("always"),
        3: TypeError("permanent"),
        4: Panic("once"),
        5: OSError("once"),
    }

    def process(plan: Any, shard: Any, threads: int) -> Any:
        attempts[shard.number] += 1
        if shard.number in raised and (attempts[shard.number] == 1 or shard.number in (2, 3)):
            raise raised[shard.number]
        return shards.process_shard(plan, shard, threads)

    driver._process = process
    reported: list[int] = []
    message = "2 of 8 shards failed.*ValueError: always.*TypeError: permanent"
    with pytest.raises(driver.ShardsFailed, match=message) as failed:
        driver.run(plan, max_retries=2, progress=lambda done, all_shards: reported.append(done))
    assert list(failed.value.failures) == ["part-00002", "part-00003"]
    assert [attempts[number] for number in range(8)] == [1, 2, 3, 1, 2, 2, 1, 1]
    assert reported == [1, 2, 3, 4, 5, 6] and not plan.path("_manifest.json").exists()
    assert [shard.number for shard in shards.begin(plan)] == [2, 3]
    raised.clear()
    assert driver.run(plan)["rows"] == 8
    assert shards.verify(plan.output)["rows"] == 8


def test_former_names_of_arguments_still_work(driver: Any, plan: Any) -> None:
    reported: list[int] = []
    driver.run(plan, most_at_once=1, tell=lambda done, all_shards: reported.append(done))
    assert reported == [1, 2, 3, 4, 5, 6, 7, 8]


def test_more_threads_than_any_node_has_give_a_warning(driver: Any, plan: Any) -> None:
    with pytest.warns(UserWarning, match=r"no node has enough CPUs \(3 needed\)"):
        driver.run(plan, threads=3)
    assert driver.ray.requested["num_gpus"] == 0


def test_plans_for_gpus_ask_for_gpus(driver: Any, plan: Any) -> None:
    driver._process = lambda plan, shard, threads: shards.process_shard(
        dataclasses.replace(plan, options={}), shard, threads
    )
    on_gpu = dataclasses.replace(plan, options={"device": "gpu"})
    warns = pytest.warns(UserWarning, match=r"no node has enough GPUs \(1 needed\)")
    with warns, pytest.raises(RuntimeError):
        driver.run(on_gpu)
    assert driver.ray.requested["num_gpus"] == 1
    warns = pytest.warns(UserWarning, match=r"no node has enough GPUs \(0.5 needed\)")
    with warns, pytest.raises(RuntimeError):
        driver.run(on_gpu, gpus=0.5)
    assert driver.ray.requested["num_gpus"] == 0.5
