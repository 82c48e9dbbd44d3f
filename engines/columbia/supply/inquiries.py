"""[7] Named questions about supply: the line of a block, what the sources pay."""

# ruff: noqa: ARG001 - every inquiry is asked with (setup, state, seat)

from __future__ import annotations

from collections.abc import Callable

from grognard.engines.columbia.field.arguments import (
    OfSide,
    Placed,
    name_of,
    names_of,
    points_of,
    side_of,
)
from grognard.engines.columbia.field.position import holders
from grognard.engines.columbia.map.crossing import passable, road_between
from grognard.engines.columbia.setup import Setup
from grognard.engines.columbia.state import Block, State
from grognard.engines.columbia.supply.supply import in_supply, lines, pays, sources
from grognard.engines.core.data.text import counted, text
from grognard.engines.core.play.inquiries import inquiries
from grognard.engines.core.show.views import Answer, Overlay


def supply(setup: Setup, state: State, seat: str | None, unit: Placed) -> Answer:
    """[7.31.trace] The supply line of a block, or what cuts it off."""
    side, name = setup.types[unit.id].side, setup.types[unit.id].name
    held = holders(setup, state)
    if in_supply(setup, state, unit.id):
        serving = lines(setup, state, side).of(unit.at)
        path = _road(setup, state, unit.at, serving[0], lambda a: held.get(a, side) == side)
        words = (
            text(
                "{block} is in supply from {areas}.",
                block=name,
                areas=names_of(setup, serving),
            ),
            text("Line: {areas}", areas=names_of(setup, path)),
        )
        value: dict[str, object] = {
            "supplied": True,
            "sources": list(serving),
            "line": list(path),
            "cut_at": [],
        }
        line = Overlay("line", "path", points=points_of(setup, path))
        return Answer(value, ("7.31.trace",), words, (line,))
    return _cut_off(setup, state, unit)


def _cut_off(setup: Setup, state: State, block: Block) -> Answer:
    """[7.34.effect] Say where the enemy stands on the shortest way to a source."""
    side, held = setup.types[block.id].side, holders(setup, state)
    ways = [_road(setup, state, block.at, s, lambda _: True) for s in sources(setup, side)]
    path = min((way for way in ways if way), key=len, default=())
    cut = tuple(area for area in path if held.get(area, side) != side)
    words = [text("{block} is out of supply.", block=setup.types[block.id].name)]
    if cut:
        words.append(text("The enemy cuts the road at: {areas}", areas=names_of(setup, cut)))
    elif not path:
        words.append(text("No road leads here or to an area next to it."))
    value: dict[str, object] = {
        "supplied": False,
        "sources": [],
        "line": list(path),
        "cut_at": list(cut),
    }
    line = Overlay("line", "path", points=points_of(setup, path))
    rules = ("7.31.trace", *(("7.32.blocked",) if cut else ()), "7.34.effect")
    return Answer(value, rules, tuple(words), (line, Overlay("spaces", "danger", cut)))


def _road(
    setup: Setup, state: State, at: str, source: str, open_to: Callable[[str], bool]
) -> tuple[str, ...]:
    """[7.31.trace] Return the shortest way from an area, or one next to it, by road to a source.

    `open_to` says which areas the road may run through. The first step needs no road, only a
    border that can be crossed.
    """
    ground = setup.ground
    front: list[tuple[str, ...]] = [(at,)]
    front += [(at, b) for b in ground.near[at] if passable(ground, state, at, b)]
    found: set[str] = set()
    while front:
        path = front.pop(0)
        here = path[-1]
        if here in found or not open_to(here):
            continue
        if here == source:
            return path
        found.add(here)
        front += [(*path, b) for b in ground.near[here] if road_between(ground, state, here, b)]
    return ()


def points_of_supply(setup: Setup, state: State, seat: str | None, side: OfSide = "") -> Answer:
    """[7.1.points] The SP each source of a side pays now, and what blocks it."""
    whose = side or side_of(setup, seat)
    network = lines(setup, state, whose)
    rows = {s: pays(setup, state, s) if s in network.reach else 0 for s in sources(setup, whose)}
    words = [
        counted(
            "{area}: {n} supply point", "{area}: {n} supply points", area=name_of(setup, s), n=n
        )
        for s, n in rows.items()
    ]
    areas = [a for a in setup.ground.areas if network.of(a)]
    value: dict[str, object] = {"sources": rows, "total": sum(rows.values()), "areas": areas}
    overlays = (
        Overlay("spaces", "legal", tuple(areas)),
        Overlay("spaces", "danger", network.blocked),
    )
    return Answer(value, ("7.1.points", "7.32.blocked"), tuple(words), overlays)


INQUIRIES = inquiries(supply, points_of_supply)
