"""The tray of a set-up: pieces that stand nowhere yet, to be dragged or clicked onto the board."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QLabel,
    QScrollArea,
    QSizePolicy,
    QToolTip,
    QWidget,
)

from grognard.app.board.pieces.counters import PAD, CounterPainter
from grognard.app.board.theme import Theme
from grognard.app.look import look
from grognard.app.table.panels.inspector import stack_html
from grognard.engines.core.data.text import tr
from grognard.engines.core.show.deeds import Called
from grognard.engines.core.show.views import PieceView

SIZE = 40
"""Width of a piece in the tray, in pixels."""
GAP, HEAD, MARGIN = 4, 14, 6
ROWS = 2
"""So many rows are seen at once; of more the rest is scrolled to."""


class Pieces(QWidget):
    """The pieces side by side, in the groups they are listed in, with the group's name above.

    Signals:
        clicked(str): a piece was clicked.
        dropped(str, QPoint): a piece was dragged off and let go there (global).
        lifted(str): a drag of a piece has begun.
        carried(QPoint): where the dragged piece is now (global).
    """

    clicked = Signal(str)
    dropped = Signal(str, QPoint)
    lifted = Signal(str)
    carried = Signal(QPoint)

    def __init__(self, theme: Theme, term: Called) -> None:
        super().__init__()
        self.theme, self.term = theme, term
        self.counters = CounterPainter(theme)
        self.pieces: tuple[PieceView, ...] = ()
        self.picked = ""
        self._boxes: list[tuple[QRect, PieceView]] = []
        self._heads: list[tuple[QRect, str]] = []
        self._press: tuple[QPoint, PieceView] | None = None
        self._float: QLabel | None = None
        self.setMouseTracking(True)
        self.setAccessibleName(tr("Pieces to place"))

    def show_pieces(self, pieces: Sequence[PieceView], picked: str) -> None:
        """Show pieces; the picked one glows."""
        self.picked = picked
        if tuple(pieces) != self.pieces:
            self.pieces = tuple(pieces)
            self.flow(self.width())
        self.update()

    def flow(self, width: int) -> int:
        """Lay the pieces out in rows of a width; return how tall they are."""
        groups: dict[str, list[PieceView]] = {}
        for piece in self.pieces:
            groups.setdefault(piece.band, []).append(piece)
        self._boxes, self._heads = [], []
        x, y = MARGIN, MARGIN
        step = SIZE + GAP
        for band, members in groups.items():
            name = self.theme.get(f"bands.{band}.name" if band else "tray.others", "")
            head = self.fontMetrics().horizontalAdvance(name) + GAP if name else 0
            wide = max(min(len(members) * step, width - 2 * MARGIN), head)
            if x > MARGIN and x + wide > width - MARGIN:
                x, y = MARGIN, y + HEAD + step
            self._heads.append((QRect(x, y, max(wide, head), HEAD), name))
            start = x
            for piece in members:
                if x > MARGIN and x + SIZE > width - MARGIN:
                    x, y = MARGIN, y + HEAD + step
                self._boxes.append((QRect(x, y + HEAD, SIZE, SIZE), piece))
                x += step
            x = max(x, start + head) + 2 * GAP
        tall = y + HEAD + step + MARGIN - GAP if self.pieces else HEAD + MARGIN
        self.setFixedHeight(tall)
        return tall

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Follow the width."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.flow(event.size().width())

    def box_of(self, name: str) -> QRect:
        """Return where a piece lies (empty: it is not here)."""
        return next((box for box, piece in self._boxes if piece.id == name), QRect())

    def at(self, point: QPoint) -> PieceView | None:
        """Return the piece under a point."""
        return next((piece for box, piece in self._boxes if box.contains(point)), None)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Draw the groups."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        font = self.font()
        font.setPixelSize(11)
        painter.setFont(font)
        painter.setPen(QColor(look()["text_muted"]))
        for box, name in self._heads:
            painter.drawText(box.adjusted(1, 0, 40, 0), Qt.AlignmentFlag.AlignLeft, name)
        if not self.pieces:
            words = tr("Every piece is on the board. Drop one here to take it back in hand.")
            painter.drawText(
                self.rect().adjusted(MARGIN, 0, 0, 0), Qt.AlignmentFlag.AlignVCenter, words
            )
        ratio = self.devicePixelRatioF()
        for box, piece in self._boxes:
            if not box.intersects(event.rect().adjusted(-8, -8, 8, 8)):
                continue
            picture = self.counters.picture(piece, SIZE, ratio)
            pad = QPointF(1, 1) * round(PAD * SIZE)
            painter.drawPixmap(QPointF(box.topLeft()) - pad, picture)
            if piece.id == self.picked:
                painter.setPen(QPen(self.theme.colour("marks.selection.color", "#E0A63A"), 3))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRoundedRect(QRectF(box).adjusted(-2, -2, 2, 2), 4, 4)

    # -- mouse ---------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """Begin a click or a drag."""
        piece = self.at(event.position().toPoint())
        if piece is not None and event.button() == Qt.MouseButton.LeftButton:
            self._press = (event.position().toPoint(), piece)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """Carry the piece, or tell what is under the mouse."""
        here = event.position().toPoint()
        if self._press is None or not event.buttons() & Qt.MouseButton.LeftButton:
            piece = self.at(here)
            words = stack_html([piece], self.term) if piece is not None else ""
            if words != self.toolTip():
                self.setToolTip(words)
            return
        start, piece = self._press
        if self._float is None:
            if (here - start).manhattanLength() < QApplication.startDragDistance():
                return
            self._take_up(piece)
        at = event.globalPosition().toPoint()
        if self._float is not None:
            half = self._float.sizeHint() / 2
            corner = self.window().mapFromGlobal(at) - QPoint(half.width(), half.height())
            self._float.move(corner)
        self.carried.emit(at)

    def _take_up(self, piece: PieceView) -> None:
        QToolTip.hideText()
        self._float = QLabel(self.window())
        self._float.setPixmap(self.counters.picture(piece, SIZE, self.devicePixelRatioF()))
        self._float.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._float.adjustSize()
        self._float.show()
        self.lifted.emit(piece.id)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """Let the piece go."""
        pressed, self._press = self._press, None
        carried, self._float = self._float, None
        if carried is not None:
            carried.hide()
            carried.deleteLater()
        if pressed is None:
            return
        if carried is not None:
            self.dropped.emit(pressed[1].id, event.globalPosition().toPoint())
        elif self.at(event.position().toPoint()) == pressed[1]:
            self.clicked.emit(pressed[1].id)


class Tray(QScrollArea):
    """The strip below the board, as tall as its pieces need up to ROWS rows; hidden when empty."""

    def __init__(self, theme: Theme, term: Called) -> None:
        super().__init__()
        self.pieces = Pieces(theme, term)
        self.setObjectName("bar")
        self.setWidget(self.pieces)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(tr("Tray"))
        self.hide()

    def show_pieces(self, pieces: Sequence[PieceView], picked: str) -> None:
        """Show the pieces in hand; an empty tray stays while pieces may come back into it."""
        self.pieces.show_pieces(pieces, picked)
        self._fit()
        self.show()

    def _fit(self) -> None:
        rim = 4
        most = ROWS * (HEAD + SIZE + GAP) + 2 * MARGIN
        tall = self.pieces.flow(max(200, self.viewport().width()))
        self.setFixedHeight(min(tall, most) + rim)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Follow the width."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._fit()

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Let the window be as narrow as it likes."""
        return QSize(1, 1)

    def holds(self, at: QPoint) -> bool:
        """Whether a global point lies on the tray."""
        return self.isVisible() and self.rect().contains(self.mapFromGlobal(at))
