"""Dice on the board, beside the fight that they decided."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from PySide6.QtCore import QObject, QPointF, QRectF, QSizeF, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen

from grognard.app.board.camera import Camera
from grognard.app.board.theme import Theme

SIZE = 25.0
"""The side of a die in pixels, at the ordinary text size."""
TUMBLES, ROLLING_MS = 5, 250
A_ROW = 6
"""So many dice lie side by side."""
LETTERS = 11.0
"""The size of what names a result, at the ordinary text size."""
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


@dataclass(frozen=True, slots=True)
class Row:
    """The dice of one thing as they lie, in pixels, and the slip below them that names what came of them."""

    dice: tuple[tuple[Cast, QRectF], ...]
    slip: QRectF


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
        self._letters = QFont()
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
    ) -> list[tuple[Cast, QRectF]]:
        """Return where each die of the last action lies."""
        rows = self._rows(self.cast, camera, spot, text_scale, free, [])
        return [laid for row in rows for laid in row.dice]

    def _rows(  # noqa: PLR0913 - what lies on the board, and what it may not cover
        self,
        cast: Sequence[Cast],
        camera: Camera,
        spot: Callable[[str], QRectF | None],
        text_scale: float,
        free: Callable[[QRectF], bool],
        taken: list[QRectF],
    ) -> list[Row]:
        """Return the dice in rows beside what they were cast for.

        A row lies with the slip that names its result where it covers no piece, if that can be, and
        none of the dice in `taken`, to which it is added.
        """
        about: dict[str, list[Cast]] = defaultdict(list)
        for one in cast:
            about[one.about].append(one)
        found = []
        for name, dice in about.items():
            if (around := spot(name)) is None:
                continue
            slip = self._slip(dice[-1].result)
            room = _room(len(dice), SIZE * text_scale, slip)

            def clear(box: QRectF) -> bool:
                return free(box) and not any(box.intersects(other) for other in taken)

            corner = _beside(camera.transform().mapRect(around), room, clear)
            taken.append(QRectF(corner, room))
            found.append(_laid(dice, corner, SIZE * text_scale, slip))
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
        self._letters = theme.font("interface", LETTERS * text_scale, bold=True)
        taken: list[QRectF] = []
        laid = self._rows(self.cast, camera, spot, text_scale, free, taken)
        bare = tuple(replace(one, result="") for one in self.older)  # what came of them is past
        painter.setOpacity(FAINT)
        self._draw(
            painter, theme, self._rows(bare, camera, spot, text_scale, free, taken), rolling=0
        )
        painter.setOpacity(1.0)
        self._draw(painter, theme, laid, rolling=self._left)
        if not self._left:
            self._name(painter, laid)

    @staticmethod
    def _draw(painter: QPainter, theme: Theme, rows: Sequence[Row], *, rolling: int) -> None:
        for one, box in (laid for row in rows for laid in row.dice):
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

    def _slip(self, words: str) -> QSizeF:
        """Return how large the slip is that names a result; nothing where there is no word to say."""
        if not words:
            return QSizeF(0, 0)
        metrics = QFontMetricsF(self._letters)
        return QSizeF(metrics.horizontalAdvance(words) + 8, metrics.height() + 2)

    def _name(self, painter: QPainter, rows: Sequence[Row]) -> None:
        """Write below the dice of one thing what came of them."""
        painter.setFont(self._letters)
        for row in rows:
            words = row.dice[-1][0].result
            if not words:
                continue
            painter.setPen(QPen(QColor("#8C6B4A"), 1))
            painter.setBrush(QColor("#FFFBF1"))
            painter.drawRoundedRect(row.slip, 3, 3)
            painter.setPen(QColor("#2A241D"))
            painter.drawText(row.slip, Qt.AlignmentFlag.AlignCenter, words)


def _room(dice: int, size: float, slip: QSizeF) -> QSizeF:
    """Return how much room dice take, with the slip below them."""
    rows = -(-dice // A_ROW)
    wide = max(min(dice, A_ROW) * (size + 3), slip.width())
    return QSizeF(wide, rows * (size + 3) + (slip.height() and slip.height() + 1))


def _laid(dice: Sequence[Cast], corner: QPointF, size: float, slip: QSizeF) -> Row:
    """Return dice in rows from a corner on, the first of them lowest, and the slip below."""
    rows = -(-len(dice) // A_ROW)
    low = corner.y() + rows * (size + 3) - size
    found = [
        (
            one,
            QRectF(corner.x() + n % A_ROW * (size + 3), low - n // A_ROW * (size + 3), size, size),
        )
        for n, one in enumerate(dice)
    ]
    return Row(tuple(found), QRectF(QPointF(corner.x(), low + size + 3), slip))


def _beside(around: QRectF, room: QSizeF, free: Callable[[QRectF], bool]) -> QPointF:
    """Return the upper left corner of dice beside a thing, where they cover no piece if that can be.

    Nearest first: at its sides, above and below, at its corners, and then one thing farther off.
    """
    ways = [
        way
        for off in (4.0, around.width() + 4)
        for way in _ways(around.adjusted(4 - off, 4 - off, off - 4, off - 4), room)
    ]
    clear = (at for at in ways if free(QRectF(at, room).adjusted(1, 1, -1, -1)))
    return next(clear, ways[0])


def _ways(around: QRectF, room: QSizeF) -> tuple[QPointF, ...]:
    """Return the corners of rooms round a thing."""
    right, left = around.right() + 4, around.left() - room.width() - 4
    above, below = around.top() - room.height() - 4, around.bottom() + 4
    low = around.bottom() - room.height()
    return (
        QPointF(right, around.top()),
        QPointF(right, low),
        QPointF(left, around.top()),
        QPointF(left, low),
        QPointF(around.left(), above),
        QPointF(around.left(), below),
        QPointF(right, above),
        QPointF(right, below),
        QPointF(left, above),
        QPointF(left, below),
    )


def spot_at(at: QPointF, half: float) -> QRectF:
    """Return the square of a piece or place around its middle."""
    return QRectF(at.x() - half, at.y() - half, 2 * half, 2 * half)
