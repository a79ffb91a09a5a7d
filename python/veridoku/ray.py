"""Processing of Parquet files on a Ray cluster.

::

    python -m veridoku.ray solve --input 'puzzles/*.parquet' --output answers
    python -m veridoku.ray rate --input s3://bucket/puzzles --output s3://bucket/ratings --option only=er
    python -m veridoku.ray verify --output answers

If a worker dies, its shard is retried; output files appear only when they are complete. A shard that fails
does not stop the others and is reported at the end. If the driver dies, start the same command again: it
processes the shards that are not done yet. The output does not depend on the number of workers.
:mod:`veridoku.shards` describes the output folder.

For a data set that need not be resumed, or that has a unique id for every row (which Ray Data's checkpoints
require), call the functions of :mod:`veridoku.arrow` with ``ray.data.Dataset.map_batches`` instead.
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

__all__ = ["ShardsFailed", "run"]


PERMANENT_ERRORS = (TypeError, AttributeError, NameError, NotImplementedError, ImportError, SyntaxError)
"""Programming errors, for which a retry is pointless."""


class ShardsFailed(RuntimeError):
    """Raised when some shards failed and all others are done."""

    failures: dict[str, BaseException]
    """The last exception of each failed shard, by shard name."""

    def __init__(self, failures: dict[str, BaseException], all_shards: int) -> None:
        super().__init__(failures, all_shards)
        self.failures = failures
        self.all_shards = all_shards

    def __str__(self) -> str:
        details = "; ".join(f"{name}: {_describe(error)}" for name, error in self.failures.items())
        return f"{len(self.failures)} of {self.all_shards} shards failed; the others are done. {details}"


def _describe(error: BaseException) -> str:
    """Return the message of an exception raised in a worker, without its traceback."""
    cause = getattr(error, "cause", None) or error
    lines = str(cause).strip().splitlines()
    return f"{type(cause).__name__}: {lines[-1] if lines else 'no message'}"


def run(
    plan: Plan,
    *,
    threads: int = 1,
    gpus: float | None = None,
    max_retries: int = 3,
    max_concurrent: int | None = None,
    progress: Callable[[int, int], None] | None = None,
    most_at_once: int | None = None,
    tell: Callable[[int, int], None] | None = None,
) -> dict[str, Any]:
    """Process all shards of a plan that are not done yet, and return the manifest.

    A shard is retried if its worker dies or raises an exception, unless the exception is a programming error
    such as :class:`TypeError`. Shards that still fail do not stop the others; :class:`ShardsFailed` lists
    them at the end. The function calls ``ray.init`` if Ray is not initialized.

    Parameters
    ----------
    plan
        The plan, from :func:`veridoku.shards.plan`.
    threads
        The number of CPUs per shard.
    gpus
        The number of GPUs per shard. By default, 1 with the option ``device="gpu"``, otherwise 0.
    max_retries
        The number of retries per shard.
    max_concurrent
        The maximum number of shards submitted to Ray at once. By default, twice as many as the cluster can
        run.
    progress
        A function that is called after each shard with the number of shards that are done and the total.
    """
    # `most_at_once` and `tell` are the former names of `max_concurrent` and `progress`.
    max_concurrent = max_concurrent or most_at_once
    progress = progress or tell
    remaining = shards.begin(plan)
    if not ray.is_initialized():
        ray.init(log_to_driver=False)
    # Ray retries when a worker dies. Exceptions are handled below, because Ray cannot exclude some of them
    # from retries.
    if gpus is None:
        gpus = 1 if plan.options.get("device") == "gpu" else 0
    needed = {name: amount for name, amount in (("CPU", threads), ("GPU", gpus)) if amount}
    process = ray.remote(_process).options(
        num_cpus=threads, num_gpus=gpus, max_retries=max_retries, retry_exceptions=False
    )
    # Enough shards to keep all workers busy, but few enough that no long queue remains if the driver dies.
    cluster: Any = ray
    available = cluster.cluster_resources()
    at_once = min(int(available.get(name, 0) / amount) for name, amount in needed.items())
    capacity = max_concurrent or max(2, 2 * at_once)
    nodes = [node["Resources"] for node in cluster.nodes() if node["Alive"]]
    for name, amount in needed.items():
        if all(node.get(name, 0) < amount for node in nodes):
            message = f"no node has enough {name}s ({amount:g} needed); shards will wait until one is added"
            warnings.warn(message, stacklevel=2)
    shared = ray.put(plan)
    running: dict[Any, Shard] = {}
    waiting, finished = deque(remaining), len(plan.shards) - len(remaining)
    attempts: Counter[int] = Counter()
    failures: dict[str, BaseException] = {}
    while waiting or running:
        while waiting and len(running) < capacity:
            shard = waiting.popleft()
            running[process.remote(shared, shard, threads)] = shard
        ready, _ = ray.wait(list(running), num_returns=1)
        shard = running.pop(ready[0])
        try:
            ray.get(ready[0])
        except Exception as error:
            attempts[shard.number] += 1
            is_permanent = isinstance(getattr(error, "cause", error), PERMANENT_ERRORS)
            if is_permanent or attempts[shard.number] > max_retries:
                failures[shard.name] = error
            else:
                waiting.append(shard)
            continue
        finished += 1
        if progress is not None:
            progress(finished, len(plan.shards))
    if failures:
        raise ShardsFailed(dict(sorted(failures.items())), len(plan.shards))
    return shards.finish(plan)


def _process(plan: Plan, shard: Shard, threads: int) -> dict[str, Any]:
    return shards.process_shard(plan, shard, threads)


def parse_option(text: str) -> tuple[str, Any]:
    """Parse an option such as ``budget=1000`` or ``only=er``.

    >>> parse_option("budget=1000"), parse_option("minimal=true"), parse_option("only=er")
    (('budget', 1000), ('minimal', True), ('only', 'er'))
    """
    name, equals, value = text.partition("=")
    if not equals:
        raise argparse.ArgumentTypeError(f"found {text!r}, expected NAME=VALUE")
    try:
        return name, json.loads(value)
    except json.JSONDecodeError:
        return name, value


def positive_int(text: str) -> int:
    """Parse an integer that is at least 1."""
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"found {number}, expected 1 or more")
    return number


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; print errors to standard error and return the exit status."""
    try:
        return _main(arguments)
    except (OSError, ValueError, KeyError, RuntimeError) as error:
        message = error.args[0] if isinstance(error, KeyError) else error
        print(f"veridoku: {message}", file=sys.stderr)
        return 1


def _main(arguments: Sequence[str] | None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m veridoku.ray", description="Process Parquet files of puzzles on a Ray cluster."
    )
    add = parser.add_argument
    functions = [*arrow.FUNCTIONS, "verify"]
    add("function", choices=functions, help="the function to apply; verify checks an output folder instead")
    add("--input", nargs="+", default=[], help="input files, folders or glob patterns, as paths or URLs")
    add("--output", required=True, help="output folder or URL, on storage shared by all workers")
    add("--column", default="puzzle", help="name of the column with the puzzles (default: puzzle)")
    add("--option", type=parse_option, action="append", default=[], metavar="NAME=VALUE", help="an option")
    add("--rows-per-shard", type=positive_int, default=1_000_000, help="minimum number of rows per shard")
    add("--threads", type=positive_int, default=1, help="CPUs per shard (default: 1)")
    add("--gpus", type=float, help="GPUs per shard (default: 1 with --option device=gpu)")
    add("--max-retries", type=int, default=3, help="retries per shard (default: 3)")
    add("--address", help="address of the cluster (default: start a local one)")
    parsed = parser.parse_args(arguments)
    if parsed.function == "verify":
        manifest = shards.verify(parsed.output)
    else:
        if not parsed.input:
            parser.error("the following arguments are required: --input")
        plan = shards.plan(
            parsed.function,
            parsed.input,
            parsed.output,
            column=parsed.column,
            options=dict(parsed.option),
            rows_per_shard=parsed.rows_per_shard,
        )
        # Without an address, do not let Ray connect to a cluster that happens to run on this machine.
        ray.init(address=parsed.address or "local", log_to_driver=False)
        manifest = run(
            plan,
            threads=parsed.threads,
            gpus=parsed.gpus,
            max_retries=parsed.max_retries,
            progress=_print_progress,
        )
    print(json.dumps({name: manifest[name] for name in ("function", "rows", "rows_in", "sha256")}))
    return 0


def _print_progress(finished: int, all_shards: int) -> None:
    print(f"veridoku: {finished} of {all_shards} shards done", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
