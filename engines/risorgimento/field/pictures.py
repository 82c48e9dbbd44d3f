"""Pieces of geometry as overlays: areas, lines and words at points of the table.

Points of the table (cm, y north) become points of the board (y south).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import shapely

from grognard.engines.core.board.tabletop import Point
from grognard.engines.core.show.views import Overlay
from grognard.engines.risorgimento.field.boardview import board_points


def area(shape: shapely.Geometry, style: str) -> Iterator[Overlay]:
    """Return an area of the table (cm, y north) as overlays, one for each of its parts."""
    for part in shapely.get_parts(shape):
        if part.geom_type == "Polygon" and not part.is_empty:
            yield Overlay("area", style, points=board_points(part.exterior.coords[:-1]))


def line(points: Iterable[Point], style: str) -> Overlay:
    """Return a line of the table as an overlay."""
    return Overlay("line", style, points=board_points(points))


def tags(found: Iterable[tuple[Point, str]]) -> Overlay:
    """Return words at points of the table as an overlay."""
    listed = list(found)
    return Overlay(
        "labels",
        "label",
        points=board_points(point for point, _ in listed),
        labels=tuple(("", words) for _, words in listed),
    )


def middle(a: Point, b: Point) -> Point:
    """Return the point halfway between two."""
    return ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
