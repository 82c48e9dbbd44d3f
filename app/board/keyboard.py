"""The keys of the board: arrows, zoom, the cursor that walks over the spaces."""

from __future__ import annotations

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QKeyEvent

from grognard.app.board.shown import ShownBoard

ARROWS = {
    Qt.Key.Key_Left: (-1.0, 0.0),
    Qt.Key.Key_Right: (1.0, 0.0),
    Qt.Key.Key_Up: (0.0, -1.0),
    Qt.Key.Key_Down: (0.0, 1.0),
}


def press(canvas: ShownBoard, event: QKeyEvent) -> bool:
    """Zoom, pan, move the cursor, point; return whether the key meant something."""
    key, keys = Qt.Key(event.key()), event.modifiers()
    if key in ARROWS:
        dx, dy = ARROWS[key]
        if keys & Qt.KeyboardModifier.ShiftModifier:
            move_cursor(canvas, dx, dy)
        else:
            canvas.pan(-dx * canvas.width() / 12, -dy * canvas.height() / 12)
    elif key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal):
        canvas.zoom_in()
    elif key == Qt.Key.Key_Minus:
        canvas.zoom_out()
    elif key == Qt.Key.Key_0 and keys & Qt.KeyboardModifier.ControlModifier:
        canvas.fit()
    elif (
        key in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        and not canvas.covered
        and not keys & Qt.KeyboardModifier.ControlModifier
    ):
        _enter(canvas, keys)
    elif key == Qt.Key.Key_Escape and canvas.fanned is not None:
        canvas.fan_out(None)
    else:
        return False
    return True


def _enter(canvas: ShownBoard, keys: Qt.KeyboardModifier) -> None:
    """Point at what the cursor is on; without a cursor take what is marked."""
    if canvas.cursor_piece:
        canvas.piece_clicked.emit(canvas.cursor_piece, keys)
    elif canvas.cursor_space:
        canvas.space_clicked.emit(canvas.cursor_space, keys)
    else:
        canvas.entered.emit()


def move_cursor(canvas: ShownBoard, dx: float, dy: float) -> None:
    """Move the cursor to the nearest space in a direction; it stays in sight and points."""
    spaces = canvas.spaces
    if spaces is None or not spaces.spaces:
        return
    middle = QPointF(canvas.width() / 2, canvas.height() / 2)
    if not canvas.cursor_space:
        canvas.cursor_space = canvas.space_at(middle) or next(iter(spaces.spaces))
    else:
        canvas.cursor_space = spaces.neighbour(canvas.cursor_space, dx, dy) or canvas.cursor_space
    canvas.cursor_piece = ""
    at = QPointF(*spaces.spaces[canvas.cursor_space].centre)
    if not canvas.camera.visible().contains(at):
        canvas.centre_on(at)
    if not canvas.covered:
        canvas.point_at(canvas.pieces.at(at) or "" if canvas.shown else "", canvas.cursor_space)
    canvas.update()
