"""Who has a save open: a mark beside it, locked for as long as the process lives that left it.

The lock is the system's and goes with the process, however that ends: a mark without a lock was
left by a crash and holds nobody up. It tells that the game was not closed properly.
"""

from __future__ import annotations

import json
import os
import socket
import weakref
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from time import sleep

from grognard.engines.core.data.plainfile import open_alone
from grognard.engines.core.data.text import text, tr, verbatim

MARK = ".open"
"""What is added to the name of a save for the mark beside it."""
ELSEWHERE = timedelta(hours=12)
"""For how long the mark of another machine counts, whose locks may not be seen from here."""
MOST = 4096
"""The bytes that are read of a mark: one is much shorter."""
ATTEMPTS, PAUSE = 3, 0.02
"""How often, and after how many seconds, a lock is tried again."""


@dataclass(frozen=True, slots=True)
class Holder:
    """Who has a save open: the process, on which machine, since when (ISO, UTC)."""

    process: int
    machine: str
    since: str

    def __str__(self) -> str:
        words = text("process {process}", process=verbatim(self.process))
        if self.process == os.getpid() and self._here():
            words = text("{holder} (this program)", holder=words)
        if self.machine:
            words = text("{holder} on {machine}", holder=words, machine=verbatim(self.machine))
        if self.since:
            words = text("{holder} since {since}", holder=words, since=verbatim(_told(self.since)))
        return str(words)

    def _here(self) -> bool:
        return self.machine in ("", socket.gethostname())

    def _may_live(self) -> bool:
        """Whether a holder whose lock is not seen may still have the file open elsewhere."""
        if self._here():
            return False
        try:
            since = datetime.fromisoformat(self.since)
            return abs(datetime.now(UTC) - since) < ELSEWHERE
        except (ValueError, TypeError):
            return False


def _told(since: str) -> str:
    try:
        return datetime.fromisoformat(since).astimezone().strftime("%d %b %H:%M")
    except ValueError:
        return since


class Held(Exception):  # noqa: N818 - not an error: somebody has it
    """Somebody else has the save open."""

    def __init__(self, holder: Holder) -> None:
        super().__init__(tr("it is open already: {holder}", holder=verbatim(str(holder))))
        self.holder = holder


def mark_of(path: Path) -> Path:
    """Return where the mark of a save lies."""
    return path.with_name(path.name + MARK)


class SaveLock:
    """A save held by this process, until `free` or its end."""

    def __init__(self, path: Path, handle: int) -> None:
        self._mark = mark_of(path)
        self._close = weakref.finalize(self, os.close, handle)

    @classmethod
    def take(cls, path: Path) -> SaveLock:
        """Hold the save at `path`.

        Raises:
            Held: somebody else does.
            OSError: no mark can be left there.
        """
        mark = mark_of(path)
        while True:
            handle = open_alone(mark, os.O_RDWR | os.O_CREAT)
            try:
                _hold(handle)
                if _is_still(handle, mark):
                    _sign(handle)
                    return cls(path, handle)
            except BaseException:
                os.close(handle)
                raise
            os.close(handle)  # its last holder took the mark away meanwhile: begin again

    def free(self) -> None:
        """Hold it no longer; no mark is left."""
        if self._close.alive:
            if os.name != "posix":  # Windows removes no file that is open
                self._close()
            with suppress(OSError):
                self._mark.unlink(missing_ok=True)
            self._close()


def _hold(handle: int) -> None:
    """Lock a mark, whatever a crash has left in it."""
    for attempt in range(ATTEMPTS):
        if attempt:
            sleep(PAUSE)  # somebody may only be looking whether it is held
        locked = _lock(handle)
        if locked:
            break
    holder = _read(handle)
    if not locked or (holder is not None and holder._may_live()):
        raise Held(holder or Holder(0, "", ""))


def holder_of(path: Path) -> Holder | None:
    """Return who has a save open now, None where nobody has."""
    try:
        handle = open_alone(mark_of(path), os.O_RDWR)
    except OSError:
        return _seen_from_afar(mark_of(path))
    try:
        holder = _read(handle) or Holder(0, "", "")
        return holder if not _lock(handle) or holder._may_live() else None
    finally:
        os.close(handle)


def _seen_from_afar(mark: Path) -> Holder | None:
    """Judge a mark that cannot be locked, in a folder that cannot be written."""
    try:
        handle = open_alone(mark, os.O_RDONLY)
    except OSError:
        return None
    try:
        holder = _read(handle)
        return holder if holder is not None and holder._may_live() else None
    finally:
        os.close(handle)


def was_left_open(path: Path) -> bool:
    """Whether a save has a mark that nobody holds: its program did not close it."""
    mark = mark_of(path)
    return mark.is_file() and not mark.is_symlink() and holder_of(path) is None


def forget(path: Path) -> None:
    """Take away the mark that a crash has left."""
    if was_left_open(path):
        with suppress(OSError):
            mark_of(path).unlink(missing_ok=True)


def _sign(handle: int) -> None:
    since = datetime.now(UTC).isoformat(timespec="seconds")
    words = json.dumps(asdict(Holder(os.getpid(), socket.gethostname(), since)))
    os.ftruncate(handle, 0)
    os.lseek(handle, 0, os.SEEK_SET)
    os.write(handle, words.encode())


def _read(handle: int) -> Holder | None:
    """Read a mark, in the form of today or as the bare number of a process; None if it is empty."""
    os.lseek(handle, 0, os.SEEK_SET)
    try:
        data = json.loads(os.read(handle, MOST).decode())
    except (ValueError, RecursionError):
        return None
    if type(data) is int:
        return Holder(data, "", "")
    unknown = Holder(0, "", "")
    if not isinstance(data, dict):
        return unknown
    facts = {key: data.get(key) for key in asdict(unknown)}
    good = all(type(value) is type(getattr(unknown, key)) for key, value in facts.items())
    return replace(unknown, **facts) if good else unknown  # type: ignore[arg-type]


def _is_still(handle: int, mark: Path) -> bool:
    """Whether the locked file is the one that has the name now."""
    try:
        return os.path.samestat(os.fstat(handle), mark.stat())
    except FileNotFoundError:
        return False


if os.name == "posix":
    import fcntl

    def _lock(handle: int) -> bool:
        """Lock an open file for as long as it is open; return whether nobody else had.

        Where a disk knows no locks nobody is kept out; what is written is compared all the same.
        """
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:
            return True
        return True

else:  # pragma: no cover - Windows
    import msvcrt

    FAR = 1 << 30

    def _lock(handle: int) -> bool:
        """Lock a byte far beyond the words of the mark, which others may then still read."""
        os.lseek(handle, FAR, os.SEEK_SET)
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined, unused-ignore]
        except OSError:
            return False
        return True
