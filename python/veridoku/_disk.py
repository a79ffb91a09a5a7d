"""Files that are there as a whole or not at all, whatever dies: a process, a machine, the power.

::

    .NAME.1f3a….tmp      being written, and locked by whoever writes it
    NAME                 the same file, when all of it is on the disk

A lock ends with its process, so what is not locked was left behind, and may be taken away. Where the system has no such
locks, nothing is taken away.
"""

from __future__ import annotations

import os
import uuid
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

fcntl: Any
try:
    import fcntl
except ImportError:
    fcntl = None


@contextmanager
def publish(target: Path) -> Iterator[IO[bytes]]:
    """A file to write into; it takes the place of the target at the end, unless something was raised."""
    with _published(target, os.replace) as file:
        yield file


def publish_first(target: Path, text: str) -> None:
    """Writes a file, unless it is there: of two that do so at once, one does."""
    if target.exists():
        return
    try:
        with _published(target, os.link) as file:
            file.write(text.encode())
    except FileExistsError:
        return
    except OSError:
        # A file system without second names for a file. The last one wins then, and whoever reads it again knows.
        with publish(target) as file:
            file.write(text.encode())


@contextmanager
def _published(target: Path, name_it: Callable[[Path, Path], None]) -> Iterator[IO[bytes]]:
    temporary = target.with_name(f".{target.name}.{uuid.uuid4().hex}.tmp")
    try:
        with temporary.open("xb") as file:
            _lock(file)
            yield file
            file.flush()
            os.fsync(file.fileno())
            name_it(temporary, target)
    finally:
        temporary.unlink(missing_ok=True)
    _sync_folder(target.parent)


def remove_left_behind(folder: Path, names: Iterable[str]) -> None:
    """Takes away what was being written under these names when its process died."""
    for name in names:
        for path in folder.glob(f".{name}.*.tmp"):
            try:
                with path.open("rb+") as file:
                    if _lock(file):
                        path.unlink()
            except OSError:
                # Taken away by another, or not ours to take.
                continue


def _lock(file: IO[bytes]) -> bool:
    """Locks a file as long as it is open; whether that could be done."""
    if fcntl is None:
        return False
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _sync_folder(folder: Path) -> None:
    """The name of a file is kept by its folder, which goes to the disk on its own."""
    if os.name != "posix":
        return
    held = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(held)
    finally:
        os.close(held)
