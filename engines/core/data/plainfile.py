"""Reading files that others name: only plain ones, and never more of one than is wanted.

A pipe would be waited for without end, and `/dev/zero` never ends: what a file is is asked before
it is read, and once more of what was opened.
"""

from __future__ import annotations

import os
import stat
from errno import EINVAL, ELOOP
from pathlib import Path

from grognard.engines.core.data.text import tr


def read_plain(path: Path, most: int) -> bytes:
    """Return what is in a plain file, but no more than `most` bytes and one.

    Raises:
        OSError: it cannot be read, or is no plain file.
    """
    _judge(path.stat(), path)
    wait_for_nothing = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    handle = os.open(path, os.O_RDONLY | wait_for_nothing)
    with os.fdopen(handle, "rb") as stream:
        _judge(os.fstat(handle), path)
        return stream.read(most + 1)


def _judge(facts: os.stat_result, path: Path) -> None:
    if not stat.S_ISREG(facts.st_mode):
        folder = stat.S_ISDIR(facts.st_mode)
        raise OSError(
            EINVAL, tr("it is a folder") if folder else tr("it is no plain file"), str(path)
        )


def open_alone(path: Path, how: int) -> int:
    """Open a plain file of one name, with the flags `how`: no link leads elsewhere what is written to it.

    Raises:
        OSError: it is a link, or no plain file, or cannot be opened.
    """
    only_here = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    handle = os.open(path, how | only_here, 0o644)
    if not is_alone(os.fstat(handle)):
        os.close(handle)
        raise OSError(ELOOP, "it is a link, or no plain file", str(path))
    return handle


def is_alone(facts: os.stat_result) -> bool:
    """Whether a plain file has one name only: what is written to it is written to no other."""
    return stat.S_ISREG(facts.st_mode) and facts.st_nlink <= 1
