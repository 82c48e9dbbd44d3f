"""Where roads cross waters as they are drawn: there stand the bridges and fords of the hexsides."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from shapely.geometry import LineString, Point
from shapely.ops import nearest_points
from shapely.strtree import STRtree

from grognard.app.board.map.shapes import Floats, Pair

FAR = 0.55
"""How far from its hexside a crossing may stand, in spaces."""


class Crossings:
    """The waters and ways of one map, asked hexside by hexside."""

    def __init__(
        self, waters: Sequence[LineString], ways: Sequence[LineString], unit: float
    ) -> None:
        self.unit = unit
        self.waters, self.ways = list(waters), list(ways)
        self._wet, self._trodden = STRtree(self.waters), STRtree(self.ways)

    def at(self, a: Pair, b: Pair) -> Floats:
        """Return the ends of a hexside, moved and turned to where its water is crossed."""
        ends = np.array((a, b), dtype=np.float64)
        middle, reach = Point(ends.mean(axis=0)), FAR * self.unit
        near = middle.buffer(reach)
        wet = [self.waters[k].intersection(near) for k in self._wet.query(near)]
        wet = [water for water in wet if not water.is_empty]
        if not wet:
            return ends
        for k in self._trodden.query(near):
            for water in wet:
                met = self.ways[k].intersection(water)
                if not met.is_empty:
                    return self._across(ends, nearest_points(met, middle)[0], self.ways[k])
        water = min(wet, key=middle.distance)
        foot = nearest_points(water, middle)[0]
        return np.asarray(ends + (np.array((foot.x, foot.y)) - ends.mean(axis=0)))

    def _across(self, ends: Floats, spot: Point, way: LineString) -> Floats:
        """Return the ends of a line across a way at a spot, as long as those given."""
        along, step = way.project(spot), 0.15 * self.unit
        p, q = way.interpolate(max(0.0, along - step)), way.interpolate(along + step)
        course = np.array((q.x - p.x, q.y - p.y))
        half = float(np.hypot(*(ends[1] - ends[0]))) / 2
        side = np.array((-course[1], course[0])) / max(1e-12, float(np.hypot(*course))) * half
        if float(side @ (ends[1] - ends[0])) < 0:
            side = -side
        at = np.array((spot.x, spot.y))
        return np.array((at - side, at + side))
