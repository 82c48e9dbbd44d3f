"""What a hand did in a window: how many gestures, and which words it typed, as the events themselves tell it."""

from __future__ import annotations

import re

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QApplication, QWidget

from grognard.app.editor.window.window import EditorWindow

KEYS_ALONE = (Qt.Key.Key_Shift, Qt.Key.Key_Control, Qt.Key.Key_Alt)


class Counted(QObject):
    """Looks at every event of mouse and keys from now on.

    A click, a drag and a key are one gesture each, and so are words typed in one go.
    """

    def __init__(self) -> None:
        super().__init__()
        self.gestures = 0
        self.typed: list[str] = []
        self._pressed = -1
        self._field: QObject | None = None
        QApplication.instance().installEventFilter(self)  # type: ignore[union-attr]

    def end(self) -> None:
        """Look no longer."""
        QApplication.instance().removeEventFilter(self)  # type: ignore[union-attr]

    def eventFilter(self, over: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Count; what a widget hands on to those above it is counted once."""
        if not isinstance(over, QWidget):
            return False
        if event.type() == QEvent.Type.MouseButtonPress and isinstance(event, QMouseEvent):
            if event.timestamp() != self._pressed:
                self._pressed, self._field = event.timestamp(), None
                self.gestures += 1
        elif event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            self._key(over, event)
        return False

    def _key(self, over: QWidget, event: QKeyEvent) -> None:
        if event.key() in KEYS_ALONE or (
            isinstance(self._field, QWidget)
            and over is not self._field
            and over.isAncestorOf(self._field)
        ):
            return
        written = event.text().isprintable() and bool(event.text())
        control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        if written and not control and self._field is over:
            self.typed[-1] += event.text()
            return
        self.gestures += 1
        self._field = over if written and not control else None
        if self._field is not None:
            self.typed.append(event.text())

    def ids(self, window: EditorWindow) -> set[str]:
        """Return what was typed and is an id of the scenario: of a place, a piece, a group or a record."""
        found = window.preview
        board = found.board
        known = {*found.pieces, *found.groups, *found.zones, *found.titles}
        known |= {space.id for space in board.spaces} if board is not None else set()
        known |= {uid for stage in found.records for there in stage.values() for uid in there}
        words = {part.strip() for typed in self.typed for part in re.split("[,;]", typed)}
        return words & known
