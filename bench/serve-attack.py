#!/usr/bin/env python3
"""Attacks a running server from 127.0.0.2 and measures it from 127.0.0.1. For Linux.

    veridoku serve --port 8740 & bench/serve-attack.py 8740 $! [SECONDS]
"""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import os
import random
import sys
import time

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
HARD = ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7....."
PORT, PID = int(sys.argv[1]), int(sys.argv[2])
SECONDS = float(sys.argv[3]) if len(sys.argv) > 3 else 120
HOSTILE, HONEST = "127.0.0.2", "127.0.0.1"
CONNECTIONS_PER_ATTACK = 166


def post(operation: str, request) -> bytes:
    """Returns a request."""
    body = json.dumps(request).encode()
    head = f"POST /api/v1/{operation} HTTP/1.1\r\nHost: x\r\nContent-Length: {len(body)}\r\n\r\n"
    return head.encode() + body


AUGMENT = post("augment", {"puzzle": PUZZLE, "options": {"count": 10000}})
TRACE = post("trace", {"puzzle": PUZZLE, "options": {"algorithm": "brute-force", "limit": 100000}})
RATE = post("rate", {"puzzle": HARD})
UNFINISHED = b"POST /api/v1/solve-many HTTP/1.1\r\nHost: x\r\nContent-Length: 4000000\r\n\r\n" + b" " * 3500000


async def connect(source: str):
    return await asyncio.open_connection("127.0.0.1", PORT, local_addr=(source, 0), limit=1 << 12)


async def slow_reader(reader, writer):
    writer.write(random.choice([AUGMENT, TRACE]))
    while await reader.read(100):
        await asyncio.sleep(1)


async def slow_headers(reader, writer):
    writer.write(b"GET / HTTP/1.1\r\nx-slow: ")
    while True:
        writer.write(b"x")
        await writer.drain()
        await asyncio.sleep(1)


async def idle(reader, writer):
    await reader.read(1)


async def unfinished_body(reader, writer):
    writer.write(UNFINISHED)
    await writer.drain()
    await reader.read(1)


async def abandoned_work(reader, writer):
    writer.write(RATE)
    await asyncio.sleep(random.uniform(0.1, 3))


async def nonsense(reader, writer):
    writer.write(random.randbytes(200) + b"\r\n\r\n")
    await reader.read(1000)


ATTACKS = [slow_reader, slow_headers, idle, unfinished_body, abandoned_work, nonsense]


async def attack(kind, end: float) -> None:
    """Repeats an attack on new connections."""
    while time.monotonic() < end:
        writer = None
        try:
            reader, writer = await connect(HOSTILE)
            await asyncio.wait_for(kind(reader, writer), end - time.monotonic())
        except (OSError, asyncio.TimeoutError):
            pass
        finally:
            if writer:
                writer.transport.abort()
        await asyncio.sleep(random.uniform(0.05, 0.5))


async def ask(request: bytes) -> float:
    """Sends an honest request. Returns the seconds until the whole response has arrived."""
    start = time.monotonic()
    reader, writer = await connect(HONEST)
    writer.write(request)
    head = await reader.readuntil(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 200"), head
    length = int(head.lower().split(b"content-length: ")[1].split(b"\r\n")[0])
    await reader.readexactly(length)
    writer.transport.abort()
    return time.monotonic() - start


async def measure(request: bytes, end: float) -> list[float]:
    times = []
    while time.monotonic() < end:
        times.append(await ask(request))
        await asyncio.sleep(0.1)
    return sorted(times)


async def lateness(end: float) -> list[float]:
    """Returns how late timers of this process are: what a busy machine adds to the other times."""
    times = []
    while time.monotonic() < end:
        due = time.monotonic() + 0.1
        await asyncio.sleep(0.1)
        times.append(time.monotonic() - due)
    return sorted(times)


def memory() -> dict[str, int]:
    """Returns the memory of the server, now and at most, in MB."""
    with open(f"/proc/{PID}/status") as status:
        fields = dict(line.split(":", 1) for line in status)
    return {name: int(fields[name].split()[0]) // 1000 for name in ["VmRSS", "VmHWM"]}


def processor_time() -> float:
    """Returns the processor time that the server has used, in seconds."""
    with open(f"/proc/{PID}/stat") as stat:
        fields = stat.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def abandon(count: int) -> float:
    """Abandons long requests. Returns the seconds until the server is idle."""
    clients = []
    for number in range(count):
        # From several addresses, because each may open only 128 connections.
        _, writer = await connect(f"127.0.0.{2 + number % 8}")
        writer.write(RATE)
        clients.append(writer)
    await asyncio.sleep(3)
    for writer in clients:
        writer.transport.abort()
    start = time.monotonic()
    while time.monotonic() < start + 60:
        before = processor_time()
        await asyncio.sleep(0.2)
        if processor_time() - before < 0.02:
            break
    return time.monotonic() - start


async def report(end: float) -> None:
    """Prints the times of honest requests, and how late the timers of this process are."""
    health = measure(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n", end)
    solve = measure(post("solve", {"puzzle": PUZZLE}), end)
    results = await asyncio.gather(health, solve, lateness(end))
    for name, times in zip(["healthz", "solve", "timers alone"], results):
        p99 = times[int(len(times) * 0.99)]
        print(f"{name}: {len(times)} times, median {times[len(times) // 2]:.3f} s, "
              f"99 % {p99:.3f} s, maximum {times[-1]:.3f} s")


async def main() -> None:
    print("memory at the start", memory())
    end = time.monotonic() + SECONDS
    attacks = [attack(kind, end) for kind in ATTACKS for _ in range(CONNECTIONS_PER_ATTACK)]
    # In another process, because this one is busy.
    honest = multiprocessing.Process(target=lambda: asyncio.run(report(end)))
    honest.start()
    await asyncio.gather(*attacks)
    honest.join()
    print(len(attacks), "hostile connections for", SECONDS, "seconds")
    print("memory", memory())
    await asyncio.sleep(3)
    print(f"idle {await abandon(200):.1f} s after 200 long requests were abandoned")
    print(f"memory at the end {memory()}")


if __name__ == "__main__":
    multiprocessing.set_start_method("fork")
    asyncio.run(main())
