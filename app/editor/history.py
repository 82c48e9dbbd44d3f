"""What was done to a scenario, kept beside it: nothing is lost in a crash, and undo outlasts closing.

Each thing done, undone or done again is one line, written before the files are: what it made of
which file, and the hash of the text before and after. Where the program ended between the line and
the file, the line is carried out when the scenario is opened next. A line that did not come to its
end, on a full disk, was never done: it is cut, and what follows it is kept. A history that does not fit
the files, because something else has changed them, is dropped; the files always have the last word.
A history that is a link or no plain file is none of ours: it is taken away, and where it leads nothing
is read and nothing written.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from errno import ENOSPC
from hashlib import blake2b
from io import FileIO
from pathlib import Path
from threading import Condition, Thread
from typing import TYPE_CHECKING, Any, Literal

from grognard.engines.core.data.plainfile import is_alone, open_alone, read_plain
from grognard.engines.core.play.game import ScenarioError
from grognard.engines.core.scenario.document import Change, Document, Edit

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from io import RawIOBase

NAME = ".history.jsonl"
MOST_BYTES = 8_000_000
"""A longer history is begun anew when the scenario is opened."""
MOST_READ = 10 * MOST_BYTES
"""So much of one is read: it grows while its scenario is open, but not so far."""
_HEAD = re.compile(rb'\{"how": ')
"""How a line begins."""
How = Literal["do", "undo", "redo"]


@dataclass(frozen=True, slots=True)
class Deed:
    """One thing done, as its author sees it: its words, and what takes it back."""

    words: str
    file: str
    back: tuple[Edit, ...]
    also: tuple[Deed, ...] = ()
    """What was done to other files with it."""

    @property
    def parts(self) -> tuple[Deed, ...]:
        """All that was done, file by file."""
        return (self, *self.also)


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the history: the edits as they were done to a file, and its text by its hash."""

    how: How
    words: str
    file: str
    edits: tuple[Edit, ...]
    before: str
    after: str
    also: tuple[Line, ...] = ()
    """What was done to other files with it: one line has all of it, or nothing is there."""

    @property
    def parts(self) -> tuple[Line, ...]:
        """All that was done, file by file."""
        return (self, *self.also)

    def deed(self) -> Deed:
        """Return what takes it back."""
        more = tuple(line.deed() for line in self.also)
        return Deed(self.words, self.file, inverse(self.edits), more)

    def said(self) -> dict[str, Any]:
        """Return what is written of it."""
        edits = [[[*e.change.path], e.start, e.before, e.after] for e in self.edits]
        more = {"also": [line.said() for line in self.also]} if self.also else {}
        said = {"how": self.how, "words": self.words, "file": self.file, "edits": edits}
        return {**said, "before": self.before, "after": self.after, **more}


class History:
    """The lines of one scenario; `done` and `undone` are what undo and redo begin with."""

    def __init__(self, folder: Path, documents: Mapping[str, Document]) -> None:
        self.path = folder / NAME
        self.done: list[Deed] = []
        self.undone: list[Deed] = []
        self._owed: list[bytes] = []
        lines = _since_gap(self._read())
        for line in lines:
            self._stack(line)
        fits = _carried_on(lines, documents)
        if not fits:
            self.done, self.undone = [], []
        if not fits or (lines and self.path.stat().st_size > MOST_BYTES):
            self.path.unlink(missing_ok=True)

    def _read(self) -> list[Line]:
        """Return the lines that came to their end; what is left of another one is cut from the file."""
        try:
            self._take_strangers_away()
            raw = read_plain(self.path, MOST_READ)
        except OSError:
            return []
        if len(raw) > MOST_READ:
            self.path.unlink(missing_ok=True)
            return []
        found = [part for words in raw.split(b"\n") if (part := _whole(words)) is not None]
        kept = b"".join(words + b"\n" for words, _ in found)
        if kept != raw:
            with suppress(OSError):
                self.path.write_bytes(kept)
        return [line for _, line in found]

    def _take_strangers_away(self) -> None:
        """Remove what stands in the place of the history and is a link or no plain file."""
        with suppress(FileNotFoundError):
            if not is_alone(self.path.lstat()):
                self.path.unlink()

    def _stack(self, line: Line) -> None:
        if line.how == "do":
            self.undone.clear()
        source = self.undone if line.how == "redo" else self.done
        if line.how != "do" and source:
            source.pop()
        (self.undone if line.how == "undo" else self.done).append(line.deed())

    def add(self, line: Line) -> None:
        """Write a line, and those before it that could not be; once this returns, they outlast the program's end.

        Raises:
            OSError: it cannot be written; nothing of it stays in the file, and the next call tries again.
        """
        self._owed.append(json.dumps(line.said()).encode() + b"\n")
        with appending(self.path) as stream:
            end = stream.tell()
            try:
                _write(stream, b"".join(self._owed))
            except OSError:
                with suppress(OSError):
                    stream.truncate(end)
                raise
        self._owed.clear()


def appending(path: Path) -> FileIO:
    """Open a history to write at its end, where it is a plain file of one name.

    Raises:
        OSError: it is none, or cannot be opened.
    """
    return FileIO(path, "a", opener=lambda _, how: open_alone(path, how))


def _write(stream: RawIOBase, raw: bytes) -> None:
    """Write all of some bytes: a disk that is nearly full takes a part of them without a word."""
    left = memoryview(raw)
    while left:
        written = stream.write(left) or 0
        if not written:
            raise OSError(ENOSPC, os.strerror(ENOSPC))
        left = left[written:]


class Scribe:
    """Writes files in a thread of its own; of several texts of one file only the newest."""

    def __init__(self, write: Callable[[str, bytes], None]) -> None:
        self._write = write
        self._due: dict[str, bytes] = {}
        self._state = Condition()
        self._thread: Thread | None = None

    def put(self, file: str, raw: bytes) -> None:
        """Have a file written soon."""
        with self._state:
            self._due[file] = raw
            if self._thread is None:
                self._thread = Thread(target=self._work, daemon=True)
                self._thread.start()

    def settle(self) -> None:
        """Wait until everything is written (in any thread but its own)."""
        with self._state:
            self._state.wait_for(lambda: self._thread is None)

    def _work(self) -> None:
        try:
            while (job := self._next()) is not None:
                self._write(*job)
        finally:
            with self._state:
                self._thread = None
                self._state.notify_all()

    def _next(self) -> tuple[str, bytes] | None:
        with self._state:
            if not self._due:
                self._thread = None  # told under the lock: whoever comes now begins a new thread
                self._state.notify_all()
                return None
            file = next(iter(self._due))
            return file, self._due.pop(file)


def inverse(edits: Sequence[Edit]) -> tuple[Edit, ...]:
    """Return the edits that take others back."""
    return tuple(edit.inverse() for edit in reversed(edits))


def hash_of(document: Document) -> str:
    """Return what the text of a document is known by."""
    return blake2b(document.text.encode(), digest_size=12).hexdigest()


def _whole(words: bytes) -> tuple[bytes, Line] | None:
    """Return the line at the end of some bytes, behind one that did not come to its end; None if none is whole."""
    for start in dict.fromkeys([0, *(found.start() for found in _HEAD.finditer(words))]):
        try:
            return words[start:], _line_of(json.loads(words[start:]))
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            continue
    return None


def _line_of(said: dict[str, Any], *, alone: bool = False) -> Line:
    edits = tuple(
        Edit(Change("set", tuple(map(_step, path))), int(start), str(before), str(after))
        for path, start, before, after in said["edits"]
    )
    how: How = {"undo": "undo", "redo": "redo"}.get(said["how"], "do")  # type: ignore[assignment]
    file, words = str(said["file"]), str(said["words"])
    also = () if alone else said.get("also", ())
    more = tuple(_line_of(each, alone=True) for each in also)
    return Line(how, words, file, edits, str(said["before"]), str(said["after"]), more)


def _step(step: object) -> str | int:
    """Return a step of a path, which is a key or a number."""
    if not isinstance(step, str | int):
        raise TypeError(step)
    return step


def _since_gap(lines: Sequence[Line]) -> Sequence[Line]:
    """Return the lines after the last one that is missing: what was done before it can no longer be undone."""
    ends: dict[str, str] = {}
    start = 0
    for number, line in enumerate(lines):
        for part in line.parts:
            if ends.get(part.file, part.before) != part.before:
                start = number
            ends[part.file] = part.after
    return lines[start:]


def _carried_on(lines: Sequence[Line], documents: Mapping[str, Document]) -> bool:
    """Do what was written down and has not come into the files; return whether all of it fits."""
    parts = [part for line in lines for part in line.parts]
    for file in dict.fromkeys(part.file for part in parts):
        own = [part for part in parts if part.file == file]
        document = documents.get(file)
        if document is None or not _follows(own, document):
            return False
    return True


def _follows(own: Sequence[Line], document: Document) -> bool:
    """Bring one file to where its lines end; return whether they fit it, and leave it where they do not."""
    now = hash_of(document)
    reached = [index for index, line in enumerate(own) if line.after == now]
    if not reached and own[0].before != now:
        return False
    left = own[reached[-1] + 1 if reached else 0 :]
    try:
        tried = Document(document.text, document.file)
        for line in left:
            for edit in line.edits:
                tried.apply(edit)
        if hash_of(tried) != own[-1].after:
            return False
        for line in left:
            for edit in line.edits:
                document.apply(edit)
    except ScenarioError:
        return False
    return True
