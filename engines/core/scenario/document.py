"""A scenario, map or order of battle that is edited without anything else in its file being lost.

    document = Document.open(path)
    back = document.set(("units", 3, "at"), "4108")
    document.insert(("units", 4), {"unit": "guy", "at": "4310"})
    document.move(("units", 4), 0)
    document.apply(back)      # refused here: something was edited since
    document.save(path)

Each edit changes the text at the spans that our own reader tells, and nothing else; then the whole
text is read back and must be the plain data that was asked for, or the edit is refused and nothing
has changed. An edit returns its inverse, which restores the very same bytes. Comments, blank lines,
quotes and the order of keys stay as they are; what is newly written is quoted as its neighbours are.
A comment in the line of a row goes with the row; those in lines of their own stay where they stand.

Why no library: ruamel.yaml was measured first. With its own settings it gave none of the 31 shipped
files back as they were (1,749 of 3,502 lines changed); with lines of any length and our indents 26,
and the other five, maps whose lists are broken over lines, lost 69 lines to the edit of one value.
No setting keeps ends of lines of another system, a missing one at the end, blanks behind a colon,
comments in brackets, or escapes.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib.resources import files
from itertools import chain, pairwise, takewhile
from pathlib import Path
from typing import Literal

from grognard.engines.core.data.plainfile import read_plain
from grognard.engines.core.data.problems import Problem
from grognard.engines.core.data.schema import Path as Place
from grognard.engines.core.data.schema import Source
from grognard.engines.core.data.text import tr, verbatim
from grognard.engines.core.data.yamlio import (
    MAX_BYTES,
    MAX_DEPTH,
    ListNode,
    MapNode,
    Node,
    Plain,
    Scalar,
    load_bytes,
    load_spans,
)
from grognard.engines.core.play.game import ScenarioError
from grognard.engines.core.scenario.splices import Box, Sheet, Splice, parts

_MARK = "\ufeff"
"""The mark of byte order that some programs put at the front of a file."""
RECENT = 8
"""How many texts are kept as they were read, for an undo and its redo."""
Operation = Literal["set", "insert", "remove"]


@dataclass(frozen=True, slots=True)
class Change:
    """What an edit did: the value at `path` was set, inserted or removed.

    `move`: an entry stands at `to` among those of its list or mapping, where it was at `at`; its
    path is the one before the move.
    """

    kind: Literal["set", "insert", "remove", "move"]
    path: Place
    at: int = 0
    to: int = 0

    def inverse(self) -> Change:
        """Return the change that takes this one back."""
        match self.kind:
            case "set":
                return self
            case "insert":
                return Change("remove", self.path)
            case "remove":
                return Change("insert", self.path)
        step = self.to if isinstance(self.path[-1], int) else self.path[-1]
        return Change("move", (*self.path[:-1], step), self.to, self.at)


@dataclass(frozen=True, slots=True)
class Edit:
    """A change of the text: what stood at `start` was `before` and becomes `after`."""

    change: Change
    start: int
    before: str
    after: str

    def inverse(self) -> Edit:
        """Return the edit that restores the text."""
        return Edit(self.change.inverse(), self.start, self.after, self.before)


class Document:
    """One file of YAML as text and as plain data, changed by edits.

    Raises:
        ScenarioError: the text cannot be read, or an edit cannot be done. Nothing has changed then.
    """

    def __init__(
        self, data: bytes | str, file: str = "scenario", *, path: Path | None = None
    ) -> None:
        raw = data.encode() if isinstance(data, str) else data
        self.file = file
        self.path = path
        self._kept = raw
        self._watchers: list[Callable[[Change], None]] = []
        self._recent: dict[str, Sheet] = {}
        text = self._decoded(raw)
        self._front = _MARK if text.startswith(_MARK) else ""
        self._sheet = self._sound(text.removeprefix(_MARK))

    @classmethod
    def open(cls, path: Path) -> Document:
        """Read a file.

        Raises:
            ScenarioError: it cannot be read, or is no sound YAML.
        """
        try:
            raw = read_plain(path, MAX_BYTES)
        except (OSError, ValueError) as wrong:
            reason = getattr(wrong, "strerror", None) or str(wrong)
            problem = Problem(
                str(path), 0, 0, tr("the file cannot be read: {reason}", reason=verbatim(reason))
            )
            raise ScenarioError([problem]) from wrong
        return cls(raw, str(path), path=path)

    # -- what there is ---------------------------------------------------------------------------

    @property
    def text(self) -> str:
        """The whole text, as it would be saved."""
        return self._front + self._sheet.text

    @property
    def root(self) -> Node:
        """The nodes of the text, with their lines."""
        return self._sheet.root

    @property
    def changed(self) -> bool:
        """Whether the text is another than that of the file."""
        return self.text.encode() != self._kept

    def plain(self, path: Place = ()) -> Plain:
        """Return the plain data at a path.

        Raises:
            ScenarioError: there is nothing.
        """
        return self._node(path).plain()

    def watch(self, watcher: Callable[[Change], None]) -> Callable[[], None]:
        """Have `watcher` called after each edit; return what ends that."""
        self._watchers.append(watcher)

        def end() -> None:
            with suppress(ValueError):
                self._watchers.remove(watcher)

        return end

    # -- edits -----------------------------------------------------------------------------------

    def set(self, path: Place, value: Plain) -> Edit:
        """Write a value at a path; a key that is not there yet becomes the last. Return the inverse."""
        above = self._node(path[:-1])
        if path and isinstance(above, MapNode) and str(path[-1]) not in above.entries:
            return self.insert(path, value)
        self._node(path)
        wanted = self._wanted(path, value)
        if not path:
            return self._do(Change("set", path), (), value)
        box = _inside(wanted, path[:-1])
        if isinstance(box, list):
            box[_number(path[-1])] = value
        elif isinstance(box, dict):
            box[str(path[-1])] = value
        return self._do(Change("set", path), self._put(path, value), wanted)

    def insert(self, path: Place, value: Plain, before: str | None = None) -> Edit:
        """Write one item more at a place in a list, or a new key in a mapping. Return the inverse.

        A new key becomes the last, or stands before the key `before`.
        """
        wanted = self._wanted(path, value)
        if not path:
            raise self._refused(path, tr("nothing stands beside the whole"))
        box, step, change = self._node(path[:-1]), path[-1], Change("insert", path)
        if isinstance(box, ListNode):
            if not isinstance(step, int) or not 0 <= step <= len(box.items):
                raise self._refused(
                    path,
                    tr(
                        "there is no place {step} in a list of {n}",
                        step=verbatim(step),
                        n=len(box.items),
                    ),
                )
            _inside_list(wanted, path).insert(step, value)
            splices = self._sheet.add(box, step, None, value)
            if not box.items and isinstance(value, dict):
                splices = chain(self._put(path[:-1], [value]), splices)
            return self._do(change, splices, wanted)
        if isinstance(box, MapNode):
            index = self._new_key(box, path, before)
            _reorder(_inside_map(wanted, path), index, (str(step), value))
            return self._do(change, self._sheet.add(box, index, str(step), value), wanted)
        if not isinstance(box, Scalar) or box.value or box.quoted:
            raise self._refused(path[:-1], tr("this is neither a list nor a mapping"))
        filled: Plain = [value] if step == 0 else {str(step): value}
        return self.set(path[:-1], filled)

    def _new_key(self, box: MapNode, path: Place, before: str | None) -> int:
        if str(path[-1]) in box.entries:
            raise self._refused(
                path, tr("the key {name} is there already", name=verbatim(path[-1])), tr("set it")
            )
        if before is not None and before not in box.entries:
            raise self._refused(path, tr("there is no key {before}", before=verbatim(before)))
        return len(box.entries) if before is None else list(box.entries).index(before)

    def remove(self, path: Place) -> Edit:
        """Take away an item of a list, or a key with its value. Return the inverse."""
        box, index = self._entry(path)
        wanted = self.root.plain()
        if isinstance(box, ListNode):
            _inside_list(wanted, path).pop(index)
        else:
            del _inside_map(wanted, path)[str(path[-1])]
        if len(parts(box)) == 1 and not self._sheet.span(box).flow:
            return self._do(Change("remove", path), (), wanted)
        return self._do(Change("remove", path), self._sheet.drop(box, index), wanted)

    def move(self, path: Place, to: int) -> Edit:
        """Bring an item of a list, or a key, to another place among the others. Return the inverse."""
        box, index = self._entry(path)
        if not 0 <= to < len(parts(box)):
            raise self._refused(
                path, tr("there is no place {to} among {n}", to=verbatim(to), n=len(parts(box)))
            )
        wanted = self.root.plain()
        if isinstance(box, ListNode):
            items = _inside_list(wanted, path)
            items.insert(to, items.pop(index))
        else:
            entries, key = _inside_map(wanted, path), str(path[-1])
            _reorder(entries, to, (key, entries.pop(key)))
        change = Change("move", path, index, to)
        return self._do(change, self._sheet.shift(box, index, to), wanted)

    def apply(self, edit: Edit) -> Edit:
        """Do an edit that a method of this document has returned. Return its inverse.

        Raises:
            ScenarioError: something else was edited since, or the text is no longer sound.
        """
        text = self._sheet.text
        end = edit.start + len(edit.before)
        if text[edit.start : end] != edit.before:
            raise self._refused(edit.change.path, tr("something else was edited there since"))
        self._keep(self._sound(Splice(edit.start, end, edit.after).of(text)))
        self._tell(edit.change)
        return edit.inverse()

    def together(self, changes: Sequence[tuple[Operation, Place, Plain]]) -> Edit:
        """Do several changes as one edit, all or none of them. Return the inverse, which is one too."""
        before, watchers = self._sheet, self._watchers
        self._watchers = []
        try:
            if not self._at_once(changes):
                for operation, path, value in changes:
                    self._one(operation, path, value)
        except ScenarioError:
            self._sheet = before
            raise
        finally:
            self._watchers = watchers
        change = Change("set", _common([path for _, path, _ in changes]))
        self._tell(change)
        return _between(change, before.text, self._sheet.text).inverse()

    def _one(self, operation: Operation, path: Place, value: Plain) -> Edit:
        match operation:
            case "set":
                return self.set(path, value)
            case "insert":
                return self.insert(path, value)
        return self.remove(path)

    def _at_once(self, changes: Sequence[tuple[Operation, Place, Plain]]) -> bool:
        """Write several values apart from one another and read the text once; False: nothing was done."""
        paths = [path for _, path, _ in changes]
        apart = all(a[: len(b)] != b for a in paths for b in paths if a is not b)
        if len(changes) < 2 or not apart or any(step[0] != "set" for step in changes):
            return False
        wanted, splices = self.root.plain(), []
        for _, path, value in changes:
            above = self._node(path[:-1])
            if isinstance(above, MapNode) and str(path[-1]) not in above.entries:
                return False
            self._node(path)
            if not _is_plain(value, MAX_DEPTH):
                return False
            box = _inside(wanted, path[:-1])
            if isinstance(box, list):
                box[_number(path[-1])] = value
            elif isinstance(box, dict):
                box[str(path[-1])] = value
            splices.append(next(iter(self._put(path, value))))
        splices.sort(key=lambda splice: splice.start, reverse=True)
        if any(late.start < early.end for late, early in pairwise(splices)):
            return False
        text = self._sheet.text
        for splice in splices:
            text = splice.of(text)
        root, problems, spans = load_spans(text, self.file)
        if root is None or problems or json.dumps(root.plain()) != json.dumps(wanted):
            return False
        self._keep(Sheet(text, root, spans))
        return True

    # -- saving ----------------------------------------------------------------------------------

    def save(self, path: Path | None = None) -> None:
        """Write the file, whole or not at all; without `path` where it was read.

        Raises:
            ScenarioError: it is a shipped file, another program has changed it since it was read,
                or it cannot be written.
        """
        self.write(self.text.encode(), path)

    def write(self, raw: bytes, path: Path | None = None) -> None:
        """Write an earlier or the present text of this document as its file, in any one thread.

        Raises:
            ScenarioError: as when it is saved.
        """
        target = path or self.path
        if target is None:
            raise self._failed(tr("this has no file yet"), tr("save it under a name"))
        target = target.resolve()
        if target.is_relative_to(Path(str(files("grognard.scenarios"))).resolve()):
            raise self._failed(
                tr("shipped files are never overwritten"), tr("save it under another name")
            )
        try:
            same = self.path is not None and target == self.path.resolve()
            if same and target.exists() and target.read_bytes() != self._kept:
                mend = tr("save it under another name")
                raise self._failed(
                    tr("another program has changed the file since it was read"), mend
                )
            _write_whole(raw, target)
        except OSError as wrong:
            reason = wrong.strerror or str(wrong)
            problem = Problem(
                str(target),
                0,
                0,
                tr("the file cannot be written: {reason}", reason=verbatim(reason)),
            )
            raise ScenarioError([problem]) from wrong
        self.path, self.file, self._kept = target, str(target), raw

    # -- within ----------------------------------------------------------------------------------

    def _decoded(self, raw: bytes) -> str:
        try:
            return raw.decode()
        except UnicodeDecodeError as wrong:
            raise ScenarioError(load_bytes(raw, self.file)[1]) from wrong

    def _sound(self, text: str) -> Sheet:
        """Return a text with its nodes.

        Raises:
            ScenarioError: it is not sound.
        """
        if text in self._recent:
            return self._recent[text]
        root, problems, spans = load_spans(text, self.file)
        if root is None or problems:
            raise ScenarioError(problems)
        return Sheet(text, root, spans)

    def _keep(self, sheet: Sheet) -> None:
        """Go on with another text; the last ones are not read again when they come back."""
        for known in (self._sheet, sheet):
            self._recent.pop(known.text, None)
            self._recent[known.text] = known
        while len(self._recent) > RECENT:
            del self._recent[next(iter(self._recent))]
        self._sheet = sheet

    def _tell(self, change: Change) -> None:
        for watcher in tuple(self._watchers):
            watcher(change)

    def _wanted(self, path: Place, value: Plain) -> Plain:
        """Return the plain data to be edited, if the value is one that can be written."""
        if not _is_plain(value, MAX_DEPTH):
            raise self._refused(path, tr("only text, lists and mappings of them can be written"))
        return self.root.plain()

    def _do(self, change: Change, splices: Iterable[Splice], wanted: Plain) -> Edit:
        """Do the first splice after which the text says what is wanted.

        Where none does, the list or mapping around it is written anew on one line.
        """
        around = change.path[:-1]
        exact = json.dumps(wanted)
        for splice in chain(splices, self._put(around, _inside(wanted, around))):
            text = splice.of(self._sheet.text)
            root, problems, spans = load_spans(text, self.file)
            if root is None or problems or json.dumps(root.plain()) != exact:
                continue
            before = self._sheet.text[splice.start : splice.end]
            self._keep(Sheet(text, root, spans))
            self._tell(change)
            return Edit(change, splice.start, before, splice.new).inverse()
        raise self._refused(
            change.path, tr("this cannot be written here"), tr("edit the file by hand")
        )

    def _put(self, path: Place, value: Plain) -> Iterable[Splice]:
        """Give the splices that write a value at a path where there is one."""
        if not path:
            return self._sheet.put(None, 0, value)
        return self._sheet.put(*self._entry(path), value)

    def _node(self, path: Place) -> Node:
        node = self.root
        for step in path:
            below: Node | None = None
            if isinstance(node, MapNode):
                below = node.entries.get(str(step))
            elif isinstance(node, ListNode) and isinstance(step, int):
                below = node.items[step] if 0 <= step < len(node.items) else None
            if below is None:
                raise self._refused(
                    path, tr("there is no {known}", known=verbatim("/".join(map(str, path))))
                )
            node = below
        return node

    def _entry(self, path: Place) -> tuple[Box, int]:
        """Return the list or mapping that holds what is at a path, and which of its entries it is."""
        self._node(path)
        box = self._node(path[:-1])
        if path and isinstance(box, MapNode):
            return box, list(box.entries).index(str(path[-1]))
        if path and isinstance(box, ListNode):
            return box, _number(path[-1])
        raise self._refused(path, tr("the whole has no place of its own"))

    def _refused(self, path: Place, message: str, mend: str = "") -> ScenarioError:
        return ScenarioError([Source(self.root).problem(path, message, mend)])

    def _failed(self, message: str, mend: str) -> ScenarioError:
        return ScenarioError([Problem(self.file, 0, 0, message, mend)])


def _write_whole(raw: bytes, target: Path) -> None:
    """Write a file, whole or not at all, so that it outlasts the power."""
    fresh = target.with_name(f".{target.name}.{os.getpid()}.new")
    try:
        with fresh.open("wb") as stream:
            stream.write(raw)
            stream.flush()
            os.fsync(stream.fileno())
        if target.exists():
            shutil.copymode(target, fresh)
        fresh.replace(target)
    finally:
        fresh.unlink(missing_ok=True)


def _common(paths: Sequence[Place]) -> Place:
    """Return how far some paths are the same."""
    levels = zip(*paths, strict=False)
    return tuple(steps[0] for steps in takewhile(lambda steps: len(set(steps)) == 1, levels))


def _between(change: Change, before: str, after: str) -> Edit:
    """Return the edit that makes one text of another: what lies between their equal ends."""
    start = _alike(before, after)
    tail = _alike(before[start:][::-1], after[start:][::-1])
    return Edit(change, start, before[start : len(before) - tail], after[start : len(after) - tail])


def _alike(one: str, other: str) -> int:
    """Return how many characters two texts begin with alike."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((index for index, (a, b) in pairs if a != b), min(len(one), len(other)))


def _number(step: str | int) -> int:
    return step if isinstance(step, int) else -1


def _is_plain(value: object, deeper: int) -> bool:
    if type(value) is str:
        return True
    if not deeper:
        return False
    if type(value) is list:
        return all(_is_plain(item, deeper - 1) for item in value)
    return type(value) is dict and all(
        type(key) is str and _is_plain(item, deeper - 1) for key, item in value.items()
    )


def _inside(plain: Plain, path: Place) -> Plain:
    """Return what stands at a path of plain data that has it."""
    for step in path:
        if isinstance(plain, dict):
            plain = plain[str(step)]
        elif isinstance(plain, list):
            plain = plain[_number(step)]
    return plain


def _inside_list(plain: Plain, path: Place) -> list[Plain]:
    """Return the list that holds what is at a path."""
    found = _inside(plain, path[:-1])
    return found if isinstance(found, list) else []


def _inside_map(plain: Plain, path: Place) -> dict[str, Plain]:
    """Return the mapping that holds what is at a path."""
    found = _inside(plain, path[:-1])
    return found if isinstance(found, dict) else {}


def _reorder(entries: dict[str, Plain], index: int, entry: tuple[str, Plain]) -> None:
    """Put one entry more into a mapping, before the one of this number."""
    rows = list(entries.items())
    rows.insert(index, entry)
    entries.clear()
    entries.update(rows)
