"""Files on any file system: local ones, and all that pyarrow or fsspec can open by URL.

::

    puzzles/*.parquet                  a local path
    s3://bucket/puzzles                pyarrow's file system for the scheme (s3, gs, abfss, hdfs)
    memory://puzzles                   fsspec's file system, if pyarrow has none

A local file is written to a temporary file that gets its name at the end (:mod:`veridoku._disk`). Any other
file is written to a local temporary file and then uploaded whole, because an upload that is interrupted by an
exception would otherwise end as a shorter file. Neither way leaves a partial file that counts as complete:
the record of a shard, which has the checksum of its file, is written after it.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from fnmatch import fnmatchcase
from glob import escape, glob
from pathlib import Path
from typing import IO, Any

import pyarrow as pa
from pyarrow import fs

from . import _disk

CHUNK_BYTES = 1 << 20
"""The number of bytes of a file to read at once."""


@dataclass(frozen=True)
class Location:
    """A path on a file system."""

    filesystem: Any
    path: str

    @staticmethod
    def of(name: str, filesystem: Any = None) -> Location:
        """Return the location of a local path or a URL, or of a path on the given file system."""
        if filesystem is not None:
            return Location(_pyarrow_filesystem(filesystem), name)
        if not _is_url(name):
            return Location(fs.LocalFileSystem(), os.path.abspath(name))
        try:
            return Location(*fs.FileSystem.from_uri(name))
        except (pa.ArrowInvalid, pa.ArrowNotImplementedError) as error:
            try:
                from fsspec.core import url_to_fs

                filesystem, path = url_to_fs(name)
            except (ImportError, ValueError) as other:
                raise ValueError(f"cannot open {name!r}: {error}; with fsspec: {other}") from error
            return Location(_pyarrow_filesystem(filesystem), path)

    def __truediv__(self, name: str) -> Location:
        return Location(self.filesystem, f"{self.path.rstrip('/')}/{name}")

    def __str__(self) -> str:
        return self.path if self._local is not None else f"{self.filesystem.type_name}:{self.path}"

    @property
    def name(self) -> str:
        return self.path.rpartition("/")[2]

    @property
    def _local(self) -> Path | None:
        return Path(self.path) if isinstance(self.filesystem, fs.LocalFileSystem) else None

    def info(self) -> Any:
        """Return the size and modification time of a file."""
        info = self.filesystem.get_file_info(self.path)
        if info.type != fs.FileType.File:
            raise FileNotFoundError(f"found no file {self}")
        return info

    def exists(self) -> bool:
        return bool(self.filesystem.get_file_info(self.path).type == fs.FileType.File)

    def open(self) -> Any:
        """Open a file for reading, at any position."""
        self.info()  # raises the same exception for all file systems
        return self.filesystem.open_input_file(self.path)

    def read(self) -> bytes:
        with self.open() as file:
            content: bytes = file.read()
        return content

    def sha256(self) -> str:
        """Return the checksum of a file."""
        digest = hashlib.sha256()
        with self.open() as file:
            while chunk := file.read(CHUNK_BYTES):
                digest.update(chunk)
        return digest.hexdigest()

    def files(self, *, recursive: bool = False) -> list[str]:
        """Return the paths of the files in a folder, sorted."""
        found = self.filesystem.get_file_info(fs.FileSelector(self.path, recursive=recursive))
        return sorted(info.path for info in found if info.type == fs.FileType.File)

    def create_folder(self) -> None:
        self.filesystem.create_dir(self.path, recursive=True)

    @contextmanager
    def atomic_write(self) -> Iterator[IO[bytes]]:
        """Open a temporary file that becomes this file at the end, unless an exception is raised."""
        if self._local is not None:
            with _disk.atomic_write(self._local) as file:
                yield file
            return
        # Windows cannot open a `NamedTemporaryFile` again by its name.
        with tempfile.TemporaryDirectory() as folder, (Path(folder) / self.name).open("w+b") as file:
            yield file
            file.seek(0)
            with self.filesystem.open_output_stream(self.path) as target:
                shutil.copyfileobj(file, target, CHUNK_BYTES)

    def create(self, text: str) -> None:
        """Write a file unless it exists.

        Other processes may do the same, so callers must read the file again. Only a local file is certain to
        be written once.
        """
        if self._local is not None:
            _disk.atomic_create(self._local, text)
        elif not self.exists():
            with self.atomic_write() as file:
                file.write(text.encode())

    def remove_stale_files(self, names: list[str]) -> None:
        """Remove temporary files in this folder that were left by processes that have ended."""
        if self._local is not None:
            _disk.remove_stale_files(self._local, names)


def find_files(name: str, filesystem: Any = None) -> list[str]:
    """Return the Parquet files that a path, a folder or a glob pattern means, as paths or URLs.

    >>> find_files("none-*.parquet")
    Traceback (most recent call last):
    FileNotFoundError: found no file that matches 'none-*.parquet'
    """
    if filesystem is None and not _is_url(name):
        found = _local_files(name)
    else:
        found = _remote_files(name, filesystem)
    if not found:
        raise FileNotFoundError(f"found no file that matches {name!r}")
    return found


def _local_files(name: str) -> list[str]:
    if os.path.isdir(name):
        found = glob(f"{escape(name)}/**/*.parquet", recursive=True)
    else:
        found = [name] if os.path.exists(name) else glob(name, recursive=True)
    return [os.path.abspath(path) for path in found]


def _remote_files(name: str, filesystem: Any) -> list[str]:
    # The options of a file system, as in `s3://bucket/in?region=us-east-1`. A `?` alone is a wildcard.
    options = re.search(r"\?(?=[^/]*=)", name) if filesystem is None else None
    url, query = (name[: options.start()], name[options.start() :]) if options else (name, "")
    # The folder before the first wildcard. What follows it is the same in paths and in URLs.
    wildcard = re.search(r"[*?\[]", url)
    base = url[: url.rfind("/", 0, wildcard.start()) + 1] if wildcard else url.rstrip("/") + "/"
    folder = Location.of((base.rstrip("/") or base) + query, filesystem)
    kind = folder.filesystem.get_file_info(folder.path).type
    if kind != fs.FileType.Directory:
        return [name] if kind == fs.FileType.File and not wildcard else []
    patterns = (url[len(base) :] if wildcard else "**/*.parquet").split("/")
    start = len(folder.path.strip("/"))
    tails = (path.strip("/")[start:].lstrip("/") for path in folder.files(recursive=True))
    return [base + tail + query for tail in tails if _matches(tail.split("/"), patterns)]


def _matches(names: list[str], patterns: list[str]) -> bool:
    """Return whether the parts of a path match those of a glob pattern, in which ``**`` means any folders.

    >>> _matches(["a-1", "b", "c", "d-5.parquet"], ["a-*", "**", "d-[0-9].parquet"])
    True
    >>> _matches(["ab"], ["a[!b]"]), _matches(["a", "b"], ["*"]), _matches(["a"], ["**", "a"])
    (False, False, True)
    >>> _matches(["a", "b"], ["a", "**"]), _matches(["a"], ["a", "b"])
    (True, False)
    """
    if not patterns or not names:
        return not names and {*patterns} <= {"**"}
    if patterns[0] == "**":
        return _matches(names, patterns[1:]) or _matches(names[1:], patterns)
    return fnmatchcase(names[0], patterns[0]) and _matches(names[1:], patterns[1:])


def _is_url(name: str) -> bool:
    return "://" in name


def _pyarrow_filesystem(filesystem: Any) -> Any:
    """Return a file system of pyarrow or fsspec as one of pyarrow."""
    if isinstance(filesystem, fs.FileSystem):
        return filesystem
    return fs.PyFileSystem(fs.FSSpecHandler(filesystem))
