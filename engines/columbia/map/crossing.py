"""[3.3] What a border lets through: limits, water and its crossings, guns, roads."""

from __future__ import annotations

from grognard.engines.columbia.map.ground import Border, Ground, border_key
from grognard.engines.columbia.state import State
from grognard.engines.columbia.tables import TERRAIN_EFFECTS, crossing_limit


def crossing(state: State, border: Border) -> str:
    """[3.2.crossings] [7.4.effect] Return the bridge, dam or ford that is there now, "" for none."""
    if not border.crossing or border.key in state.burnt:
        return ""
    if border.optional_bridge and border.key not in state.built:
        return ""
    return border.crossing


def kinds(state: State, border: Border, into: str) -> tuple[str, ...]:
    """[3.33.border] Return the kinds of a border for who crosses it into an area.

    A bridge, dam or ford stands in the place of the water under it; a slope is up or down, and up
    where it falls both ways.
    """
    found = []
    over = crossing(state, border)
    if over or border.water:
        found.append(over or border.water)
    if border.cover:
        found.append(border.cover)
    if border.uphill:
        found.append("slope_up" if border.uphill in (into, "both") else "slope_down")
    return tuple(found)


def limit(ground: Ground, state: State, key: str, into: str) -> int:
    """[3.33.border] Return the crossing limit of a border for who crosses it into an area.

    It is the lowest of the border's kinds and of the area entered; 0 where nobody can cross.
    """
    border = ground.borders[key]
    lowest = min(map(crossing_limit, kinds(state, border, into)), default=None)
    entered = crossing_limit(ground.areas[into].terrain)
    return entered if lowest is None else min(lowest, entered)


def passable(ground: Ground, state: State, a: str, b: str) -> bool:
    """[3.2.river] Whether units can cross between two areas at all."""
    border = ground.border(a, b)
    return border is not None and (border.water != "river" or bool(crossing(state, border)))


def artillery_may_cross(
    ground: Ground, state: State, key: str, into: str, along: bool | None = None
) -> bool:
    """[3.2.stream] [3.2.woods] [3.2.swamp] Whether guns can cross a border into an area.

    `along`: they follow a road over it; left out, they do where there is one.
    """
    return not why_no_artillery(ground, state, key, into, along)


def why_no_artillery(
    ground: Ground, state: State, key: str, into: str, along: bool | None = None
) -> str:
    """Return the rule that keeps guns from crossing a border into an area, "" if none does."""
    border = ground.borders[key]
    if border.water and not crossing(state, border):
        return f"3.2.{border.water}"
    road = bool(road_between(ground, state, border.a, border.b))
    if road and along is not False:
        return ""
    rows = TERRAIN_EFFECTS
    for terrain in (border.cover, ground.areas[into].terrain):
        if terrain and rows[terrain]["guns_by_road"] == "yes":
            return f"3.2.{terrain}"
    return ""


def road_between(ground: Ground, state: State, a: str, b: str) -> tuple[str, ...]:
    """[5.41.rate] Return the roads that join two neighbours; a bridge that is gone cuts its own."""
    border = ground.border(a, b)
    if border is None:
        return ()
    if border.crossing == "bridge" and not crossing(state, border):
        return ()
    return border.roads if passable(ground, state, a, b) else ()


def roads_of(ground: Ground, area: str) -> tuple[str, ...]:
    """[3.2.road] Return the roads that come into an area, each once, in the order of its borders."""
    borders = (ground.borders[border_key(area, other)] for other in ground.near[area])
    return tuple(dict.fromkeys(road for border in borders for road in border.roads))
