"""Reading YAML written by strangers: text only, with positions, and never a surprise.

No scalar has a type: 0600, 14:30, 16.10 and no are the text that stands in the
file, and a schema decides what they mean.  Aliases, anchors, tags, duplicate
keys and several documents in one file are refused, so that a file is exactly
what it looks like and can neither run anything nor grow while it is read.
Bad content never raises; it ends as `Problem`s with lines and columns.
"""

from __future__ import annotations

import json
import re
from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, cast

import yaml

from grognard.engines.core.data.frozen import record
from grognard.engines.core.data.plainfile import read_plain
from grognard.engines.core.data.problems import Problem
from grognard.engines.core.data.text import tr, verbatim

MAX_BYTES = 8 * 1024 * 1024
MAX_DEPTH = 40
MAX_NODES = 500_000
MAX_PROBLEMS = 200
KEPT_FILES, KEPT_BYTES = 32, 256 * 1024
"""So many of the files read last are kept as they were read, none of them longer."""

_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

# What YAML calls printable; everything else must be written as an escape.
_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")
"""Escapes that YAML reads otherwise than JSON."""
_UNPRINTABLE = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

Plain = str | list["Plain"] | dict[str, "Plain"]


@record
class Node(ABC):
    """A piece of a file and where it starts; line and column count from 1."""

    file: str
    line: int
    column: int

    @abstractmethod
    def plain(self) -> Plain:
        """The same content as nested str, list and dict."""


@record
class Scalar(Node):
    """A piece of text; `quoted` tells "" from a value that was left out."""

    value: str
    quoted: bool = False

    def plain(self) -> Plain:
        return self.value


@record
class ListNode(Node):
    """A sequence of nodes."""

    items: list[Node] = field(default_factory=list)

    def plain(self) -> Plain:
        return [item.plain() for item in self.items]


@record
class MapNode(Node):
    """A mapping from text to nodes in the order written; `keys` holds the keys' places."""

    entries: dict[str, Node] = field(default_factory=dict)
    keys: dict[str, Scalar] = field(default_factory=dict)

    def plain(self) -> Plain:
        return {key: value.plain() for key, value in self.entries.items()}


class Problems(list[Problem]):
    """Problems in the order found, with a short way to add one at a node."""

    def at(self, node: Node, message: str, mend: str = "") -> None:
        """Note a problem where `node` starts."""
        self.append(Problem(node.file, node.line, node.column, message, mend))


def load_text(text: str, file: str) -> tuple[Node | None, Problems]:
    """Read one YAML document; `file` is the name the problems carry.

    The node is None when no sound tree came of it.  When it is there although
    problems were found, it serves only for finding more of them.
    """
    text = text.removeprefix("\ufeff")
    problems = Problems()
    if not _is_readable(text, file, problems):
        return None, problems
    return _Builder(file, problems).build(text), problems


def _is_readable(text: str, file: str, problems: Problems) -> bool:
    """Whether a text is of printable characters and not too long."""
    bad = _UNPRINTABLE.search(text)
    if bad is not None:
        line = text.count("\n", 0, bad.start()) + 1
        column = bad.start() - text.rfind("\n", 0, bad.start())
        message = tr("character U+{bad} is not allowed", bad=f"{ord(bad[0]):04X}")
        problems.append(Problem(file, line, column, message, tr("delete it")))
    elif len(text) > MAX_BYTES or len(text.encode()) > MAX_BYTES:
        problems.append(_too_long(file))
    return not problems


@dataclass(frozen=True, slots=True)
class Span:
    """Where a node stands in its text: the characters from `start` up to `end`.

    `style` is [ or { for what is written in one flow, - or : for lists and mappings in lines of
    their own, and for text " or ' or | or > or nothing. Comments and line ends after it are not in
    the span, except those that | or > with + keep.
    """

    start: int
    end: int
    style: str

    @property
    def flow(self) -> bool:
        """Whether this is a list or mapping written in brackets."""
        return self.style in ("[", "{")


Spans = dict[int, Span]
"""The spans of the nodes of one tree, keys included, by `id`."""


def load_spans(text: str, file: str) -> tuple[Node | None, Problems, Spans]:
    """Read a document as `load_text` does, and tell where each node stands in it.

    A mark of byte order at the front is not counted. The spans are sound if there is no problem.
    """
    text = text.removeprefix("\ufeff")
    builder = _Measurer(file, Problems(), text)
    if _is_readable(text, file, builder.problems):
        builder.build(text)
    return builder.root, builder.problems, builder.spans


def load_json(text: str, file: str) -> Node | None:
    """Read a document that is JSON of nothing but text, lists and mappings, None for any other.

    It says what `load_text` would say, ten times as fast. But its nodes have no places: where a
    fault is found in them the text is to be read again with `load_text`.
    """
    if len(text) > MAX_BYTES or _UNPRINTABLE.search(text) or _SURROGATE.search(text):
        return None
    try:
        return _placeless(json.loads(text, object_pairs_hook=_once), file, MAX_DEPTH)
    except (ValueError, RecursionError):
        return None


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) != len(pairs):
        message = tr("a key is given twice")
        raise ValueError(message)
    return found


def _placeless(data: Any, file: str, deeper: int) -> Node:
    """Return plain data as nodes without places."""
    kind = type(data)
    if kind is str:
        return Scalar(file, 0, 0, data, True)
    if not deeper or kind not in (list, dict):
        message = tr("this is no text, list or mapping, or nested too deeply")
        raise ValueError(message)
    if kind is list:
        return ListNode(file, 0, 0, [_placeless(item, file, deeper - 1) for item in data])
    entries = {key: _placeless(item, file, deeper - 1) for key, item in data.items()}
    return MapNode(file, 0, 0, entries, {key: Scalar(file, 0, 0, key, True) for key in data})


def load_bytes(data: bytes, file: str) -> tuple[Node | None, Problems]:
    """Read one YAML document from UTF-8 bytes; see load_text.

    What was read of the last files is kept: the same bytes are the same tree, which nobody changes.
    """
    if len(data) > KEPT_BYTES:
        return _load_bytes(data, file)
    node, problems = _kept(data, file)
    return node, Problems(problems)


def _load_bytes(data: bytes, file: str) -> tuple[Node | None, Problems]:
    if len(data) > MAX_BYTES:
        return None, Problems([_too_long(file)])
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        start = data.rfind(b"\n", 0, error.start) + 1
        column = len(data[start : error.start].decode("utf-8")) + 1
        problem = Problem(
            file, line, column, tr("the file is not UTF-8 text"), tr("save it as UTF-8")
        )
        return None, Problems([problem])
    return load_text(text, file)


_kept = lru_cache(KEPT_FILES)(_load_bytes)


def forget_files() -> None:
    """Let go of the files read lately: their trees are many times as large as they are."""
    _kept.cache_clear()


def load_file(path: Path | Traversable, file: str | None = None) -> tuple[Node | None, Problems]:
    """Read a YAML file; `file` replaces its path in the problems. See load_text."""
    name = str(path) if file is None else file
    try:
        if isinstance(path, Path):
            data = read_plain(path, MAX_BYTES)
        else:  # within a package
            with path.open("rb") as stream:
                data = stream.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        return None, Problems(
            [Problem(name, 0, 0, tr("the file cannot be read: {reason}", reason=verbatim(reason)))]
        )
    return load_bytes(data, name)


def _too_long(file: str) -> Problem:
    limit = MAX_BYTES // (1024 * 1024)
    return Problem(
        file, 0, 0, tr("the file is longer than {limit} MB", limit=limit), tr("split it")
    )


class _Stop(Exception):  # noqa: N818 - it ends the reading, it is no error
    """Reading cannot go on; the reason has been noted."""


@dataclass(slots=True)
class _Open:
    """A list or mapping being read; `key` is the key that waits for its value."""

    node: ListNode | MapNode
    key: Scalar | None = None
    key_due: bool = True


class _Builder:
    """Builds nodes from parser events, which show what composing would hide.

    An explicit stack instead of recursion keeps a deep file from ending the
    program, and lets the depth be refused the moment it is passed.
    """

    def __init__(self, file: str, problems: Problems) -> None:
        self.file = file
        self.problems = problems
        self.root: Node | None = None
        self.stack: list[_Open] = []
        self.documents = 0
        self.count = 0

    def build(self, text: str) -> Node | None:
        """The root of the document, or None when reading had to stop."""
        try:
            for event in self._events(text):
                self._take(event)
                if len(self.problems) >= MAX_PROBLEMS:
                    raise _Stop  # noqa: TRY301 - the one way out of the loop
        except _Stop:
            return None
        if self.root is None:
            self.problems.append(Problem(self.file, 0, 0, tr("the file is empty")))
        return self.root

    def _events(self, text: str) -> Iterator[yaml.Event]:
        try:
            # After its last event a parser gives None.
            yield from iter(_LOADER(text).get_event, None)
        except yaml.YAMLError as error:
            mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
            what = getattr(error, "problem", None) or str(error)
            line, column = (mark.line + 1, mark.column + 1) if mark else (0, 0)
            message = tr("this is not YAML: {what}", what=verbatim(what))
            self.problems.append(Problem(self.file, line, column, message))
            raise _Stop from None

    def _note(self, event: yaml.Event, message: str, mend: str = "") -> None:
        mark = _start(event)
        problem = Problem(self.file, mark.line + 1, mark.column + 1, message, mend)
        self.problems.append(problem)

    def _take(self, event: Any) -> None:
        # The kinds of events have no subclasses, and those that files hold most of come first.
        kind = type(event)
        if kind is yaml.ScalarEvent:
            if event.anchor is not None or event.tag is not None:
                self._refuse_extras(event)
            mark = event.start_mark
            # A plain scalar has the style "" in one parser and None in the other.
            node = Scalar(self.file, mark.line + 1, mark.column + 1, event.value, bool(event.style))
            self._add(event, node)
        elif kind is yaml.MappingStartEvent or kind is yaml.SequenceStartEvent:
            self._refuse_extras(event)
            mark = event.start_mark
            made = MapNode if kind is yaml.MappingStartEvent else ListNode
            self._open(event, made(self.file, mark.line + 1, mark.column + 1))
        elif kind is yaml.MappingEndEvent or kind is yaml.SequenceEndEvent:
            self.stack.pop()
        elif kind is yaml.AliasEvent:
            anchor = verbatim(str(event.anchor))
            words = tr("alias *{anchor} is not allowed", anchor=anchor)
            self._note(event, words, tr("write the value out"))
            mark = event.start_mark
            self._add(event, Scalar(self.file, mark.line + 1, mark.column + 1, ""))
        elif kind is yaml.DocumentStartEvent:
            self.documents += 1
            if self.documents > 1:
                words = tr("a second document begins here")
                self._note(event, words, tr("one file, one document"))
                raise _Stop

    def _refuse_extras(self, event: Any) -> None:
        if event.anchor is not None:
            words = tr("anchor &{anchor} is not allowed", anchor=verbatim(event.anchor))
            self._note(event, words, tr("delete it"))
        if event.tag is not None:
            words = tr("tag {tag} is not allowed", tag=verbatim(event.tag))
            self._note(event, words, tr("delete it"))

    def _open(self, event: yaml.Event, node: ListNode | MapNode) -> None:
        if len(self.stack) >= MAX_DEPTH:
            self._note(event, tr("the nesting is deeper than {most} levels", most=MAX_DEPTH))
            raise _Stop
        self._add(event, node)
        self.stack.append(_Open(node))

    def _add(self, event: yaml.Event, node: Node) -> None:
        """Put a node where it belongs: root, item, key or value."""
        self.count += 1
        if self.count > MAX_NODES:
            self._note(
                event,
                tr("the file has more than {most} values", most=MAX_NODES),
                tr("split it"),
            )
            raise _Stop
        if not self.stack:
            self.root = node
            return
        top = self.stack[-1]
        if isinstance(top.node, ListNode):
            top.node.items.append(node)
        elif top.key_due:
            self._set_key(event, top, top.node, node)
        else:
            top.key_due = True
            if top.key is not None:
                top.node.entries[top.key.value] = node
                top.node.keys[top.key.value] = top.key

    def _set_key(self, event: yaml.Event, top: _Open, mapping: MapNode, key: Node) -> None:
        """Remember the key of the next value; None drops a value whose key was refused."""
        top.key_due = False
        top.key = None
        if not isinstance(key, Scalar):
            self._note(event, tr("a key must be text"), tr("a key cannot be a list or a mapping"))
        elif key.value in mapping.entries:
            first = mapping.keys[key.value].line
            self._note(
                event,
                tr(
                    "the key {value} is already on line {first}",
                    value=verbatim(key.value),
                    first=first,
                ),
                tr("keep one of them"),
            )
        else:
            top.key = key


class _Measurer(_Builder):
    """A builder that notes the span of every node."""

    def __init__(self, file: str, problems: Problems, text: str) -> None:
        super().__init__(file, problems)
        self.text = text
        self.spans: Spans = {}
        self.reached = 0
        """Where the last node ended: a block ends with the last thing in it."""

    def _add(self, event: yaml.Event, node: Node) -> None:
        super()._add(event, node)
        style = _style(event)
        start, end = _start(event).index, _end(event).index
        if style in ("|", ">"):
            end = self._block_end(start, end)
        self.spans[id(node)] = Span(start, end, style)
        self.reached = start if isinstance(event, yaml.CollectionStartEvent) else end

    def _take(self, event: yaml.Event) -> None:
        closed = self.stack[-1].node if isinstance(event, yaml.CollectionEndEvent) else None
        super()._take(event)
        if closed is not None:
            self._close(closed, _end(event).index)

    def _close(self, node: Node, end: int) -> None:
        """Note where a list or mapping ends, whose end the parser saw at `end`."""
        span = self.spans[id(node)]
        # A pair [a: b] has no brackets of its own.
        bracketed = span.flow and self.text[span.start] == span.style
        self.reached = end if bracketed else self.reached
        self.spans[id(node)] = Span(span.start, self.reached, span.style)

    def _block_end(self, start: int, end: int) -> int:
        """Return where folded or literal text ends; the parser counts empty lines after it too."""
        header = self.text[start:end].split("\n", 1)[0].split("#", 1)[0]
        if "+" in header:
            return end - len("\r\n" if self.text[:end].endswith("\r\n") else "\n")
        return len(self.text[:end].rstrip())


def _start(event: yaml.Event) -> yaml.Mark:
    """Return where an event of a text begins: the parser always says."""
    return cast("yaml.Mark", event.start_mark)


def _end(event: yaml.Event) -> yaml.Mark:
    return cast("yaml.Mark", event.end_mark)


def _style(event: yaml.Event) -> str:
    if isinstance(event, yaml.SequenceStartEvent):
        return "[" if event.flow_style else "-"
    if isinstance(event, yaml.MappingStartEvent):
        return "{" if event.flow_style else ":"
    return getattr(event, "style", None) or ""
