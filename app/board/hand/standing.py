"""Bases between the board (y south, headings clockwise from north) and the table of `core.tabletop`.

The table counts y to the north and turns counter-clockwise from east; board units are cm.
"""

from __future__ import annotations

from dataclasses import replace

from grognard.engines.core.board.tabletop import Base, Point, Pose
from grognard.engines.core.show.views import PieceView


def turned_over(at: Point) -> Point:
    """Return a point of the board as one of the table, or the other way round."""
    return (at[0], -at[1])


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
