"""The course of a game as a line between the two sides, turn by turn: to whom it leant, against its start."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QWidget

from grognard.app.aftermath.account import Moment
from grognard.app.aftermath.judging import turning_points
from grognard.app.board.theme import Theme
from grognard.app.look import look
from grognard.engines.core.data.text import tr

EVEN = 0.03
"""So little off the middle the game stood as at its start."""
POINT = 4
"""How large the mark of a turning point is."""
HIGH, SIDE, FOOT = 120, 8, 16
"""How tall the picture is; the room at its sides and below it, in pixels."""


class Curve(QWidget):
    """The first seat's ground grows from below, the second's from above; a click shows the board as it was.

    Signals:
        moment_wanted(int): the board is to be shown after so many choices.
    """

    moment_wanted = Signal(int)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.theme = theme
        self.moments: tuple[Moment, ...] = ()
        self.sides, self.names = ("", ""), ("", "")
        self.setFixedHeight(HIGH)
        self.setMouseTracking(True)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def tell(
        self, moments: Sequence[Moment], sides: tuple[str, str], names: tuple[str, str]
    ) -> None:
        """Show the course of a game between two sides."""
        self.moments, self.sides, self.names = tuple(moments), sides, names
        self.setVisible(len(self.moments) > 1)
        self.setAccessibleName(
            tr("The course of the game") + ": " + ", ".join(map(self.told, self.moments))
        )
        self.update()

    def spots(self) -> list[QPointF]:
        """Return where each moment lies."""
        room = QRectF(self.rect()).adjusted(SIDE, SIDE, -SIDE, -FOOT)
        last = max(1, len(self.moments) - 1)
        return [
            QPointF(room.left() + room.width() * n / last, room.bottom() - room.height() * one.lean)
            for n, one in enumerate(self.moments)
        ]

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """The grounds of both sides, the line between them, the turns below."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        room, spots = QRectF(self.rect()).adjusted(SIDE, SIDE, -SIDE, -FOOT), self.spots()
        fills = [self.theme.colour(f"sides.{side}.fill", "#6E675A") for side in self.sides]
        painter.fillRect(room, fills[1])
        below = QPolygonF([QPointF(room.left(), room.bottom()), *spots, room.bottomRight()])
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(fills[0])
        painter.drawPolygon(below)
        even = QPen(QColor(look()["panel"]), 1, Qt.PenStyle.DashLine)
        painter.setPen(even)
        painter.drawLine(
            QPointF(room.left(), room.center().y()), QPointF(room.right(), room.center().y())
        )
        painter.setPen(QPen(QColor(look()["title"]), 2))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPolyline(QPolygonF(spots))
        self._mark_turns(painter, spots)
        self._write(painter, room, spots)
        painter.end()

    def _mark_turns(self, painter: QPainter, spots: list[QPointF]) -> None:
        """A point where the game had turned most."""
        painter.setBrush(QColor(look()["title"]))
        painter.setPen(QPen(QColor(look()["panel"]), 1))
        for n in turning_points([one.lean for one in self.moments]):
            painter.drawEllipse(spots[n], POINT, POINT)

    def _write(self, painter: QPainter, room: QRectF, spots: list[QPointF]) -> None:
        """The names of the sides in their ground, the turns below as far as there is room."""
        inside = room.adjusted(6, 3, -6, -3)
        places = (Qt.AlignmentFlag.AlignBottom, Qt.AlignmentFlag.AlignTop)
        for place, side, name in zip(places, self.sides, self.names, strict=True):
            painter.setPen(self.theme.colour(f"sides.{side}.ink", "#F6F0E0"))
            painter.drawText(inside, place | Qt.AlignmentFlag.AlignLeft, name)
        painter.setPen(QColor(look()["text_muted"]))
        free = 0.0
        for spot, one in zip(spots, self.moments, strict=True):
            wide = painter.fontMetrics().horizontalAdvance(one.turn)
            left = min(max(room.left(), spot.x() - wide / 2), room.right() - wide)
            if one.turn and left >= free:
                painter.drawText(QPointF(left, self.height() - 3), one.turn)
                free = left + wide + 8

    def _nearest(self, x: float) -> int:
        spots = self.spots()
        return min(range(len(spots)), key=lambda n: abs(spots[n].x() - x))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """Tell of the moment under the mouse."""
        if self.moments:
            one = self.moments[self._nearest(event.position().x())]
            self.setToolTip(self.told(one))

    def told(self, one: Moment) -> str:
        """Say to whom the game leant at a moment, against its start."""
        turn = one.turn or tr("The end")
        turned = [self.moments[n] for n in turning_points([each.lean for each in self.moments])]
        if one in turned:
            turn = tr("{turn} (a turning point)", turn=turn)
        if abs(one.lean - 0.5) < EVEN:
            return tr("{turn}: as good as at the start", turn=turn)
        name = self.names[0] if one.lean > 0.5 else self.names[1]
        if not one.turn:
            return tr("{turn}: {name}", turn=turn, name=name)
        return tr("{turn}: better for {name} than at the start", turn=turn, name=name)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """Show the board as it was then."""
        if self.moments and event.button() == Qt.MouseButton.LeftButton:
            self.moment_wanted.emit(self.moments[self._nearest(event.position().x())].at)
