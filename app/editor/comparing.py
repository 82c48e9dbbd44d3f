"""What differs between two states of a scenario, told by names and not by lines.

Rows are known by what they are called: a piece keeps its name wherever it stands in its list. A list
of hexes is the set of them, however it is written.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path as Folder

from grognard.app.editor.cells import shown
from grognard.app.editor.maps.steps import Step
from grognard.engines.core.board.hexnumbers import HexError, parse_hexes
from grognard.engines.core.data.schema import Path
from grognard.engines.core.data.yamlio import Plain
from grognard.engines.core.scenario.document import Document

_NAMES = ("id", "card", "piece", "group", "board", "name", "hex", "at", "rule", "turn", "kind")
"""Keys by which a row of a list is known, the first of those that it has."""
_MOST = 400
"""A value longer than this is cut short."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that is not the same: in which file, where, and what stood and stands there.

    `before` or `after` is "" where there was, or is, nothing.

    Attributes:
        path: where it stands in the file as it is now, or would if it had not gone.
        old, new: the whole value that was there, and is; None for nothing.
    """

    file: str
    where: tuple[str, ...]
    before: str
    after: str
    path: Path = field(default=(), compare=False)
    old: Plain | None = field(default=None, compare=False)
    new: Plain | None = field(default=None, compare=False)

    def taken_back(self) -> Step:
        """Return the step after which it is as it was."""
        if self.old is None:
            return Step(self.path, "remove")
        return Step(self.path, "insert" if self.new is None else "set", self.old)


def compared(before: Folder, after: Folder) -> list[Difference]:
    """Return what differs between the scenarios in two folders, files of a name with one another."""
    return between(said_in(before), said_in(after))


def between(theirs: Mapping[str, Plain], ours: Mapping[str, Plain]) -> list[Difference]:
    """Return what differs between the files of two scenarios, by their names."""
    found: list[Difference] = []
    for file in dict.fromkeys((*theirs, *ours)):
        found += differences(file, theirs.get(file, {}), ours.get(file, {}))
    return found


def differences(file: str, before: Plain, after: Plain) -> list[Difference]:
    """Return what differs between two states of a file."""
    return [*_walk(_At(file), before, after)]


def said_in(folder: Folder) -> dict[str, Plain]:
    """Return what the files of a scenario say, by their names."""
    paths = (*sorted(folder.glob("*.yaml")), *sorted(folder.glob("*/*.yaml")))
    return {path.relative_to(folder).as_posix(): Document.open(path).plain() for path in paths}


@dataclass(frozen=True, slots=True)
class _At:
    """A place that is compared: by what things are called, and by its path in the file as it is."""

    file: str
    where: tuple[str, ...] = ()
    path: Path = ()

    def within(self, name: str, step: str | int) -> _At:
        return _At(self.file, (*self.where, name), (*self.path, step))

    def differs(
        self, words: tuple[str, str], old: Plain | None = None, new: Plain | None = None
    ) -> Difference:
        return Difference(self.file, self.where, *words, self.path, old, new)


Entries = Mapping[str, tuple[str | int, Plain]]
"""The parts of a mapping or a list by what they are called, each with its step of a path."""


def _walk(at: _At, before: Plain, after: Plain) -> Iterator[Difference]:
    if before == after:
        return
    if isinstance(before, dict) and isinstance(after, dict):
        yield from _entries(at, _keyed(before), _keyed(after))
    elif isinstance(before, list) and isinstance(after, list):
        yield from _lists(at, before, after)
    else:
        yield at.differs((_short(before), _short(after)), before, after)


def _keyed(said: Mapping[str, Plain]) -> Entries:
    return {key: (key, value) for key, value in said.items()}


def _entries(at: _At, before: Entries, after: Entries) -> Iterator[Difference]:
    for name in dict.fromkeys((*before, *after)):
        if name not in before:
            step, new = after[name]
            yield at.within(name, step).differs(("", _short(new) or "-"), None, new)
        elif name not in after:
            step, old = before[name]
            step = min(step, len(after)) if isinstance(step, int) else step
            yield at.within(name, step).differs((_short(old) or "-", ""), old)
        else:
            step, now = after[name]
            yield from _walk(at.within(name, step), before[name][1], now)


def _lists(at: _At, before: list[Plain], after: list[Plain]) -> Iterator[Difference]:
    if all(isinstance(row, dict) for row in (*before, *after)):
        yield from _entries(at, _named(before), _named(after))
        return
    was, now = _items(before), _items(after)
    gone, come = [i for i in was if i not in set(now)], [i for i in now if i not in set(was)]
    if gone or come:
        yield at.differs((_short([*gone]), _short([*come])), before, after)
    elif not _same_hexes(before, after):
        yield at.differs((_short(before), _short(after)), before, after)


def _named(rows: Sequence[Plain]) -> Entries:
    """Return rows by what they are called; those called alike are counted."""
    found: dict[str, tuple[str | int, Plain]] = {}
    seen: Counter[str] = Counter()
    for index, row in enumerate(rows):
        name = _name(row)
        seen[name] += 1
        found[name if seen[name] == 1 else f"{name} ({seen[name]})"] = (index, row)
    return found


def _name(row: Plain) -> str:
    if not isinstance(row, dict):
        return ""
    key = next((key for key in _NAMES if key in row), "")
    return shown(row[key])[:60] if key else ""


def _items(items: Sequence[Plain]) -> list[str]:
    """Return what a list holds, ranges of hexes one by one."""
    words = [shown(item) for item in items]
    try:
        return [*parse_hexes(words)]
    except (HexError, ValueError):
        return words


def _same_hexes(before: Sequence[Plain], after: Sequence[Plain]) -> bool:
    """Whether two lists differ only in how their hexes are written."""
    words = [shown(item) for item in (*before, *after)]
    try:
        parse_hexes(words)
    except (HexError, ValueError):
        return False
    return True


def _short(value: Plain) -> str:
    words = shown(value)
    return words if len(words) <= _MOST else words[: _MOST - 3] + "..."
