"""The mouse on the board: clicks, drags of the map, of a piece, of a box or of a hand, the wheel."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QMouseEvent, QWheelEvent

from grognard.app.board.camera import STEP
from grognard.app.board.shown import ShownBoard

_FAR = 6
"""So many pixels off the point that was pressed a click becomes a drag."""
_BORDER = 0.09
"""How near to a border the mouse points at it, in units of the board."""


class Mouse:
    """What is pressed and dragged on one canvas; tells the canvas's signals what came of it.

    Attributes:
        at: where the mouse was last, in pixels.
    """

    def __init__(self, canvas: ShownBoard) -> None:
        self.canvas = canvas
        self.at = QPointF()
        self._press: QPointF | None = None
        self._piece = self._drag = self._border = ""
        self._holds_map = False

    @property
    def holds_map(self) -> bool:
        """Whether a drag moves the map."""
        return self._holds_map

    @property
    def carried(self) -> str:
        """The piece that is being dragged, or ""."""
        return self._piece if self._drag == "piece" else ""

    @property
    def box(self) -> QRectF | None:
        """The box that is being drawn, in pixels."""
        if self._drag != "box" or self._press is None:
            return None
        return QRectF(self._press, self.at).normalized()

    def press(self, event: QMouseEvent) -> None:
        """Begin a click, a drag of the map, of a piece or of a box."""
        self.at = event.position()
        left = event.button() == Qt.MouseButton.LeftButton
        if event.button() == Qt.MouseButton.MiddleButton or (left and self._holds_map):
            self._press, self._drag = event.position(), "map"
            self.canvas.setCursor(Qt.CursorShape.ClosedHandCursor)
        elif left:
            self._press, self._drag = event.position(), ""
            self._piece = self.canvas.piece_at(event.position())

    def move(self, event: QMouseEvent) -> None:
        """Drag, or tell what is under the mouse."""
        at, before = event.position(), self.at
        self.at = at
        if self._drag == "map":
            self.canvas.pan(at.x() - before.x(), at.y() - before.y())
        elif self._press is not None and event.buttons() & Qt.MouseButton.LeftButton:
            self._go_on(self._press, event)
        elif not self.canvas.covered:
            self._point(at)

    def _go_on(self, pressed: QPointF, event: QMouseEvent) -> None:
        """The left button is held down: a drag begins, or goes on."""
        canvas, at = self.canvas, event.position()
        if not self._drag and (at - pressed).manhattanLength() >= _FAR:
            scale = canvas.camera.scale
            held = canvas.shown and canvas.grasp.begin(canvas.camera.to_board(pressed), scale)
            self._drag = "hand" if held else "piece" if self._piece else "box"
            if self._drag == "piece" and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
                canvas.piece_clicked.emit(self._piece, event.modifiers())
            if self._drag == "piece":
                canvas.piece_lifted.emit(self._piece)
        if self._drag == "hand":
            canvas.grasp.move(canvas.camera.to_board(at), event.modifiers())
        if self._drag == "piece" and not canvas.covered:
            onto = self._onto(at, self._piece)
            canvas.point_at("" if onto == (space := canvas.space_at(at)) else onto, space)
        if self._drag:
            canvas.update()

    def _point(self, at: QPointF) -> None:
        canvas = self.canvas
        piece = canvas.piece_at(at)
        canvas.point_at(piece, canvas.space_at(at))
        border = ""
        if not piece and canvas.spaces is not None and canvas.ground is not None:
            reach = _BORDER * canvas.ground.unit
            border = canvas.spaces.border_at(canvas.camera.to_board(at), reach)
        if border != self._border:
            self._border = border
            canvas.border_hovered.emit(border)

    def release(self, event: QMouseEvent) -> None:
        """Finish a click or a drag."""
        if self._press is None:
            return
        drag, press, piece = self._drag, self._press, self._piece
        self._drag, self._press, self._piece = "", None, ""
        canvas = self.canvas
        canvas.update()
        if drag in {"map", "hand"}:
            canvas.unsetCursor()
            canvas.grasp.end()
            return
        if event.button() != Qt.MouseButton.LeftButton or canvas.covered:
            return
        if drag == "piece":
            self._drop(piece, event)
        elif drag == "box":
            corners = canvas.camera.to_board(press), canvas.camera.to_board(event.position())
            boxed = canvas.pieces.within(QRectF(*corners).normalized()) if canvas.shown else []
            canvas.box_selected.emit(boxed)
        else:
            self._click(piece, event)

    def _onto(self, at: QPointF, carried: str) -> str:
        """What a piece would be let go on: on a table without spaces another piece, else the space."""
        spaces = self.canvas.spaces
        piece = self.canvas.piece_at(at) if spaces is not None and spaces.table else ""
        return piece if piece not in ("", carried) else self.canvas.space_at(at)

    def _drop(self, piece: str, event: QMouseEvent) -> None:
        canvas, onto = self.canvas, self._onto(event.position(), piece)
        if not canvas.rect().contains(event.position().toPoint()):
            canvas.piece_carried_off.emit(piece, event.globalPosition().toPoint())
        elif onto:
            canvas.piece_dragged.emit(piece, onto)
        elif canvas.spaces is not None and canvas.spaces.table:
            canvas.piece_set_down.emit(piece)

    def _click(self, piece: str, event: QMouseEvent) -> None:
        canvas, space = self.canvas, self.canvas.space_at(event.position())
        canvas.put_cursor("", "")
        if piece and "/" not in space:
            canvas.piece_clicked.emit(piece, event.modifiers())
            return
        if canvas.fanned is not None:
            canvas.fan_out(None)
        if space:
            canvas.space_clicked.emit(space, event.modifiers())
        elif canvas.spaces is not None and canvas.spaces.table:
            canvas.ground_clicked.emit()

    def fan_out(self, event: QMouseEvent) -> None:
        """Fan out the stack that is double-clicked, or gather it."""
        canvas = self.canvas
        if event.button() == Qt.MouseButton.LeftButton and canvas.shown:
            at = canvas.stack_at(canvas.piece_at(event.position()))
            canvas.fan_out(None if at == canvas.fanned else at)

    def wheel(self, event: QWheelEvent, *, zooms: bool) -> None:
        """Zoom with Ctrl, go sideways with Shift, else scroll (or zoom where it `zooms`)."""
        turn, keys = event.angleDelta(), event.modifiers()
        control = bool(keys & Qt.KeyboardModifier.ControlModifier)
        shift = bool(keys & Qt.KeyboardModifier.ShiftModifier)
        if control or (zooms and not shift):
            self.canvas.zoom_at(STEP ** (turn.y() / 120), event.position())
        elif shift:
            self.canvas.pan(turn.y() or turn.x(), 0)
        else:
            exact = event.pixelDelta()
            move = exact if not exact.isNull() else turn
            self.canvas.pan(move.x(), move.y())

    def hold_map(self, on: bool) -> None:
        """Take hold of the map, so that a drag moves it, or let it go."""
        self._holds_map = on
        if on:
            self.canvas.setCursor(Qt.CursorShape.OpenHandCursor)
        elif self._drag != "map":
            self.canvas.unsetCursor()
