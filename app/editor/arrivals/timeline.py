"""A time line: a column for each turn, a chip for each arrival, to be dragged from turn to turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QApplication, QWidget

from grognard.app.editor.arrivals.arriving import Chip
from grognard.app.look import look, serif
from grognard.engines.core.data.text import tr

WIDE, TALL, HEAD, GAP = 132.0, 46.0, 44.0, 6.0
"""Sizes of a column, a chip, the heading, and what is left between, in pixels."""
SEEN = 8
"""So many rows are shown at least."""


class TimeLine(QWidget):
    """The arrivals of a stage by turn.

    Signals:
        picked(int): a chip was taken up, by the number of its arrival; -1: none.
        shifted(int, int): an arrival is to come on another turn (0: when the rules say).
        dropped(int): an arrival is to be taken away.
    """

    picked = Signal(int)
    shifted = Signal(int, int)
    dropped = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(tr("Timeline of arrivals"))
        self.setMouseTracking(True)
        self.chips: list[Chip] = []
        self.heads: list[str] = []
        self.labels: Mapping[int, str] = {}
        self.chosen = -1
        self._from: QPointF | None = None
        self._at: QPointF | None = None

    def show_chips(
        self, chips: Sequence[Chip], labels: Mapping[int, str], heads: Sequence[str]
    ) -> None:
        """Show arrivals; `labels` say who comes, `heads` what the turns are called, that without one first."""
        self.chips, self.labels, self.heads = list(chips), labels, list(heads)
        if all(chip.index != self.chosen for chip in chips):
            self.chosen = -1
        self.updateGeometry()
        self.setMinimumSize(self.sizeHint())
        self.update()

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """All columns, and the highest of them."""
        most = max(
            (sum(c.turn == t for c in self.chips) for t in range(len(self.heads))), default=0
        )
        return QSize(
            int(WIDE * len(self.heads)) + 1, int(HEAD + (TALL + GAP) * max(SEEN, most) + GAP)
        )

    # -- where things are ------------------------------------------------------------------------

    def box(self, chip: Chip) -> QRectF:
        """Return where a chip lies."""
        above = [one for one in self.chips if one.turn == chip.turn and one.index < chip.index]
        y = HEAD + GAP + (TALL + GAP) * len(above)
        return QRectF(WIDE * self._column(chip.turn) + 4, y, WIDE - 8, TALL)

    def _column(self, turn: int) -> int:
        return min(turn, len(self.heads) - 1)

    def turn_at(self, at: QPointF) -> int:
        """Return the turn whose column is there."""
        return max(0, min(len(self.heads) - 1, int(at.x() // WIDE)))

    def chip_at(self, at: QPointF) -> Chip | None:
        """Return the chip that is there."""
        return next((chip for chip in self.chips if self.box(chip).contains(at)), None)

    # -- mouse and keys --------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """Take up a chip."""
        if event.button() == Qt.MouseButton.LeftButton:
            chip = self.chip_at(event.position())
            self.choose(chip.index if chip is not None else -1)
            self._from = event.position() if chip is not None else None
            self._at = None

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """Carry it."""
        at = event.position()
        if self._from is not None:
            far = (at - self._from).manhattanLength()
            if self._at is not None or far >= QApplication.startDragDistance():
                self._at = at
                self.update()
            return
        over = self.chip_at(at)
        self.setCursor(
            Qt.CursorShape.OpenHandCursor if over is not None else Qt.CursorShape.ArrowCursor
        )
        self.setToolTip(self._told(over) if over is not None else "")

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """Set it down on the turn that is there."""
        carried, self._from, self._at = self._at, None, None
        self.update()
        chip = self._chosen()
        if carried is not None and chip is not None:
            self._shift(chip, self.turn_at(event.position()))

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Left and Right shift the chip by a turn, Up and Down go to another, Delete takes it away."""
        chip, key = self._chosen(), event.key()
        if key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self._step(-1 if key == Qt.Key.Key_Up else 1)
        elif chip is not None and key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            turn = chip.turn + (1 if key == Qt.Key.Key_Right else -1)
            self._shift(chip, max(0, min(len(self.heads) - 1, turn)))
        elif chip is not None and key == Qt.Key.Key_Delete:
            self.dropped.emit(chip.index)
        elif key == Qt.Key.Key_Escape and self._from is not None:
            self._from = self._at = None
            self.update()
        else:
            super().keyPressEvent(event)

    def _shift(self, chip: Chip, turn: int) -> None:
        if turn != chip.turn:
            self.shifted.emit(chip.index, turn)

    def _step(self, by: int) -> None:
        order = sorted(self.chips, key=lambda chip: (chip.turn, chip.index))
        if order:
            found = [n for n, chip in enumerate(order) if chip.index == self.chosen]
            self.choose(order[(found[0] + by) % len(order) if found else 0].index)

    def choose(self, index: int) -> None:
        """Take up an arrival by its number, -1 for none."""
        if index != self.chosen:
            self.chosen = index
            self.picked.emit(index)
            self.update()

    def _chosen(self) -> Chip | None:
        return next((chip for chip in self.chips if chip.index == self.chosen), None)

    def _told(self, chip: Chip) -> str:
        return "\n".join(line for line in (self.labels.get(chip.index, ""), chip.where) if line)

    # -- how it looks ----------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Draw columns, chips, and the one that is carried."""
        now, painter = look(), QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        over = self.turn_at(self._at) if self._at is not None else -1
        for turn, words in enumerate(self.heads):
            column = QRectF(WIDE * turn, 0, WIDE, self.height())
            shade = QColor(now["accent"])
            shade.setAlphaF(0.16 if turn == over else 0.06 if turn % 2 else 0.0)
            painter.fillRect(column, shade)
            painter.setPen(QColor(now["title"]))
            painter.setFont(serif(1.0, bold=True))
            head = column.adjusted(4, 2, -4, HEAD - self.height())
            painter.drawText(head, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap, words)
        painter.setPen(QPen(QColor(now["border"]), 1))
        painter.drawLine(QPointF(0, HEAD), QPointF(self.width(), HEAD))
        for turn in range(1, len(self.heads)):
            painter.drawLine(QPointF(WIDE * turn, 0), QPointF(WIDE * turn, self.height()))
        painter.setFont(self.font())
        for chip in self.chips:
            held = chip.index == self.chosen
            self._paint(painter, chip, self.box(chip), held, ghost=held and self._at is not None)
        chip_now = self._chosen()
        if self._at is not None and self._from is not None and chip_now is not None:
            box = self.box(chip_now).translated(self._at - self._from)
            self._paint(painter, chip_now, box, held=True, ghost=False)
        if not self.chips:
            painter.setPen(QColor(now["text_muted"]))
            words = tr("Nobody arrives later yet. Choose who does in the list above, and add them.")
            painter.drawText(self.rect().adjusted(12, int(HEAD) + 14, -12, 0), 0, words)

    def _paint(self, painter: QPainter, chip: Chip, box: QRectF, held: bool, ghost: bool) -> None:
        now = look()
        painter.setOpacity(0.35 if ghost else 1.0)
        painter.setBrush(QColor(now["button_hover" if held else "raised"]))
        painter.setPen(QPen(QColor(now["focus" if held else "border"]), 2 if held else 1))
        painter.drawRoundedRect(box, 5, 5)
        text = QFontMetricsF(painter.font())
        inside = box.adjusted(7, 4, -7, -4)
        lines = (self.labels.get(chip.index, ""), chip.where or tr("no place yet"))
        for line, (words, colour) in enumerate(zip(lines, ("text", "text_muted"), strict=True)):
            painter.setPen(QColor(now[colour]))
            short = text.elidedText(words, Qt.TextElideMode.ElideRight, inside.width())
            painter.drawText(inside.topLeft() + QPointF(0, text.ascent() + 18 * line), short)
        painter.setOpacity(1.0)
