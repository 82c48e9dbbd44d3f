"""The board canvas: the shown board under the mouse and the keys; it tells what was pointed at."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QNativeGestureEvent,
    QPainter,
    QWheelEvent,
)
from PySide6.QtWidgets import QWidget

from grognard.app.board import keyboard
from grognard.app.board.mouse import Mouse
from grognard.app.board.shown import ShownBoard


class BoardCanvas(ShownBoard):
    """A board to work on: clicks, drags, the wheel and the keys.

    Attributes:
        marked: whether a click has marked something: a double click is then the second click on it.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._wheel_zooms = False
        self.mouse = Mouse(self)
        self.marked: Callable[[], bool] = lambda: False

    def clicked_at(self) -> QPointF:
        """Where the mouse was last, in board units."""
        return self.camera.to_board(self.mouse.at)

    def set_wheel_zooms(self, on: bool) -> None:
        """Let the bare wheel zoom."""
        self._wheel_zooms = on

    def _paint_cursor(self, painter: QPainter) -> None:
        super()._paint_cursor(painter)
        if self.drawing is None or self.theme is None:
            return
        carried, box = self._by_id.get(self.mouse.carried), self.mouse.box
        if carried is not None:
            self.drawing.carried(painter, self.camera, carried, self.mouse.at)
        elif box is not None:
            self.drawing.rubber_band(painter, box)

    # ---- the mouse -------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """Begin a click, a drag of the map, of a piece or of a box; fold a part of the map's key."""
        if self.key is None or not self.key.press(event.position()):
            self.mouse.press(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """Drag, or tell what is under the mouse."""
        self.mouse.move(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """Finish a click or a drag."""
        self.mouse.release(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """Click a second time on what is marked; else fan out the stack under the mouse, or gather it."""
        if self.marked():
            self.mouse.press(event)
        else:
            self.mouse.fan_out(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:  # noqa: N802 - Qt's name
        """Ask for the menu of what is under the mouse."""
        if not self._hidden:
            at = QPointF(event.pos())
            self.context_menu.emit(event.globalPos(), self.piece_at(at), self.space_at(at))

    def leaveEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        """Nothing is under the mouse any more."""
        self.point_at("", "")
        super().leaveEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: N802 - Qt's name
        """Zoom with Ctrl, go sideways with Shift, else scroll (or zoom, as preferred)."""
        self.mouse.wheel(event, zooms=self._wheel_zooms)
        event.accept()

    def event(self, event: QEvent) -> bool:
        """Take pinches of a trackpad."""
        if (
            isinstance(event, QNativeGestureEvent)
            and event.gestureType() == Qt.NativeGestureType.ZoomNativeGesture
        ):
            self.zoom_at(1.0 + event.value(), event.position())
            return True
        return super().event(event)

    # ---- keys ------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Take hold of the map, zoom, pan, move the cursor, point."""
        if event.key() == Qt.Key.Key_Space:
            if not event.isAutoRepeat():
                self.hold_map(on=True)
        elif not keyboard.press(self, event):
            super().keyPressEvent(event)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Let go of the map."""
        if event.key() == Qt.Key.Key_Space and not event.isAutoRepeat():
            self.hold_map(on=False)
        else:
            super().keyReleaseEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:  # noqa: N802 - Qt's name
        """A key released elsewhere is still released."""
        self.hold_map(on=False)
        super().focusOutEvent(event)

    def hold_map(self, on: bool) -> None:
        """Take hold of the map, so that a drag moves it, or let it go."""
        self.mouse.hold_map(on)
