"""Miniatures on their stands: men, horsemen, guns and commanders, upright whichever way a stand is turned.

From afar they are silhouettes, several for each figure of a unit, so that the formation is told: two ranks,
a column, open order, the four faces of a square. Near by each figure is one man with shako, belts and musket.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from grognard.app.board.pieces.figures import Spot, layout_of
from grognard.app.board.theme import Theme, mix
from grognard.engines.core.show.views import PieceView

NEAR = 60.0
"""Pixels a space from which each figure is drawn with all that it wears."""
_BLACK, _WHITE, _SKIN, _STEEL = (QColor(c) for c in ("#14110C", "#F6F1E2", "#E0B48C", "#C9CDD2"))


@dataclass(frozen=True, slots=True)
class Dress:
    """What the men of a unit wear."""

    coat: QColor
    lower: QColor
    head: QColor
    plume: QColor


class Miniatures:
    """Draws what stands on a plate, whose front is the top of the box; `heading` is where that looks."""

    def __init__(self, theme: Theme) -> None:
        self.theme = theme

    def draw(self, painter: QPainter, piece: PieceView, box: QRectF, heading: float | None) -> None:
        """Draw the figures; without a heading they look at who holds the stand."""
        per_space = box.width() / max(1e-6, piece.footprint[0])
        what, steps = self.theme.get(f"figures.{piece.symbol}", "foot"), max(1, piece.steps or 4)
        turn, layout = heading or 0.0, layout_of(self.theme, piece)
        near = per_space >= NEAR
        dress = self._dress(piece, light=what == "light")
        back = heading is not None and math.cos(math.radians(turn)) > 0.25
        many = 1 if near or what in ("gun", "leader") else 3 if what != "horse" else 1
        if what == "gun":
            self._guns(painter, box, turn, dress, steps, layout == "team", near=near)
            return
        if what == "leader":
            self._staff(painter, piece, box, turn, dress, near=near)
            return
        found, room = stand(layout, steps, many, box.width(), box.height(), tall=what == "horse")
        deep = layout in ("file", "ring") or (layout not in ("row", "loose") and near)
        high = room * (1.25 if what == "horse" else 1.22 if deep and near else 1.5)
        draw: Callable[[QPainter, float], None]
        if what == "horse":
            right = math.sin(math.radians(turn)) >= -0.05

            def draw(p: QPainter, h: float) -> None:
                _horseman(p, h, dress, self.theme.colour("troops.horse", "#6A4A2C"), right, near)
        else:

            def draw(p: QPainter, h: float) -> None:
                (_man if near and h >= 11 else _silhouette)(p, h, dress, back)

        self._upright(painter, box, turn, found, high, draw)

    def _upright(  # noqa: PLR0913
        self,
        painter: QPainter,
        box: QRectF,
        turn: float,
        found: list[Spot],
        high: float,
        draw: Callable[[QPainter, float], None],
    ) -> None:
        """Draw the same figure at every spot, the northernmost first, its feet where it stands."""
        sine, cosine = math.sin(math.radians(turn)), math.cos(math.radians(turn))
        middle = box.center()
        placed = []
        for x, y in found:
            u, v = x - box.width() / 2, y - box.height() / 2
            placed.append((u * sine + v * cosine, QPointF(middle.x() + u, middle.y() + v)))
        for _, at in sorted(placed, key=lambda pair: pair[0]):
            painter.save()
            painter.translate(at)
            painter.rotate(-turn)
            painter.translate(0, 0.42 * high)
            draw(painter, high)
            painter.restore()

    def _dress(self, piece: PieceView, *, light: bool) -> Dress:
        get = self.theme.colour
        coat = get(f"troops.{piece.band}.coat", "#444444")
        if light:
            coat = mix(coat, get("troops.light", "#3E6B3A"), 0.6)
        return Dress(
            coat,
            get(f"troops.{piece.band}.lower", "#777777"),
            get(f"troops.{piece.band}.head", "#222222"),
            get(f"bands.{piece.band}.fill", "#C79A3A"),
        )

    def _guns(  # noqa: PLR0913
        self,
        painter: QPainter,
        box: QRectF,
        turn: float,
        dress: Dress,
        steps: int,
        team: bool,
        *,
        near: bool,
    ) -> None:
        count = max(1, min(3, (steps + 1) // 2))
        room = min(box.width() / (count + 0.2), box.height() * 0.95)
        wood = self.theme.colour("troops.gun", "#5B5A45")
        brass = self.theme.colour("troops.brass", "#C79A3A")
        for k in range(count):
            x = box.center().x() + (k - (count - 1) / 2) * room * 1.08
            _gun(painter, QPointF(x, box.top() + box.height() * 0.44), room, wood, brass, team)
            for side in (-1, 1):
                painter.save()
                painter.translate(x + side * room * 0.36, box.top() + box.height() * 0.72)
                painter.rotate(-turn)
                painter.translate(0, 0.25 * room)
                high = room * 0.62
                (_man if near and high >= 11 else _silhouette)(painter, high, dress, False)
                painter.restore()

    def _staff(  # noqa: PLR0913
        self,
        painter: QPainter,
        piece: PieceView,
        box: QRectF,
        turn: float,
        dress: Dress,
        *,
        near: bool,
    ) -> None:
        """A commander on his horse with his colours behind him."""
        high = min(box.width(), box.height()) * 0.82
        painter.save()
        painter.translate(box.center())
        painter.rotate(-turn)
        painter.translate(-0.06 * high, 0.46 * high)
        fill = self.theme.colour(f"bands.{piece.band}.fill", "#9C9482")
        painter.setPen(QPen(_BLACK, max(0.7, high * 0.045)))
        painter.drawLine(QPointF(0.34 * high, 0), QPointF(0.34 * high, -1.0 * high))
        painter.setPen(QPen(mix(fill, _BLACK, 0.5), max(0.5, high * 0.03)))
        painter.setBrush(fill)
        flag = [(0.34, -1.0), (0.66, -0.96), (0.58, -0.8), (0.66, -0.62), (0.34, -0.66)]
        painter.drawPolygon(QPolygonF([QPointF(x * high, y * high) for x, y in flag]))
        horse = self.theme.colour("troops.horse", "#6A4A2C")
        _horseman(painter, high, dress, horse, True, near, bicorne=True)
        painter.restore()


def stand(  # noqa: PLR0913
    layout: str, steps: int, many: int, wide: float, deep: float, *, tall: bool = False
) -> tuple[list[Spot], float]:
    """Return where figures stand on a plate of wide x deep, and the room that each has.

    `many` men are drawn for each figure of the unit; every one stands whole on the plate.
    """
    count = steps * many
    if layout == "ring":
        return _square(max(count, 4), wide, deep)
    if layout == "loose":
        return _open_order(count, wide, deep)
    if layout == "file":
        columns = min(count, 2 if many == 1 else 3)
    elif layout == "row" and many == 1:
        columns = count
    elif layout == "row":
        columns = math.ceil(count / 2)
    else:
        columns = max(2, math.ceil(math.sqrt(count)))
    rows = math.ceil(count / columns)
    room = min(
        wide * 0.94 / columns,
        deep * (0.9 if rows > 1 else 0.62) / max(1, rows) / (1.0 if tall else 0.82),
    )
    step_x = (
        min(room * (1.15 if layout != "file" else 1.0), (wide - room) / max(1, columns - 1))
        if columns > 1
        else 0.0
    )
    step_y = min(room * 1.05, (deep - room) / max(1, rows - 1)) if rows > 1 else 0.0
    found = []
    for k in range(count):
        row, column = divmod(k, columns)
        in_row = min(columns, count - row * columns)
        x = wide / 2 + (column - (in_row - 1) / 2) * step_x
        found.append((x, deep / 2 + (row - (rows - 1) / 2) * step_y))
    return found, room


def _square(count: int, wide: float, deep: float) -> tuple[list[Spot], float]:
    """Four faces, each of as many men as can be shared out, round an empty middle."""
    face = max(1, math.ceil(count / 4))
    half_x, half_y = wide * 0.36, deep * 0.34
    room = min(2 * half_x / max(1, face), deep * 0.3)
    found = []
    for k in range(count):
        side, along = k % 4, (k // 4 + 0.5) / face * 2 - 1
        x, y = (
            (along * 0.86, -1.0),
            (1.0, along * 0.86),
            (along * 0.86, 1.0),
            (-1.0, along * 0.86),
        )[side]
        found.append((wide / 2 + x * half_x, deep / 2 + y * half_y))
    return found, room


def _open_order(count: int, wide: float, deep: float) -> tuple[list[Spot], float]:
    """Pairs with wide gaps, one row set between the men of the other; nobody hangs over the edge."""
    rows = 1 if count <= 2 else 2
    columns = math.ceil(count / rows)
    room = min(wide / (columns + 0.8), deep * 0.46)
    step = (wide - 1.2 * room) / max(0.5, columns - 1 + 0.5 * (rows - 1))
    found = []
    for k in range(count):
        row, column = k % rows, k // rows
        x = 0.6 * room + (column + 0.5 * row) * step
        found.append(
            (
                min(max(x, 0.5 * room), wide - 0.5 * room),
                deep / 2 + (row - (rows - 1) / 2) * deep * 0.42,
            )
        )
    return found, room


def _poly(painter: QPainter, h: float, *points: tuple[float, float]) -> None:
    painter.drawPolygon(QPolygonF([QPointF(x * h, y * h) for x, y in points]))


def _shade(painter: QPainter, h: float, wide: float) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(20, 16, 8, 80))
    painter.drawEllipse(QPointF(0.06 * h, 0), wide * h, 0.09 * h)


def _silhouette(painter: QPainter, h: float, dress: Dress, _back: bool) -> None:
    """A man from afar: coat, trousers, headdress, the musket over him."""
    _shade(painter, h, 0.24)
    rim = mix(dress.coat, _BLACK, 0.62)
    painter.setPen(QPen(rim, max(0.5, 0.05 * h)))
    painter.setBrush(dress.lower)
    painter.drawRect(QRectF(-0.14 * h, -0.4 * h, 0.28 * h, 0.38 * h))
    painter.setBrush(dress.coat)
    painter.drawRect(QRectF(-0.2 * h, -0.76 * h, 0.4 * h, 0.42 * h))
    painter.setBrush(dress.head)
    painter.drawRect(QRectF(-0.13 * h, -1.06 * h, 0.26 * h, 0.3 * h))


def _man(painter: QPainter, h: float, dress: Dress, back: bool) -> None:
    """A soldier under arms: shako with plate and plume, face, crossed belts, coat tails, musket."""
    rim = QPen(mix(dress.coat, _BLACK, 0.6), max(0.6, 0.022 * h))
    rim.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    _shade(painter, h, 0.26)
    painter.setPen(rim)
    painter.setBrush(mix(dress.coat, _BLACK, 0.18))  # the tails, behind the legs
    _poly(
        painter,
        h,
        (-0.19, -0.5),
        (0.19, -0.5),
        (0.15, -0.22),
        (0.03, -0.36),
        (-0.03, -0.36),
        (-0.15, -0.22),
    )
    painter.setBrush(dress.lower)
    for side in (-1, 1):
        _poly(
            painter,
            h,
            (side * 0.02, -0.46),
            (side * 0.15, -0.46),
            (side * 0.14, -0.06),
            (side * 0.03, -0.06),
        )
    painter.setBrush(_BLACK)
    for side in (-1, 1):
        _poly(
            painter,
            h,
            (side * 0.02, -0.13),
            (side * 0.14, -0.13),
            (side * 0.17, 0.0),
            (side * 0.02, 0.0),
        )
    painter.setPen(QPen(QColor("#5A3A20"), max(0.8, 0.045 * h)))
    painter.drawLine(QPointF(0.27 * h, -0.3 * h), QPointF(0.27 * h, -1.02 * h))
    painter.setPen(QPen(_STEEL, max(0.6, 0.03 * h)))
    painter.drawLine(QPointF(0.27 * h, -1.02 * h), QPointF(0.27 * h, -1.28 * h))
    painter.setPen(rim)
    painter.setBrush(dress.coat)
    _poly(painter, h, (-0.2, -0.8), (0.2, -0.8), (0.16, -0.42), (-0.16, -0.42))
    for side in (-1, 1):
        _poly(
            painter,
            h,
            (side * 0.18, -0.8),
            (side * 0.26, -0.72),
            (side * 0.25, -0.46),
            (side * 0.17, -0.48),
        )
    _belts(painter, h, back)
    painter.setPen(rim)
    painter.setBrush(mix(dress.head, QColor("#5A3A20"), 0.5) if back else _SKIN)
    painter.drawEllipse(QPointF(0, -0.87 * h), 0.095 * h, 0.1 * h)
    painter.setBrush(dress.head)
    _poly(painter, h, (-0.12, -0.92), (0.12, -0.92), (0.15, -1.18), (-0.15, -1.18))
    painter.setPen(Qt.PenStyle.NoPen)
    if not back:
        painter.setBrush(QColor("#D9A93C"))
        _poly(painter, h, (0, -1.12), (0.05, -1.05), (0, -0.98), (-0.05, -1.05))
    painter.setBrush(dress.plume)
    painter.drawEllipse(QPointF(0, -1.24 * h), 0.055 * h, 0.075 * h)


def _belts(painter: QPainter, h: float, back: bool) -> None:
    if back:
        painter.setBrush(QColor("#6E5334"))
        _poly(painter, h, (-0.13, -0.76), (0.13, -0.76), (0.13, -0.52), (-0.13, -0.52))
        painter.setPen(QPen(QColor("#A9A49A"), max(0.8, 0.07 * h)))
        painter.drawLine(QPointF(-0.13 * h, -0.79 * h), QPointF(0.13 * h, -0.79 * h))
        return
    pen = QPen(_WHITE, max(0.7, 0.045 * h))
    painter.setPen(pen)
    painter.drawLine(QPointF(-0.16 * h, -0.78 * h), QPointF(0.14 * h, -0.46 * h))
    painter.drawLine(QPointF(0.16 * h, -0.78 * h), QPointF(-0.14 * h, -0.46 * h))


def _horseman(  # noqa: PLR0913
    painter: QPainter,
    h: float,
    dress: Dress,
    hide: QColor,
    right: bool,
    near: bool,
    *,
    bicorne: bool = False,
) -> None:
    """A rider seen from the side, his sabre at the shoulder."""
    painter.save()
    if not right:
        painter.scale(-1, 1)
    _shade(painter, h, 0.42)
    pen = QPen(mix(hide, _BLACK, 0.55), max(0.5, 0.022 * h))
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.setPen(pen)
    painter.setBrush(mix(hide, _BLACK, 0.25))
    for x, lean in ((-0.27, -0.03), (-0.17, 0.03), (0.13, -0.02), (0.23, 0.07)):
        _poly(
            painter,
            h,
            (x - 0.03, -0.26),
            (x + 0.04, -0.26),
            (x + lean + 0.02, 0.0),
            (x + lean - 0.03, 0.0),
        )
    _poly(painter, h, (-0.33, -0.46), (-0.44, -0.36), (-0.44, -0.1), (-0.38, -0.18), (-0.3, -0.38))
    painter.setBrush(hide)
    painter.drawEllipse(QPointF(-0.02 * h, -0.37 * h), 0.33 * h, 0.15 * h)
    _poly(
        painter,
        h,
        (0.17, -0.42),
        (0.3, -0.3),
        (0.43, -0.62),
        (0.53, -0.58),
        (0.55, -0.66),
        (0.42, -0.78),
        (0.36, -0.74),
    )
    painter.setPen(QPen(mix(dress.coat, _BLACK, 0.55), max(0.5, 0.022 * h)))
    painter.setBrush(mix(dress.plume, _WHITE, 0.1) if near else dress.coat)
    _poly(painter, h, (-0.2, -0.5), (0.1, -0.5), (0.12, -0.34), (-0.22, -0.34))
    painter.setBrush(dress.lower)
    _poly(painter, h, (-0.05, -0.54), (0.06, -0.54), (0.12, -0.24), (0.02, -0.24))
    painter.setBrush(dress.coat)
    _poly(painter, h, (-0.13, -0.88), (0.09, -0.88), (0.08, -0.5), (-0.12, -0.5))
    if near:
        painter.setPen(QPen(_WHITE, max(0.6, 0.035 * h)))
        painter.drawLine(QPointF(-0.11 * h, -0.86 * h), QPointF(0.07 * h, -0.54 * h))
        painter.setPen(QPen(_STEEL, max(0.7, 0.03 * h)))
        painter.drawLine(QPointF(0.16 * h, -0.66 * h), QPointF(0.26 * h, -1.12 * h))
    painter.setPen(QPen(mix(dress.coat, _BLACK, 0.6), max(0.5, 0.02 * h)))
    painter.setBrush(_SKIN)
    painter.drawEllipse(QPointF(-0.01 * h, -0.95 * h), 0.075 * h, 0.08 * h)
    painter.setBrush(dress.head)
    if bicorne:
        _poly(painter, h, (-0.19, -0.98), (0.19, -0.98), (0.08, -1.12), (-0.08, -1.12))
    else:
        _poly(painter, h, (-0.1, -0.98), (0.1, -0.98), (0.11, -1.16), (-0.11, -1.16))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(dress.plume)
        painter.drawEllipse(QPointF(0, -1.2 * h), 0.045 * h, 0.06 * h)
    painter.restore()


def _gun(  # noqa: PLR0913
    painter: QPainter, at: QPointF, size: float, wood: QColor, brass: QColor, team: bool
) -> None:
    """A gun from above on its two wheels, its muzzle to the front; limbered, to the rear."""
    muzzle = -1.0 if not team else 1.0
    painter.setPen(QPen(mix(wood, _BLACK, 0.5), max(0.5, size * 0.03)))
    painter.setBrush(wood)
    for side in (-0.14, 0.05):
        painter.drawRect(
            QRectF(at.x() + side * size, at.y() - 0.02 * size, size * 0.09, -muzzle * size * 0.5)
        )
    painter.drawRect(QRectF(at.x() - size * 0.3, at.y() - size * 0.045, size * 0.6, size * 0.09))
    painter.setBrush(mix(wood, _BLACK, 0.3))
    for side in (-1, 1):
        painter.drawRoundedRect(
            QRectF(
                at.x() + side * size * 0.3 - size * 0.06,
                at.y() - size * 0.24,
                size * 0.12,
                size * 0.48,
            ),
            size * 0.05,
            size * 0.05,
        )
    painter.setBrush(brass)
    front, rear = at.y() + muzzle * size * 0.46, at.y() - muzzle * size * 0.16
    painter.drawPolygon(
        QPolygonF(
            [
                QPointF(at.x() - size * 0.075, front),
                QPointF(at.x() + size * 0.075, front),
                QPointF(at.x() + size * 0.12, rear),
                QPointF(at.x() - size * 0.12, rear),
            ]
        )
    )
