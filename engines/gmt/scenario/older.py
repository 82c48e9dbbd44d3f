"""The grammar of scenarios before there were stages: units, commands, limits and switches."""

from __future__ import annotations

from collections.abc import Callable

from grognard.engines.core.data.yamlio import MapNode, Node, Scalar
from grognard.engines.core.scenario.migrating import (
    Older,
    Remade,
    items,
    mapping,
    over,
    said,
    scalar,
    sequence,
    words,
)
from grognard.engines.gmt.scenario.forces import SIDES
from grognard.engines.gmt.scenario.scenario import RESERVE_BOX

KEYS: tuple[str, ...] = (
    "units",
    "commands",
    "leaders",
    "setup_zones",
    "length",
    "hours",
    "structure",
)
KEYS += ("first_side", "victory", "limits", "switches", "features")


def _migrate(scenario: MapNode) -> MapNode:
    """Make what a scenario says of its battle the one stage of it."""
    made, stage = Remade(scenario), Remade(mapping(scenario, id="battle"))
    old = {key: made.take(key) for key in KEYS}
    _clock(made, stage, old["length"], old["hours"])
    for key in ("structure", "first_side"):
        stage.put(key, old[key], scenario.keys.get(key))
    stage.put("groups", _each(old["commands"], _group), scenario.keys.get("commands"))
    stage.put("setup", _setup(old["units"], old["leaders"], old["setup_zones"]))
    coming = [row for row in items(old["commands"]) if isinstance(row, MapNode)]
    arrivals = [
        mapping(row, group=row.entries["id"], turn=row.entries.get("earliest"), at=enters)
        for row in coming
        if "id" in row.entries and (enters := row.entries.get("enters")) is not None
    ]
    special = [*_limits(old["limits"]), *_switches(old["switches"])]
    for key, found in (("arrivals", arrivals), ("special", special)):
        if found:
            stage.put(key, sequence(found, found[0]))
    victory = old["victory"]
    listed = sequence([victory], victory) if isinstance(victory, MapNode) else victory
    stage.put("victory", listed, scenario.keys.get("victory"))
    made.put("stages", sequence([stage.node], scenario))
    return made.node


def _each(rows: Node | None, make: Callable[[MapNode], Node]) -> Node | None:
    """Make over the mappings of a list; the rest stays for the reader to refuse."""
    if rows is None:
        return None
    return over(rows, lambda row: make(row) if isinstance(row, MapNode) else row)


def _clock(made: Remade, stage: Remade, length: Node | None, hours: Node | None) -> None:
    """Give the stage its turns, and the scenario the minutes it takes."""
    if isinstance(length, MapNode):
        made.put("minutes", length.entries.get("minutes") or scalar("0", length))
        turns = length.entries.get("turns")
        stage.put("clock", mapping(length, turns=turns, names=hours))
    elif hours is not None:
        stage.put("clock", mapping(hours, names=hours))
    else:
        stage.put("clock", length)


def _group(command: MapNode) -> Node:
    """Make a command a group; a group that enters does so by its arrival."""
    made = Remade(command)
    if made.take("enters") is not None:
        made.take("earliest")
    return made.node


def _setup(units: Node | None, leaders: Node | None, zones: Node | None) -> Node | None:
    """Make a line of each unit and leader; a unit of a list has the hexes of it to stand among."""
    listed = [
        (uid, zone)
        for zone in items(zones)
        if isinstance(zone, MapNode)
        for uid in items(zone.entries.get("units"))
    ]
    lists = {uid.value: zone for uid, zone in reversed(listed) if isinstance(uid, Scalar)}
    unplaced = set(lists)

    def line(row: MapNode) -> Node:
        made = Remade(row)
        made.rename(unit="piece")
        unit = made.node.entries.get("piece")
        if (word := made.take("reinforcement")) is not None and said(word):
            made.put("box", scalar(RESERVE_BOX, word))
        if isinstance(unit, Scalar) and unit.value in unplaced:
            unplaced.discard(unit.value)
            _share(made, lists[unit.value])
        return made.node

    found = _each(units, line)
    more = [
        mapping(uid, piece=uid, among=zone.entries.get("hexes"))
        for uid, zone in listed
        if isinstance(uid, Scalar) and (uid.value in unplaced or zone is not lists[uid.value])
    ]
    rest = [*items(_each(leaders, _leader)), *more]
    if found is None:
        return sequence(rest, rest[0]) if rest else None
    return over(found, lambda item: item, rest)


def _share(made: Remade, zone: MapNode) -> None:
    """Put a unit among the hexes of its list, in the one where it stands first."""
    made.rename(at="first")
    made.put("among", zone.entries.get("hexes"))
    for key in ("name", "each", "guns"):
        made.put(key, zone.entries.get(key))


def _leader(row: MapNode) -> Node:
    made = Remade(row)
    made.rename(leader="piece")
    if (word := made.take("anywhere")) is not None and said(word):
        made.rename(at="first")
        made.put("anywhere", word)
    return made.node


def _limits(limits: Node | None) -> list[Node]:
    if not isinstance(limits, MapNode):
        return []
    found: list[Node] = []
    for side in SIDES:
        if (column := limits.entries.get(f"{side}_min_column")) is not None:
            found.append(mapping(column, rule="least_column", side=side, column=column))
    for row in items(limits.entries.get("closed_entries")):
        made = Remade(row if isinstance(row, MapNode) else mapping(row))
        made.rename(rule="cites")
        made.put("rule", scalar("closed_entry", row))
        found.append(made.node)
    for row in items(limits.entries.get("bridges_out")):
        found.append(mapping(row, rule="bridge_out", between=row))
    return found


def _switches(switches: Node | None) -> list[Node]:
    """Make each switch a special rule; who may use Extended Movement: one side, both, or neither."""
    found: list[Node] = []
    for word, value in switches.entries.items() if isinstance(switches, MapNode) else ():
        if word != "extended_movement":
            found.append(mapping(value, rule=word, used=value))
        elif words(value) != ["no"]:
            found.append(mapping(value, rule=word, side=None if said(value) else value))
    return found


OLDER = Older(KEYS, _migrate)
