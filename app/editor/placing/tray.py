"""The list of the set-up page: pieces that stand nowhere yet, each under its corps."""

from __future__ import annotations

from PySide6.QtCore import QItemSelectionModel, QMimeData, Qt
from PySide6.QtGui import QDrag, QIcon
from PySide6.QtWidgets import QListWidget, QListWidgetItem

from grognard.app.editor.window.drawing import HAND

ROLE = Qt.ItemDataRole.UserRole


class Tray(QListWidget):
    """Pieces to be dragged onto the map."""

    def startDrag(self, _actions: Qt.DropAction) -> None:  # noqa: N802 - Qt's name
        """Carry the piece under the mouse."""
        item = self.currentItem()
        if item is None or not item.data(ROLE):
            return
        carried = QMimeData()
        carried.setData(HAND, str(item.data(ROLE)).encode())
        drag = QDrag(self)
        drag.setMimeData(carried)
        drag.setPixmap(item.icon().pixmap(40, 40))
        drag.exec(Qt.DropAction.MoveAction)

    def head(self, words: str) -> None:
        """Write a heading, which cannot be taken into the hand."""
        item = QListWidgetItem(words, self)
        item.setFlags(Qt.ItemFlag.NoItemFlags)
        item.setToolTip(words)
        font = item.font()
        font.setBold(True)
        item.setFont(font)

    def offer(self, uid: str, called: str, icon: QIcon | None, *, picked: bool) -> None:
        """List a piece."""
        item = QListWidgetItem(called, self)
        item.setData(ROLE, uid)
        item.setToolTip(uid)
        if icon is not None:
            item.setIcon(icon)
        if picked:
            self.setCurrentItem(item, QItemSelectionModel.SelectionFlag.Select)
