"""Dice on the board, beside the fight that they decided."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject, QPointF, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QPainter, QPen

from app.board.camera import Camera
from app.board.theme import Theme

SIZE = 25.0
"""The side of a die in pixels, at the ordinary text size."""
TUMBLES, ROLLING_MS = 5, 250
A_ROW = 6
"""So many dice lie side by side."""


@dataclass(frozen=True, slots=True)
class Cast:
    """A die that was cast: the piece or place that it was cast for, its face, and who cast it.

    `tone` is light or dark, one for each seat; `sides` is how many faces the die has.
    """

    about: str
    face: int
    sides: int
    tone: str = "light"


class BoardDice(QObject):
    """The dice of the last action; they roll for a quarter of a second and stay until the next one.

    Signals:
        moved(): another face is up.
    """

    moved = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.cast: tuple[Cast, ...] = ()
        self._left = 0
        self._timer = QTimer(self, interval=ROLLING_MS // TUMBLES)
        self._timer.timeout.connect(self._tumble)

    def lay(self, cast: Sequence[Cast], *, rolling: bool) -> None:
        """Lay dice on the board, and take away those that lay there."""
        fresh = tuple(cast) != self.cast
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

    def boxes(
        self, camera: Camera, spot: Callable[[str], QRectF | None], text_scale: float = 1.0
    ) -> list[tuple[Cast, QRectF]]:
        """Return where each die lies: in rows at the upper right of what it was cast for."""
        rows: dict[str, list[Cast]] = defaultdict(list)
        for one in self.cast:
            rows[one.about].append(one)
        size = SIZE * text_scale
        found = []
        for about, dice in rows.items():
            around = spot(about)
            if around is None:
                continue
            corner = camera.to_screen(around.topRight())
            for n, one in enumerate(dice):
                x = corner.x() + 4 + n % A_ROW * (size + 3)
                y = corner.y() - size / 2 - n // A_ROW * (size + 3)
                found.append((one, QRectF(x, y, size, size)))
        return found

    def paint(
        self,
        painter: QPainter,
        theme: Theme,
        camera: Camera,
        spot: Callable[[str], QRectF | None],
        text_scale: float,
    ) -> None:
        """Draw the dice; while they roll another face is up."""
        for one, box in self.boxes(camera, spot, text_scale):
            at = f"dice.{one.tone}"
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(30, 20, 10, 70))
            painter.drawRoundedRect(box.translated(1.5, 2.5), 5, 5)
            painter.setPen(QPen(theme.colour(f"{at}.edge", "#8C6B4A"), 1.4))
            painter.setBrush(theme.colour(f"{at}.fill", "#F6F0E0"))
            painter.drawRoundedRect(box, 5, 5)
            face = (one.face + 3 * self._left) % max(1, one.sides) if self._left else one.face
            painter.setPen(theme.colour(f"{at}.ink", "#2A241D"))
            painter.setFont(theme.font("serif", 0.68 * box.height(), bold=True))
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, str(face))


def spot_at(at: QPointF, half: float) -> QRectF:
    """Return the square of a piece or place around its middle."""
    return QRectF(at.x() - half, at.y() - half, 2 * half, 2 * half)
