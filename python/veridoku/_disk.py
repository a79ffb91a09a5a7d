"""Atomic file creation: after a crash or a power failure, a file is either complete or absent.

::

    .NAME.1f3a….tmp      the temporary file, locked by the process that writes it
    NAME                 the final name, given to the file once its content is on disk

The operating system releases the lock when the process ends. A temporary file without a lock is therefore
stale and can be removed. On systems without such locks, stale files are kept.
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
def atomic_write(target: Path) -> Iterator[IO[bytes]]:
    """Open a temporary file that replaces the target at the end, unless an exception is raised."""
    with _temporary_file(target, os.replace) as file:
        yield file


def atomic_create(target: Path, text: str) -> None:
    """Write a file unless it exists. If two processes try this at once, only one of them creates it."""
    if target.exists():
        return
    try:
        with _temporary_file(target, os.link) as file:
            file.write(text.encode())
    except FileExistsError:
        return
    except OSError:
        # The file system does not support hard links. The last writer wins; callers must read the file again.
        with atomic_write(target) as file:
            file.write(text.encode())


@contextmanager
def _temporary_file(target: Path, rename: Callable[[Path, Path], None]) -> Iterator[IO[bytes]]:
    temporary = target.with_name(f".{target.name}.{uuid.uuid4().hex}.tmp")
    try:
        with temporary.open("xb") as file:
            _lock(file)
            yield file
            file.flush()
            os.fsync(file.fileno())
            # The lock must last until the file has its final name.
            if fcntl is not None:
                rename(temporary, target)
        # Windows cannot rename open files.
        if fcntl is None:
            rename(temporary, target)
    finally:
        temporary.unlink(missing_ok=True)
    _sync_folder(target.parent)


def remove_stale_files(folder: Path, names: Iterable[str]) -> None:
    """Remove temporary files that were left for these names by processes that have ended."""
    for name in names:
        for path in folder.glob(f".{name}.*.tmp"):
            try:
                with path.open("rb+") as file:
                    if _lock(file):
                        path.unlink()
            except OSError:
                # Another process has removed the file, or we lack permission to remove it.
                continue


def _lock(file: IO[bytes]) -> bool:
    """Lock a file until it is closed, and report whether that succeeded."""
    if fcntl is None:
        return False
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _sync_folder(folder: Path) -> None:
    """Flush a folder to disk, because syncing a file does not make its name durable."""
    if os.name != "posix":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
