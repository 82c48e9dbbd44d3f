"""Files that people ask for, such as a picture, a sheet or a report: written whole, or not at all.

Qt's writers say nothing of a disk that was full, and leave half a file. They write into memory; the bytes go
beside the file that was there, and take its place once the disk has all of them.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from PySide6.QtCore import QBuffer, QByteArray, QIODevice


@contextmanager
def into(path: Path) -> Iterator[QBuffer]:
    """Give what a writer of Qt's writes into; the file is written when it is left without an error.

    Raises:
        OSError: the file cannot be written, as far as can be known at once before anything is drawn; what was
            there before is there still.
    """
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    with _beside(path) as stream:
        yield buffer
        stream.write(data.data())


def write_whole(path: Path, data: bytes) -> None:
    """Write a file, or leave what was there as it is.

    Raises:
        OSError: the file cannot be written.
    """
    with _beside(path) as stream:
        stream.write(data)


@contextmanager
def _beside(path: Path) -> Iterator[IO[bytes]]:
    """Open a file that takes the place of `path` when it is left without an error."""
    path = Path(os.path.realpath(path))  # a link goes on pointing where it does
    if path.exists() and not path.is_file():
        with path.open("wb") as stream:  # a device, or a pipe; of a folder it is told
            yield stream
        return
    fresh = path.with_name(f".{path.name}.{os.getpid()}.new")
    try:
        with fresh.open("wb") as stream:
            yield stream
        if path.exists():
            shutil.copymode(path, fresh)
        fresh.replace(path)
    except BaseException:
        with suppress(OSError):
            fresh.unlink(missing_ok=True)
        raise
