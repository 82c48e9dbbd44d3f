"""The ruler: a line between two points of a table, from base edge to base edge where it meets bases."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import shapely
from PySide6.QtCore import QPointF, Qt

from grognard.app.board.hand.frame import board_point, table_point
from grognard.app.board.hand.grasp import Sketch
from grognard.app.board.hand.standing import base_of
from grognard.engines.core.board.tabletop import Point
from grognard.engines.core.data.text import decimal, tr
from grognard.engines.core.show.views import PieceView


class Ruler:
    """A hand that measures; it lies where it was left until it is put away.

    Args:
        pieces: what stands on the board now.
        changed: called when the ruler lies differently.
    """

    def __init__(
        self, pieces: Callable[[], Sequence[PieceView]], changed: Callable[[], None]
    ) -> None:
        self.pieces, self.changed = pieces, changed
        self.on = False
        self.start: QPointF | None = None
        self.stop: QPointF | None = None

    def switch(self, on: bool) -> None:
        """Take the ruler up or put it away."""
        self.on = on
        self.start = self.stop = None
        self.changed()

    def begin(self, at: QPointF, _reach: float) -> bool:
        """Lay one end down."""
        if self.on:
            self.start = self.stop = QPointF(at)
        return self.on

    def move(self, at: QPointF, _keys: Qt.KeyboardModifier) -> None:
        """Draw it out."""
        self.stop = QPointF(at)
        self.changed()

    def end(self) -> None:
        """Leave it where it lies."""

    def ends(self) -> tuple[Point, Point] | None:
        """Return the two ends on the table, at the nearest points of the bases they lie on."""
        if self.start is None or self.stop is None:
            return None
        a, b = table_point(self.start), table_point(self.stop)
        one, other = self._shape(a), self._shape(b)
        if shapely.intersects(one, other):
            one, other = shapely.Point(a), shapely.Point(b)
        (ax, ay), (bx, by) = shapely.get_coordinates(shapely.shortest_line(one, other))[:2]
        return (float(ax), float(ay)), (float(bx), float(by))

    def _shape(self, at: Point) -> shapely.Geometry:
        point = shapely.Point(at)
        for piece in self.pieces():
            base = base_of(piece)
            if base is not None and base.polygon.intersects(point):
                return base.polygon
        return point

    def sketch(self) -> Sketch | None:
        """Return the ruler with its length in cm."""
        ends = self.ends() if self.on else None
        if ends is None:
            return None
        (ax, ay), (bx, by) = ends
        long = shapely.Point(ax, ay).distance(shapely.Point(bx, by))
        return Sketch(
            lines=((board_point(ends[0]), board_point(ends[1]), tr("{n} cm", n=decimal(long))),)
        )
