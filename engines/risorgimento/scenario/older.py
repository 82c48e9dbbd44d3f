"""The grammar of scenarios before there were stages: lists at the root, special rules as texts."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engines.core.data.yamlio import ListNode, MapNode, Node, Scalar
from grognard.engines.core.scenario.migrating import (
    Older,
    Remade,
    items,
    mapping,
    over,
    scalar,
    sequence,
)

_FIELDS = {
    "passive": ("group",),
    "storm": ("first", "last"),
    "command_penalty": ("side", "from", "add"),
    "exit": ("side", "point", "point", "after", "points"),
    "withdrawal": ("side", "from", "point", "point"),
    "wade": ("zone", "piece"),
    "mines": ("side",),
    "hold_to_win": ("side", "win", "draw"),
}
"""What the words of a special rule's text mean."""
_LISTS = ("group", "piece", "point")
_STORM = {"storm_fire": "fire", "storm_movement": "movement"}
_STAGE = ("turns", "start", "setup", "arrivals", "objectives", "worn", "visibility", "special")
_FORCES = ("formations", "units")


def _migrate(scenario: MapNode) -> MapNode:
    """Put what was at the root into the one stage; formations and units are an order of battle."""
    made = Remade(scenario)
    found = {key: made.take(key) for key in (*_STAGE, *_FORCES)}
    stage = Remade(mapping(scenario, id="battle"))
    if found["turns"] or found["start"]:
        stage.put("clock", mapping(scenario, turns=found["turns"], first=found["start"]))
    stage.put("setup", _lines(found["setup"], found["worn"]))
    if found["arrivals"]:
        stage.put("arrivals", over(found["arrivals"], _arrival))
    if found["objectives"]:
        stage.put("victory", over(found["objectives"], _objective))
    stage.put("special", _special(found["special"], found["visibility"]))
    made.put("stages", sequence([stage.node], scenario))
    if found["formations"] or found["units"]:
        forces = mapping(scenario, formations=found["formations"], units=found["units"])
        made.put("forces", sequence([*items(made.take("forces")), forces], scenario))
    return made.node


def _lines(setup: Node | None, worn: Node | None) -> Node | None:
    more = [_renamed(row, formation="group", vm="worn") for row in items(worn)]
    if setup is not None:
        return over(setup, _line, more)
    return sequence(more, more[0]) if more else None


def _line(line: Node) -> Node:
    """Make a line of a unit or commander, on the table or in a sector, one of a piece."""
    placed = _renamed(line, unit="piece", commander="piece", at="pose")
    return _renamed(placed, sector="at")


def _arrival(row: Node) -> Node:
    """Make an arrival one of a group; without a place it came at the corner of the table."""
    arrival = _renamed(row, formation="group", at="pose", condition="if")
    if isinstance(arrival, MapNode) and "pose" not in arrival.entries:
        made = Remade(arrival)
        made.put("pose", sequence([scalar("0", row), scalar("0", row)], row))
        return made.node
    return arrival


def _objective(row: Node) -> Node:
    """What was at a point of the table, and in sectors."""
    return _renamed(_renamed(row, at="point"), sectors="at")


def _renamed(node: Node, **names: str) -> Node:
    if not isinstance(node, MapNode):
        return node
    made = Remade(node)
    made.rename(**names)
    return made.node


# -- special rules -----------------------------------------------------------------------------


def _special(given: Node | None, weather: Node | None) -> Node | None:
    """Make records of the texts, and of what one can see from each turn on."""
    if given is not None and not isinstance(given, MapNode):
        return given
    if weather is not None and not isinstance(weather, ListNode):
        return weather
    found = [*(_records(given) if given else ()), *map(_limit, items(weather))]
    return sequence(found, found[0]) if found else None


def _limit(row: Node) -> Node:
    if not isinstance(row, MapNode):
        return row
    made = Remade(mapping(row, rule="visibility"))
    for key, value in row.entries.items():
        made.put(key, value, row.keys.get(key))
    return made.node


def _records(given: MapNode) -> Iterator[MapNode]:
    """Give a record for each rule; what a storm does was said apart."""
    storm = {field: given.entries.get(key) for key, field in _STORM.items()}
    rules = {key: value for key, value in given.entries.items() if key not in _STORM}
    for rule, value in rules.items():
        record = Remade(mapping(given.keys.get(rule, value), rule=rule))
        for field, node in _fields(rule, value).items():
            record.put(field, node)
        if rule == "storm":
            for field, more in storm.items():
                record.put(field, more)
        yield record.node


def _fields(rule: str, value: Node) -> dict[str, Node]:
    """Part a text at its spaces; one that does not say what it should is left whole, to be refused."""
    names = _FIELDS.get(rule, ())
    texts = value.value.split() if isinstance(value, Scalar) else []
    if names and names[-1] in _LISTS:
        names += names[-1:] * (len(texts) - len(names))
    if len(texts) != len(names):
        return dict.fromkeys(names[:1], value)
    found: dict[str, list[Node]] = {name: [] for name in names}
    for name, text in zip(names, texts, strict=True):
        found[name].append(scalar(text, value))
    return {
        name: sequence(nodes, value) if name in _LISTS else nodes[0]
        for name, nodes in found.items()
    }


OLDER = Older((*_STAGE, *_FORCES), _migrate)
