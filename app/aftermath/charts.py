"""Charts of a report, drawn as pictures that a page and a sheet of paper take alike."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QImage, QPainter, QPen, QPolygonF

from grognard.engines.core.data.text import decimal

WIDE, HIGH, FINE = 760, 230, 2
"""How large a chart is on a page, and with how many dots a pixel it is drawn."""
LEFT, RIGHT, TOP, FOOT = 44, 10, 26, 24
INK, PALE = QColor("#2A2118"), QColor("#D8D0BE")
Band = tuple[str, QColor, Sequence[float]]
"""What is drawn of one side: its name, its colour, its numbers."""


class Chart:
    """A frame with a scale at its side and the turns below; bars or lines are drawn in it."""

    def __init__(self, title: str, turns: Sequence[str], bands: Sequence[Band]) -> None:
        self.title, self.turns, self.bands = title, list(turns), list(bands)
        values = [value for _, _, values in bands for value in values]
        self.least, self.most = min(0.0, *values), max(1.0, *values)
        self.room = QRectF(LEFT, TOP, WIDE - LEFT - RIGHT, HIGH - TOP - FOOT)

    def bars(self) -> QImage:
        """Draw bars side by side, a group a turn."""
        image, painter = self._begun()
        wide = self.room.width() / max(1, len(self.turns))
        thick = wide * 0.7 / max(1, len(self.bands))
        for n, (_, colour, values) in enumerate(self.bands):
            painter.setPen(QPen(INK, 0.6))
            painter.setBrush(colour)
            for at, value in enumerate(values):
                left = self.room.left() + wide * (at + 0.15) + thick * n
                top = self._level(value)
                if value:
                    painter.drawRect(QRectF(left, top, thick, self._level(0) - top))
        self._write(painter, [(at + 0.5) * wide for at in range(len(self.turns))])
        painter.end()
        return image

    def lines(self) -> QImage:
        """Draw a line a side, a point a turn."""
        image, painter = self._begun()
        step = self.room.width() / max(1, len(self.turns) - 1)
        for n, (_, colour, values) in enumerate(self.bands):
            spots = [
                QPointF(self.room.left() + step * at, self._level(value))
                for at, value in enumerate(values)
            ]
            painter.setBrush(Qt.BrushStyle.NoBrush)
            style = Qt.PenStyle.DashLine if n else Qt.PenStyle.SolidLine
            painter.setPen(QPen(colour, 2.4, style))
            painter.drawPolyline(QPolygonF(spots))
            painter.setBrush(colour)
            painter.setPen(QPen(INK, 0.6))
            for spot in spots:
                painter.drawEllipse(spot, 2.6, 2.6)
        self._write(painter, [at * step for at in range(len(self.turns))])
        painter.end()
        return image

    def _begun(self) -> tuple[QImage, QPainter]:
        """Begin a picture: its ground, its scale, its title."""
        image = QImage(WIDE * FINE, HIGH * FINE, QImage.Format.Format_RGB32)
        image.fill(QColor("#FFFFFF"))
        painter = QPainter(image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(FINE, FINE)
        painter.setFont(_font(9))
        for n in range(5):
            value = self.least + (self.most - self.least) * n / 4
            level = self._level(value)
            painter.setPen(QPen(PALE, 0.8))
            painter.drawLine(QPointF(self.room.left(), level), QPointF(self.room.right(), level))
            painter.setPen(INK)
            box = QRectF(0, level - 8, LEFT - 6, 16)
            number = f"{value:.0f}" if self.most - self.least > 4 else decimal(value)
            painter.drawText(
                box, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, number
            )
        return image, painter

    def _level(self, value: float) -> float:
        share = (value - self.least) / (self.most - self.least)
        return self.room.bottom() - self.room.height() * share

    def _write(self, painter: QPainter, middles: Sequence[float]) -> None:
        """Write the title with the sides in their colours, and the turns as far as there is room."""
        painter.setPen(INK)
        painter.setFont(_font(10, bold=True))
        painter.drawText(QPointF(LEFT, 16), self.title)
        right = float(WIDE - RIGHT)
        painter.setFont(_font(9))
        for name, colour, _ in reversed(self.bands):
            right -= painter.fontMetrics().horizontalAdvance(name) + 24
            painter.fillRect(QRectF(right, 7, 12, 12), colour)
            painter.setPen(INK)
            painter.drawText(QPointF(right + 16, 17), name)
        free = 0.0
        for middle, name in zip(middles, self.turns, strict=True):
            wide = painter.fontMetrics().horizontalAdvance(name)
            left = min(self.room.left() + middle - wide / 2, WIDE - RIGHT - float(wide))
            if left >= free:
                painter.drawText(QPointF(left, HIGH - 7), name)
                free = left + wide + 8


def _font(points: int, *, bold: bool = False) -> QFont:
    font = QFont("sans-serif")
    font.setPixelSize(points + 3)
    font.setBold(bold)
    return font
