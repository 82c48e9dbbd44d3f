"""[2.1] [2.2.clear] The map of the campaign as the table draws it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

from grognard.engines.core.data.tabledata import read_data
from grognard.engines.core.play.memo import kept
from grognard.engines.core.show.views import (
    BoardView,
    EdgeView,
    LabelView,
    LineView,
    Point,
    ShapeView,
    SpaceView,
)
from grognard.engines.europa.setup import CampaignMap, Setup
from grognard.engines.europa.tables import PACKAGE

_MARGIN = 0.35
DRAWN = "europe-1812"
"""The map whose coast and lakes are at hand."""
STEP = math.sqrt(3) / 2
"""How far apart two columns are, in hexes."""
NAMED_FROM, NAME_LONG = 8, 7
"""The length from which a river has its name on the map, and the length of the name, in hexsides."""
POWERS = {"warsaw": "warsaw", "danzig": "prussia", "prussia": "prussia", "austria": "austria"}
"""[1.1.friendly] Whose ground is told apart west of Russia, besides the Duchy of Warsaw."""


@kept(8)
def board_view(setup: Setup) -> BoardView:
    """Return spaces, edges, lines and names of the map; the same for the whole game."""
    ground = setup.map
    width, height = ground.grid.size
    return BoardView(
        id=ground.id,
        title=setup.info.title,
        kind="hex",
        spaces=tuple(_spaces(ground)),
        edges=tuple(_rivers(ground)),
        lines=(
            *(
                LineView("road", "", tuple(ground.grid.centre(hex_id) for hex_id in hexes))
                for hexes in ground.roads
            ),
            *_borders(ground),
        ),
        labels=(*ground.labels, *_waters(ground)),
        shapes=tuple(_shapes(ground)),
        bounds=(-_MARGIN, -_MARGIN, width + _MARGIN, height + _MARGIN),
        seed=sum(ground.id.encode()),
        buildings=ground.buildings,
    )


def _spaces(ground: CampaignMap) -> Iterator[SpaceView]:
    for hex_id in ground.grid.hexes:
        city = ground.cities.get(hex_id)
        land = POWERS.get(ground.territory.get(hex_id, ""), "")
        terrain = ground.terrain.get(hex_id, ground.base)
        if terrain == "clear" and land:
            terrain = land
        tags: tuple[str, ...] = ()
        if city is not None:
            terrain = "castle" if city.fortified else "town"
            tags = (terrain,)
        yield SpaceView(
            id=hex_id,
            centre=ground.grid.centre(hex_id),
            polygon=ground.grid.corners(hex_id),
            terrain=terrain,
            label=hex_id,
            tags=tags,
            called=ground.names[hex_id],
            search=tuple(name for name in (city.name, city.today) if name) if city else (),
        )


def _rivers(ground: CampaignMap) -> Iterator[EdgeView]:
    for key in sorted(ground.rivers):
        a, b = ground.grid.side_ends(*key.split("/"))
        yield EdgeView(f"river:{key}", "river", a, b)
        if key in ground.bridges:
            yield EdgeView(f"bridge:{key}", "bridge", a, b)


def _borders(ground: CampaignMap) -> Iterator[LineView]:
    """[1.1.friendly] The border of Russia of 1812, and the frontiers between the powers west of it."""
    ends: dict[str, list[tuple[Point, Point]]] = {"state_border": [], "frontier": []}
    for hex_id in ground.grid.hexes:
        land = ground.territory.get(hex_id)
        for other in ground.grid.adjacent(hex_id):
            beyond = ground.territory.get(other)
            if other > hex_id and land and beyond and land != beyond:
                kind = "state_border" if "russia" in (land, beyond) else "frontier"
                ends[kind].append(ground.grid.side_ends(hex_id, other))
    for kind, sides in ends.items():
        for course in _joined(sides):
            yield LineView(kind, "", course)


def _joined(sides: list[tuple[Point, Point]]) -> Iterator[tuple[Point, ...]]:
    """Join hexsides that touch into courses."""
    left = list(sides)
    while left:
        course = list(left.pop())
        grown = True
        while grown:
            grown = False
            for side in left:
                a, b = side
                if course[-1] in side:
                    course.append(b if course[-1] == a else a)
                elif course[0] in side:
                    course.insert(0, b if course[0] == a else a)
                else:
                    continue
                left.remove(side)
                grown = True
                break
        yield tuple(course)


def _waters(ground: CampaignMap) -> Iterator[LabelView]:
    """Names along the rivers, where the fewest cities are: pieces stand in cities, and would hide the letters."""
    for course in ground.courses:
        if len(course.sides) >= NAMED_FROM:
            points = [_midway(ground, side) for side in _quiet_stretch(ground, course.sides)]
            if points[0][0] > points[-1][0]:
                points.reverse()
            yield LabelView(course.name, "river", tuple(points))


def _midway(ground: CampaignMap, side: str) -> Point:
    a, b = ground.grid.side_ends(*side.split("/"))
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def _quiet_stretch(ground: CampaignMap, sides: Sequence[str]) -> Sequence[str]:
    """Return seven hexsides in a row beside the fewest cities; of several the stretch nearest the middle."""
    reach = min(NAME_LONG, len(sides))
    beside = [sum(one in ground.cities for one in side.split("/")) for side in sides]
    starts = range(len(sides) - reach + 1)

    def worth(at: int) -> tuple[int, float]:
        return sum(beside[at : at + reach]), abs(2 * at + reach - len(sides))

    best = min(starts, key=worth)
    return sides[best : best + reach]


def _shapes(ground: CampaignMap) -> Iterator[ShapeView]:
    """The coast and the lakes as they lie, where it is the map of 1812."""
    if ground.id != DRAWN:
        return
    known = ground.grid.hexes[0]
    x, y = ground.grid.centre(known)
    column, line = int(known[:2]), int(known[2:])
    east, south = x + column * STEP, y - line - (0.0 if column % 2 else 0.5)

    def ring_of(said: list[str]) -> tuple[tuple[float, float], ...]:
        pairs = (each.split() for each in said)
        return tuple((east + float(u), south + float(v)) for u, v in pairs)

    for kind in ("sea", "lake"):
        for row in _drawn(kind):
            holes = tuple(ring_of(island) for island in row.get("islands") or ())
            yield ShapeView(kind, ring_of(row["ring"]), holes)


@cache
def _drawn(kind: str) -> Any:
    """Return coasts or lakes as they stand in the file, read once for all scenarios."""
    return read_data(PACKAGE, "geography.yaml", kind)
