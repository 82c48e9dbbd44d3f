"""Between the board (y south, headings clockwise from north) and the table of `core.tabletop`.

The table counts y to the north and turns counter-clockwise from east; board units are cm.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from PySide6.QtCore import QPointF

from engines.core.board.tabletop import Base, Point, Pose
from engines.core.show.views import PieceView


def table_point(at: QPointF) -> Point:
    """Return a point of the board as one of the table."""
    return (at.x(), -at.y())


def board_point(at: Point) -> QPointF:
    """Return a point of the table as one of the board."""
    return QPointF(at[0], -at[1])


def base_of(piece: PieceView) -> Base | None:
    """Return the base of a piece that stands somewhere, None of one that does not."""
    if piece.pose is None:
        return None
    x, y, heading = piece.pose
    return Base(Pose.of(x, -y, (90.0 - heading) % 360.0), *piece.footprint)


def piece_at(piece: PieceView, stand: Base) -> PieceView:
    """Return a piece as it would stand."""
    x, y = stand.centre
    pose = (x, -y, (90.0 - stand.heading) % 360.0)
    return replace(piece, at=None, pose=pose, footprint=(stand.width, stand.depth))


def outline(points: Iterable[Point]) -> list[QPointF]:
    """Return points of the table as points of the board."""
    return [board_point(point) for point in points]
