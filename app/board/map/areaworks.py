"""What stands in the areas of an area map: villages, earthworks, supply sources."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import shapely
from PySide6.QtGui import QColor, QPainterPath
from shapely.geometry import LineString, Point, Polygon
from shapely.geometry.base import BaseGeometry
from shapely.strtree import STRtree

from grognard.app.board.map import marks
from grognard.app.board.map.areanames import WHEEL, pieces_of, plaque_of, spokes
from grognard.app.board.map.layers import Layer
from grognard.app.board.map.shapes import Warp, open_lines
from grognard.app.board.map.works import work_layers
from grognard.app.board.theme import Theme, mix
from grognard.engines.core.show.views import BoardView, EdgeView, SpaceView

VILLAGE, WORK = 0.34, 0.17
"""Radius of a village and of an earthwork, in spaces."""


def village_spot(space: SpaceView, ways: Sequence[LineString], unit: float) -> tuple[float, float]:
    """Return where the houses of an area stand: by its road, off the middle where pieces stand."""
    area = Polygon(space.polygon).buffer(-0.16 * unit)
    centre = Point(space.centre)
    roads = [way.intersection(area) for way in ways]
    points: list[tuple[float, float]] = []
    for road in roads:
        for line in open_lines(road):
            steps = np.linspace(0, line.length, 9)
            points += [(p.x, p.y) for p in (line.interpolate(float(s)) for s in steps)]
    if not points:
        x, y = space.centre
        ring = [
            (x + 0.4 * unit * math.cos(a), y + 0.4 * unit * math.sin(a))
            for a in np.linspace(0, 2 * math.pi, 12, endpoint=False)
        ]
        points = [p for p in ring if area.covers(Point(p))] or [space.centre]
    return min(points, key=lambda p: (round(abs(centre.distance(Point(p)) - 0.36 * unit), 6), p))


def houses(  # noqa: PLR0913
    board: BoardView,
    theme: Theme,
    unit: float,
    seed: int,
    ways: Sequence[LineString],
    wet: Sequence[BaseGeometry],
) -> list[Layer]:
    """The houses of the areas with a village, with their shadows."""
    ink = theme.colour("map.ink")
    colour = theme.colour("terrain.village.mark_color", "#8A3B2E")
    shadow = Layer(fill=QColor(50, 38, 28, 84), name="house shadow")
    walls = Layer(
        fill=colour,
        line=mix(colour, ink, 0.6),
        width=0.006 * unit,
        least=0.5,
        name="houses village",
    )
    small, waters = 0.7 * unit, STRtree(list(wet))
    for space in board.spaces:
        if "village" not in space.tags:
            continue
        spot = Point(village_spot(space, ways, unit)).buffer(VILLAGE * unit)
        ground = spot.intersection(Polygon(space.polygon).buffer(-0.05 * unit))
        if not isinstance(ground, Polygon) or ground.is_empty:
            continue
        near = [way for way in ways if way.intersects(ground)]
        # No house reaches out of its ground: only the water in it is asked for.
        keep = [way.buffer(0.034 * unit) for way in near] + [wet[k] for k in waters.query(ground)]
        off = shapely.union_all(np.array(keep, dtype=object)) if keep else None
        rng = marks.rng_of(seed, space.id)
        ring = [(float(x), float(y)) for x, y in ground.exterior.coords[:-1]]
        blocks = marks.houses(ring, small, rng, near, off)
        walls.add_shapes(blocks, unit)
        shadow.add_shapes([b + np.array([0.012, 0.016]) * unit for b in blocks], unit)
    return [shadow, walls]


def redoubts(board: BoardView) -> list[tuple[SpaceView, tuple[float, float]]]:
    """Return the areas with an earthwork and where it lies."""
    found = []
    for space in board.spaces:
        if "redoubt" in space.tags:
            shape = Polygon(space.polygon)
            x, y = space.centre
            reach = math.sqrt(shape.area) * 0.34
            inner = shape.buffer(-0.85 * WORK * math.sqrt(shape.area))
            spots = [(x - reach * k, y + 0.12 * reach) for k in (0.75, 0.6, 0.45, 0.3)]
            found.append((space, next((p for p in spots if inner.covers(Point(p))), (x, y))))
    return found


def earthworks(board: BoardView, theme: Theme, unit: float, warp: Warp) -> list[Layer]:
    """The redoubts of the areas: five faces, open to the east where their own people are."""
    edges = []
    for space, (x, y) in redoubts(board):
        turns = [math.radians(a) for a in (60, 120, 180, 240, 300)]
        ring = [(x + WORK * unit * math.cos(a), y + WORK * unit * math.sin(a)) for a in turns]
        edges += [
            EdgeView(f"redoubt:{space.id}:{k}", "redoubt", a, b, (x, y))
            for k, (a, b) in enumerate(pairwise(ring))
        ]
    return work_layers(edges, theme, 0.72 * unit, warp)


def supply_marks(board: BoardView, theme: Theme, unit: float) -> list[Layer]:
    """Supply sources as cart wheels, one for each of their symbols, inside the edge of the map."""
    ink, paper = theme.colour("map.ink"), theme.colour("map.paper")
    back = Layer(
        fill=mix(paper, QColor("#FFFFFF"), 0.45),
        line=mix(ink, paper, 0.25),
        width=0.012 * unit,
        least=0.8,
        name="supply plaque",
    )
    wheels = Layer(
        line=theme.colour("labels.supply.color", "#2E2720"),
        width=0.016 * unit,
        least=0.8,
        name="supply wheels",
    )
    for label in board.labels:
        if label.kind != "supply":
            continue
        many = pieces_of(label.text)
        x0, y0, x1, y1 = plaque_of(label, board, unit)
        x, y = (x0 + x1) / 2, (y0 + y1) / 2
        plaque = QPainterPath()
        plaque.addRoundedRect(x0, y0, x1 - x0, y1 - y0, 0.06 * unit, 0.06 * unit)
        back.add(plaque)
        for k in range(many):
            shift = (k - (many - 1) / 2) * 2.3 * WHEEL * unit
            wheels.add(spokes(x + shift, y, WHEEL * unit))
    return [back, wheels]
