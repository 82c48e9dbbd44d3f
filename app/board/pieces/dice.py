"""Dice on the board, beside the fight that they decided."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject, QPointF, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QPainter, QPen

from grognard.app.board.camera import Camera
from grognard.app.board.theme import Theme

SIZE = 25.0
"""The side of a die in pixels, at the ordinary text size."""
TUMBLES, ROLLING_MS = 5, 250
A_ROW = 6
"""So many dice lie side by side."""
FAINT = 0.4
"""How much is seen of the dice of an older action."""


@dataclass(frozen=True, slots=True)
class Cast:
    """A die that was cast: the piece or place that it was cast for, its face, and who cast it.

    `tone` is light or dark, one for each seat; `sides` is how many faces the die has; `result` names
    what came of it.
    """

    about: str
    face: int
    sides: int
    tone: str = "light"
    result: str = ""


class BoardDice(QObject):
    """The dice of the last action; they roll for a quarter of a second, and fade with the next one.

    Attributes:
        cast, older: the dice of the last action, and those of the one before.

    Signals:
        moved(): another face is up.
    """

    moved = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.cast: tuple[Cast, ...] = ()
        self.older: tuple[Cast, ...] = ()
        self._left = 0
        self._timer = QTimer(self, interval=ROLLING_MS // TUMBLES)
        self._timer.timeout.connect(self._tumble)

    def lay(self, cast: Sequence[Cast], *, rolling: bool) -> None:
        """Lay dice on the board, and take away those that lay there."""
        fresh = tuple(cast) != self.cast
        if fresh:
            laid = {one.about for one in cast}
            self.older = tuple(one for one in self.cast if one.about not in laid)
        self.cast = tuple(cast)
        if fresh:
            self._left = TUMBLES if rolling and self.cast else 0
            self._timer.start() if self._left else self._timer.stop()
            self.moved.emit()

    def _tumble(self) -> None:
        self._left -= 1
        if self._left <= 0:
            self._timer.stop()
        self.moved.emit()

    def clear(self) -> None:
        """Take all dice away."""
        self.cast = self.older = ()
        self._timer.stop()
        self.moved.emit()

    def boxes(
        self,
        camera: Camera,
        spot: Callable[[str], QRectF | None],
        text_scale: float = 1.0,
        free: Callable[[QRectF], bool] = lambda _box: True,
        cast: Sequence[Cast] | None = None,
    ) -> list[tuple[Cast, QRectF]]:
        """Return where each die lies: in rows beside what it was cast for, where nothing is covered if that can be."""
        rows: dict[str, list[Cast]] = defaultdict(list)
        for one in self.cast if cast is None else cast:
            rows[one.about].append(one)
        size = SIZE * text_scale
        found = []
        for about, dice in rows.items():
            around = spot(about)
            if around is None:
                continue
            room = _room(len(dice), size)
            corner = _beside(camera.transform().mapRect(around), room, free)
            for n, one in enumerate(dice):
                x = corner.x() + n % A_ROW * (size + 3)
                y = corner.y() + room.height() - size - n // A_ROW * (size + 3)
                found.append((one, QRectF(x, y, size, size)))
        return found

    def paint(  # noqa: PLR0913 - likewise
        self,
        painter: QPainter,
        theme: Theme,
        camera: Camera,
        spot: Callable[[str], QRectF | None],
        text_scale: float,
        free: Callable[[QRectF], bool] = lambda _box: True,
    ) -> None:
        """Draw the dice, the older ones faint; while they roll another face is up."""
        painter.setOpacity(FAINT)
        self._draw(
            painter, theme, self.boxes(camera, spot, text_scale, free, self.older), rolling=0
        )
        painter.setOpacity(1.0)
        laid = self.boxes(camera, spot, text_scale, free)
        self._draw(painter, theme, laid, rolling=self._left)
        if not self._left:
            self._name(painter, theme, laid, text_scale)

    @staticmethod
    def _draw(
        painter: QPainter, theme: Theme, boxes: Sequence[tuple[Cast, QRectF]], *, rolling: int
    ) -> None:
        for one, box in boxes:
            at = f"dice.{one.tone}"
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(30, 20, 10, 70))
            painter.drawRoundedRect(box.translated(1.5, 2.5), 5, 5)
            painter.setPen(QPen(theme.colour(f"{at}.edge", "#8C6B4A"), 1.4))
            painter.setBrush(theme.colour(f"{at}.fill", "#F6F0E0"))
            painter.drawRoundedRect(box, 5, 5)
            face = (one.face + 3 * rolling) % max(1, one.sides) if rolling else one.face
            painter.setPen(theme.colour(f"{at}.ink", "#2A241D"))
            painter.setFont(theme.font("serif", 0.68 * box.height(), bold=True))
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, str(face))

    @staticmethod
    def _name(
        painter: QPainter, theme: Theme, boxes: Sequence[tuple[Cast, QRectF]], text_scale: float
    ) -> None:
        """Write below the dice of one thing what came of them."""
        last = {one.about: one for one, _ in boxes}
        painter.setFont(theme.font("interface", 11 * text_scale, bold=True))
        for one in last.values():
            if not one.result:
                continue
            left = min(other.left() for cast, other in boxes if cast.about == one.about)
            low = max(other.bottom() for cast, other in boxes if cast.about == one.about)
            metrics = painter.fontMetrics()
            slip = QRectF(
                left, low + 3, metrics.horizontalAdvance(one.result) + 8, metrics.height() + 2
            )
            painter.setPen(QPen(QColor("#8C6B4A"), 1))
            painter.setBrush(QColor("#FFFBF1"))
            painter.drawRoundedRect(slip, 3, 3)
            painter.setPen(QColor("#2A241D"))
            painter.drawText(slip, Qt.AlignmentFlag.AlignCenter, one.result)


def _room(dice: int, size: float) -> QRectF:
    """Return how much room dice take, with the name of their result."""
    rows = -(-dice // A_ROW)
    return QRectF(0, 0, min(dice, A_ROW) * (size + 3), rows * (size + 3))


def _beside(around: QRectF, room: QRectF, free: Callable[[QRectF], bool]) -> QPointF:
    """Return the upper left corner of dice beside a thing, where they cover no piece if that can be."""
    low = around.bottom() - room.height()
    ways = (
        QPointF(around.right() + 4, around.top()),
        QPointF(around.right() + 4, low),
        QPointF(around.left() - room.width() - 4, around.top()),
        QPointF(around.left() - room.width() - 4, low),
        QPointF(around.left(), around.top() - room.height() - 4),
        QPointF(around.left(), around.bottom() + 4),
    )
    clear = (at for at in ways if free(QRectF(at, room.size()).adjusted(1, 1, -1, -1)))
    return next(clear, ways[0])


def spot_at(at: QPointF, half: float) -> QRectF:
    """Return the square of a piece or place around its middle."""
    return QRectF(at.x() - half, at.y() - half, 2 * half, 2 * half)
