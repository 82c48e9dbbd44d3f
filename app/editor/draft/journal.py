"""What was edited since the files were written, a line of JSON for each stroke, safe on the disk.

A line tells of each file what it was before and after: so a crash between the writing of two files
does no harm, since each begins where it stands.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from typing import Literal

from engines.core.scenario.document import Change, Edit
from engines.core.scenario.splices import Splice

NAME = "journal.jsonl"
Kind = Literal["do", "undo", "redo"]


@dataclass(frozen=True, slots=True)
class Row:
    """One change of one file: the edit, and what the text was before it and after."""

    start: int
    before: str
    after: str
    path: list[str | int]
    was: str
    now: str

    @property
    def edit(self) -> Edit:
        return Edit(Change("set", tuple(self.path)), self.start, self.before, self.after)


@dataclass(frozen=True, slots=True)
class Entry:
    """One stroke, done, undone or done again, by file."""

    title: str
    kind: Kind
    rows: Mapping[str, Row]


def digest(text: str) -> str:
    """Return what a text is known by."""
    return sha256(text.encode()).hexdigest()[:16]


class Journal:
    """The file of strokes of one draft."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / NAME
        self._stream = self.path.open("ab")

    def note(self, entry: Entry) -> None:
        """Write a stroke, so that neither a crash nor a power cut loses it."""
        rows = {file: asdict(row) for file, row in entry.rows.items()}
        line = json.dumps({"title": entry.title, "kind": entry.kind, "rows": rows})
        self._stream.write(line.encode() + b"\n")
        self._stream.flush()
        os.fsync(self._stream.fileno())

    def clear(self) -> None:
        """Forget the strokes: the files say them."""
        self._stream.truncate(0)
        os.fsync(self._stream.fileno())

    def close(self) -> None:
        """Close the file; it goes if it says nothing."""
        self._stream.close()
        if not self.path.stat().st_size:
            self.path.unlink()


def entries(folder: Path) -> Iterator[Entry]:
    """Give the strokes that a crash has left; one that is not whole ends them."""
    try:
        lines = (folder / NAME).read_bytes().split(b"\n")
    except FileNotFoundError:
        return
    for line in lines[:-1]:
        try:
            data = json.loads(line)
            rows = {file: Row(**row) for file, row in data["rows"].items()}
            entry = Entry(data["title"], data["kind"], rows)
        except (ValueError, KeyError, TypeError, AttributeError):
            return
        yield entry


def brought_back(text: str, rows: list[Row]) -> str | None:
    """Return a file's text after the strokes that it does not say yet; None if they are of another."""
    here = digest(text)
    said = [index for index, row in enumerate(rows) if row.now == here]
    start = said[-1] + 1 if said else 0
    for row in rows[start:]:
        end = row.start + len(row.before)
        if digest(text) != row.was or text[row.start : end] != row.before:
            return None
        text = Splice(row.start, end, row.after).of(text)
    return text
