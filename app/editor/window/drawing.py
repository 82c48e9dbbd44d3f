"""The canvas on which a map is drawn: the table's own, with a tool in the hand and wet ink.

A stroke is shown at once as ink; the map itself is drawn anew in the background, and when it is
there, only the tiles under the ink are painted again.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPointF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QDragEnterEvent,
    QDropEvent,
    QEnterEvent,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPen,
    QPixmap,
)
from PySide6.QtWidgets import QAbstractSpinBox, QApplication, QLineEdit, QWidget

from grognard.app.board.canvas import BoardCanvas
from grognard.app.board.keyboard import ARROWS, move_cursor
from grognard.app.board.map.art import Art, art_of
from grognard.app.board.map.ground import TABLE
from grognard.app.board.map.tiles import overview_of
from grognard.app.board.theme import Theme
from grognard.app.editor.window.ink import Ink, Tool, paint_ink
from grognard.app.look import look
from grognard.app.worker import Worker
from grognard.engines.core.show.views import BoardView

HAND = "application/x-grognard-piece"
"""What is carried from the tray to the map."""
Point = tuple[float, float]
STEPS, FINE = 45, 0.2
"""The pen of the keyboard crosses a map in so many steps; a little step is this part of one."""


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
        self.pen_at: QPointF | None = None
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
            if self.pen_at is not None and self.hasFocus():
                self._paint_pen(painter, self.pen_at)
        painter.restore()

    def _paint_pen(self, painter: QPainter, at: QPointF) -> None:
        """Show where the pen of the keyboard is: a cross, open while it is up."""
        long = 9 / self.camera.scale
        painter.setPen(
            QPen(QColor(look()["danger"]), (3 if self._down else 1.5) / self.camera.scale)
        )
        painter.drawLine(QPointF(at.x() - long, at.y()), QPointF(at.x() + long, at.y()))
        painter.drawLine(QPointF(at.x(), at.y() - long), QPointF(at.x(), at.y() + long))

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
        self.pen_at = None
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
        if tool is not None and self._by_keys(tool, event):
            pass
        elif tool is not None and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
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

    # -- the pen by keys ---------------------------------------------------------------------------

    def _by_keys(self, tool: Tool, event: QKeyEvent) -> bool:
        """Move the pen with Shift and the arrows (Ctrl besides: a little), lay it down and lift it with D, erase with X."""
        keys, key = event.modifiers(), Qt.Key(event.key())
        shift = bool(keys & Qt.KeyboardModifier.ShiftModifier)
        little = bool(keys & Qt.KeyboardModifier.ControlModifier)
        if key in ARROWS and shift:
            self._carry_pen(tool, *ARROWS[key], little=little)
        elif key in (Qt.Key.Key_D, Qt.Key.Key_X) and not keys:
            self._lay_pen(tool, erases=key == Qt.Key.Key_X)
        else:
            return False
        return True

    def _carry_pen(self, tool: Tool, dx: float, dy: float, *, little: bool) -> None:
        spaces = self.spaces.spaces if self.spaces is not None else {}
        walks = (
            len(spaces) > 1 and not little and self.board is not None and self.board.kind != TABLE
        )
        if walks:
            move_cursor(self, dx, dy)
            x, y = spaces[self.cursor_space].centre
            self.pen_at = QPointF(x, y)
        else:
            start = self.pen_at or self.camera.visible().center()
            step = self._step() * (FINE if little else 1.0)
            self.pen_at = QPointF(start.x() + dx * step, start.y() + dy * step)
            if not self.camera.visible().contains(self.pen_at):
                self.centre_on(self.pen_at)
        at = (self.pen_at.x(), self.pen_at.y())
        self.pointed.emit(at)
        tool.move(at, self._down, 8 / self.camera.scale)

    def _step(self) -> float:
        """Return how far the pen goes at once where it does not walk from space to space."""
        return self.camera.bounds.width() / STEPS

    def _lay_pen(self, tool: Tool, *, erases: bool) -> None:
        """Begin a stroke where the pen is, or end the one that is drawn."""
        where = self.pen_at or self.camera.visible().center()
        at = (where.x(), where.y())
        if self._down:
            self._down = False
            tool.release(at)
            self.stroke_done.emit()
            return
        self.pen_at, self._down = where, True
        tool.press(at, erases, Qt.KeyboardModifier.NoModifier)
        tool.move(at, True, 8 / self.camera.scale)
