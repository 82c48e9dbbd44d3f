"""What lies under a point: spaces through an index, hexsides near it, pieces from the top."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable

import numpy as np
from PySide6.QtCore import QPointF, QRectF
from shapely.geometry import LineString, Point
from shapely.strtree import STRtree

from grognard.app.board.map.ground import polygons_of
from grognard.app.board.map.shapes import Pair, node_of
from grognard.app.board.places.heaps import Heap
from grognard.engines.core.show.views import BoardView, SpaceView


class SpaceIndex:
    """Finds spaces and hexsides of one board."""

    def __init__(self, board: BoardView, unit: float) -> None:
        self.unit = unit
        self.areas = board.kind == "areas"
        self.table = board.kind == "table"
        self.spaces: dict[str, SpaceView] = {s.id: s for s in board.spaces}
        self._ids = [s.id for s in board.spaces if len(s.polygon) >= 3]
        self._tree = STRtree(polygons_of(self.spaces[i].polygon for i in self._ids))
        self._edges: dict[str, tuple[Pair, Pair]] = {e.id: (e.a, e.b) for e in board.edges}
        self._sides: dict[str, tuple[Pair, Pair]] | None = None
        lines = [
            (e.id, e.line) for e in board.edges if self.areas and e.kind == "border" and e.line
        ]
        self._borders = [name for name, _ in lines]
        self._border_tree = STRtree([LineString(line) for _, line in lines])
        self._heaps: dict[str, Heap] = {}

    def at(self, point: QPointF) -> str | None:
        """The space under a board point."""
        found = self._tree.query(Point(point.x(), point.y()), predicate="intersects")
        if not len(found):
            return None
        # On a table patches lie over each other; the last drawn is on top.
        return self._ids[int(found.max() if self.table else found.min())]

    def heap(self, area: str) -> Heap:
        """The ground on which the blocks of an area stand."""
        if area not in self._heaps:
            self._heaps[area] = Heap(self.spaces[area], self.unit)
        return self._heaps[area]

    def border_at(self, point: QPointF, reach: float) -> str:
        """The border of two areas within `reach` board units of a point, "" for none."""
        if not self._borders:
            return ""
        found = self._border_tree.query_nearest(Point(point.x(), point.y()), max_distance=reach)
        return self._borders[int(found.min())] if len(found) else ""

    def within(self, rect: QRectF) -> list[str]:
        """The spaces whose centre lies in a rectangle."""
        return [s.id for s in self.spaces.values() if rect.contains(QPointF(*s.centre))]

    def sides(self) -> dict[str, tuple[Pair, Pair]]:
        """The common side of every two neighbouring spaces, under "a/b" and "b/a"."""
        if self._sides is None:
            owners: dict[frozenset[tuple[int, int]], list[tuple[str, Pair, Pair]]] = defaultdict(
                list
            )
            for space in self.spaces.values():
                ring = space.polygon
                for a, b in zip(ring, ring[1:] + ring[:1], strict=True):
                    key = frozenset((node_of(a, self.unit), node_of(b, self.unit)))
                    owners[key].append((space.id, a, b))
            self._sides = {}
            for shared in owners.values():
                for one, a, b in shared:
                    for other, _, _ in shared:
                        if one != other:
                            self._sides[f"{one}/{other}"] = (a, b)
        return self._sides

    def side(self, name: str) -> tuple[Pair, Pair] | None:
        """The ends of a hexside or border by its id."""
        return self._edges.get(name) or self.sides().get(name)

    def nearest_side(self, point: QPointF, names: Iterable[str], reach: float) -> str | None:
        """The nearest of some hexsides within `reach` board units."""
        best, found = reach, None
        for name in names:
            ends = self.side(name)
            if ends is None:
                continue
            (ax, ay), (bx, by) = ends
            dx, dy = bx - ax, by - ay
            t = ((point.x() - ax) * dx + (point.y() - ay) * dy) / max(1e-12, dx * dx + dy * dy)
            t = min(1.0, max(0.0, t))
            away = math.hypot(point.x() - ax - t * dx, point.y() - ay - t * dy)
            if away < best:
                best, found = away, name
        return found

    def neighbour(self, start: str, dx: float, dy: float) -> str | None:
        """The nearest space in a direction, for the keyboard."""
        if start not in self.spaces:
            return None
        x, y = self.spaces[start].centre
        ids = list(self.spaces)
        centres = np.array([self.spaces[i].centre for i in ids]) - (x, y)
        ahead = centres @ (dx, dy)
        aside = np.abs(centres @ (-dy, dx))
        cost = np.where(ahead > 0.2 * self.unit, ahead + 1.6 * aside, np.inf)
        best = int(cost.argmin())
        return ids[best] if np.isfinite(cost[best]) else None


class PieceIndex:
    """Finds pieces by the rectangles they are drawn in, topmost first."""

    def __init__(self) -> None:
        self._ids: list[str] = []
        self._boxes = np.empty((0, 4))
        self._turns = np.empty(0)

    def set(self, placed: list[tuple[str, float, float, float, float, float]]) -> None:
        """Take (id, x, y, width, height, heading) in the order drawn, the topmost last."""
        self._ids = [p[0] for p in placed]
        self._boxes = np.array([p[1:5] for p in placed], dtype=np.float64).reshape(-1, 4)
        self._turns = np.radians(np.array([p[5] for p in placed], dtype=np.float64))

    def at(self, point: QPointF) -> str | None:
        """The topmost piece under a board point."""
        if not self._ids:
            return None
        dx, dy = point.x() - self._boxes[:, 0], point.y() - self._boxes[:, 1]
        c, s = np.cos(self._turns), np.sin(self._turns)
        along, aside = dx * c + dy * s, -dx * s + dy * c
        hit = (np.abs(along) <= self._boxes[:, 2] / 2) & (np.abs(aside) <= self._boxes[:, 3] / 2)
        found = np.flatnonzero(hit)
        return self._ids[int(found[-1])] if len(found) else None

    def within(self, rect: QRectF) -> list[str]:
        """The pieces whose middle lies in a rectangle."""
        x, y = self._boxes[:, 0], self._boxes[:, 1]
        inside = (x >= rect.left()) & (x <= rect.right()) & (y >= rect.top()) & (y <= rect.bottom())
        return [self._ids[int(k)] for k in np.flatnonzero(inside)]

    def touches(self, rect: QRectF) -> bool:
        """Whether any part of a piece lies in a rectangle, however the piece is turned."""
        x, y, wide, high = self._boxes.T
        c, s = np.abs(np.cos(self._turns)), np.abs(np.sin(self._turns))
        out_x, out_y = (wide * c + high * s) / 2, (wide * s + high * c) / 2
        inside = (x + out_x > rect.left()) & (x - out_x < rect.right())
        return bool((inside & (y + out_y > rect.top()) & (y - out_y < rect.bottom())).any())
