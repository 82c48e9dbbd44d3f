"""The figures on a base: men in their formation, horses, guns with their teams, a commander's colours."""

from __future__ import annotations

import math
from zlib import crc32

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from grognard.app.board.theme import Theme, mix
from grognard.engines.core.show.views import PieceView

MEN = 2
"""Men drawn for each step of a unit where the theme does not say (`bases.men`)."""
Spot = tuple[float, float]
_BLACK = QColor("#000000")


def layout_of(theme: Theme, piece: PieceView) -> str:
    """Return how the figures of a base stand: the first badge that has a layout in the theme."""
    found = (theme.get(f"layouts.{badge}") for badge in piece.badges)
    return next((name for name in found if name), "block")


def spots(layout: str, count: int, wide: float, deep: float, seed: int) -> tuple[list[Spot], float]:
    """Return where figures stand on a plate of wide x deep, and the room one of them has."""
    if layout == "ring":
        return _ring(count, wide, deep)
    if layout == "loose":
        return _loose(count, wide, deep, seed)
    columns = {"ranks": math.ceil(count / 2), "row": count, "file": 2}.get(
        layout, max(2, math.ceil(math.sqrt(count * 1.1)))
    )
    rows = math.ceil(count / columns)
    across = wide * (0.62 if layout == "block" else 0.92)
    room = min(across / columns, deep * 0.86 / max(rows, 2) * (1.0 if layout != "ranks" else 0.62))
    step_x = across / columns if layout == "ranks" else room
    step_y = room * 1.05 if layout != "file" else deep * 0.9 / rows
    found = []
    for k in range(count):
        row, column = divmod(k, columns)
        in_row = min(columns, count - row * columns)
        x = wide / 2 + (column - (in_row - 1) / 2) * step_x
        y = deep * 0.53 + (row - (rows - 1) / 2) * step_y
        found.append((x, y))
    return found, room


def _ring(count: int, wide: float, deep: float) -> tuple[list[Spot], float]:
    side = deep * 0.74
    room = min(side * 4 / count, deep * 0.26)
    found = []
    for k in range(count):
        part, along = divmod(k * 4 / count, 1.0)
        edge, off = int(part) % 4, (along - 0.5) * side
        x, y = ((off, -side / 2), (side / 2, off), (-off, side / 2), (-side / 2, -off))[edge]
        found.append((wide / 2 + x, deep / 2 + y))
    return found, room


def _loose(count: int, wide: float, deep: float, seed: int) -> tuple[list[Spot], float]:
    columns = max(2, math.ceil(math.sqrt(count * wide / deep)))
    rows = math.ceil(count / columns)
    room_x, room_y = wide * 0.94 / columns, deep * 0.9 / rows
    found = []
    for k in range(count):
        row, column = divmod(k, columns)
        shift = ((seed >> (k % 16)) & 7) / 7 - 0.5
        x = wide * 0.03 + (column + 0.5 + (0.25 if row % 2 else -0.1) + 0.2 * shift) * room_x
        found.append((x, deep * 0.06 + (row + 0.5 + 0.25 * shift) * room_y))
    return found, min(room_x, room_y) * 0.8


class Figures:
    """Draws what stands on a plate, whose front is the top of the box."""

    def __init__(self, theme: Theme) -> None:
        self.theme = theme

    def draw(self, painter: QPainter, piece: PieceView, box: QRectF) -> None:
        what = self.theme.get(f"figures.{piece.symbol}", "foot")
        seed = crc32(piece.id.encode())
        steps = max(1, piece.steps or 4)
        if what == "leader":
            self._staff(painter, piece, box)
        elif what == "letter":
            self._picture(painter, piece, box)
        elif what == "gun":
            self._guns(painter, piece, box, steps)
        else:
            count = round(self.theme.number("bases.men", MEN)) * steps
            layout = layout_of(self.theme, piece)
            found, room = spots(layout, min(count, 28), box.width(), box.height() * 0.96, seed)
            for x, y in found:
                at = QPointF(box.left() + x, box.top() + 0.04 * box.height() + y)
                if what == "horse":
                    self._horse(painter, piece, at, min(room, box.height() * 0.5))
                else:
                    self._man(painter, piece, at, room, light=what == "light")

    def _tone(self, piece: PieceView, part: str, default: str) -> QColor:
        return self.theme.colour(f"troops.{piece.band}.{part}", default)

    def _man(
        self, painter: QPainter, piece: PieceView, at: QPointF, room: float, *, light: bool = False
    ) -> None:
        coat = self._tone(piece, "coat", "#444444")
        if light:
            coat = mix(coat, self.theme.colour("troops.light", "#3E6B3A"), 0.6)
        size = room * 1.12
        painter.setPen(QPen(mix(coat, _BLACK, 0.5), max(0.3, size * 0.05)))
        painter.setBrush(self._tone(piece, "lower", "#777777"))
        painter.drawEllipse(at + QPointF(0, size * 0.16), size * 0.2, size * 0.3)
        painter.setBrush(coat)
        painter.drawEllipse(at, size * 0.42, size * 0.24)
        painter.setBrush(self._tone(piece, "head", "#222222"))
        painter.drawEllipse(at - QPointF(0, size * 0.05), size * 0.17, size * 0.19)

    def _horse(self, painter: QPainter, piece: PieceView, at: QPointF, room: float) -> None:
        hide = self.theme.colour("troops.horse", "#6A4A2C")
        painter.setPen(QPen(mix(hide, _BLACK, 0.5), max(0.3, room * 0.04)))
        painter.setBrush(hide)
        painter.drawEllipse(at + QPointF(0, room * 0.1), room * 0.2, room * 0.52)
        painter.drawEllipse(at - QPointF(0, room * 0.44), room * 0.11, room * 0.22)
        self._man(painter, piece, at + QPointF(0, room * 0.1), room * 0.8)

    def _guns(self, painter: QPainter, piece: PieceView, box: QRectF, steps: int) -> None:
        team = layout_of(self.theme, piece) == "team"
        count = max(1, min(3, (steps + 1) // 2))
        wood, brass = (
            self.theme.colour("troops.gun", "#5B5A45"),
            self.theme.colour("troops.brass", "#C79A3A"),
        )
        room = box.width() / (count + 0.4)
        size = min(room, box.height() * 0.5)
        for k in range(count):
            x = box.center().x() + (k - (count - 1) / 2) * room
            y = box.top() + box.height() * (0.68 if team else 0.4)
            painter.setPen(QPen(mix(wood, _BLACK, 0.5), max(0.4, size * 0.04)))
            painter.setBrush(wood)
            for side in (-1, 1):
                painter.drawRect(
                    QRectF(
                        x + side * size * 0.34 - size * 0.06,
                        y - size * 0.3,
                        size * 0.12,
                        size * 0.6,
                    )
                )
            painter.drawRect(QRectF(x - size * 0.34, y - size * 0.05, size * 0.68, size * 0.1))
            painter.setBrush(brass)
            muzzle = -1.0 if not team else 1.0
            painter.drawPolygon(
                QPolygonF(
                    [
                        QPointF(x - size * 0.12, y - muzzle * size * 0.35),
                        QPointF(x + size * 0.12, y - muzzle * size * 0.35),
                        QPointF(x + size * 0.08, y + muzzle * size * 0.62),
                        QPointF(x - size * 0.08, y + muzzle * size * 0.62),
                    ]
                )
            )
            if team:
                for side in (-1, 1):
                    self._horse(
                        painter, piece, QPointF(x + side * size * 0.2, y - size * 0.95), size * 0.5
                    )
            else:
                for side in (-1, 1):
                    self._man(
                        painter,
                        piece,
                        QPointF(x + side * size * 0.42, y + size * 0.62),
                        size * 0.46,
                    )

    def _staff(self, painter: QPainter, piece: PieceView, box: QRectF) -> None:
        """A commander on his horse beside his colours."""
        size = min(box.width(), box.height()) * 0.62
        self._horse(
            painter,
            piece,
            QPointF(box.center().x() - box.width() * 0.14, box.center().y() + size * 0.05),
            size,
        )
        fill = self.theme.colour(f"bands.{piece.band}.fill", "#9C9482")
        foot = QPointF(box.center().x() + box.width() * 0.16, box.bottom() - box.height() * 0.12)
        top = QPointF(foot.x(), box.top() + box.height() * 0.16)
        painter.setPen(QPen(QColor("#2E2718"), max(0.8, size * 0.07)))
        painter.drawLine(foot, top)
        painter.setPen(QPen(mix(fill, _BLACK, 0.5), max(0.5, size * 0.04)))
        painter.setBrush(fill)
        painter.drawPolygon(
            QPolygonF(
                [
                    top,
                    top + QPointF(size * 0.5, size * 0.06),
                    top + QPointF(size * 0.4, size * 0.22),
                    top + QPointF(size * 0.5, size * 0.4),
                    top + QPointF(0, size * 0.36),
                ]
            )
        )

    def _picture(self, painter: QPainter, piece: PieceView, box: QRectF) -> None:
        size = max(1, round(box.width() * painter.transform().m11()))
        image = self.theme.symbol(piece.symbol, size, self.theme.colour("map.ink", "#33301F"))
        if image is not None:
            painter.drawPixmap(box, image, QRectF(image.rect()))
