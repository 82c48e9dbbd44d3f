"""Small declarative schemas over the nodes of `yamlio`, which collect every error at once.

    UNIT = Record(
        required={"id": Str(pattern="[a-z0-9-]+"), "steps": Int(1, 4)},
        optional={"elite": Bool(), "arm": Str(choices=("foot", "horse"))},
    )
    unit = UNIT.read(node, problems)

`read` gives plain Python values.  Where something is wrong it adds to
`problems` and puts None in its place, so a value counts only if no problem was
added.  `Source` leads from a plain value back to its line, for checks of
meaning that come afterwards.
"""

from __future__ import annotations

import difflib
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from typing import Any, Self

from grognard.engines.core.data import jsonschema
from grognard.engines.core.data.jsonschema import JsonSchema
from grognard.engines.core.data.problems import Problem
from grognard.engines.core.data.text import Text, either, text, tr, verbatim
from grognard.engines.core.data.yamlio import ListNode, MapNode, Node, Problems, Scalar

MAX_TEXT = 20_000
MAX_INT = 1_000_000
MAX_ITEMS = 100_000

Path = tuple[str | int, ...]

_INT = re.compile(r"[+-]?[0-9]{1,18}", re.ASCII)
_NUMBER = re.compile(r"[+-]?[0-9]{1,18}(\.[0-9]{1,18})?", re.ASCII)
_BOOLS = {"yes": True, "true": True, "no": False, "false": False}


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Say "did you mean X?" for the known word nearest to `word`, or "" when none is near."""
    # Matching takes quadratic time in a word as long as a stranger likes.
    near = difflib.get_close_matches(word[:80], list(known), n=1, cutoff=0.6)
    return tr("did you mean {word}?", word=verbatim(near[0])) if near else ""


class Schema(ABC):
    """What a node may hold; `about` says what it is for, to whoever writes such files."""

    said: Text | None = None

    @property
    def about(self) -> str:
        """What it is for, in the language spoken; "" where nothing is said of it."""
        return "" if self.said is None else str(self.said)

    def says(self, about: Text) -> Self:
        """Return the same schema with words on what it is for."""
        twin = copy(self)
        twin.said = about
        return twin

    def json_schema(self) -> JsonSchema:
        """Return this as JSON Schema, for text editors."""
        return jsonschema.described(self._json(), self.about)

    def _json(self) -> JsonSchema:
        return {}

    words = text("anything")

    @property
    def wanted(self) -> str:
        """What is accepted, in words that follow "must be"."""
        return str(self.words)

    @abstractmethod
    def fits(self, node: Node) -> bool:
        """Whether the node has the right shape, its content apart."""

    @abstractmethod
    def read(self, node: Node, problems: Problems, what: str = "") -> Any:
        """The plain value of a node; `what` names it in messages.

        Adds every fault to `problems` and gives None where there is one.
        """

    def _mismatch(self, node: Node, problems: Problems, what: str, mend: str = "") -> None:
        problems.at(
            node,
            tr(
                "{what} must be {wanted}, not {node}",
                what=verbatim(what or tr("the value")),
                wanted=verbatim(self.wanted),
                node=verbatim(_show(node)),
            ),
            mend,
        )


def _show(node: Node) -> str:
    """A node in a few words, for the end of a message."""
    if isinstance(node, ListNode):
        return tr("a list")
    if isinstance(node, MapNode):
        return tr("a mapping")
    words = node.value if isinstance(node, Scalar) else ""
    if not words:
        return tr("empty")
    return repr(words if len(words) <= 40 else words[:39] + "…")


class Anything(Schema):
    """Any content at all, as nested str, list and dict; `shape` is what it will be read as later."""

    words = text("anything")

    def __init__(self, shape: Schema | None = None) -> None:
        self.shape = shape

    def _json(self) -> JsonSchema:
        return {} if self.shape is None else self.shape.json_schema()

    def fits(self, node: Node) -> bool:
        return True

    def read(self, node: Node, problems: Problems, what: str = "") -> Any:
        return node.plain()


class _ScalarSchema(Schema):
    """A schema that reads one piece of text."""

    def fits(self, node: Node) -> bool:
        return isinstance(node, Scalar)

    def read(self, node: Node, problems: Problems, what: str = "") -> Any:
        value = self._value(node.value) if isinstance(node, Scalar) else None
        if value is None:
            self._mismatch(node, problems, what, self._mend(node))
        return value

    @abstractmethod
    def _value(self, text: str) -> Any:
        """The value of the text, or None when it is not one."""

    def _mend(self, node: Node) -> str:
        return ""


class Str(_ScalarSchema):
    """Text: `pattern` must match all of it, `choices` lists all there is.

    Empty text is refused unless `empty`.  `wanted` replaces the words that say
    what is accepted.
    """

    def __init__(
        self,
        pattern: str | None = None,
        choices: Sequence[str] | None = None,
        max_length: int = MAX_TEXT,
        empty: bool = False,
        wanted: Text | None = None,
    ) -> None:
        self.pattern = re.compile(pattern) if pattern is not None else None
        self.choices = None if choices is None else tuple(choices)
        self.max_length = max_length
        self.empty = empty
        self._wanted = wanted

    @property
    def wanted(self) -> str:
        """What is accepted, in words that follow "must be"."""
        if self._wanted is not None:
            return str(self._wanted)
        if self.choices is not None:
            return _either(self.choices)
        if self.pattern is not None:
            return tr("text of the form {pattern}", pattern=verbatim(self.pattern.pattern))
        return tr("text of at most {most} characters", most=self.max_length)

    @property
    def plain(self) -> bool:
        """Whether any text will do that is not too long."""
        return self._wanted is None and self.choices is None and self.pattern is None

    def _value(self, text: str) -> str | None:
        if len(text) > self.max_length or (not text and not self.empty):
            return None
        if self.choices is not None and text not in self.choices:
            return None
        if self.pattern is not None and not self.pattern.fullmatch(text):
            return None
        return text

    def _json(self) -> JsonSchema:
        if self.choices is not None:
            return jsonschema.choices(self.choices)
        pattern = self.pattern.pattern if self.pattern is not None else ""
        written = jsonschema.text(
            lambda word: self._value(word) is not None, self.max_length, pattern
        )
        return jsonschema.described(written, str(self._wanted or ""))

    def _mend(self, node: Node) -> str:
        if self.choices is None or not isinstance(node, Scalar):
            return ""
        return did_you_mean(node.value, self.choices)


class Int(_ScalarSchema):
    """A whole number within bounds, both included; leading zeros are allowed."""

    def __init__(self, min: int = -MAX_INT, max: int = MAX_INT) -> None:
        self.min = min
        self.max = max

    @property
    def wanted(self) -> str:
        """What is accepted, in words that follow "must be"."""
        return tr("a whole number from {least} to {most}", least=self.min, most=self.max)

    def _value(self, text: str) -> int | None:
        if not _INT.fullmatch(text):
            return None
        value = int(text)
        return value if self.min <= value <= self.max else None

    def _json(self) -> JsonSchema:
        return jsonschema.whole_number(self.min, self.max)


class Number(_ScalarSchema):
    """A decimal number within bounds, both included, as a float; no exponents."""

    def __init__(self, min: float = -MAX_INT, max: float = MAX_INT) -> None:
        self.min = min
        self.max = max

    @property
    def wanted(self) -> str:
        """What is accepted, in words that follow "must be"."""
        return tr("a number from {least} to {most}", least=f"{self.min:g}", most=f"{self.max:g}")

    def _value(self, text: str) -> float | None:
        if not _NUMBER.fullmatch(text):
            return None
        value = float(text)
        return value if self.min <= value <= self.max else None

    def _json(self) -> JsonSchema:
        return jsonschema.number(self.min, self.max)


class Bool(_ScalarSchema):
    """yes, no, true or false."""

    words = text("yes or no")

    def _value(self, text: str) -> bool | None:
        return _BOOLS.get(text)

    def _json(self) -> JsonSchema:
        return {"enum": ["yes", "no", "true", "false", True, False]}


class ListOf(Schema):
    """A list of `min` to `max` items; with `single` one bare scalar is a list of one.

    No two items have the same in the key `unique`.
    """

    words = text("a list")

    def __init__(
        self,
        item: Schema,
        min: int = 0,
        max: int = MAX_ITEMS,
        single: bool = False,
        unique: str = "",
    ) -> None:
        self.item = item
        self.min = min
        self.max = max
        self.single = single
        self.unique = unique

    def fits(self, node: Node) -> bool:
        return isinstance(node, ListNode) or self._lone(node)

    def _json(self) -> JsonSchema:
        item = self.item.json_schema()
        many: JsonSchema = {"type": "array", "items": item}
        many.update(minItems=self.min, maxItems=self.max)
        return {"anyOf": [item, many]} if self.single else many

    def _lone(self, node: Node) -> bool:
        return self.single and isinstance(node, Scalar) and bool(node.value)

    def read(self, node: Node, problems: Problems, what: str = "") -> list[Any] | None:
        if self._lone(node):
            return [self.item.read(node, problems, what)]
        if not isinstance(node, ListNode):
            self._mismatch(node, problems, what)
            return None
        counted = _counted(node, len(node.items), self.min, self.max, problems, what)
        each = tr("an item of {what}", what=verbatim(what or tr("the value")))
        items = [self.item.read(item, problems, each) for item in node.items]
        if self.unique:
            self._tell_apart(node, items, problems)
        # Nobody is to unpack two numbers from a list of three. And what has a fixed length is one
        # value: a point of which one number is missing is no point. A record says what is left of it.
        broken = self.min == self.max and None in items
        return items if counted and not broken else None

    def _tell_apart(self, node: ListNode, items: Sequence[Any], problems: Problems) -> None:
        seen: set[object] = set()
        for index, item in enumerate(items):
            name = item.get(self.unique) if isinstance(item, dict) else None
            if name is not None and name in seen:
                path = (index, self.unique)
                problems.append(
                    Source(node).problem(
                        path, tr("{name} is given twice", name=verbatim(name)), tr("keep one")
                    )
                )
            seen.add(name)


class MapOf(Schema):
    """A mapping with free keys: `key` reads the keys, `value` the values."""

    words = text("a mapping")

    def __init__(self, key: Schema, value: Schema, min: int = 0, max: int = MAX_ITEMS) -> None:
        self.key = key
        self.value = value
        self.min = min
        self.max = max

    def fits(self, node: Node) -> bool:
        return isinstance(node, MapNode)

    def _json(self) -> JsonSchema:
        found: JsonSchema = {"type": "object", "propertyNames": self.key.json_schema()}
        found["additionalProperties"] = self.value.json_schema()
        found.update(minProperties=self.min, maxProperties=self.max)
        return found

    def read(self, node: Node, problems: Problems, what: str = "") -> dict[Any, Any] | None:
        if not isinstance(node, MapNode):
            self._mismatch(node, problems, what)
            return None
        counted = _counted(node, len(node.entries), self.min, self.max, problems, what)
        result: dict[Any, Any] = {}
        of = tr("a key of {what}", what=verbatim(what or tr("the value")))
        for name, child in node.entries.items():
            before = len(problems)
            key = self.key.read(node.keys[name], problems, of)
            if len(problems) == before and key in result:
                problems.at(
                    node.keys[name],
                    tr("the key {name} means the same as an earlier one", name=verbatim(name)),
                )
            result[key] = self.value.read(child, problems, name)
        return result if counted else None


class Record(Schema):
    """A mapping with known keys; optional ones that are absent stay absent.

    Unknown keys are errors, unless `extra` reads them.
    """

    def __init__(
        self,
        required: Mapping[str, Schema] | None = None,
        optional: Mapping[str, Schema] | None = None,
        extra: Schema | None = None,
    ) -> None:
        self.required = dict(required or {})
        self.optional = dict(optional or {})
        self.extra = extra
        self.known = self.required | self.optional

    @property
    def wanted(self) -> str:
        """What is accepted, in words that follow "must be"."""
        names = list(self.required or self.optional)
        if not names:
            return tr("a mapping")
        return tr("a mapping with {known}", known=verbatim(", ".join(names)))

    def fits(self, node: Node) -> bool:
        return isinstance(node, MapNode)

    def _json(self) -> JsonSchema:
        found: JsonSchema = {"type": "object"}
        found["properties"] = {name: schema.json_schema() for name, schema in self.known.items()}
        if self.required:
            found["required"] = list(self.required)
        found["additionalProperties"] = False if self.extra is None else self.extra.json_schema()
        return found

    def matches(self, node: Node) -> bool:
        """Whether the keys of a node are the right ones, whatever they hold."""
        return (
            isinstance(node, MapNode)
            and self.required.keys() <= node.entries.keys()
            and (self.extra is not None or node.entries.keys() <= self.known.keys())
        )

    def read(self, node: Node, problems: Problems, what: str = "") -> dict[str, Any] | None:
        if not isinstance(node, MapNode):
            self._mismatch(node, problems, what)
            return None
        for name in self.required:
            if name not in node.entries:
                problems.at(
                    node,
                    tr(
                        "{what} lacks {name}",
                        what=verbatim(what or tr("the value")),
                        name=verbatim(name),
                    ),
                    tr("add {name}", name=verbatim(name)),
                )
        result: dict[str, Any] = {}
        for name, child in node.entries.items():
            schema = self.known.get(name, self.extra)
            if schema is None:
                self._unknown(node, name, problems)
            else:
                result[name] = schema.read(child, problems, name)
        return result

    def _unknown(self, node: MapNode, name: str, problems: Problems) -> None:
        free = [known for known in self.known if known not in node.entries]
        mend = did_you_mean(name, free)
        if not mend and self.known:
            mend = tr("known here: {known}", known=verbatim(", ".join(self.known)))
        problems.at(node.keys[name], tr("unknown key {name}", name=verbatim(name)), mend)


class OneOf(Schema):
    """The first of several schemas that reads the node without a fault.

    Records are told apart by their keys before anything inside is read, so
    give alternatives different keys: two that match the same keys are both
    tried to the bottom.
    """

    def __init__(self, *options: Schema) -> None:
        if not options:
            raise ValueError("OneOf needs at least one schema")
        self.options = options

    @property
    def wanted(self) -> str:
        """What is accepted, in words that follow "must be"."""
        return _either(tuple(option.wanted for option in self.options))

    def fits(self, node: Node) -> bool:
        return any(option.fits(node) for option in self.options)

    def _json(self) -> JsonSchema:
        return {"anyOf": [option.json_schema() for option in self.options]}

    def read(self, node: Node, problems: Problems, what: str = "") -> Any:
        options = (o.schema if isinstance(o, Lazy) else o for o in self.options)
        likely = [option for option in options if option.fits(node)]
        by_keys = [o for o in likely if not isinstance(o, Record) or o.matches(node)]
        failures: list[Problems] = []
        for option in by_keys or likely:
            tried = Problems()
            value = option.read(node, tried, what)
            if not tried:
                return value
            failures.append(tried)
        if not failures or (isinstance(node, Scalar) and len(failures) > 1):
            self._mismatch(node, problems, what)
            return None
        # The alternative that was nearly right says most about the mistake.
        nearest = min(failures, key=len)
        problems.extend(nearest)
        return None


class Lazy(Schema):
    """A schema named before it is defined, for content that nests in itself."""

    words = text("a nested value")  # spelling out one that holds itself would never end

    def __init__(self, make: Callable[[], Schema]) -> None:
        self._make = make
        self._made: Schema | None = None

    @property
    def schema(self) -> Schema:
        """The schema itself, made at first use."""
        if self._made is None:
            self._made = self._make()
        return self._made

    def fits(self, node: Node) -> bool:
        return self.schema.fits(node)

    def _json(self) -> JsonSchema:
        # What nests in itself is left open where it does.
        return {}

    def read(self, node: Node, problems: Problems, what: str = "") -> Any:
        return self.schema.read(node, problems, what)


class Source:
    """Where in a file each part of a plain value stands.

    A path is the keys and list indices that lead to the part.
    """

    def __init__(self, root: Node) -> None:
        self.root = root

    def node(self, path: Path) -> Node:
        """The node at a path, or the nearest one above it that exists."""
        node = self.root
        for step in path:
            below = _child(node, step)
            if below is None:
                break
            node = below
        return node

    def key_node(self, path: Path) -> Node:
        """The key that introduces the part at a path; the part itself in a list."""
        if path:
            parent = self.node(path[:-1])
            if isinstance(parent, MapNode):
                name = _key(parent, path[-1])
                if name is not None:
                    return parent.keys[name]
        return self.node(path)

    def locate(self, path: Path, key: bool = False) -> tuple[int, int]:
        """Line and column of the part at a path, or with `key` of its key."""
        node = self.key_node(path) if key else self.node(path)
        return node.line, node.column

    def problem(
        self, path: Path, message: str, mend: str = "", key: bool = False, rule: str = ""
    ) -> Problem:
        """A problem at the place of the part at a path, or with `key` of its key."""
        line, column = self.locate(path, key)
        return Problem(self.root.file, line, column, message, mend, rule)


def _child(node: Node, step: str | int) -> Node | None:
    if isinstance(node, ListNode):
        inside = isinstance(step, int) and 0 <= step < len(node.items)
        return node.items[int(step)] if inside else None
    if isinstance(node, MapNode):
        name = _key(node, step)
        return None if name is None else node.entries[name]
    return None


def _key(node: MapNode, step: str | int) -> str | None:
    """The key as written: one read as a whole number may be written 1, 01 or +1."""
    if str(step) in node.entries:
        return str(step)
    if isinstance(step, int):
        for name in node.entries:
            if _INT.fullmatch(name) and int(name) == step:
                return name
    return None


def _counted(  # noqa: PLR0913 - what a counted list is judged by
    node: Node, count: int, least: int, most: int, problems: Problems, what: str
) -> bool:
    named = verbatim(what or tr("the value"))
    if count < least:
        short = text("{what} must have at least {least} items, not {count}", what=named)
        problems.at(node, str(short.fill(least=least, count=count)))
    elif count > most:
        long = text("{what} must have at most {most} items, not {count}", what=named)
        problems.at(node, str(long.fill(most=most, count=count)))
    return least <= count <= most


def _either(words: Sequence[str]) -> str:
    """Join words: "a", "a or b", "a, b or c"."""
    several = [", ".join(words[:-1]), words[-1]] if len(words) > 2 else words
    return str(either(map(verbatim, several))) if words else ""
