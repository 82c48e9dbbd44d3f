"""What lies beyond the outermost hexes: the ground goes on to the neat line, and so do roads and rivers."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np
import shapely
from shapely.geometry import Point, Polygon
from shapely.geometry.base import BaseGeometry

from grognard.app.board.map.shapes import Floats, node_of
from grognard.engines.core.show.views import BoardView, SpaceView

RINGS = 2
"""How many hexes of the same ground lie around the map."""
BUILT = ("village", "town", "burning_village", "rubble", "city", "castle", "emplacement", "off_map")


def beyond(board: BoardView, unit: float) -> tuple[SpaceView, ...]:
    """Return hexes around a map of hexes; each has the ground and height of one that it touches."""
    found: list[SpaceView] = []
    last = list(board.spaces)
    open_ground = Counter(space.terrain for space in last).most_common(1)[0][0] if last else ""
    coarse = 50 * unit  # sums of sides do not come out to the last digit
    taken = {node_of(space.centre, coarse) for space in last}
    for _ in range(RINGS):
        fresh = []
        for space in last:
            centre = np.array(space.centre)
            ring = np.array(space.polygon)
            for middle in (ring + np.roll(ring, -1, axis=0)) / 2:
                shift = 2 * (middle - centre)
                x, y = centre + shift
                node = node_of((float(x), float(y)), coarse)
                if node not in taken:
                    taken.add(node)
                    fresh.append(_moved(space, shift, open_ground))
        found += fresh
        last = fresh
    return tuple(found)


def _moved(space: SpaceView, shift: Floats, open_ground: str) -> SpaceView:
    ground = open_ground if space.terrain in BUILT else space.terrain
    at = [(float(x), float(y)) for x, y in np.array((space.centre, *space.polygon)) + shift]
    return replace(space, id="", centre=at[0], polygon=tuple(at[1:]), terrain=ground, label="")


class Brink:
    """Where the map ends: lines that come there are led on past the neat line."""

    def __init__(
        self, board: BoardView, unit: float, bounds: tuple[float, float, float, float]
    ) -> None:
        self.unit, self.bounds = unit, bounds
        shapes = [Polygon(space.polygon).buffer(0.01 * unit) for space in board.spaces]
        whole: BaseGeometry = shapely.union_all(np.array(shapes, dtype=object))
        self.rim = whole.boundary
        built = [s for s in board.spaces if s.terrain in BUILT or "village" in s.tags]
        self.built = [np.array(space.centre) for space in built]

    def touches(self, point: Floats) -> bool:
        """Whether a point lies on the outermost sides."""
        return bool(self.rim.distance(Point(point)) < 0.1 * self.unit)

    def led_on(
        self, points: Floats, near: float, *, first: bool = True, last: bool = True
    ) -> Floats:
        """Return a line whose ends within `near` spaces of the brink run past the neat line."""
        if last:
            points = self._on(points, near)
        return self._on(points[::-1], near)[::-1] if first else points

    def _on(self, points: Floats, near: float) -> Floats:
        end = points[-1, :2]
        if len(points) < 2 or self.rim.distance(Point(end)) > near * self.unit:
            return points
        if any(np.hypot(*(end - spot)) < 0.3 * self.unit for spot in self.built):
            return points  # a road may end in a village
        course = end - points[max(0, len(points) - 3), :2]
        course = course / max(1e-12, float(np.hypot(*course)))
        x0, y0, x1, y1 = self.bounds
        gaps = (
            (end[0] - x0, (-1, 0)),
            (x1 - end[0], (1, 0)),
            (end[1] - y0, (0, -1)),
            (y1 - end[1], (0, 1)),
        )
        gap, out = min(gaps)
        outward = np.array(out, dtype=np.float64)
        slant = course + outward * max(0.0, 0.8 - float(course @ outward))
        reach = (gap + 0.6 * self.unit) / max(0.3, float(slant @ outward))
        added = points[-1].copy()
        added[:2] = end + slant * reach
        return np.vstack((points, added))
