"""The canvas on which a map is drawn: the table's own, with a tool in the hand and wet ink.

A stroke is shown at once as ink; the map itself is drawn anew in the background, and when it is
there, only the tiles under the ink are painted again.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPointF, Qt, Signal
from PySide6.QtGui import (
    QDragEnterEvent,
    QDropEvent,
    QEnterEvent,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPixmap,
)
from PySide6.QtWidgets import QAbstractSpinBox, QApplication, QLineEdit, QWidget

from grognard.app.board.canvas import BoardCanvas
from grognard.app.board.map.art import Art, art_of
from grognard.app.board.map.tiles import overview_of
from grognard.app.board.theme import Theme
from grognard.app.editor.window.ink import Ink, Tool, paint_ink
from grognard.app.worker import Worker
from grognard.engines.core.show.views import BoardView

HAND = "application/x-grognard-piece"
"""What is carried from the tray to the map."""
Point = tuple[float, float]


class DrawingCanvas(BoardCanvas):
    """A board under the pen.

    Signals:
        pointed(object): the point of the board under the mouse.
        let_go(str, object): a piece of the tray was let go at a pixel.
        stroke_done(): a tool has been lifted.
        refused(str): why nothing can be drawn where it was tried.
        key_pressed(object): a QKeyEvent that no one has used yet.
    """

    pointed = Signal(object)
    let_go = Signal(str, object)
    stroke_done = Signal()
    key_pressed = Signal(object)
    refused = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.tool: Tool | None = None
        self.refuses: Callable[[], str] = lambda: ""
        self.held: Tool | None = None
        self.ink: list[Ink] = []
        self.tracing: Tool | None = None
        self._artist = Worker(courteous=True)
        self._drawing_board: BoardView | None = None
        self._next: tuple[BoardView, Theme] | None = None
        self._down = False
        self.setAcceptDrops(True)

    def renew(self, board: BoardView, theme: Theme) -> None:
        """Show a map that has changed; what was shown stays until the new one is drawn."""
        if self.board is None:
            self.ink.clear()
            self.set_board(board, theme, patient=False)
            return
        if board == self.board:
            self.ink.clear()
            self.update()
            return
        self._next = (board, theme)
        if self._drawing_board is None:
            self._draw_next()

    @property
    def busy(self) -> bool:
        """Whether a map is still being drawn."""
        return self._drawing_board is not None

    def _draw_next(self) -> None:
        if self._next is None:
            return
        (board, theme), self._next = self._next, None
        self._drawing_board = board
        wet = len(self.ink)

        def draw() -> tuple[Art, QImage]:
            art = art_of(board, theme)
            return art, overview_of(art)

        self._artist.start(draw, lambda drawn: self._drawn(board, drawn, wet), self._not_drawn)

    def _not_drawn(self, fault: Exception) -> None:
        self._drawing_board = None
        self._draw_next()
        raise fault

    def _drawn(self, board: BoardView, drawn: tuple[Art, QImage], wet: int) -> None:
        """Put the new map under the eyes where they are, and keep the tiles that still hold."""
        art, overview = drawn
        self._drawing_board = None
        dry, self.ink = self.ink[:wet], self.ink[wet:]
        camera = self.camera
        scale, origin, fitted = camera.scale, QPointF(camera.origin), camera.fitted
        before, sheet = self.tiles, self.camera.bounds
        self.set_board(board, art.theme, patient=False)
        if self.tiles is not None:
            self.tiles.stand_in = QPixmap.fromImage(overview)
            if (
                before is not None
                and dry
                and self.ground is not None
                and self.ground.sheet() == sheet
            ):
                self.tiles.take_over(before, [drop.bounds() for drop in dry])
        if self.ground is not None and self.ground.sheet() == sheet and not fitted:
            camera.scale, camera.origin, camera.fitted = scale, origin, fitted
        self.map_drawn.emit()
        self.update()
        self._draw_next()

    def finish(self) -> None:
        """Wait for no map any more."""
        self._next = None
        self._artist.finish()

    # -- painting ----------------------------------------------------------------------------------

    def _paint_cursor(self, painter: QPainter) -> None:
        super()._paint_cursor(painter)
        painter.save()
        painter.setTransform(self.camera.transform(), True)
        if self.tracing is not None:
            self.tracing.paint(painter, self.camera.scale)
        paint_ink(painter, self.ink)
        # A picture that is moved is painted already, and the tool is still seen beside it.
        pen = self.tool if self.held in (None, self.tracing) else self.held
        if pen is not None:
            pen.paint(painter, self.camera.scale)
        painter.restore()

    # -- the pen -----------------------------------------------------------------------------------

    @property
    def pen(self) -> Tool | None:
        """What is in the hand: a picture that is moved, or the tool."""
        return self.held or self.tool

    def _point(self, event: QMouseEvent) -> Point:
        at = self.camera.to_board(event.position())
        return at.x(), at.y()

    def enterEvent(self, event: QEnterEvent) -> None:  # noqa: N802 - Qt's name
        """Keys are the map's while the mouse is over it, unless somebody is writing in a field."""
        if not isinstance(QApplication.focusWidget(), QLineEdit | QAbstractSpinBox):
            self.setFocus()
        super().enterEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """Begin a stroke, if a tool is in the hand."""
        self.setFocus()
        buttons = (Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton)
        drawn = event.button() in buttons and not self.mouse.holds_map
        if drawn and self.pen is None and (why := self.refuses()):
            self.refused.emit(why)
            return
        if (tool := self.pen) is None or not drawn:
            super().mousePressEvent(event)
            return
        self._down = True
        erases = event.button() == Qt.MouseButton.RightButton
        tool.press(self._point(event), erases, event.modifiers())
        self.update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """Draw on, or show what a stroke would take."""
        self.pointed.emit(self._point(event))
        if (tool := self.pen) is None or event.buttons() & Qt.MouseButton.MiddleButton:
            super().mouseMoveEvent(event)
            return
        self.mouse.at = event.position()
        if self.mouse.holds_map and event.buttons():
            super().mouseMoveEvent(event)
            return
        if tool.move(self._point(event), self._down, 8 / self.camera.scale):
            self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """Finish a stroke."""
        if not self._down or (tool := self.pen) is None:
            super().mouseReleaseEvent(event)
            return
        self._down = False
        tool.release(self._point(event))
        self.stroke_done.emit()
        self.update()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """The second click of a tool finishes what it draws point by point."""
        if (tool := self.pen) is None:
            super().mouseDoubleClickEvent(event)
        elif not tool.finish():
            self.mousePressEvent(event)
        self.update()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:  # noqa: N802 - Qt's name
        """Take pieces of the tray."""
        if event.mimeData().hasFormat(HAND):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:  # noqa: N802 - Qt's name
        """A piece of the tray is let go."""
        self.let_go.emit(event.mimeData().data(HAND).toStdString(), event.position())
        event.acceptProposedAction()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Enter finishes and Esc drops what is being drawn; other keys are the page's, then the map's."""
        tool = self.pen
        if tool is not None and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            tool.finish()
        elif tool is not None and event.key() == Qt.Key.Key_Escape:
            self._down = False
            tool.drop()
        else:
            event.setAccepted(False)
            self.key_pressed.emit(event)
            if not event.isAccepted():
                super().keyPressEvent(event)
            return
        self.update()
