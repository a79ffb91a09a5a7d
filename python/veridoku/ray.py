"""Shards of Parquet on a cluster of Ray.

::

    python -m veridoku.ray solve --input 'puzzles/*.parquet' --output answers
    python -m veridoku.ray rate --input puzzles --output ratings --option only=er --address auto
    python -m veridoku.ray verify --output answers

A worker that dies costs nothing but time: its shard is tried again, and its file appears only when it is whole. A driver
that dies costs the shards that were at work: started again, it goes on with those that are not done. What is written does
not depend on the number of workers. :mod:`veridoku.shards` says what lies in the folder of the answers.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from typing import Any

import ray

from . import arrow, shards
from .shards import Plan, Shard


def run(
    plan: Plan,
    *,
    threads: int = 1,
    max_retries: int = 3,
    most_at_once: int | None = None,
    tell: Callable[[int, int], None] | None = None,
) -> dict[str, Any]:
    """Answers all shards of a plan that are not done, and gives the manifest.

    Each shard is a task of ``threads`` CPUs. One that fails, or whose worker dies, is tried again ``max_retries`` times.
    ``tell`` is told how many of how many shards are done. ``ray.init`` is called unless that was done.
    """
    left = shards.begin(plan)
    if not ray.is_initialized():
        ray.init(log_to_driver=False)
    answer = ray.remote(_answer).options(num_cpus=threads, max_retries=max_retries, retry_exceptions=[OSError])
    # Few enough that the end of the driver does not leave a queue behind, many enough that nobody waits.
    cluster: Any = ray
    room = most_at_once or max(2, 2 * int(cluster.cluster_resources().get("CPU", 1)) // threads)
    shared = ray.put(plan)
    at_work: set[Any] = set()
    waiting, finished = iter(left), len(plan.shards) - len(left)
    while True:
        while len(at_work) < room and (shard := next(waiting, None)) is not None:
            at_work.add(answer.remote(shared, shard, threads))
        if not at_work:
            return shards.finish(plan)
        ready, rest = ray.wait(list(at_work), num_returns=1)
        ray.get(ready)
        at_work = set(rest)
        finished += len(ready)
        if tell is not None:
            tell(finished, len(plan.shards))


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


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m veridoku.ray", description="Parquet in, Parquet out, on Ray.")
    parser.add_argument("function", choices=[*arrow.FUNCTIONS, "verify"])
    parser.add_argument("--input", nargs="+", default=[], help="files, folders or patterns")
    parser.add_argument("--output", required=True, help="a folder that all workers see")
    parser.add_argument("--column", default="puzzle")
    parser.add_argument("--option", type=option, action="append", default=[], help="an option of the function")
    parser.add_argument("--rows-per-shard", type=int, default=1_000_000)
    parser.add_argument("--threads", type=int, default=1, help="the CPUs of a task")
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
