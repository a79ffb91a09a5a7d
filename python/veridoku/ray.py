"""Shards of Parquet on a cluster of Ray.

::

    python -m veridoku.ray solve --input 'puzzles/*.parquet' --output answers
    python -m veridoku.ray rate --input puzzles --output ratings --option only=er --address auto
    python -m veridoku.ray verify --output answers

A worker that dies costs nothing but time: its shard is tried again, and its file appears only when it is whole. A shard
that cannot be answered does not stop the others; it is told at the end. A driver that dies costs the shards that were at
work: started again, it goes on with those that are not done. What is written does not depend on the number of workers.
:mod:`veridoku.shards` says what lies in the folder of the answers.
"""

from __future__ import annotations

import argparse
import json
import sys
import warnings
from collections import Counter, deque
from collections.abc import Callable, Sequence
from typing import Any

import ray

from . import arrow, shards
from .shards import Plan, Shard


PROGRAMMING = (TypeError, AttributeError, NameError, NotImplementedError, ImportError, SyntaxError)
"""What comes again however often a shard is tried."""


class ShardsFailed(RuntimeError):
    """Some shards could not be answered; all others are done."""

    failures: dict[str, BaseException]
    """What the last try of each raised, by its name."""

    def __init__(self, failures: dict[str, BaseException], all_shards: int) -> None:
        super().__init__(failures, all_shards)
        self.failures = failures
        self.all_shards = all_shards

    def __str__(self) -> str:
        told = "; ".join(f"{name}: {_sentence(error)}" for name, error in self.failures.items())
        return f"{len(self.failures)} of {self.all_shards} shards failed, and the others are done. {told}"


def _sentence(error: BaseException) -> str:
    """What went wrong in a worker, without the lines that led there."""
    cause = getattr(error, "cause", None) or error
    lines = str(cause).strip().splitlines()
    return f"{type(cause).__name__}: {lines[-1] if lines else 'nothing is said about it'}"


def run(
    plan: Plan,
    *,
    threads: int = 1,
    max_retries: int = 3,
    most_at_once: int | None = None,
    tell: Callable[[int, int], None] | None = None,
) -> dict[str, Any]:
    """Answers all shards of a plan that are not done, and gives the manifest.

    Each shard is a task of ``threads`` CPUs. One whose worker dies, or that raises anything but what comes again for sure
    (a programming error), is tried again ``max_retries`` times. If that does not help, the others are answered all the
    same, and :class:`ShardsFailed` lists it at the end. ``tell`` is told how many of how many shards are done.
    ``ray.init`` is called unless that was done.
    """
    left = shards.begin(plan)
    if not ray.is_initialized():
        ray.init(log_to_driver=False)
    # Ray tries again where a worker dies. What a shard raises is looked at here: Ray cannot say "all but these".
    answer = ray.remote(_answer).options(num_cpus=threads, max_retries=max_retries, retry_exceptions=False)
    # Few enough that the end of the driver does not leave a queue behind, many enough that nobody waits.
    cluster: Any = ray
    room = most_at_once or max(2, 2 * int(cluster.cluster_resources().get("CPU", 1)) // threads)
    largest = max((node["Resources"].get("CPU", 0) for node in cluster.nodes() if node["Alive"]), default=0)
    if largest < threads:
        warnings.warn(f"no machine of the cluster has {threads} CPUs; shards wait until one has", stacklevel=2)
    shared = ray.put(plan)
    at_work: dict[Any, Shard] = {}
    waiting, finished = deque(left), len(plan.shards) - len(left)
    tries: Counter[int] = Counter()
    failures: dict[str, BaseException] = {}
    while waiting or at_work:
        while waiting and len(at_work) < room:
            shard = waiting.popleft()
            at_work[answer.remote(shared, shard, threads)] = shard
        ready, _ = ray.wait(list(at_work), num_returns=1)
        shard = at_work.pop(ready[0])
        try:
            ray.get(ready[0])
        except Exception as error:
            tries[shard.number] += 1
            is_hopeless = isinstance(getattr(error, "cause", error), PROGRAMMING)
            if is_hopeless or tries[shard.number] > max_retries:
                failures[shard.name] = error
            else:
                waiting.append(shard)
            continue
        finished += 1
        if tell is not None:
            tell(finished, len(plan.shards))
    if failures:
        raise ShardsFailed(dict(sorted(failures.items())), len(plan.shards))
    return shards.finish(plan)


def _answer(plan: Plan, shard: Shard, threads: int) -> dict[str, Any]:
    return shards.answer_shard(plan, shard, threads)


def option(text: str) -> tuple[str, Any]:
    """An option of a function, as ``budget=1000`` or ``only=er``.

    >>> option("budget=1000"), option("minimal=true"), option("only=er")
    (('budget', 1000), ('minimal', True), ('only', 'er'))
    """
    name, equals, value = text.partition("=")
    if not equals:
        raise argparse.ArgumentTypeError(f"found {text!r}, expected NAME=VALUE")
    try:
        return name, json.loads(value)
    except json.JSONDecodeError:
        return name, value


def positive(text: str) -> int:
    """A number from 1 on."""
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"found {number}, expected 1 or more")
    return number


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; 1 if there is no manifest at the end, and why on standard error."""
    try:
        return _main(arguments)
    except (OSError, ValueError, KeyError, RuntimeError) as error:
        told = error.args[0] if isinstance(error, KeyError) else error
        print(f"veridoku: {told}", file=sys.stderr)
        return 1


def _main(arguments: Sequence[str] | None) -> int:
    parser = argparse.ArgumentParser(prog="python -m veridoku.ray", description="Parquet in, Parquet out, on Ray.")
    parser.add_argument("function", choices=[*arrow.FUNCTIONS, "verify"])
    parser.add_argument("--input", nargs="+", default=[], help="files, folders or patterns")
    parser.add_argument("--output", required=True, help="a folder that all workers see")
    parser.add_argument("--column", default="puzzle")
    parser.add_argument("--option", type=option, action="append", default=[], help="an option of the function")
    parser.add_argument("--rows-per-shard", type=positive, default=1_000_000)
    parser.add_argument("--threads", type=positive, default=1, help="the CPUs of a task")
    parser.add_argument("--max-retries", type=int, default=3)
    parser.add_argument("--address", help="of a cluster; without it one is started here")
    asked = parser.parse_args(arguments)
    if asked.function == "verify":
        manifest = shards.verify(asked.output)
    else:
        if not asked.input:
            parser.error("--input is missing")
        plan = shards.plan(
            asked.function,
            asked.input,
            asked.output,
            column=asked.column,
            options=dict(asked.option),
            rows_per_shard=asked.rows_per_shard,
        )
        # Not whatever cluster Ray may find on this machine.
        ray.init(address=asked.address or "local", log_to_driver=False)
        manifest = run(plan, threads=asked.threads, max_retries=asked.max_retries, tell=_tell)
    print(json.dumps({name: manifest[name] for name in ("function", "rows", "rows_in", "sha256")}))
    return 0


def _tell(finished: int, all_shards: int) -> None:
    print(f"veridoku: {finished} of {all_shards} shards", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
