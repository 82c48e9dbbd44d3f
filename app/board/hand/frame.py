"""Points between the board, as Qt draws it, and the table of `core.tabletop`."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QPointF

from grognard.engines.core.board.tabletop import Point


def table_point(at: QPointF) -> Point:
    """Return a point of the board as one of the table."""
    return (at.x(), -at.y())


def board_point(at: Point) -> QPointF:
    """Return a point of the table as one of the board."""
    return QPointF(at[0], -at[1])


def outline(points: Iterable[Point]) -> list[QPointF]:
    """Return points of the table as points of the board."""
    return [board_point(point) for point in points]
