"""What differs between two states of a scenario, told by names and not by lines.

Rows are known by what they are called: a piece keeps its name wherever it stands in its list. A list
of hexes is the set of them, however it is written.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from app.editor.cells import shown
from engines.core.board.hexnumbers import HexError, parse_hexes
from engines.core.data.yamlio import Plain
from engines.core.scenario.document import Document

_NAMES = ("id", "card", "piece", "group", "board", "name", "hex", "at", "rule", "turn", "kind")
"""Keys by which a row of a list is known, the first of those that it has."""
_MOST = 400
"""A value longer than this is cut short."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that is not the same: in which file, where, and what stood and stands there.

    `before` or `after` is "" where there was, or is, nothing.
    """

    file: str
    where: tuple[str, ...]
    before: str
    after: str


def compared(before: Path, after: Path) -> list[Difference]:
    """Return what differs between the scenarios in two folders, files of a name with one another."""
    theirs, ours = _files(before), _files(after)
    found: list[Difference] = []
    for file in dict.fromkeys((*theirs, *ours)):
        found += differences(file, theirs.get(file, {}), ours.get(file, {}))
    return found


def differences(file: str, before: Plain, after: Plain) -> list[Difference]:
    """Return what differs between two states of a file."""
    return [Difference(file, *found) for found in _walk((), before, after)]


def _files(folder: Path) -> dict[str, Plain]:
    paths = (*sorted(folder.glob("*.yaml")), *sorted(folder.glob("*/*.yaml")))
    return {path.relative_to(folder).as_posix(): Document.open(path).plain() for path in paths}


Found = tuple[tuple[str, ...], str, str]


def _walk(where: tuple[str, ...], before: Plain, after: Plain) -> Iterator[Found]:
    if before == after:
        return
    if isinstance(before, dict) and isinstance(after, dict):
        yield from _entries(where, before, after)
    elif isinstance(before, list) and isinstance(after, list):
        yield from _lists(where, before, after)
    else:
        yield where, _short(before), _short(after)


def _entries(
    where: tuple[str, ...], before: Mapping[str, Plain], after: Mapping[str, Plain]
) -> Iterator[Found]:
    for key in dict.fromkeys((*before, *after)):
        if key not in before:
            yield (*where, key), "", _short(after[key]) or "-"
        elif key not in after:
            yield (*where, key), _short(before[key]) or "-", ""
        else:
            yield from _walk((*where, key), before[key], after[key])


def _lists(
    where: tuple[str, ...], before: Sequence[Plain], after: Sequence[Plain]
) -> Iterator[Found]:
    if all(isinstance(row, dict) for row in (*before, *after)):
        yield from _entries(where, _named(before), _named(after))
        return
    was, now = _items(before), _items(after)
    gone, come = [i for i in was if i not in set(now)], [i for i in now if i not in set(was)]
    if gone or come:
        yield where, _short([*gone]), _short([*come])
    elif not _same_hexes(before, after):
        yield where, _short([*before]), _short([*after])


def _named(rows: Sequence[Plain]) -> dict[str, Plain]:
    """Return rows by what they are called; those called alike are counted."""
    found: dict[str, Plain] = {}
    seen: Counter[str] = Counter()
    for row in rows:
        name = _name(row)
        seen[name] += 1
        found[name if seen[name] == 1 else f"{name} ({seen[name]})"] = row
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
