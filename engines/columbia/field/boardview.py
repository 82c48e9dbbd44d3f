"""[3.1] The map of a scenario as the table draws it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from shapely.geometry import LineString, Polygon
from shapely.geometry import Point as Point2D
from shapely.ops import substring

from grognard.engines.columbia.map.battlemap import CROSSINGS, WATERS
from grognard.engines.columbia.setup import Setup
from grognard.engines.columbia.state import State
from grognard.engines.core.board.areas import board
from grognard.engines.core.board.outlines import join
from grognard.engines.core.show.views import BoardView, EdgeView, LabelView, LineView, Point

_MARGIN = 0.5
_NAME_LENGTH = 8.0
"""How much of a water's course its name may take, in board units; one name for each five such."""


def board_view(setup: Setup) -> BoardView:
    """Return areas, borders, roads, waters and names of the map; the same for the whole game.

    A bridge that is built later (9.2.bridge) is left to the view of the moment, as is fire.
    """
    ground = setup.ground
    drawn = board(
        ground.map,
        id=ground.id,
        title=ground.title,
        crossings=CROSSINGS,
        lines=(*ground.lines, *_start_line(setup)),
        labels=(*ground.labels, *_water_names(setup), *_sources(setup)),
        margin=_MARGIN,
    )
    return replace(
        drawn,
        spaces=tuple(replace(s, level=ground.areas[s.id].level) for s in drawn.spaces),
        edges=tuple(e for e in drawn.edges if not _later(setup, e.id)),
    )


def _later(setup: Setup, edge: str) -> bool:
    """Whether an edge is the drawing of a bridge that need not be there ("bridge:a|b:...")."""
    kind, _, rest = edge.partition(":")
    border = setup.ground.borders.get(rest.partition(":")[0])
    return kind == "bridge" and border is not None and border.optional_bridge


def _start_line(setup: Setup) -> Iterator[LineView]:
    """[3.1.line] The edge of either set-up zone, where the scenario has them (9.2.zones)."""
    if not any(day.line for day in setup.days):
        return
    areas = setup.ground.areas
    left = [
        border.line
        for border in setup.ground.map.borders.values()
        if areas[border.a].line != areas[border.b].line
    ]
    while left:
        course: tuple[Point, ...] = left.pop(0)
        while True:
            found = next(((i, j) for i, line in enumerate(left) if (j := join(course, line))), None)
            if found is None:
                break
            left.pop(found[0])
            course = found[1]
        yield LineView("start_line", "Start line", course)


def _water_names(setup: Setup) -> Iterator[LabelView]:
    """Give each water its name along part of its course, read from west to east."""
    for line in setup.ground.lines:
        if line.kind not in WATERS:
            continue
        course = LineString(line.points)
        times = max(1, int(course.length // (5 * _NAME_LENGTH)))
        for n in range(times):
            middle = course.length * (2 * n + 1) / (2 * times)
            # A length below zero would count from the other end.
            part = substring(course, max(0.0, middle - _NAME_LENGTH / 2), middle + _NAME_LENGTH / 2)
            # Letters on every bend would stumble.
            bends = part.simplify(_NAME_LENGTH / 10).coords
            points = tuple((float(x), float(y)) for x, y in bends)
            if points[0][0] > points[-1][0]:
                points = points[::-1]
            yield LabelView(line.name, line.kind, points)


def _sources(setup: Setup) -> Iterator[LabelView]:
    """[7.3] Mark the supply sources where their main road, or another, comes over the edge."""
    ground = setup.ground
    left, _, right, _ = LineString([p for a in ground.map.areas.values() for p in a.polygon]).bounds
    for area in ground.areas.values():
        if not area.symbols:
            continue
        edge = left if area.source == "french" else right
        ends = (p for line in ground.lines for p in (line.points[0], line.points[-1]))
        shape = Polygon(ground.map.areas[area.id].polygon)
        at = next((p for p in ends if p[0] == edge and shape.covers(Point2D(p))), None)
        yield LabelView(
            f"Supply {area.symbols}", "supply", (at or ground.map.areas[area.id].label,)
        )


def features(setup: Setup, state: State) -> Iterator[EdgeView]:
    """[7.4.effect] Bridges that were burnt, and the one that was built (9.3.bridge)."""
    built = tuple(key for key in state.built if key not in state.burnt)
    for kind, keys in (("bridge_destroyed", state.burnt), ("bridge", built)):
        for key in keys:
            border = setup.ground.map.borders.get(key)
            if border is not None:
                middle = max(0, len(border.line) // 2 - 1)
                a, b = border.line[middle : middle + 2]
                yield EdgeView(f"{kind}:{key}", kind, a, b)
