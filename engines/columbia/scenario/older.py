"""The grammar of scenarios before there were stages: days, and lines of blocks and corps."""

from __future__ import annotations

from grognard.engines.columbia.scenario.scenario import HOURS
from grognard.engines.columbia.setup import REDUCED
from grognard.engines.columbia.state import ABSENT, WAITING
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


def _migrate(scenario: MapNode) -> MapNode:
    """Make the days of a scenario its stages."""
    made = Remade(scenario)
    made.change("days", over(scenario.entries["days"], _stage), "stages")
    return made.node


def _stage(day: Node) -> Node:
    """Make a day a stage: hours are its clock, what was a key each is a special rule."""
    if not isinstance(day, MapNode):
        return day
    stage = Remade(day)
    number = day.entries.get("day")
    if isinstance(number, Scalar):
        stage.put("id", scalar(f"day-{number.value}", number))
    stage.change("hours", _clock(day.entries.get("hours")), "clock")
    reduced = _reduced(stage.take("reduced"))
    if "setup" in day.entries:
        stage.change("setup", over(day.entries["setup"], _line, reduced))
    elif reduced:
        stage.put("setup", sequence(reduced, reduced[0]))
    _arrivals(stage)
    _special(stage)
    return stage.node


def _clock(hours: Node | None) -> Node | None:
    """Count the turns from the first hour to the last."""
    if not isinstance(hours, MapNode):
        return hours
    first, last = hours.entries.get("first"), hours.entries.get("last")
    clock = Remade(hours)
    clock.rename(last="turns")
    names = [node.value if isinstance(node, Scalar) else "" for node in (first, last)]
    if last is not None and set(names) <= set(HOURS):
        turns = HOURS.index(names[1]) - HOURS.index(names[0]) + 1
        clock.change("turns", scalar(str(turns), last))
    return clock.node


def _line(line: Node) -> Node:
    """Make a line of blocks or corps one of pieces or groups."""
    if not isinstance(line, MapNode):
        return line
    made = Remade(line)
    made.rename(block="piece", corps="group")
    areas = items(line.entries.get("at"))
    if len(areas) == 1:
        made.change("at", areas[0])
    else:
        made.rename(at="among")
    for key, box in (("absent", ABSENT), ("arrives", WAITING)):
        if (word := made.take(key)) is not None and said(word):
            if key == "arrives":
                made.take("at")
                made.take("among")
            made.put("box", scalar(box, word), line.keys[key])
    return made.node


def _reduced(blocks: Node | None) -> list[Node]:
    if blocks is None:
        return []
    return [mapping(blocks, piece=blocks, state=REDUCED)]


def _arrivals(stage: Remade) -> None:
    """The corps that come one a turn, and the areas they come in by."""
    corps, entrances = stage.take("arrivals"), stage.take("entrances")
    if corps is not None and items(corps):
        stage.put("arrivals", sequence([mapping(corps, group=corps, among=entrances)], corps))


def _special(stage: Remade) -> None:
    found = []
    if (sides := stage.take("stacking")) is not None and words(sides):
        found.append(mapping(sides, rule="stacking", side=sides))
    if (pays := stage.take("double_pays")) is not None:
        found.append(mapping(pays, rule="double_source", pays=pays))
    for key, rule in (("line", "start_line"), ("bridge", "french_bridge")):
        if (word := stage.take(key)) is not None and said(word):
            found.append(mapping(word, rule=rule))
    if (blocks := stage.take("attach")) is not None:
        found.append(mapping(blocks, rule="attach", piece=blocks))
    if found:
        stage.put("special", sequence(found, found[0]))


OLDER = Older(("days",), _migrate)
