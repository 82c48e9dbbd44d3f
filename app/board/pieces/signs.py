"""Signs of the arms, for pieces too small for a picture: a cross for foot, a stroke for horse, a ball for guns."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from grognard.app.board.theme import Theme
from grognard.engines.core.show.views import PieceView

STRENGTH = ("strength", "shock", "fire", "figures")
"""The values that tell how strong a piece is, the first that it has."""


def arm_of(theme: Theme, symbol: str) -> str:
    """Return foot, light, horse, gun or leader; "" of what is no arm."""
    return theme.get(f"figures.{symbol}")


def strength_of(piece: PieceView) -> str:
    """Return the number that tells how strong a piece is, bare; "" where none is known."""
    if piece.hidden:
        return ""
    known = dict(piece.values)
    first = piece.values[0][1] if piece.values else ""
    return next((known[name] for name in STRENGTH if name in known), first).strip("[]")


def draw_sign(painter: QPainter, arm: str, box: QRectF, ink: QColor) -> None:
    """Draw the sign of an arm as large as a box lets it be, three wide and two high."""
    wide = min(box.width(), box.height() * 1.6)
    frame = QRectF(0, 0, wide, wide / 1.6)
    frame.moveCenter(box.center())
    pen = QPen(ink, max(1.0, 0.1 * wide))
    pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if arm == "leader":
        _star(painter, frame, ink)
        return
    painter.drawRect(frame)
    if arm in ("foot", "light"):
        painter.drawLine(frame.topLeft(), frame.bottomRight())
    if arm in ("foot", "light", "horse"):
        painter.drawLine(frame.bottomLeft(), frame.topRight())
    if arm == "gun":
        painter.setBrush(ink)
        painter.drawEllipse(frame.center(), 0.16 * wide, 0.16 * wide)


def _star(painter: QPainter, frame: QRectF, ink: QColor) -> None:
    half, c = frame.height() / 2, frame.center()
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(ink)
    thin = 0.36 * half
    painter.drawPolygon(
        [
            QPointF(c.x() + dx * half, c.y() + dy * half)
            if not (dx and dy)
            else QPointF(c.x() + dx * thin, c.y() + dy * thin)
            for dx, dy in ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
        ]
    )
