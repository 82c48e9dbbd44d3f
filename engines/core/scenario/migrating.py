"""Files of an older grammar, made over into the one of today before anything reads them.

Nodes are moved and renamed, never their places: a fault that is found afterwards still points at
the line the author wrote. What does not look as expected is left as it is for the reader to refuse.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from grognard.engines.core.data.yamlio import ListNode, MapNode, Node, Scalar


@dataclass(frozen=True, slots=True)
class Older:
    """A grammar of before: `keys` tell a scenario written in it, `migrate` makes it over."""

    keys: tuple[str, ...]
    migrate: Callable[[MapNode], MapNode]

    def made_over(self, scenario: MapNode) -> MapNode:
        """Return a scenario in the grammar of today; what is in it already stays as it is."""
        older = "stages" not in scenario.entries
        return self.migrate(scenario) if older and self._tells(scenario) else scenario

    def _tells(self, scenario: MapNode) -> bool:
        return not scenario.entries.keys().isdisjoint(self.keys)


def items(node: Node | None) -> list[Node]:
    """Return the items of a list; a lone value is a list of one."""
    if isinstance(node, ListNode):
        return node.items
    return [node] if isinstance(node, Scalar) and node.value else []


def words(node: Node | None) -> list[str]:
    """Return the texts of a list, or a lone one."""
    return [item.value for item in items(node) if isinstance(item, Scalar)]


def said(node: Node | None) -> bool:
    """Whether a node says yes."""
    return isinstance(node, Scalar) and node.value in ("yes", "true")


def scalar(value: str, like: Node) -> Scalar:
    """Return a text that stands where `like` stands."""
    return Scalar(like.file, like.line, like.column, value, True)


def sequence(found: Iterable[Node], like: Node) -> ListNode:
    """Return a list that stands where `like` stands."""
    return ListNode(like.file, like.line, like.column, list(found))


def over(node: Node, make: Callable[[Node], Node], more: Iterable[Node] = ()) -> Node:
    """Return a list with each item made over, and some more; what is no list stays as it is."""
    if not isinstance(node, ListNode):
        return node
    return sequence([*map(make, node.items), *more], node)


def mapping(like: Node, /, **entries: Node | str | None) -> MapNode:
    """Return a mapping that stands where `like` stands; what is None is left out."""
    made = Remade(MapNode(like.file, like.line, like.column))
    for key, value in entries.items():
        made.put(key, scalar(value, like) if isinstance(value, str) else value)
    return made.node


class Remade:
    """A mapping made anew of an older one: `node` is it, and the older one stays as it was."""

    def __init__(self, older: MapNode) -> None:
        place = (older.file, older.line, older.column)
        self.node = MapNode(*place, dict(older.entries), dict(older.keys))

    def take(self, key: str) -> Node | None:
        """Take a value out."""
        self.node.keys.pop(key, None)
        return self.node.entries.pop(key, None)

    def put(self, key: str, value: Node | None, at: Scalar | None = None) -> None:
        """Put a value in, its key `at` an older one; None is not put in, nor over another."""
        if value is not None and key not in self.node.entries:
            self.node.entries[key] = value
            place = at or value
            self.node.keys[key] = Scalar(place.file, place.line, place.column, key)

    def change(self, older: str, value: Node | None, newer: str = "") -> None:
        """Give another value to a key that is there, and another name; None takes it out."""
        key = self.node.keys.get(older)
        if key is not None and newer not in self.node.entries:
            self.take(older)
            self.put(newer or older, value, key)

    def rename(self, **names: str) -> None:
        """Call keys by their new names, each given as older="newer"."""
        for older, newer in names.items():
            self.change(older, self.node.entries.get(older), newer)
